"""Salvage (EOS-GEAR-01): things go back into what they were made of."""

from collections.abc import Iterator
from typing import ClassVar

from ledger import house
from ledger.allowance import spend_task
from ledger.recipes import choices, material_each
from ledger.ruling import Command, People, Place, Said, Scene, Things, Usage, part
from ledger.tools import best_tool
from projections.holdings import chosen
from projections.pools import skill
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.salvaging import SalvageDone
from schemas.postings import Gained, Spent
from schemas.rulebook import Thing, Way
from schemas.things import Wanted
from schemas.units import Number, exact, stored, text_of

STUFF = {
    "ingot": ("metalworks", "weaponsmith", "armorsmith", "crossbow smith", "locksmith"),
    "cloth": ("tailor", "armorsmith"),
    "cloth fragment": ("tailor", "armorsmith"),
    "cordage": ("tailor", "bowyer", "crossbow smith"),
    "lumber": ("woodworks", "bowyer", "crossbow smith"),
    "beam": ("woodworks", "bowyer", "crossbow smith"),
}
"""EOS-GEAR-02: the skills that normally work with a material."""


class Salvage(Command, tag="salvage", frozen=True):
    """Break things down into their materials, a task a piece: `salvage Dora sword, T2 cloth`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "salvage WHO THINGS [--in PLACE] [--to HOLDER]"
    examples: ClassVar[tuple[str, ...]] = ("salvage Dora sword", "salvage Ivo 2 T1 cloth")
    who: People
    things: Things
    in_: Place | None = None
    to: Place | None = None


def salvage(command: Salvage, scene: Scene) -> Iterator[Event | Said]:
    """EOS-GEAR-01, EOS-GEAR-02, EOS-TAIL-04: a task a piece gives back all that its making took.

    Refused: what has no recipe (EOS-GEAR-01), nobody of skill and tools for any of its materials (EOS-GEAR-02).
    """
    if not command.things:
        raise Usage(f"What is broken down? {command.usage}")
    for who in scene.people(command.who):
        scene.able(who)
        place = scene.where(who, command.in_)
        for wanted in command.things:
            for lot, amount in picked(who, wanted, scene):
                way = recipe(lot, scene)
                using = skills_for(who, way, scene)
                yield part(spend_task(scene, who, "salvage", place))
                yield broken_down(command, who, place, lot, amount, way, using, scene)


def picked(who: Holder, wanted: Wanted, scene: Scene) -> list[tuple[Lot, Number]]:
    """The pieces that are meant, one task each; what is counted in lots goes one by one, the rest of it last."""
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    lots = [
        lot
        for _, lot in chosen(
            scene.world, who.name, (item,), tier=wanted.tier, lot=wanted.lot, reach="within",
            exact_tier=wanted.tier is not None,
        )
        if wanted.lot is not None or not lot.slot
    ]  # fmt: skip
    left = exact(wanted.quantity)
    there = sum((lot.quantity for lot in lots), start=0)
    if there < left:
        raise scene.lacks(
            f"{who.name} has {text_of(there) if there else 'no'} {wanted.lot or item} at hand to break down.",
            thing=wanted.lot or item, state=f"{text_of(there)} of {text_of(left)}", help=(f"stock {who.name}",),
        )  # fmt: skip
    found: list[tuple[Lot, Number]] = []
    for lot in lots:
        have = lot.quantity
        while left > 0 and have > 0:
            amount = min(1, left, have)
            found.append((lot, amount))
            left, have = left - amount, have - amount
    return found


def recipe(lot: Lot, scene: Scene) -> Way:
    """EOS-GEAR-01: how it was made. Refused where the book has no recipe for it."""
    try:
        way = house.thing_row(scene.world, lot.item).way("craft")
    except KeyError:
        way = None
    if way is None or not way.materials or way.makes > 1 or way.materials[0].min_tier == "lower":
        raise scene.lacks(
            f"Of {lot.item} no recipe says what it would give back; that is the GM's to say.", thing=lot.item,
            state="no recipe", help=('gm give WHO THINGS --reason "broken down"',),
        )  # fmt: skip
    return way


def skills_for(who: Holder, way: Way, scene: Scene) -> list[str]:
    """EOS-GEAR-02: the skills of 1 or better, with a tool, that work with any of the materials."""
    fit = list(dict.fromkeys(s for m in way.materials for s in STUFF.get(m.item, ())))
    able = [s for s in fit if skill(who, s) >= 1 and best_tool(scene.world, who.name, s) is not None]
    if not fit:
        raise scene.lacks(
            f"Nobody breaks down what is made of {', '.join(m.item for m in way.materials)}; that is the GM's to say.",
            thing=who.name, state="no recipe", help=('gm give WHO THINGS --reason "broken down"',),
        )  # fmt: skip
    if not able:
        scene.refuse(
            "EOS-GEAR-02", f"{who.name} has no skill and toolkit of {' or of '.join(fit)}.", thing=who.name,
            state="no skill with a toolkit", help=tuple(f"bushcraft {who.name} {s} toolkit" for s in fit[:1]),
        )  # fmt: skip
        return fit
    return able


def broken_down(
    command: Salvage, who: Holder, place: str, lot: Lot, amount: Number, way: Way, using: list[str], scene: Scene
) -> SalvageDone:
    """EOS-GEAR-01: the materials of its making, at its full tier and size (rulings breakdown_tier, breakdown_mixed)."""
    row: Thing = house.thing_row(scene.world, lot.item)
    current = scene.world.ruling("breakdown_tier", "original-tier") == "current-tier"
    own_only = scene.world.ruling("breakdown_mixed", "all") == "own-material-only"
    tier = lot.tier if current else lot.full_tier
    back = []
    for material in way.materials:
        if own_only and not set(using) & set(STUFF.get(material.item, ())):
            continue
        item = choices(scene.world, material)[0]
        each = material_each(scene.world, row, material, tier=tier, size=lot.size)
        of_tier = tier if house.thing_row(scene.world, item).tiered else None
        if of_tier == 0 or not each:
            continue
        back.append(Gained(command.to or who.name, item, stored(exact(each * amount)), tier=of_tier))
    return SalvageDone(
        who=who.name, place=place, rule="EOS-TAIL-04" if lot.item == "cloth" else "EOS-GEAR-01", item=lot.item,
        skill=using[0] if using else "", postings=(
            Spent(who.name, lot.item, stored(amount), lot=lot.name, reach="within"), *back,
        ),
    )  # fmt: skip

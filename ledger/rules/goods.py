"""Goods that change hands, or are laid down (EOS-GEAR-08)."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.ruling import Command, Known, People, Said, Scene, Things, Usage, part
from projections.bench import KIND as WORK
from projections.holdings import chosen
from projections.world import PEOPLE, Holder
from schemas.entry import Event
from schemas.events.goods import GoodsMoved
from schemas.postings import Moved
from schemas.things import Wanted
from schemas.units import exact, stored, text_of

SHOWN = 12
"""How many kinds of things a refusal lists."""


class Give(Command, tag="give", frozen=True):
    """Give things to somebody, or lay them into the store of a place: `give Mara 5 food --to Ivo`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "give WHO THINGS --to WHOM|PLACE [--from HOLDER]"
    examples: ClassVar[tuple[str, ...]] = ("give Ivo spear, cloak, torch --to Mara", "give Mara 20 food --to Oakwood")
    who: People
    things: Things
    to: Known
    from_: Known | None = None


class Drop(Command, tag="drop", frozen=True):
    """Lay things down where one is: `drop Mara axe`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "drop WHO THINGS"
    examples: ClassVar[tuple[str, ...]] = ("drop Mara axe",)
    who: People
    things: Things


def give(command: Give, scene: Scene) -> Iterator[Event | Said]:
    """Each thing goes over as it is, food with its week. Refused: what is not there, somebody who is elsewhere."""
    if not command.things:
        raise Usage(f"What is given? {command.usage}")
    for giver in scene.people(command.who):
        scene.able(giver)
        source = scene.world.get(command.from_) if command.from_ is not None else giver
        near(giver, source, scene)
        to = receiver(command.to, scene)
        if to.name == source.name:
            raise Usage(f"{source.name} has it already.")
        near(giver, to, scene)
        for wanted in command.things:
            yield part(moved(giver, source, to.name, wanted, scene))


def drop(command: Drop, scene: Scene) -> Iterator[Event | Said]:
    """Things go to the place where someone is. Refused: what is not there."""
    if not command.things:
        raise Usage(f"What is dropped? {command.usage}")
    for who in scene.people(command.who):
        scene.able(who)
        place = scene.where(who)
        for wanted in command.things:
            yield part(moved(who, who, place, wanted, scene))


def moved(who: Holder, source: Holder, to: str, wanted: Wanted, scene: Scene) -> GoodsMoved:
    """The entry by which a thing goes over; loose ones first, of the tier that was said. Refused: not so many there."""
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    need = exact(wanted.quantity)
    lots = chosen(
        scene.world, source.name, (item,), tier=wanted.tier, lot=wanted.lot, exact_tier=wanted.tier is not None
    )
    if wanted.lot is not None and not wanted.counted:
        need = sum((lot.quantity for _, lot in lots), start=0) or 1
    there = sum((lot.quantity for _, lot in lots), start=0)
    if there < need:
        tier = f"T{wanted.tier} " if wanted.tier is not None else ""
        raise scene.lacks(
            f"{source.name} has {text_of(there) if there else 'no'} {tier}{wanted.lot or item}"
            f"{f', not {text_of(need)}' if there else ''}: {has(source)}.",
            thing=wanted.lot or item,
            state=f"{text_of(there)} of {text_of(need)}",
            help=(f"stock {source.name}",),
        )
    return GoodsMoved(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=None,
        to=to,
        item=item,
        postings=(
            Moved(
                source.name,
                item,
                to,
                quantity=stored(need),
                tier=wanted.tier,
                lot=wanted.lot,
                exact=wanted.tier is not None,
            ),
        ),
    )


def receiver(name: str, scene: Scene) -> Holder:
    """Who gets it: somebody, a place, a piece that holds things."""
    world = scene.world
    if name in world.holders:
        holder = world.holders[name]
        if holder.kind in ("group", WORK, "thing", "book"):
            raise scene.lacks(f"{name} is a {holder.kind} and holds nothing.", thing=name, state=holder.kind)
        return holder
    if world.piece(name) is None:
        raise scene.lacks(f"{name} is not in the book on {scene.date()}.", thing=name, state="unknown")
    return Holder(name)


def near(who: Holder, other: Holder, scene: Scene) -> None:
    """Inside one zone people move freely; things do not go farther by themselves."""
    world = scene.world
    here = scene.where(who)
    there = world.place_of(other.name) if other.kind in PEOPLE else place_of_thing(other, scene)
    if there is None or world.zone_of(there) != world.zone_of(here):
        raise scene.lacks(
            f"{who.name} is in {here}, {other.name} is "
            f"{f'in {there}' if there and there != other.name else 'elsewhere'}.",
            thing=other.name,
            state=f"in {there}" if there else "nowhere",
            help=(f"travel {who.name} --to {there}", f"gm place {who.name} --to {there}") if there else (),
        )


def place_of_thing(holder: Holder, scene: Scene) -> str | None:
    """Where a place or a piece is: a piece where the one is who has it."""
    world = scene.world
    if "@" not in holder.name:
        return holder.name
    found = world.piece(holder.name)
    if found is None:
        return None
    owner, _ = found
    return world.place_of(owner.name) if owner.kind in PEOPLE else owner.name


def has(who: Holder) -> str:
    """What someone has, in a sentence of a refusal."""
    sums: dict[str, str] = {}
    for item, lots in who.lots.items():
        total = sum((lot.quantity for lot in lots), start=0)
        sums[item] = f"{text_of(total)} {item}"
    listed = list(sums.values())
    more = f" and {len(listed) - SHOWN} more kinds" if len(listed) > SHOWN else ""
    return f"there is {', '.join(listed[:SHOWN])}{more}" if listed else "there is nothing"

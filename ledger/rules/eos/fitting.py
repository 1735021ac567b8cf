"""Fitting (EOS-GEAR-03): armor and clothing made to fit another wearer."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.goods import wearer
from ledger.ruling import Command, People, Place, Said, Scene, Things, Usage, part
from projections.holdings import chosen
from projections.pools import skill
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.gear import GearFitted
from schemas.postings import Put
from schemas.things import Wanted
from schemas.units import text_of

FITTERS = {"armor": "armorsmith", "clothing": "tailor"}
"""EOS-ARMR-09, EOS-CGEAR-12: who fits what; weapons, shields and cloaks serve whoever has the size."""


class Fit(Command, tag="fit", frozen=True):
    """Fit armor or clothing to its wearer: `fit Dora T3 armor for Brandt`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "fit WHO THINGS for WEARER"
    examples: ClassVar[tuple[str, ...]] = ("fit Dora T3 armor for Brandt",)
    who: People
    things: Things
    in_: Place | None = None


def fit(command: Fit, scene: Scene) -> Iterator[Event | Said]:
    """EOS-GEAR-03, EOS-CGEAR-12, EOS-ARMR-09: by a smith or tailor of the item's tier or better; a task a piece.

    The task is free by ruling fit_time: free. Refused: a fitter of too low a level, another size (EOS-SCALE-09), what
    needs no fitting. Usage: for nobody.
    """
    if not command.things or any(w.of is None for w in command.things):
        raise Usage(f"For whom? {command.usage}")
    for fitter in scene.people(command.who):
        scene.able(fitter)
        place = scene.where(fitter, command.in_)
        for wanted in command.things:
            lot, whom = picked(fitter, wanted, scene)
            check(fitter, lot, whom, scene)
            fitted = GearFitted(
                who=fitter.name,
                place=place,
                rule="EOS-GEAR-03",
                piece=lot.name,
                whom=whom,
                postings=(Put(lot.name, "fitted_to", whom),),
            )
            if scene.world.ruling("fit_time", "one-task") == "free":
                yield part(fitted)
            else:
                yield part(spend_task(scene, fitter, "fit", place))
                yield fitted


def picked(fitter: Holder, wanted: Wanted, scene: Scene) -> tuple[Lot, str]:
    """The piece that is meant, within reach or in the wearer's pack, and whom it shall fit."""
    whom = wearer(scene, fitter.name, wanted.of)
    assert whom is not None
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    if item not in FITTERS:
        raise scene.lacks(f"A {item} is not fitted; it serves whoever has its size.", thing=item, state="not fitted")
    tier, exact_tier = wanted.tier, wanted.tier is not None
    within = chosen(scene.world, fitter.name, (item,), tier=tier, lot=wanted.lot, reach="within", exact_tier=exact_tier)
    theirs = chosen(scene.world, whom, (item,), tier=tier, lot=wanted.lot, exact_tier=exact_tier)
    found = [lot for _, lot in [*within, *theirs] if lot.fitted_to != whom]
    size = scene.world.get(whom).word("size", "Medium")
    found.sort(key=lambda lot: lot.size not in (None, size))
    if not found:
        raise scene.lacks(
            f"{fitter.name} has no {wanted.lot or item} at hand that does not fit {whom} already.",
            thing=wanted.lot or item,
            state="not there",
            help=(f"stock {fitter.name}",),
        )
    return found[0], whom


def check(fitter: Holder, lot: Lot, whom: str, scene: Scene) -> None:
    """EOS-SCALE-09: nothing is fitted across sizes; EOS-GEAR-03, EOS-ARMR-09: the level is the tier of the piece."""
    size = scene.world.get(whom).word("size", "Medium")
    if lot.size is not None and lot.size != size:
        scene.refuse(
            "EOS-SCALE-09",
            f"{lot.name} is made for a {lot.size.lower()} creature; {whom} is {size.lower()}.",
            thing=lot.name,
            state=lot.size,
        )
    of_skill = FITTERS[lot.item]
    level, tier = skill(fitter, of_skill), lot.full_tier or 1
    if level < tier:
        scene.refuse(
            "EOS-ARMR-09" if of_skill == "armorsmith" else "EOS-GEAR-03",
            f"{fitter.name} has {of_skill} {text_of(level)}; {lot.name} takes {tier}.",
            thing=fitter.name,
            state=f"{of_skill} {text_of(level)}",
            help=(f"fit SMITH {lot.name} for {whom}",),
        )

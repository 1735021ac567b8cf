"""Tents (EOS-TENT): pitched where somebody is, they house as many as they are made for, and wear."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.ruling import Command, People, Said, Scene, Things, Usage, part
from projections.wear import tier_now
from projections.world import PITCHED, Holder, Lot
from schemas.entry import Event
from schemas.events.tents import TentPitched
from schemas.postings import AnyPosting, Moved, Put
from schemas.things import Wanted


class Pitch(Command, tag="pitch", frozen=True):
    """Pitch a tent where one is: `pitch Mara tent`; `stow Mara tent` folds it up."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "pitch WHO TENT"
    examples: ClassVar[tuple[str, ...]] = ("pitch Mara tent", "pitch Mara tent@41")
    who: People
    things: Things


def pitch(command: Pitch, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TENT-01, EOS-TENT-02: from now on a shelter for so many; EOS-TENT-03: every month in use costs a tier.

    Refused: no tent within reach, one that is destroyed. Usage: what is no tent.
    """
    if not command.things or any(w.item != "tent" for w in command.things):
        raise Usage(f"Only tents are pitched: {command.usage}", nearest=("pitch Mara tent",))
    for who in scene.people(command.who):
        scene.able(who)
        place = scene.where(who)
        for wanted in command.things:
            yield part(pitched(who, place, wanted, scene))


def pitched(who: Holder, place: str, wanted: Wanted, scene: Scene) -> TentPitched:
    world = scene.world
    found: list[tuple[str, Lot]] = [
        (holder.name, lot)
        for holder in (who, world.get(place))
        for lot in holder.lots.get("tent", ())
        if lot.slot != PITCHED
        and wanted.lot in (None, lot.name)
        and wanted.tier in (None, lot.tier)
        and wanted.persons in (None, lot.persons or 1)
    ]
    whole = [(holder, lot) for holder, lot in found if tier_now(world, lot, scene.day)]
    if not whole:
        if found:
            raise scene.lacks(
                f"{found[0][1].name} is worn to T0 and destroyed.",
                thing=found[0][1].name,
                state="destroyed",
                help=(f"craft {who.name} T2 tent for {found[0][1].persons or 1}",),
            )
        raise scene.lacks(
            f"{who.name} has no tent to pitch.", thing="tent", state="not there", help=(f"stock {who.name}",)
        )
    holder, lot = whole[0]
    moves: tuple[AnyPosting, ...] = (Moved(holder, "tent", place, 1, lot=lot.name),) if holder != place else ()
    return TentPitched(
        who=who.name,
        place=place,
        rule="EOS-TENT-02",
        tent=lot.name,
        persons=lot.persons or 1,
        postings=(*moves, Put(lot.name, "slot", PITCHED)),
    )

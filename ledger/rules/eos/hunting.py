"""Hunting (EOS-HUNT)."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.keeping import spoils_on
from ledger.ruling import Command, Figure, People, Place, Said, Scene, Things, Whole, part
from ledger.tools import armed_with
from projections.pools import skill
from projections.world import Holder
from projections.zones import HUNT, hunt_target
from schemas.entry import Event
from schemas.events.hunting import HuntHarvested, HuntRolled
from schemas.postings import Changed, Gained
from schemas.units import exact

ENCOUNTER_ABOVE = 30


class Hunt(Command, tag="hunt", frozen=True):
    """Hunt game in a zone: `hunt Mara --tasks 2 --rolled 14/9`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = "hunt WHO [--in PLACE] [--tasks N] [--using LIGHT] [--bonus N] [--target N] [--to HOLDER] [--rolled DICE]"
    who: People
    in_: Place | None = None
    tasks: Whole = 1
    using: Things = ()
    bonus: Figure | None = None
    target: Figure | None = None
    to: Place | None = None


def hunt(command: Hunt, scene: Scene) -> Iterator[Event | Said]:
    """EOS-HUNT-03: d20 + Hunting + Presence against the zone's number; a tie brings nothing home.

    Refused: no weapon of T1 or better (EOS-HUNT-01), no task left (EOS-DAY-01), not able to act (EOS-STAT-07).
    """
    for hunter in scene.people(command.who):
        for _ in range(command.tasks):
            yield from hunt_once(command, hunter, scene)


def hunt_once(command: Hunt, hunter: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One task of one hunter: a part of its own."""
    scene.able(hunter)
    place = scene.where(hunter, command.in_)
    zone = scene.zone(place)
    if armed_with(hunter) is None:
        scene.refuse("EOS-HUNT-01", f"{hunter.name} has no weapon of T1 or better to hunt with.", thing=hunter.name,
                     state="unarmed", help=(f"bushcraft {hunter.name} spear",))  # fmt: skip
    yield part(spend_task(scene, hunter, "hunt", place, light=command.using))
    target = exact(command.target) if command.target is not None else hunt_target(scene.world, zone, scene.day)
    plus = [("hunting", skill(hunter, "hunting")), ("presence", hunter.number("presence"))]
    if command.bonus is not None:
        plus.append(("bonus", exact(command.bonus)))
    roll = scene.roll(hunter.name, f"{hunter.name} hunts", plus, target=target)
    if roll.total is not None and exact(roll.total) > ENCOUNTER_ABOVE:
        scene.notice("encounter", f"{hunter.name} rolled {roll.total}: this may become an encounter (EOS-HUNT-08).")
    success = (Changed(zone.name, HUNT, 1, source="hunt", period=scene.day),) if roll.won else ()
    yield HuntRolled(who=hunter.name, place=place, rule="EOS-HUNT-03", roll=roll, postings=success)
    if roll.won and roll.margin is not None:
        yield yield_of(hunter.name, place, int(exact(roll.margin)), command.to, scene)


def yield_of(hunter: str, place: str, margin: int, to: str | None, scene: Scene) -> HuntHarvested:
    """EOS-HUNT-04: for each number rolled over, five food, a fat, a bone and four cloth fragments; no tool adds (EOS-HUNT-07)."""
    holder = to or hunter
    food = Gained(holder, "food", 5 * margin, harvested_on=scene.day, spoils_on=spoils_on(scene))
    goods = (Gained(holder, "fat", margin), Gained(holder, "bone", margin), Gained(holder, "cloth fragment", 4 * margin))
    return HuntHarvested(who=hunter, place=place, rule="EOS-HUNT-04", postings=(food, *goods))


"""Hunting (EOS-HUNT)."""

from collections.abc import Iterator
from typing import ClassVar

import schemas.rulebook as rulebook
from ledger import house
from ledger.allowance import spend_task
from ledger.gathering import gather_roll, is_beast, number_to_beat, receiver, tasks_meant, times
from ledger.keeping import spoils_on
from ledger.ruling import Command, Figure, People, Place, Said, Scene, Text, Things, Usage, Whole, part
from ledger.sizes import size_of
from ledger.tools import armed_with, weapons
from projections.world import Holder
from projections.zones import HUNT
from schemas.entry import Event
from schemas.events.hunting import HuntHarvested, HuntRolled
from schemas.postings import AnyPosting, Changed, Gained
from schemas.units import exact

ENCOUNTER_ABOVE = 30


class Hunt(Command, tag="hunt", frozen=True):
    """Hunt game in a zone: `hunt Mara --tasks 2 --rolled 14/9`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "hunt WHO [--in PLACE] [--with WEAPON] [--tasks N] [--using LIGHT] [--bonus N] [--target N] [--to HOLDER]"
        " [--rolled DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = ("hunt Mara --rolled 14", "hunt Mara --tasks 2 --rolled 14/9")
    who: People
    in_: Place | None = None
    with_: Text | None = None
    tasks: Whole = 1
    using: Things = ()
    bonus: Figure | None = None
    target: Figure | None = None
    to: Place | None = None


def hunt(command: Hunt, scene: Scene) -> Iterator[Event | Said]:
    """EOS-HUNT-03: d20 + Hunting + Presence against the zone's number; a tie brings nothing home.

    Refused: no weapon of T1 or better (EOS-HUNT-01) or only ones of another size (EOS-SCALE-09), no task left
    (EOS-DAY-01), not able to act (EOS-STAT-07).
    """
    tasks = tasks_meant("hunt", command.tasks)
    for hunter in scene.people(command.who):
        for _ in range(tasks):
            yield from hunt_once(command, hunter, scene)


def hunt_once(command: Hunt, hunter: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One task of one hunter: a part of its own."""
    scene.able(hunter)
    place = scene.where(hunter, command.in_)
    zone = scene.zone(place)
    to = receiver(scene, hunter, place, command.to)
    take_weapon(scene, hunter, command.with_)
    yield part(spend_task(scene, hunter, "hunt", place, light=command.using))
    target, used = number_to_beat(scene, zone, "hunt", command.target)
    roll = gather_roll(scene, hunter, "hunting", "hunts", target, command.bonus)
    if roll.total is not None and exact(roll.total) > ENCOUNTER_ABOVE:
        scene.notice("encounter", f"{hunter.name} rolled {roll.total}: this may become an encounter (EOS-HUNT-08).")
    success = (Changed(zone.name, HUNT, 1, source="hunt", period=scene.day),) if roll.won else ()
    yield HuntRolled(who=hunter.name, place=place, rule="EOS-HUNT-03", roll=roll, postings=(*success, *used))
    if roll.won:
        yield HuntHarvested(
            who=hunter.name, place=place, rule="EOS-HUNT-04", postings=game(scene, hunter, to, times(roll.margin))
        )


def take_weapon(scene: Scene, hunter: Holder, named: str | None) -> None:
    """EOS-HUNT-01: a weapon of T1 or better within reach; beasts need none. EOS-HUNT-07: a tool changes nothing."""
    item = weapon_named(named, scene)
    if (is_beast(hunter) and item is None) or armed_with(scene.world, hunter, item) is not None:
        return
    help = (f"bushcraft {hunter.name} spear",)
    wrong = next((lot for lot in weapons(scene.world, hunter) if item in (None, lot.item)), None)
    if wrong is not None:
        scene.refuse(
            "EOS-SCALE-09",
            f"The {wrong.item} within reach is made for {wrong.size} hands, and {hunter.name} is {size_of(hunter)}.",
            thing=wrong.name, state=f"{wrong.size}", help=help,
        )  # fmt: skip
    elif item is not None and armed_with(scene.world, hunter) is not None:
        raise scene.lacks(f"{hunter.name} has no {item} of T1 or better within reach.", thing=hunter.name,
                          state=f"no {item}", help=help)  # fmt: skip
    else:
        scene.refuse("EOS-HUNT-01", f"{hunter.name} has no weapon of T1 or better to hunt with.", thing=hunter.name,
                     state="unarmed", help=help)  # fmt: skip


def weapon_named(word: str | None, scene: Scene) -> str | None:
    """The weapon that `--with` names; a grade of tools is left aside (EOS-HUNT-07). Usage: what is no weapon."""
    if word is None or word in rulebook.GRADES:
        return None
    item = house.thing(scene.world, word.partition("@")[0])
    if item is None or house.thing_row(scene.world, item).kind != "weapon":
        raise Usage(f"{word} is no weapon to hunt with.", nearest=("spear", "bow", "sling"))
    return item


def game(scene: Scene, hunter: Holder, to: str, margin: int) -> tuple[AnyPosting, ...]:
    """EOS-HUNT-04: for each number rolled over, five food, a fat, a bone and four cloth fragments (EOS-HUNT-07).

    Fat keeps, or spoils as food does (ruling fat_spoils); a beast may be held to food (ruling monster_yield).
    """
    food = Gained(to, "food", 5 * margin, harvested_on=scene.day, spoils_on=spoils_on(scene))
    if is_beast(hunter) and scene.world.ruling("monster_yield", "as-skill") == "food-only":
        return (food,)
    fat = Gained(to, "fat", margin)
    if scene.world.ruling("fat_spoils", "no") == "as-food":
        fat = Gained(to, "fat", margin, harvested_on=scene.day, spoils_on=spoils_on(scene))
    return (food, fat, Gained(to, "bone", margin), Gained(to, "cloth fragment", 4 * margin))

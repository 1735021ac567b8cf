"""Traps for game (EOS-TRAP)."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.gathering import gather_roll, is_beast, number_to_beat, receiver, tasks_meant, times
from ledger.keeping import spoils_on
from ledger.ruling import Command, Figure, Grade, People, Place, Said, Scene, Things, Whole, part
from ledger.shadows import needs_eyes
from ledger.tools import BARE, factor, tool_for
from projections.world import Holder
from projections.zones import TRAP, never_wears
from schemas.entry import Event
from schemas.events.trapping import TrapHarvested, TrapRolled
from schemas.postings import AnyPosting, Changed, Gained
from schemas.rulebook import Grade as ToolGrade


class Trap(Command, tag="trap", frozen=True):
    """Trap small game in a zone: `trap Pip --rolled 9`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "trap WHO [--in PLACE] [--with crude|basic] [--tasks N] [--using LIGHT] [--bonus N] [--target N] [--to HOLDER]"
        " [--rolled DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = ("trap Pip --rolled 9", "trap Pip --tasks 2 --with basic --rolled 9/14")
    who: People
    in_: Place | None = None
    with_: Grade | None = None
    tasks: Whole = 1
    using: Things = ()
    bonus: Figure | None = None
    target: Figure | None = None
    to: Place | None = None


def trap(command: Trap, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TRAP-02: d20 + Traps + Presence against the zone's number; a tie catches nothing.

    Refused: no toolkit (EOS-TRAP-01) or only one of another size (EOS-SCALE-09), a workshop claimed (EOS-TRAP-09), no
    task left (EOS-DAY-01), not able to act (EOS-STAT-07).
    """
    tasks = tasks_meant("trap", command.tasks)
    for trapper in scene.people(command.who):
        for _ in range(tasks):
            yield from trap_once(command, trapper, scene)


def trap_once(command: Trap, trapper: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One task of one trapper: a part of its own."""
    scene.able(trapper)
    needs_eyes(scene, trapper, "set traps")
    place = scene.where(trapper, command.in_)
    zone = scene.zone(place)
    to = receiver(scene, trapper, place, command.to)
    tool = tool_of(scene, trapper, command.with_)
    yield part(spend_task(scene, trapper, "trap", place, light=command.using))
    target, used = number_to_beat(scene, zone, "trap", command.target)
    roll = gather_roll(scene, trapper, "traps", "traps", target, command.bonus)
    worn = roll.won and not never_wears(zone)
    success = (Changed(zone.name, TRAP, 1, source="trap", period=scene.day),) if worn else ()
    yield TrapRolled(who=trapper.name, place=place, rule="EOS-TRAP-02", roll=roll, postings=(*success, *used))
    if roll.won:
        yield TrapHarvested(
            who=trapper.name, place=place, rule="EOS-TRAP-08" if tool == "basic" else "EOS-TRAP-03", tool=tool,
            postings=catch(scene, trapper, to, times(roll.margin), tool),
        )  # fmt: skip


def tool_of(scene: Scene, trapper: Holder, grade: str | None) -> ToolGrade:
    """EOS-TRAP-01: a toolkit within reach, crude or basic; beasts catch with tooth and claw (EOS-FOOD-05)."""
    if grade == "workshop":
        scene.refuse("EOS-TRAP-09", "No workshop serves traps: the tools are crude or basic.", thing="traps workshop",
                     state="serves nothing", help=(f"trap {trapper.name} --with basic",))  # fmt: skip
        grade = None
    if is_beast(trapper):
        return BARE
    return tool_for(scene, trapper, "traps", "EOS-TRAP-01", grade)


def catch(scene: Scene, trapper: Holder, to: str, margin: int, tool: ToolGrade) -> tuple[AnyPosting, ...]:
    """EOS-TRAP-03, EOS-TRAP-08: for each number rolled over a food, five feathers and a cloth fragment.

    Basic tools double food and fragments and leave feathers as they are. Ruling monster_yield: a beast gets food only.
    """
    many = margin * factor("traps", tool, scene.world)
    food = Gained(to, "food", many, harvested_on=scene.day, spoils_on=spoils_on(scene))
    if is_beast(trapper) and scene.world.ruling("monster_yield", "as-skill") == "food-only":
        return (food,)
    return (food, Gained(to, "feather", 5 * margin), Gained(to, "cloth fragment", many))

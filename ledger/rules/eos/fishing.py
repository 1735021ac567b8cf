"""Fishing (EOS-FISH)."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.gathering import gather_roll, receiver, tasks_meant, times
from ledger.keeping import spoils_on
from ledger.ruling import Command, Figure, Grade, People, Place, Said, Scene, Things, Whole, part
from ledger.tools import factor, tool_for
from projections.places import lying_in
from projections.world import Holder
from schemas.entry import Event
from schemas.events.fishing import FishHarvested, FishRolled
from schemas.postings import Gained
from schemas.units import Amount, Number, exact

WATER_TARGET = 15
"""EOS-FISH-02: the number of water of which the GM said nothing."""


class Fish(Command, tag="fish", frozen=True):
    """Fish in a water: `fish Brandt --in Mill-Lake --rolled 8`. The only water of the zone need not be named."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "fish WHO [--in WATER] [--with crude|basic|workshop] [--tasks N] [--using LIGHT] [--bonus N] [--target N]"
        " [--to HOLDER] [--rolled DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = ("fish Brandt --in Mill-Lake --rolled 8", "fish Brandt,Mara --rolled 8/11")
    who: People
    in_: Place | None = None
    with_: Grade | None = None
    tasks: Whole = 1
    using: Things = ()
    bonus: Figure | None = None
    target: Figure | None = None
    to: Place | None = None


def fish(command: Fish, scene: Scene) -> Iterator[Event | Said]:
    """EOS-FISH-02: d20 + Fishing + Presence against the water's number; a tie lands nothing.

    Refused: no toolkit (EOS-FISH-01) or only one of another size (EOS-SCALE-09), water in which nothing can be caught
    (EOS-FISH-05), no water, no task left (EOS-DAY-01), not able to act (EOS-STAT-07).
    """
    tasks = tasks_meant("fish", command.tasks)
    for fisher in scene.people(command.who):
        for _ in range(tasks):
            yield from fish_once(command, fisher, scene)


def fish_once(command: Fish, fisher: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One task of one fisher: a part of its own. EOS-RACE-SHORETROLL-01: in a Shore Troll's hands every tool counts twice."""
    scene.able(fisher)
    water = water_of(scene, fisher, scene.where(fisher, command.in_))
    to = receiver(scene, fisher, water.name, command.to)
    tool = tool_for(scene, fisher, "fishing", "EOS-FISH-01", command.with_, at=water.name)
    target = number_to_beat(scene, water, command.target)
    yield part(spend_task(scene, fisher, "fish", water.name, light=command.using))
    roll = gather_roll(scene, fisher, "fishing", "fishes", target, command.bonus)
    yield FishRolled(who=fisher.name, place=water.name, rule="EOS-FISH-02", roll=roll)
    if roll.won:
        many = factor("fishing", tool, scene.world) * int(fisher.number("fishing_multiplier", 1))
        food = times(roll.margin, many)
        yield FishHarvested(
            who=fisher.name, place=water.name, rule="EOS-FISH-03", tool=tool, factor=many,
            postings=(Gained(to, "food", food, harvested_on=scene.day, spoils_on=spoils_on(scene)),),
        )  # fmt: skip


def water_of(scene: Scene, fisher: Holder, place: str) -> Holder:
    """The water that a line means: the place itself, else the only one in it, else the only one of the zone."""
    world = scene.world
    if world.get(place).kind == "water":
        return world.get(place)
    waters = lying_in(world, place, "water") or lying_in(world, world.zone_of(place), "water", deep=True)
    if len(waters) == 1:
        return waters[0]
    if not waters:
        raise scene.lacks(f"No water to fish is known in {place}.", thing=place, state="no water",
                          help=(f'declare water NAME --in {place}',))  # fmt: skip
    names = ", ".join(w.name for w in waters)
    raise scene.lacks(f"Which water? In {place} there are {names}.", thing=place, state=names,
                      help=tuple(f'fish {fisher.name} --in "{w.name}"' for w in waters))  # fmt: skip


def number_to_beat(scene: Scene, water: Holder, told: Amount | None) -> Number:
    """EOS-FISH-05: the number that the GM declared, or `--target`; 15 else, however much was caught (EOS-FISH-04)."""
    if told is not None:
        return exact(told)
    if water.number("impossible"):
        scene.refuse("EOS-FISH-05", f"Nothing can be caught in {water.name}, as the GM declared.", thing=water.name,
                     state="impossible", help=(f'declare water "{water.name}" --target 20',))  # fmt: skip
    return water.number("target", WATER_TARGET)

"""Hunger (EOS-STARV): what a day's food and work make of it, at its close."""

from collections.abc import Sequence
from fractions import Fraction

from ledger.ruling import Answer, Asked, Scene, TickRule
from projections.conditions import is_marked
from projections.larder import EATEN, HUNGER_TOLD, eats, food_need, ration, served
from projections.world import Holder, World
from schemas.calendar import MINUTE_SECONDS, Calendar
from schemas.events.hunger import HungerChanged
from schemas.postings import Changed
from schemas.units import Moment, Number, exact, stored, text_of

BEFORE_DAWN = 2 * MINUTE_SECONDS
FULL_WORK = 2

BOOK: dict[tuple[str, str], tuple[int, str]] = {
    ("none", "full"): (20, "EOS-STARV-01"),
    ("half", "full"): (10, "EOS-STARV-02"),
    ("half", "half"): (5, "EOS-STARV-03"),
    ("full", "full"): (-5, "EOS-STARV-11"),
    ("full", "half"): (-10, "EOS-STARV-12"),
    ("full", "none"): (-20, "EOS-STARV-13"),
}
"""Percent by ration and work, and the mechanic that says so."""
HALVED: dict[tuple[str, str], Number] = {
    ("none", "half"): 10,
    ("none", "none"): 5,
    ("half", "none"): Fraction(5, 2),
}
"""EOS-STARV-07: what the book leaves out, each step halved (ruling starvation_gap)."""


def hunger_moments(calendar: Calendar, day: int) -> Sequence[Moment]:
    return (calendar.dawn_of(day + 1) - BEFORE_DAWN,)


def work_of(who: Holder, day: int) -> str:
    """EOS-STARV-09: two tasks are full work, a third one too; one is half."""
    tasks = who.count("tasks", day)
    return "full" if tasks >= FULL_WORK else "half" if tasks else "none"


def hungry_ones(world: World, moment: Moment) -> list[str]:
    """Whom something makes due: not fed in full, or hungry; not who came after this day's supper."""
    day = world.calendar.day_of(moment)
    found = []
    for name in world.people:
        who = world.holders[name]
        if not eats(world, who):
            continue
        if who.number("hunger") or (
            who.count(EATEN, day) < food_need(world, who) and (served(who, day) or who.number("joined_on") != day)
        ):
            found.append(name)
    return found


def hunger(asked: Asked, scene: Scene) -> Answer:
    """EOS-STARV-04: percent by food and work, added up.

    Refused: a mix that the book leaves out and nobody told (EOS-STARV-07).
    """
    world, day = scene.world, scene.day
    who = world.holders[asked.subject]
    eaten, need = who.count(EATEN, day), food_need(world, who)
    food, work = ration(world, eaten, need), work_of(who, day)
    percent, rule, told = figure(who, food, work, scene)
    return [
        HungerChanged(
            who=who.name,
            place=world.place_of(who.name),
            rule=rule,
            day=day,
            ration=food,
            work=work,
            eaten=stored(eaten),
            need=stored(need),
            told=told,
            postings=(Changed(who.name, "hunger", stored(percent), source=f"{food} rations, {work} work"),),
        )
    ]


def figure(who: Holder, food: str, work: str, scene: Scene) -> tuple[Number, str, bool]:
    """Percent, the mechanic that says so, and whether the game master told it."""
    if (food, work) in BOOK:
        return *BOOK[food, work], False
    if is_marked(who, HUNGER_TOLD, scene.moment):
        return exact(who.marks[HUNGER_TOLD].value or 0), "EOS-STARV-07", True
    halved = HALVED.get((food, work))
    if halved is not None and scene.world.ruling("starvation_gap", "ask") == "halve":
        return halved, "EOS-STARV-07", False
    eaten, need = who.count(EATEN, scene.day), food_need(scene.world, who)
    tasks = text_of(who.count("tasks", scene.day))
    scene.refuse(
        "EOS-STARV-07",
        f"{who.name} ate {text_of(eaten)} of {text_of(need)} food and worked {tasks} of {FULL_WORK} tasks "
        f"on day {scene.day}: the book has no figure for that.",
        thing=who.name,
        state=f"{food} rations, {work} work on day {scene.day}",
        help=(f"camp --hunger {figures_wanted(scene)}", "ruling starvation_gap halve"),
    )
    return 0, "EOS-STARV-07", False


def figures_wanted(scene: Scene) -> str:
    """EOS-STARV-07: `Ivo=10,Pip=5`: everybody whose day the book leaves out, with the figure that was told, else 10."""
    world, day, found = scene.world, scene.day, []
    for name in hungry_ones(world, scene.moment):
        who = world.holders[name]
        food = ration(world, who.count(EATEN, day), food_need(world, who))
        if (food, work_of(who, day)) not in BOOK:
            told = who.marks[HUNGER_TOLD].value if is_marked(who, HUNGER_TOLD, scene.moment) else None
            found.append(f"{name}={10 if told is None else text_of(exact(told))}")
    return ",".join(found)


HUNGER = TickRule("hunger.changed", 30, hunger_moments, hungry_ones, hunger)

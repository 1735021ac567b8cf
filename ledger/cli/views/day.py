"""A day on the page: `day`."""

from typing import Any, ClassVar

from ledger.audit.veil import WORDS, Veil
from ledger.reading import Midway, Reading
from ledger.ruling import Command, Text, Usage
from projections.days import cook_points, is_closed, spells
from schemas.calendar import parse_moment
from schemas.events.cooking import CookFreed
from schemas.events.meals import MealEaten
from schemas.events.snares import TrapSet
from schemas.events.tasks import TaskSpent
from schemas.units import Moment, counted, text_of

LONGEST_DAY = 9


class DayQuestion(Command, tag="day", frozen=True):
    """What everybody did of a day, and has left: `day`, `day 2`, `day day-2`."""

    words: ClassVar[tuple[str, ...]] = ("day",)
    usage: ClassVar[str] = "day [DAY]"
    examples: ClassVar[tuple[str, ...]] = ("day", "day 2")
    day: Text | None = None


def view(question: DayQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-DAY-01, EOS-DAY-04, EOS-COOK-02: tasks allowed, used and left, meals, rest and cooking points of one day."""
    day = reading.day if question.day is None else day_named(question.day, reading)
    asked = reading
    if day < reading.day:
        asked = earlier(reading, reading.calendar.last_second_of(day))
    tasks, meals = done_on(day, asked)
    unseen = traps_hidden(day, asked)
    people = [
        {
            "name": s.name,
            "allowed": s.allowed,
            "used": s.used,
            "left": s.left,
            "tasks": tasks.get(s.name, []),
            "meals": meals.get(s.name, []),
            "rested": s.rested,
            "traps_set": s.traps_set - unseen.get(s.name, 0),
            "picks": s.picks,
        }
        for s in spells(asked.world, day)
    ]
    calendar = reading.calendar
    data: dict[str, Any] = {
        "day": day,
        "date": calendar.date_text(day),
        "closed": is_closed(calendar, day, min(reading.on, reading.clock)),
        "people": people,
        "cook_points": cook_points(asked.world, day),
    }
    eyes = [f"day {day} ({data['date']}), {'closed' if data['closed'] else 'open'}"]
    for s in spells(asked.world, day):
        work = f" ({', '.join(done)})" if (done := tasks.get(s.name)) else ""
        eaten = ", ".join(f"a {ration} ration" if ration != "none" else "nothing" for ration in meals.get(s.name, []))
        ate = f"ate {eaten}" if eaten else "nothing eaten" if data["closed"] else "nothing eaten yet"
        eyes.append(f"  {s.name}: {text_of(s.used)} of {counted(s.allowed, 'task')}{work}; {ate}")
    eyes += [f"  {name} has {counted(points, 'cooking point')} left" for name, points in data["cook_points"].items()]
    return data, eyes


def earlier(reading: Reading, on: Moment) -> Reading:
    """The same question asked of an earlier moment."""
    if isinstance(reading, Midway):
        return Midway(reading.operation, on, seat=reading.seat)
    return Reading(reading.campaign, on, reading.known_at, world_name=reading.world_name, seat=reading.seat)


def day_named(text: str, reading: Reading) -> int:
    """`2`, `day-2` or any moment, as its day. Usage for anything else."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_DAY:
        return int(text)
    try:
        return reading.calendar.day_of(parse_moment(text, reading.on, reading.calendar, "first"))
    except ValueError as wrong:
        raise Usage(f"Which day? {wrong}") from None


def traps_hidden(day: int, reading: Reading) -> dict[str, int]:
    """EOS-TRAP-11: of the traps that everybody set on a day those that the seat knows nothing of, until they take effect."""
    veil = Veil(reading)
    if veil.sees_all:
        return {}
    history, calendar = reading.campaign.history, reading.calendar
    first, last = calendar.dawn_of(day), calendar.last_second_of(day)
    wanted = [p for p in reading.positions() if history.tags[p] == "trap.set" and first <= history.key(p)[0] <= last]
    found: dict[str, int] = {}
    for entry, event in reading.entries(wanted):
        if isinstance(event, TrapSet) and event.step in (None, "hide") and event.who and veil.hides(entry):
            found[event.who] = found.get(event.who, 0) + 1
    return found


def done_on(day: int, reading: Reading) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The tasks that everybody spent on a day and the rations they ate, in order; a cook's chore feeds in full."""
    campaign, calendar = reading.campaign, reading.calendar
    history = campaign.history
    first, last = calendar.dawn_of(day), calendar.last_second_of(day)
    wanted = [
        p
        for p in reading.positions()
        if history.tags[p] in ("task.spent", "meal.eaten", "cook.freed") and first <= history.key(p)[0] <= last
    ]
    tasks: dict[str, list[str]] = {}
    meals: dict[str, list[str]] = {}
    veil = Veil(reading)
    for entry, event in reading.entries(wanted):
        if isinstance(event, TaskSpent) and event.who is not None:
            tasks.setdefault(event.who, []).append(WORDS if veil.hides(entry) else event.task)
        elif isinstance(event, MealEaten) and event.who is not None:
            meals.setdefault(event.who, []).append(event.ration)
        elif isinstance(event, CookFreed):
            meals.setdefault(event.whom, []).append("full")
    return tasks, meals

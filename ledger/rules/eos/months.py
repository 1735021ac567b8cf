"""What months and springs bring (EOS-SKILL-04, EOS-CAL-04): two ticks of the dawn."""

from collections.abc import Iterable, Sequence

from ledger.ruling import Answer, Asked, Scene, TickRule
from projections.pools import state
from projections.world import Holder, World
from schemas.calendar import Calendar
from schemas.events.people import MonthPassed, SpringCame
from schemas.postings import Changed
from schemas.units import Moment, stored


def at_dawn(calendar: Calendar, day: int) -> Sequence[Moment]:
    return (calendar.dawn_of(day),)


def month_is_over(world: World, who: Holder, day: int) -> bool:
    """EOS-SKILL-04: on the day of the month on which they joined; or with the month itself (ruling passive_anchor).

    EOS-CAL-03, ruling calendar: a month is 30 days, or as long as the GM's own calendar says; one that is too short for
    that day is over with its last.
    """
    joined, calendar = int(who.number("joined_on", day)), world.calendar
    if joined >= day:
        return False
    if world.ruling("passive_anchor", "since-joining") == "calendar-months":
        return calendar.months_passed(day - 1, day) > 0
    _, month, day_of_month = calendar.date(day)
    return day_of_month == min(calendar.date(joined)[2], calendar.months[month - 1].days)


def learners(world: World, moment: Moment) -> Iterable[str]:
    """Characters whose month is over with this dawn; the dead and those who left learn nothing more."""
    day = world.calendar.day_of(moment)
    for name in world.people:
        who = world.holders[name]
        if who.kind == "character" and month_is_over(world, who, day) and state(who) not in ("dead", "gone"):
            yield name


def month_passed(asked: Asked, scene: Scene) -> Answer:
    """EOS-SKILL-04: a point of time, of a human two (EOS-RACE-HUMAN-01); no task is spent; it banks (EOS-SKILL-05)."""
    who = scene.world.get(asked.subject)
    earned = int(who.number("time_points_per_month", 1))
    return [
        MonthPassed(
            who=who.name, place=scene.world.place_of(who.name), points=earned,
            rule="EOS-RACE-HUMAN-01" if earned > 1 else "EOS-SKILL-04",
            postings=(Changed(who.name, "time_points", stored(earned), source="month"),),
        )
    ]  # fmt: skip


def springs(world: World, moment: Moment) -> Iterable[str]:
    """One subject, the world, on the first day of spring."""
    day = world.calendar.day_of(moment)
    return ("",) if world.calendar.springs_between(day - 1, day) else ()


def spring_came(asked: Asked, scene: Scene) -> Answer:
    """EOS-CAL-04: with this dawn hunting zones get one back (EOS-HUNT-06), which is asked of them and not written."""
    return [SpringCame(rule="EOS-CAL-04")]


MONTH = TickRule("month", 60, at_dawn, learners, month_passed)
SPRING = TickRule("spring", 70, at_dawn, springs, spring_came)

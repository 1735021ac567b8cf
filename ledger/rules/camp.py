"""Closing the day: `camp`, `clock`, and the tick that closes each day."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from ledger.ruling import Answer, Asked, Command, Figure, People, Scene, Text, TickRule, Usage, When, Whole
from projections.cold import NIGHT_HOURS, OUTSIDE
from projections.larder import HUNGER_TOLD
from projections.world import PEOPLE, World
from schemas.calendar import DAY_SECONDS, MINUTE_SECONDS, Calendar
from schemas.events.camp import CampMade, ClockMoved, DayClosed
from schemas.postings import AnyPosting, Marked
from schemas.units import Moment, Number, exact, parse_number, stored

HOURS_OF_A_DAY = 24
HIGHEST_HUNGER = 100


class Camp(Command, tag="camp", frozen=True):
    """Close the day for everybody, each where they are: meals, the night's cold, hunger, healing, dawn."""

    usage: ClassVar[str] = "camp [--days N] [--hours N] [--outside WHO] [--hunger NAME=PERCENT,...]"
    examples: ClassVar[tuple[str, ...]] = (
        "camp",
        "camp --days 5",
        "camp --outside Ivo --hours 10",
        "camp --hunger Ivo=10",
    )
    days: Whole = 1
    hours: Figure | None = None
    outside: People = ()
    hunger: Text | None = None


class Clock(Command, tag="clock", frozen=True):
    """Move time on; every dawn passed closes its day: `clock 18:00`, `clock +2h`, `clock day-40`."""

    words: ClassVar[tuple[str, ...]] = ("to",)
    usage: ClassVar[str] = "clock MOMENT"
    examples: ClassVar[tuple[str, ...]] = ("clock 18:00", "clock +2h", "clock day-40")
    to: When


def camp(command: Camp, scene: Scene) -> Answer:
    """EOS-CAL-06: time goes on to the dawn after so many nights; what is due on the way is asked in the day's order.

    What the line says of the nights is posted as marks that last until then. Usage: no night at all, hours that no
    night has, a figure of hunger that is none.
    """
    if command.days < 1:
        raise Usage(f"--days is 1 or more, not {command.days}.")
    calendar = scene.calendar
    to = calendar.dawn_of(scene.day + command.days)
    outside = [h.name for h in scene.people(command.outside)] if command.outside else []
    told = figures_of_hunger(command.hunger, scene.world) if command.hunger is not None else {}
    marks: list[AnyPosting] = [Marked(name, OUTSIDE, until=to) for name in outside]
    if command.hours is not None:
        marks.append(Marked("book", NIGHT_HOURS, stored(hours_of(command.hours)), to))
    marks += [Marked(name, HUNGER_TOLD, stored(percent), to) for name, percent in told.items()]
    return [
        CampMade(
            rule="EOS-CAL-06" if scene.game == "eos" else None,
            to=to,
            day=scene.day,
            nights=command.days,
            outside=tuple(outside),
            hours=command.hours,
            told=tuple(f"{n} {stored(p)}" for n, p in told.items()),
            postings=tuple(marks),
        )
    ]


def hours_of(hours: int | str) -> Number:
    """Hours before dawn that can bite: 0 to 24."""
    number = exact(hours)
    if not 0 <= number <= HOURS_OF_A_DAY:
        raise Usage(f"--hours is 0 to {HOURS_OF_A_DAY}, not {hours}.")
    return number


def figures_of_hunger(text: str, world: World) -> dict[str, Number]:
    """EOS-STARV-07: `Ivo=10,Pip=5`: percent by name. Usage: nobody of that name, no figure from -100 to 100."""
    found: dict[str, Number] = {}
    for piece in text.split(","):
        name, equals, figure = piece.partition("=")
        known = world.find(name.strip())
        if not equals:
            raise Usage(f"--hunger is said as NAME=PERCENT, not {piece.strip()}.", nearest=("--hunger Ivo=10",))
        if known is None or world.holders[known].kind not in PEOPLE:
            raise Usage(f"Nobody is called {name.strip()}.", nearest=tuple(world.people))
        try:
            percent = parse_number(figure)
        except ValueError as wrong:
            raise Usage(f"--hunger: {wrong}") from None
        if abs(Fraction(percent)) > HIGHEST_HUNGER:
            raise Usage(f"--hunger is a percent up to {HIGHEST_HUNGER}, not {figure}.")
        found[known] = percent
    return found


def clock(command: Clock, scene: Scene) -> Answer:
    """Time goes on to a moment; a clock that reaches a day's last minute goes on to its dawn.

    Refused: a moment that is past, with the next such hour as help.
    """
    to, now = command.to, scene.moment
    if to <= now:
        later = to + (-(-(now - to) // DAY_SECONDS) or 1) * DAY_SECONDS
        if later <= now:
            later += DAY_SECONDS
        raise scene.lacks(
            f"{scene.date(to)} is {'past' if to < now else 'now'}: the clock stands at {scene.date(now)}.",
            thing="clock",
            state=scene.date(now),
            help=(f'clock "{scene.date(later)}"',),
        )
    calendar = scene.calendar
    day = calendar.day_of(to)
    if to >= close_of(calendar, day):
        to = calendar.dawn_of(day + 1)
    return [ClockMoved(rule="EOS-CAL-06" if scene.game == "eos" else None, to=to, date=scene.date(to))]


# -- the tick ---------------------------------------------------------------------------------------------------


def close_of(calendar: Calendar, day: int) -> Moment:
    """The minute in which a day closes, the last before dawn."""
    return calendar.dawn_of(day + 1) - MINUTE_SECONDS


def close_moments(calendar: Calendar, day: int) -> Sequence[Moment]:
    return (close_of(calendar, day),)


def every_day(world: World, moment: Moment) -> Sequence[str]:
    """A day closes whoever is there; in the game's days, which count from 1."""
    return ("",) if world.calendar.day_of(moment) >= 1 else ()


def close_day(asked: Asked, scene: Scene) -> Answer:
    """EOS-CAL-01: the day is over, once; tasks, meals and points of the next begin at the dawn."""
    day = scene.day
    return [DayClosed(rule="EOS-CAL-01" if scene.game == "eos" else None, day=day, to=scene.calendar.dawn_of(day + 1))]


CLOSE = TickRule("day.closed", 50, close_moments, every_day, close_day)

"""A day on the page: what everybody had to spend of it, and what is left."""

from typing import NamedTuple

from projections.fields import TASKS_A_DAY
from projections.larder import in_play
from projections.world import Holder, World
from schemas.calendar import MINUTE_SECONDS, Calendar
from schemas.units import Moment, Number

COOK_POINTS = "cooking points"
TRAPS_SET, PICKS = "traps set", "picks"
"""Counts of a day: traps set against others (EOS-TRAP-10), hours at locks (EOS-LPICK-04)."""
EXCUSED = "excused tasks"
"""Tasks of a day in spite of which the game master let somebody be treated (EOS-MED-04, overruled)."""


class Spell(NamedTuple):
    """One person's day: tasks allowed, used and left; whether they rested; traps set and hours at locks."""

    name: str
    allowed: Number
    used: Number
    left: Number
    rested: bool
    traps_set: Number
    picks: Number


def spells(world: World, day: int) -> list[Spell]:
    """EOS-DAY-01, EOS-DAY-04, EOS-MED-04: everyone in play on a day, in the order they joined."""
    return [_spell(h, day) for n in world.people if in_play(h := world.holders[n])]


def _spell(who: Holder, day: int) -> Spell:
    used = who.count("tasks", day)
    allowed = TASKS_A_DAY + min(1, who.count("freed", day))
    return Spell(
        name=who.name,
        allowed=allowed,
        used=used,
        left=max(0, allowed - used),
        rested=not used,
        traps_set=who.count(TRAPS_SET, day),
        picks=who.count(PICKS, day),
    )


def cook_points(world: World, day: int) -> dict[str, Number]:
    """EOS-COOK-02, EOS-COOK-04: points that each cook of a day has left, by name."""
    return {
        n: h.count(COOK_POINTS, day) for n in world.people if day in (h := world.holders[n]).counts.get(COOK_POINTS, {})
    }


def is_closed(calendar: Calendar, day: int, clock: Moment) -> bool:
    """EOS-CAL-01: whether time has passed the last minute of a day."""
    return day >= 1 and calendar.dawn_of(day + 1) - MINUTE_SECONDS <= clock

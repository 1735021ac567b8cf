"""Zones: what hunting and trapping wear out, and what seasons bring back.

A success is written; the number it leaves behind is asked of (zone, day).
"""

from projections.conditions import is_marked
from projections.world import Finding, Holder, World, field_fold, put_fold
from schemas.calendar import Calendar
from schemas.postings import Changed, Put
from schemas.units import Moment, Number, exact

HUNT, TRAP = "hunt success", "trap success"
HUNT_FLOOR, TRAP_FLOOR = 5, 1
ROAD_TRAP = 20
"""EOS-TRAP-04: the number on city and road tiles, which never wear."""
TRAP_AGAIN_DAYS = 30


class Worn:
    """A zone's wear by one craft: `value` settled up to the dawn of `day`, and what `day` itself has added so far."""

    __slots__ = ("calendar", "day", "last", "quiet_until", "today", "value")

    def __init__(self) -> None:
        self.calendar: Calendar | None = None
        self.quiet_until = 0
        self.day = 0
        self.value: Number = 0
        self.today: Number = 0
        self.last = 0

    def copy(self) -> "Worn":
        other = Worn()
        for slot in Worn.__slots__:
            setattr(other, slot, getattr(self, slot))
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worn) and all(getattr(self, slot) == getattr(other, slot) for slot in Worn.__slots__)

    __hash__ = None  # type: ignore[assignment]


def _worn(holder: Holder, field: str) -> Worn | None:
    value = holder.fields.get("worn " + field)
    return value if isinstance(value, Worn) else None


def _came_back(world: World, field: str, worn: Worn, day: int) -> int:
    """How many came back after `worn.day`, up to `day`: one a spring for hunting, one a month for traps."""
    if field == HUNT:
        return len(world.calendar.springs_between(worn.day, day))
    if world.ruling("zone_tick", "month-boundary") == "30-days-after-success":
        if not worn.last:
            return 0
        return (day - worn.last) // TRAP_AGAIN_DAYS - (worn.day - worn.last) // TRAP_AGAIN_DAYS
    return world.calendar.months_passed(worn.day, day)


def _settled(world: World, field: str, worn: Worn, day: int) -> Number:
    """EOS-HUNT-05, EOS-HUNT-06, EOS-TRAP-06, EOS-TRAP-07: wear at the dawn of `day`."""
    value = worn.value + (worn.today if day > worn.day else 0)
    if day < worn.quiet_until and worn.calendar is world.calendar:
        return value
    return max(0, value - _came_back(world, field, worn, day)) if day > worn.day else value


def _look_ahead(world: World, field: str, worn: Worn) -> None:
    """Notes until which day nothing comes back, so that a day's success need not ask the calendar."""
    worn.calendar = world.calendar
    if field == HUNT:
        spring = world.calendar.next_spring(worn.day)
        worn.quiet_until = worn.day + 1_000_000 if spring is None else spring
    elif world.ruling("zone_tick", "month-boundary") == "month-boundary":
        worn.quiet_until = world.calendar.next_month(worn.day)
    else:
        worn.quiet_until = 0


def depletion(world: World, zone: Holder, field: str, day: int) -> Number:
    """How far a zone is worn: successes of earlier days, less what came back (ruling depletion_counts_from)."""
    worn = _worn(zone, field)
    if worn is None:
        return 0
    value = _settled(world, field, worn, day)
    if day == worn.day and world.ruling("depletion_counts_from", "next-dawn") == "at-once":
        value += worn.today
    return value


def hunt_base(zone: Holder) -> Number:
    """EOS-HUNT-02, EOS-HUNT-15: 30, five less for each whole five miles from town, at least 5; or as declared."""
    declared = zone.fields.get("hunt")
    if declared is not None:
        return zone.number("hunt")
    return max(HUNT_FLOOR, 30 - 5 * (zone.number("miles") // 5))


def trap_base(zone: Holder) -> Number:
    """EOS-TRAP-04, EOS-TRAP-05: 20 in cities and on roads; in the wild one less for each zone away, at least 1."""
    declared = zone.fields.get("trap")
    if declared is not None:
        return zone.number("trap")
    if never_wears(zone):
        return ROAD_TRAP
    return max(TRAP_FLOOR, ROAD_TRAP - zone.number("zones"))


def never_wears(zone: Holder) -> bool:
    """EOS-TRAP-04: traps in cities and on roads deplete nothing."""
    return zone.word("terrain", "wild") in ("city", "road")


def hunt_target(world: World, zone: Holder, day: int) -> Number:
    """EOS-HUNT-03: the number a hunt must beat on this day."""
    return hunt_base(zone) + depletion(world, zone, HUNT, day)


def trap_target(world: World, zone: Holder, day: int) -> Number:
    """EOS-TRAP-02: the number that traps must beat on this day."""
    base = trap_base(zone)
    return base if never_wears(zone) and zone.fields.get("trap") is None else base + depletion(world, zone, TRAP, day)


def ready_mark(zone: Holder, craft: str, moment: Moment) -> str | None:
    """EOS-FARM-09, EOS-FARM-10: the oldest standing mark by which a farm makes one `hunt` or `trap` easy."""
    name = f"ready {craft}"
    for mark in zone.marks:
        if (mark == name or mark.startswith(name + " ")) and is_marked(zone, mark, moment):
            return mark
    return None


def trees_left(zone: Holder) -> Number | None:
    """EOS-LOG-03: the trees that still stand, where the GM said how many there were; None: nobody counts them."""
    return None if zone.fields.get("trees") is None else max(0, zone.number("trees"))


@field_fold(HUNT, TRAP)
def succeeded(world: World, zone: Holder, p: Changed) -> None:
    """A day with a success wears the zone by one from the next dawn, once a day (ruling zone_increment)."""
    day = p.period if p.period is not None else world.day
    worn = _worn(zone, p.field)
    if worn is None:
        worn = zone.fields["worn " + p.field] = Worn()  # type: ignore[assignment]
        worn.day = day
    before = worn.today if day == worn.day else 0
    if day > worn.day:
        worn.value, worn.day, worn.today = _settled(world, p.field, worn, day), day, 0
        if day >= worn.quiet_until or worn.calendar is not world.calendar:
            _look_ahead(world, p.field, worn)
    if not worn.today or world.ruling("zone_increment", "once-a-day") == "each-success":
        worn.today += 1
    worn.last = day
    if world.trace is not None:
        world.found(Finding(world.position, "changed", zone.name, field=p.field, before=before, after=worn.today,
                            quantity=exact(p.by), source=f"day {day}"))  # fmt: skip


@field_fold("hunt_depletion", "trap_depletion")
def opened_worn(world: World, zone: Holder, p: Changed) -> None:
    """A zone that was worn before the book began."""
    _wear_at_least(world, zone, p.field, exact(p.by), add=True)


@put_fold("hunt_depletion", "trap_depletion")
def depletion_put(world: World, zone: Holder, p: Put) -> None:
    _wear_at_least(world, zone, p.field, exact(p.to or 0), add=False)


def _wear_at_least(world: World, zone: Holder, field: str, by: Number, *, add: bool) -> None:
    name = HUNT if field == "hunt_depletion" else TRAP
    worn = _worn(zone, name)
    if worn is None:
        worn = zone.fields["worn " + name] = Worn()  # type: ignore[assignment]
        worn.day = world.day
    worn.last = worn.last or world.day
    before = _settled(world, name, worn, world.day)
    today = worn.today if worn.day == world.day else 0
    worn.value, worn.today, worn.day = (before + by if add else by), today, world.day
    if world.trace is not None:
        world.found(Finding(world.position, "changed", zone.name, field=field, before=before, after=worn.value))

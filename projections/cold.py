"""Cold: how much of an hour of it comes through what someone wears, and through roof and fire."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from projections.conditions import is_marked
from projections.places import cold, fire_lit, shelter_tier
from projections.wear import cloaks, clothing_tier, tier_now
from projections.world import PITCHED, Holder, Lot, World
from schemas.calendar import HOUR_SECONDS
from schemas.units import Moment, Number, exact

OUTSIDE, NIGHT_HOURS = "outside", "night hours"
"""Marks that a camp leaves: who is on watch, and how many hours before dawn can bite."""
HOURS_OF_NIGHT = 8


class Exposure(NamedTuple):
    """One hour of cold on one person: the level, what protects, and the hit points that it takes."""

    level: Number
    protection: Number
    shelter: bool
    fire: bool
    harm: Number


def exposure(world: World, who: Holder, moment: Moment, *, shelter: bool, fire: bool, resting: bool) -> Exposure:
    """EOS-ENV-02: what the hour that begins at a moment does to someone where they are, under this roof and fire."""
    level = level_at(world, who, moment)
    if not level:
        return Exposure(0, 0, shelter, fire, 0)
    against = protection(who, resting)
    return Exposure(level, against, shelter, fire, harm(world, level, against, shelter=shelter, fire=fire))


def harm(world: World, level: Number, against: Number, *, shelter: bool, fire: bool) -> Number:
    """EOS-ENV-06, EOS-ENV-07: shelter or fire halves, rounded up; both together leave nothing.

    Clothing counts before that, or after it (ruling cold_order).
    """
    if shelter and fire:
        return 0
    halve: Callable[[Number], Number] = _half_up if shelter or fire else exact
    if world.ruling("cold_order", "clothing-first") == "level-first":
        return max(0, halve(level) - against)
    return halve(max(0, level - against))


def _half_up(number: Number) -> Number:
    return -(-Fraction(number) // 2)


def protection(who: Holder, resting: bool) -> Number:
    """EOS-ENV-03, EOS-ENV-04: clothing, cloaks, a hide (EOS-RACE-ROCKTROLL-03); EOS-ENV-05: at rest a bedroll."""
    worn = clothing_tier(who) + cloaks(who) + who.number("natural_armor_vs_environment")
    return worn + bedroll(who) if resting else worn


def bedroll(who: Holder) -> Number:
    """EOS-ENV-05, EOS-BED-01: twice the tier of the best bedroll that someone has; EOS-SCALE-09: of their size."""
    fit = (lot.tier or 0 for lot in who.lots.get("bedroll", ()) if lot.size in (None, who.word("size", "Medium")))
    return 2 * max(fit, default=0)


def level_at(world: World, who: Holder, moment: Moment) -> Number:
    """EOS-ENV-01: the cold of the zone where someone is; by night the night's, from dusk to dawn."""
    place = who.fields.get("place")
    if not isinstance(place, str):
        return 0
    calendar = world.calendar
    return cold(world.get(world.zone_of(place)), moment, moment >= calendar.dusk_of(calendar.day_of(moment)))


# -- roof and fire ----------------------------------------------------------------------------------------------


def roof(world: World, who: Holder, moment: Moment) -> bool:
    """EOS-BUSH-11, EOS-TENT-02: whether someone has a shelter where they are, or a place in a tent pitched there."""
    place = world.place_of(who.name)
    if place is None:
        return False
    if shelter_tier(world.get(place), world.calendar.day_of(moment)):
        return True
    return who.name in housed(world, place, moment)


def housed(world: World, place: str, moment: Moment) -> list[str]:
    """EOS-TENT-02: who sleeps in the tents pitched at a place, as many as they hold, in the order of joining."""
    beds: Number = sum((lot.persons or 1 for lot in tents(world, place, moment)), start=0)
    found: list[str] = []
    for who in world.at(place) if beds else ():
        if "gone" in who.marks or is_marked(who, OUTSIDE, moment):
            continue
        room = max(1, who.number("tiles", 1))
        if room <= beds:
            found.append(who.name)
            beds -= room
    return found


def tents(world: World, place: str, moment: Moment) -> list[Lot]:
    """EOS-TENT-02, EOS-TENT-03: tents that stand pitched at a place, and are not worn to nothing."""
    day = world.calendar.day_of(moment)
    lots = world.get(place).lots.get("tent", ())
    return [lot for lot in lots if lot.slot == PITCHED and (tier_now(world, lot, day) or 0) >= 1]


def campfire(world: World, who: Holder, moment: Moment) -> bool:
    """EOS-BUSH-09: whether a fire burns where someone is."""
    place = world.place_of(who.name)
    return place is not None and fire_lit(world.get(place), world.calendar.day_of(moment))


def hibernates(who: Holder) -> bool:
    """EOS-RACE-BEAR-05, EOS-RACE-BLACKBEAR-03: whether someone's rest is a bear's: twice the healing, and warm."""
    return who.number("rest_heal_multiplier", 1) > 1


# -- the night --------------------------------------------------------------------------------------------------


def at_rest(who: Holder, moment: Moment) -> bool:
    """Whether someone sleeps this night, and is not outside on watch."""
    return not is_marked(who, OUTSIDE, moment)


def tonight(world: World, who: Holder, moment: Moment) -> Exposure:
    """EOS-ENV-06, EOS-ENV-07: an hour of the night: who is outside on watch has no roof, no fire and no bedroll."""
    if not at_rest(who, moment):
        return exposure(world, who, moment, shelter=False, fire=False, resting=False)
    return exposure(
        world,
        who,
        moment,
        shelter=roof(world, who, moment),
        fire=campfire(world, who, moment) or hibernates(who),
        resting=True,
    )


def bites(world: World, moment: Moment) -> bool:
    """Whether the hour that begins at a moment is one of the hours before dawn that can bite (ruling night_hours)."""
    calendar = world.calendar
    day = calendar.day_of(moment)
    dawn = calendar.dawn_of(day + 1)
    book = world.get("book")
    told = book.marks.get(NIGHT_HOURS)
    if told is not None and is_marked(book, NIGHT_HOURS, moment) and told.value is not None:
        hours = whole_hours(world, exact(told.value))
    elif world.ruling("night_hours", "8-hours") == "dusk-to-dawn":
        return moment >= calendar.dusk_of(day)
    else:
        hours = HOURS_OF_NIGHT
    return dawn - moment <= hours * HOUR_SECONDS


def whole_hours(world: World, hours: Number) -> int:
    """EOS-ENV-02: a begun hour does not bite, or does (ruling partial_hour)."""
    if world.ruling("partial_hour", "whole-hours") == "begun-hours":
        return int(-(-Fraction(hours) // 1))
    return int(Fraction(hours) // 1)

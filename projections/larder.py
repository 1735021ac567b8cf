"""The larder: who eats of it, how much they need, what it holds and how long it lasts.

A larder is all edible food of the people and the store of one place. Water is not counted: there are
as many days of it as of food (EOS-FOOD-06). Nothing but a cook's work or the GM's hand lets a lot keep longer
(EOS-FOOD-02).
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from projections.holdings import EDIBLE, edible, reachable
from projections.pools import state
from projections.world import PEOPLE, Holder, Lot, World
from schemas.calendar import HOUR_SECONDS
from schemas.units import Moment, Number, exact

EATEN, MEALS = "eaten", "meals"
"""Counts of a day: units eaten, and meals sat down to, be they empty."""
GRACE_DAYS = 7
MINDLESS_BELOW = 1
HUNGER_TOLD = "hunger told"
"""The mark of the GM's figure for nights whose mix of food and work the book leaves out (EOS-STARV-07)."""
SUPPER_BEFORE_DAWN = 10 * HOUR_SECONDS
"""When the larder serves: 20:00 where dawn is at 06:00."""


# -- who eats ---------------------------------------------------------------------------------------------------


def in_play(who: Holder) -> bool:
    """Whether time asks someone anything: not the dead, nor who left."""
    return who.kind in PEOPLE and state(who) not in ("dead", "gone")


def eats(world: World, who: Holder) -> bool:
    """Whether someone eats of the larder and hungers; of the GM's figures only the fed (ruling npc_upkeep)."""
    if not in_play(who):
        return False
    if who.kind == "character" or who.number("fed"):
        return True
    return world.ruling("npc_upkeep", "only-when-fed") == "like-characters"


def eaters(world: World, place: str | None = None) -> list[Holder]:
    """Everyone who eats, at a place or anywhere, in the order they joined."""
    people = (world.holders[name] for name in world.people)
    return [h for h in people if (place is None or h.fields.get("place") == place) and eats(world, h)]


def food_need(world: World, who: Holder) -> Number:
    """EOS-SCALE-02: units a day, the tiles of the footprint; nothing of a Neo-Ape's in the wild (EOS-RACE-APE-02)."""
    if finds_its_own(world, who):
        return who.number("food_in_wilderness")
    return day_of_food(who)


def day_of_food(who: Holder) -> Number:
    """EOS-SCALE-02: units of food that a day takes, wherever it is."""
    return who.number("food_per_day", who.number("tiles", 1))


def finds_its_own(world: World, who: Holder) -> bool:
    """EOS-RACE-APE-02: whether the wild feeds someone where they are."""
    if who.fields.get("food_in_wilderness") is None:
        return False
    place = world.place_of(who.name)
    if place is None:
        return False
    zone = world.get(world.zone_of(place))
    return zone.kind == "zone" and zone.word("terrain", "wild") == "wild"


def grace_days(who: Holder) -> int:
    """EOS-FOOD-03, EOS-RACE-RAT-03: a week more for spoiled food with Mind below 1, or by race; they do not add up."""
    mindless = "mind" in who.fields and who.number("mind") < MINDLESS_BELOW
    return max(GRACE_DAYS if mindless else 0, int(who.number("food_extra_days")))


def served(who: Holder, day: int) -> bool:
    """Whether someone has had this day's meal, a cook's or an empty one too."""
    return bool(who.count(MEALS, day) or who.count(EATEN, day))


def ration(world: World, eaten: Number, need: Number) -> str:
    """EOS-STARV-08: `full half none`; what lies between is the next lower, or `unclear` (ruling ration_band)."""
    if eaten >= need:
        return "full"
    if not eaten:
        return "none"
    halves = Fraction(eaten) / Fraction(need) * 2
    if halves != 1 and world.ruling("ration_band", "next-lower") == "ask":
        return "unclear"
    return "half" if halves >= 1 else "none"


# -- what is there ----------------------------------------------------------------------------------------------


def food_lots(world: World, place: str) -> Iterator[tuple[Holder, Lot]]:
    """Every lot of food in a larder, spoiled ones too."""
    for holder, _ in reachable(world, place, "larder"):
        for item in EDIBLE:
            for lot in holder.lots.get(item, ()):
                yield holder, lot


def within_reach(world: World, who: Holder, moment: Moment) -> Number:
    """EOS-FOOD-07: units that someone could eat of the larder where they are; less the holes of late corrections."""
    day, grace = world.calendar.day_of(moment), grace_days(who)
    whole, parts = 0, Fraction(0)  # a table eats thousands of times: whole units are summed apart
    for holder, _ in reachable(world, who.name, "larder"):
        for item in EDIBLE:
            for lot in holder.lots.get(item, ()):
                spoils = lot.spoils_on
                if spoils is None or (day < spoils + grace if lot.spoils_at is None else edible(lot, day, grace, moment)):
                    quantity = lot.quantity
                    if type(quantity) is int:
                        whole += quantity
                    else:
                        parts += quantity
            parts -= holder.holes.get(item, 0)
    return max(exact(whole + parts), 0)


def helping(world: World, who: Holder, moment: Moment) -> Number | None:
    """EOS-FOOD-07: what the larder serves someone who has not eaten today; None where the table wants to be asked.

    If it runs short: a full ration if it is there, else half, else nothing, in the order of joining; or all alike, or
    nobody until the table has said who (ruling meal_order_when_short).
    """
    need, there = food_need(world, who), within_reach(world, who, moment)
    ruled = world.ruling("meal_order_when_short", "joining-order")
    if ruled == "joining-order":
        half = exact(Fraction(need) / 2)
        return need if there >= need else half if there >= half else 0
    hungry = waiting_need(world, who, moment)
    if there >= hungry:
        return need
    return None if ruled == "ask" else exact(Fraction(need) * Fraction(there) / Fraction(hungry))


def waiting_need(world: World, who: Holder, moment: Moment) -> Number:
    """Units that everyone who shares someone's larder and has not eaten today needs, theirs with it."""
    day, place = world.calendar.day_of(moment), world.place_of(who.name)
    others = eaters(world, place) if place else []
    needs = (food_need(world, h) for h in others if h.name != who.name and not served(h, day))
    return food_need(world, who) + sum(needs, start=0)


# -- a larder on the page ---------------------------------------------------------------------------------------


class Larder(NamedTuple):
    """A place's food on a moment. `days_left`: whole days that it feeds the people there; None if nobody eats."""

    units: Number
    fresh: Number
    preserved: Number
    spoiled: Number
    days_left: int | None
    first_spoils: int | None
    lots: list[tuple[Holder, Lot, str]]


def larder(world: World, place: str, moment: Moment) -> Larder:
    """EOS-FOOD-01, EOS-FOOD-07: what is fresh, preserved and spoiled; what spoils first stands first."""
    day = world.calendar.day_of(moment)
    counts: dict[str, Number] = {"fresh": 0, "preserved": 0, "spoiled": 0}
    rows: list[tuple[tuple[int, int, int], Holder, Lot, str]] = []
    for holder, lot in food_lots(world, place):
        kind = "preserved" if lot.spoils_on is None else "fresh" if edible(lot, day, 0, moment) else "spoiled"
        counts[kind] += lot.quantity
        rows.append(((lot.spoils_on is None, lot.spoils_on or 0, lot.position), holder, lot, kind))
    for holder, _ in reachable(world, place, "larder"):
        counts["fresh"] -= holder.holes.get("food", 0)
        counts["preserved"] -= holder.holes.get("preserved food", 0)
    rows.sort(key=lambda row: row[0])
    units = counts["fresh"] + counts["preserved"]
    need = sum((food_need(world, h) for h in eaters(world, place)), start=0)
    return Larder(
        units=units,
        fresh=counts["fresh"],
        preserved=counts["preserved"],
        spoiled=counts["spoiled"],
        days_left=int(max(units, 0) // need) if need else None,
        first_spoils=min(
            (lot.spoils_on for _, _, lot, kind in rows if kind == "fresh" and lot.spoils_on), default=None
        ),
        lots=[(holder, lot, kind) for _, holder, lot, kind in rows],
    )

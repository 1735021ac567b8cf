"""What someone wears and holds: slots, what of it weighs on the body, and what time and use take of its tier."""

from projections.world import Holder, Lot, World
from schemas.units import Number

WORN = "worn"
"""The slot of armor, clothing and cloaks: put on, in no slot of its own."""
HANDS = ("main", "off", "both", "tail")
"""Slots of what is held."""
SLOTS = (
    "right hip weapon",
    "right hip toolkit",
    "right hip misc",
    "left hip weapon",
    "left hip toolkit",
    "left hip misc",
    "back weapon",
    "back toolkit",
    "back misc",
)
"""EOS-GEAR-04: the nine slots, one item in each."""


def worn(who: Holder) -> list[Lot]:
    """Everything worn: put on or hung in a slot, in the order in which it came."""
    found = (lot for lot in who.all_lots() if lot.slot and lot.slot not in HANDS and "@" not in lot.slot)
    return sorted(found, key=lambda lot: lot.position)


def held(who: Holder) -> list[Lot]:
    """Everything in hand."""
    return sorted((lot for lot in who.all_lots() if lot.slot in HANDS), key=lambda lot: lot.position)


def on_body(who: Holder, item: str) -> list[Lot]:
    """Pieces of an item that are put on."""
    return [lot for lot in who.lots.get(item, ()) if lot.slot == WORN]


def armor_tier(who: Holder) -> Number:
    """EOS-CGEAR-02, EOS-RACE-DWARF-02: the tiers of the suits worn, together."""
    return sum((lot.tier or 0 for lot in on_body(who, "armor")), start=0)


def clothing_tier(who: Holder) -> Number:
    """EOS-TAIL-05, EOS-TAIL-08: the tiers of the clothing worn, together."""
    return sum((lot.tier or 0 for lot in on_body(who, "clothing")), start=0)


def cloaks(who: Holder) -> int:
    """EOS-ENV-04: how many cloaks someone wears."""
    return len(on_body(who, "cloak"))


def burden(who: Holder) -> Number:
    """EOS-BUSH-03: what is worn against Body: armor by its tier, a cloak as one; clothing is nothing (EOS-TAIL-07)."""
    return armor_tier(who) + cloaks(who)


def bears(who: Holder) -> Number:
    """EOS-GEAR-12, EOS-RACE-DWARF-03: how much of that the body bears: Body, of a dwarf twice."""
    return who.number("body") * who.number("cloaks_per_body", 1)


def overloaded(who: Holder) -> bool:
    """EOS-GEAR-12, EOS-CGEAR-10: with more than the body bears, Move is 0."""
    return burden(who) > bears(who)


# -- what time takes --------------------------------------------------------------------------------------------


def losses(world: World, lot: Lot, day: int) -> int:
    """EOS-METAL-04: a tier for every year in use; EOS-TENT-03: for every month a tent stands (ruling tent_clock)."""
    if lot.wears_days is None:
        return 0
    since = day if lot.worn_since is None else lot.worn_since
    if not lot.in_use and world.ruling("tent_clock", "days-in-use") == "calendar-months":
        return lot.used_months + world.calendar.months_passed(since, day)
    return (lot.used_days + max(0, day - since)) // lot.wears_days


def tier_now(world: World, lot: Lot, day: int) -> int | None:
    """The tier of a piece on a day, less what time took since it was made or mended; never below nothing."""
    if lot.tier is None or lot.wears_days is None:
        return lot.tier
    return max(0, lot.tier - max(0, losses(world, lot, day) - lot.mended))


def next_loss(world: World, lot: Lot, day: int) -> int | None:
    """The first day on which its tier is lower, if nobody acts; None for what does not wear, is not in use, is gone."""
    if lot.wears_days is None or lot.worn_since is None or not tier_now(world, lot, day):
        return None
    if not lot.in_use and world.ruling("tent_clock", "days-in-use") == "calendar-months":
        return world.calendar.next_month(day)
    return lot.worn_since + lot.wears_days * (losses(world, lot, day) + 1) - lot.used_days

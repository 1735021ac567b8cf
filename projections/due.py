"""What time will do next to each thing, if nobody acts."""

from collections.abc import Iterator
from typing import NamedTuple

from projections.encounter import ROUND_SECONDS
from projections.holdings import EDIBLE, edible
from projections.larder import SUPPER_BEFORE_DAWN, eaters, food_need, served
from projections.lights import burning
from projections.places import fire_days, fire_lit, shelter_next_loss, shelter_tier
from projections.wear import next_loss, tier_now
from projections.world import PEOPLE, PITCHED, Holder, Lot, World
from schemas.calendar import DAY_SECONDS
from schemas.units import Moment, Number, text_of

KINDS = ("need", "spoils", "shelter", "tent", "fire", "light", "trap", "month", "spring")


class Due(NamedTuple):
    """One thing that time does: when, to what, where, how much of it."""

    moment: Moment
    kind: str
    thing: str | None
    place: str | None
    quantity: Number | None
    text: str


def due(world: World, moment: Moment, of: str | None = None) -> list[Due]:
    """What is next, sorted by moment and kind; only of a place or person where one is named, and the calendar's."""
    found = [d for d in _everything(world, moment) if of is None or _concerns(world, d, of)]
    return sorted(found, key=lambda d: (d.moment, KINDS.index(d.kind), d.thing or ""))


def _concerns(world: World, d: Due, of: str) -> bool:
    if d.kind in ("month", "spring") or of in (d.place, d.thing):
        return True
    holder = d.thing and world.piece(d.thing)
    if holder and holder[0].name == of:
        return True
    return d.place is not None and world.get(of).kind == "zone" and world.zone_of(d.place) == of


def _everything(world: World, moment: Moment) -> Iterator[Due]:
    yield from _needs(world, moment)
    for holder in world.holders.values():
        if holder.kind in PEOPLE and "gone" in holder.marks:
            continue
        place = holder.word("place") or None if holder.kind in PEOPLE else holder.name
        yield from _spoils(world, holder, place, moment)
        yield from _lights(holder, place, moment)
        if holder.kind not in PEOPLE:
            yield from _of_place(world, holder, moment)
        else:
            yield from _held(world, holder, place, moment)
    yield from _calendar(world, moment)


def _needs(world: World, moment: Moment) -> Iterator[Due]:
    """EOS-SCALE-02: tonight's food, person by person; tomorrow's where tonight's is eaten."""
    calendar = world.calendar
    day = calendar.day_of(moment)
    supper = calendar.dawn_of(day + 1) - SUPPER_BEFORE_DAWN
    for who in eaters(world):
        need = food_need(world, who)
        if need:
            later = served(who, day) or moment >= supper
            at = supper + DAY_SECONDS if later else supper
            yield Due(at, "need", who.name, world.place_of(who.name), need, f"{who.name} needs {text_of(need)} food")


def _spoils(world: World, holder: Holder, place: str | None, moment: Moment) -> Iterator[Due]:
    """EOS-FOOD-01: each lot on the first day on which it is spoiled, or at its very hour (ruling spoil_boundary)."""
    calendar = world.calendar
    for item in EDIBLE:
        for lot in holder.lots.get(item, ()):
            if lot.spoils_on is None or not edible(lot, calendar.day_of(moment), 0, moment):
                continue
            at = calendar.dawn_of(lot.spoils_on) if lot.spoils_at is None else lot.spoils_at
            yield Due(
                at, "spoils", lot.name, place, lot.quantity, f"{text_of(lot.quantity)} {item} of {holder.name} spoils"
            )


def _of_place(world: World, place: Holder, moment: Moment) -> Iterator[Due]:
    """EOS-BUSH-08, EOS-BUSH-11: a fire goes out, a shelter loses a tier; EOS-TENT-03: so does a tent in use."""
    calendar = world.calendar
    day = calendar.day_of(moment)
    loss = shelter_next_loss(place, day)
    if loss is not None:
        after = shelter_tier(place, loss)
        yield Due(
            calendar.dawn_of(loss),
            "shelter",
            place.name,
            place.name,
            after,
            f"the shelter of {place.name} falls to tier {after}",
        )
    if fire_lit(place, day):
        days = fire_days(place, day)
        at = calendar.dawn_of(day + int(-(-days // 1)))
        yield Due(at, "fire", place.name, place.name, days, f"the fire at {place.name} burns down")
    for lot in place.lots.get("tent", ()):
        if lot.slot == PITCHED:
            yield from _tent(world, place, lot, day)


def _tent(world: World, place: Holder, lot: Lot, day: int) -> Iterator[Due]:
    loss, tier = next_loss(world, lot, day), tier_now(world, lot, day) or 0
    if loss is not None:
        yield Due(world.calendar.dawn_of(loss), "tent", lot.name, place.name, tier - 1,
                  f"the tent at {place.name} falls to tier {tier - 1}")  # fmt: skip


def _held(world: World, who: Holder, place: str | None, moment: Moment) -> Iterator[Due]:
    """EOS-TRAP-14: whoever a trap holds is free of it when its rounds are over; the trap itself waits for ever (EOS-TRAP-10)."""
    mark = who.marks.get("held")
    if mark is None or mark.until is None or mark.until <= moment:
        return
    where = world.get(who.word("held by")).word("at")
    rounds = -(-(mark.until - moment) // ROUND_SECONDS)
    yield Due(mark.until, "trap", who.name, place, rounds, f"{who.name} comes free of the trap{f' at {where}' if where else ''}")


def _lights(holder: Holder, place: str | None, moment: Moment) -> Iterator[Due]:
    """EOS-BUSH-17, EOS-COOK-12: each light that burns, at the moment at which it is out."""
    for flame in burning(holder, moment):
        text = f"the {flame.item} of {holder.name} burns down"
        yield Due(flame.until, "light", flame.thing, place, flame.hours, text)


def _calendar(world: World, moment: Moment) -> Iterator[Due]:
    """EOS-CAL-03, EOS-CAL-04: the next month, and the next spring where one is set."""
    calendar = world.calendar
    day = calendar.day_of(moment)
    month = calendar.next_month(day)
    yield Due(calendar.dawn_of(month), "month", None, None, None, f"the {calendar.month_name(month)} begins")
    spring = calendar.next_spring(day)
    if spring is not None:
        yield Due(calendar.dawn_of(spring), "spring", None, None, None, "spring comes; zones recover")

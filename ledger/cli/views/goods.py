"""Goods on the page: `stock`, `gear`."""

from typing import Any, ClassVar

import schemas.rulebook as rulebook
from ledger.reading import Reading
from ledger.ruling import Command, Known, Person, Refused
from projections.wear import HANDS, SLOTS, WORN
from projections.world import PEOPLE, Holder, Lot
from schemas.units import Number, exact, text_of


class StockQuestion(Command, tag="stock", frozen=True):
    words: ClassVar[tuple[str, ...]] = ("holder",)
    usage: ClassVar[str] = "stock HOLDER"
    holder: Known


class GearQuestion(Command, tag="gear", frozen=True):
    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "gear WHO"
    who: Person


def stock(question: StockQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Everything somebody, a place or a chest has: a row for each thing, tier and size."""
    world = reading.world
    name = question.holder
    if name not in world.holders and world.piece(name) is None:
        raise Refused(f"There is no {name} on {reading.calendar.text(reading.on)}.", thing=name, state="not there")
    holder = world.get(name)
    rows: dict[tuple[str, int | None, str | None], list[Lot]] = {}
    for lot in holder.all_lots():
        rows.setdefault((lot.item, lot.tier, lot.size), []).append(lot)
    things = [
        {
            "item": item,
            "tier": tier,
            "size": size,
            "quantity": sum((lot.quantity for lot in lots), start=0),
            "unit": unit_of(item),
            "lots": [lot.name for lot in lots],
        }
        for (item, tier, size), lots in sorted(
            rows.items(), key=lambda row: (row[0][0], row[0][1] or 0, row[0][2] or "")
        )
    ]
    eyes = [f"{name} has {'nothing' if not things else ''}".rstrip()] + [line_of(t) for t in things]
    return {"holder": name, "things": things}, eyes


def line_of(row: dict[str, Any]) -> str:
    unit = f" {row['unit']}" if row["unit"] == "ft" else ""
    tier = f" T{row['tier']}" if row["tier"] is not None else ""
    size = f" ({row['size']})" if row["size"] not in (None, "Medium") else ""
    return f"  {text_of(row['quantity'])}{unit}{tier} {row['item']}{size}: {', '.join(row['lots'])}"


def unit_of(item: str) -> str | None:
    try:
        return rulebook.thing_row(item).unit
    except KeyError:
        return None


def gear(question: GearQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-GEAR-04: the slots, the hands and every piece of somebody; tiers as they are on the day looked at."""
    world = reading.world
    holder = world.get(question.who)
    if holder.kind not in PEOPLE:
        raise Refused(
            f"{question.who} is nobody who wears gear on {reading.calendar.text(reading.on)}.", thing=question.who
        )
    pieces = sorted((lot for lot in holder.all_lots() if lot.piece), key=lambda lot: (lot.position, lot.name))
    slots: dict[str, list[str]] = {slot: [] for slot in (*SLOTS, WORN)}
    hands: dict[str, str | None] = dict.fromkeys(HANDS)
    for lot in pieces:
        if lot.slot in HANDS:
            hands[lot.slot] = lot.name
        elif lot.slot:
            slots.setdefault(lot.slot, []).append(lot.name)
    shown = [piece_of(lot, world.holders) for lot in pieces]
    data = {"name": holder.name, "slots": slots, "hands": hands, "pieces": shown}
    eyes = [f"{holder.name}: {len(pieces)} pieces"]
    eyes += [
        f"  {p['piece']}"
        + (f" “{p['named']}”" if p["named"] else "")
        + (f" T{p['tier']}" if p["tier"] is not None else "")
        + (f", {p['slot']}" if p["slot"] else "")
        + (f", {p['state']}" if p["state"] != "whole" else "")
        for p in shown
    ]
    return data, eyes


def piece_of(lot: Lot, holders: dict[str, Holder]) -> dict[str, Any]:
    """One piece: its tier now and when whole, its state, its place, what is in it."""
    fields = lot.fields or {}
    most = slots_max(lot)
    inside = holders.get(lot.name)
    return {
        "piece": lot.name,
        "item": lot.item,
        "named": lot.named,
        "size": lot.size,
        "tier": lot.tier,
        "full_tier": lot.full_tier,
        "state": state_of(lot),
        "slot": lot.slot,
        "fitted_to": lot.fitted_to,
        "loaded": fields.get("loaded"),
        "slots_used": None if most is None else slots_used(inside),
        "slots_max": most,
        "next_loss": None,
    }


def state_of(lot: Lot) -> str:
    """`whole`, `damaged` below its full tier, and at T0 what the book says becomes of it."""
    if lot.tier is None or lot.full_tier is None or lot.tier >= lot.full_tier:
        return "whole"
    if lot.tier > 0:
        return "damaged"
    try:
        return rulebook.thing_row(lot.item).at_zero or "unusable"
    except KeyError:
        return "unusable"


def slots_max(lot: Lot) -> Number | None:
    """EOS-CONT-01, EOS-CONT-02, EOS-CONT-03, EOS-CONT-04, EOS-SCALE-03: what it holds; those of one kind round up."""
    from ledger.sizes import size_factor

    own = (lot.fields or {}).get("slots_max")
    if own is not None and not isinstance(own, str):
        return own
    try:
        holds = rulebook.thing_row(lot.item).holds
    except KeyError:
        return None
    if holds is None:
        return None
    slots: Number = holds.count * (lot.full_tier or 1) if holds.per_tier else holds.count
    if lot.size is not None:
        slots = exact(slots * size_factor(lot.size))
        if holds.one_kind:
            slots = -(-slots // 1)
    return slots


def slots_used(inside: Holder | None) -> Number:
    """EOS-GEAR-10: the slots that the things inside take, ten of the smallest to one."""
    if inside is None:
        return 0
    used: Number = 0
    for item, lots in inside.lots.items():
        total = sum((lot.quantity for lot in lots), start=0)
        try:
            slots = rulebook.thing_row(item).slots
        except KeyError:
            continue
        if slots is not None:
            used += slots.count * -(-total // slots.each)
    return used

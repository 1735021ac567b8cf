"""Goods on the page: `stock`, `gear`."""

from typing import Any, ClassVar

from ledger import house
from ledger.reading import Reading
from ledger.ruling import Command, Known, Person, Refused, Usage
from ledger.shots import shown_loaded
from ledger.slots import row_of, slots_max, slots_used
from projections.holdings import contents, owner_of
from projections.wear import HANDS, SLOTS, WORN, next_loss, tier_now
from projections.world import PEOPLE, Lot, World
from schemas.units import counted, key, text_of


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
    owner, inside = owner_of(world, name)
    rows: dict[tuple[str, int | None, str | None], list[Lot]] = {}
    for lot in contents(world.get(owner), inside) if inside else world.get(owner).all_lots():
        rows.setdefault((lot.item, lot.tier, lot.size), []).append(lot)
    things = [
        {
            "item": item,
            "tier": tier,
            "size": size,
            "quantity": sum((lot.quantity for lot in lots), start=0),
            "unit": unit_of(world, item),
            "lots": list(dict.fromkeys(lot.name for lot in lots)),
        }
        for (item, tier, size), lots in sorted(
            rows.items(), key=lambda row: (row[0][0], row[0][1] or 0, row[0][2] or "")
        )
    ]
    eyes = [f"{name} has {'nothing' if not things else ''}".rstrip()] + [line_of(t) for t in things]
    return {"holder": name, "things": things}, eyes


def line_of(row: dict[str, Any]) -> str:
    named = f"T{row['tier']} {row['item']}" if row["tier"] is not None else row["item"]
    said = f"{text_of(row['quantity'])} ft of {named}" if row["unit"] == "ft" else counted(row["quantity"], named)
    size = f" ({row['size']})" if row["size"] not in (None, "Medium") else ""
    return f"  {said}{size}: {', '.join(row['lots'])}"


def unit_of(world: World, item: str) -> str | None:
    try:
        return house.thing_row(world, item).unit
    except KeyError:
        return None


def gear(question: GearQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-GEAR-04: the slots, the hands and every piece of somebody; tiers as they are on the day looked at."""
    world = reading.world
    holder = world.get(question.who)
    if key(question.who) in ("party", "all") or holder.kind == "group":
        raise Usage(
            f"{question.who} are several; gear is one person's.", nearest=tuple(f"gear {n}" for n in world.people[:8])
        )
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
        elif lot.slot and "@" not in lot.slot:
            slots.setdefault(lot.slot, []).append(lot.name)
    shown = [piece_of(world, lot, reading.day) for lot in pieces]
    data = {"name": holder.name, "slots": slots, "hands": hands, "pieces": shown}
    eyes = [f"{holder.name}: {counted(len(pieces), 'piece')}" if pieces else f"{holder.name} has no gear"]
    eyes += [
        f"  {p['piece']}"
        + (f" “{p['named']}”" if p["named"] else "")
        + (f" T{p['tier']}" if p["tier"] is not None else "")
        + (f", {p['slot']}" if p["slot"] else "")
        + (f", {p['state']}" if p["state"] != "whole" else "")
        for p in shown
    ]
    return data, eyes


def piece_of(world: World, lot: Lot, day: int) -> dict[str, Any]:
    """One piece: its tier now and when whole, its state, its place, what is in it, and when time takes a tier of it."""
    most = slots_max(world, lot)
    tier = tier_now(world, lot, day)
    return {
        "piece": lot.name,
        "item": lot.item,
        "named": lot.named,
        "size": lot.size,
        "tier": tier,
        "full_tier": lot.full_tier,
        "state": state_of(world, lot, tier),
        "slot": lot.slot,
        "fitted_to": lot.fitted_to,
        "loaded": shown_loaded(world, lot),
        "slots_used": None if most is None else slots_used(world, lot),
        "slots_max": most,
        "next_loss": next_loss(world, lot, day),
    }


def state_of(world: World, lot: Lot, tier: int | None) -> str:
    """`whole`, `damaged` below its full tier, and at T0 what the book says becomes of it."""
    if tier is None or lot.full_tier is None or tier >= lot.full_tier:
        return "whole"
    if tier > 0:
        return "damaged"
    row = row_of(world, lot)
    return (row.at_zero if row is not None else None) or "unusable"

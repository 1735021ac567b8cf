"""Two worlds, field by field; and what each entry changed."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from projections.fields import Field, Value, keys_of, value_of
from projections.world import PEOPLE, Finding, World
from schemas.units import Moment, Number, exact

SHOWN_KINDS = (*PEOPLE, "zone", "site", "water", "mine", "quarry", "structure")
NOT_COMPARED = ("date", "day", "month", "season", "terms", "pieces", "lots", "people", "next_month", "next_spring")


class Change(NamedTuple):
    """A field of a thing, from what to what."""

    thing: str
    field: str
    before: Value
    after: Value


def values(world: World, moment: Moment, thing: str) -> dict[str, Value]:
    """Every field of a thing: the keys of its views, its skills, and how much it has of each item."""
    found: dict[str, Value] = {}
    holder = world.holders.get(thing)
    if holder is None:
        return found
    for name in keys_of(world, thing):
        if name not in NOT_COMPARED:
            value = value_of(world, moment, thing, Field("key", name))
            if name == "skills" and isinstance(value, dict):
                found.update(
                    {skill: row.get("level") if isinstance(row, dict) else row for skill, row in value.items()}
                )
            else:
                found[name] = value
    sums: dict[str, Number] = {}
    for lot in holder.all_lots():
        name = f"T{lot.tier} {lot.item}" if lot.tier else lot.item
        sums[name] = sums.get(name, 0) + lot.quantity
    for name, quantity in sums.items():
        found.setdefault(name, quantity)
    return found


def things_of(world: World) -> list[str]:
    """What can be compared: people, places and works, in the order in which they came into the book."""
    return [h.name for h in world.holders.values() if h.kind in SHOWN_KINDS or h.name.startswith("work@")]


def compare(
    before: World, at_before: Moment, after: World, at_after: Moment, things: Iterable[str] | None = None
) -> Iterator[Change]:
    """Every field in which two worlds differ; what is only in one of them counts as nothing in the other."""
    names = list(things) if things is not None else list(dict.fromkeys([*things_of(before), *things_of(after)]))
    for thing in names:
        old, new = values(before, at_before, thing), values(after, at_after, thing)
        for field in dict.fromkeys([*old, *new]):
            a, b = old.get(field), new.get(field)
            if a != b and not (not a and not b):
                yield Change(thing, field, a, b)


def changes_of(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """What one entry changed, summed up by thing and field."""
    sums: dict[tuple[str, str], list[Any]] = {}
    for f in findings:
        if f.item is not None and f.quantity is not None and f.kind in ("gained", "spent"):
            name = f"T{f.tier} {f.item}" if f.tier else f.item
            row = sums.setdefault((f.holder, name), [0, 0])
            row[1] += exact(f.quantity) if f.kind == "gained" else -exact(f.quantity)
        elif f.field is not None:
            row = sums.setdefault((f.holder, f.field), [f.before, f.after])
            row[1] = f.after
        elif f.mark is not None:
            sums[(f.holder, f.mark)] = [None, "marked"] if f.kind == "marked" else ["marked", None]
    return [
        {"thing": thing, "field": field, "from": a, "to": b}
        for (thing, field), (a, b) in sums.items()
        if a != b
    ]  # fmt: skip

"""Books and maps: found by their names, as things that somebody has within reach."""

from collections.abc import Iterator

from projections.holdings import reachable
from projections.world import Holder, Lot, World
from schemas.units import Number, key


def papers(world: World, who: str, kind: str) -> Iterator[tuple[Holder, Lot]]:
    """Every `book` or `map` within reach of someone, made by somebody or declared by the GM, nearest first."""
    for holder, loose in reachable(world, who):
        for item, lots in holder.lots.items():
            if item == kind or world.get(item).kind == kind:
                yield from ((holder, lot) for lot in lots if not (loose and lot.slot))


def paper(world: World, who: str, kind: str, name: str) -> Lot | None:
    """The book or map of this name, or this piece (`map@57`), within reach of someone."""
    for _, lot in papers(world, who, kind):
        if lot.name == name or key(title(lot)) == key(name):
            return lot
    return None


def title(lot: Lot) -> str:
    """What a book or map is called: its own name, else the piece's."""
    return lot.named or (lot.item if lot.item not in ("book", "map") else lot.name)


def figure(world: World, lot: Lot, field: str) -> Number | str | None:
    """A figure of a book or map: its own, else what was declared under its name."""
    own = (lot.fields or {}).get(field)
    return world.get(lot.item).fields.get(field) if own is None else own


def areas(world: World, lot: Lot) -> tuple[str, ...]:
    """EOS-MAP-03: the places that a map shows."""
    told = figure(world, lot, "of")
    return tuple(told.split("\n")) if isinstance(told, str) else ()


def names_within(world: World, who: str, kind: str) -> list[str]:
    """What books or maps someone has within reach, by their names."""
    return [title(lot) for _, lot in papers(world, who, kind)]

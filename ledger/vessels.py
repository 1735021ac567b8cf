"""Vessels: which there are, what they carry, and how far they go in a day."""

from collections.abc import Iterator
from typing import NamedTuple

from projections.holdings import reachable
from projections.world import Holder, Lot, World
from schemas.rulebook.tables import RIVER_MILES, VESSEL_MOVE
from schemas.units import Number, key


class Vessel(NamedTuple):
    """A vessel: the piece or declared name, its Move (None: nobody said), miles down and up, persons, and what it
    is.
    """

    name: str
    kind: str
    move: Number | None
    down: Number
    up: Number
    persons: int | None
    holder: str | None
    """Who or what has the piece; None for one that was only declared."""


def vessels_at(world: World, who: str) -> Iterator[Vessel]:
    """Every vessel within reach of someone: what they, their companions or the store of the place have, then
    declared ones.
    """
    seen: set[str] = set()
    for holder, _ in reachable(world, who):
        for item, lots in holder.lots.items():
            if item in VESSEL_MOVE or world.get(item).kind == "vessel":
                for lot in lots:
                    seen.add(lot.item)
                    yield of_piece(world, holder, lot)
    here = world.place_of(who)
    for declared in world.of_kind("vessel"):
        lies = declared.word("in")
        near = not lies or (here is not None and world.zone_of(lies) == world.zone_of(here))
        handed_out = declared.name in seen or any(declared.name in h.lots for h in world.holders.values())
        if near and not handed_out:
            yield of_declared(declared)


def vessel(world: World, who: str, named: str | None) -> Vessel | None:
    """The vessel of this name or piece within reach, else the one with the highest Move."""
    there = list(vessels_at(world, who))
    if named is not None:
        wanted = key(named)
        return next((v for v in there if wanted in (key(v.name), key(v.kind), v.name)), None)
    return max(there, key=lambda v: v.move or 0, default=None)


def of_piece(world: World, holder: Holder, lot: Lot) -> Vessel:
    """EOS-NAV-08, EOS-NAV-10: a piece as a vessel of the book's; a declared name brings its own figures."""
    declared = world.get(lot.item)
    if declared.kind == "vessel":
        return of_declared(declared)._replace(holder=holder.name, persons=lot.persons)
    own = lot.fields or {}
    down, up = RIVER_MILES.get(lot.item, RIVER_MILES["other"])
    return Vessel(
        lot.name,
        lot.item,
        _told(own.get("move"), VESSEL_MOVE[lot.item]),
        _told(own.get("down"), down) or 0,
        _told(own.get("up"), up) or 0,
        lot.persons,
        holder.name,
    )


def of_declared(declared: Holder) -> Vessel:
    """EOS-NAV-08, EOS-NAV-10: a vessel as the GM declared it; on rivers it goes as most do, unless it says so
    itself.
    """
    down, up = RIVER_MILES["other"]
    return Vessel(
        declared.name,
        declared.name,
        _told(declared.fields.get("move"), None),
        declared.number("down", down),
        declared.number("up", up),
        None,
        None,
    )


def _told(own: Number | str | None, usual: Number | None) -> Number | None:
    return usual if own is None or isinstance(own, str) else own

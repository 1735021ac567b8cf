"""A checkpoint of the head's world in `BOOK.cache`: a cache and nothing else. Deleting it loses nothing.

It is keyed by the folds' own fingerprint and carries the digest of the entry at its position; one that does not match the
book or the folds is not used, and never repaired. Books below `FROM` entries have none.
"""

import hashlib
import os
import secrets
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import projections
import schemas
from projections.world import Holder, Lot, Mark, World
from projections.zones import Worn
from schemas.calendar import Calendar
from schemas.units import Moment

FROM = 5_000
"""Below so many entries nobody needs a checkpoint."""
EVERY = 2_500
"""A new one is kept when so many entries had to be folded behind the last."""
LIMIT = 1 << 30

Key = tuple[int, int, int, int]


class Checkpoint(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The world of everything in force at `position`, whose last place in the order is `last`."""

    fingerprint: str
    position: int
    digest: bytes
    clock: Moment
    cup_at: int
    written_at: str
    last: Key
    world: msgspec.Raw


@cache
def fingerprint() -> str:
    """Of the folds and the vocabulary as they are now: a checkpoint of other folds is not this one's."""
    digest = hashlib.sha256()
    for package in (projections, schemas):
        folder = Path(next(iter(package.__path__)))
        for path in sorted(folder.rglob("*.py")):
            found = path.stat()
            digest.update(f"{path.name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:32]


def path_of(book: Path) -> Path:
    """Where a book's checkpoint lies."""
    return book.with_name(book.stem + ".cache")


def load(book: Path) -> Checkpoint | None:
    """The checkpoint beside a book, if there is one of today's folds that can be read."""
    path = path_of(book)
    try:
        if path.stat().st_size > LIMIT:
            return None
        stored = path.read_bytes()
        if hashlib.sha256(stored[32:]).digest() != stored[:32]:
            return None
        found = msgspec.msgpack.decode(stored[32:], type=Checkpoint)
    except (OSError, msgspec.DecodeError):
        return None
    return found if found.fingerprint == fingerprint() else None


def keep(
    book: Path, world: World, *, position: int, digest: bytes, clock: Moment, cup_at: int, written_at: str, last: Key
) -> None:
    """Lays a checkpoint beside the book, whole or not at all; where that cannot be, there is none."""
    checkpoint = Checkpoint(
        fingerprint(), position, digest, clock, cup_at, written_at, last, msgspec.Raw(packed(world))
    )  # fmt: skip
    stored = msgspec.msgpack.encode(checkpoint)
    path = path_of(book)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with suppress(OSError):
        try:
            draft.write_bytes(hashlib.sha256(stored).digest() + stored)
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)


RATIO, WORN = 1, 2


def _enc(value: Any) -> Any:
    if isinstance(value, Fraction):
        return msgspec.msgpack.Ext(RATIO, f"{value.numerator}/{value.denominator}".encode())
    if isinstance(value, Worn):
        row = [value.day, value.last, value.quiet_until if value.calendar is not None else 0, value.today, value.value]
        return msgspec.msgpack.Ext(WORN, msgspec.msgpack.encode(row, enc_hook=_enc))
    raise TypeError(f"{type(value).__name__} is not kept in a checkpoint")


def _ext(code: int, data: memoryview) -> Any:
    if code == RATIO:
        return Fraction(bytes(data).decode())
    worn = Worn()
    worn.day, worn.last, _, worn.today, worn.value = msgspec.msgpack.decode(data, ext_hook=_ext)
    return worn


LOT = tuple(slot for slot in Lot.__slots__)


def packed(world: World) -> bytes:
    """A world as bytes: everything that can be asked of it."""
    holders = [
        [
            h.name, h.fields, [[getattr(lot, slot) for slot in LOT] for lots in h.lots.values() for lot in lots],
            h.counts, h.marks, h.holes, h.wounds,
        ]
        for h in world.holders.values()
    ]  # fmt: skip
    whole = [holders, world.people, world.names, world.calendar, world.moment, world.position, world.root]
    return msgspec.msgpack.encode(whole, enc_hook=_enc)


def unpacked(stored: bytes | msgspec.Raw) -> World:
    """The world of these bytes."""
    holders, people, names, calendar, moment, position, root = msgspec.msgpack.decode(stored, ext_hook=_ext)
    world = World(msgspec.convert(calendar, Calendar))
    for name, fields, lots, counts, marks, holes, wounds in holders:
        holder = Holder(name)
        holder.fields = fields
        for values in lots:
            lot = object.__new__(Lot)
            for slot, value in zip(LOT, values, strict=True):
                setattr(lot, slot, value)
            holder.lots.setdefault(lot.item, []).append(lot)
        holder.counts = counts
        holder.marks = {mark: Mark(*values) for mark, values in marks.items()}
        holder.holes = holes
        holder.wounds = [(source, amount) for source, amount in wounds]
        world.holders[name] = holder
    world.people, world.names = people, names
    world.moment, world.position, world.root = moment, position, root
    return world

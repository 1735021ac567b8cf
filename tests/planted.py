"""Faults that are planted by a switch (PLANTED=NAME), to see that a named test catches each (`make soak`)."""

import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec

# Each puts a fault in the place of a method that holds; that is what is ignored of types here.


def skipped_upcaster() -> None:
    """Old shapes are read as if they were today's."""
    import ledger.campaign as campaign
    import schemas.upcasters as upcasters

    upcasters.current = lambda event: event  # type: ignore[assignment]
    campaign.current = lambda event: event  # type: ignore[assignment]


def clamped_posting() -> None:
    """A rule posts what was applied, not what was offered."""
    from ledger.campaign import Operation
    from schemas.postings import Changed

    plain = Operation._draft

    def draft(self: Operation, event: Any, *rest: Any) -> Any:
        clamped = []
        for p in event.postings:
            holder = self.world.holders.get(p.holder)
            if isinstance(p, Changed) and p.field == "hp" and holder is not None and isinstance(p.by, int) and p.by > 0:
                p = msgspec.structs.replace(p, by=0 if not holder.wounds else p.by)
            clamped.append(p)
        return plain(self, msgspec.structs.replace(event, postings=tuple(clamped)), *rest)

    Operation._draft = draft  # type: ignore[method-assign]


def known_at_off_by_one() -> None:
    """What is known at a position leaves the entry of that position out."""
    from projections.history import History

    plain = History._out

    def out(self: History, known_at: int) -> bytearray:
        found = plain(self, max(0, known_at - 1)) + bytearray(b"\1" if known_at else b"")
        return found[: known_at + 1]

    History._out = out  # type: ignore[method-assign]


def strike_by_name() -> None:
    """A strike takes the entry of that position, not the root's versions."""
    from projections.history import Own

    Own.get = Own.__getitem__ = lambda self, position, *_: position  # type: ignore[method-assign, assignment]


def tick_asked_twice() -> None:
    """A dawn asks each of its ticks twice."""
    from ledger.campaign import Operation

    plain = Operation._ask_tick
    Operation._ask_tick = lambda self, tick, moment: [*plain(self, tick, moment), *plain(self, tick, moment)]  # type: ignore[method-assign]


def order_without_rank() -> None:
    """Of one moment, what was written first comes first."""
    from projections.history import History

    plain = History.extend
    History.extend = lambda self, heads: plain(self, (msgspec.structs.replace(h, rank=99) for h in heads))  # type: ignore[method-assign]


def checkpoint_kept_too_long() -> None:
    """A checkpoint serves whatever was written since."""
    from ledger.cache import Cache

    def serving(self: Cache, history: Any, known_at: int, limit: int | None) -> Any:
        rows = [row for row in self.rows() if row.position <= known_at and (limit is None or row.moment <= limit)]
        return sorted(rows, key=lambda row: row.moment, reverse=True)

    Cache.serving = serving  # type: ignore[method-assign]


def lost_operation_id() -> None:
    """A pen does not know its own operation again."""
    from ledger.campaign import Campaign

    Campaign._is_written = lambda self, op, after: False  # type: ignore[method-assign]


def digest_over_decoded_bytes() -> None:
    """The chain is over what the bytes mean, not over the bytes."""
    import ledger.audit.verify as verify
    import ledger.seals as seals

    def link(before: bytes, stored: bytes) -> bytes:
        with suppress(ValueError):
            stored = json.dumps(json.loads(stored), sort_keys=True).encode()
        return sha256(before + sha256(stored).digest()).digest()

    seals.link = link
    for module in ("ledger.journal", "ledger.campaign", "ledger.audit.verify"):
        __import__(module)
        __import__("sys").modules[module].link = link  # type: ignore[attr-defined]
    verify._straight_through = lambda book: None  # type: ignore[assignment]


def hidden_word_in_a_count() -> None:
    """A player's seat reads everything that the GM may."""
    import ledger.audit.veil as veil

    veil.is_gm = lambda reading: True


FAULTS: dict[str, tuple[Callable[[], None], str]] = {
    "skipped upcaster": (skipped_upcaster, "tests/test_old_shapes.py"),
    "a fold that clamps in the posting": (clamped_posting, "tests/test_at_rest.py tests/rules/test_healing.py tests/test_laws.py"),
    "known-at off by one": (known_at_off_by_one, "tests/test_history.py"),
    "a strike by name": (strike_by_name, "tests/test_history.py"),
    "a tick asked twice": (tick_asked_twice, "tests/rules/test_camp.py"),
    "an order without rank": (order_without_rank, "tests/test_history.py"),
    "a checkpoint kept too long": (checkpoint_kept_too_long, "tests/test_time_travel.py"),
    "a lost operation id": (lost_operation_id, "tests/test_server.py -k lost"),
    "a digest over decoded bytes": (digest_over_decoded_bytes, "tests/test_journal.py tests/test_vectors.py"),
    "a hidden word in a count": (hidden_word_in_a_count, "tests/test_log.py tests/test_why.py -k hidden"),
}
"""name -> how it is planted, the tests that catch it."""

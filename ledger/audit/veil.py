"""What a seat may read of an entry that the GM hides: that it is there, its place, and the sums it moved."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ledger.reading import Reading
from ledger.seats import seats
from schemas.entry import Entry
from schemas.units import key

REVEALED = "entry.revealed"
KEPT = (
    "position", "moment", "rank", "behind", "date", "deed", "root", "replaces", "cause", "operation", "session",
    "struck", "hidden", "written_at", "digest",
)  # fmt: skip
"""Keys of an entry that every seat may read; what its postings moved comes with them, without whose it is."""
SUMS = ("kind", "field", "from", "to", "quantity")
WORDS = "hidden"


class _Of(msgspec.Struct, frozen=True, gc=False):
    of: int | None = None


def is_gm(reading: Reading) -> bool:
    """Whether the seat that reads is the GM's own, or one that was given the GM's role."""
    seat = reading.seat
    return seat is None or key(seat) == "gm" or seats(reading.world).get(key(seat)) == "gm"


def revealed(reading: Reading) -> set[int]:
    """Positions whose entries were revealed by the reading's known-at."""
    tags, out = reading.campaign.history.tags, reading.order.out
    wanted = [p for p in range(1, reading.known_at + 1) if tags[p] == REVEALED and not out[p]]
    found: set[int] = set()
    for entry in reading.campaign.entries(wanted):
        of = msgspec.json.decode(entry.event, type=_Of).of
        if of is not None:
            found.add(of)
    return found


class Veil:
    """Says of each entry whether the reading's seat may see it whole."""

    def __init__(self, reading: Reading) -> None:
        self._gm = is_gm(reading)
        self._seat = key(reading.seat or "gm")
        self._revealed = set() if self._gm else revealed(reading)

    def hides(self, entry: Entry) -> bool:
        """Whether its words are between the GM and whoever wrote it."""
        if self._gm or not entry.hidden or key(entry.seat or "gm") == self._seat:
            return False
        shown = {entry.position, entry.root or entry.position, entry.deed or entry.position}
        return not shown & self._revealed


def veiled(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of an entry with everything hidden but its place and its sums."""
    found: dict[str, Any] = {name: value if name in KEPT else None for name, value in entry.items()}
    found["text"] = WORDS
    found["overruled"] = []
    found["facts"] = {}
    found["postings"] = [
        {name: value if name in SUMS else None for name, value in posting.items()} for posting in entry["postings"]
    ]
    return found

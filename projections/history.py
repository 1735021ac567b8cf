"""Which entries are in force, in which order, given known-at: all of time travel lives here.

Three rules (DESIGN, section 6). From the newest correction to the oldest: it holds unless a holding, later one strikes
it. An entry is out if a holding correction strikes it, its root or, all the way up, what caused it. Of the versions of a
root that are not out, the newest is the entry.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from schemas.entry import Head, Strike
from schemas.units import Moment

REPLACED = 2
"""In `Order.out`: not struck, but a newer version stands in its place."""


class Correction(NamedTuple):
    """A correcting entry, as far as it decides what is in force."""

    position: int
    verb: str
    strikes: tuple[Strike, ...]
    deeds: tuple[int, ...]
    branch: str | None
    clock: Moment | None
    pins: tuple[int, ...] = ()


class Order(NamedTuple):
    """What one known-at finds: which positions are `out` (1) and the places of those in force, in their order."""

    known_at: int
    out: bytearray
    positions: Sequence[int]
    """In force, in the order (moment, rank, behind); corrections too."""
    clock: Moment
    set_back: dict[int, Moment]
    """Where entries stand that a rollback left although they are of later days (the table's, corrections): at its cut."""

    def key(self, history: "History", position: int) -> tuple[int, int, int, int]:
        """The place of an entry in this order."""
        place = history.key(position)
        moment = self.set_back.get(position) if self.set_back else None
        return place if moment is None else (moment, *place[1:])


class History:
    """Every header of the book, in columns; grows as the book does."""

    def __init__(self) -> None:
        self.moments = array("q", [0])
        self.roots = array("q", [0])
        self.causes = array("q", [0])
        self.deeds = array("q", [0])
        self.behinds = array("q", [0])
        self.operations = array("q", [0])
        self.ranks = bytearray(1)
        self.tags: list[str] = [""]
        self.written: list[str] = [""]
        self.corrections: list[Correction] = []
        self.clocks: list[tuple[int, Moment]] = []
        self.versions = False
        self.rare: dict[str, list[int]] = {}
        self._lined_up = 0
        self._orders: dict[int, Order] = {}

    def __len__(self) -> int:
        return len(self.moments) - 1

    @property
    def head(self) -> int:
        """The newest position; 0 of an empty book."""
        return len(self.moments) - 1

    def copy(self) -> "History":
        """One of its own, to which entries may be added that are not written yet."""
        other = History()
        for name in ("moments", "roots", "causes", "deeds", "behinds", "operations", "ranks"):
            setattr(other, name, getattr(self, name)[:])
        other.tags, other.written = list(self.tags), list(self.written)
        other.corrections, other.clocks, other.versions = list(self.corrections), list(self.clocks), self.versions
        other.rare = {tag: list(found) for tag, found in self.rare.items()}
        return other

    def add(self, head: Head) -> None:
        """Takes the header of the next entry in."""
        self.extend((head,))

    def extend(self, heads: Iterable[Head]) -> int:
        """Takes the headers of the next entries in, in order; gives how many dice the cup had drawn up to them, or 0."""
        moments, roots, causes, deeds = self.moments.append, self.roots.append, self.causes.append, self.deeds.append
        behinds, operations, ranks = self.behinds.append, self.operations.append, self.ranks.append
        tags, written = self.tags.append, self.written.append
        cup = 0
        for head in heads:
            position, event = head.position, head.event
            moments(head.moment)
            root = head.root
            if root and root != position:
                self.versions = True
                roots(root)
            else:
                roots(position)
            causes(head.cause)
            deeds(head.deed or position)
            behinds(head.behind or position)
            operations(head.operation or position)
            ranks(head.rank)
            tag = event.type
            tags(_TAGS.setdefault(tag, tag))
            written(head.written_at)
            if head.clock is not None:
                self.clocks.append((position, head.clock))
            if head.cup:
                cup = head.cup
            if tag in RARE:
                self.rare.setdefault(tag, []).append(position)
            if tag == CORRECTION:
                self.corrections.append(
                    Correction(
                        position,
                        event.verb,
                        (*event.strikes, *event.took),
                        event.deeds,
                        event.branch,
                        head.clock,
                        (*event.pins, *event.kept),
                    )
                )
        self._orders.clear()
        return cup

    def at(self, known_at: int) -> Order:
        """What is in force as the book stood at a position."""
        order = self._orders.get(known_at)
        if order is None:
            out = self._out(known_at)
            set_back = self._set_back(known_at, out)
            order = Order(known_at, out, self._ordered(known_at, out, set_back), self._clock(known_at, out), set_back)
            if len(self._orders) > 8:
                self._orders.clear()
            self._orders[known_at] = order
        return order

    def holding(self, known_at: int) -> list[Correction]:
        """The corrections that hold, oldest first."""
        out = self.at(known_at).out
        return [c for c in self.corrections if c.position <= known_at and not out[c.position]]

    def key(self, position: int) -> tuple[int, int, int, int]:
        """The place of an entry in the order; a version has that of its root, also behind a line that was put in."""
        return (self.moments[position], self.ranks[position], self.behinds[position], self.roots[position])

    def position_at(self, written_at: str) -> int:
        """The newest position written up to this time (ISO UTC), 0 if none was."""
        low, high = 0, self.head
        while low < high:
            middle = (low + high + 1) // 2
            if self.written[middle] <= written_at:
                low = middle
            else:
                high = middle - 1
        return low

    def _out(self, known_at: int) -> bytearray:
        out = bytearray(known_at + 1)
        corrections = [c for c in self.corrections if c.position <= known_at]
        deeds: set[int] = set()
        for correction in reversed(corrections):  # rule 1: the newest speaks first
            if not out[correction.position] and not out[self.causes[correction.position]]:
                for first, last in ((s.first, s.last) for s in correction.strikes):
                    out[first : last + 1] = b"\1" * (min(last, known_at) - first + 1)
                deeds.update(correction.deeds)
        if not corrections and not self.versions:
            return out
        roots, causes, of_deed = self.roots, self.causes, self.deeds
        newest: dict[int, int] = {}
        replaced: list[int] = []
        for position in range(1, known_at + 1):  # rule 2: roots and causes come before what hangs on them
            root = roots[position]
            cause = causes[position]
            if out[root] or (cause and out[cause]) or (deeds and of_deed[position] in deeds):
                out[position] = 1
            elif self.versions and not out[position]:  # rule 3
                if root != position:
                    replaced.append(newest.get(root, root))
                newest[root] = position
        for position in replaced:  # only now: what a replaced version caused is not struck with it
            out[position] = out[position] or REPLACED
        return out

    def _set_back(self, known_at: int, out: bytearray) -> dict[int, Moment]:
        """What stands ahead of the cut of a holding, later rollback is of the table or a correction: it stays, at the cut.

        Else a session that ended on an abandoned day would end again when that day is played anew.
        """
        found: dict[int, Moment] = {}
        end, cut = 0, 0
        for rollback in reversed(self.corrections):
            if rollback.clock is None or rollback.position > known_at or out[rollback.position]:
                continue
            if end:
                self._beyond(rollback.position + 1, end, cut, out, found)
                cut = min(cut, rollback.clock)
            else:
                cut = rollback.clock
            end = rollback.position
        self._beyond(1, end, cut, out, found)
        return found

    def _beyond(self, first: int, end: int, cut: Moment, out: bytearray, found: dict[int, Moment]) -> None:
        moments = self.moments
        for position in range(first, end):
            if moments[position] > cut and not out[position]:
                found[position] = cut

    def _ordered(self, known_at: int, out: bytearray, set_back: dict[int, Moment]) -> Sequence[int]:
        if not set_back and not any(out) and self._in_line(known_at):
            return array("q", range(1, known_at + 1))
        moments, ranks, behinds, roots = self.moments, self.ranks, self.behinds, self.roots
        found = array("q")
        late: list[int] = []
        last = (-1, -1, -1, -1)
        for position in range(1, known_at + 1):
            if out[position]:
                continue
            moment = moments[position] if position not in set_back else set_back[position]
            place = (moment, ranks[position], behinds[position], roots[position])
            if place >= last:
                last = place
                found.append(position)
            else:
                late.append(position)
        if not late:
            return found
        merged = list(found) + late
        if set_back:
            merged.sort(key=lambda p: (set_back.get(p, moments[p]), ranks[p], behinds[p], roots[p]))
        else:
            merged.sort(key=self.key)
        return array("q", merged)

    def _in_line(self, known_at: int) -> bool:
        """Whether everything stands in the order in which it was written."""
        while self._lined_up < known_at:
            nth = self._lined_up
            if nth and self.key(nth) >= self.key(nth + 1):
                return False
            self._lined_up = nth + 1
        return True

    def _clock(self, known_at: int, out: bytearray) -> Moment:
        """The latest closed day, clock entry or rollback in force: what moved time since the last holding rollback."""
        since, clock = 0, 0
        for correction in reversed(self.corrections):
            if correction.position <= known_at and correction.clock is not None and not out[correction.position]:
                since, clock = correction.position, correction.clock
                break
        for position, moment in reversed(self.clocks):
            if position <= since:
                break
            if position <= known_at and not out[position]:
                clock = max(clock, moment)
        return clock


CORRECTION = "correction.made"
"""The tag of the one primitive from which every correction is made."""

RARE = frozenset((
    "name.changed", "session.started", "session.ended", "dispute.opened", "dispute.settled", "entry.revealed",
    "assertion.made", "book.sealed", "dice.committed", "dice.revealed",
))  # fmt: skip
"""Tags that are looked for often and found seldom: their positions are kept."""

_TAGS: dict[str, str] = {}


def up_to(
    history: History, order: Order, moment: Moment | None, place: tuple[int, int, int, int] | None = None
) -> Sequence[int]:
    """Positions in force up to a moment (included), or up to a place in the order (excluded); all if neither is said."""
    if place is not None:
        positions = order.positions
        low, high = 0, len(positions)
        while low < high:
            middle = (low + high) // 2
            if order.key(history, positions[middle]) < place:
                low = middle + 1
            else:
                high = middle
        return positions[:low]
    if moment is None:
        return order.positions
    positions = order.positions
    low, high = 0, len(positions)
    while low < high:
        middle = (low + high) // 2
        if order.key(history, positions[middle])[0] <= moment:
            low = middle + 1
        else:
            high = middle
    return positions[:low]


def runs(positions: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Positions as runs that follow one another: (first, last)."""
    first = last = 0
    for position in positions:
        if position == last + 1 and first:
            last = position
            continue
        if first:
            yield first, last
        first = last = position
    if first:
        yield first, last

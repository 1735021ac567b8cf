"""Which entries are in force, in which order, given known-at: all of time travel lives here.

Three rules (DESIGN, section 6). From the newest correction to the oldest: it holds unless a holding, later one strikes
it. An entry is out if a holding correction strikes it, its root or, all the way up, what caused it. Of the versions of a
root that are not out, the newest is the entry.
"""

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, compress, islice
from operator import attrgetter
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
    reach: Moment = 0
    """The earliest moment of what it strikes, and of what a correction struck that it strikes."""


_POSITION = attrgetter("position")


class Order:
    """What one known-at finds: which positions are `out` (1) and the places of those in force, in their order."""

    def __init__(
        self, history: "History", known_at: int, out: bytearray, clock: Moment, set_back: dict[int, Moment]
    ) -> None:
        self._history = history
        self.known_at = known_at
        self.out = out
        self.clock = clock
        self.set_back = set_back
        """Where entries stand that a rollback left although they are of later days (the table's, corrections): at its cut."""
        self._late = bisect_right(history.late, known_at)

    @cached_property
    def positions(self) -> Sequence[int]:
        """In force, in the order (moment, rank, behind); corrections too."""
        return self.between(0, None)

    def key(self, history: "History", position: int) -> tuple[int, int, int, int]:
        """The place of an entry in this order."""
        place = history.key(position)
        moment = self.set_back.get(position) if self.set_back else None
        return place if moment is None else (moment, *place[1:])

    def between(self, first: Moment, last: Moment | None) -> "array[int]":
        """Positions in force from one moment on, up to another (both included), in their order."""
        history, known_at = self._history, self.known_at
        if known_at > history.head:
            known_at = history.head
        late = history.late[: self._late]
        start = history.in_line_from(first, known_at) if first > 0 else 1
        end = known_at if last is None else history.in_line_from(last + 1, known_at) - 1
        if not late and not self.set_back and not self._any_out:
            return array("i", range(start, end + 1))
        keep = bytearray(self.out[start : end + 1].translate(_KEEP))
        for position in late[bisect_left(late, start) : bisect_right(late, end)]:
            keep[position - start] = 0
        moments, out, set_back = history.moments, self.out, self.set_back
        for position in set_back:
            if start <= position <= end:
                keep[position - start] = 0
        found = array("i", compress(range(start, end + 1), keep))
        beyond = (1 << 62) if last is None else last
        odd = [p for p in late if not out[p] and p not in set_back and first <= moments[p] <= beyond]
        odd += [p for p, moment in set_back.items() if not out[p] and first <= moment <= beyond]
        if not odd:
            return found

        def key(position: int) -> tuple[int, int, int, int]:
            return self.key(history, position)

        odd.sort(key=key)
        merged, done = array("i"), 0
        moment_of = moments.__getitem__
        for position in odd:
            own = key(position)
            place = bisect_left(found, own[0], done, key=moment_of)
            if place < len(found) and moments[found[place]] == own[0]:
                place = bisect_left(found, own, place, bisect_right(found, own[0], place, key=moment_of), key=key)
            merged.extend(found[done:place])
            merged.append(position)
            done = place
        merged.extend(found[done:])
        return merged

    @cached_property
    def _any_out(self) -> bool:
        return any(self.out)


_KEEP = bytes([1]) + bytes(255)


class Own(dict[int, int]):
    """What most entries leave at their own position: only the others are kept."""

    def __missing__(self, position: int) -> int:
        return position


class Tags:
    """The tag of each position, as numbers of a table."""

    def __init__(self) -> None:
        self.numbers = array("H", [0])
        self.names = [""]
        self.known = {"": 0}

    def number(self, tag: str) -> int:
        found = self.known.get(tag)
        if found is None:
            found = self.known[tag] = len(self.names)
            self.names.append(tag)
        return found

    def __getitem__(self, position: int) -> str:
        return self.names[self.numbers[position]]

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[str]:
        return map(self.names.__getitem__, self.numbers)

    def copy(self) -> "Tags":
        other = Tags()
        other.numbers, other.names, other.known = self.numbers[:], list(self.names), dict(self.known)
        return other


_STAMP = 24
"""Bytes of a time as it is written: `2026-11-29T17:28:00.000Z`."""


class Stamps:
    """When each position was written: one operation's entries share their time.

    Few questions ask for it: what came out of a cache stays squeezed until one does.
    """

    def __init__(self) -> None:
        self._firsts = array("i", [0])
        self._text = bytearray(_STAMP)
        self._odd = {0: ""}
        """Times of another length, by their place among the rest."""
        self._squeezed: list[tuple[bytes, bytes]] = []
        self.newest = ""
        self.last = 0

    def append(self, position: int, written_at: str) -> None:
        if written_at != self.newest:
            firsts = self.firsts
            stored = written_at.encode()
            if len(stored) != _STAMP:
                self._odd[len(firsts)] = written_at
                stored = bytes(_STAMP)
            self._text += stored
            firsts.append(position)
            self.newest = written_at
        self.last = position

    @property
    def firsts(self) -> "array[int]":
        """The first position of each time."""
        for firsts, text in self._squeezed:
            self._firsts.frombytes(zlib.decompress(firsts))
            self._text += zlib.decompress(text)
        self._squeezed.clear()
        return self._firsts

    def time(self, nth: int) -> str:
        """The time that stands at this place among the others."""
        odd = self._odd.get(nth)
        return self._text[nth * _STAMP : (nth + 1) * _STAMP].decode() if odd is None else odd

    def __getitem__(self, position: int) -> str:
        return self.newest if position < 0 else self.time(bisect_right(self.firsts, position) - 1)

    def up_to(self, written_at: str) -> int:
        """The newest position written up to this time, 0 if none was."""
        firsts = self.firsts
        nth = bisect_right(range(len(firsts)), written_at, key=self.time)
        return (firsts[nth] - 1 if nth < len(firsts) else self.last) if nth else 0

    def squeezed(self, first: int) -> tuple[bytes, bytes, dict[int, str]]:
        """The times of positions from `first` on, to be kept; those of another length beside them, by their place."""
        nth = bisect_left(self.firsts, first)
        odd = {at: text for at, text in self._odd.items() if at >= nth}
        return zlib.compress(self._firsts[nth:].tobytes(), 1), zlib.compress(self._text[nth * _STAMP :], 1), odd

    def take(self, firsts: bytes, text: bytes, odd: dict[int, str], newest: str, last: int) -> None:
        """Takes in what was squeezed, as what comes next."""
        self._squeezed.append((firsts, text))
        self._odd.update(odd)
        self.newest, self.last = newest, last

    def copy(self) -> "Stamps":
        other = Stamps()
        other._firsts, other._text, other._odd = self.firsts[:], self._text[:], dict(self._odd)
        other.newest, other.last = self.newest, self.last
        return other


class History:
    """Every header of the book, in columns; grows as the book does."""

    def __init__(self) -> None:
        self.moments = array("q", [0])
        self.causes = array("i", [0])
        self.deeds = array("i", [0])
        self.operations = array("i", [0])
        self.ranks = bytearray(1)
        self.roots = Own()
        self.behinds = Own()
        self.tags = Tags()
        self.written = Stamps()
        self.corrections: list[Correction] = []
        self.clocks: list[tuple[int, Moment]] = []
        self.rare: dict[str, list[int]] = {}
        self.far: list[int] = []
        """Entries that hang on what does not stand just before them in their own deed."""
        self.late = array("i")
        """Entries whose place is before that of one written earlier."""
        self.reaching: list[tuple[int, Moment]] = []
        """Entries that change what was before the latest moment of their time, and from which moment on."""
        self.top = (-1, -1, -1, -1)
        self.top_moment: Moment = -1
        self.cup = 0
        self._block = (0, False)
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
        for name in ("moments", "causes", "deeds", "operations", "ranks", "late"):
            setattr(other, name, getattr(self, name)[:])
        other.roots, other.behinds = Own(self.roots), Own(self.behinds)
        other.tags, other.written = self.tags.copy(), self.written.copy()
        other.corrections, other.clocks = list(self.corrections), list(self.clocks)
        other.rare = {tag: list(found) for tag, found in self.rare.items()}
        other.far, other.reaching = list(self.far), list(self.reaching)
        other.top, other.top_moment, other.cup, other._block = self.top, self.top_moment, self.cup, self._block
        return other

    def add(self, head: Head) -> None:
        """Takes the header of the next entry in."""
        self.extend((head,))

    def extend(self, heads: Iterable[Head]) -> int:
        """Takes the headers of the next entries in, in order; gives how many dice the cup had drawn up to them, or 0."""
        coming, cup = iter(heads), 0
        while some := list(islice(coming, 64)):
            cup = self._extend(some) or cup
        self.cup = cup or self.cup
        self._orders.clear()
        return cup

    def _extend(self, heads: Sequence[Head]) -> int:
        self.moments.extend([head.moment for head in heads])
        self.causes.extend([head.cause for head in heads])
        self.operations.extend([head.operation or head.position for head in heads])
        self.ranks.extend([head.rank for head in heads])
        deeds, numbers = self.deeds.append, self.tags.numbers.append
        known, written = self.tags.known, self.written
        top, top_moment = self.top, self.top_moment
        stamp = written.newest
        block, whole = self._block
        cup = 0
        for head in heads:
            position, moment, deed, root = head.position, head.moment, head.deed, head.root
            if not deed or deed == position:
                deed = block = position
                whole = True
            elif deed != block:
                block, whole = deed, False
            deeds(deed)
            if root and root != position:
                self.roots[position] = root
                self.far.append(position)
            elif not whole or (head.cause and head.cause < deed):
                self.far.append(position)
            behind = head.behind
            if behind and behind != position:
                self.behinds[position] = behind
            if moment > top_moment:
                top, top_moment = (moment, head.rank, behind or position, root or position), moment
            else:
                place = (moment, head.rank, behind or position, root or position)
                if place >= top:
                    top = place
                else:
                    self.late.append(position)
                    if moment < top_moment:
                        self.reaching.append((position, moment))
            tag = head.event.type
            number = known.get(tag)
            numbers(self.tags.number(tag) if number is None else number)
            if head.written_at != stamp:
                stamp = head.written_at
                written.append(position, stamp)
            if head.clock is not None:
                self.clocks.append((position, head.clock))
            if head.cup:
                cup = head.cup
            if tag in RARE:
                if tag == CORRECTION:
                    self._correction(head, top_moment)
                else:
                    self.rare.setdefault(tag, []).append(position)
        written.last = heads[-1].position
        self.top, self.top_moment, self._block = top, top_moment, (block, whole)
        return cup

    def _correction(self, head: Head, top_moment: Moment) -> None:
        event, position = head.event, head.position
        strikes = (*event.strikes, *event.took)
        reach = head.moment if head.clock is None else min(head.moment, head.clock)
        for first, last in ((s.first, min(s.last, position - 1)) for s in strikes):
            if first <= last:
                reach = min(reach, min(self.moments[first : last + 1]))
                low = bisect_left(self.corrections, first, key=_POSITION)
                for struck in self.corrections[low : bisect_right(self.corrections, last, key=_POSITION)]:
                    reach = min(reach, struck.reach)
        for deed in event.deeds:
            if deed < position:
                reach = min(reach, self.moments[deed])
        if reach < top_moment:
            self.reaching.append((position, reach))
        self.corrections.append(
            Correction(
                position, event.verb, strikes, event.deeds, event.branch, head.clock, (*event.pins, *event.kept), reach
            )
        )

    def at(self, known_at: int) -> Order:
        """What is in force as the book stood at a position."""
        order = self._orders.get(known_at)
        if order is None:
            out = self._out(known_at)
            set_back = self._set_back(known_at, out)
            order = Order(self, known_at, out, self._clock(known_at, out), set_back)
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
        return min(self.written.up_to(written_at), self.head)

    def in_line_from(self, moment: Moment, known_at: int) -> int:
        """The first position at or before which no entry that stands in line is of this moment or later."""
        moments, late = self.moments, self.late
        low, high = 1, known_at + 1
        while low < high:
            middle = (low + high) // 2
            probe, nth = middle, bisect_left(late, middle)
            while nth < len(late) and late[nth] == probe and probe < high:
                probe, nth = probe + 1, nth + 1
            if probe >= high:
                high = middle  # nothing but late ones up to there
            elif moments[probe] < moment:
                low = probe + 1
            else:
                high = middle
        return low

    def _out(self, known_at: int) -> bytearray:
        out = bytearray(known_at + 1)
        corrections = self.corrections[: bisect_right(self.corrections, known_at, key=_POSITION)]
        deeds: set[int] = set()
        spans: list[tuple[int, int]] = []
        for correction in reversed(corrections):  # rule 1: the newest speaks first
            if not out[correction.position] and not out[self.causes[correction.position]]:
                for first, last in ((s.first, min(s.last, known_at)) for s in correction.strikes):
                    if first <= last:
                        out[first : last + 1] = b"\1" * (last - first + 1)
                        spans.append((first, last))
                deeds.update(correction.deeds)
        far = self.far[: bisect_right(self.far, known_at)]
        if not spans and not deeds and not far:
            return out
        spans += [(deed, deed) for deed in deeds if deed <= known_at]
        spans += [(position, position) for position in far]
        spans.sort()
        roots, causes, of_deed = self.roots, self.causes, self.deeds
        newest: dict[int, int] = {}
        replaced: list[int] = []
        done = 0
        for first, last in spans:  # rule 2: roots and causes come before what hangs on them
            position = max(first, done + 1)
            block = of_deed[last]
            while position <= known_at and (position <= last or of_deed[position] == block):
                root = roots[position]
                cause = causes[position]
                if out[root] or (cause and out[cause]) or of_deed[position] in deeds:
                    out[position] = 1
                elif root != position and not out[position]:  # rule 3
                    replaced.append(newest.get(root, root))
                    newest[root] = position
                position += 1
            done = max(done, position - 1)
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
                self._beyond(rollback.position, end, cut, out, found)
                cut = min(cut, rollback.clock)
            else:
                cut = rollback.clock
            end = rollback.position
        self._beyond(1, end, cut, out, found)
        return found

    def _beyond(self, first: int, end: int, cut: Moment, out: bytearray, found: dict[int, Moment]) -> None:
        if first >= end:
            return
        moments, late = self.moments, self.late
        start = max(first, self.in_line_from(cut + 1, end - 1))
        early = late[bisect_left(late, first) : bisect_left(late, start)]
        for position in chain(early, range(start, end)):
            if moments[position] > cut and not out[position]:
                found[position] = cut

    def _clock(self, known_at: int, out: bytearray) -> Moment:
        """The latest closed day, clock entry or rollback in force: what moved time since the last holding rollback."""
        since, clock = 0, 0
        for correction in reversed(self.corrections):
            if correction.position <= known_at and correction.clock is not None and not out[correction.position]:
                since, clock = correction.position, correction.clock
                break
        clocks = self.clocks
        for nth in range(bisect_right(clocks, (known_at, 1 << 62)) - 1, -1, -1):
            position, moment = clocks[nth]
            if position <= since:
                break
            if not out[position]:
                clock = max(clock, moment)
        return clock


CORRECTION = "correction.made"
"""The tag of the one primitive from which every correction is made."""

RARE = frozenset((
    "name.changed", "session.started", "session.ended", "dispute.opened", "dispute.settled", "entry.revealed",
    "assertion.made", "book.sealed", "dice.committed", "dice.revealed", CORRECTION,
))  # fmt: skip
"""Tags that are looked for often and found seldom: their positions are kept."""


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

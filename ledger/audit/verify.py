"""Verify: is the book what was written? The chain of digests from the first entry on, and seals against it.

Without a seal the answer is `intact` at best: the entries that are there follow from each other, and nothing
is said about a tail that was cut off or a history that was written anew from end to end. With one it is
`unchanged`. Dice of the cup that were promised and shown are recomputed; one that did not fall so is a `payload`.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Literal, NamedTuple, Protocol

import msgspec

from ledger.audit.exports import read_lines
from ledger.audit.proof import Proof
from ledger.journal import Damaged
from ledger.seals import (
    SEAL_BYTES,
    UNREADABLE,
    ZERO,
    Envelope,
    Seal,
    code,
    event_digest,
    link,
    link_digest,
    read_envelope,
    read_tag,
)

Word = Literal["intact", "unchanged", "payload", "metadata", "swapped", "deleted", "cut", "forked", "rewritten"]


class Verdict(msgspec.Struct, frozen=True):
    """What was found. `position` is the first one that is not as it was written, None if all are.

    `head` is the digest in hex that follows from the entries as they are, `entries` their number, `text` the
    finding in plain words.
    """

    verdict: Word
    position: int | None
    head: str
    entries: int
    text: str

    @property
    def whole(self) -> bool:
        """Whether nothing was found."""
        return self.verdict in ("intact", "unchanged")


class Tagged(Protocol):
    """A book, as far as it is verified."""

    def tagged(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, str, bytes]]: ...


def verify(rows: Iterable[tuple[int, bytes]], seals: Sequence[Seal] = ()) -> Verdict:
    """The verdict on (position, stored bytes) in the order of the book."""
    return _verdict((_Row(position, stored, sha256(stored).digest()) for position, stored in rows), seals)


def verify_book(book: Tagged, seals: Sequence[Seal] = ()) -> Verdict:
    """The verdict on a book, the tags in its table too. A page that cannot be read is a finding, not an
    error.
    """
    if not seals:
        walk = _straight_through(book)
        if walk is not None:
            return _nothing_found(walk)
    unread: list[str] = []

    def rows() -> Iterator[_Row]:
        try:
            for position, tag, stored in book.tagged():
                yield _Row(position, stored, sha256(stored).digest(), tag)
        except Damaged as error:
            unread.append(error.text)

    return _verdict(rows(), seals, unread)


class _Straight(Envelope, frozen=True, gc=False):
    """The envelope, and which operation the entry is of (left out where it is its first)."""

    operation: int = 0


_read_straight = msgspec.json.Decoder(_Straight).decode


def _straight_through(book: Tagged) -> "_Walk | None":
    """The walk over a book that holds, in one go; None where anything does not, which `_verdict` then looks into."""
    walk = _Walk(())
    proof = walk.proof
    n, digest, before, operation = 0, ZERO, ZERO.hex(), proof._operation
    try:
        for position, tag, stored in book.tagged():
            n += 1
            envelope = _read_straight(stored)
            event = envelope.event
            if (
                position != n
                or envelope.position != n
                or envelope.before != before
                or envelope.event_sha != sha256(event).hexdigest()[:16]
                or not (bytes(event).startswith(f'{{"type":"{tag}"'.encode()) or read_tag(event).type == tag)
            ):
                return None
            if not envelope.operation:
                operation = (n, digest)
            if b'"cup"' in stored or tag.startswith("dice."):
                proof._operation = operation
                proof.add(n, stored, digest)
            digest = sha256(digest + sha256(stored).digest()).digest()
            before = digest.hex()
    except (Damaged, *UNREADABLE):
        return None
    if proof.wrong is not None:
        return None
    walk.n, walk.digest = n, digest
    return walk


def verify_export(lines: Iterable[str | bytes], seals: Sequence[Seal] = ()) -> Verdict:
    """The verdict on the JSON lines of an export; entries left out are vouched for by what follows them."""

    def rows() -> Iterator[_Row]:
        for count, (_, line) in enumerate(read_lines(lines), start=1):
            if line is None:
                yield _Row(count, b"", sha256(b"").digest())
            elif line.sha256 is not None:
                yield _Row(line.position, None, bytes.fromhex(line.sha256))
            else:
                stored = (line.stored or "").encode()
                yield _Row(line.position, stored, sha256(stored).digest())

    return _verdict(rows(), seals)


# The walk -----------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    """An entry as it is found; `stored` is None where an export left it out, `tag` is the table's."""

    position: int
    stored: bytes | None
    digest: bytes
    tag: str | None = None


class _Finding(NamedTuple):
    verdict: Word
    position: int
    text: str


class _Walk:
    """The chain as far as it holds: `n` entries, their digest, and what the seals say to them."""

    def __init__(self, seals: Sequence[Seal]) -> None:
        self.n = 0
        self.digest = ZERO
        self.confirmed = 0
        """The last position that a later entry, or a seal, vouches for."""
        self.seals: dict[int, set[bytes]] = {}
        for position, sealed in seals:
            self.seals.setdefault(position, set()).add(sealed[:SEAL_BYTES])
        self.kept: set[int] = set()
        self.not_kept: list[int] = []
        self.given_out: set[bytes] = set()
        self.gave_any = False
        self.proof = Proof()

    def add(self, row: _Row) -> None:
        """The next entry holds together with what is before it."""
        self.proof.add(self.n + 1, row.stored, self.digest)
        if row.stored is not None:
            self.confirmed = self.n
            if self.seals:
                self._look_for_seals(row.stored)
        self.n += 1
        self.digest = link_digest(self.digest, row.digest)
        if self.n in self.seals:
            if self.seals[self.n] == {self.digest[:SEAL_BYTES]}:
                self.kept.add(self.n)
                self.confirmed = self.n
            else:
                self.not_kept.append(self.n)

    def _look_for_seals(self, stored: bytes) -> None:
        # A history written anew still tells of the seals it once gave; one that parted earlier does not.
        if b'"book.sealed"' in stored or b'"session.ended"' in stored:
            self.gave_any = True
            for position, sealed in self.seals.items():
                self.given_out |= {one for one in sealed if code(position, one).encode() in stored}


def _verdict(rows: Iterator[_Row], seals: Sequence[Seal], unread: Sequence[str] = ()) -> Verdict:
    walk = _Walk(seals)
    finding = None
    for row in rows:
        if not _holds(walk, row):
            rest = [row, *rows]
            finding = _diagnosis(walk, rest)
            break
        walk.add(row)
    else:
        rest = []
    if finding is None and unread:
        finding = _Finding("payload", walk.n + 1, f"Entry {walk.n + 1} cannot be read: {unread[0]}")
    if walk.not_kept and (finding is None or walk.not_kept[0] < finding.position):
        finding = _against_seals(walk, walk.not_kept[0])
    if finding is None and walk.proof.wrong is not None:
        finding = _Finding("payload", *walk.proof.wrong)
    beyond = [position for position in sorted(walk.seals) if position > walk.n]
    if finding is None and beyond:
        finding = _Finding(
            "cut",
            walk.n + 1,
            f"The book ends at {walk.n}, but {beyond[0]} was sealed: from {walk.n + 1} on it is cut off.",
        )
    head = walk.digest
    for row in rest:
        head = link_digest(head, row.digest)
    entries = walk.n + len(rest)
    if finding is not None:
        return Verdict(finding.verdict, finding.position, head.hex(), entries, finding.text)
    return _nothing_found(walk)


def _nothing_found(walk: _Walk) -> Verdict:
    entries = f"{walk.n} {'entry' if walk.n == 1 else 'entries'}"
    dice, promises = walk.proof.recomputed, walk.proof.shown
    fell = f" {dice} promised {'die was' if dice == 1 else 'dice were'} recomputed and fell as promised."
    proven = fell if promises else ""
    if not walk.seals:
        text = f"The chain of {entries} holds. Without a seal nothing is said about a tail that was cut off."
        return Verdict("intact", None, walk.digest.hex(), walk.n, text + proven)
    last = max(walk.seals)
    text = f"Up to {last} the book is what was sealed."
    if walk.n > last:
        since = f"entry {walk.n}" if walk.n == last + 1 else f"entries {last + 1} to {walk.n}"
        text += f" What was written since, {since}, follows from it."
    return Verdict("unchanged", None, walk.digest.hex(), walk.n, text + proven)


def _holds(walk: _Walk, row: _Row) -> bool:
    if row.position != walk.n + 1:
        return False
    if row.stored is None:
        return True
    try:
        envelope = read_envelope(row.stored)
        return (
            envelope.position == row.position
            and envelope.before == walk.digest.hex()
            and envelope.event_sha == event_digest(bytes(envelope.event))
            and (row.tag is None or row.tag == read_tag(envelope.event).type)
        )
    except UNREADABLE:
        return False


# What was done ------------------------------------------------------------------------------------------


def _diagnosis(walk: _Walk, rest: list[_Row]) -> _Finding:
    """What was done to the first entry that does not hold, `rest[0]`; the others of `rest` are witnesses."""
    row, n = rest[0], walk.n + 1
    if row.position != n:
        return _out_of_line(row, n, rest)
    assert row.stored is not None, "an entry that was left out always holds"
    try:
        envelope = read_envelope(row.stored)
    except UNREADABLE as error:
        return _unreadable(n, row.stored, error)
    if envelope.position != n:
        return _out_of_place(walk, envelope, rest)
    if envelope.before != walk.digest.hex():
        return _not_linked(walk, row, envelope, rest)
    actual = event_digest(bytes(envelope.event))
    if envelope.event_sha != actual:
        mended = row.stored.replace(envelope.event_sha.encode(), actual.encode(), 1)
        if _leads_on(walk.digest, mended, rest):
            return _Finding("metadata", n, f"Entry {n} was edited: its event's digest, in the header.")
        return _Finding("payload", n, f"Entry {n} was edited: its event is not the one that was written.")
    return _Finding(
        "metadata",
        n,
        f"Entry {n} was edited: the table calls it {row.tag!r}, which is not what it says itself.",
    )


def _out_of_line(row: _Row, n: int, rest: list[_Row]) -> _Finding:
    """The rows are not numbered 1, 2, 3, ..."""
    if row.position < 1:
        return _Finding("metadata", n, f"Where entry {n} belongs stands position {row.position}.")
    if row.position < n:
        return _Finding("forked", row.position, f"Two entries claim position {row.position}.")
    if any(other.position == n for other in rest):
        return _Finding("swapped", n, f"Entry {row.position} stands where {n} belongs, and {n} comes later.")
    missing = f"Entry {n} is" if row.position == n + 1 else f"Entries {n} to {row.position - 1} are"
    return _Finding("deleted", n, f"{missing} missing.")


def _out_of_place(walk: _Walk, envelope: Envelope, rest: list[_Row]) -> _Finding:
    """The row in place n holds an entry that says it is another one."""
    n, claimed = walk.n + 1, envelope.position
    if envelope.before == walk.digest.hex():
        return _Finding("metadata", n, f"Entry {n} was edited: it says that it is {claimed}.")
    moved = any(other is not None and other.position == n for other in map(_envelope_of, rest))
    if moved and claimed < n:
        return _Finding("forked", claimed, f"Two entries claim position {claimed}; the others were moved along.")
    if moved:
        return _Finding("swapped", n, f"In place {n} stands entry {claimed}, and entry {n} stands in another place.")
    return _Finding("deleted", n, f"Entry {n} is missing; entry {claimed} was put in its place.")


def _not_linked(walk: _Walk, row: _Row, envelope: Envelope, rest: list[_Row]) -> _Finding:
    """Entry n was not written behind the entry that stands before it."""
    n = walk.n + 1
    assert row.stored is not None
    following = len(rest) > 1 and rest[1].stored is not None
    sound = envelope.event_sha == event_digest(bytes(envelope.event))
    if following and not _leads_on(_hex(envelope.before), row.stored, rest):
        mended = row.stored.replace(envelope.before.encode(), walk.digest.hex().encode(), 1)
        if _leads_on(walk.digest, mended, rest):
            return _Finding("metadata", n, f"Entry {n} was edited: the digest of what is before it.")
        if not sound:
            return _Finding("payload", n, f"Entry {n} was edited, header and event.")
        return _Finding("forked", n, f"Entry {n} follows from another history than the entries before and after it.")
    if walk.confirmed == n - 1 or (not following and not sound):
        # The one before is vouched for by a seal; or this one gives itself away.
        word: Word = "metadata" if sound else "payload"
        if following:
            word = "forked"
        return _Finding(word, n, f"Entry {n} does not follow from entry {n - 1}." if n > 1 else _NO_BEGINNING)
    first = walk.confirmed + 1
    if first < n - 1:
        return _Finding(
            "metadata",
            first,
            f"One of the entries {first} to {n - 1} was edited; some are left out here.",
        )
    doubt = "" if following else f", or entry {n} was in its `before`"
    return _Finding("metadata", first, f"Entry {first} was edited: its header is not the one that was written{doubt}.")


_NO_BEGINNING = "Entry 1 does not begin a book: it was written behind another entry."


def _is_object(stored: bytes) -> bool:
    """Whether the bytes are one JSON object, whatever is in it."""
    try:
        return isinstance(msgspec.json.decode(stored), dict)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False


def _unreadable(n: int, stored: bytes, error: Exception) -> _Finding:
    if (isinstance(error, msgspec.ValidationError) and _is_object(stored)) or _has_its_event(stored):
        return _Finding("metadata", n, f"Entry {n} was edited: its header cannot be read ({error}).")
    return _Finding("payload", n, f"Entry {n} cannot be read ({error}).")


def _has_its_event(stored: bytes) -> bool:
    """Whether bytes that are no entry any more still hold an event together with its digest."""
    text = stored.decode("utf-8", "surrogateescape")
    # Its brace is among the first; an entry of nothing but braces is not looked through.
    for start in [at for at, letter in enumerate(text[:10_000]) if at and letter == "{"][:50]:
        try:
            end = json.JSONDecoder().raw_decode(text, start)[1]
        except (ValueError, RecursionError):
            end = start
        digest = event_digest(text[start:end].encode("utf-8", "surrogateescape"))
        # Half of it will do: what is broken may be the other half.
        if end > start and (digest[:8] in text or digest[8:] in text):
            return True
    return False


def _against_seals(walk: _Walk, position: int) -> _Finding:
    """The chain holds, but the digest at a sealed position is not the sealed one."""
    sealed = walk.seals[position]
    if len(sealed) > 1:
        return _Finding(
            "forked",
            position,
            f"Different seals were given for {position}: there are two books that parted before it.",
        )
    since = max((kept for kept in walk.kept if kept < position), default=0)
    where = f"somewhere from {since + 1} to {position}"
    if walk.gave_any and not sealed & walk.given_out:
        text = f"This book never gave that seal for {position}: it parted from the sealed one {where}."
        return _Finding("forked", position, text)
    return _Finding("rewritten", position, f"The chain holds, but {position} is not as sealed: written anew {where}.")


def _leads_on(before: bytes, stored: bytes, rest: list[_Row]) -> bool:
    """Whether the row behind `rest[0]` was written behind these bytes."""
    after = _envelope_of(rest[1]) if len(rest) > 1 else None
    return after is not None and after.before == link(before, stored).hex()


def _envelope_of(row: _Row) -> Envelope | None:
    try:
        return read_envelope(row.stored) if row.stored is not None else None
    except UNREADABLE:
        return None


def _hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""

"""A book as JSON lines, and back: lossless, one line an entry.

`{"position": 7, "stored": "..."}` has the stored bytes as text; for an entry that is hidden from the seat
that exports, `{"position": 7, "sha256": "..."}` has 64 hex digits that stand in for them, and the head still
follows.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Protocol

import msgspec

from ledger.seals import UNREADABLE, Chain, read_envelope, read_tag, stored_digest


class ExportLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of an export: the entry's stored bytes as text, or the sha256 that stands in for them."""

    position: int
    stored: str | None = None
    sha256: str | None = None


class BadExport(Exception):
    """An export that no book can be made of; `text` says why, `line` (from 1) says where."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(text)
        self.text = text
        self.line = line


class Readable(Protocol):
    """A book, as far as an export reads it."""

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, bytes]]: ...


def export_lines(journal: Readable, hidden: Container[int] = (), upto: int | None = None) -> Iterator[str]:
    """The lines of a book up to a position, without line ends; of `hidden` positions only the sha256.

    Raises ValueError at an entry whose bytes are no text: an export would not be lossless.
    """
    for position, stored in journal.read(upto=upto):
        if position in hidden:
            line = ExportLine(position, sha256=stored_digest(stored).hex())
        else:
            try:
                line = ExportLine(position, stored=stored.decode())
            except UnicodeDecodeError as error:
                raise ValueError(f"entry {position} is damaged and cannot be exported: {error}") from error
        yield msgspec.json.encode(line).decode()


def import_lines(lines: Iterable[str | bytes]) -> Iterator[tuple[str, bytes]]:
    """(tag, stored bytes) of each entry, in order, as `journal.create` takes them; the chain is checked on
    the way.

    Raises BadExport where bytes are left out, a position is missing or the chain does not hold.
    """
    chain = Chain()
    for number, line in read_lines(lines):
        position = chain.position + 1
        if line is None:
            raise BadExport(f"Line {number} is no line of an export.", number)
        if line.position != position:
            raise BadExport(f"Line {number} holds position {line.position} where {position} belongs.", number)
        if line.stored is None:
            raise BadExport(f"Entry {position} is left out (only its sha256 is there): no book without it.", number)
        stored = line.stored.encode()
        try:
            envelope = read_envelope(stored)
            tag = read_tag(envelope.event).type
        except UNREADABLE as error:
            raise BadExport(f"Entry {position} cannot be read: {error}.", number) from error
        if envelope.position != position or envelope.before != chain.before:
            raise BadExport(f"Entry {position} does not follow from the entries before it: verify the file.", number)
        chain.add(stored)
        yield tag, stored


def read_lines(lines: Iterable[str | bytes]) -> Iterator[tuple[int, ExportLine | None]]:
    """(number of the line from 1, what it holds), None for what is no line of an export; no blanks."""
    decode = msgspec.json.Decoder(ExportLine).decode
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            yield number, _checked(decode(text))
        except (ValueError, RecursionError):  # the second for brackets in brackets in brackets
            yield number, None


def _checked(line: ExportLine) -> ExportLine:
    if (line.stored is None) == (line.sha256 is None):
        raise ValueError("a line has either `stored` or `sha256`")
    if line.sha256 is not None and len(bytes.fromhex(line.sha256)) != 32:
        raise ValueError("a sha256 has 64 hex digits")
    if line.stored is not None:
        line.stored.encode()
    return line

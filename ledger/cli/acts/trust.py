"""The book as a whole: `verify`, `export`, `import`."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ledger.audit.exports import BadExport, export_lines, import_lines
from ledger.audit.veil import Veil
from ledger.audit.verify import Verdict, verify_book, verify_export
from ledger.cli.acts.opening import path_for
from ledger.cli.answer import Answer
from ledger.cli.desk import Desk, check_seat, damaged
from ledger.cli.files import lines_of
from ledger.cli.line import BadWords, Word
from ledger.ruling import Command, Refused, Text
from ledger.seals import Seal, read_code
from projections.world import World
from schemas.units import counted

LONGEST_LINE = 64 << 20
"""Bytes of a line of an export: what the longest note would make of itself in JSON."""
FORGED = (msgspec.MsgspecError, ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
"""What entries that a hand has made, chain and all, do to what adds them up."""


class Verify(Command, tag="verify", frozen=True):
    """Check that the book is what was written; with a seal, that it is what was sealed."""

    usage: ClassVar[str] = "verify [--seal CODE] [--file EXPORT]"
    examples: ClassVar[tuple[str, ...]] = ("verify", "verify --seal 43-7Q4K-0ZTM-9W2C-HD5X")
    seal: Text | None = None
    file: Text | None = None


def verify(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """`intact`, with a seal `unchanged`; else what was done and to which position, as kind `damaged`."""
    from ledger.journal import open_book

    asked = _parsed(desk, "verify", cls, words)
    seals = [] if asked.seal is None else [_seal(asked.seal)]
    if asked.file is not None:
        found = verify_export(_lines_of(asked.file), seals)
    else:
        with open_book(desk.path()) as journal:
            found = verify_book(journal, seals)
            if found.whole:
                journal.check_pages()
        if found.whole:
            desk.campaign()
    return _answer(found)


def _answer(found: Verdict) -> Answer:
    if not found.whole:
        return damaged(found.verdict, found.text, found.position, found.head, found.entries)
    data = {
        "verdict": found.verdict,
        "position": found.position,
        "head": found.head,
        "entries": found.entries,
        "text": found.text,
    }
    return Answer("view", data, eyes=[f"{found.verdict}: {found.text}", f"head {found.head}"])


def _seal(text: str) -> Seal:
    try:
        return read_code(text)
    except ValueError as wrong:
        raise BadWords(f"--seal: {wrong}") from None


class Export(Command, tag="export", frozen=True):
    """Write the book as JSON lines, lossless: `export north-road.jsonl`; a player's seat gets no hidden bytes."""

    words: ClassVar[tuple[str, ...]] = ("file",)
    usage: ClassVar[str] = "export FILE [--seat NAME]"
    examples: ClassVar[tuple[str, ...]] = ("export north-road.jsonl", "export for-ivo.jsonl --seat ivo")
    file: Text


def export(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """One line an entry. Refused: a file that is there."""
    from ledger.reading import Reading

    parsed = _read(desk, "export", cls, words)
    file = Path(parsed.command.file)
    if os.path.lexists(file):
        raise _there(file)
    campaign = desk.campaign()
    seat = parsed.options.get("seat", desk.seat)
    check_seat(campaign, seat)
    reading = Reading(campaign, seat=seat)
    veil = Veil(reading)
    head = campaign.head
    hidden = {entry.position for entry in campaign.entries(range(1, head + 1)) if veil.hides(entry)}
    lines = export_lines(campaign.journal, hidden, head)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as out:
            for text in lines:
                out.write(text + "\n")
    except FileExistsError:
        raise _there(file) from None
    except (OSError, ValueError) as wrong:
        file.unlink(missing_ok=True)
        if isinstance(wrong, OSError):
            raise BadWords(f"{file} cannot be written: {wrong.strerror or wrong}") from None
        raise
    digest = campaign.digest_at(head).hex()
    data = {"file": str(file), "entries": head, "hidden": len(hidden), "head": digest}
    kept = f", {len(hidden)} of them without their words" if hidden else ""
    return Answer("view", data, eyes=[f"{counted(head, 'entry')} written to {file}{kept}; head {digest}"])


class Import(Command, tag="import", frozen=True):
    """Make the same book again from its export, digest for digest: `import north-road.jsonl --book copy.campaign`."""

    words: ClassVar[tuple[str, ...]] = ("file",)
    usage: ClassVar[str] = "import FILE [--book FILE]"
    examples: ClassVar[tuple[str, ...]] = ("import north-road.jsonl",)
    file: Text


def import_(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Beside the terminal under the book's own title, or at `--book FILE`.

    Refused: a book that is there, an export from which bytes are left out. Damaged: lines that are not as written, and
    lines that hold together and make no campaign.
    """
    from ledger.address import shown
    from ledger.journal import BookThere, create

    asked = _parsed(desk, "import", cls, words)
    found = verify_export(_lines_of(asked.file))
    if not found.whole:
        return _answer(found)
    try:
        path = path_for(desk, _tried(asked.file))
        create(path, import_lines(_lines_of(asked.file))).close()
    except BadExport as bad:
        raise Refused(bad.text, thing=asked.file, state="left out", help=(f"verify --file {asked.file}",)) from None
    except BookThere as there:
        raise Refused(there.text, thing=path.name, state="there", help=("--book FILE",)) from None
    except FORGED as failed:
        return damaged("payload", f"{asked.file} holds together, but no campaign can be read from it: {failed}.")
    desk.close()
    desk.book = path
    campaign = desk.campaign()
    data = {"file": shown(path), "entries": campaign.head, "head": campaign.digest_at(campaign.head).hex()}
    read = f"{counted(campaign.head, 'entry')} read into {data['file']}; head {data['head']}"
    return Answer("view", data, eyes=[read])


def _tried(file: str) -> str:
    """The title of the book that an export makes, once it has been made and read for a trial. Refused: an empty one."""
    from ledger.campaign import Campaign
    from ledger.journal import create

    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / "trial.campaign"
        create(trial, import_lines(_lines_of(file))).close()
        with Campaign.open(trial) as campaign:
            if not campaign.head:
                raise Refused(f"{file} holds no entries.", thing=file, state="empty")
            return str(campaign.head_world().get("book").fields.get("title", Path(file).stem))


# -- words and files --------------------------------------------------------------------------------------------


def _read(desk: Desk, verb: str, cls: type[Command], words: list[Word]) -> Any:
    """The words of a line that needs no world to be read."""
    return desk.parse(verb, words, cls, {}, World(), 0, "eos")


def _parsed(desk: Desk, verb: str, cls: type[Command], words: list[Word]) -> Any:
    return _read(desk, verb, cls, words).command


def _there(file: Path) -> Refused:
    return Refused(f"{file} is there already; nothing is written over it.", thing=str(file), state="there")


def _lines_of(file: str) -> Iterator[bytes]:
    """The lines of a file, as they are. Usage: a file that cannot be read."""
    try:
        yield from lines_of(file, LONGEST_LINE)
    except (OSError, ValueError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else None
        raise BadWords(f"{file} cannot be read: {reason or wrong}") from None

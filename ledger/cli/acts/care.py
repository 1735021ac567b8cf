"""Care for the book: `doctor` finds impossible states and saves what stands before a damage, `backup` copies."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ledger.cli.answer import Answer, basis_of
from ledger.cli.desk import Desk
from ledger.cli.lexicon import Lexicon
from ledger.cli.line import BadWords, Word
from ledger.cli.parse import READING, Context, read_line
from ledger.ruling import Command, Refused, Text
from projections.world import World
from schemas.units import counted

if TYPE_CHECKING:
    from ledger.address import ServerBook
    from ledger.journal import Journal


class Doctor(Command, tag="doctor", frozen=True):
    """Look for what cannot be: `doctor`; of a damaged book save all before the damage: `doctor --save FILE`."""

    usage: ClassVar[str] = "doctor [--save FILE] [--on MOMENT] [--known-at POSITION]"
    examples: ClassVar[tuple[str, ...]] = ("doctor", "doctor --save rescued.campaign")
    gm: ClassVar[bool] = True
    save: Text | None = None


class Backup(Command, tag="backup", frozen=True):
    """Copy the live book: `backup FILE`; put a copy in its place again: `backup --from FILE`."""

    words: ClassVar[tuple[str, ...]] = ("file",)
    usage: ClassVar[str] = "backup FILE | backup --from FILE"
    examples: ClassVar[tuple[str, ...]] = ("backup north-road-3.copy", "backup --from north-road-3.copy")
    gm: ClassVar[bool] = True
    file: Text | None = None
    from_: Text | None = None


def doctor(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """`findings`: `kind position thing text`; exit 1 if there are any. `--save` writes what stands before the damage."""
    from ledger.audit.doctor import ailments
    from ledger.audit.verify import verify_book
    from ledger.journal import BookThere, create, open_book

    asked = read_line("doctor", cls, words, READING, Context(Lexicon(World()), 0)).command
    if asked.save is not None:
        target = Path(asked.save)
        with open_book(desk.path()) as journal:
            found = verify_book(journal)
            last = journal.head() if found.whole else max(0, (found.position or 1) - 1)
            rows = ((tag, stored) for _, tag, stored in journal.tagged(0, last))
            if not last:
                raise Refused("Nothing stands before the damage.", thing=desk.path().name, state=found.verdict)
            try:
                create(target, rows).close()
            except BookThere as there:
                raise Refused(there.text, thing=target.name, state="there", help=("doctor --save ANOTHER",)) from None
        text = f"{counted(last, 'entry')} saved in {target.name}"
        data: dict[str, object] = {
            "findings": [],
            "verdict": found.verdict,
            "position": found.position,
            "saved": last,
            "file": str(target),
        }
        return Answer("view", data, eyes=[text + ("." if found.whole else f"; {found.text}")])
    campaign = desk.campaign()
    parsed = desk.parse("doctor", words, cls, READING, campaign.head_world(), campaign.clock, campaign.game, campaign)
    reading = desk.reading(parsed.options, campaign)
    rows_found = [{"kind": f.kind, "position": f.position, "thing": f.thing, "text": f.text} for f in ailments(reading)]
    eyes = [f"{r['position']:>5}  {r['kind']}: {r['text']}" for r in rows_found] or ["Nothing is wrong with this book."]
    return Answer("finding" if rows_found else "view", {"findings": rows_found}, basis=basis_of(reading), eyes=eyes)


def backup(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """A copy of the live book; or `--from` a copy, which is verified first, and the book it replaces is kept beside it."""
    from ledger.address import ServerBook
    from ledger.audit.verify import verify_book
    from ledger.cache import path_of
    from ledger.cup import cup_path
    from ledger.journal import BookThere, open_book

    asked = read_line("backup", cls, words, {}, Context(Lexicon(World()), 0)).command
    if (asked.file is None) == (asked.from_ is None):
        raise BadWords(f"backup needs one file: {cls.usage}")
    book = desk.path()
    if asked.file is not None:
        target = Path(asked.file)
        with open_book(book) as journal:
            try:
                journal.copy_to(target)
            except BookThere as there:
                raise Refused(there.text, thing=target.name, state="there", help=("backup ANOTHER",)) from None
            entries = journal.head()
        data = {"file": str(target), "entries": entries, "kept": None}
        eyes = [f"{counted(entries, 'entry')} copied to {target.name}."]
        if not isinstance(book, ServerBook) and target.suffix == book.suffix and target.resolve().parent == book.resolve().parent:
            eyes.append(f"Two books lie there now: say --book {book.name}, or give copies another ending.")
        return Answer("view", data, eyes=eyes)
    source = Path(asked.from_)
    with open_book(source) as journal:
        found = verify_book(journal)
        if not found.whole:
            raise Refused(
                f"{source.name} is not whole: {found.text}", thing=source.name, state=found.verdict, help=("verify",)
            )
        if isinstance(book, ServerBook):
            return _onto_server(desk, book, source, journal, found.entries)
        draft = book.with_name(f".{book.name}.{os.getpid()}.restoring")
        draft.unlink(missing_ok=True)
        journal.copy_to(draft)
    desk.close()
    kept: Path | None = None
    behind = 0
    if book.exists():
        nth = 1
        while (beside := book.with_name(f"{book.stem}.before-{nth}{book.suffix}")).exists():
            nth += 1
        kept = beside
        with open_book(book) as old:  # its log goes with it: the copy is whole
            old.copy_to(beside)
            behind = old.head() - (found.entries or 0)
        for end in ("-wal", "-shm"):
            book.with_name(book.name + end).unlink(missing_ok=True)
    os.replace(draft, book)
    path_of(book).unlink(missing_ok=True)
    data = {"file": str(source), "entries": found.entries, "kept": None if kept is None else str(kept)}
    eyes = [f"{book.name} is {source.name} again ({counted(found.entries or 0, 'entry')})."]
    if kept is not None:
        eyes.append(f"What it replaced is kept as {kept.name}.")
    notices = []
    if behind > 0 and cup_path(book).exists():
        notices.append(("cup", CUP_AGAIN))
        eyes.append(CUP_AGAIN)
    return Answer("view", data, notices=notices, eyes=eyes)


CUP_AGAIN = (
    "What the cup has thrown since that copy was made falls the same way again, for whoever remembers it: promise fresh "
    "dice before play goes on (dice commit --count 200)."
)


def _onto_server(desk: Desk, book: "ServerBook", source: Path, copy: "Journal", entries: int) -> Answer:
    """A campaign on a server is begun from a copy; one that is there is never replaced."""
    from ledger.address import shown
    from ledger.journal import BookThere, create

    desk.close()
    try:
        create(book, ((tag, stored) for _, tag, stored in copy.tagged())).close()
    except BookThere as there:
        raise Refused(
            f"{there.text} Put the copy under another name.", thing=shown(book), state="there",
            help=(f"backup --from {source.name} --book {shown(book)}-2",),
        ) from None  # fmt: skip
    data = {"file": str(source), "entries": entries, "kept": None}
    return Answer("view", data, eyes=[f"{shown(book)} is {source.name} again ({counted(entries, 'entry')})."])

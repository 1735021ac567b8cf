"""`play`: a session note, all of it as one operation or nothing of it."""

import importlib
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec

import schemas.events
from ledger.campaign import Campaign, Draft, Operation, Wish
from ledger.cli.acts.opening import path_for, with_calendar
from ledger.cli.answer import Answer, recorded
from ledger.cli.desk import Desk, refused, said, usage, verb_of_line
from ledger.cli.line import BadWords, Word, split
from ledger.cli.notes import Note, NoteLine, read_note
from ledger.cli.parse import CORRECTING, READING, WRITING, Parsed
from ledger.contents import ACTS, RULES, VIEWS
from ledger.notes import Match, Recorded, match, recorded_lines
from ledger.reading import Midway
from ledger.ruling import Command, Kind, Refused, Scene, Text, Usage
from projections.world import World
from schemas.entry import COMMAND_RANK
from schemas.entry import NoteLine as Source
from schemas.units import Moment

LITTLE_WORDS = {"at": "moment", "dry-run": "flag", "keep": "choice"}
ONLY_MOVE_TIME = ("camp", "clock")
UNMOVED = ("day.closed",)
"""Entries that come out the same whatever was done before them."""

Raw = Annotated[str, Kind("text")]


class Play(Command, tag="play", frozen=True):
    """Plays a session note, whole or not at all; played again it adds only new lines: `play notes/03.md`."""

    words: ClassVar[tuple[str, ...]] = ("note",)
    usage: ClassVar[str] = "play NOTE.md [--at MOMENT] [--keep all] [--dry-run]"
    examples: ClassVar[tuple[str, ...]] = ("play notes/03.md", "play night.md --at day-9", "play notes/03.md --dry-run")
    note: Raw


def play(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Every line of the note that is not recorded yet, asked one after another on the world the earlier ones made.

    Usage or refused, with file, line and column: what one line cannot be; nothing is written then. A finding: lines
    that were edited or have gone since they were recorded, and lines put in where later deeds would have to be asked
    again (`--keep all`: they stand as told).
    """
    file = desk.parse("play", words, cls, {**LITTLE_WORDS, "at": "text"}, World(), 0, "eos").command.note
    note = read_note(_bytes(file), file)
    try:
        lines = [_read(file, line) for line in note.lines]
        campaign = _campaign(desk, file, lines)
        parsed = desk.parse("play", words, cls, LITTLE_WORDS, campaign.head_world(), campaign.clock, campaign.game, campaign)
        return _Play(desk, campaign, file, note, lines, parsed.options).answer()
    except _NotAccepted as no:
        return no.answer


def _bytes(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except FileNotFoundError:
        raise BadWords(f"there is no note {file}") from None
    except (OSError, ValueError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else wrong
        raise BadWords(f"the note {file} cannot be read: {reason}") from None


def _campaign(desk: Desk, file: str, lines: "Sequence[_Line]") -> Campaign:
    """The open book; where the note begins with `new` and no such book is there yet, one that is still unwritten."""
    if lines and lines[0].verb == "new":
        first = lines[0]
        with _at(file, first.source):
            title = desk.parse("new", first.words, _words_of("new"), WRITING, World(), 0, "eos").command.title
            path = path_for(desk, title)
        if not path.exists():
            return Campaign.unwritten(path)
        if desk.book is None:
            desk.close()
            desk.book = path
    campaign: Campaign = desk.campaign(write=True)
    return campaign


# Lines -------------------------------------------------------------------------------------------------------


class _NotAccepted(Exception):
    """A line that cannot be played; `answer` names file, line and column of it."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.data["text"])
        self.answer = answer


class _Raced(Exception):
    """Another pen has played lines of the same note meanwhile: what is left to play is looked at anew."""


@contextmanager
def _at(file: str, line: NoteLine) -> Iterator[None]:
    """Turns what a line is told into an answer that says where it stands."""
    try:
        yield
    except BadWords as wrong:
        where = _where(file, line, wrong.column)
        answer = usage(wrong.text, wrong.nearest, where)
    except Usage as wrong:
        where = _where(file, line, wrong.column)
        answer = usage(wrong.text, wrong.nearest, where)
    except Refused as no:
        where = _where(file, line, None)
        answer = refused(no, where)
    else:
        return
    answer.eyes[0] = f"{file}:{where['line']}:{where['column']}: {answer.eyes[0]}"
    raise _NotAccepted(answer)


def _where(file: str, line: NoteLine, column: int | None) -> dict[str, Any]:
    number, column = line.where(column)
    return {"file": file, "line": number, "column": column}


@dataclass(slots=True, frozen=True)
class _Line:
    """A line of the note: its verb, the words behind it, and `key`, the words that it is known by."""

    source: NoteLine
    verb: str
    words: list[Word]
    key: str

    @property
    def is_view(self) -> bool:
        return self.verb not in RULES and self.verb not in ACTS


NOT_IN_A_NOTE = {
    "--book": "a note is played on one book: --book stands behind play",
    "--dry-run": "a note is played as a whole: --dry-run stands behind play",
    "--whatif": "a note is played as a whole: --whatif cannot stand in it",
}


def _read(file: str, line: NoteLine) -> _Line:
    with _at(file, line):
        verb, words = verb_of_line(split(line.text))
        for word in words:
            if word.is_option and word.text.partition("=")[0] in NOT_IN_A_NOTE and not (
                verb in VIEWS and word.text.startswith("--whatif")
            ):  # fmt: skip
                raise BadWords(NOT_IN_A_NOTE[word.text.partition("=")[0]], word.column)
        words = [w for w in words if not (w.is_option and w.text == "--json")]
        return _Line(line, verb, words, said(line.text))
    raise AssertionError("a line is read or it is not accepted")


def _words_of(verb: str) -> type[Command]:
    from ledger.rules import command_of

    return command_of(verb)


# Playing -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Row:
    """What became of one line; `drafts` are the first and the one behind the last of its entries in the operation."""

    line: int
    text: str
    outcome: str | None
    deed: int | None = None
    drafts: tuple[int, int] = (0, 0)
    eyes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Place:
    """Where the next line of the note stands: what the clock shows there, the position it is behind, the last deed."""

    clock: Moment | None = None
    behind: int | None = None
    root: int = 0


class _Play:
    """One note, played on one book."""

    def __init__(
        self, desk: Desk, campaign: Campaign, file: str, note: Note, lines: Sequence[_Line], options: dict[str, Any]
    ) -> None:
        self.desk = desk
        self.campaign = campaign
        self.file = file
        self.name = unicodedata.normalize("NFC", note.name)
        self.seat = note.seat
        self.lines = lines
        self.at: Moment | None = options.get("at")
        self.dry = bool(options.get("dry-run"))
        keep = options.get("keep")
        if keep is not None and keep != "all":
            raise BadWords("a note takes --keep all: what is written already stands as told")
        self.keeps = keep == "all"
        self.rows: list[_Row] = []
        self.moved: list[_Row] = []
        self.recorded: list[Recorded] = []
        self.match = Match({}, {}, ())
        self._asked: tuple[object, ...] | None = None

    def answer(self) -> Answer:
        while True:
            self._asked = None
            try:
                unwritten = self.campaign.journal is None
                finding, operation = self.campaign.operate(self._plan, dry=self.dry)
            except _Raced:
                continue
            except _Finding as found:
                return self._found(found.help)
            assert finding is None
            if unwritten and not self.dry and operation.drafts:
                self.desk.take(self.campaign, self.campaign.path)
            return self._recorded(operation)

    def _plan(self, op: Operation) -> None:
        writing = [line for line in self.lines if not line.is_view]
        self.recorded = recorded_lines(self.campaign, self.name)
        self.match = match([line.key for line in writing], self.recorded)
        asked = (tuple(self.match.recorded), tuple(self.match.edited))
        if self._asked is not None and self._asked != asked:
            raise _Raced
        self._asked = asked
        self.rows, self.moved = [], []
        if not self.match.clean:
            self._list_differences(writing)
            raise _Finding(self._corrections(writing))
        self._play_all(op, writing)
        if self.moved and not self.keeps and not self.dry:
            for row in self.rows:
                if row.outcome == "recorded":
                    row.outcome, row.deed = None, None
            raise _Finding([f"play {_quoted(self.file)} --keep all"])

    def _play_all(self, op: Operation, writing: Sequence[_Line]) -> None:
        """Line after line; a new one is late where a recorded one that moves the world stands below it."""
        matched = self.match.recorded
        last = max((n for n, r in matched.items() if self.recorded[r].moves), default=-1)
        last_of_all = max(matched, default=-1)
        place = _Place(clock=self.at)
        nth = -1
        for line in self.lines:
            row = _Row(line.source.number, line.source.text, None)
            self.rows.append(row)
            with _at(self.file, line.source):
                if line.is_view:
                    row.outcome = "viewed"
                    row.eyes = self._look(op, line, place.clock if nth < last else None)
                    continue
                nth += 1
                if nth in matched:
                    self._pass(place, self.recorded[matched[nth]], row)
                else:
                    source = Source(self.name, line.source.number, place.root if nth < last_of_all else None)
                    self._play_line(op, line, row, source, self._late(op, place, nth, last))

    def _pass(self, place: _Place, there: Recorded, row: _Row) -> None:
        """Goes by a line that is recorded already."""
        row.outcome, row.deed = "already", there.deed
        place.root = there.root
        if there.moves or place.clock is None:
            place.clock = there.clock if there.clock is not None else place.clock
            place.behind = there.behind

    def _late(self, op: Operation, place: _Place, nth: int, last: int) -> _Place | None:
        """Where a late line stands; None for one that is played at the clock."""
        if nth > last:
            if self.at is None or place.clock is None or place.clock == op.clock:
                return None
            return _Place(place.clock, None, place.root) if False else _Standing(place)
        if place.clock is None or place.behind is None:
            below = next(self.recorded[r] for n, r in self.match.recorded.items() if n > nth and self.recorded[r].moves)
            place.clock = below.moment
            place.behind = below.root - 1
        return place

    # (filled in below)

"""`play`: a session note, all of it as one operation or nothing of it."""

import dataclasses
import importlib
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

import msgspec

import schemas.events
from ledger.audit.corrections import Plan, late
from ledger.audit.ripple import Change, Decisions, Ripple, Walk
from ledger.campaign import Campaign, Draft, LineDice, Operation, Wish
from ledger.cli.acts.corrections import correction_of, ripple_eyes, ripple_json, undecided_eyes
from ledger.cli.acts.house import with_file
from ledger.cli.acts.opening import path_for, with_calendar
from ledger.cli.acts.whatif import asked, is_beside, opened, without_whatif
from ledger.cli.answer import Answer, recorded
from ledger.cli.desk import Desk, kept_words, refused, usage, verb_of_line
from ledger.cli.files import bytes_of
from ledger.cli.line import BadWords, Word, line_of, split
from ledger.cli.notes import Note, NoteLine, read_note
from ledger.cli.parse import READING, WRITING, Parsed
from ledger.cli.respell import respell, spellings
from ledger.contents import ACTS, RULES, VIEWS
from ledger.cup import LentCup
from ledger.journal import BookThere
from ledger.notes import Match, Recorded, match, recorded_lines
from ledger.pace import paced
from ledger.reading import Midway, Reading
from ledger.rules import command_of, rule_of
from ledger.ruling import Command, Refused, Said, Scene, Text, Usage
from ledger.whatif import scratch
from projections.world import World
from schemas.entry import COMMAND_RANK
from schemas.entry import NoteLine as Source
from schemas.units import Moment

LARGEST_NOTE = 16 << 20
"""Bytes of a note; the notes of a year are less than one of these megabytes."""

LITTLE_WORDS = {
    "at": "moment", "dry-run": "flag", "reason": "text", "accept": "choice", "keep": "choice", "drop": "choice",
}  # fmt: skip
IN_A_NOTE = ("void", "correct")
"""Acts upon the book that a note may hold: played again, the lines that they strike count as recorded."""
ONLY_MOVE_TIME = ("camp", "clock")


def _no_die() -> bytes:
    raise Usage("A dry run throws no die: tell the dice of this line.")


class Play(Command, tag="play", frozen=True):
    """Plays a session note, whole or not at all; played again it adds only new lines: `play notes/03.md`."""

    words: ClassVar[tuple[str, ...]] = ("note",)
    usage: ClassVar[str] = "play NOTE.md [--at MOMENT] [--accept|--keep|--drop all|POS,POS] [--dry-run]"
    examples: ClassVar[tuple[str, ...]] = ("play notes/03.md", "play night.md --at day-9", "play notes/03.md --dry-run")
    note: Text


def play(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Every line of the note that is not recorded yet, asked one after another on the world the earlier ones made.

    Usage or refused, with file, line and column: what one line cannot be; nothing is written then. A finding: lines
    that were edited or have gone since they were recorded, or a ripple of lines put in between that is undecided.
    """
    file = desk.parse("play", words, cls, {**LITTLE_WORDS, "at": "text"}, World(), 0, "eos").command.note
    note = read_note(_bytes(file), file)
    try:
        lines = [_read(file, line) for line in note.lines]
        campaign = _campaign(desk, file, lines)
        world = campaign.head_world()
        parsed = desk.parse("play", words, cls, LITTLE_WORDS, world, campaign.clock, campaign.game, campaign)
        return _Play(desk, campaign, file, note, lines, parsed, line).answer()
    except _NotAccepted as no:
        return no.answer


def _bytes(file: str) -> bytes:
    try:
        return bytes_of(file, LARGEST_NOTE)
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
            title = desk.parse("new", first.words, command_of("new"), WRITING, World(), 0, "eos").command.title
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
        return _Line(line, verb, words, kept_words(line.text))
    raise AssertionError("a line is read or it is not accepted")


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
class _View:
    """A view of the note: what it asked, and where; it is answered once more when everything is written."""

    row: _Row
    parsed: Parsed
    on: Moment
    known_at: int


@dataclass(slots=True)
class _Place:
    """Where the next line of the note stands: what the clock shows there, the position it is behind, the deed above."""

    clock: Moment | None = None
    behind: int | None = None
    root: int = 0


class _Finding(Exception):
    """What stands in the way of playing the note; `help` are lines that would settle it."""

    def __init__(self, help: Sequence[str]) -> None:
        super().__init__("; ".join(help))
        self.help = list(help)


class _Play:
    """One note, played on one book."""

    def __init__(
        self, desk: Desk, campaign: Campaign, file: str, note: Note, lines: Sequence[_Line], parsed: Parsed, line: str
    ) -> None:
        options = parsed.options
        self.desk = desk
        self.campaign = campaign
        self.file = file
        self.name = unicodedata.normalize("NFC", note.name)
        self.lines = lines
        self.seat: str | None = options.get("seat", desk.seat or note.seat)
        self.at: Moment | None = options.get("at")
        self.dry = bool(options.get("dry-run"))
        self.decisions = Decisions(*(options.get(word) or () for word in ("accept", "keep", "drop")))
        self.wish: Wish = desk.wish(parsed._replace(options={k: v for k, v in options.items() if k != "at"}), line)
        self.rows: list[_Row] = []
        self.views: list[_View] = []
        self.late: list[tuple[_Line, _Row, Wish]] = []
        self.scratch: Operation | None = None
        self.ripple: tuple[Plan, Ripple] | None = None
        self.inner: Answer | None = None
        self.recorded: list[Recorded] = []
        self.match = Match({}, {}, ())
        self._asked: tuple[object, ...] | None = None

    def answer(self) -> Answer:
        """Plays the note and says what came of it."""
        unwritten = self.campaign.journal is None
        while True:
            self._asked = None
            try:
                _, operation = self.campaign.operate(self._plan, dry=self.dry)
            except _Raced:
                continue
            except BookThere:
                if not unwritten:
                    raise
                # Another pen has opened the book meanwhile, with the same note perhaps: it is played on that one.
                self.desk.book = self.campaign.path
                self.campaign = self.desk.campaign(write=True)
                unwritten = False
                continue
            except _Finding as found:
                return self._found(found.help)
            if unwritten and operation.drafts and not self.dry:
                self.desk.take(self.campaign, self.campaign.path)
            return self._recorded(operation)

    # -- the plan

    def _plan(self, op: Operation) -> None:
        writing = [line for line in self.lines if not line.is_view]
        self.recorded = _respelt(self.campaign, recorded_lines(self.campaign, self.name, _spoken))
        self.match = match([(line.key, _spoken(line.key)) for line in writing], self.recorded)
        asked = (tuple(self.match.recorded), tuple(self.match.edited))
        if self._asked is not None and self._asked != asked:
            raise _Raced
        self._asked = asked
        self.rows, self.views, self.late, self.scratch, self.ripple = [], [], [], None, None
        if not self.match.clean:
            raise _Finding(self._differences())
        self._play_all(op)

    def _play_all(self, op: Operation) -> None:
        """Line after line; a new one is late where a recorded one that moves the world stands below it."""
        matched = self.match.recorded
        last = max(matched, default=-1)
        last_moving = max((n for n, r in matched.items() if self.recorded[r].moves), default=-1)
        place = _Place(clock=self.at)
        nth = -1
        for line in paced("playing the note", len(self.lines), self.lines):
            row = _Row(line.source.number, line.source.text, None)
            self.rows.append(row)
            with _at(self.file, line.source):
                if line.is_view:
                    self._look(op, line, row, place.clock if nth < last_moving else None)
                    continue
                nth += 1
                if nth in matched:
                    self._pass(place, self.recorded[matched[nth]], row)
                    continue
                source = Source(self.name, line.source.number, place.root if nth < last else None)
                if line.verb in ACTS and line.verb not in RULES:
                    self._do(op, line, row, source)
                elif nth < last_moving:
                    self._put_in(op, line, row, source, place, nth)
                elif self.at is not None and place.clock is not None and place.clock != op.clock:
                    self._play_late(op, line, row, source, place, None)
                else:
                    self._play_now(op, line, row, self._wish(op.world, op, line, source, op.clock))
                    place.clock, place.behind = op.clock, None
            if row.deed is not None:
                place.root = row.deed
        self._enter_late(op)

    def _pass(self, place: _Place, there: Recorded, row: _Row) -> None:
        """Goes by a line that is recorded already."""
        row.outcome, row.deed = "already", there.deed
        place.root = there.root
        if there.moves or place.clock is None:
            place.clock = place.clock if there.clock is None else there.clock
            place.behind = there.behind
        elif there.clock == place.clock:
            place.behind = there.behind

    def _play_now(self, op: Operation, line: _Line, row: _Row, wish: Wish) -> None:
        """A line at the clock; one that says an earlier moment itself is late."""
        if wish.at is not None and wish.at < op.clock:
            if op.drafts:
                raise BadWords(
                    "this line is late and stands below new ones: play it as a note of its own, or type it at the desk"
                )
            self._keep_late(line, row, wish)
            return
        self._enter_late(op)
        start = len(op.drafts)
        op.tell(wish)
        self._wrote(op, row, start)

    def _put_in(self, op: Operation, line: _Line, row: _Row, source: Source, place: _Place, nth: int) -> None:
        """A new line between recorded ones: at the moment the clock showed there, behind its neighbour."""
        standing = (self.recorded[r] for n, r in sorted(self.match.recorded.items()) if n > nth)
        below = next(there for there in standing if there.moves)
        above = below.behind if below.behind < below.root else below.root - 1
        if above < 1:
            raise BadWords("nothing can stand above the line that opens the book")
        if place.clock is None:
            place.clock = below.moment
        if place.behind is None and place.clock == below.moment:
            place.behind = above
        self._play_late(op, line, row, source, place, below)

    def _play_late(
        self, op: Operation, line: _Line, row: _Row, source: Source, place: _Place, below: Recorded | None
    ) -> None:
        """A line at a moment that the clock has passed; there `camp` and `clock` only say when."""
        assert place.clock is not None
        scratch = self._scratch()
        wish = self._wish(scratch.world, scratch, line, source, place.clock)
        if wish.at is not None:
            self._play_now(op, line, row, wish)
            return
        wish = dataclasses.replace(wish, at=place.clock, behind=place.behind)
        if line.verb not in ONLY_MOVE_TIME:
            self._keep_late(line, row, wish)
            return
        to = self._moves_to(scratch, wish)
        if below is not None and to > below.moment:
            raise Refused(
                f"The lines below were played at {op.calendar.text(below.moment)}: time moves on only behind them.",
                thing=line.verb, state=op.calendar.text(below.moment),
            )  # fmt: skip
        if to > op.clock:  # not closed yet: from here on the note is played at the clock
            self._play_now(op, line, row, dataclasses.replace(wish, at=None, behind=None))
            place.clock, place.behind = op.clock, None
        else:
            row.outcome = "already"
            place.clock, place.behind = to, None

    def _scratch(self) -> Operation:
        """Where late lines are tried one after another, so that what one of them is told is said of that one."""
        if self.scratch is None:
            self.scratch = Operation(self.campaign, "", [], self.dry)
        return self.scratch

    def _keep_late(self, line: _Line, row: _Row, wish: Wish) -> None:
        scratch = self._scratch()
        row.outcome = "recorded"
        row.deed = scratch.tell(wish)[0].position
        self.late.append((line, row, wish))

    def _enter_late(self, op: Operation) -> None:
        """All late lines as one correction with one ripple; a finding, if deeds in it wait for a decision."""
        if not self.late or self.ripple is not None:
            return
        planned = late(self.campaign, [wish for _, _, wish in self.late])
        change = Change(inserts=planned.inserts)
        with _at(self.file, self.late[0][0].source):
            walk = Walk(self.campaign, change, self.decisions, op.next_position, self.dry)
            ripple = walk.run()
            quiet = not (ripple.undecided or _moves(ripple))
            if not quiet:
                walk = Walk(self.campaign, change, self.decisions, op.next_position + 1, self.dry)
                ripple = walk.run()
        self.ripple = (planned, ripple)
        if ripple.undecided and not self.dry:
            for _, row, _ in self.late:
                row.outcome, row.deed = None, None
            play = f"play {line_of([self.file])}"
            raise _Finding([f"{play} --{word} all" for word in ("accept", "keep", "drop")])
        if not quiet:
            op.enter(correction_of(planned, ripple, self.campaign.history), self.wish)
        start = len(op.drafts)
        op.adopt(ripple.drafts)
        op.cup_at = walk.dice_at
        op.notices += ripple.notices
        op.notices.append(("late", f"Entered late, from {op.calendar.text(planned.reaches_back_to or 0)} on."))
        for _, row, wish in self.late:
            own = [n for n in range(start, len(op.drafts)) if op.drafts[n].wish is wish]
            row.deed = op.drafts[own[0]].position if own else None
            row.drafts = (own[0], own[-1] + 1) if own else (0, 0)

    def _moves_to(self, op: Operation, wish: Wish) -> Moment:
        """The moment to which a `camp` or `clock` of the past moved time."""
        assert wish.at is not None
        world = op.world_at((wish.at, COMMAND_RANK, wish.behind or op.next_position))
        world.moment = wish.at
        dice = LineDice(wish.told, (), None, 0)
        scene = Scene(world, wish.at, dice, reason=wish.reason, seat=wish.seat, game=op.game, look=op.world_on)
        for told in rule_of(wish.command, op.game)(wish.command, scene):
            event = told.event if isinstance(told, Said) else told
            if type(event).moves_clock:
                to: Moment = event.to  # type: ignore[attr-defined]
                return to
        return wish.at

    def _wish(self, world: World, op: Operation, line: _Line, source: Source, now: Moment) -> Wish:
        parsed = self._parse(world, op, line, command_of(line.verb, op.game), WRITING, now)
        if line.verb == "new":
            parsed = parsed._replace(command=with_calendar(parsed.command))
        elif line.verb == "house":
            parsed = parsed._replace(command=with_file(parsed.command))
        wish: Wish = self.desk.wish(parsed, line.source.text, note=source)
        return wish

    def _parse(
        self, world: World, op: Operation, line: _Line, cls: type[Command], common: dict[str, str], now: Moment
    ) -> Parsed:
        parsed = self.desk.parse(line.verb, line.words, cls, common, world, now, op.game, self.campaign, op.drafts)
        if self.seat is not None:
            parsed.options.setdefault("seat", self.seat)
        return parsed

    def _do(self, op: Operation, line: _Line, row: _Row, source: Source) -> None:
        """`void` and `correct`, asked at the end of all that stands above them in the book and in this note.

        They are asked on a scratch copy in which that is written, as at the desk; what they write there is taken over.
        Other acts upon the book are no lines of a note: what undoes or rolls back lines would have them played again.
        """
        if line.verb not in IN_A_NOTE:
            raise BadWords(f"{line.verb} cannot stand in a note: type it at the desk", 1)
        self._enter_late(op)
        start = len(op.drafts)
        campaign = self.campaign
        cup = LentCup(_no_die) if self.dry else LentCup(lambda: campaign.cup.secret(), campaign.cup)
        world = scratch(campaign, op.base, cup, campaign._rows(op) if op.drafts else ())
        try:
            head = world.head
            answer = asked(world, line.source.text, self.seat, {})
            if answer.kind == "finding":
                self.inner = answer
                play = f"play {line_of([self.file])}"
                raise _Finding([f"{line.source.text} --{word} all" for word in ("accept", "keep", "drop")] + [play])
            if answer.kind == "usage":
                raise Usage(answer.data["text"], nearest=answer.data["nearest"])
            if answer.kind != "recorded":
                data = answer.data
                raise Refused(data["text"], rule=data["rule"], thing=data["thing"], state=data["state"], help=data["help"])
            op.adopt(self._taken(world, head, source, line.source.text))
            op.notices += answer.notices
        finally:
            world.close()
        self._wrote(op, row, start)

    def _taken(self, world: Campaign, head: int, source: Source, words: str) -> list[Draft]:
        """What a line has written behind a position of a scratch copy, to be written in the book."""
        behind = range(head + 1, world.head + 1)
        findings = Reading(world).found_in(set(behind))
        drafts = []
        for entry in world.entries(behind):
            first = entry.position == head + 1
            of = msgspec.structs.replace(entry, note=source) if first else entry
            draft = Draft(
                entry.position, entry.moment, schemas.events.read(entry.event), entry.rank, entry.deed or entry.position,
                entry.cause, entry.behind, entry.root, entry.clock, entry.tick, cup=entry.cup, session=entry.session, of=of,
                findings=findings.get(entry.position, []),
            )  # fmt: skip
            if first:
                draft.wish = dataclasses.replace(
                    self.wish, words=kept_words(words), reason=entry.reason, seat=entry.seat, note=source
                )
            drafts.append(draft)
        return drafts

    def _wrote(self, op: Operation, row: _Row, start: int) -> None:
        row.outcome, row.drafts = "recorded", (start, len(op.drafts))
        row.deed = op.drafts[start].position if len(op.drafts) > start else None

    # -- views

    def _look(self, op: Operation, line: _Line, row: _Row, on: Moment | None) -> None:
        """Answers a view on the world as it is at this place of the note, or on one beside the book."""
        if is_beside(line.words):
            self._look_beside(line, row)
            return
        if on is None:
            self._enter_late(op)
            on = op.clock
        view = self.desk.view_row(line.verb, op.game)
        cls = getattr(importlib.import_module(f"ledger.cli.views.{view.module}"), view.words)
        parsed = self._parse(op.world, op, line, cls, READING, on)
        on = parsed.options.get("on", on)
        row.outcome = "viewed"
        if "known-at" in parsed.options or "branch" in parsed.options:
            row.eyes = _answered(parsed, self.desk.reading(parsed.options, self.campaign))
            return
        row.eyes = _answered(parsed, Midway(op, on, seat=parsed.options.get("seat")))
        if op.drafts and not self.dry:
            self.views.append(_View(row, parsed, on, op.next_position - 1))

    def _look_beside(self, line: _Line, row: _Row) -> None:
        words, name = without_whatif(line.source.text)
        answer = asked(opened(self.campaign, name), words, self.seat, {})
        if not answer.ok:
            raise Usage(answer.data.get("text") or "\n".join(answer.eyes))
        row.outcome, row.eyes = "viewed", answer.eyes

    # -- what comes back

    def _recorded(self, op: Operation) -> Answer:
        answer = recorded(self.campaign, op, dry=self.dry)
        for view in self.views:  # once more: now its entries can be read from the book
            seat = view.parsed.options.get("seat")
            view.row.eyes = _answered(view.parsed, Reading(self.campaign, view.on, view.known_at, seat=seat))
        entries, answer.eyes = answer.eyes, []
        for row in self.rows:
            start, end = row.drafts
            answer.eyes += entries[start:end]
            if row.outcome == "viewed":
                answer.eyes += [f"       {row.text}", *(f"       {text}" for text in row.eyes)]
        if not op.drafts:
            answer.eyes.append(f"{self.name}: nothing new; {_counted(self.rows, 'already')} recorded already.")
        if self.ripple is not None:
            answer.data["ripple"] = ripple_json(self.ripple[1])
            answer.eyes += ripple_eyes(*self.ripple, self.campaign)[1:]
        answer.data["lines"] = [_row_json(row) for row in self.rows]
        return answer

    def _found(self, help: Sequence[str]) -> Answer:
        clock = self.campaign.clock
        data: dict[str, Any] = {
            "operation": None, "entries": [], "clock": {"moment": clock, "date": self.campaign.calendar.text(clock)},
            "ripple": None, "lines": [_row_json(row) for row in self.rows], "help": list(help),
        }  # fmt: skip
        eyes = []
        waiting = list(help)
        for row in self.rows:
            if row.outcome in ("edited", "missing"):
                what = "edited since it was" if row.outcome == "edited" else "gone, but"
                eyes.append(f"{self.file}:{row.line}: {row.text}  ({what} recorded as {row.deed})")
                eyes.append(f"  try: {waiting.pop(0)}")
        if self.ripple is not None:
            data["ripple"] = ripple_json(self.ripple[1])
            eyes += [*ripple_eyes(*self.ripple, self.campaign), *undecided_eyes(self.ripple[1], self.campaign)]
        if self.inner is not None:
            data["ripple"] = self.inner.data["ripple"]
            eyes += [text for text in self.inner.eyes if not text.startswith(("Nothing is", "  try:", "       or deed"))]
            eyes += [f"  try: {text}" for text in help[:3]]
        return Answer("finding", data, eyes=[*eyes, "Nothing was written."])

    def _differences(self) -> list[str]:
        """Lists every line with what became of it, those that are gone where they stood; the lines that settle it."""
        gone = list(self.match.missing)
        help: list[str] = []
        nth = -1
        for line in self.lines:
            row = _Row(line.source.number, line.source.text, "viewed" if line.is_view else None)
            if not line.is_view:
                nth += 1
                place = self.match.recorded.get(nth, self.match.edited.get(nth))
                while place is not None and gone and gone[0] < place:
                    help.append(self._list_gone(gone.pop(0)))
                if place is not None:
                    row.deed = self.recorded[place].deed
                    row.outcome = "already" if nth in self.match.recorded else "edited"
                if row.outcome == "edited":
                    help.append(_with_reason(f"correct {row.deed} {line.key}", f"edited in {self.name}"))
            self.rows.append(row)
        return help + [self._list_gone(place) for place in gone]

    def _list_gone(self, place: int) -> str:
        there = self.recorded[place]
        self.rows.append(_Row(there.line, there.text, "missing", there.deed))
        return _with_reason(f"void {there.deed}", f"gone from {self.name}")


def _respelt(campaign: Campaign, recorded: list[Recorded]) -> list[Recorded]:
    """The same lines, known by the new spellings of names too: a rename is no edit of the notes it reaches."""
    names = spellings(campaign, campaign.head) if "name.changed" in campaign.history.rare else {}
    if not names:
        return recorded
    told = Answer("view", {"spellings": [list(line.spellings) for line in recorded]})
    respell(told, names)
    return [
        dataclasses.replace(line, spellings=line.spellings.union(anew))
        for line, anew in zip(recorded, told.data["spellings"], strict=True)
    ]


def _spoken(line: str) -> str:
    """The words of a line without its reason and its quotes, as a correction leaves them."""
    told = [word.text for word in split(line)]
    while "--reason" in told:
        at = told.index("--reason")
        del told[at : at + 2]
    return "\0".join(["", *told])


def _moves(ripple: Ripple) -> bool:
    """Whether anything that is written comes out differently."""
    return bool(
        ripple.took or ripple.followed or ripple.follows or ripple.accepted or ripple.kept or ripple.dropped
    )  # fmt: skip


def _answered(parsed: Parsed, reading: Reading) -> list[str]:
    view = Desk.view_row(parsed.verb, reading.campaign.game)
    found = getattr(importlib.import_module(f"ledger.cli.views.{view.module}"), view.answer)(parsed.command, reading)
    return list(found.eyes if isinstance(found, Answer) else found[1])


def _row_json(row: _Row) -> dict[str, Any]:
    return {"line": row.line, "text": row.text, "outcome": row.outcome, "deed": row.deed}


def _counted(rows: Sequence[_Row], outcome: str) -> str:
    number = sum(row.outcome == outcome for row in rows)
    return "1 line is" if number == 1 else f"{number} lines are"


def _with_reason(line: str, reason: str) -> str:
    """The line, with a reason if it has none of its own."""
    has = any(w.is_option and w.text.partition("=")[0] == "--reason" for w in split(line))
    return line if has else f'{line} --reason "{reason}"'

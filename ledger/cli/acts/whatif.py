"""What-ifs at the desk: begin one, type lines and look at views in it, play it into the book, or drop it."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, ClassVar

import msgspec

import schemas.events
from ledger.audit.corrections import rollback
from ledger.campaign import Campaign, Draft, Operation
from ledger.cli.answer import Answer, entry_json
from ledger.cli.desk import Desk, branch_position, refused, verb_of_line
from ledger.cli.files import told
from ledger.cli.line import BadWords, Word, bare, extent, line_of, split
from ledger.cli.parse import CORRECTING, WRITING, Parsed, fields_of, options_of
from ledger.contents import ACTS, RULES, VIEWS, rows_of
from ledger.cup import LentCup
from ledger.reading import Reading
from ledger.rules import command_of
from ledger.ruling import Command, Refused, Text
from ledger.whatif import (
    Beside,
    Changed,
    Found,
    KeptFile,
    PlayedLine,
    WhatIf,
    begin,
    is_named,
    keep,
    listed,
    named,
    path_of,
    scratch,
    world_beside,
)
from schemas.calendar import parse_moment, session_named
from schemas.units import Moment, check_name, key

CHOICES = ("accept", "keep", "drop")
PROMOTING = {"dry-run": "flag", **dict.fromkeys(CHOICES, "choice")}
TAKEN_WORDS = ("book", "last", "now", "dawn", "dusk", "all", "party")
TRIES = 5


class Start(Command, tag="whatif start", frozen=True):
    """Begin a world beside the book, to try what would have been: `whatif start "they ran" --from day-9`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    usage: ClassVar[str] = 'whatif start NAME [--from MOMENT|"session N"] [--reason "why"]'
    examples: ClassVar[tuple[str, ...]] = ('whatif start "they ran" --from day-9', 'whatif start "a mild winter"')
    gm: ClassVar[bool] = True
    name: Text
    from_: Text | None = None


class List(Command, tag="whatif list", frozen=True):
    """The worlds beside the book."""

    usage: ClassVar[str] = "whatif list"


class Drop(Command, tag="whatif drop", frozen=True):
    """Forget a world beside the book: `whatif drop "they ran"`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    usage: ClassVar[str] = "whatif drop NAME"
    gm: ClassVar[bool] = True
    name: Text


class Promote(Command, tag="whatif promote", frozen=True):
    """Play the lines of a world beside the book into the book, as one operation: `whatif promote "they ran"`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    usage: ClassVar[str] = "whatif promote NAME [--accept|--keep|--drop all|POS,POS] [--dry-run]"
    gm: ClassVar[bool] = True
    name: Text


# -- lines and views in it --------------------------------------------------------------------------------------


def is_beside(words: Sequence[Word]) -> bool:
    """Whether these words ask of a world beside the book."""
    return any(word.is_option and word.text.partition("=")[0] == "--whatif" for word in words)


def answer_beside(desk: Desk, campaign: Campaign, verb: str, line: str) -> Answer:
    """The answer to a line or view with `--whatif NAME`. What a line would write is kept in the file, not in the book.

    Usage: what is asked of the book itself; no what-if of that name.
    """
    words, name = without_whatif(line)
    if not _may_be_asked(verb):
        raise BadWords(f"{verb} is asked of the book itself, not of a what-if")
    for _ in range(TRIES):
        world = opened(campaign, name)
        world.written_at = None
        files: dict[str, str] = {}
        try:
            answer = asked(world, words, desk.seat, files)
        except BaseException:
            forget(campaign, name)  # it may have taken what its file does not have
            raise
        if answer.kind != "recorded":
            return answer
        world.written_at = world.now()
        if world.head > world.spans[-1] and not _kept(campaign, world, words, desk.seat, files):
            continue
        answer.kind = "planned"
        answer.eyes.append(f"       (beside the book, in {world.name}; nothing is written in the book)")
        return answer
    raise Refused(f"Other desks write in the what-if {name} all the time.", thing=name, state="busy")


def _may_be_asked(verb: str) -> bool:
    if verb in RULES:
        return verb not in ("new", "dice commit", "dice reveal")
    return verb in VIEWS or ACTS[verb].module == "corrections"


def _kept(campaign: Campaign, world: Beside, words: str, seat: str | None, files: dict[str, str]) -> bool:
    """Keeps a line that the world has taken; False if the file was changed meanwhile: the line is asked again."""
    path = path_of(campaign.path, world.name)
    try:
        found = named(campaign, world.name)
        if found.stored != world.stored:
            raise Changed
        kept = tuple(KeptFile(name, text) for name, text in files.items())
        line = PlayedLine(words, world.last_written, world.head, seat, kept)
        whatif = msgspec.structs.replace(found.whatif, lines=(*found.whatif.lines, line))
        world.stored = keep(path, whatif, found.stored)
    except Changed:
        forget(campaign, world.name)
        return False
    except BaseException:
        forget(campaign, world.name)
        raise
    world.spans.append(world.head)
    return True


def without_whatif(line: str) -> tuple[str, str]:
    """The line without the words of the desk (`--whatif`, `--book`, `--json`), and the name that --whatif says."""
    words = split(line)
    starts = [word.column - 1 for word in words] + [extent(line)[0]]
    kept: list[str] = []
    name: str | None = None
    nth = 0
    while nth < len(words):
        word, taken = words[nth], 1
        option, equals, glued = word.text.partition("=")
        if word.is_option and option == "--whatif":
            if name is not None:
                raise BadWords("--whatif is said twice", word.column)
            if not equals:
                taken = 2
                glued = words[nth + 1].text if nth + 1 < len(words) and not words[nth + 1].is_option else ""
            if not glued:
                raise BadWords("--whatif needs the name of a what-if", word.column)
            name = glued
        elif word.is_option and word.text == "--book":
            taken = 2
        elif not (word.is_option and word.text == "--json"):
            kept.append(line[starts[nth] : starts[nth + 1]])
        nth += taken
    assert name is not None
    return bare("".join(kept)), name


def opened(campaign: Campaign, name: str) -> Beside:
    """The world of a what-if, with its lines played; kept as long as the book is open and the file stays as it is.

    Usage: no such what-if. Refused: a file that cannot be read, a line of it that is not accepted any more.
    """
    found = named(campaign, name)
    held = campaign.beside.get(found.path.name)
    if isinstance(held, Beside):
        if held.stored == found.stored:
            return held
        forget(campaign, name)
    world = world_beside(campaign, found)
    try:
        for line in lines_of(found.whatif):
            world.written_at = line.written_at
            answer = asked(world, line.words, line.seat, files_of(line))
            if answer.kind != "recorded":
                raise _not_accepted(found.whatif, line.words, answer)
            world.spans.append(world.head)
    except BaseException:
        world.close()
        raise
    campaign.beside[found.path.name] = world
    return world


def lines_of(whatif: WhatIf) -> Iterator[PlayedLine]:
    """The lines of a what-if as they are asked, each with its seat and time; first the one that goes back."""
    if whatif.since is not None:
        reason = whatif.reason or f"what if: {whatif.name}"
        words = line_of(["rollback", "--to", whatif.since, "--reason", reason])
        yield PlayedLine(words, whatif.started_at, whatif.opened)
    yield from whatif.lines


def files_of(line: PlayedLine) -> dict[str, str]:
    """The files that a line named, as they read then."""
    return {file.name: file.text for file in line.files}


def asked(world: Beside, words: str, seat: str | None, files: dict[str, str]) -> Answer:
    """The answer of a world beside the book to one line; files that it reads are added to those that are told."""
    desk = Desk(world.path, seat)
    desk.stays_open = True
    desk.take(world, world.path)
    with told(files):
        return desk.answer(words)


def forget(campaign: Campaign, name: str) -> None:
    """Closes the world of a what-if, if it is open."""
    held = campaign.beside.pop(path_of(campaign.path, name).name, None)
    if held is not None:
        held.close()


def _not_accepted(whatif: WhatIf, words: str, answer: Answer) -> Refused:
    text = str(answer.data.get("text") or "a deed in its ripple has to be decided on")
    return Refused(
        f"The what-if {whatif.name} cannot be played: {words}: {text}", rule=answer.data.get("rule"), thing=whatif.name,
        state="not playable", help=(line_of(["whatif", "drop", whatif.name]),),
    )  # fmt: skip


# -- start, list, drop ------------------------------------------------------------------------------------------


def _parse(
    desk: Desk, campaign: Campaign, verb: str, cls: type[Command], words: list[Word], common: dict[str, str]
) -> Parsed:
    return desk.parse(verb, words, cls, common, campaign.head_world(), campaign.clock, campaign.game, campaign)


def start(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Begins a what-if on the book as it stands, gone back to a moment if `--from` says so. The book is not touched.

    Refused: a name that is taken, a moment that has not come or that nothing was written from. Usage: a name that
    is a moment, a position or another word of the grammar.
    """
    campaign = desk.campaign()
    parsed = _parse(desk, campaign, "whatif start", cls, words, {"reason": "text"})
    name = _new_name(campaign, parsed.command.name)
    since, moment, behind = _since(campaign, parsed.command.from_)
    if moment is not None:
        try:
            rollback(campaign, moment, None, behind)
        except Refused as no:
            raise Refused(no.text, thing=no.thing, state=no.state, help=(line_of(["whatif", "start", name]),)) from None
    path = path_of(campaign.path, name)
    whatif = begin(campaign, name, from_=moment, since=since, reason=parsed.options.get("reason", ""))
    world = world_beside(campaign, Found(path, whatif, b""))
    try:
        for back in lines_of(whatif):
            answer = asked(world, back.words, None, {})
            if answer.kind != "recorded":
                raise _not_accepted(whatif, back.words, answer)
            world.spans.append(world.head)
        whatif = msgspec.structs.replace(whatif, opened=world.head)
        try:
            world.stored = keep(path, whatif, None)
        except Changed:
            raise _taken(name) from None
    except BaseException:
        world.close()
        raise
    campaign.beside[path.name] = world
    reading = Reading(world, seat=desk.seat)
    entries = _entries(reading, range(campaign.head + 1, world.head + 1))
    data: dict[str, Any] = {
        "operation": entries[0]["position"] if entries else None, "entries": entries,
        "clock": {"moment": world.clock, "date": world.calendar.text(world.clock)}, "ripple": None,
    }  # fmt: skip
    eyes: list[str] = []
    date, option = world.calendar.text(world.clock), line_of(["--whatif", name])
    eyes.append(f"The what-if {name} begins at {date}: any line and any view with {option}. The book stays as it is.")
    return Answer("planned", data, eyes=eyes)


def _new_name(campaign: Campaign, said: str) -> str:
    try:
        name = check_name(said)
    except ValueError as wrong:
        raise BadWords(f"the name of a what-if: {wrong}") from None
    if key(name) in TAKEN_WORDS or session_named(name) is not None or _is_moment(campaign, name):
        raise BadWords(f"a what-if cannot be called {name}: that word means something else")
    try:
        branch_position(campaign, name)
    except BadWords:
        pass
    else:
        raise Refused(f"A branch is called {name} already.", thing=name, state="taken", help=("branch list",))
    if is_named(campaign, name):
        raise _taken(name)
    path_of(campaign.path, name)
    return name


def _taken(name: str) -> Refused:
    return Refused(
        f"There is a what-if {name} already.", thing=name, state="taken",
        help=("whatif list", line_of(["whatif", "drop", name])),
    )  # fmt: skip


def _is_moment(campaign: Campaign, name: str) -> bool:
    try:
        parse_moment(name, campaign.clock, campaign.calendar, "first")
    except ValueError:
        return False
    return True


def _since(campaign: Campaign, said: str | None) -> tuple[str | None, Moment | None, int | None]:
    """`--from`: its words for good, its moment, and the position of a session's beginning."""
    if said is None:
        return None, None, None
    number = session_named(said)
    if number is not None:
        from ledger.cli.acts.corrections import session_start

        position = session_start(campaign, number)
        return f"session {number}", campaign.history.moments[position], position
    try:
        moment = parse_moment(said, campaign.clock, campaign.calendar, "first")
    except ValueError as wrong:
        raise BadWords(f"--from: {wrong}") from None
    return campaign.calendar.text(moment), moment, None


def list_(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """`name from first last entries reason` of every what-if; of a file that is none, what is wrong with it."""
    campaign = desk.campaign()
    _parse(desk, campaign, "whatif list", cls, words, {})
    return _list(campaign)


def _list(campaign: Campaign, before: Sequence[str] = ()) -> Answer:
    rows: list[dict[str, Any]] = []
    eyes = list(before)
    for found in listed(campaign):
        if isinstance(found, Refused):
            rows.append(
                {
                    "name": found.thing,
                    "from": None,
                    "first": None,
                    "last": None,
                    "entries": None,
                    "reason": found.text,
                }
            )
            eyes.append(found.text)
            continue
        whatif = found.whatif
        entries = whatif.head - whatif.basis
        rows.append({
            "name": whatif.name, "from": whatif.from_, "first": whatif.basis + 1 if entries else None,
            "last": whatif.head if entries else None, "entries": entries, "reason": whatif.reason or None,
        })  # fmt: skip
        since = "" if whatif.from_ is None else f" from {campaign.calendar.text(whatif.from_)},"
        count = len(whatif.lines)
        eyes.append(
            f"{whatif.name}:{since} behind entry {whatif.basis}, {count} {'line' if count == 1 else 'lines'}"
            + (f" ({whatif.reason})" if whatif.reason else "")
        )
    return Answer("view", {"whatifs": rows}, eyes=eyes or ["No what-ifs."])


def drop(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Takes the file away and lists what is left. Usage: no such what-if. Refused: one of another book."""
    campaign = desk.campaign()
    parsed = _parse(desk, campaign, "whatif drop", cls, words, {})
    name = parsed.command.name
    path = path_of(campaign.path, name)
    if not path.exists():
        named(campaign, name)
    if any(isinstance(found, Found | Refused) and _file_of(found) == path.name for found in listed(campaign)):
        forget(campaign, name)
        try:
            path.unlink(missing_ok=True)
        except OSError as wrong:
            raise Refused(
                f"{path.name} cannot be taken away: {wrong.strerror}.", thing=path.name, state="not writable"
            ) from None
        return _list(campaign, (f"Dropped: {name}. The book is as it was.",))
    raise Refused(f"{path.name} belongs to another book.", thing=path.name, state="another book's")


def _file_of(found: Found | Refused) -> str:
    return found.path.name if isinstance(found, Found) else str(found.thing)


# -- promote ----------------------------------------------------------------------------------------------------


class _Stopped(Exception):
    """A line that the book does not take as it stands: then nothing is written."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.kind)
        self.answer = answer


class _NoDie(Exception):
    """A dry run has come to a die that was not told."""


def promote(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Plays the lines of a what-if on the book as it stands, as one operation, gone back first if it did; then it is
    gone.

    Where a line is refused, or its ripple has to be decided on, nothing is written and the what-if stays. Positions of
    its own that a line names are those of the same entries in the book. Dice that were not told are the book's own.
    """
    campaign = desk.campaign(write=True)
    parsed = _parse(desk, campaign, "whatif promote", cls, words, PROMOTING)
    options = parsed.options
    found = named(campaign, parsed.command.name)
    whatif = found.whatif
    dry = bool(options.get("dry-run"))
    if not whatif.lines and whatif.since is None:
        raise Refused(f"Nothing was played in {whatif.name}.", thing=whatif.name, state="empty")
    made: list[_Played] = []

    def plan(op: Operation) -> None:
        made.clear()
        if _is_promoted(campaign, whatif):
            return
        played = _Played(campaign, found, {word: options[word] for word in CHOICES if word in options}, dry)
        made.append(played)
        op.op = whatif.operation
        op.adopt(played.drafts)
        op.cup_at = played.cup_at
        op.notices += played.notices

    try:
        _, operation = campaign.operate(plan, dry=dry)
    except _Stopped as stopped:
        return stopped.answer
    if not dry:
        forget(campaign, whatif.name)
        with suppress(OSError):  # left there, it is known as promoted
            found.path.unlink(missing_ok=True)
    first = operation.base + 1
    if not made:
        text = f"{whatif.name} was promoted already; its file is taken away."
        data: dict[str, Any] = {"operation": None, "entries": [], "clock": _clock(campaign), "ripple": None}
        return Answer("recorded" if not dry else "planned", data, eyes=[text])
    played = made[0]
    entries = played.entries
    if not dry:
        entries = _entries(Reading(campaign, seat=desk.seat), range(first, first + len(played.drafts)))
    data = {
        "operation": first, "entries": entries,
        "clock": played.clock if dry else _clock(campaign), "ripple": _summed(played.ripples),
    }  # fmt: skip
    count = len(whatif.lines)
    done = "Promoted" if not dry else "To be promoted"
    eyes = [f"{done}: {whatif.name}, {count} {'line' if count == 1 else 'lines'} as one operation.", *played.eyes]
    return Answer("planned" if dry else "recorded", data, notices=list(operation.notices), eyes=eyes, plan=operation)


def _is_promoted(campaign: Campaign, whatif: WhatIf) -> bool:
    """Whether its lines stand in the book already: a pen that was killed before the file was gone has left it there."""
    later = range(whatif.basis + 1, campaign.head + 1)
    return any(entry.op == whatif.operation for entry in campaign.entries(later))


def _clock(campaign: Campaign) -> dict[str, Any]:
    return {"moment": campaign.clock, "date": campaign.calendar.text(campaign.clock)}


class _Played:
    """The lines of a what-if, played on a copy of the book as it stands: what they would write there."""

    def __init__(self, campaign: Campaign, found: Found, choices: dict[str, Any], dry: bool) -> None:
        self.campaign, self.found, self.choices = campaign, found, choices
        self.notices: list[tuple[str, str]] = []
        self.ripples: list[dict[str, Any]] = []
        self.eyes: list[str] = []
        self.drafts: list[Draft] = []
        self.entries: list[dict[str, Any]] = []
        base = campaign.head
        cup = LentCup(_no_die) if dry else LentCup(lambda: campaign.cup.secret(), campaign.cup)
        self.world = scratch(campaign, base, cup)
        try:
            planned = self._play()
            reading = Reading(self.world)
            self.entries = _entries(reading, range(base + 1, self.world.head + 1))
            for entry in self.entries:
                entry.update(operation=base + 1, digest=None, written_at=None)
            self.entries += planned
            self.clock = _clock(self.world)
            self.drafts = list(self._drafts(base))
            self.cup_at = self.world.cup_at
        finally:
            self.world.close()

    def _play(self) -> list[dict[str, Any]]:
        """Asks line after line; gives the entries of the line at which a dry run came to a die that was not told."""
        whatif = self.found.whatif
        moved = self._moved()
        for nth, line in enumerate(lines_of(whatif)):
            said = in_the_book(line.words, whatif.basis, moved)
            files = files_of(line)
            try:
                answer = asked(self.world, said, line.seat, files)
                if answer.kind == "finding" and self.choices:
                    answer = asked(self.world, with_choices(said, self.choices), line.seat, files)
            except _NoDie:
                answer = asked(self.world, f"{said} --dry-run", line.seat, files)
            if answer.kind not in ("recorded", "planned"):
                raise _Stopped(self._stopped(line.words, answer))
            self.eyes += answer.eyes
            self.notices += [n for n in answer.notices if n not in self.notices]
            if answer.data.get("ripple"):
                self.ripples.append(answer.data["ripple"])
            if answer.kind == "planned":
                planned: list[dict[str, Any]] = answer.data["entries"]
                return planned
            self.world.spans.append(self.world.head)
            self._match(nth, moved)
        return []

    def _stopped(self, words: str, answer: Answer) -> Answer:
        """What stands in the way, said of the line that it stands in."""
        name = self.found.whatif.name
        answer.basis = None
        answer.notices = []
        head = f"Nothing of {name} is written; it stops at: {words}"
        if answer.kind == "finding":
            data = {"operation": None, "entries": [], "clock": _clock(self.campaign), "ripple": answer.data["ripple"]}
            again = line_of(["whatif", "promote", name])
            eyes = [e for e in answer.eyes if not e.startswith(("  try:", "       or deed by deed"))]
            return Answer("finding", data, eyes=[head, *eyes, f"  try: {again} --accept all, --keep all or --drop all"])
        text = f"{answer.data['text']} ({head})"
        return refused(
            Refused(text, rule=answer.data.get("rule"), thing=answer.data.get("thing") or name,
                    state=answer.data.get("state") or "not accepted", help=tuple(answer.data.get("help") or ()))
        )  # fmt: skip

    # -- positions of its own

    def _moved(self) -> dict[int, int]:
        """Where its own entries come to stand, filled line by line; where they are, in a book that has not grown."""
        whatif = self.found.whatif
        if self.campaign.head == whatif.basis:
            return {p: p for p in range(whatif.basis + 1, whatif.head + 1)}
        return {}

    def _match(self, nth: int, moved: dict[int, int]) -> None:
        if self.campaign.head == self.found.whatif.basis:
            return
        beside = opened(self.campaign, self.found.whatif.name)
        theirs = range(beside.spans[nth] + 1, beside.spans[nth + 1] + 1)
        mine = range(self.world.spans[nth] + 1, self.world.spans[nth + 1] + 1)
        if [beside.history.tags[p] for p in theirs] == [self.world.history.tags[p] for p in mine]:
            moved.update(zip(theirs, mine, strict=True))

    # -- what is written

    def _drafts(self, base: int) -> Iterator[Draft]:
        for entry in self.world.entries(range(base + 1, self.world.head + 1)):
            yield Draft(
                entry.position, entry.moment, schemas.events.read(entry.event), entry.rank, entry.deed, entry.cause,
                entry.behind, entry.root, entry.clock, entry.tick, cup=entry.cup, session=entry.session, of=entry,
            )  # fmt: skip


def _no_die() -> bytes:
    raise _NoDie


def _entries(reading: Reading, positions: Sequence[int]) -> list[dict[str, Any]]:
    findings = reading.found_in(set(positions))
    return [
        entry_json(e, event, findings.get(e.position, ()), reading) for e, event in reading.entries(list(positions))
    ]


def _summed(ripples: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """One report of the ripples of several lines."""
    if not ripples:
        return None
    return {name: [row for ripple in ripples for row in ripple[name]] for name in ripples[0]}


# -- words that name entries ------------------------------------------------------------------------------------

_NUMBERED = re.compile(r"@([0-9]{1,12})(?![0-9])")
_REFERRING = ("void", "correct", "revert", "restore")
_ENTRIES = ("entry", "about", "choice")


def in_the_book(line: str, basis: int, moved: dict[int, int]) -> str:
    """A line of a what-if in the positions of the book: `void 60` is `void 75` where that entry stands there.

    `moved` says where entries behind the basis have come to stand. Refused: one that came out otherwise there.
    """
    verb, rest = verb_of_line(split(line))
    said = [_in_things(word.text, basis, moved, line) for word in rest]
    options = _options(verb)
    standing = nth = 0
    while nth < len(rest):
        word = rest[nth]
        option, equals, _ = word.text.partition("=")
        known = options.get(option[2:]) if word.is_option else None
        if known is None:
            if not word.is_option:
                if _is_reference(verb, standing):
                    said[nth] = _in_list(said[nth], basis, moved, line)
                standing += 1
            nth += 1
            continue
        refers = known.kind in _ENTRIES or (verb == "rollback" and option == "--of")
        if equals or known.kind == "flag":
            if refers and equals:
                said[nth] = f"{option}={_in_list(said[nth].partition('=')[2], basis, moved, line)}"
            nth += 1
            continue
        if refers and nth + 1 < len(rest):
            said[nth + 1] = _in_list(said[nth + 1], basis, moved, line)
        nth += 2
    return line if said == [word.text for word in rest] else line_of([*verb.split(), *said])


def _options(verb: str) -> dict[str, Any]:
    """The little words of a verb, in any game: here only those that name entries are looked for."""
    if verb in RULES:
        found: dict[str, Any] = {}
        for game in rows_of(verb):
            found |= options_of(command_of(verb, game), WRITING)
        return found
    import importlib

    row = ACTS[verb]
    return options_of(getattr(importlib.import_module(f"ledger.cli.acts.{row.module}"), row.words), CORRECTING)


def _is_reference(verb: str, standing: int) -> bool:
    if verb not in RULES:
        return verb in _REFERRING and standing == 0
    return any(
        standing < len(cls.words) and fields_of(cls)[cls.words[standing]].kind in _ENTRIES
        for cls in (command_of(verb, game) for game in rows_of(verb))
    )


def _in_things(text: str, basis: int, moved: dict[int, int], line: str) -> str:
    """`sword@60` in the positions of the book."""
    return _NUMBERED.sub(lambda found: f"@{_there(int(found[1]), basis, moved, line)}", text)


def _in_list(text: str, basis: int, moved: dict[int, int], line: str) -> str:
    """`57,63` in the positions of the book; words are as they were."""
    return ",".join(
        str(_there(int(piece), basis, moved, line)) if piece.strip().isascii() and piece.strip().isdigit() else piece
        for piece in text.split(",")
    )


def _there(position: int, basis: int, moved: dict[int, int], line: str) -> int:
    if position <= basis:
        return position
    if position not in moved:
        raise Refused(
            f"Entry {position} of the what-if came out otherwise in the book, and a line names it: {line}",
            thing=f"entry {position}", state="another entry in the book",
        )  # fmt: skip
    return moved[position]


def with_choices(line: str, choices: dict[str, Any]) -> str:
    """A line with what was decided on its ripple, beside what it decides itself."""
    said = [word.text for word in split(line)]
    for word, choice in choices.items():
        told = choice if isinstance(choice, str) else ",".join(map(str, choice))
        option = f"--{word}"
        if option in said and said.index(option) + 1 < len(said):
            place = said.index(option) + 1
            said[place] = "all" if "all" in (said[place], told) else f"{said[place]},{told}"
        else:
            said += [option, told]
    return line_of(said)

"""The shell around the rules: read the book, ask the rule, write the answer.

A `Campaign` is an open book. `world` is what it says at a moment, as it was known at a position. `operate` runs a plan of
wishes as one operation: asked one after another on the world the earlier ones made, written whole or not at all; asked
again, at the same moments and with the same dice, if another pen was first.
"""

import secrets
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import compress, islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

import projections.rooms  # noqa: F401  (a world cannot be folded while a room is shut)
import schemas.events
from ledger import cache
from ledger.cup import Cup, Hand, Lost, Promised
from ledger.journal import Damaged, Fresh, Journal, JournalError, JournalFailed, Raced, create, open_book
from ledger.pace import paced
from ledger.ruling import FALLEN, Answer, Asked, Command, Refused, Said, Scene, Standing, TickRule, Usage, dropped
from ledger.seals import Chain, code, event_digest, link
from ledger.seats import check_may_write
from projections.history import CORRECTION, History, Order
from projections.pools import state
from projections.world import PEOPLE, Finding, World
from schemas.calendar import Calendar
from schemas.dice import Promise, Thrown
from schemas.entry import (
    CLOCK_RANK,
    COMMAND_RANK,
    NO_COMMAND,
    Entry,
    Event,
    Head,
    HeadFacts,
    Line,
    LineFacts,
    NoteLine,
    Tick,
)
from schemas.events.corrections import CorrectionMade
from schemas.events.dice import DiceCommitted, DiceRevealed
from schemas.events.disputes import EntryRevealed
from schemas.events.sessions import SessionStarted
from schemas.events.states import StateChanged
from schemas.postings import Put
from schemas.units import Moment, counted
from schemas.upcasters import OLD_SHAPES, current, is_old

T = TypeVar("T")

Throws = tuple[tuple[int, ...], ...]
ODD_AT_ONCE = 200
"""How many lines out of order are read at once."""
FULL_TELLING = 10_000
"""How many lines may be read at once."""


class Told(NamedTuple):
    """The dice told on a line, by side (`rolled`, `against`): the throws in order; `all` uses its one throw for everyone."""

    throws: dict[str, Throws]
    all: frozenset[str] = frozenset()


NOTHING_TOLD = Told({})


@dataclass(slots=True, frozen=True)
class Wish:
    """A command with what the line says beside it. `words` is the line as typed, `note` where it was played from.

    `at` is a moment of its own (a past one makes it late), `behind` the position after which it stands there. A deed of
    abandoned days that is entered again brings its own dice by label (`kept`), the refusals that were `waived` for it and `why`.
    """

    command: Command
    words: str = ""
    told: Told = NOTHING_TOLD
    at: Moment | None = None
    behind: int | None = None
    reason: str = ""
    overrule: str = ""
    hidden: bool = False
    seat: str | None = None
    note: NoteLine | None = None
    kept: tuple[Thrown, ...] | None = None
    waived: tuple[str, ...] = ()
    why: str = ""

    def reasons(self, overruled: Sequence[str]) -> tuple[str, str]:
        """The reason of the entry, and what the line gave as its own where that one says why it was overruled."""
        if not overruled:
            return self.reason or self.why, ""
        return self.overrule or self.why, self.reason


@dataclass(slots=True)
class Draft:
    """An entry before it is written, and what the fold found in it."""

    position: int
    moment: Moment
    event: Event
    rank: int
    deed: int
    cause: int
    behind: int = 0
    root: int = 0
    clock: Moment | None = None
    tick: Tick | None = None
    wish: Wish | None = None
    dice: tuple[Thrown, ...] = ()
    overruled: tuple[str, ...] = ()
    session: int | None = None
    cup: int = 0
    of: Entry | None = None
    """The entry that this is a new version of, or the first entry of a deed asked again: its command, words and dice go on."""
    findings: list[Finding] = field(default_factory=list)

    @property
    def key(self) -> tuple[int, int, int, int]:
        return (self.moment, self.rank, self.behind or self.position, self.position)

    @property
    def line(self) -> Line:
        event = self.event
        return Line(
            self.position, self.moment, LineFacts(schemas.events.tag_of(event), event.postings, event.v), self.root
        )

    @property
    def head(self) -> Head:
        event = self.event
        facts = HeadFacts(schemas.events.tag_of(event))
        if isinstance(event, CorrectionMade):
            facts = HeadFacts(
                facts.type, event.verb, event.strikes, event.took, event.deeds, event.branch, event.kept, event.pins
            )  # fmt: skip
        return Head(
            self.position, self.moment, "", facts, self.rank, self.behind, self.root, self.deed, self.cause, 0, self.clock
        )  # fmt: skip


class Remembered(NamedTuple):
    """What a wish is asked again with when another pen was first: its moment and the dice that were told.

    What the cup threw comes up again by itself, unless the other pen has used those very dice.
    """

    moment: Moment
    thrown: tuple[Thrown, ...]


def _dice(faces: tuple[int, ...]) -> str:
    """Dice of one throw in words: `d20`, `3 d6`, `d4 and d6`."""
    if len(faces) > 1 and len(set(faces)) == 1:
        return f"{len(faces)} d{faces[0]}"
    return " and ".join(f"d{f}" for f in faces)


class LineDice:
    """Dice of one deed: told ones in order, kept ones by label, else the cup; a dry run draws nothing."""

    def __init__(self, told: Told, kept: Iterable[Thrown], cup: Hand | None, cup_at: int) -> None:
        self._told = {side: list(throws) for side, throws in told.throws.items()}
        self._all = told.all
        self._kept = {t.label: t for t in kept}
        self._cup = cup
        self.cup_at = cup_at
        self.thrown: list[Thrown] = []
        self.missing = False

    def throw(self, label: str, faces: tuple[int, ...], side: str) -> tuple[tuple[int | None, ...], str]:
        label = self._own(label)
        wanted = _dice(faces)
        told = self._told.get(side)
        if told is not None and label not in self._kept:
            if not told:
                raise Usage(f"A die is missing: --{side} needs {'a ' if len(faces) == 1 else ''}{wanted} more ({label}).")
            fell = told[0] if side in self._all else told.pop(0)
            if len(fell) != len(faces):
                raise Usage(
                    f"{label}: that is {wanted}, and --{side} says {counted(len(fell), 'die')} for it, not {len(faces)}."
                )
            for f, face in zip(faces, fell, strict=True):
                if not 1 <= face <= f:
                    raise Usage(f"A d{f} cannot show {face} ({label}).")
            self.thrown.append(Thrown(label, faces, fell))
            return fell, "table"
        kept = self._kept.get(label)
        if kept is not None and kept.faces == faces:
            self.thrown.append(kept)
            return kept.fell, kept.source
        if self._cup is None:
            self.missing = True
            return (None,) * len(faces), "cup"
        first = self.cup_at + 1
        try:
            drawn = tuple(self._cup.die(nth, f) for nth, f in enumerate(faces, start=first))
        except Lost as lost:
            raise Refused(
                f"The next die of the cup was promised in entry {lost.promise.position}, and the secret of that promise "
                "does not lie beside the book: its .cup file was lost or replaced. Put it back, tell the dice, or promise "
                "anew.",
                thing=f"the promise of entry {lost.promise.position}", state="lost",
                help=("dice commit --count 200",),
            ) from None  # fmt: skip
        self.cup_at += len(faces)
        self.thrown.append(Thrown(label, faces, drawn, "cup", first))
        return drawn, "cup"

    def waiting(self, label: str, side: str) -> int:
        """How many throws of a side were told and not used yet; asked again, how many are kept of this label."""
        if side in self._told and not self._kept:
            return len(self._told[side]) if side not in self._all else 1
        numbered = (kept.removeprefix(label).strip() for kept in self._kept if kept.startswith(label))
        return sum(1 for rest in numbered if not rest or rest.isdigit())

    def told(self, label: str, side: str) -> int | None:
        """How many dice lie ready for the next throw of this label: kept ones, else told ones; None if there are none."""
        kept = self._kept.get(self._own(label))
        if kept is not None:
            return len(kept.faces)
        told = self._told.get(side)
        return len(told[0]) if told else None

    def _own(self, label: str) -> str:
        """`Mara hunts`, then `Mara hunts 2` for the second throw of that name in the deed."""
        nth, own = 1, label
        while any(t.label == own for t in self.thrown):
            nth += 1
            own = f"{label} {nth}"
        return own

    def check_all_used(self, unthrown: dict[str, str] | None = None) -> None:
        """A die that nobody needed is a usage error: something was misread; `unthrown` says of a side why it throws none."""
        for side, left in self._told.items():
            if left and side not in self._all:
                why = (unthrown or {}).get(side)
                raise Usage(
                    f"--{side} has {counted(len(left), 'throw')} too many: {'/'.join(','.join(map(str, t)) for t in left)}."
                    + (f" {why}" if why else "")
                )


class Promising:
    """The promises of dice as a rule asks for them amid an operation."""

    def __init__(self, operation: "Operation") -> None:
        self._operation = operation

    def unshown(self) -> list[Standing]:
        """Promises not shown yet, oldest first."""
        operation = self._operation
        cup = operation.campaign.cup
        found = []
        for promise in operation.promised.unshown():
            try:
                secret: str | None = cup.promised(promise).hex()
            except Lost:
                secret = None
            fell = operation.promised.fallen(promise, operation.cup_at)
            found.append(Standing(promise, fell, "" if secret and operation.dry else secret))
        return found

    def make(self, count: int) -> Promise:
        """Promises the next dice; a dry run draws no secret."""
        operation = self._operation
        campaign = operation.campaign
        head, first = campaign.digest_at(operation.base).hex(), operation.cup_at + 1
        commitment = "" if operation.dry else campaign.cup.promise(head, first, count)
        return Promise(operation.next_position, first, count, head, commitment)


MOST_DAYS = 40_000
"""Days that one line may pass: a century and more."""


class Operation:
    """One append in the making: what was asked so far, and the world it made."""

    def __init__(self, campaign: "Campaign", op: str, remembered: list[Remembered], dry: bool) -> None:
        self.campaign = campaign
        self.op = op
        self.dry = dry
        self.base = campaign.head
        self.drafts: list[Draft] = []
        self.notices: list[tuple[str, str]] = []
        self.cup_at = campaign.cup_at
        self._promised: Promised | None = None
        self.late = False
        self.written_at: str | None = None
        self.extra: dict[str, object] = {}
        self._again = remembered
        self.remembered: list[Remembered] = []
        self._world: World | None = None
        self._clock: Moment | None = None

    # -- where it stands

    @property
    def promised(self) -> Promised:
        """What is promised of the cup's dice, by the book and by this operation; looked up when it is asked for."""
        if self._promised is None:
            self._promised = self.campaign.promised.copy()
        return self._promised

    @property
    def world(self) -> World:
        """The world at the head, with all that this operation has added."""
        if self._world is None:
            self._world = self.campaign.fold(drafts=self.drafts) if self.drafts else self.campaign.take_head_world()
        return self._world

    @property
    def clock(self) -> Moment:
        return self.campaign.clock if self._clock is None else self._clock

    @property
    def calendar(self) -> Calendar:
        return self.world.calendar

    @property
    def game(self) -> str:
        book = self.world.holders.get("book")
        return book.word("game", "eos") if book else "eos"

    @property
    def next_position(self) -> int:
        return self.base + len(self.drafts) + 1

    # -- asking

    def tell(self, wish: Wish) -> list[Draft]:
        """Asks the rule of one wish and adds its answer; then what time brings, if it moved the clock.

        Raises Refused or Usage; then nothing of this operation may be written.
        """
        from ledger.rules import rule_of

        nth = len(self.remembered)
        again = self._again[nth] if nth < len(self._again) else None
        clock = self.clock
        moment = wish.at if wish.at is not None else again.moment if again else clock
        if moment > clock:
            raise Refused(
                f"{self.calendar.text(moment)} has not come yet: the clock stands at "
                f"{self.calendar.text(clock)}.",
                thing="clock", state=self.calendar.text(clock), help=(f'clock "{self.calendar.text(moment)}"',),
            )  # fmt: skip
        late = moment < clock or bool(wish.behind)
        if late and again and wish.at is None:
            raise Refused(
                f"Another pen moved the clock to {self.calendar.text(clock)} while this was typed.",
                thing="clock", state=self.calendar.text(clock),
                help=(f'{wish.words} --at "{self.calendar.text(moment)}"', f"{wish.words} --at now"),
            )  # fmt: skip
        world = self.world_at((moment, COMMAND_RANK, wish.behind or self.next_position)) if late else self.world
        world.moment = moment
        check_may_write(world, wish.seat, wish.command)
        dice = self._dice(wish, again)
        scene = Scene(
            world, moment, dice, overruled=frozenset(wish.waived), waive=bool(wish.overrule), reason=wish.reason,
            seat=wish.seat, game=self.game, look=self.world_on, hides=self._hides,
            promises=Promising(self) if self.campaign.cup.promises and not late else None,
        )  # fmt: skip
        opening = not self.base and not self.drafts
        answer = rule_of(wish.command, self.game)(wish.command, scene)
        drafts = self._enter(answer, world, moment, scene, dice, wish=wish)
        if opening and drafts and drafts[0].clock is not None:
            moment = drafts[0].moment = drafts[0].clock
            clock = moment
        if not dice.missing:
            dice.check_all_used(scene.unthrown)
        if wish.kept is not None:
            if dice.missing:
                raise Refused(
                    f"{wish.words} needs a die here that was never thrown for it.", thing=wish.words, state="open",
                    help=(wish.words,),
                )  # fmt: skip
            drafts[0].dice = wish.kept  # what is no longer asked for stays in the deed
        if wish.overrule and not scene.waived:
            scene.notice("overrule-unneeded", "Nothing was refused; --overrule is left out.")
        if dice.missing:
            scene.notice("cup", "A die that was not told is thrown only when the line is written.")
        self.remembered.append(Remembered(moment, tuple(dice.thrown)))
        self.cup_at = dice.cup_at
        self.notices += scene.notices
        if late:
            self.late = True
            self._world = None
            self.notices.append(("late", f"Entered late, at {self.calendar.text(moment)}."))
        moved = [d.clock for d in drafts if d.clock is not None]
        if moved and not late:
            drafts += self.pass_time(clock, max(moved))
        return drafts

    def _dice(self, wish: Wish, again: Remembered | None) -> LineDice:
        if wish.kept is not None:
            return LineDice(NOTHING_TOLD, wish.kept, None, self.cup_at)
        if again is not None:
            return LineDice(NOTHING_TOLD, [t for t in again.thrown if t.source == "table"], self._hand(), self.cup_at)
        return LineDice(wish.told, (), self._hand(), self.cup_at)

    def _hides(self, position: int) -> bool:
        """Whether an entry was written with --hidden and not revealed since; this operation's own entries too."""
        if any(isinstance(d.event, EntryRevealed) and d.event.of == position for d in self.drafts):
            return False
        if position > self.base:
            wish = self.drafts[position - self.base - 1].wish
            return wish is not None and wish.hidden
        entry = self.campaign.entry(position)
        if entry is None or not entry.hidden:
            return False
        history = self.campaign.history
        out = history.at(self.base).out
        shown = [p for p in history.rare.get("entry.revealed", ()) if not out[p]]
        return all(
            getattr(schemas.events.read(e.event), "of", None) != position for e in self.campaign.entries(shown)
        )

    def _hand(self) -> Hand | None:
        """What throws the dice that were not told: nothing in a dry run."""
        return None if self.dry else Hand(self.campaign.cup, lambda: self.promised)

    def world_at(self, place: tuple[int, int, int]) -> World:
        """The world just before a place in the order, this operation's own entries with it."""
        return self.campaign.fold(drafts=self.drafts, place=(*place, self.next_position))

    def world_on(self, moment: Moment) -> World:
        """The world at the end of a moment, this operation's own entries with it, aged to it."""
        world = self.campaign.fold(drafts=self.drafts, place=(moment + 1, -1, 0, 0))
        world.moment = moment
        return world

    def _enter(
        self, answer: Answer, world: World, moment: Moment, scene: Scene, dice: LineDice, *, wish: Wish | None = None,
        tick: Tick | None = None, rank: int | None = None,
    ) -> list[Draft]:  # fmt: skip
        """Gives the events their places and folds each in before the rule goes on, with what follows from the numbers."""
        added: list[Draft] = []
        by_event: dict[int, Draft] = {}
        deed = self.next_position
        last = 0
        for said in answer:
            event, is_part, of = (said.event, said.part, said.of) if isinstance(said, Said) else (said, False, None)
            cause = 0
            if added and not is_part:
                cause = by_event[id(of)].position if of is not None else last
            draft = self._draft(event, moment, deed, cause, wish, tick, rank)
            by_event[id(event)] = draft
            last = draft.position
            self._add(draft, world, added)
            world.moment = moment
            if dice.missing and event.roll is not None and event.roll.total is None:
                break
        if added:
            first = added[0]
            first.dice = tuple(dice.thrown)
            first.overruled = tuple(scene.waived)
            first.cup = dice.cup_at if dice.cup_at != self.cup_at else 0
        else:
            dice.cup_at = self.cup_at  # what was thrown for nothing comes up again
        return added

    def _draft(
        self,
        event: Event,
        moment: Moment,
        deed: int,
        cause: int,
        wish: Wish | None,
        tick: Tick | None,
        rank: int | None,
    ) -> Draft:
        clock = getattr(event, "to", None) if type(event).moves_clock else None
        return Draft(
            position=self.next_position, moment=moment, event=event, deed=deed, cause=cause,
            rank=rank if rank is not None else CLOCK_RANK if clock is not None else COMMAND_RANK,
            behind=wish.behind or 0 if wish else 0, clock=clock, tick=tick, wish=wish,
        )  # fmt: skip

    def _add(self, draft: Draft, world: World, added: list[Draft]) -> None:
        book = world.holders.get("book")
        session = book.fields.get("session") if book else None
        draft.session = session if isinstance(session, int) else None
        touched = {
            p.holder: state(h)
            for p in draft.event.postings
            if (h := world.holders.get(p.holder)) is not None and h.kind in PEOPLE
        }
        world.trace = draft.findings
        world.fold(draft.line)
        world.trace = None
        if draft.session is None and isinstance(draft.event, SessionStarted):
            draft.session = draft.event.number
        self.drafts.append(draft)
        added.append(draft)
        if isinstance(draft.event, DiceCommitted | DiceRevealed):
            _take_promise(self.promised, draft.position, draft.event)
        if draft.clock is not None and draft.moment >= self.clock:
            self._clock = draft.clock
        for who, before in touched.items():
            after = state(world.holders[who])
            if after != before and "gone" not in (before, after):
                event = StateChanged(
                    who=who, place=world.place_of(who), rule=FALLEN.get(self.game),
                    before=before, after=after, postings=dropped(world, who, after),
                )  # fmt: skip
                self._add(self._draft(event, draft.moment, draft.deed, draft.position, draft.wish, draft.tick, draft.rank),
                          world, added)  # fmt: skip

    # -- time

    def pass_time(self, start: Moment, target: Moment) -> list[Draft]:
        """Asks every tick that is due after `start`, up to `target`, each at its own moment (EOS-CAL-06).

        A tick that lacks a die or a ruling refuses the whole line, and says how far time can go.
        """
        from ledger.rules import ticks_of

        ticks = ticks_of(self.game)
        calendar = self.world.calendar
        days = calendar.day_of(target) - calendar.day_of(start)
        if days > MOST_DAYS:
            raise Usage(f"One line passes {MOST_DAYS} days at the most, not {days}: every one of them is asked.")
        added: list[Draft] = []
        for day in paced("days pass", days, range(calendar.day_of(start), calendar.day_of(target) + 1)):
            slots = sorted(
                (moment, tick.rank, nth)
                for nth, tick in enumerate(ticks)
                for moment in tick.moments(calendar, day)
                if start < moment <= target
            )
            for moment, _, nth in slots:
                try:
                    added += self._ask_tick(ticks[nth], moment)
                except Refused as refused:
                    reach = calendar.text(max(start, calendar.dawn_of(day)))
                    raise Refused(
                        f"{refused.text} Time can go as far as {reach}.", rule=refused.rule, thing=refused.thing,
                        state=refused.state,
                        help=(*refused.help, f'clock "{reach}"') if calendar.dawn_of(day) > start else refused.help,
                    ) from None  # fmt: skip
        self._clock = target
        self.world.moment = target
        return added

    def _ask_tick(self, tick: TickRule, moment: Moment) -> list[Draft]:
        world = self.world
        world.moment = moment
        added: list[Draft] = []
        for subject in list(tick.subjects(world, moment)):
            dice = LineDice(NOTHING_TOLD, (), self._hand(), self.cup_at)
            scene = Scene(world, moment, dice, game=self.game)
            answer = tick.rule(Asked(tick.name, subject), scene)
            if answer:
                added += self._enter(
                    answer, world, moment, scene, dice, tick=Tick(tick.name, subject), rank=tick.rank
                )  # fmt: skip
                self.cup_at = dice.cup_at
            world.moment = moment
        return added

    # -- corrections and other entries that no rule decides

    def enter(self, event: Event, wish: Wish | None = None, clock: Moment | None = None) -> Draft:
        """Adds one entry at the clock that the record itself makes (a correction, a seal); the world is read anew."""
        moment = self.clock
        draft = self._draft(event, moment, self.next_position, 0, wish, None, None)
        draft.clock = clock
        self.adopt([draft])
        draft.moment = min(moment, self.clock)  # a correction that sets time back is not dated ahead of the clock
        return draft

    def adopt(self, drafts: Sequence[Draft]) -> None:
        """Adds entries that were decided elsewhere (a ripple's new versions); the world is read anew with them."""
        self.drafts += drafts
        self.cup_at = max([self.cup_at, *(d.cup for d in drafts)])
        self._world = None
        history = self.campaign.history_with(self.drafts)
        self._clock = history.at(history.head).clock


class Campaign:
    """An open book. `beside` are the worlds beside it that were opened (`ledger.whatif`), by their file's name."""

    world_name = "book"
    """What the basis of an answer calls it: `book`, or `whatif:NAME`."""

    def __init__(self, path: Path, journal: Journal | None, write: bool = False) -> None:
        self.path = path
        self.journal = journal
        self.writes = write
        self._history: History | None = None
        self._head = 0
        self._clock: Moment | None = 0
        self._last_written = ""
        self._cup_at = 0
        self._operations: dict[int, str] = {}
        self._digest = bytes(32)
        self._unread = False
        """Whether no more is known than where the book ends: what else is asked of it is read when it is asked for."""
        self._cache = cache.Cache(path)
        self._head_world: World | None = None
        self._calendar: Calendar | None = None
        self._game: str | None = None
        self._cup: Cup | None = None
        self._promised: tuple[int, Promised] = (0, Promised())
        self.beside: dict[str, Campaign] = {}
        self.refresh()

    @classmethod
    def open(cls, path: Path, write: bool = False) -> "Campaign":
        """Opens the book at `path`; raises NoBook or Damaged (ledger.journal)."""
        journal = open_book(path, write=write)
        try:
            return cls(path, journal, write)
        except BaseException:
            journal.close()
            raise

    @classmethod
    def unwritten(cls, path: Path) -> "Campaign":
        """A book that its first operation will begin, at `path`."""
        return cls(path, None, True)

    def close(self) -> None:
        while self.beside:
            self.beside.popitem()[1].close()
        self._cache.close()
        if self.journal is not None:
            self.journal.close()

    def __enter__(self) -> "Campaign":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- what stands in it

    @property
    def history(self) -> History:
        """The headers of the whole book; read when they are first asked for."""
        history = self._history
        if history is None:
            history = self._history = History()
            if self._head >= cache.FROM:
                self._cache.heads(history, self.digest_at, self._head)
            kept = history.head
            self._read_heads(history)
            if self._head >= cache.FROM and self._head - kept >= 2 * cache.AT_HEAD:
                self._cache.keep_heads(history, kept + 1, self._digest, self._bytes)
        elif history.head < self._head:
            self._read_heads(history)
        return history

    def _read_heads(self, history: History) -> None:
        if self.journal is not None and history.head < self._head:
            history.extend(map(_read_head, map(_STATE, self.journal.read(history.head, self._head))))

    @property
    def _bytes(self) -> int:
        """About how large the book is."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 400 * self._head

    @property
    def head(self) -> int:
        """The newest position; 0 of a book that is not written yet."""
        return self._head

    @property
    def clock(self) -> Moment:
        self._read_up()
        if self._clock is None:
            self._clock = self.history.at(self.head).clock
        return self._clock

    @property
    def cup_at(self) -> int:
        """How many dice the cup has drawn for the book."""
        self._read_up()
        return self._cup_at

    @cup_at.setter
    def cup_at(self, drawn: int) -> None:
        self._cup_at = drawn

    @property
    def last_written(self) -> str:
        """When the newest entry was written; never later than the next one."""
        self._read_up()
        return self._last_written

    @property
    def calendar(self) -> Calendar:
        if self._calendar is None:
            return self.head_world().calendar
        return self._calendar

    @property
    def game(self) -> str:
        if self._game is None:
            opening = self.journal.state_of(1) if self.journal else None
            if opening is None:
                return "eos"
            self._game = game_of(_read_line(opening).event.postings)
        return self._game

    @property
    def cup(self) -> Cup:
        if self._cup is None:
            self._cup = Cup(self.path)
        return self._cup

    @property
    def promised(self) -> Promised:
        """What was promised of the cup's dice and what was shown, by all that is written, struck or not."""
        rare = self.history.rare
        positions = sorted(rare.get("dice.committed", []) + rare.get("dice.revealed", []))
        if self._promised[0] != len(positions):
            found = Promised()
            for entry in self.entries(positions):
                event = schemas.events.read(entry.event)
                if isinstance(event, DiceCommitted | DiceRevealed):
                    _take_promise(found, entry.position, event)
            self._promised = (len(positions), found)
        return self._promised[1]

    def hand(self) -> Hand:
        """The cup as it is thrown at the head."""
        return Hand(self.cup, lambda: self.promised)

    def refresh(self) -> None:
        """Takes in what other pens have written."""
        if self.journal is None:
            return
        before, head = self._head, self.journal.head()
        if head == before:
            return
        self._digest = self.journal.head_digest()
        self._head_world = None
        self._calendar = None
        if head >= cache.FROM and (not before or self._unread):
            self._head, self._unread, self._clock = head, True, None
            return
        self._head, self._clock = head, None
        history = self.history
        self._cup_at, self._last_written = max(self._cup_at, history.cup), history.written[-1]

    def _read_up(self) -> None:
        """Reads what was left unread when a large book was opened: the head's world if a checkpoint serves, else headers."""
        if not self._unread:
            return
        self._unread = False
        if self._history is not None or not self._from_checkpoint():
            self._cup_at, self._last_written = self.history.cup, self.history.written[-1]

    def _from_checkpoint(self) -> bool:
        """Begins with a world that lies beside the book, if what was written behind it stands in line."""
        assert self.journal is not None
        head = self._head
        for found in self._cache.latest(3):
            if found.position <= head and found.cup_at >= 0 and self._is_own(found):
                break
        else:
            return False
        clock, cup, written = found.clock, found.cup_at, found.written_at
        last = (found.moment, -1, 0, 0)
        tail: list[bytes] = []
        for position, following in self.journal.read(found.first - 1, head):
            row = _read_head(following)
            key = (row.moment, row.rank, row.behind or position, position)
            if row.event.type == CORRECTION or (row.root and row.root != position) or key < last:
                return False
            last = key
            if position > found.position:
                written = row.written_at
                clock, cup = max(clock, row.clock or 0), max(cup, row.cup)
            tail.append(following)
        world = self._cache.load(found)
        if world is None:
            return False
        for following in tail:
            world.fold(_read_line(following))
        world.moment = clock
        self._clock, self._cup_at, self._last_written = clock, cup, written
        self._head_world, self._calendar = world, world.calendar
        if len(tail) >= 2 * cache.AT_HEAD:
            self.fold()  # lays the next one
        return True

    def _is_own(self, row: cache.Row) -> bool:
        """Whether a checkpoint was taken of this very book."""
        return row.position <= self._head and self.digest_at(row.position) == row.digest

    def digest_at(self, position: int) -> bytes:
        """c(position): the running digest up to and with this entry."""
        if position == self.head:
            return self._digest
        if self.journal is None or position < 1:
            return bytes(32)
        following = self.journal.state_of(position + 1)
        assert following is not None
        return bytes.fromhex(msgspec.json.decode(following, type=_Before).before)

    # -- reading

    def version_before(self, position: int) -> int:
        """The version of the same root that this one stands in for."""
        roots, root = self.history.roots, self.history.roots[position]
        return next(p for p in range(position - 1, 0, -1) if roots[p] == root)

    def entry(self, position: int) -> Entry | None:
        """One entry as it is stored, or None."""
        stored = self.journal.state_of(position) if self.journal else None
        return None if stored is None else _read_entry(stored)

    def entries(self, positions: Iterable[int]) -> Iterator[Entry]:
        """Entries of these positions, in that order."""
        wanted = list(positions)
        yield from paced("reading entries", len(wanted), self._entries(wanted), LINES_AT_ONCE)

    def _entries(self, wanted: Sequence[int]) -> Iterator[Entry]:
        for start in range(0, len(wanted), FULL_TELLING):
            some = wanted[start : start + FULL_TELLING]
            states = self.journal.states_of(some) if self.journal else {}
            for position in some:
                if position in states:
                    yield _read_entry(states[position])

    def lines(self, positions: Sequence[int]) -> Iterator[Line]:
        """What views fold of these entries, in the order of `positions`, streamed: those out of order are read by themselves."""
        if self.journal is None or not len(positions):
            return
        odd: list[int] = []
        lowest = positions[-1]
        for nth in range(len(positions) - 1, -1, -1):
            if positions[nth] > lowest:
                odd.append(nth)
            else:
                lowest = positions[nth]
        in_line = self._in_line(positions, lowest, {positions[nth] for nth in odd})
        held: dict[int, bytes] = {}
        done = 0
        while odd:
            nth = odd[-1]
            position = positions[nth]
            yield from islice(in_line, nth - done)
            if position not in held:
                held = self.journal.states_of([positions[n] for n in odd[-ODD_AT_ONCE:]])
            odd.pop()
            yield _read_line(held[position])
            done = nth + 1
        yield from in_line

    def _in_line(self, positions: Sequence[int], first: int, apart: set[int]) -> Iterator[Line]:
        """The lines of these entries without those that stand apart: they follow one another in the book, from `first` on."""
        assert self.journal is not None
        last = positions[-1]
        keep = bytearray(last - first + 1)
        for position in positions:
            if position not in apart:
                keep[position - first] = 1
        states = map(_STATE, compress(self.journal.read(first - 1, last), keep))
        wanted = compress(range(first, last + 1), keep)
        while expected := list(islice(wanted, LINES_AT_ONCE)):
            lines = _read_lines(list(islice(states, len(expected))))
            found = [line.position for line in lines]
            if found != expected:
                missing = next(p for nth, p in enumerate(expected) if nth >= len(found) or found[nth] != p)
                raise Damaged(f"{self.path.name} has no entry {missing} where it belongs.")
            yield from lines

    def order(self, known_at: int | None = None) -> Order:
        return self.history.at(self.head if known_at is None else known_at)

    def fold(
        self, on: Moment | None = None, known_at: int | None = None, *, drafts: Sequence[Draft] = (),
        place: tuple[int, int, int, int] | None = None, trace: Callable[[World, Line], None] | None = None,
    ) -> World:  # fmt: skip
        """The world at a moment (included) or just before a place in the order, as known at a position.

        `drafts` are entries not yet written that count as well. `trace` is called before each line is folded.
        """
        if drafts:
            history, written = self.history_with(drafts), {d.position: d for d in drafts}
        else:
            history, written = self.history, {}
        known = history.head if drafts or known_at is None else known_at
        order = history.at(known)
        last = on if place is None else place[0]
        world, since = (World(), 0) if trace is not None else self._base(history, known, last)
        positions: Sequence[int] = order.between(since, last)
        if place is not None:
            positions = positions[: bisect_left(positions, place, key=lambda p: order.key(history, p))]
        if trace is not None:
            for line in self._lines_with(written, positions):
                trace(world, line)
                world.fold(line)
        elif drafts:
            for line in self._lines_with(written, positions):
                world.fold(line)
        else:
            self._fold_keeping(world, order, positions)
        return world

    def _base(self, history: History, known_at: int, last: Moment | None) -> tuple[World, Moment]:
        """The world of the best checkpoint that serves, and the moment before which it has everything; else an empty one."""
        if self._head >= cache.FROM:
            limit = None if last is None else last + 1
            for row in self._cache.serving(history, known_at, limit):
                if self._is_own(row):
                    world = self._cache.load(row)
                    if world is not None:
                        return world, row.moment
        return World(), 0

    def _fold_keeping(self, world: World, order: Order, positions: Sequence[int]) -> None:
        """Folds these entries; of a large book, checkpoints are kept on the way and shortly before the end."""
        fold = world.fold
        lines = self.lines(positions)
        history = self.history
        done = 0
        for nth in self._milestones(history, order, positions):
            for line in islice(lines, nth - done):
                fold(line)
            done = nth
            moment = history.moments[positions[nth]]
            known = order.known_at
            row = cache.Row(
                0, known, moment, history.in_line_from(moment, known), self.digest_at(known), order.clock,
                history.cup if known == self._head else -1, history.written[known],
            )  # fmt: skip
            self._cache.keep(world, row, self._bytes, history.reaching)
        for line in lines:
            fold(line)

    def _milestones(self, history: History, order: Order, positions: Sequence[int]) -> Iterator[int]:
        """Where a checkpoint is kept: before the first entry of a moment, every so many entries."""
        count = len(positions)
        if self.journal is None or self._head < cache.FROM:
            return
        moments, set_back = history.moments, order.set_back

        def begins(nth: int) -> bool:
            one, other = positions[nth - 1], positions[nth]
            return one not in set_back and other not in set_back and moments[one] < moments[other]

        every = max(cache.EVERY, self._head // 100)
        wanted = list(range(every, count, every)) if count >= 2 * every else []
        found = 0
        for start in wanted:
            nth = max(start, found + 1)
            while nth < count and not begins(nth):
                nth += 1
            if nth < count:
                found = nth
                yield nth
        if count - found >= cache.AT_HEAD:
            nth = count - 1
            while nth > found and not begins(nth):
                nth -= 1
            if nth > found:
                yield nth

    def _lines_with(self, unwritten: dict[int, Draft], positions: Sequence[int]) -> Iterator[Line]:
        """Written lines and drafts, in this order."""
        written = self.lines([p for p in positions if p not in unwritten] if unwritten else positions)
        for position in positions:
            draft_there = unwritten.get(position)
            yield next(written) if draft_there is None else draft_there.line

    def history_with(self, drafts: Sequence[Draft]) -> History:
        """The history as it will be when these entries are written."""
        history = self.history.copy()
        for draft in drafts:
            history.add(draft.head)
        return history

    def head_world(self) -> World:
        """The world of everything in force now. Do not fold into it."""
        self._read_up()
        if self._head_world is None:
            self._head_world = world = self.fold()
            self._calendar = world.calendar
            world.moment = self.clock
        return self._head_world

    def take_head_world(self) -> World:
        """The same, given away: whoever takes it may fold into it."""
        world = self.head_world()
        self._head_world = None
        return world

    # -- writing

    def operate(self, plan: Callable[[Operation], T], *, dry: bool = False) -> tuple[T, Operation]:
        """Runs a plan of wishes and writes what it added as one operation, unless `dry` or nothing was added.

        If another pen was first, the plan is run again on the new head, at the same moments and with the same dice.
        Raises what the plan raises (then nothing is written), Busy or JournalFailed.
        """
        op = secrets.token_hex(10)
        remembered: list[Remembered] = []
        started = self.head
        while True:
            operation = Operation(self, op, remembered, dry)
            result = plan(operation)
            if dry or not operation.drafts:
                return result, operation
            if self._cup is not None and not self._cup.keep():
                remembered = []
                self._head_world = None
                continue
            rows = self._rows(operation)
            try:
                self._append(operation, rows)
            except JournalFailed:
                # An answer that was lost on the way: whether the operation stands is told by its id.
                if not self._stands(op, started):
                    raise
                self._head_world = None
                self.refresh()
                return result, operation
            except Raced:
                if self._is_written(op, started):
                    self._head_world = None
                    self.refresh()
                    return result, operation
                remembered = operation.remembered
                self._head_world = None
                self.refresh()
                continue
            self._written(operation, rows)
            return result, operation

    def _append(self, operation: Operation, rows: list[Fresh]) -> None:
        if self.journal is None:
            self.journal = create(self.path, rows)
        else:
            self.journal.append(operation.base, self._digest, rows)

    def _is_written(self, op: str, after: int) -> bool:
        """Whether this operation stands in the book already: a lost answer is not written twice."""
        assert self.journal is not None
        return any(_read_entry(stored).op == op for _, stored in self.journal.operations_after(after))

    def _stands(self, op: str, after: int) -> bool:
        """The same, where the book may be out of reach; False if nobody can say."""
        try:
            return self.journal is not None and self._is_written(op, after)
        except JournalError:
            return False

    def _written(self, operation: Operation, rows: list[Fresh]) -> None:
        """The head world goes on from the operation's own, if nothing in it was out of order."""
        chain = Chain(operation.base, self._digest)
        history = self._history
        for _, stored in rows:
            chain.add(stored)
            if history is not None:
                history.add(_read_head(stored))
        self._digest = chain.digest
        self._head += len(rows)
        self._last_written = operation.written_at or self._last_written
        self.cup_at = operation.cup_at
        world = operation._world
        if world is not None and not operation.late:
            self._clock = operation.clock
            world.moment = self._clock
            self._head_world = world
            self._calendar = world.calendar
        else:
            self._clock = None
            self._head_world = None
            self._calendar = None
        self._game = None

    def now(self) -> str:
        """The time at which entries are written, in ISO UTC."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _rows(self, operation: Operation) -> list[Fresh]:
        """The stored bytes of an operation's entries, each with the digest of everything before it."""
        written_at = operation.written_at = max(self.now(), self._last_written)
        digest = self._digest
        rows: list[Fresh] = []
        for draft in operation.drafts:
            stored = stored_bytes(draft, operation, digest, written_at)
            rows.append((schemas.events.tag_of(draft.event), stored))
            digest = link(digest, stored)
        return rows


def stored_bytes(draft: Draft, operation: Operation, before: bytes, written_at: str) -> bytes:
    """An entry's bytes, as they are stored for good."""
    position, wish = draft.position, draft.wish
    if type(draft.event).seals:
        draft.event = msgspec.structs.replace(draft.event, seal=code(position - 1, before))
    if draft.of is not None:
        return version_bytes(draft, draft.of, operation, before, written_at)
    first = draft.deed == position and draft.tick is None and wish is not None
    event = schemas.events.write(draft.event)
    hidden = bool(wish and wish.hidden) or draft.event.is_hidden()
    entry = Entry(
        position=position,
        before=before.hex(),
        moment=draft.moment,
        written_at=written_at,
        event_sha=event_digest(event),
        op=operation.op,
        event=msgspec.Raw(event),
        rank=draft.rank,
        behind=draft.behind if draft.behind != position else 0,
        root=draft.root if draft.root != position else 0,
        deed=draft.deed if draft.deed != position else 0,
        cause=draft.cause,
        operation=operation.base + 1 if position != operation.base + 1 else 0,
        clock=draft.clock,
        tick=draft.tick,
        session=draft.session,
        seat=wish.seat if wish else None,
        edition=EDITIONS.get(operation.game, ""),
        hidden=hidden,
        salt=secrets.token_hex(16) if hidden else "",
        words=wish.words if wish and first else "",
        command=msgspec.Raw(msgspec.json.encode(wish.command)) if wish and first else NO_COMMAND,
        dice=draft.dice if first or draft.tick else (),
        overruled=draft.overruled,
        reason=wish.reasons(draft.overruled)[0] if wish and first else "",
        said=wish.reasons(draft.overruled)[1] if wish and first else "",
        note=wish.note if wish and first else None,
        cup=draft.cup,
    )
    return msgspec.json.encode(entry)


def version_bytes(draft: Draft, of: Entry, operation: Operation, before: bytes, written_at: str) -> bytes:
    """A new version's bytes: the place of its root, what was told of its deed, and the event as it comes out now."""
    position = draft.position
    event = schemas.events.write(draft.event)
    hidden = draft.event.is_hidden() or (of.hidden and not schemas.events.read(of.event).is_hidden())
    return msgspec.json.encode(
        msgspec.structs.replace(
            of,
            position=position,
            before=before.hex(),
            written_at=written_at,
            event_sha=event_digest(event),
            op=operation.op,
            event=msgspec.Raw(event),
            moment=draft.moment,
            rank=draft.rank,
            behind=draft.behind,
            root=draft.root,
            deed=draft.deed,
            cause=draft.cause,
            operation=operation.base + 1,
            clock=draft.clock,
            tick=draft.tick,
            hidden=hidden,
            salt=secrets.token_hex(16) if hidden else "",
            cup=draft.cup,
        )
    )


EDITIONS = {"eos": "eos 1", "ranked": "ranked 1"}
"""The edition of each rulebook that entries are written under."""


def _take_promise(promised: Promised, position: int, event: DiceCommitted | DiceRevealed) -> None:
    if isinstance(event, DiceCommitted):
        promised.promises.append(Promise(position, event.first, event.count, event.head, event.commitment))
    else:
        promised.shown[event.of] = event.fell


class _Before(msgspec.Struct, frozen=True, gc=False):
    before: str


LINES_AT_ONCE = 64
"""How many entries are decoded in one go, for a fold."""

_STATE = itemgetter(1)
_read_head = msgspec.json.Decoder(Head).decode
_decode_line = msgspec.json.Decoder(Line).decode
_decode_entry = msgspec.json.Decoder(Entry).decode


def _read_line(stored: bytes) -> Line:
    """A stored entry as views fold it, in the newest shape of its event."""
    try:
        line = _decode_line(stored)
        event = line.event
        if event.type not in OLD_SHAPES or not is_old(event.type, event.v):
            return line
    except msgspec.ValidationError:
        pass  # an older shape may hold what today's postings do not know
    entry = _decode_entry(stored)
    facts = msgspec.json.decode(current(entry.event), type=LineFacts)
    return Line(entry.position, entry.moment, facts, entry.root)


def _read_lines(stored: Sequence[bytes]) -> list[Line]:
    """The same of many entries."""
    try:
        lines = [_decode_line(each) for each in stored]
    except msgspec.ValidationError:
        return [_read_line(each) for each in stored]
    newest = OLD_SHAPES
    for nth, line in enumerate(lines):
        if line.event.type in newest and line.event.v < newest[line.event.type]:
            lines[nth] = _read_line(stored[nth])
    return lines


def _read_entry(stored: bytes) -> Entry:
    return _decode_entry(stored)


def game_of(postings: Iterable[object]) -> str:
    """The game that a book's first entry says it is."""
    for p in postings:
        if isinstance(p, Put) and p.holder == "book" and p.field == "game":
            return str(p.to)
    return "eos"


def opening_clock(postings: Iterable[object]) -> Moment | None:
    """The moment to which a book's first entry sets the clock, if it posts one."""
    for p in postings:
        if isinstance(p, Put) and p.holder == "book" and p.field == "clock" and isinstance(p.to, int):
            return p.to
    return None


__all__ = ["Campaign", "Draft", "Journal", "LineDice", "Operation", "Told", "Wish"]

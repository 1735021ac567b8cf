"""The ripple: what a correction moves, found by walking two worlds side by side, before anything is written.

From the first change on, every later deed and due tick is asked in both worlds, with its own dice: in the book's and in the
corrected one. Where the answers agree, what is written stands, whatever it says. Where they do not, it differs, is refused,
or is open (it lacks a die or a ruling). Ticks, and deeds whose postings do not move, follow; every other is decided, in order,
each on the world that the earlier answers made.

What a rule looks at is noted; a deed that looks at nothing in which the worlds differ need not be asked twice, and when they
differ in nothing any more the walk ends.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

import msgspec

import schemas.events
from ledger.campaign import NOTHING_TOLD, Campaign, Draft, LineDice, Operation, Wish
from ledger.pace import paced
from ledger.rules import command_of, rule_of, ticks_of
from ledger.ruling import Asked, Refused, Scene, TickRule, Usage
from projections.history import CORRECTION, History, Order
from projections.world import Holder, Lot, NotedHolders, World, items_of, same_lots, same_since
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
    Strike,
    Tick,
)
from schemas.units import Moment

UNWRITTEN = 1 << 40
"""A position far behind the book, for what has none yet."""
OWN_NAME = re.compile(rb"@([0-9]+)(?=[\".])")
TIME = ("camp.made", "clock.moved", "book.opened")
"""Deeds that only move time: they are not asked again, what they brought is."""
PLACE = tuple[int, int, int, int]


class Change(NamedTuple):
    """What a correction asks: entries struck, deeds struck whole, and deeds asked for anew at a place of their own."""

    strikes: tuple[Strike, ...] = ()
    deeds: tuple[int, ...] = ()
    inserts: tuple["Insert", ...] = ()


class Insert(NamedTuple):
    """A wish to be asked at a place in the order; `replaces` is the deed that it stands in for."""

    wish: Wish
    moment: Moment
    behind: int
    replaces: int = 0


@dataclass(slots=True)
class Group:
    """A deed, or one tick of one subject, with its entries in force in the book and in the corrected world."""

    deed: int
    key: PLACE
    book: list[tuple[Entry, Event]] = field(default_factory=list)
    mine: list[tuple[Entry, Event]] = field(default_factory=list)
    insert: Insert | None = None

    @property
    def first(self) -> Entry:
        return (self.book or self.mine)[0][0]

    @property
    def tick(self) -> Tick | None:
        return None if self.insert else self.first.tick


class Outcome(NamedTuple):
    """What a rule answers: events with the place of what caused each (or None), or a refusal."""

    drafts: tuple[Draft, ...] = ()
    refused: Refused | None = None
    open: bool = False

    @property
    def events(self) -> list[Event]:
        return [d.event for d in self.drafts]

    @property
    def headed(self) -> "Headed":
        return [(d.event, not d.cause) for d in self.drafts]


@dataclass
class Ripple:
    """What follows from a correction: the report, and what would be written."""

    stands: list[int] = field(default_factory=list)
    differs: list[dict[str, object]] = field(default_factory=list)
    refused: list[dict[str, object]] = field(default_factory=list)
    follows: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    undecided: list[int] = field(default_factory=list)
    accepted: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    followed: list[int] = field(default_factory=list)
    took: list[int] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    notices: list[tuple[str, str]] = field(default_factory=list)
    asserts: list[dict[str, object]] = field(default_factory=list)
    asked: int = 0
    moved_states: dict[str, tuple[str, str]] = field(default_factory=dict)


class Decisions(NamedTuple):
    """What the GM said to deeds that come out differently, by position or `all`."""

    accept: tuple[int, ...] | str = ()
    keep: tuple[int, ...] | str = ()
    drop: tuple[int, ...] | str = ()

    def of(self, deed: int) -> str | None:
        for word in ("accept", "keep", "drop"):
            said = getattr(self, word)
            if said != "all" and deed in said:
                return word
        for word in ("accept", "keep", "drop"):
            if getattr(self, word) == "all":
                return word
        return None


class Walk:
    """One walk of two worlds. `first_position` is where the correction's own new entries would be written."""

    def __init__(
        self, campaign: Campaign, change: Change, decisions: Decisions, first_position: int, dry: bool
    ) -> None:
        self.campaign = campaign
        self.history = campaign.history
        self.change = change
        self.decisions = decisions
        self.next = first_position
        self.dry = dry
        self.ripple = Ripple()
        self.order = self.history.at(self.history.head)
        self.mine = self._corrected()
        self.pinned = pinned_deeds(self.history, self.order)
        self.pinned_ticks = {
            (entry.tick.name, entry.moment, entry.tick.subject)
            for entry in campaign.entries(
                p for p in self.pinned if self.history.ranks[p] not in (CLOCK_RANK, COMMAND_RANK)
            )
            if entry.tick is not None
        }
        self.delta: set[str] = set()
        self.unlike_items: dict[str, set[str]] = {}
        """Of each holder that was looked at, the items of which the worlds have other lots."""
        self.dice_at = campaign.cup_at

    # -- the two worlds

    def _corrected(self) -> Order:
        history = self.history.copy()
        history.add(
            Head(history.head + 1, 0, "", HeadFacts(CORRECTION, "", self.change.strikes, (), self.change.deeds))
        )  # fmt: skip
        return history.at(history.head)

    def run(self) -> Ripple:
        """Walks until the worlds agree again, and says what was found."""
        in_book, in_mine = set(self.order.positions), {p for p in self.mine.positions if p <= self.history.head}
        table_only = {p for p in in_book ^ in_mine if self.history.tags[p] == CORRECTION}
        changed = (in_book ^ in_mine) - table_only
        keys = [self.history.key(p) for p in changed]
        keys += [
            self.history.key(i.replaces) if i.replaces else (i.moment, COMMAND_RANK, i.behind or self.next, self.next)
            for i in self.change.inserts
        ]
        if not keys:
            return self.ripple
        start = min(keys)
        self.book_world = self.campaign.fold(place=start)
        self.my_world = self.campaign.fold(place=start)
        self.my_world.holders = NotedHolders(self.my_world, self.my_world.holders)
        groups = self._groups(in_book, in_mine, start)
        pending = {
            g.deed for g in groups if g.insert or {e.position for e, _ in g.book} != {e.position for e, _ in g.mine}
        }
        slots = self._slots(start)
        slot_of = {(moment, tick.name): n for n, (moment, _, tick) in enumerate(slots)}
        by_slot: dict[int, list[Group]] = {}
        steps: list[tuple[PLACE, Group | int]] = [((m, rank, 0, 0), n) for n, (m, rank, _) in enumerate(slots)]
        for group in groups:
            tick = group.tick
            slot = slot_of.get((group.key[0], tick.name)) if tick else None
            if slot is None:
                steps.append((group.key, group))
            else:
                by_slot.setdefault(slot, []).append(group)
        steps.sort(key=lambda s: s[0])
        for _, step in paced("asking again", len(steps), steps):
            if not pending and not self.delta:
                break
            if isinstance(step, int):
                moment, _rank, tick_rule = slots[step]
                for group in by_slot.get(step, ()):
                    pending.discard(group.deed)
                self._tick(tick_rule, moment, by_slot.get(step, []))
            else:
                pending.discard(step.deed)
                self._deed(step)
        self._compare_states()
        return self.ripple

    def _groups(self, in_book: set[int], in_mine: set[int], start: PLACE) -> list[Group]:
        wanted = sorted(p for p in in_book | in_mine if self.history.key(p) >= start)
        replaced = {i.replaces for i in self.change.inserts if i.replaces}
        found: dict[int, Group] = {}
        for entry in self.campaign.entries(wanted):
            position = entry.position
            deed = entry.deed or position
            deed = (
                self.history.roots[deed] if entry.tick is None else (entry.root or position) if not entry.deed else deed
            )
            group = found.get(deed)
            if group is None:
                group = found[deed] = Group(deed, self.history.key(position))
            event = schemas.events.read(entry.event)
            group.key = min(group.key, self.history.key(position))
            if position in in_book:
                group.book.append((entry, event))
            if position in in_mine and deed not in replaced:
                group.mine.append((entry, event))
        for insert in self.change.inserts:
            if insert.replaces and insert.replaces in found:
                found[insert.replaces].insert = insert
            else:
                place = (insert.moment, COMMAND_RANK, insert.behind or self.next, self.next)
                found[-len(found) - 1] = Group(-len(found) - 1, place, insert=insert)
        for group in found.values():
            group.book.sort(key=lambda e: self.history.key(e[0].position))
            group.mine.sort(key=lambda e: self.history.key(e[0].position))
        return list(found.values())

    def _slots(self, start: PLACE) -> list[tuple[Moment, int, TickRule]]:
        """Every moment at which a tick may be due, from the first change up to the clock."""
        campaign = self.campaign
        clock, opening = self.mine.clock or campaign.clock, self.history.moments[1] if self.history.head else 0
        clock = campaign.clock
        found = []
        calendar = campaign.calendar
        for day in range(calendar.day_of(start[0]), calendar.day_of(clock) + 1):
            for tick in ticks_of(campaign.game):
                for moment in tick.moments(calendar, day):
                    if opening < moment <= clock and (moment, tick.rank) >= start[:2]:
                        found.append((moment, tick.rank, tick))
        found.sort(key=lambda s: (s[0], s[1]))
        return found

    # -- one deed

    def _deed(self, group: Group) -> None:
        same = [e.position for e, _ in group.book] == [e.position for e, _ in group.mine]
        if group.insert is not None:
            self._fold(self.book_world, group.book)
            self._insert(group)
            return
        if not same or group.tick is not None or not self._asked_again(group):
            self._fold(self.book_world, group.book)
            self._fold(self.my_world, group.mine)
            self._look(group.book, group.mine)
            return
        entry = group.first
        mine, reads = self._ask(self.my_world, entry)
        if not self._touches(reads):
            self._stands(group)
            return
        book, _ = self._ask(self.book_world, entry)
        if agree(book, mine):
            self._stands(group)
            return
        self._differs(group, book, mine)

    def _asked_again(self, group: Group) -> bool:
        entry, event = group.book[0]
        return (
            entry.command != NO_COMMAND
            and not type(event).table
            and schemas.events.tag_of(event) not in TIME
            and group.deed not in self.pinned
        )

    def _stands(self, group: Group) -> None:
        self.ripple.stands.append(group.deed)
        self._fold(self.book_world, group.book)
        self._fold(self.my_world, group.mine)
        self._look(group.book, group.mine)

    def _differs(self, group: Group, book: Outcome, mine: Outcome) -> None:
        """The answers part: words follow; what moves is decided on, or is undecided."""
        ripple, deed, first_free = self.ripple, group.deed, self.next
        versions = [] if mine.refused or mine.open else self._versions(group, book, mine)
        if not mine.refused and not mine.open and not moves(book, mine):
            self._take(group, versions)
            ripple.followed.append(deed)
            ripple.follows.setdefault(("words", self.history.tags[deed]), []).append(deed)
            return
        if mine.refused or mine.open:
            text = mine.refused.text if mine.refused else "A die is missing that was never thrown."
            ripple.refused.append({"position": deed, "text": text, "open": mine.open})
        else:
            ripple.differs += compared(group, versions)
        decision = self.decisions.of(deed)
        if decision is None:
            ripple.undecided.append(deed)
            decision = "accept" if versions else "drop"
        elif decision == "keep":
            ripple.kept.append(deed)
        elif decision == "drop":
            ripple.dropped.append(deed)
        else:
            ripple.accepted.append(deed)
        if decision != "accept":
            self.next = first_free  # the new versions are not written: the next takes their positions
        if decision == "keep":
            self._fold(self.book_world, group.book)
            self._fold(self.my_world, group.mine)
            self._look(group.book, group.mine)
        elif decision == "drop" or not versions:
            self._fold(self.book_world, group.book)
            ripple.took += [e.root or e.position for e, _ in group.book]
            self._look(group.book, [])
        else:
            self._take(group, versions)

    def _take(self, group: Group, versions: "list[Version]") -> None:
        """The corrected world goes on with the new versions."""
        self._fold(self.book_world, group.book)
        kept: list[tuple[Entry, Event]] = []
        for version in versions:
            if version.draft is None:
                assert version.was is not None
                kept.append(version.was)
                self._fold(self.my_world, [version.was])
            else:
                self._write(version.draft)
        gone = {id(v.was) for v in versions if v.was is not None}
        for written in group.mine:
            if id(written) not in gone:
                self.ripple.took.append(written[0].root or written[0].position)
        self._look(group.book, kept, [v.draft for v in versions if v.draft is not None])

    def _write(self, draft: Draft) -> None:
        world = self.my_world
        world.trace = draft.findings
        world.fold(draft.line)
        world.trace = None
        self.ripple.drafts.append(draft)

    def _place(self, draft: Draft) -> Draft:
        draft.position = self.next
        self.next += 1
        return draft

    def _versions(self, group: Group, book: Outcome, mine: Outcome) -> "list[Version]":
        """Entry by entry: what is written stays where its answer did not move; else a new version of its root."""
        written = group.mine
        old_at = dict(pairs(headed(written), book.headed))
        placed: dict[int, int] = {}
        found: list[Version] = []
        matched = dict((b, a) for a, b in pairs(headed(written), mine.headed))
        if mine.drafts and 0 not in matched and 0 not in matched.values():
            matched[0] = 0  # the first entry carries the command, whoever's it is now: else nobody would ask again
        first = written[0][0]
        behind = first.behind or first.root or first.position  # what is new stands just behind what comes before it
        for nth, draft in enumerate(mine.drafts):
            at = matched.get(nth)
            was = written[at] if at is not None else None
            position = draft.position
            if was is not None:
                entry, event = was
                behind = entry.behind or entry.root or entry.position
                answered = book.events[old_at[at]] if at in old_at and at is not None else None
                if draft.event in (event, answered) and not (group.insert and nth == 0):
                    placed[position] = entry.root or entry.position
                    found.append(Version(was, None))
                    continue
                new = Draft(
                    self.next, entry.moment, draft.event, entry.rank, entry.deed or entry.position, entry.cause,
                    entry.behind or entry.root or entry.position, entry.root or entry.position, draft.clock, entry.tick, of=entry,
                )  # fmt: skip
                placed[position] = new.root
            else:
                new = Draft(
                    self.next, first.moment, draft.event, first.rank, first.deed or first.position,
                    placed.get(draft.cause, 0), behind, 0, draft.clock, first.tick,
                    of=bare_entry(first),
                )  # fmt: skip
                placed[position] = new.position
            found.append(Version(was, self._place(new)))
        names = {trial: root for trial, root in placed.items() if trial != root}
        for version in found:
            if version.draft is not None and names:
                version.draft.event = renamed(version.draft.event, names)
        return found

    def _insert(self, group: Group) -> None:
        """A deed asked for the first time on the corrected world; Refused goes through to whoever typed it."""
        insert = group.insert
        assert insert is not None
        world = self.my_world
        operation = Operation(self.campaign, "", [], self.dry)
        operation.base = self.next - 1
        operation._world = world
        operation.cup_at = self.dice_at
        dice = LineDice(insert.wish.told, (), None if self.dry else self.campaign.hand(), self.dice_at)
        world.moment = insert.moment
        scene = Scene(
            world, insert.moment, dice, waive=bool(insert.wish.overrule), reason=insert.wish.reason, seat=insert.wish.seat,
            game=self.campaign.game,
        )  # fmt: skip
        answer = rule_of(insert.wish.command, self.campaign.game)(insert.wish.command, scene)
        if not insert.replaces:
            drafts = operation._enter(answer, world, insert.moment, scene, dice, wish=insert.wish)
            self._no_new_time(drafts)
            self.next += len(drafts)
        else:
            world.begin()
            try:
                tried = operation._enter(answer, world, insert.moment, scene, dice, wish=insert.wish)
            finally:
                world.take_back()
            self._no_new_time(tried)
            group.mine = group.book
            versions = self._versions(group, Outcome(), Outcome(tuple(tried)))
            self.ripple.took += [
                e.root or e.position for e, _ in group.book if not any(v.was is not None and v.was[0] is e for v in versions)
            ]  # fmt: skip
            drafts = []
            for nth, version in enumerate(versions):
                if version.draft is None:
                    assert version.was is not None
                    self._fold(world, [version.was])
                    continue
                if nth == 0:
                    source = tried[0]
                    version.draft.of = retold(version.draft.of, insert.wish, source)
                    version.draft.dice = source.dice
                    version.draft.cup = source.cup
                world.trace = version.draft.findings
                world.fold(version.draft.line)
                world.trace = None
                drafts.append(version.draft)
        if not dice.missing:
            dice.check_all_used(scene.unthrown)
        self.dice_at = dice.cup_at
        self.ripple.notices += scene.notices
        self.ripple.drafts += drafts
        self._look(group.book, [], drafts)

    def _no_new_time(self, drafts: Sequence[Draft]) -> None:
        """Refused: a line in the past that would move the clock on, past days that nobody has been asked about."""
        clock, calendar = self.campaign.clock, self.campaign.calendar
        for draft in drafts:
            if draft.clock is not None and draft.clock > clock:
                raise Refused(
                    f"The clock stands at {calendar.text(clock)}; a line in the past cannot move it on to "
                    f"{calendar.text(draft.clock)}.", thing="clock", state=calendar.text(clock),
                    help=(f'clock "{calendar.text(draft.clock)}"',),
                )  # fmt: skip

    # -- one slot of time

    def _tick(self, tick: TickRule, moment: Moment, written: Sequence[Group]) -> None:
        """Asks a tick of everyone for whom either world has it due."""
        by_subject = {g.tick.subject: g for g in written if g.tick is not None}
        self.book_world.moment = self.my_world.moment = moment
        due_mine = list(tick.subjects(self.my_world, moment))
        due_book = set(tick.subjects(self.book_world, moment))
        for subject in [*due_mine, *(s for s in by_subject if s not in due_mine)]:
            group = by_subject.get(subject)
            if (tick.name, moment, subject) in self.pinned_ticks and group is None:
                continue  # struck by hand: not brought back
            if group is not None and (group.deed in self.pinned or not group.book or not group.mine):
                self._fold(self.book_world, group.book)
                self._fold(self.my_world, group.mine)
                self._look(group.book, group.mine)
                continue
            self.book_world.moment = self.my_world.moment = moment
            mine, reads = (
                self._ask_tick(self.my_world, tick, subject, moment) if subject in due_mine else (Outcome(), {subject})
            )
            touches = self._touches(reads) or (subject in due_mine) != (subject in due_book)
            if not touches:
                if group is not None:
                    self._fold(self.book_world, group.book)
                    self._fold(self.my_world, group.mine)
                    self._look(group.book, group.mine)
                continue
            book, _ = (
                self._ask_tick(self.book_world, tick, subject, moment) if subject in due_book else (Outcome(), set())
            )
            if agree(book, mine):
                if group is not None:
                    self._fold(self.book_world, group.book)
                    self._fold(self.my_world, group.mine)
                    self._look(group.book, group.mine)
                continue
            self._tick_moved(tick, subject, moment, group, book, mine)

    def _tick_moved(
        self, tick: TickRule, subject: str, moment: Moment, group: Group | None, book: Outcome, mine: Outcome
    ) -> None:
        ripple = self.ripple
        if mine.refused or mine.open:
            at = group.deed if group else None
            text = mine.refused.text if mine.refused else "A die is missing that was never thrown."
            ripple.refused.append({"position": at, "text": text, "open": True})
            decision = self.decisions.of(at or 0)  # what was never written has no position: only `all` decides on it
            if at is not None and decision == "keep":
                ripple.kept.append(at)
                self._fold(self.book_world, group.book if group else [])
                self._fold(self.my_world, group.mine if group else [])
                return
            if decision is None:
                ripple.undecided.append(at or 0)
        if group is None:
            drafts = []
            placed: dict[int, int] = {}
            for draft in mine.drafts:
                was = draft.position
                new = self._place(Draft(
                    self.next, moment, draft.event, tick.rank, placed.get(mine.drafts[0].position, self.next),
                    placed.get(draft.cause, 0), clock=draft.clock, tick=Tick(tick.name, subject),
                ))  # fmt: skip
                placed[was] = new.position
                new.deed = placed[mine.drafts[0].position]
                self._write(new)
                drafts.append(new)
            self._look([], [], drafts)
            if drafts:
                ripple.follows.setdefault((tick.name, subject), []).append(drafts[0].position)
            return
        ripple.follows.setdefault((tick.name, subject), []).append(group.deed)
        ripple.followed.append(group.deed)
        if not mine.drafts:
            self._fold(self.book_world, group.book)
            ripple.took += [e.root or e.position for e, _ in group.book]
            self._look(group.book, [])
            return
        self._take(group, self._versions(group, book, mine))

    # -- asking

    def _ask(self, world: World, entry: Entry) -> tuple[Outcome, set[str]]:
        """Asks a written deed again, with its own command, dice and overrules; the world is as it was afterwards."""
        assert entry.command != NO_COMMAND
        verb = msgspec.json.decode(entry.command)["verb"]
        command = msgspec.json.decode(entry.command, type=command_of(verb, self.campaign.game))
        dice = LineDice(NOTHING_TOLD, entry.dice, None, 0)
        scene = Scene(
            world, entry.moment, dice, overruled=frozenset(entry.overruled), reason=entry.said if entry.overruled else entry.reason,
            seat=entry.seat,
            game=self.campaign.game,
        )  # fmt: skip
        first = entry.root or entry.position
        return self._try(
            world, entry.moment, dice, scene, first, lambda: rule_of(command, self.campaign.game)(command, scene)
        )

    def _ask_tick(self, world: World, tick: TickRule, subject: str, moment: Moment) -> tuple[Outcome, set[str]]:
        dice = LineDice(NOTHING_TOLD, (), None, 0)
        scene = Scene(world, moment, dice, game=self.campaign.game)
        return self._try(world, moment, dice, scene, UNWRITTEN, lambda: tick.rule(Asked(tick.name, subject), scene))

    def _try(
        self, world: World, moment: Moment, dice: LineDice, scene: Scene, first: int, ask: object
    ) -> tuple[Outcome, set[str]]:
        """What is tried out stands where the deed stands (`first`), so that it names its own lots and works alike."""
        self.ripple.asked += 1
        operation = Operation(self.campaign, "", [], True)
        operation.base = first - 1
        operation._world = world
        world.moment = moment
        reads: set[str] = set()
        world.begin()
        world.reads = reads
        try:
            assert callable(ask)
            drafts = operation._enter(ask(), world, moment, scene, dice)
            return Outcome(tuple(drafts), None, dice.missing), reads
        except Refused as no:
            return Outcome((), no), reads
        except Usage as wrong:
            return Outcome((), Refused(wrong.text)), reads
        finally:
            world.reads = None
            world.take_back()

    # -- where the worlds differ

    def _touches(self, reads: set[str]) -> bool:
        return bool(self.delta) and ("*" in self.delta or not self.delta.isdisjoint(reads))

    def _fold(self, world: World, entries: Iterable[tuple[Entry, Event]]) -> None:
        for entry, event in entries:
            world.fold(line_of(entry, event))

    def _look(
        self, book: Sequence[tuple[Entry, Event]], mine: Sequence[tuple[Entry, Event]], drafts: Sequence[Draft] = ()
    ) -> None:
        """Looks again at every holder that these entries may have moved in either world."""
        same = not drafts and [e.position for e, _ in book] == [e.position for e, _ in mine]
        if same and not self.delta:
            return
        touched: dict[str, set[str] | None] = {}
        since = min((*(e.moment for e, _ in (*book, *mine)), *(d.moment for d in drafts)), default=0)
        for event in (*(e for _, e in book), *(e for _, e in mine), *(d.event for d in drafts)):
            for p in event.postings:
                items = items_of(p)
                for name in self.book_world.touched(p) | self.my_world.touched(p):
                    found = touched.setdefault(name, set())
                    if items is None:
                        touched[name] = None
                    elif found is not None:
                        found.update(items)
        if same and self.delta.isdisjoint(touched):
            return
        for name, moved in touched.items():
            ours, theirs = dict.get(self.my_world.holders, name), self.book_world.holders.get(name)
            if (ours is None and theirs is None) or (
                ours is not None and theirs is not None and self._alike(ours, theirs, moved, since)
            ):
                self.delta -= {name, f"{name} place"}
                continue
            self.delta.add(name)
            if ours is None or theirs is None or ours.fields.get("place") != theirs.fields.get("place"):
                self.delta.add(f"{name} place")
            else:
                self.delta.discard(f"{name} place")
        if self.my_world.people != self.book_world.people:
            self.delta.add("*")
        else:
            self.delta.discard("*")

    def _alike(self, ours: Holder, theirs: Holder, moved: set[str] | None, since: Moment) -> bool:
        """Whether a holder stands alike in both worlds. Of its items only those that may have moved `since` are compared."""
        unlike = self.unlike_items.get(ours.name)
        if unlike is None or moved is None:
            unlike = {i for i in {*ours.lots, *theirs.lots} if not same_lots(*_both(ours, theirs, i))}
        else:
            were, unlike = unlike, unlike - moved
            for item in moved:
                some, others = _both(ours, theirs, item)
                if not (same_lots(some, others) if item in were else same_since(some, others, since)):
                    unlike.add(item)
        self.unlike_items[ours.name] = unlike
        return not unlike and ours.same_beside_lots(theirs)

    def _compare_states(self) -> None:
        """Whose state is another one at the end of the walk: a death that did not happen."""
        from projections.pools import state

        for name in sorted(self.delta):
            ours, theirs = dict.get(self.my_world.holders, name), self.book_world.holders.get(name)
            if ours is not None and theirs is not None and "hp" in theirs.fields:
                was, now = state(theirs), state(ours)
                if was != now:
                    self.ripple.moved_states[name] = (was, now)


def _both(ours: Holder, theirs: Holder, item: str) -> tuple[Sequence[Lot], Sequence[Lot]]:
    return ours.lots.get(item, ()), theirs.lots.get(item, ())


class Version(NamedTuple):
    """A written entry that stays (`draft` None), one that gets a new version, or a new entry (`was` None)."""

    was: tuple[Entry, Event] | None
    draft: Draft | None


def line_of(entry: Entry, event: Event) -> Line:
    return Line(
        entry.position, entry.moment, LineFacts(schemas.events.tag_of(event), event.postings, event.v), entry.root
    )


def renamed(event: Event, names: dict[int, int]) -> Event:
    """An event that names what its deed brings (`work@27`) by the roots under which that is written at last."""
    stored = schemas.events.write(event)
    spelt = spelt_anew(stored, names)
    return event if spelt == stored else schemas.events.read(spelt)


def spelt_anew(stored: bytes, names: dict[int, int]) -> bytes:
    """Stored bytes, in which what an entry brought (`sword@27`) is named by another entry."""
    return OWN_NAME.sub(lambda m: b"@%d" % names.get(int(m[1]), int(m[1])), stored) if names else stored


def bare_entry(first: Entry) -> Entry:
    """The header that a new entry of a written deed takes over: its seat and session, not its command."""
    return msgspec.structs.replace(
        first, words="", command=NO_COMMAND, dice=(), overruled=(), reason="", said="", note=None, cup=0
    )


def retold(entry: Entry | None, wish: Wish, first: Draft) -> Entry | None:
    """The header of a corrected deed's first entry: with the line and the dice that stand in its place."""
    if entry is None:
        return None
    return msgspec.structs.replace(
        entry, words=wish.words, command=msgspec.Raw(msgspec.json.encode(wish.command)), dice=first.dice,
        overruled=first.overruled, reason=wish.reasons(first.overruled)[0], said=wish.reasons(first.overruled)[1],
    )  # fmt: skip


Headed = Sequence[tuple[Event, bool]]
"""Events of a deed, each with whether it heads a part."""


def pairs(written: Headed, answered: Headed) -> list[tuple[int, int]]:
    """Which written entry answers to which new one: part by part, in each the same tag and person in the same order."""
    ours, theirs = _parts(written), _parts(answered)
    found: list[tuple[int, int]] = []
    for mine, other in _in_step([heads[0][1] for heads in ours], [heads[0][1] for heads in theirs]):
        a, b = ours[mine], theirs[other]
        for i, j in _in_step([name for _, name in a], [name for _, name in b]):
            found.append((a[i][0], b[j][0]))
    return found


Named = tuple[str, str | None]


def _parts(events: Headed) -> list[list[tuple[int, Named]]]:
    parts: list[list[tuple[int, Named]]] = []
    for nth, (event, heads) in enumerate(events):
        row = (nth, (schemas.events.tag_of(event), event.who))
        if heads or not parts:
            parts.append([row])
        else:
            parts[-1].append(row)
    return parts


def _in_step(a: Sequence[Named], b: Sequence[Named]) -> list[tuple[int, int]]:
    """Pairs of equal names in order: each takes the first that is left."""
    if a == b:
        return [(n, n) for n in range(len(a))]
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    found: list[tuple[int, int]] = []
    for block in matcher.get_matching_blocks():
        found += [(block.a + n, block.b + n) for n in range(block.size)]
    return found


def headed(entries: Iterable[tuple[Entry, Event]]) -> Headed:
    return [(event, not entry.cause) for entry, event in entries]


def agree(book: Outcome, mine: Outcome) -> bool:
    """Whether both worlds give the same answer; two refusals of one mechanic are the same."""
    if book.refused is not None or mine.refused is not None:
        return book.refused is not None and mine.refused is not None and book.refused.rule == mine.refused.rule
    return (
        book.open == mine.open
        and book.events == mine.events
        and [d.cause for d in book.drafts] == [d.cause for d in mine.drafts]
    )


def moves(book: Outcome, mine: Outcome) -> bool:
    """Whether the postings of the answers differ; else it only reads differently."""
    return book.refused is not None or [e.postings for e in book.events if e.postings] != [
        e.postings for e in mine.events if e.postings
    ]


def compared(group: Group, versions: Sequence[Version]) -> list[dict[str, object]]:
    """Both outcomes, entry by entry; `position` None for what is new, `now` None for what is gone."""
    rows: list[dict[str, object]] = []
    stay = {id(v.was) for v in versions if v.was is not None}
    for written in group.mine:
        if id(written) not in stay:
            rows.append({"position": written[0].position, "was": outcome(written[1]), "now": None})
    for version in versions:
        if version.draft is not None:
            was = version.was
            rows.append({
                "position": was[0].position if was else None, "was": outcome(was[1]) if was else None,
                "now": outcome(version.draft.event),
            })  # fmt: skip
    return rows


def outcome(event: Event) -> dict[str, object]:
    """An event, as far as it can come out differently."""
    found: dict[str, object] = msgspec.to_builtins(event)
    found["tag"] = found.pop("type")
    found.pop("v", None)
    return found


def pinned_deeds(history: History, order: Order) -> frozenset[int]:
    """Deeds that stand as told and are not asked again: kept, or struck in part."""
    return frozenset(p for c in history.holding(order.known_at) for p in c.pins)

"""What a correction would strike: worked out on the headers of the book, before anything is written.

`undo`, `redo`, `rollback --to` and `restore BRANCH` lead to a world that was; every other leads to one that never was, and
ripples before it is written (`ledger.audit.ripple`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

import schemas.events
from ledger.audit.ripple import Insert, headed, pairs, spelt_anew
from ledger.campaign import Campaign, Draft, Wish
from ledger.rules import command_of
from ledger.ruling import Refused
from projections.history import CORRECTION, History, Order, runs
from schemas.entry import CLOCK_RANK, COMMAND_RANK, NO_COMMAND, Entry, Head, HeadFacts, Strike
from schemas.units import Moment, counted, key

NEVER_STRUCK = "book.opened"
TIME_PASSED = ("camp.made", "clock.moved", "day.closed")
STEPS = ("undo", "redo")
RETURNS = ("undo", "redo", "rollback", "restore")
"""Corrections that lead to a world that was: nothing of them has to be made again."""


class Plan(NamedTuple):
    """A correction before it is written: what it strikes, how far it reaches back, and what has to be decided."""

    verb: str
    strikes: tuple[Strike, ...]
    deeds: tuple[int, ...]
    reaches_back_to: Moment | None
    summary: str
    branch: str | None = None
    clock: Moment | None = None
    gone: tuple[int, ...] = ()
    """Late entries and corrections that go out with a restored branch, to be made again."""
    inserts: "tuple[Insert, ...]" = ()
    pins: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    """Deeds of the abandoned days that a rollback enters again at its cut, in their order."""
    ripples: bool = False
    """Whether it leads to a world that never was, so that what stands behind it has to be asked again."""


class Operations:
    """The operations of a book, newest first: (first position, last position)."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.firsts: list[int] = []
        last = 0
        for position in range(1, history.head + 1):
            if history.operations[position] != last:
                last = history.operations[position]
                self.firsts.append(position)

    def spans(self) -> Iterator[tuple[int, int]]:
        end = self.history.head
        for first in reversed(self.firsts):
            yield first, end
            end = first - 1


def tables() -> frozenset[str]:
    """Tags of entries of the table and the record, which no rollback strikes."""
    return frozenset(tag for tag, event in schemas.events.classes().items() if event.table)


def strikes_of(positions: Iterable[int]) -> tuple[Strike, ...]:
    return tuple(Strike(first, last) for first, last in runs(positions))


def reach(history: History, positions: Iterable[int]) -> Moment | None:
    """The earliest moment among entries, and among all that struck corrections reach."""
    corrections = {c.position: c for c in history.corrections}
    earliest: Moment | None = None
    waiting = list(positions)
    seen: set[int] = set()
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        correction = corrections.get(position)
        if correction is None:
            moment = history.moments[position]
            earliest = moment if earliest is None else min(earliest, moment)
        else:
            waiting += [p for s in correction.strikes for p in range(s.first, s.last + 1)]
            waiting += correction.deeds
    return earliest


# -- void -------------------------------------------------------------------------------------------------------


def void(campaign: Campaign, position: int) -> Plan:
    """Strikes a deed, or an entry and what it caused, from its own moment; what depends on it has to be decided.

    Refused: what is struck already, the book's opening, time that passed (roll back), a correction (undo, restore).
    """
    history = campaign.history
    order = history.at(campaign.head)
    root = history.roots[position]
    tag = history.tags[position]
    date = campaign.calendar.text(history.moments[position])
    if tag == NEVER_STRUCK:
        raise Refused("The opening of the book is never struck.", thing=f"entry {position}", state="in force")
    if tag in TIME_PASSED:
        raise Refused(
            f"Entry {position} is time that passed on {date}; it is not voided but rolled back.", thing=f"entry {position}",
            state="time passed", help=(f'rollback --to "{date}" --reason "..."',),
        )  # fmt: skip
    if tag == CORRECTION:
        raise Refused(
            f"Entry {position} is a correction; take it back with undo or restore.", thing=f"entry {position}",
            state="correction", help=("undo", f"restore {position}"),
        )  # fmt: skip
    if order.out[root] == 1 or _is_out(history, order, position):
        raise Refused(
            f"Entry {position} is struck already.", thing=f"entry {position}", state="struck", help=("log --struck",)
        )
    whole = history.deeds[root] == root  # the deed's first entry, in whichever version it was named
    what = f"deed {root}" if whole else f"entry {position} and what it caused"
    return Plan(
        "void", (Strike(root, root),), (root,) if whole else (), history.moments[root], f"Voided: {what}",
        pins=pins_of(history, position), ripples=True,
    )  # fmt: skip


def _is_out(history: History, order: Order, position: int) -> bool:
    roots = history.roots
    root = roots[position]
    return all(order.out[p] for p in range(root, order.known_at + 1) if roots[p] == root)


def pins_of(history: History, position: int) -> tuple[int, ...]:
    """The deed that is not asked again after this: one of which a part was struck, or a tick struck by hand."""
    if history.ranks[position] not in (CLOCK_RANK, COMMAND_RANK):
        return (history.roots[history.deeds[position]],)
    root = history.roots[position]
    deed = history.deeds[root]
    return () if deed == root else (deed,)


# -- correct, revert, restore of what was struck ------------------------------------------------------------------


def deed_in_force(campaign: Campaign, position: int, verb: str) -> int:
    """The deed of this position, which must be one that people told and that is in force."""
    history = campaign.history
    order = history.at(campaign.head)
    deed = history.deeds[position]
    if history.roots[position] != history.roots[deed] and history.deeds[position] != position:
        raise Refused(
            f"Entry {position} is part of deed {deed}; {verb} takes the deed.", thing=f"entry {position}", state="part",
            help=(f"{verb} {deed} ...",),
        )  # fmt: skip
    root = history.roots[deed]
    if _is_out(history, order, root):
        raise Refused(f"Deed {root} is struck already.", thing=f"entry {root}", state="struck", help=("log --struck",))
    if history.tags[root] == CORRECTION or history.tags[root] == NEVER_STRUCK or history.tags[root] in TIME_PASSED:
        raise Refused(
            f"Entry {root} ({history.tags[root]}) cannot be corrected with another line.", thing=f"entry {root}",
            state=history.tags[root], help=("rollback --to MOMENT",),
        )  # fmt: skip
    if history.moments[root] > campaign.clock:
        raise Refused(
            f"Entry {root} is of the table of a day that was rolled back; nothing else can stand in its place.",
            thing=f"entry {root}", state="ahead of the clock", help=("branch list", f'void {root} --reason "..."'),
        )  # fmt: skip
    if history.ranks[root] not in (CLOCK_RANK, COMMAND_RANK):
        raise Refused(
            f"Entry {root} was asked by time; void it, or correct what brought it.", thing=f"entry {root}", state="tick",
            help=(f'void {root} --reason "..."',),
        )  # fmt: skip
    return root


def correct(campaign: Campaign, position: int, wish: Wish) -> Plan:
    """Another line in the place of a deed, at its old moment: asked now, written as new versions."""
    history = campaign.history
    root = deed_in_force(campaign, position, "correct")
    moment = history.moments[root]
    return Plan(
        "correct", (), (), moment, f"Corrected: deed {root} is now: {wish.words}",
        inserts=(Insert(wish, moment, history.behinds[root], root),), ripples=True,
    )  # fmt: skip


def late(campaign: Campaign, wishes: Iterable[Wish]) -> Plan:
    """Lines at a moment that the clock has passed, each in its place there."""
    inserts = tuple(Insert(w, w.at or 0, w.behind or 0) for w in wishes)
    for insert in inserts:
        _not_before_the_opening(campaign, insert.moment)
    return Plan(
        "late", (), (), min(i.moment for i in inserts), f"Entered late: {'; '.join(i.wish.words for i in inserts)}",
        inserts=inserts, ripples=True,
    )  # fmt: skip


def before_commands(history: History, moment: Moment) -> int | None:
    """The position behind which a line stands before every command of a moment; None if there is none of them."""
    there = [
        history.behinds[p]
        for p in range(1, history.head + 1)
        if history.moments[p] == moment and history.ranks[p] == COMMAND_RANK
    ]
    return max(1, min(there) - 1) if there else None


def _not_before_the_opening(campaign: Campaign, moment: Moment) -> None:
    """Refused: a moment at which the book was not open yet."""
    opened = campaign.history.moments[1]
    if moment < opened:
        calendar = campaign.calendar
        raise Refused(
            f"{calendar.text(moment)} lies before the book, which begins on {calendar.text(opened)}.", thing="clock",
            state=calendar.text(opened), help=(f'log --until "{calendar.text(opened)}"',),
        )  # fmt: skip


def revert(campaign: Campaign, position: int) -> Plan:
    """Strikes one older operation, with its ripple.

    Refused: a rollback (restore its branch), one that is struck already, time that passed, a correction that brought time
    back or took it (a restored branch, an undone camp): what was told since would stand ahead of the clock.
    """
    history = campaign.history
    order = history.at(campaign.head)
    first = history.operations[position]
    last = next((p - 1 for p in range(position + 1, history.head + 1) if history.operations[p] != first), history.head)
    verbs = {c.position: c for c in history.corrections}
    for p in range(first, last + 1):
        if p in verbs and verbs[p].branch:
            raise Refused(
                f"Entry {p} is a rollback; restore its branch instead.", thing=f"entry {p}", state="rollback",
                help=(f"restore {verbs[p].branch}",),
            )  # fmt: skip
    positions = [p for p in range(first, last + 1) if history.tags[p] != NEVER_STRUCK]
    if not any(not order.out[p] for p in positions):
        raise Refused(
            f"Operation {first} is struck already.", thing=f"entry {first}", state="struck", help=("log --struck",)
        )
    passed = [p for p in positions if history.tags[p] in TIME_PASSED and not order.out[p]]
    if passed:
        raise Refused(
            f"Time passed in operation {first} (entry {passed[0]}); that is rolled back, not reverted.",
            thing=f"entry {passed[0]}", state="time passed",
            help=(f'rollback --to "{campaign.calendar.text(history.moments[passed[0]])}" --reason "..."',),
        )  # fmt: skip
    strikes = strikes_of(positions)
    moved = _time_moved(history, strikes)
    if moved:
        raise Refused(
            f"Operation {first} is a correction that decides which days have passed (entry {moved}); it is taken back by undo "
            "or by restoring a branch, not reverted from the middle.", thing=f"entry {first}", state="time passed",
            help=("undo", "branch list"),
        )  # fmt: skip
    return Plan("revert", strikes, (), reach(history, positions), f"Reverted: operation {first}", ripples=True)


def _time_moved(history: History, strikes: tuple[Strike, ...]) -> int | None:
    """The first entry of time or rollback that these strikes would put out of force, or bring back; None if there is none."""
    trial = history.copy()
    trial.add(Head(trial.head + 1, 0, "", HeadFacts(CORRECTION, "revert", strikes)))
    before, after = history.at(history.head).out, trial.at(trial.head).out
    sets_clock = {c.position for c in history.corrections if c.clock is not None}
    for position in range(1, history.head + 1):
        if bool(before[position]) != bool(after[position]) and (
            position in sets_clock or history.tags[position] in TIME_PASSED
        ):
            return position
    return None


def restore_struck(campaign: Campaign, position: int) -> Plan:
    """Gives back a deed or part that corrections struck, and nothing else of those corrections."""
    history = campaign.history
    root = history.roots[position]
    holding = [
        c
        for c in history.holding(campaign.head)
        if c.verb not in RETURNS and (root in c.deeds or any(s.first <= root <= s.last for s in c.strikes))
    ]
    if not holding:
        raise Refused(
            f"No correction strikes entry {position}.", thing=f"entry {position}", state="in force or rolled back",
            help=("branch list", "redo"),
        )  # fmt: skip
    struck: list[int] = []
    deeds: list[int] = []
    for c in holding:
        struck.append(c.position)
        rest = {p for s in c.strikes for p in range(s.first, s.last + 1)} - {root}
        rest -= {p for p in rest if history.deeds[p] == root}
        struck += sorted(rest)
        deeds += [d for d in c.deeds if d != root]
    return Plan(
        "restore", strikes_of(sorted(struck)), tuple(deeds), history.moments[root], f"Restored: entry {root}", ripples=True
    )  # fmt: skip


def void_many(campaign: Campaign, positions: Iterable[int], summary: str) -> Plan:
    """A batch of voids, with one ripple."""
    plans = [void(campaign, p) for p in positions]
    if not plans:
        raise Refused("There is nothing to strike there.", thing="rollback", state="nothing", help=("log",))
    return Plan(
        "rollback", tuple(s for p in plans for s in p.strikes), tuple(d for p in plans for d in p.deeds),
        min(p.reaches_back_to or 0 for p in plans), summary, pins=tuple(x for p in plans for x in p.pins), ripples=True,
    )  # fmt: skip


def deeds_of(campaign: Campaign, who: str, since: Moment) -> list[int]:
    """Deeds and parts that this person did from a moment on, as far as they are in force.

    Not among them: that she joined, and whatever else the GM's hand did with her (what she was given, harmed, awarded);
    time that passed; entries of the table.
    """
    history = campaign.history
    order = history.at(campaign.head)
    table = tables()
    positions = [p for p in order.positions if history.moments[p] >= since]
    heads = {history.roots[history.deeds[p]] for p in positions}
    by_gm = {
        entry.root or entry.position
        for entry in campaign.entries(
            sorted(p for p in order.positions if history.roots[p] in heads and history.tags[p] not in table)
        )
        if entry.command != NO_COMMAND and command_of(msgspec.json.decode(entry.command)["verb"], campaign.game).gm
    }
    found = []
    for entry in campaign.entries(positions):
        position = entry.position
        if (
            entry.tick is not None
            or entry.cause
            or history.tags[position] in table
            or history.tags[position] in TIME_PASSED
            or history.roots[history.deeds[position]] in by_gm
        ):
            continue
        event = schemas.events.read(entry.event)
        if event.who == who:
            found.append(position)
    return found


# -- undo, redo -------------------------------------------------------------------------------------------------


def undo(campaign: Campaign, steps: int, everything: bool) -> Plan:
    """Strikes the last operations that are in force. Refused: nothing to undo; several deeds in one without `--all`."""
    history = campaign.history
    trial = history.copy() if steps > 1 else history
    spans = list(Operations(history).spans())
    found: list[tuple[int, int]] = []
    deeds, most = 0, 0
    for _ in range(steps):
        # Each step looks at the book as the one before it leaves it: what a correction had struck is in force again.
        now = trial.at(trial.head)
        step = next((s for s in spans if _can_undo(history, now, *s)), None)
        if step is None:
            break
        first, last = step
        first += history.tags[first] == NEVER_STRUCK
        told = told_deeds(history, now, first, last)
        deeds, most = deeds + told, max(most, told)
        found.append((first, last))
        if steps > 1:
            trial.add(Head(trial.head + 1, 0, "", HeadFacts(CORRECTION, "undo", (Strike(first, last),))))
    if len(found) < steps:
        raise Refused(
            f"No more than {counted(len(found), 'operation')} can be undone, not {steps}." if found else "There is nothing to undo.",
            thing="undo", state=f"{len(found)} operations", help=("log",),
        )  # fmt: skip
    if not everything and most > 1:
        raise Refused(
            f"This would undo {counted(deeds, 'deed')} at once; say --all if that is meant.", thing="undo", state=f"{deeds} deeds",
            help=("undo --all" if steps == 1 else f"undo {steps} --all",),
        )  # fmt: skip
    positions = [p for first, last in found for p in range(first, last + 1)]
    struck = ", ".join(_in_a_row(positions))
    return Plan(
        "undo", strikes_of(sorted(positions)), (), reach(history, positions),
        f"Undone: {counted(deeds, 'deed')} ({'entry' if len(positions) == 1 else 'entries'} {struck})",
    )  # fmt: skip


def _in_a_row(positions: Iterable[int]) -> list[str]:
    """Positions in order, those in a row as one: `20`, `99 to 103`."""
    rows: list[list[int]] = []
    for position in sorted(positions):
        if rows and position == rows[-1][1] + 1:
            rows[-1][1] = position
        else:
            rows.append([position, position])
    return [f"{first}" if first == last else f"{first} to {last}" for first, last in rows]


def _can_undo(history: History, order: Order, first: int, last: int) -> bool:
    """Whether this operation is one to take back: no step of undo or redo, and something of it is in force."""
    first += history.tags[first] == NEVER_STRUCK
    return not _is_step(history, first) and any(not order.out[p] for p in range(first, last + 1))


def _is_step(history: History, first: int) -> bool:
    return any(c.position == first and c.verb in STEPS for c in history.corrections)


def told_deeds(history: History, order: Order, first: int, last: int) -> int:
    """How many deeds of an operation people told; what time asked is not counted, and a correction is one with its ripple."""
    if history.tags[first] == CORRECTION:
        return 1
    return sum(
        1
        for p in range(first, last + 1)
        if history.deeds[p] == p and history.ranks[p] in (CLOCK_RANK, COMMAND_RANK) and not order.out[p]
    )


def redo(campaign: Campaign, steps: int) -> Plan:
    """Strikes the last undos, as long as nothing was written since them. Refused: nothing to redo."""
    history = campaign.history
    order = history.at(campaign.head)
    verbs = {c.position: c.verb for c in history.corrections}
    found: list[int] = []
    for first, _ in Operations(history).spans():
        if len(found) == steps:
            break
        verb = verbs.get(first)
        if verb == "undo" and not order.out[first]:
            found.append(first)
        elif verb not in STEPS:
            break
    if len(found) < steps:
        raise Refused(
            f"There are {len(found)} undos to take back, not {steps}." if found else
            "There is nothing to redo: nothing was undone since the last entry was written.",
            thing="redo", state=f"{len(found)} undos", help=("log --struck",),
        )  # fmt: skip
    return Plan(
        "redo", strikes_of(sorted(found)), (), reach(history, found),
        f"Done again: what {'entry' if len(found) == 1 else 'entries'} {', '.join(map(str, found))} had undone",
    )  # fmt: skip


# -- rollback, restore ------------------------------------------------------------------------------------------


def rollback(
    campaign: Campaign, to: Moment, name: str | None, behind: int | None = None, keep: tuple[int, ...] | str = ()
) -> Plan:
    """Strikes what the world saw from a place of the order on, and sets the clock there; kept as a branch.

    `keep` names deeds among them (`all`: each that somebody told and that moved no time) to be entered again at the cut.

    The place is `to` behind that moment's ticks, or where the entry `behind` (a session's beginning) stands. Corrections and
    entries of the table stay. Refused: a moment that has not come, a branch of that name, nothing to roll back.
    """
    history = campaign.history
    clock = campaign.clock
    calendar = campaign.calendar
    _not_before_the_opening(campaign, to)
    if to > clock:
        raise Refused(
            f"{calendar.text(to)} has not come yet: the clock stands at {calendar.text(clock)}.", thing="clock",
            state=calendar.text(clock),
        )  # fmt: skip
    place = (to, COMMAND_RANK, 0, 0) if behind is None else history.key(behind)
    order = history.at(campaign.head)
    table = tables()
    targets = dict(history.clocks)
    struck = [
        p
        for p in range(1, history.head + 1)
        if history.tags[p] not in table
        and (
            history.key(p) >= place
            or (history.moments[p] == to and history.ranks[p] == CLOCK_RANK and targets.get(p, to) > to)
        )
    ]
    alive = sum(1 for p in struck if not order.out[p])
    if not alive and to == clock:
        raise Refused(f"Nothing was written from {calendar.text(to)} on.", thing="clock", state=calendar.text(clock))
    names = branches(history)
    branch = name or next(n for n in (f"branch-{k}" for k in range(1, len(names) + 2)) if n not in names)
    if name is not None and any(key(n) == key(name) for n in names):
        raise Refused(f"There is a branch {name} already.", thing=name, state="taken", help=("branch list",))
    kept = _kept_deeds(history, order, struck, keep, calendar.text(to))
    return Plan(
        "rollback", strikes_of(struck), (), to,
        f"Rolled back to {calendar.text(to)}; {counted(alive, 'entry')} set aside as {branch}"
        + (f"; entered again: {', '.join(map(str, kept))}" if kept else ""), branch=branch, clock=to, kept=kept,
    )  # fmt: skip


def _kept_deeds(
    history: History, order: Order, struck: list[int], keep: tuple[int, ...] | str, cut: str
) -> tuple[int, ...]:
    """Roots of the deeds to enter again, in the order in which they stood. Refused: what is no told deed of these days."""
    if not keep:
        return ()
    abandoned = set(struck)
    told = {
        history.roots[p]
        for p in struck
        if history.roots[history.deeds[p]] == history.roots[p]
        and history.ranks[p] in (CLOCK_RANK, COMMAND_RANK)
        and history.tags[p] not in TIME_PASSED
        and not _is_out(history, order, p)
    }
    if keep == "all":
        found = told
    else:
        found = set()
        for position in map(int, keep):
            root = history.roots[position]
            if root not in told:
                raise _not_kept(history, order, position, position in abandoned, cut)
            found.add(root)
    return tuple(sorted(found, key=history.key))


def _not_kept(history: History, order: Order, position: int, abandoned: bool, cut: str) -> Refused:
    thing, deed = f"entry {position}", history.roots[history.deeds[position]]
    if not abandoned:
        if history.tags[position] in tables():
            return Refused(
                f"Entry {position} is of the record, which no rollback takes; it stays without being kept.", thing=thing,
                state="stays",
            )  # fmt: skip
        return Refused(
            f"Entry {position} stands before {cut} and is not taken by this rollback.", thing=thing, state="stays"
        )
    if _is_out(history, order, position):
        return Refused(
            f"Entry {position} is struck already; there is nothing to keep.", thing=thing, state="struck",
            help=(f"restore {position}",),
        )  # fmt: skip
    if history.tags[position] in TIME_PASSED:
        return Refused(
            f"Entry {position} is time that passed, which is what a rollback takes back.", thing=thing, state="time passed"
        )
    if history.ranks[position] not in (CLOCK_RANK, COMMAND_RANK):
        return Refused(
            f"Entry {position} was asked by time; it comes again by itself when its hour does.", thing=thing, state="tick"
        )
    return Refused(
        f"Entry {position} is part of deed {deed}; a deed is kept whole.", thing=thing, state="part",
        help=(f"--keep {deed}",),
    )  # fmt: skip


def told_again(campaign: Campaign, root: int, names: dict[int, int]) -> Wish:
    """What was told of a deed, in its newest version: its command, words, dice, seat and overrules, to be asked again.

    `names` says where what earlier ones brought into the world stands now: a kept line about `sword@57` is about `sword@90`.
    """
    entry = newest(campaign, root)
    spelt = spelt_anew(bytes(entry.command), names)
    command = msgspec.json.decode(spelt, type=command_of(msgspec.json.decode(spelt)["verb"], campaign.game))
    return Wish(
        command, words=_NUMBERED.sub(lambda m: f"@{names.get(int(m[1]), int(m[1]))}", entry.words),
        reason=entry.said if entry.overruled else entry.reason, why=entry.reason,
        hidden=entry.hidden and not schemas.events.read(entry.event).is_hidden(),
        seat=entry.seat, note=entry.note, kept=entry.dice, waived=entry.overruled,
    )  # fmt: skip


_NUMBERED = re.compile(r"@([0-9]+)")


def newest(campaign: Campaign, root: int) -> Entry:
    """The version of an entry that is in force, as it is stored."""
    history = campaign.history
    out = history.at(campaign.head).out
    position = next(p for p in range(campaign.head, 0, -1) if history.roots[p] == root and not out[p])
    entry = campaign.entry(position)
    assert entry is not None
    return entry


def brought(campaign: Campaign, root: int, drafts: Sequence[Draft]) -> dict[int, int]:
    """Where the entries of a deed that is entered again stand now: the roots of the old ones to the new positions."""
    history = campaign.history
    order = history.at(campaign.head)
    positions = [p for p in order.positions if history.roots[history.deeds[p]] == root]
    written = [(e, schemas.events.read(e.event)) for e in campaign.entries(positions)]
    answered = [(d.event, not d.cause) for d in drafts]
    return {written[a][0].root or written[a][0].position: drafts[b].position for a, b in pairs(headed(written), answered)}


class Branch(NamedTuple):
    """Days that a rollback set aside: the known-at before it, and what it struck that had been in force."""

    name: str
    position: int
    known_at: int
    moment: Moment
    entries: tuple[int, ...]


def branches(history: History) -> dict[str, Branch]:
    """Every branch by name, in the order in which they were made; those that were restored or undone too."""
    found: dict[str, Branch] = {}
    for c in history.corrections:
        if c.branch:
            out = history.at(c.position - 1).out
            entries = tuple(p for s in c.strikes for p in range(s.first, s.last + 1) if p < c.position and not out[p])
            found[c.branch] = Branch(c.branch, c.position, c.position - 1, c.clock or 0, entries)
    return found


def restore_branch(campaign: Campaign, branch: Branch) -> Plan:
    """Strikes all that was written since the rollback, and the rollback itself; entries of the table stay.

    What goes out with it of late entries and corrections is listed in `gone`, to be made again.
    """
    history = campaign.history
    order = history.at(campaign.head)
    table = tables() - {CORRECTION}
    since = [p for p in range(branch.known_at + 1, history.head + 1) if history.tags[p] not in table]
    alive = [p for p in since if not order.out[p] and p != branch.position]
    verbs = {c.position: c.verb for c in history.corrections}

    def is_late(p: int) -> bool:
        """A deed that somebody entered at a day before the cut; not a version, nor what time asked by itself."""
        told = history.deeds[p] == p and history.roots[p] == p and history.ranks[p] == COMMAND_RANK
        return told and history.moments[p] < branch.moment

    gone = tuple(p for p in alive if (verbs[p] not in RETURNS if p in verbs else is_late(p)))
    return Plan(
        "restore", strikes_of(since), (), reach(history, since),
        f"Restored: {branch.name}; {counted(len(alive), 'entry')} written since set aside", gone=gone,
    )  # fmt: skip

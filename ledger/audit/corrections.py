"""What a correction would strike: worked out on the headers of the book, before anything is written.

`undo`, `redo`, `rollback --to` and `restore BRANCH` lead to a world that was; `void` leads to one that never was, so the
deeds behind it have to be decided on (`keep`: they stand as told).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import schemas.events
from ledger.campaign import Campaign
from ledger.ruling import Refused
from projections.history import CORRECTION, History, Order, runs
from schemas.entry import CLOCK_RANK, COMMAND_RANK, Strike
from schemas.units import Moment

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
    later: tuple[int, ...] = ()
    branch: str | None = None
    clock: Moment | None = None
    gone: tuple[int, ...] = ()
    """Late entries and corrections that go out with a restored branch, to be made again."""


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
        raise Refused(f"Entry {position} is struck already.", thing=f"entry {position}", state="struck", help=("log --struck",))
    whole = history.deeds[position] == position
    deeds = (position,) if whole else ()
    gone = set(fallen(history, order, root, whole))
    later = later_deeds(history, order, history.key(root), gone | {history.deeds[position]})
    what = f"deed {position}" if whole else f"entry {position} and what it caused"
    return Plan("void", (Strike(root, root),), deeds, history.moments[root], f"Voided: {what}", later)


def _is_out(history: History, order: Order, position: int) -> bool:
    roots = history.roots
    root = roots[position]
    return all(order.out[p] for p in range(root, order.known_at + 1) if roots[p] == root)


def fallen(history: History, order: Order, root: int, whole: bool) -> Iterator[int]:
    """What goes when this entry is struck: itself, what it caused, all of its deed if it begins one."""
    out = {root}
    for position in range(root, order.known_at + 1):
        if order.out[position]:
            continue
        if (
            history.roots[position] in out
            or history.causes[position] in out
            or (whole and history.deeds[position] == root)
        ):
            out.add(position)
            yield position


def later_deeds(history: History, order: Order, key: tuple[int, int, int, int], without: set[int]) -> tuple[int, ...]:
    """Deeds in force behind a place of the order that people did: what a correction there has to ask about."""
    table = tables()
    return tuple(
        p
        for p in order.positions
        if history.key(p) > key
        and history.deeds[p] == p
        and history.ranks[p] in (CLOCK_RANK, COMMAND_RANK)
        and history.tags[p] not in table
        and p not in without
        and history.tags[p] not in TIME_PASSED
    )


# -- undo, redo -------------------------------------------------------------------------------------------------


def undo(campaign: Campaign, steps: int, everything: bool) -> Plan:
    """Strikes the last operations that are in force. Refused: nothing to undo; several deeds in one without `--all`."""
    history = campaign.history
    order = history.at(campaign.head)
    found: list[tuple[int, int]] = []
    for first, last in Operations(history).spans():
        if len(found) == steps:
            break
        if _is_step(history, first) or not any(not order.out[p] for p in range(first, last + 1)):
            continue
        if history.tags[first] == NEVER_STRUCK:
            first += 1
        if first <= last:
            found.append((first, last))
    if len(found) < steps:
        raise Refused(
            f"There are {len(found)} operations to undo, not {steps}." if found else "There is nothing to undo.",
            thing="undo", state=f"{len(found)} operations", help=("log",),
        )  # fmt: skip
    deeds = sum(told_deeds(history, order, first, last) for first, last in found)
    if not everything and any(told_deeds(history, order, first, last) > 1 for first, last in found):
        raise Refused(
            f"This would undo {deeds} deeds at once; say --all if that is meant.", thing="undo", state=f"{deeds} deeds",
            help=("undo --all" if steps == 1 else f"undo {steps} --all",),
        )  # fmt: skip
    positions = [p for first, last in found for p in range(first, last + 1)]
    spans = " and ".join(f"{first}" if first == last else f"{first} to {last}" for first, last in found)
    return Plan(
        "undo", strikes_of(sorted(positions)), (), reach(history, positions),
        f"Undone: {deeds} {'deed' if deeds == 1 else 'deeds'} (entries {spans})",
    )  # fmt: skip


def _is_step(history: History, first: int) -> bool:
    return any(c.position == first and c.verb in STEPS for c in history.corrections)


def told_deeds(history: History, order: Order, first: int, last: int) -> int:
    """How many deeds of an operation people told; what time asked is not counted."""
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


def rollback(campaign: Campaign, to: Moment, name: str | None, behind: int | None = None) -> Plan:
    """Strikes what the world saw from a place of the order on, and sets the clock there; kept as a branch.

    The place is `to` behind that moment's ticks, or where the entry `behind` (a session's beginning) stands. Corrections and
    entries of the table stay. Refused: a moment that has not come, a branch of that name, nothing to roll back.
    """
    history = campaign.history
    clock = campaign.clock
    calendar = campaign.calendar
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
    if name is not None and name in names:
        raise Refused(f"There is a branch {name} already.", thing=name, state="taken", help=("branch list",))
    return Plan(
        "rollback", strikes_of(struck), (), to,
        f"Rolled back to {calendar.text(to)}; {alive} entries are set aside as {branch}", branch=branch, clock=to,
    )  # fmt: skip


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
    place = (branch.moment, COMMAND_RANK, 0, 0)
    gone = tuple(
        p for p in alive if (verbs[p] not in RETURNS if p in verbs else history.key(p) < place)
    )  # fmt: skip
    return Plan(
        "restore", strikes_of(since), (), reach(history, since),
        f"Restored: {branch.name}; {len(alive)} entries written since are set aside", gone=gone,
    )  # fmt: skip

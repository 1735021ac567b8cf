"""Corrections at the desk: void, undo, redo, rollback, restore, branch."""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from ledger.audit.corrections import Plan, branches, redo, restore_branch, rollback, undo, void
from ledger.cli.answer import Answer, basis_of, entry_json, recorded
from ledger.cli.desk import Desk
from ledger.cli.line import BadWords, Word, nearest
from ledger.cli.parse import CORRECTING, READING
from ledger.reading import Reading
from ledger.references import find
from ledger.ruling import Command, Flag, Kind, Name, Text, Whole, Words
from schemas.calendar import session_named
from schemas.events.corrections import CorrectionMade
from schemas.units import key

Entries = Annotated[tuple[str, ...], Kind("words")]


class Void(Command, tag="void", frozen=True):
    """Strike an entry and what it caused, from its own moment: `void 42 --reason "rolled twice"`."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = 'void POS --reason "why" [--keep all] [--dry-run]'
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    what: Words


class Undo(Command, tag="undo", frozen=True):
    """Take back the last operation, or so many: `undo`, `undo 3`."""

    words: ClassVar[tuple[str, ...]] = ("steps",)
    usage: ClassVar[str] = "undo [N] [--all] [--dry-run]"
    gm: ClassVar[bool] = True
    steps: Whole = 1
    all: Flag = False


class Redo(Command, tag="redo", frozen=True):
    """Take back the last undo, or so many: `redo`, `redo 2`."""

    words: ClassVar[tuple[str, ...]] = ("steps",)
    usage: ClassVar[str] = "redo [N] [--dry-run]"
    gm: ClassVar[bool] = True
    steps: Whole = 1


class Rollback(Command, tag="rollback", frozen=True):
    """Go back to a day or a session and keep what is set aside as a branch: `rollback --to day-14 --reason "..."`."""

    usage: ClassVar[str] = 'rollback --to MOMENT|"session N" --reason "why" [--named NAME] [--dry-run]'
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    to: Text
    named: Name | None = None


class Restore(Command, tag="restore", frozen=True):
    """Bring a branch back: `restore branch-1`; what was written since is set aside."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = "restore BRANCH [--dry-run]"
    gm: ClassVar[bool] = True
    what: Words


class BranchList(Command, tag="branch list", frozen=True):
    """The branches that rollbacks set aside."""

    usage: ClassVar[str] = "branch list"


class BranchShow(Command, tag="branch show", frozen=True):
    """The entries of a branch: `branch show "the flood"`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    usage: ClassVar[str] = "branch show NAME"
    name: Text


Planner = Callable[[Any, Any, Any], Plan]


def _correct(desk: Desk, verb: str, cls: type[Command], words: list[Word], line: str, plan: Planner) -> Answer:
    """Plans a correction on the book as it stands and writes it as one operation; planned anew if another pen was first."""
    campaign = desk.campaign(write=True)
    parsed = desk.parse(verb, words, cls, CORRECTING, campaign.head_world(), campaign.clock, campaign.game, campaign)
    wish = desk.wish(parsed, line)
    dry = bool(parsed.options.get("dry-run"))
    undecided: list[int] = []
    planned: list[Plan] = []

    def make(op: Any) -> None:
        undecided.clear()
        planned[:] = [plan(campaign, parsed.command, parsed.options)]
        made = planned[0]
        keep, accept, drop = (_decided(parsed.options.get(k), made.later) for k in ("keep", "accept", "drop"))
        undecided.extend(p for p in made.later if p not in keep and p not in accept and p not in drop)
        if undecided and not dry:
            return
        op.enter(
            CorrectionMade(
                verb=made.verb, summary=made.summary, strikes=made.strikes, deeds=made.deeds,
                reaches_back_to=made.reaches_back_to, kept=tuple(sorted(keep)), branch=made.branch,
            ),
            wish, clock=made.clock,
        )  # fmt: skip

    _, operation = campaign.operate(make, dry=dry)
    made = planned[0]
    ripple = None
    if made.verb == "void":
        kept = [p for p in made.later if p not in undecided]
        ripple = {"stands": kept, "differs": [], "refused": [], "follows": [], "asserts": [], "undecided": list(undecided)}
    if undecided and not dry:
        data: dict[str, Any] = {"operation": None, "entries": [], "clock": _clock(campaign), "ripple": ripple}
        eyes = [
            f"{made.summary}: {len(undecided)} later deeds stand behind it and have to be decided on.",
            "  try: the same line with --keep all (every later deed stands as told)",
        ]
        return Answer("finding", data, eyes=eyes)
    answer = recorded(campaign, operation, dry=dry)
    answer.data["ripple"] = ripple
    for position in made.gone:
        answer.eyes.append(f"       set aside with it, to be made again: entry {position} ({campaign.history.tags[position]})")
    answer.data["gone"] = list(made.gone)
    return answer


def _decided(choice: Any, later: tuple[int, ...]) -> set[int]:
    if choice is None:
        return set()
    if choice == "all":
        return set(later)
    strange = [p for p in choice if p not in later]
    if strange:
        raise BadWords(f"there is nothing to decide about {', '.join(map(str, strange))}")
    return set(choice)


def _clock(campaign: Any) -> dict[str, Any]:
    return {"moment": campaign.clock, "date": campaign.calendar.text(campaign.clock)}


def do_void(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    return _correct(desk, "void", cls, words, line, lambda campaign, command, _: void(campaign, find(campaign, command.what)))


def do_undo(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    return _correct(desk, "undo", cls, words, line, lambda campaign, command, _: undo(campaign, _steps(command), command.all))


def do_redo(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    return _correct(desk, "redo", cls, words, line, lambda campaign, command, _: redo(campaign, _steps(command)))


def _steps(command: Any) -> int:
    if command.steps < 1:
        raise BadWords("how many operations is a number from 1 up")
    return int(command.steps)


def do_rollback(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    def plan(campaign: Any, command: Any, options: Any) -> Plan:
        from schemas.calendar import parse_moment

        named = command.named
        number = session_named(command.to)
        if number is None:
            try:
                to = parse_moment(command.to, campaign.clock, campaign.calendar, "first")
            except ValueError as wrong:
                raise BadWords(f"--to: {wrong}") from None
            return rollback(campaign, to, named)
        position = session_start(campaign, number)
        return rollback(campaign, campaign.history.moments[position], named, position)

    return _correct(desk, "rollback", cls, words, line, plan)


def session_start(campaign: Any, number: int) -> int:
    """Where a session begins in the book. Usage if there is none of that number."""
    order = campaign.history.at(campaign.head)
    started = [p for p in order.positions if campaign.history.tags[p] == "session.started"]
    import msgspec

    for entry in campaign.entries(started):
        if msgspec.json.decode(entry.event).get("number") == number:
            return int(entry.position)
    raise BadWords(f"there is no session {number}")


def _branch(campaign: Any, name: str) -> Any:
    found = branches(campaign.history)
    for branch in found.values():
        if key(branch.name) == key(name):
            return branch
    raise BadWords(f"there is no branch {name}", None, nearest(name, found))


def do_restore(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    return _correct(
        desk, "restore", cls, words, line,
        lambda campaign, command, _: restore_branch(campaign, _branch(campaign, " ".join(command.what))),
    )  # fmt: skip


def do_branch_list(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    campaign = desk.campaign()
    parsed = desk.parse("branch list", words, cls, READING, campaign.head_world(), campaign.clock, campaign.game, campaign)
    reading = desk.reading(parsed.options, campaign)
    rows = [
        {
            "name": b.name, "from": b.moment, "first": min(b.entries, default=None), "last": max(b.entries, default=None),
            "entries": len(b.entries), "reason": (campaign.entry(b.position).reason or None),
        }
        for b in branches(campaign.history).values()
        if b.position <= reading.known_at
    ]  # fmt: skip
    eyes = [
        f"{r['name']}: from {reading.calendar.text(int(r['from'] or 0))}, {r['entries']} entries"
        + (f" ({r['reason']})" if r["reason"] else "")
        for r in rows
    ] or ["No branches: nothing was rolled back."]
    return Answer("view", {"branches": rows}, basis=basis_of(reading), eyes=eyes)


def do_branch_show(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    campaign = desk.campaign()
    parsed = desk.parse("branch show", words, cls, READING, campaign.head_world(), campaign.clock, campaign.game, campaign)
    branch = _branch(campaign, parsed.command.name)
    clock = campaign.history.at(branch.known_at).clock
    reading = Reading(campaign, parsed.options.get("on", clock), branch.known_at, world_name=f"branch:{branch.name}", seat=desk.seat)
    wanted = [p for p in reading.positions() if p in set(branch.entries)]
    findings = reading.found_in(set(wanted))
    entries = [entry_json(e, event, findings.get(e.position, ()), reading) for e, event in reading.entries(wanted)]
    eyes = [f"{e['position']:>5}  {e['date']:<12}  {e['text']}" for e in entries]
    return Answer("view", {"entries": entries}, basis=basis_of(reading), eyes=eyes)

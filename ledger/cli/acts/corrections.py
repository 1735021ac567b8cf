"""Corrections at the desk: void, undo, redo, rollback, restore, branch."""

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar, cast

from ledger.audit.asserts import broken_agreements
from ledger.audit.corrections import (
    Plan,
    before_commands,
    branches,
    brought,
    correct,
    deeds_of,
    late,
    redo,
    restore_branch,
    restore_struck,
    revert,
    rollback,
    strikes_of,
    told_again,
    undo,
    void,
    void_many,
)
from ledger.audit.ripple import Change, Decisions, Ripple, Walk
from ledger.audit.veil import Veil, veiled
from ledger.cli.answer import Answer, basis_of, entry_json, recorded
from ledger.cli.desk import Desk, is_dry, verb_of_line
from ledger.cli.line import BadWords, Word, line_of, nearest
from ledger.cli.parse import CORRECTING, READING, WRITING
from ledger.contents import RULES
from ledger.reading import Reading
from ledger.references import find
from ledger.ruling import Command, Flag, Name, Person, Refused, Text, Usage, Whole, Words
from projections.fields import Value, shown_value
from schemas.calendar import parse_moment, session_named
from schemas.events.corrections import CorrectionMade
from schemas.units import counted, exact, key


class Void(Command, tag="void", frozen=True):
    """Strike an entry and what it caused, from its own moment: `void 42 --reason "rolled twice"`."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = 'void POS --reason "why" [--accept|--keep|--drop all|POS,POS] [--from-now] [--dry-run]'
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    what: Words
    from_now: Flag = False


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

    usage: ClassVar[str] = (
        'rollback --to MOMENT|"session N" [--keep POS,POS] [--named NAME] --reason "why" [--dry-run]  or  '
        'rollback --only WHO [--to MOMENT] | --of POS,POS --reason "why" [--accept|--keep|--drop all|POS,POS] [--dry-run]'
    )
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    to: Text | None = None
    named: Name | None = None
    of: Text | None = None
    only: Person | None = None


class Restore(Command, tag="restore", frozen=True):
    """Bring a branch back: `restore branch-1`; what was written since is set aside."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = "restore BRANCH [--dry-run]"
    gm: ClassVar[bool] = True
    what: Words


class Revert(Command, tag="revert", frozen=True):
    """Undo one older operation, whatever was written since: `revert 41 --reason "..."`."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = 'revert POS --reason "why" [--accept|--keep|--drop all|POS,POS] [--dry-run]'
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    what: Words


class Correct(Command, tag="correct", frozen=True):
    """Put another line in the place of a deed: `correct 41 hunt Mara --rolled 9 --reason "a 6 read upside down"`."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = 'correct POS LINE --reason "why" [--accept|--keep|--drop all|POS,POS] [--dry-run]'
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
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
    campaign = desk.campaign(write=not is_dry(words))
    parsed = desk.parse(verb, words, cls, CORRECTING, campaign.head_world(), campaign.clock, campaign.game, campaign)
    wish = desk.wish(parsed, line)
    return corrected(campaign, wish, parsed.options, lambda: plan(campaign, parsed.command, parsed.options))


def corrected(campaign: Any, wish: Any, options: dict[str, Any], plan: Callable[[], Plan]) -> Answer:
    """Writes a planned correction with its ripple, or says what has to be decided first."""
    dry = bool(options.get("dry-run"))
    _check_positions(campaign, options)
    decisions = Decisions(options.get("accept") or (), options.get("keep") or (), options.get("drop") or ())
    made: list[tuple[Plan, Ripple | None]] = []

    def make(op: Any) -> None:
        planned = plan()
        ripple = None
        if planned.ripples:
            change = Change(planned.strikes, planned.deeds, planned.inserts)
            quiet = planned.verb == "late"
            ripple = Walk(campaign, change, decisions, op.next_position + (0 if quiet else 1), dry).run()
            if quiet and (
                ripple.took or ripple.followed or ripple.follows or ripple.accepted or ripple.kept or ripple.dropped
            ):
                quiet = False
                ripple = Walk(campaign, change, decisions, op.next_position + 1, dry).run()
        made[:] = [(planned, ripple)]
        if ripple is None or not quiet:
            op.enter(correction_of(planned, ripple, campaign.history), wish, clock=planned.clock)
        _enter_again(campaign, op, planned, wish.overrule)
        if ripple is not None:
            op.adopt(ripple.drafts)
            op.notices += ripple.notices
            if planned.verb == "late":
                op.notices.append(("late", f"Entered late, at {campaign.calendar.text(planned.reaches_back_to or 0)}."))
            ripple.asserts = broken_agreements(campaign, op.drafts)
            if ripple.undecided and not dry:
                op.drafts.clear()  # shown, not written

    _, operation = campaign.operate(make, dry=dry)
    planned, ripple = made[0]
    report = None if ripple is None else ripple_json(ripple)
    if ripple is not None and ripple.undecided and not dry:
        data: dict[str, Any] = {"operation": None, "entries": [], "clock": _clock(campaign), "ripple": report}
        return Answer(
            "finding", data, eyes=[*ripple_eyes(planned, ripple, campaign), *undecided_eyes(ripple, campaign)]
        )
    answer = recorded(campaign, operation, dry=dry)
    answer.data["ripple"] = report
    if ripple is not None:
        report_lines = ripple_eyes(planned, ripple, campaign)[1:]
        if dry and ripple.undecided:
            report_lines += undecided_eyes(ripple, campaign, dry=True)
        answer.eyes[len(operation.drafts) :] = [*report_lines, *answer.eyes[len(operation.drafts) :]]
    for position in planned.gone:
        answer.eyes.append(
            f"       set aside with it, to be made again: entry {position} ({campaign.history.tags[position]})"
        )
    if planned.gone:
        answer.data["gone"] = list(planned.gone)
    return answer


def _enter_again(campaign: Any, op: Any, planned: Plan, overrule: str) -> None:
    """Deeds of the abandoned days, entered again at the cut with their own command and dice. Refused: as one of them is."""
    names: dict[int, int] = {}
    for root in planned.kept:
        again = told_again(campaign, root, names)
        try:
            drafts = op.tell(dataclasses.replace(again, overrule=overrule))
        except (Refused, Usage) as no:
            rest = [str(p) for p in planned.kept if p != root]
            there = campaign.calendar.text(planned.clock or 0)
            raise Refused(
                f"Entry {root} ({again.words}) cannot be kept at {there}: {no.text} Nothing is written.",
                rule=no.rule if isinstance(no, Refused) else None, thing=f"entry {root}", state="refused at the cut",
                help=(f'rollback --to "{there}" --reason "..."' + (f" --keep {','.join(rest)}" if rest else ""),),
            ) from None  # fmt: skip
        names |= brought(campaign, root, drafts)


def _check_positions(campaign: Any, options: dict[str, Any]) -> None:
    """Usage: a decision on what the book does not hold."""
    for word in ("accept", "keep", "drop"):
        said = options.get(word) or ()
        for position in () if said == "all" else said:
            if not 1 <= position <= campaign.head:
                raise Usage(f"The book has positions 1 to {campaign.head}; {position} (--{word}) is not among them.")


def correction_of(planned: Plan, ripple: Ripple | None, history: Any) -> CorrectionMade:
    """The one entry that a correction is: what was asked, what followed, what was decided."""
    if ripple is None:
        return CorrectionMade(
            verb=planned.verb, summary=planned.summary, strikes=planned.strikes, deeds=planned.deeds,
            reaches_back_to=planned.reaches_back_to, branch=planned.branch, kept=planned.kept,
        )  # fmt: skip
    took = sorted(set(ripple.took))
    return CorrectionMade(
        verb=planned.verb, summary=planned.summary, strikes=planned.strikes, deeds=planned.deeds,
        reaches_back_to=planned.reaches_back_to, took=strikes_of(took), followed=tuple(ripple.followed),
        accepted=tuple(ripple.accepted), kept=tuple(ripple.kept), dropped=tuple(ripple.dropped), pins=planned.pins,
    )  # fmt: skip


def ripple_json(ripple: Ripple) -> dict[str, Any]:
    """The report of a ripple (COMMANDS 6)."""
    return {
        "stands": sorted(ripple.stands),
        "differs": ripple.differs,
        "refused": ripple.refused,
        "follows": [
            {"what": what, "who": who if what != "words" else None, "entries": len(found), "positions": sorted(found)}
            for (what, who), found in ripple.follows.items()
        ],
        "asserts": ripple.asserts,
        "states": [{"who": who, "was": was, "now": now} for who, (was, now) in ripple.moved_states.items()],
        "undecided": ripple.undecided,
    }  # fmt: skip


def ripple_eyes(planned: Plan, ripple: Ripple, campaign: Any) -> list[str]:
    """The report for eyes: what it is, what stands, what differs, what is refused, what follows."""
    lines = [planned.summary + "."]
    if ripple.stands:
        one = len(ripple.stands) == 1
        asked = f"{counted(len(ripple.stands), 'later deed')} {'was' if one else 'were'} asked again"
        lines.append(f"       stands: {asked} and {'answers' if one else 'answer'} alike")
    for row in ripple.differs:
        at = "new" if row["position"] is None else row["position"]
        lines.append(f"  {at!s:>5}  {_about(row['was'] or row['now'])}: {_brief(row['was'])}  ->  {_brief(row['now'])}")
    for row in ripple.refused:
        answer = "open" if row["open"] else "refused"
        lines.append(f"  {row['position'] or 'new'!s:>5}  {answer}{_decided(ripple, row['position'])}: {row['text']}")
    for (what, who), found in ripple.follows.items():
        many = counted(len(found), "entry")
        if what == "words":
            lines.append(f"       follows: {many} whose wording alone {'changes' if len(found) == 1 else 'change'}")
        else:
            lines.append(f"       follows: {what.replace('.', ' ')}{f', {who}' if who else ''}: {many}")
    for row in ripple.asserts:
        now = shown_value(cast(Value, row["actual"]))
        lines.append(
            f"       no longer holds: {row['thing']} {row['field']} = {row['expected']} (agreed in {row['position']}): it is {now}"
        )
    for who, (was, now) in ripple.moved_states.items():
        lines.append(f"       {who} is {now} (was {was})")
    return lines


def _decided(ripple: Ripple, position: object) -> str:
    """What was decided on a deed, in brackets; nothing where nothing was."""
    if position in ripple.kept:
        return " (kept as told)"
    if position in ripple.dropped:
        return " (dropped)"
    return " (accepted: it is not made)" if position in ripple.accepted else ""


def undecided_eyes(ripple: Ripple, campaign: Any, dry: bool = False) -> list[str]:
    """Which deeds wait for a decision, as they were told; unless it is only a look, how it is said."""
    many = len(ripple.undecided)
    lines = [f"       undecided: {counted(many, 'deed')} {'waits' if many == 1 else 'wait'} for a decision"]
    for position in ripple.undecided[:MOST_SHOWN]:
        said = campaign.entry(position).words if position else "what is marked new above: only all decides on it"
        lines.append(f"  {position or 'new':>5}  {said}")
    lines += [f"       and {many - MOST_SHOWN} more"] if many > MOST_SHOWN else []
    if dry:
        return lines
    first = next((p for p in ripple.undecided if p), None)
    return [
        *lines,
        "Nothing is written.",
        "  try: the same line with --accept all (take the new outcomes), --keep all (they stand as told) or --drop all",
        *([] if first is None else [f"       or deed by deed: --keep {first}"]),
    ]


MOST_SHOWN = 12


def _brief(outcome: Any) -> str:
    """One outcome in a few words: its roll, else what it posts."""
    if outcome is None:
        return "nothing"
    roll = outcome.get("roll")
    if roll:
        meets = roll.get("target")
        total = "not thrown yet" if roll.get("total") is None else str(roll["total"])
        won = {True: ", success", False: ", no success", None: ""}[roll.get("won")]
        return total + (f" against {meets}{won}" if meets is not None else "")
    return ", ".join(map(_asked, outcome.get("postings", ()))) or "nothing moves"


def _asked(posting: Any) -> str:
    """One posting in a few words: `20 food`, `less 1 fat`, `hp -5`."""
    if "item" in posting:
        tier = f"T{posting['tier']} " if posting.get("tier") else ""
        said = counted(exact(posting.get("quantity", 1)), tier + posting["item"])
        return f"less {said}" if posting["type"] in ("spent", "moved") else said
    return f"{posting.get('field', posting.get('mark'))} {posting.get('by', posting.get('to', ''))}".replace(
        "_", " "
    ).strip()


def _about(outcome: Any) -> str:
    """Whose outcome it is, and of what: `Mara, hunt rolled`."""
    said = str(outcome["tag"]).replace(".", " ")
    return f"{outcome['who']}, {said}" if outcome.get("who") else said


def _clock(campaign: Any) -> dict[str, Any]:
    return {"moment": campaign.clock, "date": campaign.calendar.text(campaign.clock)}


def do_void(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    if any(w.is_option and w.text == "--from-now" for w in words):
        return _from_now(desk, cls, words, line)
    return _correct(
        desk, "void", cls, words, line, lambda campaign, command, _: void(campaign, find(campaign, command.what))
    )


def _from_now(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """`void POS --from-now`: the past stays; the opposite is entered today by the GM's hand."""
    from ledger.audit.reversing import opposite

    dry = any(w.is_option and w.text == "--dry-run" for w in words)
    campaign = desk.campaign(write=not dry)
    parsed = desk.parse(
        "void", words, cls, CORRECTING, campaign.head_world(), campaign.clock, campaign.game, campaign
    )
    wish = desk.wish(parsed, line)

    def enter(op: Any) -> None:
        event = opposite(campaign, find(campaign, parsed.command.what))
        world = op.world
        world.moment = op.clock
        op._add(op._draft(event, op.clock, op.next_position, 0, wish, None, None), world, [])

    _, operation = campaign.operate(enter, dry=dry)
    return recorded(campaign, operation, dry=dry, seat=wish.seat)


def do_undo(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    return _correct(
        desk, "undo", cls, words, line, lambda campaign, command, _: undo(campaign, _steps(command), command.all)
    )


def do_redo(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    return _correct(desk, "redo", cls, words, line, lambda campaign, command, _: redo(campaign, _steps(command)))


def _steps(command: Any) -> int:
    if command.steps < 1:
        raise BadWords("how many operations is a number from 1 up")
    return int(command.steps)


def do_rollback(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    def plan(campaign: Any, command: Any, options: Any) -> Plan:
        named = command.named
        if command.of is not None:
            positions = [find(campaign, [piece]) for piece in command.of.split(",")]
            return void_many(campaign, positions, f"Rolled back: {command.of}")
        if command.only is not None:
            since = 0 if command.to is None else _moment(command.to, campaign)
            return void_many(
                campaign, deeds_of(campaign, command.only, since), f"Rolled back: all that {command.only} did"
            )
        if command.to is None:
            raise BadWords("rollback needs --to MOMENT, --of POS or --only WHO")
        keep = options.get("keep") or ()
        number = session_named(command.to)
        if number is None:
            return rollback(campaign, _moment(command.to, campaign), named, None, keep)
        position = session_start(campaign, number)
        return rollback(campaign, campaign.history.moments[position], named, position, keep)

    return _correct(desk, "rollback", cls, words, line, plan)


def _moment(text: str, campaign: Any) -> int:
    try:
        return parse_moment(text, campaign.clock, campaign.calendar, "first")
    except ValueError as wrong:
        raise BadWords(f"--to: {wrong}") from None


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
    def plan(campaign: Any, command: Any, _: Any) -> Plan:
        said = " ".join(command.what)
        if any(key(b) == key(said) for b in branches(campaign.history)):
            return restore_branch(campaign, _branch(campaign, said))
        if not said[:1].isdigit() and ":" not in said and key(command.what[0]) != "last":
            return restore_branch(campaign, _branch(campaign, said))
        return restore_struck(campaign, find(campaign, command.what))

    return _correct(desk, "restore", cls, words, line, plan)


def do_revert(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    return _correct(
        desk, "revert", cls, words, line, lambda campaign, command, _: revert(campaign, find(campaign, command.what))
    )


OWN = ("--reason", "--accept", "--keep", "--drop", "--seat")


def do_correct(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """`correct 41 hunt Mara --rolled 9 --reason "..."`: the words of the correction are taken out, the rest is a line."""
    from ledger.rules import command_of

    own: list[Word] = []
    rest: list[Word] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word.is_option and word.text == "--dry-run":
            own.append(word)
        elif word.is_option and word.text in OWN and waiting:
            own += [word, waiting.pop(0)]
        else:
            rest.append(word)
    what, rest = _reference(rest)
    if not rest:
        raise BadWords(f"correct needs a line to put in its place: {cls.usage}")
    verb, behind = verb_of_line(rest)
    if verb not in RULES or verb == "new":
        raise BadWords(f"correct takes a line that writes, not {verb}", rest[0].column)
    campaign = desk.campaign(write=not is_dry(own))
    parsed = desk.parse(
        "correct", [*what, *own], cls, CORRECTING, campaign.head_world(), campaign.clock, campaign.game, campaign
    )
    wish = desk.wish(parsed, line)
    position = find(campaign, [w.text for w in what])
    moment = campaign.history.moments[position]
    told = desk.parse(
        verb, behind, command_of(verb, campaign.game), WRITING, campaign.head_world(), moment, campaign.game, campaign
    )
    new = desk.wish(told, line_of([w.text for w in rest]), reason_given=True)
    return corrected(campaign, wish, parsed.options, lambda: correct(campaign, position, new))


def _reference(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """The words that say which deed, and what is left: a position, a line of a note, `last [VERB] [of WHO]`."""
    if not words:
        raise BadWords("which deed? as in: correct 41 hunt Mara --rolled 9 --reason ...")
    if key(words[0].text) != "last":
        return words[:1], words[1:]
    taken = 1
    if len(words) > 2 and (words[1].text in RULES) and (words[2].text == "of" or words[2].text in RULES):
        taken = 2
    if len(words) > taken + 1 and words[taken].text == "of":
        taken += 2
    return words[:taken], words[taken:]


def write_late(desk: Desk, campaign: Any, wish: Any, options: dict[str, Any]) -> Answer:
    """A line whose moment the clock has passed: entered in its place there, with its ripple.

    What adopts a rule holds for all that was done at its moment: it stands before the commands of that moment.
    """
    if type(wish.command).adopts and wish.behind is None:
        wish = dataclasses.replace(wish, behind=before_commands(campaign.history, wish.at))
    return corrected(campaign, wish, options, lambda: late(campaign, (wish,)))


def do_branch_list(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    campaign = desk.campaign()
    parsed = desk.parse(
        "branch list", words, cls, READING, campaign.head_world(), campaign.clock, campaign.game, campaign
    )
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
        f"{r['name']}: from {reading.calendar.text(int(r['from'] or 0))}, {counted(cast(int, r['entries']), 'entry')}"
        + (f" ({r['reason']})" if r["reason"] else "")
        for r in rows
    ] or ["No branches: nothing was rolled back."]
    return Answer("view", {"branches": rows}, basis=basis_of(reading), eyes=eyes)


def do_branch_show(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    campaign = desk.campaign()
    parsed = desk.parse(
        "branch show", words, cls, READING, campaign.head_world(), campaign.clock, campaign.game, campaign
    )
    branch = _branch(campaign, parsed.command.name)
    clock = campaign.history.at(branch.known_at).clock
    reading = Reading(
        campaign, parsed.options.get("on", clock), branch.known_at, world_name=f"branch:{branch.name}",
        seat=parsed.options.get("seat", desk.seat),
    )
    veil = Veil(reading)
    wanted = [p for p in reading.positions() if p in set(branch.entries)]
    findings = reading.found_in(set(wanted))
    entries = [
        veiled(found) if veil.hides(e) else found
        for e, event in reading.entries(wanted)
        for found in (entry_json(e, event, findings.get(e.position, ()), reading),)
    ]
    eyes = [f"{e['position']:>5}  {e['date']:<12}  {e['text']}" for e in entries]
    return Answer("view", {"entries": entries}, basis=basis_of(reading), eyes=eyes)

"""What was questioned, and what came late: `disputes`, `late`."""

from typing import Any, ClassVar

from ledger.audit.veil import Veil
from ledger.cli.views.log import line_of, shown
from ledger.reading import Reading
from ledger.ruling import Command, Whole
from schemas.events.disputes import DisputeOpened, DisputeSettled
from schemas.units import counted


class DisputesQuestion(Command, tag="disputes", frozen=True):
    """Every dispute: open, settled, or corrected (a correction strikes the entry)."""

    usage: ClassVar[str] = "disputes"


def disputes(question: DisputesQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """`position of opened_by reason state decision`; all of them, whatever day is looked at."""
    history, order = reading.campaign.history, reading.order
    wanted = [p for p in range(1, reading.known_at + 1) if history.tags[p].startswith("dispute.") and not order.out[p]]
    rows: dict[int, dict[str, Any]] = {}
    for entry, event in reading.entries(wanted):
        if isinstance(event, DisputeOpened):
            struck = bool(order.out[event.of])
            rows[entry.position] = {
                "position": entry.position, "of": event.of, "opened_by": event.by, "reason": event.reason,
                "state": "corrected" if struck else "open", "decision": None,
            }  # fmt: skip
        elif isinstance(event, DisputeSettled) and event.dispute in rows:
            row = rows[event.dispute]
            row["decision"] = event.decision
            row["state"] = "corrected" if order.out[event.of] else "settled"
    for row in rows.values():
        row["corrections"] = [
            c.position
            for c in history.holding(reading.known_at)
            if history.roots[row["of"]] in c.deeds or any(s.first <= row["of"] <= s.last for s in c.strikes)
        ]
    found = list(rows.values())
    eyes = [
        f"{r['position']:>5}  entry {r['of']}, by {'the GM' if r['opened_by'] == 'gm' else r['opened_by']}: {r['reason']} ({r['state']})"
        + (f": {r['decision']}" if r["decision"] else "")
        for r in found
    ] or ["Nothing is disputed."]
    return {"disputes": found}, eyes


class LateQuestion(Command, tag="late", frozen=True):
    """Entries written after their day had passed: `late --days 2` for those at least two days late."""

    usage: ClassVar[str] = "late [--days N]"
    days: Whole = 0


def late(question: LateQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """`position moment clock_then written_at late_by_days`: in force, written when the clock stood later than they stand."""
    history, order = reading.campaign.history, reading.order
    moves = dict(history.clocks)
    back = {c.position: c.clock for c in history.corrections if c.clock is not None}
    clock, rows = 0, []
    calendar = reading.calendar
    operation_clock = 0
    for position in range(1, reading.known_at + 1):
        if history.operations[position] == position:
            operation_clock = clock
        moment = history.moments[position]
        late_deed = history.roots[position] == position and moment < min(clock, operation_clock)
        if late_deed and not order.out[position] and history.tags[position] != "correction.made":
            days = calendar.day_of(clock) - calendar.day_of(moment)
            if days >= question.days and moment <= reading.on:
                rows.append({
                    "position": position, "moment": moment, "clock_then": clock, "written_at": history.written[position],
                    "late_by_days": days,
                })  # fmt: skip
        if position in back:
            clock = back[position] or 0
        elif position in moves:
            clock = max(clock, moves[position])
    days_late = {int(str(r["position"])): counted(int(str(r["late_by_days"])), "day") for r in rows}
    found, veil = reading.found_in(set(days_late)), Veil(reading)
    eyes = [
        f"{line_of(shown(reading, veil, entry, event, found.get(entry.position, [])))}  ({days_late[entry.position]} late)"
        for entry, event in reading.entries(list(days_late))
    ]
    return {"entries": rows}, eyes or ["Nothing was entered late."]

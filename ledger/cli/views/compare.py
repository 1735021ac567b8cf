"""What changed: `history`, `diff`, `replay`, `recap`, `trace`."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from ledger.audit.compare import Change, changes_of, compare
from ledger.audit.veil import WORDS, Veil, dimmed
from ledger.audit.why import steps, struck_terms
from ledger.campaign import Campaign
from ledger.cli.desk import branch_position
from ledger.cli.line import BadWords
from ledger.cli.views.log import bound, concerned
from ledger.fields import field_named, thing_named
from ledger.reading import Reading
from ledger.ruling import Command, Kind, Refused, Text, Usage, Whole, Words
from ledger.whatif import Beside, is_named
from projections.chronicle import sentence
from projections.fields import shown_value
from projections.world import Finding, World
from schemas.calendar import Calendar, parse_moment
from schemas.entry import Entry, Event, Line
from schemas.units import Number, counted, exact, quoted, text_of

LAST = 1 << 60


class HistoryQuestion(Command, tag="history", frozen=True):
    """Every change of a thing, or of one field of it: `history Mara hp`."""

    words: ClassVar[tuple[str, ...]] = ("thing", "field")
    usage: ClassVar[str] = "history THING [FIELD]"
    examples: ClassVar[tuple[str, ...]] = ("history Mara hp", "history Oakwood hunt_target", "history sword@41")
    thing: Text
    field: Text | None = None


def history(question: HistoryQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """`position moment date from to struck`, in order; struck ones say what they offered."""
    thing = thing_named(reading.world, question.thing)
    rows: list[dict[str, Any]] = []
    calendar, veil = reading.calendar, Veil(reading)
    if question.field is not None:
        what = field_named(reading.world, thing, question.field, reading.campaign.game)
        secret: set[str] = set()
        for step in steps(reading, thing, what):
            if not veil.sees_all:
                marks = step.world.get(thing).marks
                secret |= marks.keys() - set(veil.open_marks(step.world.get(thing), marks))
            before, after = without(step.before, secret), without(step.after, secret)
            if before != after:
                rows.append(_row(step.line.position if step.line else None, step.moment, calendar, before, after))
        for term in struck_terms(reading, thing, what):
            row = _row(term.position, term.moment, calendar, None, term.amount)
            rows.append(row | {"struck": True})
        rows.sort(key=lambda r: (r["moment"], r["position"] or 0))
    else:
        what = None

        def look(world: World, line: Line, findings: list[Finding]) -> None:
            mine = veil.open_findings(line.position, [f for f in findings if thing in (f.holder, f.lot)])
            goods = {f"T{f.tier} {f.item}" if f.tier else f.item: (f.item, f.tier) for f in mine if f.item is not None}
            for change in changes_of(mine):
                row = _row(line.position, line.moment, calendar, change["from"], change["to"])
                if change["thing"] == thing and change["field"] in goods:
                    now = _held(world, thing, *goods[change["field"]])
                    row |= {"from": now - change["to"], "to": now}
                rows.append(row | {"field": change["field"]})

        reading.walk(look)
    data = {"thing": thing, "field": what.name if what else None, "changes": rows}
    eyes = [
        f"{r['position'] or '':>5}  {r['date']:<12}  {r['field'] + ': ' if 'field' in r else ''}"
        + (
            f"offered {shown_value(r['to'])}  (struck)"
            if r["struck"]
            else f"{shown_value(r['from'])} -> {shown_value(r['to'])}"
        )
        for r in rows
    ]
    return data, eyes or [f"Nothing changed {thing}."]


def without(value: Any, secret: set[str]) -> Any:
    """A list of marks without those that the seat may not know of; any other value as it is."""
    return [one for one in value if one not in secret] if secret and isinstance(value, list) else value


def _held(world: World, holder: str, item: str, tier: int | None) -> Number:
    """How much of an item of a tier somebody or a place has."""
    lots = world.get(holder).lots.get(item, ())
    return sum((exact(lot.quantity) for lot in lots if lot.tier == tier), start=0)


def _row(position: int | None, moment: int, calendar: Any, before: Any, after: Any) -> dict[str, Any]:
    return {
        "position": position,
        "moment": moment,
        "date": calendar.text(moment),
        "from": before,
        "to": after,
        "struck": False,
    }


class DiffQuestion(Command, tag="diff", frozen=True):
    """Two states side by side: `diff day-2 day-3 Mara`, `diff 41 last`, `diff branch-1 book`, `diff book "they ran"`."""

    words: ClassVar[tuple[str, ...]] = ("a", "b", "thing")
    usage: ClassVar[str] = "diff A B [THING]   (moments, positions, branches, what-ifs, book)"
    examples: ClassVar[tuple[str, ...]] = ("diff day-2 day-3 Mara", "diff 41 60", "diff branch-1 book")
    a: Text
    b: Text
    thing: Text | None = None


class BranchCompare(Command, tag="branch compare", frozen=True):
    """A branch beside the book, or beside another: `branch compare branch-1 book`."""

    words: ClassVar[tuple[str, ...]] = ("a", "b", "thing")
    usage: ClassVar[str] = "branch compare NAME [book|NAME] [THING]"
    examples: ClassVar[tuple[str, ...]] = ("branch compare branch-1 book", "branch compare branch-1 book Mara")
    a: Text
    b: Text = "book"
    thing: Text | None = None


def branch_compare(question: BranchCompare, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """The keys of `diff`."""
    return diff(DiffQuestion(question.a, question.b, question.thing), reading)


def diff(question: DiffQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """`from to changes`: every field of every thing (or of one) in which the two differ."""
    first, second = _state(question.a, reading), _state(question.b, reading)
    things = None
    if question.thing is not None:
        things = [
            thing_named(
                second.world if second.world.find(question.thing) else first.world, question.thing, reading.world
            )
        ]
    rows = [
        row
        for c in compare(first.world, first.on, second.world, second.on, things)
        if (row := _open_change(c, first, second)) is not None
    ]
    data = {"from": _named(question.a, first), "to": _named(question.b, second), "changes": rows}
    only = {}  # who and what one of the two alone has: in a word, unless that thing was asked for
    if question.thing is None:
        born = [r for r in rows if r["field"] == "name" and None in (r["from"], r["to"])]
        only = {r["thing"]: question.b if r["from"] is None else question.a for r in born}
    eyes = [
        f"{r['thing']}: only in {only[r['thing']]}"
        if r["thing"] in only
        else f"{r['thing']} {r['field']}: {shown_value(r['from'])} -> {shown_value(r['to'])}"
        for r in rows
        if r["thing"] not in only or r["field"] == "name"
    ]
    return data, eyes or ["They are alike."]


def _open_change(change: Change, first: Reading, second: Reading) -> dict[str, Any] | None:
    """A difference as the seat may read it: of somebody's marks those that nothing hidden set."""
    before, after = change.before, change.after
    if change.field == "conditions" and isinstance(before, list | None) and isinstance(after, list | None):
        before = Veil(first).open_marks(first.world.get(change.thing), before or ())
        after = Veil(second).open_marks(second.world.get(change.thing), after or ())
        if before == after:
            return None
    return {"thing": change.thing, "field": change.field, "from": before, "to": after}


def _named(said: str, state: Reading) -> dict[str, Any]:
    return {
        "said": said,
        "on": state.on,
        "date": state.calendar.text(state.on),
        "known_at": state.known_at,
        "world": state.world_name,
    }


def _state(said: str, reading: Reading) -> Reading:
    """A moment as known now, the book as it stood at a position, a branch, a what-if, or `book` as it is.

    Each is looked at on `--on`, else on its own clock.
    """
    campaign, on = reading.campaign, reading.asked_on
    book = campaign.book if isinstance(campaign, Beside) else campaign
    kind, told, name = said.partition(":")
    if told and kind in ("branch", "whatif"):  # as the basis of an answer spells it
        return _world(kind, name, reading, book)
    if said.strip().lower() == "book":
        if book is not campaign:
            return Reading(book, on, seat=reading.seat)
        return Reading(campaign, on, reading.known_at, seat=reading.seat)
    if said.strip().lower() == "last":
        return Reading(campaign, on, reading.known_at, seat=reading.seat)
    if said.isascii() and said.isdigit():
        position = int(said) if len(said) < 12 else 0
        if not 1 <= position <= reading.known_at:
            raise Usage(f"The book has positions 1 to {reading.known_at}; {said} is not among them.")
        return Reading(campaign, on, position, seat=reading.seat)
    try:
        position, name = branch_position(campaign, said)
    except BadWords:
        if is_named(book, said):
            from ledger.cli.acts.whatif import opened

            return Reading(opened(book, said), on, seat=reading.seat)
        try:
            moment = parse_moment(said, reading.clock, reading.calendar, "last")
        except ValueError as wrong:
            raise Usage(f"{quoted(said)} is no moment, position, branch or what-if: {wrong}") from None
        return Reading(campaign, moment, reading.known_at, seat=reading.seat)
    return Reading(campaign, on, position, world_name=f"branch:{name}", seat=reading.seat)


def _world(kind: str, name: str, reading: Reading, book: Campaign) -> Reading:
    """`branch:NAME` or `whatif:NAME`. Usage: there is none of that name."""
    if kind == "branch":
        position, own = branch_position(reading.campaign, name)
        return Reading(reading.campaign, reading.asked_on, position, world_name=f"branch:{own}", seat=reading.seat)
    from ledger.cli.acts.whatif import opened

    return Reading(opened(book, name), reading.asked_on, seat=reading.seat)


class ReplayQuestion(Command, tag="replay", frozen=True):
    """A session entry by entry, with what each one changed: `replay 1`, `replay --from day-2 --of Mara`."""

    words: ClassVar[tuple[str, ...]] = ("session",)
    usage: ClassVar[str] = "replay [SESSION] [--from MOMENT] [--until MOMENT] [--of NAME]"
    session: Whole | None = None
    from_: Text | None = None
    until: Text | None = None
    of: Annotated[str | None, Kind("known")] = None


def replay(question: ReplayQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """`position date text changes`, in the order of history."""
    rows: list[dict[str, Any]] = []
    eyes: list[str] = []
    veil = Veil(reading)
    for entry, event, findings in _told(reading, question.session, question.from_, question.until):
        hidden = veil.hides(entry)
        if veil.dims(entry, event):
            event, findings = dimmed(event), veil.open_findings(entry.position, findings)
        if hidden or question.of is None or question.of in concerned(event):
            rows.append({
                "position": entry.position, "date": reading.calendar.text(entry.moment),
                "text": "hidden" if hidden else sentence(event, findings), "changes": [] if hidden else changes_of(findings),
            })  # fmt: skip
            row = rows[-1]
            eyes.append(f"{row['position']:>5}  {row['date']:<12}  {row['text']}")
            goods = {f"T{f.tier} {f.item}" if f.tier else f.item for f in findings if f.item is not None}
            eyes += [f"{'':21}{_changed(change, change['field'] in goods)}" for change in row["changes"]]
    return {"steps": rows}, eyes or ["Nothing was written there."]


def _changed(change: dict[str, Any], goods: bool) -> str:
    """`Mara hp: 25 -> 24`, of goods `Mara: +20 food`."""
    if goods:
        by: Number = exact(change["to"])
        return f"{change['thing']}: {'+' if by > 0 else '-'}{counted(by if by > 0 else -by, change['field'])}"
    return f"{change['thing']} {change['field']}: {shown_value(change['from'])} -> {shown_value(change['to'])}"


def _told(
    reading: Reading, session: int | None, since: str | None, until: str | None
) -> Iterator[tuple[Entry, Event, list[Finding]]]:
    """Entries in force of a session, or between two moments, with what the fold found in each."""
    first = (0, 0, 0, 0) if since is None else bound(reading, since, "first")
    last = (LAST, 0, 0, 0) if until is None else bound(reading, until, "last")
    history = reading.campaign.history
    positions = [p for p in reading.positions() if first <= history.key(p) <= last]
    chosen = [(e, event) for e, event in reading.entries(positions) if session is None or e.session == session]
    if session is not None and not chosen:
        raise Refused(
            f"Nothing is written of session {session}.",
            thing=f"session {session}",
            state="unknown",
            help=("session list",),
        )
    found = reading.found_in({e.position for e, _ in chosen})
    for entry, event in chosen:
        yield entry, event, found.get(entry.position, [])


class RecapQuestion(Command, tag="recap", frozen=True):
    """A session as Markdown for players, citing positions: `recap 1 --seat ivo`."""

    words: ClassVar[tuple[str, ...]] = ("session",)
    usage: ClassVar[str] = "recap [SESSION] [--seat NAME]"
    session: Whole | None = None


QUIET = ("task.spent", "day.closed", "meal.eaten", "camp.made", "clock.moved", "correction.made", "book.opened")
"""Entries that a recap sums up or leaves out: the days themselves are its headings."""


def recap(question: RecapQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """`session title seat markdown`: day by day, what happened and to whom; hidden entries only as that they are there."""
    number = question.session
    title = None
    sessions = [
        (event, entry)
        for entry, event in reading.entries(
            [p for p in reading.positions() if reading.campaign.history.tags[p] == "session.started"]
        )
    ]
    if number is None:
        if not sessions:
            raise Refused(
                "No session has begun yet.", thing="session", state="none", help=('session start 1 --title "..."',)
            )
        number = int(getattr(sessions[-1][0], "number", 1))
    for event, _ in sessions:
        if getattr(event, "number", None) == number:
            title = getattr(event, "title", None)
    veil = Veil(reading)
    calendar = reading.calendar
    lines = [f"# Session {number}" + (f": {title}" if title else ""), ""]
    day = None
    harm: dict[str, list[tuple[int, Number]]] = {}
    import schemas.events

    for entry, event, findings in _told(reading, number, None, None):
        tag = schemas.events.tag_of(event)
        today = calendar.day_of(entry.moment)
        if today != day:
            lines += _harm_lines(harm)
            harm = {}
            lines += [
                "",
                f"## {_day_heading(calendar, today)}",
                "",
            ]
            day = today
        if tag in QUIET:
            continue
        if veil.hides(entry):
            lines.append(f"- something is hidden ({entry.position})")
            continue
        if tag == "cold.bitten" and event.who:
            lost = sum((exact(f.before or 0) - exact(f.after or 0) for f in findings if f.field == "hp"), start=0)
            harm.setdefault(event.who, []).append((entry.position, lost))
            continue
        told = dimmed(event) if veil.dims(entry, event) else event
        lines.append(f"- {sentence(told, findings)} ({entry.position})")
    lines += _harm_lines(harm)
    markdown = "\n".join(line for n, line in enumerate(lines) if line or (n and lines[n - 1])) + "\n"
    return {"session": number, "title": title, "seat": reading.seat, "markdown": markdown}, markdown.splitlines()


def _harm_lines(harm: dict[str, list[tuple[int, Number]]]) -> list[str]:
    return [
        f"- The cold of the night took {counted(sum((n for _, n in bites), start=0), 'hit point')} from {who} "
        f"({bites[0][0]}{f' to {bites[-1][0]}' if len(bites) > 1 else ''})"
        for who, bites in harm.items()
    ]


def _day_heading(calendar: Calendar, day: int) -> str:
    """`Day 3: third day, first month, winter (Y1-01-03)`."""
    if day < 1:
        return f"Day {day}"
    return f"Day {day}: {calendar.weekday(day)}, {calendar.month_name(day)}, {calendar.season(day)} ({calendar.date_text(day)})"


class TraceQuestion(Command, tag="trace", frozen=True):
    """Where a lot comes from, through trades, meals and crafts, back to the ground or the gift: `trace clothing@77`."""

    words: ClassVar[tuple[str, ...]] = ("lot",)
    usage: ClassVar[str] = "trace LOT"
    lot: Words


def trace(question: TraceQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """`position date tag who item quantity lot from_lots`: every lot that went into it, each by the entry that brought it."""
    from ledger import house

    said = " ".join(question.lot)
    item, _, number = said.rpartition("@")
    lot = f"{house.thing(reading.world, item) or item}@{number}"
    brought: dict[str, tuple[int, Finding]] = {}
    spent_in: dict[int, list[Finding]] = {}
    moved: dict[str, list[int]] = {}

    def look(world: World, line: Line, findings: list[Finding]) -> None:
        spent = [f for f in findings if f.kind == "spent" and f.lot]
        if spent:
            spent_in.setdefault(line.position, []).extend(spent)
        for f in findings:
            if f.kind == "gained" and f.lot:
                if f.lot not in brought:
                    brought[f.lot] = (line.position, f)
                moved.setdefault(f.lot, []).append(line.position)

    reading.walk(look)
    if lot not in brought:
        raise Refused(
            f"No lot is called {said} at that moment.", thing=said, state="unknown", help=("stock WHO", "larder")
        )
    by_position = {
        e.position: (e, event) for e, event in reading.entries(sorted({p for p, _ in brought.values()} | set(spent_in)))
    }
    steps_found: dict[str, dict[str, Any]] = {}
    veil = Veil(reading)
    waiting = [lot]
    while waiting:
        name = waiting.pop(0)
        if name in steps_found or name not in brought:
            continue
        position, finding = brought[name]
        sources = _sources(position, name, by_position, spent_in)
        entry, event = by_position[position]
        steps_found[name] = {
            "position": position, "date": reading.calendar.text(entry.moment), "tag": schemas_tag(event), "who": event.who,
            "item": finding.item, "quantity": finding.quantity, "lot": name, "from_lots": sources,
            "place": event.place, "text": sentence(event, [*spent_in.get(position, ()), finding]), "moved": moved[name][1:],
        }  # fmt: skip
        if veil.hides(entry):
            steps_found[name] |= {"tag": None, "who": None, "place": None, "text": WORDS}
        waiting += sources
    rows = sorted(steps_found.values(), key=lambda r: r["position"])
    eyes = [
        f"{r['position']:>5}  {r['date']:<12}  {text_of(r['quantity'])} {r['lot']}: {r['text']}"
        + (f"  from {', '.join(r['from_lots'])}" if r["from_lots"] else "")
        for r in rows
    ]
    return {"thing": lot, "steps": rows}, eyes


def schemas_tag(event: Event) -> str:
    import schemas.events

    return schemas.events.tag_of(event)


def _sources(
    position: int, name: str, entries: dict[int, tuple[Entry, Event]], spent_in: dict[int, list[Finding]]
) -> list[str]:
    """Lots used up by the entry that brought this one, by what caused it, or by the work that it finishes."""
    found: list[str] = []
    entry, event = entries[position]
    work = getattr(event, "work", None)
    deed = entry.deed or position
    for at, spent in spent_in.items():
        other, other_event = entries[at]
        same_work = work is not None and (
            getattr(other_event, "work", None) == work or f"work@{other.root or at}" == work
        )
        caused = at == position or at == entry.cause or ((other.deed or at) == deed and at < position and work is None)
        if same_work or caused:
            found += [f.lot for f in spent if f.lot and f.lot != name and f.source != "hole"]
    return list(dict.fromkeys(found))

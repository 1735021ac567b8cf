"""Why a field is what it is: a sum that ends in the value, each term with its entry, dice and rule."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from ledger.audit.proof import promise_text
from ledger.audit.veil import WORDS, Veil
from ledger.reading import Reading
from projections.chronicle import sentence
from projections.fields import (
    Field,
    Value,
    is_larder,
    items_of,
    moved_by,
    number_of,
    shape_of,
    value_of,
)
from projections.history import CORRECTION, REPLACED, up_to
from projections.holdings import EDIBLE, edible
from projections.world import Finding, World
from projections.zones import HUNT, TRAP
from schemas.dice import Roll
from schemas.entry import Line
from schemas.postings import AnyPosting, Changed, Gained, Moved, Put, Spent
from schemas.units import Moment, Number, exact, text_of

Place = tuple[int, int, int, int]
OPENINGS = ("joined at full", "opening")
"""Sources of what someone comes into the book with."""


@dataclass(slots=True)
class Term:
    """One term of the sum. `amount` is what the fold took (of a struck one what it offered), None for no number.

    `position` is its entry, None for what time does by itself; `moment` when it took effect.
    """

    amount: Number | None
    position: int | None
    moment: Moment
    text: str = ""
    tag: str | None = None
    rule: str | None = None
    roll: Roll | None = None
    struck: bool = False
    findings: tuple[Finding, ...] = ()
    offered: Number | None = None
    order: Place = (0, 0, 0, 0)


class Explained(NamedTuple):
    """The value under a reading, and its terms in the order of history."""

    thing: str
    field: Field
    value: Value
    terms: list[Term]


class Step(NamedTuple):
    """A change of the value: by an entry (`line`), or by time alone (`line` None)."""

    moment: Moment
    before: Value
    after: Value
    line: Line | None
    findings: tuple[Finding, ...]
    world: World
    """As it is after the step; read it before the next one is asked for."""
    since: Moment = 0
    """Of a step of time: when the value was asked before it."""


def explain(reading: Reading, thing: str, what: Field) -> Explained:
    """The terms of a field: those not struck add up to its value, exactly, where it is a number."""
    shape = shape_of(what)
    value = value_of(reading.world, reading.on, thing, what)
    if shape is not None and shape.formula is not None:
        holder = reading.world.get(thing)
        text = shape.formula(reading.world, holder, reading.on)
        amount = number_of(value) if value is not None else None
        return Explained(thing, what, value, [Term(amount, None, reading.on, text)])
    account = _Account(reading, thing, what)
    for step in steps(reading, thing, what):
        account.take(step)
    account.close()
    adds_up = isinstance(value, (int, Fraction)) if value is not None else account.numbers
    if isinstance(value, bool):
        adds_up = False
    terms = account.terms if adds_up else account.last_word()
    _name(reading, terms)
    terms += struck_terms(reading, thing, what)
    terms.sort(key=lambda term: term.order)
    return Explained(thing, what, value, terms)


# -- the walk ---------------------------------------------------------------------------------------------------


def steps(reading: Reading, thing: str, what: Field) -> Iterator[Step]:
    """Every entry that touches the field and every dawn that moves it, up to the moment looked at, in order.

    An entry that touched it and moved nothing is a step too.
    """
    campaign = reading.campaign
    world = World()
    findings: list[Finding] = []
    names = set(moved_by(what))
    dawns = bool(names & {HUNT, TRAP})
    value: Value = None
    moment: Moment | None = None
    waits = False
    for line in campaign.lines(list(up_to(campaign.history, reading.order, reading.on))):
        if moment is not None and line.moment > moment:
            for step in _time(world, thing, what, value, moment, line.moment, dawns and waits):
                value = step.after
                waits = False
                yield step
        moment = line.moment
        items = items_of(world, thing, what)
        world.trace = findings
        world.fold(line)
        world.trace = None
        if not findings:
            continue
        after = value_of(world, moment, thing, what)
        if _moved(value, after) or _touches(findings, thing, names, items, world, what):
            waits = waits or dawns
            yield Step(moment, value, after, line, tuple(findings), world)
        value = after
        findings.clear()
    if moment is not None and reading.on > moment:
        yield from _time(world, thing, what, value, moment, reading.on, dawns and waits)


def _moved(before: Value, after: Value) -> bool:
    """Whether a value is another one; what was not known and is nothing now is not."""
    return before != after and not (before is None and after == 0)


def _near(world: World, thing: str, what: Field) -> set[str]:
    """Whose things count: the thing's own, of a place those of the people there too."""
    found = {thing}
    if what.kind == "thing" or is_larder(world, thing, what):
        found |= {person.name for person in world.at(thing)}
    return found


def _touches(
    findings: Sequence[Finding], thing: str, names: set[str], items: Sequence[str], world: World, what: Field
) -> bool:
    """Whether an entry had to do with the field, even where nothing came of it."""
    zone = world.zone_of(thing) if thing in world.holders else thing
    if any(f.holder in (thing, zone) and f.field in names for f in findings if f.field):
        return True
    goods = [f for f in findings if f.kind in ("gained", "spent") and f.holder == thing]
    return what.kind == "thing" and any(f.item in items for f in goods)


def _time(
    world: World, thing: str, what: Field, value: Value, start: Moment, end: Moment, every_dawn: bool
) -> Iterator[Step]:
    """What time alone does between two entries: dawn by dawn, where it does anything."""
    calendar = world.calendar
    first, last = calendar.day_of(start) + 1, calendar.day_of(end)
    world.moment = end
    if not every_dawn and value_of(world, end, thing, what) == value:
        return
    waits, since = every_dawn, start
    for day in range(first, last + 1):
        dawn = calendar.dawn_of(day)
        if dawn <= start:
            continue
        world.moment = dawn
        after = value_of(world, dawn, thing, what)
        if after != value or waits:
            yield Step(dawn, value, after, None, (), world, since)
            value, waits = after, False
        since = dawn
    world.moment = end
    after = value_of(world, end, thing, what)
    if after != value:
        yield Step(end, value, after, None, (), world, since)


# -- adding up --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Account:
    """Makes terms of steps."""

    reading: Reading
    thing: str
    what: Field
    terms: list[Term] = field(default_factory=list)
    waiting: list[Term] = field(default_factory=list)
    """Successes that wear a zone from the next dawn."""
    numbers: bool = True
    changed_by: Term | None = None
    day: int | None = None
    total: Number = 0

    def take(self, step: Step) -> None:
        if isinstance(step.after, (str, list, dict)) or isinstance(step.before, (str, list, dict)):
            self.numbers = False
        if self._new_day(step):
            return
        amount = number_of(step.after) - number_of(step.before)
        if step.line is None:
            self._by_time(step, exact(amount))
        else:
            self._by_entry(step, step.line, exact(amount))

    def _new_day(self, step: Step) -> bool:
        """A count of today begins anew: what went before is one opening term. Whether the step was its dawn."""
        shape = shape_of(self.what)
        if shape is None or not shape.daily:
            return False
        calendar = step.world.calendar
        day = calendar.day_of(step.moment)
        if self.day == day or day != calendar.day_of(self.reading.on):
            return False
        self.day = day
        opening = number_of(step.after if step.line is None else step.before)
        self.terms = [self._opening_of_day(opening, calendar.dawn_of(day))] if opening else []
        return step.line is None

    def _opening_of_day(self, amount: Number, dawn: Moment) -> Term:
        return self._time_term(amount, dawn, "what the day began with", "EOS-DAY-01")

    def _by_entry(self, step: Step, line: Line, amount: Number) -> None:
        order = self.reading.campaign.history.key(line.position)
        term = Term(amount, line.position, line.moment, findings=step.findings, order=order)
        if step.before != step.after:
            self.changed_by = term
        source = _opening(line.event.postings, self.thing, moved_by(self.what))
        if source is not None and amount:
            term.text = source
        elif self.what.name in ("hunt_target", "hunt_base") and amount:
            term.text = self._base_text(step)
        term.offered = _offer(line.event.postings, self.thing, set(moved_by(self.what)))
        worn = self._worn(step)
        if worn is not None and not amount:
            # It counts from the next dawn on; until then the term stands at nothing.
            term.amount, term.offered = 0, None
            if worn:
                self.waiting.append(replace(term, amount=worn))
                return
        self.terms.append(term)

    def _worn(self, step: Step) -> Number | None:
        """What a success of this day will wear, where the entry is one."""
        name = HUNT if self.what.name.startswith("hunt_") else TRAP if self.what.name.startswith("trap_") else None
        if self.what.kind != "key" or name is None or self.what.name.endswith("_base"):
            return None
        zone = step.world.zone_of(self.thing)
        found = [f for f in step.findings if f.field == name and f.holder == zone]
        if not found:
            return None
        return sum((exact(f.after or 0) - exact(f.before or 0) for f in found), start=0)

    def _base_text(self, step: Step) -> str:
        """EOS-HUNT-02: where a zone's number comes from."""
        zone = step.world.get(step.world.zone_of(self.thing))
        if zone.fields.get("hunt") is not None:
            return "as the GM declared"
        if not any(f.field == "miles" for f in step.findings) and self.terms:
            return ""
        return f"30 - 5 x {text_of(zone.number('miles') // 5)}"

    def _by_time(self, step: Step, amount: Number) -> None:
        for term in self.waiting:
            taken = exact(term.amount or 0)
            self.terms.append(term)
            amount -= taken
        self.waiting = []
        if is_larder(step.world, self.thing, self.what) or self.what.name in ("fresh", "spoiled"):
            amount = self._spoiled(step, amount)
        if amount:
            text, rule = _BY_TIME.get(self.what.name, ("time passes", None))
            self.terms.append(self._time_term(amount, step.moment, text, rule))
            self.changed_by = self.terms[-1]

    def _spoiled(self, step: Step, amount: Number) -> Number:
        """EOS-FOOD-01: the lots that spoil by then, each a term of its own; what they do not explain is left."""
        world, left = step.world, amount
        then, now = world.calendar.day_of(step.since), world.calendar.day_of(step.moment)
        sign = 1 if self.what.name == "spoiled" else -1
        for holder in (*world.at(self.thing), world.get(self.thing)):
            for item in EDIBLE:
                for lot in holder.lots.get(item, ()):
                    if edible(lot, then, 0, step.since) and not edible(lot, now, 0, step.moment):
                        text = f"{lot.name} is spoiled"
                        term = self._time_term(sign * lot.quantity, step.moment, text, "EOS-FOOD-01")
                        term.position = lot.position
                        self.terms.append(term)
                        left -= sign * lot.quantity
        return left

    def _time_term(self, amount: Number, moment: Moment, text: str, rule: str | None) -> Term:
        return Term(amount, None, moment, text, rule=rule, order=(moment, -1, 0, len(self.terms)))

    def close(self) -> None:
        """What is still to count stands there at nothing."""
        for term in self.waiting:
            self.terms.append(replace(term, amount=0, offered=None))
        self.waiting = []
        shape = shape_of(self.what)
        if shape is not None and shape.daily and self.day is None:
            dawn = self.reading.calendar.dawn_of(self.reading.day)
            value = number_of(value_of(self.reading.world, self.reading.on, self.thing, self.what))
            self.terms = [self._opening_of_day(value, dawn)]

    def last_word(self) -> list[Term]:
        """What cannot be added is one term: the entry that said it last."""
        if self.changed_by is None:
            return [Term(None, None, self.reading.on, "never said")]
        return [replace(self.changed_by, amount=None)]


_BY_TIME: dict[str, tuple[str, str | None]] = {
    "hunt_target": ("a spring brings one back", "EOS-HUNT-06"),
    "hunt_depletion": ("a spring brings one back", "EOS-HUNT-06"),
    "trap_target": ("a month brings one back", "EOS-TRAP-07"),
    "trap_depletion": ("a month brings one back", "EOS-TRAP-07"),
    "fire_days": ("a day of fire burns down", "EOS-BUSH-08"),
    "fire_lit": ("the fire burns down", "EOS-BUSH-08"),
    "shelter_tier": ("a week wears the shelter", "EOS-BUSH-11"),
}
"""What time does to a field, and the mechanic that says so."""


def _opening(postings: Sequence[AnyPosting], thing: str, names: Sequence[str]) -> str | None:
    """The words of an opening (`joined at full`), where the entry is one."""
    for p in postings:
        if isinstance(p, Changed) and p.holder == thing and p.field in names and p.source in OPENINGS:
            return p.source
    return None


def _offer(postings: Sequence[AnyPosting], thing: str, names: set[str]) -> Number | None:
    """What an entry offered of plain changes; None where it offered none, or all that is missing."""
    found: Number | None = None
    for p in postings:
        if isinstance(p, Changed) and p.holder == thing and p.field in names:
            if p.fill:
                return None
            found = (found or 0) + exact(p.by)
    return found


# -- the entries behind the terms -------------------------------------------------------------------------------


def _name(reading: Reading, terms: Sequence[Term]) -> None:
    """Fills in tag, rule, dice and words of the terms from their entries; of hidden ones only that they are."""
    veil, disputes = Veil(reading), _disputes(reading)
    positions = sorted({term.position for term in terms if term.position is not None})
    known = {entry.position: (entry, event) for entry, event in reading.entries(positions)}
    for term in terms:
        if term.position is None:
            continue
        entry, event = known[term.position]
        if veil.hides(entry):
            term.text, term.findings, term.offered = WORDS, (), None
            continue
        term.tag = reading.campaign.history.tags[term.position]
        if not term.text:
            term.rule, term.roll = event.rule, event.roll
            term.text = sentence(event, term.findings)
            if term.offered is not None and term.amount is not None and abs(term.offered) != abs(term.amount):
                term.text += f" (offered {text_of(term.offered)}, {text_of(term.amount)} taken)"
        elif term.rule is None:
            term.rule, term.roll = event.rule, event.roll
        if event.roll is not None and reading.campaign.promised.promises:
            under = promise_text(reading, entry, event)
            term.text += f" ({under.rstrip('.')})" if under is not None else ""
        for position in (entry.deed or term.position, entry.root, term.position):
            if position in disputes:
                term.text += f" ({disputes[position]})"
                break


def _disputes(reading: Reading) -> dict[int, str]:
    """By the position of what was disputed: who decided what, or that nothing is decided yet."""
    tags = reading.campaign.history.tags
    found: dict[int, str] = {}
    wanted = [p for p in reading.order.positions if tags[p] in ("dispute.opened", "dispute.settled")]
    for entry, event in reading.entries(wanted):
        of = getattr(event, "of", None)
        if isinstance(of, int):
            decision = getattr(event, "decision", None)
            at = entry.position
            found[of] = f"disputed at {at}" if decision is None else f"settled at {at}: {decision}"
    return found


def struck_terms(reading: Reading, thing: str, what: Field) -> list[Term]:
    """What struck entries had offered the field, up to the moment looked at."""
    history, out = reading.campaign.history, reading.order.out
    wanted = [
        p for p in range(1, reading.known_at + 1)
        if out[p] and history.moments[p] <= reading.on and history.tags[p] != CORRECTION
    ]  # fmt: skip
    if not wanted:
        return []
    world = reading.world
    offers: Callable[[Sequence[AnyPosting]], tuple[bool, Number | None]] = _Offers(world, thing, what, reading.day)
    terms: list[Term] = []
    for line in reading.campaign.lines(wanted):
        touched, amount = offers(line.event.postings)
        if touched:
            terms.append(Term(amount, line.position, line.moment, struck=True, order=history.key(line.position)))
    _name(reading, terms)
    for term in terms:
        if term.position is not None and out[term.position] == REPLACED:
            term.text += " (another version stands in its place)"
    return terms


class _Offers:
    """What postings offer a field: (whether any does, how much; None where that cannot be said)."""

    def __init__(self, world: World, thing: str, what: Field, day: int) -> None:
        self._things = {thing}
        if thing in world.holders:
            self._things.add(world.zone_of(thing))
        self._near = _near(world, thing, what)
        self._names = set(moved_by(what))
        self._items = set(items_of(world, thing, what))
        self._own = what.name
        shape = shape_of(what)
        self._day = day if shape is not None and shape.daily else None

    def __call__(self, postings: Sequence[AnyPosting]) -> tuple[bool, Number | None]:
        touched, known, total = False, True, exact(0)
        for p in postings:
            found = self._one(p)
            if found is _NONE:
                continue
            touched = True
            if found is None:
                known = False
            else:
                assert not isinstance(found, _Nothing)
                total += found
        return touched, exact(total) if known else None

    def _one(self, p: AnyPosting) -> "Number | _Nothing | None":
        match p:
            case Changed() if p.holder in self._things and p.field in self._names:
                if self._day is not None and p.period != self._day:
                    return _NONE
                return None if p.fill else -exact(p.by) if p.field == "tasks" else exact(p.by)
            case Put() if p.holder in self._things and p.field in self._names:
                return exact(p.to) if p.field == self._own and p.to is not None and _is_number(p.to) else None
            case Gained() if p.holder in self._near and p.item in self._items:
                return exact(p.quantity)
            case Spent() if p.holder in self._near and {p.item, *p.then} & self._items:
                return _NONE if p.hours else -exact(p.quantity)
            case Moved() if p.item in self._items and (p.holder in self._near) != (p.to in self._near):
                return exact(p.quantity) if p.to in self._near else -exact(p.quantity)
        return _NONE


class _Nothing:
    """Of no concern to the field."""


_NONE = _Nothing()


def _is_number(to: int | str) -> bool:
    try:
        exact(to)
    except ValueError:
        return False
    return True

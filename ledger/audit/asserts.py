"""What the table agreed, and what stands in the book that cannot be: asked by `check`."""

from collections.abc import Sequence
from typing import NamedTuple

import schemas.events
from ledger.audit.veil import WORDS, Veil
from ledger.campaign import Campaign, Draft
from ledger.reading import Reading
from ledger.rules.trust import agrees
from projections.chronicle import sentence
from projections.fields import Field, Value, value_of
from projections.world import Finding, World
from schemas.entry import Event, Line
from schemas.events.trust import AssertionMade
from schemas.units import Amount, Moment, Number, text_of

ASSERTION = "assertion.made"


class Agreed(NamedTuple):
    """One agreement: what was expected, what the book says now, and the entry that moved it away, if one did."""

    position: int
    thing: str
    field: str
    expected: Amount | None
    actual: Value
    on: Moment
    holds: bool
    broken_by: int | None


class Found(NamedTuple):
    """What cannot be: a `hole` that a spend dug below nought, a posting about `nobody`."""

    kind: str
    position: int
    thing: str
    text: str


def agreed(reading: Reading, thing: str | None = None) -> list[Agreed]:
    """Every agreement in force, of one thing or of all, oldest first."""
    tags, out = reading.campaign.history.tags, reading.order.out
    wanted = [p for p in range(1, reading.known_at + 1) if tags[p] == ASSERTION and not out[p]]
    found: list[Agreed] = []
    for entry, event in reading.entries(wanted):
        assert isinstance(event, AssertionMade)
        if thing is None or event.thing == thing:
            found.append(_looked_at(reading, entry.position, event))
    return found


def _looked_at(reading: Reading, position: int, event: AssertionMade) -> Agreed:
    actual = _value(reading, event, reading.known_at)
    holds = agrees(actual, event.expected)
    broken_by = None if holds else _breaker(reading, position, event)
    return Agreed(position, event.thing, event.field, event.expected, actual, event.on, holds, broken_by)


def _value(reading: Reading, event: AssertionMade, known_at: int) -> Value:
    world = Reading(reading.campaign, event.on, known_at).world
    return value_of(world, event.on, event.thing, Field(event.kind, event.field))


def _breaker(reading: Reading, position: int, event: AssertionMade) -> int | None:
    """The entry, written since, with which the agreement ceased to hold: a correction, or one up to that moment.

    None if it did not hold when it was written.
    """
    history = reading.campaign.history
    since = [
        p for p in range(position + 1, reading.known_at + 1)
        if history.tags[p] == "correction.made" or history.moments[p] <= event.on
    ]  # fmt: skip
    if not since or not agrees(_value(reading, event, position), event.expected):
        return None
    low, high = -1, len(since) - 1  # held before since[low + 1]; does not hold with since[high]
    while high - low > 1:
        middle = (low + high) // 2
        if agrees(_value(reading, event, since[middle]), event.expected):
            low = middle
        else:
            high = middle
    return since[high]


# -- what cannot be ---------------------------------------------------------------------------------------------


def impossible(reading: Reading, thing: str | None = None) -> list[Found]:
    """The spends that dug below nought, and the postings about nobody, under this basis."""
    holes: list[tuple[int, str, str | None, Number]] = []
    nobody: list[tuple[int, str]] = []
    early: dict[str, Moment] = {}  # what a camp said of somebody who joined at that very moment: it stands first

    def look(world: World, line: Line, findings: list[Finding]) -> None:
        for f in findings:
            if f.kind == "spent" and f.source == "hole":
                holes.append((line.position, f.holder, f.item, f.quantity or 0))
        for name in {p.holder: True for p in line.event.postings}:
            if "@" in name:
                continue
            if world.get(name).kind == "nobody":
                nobody.append((line.position, name))
                early.setdefault(name, line.moment)
            elif name in early and early.pop(name) == line.moment:
                nobody[:] = [(position, who) for position, who in nobody if who != name]

    reading.walk(look)
    found = [
        Found("hole", position, who, f"{text_of(quantity)} {item} that {who} did not have: {_words(reading, position)}")
        for position, who, item, quantity in holes
    ]
    found += [
        Found("nobody", position, holder, f"nothing brought {holder} into the book: {_words(reading, position)}")
        for position, holder in nobody
    ]
    found.sort(key=lambda f: reading.campaign.history.key(f.position))
    return [f for f in found if thing is None or f.thing == thing]


def _words(reading: Reading, position: int) -> str:
    event: Event
    for entry, event in reading.entries([position]):
        return WORDS if Veil(reading).hides(entry) else sentence(event)
    return ""


def broken_agreements(campaign: Campaign, drafts: Sequence[Draft]) -> list[dict[str, object]]:
    """Agreements that hold in the book and would not with these entries, which are not written yet."""
    found: list[dict[str, object]] = []
    if not drafts:
        return found
    history = campaign.history
    out = history.at(campaign.head).out
    wanted = [p for p in history.rare.get(ASSERTION, ()) if not out[p]]
    for entry in campaign.entries(wanted):
        event = schemas.events.read(entry.event)
        assert isinstance(event, AssertionMade)
        if not agrees(_value(Reading(campaign), event, campaign.head), event.expected):
            continue
        world = campaign.fold(event.on, drafts=drafts)
        world.moment = event.on
        actual = value_of(world, event.on, event.thing, Field(event.kind, event.field))
        if not agrees(actual, event.expected):
            found.append({
                "position": entry.position, "thing": event.thing, "field": event.field, "expected": event.expected,
                "actual": actual,
            })  # fmt: skip
    return found

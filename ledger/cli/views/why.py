"""Why a number is what it is, and whether what was agreed still holds: `why`, `check`."""

from typing import Any, ClassVar

from ledger.audit.asserts import agreed, impossible
from ledger.audit.why import Term, explain
from ledger.cli.answer import Answer, basis_of, roll_json
from ledger.fields import field_named, thing_named
from ledger.reading import Reading
from ledger.ruling import Command, Known, Text, Usage, Words
from projections.fields import shown_value
from schemas.units import exact, text_of


class WhyQuestion(Command, tag="why", frozen=True):
    """Why a field is what it is: a sum that ends in it, each term with its entry, dice and rule."""

    words: ClassVar[tuple[str, ...]] = ("thing", "field")
    usage: ClassVar[str] = "why THING FIELD"
    examples: ClassVar[tuple[str, ...]] = ("why Mara hp", "why Oakwood hunt_target --on day-3", "why Mara cordage")
    thing: Known
    field: Words


def why(question: WhyQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """The terms that are not struck add up to `value`; for eyes each ends in the line that would void it."""
    world = reading.world
    thing = thing_named(world, question.thing)
    game = world.get("book").word("game", "eos")
    found = explain(reading, thing, field_named(world, thing, " ".join(question.field), game))
    calendar = reading.calendar
    data = {
        "thing": thing,
        "field": found.field.name,
        "value": found.value,
        "terms": [
            {
                "amount": term.amount,
                "position": term.position,
                "date": calendar.text(term.moment),
                "tag": term.tag,
                "rule": term.rule,
                "text": term.text,
                "roll": roll_json(term.roll),
                "struck": term.struck,
            }
            for term in found.terms
        ],
    }
    eyes = [_line(term, calendar.text(term.moment)) for term in found.terms]
    return data, [*eyes, f"{thing} {found.field.name} = {shown_value(found.value)}"]


def _line(term: Term, date: str) -> str:
    amount = "" if term.amount is None else text_of(exact(term.amount))
    sign = "+" if term.amount is not None and term.amount > 0 else ""
    rule = f"  [{term.rule}]" if term.rule else ""
    at = "" if term.position is None else str(term.position)
    line = f"{sign + amount:>6}  {at:>5}  {date:<12}  {term.text}{rule}"
    if term.struck:
        return f"{line}  (struck)"
    return line if term.position is None else f'{line}  void {term.position} --reason "..."'


class CheckQuestion(Command, tag="check", frozen=True):
    """Which agreements no longer hold, and what stands in the book that cannot be."""

    words: ClassVar[tuple[str, ...]] = ("thing",)
    usage: ClassVar[str] = "check [THING]"
    examples: ClassVar[tuple[str, ...]] = ("check", "check Mara")
    thing: Text | None = None


def check(question: CheckQuestion, reading: Reading) -> Answer:
    """A `finding` where anything is found, with the entry that broke an agreement."""
    thing = None
    if question.thing is not None:
        thing = reading.world.find(question.thing) or _spelled(reading, question.thing)
    asserts, findings = agreed(reading, thing), impossible(reading, thing)
    data = {"asserts": [a._asdict() for a in asserts], "findings": [f._asdict() for f in findings]}
    calendar = reading.calendar
    eyes = [
        f"{a.position:>5}  {a.thing} {a.field} = {shown_value(_read(a.expected))} on {calendar.on_text(a.on)}: "
        + (
            "holds"
            if a.holds
            else f"it is {shown_value(a.actual)} now" + (f", since entry {a.broken_by}" if a.broken_by else "")
        )
        for a in asserts
    ]
    eyes += [f"{f.position:>5}  {f.kind}: {f.text}" for f in findings]
    bad = findings or not all(a.holds for a in asserts)
    return Answer("finding" if bad else "view", data, basis=basis_of(reading), eyes=eyes or ["Nothing is amiss."])


def _read(expected: int | str | None) -> Any:
    try:
        return None if expected is None else exact(expected)
    except ValueError:
        return expected


def _spelled(reading: Reading, word: str) -> str:
    """A name that only a struck entry brought in, or that nobody did: as the postings spell it."""
    found = reading.campaign.head_world().find(word)
    if found is not None:
        return found
    for name in reading.world.holders:
        if name.casefold() == word.casefold():
            return name
    raise Usage(f"Nothing is called {word}.")

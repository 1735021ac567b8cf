"""The entries themselves: `log`, `show`."""

from difflib import get_close_matches
from typing import Any, ClassVar

import schemas.events
from ledger.audit.proof import promise_text
from ledger.audit.veil import BOARD_FACTS, Veil, dimmed, veiled
from ledger.cli.answer import entry_json
from ledger.reading import Reading
from ledger.references import find
from ledger.ruling import Command, Flag, Text, Usage, Whole, Words
from projections.world import Finding
from schemas.calendar import parse_moment, session_named
from schemas.entry import Entry, Event
from schemas.units import key, quoted

Order = tuple[int, int, int, int]
LAST = 1 << 60


class LogQuestion(Command, tag="log", frozen=True):
    """Entries in the order of history; struck ones only with `--struck`."""

    usage: ClassVar[str] = "log [--session N] [--of NAME] [--tag TAG] [--from MOMENT] [--until MOMENT] [--struck]"
    examples: ClassVar[tuple[str, ...]] = ("log --session 2", "log --of Mara --tag hunt", "log --from day-3 --struck")
    session: Whole | None = None
    of: Text | None = None
    tag: Text | None = None
    from_: Text | None = None
    until: Text | None = None
    struck: Flag = False


def log(question: LogQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Under the basis: what had been written by the known-at, up to the moment looked at. Bounds include.

    Usage: a tag that no entry could have.
    """
    _check_tag(question.tag, reading)
    history, out = reading.campaign.history, reading.order.out
    first = (0, 0, 0, 0) if question.from_ is None else bound(reading, question.from_, "first")
    last = (LAST, 0, 0, 0) if question.until is None else bound(reading, question.until, "last")
    positions = list(reading.positions())
    if question.struck:
        positions += [p for p in range(1, reading.known_at + 1) if out[p] and history.moments[p] <= reading.on]
        positions.sort(key=history.key)
    positions = [p for p in positions if first <= history.key(p) <= last]
    veil = Veil(reading)
    if question.tag is not None and veil.sees_all:  # nothing is hidden: what is not asked for need not be read
        positions = [p for p in positions if _tagged(history.tags[p], question.tag)]
    of = None if question.of is None else _of(reading, question.of)
    chosen: list[tuple[Entry, Event]] = [
        (entry, event)
        for entry, event in reading.entries(positions)
        if (question.session is None or entry.session == question.session)
        and ((entry.hidden and veil.hides(entry)) or _asked(question, of, history.tags[entry.position], event))
    ]
    found = reading.found_in({entry.position for entry, _ in chosen})
    entries = [shown(reading, veil, entry, event, found.get(entry.position, [])) for entry, event in chosen]
    return {"entries": entries}, [line_of(entry) for entry in entries]


def _asked(question: LogQuestion, of: str | None, tag: str, event: Event) -> bool:
    """Whether an entry is about what was asked for. What is hidden is always there: leaving it out would say what it is not."""
    if question.tag is not None and not _tagged(tag, question.tag):
        return False
    return of is None or of in {key(name) for name in concerned(event)}


def shown(reading: Reading, veil: Veil, entry: Entry, event: Event, findings: list[Finding]) -> dict[str, Any]:
    """An entry with all its keys, veiled where the seat may not read it."""
    if veil.dims(entry, event):
        found = entry_json(entry, dimmed(event), veil.open_findings(entry.position, findings), reading)
        found["command"] = None if found["tag"] != "fight.closed" else found["command"]
        found["facts"] |= {name: None for name in BOARD_FACTS if name in found["facts"]}
        return veiled(found) if veil.hides(entry) else found
    found = entry_json(entry, event, findings, reading)
    return veiled(found) if veil.hides(entry) else found


def line_of(entry: dict[str, Any]) -> str:
    """An entry for eyes: position, date, sentence, rule."""
    rule = f"  [{entry['rule']}]" if entry["rule"] else ""
    struck = "  (struck)" if entry["struck"] else ""
    return f"{entry['position']:>5}  {entry['date']:<12}  {entry['text']}{rule}{struck}"


def concerned(event: Event) -> set[str]:
    """Whoever and whatever an entry is about: who acted, where, and whom its postings ask something of."""
    found = {p.holder for p in event.postings}
    found |= {name for name in (event.who, event.place, getattr(event, "whom", None)) if isinstance(name, str)}
    return found


def _of(reading: Reading, name: str) -> str:
    """A name as names are compared; of the book, or of an entry that was struck. Usage: of neither."""
    wanted, world = key(name), reading.campaign.head_world()
    if world.find(name) is None:
        out = reading.order.out
        struck = [position for position in range(1, reading.known_at + 1) if out[position]]
        if not any(wanted in map(key, concerned(event)) for _, event in reading.entries(struck)):
            raise Usage(f"Nothing is called {name}.", get_close_matches(wanted, world.names.values(), 3))
    return wanted


def _check_tag(wanted: str | None, reading: Reading) -> None:
    if wanted is None or any(_tagged(tag, wanted) for tag in schemas.events.classes()):
        return
    history = reading.campaign.history
    if any(_tagged(history.tags[p], wanted) for p in range(1, history.head + 1)):
        return  # of an older vocabulary
    tags = list(schemas.events.classes())
    near = get_close_matches(wanted, [*tags, *dict.fromkeys(tag.partition(".")[0] for tag in tags)], 3)
    raise Usage(f"No entry has the tag {quoted(wanted)}.", nearest=near)


def _tagged(tag: str, wanted: str) -> bool:
    """`hunt.rolled` itself, or every tag of a mechanic (`hunt`)."""
    return key(wanted) in (key(tag), key(tag.partition(".")[0]))


def bound(reading: Reading, text: str, which: str) -> Order:
    """A moment, or a session as its place in the order, as a bound that includes. Usage: neither."""
    history = reading.campaign.history
    number = session_named(text)
    if number is not None:
        tag = "session.started" if which == "first" else "session.ended"
        for entry, event in reading.entries([p for p in reading.order.positions if history.tags[p] == tag]):
            if getattr(event, "number", None) == number:
                return history.key(entry.position)
        if which == "last":
            bound(reading, text, "first")  # a session that is still open ends with the book
            return (LAST, 0, 0, 0)
        raise Usage(f"There is no session {number}.")
    try:
        moment = parse_moment(text, reading.clock, reading.calendar, "first" if which == "first" else "last")
    except ValueError as wrong:
        raise Usage(f"--{'from' if which == 'first' else 'until'}: {wrong}") from None
    return (moment, -1, 0, 0) if which == "first" else (moment, LAST, 0, 0)


class ShowQuestion(Command, tag="show", frozen=True):
    """One entry, what caused it, what it caused, and what was said about it."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = "show POS"
    examples: ClassVar[tuple[str, ...]] = ("show 42", "show last hunt of Mara", "show 03.md:14")
    what: Words


def show(question: ShowQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """The entry that was meant, struck or not, under the basis; beside it positions."""
    campaign, known_at = reading.campaign, reading.known_at
    position = find(campaign, question.what, known_at)
    history = campaign.history
    entry, event = next(iter(reading.entries([position])))
    root = history.roots[position]
    versions = [p for p in range(1, known_at + 1) if history.roots[p] == root]
    after = [p for p in versions if p > position and reading.order.out[p] != 1]
    findings = reading.found_in({position}).get(position, [])
    veil = Veil(reading)
    if veil.hides(entry) and not _by_number(question.what):
        raise Usage(f"No entry is found by the words {' '.join(question.what)}; say its position.")
    one = shown(reading, veil, entry, event, findings)
    data = {
        "entry": one,
        "caused_by": entry.cause or None,
        "causes": [p for p in range(position + 1, known_at + 1) if history.causes[p] == position],
        "struck_by": struck_by(reading, position),
        "replaces": campaign.version_before(position) if root != position else None,
        "replaced_by": after[0] if after else None,
        "disputed_by": _about(reading, "dispute.opened", position),
        "notes": _about(reading, "note.written", position),
    }
    under = None if veil.hides(entry) else promise_text(reading, entry, event)
    if under is not None:
        reading.notices.append(("cup", under))
    eyes = [line_of(one)]
    beside = {name: _said(value) for name, value in data.items() if name != "entry"}
    eyes += [f"{name.replace('_', ' ')}: {said}" for name, said in beside.items() if said]
    return data, eyes


def _by_number(words: tuple[str, ...]) -> bool:
    """Whether an entry was named by where it stands, and not by what it is about."""
    said = " ".join(words).strip()
    return said.isdigit() or said.lower() == "last"


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def struck_by(reading: Reading, position: int) -> int | None:
    """The correction that struck an entry, its root, its deed or what caused it, all the way up; None if none did."""
    history = reading.campaign.history
    if reading.order.out[position] != 1:
        return None
    above: set[int] = set()
    while position and position not in above:
        above |= {position, history.roots[position]}
        position = history.causes[position]
    deeds = {history.deeds[p] for p in above}
    for correction in history.holding(reading.known_at):
        if deeds & set(correction.deeds) or any(s.first <= p <= s.last for s in correction.strikes for p in above):
            return correction.position
    return None


def _about(reading: Reading, tag: str, position: int) -> list[int]:
    """Entries in force of this tag that are `of` an entry."""
    tags = reading.campaign.history.tags
    return [
        entry.position
        for entry, event in reading.entries([p for p in reading.order.positions if tags[p] == tag])
        if str(getattr(event, "of", "")) == str(position)
    ]

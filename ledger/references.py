"""Which entry is meant: a position, a line of a note (`03.md:14`), `last`, or words (`last hunt of Mara`)."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from ledger.campaign import Campaign
from ledger.ruling import Usage
from projections.history import CORRECTION, Order
from schemas.entry import NoteLine
from schemas.units import key

_NOTE_LINE = re.compile(r"(?P<note>.+):(?P<line>[0-9]{1,9})")
_LONGEST = 12


class _Verb(msgspec.Struct, frozen=True, gc=False):
    verb: str


class _Who(msgspec.Struct, frozen=True, gc=False):
    who: str | None = None


class Marks(msgspec.Struct, frozen=True, gc=False):
    """As much of a stored entry as a reference looks at."""

    position: int
    event: _Who
    words: str = ""
    command: _Verb | None = None
    note: NoteLine | None = None


_read = msgspec.json.Decoder(Marks).decode
_PAGE = 200
STRUCK = 1
"""In `Order.out`; a deed of which a newer version stands in its place is in force."""


def find(campaign: Campaign, words: Sequence[str], known_at: int | None = None) -> int:
    """The position that these words mean, as the book stood at `known_at` (else at its head).

    A bare position may be that of a struck entry; everything else is the newest written and in force. Usage: no
    such position, line or deed.
    """
    known_at = campaign.head if known_at is None else known_at
    said = [word for text in words for word in text.split()]
    if not said:
        raise Usage("Which entry? Say a position, 03.md:14, last, or last hunt of Mara.", nearest=("last",))
    if len(said) == 1 and said[0].isascii() and said[0].isdigit():
        position = int(said[0]) if len(said[0]) <= _LONGEST else 0
        if not 1 <= position <= known_at:
            raise Usage(f"The book has positions 1 to {known_at}; {said[0]} is not among them.", ("last",))
        return position
    note = _NOTE_LINE.fullmatch(" ".join(said))
    if note is not None:
        return _of_note(campaign, note["note"], int(note["line"]), known_at)
    if key(said[0]) != "last":
        raise Usage(f"{' '.join(said)} is no entry: say a position, 03.md:14 or last hunt of Mara.", ("last",))
    rest = said[1:]
    who = None
    if "of" in rest:
        at = rest.index("of")
        rest, who = rest[:at], " ".join(rest[at + 1 :])
        if not who:
            raise Usage("Of whom? As in: last hunt of Mara.", nearest=("last hunt of Mara",))
    return _last(campaign, key(" ".join(rest)), who, known_at)


def _of_note(campaign: Campaign, note: str, line: int, known_at: int) -> int:
    """The deed that this line of a note began; of several the newest in force, else the newest."""
    name = note.replace("\\", "/").rpartition("/")[2]
    out = campaign.order(known_at).out
    struck = None
    for marks in _deeds(campaign, known_at):
        if marks.note is not None and marks.note.line == line and marks.note.note.rpartition("/")[2] == name:
            if out[marks.position] != STRUCK:
                return marks.position
            struck = struck or marks.position
    if struck is None:
        raise Usage(f"No entry was played from line {line} of {name}.", nearest=("last",))
    return struck


def _last(campaign: Campaign, what: str, who: str | None, known_at: int) -> int:
    """The newest deed of this verb, else entry of this mechanic, that is in force; of one person her part."""
    order = campaign.order(known_at)
    person = None
    if who is not None:
        person = campaign.head_world().find(who)
        if person is None:
            raise Usage(f"Nobody is called {who}.")
    for marks in _deeds(campaign, known_at):
        if order.out[marks.position] == STRUCK or campaign.history.tags[marks.position] == CORRECTION:
            continue
        if what and (marks.command is None or key(marks.command.verb) != what):
            continue
        if not what and marks.command is None:
            continue
        if person is None:
            return marks.position
        part = _part_of(campaign, marks.position, person, order)
        if part is not None:
            return part
    found = _last_tagged(campaign, what, person, order) if what else None
    if found is None:
        said = f"last {what}".strip() + (f" of {person}" if person else "")
        raise Usage(f"There is no {said} in force.", nearest=("last",))
    return found


def _last_tagged(campaign: Campaign, what: str, person: str | None, order: Order) -> int | None:
    """The newest entry in force whose tag is `what` (`hunt.rolled`) or begins with it (`cold`)."""
    tags = campaign.history.tags
    fits = [
        position
        for position in range(order.known_at, 0, -1)
        if not order.out[position]
        and tags[position] != CORRECTION
        and what in (key(tags[position]), key(tags[position].partition(".")[0]))
    ]
    if person is None:
        return fits[0] if fits else None
    for start in range(0, len(fits), _PAGE):
        for marks in _marks(campaign, fits[start : start + _PAGE]):
            if marks.event.who == person:
                return marks.position
    return None


def _part_of(campaign: Campaign, deed: int, person: str, order: Order) -> int | None:
    """Her part of a deed: the deed itself if all of it is hers, else the newest part in force that is hers."""
    history = campaign.history
    heads = [deed]
    for position in range(deed + 1, order.known_at + 1):
        if history.deeds[position] != deed:
            break
        if not history.causes[position] and order.out[position] != STRUCK:
            heads.append(position)
    whose = {marks.position: marks.event.who for marks in _marks(campaign, heads)}
    hers = [position for position in heads if whose.get(position) == person]
    if len(hers) == len(heads):
        return deed
    return hers[-1] if hers else None


def _deeds(campaign: Campaign, known_at: int) -> Iterator[Marks]:
    """The first entries of all deeds, newest written first."""
    deeds, causes = campaign.history.deeds, campaign.history.causes
    heads = [p for p in range(known_at, 0, -1) if deeds[p] == p and not causes[p]]
    for start in range(0, len(heads), _PAGE):
        yield from _marks(campaign, heads[start : start + _PAGE])


def _marks(campaign: Campaign, positions: list[int]) -> Iterator[Marks]:
    assert campaign.journal is not None
    states = campaign.journal.states_of(positions)
    for position in positions:
        if position in states:
            yield _read(states[position])

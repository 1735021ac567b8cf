"""Session notes against the book: which of a note's lines are recorded already, and which are new, edited or gone.

A note is known by its file name without folder, a line by its words, equal lines in order (HISTORY 1.13). Lines of
abandoned days (rolled back, undone) may be played again; a voided line counts as recorded.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import msgspec

import schemas.events
from ledger.campaign import Campaign
from projections.history import Correction, History
from schemas.entry import NoteLine
from schemas.units import Moment

ABANDONING = ("rollback", "undo", "redo", "revert")
"""Corrections whose strikes abandon a line; what any other one strikes stays recorded."""


@dataclass(slots=True, frozen=True)
class Recorded:
    """A line of a note as the book has it. `deed` is its newest version, `line` where it stood when it was played.

    `spellings` are the forms of all its versions, which a line of the note is known by (`recorded_lines`).
    `voided`: it was struck for good, and need not stand in the note.
    `moves`: it is of the world, not of the table. `clock` is what the clock showed after it, None where the line's own
    `--at` hides it; a line put in after it stands `behind` this position.
    """

    root: int
    deed: int
    line: int
    text: str
    spellings: frozenset[str]
    voided: bool
    moves: bool
    moment: Moment
    clock: Moment | None
    behind: int


def recorded_lines(campaign: Campaign, note: str, spoken: Callable[[str], str]) -> list[Recorded]:
    """What the book has of the note of this name, in the note's order, without what was abandoned.

    A line is known by its words. What a correction put in its place was typed without the line's own `--reason`: it is
    known by its `spoken` form, which leaves the reason out.
    """
    versions = _versions(campaign, note)
    history = campaign.history
    lost = _abandoned(history)
    found = []
    for root in _in_order({root: entries[0].note for root, entries in versions.items()}):
        kept = [e for e in versions[root] if not (lost[e.position] or lost[root])]
        if kept:
            found.append(_recorded(history, root, kept, spoken))
    return found


class Noted(msgspec.Struct, frozen=True, gc=False):
    """As much of an entry as a note is matched by."""

    position: int
    moment: Moment
    note: NoteLine
    words: str = ""
    root: int = 0
    clock: Moment | None = None


_decode = msgspec.json.Decoder(Noted).decode
_OWN_MOMENT = re.compile(r"(?:^|\s)--at(?:\s|=)")


def _versions(campaign: Campaign, note: str) -> dict[int, list[Noted]]:
    """The first entries of this note's deeds and their versions, by root, oldest first."""
    found: dict[int, list[Noted]] = {}
    if campaign.journal is None:
        return found
    mark = b'"note":{"note":' + msgspec.json.encode(note)
    for _, stored in campaign.journal.read(0, campaign.head):
        if mark in stored:  # a million entries are not decoded for the twenty that are looked for
            entry = _decode(stored)
            if entry.note.note == note:
                found.setdefault(entry.root or entry.position, []).append(entry)
    return found


def _in_order(lines: dict[int, NoteLine]) -> list[int]:
    """Roots in the order of the note: as written, save those that were put in among older ones."""
    following: dict[int, int] = {0: 0}
    last = 0
    for root in sorted(lines):
        before = lines[root].after
        if before is None or before not in following:
            before = last
        following[root] = following[before]
        following[before] = root
        if following[root] == 0:
            last = root
    found = []
    root = following[0]
    while root:
        found.append(root)
        root = following[root]
    return found


def _abandoned(history: History) -> bytearray:
    """1 at every position that a holding rollback, undo or revert strikes.

    A restore strikes again what it does not give back: abandoned, if the correction that it takes back abandoned it.
    """
    lost = bytearray(history.head + 1)
    verbs = {c.position: c.verb for c in history.corrections}
    deeds: set[int] = set()
    for correction in history.holding(history.head):
        if correction.verb in ABANDONING or _restores_abandoned(correction, verbs):
            for strike in correction.strikes:
                lost[strike.first : strike.last + 1] = b"\1" * (strike.last - strike.first + 1)
            deeds.update(correction.deeds)
    if deeds:
        for position in range(1, history.head + 1):
            if history.deeds[position] in deeds:
                lost[position] = 1
    return lost


def _restores_abandoned(correction: Correction, verbs: dict[int, str]) -> bool:
    return correction.verb == "restore" and any(
        s.first <= position <= s.last and verb in ABANDONING
        for s in correction.strikes for position, verb in verbs.items()
    )  # fmt: skip


def _recorded(history: History, root: int, kept: Sequence[Noted], spoken: Callable[[str], str]) -> Recorded:
    out = history.at(history.head).out
    newest = kept[-1]
    last = root
    while last < history.head and history.deeds[last + 1] == root:
        last += 1
    put_in = history.behinds[root]
    clock = newest.clock if newest.clock is not None else newest.moment
    return Recorded(
        root=root,
        deed=newest.position,
        line=newest.note.line,
        text=newest.words,
        spellings=frozenset(spoken(e.words) if e.root not in (0, e.position) else e.words for e in kept),
        voided=all(out[e.position] == 1 for e in kept),
        moves=not schemas.events.classes()[history.tags[root]].table,
        moment=newest.moment,
        clock=None if _OWN_MOMENT.search(newest.words) else clock,
        behind=put_in if put_in != root else last,
    )


# Matching ----------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Match:
    """A note held against the book. By place in the note: `recorded` lines and `edited` ones, each with the place of
    what the book has; `missing` are places of what the book alone has. Every other line of the note is new.
    """

    recorded: dict[int, int]
    edited: dict[int, int]
    missing: tuple[int, ...]

    @property
    def clean(self) -> bool:
        """Whether the book has nothing that the note says otherwise or not at all."""
        return not self.edited and not self.missing


def match(lines: Sequence[Collection[str]], recorded: Sequence[Recorded]) -> Match:
    """Holds a note's lines, in order, against what is recorded of it; each by its forms: its words, and as `spoken`.

    What the book alone has and what the note alone has between the same two matched lines are paired in order: edited.
    """
    pairs = _prefer_standing(common(lines, [r.spellings for r in recorded]), lines, recorded)
    edited: dict[int, int] = {}
    missing: list[int] = []
    note_at = book_at = 0
    for in_note, in_book in [*pairs, (len(lines), len(recorded))]:
        new = list(range(note_at, in_note))
        gone = [place for place in range(book_at, in_book) if not recorded[place].voided]
        edited.update(zip(new, gone, strict=False))
        missing += gone[len(new) :]
        note_at, book_at = in_note + 1, in_book + 1
    return Match(dict(pairs), edited, tuple(missing))


def _prefer_standing(
    pairs: Sequence[tuple[int, int]], lines: Sequence[Collection[str]], recorded: Sequence[Recorded]
) -> list[tuple[int, int]]:
    """The same pairs, where a line that would pass for a voided one is an equal one beside it that stands."""
    found = list(pairs)
    for nth, (in_note, in_book) in enumerate(found):
        if recorded[in_book].voided:
            low = found[nth - 1][1] + 1 if nth else 0
            high = found[nth + 1][1] if nth + 1 < len(found) else len(recorded)
            for place in range(low, high):
                if not recorded[place].voided and not recorded[place].spellings.isdisjoint(lines[in_note]):
                    found[nth] = (in_note, place)
                    break
    return found


def common(first: Sequence[Collection[str]], second: Sequence[frozenset[str]]) -> list[tuple[int, int]]:
    """A longest common subsequence, as pairs of places; of several the one that matches earliest.

    A place of `first` matches one of `second` if they have a text in common. Beginning and end are trimmed; what
    is left is compared bit by bit, a whole row of the table in one step: thousands of changed lines take a moment.
    """
    start = 0
    while start < len(first) and start < len(second) and not second[start].isdisjoint(first[start]):
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and not second[-1 - end].isdisjoint(first[-1 - end]):
        end += 1
    middle = _common_rows(first[start : len(first) - end], second[start : len(second) - end])
    pairs = [(place, place) for place in range(start)]
    pairs += [(start + a, start + b) for a, b in middle]
    pairs += [(len(first) - back, len(second) - back) for back in range(end, 0, -1)]
    return pairs


def _common_rows(first: Sequence[Collection[str]], second: Sequence[frozenset[str]]) -> list[tuple[int, int]]:
    places: dict[str, int] = {}
    for place, known in enumerate(second):
        for text in known:
            places[text] = places.get(text, 0) | 1 << place
    whole = (1 << len(second)) - 1
    # A 0 at bit j of row i: with place j of `second` the first i texts have one more in common than without it.
    rows = [whole]
    for texts in first:
        row = rows[-1]
        hits = 0
        for text in texts:
            hits |= row & places.get(text, 0)
        rows.append(((row + hits) | (row - hits)) & whole)
    pairs: list[tuple[int, int]] = []
    i, j = len(first), len(second)
    while i and j:
        if rows[i] >> (j - 1) & 1:
            j -= 1
            continue
        i -= 1
        if rows[i] >> (j - 1) & 1:
            j -= 1
            pairs.append((i, j))
    pairs.reverse()
    return pairs

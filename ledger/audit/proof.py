"""The proof of the cup's dice: what was promised, what fell, and whether what was shown fits (ledger/cup.py says
how).

A walk along the book, entry after entry in the order of writing. It finds dice that are not as they were promised,
numbers used for two dice or left out, and promises made of dice that had fallen already.
"""

from typing import NamedTuple

import msgspec

from ledger.cup import commitment_of, face
from ledger.reading import Reading
from ledger.seals import UNREADABLE
from schemas.dice import Promise, Roll, Thrown
from schemas.entry import Entry, Event
from schemas.events.dice import DiceCommitted, DiceRevealed


class Wrong(NamedTuple):
    """The first thing that is not as it was promised, with its entry."""

    position: int
    text: str


class _Die(NamedTuple):
    label: str
    faces: int
    fell: int
    position: int


class _Thrower(msgspec.Struct, frozen=True, gc=False):
    """As much of a stored entry as the proof looks at."""

    event: msgspec.Raw
    dice: tuple[Thrown, ...] = ()
    cup: int = 0
    operation: int = 0


_read = msgspec.json.Decoder(_Thrower).decode
_read_event = msgspec.json.Decoder(DiceCommitted | DiceRevealed).decode


class Proof:
    """Takes entry after entry in; `wrong` is the first finding, `shown` and `recomputed` count promises and dice."""

    def __init__(self) -> None:
        self.wrong: Wrong | None = None
        self.shown = 0
        self.recomputed = 0
        self._fallen = 0
        self._left_out = False
        self._dice: dict[int, _Die] = {}
        self._promises: dict[int, tuple[Promise, dict[int, _Die]]] = {}
        self._newest: Promise | None = None
        self._operation = (0, b"")

    def add(self, position: int, stored: bytes | None, before: bytes) -> None:
        """The next entry, None if an export left it out, with the digest of everything before it."""
        if stored is None:
            self._left_out = True
            return
        if b'"operation":' not in stored:  # left out where it is the entry's own position
            self._operation = (position, before)
        if self.wrong is not None or not (b'"cup"' in stored or b'"dice.' in stored):
            return
        try:
            entry = _read(stored)
            if entry.cup or any(t.source == "cup" for t in entry.dice):
                self._throw(position, entry)
            event = bytes(entry.event)
            if b'"dice.committed"' in event[:40]:
                self._commit(position, entry.operation or position, _read_event(event))
            elif b'"dice.revealed"' in event[:40]:
                self._reveal(position, _read_event(event))
        except UNREADABLE as error:
            self._finds(position, f"The dice of entry {position} cannot be read ({error}).")

    def _finds(self, position: int, text: str) -> None:
        if self.wrong is None or position < self.wrong.position:
            self.wrong = Wrong(position, text)

    # -- what fell

    def _throw(self, position: int, entry: _Thrower) -> None:
        for thrown in entry.dice:
            if thrown.source != "cup":
                continue
            first = thrown.die
            if not first:
                if not entry.cup:
                    if self._promises:
                        self._finds(
                            position, f"{thrown.label} in entry {position} is said to be of the cup and has no number."
                        )
                    continue
                first = self._fallen + 1  # a book of the time before dice were numbered
            for number, (faces, fell) in enumerate(zip(thrown.faces, thrown.fell, strict=False), start=first):
                self._fell(number, _Die(thrown.label, faces, fell, position))
        if entry.cup and entry.cup != self._fallen:
            if not self._left_out:
                self._finds(
                    position, f"Entry {position} counts {entry.cup} dice of the cup; {self._fallen} are written."
                )
            self._fallen = max(self._fallen, entry.cup)

    def _fell(self, number: int, die: _Die) -> None:
        position = die.position
        if number <= self._fallen:
            before = self._dice.get(number)
            if before is None:
                if not self._left_out:
                    self._finds(
                        position, f"Die {number} of entry {position} has the number of a die that is nowhere written."
                    )
            elif before[:3] != die[:3]:
                self._finds(
                    position,
                    f"Die {number} of entry {position} shows {die.fell} for {die.label}; in entry {before.position} it "
                    f"fell as {before.fell} for {before.label}.",
                )
            return
        if number != self._fallen + 1 and not self._left_out:
            self._finds(position, f"Die {number} of entry {position} was thrown where die {self._fallen + 1} was next.")
        self._fallen = number
        self._dice[number] = die
        newest = self._newest
        if newest is not None and newest.first <= number <= newest.last:
            self._promises[newest.position][1][number] = die

    # -- what was promised and shown

    def _commit(self, position: int, operation: int, event: DiceCommitted | DiceRevealed) -> None:
        assert isinstance(event, DiceCommitted)
        if event.first <= self._fallen or (event.first > self._fallen + 1 and not self._left_out):
            self._finds(
                position,
                f"Entry {position} promises dice from die {event.first} on, when {self._fallen} had fallen already.",
            )
        at, before = self._operation
        if at == operation and event.head != before.hex():
            self._finds(position, f"The promise of entry {position} was not made for this book.")
        self._fallen = max(self._fallen, event.first - 1)
        self._newest = Promise(position, event.first, event.count, event.head, event.commitment)
        self._promises[position] = (self._newest, {})

    def _reveal(self, position: int, event: DiceCommitted | DiceRevealed) -> None:
        assert isinstance(event, DiceRevealed)
        promise, dice = self._promises.get(event.of, (None, {}))
        if promise is None:
            if not self._left_out:
                self._finds(position, f"Entry {position} shows a promise that entry {event.of} did not make.")
            return
        if self._newest is promise:
            self._newest = None
        try:
            secret = bytes.fromhex(event.secret)
        except ValueError:
            secret = b""
        if len(secret) != 32 or commitment_of(secret, promise.head, promise.first, promise.count) != promise.commitment:
            self._finds(position, f"Entry {position} shows another secret than the one that entry {event.of} promised.")
            return
        for number, die in dice.items():
            promised = face(secret, number, die.faces)
            if die.fell != promised:
                self._finds(
                    die.position,
                    f"Die {number} of entry {die.position} shows {die.fell} for {die.label}; what entry {event.of} "
                    f"promised and entry {position} shows is {promised}.",
                )
        if event.fell != len(dice) and not self._left_out:
            self._finds(
                position, f"Entry {position} says that {event.fell} promised dice fell; {len(dice)} are written."
            )
        self.shown += 1
        self.recomputed += len(dice)


# -- of one throw -----------------------------------------------------------------------------------------------


def promise_text(reading: Reading, entry: Entry, event: Event) -> str | None:
    """Under which promise the throw of an entry fell, in a sentence; None for what the cup did not throw."""
    numbers = numbers_of(reading, entry, event.roll) if event.roll is not None else ()
    if not numbers:
        return None
    promised = reading.campaign.promised
    promise = promised.of(numbers[0])
    said = f"Die {numbers[0]} of the cup" if len(numbers) == 1 else f"Dice {numbers[0]} to {numbers[-1]} of the cup"
    if promise is None or promise.position > reading.known_at:
        return f"{said}: thrown under no promise."
    shown = "not shown yet" if promise.position not in promised.shown else "shown since: verify recomputes it"
    return f"{said}: promised in entry {promise.position} before it fell, {shown}."


def numbers_of(reading: Reading, entry: Entry, roll: Roll | None) -> tuple[int, ...]:
    """The numbers of a roll's dice in its book; none where it was told, or written before dice were numbered."""
    if roll is None or roll.source != "cup":
        return ()
    campaign, deed = reading.campaign, entry.deed or entry.position
    history = campaign.history
    heads = [deed]
    if history.roots:  # there are versions
        heads = [p for p in range(reading.known_at, 0, -1) if history.roots[p] == history.roots[deed]]
    wanted = tuple((d.faces, d.face) for d in roll.dice)
    for head in campaign.entries(heads):
        for thrown in head.dice:
            if thrown.source == "cup" and thrown.die and tuple(zip(thrown.faces, thrown.fell, strict=True)) == wanted:
                return tuple(range(thrown.die, thrown.die + len(thrown.fell)))
    return ()

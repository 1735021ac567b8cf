"""The cup's dice, promised before they fall and shown after: how is said in ledger/cup.py."""

from typing import ClassVar

from schemas.entry import Event


class DiceCommitted(Event, tag="dice.committed", frozen=True, kw_only=True):
    """The cup's next `count` dice are promised, from die number `first` of the book on, before one of them falls.

    `commitment` is sha256(secret + "campaign dice/HEAD/FIRST/COUNT") in hex: it fixes all of them and says nothing
    of any. `head` is the digest of everything before this operation. `instead` is the entry of a promise that
    cannot be shown any more and that this one takes the place of.
    """

    says: ClassVar[str] = "The cup promises its next {count:die}, from die {first} on: {commitment}"
    table: ClassVar[bool] = True
    first: int
    count: int
    head: str
    commitment: str
    instead: int | None = None


class DiceRevealed(Event, tag="dice.revealed", frozen=True, kw_only=True):
    """The secret of the promise in entry `of` is shown: from it anyone recomputes its dice.

    `fell` dice fell under the promise, `first` on; the rest of it is void, as no die falls from a secret that was
    shown.
    """

    says: ClassVar[str] = "The dice promised in entry {of} are shown, {fell} of {count} fell: the secret is {secret}"
    table: ClassVar[bool] = True
    of: int
    secret: str
    first: int
    count: int
    fell: int

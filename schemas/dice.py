"""Dice as they fell, where they came from, and the sum that was made of them."""

from typing import Literal

import msgspec

from schemas.units import Amount

Source = Literal["table", "cup"]


class Die(msgspec.Struct, frozen=True, gc=False):
    """One die: how many faces it has, which one fell, and whether it counts (`kept`)."""

    faces: int
    face: int | None
    kept: bool = True


class Plus(msgspec.Struct, frozen=True, gc=False):
    """A named term of a sum, such as `hunting` 6."""

    name: str
    value: Amount


class Roll(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A throw with its sum: `total` is the kept dice and every `plus`; `won` says whether it beat what it met.

    In a dry run a die that nobody told has `face`, `total`, `margin` and `won` None.
    """

    who: str
    dice: tuple[Die, ...]
    plus: tuple[Plus, ...] = ()
    total: Amount | None = None
    target: Amount | None = None
    against: "Roll | None" = None
    margin: Amount | None = None
    won: bool | None = None
    source: Source = "table"


class Thrown(msgspec.Struct, frozen=True, gc=False):
    """A throw kept with its deed: asked for by `label`, so that the same question finds the same dice again.

    `die` is the number that the first die of a throw from the cup has in its book, from 1; the others follow on
    (ledger/cup.py). 0 for what was told, and in books written before dice were numbered.
    """

    label: str
    faces: tuple[int, ...]
    fell: tuple[int, ...]
    source: Source = "table"
    die: int = 0


class Promise(msgspec.Struct, frozen=True, gc=False):
    """The cup's dice `first` to `last`, promised by the entry at `position` before they fell; `head` is the digest of
    everything before that operation, in hex. `commitment` fixes them and gives nothing away (ledger/cup.py).
    """

    position: int
    first: int
    count: int
    head: str
    commitment: str

    @property
    def last(self) -> int:
        return self.first + self.count - 1

"""Shots and what belongs to them: weapons that are loaded, things that are thrown, an even split."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class WeaponLoaded(Event, tag="weapon.loaded", frozen=True, kw_only=True):
    """EOS-XB1-03, EOS-XB2-03, EOS-FA1-04: an action of loading; `done` of the `needed` ones, `loaded` when all are done.

    `actions` is what it took in a fight, with the grasp for loose ammunition (EOS-CGEAR-15). `ammunition` is what it
    shoots, `tier` that of the bullet where one was chosen.
    """

    says: ClassVar[str] = "{who} loads {piece}: {done} of {needed:action}"
    piece: str
    done: int
    needed: int
    loaded: bool
    actions: int = 1
    ammunition: str | None = None
    tier: int | None = None


class ThingThrown(Event, tag="thing.thrown", frozen=True, kw_only=True):
    """EOS-TURN-10: a thing flies somewhere and hurts nobody; `distance` in tiles, None where nobody counted them."""

    says: ClassVar[str] = "{who} throws {piece} {toward}"
    piece: str
    item: str
    to: str | None = None
    distance: Amount | None = None
    fight: str | None = None

    @property
    def toward(self) -> str:
        """Where it lands, for eyes."""
        return f"to {self.to}" if self.to is not None else "away"


class FightSplit(Event, tag="fight.split", frozen=True, kw_only=True):
    """EOS-SPLIT-01: dozens of rounds in one: `number` natural 20s and natural 1s for each side."""

    says: ClassVar[str] = "{who} and {whom} split {number} and {number}"
    whom: str
    number: int

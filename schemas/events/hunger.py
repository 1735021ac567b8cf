"""Hunger: what food and work of a day make of it."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class HungerChanged(Event, tag="hunger.changed", frozen=True, kw_only=True):
    """EOS-STARV-04: percent of the maximum, by what was eaten (`ration`) and done (`work`: full, half, none) on a day.

    `told`: the game master's own figure, where the book has none (EOS-STARV-07).
    """

    says: ClassVar[str] = "{who} ate {fed} rations and did {worked} work on day {day}: {changed}"
    day: int
    ration: str
    work: str
    eaten: Amount
    need: Amount
    told: bool = False

    @property
    def fed(self) -> str:
        """`full`, `half` or `no`."""
        return "no" if self.ration == "none" else self.ration

    @property
    def worked(self) -> str:
        """`full`, `half` or `no`."""
        return "no" if self.work == "none" else self.work

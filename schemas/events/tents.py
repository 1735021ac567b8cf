"""Tents: pitched, they are a shelter."""

from typing import ClassVar

from schemas.entry import Event


class TentPitched(Event, tag="tent.pitched", frozen=True, kw_only=True):
    """EOS-TENT-02: a tent stands at a place and houses so many; it is in use from now on (EOS-TENT-03)."""

    says: ClassVar[str] = "{who} pitches {tent} in {at}, for {persons}"
    tent: str
    persons: int

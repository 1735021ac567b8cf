"""Healing: what a night gives back."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class BodyHealed(Event, tag="body.healed", frozen=True, kw_only=True):
    """EOS-STAT-06, EOS-DOWN-08: Body a day, and what medics did for one who rested (EOS-MED-02); offered.

    EOS-GEAR-13: `grown` are the parts of natural gear that have a tier back.
    """

    says: ClassVar[str] = "{who} heals {healed} hit points (rest {rest}, medicine {medicine}; grown back: {grown})"
    day: int
    rest: Amount
    medicine: Amount = 0
    grown: tuple[str, ...] = ()

"""Gear: fitted to its wearer."""

from typing import ClassVar

from schemas.entry import Event


class GearFitted(Event, tag="gear.fitted", frozen=True, kw_only=True):
    """EOS-GEAR-03: armor or clothing fits another wearer."""

    says: ClassVar[str] = "{who} fits {piece} to {whom}"
    piece: str
    whom: str

"""Goods: who has what, and what they wear."""

from typing import ClassVar

from schemas.entry import Event


class GoodsMoved(Event, tag="goods.moved", frozen=True, kw_only=True):
    """Things change hands, or are laid down."""

    says: ClassVar[str] = "{who} gives {spent} to {to}"
    to: str
    item: str


class GearWorn(Event, tag="gear.worn", frozen=True, kw_only=True):
    """EOS-GEAR-04, EOS-GEAR-12: things are put on, each in the slot that it takes."""

    says: ClassVar[str] = "{who} wears {pieces} ({slot})"
    pieces: tuple[str, ...]
    slot: str

"""Goods: who has what, and what they wear."""

from typing import ClassVar

from schemas.entry import Event


class GoodsMoved(Event, tag="goods.moved", frozen=True, kw_only=True):
    """Things change hands, or are laid down."""

    says: ClassVar[str] = "{who} {gives} {spent}{over}"
    to: str
    item: str

    @property
    def gives(self) -> str:
        return "takes" if self.to == self.who else "gives"

    @property
    def over(self) -> str:
        """To whom, where it is somebody else."""
        return "" if self.to == self.who else f" to {self.to}"


class GearWorn(Event, tag="gear.worn", frozen=True, kw_only=True):
    """EOS-GEAR-04, EOS-GEAR-12: things are put on, each in the slot that it takes."""

    says: ClassVar[str] = "{who} wears {pieces}{where}"
    pieces: tuple[str, ...]
    slot: str

    @property
    def where(self) -> str:
        """The slot, where it is more than on the body."""
        return "" if self.slot == "worn" else f" ({self.slot})"


class GoodsStowed(Event, tag="goods.stowed", frozen=True, kw_only=True):
    """EOS-GEAR-10, EOS-GEAR-04, EOS-TENT-03: things go into a container or back into a slot; a tent is folded up."""

    says: ClassVar[str] = "{who} stows {item} ({to})"
    item: str
    to: str


class GearWielded(Event, tag="gear.wielded", frozen=True, kw_only=True):
    """EOS-CGEAR-14, EOS-SHLD-03: a piece is in hand; `actions` is what it takes in a fight; `away` was put away."""

    says: ClassVar[str] = "{who} takes {piece} in hand ({hand})"
    piece: str
    hand: str
    actions: int = 0
    away: tuple[str, ...] = ()

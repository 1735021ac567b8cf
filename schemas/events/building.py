"""Buildings: what somebody built stands as a place of its own."""

from typing import ClassVar

from schemas.entry import Event


class PlaceBuilt(Event, tag="place.built", frozen=True, kw_only=True):
    """EOS-WOOD-05, EOS-ARCH-05: a building or a wall stands, and wears from this day on."""

    says: ClassVar[str] = "{name} stands in {at}: {thing}, {measure}"
    name: str
    thing: str
    measure: str

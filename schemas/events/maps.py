"""Maps: drawn from memory, copied, joined, brought up to date."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class MapDrawn(Event, tag="map.drawn", frozen=True, kw_only=True):
    """EOS-MAP-04: a task on a map from memory, as many as its tier; with the last of them it is there."""

    says: ClassVar[str] = "{who} draws {map} (T{tier}): {left:task} left"
    map: str
    tier: int
    of: tuple[str, ...]
    left: Amount = 0


class MapCopied(Event, tag="map.copied", frozen=True, kw_only=True):
    """EOS-MAP-05: a map is drawn after another and keeps its tier; a large one is two tasks."""

    says: ClassVar[str] = "{who} copies {source} as {map} (T{tier}): {left:task} left"
    map: str
    source: str
    tier: int
    left: Amount = 0


class MapJoined(Event, tag="map.joined", frozen=True, kw_only=True):
    """EOS-MAP-06: several maps become one of the lowest tier among them."""

    says: ClassVar[str] = "{who} joins {sources} to {map} (T{tier})"
    map: str
    sources: tuple[str, ...]
    tier: int


class MapUpdated(Event, tag="map.updated", frozen=True, kw_only=True):
    """EOS-MAP-03: the last hand decides the tier, if it charted all that the map shows; else the lower of both
    stands.
    """

    says: ClassVar[str] = "{who} brings {map} up to date: T{before} to T{tier}"
    map: str
    before: int
    tier: int
    charted_all: bool
    of: tuple[str, ...]

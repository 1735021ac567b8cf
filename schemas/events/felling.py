"""Logging: beams of a zone's trees."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class FellHarvested(Event, tag="fell.harvested", frozen=True, kw_only=True):
    """EOS-LOG-02, EOS-LOG-03: (1 + level) x tool of beams, as far as trees stand; `left` stood before, None if
    uncounted.
    """

    says: ClassVar[str] = "{who} fells {gained} in {place} with {tool} tools"
    tool: str
    felled: Amount
    left: Amount | None = None

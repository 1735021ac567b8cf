"""Mining and quarrying: what comes out of a pit, and the ingots that a fire makes of ore."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class MineHarvested(Event, tag="mine.harvested", frozen=True, kw_only=True):
    """EOS-MINE-02, EOS-MINE-04: (1 + level) x tool of ore, as far as the mine holds it; `left` was there before."""

    says: ClassVar[str] = "{who} digs {gained} out of {place} with {tool} tools"
    tool: str
    dug: Amount
    left: Amount


class MineSmelted(Event, tag="mine.smelted", frozen=True, kw_only=True):
    """EOS-MINE-03: ten ore are an ingot of T1 at a lit fire, within the same task; `weighs` of each (EOS-MINE-05)."""

    says: ClassVar[str] = "{who} smelts {spent} to {gained} ({weighs} each)"
    ingots: int
    weighs: str


class QuarryHarvested(Event, tag="quarry.harvested", frozen=True, kw_only=True):
    """EOS-QUAR-01, EOS-QUAR-02: 2 x level x tool of stones, as far as the quarry holds them; `weighs` of each
    (EOS-QUAR-03).
    """

    says: ClassVar[str] = "{who} breaks {gained} out of {place} with {tool} tools ({weighs} each)"
    tool: str
    dug: Amount
    left: Amount
    weighs: str

"""Trade: coin for goods."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class TradeDone(Event, tag="trade.done", frozen=True, kw_only=True):
    """EOS-SCALE-05: somebody buys or sells at a price in coin, sizes counted."""

    says: ClassVar[str] = "{who} {deed} for {price:coin}: {spent} against {gained}"
    deed: str
    price: Amount

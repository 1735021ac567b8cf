"""Travel: miles made, and the end of the way."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class TravelMade(Event, tag="travel.made", frozen=True, kw_only=True):
    """EOS-NAV-05, EOS-NAV-06, EOS-NAV-07, EOS-NAV-08, EOS-NAV-09: the miles of one travel task of a group.

    `pace` is what they cover in a task, `by_gm` what the GM takes off or adds (EOS-NAV-12), `miles` what of it was
    walked, `left` the rest of the way. `bonus` is the navigator's (EOS-NAV-04).
    """

    says: ClassVar[str] = "{travellers} {make} {miles:mile} towards {to} by {by}: {left} left"
    to: str
    by: str
    travellers: tuple[str, ...]
    miles: Amount
    left: Amount
    pace: Amount
    by_gm: Amount = 0
    navigator: str | None = None
    bonus: Amount = 0
    map: str | None = None
    vessel: str | None = None
    pulled: str | None = None
    carried: tuple[str, ...] = ()

    @property
    def make(self) -> str:
        """`makes` of one, `make` of several."""
        return "makes" if len(self.travellers) == 1 else "make"


class TravelArrived(Event, tag="travel.arrived", frozen=True, kw_only=True):
    """EOS-NAV-03: they are there; from now on they have been."""

    says: ClassVar[str] = "{travellers} {are} in {to}"
    to: str
    travellers: tuple[str, ...]

    @property
    def are(self) -> str:
        """`is` of one, `are` of several."""
        return "is" if len(self.travellers) == 1 else "are"

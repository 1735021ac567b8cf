"""Healing: what a night gives back."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount, exact, text_of


class BodyHealed(Event, tag="body.healed", frozen=True, kw_only=True):
    """EOS-STAT-06, EOS-DOWN-08: Body a day, and what medics did for one who rested (EOS-MED-02); offered.

    EOS-GEAR-13: `grown` are the parts of natural gear that have a tier back.
    """

    says: ClassVar[str] = "{who} heals {healed:hit point} ({sources})"
    day: int
    rest: Amount
    medicine: Amount = 0
    grown: tuple[str, ...] = ()

    @property
    def sources(self) -> str:
        """What was offered by rest and by medicine, and what grew back."""
        said = f"rest {text_of(exact(self.rest))}" + (
            f", medicine {text_of(exact(self.medicine))}" if self.medicine else ""
        )
        return said + (f"; grown back: {', '.join(self.grown)}" if self.grown else "")

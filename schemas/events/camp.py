"""Time that passes: a camp, the clock, and the close of every day."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount, Moment, counted


class CampMade(Event, tag="camp.made", frozen=True, kw_only=True):
    """EOS-CAL-06: everybody camps, each where they are, up to the dawn `to`.

    What the line says of the night is posted as marks: `outside` are on watch without fire, shelter or bedroll, `hours`
    before dawn can bite, `told` is the GM's hunger by name.
    """

    says: ClassVar[str] = "The camp is made on day {day}{span}{watch}"
    moves_clock: ClassVar[bool] = True
    to: Moment
    day: int
    nights: int = 1
    outside: tuple[str, ...] = ()
    hours: Amount | None = None
    told: tuple[str, ...] = ()

    @property
    def span(self) -> str:
        """For how long, where it is more than the one night."""
        return "" if self.nights == 1 else f", for {counted(self.nights, 'night')}"

    @property
    def watch(self) -> str:
        """Who is outside, if anybody is."""
        return f"; outside: {', '.join(self.outside)}" if self.outside else ""


class ClockMoved(Event, tag="clock.moved", frozen=True, kw_only=True):
    """Time is moved on to `to`; what is due on the way is asked."""

    says: ClassVar[str] = "The clock moves on to {date}"
    moves_clock: ClassVar[bool] = True
    to: Moment
    date: str


class DayClosed(Event, tag="day.closed", frozen=True, kw_only=True):
    """EOS-CAL-01, EOS-CAL-06: a day is over; the clock stands at the dawn that follows."""

    says: ClassVar[str] = "Day {day} is closed"
    moves_clock: ClassVar[bool] = True
    to: Moment
    day: int

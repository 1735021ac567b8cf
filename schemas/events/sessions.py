"""The table itself: sessions of play, and who sits at it."""

from typing import ClassVar

from schemas.entry import Event


class SessionStarted(Event, tag="session.started", frozen=True, kw_only=True):
    """A session of play begins; what is entered from here on is of it."""

    says: ClassVar[str] = "Session {number} begins: {title}"
    table: ClassVar[bool] = True
    number: int
    title: str | None = None


class SessionEnded(Event, tag="session.ended", frozen=True, kw_only=True):
    """A session of play is over. `seal` is the code of all before this entry: position and 80 bits of its digest."""

    says: ClassVar[str] = "Session {number} ends; the seal is {seal}"
    table: ClassVar[bool] = True
    seals: ClassVar[bool] = True
    number: int
    seal: str = ""


class SeatGiven(Event, tag="seat.given", frozen=True, kw_only=True):
    """A seat at the table: of the game master (`gm`), of a `player` with characters, of one who `watches`."""

    says: ClassVar[str] = "The seat of {name} ({role}) plays: {plays}; gives back: {gives}"
    table: ClassVar[bool] = True
    name: str
    role: str
    plays: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()


class CalendarAdopted(Event, tag="calendar.adopted", frozen=True, kw_only=True):
    """EOS-CAL-03, EOS-CAL-04: the days of the campaign are counted and called otherwise from here on."""

    says: ClassVar[str] = "A calendar is adopted: {months} months, {year_days} days a year, spring {spring}"
    months: int
    year_days: int
    spring: str

"""The table itself: sessions of play, and who sits at it."""

from typing import ClassVar

from schemas.entry import Event


class SessionStarted(Event, tag="session.started", frozen=True, kw_only=True):
    """A session of play begins; what is entered from here on is of it."""

    says: ClassVar[str] = "Session {number} begins{called}"
    table: ClassVar[bool] = True
    number: int
    title: str | None = None

    @property
    def called(self) -> str:
        """Its title, if it has one."""
        return f": {self.title}" if self.title else ""


class SessionEnded(Event, tag="session.ended", frozen=True, kw_only=True):
    """A session of play is over. `seal` is the code of all before this entry: position and 80 bits of its digest."""

    says: ClassVar[str] = "Session {number} ends; the seal is {seal}"
    table: ClassVar[bool] = True
    seals: ClassVar[bool] = True
    number: int
    seal: str = ""


class SeatGiven(Event, tag="seat.given", frozen=True, kw_only=True):
    """A seat at the table: of the game master (`gm`), of a `player` with characters, of one who `watches`."""

    says: ClassVar[str] = "{name} has a seat ({role}){parts}"
    table: ClassVar[bool] = True
    name: str
    role: str
    plays: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()

    @property
    def parts(self) -> str:
        """Whom the seat plays from here on, and whom no longer."""
        plays = f" and plays {', '.join(self.plays)}" if self.plays else ""
        return plays + (f"; {', '.join(self.gives)} no longer" if self.gives else "")


class CalendarAdopted(Event, tag="calendar.adopted", frozen=True, kw_only=True):
    """EOS-CAL-03, EOS-CAL-04: the days of the campaign are counted and called otherwise from here on."""

    says: ClassVar[str] = "A calendar is adopted: {months:month}, {year_days:day} a year, spring {spring}"
    months: int
    year_days: int
    spring: str

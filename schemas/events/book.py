"""The campaign itself: its opening, its sessions, its calendar."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Moment


class BookOpened(Event, tag="book.opened", frozen=True, kw_only=True):
    """EOS-CAL-03, EOS-CAL-04: the campaign's name, game and calendar; the clock stands at the dawn of day 1."""

    says: ClassVar[str] = "The book “{title}” is opened ({game})"
    table: ClassVar[bool] = True
    moves_clock: ClassVar[bool] = True
    title: str
    game: str
    to: Moment

"""Lockpicking: hours at a lock."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class PickRolled(Event, tag="pick.rolled", frozen=True, kw_only=True):
    """EOS-LPICK-02, EOS-LPICK-03: the `nth` try of a day, and the minutes it took."""

    says: ClassVar[str] = "{who} picks {lock}, try {nth} of the day: {roll}; {minutes:minute}"
    lock: str
    nth: int
    minutes: Amount | None = None


class LockOpened(Event, tag="lock.opened", frozen=True, kw_only=True):
    """EOS-LPICK-02: a lock is open."""

    says: ClassVar[str] = "{who} opens {lock}"
    lock: str

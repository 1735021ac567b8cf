"""Tracking: a day on somebody's trail."""

from typing import ClassVar

from schemas.entry import Event


class TrackRolled(Event, tag="track.rolled", frozen=True, kw_only=True):
    """EOS-HUNT-10: Hunting + Presence + d20 of both; the trail of that day is held or lost, without gear
    (EOS-HUNT-12).
    """

    says: ClassVar[str] = "{who} follows {whom}, day {behind} of the trail: {roll}"
    whom: str
    behind: int
    held: bool | None = None

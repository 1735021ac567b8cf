"""Traps for game: the roll against a zone's number, and what was caught."""

from typing import ClassVar

from schemas.entry import Event


class TrapRolled(Event, tag="trap.rolled", frozen=True, kw_only=True):
    """EOS-TRAP-02: d20 + Traps + Presence against the zone's number; on success the day wears a wild zone."""

    says: ClassVar[str] = "{who} traps in {place}: {roll}"


class TrapHarvested(Event, tag="trap.harvested", frozen=True, kw_only=True):
    """EOS-TRAP-03: a food, five feathers and a cloth fragment for each number rolled over; `tool` is the grade."""

    says: ClassVar[str] = "{who} brings in {gained}"
    tool: str

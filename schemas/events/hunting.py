"""Hunting: the roll against a zone's number, and what a hunter brings home."""

from typing import ClassVar

import msgspec

from schemas.entry import Event


class HuntRolled(Event, tag="hunt.rolled", frozen=True, kw_only=True):
    """EOS-HUNT-03: d20 + Hunting + Presence against the zone's number; on success the day wears the zone."""

    says: ClassVar[str] = "{who} hunts in {place}: {roll}"
    v: int = msgspec.field(default_factory=lambda: 2)  # by a factory: a default would not be written


class HuntHarvested(Event, tag="hunt.harvested", frozen=True):
    """EOS-HUNT-04: five food, a fat, a bone and four cloth fragments for each number rolled over."""

    says: ClassVar[str] = "{who} brings home {gained}"

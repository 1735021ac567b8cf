"""Fishing: the roll against the number of a water, and the catch."""

from typing import ClassVar

from schemas.entry import Event


class FishRolled(Event, tag="fish.rolled", frozen=True, kw_only=True):
    """EOS-FISH-02: d20 + Fishing + Presence against the number of the water; no catch changes it (EOS-FISH-04)."""

    says: ClassVar[str] = "{who} fishes in {place}: {roll}"


class FishHarvested(Event, tag="fish.harvested", frozen=True, kw_only=True):
    """EOS-FISH-03: a food for each number rolled over, times `factor`: the tool's, and a Shore Troll's own."""

    says: ClassVar[str] = "{who} lands {gained}"
    tool: str
    factor: int

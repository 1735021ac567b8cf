"""Bushcraft: what a task of many small jobs leaves behind."""

from typing import ClassVar

from schemas.entry import Event


class BushcraftMade(Event, tag="bushcraft.made", frozen=True, kw_only=True):
    """EOS-BUSH-02: so many sub-tasks of a task went on one product."""

    says: ClassVar[str] = "{who} makes {gained}"
    product: str
    subtasks: int


class ShelterRaised(Event, tag="shelter.raised", frozen=True, kw_only=True):
    """EOS-BUSH-10: so many sub-tasks went on the shelter of the place."""

    says: ClassVar[str] = "{who} builds on the shelter of {place}: {changed}"
    subtasks: int


class FireBanked(Event, tag="fire.banked", frozen=True, kw_only=True):
    """EOS-BUSH-08: wood for so many days of fire at the place; the fire is lit with it."""

    says: ClassVar[str] = "{who} gathers wood in {place} and keeps the fire: {changed}"
    subtasks: int

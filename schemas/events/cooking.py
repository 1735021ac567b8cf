"""Cooking: the points of a cook's task, and what they go on."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class CookPooled(Event, tag="cook.pooled", frozen=True, kw_only=True):
    """EOS-COOK-02: a task gives as many points as the cook's level, for this day."""

    says: ClassVar[str] = "{who} cooks: {points:cooking point} for day {day}"
    points: Amount
    day: int


class CookFreed(Event, tag="cook.freed", frozen=True, kw_only=True):
    """EOS-COOK-05: a point does someone's chores, so that they may work a third task today; the cook feeds them."""

    says: ClassVar[str] = "{who} does the chores of {whom}, who eats {spent}"
    whom: str
    points: int = 1


class CookPreserved(Event, tag="cook.preserved", frozen=True, kw_only=True):
    """EOS-COOK-09: food that never spoils from here on."""

    says: ClassVar[str] = "{who} preserves {spent} for {points:point}"
    points: int
    tool: str


class CookDipped(Event, tag="cook.dipped", frozen=True, kw_only=True):
    """EOS-COOK-11: candles of an hour each, five from every fat."""

    says: ClassVar[str] = "{who} dips {gained} from {spent} for {points:point}"
    points: int
    tool: str


class CookServed(Event, tag="cook.served", frozen=True, kw_only=True):
    """EOS-COOK-13: a task that goes on taste: so many meals of this day at the cook's full level.

    EOS-COOK-14: meals that no task goes on have half of it.
    """

    says: ClassVar[str] = "{who} serves {meals:meal} of taste {taste}"
    meals: int
    taste: Amount
    tool: str

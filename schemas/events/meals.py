"""Meals: what somebody eats of a day."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class MealEaten(Event, tag="meal.eaten", frozen=True, kw_only=True):
    """EOS-FOOD-07: a meal out of the larder of the place; what it comes to against the day's `need` is the `ration`.

    `stored` is what a bear eats beyond that for its fat (EOS-FOOD-08), `source` the larder, its fat or the wild.
    """

    says: ClassVar[str] = "{who} {fares} ({spent}, from the {source})"
    day: int
    need: Amount
    eaten: Amount
    ration: str
    source: str = "larder"
    stored: Amount = 0

    @property
    def fares(self) -> str:
        """`eats a full ration`, or `goes hungry`."""
        return "goes hungry" if self.ration == "none" else f"eats a {self.ration} ration"

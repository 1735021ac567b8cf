"""Farming: a month of work on a plot, what animals take of it, and what is brought in."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class FarmWorked(Event, tag="farm.worked", frozen=True, kw_only=True):
    """EOS-FARM-01, EOS-FARM-13: a task on the plot `work`: the `nth` of `needed`. The first one begins it."""

    says: ClassVar[str] = "{who} works the {crop} in {place}: task {nth} of {needed}"
    crop: str
    nth: Amount
    needed: Amount
    work: str | None = None


class FarmRolled(Event, tag="farm.rolled", frozen=True, kw_only=True):
    """EOS-FARM-06, EOS-FARM-07, EOS-FARM-08: a bare d20 against the zone's number; what is over it, animals eat."""

    says: ClassVar[str] = "Animals at the {product} of {who}: {roll}; {lost} of {share} lost"
    product: str
    share: Amount
    lost: Amount


class FarmHarvested(Event, tag="farm.harvested", frozen=True, kw_only=True):
    """EOS-FARM-04, EOS-FARM-05: level x 10 x tool of food and cloth fragments in all, less what animals took."""

    says: ClassVar[str] = "{who} brings in {gained} from {place} with {tool} tools (at most {gross})"
    work: str
    crop: str
    tool: str
    gross: Amount


class FarmReadied(Event, tag="farm.readied", frozen=True, kw_only=True):
    """EOS-FARM-09, EOS-FARM-10: for what animals took, one hunt or one line of traps in the zone meets 0, for two
    days.
    """

    says: ClassVar[str] = "The bows are ready in {place}: one easy {crafts}, until day {until_day}"
    crafts: tuple[str, ...]
    until_day: int

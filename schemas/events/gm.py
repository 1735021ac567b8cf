"""The game master's (GM's) own hand: gifts, takings, settings, harm and healing, awards, places."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class GmGave(Event, tag="gm.gave", frozen=True, kw_only=True):
    """EOS-CHAR-10: loot, finds, coin: things come into the world by the GM's word; `to` is who or what gets them."""

    says: ClassVar[str] = "The GM gives {to}: {gained}"
    to: str


class GmTook(Event, tag="gm.took", frozen=True, kw_only=True):
    """EOS-CHAR-10: things leave the world by the GM's word (theft, loss, rot); `of` is who or what had them."""

    says: ClassVar[str] = "The GM takes from {of}: {spent}"
    of: str


class GmSet(Event, tag="gm.set", frozen=True, kw_only=True):
    """A field is what the GM says it is, from here on: the one absolute posting."""

    says: ClassVar[str] = "The GM sets {field} of {thing} to {to}"
    thing: str
    field: str
    to: Amount


class GmHarmed(Event, tag="gm.harmed", frozen=True, kw_only=True):
    """EOS-ENV-08: harm by the GM's word. Who is immune to its kind is not hurt, and the entry says so."""

    says: ClassVar[str] = "{who} loses {lost:hit point} of {by} ({kind})"
    kind: str
    by: Amount
    immune: bool = False


class GmHealed(Event, tag="gm.healed", frozen=True, kw_only=True):
    """Healing by the GM's word, up to what someone can have."""

    says: ClassVar[str] = "{who} heals {healed:hit point}"
    by: Amount
    kind: str | None = None
    grown: tuple[str, ...] = ()
    """EOS-GEAR-13: natural gear that magic made whole."""


class ExperienceAwarded(Event, tag="experience.awarded", frozen=True, kw_only=True):
    """EOS-STAT-08: experience by the GM's word."""

    says: ClassVar[str] = "{who} gains {by} experience"
    by: int


class LevelGained(Event, tag="level.gained", frozen=True, kw_only=True):
    """EOS-STAT-03, EOS-STAT-04: 2,000 experience are a level, and a level is a stat point; the numbers follow."""

    says: ClassVar[str] = "{who} reaches combat level {level}"
    level: int


class PlaceChanged(Event, tag="place.changed", frozen=True, kw_only=True):
    """Someone is elsewhere, by the GM's word; no task. On a board `to` is a tile, `thing` terrain that was set on it.

    `fight` is the one on whose board it happened.
    """

    says: ClassVar[str] = "{what} is {at_or_in} {to}{looking}"
    to: str
    thing: str | None = None
    facing: str | None = None
    fight: str | None = None

    @property
    def what(self) -> str:
        return self.thing or self.who or "nobody"

    @property
    def at_or_in(self) -> str:
        return "on" if self.to.replace(",", "").replace("-", "").isdigit() else "in"

    @property
    def looking(self) -> str:
        return f", facing {self.facing}" if self.facing else ""

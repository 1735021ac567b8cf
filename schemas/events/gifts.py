"""What a race brings into a fight: trolls mend, Daywalkers drink, bears shove."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class BodyRegenerated(Event, tag="body.regenerated", frozen=True, kw_only=True):
    """EOS-RACE-CAVETROLL-01, EOS-RACE-FORESTTROLL-01: what a troll mends of its wounds as its turn begins; offered."""

    says: ClassVar[str] = "{who} mends {offered:hit point}"
    offered: Amount


class BloodDrunk(Event, tag="blood.drunk", frozen=True, kw_only=True):
    """EOS-RACE-DAYWALKER-02: a Daywalker heals by what it took of somebody; offered."""

    says: ClassVar[str] = "{who} drinks {offered:hit point} of {whom}"
    whom: str
    offered: Amount


class GiftsGained(Event, tag="gifts.gained", frozen=True, kw_only=True):
    """EOS-RACE-DAYWALKER-03: what is special to the race of somebody drunk to death is the Daywalker's from now on."""

    says: ClassVar[str] = "{who} gains what is special to a {race}: {gifts}"
    whom: str
    race: str
    gifts: tuple[str, ...] = ()


class ShoveMade(Event, tag="shove.made", frozen=True, kw_only=True):
    """EOS-RACE-BEAR-02, EOS-RACE-BEAR-03: a bear that won shoves who struck it so many tiles, or itself off a giant."""

    says: ClassVar[str] = "{who} is shoved {tiles:tile}{against}"
    by: str
    tiles: int
    into: str | None = None
    to: str | None = None
    """On a board the tile where it ends."""

    @property
    def against(self) -> str:
        """What stopped it, for eyes."""
        return f" into {self.into}" if self.into else ""

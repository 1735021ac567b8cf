"""People: who joins the campaign, what they learned, and what months bring them."""

from typing import ClassVar, Literal

from schemas.entry import Event
from schemas.units import counted

Pool = Literal["time", "combat", "race"]


class CharacterJoined(Event, tag="character.joined", frozen=True, kw_only=True):
    """EOS-CHAR-01: a character enters play, with the figures of their race and the stats that were assigned."""

    says: ClassVar[str] = "{who} joins{of}"
    race: str | None = None
    age: int | None = None

    @property
    def of(self) -> str:
        """The race, where the game has races."""
        return f" ({self.race})" if self.race else ""


class NpcEntered(Event, tag="npc.entered", frozen=True, kw_only=True):
    """A figure of the GM enters, or is told anew; nothing about it is bound by the limits of creation."""

    says: ClassVar[str] = "{who} is in the campaign, a figure of the GM's"
    race: str | None = None


class SkillLearned(Event, tag="skill.learned", frozen=True, kw_only=True):
    """EOS-SKILL-01: so many points in a skill, out of one pool: `time`, `combat`, or what the `race` brings along.

    RNK-SKILL-03: in the second game a `rank` in it, and neither points nor pool.
    """

    says: ClassVar[str] = "{who} learns {skill}: {how}"
    skill: str
    points: int | None = None
    pool: Pool | None = None
    rank: str | None = None

    @property
    def how(self) -> str:
        """How much of it, for eyes."""
        return f"{counted(self.points or 0, 'point')} ({self.pool})" if self.rank is None else self.rank


class MonthPassed(Event, tag="month.passed", frozen=True, kw_only=True):
    """EOS-SKILL-04: a month in play is over and has brought points of time; they bank until they are learned with."""

    says: ClassVar[str] = "A month passes: {who} has {points:point} more to learn with"
    points: int


class SpringCame(Event, tag="spring.came", frozen=True, kw_only=True):
    """EOS-CAL-04: spring begins with this dawn; what zones get back is asked of them, not written (EOS-HUNT-06)."""

    says: ClassVar[str] = "Spring comes"

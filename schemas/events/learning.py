"""Learning: stats that levels raise, and all points laid out anew."""

from typing import ClassVar

from schemas.entry import Event


class StatRaised(Event, tag="stat.raised", frozen=True, kw_only=True):
    """EOS-STAT-04: a stat point of a level goes into a stat; it counts for all levels (EOS-STAT-05)."""

    says: ClassVar[str] = "{who} raises {stat}"
    stat: str


class SkillsRelearned(Event, tag="skills.relearned", frozen=True, kw_only=True):
    """EOS-SKILL-08: all points of time and combat are laid out anew; `lowered` are skills that are less than before."""

    says: ClassVar[str] = "{who} lays the points out anew; lower than before: {lowered}"
    lowered: tuple[str, ...] = ()

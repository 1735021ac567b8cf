"""What a line of crafting asks for: the commands, the time a maker has, and a job looked up."""

from dataclasses import dataclass
from typing import ClassVar

from ledger.ruling import Command, Figure, Flag, Grade, Known, Name, People, Place, Text, Things, Whole
from schemas.rulebook import Grade as ToolGrade
from schemas.rulebook import Thing, Way
from schemas.units import Number, text_of

REST, TASKS = "craft rest", "craft tasks"
"""Counts of a day: what is left of tasks worked, and how many went on crafts."""


class Craft(Command, tag="craft", frozen=True):
    """Make things of their materials, task by task: `craft Ivo T1 cloth, T1 clothing for Pip, T1 backpack`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = (
        "craft WHO THINGS [--with GRADE] [--tasks N] [--using THINGS] [--new] [--named NAME] "
        "[--in PLACE] [--to HOLDER] "
        "[--tiles N | --length FT] [--of wood|stone|other] [--helpers WHO] [--gamble --witnessed [--rolled DIE]]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "craft Ivo T1 cloth, T1 clothing for Pip",
        'craft Dora T3 ingot --using "1 T1 ingot"',
        "craft Dora T2 sword --tasks 0",
        'craft Wim T2 wood structure --tiles 20 --named "Long Hut"',
        "craft Ada T3 stone wall --length 40 --helpers Ivo,Mara",
        "craft Dora T4 lock --gamble --witnessed --rolled 18",
    )
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    who: People
    things: Things
    in_: Place | None = None
    with_: Grade | None = None
    tasks: Whole = 1
    using: Things = ()
    new: Flag = False
    named: Name | None = None
    to: Place | None = None
    tiles: Figure | None = None
    length: Figure | None = None
    of: Text | None = None
    helpers: People = ()
    gamble: Flag = False
    witnessed: Flag = False


class Abandon(Command, tag="abandon", frozen=True):
    """Give unfinished work up: `abandon Dora sword`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "abandon WHO THINGS [--work WORK]"
    examples: ClassVar[tuple[str, ...]] = ("abandon Dora sword", "abandon Dora --work work@57")
    who: People
    things: Things = ()
    work: Known | None = None


@dataclass(slots=True)
class Time:
    """What a maker has: `left` of the task in hand, `tasks` still to spend, `fresh` until the first work on it."""

    left: Number
    tasks: int
    fresh: bool = False
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A building of the line: its tiles, or of a wall its length in feet; hundreds of square feet; what it is of."""

    tiles: Number | None
    length: Number | None
    units: int
    of: str

    @property
    def said(self) -> str:
        return f"{text_of(self.length)} ft long" if self.length is not None else f"{text_of(self.tiles or 0)} tiles"


@dataclass(frozen=True, slots=True)
class Job:
    """One thing of the line, looked up: its row and way, tier and count, whose size, which tool, and the work.

    `share` is the work of one piece, `speed` what a whole task adds to it (EOS-CRAFT-01, EOS-CRAFT-02).
    """

    row: Thing
    way: Way
    skill: str
    tier: int | None
    count: Number
    whom: str | None
    size: str | None
    persons: int
    grade: ToolGrade
    share: Number
    speed: Number
    plan: "Plan | None" = None

    @property
    def said(self) -> str:
        tier = f"T{self.tier} " if self.tier is not None else ""
        whom = f" for {self.whom}" if self.whom else f" for {self.persons}" if self.persons > 1 else ""
        return f"{tier}{self.row.name}{whom}"

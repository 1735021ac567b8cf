"""The second book's tables: what each skill lets someone do, bolts, paws, armor, nerve, and who comes out of a story."""

from functools import cache
from typing import Any, Literal

import msgspec

from schemas.rulebook import Row, _table
from schemas.units import key

Verb = Literal["attack", "use", "move", "reload", "attached", "passive"]
Per = Literal["turn", "fight", "day"]


class Throw(Row, frozen=True):
    """`2d4`: so many dice of so many faces."""

    dice: int
    faces: int

    @property
    def all(self) -> tuple[int, ...]:
        """The faces of each die."""
        return (self.faces,) * self.dice

    @property
    def most(self) -> int:
        """The most that they can show together."""
        return self.dice * self.faces

    @property
    def text(self) -> str:
        return f"{self.dice}d{self.faces}"


@cache
def throw_of(text: str | None) -> Throw | None:
    """Dice as the book writes them; None for none."""
    if text is None:
        return None
    dice, _, faces = text.partition("d")
    return Throw(int(dice), int(faces))


class Action(Row, frozen=True, kw_only=True):
    """One row of a skill's table.

    `cost` None: a dash, no action. `attacks` is how many attacks there are if one name is said, `targets` how many names
    may be; `different`: each another one. `reach` in tiles, `sight`: anyone who is seen. `close`: no penalty within melee
    range. `in_place_of_weapon`: the bonus stands instead of the weapon's. `rides_on`: the row that must have been made
    this turn. `second`: after a hit of a standard attack with the first action. `counters`: answers a miss.

    `drops one|all` weapons, `stuns` actions, `caps` the actions of the next turn, `pins` until an action is spent,
    `makes_miss` attacks, `cows` so many. `pierces` points of armor, or of any reduction (`pierces_all`). `bolt`: by what is
    loaded. `flat`: dealt without the hit result. A `stance` lasts until `turn` (the own next one), `fight` (its end) or
    `answered`; `attackers` is what attacks against it lose, `softens` what each of so many `times` is lessened by,
    `strikes`: who steps near is attacked so many `times`, `answers` a miss with these dice, `lessens` all damage, `arms` the
    weapon. `missing`: the source lacks it, and it waits for a ruling.
    """

    name: str
    id: str
    skill: str
    rank: str
    verb: Verb
    cost: int | None = None
    limit: int | None = None
    per: Per | None = None
    attacks: int = 1
    targets: int = 1
    different: bool = False
    whole_turn: bool = False
    reach: int = 1
    sight: bool = False
    close: bool = False
    attack_bonus: int = 0
    extra_dice: str | None = None
    damage: str | None = None
    damage_bonus: int = 0
    in_place_of_weapon: bool = False
    unarmed: bool = False
    doubles: bool = False
    bolt: bool = False
    flat: str | None = None
    flat_on_miss: str | None = None
    ignores_armor: bool = False
    pierces: int = 0
    pierces_all: bool = False
    rides_on: str | None = None
    second: bool = False
    counters: bool = False
    drops: Literal["one", "all"] | None = None
    stuns: int = 0
    caps: int | None = None
    pins: bool = False
    makes_miss: int = 0
    cows: int = 0
    stance: Literal["turn", "fight", "answered"] | None = None
    attackers: int = 0
    softens: int = 0
    times: int | None = None
    strikes: bool = False
    answers: str | None = None
    lessens: int = 0
    arms: str | None = None
    heals: str | None = None
    blesses: bool = False
    perfects: bool = False
    challenges: int = 0
    familiar: bool = False
    shapes: Literal["self", "ally"] | None = None
    hours: int | None = None
    summons: str | None = None
    loads: str | None = None
    areas: int | None = None
    high_ground: bool = False
    rolls: bool = False
    missing: bool = False

    @property
    def attached(self) -> bool:
        """RNK-ACT-03: a dash in the column of costs: no action is spent."""
        return self.cost is None


class Bolt(Row, frozen=True, kw_only=True):
    """RNK-XB-01: what a bolt deals, the actions that it stuns, what it takes at the end of the target's next turn."""

    name: str
    id: str
    damage: str
    stuns: int = 0
    bleeds: int = 0


class Paws(Row, frozen=True, kw_only=True):
    """RNK-UN-00, RNK-UN-07: from this rank on, the dice and the bonus of bare paws, and of natural weapons."""

    rank: str
    dice: str | None = None
    bare: int
    natural: int


class Nerve(Row, frozen=True, kw_only=True):
    """RNK-2H-07: the dice of somebody with at most so many hit points (None: any)."""

    up_to: int | None = None
    dice: str


class Figure(Row, frozen=True, kw_only=True):
    """RNK-ST-07: rank and hit points of a summoned character."""

    name: str
    rank: str
    hp: int


@cache
def actions() -> tuple[Action, ...]:
    """Every row, in the order of the book."""
    return msgspec.convert(_rows("action"), tuple[Action, ...], strict=True)


@cache
def by_id() -> dict[str, Action]:
    """Rows by their ids."""
    return {row.id: row for row in actions()}


@cache
def by_name() -> dict[str, tuple[Action, ...]]:
    """Rows by the compared form of their name, and of their id."""
    found: dict[str, tuple[Action, ...]] = {}
    for row in actions():
        for word in (row.name, row.id, row.name.removeprefix("the ")):
            compared = key(word)
            found[compared] = (*(r for r in found.get(compared, ()) if r is not row), row)
    return found


@cache
def bolts() -> dict[str, Bolt]:
    """Bolts by name."""
    return {row.name: row for row in msgspec.convert(_rows("bolt"), tuple[Bolt, ...], strict=True)}


def bolt_named(words: str) -> Bolt | None:
    """A bolt in any spelling: `bolt`, `standard-bolt`, `blunt`; None if there is no such."""
    compared = key(words).removeprefix("load-")
    for name, bolt in bolts().items():
        if compared in (key(name), key(name).removesuffix("-bolt"), "bolt" if name == "standard bolt" else ""):
            return bolt
    return None


@cache
def paws(rank: str, ranks: tuple[str, ...]) -> Paws:
    """The row of paws that holds at a rank; `ranks` from the lowest."""
    rows = msgspec.convert(_rows("paws"), tuple[Paws, ...], strict=True)
    return [row for row in rows if ranks.index(row.rank) <= ranks.index(rank)][-1]


@cache
def nerves() -> tuple[Nerve, ...]:
    """RNK-2H-07: the rows by hit points, from the fewest."""
    return msgspec.convert(_rows("nerve"), tuple[Nerve, ...], strict=True)


@cache
def figures() -> dict[str, Figure]:
    """RNK-ST-07: summoned characters by kind."""
    return {row.name: row for row in msgspec.convert(_rows("figure"), tuple[Figure, ...], strict=True)}


@cache
def close_penalties() -> dict[str, int]:
    """RNK-BOW-00, RNK-SL-00: by skill."""
    return msgspec.convert(_rows("close"), dict[str, int], strict=True)


@cache
def armors() -> dict[str, int]:
    """RNK-ARM-01, RNK-ARM-02: what each takes off."""
    return msgspec.convert(_rows("armor"), dict[str, int], strict=True)


@cache
def shields() -> dict[str, int]:
    """RNK-SHD-01: what each adds."""
    return msgspec.convert(_rows("shield"), dict[str, int], strict=True)


def _rows(table: str) -> Any:
    return _table("ranked", "actions")[table]

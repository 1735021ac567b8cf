"""The books' tables: what a race, a thing, a skill, a ruling and a mechanic is, and the rows of `eos/` and
`ranked/`.

A table is read when it is asked for, and a race or a thing asked for by name is read alone. Rows are
checked as they are read: a wrong field raises msgspec.ValidationError, a name that is not there KeyError.
Figures that may be halves are an `Amount` ("9/2"); `schemas.units.exact` makes numbers of them.
"""

import os
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec

from schemas.units import Amount, key

Game = Literal["eos", "ranked"]
SizeCategory = Literal["Small", "Medium", "Large", "Extra-Large"]
SizeClass = Literal["XS", "S", "M", "L", "XL"]
Grade = Literal["crude", "basic", "workshop"]
Stat = Literal["body", "mind", "reflex", "presence", "aura"]
Kind = Literal[
    "food", "material", "weapon", "armor", "clothing", "container", "tool", "light", "vehicle", "structure",
    "other",
]  # fmt: skip
Maker = Literal[
    "bushcraft", "chart", "cook", "craft", "farm", "fell", "fish", "gm", "hunt", "light", "mine", "quarry",
    "salvage", "trap", "write",
]  # fmt: skip
WorkTime = Literal[
    "none", "sub-task", "per-task", "per-point", "per-page", "per-month", "tier", "tier-squared",
    "tier-squared-half", "tier-squared-by-area",
]  # fmt: skip
MechanicKind = Literal[
    "action", "constraint", "craft", "damage", "decay", "derive", "gather", "gm-discretion", "roll", "task",
    "time",
]  # fmt: skip
Per = Literal["tier", "person", "tile", "100 sq ft"]

GAMES: tuple[Game, ...] = ("eos", "ranked")
PREFIXES: dict[Game, str] = {"eos": "EOS-", "ranked": "RNK-"}
"""How the ids of a game's mechanics begin."""


def game_named(word: str) -> Game:
    """The game of this name; the first for any other word."""
    return next((game for game in GAMES if game == word), GAMES[0])


GRADES: tuple[Grade, ...] = ("crude", "basic", "workshop")


class Row(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A row of a table. A column that the file leaves out has the default of its struct."""


class Race(Row, frozen=True, kw_only=True):
    """A playable race: every figure of its page (EOS-RACE-ALL-01). A default is what most races have.

    `name` is the book's word in lower case, `line` the line in the seed. Feet, pounds, years and tiles are
    in their names; `tiles` is the footprint, 1/2 for the small, who have no `width` and `length`.
    `natural_armor`, `natural_weapon` and `regeneration` (a round) may be words of the sheet: "body +
    combat_level"; `move` stands where `move_formula` gives none. `food_in_wilderness` is what the race eats
    there, None: as ever. `stat_bonus` and `start_skills` are given at joining; `stat_cap` and `skill_cap`
    beat the default limits. `passive_over_mind`: how far points of time may lift the skills of
    `start_skills` above Mind. `trap_rounds_max` and `trap_hp_floor` None: no such limit. `trade_blows`
    names the form, 1 or 2. `undeath`: at 0 hit points in a trance, not unconscious. `throws_as_uncontested`: may
    throw whenever an uncontested action could be done. `alert_asleep`: on watch while asleep.
    """

    name: str
    id_prefix: str
    line: int
    size_category: SizeCategory
    size_text: str
    width: int | None = None
    length: int | None = None
    tiles: Amount
    move: int
    move_formula: str | None = None
    height_min_ft: Amount
    height_max_ft: Amount
    weight_min_lb: int
    weight_max_lb: int
    bonus_hp_melee: int = 0
    base_hp: int
    food_per_day: Amount
    food_in_wilderness: int | None = None
    food_extra_days: int = 0
    weapon_range_bonus: int = 0
    thrown_range_bonus: int = 0
    natural_armor: int | str = 0
    natural_armor_vs_environment: int = 0
    natural_weapon: str | None = None
    natural_heal_days_per_tier: int | None = None
    life_expectancy_years: int
    stat_bonus: dict[Stat, int] = {}
    stat_cap: dict[Stat, int] = {}
    stat_cap_default: int = 12
    start_skills: dict[str, int] = {}
    skill_cap: dict[str, int] = {}
    skill_cap_default: int = 12
    passive_over_mind: int = 0
    time_points_per_month: int = 1
    regeneration: str | None = None
    rest_heal_multiplier: int = 1
    dark_vision: bool = False
    infrared: bool = False
    low_light_offset: int = 0
    stealth_defence_bonus: int = 0
    trap_sense_bonus: int = 0
    trap_rounds_max: int | None = None
    trap_hp_floor: int | None = None
    poison_immune: bool = False
    fat_storage_max: int = 0
    fat_storage_per_day: int = 0
    fishing_multiplier: int = 1
    armor_suits_max: int = 1
    cloaks_per_body: int = 1
    slot_multiplier: int = 1
    melee_limbs: int = 2
    two_hander_in_main_hand: bool = False
    bow_adds_body: bool = False
    pounce_tiles: int = 0
    trade_blows: int | None = None
    exsanguination: bool = False
    undeath: bool = False
    throws_as_uncontested: bool = False
    heavy_throw: bool = False
    alert_asleep: bool = False
    ids: tuple[str, ...]
    note: str = ""


class Material(Row, frozen=True, kw_only=True):
    """What a way of making takes: `quantity` of `item` (or of one of `or_items`), once or `per` tier,
    person, ...

    Cordage is in feet. `min_tier` is the least tier that serves: "own" that of the product, "lower" one
    below it, a number that one and never below the product's own (EOS-CRAFT-07); None: untiered, or any
    tier does. Where the table adopted `choice` for `ruling`, it takes `then` of it.
    """

    item: str
    quantity: Amount = 1
    or_items: tuple[str, ...] = ()
    per: Per | None = None
    min_tier: int | Literal["own", "lower"] | None = None
    ruling: str | None = None
    choice: str | None = None
    then: Amount | None = None


class Way(Row, frozen=True, kw_only=True):
    """One way in which a thing comes into the world.

    `by` is the verb, `skill` what it is worked with (None: nobody's), `time` how the work is counted (None:
    by the GM or not at all). `materials` make `makes` of the thing, that many times its tier where
    `makes_per_tier`. `needs` is what has to be there and is not among the things, in words.
    """

    by: Maker
    skill: str | None = None
    time: WorkTime | None = None
    materials: tuple[Material, ...] = ()
    makes: int = 1
    makes_per_tier: bool = False
    needs: str | None = None


class Slots(Row, frozen=True, kw_only=True):
    """`count` slots for every `each` of the thing (EOS-GEAR-10, EOS-GEAR-11), or for every person it is
    made for.

    `up_to`: the book says "up to"; it counts as that many unless the GM sets it.
    """

    count: int
    each: int = 1
    per: Literal["person"] | None = None
    up_to: bool = False


class Repair(Row, frozen=True, kw_only=True):
    """A mending in a hundredth of the time of making: the least level of each of `skills`, from tier
    `from_tier` up.
    """

    skills: dict[str, int]
    from_tier: int = 0


class Holds(Row, frozen=True, kw_only=True):
    """What goes into it: `count` of `unit`, times the tier where `per_tier` (EOS-CONT-01, EOS-CONT-02,
    EOS-CONT-03, EOS-CONT-04); `one_kind`: only one kind of thing.
    """

    count: int
    unit: Literal["slots", "food", "gallons", "pages"] = "slots"
    per_tier: bool = False
    one_kind: bool = False


class Thing(Row, frozen=True, kw_only=True):
    """A thing of the book under its one name. Figures are a medium creature's (EOS-SCALE-04).

    `tiered`: it has a tier, and `fixed_tier` is that where there is only one. `silent` names the columns of
    which the book says nothing; any other column at None does not apply. `at_zero` is what becomes of it at
    T0. `repair` says how it is mended; "creation/100" has its `repairs`, one for each of its `ways` if they
    differ. `hands` it takes, `used_with` the skills it is fought with, `ammunition` the thing it shoots,
    `holds` what goes in. `size_cost`: its materials grow with the wearer's size, "named" under every choice
    of the ruling size_cost_scope, "gear" only under the default. Tools have `grade` and `of_skill`.
    `wears_days`: it loses a tier every so many days `in use`, or while it stands `pitched` (EOS-METAL-04,
    EOS-TENT-03). `pattern`: a word in CAPITALS stands for a skill or an item; an instance has it filled in (`of_skill`,
    `of_item`).
    """

    name: str
    plural: str = ""
    pattern: bool = False
    unit: str | None = None
    kind: Kind
    size_class: SizeClass | None = None
    slots: Slots | None = None
    tiered: bool = False
    fixed_tier: int | None = None
    ways: tuple[Way, ...]
    at_zero: Literal["unusable", "destroyed", "inert", "broken"] | None = None
    repair: Literal["creation/100", "never", "another sub-task"] | None = None
    repairs: tuple[Repair, ...] = ()
    hands: int | None = None
    used_with: tuple[str, ...] = ()
    ammunition: str | None = None
    holds: Holds | None = None
    size_cost: Literal["named", "gear"] | None = None
    grade: Grade | None = None
    of_skill: str | None = None
    of_item: str | None = None
    wears_days: int | None = None
    wears: Literal["in use", "pitched"] = "in use"
    silent: tuple[str, ...] = ()
    ids: tuple[str, ...]
    note: str = ""

    @property
    def many(self) -> str:
        """The plural, which for `food` and its like is the name again."""
        return self.plural or self.name

    @property
    def made_by(self) -> tuple[Maker, ...]:
        """The verbs that bring it into the world, in the order of `ways`."""
        return tuple(way.by for way in self.ways)

    def way(self, by: Maker, skill: str | None = None) -> Way | None:
        """The first way by this verb, and with this skill if one is said; None where there is none."""
        return next((way for way in self.ways if way.by == by and skill in (None, way.skill)), None)

    def is_tool_of(self, skill: str, grade: Grade | None = None) -> bool:
        """Whether it is a toolkit or workshop of `skill` (of that `grade`, if one is said)."""
        return self.of_skill == skill and self.grade is not None and grade in (None, self.grade)


class Product(Row, frozen=True, kw_only=True):
    """How the work on a thing is counted where its `ways` do not say all of it.

    A task brings `per_task` of it, `by` the task alone, times the tool, or times level and tool; where the
    table adopted `choice` for `ruling`, it is counted by `then`. `whole`: made in whole batches of its
    material; `kept`: the rest of an opened material waits for the next. `craft_day`: whether the ruling of
    that name touches it.
    """

    name: str
    per_task: int = 1
    by: Literal["task", "tool", "level", "tier-squared"] = "tool"
    ruling: str | None = None
    choice: str | None = None
    then: Literal["task", "tool", "level", "tier-squared"] | None = None
    whole: bool = False
    kept: bool = False
    craft_day: bool = True
    ids: tuple[str, ...]


class Strike(Row, frozen=True, kw_only=True):
    """How a weapon skill fights, one row for every way of wielding (EOS-MELEE, EOS-PROJ).

    `kind` is what it strikes with, `hand` the hand that its weapon is held in (None: any, or a body's own), `tiles`
    how far it reaches before size adds (EOS-SIZE-11). `adds` is what the winner's damage is made of beside the dice.
    `projectile`: it hurts on its owner's turn alone (EOS-POS-08). `from_cover`: round the edge of cover (EOS-COV-01);
    `over_one`: past one body or edge (EOS-COV-06). `multi`: it may share a roll with other weapons (EOS-DUAL-03).
    `hit damage reach body hands` are the mechanics that decide these; `second` the one by which a turn has no second
    attack of its kind against dice (EOS-TURN-06 where the row says nothing).
    """

    kind: Literal["melee", "thrown", "bow", "crossbow", "firearm", "siege"]
    hand: Literal["main", "off", "both"] | None = None
    tiles: int = 1
    adds: tuple[Literal["difference", "body", "tier", "size"], ...] = ("difference", "body", "tier", "size")
    projectile: bool = False
    from_cover: bool = False
    over_one: bool = False
    multi: bool = False
    hit: str = "EOS-MELEE-01"
    damage: str = "EOS-MELEE-03"
    reach: str = "EOS-POS-03"
    body: str = "EOS-CGEAR-07"
    hands: str = "EOS-CGEAR-14"
    second: str | None = None


class Skill(Row, frozen=True, kw_only=True):
    """A skill under its one name; `also` are other words of the book for the same one.

    `advanced`: not to be taken before `prerequisites`, nor used at level 0 (EOS-ADV-01, EOS-ADV-02,
    EOS-ADV-03). `untrained`: of use at level 0. `weapon`: it may be rolled in defence. `stat` is added to
    its rolls. `toolkit` is the name of its crude kit, `other_kits` are skills whose kits it takes besides
    (EOS-MAP-02). `tools` are the grades that serve and what each multiplies by (EOS-CRAFT-02); "none" is
    work with bare hands, and a grade that is not there does not serve. `strike` is how a weapon skill fights.
    """

    name: str
    also: tuple[str, ...] = ()
    id_prefix: str
    group: Literal["combat", "craft", "gathering", "learning", "occupation", "power", "movement"]
    advanced: bool = False
    prerequisites: dict[str, int] = {}
    untrained: bool = False
    weapon: bool = False
    strike: Strike | None = None
    stat: Stat | None = None
    toolkit: str | None = None
    other_kits: tuple[str, ...] = ()
    tools: dict[Literal["none", "crude", "basic", "workshop"], int] = {}
    note: str = ""


class Rank(Row, frozen=True, kw_only=True):
    """A rank of the second game and the dice that it rolls: `dice` of `faces` (RNK-SKILL-02)."""

    name: str
    dice: int
    faces: int


class RulingRow(Row, frozen=True, kw_only=True):
    """An open reading of the book: the question, the choices, and the `ids` of the mechanics that rest on
    it.
    """

    name: str
    question: str
    default: str
    choices: tuple[str, ...]
    why: str
    ids: tuple[str, ...]

    @property
    def adoptable(self) -> bool:
        """Whether there is anything to choose: with one choice it is settled, and only listed."""
        return len(self.choices) > 1


class Mechanic(Row, frozen=True, kw_only=True):
    """One mechanic of the book. `line` is its line in the seed, `failure` what is refused, `note` the
    reading taken.
    """

    id: str
    section: str
    title: str
    kind: MechanicKind
    formula: str
    line: int
    inputs: str = ""
    outputs: str = ""
    time_rule: str = ""
    failure: str = ""
    note: str = ""


# Races


@cache
def races(game: Game = "eos") -> dict[str, Race]:
    """Every race by its name; the second game has none."""
    return {name: _race(name) for name in _cut(game, "race")} if game == "eos" else {}


def race(words: str) -> Race | None:
    """The race that is meant, in any spelling ("Rock-Troll" is `rock troll`); None if there is no such
    race.
    """
    name = _race_names().get(key(words))
    return _race(name) if name is not None else None


@cache
def _race_names() -> dict[str, str]:
    return {key(name): name for name in _cut("eos", "race")}


@cache
def _race(name: str) -> Race:
    return _row("eos", "race", name, Race)


# Things


@cache
def things() -> dict[str, Thing]:
    """Every row of the things by its name, patterns too."""
    return {name: thing_row(name) for name in _cut("eos", "thing")}


def thing(words: str) -> str | None:
    """The one name of a thing: any spelling, singular or plural, and what a pattern makes; None if there is
    no such.

    "Trapping Toolkits" is `traps toolkit`, "crude fishing toolkit" is `fishing toolkit`, "arrow-pouches" is
    `arrow pouch`, "bushcraft toolkit" is `tinderbox`. A row of its own beats a pattern. Pouches and
    backpacks are of any thing that has a row (EOS-CONT-02, EOS-CONT-04).
    """
    compared = key(words)
    return _thing_names().get(compared) or _tool(compared) or _bag(compared)


def thing_row(name: str) -> Thing:
    """The row of a thing, in any spelling; of a pattern's instance with its words filled in.

    The row of a pattern itself is given under its own name (`SKILL toolkit`). KeyError: no such thing.
    """
    known = name if name in _cut("eos", "thing") else thing(name)
    if known is None:
        raise KeyError(name)
    return _thing_row(known)


@cache
def _thing_row(name: str) -> Thing:
    if name in _cut("eos", "thing"):
        return _row("eos", "thing", name, Thing)
    words, _, last = name.rpartition(" ")
    if last == "toolkit":
        of_skill = words.removeprefix("basic ")
        pattern = _thing_row("basic SKILL toolkit" if words.startswith("basic ") else "SKILL toolkit")
        plural = f"{name}s"
        return msgspec.structs.replace(pattern, name=name, plural=plural, pattern=False, of_skill=of_skill)
    pattern = _thing_row(f"ITEM {last}")
    plural = pattern.plural.replace("ITEM", words)
    return msgspec.structs.replace(pattern, name=name, plural=plural, pattern=False, of_item=words)


@cache
def thing_names() -> tuple[str, ...]:
    """Every name that `thing` gives, but for the pouches and backpacks of a single kind: for suggestions."""
    kits = [each.toolkit for each in skills("eos").values() if each.toolkit is not None]
    own = [name for name in _cut("eos", "thing") if not _is_pattern(name)]
    return tuple(dict.fromkeys([*own, *kits, *(f"basic {kit}" for kit in kits)]))


@cache
def _thing_names() -> dict[str, str]:
    """Names and plurals as they are compared -> the name; no patterns."""
    names: dict[str, str] = {}
    for name, row in _cut("eos", "thing").items():
        if _is_pattern(name):
            continue
        names[key(name)] = name
        second = row.split("\n", 2)[1]
        if second.startswith("plural = '"):
            names[key(second[len("plural = '") : -1])] = name
    return names


def _is_pattern(name: str) -> bool:
    return "SKILL" in name or "ITEM" in name


def _tool(compared: str) -> str | None:
    """A toolkit or workshop by any word for its skill; EOS-BUSH-06, EOS-METAL-07, EOS-METAL-08."""
    words, _, last = compared.rpartition("-")
    match last:
        case "workshop" | "workshops":
            known = skill(words)
            return _thing_names().get(key(f"{known} workshop"))
        case "toolkit" | "toolkits":
            grade = words.split("-", 1)[0]
            known = skill(words.removeprefix(f"{grade}-") if grade in ("crude", "basic") else words)
        case _:
            return None
    if known is None:
        return None
    if known == "bushcraft":  # EOS-BUSH-07; of a basic one the book says nothing
        return "tinderbox" if grade != "basic" else None
    kit = skills("eos")[known].toolkit
    return f"basic {kit}" if kit is not None and grade == "basic" else kit


_BAGS = {"pouch": "pouch", "pouches": "pouch", "backpack": "backpack", "backpacks": "backpack"}


def _bag(compared: str) -> str | None:
    """A pouch or backpack of one kind of thing."""
    words, _, last = compared.rpartition("-")
    if last not in _BAGS:
        return None
    item = _thing_names().get(words)
    return f"{item} {_BAGS[last]}" if item is not None else None


# Products


@cache
def products() -> dict[str, Product]:
    """How the work on things is counted, by the name of the thing; only things that need a word on it."""
    return {row.name: row for row in _rows("eos", "product", Product)}


def product_row(name: str) -> Product | None:
    """How the work on a thing is counted; None where its `ways` say all of it."""
    return products().get(name)


# Skills, rulings, mechanics


@cache
def skills(game: Game = "eos") -> dict[str, Skill]:
    """Every skill of the game by its name."""
    return {row.name: row for row in _rows(game, "skill", Skill)}


def skill(words: str, game: Game = "eos") -> str | None:
    """The one name of a skill: any spelling, and other words of the book for it ("trapping" is `traps`)."""
    return _skill_names(game).get(key(words))


def skill_row(words: str) -> Skill | None:
    """The row of a skill of Eos, in any spelling; None if there is no such."""
    name = skill(words)
    return skills()[name] if name is not None else None


@cache
def _skill_names(game: Game) -> dict[str, str]:
    return {key(word): row.name for row in skills(game).values() for word in (row.name, *row.also)}


@cache
def ranks() -> dict[str, Rank]:
    """The ranks of the second game by name, from the lowest: RNK-SKILL-02, RNK-SKILL-03."""
    rows = msgspec.convert(_table("ranked", "skills")["rank"], tuple[Rank, ...], strict=True)
    return {row.name: row for row in rows}


@cache
def difficulties() -> dict[str, int]:
    """The least roll that succeeds, by the word for it, from the easiest: RNK-DIFF-01."""
    return msgspec.convert(_table("ranked", "skills")["difficulties"], dict[str, int], strict=True)


@cache
def rulings(game: Game) -> dict[str, RulingRow]:
    """The open readings of the game by their name, in the order in which they are listed."""
    return {row.name: row for row in _rows(game, "ruling", RulingRow)}


@cache
def mechanics(game: Game) -> dict[str, Mechanic]:
    """The mechanics of the game by their id, in the order of the inventory."""
    return {row.id: row for row in _rows(game, "mechanic", Mechanic)}


# The files

R = TypeVar("R", bound=Row)
_FILES = {
    "race": "races", "thing": "things", "product": "products", "skill": "skills", "ruling": "rulings",
    "mechanic": "mechanics",
}  # fmt: skip


def _text(game: Game, file: str) -> str:
    path = os.path.join(os.path.dirname(__file__), game, f"{file}.toml")
    with open(path, encoding="utf-8") as table:
        return table.read()


@cache
def _table(game: Game, file: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(_text(game, file))


def _rows(game: Game, table: str, row: type[R]) -> tuple[R, ...]:
    return msgspec.convert(_table(game, _FILES[table])[table], tuple[row, ...], strict=True)  # type: ignore[valid-type]


@cache
def _cut(game: Game, table: str) -> dict[str, str]:
    """The text of each row by its name: cutting a file apart costs a tenth of parsing all of it.

    The files of races and things keep to it: every row begins with its name, in single quotes.
    """
    _, *rows = _text(game, _FILES[table]).split(f"\n[[{table}]]\n")
    return {row.split("'", 2)[1]: row for row in rows}


def _row(game: Game, table: str, name: str, row: type[R]) -> R:
    import tomllib

    return msgspec.convert(tomllib.loads(_cut(game, table)[name]), row, strict=True)

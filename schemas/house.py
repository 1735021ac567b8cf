"""A house: the table's own rows over the rulebook's, beasts for `npc`, tables to roll on: read from TOML."""

from typing import Any

import msgspec

from schemas.rulebook import Product, Race, Row, Skill, Thing, product_row, race, skill_row, thing_row
from schemas.things import Wanted
from schemas.units import check_name, key

LARGEST_FILE = 1 << 20


class Beast(Row, frozen=True, kw_only=True):
    """What `npc NAME` takes for figures that its line leaves out; `gear` is in the size of the beast."""

    name: str
    race: str | None = None
    size: str | None = None
    body: int = 0
    mind: int = 0
    reflex: int = 0
    presence: int = 0
    aura: int = 0
    move: int | None = None
    hp: int | None = None
    natural_armor: int | None = None
    natural_weapon: int | None = None
    level: int | None = None
    skills: dict[str, int] = {}
    gear: tuple[Wanted, ...] = ()


class TableRow(Row, frozen=True, kw_only=True):
    """The faces `first` to `last` of a table, and what they say."""

    first: int
    last: int
    text: str


class HouseTable(Row, frozen=True, kw_only=True):
    """A table to roll on with one die of so many faces; its rows cover every face once."""

    name: str
    faces: int = 100
    rows: tuple[TableRow, ...]


class House(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An overlay as it is kept: every row of it whole, so that nothing needs to be looked up again."""

    name: str
    thing: tuple[Thing, ...] = ()
    race: tuple[Race, ...] = ()
    skill: tuple[Skill, ...] = ()
    product: tuple[Product, ...] = ()
    beast: tuple[Beast, ...] = ()
    table: tuple[HouseTable, ...] = ()


class _File(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The file: a row says its name, and of a known one only what is different."""

    name: str
    thing: tuple[dict[str, Any], ...] = ()
    race: tuple[dict[str, Any], ...] = ()
    skill: tuple[dict[str, Any], ...] = ()
    product: tuple[dict[str, Any], ...] = ()
    beast: tuple[Beast, ...] = ()
    table: tuple[HouseTable, ...] = ()


NEW_THING: dict[str, Any] = {"kind": "other", "ways": [{"by": "gm"}], "ids": []}
"""What holds for a thing of the house's own that does not say otherwise: it comes from the GM."""
NEW_PRODUCT: dict[str, Any] = {"ids": []}


def house_from_toml(text: str) -> House:
    """The overlay that a file makes. ValueError in plain words: no TOML, no name, a wrong column, a table with gaps."""
    import tomllib

    try:
        file = msgspec.convert(tomllib.loads(text), _File, strict=True)
        check_name(file.name)
        house = House(
            name=file.name,
            thing=tuple(msgspec.convert(_over(row, thing_row, NEW_THING), Thing) for row in file.thing),
            race=tuple(msgspec.convert(_over(row, race, {"ids": []}), Race) for row in file.race),
            skill=tuple(msgspec.convert(_over(row, skill_row, {}), Skill) for row in file.skill),
            product=tuple(msgspec.convert(_over(row, product_row, NEW_PRODUCT), Product) for row in file.product),
            beast=file.beast,
            table=file.table,
        )
    except tomllib.TOMLDecodeError as wrong:
        raise ValueError(f"the house file is no TOML: {wrong}") from None
    except msgspec.ValidationError as wrong:
        raise ValueError(f"the house file: {wrong}") from None
    for table in house.table:
        _check_table(table)
    return house


def _over(told: dict[str, Any], known: Any, new: dict[str, Any]) -> dict[str, Any]:
    """The row as it is with what the house says of it; a new one where the book has none of that name."""
    if not isinstance(told.get("name"), str):
        raise ValueError("the house file: a row has no name")
    try:
        row = known(told["name"])
    except KeyError:
        row = None
    if row is None:
        return {**new, **told}
    told = {**told, "name": row.name}
    return {**msgspec.to_builtins(row), **told}


def _check_table(table: HouseTable) -> None:
    """Every face once, in order."""
    face = 1
    for row in table.rows:
        if row.first != face or row.last < row.first:
            raise ValueError(f"the house file: the table {table.name} says nothing of {face}, or says it twice")
        face = row.last + 1
    if face != table.faces + 1:
        raise ValueError(f"the house file: the table {table.name} has {table.faces} faces, and rows up to {face - 1}")


def same(name: str, other: str) -> bool:
    """Whether two spellings mean the same row."""
    return key(name) == key(other)

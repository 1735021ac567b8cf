"""A house: the table's own rows over the rulebook's, beasts for `npc`, tables to roll on: read from TOML."""

from fractions import Fraction
from typing import Any

import msgspec

from schemas.rulebook import Product, Race, Row, Skill, Thing, product_row, race, skill_row, thing_row
from schemas.things import Wanted
from schemas.units import Amount, check_name, exact, key, stored

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
        file = msgspec.convert(tomllib.loads(text, parse_float=_exactly), _File, strict=True)
        check_name(file.name)
        house = House(
            name=file.name,
            thing=tuple(msgspec.convert(_over(row, thing_row, NEW_THING), Thing) for row in file.thing),
            race=tuple(msgspec.convert(_over(_sized(row), race, {"ids": []}), Race) for row in file.race),
            skill=tuple(msgspec.convert(_over(row, skill_row, {}), Skill) for row in file.skill),
            product=tuple(msgspec.convert(_over(row, product_row, NEW_PRODUCT), Product) for row in file.product),
            beast=file.beast,
            table=file.table,
        )
    except tomllib.TOMLDecodeError as wrong:
        raise ValueError(f"the house file is no TOML: {wrong}") from None
    except RecursionError:
        raise ValueError("the house file has brackets too deep to be read") from None
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


def _exactly(text: str) -> Amount:
    """A decimal of the file as the exact amount that it is; what is no number stays the text it is, and fits no column."""
    try:
        return stored(Fraction(text.replace("_", "")))
    except ValueError:
        return text


def _sized(told: dict[str, Any]) -> dict[str, Any]:
    """EOS-SIZE-01: with the footprint of a race its category goes, and with that what size gives (EOS-SIZE-03, EOS-SIZE-04,
    EOS-SIZE-05, EOS-SIZE-06, EOS-SIZE-11, EOS-SIZE-12), where the row does not say otherwise.

    ValueError: none or less of a tile, between one tile and two, a category of another footprint.
    """
    from schemas.rulebook.tables import base_hp, category

    width, length = told.get("width"), told.get("length")
    if "tiles" not in told and isinstance(width, int) and isinstance(length, int):
        told = {**told, "tiles": width * length, "size_text": told.get("size_text", f"{width}x{length}")}
    if not isinstance(told.get("tiles"), int | str):
        return told
    tiles = exact(told["tiles"])
    if tiles <= 0 or (tiles > 1 and not isinstance(tiles, int)):
        raise ValueError(
            f"the house file: no creature fills {told['tiles']} tiles; it is less than one, or a whole number (EOS-SIZE-01)"
        )
    found = category(tiles).title()
    if told.get("size_category", found) != found:
        raise ValueError(
            f"the house file: {told['tiles']} tiles are {found}, not {told['size_category']} (EOS-SIZE-01)"
        )
    base = int(base_hp(tiles))
    reach = {"Large": 1, "Extra-Large": 2}.get(found, 0)
    return {
        "size_category": found, "base_hp": base, "bonus_hp_melee": base - 20, "weapon_range_bonus": reach,
        "food_per_day": stored(tiles), "width": None, "length": None, **told,
    }  # fmt: skip


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

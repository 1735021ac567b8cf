"""The rulebook as this table plays it: the house's rows first, then the books'.

A rule asks here and says in whose world (`house.thing_row(scene.world, "bow")`), so that an overlay adopted at a moment
holds from that moment on, for rules, lines and views alike.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

import schemas.rulebook as rulebook
from projections.house import houses, rows_of
from projections.world import World
from schemas.house import Beast, House, HouseTable
from schemas.rulebook import Product, Race, Skill, Thing
from schemas.units import key


class Rows(NamedTuple):
    """What the overlays in force say together, by the compared form of the name; the newest of a name counts."""

    things: dict[str, Thing]
    races: dict[str, Race]
    skills: dict[str, Skill]
    products: dict[str, Product]
    beasts: dict[str, Beast]
    tables: dict[str, HouseTable]


NOTHING = Rows({}, {}, {}, {}, {}, {})


def rows(world: World) -> Rows:
    """The rows of the house, as they stand in this world."""
    book = world.holders.get("book")
    if book is None or "house" not in book.fields:
        return NOTHING
    return _together(tuple(rows_of(book, name) for name in houses(book)))


@lru_cache(maxsize=32)
def _together(texts: tuple[str, ...]) -> Rows:
    found = Rows({}, {}, {}, {}, {}, {})
    for text in texts:
        house = msgspec.json.decode(text, type=House)
        _take(found.things, house.thing)
        _take(found.races, house.race)
        _take(found.skills, house.skill)
        _take(found.products, house.product)
        _take(found.beasts, house.beast)
        _take(found.tables, house.table)
        for thing in house.thing:
            if thing.plural:
                found.things.setdefault(key(thing.plural), thing)
    return found


def _take(table: dict[str, Any], told: tuple[Any, ...]) -> None:
    for row in told:
        table[key(row.name)] = row


# -- things -----------------------------------------------------------------------------------------------------


def thing(world: World, words: str) -> str | None:
    """The one name of a thing, in any spelling; None if neither the house nor the books have it."""
    row = rows(world).things.get(key(words))
    return row.name if row is not None else rulebook.thing(words)


def thing_row(world: World, name: str) -> Thing:
    """The row of a thing. KeyError: no such thing."""
    things = rows(world).things
    if things:
        row = things.get(key(name))
        if row is None:
            known = rulebook.thing(name)
            row = things.get(key(known)) if known is not None else None
        if row is not None:
            return row
    return rulebook.thing_row(name)


def thing_names(world: World) -> Iterator[str]:
    """Every name of a thing, for suggestions."""
    own = {row.name for row in rows(world).things.values()}
    yield from own
    yield from (name for name in rulebook.thing_names() if name not in own)


def product(world: World, name: str) -> Product | None:
    """How the work on a thing is counted where its ways do not say all of it."""
    return rows(world).products.get(key(name)) or rulebook.products().get(name)


# -- people -----------------------------------------------------------------------------------------------------


def race(world: World, words: str) -> Race | None:
    """The race that is meant; None if there is none such."""
    return rows(world).races.get(key(words)) or rulebook.race(words)


def races(world: World) -> tuple[str, ...]:
    """The names of all races."""
    return tuple(dict.fromkeys([*rulebook.races(), *(row.name for row in rows(world).races.values())]))


def beast(world: World, name: str) -> Beast | None:
    """The house's row of a beast, for `npc NAME`."""
    return rows(world).beasts.get(key(name))


def skills(world: World, game: rulebook.Game = "eos") -> dict[str, Skill]:
    """Every skill by its name, with the house's figures."""
    own = rows(world).skills
    return {**rulebook.skills(game), **{row.name: row for row in own.values()}} if own else rulebook.skills(game)


def skill(world: World, words: str, game: rulebook.Game = "eos") -> str | None:
    """The one name of a skill, in any spelling."""
    own = rows(world).skills.get(key(words))
    return own.name if own is not None else rulebook.skill(words, game)


# -- tables -----------------------------------------------------------------------------------------------------


def table(world: World, name: str) -> HouseTable | None:
    """A table of the house to roll on."""
    return rows(world).tables.get(key(name))


def tables(world: World) -> tuple[str, ...]:
    """The names of all of them."""
    return tuple(row.name for row in rows(world).tables.values())

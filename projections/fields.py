"""Fields by their names in the views: what `hp`, `hunt_target` or `food` of a thing is, and what moves it.

One answer for `why`, `assert`, `check` and `history`. A field is a key of a view, a skill (its level) or a thing (how
many); which of them a word means is said by `ledger.fields`.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from projections.conditions import is_marked
from projections.encounter import turn_left
from projections.holdings import EDIBLE, quantity
from projections.larder import larder
from projections.places import cold, fire_days, fire_lit, lying_in, shelter_next_loss, shelter_tier, weather
from projections.pools import STATS, adjusted_max_hp, combat_level, max_hp, skill, state
from projections.ranked import RANK, ranks, summons
from projections.sheet import (
    age,
    armor_front,
    armor_rear,
    cold_protection,
    conditions,
    held_pieces,
    move,
    natural_armor,
    natural_weapons,
    points,
    road_miles,
    skill_rows,
    wild_miles,
    worn_pieces,
)
from projections.world import PEOPLE, Holder, Lot, World
from projections.zones import (
    HUNT,
    TRAP,
    depletion,
    hunt_base,
    hunt_target,
    ready_mark,
    trap_base,
    trap_target,
    trees_left,
)
from schemas.units import Moment, Number, exact, text_of

Value = Number | str | list[Any] | dict[str, Any] | None
Figure = Callable[[World, Holder, Moment], Value]

TASKS_A_DAY = 2
FOOD = "food"


class Field(NamedTuple):
    """One field: a key of a view, a skill or a thing, under its own name."""

    kind: Literal["key", "skill", "thing"]
    name: str


class Shape(NamedTuple):
    """How a key is asked, the posted fields that move it, and whether it begins anew every day.

    `formula` is the text of what cannot be added up: such a key is one term.
    """

    ask: Figure
    moved_by: tuple[str, ...] = ()
    daily: bool = False
    formula: Callable[[World, Holder, Moment], str] | None = None


# -- asked ------------------------------------------------------------------------------------------------------


def value_of(world: World, moment: Moment, thing: str, field: Field) -> Value:
    """The field's value on a moment; None for what is not known, or of a thing that is not there."""
    holder = world.holders.get(thing)
    if holder is None:
        found = world.piece(thing)
        return _of_piece(found[0], found[1], field) if found and field.kind == "key" else None
    if field.kind == "skill":
        return holder.word(RANK + field.name) or skill(holder, field.name)
    if field.kind == "thing":
        return _how_many(world, holder, field.name, moment)
    shape = SHAPES.get(field.name)
    return None if shape is None else shape.ask(world, holder, moment)


def number_of(value: Value) -> Number:
    """A value as a term of a sum: what is no number counts 0."""
    return value if isinstance(value, (int, Fraction)) and not isinstance(value, bool) else 0


def keys_of(world: World, thing: str) -> tuple[str, ...]:
    """The keys that a thing has: those of a person's, a place's or a piece's views."""
    holder = world.holders.get(thing)
    if holder is None:
        return tuple(PIECE_KEYS)
    if holder.kind in PEOPLE:
        return tuple(PERSON_OF.get(world.get("book").word("game"), PERSON))
    return tuple(PLACE)


def shape_of(field: Field) -> Shape | None:
    """How a key is put together; None for skills, things and pieces."""
    return SHAPES.get(field.name) if field.kind == "key" else None


def moved_by(field: Field) -> tuple[str, ...]:
    """The posted fields that move it."""
    if field.kind == "skill":
        return (f"{RANK}{field.name}", f"time {field.name}", f"combat {field.name}", f"race {field.name}")
    shape = shape_of(field)
    return (shape.moved_by or (field.name,)) if shape else (field.name,) if field.kind == "key" else ()


def items_of(world: World, thing: str, field: Field) -> tuple[str, ...]:
    """The items whose coming and going moves it."""
    if field.kind == "key":
        return EDIBLE if field.name in LARDER_KEYS else ()
    if field.kind == "thing":
        return EDIBLE if is_larder(world, thing, field) else (field.name,)
    return ()


def is_larder(world: World, thing: str, field: Field) -> bool:
    """Whether it is the food of a place: the units that its people and its store could eat."""
    holder = world.holders.get(thing)
    if holder is None or holder.kind in PEOPLE:
        return False
    return field.name == "units" if field.kind == "key" else field == Field("thing", FOOD)


def shown_value(value: Value) -> str:
    """A value for eyes."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(shown_value(v) for v in value) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{name} {shown_value(v)}" for name, v in value.items()) or "nothing"
    return text_of(value)


# -- how many ---------------------------------------------------------------------------------------------------

LARDER_KEYS = ("units", "fresh", "preserved", "spoiled")
"""Counts of the larder, which add up."""


def _how_many(world: World, holder: Holder, item: str, moment: Moment) -> Number:
    """Of a person what they have; of a place what its store and people have; its food as the larder counts."""
    if holder.kind in PEOPLE:
        return quantity(holder, item)
    if item == FOOD:
        return larder(world, holder.name, moment).units
    return sum((quantity(person, item) for person in world.at(holder.name)), start=quantity(holder, item))


def _larder(world: World, place: Holder, moment: Moment, part: str) -> Number | None:
    """A figure of the larder view."""
    value: Number | None = getattr(larder(world, place.name, moment), part)
    return value


# -- keys of people ---------------------------------------------------------------------------------------------


def _own(field: str) -> Figure:
    def ask(world: World, holder: Holder, moment: Moment) -> Value:
        value = holder.fields.get(field)
        if isinstance(value, str):
            try:
                return exact(value)
            except ValueError:
                return value
        return value

    return ask


def _kind(world: World, holder: Holder, moment: Moment) -> Value:
    """What it is; of a zone its terrain."""
    return holder.word("terrain", "wild") if holder.kind == "zone" else holder.fields.get("kind")


def _number(field: str, default: Number = 0) -> Figure:
    return lambda world, holder, moment: holder.number(field, default)


def _tasks_left(world: World, who: Holder, moment: Moment) -> Value:
    """EOS-DAY-01, EOS-DAY-04: two a day, and one more by a cook's help, less those begun."""
    if state(who) in ("dead", "gone"):
        return 0
    day = world.calendar.day_of(moment)
    return max(0, TASKS_A_DAY + min(1, who.count("freed", day)) - who.count("tasks", day))


def _full_text(world: World, who: Holder, moment: Moment) -> str:
    if who.fields.get("full_hp") is not None:
        return "as the GM gave it"
    body, level, base = who.number("body"), combat_level(who), who.number("base_hp")
    return f"Body {text_of(body)} x level {level} + {text_of(base)}"


def _adjusted_text(world: World, who: Holder, moment: Moment) -> str:
    return f"{text_of(max_hp(who))} less {text_of(who.number('hunger'))} percent of hunger"


def _level_text(world: World, who: Holder, moment: Moment) -> str:
    return f"{text_of(who.number('level', 1))} and one for each 2000 of {text_of(who.number('experience'))} experience"


def _road_text(world: World, who: Holder, moment: Moment) -> str:
    return f"Body {text_of(who.number('body'))} + Move {text_of(move(who) or 0)}"


def _wild_text(world: World, who: Holder, moment: Moment) -> str:
    return f"half of Body {text_of(who.number('body'))} + Move {text_of(move(who) or 0)}"


def _zone(world: World, place: Holder) -> Holder:
    """The zone that a place is or lies in."""
    return world.get(world.zone_of(place.name))


def _zone_figure(ask: Callable[[World, Holder, int], Value]) -> Figure:
    """A figure of the zone in which a place lies, on a day."""
    return lambda world, holder, moment: ask(
        world, world.get(world.zone_of(holder.name)), world.calendar.day_of(moment)
    )


PERSON: dict[str, Shape] = {
    "name": Shape(lambda world, who, moment: who.name),
    "kind": Shape(_kind, ("kind", "terrain")),
    "player": Shape(_own("player")),
    "race": Shape(_own("race")),
    "size": Shape(_own("size")),
    "tiles": Shape(_own("tiles")),
    "age": Shape(
        lambda world, who, moment: age(who, world.calendar, world.calendar.day_of(moment)),
        formula=lambda *_: "the age at joining, and the whole years since",
    ),
    "place": Shape(lambda world, who, moment: world.place_of(who.name)),
    "state": Shape(lambda world, who, moment: state(who), ("hp",)),
    "hp": Shape(_own("hp")),
    "max_hp": Shape(lambda world, who, moment: max_hp(who), formula=_full_text),
    "adjusted_max_hp": Shape(lambda world, who, moment: adjusted_max_hp(world, who), formula=_adjusted_text),
    "hunger": Shape(_number("hunger")),
    "experience": Shape(_number("experience")),
    "combat_level": Shape(lambda world, who, moment: combat_level(who), formula=_level_text),
    **{stat: Shape(_number(stat)) for stat in STATS},
    "skills": Shape(lambda world, who, moment: skill_rows(who)),
    "points": Shape(lambda world, who, moment: dict(points(world, who)._asdict())),
    "move": Shape(lambda world, who, moment: move(who), formula=lambda *_: "the race's, nothing when overloaded"),
    "road_miles": Shape(lambda world, who, moment: road_miles(who), formula=_road_text),
    "wild_miles": Shape(lambda world, who, moment: wild_miles(who), formula=_wild_text),
    "food_per_day": Shape(_own("food_per_day")),
    "cold_protection": Shape(lambda world, who, moment: cold_protection(who)),
    "armor_front": Shape(lambda world, who, moment: armor_front(who)),
    "armor_rear": Shape(lambda world, who, moment: armor_rear(who)),
    "natural_armor": Shape(lambda world, who, moment: natural_armor(who)),
    "natural_weapons": Shape(lambda world, who, moment: dict(natural_weapons(who))),
    "fat_store": Shape(_number("fat_store")),
    "held": Shape(lambda world, who, moment: list(held_pieces(who))),
    "worn": Shape(lambda world, who, moment: list(worn_pieces(who))),
    "conditions": Shape(lambda world, who, moment: list(conditions(who, moment))),
    "tasks_left": Shape(_tasks_left, ("tasks", "freed"), daily=True),
}
"""Keys of `sheet` and `party`."""

RANKED: dict[str, Shape] = {
    **{name: PERSON[name] for name in ("name", "kind", "player", "place", "state", "hp", "max_hp", "conditions")},
    "ranks": Shape(lambda world, who, moment: dict(ranks(who))),
    "armor": Shape(_own("armor")),
    "shield": Shape(_own("shield")),
    "reduction": Shape(_number("reduction"), formula=lambda world, who, moment: f"{who.word('armor') or 'no'} armor"),
    "defence_bonus": Shape(
        _number("defence_bonus"), formula=lambda world, who, moment: f"{who.word('shield') or 'no'} shield"
    ),
    "actions_left": Shape(
        lambda world, who, moment: turn_left(world, who), formula=lambda *_: "two a turn, less what was spent and stunned"
    ),
    "summons": Shape(lambda world, who, moment: list(summons(world, who, moment))),
}
"""Keys of the second game's `sheet`; a stance, which may be hidden, is asked of the sheet alone."""

PERSON_OF: dict[str, dict[str, Shape]] = {"ranked": RANKED}
"""Keys of people in games that have their own."""

PLACE: dict[str, Shape] = {
    "name": Shape(lambda world, place, moment: place.name),
    "kind": Shape(_kind, ("kind", "terrain")),
    "zone": Shape(lambda world, place, moment: world.zone_of(place.name)),
    "miles": Shape(_zone_figure(lambda world, zone, day: zone.fields.get("miles"))),
    "zones": Shape(_zone_figure(lambda world, zone, day: zone.fields.get("zones"))),
    "hunt_base": Shape(_zone_figure(lambda world, zone, day: hunt_base(zone)), ("miles", "hunt")),
    "hunt_depletion": Shape(
        _zone_figure(lambda world, zone, day: depletion(world, zone, HUNT, day)), (HUNT, "hunt_depletion")
    ),
    "hunt_target": Shape(_zone_figure(hunt_target), (HUNT, "hunt_depletion", "miles", "hunt")),
    "trap_base": Shape(_zone_figure(lambda world, zone, day: trap_base(zone)), ("zones", "trap", "terrain")),
    "trap_depletion": Shape(
        _zone_figure(lambda world, zone, day: depletion(world, zone, TRAP, day)), (TRAP, "trap_depletion")
    ),
    "trap_target": Shape(_zone_figure(trap_target), (TRAP, "trap_depletion", "zones", "trap", "terrain")),
    "cold": Shape(lambda world, place, moment: cold(_zone(world, place), moment, False)),
    "night_cold": Shape(lambda world, place, moment: cold(_zone(world, place), moment, True)),
    "snow": Shape(lambda world, place, moment: bool(weather(_zone(world, place), "snow", moment))),
    "light": Shape(lambda world, place, moment: weather(_zone(world, place), "light", moment)),
    "left": Shape(lambda world, place, moment: place.fields.get("left"), ("left",)),
    "trees_left": Shape(_zone_figure(lambda world, zone, day: trees_left(zone)), ("trees",)),
    "ready": Shape(
        lambda world, place, moment: [c for c in ("hunt", "trap") if ready_mark(_zone(world, place), c, moment)]
    ),
    "sites": Shape(
        lambda world, place, moment: [h.name for h in lying_in(world, _zone(world, place).name, "site", deep=True)]
    ),
    "people": Shape(
        lambda world, place, moment: [h.name for h in world.at(place.name) if not is_marked(h, "gone", moment)]
    ),
    "shelter_tier": Shape(
        lambda world, place, moment: shelter_tier(place, world.calendar.day_of(moment)), ("shelter", "shelter_tier")
    ),
    "shelter_next_loss": Shape(
        lambda world, place, moment: shelter_next_loss(place, world.calendar.day_of(moment)),
        formula=lambda *_: "the first day with a lower tier: one goes each whole week",
    ),
    "fire_lit": Shape(lambda world, place, moment: fire_lit(place, world.calendar.day_of(moment)), ("fire_lit",)),
    "fire_days": Shape(
        lambda world, place, moment: fire_days(place, world.calendar.day_of(moment)), ("fire", "fire_days", "fire_lit")
    ),
    **{
        part: Shape(lambda world, place, moment, part=part: _larder(world, place, moment, part))  # type: ignore[misc]
        for part in LARDER_KEYS
    },
    "days_left": Shape(
        lambda world, place, moment: _larder(world, place, moment, "days_left"),
        formula=lambda *_: "the whole days that the units feed the people there",
    ),
    "first_spoils": Shape(
        lambda world, place, moment: _larder(world, place, moment, "first_spoils"),
        formula=lambda *_: "the first day on which food of the larder is spoiled",
    ),
}
"""Keys of `zone`, `site` and `larder`."""

SHAPES: dict[str, Shape] = {**PLACE, **RANKED, **PERSON}


# -- keys of pieces ---------------------------------------------------------------------------------------------

PIECE_KEYS = (
    "item", "named", "size", "tier", "full_tier", "slot", "fitted_to", "hours", "quantity", "harvested_on", "spoils_on",
    "holder",
)  # fmt: skip
"""Keys of a lot or piece (`sword@41`)."""


def _of_piece(holder: Holder, lot: Lot, field: Field) -> Value:
    if field.name == "holder":
        return holder.name
    if field.name in PIECE_KEYS:
        value: Value = getattr(lot, field.name)
        return value
    return (lot.fields or {}).get(field.name)

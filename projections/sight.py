"""Light and sight: how bright it is where somebody stands, who is blind, who sees whom. Asked, not written.

A level of light is a number from 0 (absolute darkness) to 100, or `BRIGHT` where nothing is said against it.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from projections.conditions import is_marked
from projections.encounter import FLAG_MARK, Tile, board_distance, body_tiles, fight_in, read_tile, steps_between
from projections.lights import burning
from projections.places import fire_lit, weather
from projections.world import Holder, World, light_left
from schemas.units import Moment, Number

BLIND = "blind"
"""The mark of who cannot see, for whatever reason."""
DARK: Final = 0
LOWEST: Final = 1
BRIGHT: Final = 1000
"""Brighter than every level of low light (EOS-LOWL-01)."""
BRIGHT_TILES = 5
RING_TILES = 10
"""EOS-LITE-01: a flame is bright within five tiles, and low light of level 1 out to ten."""


def level_named(said: Number | str | None) -> int | None:
    """`bright`, `dark` or 1 to 100 as a level; None where nothing was said."""
    if said is None:
        return None
    if isinstance(said, str):
        return BRIGHT if said == "bright" else DARK if said == "dark" else int(said) if said.isdigit() else BRIGHT
    return int(said)


def ambient(world: World, who: Holder, moment: Moment) -> int:
    """EOS-DARK-01, EOS-LOWL-01: what was said of the fight that somebody is in, else of the weather; else it is bright."""
    fight = fight_in(world, who)
    said = level_named(fight.fields.get("light")) if fight is not None else None
    if said is None:
        place = world.place_of(who.name)
        said = level_named(weather(world.get(world.zone_of(place)), "light", moment)) if place is not None else None
    return BRIGHT if said is None else said


class Source(NamedTuple):
    """A flame: who carries it, or the tiles on which it stands."""

    holder: Holder | None
    tiles: tuple[Tile, ...]


def sources(world: World, place: str | None, moment: Moment) -> Iterator[Source]:
    """EOS-LITE-01: every torch and candle that burns at a place: carried, or lying on a tile of the board."""
    if place is None:
        return
    for who in world.at(place):
        if next(burning(who, moment), None) is not None:
            yield Source(who, tuple(body_tiles(world, who)))
    for lots in world.get(place).lots.values():
        for lot in lots:
            tile = read_tile(str((lot.fields or {}).get("tile") or ""))
            if tile is not None and lot.lit_since is not None and light_left(lot, moment):
                yield Source(None, (tile,))


def lit_by(world: World, tiles: Number | None) -> int:
    """EOS-LITE-01: what a flame so many tiles away gives; one within reach (None) gives all.

    The dim ring ends ten tiles from the flame, or ten beyond the bright one (ruling light_ring_total_10).
    """
    beyond = world.ruling("light_ring_total_10", "10-from-source") == "10-beyond-bright"
    if tiles is None or tiles <= BRIGHT_TILES:
        return BRIGHT
    return LOWEST if tiles <= RING_TILES + (BRIGHT_TILES if beyond else 0) else DARK


def light_on(
    world: World, who: Holder, moment: Moment, *, viewer: Holder | None = None, tiles: Number | None = None,
    said: Number | str | None = None,
) -> int:  # fmt: skip
    """How bright it is where somebody stands: as `said` of them, else by what was said of all and the flames near.

    `tiles` is what a line says of the way between them and `viewer`, who may carry the flame.
    """
    told = level_named(said)
    if told is not None:
        return told
    level = ambient(world, who, moment)
    if level >= BRIGHT or at_a_fire(world, who):
        return BRIGHT
    here = body_tiles(world, who)
    for source in sources(world, world.place_of(who.name), moment):
        away: Number | None
        if source.holder is who:
            away = 0
        elif source.holder is not None and source.holder is viewer:
            away = tiles if tiles is not None else board_distance(world, who, viewer)
        else:
            away = steps_between(source.tiles, here) if source.tiles and here else None
        level = max(level, lit_by(world, away))
    return level


def at_a_fire(world: World, who: Holder) -> bool:
    """EOS-LITE-01: whether somebody is where a campfire burns; not in a fight whose light was said for itself."""
    fight = fight_in(world, who)
    if fight is not None and fight.fields.get("light") is not None:
        return False
    place = world.place_of(who.name)
    return place is not None and fire_lit(world.get(place), world.day)


def sees_in_the_dark(who: Holder) -> bool:
    """EOS-DARK-16, EOS-RACE-CAVETROLL-02, EOS-RACE-GRATCHEN-01: dark vision: never blind of darkness, nor by low light."""
    return bool(who.number("dark_vision"))


def is_blind(world: World, who: Holder, moment: Moment) -> bool:
    """EOS-DARK-01: blinded by something, or in absolute darkness without dark vision."""
    if is_marked(who, BLIND, moment):
        return True
    return not sees_in_the_dark(who) and light_on(world, who, moment) == DARK


def sees(
    world: World, viewer: Holder, target: Holder, moment: Moment, *, tiles: Number | None = None,
    said: Number | str | None = None,
) -> bool:  # fmt: skip
    """EOS-DARK-06, EOS-DARK-07: whether somebody sees another: what counts is the light where that other stands.

    EOS-STS-19: whoever carries a flag does not see the one who sneaked past.
    """
    if is_marked(viewer, BLIND, moment) or is_marked(viewer, f"{FLAG_MARK}{target.name}", moment):
        return False
    return sees_in_the_dark(viewer) or light_on(world, target, moment, viewer=viewer, tiles=tiles, said=said) != DARK


def identified_within(level: int) -> int | None:
    """EOS-LOWL-01, EOS-LOWL-02: at so many tiles somebody can still be told by sight; None: at any."""
    return None if level >= BRIGHT else level


def beyond_light(level: int, tiles: Number | None) -> Number:
    """EOS-LOWL-03: tiles past the level of low light; none where it is bright, or nobody said how far."""
    return 0 if level >= BRIGHT or tiles is None else max(0, tiles - level)


def beyond_twice(level: int, tiles: Number | None) -> Number:
    """EOS-LOWL-04, EOS-LOWL-05: tiles past twice the level, each of which helps whoever is shot at."""
    return 0 if level >= BRIGHT or tiles is None else max(0, tiles - 2 * level)

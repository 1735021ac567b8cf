"""Buildings: what they are reckoned by, and how long they keep."""

from fractions import Fraction

from ledger.ruling import Scene
from schemas.units import Number, exact

UNIT_TILES = 20
"""EOS-ARCH-16: a hundred square feet are twenty tiles, for cost and limits, and never four (ruling tile_area)."""
UNIT_FT = 100
"""EOS-ARCH-05: the square feet that the times and stones of an architect are said for."""
BUILDERS_TILES = 200
"""EOS-WOOD-04, EOS-ARCH-04: a builder goes up to 200 tiles (1,000 square feet), an architect begins there."""
MOST_HELPERS = 10
YEARS = {"wood": 10, "stone": 100, "other": 10}
"""EOS-ARCH-08, EOS-ARCH-09: years in which an architect's work loses a tier, by what it is built of."""


def wears_days(scene: Scene, of: str, *, architect: bool) -> int:
    """EOS-WOOD-06: a builder's wood loses a tier a year; an architect's work one a decade, of stone one a century.

    Years are the calendar's own (ruling calendar).
    """
    years = 1 if of == "wood" and not architect else YEARS.get(of, YEARS["other"])
    return years * scene.calendar.year_days


def wall_area(length_ft: Number, tier: int) -> Number:
    """EOS-ARCH-13: square feet of a wall: its length, a foot thick for each tier; how high it is does not matter."""
    return exact(length_ft) * tier


def tiles_area(tiles: Number) -> Number:
    """EOS-ARCH-16: square feet of so many tiles."""
    return exact(Fraction(tiles) * UNIT_FT / UNIT_TILES)


def units_of(area: Number) -> int:
    """EOS-ARCH-05, EOS-ARCH-07: hundreds of square feet, a begun one whole (ruling partial_unit)."""
    return int(-(-Fraction(area) // UNIT_FT))


def effective_units(scene: Scene, units: int, helpers: int) -> int:
    """EOS-ARCH-06: each of up to ten helpers takes a hundred square feet off the time, down to one of them.

    By ruling architect_helpers: parallel-crew they share them all out: units / (1 + helpers), rounded up.
    """
    crew = min(helpers, MOST_HELPERS)
    if scene.world.ruling("architect_helpers", "one-unit-each") == "parallel-crew":
        return -(-units // (1 + crew))
    return max(1, units - crew)

"""What a size category multiplies: materials of gear, prices, a cook's preserved food."""

from fractions import Fraction

from projections.world import Holder
from schemas.units import Number, exact

FACTORS: dict[str, Number] = {"Small": Fraction(1, 2), "Medium": 1, "Large": 4, "Extra-Large": 9}
"""EOS-SCALE-04, EOS-SCALE-05, EOS-SCALE-06: by category, not by tiles (EOS-SCALE-07)."""


def size_of(who: Holder) -> str:
    """The size category of someone: `Small Medium Large Extra-Large`; medium where none is known."""
    return who.word("size", "Medium")


def size_factor(category: str) -> Number:
    """What a category multiplies by; categories that the book does not know are a medium creature's."""
    return exact(FACTORS.get(category, 1))

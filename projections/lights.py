"""Lights that burn: which of somebody's or a place's, and until when. Asked, not written."""

from collections.abc import Iterator
from typing import NamedTuple

from projections.conditions import is_marked
from projections.world import Holder, light_left
from schemas.calendar import HOUR_SECONDS
from schemas.units import Moment, Number, exact

CANDLE_LIT = "candle lit"
"""The mark of who holds a burning candle: it is out of the pack, and burns its hour."""


class Flame(NamedTuple):
    """A light that burns: its piece, or whose candle it is; the kind; hours left; when it is out."""

    thing: str
    item: str
    hours: Number
    until: Moment


def burning(holder: Holder, moment: Moment) -> Iterator[Flame]:
    """EOS-BUSH-17, EOS-COOK-12: every torch and candle that burns at a moment."""
    for lots in holder.lots.values():
        for lot in lots:
            left = light_left(lot, moment) if lot.lit_since is not None else 0
            if left:
                yield Flame(lot.name, lot.item, left, moment + int(left * HOUR_SECONDS))
    mark = holder.marks.get(CANDLE_LIT)
    if mark is not None and mark.until is not None and is_marked(holder, CANDLE_LIT, moment):
        yield Flame(holder.name, "candle", exact(mark.value or 0), mark.until)

"""Marks, and until when."""

from projections.world import Holder
from schemas.units import Moment


def is_marked(holder: Holder, mark: str, moment: Moment) -> bool:
    """Whether the mark stands at this moment: `until` is the first moment without it."""
    found = holder.marks.get(mark)
    return found is not None and (found.until is None or moment < found.until)


def standing(holder: Holder, moment: Moment) -> list[str]:
    """Every mark that stands at this moment, oldest first."""
    return [mark for mark in holder.marks if is_marked(holder, mark, moment)]

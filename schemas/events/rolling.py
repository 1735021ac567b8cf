"""Rolls that the game master (GM) calls for."""

from typing import ClassVar

from schemas.entry import Event


class RollMade(Event, tag="roll.made", frozen=True, kw_only=True):
    """A check by the stats and skills of `by`, or the house's table that `by` names and the `row` found."""

    says: ClassVar[str] = "{who} rolls {by}: {roll}{came}"
    by: str
    row: str | None = ""
    why: str = ""

    @property
    def came(self) -> str:
        """The row that was found and what it is about, if there is either."""
        said = "; ".join(part for part in (self.row, self.why) if part)
        return f". {said}" if said else ""

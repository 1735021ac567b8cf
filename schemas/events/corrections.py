"""The one primitive from which every correction is made: an entry that strikes."""

from typing import ClassVar

from schemas.entry import Event, Strike
from schemas.units import Moment


class CorrectionMade(Event, tag="correction.made", frozen=True, kw_only=True):
    """Strikes entries from their own moment, other corrections too; `deeds` are struck whole, later versions with them.

    `verb` is what was asked (void correct undo redo revert rollback restore late), `strikes` what it strikes, `took` what went
    with it because it came out differently, `reaches_back_to` the earliest moment among them. `followed` are ticks and words
    that came out differently without a decision; `accepted`, `kept` and `dropped` the decisions by position; `pins` deeds of
    which a part was struck: like kept ones they are not asked again. `branch` names what a rollback set aside.
    """

    says: ClassVar[str] = "{summary}"
    table: ClassVar[bool] = True
    verb: str
    summary: str = ""
    strikes: tuple[Strike, ...] = ()
    took: tuple[Strike, ...] = ()
    deeds: tuple[int, ...] = ()
    reaches_back_to: Moment | None = None
    followed: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    pins: tuple[int, ...] = ()
    branch: str | None = None

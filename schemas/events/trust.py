"""Trust: seals that players keep, and what the table agreed."""

from typing import ClassVar, Literal

from schemas.entry import Event
from schemas.units import Amount, Moment


class BookSealed(Event, tag="book.sealed", frozen=True, kw_only=True):
    """`seal` is the code of everything before this entry: its position and 80 bits of its digest."""

    says: ClassVar[str] = "The book is sealed: {seal}"
    table: ClassVar[bool] = True
    seals: ClassVar[bool] = True
    seal: str = ""


class AssertionMade(Event, tag="assertion.made", frozen=True, kw_only=True):
    """The table agreed that `field` of `thing` is `expected` on this moment; `check` says whether it still is.

    `kind` says what the field is: a `key` of a view, a `skill` or a `thing`.
    """

    says: ClassVar[str] = "Agreed: {thing} {field} = {expected} on {date}"
    table: ClassVar[bool] = True
    thing: str
    field: str
    kind: Literal["key", "skill", "thing"] = "key"
    expected: Amount | None
    on: Moment
    date: str = ""

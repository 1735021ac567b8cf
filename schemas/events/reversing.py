"""What the GM takes back from today on, leaving the past as it was."""

from typing import ClassVar

from schemas.entry import Event


class GmReversed(Event, tag="gm.reversed", frozen=True, kw_only=True):
    """The opposite of what an entry did, entered today by the GM's hand (`void POS --from-now`); nothing is struck."""

    says: ClassVar[str] = "From now on the GM takes back entry {of}: {changed}; gained {gained}, spent {spent}"
    of: int

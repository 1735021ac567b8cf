"""What follows from the numbers of a body: unconsciousness, death, trance, waking."""

from typing import ClassVar

from schemas.entry import Event


class StateChanged(Event, tag="state.changed", frozen=True, kw_only=True):
    """EOS-STAT-07: someone's state is another one after the entry that caused this; the numbers say so, nothing is posted."""

    says: ClassVar[str] = "{who} is {after} (was {before})"
    before: str
    after: str

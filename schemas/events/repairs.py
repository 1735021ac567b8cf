"""Repairs: a hundredth of the time of making brings the full tier back."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class RepairWorked(Event, tag="repair.worked", frozen=True, kw_only=True):
    """EOS-REPAIR-01: a task, or the rest of one, goes on mending something."""

    says: ClassVar[str] = "{who} mends {thing} with {tool} tools: {left} left"
    thing: str
    added: Amount
    left: Amount
    tool: str
    task: Amount


class RepairFinished(Event, tag="repair.finished", frozen=True, kw_only=True):
    """EOS-REPAIR-01: it is as it was made."""

    says: ClassVar[str] = "{thing} is whole again, T{tier}"
    thing: str
    tier: int

"""Breaking things down to what they were made of."""

from typing import ClassVar

from schemas.entry import Event


class SalvageDone(Event, tag="salvage.done", frozen=True, kw_only=True):
    """EOS-GEAR-01, EOS-TAIL-04: a piece or a cloth is gone, and its materials are there again."""

    says: ClassVar[str] = "{who} breaks down {spent} into {gained}"
    item: str
    skill: str

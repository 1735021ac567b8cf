"""Marks: what someone carries that is neither a number nor a thing."""

from typing import ClassVar

from schemas.entry import Event


class MarkSet(Event, tag="mark.set", frozen=True, kw_only=True):
    """Someone carries a mark: blind, held, unaware; `rounds` if it was said for so many of a fight."""

    says: ClassVar[str] = "{who} is marked: {mark}"
    mark: str
    rounds: int | None = None


class MarkLifted(Event, tag="mark.lifted", frozen=True, kw_only=True):
    """A mark is gone."""

    says: ClassVar[str] = "{who} is no longer marked: {mark}"
    mark: str

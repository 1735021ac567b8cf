"""Routines: what somebody does on every day that passes."""

from typing import ClassVar

from schemas.entry import Event


class RoutineSet(Event, tag="routine.set", frozen=True, kw_only=True):
    """COMMANDS 1.4: lines done on every day that time passes, each a deed of its own; none ends it."""

    says: ClassVar[str] = "From now on {who} does every day: {lines}"
    lines: tuple[str, ...] = ()

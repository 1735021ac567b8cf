"""An entry: one line of the book. A header, and the event that says what happened."""

from typing import ClassVar

import msgspec

from schemas.dice import Roll, Thrown
from schemas.postings import AnyPosting
from schemas.units import Moment

CLOCK_RANK = 0
"""Rank of what moves time; the ticks of a day come behind it in the order of EOS-CAL-06."""
COMMAND_RANK = 99
"""Rank of everything that people do: behind the ticks of the same moment."""


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type"):
    """What happened. `who` did it, `place` is where, `rule` is the mechanic that decided it.

    `says` is the sentence for eyes, filled from the fields. `shape` is the number of the event's stored shape; older
    shapes are brought up to date by `schemas.upcasters`.
    """

    says: ClassVar[str] = ""
    table: ClassVar[bool] = False
    """Of the table and the record (session, seat, seal, dispute), not of the world: a rollback never strikes it."""
    moves_clock: ClassVar[bool] = False
    """Whether the event moves the clock, to the moment in its field `to`."""

    seals: ClassVar[bool] = False
    """Whether the event carries in its field `seal` the code of everything before it, filled in as it is written."""

    who: str | None = None
    place: str | None = None
    rule: str | None = None
    roll: Roll | None = None
    postings: tuple[AnyPosting, ...] = ()
    v: int = 1

    def is_hidden(self) -> bool:
        """Whether it is between the GM and those who know of it, without anybody's saying so: a trap that waits."""
        return False


class Tick(msgspec.Struct, frozen=True, gc=False):
    """Which tick an entry answers: known by (name, moment of the entry, subject), so none is written twice."""

    name: str
    subject: str = ""


class NoteLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The line of a session note that a deed was played from.

    `after` says where it was put in among lines recorded before: behind the deed at this position, 0 above them all;
    None where it stood below them.
    """

    note: str
    line: int
    after: int | None = None


class Strike(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Positions `first` to `last`, both included."""

    first: int
    last: int


NO_COMMAND = msgspec.Raw()
"""In place of the command, on every entry but a deed's first."""


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of the book, as it is stored. `event` stays raw here; `schemas.events` reads it.

    Left out when it is the entry's own position: `behind`, `root`, `deed`, `operation`. `cause` is None on the head of a
    part and on a tick. `clock` is the moment to which the entry moves the clock. `before` is the running digest of
    everything before, in hex; `event_sha` are 16 hex digits over the event's stored bytes. `cup` is how many dice the cup had
    drawn for the book up to this deed, where the deed drew any. `reason` is why the line was written or, of one whose
    refusals were overruled, why that was; what the line gave as its own reason is then `said`.
    """

    position: int
    before: str
    moment: Moment
    written_at: str
    event_sha: str
    op: str
    event: msgspec.Raw
    rank: int = COMMAND_RANK
    behind: int = 0
    root: int = 0
    deed: int = 0
    cause: int = 0
    operation: int = 0
    clock: Moment | None = None
    tick: Tick | None = None
    session: int | None = None
    seat: str | None = None
    edition: str = ""
    hidden: bool = False
    salt: str = ""
    words: str = ""
    command: msgspec.Raw = NO_COMMAND
    dice: tuple[Thrown, ...] = ()
    overruled: tuple[str, ...] = ()
    reason: str = ""
    said: str = ""
    note: NoteLine | None = None
    cup: int = 0
    pinned: bool = False


class LineFacts(msgspec.Struct, frozen=True, gc=False):
    """As much of an event as a view folds."""

    type: str
    postings: tuple[AnyPosting, ...] = ()
    v: int = 1


class Line(msgspec.Struct, frozen=True, gc=False):
    """As much of an entry as a view folds; the decoder skips the rest."""

    position: int
    moment: Moment
    event: LineFacts
    root: int = 0


class HeadFacts(msgspec.Struct, frozen=True, gc=False):
    """As much of an event as decides what is in force."""

    type: str
    verb: str = ""
    strikes: tuple[Strike, ...] = ()
    took: tuple[Strike, ...] = ()
    deeds: tuple[int, ...] = ()
    branch: str | None = None
    kept: tuple[int, ...] = ()
    pins: tuple[int, ...] = ()


class Head(msgspec.Struct, frozen=True, gc=False):
    """As much of an entry as decides what is in force and in which order."""

    position: int
    moment: Moment
    written_at: str
    event: HeadFacts
    rank: int = COMMAND_RANK
    behind: int = 0
    root: int = 0
    deed: int = 0
    cause: int = 0
    operation: int = 0
    clock: Moment | None = None
    cup: int = 0

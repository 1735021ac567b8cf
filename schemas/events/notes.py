"""Notes: what happened and moves no number, and words on an entry."""

from typing import ClassVar

from schemas.entry import Event


class NoteWritten(Event, tag="note.written", frozen=True, kw_only=True):
    """Words of the table, about someone, a place, or the entry at position `of`."""

    says: ClassVar[str] = "{text}"
    text: str
    of: int | None = None
    about: str | None = None

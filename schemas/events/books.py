"""Books: pages read, pages written."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class BookRead(Event, tag="book.read", frozen=True, kw_only=True):
    """EOS-SCHO-02: 25 pages for each level in a task; what is read stays read. `free`: in free hours (EOS-SCHO-04)."""

    says: ClassVar[str] = "{who} reads {pages:page} of {book}: {left} left"
    book: str
    pages: Amount
    left: Amount
    free: bool = False


class BookWritten(Event, tag="book.written", frozen=True, kw_only=True):
    """EOS-SCHO-03: a page for each level in a task, into the blank pages that it began with (EOS-WOOD-13)."""

    says: ClassVar[str] = "{who} writes {pages:page} of {book} (T{tier}): {left} left"
    book: str
    tier: int
    pages: Amount
    left: Amount
    free: bool = False

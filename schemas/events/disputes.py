"""Disputes: what a seat questions, and what the GM decides."""

from typing import ClassVar

from schemas.entry import Event


class DisputeOpened(Event, tag="dispute.opened", frozen=True, kw_only=True):
    """A seat questions an entry: everyone sees it until the GM settles it; no number moves."""

    says: ClassVar[str] = "{seat} disputes entry {of}: {reason}"
    table: ClassVar[bool] = True
    of: int
    by: str
    reason: str

    @property
    def seat(self) -> str:
        """Who disputes, as the table says it."""
        return "The GM" if self.by == "gm" else self.by


class DisputeSettled(Event, tag="dispute.settled", frozen=True, kw_only=True):
    """The GM decides a dispute, named by its position; `of` is the entry that was questioned."""

    says: ClassVar[str] = "The dispute about entry {of} is settled: {decision}"
    table: ClassVar[bool] = True
    dispute: int
    of: int
    decision: str


class NameChanged(Event, tag="name.changed", frozen=True, kw_only=True):
    """A misspelt name is spelt anew, everywhere, in what is written already too; the old spelling is still understood."""

    says: ClassVar[str] = "{before} is spelt {after} from now on, everywhere"
    table: ClassVar[bool] = True
    before: str
    after: str


class EntryRevealed(Event, tag="entry.revealed", frozen=True, kw_only=True):
    """An entry that was hidden may be read by every seat from here on."""

    says: ClassVar[str] = "Entry {of} is revealed"
    table: ClassVar[bool] = True
    of: int

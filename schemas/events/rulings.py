"""Rulings: what the table adopted where the book leaves a reading open, or has none."""

from typing import ClassVar

from schemas.entry import Event


class RulingAdopted(Event, tag="ruling.adopted", frozen=True, kw_only=True):
    """A reading holds from its moment on; of a row missing in the source, the table's own text, its cost and limit."""

    says: ClassVar[str] = "Ruling {name}: {choice}"
    name: str
    choice: str
    cost: int | None = None
    limit: str | None = None

"""Crafting: work that stays on the bench until it is done."""

from typing import ClassVar

from schemas.entry import Event
from schemas.units import Amount


class CraftStarted(Event, tag="craft.started", frozen=True, kw_only=True):
    """EOS-CRAFT-06: the work is begun and its materials are used up; `needed` is work at crude tools (EOS-CRAFT-01)."""

    says: ClassVar[str] = "{who} starts {count} {thing}: {spent} used up, {needed} of work ahead"
    product: str
    thing: str
    count: Amount
    needed: Amount


class CraftWorked(Event, tag="craft.worked", frozen=True, kw_only=True):
    """EOS-CRAFT-05: a task, or the rest of one, adds its work to what is on the bench."""

    says: ClassVar[str] = "{who} puts {added} of work into {product} ({work}) with {tool} tools: {left} left"
    work: str
    product: str
    added: Amount
    left: Amount
    tool: str
    task: Amount


class CraftFinished(Event, tag="craft.finished", frozen=True, kw_only=True):
    """EOS-CRAFT-05: as much of the work as is done comes out."""

    says: ClassVar[str] = "{who} finishes {count} {product} ({work})"
    work: str
    product: str
    count: Amount


class CraftAbandoned(Event, tag="craft.abandoned", frozen=True, kw_only=True):
    """EOS-CRAFT-05: unfinished work is given up; what it used is gone, and nothing is added to it any more."""

    says: ClassVar[str] = "{who} gives up {work}: {product}"
    work: str
    product: str


class LockSet(Event, tag="lock.set", frozen=True, kw_only=True):
    """EOS-LOCK-05, EOS-LOCK-06: the number that picking a lock must beat, for the life of it."""

    says: ClassVar[str] = "{lock} is set to {number}"
    lock: str
    number: Amount | None

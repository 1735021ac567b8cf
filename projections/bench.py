"""Work in hand: what was begun, how much of it is done, what has come out.

A work is a holder of its own, named by the root of the entry that began it (`work@57`); its fields are posted by
the entries that begin it, add to it and end it.
"""

from dataclasses import dataclass

from projections.world import Holder, World
from schemas.units import Number

KIND = "work"
NEW = "work@"
"""The work that this very entry begins: the fold completes its name."""


@dataclass(frozen=True, slots=True)
class Work:
    """One work on a bench. `needed`, `done`, `left` are work at crude tools (EOS-CRAFT-01); days are day numbers."""

    work: str
    who: str | None
    verb: str | None
    product: str | None
    tier: Number | None
    count: Number
    finished: Number
    needed: Number
    done: Number
    left: Number
    tool: str | None
    place: str | None
    helpers: list[str]
    started_on: Number | None
    last_on: Number | None
    state: str


def works(world: World, who: str | None = None) -> list[Work]:
    """Every work, or those of one person, oldest first, the finished and the abandoned too."""
    return [work_of(h) for h in world.of_kind(KIND) if who is None or h.word("who") == who]


def work_of(holder: Holder) -> Work:
    """What a bench says of one work; `state` is `open ready finished abandoned`."""
    needed, done = holder.number("needed"), holder.number("done")
    done = min(done, needed)
    tier = holder.fields.get("tier")
    helpers = holder.word("helpers")
    return Work(
        work=holder.name,
        who=holder.word("who") or None,
        verb=holder.word("verb") or None,
        product=holder.word("product") or None,
        tier=None if tier is None or isinstance(tier, str) else tier,
        count=holder.number("count"),
        finished=holder.number("finished"),
        needed=needed,
        done=done,
        left=needed - done,
        tool=holder.word("tool") or None,
        place=holder.word("at") or None,
        helpers=helpers.split("\n") if helpers else [],
        started_on=_day(holder, "started_on"),
        last_on=_day(holder, "last_on"),
        state=holder.word("state", "open"),
    )


def _day(holder: Holder, field: str) -> Number | None:
    return holder.number(field) if field in holder.fields else None


def open_works(world: World, who: str, place: str | None = None) -> list[Holder]:
    """Open works of somebody, at one place if one is said, oldest first."""
    return [
        h
        for h in world.of_kind(KIND)
        if h.word("who") == who and h.word("state", "open") == "open" and place in (None, h.word("at"))
    ]


def ready(holder: Holder) -> Number:
    """EOS-CRAFT-05: how many pieces of a work are done and have not come out yet: a piece when its share is done."""
    count, needed = holder.number("count"), holder.number("needed")
    if not needed or holder.number("done") >= needed:
        return count - holder.number("finished")
    return holder.number("done") * count // needed - holder.number("finished")

"""Work that waits on the bench between the tasks that go on it: how it is begun, found again, and gone on with."""

from collections.abc import Iterable

from projections.bench import KIND, NEW
from projections.world import Holder, World
from schemas.postings import AnyPosting, Changed, Put
from schemas.units import Number, stored

NOTHING_TO_DO = "nothing to do today"
"""State of a refusal where a work asks for nothing more on this day: a routine passes over it."""


def begun(
    who: str, verb: str, product: str, needed: Number, day: int, **more: Number | str | None
) -> tuple[AnyPosting, ...]:
    """The postings by which an entry begins a work of its own name (`work@57`): one count of `product`, nothing
    done.
    """
    fields: dict[str, Number | str | None] = {
        "kind": KIND,
        "who": who,
        "verb": verb,
        "product": product,
        "count": 1,
        "needed": needed,
        **more,
        "started_on": day,
        "last_on": day,
        "state": "open",
    }
    return tuple(
        Put(NEW, name, value if isinstance(value, str) else stored(value))
        for name, value in fields.items()
        if value is not None
    )


def gone_on(work: str, by: Number, day: int, source: str) -> tuple[AnyPosting, ...]:
    """The postings by which an entry adds so much to a work."""
    return (Changed(work, "done", stored(by), source=source), Put(work, "last_on", day))


def ended(work: str) -> tuple[AnyPosting, ...]:
    """The postings by which a work is done and comes off the bench."""
    return (Changed(work, "finished", 1, source="work"), Put(work, "state", "finished"))


def in_hand(
    world: World,
    verb: str,
    who: str | None = None,
    product: str | None = None,
    place: str | None = None,
    states: Iterable[str] = ("open", "ready"),
) -> list[Holder]:
    """Works of one verb that are not over, oldest first; of one person, product or place where they are said."""
    return [
        h
        for h in world.of_kind(KIND)
        if h.word("verb") == verb
        and h.word("state", "open") in states
        and who in (None, h.word("who"))
        and product in (None, h.word("product"))
        and place in (None, h.word("at"))
    ]

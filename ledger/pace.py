"""How far a long piece of work has come, for whoever shows it. Nobody listens unless the command line does."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
Listener = Callable[[str, int, int], None]
"""Is told what is done, how many of it are, and of how many."""

_listener: Listener | None = None
_at_work = False


def listening() -> bool:
    """Whether anybody wants to know."""
    return _listener is not None


def listen(listener: Listener | None) -> Listener | None:
    """From here on this one is told; gives the one that was told until now."""
    global _listener, _at_work
    before, _listener, _at_work = _listener, listener, False
    return before


def paced(what: str, total: int, work: Iterable[T], every: int = 1) -> Iterable[T]:
    """The same things one after another; each `every` of them is told. Work inside other work that is told is not."""
    return work if _listener is None or total <= every else _told(what, total, work, every)


def _told(what: str, total: int, work: Iterable[T], every: int) -> Iterator[T]:
    global _at_work
    listener = _listener
    if listener is None or _at_work:
        yield from work
        return
    _at_work = True
    try:
        for done, each in enumerate(work):
            if done % every == 0:
                listener(what, done, total)
            yield each
    finally:
        if _listener is listener:
            _at_work = False

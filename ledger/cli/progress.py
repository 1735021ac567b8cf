"""A bar on whatever takes longer than a moment: on the error stream, where that is a terminal, and gone when it is done."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ledger import pace

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

PATIENCE = 0.5
"""Seconds after which a bar is drawn."""
REDRAWN = 0.1
"""Seconds between two drawings."""
_GONE = "\r\x1b[K\x1b[?25h"
"""Takes the line away and shows the cursor again, which the bar hides."""


class Bar:
    """What is told of the work, drawn by click."""

    def __init__(self) -> None:
        self._next = time.monotonic() + PATIENCE
        self._what = ""
        self._drawn: ProgressBar[Any] | None = None

    def __call__(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REDRAWN
        if self._drawn is None or what != self._what or done < self._drawn.pos:
            from click import progressbar

            self._what = what
            self._drawn = progressbar(length=total, label=what, file=sys.stderr, update_min_steps=1)
        self._drawn.update(done - self._drawn.pos)

    def end(self) -> None:
        """Takes the bar away, if one was drawn."""
        if self._drawn is not None:
            self._drawn = None
            sys.stderr.write(_GONE)
            sys.stderr.flush()


@contextmanager
def shown() -> Iterator[None]:
    """While this lasts, long work is shown, if somebody can see it."""
    if not sys.stderr.isatty():
        yield
        return
    bar = Bar()
    before = pace.listen(bar)
    try:
        yield
    finally:
        pace.listen(before)
        bar.end()

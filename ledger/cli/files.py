"""Files that a line names: they are read at the desk, and their text is kept where the line is asked again."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_told: ContextVar[dict[str, str] | None] = ContextVar("told", default=None)


def text_of(name: str, largest: int) -> str:
    """The text of a file, its first `largest` bytes; raises OSError or UnicodeDecodeError."""
    told = _told.get()
    if told is not None and name in told:
        return told[name]
    text = Path(name).read_bytes()[:largest].decode("utf-8")
    if told is not None:
        told[name] = text
    return text


@contextmanager
def told(files: dict[str, str]) -> Iterator[None]:
    """Within it files of these names have these texts, and every other that is read is added to them."""
    token = _told.set(files)
    try:
        yield
    finally:
        _told.reset(token)

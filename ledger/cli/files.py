"""Files that a line names: they are read at the desk, and their text is kept where the line is asked again.

What is read has an end, also where the file has none (a device, a pipe): nothing is read beyond the most that is taken.
"""

import errno
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
    with Path(name).open("rb") as file:
        text = file.read(largest).decode("utf-8")
    if told is not None:
        told[name] = text
    return text


def bytes_of(name: str, largest: int) -> bytes:
    """The bytes of a file; raises OSError, also for one that is longer than `largest`."""
    with Path(name).open("rb") as file:
        found = file.read(largest + 1)
    if len(found) > largest:
        raise OSError(errno.EFBIG, f"it is longer than {largest >> 20} MB")
    return found


def lines_of(name: str, longest: int) -> Iterator[bytes]:
    """The lines of a file, as they are; raises OSError, also at a line that is longer than `longest`."""
    with Path(name).open("rb") as file:
        while line := file.readline(longest + 1):
            if len(line) > longest:
                raise OSError(errno.EFBIG, f"a line of it is longer than {longest >> 20} MB")
            yield line


@contextmanager
def told(files: dict[str, str]) -> Iterator[None]:
    """Within it files of these names have these texts, and every other that is read is added to them."""
    token = _told.set(files)
    try:
        yield
    finally:
        _told.reset(token)

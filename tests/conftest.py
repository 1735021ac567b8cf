"""A table to play at: real lines, a real book, loaded dice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.cli.desk import Desk

JSON = dict[str, Any]


class Table:
    """A desk with a book in a folder of its own. Calling it types one line and gives the answer as programs read it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.book = folder / "test.campaign"
        self.desk = Desk(self.book)
        self.desk.stays_open = True

    def __call__(self, line: str) -> JSON:
        answer: JSON = msgspec.json.decode(self.desk.answer(line).as_json())
        return answer

    def ok(self, line: str) -> JSON:
        """A line that is written or read; its `data`."""
        answer = self(line)
        assert answer["ok"], f"{line}: {answer['data']}"
        data: JSON = answer["data"]
        return data

    def all(self, *lines: str) -> None:
        """Lines that are all written."""
        for line in lines:
            self.ok(line)

    def entries(self, line: str) -> list[JSON]:
        """The entries that a line wrote."""
        found: list[JSON] = self.ok(line)["entries"]
        return found

    def tags(self, line: str) -> list[str]:
        return [e["tag"] for e in self.entries(line)]

    def refused(self, line: str, rule: str | None = None) -> JSON:
        """A line that this world forbids or lacks; nothing is written. Its `data`."""
        before = self.desk.campaign().head
        answer = self(line)
        assert answer["kind"] == "refused", f"{line}: {answer}"
        assert answer["exit"] == 1
        assert answer["data"]["rule"] == rule, f"{line}: {answer['data']}"
        assert self.desk.campaign().head == before
        data: JSON = answer["data"]
        return data

    def usage(self, line: str) -> JSON:
        """A line that no state of the world could make right; nothing is written. Its `data`."""
        before = self.desk.campaign().head
        answer = self(line)
        assert answer["kind"] == "usage", f"{line}: {answer}"
        assert answer["exit"] == 2
        assert self.desk.campaign().head == before
        data: JSON = answer["data"]
        return data


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table with an open book of Eos: spring on the first day of the third month, one wild zone 15 miles out."""
    found = Table(tmp_path)
    found.ok('new "Test Road" --game eos --spring 03-01')
    yield found
    found.desk.close()


@pytest.fixture
def bare_table(tmp_path: Path) -> Iterator[Table]:
    """A table without a book yet."""
    found = Table(tmp_path)
    yield found
    found.desk.close()

"""A table to play at: real lines, a real book, loaded dice."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from ledger.address import book_at
from ledger.cli.desk import Desk
from tests import servers

if TYPE_CHECKING:
    from tests import brawls

JSON = dict[str, Any]

if os.environ.get("PLANTED"):
    from tests.planted import FAULTS

    FAULTS[os.environ["PLANTED"]][0]()


BOTH_ENGINES = ("test_corrections", "test_ripple", "test_pens", "test_from_now", "test_history", "test_log", "test_why", "test_disputes")
"""Modules whose tables stand on a file and on a server."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in BOTH_ENGINES and "table" in metafunc.fixturenames:
        metafunc.parametrize("table", ["file", "server"], indirect=True)


@pytest.fixture(scope="session")
def server() -> Iterator[servers.Cluster]:
    """A PostgreSQL of this run; skipped, loudly, where there is none."""
    why = servers.missing()
    if why is not None:
        servers.warn(why)
        pytest.skip(why)
    with servers.cluster(fsync="off") as found:
        yield found


class Table:
    """A desk with a book in a folder of its own. Calling it types one line and gives the answer as programs read it."""

    def __init__(self, folder: Path, book: Path | None = None) -> None:
        self.folder = folder
        self.book = book or folder / "test.campaign"
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
def server_book(server: servers.Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign on the server that nobody has begun; what lies beside it lies in the test's folder."""
    monkeypatch.setenv("CAMPAIGN_BESIDE", str(tmp_path / "beside"))
    return book_at(server.address(f"{tmp_path.parent.name}-{tmp_path.name}-{next(_NTH)}"))


_NTH = count(1)


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A table with an open book of Eos: spring on the first day of the third month, one wild zone 15 miles out."""
    on_server = getattr(request, "param", "file") == "server"
    found = Table(tmp_path, request.getfixturevalue("server_book") if on_server else None)
    found.ok('new "Test Road" --game eos --spring 03-01')
    yield found
    found.desk.close()


@pytest.fixture
def bare_table(tmp_path: Path) -> Iterator[Table]:
    """A table without a book yet."""
    found = Table(tmp_path)
    yield found
    found.desk.close()


@pytest.fixture
def brawl(tmp_path: Path) -> Iterator[Table]:
    """A table with an open book of the second game, and nobody in it."""
    found = Table(tmp_path)
    found.ok('new "Harbour Night" --game ranked')
    yield found
    found.desk.close()


@pytest.fixture
def fighting(brawl: Table) -> "brawls.Fighting":
    """A fight of the second game that begins when it is called (tests/brawls.py)."""
    from tests.brawls import begun

    def begin(
        ranks: str, more: str = "", rook: str = "one-handed weapon adept", rook_more: str = ""
    ) -> Table:
        return begun(brawl, ranks, more, rook, rook_more)

    return begin

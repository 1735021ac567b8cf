"""A bar on whatever takes longer than a moment: on the error stream and nowhere else, only for eyes, gone when it is done."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ledger import pace
from ledger.cli.desk import Desk
from ledger.journal import open_book
from tests.bench.books import write_book

HURRIED = (
    "import sys; import ledger.cli.progress as progress; progress.PATIENCE = progress.REDRAWN = {patience}; "
    "from ledger.cli.terminal import run; sys.exit(run(sys.argv[1:]))"
)
"""The command line with another patience."""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("progress") / "long.campaign"
    write_book(path, 3_000)
    return path


def at_a_terminal(words: list[str], patience: float = 0, stopped_at: bytes = b"") -> tuple[str, str, int]:
    """What a line prints, what stands on a terminal's error stream meanwhile, and its exit; Ctrl-C as soon as it says so."""
    eyes, end = pty.openpty()
    code = HURRIED.format(patience=patience)
    child = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=end, stdin=subprocess.DEVNULL
    )
    os.close(end)
    seen = b""
    with contextlib.suppress(OSError):  # how a terminal says that nobody writes to it any more
        while piece := os.read(eyes, 65_536):
            seen += piece
            if stopped_at and stopped_at in seen:
                child.send_signal(signal.SIGINT)
                stopped_at = b""
    os.close(eyes)
    out, _ = child.communicate(timeout=120)
    return out.decode(), seen.decode(), child.returncode


def test_a_long_reading_shows_how_far_it_has_come_and_leaves_nothing_behind(book: Path) -> None:
    out, seen, code = at_a_terminal(["verify", "--book", str(book)])
    assert code == 0 and "intact" in out
    assert "reading the book" in seen and "33%" in seen and "66%" in seen
    assert seen.endswith("\r\x1b[K\x1b[?25h")


def test_what_is_done_at_once_shows_nothing(book: Path) -> None:
    """A line that is answered before the patience is over."""
    _, seen, code = at_a_terminal(["verify", "--book", str(book)], patience=60)
    assert (code, seen) == (0, "")


def test_json_stays_json_under_the_bar(book: Path) -> None:
    out, seen, _ = at_a_terminal(["verify", "--book", str(book), "--json"])
    assert json.loads(out)["data"]["verdict"] == "intact"
    assert "reading the book" in seen


def test_where_the_error_stream_is_no_terminal_nothing_is_drawn(book: Path) -> None:
    words = [sys.executable, "-c", HURRIED.format(patience=0), "verify", "--book", str(book)]
    done = subprocess.run(words, capture_output=True, timeout=120, check=True)
    assert done.stderr == b"" and b"\x1b" not in done.stdout


def test_days_that_pass_are_counted_and_ctrl_c_leaves_none_of_them(tmp_path: Path) -> None:
    path = tmp_path / "x.campaign"
    desk = Desk(path)
    for line in (
        'new "Long" --spring 03-01', "declare zone Haven --miles 10",
        "join Mara --race human --body 5 --mind 3 --reflex 3 --presence 3 --aura 3 --in Haven",
        'gm give Haven 9000 preserved food --reason "a whale"',
    ):  # fmt: skip
        assert desk.answer(line).ok
    desk.close()
    with open_book(path) as journal:
        before = journal.head()

    _, seen, code = at_a_terminal(["camp", "--days", "30000", "--book", str(path)], stopped_at=b"days pass")
    assert "days pass" in seen and code == 130
    assert seen.endswith("Stopped. The line stands whole or not at all; campaign show last shows the newest entry.\r\n")
    assert "Traceback" not in seen
    with open_book(path) as journal:
        assert journal.head() == before
    assert Desk(path).answer("camp").ok


def test_work_inside_other_work_is_not_told() -> None:
    told: list[tuple[str, int, int]] = []
    before = pace.listen(lambda *row: told.append(row))
    try:
        for _ in pace.paced("notes", 2, [1, 2]):
            assert list(pace.paced("days", 3, [1, 2, 3])) == [1, 2, 3]
        assert list(pace.paced("days", 3, [1, 2, 3], every=2)) == [1, 2, 3]
    finally:
        pace.listen(before)
    assert told == [("notes", 0, 2), ("notes", 1, 2), ("days", 0, 3), ("days", 2, 3)]
    assert pace.paced("notes", 2, told) is told

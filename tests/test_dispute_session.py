"""The dispute session of examples/dispute.md, typed line by line: opened, argued, rippled, settled, undone, settled again."""

import shutil
from pathlib import Path

from tests.sessions import play_page, steps

EXAMPLES = Path(__file__).parent.parent / "examples"
PAGE = EXAMPLES / "dispute.md"
USED = (
    "why", "history", "show", "log", "trace", "rules", "disputes", "dispute", "correct", "settle", "assert", "check", "undo",
    "diff", "seal", "verify", "recap", "replay",
)  # fmt: skip


def test_the_dispute_comes_out_as_it_is_shown(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "north-road.md", tmp_path)
    play_page(PAGE, tmp_path)


def test_the_dispute_is_a_session_of_two_hundred_lines_and_uses_what_a_dispute_has() -> None:
    found = steps(PAGE)
    assert sum(1 + sum(row != "..." for row in shown) for _, shown in found) >= 200
    assert {line.split()[1] for line, _ in found} >= set(USED)

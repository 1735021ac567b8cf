"""How fast any moment is read as known at any position: each question opens the book anew, as a command line does.

    python -m tests.bench.travel BOOK [QUESTIONS] [SEED]
"""

import random
import sys
import time
from pathlib import Path

from ledger import cache
from ledger.campaign import Campaign

FAR, STEP = 2_500, 2_500


def warm(book: Path) -> tuple[int, float]:
    """Asks what a table asked as it played: the world after every correction and late entry that reached far back. Gives how
    many questions that were and the seconds they took; a book that was played has them behind it.
    """
    t0, asked = time.perf_counter(), 0
    with Campaign.open(book) as campaign:
        history = campaign.history
        ends = [position for position, reach in history.reaching if position - history.in_line_from(reach, position) > FAR]
        for known_at in [*ends, *range(STEP, campaign.head, STEP), campaign.head]:
            campaign.fold(None, known_at)
            asked += 1
    return asked, time.perf_counter() - t0


def questions(book: Path, kind: str, chance: random.Random, count: int) -> list[float]:
    """Milliseconds of each question, sorted: `head`, as it `stood` at a past position, or at `random` (on, known-at)."""
    took = []
    with Campaign.open(book) as campaign:
        head, history = campaign.head, campaign.history
    for _ in range(count):
        known_at = head if kind == "head" else chance.randint(head // 100, head)
        clock = history.at(known_at).clock
        on = chance.randint(21_600, clock) if kind == "random" else clock
        t0 = time.perf_counter()
        with Campaign.open(book) as campaign:
            if kind == "head":
                campaign.head_world()
            else:
                campaign.fold(on, known_at)
        took.append(1_000 * (time.perf_counter() - t0))
    return sorted(took)


def table(book: Path, count: int = 100, seed: int = 1) -> list[tuple[str, str, str, None, str]]:
    """Rows: p95 and p50 of each kind of question, and how large the cache is."""
    chance = random.Random(seed)
    asked, took_warm = warm(book)
    with Campaign.open(book) as campaign:
        entries = campaign.head
    wanted = {"head": 100, "stood": 100, "random": 100 if entries <= 100_000 else 1_000}
    said = {"head": "at the head", "stood": "as it stood at a past position", "random": "at a random (on, known-at)"}
    rows: list[tuple[str, str, str, None, str]] = []
    for kind, words in said.items():
        took = questions(book, kind, chance, count)
        p50, p95 = took[len(took) // 2], took[int(len(took) * 0.95)]
        rows.append((f"a view {words}, {entries:,} entries, opened anew", f"p95 {p95:,.0f} ms", f"p50 {p50:,.0f} ms", None,
                     f"p95 at most {wanted[kind]:,} ms"))  # fmt: skip
    size = cache.path_of(book).stat().st_size if cache.path_of(book).exists() else 0
    rows.append((f"cache beside {entries:,} entries", f"{size / book.stat().st_size:.3f} of the book",
                 f"{asked} questions, {took_warm:.0f} s", None, "at most 0.1"))  # fmt: skip
    return rows


if __name__ == "__main__":
    for cells in table(Path(sys.argv[1]), *map(int, sys.argv[2:])):
        print("   ".join(cell for cell in cells if cell))

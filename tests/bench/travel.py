"""How fast any moment is read as known at any position: each question opens the book anew, as a command line does.

    python -m tests.bench.travel BOOK [QUESTIONS] [SEED]
"""

import random
import sys
import time
from pathlib import Path

from ledger import cache
from ledger.campaign import Campaign

FAR, STEP = 2_500, 5_000


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


def table(book: Path, count: int = 100, seed: int = 1) -> list[str]:
    """Lines: p50 and p95 of each kind of question, and how large the cache is."""
    chance = random.Random(seed)
    lines = ["warmed by {} questions in {:.1f} s".format(*warm(book))]
    for kind in ("head", "stood", "random"):
        took = questions(book, kind, chance, count)
        lines.append(f"{kind:<8} p50 {took[len(took) // 2]:7.1f} ms   p95 {took[int(len(took) * 0.95)]:7.1f} ms   max {took[-1]:7.1f} ms")
    size = cache.path_of(book).stat().st_size if cache.path_of(book).exists() else 0
    lines.append(f"cache {size / 1e6:.1f} MB, {size / book.stat().st_size:.3f} of the book")
    return lines


if __name__ == "__main__":
    print("\n".join(table(Path(sys.argv[1]), *map(int, sys.argv[2:]))))

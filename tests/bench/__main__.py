"""`make bench`: our figures beside what this machine can do at best, in one run.

Machines differ and are noisy: quote the ratios, not the milliseconds.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ledger import cache
from ledger.audit.verify import verify_book
from ledger.campaign import Campaign
from ledger.cli.desk import Desk
from ledger.journal import open_book
from tests.bench import floor
from tests.bench.books import write_book

SMALL, LARGE = 20_000, 100_000
LINES = 300


def seconds(what: Callable[[], object], tries: int = 3) -> float:
    """The median of so many tries."""
    took = []
    for _ in range(tries):
        t0 = time.perf_counter()
        what()
        took.append(time.perf_counter() - t0)
    return statistics.median(took)


def process(arguments: list[str], tries: int = 11) -> float:
    """Milliseconds of a whole process, from cold."""
    return 1_000 * seconds(lambda: subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True), tries)


def rebuild(path: Path) -> float:
    """Entries a second: headers, what is in force, decoding and the fold of all views, streamed."""

    def whole() -> None:
        cache.path_of(path).unlink(missing_ok=True)
        with Campaign.open(path) as campaign:
            campaign.head_world()

    with open_book(path) as book:
        entries = book.head()
    return entries / seconds(whole)


def shell_line(folder: Path) -> dict[str, float]:
    """Microseconds of one typed line, split: parse, ask, commit, fold and print."""
    desk = Desk(folder / "shell.campaign")
    desk.stays_open = True
    for line in (
        'new "Bench" --spring 03-01', "declare zone Oakwood --miles 15 --zones 4",
        "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --in Oakwood",
    ):  # fmt: skip
        answer = desk.answer(line)
        assert answer.ok, answer.data
    campaign = desk.campaign(write=True)
    spent = {"parse": 0.0, "ask and fold": 0.0, "commit": 0.0, "print": 0.0, "whole": 0.0}

    def timed(owner: object, name: str, part: str) -> None:
        real = getattr(owner, name)

        def run(*args: object, **more: object) -> object:
            t0 = time.perf_counter()
            try:
                return real(*args, **more)
            finally:
                spent[part] += time.perf_counter() - t0

        setattr(owner, name, run)

    timed(desk, "parse", "parse")
    timed(campaign, "_append", "commit")
    import ledger.cli.desk as desk_module
    from ledger.campaign import Operation

    timed(Operation, "tell", "ask and fold")
    timed(desk_module, "recorded", "print")
    whole = []
    for n in range(LINES):
        t0 = time.perf_counter()
        answer = desk.answer(f'note "the {n}th thing that happened" --of Mara')
        text = "\n".join(answer.eyes) or answer.as_json()
        whole.append(time.perf_counter() - t0)
        assert answer.ok and text, answer.data
    desk.close()
    whole.sort()
    spent["whole"] = sum(whole)
    return {part: 1e6 * took / LINES for part, took in spent.items()} | {"p95": 1e6 * whole[int(LINES * 0.95)]}


def main() -> None:
    python = sys.executable
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        small, large = folder / "small.campaign", folder / "large.campaign"
        write_book(small, SMALL)
        write_book(large, LARGE)
        best = floor.figures(LARGE)
        print(f"{'the floor of this machine':<58}")
        for figure in ("rebuild_per_s", "append_per_s", "append_library_per_s"):
            print(f"  {figure:<42}{best[figure] or 0:>14,.0f}")
        rate = rebuild(large)
        print(
            f"rebuild of all views, {LARGE:,} entries{rate:>24,.0f} entries/s, {rate / (best['rebuild_per_s'] or 1):.2f} of the floor"
        )
        with open_book(large) as book:
            verified = LARGE / seconds(lambda: verify_book(book))
        print(
            f"verify, {LARGE:,} entries{verified:>38,.0f} entries/s, {verified / (best['rebuild_per_s'] or 1):.2f} of the floor"
        )
        imports = process([python, "-c", "import click, msgspec, eventsourcing.sqlite"])
        sheet = process([python, "-m", "ledger", "sheet", "Mara", "--book", str(small)])
        print(
            f"campaign sheet from cold, {SMALL:,} entries{sheet:>20,.1f} ms, {sheet / imports:.2f} of the imports ({imports:.1f} ms)"
        )
        helped = process([python, "-m", "ledger", "--help"])
        light = process([python, "-c", "import click, msgspec"])
        print(
            f"campaign --help from cold{helped:>36,.1f} ms, {helped / light:.2f} of click and msgspec ({light:.1f} ms)"
        )
        line = shell_line(folder)
        print("a line typed in the shell, in µs: " + ", ".join(f"{part} {took:,.0f}" for part, took in line.items()))


main()

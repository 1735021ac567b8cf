"""`make bench`: our figures beside what this machine can do at best, in one run.

Machines differ and are noisy: quote the ratios, not the milliseconds.
"""

import os
import random
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ledger import cache
from ledger.audit.verify import verify_book
from ledger.campaign import Campaign, Operation
from ledger.cli.desk import Desk, verb_of_line
from ledger.cli.line import split
from ledger.cli.notes import read_note
from ledger.cli.parse import WRITING
from ledger.journal import open_book
from ledger.rules import command_of
from tests.bench import brawl, floor, peers, pens, travel
from tests.bench.books import write_book

SMALL, LARGE = 20_000, 100_000
MILLION = int(os.environ.get("BENCH_MILLION", "0"))
"""Entries of the largest book, 0 to leave it out: BENCH_MILLION=1000000 takes a quarter of an hour more."""
LINES = 300


def seconds(what: Callable[[], object], tries: int = 3) -> float:
    """The median of so many tries."""
    took = []
    for _ in range(tries):
        t0 = time.perf_counter()
        what()
        took.append(time.perf_counter() - t0)
    return statistics.median(took)


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


def played(path: Path, entries: int) -> None:
    """A book of so many entries that people told and time asked: four of them, hunting, trapping, fishing, cooking."""
    dice = random.Random(7)
    desk = Desk(path)
    desk.stays_open = True
    opening = (
        'new "Long Winter" --spring 03-01', "declare zone Oakwood --miles 25 --zones 19",
        'declare water "Mill Lake" --in Oakwood',
        'join Mara --race human --body 5 --mind 6 --presence 6 --time "hunting 6" --in Oakwood',
        'join Ivo --race dwarf --body 4 --mind 6 --presence 5 --time "bushcraft 6, cooking 4" --in Oakwood',
        'join Pip --race neo-tabby --body 3 --mind 4 --presence 6 --time "traps 4" --in Oakwood',
        'join Brandt --race rock-troll --body 6 --mind 4 --presence 4 --time "fishing 4" --in Oakwood',
        'gm give Mara spear --reason "wreck"', 'gm give Ivo cooking toolkit --reason "wreck"',
        'gm give Pip traps toolkit --reason "wreck"', 'gm give Brandt fishing toolkit --reason "wreck"',
        'gm give Oakwood 400 preserved food --reason "wreck"',
    )  # fmt: skip
    for line in opening:
        answer = desk.answer(line)
        assert answer.ok, answer.data
    campaign = desk.campaign(write=True)
    while campaign.head < entries:

        def day(op: Operation) -> None:
            for _ in range(10):
                for line in (
                    f"hunt Mara --tasks 2 --rolled {dice.randint(1, 20)}/{dice.randint(1, 20)}",
                    "bushcraft Ivo fire, 3 food", "cook Ivo 1 preserve",
                    f"trap Pip --rolled {dice.randint(1, 20)}",
                    f"fish Brandt --in mill-lake --tasks 2 --rolled {dice.randint(1, 20)}/{dice.randint(1, 20)}",
                    "camp",
                ):  # fmt: skip
                    verb, rest = verb_of_line(split(line))
                    parsed = desk.parse(verb, rest, command_of(verb), WRITING, op.world, op.clock, "eos", campaign)
                    op.tell(desk.wish(parsed, line))

        campaign.operate(day)
    desk.close()


WILD = Path(__file__).parent.parent.parent / "examples" / "wild"


def wild_year(folder: Path) -> tuple[int, int, float]:
    """Lines, entries and seconds of the year in the wild: eight notes, and the correction between the sixth and the seventh."""
    notes = sorted(WILD.glob("*.md"))
    lines = sum(len(read_note(note.read_bytes(), note.name).lines) for note in notes)
    desk = Desk(folder / "year.campaign")
    desk.stays_open = True
    t0 = time.perf_counter()
    for note in notes:
        for line in re.findall(r"^\$ campaign (.*)$", note.read_text(encoding="utf-8"), re.MULTILINE):
            lines += 1
            answer = desk.answer(line)
            assert answer.ok, answer.data
        answer = desk.answer(f"play {shlex.quote(str(note))}")
        assert answer.ok, answer.data
    took = time.perf_counter() - t0
    entries = desk.campaign().head
    desk.close()
    return lines, entries, took


def long_camp(folder: Path, days: int = 400) -> tuple[int, float]:
    """Entries and seconds of `camp --days 400` of the six people of that year, with food for all of it."""
    desk = Desk(folder / "long.campaign")
    desk.stays_open = True
    first = sorted(WILD.glob("*.md"))[0]
    for line in ['new "Long Camp" --spring 03-01', "declare zone Haven --miles 40", *(
        line for line in first.read_text(encoding="utf-8").splitlines() if line.startswith("join ")
    ), 'gm give Haven 9600 preserved food --reason "a whale"']:  # fmt: skip
        answer = desk.answer(line)
        assert answer.ok, answer.data
    before = desk.campaign().head
    t0 = time.perf_counter()
    answer = desk.answer(f"camp --days {days}")
    took = time.perf_counter() - t0
    assert answer.ok, answer.data
    entries = desk.campaign().head - before
    desk.close()
    return entries, took


def ripple(path: Path) -> tuple[int, float, int]:
    """Entries, seconds and questions of the ripple of one corrected roll in the middle of the book, nothing written."""
    from ledger.audit.corrections import correct
    from ledger.audit.ripple import Change, Decisions, Walk

    desk = Desk(path)
    desk.stays_open = True
    campaign = desk.campaign(write=True)
    campaign.head_world()
    tags = campaign.history.tags
    middle = next(p for p in range(campaign.head // 2, campaign.head) if tags[p] == "fish.rolled")
    deed = campaign.history.deeds[middle]
    line = "fish Brandt --in mill-lake --tasks 2 --rolled 1/20"
    verb, rest = verb_of_line(split(line))
    world, clock = campaign.head_world(), campaign.clock
    wish = desk.wish(desk.parse(verb, rest, command_of(verb), WRITING, world, clock, "eos", campaign), line)
    t0 = time.perf_counter()
    plan = correct(campaign, deed, wish)
    change = Change(plan.strikes, plan.deeds, plan.inserts)
    found = Walk(campaign, change, Decisions(accept="all"), campaign.head + 2, True).run()
    took = time.perf_counter() - t0
    entries = campaign.head
    desk.close()
    return entries, took, found.asked


def corrected_history(entries: int = 100_000, corrections: int = 1_000) -> float:
    """Seconds until it is known what is in force, and in which order, with so many corrections."""
    from projections.history import CORRECTION, History
    from schemas.entry import Head, HeadFacts, Strike

    dice = random.Random(3)
    every = entries // corrections
    heads = []
    for n in range(1, entries + 1):
        facts = HeadFacts("hunt.rolled")
        if n % every == 0:
            at = dice.randint(max(1, n - 2_000), n - 1)
            facts = HeadFacts(CORRECTION, "void", (Strike(at, at),))
        heads.append(Head(n, n * 600, "2026-11-29T17:28:00.000Z", facts))

    def whole() -> None:
        history = History()
        history.extend(heads)
        history.at(entries)

    return seconds(whole)


def peak(path: Path) -> float:
    """Megabytes at the peak of a process that reads the whole book once."""
    code = (
        "import resource, sys; from pathlib import Path; from ledger import cache; cache.FROM = 1 << 40; "
        "from ledger.campaign import Campaign; Campaign.open(Path(sys.argv[1])).head_world(); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    found = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return float(found.stdout)


def sha256sum(path: Path) -> float:
    """Seconds that the system's own sha256sum takes over the same stored bytes."""
    with open_book(path) as book, tempfile.NamedTemporaryFile() as whole:
        for _, stored in book.read():
            whole.write(stored)
        whole.flush()
        return seconds(lambda: subprocess.run(["sha256sum", whole.name], stdout=subprocess.DEVNULL, check=True))


WIDTHS = (66, 20, 26, 8)


def row(what: str, ours: str = "", beside: str = "", ratio: float | None = None, wanted: str = "") -> None:
    """A line of the table: what, ours, what it is beside, the ratio and what is wanted of it."""
    cells = (what, ours, beside, "" if ratio is None else f"{ratio:.2f}")
    print("".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)) + wanted, flush=True)


def beside(ours: Callable[[], object], theirs: Callable[[], object], tries: int = 5) -> tuple[float, float]:
    """Medians of the seconds of both, taken in turn: what disturbs one disturbs the other."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(tries):
        for what, own in zip((theirs, ours), took, strict=True):
            t0 = time.perf_counter()
            what()
            own.append(time.perf_counter() - t0)
    return statistics.median(took[1]), statistics.median(took[0])


def reading(path: Path, entries: int, lowest: Callable[[], object], counted: int) -> None:
    """Rebuild and verify of one book beside the floor, which reads a book of `counted` entries."""
    tries = 5 if entries <= LARGE else 1

    def cold() -> None:
        kept, cache.FROM = cache.FROM, 1 << 40
        try:
            with Campaign.open(path) as campaign:
                campaign.head_world()
        finally:
            cache.FROM = kept

    def keeping() -> None:
        cache.path_of(path).unlink(missing_ok=True)
        with Campaign.open(path) as campaign:
            campaign.head_world()

    def verified() -> None:
        with open_book(path) as book:
            verify_book(book)

    for what, work, wanted in (
        ("rebuild of all views", cold, "at least 0.30"), ("  with the checkpoints it lays on the way", keeping, ""),
        ("verify", verified, "at least 0.5"),
    ):  # fmt: skip
        ours, floor_took = beside(work, lowest, tries)
        best = counted / floor_took
        row(f"{what}, {entries:,} entries", f"{entries / ours:,.0f}/s", f"floor {best:,.0f}/s", entries / ours / best, wanted)


def starts(path: Path, entries: int, wanted: str) -> None:
    """`campaign sheet` from cold beside a process that imports what it cannot do without."""
    python = sys.executable
    ours, imports = beside(
        lambda: subprocess.run([python, "-m", "ledger", "sheet", "Mara", "--book", str(path)], stdout=subprocess.DEVNULL, check=True),
        lambda: subprocess.run([python, "-c", "import click, msgspec, eventsourcing.sqlite"], check=True), 11,
    )  # fmt: skip
    row(f"campaign sheet from cold, {entries:,} entries", f"{1_000 * ours:,.0f} ms", f"the imports {1_000 * imports:,.0f} ms",
        ours / imports, wanted)  # fmt: skip


def main() -> None:
    python = sys.executable
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        books = {SMALL // 2: folder / "tiny.campaign", SMALL: folder / "small.campaign", LARGE: folder / "large.campaign"}
        if MILLION:
            books[MILLION] = folder / "million.campaign"
        for entries, path in books.items():
            write_book(path, entries)
        row("what", "ours", "beside", None, "")
        best = floor.figures(LARGE)
        for figure in ("rebuild_per_s", "append_per_s", "append_library_per_s"):
            row(f"the floor of this machine: {figure.removesuffix('_per_s').replace('_', ' ')}", f"{best[figure] or 0:,.0f}/s")
        with floor.laid(LARGE) as lowest:
            for entries, path in books.items():
                if entries >= SMALL:
                    reading(path, entries, lowest, LARGE)
        large = books[LARGE]
        bare = sha256sum(large)
        row(f"sha256sum of the same bytes, {LARGE:,} entries", f"{1_000 * bare:,.0f} ms")
        for entries, path in books.items():
            each = path.stat().st_size / entries
            row(f"peak memory of a rebuild, {entries:,} entries", f"{peak(path):,.0f} MB", f"{each:,.0f} bytes an entry")
        for entries, path in books.items():
            if entries >= SMALL:
                for cells in travel.table(path):
                    row(*cells)
        starts(books[SMALL], SMALL, "at most 2")
        if MILLION:
            starts(books[MILLION], MILLION, "at most 3")
        helped, light = beside(
            lambda: subprocess.run([python, "-m", "ledger", "--help"], stdout=subprocess.DEVNULL, check=True),
            lambda: subprocess.run([python, "-c", "import click, msgspec"], check=True), 11,
        )  # fmt: skip
        row("campaign --help from cold", f"{1_000 * helped:,.0f} ms", f"click and msgspec {1_000 * light:,.0f} ms",
            helped / light, "at most 1.5")  # fmt: skip
        line = shell_line(folder)
        row("a line typed in the shell", f"p95 {line.pop('p95') / 1_000:.2f} ms",
            ", ".join(f"{part} {took:,.0f}" for part, took in line.items()) + " µs", None, "p95 at most 10 ms")  # fmt: skip
        real = folder / "real.campaign"
        played(real, SMALL)
        entries, took, asked = ripple(real)
        row(f"ripple of one roll in the middle of {entries:,} entries", f"{took:.2f} s", f"{asked:,} questions")
        row("what is in force, 1,000 corrections in 100,000 entries", f"{corrected_history() * 1_000:.0f} ms")
        lines, entries, took = wild_year(folder)
        row(f"the year in the wild: {lines:,} lines, {entries:,} entries", f"{took:.2f} s", f"{lines / took:,.0f} lines/s")
        entries, took = long_camp(folder)
        row(f"camp --days 400 of six people: {entries:,} entries", f"{took:.2f} s", f"{entries / took:,.0f} entries/s")
        for text in [*brawl.table(folder), *pens.table(), *peers.table()]:
            print(text, flush=True)


if __name__ == "__main__":
    main()

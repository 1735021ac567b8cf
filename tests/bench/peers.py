"""What one holder has at a date half-way through N harvests: asked of our book and, where they are installed, of plain-text
accounting, a cold process each. Theirs read text; ours has its checkpoints beside the book, as a book that was played has.

    python -m tests.bench.peers [HARVESTS]

bean-query is found on the PATH or named by BEAN_QUERY.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ledger.campaign import Campaign
from ledger.journal import create
from schemas.calendar import Calendar
from tests.bench.books import DAY, Writer, _changed, _gained, _put

A_DAY = 400
DAWN = 21_600
TRIES = 3


class Asked(NamedTuple):
    """One process: its seconds (the median) and megabytes at the peak, and what it answered."""

    who: str
    seconds: float
    megabytes: float
    answer: str


def _date(day: int) -> str:
    """Day 0 is 2000-01-01; months of 28 days, twelve a year."""
    return f"{2000 + day // 336}-{1 + day // 28 % 12:02d}-{1 + day % 28:02d}"


def plain_text(path: Path, harvests: int) -> None:
    """ledger-cli and hledger: a harvest a transaction."""
    with path.open("w") as file:
        for n in range(harvests):
            file.write(f"{_date(n // A_DAY)} harvest {n}\n    Mara:Food  {1 + n % 9} FOOD\n    Zone:Oakwood\n\n")


def beans(path: Path, harvests: int) -> None:
    """beancount: the same."""
    with path.open("w") as file:
        file.write("1999-01-01 open Assets:Mara\n1999-01-01 open Income:Oakwood\n1999-01-01 commodity FOOD\n\n")
        for n in range(harvests):
            many = 1 + n % 9
            file.write(f'{_date(n // A_DAY)} * "harvest {n}"\n  Assets:Mara  {many} FOOD\n  Income:Oakwood  -{many} FOOD\n\n')


def rows(harvests: int) -> Iterator[tuple[str, bytes]]:
    """Ours: a harvest an entry, of preserved food, so that nothing spoils; what a day brought is put on one heap at its end,
    as a table does with its stores.
    """
    w = Writer()
    calendar = msgspec.structs.replace(Calendar(), spring=(3, 1))
    opening = [
        _put("book", "kind", "book"), _put("book", "title", "Harvests"), _put("book", "game", "eos"),
        _put("book", "calendar", msgspec.json.encode(calendar).decode()), _put("Oakwood", "kind", "zone"),
        _put("Mara", "kind", "character"), _put("Mara", "race", "human"), _put("Mara", "place", "Oakwood"),
        _changed("Mara", "body", 5), _changed("Mara", "base_hp", 20), _changed("Mara", "hp", 0, fill=True, source="x"),
    ]  # fmt: skip
    yield w.entry(DAWN, {"type": "book.opened", "rule": "EOS-CAL-03", "title": "Harvests", "game": "eos", "to": DAWN,
                         "postings": opening}, rank=0, clock=DAWN)  # fmt: skip
    total = 0
    for n in range(harvests):
        day, nth = divmod(n, A_DAY)
        start, many = DAWN + day * DAY, 1 + n % 9
        total += many
        yield w.entry(start, {"type": "hunt.harvested", "who": "Mara", "place": "Oakwood", "rule": "EOS-HUNT-04",
                              "postings": [_gained("Mara", "bone", many)]})  # fmt: skip
        if nth == A_DAY - 1:
            heap = [{"type": "spent", "holder": "Mara", "item": "bone", "quantity": total}, _gained("Mara", "bone", total)]
            yield w.entry(start + DAY - 120, {"type": "gm.gave", "place": "Oakwood", "to": "Mara", "rule": "EOS-CHAR-10",
                                              "postings": heap}, reason="one heap")  # fmt: skip
            yield w.entry(start + DAY - 60, {"type": "day.closed", "rule": "EOS-CAL-06", "day": day + 1, "to": start + DAY},
                          rank=50, clock=start + DAY, tick={"name": "day", "subject": ""})  # fmt: skip


def ask(who: str, words: Sequence[str]) -> Asked:
    """The median of a few cold processes."""
    took, answer, most = [], "", 0.0
    for _ in range(TRIES):
        t0 = time.perf_counter()
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            answer = child.stdout.read()
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0, (who, child.returncode)
        took.append(time.perf_counter() - t0)
        most = max(most, used.ru_maxrss / 1024)
    return Asked(who, statistics.median(took), most, answer)


def asked(harvests: int = 200_000) -> tuple[list[Asked], list[str], int]:
    """Every process that could be asked, ours first; who is not installed; and how much there must be."""
    half = harvests // 2 // A_DAY
    right = sum(1 + n % 9 for n in range(half * A_DAY))
    found, missing = [], []
    with tempfile.TemporaryDirectory(prefix="peers-") as name:
        folder = Path(name)
        book, text, bean = folder / "harvests.campaign", folder / "book.journal", folder / "book.beancount"
        create(book, rows(harvests)).close()
        with Campaign.open(book) as campaign:
            campaign.head_world()
        found.append(ask("ours", [
            sys.executable, "-m", "ledger", "stock", "Mara", "--on", f"day-{half}", "--book", str(book),
        ]))  # fmt: skip
        plain_text(text, harvests)
        beans(bean, harvests)
        until = _date(half)
        query = f"SELECT sum(position) WHERE account = 'Assets:Mara' AND date < {until}"
        for who, program, words in (
            ("ledger-cli", "ledger", ["-f", str(text), "balance", "Mara", "--end", until]),
            ("hledger", "hledger", ["-f", str(text), "balance", "Mara", "--end", until]),
            ("beancount", os.environ.get("BEAN_QUERY", "bean-query"), ["-q", str(bean), query]),
        ):
            where = shutil.which(program)
            if where is None:
                missing.append(who)
            else:
                found.append(ask(who, [where, *words]))
    return found, missing, right


def table(harvests: int = 200_000) -> list[str]:
    """A line for each process: its seconds, its memory, and how many times ours that is."""
    found, missing, right = asked(harvests)
    ours = found[0]
    lines = [f"what one holder has at a date half-way through {harvests:,} harvests, a cold process each"]
    for each in found:
        assert f"{right:,}" in each.answer or str(right) in each.answer, (each.who, right, each.answer)
        beside = "" if each is ours else f"   ours is 1/{each.seconds / ours.seconds:,.1f} of it"
        lines.append(f"  {each.who:<12}{each.seconds:8.2f} s{each.megabytes:10,.0f} MB{beside}")
    lines += [f"  {who:<12}not installed here" for who in missing]
    return lines


if __name__ == "__main__":
    print("\n".join(table(*map(int, sys.argv[1:]))))

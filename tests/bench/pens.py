"""How many operations pens write on a server: one pen beside psycopg alone, eight on one campaign, eight on eight.

    python -m tests.bench.pens [SECONDS]
"""

import multiprocessing
import random
import sys
import time
from typing import Any

import msgspec

from ledger.address import book_at
from ledger.journal import Busy, JournalFailed, Raced, create, open_book
from ledger.seals import ZERO, Chain, event_digest
from tests import servers


def entry(at: int, before: bytes) -> list[tuple[str, bytes]]:
    """One entry of 400 bytes behind `at`."""
    event = msgspec.json.encode({"type": "note.made", "text": "x" * 180})
    header = {"position": at + 1, "before": before.hex(), "event_sha": event_digest(event)}
    return [("note.made", msgspec.json.encode(header | {"event": msgspec.Raw(event)}))]


def write(url: str, seconds: float, start: Any, answers: Any) -> None:
    """Appends for so long; says how many and how long each took."""
    took = []
    with open_book(book_at(url), write=True) as book:
        head = book.head()
        stored = book.state_of(head) or b""
        digest = Chain(head - 1, bytes.fromhex(msgspec.json.decode(stored)["before"])).add(stored)
        start.wait(60)
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            t0 = time.perf_counter()
            while True:
                try:
                    digest = book.append(head, digest, entry(head, digest))
                    head += 1
                    break
                except (Raced, Busy, JournalFailed):
                    time.sleep(random.uniform(0, 0.002))
                    head = book.head()
                    stored = book.state_of(head) or b""
                    digest = Chain(head - 1, bytes.fromhex(msgspec.json.decode(stored)["before"])).add(stored)
            took.append(1_000 * (time.perf_counter() - t0))
    answers.put(sorted(took))


def psycopg_alone(cluster: servers.Cluster, seconds: float) -> float:
    """Rows a second with one prepared INSERT into a bare table."""
    import psycopg

    with psycopg.connect(cluster.connect(), autocommit=True) as hand:
        hand.execute("CREATE TABLE bare (a text, b bigint, c text, d bytea, PRIMARY KEY (a, b))")
        stored, n, ends = entry(0, ZERO)[0][1], 0, time.monotonic() + seconds
        while time.monotonic() < ends:
            n += 1
            hand.execute("INSERT INTO bare VALUES (%s, %s, %s, %s)", ("x", n, "note.made", stored), prepare=True)
    return n / seconds


def pens(cluster: servers.Cluster, count: int, campaigns: int, seconds: float) -> tuple[float, float]:
    """Operations a second of so many pens on so many campaigns, and the p95 of one in milliseconds."""
    urls = [cluster.address(f"bench-{count}-{campaigns}-{n}") for n in range(campaigns)]
    for url in urls:
        create(book_at(url), entry(0, ZERO)).close()
    context = multiprocessing.get_context("spawn")
    start, answers = context.Barrier(count), context.Queue()
    at_work = [context.Process(target=write, args=(urls[n % campaigns], seconds, start, answers), daemon=True) for n in range(count)]
    for process in at_work:
        process.start()
    took = sorted(ms for _ in at_work for ms in answers.get(timeout=seconds + 90))
    for process in at_work:
        process.join(20)
    return len(took) / seconds, took[int(len(took) * 0.95)]


def table(seconds: float = 4) -> list[str]:
    """Lines of the figures; one line where there is no server."""
    why = servers.missing()
    if why is not None:
        return [f"PostgreSQL: {why}"]
    with servers.cluster() as cluster:
        alone = psycopg_alone(cluster, seconds)
        one, p95 = pens(cluster, 1, 1, seconds)
        lines = [
            f"PostgreSQL, psycopg alone, one pen{alone:>21,.0f}/s",
            f"  ours, one pen{one:>39,.0f}/s, p95 {p95:.2f} ms, {one / alone:.2f} of psycopg alone",
        ]
        for count, campaigns in ((8, 1), (8, 8)):
            rate, p95 = pens(cluster, count, campaigns, seconds)
            lines.append(f"  {count} pens on {campaigns} campaign(s){rate:>30,.0f}/s, p95 {p95:.1f} ms, {rate / one:.2f} of one pen")
    return lines


if __name__ == "__main__":
    print("\n".join(table(*map(float, sys.argv[1:]))))

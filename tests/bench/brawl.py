"""A fight of twelve over forty rounds: what a typed blow costs at the table, and how quickly the whole is read again."""

import random
import statistics
import time
from pathlib import Path

from ledger import cache
from ledger.campaign import Campaign
from ledger.cli.desk import Desk

ROUNDS = 40
EACH_SIDE = 6


def told(folder: Path) -> tuple[Path, int, list[float]]:
    """The book of the fight, its entries, and the seconds of every blow that was typed, written and printed."""
    path = folder / "brawl.campaign"
    desk = Desk(path)
    desk.stays_open = True
    dice = random.Random(11)

    def line(text: str) -> float:
        t0 = time.perf_counter()
        answer = desk.answer(text)
        shown = "\n".join(answer.eyes) or answer.as_json()
        took = time.perf_counter() - t0
        assert answer.ok and shown, (text, answer.data)
        return took

    line('new "Brawl" --spring 03-01')
    line("declare zone Ford --miles 5")
    for side in ("red", "blue"):
        line(
            f'npc {side} --count {EACH_SIDE} --race human --body 9 --mind 3 --reflex 5 --presence 3 '
            f'--skills "main-hand melee 5" --gear "T1 axe, T9 armor" --in Ford'
        )
    line("fight start red blue")
    blows: list[float] = []
    for _ in range(ROUNDS):
        for nth in range(1, EACH_SIDE + 1):
            for mine, other in (("red", "blue"), ("blue", "red")):
                line(f"turn {mine}-{nth}")
                rolled, against = dice.sample(range(2, 20), 2)
                blows.append(line(f"attack {mine}-{nth} {other}-{nth} --with axe --rolled {rolled} --against {against}"))
                line(f"gm heal {other}-{nth} 20 --reason bench")
    entries = desk.campaign().head
    desk.close()
    return path, entries, blows


def table(folder: Path) -> list[str]:
    """What is printed of it."""
    path, entries, blows = told(folder)
    took = []
    for _ in range(3):
        cache.path_of(path).unlink(missing_ok=True)
        t0 = time.perf_counter()
        with Campaign.open(path) as campaign:
            campaign.head_world()
        took.append(time.perf_counter() - t0)
    blows.sort()
    return [
        f"a fight of {2 * EACH_SIDE} over {ROUNDS} rounds: {entries:,} entries, read again in {statistics.median(took) * 1_000:.0f} ms",
        f"a typed attack (rule, write, print): median {statistics.median(blows) * 1_000:.1f} ms, "
        f"p95 {blows[int(len(blows) * 0.95)] * 1_000:.1f} ms",
    ]

"""How a community spreads over servers: campaigns by the digest of their name, and the load of its busiest evening.

    python -m tests.bench.shards [CAMPAIGNS] [OPERATIONS A SECOND THAT A SERVER CARRIES]
"""

import random
import sys
from hashlib import sha256

EVERY_DAYS, HOURS, LINES_A_MINUTE = 14, 4, 1.0
"""A table plays one evening in so many, for so long, and types so much."""
EVENING = tuple(range(16, 24))
"""Hours in which an evening begins, at the servers' clock."""


def shard_of(campaign: str, shards: int) -> int:
    """The shard of a campaign: for good, known to everybody, needing no table."""
    return int.from_bytes(sha256(campaign.encode()).digest()[:8], "big") % shards


def busiest(campaigns: int, shards: int, seed: int = 1) -> list[float]:
    """Operations a second of each shard in its own busiest hour of one day."""
    dice = random.Random(seed)
    load = [[0.0] * 30 for _ in range(shards)]
    for n in range(campaigns):
        if dice.randrange(EVERY_DAYS):
            continue
        begins = dice.choice(EVENING)
        hours = load[shard_of(f"campaign {n}", shards)]
        for hour in range(begins, min(30, begins + HOURS)):
            hours[hour] += LINES_A_MINUTE / 60
    return [max(hours) for hours in load]


def table(campaigns: int = 1_000_000, carried: float = 2_000) -> list[str]:
    lines = [f"{campaigns:,} campaigns; a server carries {carried:,.0f} operations a second"]
    for shards in (1, 2, 4, 8, 16):
        found = busiest(campaigns, shards)
        lines.append(
            f"{shards:>3} servers: busiest hour {max(found):7.1f}/s on the fullest, {min(found):7.1f}/s on the emptiest, "
            f"{max(found) / carried:.3f} of what one carries"
        )
    return lines


if __name__ == "__main__":
    print("\n".join(table(*(float(word) if "." in word else int(word) for word in sys.argv[1:]))))

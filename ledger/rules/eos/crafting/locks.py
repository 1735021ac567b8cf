"""Locks (EOS-LOCK): the number that one gets as it is finished."""

from collections.abc import Iterator

from ledger.rules.eos.crafting.orders import Craft, Job
from ledger.ruling import Scene
from projections.pools import skill
from projections.world import Holder
from schemas.events.crafting import LockSet
from schemas.postings import AnyPosting, Put
from schemas.units import stored


def locks_set(
    command: Craft, maker: Holder, place: str, named: str | None, job: Job, count: int, scene: Scene
) -> Iterator[LockSet]:
    """EOS-LOCK-05: tier + 20, or the maker's skill + 20 (ruling lock_tn); EOS-LOCK-06: or tier + Presence + d20.

    Refused: a gamble that the GM does not witness. It is chosen as the lock is finished, and never again.
    """
    if command.gamble and not command.witnessed:
        scene.refuse(
            "EOS-LOCK-06",
            "The GM must witness the die of a gamble.",
            thing="lock",
            state="not witnessed",
            help=(f"craft {maker.name} {job.said} --gamble --witnessed",),
        )
    level, tier, root = skill(maker, job.skill), job.tier or 1, scene.world.root
    for nth in range(1, count + 1):
        lock = named or (f"lock@{root}" if nth == 1 else f"lock@{root}.{nth}")
        placed: tuple[AnyPosting, ...] = ()
        if named is not None:
            placed = (
                Put(lock, "kind", "lock"),
                Put(lock, "in", place),
                Put(lock, "tier", tier),
                Put(lock, "full_tier", tier),
            )
        postings = (*placed, Put(lock, "skill", stored(level)))
        if not command.gamble:
            by = level if scene.world.ruling("lock_tn", "tier-plus-20") == "skill-plus-20" else tier
            yield LockSet(
                who=maker.name, place=place, rule="EOS-LOCK-05", lock=lock, number=stored(20 + by), postings=postings
            )
            continue
        roll = scene.roll(
            maker.name, f"{maker.name} gambles on a lock", [("tier", tier), ("presence", maker.number("presence"))]
        )
        number = roll.total
        yield LockSet(
            who=maker.name,
            place=place,
            rule="EOS-LOCK-06",
            roll=roll,
            lock=lock,
            number=number,
            postings=postings if number is None else (*postings, Put(lock, "number", number)),
        )

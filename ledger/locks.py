"""Locks: the number that picking one must beat."""

from projections.world import Lot, World
from schemas.units import Number

ABOVE_TIER = 20


def lock_number(world: World, lock: str) -> Number | None:
    """EOS-LOCK-05, EOS-LPICK-02: what a gamble or the GM set (EOS-LOCK-06), else tier + 20; None: no such lock.

    Ruling lock_tn: where the maker's skill is known it stands in for the tier.
    """
    holder = world.holders.get(lock)
    fields: dict[str, Number | str | None] = {}
    if holder is not None and holder.kind == "lock":
        fields = holder.fields
    else:
        found = world.piece(lock)
        if found is None or found[1].item != "lock":
            return None
        piece: Lot = found[1]
        fields = {**(piece.fields or {}), "tier": piece.tier, "full_tier": piece.full_tier}
    lost = tiers_lost(fields)
    told = fields.get("number")
    if told is not None and not isinstance(told, str):
        return told - lost
    by, skill = fields.get("tier"), fields.get("skill")
    if world.ruling("lock_tn", "tier-plus-20") == "skill-plus-20" and skill is not None and not isinstance(skill, str):
        by = skill - lost
    return ABOVE_TIER + (0 if by is None or isinstance(by, str) else by)


def tiers_lost(fields: dict[str, Number | str | None]) -> Number:
    """EOS-LOCK-09: a natural 20 at a lock takes a tier of it, and with it one of its number, its armor and its HP."""
    full, now = fields.get("full_tier"), fields.get("tier")
    if full is None or now is None or isinstance(full, str) or isinstance(now, str):
        return 0
    return max(0, full - now)


def lock_armor(world: World, lock: str) -> Number | None:
    """EOS-LOCK-07: the armor that soaks every blow at it is its number; EOS-LOCK-08: what is above it gets through."""
    return lock_number(world, lock)


def lock_hp(world: World, lock: str) -> Number | None:
    """EOS-LOCK-07, EOS-LOCK-09: as many hit points, less all the harm that it took (`damage`); at 0 it is broken.

    EOS-LOCK-10: a natural 1 damages the weapon instead, never the lock.
    """
    number = lock_number(world, lock)
    if number is None:
        return None
    holder = world.holders.get(lock)
    if holder is not None and holder.kind == "lock":
        return number - holder.number("damage")
    found = world.piece(lock)
    harm = (found[1].fields or {}).get("damage") if found else None
    return number if harm is None or isinstance(harm, str) else number - harm


def is_open(world: World, lock: str) -> bool:
    """Whether a lock stands open."""
    holder = world.holders.get(lock)
    if holder is not None and holder.kind == "lock":
        return bool(holder.number("open"))
    found = world.piece(lock)
    return found is not None and bool((found[1].fields or {}).get("open"))

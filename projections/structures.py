"""Buildings and walls: what time, blows and a repair do to their tier, and what a wall bears.

A structure is a place of its own. It loses a tier every year, ten or hundred: asked, not written (`wears_days`, from
the day `worn_since`). What a blow did to one tile of it is the sum `damage TILE`.
"""

from projections.world import Finding, Holder, World, field_fold, within
from schemas.postings import Changed
from schemas.units import Number, exact

KIND = "structure"
HP_A_TIER = 10
"""EOS-ARCH-12: hit points and armor for each tier of a fortification; 90 at T6 is a slip for 60 (fort_hp)."""


def is_wall(structure: Holder) -> bool:
    """EOS-ARCH-13: whether it is reckoned by its length, and houses nobody."""
    return structure.fields.get("length") is not None


def losses(structure: Holder, day: int) -> int:
    """EOS-WOOD-06, EOS-ARCH-08, EOS-ARCH-09: the tiers that time has taken: one a year, a decade or a century."""
    wears, since = structure.fields.get("wears_days"), structure.fields.get("worn_since")
    if not isinstance(wears, int) or not isinstance(since, int):
        return 0
    return max(0, day - since) // wears


def tier_now(structure: Holder, day: int) -> Number:
    """Its tier on a day; EOS-ARCH-10, EOS-WOOD-06: at 0 it is destroyed, and nothing mends it."""
    return max(0, structure.number("tier") - max(0, losses(structure, day) - structure.number("mended")))


def next_loss(structure: Holder, day: int) -> int | None:
    """The first day with a lower tier; None for what does not wear or is destroyed."""
    wears, since = structure.fields.get("wears_days"), structure.fields.get("worn_since")
    if not isinstance(wears, int) or not isinstance(since, int) or not tier_now(structure, day):
        return None
    return since + wears * (losses(structure, day) + 1)


def armor(structure: Holder, day: int) -> Number:
    """EOS-ARCH-12, EOS-ARCH-14: ten for each tier that it has now."""
    return HP_A_TIER * tier_now(structure, day)


def section_hp(structure: Holder, tile: int, day: int) -> Number:
    """EOS-ARCH-14, EOS-ARCH-15: of one tile: ten for each tier of now, less all the harm that it ever took there."""
    return HP_A_TIER * tier_now(structure, day) - structure.number(f"damage {tile}")


def section_stands(structure: Holder, tile: int, day: int) -> bool:
    """EOS-ARCH-14: a section without hit points is destroyed; the others stand (EOS-ARCH-15)."""
    return section_hp(structure, tile, day) > 0


@field_fold("tier")
def tier_changed(world: World, holder: Holder, p: Changed) -> None:
    """A tier less by a blow; as much as is missing by a repair, which begins the decay anew (ruling decay_restart).

    EOS-ARCH-11, EOS-WOOD-07, EOS-REPAIR-01: whatever was lost, the full tier comes back.
    """
    before = holder.number("tier")
    if p.fill:
        _mended(world, holder)
        after: Number = holder.number("full_tier", before)
    else:
        after = max(0, within(before + exact(p.by), p))
    holder.fields["tier"] = after
    if world.trace is not None:
        world.found(
            Finding(world.position, "changed", holder.name, field="tier", before=before, after=after, source=p.source)
        )


def _mended(world: World, holder: Holder) -> None:
    if world.ruling("decay_restart", "from-repair") == "from-repair":
        holder.fields["worn_since"], holder.fields["mended"] = world.day, 0
    else:
        holder.fields["mended"] = losses(holder, world.day)

"""Hide and claws: tiers that blows took, and the weeks in which they grow back (EOS-GEAR-13)."""

from projections.world import Finding, Holder, World, field_fold
from schemas.postings import Changed
from schemas.units import Number, exact

PARTS = ("natural armor", "main hand", "off hand", "tail", "natural weapon")
"""What of a body has a tier: each is hurt and heals by itself."""


def hurt(who: Holder, part: str) -> Number:
    """Tiers that a part of the body has lost, and that have not grown back."""
    return who.number(f"hurt {part}")


def growing(who: Holder, day: int) -> list[str]:
    """EOS-GEAR-13: the parts that are a tier better with the next dawn: one a week from the day of the damage."""
    week = int(who.number("natural_heal_days_per_tier"))
    if not week:
        return []
    return [part for part in PARTS if hurt(who, part) and (day + 1 - int(who.number(f"hurt {part} since"))) % week == 0]


@field_fold(*(f"hurt {part}" for part in PARTS))
def hurt_changed(world: World, holder: Holder, p: Changed) -> None:
    """A tier less, never below none, or a tier back. The weeks count from the first damage, or from the last one
    (ruling natural_heal_anchor_first_damage).
    """
    from projections.sheet import natural_tier

    part = p.field.removeprefix("hurt ")
    before = hurt(holder, part)
    after = max(0, min(before + exact(p.by), natural_tier(holder, part)))
    last = world.ruling("natural_heal_anchor_first_damage", "first-damage") == "last-damage"
    if after > before and (not before or last):
        holder.fields[f"hurt {part} since"] = world.day
    holder.fields[p.field] = after
    if world.trace is not None:
        world.found(
            Finding(
                world.position, "changed", holder.name, field=p.field, before=before, after=after, quantity=exact(p.by),
                source=p.source,
            )
        )  # fmt: skip

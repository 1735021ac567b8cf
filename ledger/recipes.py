"""Recipes: how much of a material a thing takes, and gives back."""

from ledger import house
from ledger.sizes import size_factor
from projections.world import World
from schemas.rulebook import Material, Thing
from schemas.units import Number, exact

SIZE_ORDER = {"XS": 0, "S": 1, "M": 2, "L": 3, "XL": 4, None: 2}


def material_each(
    world: World, row: Thing, material: Material, *, tier: int | None, size: str | None, persons: int = 1
) -> Number:
    """EOS-SCALE-04, EOS-CRAFT-09, EOS-TAIL-03: how much of a material one batch takes, for a wearer of this size.

    Times the tier or the persons where the row says so; exact halves (rulings size_cost_scope, half_materials); an
    arrow takes as many feathers as the table ruled (EOS-BOWY-10, ruling feathers_per_arrow).
    """
    each = exact(material.quantity)
    if (
        material.ruling is not None
        and material.then is not None
        and world.ruling(material.ruling, "") == material.choice
    ):
        each = exact(material.then)
    match material.per:
        case "tier":
            each *= tier or 1
        case "person":
            each *= persons
        case _:
            pass
    scope = world.ruling("size_cost_scope", "gear-tools-ammunition")
    if row.size_cost == "named" or (row.size_cost == "gear" and scope == "gear-tools-ammunition"):
        each = exact(each * size_factor(size or "Medium"))
    if world.ruling("half_materials", "exact-halves") == "round-up":
        each = -(-each // 1)
    return each


def choices(world: World, material: Material) -> list[str]:
    """The things that serve as this material, the lesser first: lumber before a whole beam."""
    return sorted((material.item, *material.or_items), key=lambda i: SIZE_ORDER[house.thing_row(world, i).size_class])

"""What a craft uses up (EOS-CRAFT-06, EOS-CRAFT-07): how much, of which tier, and what is named with --using."""

from collections.abc import Sequence
from fractions import Fraction

from ledger import house
from ledger.recipes import choices, material_each
from ledger.rules.eos.crafting.orders import Craft, Job
from ledger.ruling import Scene
from ledger.sizes import size_of
from projections.holdings import chosen, reach_quantity
from projections.world import Holder, World
from schemas.postings import AnyPosting, Changed, Spent
from schemas.rulebook import Material
from schemas.things import Wanted
from schemas.units import Number, exact, stored, text_of


def materials(command: Craft, maker: Holder, job: Job, scene: Scene) -> tuple[tuple[AnyPosting, ...], Number]:
    """What the thing takes, and the work that is then ahead."""
    spent: list[AnyPosting] = []
    needed = exact(job.share * job.count)
    for material in job.way.materials:
        need, kept = quantity_of(material, maker, job, scene)
        if kept:
            spent.append(Changed(maker.name, f"{job.row.name} blank", stored(kept), source="craft"))
        if not need:
            continue
        if material.min_tier == "lower":
            lower, saved = lower_tiers(command, maker, material, need, job, scene)
            spent += lower
            needed = exact(needed - saved)
        else:
            spent += of_material(command, maker, material, need, job, scene)
    if not job.way.materials:
        spent += of_silent(command, maker, job, scene)
    return tuple(spent), needed


def of_silent(command: Craft, maker: Holder, job: Job, scene: Scene) -> list[AnyPosting]:
    """EOS-ART-01, EOS-WOOD-08, EOS-ARCH-07: where the book names no material, what --using says, all of it."""
    spent: list[AnyPosting] = []
    for told in command.using:
        spent += of_named(maker, [told], None, exact(told.quantity), job, scene)
    return spent


def materials_of(world: World, item: str) -> Sequence[Material]:
    """What a thing is crafted of; nothing where it is not."""
    try:
        way = house.thing_row(world, item).way("craft")
    except KeyError:
        return ()
    return way.materials if way is not None else ()


def quantity_of(material: Material, maker: Holder, job: Job, scene: Scene) -> tuple[Number, Number]:
    """EOS-SCALE-04, EOS-CRAFT-09, EOS-TAIL-03: how much of a material the whole count takes.

    Second comes what is cut beyond the count and kept (ruling bolt_ingot); below nothing where blanks serve.

    The rows say of what: EOS-ARMR-04, EOS-ARMR-05, EOS-WEAP-04, EOS-LOCK-04, EOS-XBOW-04, EOS-BOWY-04; cloth for
    containers (EOS-CONT-06); shafts, heads and feathers for arrows (EOS-BOWY-06, EOS-BOWY-07, EOS-BOWY-09,
    EOS-BOWY-10), ingots for bolts (EOS-XBOW-06); stones and lumber by the size of a building (EOS-ARCH-07,
    EOS-WOOD-03).
    """
    size = job.size or size_of(scene.world.get(job.whom or maker.name))
    each = material_each(scene.world, job.row, material, tier=job.tier, size=size, persons=job.persons)
    if job.plan is not None:
        each = exact(each * (job.plan.tiles or 0) if material.per == "tile" else each * job.plan.units)
    product = house.product(scene.world, job.row.name)
    if product is not None and product.kept:
        blanks = maker.number(f"{job.row.name} blank")
        opened = max(0, -(-(job.count - blanks) // job.way.makes))
        return exact(each * opened), opened * job.way.makes - job.count
    return exact(Fraction(each) * job.count / job.way.makes), 0


def of_material(
    command: Craft, maker: Holder, material: Material, need: Number, job: Job, scene: Scene
) -> list[AnyPosting]:
    """EOS-CRAFT-06, EOS-CRAFT-07: takes one material, of the product's tier or better where it is tiered."""
    items = choices(scene.world, material)
    least = least_tier(material, job.tier)
    named = [w for w in command.using if w.item in items]
    if named:
        return of_named(maker, named, least, need, job, scene)
    there = sum((reach_quantity(scene.world, maker.name, item, least) for item in items), start=0)
    if there < need:
        refuse_short(maker, items, least, need, there, job, scene)
        need = there
    if not need:
        return []
    return [Spent(maker.name, items[0], stored(need), tier=least, reach="within", then=tuple(items[1:]))]


def of_named(
    maker: Holder, named: Sequence[Wanted], least: int | None, need: Number, job: Job, scene: Scene
) -> list[AnyPosting]:
    """The materials that were named with --using; each at its tier or its lot, and together as much as it takes."""
    spent: list[AnyPosting] = []
    for told in named:
        if need <= 0:
            break
        lots = chosen(
            scene.world,
            maker.name,
            (told.item,),
            tier=told.tier if told.tier is not None else least if told.lot is None else None,
            lot=told.lot,
            reach="within",
            exact_tier=told.tier is not None,
        )
        tiers = [lot.tier for _, lot in lots if lot.tier is not None]
        if least is not None and min([*tiers, *([told.tier] if told.tier is not None else [])], default=least) < least:
            scene.refuse(
                "EOS-CRAFT-07",
                f"{job.said} takes {told.item} of T{least} or better.",
                thing=told.item,
                state=f"T{min(tiers, default=told.tier or 0)}",
                help=(f"gm give {maker.name} T{least} {told.item}",),
            )
        there = sum((lot.quantity for _, lot in lots), start=0)
        take = min(need, exact(told.quantity)) if told.counted else need
        if there < take:
            refuse_short(maker, [told.item], told.tier if told.tier is not None else least, take, there, job, scene)
            take = there
        if take:
            spent.append(
                Spent(
                    maker.name,
                    told.item,
                    stored(take),
                    tier=told.tier if told.tier is not None else None if told.lot else least,
                    lot=told.lot,
                    reach="within",
                    exact=told.tier is not None,
                )
            )
        need -= take
    if need > 0:
        refuse_short(maker, [named[0].item], least, need, 0, job, scene)
    return spent


def least_tier(material: Material, tier: int | None) -> int | None:
    """EOS-CRAFT-07: a tiered material is of the product's tier or better."""
    if material.min_tier is None:
        return None
    if isinstance(material.min_tier, int):
        return max(material.min_tier, tier or 0)
    return tier


def refuse_short(
    maker: Holder, items: Sequence[str], least: int | None, need: Number, there: Number, job: Job, scene: Scene
) -> None:
    """EOS-CRAFT-06 where there is too little, EOS-CRAFT-07 where there is enough of too low a tier."""
    name = " or ".join(items)
    lower = sum((reach_quantity(scene.world, maker.name, item) for item in items), start=0)
    said = f"T{least} {name}" if least is not None else name
    low = least is not None and lower >= need
    scene.refuse(
        "EOS-CRAFT-07" if low else "EOS-CRAFT-06",
        f"{job.said} takes {text_of(need)} {said}"
        + (" or better" if least is not None else "")
        + f"; {text_of(there)} is within reach of {maker.name}"
        + (f" ({text_of(lower)} of a lower tier)." if low else "."),
        thing=name,
        state=f"{text_of(there)} of {text_of(need)}",
        help=(f'gm give {maker.name} {text_of(need)} {said.replace(name, items[0])} --reason "..."',),
    )


def lower_tiers(
    command: Craft, maker: Holder, material: Material, need: Number, job: Job, scene: Scene
) -> tuple[list[AnyPosting], Number]:
    """EOS-METAL-03: an upgrade: one of a lower tier, whose own work is saved; the lowest that serves, or as named."""
    named = next((w for w in command.using if w.item == material.item), None)
    tiers = [named.tier] if named is not None and named.tier is not None else range(1, job.tier or 1)
    if named is not None and named.tier is not None and named.tier >= (job.tier or 1):
        scene.refuse(
            "EOS-METAL-03",
            f"T{named.tier} {material.item} is not below T{job.tier}.",
            thing=material.item,
            state=f"T{named.tier}",
        )
    spent: list[AnyPosting] = []
    saved: Number = 0
    left = need
    for tier in tiers:
        lots = chosen(
            scene.world,
            maker.name,
            (material.item,),
            tier=tier,
            lot=named.lot if named else None,
            reach="within",
            exact_tier=True,
        )
        take = min(left, sum((lot.quantity for _, lot in lots if lot.tier == tier), start=0))
        if take:
            spent.append(
                Spent(
                    maker.name,
                    material.item,
                    stored(take),
                    tier=tier,
                    lot=named.lot if named else None,
                    reach="within",
                    exact=True,
                )
            )
            saved += take * tier**2
            left -= take
    if left > 0:
        scene.refuse(
            "EOS-CRAFT-06",
            f"{job.said} is made of {text_of(need)} {material.item} of a lower tier; {text_of(need - left)} is "
            f"within reach of {maker.name}.",
            thing=material.item,
            state=f"{text_of(need - left)} of {text_of(need)}",
            help=(f"mine {maker.name} --smelt",),
        )
    return spent, saved

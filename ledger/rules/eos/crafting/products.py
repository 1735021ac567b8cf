"""Products (EOS-CRAFT): the row of a thing, its tier and count, and the work of one piece."""

from fractions import Fraction

from ledger import house
from ledger.goods import is_piece, is_sized, wearer
from ledger.rules.eos.crafting.means import level_for, tool
from ledger.rules.eos.crafting.orders import Craft, Job
from ledger.rules.eos.crafting.structures import structure
from ledger.ruling import Scene, Usage
from ledger.sizes import size_of
from ledger.tools import factor
from projections.world import Holder
from schemas.rulebook import Thing, Way
from schemas.things import Wanted
from schemas.units import Number, exact, text_of


def look_up(command: Craft, maker: Holder, wanted: Wanted, scene: Scene) -> Job:
    """EOS-CRAFT-02, EOS-CRAFT-03: the row of a thing and what this maker brings to it.

    Usage: a tier the thing cannot have, a part of what comes whole. Refused: no way to make it, skill, tool.
    """
    row = row_said(command, wanted.item, scene)
    if row is None:
        raise scene.lacks(
            f"Nobody knows how {wanted.item} is made; the GM gives it.",
            thing=wanted.item,
            state="not made",
            help=(f'gm give {maker.name} "{wanted.item}" --reason "..."',),
        )
    if wanted.lot is not None:
        raise Usage(f"{wanted.lot} is made already; what shall be made is named without @.", nearest=(row.name,))
    way = row.way("craft")
    if way is None or way.time is None or way.skill is None:
        verbs = [w.by for w in row.ways if w.by not in ("craft", "gm")]
        check_no_firearm(maker, row, scene)
        raise scene.lacks(
            f"{row.name.capitalize()} cannot be crafted" + ("." if verbs else ": it comes from the GM alone."),
            thing=row.name,
            state="not crafted",
            help=tuple(f"{v} {maker.name} {row.name}" if v == "bushcraft" else f"{v} {maker.name}" for v in verbs)
            or (f'gm give {maker.name} {row.name} --reason "..."',),
        )
    if row.kind == "structure":
        return structure(command, maker, row, wanted, scene)
    tier = tier_wanted(command, row, wanted)
    count = count_wanted(row, way, wanted, scene)
    level = level_for(maker, row, way, tier, scene)
    grade = tool(command, maker, way.skill, scene)
    sized = is_sized(row)
    whom = wearer(scene, maker.name, wanted.of) if sized or wanted.of else None
    size = size_of(scene.world.get(whom)) if sized and whom else None
    share, speed = pace(row, way, tier, level, factor(way.skill, grade, scene.world), scene)
    return Job(
        row, way, way.skill, tier, count, whom if sized else None, size, wanted.persons or 1, grade, share, speed
    )


def check_no_firearm(maker: Holder, row: Thing, scene: Scene) -> None:
    """EOS-FA1-01: refuses firearms and what they shoot, which the GM alone hands out."""
    if "EOS-FA1-01" in row.ids:
        scene.refuse(
            "EOS-FA1-01",
            f"{row.name.capitalize()} cannot be crafted: it comes from the GM alone.",
            thing=row.name,
            state="not crafted",
            help=(f'gm give {maker.name} {row.name} --reason "..."',),
        )


def check_words(command: Craft, scene: Scene) -> None:
    """Usage: words that only a building, a lock or an architect has a use for."""
    rows = [row for thing in command.things if (row := row_said(command, thing.item, scene)) is not None]
    if not any(row.kind == "structure" for row in rows):
        for name in ("tiles", "length", "of", "helpers"):
            if getattr(command, name):
                raise Usage(f"--{name} is said of buildings and walls.", nearest=("wood structure", "stone wall"))
    if not any(row.name == "lock" for row in rows) and (command.gamble or command.witnessed):
        raise Usage("--gamble is said of locks.", nearest=("T4 lock --gamble --witnessed",))


def row_said(command: Craft, item: str, scene: Scene) -> Thing | None:
    """The row of a thing of the line; what a building is --of says which one. None: nothing of the books."""
    kinds = {"wood": "wood structure", "stone": "stone structure", "other": "structure"}
    if command.of is not None and command.of not in kinds:
        raise Usage(f"--of is wood, stone or other, not {command.of}.", nearest=tuple(kinds))
    if command.of is not None and item == "structure":
        item = kinds[command.of]
    elif command.of == "stone" and item == "wall":
        item = "stone wall"
    try:
        return house.thing_row(scene.world, item)
    except KeyError:
        return None


def is_silent(command: Craft, thing: Wanted, scene: Scene) -> bool:
    """EOS-ART-01, EOS-WOOD-08: whether the book leaves it open what a thing is made of; then --using says it."""
    row = row_said(command, thing.item, scene)
    way = row.way("craft") if row is not None else None
    return way is not None and (not way.materials or (row is not None and row.kind == "structure"))


def tier_wanted(command: Craft, row: Thing, wanted: Wanted) -> int | None:
    """EOS-TAIL-06: the tier as said, else the only one, else the lowest of the materials that were named, else T1."""
    if row.fixed_tier is not None:
        if wanted.tier not in (None, row.fixed_tier):
            raise Usage(
                f"{row.name.capitalize()} is made in T{row.fixed_tier} only.",
                nearest=(f"T{row.fixed_tier} {row.name}",),
            )
        return row.fixed_tier
    if not row.tiered:
        if wanted.tier is not None:
            raise Usage(f"There are no tiers of {row.name}.", nearest=(row.name,))
        return None
    if wanted.tier is not None:
        return wanted.tier
    way = row.way("craft")
    own = {m.item for m in way.materials if m.min_tier == "own"} if way else set()
    return min((w.tier for w in command.using if w.tier is not None and w.item in own), default=1)


def count_wanted(row: Thing, way: Way, wanted: Wanted, scene: Scene) -> Number:
    """How many: whole pieces; what comes in batches, up to the next whole batch (a beam splits into ten lumber)."""
    count = exact(wanted.quantity)
    if is_piece(row) and not isinstance(count, int):
        raise Usage(f"{row.many.capitalize()} come whole, not {text_of(count)}.")
    product = house.product(scene.world, row.name)
    if product is not None and product.whole:
        return way.makes * -(-count // way.makes)
    return count


def pace(row: Thing, way: Way, tier: int | None, level: Number, mult: int, scene: Scene) -> tuple[Number, Number]:
    """EOS-CRAFT-01, EOS-CRAFT-08, EOS-CRAFT-09: the work of one piece at crude tools, and what a task adds to it.

    T x T for most, without end and whatever the size (EOS-ARMR-03, EOS-BOWY-03, EOS-XBOW-03, EOS-WEAP-03); half of it
    for locks (EOS-LOCK-03). By the task and its own row: cloth (EOS-TAIL-02), cordage (EOS-TAIL-09),
    lumber (EOS-WOOD-02), arrows (EOS-BOWY-05), bolts (EOS-XBOW-05).
    """
    squared = (tier or 1) ** 2
    match way.time:
        case "none":
            return 0, 1
        case "tier-squared-half":
            return exact(Fraction(squared, 2)), mult
        case "per-task":
            product = house.product(scene.world, row.name)
            assert product is not None
            adopted = (
                product.ruling is not None
                and product.then is not None
                and (scene.world.ruling(product.ruling, "") == product.choice)
            )
            by = product.then if adopted else product.by
            if by == "tier-squared":
                return squared, mult
            speed = {"task": 1, "tool": mult, "level": exact(level) * mult}[by or "tool"]
            return exact(Fraction(1, product.per_task)), max(speed, 1)
        case _:
            return squared, mult

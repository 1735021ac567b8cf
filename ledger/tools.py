"""Tools and weapons: what someone has within reach that serves, and that is made for creatures of their size."""

from collections.abc import Iterator

from ledger import house
from ledger.ruling import Scene
from ledger.sizes import size_of
from projections.holdings import lots_within, reachable
from projections.wear import tier_now
from projections.world import Holder, Lot, World
from schemas.rulebook import Grade

TOOL_NAMES: dict[Grade, str] = {"crude": "{} toolkit", "basic": "basic {} toolkit", "workshop": "{} workshop"}
BARE: Grade = "crude"
"""What counts where the GM lets someone work without any tool."""


def fits_size(who: Holder, lot: Lot) -> bool:
    """EOS-SCALE-09: gear serves only creatures of its own size category; what has none serves everybody."""
    return lot.size is None or lot.size == size_of(who)


def weapons(world: World, who: Holder) -> Iterator[Lot]:
    """Every weapon of T1 or better within reach of someone, of whatever size."""
    for holder, loose in reachable(world, who.name):
        for item, lots in holder.lots.items():
            if is_weapon(world, item):
                yield from (lot for lot in lots if (lot.tier or 0) >= 1 and not (loose and lot.slot))


def is_weapon(world: World, item: str) -> bool:
    """Whether a thing is a weapon of the books; a thing of the GM's own making is none."""
    try:
        return house.thing_row(world, item).kind == "weapon"
    except KeyError:
        return False


def armed_with(world: World, who: Holder, item: str | None = None) -> Lot | None:
    """EOS-HUNT-01, EOS-SCALE-09: the best weapon of T1 or better that someone can use, or the best `item`."""
    found = [lot for lot in weapons(world, who) if fits_size(who, lot) and item in (None, lot.item)]
    return max(found, key=lambda lot: lot.tier or 0, default=None)


def tools_within(world: World, who: str, skill: str, at: str | None = None) -> Iterator[tuple[Grade, Lot]]:
    """Every tool of a skill within reach of someone, or at the place `at`, of whatever size; only grades that serve."""
    factors = house.skills(world)[skill].tools
    for grade in TOOL_NAMES:
        if grade in factors:
            for item in tool_items(world, skill, grade):
                for _, lot in lots_within(world, who, item):
                    if is_whole(world, lot):
                        yield grade, lot
                if at is not None and at != world.place_of(who):
                    for lot in world.get(at).lots.get(item, ()):
                        if is_whole(world, lot):
                            yield grade, lot


def is_whole(world: World, lot: Lot) -> bool:
    """EOS-METAL-05: a tool that is worn to T0 is broken, and of no use until it is mended."""
    return lot.tier is None or bool(tier_now(world, lot, world.day))


def tool_items(world: World, skill: str, grade: Grade) -> tuple[str, ...]:
    """EOS-METAL-08: what a tool of this grade is called; any workshop serves every skill by ruling workshop_scope."""
    own = TOOL_NAMES[grade].format(skill)
    if grade != "workshop" or world.ruling("workshop_scope", "per-skill") != "all-skills":
        return (own,)
    return (own, *(TOOL_NAMES[grade].format(other) for other in house.skills(world) if other != skill))


def best_tool(world: World, who: str, skill: str, grade: str | None = None, at: str | None = None) -> Grade | None:
    """EOS-CRAFT-02: the best grade of tool for a skill within reach (or `grade`, if it is there), else None.

    A tool of another size category than its user is not counted (EOS-SCALE-09).
    """
    user = world.get(who)
    found: Grade | None = None
    for each, lot in tools_within(world, who, skill, at):
        if grade in (None, each) and fits_size(user, lot):
            found = each
    return found


def tool_for(
    scene: Scene, who: Holder, skill: str, rule: str, grade: str | None = None, at: str | None = None
) -> Grade:
    """EOS-CRAFT-02: the grade of tool that someone works with: the best within reach, or the one that the line names.

    Refused: no tool at all (`rule`), only tools of another size (EOS-SCALE-09), a named grade that is not there.
    Waived by the GM it is work with bare hands, which multiplies nothing.
    """
    found = best_tool(scene.world, who.name, skill, grade, at)
    if found is not None:
        return found
    kit = f"{skill} toolkit"
    help = (f"bushcraft {who.name} {kit} for {who.name}",)
    wrong = next((lot for each, lot in tools_within(scene.world, who.name, skill, at) if grade in (None, each)), None)
    if wrong is not None:
        scene.refuse(
            "EOS-SCALE-09",
            f"The {wrong.item} within reach is made for {wrong.size} hands, and {who.name} is {size_of(who)}.",
            thing=wrong.name, state=f"{wrong.size}", help=help,
        )  # fmt: skip
        return BARE
    if grade is not None and best_tool(scene.world, who.name, skill, None, at) is not None:
        raise scene.lacks(f"{who.name} has no {TOOL_NAMES[grade].format(skill)} within reach.",  # type: ignore[index]
                          thing=who.name, state=f"no {grade} tool")  # fmt: skip
    scene.refuse(rule, f"{who.name} has no {kit} within reach.", thing=who.name, state="without tools", help=help)
    return BARE


def factor(skill: str, grade: Grade, world: World) -> int:
    """How much a tool of this grade multiplies the work of a skill."""
    return house.skills(world)[skill].tools[grade]

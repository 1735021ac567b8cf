"""Tools and weapons: what someone has that serves."""

import schemas.rulebook as rulebook
from projections.holdings import lots_within
from projections.world import Holder, Lot, World
from schemas.rulebook import Grade


def armed_with(who: Holder) -> Lot | None:
    """EOS-HUNT-01: a weapon of tier 1 or better that someone has, the best first."""
    found = [lot for lot in who.all_lots() if (lot.tier or 0) >= 1 and rulebook.thing_row(lot.item).kind == "weapon"]
    return max(found, key=lambda lot: lot.tier or 0, default=None)


def best_tool(world: World, who: str, skill: str, grade: str | None = None) -> Grade | None:
    """EOS-CRAFT-02: the best grade of a tool for a skill within reach (or `grade`, if it is there); None if there is none."""
    factors = rulebook.skills()[skill].tools
    found: list[Grade] = []
    for each in rulebook.GRADES:
        name = {"crude": f"{skill} toolkit", "basic": f"basic {skill} toolkit", "workshop": f"{skill} workshop"}[each]
        if each in factors and (grade is None or grade == each) and any(True for _ in lots_within(world, who, name)):
            found.append(each)
    return found[-1] if found else None


def factor(skill: str, grade: Grade) -> int:
    """How much a tool of this grade multiplies the work of a skill."""
    return rulebook.skills()[skill].tools[grade]

"""What a maker brings to a job: the level, the tool, and what of it a thing remembers."""

import schemas.rulebook as rulebook
from ledger import house
from ledger.rules.eos.crafting.orders import Craft, Job
from ledger.ruling import Scene
from ledger.tools import best_tool
from projections.pools import skill
from projections.world import Holder
from schemas.rulebook import Grade as ToolGrade
from schemas.rulebook import Thing, Way
from schemas.units import Number, text_of


def level_for(maker: Holder, row: Thing, way: Way, tier: int | None, scene: Scene) -> Number:
    """EOS-CRAFT-03, EOS-ADV-02: the tier is at most the level, and at level 0 nothing is made.

    EOS-ARCH-03, EOS-ARMR-02, EOS-ART-01, EOS-BOWY-02, EOS-XBOW-02, EOS-LOCK-02, EOS-METAL-02, EOS-METAL-07,
    EOS-METAL-08, EOS-WEAP-02, EOS-WOOD-05, EOS-WOOD-09: of every skill alike. What an advanced one builds on was asked
    when it was learned (EOS-ARCH-01, EOS-ARMR-01, EOS-BOWY-01, EOS-XBOW-01, EOS-LOCK-01, EOS-WEAP-01).
    """
    assert way.skill is not None
    level = skill(maker, way.skill)
    if level < (tier or 1):
        scene.refuse(
            "EOS-CRAFT-03",
            f"{maker.name} has {way.skill} {text_of(level)}; {row.name} of T{tier or 1} takes {tier or 1}."
            if tier
            else f"{maker.name} has {way.skill} {text_of(level)}; {row.name} takes 1 at the least.",
            thing=row.name,
            state=f"{way.skill} {text_of(level)}",
            help=(f"craft {maker.name} T{text_of(level)} {row.name}",) if tier and level >= 1 else (),
        )
    return level


def tool(command: Craft, maker: Holder, of_skill: str, scene: Scene) -> ToolGrade:
    """EOS-CRAFT-02: the best tool of that skill within reach, or the grade that was said; each skill has its own.

    Crude ones serve most (EOS-ARCH-02, EOS-TAIL-01, EOS-METAL-01, EOS-WOOD-01), a locksmith's least is basic
    (EOS-LOCK-02), art has no workshop (EOS-ART-02).
    """
    grade = best_tool(scene.world, maker.name, of_skill, command.with_)
    if grade is not None:
        return grade
    serves = house.skills(scene.world)[of_skill].tools
    least: ToolGrade = next((g for g in rulebook.GRADES if g in serves), "crude")
    said = command.with_ or least
    verb = "bushcraft" if said == "crude" else "craft"
    kit = {"crude": f"{of_skill} toolkit", "basic": f"basic {of_skill} toolkit"}.get(said, f"{of_skill} workshop")
    scene.refuse(
        "EOS-CRAFT-02",
        f"{maker.name} has no {kit} within reach." if said in serves else f"A {kit} adds nothing to {of_skill}.",
        thing=kit,
        state="no tool",
        help=(f"{verb} {maker.name} {kit}",) if said in serves else (f"bench {maker.name}",),
    )
    return least


def made_with(job: Job) -> str | None:
    """EOS-REPAIR-01: the tool, if it was better than crude ones (ruling repair_tool: as-built)."""
    return job.grade if job.grade != "crude" else None

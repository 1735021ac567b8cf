"""Buildings and walls (EOS-ARCH, EOS-WOOD): by the tile and the foot, whose work they are, and the place they become."""

from fractions import Fraction

from ledger import building
from ledger.rules.eos.crafting.means import level_for, made_with, tool
from ledger.rules.eos.crafting.orders import Craft, Job, Plan
from ledger.ruling import Scene, Usage
from ledger.tools import factor
from projections.pools import skill
from projections.world import Holder
from schemas.events.building import PlaceBuilt
from schemas.postings import Put
from schemas.rulebook import Thing, Way
from schemas.things import Wanted
from schemas.units import Number, exact, stored, text_of


def structure(command: Craft, maker: Holder, row: Thing, wanted: Wanted, scene: Scene) -> Job:
    """EOS-WOOD-03, EOS-WOOD-05, EOS-ARCH-05: a building by its tiles, a wall by its length (EOS-ARCH-13).

    Up to 200 tiles it is a builder's, from there on an architect's (EOS-WOOD-04, EOS-ARCH-04); walls are always.
    Refused: a small one of stone (EOS-ARCH-04), a large one by a builder (EOS-WOOD-04), a name that is taken.
    """
    tier = wanted.tier or 1
    wall = "EOS-ARCH-13" in row.ids
    measure, other = (command.length, command.tiles) if wall else (command.tiles, command.length)
    name = "--length FT" if wall else "--tiles N"
    if wanted.counted and wanted.quantity != 1:
        raise Usage("Buildings are built one by one.", nearest=(f"{row.name} {name}",))
    if measure is None or other is not None or exact(measure) <= 0:
        raise Usage(f"How large? A {row.name} is told by {name}.", nearest=(f"{row.name} {name}",))
    size = exact(measure)
    area = building.wall_area(size, tier) if wall else building.tiles_area(size)
    plan = Plan(None if wall else size, size if wall else None, building.units_of(area), stuff_of(row, command))
    way = builders_way(maker, row, size, wall, tier, scene)
    assert way.skill is not None
    if command.helpers and way.skill != "architect":
        raise Usage("Only an architect's building goes faster with --helpers.")
    level_for(maker, row, way, tier, scene)
    grade = tool(command, maker, way.skill, scene)
    share: Number = tier**2 * (plan.units if way.time == "tier-squared-by-area" else 1)
    speed: Number = factor(way.skill, grade, scene.world)
    if command.helpers:
        crew = len(scene.people(command.helpers))
        speed = exact(Fraction(speed * plan.units, building.effective_units(scene, plan.units, crew)))
    return Job(row, way, way.skill, tier, 1, None, None, 1, grade, share, speed, plan)


def stuff_of(row: Thing, command: Craft) -> str:
    """`wood stone other`: what it is built of, by which it wears."""
    first = row.name.partition(" ")[0]
    return first if first in ("wood", "stone") else command.of or "other"


def builders_way(maker: Holder, row: Thing, size: Number, wall: bool, tier: int, scene: Scene) -> Way:
    """EOS-WOOD-04, EOS-ARCH-04: exactly 200 tiles are a builder's, or an architect's if the builder cannot."""
    ways = [w for w in row.ways if w.by == "craft"]
    small = not wall and size < building.BUILDERS_TILES
    large = wall or size > building.BUILDERS_TILES
    plain = next((w for w in ways if w.skill != "architect"), None)
    grand = next((w for w in ways if w.skill == "architect"), None)
    if not large and plain is not None and (small or skill(maker, plain.skill or "") >= tier or grand is None):
        return plain
    if small and grand is not None:
        scene.refuse(
            "EOS-ARCH-04",
            f"An architect builds from {building.BUILDERS_TILES} tiles up, and walls; this has {text_of(size)}.",
            thing=row.name,
            state=f"{text_of(size)} tiles",
            help=(f"craft {maker.name} T{tier} wood structure --tiles {text_of(size)}",),
        )
    if large and plain is not None and skill(maker, "architect") < 1:
        scene.refuse(
            "EOS-WOOD-04",
            f"Above {building.BUILDERS_TILES} tiles it takes an architect; this has {text_of(size)}.",
            thing=maker.name,
            state="no architect",
            help=(f"craft {maker.name} T{tier} {row.name} --tiles {building.BUILDERS_TILES}",),
        )
    found = grand or plain
    assert found is not None
    return found


def job_helpers(command: Craft, maker: Holder, place: str, job: Job, scene: Scene) -> list[Holder]:
    """EOS-ARCH-06: who helps an architect; each spends a task of their own. Refused: the maker, somebody elsewhere."""
    if job.plan is None or not command.helpers:
        return []
    found = scene.people(command.helpers)
    for helper in found:
        scene.able(helper)
        if helper.name == maker.name:
            raise Usage(f"{maker.name} cannot help {maker.name}.")
        scene.where(helper, place)
    return found


def helpers_named(command: Craft, scene: Scene) -> str:
    return "\n".join(h.name for h in scene.people(command.helpers)) if command.helpers else ""


def built(maker: Holder, place: str, named: str, job: Job, plan: Plan, scene: Scene) -> PlaceBuilt:
    """EOS-WOOD-06, EOS-ARCH-08, EOS-ARCH-09: a place of its own, and from today on it wears."""
    fields: dict[str, Number | str | None] = {
        "kind": "structure",
        "in": place,
        "tier": job.tier,
        "full_tier": job.tier,
        "tiles": plan.tiles,
        "length": plan.length,
        "units": plan.units if job.way.time == "tier-squared-by-area" else None,
        "of": plan.of,
        "builder": job.skill,
        "made_with": made_with(job),
        "wears_days": building.wears_days(scene, plan.of, architect=job.skill == "architect"),
        "worn_since": scene.day,
    }
    return PlaceBuilt(
        who=maker.name,
        place=place,
        rule="EOS-ARCH-05" if job.skill == "architect" else "EOS-WOOD-05",
        name=named,
        thing=job.said,
        measure=plan.said,
        postings=tuple(
            Put(named, name, v if isinstance(v, str) else stored(v)) for name, v in fields.items() if v is not None
        ),
    )

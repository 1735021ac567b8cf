"""Crafting (EOS-CRAFT): one verb for every product, driven by the rows of the rulebook; work stays on the bench."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import schemas.rulebook as rulebook
from ledger import building, house
from ledger.allowance import spend_task
from ledger.goods import gained, is_piece, is_sized, wearer
from ledger.recipes import choices, material_each
from ledger.ruling import (
    Command,
    Figure,
    Flag,
    Grade,
    Known,
    Name,
    People,
    Place,
    Said,
    Scene,
    Text,
    Things,
    Usage,
    Whole,
    part,
)
from ledger.sizes import size_of
from ledger.tools import best_tool, factor
from projections.bench import KIND, NEW, open_works, ready
from projections.holdings import chosen, reach_quantity
from projections.pools import skill
from projections.world import Holder, World
from schemas.entry import Event
from schemas.events.building import PlaceBuilt
from schemas.events.crafting import CraftAbandoned, CraftFinished, CraftStarted, CraftWorked, LockSet
from schemas.postings import AnyPosting, Changed, Put, Spent
from schemas.rulebook import Grade as ToolGrade
from schemas.rulebook import Material, Thing, Way
from schemas.things import Wanted
from schemas.units import Number, exact, stored, text_of

REST, TASKS = "craft rest", "craft tasks"
"""Counts of a day: what is left of tasks worked, and how many went on crafts."""


class Craft(Command, tag="craft", frozen=True):
    """Make things of their materials, task by task: `craft Ivo T1 cloth, T1 clothing for Pip, T1 backpack`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = (
        "craft WHO THINGS [--with GRADE] [--tasks N] [--using THINGS] [--new] [--named NAME] "
        "[--in PLACE] [--to HOLDER] "
        "[--tiles N | --length FT] [--of wood|stone|other] [--helpers WHO] [--gamble --witnessed [--rolled DIE]]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "craft Ivo T1 cloth, T1 clothing for Pip",
        'craft Dora T3 ingot --using "1 T1 ingot"',
        "craft Dora T2 sword --tasks 0",
        'craft Wim T2 wood structure --tiles 20 --named "Long Hut"',
        "craft Ada T3 stone wall --length 40 --helpers Ivo,Mara",
        "craft Dora T4 lock --gamble --witnessed --rolled 18",
    )
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    who: People
    things: Things
    in_: Place | None = None
    with_: Grade | None = None
    tasks: Whole = 1
    using: Things = ()
    new: Flag = False
    named: Name | None = None
    to: Place | None = None
    tiles: Figure | None = None
    length: Figure | None = None
    of: Text | None = None
    helpers: People = ()
    gamble: Flag = False
    witnessed: Flag = False


class Abandon(Command, tag="abandon", frozen=True):
    """Give unfinished work up: `abandon Dora sword`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "abandon WHO THINGS [--work WORK]"
    examples: ClassVar[tuple[str, ...]] = ("abandon Dora sword", "abandon Dora --work work@57")
    who: People
    things: Things = ()
    work: Known | None = None


@dataclass(slots=True)
class Time:
    """What a maker has: `left` of the task in hand, `tasks` still to spend, `fresh` until the first work on it."""

    left: Number
    tasks: int
    fresh: bool = False
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A building of the line: its tiles, or of a wall its length in feet; hundreds of square feet; what it is of."""

    tiles: Number | None
    length: Number | None
    units: int
    of: str

    @property
    def said(self) -> str:
        return f"{text_of(self.length)} ft long" if self.length is not None else f"{text_of(self.tiles or 0)} tiles"


@dataclass(frozen=True, slots=True)
class Job:
    """One thing of the line, looked up: its row and way, tier and count, whose size, which tool, and the work.

    `share` is the work of one piece, `speed` what a whole task adds to it (EOS-CRAFT-01, EOS-CRAFT-02).
    """

    row: Thing
    way: Way
    skill: str
    tier: int | None
    count: Number
    whom: str | None
    size: str | None
    persons: int
    grade: ToolGrade
    share: Number
    speed: Number
    plan: "Plan | None" = None

    @property
    def said(self) -> str:
        tier = f"T{self.tier} " if self.tier is not None else ""
        whom = f" for {self.whom}" if self.whom else f" for {self.persons}" if self.persons > 1 else ""
        return f"{tier}{self.row.name}{whom}"


def craft(command: Craft, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CRAFT-05: every task adds its work; a thing comes out when its share is done, and the rest flows on.

    Refused: a tier above the skill (EOS-CRAFT-03), no tool that serves (EOS-CRAFT-02), materials that are not there
    (EOS-CRAFT-06) or of too low a tier (EOS-CRAFT-07), and what nobody can make. Usage: --using what nothing takes.
    """
    if command.tasks < 0:
        raise Usage("--tasks is never below 0.")
    check_words(command, scene)
    taken = {
        item
        for thing in command.things
        for m in materials_of(scene.world, thing.item)
        for item in (m.item, *m.or_items)
    }
    for told in command.using:
        if told.item not in taken and not any(is_silent(command, thing, scene) for thing in command.things):
            raise Usage(f"Nothing on this line takes {told.item}.", nearest=tuple(sorted(taken)))
    for maker in scene.people(command.who):
        yield from craft_by(command, maker, scene)


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


def craft_by(command: Craft, maker: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One maker, thing after thing of the line."""
    scene.able(maker)
    place = scene.where(maker, command.in_)
    rest = maker.count(REST, scene.day) if not command.tasks else 0
    time = Time(rest, command.tasks)
    for wanted in command.things:
        yield from craft_thing(command, maker, place, wanted, time, scene)


def craft_thing(
    command: Craft, maker: Holder, place: str, wanted: Wanted, time: Time, scene: Scene
) -> Iterator[Event | Said]:
    """Starts one thing or goes on with it, as far as the time goes; what the time does not reach is not begun."""
    job = look_up(command, maker, wanted, scene)
    work = None if command.new else same_work(command, maker, place, job, scene)
    head = True
    while True:
        left = job.share * job.count if work is None else work.number("needed") - work.number("done")
        if left > 0 and time.left <= 0:
            if not time.tasks:
                if not time.begun:
                    raise scene.lacks(
                        f"Nothing is left of the tasks that {maker.name} worked on day {scene.day}.",
                        thing=maker.name,
                        state="no rest of a task",
                        help=(f"craft {maker.name} {job.said}",),
                    )
                return
            refuse_second_day(maker, job, scene)
            for helper in job_helpers(command, maker, place, job, scene):
                yield part(spend_task(scene, helper, "craft", place))
            yield part(spend_task(scene, maker, "craft", place))
            time.tasks, time.left, time.fresh, head = time.tasks - 1, 1, True, False
        time.begun = True
        if work is None:
            started = start(command, maker, place, job, scene)
            yield part(started) if head else started
            head = False
            work = scene.world.holders[f"{KIND}@{scene.world.root}"]
        if work.number("done") < work.number("needed"):
            worked = work_on(command, maker, place, job, work, time, scene)
            yield part(worked) if head else worked
            head = False
        if ready(work) > 0:
            yield from finish(command, maker, place, job, work, scene)
        if work.word("state", "open") != "open":
            return


# -- looking it up ----------------------------------------------------------------------------------------------


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


def same_work(command: Craft, maker: Holder, place: str, job: Job, scene: Scene) -> Holder | None:
    """EOS-CRAFT-05: the same work of the same maker in the same place, oldest first."""
    for work in open_works(scene.world, maker.name, place):
        if (
            work.word("product") == job.row.name
            and work.fields.get("tier") == job.tier
            and work.fields.get("size") == job.size
            and work.fields.get("whom") == job.whom
            and work.number("persons", 1) == job.persons
            and (
                job.plan is None
                or (work.fields.get("tiles"), work.fields.get("length")) == (job.plan.tiles, job.plan.length)
            )
            and (job.plan is None or command.named in (None, work.word("named")))
        ):
            return work
    return None


def refuse_second_day(maker: Holder, job: Job, scene: Scene) -> None:
    """EOS-CRAFT-04: a craft-day is a task; by ruling craft_day: calendar-day a second of the day adds nothing."""
    product = house.product(scene.world, job.row.name)
    if scene.world.ruling("craft_day", "task") != "calendar-day" or (product is not None and not product.craft_day):
        return
    if maker.count(TASKS, scene.day):
        scene.refuse(
            "EOS-CRAFT-04",
            f"{maker.name} has had the whole craft-day of day {scene.day}.",
            thing=maker.name,
            state="1 craft-day worked",
            help=("camp",),
        )


# -- beginning: what it takes -----------------------------------------------------------------------------------


def start(command: Craft, maker: Holder, place: str, job: Job, scene: Scene) -> CraftStarted:
    """EOS-CRAFT-06: the materials are used up now (ruling consume_at), lowest that serves first, or those named."""
    named = name_for(command, job, scene)
    spent, needed = materials(command, maker, job, scene)
    plan = job.plan
    fields: dict[str, Number | str | None] = {
        "kind": KIND,
        "who": maker.name,
        "verb": "craft",
        "product": job.row.name,
        "tier": job.tier,
        "count": job.count,
        "needed": needed,
        "at": place,
        "tool": job.grade,
        "skill": job.skill,
        "size": job.size,
        "whom": job.whom,
        "persons": job.persons if job.persons > 1 else None,
        "named": named,
        "tiles": plan.tiles if plan else None,
        "length": plan.length if plan else None,
        "units": plan.units if plan else None,
        "of": plan.of if plan else None,
        "helpers": helpers_named(command, scene) or None,
        "started_on": scene.day,
        "last_on": scene.day,
        "state": "open",
    }
    puts = (Put(NEW, name, v if isinstance(v, str) else stored(v)) for name, v in fields.items() if v is not None)
    return CraftStarted(
        who=maker.name,
        place=place,
        rule="EOS-CRAFT-06",
        product=job.row.name,
        thing=job.said,
        count=stored(job.count),
        needed=stored(needed),
        postings=(*spent, *puts),
    )


def helpers_named(command: Craft, scene: Scene) -> str:
    return "\n".join(h.name for h in scene.people(command.helpers)) if command.helpers else ""


def name_for(command: Craft, job: Job, scene: Scene) -> str | None:
    """The name of its own; a building always has one. Refused: a name that is taken."""
    world = scene.world
    placed = job.plan is not None or job.row.name == "lock"
    if command.named is not None:
        known = world.find(command.named)
        if placed and known is not None:
            raise scene.lacks(
                f"The name {known} is taken ({world.get(known).kind}).",
                thing=known,
                state="taken",
                help=(f'--named "{known} 2"',),
            )
        return command.named
    if job.plan is None:
        return None
    first = job.row.name.title()
    return next(n for n in (first, *(f"{first} {nth}" for nth in range(2, 9999))) if world.find(n) is None)


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


# -- working, finishing -----------------------------------------------------------------------------------------


def work_on(command: Craft, maker: Holder, place: str, job: Job, work: Holder, time: Time, scene: Scene) -> CraftWorked:
    """EOS-CRAFT-02, EOS-CRAFT-05: as much as the task has left, up to what the work needs, exactly.

    The rest of a task begins the next piece, unless the table ruled otherwise (ruling task_fraction).
    """
    left = work.number("needed") - work.number("done")
    added = min(left, exact(job.speed * time.left))
    single = job.way.time != "per-task" and scene.world.ruling("task_fraction", "divisible") == "one-item-per-task"
    if single and work.number("count") > 1:
        share = Fraction(work.number("needed")) / work.number("count")
        added = min(added, exact(share * (work.number("finished") + 1) - work.number("done")))
    used = exact(Fraction(added) / job.speed)
    after: Number = 0 if single else exact(time.left - used)
    moved = exact(after - (0 if time.fresh else time.left))
    postings: list[AnyPosting] = [Changed(work.name, "done", stored(added), source="craft")]
    if work.word("tool") != job.grade:
        postings.append(Put(work.name, "tool", job.grade))
    if helpers_named(command, scene) != work.word("helpers"):
        postings.append(Put(work.name, "helpers", helpers_named(command, scene) or None))
    if work.fields.get("last_on") != scene.day:
        postings.append(Put(work.name, "last_on", scene.day))
    if moved:
        postings.append(Changed(maker.name, REST, stored(moved), source=work.name, period=scene.day))
    if time.fresh:
        postings.append(Changed(maker.name, TASKS, 1, source=work.name, period=scene.day))
    time.left, time.fresh = after, False
    return CraftWorked(
        who=maker.name,
        place=place,
        rule="EOS-CRAFT-05",
        work=work.name,
        product=job.row.name,
        added=stored(added),
        left=stored(exact(left - added)),
        tool=job.grade,
        task=stored(used),
        postings=tuple(postings),
    )


def finish(command: Craft, maker: Holder, place: str, job: Job, work: Holder, scene: Scene) -> Iterator[Event]:
    """EOS-CRAFT-05: what is done comes out: to the maker or where it was sent; a workshop stays where it was built.

    EOS-METAL-08: so does a building, as a place of its own; EOS-LOCK-05: a lock has its number from now on.
    """
    count = ready(work)
    named = work.word("named") or None
    done = work.number("finished") + count >= work.number("count")
    standing = job.plan is not None or (job.row.name == "lock" and named is not None)
    got: tuple[AnyPosting, ...] = ()
    if not standing:
        to = place if job.row.grade == "workshop" else command.to or maker.name
        product = Wanted(job.row.name, stored(count), job.tier, job.whom, job.persons if job.persons > 1 else None)
        got = (gained(scene, to, product, named=named, made_with=made_with(job)),)
    yield CraftFinished(
        who=maker.name,
        place=place,
        rule="EOS-CRAFT-05",
        work=work.name,
        product=job.row.name,
        count=stored(count),
        postings=(
            *got,
            Changed(work.name, "finished", stored(count), source="craft"),
            *((Put(work.name, "state", "finished"),) if done else ()),
        ),
    )
    if job.plan is not None and named is not None:
        yield built(maker, place, named, job, job.plan, scene)
    elif job.row.name == "lock":
        yield from locks_set(command, maker, place, named, job, int(count), scene)


def made_with(job: Job) -> str | None:
    """EOS-REPAIR-01: the tool, if it was better than crude ones (ruling repair_tool: as-built)."""
    return job.grade if job.grade != "crude" else None


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


def locks_set(
    command: Craft, maker: Holder, place: str, named: str | None, job: Job, count: int, scene: Scene
) -> Iterator[LockSet]:
    """EOS-LOCK-05: tier + 20, or the maker's skill + 20 (ruling lock_tn); EOS-LOCK-06: or tier + Presence + d20.

    Refused: a gamble that the GM does not witness. It is chosen as the lock is finished, and never again.
    """
    if command.gamble and not command.witnessed:
        scene.refuse(
            "EOS-LOCK-06",
            "The GM must witness the die of a gamble.",
            thing="lock",
            state="not witnessed",
            help=(f"craft {maker.name} {job.said} --gamble --witnessed",),
        )
    level, tier, root = skill(maker, job.skill), job.tier or 1, scene.world.root
    for nth in range(1, count + 1):
        lock = named or (f"lock@{root}" if nth == 1 else f"lock@{root}.{nth}")
        placed: tuple[AnyPosting, ...] = ()
        if named is not None:
            placed = (
                Put(lock, "kind", "lock"),
                Put(lock, "in", place),
                Put(lock, "tier", tier),
                Put(lock, "full_tier", tier),
            )
        postings = (*placed, Put(lock, "skill", stored(level)))
        if not command.gamble:
            by = level if scene.world.ruling("lock_tn", "tier-plus-20") == "skill-plus-20" else tier
            yield LockSet(
                who=maker.name, place=place, rule="EOS-LOCK-05", lock=lock, number=stored(20 + by), postings=postings
            )
            continue
        roll = scene.roll(
            maker.name, f"{maker.name} gambles on a lock", [("tier", tier), ("presence", maker.number("presence"))]
        )
        number = roll.total
        yield LockSet(
            who=maker.name,
            place=place,
            rule="EOS-LOCK-06",
            roll=roll,
            lock=lock,
            number=number,
            postings=postings if number is None else (*postings, Put(lock, "number", number)),
        )


# -- giving up --------------------------------------------------------------------------------------------------


def abandon(command: Abandon, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CRAFT-05: unfinished work is given up; nothing is added to it any more, and what it used is gone."""
    if not command.things and command.work is None:
        raise Usage("What is given up? Name the thing, or --work WORK as bench shows it.")
    for maker in scene.people(command.who):
        for work in abandoned(command, maker, scene):
            yield part(
                CraftAbandoned(
                    who=maker.name,
                    place=scene.world.place_of(maker.name),
                    rule="EOS-CRAFT-05",
                    work=work.name,
                    product=work.word("product"),
                    postings=(Put(work.name, "state", "abandoned"),),
                )
            )


def abandoned(command: Abandon, maker: Holder, scene: Scene) -> list[Holder]:
    """The open works that are meant. Refused: none of that name, or several."""
    there = open_works(scene.world, maker.name)
    open_text = ", ".join(f"{w.word('product')} ({w.name})" for w in there) or "nothing"
    found: list[Holder] = []
    for wanted in command.things:
        match = [
            w
            for w in there
            if w.word("product") == wanted.item and wanted.tier in (None, w.fields.get("tier")) and w not in found
        ]
        if len(match) != 1:
            how = "no open work on" if not match else f"{len(match)} open works on"
            raise scene.lacks(
                f"{maker.name} has {how} {wanted.item}; on the bench: {open_text}.",
                thing=wanted.item,
                state=open_text,
                help=tuple(f"abandon {maker.name} --work {w.name}" for w in match or there),
            )
        found += match
    if command.work is not None:
        match = [w for w in there if w.name == command.work]
        if not match:
            raise scene.lacks(
                f"{command.work} is no open work of {maker.name}; on the bench: {open_text}.",
                thing=command.work,
                state=open_text,
                help=(f"bench {maker.name}",),
            )
        found += match
    return found

"""Repair (EOS-REPAIR): a hundredth of the time of making, and the full tier is back."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ledger import house
from ledger.allowance import spend_task
from ledger.building import BUILDERS_TILES, tiles_area, units_of, wall_area
from ledger.fight import fight_of
from ledger.ruling import Command, Grade, Mendings, People, Place, Said, Scene, Usage, Whole, part
from ledger.tools import best_tool, factor
from ledger.work import begun, ended, gone_on, in_hand
from projections.holdings import chosen
from projections.pools import skill
from projections.structures import tier_now as structure_tier
from projections.wear import tier_now
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.repairs import RepairFinished, RepairWorked
from schemas.postings import AnyPosting, Changed
from schemas.rulebook import Grade as ToolGrade
from schemas.rulebook import Thing
from schemas.things import Wanted
from schemas.units import Number, exact, stored, text_of

HUNDREDTH = 100
REST = "repair rest"
"""Count of a day: what is left of tasks that went on repairs."""
VERB = "repair"


class Repair(Command, tag="repair", frozen=True):
    """Mend gear and buildings; a task flows along the list: `repair Dora sword, shield --with basic`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "repair WHO THINGS [--with GRADE] [--tasks N] [--in PLACE]"
    examples: ClassVar[tuple[str, ...]] = ("repair Dora sword, shield --with basic", 'repair Wim "Long Hut"')
    who: People
    things: Mendings
    in_: Place | None = None
    with_: Grade | None = None
    tasks: Whole = 1


@dataclass(slots=True)
class Time:
    """What a mender has: `left` of the task in hand, `tasks` still to spend, `fresh` until the first work on it."""

    left: Number
    tasks: int
    fresh: bool = False
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to mend: its name, row, full tier and size in units; the work, and what a task of this mender does."""

    name: str
    item: str
    full: int
    needed: Number
    speed: Number
    grade: ToolGrade


def repair(command: Repair, scene: Scene) -> Iterator[Event | Said]:
    """EOS-REPAIR-01: creation's work / 100 at the mender's tools (ruling repair_tool) brings back the whole full tier.

    However many tiers were lost, and of no materials. Refused: a skill that is missing (EOS-REPAIR-02), what is
    destroyed or never mended (EOS-REPAIR-03), no tool (EOS-CRAFT-02), in a fight (EOS-CRIT-16). What is whole is not there to mend.
    """
    if not command.things:
        raise Usage(f"What is mended? {command.usage}")
    if command.tasks < 0:
        raise Usage("--tasks is never below 0.")
    for who in scene.people(command.who):
        scene.able(who)
        check_peace(scene, who)
        place = scene.where(who, command.in_)
        time = Time(0 if command.tasks else who.count(REST, scene.day), command.tasks)
        for wanted in command.things:
            yield from mended(command, who, place, wanted, time, scene)


def check_peace(scene: Scene, who: Holder) -> None:
    """EOS-CRIT-16: what a fight took of gear stays so until the fight is over."""
    battle = fight_of(scene, who)
    if battle is not None:
        scene.refuse(
            "EOS-CRIT-16", f"{who.name} is in {battle.name}; gear is mended after the fight.", thing=who.name,
            state="in a fight", help=("fight end",),
        )  # fmt: skip


def mended(
    command: Repair, who: Holder, place: str, wanted: Wanted, time: Time, scene: Scene
) -> Iterator[Event | Said]:
    """One thing, as far as the time goes; what the time does not reach waits on the bench."""
    job = look_up(command, who, place, wanted, scene)
    head = True
    while True:
        works = in_hand(scene.world, VERB, who.name, job.name)
        work = works[0] if works else None
        left = job.needed if work is None else exact(work.number("needed") - work.number("done"))
        if time.left <= 0:
            if not time.tasks:
                if not time.begun:
                    raise scene.lacks(
                        f"Nothing is left of the tasks that {who.name} spent on repairs on day {scene.day}.",
                        thing=who.name,
                        state="no rest of a task",
                        help=(f"repair {who.name} {job.name}",),
                    )
                return
            yield part(spend_task(scene, who, VERB, place))
            time.tasks, time.left, time.fresh, head = time.tasks - 1, 1, True, False
        time.begun = True
        worked = work_on(who, place, job, work, left, time, scene)
        yield part(worked) if head else worked
        head = False
        if exact(worked.left) <= 0:
            found = in_hand(scene.world, VERB, who.name, job.name)
            yield finish(who, place, job, found[0] if found else None, scene)
            return


def work_on(
    who: Holder, place: str, job: Job, work: Holder | None, left: Number, time: Time, scene: Scene
) -> RepairWorked:
    """EOS-CRAFT-05: the rest of a task goes on to the next thing (ruling task_fraction)."""
    added = min(left, exact(job.speed * time.left))
    used = exact(Fraction(added) / job.speed)
    single = scene.world.ruling("task_fraction", "divisible") == "one-item-per-task"
    after: Number = 0 if single else exact(time.left - used)
    moved = exact(after - (0 if time.fresh else time.left))
    postings: list[AnyPosting] = []
    if work is not None:
        postings += gone_on(work.name, added, scene.day, VERB)
    elif added < left:
        postings += begun(
            who.name, VERB, job.name, job.needed, scene.day, done=added, tier=job.full, at=place, tool=job.grade
        )
    if moved:
        postings.append(Changed(who.name, REST, stored(moved), source=job.name, period=scene.day))
    time.left, time.fresh = after, False
    return RepairWorked(
        who=who.name,
        place=place,
        rule="EOS-REPAIR-01",
        thing=job.name,
        added=stored(added),
        left=stored(exact(left - added)),
        tool=job.grade,
        task=stored(used),
        postings=tuple(postings),
    )


def finish(who: Holder, place: str, job: Job, work: Holder | None, scene: Scene) -> RepairFinished:
    """EOS-REPAIR-01: the full tier, and the clock of decay anew (ruling decay_restart)."""
    return RepairFinished(
        who=who.name,
        place=place,
        rule="EOS-REPAIR-01",
        thing=job.name,
        tier=job.full,
        postings=(Changed(job.name, "tier", source=VERB, fill=True), *(ended(work.name) if work is not None else ())),
    )


# -- looking it up ----------------------------------------------------------------------------------------------


def look_up(command: Repair, who: Holder, place: str, wanted: Wanted, scene: Scene) -> Job:
    """A building by its name, else the piece within reach that needs it most."""
    holder = scene.world.get(wanted.item)
    if holder.kind == "structure":
        return of_structure(command, who, holder, scene)
    if holder.kind == "lock":
        check(who, holder.name, house.thing_row(scene.world, "lock"), None, scene)
        raise scene.lacks(f"How {holder.name} is mended, the book does not say.", thing=holder.name, state="never mended")
    lot = picked(who, wanted, scene)
    try:
        row = house.thing_row(scene.world, lot.item)
    except KeyError:
        raise scene.lacks(
            f"How {lot.item} is mended, the book does not say.",
            thing=lot.item,
            state="declared by the GM",
            help=(f'gm set {lot.name} tier {lot.full_tier or 1} --reason "mended"',),
        ) from None
    now, full = tier_now(scene.world, lot, scene.day), lot.full_tier or 1
    skills = check(who, lot.name, row, now, scene)
    if now is None or now >= full:
        raise scene.lacks(f"{lot.name} is whole.", thing=lot.name, state="whole")
    units: Number = Fraction(1, 2) if row.name == "lock" else 1
    return job_of(command, who, lot.name, lot.item, full, units, lot.made_with, skills, scene)


def of_structure(command: Repair, who: Holder, holder: Holder, scene: Scene) -> Job:
    """EOS-ARCH-11, EOS-WOOD-07: by an architect what an architect built, by a woodworker what a builder did."""
    of = holder.word("of")
    wall = holder.fields.get("length") is not None
    built_by = holder.word("builder") or ("woodworks" if of == "wood" and not wall and small(holder) else "architect")
    names = {"wood": "wood structure", "stone": "stone wall" if wall else "stone structure"}
    row = house.thing_row(scene.world, names.get(of, "wall" if wall else "structure"))
    now, full = int(structure_tier(holder, scene.day)), int(holder.number("full_tier", holder.number("tier")))
    scene.where(who, holder.name)
    skills = check(who, holder.name, row, now, scene, built_by)
    if now >= full:
        raise scene.lacks(f"{holder.name} is whole.", thing=holder.name, state="whole")
    units = units_in(holder) if built_by == "architect" else 1
    return job_of(command, who, holder.name, row.name, full, units, holder.word("made_with") or None, skills, scene)


def small(holder: Holder) -> bool:
    return holder.number("tiles") <= BUILDERS_TILES


def units_in(holder: Holder) -> int:
    """EOS-ARCH-05: hundreds of square feet of a building or a wall."""
    length = holder.fields.get("length")
    full = int(holder.number("full_tier", holder.number("tier", 1)))
    return max(
        1, units_of(wall_area(exact(length), full) if length is not None else tiles_area(holder.number("tiles")))
    )


def job_of(
    command: Repair,
    who: Holder,
    name: str,
    item: str,
    full: int,
    units: Number,
    built_with: str | None,
    skills: tuple[str, ...],
    scene: Scene,
) -> Job:
    """EOS-REPAIR-01: the hundredth, at the tool of today or at the one that it was made with (ruling repair_tool)."""
    grade = tool(command, who, skills, scene)
    mult = max(factor(s, grade, scene.world) for s in skills if grade in house.skills(scene.world)[s].tools)
    if scene.world.ruling("repair_tool", "current-tool") == "as-built":
        mult = {"crude": 1, "basic": 2, "workshop": 4}[built_with or "crude"]
    return Job(name, item, full, exact(Fraction(full**2) * units / HUNDREDTH), mult, grade)


def tool(command: Repair, who: Holder, skills: tuple[str, ...], scene: Scene) -> ToolGrade:
    """EOS-CRAFT-02: the best single tool of any of the skills within reach, or the grade that was said."""
    grades = [g for s in skills if (g := best_tool(scene.world, who.name, s, command.with_)) is not None]
    order: dict[ToolGrade, int] = {"crude": 1, "basic": 2, "workshop": 4}
    if grades:
        return max(grades, key=lambda g: order[g])
    said = "" if command.with_ in (None, "crude") else f"{command.with_} "
    scene.refuse(
        "EOS-CRAFT-02",
        f"{who.name} has no {said}toolkit of {' or '.join(skills)} within reach.",
        thing=who.name,
        state="no tool",
        help=(f"bushcraft {who.name} {skills[0]} toolkit",),
    )
    return "crude"


def check(
    who: Holder, name: str, row: Thing, now: int | None, scene: Scene, built_by: str | None = None
) -> tuple[str, ...]:
    """EOS-REPAIR-02, EOS-REPAIR-03: the skills that mend it, each at 1; and whether anything does.

    Never: locks (EOS-LOCK-11), the wood shield (EOS-WOOD-14). At T0 destroyed: bows (EOS-BOWY-11), tents
    (EOS-TENT-04), buildings (EOS-WOOD-07, EOS-ARCH-10). Mended from T0 too: armor (EOS-ARMR-06, EOS-ARMR-08), shields
    (EOS-ARMR-07), metal weapons (EOS-WEAP-05, EOS-WEAP-06), crossbows (EOS-XBOW-07), metal goods (EOS-METAL-06).
    """
    if row.repair == "never" or (row.repair is None and not row.repairs):
        rule = {"lock": "EOS-LOCK-11", "wood shield": "EOS-WOOD-14"}.get(row.name, "EOS-REPAIR-03")
        scene.refuse(
            rule,
            f"A {row.name} cannot be mended.",
            thing=name,
            state="never mended",
            help=(f"craft {who.name} {row.name}",),
        )
    if row.repair == "another sub-task":
        raise scene.lacks(
            f"A {row.name} is bolstered by bushcraft.",
            thing=name,
            state="bushcraft",
            help=(f"bushcraft {who.name} {row.name}",),
        )
    ways = [r for r in row.repairs if built_by is None or built_by in r.skills] or list(row.repairs)
    if not ways:
        return ("metalworks",)
    if now is not None and now < max(r.from_tier for r in ways):
        rule = {"bow": "EOS-BOWY-11", "tent": "EOS-TENT-04"}.get(row.name, "EOS-REPAIR-03")
        if row.kind == "structure":
            rule = "EOS-WOOD-07" if built_by == "woodworks" else "EOS-ARCH-10"
        scene.refuse(
            rule,
            f"{name} is at T{now} and destroyed beyond repair.",
            thing=name,
            state=f"T{now}",
            help=(f"craft {who.name} {row.name}",),
        )
    for way in ways:
        if all(skill(who, s) >= least for s, least in way.skills.items()):
            return tuple(way.skills)
    missing = [s for s, least in ways[0].skills.items() if skill(who, s) < least]
    scene.refuse(
        "EOS-REPAIR-02",
        f"{name} is mended with {' and '.join(ways[0].skills)}; {who.name} has no {' and no '.join(missing)}.",
        thing=who.name,
        state=f"{missing[0]} {text_of(skill(who, missing[0]))}",
        help=(f'learn {who.name} "{missing[0]} 1" --from time',),
    )
    return tuple(ways[0].skills)


def picked(who: Holder, wanted: Wanted, scene: Scene) -> Lot:
    """The piece within reach that has lost most, worn and held ones of their own too. Refused: none is there."""
    world, day = scene.world, scene.day
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    if wanted.counted and wanted.quantity != 1:
        raise Usage("Things are mended one by one: repair Dora sword, sword.")
    found = [
        lot
        for _, lot in chosen(world, who.name, (item,), lot=wanted.lot, reach="within")
        if lot.piece and wanted.tier in (None, lot.full_tier, lot.tier)
    ]
    if not found:
        raise scene.lacks(
            f"{who.name} has no {wanted.lot or item} within reach.",
            thing=wanted.lot or item,
            state="not there",
            help=(f"stock {who.name}",),
        )
    return max(found, key=lambda lot: (lot.full_tier or 0) - (tier_now(world, lot, day) or 0))

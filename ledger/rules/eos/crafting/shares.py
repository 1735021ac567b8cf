"""Work by shares (EOS-CRAFT-05): begun with its materials, gone on with task by task, and what comes out of it."""

from collections.abc import Iterator
from fractions import Fraction

from ledger import house
from ledger.goods import gained
from ledger.rules.eos.crafting.locks import locks_set
from ledger.rules.eos.crafting.materials import materials
from ledger.rules.eos.crafting.means import made_with
from ledger.rules.eos.crafting.orders import REST, TASKS, Craft, Job, Time
from ledger.rules.eos.crafting.structures import built, helpers_named
from ledger.ruling import Scene
from projections.bench import KIND, NEW, open_works, ready
from projections.world import Holder
from schemas.entry import Event
from schemas.events.crafting import CraftFinished, CraftStarted, CraftWorked
from schemas.postings import AnyPosting, Changed, Put
from schemas.things import Wanted
from schemas.units import Number, exact, stored


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

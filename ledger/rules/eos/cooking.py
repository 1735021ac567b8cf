"""Cooking (EOS-COOK)."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.ruling import Chores, Command, Grade, People, Place, Said, Scene, Things, Usage, Whole, part
from ledger.sizes import size_factor, size_of
from ledger.tools import best_tool, factor
from projections.holdings import edible, lots_within, reachable
from projections.larder import EATEN, food_need, grace_days, within_reach
from projections.pools import skill
from projections.world import Holder
from schemas.entry import Event
from schemas.events.cooking import CookDipped, CookFreed, CookPooled, CookPreserved, CookServed
from schemas.postings import AnyPosting, Changed, Gained, Spent
from schemas.rulebook import Grade as ToolGrade
from schemas.things import Chore, Wanted
from schemas.units import Number, counted, exact, stored, text_of

POOL, KEPT = "cooking points", "cooking points kept"
TASTE_TASKS, TASTE_LEFT = "taste tasks", "taste meals left"
"""Counts of a day: tasks that went on taste, and meals that these may still serve."""
CANDLES_A_FAT = 5
CANDLE_HOURS = 1
MEALS: dict[str, int] = {"crude": 25, "basic": 50, "workshop": 100}
"""EOS-COOK-13: how many meals a task for taste serves at most; the workshop is the kitchen."""


class Cook(Command, tag="cook", frozen=True):
    """Cook: a task gives points, the line says what they go on: `cook Ivo chore for Mara, 2 preserve, candles`."""

    words: ClassVar[tuple[str, ...]] = ("who", "chores")
    usage: ClassVar[str] = (
        "cook WHO [chore for WHOM, N preserve, N candles, N meals] "
        "[--tasks N] [--with GRADE] [--using THINGS] [--to HOLDER]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "cook Ivo chore for Mara, 2 preserve, candles",
        "cook Ivo 1 preserve --tasks 0",
        "cook Ivo 15 meals",
    )
    who: People
    chores: Chores = ()
    in_: Place | None = None
    with_: Grade | None = None
    tasks: Whole = 1
    using: Things = ()
    to: Place | None = None


def cook(command: Cook, scene: Scene) -> Iterator[Event | Said]:
    """EOS-COOK-02: every task gives points equal to the level; EOS-COOK-03: no more are spent than there are.

    `--tasks 0` spends what is left of today's, or serves meals beside the day's tasks (EOS-COOK-14). Refused: no
    toolkit (EOS-COOK-01), more points than there are (EOS-COOK-03), and what the chores themselves refuse.
    """
    if command.tasks < 0:
        raise Usage("--tasks is never below 0.")
    if not command.chores and not command.tasks:
        raise Usage("--tasks 0 spends points on something: say chore for WHOM, preserve, candles or meals.")
    for each in scene.people(command.who):
        yield from cook_at_work(command, each, scene)


def cook_at_work(command: Cook, cook: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One cook: the tasks, each a part that begins with its points; then every chore a part of its own."""
    scene.able(cook)
    place = scene.where(cook, command.in_)
    grade = kit(command, cook, scene)
    meals = [c for c in command.chores if c.what == "meals"]
    others = [c for c in command.chores if c.what != "meals"]
    also = scene.world.ruling("taste_task", "separate-task") == "also-points"
    if meals and others and command.tasks and not also:
        scene.refuse(
            "EOS-COOK-13",
            f"A task for taste gives no points: {cook.name} serves meals or spends points, not both on one line.",
            thing=cook.name,
            state="serving meals",
            help=(f"cook {cook.name} {meals[0].number} meals",),
        )
    if cook.count("freed", scene.day):
        scene.refuse(
            "EOS-COOK-05",
            f"{cook.name} was freed of chores on day {scene.day}; only who does not cook that day is.",
            thing=cook.name,
            state="freed by a cook",
        )
    served = sum(c.number for c in meals)
    if meals and command.tasks:
        refuse_meals(cook, grade, served, command.tasks, scene)
    for task in range(command.tasks, 0, -1):
        yield part(spend_task(scene, cook, "cook", place))
        if meals:
            share = -(-served // task)
            served -= share
            yield serve(cook, place, grade, share, scene)
        if others or not meals or also:
            yield pool(cook, place, scene)
    if meals and not command.tasks:
        yield part(serve_beside(cook, place, grade, served, scene))
    wanted = sum(c.number for c in others)
    left = points_left(cook, scene)
    if wanted > left:
        scene.refuse(
            "EOS-COOK-03",
            f"{cook.name} has {text_of(left)} cooking points on day {scene.day}, not {wanted}.",
            thing=cook.name,
            state=f"{text_of(left)} cooking points",
            help=(f"cook {cook.name}",),
        )
    for chore in others:
        match chore.what:
            case "chore":
                yield part(freed(cook, place, chore, scene))
            case "preserve":
                yield part(preserved(command, cook, place, grade, chore, scene))
            case _:
                yield part(dipped(command, cook, place, grade, chore, scene))


def kit(command: Cook, cook: Holder, scene: Scene) -> ToolGrade:
    """EOS-COOK-01: a cooking toolkit at the least."""
    grade = best_tool(scene.world, cook.name, "cooking", command.with_)
    if grade is None:
        named = f"{command.with_} " if command.with_ else ""
        scene.refuse(
            "EOS-COOK-01",
            f"{cook.name} has no {named}cooking toolkit within reach.",
            thing="cooking toolkit",
            state="not there",
            help=(f"bushcraft {cook.name} cooking toolkit",),
        )
        return "crude"
    return grade


# -- the points -------------------------------------------------------------------------------------------------


def points_left(cook: Holder, scene: Scene) -> Number:
    """EOS-COOK-04: the points of this day; those of earlier days are gone (ruling cook_pool)."""
    today = cook.count(POOL, scene.day)
    return today + cook.number(KEPT) if carries_over(scene) else today


def carries_over(scene: Scene) -> bool:
    return scene.world.ruling("cook_pool", "day-end") == "carries-over"


def points(cook: Holder, by: Number, source: str, scene: Scene) -> tuple[Changed, ...]:
    """The posting that moves the points; under carries-over those of today go first, then those kept."""
    if not carries_over(scene):
        return (Changed(cook.name, POOL, stored(by), source=source, period=scene.day),)
    today = cook.count(POOL, scene.day)
    if by > 0 or today <= 0:
        return (Changed(cook.name, KEPT, stored(by), source=source),)
    first = min(today, -by)
    spent = [Changed(cook.name, POOL, stored(-first), source=source, period=scene.day)]
    if first < -by:
        spent.append(Changed(cook.name, KEPT, stored(by + first), source=source))
    return tuple(spent)


def pool(cook: Holder, place: str, scene: Scene) -> CookPooled:
    """EOS-COOK-02: level points for each task. Refused: no cooking at all."""
    level = skill(cook, "cooking")
    if level < 1:
        scene.refuse(
            "EOS-COOK-02",
            f"{cook.name} has no cooking, and a task would give no points.",
            thing=cook.name,
            state="cooking 0",
            help=(f'learn {cook.name} "cooking 1" --from time',),
        )
    return CookPooled(
        who=cook.name,
        place=place,
        rule="EOS-COOK-02",
        points=stored(level),
        day=scene.day,
        postings=(
            *points(cook, level, "cook", scene),
            Changed(cook.name, "cooked", 1, source="cook", period=scene.day),
        ),
    )


# -- a chore done for somebody ----------------------------------------------------------------------------------


def freed(cook: Holder, place: str, chore: Chore, scene: Scene) -> CookFreed:
    """EOS-COOK-05, EOS-COOK-07: frees one who does not cook today for a third task, and feeds them this day's food.

    Refused: oneself or another cook of the day (EOS-COOK-05), a second time that day (EOS-COOK-06), too little food
    (EOS-COOK-07).
    """
    assert chore.of is not None
    ally = scene.people((chore.of,))[0]
    day = scene.day
    scene.where(ally, place)
    if chore.number > 1:
        scene.refuse(
            "EOS-COOK-06",
            f"Chores are done for {ally.name} once a day, for 1 point.",
            thing=ally.name,
            state=f"{chore.number} points",
            help=(f"cook {cook.name} chore for {ally.name}",),
        )
    if ally.name == cook.name or ally.count("cooked", day):
        scene.refuse(
            "EOS-COOK-05",
            f"{ally.name} cooks on day {day}; only who does not cook can be freed of chores.",
            thing=ally.name,
            state="a cook of this day",
        )
    if ally.count("freed", day):
        scene.refuse(
            "EOS-COOK-06",
            f"{ally.name} has been freed of chores on day {day} already.",
            thing=ally.name,
            state="freed already",
            help=("camp",),
        )
    need = still_to_eat(ally, scene)
    grace = grace_days(ally)
    table = ally if scene.world.place_of(ally.name) == scene.world.place_of(cook.name) else cook
    fed: tuple[AnyPosting, ...] = ()
    if need:
        there = within_reach(scene.world, table, scene.moment)
        if there < need:
            scene.refuse(
                "EOS-COOK-07",
                f"{cook.name} must give {ally.name} a whole day of food ({text_of(need)}); the larder of {place} has "
                f"{text_of(there)}.",
                thing="food",
                state=f"{text_of(there)} of {text_of(need)}",
                help=(f"hunt {cook.name}", f"fish {cook.name}"),
            )
            need = there
        amount = stored(need)
        fed = (
            Spent(table.name, "food", amount, reach="larder", grace=grace, then=("preserved food",)),
            Changed(ally.name, EATEN, amount, source="a cook's meal", period=day),
        )
    return CookFreed(
        who=cook.name,
        place=place,
        rule="EOS-COOK-05",
        whom=ally.name,
        postings=(
            *points(cook, -1, f"chore for {ally.name}", scene),
            Changed(ally.name, "freed", 1, source=f"{cook.name} cooks", period=day),
            *fed,
        ),
    )


def still_to_eat(who: Holder, scene: Scene) -> Number:
    """EOS-SCALE-02, EOS-COOK-07: the food of a day, less what they ate already; it is their meal, none beside it."""
    return max(0, food_need(scene.world, who) - who.count(EATEN, scene.day))


def fresh_food(place: str, scene: Scene, lot: str | None = None) -> Number:
    """EOS-COOK-10: food of a place's larder that may still be preserved."""
    return sum(
        (
            each.quantity
            for holder, _ in reachable(scene.world, place, "larder")
            for each in holder.lots.get("food", ())
            if edible(each, scene.day, 0, scene.moment) and lot in (None, each.name)
        ),
        start=0,
    )


# -- preserving -------------------------------------------------------------------------------------------------


def preserved(command: Cook, cook: Holder, place: str, grade: ToolGrade, chore: Chore, scene: Scene) -> CookPreserved:
    """EOS-COOK-09, EOS-SCALE-06: tool x size units a point; the food that spoils soonest of what is still good.

    Refused: food whose last day has passed (EOS-COOK-10), fewer units than would use every point.
    """
    each = exact(factor("cooking", grade, scene.world) * size_factor(size_of(cook)))
    most = each * chore.number
    lot = next((w.lot for w in command.using if w.item == "food"), None)
    there = fresh_food(place, scene, lot)
    too_old = False
    if there <= most - each and spoiled_within(place, scene, lot):
        scene.refuse(
            "EOS-COOK-10",
            f"{'The other food' if lot is None else lot} at {place} cannot be preserved on day {scene.day}: "
            "its week is over.",
            thing=lot or "food",
            state=f"{text_of(there)} fresh",
            help=(f"larder {place}",),
        )
        too_old = True
        there += spoiled_within(place, scene, lot)
    if there <= most - each:
        wastes = f": {chore.number} points would preserve {text_of(most)}" if there else ""
        raise scene.lacks(
            f"There is {text_of(there) if there else 'no'} fresh food at {place} to preserve{wastes}.",
            thing="food",
            state=f"{text_of(there)} fresh",
            help=(f"cook {cook.name} {-(-there // each)} preserve",) if there else (f"hunt {cook.name}",),
        )
    units = stored(min(most, there))
    return CookPreserved(
        who=cook.name,
        place=place,
        rule="EOS-COOK-09",
        points=chore.number,
        tool=grade,
        postings=(
            *points(cook, -chore.number, "preserve", scene),
            Spent(cook.name, "food", units, lot=lot, reach="larder", spoiled=too_old),
            Gained(command.to or cook.name, "preserved food", units),
        ),
    )


def spoiled_within(place: str, scene: Scene, lot: str | None = None) -> Number:
    """EOS-COOK-10: food of a place's larder whose last day for preserving has passed."""
    return sum(
        (
            each.quantity
            for holder, _ in reachable(scene.world, place, "larder")
            for each in holder.lots.get("food", ())
            if not edible(each, scene.day, 0, scene.moment) and lot in (None, each.name)
        ),
        start=0,
    )


# -- candles ----------------------------------------------------------------------------------------------------


def dipped(command: Cook, cook: Holder, place: str, grade: ToolGrade, chore: Chore, scene: Scene) -> CookDipped:
    """EOS-COOK-11, EOS-COOK-12: five candles of an hour from every fat, whatever the size; a point takes 1, 2 or 4 fat.

    A point may take less (ruling partial_fat). Refused: too little fat (EOS-COOK-11).
    """
    each = factor("cooking", grade, scene.world)
    most = each * chore.number
    told = [w for w in command.using if w.item == "fat"]
    there = int(fat_within(cook, told, scene))
    fat = min(most, there, *(int(exact(w.quantity)) for w in told if w.counted))
    full_only = scene.world.ruling("partial_fat", "less-allowed") == "full-batch-only"
    if fat <= most - each or (full_only and fat < most):
        scene.refuse(
            "EOS-COOK-11",
            f"Candles for {counted(chore.number, 'point')} take {most} fat with {grade} tools; there is {fat or 'none'} at hand.",
            thing="fat",
            state=f"{fat} of {most}",
            help=(f"hunt {cook.name}",),
        )
    lot = told[0].lot if told else None
    used: tuple[AnyPosting, ...] = (
        Spent(cook.name, "fat", fat, lot=lot, reach="within"),
        Gained(command.to or cook.name, "candle", CANDLES_A_FAT * fat, hours=CANDLE_HOURS),
    )
    return CookDipped(
        who=cook.name,
        place=place,
        rule="EOS-COOK-11",
        points=chore.number,
        tool=grade,
        postings=(*points(cook, -chore.number, "candles", scene), *(used if fat else ())),
    )


def fat_within(cook: Holder, told: Sequence[Wanted], scene: Scene) -> Number:
    """Fat within reach, of the lot that was told; spoiled fat serves nobody (ruling fat_spoils)."""
    lot = told[0].lot if told else None
    return sum(
        (
            each.quantity
            for _, each in lots_within(scene.world, cook.name, "fat")
            if lot in (None, each.name) and edible(each, scene.day, 0, scene.moment)
        ),
        start=0,
    )


# -- taste ------------------------------------------------------------------------------------------------------


def refuse_meals(cook: Holder, grade: ToolGrade, number: int, tasks: int, scene: Scene) -> None:
    """EOS-COOK-13: up to 25, 50 or 100 meals a task (crude, basic, kitchen)."""
    most = MEALS[grade] * tasks
    if number > most:
        said = "A task serves" if tasks == 1 else f"{tasks} tasks serve"
        scene.refuse(
            "EOS-COOK-13",
            f"{said} up to {most} meals with {grade} tools, not {number}.",
            thing="meals",
            state=f"{number} of {most}",
            help=(f"cook {cook.name} {most} meals",),
        )


def serve(cook: Holder, place: str, grade: ToolGrade, number: int, scene: Scene) -> CookServed:
    """EOS-COOK-13: a task for taste: meals of the cook's full level; what it may still serve waits for that day."""
    left = max(0, MEALS[grade] - number)
    return CookServed(
        who=cook.name,
        place=place,
        rule="EOS-COOK-13",
        meals=number,
        taste=stored(skill(cook, "cooking")),
        tool=grade,
        postings=(
            Changed(cook.name, "cooked", 1, source="meals", period=scene.day),
            Changed(cook.name, TASTE_TASKS, 1, source="meals", period=scene.day),
            *((Changed(cook.name, TASTE_LEFT, left, source="meals", period=scene.day),) if left else ()),
        ),
    )


def serve_beside(cook: Holder, place: str, grade: ToolGrade, number: int, scene: Scene) -> CookServed:
    """EOS-COOK-14: meals without a task have half the level, rounded down or up (ruling taste_round).

    EOS-COOK-13: on a day with a task for taste they are of that task. Refused: more than it has left.
    """
    level = skill(cook, "cooking")
    if not cook.count(TASTE_TASKS, scene.day):
        up = scene.world.ruling("taste_round", "floor") == "round-up"
        taste = -(-level // 2) if up else level // 2
        return CookServed(who=cook.name, place=place, rule="EOS-COOK-14", meals=number, taste=stored(taste), tool=grade)
    left = cook.count(TASTE_LEFT, scene.day)
    if number > left:
        scene.refuse(
            "EOS-COOK-13",
            f"{cook.name} may serve {text_of(left)} more meals of today's task for taste, not {number}.",
            thing="meals",
            state=f"{text_of(left)} left",
            help=(f"cook {cook.name} {number} meals",),
        )
    return CookServed(
        who=cook.name,
        place=place,
        rule="EOS-COOK-13",
        meals=number,
        taste=stored(level),
        tool=grade,
        postings=(Changed(cook.name, TASTE_LEFT, stored(-min(number, left)), source="meals", period=scene.day),),
    )

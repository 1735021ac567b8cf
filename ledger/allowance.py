"""The tasks of a day: two, and a third by a cook's help and five hours of light."""

from collections.abc import Sequence

from ledger.ruling import Scene
from ledger.slots import hands_free
from projections.holdings import lots_within
from projections.world import Holder, World, light_left
from schemas.events.tasks import TaskSpent
from schemas.postings import AnyPosting, Changed, Put, Spent
from schemas.things import Wanted
from schemas.units import Number, counted, text_of

TASKS_A_DAY = 2
LIGHT_HOURS = 5
LIGHTS = ("torch", "candle")
TOOL_WORK = (
    "trap", "fish", "mine", "quarry", "fell", "farm", "bushcraft", "cook", "craft", "repair", "salvage", "fit", "treats",
    "pick", "write", "chart",
)  # fmt: skip
"""EOS-GEAR-06: tasks for which a tool is taken in hand."""


def tasks_used(who: Holder, day: int) -> Number:
    """EOS-DAY-01: tasks that someone has begun on this day."""
    return who.count("tasks", day)


def tasks_allowed(who: Holder, day: int) -> Number:
    """EOS-DAY-01, EOS-DAY-04: two, and one more if a cook did this day's chores for them."""
    return TASKS_A_DAY + min(1, who.count("freed", day))


def spend_task(
    scene: Scene, who: Holder, task: str, place: str | None, *, rule: str = "EOS-DAY-01", light: Sequence[Wanted] = ()
) -> TaskSpent:
    """The entry that spends one task of today, with the light that a third one burns.

    Refused: no task left (EOS-DAY-01, EOS-DAY-04), a patient at rest (EOS-MED-04), a third in the dark (EOS-COOK-08).
    """
    day = scene.day
    used, allowed = tasks_used(who, day), tasks_allowed(who, day)
    if used >= allowed:
        helps = f"; a cook may free a third (cook COOK chore for {who.name})" if allowed == TASKS_A_DAY else ""
        scene.refuse(
            "EOS-DAY-01" if allowed == TASKS_A_DAY else "EOS-DAY-04",
            f"{who.name} has worked {text_of(used)} of {counted(allowed, 'task')} on day {day}{helps}.",
            thing=who.name, state=f"{text_of(used)} of {text_of(allowed)} tasks used", help=("camp",),
        )  # fmt: skip
    if who.count("treated", day):
        scene.refuse(
            "EOS-MED-04", f"{who.name} is under treatment on day {day} and must rest the whole day.", thing=who.name,
            state="resting", help=("camp",),
        )  # fmt: skip
    burnt: tuple[AnyPosting, ...] = ()
    if used >= TASKS_A_DAY:
        burnt = light_for(scene, who, light)
    return TaskSpent(
        who=who.name, place=place, rule=rule, task=task, day=day, nth=int(used) + 1,
        postings=(
            Changed(who.name, "tasks", 1, source=task, period=day), *burnt, *first_seen(scene, who, place),
            *(hands_free(scene.world, who) if task.partition(" ")[0] in TOOL_WORK else ()),
        ),
    )  # fmt: skip


def first_seen(scene: Scene, who: Holder, place: str | None) -> tuple[AnyPosting, ...]:
    """Someone who is nowhere yet is taken to be where their first task is; by a water or pit, in its zone."""
    if place is None or scene.world.place_of(who.name) is not None:
        return ()
    visited = scene.world.get(place).kind in ("water", "mine", "quarry")
    return (Put(who.name, "place", scene.world.zone_of(place) if visited else place),)


def light_for(scene: Scene, who: Holder, light: Sequence[Wanted] = ()) -> tuple[AnyPosting, ...]:
    """EOS-COOK-08: five hours of torch or candle for a third task; the one that was named, else what is within reach.

    Dark vision does not replace it, unless the table ruled so (dark_vision_light).
    """
    if who.number("dark_vision") and scene.world.ruling("dark_vision_light", "light-needed") == "dark-vision-counts":
        return ()
    kinds = tuple(w.item for w in light) or LIGHTS
    lot = light[0].lot if light else None
    hours = light_hours(scene.world, who.name, kinds, lot)
    if hours < LIGHT_HOURS:
        scene.refuse(
            "EOS-COOK-08",
            f"A third task takes {LIGHT_HOURS} hours of light; {who.name} has {text_of(hours)} within reach.",
            thing=" or ".join(kinds), state=f"{text_of(hours)} hours of light",
            help=(f"bushcraft {who.name} torch", "cook COOK candles"),
        )  # fmt: skip
        return ()
    return (Spent(who.name, kinds[0], LIGHT_HOURS, lot=lot, reach="within", hours=True, then=kinds[1:]),)


def light_hours(world: World, who: str, kinds: Sequence[str] = LIGHTS, lot: str | None = None) -> Number:
    """Hours of light within reach of someone."""
    return sum(
        (
            light_left(each, world.moment) * each.quantity
            for kind in kinds
            for _, each in lots_within(world, who, kind)
            if lot is None or each.name == lot
        ),
        start=0,
    )

"""Bushcraft (EOS-BUSH): many small jobs in one task."""

from collections.abc import Iterator
from typing import ClassVar

from ledger import house
from ledger.allowance import spend_task
from ledger.gathering import receiver, tasks_meant
from ledger.goods import gained
from ledger.ruling import Command, People, Place, Said, Scene, Things, Usage, Whole, part
from projections.holdings import reach_quantity
from projections.places import shelter_tier
from projections.pools import skill
from projections.world import Holder
from schemas.entry import Event
from schemas.events.bushcraft import BushcraftMade, FireBanked, ShelterRaised
from schemas.postings import AnyPosting, Changed, Put, Spent
from schemas.things import Wanted
from schemas.units import Amount, exact, stored, text_of

IMPROVISED = 1
"""EOS-FOOD-04: the tier up to which a creature without a mind, and so without the skill, improvises a shelter."""
CORDAGE_FT = 5
"""EOS-BUSH-04, EOS-BUSH-12, EOS-BUSH-13: feet a sub-task makes, a raft takes for each person, and a skid takes."""
RULES = {
    "cloak": "EOS-BUSH-03", "cordage": "EOS-BUSH-04", "spear": "EOS-BUSH-05", "tinderbox": "EOS-BUSH-07",
    "fire": "EOS-BUSH-08", "shelter": "EOS-BUSH-10", "raft": "EOS-BUSH-12", "skid": "EOS-BUSH-13",
    "container": "EOS-BUSH-15", "food": "EOS-BUSH-16", "torch": "EOS-BUSH-17",
}  # fmt: skip
CRUDE_KIT = "EOS-BUSH-06"


class Bushcraft(Command, tag="bushcraft", frozen=True):
    """Spend a task on many small jobs: `bushcraft Ivo shelter, 2 fire, torch`. Numbers count sub-tasks."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "bushcraft WHO THINGS [--in PLACE] [--tasks N] [--using LIGHT] [--to HOLDER]"
    examples: ClassVar[tuple[str, ...]] = (
        "bushcraft Ivo shelter, 2 fire, torch",
        "bushcraft Ivo 2 cordage, traps toolkit for Pip, raft for 2",
    )
    who: People
    things: Things
    in_: Place | None = None
    tasks: Whole = 1
    using: Things = ()
    to: Place | None = None


def bushcraft(command: Bushcraft, scene: Scene) -> Iterator[Event | Said]:
    """EOS-BUSH-02: in one task as many sub-tasks as the level, of any mix; what is not used is lost.

    Refused: no skill or a barren zone (EOS-BUSH-01), more sub-tasks than the level (EOS-BUSH-02), a fire by a creature
    without a mind (EOS-FOOD-04), and what each product says. Usage: part of a sub-task.
    """
    tasks = tasks_meant("bushcraft", command.tasks)
    for wanted in command.things:
        if not isinstance(exact(wanted.quantity), int):
            raise Usage(f"Sub-tasks are whole: {text_of(exact(wanted.quantity))} {wanted.item} is none.")
    for maker in scene.people(command.who):
        yield from work(command, maker, tasks, scene)


def work(command: Bushcraft, maker: Holder, tasks: int, scene: Scene) -> Iterator[Event | Said]:
    """The task or tasks of one maker: the task heads the first thing, each other thing is a part of its own."""
    scene.able(maker)
    place = scene.where(maker, command.in_)
    to = receiver(scene, maker, place, command.to)
    level = level_of(scene, maker, command.things, place)
    wanted_now = sum(count(w) for w in command.things)
    if wanted_now > level * tasks:
        scene.refuse(
            "EOS-BUSH-02",
            f"{maker.name} has bushcraft {level}: {level * tasks} sub-tasks in {tasks} task{'s' if tasks > 1 else ''}, "
            f"not {wanted_now}.",
            thing=maker.name, state=f"{level} sub-tasks a task", help=(f"bushcraft {maker.name} THINGS --tasks 2",),
        )  # fmt: skip
    for _ in range(tasks):
        yield part(spend_task(scene, maker, "bushcraft", place, light=command.using))
    first = True
    for wanted in command.things:
        for event in made(scene, maker, wanted, place, to, level):
            yield event if first else part(event)
            first = False


def level_of(scene: Scene, maker: Holder, things: tuple[Wanted, ...], place: str) -> int:
    """EOS-BUSH-01: a level of 1 or more, in a zone where something lives; all can improvise a shelter (EOS-FOOD-04)."""
    zone = scene.zone(place)
    if zone.word("terrain") == "barren":
        scene.refuse("EOS-BUSH-01", f"Nothing lives in {zone.name} that bushcraft could use.", thing=zone.name,
                     state="barren", help=(f"declare zone {zone.name} --kind wild",))  # fmt: skip
    level = int(skill(maker, "bushcraft"))
    if maker.number("mind") < 1:
        if any(w.item == "fire" for w in things):
            scene.refuse("EOS-FOOD-04", f"{maker.name} has Mind {text_of(maker.number('mind'))} and can make no fire.",
                         thing=maker.name, state="no mind")  # fmt: skip
        if level < 1 and all(w.item == "shelter" for w in things):
            return IMPROVISED
    if level < 1:
        scene.refuse("EOS-BUSH-01", f"{maker.name} has no skill in bushcraft.", thing=maker.name, state="bushcraft 0",
                     help=(f'learn {maker.name} "bushcraft 1" --from time',))  # fmt: skip
    return level


def count(wanted: Wanted) -> int:
    """How many sub-tasks a thing of the line takes."""
    return int(exact(wanted.quantity))


def made(scene: Scene, maker: Holder, wanted: Wanted, place: str, to: str, level: int) -> Iterator[Event]:
    """What one thing of the line brings: each a single entry."""
    match wanted.item:
        case "shelter":
            yield shelter(scene, maker, wanted, place, level)
        case "fire":
            yield FireBanked(
                who=maker.name, place=place, rule="EOS-BUSH-08", subtasks=count(wanted),
                postings=(Changed(place, "fire", count(wanted), source="bushcraft"), Put(place, "fire_lit", 1)),
            )  # fmt: skip
        case _:
            yield product(scene, maker, wanted, place, to, level)


def shelter(scene: Scene, maker: Holder, wanted: Wanted, place: str, level: int) -> ShelterRaised:
    """EOS-BUSH-10: a tier higher for each sub-task, up to the level of whoever builds; at that height it is refused.

    Ruling shelter_bolster: under `up-to-level` one sub-task brings it to any tier up to the level (`T3 shelter`).
    """
    tier = shelter_tier(scene.world.get(place), scene.day)
    at_once = scene.world.ruling("shelter_bolster", "one-tier") == "up-to-level"
    reached = wanted.tier or level if at_once else tier + count(wanted)
    if wanted.tier is not None and not at_once:
        scene.refuse("EOS-BUSH-10", "Each sub-task raises a shelter by one tier: say how many, not which tier.",
                     thing=place, state=f"tier {tier}", help=("ruling shelter_bolster up-to-level",))  # fmt: skip
    if reached > level or reached <= tier:
        scene.refuse(
            "EOS-BUSH-10",
            f"The shelter of {place} has tier {tier}; {maker.name} can raise it to {level} and not to "
            f"{max(reached, tier + 1)}.",
            thing=place, state=f"tier {tier}", help=(f"bushcraft {maker.name} fire",),
        )  # fmt: skip
    by: Amount = reached if at_once else count(wanted)
    cap = reached if at_once else max(level, reached)
    return ShelterRaised(
        who=maker.name, place=place, rule="EOS-BUSH-10", subtasks=count(wanted),
        postings=(Changed(place, "shelter", by, source="bushcraft", not_above=cap),),
    )  # fmt: skip


def product(scene: Scene, maker: Holder, wanted: Wanted, place: str, to: str, level: int) -> BushcraftMade:
    """EOS-BUSH-03, EOS-BUSH-04, EOS-BUSH-05, EOS-BUSH-06, EOS-BUSH-07, EOS-BUSH-12, EOS-BUSH-13, EOS-BUSH-15,
    EOS-BUSH-16, EOS-BUSH-17: so many of the thing; a raft and a skid take cordage, all else grows there.

    Refused: what bushcraft does not make, another tier than T1, and a raft larger than the level.
    """
    way = house.thing_row(scene.world, wanted.item).way("bushcraft")
    if way is None or wanted.lot is not None:
        raise scene.lacks(
            f"Bushcraft makes no {wanted.lot or wanted.item}: cloaks, cordage, spears, crude toolkits, fires, "
            "shelters, rafts, skids, containers, food and torches.",
            thing=wanted.lot or wanted.item, state="not of bushcraft", help=(f"craft {maker.name} {wanted.item}",),
        )  # fmt: skip
    rule = RULES.get(wanted.item, CRUDE_KIT)
    if wanted.tier not in (None, 1):
        raise scene.lacks(f"Bushcraft makes a {wanted.item} of T1 at most, not T{wanted.tier}.", thing=wanted.item,
                          state="T1", help=(f"bushcraft {maker.name} {wanted.item}",))  # fmt: skip
    spent = taken(scene, maker, wanted, level)
    if wanted.item == "raft" and wanted.persons is None:
        wanted = Wanted(wanted.item, wanted.quantity, persons=1)
    of = wanted.of or (maker.name if to != maker.name else None)
    fresh = Wanted(wanted.item, stored(count(wanted) * way.makes), wanted.tier, of, wanted.persons)
    return BushcraftMade(
        who=maker.name, place=place, rule=rule, product=wanted.item, subtasks=count(wanted),
        postings=(*spent, gained(scene, to, fresh)),
    )  # fmt: skip


def taken(scene: Scene, maker: Holder, wanted: Wanted, level: int) -> tuple[AnyPosting, ...]:
    """EOS-BUSH-12, EOS-BUSH-13: five feet of cordage for each person of a raft, five for a skid."""
    if wanted.item not in ("raft", "skid"):
        return ()
    persons = (wanted.persons or 1) if wanted.item == "raft" else 1
    if wanted.item == "raft" and persons > level:
        scene.refuse(
            "EOS-BUSH-12",
            f"With bushcraft {level} {maker.name} makes a raft for {level} persons at most, not for {persons}.",
            thing="raft", state=f"for {level}", help=(f"bushcraft {maker.name} raft for {level}",),
        )  # fmt: skip
    feet = CORDAGE_FT * persons * count(wanted)
    there = reach_quantity(scene.world, maker.name, "cordage")
    if there < feet:
        raise scene.lacks(
            f"A {wanted.item} takes {feet} ft of cordage; {maker.name} has {text_of(there)} within reach.",
            thing="cordage", state=f"{text_of(there)} ft",
            help=(f"bushcraft {maker.name} {-(-(feet - int(there)) // CORDAGE_FT)} cordage",),
        )  # fmt: skip
    return (Spent(maker.name, "cordage", feet, reach="within"),)

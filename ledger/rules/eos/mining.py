"""Mining and quarrying (EOS-MINE, EOS-QUAR): ore and stones out of pits that run out."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.gathering import receiver, tasks_meant
from ledger.ruling import Command, Flag, Grade, People, Place, Said, Scene, Things, Whole, part
from ledger.tools import factor, tool_for
from projections.holdings import reach_quantity
from projections.places import fire_lit, lying_in
from projections.pools import skill
from projections.world import Holder
from schemas.entry import Event
from schemas.events.mining import MineHarvested, MineSmelted, QuarryHarvested
from schemas.postings import AnyPosting, Changed, Gained, Spent
from schemas.units import Number, stored

ORE_AN_INGOT = 10
COMMON_WEIGHS, RARE_WEIGHS = "2 lb", "1 oz"
"""EOS-MINE-05: what an ingot of common and of rare metal weighs."""
STONE_WEIGHS = "30 to 50 lb"
"""EOS-QUAR-03: what a stone weighs."""


class Mine(Command, tag="mine", frozen=True):
    """Dig ore in a mine, and smelt it at a lit fire: `mine Ivo --in Red-Pit --smelt`. The only mine need not be
    named.
    """

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = (
        "mine WHO [--in MINE] [--smelt] [--rare] [--with crude|basic|workshop] [--tasks N] [--using LIGHT]"
        " [--to HOLDER]"
    )
    examples: ClassVar[tuple[str, ...]] = ("mine Ivo --in Red-Pit --smelt", "mine Ivo --tasks 2")
    who: People
    in_: Place | None = None
    smelt: Flag = False
    rare: Flag = False
    with_: Grade | None = None
    tasks: Whole = 1
    using: Things = ()
    to: Place | None = None


class Quarry(Command, tag="quarry", frozen=True):
    """Break stones in a quarry: `quarry Ivo --in White-Pit`. The only quarry of the zone need not be named."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = (
        "quarry WHO [--in QUARRY] [--with crude|basic|workshop] [--tasks N] [--using LIGHT] [--to HOLDER]"
    )
    examples: ClassVar[tuple[str, ...]] = ("quarry Ivo --in White-Pit",)
    who: People
    in_: Place | None = None
    with_: Grade | None = None
    tasks: Whole = 1
    using: Things = ()
    to: Place | None = None


def mine(command: Mine, scene: Scene) -> Iterator[Event | Said]:
    """EOS-MINE-02: (1 + Mining) x tool of ore a task, also without the skill, as far as the mine holds it
    (EOS-MINE-04).

    Refused: no toolkit (EOS-MINE-01) or only one of another size (EOS-SCALE-09), an empty mine (EOS-MINE-04), no task
    left (EOS-DAY-01), not able to act (EOS-STAT-07).
    """
    tasks = tasks_meant("mine", command.tasks)
    for miner in scene.people(command.who):
        for _ in range(tasks):
            yield from mine_once(command, miner, scene)


def mine_once(command: Mine, miner: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One task of one miner: a part of its own."""
    scene.able(miner)
    pit = pit_of(scene, miner, "mine", scene.where(miner, command.in_))
    to = receiver(scene, miner, pit.name, command.to)
    tool = tool_for(scene, miner, "mining", "EOS-MINE-01", command.with_, at=pit.name)
    left = left_in(scene, pit, "ore", "EOS-MINE-04")
    yield part(spend_task(scene, miner, "mine", pit.name, light=command.using))
    dug = min(left, (1 + skill(miner, "mining")) * factor("mining", tool, scene.world))
    yield MineHarvested(
        who=miner.name,
        place=pit.name,
        rule="EOS-MINE-02",
        tool=tool,
        dug=stored(dug),
        left=stored(left),
        postings=dug_out(pit, to, "ore", dug, "mine"),
    )
    if command.smelt:
        yield from smelt(command, miner, pit, to, scene)


def smelt(command: Mine, miner: Holder, pit: Holder, to: str, scene: Scene) -> Iterator[Event]:
    """EOS-MINE-03: all ore within reach, ten to the ingot of T1, at a fire that burns here; without one it stays ore.

    Ruling ingot_threshold: ten ore are enough, or there must be more than ten for each ingot.
    """
    places = {pit.name, scene.world.place_of(miner.name) or pit.name}
    if not any(fire_lit(scene.world.get(place), scene.day) for place in places):
        return
    ore = reach_quantity(scene.world, miner.name, "ore")
    enough = scene.world.ruling("ingot_threshold", "10-or-more") == "10-or-more"
    ingots = int((ore if enough else max(0, ore - 1)) // ORE_AN_INGOT)
    if ingots:
        yield MineSmelted(
            who=miner.name,
            place=pit.name,
            rule="EOS-MINE-03",
            ingots=ingots,
            weighs=RARE_WEIGHS if command.rare else COMMON_WEIGHS,
            postings=(
                Spent(miner.name, "ore", ingots * ORE_AN_INGOT, reach="within"),
                Gained(to, "ingot", ingots, tier=1),
            ),
        )


def quarry(command: Quarry, scene: Scene) -> Iterator[Event | Said]:
    """EOS-QUAR-01: 2 x Mining x tool of stones a task, none without the skill, as far as they go (EOS-QUAR-02).

    Refused: no toolkit (EOS-MINE-01) or only one of another size (EOS-SCALE-09), an empty quarry (EOS-QUAR-02), no task
    left (EOS-DAY-01), not able to act (EOS-STAT-07).
    """
    tasks = tasks_meant("quarry", command.tasks)
    for worker in scene.people(command.who):
        for _ in range(tasks):
            yield from quarry_once(command, worker, scene)


def quarry_once(command: Quarry, worker: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One task of one worker: a part of its own."""
    scene.able(worker)
    pit = pit_of(scene, worker, "quarry", scene.where(worker, command.in_))
    to = receiver(scene, worker, pit.name, command.to)
    tool = tool_for(scene, worker, "mining", "EOS-MINE-01", command.with_, at=pit.name)
    left = left_in(scene, pit, "stone", "EOS-QUAR-02")
    yield part(spend_task(scene, worker, "quarry", pit.name, light=command.using))
    dug = min(left, 2 * skill(worker, "mining") * factor("mining", tool, scene.world))
    yield QuarryHarvested(
        who=worker.name,
        place=pit.name,
        rule="EOS-QUAR-01",
        tool=tool,
        dug=stored(dug),
        left=stored(left),
        weighs=STONE_WEIGHS,
        postings=dug_out(pit, to, "stone", dug, "quarry"),
    )


# -- pits -------------------------------------------------------------------------------------------------------


def pit_of(scene: Scene, who: Holder, kind: str, place: str) -> Holder:
    """The mine or quarry that a line means: the place itself, else the only one in it, else the only one of the
    zone.
    """
    world = scene.world
    if world.get(place).kind == kind:
        return world.get(place)
    pits = lying_in(world, place, kind) or lying_in(world, world.zone_of(place), kind, deep=True)
    if len(pits) == 1:
        return pits[0]
    if not pits:
        raise scene.lacks(
            f"No {kind} is known in {place}.",
            thing=place,
            state=f"no {kind}",
            help=(f"declare {kind} NAME --in {place}",),
        )
    names = ", ".join(p.name for p in pits)
    raise scene.lacks(
        f"Which {kind}? In {place} there are {names}.",
        thing=place,
        state=names,
        help=tuple(f'{kind} {who.name} --in "{p.name}"' for p in pits),
    )


def left_in(scene: Scene, pit: Holder, what: str, rule: str) -> Number:
    """EOS-MINE-04, EOS-QUAR-02: what a pit still holds; it never fills again. Refused: nothing."""
    left = max(0, pit.number("left"))
    if not left:
        scene.refuse(
            rule,
            f"{pit.name} is worked out: it holds no {what} any more.",
            thing=pit.name,
            state=f"0 {what}",
            help=(f'declare {pit.kind} "{pit.name}" --left N', f"declare {pit.kind} NAME --in PLACE"),
        )
    return left


def dug_out(pit: Holder, to: str, item: str, many: Number, source: str) -> tuple[AnyPosting, ...]:
    """Out of the pit and into somebody's hands; nothing where nothing came out."""
    if not many:
        return ()
    taken = Changed(pit.name, "left", stored(-many), source=source, not_below=0)
    return (taken, Gained(to, item, stored(many)))

"""Map making (EOS-MAP): `chart`, maps from memory, copies, joined maps, updates."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.papers import areas, names_within, paper, title
from ledger.ruling import Command, Flag, Name, People, Said, Scene, Text, Things, Usage, Whole, part
from ledger.shadows import needs_eyes
from ledger.tools import best_tool
from ledger.work import begun, ended, gone_on, in_hand
from projections.places import has_been
from projections.pools import skill
from projections.world import PLACES, Holder, Lot
from schemas.entry import Event
from schemas.events.maps import MapCopied, MapDrawn, MapJoined, MapUpdated
from schemas.postings import AnyPosting, Gained, Put
from schemas.units import Number, exact, stored, text_of

PREREQUISITES = {"art": 5, "navigation": 5}
KITS = ("art", "navigation")
"""EOS-MAP-02: the tools that a map takes."""
MOST_COPYING = 2
"""EOS-MAP-05: tasks of a copy, one or two by its size."""


class Chart(Command, tag="chart", frozen=True):
    """Make a map: from memory, as a copy, of several, or bring one up to date: `chart Ada "North Coast" --tier 3`."""

    words: ClassVar[tuple[str, ...]] = ("who", "name")
    usage: ClassVar[str] = (
        "chart WHO [NAME] [--tier N] [--of PLACE,PLACE] [--tasks N] | --copy MAP [--tasks N] | --using MAP,MAP"
        " | --update [--of PLACE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        'chart Ada "North Coast" --tier 3',
        'chart Ada "Copy for Ivo" --copy "Old Map"',
        'chart Ada "Whole Coast" --using "Old Map, North Coast"',
        'chart Ada "North Coast" --update --of Ford',
    )
    who: People
    name: Name | None = None
    tier: Whole | None = None
    of: Text | None = None
    copy: Text | None = None
    using: Text | None = None
    update: Flag = False
    tasks: Whole = 1
    light: Things = ()


def chart(command: Chart, scene: Scene) -> Iterator[Event | Said]:
    """EOS-MAP-04: as many tasks as the tier, of ground that the charter has been to; EOS-MAP-05, EOS-MAP-06,
    EOS-MAP-03.

    Refused: less than art 5 and navigation 5 (EOS-MAP-01), no tools of both (EOS-MAP-02), a tier above the skill or
    ground never visited (EOS-MAP-04), no skill in map making (EOS-MAP-05), no task left (EOS-DAY-01). Usage: two of
    these at once.
    """
    ways = [w for w in ("copy", "using") if getattr(command, w) is not None] + (["update"] if command.update else [])
    if len(ways) > 1:
        raise Usage(f"A map is made in one way: --{' or --'.join(ways)}.")
    if command.tasks < 1 or (command.tier is not None and command.tier < 1):
        raise Usage("--tasks and --tier are 1 or more.")
    if ways and command.tier is not None:
        raise Usage(f"The tier of a map by --{ways[0]} follows from what it is made of.")
    if command.name is None and ways != ["copy"]:
        raise Usage('What is the map called? chart WHO NAME, such as chart Ada "North Coast" --tier 3.')
    if ways == ["copy"] and command.tasks > MOST_COPYING:
        raise Usage(f"A copy is {MOST_COPYING} tasks at the most, not {command.tasks}.")
    for charter in scene.people(command.who):
        scene.able(charter)
        needs_eyes(scene, charter, "draw")
        check_hand(charter, scene)
        match ways:
            case ["copy"]:
                yield from copied(command, charter, scene)
            case ["using"]:
                yield from joined(command, charter, scene)
            case ["update"]:
                yield from updated(command, charter, scene)
            case _:
                yield from drawn(command, charter, scene)


def check_hand(charter: Holder, scene: Scene) -> None:
    """EOS-MAP-01, EOS-MAP-02, EOS-MAP-05: the skills a map takes, and the tools of art and navigation."""
    for name, least in PREREQUISITES.items():
        if skill(charter, name) < least:
            scene.refuse(
                "EOS-MAP-01",
                f"{charter.name} has {name} {text_of(skill(charter, name))}; maps take {least}.",
                thing=charter.name,
                state=f"{name} {text_of(skill(charter, name))}",
                help=(f'learn {charter.name} "{name} {least}" --from time',),
            )
    for name in KITS:
        if best_tool(scene.world, charter.name, name) is None:
            scene.refuse(
                "EOS-MAP-02",
                f"{charter.name} has no {name} toolkit within reach.",
                thing=f"{name} toolkit",
                state="no tool",
                help=(f"bushcraft WHO {name} toolkit for {charter.name}",),
            )
    if skill(charter, "map making") < 1:
        scene.refuse(
            "EOS-MAP-05",
            f"{charter.name} has no skill in map making.",
            thing=charter.name,
            state="map making 0",
            help=(f'learn {charter.name} "map making 1" --from time',),
        )


# -- from memory ------------------------------------------------------------------------------------------------


def drawn(command: Chart, charter: Holder, scene: Scene) -> Iterator[Event | Said]:
    """EOS-MAP-04: a task for each tier; the tier is at most the skill, of what the charter has seen. It waits on
    the bench.
    """
    name = str(command.name)
    for _ in range(command.tasks):
        works = in_hand(scene.world, "chart", charter.name, name)
        if works:
            tier, shown = int(works[0].number("tier")), tuple(works[0].word("of").split("\n"))
            if command.tier not in (None, tier):
                raise scene.lacks(
                    f"{name} is begun as T{tier}.",
                    thing=name,
                    state=f"T{tier}",
                    help=(f'chart {charter.name} "{name}"',),
                )
        else:
            tier, shown = command.tier or int(skill(charter, "map making")), ground(command, charter, scene)
            check_tier(charter, tier, scene)
        done = works[0].number("done") if works else 0
        place = scene.world.place_of(charter.name)
        yield part(spend_task(scene, charter, "chart", place, light=command.light))
        left = tier - done - 1
        made = new_map(charter, name, tier, shown) if left <= 0 else ()
        charted = tuple(Put(charter.name, f"charted {area}", scene.day) for area in shown) if left <= 0 else ()
        yield MapDrawn(
            who=charter.name,
            place=place,
            rule="EOS-MAP-04",
            map=name,
            tier=tier,
            of=shown,
            left=stored(left),
            postings=(*made, *charted, *on_bench(works, charter, name, tier, left, place, scene, of="\n".join(shown))),
        )
        if left <= 0:
            return


def check_tier(charter: Holder, tier: int, scene: Scene) -> None:
    level = skill(charter, "map making")
    if tier > level:
        scene.refuse(
            "EOS-MAP-04",
            f"{charter.name} has map making {text_of(level)} and draws no T{tier}.",
            thing=charter.name,
            state=f"map making {text_of(level)}",
            help=(f"chart {charter.name} NAME --tier {text_of(level)}",),
        )


def ground(command: Chart, charter: Holder, scene: Scene) -> tuple[str, ...]:
    """What a map shows: the places of --of, else the one it is named after, else where the charter is.

    EOS-MAP-04: only ground that the charter has been to.
    """
    world = scene.world
    if command.of is not None:
        shown = tuple(place_named(word.strip(), scene) for word in command.of.split(","))
    else:
        named = world.find(str(command.name))
        shown = (named,) if named is not None and world.holders[named].kind in PLACES else (world.zone_of(scene.where(charter)),)
    for place in shown:
        if not has_been(world, charter, place):
            scene.refuse(
                "EOS-MAP-04",
                f"{charter.name} has never been to {place}.",
                thing=place,
                state="never visited",
                help=(f"travel {charter.name} --to {place}",),
            )
    return shown


def place_named(word: str, scene: Scene) -> str:
    known = scene.world.find(word)
    if known is None or scene.world.holders[known].kind not in PLACES:
        raise Usage(
            f"{word} is no place of this campaign.", nearest=tuple(h.name for h in scene.world.of_kind("zone"))[:3]
        )
    return known


# -- of other maps ----------------------------------------------------------------------------------------------


def copied(command: Chart, charter: Holder, scene: Scene) -> Iterator[Event | Said]:
    """EOS-MAP-05: one task, or two of a large map (`--tasks 2`); the copy has the tier and the ground of the map.

    It may be of any tier, also above the skill.
    """
    source = map_of(str(command.copy), charter, scene)
    name = command.name or title(source)
    tier = source.tier or 1
    works: list[Holder] = []
    place = scene.world.place_of(charter.name)
    for nth in range(command.tasks):
        yield part(spend_task(scene, charter, "chart", place, light=command.light))
        left = command.tasks - nth - 1
        made = new_map(charter, name, tier, areas(scene.world, source)) if left <= 0 else ()
        yield MapCopied(
            who=charter.name,
            place=place,
            rule="EOS-MAP-05",
            map=name,
            source=title(source),
            tier=tier,
            left=left,
            postings=(
                *made,
                *(
                    on_bench(works, charter, name, command.tasks, left, place, scene, tier=tier)
                    if command.tasks > 1
                    else ()
                ),
            ),
        )
        works = in_hand(scene.world, "chart", charter.name, name)[-1:]


def joined(command: Chart, charter: Holder, scene: Scene) -> Iterator[Event | Said]:
    """EOS-MAP-06: one task; the new map shows what all of them show, at the lowest of their tiers."""
    sources = [map_of(word.strip(), charter, scene) for word in str(command.using).split(",")]
    if len(sources) < 2:
        raise Usage('Maps are joined by twos or more: --using "Old Map, North Coast".')
    place = scene.world.place_of(charter.name)
    yield part(spend_task(scene, charter, "chart", place, light=command.light))
    tier = min(lot.tier or 1 for lot in sources)
    shown = tuple(dict.fromkeys(area for lot in sources for area in areas(scene.world, lot)))
    yield MapJoined(
        who=charter.name,
        place=place,
        rule="EOS-MAP-06",
        map=str(command.name),
        tier=tier,
        sources=tuple(title(lot) for lot in sources),
        postings=new_map(charter, str(command.name), tier, shown),
    )


def updated(command: Chart, charter: Holder, scene: Scene) -> Iterator[Event | Said]:
    """EOS-MAP-03: one task; the tier becomes the charter's map making, lower or higher, if they charted all it shows.

    Where they did not, the lower of the map and the hand stands, as of maps that are joined (EOS-MAP-06).
    """
    lot = map_of(str(command.name), charter, scene)
    fresh = ground(command, charter, scene) if command.of is not None else ()
    shown = tuple(dict.fromkeys((*areas(scene.world, lot), *fresh)))
    known = [area for area in shown if f"charted {area}" in charter.fields or area in fresh]
    charted_all = bool(shown) and len(known) == len(shown)
    level, before = int(skill(charter, "map making")), lot.tier or 1
    tier = level if charted_all else min(level, before)
    place = scene.world.place_of(charter.name)
    yield part(spend_task(scene, charter, "chart", place, light=command.light))
    postings: list[AnyPosting] = [Put(lot.name, "tier", tier), Put(lot.name, "full_tier", tier)]
    if fresh:
        postings.append(Put(lot.name, "of", "\n".join(shown)))
    postings += [Put(charter.name, f"charted {area}", scene.day) for area in fresh]
    yield MapUpdated(
        who=charter.name,
        place=place,
        rule="EOS-MAP-03" if charted_all else "EOS-MAP-06",
        map=title(lot),
        before=before,
        tier=tier,
        charted_all=charted_all,
        of=shown,
        postings=tuple(postings),
    )


def map_of(name: str, charter: Holder, scene: Scene) -> Lot:
    """The map of this name within reach. Refused: none, with those that are there."""
    found = paper(scene.world, charter.name, "map", name)
    if found is None:
        there = ", ".join(names_within(scene.world, charter.name, "map")) or "none"
        raise scene.lacks(
            f"{charter.name} has no map called {name} within reach; there is {there}.",
            thing=name,
            state=there,
            help=(f'gm give {charter.name} "{name}" --reason "..."',),
        )
    return found


# -- what comes of it -------------------------------------------------------------------------------------------


def new_map(charter: Holder, name: str, tier: int, shown: Sequence[str]) -> tuple[AnyPosting, ...]:
    """A map as a piece of its own, with the ground that it shows."""
    made = Gained(charter.name, "map", 1, tier=tier, pieces=True, named=name)
    return (made, Put("map@", "of", "\n".join(shown))) if shown else (made,)


def on_bench(
    works: Sequence[Holder],
    charter: Holder,
    name: str,
    needed: Number,
    left: Number,
    place: str | None,
    scene: Scene,
    **more: Number | str | None,
) -> tuple[AnyPosting, ...]:
    """The map on the bench: begun, gone on with, or done. A map of one task was never on it."""
    if not works:
        if left <= 0:
            return ()
        return begun(
            charter.name, "chart", name, needed, scene.day, done=1, at=place, **{"tier": exact(needed), **more}
        )
    moved = gone_on(works[0].name, 1, scene.day, "chart")
    return (*moved, *ended(works[0].name)) if left <= 0 else moved

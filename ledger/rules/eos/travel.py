"""Travel (EOS-NAV): by road, through the wild, on rivers and on open water; the rest of the way waits on the bench."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

import msgspec

from ledger.allowance import spend_task
from ledger.papers import areas, names_within, paper, papers, title
from ledger.ruling import Command, Figure, Flag, People, Person, Place, Said, Scene, Text, Things, Usage, Whole, part
from ledger.shadows import check_free
from ledger.shots import engine_within, is_mounted, kind_of, siege_body
from ledger.skids import PULLING, SKID, check_load, check_puller, loose_things, skid_within, whole_loads
from ledger.slots import row_of, slots_of
from ledger.tools import best_tool
from ledger.vessels import Vessel, vessel, vessels_at
from ledger.work import begun, ended, gone_on, in_hand
from projections.holdings import contents
from projections.places import has_been
from projections.pools import skill
from projections.sheet import move, road_miles, wild_miles
from projections.wear import overloaded
from projections.world import PLACES, Holder, Lot
from schemas.entry import Event
from schemas.events.travel import TravelArrived, TravelMade
from schemas.postings import AnyPosting, Changed, Marked, Moved, Put, Unmarked
from schemas.units import Number, counted, exact, stored, text_of

WAYS = ("road", "wild", "downriver", "upriver", "water")
AFLOAT = ("downriver", "upriver", "water")
RULES = {
    "road": "EOS-NAV-05",
    "wild": "EOS-NAV-06",
    "downriver": "EOS-NAV-08",
    "upriver": "EOS-NAV-08",
    "water": "EOS-NAV-09",
}
TERRAIN = {"road": "road", "wild": "wild", "downriver": "wild", "upriver": "wild", "water": "barren"}
"""What the ground on a way is."""
WEATHER = ("cold", "night_cold", "snow", "light", "weather_until")
TRAVELLED = "travelled"
"""Count of a day: travel tasks."""
LOOSE_SLOTS = 100
SHOWN = 6
"""How many loose things a notice names."""


class Travel(Command, tag="travel", frozen=True):
    """Travel to a place; the rest of the way waits: `travel party --to Ford --miles 12 --by wild --navigator Ivo`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = (
        "travel WHO --to PLACE [--miles N] [--by road|wild|downriver|upriver|water] [--tasks N] [--navigator NAME]"
        ' [--using MAP] [--familiar] [--vessel VESSEL] [--carrying WHO] [--pulling skid] [--bonus N --reason "why"]'
    )
    examples: ClassVar[tuple[str, ...]] = (
        'travel party --to Ford --miles 12 --by wild --navigator Ivo --using "Old Map"',
        "travel party --to Ford",
        "travel party --to Haven --miles 40 --by water --vessel Gull",
    )
    who: People
    to: Place
    miles: Figure | None = None
    by: Text | None = None
    tasks: Whole = 1
    navigator: Person | None = None
    using: Text | None = None
    familiar: Flag = False
    vessel: Text | None = None
    carrying: People = ()
    pulling: Text | None = None
    bonus: Figure | None = None
    light: Things = ()


class Group(NamedTuple):
    """Who is on the way: those who walk or sail, those who are carried, and all of them by name."""

    walkers: list[Holder]
    carried: list[Holder]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(h.name for h in (*self.walkers, *self.carried))


class Pace(NamedTuple):
    """What a group covers in a task: miles, the mechanic that says so, and what the navigator adds to it."""

    miles: Number
    rule: str
    navigator: str | None = None
    bonus: Number = 0
    map: str | None = None


class Bonus(NamedTuple):
    """EOS-NAV-04: what one navigator brings, and the map it was read from."""

    navigator: Holder
    value: Number
    map: str | None = None


def travel(command: Travel, scene: Scene) -> Iterator[Event | Said]:
    """EOS-NAV-05, EOS-NAV-06, EOS-NAV-07, EOS-NAV-08, EOS-NAV-09: a task of everybody who is not carried, at the
    pace of the slowest; two tasks a day go twice as far (EOS-HUNT-14), unless the table ruled otherwise (ruling
    travel_unit).

    Refused: somebody who cannot move (EOS-NAV-05), a bonus claimed without the skill (EOS-NAV-01), open water without
    navigation (EOS-NAV-09), a craft without a Move (EOS-NAV-10), too many on a raft (EOS-BUSH-12), a skid that is
    too heavy (EOS-BUSH-13), an engine that is (EOS-SIEGE-10), no task left (EOS-DAY-01). Usage: no such way, no
    miles. Inside one zone people move freely.
    """
    check_words(command, scene)
    group = group_of(command, scene)
    here = start_of(group, command, scene)
    journey = journey_of(group, command, scene)
    command = as_begun(command, group, journey, scene)
    if journey is None and command.miles is None and together(here, command.to, scene):
        yield part(arrived(group, command.to, None, None, None, scene))
        return
    by, miles = way_of(command, group, journey, scene)
    for _ in range(command.tasks):
        yield from travel_once(command, group, journey, by, miles, scene)
        if scene.world.place_of(group.walkers[0].name) == command.to:
            return
        journey = journey_of(group, command, scene)


def check_words(command: Travel, scene: Scene) -> None:
    """What no world could make right: a way that is none, no miles at all, no place to go to."""
    if command.by is not None and command.by not in WAYS:
        raise Usage(f"--by is {', '.join(WAYS)}, not {command.by}.", nearest=WAYS)
    if command.tasks < 1:
        raise Usage(f"travel takes one task or more, not {command.tasks}.")
    if command.miles is not None and exact(command.miles) <= 0:
        raise Usage(f"--miles is above 0, not {command.miles}.")
    if scene.world.get(command.to).kind not in PLACES:
        raise scene.lacks(
            f"{command.to} is no place to go to.",
            thing=command.to,
            state=scene.world.get(command.to).kind,
            help=(f"declare zone {command.to}",),
        )


# -- who, from where, how far -----------------------------------------------------------------------------------


def group_of(command: Travel, scene: Scene) -> Group:
    """Who goes and who is carried. A patient under treatment goes only carried (EOS-MED-04)."""
    carried = scene.people(command.carrying) if command.carrying else []
    walkers = [h for h in scene.people(command.who) if h not in carried]
    if not walkers:
        raise Usage("Nobody is left to go: those who are carried are carried by somebody.")
    for walker in walkers:
        scene.able(walker)
        check_free(scene, walker, "goes nowhere")
    return Group(walkers, carried)


def start_of(group: Group, command: Travel, scene: Scene) -> str:
    """The place that all of them set out from. Refused: a group that is apart, or is there already."""
    world = scene.world
    here = scene.where(group.walkers[0])
    for other in (*group.walkers[1:], *group.carried):
        there = world.place_of(other.name)
        if there is None or not together(here, there, scene):
            raise scene.lacks(
                f"{group.walkers[0].name} is in {here}, {other.name} {f'in {there}' if there else 'nowhere yet'}: "
                "who is apart travels apart.",
                thing=other.name,
                state=f"in {there}" if there else "nowhere",
                help=(f"travel {other.name} --to {here}", f"gm place {other.name} --to {here}"),
            )
    if all(world.place_of(name) == command.to for name in group.names):
        raise scene.lacks(f"They are in {command.to} already.", thing=command.to, state="there")
    return here


def together(here: str, there: str, scene: Scene) -> bool:
    """COMMANDS 1.3: inside one zone people move freely, without a task."""
    return here == there or scene.world.zone_of(here) == scene.world.zone_of(there)


def journey_of(group: Group, command: Travel, scene: Scene) -> Holder | None:
    """The journey that the first of them is on to this place."""
    first = group.walkers[0].name
    for journey in in_hand(scene.world, "travel", product=command.to):
        if first == journey.word("who") or first in journey.word("helpers").split("\n"):
            return journey
    return None


def as_begun(command: Travel, group: Group, journey: Holder | None, scene: Scene) -> Travel:
    """The line with what it leaves out as the journey was begun: who navigates, by which map, on familiar ground."""
    if journey is None:
        return command
    navigator = command.navigator or journey.word("navigator") or None
    chart = command.using or journey.word("map") or None
    if command.navigator is None and navigator not in group.names:
        navigator = None
    if command.using is None and chart is not None:
        readers = (navigator,) if navigator is not None else group.names
        chart = chart if any(paper(scene.world, who, "map", chart) for who in readers) else None
    familiar = command.familiar or bool(journey.number("familiar"))
    return msgspec.structs.replace(command, navigator=navigator, using=chart, familiar=familiar)


def way_of(command: Travel, group: Group, journey: Holder | None, scene: Scene) -> tuple[str, Number]:
    """By what and how far: as the line says, else as the journey was begun."""
    if journey is None:
        if command.miles is None:
            raise scene.lacks(
                f"Nobody said how far {command.to} is.",
                thing=command.to,
                state="distance unknown",
                help=(f"travel {','.join(h.name for h in group.walkers)} --to {command.to} --miles N --by wild",),
            )
        if command.by is None:
            raise Usage("By which way? --by road, wild, downriver, upriver or water.", nearest=WAYS)
        return command.by, exact(command.miles)
    miles = journey.number("needed")
    if command.miles is not None and exact(command.miles) != miles:
        raise scene.lacks(
            f"The way to {command.to} is begun with {counted(miles, 'mile')}, "
            f"{text_of(miles - journey.number('done'))} are left.",
            thing=journey.name,
            state=f"{text_of(miles)} miles",
            help=(
                f"travel {journey.word('who')} --to {command.to}",
                f"abandon {journey.word('who')} --work {journey.name}",
            ),
        )
    return command.by or journey.word("tool"), miles


# -- a task of it -----------------------------------------------------------------------------------------------


def travel_once(
    command: Travel, group: Group, journey: Holder | None, by: str, needed: Number, scene: Scene
) -> Iterator[Event | Said]:
    """One travel task: everybody's own, then the miles, then the end of the way if they reach it."""
    here = scene.where(group.walkers[0])
    check_unit(group, by, scene)
    craft = craft_of(command, group, journey, by, scene)
    skid = skid_of(command, group, craft, scene)
    if craft is None:
        check_engines(group, skid, scene)
    pace = pace_of(command, group, by, craft, scene)
    rate = with_terrain(pace.miles, command, group, scene)
    if craft is None and not scene.notices:
        notice_loose(group, skid, scene)
    for walker in group.walkers:
        yield part(spend_task(scene, walker, "travel", here, light=command.light))
    left = needed - (journey.number("done") if journey is not None else 0)
    miles = min(left, rate)
    left = exact(left - miles)
    way = way_place(here, command.to, scene)
    yield TravelMade(
        who=group.walkers[0].name,
        place=here,
        rule=pace.rule,
        to=command.to,
        by=by,
        travellers=group.names,
        miles=stored(miles),
        left=stored(left),
        pace=stored(pace.miles),
        by_gm=command.bonus or 0,
        navigator=pace.navigator,
        bonus=stored(pace.bonus),
        map=pace.map,
        vessel=craft.name if craft else None,
        pulled=skid[1].name if skid else None,
        carried=tuple(h.name for h in group.carried),
        postings=(
            *(Changed(walker.name, TRAVELLED, 1, source="travel", period=scene.day) for walker in group.walkers),
            *on_bench(command, group, journey, by, needed, miles, here, craft, scene),
            *(under_way(group, here, way, by, craft, skid, scene) if left > 0 else ()),
        ),
    )
    if left <= 0:
        journey = journey_of(group, command, scene)
        yield arrived(group, command.to, journey, craft, skid, scene)


def check_engines(group: Group, pulled: tuple[Holder, Lot] | None, scene: Scene) -> None:
    """EOS-SIEGE-10: on land the Body of all who walk is four times the tiers of the engines that they have along, and of the
    one that they pull (`--pulling ballista`).

    EOS-SIZE-13: one on the back of a huge creature needs nobody else.
    """
    engines = [
        lot
        for holder in (*group.walkers, *group.carried)
        for lot in holder.all_lots()
        if kind_of(row_of(scene.world, lot)) == "siege" and not is_mounted(holder, lot)
    ]
    if pulled is not None and pulled[1].item != SKID and pulled[1] not in engines:
        engines.append(pulled[1])
    needed = sum((siege_body(lot.tier or 0) for lot in engines), start=0)
    have = sum((walker.number("body") for walker in group.walkers), start=0)
    if have < needed:
        scene.refuse(
            "EOS-SIEGE-10",
            f"To move {', '.join(lot.name for lot in engines)} takes Body {text_of(needed)} together; "
            f"{', '.join(walker.name for walker in group.walkers)} {'has' if len(group.walkers) == 1 else 'have'} {text_of(have)}.",
            thing=engines[0].name,
            state=f"Body {text_of(have)} of {text_of(needed)}",
            help=() if pulled is not None and pulled[1] is engines[0] else (f"drop WHO {engines[0].name}",),
        )


def check_unit(group: Group, by: str, scene: Scene) -> None:
    """EOS-HUNT-14: each travel task of a day goes as far again; or the distance is a day's (ruling travel_unit)."""
    if scene.world.ruling("travel_unit", "per-task") == "per-task":
        return
    tired = next((h for h in group.walkers if h.count(TRAVELLED, scene.day)), None)
    if tired is not None:
        scene.refuse(
            RULES[by],
            f"{tired.name} has made the whole way of day {scene.day}.",
            thing=tired.name,
            state="travelled today",
            help=("camp",),
        )


def on_bench(
    command: Travel,
    group: Group,
    journey: Holder | None,
    by: str,
    needed: Number,
    miles: Number,
    here: str,
    craft: Vessel | None,
    scene: Scene,
) -> tuple[AnyPosting, ...]:
    """The journey on the bench: begun with its first miles, or gone on with."""
    if journey is None:
        return begun(
            group.walkers[0].name,
            "travel",
            command.to,
            needed,
            scene.day,
            done=miles,
            at=here,
            tool=by,
            helpers="\n".join(group.names[1:]) or None,
            vessel=craft.name if craft else None,
            navigator=command.navigator,
            map=command.using,
            familiar=1 if command.familiar else None,
        )
    changed = (Put(journey.name, "tool", by),) if journey.word("tool") != by else ()
    return (*gone_on(journey.name, miles, scene.day, "travel"), *changed)


def way_place(here: str, to: str, scene: Scene) -> str:
    """The name of the ground between two places, a zone of its own with a fire, a store and game of its own."""
    zone = scene.world.zone_of(here)
    origin = scene.world.get(zone).word("way_from") or zone
    return f"way back to {to}" if origin == scene.world.zone_of(to) else f"way from {origin} to {to}"


def under_way(
    group: Group, here: str, way: str, by: str, craft: Vessel | None, skid: tuple[Holder, Lot] | None, scene: Scene
) -> tuple[AnyPosting, ...]:
    """They have left, with what they carry, and their boat and skid; what lies in the store stays there."""
    ground = () if here == way else ground_between(scene.world.get(scene.world.zone_of(here)), way, by, scene)
    placed = (Put(name, "place", way) for name in group.names if scene.world.place_of(name) != way)
    return (*ground, *placed, *taken_along(group, way, craft, skid, scene, pulling=True))


def ground_between(origin: Holder, way: str, by: str, scene: Scene) -> tuple[AnyPosting, ...]:
    """The land on the way is as far from town, and its weather as it is, where they set out, until the GM says
    otherwise.
    """
    fields: dict[str, Number | str | None] = {f: origin.fields.get(f) for f in WEATHER}
    there = scene.world.find(way)
    if there is None:
        fields = {
            "kind": "zone",
            "way_from": origin.word("way_from") or origin.name,
            "terrain": TERRAIN[by],
            "miles": origin.fields.get("miles"),
            "zones": origin.fields.get("zones"),
            **fields,
        }
    known = scene.world.get(way).fields
    return tuple(
        Put(way, f, None if v is None else v if isinstance(v, str) else stored(v))
        for f, v in fields.items()
        if known.get(f) != v
    )


def taken_along(
    group: Group, to: str, craft: Vessel | None, skid: tuple[Holder, Lot] | None, scene: Scene, *, pulling: bool
) -> tuple[AnyPosting, ...]:
    """EOS-BUSH-14: whoever pulls a skid is marked while they do; a vessel lies where its people are."""
    postings: list[AnyPosting] = []
    if craft is not None and craft.holder is None:
        postings.append(Put(craft.name, "in", to))
    elif craft is not None and craft.holder is not None and scene.world.get(craft.holder).kind in PLACES:
        postings.append(
            Moved(craft.holder, craft.name.partition("@")[0], to, lot=craft.name if "@" in craft.name else None)
        )
    for walker in group.walkers:
        if PULLING in walker.marks and (skid is None or not pulling or walker is not puller_of(group)):
            postings.append(Unmarked(walker.name, PULLING))
    if skid is not None:
        owner, lot = skid
        puller = puller_of(group)
        if owner is not puller:
            postings.append(Moved(owner.name, lot.item, puller.name, lot=lot.name))
        if pulling and lot.item == SKID and (PULLING not in puller.marks or puller.marks[PULLING].value != lot.name):
            postings.append(Marked(puller.name, PULLING, lot.name))
    return tuple(postings)


def arrived(
    group: Group, to: str, journey: Holder | None, craft: Vessel | None, skid: tuple[Holder, Lot] | None, scene: Scene
) -> TravelArrived:
    """EOS-NAV-03: all of them are there, and know the ground from now on."""
    return TravelArrived(
        who=group.walkers[0].name,
        place=to,
        rule="EOS-NAV-03",
        to=to,
        travellers=group.names,
        postings=(
            *(Put(name, "place", to) for name in group.names),
            *taken_along(group, to, craft, skid, scene, pulling=False),
            *(ended(journey.name) if journey is not None else ()),
        ),
    )


# -- how far ----------------------------------------------------------------------------------------------------


def pace_of(command: Travel, group: Group, by: str, craft: Vessel | None, scene: Scene) -> Pace:
    """Miles of one travel task: by the feet of the slowest, or by the craft."""
    match by:
        case "downriver" | "upriver":
            assert craft is not None
            return Pace(craft.down if by == "downriver" else craft.up, "EOS-NAV-08")
        case "water":
            assert craft is not None
            return open_water(command, group, craft, scene)
        case "road":
            return Pace(min(feet(h, scene) for h in group.walkers), "EOS-NAV-05")
        case _:
            return off_road(command, group, scene)


def feet(walker: Holder, scene: Scene) -> Number:
    """EOS-NAV-05: Body + Move, 0 for whoever cannot move, or bears too much (EOS-GEAR-12); nobody goes at that pace."""
    miles = road_miles(walker)
    if miles is None:
        raise scene.lacks(
            f"Nobody said how far {walker.name} moves.",
            thing=walker.name,
            state="Move unknown",
            help=(f'gm set {walker.name} move 6 --reason "..."',),
        )
    if not move(walker):
        scene.refuse(
            "EOS-GEAR-12" if overloaded(walker) else "EOS-NAV-05",
            f"{walker.name} cannot move{' under this load' if overloaded(walker) else ''}.",
            thing=walker.name,
            state="move 0",
            help=(f"travel WHO --to PLACE --carrying {walker.name}", f"gear {walker.name}"),
        )
        return walker.number("body") + walker.number("move")
    return miles


def off_road(command: Travel, group: Group, scene: Scene) -> Pace:
    """EOS-NAV-06: half of the slowest one's Body + Move, exactly, where nobody navigates.

    EOS-NAV-07: with a bonus half of the navigator's Body + Move + bonus, but no more than the slowest walks on a road.
    """
    slowest = min(feet(h, scene) for h in group.walkers)
    usual = Pace(min(wild_miles(h) or Fraction(feet(h, scene), 2) for h in group.walkers), "EOS-NAV-06")
    found = [
        Pace(
            min(exact(Fraction(feet(b.navigator, scene) + b.value) / 2), slowest),
            "EOS-NAV-07",
            b.navigator.name,
            b.value,
            b.map,
        )
        for b in bonuses(command, group, scene)
        if b.value > 0
    ]
    if command.navigator is None:
        found.append(usual)
    return max(found, key=lambda p: p.miles, default=usual)


def open_water(command: Travel, group: Group, craft: Vessel, scene: Scene) -> Pace:
    """EOS-NAV-09: the craft's Move times the best bonus of those who pilot it; without a bonus nobody travels there.

    EOS-NAV-10: the Move of the craft, raft 1 to large sailboat 5, or its own.
    """
    moves = craft.move
    if moves is None:
        scene.refuse(
            "EOS-NAV-10",
            f"Nobody said which Move {craft.name} has.",
            thing=craft.name,
            state="Move unknown",
            help=(f"declare vessel {craft.name} --move 3",),
        )
        moves = 1
    best = max(bonuses(command, group, scene), key=lambda b: b.value, default=None)
    if best is None or best.value <= 0:
        scene.refuse(
            "EOS-NAV-09",
            "On open water the way is found by navigation, and nobody aboard brings any: it takes the "
            "skill, a navigation toolkit and a map or familiar water.",
            thing=craft.name,
            state="navigation bonus 0",
            help=("bushcraft WHO navigation toolkit", "travel WHO --to PLACE --familiar"),
        )
        return Pace(moves, "EOS-NAV-09")
    return Pace(moves * best.value, "EOS-NAV-09", best.navigator.name, best.value, best.map)


def bonuses(command: Travel, group: Group, scene: Scene) -> list[Bonus]:
    """EOS-NAV-04 of everyone who may navigate: the one who is named, else all of the group.

    EOS-NAV-01: no bonus without the skill; to claim one is refused.
    """
    crew = [*group.walkers, *group.carried]
    check_map(command, crew, scene)
    if command.navigator is None:
        return [bonus_of(command, who, scene) for who in crew]
    navigator = next((h for h in crew if h.name == command.navigator), None)
    if navigator is None:
        raise scene.lacks(
            f"{command.navigator} does not travel with them.", thing=command.navigator, state="not of the group"
        )
    if skill(navigator, "navigation") < 1:
        scene.refuse(
            "EOS-NAV-01",
            f"{navigator.name} has no skill in navigation: neither map nor bearing helps.",
            thing=navigator.name,
            state="navigation 0",
            help=(f'learn {navigator.name} "navigation 1" --from time',),
        )
    return [bonus_of(command, navigator, scene)]


def check_map(command: Travel, crew: Sequence[Holder], scene: Scene) -> None:
    """The map that a line names is within reach of whoever navigates. Refused: nobody has it."""
    readers = [h.name for h in crew if command.navigator in (None, h.name)]
    if command.using is None or any(paper(scene.world, who, "map", command.using) for who in readers):
        return
    there = ", ".join(dict.fromkeys(m for who in readers for m in names_within(scene.world, who, "map"))) or "none"
    raise scene.lacks(
        f"No map called {command.using} is within reach of {', '.join(readers)}; there is {there}.",
        thing=command.using,
        state=there,
        help=(f'gm give {readers[0] if readers else "WHO"} "{command.using}" --reason "..."',),
    )


def bonus_of(command: Travel, who: Holder, scene: Scene) -> Bonus:
    """EOS-NAV-04: (tier of the map + Navigation)/2, rounded up; EOS-NAV-02: nothing without the toolkit or without
    a map.

    EOS-NAV-03: ground where one has been is a map of one's own level; the toolkit is still asked (ruling
    familiar_tools). EOS-NAV-11: a crude kit or a basic one, they differ in size alone.
    """
    level = skill(who, "navigation")
    if level < 1:
        return Bonus(who, 0)
    tools = best_tool(scene.world, who.name, "navigation") is not None
    found = Bonus(who, 0)
    known = command.familiar or has_been(scene.world, who, command.to)
    if known and (tools or scene.world.ruling("familiar_tools", "required") == "not-required"):
        found = Bonus(who, level)
    if tools:
        for lot in maps(command, who, scene):
            value = -(-(exact(lot.tier or 0) + level) // 2)
            if value > found.value:
                found = Bonus(who, value, title(lot))
    return found


def maps(command: Travel, who: Holder, scene: Scene) -> list[Lot]:
    """The map that the line names, else all within reach that show the start or the end of the way."""
    world = scene.world
    if command.using is not None:
        lot = paper(world, who.name, "map", command.using)
        return [] if lot is None else [lot]
    here = world.place_of(who.name)
    zone = world.zone_of(here) if here else ""
    ends = {command.to, world.zone_of(command.to), here, zone, world.get(zone).word("way_from")}
    return [
        lot
        for _, lot in papers(world, who.name, "map")
        if any(area in ends or world.zone_of(area) in ends for area in areas(world, lot))
    ]


def with_terrain(miles: Number, command: Travel, group: Group, scene: Scene) -> Number:
    """EOS-NAV-12: the GM's word on the ground, taken off the miles or added to them; nothing left is no way."""
    rate = exact(miles + exact(command.bonus or 0))
    if rate <= 0:
        raise scene.lacks(
            f"On this ground {group.walkers[0].name} makes no way: {text_of(miles)} miles and "
            f"{text_of(exact(command.bonus or 0))}.",
            thing=command.to,
            state="0 miles",
        )
    return rate


# -- craft, skids, loads ----------------------------------------------------------------------------------------


def craft_of(command: Travel, group: Group, journey: Holder | None, by: str, scene: Scene) -> Vessel | None:
    """EOS-NAV-08, EOS-BUSH-12: the vessel of a way on water, within reach, with room for all; on land none."""
    if by not in AFLOAT:
        if command.vessel is not None:
            raise Usage(f"A vessel goes downriver, upriver or by water, not by {by}.", nearest=AFLOAT)
        return None
    named = command.vessel or (journey.word("vessel") if journey is not None else "") or None
    for sailor in group.walkers:
        craft = vessel(scene.world, sailor.name, named)
        if craft is not None:
            check_room(craft, group, scene)
            return craft
    there = ", ".join(v.name for v in vessels_at(scene.world, group.walkers[0].name)) or "none"
    raise scene.lacks(
        f"No vessel{f' called {named}' if named else ''} is within reach of {group.walkers[0].name}; there is {there}.",
        thing=named or "vessel",
        state=there,
        help=(f"bushcraft WHO raft for {len(group.names)}", "declare vessel NAME --move 3"),
    )


def check_room(craft: Vessel, group: Group, scene: Scene) -> None:
    """EOS-BUSH-12: a raft carries as many as it was made for."""
    if craft.persons is not None and len(group.names) > craft.persons:
        scene.refuse(
            "EOS-BUSH-12",
            f"{craft.name} is made for {craft.persons}, not for {len(group.names)}.",
            thing=craft.name,
            state=f"for {craft.persons}",
            help=(f"bushcraft WHO raft for {len(group.names)}",),
        )


def puller_of(group: Group) -> Holder:
    """The one who pulls: the strongest."""
    return max(group.walkers, key=lambda h: h.number("body"))


def skid_of(command: Travel, group: Group, craft: Vessel | None, scene: Scene) -> tuple[Holder, Lot] | None:
    """EOS-BUSH-13: the skid that is pulled, by Body 2 or more, with one load; also off the road, and as fast as its
    puller. EOS-SIEGE-10: or the engine.

    EOS-GEAR-08: without one somebody may be carried in arms, one by each who walks.
    """
    puller = puller_of(group)
    engine = None if command.pulling is None else engine_within(scene, puller, command.pulling)
    if command.pulling is None or engine is not None:
        if craft is None and len(group.carried) > len(group.walkers):
            scene.refuse(
                "EOS-GEAR-08",
                f"{len(group.walkers)} walk and cannot carry {len(group.carried)} in their arms.",
                thing="load",
                state=f"{len(group.carried)} carried",
                help=("bushcraft WHO skid",),
            )
        return engine
    found = skid_within(scene.world, puller.name, command.pulling)
    if found is None:
        raise scene.lacks(
            f"{puller.name} has no {command.pulling} within reach.",
            thing=command.pulling,
            state="no skid",
            help=(f"bushcraft {puller.name} skid",),
        )
    check_puller(scene, puller)
    owner, lot = found
    inside = [(each, each.quantity) for each in contents(owner, lot.name)]
    whole = whole_loads(inside)
    if group.carried:
        whole["character"] = len(group.carried)
    check_load(scene, lot.name, whole, slots_of(scene.world, loose_things(inside)) or 0)
    return found


def notice_loose(group: Group, skid: tuple[Holder, Lot] | None, scene: Scene) -> None:
    """EOS-GEAR-08: goods in no slot and no container are named; what an empty skid takes lies on it (EOS-BUSH-13)."""
    loose = [
        (lot, lot.quantity)
        for h in (*group.walkers, *group.carried)
        for lot in h.all_lots()
        if not lot.slot and lot.item != SKID
    ]
    if not loose:
        return
    if skid is not None and skid[1].item == SKID and not group.carried and not contents(skid[0], skid[1].name):
        slots = slots_of(scene.world, loose)
        if slots is not None and slots <= LOOSE_SLOTS and not whole_loads(loose):
            return
    scene.notice("loose-goods", f"In no slot or container: {listed(loose)}.")


def listed(loose: Sequence[tuple[Lot, Number]]) -> str:
    sums: dict[str, Number] = {}
    for lot, quantity in loose:
        sums[lot.item] = sums.get(lot.item, 0) + quantity
    said = [f"{text_of(n)} {item}" for item, n in sums.items()]
    return ", ".join(said[:SHOWN]) + (f" and {len(said) - SHOWN} more kinds" if len(said) > SHOWN else "")

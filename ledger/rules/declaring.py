"""Declaring: what lies in the world without the party having made it."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from ledger import house
from ledger.building import BUILDERS_TILES, wears_days
from ledger.ruling import Answer, Command, Figure, Flag, Name, Place, Scene, Text, Usage, Whole
from projections.pools import state
from projections.world import PLACES, RATIO
from schemas.events.declaring import PlaceDeclared, ThingDeclared
from schemas.postings import AnyPosting, Changed, Put
from schemas.units import Amount, exact, text_of

ZONE_KINDS = ("wild", "city", "road", "barren")
STUFFS = ("wood", "stone", "other")
SIZE_CLASSES = ("XS", "S", "M", "L", "XL")
UNSAID = ("kind", "full_tier", "wears_days", "worn_since")
"""What follows from the words and is not said again in the entry's sentence."""
ORE, STONES = 1000, 10_000
"""EOS-MINE-04, EOS-QUAR-02: what lies in a mine, in a quarry."""


class DeclareZone(Command, tag="declare zone", frozen=True):
    """Declare a zone, or what is new of it: `declare zone Oakwood --miles 15 --zones 4`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = (
        "declare zone NAME [--miles N] [--zones N] [--kind wild|city|road|barren] [--hunt N] [--trap N] [--trees N]"
        " [--hunt-depletion N] [--trap-depletion N]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "declare zone Oakwood --miles 15 --zones 4",
        "declare zone Oakwood --trees 400",
    )
    name: Name
    miles: Figure | None = None
    zones: Whole | None = None
    kind: Text | None = None
    hunt: Whole | None = None
    trap: Whole | None = None
    trees: Whole | None = None
    hunt_depletion: Whole | None = None
    trap_depletion: Whole | None = None


class DeclareWater(Command, tag="declare water", frozen=True):
    """Declare fishing water: `declare water "Mill Lake" --in Oakwood --target 15`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare water NAME --in PLACE [--target N | --impossible]"
    examples: ClassVar[tuple[str, ...]] = (
        'declare water "Mill Lake" --in Oakwood',
        "declare water Moor --in Oakwood --impossible",
    )
    name: Name
    in_: Place | None = None
    target: Whole | None = None
    impossible: Flag = False


class DeclareMine(Command, tag="declare mine", frozen=True):
    """Declare a mine with the ore that is left in it, 1,000 unless said: `declare mine "Red Pit" --in Oakwood`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare mine NAME --in PLACE [--left N]"
    examples: ClassVar[tuple[str, ...]] = ('declare mine "Red Pit" --in Oakwood',)
    name: Name
    in_: Place | None = None
    left: Whole | None = None


class DeclareQuarry(Command, tag="declare quarry", frozen=True):
    """Declare a quarry with the stones left in it, 10,000 unless said: `declare quarry "White Pit" --in Oakwood`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare quarry NAME --in PLACE [--left N]"
    examples: ClassVar[tuple[str, ...]] = ('declare quarry "White Pit" --in Oakwood --left 400',)
    name: Name
    in_: Place | None = None
    left: Whole | None = None


class DeclareSite(Command, tag="declare site", frozen=True):
    """Declare a place in a zone, with the shelter found there: `declare site "Bear Cave" --in Oakwood --shelter 2`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare site NAME --in PLACE [--shelter TIER]"
    examples: ClassVar[tuple[str, ...]] = ('declare site "Bear Cave" --in Oakwood --shelter 2',)
    name: Name
    in_: Place | None = None
    shelter: Whole | None = None


class DeclareStructure(Command, tag="declare structure", frozen=True):
    """Declare a building or a wall: `declare structure Mill --in Oakwood --tier 3 --tiles 20 --of wood`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = (
        "declare structure NAME [--in PLACE] [--tier N] [--tiles N] [--of wood|stone|other] [--length N]"
    )
    examples: ClassVar[tuple[str, ...]] = ("declare structure Mill --in Oakwood --tier 3 --tiles 20 --of wood",)
    name: Name
    in_: Place | None = None
    tier: Whole | None = None
    tiles: Figure | None = None
    of: Text | None = None
    length: Figure | None = None


class DeclareTerrain(Command, tag="declare terrain", frozen=True):
    """Declare a piece of ground that counts in a fight: `declare terrain "heap of bodies" --in Ford`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare terrain NAME --in PLACE"
    examples: ClassVar[tuple[str, ...]] = ('declare terrain "heap of bodies" --in Ford',)
    name: Name
    in_: Place | None = None


class DeclareLock(Command, tag="declare lock", frozen=True):
    """Declare a lock that was found: `declare lock "cellar lock" --tier 4 --in Mill`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare lock NAME --tier N --in PLACE"
    examples: ClassVar[tuple[str, ...]] = ('declare lock "cellar lock" --tier 4 --in Mill',)
    name: Name
    tier: Whole | None = None
    in_: Place | None = None


class DeclareVessel(Command, tag="declare vessel", frozen=True):
    """Declare a vessel, its tiles a round and miles a day: `declare vessel Gull --move 3 --down 25 --up 5`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare vessel NAME [--move N] [--down MILES] [--up MILES] [--in PLACE]"
    examples: ClassVar[tuple[str, ...]] = ("declare vessel Gull --move 3 --down 25 --up 5",)
    name: Name
    move: Figure | None = None
    down: Figure | None = None
    up: Figure | None = None
    in_: Place | None = None


class DeclareBook(Command, tag="declare book", frozen=True):
    """Declare a book that was found: `declare book Herbal --pages 320 --tier 2`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare book NAME [--pages N] [--tier N]"
    examples: ClassVar[tuple[str, ...]] = ("declare book Herbal --pages 320 --tier 2",)
    name: Name
    pages: Whole | None = None
    tier: Whole | None = None


class DeclareMap(Command, tag="declare map", frozen=True):
    """Declare a map that was found: `declare map "Old Map" --tier 3 --of Oakwood`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare map NAME [--tier N] [--of PLACE]"
    examples: ClassVar[tuple[str, ...]] = ('declare map "Old Map" --tier 3 --of Oakwood',)
    name: Name
    tier: Whole | None = None
    of: Place | None = None


class DeclareThing(Command, tag="declare thing", frozen=True):
    """Declare a thing that the books do not list: `declare thing "Silver Bell" --size-class XS --slots 1`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "declare thing NAME [--size-class XS|S|M|L|XL] [--slots N] [--tier N]"
    examples: ClassVar[tuple[str, ...]] = ('declare thing "Silver Bell" --size-class XS --slots 1',)
    name: Name
    size_class: Text | None = None
    slots: Figure | None = None
    tier: Whole | None = None


class Figures:
    """What a line says of one holder, gathered as postings: what was not said is left as it is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.postings: list[AnyPosting] = []

    def put(self, field: str, value: Amount | None, least: int = 0) -> None:
        """A number, if it was said. Usage: one below `least`."""
        if value is None:
            return
        if exact(value) < least:
            raise Usage(f"--{field.replace('_', '-')} is {least} or more, not {value}.")
        self.postings.append(Put(self.name, field, value))

    def word(self, field: str, value: str | None, choices: tuple[str, ...], option: str) -> None:
        """One of a few words, if it was said. Usage: another one."""
        if value is None:
            return
        if value not in choices:
            raise Usage(f"--{option} is {', '.join(choices)}, not {value}.", nearest=choices)
        self.postings.append(Put(self.name, field, value))


def declare_zone(command: DeclareZone, scene: Scene) -> Answer:
    """EOS-HUNT-02, EOS-HUNT-09, EOS-TRAP-04, EOS-TRAP-05: miles from town, zones from a road: the numbers to beat.

    EOS-HUNT-15, EOS-LOG-03: or the GM says the numbers and the trees. A number below nought is usage.
    """

    def figures(told: Figures, new: bool) -> None:
        told.put("miles", command.miles)
        told.put("zones", command.zones)
        told.word("terrain", command.kind, ZONE_KINDS, "kind")
        told.put("hunt", command.hunt)
        told.put("trap", command.trap)
        told.put("trees", command.trees)
        for field, value in (("hunt_depletion", command.hunt_depletion), ("trap_depletion", command.trap_depletion)):
            if value is not None and value >= 0 and new:
                told.postings.append(Changed(told.name, field, value, source="opening"))
            else:
                told.put(field, value)

    rule = "EOS-HUNT-15" if command.hunt is not None or command.trap is not None else "EOS-HUNT-02"
    return _place(command.name, "zone", None, scene, rule, figures)


def declare_water(command: DeclareWater, scene: Scene) -> Answer:
    """EOS-FISH-05: water to fish in; its number is 15 unless the GM says another, or that it is impossible."""

    def figures(told: Figures, new: bool) -> None:
        if command.target is not None and command.impossible:
            raise Usage("Water has a --target or is --impossible, not both.")
        told.put("target", command.target)
        if command.impossible or command.target is not None:
            told.postings.append(Put(told.name, "impossible", int(command.impossible)))

    return _place(command.name, "water", command.in_, scene, "EOS-FISH-05", figures)


def declare_mine(command: DeclareMine, scene: Scene) -> Answer:
    """EOS-MINE-04: a mine, with 1,000 ore unless the line says what is left."""
    return _lode(command.name, "mine", command.in_, command.left, ORE, scene, "EOS-MINE-04")


def declare_quarry(command: DeclareQuarry, scene: Scene) -> Answer:
    """EOS-QUAR-02: a quarry, with 10,000 stones unless the line says what is left."""
    return _lode(command.name, "quarry", command.in_, command.left, STONES, scene, "EOS-QUAR-02")


def _lode(name: str, kind: str, inside: str | None, left: int | None, full: int, scene: Scene, rule: str) -> Answer:
    def figures(told: Figures, new: bool) -> None:
        told.put("left", full if new and left is None else left)

    return _place(name, kind, inside, scene, rule, figures)


def declare_site(command: DeclareSite, scene: Scene) -> Answer:
    """EOS-FOOD-04, EOS-BUSH-10: a place of its own, with the shelter that was found there."""

    def figures(told: Figures, new: bool) -> None:
        if command.shelter is None:
            return
        if new and command.shelter >= 0:
            told.postings.append(Changed(told.name, "shelter", command.shelter, source="found"))
        elif command.shelter < 0:
            told.put("shelter", command.shelter)
        else:
            told.postings.append(Put(told.name, "shelter_tier", command.shelter))

    return _place(command.name, "site", command.in_, scene, "EOS-BUSH-10", figures)


def declare_structure(command: DeclareStructure, scene: Scene) -> Answer:
    """EOS-ARCH-12: a building or a wall that nobody of the party built."""

    def figures(told: Figures, new: bool) -> None:
        told.put("tier", command.tier, least=1)
        told.put("tiles", command.tiles)
        told.word("of", command.of, STUFFS, "of")
        told.put("length", command.length)
        told.put("full_tier", command.tier)
        if scene.game == "eos" and (new or {command.tiles, command.of, command.length} != {None}):
            now = scene.world.get(command.name)
            of = command.of or now.word("of")
            tiles = command.tiles if command.tiles is not None else now.fields.get("tiles")
            length = command.length if command.length is not None else now.fields.get("length")
            architect = length is not None or (tiles is not None and exact(tiles) > BUILDERS_TILES)
            told.put("wears_days", wears_days(scene, of, architect=architect))
        if new:
            told.put("worn_since", scene.day)

    return _place(command.name, "structure", command.in_, scene, "EOS-ARCH-12", figures)


def declare_terrain(command: DeclareTerrain, scene: Scene) -> Answer:
    """EOS-POS-05: ground that stands in somebody's way."""
    return _place(command.name, "terrain", command.in_, scene, "EOS-POS-05", lambda told, new: None)


def declare_lock(command: DeclareLock, scene: Scene) -> Answer:
    """EOS-LOCK-05: a lock of a tier; its number to beat is tier + 20."""

    def figures(told: Figures, new: bool) -> None:
        if new and command.tier is None:
            raise Usage('declare lock needs --tier: declare lock "cellar lock" --tier 4 --in Mill.')
        told.put("tier", command.tier, least=1)
        told.put("full_tier", command.tier)

    return _place(command.name, "lock", command.in_, scene, "EOS-LOCK-05", figures)


def declare_vessel(command: DeclareVessel, scene: Scene) -> Answer:
    """EOS-NAV-08: a vessel; what it covers in a day downstream and upstream, if it says so itself."""

    def figures(told: Figures, new: bool) -> None:
        told.put("move", command.move)
        told.put("down", command.down)
        told.put("up", command.up)
        if command.in_ is not None:
            told.postings.append(Put(told.name, "in", _inside(told.name, command.in_, scene)))

    return _thing(command.name, "vessel", scene, "EOS-NAV-08", figures)


def declare_book(command: DeclareBook, scene: Scene) -> Answer:
    """EOS-SCHO-02: a book with its pages and tier."""

    def figures(told: Figures, new: bool) -> None:
        told.put("pages", command.pages, least=1)
        told.put("tier", command.tier, least=1)

    return _thing(command.name, "book", scene, "EOS-SCHO-02", figures)


def declare_map(command: DeclareMap, scene: Scene) -> Answer:
    """EOS-MAP-03: a map of a place, of a tier."""

    def figures(told: Figures, new: bool) -> None:
        told.put("tier", command.tier, least=1)
        if command.of is not None:
            told.postings.append(Put(told.name, "of", command.of))

    return _thing(command.name, "map", scene, "EOS-MAP-03", figures)


def declare_thing(command: DeclareThing, scene: Scene) -> Answer:
    """EOS-GEAR-10, EOS-GEAR-11: a thing with the room that it takes."""

    def figures(told: Figures, new: bool) -> None:
        size = command.size_class.upper() if command.size_class is not None else None
        told.word("size_class", size, SIZE_CLASSES, "size-class")
        told.put("slots", command.slots)
        told.put("tier", command.tier, least=1)

    return _thing(command.name, "thing", scene, "EOS-GEAR-10", figures)


# -- what all of them keep to -----------------------------------------------------------------------------------


Told = Callable[[Figures, bool], None]


def _place(name: str, kind: str, inside: str | None, scene: Scene, rule: str, figures: Told) -> Answer:
    told, new = _begun(name, kind, scene)
    if inside is None and new and kind == "structure":
        inside = _where_the_party_is(scene)
    if inside is not None:
        told.postings.append(Put(name, "in", _inside(name, inside, scene)))
    elif new and kind != "zone":
        raise Usage(f"declare {kind} needs --in PLACE for what is new.")
    figures(told, new)
    _something(told, kind)
    return [
        PlaceDeclared(
            name=name,
            kind=kind,
            said=said(told.postings),
            place=name,
            rule=_ruled(rule, scene),
            postings=tuple(told.postings),
        )
    ]


def _thing(name: str, kind: str, scene: Scene, rule: str, figures: Told) -> Answer:
    told, new = _begun(name, kind, scene)
    if new and (listed := house.thing(scene.world, name)) is not None:
        raise scene.lacks(
            f"The books know a {listed} already; call this one otherwise.",
            thing=name,
            state="a thing of the books",
        )
    figures(told, new)
    _something(told, kind)
    return [
        ThingDeclared(
            name=name, kind=kind, said=said(told.postings), rule=_ruled(rule, scene), postings=tuple(told.postings)
        )
    ]


def _where_the_party_is(scene: Scene) -> str | None:
    """The one place of everybody in play; None if they are apart, or nobody is there."""
    world = scene.world
    people = (world.holders[name] for name in world.people)
    places = {world.place_of(h.name) for h in people if h.kind == "character" and state(h) == "well"}
    return places.pop() if len(places) == 1 else None


def _begun(name: str, kind: str, scene: Scene) -> tuple[Figures, bool]:
    """What is said of a name from here on, and whether it is new. Refused: it is something else already."""
    told = Figures(name)
    known = scene.world.find(name)
    if known is None:
        told.postings.append(Put(name, "kind", kind))
        return told, True
    is_now = scene.world.holders[known].kind
    if is_now != kind:
        raise scene.lacks(f"{known} is a {is_now} already.", thing=known, state=is_now)
    return told, False


def _something(told: Figures, kind: str) -> None:
    if not told.postings:
        raise Usage(f"{told.name} is there already: say what is new of it.", nearest=(f"help declare {kind}",))


def _inside(name: str, inside: str, scene: Scene) -> str:
    """Where it lies. Refused: in what is no place, in itself or in what lies in it."""
    world = scene.world
    if world.get(inside).kind not in PLACES:
        raise scene.lacks(
            f"{inside} is no place to be in.",
            thing=inside,
            state=world.get(inside).kind,
            help=(f"declare zone {inside}",),
        )
    seen: str = inside
    while seen:
        if seen == name:
            raise scene.lacks(f"{inside} lies in {name}: {name} cannot lie in it.", thing=name, state=f"holds {inside}")
        seen = world.get(seen).word("in")
    return inside


def said(postings: Sequence[AnyPosting]) -> str:
    """What was said of it, for the entry's sentence: `miles 15, zones 4`."""
    told = [
        f"{p.field.replace('_', ' ')} {shown(p.to if isinstance(p, Put) else p.by)}"
        for p in postings
        if isinstance(p, (Put, Changed)) and p.field not in UNSAID
    ]
    return ", ".join(told) or "new"


def shown(value: Amount | None) -> str:
    """A number as eyes read it (`12.5`), a word as it is."""
    if isinstance(value, str):
        return text_of(exact(value)) if RATIO.fullmatch(value) else value
    return str(value)


def _ruled(rule: str, scene: Scene) -> str | None:
    return rule if scene.game == "eos" else None

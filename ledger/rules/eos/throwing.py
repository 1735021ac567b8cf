"""Throwing things about (EOS-TURN-10): a torch into a corner, a chest into a doorway; never to hurt."""

from collections.abc import Iterator
from typing import ClassVar

from ledger import house
from ledger.fight import check_here, distance, fight_of, reach, spend_action, tile_of, use_held
from ledger.goods import where_else
from ledger.ruling import Command, Figure, Flag, People, Said, Scene, Text, Things, Usage, part
from ledger.sizes import size_of
from projections.encounter import read_tile, tile_text
from projections.wear import HANDS, WORN
from projections.world import PEOPLE, PLACES, Holder, Lot
from schemas.entry import Event
from schemas.events.shots import ThingThrown
from schemas.postings import Moved, Put
from schemas.things import Wanted
from schemas.units import Number, counted, exact, stored, text_of

CLASSES = ("XS", "S", "M", "L", "XL")
LARGEST = {"Small": "S", "Medium": "M", "Large": "L", "Extra-Large": "XL"}
"""EOS-TURN-10: the largest things that a creature of each size throws."""


class Throw(Command, tag="throw", frozen=True):
    """Throw a thing somewhere, to hurt nobody: `throw Mara torch --to 6,6`, `throw Mara torch --distance 4`."""

    words: ClassVar[tuple[str, ...]] = ("who", "what")
    usage: ClassVar[str] = "throw WHO THING [--to X,Y|WHOM] [--distance N] [--held]"
    examples: ClassVar[tuple[str, ...]] = ("throw Mara torch --to 6,6", "throw Mara torch --distance 4")
    who: People
    what: Things
    to: Text | None = None
    distance: Figure | None = None
    held: Flag = False


def throw(command: Throw, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TURN-10, EOS-TURN-09: an action without dice; as far as Body in tiles, a large body one more, a huge one two.

    It lies at the place where it lands, for anybody to take; thrown to somebody it is theirs. Refused: too far, or too
    big for the thrower (EOS-TURN-10), no action left (EOS-TURN-06). Lacking: a thing that is not there, one that is
    worn, one whose size nobody said. Usage: nothing to throw, no such tile.
    """
    if not command.what:
        raise Usage(f"What is thrown? {command.usage}")
    for who in scene.people(command.who):
        scene.able(who)
        for wanted in command.what:
            if command.held:
                yield part(use_held(scene, who, f"throwing {wanted.item}"))
            event = thrown(command, who, wanted, scene)
            yield event if command.held else part(event)


def thrown(command: Throw, who: Holder, wanted: Wanted, scene: Scene) -> ThingThrown:
    """One thing: where it lands, whether it gets there, and the action."""
    world = scene.world
    place = scene.where(who)
    lot = picked(who, wanted, scene)
    check_size(who, lot, scene)
    catcher = world.holders.get(world.find(command.to) or "") if command.to is not None else None
    tiles = flown(command, who, catcher, scene)
    check_far(who, lot, tiles, scene)
    to = place
    landing = None
    if catcher is not None:
        to = catcher.name
    elif command.to is not None:
        tile = read_tile(command.to)
        assert tile is not None
        landing = tile_text(tile)
    inside = lot.slot if lot.slot is not None and "@" in lot.slot else None
    spent = spend_action(scene, who, False, f"throwing {lot.item}", 2 if inside else 1, held=command.held)
    own = (Put(lot.name, "tile", landing),) if lot.piece and landing is not None else ()
    return ThingThrown(
        who=who.name,
        place=place,
        rule="EOS-TURN-10",
        piece=lot.name,
        item=lot.item,
        to=landing or (to if to != place else None),
        distance=None if tiles is None else stored(tiles),
        fight=None if (fight := fight_of(scene, who)) is None else fight.name,
        postings=(*spent, Moved(inside or who.name, lot.item, to, 1, lot=lot.name), *own),
    )


def picked(who: Holder, wanted: Wanted, scene: Scene) -> Lot:
    """The thing that is meant: what burns or is in hand first, then what is loose, then what lies in a pack."""
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    if exact(wanted.quantity) != 1:
        raise Usage("Things are thrown one by one: throw Mara torch, torch.")
    there = [
        lot
        for lot in who.lots.get(item, ())
        if wanted.lot in (None, lot.name) and wanted.tier in (None, lot.tier) and lot.slot != WORN
    ]
    if not there:
        raise scene.lacks(
            f"{who.name} has no {wanted.lot or item} at hand to throw.",
            thing=wanted.lot or item,
            state="not there",
            help=(f"stock {who.name}", *where_else(scene, who, item)),
        )
    return min(
        there,
        key=lambda lot: (lot.lit_since is None, lot.slot not in HANDS, lot.slot is not None and "@" in lot.slot, lot.position),
    )


def check_size(who: Holder, lot: Lot, scene: Scene) -> None:
    """EOS-TURN-10: small creatures throw XS and S, medium ones M too, large ones L, the largest everything."""
    size: str | None
    try:
        size = house.thing_row(scene.world, lot.item).size_class
    except KeyError:
        size = scene.world.get(lot.item).word("size_class") or None
    if size is None:
        raise scene.lacks(
            f"How large {lot.item} is, the book does not say; the GM does, in the house's file.",
            thing=lot.name,
            state="no size",
            help=(f'declare thing "{lot.item}" --size-class S',),
        )
    most = LARGEST.get(size_of(who), "M")
    if CLASSES.index(size) > CLASSES.index(most):
        scene.refuse(
            "EOS-TURN-10",
            f"{lot.item.capitalize()} is {size}; {who.name} is {size_of(who).lower()} and throws up to {most}.",
            thing=lot.name,
            state=size,
        )


def flown(command: Throw, who: Holder, catcher: Holder | None, scene: Scene) -> Number | None:
    """EOS-POS-03: the tiles that it flies: as said, else as the board has it; None where nobody counted."""
    said = exact(command.distance) if command.distance is not None else None
    if said is not None and said < 0:
        raise Usage(f"--distance is 0 or more, not {text_of(said)}.")
    if command.to is None:
        if said is None:
            raise Usage(f"Where to? {command.usage}", nearest=("--to 6,6", "--distance 4"))
        return said
    if catcher is not None:
        if catcher is who:
            raise Usage(f"{who.name} has it already.")
        if catcher.kind in PEOPLE:
            check_here(scene, who, catcher)
        if catcher.kind not in (*PEOPLE, *PLACES):
            raise scene.lacks(f"{catcher.name} is nowhere to throw things to.", thing=catcher.name, state=catcher.kind)
        return distance(scene, who, catcher, said) if catcher.kind in PEOPLE else said
    tile = read_tile(command.to)
    if tile is None:
        raise Usage(f"--to is a tile such as 6,6, or a name, not {command.to}.", nearest=("--to 6,6",))
    here = tile_of(scene.world, who)
    if said is not None or here is None:
        return said
    return max(abs(here[0] - tile[0]), abs(here[1] - tile[1]))


def check_far(who: Holder, lot: Lot, tiles: Number | None, scene: Scene) -> None:
    """EOS-TURN-10: Body in tiles, and what a big body adds to every reach."""
    most = reach(who, who.number("body"))
    if tiles is not None and tiles > most:
        scene.refuse(
            "EOS-TURN-10",
            f"{who.name} throws as far as {counted(most, 'tile')}; {lot.item} would fly {text_of(tiles)}.",
            thing=who.name,
            state=f"{counted(most, 'tile')} at the most",
        )

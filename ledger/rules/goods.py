"""Goods that change hands, or are laid down (EOS-GEAR-08)."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from ledger import house
from ledger.dropped import picked_up
from ledger.fight import paid, tile_of, use_held
from ledger.ruling import Command, Flag, People, Said, Scene, Store, Things, Usage, part
from ledger.slots import check_room, container_named
from projections.bench import KIND as WORK
from projections.encounter import tile_text
from projections.holdings import chosen
from projections.pools import state
from projections.world import PEOPLE, Holder, Lot
from schemas.entry import Event
from schemas.events.goods import GoodsMoved
from schemas.postings import Moved, Put
from schemas.things import Wanted
from schemas.units import Number, counted, exact, stored, text_of

SHOWN = 12
"""How many kinds of things a refusal lists."""


class Give(Command, tag="give", frozen=True):
    """Give things to somebody, or lay them into the store of a place: `give Mara 5 food --to Ivo`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "give WHO THINGS --to WHOM|PLACE [--from HOLDER]"
    examples: ClassVar[tuple[str, ...]] = ("give Ivo spear, cloak, torch --to Mara", "give Mara 20 food --to Oakwood")
    who: People
    things: Things
    to: Store
    from_: Store | None = None


class Drop(Command, tag="drop", frozen=True):
    """Lay things down where one is: `drop Mara axe`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "drop WHO THINGS"
    examples: ClassVar[tuple[str, ...]] = ("drop Mara axe",)
    who: People
    things: Things


def give(command: Give, scene: Scene) -> Iterator[Event | Said]:
    """Each thing goes over as it is, food with its week. Refused: what is not there, somebody who is elsewhere."""
    if not command.things:
        raise Usage(f"What is given? {command.usage}")
    for giver in scene.people(command.who):
        scene.able(giver)
        source = giver if command.from_ is None else receiver(container_named(scene, giver, command.from_), scene)
        near(giver, source, scene)
        to = receiver(container_named(scene, giver, command.to), scene)
        if to.name == source.name:
            raise Usage(f"{source.name} has it already.")
        near(giver, to, scene)
        for wanted in command.things:
            yield part(moved(giver, source, to.name, wanted, scene))


class Take(Command, tag="take", frozen=True):
    """Take things up: from the ground, out of a chest, from someone who lies there: `take Mara sword --from chest`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "take WHO THINGS [--from HOLDER] [--to HOLDER] [--held]"
    examples: ClassVar[tuple[str, ...]] = ("take Mara sword --from chest", "take Ivo 3 food --from bandit-1")
    who: People
    things: Things
    from_: Store | None = None
    to: Store | None = None
    held: Flag = False


class Share(Command, tag="share", frozen=True):
    """Share things out in equal whole parts; what does not divide stays: `share 120 coin party`."""

    words: ClassVar[tuple[str, ...]] = ("things", "whom")
    usage: ClassVar[str] = "share THINGS WHOM [--from HOLDER]"
    examples: ClassVar[tuple[str, ...]] = ("share 120 coin party", "share 10 food Mara,Ivo --from chest@41")
    things: Things
    whom: People
    from_: Store | None = None


def take(command: Take, scene: Scene) -> Iterator[Event | Said]:
    """EOS-GEAR-08: things go to their taker. Refused: what is not there, what somebody who is well wears or holds.

    EOS-TURN-09, EOS-GEAR-07: in a fight each thing is an action; `--held` one that was kept.
    """
    if not command.things:
        raise Usage(f"What is taken? {command.usage}")
    for who in scene.people(command.who):
        scene.able(who)
        things = []
        for wanted in command.things:
            fallen = list(picked_up(scene, who, wanted, command.from_))
            yield from fallen
            things += [] if fallen else [wanted]
        if not things:
            continue
        place = scene.where(who)
        from_ = place if command.from_ is None else container_named(scene, who, command.from_)
        source = receiver(from_, scene)
        near(who, source, scene)
        to = who.name if command.to is None else container_named(scene, who, command.to)
        if to == source.name:
            raise Usage(f"{source.name} has it already.")
        loose = source.kind in PEOPLE and source is not who and state(source) == "well"
        for wanted in things:
            if command.held:
                yield part(use_held(scene, who, f"taking {wanted.item}"))
            event = moved(who, source, to, wanted, scene, loose=loose)
            event = paid(scene, who, event, f"taking {wanted.item}", held=command.held)
            yield event if command.held else part(event)


def share(command: Share, scene: Scene) -> Iterator[Event | Said]:
    """Equal whole parts out of the common store, or --from elsewhere; the rest stays. Refused: too little to share."""
    people = scene.people(command.whom)
    where = scene.where(people[0])
    source = receiver(where if command.from_ is None else container_named(scene, people[0], command.from_), scene)
    for who in people:
        near(who, source, scene)
        if who is source:
            raise Usage(f"{source.name} has it already.")
    for wanted in command.things:
        if source_has(source, wanted, scene) < exact(wanted.quantity):
            raise lacking(source, wanted, exact(wanted.quantity), scene)
        each = exact(wanted.quantity) // len(people)
        if each < 1:
            raise scene.lacks(
                f"{text_of(exact(wanted.quantity))} {wanted.item} among {len(people)} is not one each.",
                thing=wanted.item,
                state=f"{text_of(exact(wanted.quantity))} for {len(people)}",
            )
        for who in people:
            one = Wanted(wanted.item, stored(each), wanted.tier, lot=wanted.lot, counted=True)
            yield part(moved(who, source, who.name, one, scene))


def drop(command: Drop, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TURN-11: things go to the place where someone is, free in a fight too. Refused: what is not there."""
    if not command.things:
        raise Usage(f"What is dropped? {command.usage}")
    for who in scene.people(command.who):
        scene.able(who)
        place = scene.where(who)
        for wanted in command.things:
            event = moved(who, who, place, wanted, scene)
            yield part(msgspec.structs.replace(event, postings=(*event.postings, *lies_on(who, event, scene))))


def lies_on(who: Holder, event: GoodsMoved, scene: Scene) -> Iterator[Put]:
    """EOS-POS-03, EOS-LITE-01: on a board what is laid down lies on the tile of who laid it there: a torch lights from it."""
    tile = tile_of(scene.world, who)
    if tile is None:
        return
    for p in event.postings:
        if isinstance(p, Moved):
            found = chosen(scene.world, who.name, (p.item,), tier=p.tier, lot=p.lot, exact_tier=p.exact)
            for lot, _ in portions([lot for _, lot in found], exact(p.quantity)):
                if lot.piece:
                    yield Put(lot.name, "tile", tile_text(tile))


def moved(who: Holder, source: Holder, to: str, wanted: Wanted, scene: Scene, *, loose: bool = False) -> GoodsMoved:
    """The entry by which a thing goes over; loose ones first, of the tier that was said. Refused: not so many there.

    EOS-METAL-08: a workshop stays where it was built. Into a container goes what its kind and its room allow.
    """
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    need = exact(wanted.quantity)
    lots = wanted_lots(source, wanted, scene, loose=loose)
    if wanted.lot is not None and not wanted.counted:
        need = sum((lot.quantity for lot in lots), start=0) or 1
    if sum((lot.quantity for lot in lots), start=0) < need:
        raise lacking(source, wanted, need, scene, loose=loose)
    stays(item, source, scene)
    container = scene.world.piece(to) if "@" in to else None
    if container is not None:
        check_room(scene, container[1], portions(lots, need))
    return GoodsMoved(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=None,
        to=to,
        item=item,
        postings=(
            Moved(
                source.name,
                item,
                to,
                quantity=stored(need),
                tier=wanted.tier,
                lot=wanted.lot,
                exact=wanted.tier is not None,
            ),
        ),
    )


def wanted_lots(source: Holder, wanted: Wanted, scene: Scene, *, loose: bool = False) -> list[Lot]:
    """The lots that are meant, in the order in which they go; `loose`: only what is neither worn nor held."""
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    found = chosen(
        scene.world, source.name, (item,), tier=wanted.tier, lot=wanted.lot, exact_tier=wanted.tier is not None
    )
    return [lot for _, lot in found if not (loose and lot.slot)]


def source_has(source: Holder, wanted: Wanted, scene: Scene) -> Number:
    return sum((lot.quantity for lot in wanted_lots(source, wanted, scene)), start=0)


def portions(lots: list[Lot], need: Number) -> list[tuple[Lot, Number]]:
    """How much of each lot goes."""
    found: list[tuple[Lot, Number]] = []
    for lot in lots:
        amount = min(need, lot.quantity)
        if amount:
            found.append((lot, amount))
            need -= amount
    return found


def stays(item: str, source: Holder, scene: Scene) -> None:
    """EOS-METAL-08: a workshop is of use only where it was built, and is not carried off."""
    try:
        row = house.thing_row(scene.world, item)
    except KeyError:
        return
    if row.grade == "workshop" and source.kind not in PEOPLE:
        scene.refuse(
            "EOS-METAL-08",
            f"The {item} stays in {source.name}, where it was built.",
            thing=item,
            state=f"in {source.name}",
            help=(f"travel WHO --to {source.name}",),
        )


def lacking(source: Holder, wanted: Wanted, need: Number, scene: Scene, *, loose: bool = False) -> Exception:
    """What is there instead, by name."""
    there = sum((lot.quantity for lot in wanted_lots(source, wanted, scene, loose=loose)), start=0)
    tier = f"T{wanted.tier} " if wanted.tier is not None else ""
    worn = loose and source_has(source, wanted, scene) >= need
    return scene.lacks(
        f"{source.name} wears or holds that: {tier}{wanted.lot or wanted.item}."
        if worn
        else f"{source.name} has {text_of(there) if there else 'no'} {tier}{wanted.lot or wanted.item}"
        f"{f', not {text_of(need)}' if there else ''}: {has(source)}.",
        thing=wanted.lot or wanted.item,
        state="worn or held" if worn else f"{text_of(there)} of {text_of(need)}",
        help=(f"stock {source.name}",),
    )


def receiver(name: str, scene: Scene) -> Holder:
    """Who gets it: somebody, a place, a piece that holds things."""
    world = scene.world
    if name in world.holders:
        holder = world.holders[name]
        if holder.kind in ("group", WORK, "thing", "book"):
            raise scene.lacks(f"{name} is a {holder.kind} and holds nothing.", thing=name, state=holder.kind)
        return holder
    if world.piece(name) is None:
        raise scene.lacks(f"{name} is not in the book on {scene.date()}.", thing=name, state="unknown")
    return Holder(name)


def near(who: Holder, other: Holder, scene: Scene) -> None:
    """Inside one zone people move freely; things do not go farther by themselves."""
    world = scene.world
    here = scene.where(who)
    there = world.place_of(other.name) if other.kind in PEOPLE else place_of_thing(other, scene)
    if there is None or world.zone_of(there) != world.zone_of(here):
        raise scene.lacks(
            f"{who.name} is in {here}, {other.name} is "
            f"{f'in {there}' if there and there != other.name else 'elsewhere' if there else 'nowhere yet'}.",
            thing=other.name,
            state=f"in {there}" if there else "nowhere",
            help=(f"travel {who.name} --to {there}", f"gm place {who.name} --to {there}")
            if there
            else (f"gm place {other.name} --to {here}",)
            if other.kind in PEOPLE
            else (),
        )


def place_of_thing(holder: Holder, scene: Scene) -> str | None:
    """Where a place or a piece is: a piece where the one is who has it."""
    world = scene.world
    if "@" not in holder.name:
        return holder.name
    found = world.piece(holder.name)
    if found is None:
        return None
    owner, _ = found
    return world.place_of(owner.name) if owner.kind in PEOPLE else owner.name


def has(who: Holder) -> str:
    """What someone has, in a sentence of a refusal."""
    sums: dict[str, str] = {}
    for item, lots in who.lots.items():
        total = sum((lot.quantity for lot in lots), start=0)
        sums[item] = counted(total, item)
    listed = list(sums.values())
    more = f" and {len(listed) - SHOWN} more kinds" if len(listed) > SHOWN else ""
    return f"there is {', '.join(listed[:SHOWN])}{more}" if listed else "there is nothing"

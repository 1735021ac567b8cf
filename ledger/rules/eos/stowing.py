"""Stowing (EOS-CONT, EOS-GEAR): into pouches, packs and chests, back into its slot, and tents folded up."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.fight import paid, use_held
from ledger.ruling import Command, Flag, People, Said, Scene, Store, Things, Usage, part
from ledger.slots import (
    away_actions,
    check_room,
    class_of,
    container_named,
    free_slot,
    holds,
    over_tier,
    row_of,
    slot_said,
    slots_max,
    slots_of,
    takes_kind,
)
from projections.holdings import chosen, contents
from projections.wear import HANDS, SLOTS, WORN
from projections.world import PITCHED, Holder, Lot
from schemas.entry import Event
from schemas.events.goods import GoodsStowed
from schemas.postings import AnyPosting, Moved, Put
from schemas.things import Wanted
from schemas.units import Number, exact, key, stored, text_of

HIPS = tuple(dict.fromkeys([*SLOTS, *(s.rpartition(" ")[0] for s in SLOTS)]))


class Stow(Command, tag="stow", frozen=True):
    """Put things away: into a container, a slot; fold up a tent: `stow Mara 20 arrows --to arrow-pouch`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "stow WHO THINGS [--to CONTAINER|SLOT] [--held]"
    examples: ClassVar[tuple[str, ...]] = (
        "stow Mara 20 arrows --to arrow-pouch",
        "stow Brandt sword",
        "stow Mara tent",
    )
    who: People
    things: Things
    to: Store | None = None
    held: Flag = False


def stow(command: Stow, scene: Scene) -> Iterator[Event | Said]:
    """Where it was said, else where it belongs: a weapon in its slot, ammunition in a pouch, all else in a pack.

    Refused: what is not there, what the container does not take or has no room for (EOS-GEAR-10, EOS-CONT-01,
    EOS-CONT-02, EOS-CONT-03, EOS-CONT-04, EOS-WOOD-10, EOS-WOOD-11), a slot that is full (EOS-GEAR-04), what the body
    is too weak to move (EOS-CGEAR-09).
    """
    if not command.things:
        raise Usage(f"What is stowed? {command.usage}")
    for who in scene.people(command.who):
        scene.able(who)
        for wanted in command.things:
            event = stowed(command, who, wanted, scene)
            cost, what = stowing_actions(event, who, scene), f"putting {wanted.item} away"
            if command.held and cost:
                yield part(use_held(scene, who, what))
            event = paid(scene, who, event, what, cost, held=command.held)
            yield event if command.held and cost else part(event)


def stowing_actions(event: GoodsStowed, who: Holder, scene: Scene) -> int:
    """EOS-TURN-11: a weapon out of the hand goes back into its slot for nothing; EOS-SHLD-05, EOS-TURN-09: all else an
    action.
    """
    pieces = [p.holder for p in event.postings if isinstance(p, Put)]
    lot = next((lot for lot in who.all_lots() if lot.name in pieces and lot.slot in HANDS), None)
    return 1 if lot is None else away_actions(scene.world, lot)


def stowed(command: Stow, who: Holder, wanted: Wanted, scene: Scene) -> GoodsStowed:
    """One thing of the line."""
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    if item == "tent" and command.to is None:
        folded = folded_up(who, wanted, scene)
        if folded is not None:
            return folded
    lots = picked(who, wanted, item, scene)
    need = exact(wanted.quantity)
    if wanted.lot is not None and not wanted.counted:
        need = sum((lot.quantity for lot in lots), start=0)
    check_movable(who, lots[0], scene)
    if command.to is not None and key(command.to).replace("-", " ") in HIPS:
        return in_slot(who, lots[0], slot_said(command.to), scene)
    if command.to is None and lots[0].piece and need == 1 and hangs(lots[0], scene):
        slot = home(who, lots[0], scene)
        if slot is not None:
            return in_slot(who, lots[0], slot, scene)
    to = (
        best_container(who, portions(lots, need), scene)
        if command.to is None
        else container_named(scene, who, command.to)
    )
    container = scene.world.piece(to)
    if container is None or holds(scene.world, container[1]) is None:
        raise scene.lacks(
            f"{to} is nothing to stow things in.",
            thing=to,
            state="no container",
            help=(f"give {who.name} {item} --to {to}",),
        )
    check_room(scene, container[1], portions(lots, need))
    return GoodsStowed(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-GEAR-10",
        item=item,
        to=to,
        postings=moves(who, item, to, wanted, portions(lots, need)),
    )


def moves(who: Holder, item: str, to: str, wanted: Wanted, goods: list[tuple[Lot, Number]]) -> tuple[AnyPosting, ...]:
    """Pieces go one by one, by name; of what is counted in lots the fold finds which."""
    if goods and goods[0][0].piece:
        return tuple(Moved(who.name, item, to, 1, lot=lot.name) for lot, _ in goods)
    total = sum((amount for _, amount in goods), start=0)
    return (Moved(who.name, item, to, stored(total), tier=wanted.tier, lot=wanted.lot, exact=wanted.tier is not None),)


def picked(who: Holder, wanted: Wanted, item: str, scene: Scene) -> list[Lot]:
    """The lots that are meant: what is in hand first, then what is loose. Refused: not so many there."""
    lots = [
        lot
        for _, lot in chosen(
            scene.world, who.name, (item,), tier=wanted.tier, lot=wanted.lot, exact_tier=wanted.tier is not None
        )
        if lot.slot != WORN
    ]
    loose = [lot for lot in lots if not lot.slot or lot.slot in HANDS or wanted.lot is not None]
    there: Number = sum((lot.quantity for lot in loose), start=0)
    if there < exact(wanted.quantity) or not loose:
        away = sum((lot.quantity for lot in lots if lot not in loose), start=0)
        raise scene.lacks(
            f"{who.name} has {text_of(there) if there else 'no'} {wanted.lot or item} to put away"
            + (f"; {text_of(away)} are in a slot or a container already." if away else "."),
            thing=wanted.lot or item,
            state=f"{text_of(there)} of {text_of(exact(wanted.quantity))}",
            help=(f"stock {who.name}",),
        )
    return sorted(loose, key=lambda lot: (lot.slot not in HANDS, lot.position))


def portions(lots: list[Lot], need: Number) -> list[tuple[Lot, Number]]:
    """How much of each lot goes."""
    found: list[tuple[Lot, Number]] = []
    for lot in lots:
        amount = min(need, lot.quantity)
        if amount:
            found.append((lot, amount))
            need -= amount
    return found


def check_movable(who: Holder, lot: Lot, scene: Scene) -> None:
    """EOS-CGEAR-09: a weapon or shield that the body is too weak for is neither drawn nor put away."""
    if lot.slot in HANDS and over_tier(scene.world, who, lot) is not None:
        body = text_of(who.number("body"))
        scene.refuse(
            "EOS-CGEAR-09",
            f"{lot.name} is T{lot.tier}; {who.name} has Body {body} and cannot move it.",
            thing=lot.name,
            state=f"Body {body}",
            help=(f"drop {who.name} {lot.item}",),
        )


# -- slots ------------------------------------------------------------------------------------------------------


def hangs(lot: Lot, scene: Scene) -> bool:
    """Whether it has a slot of its kind on hip or back: weapons, shields, toolkits, pouches and packs."""
    row = row_of(scene.world, lot)
    if row is None or row.grade == "workshop" or row.size_class == "XL":
        return False
    return (
        (row.hands is not None and row.kind in ("weapon", "armor"))
        or row.kind == "tool"
        or (row.kind == "container" and row.size_cost is not None)
    )


def home(who: Holder, lot: Lot, scene: Scene) -> str | None:
    """The slot with room for it; EOS-GEAR-05, EOS-CONT-05: none for what is above Body."""
    row = row_of(scene.world, lot)
    if row is None or over_tier(scene.world, who, lot) is not None:
        return None
    return free_slot(scene.world, who, lot, row, class_of(row, scene))


def in_slot(who: Holder, lot: Lot, where: str, scene: Scene) -> GoodsStowed:
    """EOS-GEAR-04, EOS-SHLD-05: back into a slot, the one that was said or the first with room."""
    row = row_of(scene.world, lot)
    if row is None:
        raise scene.lacks(
            f"Of {lot.item} the book does not say where it hangs.", thing=lot.item, state="declared by the GM"
        )
    rule = over_tier(scene.world, who, lot)
    if rule is not None:
        body = text_of(who.number("body"))
        scene.refuse(
            rule, f"{lot.name} is T{lot.tier}; {who.name} has Body {body}.", thing=lot.name, state=f"Body {body}"
        )
    slot = free_slot(scene.world, who, lot, row, class_of(row, scene), where)
    if slot is None:
        scene.refuse(
            "EOS-GEAR-04",
            f"{who.name} has no room for {lot.name} ({where}).",
            thing=lot.name,
            state=f"{where} full",
            help=(f"gear {who.name}",),
        )
        slot = where
    return GoodsStowed(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-SHLD-05" if row.kind == "armor" else "EOS-GEAR-04",
        item=lot.item,
        to=slot,
        postings=(Put(lot.name, "slot", slot),),
    )


def best_container(who: Holder, goods: list[tuple[Lot, Number]], scene: Scene) -> str:
    """The container of theirs that takes it and has room: one of that thing alone first, then what is worn."""
    world = scene.world
    item = goods[0][0].item
    found: list[tuple[tuple[bool, bool, int], str]] = []
    for lot in who.all_lots():
        most = slots_max(world, lot)
        room = holds(world, lot)
        if most is None or room is None or not takes_kind(world, lot, item):
            continue
        inside = [(each, each.quantity) for each in contents(who, lot.name)]
        needed = slots_of(world, [*inside, *goods])
        if needed is not None and needed <= most:
            found.append(((not room.one_kind, lot.slot not in SLOTS, lot.position), lot.name))
    if not found:
        raise scene.lacks(
            f"{who.name} has no container with room for {item}.",
            thing=item,
            state="no room",
            help=(f"gear {who.name}", f"craft {who.name} T1 backpack"),
        )
    return min(found)[1]


# -- tents ------------------------------------------------------------------------------------------------------


def folded_up(who: Holder, wanted: Wanted, scene: Scene) -> GoodsStowed | None:
    """EOS-TENT-03: a tent of the place is folded up and carried, and wears no longer. None: there is none."""
    place = scene.where(who)
    lots = [
        lot
        for lot in scene.world.get(place).lots.get("tent", ())
        if lot.slot == PITCHED and wanted.lot in (None, lot.name) and wanted.tier in (None, lot.tier)
    ]
    if not lots:
        return None
    lot = lots[0]
    postings: tuple[AnyPosting, ...] = (Moved(place, "tent", who.name, 1, lot=lot.name),)
    return GoodsStowed(who=who.name, place=place, rule="EOS-TENT-03", item="tent", to=who.name, postings=postings)

"""Wearing (EOS-GEAR): what is put on, in which slot, and what the body bears."""

from collections.abc import Iterator
from typing import ClassVar

from ledger import house
from ledger.fight import paid, use_held
from ledger.ruling import Command, Flag, People, Said, Scene, Text, Things, Usage, part
from ledger.shots import MOUNT_SLOT, kind_of, mountable
from ledger.sizes import size_of
from ledger.slots import Class, able_slots, away_actions, class_of, free_slot, over_tier, slot_said
from projections.wear import HANDS, WORN, bears, burden, on_body
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.goods import GearWorn
from schemas.postings import Put
from schemas.rulebook import Thing
from schemas.things import Wanted
from schemas.units import exact, text_of


class Wear(Command, tag="wear", frozen=True):
    """Put things on, or hang them in a slot: `wear Mara T2 armor, 2 cloaks`, `wear Mara bow --slot back`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "wear WHO THINGS [--slot back|right hip|left hip] [--held]"
    examples: ClassVar[tuple[str, ...]] = (
        "wear Mara,Ivo cloak",
        "wear Brandt sword, shield",
        "wear Mara bow --slot back",
    )
    who: People
    things: Things
    slot: Text | None = None
    held: Flag = False


def wear(command: Wear, scene: Scene) -> Iterator[Event | Said]:
    """EOS-GEAR-04: each thing goes where it belongs, of several the one that fits and is best.

    Refused: a thing that is not there, another size (EOS-SCALE-09), armor or clothing not fitted (EOS-GEAR-03), more
    suits or sets than one wears (EOS-CGEAR-04, EOS-RACE-DWARF-02, EOS-TAIL-08), Body below the tier (EOS-CGEAR-03,
    EOS-GEAR-05, EOS-CONT-05), a slot that is full (EOS-GEAR-04); by ruling overload more cloaks than the body bears.
    In a fight a weapon out of the hand is sheathed for nothing (EOS-TURN-11), a shield is an action (EOS-SHLD-05), and so is
    each thing that is not in hand (EOS-TURN-09).
    """
    if not command.things:
        raise Usage(f"What is put on? {command.usage}")
    where = None if command.slot is None else slot_said(command.slot)
    for who in scene.people(command.who):
        scene.able(who)
        for wanted in command.things:
            event = put_on(who, wanted, where, scene)
            cost = sum(
                away_actions(scene.world, lot) if lot.slot in HANDS else 1
                for lot in who.all_lots()
                if lot.name in event.pieces
            )
            what = f"putting on {wanted.item}"
            if command.held and cost:
                yield part(use_held(scene, who, what))
            event = paid(scene, who, event, what, cost, held=command.held)
            yield event if command.held and cost else part(event)


def put_on(who: Holder, wanted: Wanted, where: str | None, scene: Scene) -> GearWorn:
    """One thing of the line, all its pieces."""
    pieces = picked(who, wanted, where, scene)
    row = row_of(pieces[0], scene)
    if kind_of(row) == "siege":
        return mounted(who, pieces, scene)
    if row.name == "container":
        scene.refuse(
            "EOS-BUSH-15", f"A basket or pot is carried, not worn: {pieces[0].name} hangs in no slot.", thing=pieces[0].name,
            state="carried", help=(f"stow {who.name} THINGS --to {pieces[0].name}",),
        )  # fmt: skip
    kind = class_of(row, scene)
    slots: list[str] = []
    weapon = False
    for nth, lot in enumerate(pieces):
        check_size(who, lot, scene)
        match kind:
            case "body":
                check_fit(who, lot, row, scene)
                check_body(who, lot, row, nth, scene)
                slots.append(WORN)
            case _:
                check_tier(who, lot, scene)
                weapon = weapon or kind == "weapon"
                slots.append(slot_for(who, lot, row, kind, where, list(zip(pieces, slots, strict=False)), scene))
    rule = (
        ("EOS-BUSH-03" if row.name == "cloak" else "EOS-TAIL-08" if row.name == "clothing" else "EOS-CGEAR-04")
        if (kind == "body")
        else "EOS-GEAR-05"
        if weapon
        else "EOS-GEAR-04"
    )
    return GearWorn(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=rule,
        pieces=tuple(lot.name for lot in pieces),
        slot=", ".join(dict.fromkeys(slots)),
        postings=tuple(Put(lot.name, "slot", slot) for lot, slot in zip(pieces, slots, strict=True)),
    )


def mounted(who: Holder, pieces: list[Lot], scene: Scene) -> GearWorn:
    """EOS-SIZE-13: a siege engine on the back of a huge creature, in the empty slot of its two-hander or shield.

    Refused: anybody smaller, Body or Siege Weapon skill below its tier, a slot that holds something.
    """
    engine = pieces[0]
    mountable(scene, who, engine)
    there = next((lot for lot in who.all_lots() if lot.slot == MOUNT_SLOT and lot is not engine), None)
    if there is not None or len(pieces) > 1:
        other = there or pieces[1]
        scene.refuse(
            "EOS-SIZE-13",
            f"The back of {who.name} bears one engine, and the slot is {other.name}'s.",
            thing=engine.name,
            state=f"{other.name} in the slot",
            help=(f"drop {who.name} {other.name}",),
        )
    return GearWorn(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-SIZE-13",
        pieces=(engine.name,),
        slot=MOUNT_SLOT,
        postings=(Put(engine.name, "slot", MOUNT_SLOT),),
    )


# -- which pieces -----------------------------------------------------------------------------------------------


def picked(who: Holder, wanted: Wanted, where: str | None, scene: Scene) -> list[Lot]:
    """The pieces that are meant: loose ones, those that fit first, then the best. Refused: not so many there."""
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    count = exact(wanted.quantity)
    if not isinstance(count, int):
        raise Usage(f"{item.capitalize()} is worn whole, not {text_of(count)}.")
    every = [
        lot
        for lot in who.lots.get(item, ())
        if wanted.lot in (None, lot.name) and (wanted.tier is None or lot.tier == wanted.tier)
    ]
    chosen = wanted.lot is not None or where is not None
    loose = [lot for lot in every if not lot.slot or "@" in lot.slot or (chosen and lot.slot != WORN)]
    if any(not lot.piece for lot in loose):
        raise scene.lacks(
            f"{item.capitalize()} is nothing to wear; it goes into a pouch or backpack.",
            thing=item,
            state="loose",
            help=(f"stow {who.name} {item} --to backpack",),
        )
    if len(loose) < count:
        raise lacking(who, item, wanted, every, loose, scene)
    size = size_of(who)
    loose.sort(
        key=lambda lot: (
            lot.size not in (None, size),
            lot.fitted_to not in (None, who.name),
            bool(lot.slot and "@" not in lot.slot),
            -(lot.tier or 0),
            lot.position,
        )
    )
    return loose[:count]


def lacking(who: Holder, item: str, wanted: Wanted, every: list[Lot], loose: list[Lot], scene: Scene) -> Exception:
    """What they have instead, by name."""
    tier = f"T{wanted.tier} " if wanted.tier is not None else ""
    if len(every) > len(loose):
        on = ", ".join(f"{lot.name} ({lot.slot})" for lot in every if lot.slot and "@" not in lot.slot)
        return scene.lacks(
            f"{who.name} has {len(loose)} loose {tier}{item}; worn or held already: {on}.",
            thing=item,
            state="worn already",
            help=(f"gear {who.name}",),
        )
    names = ", ".join(sorted(who.lots)) or "nothing"
    return scene.lacks(
        f"{who.name} has {len(every) or 'no'} {tier}{wanted.lot or item}; there is {names}.",
        thing=item,
        state=f"{len(every)} of {text_of(exact(wanted.quantity))}",
        help=(f"stock {who.name}",),
    )


def row_of(lot: Lot, scene: Scene) -> Thing:
    try:
        return house.thing_row(scene.world, lot.item)
    except KeyError:
        raise scene.lacks(
            f"Of {lot.item} the book does not say how it is worn.",
            thing=lot.item,
            state="declared by the GM",
            help=(f'gm set {lot.name} slot "back misc" --reason "..."',),
        ) from None


# -- what the body bears ----------------------------------------------------------------------------------------


def check_size(who: Holder, lot: Lot, scene: Scene) -> None:
    """EOS-SCALE-09, EOS-CGEAR-11: gear of another size category serves nobody."""
    size = size_of(who)
    if lot.size is not None and lot.size != size:
        scene.refuse(
            "EOS-SCALE-09",
            f"{lot.name} is made for a {lot.size.lower()} creature; {who.name} is {size.lower()}.",
            thing=lot.name,
            state=lot.size,
        )


def check_fit(who: Holder, lot: Lot, row: Thing, scene: Scene) -> None:
    """EOS-GEAR-03, EOS-CGEAR-12: armor and clothing are worn by the one they were fitted to; cloaks by anyone."""
    if row.name != "cloak" and lot.fitted_to != who.name:
        fitter = "an armorsmith" if row.name == "armor" else "a tailor"
        scene.refuse(
            "EOS-GEAR-03",
            f"{lot.name} is fitted to {lot.fitted_to or 'nobody'}, not to {who.name}; "
            f"{fitter} of T{lot.tier or 1} or better refits it.",
            thing=lot.name,
            state=f"fitted to {lot.fitted_to or 'nobody'}",
            help=(f"fit WHO {lot.name} for {who.name}",),
        )


def check_body(who: Holder, lot: Lot, row: Thing, nth: int, scene: Scene) -> None:
    """How much of it one wears. `nth` counts the pieces of the line before this one."""
    body = who.number("body")
    wears = len(on_body(who, row.name)) + nth
    match row.name:
        case "clothing":
            sets = int(who.number("slot_multiplier", 1))
            if wears >= sets:
                scene.refuse(
                    "EOS-TAIL-08",
                    f"{who.name} wears {wears} of {sets} sets of clothing.",
                    thing=lot.name,
                    state=f"{wears} worn",
                    help=(f"drop {who.name} {on_body(who, row.name)[0].name}",) if on_body(who, row.name) else (),
                )
        case "armor":
            suits = int(who.number("armor_suits_max", 1))
            if (lot.tier or 0) > body:
                scene.refuse(
                    "EOS-CGEAR-03" if suits == 1 else "EOS-RACE-DWARF-02",
                    f"T{lot.tier} armor takes Body {lot.tier}; {who.name} has {text_of(body)}.",
                    thing=lot.name,
                    state=f"Body {text_of(body)}",
                )
            if wears >= suits:
                rule = "EOS-CGEAR-04" if suits == 1 else "EOS-RACE-DWARF-02"
                scene.refuse(
                    rule, f"{who.name} wears {wears} of {suits} suits of armor.", thing=lot.name, state=f"{wears} worn"
                )
            check_burden(who, (lot.tier or 0) * (nth + 1), lot, scene)
        case _:
            check_burden(who, nth + 1, lot, scene)


def check_burden(who: Holder, more: int, lot: Lot, scene: Scene) -> None:
    """EOS-GEAR-12, EOS-BUSH-03: above what the body bears it is worn and Move is 0, or refused (ruling overload).

    EOS-CHAR-07: with Body 0 nothing of it is worn at all.
    """
    if who.number("body") < 1:
        scene.refuse(
            "EOS-CHAR-07", f"{who.name} has Body 0 and wears neither armor nor cloaks.", thing=lot.name, state="Body 0"
        )
        return
    weight, most = burden(who) + more, bears(who)
    if weight > most and scene.world.ruling("overload", "worn-but-frozen") == "refuse":
        scene.refuse(
            "EOS-GEAR-12",
            f"Armor and cloaks would come to {text_of(weight)}; {who.name} bears {text_of(most)}.",
            thing=lot.name,
            state=f"{text_of(burden(who))} of {text_of(most)} worn",
            help=(f"drop {who.name} cloak",),
        )


# -- slots ------------------------------------------------------------------------------------------------------


def check_tier(who: Holder, lot: Lot, scene: Scene) -> None:
    """EOS-GEAR-05, EOS-CGEAR-16: weapons, not crossbows and firearms; EOS-SHLD-02: shields; EOS-CONT-05: containers.

    EOS-CGEAR-07, EOS-CGEAR-09: what the body is too weak for is not moved at all.
    """
    rule = over_tier(scene.world, who, lot)
    if rule is not None:
        body = text_of(who.number("body"))
        said = f"{lot.name} is T{lot.tier}; {who.name} has Body {body}."
        scene.refuse(rule, said, thing=lot.name, state=f"Body {body}")


def slot_for(
    who: Holder, lot: Lot, row: Thing, kind: Class, where: str | None, taken: list[tuple[Lot, str]], scene: Scene
) -> str:
    """EOS-GEAR-04, EOS-CGEAR-13: the slot it takes. Refused: none of its kind has room, or it goes to none there."""
    slot = free_slot(scene.world, who, lot, row, kind, where, taken)
    if slot is not None:
        return slot
    able = [s for s in able_slots(row, kind) if where is None or where in (s, s.rpartition(" ")[0])]
    full = able[0] if able else f"{where or 'hip'} {kind}"
    scene.refuse(
        "EOS-GEAR-04",
        f"{who.name} has no room for {lot.name} ({full})." if able else f"{row.name.capitalize()} does not go there.",
        thing=lot.name,
        state=f"{full} full" if able else f"no {kind} slot",
        help=(f"gear {who.name}",),
    )
    return full

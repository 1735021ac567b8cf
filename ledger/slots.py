"""Slots: the nine that someone wears things in, the hands, and the room that containers have (EOS-GEAR, EOS-CONT)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, NamedTuple

from ledger import house
from ledger.ruling import Scene, Usage
from ledger.sizes import size_factor
from ledger.skids import SKID, check_load, loose_things, whole_loads
from projections.holdings import contents, owner_of
from projections.wear import HANDS, SLOTS, held
from projections.world import Holder, Lot, World
from schemas.postings import AnyPosting, Put
from schemas.rulebook import Holds, Thing
from schemas.units import Number, exact, key, text_of

Class = Literal["body", "weapon", "toolkit", "misc"]
Hand = Literal["main", "off", "both", "tail"]
NO_BODY_NEEDED = ("crossbow", "firearm")
"""Words of the skills whose weapons ask for no Body (EOS-CGEAR-16)."""
A_STACK = 10
CLASS_SLOTS: dict[str, Number] = {"XS": Fraction(1, 10), "S": 1, "M": 10, "L": 100, "XL": 1000}
"""EOS-GEAR-10: extra-small things of one kind in a slot."""


def row_of(world: World, lot: Lot) -> Thing | None:
    """The row of a thing; None for what the GM declared."""
    try:
        return house.thing_row(world, lot.item)
    except KeyError:
        return None


# -- room in containers -----------------------------------------------------------------------------------------


def holds(world: World, lot: Lot) -> Holds | None:
    """What goes into a piece; None for what holds nothing."""
    row = row_of(world, lot)
    return row.holds if row is not None and row.kind in ("container", "vehicle") else None


def slots_max(world: World, lot: Lot) -> Number | None:
    """EOS-CONT-01, EOS-CONT-02, EOS-CONT-03, EOS-CONT-04, EOS-SCALE-03: the room in it; of one kind it rounds up.

    EOS-WOOD-10: a chest 200 slots; EOS-WOOD-11: a food chest 300 units; EOS-WOOD-12: a barrel 50 gallons;
    EOS-WOOD-15: these do not grow with size.
    """
    own = (lot.fields or {}).get("slots_max")
    if own is not None and not isinstance(own, str):
        return own
    room = row.holds if (row := row_of(world, lot)) is not None else None
    if room is None:
        return None
    slots: Number = room.count * (lot.full_tier or 1) if room.per_tier else room.count
    if lot.size is not None:
        slots = exact(slots * size_factor(lot.size))
        if room.one_kind:
            slots = -(-slots // 1)
    return slots


def slots_used(world: World, container: Lot) -> Number:
    """EOS-GEAR-10: the room that what lies in it takes; of a food chest units of food."""
    owner, _ = owner_of(world, container.name)
    inside = contents(world.get(owner), container.name)
    room = holds(world, container)
    if room is not None and room.unit == "food":
        return sum((lot.quantity for lot in inside), start=0)
    return slots_of(world, ((lot, lot.quantity) for lot in inside)) or 0


def slots_of(world: World, lots: Iterable[tuple[Lot, Number]]) -> Number | None:
    """EOS-GEAR-10: the slots of so much of these lots: extra-small things ten to one, of one kind (ruling xs_stack).

    None where one of them has a size of which nothing is said.
    """
    stacks: dict[str, Number] = {}
    small: Number = 0
    total: Number = 0
    for lot, quantity in lots:
        each = slots_each(world, lot)
        if each is None:
            return None
        if each == Fraction(1, A_STACK):
            stacks[lot.item] = stacks.get(lot.item, 0) + quantity
            small += quantity
        else:
            total += each * (-(-Fraction(quantity) // 1))
    if world.ruling("xs_stack", "same-kind") == "any-kind":
        return exact(total + -(-Fraction(small) // A_STACK))
    return exact(total + sum((-(-Fraction(n) // A_STACK) for n in stacks.values()), start=Fraction(0)))


def slots_each(world: World, lot: Lot) -> Number | None:
    """EOS-GEAR-10, EOS-GEAR-11, EOS-GEAR-09: the room that one takes: the most of its category, or as the GM set it.

    A tent ten for each person (EOS-TENT-01), rope ten for ten feet; None where the book says nothing.
    """
    own = (lot.fields or {}).get("slots")
    if own is not None and not isinstance(own, str):
        return own
    row = row_of(world, lot)
    if row is None:
        said = world.get(lot.item).fields
        told = said.get("slots")
        if told is not None and not isinstance(told, str):
            return told
        return CLASS_SLOTS.get(str(said.get("size_class")))
    if row.slots is None:
        return None
    if row.slots.per == "person":
        return row.slots.count * (lot.persons or 1)
    return exact(Fraction(row.slots.count, row.slots.each))


def takes_kind(world: World, container: Lot, item: str) -> bool:
    """EOS-CONT-02, EOS-CONT-04, EOS-WOOD-11, EOS-WOOD-12: whether such a thing goes into it at all."""
    row = row_of(world, container)
    room = holds(world, container)
    if row is None or room is None or room.unit in ("gallons", "pages"):
        return False
    if room.unit == "food" or (room.one_kind and row.of_item == "food"):
        return item in ("food", "preserved food")
    return not room.one_kind or row.of_item in (None, item)


def check_room(scene: Scene, container: Lot, lots: list[tuple[Lot, Number]]) -> None:
    """Refuses what does not go into a container: of another kind (EOS-CONT-02, EOS-CONT-04, EOS-WOOD-11), too much.

    What it cannot take by its kind, no overruling makes room for; of a size that the book does not say the GM says it.
    """
    world = scene.world
    row, room, most = row_of(world, container), holds(world, container), slots_max(world, container)
    if row is None or room is None or most is None:
        raise scene.lacks(f"{container.name} holds nothing.", thing=container.name, state="no container")
    item = lots[0][0].item
    if container.name in (lot.name for lot, _ in lots):
        raise Usage(f"{container.name} does not go into itself.")
    if row.name == SKID:
        together = [
            *((lot, lot.quantity) for lot in contents(world.get(owner_of(world, container.name)[0]), container.name)),
            *lots,
        ]
        check_load(scene, container.name, whole_loads(together), slots_of(world, loose_things(together)) or 0)
        return
    if not takes_kind(world, container, item):
        one = row.of_item or ("food" if room.unit == "food" else "water")
        rule = {"pouch": "EOS-CONT-02", "backpack": "EOS-CONT-04", "barrel": "EOS-WOOD-12"}.get(
            row.name.rpartition(" ")[2], "EOS-WOOD-11"
        )
        scene.refuse(
            rule,
            f"A {row.name} holds {one} and nothing else.",
            thing=container.name,
            state=f"for {one}",
            help=("stow WHO THINGS --to backpack",),
        )
    inside = [(lot, lot.quantity) for lot in contents(world.get(owner_of(world, container.name)[0]), container.name)]
    if room.unit == "food":
        needed: Number | None = sum((n for _, n in [*inside, *lots]), start=0)
    else:
        needed = slots_of(world, [*inside, *lots])
    if needed is None:
        silent = next(lot for lot, _ in lots if slots_each(world, lot) is None)
        raise scene.lacks(
            f"How much room {silent.item} takes, the book does not say; the GM does.",
            thing=silent.name,
            state="no size",
            help=(f'gm set {silent.name} slots 1 --reason "..."',),
        )
    if needed > most:
        rule = (
            "EOS-GEAR-10" if row.size_cost is not None or row.grade is not None else CHESTS.get(row.name, "EOS-GEAR-10")
        )
        scene.refuse(
            rule,
            f"{container.name} has room for {text_of(most)}; with this it would be {text_of(needed)}.",
            thing=container.name,
            state=f"{text_of(slots_used(world, container))} of {text_of(most)} used",
            help=("gear WHO",),
        )


def container_named(scene: Scene, who: Holder, word: str) -> str:
    """Who, what place or which piece is meant: a name, or the kind of container that someone has or stands beside.

    What is worn comes first, then what they carry, then what stands at the place. Refused: there is none.
    """
    world = scene.world
    if word in world.holders or world.piece(word) is not None:
        return word
    place = world.place_of(who.name)
    near = [who, *([world.get(place)] if place else [])]
    found = [lot for holder in near for lot in holder.lots.get(word, ()) if lot.piece]
    if not found:
        raise scene.lacks(
            f"{who.name} has no {word} within reach.", thing=word, state="not there", help=(f"stock {who.name}",)
        )
    return min(found, key=lambda lot: (lot not in who.lots.get(word, ()), lot.slot not in SLOTS, lot.position)).name


CHESTS = {
    "chest": "EOS-WOOD-10",
    "food chest": "EOS-WOOD-11",
    "water barrel": "EOS-WOOD-12",
    "container": "EOS-BUSH-15",
}


# -- what goes where --------------------------------------------------------------------------------------------


def class_of(row: Thing, scene: Scene) -> Class:
    """Where a thing belongs: on the body, or in a weapon's, a toolkit's or any other slot (EOS-GEAR-04)."""
    if row.name in ("armor", "clothing", "cloak"):
        return "body"
    if row.name == "bedroll":
        scene.refuse(
            "EOS-BED-01", "A bedroll cannot be worn; it serves at rest by itself.", thing="bedroll", state="not worn"
        )
        return "misc"
    if row.hands is not None and row.kind in ("weapon", "armor"):
        return "weapon"
    if row.kind == "tool" and row.grade != "workshop":
        return "toolkit"
    if row.kind in ("weapon", "structure", "vehicle") or row.grade == "workshop" or row.size_class == "XL":
        raise scene.lacks(f"A {row.name} is not carried in a slot.", thing=row.name, state="too large")
    return "misc"


def over_tier(world: World, who: Holder, lot: Lot) -> str | None:
    """The mechanic that Body breaks: EOS-GEAR-05 weapons, but not crossbows and firearms (EOS-CGEAR-16);
    EOS-SHLD-02 shields; EOS-CONT-05 containers; None where Body is enough.
    """
    row = row_of(world, lot)
    if row is None or lot.tier is None or lot.tier <= who.number("body"):
        return None
    if row.kind == "weapon":
        free = any(word in skill for skill in row.used_with for word in NO_BODY_NEEDED)
        return None if free else "EOS-GEAR-05"
    if row.kind == "armor":
        return "EOS-SHLD-02"
    return "EOS-CONT-05" if row.kind == "container" and row.size_cost is not None else None


def slot_said(text: str) -> str:
    """`back`, `right hip`, `left hip`, or one of the nine slots in full."""
    words = key(text).replace("-", " ")
    known = (*dict.fromkeys(s.rpartition(" ")[0] for s in SLOTS), *SLOTS)
    if words not in known:
        raise Usage(f"There is no slot {text}.", nearest=known[:3])
    return words


def able_slots(row: Thing, kind: Class) -> list[str]:
    """EOS-GEAR-04, EOS-CGEAR-13: the slots of a thing: hips hold one-handers, backs two-handers, shields, packs."""
    hip = kind != "weapon" or (row.hands == 1 and row.kind == "weapon")
    order = ("right hip", "left hip", "back")
    if row.name.endswith("backpack") or not hip:
        order = ("back", "right hip", "left hip")
    return [f"{at} {kind}" for at in order if hip or at == "back"]


def free_slot(
    world: World,
    who: Holder,
    lot: Lot,
    row: Thing,
    kind: Class,
    where: str | None = None,
    taken: Iterable[tuple[Lot, str]] = (),
) -> str | None:
    """EOS-GEAR-04, EOS-RACE-DWARF-01: the first slot of its kind with room, or the one told; a dwarf's hold two.

    `taken` are slots that this line has filled or (with "") emptied already.
    """
    room_of = 2 * int(who.number("slot_multiplier", 1))
    moved = {other.name: at for other, at in taken}
    for slot in able_slots(row, kind):
        if where is not None and where not in (slot, slot.rpartition(" ")[0]):
            continue
        room = room_of
        for other in who.all_lots():
            if other is not lot and moved.get(other.name, other.slot) == slot:
                room -= bulk(world, other, slot)
        if room >= bulk(world, lot, slot):
            return slot
    return None


def bulk(world: World, lot: Lot, slot: str) -> int:
    """Halves of a slot: on the back a one-handed weapon takes one, anything else is a whole item."""
    row = row_of(world, lot)
    return 1 if slot == "back weapon" and row is not None and row.kind == "weapon" and row.hands == 1 else 2


# -- hands ------------------------------------------------------------------------------------------------------


TAIL_LIMBS = 3
"""EOS-RACE-APE-01: limbs of somebody with a hand on the tail."""


def able_hands(who: Holder, row: Thing | None) -> list[Hand]:
    """EOS-CGEAR-07: two hands for a two-hander; EOS-RACE-ORC-01: an Orc's main hand is enough for one of melee.

    EOS-RACE-APE-01: a Neo-Ape's tail holds a melee weapon of one hand; no shot, no two-hander, no shield.
    """
    shot = row is not None and row.ammunition is not None
    if row is not None and row.hands == 2:
        return ["main", "both"] if who.number("two_hander_in_main_hand") and not shot else ["both"]
    order: list[Hand] = ["off", "main"] if row is not None and row.kind == "armor" else ["main", "off"]
    if who.number("melee_limbs", 2) >= TAIL_LIMBS and not shot and (row is None or row.kind != "armor"):
        order.append("tail")
    return order


def in_the_way(who: Holder, hand: Hand) -> list[Lot]:
    """What is held where this hand would be needed."""
    needs = {"main": ("main", "both"), "off": ("off", "both"), "both": ("main", "off", "both"), "tail": ("tail",)}[hand]
    return [lot for lot in held(who) if lot.slot in needs]


class PutAway(NamedTuple):
    """A piece that leaves a hand, and the slot that it goes to; None: no slot has room, it is carried loose."""

    lot: Lot
    slot: str | None


def put_away(world: World, who: Holder, pieces: Iterable[Lot], taken: Iterable[tuple[Lot, str]] = ()) -> list[PutAway]:
    """Each piece goes back into a worn slot of its kind, if one has room, else among what is carried loose."""
    found: list[PutAway] = []
    filled = list(taken)
    for lot in pieces:
        row = row_of(world, lot)
        slot = None
        if row is not None and row.hands is not None and over_tier(world, who, lot) is None:
            slot = free_slot(world, who, lot, row, "weapon", taken=filled)
        filled.append((lot, slot or ""))
        found.append(PutAway(lot, slot))
    return found


def hands_free(world: World, who: Holder) -> tuple[AnyPosting, ...]:
    """EOS-GEAR-06, EOS-CGEAR-17: for work with tools weapons and shields are put away, by themselves."""
    arms = [lot for lot in held(who) if (row := row_of(world, lot)) is not None and row.kind in ("weapon", "armor")]
    return tuple(Put(lot.name, "slot", slot) for lot, slot in put_away(world, who, arms))


def draw_actions(world: World, who: Holder, lot: Lot) -> int:
    """EOS-CGEAR-14, EOS-GEAR-07: actions to take a piece in hand in a fight: none out of a worn weapon slot, else one.

    EOS-SHLD-03: a shield takes two, a whole turn.
    """
    row = row_of(world, lot)
    if lot.slot in HANDS:
        return 0
    if row is not None and row.kind == "armor":
        return 2
    return 0 if lot.slot is not None and lot.slot.endswith(" weapon") else 1


def away_actions(world: World, lot: Lot) -> int:
    """EOS-SHLD-05, EOS-TURN-11: actions to put a piece out of hand away in a fight: one for a shield, none for a weapon."""
    row = row_of(world, lot)
    return 1 if lot.slot in HANDS and row is not None and row.kind == "armor" else 0


def ammunition_actions(world: World, who: Holder, lot: Lot) -> int:
    """EOS-CGEAR-15, EOS-GEAR-07: what a shot costs beside the shot: nothing out of a worn container of that thing
    alone, one action from anywhere else.
    """
    found = world.piece(lot.slot) if lot.slot is not None and "@" in lot.slot else None
    if found is None:
        return 1
    row = row_of(world, found[1])
    alone = row is not None and row.of_item == lot.item
    return 0 if alone and found[0] is who and found[1].slot in SLOTS else 1

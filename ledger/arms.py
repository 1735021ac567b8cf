"""What somebody strikes with: weapons in hand, bare hands, claws; drawn for the blow where a free hand lets it (EOS-MH).

Figures of a skill stand in its row (`Skill.strike`); those of a piece in its thing's row. Nothing here throws a die.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ledger import house
from ledger.goods import where_else
from ledger.ruling import Scene, Usage
from ledger.shots import is_loaded, loads_in
from ledger.sizes import size_of
from ledger.slots import TAIL_LIMBS, able_hands, draw_actions, over_tier, put_away, row_of
from projections.pools import skill, state
from projections.sheet import SHIELDS, natural_weapons
from projections.wear import HANDS, held
from projections.world import Holder, Lot, World
from schemas.postings import AnyPosting, Put
from schemas.rulebook import Strike, Thing
from schemas.units import Number, key, text_of

UNARMED = "unarmed melee"
BARE = ("hand", "hands", "fist", "fists", "bare-hands", "unarmed", "unarmed-melee", "body")
"""Words for bare hands; of a body with claws these are its claws (EOS-RACE-TIGER-01)."""
NATURAL = (
    "natural", "natural-weapon", "natural-weapons", "claw", "claws", "bite", "jaws", "fang", "fangs", "teeth", "horn", "horns",
    "tusk", "tusks", "beak", "sting", "stinger",
)  # fmt: skip
"""Words for what a body is armed with by nature."""
ONE_HAND = {"main": "main", "main-hand": "main", "off": "off", "off-hand": "off", "tail": "tail"}
PART_OF = {"main": "main hand", "off": "off hand", "tail": "tail", "body": "natural weapon"}


class Arm(NamedTuple):
    """One weapon of one blow: a piece in a `hand`, a bare hand, or a part of the body (`part`) with a tier of its own."""

    name: str
    skill: str
    strike: Strike
    tier: Number
    reach: Number
    hand: str
    lot: Lot | None = None
    part: str | None = None

    @property
    def bare(self) -> bool:
        """EOS-UNA-04: nothing but the body."""
        return self.lot is None and self.part is None

    @property
    def unarmed(self) -> bool:
        """EOS-UNA-06, EOS-UNA-07: whether the drawbacks of bare hands hold: so do those of claws at T0 (EOS-NATW-04)."""
        return self.bare or (self.part is not None and self.tier <= 0)

    @property
    def item(self) -> str:
        """The kind of thing it is: `sword`, `hand`, `natural weapon`."""
        return self.lot.item if self.lot is not None else self.name

    @property
    def over_one(self) -> bool:
        """EOS-COV-06, EOS-NATW-04: whether it strikes past one body or round an edge."""
        return self.strike.over_one or (self.part is not None and self.strike.tiles > 1)


class Taken(NamedTuple):
    """What a side has in hand for the blow, and how it came there: postings, and actions in a fight (EOS-CGEAR-14)."""

    arms: tuple[Arm, ...]
    postings: tuple[AnyPosting, ...] = ()
    actions: int = 0
    drawn: tuple[str, ...] = ()


# -- what skills and bodies do ----------------------------------------------------------------------------------


def strike_of(world: World, name: str) -> Strike:
    """How a weapon skill fights; one that the house added without figures is fought with as the main hand's melee."""
    rows = house.skills(world)
    row = rows.get(name)
    if row is not None and row.strike is not None:
        return row.strike
    common = rows["main-hand melee"].strike
    assert common is not None
    return common


def reach_of(who: Holder, strike: Strike) -> Number:
    """EOS-POS-03, EOS-SIZE-11, EOS-SIZE-12: the reach of a skill and what a big body adds; EOS-RACE-HYENA-02: thrown."""
    thrown = who.number("thrown_range_bonus") if strike.kind == "thrown" else 0
    return strike.tiles + who.number("weapon_range_bonus") + thrown


def level_of(who: Holder, name: str) -> Number:
    """EOS-CGEAR-08: no skill counts as 0; EOS-RACE-DAYWALKER-05: in a trance every skill does."""
    return 0 if state(who) == "trance" else skill(who, name)


def bare_hand(world: World, who: Holder, hand: str) -> Arm:
    """EOS-UNA-03, EOS-DUAL-04: a limb without a weapon; one that has a claw strikes with it (EOS-NATW-03).

    EOS-NATW-04: a beast's weapon may be long (`natural_reach`); EOS-NATW-05: it stays so, and counts its dice, at T0.
    """
    part = PART_OF[hand]
    strike = strike_of(world, UNARMED)
    tiers = natural_weapons(who)
    if part in tiers:
        name = "claw" if part != "natural weapon" else part
        longer = who.number("natural_reach")
        reach = reach_of(who, strike)
        if part == "natural weapon" and longer > strike.tiles:  # EOS-NATW-04
            from msgspec.structs import replace

            strike = replace(strike, tiles=int(longer), over_one=True, from_cover=True)
            reach = reach_of(who, strike)
        return Arm(name, UNARMED, strike, tiers[part], reach, hand, part=part)
    return Arm("tail" if hand == "tail" else "hand", UNARMED, strike, 0, reach_of(who, strike), hand)


def piece_arm(world: World, who: Holder, lot: Lot, row: Thing, hand: str, thrown: bool = False) -> Arm:
    """A piece as it strikes from this hand; EOS-RACE-APE-01: the tail's weapon uses the skill of the off hand.

    EOS-RACE-ORC-01: a two-hander in the main hand keeps its own skill.
    """
    side = "off" if hand == "tail" else hand
    rows = [(name, strike_of(world, name)) for name in row.used_with]
    fitting = [each for each in rows if (each[1].kind == "thrown") == thrown] or rows
    name, strike = next((each for each in fitting if each[1].hand == side), fitting[0])
    return Arm(lot.name, name, strike, lot.tier or 0, reach_of(who, strike), hand, lot=lot)


def is_weapon(row: Thing | None) -> bool:
    return row is not None and row.kind == "weapon"


def usable(row: Thing, lot: Lot) -> bool:
    """EOS-CRIT-11, EOS-CRIT-12: metal at T0 serves neither blow nor defence, and wood is destroyed."""
    return bool(lot.tier) or row.at_zero not in ("unusable", "destroyed")


def in_hand(world: World, who: Holder, usable_only: bool = True) -> list[Arm]:
    """Every weapon somebody holds, main hand first; shields and torches are none."""
    found = [
        piece_arm(world, who, lot, row, lot.slot or "main")
        for lot in held(who)
        if (row := row_of(world, lot)) is not None and row.kind == "weapon" and row.used_with
        and (usable(row, lot) or not usable_only)
    ]  # fmt: skip
    return sorted(found, key=lambda arm: HANDS.index(arm.hand))


def shields_held(who: Holder) -> list[Lot]:
    return [lot for lot in held(who) if lot.item in SHIELDS]


def limbs(who: Holder) -> tuple[str, ...]:
    """EOS-UNA-05, EOS-RACE-APE-01: both hands, and a tail that grasps."""
    return ("main", "off", "tail") if who.number("melee_limbs", 2) >= TAIL_LIMBS else ("main", "off")


def busy(who: Holder, but: Sequence[Lot] = ()) -> set[str]:
    """Hands that hold something else than these pieces."""
    found: set[str] = set()
    for lot in held(who):
        if lot not in but:
            found.update(("main", "off") if lot.slot == "both" else (str(lot.slot),))
    return found


def natural_arms(world: World, who: Holder, without: set[str] | None = None) -> list[Arm]:
    """EOS-NATW-03: what a body has of its own: a claw for each free hand, or one weapon of a beast; none: nothing."""
    taken = without or set()
    tiers = natural_weapons(who)
    if "natural weapon" in tiers:
        return [bare_hand(world, who, "body")]
    return [bare_hand(world, who, hand) for hand in ("main", "off") if PART_OF[hand] in tiers and hand not in taken]


def unarmed_arms(world: World, who: Holder, without: set[str] | None = None, tail: bool = False) -> list[Arm]:
    """EOS-UNA-05: each free hand; with `tail` that of a Neo-Ape too (EOS-RACE-APE-01)."""
    taken = without or set()
    hands = [hand for hand in limbs(who) if hand not in taken and (tail or hand != "tail")]
    return [bare_hand(world, who, hand) for hand in hands] or [bare_hand(world, who, "main")]


def without_weapons(world: World, who: Holder, told: int | None = None) -> list[Arm]:
    """What somebody fights with who holds no weapon: a beast its teeth, anybody else hands or claws.

    EOS-RACE-APE-01: with a tail as well where three dice were told.
    """
    own = natural_arms(world, who, busy(who))
    if own and own[0].hand == "body":
        return own
    return unarmed_arms(world, who, busy(who), tail=told == TAIL_LIMBS)


# -- taking it in hand ------------------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    """`sword,dagger` word by word. Usage: none."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise Usage("Say with what: --with sword, --with sword,dagger, --with hands.", nearest=("--with hands",))
    return words


def taken(
    scene: Scene, who: Holder, said: str | None, *, thrown: bool = False, distance: Number | None = None,
    told: int | None = None, defending: bool = False,
) -> Taken:  # fmt: skip
    """What `--with` (or `--against-with`) names, in hand; without it what is in hand already.

    Refused: what they do not have; another size (EOS-CGEAR-11), Body below the tier (EOS-MH-01, EOS-THM-01, EOS-BOW-02,
    EOS-THR-01), metal at T0 (EOS-CRIT-11), a destroyed bow or spear (EOS-CRIT-12), a hand that a shield takes
    (EOS-BOW-01, EOS-THM-01, EOS-SHLD-05), weapons that share no roll (EOS-DUAL-03), a skill of an empty hand
    (EOS-DUAL-05), one out of reach (EOS-DUAL-02); a
    defender switches freely to what is worn in a weapon slot alone (EOS-POS-06). Usage: no such weapon.
    """
    if said is None:
        return Taken(tuple(at_hand(scene, who, thrown, distance, told)))
    pieces: list[Lot] = []
    hands: list[str] = []
    for word in words_of(said):
        limb = limb_said(scene, who, word)
        if limb is not None:
            hands += [each for each in limb if each not in hands]
        else:
            pieces.append(held_for(scene, who, word, pieces) or picked(scene, who, word, pieces, thrown))
    check_pieces(scene, who, pieces, bool(hands), thrown)
    if thrown and not pieces:
        scene.refuse("EOS-THR-02", f"{who.name} throws a weapon in hand, and {said} is none.", thing=said,
                     state="no weapon", help=(f"attack {who.name} WHOM --with spear --as thrown",))  # fmt: skip
        raise scene.lacks(f"{who.name} holds no weapon to throw.", thing=said, state="nothing in hand")
    arms, postings, cost, drawn = _in_hands(scene, who, pieces, hands, told, thrown, defending)
    check_together(scene, who, arms, thrown)
    check_reach_of_each(scene, arms, distance)
    return Taken(tuple(arms), tuple(postings), cost, tuple(drawn))


def at_hand(scene: Scene, who: Holder, thrown: bool, distance: Number | None, told: int | None) -> list[Arm]:
    """EOS-OHM-02: every melee weapon in hand that reaches, together; else what shoots; else hands, claws, teeth.

    One die that was told is for the first of them alone.
    """
    world = scene.world
    every = in_hand(world, who, usable_only=False)
    for arm in every:
        check(scene, who, arm)
    if thrown:
        found = [
            piece_arm(world, who, arm.lot, row, arm.hand, True)
            for arm in every
            if arm.lot is not None and (row := row_of(world, arm.lot)) is not None and throwable(world, row)
        ]
        if not found:
            scene.refuse("EOS-THR-02", f"{who.name} holds no weapon to throw.", thing=who.name, state="nothing in hand",
                         help=(f"wield {who.name} spear",))  # fmt: skip
            raise scene.lacks(f"{who.name} holds nothing to throw.", thing=who.name, state="nothing in hand")
        return found[:1]
    melee = [arm for arm in every if arm.strike.kind == "melee"]
    near = [arm for arm in melee if distance is None or arm.reach >= distance] or melee
    if near:
        together = [arm for arm in near if may_share(arm)]
        return near[:1] if told == 1 or len(together) < 2 else together
    return every[:1] or without_weapons(world, who, told)


def may_share(arm: Arm) -> bool:
    """EOS-DUAL-03: skills of one roll: main-hand, off-hand, unarmed; EOS-RACE-ORC-01: a two-hander in the main hand too."""
    return arm.strike.multi or (arm.strike.kind == "melee" and arm.hand == "main")


def throwable(world: World, row: Thing) -> bool:
    """EOS-THR-03: any one-handed melee weapon."""
    return any(strike_of(world, name).kind == "thrown" for name in row.used_with)


def limb_said(scene: Scene, who: Holder, word: str) -> list[str] | None:
    """The limbs that a word means: `hands`, `claws`, `tail`, `off hand`; None for what is no part of a body."""
    said = key(word)
    if said in BARE:
        own = natural_weapons(who)
        return ["body"] if "natural weapon" in own and said == "body" else ["hands"]
    if said in NATURAL:
        own = natural_weapons(who)
        if not own:
            raise scene.lacks(f"{who.name} has no natural weapon.", thing=word, state="none",
                              help=(f"attack {who.name} WHOM --with hands",))  # fmt: skip
        return ["body"] if "natural weapon" in own else ["hands"]
    if said in ONE_HAND and not (said == "tail" and "tail" not in limbs(who)):
        return [ONE_HAND[said]]
    if said == "tail":
        raise scene.lacks(f"{who.name} has no tail to fight with.", thing="tail", state="none")
    return None


def held_for(scene: Scene, who: Holder, word: str, but: Sequence[Lot]) -> Lot | None:
    """The piece in hand that a weapon skill is used with, where a skill is named (`--with off-hand-melee`); None where none is.

    Refused: nothing in hand that it is used with (EOS-DUAL-05).
    """
    world = scene.world
    name = house.skill(world, word)
    if name is None or not house.skills(world)[name].weapon or house.thing(world, word) is not None:
        return None
    hand = strike_of(world, name).hand
    for lot in held(who):
        row = row_of(world, lot)
        if row is None or name not in row.used_with or lot in but:
            continue
        if hand is None or lot.slot == hand or {hand, lot.slot} == {"off", "tail"} or (hand == "both" and lot.slot == "main"):
            return lot
    scene.refuse("EOS-DUAL-05", f"{who.name} holds nothing that {name} is used with.", thing=name, state="empty hand",
                 help=(f"wield {who.name} sword", f"attack {who.name} WHOM --with hands"))  # fmt: skip
    raise scene.lacks(f"{who.name} holds nothing that {name} is used with.", thing=name, state="empty hand")


def check_pieces(scene: Scene, who: Holder, pieces: Sequence[Lot], bare: bool, thrown: bool) -> None:
    """EOS-DUAL-03: before any of them is taken in hand: bows, two-handers and what is shot share no roll; an Orc's
    two-hander in the main hand does (EOS-RACE-ORC-01), and two of them do not.
    """
    if thrown or len(pieces) + bare < 2:
        return
    long = 0
    for lot in pieces:
        row = row_of(scene.world, lot)
        assert row is not None
        strikes = [strike_of(scene.world, name) for name in row.used_with]
        if any(each.multi for each in strikes):
            continue
        long += 1
        if any(each.kind == "melee" for each in strikes) and who.number("two_hander_in_main_hand") and long == 1:
            continue
        scene.refuse(
            "EOS-RACE-ORC-01" if long > 1 else "EOS-DUAL-03",
            f"{lot.name} ({' or '.join(row.used_with)}) shares no roll with another weapon.", thing=lot.name,
            state=row.used_with[0], help=(f"attack {who.name} WHOM --with {lot.item}",),
        )  # fmt: skip


def picked(scene: Scene, who: Holder, word: str, but: Sequence[Lot], thrown: bool = False) -> Lot:
    """The weapon that is meant, of those somebody has: in hand first, then in a weapon slot, then the best."""
    world = scene.world
    tier: int | None = None
    name = word
    first, _, rest = word.partition(" ")
    if rest and first[:1] in "Tt" and first[1:].isdigit():
        tier, name = int(first[1:]), rest
    item = name.rpartition("@")[0] if "@" in name else house.thing(world, name)
    named = [lot for lot in who.all_lots() if lot.named and key(lot.named) == key(name)]
    found = named or [
        lot
        for lot in (who.lots.get(item, ()) if item is not None else ())
        if lot.piece and tier in (None, lot.tier) and ("@" not in name or lot.name == name)
    ]
    if not found and item is None:
        raise Usage(f"There is no weapon {word}.", nearest=("sword", "bow", "hands"))
    row = house.thing_row(world, item) if not found and item is not None and "@" not in name else None
    if row is not None and row.kind not in ("weapon", "armor"):
        raise Usage(f"A {row.name} is no weapon.", nearest=("sword", "bow", "hands"))
    free = [lot for lot in found if lot not in but]
    if not free:
        if thrown:
            scene.refuse("EOS-THR-02", f"{who.name} has no {'second ' if found else ''}{word} in hand to throw.", thing=word,
                         state="not in hand", help=(f"gear {who.name}", *where_else(scene, who, item or word)))  # fmt: skip
        raise scene.lacks(
            f"{who.name} has no {'second ' if found else ''}{word}.", thing=word, state="not there",
            help=(f"gear {who.name}", *where_else(scene, who, item or word)),
        )  # fmt: skip
    size = size_of(who)
    lot = min(
        free,
        key=lambda each: (
            loads_in(row_of(world, each)) > 0 and not is_loaded(each),
            each.slot not in HANDS,
            each.size not in (None, size),
            not (each.slot or "").endswith(" weapon"),
            -(each.tier or 0),
            each.position,
        ),
    )
    check_kind(scene, who, lot, thrown)
    return lot


def check_kind(scene: Scene, who: Holder, lot: Lot, thrown: bool) -> None:
    """EOS-THR-03: only a one-handed melee weapon is thrown; what is no weapon at all nobody strikes with."""
    row = row_of(scene.world, lot)
    if thrown and (row is None or not throwable(scene.world, row)):
        scene.refuse(
            "EOS-THR-03", f"{lot.name} is nothing to throw; one-handed melee weapons are.", thing=lot.name,
            state=row.kind if row is not None else "no weapon",
        )  # fmt: skip
    if row is None or row.kind != "weapon" or not row.used_with:
        raise Usage(f"{lot.item.capitalize()} is no weapon.", nearest=("sword", "bow", "hands"))


def check(scene: Scene, who: Holder, arm: Arm) -> None:
    """Refuses a piece that its holder cannot fight with: size, Body, a tier that is used up."""
    lot = arm.lot
    if lot is None:
        return
    row = row_of(scene.world, lot)
    assert row is not None
    if lot.size is not None and lot.size != size_of(who):
        scene.refuse(
            "EOS-CGEAR-11",
            f"{lot.name} is made for a {lot.size.lower()} creature; {who.name} is {size_of(who).lower()}.",
            thing=lot.name, state=lot.size,
        )  # fmt: skip
    if over_tier(scene.world, who, lot) is not None:
        body = text_of(who.number("body"))
        scene.refuse(
            arm.strike.body, f"{lot.name} is T{lot.tier}; {who.name} has Body {body}.", thing=lot.name,
            state=f"Body {body}", help=(f"attack {who.name} WHOM --with hands",),
        )  # fmt: skip
    if not usable(row, lot):
        gone = row.at_zero == "destroyed"
        scene.refuse(
            "EOS-CRIT-12" if gone else "EOS-CRIT-11",
            f"{lot.name} is at T0 and {'destroyed' if gone else 'cannot be fought with until it is repaired'}.",
            thing=lot.name, state="T0",
            help=(f"attack {who.name} WHOM --with hands", *(() if gone else (f"repair {who.name} {lot.item}",))),
        )  # fmt: skip


def _in_hands(
    scene: Scene, who: Holder, pieces: list[Lot], limbs_named: list[str], told: int | None, thrown: bool, defending: bool
) -> tuple[list[Arm], list[AnyPosting], int, list[str]]:  # fmt: skip
    """Gives each piece its hand and empties those that strike bare; what is in the way is put away."""
    world = scene.world
    arms: list[Arm] = []
    used: set[str] = set()
    moved: dict[str, str] = {}
    cost = 0
    drawn: list[str] = []
    for lot in pieces:
        row = row_of(world, lot)
        assert row is not None
        hand = _hand_for(scene, who, lot, row, pieces, used)
        used.update(("main", "off") if hand == "both" else (hand,))
        arm = piece_arm(world, who, lot, row, hand, thrown)
        check(scene, who, arm)
        arms.append(arm)
        if lot.slot != hand:
            moved[lot.name] = hand
            if lot.slot not in HANDS:
                drawn.append(lot.name)
                actions = draw_actions(world, who, lot)
                if defending and actions:
                    scene.refuse(
                        "EOS-POS-06",
                        f"{who.name} carries {lot.name} in no weapon slot; in answer to a blow only those are drawn.",
                        thing=lot.name, state=lot.slot or "loose", help=(f"wear {who.name} {lot.item}",),
                    )  # fmt: skip
                cost += actions
    for limb in limbs_named:
        bare = _bare(world, who, limb, used, pieces, told)
        if not bare and not arms:
            raise scene.lacks(f"{who.name} has no free hand.", thing=limb, state="taken", help=(f"gear {who.name}",))
        if not bare and pieces:
            scene.refuse(
                "EOS-DUAL-03", f"{' and '.join(lot.name for lot in pieces)} leave {who.name} no bare hand to strike with.",
                thing=limb, state="hands full", help=(f"attack {who.name} WHOM --with {pieces[0].item}",),
            )  # fmt: skip
        arms += bare
        used.update(arm.hand for arm in bare)
    away = [
        lot
        for lot in held(who)
        if lot not in pieces
        and (set(("main", "off") if lot.slot == "both" else (str(lot.slot),)) & used)
        and not (arms and all(arm.hand == "body" for arm in arms))
    ]
    for lot in away:
        if lot.item in SHIELDS:
            two = next((arm for arm in arms if arm.hand == "both"), None)
            scene.refuse(
                two.strike.hands if two is not None else "EOS-SHLD-05",
                f"{who.name} holds {lot.name}; to put a shield away is an action.", thing=lot.name,
                state=f"{lot.slot} hand", help=(f"stow {who.name} {lot.item}",),
            )  # fmt: skip
    postings: list[AnyPosting] = [Put(each.lot.name, "slot", each.slot) for each in put_away(world, who, away)]
    postings += [Put(name, "slot", hand) for name, hand in moved.items()]
    return arms, postings, cost, drawn


def _hand_for(scene: Scene, who: Holder, lot: Lot, row: Thing, pieces: Sequence[Lot], used: set[str]) -> str:
    """EOS-MH-03: the hand of a piece: where it is already, else the first that serves; a weapon in it gives way, shields and
    torches only where no other hand is left.
    """

    def needs(hand: str) -> set[str]:
        return {"main", "off"} if hand == "both" else {hand}

    able = [hand for hand in able_hands(who, row) if not needs(hand) & used]
    if lot.slot in able:
        return str(lot.slot)
    if row.hands == 1 and row.ammunition is not None:
        return _hand_for_shot(scene.world, who, lot, row, able, pieces)
    kept = {hand for other in pieces if other is not lot and other.slot in HANDS for hand in needs(str(other.slot))}
    full = {h for each in held(who) if each not in pieces and not is_weapon(row_of(scene.world, each)) for h in needs(str(each.slot))}
    shielded = {hand for other in shields_held(who) for hand in needs(str(other.slot))}
    for taken_up in (full | kept, shielded | kept, kept, set[str]()):
        for hand in able:
            if not needs(hand) & taken_up:
                return hand
    raise scene.lacks(
        f"{who.name} has no hand left for {lot.name}.", thing=lot.name, state=f"{', '.join(sorted(used))} taken",
        help=(f"attack {who.name} WHOM --with {lot.item}",),
    )  # fmt: skip


def _hand_for_shot(
    world: World, who: Holder, lot: Lot, row: Thing, able: Sequence[str], pieces: Sequence[Lot]
) -> str:  # fmt: skip
    """EOS-XBO-01, EOS-FAO-01: each hand shoots with a skill of its own: a free hand that has it, else the better one,
    whose weapon gives way (EOS-TURN-11); a shield stays.
    """
    full = busy(who, pieces) | {str(other.slot) for other in pieces if other is not lot and other.slot in HANDS}
    shielded = {str(other.slot) for other in shields_held(who)}
    open_to = [hand for hand in able if hand not in shielded] or list(able)

    def order(hand: str) -> tuple[bool, bool, Number, bool]:
        level = level_of(who, piece_arm(world, who, lot, row, hand).skill)
        return level < 1, hand in full, -level, hand != "main"

    return min(open_to, key=order, default="main")


def _bare(world: World, who: Holder, limb: str, used: set[str], pieces: Sequence[Lot], told: int | None) -> list[Arm]:
    """The limbs of one word, those that hold nothing which stays: a shield, a torch."""
    if limb == "body":
        return [bare_hand(world, who, "body")]
    if limb != "hands":
        return [bare_hand(world, who, limb)] if limb not in used else []
    stays = set(used)
    for lot in held(who):
        if lot not in pieces and not is_weapon(row_of(world, lot)):
            stays.update(("main", "off") if lot.slot == "both" else (str(lot.slot),))
    wanted = told == TAIL_LIMBS and not pieces
    return [arm for arm in unarmed_arms(world, who, stays, tail=wanted) if arm.hand not in stays]


def check_together(scene: Scene, who: Holder, arms: Sequence[Arm], thrown: bool) -> None:
    """EOS-DUAL-03: only one-handed melee weapons and hands share a roll (an Orc's main hand: EOS-RACE-ORC-01).

    EOS-OHT-01: two throws are two contested actions.
    """
    if len(arms) < 2:
        return
    if thrown:
        scene.refuse("EOS-OHT-01", f"{who.name} throws one weapon with one contested action.", thing=arms[1].name,
                     state="a second throw", help=(f"attack {who.name} WHOM --with {arms[0].item} --as thrown",))  # fmt: skip
        return
    odd = next((arm for arm in arms if not may_share(arm)), None)
    if odd is not None:
        scene.refuse("EOS-DUAL-03", f"{odd.name} ({odd.skill}) shares no roll with another weapon.", thing=odd.name,
                     state=odd.skill, help=(f"attack {who.name} WHOM --with {odd.item}",))  # fmt: skip


def check_reach_of_each(scene: Scene, arms: Sequence[Arm], distance: Number | None) -> None:
    """EOS-DUAL-02: a die for each weapon that reaches the opponent, and none for another."""
    if distance is None or len(arms) < 2:
        return
    short = [arm for arm in arms if arm.reach < distance]
    if short and len(short) < len(arms):
        scene.refuse("EOS-DUAL-02", f"{short[0].name} does not reach {text_of(distance)} tiles.", thing=short[0].name,
                     state=f"reach {text_of(short[0].reach)}")  # fmt: skip

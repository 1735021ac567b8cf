"""One attack of the second game, from the dice to the hit points (RNK-SEQ-01): both sides' sums, the hit result, damage.

1 the attacker's dice, 2 their sum; 3 the defender's, 4 their sum; 5 the hit result, and nothing more at 0 or less; 6 damage;
7 hit points. What a row does beside stands in its columns (schemas/rulebook/actions.py).
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

import schemas.rulebook as rulebook
from ledger.fight import fight_of, next_period, period, turn_of
from ledger.ranks import against, at_least, best_skill, combat_skills, dice_of, is_power, same_area, throw
from ledger.ruling import Said, Scene, because, part
from projections.conditions import is_marked
from projections.encounter import ROUNDS_IN_A_FIGHT
from projections.ranked import (
    DROPPED,
    STANCE,
    USES,
    Stance,
    defence_bonus,
    fallen,
    has_trait,
    in_hand,
    rank,
    reduction,
    stances,
    summoner,
)
from projections.world import Holder, Lot
from schemas.dice import Plus, Roll
from schemas.entry import Event
from schemas.events.combat import AttackRolled, WoundDealt
from schemas.events.company import CharacterLeft
from schemas.events.marks import MarkSet
from schemas.events.ranked import DamageRolled, StanceUsed, WeaponDropped
from schemas.postings import AnyPosting, Changed, Gained, Marked, Put, Unmarked
from schemas.rulebook.actions import Action, Bolt, bolts, by_id, close_penalties, nerves, paws, throw_of
from schemas.units import Number, exact, key, stored

REFUSED = "refused the noble art of "
"""RNK-UN-08: the mark of who would not face a challenger; its value is what it takes off an attack."""
SINGLE_COMBAT = "in single combat with "
"""RNK-UN-08: the mark of two of whom one took the other's challenge up."""
STRUCK = "struck "
"""RNK-1H-03: the count of standard attacks of a turn on somebody."""
FIRST = "first blow"
"""RNK-UN-05: the count of hits with a standard attack as the first action of a turn."""
MISSED = "missed_by"
"""RNK-UN-06: the field of who has just missed somebody."""


@dataclass(slots=True)
class Blow:
    """One attack in the making. `skill` is rolled, `row` says what it does; `bolt` is what the crossbow shot."""

    who: Holder
    whom: Holder
    row: Action
    skill: str
    defence: str | None = None
    bonus: Number = 0
    against_bonus: Number = 0
    near: bool = True
    perfect: bool = False
    certain: bool = False
    """RNK-UN-06: it cannot fail."""
    bolt: Bolt | None = None
    drops: str | None = None
    postings: list[AnyPosting] = field(default_factory=list)
    """What the entry of the dice posts beside: the counted use where no action was spent."""
    first: bool = True
    """Whether it is the first attack of its line."""
    first_action: bool = False
    cites: str | None = None
    """The mechanic that decides, where it is not the row's own."""


def blow(scene: Scene, b: Blow, head: Event | None) -> Generator[Event | Said, None, AttackRolled]:
    """RNK-SEQ-01: the attack, entry by entry. Its first is caused by `head` (without one it begins a part) and returned.

    RNK-EX-01, RNK-EX-02, RNK-EX-03, RNK-EX-04, RNK-EX-05 are the book's own. A dry run stops where a die is not known.
    """
    who, whom, row = b.who, b.whom, b.row
    shown = new_effects(scene, b)
    rolled = dice_of_both(scene, b)
    forced = who.number("misses") > 0
    hit = hits(scene, b, rolled, forced)
    if hit is not None:
        rolled = msgspec.structs.replace(rolled, won=hit)
    event = AttackRolled(
        who=who.name, place=scene.world.place_of(who.name), rule=b.cites or row.id, roll=rolled, whom=whom.name, skill=b.skill,
        against_skill=defence_of(b), outcome=None if hit is None else "hit" if hit else "miss", form=row.name,
        postings=tuple([*b.postings, *after_dice(scene, b, hit, forced)]),
    )  # fmt: skip
    yield part(event) if head is None else because(event, head)
    assert rolled.total is not None and rolled.against is not None and hit is not None
    for stance in shown:
        yield because(effect(scene, whom, stance, who, (Put(whom.name, f"shown {stance.name}", 1),)), event)
    dealt: Number = 0
    if hit or row.flat_on_miss is not None:
        dealt = yield from damage(scene, b, event, hit)
    if hit:
        yield from effects(scene, b, event)
    if not hit or dealt <= 0:
        yield from answered(scene, b, event, exact(rolled.margin or 0), dealt if hit else None)
    return event


# -- the dice ---------------------------------------------------------------------------------------------------


def dice_of_both(scene: Scene, b: Blow) -> Roll:
    """RNK-ATK-01, RNK-DEF-01: each side's skill dice and modifiers; RNK-HIT-01: the margin is the hit result.

    RNK-ATK-02: what is tagged attack counts on one side, what is tagged defence on the other. RNK-BOW-06, RNK-XB-06: the
    dice of a calculated shot follow those of the rank, in one throw.
    """
    extra = throw_of(b.row.extra_dice)
    faces = dice_of(rank(b.who, b.skill)) + (extra.all if extra else ())
    mine = throw(scene, b.who.name, f"{b.who.name} attacks", faces, attack_modifiers(scene, b))
    defence = defence_of(b)
    theirs = throw(
        scene, b.whom.name, f"{b.whom.name} defends", dice_of(rank(b.whom, defence)), defence_modifiers(b), side="against"
    )  # fmt: skip
    return against(mine, theirs)


def defence_of(b: Blow) -> str:
    """RNK-DEF-02: the combat skill that the defender names, else the one of the highest rank; untrained is 1d4."""
    return b.defence or best_skill(b.whom, combat_skills())


def attack_modifiers(scene: Scene, b: Blow) -> list[tuple[str, Number]]:
    """RNK-ATK-02: the row's own, the penalty within melee range (RNK-BOW-00, RNK-SL-00), a challenge that was refused
    (RNK-UN-08), what the target's footwork takes (RNK-UN-02, RNK-UN-04), the GM's. RNK-SL-03, RNK-SL-05, RNK-SL-06: the
    row's own and the penalty add up; RNK-SL-02, RNK-SL-04, RNK-SL-05: rows that strike near have no penalty.
    """
    found: list[tuple[str, Number]] = []
    if b.row.attack_bonus:
        found.append((b.row.name, b.row.attack_bonus))
    close = close_penalties().get(b.row.skill, 0)
    if close and b.near and not b.row.close:
        found.append(("within melee range", close))
    for mark, told in b.who.marks.items():
        if mark.startswith(REFUSED) and is_marked(b.who, mark, scene.moment) and isinstance(told.value, int):
            found.append((mark, told.value))
    for stance, row in held_stances(scene, b.whom):
        if row.attackers:
            found.append((stance.name, row.attackers))
    if b.bonus:
        found.append(("bonus", b.bonus))
    return found


def defence_modifiers(b: Blow) -> list[tuple[str, Number]]:
    """RNK-SHD-01: the shield; the GM's own bonus."""
    shield = defence_bonus(b.whom)
    found: list[tuple[str, Number]] = [(f"{b.whom.word('shield')} shield".strip(), shield)] if shield else []
    return [*found, ("bonus", b.against_bonus)] if b.against_bonus else found


def held_stances(scene: Scene, who: Holder) -> list[tuple[Stance, Action]]:
    """Stances that stand, with their rows."""
    rows = by_id()
    return [(s, rows[s.row]) for s in stances(scene.world, who, scene.moment) if s.row in rows]


def new_effects(scene: Scene, b: Blow) -> list[Stance]:
    """Stances of the target that take effect by this attack for the first time: they are hidden no longer."""
    return [
        stance for stance, row in held_stances(scene, b.whom)
        if row.attackers and not b.whom.fields.get(f"shown {stance.name}")
    ]  # fmt: skip


def hits(scene: Scene, b: Blow, rolled: Roll, forced: bool) -> bool | None:
    """RNK-HIT-01: above 0; RNK-1H-06: never by who has to miss; RNK-MP-06, RNK-UN-06: always by what cannot fail."""
    if rolled.margin is None:
        return None
    if b.perfect or b.certain:
        return True
    return not forced and exact(rolled.margin) > 0


def hit_result(scene: Scene, b: Blow, margin: Number) -> Number:
    """RNK-HIT-01; of what cannot miss at least 1 (RNK-MP-06; RNK-UN-06, ruling counterpunch_hr_floor_1)."""
    if b.certain and scene.world.ruling("counterpunch_hr_floor_1", "rolled-at-least-1") == "always-1":
        return 1
    return max(1, margin) if b.perfect or b.certain else margin


def is_standard(row: Action) -> bool:
    """Whether the attacks of a row are standard attacks: RNK-1H-05, RNK-PA-07: a multiattack is four of them."""
    return row.name == "standard attack" or row.whole_turn


def after_dice(scene: Scene, b: Blow, hit: bool | None, forced: bool) -> Iterator[AnyPosting]:
    """What the fight remembers of an attack: blows that others ride on, misses that are answered or used up."""
    who, whom = b.who, b.whom
    fight = fight_of(scene, who)
    if b.certain:
        yield Put(who.name, MISSED, None)
    if forced:
        yield Changed(who.name, "misses", -1, source="flourishing strike", not_below=0)
    if b.row.makes_miss and b.first:
        yield Changed(whom.name, "misses", b.row.makes_miss, source=b.row.name)
    if fight is not None and is_standard(b.row):
        now = period(fight)
        if b.row.skill == "one-handed weapon":
            yield Changed(who.name, f"{STRUCK}{whom.name}", 1, source=b.row.name, period=now)
        if b.row.unarmed and hit and b.first_action:
            yield Changed(who.name, FIRST, 1, source=b.row.name, period=now)
    if hit is False and at_least(rank(whom, "unarmed combat"), "expert"):
        yield Put(whom.name, MISSED, who.name)
    elif whom.fields.get(MISSED):
        yield Put(whom.name, MISSED, None)


# -- damage -----------------------------------------------------------------------------------------------------


def damage(scene: Scene, b: Blow, cause: AttackRolled, hit: bool) -> Generator[Event | Said, None, Number]:
    """RNK-DMG-01: the hit result and bonuses less reductions; RNK-DMG-02: above 0 it is subtracted. Returns what is left."""
    assert cause.roll is not None
    hr = hit_result(scene, b, exact(cause.roll.margin or 0))
    faces, flat = dice_and_bonus(scene, b, hit)
    thrown = yield from damage_dice(scene, b, cause, faces, flat)
    parts = summed(scene, b, hr, faces, flat, thrown)
    raw = sum((exact(p.value) for p in parts), start=0)
    armor = list(reductions(scene, b))
    left = raw - sum((exact(p.value) for p in armor), start=0)
    stance = softening(scene, b)
    if stance is not None and left > 0:
        row = next(row for s, row in held_stances(scene, b.whom) if s == stance)
        yield because(used_up(scene, b.whom, stance, b.who), cause)
        armor.append(Plus(stance.name, row.softens))
        left -= row.softens
    if left <= 0:
        return left
    yield because(wound(scene, b.who, b.whom, b.row.name, b.skill, raw, parts, armor, left, "RNK-DMG-01"), cause)
    yield from gone_at_nought(scene, b.whom)
    return left


def dice_and_bonus(scene: Scene, b: Blow, hit: bool) -> tuple[tuple[int, ...], list[tuple[str, Number]]]:
    """RNK-DMG-03: the damage dice, and the flat bonuses by name: of the row, the bolt, paws (RNK-UN-00, RNK-UN-07), a
    patron's weapon (RNK-MP-04).
    """
    flat = throw_of(b.row.flat if hit else b.row.flat_on_miss)
    if flat is not None:
        return flat.all, []
    faces: tuple[int, ...] = ()
    bonuses: list[tuple[str, Number]] = []
    told = throw_of(b.bolt.damage if b.bolt is not None else b.row.damage)
    if told is not None:
        faces += told.all
    if b.row.unarmed:
        own = paws(rank(b.who, "unarmed combat"), tuple(rulebook.ranks()))
        dice = throw_of(own.dice)
        faces += dice.all if dice else ()
        natural = has_trait(b.who, "natural weapon")
        bonuses.append(("natural weapon" if natural else "bare paws", own.natural if natural else own.bare))
    elif not is_power(b.row):
        for _, row in held_stances(scene, b.who):
            extra = throw_of(row.arms)
            if extra is not None and not b.row.in_place_of_weapon:
                faces += extra.all
    if b.row.damage_bonus:
        bonuses.append((b.row.name, b.row.damage_bonus))
    return faces, bonuses


def damage_dice(
    scene: Scene, b: Blow, cause: Event, faces: tuple[int, ...], flat: Sequence[tuple[str, Number]]
) -> Generator[Event | Said, None, Roll | None]:
    """The throw, as an entry of its own; none where there are no dice, or where they count at their most (RNK-MP-06)."""
    if not faces or b.perfect:
        return None
    thrown = throw(scene, b.who.name, f"{b.who.name} damages", faces, flat, side="damage")
    yield because(
        DamageRolled(who=b.who.name, place=scene.world.place_of(b.who.name), rule=b.row.id, roll=thrown, whom=b.whom.name,
                     form=b.row.name),
        cause,
    )  # fmt: skip
    return thrown


def summed(
    scene: Scene, b: Blow, hr: Number, faces: tuple[int, ...], flat: Sequence[tuple[str, Number]], thrown: Roll | None
) -> list[Plus]:
    """RNK-DMG-01: the terms before reductions.

    RNK-UN-03 doubles (ruling haymaker_doubles_hr_plus_bonus), RNK-MP-06 doubles the most of the dice (ruling
    weaponcraft_max); RNK-NB-06 deals its dice without the hit result. Ruling dice_are_bonus: dice may stand in its place.
    """
    world = scene.world
    fell = 0 if thrown is None else sum(die.face or 0 for die in thrown.dice)
    dice: list[Plus] = [Plus("damage dice", fell)] if faces else []
    bonuses = [Plus(name, stored(value)) for name, value in flat]
    result = [Plus("hit result", stored(hr))]
    if b.row.flat is not None and not b.perfect:
        return dice
    if b.perfect:
        most = sum(faces) + sum((value for _, value in flat), start=0)
        whole = world.ruling("weaponcraft_max", "bonus-doubled") == "whole-doubled"
        base = 0 if b.row.flat is not None else hr
        parts = [] if b.row.flat is not None else result
        return [*parts, Plus("twice the most", stored(2 * (base + most) - base if whole else 2 * most))]
    told = b.bolt is not None or b.row.damage is not None or b.row.unarmed
    if faces and told and world.ruling("dice_are_bonus", "bonus") == "instead":
        result = []
    if not b.row.doubles:
        return [*result, *dice, *bonuses]
    own = fell + sum((value for _, value in flat), start=0)
    kept = sum((exact(p.value) for p in result), start=0)
    if world.ruling("haymaker_doubles_hr_plus_bonus", "whole-damage") == "bonus-only":
        return [*result, *dice, *bonuses, Plus("haymaker", stored(own))]
    return [*result, *dice, *bonuses, Plus("haymaker", stored(kept + own))]


def reductions(scene: Scene, b: Blow) -> Iterator[Plus]:
    """RNK-DMG-04: armor, less what the row pierces (RNK-2H-04, RNK-BOW-04, RNK-SL-04); RNK-MP-02: a patron's armor.

    Protective Exterior is missing in the source and takes off what the sheet says, which is nothing.
    """
    pierced = b.row.pierces
    armor = reduction(b.whom)
    flat = b.row.flat is not None and scene.world.ruling("wrath_flat", "armor-reduces") == "not-reduced"
    if armor and not b.row.ignores_armor and not flat:
        left = max(0, armor - pierced)
        pierced -= int(armor - left)
        if left:
            yield Plus(f"{b.whom.word('armor')} armor".strip(), stored(left))
    if flat:
        return
    for stance, row in held_stances(scene, b.whom):
        if row.lessens:
            left = max(0, row.lessens - (pierced if b.row.pierces_all else 0))
            pierced -= row.lessens - left if b.row.pierces_all else 0
            if left:
                yield Plus(stance.name, left)


def softening(scene: Scene, b: Blow) -> Stance | None:
    """RNK-PA-03: the stance that lessens this attack, if it comes from the same area (ruling stance_first_hits)."""
    if not same_area(b.who, b.whom):
        return None
    return next((stance for stance, row in held_stances(scene, b.whom) if row.softens), None)


def wound(
    scene: Scene, by: Holder, whom: Holder, weapon: str, kind: str, raw: Number, parts: Sequence[Plus],
    armor: Sequence[Plus], dealt: Number, rule: str,
) -> WoundDealt:  # fmt: skip
    """RNK-DMG-02: what is subtracted from hit points."""
    return WoundDealt(
        who=whom.name, place=scene.world.place_of(whom.name), rule=rule, dealt=stored(dealt), kind=kind, weapon=weapon,
        by=by.name, raw=stored(raw), parts=tuple(parts), armor=tuple(armor),
        postings=(Changed(whom.name, "hp", stored(-dealt), source=weapon),),
    )  # fmt: skip


def gone_at_nought(scene: Scene, whom: Holder) -> Iterator[Event | Said]:
    """RNK-ST-01: a summoned character disappears at 0 hit points."""
    if summoner(whom) is not None and whom.number("hp") <= 0 and "gone" not in whom.marks:
        yield leaves(scene, whom, "no hit points are left", "RNK-ST-01")


def leaves(scene: Scene, whom: Holder, why: str, rule: str) -> CharacterLeft:
    """A summoned character goes back into the story."""
    return CharacterLeft(who=whom.name, place=scene.world.place_of(whom.name), rule=rule, why=why,
                         postings=(Marked(whom.name, "gone"),))  # fmt: skip


# -- what an attack does beside ---------------------------------------------------------------------------------


def effects(scene: Scene, b: Blow, cause: Event) -> Iterator[Event | Said]:
    """What a hit does beside its damage: stuns, pins, bleeds, disarms."""
    row, whom = b.row, b.whom
    stuns = row.stuns or (b.bolt.stuns if b.bolt is not None else 0)
    if stuns:
        yield because(stun(scene, b, stuns, row.id if row.stuns or b.bolt is None else b.bolt.id), cause)
    if row.caps is not None:
        yield because(cap(scene, b), cause)
    if row.pins:
        yield because(marked(scene, whom, "pinned", row.id, (Marked(whom.name, "pinned"),)), cause)
    if b.bolt is not None and b.bolt.bleeds and fight_of(scene, whom) is not None:
        yield because(bleeding(scene, whom, b.bolt), cause)
    if row.drops is not None:
        fell = dropped(scene, b)
        if fell is not None:
            yield because(fell, cause)


def marked(scene: Scene, whom: Holder, mark: str, rule: str, postings: Sequence[AnyPosting]) -> MarkSet:
    return MarkSet(who=whom.name, place=scene.world.place_of(whom.name), rule=rule, mark=mark, postings=tuple(postings))


def stun(scene: Scene, b: Blow, actions: int, rule: str) -> MarkSet:
    """RNK-ACT-04: so many actions less in the next turn; outside a fight a mark, which nothing counts. RNK-XB-04: of a blunt
    bolt it is the bolt that stuns, whatever row shot it.
    """
    whom, fight = b.whom, fight_of(scene, b.whom)
    if fight is None:
        return marked(scene, whom, "stunned", rule, (Marked(whom.name, "stunned", actions),))
    when = next_period(fight, whom)
    return marked(
        scene, whom, "stunned", rule,
        (Changed(whom.name, "stunned", actions, source=b.row.name, period=when),
         Marked(whom.name, "stunned", f"round {when % ROUNDS_IN_A_FIGHT}")),
    )  # fmt: skip


def cap(scene: Scene, b: Blow) -> MarkSet:
    """RNK-PA-06: one action at the most in the next turn."""
    whom, fight = b.whom, fight_of(scene, b.whom)
    if fight is None:
        return marked(scene, whom, "stunned", b.row.id, (Marked(whom.name, "stunned", b.row.caps),))
    when = next_period(fight, whom)
    return marked(
        scene, whom, "stunned", b.row.id,
        (Changed(whom.name, "capped", 1, source=b.row.name, period=when),
         Marked(whom.name, "stunned", f"round {when % ROUNDS_IN_A_FIGHT}")),
    )  # fmt: skip


def bleeding(scene: Scene, whom: Holder, bolt: Bolt) -> MarkSet:
    """RNK-XB-05: so many hit points at the end of the next turn, once for each hit (ruling bleed_once)."""
    fight = fight_of(scene, whom)
    assert fight is not None
    when = next_period(fight, whom)
    return marked(
        scene, whom, "bleeding", bolt.id,
        (Changed(whom.name, "bleeding", bolt.bleeds, source=bolt.name, period=when), Marked(whom.name, "bleeding")),
    )  # fmt: skip


def dropped(scene: Scene, b: Blow) -> WeaponDropped | None:
    """RNK-1H-02, RNK-2H-05, RNK-SL-06: one weapon of the attacker's choice falls, or all that are in hand.

    Whose weapons were never written down drops one of the name of the best skill. Who has none in hand drops nothing.
    """
    whom = b.whom
    held = in_hand(whom)
    rule, place = b.row.id, scene.world.place_of(whom.name)
    if held:
        fell = list(held) if b.row.drops == "all" else [chosen(held, b.drops)]
        return WeaponDropped(
            who=whom.name, place=place, rule=rule, pieces=tuple(lot.name for lot in fell), by=b.who.name,
            postings=tuple(Put(lot.name, "slot", DROPPED) for lot in fell),
        )  # fmt: skip
    skill = best_skill(whom, combat_skills())
    if fallen(whom) or skill == "unarmed combat" or not at_least(rank(whom, skill), "novice"):
        return None
    known: tuple[AnyPosting, ...] = () if skill_is_thing(skill) else (Put(skill, "kind", "thing"),)
    return WeaponDropped(
        who=whom.name, place=place, rule=rule, pieces=(skill,), by=b.who.name,
        postings=(*known, Gained(whom.name, skill, 1, pieces=True), Put(f"{skill}@", "slot", DROPPED)),
    )  # fmt: skip


def skill_is_thing(skill: str) -> bool:
    """Whether the books know a thing of the name of a skill."""
    return rulebook.thing(skill) == skill


def chosen(held: Sequence[Lot], said: str | None) -> Lot:
    """The piece that the attacker picks, else the one in the main hand."""
    if said is None:
        return held[0]
    return next((lot for lot in held if key(said) in (key(lot.name), key(lot.item))), held[0])


# -- what answers -----------------------------------------------------------------------------------------------


def effect(scene: Scene, who: Holder, stance: Stance, whom: Holder, postings: Sequence[AnyPosting],
           left: int | None = None) -> StanceUsed:  # fmt: skip
    """A stance takes effect, and is hidden no longer."""
    return StanceUsed(
        who=who.name, place=scene.world.place_of(who.name), rule=stance.row, stance=stance.name, whom=whom.name,
        reveals=(stance.root,), left=left, postings=tuple(postings),
    )  # fmt: skip


def used_up(scene: Scene, who: Holder, stance: Stance, whom: Holder) -> StanceUsed:
    """One of the times of a stance is used; with the last it is over."""
    left = (stance.left or 1) - 1
    postings: list[AnyPosting] = [Put(who.name, f"left {stance.name}", left)]
    if not left:
        postings.append(Unmarked(who.name, STANCE + stance.name))
    return effect(scene, who, stance, whom, postings, left)


def answered(scene: Scene, b: Blow, cause: Event, margin: Number, dealt: Number | None) -> Iterator[Event | Said]:
    """RNK-1H-04: a riposte answers a hit result or damage of 0 or less (ruling riposte_nonpositive), and is spent."""
    exactly = scene.world.ruling("riposte_nonpositive", "0-or-less") == "exactly-0"
    if exactly and 0 not in (margin, dealt):
        return
    for stance, row in held_stances(scene, b.whom):
        dice = throw_of(row.answers)
        if dice is None:
            continue
        fight = fight_of(scene, b.whom)
        count: tuple[AnyPosting, ...] = ()
        if fight is not None:
            count = (Changed(b.whom.name, USES + row.id, 1, source=row.name, period=int(fight.number("root"))),)
        used = effect(scene, b.whom, stance, b.who, (Unmarked(b.whom.name, STANCE + stance.name), *count), 0)
        yield because(used, cause)
        thrown = throw(scene, b.whom.name, f"{b.whom.name} answers", dice.all, side="against-damage")
        yield because(
            DamageRolled(who=b.whom.name, place=scene.world.place_of(b.whom.name), rule=row.id, roll=thrown,
                         whom=b.who.name, form=row.name),
            used,
        )  # fmt: skip
        yield from flat_wound(scene, b.whom, b.who, row, exact(thrown.total or 0), used)


def flat_wound(scene: Scene, by: Holder, whom: Holder, row: Action, raw: Number, cause: Event) -> Iterator[Event | Said]:
    """Damage that is dealt without a hit result, less what the other wears."""
    answer = Blow(by, whom, row, row.skill)
    armor = list(reductions(scene, answer))
    left = raw - sum((exact(p.value) for p in armor), start=0)
    if left > 0:
        parts = [Plus("damage dice", stored(raw))]
        yield because(wound(scene, by, whom, row.name, row.skill, raw, parts, armor, left, "RNK-DMG-02"), cause)
        yield from gone_at_nought(scene, whom)


# -- who is cowed -----------------------------------------------------------------------------------------------


def cowed(scene: Scene, b: Blow, whom: Holder, attack: Roll, head: Event) -> Iterator[Event | Said]:
    """RNK-2H-03, RNK-2H-06, RNK-2H-07: dice by hit points, without modifiers, against the attack roll just made."""
    dice = nerve(scene, whom.number("hp"))
    theirs = throw(scene, whom.name, f"{whom.name} stands", dice, side="against")
    rolled = against(msgspec.structs.replace(attack, against=None, margin=None, won=None), theirs)
    event = AttackRolled(
        who=b.who.name, place=scene.world.place_of(b.who.name), rule="RNK-2H-06", roll=rolled, whom=whom.name, skill=b.skill,
        outcome=None if rolled.won is None else "flees" if rolled.won else "stands", form=b.row.name,
    )  # fmt: skip
    yield because(event, head)
    if rolled.won:
        fight = fight_of(scene, whom)
        value = None if fight is None else int(fight.number("root"))
        yield because(marked(scene, whom, FLEEING, b.row.id, (Marked(whom.name, FLEEING, value),)), event)


FLEEING = "fleeing"


def nerve(scene: Scene, hp: Number) -> tuple[int, ...]:
    """RNK-2H-07: the dice of somebody with so many hit points (ruling hp_20_uses_2d6)."""
    higher = scene.world.ruling("hp_20_uses_2d6", "2d6") == "3d6"
    rows = nerves()
    for nth, row in enumerate(rows):
        edge = higher and nth == len(rows) - 2
        if row.up_to is None or hp < row.up_to or (hp == row.up_to and not edge):
            dice = throw_of(row.dice)
            assert dice is not None
            return dice.all
    raise AssertionError("the last row has no bound")


def loaded_bolt(who: Holder) -> Bolt | None:
    """RNK-XB-00: the bolt that lies on someone's crossbow."""
    return bolts().get(who.word("loaded"))


def may_counter(scene: Scene, who: Holder, whom: Holder) -> bool:
    """RNK-UN-06: whether somebody's attack has just missed: the newest one on this turn."""
    if who.word(MISSED) != whom.name:
        return False
    fight = fight_of(scene, who)
    return fight is None or turn_of(scene, who) == whom.name



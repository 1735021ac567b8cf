"""One resolver for every blow: both sides' sums, what a 20 and a 1 do to gear, armor against the blow, the wound.

It asks nothing of boards and turns: how far, from where and who shares a tile, whoever declares the blow says (`Blow`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import msgspec

from ledger import house
from ledger.arms import (
    UNARMED,
    Arm,
    Taken,
    bare_hand,
    in_hand,
    level_of,
    limb_said,
    may_share,
    shields_held,
    strike_of,
    taken,
    without_weapons,
    words_of,
)
from ledger.ruling import Said, Scene, Usage, because
from ledger.slots import row_of
from projections.conditions import is_marked
from projections.encounter import ASLEEP, ROUND_SECONDS, STRUCK
from projections.natural import hurt
from projections.pools import state
from projections.sheet import natural_armor, natural_tier, natural_weapons, shield_tier, trait
from projections.wear import armor_tier, held, on_body
from projections.world import Holder, Lot, World
from schemas.dice import Plus, Roll
from schemas.entry import Event
from schemas.events.combat import AttackRolled, GearDamaged, WoundDealt
from schemas.postings import Changed, Marked
from schemas.units import Number, exact, key, stored, text_of

TEN = 10
"""EOS-UNA-07, EOS-UNA-08, EOS-CRIT-09, EOS-NATW-02: hit points that a body used as a weapon loses; armor is no help."""
D20 = 20


# -- what stands against a blow ---------------------------------------------------------------------------------


class Armor(NamedTuple):
    """EOS-CGEAR-02: what of it counts against one blow: the suit, the hide, the shield."""

    worn: Number = 0
    natural: Number = 0
    shield: Number = 0
    pierced: Number = 0
    """EOS-PROJ-09, EOS-PROJ-10: what a bolt or a bullet passes of it, below nought."""

    @property
    def total(self) -> Number:
        return self.worn + self.natural + self.shield + self.pierced

    def shot_at(self, shot: "Flat") -> "Armor":
        """What is left of it against a bolt or a bullet."""
        return self._replace(pierced=shot.armor_left(self.total) - self.total)

    @property
    def plus(self) -> tuple[Plus, ...]:
        """Its parts by name, those that are something."""
        return tuple(Plus(name, stored(value)) for name, value in zip(self._fields, self, strict=True) if value)


NO_ARMOR = Armor()


def armor_of(
    scene: Scene, target: Holder, *, behind: bool = False, shield: bool = True, allies: Sequence[Holder] = ()
) -> Armor:  # fmt: skip
    """EOS-CGEAR-05: armor and shield add up; EOS-SHLD-06, EOS-POS-10: a shield does not cover the back of who loses.

    Hide and suit add up, or the better counts (ruling natural_stacks_worn). `allies` share the tile: the best of their
    shields covers both, from behind too (EOS-TILE-02). Without `shield` none counts (EOS-TILE-15).
    """
    worn, hide = armor_tier(target), natural_armor(target)
    if scene.world.ruling("natural_stacks_worn", "add") == "higher-only":
        worn, hide = (worn, 0) if worn >= hide else (0, hide)
    if not shield:
        return Armor(worn, hide)
    if allies:
        return Armor(worn, hide, max(shield_tier(each) for each in (target, *allies)))
    return Armor(worn, hide, 0 if behind else shield_tier(target))


def undefended_armor(scene: Scene, target: Holder) -> Armor:
    """EOS-DOWN-02: what still covers someone who lies there (ruling unconscious_as_undefended)."""
    both = scene.world.ruling("unconscious_as_undefended", "armor-only") == "armor-and-shield"
    return armor_of(scene, target, shield=both)


def wound(
    scene: Scene, who: Holder, parts: Sequence[tuple[str, Number]], *, kind: str, weapon: str, rule: str,
    by: str | None = None, armor: Armor = NO_ARMOR, dealt: Number | None = None, not_below: Number | None = None,
    distance: Number | None = None,
) -> WoundDealt:  # fmt: skip
    """What a blow leaves: the sum of its parts less armor, never below 0 (EOS-CGEAR-02, EOS-MELEE-05).

    `dealt` where armor is not simply taken off (a crossbow's); `not_below` where a gift keeps somebody alive.
    """
    raw = sum((value for _, value in parts), start=0)
    through = max(0, raw - armor.total) if dealt is None else dealt
    return WoundDealt(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=rule,
        by=by,
        kind=kind,
        weapon=weapon,
        raw=stored(raw),
        parts=tuple(Plus(name, stored(value)) for name, value in parts),
        armor=armor.plus,
        dealt=stored(through),
        postings=(
            Changed(
                who.name, "hp", stored(-through), source=weapon or kind,
                not_below=None if not_below is None else stored(not_below),
            ),
            *stung(scene, who, by, through, weapon, distance),
        ),
    )  # fmt: skip


def stung(
    scene: Scene, who: Holder, by: str | None, dealt: Number, weapon: str, distance: Number | None
) -> tuple[Marked, ...]:  # fmt: skip
    """EOS-RACE-BEAR-01, EOS-RACE-BLACKBEAR-01: whom a bear may answer at once; never what answered it (ruling
    trade_blows_no_chain).
    """
    if by is None or by == who.name or dealt <= 0 or not who.number("trade_blows") or weapon in ("trade blows", "a shove"):
        return ()
    far = None if distance is None else stored(distance)
    return (Marked(who.name, f"{STRUCK}{by}", far, scene.moment + ROUND_SECONDS),)


# -- the sides --------------------------------------------------------------------------------------------------


class Flat(Protocol):
    """Damage without dice: what a bolt or a bullet does (`ledger.shots.Shot`)."""

    @property
    def raw(self) -> Number: ...

    def damage(self, armor: Number) -> Number:
        """What gets through this much armor."""
        ...

    def armor_left(self, armor: Number) -> Number:
        """What of this much armor still counts."""
        ...


class Side(NamedTuple):
    """One side of the dice: with what, by which skill, with how many d20 (EOS-DUAL-01).

    `projectile`: it hurts on its owner's turn alone (EOS-POS-08). `shot` is what a crossbow or firearm does.
    """

    who: Holder
    arms: tuple[Arm, ...]
    skill: str
    level: Number
    dice: int = 1
    projectile: bool = False
    bonus: tuple[tuple[str, Number], ...] = ()
    shot: Flat | None = None

    @property
    def plus(self) -> list[tuple[str, Number]]:
        """EOS-MELEE-01: skill and Reflex, and what this blow adds."""
        return [(self.skill, self.level), ("reflex", self.who.number("reflex")), *self.bonus]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(arm.name for arm in self.arms)


def side_of(who: Holder, arms: Sequence[Arm], bonus: Sequence[tuple[str, Number]] = ()) -> Side:
    """EOS-DUAL-06: the lowest skill of what is rolled counts; a die for each (EOS-DUAL-01, EOS-DUAL-02).

    EOS-RACE-DAYWALKER-05: in a trance nobody fights with two at once.
    """
    if state(who) == "trance":
        arms = arms[:1]
    least = min(arms, key=lambda arm: level_of(who, arm.skill))
    return Side(
        who, tuple(arms), least.skill, level_of(who, least.skill), len(arms), least.strike.projectile, tuple(bonus)
    )


class Defence(NamedTuple):
    """Someone whom the blow meets: their side (None: they cannot defend), from where, who covers them.

    `itself`: the attacker, who shares the tile (EOS-TILE-14). `spares`: winning, they hurt nobody (EOS-TILE-16).
    """

    who: Holder
    side: Side | None
    behind: bool = False
    allies: tuple[Holder, ...] = ()
    itself: bool = False
    spares: bool = False
    crit: str | None = None
    fumble: str | None = None
    choose: int | None = None
    own_crit: str | None = None


class Blow(NamedTuple):
    """A declared blow: the side that strikes, those whom it meets, how far. `of` is the entry that declared it.

    `target` is the GM's number in place of the other side's dice.
    """

    side: Side
    defences: tuple[Defence, ...]
    of: Event
    distance: Number | None = None
    choose: int | None = None
    fumble: str | None = None
    spares: bool = False
    label: str = ""
    target: Number | None = None


CANNOT = ("stunned", "bound", "tied", "tied down", "tied-down", "paralyzed", "paralysed", "restrained")
"""EOS-UNA-01: marks under which not even hands serve, to strike or to defend; so does sleep, until the first blow."""


def fettered(scene: Scene, who: Holder) -> str | None:
    """EOS-UNA-01: the mark that keeps somebody from every blow and every defence: stunned, tied down; None of the free.

    Who is held by a trap is none of them (EOS-TRAP-17).
    """
    return next((mark for mark in CANNOT if is_marked(who, mark, scene.moment)), None)


def check_unfettered(scene: Scene, who: Holder) -> None:
    """EOS-UNA-01: refuses every blow of the sleeping, the stunned and the bound."""
    mark = ASLEEP if is_marked(who, ASLEEP, scene.moment) else fettered(scene, who)
    if mark is not None:
        scene.refuse("EOS-UNA-01", f"{who.name} is {mark} and strikes with nothing, not even hands.", thing=who.name,
                     state=mark, help=(f'gm unmark {who.name} {mark} --reason "..."',))  # fmt: skip


def helpless(scene: Scene, who: Holder) -> bool:
    """EOS-DOWN-02: no dice, no stats, no skills in defence; EOS-UNA-01: nor of the stunned and the bound.

    Sleep is another thing: a blow wakes a sleeper, who defends (EOS-DOWN-03). EOS-RACE-DAYWALKER-05: in a trance one still has dice.
    """
    return state(who) == "unconscious" or fettered(scene, who) is not None


def defend(
    scene: Scene, who: Holder, said: str | None, distance: Number | None, told: int | None,
    bonus: Sequence[tuple[str, Number]] = (),
) -> tuple[Side | None, Taken]:  # fmt: skip
    """EOS-PROJ-01, EOS-POS-06: the best weapon skill, even of what is not held, or what `--against-with` names.

    EOS-DUAL-10: several weapons in hand give a die each against a blow from within their reach, EOS-DUAL-09, EOS-BOW-08,
    EOS-THR-07: one die against any other. Refused: a skill of an empty hand by ruling hand_skill_strict_when_multi (EOS-DUAL-05).
    """
    if helpless(scene, who):
        return None, Taken(())
    if said is not None:
        return _told_defence(scene, who, said, distance, told, bonus)
    world = scene.world
    near = [arm for arm in in_hand(world, who) if arm.strike.kind == "melee" and in_reach(arm, distance)]
    together = [arm for arm in near if may_share(arm)]
    bare = [arm for arm in without_weapons(world, who, told) if in_reach(arm, distance)]
    best = best_skill(scene, who, distance)
    many = together if len(together) > 1 else []
    if not many and not in_hand(world, who) and (told is not None or best == UNARMED):
        many = bare
    if len(many) > 1 and told in (None, len(many)):
        return side_of(who, many, bonus), Taken(())
    return single(scene, who, best, distance, bonus), Taken(())


def _told_defence(
    scene: Scene, who: Holder, said: str, distance: Number | None, told: int | None, bonus: Sequence[tuple[str, Number]]
) -> tuple[Side | None, Taken]:  # fmt: skip
    """The weapon, hand or skill that was named for the defence."""
    world = scene.world
    words = words_of(said)
    name = house.skill(world, said) if len(words) == 1 else None
    rows = house.skills(world)
    has = house.thing(world, said) in who.lots
    if name is not None and rows[name].weapon and name != UNARMED and not has:
        if strict(scene) and name not in held_skills(world, who):
            scene.refuse("EOS-DUAL-05", f"{who.name} holds nothing that {name} is used with.", thing=name,
                         state="empty hand", help=("--against-with hands",))  # fmt: skip
        return single(scene, who, name, distance, bonus), Taken(())
    if name is not None and not rows[name].weapon and not has and limb_said(scene, who, said) is None:
        raise Usage(f"{name.capitalize()} is no weapon skill.", nearest=("unarmed melee", "main-hand melee"))
    got = taken(scene, who, said, told=told, defending=True)
    near = [arm for arm in got.arms if in_reach(arm, distance)]
    if len(near) > 1:
        return side_of(who, near, bonus), got
    arm = max(near or got.arms, key=lambda each: level_of(who, each.skill))
    return side_of(who, (arm,), bonus), got


def in_reach(arm: Arm, distance: Number | None) -> bool:
    """EOS-MELEE-04: whether it reaches so far; None is within reach."""
    return distance is None or arm.reach >= distance


def strict(scene: Scene) -> bool:
    return scene.world.ruling("hand_skill_strict_when_multi", "strict-when-multi") == "always-strict"


def held_skills(world: World, who: Holder) -> set[str]:
    """Skills whose weapon is in hand, and that of bare hands (EOS-DUAL-04)."""
    return {arm.skill for arm in in_hand(world, who)} | {UNARMED}


def best_skill(scene: Scene, who: Holder, distance: Number | None) -> str:
    """EOS-PROJ-01: the best weapon skill; of equal ones that of the weapon in hand, then one that may strike back."""
    world = scene.world
    mine = held_skills(world, who) if in_hand(world, who) else {UNARMED}
    reaching = {arm.skill for arm in in_hand(world, who) if in_reach(arm, distance)}
    names = [name for name, row in house.skills(world).items() if row.weapon]
    if strict(scene):
        names = [name for name in names if name in held_skills(world, who)]
    return max(
        names,
        key=lambda name: (
            level_of(who, name),
            name in reaching,
            name in mine,
            not strike_of(world, name).projectile,
        ),
    )


def single(
    scene: Scene, who: Holder, name: str, distance: Number | None, bonus: Sequence[tuple[str, Number]]
) -> Side:  # fmt: skip
    """One die with one skill; whoever wins strikes back with the melee weapon in hand, or bare-handed (EOS-POS-09)."""
    world = scene.world
    strike = strike_of(world, name)
    arms: list[Arm] = []
    if not strike.projectile:
        melee = [arm for arm in in_hand(world, who) if arm.strike.kind == "melee"]
        near = [arm for arm in melee if in_reach(arm, distance)] or melee
        near.sort(key=lambda arm: (arm.skill != name, -arm.tier))
        arms = near[:1] or [max(without_weapons(world, who), key=lambda arm: arm.tier)]
    return Side(who, tuple(arms), name, level_of(who, name), 1, strike.projectile, tuple(bonus))


# -- the exchange -----------------------------------------------------------------------------------------------


def exchange(scene: Scene, blow: Blow) -> Iterator[Event | Said]:
    """EOS-MELEE-01, EOS-MELEE-02: dice of both sides, gear before hit points (EOS-CRIT-03), then the winner's damage.

    EOS-TILE-03, EOS-TILE-13: one throw of the attacker meets each of several defenders (ruling shared_tile_pairwise), each in
    armor of their own (EOS-TILE-05), and each of them who wins strikes back (EOS-TILE-06).
    A die that nobody told in a dry run ends it there.
    """
    side = blow.side
    label = blow.label or f"{side.who.name} attacks {blow.defences[0].who.name}"
    thrown = throw(scene, side, label, "rolled", blow.choose)
    said = Fell()
    for nth, defence in enumerate(blow.defences):
        done = False
        for event in pair(scene, blow, defence, thrown, label, said, first=not nth):
            yield event
            rolled = event.event if isinstance(event, Said) else event
            done = done or (isinstance(rolled, AttackRolled) and rolled.roll is not None and rolled.roll.won is None
                            and rolled.outcome is None)  # fmt: skip
        if done:
            return
    said.check(blow)


class Fell:
    """Which 20s and 1s fell, so that a choice for one that did not is found out."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()
        self.cup: set[str] = set()

    def check(self, blow: Blow) -> None:
        """Usage: `--crit` without a 20, `--fumble` without a 1, of dice that were told."""
        told = {"crit": False, "fumble": False, "against-crit": False, "against-fumble": False}
        told["crit"] = any(d.own_crit is not None for d in blow.defences)
        told["fumble"] = blow.fumble is not None
        told["against-crit"] = any(d.crit is not None for d in blow.defences)
        told["against-fumble"] = any(d.fumble is not None for d in blow.defences)
        for word, is_said in told.items():
            side, what = ("against", word.removeprefix("against-")) if word.startswith("against") else ("rolled", word)
            if is_said and (side, what) not in self.seen and side not in self.cup:
                face = D20 if what == "crit" else 1
                raise Usage(f"--{word} is for a natural {face}, and none fell.", nearest=(f"--{side} {face}",))


def throw(scene: Scene, side: Side, label: str, which: str, choose: int | None) -> Roll:
    """EOS-DUAL-01: all dice at once, one of them chosen, the highest unless another is said. Usage: a face that did not
    fall.
    """
    if choose is not None:
        _check_choice(scene, label, which, choose)
    try:
        return scene.roll(side.who.name, label, side.plus, faces=(D20,) * side.dice, choose=choose, side=which)
    except ValueError:
        word = "choose" if which == "rolled" else "against-choose"
        raise Usage(f"--{word} {choose} is not among the dice that fell for {label}.") from None


def _check_choice(scene: Scene, label: str, which: str, choose: int) -> None:
    if not 1 <= choose <= D20:
        word = "choose" if which == "rolled" else "against-choose"
        raise Usage(f"--{word} is the face of a die, 1 to {D20}, not {choose}.")


def pair(
    scene: Scene, blow: Blow, defence: Defence, thrown: Roll, label: str, fell: Fell, first: bool
) -> Iterator[Event | Said]:  # fmt: skip
    """The attacker's throw against one defender."""
    side, other = blow.side, defence.side
    mine, theirs = thrown, None
    if other is not None:
        theirs = throw(scene, other, f"{other.who.name} defends against {side.who.name}", "against", defence.choose)
        while thrown_again(scene, mine, theirs):
            mine = throw(scene, side, label, "rolled", None)
            theirs = throw(scene, other, f"{other.who.name} defends against {side.who.name}", "against", None)
    roll = met(scene, mine, theirs, blow.target)
    if mine.total is None or (theirs is not None and theirs.total is None):
        yield _rolled(scene, blow, defence, roll, None)
        return
    for each, which in ((mine, "rolled"), (theirs, "against")):
        if each is not None and each.source == "cup":
            fell.cup.add(which)
    plan = _gear_plan(scene, blow, defence, mine, theirs, fell, first)
    outcome = _outcome(blow, defence, roll)
    rolled = _rolled(scene, blow, defence, roll, outcome, plan)
    yield because(rolled, blow.of)
    for step in plan:
        for event in step.events(scene):
            yield because(event, rolled)
    dealt = _damage(scene, blow, defence, roll, outcome)
    if dealt is not None:
        yield because(dealt, rolled)


def thrown_again(scene: Scene, mine: Roll, theirs: Roll) -> bool:
    """EOS-MELEE-02: whether equal totals are thrown again (ruling tie_nobody)."""
    return _tied(mine, theirs) and scene.world.ruling("tie_nobody", "nobody-wins") == "reroll"


def _tied(mine: Roll, theirs: Roll) -> bool:
    return mine.total is not None and theirs.total is not None and exact(mine.total) == exact(theirs.total)


def met(scene: Scene, mine: Roll, theirs: Roll | None, target: Number | None = None) -> Roll:
    """EOS-MELEE-02: the higher total wins, equal ones nobody (ruling tie_nobody).

    EOS-DOWN-02: against somebody helpless the whole total is the difference.
    """
    if mine.total is None:
        return msgspec.structs.replace(mine, against=theirs)
    total = exact(mine.total)
    if target is not None:
        over = total - target
        return msgspec.structs.replace(mine, target=stored(target), margin=stored(over), won=over > 0)
    if theirs is None:
        return msgspec.structs.replace(mine, margin=stored(total), won=True)
    if theirs.total is None:
        return msgspec.structs.replace(mine, against=theirs)
    margin = total - exact(theirs.total)
    back = msgspec.structs.replace(theirs, margin=stored(-margin), won=_defender_won(scene, margin))
    return msgspec.structs.replace(mine, against=back, margin=stored(margin), won=margin > 0)


def _defender_won(scene: Scene, margin: Number) -> bool:
    return margin < 0 or (not margin and scene.world.ruling("tie_nobody", "nobody-wins") == "defender-wins")


def _outcome(blow: Blow, defence: Defence, roll: Roll) -> str:
    if roll.won:
        if blow.spares:
            return "spared"
        return "hit" if defence.side is not None or blow.target is not None else "undefended"
    if roll.against is None and blow.target is not None:
        return "dodged" if exact(roll.margin or 0) else "nobody"
    if roll.against is None or not roll.against.won:
        return "nobody"
    if defence.itself:
        return "dodged"
    if not strikes_back(defence.side, blow.distance):
        return "dodged"
    return "spared" if defence.spares else "countered"


def strikes_back(side: Side | None, distance: Number | None) -> bool:
    """EOS-POS-07, EOS-POS-08, EOS-PROJ-03, EOS-THM-03: a winner with a melee weapon, or bare hands, that reaches.

    EOS-THM-04: a two-hander at one tile and at two; EOS-THM-08, EOS-BOW-09, EOS-THR-08: whoever strikes, shoots or throws inside
    the other's reach is answered. EOS-BOW-10, EOS-THR-09: bows, throws, crossbows and firearms answer nobody.
    """
    return side is not None and not side.projectile and any(in_reach(arm, distance) for arm in side.arms)


def _rolled(
    scene: Scene, blow: Blow, defence: Defence, roll: Roll, outcome: str | None, plan: "Sequence[Step]" = ()
) -> AttackRolled:  # fmt: skip
    said = {step.field: step.choice for step in plan}
    hit = blow.side.arms[0].strike.hit if blow.side.arms else None
    return AttackRolled(
        who=blow.side.who.name,
        place=scene.world.place_of(blow.side.who.name),
        rule="EOS-TILE-14" if defence.itself else hit if len(blow.side.arms) < 2 else "EOS-DUAL-01",
        roll=roll,
        whom=defence.who.name,
        skill=blow.side.skill,
        against_skill=defence.side.skill if defence.side is not None else None,
        behind=defence.behind,
        outcome=outcome,
        crit=said.get("crit"),
        fumble=said.get("fumble"),
        against_crit=said.get("against_crit"),
        against_fumble=said.get("against_fumble"),
        spared=outcome == "spared",
    )


# -- damage -----------------------------------------------------------------------------------------------------


def arm_tier(world: World, who: Holder, arm: Arm) -> Number:
    """The tier that a weapon has now, after what the dice did to it (EOS-CRIT-03)."""
    if arm.lot is not None:
        found = world.piece(arm.lot.name)
        return (found[1].tier or 0) if found is not None else arm.tier
    return natural_weapons(who).get(arm.part, 0) if arm.part is not None else 0


def damage_parts(scene: Scene, side: Side, difference: Number) -> list[tuple[str, Number]]:
    """EOS-MELEE-03, EOS-PROJ-04, EOS-PROJ-05: difference, Body, tier, size, as far as the weapon's row counts them.

    EOS-MH-06, EOS-THM-07, EOS-THR-06, EOS-PROJ-02: Body for all but bows; EOS-CGEAR-01, EOS-CGEAR-06: the tier as it stands.
    EOS-PROJ-11: a bolt or bullet that meets dice has its own damage and no difference.
    EOS-DUAL-07, EOS-DUAL-08: of several weapons the lowest tier, Body and size once. EOS-SIZE-07, EOS-SIZE-08,
    EOS-SIZE-09, EOS-SIZE-10: size is taken before armor; EOS-SIZE-14: bows and shots have none. EOS-RACE-WOLF-02: Body behind a
    Neo-Wolf's arrow.
    """
    who = scene.world.get(side.who.name)
    if side.shot is not None:
        return [("weapon", side.shot.raw)]
    strike = side.arms[0].strike
    adds = strike.adds
    values: dict[str, Number] = {
        "difference": difference,
        "body": who.number("body"),
        "tier": min(arm_tier(scene.world, who, arm) for arm in side.arms),
        "size": who.number("bonus_hp_melee"),
    }
    if strike.kind == "siege":  # EOS-SIEGE-06
        return [("weapon", 10 * values["tier"]), ("difference", difference)]
    found: list[tuple[str, Number]] = [(name, values[name]) for name in adds if name != "size" or values["size"]]
    if strike.kind == "bow" and who.number("bow_adds_body"):
        found.insert(1, ("body", values["body"]))
    return found


def kind_of(side: Side) -> str:
    """What a wound is called: `melee unarmed natural thrown bow crossbow firearm`."""
    if all(arm.lot is None for arm in side.arms):
        return "natural" if any(arm.part is not None for arm in side.arms) else "unarmed"
    return side.arms[0].strike.kind


def weapon_word(side: Side) -> str:
    """What did it, for sums: `sword`, `sword and dagger`, `hands`."""
    items = [arm.item for arm in side.arms]
    if len(items) > 1 and len(set(items)) == 1:
        return f"{items[0]}s"
    return " and ".join(items)


def _damage(scene: Scene, blow: Blow, defence: Defence, roll: Roll, outcome: str) -> WoundDealt | None:
    """The winner's damage on the loser; nothing where nobody won, it was waived or nobody reaches."""
    margin = exact(roll.margin or 0)
    margin = -margin if margin < 0 else margin
    if outcome in ("hit", "undefended"):
        victim = scene.world.get(defence.who.name)
        if outcome == "undefended":
            armor = undefended_armor(scene, victim)
        elif defence.itself:
            armor = armor_of(scene, victim, shield=False)  # EOS-TILE-15
        else:
            armor = armor_of(scene, victim, behind=defence.behind, allies=defence.allies)
        return _wound_of(scene, blow.side, victim, margin, armor, blow.distance)
    if outcome == "countered":
        assert defence.side is not None
        victim = scene.world.get(blow.side.who.name)
        near = tuple(arm for arm in defence.side.arms if in_reach(arm, blow.distance))
        side = defence.side._replace(arms=near)
        return _wound_of(scene, side, victim, margin, armor_of(scene, victim), blow.distance, rule="EOS-POS-09")
    return None


def _wound_of(
    scene: Scene, side: Side, victim: Holder, margin: Number, armor: Armor, distance: Number | None,
    rule: str | None = None,
) -> WoundDealt:  # fmt: skip
    dealt = None
    if side.shot is not None:
        dealt, armor = side.shot.damage(armor.total), armor.shot_at(side.shot)
    return wound(
        scene, victim, damage_parts(scene, side, margin), kind=kind_of(side), weapon=weapon_word(side), by=side.who.name,
        rule=rule or ("EOS-DUAL-08" if len(side.arms) > 1 else side.arms[0].strike.damage), armor=armor, dealt=dealt,
        distance=distance,
    )  # fmt: skip


# -- what a 20 and a 1 do to gear -------------------------------------------------------------------------------


class Step(NamedTuple):
    """What one natural 20 or 1 was spent on: a piece (`lot`), a part of a body, ten hit points, or nothing."""

    field: str
    choice: str
    cause: str
    owner: str
    by: str
    lot: str | None = None
    part: str | None = None
    ten: bool = False
    rule: str = "EOS-CRIT-01"

    def events(self, scene: Scene) -> Iterator[Event]:
        """EOS-CRIT-10, EOS-CRIT-06: a tier less, never below none; or ten hit points, armor or no."""
        world = scene.world
        owner = world.get(self.owner)
        if self.ten:
            yield wound(scene, owner, (("body", TEN),), kind=self.cause, weapon=self.choice, by=self.by, rule=self.rule)
            return
        if self.lot is not None:
            found = world.piece(self.lot)
            was = (found[1].tier or 0) if found is not None else 0
            yield self._damaged(world, was, Changed(self.lot, "tier", -1, source=self.cause))
        elif self.part is not None:
            left = natural_tier(owner, self.part) - hurt(owner, self.part)
            yield self._damaged(world, max(0, left), Changed(self.owner, f"hurt {self.part}", 1, source=self.cause))

    def _damaged(self, world: World, was: Number, posting: Changed) -> GearDamaged:
        return GearDamaged(
            who=self.owner, place=world.place_of(self.owner), rule=self.rule, piece=self.lot or self.part or "",
            cause=self.cause, was=stored(was), tier=stored(max(0, was - 1)), by=self.by, postings=(posting,),
        )  # fmt: skip


def _gear_plan(
    scene: Scene, blow: Blow, defence: Defence, mine: Roll, theirs: Roll | None, fell: Fell, first: bool
) -> list[Step]:  # fmt: skip
    """EOS-CRIT-15: each side's 20 or 1, both before any damage. EOS-CRIT-13: none where nobody rolls against it.

    EOS-TILE-14: who strikes at their own tile has neither against themselves.
    """
    if theirs is None or defence.side is None or defence.itself:
        return []
    side, other = blow.side, defence.side
    plan: list[Step | None] = []
    if is_crit(scene, mine):
        fell.seen.add(("rolled", "crit"))
        plan.append(crit(scene, side, other, defence.own_crit, "crit"))
    if is_fumble(mine) and first:
        fell.seen.add(("rolled", "fumble"))
        plan.append(fumble(scene, side, blow.fumble, "fumble"))
    if is_crit(scene, theirs):
        fell.seen.add(("against", "crit"))
        plan.append(crit(scene, other, side, defence.crit, "against_crit"))
    if is_fumble(theirs):
        fell.seen.add(("against", "fumble"))
        plan.append(fumble(scene, other, defence.fumble, "against_fumble"))
    return [step for step in plan if step is not None]


def is_crit(scene: Scene, roll: Roll) -> bool:
    """EOS-CRIT-01, EOS-CRIT-05: a 20 on the chosen die; on any (ruling chosen_die_only)."""
    any_die = scene.world.ruling("chosen_die_only", "chosen-die-only") == "any-20"
    return any(die.face == D20 and (die.kept or any_die) for die in roll.dice)


def is_fumble(roll: Roll) -> bool:
    """EOS-CRIT-04, EOS-CRIT-05, EOS-UNA-09: a 1 on the chosen die; where all show it, that is forced."""
    return any(die.face == 1 and die.kept for die in roll.dice)


def weapons_of(scene: Scene, side: Side) -> list[Lot]:
    """Weapons somebody has in hand, and what this blow has thrown."""
    world = scene.world
    found = [lot for lot in held(side.who) if (row := row_of(world, lot)) is not None and row.kind == "weapon"]
    for arm in side.arms:
        if arm.lot is not None and arm.lot.name not in [lot.name for lot in found]:
            now = world.piece(arm.lot.name)
            if now is not None:
                found.append(now[1])
    return found


def gear_held(scene: Scene, side: Side) -> list[Lot]:
    """Weapons and shields in hand."""
    return [*weapons_of(scene, side), *shields_held(side.who)]


def crit(scene: Scene, side: Side, foe: Side, said: str | None, field: str) -> Step | None:
    """EOS-CRIT-01, EOS-CRIT-02: who rolled a 20 may name a weapon, armor or shield of the other, won or lost.

    Refused: nothing there to hurt (EOS-CRIT-01), what is absent or only carried (EOS-CRIT-18), a weapon by bare hands
    (EOS-UNA-06), hide under armor (EOS-CRIT-07), hands or claws behind gear (EOS-CRIT-08), hide at T0 (EOS-CRIT-06).
    EOS-CRIT-18: the weapon of who holds none is the body. Left out: declined. Usage: no such thing.
    """
    if said is None or key(said) in ("declined", "none"):
        return Step(field, "declined", "crit", foe.who.name, side.who.name)
    word = key(said)
    body = {"hands", "hand", "fists", "body", "natural", "natural-weapon", "natural-weapons", "claw", "claws", "tail",
            "main-hand", "off-hand", "teeth", "bite", "horns"}  # fmt: skip
    by, whose = side.who.name, foe.who.name
    if word in ("natural-armor", "hide", "scales"):
        return _crit_hide(scene, side, foe, field)
    if word == "natural" and not natural_weapons(foe.who):
        return _crit_hide(scene, side, foe, field)
    if word == "armor":
        suits = sorted(on_body(foe.who, "armor"), key=lambda lot: -(lot.tier or 0))
        if suits and suits[0].tier:
            return Step(field, suits[0].name, "crit", whose, by, lot=suits[0].name)
        return _crit_hide(scene, side, foe, field)
    if word in body:
        return _crit_body(scene, side, foe, word, field)
    if word in COLD_WORDS and trait(foe.who, "natural_armor_vs_environment"):
        scene.refuse("EOS-RACE-ROCKTROLL-03", f"What keeps {whose} from the cold is no armor that a natural 20 could hurt.",
                     thing=said, state="against the weather alone", help=_crit_help(scene, side, foe, field))  # fmt: skip
        return None
    lots = _equipped(scene, foe)
    if word == "shield":
        fitting = shields_held(foe.who)
    elif word == "weapon":
        fitting = weapons_of(scene, foe)
        if not any(lot.tier for lot in fitting):
            return _crit_body(scene, side, foe, word, field)
    else:
        item = house.thing(scene.world, said)
        if item is None and scene.world.piece(said) is None and all(key(lot.named or "") != word for lot in lots):
            raise Usage(f"--{_word(field)} names a piece, or {', '.join(CRIT_WORDS)}, not {said}.", nearest=CRIT_WORDS)
        fitting = [lot for lot in lots if said == lot.name or lot.item == item or (lot.named and key(lot.named) == word)]
    return _crit_piece(scene, side, foe, said, fitting, field)


CRIT_WORDS = ("armor", "weapon", "shield", "natural", "hands")
"""What a 20 may be spent on, beside a piece by its name."""


COLD_WORDS = ("cold-armor", "cold-protection", "environment", "environment-armor", "natural-armor-vs-environment")
"""EOS-RACE-ROCKTROLL-03: what a Rock Troll has against the weather."""


def _equipped(scene: Scene, side: Side) -> list[Lot]:
    """EOS-CRIT-18: what somebody holds and wears; what is only carried is not equipped."""
    return [*gear_held(scene, side), *on_body(side.who, "armor")]


def _crit_piece(scene: Scene, side: Side, foe: Side, said: str, fitting: list[Lot], field: str) -> Step | None:
    whose = foe.who.name
    hurtable = [lot for lot in fitting if lot.tier]
    weapons = {lot.name for lot in weapons_of(scene, foe)}
    if fitting and all(lot.name in weapons for lot in fitting) and all(arm.unarmed for arm in side.arms) and side.arms:
        scene.refuse("EOS-UNA-06", f"{side.who.name} strikes with bare hands; those hurt no weapon, only armor or shield.",
                     thing=fitting[0].name, state="out of reach for hands", help=_crit_help(scene, side, foe, field))  # fmt: skip
    if not hurtable:
        absent = not fitting and (natural_armor(foe.who) or any(lot.tier for lot in _equipped(scene, foe)))
        scene.refuse("EOS-CRIT-18" if absent else "EOS-CRIT-01", f"{whose} has no {said} that a natural 20 could hurt.",
                     thing=said, state="T0" if fitting else "not equipped", help=_crit_help(scene, side, foe, field))  # fmt: skip
        return None
    if len({lot.name for lot in hurtable}) > 1:
        scene.refuse("EOS-CRIT-01", f"{whose} has several: {', '.join(lot.name for lot in hurtable)}. Name one of them.",
                     thing=said, state=f"{len(hurtable)} of them",
                     help=tuple(f"--{_word(field)} {lot.name}" for lot in hurtable))  # fmt: skip
    lot = hurtable[0]
    return Step(field, lot.name, "crit", whose, side.who.name, lot=lot.name)


def _word(field: str) -> str:
    return field.replace("_", "-")


def _crit_help(scene: Scene, side: Side, foe: Side, field: str) -> tuple[str, ...]:
    """What a 20 could be spent on instead."""
    bare = bool(side.arms) and all(arm.unarmed for arm in side.arms)
    lots = [*(() if bare else weapons_of(scene, foe)), *shields_held(foe.who), *on_body(foe.who, "armor")]
    found = [f"--{_word(field)} {lot.name}" for lot in lots if lot.tier]
    return tuple(found) or (f"leave --{_word(field)} out",)


def _crit_hide(scene: Scene, side: Side, foe: Side, field: str) -> Step | None:
    """EOS-CRIT-07: hide lies open when no suit above T0 covers it; EOS-CRIT-06: at T0 it goes no lower."""
    whose = foe.who.name
    cover = armor_tier(foe.who)
    if cover:
        scene.refuse("EOS-CRIT-07", f"{whose} wears armor of T{text_of(cover)} over it.", thing=whose,
                     state=f"armor T{text_of(cover)}", help=(f"--{_word(field)} armor",))  # fmt: skip
    if not natural_armor(foe.who):
        has = bool(natural_tier(foe.who, "natural armor"))
        absent = not on_body(foe.who, "armor") and any(lot.tier for lot in _equipped(scene, foe))
        rule = "EOS-CRIT-06" if has else "EOS-CRIT-18" if absent else "EOS-CRIT-01"
        scene.refuse(rule, f"{whose} has no armor that a natural 20 could hurt.", thing=whose,
                     state="T0" if has else "no armor", help=_crit_help(scene, side, foe, field))  # fmt: skip
        return None
    return Step(field, "natural armor", "crit", whose, side.who.name, part="natural armor", rule="EOS-CRIT-06")


def _crit_body(scene: Scene, side: Side, foe: Side, word: str, field: str) -> Step | None:
    """EOS-CRIT-08: hands and claws only behind no gear above T0; EOS-UNA-08, EOS-CRIT-09: at T0 it takes ten hit points.

    EOS-RACE-TIGER-02: one claw loses a tier, that of the hand that is named.
    """
    whose, by = foe.who.name, side.who.name
    if side.arms and all(arm.unarmed for arm in side.arms):
        scene.refuse("EOS-UNA-06", f"{by} strikes with bare hands; those hurt no weapon, only armor or shield.",
                     thing=whose, state="out of reach for hands", help=_crit_help(scene, side, foe, field))  # fmt: skip
    gear = [lot for lot in gear_held(scene, foe) if lot.tier]
    if gear:
        scene.refuse("EOS-CRIT-08", f"{whose} holds {gear[0].name} of T{gear[0].tier} before them.", thing=whose,
                     state=f"{gear[0].name} T{gear[0].tier}", help=_crit_help(scene, side, foe, field))  # fmt: skip
    tiers = natural_weapons(foe.who)
    part = {"main-hand": "main hand", "off-hand": "off hand"}.get(word)
    if part is None or part not in tiers:
        part = next((name for name in tiers if tiers[name] > 0), next(iter(tiers), None))
    if part is None:
        return Step(field, "hands", "crit", whose, by, ten=True, rule="EOS-UNA-08")
    if tiers[part] <= 0:
        return Step(field, part, "crit", whose, by, ten=True, rule="EOS-CRIT-09")
    return Step(field, part, "crit", whose, by, part=part, rule="EOS-CRIT-06")


def fumble(scene: Scene, side: Side, said: str | None, field: str) -> Step | None:
    """EOS-CRIT-04: who rolled a 1 picks a shield or weapon of their own in hand, which loses a tier.

    Bare hands cost ten hit points (EOS-UNA-07), claws a tier (EOS-NATW-01) or at T0 ten hit points too (EOS-NATW-02);
    a shield may be given instead. EOS-CRIT-17: with nothing left to lose nothing happens, or ten hit points go (ruling
    fumble_nothing_left). Refused: no choice where there is one (EOS-CRIT-04).
    """
    whose = side.who.name
    options: list[Step] = [
        Step(field, lot.name, "fumble", whose, whose, lot=lot.name, rule="EOS-CRIT-04")
        for lot in gear_held(scene, side)
        if lot.tier
    ]
    options += _body_options(scene, side, field)
    if not options:
        ten = scene.world.ruling("fumble_nothing_left", "no-effect") == "10-damage"
        if said is not None:
            _no_such(scene, side, said, options, field)
        return Step(field, "nothing", "fumble", whose, whose, ten=ten, rule="EOS-CRIT-17")
    if said is None:
        if len(options) > 1:
            names = ", ".join(step.choice for step in options)
            scene.refuse("EOS-CRIT-04", f"{whose} rolled a 1 and has to say what suffers: {names}.", thing=whose,
                         state="natural 1", help=tuple(f"--{_word(field)} {_short(step, options)}" for step in options))  # fmt: skip
        return options[0]
    chosen = [step for step in options if _means(scene, side, step, said)]
    if not chosen:
        _no_such(scene, side, said, options, field)
        return options[0]
    return chosen[0]


def _body_options(scene: Scene, side: Side, field: str) -> list[Step]:
    """The limbs that this side strikes with."""
    whose = side.who.name
    found: list[Step] = []
    bare = [arm for arm in side.arms if arm.lot is None]
    if not bare or (side.skill != UNARMED and len(side.arms) == 1):
        return found
    for arm in bare:
        if arm.part is not None:
            tier = natural_weapons(side.who).get(arm.part, 0)
            ten = tier <= 0
            rule = "EOS-NATW-02" if ten else "EOS-NATW-01"
            found.append(Step(field, arm.part, "fumble", whose, whose, part=None if ten else arm.part, ten=ten, rule=rule))
        elif not any(step.rule == "EOS-UNA-07" for step in found):
            found.append(Step(field, "hands", "fumble", whose, whose, ten=True, rule="EOS-UNA-07"))
    if len(found) > 1 and all(step.part for step in found):
        return found
    return found[:1] if found and all(step.ten for step in found) else found


def _short(step: Step, options: Sequence[Step]) -> str:
    item = step.choice.partition("@")[0]
    return item if sum(1 for each in options if each.choice.partition("@")[0] == item) == 1 else step.choice


def _means(scene: Scene, side: Side, step: Step, said: str) -> bool:
    word = key(said)
    if step.lot is None:
        limbs = {"hands", "hand", "fists", "body", "natural", "natural-weapon", "claw", "claws", "weapon"}
        return word in limbs or word == key(step.choice)
    item = step.lot.partition("@")[0]
    if said == step.lot or house.thing(scene.world, said) == item:
        return True
    lot = scene.world.piece(step.lot)
    if lot is not None and lot[1].named and key(lot[1].named) == word:
        return True
    is_shield = step.lot in [each.name for each in shields_held(side.who)]
    return word == ("shield" if is_shield else "weapon")


def _no_such(scene: Scene, side: Side, said: str, options: Sequence[Step], field: str) -> None:
    whose = side.who.name
    there = next((lot for lot in gear_held(scene, side) if said in (lot.name, lot.item)), None)
    scene.refuse(
        "EOS-CRIT-04", f"{whose} has no {said} in hand that could lose a tier.", thing=said,
        state="T0" if there is not None else "not in hand",
        help=tuple(f"--{_word(field)} {_short(step, options)}" for step in options) or (f"leave --{_word(field)} out",),
    )  # fmt: skip


__all__ = ["Armor", "Blow", "Defence", "Side", "armor_of", "bare_hand", "defend", "exchange", "side_of", "wound"]

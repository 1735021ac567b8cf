"""The attack (EOS-MELEE, EOS-PROJ, EOS-DUAL, EOS-NATW): one verb, driven by the weapon that strikes."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from ledger import fight, gifts, house, shadows, shots
from ledger.arms import Arm, Taken, strike_of, taken, words_of
from ledger.objects import engine_arm
from ledger.ruling import (
    Command,
    Figure,
    Flag,
    Holders,
    Known,
    People,
    Person,
    Said,
    Scene,
    Text,
    Things,
    Usage,
    because,
)
from ledger.slots import ammunition_actions, row_of
from ledger.strike import (
    Blow,
    Defence,
    Side,
    armor_of,
    check_unfettered,
    damage_parts,
    defend,
    exchange,
    fettered,
    helpless,
    kind_of,
    side_of,
    undefended_armor,
    weapon_word,
    wound,
)
from projections.conditions import is_marked
from projections.encounter import board_distance, tile_text
from projections.pools import is_dead, state
from projections.world import PEOPLE, Holder, Lot
from schemas.entry import Event
from schemas.events.combat import AttackDeclared, AttackRolled
from schemas.postings import AnyPosting, Changed, Moved, Put, Unmarked
from schemas.rulebook import Thing
from schemas.things import Wanted
from schemas.units import Number, counted, exact, key, stored, text_of

Form = Callable[["Attack", Scene, Holder, Holder], Iterator[Event | Said]]
THROWN = "thrown"
HEAVY = "heavy-throw"
STEALTH = "stealth"
FORMS: dict[str, str] = {
    "trade-blows": "ledger.gifts:trade_blows",
    "exsanguination": "ledger.gifts:exsanguination",
}
"""Special forms (`--as`), each a function of (command, scene, who, whom) of its own."""


class Attack(Command, tag="attack", frozen=True):
    """Attack somebody or something: `attack Mara bandit-1 --with bow --distance 9 --rolled 15 --against 6`."""

    words: ClassVar[tuple[str, ...]] = ("who", "whom")
    dice: ClassVar[tuple[str, ...]] = ("rolled", "against")
    usage: ClassVar[str] = (
        "attack WHO WHOM [--with WEAPON[,WEAPON]] [--distance N] [--behind] [--cover] [--against-cover] [--over WHO] [--light N] "
        "[--as stealth|thrown|heavy-throw|trade-blows|exsanguination] [--choose FACE] [--crit GEAR] [--fumble GEAR] "
        "[--against-with WEAPON|SKILL] [--against-choose FACE] [--against-crit GEAR] [--against-fumble GEAR] "
        "[--sharing WHO] [--spare] [--against-spare] [--using AMMUNITION] [--held] --rolled DICE --against DICE"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "attack Brandt bandit-1 --with glaive --distance 2 --over Ivo --rolled 12 --against 9",
        "attack Nia bandit-1 --with sword,dagger --rolled 14,3 --choose 14 --against 9",
        "attack Mara bandit-1 --with spear --as thrown --distance 4 --rolled 15 --against 6",
        "attack Ogre Pip --with club --sharing Brandt --rolled 13 --against 15/8",
    )
    who: Person
    whom: Known
    with_: Text | None = None
    distance: Figure | None = None
    behind: Flag = False
    cover: Flag = False
    against_cover: Flag = False
    over: Holders = ()
    light: Text | None = None
    as_: Text | None = None
    choose: Text | None = None
    crit: Text | None = None
    fumble: Text | None = None
    against_with: Text | None = None
    against_choose: Text | None = None
    against_crit: Text | None = None
    against_fumble: Text | None = None
    against_bonus: Figure | None = None
    sharing: People = ()
    spare: Flag = False
    against_spare: Flag = False
    bonus: Figure | None = None
    target: Figure | None = None
    using: Things = ()
    held: Flag = False
    tile: Text | None = None
    crew: People = ()
    intercept: Person | None = None
    shove: Figure | None = None
    into: Text | None = None
    stops: Text | None = None


def attack(command: Attack, scene: Scene) -> Iterator[Event | Said]:
    """One blow, shot or throw; what decides it stands in the row of the skill that it is made with.

    Refused: who cannot act (EOS-DOWN-02, EOS-UNA-01), a target that is dead (EOS-DOWN-04), out of reach (EOS-MH-04,
    EOS-THM-02, EOS-UNA-02, EOS-BOW-05, EOS-THR-04), behind cover or people (EOS-COV-01, EOS-COV-02, EOS-COV-04, EOS-COV-05,
    EOS-COV-06, EOS-COV-07, EOS-COV-08), a weapon that does not serve (`ledger.arms.taken`), no arrow (EOS-BOW-03), no
    action left (EOS-TURN-06). Usage: oneself, no such form, dice or choices that do not fit.
    """
    who = person(scene, command.who)
    form = form_of(command)
    if form in FORMS:
        if command.whom == who.name:
            raise Usage(f"{who.name} does not attack {who.name}.")
        yield from special(form)(command, scene, who, person(scene, target_word(scene, command.whom)))
        return
    whom = scene.world.holders.get(command.whom)
    if whom is not None and whom.kind == "group":
        whom = person(scene, command.whom)
    if whom is None or whom.kind not in PEOPLE:
        check_able(scene, who)
        yield from at_object()(command, scene, who, command.whom)
        return
    if whom is who:
        raise Usage(f"{who.name} does not attack {who.name}.")
    check_able(scene, who)
    check_target(scene, who, whom)
    if command.with_ is not None and is_engine(scene, command.with_):
        check_cover(command, scene, who, whom, (engine_arm(scene, who, command.with_),))
        yield from engine_at()(command, scene, who, whom)
        return
    if form == HEAVY:
        yield from heavy_throw(command, scene, who, whom)
        return
    hidden = from_hiding(command, scene, who, whom) if form == STEALTH else None
    thrown = form == THROWN or (hidden is not None and THROWN in map(key, words_of(command.as_ or "")))
    thrown = thrown or is_throw(scene, command.with_)
    yield from strike(command, scene, who, whom, thrown, hidden)


def from_hiding(command: Attack, scene: Scene, who: Holder, whom: Holder) -> shadows.Chance:
    """EOS-STS-12, EOS-DARK-09: the free blow at somebody who does not see it coming (`ledger.shadows.chance`)."""
    tiles = fight.distance(scene, who, whom, None if command.distance is None else exact(command.distance))
    intercept = scene.person(command.intercept) if command.intercept is not None else None
    return shadows.chance(scene, who, whom, sharers=sharers(command, scene, whom), intercept=intercept, tiles=tiles)


def heavy_throw(command: Attack, scene: Scene, who: Holder, whom: Holder) -> Iterator[Event | Said]:
    """EOS-RACE-HYENA-03: a throw at somebody who moves; if it wins, they stop after a tile at the least."""
    gifts.check_heavy_throw(scene, who, whom, command.stops)
    weapon = ""
    for event in strike(command, scene, who, whom, thrown=True):
        yield event
        rolled = event.event if isinstance(event, Said) else event
        if isinstance(rolled, AttackDeclared):
            weapon = rolled.weapons[0]
        if isinstance(rolled, AttackRolled) and rolled.roll is not None and rolled.roll.won:
            stopped = gifts.staggered(scene, who, whom, command.stops)
            lies = () if stopped.stops is None else (Put(weapon, "tile", stopped.stops),)
            yield because(replace(stopped, postings=(*stopped.postings, *lies)), rolled)


# -- which kind of attack ---------------------------------------------------------------------------------------


def form_of(command: Attack) -> str | None:
    """The form of `--as`. Usage: another, or two that do not go together."""
    if command.as_ is None:
        return None
    said = [key(word) for word in words_of(command.as_)]
    known = (THROWN, HEAVY, STEALTH, *FORMS)
    for word in said:
        if word not in known:
            raise Usage(f"There is no form {word}.", nearest=known)
    special_ones = [word for word in said if word in (HEAVY, STEALTH, *FORMS)]
    if len(special_ones) > 1:
        raise Usage(f"One attack is not {' and '.join(special_ones)} at once.")
    return special_ones[0] if special_ones else THROWN


def special(form: str) -> Form:
    module, _, function = FORMS[form].partition(":")
    found: Form = getattr(importlib.import_module(module), function)
    return found


def at_object() -> Callable[["Attack", Scene, Holder, str], Iterator[Event | Said]]:
    found: Callable[[Attack, Scene, Holder, str], Iterator[Event | Said]] = vars(
        importlib.import_module("ledger.shots")
    )["at_object"]
    return found


def engine_at() -> Form:
    found: Form = vars(importlib.import_module("ledger.shots"))["engine_at"]
    return found


def is_engine(scene: Scene, word: str) -> bool:
    item = word.rpartition("@")[0] if "@" in word else house.thing(scene.world, word)
    if item is None:
        return False
    try:
        return shots.kind_of(house.thing_row(scene.world, item)) == "siege"
    except KeyError:
        return False


def is_throw(scene: Scene, word: str | None) -> bool:
    """EOS-THR-03: whether `--with` names the skill of throwing, and so the form."""
    name = None if word is None else house.skill(scene.world, word)
    return name is not None and house.skills(scene.world)[name].weapon and strike_of(scene.world, name).kind == THROWN


def target_word(scene: Scene, word: str) -> str:
    found = scene.world.holders.get(word)
    if found is None or found.kind not in PEOPLE:
        raise Usage(f"{word} is nobody; this form of attack is against a body.")
    return word


def person(scene: Scene, word: str) -> Holder:
    """The one person meant. Usage: several, a group."""
    found = scene.people((word,))
    if len(found) > 1:
        raise Usage(f"{word} are {len(found)}; one attacks, and one is attacked.", nearest=tuple(h.name for h in found[:3]))
    return found[0]


# -- who may strike whom ----------------------------------------------------------------------------------------


def check_able(scene: Scene, who: Holder) -> None:
    """EOS-DOWN-02, EOS-DOWN-04: nobody who lies there; EOS-RACE-DAYWALKER-04: in a trance the GM alone commands.

    EOS-UNA-01: nor the sleeping, stunned and bound.
    """
    if state(who) != "trance" or scene.seat is not None:
        scene.able(who, declares=True)
    check_unfettered(scene, who)


def check_target(scene: Scene, who: Holder, whom: Holder) -> None:
    """EOS-DOWN-04: the dead are past it; who has left, or is in another zone, is not there to be attacked."""
    if is_dead(whom):
        scene.refuse("EOS-DOWN-04", f"{whom.name} is dead.", thing=whom.name, state="dead",
                     help=(f"take {who.name} THINGS --from {whom.name}",))  # fmt: skip
    elif state(whom) == "gone":
        raise scene.lacks(f"{whom.name} has left the campaign.", thing=whom.name, state="gone")
    here, there = scene.world.place_of(who.name), scene.world.place_of(whom.name)
    if here is not None and there is not None and scene.world.zone_of(here) != scene.world.zone_of(there):
        raise scene.lacks(f"{whom.name} is in {there}, not in {here}.", thing=whom.name, state=f"in {there}",
                          help=(f"travel {who.name} --to {there}", f'gm place {whom.name} --to {here} --reason "..."'))  # fmt: skip


def check_reach(scene: Scene, who: Holder, whom: Holder, arm: Arm, tiles: Number | None) -> None:
    """EOS-POS-03: refuses what is too far for the weapon, under the mechanic of its row."""
    if arm.strike.kind in ("crossbow", "firearm"):
        return  # their sure zone may be wider: shots.aimed refuses
    if tiles is not None and tiles > arm.reach:
        scene.refuse(
            arm.strike.reach,
            f"{whom.name} is {counted(tiles, 'tile')} away; {arm.name} reaches {text_of(arm.reach)}.",
            thing=arm.name, state=f"{counted(tiles, 'tile')} away",
            help=(f"move {who.name} --tiles {text_of(tiles - arm.reach)}",),
        )  # fmt: skip


def check_cover(command: Attack, scene: Scene, who: Holder, whom: Holder, arms: Sequence[Arm]) -> None:
    """What stands between them (said with --cover, --against-cover, --over, or on the board).

    EOS-COV-03: --cover says that they stand beside it, at its edge, with it between them; where a board knows better it is
    refused. EOS-COV-01: from cover only what is long or flies; EOS-COV-04, EOS-COV-08: nothing flies at who is behind it;
    EOS-COV-05, EOS-BOW-12: nor through people, EOS-COV-02: or terrain; EOS-COV-06, EOS-THM-05: a two-hander strikes past one
    of them; EOS-COV-07: nothing goes through a wall.
    """
    arm = arms[0]
    flies, past = arm.strike.projectile, arm.over_one
    if command.cover and not arm.strike.from_cover:
        scene.refuse("EOS-COV-01", f"{who.name} is behind cover; {arm.name} strikes round no edge.", thing=arm.name,
                     state="behind cover", help=(f"move {who.name} --tiles 1",))  # fmt: skip
    if command.against_cover:
        if flies:
            both = command.cover
            scene.refuse(
                "EOS-COV-08" if both else "EOS-COV-04",
                f"{whom.name} is behind {'the same ' if both else ''}cover; nothing flies there.", thing=whom.name,
                state="behind cover", help=(f"move {who.name} --tiles 1",),
            )  # fmt: skip
        elif not past:
            scene.refuse("EOS-COV-06", f"{whom.name} is behind cover; only a two-hander strikes round an edge.",
                         thing=whom.name, state="behind cover", help=(f"move {who.name} --tiles 1",))  # fmt: skip
    check_edge(command, scene, who)
    said = [scene.world.get(word) for name in command.over for word in holders_named(scene, name)]
    if who in said or whom in said:
        raise Usage(f"--over names who stands between {who.name} and {whom.name}, neither of the two.")
    between = said or [each for each in fight.cover_between(scene, who, whom) if not rounded(command, scene, who, whom, each)]
    walls = [each for each in between if each.kind == "structure"]
    if walls:
        scene.refuse("EOS-COV-07", f"{walls[0].name} stands between them; nothing goes through it.", thing=walls[0].name,
                     state="between", help=(f"move {who.name} --tiles 1",))  # fmt: skip
        return
    if not between:
        return
    if flies:
        people = [each for each in between if each.kind in PEOPLE]
        rule = "EOS-COV-05" if people else "EOS-COV-02"
        if arm.strike.kind == "bow":
            rule = "EOS-BOW-12"
        scene.refuse(rule, f"{between[0].name} stands in the line from {who.name} to {whom.name}.", thing=between[0].name,
                     state="between", help=(f"move {who.name} --tiles 1",))  # fmt: skip
    elif not past or len(between) > 1:
        why = "strikes past nobody" if not past else "strikes past one, not more"
        scene.refuse("EOS-COV-06", f"{arm.name} {why}: {', '.join(each.name for each in between)}.",
                     thing=between[0].name, state="between", help=(f"move {who.name} --tiles 1",))  # fmt: skip


def rounded(command: Attack, scene: Scene, who: Holder, whom: Holder, thing: Holder) -> bool:
    """Whether this is the cover that --cover or --against-cover speaks of: terrain beside the one who uses it."""
    return thing.kind == "terrain" and (
        (command.cover and board_distance(scene.world, who, thing) == 1)
        or (command.against_cover and board_distance(scene.world, whom, thing) == 1)
    )


def check_edge(command: Attack, scene: Scene, who: Holder) -> None:
    """EOS-COV-03: refuses cover that is not there: on a board with terrain none of it lies beside who says --cover."""
    if not command.cover or fight.tile_of(scene.world, who) is None:
        return
    terrain = [h for h in scene.world.of_kind("terrain") if board_distance(scene.world, who, h) is not None]
    if terrain and all(board_distance(scene.world, who, h) != 1 for h in terrain):
        scene.refuse("EOS-COV-03", f"{who.name} stands beside no cover: {terrain[0].name} is further off.", thing=who.name,
                     state="in the open", help=(f"move {who.name} --tiles 1",))  # fmt: skip


def holders_named(scene: Scene, word: str) -> list[str]:
    """Whom or what `--over` means."""
    found = scene.world.holders.get(word)
    if found is not None and found.kind not in (*PEOPLE, "group"):
        return [word]
    return [each.name for each in scene.people((word,))]


# -- the blow ---------------------------------------------------------------------------------------------------


class Stroke(NamedTuple):
    """A blow before the dice: what it costs, what it uses up."""

    side: Side
    got: Taken
    sure: bool
    ammunition: str | None
    postings: tuple[AnyPosting, ...]
    actions: int
    rule: str


def strike(
    command: Attack, scene: Scene, who: Holder, whom: Holder, thrown: bool, hidden: shadows.Chance | None = None
) -> Iterator[Event | Said]:  # fmt: skip
    """Look, refuse, declare, roll: whatever the weapon is. EOS-DOWN-03: a sleeper who is attacked is awake.

    EOS-STS-12: out of hiding (`hidden`) it is a free action, with any weapon (EOS-MH-07, EOS-THM-09, EOS-UNA-10, EOS-THR-10,
    EOS-BOW-11).
    """
    tiles = fight.distance(scene, who, whom, None if command.distance is None else exact(command.distance))
    label = f"{who.name} attacks {whom.name}"
    got = taken(
        scene, who, command.with_, thrown=thrown, distance=tiles, told=scene.dice.told(label, "rolled"),
    )  # fmt: skip
    for arm in got.arms:
        check_reach(scene, who, whom, arm, tiles)
    check_cover(command, scene, who, whom, got.arms)
    shadows.check_sight(scene, who, whom, tiles, light_said(command.light))
    stroke = made_ready(command, scene, who, whom, got, tiles, thrown, free=hidden is not None)
    if command.held:
        yield fight.use_held(scene, who, "an attack")
    occupants = sharers(command, scene, whom)
    defenders = [whom, *(each for each in shared_with(scene, who, whom, occupants) if each is not whom)]
    if hidden is not None:
        defenders = list(hidden.victims)
    behind = from_behind(command, scene, who, whom, occupants)
    defences, switched = sides_against(
        command, scene, who, defenders, occupants if hidden is None or hidden.borrows else (), tiles, behind,
        stroke if hidden is None or hidden.contested else stroke._replace(sure=True),
    )  # fmt: skip
    declared = AttackDeclared(
        who=who.name, place=scene.world.place_of(who.name), rule=stroke.rule, whom=whom.name, weapons=stroke.side.names,
        skill=stroke.side.skill, forms=(*((STEALTH,) if hidden is not None else ()), *((THROWN,) if thrown else ())),
        distance=None if tiles is None else stored(tiles),
        behind=behind, cover=command.cover, over=command.over, light=light_said(command.light),
        sharing=tuple(each.name for each in defenders[1:]), ammunition=stroke.ammunition,
        against_weapons=tuple(name for other in switched for name in other.drawn), actions=stroke.actions, held=command.held,
        postings=(
            *stroke.postings,
            *(hidden.postings if hidden is not None else ()),
            *(posting for other in switched for posting in other.postings),
            *(Unmarked(each.name, fight.ASLEEP) for each in defenders if is_marked(each, fight.ASLEEP, scene.moment)),
        ),
    )  # fmt: skip
    yield declared
    if hidden is not None and not hidden.contested:
        yield from shadows.unseen_blow(
            scene, stroke.side, hidden, declared, behind=behind, sharers=occupants, distance=tiles,
            choose=face_said(command.choose, "choose"),
        )  # fmt: skip
        yield from shadows.given_away(scene, who, hidden.victims, declared)
        return
    blow = Blow(
        stroke.side, tuple(defences), declared, tiles, face_said(command.choose, "choose"), command.fumble, command.spare, label,
        None if command.target is None else exact(command.target),
    )  # fmt: skip
    if stroke.sure:
        yield from sure_hits(command, scene, blow)
    else:
        yield from exchange(scene, blow)
    if hidden is not None:
        yield from shadows.given_away(scene, who, hidden.victims, declared)


def made_ready(
    command: Attack, scene: Scene, who: Holder, whom: Holder, got: Taken, tiles: Number | None, thrown: bool,
    free: bool = False,
) -> Stroke:  # fmt: skip
    """What the blow takes: the action (EOS-MH-02, EOS-BOW-04), a grasp for what is loose (EOS-CGEAR-14), ammunition."""
    arm = got.arms[0]
    bonus = [("bonus", exact(command.bonus))] if command.bonus is not None else []
    side = side_of(who, got.arms, bonus)
    cost, rule, sure = got.actions, arm.strike.reach, False
    ammunition: str | None = None
    spent: tuple[AnyPosting, ...] = ()
    lot = arm.lot
    row = row_of(scene.world, lot) if lot is not None else None
    if lot is not None and row is not None and arm.strike.kind in ("crossbow", "firearm"):
        shot = shots.aimed(scene, who, lot, row, arm.hand, tiles, command.using)
        side = side._replace(shot=shot, skill=shot.skill, level=shot.level)
        sure, spent, rule, ammunition = shot.sure, shot.postings, shot.rule, shot.ammunition
    elif lot is not None and row is not None and arm.strike.kind == "bow":
        found, more = arrow(scene, who, lot, row, command.using)
        spent, ammunition, rule = (found.spent(who),), found.lot.name, "EOS-BOW-03"
        cost += more
    elif command.using:
        raise Usage(f"{arm.name} uses nothing up; --using is for bows, crossbows and firearms.")
    elif thrown and lot is not None:
        place = scene.world.place_of(who.name)
        rule = "EOS-THR-02"
        if place is not None:
            spent = (Moved(who.name, lot.item, place, lot=lot.name), *fallen(scene, whom, lot))
    timing = thrown and bool(who.fields.get("throws_as_uncontested"))
    if free:  # EOS-STS-12; what is loose is still grasped for (EOS-CGEAR-14)
        acts = fight.spend_action(scene, who, False, f"a grasp for {arm.name}", cost) if cost else ()
        return Stroke(side, got, sure, ammunition, (*acts, *got.postings, *spent), cost, rule)
    acts = spend(
        scene, who, whom, contested=not sure, cost=1 + cost, command=command, timing=timing, second=second_of(scene, who, arm),
        draws=got.actions,
    )  # fmt: skip
    taken_up = sum(int(exact(p.by)) for p in acts if p.field == "actions")
    return Stroke(side, got, sure, ammunition, (*acts, *got.postings, *spent), taken_up, rule)


def fallen(scene: Scene, whom: Holder, lot: Lot) -> tuple[Put, ...]:
    """EOS-THR-02: on a board what was thrown lies on the tile of whom it was thrown at, for anybody to take."""
    tile = fight.tile_of(scene.world, whom)
    return () if tile is None else (Put(lot.name, "tile", tile_text(tile)),)


def spend(
    scene: Scene, who: Holder, whom: Holder, *, contested: bool, cost: int, command: Attack, timing: bool,
    second: str | None = None, draws: int = 0,
) -> tuple[Changed, ...]:  # fmt: skip
    """EOS-TURN-06: one contested action, or any action for a sure shot.

    `second` is the mechanic that refuses another against dice (`second_of`). EOS-CGEAR-14: nor is what is in no weapon slot
    drawn (`draws`) for nothing, where but the blow's own action is left.
    EOS-RACE-HYENA-01: a Neo-Hyena throws whenever an uncontested action could be done, held ones too; it stays the one
    contested action of the round (ruling hyena_throw_still_contested).
    """
    if timing and command.held:
        now = fight.fight_of(scene, who)
        if now is None:
            return ()
        period = fight.period(now)
        if who.count("contested", period):
            scene.refuse("EOS-RACE-HYENA-01", f"{who.name} has met dice this round already; a throw would be a second time.",
                         thing=who.name, state="no contested action left", help=("turn",))  # fmt: skip
        return (Changed(who.name, "contested", 1, source="a throw", period=period),)
    left = fight.actions_left(scene.world, scene.game, who)
    spent = "EOS-CGEAR-14" if draws and left is not None and cost - draws <= left < cost else None
    second = "EOS-RACE-HYENA-01" if timing else second
    second = "EOS-STL-03" if shadows.lost_check(scene, who) else second
    return fight.spend_action(
        scene, who, contested, f"an attack on {whom.name}", cost, held=command.held, spent=spent, second=second
    )


def second_of(scene: Scene, who: Holder, arm: Arm) -> str | None:
    """By which mechanic a turn has no second attack against dice with this weapon; None: EOS-TURN-06, as of any other.

    EOS-BOW-04, EOS-XB1-06, EOS-XBO-01, EOS-FAO-01, EOS-OHT-01; EOS-XBO-02: of two one-handed crossbows one
    shoots beyond its zone.
    """
    other = None if arm.lot is None else shots.other_shot(scene, who, arm.lot)
    return other or arm.strike.second


def arrow(scene: Scene, who: Holder, bow: Lot, row: Thing, using: tuple[Wanted, ...]) -> tuple[shots.Feed, int]:
    """EOS-BOW-03: one arrow, hit or miss, out of a pouch first (EOS-CGEAR-15). Refused: none there, or none that fits."""
    item = row.ammunition or "arrow"
    said = shots.wanted_of(using)
    if said is not None and said.item != item:
        scene.refuse("EOS-BOW-03", f"{bow.name} shoots {item}s; a {said.item} does not fit.", thing=said.item,
                     state=f"for {item}s", help=(f"attack {who.name} WHOM --with bow --using {item}",))  # fmt: skip
    named = said.lot if said is not None else None
    there = [each for each in who.lots.get(item, ()) if named in (None, each.name)]
    if not there:
        scene.refuse("EOS-BOW-03", f"{who.name} has no {named or item} left for {bow.name}.", thing=named or item,
                     state=f"0 {item}s", help=(f"stock {who.name}", f"craft {who.name} 10 {item}s"))  # fmt: skip
        raise scene.lacks(f"{who.name} has no {item}.", thing=item, state=f"0 {item}s", help=(f"stock {who.name}",))
    best = min(there, key=lambda each: (ammunition_actions(scene.world, who, each), each.position))
    actions = ammunition_actions(scene.world, who, best)
    return shots.Feed(best, actions), actions


# -- who defends ------------------------------------------------------------------------------------------------


def sharers(command: Attack, scene: Scene, whom: Holder) -> list[Holder]:
    """EOS-TILE-01: who stands on the target's tile: as `--sharing` says, else as they stand on the board."""
    if command.sharing:
        return [each for each in scene.people(command.sharing) if each is not whom]
    return fight.sharing(scene.world, whom)


def is_small(who: Holder) -> bool:
    return who.word("size", "Medium") == "Small"


def shared_with(scene: Scene, who: Holder, whom: Holder, occupants: Sequence[Holder]) -> list[Holder]:
    """EOS-TILE-03, EOS-TILE-13: who is struck with a small target: everyone on its tile, the attacker last (EOS-TILE-14).

    EOS-TILE-17: a small attacker strikes the one it means.
    """
    if not is_small(whom) or is_small(who):
        return []
    others = [each for each in occupants if each is not who]
    return [*others, who] if who in occupants else others


def from_behind(command: Attack, scene: Scene, who: Holder, whom: Holder, occupants: Sequence[Holder]) -> bool:
    """EOS-POS-02, EOS-TILE-11: the rear, as said or as they stand; a small one on a bigger one's tile is always there.

    EOS-TILE-12: two small ones on a tile stand as beside each other.
    """
    if who in occupants:
        return is_small(who) and not is_small(whom)
    return fight.is_behind(scene, who, whom, command.behind)


def allies(scene: Scene, one: Holder, other: Holder) -> bool:
    """Whether two fight on one side: in a fight its sides, else players with players and the GM's with the GM's."""
    sides = fight.side_of(scene, one), fight.side_of(scene, other)
    if None not in sides:
        return sides[0] == sides[1]
    return one.kind == other.kind


def sides_against(
    command: Attack, scene: Scene, who: Holder, defenders: Sequence[Holder], occupants: Sequence[Holder],
    tiles: Number | None, behind: bool, stroke: Stroke,
) -> tuple[list[Defence], list[Taken]]:  # fmt: skip
    """How each one defends, in the order in which their dice are told; and what they change to (EOS-POS-06)."""
    count = len(defenders)
    withs = per_defender(command.against_with, count)
    crits = per_defender(command.against_crit, count)
    fumbles = per_defender(command.against_fumble, count)
    faces = per_defender(command.against_choose, count)
    own = per_defender(command.crit, count, only_first=True)
    friends = [each for each in defenders if each is not who and allies(scene, who, each)]
    found: list[Defence] = []
    switched: list[Taken] = []
    level = light_said(command.light)
    for nth, each in enumerate(defenders):
        itself = each is who
        near = None if itself else tiles
        side: Side | None = None
        if not stroke.sure and command.target is None:
            bonus = bonuses(command, scene, who, stroke, tiles, level)
            told = scene.dice.told(f"{each.name} defends against {who.name}", "against") if count == 1 else None
            side, got = defend(scene, each, withs[nth], near, told if count == 1 else 1, () if itself else bonus)
            if got.postings or got.drawn:
                switched.append(got)
        if withs[nth] and (mark := fettered(scene, each)) is not None and state(each) == "well":
            scene.refuse("EOS-UNA-01", f"{each.name} is {mark} and defends with nothing, not even hands.", thing=each.name,
                         state=mark, help=(f'gm unmark {each.name} {mark} --reason "..."',))  # fmt: skip
        if helpless(scene, each):
            how = fettered(scene, each) or state(each)
            scene.unthrown["against"] = f"{each.name} is {how} and throws nothing."
        if helpless(scene, each) and any(per[nth] for per in (withs, crits, fumbles, faces)):
            raise Usage(f"{each.name} is {fettered(scene, each) or state(each)} and defends with nothing (EOS-DOWN-02, EOS-UNA-01).")
        shield_mates = tuple(
            other for other in (*defenders[:1], *occupants) if other is not each and other is not who
            and allies(scene, each, other) and (is_small(each) or is_small(other))
        )  # fmt: skip
        found.append(
            Defence(
                each, side, behind and not itself, tuple(dict.fromkeys(shield_mates)) if not itself else (), itself,
                spares=command.against_spare and (each in friends or not friends), crit=crits[nth], fumble=fumbles[nth],
                choose=face_said(faces[nth], "against-choose"), own_crit=own[nth],
            )
        )  # fmt: skip
    return found, switched


def bonuses(
    command: Attack, scene: Scene, who: Holder, stroke: Stroke, tiles: Number | None, level: int | None
) -> list[tuple[str, Number]]:  # fmt: skip
    """What the target's roll gains: as said, and for low light (EOS-LOWL-05) against what is shot or long."""
    found: list[tuple[str, Number]] = []
    if command.against_bonus is not None:
        found.append(("bonus", exact(command.against_bonus)))
    strike = stroke.side.arms[0].strike
    if strike.projectile or strike.from_cover:
        dim = shadows.low_light(scene, who, scene.world.get(command.whom), tiles, level)
        if dim:
            found.append(("low light", dim))
    return found


def per_defender(said: str | None, count: int, only_first: bool = False) -> list[str | None]:
    """A word for each defender, parted by a slash; one alone is for all of them, or for the first. Usage: too many."""
    if said is None:
        return [None] * count
    words = [word.strip() or None for word in said.split("/")]
    if len(words) > count:
        raise Usage(f"{said} is for {len(words)}; {count} defend.")
    if len(words) == 1 and not only_first:
        return words * count
    return [*words, *([None] * (count - len(words)))]


def face_said(word: str | None, option: str) -> int | None:
    """EOS-DUAL-01: the face of the die that is chosen. Usage: no face of a d20."""
    if word is None:
        return None
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 20:
        raise Usage(f"--{option} is the face of a die, 1 to 20, not {word}.")
    return int(word)


def light_said(word: str | None) -> int | None:
    """The level of the light on the target: `bright` is none, `dark` 0. Usage: anything else but 0 to 100."""
    if word is None or key(word) == "bright":
        return None
    if key(word) == "dark":
        return 0
    if not word.isascii() or not word.isdigit() or int(word) > 100:
        raise Usage(f"--light is bright, dark or 1 to 100, not {word}.", nearest=("bright", "dark"))
    return int(word)


def sure_hits(command: Attack, scene: Scene, blow: Blow) -> Iterator[Event | Said]:
    """EOS-PROJ-06: inside the sure zone nobody rolls; EOS-TILE-04: who shares a small target's tile is hit as well.

    EOS-SHLD-06: a shield helps against it from the front alone.
    """
    if command.crit or command.fumble or command.against_crit or command.against_fumble:
        raise Usage("A sure shot has no dice, so nothing falls on a 20 or a 1 (EOS-CRIT-13).")
    side = blow.side
    assert side.shot is not None
    scene.unthrown["rolled"] = scene.unthrown["against"] = "Inside the sure zone nobody throws."
    for defence in blow.defences:
        victim = scene.world.get(defence.who.name)
        if helpless(scene, victim):
            armor = undefended_armor(scene, victim)
        else:
            armor = armor_of(scene, victim, behind=defence.behind, shield=not defence.itself, allies=defence.allies)
        if blow.spares:
            continue
        dealt = wound(
            scene, victim, damage_parts(scene, side, 0), kind=kind_of(side), weapon=weapon_word(side), by=side.who.name,
            rule=side.arms[0].strike.damage, armor=armor.shot_at(side.shot), dealt=side.shot.damage(armor.total),
            distance=blow.distance,
        )  # fmt: skip
        yield because(dealt, blow.of)

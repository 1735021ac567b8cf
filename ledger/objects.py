"""What stands and does not defend: walls and buildings, locks, tiles of the ground; and engines, which are made for them.

EOS-OBJ-01, EOS-OBJ-02, EOS-OBJ-03, EOS-OBJ-04, EOS-LOCK-08, EOS-LOCK-09, EOS-LOCK-10, EOS-SIEGE.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from msgspec import structs

from ledger import house
from ledger.arms import Arm, Taken, strike_of, taken
from ledger.fight import distance as fight_distance
from ledger.fight import fight_of, is_behind, round_of, sharing, spend_action, use_held
from ledger.locks import is_open, lock_armor, lock_hp
from ledger.ruling import Said, Scene, Usage, because
from ledger.shots import (
    ROUND_SECONDS,
    SIEGE_SKILL,
    Shot,
    aimed,
    check_operator,
    engine_within,
    feed,
    fired,
    is_mounted,
    kind_of,
    mountable,
    seconds_left,
    siege_crew,
    siege_damage,
    siege_tiles,
    siege_turns,
)
from ledger.slots import row_of
from ledger.strike import (
    Blow,
    Defence,
    Side,
    Step,
    damage_parts,
    defend,
    exchange,
    fumble,
    is_crit,
    is_fumble,
    met,
    side_of,
    throw,
    weapon_word,
)
from projections.encounter import read_tile
from projections.pools import skill
from projections.sheet import shield_tier
from projections.structures import armor as structure_armor
from projections.structures import section_hp, tier_now
from projections.world import PEOPLE, PLACES, Holder, Lot
from schemas.dice import Plus, Roll
from schemas.entry import Event
from schemas.events.combat import AttackDeclared, AttackRolled, GearDamaged, WoundDealt
from schemas.events.lockpicking import LockOpened
from schemas.events.states import StateChanged
from schemas.postings import AnyPosting, Changed, Moved, Put
from schemas.units import Number, counted, exact, key, stored, text_of

Kind = Literal["structure", "lock", "ground"]
FEET_A_TILE = 5


class Target(NamedTuple):
    """A thing under attack: what it is, its tier, the armor that soaks every blow, and the hit points that are left.

    `tile` is the section of a wall (EOS-OBJ-03), or the tile of the ground as it was said. Ground has neither.
    """

    name: str
    kind: Kind
    tier: Number
    armor: Number
    hp: Number
    tile: int | str | None = None

    @property
    def damage_field(self) -> str:
        return f"damage {self.tile}" if self.kind == "structure" else "damage"

    @property
    def rule(self) -> str:
        """The mechanic by which it is hurt."""
        return {"structure": "EOS-OBJ-01", "lock": "EOS-LOCK-08", "ground": "EOS-SIEGE-12"}[self.kind]

    @property
    def called(self) -> str:
        """Its name for eyes, with the tile."""
        return f"{self.name}, tile {self.tile}" if self.kind == "structure" and self.tile is not None else self.name


def object_named(scene: Scene, who: Holder, name: str, tile: str | None, standing: bool = True) -> Target:
    """The wall, lock or ground that is meant, as it stands now.

    Lacking: what has no hit points at all, what is elsewhere, a tile that a wall does not have; with `standing` what is
    destroyed or broken already. Usage: a tile that is none.
    """
    world = scene.world
    holder = world.holders.get(name)
    if holder is not None and holder.kind == "structure":
        found = structure(scene, holder, tile)
    elif lock_armor(world, name) is not None:
        found = lock(scene, name)
    elif holder is not None and holder.kind in PLACES:
        if tile is not None and not tile.isdecimal() and read_tile(tile) is None:
            raise Usage(f"--tile is a tile such as 4,7, not {tile}.", nearest=("--tile 4,7",))
        found = Target(name, "ground", 0, 0, 0, tile)
    else:
        kind = holder.kind if holder is not None else "thing"
        if name == "book" or kind == "fight":
            raise Usage(f"{name} is nothing to strike at.")
        raise scene.lacks(
            f"The book gives {name} no hit points; walls, buildings and locks have them.",
            thing=name,
            state=kind,
            help=(f'declare structure "{name}" --tier 1 --in PLACE', f'gm take WHO {name} --reason "broken"'),
        )
    here = inside_of(scene, name)
    if here is not None:
        check_near(scene, who, name, here)
    if standing and found.kind != "ground" and found.hp <= 0:
        gone = "broken" if found.kind == "lock" else "destroyed"
        raise scene.lacks(f"{found.called} is {gone} already.", thing=name, state=gone)
    return found


def structure(scene: Scene, holder: Holder, tile: str | None) -> Target:
    """EOS-OBJ-01, EOS-OBJ-03: ten of armor and of hit points for each tier of now; every tile by itself, the first if
    none is said.
    """
    if tile is not None and not tile.isdecimal():
        raise Usage(f"--tile is the number of a tile of {holder.name}, from 1, not {tile}.", nearest=("--tile 1",))
    if holder.fields.get("tier") is None:
        raise scene.lacks(
            f"Nobody said of which tier {holder.name} is.", thing=holder.name, state="no tier",
            help=(f'declare structure "{holder.name}" --tier 1',),
        )  # fmt: skip
    at = int(tile) if tile is not None else 1
    most = tiles_of(holder)
    if at < 1:
        raise Usage(f"--tile counts from 1, not {at}.", nearest=("--tile 1",))
    if most is not None and at > most:
        raise scene.lacks(
            f"{holder.name} has {counted(most, 'tile')}; there is no tile {at}.", thing=holder.name,
            state=counted(most, "tile"), help=(f"--tile {most}",),
        )  # fmt: skip
    day = scene.day
    return Target(
        holder.name, "structure", tier_now(holder, day), structure_armor(holder, day), section_hp(holder, at, day), at
    )


def tiles_of(structure: Holder) -> int | None:
    """How many tiles it has: of a wall by its length, five feet each; None where nobody said."""
    length, tiles = structure.fields.get("length"), structure.fields.get("tiles")
    if length is not None and not isinstance(length, str):
        return int(-(-Fraction(length) // FEET_A_TILE))
    return int(tiles) if tiles is not None and not isinstance(tiles, str) else None


def lock(scene: Scene, name: str) -> Target:
    """EOS-OBJ-04, EOS-LOCK-08: armor and hit points are the number that picks it."""
    world = scene.world
    holder = world.holders.get(name)
    found = world.piece(name)
    tier = holder.number("tier") if holder is not None else (found[1].tier or 0) if found is not None else 0
    return Target(name, "lock", tier, lock_armor(world, name) or 0, lock_hp(world, name) or 0)


def inside_of(scene: Scene, name: str) -> str | None:
    """The place where a thing is; None where it is carried or nobody said."""
    world = scene.world
    holder = world.holders.get(name)
    if holder is not None:
        return name if holder.kind in PLACES else holder.word("in") or None
    found = world.piece(name)
    if found is None:
        return None
    return world.place_of(found[0].name) if found[0].kind in PEOPLE else found[0].name


def check_near(scene: Scene, who: Holder, name: str, here: str) -> None:
    """COMMANDS 1.3: within one zone people move freely; what is elsewhere cannot be struck."""
    mine = scene.world.place_of(who.name)
    if mine is not None and scene.world.zone_of(mine) != scene.world.zone_of(here):
        raise scene.lacks(
            f"{name} is in {scene.world.zone_of(here)}, {who.name} in {mine}.",
            thing=name,
            state=f"in {here}",
            help=(f"travel {who.name} --to {here}", f"gm place {who.name} --to {here}"),
        )


# -- what a blow leaves of it -----------------------------------------------------------------------------------


def tiers_off(scene: Scene, who: Holder, target: Target, tiers: int, cause: str) -> GearDamaged:
    """EOS-OBJ-02, EOS-LOCK-09: a natural 20 takes a tier, and with it armor and hit points (and a lock's number)."""
    left = max(0, target.tier - tiers)
    return GearDamaged(
        who=target.name,
        place=scene.world.place_of(who.name),
        rule="EOS-LOCK-09" if target.kind == "lock" else "EOS-OBJ-02",
        piece=target.name,
        cause=cause,
        was=stored(target.tier),
        tier=stored(left),
        by=who.name,
        postings=(Changed(target.name, "tier", stored(left - target.tier), source=cause),),
    )


def harmed(target: Target, damage: Number) -> tuple[AnyPosting, ...]:
    """EOS-OBJ-02, EOS-OBJ-03: what a blow did to it is kept as a sum, of each tile by itself."""
    if target.kind == "ground" or not damage:
        return ()
    return (Changed(target.name, target.damage_field, stored(damage), source="attack"),)


def broken(scene: Scene, who: Holder, target: Target) -> Event | None:
    """EOS-LOCK-08: a lock without hit points is open; EOS-ARCH-14: a section is destroyed; None: it still holds."""
    if target.kind == "ground" or target.hp > 0:
        return None
    place = scene.world.place_of(who.name)
    if target.kind == "lock":
        opened = () if is_open(scene.world, target.name) else (Put(target.name, "open", 1),)
        return LockOpened(who=who.name, place=place, rule="EOS-LOCK-08", lock=target.name, postings=opened)
    return StateChanged(
        who=target.called, place=place, rule="EOS-ARCH-10" if not target.tier else "EOS-ARCH-14", before="standing",
        after="destroyed",
    )  # fmt: skip


# -- the blow ---------------------------------------------------------------------------------------------------


def at_object(command: Any, scene: Scene, who: Holder, thing: str) -> Iterator[Event | Said]:
    """EOS-OBJ-04, EOS-LOCK-08: one who strikes at what does not defend throws alone, and the whole sum is the difference.

    EOS-XB1-04: a shot inside its sure zone needs no die here either. EOS-LOCK-09, EOS-OBJ-02: a natural 20 takes a tier
    first; EOS-LOCK-10: a natural 1 takes one of the weapon. It meets no dice, so it is no contested action (EOS-TURN-08).
    Refused: out of reach, no ammunition, an unloaded weapon; ground for anything but an engine (EOS-SIEGE-12); what
    engines refuse (EOS-SIEGE-01, EOS-SIEGE-02, EOS-SIEGE-07, EOS-SIEGE-08, EOS-SIEGE-09).
    """
    target = object_named(scene, who, thing, command.tile)
    if is_engine_said(scene, command.with_):
        yield from engine_at_object(command, scene, who, target)
        return
    check_defenceless(command, target)
    forms = forms_of(command)
    distance = tiles_said(command)
    thrown = "thrown" in forms
    label = f"{who.name} attacks {target.name}"
    got = taken(scene, who, command.with_, thrown=thrown, distance=distance, told=scene.dice.told(label, "rolled"))
    if target.kind == "ground":
        scene.refuse(
            "EOS-SIEGE-12",
            f"{got.arms[0].name} is aimed at somebody or something; the ground is for engines.",
            thing=target.name,
            state="ground",
            help=(f"attack {who.name} {target.name} --with ballista --tile 4,7",),
        )
    check_reach(scene, who, target, got.arms, distance)
    shot, spent, ammunition, grasp = shooting(command, scene, who, got.arms, distance)
    cost = 1 + got.actions + grasp
    if command.held:
        yield use_held(scene, who, "an attack")
    side = side_of(who, got.arms)
    if shot is not None:
        side = side._replace(shot=shot, skill=shot.skill, level=shot.level)
    declared = AttackDeclared(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=target.rule,
        whom=target.name,
        weapons=side.names,
        skill=side.skill,
        forms=forms,
        distance=None if distance is None else stored(distance),
        ammunition=ammunition,
        actions=cost,
        held=command.held,
        tile=target.tile,
        postings=(
            *spend_action(scene, who, False, f"an attack on {target.name}", cost, held=command.held),
            *got.postings,
            *spent,
            *(landing(scene, who, got.arms) if thrown else ()),
        ),
    )
    yield declared
    if shot is not None and shot.sure:
        check_no_dice(command)
        yield from hurt_by(scene, who, target, side, (("weapon", shot.raw),), shot.rules.damage, declared)
        return
    rolled = rolled_at(scene, side, throw(scene, side, label, "rolled", face(command.choose)), target)
    yield because(rolled, declared)
    if rolled.roll is None or rolled.roll.total is None:
        return
    yield from gear_at(command, scene, who, side, target, rolled)
    fresh = object_named(scene, who, target.name, tile_word(target), standing=False)
    parts = damage_parts(scene, side, exact(rolled.roll.margin or 0))
    mechanic = "EOS-LOCK-08" if target.kind == "lock" else side.arms[0].strike.damage
    yield from hurt_by(scene, who, fresh, side, parts, mechanic, rolled)


def check_defenceless(command: Any, target: Target) -> None:
    """Usage: words about a defence, of what has none; a special form other than a throw."""
    for word in ("against_with", "against_choose", "against_crit", "against_fumble", "crit"):
        if getattr(command, word) is not None:
            raise Usage(f"{target.name} does not defend: there is nothing for --{word.replace('_', '-')}.")
    odd = next((form for form in forms_of(command) if form != "thrown"), None)
    if odd is not None:
        raise Usage(f"{target.name} is nothing for --as {odd}.", nearest=("--as thrown",))


def check_no_dice(command: Any) -> None:
    """Usage: choices of a die, where none is thrown (EOS-CRIT-13)."""
    if command.fumble is not None or command.choose is not None:
        raise Usage("A sure shot has no dice, so nothing falls on a 20 or a 1 (EOS-CRIT-13).")


def tiles_said(command: Any) -> Number | None:
    """How far it is, as the line says. Usage: less than nothing."""
    if command.distance is None:
        return None
    tiles = exact(command.distance)
    if tiles < 0:
        raise Usage(f"--distance is 0 or more, not {text_of(tiles)}.")
    return tiles


def face(word: str | None) -> int | None:
    """EOS-DUAL-01: the face of the die that is chosen. Usage: no face of a d20."""
    if word is None:
        return None
    if not word.isascii() or not word.isdigit():
        raise Usage(f"--choose is the face of a die, 1 to 20, not {word}.")
    return int(word)


def landing(scene: Scene, who: Holder, arms: Sequence[Arm]) -> tuple[AnyPosting, ...]:
    """EOS-THR-02: what was thrown lies at the place, for anybody to take up."""
    place = scene.world.place_of(who.name)
    lot = arms[0].lot
    return () if place is None or lot is None else (Moved(who.name, lot.item, place, lot=lot.name),)


def forms_of(command: Any) -> tuple[str, ...]:
    """The forms of `--as`, as words or as text."""
    said = command.as_
    if not said:
        return ()
    words = said.split(",") if isinstance(said, str) else said
    return tuple(key(word) for word in words if word.strip())


def tile_word(target: Target) -> str | None:
    return None if target.tile is None else str(target.tile)


def check_reach(scene: Scene, who: Holder, target: Target, arms: Sequence[Arm], distance: Number | None) -> None:
    """EOS-POS-03, EOS-BOW-05, EOS-THR-04: no blow beyond the reach of what it is struck with."""
    short = min(arms, key=lambda arm: arm.reach)
    if short.lot is not None and kind_of(row_of(scene.world, short.lot)) is not None:
        return
    if distance is not None and distance > short.reach:
        scene.refuse(
            short.strike.reach,
            f"{short.name} reaches {counted(short.reach, 'tile')}; {target.called} is {text_of(distance)} away.",
            thing=short.name,
            state=f"{counted(distance, 'tile')} away",
            help=(f"move {who.name} --tiles {text_of(distance - short.reach)}",),
        )


def shooting(
    command: Any, scene: Scene, who: Holder, arms: Sequence[Arm], distance: Number | None
) -> tuple[Shot | None, tuple[AnyPosting, ...], str | None, int]:  # fmt: skip
    """What a shot uses up: the shot of a crossbow or firearm, postings, the ammunition, actions to grasp it."""
    lot = arms[0].lot
    row = row_of(scene.world, lot) if lot is not None else None
    if lot is None or row is None or row.ammunition is None:
        return None, (), None, 0
    if kind_of(row) is not None:
        shot = aimed(scene, who, lot, row, arms[0].hand, distance, command.using)
        return shot, shot.postings, shot.ammunition, 0
    fed = feed(scene, who, lot, row, command.using)
    return None, (fed.spent(who),), fed.lot.name, fed.actions


def rolled_at(scene: Scene, side: Side, thrown: Roll, target: Target) -> AttackRolled:
    """The throw against nobody: its whole total is the difference."""
    roll = met(scene, thrown, None)
    fell = roll.total is not None
    return AttackRolled(
        who=side.who.name,
        place=scene.world.place_of(side.who.name),
        rule="EOS-SIEGE-05" if isinstance(side, Engine) else "EOS-OBJ-04" if target.kind == "lock" else target.rule,
        roll=roll,
        whom=target.name,
        skill=side.skill,
        outcome="undefended" if fell else None,
        crit=target.name if fell and is_crit(scene, roll) and target.kind != "ground" else None,
        fumble=side.arms[0].name if fell and is_fumble(roll) else None,
    )


def gear_at(
    command: Any, scene: Scene, who: Holder, side: Side, target: Target, rolled: AttackRolled
) -> Iterator[Event | Said]:  # fmt: skip
    """EOS-LOCK-09, EOS-OBJ-02: a 20 takes a tier of the target; EOS-LOCK-10: a 1 takes one of the weapon, or what bare
    hands and claws pay for a 1 (EOS-UNA-07, EOS-NATW-01). Both before any damage (EOS-CRIT-03).

    Usage: `--fumble` without a 1.
    """
    roll = rolled.roll
    assert roll is not None
    if is_crit(scene, roll) and target.kind != "ground" and target.tier:
        yield because(tiers_off(scene, who, target, 1, "crit"), rolled)
    if not is_fumble(roll):
        if command.fumble is not None and roll.source == "table":
            raise Usage("--fumble is for a natural 1, and none fell.", nearest=("--rolled 1",))
        return
    arm = side.arms[0]
    step: Step | None
    if command.fumble is not None or arm.lot is None:
        step = fumble(scene, side, command.fumble, "fumble")
    else:
        step = (
            Step("fumble", arm.name, "fumble", who.name, who.name, lot=arm.name, rule="EOS-LOCK-10") if arm.tier else None
        )
    if step is not None:
        for event in step.events(scene):
            yield because(event, rolled)


def hurt_by(
    scene: Scene, who: Holder, target: Target, side: Side, parts: Sequence[tuple[str, Number]], rule: str, of: Event
) -> Iterator[Event | Said]:  # fmt: skip
    """What gets through the armor of a thing, and whether it still stands. The ground takes nothing."""
    if target.kind == "ground":
        return
    raw = sum((value for _, value in parts), start=0)
    shot = side.shot
    soaks = shot.armor_left(target.armor) if isinstance(shot, Shot) else target.armor
    dealt = max(0, raw - soaks)
    kind = side.arms[0].strike.kind
    wound = WoundDealt(
        who=target.name,
        place=scene.world.place_of(who.name),
        rule=rule,
        tile=target.tile,
        by=who.name,
        kind="unarmed" if all(arm.lot is None for arm in side.arms) else kind,
        weapon=weapon_word(side),
        raw=stored(raw),
        parts=tuple(Plus(name, stored(value)) for name, value in parts),
        armor=(Plus("armor", stored(soaks)),) if soaks else (),
        dealt=stored(dealt),
        postings=harmed(target, dealt),
    )
    yield because(wound, of)
    gone = broken(scene, who, object_named(scene, who, target.name, tile_word(target), standing=False))
    if gone is not None:
        yield because(gone, wound)


# -- engines ----------------------------------------------------------------------------------------------------


class Engine(Side):
    """EOS-SIEGE-04: the side of an engine throws a bare die; its skill counts by ruling siege_bare_d20 alone."""

    @property
    def plus(self) -> list[tuple[str, Number]]:
        return list(self.bonus)


def engine_arm(scene: Scene, who: Holder, word: str) -> Arm:
    """An engine as what stands between two asks of it (EOS-COV-01, EOS-COV-04): it flies, and round no edge."""
    strike = strike_of(scene.world, SIEGE_SKILL)
    return Arm(word, SIEGE_SKILL, strike, 0, strike.tiles, "engine")


class Manned(NamedTuple):
    """An engine that may shoot: the side that throws, the piece, what is posted, who helps."""

    side: Engine
    lot: Lot
    postings: tuple[AnyPosting, ...]


def is_engine_said(scene: Scene, word: str | None) -> bool:
    """Whether `--with` names a siege engine."""
    item = None if word is None else engine_item(scene, word)
    try:
        return item is not None and kind_of(house.thing_row(scene.world, item)) == "siege"
    except KeyError:
        return False


def engine_item(scene: Scene, word: str) -> str | None:
    """`ballista`, `ballista@41` or `T2 ballista` as the name of the thing."""
    first, _, rest = word.partition(" ")
    name = rest if rest and first[:1] in "Tt" and first[1:].isdigit() else word
    return name.rpartition("@")[0] if "@" in name else house.thing(scene.world, name)


def manned(command: Any, scene: Scene, who: Holder, target: str, distance: Number | None) -> Manned:
    """The engine, its operator and its crew, as far as the rules let them shoot.

    Refused: no Scholar or skill (EOS-SIEGE-01), too little skill (EOS-SIEGE-02), too far (EOS-SIEGE-07), reloading
    still (EOS-SIEGE-08), too few people (EOS-SIEGE-09); of a mounted one Body or skill below its tier (EOS-SIZE-13).
    Lacking: no such engine within reach. Usage: words that are for hands.
    """
    world = scene.world
    word = str(command.with_)
    found = engine_within(scene, who, word if "@" in word else engine_item(scene, word) or word)
    if found is None:
        raise scene.lacks(
            f"There is no {word} within reach of {who.name}.", thing=word, state="not there",
            help=(f'gm give {world.place_of(who.name) or who.name} {word} --reason "..."', f"stock {who.name}"),
        )  # fmt: skip
    lot = found[1]
    if forms_of(command) or command.using:
        raise Usage(f"{lot.name} is shot as it is, without --as and --using (EOS-SIEGE-11).")
    check_operator(scene, who, lot)
    tier = lot.tier or 0
    most = siege_tiles(tier, skill(who, "scholar"))
    if distance is not None and distance > most:
        scene.refuse(
            "EOS-SIEGE-07",
            f"{lot.name} of T{tier} reaches {counted(most, 'tile')} with Scholar {text_of(skill(who, 'scholar'))}; "
            f"{target} is {text_of(distance)} away.",
            thing=lot.name,
            state=f"{counted(distance, 'tile')} away",
            help=(f"attack {who.name} {target} --with {lot.item} --distance {text_of(most)}",),
        )
    check_ready(scene, who, lot)
    check_crew(command, scene, who, lot)
    level = skill(who, SIEGE_SKILL)
    counts = world.ruling("siege_bare_d20", "bare-die") == "siege-skill-added"
    side = Engine(
        who,
        (Arm(lot.name, SIEGE_SKILL, strike_of(world, SIEGE_SKILL), tier, most, "engine", lot=lot),),
        SIEGE_SKILL,
        level,
        projectile=True,
        bonus=((SIEGE_SKILL, level),) if counts else (),
    )
    fight = fight_of(scene, who)
    return Manned(side, lot, fired(lot, scene.moment, fight.name if fight else None, round_of(scene, who) or 1))


def check_ready(scene: Scene, who: Holder, lot: Lot) -> None:
    """EOS-SIEGE-08: after a shot two turns a tier pass before the next."""
    fight = fight_of(scene, who)
    left = seconds_left(lot, scene.moment, fight.name if fight else None, round_of(scene, who) or 1)
    if left:
        turns = -(-left // ROUND_SECONDS)
        scene.refuse(
            "EOS-SIEGE-08",
            f"{lot.name} is being reloaded: {counted(turns, 'turn')} of {text_of(siege_turns(lot.tier or 0))} are left.",
            thing=lot.name,
            state=f"{counted(turns, 'turn')} left",
            help=("turn",) if fight else (f"reload {who.name} {lot.name}", "clock +5m"),
        )


def check_crew(command: Any, scene: Scene, who: Holder, lot: Lot) -> None:
    """EOS-SIEGE-09: half as many people as tiers, rounded up, the operator one of them, all there and on their feet.

    EOS-SIEGE-03: one of them throws, whoever else is at it. EOS-SIZE-13: on the back of a huge creature none is needed.
    """
    if is_mounted(who, lot):
        mountable(scene, who, lot)
        return
    crew = [each for each in scene.people(command.crew) if each is not who] if command.crew else []
    here = scene.world.place_of(who.name)
    for each in crew:
        scene.able(each)
        there = scene.world.place_of(each.name)
        if here is not None and (there is None or scene.world.zone_of(there) != scene.world.zone_of(here)):
            raise scene.lacks(f"{each.name} is not at {lot.name}.", thing=each.name, state=f"in {there}",
                              help=(f"gm place {each.name} --to {here}",))  # fmt: skip
    needed, have = siege_crew(lot.tier or 0), 1 + len(crew)
    if have < needed:
        scene.refuse(
            "EOS-SIEGE-09",
            f"{lot.name} of T{lot.tier} takes a crew of {text_of(needed)}; {', '.join([who.name, *(h.name for h in crew)])} "
            f"{'is' if have == 1 else 'are'} {have}.",
            thing=lot.name,
            state=f"{have} of {text_of(needed)}",
            help=("--crew WHO",),
        )


def engine_declared(
    command: Any, scene: Scene, who: Holder, made: Manned, target: str, distance: Number | None, contested: bool
) -> AttackDeclared:  # fmt: skip
    return AttackDeclared(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-SIEGE-07",
        whom=target,
        weapons=(made.lot.name,),
        skill=SIEGE_SKILL,
        distance=None if distance is None else stored(distance),
        actions=1,
        held=command.held,
        postings=(
            *spend_action(scene, who, contested, f"a shot of {made.lot.item}", held=command.held),
            *made.postings,
        ),
    )


def engine_at_object(command: Any, scene: Scene, who: Holder, target: Target) -> Iterator[Event | Said]:
    """EOS-SIEGE-05, EOS-SIEGE-06, EOS-SIEGE-12: a bare die against what stands still, which has none; the die is the
    difference (ruling siege_object_zero: or nothing).
    """
    check_defenceless(command, target)
    distance = tiles_said(command)
    made = manned(command, scene, who, target.name, distance)
    side = made.side
    if command.held:
        yield use_held(scene, who, "an attack")
    declared = engine_declared(command, scene, who, made, target.name, distance, contested=False)
    declared = structs.replace(declared, tile=target.tile)
    yield declared
    rolled = rolled_at(scene, side, throw(scene, side, f"{who.name} attacks {target.name}", "rolled", None), target)
    yield because(rolled, declared)
    if rolled.roll is None or rolled.roll.total is None:
        return
    yield from gear_at(command, scene, who, side, target, rolled)
    fresh = object_named(scene, who, target.name, tile_word(target), standing=False)
    counts = scene.world.ruling("siege_object_zero", "die-counts") == "die-counts"
    difference = exact(rolled.roll.margin or 0) if counts else 0
    yield from hurt_by(scene, who, fresh, side, siege_parts(made.lot, difference), "EOS-SIEGE-06", rolled)


def siege_parts(lot: Lot, difference: Number) -> list[tuple[str, Number]]:
    """EOS-SIEGE-06: ten for each tier that the engine has now, and the difference."""
    return [("weapon", siege_damage(lot.tier or 0, 0)), ("difference", difference)]


def engine_at(command: Any, scene: Scene, who: Holder, whom: Holder) -> Iterator[Event | Said]:
    """EOS-SIEGE-04, EOS-SIEGE-06, EOS-SIEGE-12: a bare die against a body's d20 + Reflex + any weapon skill.

    A contested action of the operator. Refused: what `manned` refuses.
    """
    distance = fight_distance(scene, who, whom, tiles_said(command))
    made = manned(command, scene, who, whom.name, distance)
    defenders = struck_together(command, scene, who, whom)
    behind = is_behind(scene, who, whom, command.behind)
    defences: list[Defence] = []
    switched: list[Taken] = []
    for each in defenders:
        first = each is whom
        label = f"{each.name} defends against {who.name}"
        told = scene.dice.told(label, "against") if len(defenders) == 1 else 1
        bonus = (("bonus", exact(command.against_bonus)),) if command.against_bonus is not None else ()
        side, got = defend(scene, each, command.against_with if first else None, distance, told, bonus)
        switched.append(got)
        mates = tuple(other for other in defenders if other is not each and shield_tier(other))
        defences.append(
            Defence(
                each,
                side,
                behind,
                mates,
                spares=command.against_spare,
                crit=command.against_crit if first else None,
                fumble=command.against_fumble if first else None,
                choose=face(command.against_choose) if first else None,
                own_crit=command.crit if first else None,
            )
        )
    declared = engine_declared(command, scene, who, made, whom.name, distance, contested=True)
    declared = structs.replace(
        declared,
        behind=behind,
        sharing=tuple(each.name for each in defenders[1:]),
        against_weapons=tuple(name for got in switched for name in got.drawn),
        postings=(*declared.postings, *(posting for got in switched for posting in got.postings)),
    )
    yield declared
    attacks = f"{who.name} attacks {whom.name}"
    yield from exchange(
        scene, Blow(made.side, tuple(defences), declared, distance, None, command.fumble, command.spare, attacks)
    )


def struck_together(command: Any, scene: Scene, who: Holder, whom: Holder) -> list[Holder]:
    """EOS-TILE-03, EOS-TILE-13: with a small target everyone on its tile is struck (EOS-TILE-17: not by a small one)."""
    if whom.word("size", "Medium") != "Small" or who.word("size", "Medium") == "Small":
        return [whom]
    others = scene.people(command.sharing) if command.sharing else sharing(scene.world, whom)
    return [whom, *(each for each in others if each is not whom and each is not who)]

"""What a race brings into a fight: trolls mend, bears trade blows, Daywalkers feed, Hyenas throw (EOS-RACE)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from ledger import house
from ledger.arms import UNARMED, bare_hand, level_of
from ledger.fight import distance, fight_of, period, reach, spend_action, turn_of
from ledger.ruling import Said, Scene, Usage, because, part
from ledger.strike import (
    Blow,
    Defence,
    Side,
    armor_of,
    check_unfettered,
    defend,
    exchange,
    helpless,
    met,
    throw,
    thrown_again,
    undefended_armor,
    wound,
)
from projections.conditions import is_marked
from projections.encounter import (
    ASLEEP,
    STRUCK,
    Tile,
    body_on,
    body_tiles,
    fighters,
    had_turn,
    occupants,
    read_tile,
    round_in,
    tile_of,
    tile_text,
    way_of,
)
from projections.pools import adjusted_max_hp, combat_wounds, is_dead
from projections.sheet import USUAL, natural_tier, reckoned, trait
from projections.world import Holder
from schemas.entry import Event
from schemas.events.combat import AttackDeclared, AttackRolled, WoundDealt
from schemas.events.fights import MoveBlocked
from schemas.events.gifts import BloodDrunk, BodyRegenerated, GiftsGained, ShoveMade
from schemas.postings import AnyPosting, Changed, Put, Unmarked
from schemas.rulebook import Race
from schemas.units import Number, counted, exact, stored, text_of

# -- at the start of a turn -------------------------------------------------------------------------------------


def at_turn(scene: Scene, who: Holder) -> Iterator[Event]:
    """What a race does by itself as a turn of its own begins: trolls mend, also lying down.

    At the end of the round instead, by ruling regen_own_turn_start (`at_round_end`).
    """
    if scene.world.ruling("regen_own_turn_start", "own-turn-start") != "round-end":
        yield from mended(scene, who)


def at_round_end(scene: Scene, who: Holder) -> Iterator[Event]:
    """EOS-TURN-01: as somebody's turn begins a new round, the trolls of the one that is over (ruling regen_own_turn_start)."""
    fight = fight_of(scene, who)
    if fight is None or round_in(fight) < 2 or any(had_turn(fight, h) for h in fighters(scene.world, fight) if h is not who):
        return
    yield from at_last_round_end(scene, fight)


def at_last_round_end(scene: Scene, fight: Holder) -> Iterator[Event]:
    """Everybody in a fight whose round is over who mends then (ruling regen_own_turn_start)."""
    if scene.world.ruling("regen_own_turn_start", "own-turn-start") == "round-end" and round_in(fight):
        for who in fighters(scene.world, fight):
            yield from mended(scene, who)


def mended(scene: Scene, who: Holder) -> Iterator[Event]:
    """EOS-RACE-CAVETROLL-01, EOS-RACE-FORESTTROLL-01: what a troll mends of its open combat wounds, once."""
    rate = regeneration(who)
    if rate > 0 and not is_dead(who) and combat_wounds(who) and who.number("hp") < adjusted_max_hp(scene.world, who):
        yield BodyRegenerated(
            who=who.name, place=scene.world.place_of(who.name), rule=mending_rule(who), offered=stored(rate),
            postings=(Changed(who.name, "hp", stored(rate), source="regeneration"),),
        )  # fmt: skip


def regeneration(who: Holder) -> Number:
    """EOS-RACE-CAVETROLL-01: Body a round; EOS-RACE-FORESTTROLL-01: Body and combat level; 0 for everybody else."""
    rate = trait(who, "regeneration")
    return reckoned(rate, who) if isinstance(rate, str) and rate else who.number("regeneration")


def mending_rule(who: Holder) -> str:
    """Which of the two trolls' mechanics mends somebody, a Daywalker who fed on one too."""
    return "EOS-RACE-FORESTTROLL-01" if "level" in str(trait(who, "regeneration")) else "EOS-RACE-CAVETROLL-01"


# -- a Daywalker feeds ------------------------------------------------------------------------------------------


class Bite(NamedTuple):
    """EOS-RACE-DAYWALKER-02: Aura, whatever the dice; armor counts (ruling exsanguinate_armor_applies)."""

    raw: Number

    def damage(self, armor: Number) -> Number:
        return max(0, self.raw - armor)

    def armor_left(self, armor: Number) -> Number:
        return armor


def exsanguination(command: Any, scene: Scene, who: Holder, whom: Holder) -> Iterator[Event | Said]:
    """EOS-RACE-DAYWALKER-01: d20 + Reflex without a skill, in place of an unarmed attack; on a win Aura in damage.

    EOS-RACE-DAYWALKER-02: it heals by what it dealt. EOS-RACE-DAYWALKER-03: who is drunk to death leaves what is special
    to their race. Refused: no Daywalker, a second die or weapon, a skill named, the dead, out of reach.
    """
    rule = "EOS-RACE-DAYWALKER-01"
    if not trait(who, "exsanguination"):
        scene.refuse(rule, f"{who.name} is no Daywalker and drinks no blood.", thing=who.name, state=who.word("race") or "no race",
                     help=(f"attack {who.name} {whom.name}",))  # fmt: skip
    scene.able(who, entranced=True)
    check_unfettered(scene, who)
    label = f"{who.name} attacks {whom.name}"
    told = scene.dice.told(label, "rolled")
    if command.with_ is not None or (told is not None and told > 1):
        scene.refuse(rule, f"{who.name} drinks with one die and Reflex alone: no weapon, no skill, no second die.",
                     thing=who.name, state="one die", help=(f"attack {who.name} {whom.name} --as exsanguination",))  # fmt: skip
    if is_dead(whom):
        scene.refuse(rule, f"{whom.name} is dead; only the living can be drunk of.", thing=whom.name, state="dead")
    arm = bare_hand(scene.world, who, "main")
    strike = replace(arm.strike, hit=rule, damage="EOS-RACE-DAYWALKER-02")
    arm = arm._replace(name="exsanguination", strike=strike, part=None)
    apart = distance(scene, who, whom, None if command.distance is None else exact(command.distance))
    if apart is not None and apart > arm.reach:
        scene.refuse("EOS-UNA-02", f"{whom.name} is {counted(apart, 'tile')} away; bare hands reach {text_of(arm.reach)}.",
                     thing=whom.name, state=counted(apart, "tile"),
                     help=(f"move {who.name} --tiles {text_of(apart - arm.reach)}",))  # fmt: skip
    side = Side(who, (arm,), "exsanguination", 0, 1, shot=Bite(who.number("aura")))
    other, _ = defend(scene, whom, command.against_with, apart, scene.dice.told(label, "against"))
    declared = AttackDeclared(
        who=who.name, place=scene.world.place_of(who.name), rule=rule, whom=whom.name, weapons=("exsanguination",),
        forms=("exsanguination",), distance=None if apart is None else stored(apart), behind=command.behind, actions=1,
        postings=(
            *spend_action(scene, who, True, "an attack"),
            *((Unmarked(whom.name, ASLEEP),) if is_marked(whom, ASLEEP, scene.moment) else ()),
        ),
    )  # fmt: skip
    yield part(declared)
    defence = Defence(whom, other, command.behind, crit=command.against_crit, fumble=command.against_fumble,
                      choose=command.against_choose, own_crit=command.crit)  # fmt: skip
    alive = not is_dead(whom)
    for event in exchange(scene, Blow(side, (defence,), declared, apart, fumble=command.fumble)):
        yield event
        dealt = event.event if isinstance(event, Said) else event
        if isinstance(dealt, WoundDealt) and dealt.who == whom.name and dealt.by == who.name and dealt.kind != "crit":
            yield from fed(scene, who, whom, dealt, alive)


def fed(scene: Scene, who: Holder, whom: Holder, dealt: WoundDealt, alive: bool) -> Iterator[Event | Said]:
    """EOS-RACE-DAYWALKER-02: healed by the damage; EOS-RACE-DAYWALKER-03: and given a race's own, if that killed."""
    if exact(dealt.dealt):
        yield because(
            BloodDrunk(
                who=who.name, place=scene.world.place_of(who.name), rule="EOS-RACE-DAYWALKER-02", whom=whom.name,
                offered=dealt.dealt, postings=(Changed(who.name, "hp", dealt.dealt, source="exsanguination"),),
            ),
            dealt,
        )  # fmt: skip
    race = house.race(scene.world, whom.word("race")) if whom.word("race") else None
    if not alive or race is None or not is_dead(scene.world.get(whom.name)):
        return
    postings = list(gained(scene.world.get(who.name), race))
    if postings:
        yield because(
            GiftsGained(
                who=who.name, place=scene.world.place_of(who.name), rule="EOS-RACE-DAYWALKER-03", whom=whom.name,
                race=race.name, gifts=tuple(p.field for p in postings if isinstance(p, Changed | Put) and p.field != fed_on(race)),
                postings=(*postings, Put(who.name, fed_on(race), 1)),
            ),
            dealt,
        )  # fmt: skip


def fed_on(race: Race) -> str:
    return f"fed on {race.name}"


HIGHER = (
    "food_extra_days", "thrown_range_bonus", "natural_armor_vs_environment", "time_points_per_month", "rest_heal_multiplier",
    "dark_vision", "infrared", "stealth_defence_bonus", "trap_sense_bonus", "poison_immune", "fat_storage_max",
    "fat_storage_per_day", "fishing_multiplier", "armor_suits_max", "cloaks_per_body", "slot_multiplier",
    "two_hander_in_main_hand", "bow_adds_body", "pounce_tiles", "trade_blows", "skill_cap_default", "passive_over_mind",
    "throws_as_uncontested", "heavy_throw", "alert_asleep",
)  # fmt: skip
"""Figures of a race's own of which the higher is the greater; extra limbs are no part of them (EOS-RACE-DAYWALKER-03)."""
LOWER = ("low_light_offset", "trap_rounds_max", "trap_hp_floor", "food_in_wilderness", "natural_heal_days_per_tier")
"""Those of which the lower is, or of which there is only one."""


def gained(who: Holder, race: Race) -> Iterator[AnyPosting]:
    """EOS-RACE-DAYWALKER-03: what is special to a race, once each, the greater of two of a kind."""
    if who.number(fed_on(race)):
        return
    for field in HIGHER:
        value = int(getattr(race, field) or 0)
        usual = int(USUAL[field] or 0)
        if value > usual and value > who.number(field, usual):
            yield Put(who.name, field, value)
    for field in LOWER:
        value = getattr(race, field)
        if value is not None and value != USUAL[field] and (who.fields.get(field) is None or value < who.number(field)):
            yield Put(who.name, field, value)
    for field, part_ in (("natural_armor", "natural armor"), ("natural_weapon", "main hand")):
        said = getattr(race, field)
        tier: Number = reckoned(said, who) if isinstance(said, str) else said or 0
        if tier > natural_tier(who, part_):
            yield Put(who.name, field, said)
    if race.regeneration is not None and reckoned(race.regeneration, who) > regeneration(who):
        yield Put(who.name, "regeneration", race.regeneration)
    if race.move_formula is not None and not who.word("move_formula"):
        rest = race.move_formula.partition("+")[2].strip()
        yield Put(who.name, "move_formula", f"{text_of(who.number('move'))} + {rest}")
    yield from gained_by_name(who, race)


def gained_by_name(who: Holder, race: Race) -> Iterator[AnyPosting]:
    """Stats and skills that a race is given, and how far they go."""
    for stat, bonus in race.stat_bonus.items():
        yield Changed(who.name, stat, bonus, source=race.name)
    for stat, cap in race.stat_cap.items():
        yield Put(who.name, f"stat_cap {stat}", cap)
    for name, level in race.start_skills.items():
        more = level - who.number(f"race {name}")
        if more > 0:
            yield Changed(who.name, f"race {name}", stored(more), source=race.name)
    for name, cap in race.skill_cap.items():
        if cap > who.number(f"skill_cap {name}", who.number("skill_cap_default", 12)):
            yield Put(who.name, f"skill_cap {name}", cap)


# -- bears trade blows ------------------------------------------------------------------------------------------


def trade_blows(command: Any, scene: Scene, who: Holder, whom: Holder) -> Iterator[Event | Said]:
    """EOS-RACE-BEAR-01, EOS-RACE-BLACKBEAR-01: a free strike at somebody who has just dealt damage from within reach.

    A Neo-Bear shoves on a win, a Neo-Blackbear strikes without defence. It never answers another (ruling
    trade_blows_no_chain). Refused: no bear, not just hurt by them, from beyond unarmed reach.
    """
    form = trait(who, "trade_blows")
    rule = "EOS-RACE-BLACKBEAR-01" if form == 1 else "EOS-RACE-BEAR-01"
    if not form:
        scene.refuse(rule, f"{who.name} trades no blows: that is for Neo-Bears and Neo-Blackbears.", thing=who.name,
                     state=who.word("race") or "no race", help=(f"attack {who.name} {whom.name}",))  # fmt: skip
    scene.able(who)
    check_unfettered(scene, who)
    mark = f"{STRUCK}{whom.name}"
    if not is_marked(who, mark, scene.moment):
        scene.refuse(rule, f"{whom.name} has not just dealt damage to {who.name}.", thing=who.name, state="not struck",
                     help=(f"attack {who.name} {whom.name}",))  # fmt: skip
    found = who.marks.get(mark)
    off = found.value if found is not None and isinstance(found.value, int) else None
    apart = distance(scene, who, whom, None if command.distance is None else exact(command.distance))
    far = max(off or 0, apart or 0)
    if far > reach(who, 1):
        scene.refuse(rule, f"{whom.name} struck from {counted(far, 'tile')} away; {who.name}'s hands reach "
                     f"{text_of(reach(who, 1))}.", thing=whom.name, state=counted(far, "tile"))  # fmt: skip
    declared = AttackDeclared(
        who=who.name, place=scene.world.place_of(who.name), rule=rule, whom=whom.name, weapons=("hands",), skill=UNARMED,
        forms=("trade-blows",), distance=None if apart is None else stored(apart),
        postings=(Unmarked(who.name, mark),) if found is not None else (),
    )  # fmt: skip
    if form == 1:
        yield from strike_back(command, scene, who, whom, declared)
    else:
        yield from shove(command, scene, who, whom, declared)


def strike_back(command: Any, scene: Scene, who: Holder, whom: Holder, declared: AttackDeclared) -> Iterator[Event | Said]:
    """EOS-RACE-BLACKBEAR-01: d20 + Reflex + unarmed + Body less armor and shield; one die, and no defence."""
    rule = "EOS-RACE-BLACKBEAR-01"
    if command.shove is not None or command.into is not None:
        raise Usage("A Neo-Blackbear strikes back and shoves nobody: --shove and --into are for a Neo-Bear.")
    label = f"{who.name} trades blows with {whom.name}"
    if (scene.dice.told(label, "rolled") or 1) > 1:
        scene.refuse(rule, f"{who.name} trades blows with one die, whatever the hands hold.", thing=who.name, state="one die",
                     help=(f"attack {who.name} {whom.name} --as trade-blows --rolled 12",))  # fmt: skip
    yield part(declared)
    side = Side(who, (bare_hand(scene.world, who, "main"),), UNARMED, level_of(who, UNARMED))
    roll = met(scene, throw(scene, side, label, "rolled", None), None)
    yield because(
        AttackRolled(who=who.name, place=scene.world.place_of(who.name), rule=rule, roll=roll, whom=whom.name, skill=UNARMED,
                     outcome=None if roll.total is None else "undefended"),
        declared,
    )  # fmt: skip
    if roll.total is None:
        return
    armor = armor_of(scene, whom) if not helpless(scene, whom) else undefended_armor(scene, whom)
    parts = [("roll", exact(roll.total)), ("body", who.number("body"))]
    if who.number("bonus_hp_melee"):
        parts.append(("size", who.number("bonus_hp_melee")))
    yield wound(scene, whom, parts, kind="unarmed", weapon="trade blows", rule=rule, by=who.name, armor=armor)


def shove(command: Any, scene: Scene, who: Holder, whom: Holder, declared: AttackDeclared) -> Iterator[Event | Said]:
    """EOS-RACE-BEAR-01: unarmed with two dice, whatever the hands hold; no hit points are lost by it, whoever wins.

    EOS-RACE-BEAR-02: a win shoves small, medium and large up to Body tiles, with Body damage against an obstacle, armor or
    no, and as much to a person who is one. EOS-RACE-BEAR-03: off a giant the bear shoves itself.
    """
    giant = whom.word("size") == "Extra-Large"
    rule = "EOS-RACE-BEAR-03" if giant else "EOS-RACE-BEAR-02"
    body = who.number("body")
    tiles = int(body) if command.shove is None else int(command.shove)
    if tiles < 0:
        raise Usage(f"--shove is 0 or more, not {tiles}.")
    if tiles > body:
        scene.refuse(rule, f"{who.name} shoves up to Body, {counted(body, 'tile')}, not {tiles}.", thing=who.name,
                     state=f"Body {text_of(body)}",
                     help=(f"attack {who.name} {whom.name} --as trade-blows --shove {text_of(body)}",))  # fmt: skip
    way = shoved(scene, who if giant else whom, whom if giant else who, tiles, int(body), command.stops, rule)
    if giant and command.into is not None:
        raise Usage(f"{whom.name} is too big to be shoved into anything: {who.name} shoves itself away.")
    yield part(declared)
    hands = tuple(bare_hand(scene.world, who, hand) for hand in ("main", "off"))
    side = Side(who, hands, UNARMED, level_of(who, UNARMED), 2)
    label = f"{who.name} trades blows with {whom.name}"
    mine = throw(scene, side, label, "rolled", command.choose)
    against = f"{whom.name} defends against {who.name}"
    other, _ = defend(scene, whom, command.against_with, None, scene.dice.told(against, "against"))
    theirs = None if other is None else throw(scene, other, against, "against", command.against_choose)
    while other is not None and theirs is not None and thrown_again(scene, mine, theirs):
        mine = throw(scene, side, label, "rolled", None)
        theirs = throw(scene, other, against, "against", None)
    roll = met(scene, mine, theirs)
    known = roll.won is not None
    rolled = AttackRolled(
        who=who.name, place=scene.world.place_of(who.name), rule="EOS-RACE-BEAR-01", roll=roll, whom=whom.name, skill=UNARMED,
        against_skill=other.skill if other is not None else None,
        outcome=None if not known else "hit" if roll.won else "nobody",
    )  # fmt: skip
    yield because(rolled, declared)
    if not roll.won:
        return
    moved = who if giant else whom
    landing, stopped = (None, None) if way is None else way
    into = command.into or (stopped.name if stopped is not None and not giant else None)
    yield because(
        ShoveMade(
            who=moved.name, place=scene.world.place_of(moved.name), rule=rule, by=who.name, tiles=tiles, into=into,
            to=None if landing is None else tile_text(landing),
            postings=() if landing is None else (Put(moved.name, "tile", tile_text(landing)),),
        ),
        rolled,
    )  # fmt: skip
    if into is None:
        return
    hurt = [whom]
    known_name = scene.world.find(into)
    obstacle = scene.world.holders[known_name] if known_name is not None else None
    if obstacle is not None and obstacle.kind in ("character", "npc"):
        hurt.append(obstacle)
    for each in hurt:
        yield because(wound(scene, each, (("body", body),), kind="shove", weapon="a shove", rule=rule), rolled)


def shoved(
    scene: Scene, moved: Holder, away_from: Holder, tiles: int, most: int, stops: str | None, rule: str
) -> tuple[Tile, Holder | None] | None:  # fmt: skip
    """EOS-RACE-BEAR-02: where a shove on a board ends, and what stopped it; None off a board.

    In any direction: as `--stops` says, else straight away, until somebody on their feet or terrain is in the way.
    Refused: a tile beyond Body, or one that is taken (EOS-POS-04). Usage: no tile.
    """
    said = None if stops is None else read_tile(stops)
    if stops is not None and said is None:
        raise Usage(f"--stops is a tile such as 4,4, not {stops}.")
    here, there = tile_of(scene.world, moved), body_tiles(scene.world, away_from)
    if here is None:
        return None
    place, way = scene.world.place_of(moved.name), way_of(scene.world, moved)
    if said is not None:
        far = max(abs(said[0] - here[0]), abs(said[1] - here[1]))
        if far > most:
            scene.refuse(rule, f"{stops} is {counted(far, 'tile')} off; a shove goes up to Body, {counted(most, 'tile')}.",
                         thing=moved.name, state=counted(far, "tile"))  # fmt: skip
        full = occupants(scene.world, place, body_on(moved, said, way), (moved.name,))
        if full:
            scene.refuse("EOS-POS-04", f"{full[0].name} stands on {stops}.", thing=full[0].name, state="occupied")
        return said, None
    if not there:
        return None
    body = body_tiles(scene.world, moved)
    near = min(there, key=lambda tile: min((abs(tile[0] - x) + abs(tile[1] - y), x, y) for x, y in body))
    close = min(body, key=lambda tile: (abs(tile[0] - near[0]) + abs(tile[1] - near[1]), tile))
    step = ((close[0] > near[0]) - (close[0] < near[0]), (close[1] > near[1]) - (close[1] < near[1]))
    landing = here
    for _ in range(tiles if step != (0, 0) else 0):
        ahead = (landing[0] + step[0], landing[1] + step[1])
        full = occupants(scene.world, place, body_on(moved, ahead, way), (moved.name,))
        if full:
            return landing, full[0]
        landing = ahead
    return landing, None


# -- a Hyena throws ---------------------------------------------------------------------------------------------


def check_heavy_throw(scene: Scene, who: Holder, whom: Holder, stops: str | None) -> None:
    """EOS-RACE-HYENA-03: for a Neo-Hyena, at somebody who moves now. Usage: no tile to stop at."""
    if stops is not None and read_tile(stops) is None:
        raise Usage(f"--stops is a tile such as 4,4, not {stops}.")
    if not trait(who, "heavy_throw"):
        scene.refuse("EOS-RACE-HYENA-03", f"{who.name} knows no heavy throw: that is a Neo-Hyena's.", thing=who.name,
                     state=who.word("race") or "no race", help=(f"attack {who.name} {whom.name} --as thrown",))  # fmt: skip
    fight = fight_of(scene, who)
    if fight is not None and (turn_of(scene, who) != whom.name or not whom.count("moves", period(fight))):
        scene.refuse("EOS-RACE-HYENA-03", f"{whom.name} is not moving: a heavy throw answers a move.", thing=whom.name,
                     state="no move", help=(f"move {whom.name} --tiles 4", f"attack {who.name} {whom.name} --as thrown"))  # fmt: skip
    path = way_made(scene, who, whom)
    if stops is not None and path and read_tile(stops) not in path[1:]:
        scene.refuse("EOS-RACE-HYENA-03", f"{whom.name} does not come by {stops}: the way goes "
                     f"{', '.join(map(tile_text, path))}, and gets one tile on at the least.", thing=whom.name,
                     state=f"way {', '.join(map(tile_text, path))}", help=(f"--stops {tile_text(path[1])}",))  # fmt: skip


def way_made(scene: Scene, who: Holder, whom: Holder) -> list[Tile]:
    """The tiles of the move that somebody makes, its start first; none off a board."""
    fight = fight_of(scene, who)
    words = whom.word("path").split()
    if fight is None or len(words) < 4 or words[0] != str(period(fight)):
        return []
    return [tile for word in words[2:] if (tile := read_tile(word)) is not None]


def staggered(scene: Scene, who: Holder, whom: Holder, stops: str | None) -> MoveBlocked:
    """EOS-RACE-HYENA-03: the mover stops, on a board after the first tile or where it is said, and loses the rest."""
    path = way_made(scene, who, whom)
    tile = (read_tile(stops) if stops is not None else None) or (path[1] if path else None)
    fight = fight_of(scene, who)
    postings: tuple[AnyPosting, ...] = ()
    if tile is not None and tile in path:
        kept = " ".join(map(tile_text, path[: path.index(tile) + 1]))
        postings = (
            Put(whom.name, "tile", tile_text(tile)),
            Put(whom.name, "path", f"{' '.join(whom.word('path').split()[:2])} {kept}"),
        )
    return MoveBlocked(
        who=whom.name, place=scene.world.place_of(whom.name), rule="EOS-RACE-HYENA-03",
        fight=fight.name if fight is not None else None, by=who.name, stops=tile_text(tile) if tile is not None else None,
        postings=postings,
    )  # fmt: skip

"""Attacks of the second game: `attack WHO WHOM --with SKILL --as ROW`, one verb for every row that strikes."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

import msgspec

import schemas.rulebook as rulebook
from ledger.exchange import (
    FIRST,
    STRUCK,
    Blow,
    blow,
    cowed,
    held_stances,
    is_standard,
    loaded_bolt,
    may_counter,
    used_up,
)
from ledger.fight import actions_left, allowed_actions, distance, fight_of, side_of, turn_of
from ledger.ranks import (
    able,
    able_in,
    best_skill,
    check_near,
    check_row,
    check_seen,
    combat_skills,
    cost_of,
    costs,
    counting,
    each_named,
    figure,
    in_one_fight,
    is_power,
    knows_only,
    row_for,
    rows_named,
    skill_named,
    spending,
    spent,
    there,
)
from ledger.ruling import Command, Figure, Flag, People, Said, Scene, Text, Usage, part
from projections.encounter import period
from projections.ranked import condition, fallen, in_hand
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.combat import AttackRolled
from schemas.postings import AnyPosting, Put
from schemas.rulebook.actions import Action
from schemas.units import Number, counted, key

STANDARD = "standard attack"


class Attack(Command, tag="attack", frozen=True):
    """Attack by a row of a skill: `attack Fen Rook --with one-handed-weapon --rolled 4,5 --against 2,3,1`."""

    words: ClassVar[tuple[str, ...]] = ("who", "whom")
    dice: ClassVar[tuple[str, ...]] = ("rolled", "against", "damage", "against-damage")
    usage: ClassVar[str] = (
        "attack WHO WHOM [--with SKILL] [--as ROW,...] [--distance N] [--held] [--against-with SKILL] [--rolled DICE] "
        "[--against DICE] [--damage DICE] [--against-damage DICE] [--drops WEAPON] [--bonus N] [--against-bonus N]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "attack Fen Rook --with one-handed-weapon --rolled 4,5 --against 2,3,1",
        "attack Wil Rook,Ash --with bow --as double-shot --rolled 5,5/2,6 --against 1,1,2/3 --damage 4/2",
        "attack Fen Rook --as standard-attack,mythical-weaponcraft --rolled 2,2 --against 3,3,1",
        "attack Fen Vex --with polearm --as vigilant-stance --held --rolled 3,4 --against 2",
    )
    who: People
    whom: People
    with_: Text | None = None
    as_: Text | None = None
    distance: Figure | None = None
    held: Flag = False
    against_with: Text | None = None
    drops: Text | None = None
    bonus: Figure | None = None
    against_bonus: Figure | None = None


class Plan(NamedTuple):
    """What a line means for one attacker: the row that strikes, what is attached, what is rolled, whom it meets.

    `ridden`: rows that ride on it with attacks of their own (pommel strike); `cowed`: who is only looked at.
    """

    row: Action
    skill: str
    whom: list[Holder]
    cowed: list[Holder]
    perfect: Action | None
    ridden: list[Action]
    counter: Action | None
    watch: bool


def attack(command: Attack, scene: Scene) -> Iterator[Event | Said]:
    """RNK-SEQ-01: the attacker picks a skill and a row of it, the defender a skill; dice, hit result, damage, hit points.

    Refused: a rank below the row's and a row used up (the row's id), too few actions and another's turn (RNK-ACT-01), a
    weapon that lies on the ground (RNK-ACT-05), an empty crossbow (RNK-XB-00), somebody too far off or unseen (the row's id).
    Usage: a row that is no attack, more names than it has attacks, oneself.
    """
    if command.against_bonus is not None and not scene.reason:
        raise Usage('--against-bonus asks for --reason "why"')
    for who in scene.people(command.who):
        able(scene, who)
        plan = planned(command, who, scene)
        yield from struck(command, who, plan, scene)


# -- what the line means ----------------------------------------------------------------------------------------


def planned(command: Attack, who: Holder, scene: Scene) -> Plan:
    """The rows of the line, and who is attacked. Usage: rows that do not go together."""
    in_use = command.with_ is not None and is_piece(command.with_, in_hand(who))
    skill_said = command.with_ is not None and rulebook.skill(command.with_, "ranked") is not None
    lies = command.with_ is not None and not in_use and not skill_said and is_piece(command.with_, fallen(who))
    if lies:
        lying(scene, who)
    said = None if command.with_ is None or in_use or lies else skill_named(command.with_)
    words = [STANDARD] if command.as_ is None else [w for w in command.as_.split(",") if w.strip()]
    if not words:
        raise Usage(f"--as names rows, such as standard-attack. {command.usage}")
    perfect = counter = None
    watch = False
    ridden: list[Action] = []
    main: Action | None = None
    for word in words:
        rows = rows_named(word)
        if any(row.strikes for row in rows):
            watch = True
            continue
        row = row_for(who, word, ("attack", "attached"), said)
        if row.perfects:
            perfect = row
        elif row.blesses:
            raise Usage(f"{row.name} blesses a healing.", nearest=(f"use {who.name} healer WHOM --as {key(row.name)}",))
        elif row.counters:
            counter = row
        elif row.rides_on is not None and (main is not None or len(words) > 1):
            ridden.append(row)
        elif main is not None:
            raise Usage(f"{main.name} and {row.name} are two attacks: each is a line of its own.")
        else:
            main = row
    if main is None or (main.name == STANDARD and said is None and any(key(word) == key(STANDARD) for word in words)):
        main = row_for(who, STANDARD, ("attack",), standard_skill(who, said, counter, ridden, watch))
    if counter is not None and main.name not in (STANDARD, "haymaker"):
        raise Usage(f"{counter.name} is a standard attack or a haymaker, not {main.name}.")
    for extra in ridden:
        if not is_standard(main) or main.skill != extra.skill:
            raise Usage(f"{extra.name} goes with a {extra.rides_on} of {extra.skill}, not with {main.name}.")
    skill = rolled_skill(who, main, said, scene)
    people = each_named(scene, command.whom)
    return Plan(main, skill, *divided(who, main, people), perfect, ridden, counter, watch)


def standard_skill(
    who: Holder, said: str | None, counter: Action | None, ridden: Sequence[Action], watch: bool
) -> str | None:  # fmt: skip
    """The skill of a standard attack: as said, or that of what it belongs to, else the best that may attack."""
    if said is not None:
        return said
    if counter is not None:
        return counter.skill
    if ridden:
        return ridden[0].skill
    if watch:
        return "polearm"
    may = able_in(who) or ([only] if (only := knows_only(who)) else []) or combat_skills()
    return best_skill(who, may)


def rolled_skill(who: Holder, row: Action, said: str | None, scene: Scene) -> str:
    """RNK-NB-02: whose rank rolls: the row's own skill; for a power its own rank, or a combat skill (ruling
    power_rank_rolls).
    """
    if not is_power(row):
        return row.skill
    if scene.world.ruling("power_rank_rolls", "power-rank") == "power-rank":
        return row.skill
    return said if said in combat_skills() else best_skill(who, combat_skills())


def divided(who: Holder, row: Action, people: list[Holder]) -> tuple[list[Holder], list[Holder]]:
    """Who is attacked, one after another, and who is cowed beside. Usage: too many names, oneself, the same one twice."""
    if who in people:
        raise Usage(f"{who.name} cannot attack {who.name}.")
    if row.cows:
        attacked, looked = people[:1], people[1:]
        if len(looked) > row.cows or len({h.name for h in looked}) < len(looked):
            raise Usage(f"{row.name} attacks one and cows {row.cows} others: {1 + row.cows} names at the most.")
        return attacked, looked
    if row.different:
        if len({h.name for h in people}) < len(people):
            raise Usage(f"{row.name} attacks each of several once; {people[-1].name} is named twice.")
        if len(people) > row.targets:
            raise Usage(f"{row.name} attacks {row.targets} at the most, not {len(people)}.")
        return people, []
    if len(people) == 1:
        return people * row.attacks, []
    if len(people) != row.attacks or row.targets == 1:
        more = "" if row.attacks == 1 or row.targets == 1 else f", or {row.attacks}, one for each attack"
        raise Usage(f"{row.name} names one{more}; here are {len(people)}.")
    return people, []


# -- what forbids it --------------------------------------------------------------------------------------------


def checked(command: Attack, who: Holder, plan: Plan, scene: Scene) -> None:
    """Everything that is refused before dice fall."""
    row = plan.row
    for each in (*plan.whom, *plan.cowed):
        there(scene, each)
        if not in_one_fight(scene.world, who, each):
            fight = fight_of(scene, who) or fight_of(scene, each)
            raise scene.lacks(
                f"{who.name} and {each.name} are not in one fight.", thing=each.name, state="not in this fight",
                help=(f'fight start {who.name} {each.name} --named "{fight.name}"',) if fight else (),
            )  # fmt: skip
    for used in (plan.counter, plan.perfect, *plan.ridden, row):
        if used is not None:
            check_row(scene, who, used)
    check_armed(scene, who, plan)
    said = figure(command.distance)
    for each in dict.fromkeys((*plan.whom, *plan.cowed)):
        if row.sight:
            check_seen(scene, who, each, row)
        else:
            check_near(scene, who, each, row, distance(scene, who, each, said), row.reach)
    check_whole_turn(scene, who, row)
    check_rides(scene, who, plan)
    if row.bolt and loaded_bolt(who) is None:
        scene.refuse(
            "RNK-XB-00", f"{who.name}'s crossbow is not loaded.", thing=who.name, state="not loaded",
            help=(f"reload {who.name} bolt",),
        )  # fmt: skip


def check_armed(scene: Scene, who: Holder, plan: Plan) -> None:
    """RNK-ACT-05: no attack with a weapon that lies on the ground; paws and powers take none."""
    if not plan.row.unarmed and not is_power(plan.row) and not in_hand(who) and fallen(who):
        lying(scene, who)


def is_piece(said: str, lots: Sequence[Lot]) -> bool:
    """Whether one of these pieces is meant."""
    return any(key(said) in (key(lot.item), key(lot.name)) for lot in lots)


def lying(scene: Scene, who: Holder) -> None:
    """RNK-ACT-05: the refusal of a weapon that lies at someone's feet."""
    down = fallen(who)
    scene.refuse(
        "RNK-ACT-05", f"{who.name}'s {down[0].item} lies on the ground.", thing=who.name, state="disarmed",
        help=tuple(f"take {who.name} {key(lot.item)}" for lot in down),
    )  # fmt: skip


def check_whole_turn(scene: Scene, who: Holder, row: Action) -> None:
    """RNK-1H-05, RNK-PA-07: what takes the whole turn is refused once an action of it is spent."""
    fight = fight_of(scene, who)
    if not row.whole_turn or fight is None:
        return
    left, most = actions_left(scene.world, scene.game, who), allowed_actions(scene.world, scene.game, who, fight)
    if turn_of(scene, who) == who.name and left is not None and left < most:
        scene.refuse(
            row.id, f"{row.name} takes the whole turn; {who.name} has spent {counted(most - left, 'action')} of it.",
            thing=who.name, state=f"{counted(left, 'action')} left", help=("turn",),
        )  # fmt: skip


def check_rides(scene: Scene, who: Holder, plan: Plan) -> None:
    """RNK-1H-03, RNK-UN-05, RNK-UN-06, RNK-PA-04: refused: what has nothing to ride on, or nothing to answer."""
    row, fight = plan.row, fight_of(scene, who)
    whom = plan.whom[0]
    now = 0 if fight is None else period(fight)
    if row.rides_on is not None and not who.count(f"{STRUCK}{whom.name}", now):
        scene.refuse(
            row.id, f"{row.name} goes with a {row.rides_on} on {whom.name} this turn; there was none.", thing=who.name,
            state=f"no {row.rides_on}", help=(f"attack {who.name} {whom.name} --as standard-attack,{key(row.name)}",),
        )  # fmt: skip
    if row.second:
        left = actions_left(scene.world, scene.game, who)
        if fight is None or not who.count(FIRST, now) or left != 1:
            scene.refuse(
                row.id, f"{row.name} follows a hit with a standard attack as the first action of the turn.",
                thing=who.name, state="no first blow", help=(f"attack {who.name} {whom.name} --with unarmed-combat",),
            )  # fmt: skip
    if plan.counter is not None and not may_counter(scene, who, whom):
        scene.refuse(
            plan.counter.id, f"{whom.name} has not just attacked {who.name} and missed.", thing=who.name,
            state="nothing to answer", help=("encounter",),
        )  # fmt: skip
    if plan.watch:
        check_watch(scene, who, whom)


def check_watch(scene: Scene, who: Holder, whom: Holder) -> None:
    """RNK-PA-04: refused: no such stance, or used up; somebody of one's own side, or struck by it already."""
    stance = next((s for s, row in held_stances(scene, who) if row.strikes), None)
    if stance is None:
        scene.refuse(
            "RNK-PA-04", f"{who.name} is in no vigilant stance.", thing=who.name, state="no stance",
            help=(f"use {who.name} vigilant-stance",),
        )  # fmt: skip
        return
    if side_of(scene, who) == side_of(scene, whom):
        scene.refuse("RNK-PA-04", f"{whom.name} is no enemy of {who.name}.", thing=whom.name, state="same side")
    if who.word("watched") and whom.name in who.word("watched").split(","):
        scene.refuse(
            "RNK-PA-04", f"{who.name}'s stance has struck {whom.name} already.", thing=whom.name, state="struck"
        )  # fmt: skip


# -- what happens -----------------------------------------------------------------------------------------------


def struck(command: Attack, who: Holder, plan: Plan, scene: Scene) -> Iterator[Event | Said]:
    """The action, then every attack of it; what rides on it; who is cowed.

    One attack: RNK-1H-01, RNK-2H-01, RNK-PA-01, RNK-BOW-01, RNK-XB-02, RNK-SL-01, RNK-UN-01. Several on one: RNK-1H-05,
    RNK-1H-06, RNK-PA-07, RNK-BOW-05. One on each of several: RNK-2H-02, RNK-PA-02, RNK-BOW-03, RNK-NB-04.
    """
    if command.held and not (plan.watch or plan.counter):
        raise Usage("Only a vigilant stance or a counterpunch strikes on another's turn.")
    checked(command, who, plan, scene)
    row = plan.row
    fight = fight_of(scene, who)
    left = actions_left(scene.world, scene.game, who)
    opens = fight is not None and left == allowed_actions(scene.world, scene.game, who, fight)
    free = plan.watch or plan.counter is not None
    cost = 0 if free else cost_of(scene, row)
    postings: list[AnyPosting] = [] if free and plan.watch else spending(scene, who, row, cost)
    for used in (plan.perfect, plan.counter):
        if used is not None:
            postings += counting(scene, who, used)
    bolt = loaded_bolt(who) if row.bolt else None
    if bolt is not None:
        postings.append(Put(who.name, "loaded", None))
    head: Event | None = None
    if plan.watch:
        head = watched(scene, who, plan.whom[0])
        yield part(head)
    elif costs(scene, who, cost):
        head = spent(scene, who, row.name, cost, postings)
        yield part(head)
        postings = []
    said = figure(command.distance)
    for nth, whom in enumerate(plan.whom):
        if nth and gone(whom):
            continue
        if nth and condition(who, scene.moment) != "well":
            break  # a riposte has felled the attacker
        b = Blow(
            who, whom, row, plan.skill, defence(command), figure(command.bonus) or 0, figure(command.against_bonus) or 0,
            within_reach(scene, who, whom, said), perfect=plan.perfect is not None and not nth,
            certain=plan.counter is not None, bolt=bolt, drops=command.drops, postings=[] if nth else postings,
            first=not nth, first_action=opens and not nth and not free,
            cites=plan.counter.id if plan.counter else plan.perfect.id if plan.perfect and not nth else None,
        )  # fmt: skip
        event: AttackRolled = yield from blow(scene, b, head)
        head = head or event
        for extra in plan.ridden if not nth else ():
            counts = counting(scene, who, extra)
            ride = Blow(who, whom, extra, plan.skill, defence(command), near=b.near, postings=counts)
            yield from blow(scene, ride, head)
        for other in plan.cowed if not nth else ():
            assert event.roll is not None
            yield from cowed(scene, b, other, event.roll, head)


def gone(whom: Holder) -> bool:
    """Whether somebody has disappeared amid the attacks of a line: a summoned character at 0."""
    return "gone" in whom.marks


def defence(command: Attack) -> str | None:
    """RNK-DEF-02: the combat skill that the defender names. Usage: another skill."""
    return None if command.against_with is None else skill_named(command.against_with, combat_skills())


def within_reach(scene: Scene, who: Holder, whom: Holder, said: Number | None) -> bool:
    """RNK-BOW-00: within melee range: a tile off, or as nobody says where they stand; not in another area."""
    tiles = distance(scene, who, whom, said)
    if tiles is None:
        return who.word("area") == whom.word("area")
    return tiles <= 1


def watched(scene: Scene, who: Holder, whom: Holder) -> Event:
    """RNK-PA-04: the stance strikes: one of its two times is used, on somebody who stepped near."""
    stance = next((s for s, row in held_stances(scene, who) if row.strikes), None)
    if stance is None:  # overruled
        return spent(scene, who, "vigilant stance", 0, ())
    event = used_up(scene, who, stance, whom)
    names = [*(n for n in who.word("watched").split(",") if n), whom.name]
    return msgspec.structs.replace(event, postings=(*event.postings, Put(who.name, "watched", ",".join(names))))

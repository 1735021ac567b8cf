"""The frame of a fight: who stands in it, in which order, and whose turn it is (EOS-TURN); both games."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from ledger.fight import at_end, at_passing, at_turn, joins, lapsed_marks, turn_line
from ledger.lighting import read_light
from ledger.ruling import Command, Flag, Name, People, Person, Said, Scene, Sides, Text, Usage, part
from ledger.seats import seats
from projections.conditions import is_marked
from projections.encounter import (
    ASLEEP,
    CROSSED,
    FIGHT,
    FIGHT_MARK,
    FLAG_MARK,
    HELD,
    LAPSED,
    ROUND_SECONDS,
    WAKING,
    fight_in,
    fighters,
    had_turn,
    last_round,
    open_fights,
    order_of,
    period,
    round_in,
    turn_in,
)
from projections.pools import is_dead, state
from projections.sheet import trait
from projections.world import Holder
from schemas.dice import Roll
from schemas.entry import Event
from schemas.events.fights import FightClosed, FightOpened, TurnStarted
from schemas.postings import AnyPosting, Changed, Marked, Put, Unmarked
from schemas.units import Amount, Number, exact, key


class Frame(NamedTuple):
    """What a game says of turns: the mechanics cited, and what is added to a die for initiative (None: no such throw)."""

    order: str | None
    initiative: str | None
    stat: str | None
    turn: str | None


FRAMES = {
    "eos": Frame("EOS-TURN-03", "EOS-TURN-04", "reflex", "EOS-TURN-05"),
    "ranked": Frame("RNK-ACT-02", None, None, "RNK-ACT-01"),
}


class FightStart(Command, tag="fight start", frozen=True):
    """Begin a fight; each word is a side: `fight start Mara,Brandt bandit --named "The ford" --light bright`."""

    words: ClassVar[tuple[str, ...]] = ("sides",)
    dice: ClassVar[tuple[str, ...]] = ("rolled", "against")
    usage: ClassVar[str] = (
        "fight start SIDE SIDE ... [--named NAME] [--order WHO] [--initiative --rolled .. --against ..] [--asleep WHO] "
        "[--light bright|dark|1..100]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        'fight start Mara,Brandt bandit --named "The ford" --light bright',
        "fight start Fen,Ash Rook --order Fen,Rook,Ash",
        "fight start Mara,Brandt bandit --initiative --rolled 12/8 --against 15/3",
    )
    sides: Sides
    named: Name | None = None
    order: People = ()
    initiative: Flag = False
    asleep: People = ()
    light: Text | None = None


class FightEnd(Command, tag="fight end", frozen=True):
    """End a fight: `fight end`; of several `fight end "The ford"`."""

    words: ClassVar[tuple[str, ...]] = ("fight",)
    usage: ClassVar[str] = "fight end [NAME]"
    examples: ClassVar[tuple[str, ...]] = ("fight end", 'fight end "The ford"')
    fight: Name | None = None


class Turn(Command, tag="turn", frozen=True):
    """Whose turn it is; without a name the next one's: `turn Mara`, `turn`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "turn [WHO]"
    examples: ClassVar[tuple[str, ...]] = ("turn Mara", "turn")
    who: Person | None = None


# -- fight start ------------------------------------------------------------------------------------------------


def fight_start(command: FightStart, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TURN-03: a fight begins; players have their turns as they are seated, then all others, as the line names them.

    EOS-TURN-04: with `--initiative` by d20 + reflex, high to low, ties thrown again. An open fight that is named again
    takes in who is new. Refused: the dead, who is elsewhere, who fights already. Usage: one side, somebody on two sides,
    an order that leaves somebody out.
    """
    sides = [scene.people(side) for side in command.sides]
    open_one = next((f for f in open_fights(scene.world) if command.named == f.name), None)
    if open_one is not None:
        yield reinforced(command, open_one, sides, scene)
        return
    if len(sides) < 2:
        raise Usage(f"A fight has two sides or more. {command.usage}", nearest=FightStart.examples[:1])
    people = [who for side in sides for who in side]
    check_sides(sides, scene)
    place = check_place(people, scene)
    name = fight_name(command, scene)
    light = None if command.light is None else read_light(command.light)
    said_asleep = scene.people(command.asleep) if command.asleep else []
    strangers = [who.name for who in said_asleep if who not in people]
    if strangers:
        raise Usage(f"{', '.join(strangers)} is in no side of this fight.")
    asleep = sleepers(said_asleep)
    order, rolls = turn_order(command, sides, people, scene)
    frame = FRAMES[scene.game]
    yield FightOpened(
        place=place,
        rule=frame.initiative if command.initiative else frame.order,
        fight=name,
        sides=tuple(tuple(who.name for who in side) for side in sides),
        order=tuple(who.name for who in order),
        light=light,
        asleep=tuple(who.name for who in asleep),
        initiative=rolls,
        postings=(
            Put(name, "kind", FIGHT),
            Put(name, "open", 1),
            Put(name, "in", place),
            *(() if light is None else (Put(name, "light", light),)),
            Put(name, "round", 0),
            Put(name, "order", ",".join(who.name for who in order)),
            *(Put(name, f"side {who.name}", nth) for nth, side in enumerate(sides, 1) for who in side),
            *(Marked(who.name, f"{FIGHT_MARK}{name}") for who in people),
            *(Marked(who.name, ASLEEP) for who in asleep),
            *(
                Marked(who.name, WAKING, "round 2", scene.moment + 2 * ROUND_SECONDS)
                for who in said_asleep
                if hibernates(who)
            ),
        ),
    )


def check_sides(sides: Sequence[Sequence[Holder]], scene: Scene) -> None:
    """Usage: somebody twice. Refused: the dead (EOS-DOWN-04), somebody who fights elsewhere."""
    seen: set[str] = set()
    for side in sides:
        for who in side:
            if who.name in seen:
                raise Usage(f"{who.name} is on two sides of this fight.")
            seen.add(who.name)
            check_joins(who, scene)


def check_joins(who: Holder, scene: Scene) -> None:
    if is_dead(who) or state(who) == "gone":
        how = state(who)
        raise scene.lacks(f"{who.name} is {how} and fights no more.", thing=who.name, state=how)
    other = fight_in(scene.world, who)
    if other is not None:
        raise scene.lacks(
            f"{who.name} is in a fight already: {other.name}.",
            thing=who.name,
            state=f"in {other.name}",
            help=(f'fight end "{other.name}"',),
        )


def check_place(people: Sequence[Holder], scene: Scene) -> str | None:
    """Where they fight: all in one zone; who is nowhere yet is there too. Refused: somebody who is elsewhere."""
    world = scene.world
    here: str | None = None
    for who in people:
        place = world.place_of(who.name)
        if place is None:
            continue
        if here is None:
            here = place
        elif world.zone_of(place) != world.zone_of(here):
            raise scene.lacks(
                f"{who.name} is in {place}, not in {here}.",
                thing=who.name,
                state=f"in {place}",
                help=(f"travel {who.name} --to {here}", f"gm place {who.name} --to {here}"),
            )
    return here


def fight_name(command: FightStart, scene: Scene) -> str:
    """The name that was said, else one by the day. Refused: a name that is taken."""
    world = scene.world
    if command.named is not None:
        known = world.find(command.named)
        if known is not None:
            raise scene.lacks(
                f"{known} is taken already.", thing=known, state=world.get(known).kind, help=("fight start ... --named NAME",)
            )
        return command.named
    name, nth = f"Fight of day {scene.day}", 1
    while world.find(name) is not None:
        nth += 1
        name = f"Fight {nth} of day {scene.day}"
    return name


def hibernates(who: Holder) -> bool:
    """EOS-RACE-BEAR-05: a bear that sleeps deeply takes a round more to wake in."""
    doubled = trait(who, "rest_heal_multiplier")
    return isinstance(doubled, int) and doubled > 1


def sleepers(said: Sequence[Holder]) -> list[Holder]:
    """EOS-RACE-HYENA-04: a Hyena that sleeps is awake for all of this, and wakes everybody near."""
    return [] if any(trait(who, "alert_asleep") for who in said) else list(said)


# -- the order of turns -----------------------------------------------------------------------------------------


def turn_order(
    command: FightStart, sides: Sequence[Sequence[Holder]], people: Sequence[Holder], scene: Scene
) -> tuple[list[Holder], tuple[Roll, ...]]:
    """The order, and what was thrown for it."""
    if command.initiative and command.order:
        raise Usage("The order is said or thrown for, not both.")
    if command.initiative:
        return initiative(sides, scene)
    if not command.order:
        return seated(people, scene), ()
    order = scene.people(command.order)
    missing = [who.name for who in people if who not in order]
    strangers = [who.name for who in order if who not in people]
    if missing or strangers:
        raise Usage(
            f"--order leaves out {', '.join(missing)}." if missing else f"{', '.join(strangers)} is in no side of this fight."
        )
    return order, ()


def seated(people: Sequence[Holder], scene: Scene) -> list[Holder]:
    """EOS-TURN-03: players as their seats were given, the rest as named; then the figures of the GM."""
    at_table = list(seats(scene.world))

    def place(who: Holder) -> tuple[bool, int]:
        player = key(who.word("player"))
        theirs = who.kind == "character" or (player != "" and player in at_table)
        return not theirs, at_table.index(player) if player in at_table else len(at_table)

    return sorted(people, key=place)


Thrower = tuple[Holder, str, int]
"""Somebody in a throw for the order: who, which dice of the line, and the number of their side."""
MOST_TIES = 100
"""Throws of one tie, before it is said that they never end."""


def initiative(sides: Sequence[Sequence[Holder]], scene: Scene) -> tuple[list[Holder], tuple[Roll, ...]]:
    """EOS-TURN-04: d20 + reflex each, high to low; who ties throws again, at the end of the dice of their side.

    One die told for a whole side of the GM's figures counts for all of them: their ties are no ties.
    """
    frame = FRAMES[scene.game]
    if frame.initiative is None or frame.stat is None:
        raise scene.lacks(
            "The rules of ranks know no throw for the order of turns.",
            thing="initiative", state="missing in source", help=("fight start ... --order WHO",),
        )  # fmt: skip
    rolls: list[Roll] = []
    throwers: list[Thrower] = []
    totals: dict[str, list[Number]] = {}
    unknown = False
    for nth, side in enumerate(sides):
        dice = "rolled" if nth == 0 else "against"
        throwers += [(who, dice, nth) for who in side]
    others = [t for t in throwers if t[1] == "against"]
    as_one = len(others) > 1 and all(w.kind == "npc" for w, _, _ in others) and (
        scene.dice.waiting("initiative of the others", "against") == 1
    )
    common: Roll | None = None
    for who, dice, _nth in throwers:
        if as_one and dice == "against":
            if common is None:
                common = scene.roll("the others", "initiative of the others", (), side="against")
            face = common.total
            total = None if face is None else exact(face) + who.number(frame.stat)
            if who is others[0][0]:
                rolls.append(common)
        else:
            roll = scene.roll(who.name, f"initiative of {who.name}", [(frame.stat, who.number(frame.stat))], side=dice)
            rolls.append(roll)
            total = None if roll.total is None else exact(roll.total)
        unknown = unknown or total is None
        totals[who.name] = [total if total is not None else 0]
    if unknown:
        return [who for who, _, _ in throwers], tuple(rolls)
    for _ in range(MOST_TIES):
        groups = ties(throwers, totals, as_one)
        if not groups:
            break
        for group in groups:
            if not break_tie(scene, group, totals, rolls, frame.stat):
                return [w for w, _, _ in throwers], tuple(rolls)
    else:
        raise Usage("One die for all never settles a tie: tell each throw.")
    order = sorted((who for who, _, _ in throwers), key=lambda who: [-total for total in totals[who.name]])
    return order, tuple(rolls)


def ties(throwers: Sequence[Thrower], totals: dict[str, list[Number]], as_one: bool) -> list[list[Thrower]]:
    """Those who stand level after every throw so far, group by group; whoever throws as one group is no tie."""
    level: dict[tuple[Number, ...], list[Thrower]] = {}
    for thrower in throwers:
        level.setdefault(tuple(totals[thrower[0].name]), []).append(thrower)
    return [
        some for some in level.values() if len(some) > 1 and not (as_one and all(dice == "against" for _, dice, _ in some))
    ]


def break_tie(
    scene: Scene, group: Sequence[Thrower], totals: dict[str, list[Number]], rolls: list[Roll], stat: str
) -> bool:
    """Everybody in a tie throws again; of two of one side, where one die more was told, it is the second one's, against the
    total of the first. False where nothing is thrown (a dry run).
    """
    (first, side, _), (second, other, _) = group[0], group[-1]
    word, again = "tie", list(group)
    if len(group) == 2 and side == other and scene.dice.waiting(f"tie-break of {second.name}", side) == 1:
        word, again = "tie-break", list(group[1:])
        totals[first.name].append(totals[first.name][-1])
    for who, dice, _ in again:
        roll = scene.roll(who.name, f"{word} of {who.name}", [(stat, who.number(stat))], side=dice)
        rolls.append(roll)
        if roll.total is None:
            return False
        totals[who.name].append(exact(roll.total))
    return True


def reinforced(command: FightStart, fight: Holder, sides: Sequence[Sequence[Holder]], scene: Scene) -> FightOpened:
    """Who comes to a fight that goes on: on the side of that place in the line, last in the order of turns."""
    inside = order_of(fight)
    new = [(who, nth) for nth, side in enumerate(sides, 1) for who in side if who.name not in inside]
    if not new:
        raise scene.lacks(f"{fight.name} goes on already.", thing=fight.name, state="open",
                          help=(turn_line(scene, fight), f'fight end "{fight.name}"'))  # fmt: skip
    if command.order or command.initiative or command.light or command.asleep:
        raise Usage(f"{fight.name} goes on: who comes to it has the last turn of a round.")
    for who, _ in new:
        check_joins(who, scene)
    check_place([*fighters(scene.world, fight), *(who for who, _ in new)], scene)
    postings: list[AnyPosting] = []
    order = list(inside)
    for who, side in new:
        order.append(who.name)
        postings += joins(scene, fight, who.name, side)[1:]
    postings.append(Put(fight.name, "order", ",".join(order)))
    return FightOpened(
        place=fight.word("in") or None,
        rule=FRAMES[scene.game].order,
        fight=fight.name,
        sides=tuple(tuple(who.name for who in side) for side in sides),
        order=tuple(order),
        postings=tuple(postings),
    )


# -- turn -------------------------------------------------------------------------------------------------------


def turn(command: Turn, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TURN-01, EOS-TURN-05: the last turn ends, the next begins: what was held lapses, flags and marks whose time is
    over end, and what a turn brings happens.

    Without a name it is the next one's who can act. Whoever had a turn this round begins the next round by having
    another. Refused: somebody in no fight, the unconscious and the dead (EOS-STAT-07), but not a body that mends.
    """
    if command.who is None:
        fight = only_fight(scene)
        who = next_in(fight, scene)
    else:
        who = scene.person(command.who)
        found = fight_in(scene.world, who)
        if found is None:
            raise scene.lacks(
                f"{who.name} is in no fight.", thing=who.name, state="no fight", help=("fight start SIDE SIDE",)
            )
        fight = found
        if not mends(scene, who):
            scene.able(who, entranced=True)
    nth_round = max(1, round_in(fight))
    if had_turn(fight, who, nth_round):
        nth_round += 1
    ends = lapsing(scene, fight, who, nth_round)
    own = [mark for of, mark in ends if of is who]
    yield TurnStarted(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=FRAMES[scene.game].turn,
        fight=fight.name,
        round=nth_round,
        lapsed=tuple(mark if of is who else f"{mark} of {of.name}" for of, mark in ends),
        postings=(
            *(() if nth_round == round_in(fight) else (Put(fight.name, "round", nth_round),)),
            Put(fight.name, "turn", who.name),
            Changed(who.name, "turns", 1, period=period(fight, nth_round)),
            *(Unmarked(of.name, mark) for of, mark in ends),
            *((Put(who.name, LAPSED, f"{period(fight, nth_round)} {','.join(own)}"),) if own else ()),
        ),
    )
    yield from at_passing(scene, who)
    yield from at_turn(scene, who)


def mends(scene: Scene, who: Holder) -> bool:
    """Whether a turn brings something to a body that lies there: it then has its turn, and cannot act in it."""
    return not is_dead(who) and next(at_turn(scene, who), None) is not None


def next_in(fight: Holder, scene: Scene) -> Holder:
    """EOS-TURN-01: the next in the order, from the last one's place, whose turn of this round is still to come.

    Behind the last one a new round begins. Refused: nobody is left who can act.
    """
    everyone = fighters(scene.world, fight)
    names = [who.name for who in everyone]
    last = turn_in(fight)
    at = names.index(last) + 1 if last in names else 0
    this_round = [who for who in everyone[at:] if not round_in(fight) or not had_turn(fight, who)]
    for who in [*this_round, *everyone]:
        if state(who) in ("well", "trance") or mends(scene, who):
            return who
    raise scene.lacks(
        f"Nobody in {fight.name} can act.", thing=fight.name, state="nobody on their feet", help=("fight end",)
    )


def lapsing(scene: Scene, fight: Holder, who: Holder, nth_round: int) -> list[tuple[Holder, str]]:
    """EOS-TACT-02, EOS-STS-11, EOS-TURN-05: what ends as this turn begins: whose mark, and which."""
    moment = scene.moment
    ends = [(who, mark) for mark in (HELD, ASLEEP) if is_marked(who, mark, moment)]
    ends += [(who, mark) for mark in lapsed_marks(scene, fight, who, nth_round)]
    passing = (f"{FLAG_MARK}{who.name}", CROSSED)
    return ends + [(h, mark) for h in fighters(scene.world, fight) for mark in passing if is_marked(h, mark, moment)]


def only_fight(scene: Scene, named: str | None = None) -> Holder:
    """The fight that goes on. Refused: there is none. Usage: which of several was not said."""
    fights = open_fights(scene.world)
    if named is not None:
        fights = [f for f in fights if key(f.name) == key(named)]
    if not fights:
        known = scene.world.find(named) if named is not None else None
        raise scene.lacks(
            f"{known or named} is no fight that goes on." if named else "There is no fight.",
            thing=known or named or "fight", state="no fight", help=("fight start SIDE SIDE",),
        )  # fmt: skip
    if len(fights) > 1:
        raise Usage("Which fight? Several go on.", nearest=tuple(f.name for f in fights))
    return fights[0]


# -- fight end --------------------------------------------------------------------------------------------------


def fight_end(command: FightEnd, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CRIT-16, RNK-ACT-02: a fight is over: counters, flags, held actions and the board end with it.

    Marks of some rounds go on by the clock, ten seconds a round (EOS-TURN-02). Refused: there is no fight.
    """
    fight = only_fight(scene, command.fight)
    everyone = fighters(scene.world, fight)
    yield FightClosed(
        place=fight.word("in") or None,
        rule=None,
        fight=fight.name,
        rounds=round_in(fight),
        postings=(
            Put(fight.name, "open", 0),
            Put(fight.name, "turn"),
            *(p for who in everyone for p in parting(scene, fight, who)),
        ),
    )
    for event in at_end(scene, fight):
        yield part(event)


def parting(scene: Scene, fight: Holder, who: Holder) -> Iterator[AnyPosting]:
    """What somebody leaves behind with a fight: its marks, their tile on its board, their area (RNK-PA-02)."""
    for mark in (f"{FIGHT_MARK}{fight.name}", HELD, ASLEEP, WAKING, CROSSED):
        if mark in who.marks:
            yield Unmarked(who.name, mark)
    for mark, found in who.marks.items():
        if mark.startswith(FLAG_MARK):
            yield Unmarked(who.name, mark)
        elif mark != WAKING and isinstance(found.value, str) and found.value.startswith("round "):
            left = max(1, (last_round(who, mark) or 0) - round_in(fight))
            value: Amount = f"{left} rounds"
            yield Marked(who.name, mark, value, scene.moment + left * ROUND_SECONDS)
    for field in ("tile", "facing", "area"):
        if who.fields.get(field) is not None:
            yield Put(who.name, field)

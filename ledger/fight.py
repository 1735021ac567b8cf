"""What rules ask of a fight, and what an act costs in it; both games. Outside a fight everything goes without turns.

A rule that acts: `postings = (*spend_action(scene, who, contested, "an attack"), ...)`. A line with `--held` begins with
`yield use_held(scene, who, "a move")` instead, and spends nothing else.
"""

import importlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple, TypeVar

import msgspec

from ledger.ruling import Scene, Usage
from projections.conditions import is_marked
from projections.encounter import (
    ACTIONS_A_TURN,
    ASLEEP,
    FIGHT_MARK,
    FLAG_MARK,
    HELD,
    ROUND_SECONDS,
    WAKING,
    Tile,
    between,
    board_distance,
    fight_in,
    flags_on,
    had_turn,
    is_in_front,
    last_round,
    next_period,
    open_fights,
    order_of,
    period,
    round_in,
    sharing,
    side_in,
    tile_of,
    turn_allows,
    turn_in,
    turn_left,
)
from projections.pools import state
from projections.world import Holder, World
from schemas.entry import Event
from schemas.events.fights import ActionUsed
from schemas.postings import Changed, Marked, Put, Unmarked
from schemas.units import Moment, Number, counted, text_of

__all__ = [
    "ASLEEP", "FIGHT_MARK", "FLAG_MARK", "HELD", "Tile", "actions_left", "at_turn", "between", "check_here", "contested_left",
    "cover_between", "distance", "fight_of", "flags_on", "had_turn", "is_behind", "joins", "lasting",
    "next_period", "paid", "period", "reach", "round_of", "sharing", "side_of", "spend_action", "tile_of", "turn_of", "use_held",
]  # fmt: skip


E = TypeVar("E", bound=Event)


# -- what a turn holds, game by game ----------------------------------------------------------------------------


class Budget(NamedTuple):
    """What one turn holds in a game, and the mechanics that refuse more.

    `contested`: how many acts may meet dice; None: no limit of its own. `off_turn` refuses an act on another's turn.
    """

    actions: int
    contested: int | None
    spent: str
    second: str
    off_turn: str
    held: str


BUDGETS: dict[str, Budget] = {
    "eos": Budget(ACTIONS_A_TURN, 1, "EOS-TURN-06", "EOS-TURN-06", "EOS-TURN-07", "EOS-TACT-02"),
    "ranked": Budget(ACTIONS_A_TURN, None, "RNK-ACT-01", "RNK-ACT-01", "RNK-ACT-01", "RNK-ACT-01"),
}
"""EOS-TURN-06, EOS-TURN-07, RNK-ACT-01."""

AT_TURN: dict[str, tuple[str, ...]] = {"eos": ("ledger.gifts:at_turn",), "ranked": ()}
"""What a turn brings as it begins, game by game: functions of (scene, who) that yield events."""
AT_PASSING: dict[str, tuple[str, ...]] = {"eos": ("ledger.gifts:at_round_end",), "ranked": ("ledger.aftermath:turn_passed",)}
"""What the end of the turn before brings, as someone's turn begins: functions of (scene, who) that yield events."""
AT_END: dict[str, tuple[str, ...]] = {"eos": ("ledger.gifts:at_last_round_end",), "ranked": ("ledger.aftermath:fight_over",)}
"""What the end of a fight brings: functions of (scene, fight) that yield events."""


@cache
def _hook(name: str) -> Callable[[Scene, Holder], Iterator[Event]]:
    module, _, function = name.partition(":")
    found: Callable[[Scene, Holder], Iterator[Event]] = getattr(importlib.import_module(module), function)
    return found


def at_turn(scene: Scene, who: Holder) -> Iterator[Event]:
    """EOS-TURN-05: what begins with someone's turn: trolls mend, wounds bleed."""
    for name in AT_TURN[scene.game]:
        yield from _hook(name)(scene, who)


def at_passing(scene: Scene, who: Holder) -> Iterator[Event]:
    """RNK-XB-05: what the end of the last turn brings to anybody, now that someone's has begun."""
    for name in AT_PASSING[scene.game]:
        yield from _hook(name)(scene, who)


def at_end(scene: Scene, fight: Holder) -> Iterator[Event]:
    """RNK-ACT-02: what ends with a fight, beside flags and counters."""
    for name in AT_END[scene.game]:
        yield from _hook(name)(scene, fight)


# -- looking ----------------------------------------------------------------------------------------------------


def fight_of(scene: Scene, who: Holder) -> Holder | None:
    """The open fight that someone is in, or None."""
    return fight_in(scene.world, who)


def side_of(scene: Scene, who: Holder) -> int | None:
    """The number of someone's side in their fight, from 1; None outside a fight."""
    fight = fight_in(scene.world, who)
    return None if fight is None else side_in(fight, who)


def round_of(scene: Scene, who: Holder) -> int | None:
    """EOS-TURN-01: the round of someone's fight; None outside a fight."""
    fight = fight_in(scene.world, who)
    return None if fight is None else round_in(fight)


def turn_of(scene: Scene, who: Holder) -> str | None:
    """Whose turn it is in someone's fight; None outside a fight and before the first turn."""
    fight = fight_in(scene.world, who)
    return None if fight is None else turn_in(fight)


def own_turn(scene: Scene, who: Holder) -> bool:
    """Whether it is someone's own turn; always outside a fight."""
    fight = fight_in(scene.world, who)
    return fight is None or turn_in(fight) == who.name


def distance(scene: Scene, a: Holder, b: Holder, said: Number | None = None) -> Number | None:
    """EOS-POS-03: tiles between two: as said, else as they stand on the board; None: within reach."""
    if said is not None:
        if said < 0:
            raise Usage(f"--distance is 0 or more, not {text_of(said)}.")
        return said
    return board_distance(scene.world, a, b)


def is_behind(scene: Scene, attacker: Holder, target: Holder, said: bool = False) -> bool:
    """EOS-POS-02: whether an attack comes from the rear: as said, or as they stand.

    EOS-TILE-11: a small one on a bigger one's tile is always behind it; EOS-TILE-12: on another small one's it is not.
    """
    if said:
        return True
    if attacker.name in [h.name for h in sharing(scene.world, target)]:
        return attacker.word("size") == "Small" and target.word("size", "Medium") != "Small"
    return is_in_front(scene.world, target, attacker) is False


def cover_between(scene: Scene, a: Holder, b: Holder) -> list[Holder]:
    """EOS-COV-02, EOS-COV-05: people on their feet and terrain in the straight line between two on a board."""
    return between(scene.world, a, b)


BIGGER_REACH = {"Large": 1, "Extra-Large": 2}


def reach(who: Holder, base: Number) -> Number:
    """EOS-SIZE-11, EOS-SIZE-12: a weapon's reach in someone's hand: one more for large bodies, two for the largest."""
    bonus = who.fields.get("weapon_range_bonus")
    if bonus is None or isinstance(bonus, str):
        return base + BIGGER_REACH.get(who.word("size"), 0)
    return base + bonus


def check_here(scene: Scene, who: Holder, other: Holder) -> None:
    """Lacking: somebody who has left, or is in another zone."""
    if state(other) == "gone":
        raise scene.lacks(f"{other.name} has left the campaign.", thing=other.name, state="gone")
    here, there = scene.world.place_of(who.name), scene.world.place_of(other.name)
    if here is not None and there is not None and scene.world.zone_of(here) != scene.world.zone_of(there):
        raise scene.lacks(
            f"{other.name} is in {there}, not in {here}.", thing=other.name, state=f"in {there}",
            help=(f"travel {who.name} --to {there}", f'gm place {other.name} --to {here} --reason "..."'),
        )  # fmt: skip


# -- spending ---------------------------------------------------------------------------------------------------


def allowed_actions(world: World, game: str, who: Holder, fight: Holder) -> int:
    """RNK-ACT-04, EOS-TURN-06: the actions of someone's turn, less what a stun took; RNK-PA-06: or one at the most."""
    return turn_allows(who, fight, BUDGETS[game].actions)


def actions_left(world: World, game: str, who: Holder) -> int | None:
    """EOS-TURN-06, RNK-ACT-01: actions that someone has left this turn; None outside a fight."""
    return turn_left(world, who, BUDGETS[game].actions)


def contested_left(world: World, game: str, who: Holder) -> int | None:
    """EOS-TURN-06: how many of them may still meet dice; None outside a fight."""
    fight = fight_in(world, who)
    left = actions_left(world, game, who)
    if fight is None or left is None:
        return None
    most = BUDGETS[game].contested
    return left if most is None else max(0, min(left, most - int(who.count("contested", period(fight)))))


def spend_action(
    scene: Scene, who: Holder, contested: bool, what: str, cost: int = 1, *, held: bool = False, spent: str | None = None,
    second: str | None = None,
) -> tuple[Changed, ...]:  # fmt: skip
    """EOS-TURN-06: postings that spend actions of someone's turn on `what` (`an attack`); none outside a fight.

    `held`: the action was kept and is used already (`use_held`). `spent` is the mechanic cited where too few are left,
    `second` where another act has met dice this turn.
    EOS-TURN-08: what throws dice against dice is contested; EOS-TURN-09: moving, reloading, taking things up and the like are
    not; nor is a defence an action at all (EOS-POS-01). EOS-TURN-12: a line is one deed, from the
    dice to the harm, and nothing comes in between.
    Refused: on another's turn (EOS-TURN-07; EOS-TACT-02 for what might have been held), a third action or a second
    against dice (EOS-TURN-06), an act after the turn's end was declared (EOS-TURN-13), a contested one held (EOS-TACT-02),
    a bear that is still waking (EOS-RACE-BEAR-05).
    """
    fight = fight_in(scene.world, who)
    if fight is None:
        return ()
    budget = BUDGETS[scene.game]
    if held:
        if contested:
            _refuse_held_contested(scene, who, what, budget)
        return ()
    if not cost and not contested:
        return ()
    turn = turn_in(fight)
    if turn != who.name:
        state_of = f"turn of {turn}" if turn else "before the first turn"
        rule = budget.off_turn if contested or turn is None else budget.held
        scene.refuse(
            rule,
            f"It is {turn}'s turn, not {who.name}'s, who has to wait with {what}."
            if turn
            else f"No turn of {fight.name} has begun: {who.name} has to wait with {what}.",
            thing=who.name,
            state=state_of,
            help=(f"turn {who.name}",),
        )
    now = period(fight)
    if is_marked(who, WAKING, scene.moment):
        scene.refuse(
            "EOS-RACE-BEAR-05",
            f"{who.name} is not fully awake yet and acts from round 2 on.",
            thing=who.name,
            state="waking",
            help=(turn_line(scene, fight),),
        )
    if who.count("faced", now):
        scene.refuse(
            "EOS-TURN-13",
            f"{who.name} has ended this turn, facing {who.word('facing')}: {what} has to wait.",
            thing=who.name,
            state="turn ended",
            help=(turn_line(scene, fight),),
        )
    left = actions_left(scene.world, scene.game, who) or 0
    met = contested and budget.contested is not None and who.count("contested", now) >= budget.contested
    if cost > left and not (met and left):
        scene.refuse(
            spent or budget.spent,
            f"{who.name} has {counted(left, 'action')} left this turn; {what} takes {cost}.",
            thing=who.name,
            state=f"{counted(left, 'action')} left",
            help=(turn_line(scene, fight),),
        )
    if met:
        scene.refuse(
            second or budget.second,
            f"{who.name} has thrown dice against somebody this turn already; a second time, with {what}, is not allowed "
            "(EOS-TACT-01: an action is never traded for a contested one).",
            thing=who.name,
            state="no contested action left",
            help=(turn_line(scene, fight),),
        )
    postings = [Changed(who.name, "actions", cost, source=what, period=now)] if cost else []
    if contested:
        postings.append(Changed(who.name, "contested", 1, source=what, period=now))
    return tuple(postings)


def paid(scene: Scene, who: Holder, event: E, what: str, cost: int = 1, *, held: bool = False, spent: str | None = None) -> E:
    """The same entry, which also spends actions of someone's turn (`spend_action`); as it is outside a fight."""
    postings = spend_action(scene, who, False, what, cost, held=held, spent=spent)
    return msgspec.structs.replace(event, postings=(*event.postings, *postings)) if postings else event


def use_held(scene: Scene, who: Holder, what: str) -> ActionUsed:
    """EOS-TACT-02: the entry by which a held action is used, on anybody's turn. Refused: none is held, or it lapsed."""
    fight = fight_in(scene.world, who)
    if fight is None:
        raise scene.lacks(f"{who.name} is in no fight and holds nothing back.", thing=who.name, state="no fight")
    if not is_marked(who, HELD, scene.moment):
        scene.refuse(
            BUDGETS[scene.game].held,
            f"{who.name} holds no action for {what}; what was held lapses with the next own turn.",
            thing=who.name,
            state="nothing held",
            help=(f"hold {who.name}",),
        )
    return ActionUsed(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=BUDGETS[scene.game].held,
        fight=fight.name,
        what=what,
        postings=(Unmarked(who.name, HELD),),
    )


def _refuse_held_contested(scene: Scene, who: Holder, what: str, budget: Budget) -> None:
    scene.refuse(
        budget.held,
        f"{who.name} cannot hold back what meets dice: {what} is for {who.name}'s own turn.",
        thing=who.name,
        state="contested",
        help=(f"turn {who.name}",),
    )


# -- marks that last some rounds --------------------------------------------------------------------------------


def lasting(scene: Scene, who: Holder, rounds: int) -> tuple[str, Moment]:
    """`value` and `until` of a mark that someone carries for so many rounds (EOS-TURN-02, EOS-TURN-05).

    In a fight it ends as their own turn of that round begins; by the clock a round is ten seconds.
    """
    fight = fight_in(scene.world, who)
    value = f"{rounds} rounds" if fight is None else f"round {round_in(fight) + rounds}"
    return value, scene.moment + rounds * ROUND_SECONDS


def lapsed_marks(scene: Scene, fight: Holder, who: Holder, nth_round: int) -> list[str]:
    """EOS-TURN-05: marks of some rounds that end as someone's turn of this round begins."""
    return [
        mark
        for mark in who.marks
        if is_marked(who, mark, scene.moment) and (last := last_round(who, mark)) is not None and last <= nth_round
    ]


def joins(scene: Scene, fight: Holder, who: str, side: int, after: str | None = None) -> tuple[Put | Marked, ...]:
    """Postings by which somebody joins a fight that goes on: behind `after` in the order of turns, else last."""
    names = [name for name in order_of(fight) if name != who]
    names.insert(names.index(after) + 1 if after in names else len(names), who)
    return (
        Put(fight.name, "order", ",".join(names)),
        Put(fight.name, f"side {who}", side),
        Marked(who, f"{FIGHT_MARK}{fight.name}"),
    )


def turn_line(scene: Scene, fight: Holder) -> str:
    """EOS-TURN-01: the line with which the next turn begins: of several fights that go on, by name."""
    if len(open_fights(scene.world)) < 2:
        return "turn"
    names = order_of(fight)
    at = names.index(turn) + 1 if (turn := turn_in(fight)) in names else 0
    after = [scene.world.get(name) for name in (*names[at:], *names[:at])]
    return next((f"turn {who.name}" for who in after if state(who) in ("well", "trance")), f'fight end "{fight.name}"')

"""The second game: ranks, stances, counted uses, what is in hand, summoned characters; all asked of fields and marks."""

from typing import NamedTuple

from projections.conditions import is_marked
from projections.encounter import fight_in, period
from projections.pools import state
from projections.world import Holder, Lot, Mark, World
from schemas.units import Moment, Number

RANK = "rank "
"""`rank sling` is the field of a rank in it."""
USES = "uses "
"""`uses RNK-1H-02` is the count of a row's uses."""
STANCE = "stance "
SUMMONED = "summoned by "
SHAPED = "shaped as "
TRAIT = "trait "
DROPPED = "dropped"
"""The slot of a weapon that lies at its owner's feet."""
HANDS = ("main", "off", "both")
UNTRAINED = "untrained"


def ranks(who: Holder) -> dict[str, str]:
    """RNK-SKILL-03: every skill in which someone has a rank."""
    return {f[len(RANK) :]: v for f, v in who.fields.items() if f.startswith(RANK) and isinstance(v, str)}


def rank(who: Holder, skill: str) -> str:
    """The rank in a skill; untrained in what was never learned."""
    return who.word(RANK + skill, UNTRAINED)


def has_trait(who: Holder, name: str) -> bool:
    return bool(who.fields.get(TRAIT + name))


def reduction(who: Holder) -> Number:
    """RNK-DMG-04, RNK-ARM-01, RNK-ARM-02: what armor takes off the damage."""
    return who.number("reduction")


def defence_bonus(who: Holder) -> Number:
    """RNK-SHD-01: what a shield adds to the defence."""
    return who.number("defence_bonus")


# -- uses -------------------------------------------------------------------------------------------------------


def period_of(world: World, who: Holder, per: str, moment: Moment) -> int | None:
    """RNK-ACT-02: the number of the turn, fight or day in which uses are counted now; None: nothing counts them here."""
    if per == "day":
        return world.calendar.day_of(moment)
    fight = fight_in(world, who)
    if fight is None:
        return None
    return period(fight) if per == "turn" else int(fight.number("root"))


def used(world: World, who: Holder, row: str, per: str, moment: Moment) -> int:
    """RNK-ACT-02: how often a row was used in its turn, fight or day."""
    now = period_of(world, who, per, moment)
    return 0 if now is None else int(who.count(USES + row, now))


# -- stances ----------------------------------------------------------------------------------------------------


class Stance(NamedTuple):
    """A stance that stands: its row's id and name, how often it may still act (None: uncounted), the root that took it."""

    row: str
    name: str
    left: int | None
    root: int


def last_turn(who: Holder) -> int:
    """The period of someone's newest turn; 0 if they had none."""
    return max(who.counts.get("turns", {}), default=0)


def stance_value(row: str, until: str, world: World, who: Holder) -> str:
    """What the mark of a stance says: the row, and the turn or the fight that it lasts."""
    fight = fight_in(world, who)
    root = 0 if fight is None else int(fight.number("root"))
    return f"{row} turn {last_turn(who)}" if until == "turn" else f"{row} fight {root}"


def stances(world: World, who: Holder, moment: Moment) -> list[Stance]:
    """RNK-ACT-02, RNK-ACT-03: stances and arms that stand now. What ended with a turn or a fight is gone by itself."""
    found = []
    for mark, set_ in who.marks.items():
        if mark.startswith(STANCE) and is_marked(who, mark, moment) and _stands(world, who, set_):
            name = mark[len(STANCE) :]
            times = who.fields.get(f"left {name}")
            left = times if isinstance(times, int) else None
            if left != 0:
                found.append(Stance(str(set_.value).split()[0], name, left, set_.position))
    return found


def _stands(world: World, who: Holder, mark: Mark) -> bool:
    _, kind, number = str(mark.value).split()
    fight = fight_in(world, who)
    if fight is None:
        return False
    root = int(fight.number("root"))
    return int(number) == (last_turn(who) if kind == "turn" else root)


# -- hands ------------------------------------------------------------------------------------------------------


def in_hand(who: Holder) -> list[Lot]:
    """Weapons in hand, the main hand's first."""
    held = [lot for lot in who.all_lots() if lot.slot in HANDS]
    return sorted(held, key=lambda lot: HANDS.index(lot.slot or "both"))


def fallen(who: Holder) -> list[Lot]:
    """RNK-ACT-05: weapons that lie at someone's feet."""
    return [lot for lot in who.all_lots() if lot.slot == DROPPED]


# -- summoned characters ----------------------------------------------------------------------------------------


def summoner(who: Holder) -> str | None:
    """Who told the story that someone stepped out of; None for everyone else."""
    return next((mark[len(SUMMONED) :] for mark in who.marks if mark.startswith(SUMMONED)), None)


def condition(who: Holder, moment: Moment) -> str:
    """`well unconscious dead gone`: RNK-ST-01: a summoned character is gone at 0 hit points, and at minute thirty."""
    how = state(who)
    teller = summoner(who)
    if teller is not None and (how != "well" or not is_marked(who, SUMMONED + teller, moment)):
        return "gone"
    return how


def summons(world: World, who: Holder, moment: Moment) -> list[str]:
    """Characters whom someone has summoned and who are still there."""
    mark = SUMMONED + who.name
    return [n for n in world.people if mark in (h := world.holders[n]).marks and condition(h, moment) == "well"]

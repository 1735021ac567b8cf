"""What turns and fights of the second game leave behind: bleeding, stuns that go on, characters who go back into stories."""

from collections.abc import Iterator

import msgspec

from ledger.exchange import FLEEING, SINGLE_COMBAT, gone_at_nought, leaves, marked, wound
from ledger.fight import fight_of
from ledger.ranks import HIGH_GROUND
from ledger.ruling import Said, Scene
from projections.conditions import is_marked
from projections.encounter import ACTIONS_A_TURN, ROUNDS_IN_A_FIGHT, fighters, next_period, period
from projections.ranked import reduction, summoner
from projections.world import Holder
from schemas.dice import Plus
from schemas.entry import Event
from schemas.events.marks import MarkLifted
from schemas.postings import Changed, Marked, Unmarked
from schemas.units import stored


def turn_passed(scene: Scene, who: Holder) -> Iterator[Event | Said]:
    """A turn of `who` has begun, the last one is over: who was to bleed at its end does (RNK-XB-05).

    RNK-ACT-04: stun beyond the actions of this turn is lost, or goes on into the next (ruling stun_no_carry).
    """
    fight = fight_of(scene, who)
    if fight is None:
        return
    now = period(fight)
    for holder in fighters(scene.world, fight):
        yield from bled(scene, holder, [p for p in due(holder) if holder is not who or p < now])
    over = int(who.count("stunned", now)) - ACTIONS_A_TURN
    if over > 0 and scene.world.ruling("stun_no_carry", "lost") == "carries-over":
        when = next_period(fight, who)
        yield marked(
            scene, who, "stunned", "RNK-ACT-04",
            (Changed(who.name, "stunned", over, source="stun", period=when),
             Marked(who.name, "stunned", f"round {when % ROUNDS_IN_A_FIGHT}")),
        )  # fmt: skip


def fight_over(scene: Scene, fight: Holder) -> Iterator[Event | Said]:
    """RNK-ACT-02, RNK-ST-01: with a fight the last turn ends; nobody flees, bleeds or stands high from it any more;
    summoned characters go.
    """
    for holder in fighters(scene.world, fight):
        yield from bled(scene, holder, due(holder))
        for mark, rule in list(ended_with(holder)):
            if is_marked(holder, mark, scene.moment):
                yield MarkLifted(who=holder.name, place=scene.world.place_of(holder.name), rule=rule, mark=mark,
                                 postings=(Unmarked(holder.name, mark),))  # fmt: skip
        if summoner(holder) is not None and "gone" not in holder.marks:
            yield leaves(scene, holder, "the fight is over", "RNK-ST-01")


def ended_with(who: Holder) -> Iterator[tuple[str, str]]:
    """Marks that no fight leaves behind, and whose rule they are: RNK-2H-03: flight; RNK-XB-05: a bolt whose turn never
    came; RNK-UN-08: a challenge that was taken up; RNK-PA-05: the high ground of a fight that is over.
    """
    for mark in who.marks:
        if mark == FLEEING:
            yield mark, "RNK-2H-03"
        elif mark == "bleeding":
            yield mark, "RNK-XB-05"
        elif mark.startswith(SINGLE_COMBAT):
            yield mark, "RNK-UN-08"
        elif mark == HIGH_GROUND:
            yield mark, "RNK-PA-05"


def due(who: Holder) -> list[int]:
    """Turns of someone that have begun, at whose end they bleed."""
    return [p for p, n in who.counts.get("bleeding", {}).items() if n and who.count("turns", p) and not who.count("bled", p)]


def bled(scene: Scene, who: Holder, turns: list[int]) -> Iterator[Event | Said]:
    """RNK-XB-05: so much for each hit, once (ruling bleed_once); armor counts or not (ruling bleed_ignores_armor)."""
    for turn in turns:
        raw = who.count("bleeding", turn)
        bears = scene.world.ruling("bleed_ignores_armor", "not-reduced") == "armor-reduces"
        armor = [Plus(f"{who.word('armor')} armor", stored(reduction(who)))] if bears and reduction(who) else []
        dealt = raw - (reduction(who) if armor else 0)
        own = wound(
            scene, who, who, "serrated bolt", "crossbow", raw, [Plus("serrated bolt", stored(raw))], armor, max(0, dealt),
            "RNK-XB-05",
        )  # fmt: skip
        pending = [p for p, n in who.counts["bleeding"].items() if n and p != turn and not who.count("bled", p)]
        over = () if pending else (Unmarked(who.name, "bleeding"),)
        bitten = Changed(who.name, "bled", 1, source="serrated bolt", period=turn)
        yield msgspec.structs.replace(own, by=None, postings=(*own.postings, bitten, *over))
        yield from gone_at_nought(scene, who)

"""Wielding (EOS-CGEAR): what is taken in hand, and in which."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.fight import actions_left, fight_of, next_period, paid, period, spend_action, turn_of, use_held
from ledger.goods import where_else
from ledger.ruling import Command, Flag, People, Said, Scene, Text, Things, Usage, part
from ledger.sizes import size_of
from ledger.slots import Hand, PutAway, able_hands, away_actions, draw_actions, in_the_way, over_tier, put_away, row_of
from projections.wear import HANDS
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.fights import ActionSpent
from schemas.events.goods import GearWielded
from schemas.postings import Put
from schemas.rulebook import Thing
from schemas.things import Wanted
from schemas.units import text_of


class Wield(Command, tag="wield", frozen=True):
    """Take weapons and shields in hand: `wield Brandt sword, shield`, `wield Nia dagger --hand off`."""

    words: ClassVar[tuple[str, ...]] = ("who", "things")
    usage: ClassVar[str] = "wield WHO THINGS [--hand main|off|both|tail] [--held]"
    examples: ClassVar[tuple[str, ...]] = ("wield Brandt sword, shield", "wield Nia dagger --hand off")
    who: People
    things: Things
    hand: Text | None = None
    held: Flag = False


def wield(command: Wield, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CGEAR-08, EOS-SHLD-01: no skill is needed, only the body (EOS-CGEAR-07, EOS-SHLD-02) and a hand that is free.

    What was in that hand is put away by itself. In a fight a weapon out of a worn slot is free (EOS-CGEAR-14), one from
    elsewhere an action (EOS-TURN-09), a shield a whole turn (EOS-SHLD-03), putting one away an action (EOS-SHLD-05).
    Refused: what is not there or too heavy to move (EOS-CGEAR-09), another size (EOS-CGEAR-11), a hand that does not hold
    it (EOS-RACE-APE-01, EOS-RACE-ORC-01). Usage: no such hand.
    """
    if not command.things:
        raise Usage(f"What is taken in hand? {command.usage}")
    if command.hand is not None and command.hand not in HANDS:
        raise Usage(f"--hand is main, off, both or tail, not {command.hand}.", nearest=HANDS)
    for who in scene.people(command.who):
        scene.able(who)
        fresh: list[Lot] = []
        for wanted in command.things:
            event = taken(command, who, wanted, fresh, scene)
            cost = event.actions + sum(away_actions(scene.world, lot) for lot in who.all_lots() if lot.name in event.away)
            half = half_taken_up(event, who, cost, scene)
            if half is not None:
                yield part(half)
                continue
            cost -= taken_up_before(event, who, scene)
            if command.held and cost == 1:
                yield part(use_held(scene, who, f"taking up {event.piece}"))
                yield event
                continue
            spent = event.rule if event.actions else "EOS-SHLD-05"
            yield part(paid(scene, who, event, f"taking up {event.piece}", cost, spent=spent))


def half_taken_up(event: GearWielded, who: Holder, cost: int, scene: Scene) -> ActionSpent | None:
    """EOS-SHLD-03, read so that the two actions may lie in two turns (ruling shield_one_turn): the last of this one."""
    fight = fight_of(scene, who)
    if fight is None or event.rule != "EOS-SHLD-03" or scene.world.ruling("shield_one_turn", "one-turn") != "across-turns":
        return None
    left = actions_left(scene.world, scene.game, who)
    if cost != 2 or left != 1 or taken_up_before(event, who, scene) or turn_of(scene, who) != who.name:
        return None
    what = f"taking up {event.piece}"
    return ActionSpent(
        who=who.name, place=event.place, rule="EOS-SHLD-03", fight=fight.name, what=what,
        postings=(
            *spend_action(scene, who, False, what), Put(who.name, "taking_up", f"{event.piece} {next_period(fight, who)}")
        ),
    )  # fmt: skip


def taken_up_before(event: GearWielded, who: Holder, scene: Scene) -> int:
    """The action that the turn before gave to this shield; none if anything else came between."""
    fight = fight_of(scene, who)
    if fight is None or who.count("actions", period(fight)):
        return 0
    return int(who.word("taking_up") == f"{event.piece} {period(fight)}")


def taken(command: Wield, who: Holder, wanted: Wanted, fresh: list[Lot], scene: Scene) -> GearWielded:
    """One piece in hand; `fresh` are those that this line has taken up already, which stay there."""
    lot = picked(who, wanted, scene)
    row = row_of(scene.world, lot)
    check(who, lot, row, scene)
    hand = hand_for(command, who, lot, row, fresh, scene)
    away = put_away(scene.world, who, [other for other in in_the_way(who, hand) if other is not lot])
    fresh.append(lot)
    return GearWielded(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=rule_of(row),
        piece=lot.name,
        hand=hand,
        actions=draw_actions(scene.world, who, lot),
        away=tuple(p.lot.name for p in away),
        postings=(*map(laid, away), Put(lot.name, "slot", hand)),
    )


def laid(piece: PutAway) -> Put:
    return Put(piece.lot.name, "slot", piece.slot)


def rule_of(row: Thing | None) -> str:
    return "EOS-SHLD-03" if row is not None and row.kind == "armor" else "EOS-CGEAR-14"


def picked(who: Holder, wanted: Wanted, scene: Scene) -> Lot:
    """The piece that is meant: of their size first, out of a weapon slot before out of a pack, then the best.

    One that is in hand already only when no other is there.
    """
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    if wanted.counted and wanted.quantity != 1:
        raise Usage("Things are taken in hand one by one: wield Nia dagger, dagger.")
    found = [
        lot
        for lot in who.lots.get(item, ())
        if wanted.lot in (None, lot.name) and wanted.tier in (None, lot.tier) and lot.piece
    ]
    if not found:
        raise scene.lacks(
            f"{who.name} has no {wanted.lot or item}.",
            thing=wanted.lot or item,
            state="not there",
            help=(f"stock {who.name}", *where_else(scene, who, item)),
        )
    size = size_of(who)
    return min(
        found,
        key=lambda lot: (
            lot.slot in HANDS,
            lot.size not in (None, size),
            not (lot.slot or "").endswith(" weapon"),
            -(lot.tier or 0),
            lot.position,
        ),
    )


def check(who: Holder, lot: Lot, row: Thing | None, scene: Scene) -> None:
    """EOS-CGEAR-11: another size serves nobody; EOS-CGEAR-09: what the body is too weak for does not move."""
    size = size_of(who)
    if lot.size is not None and lot.size != size:
        scene.refuse(
            "EOS-CGEAR-11",
            f"{lot.name} is made for a {lot.size.lower()} creature; {who.name} is {size.lower()}.",
            thing=lot.name,
            state=lot.size,
        )
    if over_tier(scene.world, who, lot) is not None:
        body = text_of(who.number("body"))
        rule = "EOS-SHLD-02" if row is not None and row.kind == "armor" else "EOS-CGEAR-07"
        scene.refuse(
            rule, f"{lot.name} is T{lot.tier}; {who.name} has Body {body}.", thing=lot.name, state=f"Body {body}"
        )
    if row is not None and (
        row.kind in ("clothing", "structure", "vehicle") or row.name == "armor" or row.size_class == "XL"
    ):
        raise scene.lacks(f"{row.name.capitalize()} is nothing to hold in hand.", thing=lot.name, state=row.kind)


def hand_for(command: Wield, who: Holder, lot: Lot, row: Thing | None, fresh: list[Lot], scene: Scene) -> Hand:
    """The hand that was said, else the first free one that serves, else the main hand (a shield: the off hand)."""
    able = able_hands(who, row)
    if command.hand is not None:
        said: Hand = command.hand  # type: ignore[assignment]
        if said not in able:
            tail = said == "tail"
            scene.refuse(
                "EOS-RACE-APE-01" if tail else "EOS-RACE-ORC-01",
                f"{who.name} cannot hold {lot.name} that way ({said}).",
                thing=lot.name,
                state=f"{said} hand",
                help=(f"wield {who.name} {lot.name} --hand {able[0]}",),
            )
        check_fresh(who, said, fresh, scene)
        return said
    free = [hand for hand in able if all(other is lot for other in in_the_way(who, hand))]
    if lot.slot in free:
        return lot.slot
    if free:
        return free[0]
    kept = {other.slot for other in fresh}
    open_to = [hand for hand in able if not any(other in in_the_way(who, hand) for other in fresh)]
    if not open_to:
        raise scene.lacks(
            f"{who.name} has no hand left for {lot.name}.",
            thing=lot.name,
            state=f"{', '.join(str(k) for k in kept)} taken",
            help=(f"stow {who.name} THINGS",),
        )
    return open_to[0]


def check_fresh(who: Holder, hand: Hand, fresh: list[Lot], scene: Scene) -> None:
    """Refuses a hand that this very line has filled."""
    for other in in_the_way(who, hand):
        if other in fresh:
            raise scene.lacks(f"{who.name} has just taken {other.name} in that hand.", thing=other.name, state=hand)

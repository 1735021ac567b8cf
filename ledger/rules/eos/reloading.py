"""Loading (EOS-XB1-03, EOS-XB2-03, EOS-FA1-04, EOS-FA2-02): an action for each hand that the weapon takes."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.arms import taken
from ledger.fight import fight_of, round_of, spend_action, use_held
from ledger.goods import where_else
from ledger.ruling import Command, Flag, People, Said, Scene, Text, Things, Usage, part
from ledger.shots import (
    FIRED_AT,
    LOADED,
    LOADING,
    WITH_TIER,
    engine_within,
    feed,
    is_loaded,
    kind_of,
    loading,
    loads_in,
    rules_of,
    seconds_left,
    wanted_of,
)
from ledger.slots import row_of
from projections.wear import HANDS
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.shots import WeaponLoaded
from schemas.postings import AnyPosting, Put
from schemas.things import Wanted
from schemas.units import counted

TURN_SECONDS = 10


class Reload(Command, tag="reload", frozen=True):
    """Load a crossbow or a firearm: `reload Ivo crossbow`, `reload Ivo pistol --using "T3 bullet"`, or what is in hand."""

    words: ClassVar[tuple[str, ...]] = ("who", "weapon")
    usage: ClassVar[str] = "reload WHO [WEAPON] [--hand main|off] [--using AMMUNITION] [--held]"
    examples: ClassVar[tuple[str, ...]] = ("reload Ivo", "reload Ivo crossbow", 'reload Ivo pistol --using "T3 bullet"')
    who: People
    weapon: Things = ()
    hand: Text | None = None
    using: Things = ()
    held: Flag = False


def reload(command: Reload, scene: Scene) -> Iterator[Event | Said]:
    """One action of loading for each line and weapon; a two-hander takes two, in any turns (EOS-XB2-03, EOS-FA2-02).

    EOS-XBO-02, EOS-FAO-01: two weapons are loaded one by one. EOS-CGEAR-15: ammunition out of a worn pouch of its own
    costs nothing more, from elsewhere another action. Outside a fight nobody counts. Refused: no ammunition (EOS-XB1-02,
    EOS-XB2-02, EOS-FA1-03, EOS-FA2-01), a bullet above the firearm (EOS-FA1-07), a hand that a shield is in
    (EOS-XB2-01), no action left (EOS-TURN-06), an engine before its turns are over (EOS-SIEGE-08). Lacking: no such
    weapon, one that is loaded; without a word none in hand that waits to be loaded. Usage: what is never loaded; without
    a word several in hand.
    """
    if command.hand not in (None, "main", "off"):
        raise Usage(f"--hand is main or off, not {command.hand}.", nearest=("main", "off"))
    for who in scene.people(command.who):
        scene.able(who)
        for wanted in command.weapon or (in_hand(command, who, scene),):
            many = int(wanted.quantity) if wanted.counted and isinstance(wanted.quantity, int) else 1
            done: list[str] = []
            for _ in range(many):
                engine = engine_within(scene, who, wanted.lot or wanted.item)
                if engine is not None:
                    yield part(engine_loaded(who, engine[1], scene))
                    continue
                if command.held:
                    yield part(use_held(scene, who, f"loading {wanted.item}"))
                lot = picked(command, who, wanted, done, scene)
                done.append(lot.name)
                event = one_action(command, who, lot, scene)
                yield event if command.held else part(event)


def in_hand(command: Reload, who: Holder, scene: Scene) -> Wanted:
    """What is meant without a word: the one crossbow or firearm in hand that is not loaded."""
    held = [lot for lot in who.all_lots() if lot.slot in HANDS and command.hand in (None, lot.slot)]
    held = [lot for lot in held if loads_in(row_of(scene.world, lot))]
    waiting = [lot for lot in held if not is_loaded(lot)]
    if not held:
        raise scene.lacks(
            f"{who.name} has no crossbow or firearm in hand.", thing=who.name, state="empty hand", help=(f"gear {who.name}",)
        )
    if not waiting:
        names = " and ".join(lot.name for lot in held)
        raise scene.lacks(f"{names} {'is' if len(held) == 1 else 'are'} loaded already.", thing=held[0].name, state="loaded")
    if len(waiting) > 1:
        raise Usage(
            f"{who.name} holds {' and '.join(lot.name for lot in waiting)}: which is loaded?",
            nearest=tuple(f"reload {who.name} {lot.name}" for lot in waiting),
        )
    return Wanted(waiting[0].item, lot=waiting[0].name)


def picked(command: Reload, who: Holder, wanted: Wanted, done: list[str], scene: Scene) -> Lot:
    """The piece that is meant: one in hand first, then one that is not loaded, then the best."""
    item = wanted.lot.rpartition("@")[0] if wanted.lot else wanted.item
    there = [
        lot
        for lot in who.lots.get(item, ())
        if lot.piece and wanted.lot in (None, lot.name) and wanted.tier in (None, lot.tier) and lot.name not in done
    ]
    if not there:
        raise scene.lacks(
            f"{who.name} has no {'other ' if done else ''}{wanted.lot or item}.",
            thing=wanted.lot or item,
            state="not there",
            help=(f"stock {who.name}", *where_else(scene, who, item)),
        )
    if not loads_in(row_of(scene.world, there[0])):
        raise Usage(f"A {item} is never loaded.", nearest=("reload WHO crossbow",))
    if command.hand is not None:
        there = [lot for lot in there if lot.slot == command.hand] or there
    lot = min(there, key=lambda lot: (is_loaded(lot), lot.slot not in HANDS, -loading(lot), -(lot.tier or 0), lot.position))
    if is_loaded(lot):
        raise scene.lacks(f"{lot.name} is loaded already.", thing=lot.name, state="loaded")
    return lot


def one_action(command: Reload, who: Holder, lot: Lot, scene: Scene) -> WeaponLoaded:
    """An action of loading, with what it takes to have weapon and ammunition in hand."""
    row = row_of(scene.world, lot)
    assert row is not None
    up = taken(scene, who, lot.name)
    rules = rules_of(row, up.arms[0].hand)
    fed = feed(scene, who, lot, row, command.using)
    begun, needed = loading(lot), loads_in(row)
    grasp = fed.actions if not begun else 0
    actions = 1 + grasp + up.actions
    more = [*(["taking it in hand"] if up.actions else []), *([f"grasping a loose {fed.lot.item}"] if grasp else [])]
    what = f"loading {lot.item}" + (f", {' and '.join(more)}," if more else "")
    spent: tuple[AnyPosting, ...] = spend_action(scene, who, False, what, actions, held=command.held)
    said = wanted_of(command.using)
    tier = fed.lot.tier if said is not None and kind_of(row) == "firearm" else None
    done = begun + 1
    return WeaponLoaded(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=rules.loading,
        piece=lot.name,
        done=done,
        needed=needed,
        loaded=done >= needed,
        actions=actions,
        ammunition=fed.lot.item,
        tier=tier,
        postings=(
            *spent,
            *up.postings,
            Put(lot.name, LOADING, done),
            *((Put(lot.name, LOADED, 1),) if done >= needed else ()),
            *((Put(lot.name, WITH_TIER, tier),) if tier is not None else ()),
        ),
    )


def engine_loaded(who: Holder, lot: Lot, scene: Scene) -> WeaponLoaded:
    """EOS-SIEGE-08: an engine is reloaded turn by turn in a fight; outside one its crew takes the time it takes.

    Refused: in a fight, before its turns are over. Lacking: one that is ready.
    """
    fight = fight_of(scene, who)
    left = seconds_left(lot, scene.moment, fight.name if fight is not None else None, round_of(scene, who) or 1)
    if not left:
        raise scene.lacks(f"{lot.name} is ready.", thing=lot.name, state="loaded")
    if fight is not None:
        turns = -(-left // TURN_SECONDS)
        scene.refuse(
            "EOS-SIEGE-08",
            f"{lot.name} is ready in {counted(turns, 'turn')}; its crew reloads it turn by turn.",
            thing=lot.name,
            state=f"{counted(turns, 'turn')} left",
            help=("turn",),
        )
    return WeaponLoaded(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-SIEGE-08",
        piece=lot.name,
        done=1,
        needed=1,
        loaded=True,
        actions=0,
        postings=(Put(lot.name, FIRED_AT, None),),
    )

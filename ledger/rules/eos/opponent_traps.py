"""Traps for opponents (EOS-TRAP-10 and on): `set-trap`, `meet-trap`, `disarm`, `escape`."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from ledger.fight import fight_of, lasting, spend_action, use_held
from ledger.ruling import Command, Figure, Flag, Grade, People, Place, Said, Scene, Text, Usage, part
from ledger.shadows import HELD_BY, HELD_FAST, TRAP, is_held, needs_eyes, trap_that_holds
from ledger.tools import factor, tool_for
from projections.days import TRAPS_SET
from projections.pools import STATS, skill
from projections.sheet import trait
from projections.world import Holder
from schemas.dice import Plus, Roll
from schemas.entry import Event
from schemas.events.combat import WoundDealt
from schemas.events.marks import MarkLifted, MarkSet
from schemas.events.snares import EscapeRolled, TrapDisarmed, TrapMet, TrapSet, TrapSprung
from schemas.postings import AnyPosting, Changed, Marked, Put, Unmarked
from schemas.units import Amount, Number, counted, exact, key, quoted, stored

STEPS = ("ready", "hide", "stow")
"""EOS-TRAP-19: what setting a trap takes in a fight, an action each, in this order."""
ARMED, SPRUNG, DISARMED = "armed", "sprung", "disarmed"
WATCHED = 2
"""How somebody knows of a trap: 1 who set or found it, 2 who watched it being set."""
WAITING = (*STEPS[:2], ARMED)


class SetTrap(Command, tag="set-trap", frozen=True):
    """Set a trap for whoever comes by: `set-trap Pip "the ford" --rolled 10`; in a fight step by step."""

    words: ClassVar[tuple[str, ...]] = ("who", "trap")
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "set-trap WHO WHERE [--harmless] [--step ready|hide|stow] [--seen WHO] [--with crude|basic] [--in PLACE] [--bonus N]"
        " [--rolled DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        'set-trap Pip "the ford" --rolled 10',
        'set-trap Pip "the gap" --step ready',
        'set-trap Pip "the gap" --step hide --rolled 10',
        'set-trap Pip "the gap" --step stow',
    )
    who: People
    trap: Text
    harmless: Flag = False
    step: Text | None = None
    seen: People = ()
    with_: Grade | None = None
    in_: Place | None = None
    bonus: Figure | None = None


class MeetTrap(Command, tag="meet-trap", frozen=True):
    """Somebody comes near a trap: `meet-trap bandit-1 "the ford" --rolled 12`; `--noticed` if they win and find it."""

    words: ClassVar[tuple[str, ...]] = ("who", "trap")
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = "meet-trap WHO WHERE [--noticed] [--in PLACE] [--bonus N] [--rolled DICE]"
    examples: ClassVar[tuple[str, ...]] = ('meet-trap bandit-1 "the ford" --rolled 12',)
    who: People
    trap: Text
    noticed: Flag = False
    in_: Place | None = None
    bonus: Figure | None = None


class Disarm(Command, tag="disarm", frozen=True):
    """Take a trap apart that was found: `disarm Ivo "the ford"`."""

    words: ClassVar[tuple[str, ...]] = ("who", "trap")
    usage: ClassVar[str] = "disarm WHO WHERE [--in PLACE] [--held]"
    examples: ClassVar[tuple[str, ...]] = ('disarm Ivo "the ford"',)
    who: People
    trap: Text
    in_: Place | None = None
    held: Flag = False


class Escape(Command, tag="escape", frozen=True):
    """Break free of a trap: `escape bandit-1 --by body --rolled 14`; any stat, the best if none is said."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = "escape WHO [--by body|mind|reflex|presence|aura] [--target N] [--bonus N] [--rolled DICE]"
    examples: ClassVar[tuple[str, ...]] = ("escape bandit-1 --by body --rolled 14",)
    who: People
    by: Text | None = None
    target: Figure | None = None
    bonus: Figure | None = None


# -- setting ----------------------------------------------------------------------------------------------------


def set_trap(command: SetTrap, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TRAP-10: Traps + Presence + d20 is what the trap is met with, for as long as it waits. EOS-DAY-03: no task.

    EOS-TRAP-19: in a fight it takes three actions, the second of them against dice, and works with the last.
    Refused: no toolkit (EOS-TRAP-10), as many set today as the skill (EOS-TRAP-11), the blind (EOS-TRAP-20), steps out of
    order or none in a fight (EOS-TRAP-19), not able to act (EOS-STAT-07). Usage: a step that is none.
    """
    if command.step is not None and command.step not in STEPS:
        raise Usage(f"--step is ready, hide or stow, not {command.step}.", nearest=STEPS)
    seen = tuple(h.name for h in scene.people(command.seen)) if command.seen else ()
    for trapper in scene.people(command.who):
        scene.able(trapper)
        place = scene.where(trapper, command.in_)
        needs_eyes(scene, trapper, "set a trap", "EOS-TRAP-20")
        if not skill(trapper, "traps"):
            check_limit(scene, trapper, command.trap)
        check_steps(command, trapper, scene)
        if command.step in (None, "ready"):
            yield part(whole_trap(command, trapper, place, seen, scene))
        else:
            yield part(next_step(command, trapper, place, seen, scene))


def check_steps(command: SetTrap, trapper: Holder, scene: Scene) -> None:
    """EOS-TRAP-19: step by step in a fight, in one line outside."""
    where = quoted(command.trap)
    if (fight_of(scene, trapper) is None) == (command.step is None):
        return
    if command.step is None:
        scene.refuse(
            "EOS-TRAP-19",
            f"In a fight a trap takes {trapper.name} three actions: to ready the gear, to set and hide it, to stow the gear.",
            thing=trapper.name, state="in a fight", help=tuple(f"set-trap {trapper.name} {where} --step {s}" for s in STEPS),
        )  # fmt: skip
    elif command.step == "ready":
        scene.refuse(
            "EOS-TRAP-19", f"{trapper.name} is in no fight and sets a trap in one line.", thing=trapper.name,
            state="in no fight", help=(f"set-trap {trapper.name} {where}",),
        )  # fmt: skip


def whole_trap(command: SetTrap, trapper: Holder, place: str, seen: tuple[str, ...], scene: Scene) -> TrapSet:
    """The whole of a trap, or the first step of one: `trap@` is the name of what this entry brings into the world."""
    tool = trap_tool(scene, trapper, command.with_)
    check_limit(scene, trapper, command.trap)
    new: tuple[AnyPosting, ...] = (
        Put("trap@", "kind", TRAP),
        Put("trap@", "at", command.trap),
        Put("trap@", "in", place),
        Put("trap@", "trapper", trapper.name),
        Put("trap@", "factor", tool),
    )
    aware = (Put("trap@", f"aware {trapper.name}", 1), *(Put("trap@", f"aware {name}", WATCHED) for name in seen))
    if command.step == "ready":
        spent = spend_action(scene, trapper, False, "gear for a trap")
        return TrapSet(
            who=trapper.name, place=place, rule="EOS-TRAP-19", trap=command.trap, tool=grade_of(tool), factor=tool,
            harmless=command.harmless, step="ready", seen=seen, known_to=(trapper.name, *seen),
            postings=(*spent, *new, *aware, Put("trap@", "step", "ready"), Put("trap@", "harmless", int(command.harmless))),
        )  # fmt: skip
    roll = difficulty(command, trapper, scene)
    return TrapSet(
        who=trapper.name, place=place, rule="EOS-TRAP-10", roll=roll, trap=command.trap, difficulty=roll.total,
        tool=grade_of(tool), factor=tool, rounds=int(skill(trapper, "traps")) * tool, harmless=command.harmless, seen=seen,
        known_to=(trapper.name, *seen),
        postings=(
            *new, *aware, Put("trap@", "step", ARMED), *laid("trap@", trapper, roll, tool, scene),
            Put("trap@", "harmless", int(command.harmless)),
        ),
    )  # fmt: skip


def next_step(command: SetTrap, trapper: Holder, place: str, seen: tuple[str, ...], scene: Scene) -> TrapSet:
    """EOS-TRAP-19: the second step throws the die and is contested, the third arms the trap."""
    before = "ready" if command.step == "hide" else "hide"
    found = [t for t in traps_at(scene, command.trap, place) if t.word("trapper") == trapper.name]
    trap = next((t for t in found if t.word("step") == before), None)
    where = quoted(command.trap)
    if trap is None:
        scene.refuse(
            "EOS-TRAP-19",
            f"{trapper.name} has not done the step before: first {before}, then {command.step}.",
            thing=command.trap, state=f"not {'readied' if before == 'ready' else 'hidden'}",
            help=(f"set-trap {trapper.name} {where} --step {before}",),
        )  # fmt: skip
        raise scene.lacks(f"Nothing of a trap of {trapper.name} is at {command.trap}.", thing=command.trap, state="nothing")
    tool = int(trap.number("factor", 1))
    known = (trapper.name, *(n for n in aware_of(trap) if n != trapper.name), *seen)
    aware = tuple(Put(trap.name, f"aware {name}", WATCHED) for name in seen)
    harmless = bool(trap.number("harmless")) or command.harmless
    if command.step == "stow":
        return TrapSet(
            who=trapper.name, place=place, rule="EOS-TRAP-19", trap=command.trap, difficulty=stored(trap.number("difficulty")),
            tool=grade_of(tool), factor=tool, rounds=int(trap.number("rounds")), harmless=harmless, step="stow", of=trap.name,
            seen=seen, known_to=known,
            postings=(
                *spend_action(scene, trapper, False, "gear put away"), *aware, Put(trap.name, "step", ARMED),
                Put(trap.name, "harmless", int(harmless)),
            ),
        )  # fmt: skip
    check_limit(scene, trapper, command.trap)
    spent = spend_action(scene, trapper, True, "a trap")
    roll = difficulty(command, trapper, scene)
    return TrapSet(
        who=trapper.name, place=place, rule="EOS-TRAP-19", roll=roll, trap=command.trap, difficulty=roll.total,
        tool=grade_of(tool), factor=tool, rounds=int(skill(trapper, "traps")) * tool, harmless=harmless, step="hide",
        of=trap.name, seen=seen, known_to=known,
        postings=(
            *spent, *aware, Put(trap.name, "step", "hide"), *laid(trap.name, trapper, roll, tool, scene),
            Put(trap.name, "harmless", int(harmless)),
        ),
    )  # fmt: skip


def trap_tool(scene: Scene, trapper: Holder, grade: str | None) -> int:
    """EOS-TRAP-10, EOS-TRAP-16: what the best toolkit for traps within reach multiplies by; EOS-TRAP-09: no workshop."""
    if grade == "workshop":
        scene.refuse(
            "EOS-TRAP-09", "No workshop serves traps: the tools are crude or basic.", thing="traps workshop",
            state="serves nothing", help=(f"set-trap {trapper.name} WHERE --with basic",),
        )  # fmt: skip
        grade = None
    return factor("traps", tool_for(scene, trapper, "traps", "EOS-TRAP-10", grade), scene.world)


def grade_of(tool: int) -> str:
    return "basic" if tool > 1 else "crude"


def check_limit(scene: Scene, trapper: Holder, where: str) -> None:
    """EOS-TRAP-11: as many a day as the skill, those of a fight too; it begins anew at dawn."""
    level, done = skill(trapper, "traps"), trapper.count(TRAPS_SET, scene.day)
    if done < level:
        return
    scene.refuse(
        "EOS-TRAP-11",
        f"{trapper.name} has set {counted(done, 'trap')} on day {scene.day}, with Traps {level}."
        if level else f"{trapper.name} has no skill in Traps and sets none.",
        thing=trapper.name, state=f"{done} of {level} set", help=("camp",) if level else (f'learn {trapper.name} "traps 1" --from time',),
    )  # fmt: skip


def difficulty(command: SetTrap, trapper: Holder, scene: Scene) -> Roll:
    """EOS-TRAP-10: Traps + Presence + d20. EOS-TRAP-16: better tools leave it as it is."""
    plus: list[tuple[str, Number]] = [("traps", skill(trapper, "traps")), ("presence", trapper.number("presence"))]
    if command.bonus is not None:
        plus.append(("bonus", exact(command.bonus)))
    return scene.roll(trapper.name, f"{trapper.name} sets a trap", plus)


def laid(trap: str, trapper: Holder, roll: Roll, tool: int, scene: Scene) -> tuple[AnyPosting, ...]:
    """What stays with the trap, whatever becomes of the trapper (EOS-TRAP-14: the level at the time of setting)."""
    if roll.total is None:
        return ()
    return (
        Put(trap, "difficulty", roll.total),
        Put(trap, "rounds", int(skill(trapper, "traps")) * tool),
        Changed(trapper.name, TRAPS_SET, 1, source="a trap", period=scene.day),
    )


# -- finding ----------------------------------------------------------------------------------------------------


def traps_at(scene: Scene, where: str, place: str | None) -> list[Holder]:
    """Traps of this name in somebody's zone, oldest first."""
    world = scene.world
    zone = world.zone_of(place) if place is not None else None
    return [
        t
        for t in world.of_kind(TRAP)
        if key(where) in (key(t.word("at")), key(t.name)) and (zone is None or world.zone_of(t.word("in")) == zone)
    ]


def aware_of(trap: Holder) -> list[str]:
    """Who knows of a trap: the trapper, who watched, who found it."""
    return [field[len("aware ") :] for field, value in trap.fields.items() if field.startswith("aware ") and value]


def waiting_trap(scene: Scene, where: str, place: str | None) -> Holder:
    """The oldest trap there that waits. Lacking: none, or it closed or was taken apart already, or is not finished."""
    found = traps_at(scene, where, place)
    armed = [t for t in found if t.word("step") == ARMED]
    if armed:
        return armed[0]
    how = found[-1].word("step") if found else "none"
    words = {SPRUNG: "has closed already", DISARMED: "was disarmed", "ready": "is not set yet", "hide": "is not finished yet"}
    raise scene.lacks(
        f"The trap at {where} {words[how]}." if found else f"There is no trap at {where}.",
        thing=where, state=how, help=(f"set-trap WHO {quoted(where)}",),
    )  # fmt: skip


# -- meeting ----------------------------------------------------------------------------------------------------


def meet_trap(command: MeetTrap, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TRAP-12: Traps + Presence + d20 against the trap; it closes if it has more (a tie: ruling trap_tie).

    EOS-TRAP-13: whoever wins was not close enough, or found it (`--noticed`). EOS-RACE-TABBY-02: ten more to find it.
    Of several the first on whom it closes is caught, the rest walk on. Refused: nothing there that waits; one who watched
    it being set (EOS-TRAP-19); finding it blind (EOS-TRAP-20); the dead and the unconscious (EOS-STAT-07).
    """
    for who in scene.people(command.who):
        scene.able(who)
        place = scene.where(who, command.in_)
        trap = waiting_trap(scene, command.trap, place)
        if who.name in aware_of(trap):
            scene.refuse(
                "EOS-TRAP-19" if trap.number(f"aware {who.name}") == WATCHED else "EOS-TRAP-13",
                f"{who.name} knows of the trap at {trap.word('at')} and walks round it.",
                thing=trap.word("at"), state=f"known to {who.name}", help=(f"disarm {who.name} {quoted(trap.word('at'))}",),
            )  # fmt: skip
        if command.noticed:
            needs_eyes(scene, who, "find a trap", "EOS-TRAP-20")
        met = contest(command, who, trap, place, scene)
        yield part(met)
        if met.sprung:
            yield from closes(who, trap, place, met, scene)
            return


def contest(command: MeetTrap, who: Holder, trap: Holder, place: str, scene: Scene) -> TrapMet:
    """The roll, and what it means. Usage: `--noticed` by one on whom the trap closes."""
    plus: list[tuple[str, Number]] = [("traps", skill(who, "traps")), ("presence", who.number("presence"))]
    if who.number("trap_sense_bonus"):
        plus.append(("trap sense", who.number("trap_sense_bonus")))
    if command.bonus is not None:
        plus.append(("bonus", exact(command.bonus)))
    roll = scene.roll(who.name, f"{who.name} meets a trap", plus, target=trap.number("difficulty"))
    sprung: bool | None = None
    if roll.margin is not None:
        tie = scene.world.ruling("trap_tie", "not-sprung") == "sprung"
        sprung = exact(roll.margin) < 0 or (tie and not exact(roll.margin))
        if not sprung and not roll.won:
            roll = msgspec.structs.replace(roll, won=True)
    if sprung and command.noticed:
        raise Usage(f"The trap closes on {who.name}: --noticed is for whoever wins and finds it.")
    noticed = command.noticed and sprung is False
    return TrapMet(
        who=who.name, place=place, rule="EOS-TRAP-13" if sprung is False else "EOS-TRAP-12", roll=roll, trap=trap.word("at"),
        of=trap.name, sprung=sprung, noticed=noticed, known_to=(who.name,) if noticed else (),
        postings=(Put(trap.name, f"aware {who.name}", 1),) if noticed else (),
    )  # fmt: skip


def closes(who: Holder, trap: Holder, place: str, met: TrapMet, scene: Scene) -> Iterator[Event]:
    """EOS-TRAP-14: damage by the difference, and held for the trapper's level in rounds.

    EOS-TRAP-15: past armor and shield. EOS-TRAP-16: both doubled by basic tools. EOS-RACE-WARHOG-02: held for one round
    at the most; EOS-RACE-WARHOG-03: left with one hit point.
    """
    assert met.roll is not None and met.roll.margin is not None
    tool = int(trap.number("factor", 1))
    harmless = bool(trap.number("harmless"))
    difference = -exact(met.roll.margin)
    damage = 0 if harmless else difference * tool
    rounds = int(trap.number("rounds"))
    most = trait(who, "trap_rounds_max")
    if isinstance(most, int):
        rounds = min(most, rounds)
    yield TrapSprung(
        who=who.name, place=place, rule="EOS-TRAP-16" if tool > 1 else "EOS-TRAP-14", trap=trap.word("at"),
        by=trap.word("trapper") or None, damage=stored(damage), rounds=rounds, harmless=harmless, reveals=(trap.name,),
        postings=(Put(trap.name, "step", SPRUNG),),
    )  # fmt: skip
    if damage:
        yield hurt(who, trap, place, damage, difference, scene)
    if rounds:
        value, until = lasting(scene, who, rounds)
        yield MarkSet(
            who=who.name, place=place, rule="EOS-RACE-WARHOG-02" if most is not None else "EOS-TRAP-14", mark=HELD_FAST,
            rounds=rounds, postings=(Marked(who.name, HELD_FAST, value, until), Put(who.name, HELD_BY, trap.name)),
        )  # fmt: skip


def hurt(who: Holder, trap: Holder, place: str, damage: Number, difference: Number, scene: Scene) -> WoundDealt:
    """EOS-TRAP-15: no armor; EOS-RACE-WARHOG-03: whom a trap would fell is left with what the race keeps."""
    floor = trait(who, "trap_hp_floor")
    kept: Amount | None = floor if isinstance(floor, int) and who.number("hp") > 0 else None
    parts = [Plus("difference", stored(difference))]
    if damage != difference:
        parts.append(Plus("basic tools", stored(damage - difference)))
    return WoundDealt(
        who=who.name, place=place, rule="EOS-RACE-WARHOG-03" if kept is not None else "EOS-TRAP-15", kind=TRAP, weapon=TRAP,
        by=trap.word("trapper") or None, raw=stored(damage), parts=tuple(parts), dealt=stored(damage),
        postings=(Changed(who.name, "hp", stored(-damage), source=TRAP, not_below=kept),),
    )  # fmt: skip


# -- undoing ----------------------------------------------------------------------------------------------------


def disarm(command: Disarm, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TRAP-13: a trap that somebody found is taken apart, without dice; in a fight it is an action.

    Refused: one that nobody of them found (EOS-TRAP-13), the blind (EOS-DARK-02), the unconscious (EOS-STAT-07). Lacking:
    none that waits there.
    """
    for who in scene.people(command.who):
        scene.able(who)
        place = scene.where(who, command.in_)
        found = [t for t in traps_at(scene, command.trap, place) if t.word("step") in WAITING]
        trap = next((t for t in found if aware_of(t) and knows(scene, who, t)), None)
        if trap is None:
            if found or scene.seat is not None:
                unknown(scene, who, command.trap)
            trap = found[0] if found else waiting_trap(scene, command.trap, place)
        needs_eyes(scene, who, "take a trap apart")
        if command.held:
            yield part(use_held(scene, who, "a trap taken apart"))
        yield part(
            TrapDisarmed(
                who=who.name, place=place, rule="EOS-TRAP-13", trap=trap.word("at"), reveals=(trap.name,),
                postings=(
                    *spend_action(scene, who, False, "a trap taken apart", held=command.held),
                    Put(trap.name, "step", DISARMED),
                ),
            )
        )  # fmt: skip


def knows(scene: Scene, who: Holder, trap: Holder) -> bool:
    """Whether somebody knows of a trap: they set it, watched, found it, or stand by one of their side who did.

    Outside a fight those who are with the finder are told; the one who set it tells nobody.
    """
    aware = aware_of(trap)
    if who.name in aware:
        return True
    finders = [scene.world.get(n) for n in aware if n != trap.word("trapper")]
    return any(f.kind == who.kind and scene.world.place_of(f.name) == scene.world.place_of(who.name) for f in finders)


def unknown(scene: Scene, who: Holder, where: str) -> None:
    """EOS-TRAP-13: nobody takes apart what they have not found; a seat is told the same whether or not it is there."""
    scene.refuse(
        "EOS-TRAP-13", f"{who.name} has found no trap at {where}.", thing=where, state="not found",
        help=(f"meet-trap {who.name} {quoted(where)} --noticed",),
    )  # fmt: skip


def escape(command: Escape, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TRAP-18: any one stat + Traps + d20 against the trap's difficulty, a contested action; a tie: ruling escape_tie.

    Refused: the unconscious (EOS-STAT-07), a second contested action (EOS-TURN-06). Lacking: somebody who is not held, or
    held by what has no difficulty. Usage: a stat that is none.
    """
    if command.by is not None and key(command.by) not in STATS:
        raise Usage(f"--by is a stat ({', '.join(STATS)}), not {command.by}.", nearest=STATS)
    for who in scene.people(command.who):
        scene.able(who)
        if not is_held(who, scene.moment):
            raise scene.lacks(f"No trap holds {who.name}.", thing=who.name, state="free")
        stat = key(command.by) if command.by is not None else max(STATS, key=who.number)
        trap = trap_that_holds(scene.world, who)
        if trap is None and command.target is None:
            raise scene.lacks(
                f"What holds {who.name} is no trap, and has no difficulty.", thing=who.name, state=HELD_FAST,
                help=(f'escape {who.name} --by {stat} --target N --reason "why"', f"gm unmark {who.name} {HELD_FAST}"),
            )  # fmt: skip
        target = exact(command.target) if command.target is not None else trap.number("difficulty") if trap else 0
        spent = spend_action(scene, who, True, "breaking free")
        plus: list[tuple[str, Number]] = [(stat, who.number(stat)), ("traps", skill(who, "traps"))]
        if command.bonus is not None:
            plus.append(("bonus", exact(command.bonus)))
        roll = scene.roll(who.name, f"{who.name} breaks free", plus, target=target)
        tie = roll.margin is not None and not exact(roll.margin)
        if tie and scene.world.ruling("escape_tie", "held") == "freed":
            roll = msgspec.structs.replace(roll, won=True)
        place = scene.world.place_of(who.name)
        yield part(
            EscapeRolled(
                who=who.name, place=place, rule="EOS-TRAP-18", roll=roll, by=stat, freed=roll.won,
                trap=trap.word("at") if trap is not None else None, postings=spent,
            )
        )  # fmt: skip
        if roll.won:
            yield MarkLifted(
                who=who.name, place=place, rule="EOS-TRAP-18", mark=HELD_FAST,
                postings=(Unmarked(who.name, HELD_FAST), Put(who.name, HELD_BY)),
            )  # fmt: skip

"""Standing work (COMMANDS 1.4): `routine`, lines that time asks on every day that it passes."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from ledger.rules import command_of, rule_of
from ledger.ruling import Answer, Asked, Command, Person, Refused, Said, Scene, StandingLines, TickRule
from ledger.work import NOTHING_TO_DO
from projections.pools import state
from projections.world import Holder, World
from schemas.calendar import HOUR_SECONDS, Calendar
from schemas.entry import Event
from schemas.events.routines import RoutineSet
from schemas.postings import Put
from schemas.things import StandingLine
from schemas.units import Moment

ROUTINE = "routine"
"""Field of a person: the lines, as JSON, so that time can ask them again."""
BEFORE_DAWN = 11 * HOUR_SECONDS
"""When time asks: 19:00 where dawn is at 06:00, an hour before the meal."""
DAY_SPENT = ("EOS-DAY-01", "EOS-DAY-04")


class Routine(Command, tag="routine", frozen=True):
    """Say what somebody does on every day that passes: `routine Mara "farm Mara"`; `routine Mara none` ends it."""

    words: ClassVar[tuple[str, ...]] = ("who", "lines")
    usage: ClassVar[str] = 'routine WHO "LINE" ["LINE" ...] | none'
    examples: ClassVar[tuple[str, ...]] = ('routine Mara "farm Mara"', "routine Mara none")
    who: Person
    lines: StandingLines


def routine(command: Routine, scene: Scene) -> Answer:
    """COMMANDS 1.4: from here on these lines are asked by time on each day, at its own evening, until `none`.

    They take their place beside what is said by hand: on a day whose tasks are spent already nothing is asked.
    """
    who = scene.person(command.who)
    return [
        RoutineSet(
            who=who.name,
            place=scene.world.place_of(who.name),
            lines=tuple(line.words for line in command.lines),
            postings=(Put(who.name, ROUTINE, kept(command.lines)),),
        )
    ]


def kept(lines: Sequence[StandingLine]) -> str | None:
    return msgspec.json.encode(lines).decode() if lines else None


def lines_of(who: Holder) -> tuple[StandingLine, ...]:
    """The standing lines of somebody."""
    text = who.word(ROUTINE)
    return msgspec.json.decode(text, type=tuple[StandingLine, ...]) if text else ()


# -- the tick ---------------------------------------------------------------------------------------------------


def routine_moments(calendar: Calendar, day: int) -> Sequence[Moment]:
    return (calendar.dawn_of(day + 1) - BEFORE_DAWN,)


def busy_ones(world: World, moment: Moment) -> list[str]:
    """Everyone with standing work who can do it, a subject for each line: `Mara`, then `Mara/2`."""
    return [
        name if nth == 1 else f"{name}/{nth}"
        for name in world.people
        if (who := world.holders[name]).fields.get(ROUTINE) and state(who) == "well"
        for nth, _ in enumerate(lines_of(who), start=1)
    ]


def do_routine(asked: Asked, scene: Scene) -> Iterator[Event | Said]:
    """The line, asked as if it had been typed. A refusal refuses the line that moves time, naming the day.

    Nothing is written on a day whose tasks are spent, or on which the work asks for nothing.
    """
    who, line = line_asked(asked.subject, scene.world)
    if line is None:
        return
    command = msgspec.json.decode(line.command, type=command_of(line.verb, scene.game))
    answer = iter(rule_of(command, scene.game)(command, scene))
    begun = False
    try:
        for said in answer:
            yield said
            begun = True
    except Refused as no:
        if not begun and (no.rule in DAY_SPENT or no.state == NOTHING_TO_DO):
            return
        raise Refused(
            f"The routine of {who} ({line.words}) cannot be done on day {scene.day}: {no.text}",
            rule=no.rule,
            thing=no.thing,
            state=no.state,
            help=(*no.help, f"routine {who} none"),
        ) from None


def line_asked(subject: str, world: World) -> tuple[str, StandingLine | None]:
    """Whose line a subject means, and which."""
    name, _, nth = subject.partition("/")
    lines = lines_of(world.get(name))
    at = int(nth or 1) - 1
    return name, lines[at] if at < len(lines) else None


ROUTINES = TickRule("routine", 5, routine_moments, busy_ones, do_routine)

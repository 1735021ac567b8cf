"""Rolls that the GM calls for: a check by the stats and skills it names, or a table of the house."""

from collections.abc import Iterator
from typing import ClassVar

from ledger import house
from ledger.ruling import Command, Figure, People, Said, Scene, Text, Usage, part
from ledger.tables import rolled
from projections.pools import STATS
from projections.pools import skill as level_of
from schemas.entry import Event
from schemas.events.rolling import RollMade
from schemas.units import Number, exact, key


class Roll(Command, tag="roll", frozen=True):
    """Roll a check: `roll Mara "presence, hunting" --target 18 --rolled 12 --reason "haggling"`; or a house's table."""

    words: ClassVar[tuple[str, ...]] = ("who", "by")
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        'roll WHO "STAT, SKILL, ..." [--target N] [--bonus N] [--rolled DIE]  or  roll --table NAME [--rolled DIE]'
    )
    examples: ClassVar[tuple[str, ...]] = (
        'roll Mara "presence, hunting" --target 18 --rolled 12 --reason "haggling"',
        "roll --table weather --rolled 62",
    )
    who: People = ()
    by: Text | None = None
    target: Figure | None = None
    bonus: Figure | None = None
    table: Text | None = None


def roll(command: Roll, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SKILL-01: d20, and the stats and skills that are named, against the GM's number; without one it is a total.

    Usage: no such stat or skill, neither people nor a table. Refused: a table that the house does not have.
    """
    if command.table is not None:
        if command.by is not None or command.target is not None:
            raise Usage("A table is rolled alone: roll --table NAME.")
        yield from of_table(command.table, command, scene)
        return
    if not command.who or command.by is None:
        raise Usage(f"Who rolls, and by what? {command.usage}")
    names = [named(word, scene) for word in command.by.split(",")]
    for who in scene.people(command.who):
        scene.able(who)
        plus: list[tuple[str, Number]] = [
            (name, who.number(name) if name in STATS else level_of(who, name)) for name in names
        ]
        if command.bonus is not None:
            plus.append(("bonus", exact(command.bonus)))
        target = None if command.target is None else exact(command.target)
        thrown = scene.roll(who.name, f"{who.name} rolls", plus, target=target)
        yield part(
            RollMade(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="EOS-SKILL-01",
                roll=thrown,
                by=", ".join(names),
                why=scene.reason,
            )
        )


def named(word: str, scene: Scene) -> str:
    """A stat, or a skill in any spelling. Usage: neither."""
    said = word.strip()
    if key(said) in STATS:
        return key(said)
    found = house.skill(scene.world, said) if said else None
    if found is None:
        from difflib import get_close_matches

        names = (*STATS, *house.skills(scene.world))
        raise Usage(f"There is no stat or skill “{said}”.", nearest=get_close_matches(said.lower(), names, 3, 0.4))
    return found


def of_table(name: str, command: Roll, scene: Scene) -> Iterator[Event | Said]:
    """One die of the table's faces, and the row that it names."""
    table = house.table(scene.world, name)
    if table is None:
        there = house.tables(scene.world)
        raise scene.lacks(
            f"The house has no table {name}.",
            thing=name,
            state=", ".join(there) or "no tables",
            help=tuple(f"roll --table {n}" for n in there) or ("house FILE.toml",),
        )
    who = scene.people(command.who)[0].name if command.who else None
    yield part(rolled(scene, table, who, command.bonus))

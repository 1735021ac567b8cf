"""Skill rolls that the narrator calls for (RNK-SKILL, RNK-DIFF, RNK-OCC), or a table of the house."""

from collections.abc import Iterator
from typing import ClassVar

from ledger import house
from ledger.ranks import able, dice_of, difficulty_named, skill_named, throw
from ledger.ruling import Command, Figure, People, Said, Scene, Text, Usage, part
from ledger.tables import rolled
from projections.ranked import rank
from schemas.entry import Event
from schemas.events.rolling import RollMade
from schemas.units import Number, exact


class Roll(Command, tag="roll", frozen=True):
    """Roll a skill's dice against a difficulty: `roll Fen thief --difficulty ambitious --rolled 2,5`; or a house's table."""

    words: ClassVar[tuple[str, ...]] = ("who", "by")
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "roll WHO SKILL --difficulty simple|plausible|ambitious|formidable|insurmountable [--bonus N] [--rolled DICE]"
        "  or  roll --table NAME [--rolled DIE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "roll Fen thief --difficulty ambitious --rolled 2,5",
        "roll --table weather --rolled 62",
    )
    who: People = ()
    by: Text | None = None
    difficulty: Text | None = None
    target: Figure | None = None
    bonus: Figure | None = None
    table: Text | None = None


def roll(command: Roll, scene: Scene) -> Iterator[Event | Said]:
    """RNK-SKILL-02, RNK-DIFF-01: the dice of the rank; the least number of the difficulty is a success itself.

    RNK-DIFF-02: what a rank cannot reach fails, whatever falls. Refused: no difficulty (RNK-DIFF-03). Usage: an unknown
    skill or occupation (RNK-OCC-01), an unknown difficulty.
    """
    if command.table is not None:
        if command.by is not None or command.target is not None or command.difficulty is not None:
            raise Usage("A table is rolled alone: roll --table NAME.")
        yield from of_table(command, scene)
        return
    if not command.who or command.by is None:
        raise Usage(f"Who rolls, and which skill? {command.usage}")
    if command.difficulty is not None and command.target is not None:
        raise Usage("Either --difficulty or --target, the GM's own number.")
    skill = skill_named(command.by)
    name, least = (None, None) if command.difficulty is None else difficulty_named(command.difficulty)
    target: Number | None = exact(command.target) if command.target is not None else least
    if target is None:
        scene.refuse(
            "RNK-DIFF-03",
            "The narrator says how hard it is before the dice fall.",
            thing=skill,
            state="no difficulty",
            help=tuple(f"roll {','.join(command.who)} {command.by} --difficulty {d}" for d in ("plausible", "ambitious")),
        )
    for who in scene.people(command.who):
        able(scene, who)
        plus: list[tuple[str, Number]] = [] if command.bonus is None else [("bonus", exact(command.bonus))]
        thrown = throw(
            scene, who.name, f"{who.name} rolls", dice_of(rank(who, skill)), plus, target=target, at_least=True
        )  # fmt: skip
        yield part(
            RollMade(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="RNK-DIFF-01",
                roll=thrown,
                by=skill,
                row=name or "",
                why=scene.reason,
            )
        )


def of_table(command: Roll, scene: Scene) -> Iterator[Event | Said]:
    """One die of the table's faces, and the row that it names. Refused: the house has no such table."""
    assert command.table is not None
    table = house.table(scene.world, command.table)
    if table is None:
        there = house.tables(scene.world)
        raise scene.lacks(
            f"The house has no table {command.table}.",
            thing=command.table,
            state=", ".join(there) or "no tables",
            help=tuple(f"roll --table {n}" for n in there) or ("house FILE.toml",),
        )
    who = scene.people(command.who)[0].name if command.who else None
    yield part(rolled(scene, table, who, command.bonus))

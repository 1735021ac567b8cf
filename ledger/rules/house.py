"""The house's rules: an overlay on the rulebook's rows, adopted at a moment."""

from typing import ClassVar

import msgspec

from ledger.ruling import Answer, Command, Scene, Text, Usage
from schemas.events.house import HouseAdopted
from schemas.house import House, house_from_toml
from schemas.postings import Put


class HouseFile(Command, tag="house", frozen=True):
    """Adopt the table's own rows over the rulebook's: `house harsh-north.toml --reason "vote"`."""

    words: ClassVar[tuple[str, ...]] = ("file",)
    gm: ClassVar[bool] = True
    adopts: ClassVar[bool] = True
    usage: ClassVar[str] = "house FILE.toml"
    examples: ClassVar[tuple[str, ...]] = ('house harsh-north.toml --reason "vote"',)
    file: Text


def house(command: HouseFile, scene: Scene) -> Answer:
    """Rows of things, races, skills and products, beasts for `npc`, tables for `roll`; the newest of a name counts.

    The command holds the file's own text: what is asked again looks at no file. Usage: a file that makes no house.
    """
    try:
        told = house_from_toml(command.file)
    except ValueError as wrong:
        raise Usage(str(wrong)) from None
    text = msgspec.json.encode(told).decode()
    return [
        HouseAdopted(
            name=told.name,
            rows=said(told),
            postings=(Put("book", f"house {told.name}", text), Put("book", "house", told.name)),
        )
    ]


def said(told: House) -> tuple[str, ...]:
    """The names of its rows: `thing bow`, `beast wolf`."""
    return tuple(
        f"{kind} {row.name}"
        for kind in ("thing", "race", "skill", "product", "beast", "table")
        for row in getattr(told, kind)
    )

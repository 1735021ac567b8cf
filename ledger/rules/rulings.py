"""Rulings: what the table adopts where the book is open or silent."""

from difflib import get_close_matches
from typing import ClassVar

import schemas.rulebook as rulebook
from ledger.ruling import Answer, Command, Scene, Text, Usage, Whole
from schemas.events.rulings import RulingAdopted
from schemas.postings import AnyPosting, Put
from schemas.rulebook import Mechanic
from schemas.units import key

LIMITS = ("turn", "fight", "day")
MISSING = "missing in source"


class Ruling(Command, tag="ruling", frozen=True):
    """Adopt a reading: `ruling cold_order level-first --reason "vote"`; or what a missing row of the book does."""

    words: ClassVar[tuple[str, ...]] = ("name", "choice")
    gm: ClassVar[bool] = True
    adopts: ClassVar[bool] = True
    usage: ClassVar[str] = (
        'ruling NAME CHOICE [--reason "why"]  or  ruling ID "what it does" [--cost N] [--limit turn|fight|day]'
    )
    examples: ClassVar[tuple[str, ...]] = (
        'ruling cold_order level-first --reason "vote"',
        'ruling RNK-ST-02 "the hearer attacks at -2" --cost 1 --limit fight --reason "vote"',
    )
    name: Text
    choice: Text
    cost: Whole | None = None
    limit: Text | None = None


def ruling(command: Ruling, scene: Scene) -> Answer:
    """From here on this reading holds, or this is what a row does that is missing in the source.

    Refused: a reading that is settled. Usage: an unknown name or choice, a cost below nought, a limit that is none.
    """
    game = rulebook.game_named(scene.game)
    row = next((r for r in rulebook.rulings(game).values() if key(r.name) == key(command.name)), None)
    if row is None:
        return _missing_row(command, game, scene)
    if command.cost is not None or command.limit is not None:
        raise Usage("--cost and --limit are for a row that is missing in the source.")
    if not row.adoptable:
        raise scene.lacks(f"{row.name} is settled: {row.default}.", thing=row.name, state="settled")
    choice = next((c for c in row.choices if key(c) == key(command.choice)), None)
    if choice is None:
        raise Usage(f"The ruling {row.name} is {' or '.join(row.choices)}, not {command.choice}.", nearest=row.choices)
    postings = (Put("book", f"ruling {row.name}", choice),)
    return [RulingAdopted(name=row.name, choice=choice, rule=row.ids[0] if row.ids else None, postings=postings)]


def is_missing(mechanic: Mechanic) -> bool:
    """Whether the book names a mechanic and has no rule for it, or none until the GM rules (EOS-MAGIC-01)."""
    open_to_ruling = mechanic.failure.endswith("unless GM rules")
    return mechanic.formula.startswith(MISSING) or mechanic.note.startswith(MISSING) or open_to_ruling


def _missing_row(command: Ruling, game: rulebook.Game, scene: Scene) -> Answer:
    mechanic = next((m for m in rulebook.mechanics(game).values() if key(m.id) == key(command.name)), None)
    if mechanic is None:
        names = [*rulebook.rulings(game), *(m.id for m in rulebook.mechanics(game).values() if is_missing(m))]
        near = get_close_matches(command.name, names, 3) or get_close_matches(command.name.upper(), names, 3)
        raise Usage(f"There is no ruling called {command.name}.", nearest=near)
    if not is_missing(mechanic):
        raise scene.lacks(
            f"{mechanic.id} stands in the book ({mechanic.title}); a ruling is for what is open or missing.",
            thing=mechanic.id,
            state="in the book",
            help=(f"rules {mechanic.id}",),
        )
    if command.cost is not None and command.cost < 0:
        raise Usage(f"--cost is 0 or more actions, not {command.cost}.")
    if command.limit is not None and command.limit not in LIMITS:
        raise Usage(f"--limit is turn, fight or day, not {command.limit}.", nearest=LIMITS)
    name = f"ruling {mechanic.id}"
    postings: list[AnyPosting] = [Put("book", name, command.choice)]
    postings += [Put("book", f"{name} cost", command.cost), Put("book", f"{name} limit", command.limit)]
    return [
        RulingAdopted(
            name=mechanic.id,
            choice=command.choice,
            cost=command.cost,
            limit=command.limit,
            rule=mechanic.id,
            postings=tuple(postings),
        )
    ]

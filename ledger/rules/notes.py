"""Notes: what happened and moves no number."""

from typing import Annotated, ClassVar

from ledger.ruling import Answer, Command, Kind, Scene, Text
from projections.world import PEOPLE
from schemas.events.notes import NoteWritten

About = Annotated[str, Kind("about")]
"""A name of the book, or a position of it."""


class Note(Command, tag="note", frozen=True):
    """Write down what moves no number: `note "The innkeeper lets the Orc sleep in the barn" --of Brukk`."""

    words: ClassVar[tuple[str, ...]] = ("text",)
    usage: ClassVar[str] = 'note "WORDS" [--of NAME|POS]'
    examples: ClassVar[tuple[str, ...]] = (
        'note "The innkeeper lets the Orc sleep in the barn" --of Brukk',
        'note "cocked die, we let it stand" --of 42',
    )
    text: Text
    of: About | None = None


def note(command: Note, scene: Scene) -> Answer:
    """Words of the table, kept where they belong; no number moves. What the book leaves to the GM alone is told so:
    where the large may sleep (EOS-SCALE-10), what clothing is worth in company (EOS-TAIL-10), old age (EOS-CHAR-11).
    """
    if command.of is None:
        return [NoteWritten(text=command.text)]
    if command.of.isdigit():
        return [NoteWritten(text=command.text, of=int(command.of))]
    world = scene.world
    person = world.get(command.of).kind in PEOPLE
    return [
        NoteWritten(
            text=command.text,
            about=command.of,
            who=command.of if person else None,
            place=world.place_of(command.of) if person else None,
        )
    ]

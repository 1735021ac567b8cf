"""What time brings: `due`."""

from typing import Any, ClassVar

from ledger.reading import Reading
from ledger.ruling import Command, Known
from projections.due import due


class DueQuestion(Command, tag="due", frozen=True):
    """What time will do next if nobody acts: `due`, `due Oakwood`, `due Mara`."""

    words: ClassVar[tuple[str, ...]] = ("of",)
    usage: ClassVar[str] = "due [PLACE or WHO]"
    examples: ClassVar[tuple[str, ...]] = ("due", "due Oakwood", "due Mara")
    of: Known | None = None


def view(question: DueQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Tonight's food, what spoils, what decays and burns down, the next month and spring, sorted by moment."""
    world, calendar = reading.world, reading.calendar
    found = due(world, reading.on, question.of)
    rows = [
        {
            "moment": d.moment,
            "date": calendar.text(d.moment),
            "kind": d.kind,
            "thing": d.thing,
            "place": d.place,
            "quantity": d.quantity,
            "text": d.text,
        }
        for d in found
    ]
    return {"due": rows}, [f"{calendar.text(d.moment):<14} {d.kind:<8} {d.text}" for d in found]

"""Work in hand on the page: `bench`."""

from dataclasses import asdict
from typing import Any, ClassVar

from ledger.reading import Reading
from ledger.ruling import Command, Person
from projections.bench import works
from schemas.units import text_of


class BenchQuestion(Command, tag="bench", frozen=True):
    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "bench [WHO]"
    who: Person | None = None


def bench(question: BenchQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-CRAFT-05: everybody's work, or one person's: how much is done, at crude tools, and what has come out."""
    found = works(reading.world, question.who)
    eyes = [
        f"{w.work}: {w.who}, {f'T{w.tier} ' if w.tier is not None else ''}{w.product}, "
        f"{text_of(w.done)} of {text_of(w.needed)} of work done, {text_of(w.finished)} of {text_of(w.count)} made: {w.state}"
        for w in found
    ] or ["Nothing is on the bench."]
    return {"works": [asdict(w) for w in found]}, eyes

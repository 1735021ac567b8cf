"""What the dice showed: `dice stats`."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from ledger.audit.veil import Veil
from ledger.reading import Reading
from ledger.ruling import Command, Person, Whole
from schemas.dice import Roll
from schemas.units import counted, text_of


class DiceStats(Command, tag="dice stats", frozen=True):
    """What the dice showed beside what is to be expected of them: `dice stats --of Mara --session 2`."""

    usage: ClassVar[str] = "dice stats [--of NAME] [--session N]"
    examples: ClassVar[tuple[str, ...]] = ("dice stats", "dice stats --of Mara --session 2")
    of: Person | None = None
    session: Whole | None = None


class Tally:
    """Throws counted: how many, where from, and how often each face of each die fell."""

    def __init__(self) -> None:
        self.rolls = 0
        self.sources: Counter[str] = Counter()
        self.faces: dict[int, Counter[int]] = {}

    def add(self, roll: Roll) -> None:
        self.rolls += 1
        self.sources[roll.source] += 1
        for die in roll.dice:
            if die.face is not None:
                self.faces.setdefault(die.faces, Counter())[die.face] += 1

    def dice(self) -> list[dict[str, Any]]:
        """A row for each kind of die: its mean exactly, and what each face would be expected to average."""
        rows = []
        for faces, fell in sorted(self.faces.items()):
            count = fell.total()
            rows.append({
                "faces": faces, "count": count, "mean": Fraction(sum(f * n for f, n in fell.items()), count),
                "expected": Fraction(faces + 1, 2), "counts": {str(f): fell[f] for f in range(1, faces + 1)},
            })  # fmt: skip
        return rows

    def data(self) -> dict[str, Any]:
        sources = {"table": self.sources["table"], "cup": self.sources["cup"]}
        return {"rolls": self.rolls, "sources": sources, "dice": self.dice()}


def dice_stats(question: DiceStats, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Every throw in force under the basis, also of the other side, as far as the seat may see it.

    `rolls` are throws, `sources` how many were told at the table and how many the cup threw. `mean` is exact,
    `counts` says how often each face fell. `people`: `who rolls sources dice`, in the order of their first throw.
    """
    whole, people = Tally(), dict[str, Tally]()
    veil = Veil(reading)
    thrown: set[tuple[int, str]] = set()
    for entry, event in reading.entries(reading.positions()):
        if question.session is not None and entry.session != question.session:
            continue
        rolls = list(rolls_in(event))
        if not rolls or veil.hides(entry):
            continue
        for roll, opposing in rolls:
            if question.of is not None and roll.who != question.of:
                continue
            if opposing:
                # One die for a whole group stands in every roll that met it, and fell once.
                same = (entry.deed or entry.position, repr(roll))
                if same in thrown:
                    continue
                thrown.add(same)
            whole.add(roll)
            people.setdefault(roll.who, Tally()).add(roll)
    data = whole.data() | {"people": [{"who": who, **tally.data()} for who, tally in people.items()]}
    eyes = [
        f"{counted(whole.rolls, 'throw')}: {whole.sources['table']} told at the table, {whole.sources['cup']} from the cup"
    ]
    eyes += [_line("all", row) for row in data["dice"]]
    eyes += [_line(person["who"], row) for person in data["people"] for row in person["dice"]]
    return data, eyes


def rolls_in(said: object) -> Iterator[tuple[Roll, bool]]:
    """Every throw that an event tells of, and whether it is the other side's in one of these."""
    if isinstance(said, Roll):
        if said.dice:
            yield said, False
        if said.against is not None:
            yield from ((roll, True) for roll, _ in rolls_in(said.against))
    elif isinstance(said, msgspec.Struct):
        for name in said.__struct_fields__:
            yield from rolls_in(getattr(said, name))
    elif isinstance(said, tuple):
        for one in said:
            yield from rolls_in(one)


def _line(who: str, row: dict[str, Any]) -> str:
    return (
        f"{who:>12}  d{row['faces']}: {counted(row['count'], 'die')}, on average {text_of(round(row['mean'], 2))}"
        f" (to be expected: {text_of(row['expected'])})"
    )

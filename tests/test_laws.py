"""Two laws that hold of every book (DESIGN 7), on campaigns told at random from a seed.

EXACT: undo, redo and restore give back exactly what was in force, and every view of it byte for byte.
KNOWN-AT NEVER CHANGES ITS ANSWER: what a view said at the head it says at that position, whatever is written after.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
import pytest
from telling import ACTS, QUICK, Teller


class State(NamedTuple):
    """What is in force of the first positions, and what the views say, byte for byte."""

    head: int
    in_force: list[int]
    views: dict[str, bytes]


def views_of(teller: Teller) -> list[str]:
    people = teller.people
    return [
        "party",
        *(f"sheet {who}" for who in people),
        "larder Oakwood",
        "stock Oakwood",
        *(f"stock {who}" for who in people),
        "zone Oakwood",
    ]


def data(teller: Teller, line: str) -> bytes:
    """What is answered, byte for byte; of somebody whom corrections took out of the book, that there is none."""
    answer = teller.desk.answer(line)
    assert answer.kind in ("view", "usage", "refused"), f"{line}: {answer.data}\n{told(teller)}"
    found: bytes = msgspec.json.encode([answer.kind, msgspec.json.decode(answer.as_json())["data"]])
    return found


def told(teller: Teller) -> str:
    return "\n".join(teller.written)


def in_force(teller: Teller, upto: int) -> list[int]:
    """Positions in force now, in their order, corrections too; of those that had been written by `upto`."""
    history = teller.desk.campaign().history
    return [p for p in history.at(history.head).positions if p <= upto]


def state(teller: Teller, upto: int = 0, views: list[str] | None = None) -> State:
    upto = upto or teller.head
    return State(upto, in_force(teller, upto), {view: data(teller, view) for view in views or views_of(teller)})


def writes(teller: Teller, line: str) -> bool:
    """Whether a line is written; nothing is said of one that is refused."""
    written = teller.desk.answer(line).kind == "recorded"
    if written:
        teller.written.append(line)
    return written


def given_back(teller: Teller, before: State, views: list[str]) -> None:
    after = state(teller, before.head, views)
    assert after.in_force == before.in_force, told(teller)
    for view, was in before.views.items():
        assert after.views[view] == was, f"{view}\n{told(teller)}"


def undo_and_redo(teller: Teller) -> None:
    """What was undone and done again is what it was; so is what was redone and undone, and several steps at once."""
    views = views_of(teller)
    before = state(teller, views=views)
    steps = teller.dice.choice(("", " 2", " 3"))
    if writes(teller, f"undo{steps} --all"):
        without = state(teller, before.head)
        assert writes(teller, "redo")
        given_back(teller, before, views)
        assert writes(teller, f"undo{steps} --all")
        given_back(teller, without, list(without.views))
        assert writes(teller, "redo")
        given_back(teller, before, views)


def undo_step_by_step(teller: Teller) -> None:
    """`undo 2` leads where `undo` and `undo` lead."""
    before = teller.head
    if writes(teller, "undo 2 --all"):
        at_once = state(teller, before)
        assert writes(teller, "redo")
        assert writes(teller, "undo --all")
        assert writes(teller, "undo --all")
        given_back(teller, at_once, list(at_once.views))


def rollback_and_back(teller: Teller) -> None:
    """A rollback that is undone, or whose branch is restored whatever was played meanwhile, was none."""
    views = views_of(teller)
    before = state(teller, views=views)
    if not writes(teller, teller.rollback()):
        return
    if teller.dice.random() < 0.4:
        assert writes(teller, "undo")
        given_back(teller, before, views)
        return
    branch = teller.desk.campaign().history.corrections[-1].branch
    nested = teller.dice.random() < 0.5
    teller.tell(teller.dice.randint(0, 3))
    if nested:
        rollback_and_back(teller)
        teller.tell(1)
    assert writes(teller, f"restore {branch}"), told(teller)
    given_back(teller, before, views)


def keep_the_laws(folder: Path, seed: int, acts: int) -> None:
    """A book of so many random acts; the first law is asked now and then, the second of positions all along it."""
    teller = Teller(folder / f"book-{seed}.campaign", seed)
    known: list[State] = []
    dice = teller.dice
    for nth in range(acts):
        if nth % 5 == 4:
            dice.choice((undo_and_redo, undo_step_by_step, rollback_and_back))(teller)
        else:
            teller.act(ACTS)
        if dice.random() < 0.12:
            known.append(state(teller))
        if known and dice.random() < 0.05:
            known_at_holds(teller, dice.choice(known))
    for each in known:
        known_at_holds(teller, each)
    teller.close()


def known_at_holds(teller: Teller, was: State) -> None:
    history = teller.desk.campaign().history
    assert list(history.at(was.head).positions) == was.in_force, told(teller)
    for view, said in was.views.items():
        assert data(teller, f"{view} --known-at {was.head}") == said, f"{view} --known-at {was.head}\n{told(teller)}"


@pytest.mark.parametrize("block", range(4))
def test_undo_redo_and_restore_are_exact_and_what_was_known_stays_known(block: int) -> None:
    """DESIGN 7, on 100 books of 25 acts; tests/test_any_order.py takes 200 of 40."""
    with TemporaryDirectory(dir=QUICK) as folder:
        for seed in range(block * 25, block * 25 + 25):
            keep_the_laws(Path(folder), seed, 25)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_the_laws_hold_of_many_and_longer_books(block: int) -> None:
    with TemporaryDirectory(dir=QUICK) as folder:
        for seed in range(10_000 + block * 25, 10_000 + block * 25 + 25):
            keep_the_laws(Path(folder), seed, 80)

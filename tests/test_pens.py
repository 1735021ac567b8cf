"""Eight pens at once on one book: real processes, a real file."""

import multiprocessing
from collections import Counter
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import msgspec

from ledger.address import address, book_at
from ledger.audit.verify import verify_book
from ledger.cli.desk import Desk
from ledger.journal import open_book
from tests.conftest import Table

PENS = 8
LINES = 50
AT_THE_RATION = 25
"""Which of its lines a pen reaches for the last ration with."""


def lines_of(pen: int) -> list[str]:
    """What one pen types: feathers found, one a line, and amid them the last ration, eaten by its own character."""
    lines = [f'gm give Hand-{pen} 1 feather --reason "line {nth} of pen {pen}"' for nth in range(LINES)]
    lines[AT_THE_RATION] = f"meal Hand-{pen} full"
    return lines


def write(pen: int, book: str, start: Barrier, answers: Any) -> None:
    """One pen in a process of its own: answers are (line, kind, rule, positions)."""
    desk = Desk(book_at(book))
    desk.stays_open = True
    found = []
    start.wait(60)
    for line in lines_of(pen):
        answer = desk.answer(line)
        positions = [e["position"] for e in answer.data["entries"]] if answer.ok else []
        found.append((line, answer.kind, answer.data.get("rule"), positions))
    desk.close()
    answers.put((pen, found))


def test_eight_pens_lose_nothing_and_write_nothing_twice_and_one_has_the_last_ration(table: Table) -> None:
    table.ok("declare zone Oakwood --miles 15")
    body = "--body 5 --mind 5 --reflex 5 --presence 5 --aura 4"
    for pen in range(PENS):
        table.ok(f'join Hand-{pen} --race human {body} --time "hunting 5" --in Oakwood')
    table.ok('gm give Oakwood food --reason "the last ration"')
    told_before = table.desk.campaign().head
    table.desk.close()

    context = multiprocessing.get_context("spawn")
    start, answers = context.Barrier(PENS), context.Queue()
    pens = [
        context.Process(target=write, args=(pen, address(table.book), start, answers), daemon=True) for pen in range(PENS)
    ]
    for process in pens:
        process.start()
    answered = dict(answers.get(timeout=120) for _ in pens)
    for process in pens:
        process.join(20)
        assert process.exitcode == 0

    told = [answer for pen in range(PENS) for answer in answered[pen]]
    rations = [answer for answer in told if answer[0].startswith("meal")]
    assert Counter(kind for _, kind, _, _ in told) == {
        "recorded": PENS * (LINES - 1) + 1, "refused": PENS - 1,
    }  # fmt: skip
    assert Counter((kind, rule) for _, kind, rule, _ in rations) == {("recorded", None): 1, ("refused", None): PENS - 1}

    with open_book(table.book) as book:
        rows = list(book.read())
        assert verify_book(book).verdict == "intact"
    assert [position for position, _ in rows] == list(range(1, len(rows) + 1))
    written = [msgspec.json.decode(stored) for _, stored in rows[told_before:]]
    assert Counter(entry["words"] for entry in written if entry.get("words")) == Counter(
        line for line, kind, _, _ in told if kind == "recorded"
    )
    assert sorted(position for _, _, _, own in told for position in own) == list(range(told_before + 1, len(rows) + 1))
    assert len({entry["op"] for entry in written}) == PENS * (LINES - 1) + 1
    for pen in range(PENS):
        assert things(table, f"Hand-{pen}")["feather"] == LINES - 1
    assert things(table, "Oakwood").get("food", 0) == 0


def things(table: Table, who: str) -> dict[str, int]:
    """How many of each thing somebody has."""
    holder = table.desk.campaign().head_world().holders[who]
    return {item: sum(int(lot.quantity) for lot in lots) for item, lots in holder.lots.items()}


def play(pen: int, book: str, note: str, start: Barrier, answers: Any) -> None:
    """One pen that plays a note in a process of its own."""
    desk = Desk(book_at(book))
    start.wait(60)
    answer = desk.answer(f"play {note}")
    answers.put((answer.kind, answer.data.get("operation"), [line["outcome"] for line in answer.data["lines"]]))


def test_pens_that_play_the_same_note_at_once_write_it_once(tmp_path: Path) -> None:
    lines = ['new "North Road" --game eos', "declare zone Oakwood", *(f'note "line {nth}"' for nth in range(20))]
    note, book = tmp_path / "01.md", tmp_path / "x.campaign"
    note.write_text("```campaign\n" + "\n".join(lines) + "\n```\n", encoding="utf-8")
    context = multiprocessing.get_context("spawn")
    start, answers = context.Barrier(4), context.Queue()
    pens = [context.Process(target=play, args=(n, str(book), str(note), start, answers)) for n in range(4)]
    for process in pens:
        process.start()
    answered = sorted((answers.get(timeout=60) for _ in pens), key=lambda a: a[1] is None)
    for process in pens:
        process.join(20)
    assert answered == [
        ("recorded", 1, ["recorded"] * len(lines)),
        *[("recorded", None, ["already"] * len(lines))] * 3,
    ]
    with open_book(book) as journal:
        assert (verify_book(journal).verdict, journal.head()) == ("intact", len(lines))

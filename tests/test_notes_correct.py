"""`void` and `correct` in a session note: as at the desk, and played again they are there already."""

import pytest
from conftest import JSON, Table

OPENING = (
    'new "Note Road" --spring 03-01', "declare zone Oakwood --miles 15 --zones 4",
    "join Mara --race human --body 5 --mind 6 --presence 6 --time \"hunting 6\" --in Oakwood",
    'gm give Mara spear, 9 food --reason "wreck"',
)  # fmt: skip


class Note:
    def __init__(self, table: Table) -> None:
        self.table = table

    def __call__(self, *lines: str, more: str = "") -> JSON:
        path = self.table.folder / "one.md"
        path.write_text("```campaign\n" + "\n".join([*OPENING, *lines]) + "\n```\n", encoding="utf-8")
        return self.table(f"play {path}{more}")


@pytest.fixture
def note(bare_table: Table) -> Note:
    return Note(bare_table)


def food(table: Table) -> object:
    return next(t["quantity"] for t in table.ok("stock Mara")["things"] if t["item"] == "food")


def outcomes(answer: JSON) -> list[str]:
    return [row["outcome"] for row in answer["data"]["lines"]][len(OPENING) :]


LINES = ("hunt Mara --rolled 14", 'void last hunt --reason "rolled twice"', "hunt Mara --rolled 9")


def test_a_void_strikes_what_stands_above_it_in_the_same_note(note: Note) -> None:
    """14 + 6 + 6 = 26 is struck; 9 + 12 = 21 against 15: 30 food and the nine; one task is left."""
    answer = note(*LINES)
    assert answer["ok"], answer
    assert outcomes(answer) == ["recorded"] * 3
    assert food(note.table) == 39
    assert note.table.ok("sheet Mara")["tasks_left"] == 1
    made = next(e for e in answer["data"]["entries"] if e["tag"] == "correction.made")
    assert (made["source"], made["reason"], made["facts"]["verb"]) == ("one.md:7", "rolled twice", "void")
    assert made["operation"] == 1
    assert note.table("verify")["data"]["verdict"] == "intact"


def test_played_again_everything_is_there_already_and_a_new_line_is_added(note: Note) -> None:
    note(*LINES)
    head = note.table("log")["basis"]["known_at"]
    again = note(*LINES)
    assert outcomes(again) == ["already"] * 3
    assert note.table("log")["basis"]["known_at"] == head
    more = note(*LINES, 'correct one.md:8 hunt Mara --rolled 3 --reason "a 3"')
    assert outcomes(more) == ["already"] * 3 + ["recorded"]
    assert food(note.table) == 9  # 15 against 15 brings nothing
    assert outcomes(note(*LINES, 'correct one.md:8 hunt Mara --rolled 3 --reason "a 3"')) == ["already"] * 4
    note.table.ok("undo")
    assert food(note.table) == 39


def test_an_undecided_ripple_in_a_note_is_a_finding_and_nothing_is_written(note: Note) -> None:
    lines = ("hunt Mara --rolled 14", "give Mara 20 food --to Oakwood", 'void last hunt --reason "cocked"')
    answer = note(*lines)
    assert (answer["kind"], answer["exit"]) == ("finding", 1)
    assert [row["position"] for row in answer["data"]["ripple"]["refused"]] == [9]
    assert not note.table.book.exists()
    decided = note(*lines[:2], 'void last hunt --reason "cocked" --drop all')
    assert decided["ok"]
    assert food(note.table) == 9


def test_what_is_refused_names_its_line(note: Note) -> None:
    answer = note('void 1 --reason "x"')
    assert answer["kind"] == "refused"
    assert answer["data"]["where"]["line"] == len(OPENING) + 2
    assert note('void 99 --reason "x"')["kind"] == "usage"


@pytest.mark.parametrize("line", ["undo", 'rollback --to day-1 --reason "x"', "redo", "restore branch-1"])
def test_what_would_have_lines_played_again_is_typed_at_the_desk(note: Note, line: str) -> None:
    assert "type it at the desk" in note("hunt Mara --rolled 14", line)["data"]["text"]


def test_a_dry_run_of_such_a_note_writes_nothing(note: Note) -> None:
    answer = note(*LINES, more=" --dry-run")
    assert answer["kind"] == "planned"
    assert [e["tag"] for e in answer["data"]["entries"]].count("correction.made") == 1
    assert not note.table.book.exists()
    note(*LINES[:1])
    head = note.table("log")["basis"]["known_at"]
    assert note(*LINES, more=" --dry-run")["kind"] == "planned"
    assert note.table("log")["basis"]["known_at"] == head


def test_a_player_corrects_nothing_in_a_note(note: Note) -> None:
    note(*LINES[:1], "seat ivo --plays Mara")
    path = note.table.folder / "two.md"
    path.write_text('---\nseat: ivo\n---\n```campaign\nvoid last hunt --reason "x"\n```\n', encoding="utf-8")
    answer = note.table(f"play {path}")
    assert (answer["kind"], answer["data"]["state"]) == ("refused", "the GM's")

"""Session notes: the whole note is one operation or nothing, and played again it adds only what is new."""

import hashlib
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.notes import common
from tests.conftest import Table

JSON = dict[str, Any]
NEW = 'new "North Road" --game eos --spring 03-01'


def food(number: int) -> str:
    """A line that gives the store of Oakwood some food."""
    return f'gm give Oakwood {number} food --reason "found"'


OPENING = (NEW, "declare zone Oakwood --miles 15", 'session start 1 --title "Landfall"', food(1), food(2))


class Notes:
    """A desk without a book, and notes to play at it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def write(self, *lines: str, name: str = "03.md") -> Path:
        """A note whose one fence begins in line 5: the first line to play stands in line 6."""
        path = self.table.folder / name
        played = "\n".join(lines)
        path.write_text(f"# Landfall\n\nThe keel broke.\n\n```campaign\n{played}\n```\n", encoding="utf-8")
        return path

    def __call__(self, *lines: str, name: str = "03.md", more: str = "") -> JSON:
        """The answer to playing a note of these lines."""
        return self.table(f"play {self.write(*lines, name=name)} {more}")

    def played(self, *lines: str, name: str = "03.md", more: str = "") -> list[tuple[str | None, int | None]]:
        """Outcome and deed of every line of a note that is accepted."""
        answer = self(*lines, name=name, more=more)
        assert answer["ok"], answer
        return outcomes(answer)

    def nothing_new(self, *lines: str) -> bool:
        """Whether all of these lines are recorded already."""
        answer = self(*lines)
        return answer["kind"] == "recorded" and answer["data"]["operation"] is None

    def all_given(self) -> list[str]:
        """What the GM gave, in the order of history."""
        return [e["command"] for e in self.table.ok("log")["entries"] if e["tag"] == "gm.gave"]


def outcomes(answer: JSON) -> list[tuple[str | None, int | None]]:
    assert all(list(line) == ["line", "text", "outcome", "deed"] for line in answer["data"]["lines"])
    return [(line["outcome"], line["deed"]) for line in answer["data"]["lines"]]


def as_it_lies(folder: Path) -> dict[str, str]:
    """Every file of a folder but the notes, with the digest of its bytes."""
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir() if file.suffix != ".md"
    }


@pytest.fixture
def notes(bare_table: Table) -> Iterator[Notes]:
    yield Notes(bare_table)


# -- played for the first time


def test_a_note_opens_the_book_and_is_one_operation(notes: Notes) -> None:
    answer = notes(*OPENING)
    assert answer["kind"] == "recorded"
    assert outcomes(answer) == [("recorded", 1), ("recorded", 2), ("recorded", 3), ("recorded", 4), ("recorded", 5)]
    assert {e["operation"] for e in answer["data"]["entries"]} == {1} == {answer["data"]["operation"]}
    assert [e["source"] for e in answer["data"]["entries"]] == [f"03.md:{line}" for line in range(6, 11)]
    assert [e["command"] for e in answer["data"]["entries"]] == list(OPENING)
    assert set(answer["data"]) == {"operation", "entries", "clock", "ripple", "lines"}


def test_each_line_is_understood_in_the_world_that_the_lines_above_it_made(notes: Notes) -> None:
    notes.played(NEW, "declare zone Oakwood", "declare water mere --in Oakwood")
    assert notes("declare water tarn --in Elmwood", "declare zone Elmwood", name="04.md")["kind"] == "usage"


def test_a_dry_run_shows_everything_and_writes_nothing(notes: Notes) -> None:
    answer = notes(*OPENING, more="--dry-run")
    assert (answer["kind"], answer["exit"], answer["basis"]) == ("planned", 0, None)
    assert outcomes(answer)[-1] == ("recorded", 5)
    assert as_it_lies(notes.table.folder) == {}


def test_a_view_prints_the_world_at_its_place_and_is_not_recorded(notes: Notes) -> None:
    path = notes.write(NEW, "declare zone Oakwood", food(1), "stock Oakwood", food(2), "stock Oakwood")
    for more in (" --dry-run", ""):
        answer = notes.table.desk.answer(f"play {path}{more}")
        assert [line["outcome"] for line in answer.data["lines"]] == [*["recorded"] * 3, "viewed", "recorded", "viewed"]
        assert [line["deed"] for line in answer.data["lines"]] == [1, 2, 3, None, 4, None]
        shown = [text for text in answer.eyes if "food" in text and "GM" not in text]
        assert [text.split()[0] for text in shown] == ["1", "3"]
    assert notes.table.desk.campaign().head == 4


def test_what_is_printed_is_a_line_an_entry(notes: Notes) -> None:
    answer = notes.table.desk.answer(f"play {notes.write(*OPENING)}")
    assert len(answer.eyes) == 5
    assert "Oakwood" in answer.eyes[1]


def test_a_note_without_a_line_to_play_writes_nothing(notes: Notes) -> None:
    notes.played(NEW)
    assert notes("# only a remark", "", name="empty.md")["data"]["operation"] is None


# -- what cannot be accepted


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("declare zone Elmwood --mile 3", 22),
        ("hunted Mara", 1),
        ("declare water mere --in Nowhere", 25),
        ("gm give Oakwood 2 unicorns --reason x", 19),
        ("    weather --cold many --in Oakwood", 20),
        ('note "never closed', 6),
        ("gm give Oakwood 2 food --book other.campaign --reason x", 24),
        (f"{food(2)} --dry-run", 41),
    ],
)
def test_usage_names_file_line_and_column(notes: Notes, line: str, column: int) -> None:
    notes.played(*OPENING)
    before = as_it_lies(notes.table.folder)
    answer = notes(food(7), line, food(8), name="04.md")
    assert (answer["kind"], answer["exit"]) == ("usage", 2)
    assert answer["data"]["where"] == {"file": str(notes.table.folder / "04.md"), "line": 7, "column": column}
    assert as_it_lies(notes.table.folder) == before


def test_a_line_that_goes_on_below_is_named_where_its_word_stands(notes: Notes) -> None:
    answer = notes(NEW, "declare zone Oakwood \\", "  --miles 15 \\", "  --height 3")
    assert answer["data"]["where"] == {"file": str(notes.table.folder / "03.md"), "line": 9, "column": 3}


def test_a_refusal_names_its_line_too(notes: Notes) -> None:
    answer = notes(*OPENING, "  session start 2")
    assert (answer["kind"], answer["exit"]) == ("refused", 1)
    assert answer["data"]["where"] == {"file": str(notes.table.folder / "03.md"), "line": 11, "column": 3}
    assert as_it_lies(notes.table.folder) == {}


def test_a_note_whose_fortieth_line_is_wrong_leaves_no_trace(notes: Notes) -> None:
    notes.played(*OPENING)
    notes.table.desk.close()
    before = as_it_lies(notes.table.folder)
    answer = notes(*[food(n) for n in range(1, 40)], "gm give Oakwood 3 unicorns --reason x", name="04.md")
    assert answer["data"]["where"]["line"] == 45
    notes.table.desk.close()
    assert as_it_lies(notes.table.folder) == before


def test_a_note_in_latin_1_is_usage_with_line_and_column(notes: Notes) -> None:
    path = notes.write(NEW, "declare zone Oakwood")
    path.write_bytes(path.read_bytes().replace(b"The keel", "Zoë's keel".encode("latin-1")))
    answer = notes.table(f"play {path}")
    assert answer["kind"] == "usage"
    assert answer["data"]["where"] == {"file": str(path), "line": 3, "column": 3}
    assert "UTF-8" in answer["data"]["text"]


def test_a_note_that_is_not_there_is_usage(notes: Notes) -> None:
    assert notes.table("play nowhere.md")["kind"] == "usage"
    assert notes.table(f"play {notes.table.folder}")["kind"] == "usage"


def test_a_note_on_no_book_is_usage(notes: Notes) -> None:
    answer = notes(food(1))
    assert (answer["kind"], answer["basis"]) == ("usage", None)


def test_an_act_upon_the_book_is_typed_at_the_desk(notes: Notes) -> None:
    notes.played(*OPENING)
    assert "type it at the desk" in notes(f"export {notes.table.folder / 'x.jsonl'}", name="04.md")["data"]["text"]


# -- played again


def test_played_again_nothing_is_written(notes: Notes) -> None:
    notes.played(*OPENING)
    answer = notes(*OPENING)
    assert (answer["kind"], answer["data"]["operation"], answer["data"]["entries"]) == ("recorded", None, [])
    assert outcomes(answer) == [("already", position) for position in range(1, 6)]


def test_remarks_spaces_and_prose_are_no_part_of_a_line(notes: Notes) -> None:
    notes.played(*OPENING)
    again = notes.played(*OPENING[:3], "# a remark", food(1).replace(" ", "   ") + "   # a tie", food(2))
    assert again == [("already", position) for position in range(1, 6)]


def test_a_note_is_known_by_its_name_without_folder(notes: Notes) -> None:
    notes.played(*OPENING)
    folder = notes.table.folder / "moved"
    folder.mkdir()
    (folder / "03.md").write_text(notes.write(*OPENING).read_text(encoding="utf-8"), encoding="utf-8")
    assert notes.table.ok(f"play {folder / '03.md'}")["operation"] is None
    assert notes.played(food(1), name="04.md") == [("recorded", 6)]


def test_new_lines_at_the_end_are_played(notes: Notes) -> None:
    notes.played(*OPENING)
    assert notes.played(*OPENING, food(3), food(4))[-3:] == [("already", 5), ("recorded", 6), ("recorded", 7)]


def test_the_same_line_once_more_is_written_once_more(notes: Notes) -> None:
    notes.played(*OPENING, food(2), food(2))
    assert notes.played(*OPENING, food(2), food(2), food(2))[4:] == [
        ("already", 5), ("already", 6), ("already", 7), ("recorded", 8),
    ]  # fmt: skip


def test_a_new_line_between_is_late_and_stands_behind_its_neighbour(notes: Notes) -> None:
    notes.played(*OPENING)
    answer = notes(*OPENING[:4], food(9), food(8), food(2), food(5))
    assert outcomes(answer)[3:] == [
        ("already", 4), ("recorded", 6), ("recorded", 7), ("already", 5), ("recorded", 8),
    ]  # fmt: skip
    assert [e["behind"] for e in answer["data"]["entries"]] == [4, 4, 8]
    assert answer["data"]["ripple"]["stands"] == [5]
    assert "late" in [notice["kind"] for notice in answer["notices"]]
    assert notes.all_given() == [food(1), food(9), food(8), food(2), food(5)]


def test_a_new_line_stands_behind_a_neighbour_of_the_table_as_well(notes: Notes) -> None:
    notes.played(*OPENING)
    answer = notes(*OPENING[:3], food(9), *OPENING[3:])
    assert [(e["position"], e["behind"], e["session"]) for e in answer["data"]["entries"]] == [(6, 3, 1)]


def test_a_dry_run_of_a_late_line_shows_its_ripple_and_writes_nothing(notes: Notes) -> None:
    notes.played(*OPENING)
    answer = notes(*OPENING[:4], food(9), food(2), more="--dry-run")
    assert (answer["kind"], outcomes(answer)[4]) == ("planned", ("recorded", 6))
    assert answer["data"]["ripple"]["stands"] == [5]
    assert notes.table.desk.campaign().head == 5


def test_lines_put_in_are_found_again_wherever_they_were_put(notes: Notes) -> None:
    lines = list(OPENING)
    notes.played(*lines)
    for number, place in ((9, 4), (8, 5), (7, 4), (6, 3), (5, 7)):
        lines.insert(place, food(number))
        assert [outcome for outcome, _ in notes.played(*lines)].count("recorded") == 1, lines
        assert notes.nothing_new(*lines), lines


def test_an_edited_line_is_shown_with_its_correction_and_nothing_is_written(notes: Notes) -> None:
    notes.played(*OPENING)
    answer = notes(*OPENING[:3], food(7), food(2), food(3))
    assert (answer["kind"], answer["exit"], answer["data"]["operation"]) == ("finding", 1, None)
    assert outcomes(answer)[2:] == [("already", 3), ("edited", 4), ("already", 5), (None, None)]
    assert answer["data"]["help"] == ['correct 4 gm give Oakwood 7 food --reason "found"']
    assert notes.table.desk.campaign().head == 5


def test_a_missing_line_is_shown_with_the_void_to_write(notes: Notes) -> None:
    notes.played(*OPENING, food(3))
    answer = notes(*OPENING[:4], food(3))
    assert answer["kind"] == "finding"
    assert answer["data"]["lines"][4] == {"line": 10, "text": food(2), "outcome": "missing", "deed": 5}
    assert answer["data"]["help"] == ['void 5 --reason "gone from 03.md"']


def test_two_lines_swapped_are_one_new_and_one_missing(notes: Notes) -> None:
    notes.played(*OPENING, food(3))
    found = [outcome for outcome, _ in outcomes(notes(*OPENING[:4], food(3), food(2)))]
    assert found == [*["already"] * 4, None, "already", "missing"]


def test_once_the_correction_is_made_the_edited_line_is_recorded(notes: Notes) -> None:
    notes.played(*OPENING)
    edited = (*OPENING[:3], food(7), food(2))
    notes.table.ok(notes(*edited)["data"]["help"][0])
    assert notes.nothing_new(*edited)
    assert notes.nothing_new(*OPENING)  # a copy of the note with the old words is no other note
    assert notes.all_given() == ["gm give Oakwood 7 food", food(2)]


def test_a_voided_line_counts_as_recorded_and_may_leave_the_note(notes: Notes) -> None:
    notes.played(*OPENING, food(3))
    notes.table.ok(notes(*OPENING[:4], food(3))["data"]["help"][0])
    assert notes.nothing_new(*OPENING, food(3))
    assert notes.nothing_new(*OPENING[:4], food(3))


def test_an_equal_line_that_stands_is_taken_before_a_voided_one(notes: Notes) -> None:
    notes.played(*OPENING, food(2))
    notes.table.ok('void 5 --reason "told twice"')
    assert notes.played(*OPENING)[-1] == ("already", 6)


def test_a_name_spelt_anew_is_no_edit_of_the_note(notes: Notes) -> None:
    notes.played(*OPENING)
    notes.table.ok("rename Oakwood Oakenwood")
    assert notes.nothing_new(*OPENING)
    assert notes.nothing_new(*(line.replace("Oakwood", "Oakenwood") for line in OPENING))


def test_undone_lines_may_be_played_again(notes: Notes) -> None:
    notes.played(*OPENING)
    notes.played(*OPENING, food(3), food(4))
    notes.table.ok("undo --all")
    assert notes.played(*OPENING, food(3), food(4))[-3:] == [("already", 5), ("recorded", 9), ("recorded", 10)]
    assert notes.nothing_new(*OPENING, food(3), food(4))


def test_lines_of_abandoned_days_are_played_again_and_those_of_the_table_are_not(notes: Notes) -> None:
    lines = (*OPENING, "session end", food(3), "session start 2", food(4))
    notes.played(*lines)
    notes.table.ok('rollback --to day-1 --reason "from the start"')
    again = notes.played(*lines)
    head = len(lines) + 1
    assert again == [
        ("already", 1), ("recorded", head + 1), ("already", 3), ("recorded", head + 2), ("recorded", head + 3),
        ("already", 6), ("recorded", head + 4), ("already", 8), ("recorded", head + 5),
    ]  # fmt: skip
    assert notes.nothing_new(*lines)
    assert notes.all_given() == [food(1), food(2), food(3), food(4)]


def test_the_book_of_a_note_that_opens_it_is_found_by_its_name(
    notes: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    notes.table.desk.book = None
    path = notes.write(*OPENING)
    notes.table.ok(f"play {path}")
    assert (tmp_path / "north-road.campaign").exists()
    notes.table.desk.close()
    notes.table.desk.book = None
    assert notes.table.ok(f"play {path}")["operation"] is None


# -- days


DAYS = (
    NEW, "declare zone Oakwood --miles 15", "declare zone Elm", "session start 1",
    food(1), "camp", food(2), "camp", "clock 18:00", food(3),
)  # fmt: skip


def moments(answer: JSON) -> list[str]:
    return [entry["date"] for entry in answer["data"]["entries"] if entry["tag"] == "gm.gave"]


def test_a_new_line_is_entered_at_the_moment_that_the_clock_showed_there(notes: Notes) -> None:
    notes.played(*DAYS)
    lines = (*DAYS[:6], food(6), DAYS[6], food(7), *DAYS[7:])
    answer = notes(*lines)
    assert moments(answer) == ["day 2 06:00", "day 2 06:00"]
    assert notes.all_given() == [food(1), food(6), food(2), food(7), food(3)]
    assert notes.nothing_new(*lines)


def test_time_is_not_put_in_between_what_was_played_on_one_day(notes: Notes) -> None:
    notes.played(*DAYS)
    answer = notes(*DAYS[:7], "camp", food(9), DAYS[7])
    assert answer["kind"] == "finding"  # what stood below has gone
    answer = notes(*DAYS[:4], "clock 12:00", *DAYS[4:])
    assert (answer["kind"], answer["data"]["where"]["line"]) == ("refused", 10)


def test_days_that_were_rolled_back_are_played_again_exactly(notes: Notes) -> None:
    notes.played(*DAYS)
    notes.table.ok('rollback --to day-2 --reason "the map was wrong"')
    assert [outcome for outcome, _ in notes.played(*DAYS)] == [*["already"] * 6, *["recorded"] * 4]
    assert notes.nothing_new(*DAYS)
    assert notes.all_given() == [food(1), food(2), food(3)]


NIGHT = tuple(f'gm give Elm {n} food --reason "their own night"' for n in range(2, 6))


def test_a_paper_night_is_entered_late_and_its_camps_only_say_when(notes: Notes) -> None:
    notes.played(*DAYS)
    night = (NIGHT[0], "camp", NIGHT[1], "clock 20:00", NIGHT[2])
    answer = notes(*night, name="night.md", more="--at day-1")
    assert moments(answer) == ["day 1 06:00", "day 2 06:00", "day 2 20:00"]
    assert [outcome for outcome, _ in outcomes(answer)] == ["recorded", "already", "recorded", "already", "recorded"]
    assert len({entry["operation"] for entry in answer["data"]["entries"]}) == 1
    assert answer["data"]["ripple"] is not None
    assert notes.table.ok("calendar show")["day"] == 3
    for more in ("--at day-1", ""):
        assert notes(*night, name="night.md", more=more)["data"]["operation"] is None


def test_a_paper_night_that_outlasts_the_book_goes_on_at_the_clock(notes: Notes) -> None:
    notes.played(*DAYS)
    night = (NIGHT[0], "camp", NIGHT[1], "camp", NIGHT[2], "camp", NIGHT[3])
    answer = notes(*night, name="night.md", more="--at day-1")
    assert moments(answer) == ["day 1 06:00", "day 2 06:00", "day 3 06:00", "day 4 06:00"]
    assert [entry["tag"] for entry in answer["data"]["entries"]].count("camp.made") == 1
    assert notes(*night, name="night.md", more="--at day-1")["data"]["operation"] is None


def test_a_paper_night_ahead_of_the_clock_is_refused(notes: Notes) -> None:
    notes.played(*DAYS)
    assert notes(*NIGHT, name="night.md", more="--at day-9")["kind"] == "refused"


PEOPLE = (
    'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6" --in Oakwood',
    'gm give Mara T1 spear --reason "washed ashore"',
)


def test_lines_put_in_that_change_what_came_later_wait_for_a_decision(notes: Notes) -> None:
    """EOS-DAY-01: two tasks a day; with a forgotten hunt put in before it the second recorded one is the third."""
    opening = (NEW, "declare zone Oakwood --miles 15", *PEOPLE)
    hunts = ("hunt Mara --rolled 5", "hunt Mara --rolled 4")
    notes.played(*opening, *hunts)
    lines = (*opening, hunts[0], "hunt Mara --rolled 2", hunts[1])
    head = notes.table.desk.campaign().head
    answer = notes(*lines)
    assert (answer["kind"], answer["data"]["operation"]) == ("finding", None)
    assert answer["data"]["ripple"]["undecided"]
    assert outcomes(answer)[-2:][0] == (None, None)
    assert notes.table.desk.campaign().head == head
    assert notes(*lines, more="--dry-run")["kind"] == "planned"
    kept = notes(*lines, more="--keep all")
    assert kept["kind"] == "recorded"
    assert notes.nothing_new(*lines)


def test_a_die_drawn_in_a_note_that_is_not_written_leaves_no_cup_behind(notes: Notes) -> None:
    notes.played(NEW, "declare zone Oakwood --miles 15", *PEOPLE)
    notes.table.desk.close()
    before = as_it_lies(notes.table.folder)
    assert notes("hunt Mara", "hunt Nobody", name="04.md")["kind"] == "usage"
    notes.table.desk.close()
    assert as_it_lies(notes.table.folder) == before
    notes.played("hunt Mara", name="04.md")
    assert "test.cup" in as_it_lies(notes.table.folder)
    assert notes("hunt Mara", name="04.md")["data"]["operation"] is None


def test_the_worked_note_is_played_once_and_no_more(notes: Notes) -> None:
    note = Path(__file__).parents[1] / "examples" / "north-road.md"
    assert notes.table.ok(f"play {note}")["operation"] == 1
    again = notes.table.ok(f"play {note}")
    assert (again["operation"], {line["outcome"] for line in again["lines"]}) == (None, {"already"})


# -- seats, size, matching


def test_the_seat_of_the_front_matter_writes_the_note(notes: Notes) -> None:
    notes.played(*OPENING, "seat ivo --gm")
    path = notes.table.folder / "ivo.md"
    path.write_text(f"---\nseat: ivo\n---\n```campaign\n{food(5)}\n```\n", encoding="utf-8")
    assert notes.table.ok(f"play {path}")["entries"][0]["seat"] == "ivo"


def test_ten_megabytes_of_prose_with_ten_lines_play_at_once(notes: Notes) -> None:
    notes.played(*OPENING)
    prose = "They walked on, and *nobody* spoke; the rain had found every seam of every coat.\n\n" * 24_500
    path = notes.table.folder / "long.md"
    path.write_text("".join(f"{prose}```campaign\n{food(n)}\n{food(n)}\n```\n" for n in range(1, 6)), encoding="utf-8")
    assert path.stat().st_size > 10_000_000
    started = time.perf_counter()
    assert notes.table.ok(f"play {path}")["operation"] == 6
    assert time.perf_counter() - started < 15


WORDS = st.lists(st.sampled_from("abcd"), max_size=9)


@given(WORDS, st.lists(st.sets(st.sampled_from("abcd"), min_size=1, max_size=2).map(frozenset), max_size=9))
def test_the_common_lines_are_a_longest_subsequence(first: list[str], second: list[frozenset[str]]) -> None:
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, text in enumerate(first):
        for j, texts in enumerate(second):
            table[i + 1][j + 1] = max(table[i][j + 1], table[i + 1][j], table[i][j] + (text in texts))
    pairs = common([(text,) for text in first], second)
    assert len(pairs) == table[-1][-1]
    assert all(first[i] in second[j] for i, j in pairs)
    assert all(before < after and low < high for (before, low), (after, high) in pairwise(pairs))


def test_thousands_of_changed_lines_are_matched_in_a_moment() -> None:
    first = [(f"hunt Mara --rolled {n % 20}",) for n in range(6000)]
    second = [frozenset([f"hunt Mara --rolled {n * 7 % 20}"]) for n in range(6000)]
    started = time.perf_counter()
    assert common(first, second)
    assert time.perf_counter() - started < 3

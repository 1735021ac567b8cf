"""Hard knocks: what a tester with a terminal found, each once. Nothing half done, nothing hung, no silent zero."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from conftest import JSON, Table

NOTE = Path(__file__).parent.parent / "examples" / "north-road.md"
PLAYED = 136
"""Entries of the shipped note."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped note of three days, in a book."""
    folder = tmp_path_factory.mktemp("played")
    table = Table(folder)
    table.ok(f"play {NOTE} --book {table.book}")
    table.desk.close()
    return table.book


@pytest.fixture
def road(played: Path, tmp_path: Path) -> Iterator[Table]:
    """A copy of it: Mara, Ivo, Pip and Brandt in Oakwood, at dawn of day 4."""
    table = Table(tmp_path)
    shutil.copy(played, table.book)
    yield table
    table.desk.close()


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """What takes longer hangs."""

    def late(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def finding(table: Table, line: str) -> JSON:
    """A line that waits for decisions; nothing is written. Its `data`."""
    answer = table(line)
    assert (answer["kind"], answer["exit"]) == ("finding", 1), answer
    data: JSON = answer["data"]
    return data


# -- corrections ------------------------------------------------------------------------------------------------

MISSED = 'correct 41 hunt Mara --tasks 2 --rolled 1/1 --reason "a 6 upside down"'
"""Mara's two hunts of day 1 now fail: those of day 2, deeds 68 (its parts 71 and 73), come out differently."""


@pytest.mark.parametrize(
    "decided", ["--drop all", "--keep all", "--accept all", "--keep 68 --accept all", "--keep 68 --drop all"]
)
def test_a_deed_that_is_kept_or_dropped_leaves_no_gap_in_the_positions(road: Table, decided: str) -> None:
    finding(road, MISSED)
    entries = road.entries(f"{MISSED} {decided}")
    assert [e["position"] for e in entries] == list(range(PLAYED + 1, PLAYED + 1 + len(entries)))
    assert road.ok("verify")["entries"] == PLAYED + len(entries)
    road.ok("undo")
    assert road.ok("larder Oakwood")["units"] == 56.5  # the end of note 7.1


def test_a_tick_that_lacks_a_ruling_and_was_never_written_is_decided_on_by_all(table: Table) -> None:
    """EOS-STARV-07: no food and one task of two is no row of the table; with the skill the food goes too."""
    table.all(
        "declare zone Oakwood --miles 15",
        'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "bushcraft 4" --in Oakwood',
        "bushcraft Mara shelter, fire, food",
        'task Mara "stands guard"',
        "camp",
    )
    learned = table.ok("log --tag skill.learned")["entries"][0]["position"]
    waits = finding(table, f'void {learned} --reason "never learned"')
    assert (None, True) in [(row["position"], row["open"]) for row in waits["ripple"]["refused"]]
    table.ok(f'void {learned} --reason "never learned" --accept all')


def test_a_decision_on_an_entry_that_is_not_there_is_usage(road: Table) -> None:
    assert "9999" in road.usage(f"{MISSED} --keep 9999")["text"]


def test_what_stood_in_the_place_of_an_entry_and_was_undone_is_not_named_any_more(road: Table) -> None:
    road.ok('correct 41 hunt Mara --tasks 2 --rolled 9/3 --reason "a 9" --accept all')
    assert road.ok("show 42")["replaced_by"] == 139
    road.ok("undo")
    assert road.ok("show 42")["replaced_by"] is None


@pytest.mark.parametrize("line", ['note "x" --at "day 0 00:00"', 'rollback --to day-0 --reason "x"'])
def test_nothing_happens_before_the_book_begins(road: Table, line: str) -> None:
    assert "begins on day 1 06:00" in road.refused(line)["text"]


@pytest.mark.parametrize(
    "line", ["clock +9d --at day-2", "camp --days 9 --at day-2", 'correct 41 clock +20d --reason "x" --accept all']
)
def test_a_line_in_the_past_does_not_move_the_clock_over_days_that_nobody_lived(road: Table, line: str) -> None:
    assert "cannot move it on" in road.refused(line)["text"]
    assert road("party")["basis"]["date"] == "day 4 06:00"


def test_what_a_late_line_says_of_time_counts_from_its_own_moment(road: Table) -> None:
    [moved] = road.entries("clock +1d --at day-2")
    assert (moved["date"], moved["facts"]["to"]) == ("day 2 06:00", 194_400)  # day 3 06:00
    assert road("party")["basis"]["date"] == "day 4 06:00"


# -- what no one asks twice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["camp --days 100000000", "clock day-900000000", "clock +999999999h"])
def test_more_days_than_a_century_in_one_line_are_usage_and_hang_nothing(table: Table, line: str) -> None:
    with within(5):
        assert "40000 days" in table.usage(line)["text"]


def test_an_award_beyond_counting_is_usage_and_hangs_nothing(road: Table) -> None:
    with within(5):
        road.usage('gm award Mara 99999999999 --reason "x"')


@pytest.mark.parametrize("value", ["kind zone", "race elf"])
def test_nobody_is_set_to_be_a_place_or_of_a_race_that_no_book_knows(road: Table, value: str) -> None:
    road.usage(f'gm set Mara {value} --reason "x"')


@pytest.mark.parametrize("line", ["rename Mara Mara", "gear party"])
def test_what_says_nothing_or_asks_of_several_is_usage(road: Table, line: str) -> None:
    road.usage(line)


@pytest.mark.parametrize("position", ["0", "137", "999999999999999999999"])
def test_a_known_at_that_is_not_in_the_book_is_refused(road: Table, position: str) -> None:
    """COMMANDS 1.3: 0 and what is ahead of the book are refused, a campaign moment there is usage."""
    assert road.refused(f"party --known-at {position}")["help"] == ["--known-at 136"]
    road.usage("party --known-at day-1")


def test_a_line_that_moves_nothing_says_so(road: Table) -> None:
    road.ok("weather --cold 0 --in Oakwood")
    answer = road.desk.answer("expose Mara --hours 1")
    assert answer.eyes == ["Nothing came of it, and nothing is written."]


# -- lines of help are lines ------------------------------------------------------------------------------------


def test_help_can_be_typed_with_names_of_several_words_in_quotes_and_a_reason(road: Table) -> None:
    road.ok('declare zone "Far Ford" --miles 3')
    help_ = road.refused('hunt Mara --in "Far Ford" --rolled 3')["help"]
    assert help_ == ['travel Mara --to "Far Ford"', 'gm place Mara --to "Far Ford" --reason "..."']
    road.ok(help_[1])


def test_a_zone_asked_of_a_person_names_the_zone(road: Table) -> None:
    no = road.refused("zone Mara")
    assert (no["text"], no["help"]) == ("Mara is no place, but in Oakwood on day 4 06:00.", ["zone Oakwood"])


def test_a_structure_stands_where_the_party_is_unless_it_is_said(road: Table) -> None:
    """COMMANDS 2: `declare structure Mill --tier 3 --tiles 20 --of wood`."""
    road.ok("declare structure Mill --tier 3 --tiles 20 --of wood")
    assert road.ok("site Mill")["zone"] == "Oakwood"
    road.all('declare zone "Far Ford" --miles 3', 'gm place Pip --to "Far Ford" --reason "x"')
    assert "--in PLACE" in road.usage("declare structure Barn --tier 1 --tiles 20 --of wood")["text"]


# -- seats ------------------------------------------------------------------------------------------------------


def test_another_seat_reads_of_a_hidden_task_that_it_was_spent_and_not_on_what(road: Table) -> None:
    road.ok("seat ivo --plays Ivo")
    harvest = road.entries("hunt Mara --rolled 15 --hidden")[-1]["position"]
    mara = next(p for p in road.ok("day --seat ivo")["people"] if p["name"] == "Mara")
    assert (mara["used"], mara["tasks"]) == (1, ["hidden"])
    [step] = road.ok(f"trace food@{harvest} --seat ivo")["steps"]
    assert [step[k] for k in ("tag", "who", "place", "text")] == [None, None, None, "hidden"]
    assert next(p for p in road.ok("day")["people"] if p["name"] == "Mara")["tasks"] == ["hunt"]


# -- books that are not as they were written ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["hunt Mara --rolled 4", 'void 42 --reason "x" --keep all', "undo --all", f"play {NOTE}"]
)
def test_nothing_is_added_to_a_book_in_which_one_byte_of_an_entry_was_flipped(road: Table, line: str) -> None:
    data = bytearray(road.book.read_bytes())
    at = data.index(b'"face":', data.index(b"hunt.rolled")) + 7
    data[at] ^= 1
    road.book.write_bytes(data)
    answer = road(line)
    assert (answer["kind"], answer["exit"], answer["data"]["verdict"]) == ("damaged", 3, "payload")
    assert road.book.read_bytes() == data


def test_a_dry_run_needs_no_right_to_write(road: Table) -> None:
    road.ok("camp --dry-run")
    assert not road.desk._writes


# -- the terminal -----------------------------------------------------------------------------------------------


def test_bytes_that_are_no_text_are_usage_in_json_too(tmp_path: Path) -> None:
    line: list[str | bytes] = [sys.executable, "-m", "ledger", "--json", "note", b"\xff\xfe"]
    here = {**os.environ, "PYTHONPATH": str(NOTE.parent.parent)}
    ran = subprocess.run(line, cwd=tmp_path, capture_output=True, env=here)
    assert (ran.returncode, ran.stderr) == (2, b"")
    answer = msgspec.json.decode(ran.stdout)
    assert (answer["kind"], answer["command"][-7:]) == ("usage", "note ??")


def test_two_people_and_one_last_half_ration_is_refused_whole(table: Table) -> None:
    """EOS-FOOD-01, EOS-SCALE-06: a small one eats half a unit a day; there is one half."""
    small = "--race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood"
    table.all("declare zone Oakwood --miles 15", f"join Pip {small}", f"join Kit {small}")
    table.ok('gm give Oakwood 0.5 food --reason "the last of it"')
    table.refused("meal Pip,Kit full")
    assert table.ok("larder Oakwood")["units"] == 0.5
    table.ok("meal Kit full")
    assert table.ok("larder Oakwood")["units"] == 0

"""The entries themselves, as `log` and `show` give them, and how an entry is named."""

import pytest
from conftest import JSON, Table

KEYS = (  # noqa: SIM905
    "position moment rank behind date tag deed root replaces cause who place text rule operation command session seat "
    "source overruled reason hidden struck roll postings facts written_at digest"
).split()


@pytest.fixture
def road(table: Table) -> Table:
    """Entries: 1 the book, 2 Oakwood, 3 Elmwood, 4 session 1, 5 food, 6 its end, 7 session 2, 8 bows, 9 food taken."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        "declare zone Elmwood --miles 5 --zones 1",
        'session start 1 --title "Landfall"',
        'gm give Oakwood 10 food --reason "the wagon"',
        "session end",
        "session start 2",
        'gm give Elmwood 2 T1 bow --reason "a cache"',
        'gm take Oakwood 4 food --reason "mice"',
    )
    return table


def positions(data: JSON) -> list[int]:
    return [entry["position"] for entry in data["entries"]]


def test_the_log_has_every_entry_with_every_key_in_order(road: Table) -> None:
    data = road.ok("log")
    assert list(data) == ["entries"]
    assert positions(data) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert all(list(entry) == KEYS for entry in data["entries"])


def test_an_entry_says_what_the_fold_found_in_it_and_not_what_was_offered(road: Table) -> None:
    """Of ten food in one lot four are taken: the lot is named, although nobody chose it."""
    entry = road.ok("log --tag gm.took")["entries"][0]
    assert [(p["kind"], p["holder"], p["item"], p["quantity"], p["lot"]) for p in entry["postings"]] == [
        ("spent", "Oakwood", "food", 4, "food@5")
    ]
    assert (entry["command"], entry["reason"]) == ('gm take Oakwood 4 food --reason "mice"', "mice")


def test_the_entry_read_again_is_the_entry_that_was_written(road: Table) -> None:
    (written,) = road.entries('gm give Elmwood 3 food --reason "berries"')
    assert road.ok("log --tag gm.gave")["entries"][-1] == written
    assert road.ok("show last")["entry"] == written


def test_the_log_of_a_session_of_a_thing_and_of_a_tag(road: Table) -> None:
    assert positions(road.ok("log --session 1")) == [4, 5, 6]
    assert positions(road.ok("log --session 2")) == [7, 8, 9]
    assert positions(road.ok("log --of Oakwood")) == [2, 5, 9]
    assert positions(road.ok("log --of Oakwood --session 2")) == [9]
    assert positions(road.ok("log --tag gm")) == [5, 8, 9]
    assert positions(road.ok("log --tag place.declared")) == [2, 3]
    road.usage("log --of Nobody")


def test_bounds_include_and_a_session_is_its_place_in_the_order(road: Table) -> None:
    """All of it happened at the dawn of day 1; yet session 1 ends before session 2 begins."""
    assert positions(road.ok('log --from "session 2"')) == [7, 8, 9]
    assert positions(road.ok('log --until "session 1"')) == [1, 2, 3, 4, 5, 6]
    assert positions(road.ok('log --from "session 1" --until "session 1"')) == [4, 5, 6]
    assert positions(road.ok('log --until "session 2"')) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert positions(road.ok("log --from day-1 --until day-1")) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert positions(road.ok("log --from day-2")) == []
    road.usage('log --from "session 9"')
    road.usage("log --until yesterday")


def test_the_log_as_it_was_known(road: Table) -> None:
    assert positions(road.ok("log --known-at 4")) == [1, 2, 3, 4]


def test_struck_entries_are_shown_only_when_they_are_asked_for(road: Table) -> None:
    road.ok('void 8 --reason "there was none"')
    assert positions(road.ok("log --tag gm")) == [5, 9]
    struck = road.ok("log --tag gm --struck")["entries"]
    assert [(entry["position"], entry["struck"]) for entry in struck] == [(5, False), (8, True), (9, False)]
    assert positions(road.ok("log --tag gm --known-at 9")) == [5, 8, 9]


def test_a_struck_entry_is_shown_with_the_correction_that_struck_it(road: Table) -> None:
    road.ok('void 8 --reason "there was none"')
    (correction,) = positions(road.ok("log --tag correction.made"))
    shown = road.ok("show 8")
    assert " ".join(shown) == "entry caused_by causes struck_by replaces replaced_by disputed_by notes"
    assert (shown["entry"]["struck"], shown["struck_by"]) == (True, correction)
    assert road.ok("show 8 --known-at 9")["struck_by"] is None


def test_words_on_an_entry_are_shown_with_it(road: Table) -> None:
    (note,) = road.entries('note "the players doubt it" --of 8')
    assert road.ok("show 8")["notes"] == [note["position"]]
    assert road.ok("show 5")["notes"] == []


def test_an_entry_is_named_by_its_position_or_by_last(road: Table) -> None:
    assert road.ok("show 5")["entry"]["position"] == 5
    assert road.ok("show last")["entry"]["position"] == 9
    assert road.ok("show last gm give")["entry"]["position"] == 8
    assert road.ok("show last place.declared")["entry"]["position"] == 3
    assert road.ok("show last --known-at 6")["entry"]["position"] == 6
    road.ok('void last gm give --reason "there was none"')
    assert road.ok("show last gm give")["entry"]["position"] == 5


@pytest.mark.parametrize(
    "line", ["show 99", "show 0", "show last hunt", "show last gm give of Nobody", "show first", "show 03.md:14"]
)
def test_what_names_no_entry_is_usage(road: Table, line: str) -> None:
    road.usage(line)


def test_a_seat_learns_that_a_hidden_entry_is_there_and_what_it_moved_and_no_more(road: Table) -> None:
    road.ok("seat ivo --watches")
    (hidden,) = road.entries('gm give Oakwood 3 food --hidden --reason "under the roots"')
    position = hidden["position"]
    for line in (f"show {position} --seat ivo", "log --tag gm --seat ivo"):
        data = road.ok(line)
        seen = data["entry"] if "entry" in data else data["entries"][-1]
        assert list(seen) == KEYS
        assert (seen["position"], seen["moment"]) == (position, hidden["moment"])
        assert (seen["hidden"], seen["text"]) == (True, "hidden")
        told = ("who", "place", "rule", "command", "reason", "roll", "seat", "source")
        assert [seen[name] for name in told] == [None] * len(told)
        assert [p["quantity"] for p in seen["postings"]] == [3]
        assert [(p["holder"], p["item"], p["lot"]) for p in seen["postings"]] == [(None, None, None)]
    assert road.ok(f"show {position}")["entry"]["reason"] == "under the roots"


# -- hunters ----------------------------------------------------------------------------------------------------


@pytest.fixture
def hunters(road: Table) -> Table:
    road.all(
        'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6" --in Oakwood',
        'join Ivo --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6" --in Oakwood',
        'gm give Mara T1 bow --reason "hers"',
        'gm give Ivo T1 bow --reason "his"',
    )
    return road


def test_of_several_people_last_of_one_is_her_part(hunters: Table) -> None:
    entries = hunters.entries("hunt Mara,Ivo --rolled 5/5")
    heads = {entry["who"]: entry["position"] for entry in entries if entry["cause"] is None}
    assert hunters.ok("show last hunt")["entry"]["position"] == entries[0]["position"] == heads["Mara"]
    assert hunters.ok("show last hunt of Ivo")["entry"]["position"] == heads["Ivo"]
    assert hunters.ok("show last hunt of Mara")["entry"]["position"] == heads["Mara"]


def test_of_two_tasks_of_one_person_last_is_the_deed(hunters: Table) -> None:
    entries = hunters.entries("hunt Mara --tasks 2 --rolled 5/3")
    assert hunters.ok("show last hunt of Mara")["entry"]["position"] == entries[0]["position"]


def test_the_task_causes_the_roll_and_the_roll_the_harvest(hunters: Table) -> None:
    """EOS-HUNT-03, EOS-HUNT-04: 5 + 6 + 6 = 17 against 15."""
    task, roll, harvest = (entry["position"] for entry in hunters.entries("hunt Mara --rolled 5"))
    shown = [hunters.ok(f"show {position}") for position in (task, roll, harvest)]
    assert [s["caused_by"] for s in shown] == [None, task, roll]
    assert [s["causes"] for s in shown] == [[roll], [harvest], []]
    assert hunters.ok("show last hunt.rolled of Mara")["entry"]["position"] == roll


def test_an_entry_is_named_by_the_line_of_a_note(road: Table) -> None:
    note = road.folder / "03.md"
    note.write_text('# The cache\n\n```campaign\ngm give Elmwood 5 food --reason "a cache"\nsession end\n```\n')
    road.ok(f"play {note}")
    shown = road.ok("show 03.md:4")["entry"]
    assert (shown["tag"], shown["source"]) == ("gm.gave", "03.md:4")
    assert road.ok("show 03.md:5")["entry"]["tag"] == "session.ended"
    road.usage("show 03.md:3")
    road.ok('void 03.md:4 --reason "no cache"')
    assert road.ok("show 03.md:4")["entry"]["struck"]

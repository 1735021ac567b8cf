"""Nothing is ever edited: void, undo, redo, rollback, restore, branches (DESIGN 6, HISTORY 1.1, 1.5, 1.7)."""

import hashlib
from pathlib import Path

import msgspec
import pytest
from conftest import JSON, Table

from ledger.address import ServerBook
from ledger.journal import open_book

MARA = (
    "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 "
    '--time "hunting 6, bow 6, stealth 2" --combat "bow 2" --in Oakwood'
)
PIP = 'join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --time "hunting 4" --in Oakwood'
VIEWS = (
    "party",
    "sheet Mara",
    "sheet Pip",
    "larder Oakwood",
    "stock Oakwood",
    "stock Mara",
    "stock Pip",
    "gear Mara",
    "gear Pip",
    "zone Oakwood",
    "site Oakwood",
    "bench",
    "day",
)


def stored(table: Table) -> str:
    """The book as it lies on the disk, its log with it."""
    if isinstance(table.book, ServerBook):
        with open_book(table.book) as book:
            return hashlib.sha256(b"|".join(stored for _, stored in book.read())).hexdigest()
    files = [table.book, table.book.with_name(table.book.name + "-wal")]
    return hashlib.sha256(b"|".join(f.read_bytes() if f.exists() else b"" for f in files)).hexdigest()


def seen(table: Table, basis: str = "", views: tuple[str, ...] = VIEWS) -> dict[str, bytes]:
    """The data of these views, byte for byte."""
    return {view: msgspec.json.encode(table.ok(f"{view} {basis}".strip())) for view in views}


def in_force(table: Table) -> list[int]:
    """Positions in force in their order, without the corrections themselves."""
    return [e["position"] for e in table.ok("log")["entries"] if e["tag"] != "correction.made"]


def food(table: Table, holder: str = "Oakwood") -> float:
    return sum(float(t["quantity"]) for t in table.ok(f"stock {holder}")["things"] if t["item"] == "food")


def clock(table: Table) -> str:
    answer = table("log")
    return str(answer["basis"]["date"])


def fact(entry: JSON) -> JSON:
    facts: JSON = entry["facts"]
    return facts


def spans(entry: JSON) -> list[list[int]]:
    found: list[list[int]] = [list(s) for s in fact(entry)["strikes"]]
    return found


@pytest.fixture
def camp(table: Table) -> Table:
    """A zone that asks for more than 15 (30 - 5 x 3), and Mara with a spear: 6 + 6 on her die."""
    table.all("declare zone Oakwood --miles 15 --zones 4", MARA, 'gm give Mara T1 spear --reason "begun with"')
    return table


@pytest.fixture
def store(table: Table) -> Table:
    """A zone with nobody in it: time passes there without meals."""
    table.ok("declare zone Oakwood --miles 15 --zones 4")
    return table


# -- void


def test_a_voided_hunt_never_happened_and_its_harvest_and_task_go_with_it(camp: Table) -> None:
    """6 + 6 + 9 = 21 against 15: 30 food; the deed is the task that began it."""
    before = seen(camp, views=("party", "sheet Mara", "stock Mara", "zone Oakwood"))
    task, roll, harvest = camp.entries("hunt Mara --rolled 9")
    assert food(camp, "Mara") == 30
    (made,) = camp.entries(f'void {task["position"]} --reason "rolled twice"')
    assert made["tag"] == "correction.made"
    assert made["reason"] == "rolled twice"
    assert fact(made)["verb"] == "void"
    assert spans(made) == [[task["position"], task["position"]]]
    assert fact(made)["reaches_back_to"] == 21_600
    assert seen(camp, views=("party", "sheet Mara", "stock Mara", "zone Oakwood")) == before
    struck = {e["position"]: e["struck"] for e in camp.ok("log --struck")["entries"]}
    assert all(struck[e["position"]] for e in (task, roll, harvest))


def test_a_voided_roll_takes_its_harvest_and_leaves_the_task_spent(camp: Table) -> None:
    task, roll, harvest = camp.entries("hunt Mara --rolled 9")
    camp.ok(f'void {roll["position"]} --reason "cocked die"')
    assert food(camp, "Mara") == 0
    assert camp.ok("sheet Mara")["tasks_left"] == 1
    assert camp.ok("zone Oakwood")["hunt_depletion"] == 0
    assert task["position"] in in_force(camp)
    assert not {roll["position"], harvest["position"]} & set(in_force(camp))


def test_a_voided_harvest_leaves_the_roll_and_the_wear_of_the_zone(camp: Table) -> None:
    _, roll, harvest = camp.entries("hunt Mara --rolled 9")
    camp.ok(f'void {harvest["position"]} --reason "it was given away"')
    assert food(camp, "Mara") == 0
    assert roll["position"] in in_force(camp)


def test_a_voided_part_leaves_the_other_task_of_its_line(camp: Table) -> None:
    """Two tasks: 21 and 17 against 15: 30 and 10 food. The second part goes, the first stands."""
    written = camp.entries("hunt Mara --tasks 2 --rolled 9/5")
    tasks = [e["position"] for e in written if e["tag"] == "task.spent"]
    assert food(camp, "Mara") == 40
    camp.ok(f'void {tasks[1]} --reason "there was no time"')
    assert food(camp, "Mara") == 30
    assert camp.ok("sheet Mara")["tasks_left"] == 1


def test_a_voided_line_of_two_tasks_takes_both(camp: Table) -> None:
    first = camp.entries("hunt Mara --tasks 2 --rolled 9/5")[0]
    camp.ok(f'void {first["position"]} --reason "never happened"')
    assert food(camp, "Mara") == 0
    assert camp.ok("sheet Mara")["tasks_left"] == 2


def gift_that_was_passed_on(camp: Table) -> tuple[int, int]:
    """The positions of a gift of 5 food to Mara, and of the line by which she laid it down."""
    (gift,) = camp.entries('gm give Mara 5 food --reason "a find"')
    (passed,) = camp.entries("give Mara 5 food --to Oakwood")
    return gift["position"], passed["position"]


def test_a_void_on_which_a_later_deed_leans_is_a_finding_and_writes_nothing(camp: Table) -> None:
    gift, passed = gift_that_was_passed_on(camp)
    before = stored(camp)
    answer = camp(f'void {gift} --reason "not found after all"')
    assert (answer["ok"], answer["kind"], answer["exit"]) == (False, "finding", 1)
    assert answer["data"]["operation"] is None
    assert [r["position"] for r in answer["data"]["ripple"]["refused"]] == [passed]
    assert stored(camp) == before
    assert food(camp) == 5


def test_what_is_kept_stands_as_told_and_what_is_dropped_or_accepted_goes_too(camp: Table) -> None:
    gift, passed = gift_that_was_passed_on(camp)
    (made,) = camp.entries(f'void {gift} --reason "not found after all" --keep all')
    assert fact(made)["kept"] == [passed]
    assert gift not in in_force(camp)
    assert passed in in_force(camp)
    for word, told in (("--drop all", "dropped"), (f"--accept {passed}", "accepted")):
        camp.ok("undo")
        assert food(camp) == 5
        (made,) = camp.entries(f'void {gift} --reason "not found after all" {word}')
        assert fact(made)[told] == [passed]
        assert not {gift, passed} & set(in_force(camp))
        assert food(camp) == 0


def test_what_cannot_be_voided_is_refused_and_nothing_is_written(store: Table) -> None:
    (gift,) = store.entries('gm give Oakwood 5 food --reason "a find"')
    moved, closed = store.entries("clock day-2")[::-1][::-1][:2]
    assert (moved["tag"], closed["tag"]) == ("clock.moved", "day.closed")
    store.ok(f'void {gift["position"]} --reason "no"')
    assert store.refused(f'void {gift["position"]} --reason "again"')["state"] == "struck"
    assert store.refused('void 1 --reason "start over"')["thing"] == "entry 1"
    assert store.refused(f'void {moved["position"]} --reason "no time"')["state"] == "time passed"
    assert store.refused(f'void {closed["position"]} --reason "no time"')["state"] == "time passed"
    correction = closed["position"] + 1
    assert store.refused(f'void {correction} --reason "no"')["state"] == "correction"


def test_a_camp_is_time_passed_too(camp: Table) -> None:
    camp.ok('gm give Oakwood 9 preserved food --reason "store"')
    made = camp.entries("camp")[0]
    assert made["tag"] == "camp.made"
    help_ = camp.refused(f'void {made["position"]} --reason "no"')["help"]
    assert help_ and help_[0].startswith("rollback --to ")


def test_a_void_names_no_position_that_the_book_does_not_have(camp: Table) -> None:
    camp.usage('void 4000 --reason "no"')
    camp.usage('void 0 --reason "no"')
    camp.usage('void --reason "no"')


def test_void_and_rollback_ask_for_a_reason_and_undo_redo_and_restore_do_not(store: Table) -> None:
    (gift,) = store.entries('gm give Oakwood 5 food --reason "a find"')
    store.usage(f"void {gift['position']}")
    store.usage(f'void {gift["position"]} --reason ""')
    store.usage("rollback --to day-1")
    store.ok("undo")
    store.ok("redo")
    store.ok('rollback --to day-1 --reason "over again"')
    store.ok("restore branch-1")


def test_a_corrected_deed_is_voided_whole_under_the_position_of_its_newest_version_too(camp: Table) -> None:
    """HISTORY 1.7: a void strikes the root of a deed, all its versions, also parts of its own."""
    first = camp.entries("hunt Mara --tasks 2 --rolled 9/5")[0]
    made = camp.entries(f'correct {first["position"]} hunt Mara --tasks 2 --rolled 8/4 --reason "misread" --accept all')
    heads = [e for e in made if e["root"] == first["position"]]
    position = heads[0]["position"] if heads else first["position"]
    camp.ok(f'void {position} --reason "never happened"')
    assert food(camp, "Mara") == 0
    assert camp.ok("sheet Mara")["tasks_left"] == 2


# -- undo, redo


def test_undo_takes_back_the_last_operation_and_redo_gives_it_back(camp: Table) -> None:
    before, at = seen(camp, views=("party", "stock Mara", "zone Oakwood")), in_force(camp)
    camp.ok("hunt Mara --rolled 9")
    after, then = seen(camp, views=("party", "stock Mara", "zone Oakwood")), in_force(camp)
    (undone,) = camp.entries("undo")
    assert fact(undone)["verb"] == "undo"
    assert spans(undone) == [[then[-3], then[-1]]]
    assert (seen(camp, views=("party", "stock Mara", "zone Oakwood")), in_force(camp)) == (before, at)
    (done,) = camp.entries("redo")
    assert fact(done)["verb"] == "redo"
    assert spans(done) == [[undone["position"], undone["position"]]]
    assert (seen(camp, views=("party", "stock Mara", "zone Oakwood")), in_force(camp)) == (after, then)


def test_undo_walks_back_operation_by_operation_and_redo_forward_again(store: Table) -> None:
    for number in (1, 2, 4):
        store.ok(f'gm give Oakwood {number} food --reason "find"')
    store.ok("undo")
    assert food(store) == 3
    store.ok("undo")
    assert food(store) == 1
    store.ok("redo")
    assert food(store) == 3
    store.ok("redo")
    assert food(store) == 7
    store.refused("redo")
    store.ok("undo 3")
    assert food(store) == 0
    store.ok("redo")
    assert food(store) == 7


def test_undo_of_several_steps_is_undo_so_many_times_also_across_a_void_and_a_rollback(store: Table) -> None:
    """The void goes first and the gift that it had struck, then the next one: not the gift of before it."""
    store.ok("clock day-2")
    for number in (1, 2, 4):
        store.ok(f'gm give Oakwood {number} food --reason "find"')
    last = in_force(store)[-1]
    store.ok(f'void {last} --reason "not found"')
    assert food(store) == 3
    store.ok("undo 2")
    assert food(store) == 3
    assert last not in in_force(store)
    store.ok("redo")
    assert food(store) == 3
    store.ok("undo")
    assert food(store) == 7
    store.ok("undo")
    assert food(store) == 3
    store.ok('rollback --to day-2 --reason "over again"')
    assert food(store) == 0
    store.ok("undo 2")
    assert food(store) == 1


def test_the_opening_of_the_book_is_never_undone(table: Table) -> None:
    table.refused("undo")
    table.ok("declare zone Oakwood --miles 15 --zones 4")
    table.refused("undo 2")
    table.ok("undo")
    table.refused("undo")
    assert in_force(table) == [1]
    table.usage("undo 0")
    table.usage("undo some")


def test_redo_is_refused_where_nothing_was_undone_or_something_was_written_since(store: Table) -> None:
    store.refused("redo")
    store.ok('gm give Oakwood 1 food --reason "find"')
    store.ok("undo")
    store.ok('gm give Oakwood 2 food --reason "find"')
    assert store.refused("redo")["help"] == ["log --struck"]
    assert food(store) == 2


def note(table: Table, *lines: str) -> Path:
    path = table.folder / "night.md"
    path.write_text("# A night\n\n```campaign\n" + "\n".join(lines) + "\n```\n", encoding="utf-8")
    return path


def test_a_note_of_several_deeds_is_undone_only_with_all(store: Table) -> None:
    path = note(store, 'gm give Oakwood 1 food --reason "find"', 'gm give Oakwood 2 food --reason "find"')
    store.ok(f"play {path}")
    assert food(store) == 3
    data = store.refused("undo")
    assert data["state"] == "2 deeds"
    assert data["help"] == ["undo --all"]
    assert food(store) == 3
    store.ok("undo --all")
    assert food(store) == 0
    store.ok("redo")
    assert food(store) == 3


def test_what_time_asked_is_not_counted_among_the_deeds_of_an_undo(store: Table) -> None:
    store.ok("clock day-5")
    store.ok("undo")
    assert clock(store) == "day 1 06:00"
    store.ok("redo")
    assert clock(store) == "day 5 06:00"


# -- rollback, restore, branches


def test_a_rollback_sets_the_clock_and_takes_what_the_world_saw_from_that_dawn_on(store: Table) -> None:
    store.ok('gm give Oakwood 1 food --reason "day 1"')
    store.ok("clock day-2")
    store.ok('gm give Oakwood 2 food --reason "day 2"')
    store.ok("clock day-3")
    store.ok('gm give Oakwood 4 food --reason "day 3"')
    (made,) = store.entries('rollback --to day-2 --reason "the ford"')
    assert fact(made)["verb"] == "rollback"
    assert fact(made)["branch"] == "branch-1"
    assert fact(made)["reaches_back_to"] == 21_600 + 86_400
    assert clock(store) == "day 2 06:00"
    assert food(store) == 1
    store.ok("clock day-3")
    assert clock(store) == "day 3 06:00"
    tags = [e["tag"] for e in store.ok("log")["entries"]]
    assert tags.count("day.closed") == 2


def test_a_rollback_within_a_jump_leaves_the_days_before_it_closed_once(store: Table) -> None:
    store.ok("clock day-40")
    store.ok('rollback --to "day 20 12:00" --reason "the flood"')
    assert clock(store) == "day 20 12:00"
    closed = [e["date"] for e in store.ok("log")["entries"] if e["tag"] == "day.closed"]
    assert len(closed) == 19
    store.ok("clock day-22")
    closed = [e["date"] for e in store.ok("log")["entries"] if e["tag"] == "day.closed"]
    assert closed == [f"day {day} 05:59" for day in range(1, 22)]


def test_a_rollback_to_a_session_goes_to_its_beginning_and_leaves_the_entries_of_the_table(store: Table) -> None:
    store.all('session start 1 --title "One"', 'gm give Oakwood 1 food --reason "one"', "session end")
    store.all('session start 2 --title "Two"', 'gm give Oakwood 2 food --reason "two"', "clock day-3", "session end")
    store.ok('rollback --to "session 2" --reason "played wrongly"')
    assert food(store) == 1
    assert clock(store) == "day 1 06:00"
    tags = [e["tag"] for e in store.ok("log")["entries"]]
    assert tags == [
        "book.opened",
        "place.declared",
        "session.started",
        "gm.gave",
        "session.ended",
        "session.started",
        "session.ended",
        "correction.made",
    ]
    store.ok('session start 3 --title "Two again"')
    store.desk.close()
    assert store.ok('gm give Oakwood 4 food --reason "three"')["entries"][0]["session"] == 3
    store.ok("session end")
    store.usage('rollback --to "session 7" --reason "no"')


def test_a_rollback_never_strikes_a_correction_so_what_was_learnt_stays(store: Table) -> None:
    """HISTORY 1.5: larder 34; a gift of 50 on day 1, voided on day 5; rolled back to day 3: 34."""
    store.ok('gm give Oakwood 34 food --reason "the larder"')
    (gift,) = store.entries('gm give Oakwood 50 food --reason "by mistake"')
    store.ok("clock day-5")
    assert store.ok("larder Oakwood")["units"] == 84
    store.ok(f'void {gift["position"]} --reason "never given"')
    assert store.ok("larder Oakwood")["units"] == 34
    store.ok('rollback --to day-3 --reason "back"')
    assert store.ok("larder Oakwood")["units"] == 34
    assert clock(store) == "day 3 06:00"


def test_a_late_entry_and_a_new_version_of_earlier_days_stay_too(store: Table) -> None:
    (gift,) = store.entries('gm give Oakwood 40 food --reason "by mistake"')
    store.ok("clock day-5")
    store.ok(f'correct {gift["position"]} gm give Oakwood 25 food --reason "misread"')
    store.ok('gm give Oakwood 6 food --at day-2 --reason "forgotten"')
    store.ok('rollback --to day-3 --reason "back"')
    assert food(store) == 31


def test_the_world_that_a_rollback_set_aside_comes_back_whole(store: Table) -> None:
    store.ok('gm give Oakwood 1 food --reason "day 1"')
    store.ok("clock day-3")
    store.ok('gm give Oakwood 2 food --reason "day 3"')
    views = ("larder Oakwood", "stock Oakwood", "zone Oakwood", "site Oakwood")
    then, entries = seen(store, views=views), in_force(store)
    store.ok('rollback --to day-2 --reason "back"')
    store.ok('gm give Oakwood 100 food --reason "otherwise"')
    store.ok("clock day-9")
    (made,) = store.entries("restore branch-1")
    assert fact(made)["verb"] == "restore"
    assert (seen(store, views=views), in_force(store)) == (then, entries)
    assert clock(store) == "day 3 06:00"
    store.ok('gm give Oakwood 4 food --reason "on we go"')
    assert food(store) == 7


def test_rollbacks_within_rollbacks_leave_one_line_of_days_and_each_branch_comes_back(store: Table) -> None:
    """HISTORY 1.1 (c) with gifts: 1 on day 1, 2 on day 12, 4 on day 20; back to 12: 8 there; back to 13: 16."""
    store.ok('gm give Oakwood 1 preserved food --reason "1"')
    store.ok("clock day-12")
    store.ok('gm give Oakwood 2 preserved food --reason "12"')
    store.ok("clock day-20")
    store.ok('gm give Oakwood 4 preserved food --reason "20"')

    def there() -> float:
        return sum(float(t["quantity"]) for t in store.ok("stock Oakwood")["things"])

    assert there() == 7
    store.ok('rollback --to "day 12 06:00" --reason "first"')
    assert there() == 1
    store.ok('gm give Oakwood 8 preserved food --reason "12 again"')
    store.ok("clock day-13")
    store.ok('gm give Oakwood 16 preserved food --reason "13"')
    store.ok("clock day-15")
    store.ok('rollback --to day-13 --reason "second"')
    assert there() == 9
    assert clock(store) == "day 13 06:00"
    store.ok('gm give Oakwood 32 preserved food --reason "13 again"')
    assert there() == 41
    store.ok("restore branch-2")
    assert there() == 25
    assert clock(store) == "day 15 06:00"
    store.ok("restore branch-1")
    assert there() == 7
    assert clock(store) == "day 20 06:00"
    store.ok("undo")
    assert there() == 25
    store.ok("undo")
    assert there() == 41
    assert clock(store) == "day 13 06:00"


def test_a_rollback_is_undone_like_anything_else(store: Table) -> None:
    store.ok("clock day-3")
    store.ok('gm give Oakwood 2 food --reason "day 3"')
    store.ok('rollback --to day-2 --reason "back"')
    store.ok("undo")
    assert food(store) == 2
    assert clock(store) == "day 3 06:00"


def test_no_rollback_to_a_day_that_has_not_come_or_where_nothing_was_written(store: Table) -> None:
    store.refused('rollback --to day-9 --reason "soon"')
    store.ok("clock day-2")
    store.refused('rollback --to "day 2 06:00" --reason "nothing there"')
    store.usage('rollback --reason "where to?"')
    store.usage('rollback --to nowhere --reason "where to?"')


def test_what_goes_out_with_a_restored_branch_is_listed_to_be_made_again(store: Table) -> None:
    """HISTORY 1.5: late entries and corrections made since go with the rest."""
    (wrong,) = store.entries('gm give Oakwood 50 food --reason "by mistake"')
    store.ok("clock day-4")
    store.ok('rollback --to day-3 --reason "back"')
    (void,) = store.entries(f'void {wrong["position"]} --reason "never given"')
    late = store.entries('gm give Oakwood 3 food --at day-2 --reason "forgotten"')
    data = store.ok("restore branch-1")
    assert data["gone"] == [void["position"], late[0]["position"]]
    assert food(store) == 50


def test_branches_are_listed_with_their_days_and_shown_entry_by_entry(store: Table) -> None:
    store.ok("clock day-3")
    (gift,) = store.entries('gm give Oakwood 2 food --reason "day 3"')
    store.ok('rollback --to day-3 --reason "the ford" --named "The flood"')
    store.ok('gm give Oakwood 4 food --reason "day 3"')
    store.ok('rollback --to day-2 --reason "once more"')
    rows = store.ok("branch list")["branches"]
    assert [(r["name"], r["from"], r["reason"]) for r in rows] == [
        ("The flood", 21_600 + 2 * 86_400, "the ford"),
        ("branch-1", 21_600 + 86_400, "once more"),
    ]
    assert (rows[0]["first"], rows[0]["last"], rows[0]["entries"]) == (gift["position"], gift["position"], 1)
    shown = store.ok('branch show "the flood"')["entries"]
    assert [e["position"] for e in shown] == [gift["position"]]
    assert shown[0]["struck"] is False
    assert float(store.ok('stock Oakwood --branch "the flood"')["things"][0]["quantity"]) == 2
    assert store.ok("stock Oakwood")["things"] == []
    store.usage("branch show branch-9")
    store.usage("restore branch-9")


def test_a_branch_has_a_name_of_its_own(store: Table) -> None:
    store.ok("clock day-2")
    for name in ('--named "The flood"', ""):
        store.ok('gm give Oakwood 2 food --reason "x"')
        store.ok(f'rollback --to day-2 --reason "y" {name}')
    store.ok('gm give Oakwood 2 food --reason "x"')
    assert store.refused('rollback --to day-2 --reason "y" --named "the-flood"')["state"] == "taken"
    assert [b["name"] for b in store.ok("branch list")["branches"]] == ["The flood", "branch-1"]


# -- dry runs


@pytest.mark.parametrize(
    "line",
    [
        'void {gift} --reason "x"',
        'void {gift} --reason "x" --keep all',
        'void {gift} --reason "x" --accept all',
        "undo",
        "undo 2",
        'rollback --to day-1 --reason "x"',
        'rollback --to day-2 --reason "x" --named flood',
        'rollback --to "session 1" --reason "x"',
        "restore branch-1",
        'revert {gift} --reason "x"',
        'correct {gift} gm give Oakwood 3 food --reason "x"',
    ],
)
def test_a_dry_run_of_a_correction_tells_what_it_would_write_and_writes_nothing(store: Table, line: str) -> None:
    store.all("clock day-2", 'session start 1 --title "One"', 'gm give Oakwood 9 food --reason "x"')
    store.ok('rollback --to day-2 --reason "a branch"')
    (gift,) = store.entries('gm give Oakwood 5 food --reason "x"')
    store.ok("clock day-3")
    store.ok('gm give Oakwood 1 food --reason "x"')
    store.desk.close()
    before = stored(store)
    answer = store(line.format(gift=gift["position"]) + " --dry-run")
    store.desk.close()
    assert (answer["kind"], answer["exit"]) == ("planned", 0), answer["data"]
    assert answer["data"]["entries"][0]["tag"] == "correction.made"
    assert stored(store) == before


def test_a_dry_run_of_redo_writes_nothing(store: Table) -> None:
    store.ok('gm give Oakwood 9 food --reason "x"')
    store.ok("undo")
    store.desk.close()
    before = stored(store)
    assert store("redo --dry-run")["kind"] == "planned"
    store.desk.close()
    assert stored(store) == before
    assert food(store) == 0


# -- exact


@pytest.fixture
def party(camp: Table) -> Table:
    """Mara and Pip with food for a year, and a fight with the cold each night."""
    camp.all(
        PIP,
        'gm give Pip T1 spear --reason "begun with"',
        'gm give Oakwood 500 preserved food --reason "store"',
        "weather --cold 1 --in Oakwood",
    )
    return camp


def a_day(table: Table, die: int) -> list[JSON]:
    hunt = table.entries(f"hunt Mara,Pip --rolled {die}/{die + 1}")
    table.ok("camp")
    return hunt


def test_a_rollback_that_is_undone_or_restored_gives_back_every_view_byte_for_byte(party: Table) -> None:
    """Twice nested, with a void made before, inside and after the rolled-back days."""
    first = a_day(party, 9)
    a_day(party, 4)
    party.ok(f'void {first[1]["position"]} --reason "cocked die" --keep all')  # before
    third = a_day(party, 7)
    party.ok('gm harm Mara 3 --reason "a fall"')
    before, entries, day = seen(party), in_force(party), clock(party)

    party.ok('rollback --to day-3 --reason "first"')
    a_day(party, 12)
    fourth = party.entries("hunt Pip --rolled 13")
    party.ok(f'void {fourth[0]["position"]} --reason "inside" --keep all')
    within, there = seen(party), in_force(party)

    party.ok('rollback --to day-2 --reason "second"')
    a_day(party, 2)
    party.ok(f'void {first[-1]["position"]} --reason "after" --keep all')
    assert seen(party) != before

    party.ok("restore branch-2")
    assert (seen(party), in_force(party)) == (within, there)
    party.ok("restore branch-1")
    assert (seen(party), in_force(party), clock(party)) == (before, entries, day)
    assert third[0]["position"] in entries

    party.ok("undo")
    party.ok("undo")
    party.ok('gm harm Pip 1 --reason "a new wound"')
    party.ok("restore branch-1")
    assert (seen(party), in_force(party), clock(party)) == (before, entries, day)


def test_every_view_stays_what_it_was_at_the_position_before_a_rollback(party: Table) -> None:
    a_day(party, 9)
    a_day(party, 4)
    before = seen(party)
    at = party.desk.campaign().head
    party.ok('rollback --to day-2 --reason "back"')
    a_day(party, 1)
    assert seen(party, f"--known-at {at}") == before
    assert seen(party, "--branch branch-1") == before


def test_no_line_takes_the_place_of_an_entry_of_the_table_on_a_day_that_was_rolled_back(store: Table) -> None:
    """It would stand ahead of the clock, in a day that has not come."""
    store.ok("clock day-3")
    (started,) = store.entries("session start 1")
    store.ok('rollback --to day-2 --reason "back"')
    line = f'correct {started["position"]} gm give Oakwood 3 food --reason "instead"'
    assert store.refused(line)["state"] == "ahead of the clock"
    store.ok(f'void {started["position"]} --reason "it never began"')


def test_a_corrected_deed_is_still_the_last_one_of_its_verb(camp: Table) -> None:
    """A newer version stands in its place; it is in force, and `last hunt` means it."""
    first = camp.entries("hunt Mara --rolled 9")[0]
    camp.ok(f'correct {first["position"]} hunt Mara --rolled 5 --reason "misread" --accept all')
    assert food(camp, "Mara") == 10
    camp.ok('void last hunt of Mara --reason "never happened"')
    assert food(camp, "Mara") == 0
    assert camp.ok("sheet Mara")["tasks_left"] == 2


def test_a_restored_branch_or_an_undone_night_is_not_reverted_from_the_middle(store: Table) -> None:
    """What was told since would stand ahead of the clock, or a day would be closed twice."""
    store.ok("clock day-3")
    store.ok('rollback --to day-2 --reason "back"')
    (restored,) = store.entries("restore branch-1")
    store.ok('gm give Oakwood 3 food --reason "on day 3"')
    assert store.refused(f'revert {restored["position"]} --reason "no"')["state"] == "time passed"
    store.all("undo", "undo", "undo")
    assert clock(store) == "day 3 06:00"
    (undone,) = store.entries("undo")
    assert clock(store) == "day 1 06:00"
    store.ok('gm give Oakwood 4 food --reason "on day 1"')
    assert store.refused(f'revert {undone["position"]} --reason "no"')["help"] == ["undo", "branch list"]
    assert (food(store), clock(store)) == (4, "day 1 06:00")


def test_a_camp_at_the_very_cut_is_no_late_entry_to_be_made_again(table: Table) -> None:
    table.all(
        "declare zone Oakwood --miles 15", "clock day-2", 'gm give Oakwood 1 gem --reason "a find"', "clock day-3"
    )
    table.all('rollback --to day-2 --reason "again"', "camp")
    assert "gone" not in table.ok("restore branch-1")

"""The ripple: what a correction moves, decided deed by deed, and undone exactly.

Numbers by hand, from note 7.1: with a 3 instead of a 5 the first hunt of day 1 only reaches 15 against 15.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import JSON, Table

NOTE = Path(__file__).parent.parent / "examples" / "north-road.md"
PEOPLE = ("Mara", "Ivo", "Pip", "Brandt")


@pytest.fixture
def north_road(bare_table: Table) -> Table:
    """The worked note of three days, played."""
    bare_table.ok(f"play {NOTE}")
    return bare_table


def held(table: Table, item: str, kind: str = "things") -> Any:
    """How much of an item the four and the common store have together."""
    return sum(
        row["quantity"] for who in (*PEOPLE, "Oakwood") for row in table.ok(f"stock {who}")[kind] if row["item"] == item
    )


def figures(table: Table) -> tuple[Any, ...]:
    """larder d1, larder d2, preserved d2, candles, larder at the end, fat, fragments, hunt_target of days 2, 3 and 4."""
    larder = [table.ok(f"larder Oakwood --on day-{d}") for d in (1, 2)]
    return (
        larder[0]["units"],
        larder[1]["units"],
        larder[1]["preserved"],
        held(table, "candle"),
        table.ok("larder Oakwood")["units"],
        held(table, "fat"),
        held(table, "cloth fragment"),
        *(table.ok(f"zone Oakwood --on day-{d}")["hunt_target"] for d in (2, 3, 4)),
    )


def every_view(table: Table) -> list[JSON]:
    lines = ["party", "zone Oakwood", "site Oakwood", "bench", "larder Oakwood"]
    lines += [f"{view} {who}" for view in ("sheet", "stock", "gear") for who in PEOPLE]
    lines += [f"{line} --on day-{d}" for line in ("party", "larder Oakwood", "zone Oakwood") for d in (1, 2, 3)]
    return [table.ok(line) for line in lines]


AS_PLAYED = (15.5, 46, 2, 5, 56.5, 9, 41, 16, 17, 18)


def first_hunt(table: Table) -> int:
    position: int = table.ok("log --of Mara --tag task.spent")["entries"][0]["position"]
    return position


def correction(table: Table) -> str:
    return f'correct {first_hunt(table)} hunt Mara --tasks 2 --rolled 3/3 --reason "a 3, not a 5"'


def cooking(table: Table) -> int:
    position: int = table.ok("log --tag cook.pooled")["entries"][0]["deed"]
    return position


def later_hunts(table: Table) -> list[int]:
    entries = table.ok("log --of Mara --tag hunt.rolled")["entries"]
    deeds = list(dict.fromkeys(e["deed"] for e in entries))
    return deeds[1:]


def test_the_note_as_it_was_played(north_road: Table) -> None:
    assert figures(north_road) == AS_PLAYED


def test_without_a_decision_nothing_is_written_and_what_has_to_be_decided_is_named(north_road: Table) -> None:
    head = north_road.desk.campaign().head
    answer = north_road(correction(north_road))
    assert (answer["kind"], answer["exit"]) == ("finding", 1)
    ripple = answer["data"]["ripple"]
    assert cooking(north_road) in [row["position"] for row in ripple["refused"]]
    assert north_road.desk.campaign().head == head
    assert figures(north_road) == AS_PLAYED


def test_accepting_all_takes_the_cooking_and_the_third_task_and_betters_the_other_hunts(north_road: Table) -> None:
    before = every_view(north_road)
    answer = north_road.ok(correction(north_road) + " --accept all")
    # day 2: 5.5 + 5 x (8 + 12 - 15) + 4 of Brandt's - 3.5, for nobody cooks for Mara; fat 0 + 5 + 3 - 0
    assert figures(north_road) == (5.5, 31, 0, 0, 46.5, 8, 33, 15, 16, 17)
    suppers = [e for e in answer["entries"] if e["tag"] == "meal.eaten"]
    assert [(e["who"], e["date"]) for e in suppers] == [("Mara", "day 2 20:00")]
    north_road.ok("undo")
    assert figures(north_road) == AS_PLAYED
    assert every_view(north_road) == before


def test_keeping_the_cooking_leaves_the_third_task_a_cook(north_road: Table) -> None:
    before = every_view(north_road)
    north_road.ok(f"{correction(north_road)} --keep {cooking(north_road)} --accept all")
    assert figures(north_road) == (5.5, 46, 2, 5, 61.5, 10, 45, 15, 16, 17)
    north_road.ok("undo")
    assert every_view(north_road) == before


def test_dropping_the_cooking_and_the_three_hunts(north_road: Table) -> None:
    before = every_view(north_road)
    drop = ",".join(map(str, [cooking(north_road), *later_hunts(north_road)]))
    north_road.ok(f"{correction(north_road)} --drop {drop}")
    assert figures(north_road) == (5.5, 6, 0, 0, 6.5, 0, 1, 15, 15, 15)
    north_road.ok("undo")
    assert every_view(north_road) == before


def test_no_cold_no_healing_no_trap_and_no_fish_moves(north_road: Table) -> None:
    ripple = north_road(correction(north_road))["data"]["ripple"]
    tags = {row[side]["tag"] for row in ripple["differs"] for side in ("was", "now") if row[side]}
    assert tags <= {"hunt.rolled", "hunt.harvested", "task.spent"}
    assert {row["what"] for row in ripple["follows"]} <= {"meal.eaten", "words"}
    assert [row["who"] for row in ripple["follows"] if row["what"] == "meal.eaten"] == ["Mara"]


def test_a_dry_run_shows_the_same_ripple_and_writes_nothing(north_road: Table) -> None:
    shown = north_road(correction(north_road) + " --dry-run")
    assert (shown["kind"], shown["exit"]) == ("planned", 0)
    assert shown["data"]["ripple"]["refused"] == north_road(correction(north_road))["data"]["ripple"]["refused"]
    assert figures(north_road) == AS_PLAYED


def test_a_late_line_that_moves_nothing_else_is_written_at_once(north_road: Table) -> None:
    answer = north_road('gm give Oakwood 2 gems --at "day 1 12:00" --reason "found late"')
    assert answer["kind"] == "recorded"
    assert [e["tag"] for e in answer["data"]["entries"]] == ["gm.gave"]
    assert [n["kind"] for n in answer["notices"]] == ["late"]
    assert north_road.ok("late")["entries"][0]["late_by_days"] == 3


def test_a_forgotten_shelter_takes_the_cold_with_it_without_a_question(table: Table) -> None:
    """HISTORY 1.3: ticks follow without being asked about; one correction and the shelter are written."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        'join Ivo --race human --body 4 --mind 6 --time "bushcraft 4" --in Oakwood',
        'gm give Ivo 9 food --reason "washed ashore"',
        "weather --cold 1 --in Oakwood",
        "bushcraft Ivo fire",
        "camp",
    )
    assert table.ok("sheet Ivo --on day-1")["hp"] == 20  # a fire alone halves 1 to 1: 24 - 8 hours + 4
    cold = table.ok("log --tag cold.bitten")["entries"]
    assert len(cold) == 8
    answer = table.ok('bushcraft Ivo shelter --at day-1 --reason "forgotten"')
    assert {(row["what"], row["who"], row["entries"]) for row in answer["ripple"]["follows"]} >= {
        ("cold.bitten", "Ivo", 8)
    }
    assert table.ok("log --tag cold.bitten")["entries"] == []
    assert table.ok("sheet Ivo --on day-1")["hp"] == 24
    table.ok("undo")
    assert len(table.ok("log --tag cold.bitten")["entries"]) == 8


def test_a_kept_deed_is_pinned_and_not_asked_again(north_road: Table) -> None:
    kept = cooking(north_road)
    north_road.ok(f"{correction(north_road)} --keep {kept} --accept all")
    again = north_road('gm take Pip 1 food --at "day 1 21:00" --reason "lost"')["data"]["ripple"]
    assert kept not in [row["position"] for row in again["refused"]]
    assert kept not in again["undecided"]


def test_a_voided_tick_stays_void_when_something_earlier_moves(north_road: Table) -> None:
    bite = north_road.ok("log --of Mara --tag cold.bitten")["entries"][0]["position"]
    north_road.ok(f'void {bite} --reason "she was by the fire"')
    assert north_road.ok("sheet Mara --on day-2")["hp"] == 23
    north_road.ok(correction(north_road) + " --accept all")
    assert bite not in [e["position"] for e in north_road.ok("log --of Mara --tag cold.bitten")["entries"]]


def test_a_revert_takes_one_older_operation_and_undo_gives_it_back(table: Table) -> None:
    """HISTORY 1.7: gift of 40, corrected to 25; revert the correction: 40; undo that: 25; void: 0; undo: 25."""
    table.all("declare zone Oakwood --miles 15", 'gm give Oakwood 40 feathers --reason "a find"')
    gift = table.ok("log --tag gm.gave")["entries"][0]["position"]

    def feathers() -> Any:
        return sum(row["quantity"] for row in table.ok("stock Oakwood")["things"])

    corrected = table.entries(f'correct {gift} gm give Oakwood 25 feathers --reason "miscounted"')[0]["position"]
    assert feathers() == 25
    table.ok(f'revert {corrected} --reason "no, it was right"')
    assert feathers() == 40
    table.ok("undo")
    assert feathers() == 25
    table.ok(f'void {gift} --reason "never happened"')
    assert feathers() == 0
    table.ok("undo")
    assert feathers() == 25


def test_a_correction_keeps_its_place_in_the_order(table: Table) -> None:
    """HISTORY 1.8: a gift of 5, then 5 taken; the gift corrected to 6 still stands before the taking."""
    table.all(
        "declare zone Oakwood --miles 15",
        'gm give Oakwood 5 feathers --reason "a find"',
        'gm take Oakwood 5 feathers --reason "gone"',
    )
    gift = table.ok("log --tag gm.gave")["entries"][0]["position"]
    answer = table.ok(f'correct {gift} gm give Oakwood 6 feathers --reason "miscounted"')
    assert answer["ripple"]["refused"] == []
    assert [row["quantity"] for row in table.ok("stock Oakwood")["things"]] == [1]


def test_a_lot_keeps_the_name_of_its_root(table: Table) -> None:
    table.all("declare zone Oakwood --miles 15", 'gm give Oakwood 1 T1 ingot --reason "a find"')
    gift = table.ok("log --tag gm.gave")["entries"][0]["position"]
    table.ok(f'correct {gift} gm give Oakwood 3 T1 ingots --reason "miscounted"')
    assert table.ok("stock Oakwood")["things"][0]["lots"] == [f"ingot@{gift}"]


def test_the_report_names_the_agreements_that_would_break(north_road: Table) -> None:
    agreed = north_road.ok("assert Oakwood hunt_target = 16 --on day-2")["entries"][0]["position"]
    asserts = north_road(correction(north_road))["data"]["ripple"]["asserts"]
    assert asserts == [{"position": agreed, "thing": "Oakwood", "field": "hunt_target", "expected": 16, "actual": 15}]
    north_road.ok(correction(north_road) + " --accept all")
    found = north_road("check Oakwood")
    assert (found["kind"], found["exit"]) == ("finding", 1)
    assert [(row["holds"], row["actual"]) for row in found["data"]["asserts"]] == [(False, 15)]


def test_a_death_that_did_not_happen_is_named(table: Table) -> None:
    table.all(
        "declare zone Oakwood --miles 15",
        "join Rolf --race human --body 5 --in Oakwood",
        'gm harm Rolf 30 --kind wound --reason "the fall"',
        'gm harm Rolf 25 --kind wound --reason "the wolves"',
    )
    assert table.ok("sheet Rolf")["state"] == "dead"
    fall = table.ok("log --tag gm.harmed")["entries"][0]["position"]
    answer = table.ok(f'void {fall} --reason "he held on" --accept all')
    assert answer["ripple"]["states"] == [{"who": "Rolf", "was": "dead", "now": "unconscious"}]
    assert table.ok("sheet Rolf")["hp"] == 0


def test_a_deed_that_came_out_as_somebody_elses_is_asked_again_by_the_next_correction(table: Table) -> None:
    """The second `turn` is Ann's once the first never was; without the fight nobody has one."""
    table.all("declare zone Oakwood --miles 15", "npc Ann --race human --in Oakwood", "npc Bob --race human --in Oakwood")
    opened = table.entries("fight start Ann Bob")[0]["position"]
    first, second = (table.entries("turn")[0]["position"] for _ in range(2))
    table.ok(f'void {first} --reason "nobody moved yet" --accept all')
    [mine] = table.ok("log --tag turn.started")["entries"]
    assert (mine["who"], mine["root"], mine["deed"]) == ("Ann", second, second)
    table.ok(f'void {opened} --reason "they talked" --accept all')
    assert table.ok("log --tag turn.started")["entries"] == []
    assert table.ok("check")["findings"] == []

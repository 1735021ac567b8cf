"""The third clock: the same history under another edition of the rules, in a what-if, compared and promoted (DESIGN 6).

The winter, by hand. Ada (human, Body 5, 25 hit points) sleeps three nights in one layer of T2 clothing under a shelter, cold 7:
clothing first ceil((7 - 2) / 2) = 3 an hour, level first ceil(7 / 2) - 2 = 2 an hour (EOS-ENV-06). Four hours a night bite,
and 5 heal at its end: 25 - 12 + 5 = 18, 11, 4 against 25 - 8 + 5 = 22, 19, 16.
"""

from fractions import Fraction

import pytest
from conftest import JSON, Table

ADA = "join Ada --race human --body 5 --mind 6 --presence 6 --in Oakwood"


@pytest.fixture
def winter(table: Table) -> Table:
    table.all(
        "declare zone Oakwood --miles 15 --zones 4", ADA, 'gm give Ada T2 clothing, 30 food, spear --reason "the wreck"',
        "wear Ada clothing", "declare site Cave --in Oakwood --shelter 5", "gm place Ada --to Cave --reason x",
        "weather --cold 7 --in Oakwood", "camp --hours 4", "camp --hours 4", "camp --hours 4",
    )  # fmt: skip
    return table


def edition(table: Table, text: str, name: str = "second") -> str:
    path = table.folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return f'"{path}"'


def hp(table: Table, on: str, world: str = "") -> Fraction:
    return Fraction(str(table.ok(f"sheet Ada --on {on} {world}".strip())["hp"]))


def bites(table: Table, world: str = "") -> list[int]:
    """The harm of each hour, in order."""
    entries: list[JSON] = table.ok(f"log --tag cold.bitten {world}".strip())["entries"]
    return [int(p["to"] - p["from"]) for e in entries for p in e["postings"] if p["field"] == "hp"]


def changed(data: JSON, thing: str, field: str) -> list[tuple[object, object]]:
    return [(c["from"], c["to"]) for c in data["changes"] if (c["thing"], c["field"]) == (thing, field)]


# -- another reading


def test_the_winter_with_the_cold_counted_the_other_way(winter: Table) -> None:
    """Every hour of every night is asked again under the other reading; the book is as it was."""
    book = winter.ok("log")
    assert [hp(winter, f"day-{n}") for n in (1, 2, 3)] == [18, 11, 4]
    winter.ok('whatif start "level first"')
    answer = winter('ruling cold_order level-first --at day-1 --reason "vote" --whatif "level first"')
    assert answer["kind"] == "planned"
    ripple = answer["data"]["ripple"]
    # Four hours of three nights; and the last healing, which woke her (11 - 12 = -1), wakes nobody now.
    assert {row["what"]: row["entries"] for row in ripple["follows"]} == {"cold.bitten": 12, "body.healed": 1}
    assert ripple["undecided"] == []
    there = '--whatif "level first"'
    assert bites(winter) == [-3] * 12
    assert bites(winter, there) == [-2] * 12
    assert [hp(winter, f"day-{n}", there) for n in (1, 2, 3)] == [22, 19, 16]
    assert changed(winter.ok('diff book "level first"'), "Ada", "hp") == [(4, 16)]
    assert changed(winter.ok('diff book "level first" --on day-2'), "Ada", "hp") == [(11, 19)]
    assert winter.ok('diff book "whatif:level first" Ada') == {
        **winter.ok('diff book "level first" Ada'),
        "to": {**winter.ok('diff book "level first" Ada')["to"], "said": "whatif:level first"},
    }
    assert winter.ok("log") == book
    why = winter.ok(f"why Ada hp --on day-3 {there}")
    assert why["value"] == 16
    assert sum(Fraction(str(t["amount"])) for t in why["terms"] if not t["struck"]) == 16


def test_it_is_promoted_as_one_operation_and_undone_as_one(winter: Table) -> None:
    winter.ok('whatif start "level first"')
    winter.ok('ruling cold_order level-first --at day-1 --reason "vote" --whatif "level first"')
    winter.ok('whatif promote "level first"')
    assert [hp(winter, f"day-{n}") for n in (1, 2, 3)] == [22, 19, 16]
    winter.ok("undo")
    assert [hp(winter, f"day-{n}") for n in (1, 2, 3)] == [18, 11, 4]
    assert winter.ok("whatif list")["whatifs"] == []


def test_it_is_dropped_and_nothing_was(winter: Table) -> None:
    head = winter("log")["basis"]["head"]
    winter.ok('whatif start "level first"')
    winter.ok('ruling cold_order level-first --at day-2 --reason "vote" --whatif "level first"')
    there = '--whatif "level first"'
    assert [hp(winter, f"day-{n}", there) for n in (1, 2, 3)] == [18, 15, 12]  # from the second night on
    winter.ok('whatif drop "level first"')
    assert winter("log")["basis"]["head"] == head


def test_a_reading_adopted_late_in_the_book_itself_ripples_alike(winter: Table) -> None:
    winter.ok('ruling cold_order level-first --at day-1 --reason "vote"')
    assert bites(winter) == [-2] * 12
    assert hp(winter, "day-3") == 16


# -- another edition: one row differs

HUNGRY = """
name = "second edition"
[[race]]
name = "human"
food_per_day = 2
"""


def test_the_same_history_under_an_edition_in_which_a_human_eats_twice_as_much(winter: Table) -> None:
    """Three suppers of one food: 30 - 3 = 27. In the second edition of two: 30 - 6 = 24. It holds from the joining on."""
    units = winter.ok("larder Cave")["units"]
    assert units == 27
    winter.ok('whatif start second --reason "the second edition"')
    file = edition(winter, HUNGRY)
    answer = winter(f'house {file} --at day-1 --reason "the second edition" --whatif second')
    assert answer["kind"] == "finding"  # the joining posts other numbers: somebody has to say so
    assert [row["now"]["tag"] for row in answer["data"]["ripple"]["differs"]] == ["character.joined"]
    winter.ok(f'house {file} --at day-1 --reason "the second edition" --whatif second --accept all')
    assert winter.ok("larder Cave --whatif second")["units"] == 24
    assert winter.ok("larder Cave")["units"] == 27
    assert winter.ok("sheet Ada --whatif second")["food_per_day"] == 2
    data = winter.ok("diff book second")
    assert changed(data, "Ada", "food_per_day") == [(1, 2)]
    assert changed(data, "Ada", "food") == [(27, 24)]
    assert winter("sheet Ada --whatif second")["basis"]["house"] == ["second edition"]
    assert winter("sheet Ada")["basis"]["house"] == []


def test_the_edition_needs_its_file_no_more_and_is_promoted_with_what_it_moved(winter: Table) -> None:
    winter.ok("whatif start second")
    file = edition(winter, HUNGRY)
    winter.ok(f'house {file} --at day-1 --reason "the second edition" --whatif second --accept all')
    (winter.folder / "second.toml").unlink()
    winter.desk.close()
    assert winter.ok("larder Cave --whatif second")["units"] == 24
    winter.ok("whatif promote second")
    assert winter.ok("larder Cave")["units"] == 24
    winter.ok("undo")
    assert winter.ok("larder Cave")["units"] == 27


def test_an_edition_adopted_on_the_second_day_leaves_the_first_and_asks_what_was_made_since(table: Table) -> None:
    """A spear takes one sub-task of six (bushcraft 6 - tool...): what is a row of the edition counts from its moment on."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        'join Ivo --race dwarf --body 4 --mind 6 --presence 5 --time "bushcraft 6" --in Oakwood',
        'gm give Ivo 9 food --reason "wreck"', "bushcraft Ivo torch", "clock day-2", "bushcraft Ivo torch", "clock day-3",
    )  # fmt: skip
    hours = """
name = "second edition"
[[thing]]
name = "torch"
ways = []
"""
    table.ok("whatif start second")
    answer = table(f'house {edition(table, hours)} --at day-2 --reason "x" --whatif second')
    refused = answer["data"]["ripple"]["refused"]
    deed = table.ok("log --tag bushcraft.made")["entries"][-1]["deed"]
    assert [row["position"] for row in refused] == [deed]
    table.ok(f'house {edition(table, hours)} --at day-2 --reason "x" --whatif second --accept all')
    assert len(table.ok("log --tag bushcraft.made --whatif second")["entries"]) == 1
    assert len(table.ok("log --tag bushcraft.made")["entries"]) == 2


def test_a_rule_entered_late_stands_before_the_commands_of_its_moment(winter: Table) -> None:
    """README, Decisions: what is adopted as of day 1 holds for all that was done at its dawn; the opening alone is before it."""
    winter.ok('ruling hp_on_levelup rises-by-gain --at day-1 --reason "vote"')
    [*_, entry] = winter.ok("log --tag ruling.adopted")["entries"]
    assert entry["behind"] == 1
    order = [e["tag"] for e in winter.ok("log")["entries"]]
    assert order[:4] == ["book.opened", "camp.made", "ruling.adopted", "place.declared"]
    winter.ok('ruling overload refuse --at day-1 --reason "vote"')
    assert [e["facts"]["name"] for e in winter.ok("log --tag ruling.adopted")["entries"]] == ["hp_on_levelup", "overload"]
    winter.ok('ruling passive_anchor calendar-months --reason "vote"')  # at the clock: behind what was done there
    assert winter.ok("log")["entries"][-1]["facts"]["name"] == "passive_anchor"


def test_worlds_are_spelt_as_a_basis_spells_them(winter: Table) -> None:
    winter.ok('rollback --to day-2 --reason "x"')
    assert winter.ok("diff branch:branch-1 book")["from"]["world"] == "branch:branch-1"
    winter.usage("diff book whatif:nope")
    winter.usage("diff book branch:nope")

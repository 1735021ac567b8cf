"""Logging: seed lines 2149 to 2173."""

from typing import Any

import pytest

from tests.conftest import Table


def logger(level: int) -> str:
    skills = f' --skills "logging {level}, bushcraft 1"'
    return f"npc Ivo --race human --body 5 --mind 12 --reflex 3 --presence 3 --aura 3{skills} --in Oakwood"


@pytest.fixture
def wood(table: Table) -> Table:
    table.ok("declare zone Oakwood --miles 15")
    return table


def give(table: Table, things: str) -> None:
    table.ok(f'gm give Ivo {things} --reason "found"')


def beams(entry: dict[str, Any]) -> Any:
    return sum(p["quantity"] for p in entry["postings"] if p["kind"] == "gained" and p["item"] == "beam")


TOOLS = [("logging toolkit", "crude"), ("basic logging toolkit", "basic"), ("logging workshop", "workshop")]
TABLE = [
    (0, (1, 2, 4)), (1, (2, 4, 8)), (2, (3, 6, 12)), (3, (4, 8, 16)), (4, (5, 10, 20)), (5, (6, 12, 24)),
    (6, (7, 14, 28)), (7, (8, 16, 32)), (8, (9, 18, 36)), (9, (10, 20, 40)), (10, (11, 22, 44)), (11, (12, 24, 48)),
    (12, (13, 26, 52)),
]  # fmt: skip


@pytest.mark.parametrize(("level", "row"), TABLE)
def test_beams_are_one_more_than_the_level_times_the_tool(wood: Table, level: int, row: tuple[int, ...]) -> None:
    """EOS-LOG-02 (2151 to 2163): the thirteen printed rows, all three columns; also without the skill."""
    wood.ok(logger(level))
    for day, ((kit, tool), many) in enumerate(zip(TOOLS, row, strict=True), start=1):
        give(wood, kit)
        task, felled = wood.entries("fell Ivo --in Oakwood")
        assert [task["tag"], felled["tag"], felled["rule"]] == ["task.spent", "fell.harvested", "EOS-LOG-02"]
        assert (felled["facts"]["tool"], beams(felled), felled["cause"]) == (tool, many, task["position"])
        wood.ok(f"clock day-{day + 1}")


def test_nobody_fells_without_tools(wood: Table) -> None:
    """EOS-LOG-01 (2165): at least a crude kit."""
    wood.ok(logger(3))
    wood.refused("fell Ivo", "EOS-LOG-01")
    assert beams(wood.entries('fell Ivo --overrule "a hand axe"')[1]) == 4


def test_the_gm_counts_the_trees_and_they_run_out(wood: Table) -> None:
    """EOS-LOG-03 (2171): ten trees, six a task: six, then four, then none; they do not grow again."""
    wood.all(logger(2), "declare zone Oakwood --trees 10")
    give(wood, "basic logging toolkit")
    assert wood.ok("zone Oakwood")["trees_left"] == 10
    assert [beams(e) for e in wood.entries("fell Ivo --tasks 2") if e["tag"] == "fell.harvested"] == [6, 4]
    assert wood.ok("zone Oakwood")["trees_left"] == 0
    wood.ok("clock day-400")
    assert wood.refused("fell Ivo", "EOS-LOG-03")["state"] == "0 trees"


def test_uncounted_trees_never_run_out(wood: Table) -> None:
    """EOS-LOG-03: where the GM counted none, `trees_left` is unknown."""
    wood.ok(logger(2))
    give(wood, "logging toolkit")
    assert beams(wood.entries("fell Ivo")[1]) == 3
    assert wood.ok("zone Oakwood")["trees_left"] is None


def test_a_beam_is_seven_days_of_fire(wood: Table) -> None:
    """EOS-LOG-04 (2169): one of the three beams felled burns from day 1 to day 8."""
    wood.ok(logger(2))
    give(wood, "logging toolkit")
    wood.all("fell Ivo", 'light Ivo fire --using "1 beam"')
    assert wood.ok("site Oakwood")["fire_days"] == 7
    assert {t["item"]: t["quantity"] for t in wood.ok("stock Ivo")["things"]}["beam"] == 2
    wood.ok("clock day-8")
    assert wood.ok("site Oakwood")["fire_lit"] is False

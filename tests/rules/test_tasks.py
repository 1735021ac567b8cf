"""Daily tasks: two a day, mixed or repeated, a third by a cook (seed 285 to 289, 1937)."""

import pytest

from tests.conftest import Table

MARA = "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 2 --in Oakwood"


@pytest.fixture
def camp(table: Table) -> Table:
    table.all("declare zone Oakwood --miles 15", MARA)
    return table


def test_work_that_no_rule_covers_spends_a_task(camp: Table) -> None:
    """EOS-DAY-01, EOS-CAL-01: a task of its own, named by its words."""
    [entry] = camp.entries('task Mara "stands guard"')
    assert (entry["tag"], entry["who"], entry["place"], entry["rule"]) == (
        "task.spent",
        "Mara",
        "Oakwood",
        "EOS-DAY-01",
    )
    assert entry["facts"] == {"task": "stands guard", "day": 1, "nth": 1}


@pytest.mark.parametrize("second", ["bowyer", "travel", "metalworks"])
def test_two_tasks_may_be_mixed_or_repeated(camp: Table, second: str) -> None:
    """EOS-DAY-02 (line 285): metalworks and bowyer, metalworks and travel; nothing forbids one skill twice."""
    camp.all("task Mara metalworks", f"task Mara {second}")
    assert camp.ok("day")["people"][0]["tasks"] == ["metalworks", second]


def test_a_third_task_is_refused_and_tasks_do_not_carry_over(camp: Table) -> None:
    """EOS-DAY-01, EOS-DAY-03: two a day; what is free (giving, wearing) asks for none."""
    camp.all('task Mara "stands guard" --tasks 2', "gm give Mara 9 food --reason found", "give Mara food --to Oakwood")
    no = camp.refused('task Mara "stands guard"', "EOS-DAY-01")
    assert (no["thing"], no["state"]) == ("Mara", "2 of 2 tasks used")
    camp.all("camp", "camp")
    assert camp.ok("day")["people"][0]["left"] == 2
    camp.usage('task Mara "stands guard" --tasks 0')
    camp.refused('task Mara "stands guard" --tasks 3', "EOS-DAY-01")


def test_who_lies_unconscious_works_on_nothing(camp: Table) -> None:
    """EOS-STAT-07: at 0 hit points and below."""
    camp.all("gm harm Mara 25 --kind wound --reason dice")
    camp.refused('task Mara "stands guard"', "EOS-STAT-07")

"""Lockpicking: seed lines 2090 to 2112."""

from typing import Any

import pytest

from tests.conftest import Table


@pytest.fixture
def cellar(table: Table) -> Table:
    """Pip (lockpicking 3, presence 4) before a lock of tier 4, whose number is 24."""
    table.all(
        "declare zone Oakwood --miles 15",
        'declare lock "cellar lock" --tier 4 --in Oakwood',
        'npc Pip --race human --body 3 --mind 6 --reflex 6 --presence 4 --aura 6 --skills "lockpicking 3" --in Oakwood',
        'gm give Pip basic lockpicking toolkit --reason "hers"',
    )
    return table


def tries(entries: list[dict[str, Any]]) -> list[tuple[Any, Any, Any]]:
    return [
        (e["facts"]["nth"], e["roll"]["margin"], e["facts"]["minutes"]) for e in entries if e["tag"] == "pick.rolled"
    ]


def day(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = table.ok("day")["people"][0]
    return found


def test_a_lock_is_tried_hour_after_hour_until_it_opens(cellar: Table) -> None:
    """EOS-LPICK-02, EOS-LPICK-03 (2094 to 2098): 3 + 4 + die against 24: 4 and 17 fail (a tie too), 19 is 2 over:
    50 minutes.
    """
    entries = cellar.entries("pick Pip cellar-lock --rolled 4/17/19")
    assert [e["tag"] for e in entries] == ["pick.rolled", "pick.rolled", "pick.rolled", "lock.opened"]
    assert [e["cause"] for e in entries] == [None, None, None, entries[2]["position"]]
    assert entries[0]["roll"]["plus"] == [{"name": "lockpicking", "value": 3}, {"name": "presence", "value": 4}]
    assert (entries[0]["rule"], entries[0]["roll"]["target"]) == ("EOS-LPICK-02", 24)
    assert tries(entries) == [(1, -13, 60), (2, 0, 60), (3, 2, 50)]
    assert cellar.refused("pick Pip cellar-lock --rolled 4")["state"] == "open"
    assert (day(cellar)["picks"], day(cellar)["used"]) == (3, 0)


@pytest.mark.parametrize(
    ("tier", "margin", "minutes"), [(6, 1, 55), (5, 2, 50), (1, 6, 30), (4, 3, 45), (4, 0, 60), (4, -3, 60)]
)
def test_each_number_over_takes_five_minutes_off(cellar: Table, tier: int, margin: int, minutes: int) -> None:
    """EOS-LPICK-03: 60 - 5 x margin on success, the whole hour on failure (lock_tn: tier + 20)."""
    cellar.ok(f"declare lock cellar-lock --tier {tier}")
    entries = cellar.entries(f"pick Pip cellar-lock --rolled {margin + tier + 20 - 7}")
    assert tries(entries) == [(1, margin, minutes)]


def test_more_than_twelve_over_is_a_matter_of_seconds(cellar: Table) -> None:
    """EOS-LPICK-03 (2098): 20 + 7 = 27 against 14 is 13 over."""
    entries = cellar.entries('pick Pip cellar-lock --target 14 --rolled 20 --reason "rusted through"')
    assert tries(entries) == [(1, 13, 0)]


@pytest.mark.parametrize("kit", [None, "lockpicking toolkit"])
def test_only_basic_tools_serve(table: Table, kit: str | None) -> None:
    """EOS-LPICK-01 (2090): none, or a crude one, is refused."""
    table.all(
        "declare zone Oakwood",
        'declare lock "cellar lock" --tier 4 --in Oakwood',
        'npc Pip --race human --body 3 --mind 6 --reflex 6 --presence 4 --aura 6 --skills "lockpicking 3" --in Oakwood',
    )
    if kit is not None:
        table("gm give Pip lockpicking toolkit --reason hers")
    assert table.refused("pick Pip cellar-lock --rolled 19", "EOS-LPICK-01")["state"] == "without basic tools"


def test_ten_tries_are_a_day_s(cellar: Table) -> None:
    """EOS-LPICK-04, EOS-LPICK-05 (2096): ten hours are both tasks; the eleventh try is refused, the next day begins
    anew.
    """
    entries = cellar.entries("pick Pip cellar-lock --rolled 1/1/1/1/1/1/1/1/1/1")
    assert [e["tag"] for e in entries].count("pick.rolled") == 10
    tasks = [e for e in entries if e["tag"] == "task.spent"]
    assert [(e["rule"], e["facts"]["nth"]) for e in tasks] == [("EOS-LPICK-05", 1), ("EOS-LPICK-05", 2)]
    assert [entries.index(e) for e in tasks] == [5, 11]
    assert (day(cellar)["picks"], day(cellar)["left"]) == (10, 0)
    cellar.refused("pick Pip cellar-lock --rolled 20", "EOS-LPICK-04")
    cellar.ok("clock day-2")
    cellar.ok("pick Pip cellar-lock --rolled 20")


def test_five_hours_cost_a_task_and_shorter_ones_do_not(cellar: Table) -> None:
    """EOS-LPICK-05: four hours and one of 50 minutes are 290 minutes: no task."""
    entries = cellar.entries("pick Pip cellar-lock --rolled 1/1/1/1/19")
    assert "task.spent" not in [e["tag"] for e in entries]


@pytest.mark.parametrize(("choice", "refused"), [("refuse", True), ("nothing-to-lose", False)])
def test_hours_beyond_the_tasks_of_the_day(cellar: Table, choice: str, refused: bool) -> None:
    """EOS-LPICK-05, ruling pick_budget: with both tasks worked the fifth hour is refused, or has nothing to lose."""
    cellar.all(f'ruling pick_budget {choice} --reason "vote"', 'task Pip "stands guard" --tasks 2')
    cellar.ok("pick Pip cellar-lock --rolled 1/1/1/1")
    if refused:
        cellar.refused("pick Pip cellar-lock --rolled 1", "EOS-LPICK-05")
    else:
        assert cellar.tags("pick Pip cellar-lock --rolled 1") == ["pick.rolled"]


def test_hours_may_be_said_and_end_when_it_opens(cellar: Table) -> None:
    """EOS-LPICK-02: `--hours 3` are up to three tries; a die behind the one that opens it is one too many."""
    cellar.usage("pick Pip cellar-lock --rolled 20/4")
    assert len(tries(cellar.entries("pick Pip cellar-lock --hours 3 --rolled 4/4/4"))) == 3
    cellar.usage("pick Pip cellar-lock --hours 0")


def test_what_is_no_lock_or_hangs_elsewhere_is_not_picked(cellar: Table) -> None:
    """EOS-LPICK-02: the world lacks it."""
    cellar.all("declare zone Ford", 'declare lock "gate lock" --tier 1 --in Ford')
    assert cellar.refused("pick Pip Ford --rolled 20")["state"] == "zone"
    assert cellar.refused("pick Pip gate-lock --rolled 20")["state"] == "in Oakwood"


def test_the_table_printed_in_this_section_is_farming_s(cellar: Table) -> None:
    """EOS-LPICK-06 (2100 to 2112): `rules` names it as an error of the print; nothing is multiplied by a tool here."""
    assert "Typesetting error" in str(cellar.ok("rules EOS-LPICK-06")["rows"])

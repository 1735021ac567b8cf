"""Tents: pitched they house people, and wear by the days they stand (seed 2497 to 2510)."""

from typing import Any

import pytest

from tests.conftest import Table
from tests.rules.test_containers import give, person, piece


@pytest.fixture
def camp(table: Table) -> Table:
    """Mara, Ivo and a tent of T3 for two."""
    table.all("declare zone Oakwood --miles 15", person(), person("Ivo"))
    give(table, "T3 tent for 2")
    return table


def test_a_tent_is_pitched_where_somebody_is_and_houses_so_many(camp: Table) -> None:
    """EOS-TENT-01, EOS-TENT-02: shelter for two of three, in the order of joining; the third has the whole cold."""
    camp.ok(person("Pip"))
    [entry] = camp.entries("pitch Mara tent")
    tent = entry["facts"]["tent"]
    assert (entry["tag"], entry["place"], entry["facts"]["persons"]) == ("tent.pitched", "Oakwood", 2)
    assert camp.ok("site Oakwood")["tents"] == [tent]
    camp.all("weather --cold 4 --in Oakwood", "camp --hours 1")
    assert [camp.ok(f"sheet {who}")["max_hp"] for who in ("Mara", "Ivo", "Pip")] == [24, 24, 24]
    bitten = {e["who"]: -e["postings"][0]["to"] + e["postings"][0]["from"] for e in log(camp, "cold.bitten")}
    assert bitten == {"Mara": 2, "Ivo": 2, "Pip": 4}


def log(table: Table, tag: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.ok(f"log --tag {tag}")["entries"]
    return found


def test_a_large_creature_takes_the_room_of_its_tiles(camp: Table) -> None:
    """EOS-TENT-01: made for medium ones; a larger one by its tiles."""
    camp.ok(person("Hog", "warhog"))
    give(camp, "T2 tent for 4", "Hog")
    camp.all("pitch Hog tent", "weather --cold 2 --in Oakwood")
    tiles = camp.ok("sheet Hog")["tiles"]
    assert tiles == 4
    camp.ok("camp --hours 1")
    assert {e["who"]: e["postings"][0]["from"] - e["postings"][0]["to"] for e in log(camp, "cold.bitten")} == {
        "Mara": 1,
        "Ivo": 1,
        "Hog": 2,
    }


def test_a_tent_wears_by_the_days_it_stands(camp: Table) -> None:
    """EOS-TENT-03 (ruling tent_clock: days-in-use): a tier in thirty days of use, folded up none."""
    camp.ok("pitch Mara tent")
    camp.ok("clock +20d")
    [entry] = camp.entries("stow Mara tent")
    assert (entry["tag"], entry["rule"]) == ("goods.stowed", "EOS-TENT-03")
    camp.ok("clock +60d")
    assert piece(camp, "tent")["tier"] == 3
    assert piece(camp, "tent")["next_loss"] is None
    camp.ok("pitch Mara tent")
    [loss] = [d for d in camp.ok("due Oakwood")["due"] if d["kind"] == "tent"]
    assert (loss["quantity"], loss["date"]) == (2, "day 91 06:00")


def test_the_months_of_the_calendar_may_count_instead(camp: Table) -> None:
    """EOS-TENT-03 (ruling tent_clock: calendar-months): pitched on day 20, a tier goes with the month."""
    camp.all(
        'ruling tent_clock calendar-months --reason "vote"',
        "clock +19d",
        "pitch Mara tent",
        "clock +11d",
        "stow Mara tent",
    )
    assert piece(camp, "tent")["tier"] == 2


def test_a_tent_is_mended_while_there_is_something_of_it(camp: Table) -> None:
    """EOS-TENT-04: the days in use count anew; at T0 it is destroyed and shelters nobody (EOS-TENT-02)."""
    camp.ok('npc Mara --skills "tailor 1"')
    give(camp, "tailor toolkit")
    camp.all("pitch Mara tent", "clock +45d", "repair Mara tent", "stow Mara tent")
    assert piece(camp, "tent")["tier"] == 3
    camp.all("pitch Mara tent", "clock +90d")
    assert camp.ok("site Oakwood")["tents"] == []
    camp.refused("repair Mara tent", "EOS-TENT-04")
    camp.ok("stow Mara tent")
    camp.refused("pitch Mara tent")


def test_only_a_tent_is_pitched(camp: Table) -> None:
    camp.usage("pitch Mara cloak")
    camp.refused("pitch Ivo tent")
    camp.refused("pitch Mara T2 tent")

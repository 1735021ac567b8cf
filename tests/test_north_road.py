"""Four survivors, three days: the note of the README, played, and every answer that its table promises."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Table

NOTE = Path(__file__).parent.parent / "examples" / "north-road.md"


def lines_of(note: Path) -> list[str]:
    """What stands in the fences marked `campaign`."""
    fences = re.findall(r"^```campaign\n(.*?)^```", note.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [line for fence in fences for line in fence.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    table = Table(tmp_path_factory.mktemp("road"))
    for line in lines_of(NOTE):
        table.ok(line)
    yield table
    table.desk.close()


PARTY = ("Mara", "Ivo", "Pip", "Brandt")


def sheets(table: Table, key: str, on: str = "") -> list[Any]:
    return [table.ok(f"sheet {name} {on}")[key] for name in PARTY]


def things(table: Table, item: str) -> Any:
    """How many of an item the four and the wood have, together."""
    holders = (*PARTY, "Oakwood")
    return sum(t["quantity"] for h in holders for t in table.ok(f"stock {h}")["things"] if t["item"] == item)


def written(table: Table, tag: str, who: str) -> list[dict[str, Any]]:
    return [e for e in table.ok(f"log --tag {tag} --of {who}")["entries"] if e["tag"] == tag and e["who"] == who]


def gains(entry: dict[str, Any]) -> dict[str, Any]:
    return {p["item"]: p["quantity"] for p in entry["postings"] if p["kind"] == "gained"}


def test_the_maxima_of_four_races(road: Table) -> None:
    """EOS-CHAR-05: Body x level 1 + 20; a small one 15: 25, 24, 18, 26."""
    assert sheets(road, "max_hp") == [25, 24, 18, 26]


def test_maras_first_hunt(road: Table) -> None:
    """EOS-HUNT-04: 6 + 6 + 5 = 17 against 30 - 5 x 3 = 15: margin 2; the second, 15, ties and brings nothing home."""
    first, second = written(road, "hunt.rolled", "Mara")[:2]
    assert (first["roll"]["total"], first["roll"]["target"], first["roll"]["margin"]) == (17, 15, 2)
    assert (second["roll"]["total"], second["roll"]["won"]) == (15, False)
    harvest = written(road, "hunt.harvested", "Mara")[0]
    assert gains(harvest) == {"food": 10, "fat": 2, "bone": 2, "cloth fragment": 8}


def test_pips_traps_on_day_1(road: Table) -> None:
    """EOS-TRAP-02, EOS-TRAP-03: 4 + (6 + 3) + 9 = 22 against 20 - 4 = 16: margin 6."""
    rolled, harvest = written(road, "trap.rolled", "Pip")[0], written(road, "trap.harvested", "Pip")[0]
    assert (rolled["roll"]["total"], rolled["roll"]["target"]) == (22, 16)
    assert gains(harvest) == {"food": 6, "feather": 30, "cloth fragment": 6}


@pytest.mark.parametrize(("on", "units", "preserved"), [("--on day-1", 15.5, 0), ("--on day-2", 46, 2), ("", 56.5, 2)])
def test_the_larder_night_by_night(road: Table, on: str, units: float, preserved: int) -> None:
    """EOS-FOOD-07: 19 - 3.5; 15.5 - 1 for Mara + 20 + 10 + 4 - 2.5; 46 + 10 + 4 - 3.5."""
    larder = road.ok(f"larder Oakwood {on}")
    assert (larder["units"], larder["preserved"]) == (units, preserved)


@pytest.mark.parametrize(("on", "hunt", "trap"), [("--on day-2", 16, 17), ("--on day-3", 17, 17), ("", 18, 17)])
def test_the_zone_wears_by_one_after_a_day_of_success(road: Table, on: str, hunt: int, trap: int) -> None:
    """EOS-HUNT-05, EOS-TRAP-06: Pip's second day tied at 17."""
    zone = road.ok(f"zone Oakwood {on}")
    assert (zone["hunt_target"], zone["trap_target"]) == (hunt, trap)


def test_ivos_cooking_and_maras_three_tasks_on_day_2(road: Table) -> None:
    """EOS-COOK-02, EOS-DAY-04: 4 - 1 - 2 - 1 points, 2 preserved, 5 candles; 3 of 3 tasks."""
    day = road.ok("day 2")
    assert day["cook_points"] == {"Ivo": 0}
    assert next((p["used"], p["allowed"], p["left"]) for p in day["people"] if p["name"] == "Mara") == (3, 3, 0)
    assert (things(road, "preserved food"), things(road, "candle")) == (2, 5)


def test_the_cold_of_the_second_night_and_the_healing_after_it(road: Table) -> None:
    """EOS-ENV-06, EOS-STAT-06: eight hours of ceil((3 - 1) / 2) = 1 with a cloak, ceil(3 / 2) = 2 without."""
    assert sheets(road, "hp", '--on "day 2 05:57"') == [17, 16, 2, 26]
    assert sheets(road, "hp", "--on day-2") == [22, 20, 5, 26]


def test_the_third_night_by_fire_and_roof_with_a_medic(road: Table) -> None:
    """EOS-ENV-07, EOS-MED-02: no cold; Pip 5 + 3 x 1 x 2 + 3 = 14; no more than the maximum for the others."""
    assert sheets(road, "hp", "--on day-3") == [25, 24, 14, 26]


def test_what_is_left_at_the_end(road: Table) -> None:
    """2 days of fire - 1 of the last dawn; half a T1 cloth; fat 2 - 1 + 4 + 2 + 2; fragments 14 + 24 - 5 + 8."""
    assert road.ok("site Oakwood")["fire_days"] == 1
    assert road.ok("site Oakwood --on day-3")["fire_days"] == 2
    assert (things(road, "cloth"), things(road, "fat"), things(road, "cloth fragment")) == (0.5, 9, 41)

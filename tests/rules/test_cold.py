"""Cold: an hour of it takes its level, less what is worn, halved by roof or fire (seed 184 to 199)."""

from typing import Any

import pytest

from tests.conftest import Table

MARA = "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 2 --in Oakwood"
BRANDT = "join Brandt --race rock-troll --body 6 --mind 4 --reflex 4 --presence 4 --aura 6 --in Oakwood"
BRUK = "join Bruk --race neo-blackbear --body 5 --mind 4 --reflex 5 --presence 5 --aura 5 --in Oakwood"


@pytest.fixture
def wood(table: Table) -> Table:
    table.all("declare zone Oakwood --miles 15", MARA, "gm give Mara 9 food --reason found")
    return table


def lost(entries: list[dict[str, Any]], who: str = "Mara") -> list[int]:
    """Hit points that each hour of the cold took of somebody."""
    return [
        p["from"] - p["to"]
        for e in entries
        if e["tag"] == "cold.bitten" and e["who"] == who
        for p in e["postings"]
        if p["field"] == "hp"
    ]


def clothe(table: Table, tier: int) -> None:
    table.all(f"gm give Mara T{tier} clothing for Mara --reason found", "wear Mara clothing")


@pytest.mark.parametrize(("level", "clothing", "harm"), [(5, 5, 0), (12, 4, 8), (5, 0, 5), (3, 1, 2)])
def test_clothing_takes_its_tier_off_every_hour(wood: Table, level: int, clothing: int, harm: int) -> None:
    """EOS-ENV-03, EOS-ENV-02: lines 195 (5 - 5 = 0) and 2411 (12 - 4 = 8)."""
    wood.ok(f"weather --cold {level} --in Oakwood")
    if clothing:
        clothe(wood, clothing)
    assert lost(wood.entries("expose Mara --hours 1")) == ([harm] if harm else [])


def test_each_hour_and_person_that_the_cold_hurts_is_a_part_of_its_own(wood: Table) -> None:
    """EOS-ENV-02, EOS-RACE-ROCKTROLL-03: Mara three times, a Rock Troll's 15 keeps a 12 off."""
    wood.all("weather --cold 2 --in Oakwood", BRANDT)
    entries = wood.entries("expose Mara,Brandt --hours 3")
    assert [(e["tag"], e["who"], e["cause"]) for e in entries] == [("cold.bitten", "Mara", None)] * 3
    assert entries[0]["facts"] == {"level": 2, "protection": 0, "shelter": False, "fire": False}
    assert lost(entries) == [2, 2, 2]
    wood.all("weather --cold 17 --in Oakwood")
    assert lost(wood.entries("expose Brandt"), "Brandt") == [2]
    wood.usage("expose Mara --hours -1")
    wood.usage("expose Mara --by umbrella")


def test_cloaks_add_one_each_and_a_bedroll_twice_its_tier_at_rest_alone(wood: Table) -> None:
    """EOS-ENV-04, EOS-ENV-05: 9 - 1 clothing - 2 cloaks = 6 awake; - 4 of a T2 bedroll asleep = 2."""
    wood.all("weather --cold 9 --in Oakwood", "gm give Mara 2 cloak, T2 bedroll, T1 bedroll --reason found")
    clothe(wood, 1)
    wood.ok("wear Mara 2 cloak")
    assert lost(wood.entries("expose Mara --hours 1")) == [6]
    assert lost(wood.entries("camp")) == [2] * 8


def test_a_bedroll_of_another_size_keeps_nobody_warm(wood: Table) -> None:
    """EOS-ENV-05, EOS-SCALE-09 (line 238): made for a small creature, it leaves Mara the whole 3 of an hour."""
    wood.all(
        "npc Tib --race neo-tabby --body 1 --in Oakwood",
        "weather --cold 3 --in Oakwood",
        "gm give Mara T2 bedroll for Tib --reason found",
    )
    assert lost(wood.entries("camp --hours 2")) == [3, 3]


def test_fire_or_shelter_halves_upward_and_both_leave_nothing(wood: Table) -> None:
    """EOS-ENV-06, EOS-ENV-07, EOS-BUSH-09: (5 - 0) / 2 = 3 by one of them, none by both; who is outside has neither."""
    ivo = 'join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 5 --time "bushcraft 6" --in Oakwood'
    wood.all("weather --cold 5 --in Oakwood", ivo, "bushcraft Ivo shelter")
    assert lost(wood.entries("expose Mara --by shelter")) == [3]
    wood.refused("expose Mara --by fire", "EOS-BUSH-08")
    assert lost(wood.entries("camp --hours 1")) == [3]
    wood.all("bushcraft Ivo 3 fire")
    assert lost(wood.entries("expose Mara --by shelter,fire")) == []
    assert lost(wood.entries("expose Mara --by fire")) == [3]
    night = wood.entries("camp --hours 2 --outside Ivo")
    assert (lost(night), lost(night, "Ivo")) == ([], [5, 5])


def test_no_shelter_stands_where_none_was_built(wood: Table) -> None:
    """EOS-BUSH-11."""
    wood.all("weather --cold 5 --in Oakwood")
    wood.refused("expose Mara --by shelter", "EOS-BUSH-11")


@pytest.mark.parametrize(("choice", "harm"), [("clothing-first", 3), ("level-first", 2)])
def test_clothing_counts_before_the_halving_or_after_it(wood: Table, choice: str, harm: int) -> None:
    """EOS-ENV-06, ruling cold_order: level 7, clothing 2: ceil(5 / 2) = 3, or ceil(7 / 2) - 2 = 2."""
    if choice != "clothing-first":
        wood.ok(f"ruling cold_order {choice} --reason vote")
    wood.all(
        "declare site Cave --in Oakwood --shelter 2",
        "weather --cold 7 --in Oakwood",
        "gm place Mara --to Cave --reason x",
    )
    clothe(wood, 2)
    assert lost(wood.entries("expose Mara --by shelter")) == [harm]


@pytest.mark.parametrize(("choice", "hours"), [("whole-hours", 1), ("begun-hours", 2)])
def test_a_begun_hour_bites_or_does_not(wood: Table, choice: str, hours: int) -> None:
    """EOS-ENV-02, ruling partial_hour: an hour and a half."""
    if choice != "whole-hours":
        wood.ok(f"ruling partial_hour {choice} --reason vote")
    wood.ok("weather --cold 1 --in Oakwood")
    assert lost(wood.entries("expose Mara --hours 1.5")) == [1] * hours
    assert lost(wood.entries("camp --hours 1.5")) == [1] * hours


@pytest.mark.parametrize(("choice", "hours"), [("8-hours", 8), ("dusk-to-dawn", 12)])
def test_the_hours_of_a_night_that_bite(wood: Table, choice: str, hours: int) -> None:
    """EOS-ENV-02, ruling night_hours: eight before dawn, or from 18:00; the line may say another number."""
    if choice != "8-hours":
        wood.ok(f"ruling night_hours {choice} --reason vote")
    wood.ok("weather --cold 1 --in Oakwood")
    assert lost(wood.entries("camp")) == [1] * hours
    assert lost(wood.entries("camp --hours 3")) == [1] * 3
    assert lost(wood.entries("camp")) == [1] * hours


def test_the_night_has_a_cold_of_its_own_and_weather_ends_when_it_was_said_to(wood: Table) -> None:
    """EOS-ENV-01: 1 by day, 3 by night, until midnight: two hours of it."""
    wood.ok('weather --cold 1 --night 3 --in Oakwood --until "day 1 00:00"')
    assert lost(wood.entries("expose Mara")) == [1]
    assert lost(wood.entries("camp")) == [3, 3]


def test_a_bear_asleep_is_its_own_fire_and_on_watch_it_is_not(wood: Table) -> None:
    """EOS-RACE-BEAR-05, EOS-RACE-BLACKBEAR-03, EOS-BUSH-09: ceil(3 / 2) = 2, on watch 3; awake in the open 3."""
    wood.all("weather --cold 3 --in Oakwood", BRUK)
    assert lost(wood.entries("expose Bruk"), "Bruk") == [3]
    assert lost(wood.entries("camp --hours 1"), "Bruk") == [2]
    assert lost(wood.entries("camp --hours 1 --outside Bruk"), "Bruk") == [3]


def test_cold_can_kill_and_then_it_bites_no_more(wood: Table) -> None:
    """EOS-ENV-09, EOS-STAT-07: 25 hit points, 13 an hour: unconscious after two, dead at -27 after four."""
    wood.ok("weather --cold 13 --in Oakwood")
    entries = wood.entries("expose Mara --hours 6")
    assert [(e["tag"], e["facts"].get("after")) for e in entries] == [
        ("cold.bitten", None),
        ("cold.bitten", None),
        ("state.changed", "unconscious"),
        ("cold.bitten", None),
        ("cold.bitten", None),
        ("state.changed", "dead"),
    ]
    assert table_state(wood) == ("dead", -27)
    assert lost(wood.entries("camp")) == []


def table_state(table: Table) -> tuple[str, int]:
    sheet = table.ok("sheet Mara")
    return sheet["state"], sheet["hp"]


def test_the_gms_figures_feel_the_cold_though_they_do_not_eat(wood: Table) -> None:
    """EOS-ENV-02: cold is asked of everyone; COMMANDS 3.2."""
    wood.all("weather --cold 1 --in Oakwood", "npc wolf --size 1x1 --move 6 --hp 40 --in Oakwood")
    night = wood.entries("camp --hours 1")
    assert lost(night, "wolf") == [1]
    assert [e["who"] for e in night if e["tag"] == "meal.eaten"] == ["Mara"]

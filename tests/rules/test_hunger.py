"""Hunger: percent by food and work, added up, and paid back (seed 203 to 223)."""

from typing import Any

import pytest

from tests.conftest import Table

MARA = "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 2 --in Oakwood"
HOB = "npc Hob --size 1x1 --hp 100 --fed --in Oakwood"


@pytest.fixture
def wood(table: Table) -> Table:
    """Hob has 100 hit points and no Body: what hunger takes is seen alone."""
    table.all("declare zone Oakwood --miles 15", HOB, "gm give Hob 90 preserved food --reason stores")
    return table


def live(table: Table, ration: str, tasks: int, more: str = "") -> list[dict[str, Any]]:
    """A day of Hob's: so much food, so much work."""
    table.ok(f"meal Hob {ration}")
    if tasks:
        table.ok(f'task Hob "digs" --tasks {tasks}')
    return [e for e in table.entries(f"camp {more}") if e["tag"] in ("hunger.changed", "state.changed")]


def hunger(table: Table) -> Any:
    return table.ok("sheet Hob")["hunger"]


def test_the_percentages_add_up(wood: Table) -> None:
    """EOS-STARV-04, EOS-STARV-01, EOS-STARV-02 (line 213): none, none, half at full work: 20 + 20 + 10 = 50."""
    [first] = live(wood, "none", 2)
    assert (first["who"], first["rule"], first["date"]) == ("Hob", "EOS-STARV-01", "day 1 05:58")
    assert first["facts"] == {"day": 1, "ration": "none", "work": "full", "eaten": 0, "need": 1, "told": False}
    live(wood, "none", 2)
    live(wood, "half", 2)
    sheet = wood.ok("sheet Hob")
    assert (sheet["hunger"], sheet["adjusted_max_hp"], sheet["hp"], sheet["max_hp"]) == (50, 50, 50, 100)


@pytest.mark.parametrize(
    ("ration", "tasks", "days", "rule"),
    [
        ("none", 2, 5, "EOS-STARV-01"),
        ("half", 2, 10, "EOS-STARV-02"),
        ("half", 1, 20, "EOS-STARV-03"),
    ],
)
def test_how_long_somebody_starves(wood: Table, ration: str, tasks: int, days: int, rule: str) -> None:
    """EOS-STARV-01, EOS-STARV-02, EOS-STARV-03 (lines 205 to 209), EOS-STARV-05: five, ten, twenty days, then death."""
    for _ in range(days - 1):
        [entry] = live(wood, ration, tasks)
        assert entry["rule"] == rule
    assert wood.ok("sheet Hob")["state"] == "well"
    assert [e["tag"] for e in live(wood, ration, tasks)] == ["hunger.changed", "state.changed"]
    sheet = wood.ok("sheet Hob")
    assert (sheet["hunger"], sheet["state"]) == (100, "dead")


@pytest.mark.parametrize(
    ("tasks", "percent", "rule"),
    [
        (2, 5, "EOS-STARV-11"),
        (1, 10, "EOS-STARV-12"),
        (0, 20, "EOS-STARV-13"),
    ],
)
def test_full_rations_pay_hunger_back_by_the_work_done(wood: Table, tasks: int, percent: int, rule: str) -> None:
    """EOS-STARV-11, EOS-STARV-12, EOS-STARV-13, EOS-STARV-09 (lines 219 to 223): 5, 10 or 20; never below 0."""
    wood.ok("gm set Hob hunger 95 --reason test")
    [entry] = live(wood, "full", tasks)
    assert entry["rule"] == rule
    assert hunger(wood) == 95 - percent
    wood.ok("gm set Hob hunger 3 --reason test")
    live(wood, "full", tasks)
    assert hunger(wood) == 0
    assert live(wood, "full", tasks) == []


@pytest.mark.parametrize(("ration", "tasks", "halved"), [("none", 1, 10), ("none", 0, 5), ("half", 0, 2.5)])
def test_mixes_that_the_book_leaves_out_are_asked_told_or_halved(
    wood: Table, ration: str, tasks: int, halved: float
) -> None:
    """EOS-STARV-07, ruling starvation_gap: refused naming the day, the GM's own figure, or each step halved."""
    wood.ok(f"meal Hob {ration}")
    if tasks:
        wood.ok('task Hob "digs"')
    no = wood.refused("camp", "EOS-STARV-07")
    assert "day 1" in no["text"] and "camp --hunger Hob=10" in no["help"]
    [told] = [e for e in wood.entries("camp --hunger Hob=7") if e["tag"] == "hunger.changed"]
    assert (told["facts"]["told"], hunger(wood)) == (True, 7)
    wood.ok("ruling starvation_gap halve --reason vote")
    live(wood, ration, tasks)
    assert hunger(wood) == 7 + halved


def test_what_the_gm_tells_stands_only_where_the_book_has_no_figure(wood: Table) -> None:
    """EOS-STARV-07: two days of half rations at full work are 10 each."""
    live(wood, "half", 2, "--hunger Hob=1")
    assert hunger(wood) == 10


@pytest.mark.parametrize(
    ("food", "ration"), [("0.5", "half"), ("0.75", "half"), ("0.25", "none"), ("1", "full"), ("2", "full")]
)
def test_rations_are_measured_against_the_eaters_size(wood: Table, food: str, ration: str) -> None:
    """EOS-STARV-08, ruling ration_band: a quarter counts as none, three quarters as half."""
    [meal] = wood.entries(f"meal Hob {food} preserved food")
    assert meal["facts"]["ration"] == ration
    wood.all("ruling ration_band ask --reason vote", 'task Hob "digs" --tasks 2')
    if food in ("0.75", "0.25"):
        wood.refused("camp", "EOS-STARV-07")
    else:
        wood.ok("camp")


def test_hit_points_are_cut_to_what_hunger_leaves_and_do_not_come_back_with_it(table: Table) -> None:
    """EOS-STARV-10, EOS-DOWN-06, rulings clamp_hp and starvation_rounding: 25 less 30 percent is 17.5."""
    table.all("declare zone Oakwood --miles 15", MARA, "gm give Mara 9 preserved food --reason x")
    table.ok("gm set Mara hunger 30 --reason test")
    sheet = table.ok("sheet Mara")
    assert (sheet["adjusted_max_hp"], sheet["hp"]) == (17.5, 17.5)
    table.ok("camp")
    sheet = table.ok("sheet Mara")
    assert (sheet["hunger"], sheet["adjusted_max_hp"], sheet["hp"]) == (10, 22.5, 22.5)


def test_a_floor_cuts_the_fraction_off(table: Table) -> None:
    """EOS-STARV-04, ruling starvation_rounding: 17.5 is 17."""
    table.all("declare zone Oakwood --miles 15", MARA, "ruling starvation_rounding floor --reason vote")
    table.ok("gm set Mara hunger 30 --reason test")
    assert table.ok("sheet Mara")["adjusted_max_hp"] == 17


@pytest.mark.parametrize(("choice", "hp"), [("clamp", 80), ("clamp-and-restore", 100)])
def test_what_hunger_cut_off_comes_back_only_by_ruling(wood: Table, choice: str, hp: int) -> None:
    """EOS-STARV-10, ruling clamp_hp: 100, cut to 80 by 20 percent; a day of full food without work pays 20 back."""
    if choice != "clamp":
        wood.ok(f"ruling clamp_hp {choice} --reason vote")
    live(wood, "none", 2)
    live(wood, "full", 0)
    assert (wood.ok("sheet Hob")["hunger"], wood.ok("sheet Hob")["hp"]) == (0, hp)


def test_hunger_may_reach_who_lies_unconscious(wood: Table) -> None:
    """EOS-STARV-06 (line 215): at -70 of 100; 20 percent leave 80, 20 more leave 60, and -70 is below -60."""
    wood.all("gm harm Hob 170 --kind wound --reason dice")
    [changed] = live(wood, "none", 0, "--hunger Hob=20")
    assert wood.ok("sheet Hob")["state"] == "unconscious"
    hungry, died = live(wood, "none", 0, "--hunger Hob=20")
    assert (changed["tag"], hungry["tag"], died["tag"], died["cause"]) == (
        "hunger.changed",
        "hunger.changed",
        "state.changed",
        hungry["position"],
    )
    sheet = wood.ok("sheet Hob")
    assert (sheet["hp"], sheet["adjusted_max_hp"], sheet["state"]) == (-70, 60, "dead")


def test_death_comes_nearer_with_hunger(wood: Table) -> None:
    """EOS-STARV-06: at 50 percent of 100 death is at -50."""
    wood.all("gm set Hob hunger 50 --reason test", "gm harm Hob 99 --kind wound --reason dice")
    assert wood.ok("sheet Hob")["state"] == "unconscious"
    wood.all("gm harm Hob 1 --kind wound --reason dice")
    assert wood.ok("sheet Hob")["state"] == "dead"


def test_the_gms_figures_hunger_only_where_they_are_fed(table: Table) -> None:
    """EOS-FOOD-05, ruling npc_upkeep: a wolf's board is the GM's, unless it is entered --fed or the table rules so."""
    table.all("declare zone Oakwood --miles 15", "npc wolf --size 1x1 --hp 40 --in Oakwood")
    assert table.tags("camp") == ["camp.made", "day.closed"]
    table.ok("ruling npc_upkeep like-characters --reason vote")
    table.refused("camp", "EOS-STARV-07")


def test_who_joins_after_supper_is_asked_from_the_next_day_on(table: Table) -> None:
    """EOS-CAL-06: there was no meal for them to miss."""
    table.all("declare zone Oakwood --miles 15", "clock 21:00", MARA)
    assert table.tags("camp") == ["camp.made", "day.closed"]
    table.refused("camp", "EOS-STARV-07")


def test_the_line_that_would_help_names_everybody_whose_day_is_open(wood: Table) -> None:
    """EOS-STARV-07: who has been told a figure keeps it; two others are asked for in the same line, and it can be typed."""
    wood.all("npc Bod --size 1x1 --hp 100 --fed --in Oakwood", "npc Dob --size 1x1 --hp 100 --fed --in Oakwood")
    wood.all("meal Hob half", "meal Bod none", "meal Dob none")
    no = wood.refused("camp --hunger Bod=7", "EOS-STARV-07")
    [line] = [line for line in no["help"] if line.startswith("camp --hunger ")]
    assert sorted(line.removeprefix("camp --hunger ").split(",")) == ["Bod=7", "Dob=10", "Hob=10"]
    wood.ok(line)
    assert [wood.ok(f"sheet {who}")["hunger"] for who in ("Bod", "Dob", "Hob")] == [7, 10, 10]

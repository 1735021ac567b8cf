"""Meals: one larder to a place, what spoils first is eaten first (seed 87, 293 to 303, 972 to 980, 1181, 1934)."""

from typing import Any

import pytest

from tests.conftest import Table

STATS = "--body 5 --mind 5 --reflex 4 --presence 5 --aura 5 --in Oakwood"
MARA = f"join Mara --race human {STATS}"
IVO = f"join Ivo --race dwarf {STATS}"
PIP = "join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 5 --in Oakwood"
RAT = "join Ratz --race neo-rat --body 5 --mind 4 --reflex 5 --presence 5 --aura 5 --in Oakwood"
BRUK = "join Bruk --race neo-bear --body 5 --mind 4 --reflex 5 --presence 5 --aura 5 --in Oakwood"
BONGO = "join Bongo --race neo-ape --body 5 --mind 4 --reflex 5 --presence 5 --aura 5 --in Oakwood"
MINDLESS = "npc Ox --size 1x1 --hp 40 --mind 0 --fed --in Oakwood"


@pytest.fixture
def wood(table: Table) -> Table:
    table.all("declare zone Oakwood --miles 15")
    return table


def give(table: Table, holder: str, things: str) -> None:
    table.ok(f"gm give {holder} {things} --reason found")


def eaten(entries: list[dict[str, Any]]) -> list[tuple[str, str, list[tuple[str, Any]]]]:
    """Who ate which ration, out of which lots."""
    return [
        (e["who"], e["facts"]["ration"], [(p["lot"], p["quantity"]) for p in e["postings"] if p["kind"] == "spent"])
        for e in entries
        if e["tag"] == "meal.eaten"
    ]


def lots(table: Table, on: str = "") -> list[tuple[Any, ...]]:
    return [(x["item"], x["quantity"], x["spoils_on"], x["state"]) for x in table.ok(f"larder Oakwood {on}")["lots"]]


# -- spoiling ---------------------------------------------------------------------------------------------------


def test_food_of_day_1_is_fresh_through_day_8_and_spoiled_on_day_9(wood: Table) -> None:
    """EOS-FOOD-01, EOS-CAL-02 (line 1934): to the end of the seventh day from its harvest."""
    give(wood, "Oakwood", "3 food")
    wood.ok("clock day-20")
    assert lots(wood, '--on "day 8 05:59"') == [("food", 3, 9, "fresh")]
    assert lots(wood, '--on "day 9 06:00"') == [("food", 3, 9, "spoiled")]
    assert wood.ok("larder Oakwood")["spoiled"] == 3


@pytest.mark.parametrize(
    ("choice", "fresh", "spoiled"),
    [
        ("end-of-day-7", '"day 8 05:59"', '"day 9 06:00"'),
        ("exact-168-hours", '"day 8 15:00"', '"day 8 15:01"'),
        ("counting-harvest-day", '"day 7 05:59"', '"day 8 06:00"'),
    ],
)
def test_when_exactly_the_week_is_over(wood: Table, choice: str, fresh: str, spoiled: str) -> None:
    """EOS-FOOD-01, ruling spoil_boundary: found on day 1 at 15:00."""
    if choice != "end-of-day-7":
        wood.ok(f"ruling spoil_boundary {choice} --reason vote")
    wood.ok("clock 15:00")
    give(wood, "Oakwood", "3 food")
    assert wood.ok(f"larder Oakwood --on {fresh}")["fresh"] == 3
    assert wood.ok(f"larder Oakwood --on {spoiled}")["spoiled"] == 3


@pytest.mark.parametrize(("choice", "ration"), [("end-of-day-7", "full"), ("exact-168-hours", "none")])
def test_by_the_hour_supper_comes_too_late_for_food_of_a_week_ago_at_dawn(
    wood: Table, choice: str, ration: str
) -> None:
    """EOS-FOOD-01, ruling spoil_boundary: found at 06:00 of day 1, eaten at 20:00 of day 8."""
    if choice != "end-of-day-7":
        wood.ok(f"ruling spoil_boundary {choice} --reason vote")
    wood.ok(MARA)
    give(wood, "Oakwood", "20 food")
    wood.ok("clock day-8")
    assert eaten(wood.entries("clock 20:00"))[0][:2] == ("Mara", ration)


@pytest.mark.parametrize("eater", [RAT, MINDLESS])
def test_neo_rats_and_the_mindless_eat_food_for_a_week_after_it_has_spoiled(wood: Table, eater: str) -> None:
    """EOS-FOOD-03, EOS-RACE-RAT-03: food of day 1 to the end of day 15; on day 16 it is refused."""
    who = eater.split()[1]
    give(wood, "Oakwood", "30 food")
    wood.all(eater, "clock day-15")
    [meal] = wood.entries(f"meal {who} 1 food")
    assert meal["facts"]["ration"] == "full"
    wood.all("clock day-16")
    assert wood.refused(f"meal {who} 1 food")["state"] == "0"
    lot = wood.ok("larder Oakwood")["lots"][0]["lot"]
    wood.refused(f"meal {who} 1 {lot}", "EOS-FOOD-03")


def test_spoiled_food_is_no_food_for_others_unless_the_gm_lets_it_be(wood: Table) -> None:
    """EOS-FOOD-01, EOS-FOOD-02."""
    give(wood, "Oakwood", "30 food")
    wood.all("clock day-9", MARA)
    lot = wood.ok("larder Oakwood")["lots"][0]["lot"]
    wood.refused("meal Mara full")
    assert wood.refused(f"meal Mara 1 {lot}", "EOS-FOOD-01")["thing"] == lot
    [meal] = wood.entries(f'meal Mara 1 {lot} --overrule "a strong stomach"')
    assert eaten([meal]) == [("Mara", "full", [(lot, 1)])]


# -- the larder -------------------------------------------------------------------------------------------------


def test_what_spoils_first_is_eaten_first_and_preserved_food_last_whoever_has_it(wood: Table) -> None:
    """EOS-FOOD-07, EOS-FOOD-06, EOS-SCALE-02: half a unit of the older lot, then the newer, then the preserved."""
    wood.all(MARA, PIP)
    give(wood, "Mara", "5 preserved food")
    give(wood, "Oakwood", "2 food")
    wood.all("clock day-2")
    give(wood, "Pip", "1 food")
    larder = wood.ok("larder")
    assert (larder["units"], larder["fresh"], larder["preserved"], larder["first_spoils"]) == (6.5, 1.5, 5, 9)
    assert larder["days_left"] == 4
    old, new, kept = (x["lot"] for x in larder["lots"])
    first = eaten(wood.entries("camp"))
    assert first == [("Mara", "full", [(old, 0.5), (new, 0.5)]), ("Pip", "full", [(new, 0.5)])]
    assert eaten(wood.entries("camp")) == [("Mara", "full", [(kept, 1)]), ("Pip", "full", [(kept, 0.5)])]


def test_a_short_larder_serves_in_the_order_of_joining_full_then_half_then_nothing(wood: Table) -> None:
    """EOS-FOOD-07, ruling meal_order_when_short: one and a half units for three of a unit each."""
    wood.all(
        MARA,
        IVO,
        MARA.replace("Mara", "Ada"),
        "task Mara digs --tasks 2",
        "task Ivo digs --tasks 2",
        "task Ada digs --tasks 2",
    )
    give(wood, "Ada", "1.5 food")
    entries = wood.entries("camp")
    assert [(who, ration) for who, ration, _ in eaten(entries)] == [("Mara", "full"), ("Ivo", "half"), ("Ada", "none")]
    assert [(e["who"], e["rule"]) for e in entries if e["tag"] == "hunger.changed"] == [
        ("Ivo", "EOS-STARV-02"),
        ("Ada", "EOS-STARV-01"),
    ]
    assert wood.ok("larder")["units"] == 0


def test_a_short_larder_is_shared_alike_or_asked_about_by_ruling(wood: Table) -> None:
    """EOS-FOOD-07, ruling meal_order_when_short: 1.5 for two is 0.75 each, which counts as half."""
    wood.all(MARA, IVO, "task Mara,Ivo digs --tasks 2", "ruling meal_order_when_short ask --reason vote")
    give(wood, "Oakwood", "1.5 food")
    assert "day 1" in wood.refused("camp", "EOS-FOOD-07")["text"]
    wood.ok("ruling meal_order_when_short equal-shares --reason vote")
    meals = wood.entries("camp")
    assert [(e["facts"]["eaten"], e["facts"]["ration"]) for e in meals if e["tag"] == "meal.eaten"] == [
        (0.75, "half"),
        (0.75, "half"),
    ]


def test_a_larder_of_thirds_stays_exact(wood: Table) -> None:
    """Ruling meal_order_when_short equal-shares: one unit for three leaves nothing over."""
    wood.all(MARA, IVO, MARA.replace("Mara", "Ada"), "task Mara,Ivo,Ada digs --tasks 2")
    wood.ok("ruling meal_order_when_short equal-shares --reason vote")
    give(wood, "Oakwood", "1 food")
    assert [e["facts"]["eaten"] for e in wood.entries("camp") if e["tag"] == "meal.eaten"] == ["1/3"] * 3
    assert wood.ok("larder")["units"] == 0


def test_under_named_lots_every_meal_names_what_it_takes(wood: Table) -> None:
    """EOS-FOOD-07, ruling eat_order: the lots are in the offers, not found by the fold."""
    wood.all(MARA, "ruling eat_order named-lot --reason vote")
    give(wood, "Oakwood", "0.5 food, 3 preserved food")
    fresh, kept = (x["lot"] for x in wood.ok("larder")["lots"])
    assert eaten(wood.entries("camp")) == [("Mara", "full", [(fresh, 0.5), (kept, 0.5)])]


def test_the_larder_of_a_split_party_must_be_named(wood: Table) -> None:
    """COMMANDS 5: usage if it is apart."""
    wood.usage("larder")
    wood.all(MARA, IVO, "declare site Cave --in Oakwood")
    assert wood.ok("larder")["place"] == "Oakwood"
    wood.ok("gm place Ivo --to Cave --reason x")
    wood.usage("larder")
    give(wood, "Ivo", "2 food")
    assert (wood.ok("larder Cave")["units"], wood.ok("larder Oakwood")["units"]) == (2, 0)
    assert wood.ok("larder Oakwood")["days_left"] == 0


# -- by hand ----------------------------------------------------------------------------------------------------


def test_a_meal_by_hand_is_the_meal_of_the_day(wood: Table) -> None:
    """EOS-STARV-08: half of a small one's half unit is a quarter; the camp serves no more."""
    wood.all(PIP, "task Pip digs --tasks 2")
    give(wood, "Pip", "4 food")
    [meal] = wood.entries("meal Pip half")
    assert meal["facts"] == {"day": 1, "need": 0.5, "eaten": 0.25, "ration": "half", "source": "larder", "stored": 0}
    assert eaten(wood.entries("camp")) == []
    assert wood.ok("larder")["units"] == 3.75
    assert wood.ok("sheet Pip")["hunger"] == 10


def test_somebody_who_eats_nothing_is_served_nothing(wood: Table) -> None:
    """EOS-STARV-01."""
    wood.all(IVO, "task Ivo digs --tasks 2")
    give(wood, "Ivo", "4 food")
    wood.ok("meal Ivo none")
    assert "meal.eaten" not in wood.tags("camp")
    assert (wood.ok("sheet Ivo")["hunger"], wood.ok("larder")["units"]) == (20, 4)
    wood.ok("meal Ivo full")
    wood.refused("meal Ivo none")


def test_two_people_and_one_last_half_ration(wood: Table) -> None:
    """EOS-FOOD-07: a larder never goes below nothing; the line is written whole or not at all."""
    wood.all(MARA, IVO)
    give(wood, "Oakwood", "0.5 food")
    wood.refused("meal Mara,Ivo half")
    wood.ok("meal Mara half")
    assert wood.refused("meal Ivo half")["state"] == "0"


def test_a_meal_takes_food_and_nothing_else(wood: Table) -> None:
    wood.ok(MARA)
    give(wood, "Mara", "4 bone")
    wood.usage("meal Mara 1 bone")
    wood.usage("meal Mara quarter")


# -- races ------------------------------------------------------------------------------------------------------


def test_a_neo_ape_needs_no_food_in_the_wild_and_as_much_as_any_in_a_city(wood: Table) -> None:
    """EOS-RACE-APE-02, EOS-FOOD-08 (line 944)."""
    wood.all("declare zone Harbour --kind city --miles 0", BONGO)
    give(wood, "Oakwood", "4 food")
    [meal] = [e for e in wood.entries("camp") if e["tag"] == "meal.eaten"]
    assert (meal["rule"], meal["facts"]["source"], meal["postings"][0]["kind"]) == (
        "EOS-RACE-APE-02",
        "the wild",
        "changed",
    )
    assert wood.ok("larder Oakwood")["units"] == 4
    wood.all("gm place Bongo --to Harbour --reason x", "task Bongo digs --tasks 2", "camp")
    assert wood.ok("sheet Bongo")["hunger"] == 20


def test_a_bear_stores_twelve_a_day_and_a_hundred_and_twenty_in_all(wood: Table) -> None:
    """EOS-FOOD-08, EOS-RACE-BEAR-04 (line 980): ten days of 12 are 120, thirty days of food."""
    wood.ok(BRUK)
    give(wood, "Bruk", "400 preserved food")
    for day in range(1, 11):
        [meal] = wood.entries("meal Bruk 4 food --store 12")
        assert (meal["facts"]["stored"], meal["facts"]["ration"]) == (12, "full")
        if day == 1:
            wood.refused("meal Bruk 1 food --store 1", "EOS-FOOD-08")
        wood.ok("camp")
    assert wood.ok("sheet Bruk")["fat_store"] == 120
    assert 120 / wood.ok("sheet Bruk")["food_per_day"] == 30
    wood.refused("meal Bruk 4 food --store 1", "EOS-FOOD-08")
    assert wood.ok("larder")["units"] == 400 - 10 * 16


def test_fat_replaces_a_day_of_food_and_never_spoils(wood: Table) -> None:
    """EOS-FOOD-08, EOS-RACE-BEAR-04: a neo-bear's day is four."""
    wood.ok(BRUK)
    give(wood, "Bruk", "20 food")
    wood.refused("meal Bruk fat")
    wood.all("meal Bruk 4 food --store 6", "camp")
    [meal] = wood.entries("meal Bruk fat")
    assert meal["facts"] == {"day": 2, "need": 4, "eaten": 4, "ration": "full", "source": "fat", "stored": 0}
    assert wood.ok("sheet Bruk")["fat_store"] == 2
    assert "hunger.changed" not in wood.tags("camp")
    assert wood.refused("meal Bruk fat")["state"] == "2 stored"


@pytest.mark.parametrize(
    "line", ["meal Bruk 4 food --store 13", "meal Bruk 3 food --store 1", "meal Mara 1 food --store 1"]
)
def test_what_nobody_can_store(wood: Table, line: str) -> None:
    """EOS-FOOD-08: above the day's limit, before the day's need is eaten, without a bear's belly."""
    wood.all(BRUK, MARA)
    give(wood, "Oakwood", "40 food")
    wood.refused(line, "EOS-FOOD-08")
    wood.usage("meal Bruk 4 food --store 0")


def test_a_blackbear_stores_three_a_day(wood: Table) -> None:
    """EOS-RACE-BLACKBEAR-02: at most 3 a day, 30 in all."""
    wood.ok(BRUK.replace("neo-bear", "neo-blackbear"))
    give(wood, "Bruk", "40 food")
    wood.refused("meal Bruk 1 food --store 4", "EOS-FOOD-08")
    wood.ok("meal Bruk 1 food --store 3")
    assert wood.ok("sheet Bruk")["fat_store"] == 3

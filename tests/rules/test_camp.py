"""Closing the day: `camp`, `clock`, the close of every day (EOS-CAL), and the page of a day."""

import time

from tests.conftest import Table

MARA = "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 2 --in Oakwood"
IVO = "join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 5 --in Oakwood"
PIP = "join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 5 --in Oakwood"
BONGO = "join Bongo --race neo-ape --body 5 --mind 4 --reflex 5 --presence 5 --aura 5 --in Oakwood"


def wood(table: Table, *lines: str) -> Table:
    table.all("declare zone Oakwood --miles 15 --zones 4", *lines)
    return table


def test_a_camp_closes_the_day_in_the_order_of_the_book(table: Table) -> None:
    """EOS-CAL-06: meals, cold by the hour, hunger, healing, the close; the dawn is next."""
    wood(table, MARA, "gm harm Mara 9 --kind wound --reason dice", "weather --cold 1 --in Oakwood")
    table.all("gm give Mara food --reason found", "gm set Mara hunger 20 --reason test")
    made, *ticks = table.entries("camp")
    assert (made["tag"], made["date"], made["facts"]["to"]) == ("camp.made", "day 1 06:00", 2 * 86400 - 64800)
    assert [(e["tag"], e["date"]) for e in ticks] == [
        ("meal.eaten", "day 1 20:00"),
        *(("cold.bitten", f"day 1 {hour}:00") for hour in ("22", "23", "00", "01", "02", "03", "04", "05")),
        ("hunger.changed", "day 1 05:58"),
        ("body.healed", "day 1 05:58"),
        ("day.closed", "day 1 05:59"),
    ]
    assert all(e["cause"] is None and e["deed"] == e["position"] for e in ticks)
    assert table.ok("sheet Mara")["hp"] == 25 - 9 - 8 + 5
    assert table.ok("calendar show")["day"] == 2


def test_a_jump_closes_every_day_exactly_once_whoever_moved_the_clock(table: Table) -> None:
    """EOS-CAL-01, EOS-CAL-05: forty days of it, then nothing twice."""
    wood(table)
    closed = [e for e in table.entries("clock day-40") if e["tag"] == "day.closed"]
    assert [e["facts"]["day"] for e in closed] == list(range(1, 40))
    assert table.tags("clock 23:00") == ["clock.moved"]
    assert table.tags("camp") == ["camp.made", "day.closed"]
    assert table.ok("day 40")["closed"]
    assert not table.ok("day 41")["closed"]


def test_a_clock_brings_what_is_due_up_to_its_hour_and_no_more(table: Table) -> None:
    """EOS-CAL-06: supper and the first two hours of the cold by 23:00, the rest with the camp."""
    wood(table, MARA, "weather --cold 1 --in Oakwood", "gm give Mara food --reason found")
    assert table.tags("clock 23:00") == ["clock.moved", "meal.eaten", "cold.bitten", "cold.bitten"]
    assert table.tags("camp") == ["camp.made", *["cold.bitten"] * 6, "body.healed", "day.closed"]


def test_a_clock_at_the_last_minute_of_a_day_goes_on_to_the_dawn(table: Table) -> None:
    """EOS-CAL-01: a day that is closed leaves the clock at the dawn that follows."""
    wood(table)
    answer = table.ok('clock "day 1 05:59"')
    assert answer["clock"]["date"] == "day 2 06:00"


def test_a_moment_that_is_past_is_refused_with_the_next_such_hour(table: Table) -> None:
    """COMMANDS 3.2."""
    wood(table, MARA)
    table.all("clock 18:00")
    assert table.refused("clock 17:00")["help"] == ['clock "day 2 17:00"']
    assert table.refused("clock now")["help"] == ['clock "day 2 18:00"']
    assert table.refused("clock day-1")["help"] == ['clock "day 2 06:00"']
    table.usage("camp --days 0")
    table.usage("camp --hours 25")
    table.usage("camp --hunger Mara")
    table.usage("camp --hunger Nobody=10")


def test_a_dry_camp_tells_tonights_harm_and_writes_nothing(table: Table) -> None:
    """COMMANDS 3.2."""
    wood(table, MARA, "weather --cold 2 --in Oakwood", "gm give Mara food --reason found")
    before = table.desk.campaign().head
    planned = table("camp --dry-run")
    assert planned["kind"] == "planned"
    assert [e["tag"] for e in planned["data"]["entries"]].count("cold.bitten") == 8
    assert table.desk.campaign().head == before


def test_a_neo_ape_lives_four_hundred_days_in_the_wild_on_what_it_finds(table: Table) -> None:
    """EOS-RACE-APE-02, EOS-FOOD-08, EOS-CAL-03, EOS-CAL-04: nothing of the larder; 13 months, a spring on day 61."""
    wood(table, BONGO, "gm give Oakwood 3 food --reason found")
    started = time.perf_counter()
    entries = table.entries("clock day-401")
    assert time.perf_counter() - started < 2
    tags = [e["tag"] for e in entries]
    assert {tag: tags.count(tag) for tag in set(tags)} == {
        "clock.moved": 1,
        "meal.eaten": 400,
        "day.closed": 400,
        "month.passed": 13,
        "spring.came": 1,
    }
    assert table.ok("larder Oakwood")["spoiled"] == 3
    assert table.ok("sheet Bongo")["hunger"] == 0


def test_fourteen_hundred_preserved_food_feed_three_and_a_half_mouths_for_four_hundred_days(table: Table) -> None:
    """EOS-SCALE-02: 1 + 1 + 1 + 0.5 units a day, 400 x 3.5 = 1,400: exactly nothing is left, and nobody is hungry."""
    wood(table, MARA, IVO, PIP, MARA.replace("Mara", "Ada"), "gm give Oakwood 1400 preserved food --reason stores")
    started = time.perf_counter()
    table.ok("clock day-401")
    assert time.perf_counter() - started < 2
    assert table.ok("larder")["units"] == 0
    assert [p["hunger"] for p in table.ok("party")["people"]] == [0, 0, 0, 0]


def test_with_neither_food_nor_work_time_is_refused_naming_the_day(table: Table) -> None:
    """EOS-STARV-07: the book has no figure for no food and no work; what lasts 3 days takes time to day 4."""
    wood(table, MARA, "gm give Mara 3 preserved food --reason stores")
    no = table.refused("clock day-401", "EOS-STARV-07")
    assert "on day 4" in no["text"] and "day 4 06:00" in no["text"]
    assert 'clock "day 4 06:00"' in no["help"]
    table.ok('clock "day 4 06:00"')


def test_the_page_of_a_day_shows_tasks_meals_rest_and_cooking_points(table: Table) -> None:
    """EOS-DAY-01, EOS-DAY-04, EOS-COOK-02: two tasks, three where a cook freed somebody; also of a day long past."""
    cook = 'join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 5 --time "cooking 4" --in Oakwood'
    wood(table, MARA, cook, "gm give Ivo cooking toolkit, 9 food --reason found")
    table.all("cook Ivo chore for Mara", 'task Mara "stands guard"', "camp --days 2")
    day = table.ok("day 1")
    assert day == {
        "day": 1,
        "date": "Y1-01-01",
        "closed": True,
        "people": [
            {
                "name": "Mara",
                "allowed": 3,
                "used": 1,
                "left": 2,
                "tasks": ["stands guard"],
                "meals": ["full"],
                "rested": False,
                "traps_set": 0,
                "picks": 0,
            },
            {
                "name": "Ivo",
                "allowed": 2,
                "used": 1,
                "left": 1,
                "tasks": ["cook"],
                "meals": ["full"],
                "rested": False,
                "traps_set": 0,
                "picks": 0,
            },
        ],
        "cook_points": {"Ivo": 3},
    }
    today = table.ok("day")
    assert (today["day"], today["closed"], today["cook_points"]) == (3, False, {})
    assert [(p["left"], p["meals"], p["rested"]) for p in today["people"]] == [(2, [], True), (2, [], True)]
    table.usage("day yesterday")


def test_due_lists_what_time_does_next_in_its_order(table: Table) -> None:
    """EOS-FOOD-01: food of day 1 spoils on day 9; EOS-CAL-03, EOS-CAL-04: month on day 31, spring on day 61."""
    wood(table, PIP, "gm give Pip 4 food, torch --reason found", "light Pip torch")
    rows = table.ok("due")["due"]
    assert [(d["kind"], d["date"], d["thing"], d["quantity"]) for d in rows] == [
        ("light", "day 1 11:00", rows[0]["thing"], 5),
        ("need", "day 1 20:00", "Pip", 0.5),
        ("spoils", "day 9 06:00", rows[2]["thing"], 4),
        ("month", "day 31 06:00", None, None),
        ("spring", "day 61 06:00", None, None),
    ]
    assert rows[0]["thing"].startswith("torch@") and rows[2]["thing"].startswith("food@")
    assert [d["kind"] for d in table.ok("due Pip")["due"]] == ["light", "need", "spoils", "month", "spring"]
    assert [d["kind"] for d in table.ok("due Oakwood")["due"]] == ["light", "need", "spoils", "month", "spring"]


def test_in_the_second_game_a_camp_only_closes_the_day(bare_table: Table) -> None:
    """COMMANDS 3.2: meals, cold and hunger are of Eos."""
    bare_table.ok('new "Harbour Night" --game ranked')
    assert bare_table.tags("camp --days 2") == ["camp.made", "day.closed", "day.closed"]
    assert bare_table.ok("day")["day"] == 3

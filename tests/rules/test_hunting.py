"""Hunting: seed lines 2058 to 2080, and 299 for beasts."""

import pytest

from tests.conftest import Table

MARA = 'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6, bow 6"'


@pytest.fixture
def hunters(table: Table) -> Table:
    """Mara (hunting 6, presence 6) with a spear, 15 miles out: her number to beat is 15."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        f"{MARA} --in Oakwood",
        'gm give Mara spear --reason "hers"',
    )
    return table


def gains(entry: dict) -> dict:  # type: ignore[type-arg]
    return {p["item"]: p["quantity"] for p in entry["postings"] if p["kind"] == "gained"}


def test_a_hunt_is_a_task_a_roll_and_a_harvest_each_caused_by_the_one_before(hunters: Table) -> None:
    """EOS-HUNT-03, EOS-HUNT-04: 5 + 6 + 6 = 17 against 15 is 2 over: 10 food, 2 fat, 2 bones, 8 fragments."""
    task, roll, harvest = hunters.entries("hunt Mara --rolled 5")
    assert [task["tag"], roll["tag"], harvest["tag"]] == ["task.spent", "hunt.rolled", "hunt.harvested"]
    assert [task["rule"], roll["rule"], harvest["rule"]] == ["EOS-DAY-01", "EOS-HUNT-03", "EOS-HUNT-04"]
    assert [task["cause"], roll["cause"], harvest["cause"]] == [None, task["position"], roll["position"]]
    assert roll["roll"] == {
        "who": "Mara",
        "dice": [{"faces": 20, "face": 5, "kept": True}],
        "plus": [{"name": "hunting", "value": 6}, {"name": "presence", "value": 6}],
        "total": 17,
        "target": 15,
        "against": None,
        "margin": 2,
        "won": True,
        "source": "table",
    }
    assert gains(harvest) == {"food": 10, "fat": 2, "bone": 2, "cloth fragment": 8}
    food = harvest["postings"][0]
    assert (food["holder"], food["lot"]) == ("Mara", f"food@{harvest['position']}")


def test_a_hunt_that_only_ties_the_number_brings_nothing_home_and_wears_nothing(hunters: Table) -> None:
    """EOS-HUNT-03: "for each number rolled over": 3 + 6 + 6 = 15 against 15."""
    _, roll = hunters.entries("hunt Mara --rolled 3")
    assert (roll["roll"]["margin"], roll["roll"]["won"], roll["postings"]) == (0, False, [])
    assert hunters.ok("zone Oakwood --on day-2")["hunt_target"] == 15


@pytest.mark.parametrize("die", ["21", "0", "5,5", "5/5", "x"])
def test_a_die_that_cannot_have_fallen_so_is_usage(hunters: Table, die: str) -> None:
    """EOS-HUNT-03: one d20 a task."""
    hunters.usage(f"hunt Mara --rolled {die}")


def test_each_task_of_a_line_has_its_own_die_and_is_a_part_of_its_own(hunters: Table) -> None:
    """EOS-HUNT-03: each roll is one task; a day has two."""
    entries = hunters.entries("hunt Mara --tasks 2 --rolled 5/3")
    assert [e["tag"] for e in entries] == ["task.spent", "hunt.rolled", "hunt.harvested", "task.spent", "hunt.rolled"]
    assert [e["cause"] is None for e in entries] == [True, False, False, True, False]
    assert {e["deed"] for e in entries} == {entries[0]["position"]}
    hunters.refused("hunt Mara --rolled 5", "EOS-DAY-01")
    hunters.usage("hunt Mara --tasks 0 --rolled 5")


def test_without_a_weapon_of_tier_1_nobody_hunts(table: Table) -> None:
    """EOS-HUNT-01: no weapon, or one worn down to T0, is refused."""
    table.all("declare zone Oakwood --miles 15", f"{MARA} --in Oakwood")
    refused = table.refused("hunt Mara --rolled 14", "EOS-HUNT-01")
    assert (refused["thing"], refused["state"], refused["help"]) == ("Mara", "unarmed", ["bushcraft Mara spear"])
    [given] = table.entries('gm give Mara T1 sword --reason "found"')
    table.ok(f'gm set sword@{given["position"]} tier 0 --reason "shattered"')
    table.refused("hunt Mara --rolled 14", "EOS-HUNT-01")
    [given] = table.entries('gm give Oakwood spear --reason "leans at a tree"')
    table.ok("hunt Mara --rolled 14")


def test_the_gm_may_let_someone_hunt_with_bare_hands(table: Table) -> None:
    """EOS-HUNT-01, overruled: written all the same, and marked."""
    table.all("declare zone Oakwood --miles 15", f"{MARA} --in Oakwood")
    entries = table.entries('hunt Mara --rolled 5 --overrule "a lame deer"')
    assert entries[0]["overruled"] == ["EOS-HUNT-01"]
    assert gains(entries[2])["food"] == 10


def test_a_weapon_may_be_named_and_a_toolkit_changes_nothing(hunters: Table) -> None:
    """EOS-HUNT-07: no tool multiplies a hunt; --with names a weapon."""
    assert hunters.refused("hunt Mara --with bow --rolled 5")["state"] == "no bow"
    hunters.usage("hunt Mara --with food --rolled 5")
    *_, harvest = hunters.entries("hunt Mara --with spear --rolled 5")
    assert gains(harvest)["food"] == 10
    *_, harvest = hunters.entries("hunt Mara --with basic --rolled 5")
    assert gains(harvest)["food"] == 10


def test_a_weapon_made_for_another_size_does_not_serve(table: Table) -> None:
    """EOS-SCALE-09 (238): a neo-tabby cannot hunt with a human's spear, nor a human with hers."""
    table.all(
        "declare zone Oakwood --miles 15",
        f"{MARA} --in Oakwood",
        "join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood",
    )
    [given] = table.entries('gm give Pip spear --reason "hers"')
    refused = table.refused("hunt Mara --rolled 14", "EOS-SCALE-09")
    assert (refused["thing"], refused["state"]) == (f"spear@{given['position']}", "Small")
    table.ok("hunt Pip --rolled 14")


@pytest.mark.parametrize(
    ("miles", "number"), [(0, 30), (3, 30), (5, 25), (9, 25), (10, 20), (15, 15), (20, 10), (25, 5), (26, 5), (400, 5)]
)
def test_the_number_falls_by_five_for_each_whole_five_miles_from_town(table: Table, miles: int, number: int) -> None:
    """EOS-HUNT-02 (2062 to 2067): the six rows of the book, steps and no slope, and never below 5."""
    table.ok(f"declare zone Wood --miles {miles}")
    zone = table.ok("zone Wood")
    assert (zone["miles"], zone["hunt_base"], zone["hunt_depletion"], zone["hunt_target"]) == (miles, number, 0, number)


def test_miles_below_nought_are_usage(table: Table) -> None:
    """EOS-HUNT-02: a distance is never negative."""
    table.usage("declare zone Wood --miles -1")


def test_a_day_with_a_success_makes_the_zone_harder_from_the_next_dawn_once(hunters: Table) -> None:
    """EOS-HUNT-05, EOS-CAL-06: two successes of one day count once, and only from tomorrow."""
    first = hunters.entries("hunt Mara --tasks 2 --rolled 5/9")
    assert [e["roll"]["target"] for e in first if e["roll"]] == [15, 15]
    assert hunters.ok("zone Oakwood")["hunt_target"] == 15
    tomorrow = hunters.ok("zone Oakwood --on day-2")
    assert (tomorrow["hunt_base"], tomorrow["hunt_depletion"], tomorrow["hunt_target"]) == (15, 1, 16)


def test_each_success_may_count_by_ruling_and_at_once(hunters: Table) -> None:
    """EOS-HUNT-05: rulings zone_increment and depletion_counts_from."""
    hunters.all(
        'ruling zone_increment each-success --reason "vote"', 'ruling depletion_counts_from at-once --reason "vote"'
    )
    entries = hunters.entries("hunt Mara --tasks 2 --rolled 5/9")
    assert [e["roll"]["target"] for e in entries if e["roll"]] == [15, 16]
    assert hunters.ok("zone Oakwood")["hunt_target"] == 17
    assert hunters.ok("zone Oakwood --on day-2")["hunt_target"] == 17


def test_hunting_one_zone_leaves_the_next_as_it_was(hunters: Table) -> None:
    """EOS-HUNT-09: a zone is 1,000 by 1,000 tiles, and wears alone."""
    hunters.all("declare zone Ford --miles 15", "hunt Mara --rolled 9")
    assert hunters.ok("zone Ford --on day-2")["hunt_target"] == 15
    assert hunters.refused("hunt Mara --in Ford --rolled 9")["state"] == "in Oakwood"


def test_a_zone_hunted_on_two_days_recovers_one_each_spring(hunters: Table) -> None:
    """EOS-HUNT-06 (2072): spring is the first day of month 3: day 61, then day 421."""
    hunters.all('gm give Mara 3 food --reason "hers"', "hunt Mara --rolled 9", "clock day-2", "hunt Mara --rolled 9")
    assert hunters.ok("zone Oakwood --on day-3")["hunt_target"] == 17
    targets = [hunters.ok(f"zone Oakwood --on day-{d}")["hunt_target"] for d in (60, 61, 420, 421, 781)]
    assert targets == [17, 16, 16, 15, 15]


def test_spring_passes_over_a_zone_that_nobody_hunts(table: Table) -> None:
    """EOS-HUNT-05, EOS-HUNT-06: worn before the book began; the clock goes on to two springs, and no further down."""
    table.all("declare zone Oakwood --miles 15 --hunt-depletion 2", "clock day-61")
    zone = table.ok("zone Oakwood")
    assert (zone["hunt_depletion"], zone["hunt_target"], zone["next_spring"]) == (1, 16, 421)
    assert table.ok("zone Oakwood --on day-60")["hunt_target"] == 17
    assert table.ok("zone Oakwood --on day-3601")["hunt_target"] == 15


def test_a_roll_above_thirty_may_become_an_encounter(hunters: Table) -> None:
    """EOS-HUNT-08: 19 + 12 = 31 is above 30; 18 + 12 = 30 is not, whatever the zone's number."""
    answer = hunters("hunt Mara --rolled 19")
    assert [n["kind"] for n in answer["notices"]] == ["encounter"]
    assert hunters("hunt Mara --rolled 18")["notices"] == []


def test_the_gm_says_the_number_of_a_zone_and_wear_comes_on_top(hunters: Table) -> None:
    """EOS-HUNT-15: declared 18; a day of success makes it 19."""
    hunters.all("declare zone Oakwood --hunt 18", "hunt Mara --rolled 9")
    zone = hunters.ok("zone Oakwood --on day-2")
    assert (zone["hunt_base"], zone["hunt_depletion"], zone["hunt_target"]) == (18, 1, 19)


def test_bonus_and_target_are_the_gms_and_ask_for_a_reason(hunters: Table) -> None:
    """EOS-HUNT-15: 5 + 6 + 6 - 2 = 15 against 14 is 1 over."""
    hunters.usage("hunt Mara --rolled 5 --target 14")
    _, roll, harvest = hunters.entries('hunt Mara --rolled 5 --target 14 --bonus -2 --reason "rain, tame geese"')
    assert roll["roll"]["plus"][-1] == {"name": "bonus", "value": -2}
    assert (roll["roll"]["total"], roll["roll"]["target"], gains(harvest)["food"]) == (15, 14, 5)


def test_what_is_brought_home_goes_to_the_hunter_or_where_the_line_sends_it(hunters: Table) -> None:
    """EOS-HUNT-04: `--to Oakwood` is the store of the place; elsewhere is refused."""
    hunters.ok("declare zone Ford --miles 15")
    assert hunters.refused("hunt Mara --rolled 5 --to Ford")["state"] == "in Ford"
    *_, harvest = hunters.entries("hunt Mara --rolled 5 --to Oakwood")
    assert {p["holder"] for p in harvest["postings"]} == {"Oakwood"}


def test_fat_keeps_unless_the_table_rules_that_it_spoils(hunters: Table) -> None:
    """EOS-HUNT-04: ruling fat_spoils; food of day 1 is spoiled on day 9."""
    hunters.ok("hunt Mara --rolled 5")
    hunters.ok('ruling fat_spoils as-food --reason "vote"')
    hunters.ok("hunt Mara --rolled 5")
    [fat] = [t for t in hunters.ok("stock Mara")["things"] if t["item"] == "fat"]
    assert fat["quantity"] == 4
    world = hunters.desk.campaign().head_world()
    assert [lot.spoils_on for lot in world.holders["Mara"].lots["fat"]] == [None, 9]


def test_spoiled_fat_is_not_used_up_in_place_of_what_keeps(hunters: Table) -> None:
    """EOS-HUNT-04, EOS-COOK-11: ruling fat_spoils as-food: on day 9 two of the four fat of day 1 are spoiled."""
    hunters.all(
        'join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --time "cooking 4" --in Oakwood',
        'gm give Ivo cooking toolkit, 60 preserved food --reason "his"',
        'ruling fat_spoils as-food --reason "vote"',
        "hunt Mara --rolled 5",
        'ruling fat_spoils no --reason "vote"',
        "hunt Mara --rolled 5",
        "clock day-9",
        "cook Ivo 2 candles --reason x",
    )
    world = hunters.desk.campaign().head_world()
    [fat] = world.holders["Mara"].lots["fat"]
    assert (fat.spoils_on, fat.quantity) == (9, 2)


def test_a_beast_hunts_unarmed_with_presence_alone(hunters: Table) -> None:
    """EOS-FOOD-05 (299): 14 + 3 = 17 against 15; the yield is the skill's, or food alone (ruling monster_yield)."""
    hunters.ok("npc wolf --size 2x2 --move 6 --hp 40 --natural-weapon 4 --level 3 --presence 3 --in Oakwood")
    _, roll, harvest = hunters.entries("hunt wolf --rolled 14")
    assert roll["roll"]["plus"] == [{"name": "presence", "value": 3}]
    assert gains(harvest) == {"food": 10, "fat": 2, "bone": 2, "cloth fragment": 8}
    hunters.ok('ruling monster_yield food-only --reason "vote"')
    *_, harvest = hunters.entries("hunt wolf --rolled 14")
    assert gains(harvest) == {"food": 10}


def test_whoever_is_nowhere_yet_is_where_their_first_hunt_is(table: Table) -> None:
    """COMMANDS 1.3: the first line puts them there."""
    table.all("declare zone Oakwood --miles 15", MARA, 'gm give Mara spear --reason "hers"')
    assert table.refused("hunt Mara --rolled 5")["state"] == "nowhere"
    table.ok("hunt Mara --in Oakwood --rolled 5")
    assert table.ok("site Oakwood")["people"] == ["Mara"]


def test_a_dry_run_throws_no_die_that_it_was_not_told(hunters: Table) -> None:
    """EOS-HUNT-03: it stops at the roll, and nothing is written."""
    answer = hunters("hunt Mara --dry-run")
    assert (answer["kind"], [e["tag"] for e in answer["data"]["entries"]]) == ("planned", ["task.spent", "hunt.rolled"])
    assert answer["data"]["entries"][1]["roll"]["won"] is None
    assert [n["kind"] for n in answer["notices"]] == ["cup"]

"""Traps for game: seed lines 1706 to 1722."""

import pytest

from tests.conftest import Table

PIP = 'join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --time "traps 4"'


@pytest.fixture
def trappers(table: Table) -> Table:
    """Pip (traps 4, presence 6 and 3 of her race) with a crude kit, four zones out: her number to beat is 16."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        f"{PIP} --in Oakwood",
        'gm give Pip traps toolkit --reason "hers"',
    )
    return table


def gains(entry: dict) -> dict:  # type: ignore[type-arg]
    return {p["item"]: p["quantity"] for p in entry["postings"] if p["kind"] == "gained"}


def test_a_catch_is_a_food_five_feathers_and_a_fragment_for_each_number_over(trappers: Table) -> None:
    """EOS-TRAP-02, EOS-TRAP-03: 9 + 4 + 9 = 22 against 16 is 6 over."""
    task, roll, harvest = trappers.entries("trap Pip --rolled 9")
    assert [task["tag"], roll["tag"], harvest["tag"]] == ["task.spent", "trap.rolled", "trap.harvested"]
    assert [task["rule"], roll["rule"], harvest["rule"]] == ["EOS-DAY-01", "EOS-TRAP-02", "EOS-TRAP-03"]
    assert [task["cause"], roll["cause"], harvest["cause"]] == [None, task["position"], roll["position"]]
    assert (roll["roll"]["plus"], roll["roll"]["total"]) == (
        [{"name": "traps", "value": 4}, {"name": "presence", "value": 9}],
        22,
    )
    assert (roll["roll"]["target"], roll["roll"]["margin"], roll["roll"]["won"]) == (16, 6, True)
    assert gains(harvest) == {"food": 6, "feather": 30, "cloth fragment": 6}
    assert harvest["facts"] == {"tool": "crude"}


def test_traps_that_only_tie_the_number_catch_nothing(trappers: Table) -> None:
    """EOS-TRAP-02: 3 + 13 = 16 against 16."""
    _, roll = trappers.entries("trap Pip --rolled 3")
    assert (roll["roll"]["margin"], roll["roll"]["won"], roll["postings"]) == (0, False, [])


@pytest.mark.parametrize("die", ["21", "0"])
def test_a_die_outside_1_to_20_is_usage(trappers: Table, die: str) -> None:
    """EOS-TRAP-02: one d20 a task."""
    trappers.usage(f"trap Pip --rolled {die}")


def test_no_traps_without_a_toolkit(table: Table) -> None:
    """EOS-TRAP-01: at least a crude one."""
    table.all("declare zone Oakwood --zones 4", f"{PIP} --in Oakwood")
    refused = table.refused("trap Pip --rolled 9", "EOS-TRAP-01")
    assert refused["help"] == ["bushcraft Pip traps toolkit for Pip"]
    entries = table.entries('trap Pip --rolled 9 --overrule "a pit in the path"')
    assert entries[0]["overruled"] == ["EOS-TRAP-01"]
    assert gains(entries[2])["food"] == 6


def test_a_kit_of_another_size_does_not_serve(table: Table) -> None:
    """EOS-SCALE-09: a neo-tabby's kit is a small one, and the best that fits is taken."""
    table.all("declare zone Oakwood --zones 4", f"{PIP} --in Oakwood")
    [given] = table.entries('gm give Oakwood basic traps toolkit --reason "lost by a human"')
    refused = table.refused("trap Pip --rolled 9", "EOS-SCALE-09")
    assert (refused["thing"], refused["state"]) == (f"basic traps toolkit@{given['position']}", "Medium")
    table.ok('gm give Pip traps toolkit --reason "hers"')
    *_, harvest = table.entries("trap Pip --rolled 9")
    assert harvest["facts"]["tool"] == "crude"


def test_basic_tools_double_food_and_fragments_but_not_feathers(trappers: Table) -> None:
    """EOS-TRAP-08 (1722): 6 over: 12 food, 12 fragments, 30 feathers; `--with crude` leaves the better kit aside."""
    assert trappers.refused("trap Pip --with basic --rolled 9")["state"] == "no basic tool"
    trappers.ok('gm give Pip basic traps toolkit --reason "bought"')
    *_, harvest = trappers.entries("trap Pip --rolled 9")
    assert harvest["rule"] == "EOS-TRAP-08"
    assert gains(harvest) == {"food": 12, "feather": 30, "cloth fragment": 12}
    *_, harvest = trappers.entries("trap Pip --with crude --rolled 9")
    assert gains(harvest) == {"food": 6, "feather": 30, "cloth fragment": 6}


def test_no_workshop_serves_traps(trappers: Table) -> None:
    """EOS-TRAP-09: claimed, it is refused."""
    trappers.refused("trap Pip --with workshop --rolled 9", "EOS-TRAP-09")


@pytest.mark.parametrize("kind", ["city", "road"])
def test_in_a_city_or_on_a_road_the_number_is_twenty_and_never_moves(table: Table, kind: str) -> None:
    """EOS-TRAP-04 (1716): 18 + 13 = 31 against 20 catches 11, and the next day it is 20 again."""
    table.all(
        f"declare zone Ford --kind {kind} --zones 7", f"{PIP} --in Ford", 'gm give Pip traps toolkit --reason "hers"'
    )
    _, roll, harvest = table.entries("trap Pip --rolled 18")
    assert (roll["roll"]["target"], roll["postings"], gains(harvest)["food"]) == (20, [], 11)
    zone = table.ok("zone Ford --on day-2")
    assert (zone["kind"], zone["trap_base"], zone["trap_depletion"], zone["trap_target"]) == (kind, 20, 0, 20)


def test_the_gm_may_say_another_number_for_a_road(table: Table) -> None:
    """EOS-TRAP-04: unchanged by use unless the GM says so."""
    table.ok("declare zone Ford --kind road --trap 12")
    assert table.ok("zone Ford")["trap_target"] == 12


@pytest.mark.parametrize(("zones", "number"), [(0, 20), (1, 19), (4, 16), (18, 2), (19, 1), (20, 1), (60, 1)])
def test_the_number_falls_by_one_for_each_zone_from_city_or_road(table: Table, zones: int, number: int) -> None:
    """EOS-TRAP-05 (1718): to a minimum of 1."""
    table.ok(f"declare zone Wood --zones {zones}")
    zone = table.ok("zone Wood")
    assert (zone["trap_base"], zone["trap_depletion"], zone["trap_target"]) == (number, 0, number)


def test_a_day_with_a_success_wears_a_wild_zone_by_one(trappers: Table) -> None:
    """EOS-TRAP-06 (1720): two successes on one day count once; hunting is not touched."""
    trappers.ok("trap Pip --tasks 2 --rolled 9/10")
    zone = trappers.ok("zone Oakwood --on day-2")
    assert (zone["trap_depletion"], zone["trap_target"], zone["hunt_depletion"]) == (1, 17, 0)


def test_each_success_may_count_by_ruling(trappers: Table) -> None:
    """EOS-TRAP-06: ruling zone_increment."""
    trappers.all('ruling zone_increment each-success --reason "vote"', "trap Pip --tasks 2 --rolled 9/10")
    assert trappers.ok("zone Oakwood --on day-2")["trap_target"] == 18


def test_small_game_comes_back_by_one_each_month(trappers: Table) -> None:
    """EOS-TRAP-07: months begin on days 31, 61, 91; worn by 2 before the book, and no lower than the base."""
    trappers.ok("declare zone Oakwood --trap-depletion 2")
    targets = [trappers.ok(f"zone Oakwood --on day-{day}")["trap_target"] for day in (1, 30, 31, 60, 61, 91)]
    assert targets == [18, 18, 17, 17, 16, 16]
    assert trappers.ok("zone Oakwood")["next_month"] == 31


def test_or_thirty_days_after_the_last_success(trappers: Table) -> None:
    """EOS-TRAP-07: ruling zone_tick: a success on day 1 is gone on day 31, and one on day 10 on day 40."""
    trappers.all(
        'ruling zone_tick 30-days-after-success --reason "vote"',
        'gm give Pip 10 preserved food --reason "hers"',
        "clock day-10",
    )
    trappers.ok("trap Pip --rolled 9")
    assert [trappers.ok(f"zone Oakwood --on day-{d}")["trap_target"] for d in (11, 31, 39, 40)] == [17, 17, 17, 16]


def test_a_beast_traps_with_presence_alone_and_without_a_kit(trappers: Table) -> None:
    """EOS-FOOD-05: it may take the trapping number instead: 14 + 3 = 17 against 16."""
    trappers.ok("npc spider --size 1x1 --move 6 --hp 9 --natural-weapon 1 --presence 3 --in Oakwood")
    _, roll, harvest = trappers.entries("trap spider --rolled 14")
    assert roll["roll"]["plus"] == [{"name": "presence", "value": 3}]
    assert gains(harvest) == {"food": 1, "feather": 5, "cloth fragment": 1}

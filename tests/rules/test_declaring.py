"""Declaring: zones, waters, pits, sites, and what the books do not list (seed 1716 to 1718, 2049, 2062 to 2070)."""

import pytest

from tests.conftest import Table


def test_a_zone_is_declared_once_and_afterwards_only_what_is_said_changes(table: Table) -> None:
    """EOS-HUNT-02, EOS-HUNT-09: a zone of a thousand tiles square, so many miles from town."""
    [entry] = table.entries("declare zone Oakwood --miles 15 --zones 4")
    assert entry["tag"] == "place.declared"
    assert entry["rule"] == "EOS-HUNT-02"
    assert entry["place"] == "Oakwood"
    assert entry["facts"] == {"name": "Oakwood", "kind": "zone", "said": "miles 15, zones 4"}
    table.ok("declare zone oakwood --trees 400")
    zone = table.ok("zone Oakwood")
    assert (zone["miles"], zone["zones"], zone["kind"]) == (15, 4, "wild")


@pytest.mark.parametrize(
    ("miles", "target"), [(0, 30), (3, 30), (5, 25), (10, 20), (15, 15), (20, 10), (25, 5), (90, 5)]
)
def test_a_hunt_is_easier_the_farther_from_town(table: Table, miles: int, target: int) -> None:
    """EOS-HUNT-02 (lines 2062 to 2067): steps of five miles, never below 5."""
    table.ok(f"declare zone Oakwood --miles {miles}")
    assert table.ok("zone Oakwood")["hunt_target"] == target


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("--zones 0", 20),
        ("--zones 4", 16),
        ("--zones 19", 1),
        ("--zones 40", 1),
        ("--kind city --zones 4", 20),
        ("--kind road", 20),
        ("--kind barren --zones 4", 16),
    ],
)
def test_traps_are_easier_the_farther_from_city_and_road(table: Table, words: str, target: int) -> None:
    """EOS-TRAP-04 (line 1716): 20 in city and on road; EOS-TRAP-05 (line 1718): one less a zone away, at least 1."""
    table.ok(f"declare zone Oakwood {words}")
    assert table.ok("zone Oakwood")["trap_target"] == target


def test_the_game_master_says_the_number_and_wear_is_kept_on_top(table: Table) -> None:
    """EOS-HUNT-15 (line 2068): the number is overridden, what was worn stays."""
    table.ok("declare zone Oakwood --miles 15 --hunt-depletion 3 --trap-depletion 1 --zones 4")
    zone = table.ok("zone Oakwood")
    assert (zone["hunt_base"], zone["hunt_depletion"], zone["hunt_target"]) == (15, 3, 18)
    assert (zone["trap_base"], zone["trap_depletion"], zone["trap_target"]) == (16, 1, 17)
    [entry] = table.entries("declare zone Oakwood --hunt 18 --trap 12")
    assert entry["rule"] == "EOS-HUNT-15"
    zone = table.ok("zone Oakwood")
    assert (zone["hunt_target"], zone["trap_target"]) == (21, 13)
    table.ok("declare zone Oakwood --hunt-depletion 1")
    assert table.ok("zone Oakwood")["hunt_target"] == 19


@pytest.mark.parametrize(
    "words",
    ["--miles -1", "--zones -1", "--hunt -2", "--trees -1", "--hunt-depletion -1", "--kind wood", "--zones 1.5"],
)
def test_a_distance_below_nought_is_no_distance(table: Table, words: str) -> None:
    """EOS-HUNT-02: malformed numbers are usage."""
    table.usage(f"declare zone Oakwood {words}")


def test_a_name_that_is_something_else_is_not_declared_again(table: Table) -> None:
    table.all("declare zone Oakwood --miles 15", 'declare water "Mill Lake" --in Oakwood')
    assert table.refused('declare zone "mill-lake"')["state"] == "water"
    table.usage("declare zone Oakwood")
    table.usage("declare site Cave")
    table.usage("declare site Cave --in Nowhere")
    table.ok("declare site Cave --in Oakwood")
    table.ok("declare site Hole --in Cave")
    table.refused("declare site Cave --in Hole")


def test_water_has_a_number_or_is_impossible(table: Table) -> None:
    """EOS-FISH-05 (line 2049)."""
    table.ok("declare zone Oakwood --miles 15")
    [entry] = table.entries('declare water "Mill Lake" --in Oakwood --target 12')
    assert (entry["tag"], entry["rule"], entry["facts"]["kind"]) == ("place.declared", "EOS-FISH-05", "water")
    table.ok('declare water "mill lake" --impossible')
    table.usage('declare water "Mill Lake" --target 3 --impossible')
    table.usage('declare water "Mill Lake" --target -3')


def test_half_a_mile_is_said_as_it_was_typed(table: Table) -> None:
    """EOS-HUNT-02 (line 2062): 12.5 miles out is two whole steps: 30 - 10."""
    [entry] = table.entries("declare zone Oakwood --miles 12.5")
    assert entry["facts"]["said"] == "miles 12.5"
    assert table.ok("zone Oakwood")["hunt_base"] == 20


def test_a_pit_holds_what_the_book_says_or_what_is_left(table: Table) -> None:
    """EOS-MINE-04, EOS-QUAR-02: 1,000 ore, 10,000 stones."""
    table.ok("declare zone Oakwood --miles 15")
    [mine] = table.entries('declare mine "Red Pit" --in Oakwood')
    [quarry] = table.entries('declare quarry "White Pit" --in Oakwood --left 40')
    assert mine["facts"]["said"] == "in Oakwood, left 1000"
    assert quarry["facts"]["said"] == "in Oakwood, left 40"
    [again] = table.entries('declare mine "Red Pit" --left 12')
    assert again["facts"]["said"] == "left 12"


def test_a_site_is_found_with_its_shelter(table: Table) -> None:
    """EOS-FOOD-04, EOS-BUSH-10: found, not built; a shelter of tier 2."""
    table.ok("declare zone Oakwood --miles 15")
    [entry] = table.entries('declare site "Bear Cave" --in Oakwood --shelter 2')
    assert [(p["holder"], p["field"], p["to"]) for p in entry["postings"]] == [
        ("Bear Cave", "kind", "site"),
        ("Bear Cave", "in", "Oakwood"),
        ("Bear Cave", "shelter_tier", 2),
    ]


def test_buildings_ground_locks_and_vessels_are_declared(table: Table) -> None:
    """EOS-ARCH-12, EOS-POS-05, EOS-LOCK-05, EOS-NAV-08."""
    table.ok("declare zone Ford")
    assert table.tags("declare structure Mill --in Ford --tier 3 --tiles 20 --of wood") == ["place.declared"]
    assert table.tags('declare terrain "heap of bodies" --in Ford') == ["place.declared"]
    assert table.tags('declare lock "cellar lock" --tier 4 --in Mill') == ["place.declared"]
    assert table.tags("declare vessel Gull --move 3 --down 25 --up 5") == ["thing.declared"]
    table.usage("declare structure Barn --in Ford --of glass")
    table.usage("declare structure Barn --in Ford --tier 0")
    table.usage("declare lock Other --in Mill")


def test_what_the_books_do_not_list_is_declared_and_then_given(table: Table) -> None:
    """EOS-GEAR-10, EOS-GEAR-11, EOS-METAL-09: `gm give` hands it out under its own name."""
    table.all(
        "declare zone Oakwood",
        'declare thing "Silver Bell" --size-class XS --slots 1',
        "declare book Herbal --pages 320 --tier 2",
        'declare map "Old Map" --tier 3 --of Oakwood',
    )
    [entry] = table.entries('gm give Oakwood silver-bell, Herbal, "Old Map" --reason "the chest"')
    assert [(p["item"], p["tier"], p["quantity"]) for p in entry["postings"]] == [
        ("Silver Bell", None, 1),
        ("Herbal", 2, 1),
        ("Old Map", 3, 1),
    ]
    assert table.refused("declare thing sword")["state"] == "a thing of the books"
    table.usage("declare thing Bell --size-class huge")

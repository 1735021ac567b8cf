"""Goods that change hands, and what everybody has."""

import pytest

from tests.conftest import Table


@pytest.fixture
def road(table: Table) -> Table:
    """Mara and Ivo in Oakwood, Pip in Ford."""
    table.all("declare zone Oakwood --miles 15", "declare zone Ford --miles 10")
    for name, place in (("Mara", "Oakwood"), ("Ivo", "Oakwood"), ("Pip", "Ford")):
        table.ok(f"npc {name} --race human --body 4 --mind 3 --reflex 3 --presence 3 --aura 3 --in {place}")
    table.ok('gm give Mara 10 food, T2 sword, T1 sword, 6 arrows --reason "found"')
    return table


def test_things_go_over_as_they_are_each_a_part_of_its_own(road: Table) -> None:
    """EOS-GEAR-08: a lot keeps its name, so food can be traced."""
    lot = next(t for t in road.ok("stock Mara")["things"] if t["item"] == "food")["lots"][0]
    entries = road.entries("give Mara 4 food, T2 sword --to Ivo")
    assert [(e["tag"], e["cause"]) for e in entries] == [("goods.moved", None), ("goods.moved", None)]
    assert [(p["kind"], p["holder"], p["item"], p["quantity"], p["lot"]) for p in entries[0]["postings"]] == [
        ("spent", "Mara", "food", 4, lot),
        ("gained", "Ivo", "food", 4, lot),
    ]
    assert road.ok("stock Ivo") == {
        "holder": "Ivo",
        "things": [
            {"item": "food", "tier": None, "size": None, "quantity": 4, "unit": None, "lots": [lot]},
            {
                "item": "sword",
                "tier": 2,
                "size": "Medium",
                "quantity": 1,
                "unit": None,
                "lots": [next(p["lot"] for p in entries[1]["postings"])],
            },
        ],
    }


def test_without_a_tier_the_lowest_goes(road: Table) -> None:
    road.ok("give Mara sword --to Ivo")
    assert [t["tier"] for t in road.ok("stock Ivo")["things"]] == [1]


def test_things_lie_in_the_store_of_a_place_and_are_taken_from_it(road: Table) -> None:
    road.ok("give Mara 3 food --to Oakwood")
    road.ok("drop Mara 2 arrows")
    assert {t["item"]: t["quantity"] for t in road.ok("stock Oakwood")["things"]} == {"food": 3, "arrow": 2}
    road.ok("give Ivo 2 food --to Ivo --from Oakwood")
    assert road.ok("stock Ivo")["things"][0]["quantity"] == 2


def test_what_is_not_there_is_refused_and_what_is_there_is_named(road: Table) -> None:
    no = road.refused("give Ivo torch --to Mara")
    assert "nothing" in no["text"] and no["help"] == ["stock Ivo"]
    no = road.refused("give Mara 11 food --to Ivo")
    assert no["state"] == "10 of 11" and "6 arrow" in no["text"]
    road.refused("give Mara T3 sword --to Ivo")
    road.refused("drop Mara torch")


def test_nobody_gives_across_zones(road: Table) -> None:
    no = road.refused("give Mara food --to Pip")
    assert no["state"] == "in Ford"
    road.refused("give Mara food --to Ford")


def test_what_somebody_has_already_is_not_given(road: Table) -> None:
    road.usage("give Mara food --to Mara")
    road.usage("give Mara --to Ivo")

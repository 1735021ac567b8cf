"""Rolls that the GM calls for (COMMANDS 3)."""

import pytest

from tests.conftest import Table


@pytest.fixture
def town(table: Table) -> Table:
    table.all(
        "declare zone Oakwood --miles 15",
        "join Mara --race human --body 5 --mind 5 --reflex 4 --presence 6 --aura 5 --time 'hunting 5' --in Oakwood",
        "join Ivo --race human --body 5 --mind 5 --reflex 4 --presence 2 --aura 5 --in Oakwood",
    )
    return table


def test_a_check_adds_the_stats_and_skills_that_it_names(town: Table) -> None:
    """EOS-SKILL-01: 12 + 6 + 5 = 23 against 18."""
    [entry] = town.entries('roll Mara "presence, hunting" --target 18 --rolled 12 --reason "haggling"')
    assert entry["tag"] == "roll.made"
    assert entry["roll"]["plus"] == [{"name": "presence", "value": 6}, {"name": "hunting", "value": 5}]
    assert (entry["roll"]["total"], entry["roll"]["margin"], entry["roll"]["won"]) == (23, 5, True)
    assert entry["facts"] == {"by": "presence, hunting", "row": "", "why": "haggling"}


def test_a_roll_that_ties_is_not_won_and_one_without_a_number_is_a_total(town: Table) -> None:
    assert town.entries('roll Ivo presence --target 12 --rolled 10 --reason "a bluff"')[0]["roll"]["won"] is False
    roll = town.entries("roll Ivo presence --rolled 10")[0]["roll"]
    assert (roll["total"], roll["target"], roll["won"]) == (12, None, None)


def test_several_roll_one_after_another_and_a_bonus_is_the_gms(town: Table) -> None:
    entries = town.entries('roll Mara,Ivo reflex --target 10 --bonus -2 --rolled 9/3 --reason "a slippery bank"')
    assert [(e["who"], e["roll"]["total"], e["roll"]["won"], e["cause"]) for e in entries] == [
        ("Mara", 11, True, None), ("Ivo", 5, False, None),
    ]  # fmt: skip
    town.usage("roll Mara reflex --target 10 --rolled 9")
    town.usage('roll Mara luck --target 10 --rolled 9 --reason "x"')
    town.usage('roll Mara reflex --target 10 --rolled 21 --reason "x"')
    town.usage("roll Mara")
    town.refused("roll --table weather --rolled 62")

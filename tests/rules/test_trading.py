"""Trade: coin for goods, by size (seed 106 to 115, 1930)."""

import pytest

from tests.conftest import Table
from tests.rules.test_containers import give, person, stock


@pytest.fixture
def town(table: Table) -> Table:
    """Mara with a hundred coin."""
    table.all("declare zone Oakwood --miles 0 --kind city", person())
    give(table, "100 coin")
    return table


def test_goods_are_bought_at_the_price_that_was_named(town: Table) -> None:
    """EOS-SCALE-05: 12 coin for the two of them."""
    [entry] = town.entries("buy Mara 2 T1 ingots --price 12")
    assert (entry["tag"], entry["rule"], entry["facts"]) == (
        "trade.done", "EOS-SCALE-05", {"deed": "buys", "price": 12},
    )  # fmt: skip
    assert stock(town, "Mara") == {"coin": 88, "ingot": 2}


@pytest.mark.parametrize(("race", "price"), [("neo-tabby", 5), ("human", 10), ("warhog", 40), ("orc", 90)])
def test_gear_costs_by_the_size_of_its_wearer_unless_flat(town: Table, race: str, price: int) -> None:
    """EOS-SCALE-05 (line 113): half, once, four times, nine times; `--flat` where the shop does not care."""
    town.ok(person("Owner", race))
    town.ok("buy Mara T1 clothing for Owner --price 10")
    assert stock(town, "Mara")["coin"] == 100 - price
    town.all('gm give Mara 100 coin --reason "lent"', "buy Mara T1 clothing for Owner --price 10 --flat")
    assert stock(town, "Mara")["coin"] == 190 - price


def test_goods_are_sold_and_a_dish_fetches_what_the_gm_says(town: Table) -> None:
    """EOS-COOK-15, EOS-SCALE-05: thirty feathers for three, a fine dinner for seven."""
    give(town, "30 feathers, 2 food")
    town.all("sell Mara 30 feathers --price 3", "sell Mara food --price 7")
    assert stock(town, "Mara") == {"coin": 110, "food": 1}
    town.refused("sell Mara 2 food --price 7")


def test_nobody_pays_what_they_do_not_have(town: Table) -> None:
    refused = town.refused("buy Mara T3 armor --price 101")
    assert (refused["thing"], refused["state"]) == ("coin", "100 of 101")
    town.usage("buy Mara T3 armor --price -1")
    town.usage("buy Mara --price 4")

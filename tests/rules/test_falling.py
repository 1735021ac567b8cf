"""Falling (seed 466 to 476): the harder, the deeper, whatever one wears."""

import pytest

from tests.conftest import Table

PRINTED = {1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 6: 16, 7: 32, 8: 64}
"""The printed table: tiles fallen, damage received."""


@pytest.fixture
def cliff(table: Table) -> Table:
    """Pip, whom many hit points keep alive, in a suit of T5 with a shield of T5."""
    table.all(
        "declare zone Oakwood --miles 15",
        "npc Pip --size 1x1 --hp 200 --body 5 --in Oakwood",
        'gm give Pip T5 armor, T5 shield --reason "loot"',
        "wear Pip armor",
        "wield Pip shield",
    )
    return table


@pytest.mark.parametrize(("tiles", "harm"), PRINTED.items())
def test_every_row_of_the_table_comes_out_in_tiles_and_in_feet(cliff: Table, tiles: int, harm: int) -> None:
    """EOS-FALL-01, EOS-FALL-02, EOS-FALL-03: the suit and the shield of T5 hold nothing off."""
    for said in (f"--tiles {tiles}", f"--feet {5 * tiles}"):
        before = cliff.ok("sheet Pip")["hp"]
        [entry] = cliff.entries(f"fall Pip {said}")
        assert (entry["tag"], entry["rule"], entry["who"]) == ("wound.dealt", "EOS-FALL-01", "Pip")
        assert (entry["facts"]["dealt"], entry["facts"]["raw"], entry["facts"]["kind"]) == (harm, harm, "fall")
        assert before - cliff.ok("sheet Pip")["hp"] == harm


@pytest.mark.parametrize(("tiles", "harm"), [(9, 128), (10, 256)])
def test_beyond_the_table_it_keeps_doubling(cliff: Table, tiles: int, harm: int) -> None:
    """EOS-FALL-01 (line 476)."""
    assert cliff.entries(f"fall Pip --tiles {tiles}")[0]["facts"]["dealt"] == harm


def test_a_part_of_a_tile_is_none(cliff: Table) -> None:
    """EOS-FALL-03: 19 feet are three tiles, 4 feet none."""
    assert cliff.entries("fall Pip --feet 19")[0]["facts"]["dealt"] == 2
    assert cliff.entries("fall Pip --feet 4")[0]["facts"]["dealt"] == 0
    assert cliff.entries("fall Pip --tiles 0")[0]["facts"]["dealt"] == 0


def test_a_deep_fall_is_the_end(cliff: Table) -> None:
    """EOS-FALL-01, EOS-DOWN-01, EOS-DOWN-04: 200 less 256 are -56; another 256 take them past -200."""
    cliff.ok('gm set Pip hp 200 --reason "rested"')
    assert [e["tag"] for e in cliff.entries("fall Pip --tiles 10")] == ["wound.dealt", "state.changed"]
    assert cliff.ok("sheet Pip")["state"] == "unconscious"
    cliff.ok("fall Pip --tiles 10")
    assert cliff.ok("sheet Pip")["state"] == "dead"
    cliff.refused("fall Pip --tiles 2", "EOS-DOWN-04")


def test_several_fall_each_a_part(cliff: Table) -> None:
    cliff.ok("npc Bo --size 1x1 --hp 30 --in Oakwood")
    entries = cliff.entries("fall Pip,Bo --tiles 3")
    assert [(e["who"], e["facts"]["dealt"], e["cause"]) for e in entries] == [("Pip", 2, None), ("Bo", 2, None)]


def test_the_wound_stands_in_why(cliff: Table) -> None:
    cliff.ok("fall Pip --tiles 5")
    why = cliff.ok("why Pip hp")
    assert why["value"] == sum(t["amount"] for t in why["terms"] if not t["struck"])
    assert [t["amount"] for t in why["terms"] if t["rule"] == "EOS-FALL-01"] == [-8]


def test_no_height_two_heights_and_heights_below_nought_are_usage(cliff: Table) -> None:
    """EOS-FALL-01: n < 0."""
    for line in (
        "fall Pip", "fall Pip --tiles 2 --feet 10", "fall Pip --tiles -1", "fall Pip --feet -5", "fall Pip --tiles 2.5",
        "fall Pip --tiles 61", "fall Nobody --tiles 2",
    ):  # fmt: skip
        cliff.usage(line)

"""Throwing things about (seed 717): no attack, and as far as Body."""

import pytest

from tests.conftest import JSON, Table


@pytest.fixture
def yard(table: Table) -> Table:
    """Mara of Body 5, medium."""
    table.all("declare zone Oakwood --miles 15", "npc Mara --race human --body 5 --mind 5 --in Oakwood",
              "gm give Mara 2 torches, spear --reason loot")  # fmt: skip
    return table


def things(table: Table, holder: str) -> dict[str, JSON]:
    return {t["item"]: t for t in table.ok(f"stock {holder}")["things"]}


def test_a_torch_flies_to_a_tile_and_lies_there_for_anybody(yard: Table) -> None:
    """EOS-TURN-10."""
    yard.ok("light Mara torch")
    [entry] = yard.entries("throw Mara torch --to 6,6 --distance 4")
    assert (entry["tag"], entry["rule"], entry["facts"]["item"]) == ("thing.thrown", "EOS-TURN-10", "torch")
    assert (entry["facts"]["to"], entry["facts"]["distance"]) == ("6,6", 4)
    assert (things(yard, "Mara")["torch"]["quantity"], things(yard, "Oakwood")["torch"]["quantity"]) == (1, 1)
    piece = things(yard, "Oakwood")["torch"]["lots"][0]
    lot = yard.desk.campaign().head_world().piece(piece)
    assert lot is not None and lot[1].lit_since is not None and (lot[1].fields or {})["tile"] == "6,6"


def test_as_far_as_body_and_not_a_tile_further(yard: Table) -> None:
    """EOS-TURN-10: Body 5."""
    yard.refused("throw Mara torch --distance 6", "EOS-TURN-10")
    yard.ok("throw Mara torch --distance 5")


def test_on_a_board_the_tiles_are_counted(yard: Table) -> None:
    """EOS-POS-03: from 1,1 to 6,6 are five, to 7,6 six."""
    yard.ok("gm place Mara --to 1,1 --reason board")
    yard.refused("throw Mara torch --to 7,6", "EOS-TURN-10")
    assert yard.entries("throw Mara torch --to 6,6")[0]["facts"]["distance"] == 5


@pytest.mark.parametrize(("race", "body", "reach"), [("human", 4, 4), ("orc", 4, 6), ("warhog", 4, 5)])
def test_big_bodies_throw_further(table: Table, race: str, body: int, reach: int) -> None:
    """EOS-TURN-10: a large creature one tile, an extra-large one two."""
    table.all("declare zone Oakwood --miles 15", f"npc Hob --race {race} --body {body} --in Oakwood",
              "gm give Hob spear --reason loot")  # fmt: skip
    table.refused(f"throw Hob spear --distance {reach + 1}", "EOS-TURN-10")
    table.ok(f"throw Hob spear --distance {reach}")


SIZES = {"gratchen": ["XS", "S"], "human": ["XS", "S", "M"], "warhog": ["XS", "S", "M", "L"], "orc": ["XS", "S", "M", "L", "XL"]}


@pytest.mark.parametrize("race", SIZES)
def test_things_up_to_ones_own_size(table: Table, race: str) -> None:
    """EOS-TURN-10 (examples: a Gratchen XS and S, an Orc almost anything)."""
    things_of = {"XS": "coin", "S": "T1 ingot", "M": "lamp", "L": "stone", "XL": "beam"}
    table.all("declare zone Oakwood --miles 15", f"npc Hob --race {race} --body 5 --in Oakwood")
    for size, thing in things_of.items():
        table.ok(f"gm give Hob {thing} --reason loot")
        line = f"throw Hob {thing} --distance 1"
        if size in SIZES[race]:
            table.ok(line)
        else:
            table.refused(line, "EOS-TURN-10")


def test_it_is_an_action_that_meets_no_dice(yard: Table) -> None:
    """EOS-TURN-09, EOS-TURN-10."""
    yard.all("npc bandit --race human --body 4 --in Oakwood", "fight start Mara bandit", "turn Mara")
    yard.ok("throw Mara torch --distance 3")
    mara = yard.ok("encounter")["fighters"][0]
    assert (mara["actions_left"], mara["contested_left"]) == (1, 1)
    yard.ok("throw Mara torch --distance 3")
    yard.refused("throw Mara spear --distance 3", "EOS-TURN-06")


def test_a_held_throw(yard: Table) -> None:
    """EOS-TACT-02."""
    yard.all("npc bandit --race human --body 4 --in Oakwood", "fight start Mara bandit", "turn Mara", "hold Mara", "turn bandit")
    yard.refused("throw Mara torch --distance 3", "EOS-TACT-02")
    assert yard.tags("throw Mara torch --distance 3 --held") == ["action.used", "thing.thrown"]


def test_thrown_to_somebody_it_is_theirs(yard: Table) -> None:
    yard.all("npc Ivo --race human --body 4 --in Oakwood", "throw Mara spear --to Ivo --distance 3")
    assert "spear" in things(yard, "Ivo")


def test_what_is_not_there_not_loose_or_nowhere(yard: Table) -> None:
    yard.refused("throw Mara axe --distance 2")
    yard.usage("throw Mara torch")
    yard.usage("throw Mara torch --to yonder")
    yard.usage("throw Mara 2 torches --distance 2")
    yard.usage("throw Mara torch --distance -1")
    yard.all("gm give Mara cloak --reason loot", "wear Mara cloak")
    yard.refused("throw Mara cloak --distance 2")


def test_what_is_dropped_on_a_board_lies_where_its_owner_stood_until_it_is_taken_up(yard: Table) -> None:
    """EOS-TURN-11, EOS-LITE-01: a burning torch lights from that tile; taken up it lies there no more."""
    yard.all("light Mara torch", "gm place Mara --to 3,4 --reason board")
    [entry] = yard.entries("drop Mara torch")
    piece = things(yard, "Oakwood")["torch"]["lots"][0]
    assert [(p["holder"], p["to"]) for p in entry["postings"] if p["field"] == "tile"] == [(piece, "3,4")]
    yard.ok(f"take Mara {piece} --from Oakwood")
    found = yard.desk.campaign().head_world().piece(piece)
    assert found is not None and found[0].name == "Mara" and "tile" not in (found[1].fields or {})

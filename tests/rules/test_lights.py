"""Fires and lights: what burns, on what, and for how long (seed 672, 1912, 1914, 2169)."""

import pytest

from tests.conftest import Table

STATS = "--body 5 --mind 6 --reflex 4 --presence 5 --aura 4 --in Oakwood"
IVO = f'join Ivo --race dwarf {STATS} --time "bushcraft 6, cooking 4"'
MARA = f"join Mara --race human {STATS}"


@pytest.fixture
def wood(table: Table) -> Table:
    table.all("declare zone Oakwood --miles 15", IVO, MARA, "gm give Oakwood 90 preserved food --reason stores")
    return table


def fire(table: Table, on: str = "") -> tuple[bool, int]:
    site = table.ok(f"site Oakwood {on}")
    return site["fire_lit"], site["fire_days"]


def test_a_beam_is_seven_days_of_fire(wood: Table) -> None:
    """EOS-LOG-04 (line 2169), EOS-BUSH-08: seven dawns later it is out."""
    wood.ok("gm give Ivo 2 beams --reason found")
    [lit] = wood.entries('light Ivo fire --using "1 beam"')
    assert (lit["tag"], lit["rule"], lit["place"]) == ("light.lit", "EOS-LOG-04", "Oakwood")
    assert lit["facts"] == {"what": "fire", "fuel": "beam"}
    assert fire(wood) == (True, 7)
    assert wood.ok("stock Ivo")["things"][0]["quantity"] == 1
    wood.ok("clock day-7")
    assert fire(wood) == (True, 1)
    wood.ok("clock day-8")
    assert fire(wood) == (False, 0)
    wood.refused("light Ivo fire", "EOS-BUSH-08")
    assert wood.refused('light Ivo fire --using "2 beams"')["state"] == "1 beam"


def test_banked_days_wait_while_the_fire_is_out(wood: Table) -> None:
    """EOS-BUSH-08: three days banked, one burned, doused for two, lit again: two are left."""
    wood.all("bushcraft Ivo 3 fire", "camp")
    [out] = wood.entries("douse Ivo fire")
    assert out["facts"] == {"what": "fire", "left": 2}
    wood.all("camp --days 2")
    assert fire(wood) == (False, 2)
    wood.refused("douse Ivo fire")
    wood.ok("light Ivo fire")
    assert fire(wood) == (True, 2)
    wood.refused("light Ivo fire")
    wood.ok("camp --days 2")
    assert fire(wood) == (False, 0)


def test_who_makes_fire_needs_bushcraft_or_a_tinderbox(wood: Table) -> None:
    """EOS-BUSH-07 (line 1912): the crude toolkit of bushcraft, never used up."""
    wood.all("bushcraft Ivo 2 fire", "douse Ivo fire")
    wood.refused("light Mara fire", "EOS-BUSH-07")
    wood.all("gm give Mara tinderbox --reason found", "light Mara fire")
    assert fire(wood) == (True, 2)
    assert "tinderbox" in [t["item"] for t in wood.ok("stock Mara")["things"]]


def test_no_mind_no_fire(wood: Table) -> None:
    """EOS-FOOD-04 (line 297): Mind below 1 makes no fire, with a tinderbox neither."""
    wood.all("npc Ox --size 1x1 --hp 40 --in Oakwood", "gm give Ox tinderbox, torch, 1 beam --reason found")
    wood.refused('light Ox fire --using "1 beam"', "EOS-FOOD-04")
    wood.refused("light Ox torch", "EOS-FOOD-04")


def test_a_torch_burns_five_hours_and_keeps_what_is_left_when_it_is_put_out(wood: Table) -> None:
    """EOS-BUSH-17, EOS-LITE-01, EOS-LITE-02: two hours and a half burned, as much left; then it is spent."""
    wood.ok("gm give Mara torch --reason found")
    [lit] = wood.entries("light Mara torch")
    torch = lit["facts"]["what"]
    wood.ok("clock +2h30m")
    [out] = wood.entries("douse Mara torch")
    assert out["facts"] == {"what": torch, "left": 2.5}
    wood.refused("douse Mara torch")
    wood.all("clock +3h", "light Mara torch", "clock +2h")
    assert [d["date"] for d in wood.ok("due Mara")["due"] if d["kind"] == "light"] == ["day 1 14:00"]
    wood.ok("clock 14:00")
    assert [d for d in wood.ok("due Mara")["due"] if d["kind"] == "light"] == []
    wood.refused("light Mara torch")


def test_a_torch_that_burned_down_lights_no_third_task(wood: Table) -> None:
    """EOS-COOK-08: five hours are needed, and four are left."""
    wood.all(
        "gm give Ivo cooking toolkit --reason found",
        "gm give Mara torch --reason found",
        "light Mara torch",
        "clock +1h",
    )
    wood.all("cook Ivo chore for Mara", "task Mara digs --tasks 2")
    assert wood.refused("task Mara digs", "EOS-COOK-08")["state"] == "4 hours of light"


def test_a_candle_burns_its_hour(wood: Table) -> None:
    """EOS-COOK-12, EOS-LITE-02: one of three is lit; put out after half of it, half an hour is left."""
    wood.all("gm give Mara 3 candles --reason found", "light Mara candle")
    wood.refused("light Mara candle")
    wood.ok("clock +30m")
    [out] = wood.entries("douse Mara candle")
    assert out["facts"] == {"what": "candle", "left": 0.5}
    [candles] = [t for t in wood.ok("stock Mara")["things"] if t["item"] == "candle"]
    assert candles["quantity"] == 3
    wood.all("light Mara candle", "clock +2h")
    wood.refused("douse Mara candle")


def test_nothing_else_burns(wood: Table) -> None:
    wood.usage("light Mara spear")
    wood.usage('light Mara torch --using "1 beam"')
    wood.usage('light Ivo fire --using "1 food"')

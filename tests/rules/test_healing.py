"""Healing: Body a day, at the close of the day (seed 349, 2197)."""

import pytest

from tests.conftest import Table

MARA = "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 2 --in Oakwood"
BRUK = "join Bruk --race neo-bear --body 5 --mind 4 --reflex 5 --presence 5 --aura 5 --in Oakwood"


@pytest.fixture
def wood(table: Table) -> Table:
    table.all("declare zone Oakwood --miles 15", MARA, "gm give Oakwood 90 preserved food --reason stores")
    return table


def test_a_night_gives_body_back_and_no_more_than_is_missing(wood: Table) -> None:
    """EOS-STAT-06, EOS-DOWN-08: 25 - 7 + 5 = 23, then 2 of the 5 that are offered; then nothing is due."""
    wood.ok("gm harm Mara 7 --kind wound --reason dice")
    [healed] = [e for e in wood.entries("camp") if e["tag"] == "body.healed"]
    assert (healed["who"], healed["rule"], healed["date"]) == ("Mara", "EOS-STAT-06", "day 1 05:58")
    assert healed["facts"] == {"day": 1, "rest": 5, "medicine": 0, "grown": []}
    assert [(p["from"], p["to"]) for p in healed["postings"]] == [(18, 23)]
    [healed] = [e for e in wood.entries("camp") if e["tag"] == "body.healed"]
    assert [(p["from"], p["to"]) for p in healed["postings"]] == [(23, 25)]
    assert "body.healed" not in wood.tags("camp")


def test_the_unconscious_heal_and_wake_and_the_dead_do_not(wood: Table) -> None:
    """EOS-STAT-06, EOS-STAT-07: -3 + 5 = 2 is awake; the dead are asked nothing."""
    wood.ok("gm harm Mara 28 --kind wound --reason dice")
    assert wood.ok("sheet Mara")["state"] == "unconscious"
    assert [t for t in wood.tags("camp") if t in ("body.healed", "state.changed")] == ["body.healed", "state.changed"]
    assert (wood.ok("sheet Mara")["state"], wood.ok("sheet Mara")["hp"]) == ("well", 2)
    wood.ok("gm harm Mara 99 --kind wound --reason dice")
    assert wood.tags("camp") == ["camp.made", "day.closed"]


def test_a_bear_heals_double_asleep_and_plain_on_watch(wood: Table) -> None:
    """EOS-RACE-BEAR-05, EOS-RACE-BLACKBEAR-03: Body 5 is 10 a night."""
    wood.all(BRUK, "gm harm Bruk 30 --kind wound --reason dice")
    full = wood.ok("sheet Bruk")["max_hp"]
    wood.ok("camp")
    assert wood.ok("sheet Bruk")["hp"] == full - 20
    wood.ok("camp --outside Bruk")
    assert wood.ok("sheet Bruk")["hp"] == full - 15


def test_hunger_falls_before_the_night_heals(wood: Table) -> None:
    """EOS-CAL-06: full 25, hunger 20 to 15 after full work, hp 18: 18 + 5 is cut at 21.25, not at 20 (HISTORY 1.8)."""
    wood.all("gm harm Mara 7 --kind wound --reason dice", "gm set Mara hunger 20 --reason test")
    wood.all('task Mara "digs" --tasks 2', "camp")
    assert wood.ok("sheet Mara")["hp"] == 21.25


def test_the_gms_figures_heal_too(wood: Table) -> None:
    """EOS-STAT-06: healing is asked of everyone (COMMANDS 3.2); without Body nothing is due."""
    wood.all("npc wolf --size 1x1 --body 4 --hp 30/40 --in Oakwood", "npc stump --size 1x1 --hp 30/40 --in Oakwood")
    wood.ok("camp")
    assert (wood.ok("sheet wolf")["hp"], wood.ok("sheet stump")["hp"]) == (34, 30)

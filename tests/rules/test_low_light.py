"""Low light and what gives light (seed lines 656 to 674, 1154); things and powers that are the GM's (719, 552)."""

import pytest

from projections.sight import BRIGHT, DARK, lit_by
from projections.world import World
from tests.conftest import JSON, Table

MARA = 'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "bow 6, stealth 2" --in Oakwood'
FIGHTERS = (
    "npc Rook --race human --body 4 --mind 3 --reflex 4 --presence 3 --in Oakwood",
    "gm give Mara T1 bow, T2 arrow pouch, 6 arrows --reason cart", "wear Mara bow, arrow pouch",
    "stow Mara 6 arrows --to arrow-pouch",
)  # fmt: skip


@pytest.fixture
def dusk(table: Table) -> Table:
    table.all("declare zone Oakwood --zones 4", MARA, *FIGHTERS)
    return table


def defence(table: Table, line: str) -> JSON:
    [rolled] = [e for e in table.entries(line) if e["tag"] == "attack.rolled"]
    found: JSON = rolled["roll"]["against"]
    return found


def plus(roll: JSON, name: str) -> int:
    return sum(p["value"] for p in roll["plus"] if p["name"] == name)


@pytest.mark.parametrize(("tiles", "bonus"), [(2, 0), (4, 0), (5, 1), (15, 11)])
def test_beyond_twice_the_level_each_tile_helps_the_target(dusk: Table, tiles: int, bonus: int) -> None:
    """EOS-LOWL-04, EOS-LOWL-05 (line 668): level 2: free up to 4 tiles, 11 more at 15."""
    line = f"attack Mara Rook --with bow --distance {tiles} --light 2 --rolled 10 --against 6"
    assert plus(defence(dusk, line), "low light") == bonus


def test_the_light_of_the_fight_or_the_zone_holds_where_the_line_says_none(dusk: Table) -> None:
    """EOS-LOWL-01: the weather's 2, the fight's 5, the line's 20."""
    shot = "attack Mara Rook --with bow --distance 15 --rolled 10 --against 6"
    dusk.ok("weather --light 2 --in Oakwood")
    assert plus(defence(dusk, shot), "low light") == 11
    dusk.all("fight start Mara Rook --light 5", "turn Mara", "gm heal Rook 20 --reason test")
    assert plus(defence(dusk, f"{shot} --light 20"), "low light") == 0
    dusk.all("turn Rook", "turn Mara", "gm heal Rook 20 --reason test")
    assert plus(defence(dusk, shot), "low light") == 5


def test_dark_vision_knows_no_low_light(dusk: Table) -> None:
    """EOS-DARK-16."""
    dusk.all(
        'join Grit --race gratchen --body 4 --mind 3 --reflex 3 --presence 3 --aura 3 --time "bow 3" --in Oakwood',
        "gm give Grit T1 bow for Grit, 4 arrows for Grit --reason cart",
    )
    assert plus(defence(dusk, "attack Grit Rook --with bow --distance 15 --light 2 --rolled 10 --against 6"), "low light") == 0


@pytest.mark.parametrize("light", ["101", "-1", "dim"])
def test_a_level_is_one_to_a_hundred(dusk: Table, light: str) -> None:
    """EOS-LOWL-01."""
    dusk.usage(f"weather --light {light} --in Oakwood")
    dusk.usage(f"sneak Mara Rook --by shadow --light {light} --rolled 9 --against 9")
    dusk.usage(f"fight start Mara Rook --light {light}")


@pytest.mark.parametrize(("tiles", "bonus"), [(2, 0), (3, 0), (4, 1), (10, 7)])
def test_low_light_hides_by_a_point_for_each_tile_past_its_level(dusk: Table, tiles: int, bonus: int) -> None:
    """EOS-LOWL-02, EOS-LOWL-03: level 3: told apart up to three tiles."""
    rolled = dusk.entries(f"sneak Mara Rook --by shadow --distance {tiles} --light 3 --rolled 9 --against 2")[0]
    assert plus(rolled["roll"], "low light") == bonus
    assert rolled["roll"]["total"] == 9 + 6 + 2 + bonus


def test_a_neo_panther_blends_in(dusk: Table) -> None:
    """EOS-RACE-PANTHER-02: level 8 counts as 3: 7 at ten tiles; by ruling 2 + 5; nothing where it is bright."""
    dusk.ok("npc Shade --race neo-panther --body 3 --presence 3 --in Oakwood")
    sneak = "sneak Shade Rook --by shadow --distance 10 --rolled 9 --against 2"
    assert plus(dusk.entries(f"{sneak} --light 8")[0]["roll"], "low light") == 7
    assert plus(dusk.entries(f"{sneak} --light bright")[0]["roll"], "low light") == 0
    dusk.ok("ruling low_light_effective flat-5 --reason vote")
    assert plus(dusk.entries(f"{sneak} --light 8")[0]["roll"], "low light") == 7
    assert plus(dusk.entries(f"{sneak} --light 20")[0]["roll"], "low light") == 5


@pytest.mark.parametrize(
    ("tiles", "level"), [(None, BRIGHT), (0, BRIGHT), (5, BRIGHT), (6, 1), (10, 1), (11, DARK), (15, DARK)]
)
def test_a_flame_is_bright_for_five_tiles_and_dim_to_ten(tiles: int | None, level: int) -> None:
    """EOS-LITE-01: a candle, a torch, a campfire."""
    assert lit_by(World(), tiles) == level


def test_the_dim_ring_may_be_ten_beyond_the_bright_one(dusk: Table) -> None:
    """EOS-LITE-01: ruling light_ring_total_10, seen through a shot at who carries the torch's far light."""
    dusk.all(
        "gm give Mara torch --reason cart", "light Mara torch", "fight start Mara Rook --light dark", "turn Mara",
    )  # fmt: skip
    dusk.refused("attack Mara Rook --with bow --distance 12 --rolled 10 --against 6", "EOS-DARK-06")
    shot = "attack Mara Rook --with bow --distance 8 --rolled 10 --against 6"
    assert plus(defence(dusk, shot), "low light") == 6
    dusk.all("ruling light_ring_total_10 10-beyond-bright --reason vote", "turn Rook", "turn Mara", "gm heal Rook 20 --reason x")
    assert plus(defence(dusk, shot.replace("8", "12", 1)), "low light") == 10


def test_on_a_board_the_torch_is_where_its_bearer_stands(dusk: Table) -> None:
    """EOS-LITE-01: Rook, seven tiles from Mara's torch, stands in its dim ring; doused (EOS-LITE-02) it is dark."""
    dusk.all(
        "gm give Mara torch --reason cart", "light Mara torch", "fight start Mara Rook --light dark",
        "gm place Mara --to 1,1 --reason board", "gm place Rook --to 8,1 --reason board", "turn Mara",
    )  # fmt: skip
    assert plus(defence(dusk, "attack Mara Rook --with bow --rolled 10 --against 6"), "low light") == 5
    dusk.all("turn Rook", "turn Mara", "douse Mara torch")
    dusk.refused("attack Mara Rook --with bow --rolled 10 --against 6", "EOS-DARK-03")


# -- use --------------------------------------------------------------------------------------------------------


def test_a_thing_is_used_and_what_it_does_is_the_gms(dusk: Table) -> None:
    """EOS-TURN-11: worn or held it is free, at any time; the effect is words."""
    dusk.ok("gm give Mara healing bauble --reason loot")
    [used] = dusk.entries('use Mara healing-bauble Rook --reason "heals 10"')
    assert (used["tag"], used["rule"], used["who"], used["reason"]) == ("thing.used", "EOS-TURN-11", "Mara", "heals 10")
    assert (used["facts"]["whom"], used["facts"]["effect"]) == (["Rook"], "heals 10")
    assert dusk.ok("stock Mara")["things"][-1]["item"].lower() == "healing bauble"


def test_what_nobody_has_is_lacking(dusk: Table) -> None:
    """A thing of the books that is not within reach."""
    dusk.refused("use Mara shield", None)


def test_spells_are_refused_until_the_gm_rules(dusk: Table) -> None:
    """EOS-MAGIC-01: no dice; magic is not in this edition."""
    refused = dusk.refused("use Mara fireball Rook", "EOS-MAGIC-01")
    assert refused["help"][0].startswith("ruling EOS-MAGIC-01")
    dusk.ok('ruling EOS-MAGIC-01 "as the GM says" --reason vote')
    [used] = dusk.entries('use Mara fireball Rook --reason "4 fire"')
    assert (used["rule"], used["roll"], used["facts"]["what"]) == ("EOS-MAGIC-01", None, "fireball")


def test_the_missing_drawing_of_light_is_refused_by_name_until_it_is_ruled(dusk: Table) -> None:
    """EOS-LITE-03: missing in the source; ruled, it is used once a day."""
    dusk.refused("use Mara EOS-LITE-03", "EOS-LITE-03")
    dusk.refused('use Mara "light diagram"', "EOS-LITE-03")
    dusk.ok('ruling EOS-LITE-03 "corners are dim" --limit day --reason vote')
    [used] = dusk.entries("use Mara EOS-LITE-03")
    assert (used["rule"], used["facts"]["effect"]) == ("EOS-LITE-03", "corners are dim")
    dusk.refused("use Mara EOS-LITE-03", "EOS-LITE-03")

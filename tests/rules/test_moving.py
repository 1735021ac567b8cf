"""Moving in a fight, on a board and without one, and where everybody looks (EOS-CMOVE, EOS-POS, EOS-TILE, EOS-DARK, EOS-TACT)."""

from typing import Any

import pytest

from ledger.board import cross
from ledger.fight import is_behind, reach
from ledger.ruling import Scene
from projections.encounter import between, board_distance, line, sharing
from projections.world import Holder, World
from tests.conftest import Table

WHY = '--reason "the board"'


@pytest.fixture
def field(table: Table) -> Table:
    """Mara (move 5) and Ivo the dwarf, Pip who is small, two wolves, an ogre of 2x2; nobody on the board yet."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --in Oakwood",
        "join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --in Oakwood",
        "join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood",
        "npc wolf --count 2 --size 1x1 --move 6 --body 3 --hp 15 --in Oakwood",
        "npc Ogre --size 2x2 --move 4 --body 8 --hp 60 --in Oakwood",
    )
    return table


def put(table: Table, **tiles: str) -> None:
    for who, tile in tiles.items():
        table.ok(f"gm place {who.replace('_', '-')} --to {tile} {WHY}")


def fighters(table: Table) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in table.ok("encounter")["fighters"]}


def tile(table: Table, who: str) -> Any:
    return fighters(table)[who]["tile"]


def world(table: Table) -> World:
    found: World = table.desk.campaign().head_world()
    return found


def scene(table: Table) -> Scene:
    campaign = table.desk.campaign()
    return Scene(campaign.head_world(), campaign.clock, None)  # type: ignore[arg-type]


# -- how far ----------------------------------------------------------------------------------------------------


def test_a_move_is_as_long_as_the_race_moves(field: Table) -> None:
    """EOS-CMOVE-02 (line 460): a human moves 5 tiles; Body is not added."""
    [entry] = field.entries("move Mara --tiles 5")
    assert (entry["tag"], entry["rule"], entry["facts"]["tiles"]) == ("move.made", "EOS-CMOVE-02", 5)
    assert field.refused("move Mara --tiles 6", "EOS-CMOVE-02")["state"] == "move 5"
    field.ok("move wolf-1 --tiles 6")
    assert field.tags('move Mara --tiles 6 --overrule "downhill"') == ["move.made"]


def test_the_game_master_may_shorten_a_move(field: Table) -> None:
    """EOS-CMOVE-02: over bodies and rubble."""
    field.ok('gm set Mara move 2 --reason "knee-deep mud"')
    field.refused("move Mara --tiles 3", "EOS-CMOVE-02")


def test_a_move_says_how_far_and_in_one_way(field: Table) -> None:
    field.usage("move Mara")
    field.usage("move Mara --tiles -1")
    field.usage("move Mara --tiles 2 --as flying")
    field.usage("move Mara --to 4,4 --direction left --tiles 2")
    field.usage("move Mara --direction upward --tiles 2")
    field.usage("move Mara --tiles 2 --stops 4,4")
    field.usage("move Mara --tiles 2 --blocks wolf-1")
    field.ok("npc ghost --hp 5 --in Oakwood")
    assert field.refused("move ghost --tiles 2")["state"] == "no move"


@pytest.mark.parametrize("to", ["5", "5,7,8", "-3", "5,x"])
def test_a_tile_has_two_numbers(field: Table, to: str) -> None:
    """EOS-CMOVE-02: `--to` is a tile of a board or a name; what is neither is usage."""
    field.usage(f"move Mara --to {to}")


def test_who_carries_too_much_does_not_move(field: Table) -> None:
    """EOS-CGEAR-10 (line 438): five cloaks on Body 4 are worn, and freeze."""
    field.all('gm give Mara 6 cloaks --reason "x"', "wear Mara 6 cloaks")
    field.refused("move Mara --tiles 1", "EOS-CGEAR-10")


def test_who_is_caught_in_a_trap_does_not_move(field: Table) -> None:
    """EOS-TRAP-17 (line 1734)."""
    field.ok('gm mark Mara held --reason "a snare"')
    field.refused("move Mara --tiles 1", "EOS-TRAP-17")


def test_with_a_skid_one_moves_once_a_turn(field: Table) -> None:
    """EOS-BUSH-14 (line 1920): no second move action."""
    field.all('gm mark Mara "pulling a skid" --reason "the beam"', "fight start Mara wolf", "turn Mara", "move Mara --tiles 3")
    field.refused("move Mara --tiles 3", "EOS-BUSH-14")
    field.all("turn wolf-1", "turn Mara", "move Mara --tiles 3")


def test_the_unconscious_do_not_move(field: Table) -> None:
    """EOS-DOWN-02 (line 738)."""
    field.ok('gm harm Mara 30 --reason "x"')
    field.refused("move Mara --tiles 1", "EOS-STAT-07")
    field.all('gm heal Mara 40 --reason "x"', "fight start Mara wolf", "turn Mara", 'gm harm Mara 30 --reason "x"')
    for words in ("move Mara --tiles 1", "face Mara wolf-1", "hold Mara", "attack Mara wolf-1 --rolled 9 --against 9"):
        field.refused(words, "EOS-DOWN-02")


def test_a_climb_is_a_move_action(field: Table) -> None:
    """EOS-FALL-04 (line 464)."""
    field.all("fight start Mara wolf", "turn Mara")
    [entry] = field.entries("move Mara --tiles 2 --climb")
    assert (entry["rule"], entry["facts"]["climbed"]) == ("EOS-FALL-04", True)
    assert fighters(field)["Mara"]["actions_left"] == 1


# -- the board --------------------------------------------------------------------------------------------------


def test_figures_are_set_on_a_board_and_leave_it_with_the_fight(field: Table) -> None:
    """EOS-POS-03: `4,7` is x and y, with y to the north."""
    [entry] = field.entries(f"gm place Mara --to 4,7 --facing north {WHY}")
    assert (entry["tag"], entry["place"]) == ("place.changed", "Oakwood")
    field.all(f"gm place wolf-1 --to 4,9 --facing Mara {WHY}", "fight start Mara wolf")
    rows = fighters(field)
    assert [(rows[w]["tile"], rows[w]["facing"]) for w in ("Mara", "wolf-1", "wolf-2")] == [
        ("4,7", "north"), ("4,9", "Mara"), (None, None)
    ]  # fmt: skip
    field.usage(f"gm place Mara --to 4,8 --facing upward {WHY}")
    field.usage(f"gm place Mara {WHY}")
    field.usage(f"gm place Mara --to 4,8 --facing Mara {WHY}")
    field.ok("fight end")
    assert tile(field, "Mara") is None


def test_a_board_is_of_its_place(field: Table) -> None:
    """Who goes elsewhere stands on no tile there."""
    put(field, Mara="4,7")
    field.all("declare zone Farwood --miles 20 --zones 6", f"gm place Mara --to Farwood {WHY}")
    field.all("npc boar --hp 9 --move 5 --in Farwood", "fight start Mara boar")
    assert tile(field, "Mara") is None


def test_steps_are_counted_with_diagonals_as_one(field: Table) -> None:
    """EOS-POS-03 (ruling chebyshev_distance): 3 across and 5 along are 5; from the near edge of a 2x2."""
    put(field, Mara="1,1", wolf_1="4,6", Ogre="7,1")
    here = world(field)
    assert board_distance(here, here.get("Mara"), here.get("wolf-1")) == 5
    assert board_distance(here, here.get("Mara"), here.get("Ogre")) == 6
    assert board_distance(here, here.get("Ogre"), here.get("wolf-1")) == 4  # from 7,2 to 4,6
    assert board_distance(here, here.get("Mara"), here.get("Ivo")) is None


def test_one_goes_round_others_and_not_through_them(field: Table) -> None:
    """EOS-CMOVE-01 (line 458): a wall of bodies, open at one end."""
    put(field, Mara="1,1", wolf_1="2,1", wolf_2="2,2", Ivo="2,0")
    field.all("fight start Mara wolf", "turn Mara")
    [entry] = field.entries("move Mara --to 3,1")
    assert (entry["facts"]["tiles"], entry["facts"]["start"], entry["facts"]["to"]) == (4, "1,1", "3,1")
    assert not {"2,1", "2,2", "2,0"} & set(entry["facts"]["path"])
    assert tile(field, "Mara") == "3,1"


def test_a_way_that_is_closed_is_refused(field: Table) -> None:
    """EOS-CMOVE-01: in a passage of terrain."""
    field.all('declare terrain "north wall" --in Oakwood', 'declare terrain "south wall" --in Oakwood')
    field.all(f'gm place "north wall" --to 2,2 {WHY}', f'gm place "south wall" --to 2,0 {WHY}')
    for name, at in (("a", "2,3"), ("b", "2,4"), ("c", "2,5"), ("d", "2,-1"), ("e", "2,-2"), ("f", "2,-3")):
        field.all(f'declare terrain "rock {name}" --in Oakwood', f'gm place "rock {name}" --to {at} {WHY}')
    put(field, Mara="1,1", wolf_1="2,1")
    field.refused("move Mara --to 3,1", "EOS-CMOVE-01")
    field.refused("move Mara --to 2,2", "EOS-CMOVE-01")
    field.ok('gm harm wolf-1 20 --reason "an arrow"')
    assert field.entries("move Mara --to 3,1")[0]["facts"]["path"] == ["2,1", "3,1"]


def test_a_tile_holds_one_fighter_on_their_feet(field: Table) -> None:
    """EOS-POS-04, EOS-POS-05 (line 381): the fallen free it, however many."""
    put(field, Mara="1,1", wolf_1="2,1", wolf_2="5,5")
    field.refused("move Mara --to 2,1", "EOS-POS-04")
    field.ok('gm harm wolf-1 20 --reason "an arrow"')
    field.ok("move Mara --to 2,1")
    field.refused(f"gm place wolf-2 --to 2,1 {WHY}", "EOS-POS-04")


def test_a_small_one_shares_a_tile_and_no_third_does(field: Table) -> None:
    """EOS-TILE-01 (line 134): one small one beside another; on each tile of a big one."""
    field.ok("join Tom --race gratchen --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood")
    put(field, Mara="1,1", Pip="1,1", wolf_1="3,3", Ogre="6,6")
    field.refused(f"gm place Tom --to 1,1 {WHY}", "EOS-TILE-01")
    field.refused("move wolf-1 --to 1,1", "EOS-TILE-01")
    put(field, Tom="6,6", Pip="7,7")
    here = world(field)
    assert [h.name for h in sharing(here, here.get("Ogre"))] == ["Pip", "Tom"]
    field.refused(f"gm place Mara --to 6,7 {WHY}", "EOS-TILE-01")
    field.refused(f"gm place Ogre --to 0,0 {WHY}", "EOS-TILE-01")


def test_a_big_one_may_step_onto_a_small_one(field: Table) -> None:
    """EOS-TILE-01: a large creature may choose to."""
    put(field, Pip="4,4", Ogre="1,1")
    field.ok("move Ogre --to 3,3")


def test_a_body_takes_up_its_tiles(field: Table) -> None:
    """EOS-SIZE-02 (line 84): a 2x2 at 2,2 stands on 3,3 too."""
    put(field, Ogre="2,2")
    field.refused(f"gm place Mara --to 3,3 {WHY}", "EOS-TILE-01")
    put(field, Mara="4,4")


def test_on_a_board_a_move_says_where_to(field: Table) -> None:
    put(field, Mara="1,1")
    assert field.refused("move Mara --tiles 3")["state"] == "at 1,1"
    assert field.refused("move Ivo --to 3,3")["state"] == "no tile"
    field.usage("move Mara --to 5,5 --tiles 2")


def test_reach_grows_with_the_body() -> None:
    """EOS-SIZE-11, EOS-SIZE-12 (lines 167, 177): 1 + 1 and 15 + 1 of a large one, 1 + 2 of the largest."""
    sizes = {"Medium": 0, "Large": 1, "Extra-Large": 2}
    for size, more in sizes.items():
        who = Holder("X")
        who.fields["size"] = size
        assert [reach(who, base) for base in (1, 2, 5, 15)] == [1 + more, 2 + more, 5 + more, 15 + more]


def test_whoever_stands_in_the_line_is_between(field: Table) -> None:
    """EOS-COV-02, EOS-COV-05 (lines 443, 452): people on their feet and terrain, nearest first."""
    field.all('declare terrain oak --in Oakwood', f"gm place oak --to 5,1 {WHY}")
    put(field, Mara="1,1", Ivo="3,1", wolf_1="7,1", wolf_2="3,3")
    here = world(field)
    assert [h.name for h in between(here, here.get("Mara"), here.get("wolf-1"))] == ["Ivo", "oak"]
    assert between(here, here.get("Mara"), here.get("wolf-2")) == []
    field.ok('gm harm Ivo 25 --reason "x"')
    here = world(field)
    assert [h.name for h in between(here, here.get("wolf-1"), here.get("Mara"))] == ["oak"]
    assert line((0, 0), (3, 1)) == [(0, 0), (1, 0), (2, 1), (3, 1)]


# -- front and rear ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "behind"),
    [("5,6", False), ("6,6", False), ("4,6", False), ("6,5", False), ("4,5", False), ("5,4", True), ("6,4", True), ("4,4", True),
     ("9,5", False), ("9,3", True), ("5,9", False)],
)  # fmt: skip
def test_the_rear_is_what_lies_behind(field: Table, at: str, behind: bool) -> None:
    """EOS-POS-02 (line 379): facing north, front is N NE NW E W, rear S SE SW."""
    put(field, wolf_1=at)
    field.ok(f"gm place Mara --to 5,5 --facing north {WHY}")
    here = scene(field)
    assert is_behind(here, here.world.get("wolf-1"), here.world.get("Mara")) is behind
    assert is_behind(here, here.world.get("wolf-1"), here.world.get("Mara"), True)


def test_who_keeps_turning_to_one_shows_the_others_its_back(field: Table) -> None:
    """EOS-TURN-13 (line 723): whom one tracks is always in front."""
    put(field, wolf_1="5,8", wolf_2="5,4", Ivo="8,8")
    field.all(f"gm place Mara --to 5,5 --facing wolf-1 {WHY}", "fight start Mara,Ivo wolf")

    def behind(who: str) -> bool:
        here = scene(field)
        return is_behind(here, here.world.get(who), here.world.get("Mara"))

    assert [behind(who) for who in ("wolf-1", "wolf-2")] == [False, True]
    field.all("turn wolf-1", "move wolf-1 --to 5,3 --overrule \"round them\"")
    assert [behind(who) for who in ("wolf-1", "wolf-2")] == [False, False]


def test_a_long_body_is_covered_as_far_as_its_middle(field: Table) -> None:
    """EOS-POS-12 (line 411): a 1x2 facing east, its head at 6,5."""
    field.ok("npc worm --size 1x2 --move 4 --body 5 --hp 30 --in Oakwood")
    put(field, worm="5,5")
    field.ok(f"gm place worm --facing east {WHY}")
    for at, behind in (("7,5", False), ("6,6", False), ("6,4", False), ("5,6", True), ("5,4", True), ("4,5", True)):
        put(field, wolf_1=at)
        here = scene(field)
        assert is_behind(here, here.world.get("wolf-1"), here.world.get("worm")) is behind, at


def test_a_small_one_on_a_bigger_ones_tile_is_behind_it(field: Table) -> None:
    """EOS-TILE-11, EOS-TILE-12 (line 146): but not behind another small one."""
    field.ok("npc rat --race gratchen --body 2 --in Oakwood")
    put(field, Mara="5,5", Pip="5,5")
    here = scene(field)
    assert is_behind(here, here.world.get("Pip"), here.world.get("Mara"))
    assert not is_behind(here, here.world.get("Mara"), here.world.get("Pip"))
    put(field, Mara="9,9", rat="5,5")
    here = scene(field)
    assert not is_behind(here, here.world.get("rat"), here.world.get("Pip"))


def test_facing_is_said_at_the_end_of_the_own_turn(field: Table) -> None:
    """EOS-TURN-13: no action, and not in the middle of a turn; EOS-STL-06: one turns on the next own turn."""
    put(field, Mara="5,5", wolf_1="8,8")
    field.all("fight start Mara wolf", "turn wolf-1")
    assert field.refused("face Mara wolf-1", "EOS-TURN-13")["state"] == "turn of wolf-1"
    field.ok("turn Mara")
    [entry] = field.entries("face Mara wolf-1")
    assert (entry["tag"], entry["facts"]["facing"]) == ("facing.set", "wolf-1")
    assert fighters(field)["Mara"]["facing"] == "wolf-1"
    field.refused("move Mara --to 5,6", "EOS-TURN-13")
    field.all("turn wolf-1", "turn Mara", "move Mara --to 5,6", "face Mara north-east")
    assert fighters(field)["Mara"]["facing"] == "north-east"
    field.usage("face Mara upward")
    field.usage("face Mara Mara")


# -- stepping into the way --------------------------------------------------------------------------------------


@pytest.fixture
def chase(field: Table) -> Table:
    """Ivo holds an action at 4,6; wolf-1 has just run from 2,4 to 7,4."""
    put(field, Ivo="4,6", wolf_1="2,4", Mara="9,9")
    field.all("fight start Ivo,Mara wolf", "turn Ivo", "hold Ivo", "turn wolf-1", "move wolf-1 --to 7,4")
    return field


def test_a_mover_is_blocked_and_loses_the_rest(chase: Table) -> None:
    """EOS-TACT-04 (lines 733, 735): it stops beside the blocker."""
    entries = chase.entries("move Ivo --to 5,4 --held --blocks wolf-1 --stops 4,4")
    assert [e["tag"] for e in entries] == ["action.used", "move.made", "move.blocked"]
    assert (entries[2]["rule"], entries[2]["who"], entries[2]["facts"]["by"]) == ("EOS-TACT-04", "wolf-1", "Ivo")
    assert (tile(chase, "Ivo"), tile(chase, "wolf-1")) == ("5,4", "4,4")


def test_where_the_mover_stops_follows_by_itself(chase: Table) -> None:
    """EOS-TACT-04: on the last tile of its way before the blocker."""
    chase.ok("move Ivo --to 6,4 --held --blocks wolf-1")
    assert tile(chase, "wolf-1") == "5,4"


def test_a_mover_gets_one_tile_at_the_least(chase: Table) -> None:
    """EOS-TACT-04: it may not be held where it began."""
    chase.refused("move Ivo --to 4,4 --held --blocks wolf-1 --stops 2,4", "EOS-TACT-04")
    chase.ok("move Ivo --to 4,4 --held --blocks wolf-1 --stops 3,4")


def test_a_blocker_comes_only_as_far_as_it_moves(chase: Table) -> None:
    """EOS-TACT-04: into the way, within its own move, and of somebody who moved."""
    chase.refused("move Ivo --to 4,12 --held --blocks wolf-1 --stops 4,4", "EOS-TACT-04")
    chase.refused("move Ivo --to 5,6 --held --blocks wolf-1", "EOS-TACT-04")
    chase.refused("move Ivo --to 5,4 --held --blocks wolf-1 --stops 3,9", "EOS-TACT-04")
    chase.refused("move Ivo --to 5,4 --held --blocks wolf-1 --stops 6,4", "EOS-TACT-04")
    chase.refused("move Ivo --to 5,4 --held --blocks wolf-2", "EOS-TACT-04")
    chase.usage("move Ivo --to 5,4 --held --blocks wolf-1 --stops here")


def test_without_a_board_the_game_master_says_who_is_blocked(field: Table) -> None:
    field.all("fight start Ivo wolf", "turn Ivo", "hold Ivo", "turn wolf-1", "move wolf-1 --tiles 5")
    assert field.tags("move Ivo --tiles 2 --held --blocks wolf-1") == ["action.used", "move.made", "move.blocked"]


def test_a_pounce_goes_exactly_five_tiles_over_others_and_is_not_blocked(field: Table) -> None:
    """EOS-RACE-PANTHER-03 (line 1155)."""
    field.ok("join Nyx --race neo-panther --body 4 --mind 4 --reflex 6 --presence 5 --aura 6 --in Oakwood")
    field.refused("move Mara --tiles 5 --as pounce", "EOS-RACE-PANTHER-03")
    put(field, Nyx="1,1", wolf_1="3,1", wolf_2="6,2", Ivo="4,4")
    field.all("fight start Nyx wolf,Ivo", "turn Ivo", "hold Ivo", "turn Nyx")
    field.refused("move Nyx --to 5,1 --as pounce", "EOS-RACE-PANTHER-03")
    field.refused("move Nyx --to 6,2 --as pounce", "EOS-RACE-PANTHER-03")
    [entry] = field.entries("move Nyx --to 6,1 --as pounce")
    assert (entry["rule"], entry["facts"]["form"], entry["facts"]["tiles"]) == ("EOS-RACE-PANTHER-03", "pounce", 5)
    field.refused("move Ivo --to 5,1 --held --blocks Nyx --stops 4,1", "EOS-RACE-PANTHER-03")


# -- in the dark ------------------------------------------------------------------------------------------------


@pytest.fixture
def dark(field: Table) -> Table:
    """A fight in the dark: Mara, Ivo and the wolves see nothing; Pip the cat does not either."""
    field.ok(f"gm place Mara --to 5,5 --facing north {WHY}")
    field.ok(f"gm place wolf-1 --to 5,9 --facing south {WHY}")
    field.ok("fight start Mara,Ivo wolf --light dark")
    return field


def test_the_blind_say_how_far_and_one_of_eight_ways(dark: Table) -> None:
    """EOS-DARK-11 (line 631): forward of who looks north, then to the right of that."""
    dark.ok("turn Mara")
    dark.refused("move Mara --to 5,7", "EOS-DARK-11")
    [entry] = dark.entries("move Mara --direction forward --tiles 2")
    assert (entry["rule"], entry["facts"]["to"]) == ("EOS-DARK-11", "5,7")
    assert dark.entries("move Mara --direction diagonally-backward-left --tiles 2")[0]["facts"]["to"] == "3,5"


def test_running_into_something_hurts_by_the_tiles_that_were_meant(dark: Table) -> None:
    """EOS-DARK-08 (line 623): 5 meant, 3 made; armor helps, a shield does not."""
    dark.ok("turn Mara")
    entries = dark.entries("move Mara --direction forward --tiles 5")
    assert [e["tag"] for e in entries] == ["move.made", "wound.dealt"]
    assert (entries[0]["facts"]["tiles"], entries[0]["facts"]["to"], entries[0]["facts"]["bumped"]) == (3, "5,8", "wolf-1")
    assert entries[1]["rule"] == "EOS-DARK-08"
    assert dark.ok("sheet Mara")["hp"] == 25 - 5


def test_armor_softens_a_wall_and_a_shield_does_not(field: Table) -> None:
    """EOS-DARK-08: 5 tiles less T2 armor."""
    field.all('gm give Mara T2 armor, T3 shield --reason "x"')
    field.ok("sheet Mara")
    field.all("wear Mara T2 armor", "wield Mara shield")
    assert field.tags("move Mara --tiles 5 --bump wall") == ["move.made", "wound.dealt"]
    assert field.ok("sheet Mara")["hp"] == 25 - 3


@pytest.mark.parametrize(
    ("faces", "direction"),
    [((1, 2), "forward-left"), ((3, 4), "forward"), ((5, 6), "forward-right"), ((7, 8), "right"), ((9, 10), "backward-right"),
     ((11, 12), "backward"), ((13, 14), "backward-left"), ((15, 16), "left")],
)  # fmt: skip
def test_a_blind_figure_of_the_game_master_goes_by_a_die(field: Table, faces: tuple[int, int], direction: str) -> None:
    """EOS-DARK-12 (lines 635 to 644), row by row."""
    for face in faces:
        [entry] = field.entries(f"move wolf-1 --blind --tiles 3 --rolled {face}")
        assert (entry["rule"], entry["facts"]["direction"], entry["facts"]["tiles"]) == ("EOS-DARK-12", direction, 3)
        assert entry["roll"]["total"] == face


@pytest.mark.parametrize(("face", "act"), [(17, "stay-quiet"), (18, "stay-quiet"), (19, "other-action"), (20, "other-action")])
def test_or_it_stays_where_it_is(dark: Table, face: int, act: str) -> None:
    """EOS-DARK-12: quiet, or anything but moving; that is no move action yet."""
    dark.ok("turn wolf-1")
    [entry] = dark.entries(f"move wolf-1 --blind --rolled {face}")
    assert (entry["facts"]["form"], entry["facts"]["tiles"]) == (act, 0)
    assert fighters(dark)["wolf-1"]["actions_left"] == 2


def test_the_blind_turn_by_eight_ways_or_a_sound_and_follow_nobody(dark: Table) -> None:
    """EOS-DARK-10, EOS-DARK-05 (lines 617, 625)."""
    dark.ok("turn Mara")
    dark.refused("face Mara wolf-1", "EOS-DARK-10")
    [entry] = dark.entries("face Mara backward-left")
    assert (entry["rule"], entry["facts"]["facing"]) == ("EOS-DARK-10", "south-west")
    dark.all("turn Ivo", "turn Mara")
    assert dark.entries('face Mara "the howl"')[0]["facts"]["facing"] == "the howl"


def test_the_blind_may_turn_before_they_go(dark: Table) -> None:
    """EOS-DARK-11 (line 631): at the start of their turn; having acted, they turn at its end and no more."""
    dark.all("turn Mara", "face Mara right", "move Mara --direction forward --tiles 2")
    assert tile(dark, "Mara") == "7,5"
    dark.ok("face Mara forward")
    dark.refused("move Mara --direction forward --tiles 2", "EOS-TURN-13")


def test_crossing_ways_meet_and_both_may_turn_anew(dark: Table) -> None:
    """EOS-DARK-13, EOS-DARK-14 (line 646): Ivo goes east over the way that Mara went north."""
    dark.ok(f"gm place Ivo --to 3,6 --facing east {WHY}")
    dark.all("turn Mara", "move Mara --direction forward --tiles 3", "face Mara backward", "turn Ivo")
    [entry] = dark.entries("move Ivo --direction forward --tiles 3")
    assert entry["facts"]["crossed"] == ["Mara"]
    [entry] = dark.entries("face Mara left")
    assert (entry["rule"], entry["facts"]["facing"]) == ("EOS-DARK-14", "east")
    dark.ok("turn wolf-1")
    dark.refused("face Mara left", "EOS-TURN-13")
    assert cross(((0, 0), (4, 4)), ((0, 4), (4, 0)))
    assert not cross(((0, 0), (1, 1)), ((3, 3), (4, 4)))


def test_who_sees_passes_by_the_ways_of_the_blind(dark: Table) -> None:
    """EOS-DARK-15, EOS-DARK-16 (lines 648, 664): a troll sees in the dark and need not bump into anybody."""
    dark.ok("npc troll --race cave-troll --body 6 --reflex 3 --in Oakwood")
    dark.all('fight start Mara troll --named "Fight of day 1"', f"gm place troll --to 2,6 --facing east {WHY}")
    dark.all("turn Mara", "move Mara --direction forward --tiles 3", "turn troll")
    [entry] = dark.entries("move troll --to 7,6")
    assert not entry["facts"].get("crossed")


def test_in_the_dark_only_who_sees_is_shown_the_board(dark: Table) -> None:
    """EOS-DARK-17 (line 629): Mara's player is blind, a troll's is not, the GM sees everything."""
    dark.ok("npc troll --race cave-troll --body 6 --reflex 3 --in Oakwood")
    dark.all("fight end", f"gm place Mara --to 5,5 {WHY}", "fight start Mara,troll wolf --light dark")
    dark.all("seat mia --plays Mara", "seat tom --plays troll", "seat zoe --watches")
    shown = {seat: dark.ok(f"encounter --seat {seat}")["fighters"][0] for seat in ("gm", "mia", "tom", "zoe")}
    assert {seat: row["tile"] for seat, row in shown.items() if row["name"] == "Mara"} == {
        "gm": "5,5", "mia": None, "tom": "5,5", "zoe": None
    }  # fmt: skip


def test_in_the_light_every_seat_sees_the_board(field: Table) -> None:
    put(field, Mara="5,5")
    field.all("seat mia --plays Mara", "fight start Mara wolf --light bright")
    assert field.ok("encounter --seat mia")["fighters"][0]["tile"] == "5,5"

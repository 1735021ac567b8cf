"""Stealth (seed lines 142, 554 to 566, 1655 to 1703, 889, 1121, 1154, 1207)."""

import pytest

from tests.conftest import JSON, Table

MARA = (
    'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "bow 6, stealth 2, main-hand melee 3,'
    ' main-hand thrown 4" --combat "bow 2" --in Oakwood'
)
BANDIT = (
    'npc bandit --count 2 --race human --body 4 --mind 3 --reflex 4 --presence 3 --skills "main-hand melee 3"'
    ' --gear "T2 axe, T2 armor" --in Oakwood'
)
FIGHT = "fight start Mara bandit --light bright"


@pytest.fixture
def wood(table: Table) -> Table:
    """Mara (Stealth 2, Presence 6) with a T1 bow and a T2 sword; two bandits (Presence 3) of 24 hit points in T2 armor."""
    table.all(
        "declare zone Oakwood --zones 4", MARA, BANDIT,
        "gm give Mara T1 bow, T2 arrow pouch, 6 arrows, T2 sword --reason cart", "wear Mara bow, arrow pouch",
        "stow Mara 6 arrows --to arrow-pouch", "wear Mara sword",
    )  # fmt: skip
    return table


def flags(table: Table, *names: str) -> list[list[str]]:
    return [[c for c in table.ok(f"sheet {name}")["conditions"] if c.startswith("flag")] for name in names]


def by_tag(entries: list[JSON], tag: str) -> JSON:
    [found] = [e for e in entries if e["tag"] == tag]
    return found


# -- the check --------------------------------------------------------------------------------------------------


def test_one_throw_against_each_and_a_flag_on_who_rolls_under(wood: Table) -> None:
    """EOS-STL-01, EOS-STS-06, EOS-STS-11: 9 + 6 + 2 = 17 against 10 + 3 = 13 and 15 + 3 = 18."""
    wood.all(FIGHT, "turn Mara")
    rolled, mark = wood.entries("sneak Mara bandit --by cover --rolled 9 --against 10/15")
    assert (rolled["tag"], rolled["rule"], rolled["roll"]["total"]) == ("stealth.rolled", "EOS-STS-06", 17)
    assert [(d["who"], d["roll"]["total"], d["noticed"]) for d in rolled["facts"]["defences"]] == [
        ("bandit-1", 13, False), ("bandit-2", 18, True),
    ]  # fmt: skip
    assert (mark["tag"], mark["who"], mark["rule"]) == ("mark.set", "bandit-1", "EOS-STS-11")
    assert flags(wood, "bandit-1", "bandit-2") == [["flag Mara"], []]
    [fighter] = [f for f in wood.ok("encounter")["fighters"] if f["name"] == "bandit-1"]
    assert fighter["flags"] == ["Mara"]


def test_a_tie_is_the_targets(wood: Table) -> None:
    """EOS-STL-01, ruling stealth_tie_to_target: 9 + 8 = 17 against 14 + 3 = 17."""
    [rolled] = wood.entries("sneak Mara bandit-1 --by shadow --rolled 9 --against 14")
    assert (rolled["roll"]["margin"], rolled["roll"]["won"]) == (0, False)
    assert flags(wood, "bandit-1") == [[]]


def test_one_die_may_stand_for_a_group(wood: Table) -> None:
    """EOS-STS-07: each adds its own to the one die."""
    rolled, *marks = wood.entries("sneak Mara bandit --by cover --rolled 9 --against all:10")
    assert [d["roll"]["dice"][0]["face"] for d in rolled["facts"]["defences"]] == [10, 10]
    assert [m["who"] for m in marks] == ["bandit-1", "bandit-2"]


def test_in_plain_view_nobody_sneaks(wood: Table) -> None:
    """EOS-STS-01: shadow, cover or a distraction, or a back that is turned."""
    refused = wood.refused("sneak Mara bandit-1 --rolled 9 --against 10", "EOS-STS-01")
    assert "sneak Mara bandit-1 --by shadow" in refused["help"]
    wood.usage("sneak Mara bandit-1 --by magic --rolled 9 --against 10")
    for means in ("shadow", "cover", "distraction", "behind"):
        wood.ok(f"sneak Mara bandit-1 --by {means} --rolled 9 --against 10")


def test_from_behind_it_is_always_allowed_and_never_from_in_front(wood: Table) -> None:
    """EOS-STL-05, EOS-STS-10: on the board the bearing says so; EOS-STL-06: whoever turns round is in front again."""
    wood.all(
        FIGHT, "gm place bandit-1 --to 5,5 --facing north --reason board", "gm place Mara --to 5,3 --reason board", "turn Mara",
    )  # fmt: skip
    [rolled, _] = wood.entries("sneak Mara bandit-1 --rolled 9 --against 2")
    assert rolled["facts"]["by"] == "behind"
    wood.all("turn bandit-1", "face bandit-1 south", "turn Mara")
    wood.refused("sneak Mara bandit-1 --by behind --rolled 9 --against 2", "EOS-STL-05")
    wood.refused("sneak Mara bandit-1 --rolled 9 --against 2", "EOS-STS-01")


def test_won_or_lost_the_contested_action_is_gone(wood: Table) -> None:
    """EOS-STL-03, EOS-STS-04: no attack against dice in that turn any more; another action is left."""
    wood.all(FIGHT, "turn Mara", "sneak Mara bandit-1 --by cover --rolled 1 --against 20")
    [fighter] = [f for f in wood.ok("encounter")["fighters"] if f["name"] == "Mara"]
    assert (fighter["actions_left"], fighter["contested_left"]) == (1, 0)
    wood.refused("attack Mara bandit-1 --with sword --rolled 9 --against 9", "EOS-STL-03")
    wood.refused("sneak Mara bandit-2 --by cover --rolled 9 --against 9", "EOS-STS-04")
    wood.ok("move Mara --tiles 5")
    wood.all("turn bandit-1", "turn bandit-2", "turn Mara", "sneak Mara bandit-1 --by cover --rolled 20 --against 1")
    wood.refused("attack Mara bandit-1 --with sword --rolled 9 --against 9", "EOS-TURN-06")
    wood.refused("sneak Mara bandit-2 --by cover --rolled 9 --against 9", "EOS-TURN-06")


def test_whoever_moves_before_the_check_is_exposed_but_behind_full_cover(wood: Table) -> None:
    """EOS-STS-02, EOS-STS-03: a race's move a round; the check first, or it shows."""
    wood.all(FIGHT, "turn Mara")
    wood.refused("move Mara --tiles 6", "EOS-CMOVE-02")
    wood.ok("move Mara --tiles 5")
    assert wood.entries("sneak Mara bandit-1 --by shadow --rolled 9 --against 20")[0]["facts"]["exposed"] is True
    wood.all("turn bandit-1", "turn bandit-2", "turn Mara", "move Mara --tiles 5")
    assert "exposed" not in {
        k for k, v in wood.entries("sneak Mara bandit-1 --by cover --rolled 9 --against 20")[0]["facts"].items() if v
    }
    wood.all("turn bandit-1", "turn bandit-2", "turn Mara")
    assert not wood.entries("sneak Mara bandit-1 --by shadow --rolled 9 --against 20")[0]["facts"].get("exposed")


def test_beyond_thirty_tiles_nobody_rolls_and_the_blind_never_do(wood: Table) -> None:
    """EOS-STS-05."""
    wood.refused("sneak Mara bandit-1 --by shadow --distance 31 --rolled 9", "EOS-STS-05")
    wood.ok("gm mark bandit-2 blind --reason pepper")
    rolled, *marks = wood.entries("sneak Mara bandit --by shadow --distance 30 --rolled 9 --against 20")
    assert [(d["who"], d["noticed"], d.get("why")) for d in rolled["facts"]["defences"]] == [
        ("bandit-1", True, None), ("bandit-2", False, "blind"),
    ]  # fmt: skip
    assert [m["who"] for m in marks] == ["bandit-2"]


def test_behind_cover_no_check_is_needed_to_stay_or_to_move(wood: Table) -> None:
    """EOS-STS-08: a move is a move: nobody rolls, and both actions may go on moving."""
    wood.all(FIGHT, "turn Mara")
    assert [wood.tags("move Mara --tiles 5") for _ in range(2)] == [["move.made"], ["move.made"]]


def test_the_sleeping_roll_nothing_but_a_hyena_does(wood: Table) -> None:
    """EOS-RACE-HYENA-04: as though awake."""
    wood.ok("npc Laugh --race neo-hyena --body 3 --presence 3 --in Oakwood")
    wood.all("fight start Mara bandit,Laugh --asleep bandit-1", "turn Mara")
    rolled, *_ = wood.entries("sneak Mara bandit-1,Laugh --by shadow --rolled 9 --against 4")
    assert [(d["who"], d.get("why")) for d in rolled["facts"]["defences"]] == [("bandit-1", "asleep"), ("Laugh", None)]


def test_a_neo_tabby_is_vigilant(wood: Table) -> None:
    """EOS-RACE-TABBY-03: 10 + 3 + 3 of the race + 10 = 26 against 17."""
    wood.ok("npc Tia --race neo-tabby --body 3 --presence 6 --in Oakwood")
    [rolled] = wood.entries("sneak Mara Tia --by shadow --rolled 9 --against 1")
    plus = rolled["roll"]["against"]["plus"]
    assert plus[-1] == {"name": "vigilance", "value": 10}
    assert rolled["roll"]["won"] is False


def test_shadows_hide_nobody_from_a_gratchen(wood: Table) -> None:
    """EOS-RACE-GRATCHEN-02: full cover and its back do."""
    wood.ok("npc Grit --race gratchen --body 3 --presence 3 --in Oakwood")
    wood.refused("sneak Mara Grit --by shadow --rolled 9 --against 2", "EOS-RACE-GRATCHEN-02")
    wood.ok("sneak Mara Grit --by cover --rolled 9 --against 2")
    wood.ok("sneak Mara Grit --by behind --rolled 9 --against 2")


def test_crossing_a_gratchens_line_of_sight_ends_the_flag(wood: Table) -> None:
    """EOS-RACE-GRATCHEN-02: behind it the flag stays, in front of it it goes."""
    wood.all(
        "npc Grit --race gratchen --body 3 --presence 3 --in Oakwood", "fight start Mara Grit",
        "gm place Grit --to 5,5 --facing north --reason board", "gm place Mara --to 5,3 --reason board", "turn Mara",
        "sneak Mara Grit --by behind --rolled 9 --against 2",
    )  # fmt: skip
    wood.ok("move Mara --to 3,4")
    assert flags(wood, "Grit") == [["flag Mara"]]
    wood.all("turn Grit", "turn Mara", "sneak Mara Grit --by behind --rolled 9 --against 2")
    made, lifted = wood.entries("move Mara --to 4,6")
    assert (made["tag"], lifted["tag"], lifted["rule"]) == ("move.made", "mark.lifted", "EOS-RACE-GRATCHEN-02")
    assert flags(wood, "Grit") == [[]]


# -- flags ------------------------------------------------------------------------------------------------------


def test_a_flag_ends_as_the_sneakers_next_turn_begins(wood: Table) -> None:
    """EOS-STS-11, EOS-TURN-05."""
    wood.all(FIGHT, "turn Mara", "sneak Mara bandit --by cover --rolled 9 --against 1/1", "turn bandit-1")
    assert flags(wood, "bandit-1", "bandit-2") == [["flag Mara"], ["flag Mara"]]
    wood.all("turn bandit-2", "turn Mara")
    assert flags(wood, "bandit-1", "bandit-2") == [[], []]
    wood.refused("attack Mara bandit-1 --with bow --as stealth --distance 12 --rolled 3", "EOS-STS-12")


def test_outside_a_fight_a_flag_ends_with_its_round(wood: Table) -> None:
    """EOS-STS-11, EOS-STS-02: ten seconds later; an ambush before the fight keeps it."""
    wood.ok("sneak Mara bandit-1 --by cover --rolled 9 --against 1")
    wood.ok("clock +1m")
    wood.refused("attack Mara bandit-1 --with bow --as stealth --rolled 3", "EOS-STS-12")
    wood.all("sneak Mara bandit-1 --by cover --rolled 9 --against 1", "attack Mara bandit-1 --with bow --as stealth --rolled 3")


def test_a_flagged_one_may_search_and_is_blind_toward_the_sneaker(wood: Table) -> None:
    """EOS-STS-18, EOS-STS-19: a contested action; the same contest, a tie finds."""
    wood.all(FIGHT, "turn Mara", "sneak Mara bandit-1 --by cover --rolled 9 --against 1", "turn bandit-1")
    wood.refused("attack bandit-1 Mara --with axe --as thrown --distance 4 --rolled 9 --against 4", "EOS-DARK-03")
    wood.refused("search bandit-2 Mara --rolled 11 --against 4", "EOS-STS-18")
    [rolled] = wood.entries("search bandit-1 Mara --rolled 4 --against 4")
    assert (rolled["rule"], rolled["roll"]["total"], rolled["roll"]["against"]["total"]) == ("EOS-STS-18", 7, 12)
    wood.refused("search bandit-1 Mara --rolled 11 --against 4", "EOS-STS-18")
    wood.all("turn bandit-2", "turn Mara", "sneak Mara bandit-1 --by cover --rolled 9 --against 1", "turn bandit-1")
    rolled, lifted = wood.entries("search bandit-1 Mara --rolled 9 --against 4")
    assert (rolled["roll"]["margin"], rolled["roll"]["won"], lifted["tag"]) == (0, True, "mark.lifted")
    wood.refused("search bandit-1 Mara --rolled 11 --against 4", "EOS-STS-18")


# -- the blow ---------------------------------------------------------------------------------------------------


def ambush(table: Table) -> None:
    table.all(FIGHT, "turn Mara", "sneak Mara bandit --by cover --rolled 9 --against 1/1")


def test_a_bow_from_hiding_adds_the_throw_to_its_tier_against_armor_alone(wood: Table) -> None:
    """EOS-STL-09, EOS-STS-15, EOS-BOW-11, EOS-STL-02: 3 + 5 + 8 = 16; + 1 - 2 = 15; a free action."""
    ambush(wood)
    entries = wood.entries("attack Mara bandit-1 --with bow --as stealth --distance 12 --rolled 3")
    rolled, wound = by_tag(entries, "attack.rolled"), by_tag(entries, "wound.dealt")
    assert (rolled["rule"], rolled["roll"]["total"], rolled["roll"]["against"]) == ("EOS-STS-12", 16, None)
    assert (wound["rule"], wound["facts"]["dealt"], wound["facts"]["raw"]) == ("EOS-STL-09", 15, 17)
    assert wood.ok("sheet bandit-1")["hp"] == 9
    [fighter] = [f for f in wood.ok("encounter")["fighters"] if f["name"] == "Mara"]
    assert fighter["actions_left"] == 1


def test_a_blade_from_hiding_adds_body_too(wood: Table) -> None:
    """EOS-STL-07, EOS-STS-14, EOS-MH-07, EOS-POS-11: 3 + 5 + 3 = 11; + Body 5 + T2 - armor 2 = 16."""
    ambush(wood)
    wound = by_tag(wood.entries("attack Mara bandit-1 --with sword --as stealth --rolled 3"), "wound.dealt")
    assert (wound["rule"], wound["facts"]["dealt"]) == ("EOS-STL-07", 16)


def test_a_throw_from_hiding_adds_body_too(wood: Table) -> None:
    """EOS-STL-08, EOS-THR-10: 3 + 5 + 4 = 12; + Body 5 + T2 - armor 2 = 17."""
    ambush(wood)
    wound = by_tag(wood.entries("attack Mara bandit-1 --with sword --as stealth,thrown --distance 3 --rolled 3"), "wound.dealt")
    assert (wound["rule"], wound["facts"]["dealt"]) == ("EOS-STL-08", 17)


def test_bare_hands_from_hiding(wood: Table) -> None:
    """EOS-UNA-10, EOS-STL-07: the best of 4 and 3 is chosen: 4 + 5 + 0; + Body 5 + 0 - 2 = 12."""
    ambush(wood)
    wound = by_tag(wood.entries("attack Mara bandit-1 --with hands --as stealth --rolled 4,3"), "wound.dealt")
    assert wound["facts"]["dealt"] == 12


def test_a_small_one_deals_five_less_from_hiding_too(wood: Table) -> None:
    """EOS-STL-07, ruling stealth_size_mod: 10 + 5 + 0; + Body 3 + T1 - 5 - 2 = 12."""
    wood.all(
        "npc Tiny --race neo-tabby --body 3 --reflex 5 --presence 3 --in Oakwood", "gm give Tiny T1 sword for Tiny --reason cart",
        "wield Tiny sword", "sneak Tiny bandit-1 --by behind --rolled 20 --against 1",
    )  # fmt: skip
    reflex = wood.ok("sheet Tiny")["reflex"]
    wound = by_tag(wood.entries("attack Tiny bandit-1 --as stealth --rolled 10"), "wound.dealt")
    assert wound["facts"]["dealt"] == 10 + reflex + 3 + 1 - 5 - 2


def test_a_crossbow_gains_nothing_from_hiding(wood: Table) -> None:
    """EOS-STS-16, EOS-STS-17: T3 against armor 8: 3 - max(0, 8 - 6) = 1, without dice."""
    wood.all(
        "gm give Mara T3 two-handed crossbow, 2 large bolts --reason cart", 'gm set Mara "two-handed crossbow" 2 --reason test',
        "npc Tank --race human --body 8 --reflex 2 --presence 1 --hp 20 --gear \"T8 armor\" --in Oakwood",
        "reload Mara two-handed-crossbow", "reload Mara two-handed-crossbow", "sneak Mara Tank --by cover --rolled 15 --against 1",
    )  # fmt: skip
    entries = wood.entries("attack Mara Tank --with two-handed-crossbow --as stealth --distance 2")
    assert by_tag(entries, "wound.dealt")["facts"]["dealt"] == 1
    assert by_tag(entries, "wound.dealt")["rule"] == "EOS-STS-16"


def test_a_shield_helps_from_the_front_alone(wood: Table) -> None:
    """EOS-STS-13, EOS-POS-11: T3: 16 + 1 - (2 + 3) = 12 from the front, 15 from behind; ruling stealth_front_shield_counts."""
    wood.all("gm give bandit-1,bandit-2 T3 shield --reason cart", "wield bandit-1 shield --hand off")
    shot = "attack Mara bandit-1 --with bow --as stealth --distance 12 --rolled 3"
    sneak = "sneak Mara bandit-1 --by cover --rolled 9 --against 1"
    dealt = []
    for more in ("", " --behind"):
        wood.all("gm set bandit-1 hp 24 --reason test", sneak)
        dealt.append(by_tag(wood.entries(shot + more), "wound.dealt")["facts"]["dealt"])
    wood.all("gm set bandit-1 hp 24 --reason test", "ruling stealth_front_shield_counts not-counted --reason vote", sneak)
    dealt.append(by_tag(wood.entries(shot), "wound.dealt")["facts"]["dealt"])
    assert dealt == [12, 15, 15]


def test_the_blow_gives_the_sneaker_away(wood: Table) -> None:
    """EOS-STL-04, EOS-STS-12: every flag goes; a second free attack is refused."""
    ambush(wood)
    entries = wood.entries("attack Mara bandit-1 --with bow --as stealth --distance 12 --rolled 3")
    assert [(e["who"], e["rule"]) for e in entries if e["tag"] == "mark.lifted"] == [
        ("bandit-1", "EOS-STL-04"), ("bandit-2", "EOS-STL-04"),
    ]  # fmt: skip
    wood.refused("attack Mara bandit-2 --with bow --as stealth --distance 12 --rolled 3", "EOS-STL-04")


def test_outside_a_fight_too_there_is_one_free_blow(wood: Table) -> None:
    """EOS-STL-04; a flag that ran out is another matter (EOS-STS-12)."""
    wood.ok("sneak Mara bandit --by cover --rolled 9 --against 1/1")
    wood.ok("attack Mara bandit-1 --with bow --as stealth --distance 12 --rolled 3")
    wood.refused("attack Mara bandit-2 --with bow --as stealth --distance 12 --rolled 3", "EOS-STL-04")
    wood.refused("attack Mara bandit-1 --with bow --as stealth --distance 12 --rolled 3", "EOS-STL-04")
    wood.ok("clock 18:00")
    wood.refused("attack Mara bandit-2 --with bow --as stealth --distance 12 --rolled 3", "EOS-STS-12")


def test_who_is_blind_does_not_see_where_it_came_from(wood: Table) -> None:
    """EOS-STS-12: whose vision is blocked by darkness keeps the flag."""
    wood.all("gm mark bandit-2 blind --reason pepper", FIGHT, "turn Mara", "sneak Mara bandit --by cover --rolled 9 --against 1")
    wood.ok("attack Mara bandit-1 --with bow --as stealth --distance 12 --rolled 3")
    assert flags(wood, "bandit-1", "bandit-2") == [[], ["flag Mara"]]


def test_without_a_flag_there_is_no_free_blow(wood: Table) -> None:
    """EOS-STL-02, EOS-STS-09: cover is not stealth."""
    wood.refused("attack Mara bandit-1 --with bow --as stealth --cover --distance 12 --rolled 3", "EOS-STL-02")


def test_a_flag_is_used_on_anybodys_turn(wood: Table) -> None:
    """EOS-STS-12: when the victim passes through reach."""
    ambush(wood)
    wood.ok("turn bandit-1")
    assert "wound.dealt" in wood.tags("attack Mara bandit-1 --with sword --as stealth --rolled 3")


def test_a_20_and_a_1_from_hiding_do_nothing_to_gear(wood: Table) -> None:
    """EOS-CRIT-13."""
    wood.ok("gm set bandit-1 full_hp 60 --reason test")
    wood.ok("gm set bandit-1 hp 60 --reason test")
    ambush(wood)
    assert "gear.damaged" not in wood.tags("attack Mara bandit-1 --with bow --as stealth --distance 12 --rolled 20")
    wood.all("turn bandit-1", "turn bandit-2", "turn Mara", "sneak Mara bandit-2 --by cover --rolled 9 --against 1")
    assert "gear.damaged" not in wood.tags("attack Mara bandit-2 --with bow --as stealth --distance 12 --rolled 1")


# -- a tile that is shared --------------------------------------------------------------------------------------


@pytest.fixture
def shared(wood: Table) -> Table:
    """Brandt, a human, and Pip, a small one, on one tile; the bandits sneak, with Presence 3."""
    wood.all(
        "join Brandt --race human --body 5 --mind 3 --reflex 4 --presence 4 --aura 3 --in Oakwood",
        "npc Pip --race gratchen --body 3 --mind 3 --reflex 4 --presence 4 --in Oakwood",
        "fight start Brandt,Pip bandit",
        "gm place Brandt --to 5,5 --facing north --reason board", "gm place Pip --to 5,5 --facing north --reason board",
        "gm place bandit-1 --to 5,4 --reason board", "turn bandit-1",
    )  # fmt: skip
    return wood


def test_both_on_a_tile_roll_against_one_check(shared: Table) -> None:
    """EOS-TILE-07: one throw, two totals."""
    rolled, *marks = shared.entries("sneak bandit-1 Brandt --by behind --rolled 10 --against 1/2")
    assert [d["who"] for d in rolled["facts"]["defences"]] == ["Brandt", "Pip"]
    assert [m["who"] for m in marks] == ["Brandt", "Pip"]


def test_neither_noticed_and_the_small_one_is_struck_with_the_other(shared: Table) -> None:
    """EOS-TILE-09: the same throw lands on both; on the bigger one alone if that is the target."""
    shared.ok("sneak bandit-1 Brandt --by behind --rolled 10 --against 1/2")
    entries = shared.entries("attack bandit-1 Pip --with axe --as stealth --rolled 3")
    assert [e["who"] for e in entries if e["tag"] == "wound.dealt"] == ["Pip", "Brandt"]
    shared.all("turn bandit-2", "turn Brandt", "turn Pip", "gm heal Brandt,Pip 20 --reason test", "turn bandit-1")
    shared.ok("sneak bandit-1 Brandt --by behind --rolled 10 --against 1/2")
    entries = shared.entries("attack bandit-1 Brandt --with axe --as stealth --rolled 3")
    assert [e["who"] for e in entries if e["tag"] == "wound.dealt"] == ["Brandt"]


def test_one_who_noticed_may_intercept_with_dice(shared: Table) -> None:
    """EOS-TILE-08: an ordinary contested attack against that one alone."""
    shared.ok("sneak bandit-1 Brandt --by behind --rolled 10 --against 20/2")
    shared.refused("attack bandit-1 Pip --with axe --as stealth --intercept Pip --rolled 12 --against 3", "EOS-TILE-08")
    entries = shared.entries("attack bandit-1 Pip --with axe --as stealth --intercept Brandt --rolled 12 --against 3")
    rolled = by_tag(entries, "attack.rolled")
    assert (rolled["facts"]["whom"], rolled["roll"]["against"]["who"]) == ("Brandt", "Brandt")
    assert by_tag(entries, "attack.declared")["facts"]["forms"] == ["stealth"]


def test_both_noticed_and_there_is_no_blow(shared: Table) -> None:
    """EOS-TILE-10."""
    shared.ok("sneak bandit-1 Brandt --by behind --rolled 1 --against 20/20")
    shared.refused("attack bandit-1 Pip --with axe --as stealth --rolled 3", "EOS-TILE-10")


# -- identify ---------------------------------------------------------------------------------------------------


def test_who_stands_beside_one_in_the_dark_is_made_out_for_an_action(wood: Table) -> None:
    """EOS-DARK-04: an action that meets no dice; nobody farther off."""
    wood.all("fight start Mara bandit --light dark", "turn Mara")
    wood.refused("identify Mara bandit-1 --distance 2", "EOS-DARK-04")
    [known] = wood.entries("identify Mara bandit-1")
    assert (known["tag"], known["rule"], known["facts"]["whom"]) == ("foe.identified", "EOS-DARK-04", "bandit-1")
    wood.ok("identify Mara bandit-2")
    wood.refused("identify Mara bandit-2", "EOS-TURN-06")

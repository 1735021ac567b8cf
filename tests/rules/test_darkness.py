"""Darkness (seed lines 605 to 651, 774, 892): the Blind, their blows, their moves, who sees the board."""

import pytest

from tests.conftest import JSON, Table

MARA = (
    'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "bow 6, hunting 3, traps 2, scholar 5"'
    " --in Oakwood"
)
BANDIT = (
    'npc bandit --count 2 --race human --body 4 --mind 3 --reflex 4 --presence 3 --skills "main-hand melee 3"'
    ' --gear "T2 axe, T2 armor" --in Oakwood'
)


@pytest.fixture
def night(table: Table) -> Table:
    """Mara with a bow and two bandits; nobody has a light."""
    table.all(
        "declare zone Oakwood --zones 4", MARA, BANDIT, "gm give Mara T1 bow, T2 arrow pouch, 6 arrows, torch --reason cart",
        "wear Mara bow, arrow pouch", "stow Mara 6 arrows --to arrow-pouch",
    )  # fmt: skip
    return table


def by_tag(entries: list[JSON], tag: str) -> JSON:
    [found] = [e for e in entries if e["tag"] == tag]
    return found


def dark_fight(table: Table, more: str = "") -> None:
    table.all(f"fight start Mara bandit --light dark{more}", "turn Mara")


# -- what needs eyes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["read Mara Herbal", "write Mara Journal --tier 3", 'chart Mara "North Coast" --tier 1', "trap Mara --rolled 9",
     "track Mara bandit-1 --rolled 12 --against 9"],
)  # fmt: skip
def test_the_blind_do_nothing_that_needs_eyes(night: Table, line: str) -> None:
    """EOS-DARK-01, EOS-DARK-02: books, maps, traps, tracks; in darkness or blinded."""
    night.all("declare book Herbal --pages 20 --tier 2", "gm give Mara Herbal, traps toolkit --reason found")
    night.ok("weather --light dark --in Oakwood")
    refused = night.refused(line, "EOS-DARK-02")
    assert (refused["state"], refused["help"]) == ("blind", ["light Mara torch"])
    night.all("weather --light bright --in Oakwood", "gm mark Mara blind --reason pepper")
    night.refused(line, "EOS-DARK-02")


def test_a_torch_or_a_fire_gives_the_eyes_back(night: Table) -> None:
    """EOS-DARK-01, EOS-LITE-01."""
    night.all("gm give Mara traps toolkit --reason found", "weather --light dark --in Oakwood", "light Mara torch")
    night.ok("trap Mara --rolled 9")


def test_dark_vision_sees(night: Table) -> None:
    """EOS-DARK-16, EOS-RACE-CAVETROLL-02, EOS-RACE-GRATCHEN-01."""
    night.ok("weather --light dark --in Oakwood")
    for name, race in (("Grom", "cave-troll"), ("Grit", "gratchen")):
        night.all(
            f'join {name} --race {race} --body 4 --mind 3 --reflex 3 --presence 3 --aura 3 --time "traps 1" --in Oakwood',
            f"gm give {name} traps toolkit for {name} --reason found", f"trap {name} --rolled 9",
        )  # fmt: skip
    night.ok("gm mark Grit blind --reason pepper")
    night.refused("trap Grit --rolled 9", "EOS-DARK-02")


# -- blows ------------------------------------------------------------------------------------------------------


def test_the_blind_strike_no_farther_than_with_bare_hands(night: Table) -> None:
    """EOS-DARK-03: a bow within reach, not at two tiles; large ones one tile more."""
    dark_fight(night)
    night.refused("attack Mara bandit-1 --with bow --distance 2 --rolled 9 --against 4", "EOS-DARK-03")
    night.ok("attack Mara bandit-1 --with bow --distance 1 --rolled 9 --against 4")
    night.all(
        "fight end", "npc Ogre --race orc --body 4 --reflex 2 --presence 1 --in Oakwood",
        "gm give Ogre T1 glaive for Ogre --reason found", "wield Ogre glaive", "fight start Mara Ogre --light dark", "turn Ogre",
    )  # fmt: skip
    assert night.ok("sheet Ogre")["traits"]["weapon_range_bonus"] == 2
    night.refused("attack Ogre Mara --with glaive --distance 4 --rolled 9 --against 4", "EOS-DARK-03")
    night.ok("attack Ogre Mara --with glaive --distance 3 --rolled 9 --against 4")


def test_out_of_the_dark_one_shoots_into_the_light_and_not_back(night: Table) -> None:
    """EOS-DARK-06, EOS-DARK-07: who stands in the light is blind toward the dark."""
    night.all("gm give bandit-1 torch --reason found", "light bandit-1 torch")
    dark_fight(night)
    night.ok("attack Mara bandit-1 --with bow --distance 12 --rolled 9 --against 4")
    night.ok("turn bandit-1")
    night.all("gm give bandit-1 T1 bow, 2 arrows --reason found", 'gm set bandit-1 bow 2 --reason test')
    night.refused("attack bandit-1 Mara --with bow --distance 12 --rolled 9 --against 4", "EOS-DARK-06")


def test_everybody_has_one_free_blow_a_round_at_the_blind(night: Table) -> None:
    """EOS-DARK-09: without a check; a second one in the round takes a check; the blind have it too."""
    dark_fight(night)
    entries = night.entries("attack Mara bandit-1 --with bow --as stealth --rolled 3")
    assert by_tag(entries, "attack.rolled")["rule"] == "EOS-DARK-09"
    assert by_tag(entries, "attack.rolled")["roll"]["against"] is None
    night.refused("attack Mara bandit-2 --with bow --as stealth --rolled 3", "EOS-DARK-09")
    night.ok("sneak Mara bandit-2 --by shadow --rolled 9")
    night.ok("attack Mara bandit-2 --with bow --as stealth --rolled 1")
    night.all("turn bandit-2", "attack bandit-2 Mara --with axe --as stealth --rolled 1", "turn Mara")
    night.ok("attack Mara bandit-2 --with bow --as stealth --rolled 1")


def test_or_one_a_round_for_each_victim_by_ruling(night: Table) -> None:
    """EOS-DARK-09: ruling blind_free_attack_per_attacker."""
    night.ok("ruling blind_free_attack_per_attacker per-victim --reason vote")
    dark_fight(night)
    night.all("attack Mara bandit-1 --with bow --as stealth --rolled 1", "attack Mara bandit-2 --with bow --as stealth --rolled 1")
    night.refused("attack Mara bandit-1 --with bow --as stealth --rolled 1", "EOS-DARK-09")


def test_the_sighted_strike_free_and_defend_with_all_their_dice(night: Table) -> None:
    """EOS-DARK-15: even if a blind one's stealth beat them."""
    night.all(
        "join Grit --race gratchen --body 4 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood",
        "fight start Grit bandit --light dark", "turn Grit", "attack Grit bandit-1 --with hands --as stealth --rolled 4,9",
        "turn bandit-1", "sneak bandit-1 Grit --by behind --rolled 20 --against 1",
    )  # fmt: skip
    entries = night.entries("attack bandit-1 Grit --with axe --as stealth --rolled 12 --against 2,3")
    rolled = by_tag(entries, "attack.rolled")
    assert (rolled["roll"]["against"]["who"], rolled["roll"]["against"]["dice"][1]["face"]) == ("Grit", 3)
    night.refused("attack bandit-1 Grit --with axe --as stealth --rolled 12 --against 2,3", "EOS-STL-04")


# -- moves ------------------------------------------------------------------------------------------------------


def test_the_table_of_what_a_blind_figure_does(table: Table) -> None:
    """EOS-DARK-12: ten rows."""
    rows = table.ok("rules EOS-DARK-12")["rows"][0]["table"]
    assert [(row["d20"], row["act"]) for row in rows] == [
        ("1-2", "forward-left"), ("3-4", "forward"), ("5-6", "forward-right"), ("7-8", "right"), ("9-10", "backward-right"),
        ("11-12", "backward"), ("13-14", "backward-left"), ("15-16", "left"), ("17-18", "stay-quiet"),
        ("19-20", "other-action"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("die", "way"),
    [(1, "forward-left"), (2, "forward-left"), (3, "forward"), (5, "forward-right"), (8, "right"), (9, "backward-right"),
     (12, "backward"), (13, "backward-left"), (16, "left")],
)  # fmt: skip
def test_a_blind_figure_goes_where_the_die_says(night: Table, die: int, way: str) -> None:
    """EOS-DARK-12."""
    night.all("fight start Mara bandit --light dark", "turn bandit-1")
    moved = night.entries(f"move bandit-1 --blind --tiles 2 --rolled {die}")[0]
    assert (moved["rule"], moved["facts"]["direction"], moved["facts"]["tiles"]) == ("EOS-DARK-12", way, 2)


def test_running_into_a_wall_hurts_by_the_tiles_that_were_meant(night: Table) -> None:
    """EOS-DARK-08: five tiles less T2 armor; a shield is no help."""
    night.all(
        "gm give bandit-1 T3 shield --reason found", "wield bandit-1 shield --hand off", "fight start Mara bandit --light dark",
        "turn bandit-1",
    )  # fmt: skip
    wound = by_tag(night.entries("move bandit-1 --direction forward --tiles 5 --bump wall"), "wound.dealt")
    assert (wound["rule"], wound["facts"]["dealt"]) == ("EOS-DARK-08", 3)


def test_a_blind_player_says_a_way_and_no_tile(night: Table) -> None:
    """EOS-DARK-11: nor, at the end of the turn, whom to keep turning to (EOS-DARK-10)."""
    night.all(
        "fight start Mara bandit --light dark", "gm place Mara --to 5,5 --facing north --reason board", "turn Mara",
    )  # fmt: skip
    night.refused("move Mara --to 5,7", "EOS-DARK-11")
    moved = night.entries("move Mara --direction forward-left --tiles 2")[0]
    assert moved["facts"]["to"] == "3,7"
    night.refused("face Mara bandit-1", "EOS-DARK-10")
    night.ok("face Mara backward")


def test_in_the_dark_only_seats_that_see_are_shown_the_tiles(night: Table) -> None:
    """EOS-DARK-17."""
    night.all(
        "join Grit --race gratchen --body 4 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood",
        "seat ann --plays Mara", "seat bob --plays Grit", "fight start Mara,Grit bandit --light dark",
        "gm place Mara --to 5,5 --facing north --reason board",
    )  # fmt: skip
    tiles = {seat: night.ok(f"encounter{seat}")["fighters"][0]["tile"] for seat in ("", " --seat ann", " --seat bob")}
    assert tiles == {"": "5,5", " --seat ann": None, " --seat bob": "5,5"}


def test_nor_does_any_view_tell_a_blind_seat_where_somebody_went(night: Table) -> None:
    """EOS-DARK-17: log, show, replay, recap, history and diff say that somebody moved, not from where to where."""
    night.all(
        "join Grit --race gratchen --body 4 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood",
        "gm give Grit candle --reason hers", "seat ann --plays Mara", "seat bob --plays Grit", "session start 1",
        "fight start Mara,Grit bandit --light dark", "gm place Grit --to 77,5 --facing north --reason board", "turn Grit",
    )  # fmt: skip
    [moved, *_] = night.entries("move Grit --to 77,8")
    night.all("gm place bandit-1 --to 78,5 --facing south --reason board", "throw Grit candle --to 77,7", "face Grit south-west")
    at = moved["position"]
    views = ("log", f"show {at}", "replay", "recap 1", "history Grit", "history bandit-1", f"diff {at - 2} {at} Grit", "encounter")
    secrets = ("77,5", "77,8", "77,7", "78,5", "south", "north")
    for over in (False, True):
        if over:
            night.ok("fight end")
        for view in views:
            said = str(night.ok(f"{view} --seat ann"))
            assert not [word for word in secrets if word in said], view
        entry = night.ok(f"show {at} --seat ann")["entry"]
        assert (entry["text"], entry["who"], entry["command"]) == ("Grit moves 3 tiles", "Grit", None)
        assert (entry["facts"]["start"], entry["facts"]["to"], entry["facts"]["tiles"]) == (None, None, 3)
        assert night.ok(f"show {at} --seat bob")["entry"]["facts"]["to"] == "77,8"
        assert night.ok(f"show {at}")["entry"]["text"] == "Grit moves 3 tiles to 77,8"

"""Who plays the second game: ranks (lines 1 to 15), hit points, armor, shields, traits, and the sheet."""

import pytest

import schemas.rulebook as rulebook
from tests.conftest import Table

FEN = 'join Fen --ranks "one-handed weapon adept, thief novice" --hp 20 --armor wood --shield medium --traits natural-weapon'


def test_a_character_joins_with_an_entry_for_each_rank(brawl: Table) -> None:
    """RNK-SKILL-02, RNK-HP-01: hit points stand on the sheet; each rank is learned in an entry of its own."""
    joined, *learned = brawl.entries(FEN)
    assert (joined["tag"], joined["rule"]) == ("character.joined", "RNK-HP-01")
    assert [(e["tag"], e["facts"]["skill"], e["facts"]["rank"], e["cause"]) for e in learned] == [
        ("skill.learned", "one-handed weapon", "adept", joined["position"]),
        ("skill.learned", "thief", "novice", joined["position"]),
    ]


def test_a_sheet_has_these_keys_and_no_other(brawl: Table) -> None:
    """COMMANDS 5; RNK-ARM-01: wood takes 2 off the damage; RNK-SHD-01: a medium shield adds 2 to the defence."""
    brawl.ok(FEN)
    assert brawl.ok("sheet Fen") == {
        "name": "Fen",
        "kind": "character",
        "player": None,
        "place": None,
        "state": "well",
        "hp": 20,
        "max_hp": 20,
        "ranks": {"one-handed weapon": "adept", "thief": "novice"},
        "armor": "wood",
        "shield": "medium",
        "reduction": 2,
        "defence_bonus": 2,
        "actions_left": None,
        "uses": {},
        "stances": [],
        "summons": [],
        "conditions": [],
    }


@pytest.mark.parametrize(("armor", "reduction"), [("wood", 2), ("metal", 4), ("none", 0)])
def test_armor_takes_off_what_the_examples_say(brawl: Table, armor: str, reduction: int) -> None:
    """RNK-ARM-01 (75), RNK-ARM-02 (84): the only two armors of the book."""
    brawl.ok(f"npc Rook --hp 30 --armor {armor}")
    assert brawl.ok("sheet Rook")["reduction"] == reduction


def test_armor_and_shields_that_the_book_lacks_are_usage(brawl: Table) -> None:
    """RNK-DMG-04, RNK-SHD-01: of other sizes and kinds the source says nothing."""
    assert brawl.usage("npc Rook --hp 30 --armor leather")["nearest"] == ["none", "wood", "metal"]
    brawl.usage("npc Rook --hp 30 --shield large")
    brawl.usage("npc Rook --hp 30 --traits wings")


def test_someone_may_come_with_a_part_of_their_hit_points(brawl: Table) -> None:
    """RNK-HP-01: `--hp 20` is full, `--hp 7/40` seven of forty; none at all, or more than full, is usage."""
    brawl.all("npc Rook --hp 7/40", "npc Vex --hp 12")
    assert [(brawl.ok(f"sheet {n}")["hp"], brawl.ok(f"sheet {n}")["max_hp"]) for n in ("Rook", "Vex")] == [(7, 40), (12, 12)]
    for said in ("0", "41/40", "many", "3/0"):
        brawl.usage(f"npc Ash --hp {said}")
    brawl.usage("join Ash --ranks \"sling novice\"")
    assert brawl.refused("npc Ash")["state"] == "no hit points"


@pytest.mark.parametrize("ranks", ["sling 3", "sling master", "juggling adept", "sling adept, sling novice"])
def test_ranks_are_four_words_of_known_skills(brawl: Table, ranks: str) -> None:
    """RNK-SKILL-03: untrained, novice, adept, expert, in a skill of the book, once."""
    brawl.usage(f'join Fen --ranks "{ranks}" --hp 20')


def test_every_occupation_of_the_book_can_be_learned_and_no_other(brawl: Table) -> None:
    """RNK-OCC-01 (329 to 351): 22 names."""
    names = [row.name for row in rulebook.skills("ranked").values() if row.group == "occupation"]
    assert len(names) == 22
    told = ", ".join(f"{name} novice" for name in names)
    brawl.ok(f'join Fen --ranks "{told}" --hp 20')
    assert brawl.ok("sheet Fen")["ranks"] == dict.fromkeys(names, "novice")
    brawl.usage('npc Ash --ranks "astrologer novice" --hp 9')


def test_several_figures_come_as_a_group_and_are_told_anew(brawl: Table) -> None:
    """Named again, only what is said changes."""
    brawl.ok('npc guard --count 2 --ranks "polearm novice" --hp 12 --armor wood --gear spear')
    brawl.ok('npc guard-2 --ranks "polearm adept" --armor metal')
    one, two = brawl.ok("sheet guard-1"), brawl.ok("sheet guard-2")
    assert (one["ranks"], one["reduction"], one["hp"]) == ({"polearm": "novice"}, 2, 12)
    assert (two["ranks"], two["reduction"], two["hp"]) == ({"polearm": "adept"}, 4, 12)
    brawl.ok("npc guard --hp 5/12")
    assert [brawl.ok(f"sheet guard-{n}")["hp"] for n in (1, 2)] == [5, 5]
    brawl.usage("npc ghost --count 0 --hp 1")
    brawl.refused("npc guard --count 2 --hp 1")


def test_weapons_of_any_name_are_in_hand(brawl: Table) -> None:
    """RNK-DMG-03: the book has no table of weapons: the first is in the main hand, a second in the off hand."""
    brawl.ok('npc Rook --hp 30 --gear "great axe, dagger, 2 knives"')
    pieces = {p["item"]: p["slot"] for p in brawl.ok("gear Rook")["pieces"]}
    assert pieces["great axe"] == "main"
    assert pieces["dagger"] == "off"
    brawl.ok("npc Vex --hp 3")
    brawl.refused("npc Ash --hp 3 --gear Vex")


def test_names_are_given_once(brawl: Table) -> None:
    brawl.ok(FEN)
    assert brawl.refused(FEN)["state"] == "taken"
    assert brawl.refused("npc Fen --hp 3")["state"] == "character"


def test_what_the_gm_sets_has_its_figure_with_it(brawl: Table) -> None:
    """RNK-ARM-02, RNK-SHD-01, RNK-SKILL-03: armor, a shield and a rank by name."""
    brawl.ok(FEN)
    brawl.all(
        'gm set Fen armor metal --reason "found"', 'gm set Fen shield none --reason "broken"',
        'gm set Fen sling expert --reason "taught"', 'gm set Fen hp 3 --reason "bled"',
    )  # fmt: skip
    sheet = brawl.ok("sheet Fen")
    assert (sheet["armor"], sheet["reduction"], sheet["shield"], sheet["defence_bonus"]) == ("metal", 4, None, 0)
    assert (sheet["ranks"]["sling"], sheet["hp"]) == ("expert", 3)
    brawl.usage('gm set Fen sling master --reason "no"')
    brawl.usage('gm set Fen armor paper --reason "no"')


def test_why_a_figure_is_what_it_is(brawl: Table) -> None:
    brawl.ok(FEN)
    brawl.ok('gm harm Fen 4 --reason "a fall"')
    assert [t["amount"] for t in brawl.ok("why Fen hp")["terms"]] == [20, -4]
    assert brawl.ok("why Fen thief")["value"] == "novice"
    assert brawl.ok("why Fen reduction")["value"] == 2
    brawl.ok("assert Fen hp = 16")
    brawl.usage("why Fen hunt_target")


def test_nobody_dies_of_a_number(brawl: Table) -> None:
    """RNK-HP-01: hit points may go below nought; someone is beaten at 0, and healing brings them back."""
    brawl.all(FEN, 'gm harm Fen 200 --reason "a tower"')
    assert (brawl.ok("sheet Fen")["hp"], brawl.ok("sheet Fen")["state"]) == (-180, "unconscious")
    brawl.refused("roll Fen thief --difficulty simple --rolled 5", "RNK-HP-01")
    brawl.ok('gm heal Fen 181 --reason "a wonder"')
    assert brawl.ok("sheet Fen")["state"] == "well"


def test_a_party_of_ranks(brawl: Table) -> None:
    """The keys of both games; hunger, tasks and food are of the other."""
    brawl.ok(FEN)
    [row] = brawl.ok("party")["people"]
    assert row == {
        "name": "Fen", "kind": "character", "place": None, "state": "well", "hp": 20, "max_hp": 20, "hunger": None,
        "tasks_left": None, "food_per_day": None,
    }  # fmt: skip


@pytest.mark.parametrize("line", ["hunt Fen --rolled 3", "larder", "raise Fen body", "join Ash --race human"])
def test_lines_of_the_other_game_are_usage(brawl: Table, line: str) -> None:
    brawl.ok(FEN)
    brawl.usage(line)


def test_nobody_needs_food_by_this_book(brawl: Table) -> None:
    brawl.ok(FEN)
    assert [row for row in brawl.ok("due")["due"] if row["kind"] == "need"] == []


def test_days_close_here_too(brawl: Table) -> None:
    """The clock of both games: a day closes once, nobody eats or hungers."""
    brawl.ok(FEN)
    assert brawl.tags("camp") == ["camp.made", "day.closed"]
    assert brawl.tags("clock day-4") == ["clock.moved", "day.closed", "day.closed"]

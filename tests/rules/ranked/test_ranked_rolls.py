"""Skill rolls (lines 5 to 28): the dice of a rank against a difficulty."""

import pytest

from tests.conftest import Table


@pytest.fixture
def rollers(brawl: Table) -> Table:
    brawl.ok('join Fen --ranks "thief adept, smith novice, scholar expert" --hp 20')
    return brawl


@pytest.mark.parametrize(
    ("skill", "dice", "faces"),
    [("banker", "4", [4]), ("smith", "6", [6]), ("thief", "2,5", [6, 6]), ("scholar", "6,6,6", [6, 6, 6])],
)
def test_each_rank_has_its_dice(rollers: Table, skill: str, dice: str, faces: list[int]) -> None:
    """RNK-SKILL-02: untrained 1d4, novice 1d6, adept 2d6, expert 3d6; their sum, nothing explodes."""
    [entry] = rollers.entries(f"roll Fen {skill} --difficulty simple --rolled {dice}")
    roll = entry["roll"]
    assert (entry["tag"], entry["rule"]) == ("roll.made", "RNK-DIFF-01")
    assert [d["faces"] for d in roll["dice"]] == faces
    assert all(d["kept"] for d in roll["dice"])
    assert roll["total"] == sum(int(d) for d in dice.split(","))


@pytest.mark.parametrize("dice", ["2", "2,5,1", "7,1", "0,3", "2/5"])
def test_dice_that_cannot_have_fallen_are_usage(rollers: Table, dice: str) -> None:
    """RNK-SKILL-02: an adept throws two dice of six faces."""
    rollers.usage(f"roll Fen thief --difficulty simple --rolled {dice}")


@pytest.mark.parametrize(
    ("difficulty", "least"),
    [("simple", 3), ("plausible", 4), ("ambitious", 6), ("formidable", 10), ("insurmountable", 18)],
)
def test_the_printed_number_is_a_success_itself(rollers: Table, difficulty: str, least: int) -> None:
    """RNK-DIFF-01 (18): a minimum for success; one less fails."""
    def dice(total: int) -> str:
        first = min(6, total - 2)
        second = min(6, total - first - 1)
        return f"{first},{second},{total - first - second}"

    [hit] = rollers.entries(f"roll Fen scholar --difficulty {difficulty} --rolled {dice(least)}")
    assert (hit["roll"]["target"], hit["roll"]["margin"], hit["roll"]["won"]) == (least, 0, True)
    if least > 3:
        [miss] = rollers.entries(f"roll Fen scholar --difficulty {difficulty} --rolled {dice(least - 1)}")
        assert (miss["roll"]["margin"], miss["roll"]["won"]) == (-1, False)


@pytest.mark.parametrize(("skill", "best", "fails"), [("banker", "4", "ambitious"), ("smith", "6", "formidable"),
                                                      ("thief", "6,6", "insurmountable")])  # fmt: skip
def test_the_best_roll_of_a_rank_does_not_reach_everything(rollers: Table, skill: str, best: str, fails: str) -> None:
    """RNK-DIFF-02: 4 is not 6, 6 is not 10, 12 is not 18."""
    [entry] = rollers.entries(f"roll Fen {skill} --difficulty {fails} --rolled {best}")
    assert entry["roll"]["won"] is False


def test_the_narrator_says_how_hard_it_is(rollers: Table) -> None:
    """RNK-DIFF-03: without a difficulty nothing is resolved; an unknown word for it is usage."""
    refused = rollers.refused("roll Fen thief --rolled 2,5", "RNK-DIFF-03")
    assert refused["help"][0] == "roll Fen thief --difficulty plausible"
    assert rollers.usage("roll Fen thief --difficulty hard --rolled 2,5")["nearest"][0] == "simple"
    rollers.usage("roll Fen juggling --difficulty simple --rolled 2")
    [entry] = rollers.entries('roll Fen thief --target 8 --bonus 1 --rolled 2,5 --reason "by night"')
    assert (entry["roll"]["total"], entry["roll"]["target"], entry["roll"]["won"]) == (8, 8, True)


def test_a_dry_run_throws_no_die(rollers: Table) -> None:
    answer = rollers("roll Fen thief --difficulty simple --dry-run")
    [entry] = answer["data"]["entries"]
    assert (entry["roll"]["total"], entry["roll"]["won"], [n["kind"] for n in answer["notices"]]) == (None, None, ["cup"])


def test_the_cup_throws_what_was_not_told(rollers: Table) -> None:
    [entry] = rollers.entries("roll Fen thief --difficulty simple")
    assert entry["roll"]["source"] == "cup"
    assert 2 <= entry["roll"]["total"] <= 12


def test_what_a_skill_is_good_for_is_a_note(rollers: Table) -> None:
    """RNK-SKILL-01 (1): the book describes it, and gives no rule."""
    assert rollers.tags('note "Fen has seen this lock before" --of Fen') == ["note.written"]


def test_a_table_of_the_house(rollers: Table) -> None:
    assert rollers.refused("roll --table weather --rolled 62")["state"] == "no tables"
    rollers.usage("roll")

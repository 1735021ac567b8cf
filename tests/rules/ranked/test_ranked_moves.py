"""Running and jumping (lines 502 to 530)."""

import pytest

from tests.brawls import Fighting, left


@pytest.mark.parametrize(
    ("rank", "row", "actions", "areas", "ident"),
    [
        ("untrained", "untrained run", 2, 1, "RNK-MV-01"),
        ("novice", "standard run", 1, 1, "RNK-MV-02"),
        ("adept", "standard run", 1, 1, "RNK-MV-02"),
        ("expert", "expert run", 1, 2, "RNK-MV-04"),
    ],
)
def test_a_run_by_rank(fighting: Fighting, rank: str, row: str, actions: int, areas: int, ident: str) -> None:
    """RNK-MV-01, RNK-MV-02, RNK-MV-04: the farthest row of one's rank, where none is said."""
    table = fighting(f"running {rank}, thief novice")
    spent, moved = table.entries('move Fen --to "the pier"')
    assert (spent["facts"]["cost"], left(table, "Fen")) == (actions, 2 - actions)
    assert (moved["tag"], moved["rule"], moved["facts"]["form"], moved["facts"]["areas"]) == ("move.made", ident, row, areas)
    assert moved["facts"]["to"] == "the pier"


def test_a_run_has_its_rank_its_areas_and_its_cost(fighting: Fighting) -> None:
    table = fighting("running novice")
    table.refused("move Fen --to pier --as expert-run", "RNK-MV-04")
    table.usage("move Fen --to pier --areas 2")
    table.usage("move Fen")
    table.usage("move Fen --to pier --cost 0")
    table.usage("move Fen --to pier --as heavy-blow")
    table.usage("move Fen --to high-ground --as standard-run")
    table.all("move Fen --to pier", "move Fen --to stairs")
    table.refused("move Fen --to pier", "RNK-ACT-01")


def test_two_in_different_areas_are_not_near_each_other(fighting: Fighting) -> None:
    """RNK-1H-01: a nearby character; a run brings one there."""
    table = fighting("running novice, one-handed weapon novice")
    table.ok("move Fen --to pier")
    table.refused("attack Fen Rook --rolled 6 --against 1,1", "RNK-1H-01")
    table.all("turn Rook", "move Rook --to pier", "turn Fen", "attack Fen Rook --rolled 6 --against 1,1")


def test_an_improved_run_is_missing_until_it_is_ruled(fighting: Fighting) -> None:
    """RNK-MV-03 (517): the cell holds other words."""
    table = fighting("running adept")
    assert table.refused("move Fen --to pier --as improved-run", "RNK-MV-03")["state"] == "missing in source"
    table.ok('ruling RNK-MV-03 "two areas in a straight line" --cost 1 --limit turn --reason "vote"')
    assert table.tags("move Fen --to pier --as improved-run") == ["action.spent", "move.made"]
    table.refused("move Fen --to stairs --as improved-run", "RNK-MV-03")


def test_a_jump_is_by_the_gms_difficulty_and_cost(fighting: Fighting) -> None:
    """RNK-MV-05 (529): a skill roll; who fails falls down; without both figures it is refused. COMMANDS 4.4."""
    table = fighting("thief novice")
    for said in ("", "--difficulty plausible", "--cost 1"):
        table.refused(f"move Fen --to high-ground --as untrained-jump {said}", "RNK-MV-05")
    spent, rolled, fell = table.entries(
        "move Fen --to high-ground --as untrained-jump --difficulty plausible --cost 1 --rolled 3"
    )
    assert [spent["tag"], rolled["tag"], fell["tag"]] == ["action.spent", "roll.made", "mark.set"]
    assert (rolled["roll"]["dice"][0]["faces"], rolled["roll"]["target"], rolled["roll"]["won"]) == (4, 4, False)
    assert (fell["facts"]["mark"], table.ok("sheet Fen")["conditions"], left(table, "Fen")) == ("prone", ["prone"], 1)
    table.ok('gm unmark Fen prone --reason "up again"')
    tags = table.tags("move Fen --to high-ground --difficulty plausible --cost 1 --rolled 4")
    assert tags == ["action.spent", "roll.made", "move.made"]
    assert table.ok("sheet Fen")["conditions"] == ["high ground"]


def test_a_jump_may_have_its_cost_by_ruling(fighting: Fighting) -> None:
    table = fighting("jumping adept")
    table.ok('ruling RNK-MV-05 "as the first row" --cost 1 --reason "vote"')
    table.refused("move Fen --to high-ground", "RNK-MV-05")
    assert table.tags("move Fen --to high-ground --difficulty ambitious --rolled 3,3")[-1] == "move.made"
    table.usage("move Fen --to pier --as untrained-jump --difficulty simple --cost 1 --rolled 3,3")


def test_the_other_jumps_are_missing(fighting: Fighting) -> None:
    """RNK-MV-06: the document ends there."""
    table = fighting("jumping expert")
    table.refused("move Fen --to high-ground --as RNK-MV-06", "RNK-MV-06")
    table.all('ruling RNK-MV-06 "over a gap" --cost 0 --reason "vote"', "move Fen --to roof --as RNK-MV-06")


def test_a_run_leaves_high_ground(fighting: Fighting) -> None:
    table = fighting("polearm adept, running novice")
    table.all("move Fen --to high-ground --as pole-vault", "move Fen --to pier")
    assert table.ok("sheet Fen")["conditions"] == []


def test_back_to_where_the_fight_began_and_a_new_fight_begins_together(fighting: Fighting) -> None:
    """RNK-PA-02, RNK-MV-02: who ran off comes back by the line that the refusal names; areas end with their fight."""
    table = fighting("one-handed weapon novice, running novice")
    table.ok("move Fen --to pier")
    told = table.refused("attack Fen Rook --rolled 6 --against 1,1", "RNK-1H-01")
    assert told["help"] == ["move Fen --to where-the-fight-began"]
    table.all(told["help"][0], "turn Fen", "attack Fen Rook --rolled 6 --against 5,6", "move Fen --to pier")
    table.all("fight end", "fight start Fen Rook --order Fen,Rook", "turn Fen", "attack Fen Rook --rolled 6 --against 5,6")


def test_what_a_fight_brought_about_ends_with_it(fighting: Fighting) -> None:
    """RNK-XB-05: the turn at whose end Rook bleeds never comes; RNK-PA-05, RNK-UN-08: nor is there high ground or a duel."""
    table = fighting("crossbow expert, polearm adept, unarmed combat expert")
    table.all("reload Fen serrated-bolt", "attack Fen Rook --with crossbow --rolled 6,1,1 --against 1,1 --damage 8", "turn Fen")
    table.all("move Fen --to high-ground --as pole-vault", "use Fen the-noble-art Rook --answer accepted")
    assert table.ok("sheet Fen")["conditions"] == ["high ground", "in single combat with Rook"]
    assert table.ok("sheet Rook")["conditions"] == ["bleeding", "in single combat with Fen"]
    lifted = {(e["who"], e["rule"]) for e in table.entries("fight end") if e["tag"] == "mark.lifted"}
    assert lifted == {("Fen", "RNK-PA-05"), ("Fen", "RNK-UN-08"), ("Rook", "RNK-XB-05"), ("Rook", "RNK-UN-08")}
    assert table.ok("sheet Fen")["conditions"] == table.ok("sheet Rook")["conditions"] == []
    assert table.ok("sheet Rook")["hp"] == 40 - 14

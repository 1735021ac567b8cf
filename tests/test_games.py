"""Two games in one ledger (DESIGN 1): a book says which it is; above the rules nothing asks."""

import re
from pathlib import Path

import pytest

from ledger.contents import ACTS, BOTH, RULES, RULES_OF, TICKS_OF, VIEWS, VIEWS_OF, rows_of, rules_of, views_of
from ledger.rules import command_of, ticks_of
from tests.conftest import Table

LEDGER = Path(__file__).parent.parent / "ledger"
ASKS = re.compile(r"""game\s*(==|!=)|(==|!=)\s*["'](eos|ranked)["']|startswith\(["']eos|match .*game""")


def test_nothing_above_the_rules_asks_which_game_it_is() -> None:
    """Where games differ a table says so (ledger.contents, ledger.fight): no `if game == ...` outside ledger/rules."""
    found = [
        f"{path.relative_to(LEDGER)}:{nth}: {line.strip()}"
        for path in sorted(LEDGER.rglob("*.py"))
        if "rules" not in path.relative_to(LEDGER).parts[:-1]
        for nth, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if ASKS.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("game", BOTH)
def test_every_verb_of_a_game_has_its_command_and_its_ticks(game: str) -> None:
    for verb in rules_of(game):
        assert command_of(verb, game).__doc__
    assert set(TICKS_OF) == set(BOTH)
    assert "day.closed" in [tick.name for tick in ticks_of(game)]


def test_a_verb_that_both_games_decide_differently_stands_in_both() -> None:
    for game, rows in RULES_OF.items():
        assert all(rules_of(game)[verb] is row for verb, row in rows.items())
        assert all(row.games == (game,) for row in rows.values())
    for game, rows in VIEWS_OF.items():
        assert all(views_of(game)[verb] is row for verb, row in rows.items())
    assert rows_of("join").keys() == {"eos", "ranked"}
    assert rules_of("eos")["join"].module == "eos.people"
    assert rules_of("ranked")["join"].module == "ranked.people"
    assert "hunt" not in rules_of("ranked")
    assert all(set(rows_of(verb)) for verb in {**RULES, **VIEWS, **ACTS})


def test_help_shows_a_verb_as_the_game_of_the_book_has_it(tmp_path: Path) -> None:
    for game, words in (("eos", "--race"), ("ranked", "--ranks")):
        table = Table(tmp_path, tmp_path / f"{game}.campaign")
        table.ok(f'new "A Book" --game {game}')
        data = table.ok("help join")
        assert words in data["usage"]
        assert data["games"] == ["eos", "ranked"]
        table.desk.close()


def test_a_correction_and_a_what_if_ask_by_the_rules_of_their_own_book(tmp_path: Path) -> None:
    """A correction asks each deed again by the rules of its own book."""
    table = Table(tmp_path)
    table.all('new "Harbour" --game ranked', 'npc Fen --ranks "sling novice" --hp 20', "npc Rook --hp 20")
    entries = table.entries("attack Fen Rook --distance 3 --rolled 6 --against 1 --damage 2")
    at = entries[0]["position"]
    table.ok(f'correct {at} attack Fen Rook --distance 3 --rolled 5 --against 1 --damage 1 --reason "misread"')
    assert table.ok("sheet Rook")["hp"] == 15
    table.ok('whatif start "they ran"')
    table.ok('attack Fen Rook --distance 3 --rolled 6 --against 1 --damage 2 --whatif "they ran"')
    assert table.ok('sheet Rook --whatif "they ran"')["hp"] == 8
    table.ok('whatif promote "they ran"')
    assert table.ok("sheet Rook")["hp"] == 8
    assert table.ok("verify")["verdict"] == "intact"
    table.desk.close()


def test_only_a_book_with_zones_is_told_that_they_do_not_recover(bare_table: Table) -> None:
    assert bare_table('new "Duel" --game ranked')["notices"] == []

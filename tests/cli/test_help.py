"""Help: every verb says how it is typed; no book is needed."""

import pytest

from ledger.contents import ACTS, RULES, VIEWS
from tests.conftest import Table

VERBS = sorted({**RULES, **VIEWS, **ACTS})


def test_help_lists_every_verb_without_a_book(bare_table: Table) -> None:
    answer = bare_table("help")
    assert (answer["kind"], answer["basis"]) == ("view", None)
    assert {row["verb"] for row in answer["data"]["verbs"]} == set(VERBS)
    assert all(row["help"] for row in answer["data"]["verbs"])


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_says_how_its_line_is_typed(bare_table: Table, verb: str) -> None:
    data = bare_table.ok(f"help {verb}")
    assert data["verb"] == verb
    assert data["usage"].split()[: len(verb.split())] == verb.split()
    assert data["text"]


def test_help_shows_words_options_and_examples(bare_table: Table) -> None:
    data = bare_table.ok("help declare water")
    assert data["usage"] == "declare water NAME --in PLACE [--target N | --impossible]"
    assert [option["name"] for option in data["options"]] == ["--in", "--target", "--impossible"]
    assert data["examples"][0] == 'declare water "Mill Lake" --in Oakwood'
    assert (data["gm"], data["reason"]) == (True, False)
    assert bare_table.ok("help gm give")["reason"] is True
    assert "--rolled" in [option["name"] for option in bare_table.ok("help hunt")["options"]]


def test_a_first_word_shows_its_second_words(bare_table: Table) -> None:
    assert {"gm give", "gm take"} <= {row["verb"] for row in bare_table.ok("help gm")["verbs"]}


def test_an_unknown_verb_offers_the_nearest(bare_table: Table) -> None:
    answer = bare_table("help hnt")
    assert (answer["kind"], answer["data"]["nearest"]) == ("usage", ["hunt"])


def test_the_list_for_eyes_is_that_of_the_game_of_the_book(bare_table: Table) -> None:
    """A ranked book has no hunt; a program still reads every verb with its games."""
    assert any("hunt game in a zone" in line for line in bare_table.desk.answer("help").eyes)
    bare_table.ok('new "Duel" --game ranked')
    answer = bare_table.desk.answer("help")
    assert not any("hunt game in a zone" in line for line in answer.eyes)
    assert {row["verb"] for row in answer.data["verbs"]} == set(VERBS)

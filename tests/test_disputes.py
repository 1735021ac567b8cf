"""Disputes: opened on an entry by any seat, seen by all, settled by the GM."""

import pytest

from tests.conftest import Table


@pytest.fixture
def played(table: Table) -> Table:
    table.all(
        "declare zone Oakwood --miles 15",
        'join Mara --race human --body 5 --mind 6 --presence 6 --time "hunting 6" --in Oakwood',
        "seat ann --plays Mara",
        'gm give Mara spear --reason "washed ashore"',
        "hunt Mara --rolled 14",
    )
    return table


@pytest.mark.parametrize("words", ["last hunt of Mara", "last hunt", "last"])
def test_a_player_disputes_a_deed_in_words_and_the_gm_settles_it(played: Table, words: str) -> None:
    hunt = played.ok("log --tag task.spent")["entries"][0]["position"]
    opened = played.entries(f'dispute {words} --reason "cocked die" --seat ann')[0]
    assert (opened["tag"], opened["facts"]["of"], opened["seat"]) == ("dispute.opened", hunt, "ann")
    row = played.ok("disputes")["disputes"][0]
    assert (row["of"], row["opened_by"], row["reason"], row["state"]) == (hunt, "ann", "cocked die", "open")
    played.refused(f'dispute {hunt} --reason "again"')
    played.refused(f'settle {opened["position"]} "it stands" --seat ann')
    assert played.tags(f'settle {opened["position"]} "the die stands"') == ["dispute.settled"]
    row = played.ok("disputes")["disputes"][0]
    assert (row["state"], row["decision"]) == ("settled", "the die stands")
    played.refused(f'settle {opened["position"]} "once more"')
    assert played.ok(f"show {hunt}")["disputed_by"] == [opened["position"]]


def test_a_dispute_that_ended_in_a_correction_names_it(played: Table) -> None:
    hunt = played.ok("log --tag task.spent")["entries"][0]["position"]
    opened = played.entries(f'dispute {hunt} --reason "cocked die"')[0]["position"]
    void = played.entries(f'void {hunt} --reason "it was"')[0]["position"]
    played.ok(f'settle {opened} "struck"')
    row = played.ok("disputes")["disputes"][0]
    assert (row["state"], row["corrections"]) == ("corrected", [void])


def test_what_opened_no_dispute_cannot_be_settled(played: Table) -> None:
    played.refused('settle 2 "so be it"')
    played.usage("dispute last --reason ''")
    played.usage("dispute 9999 --reason x")

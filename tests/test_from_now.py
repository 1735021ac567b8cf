"""HISTORY 1.6: a wrong healing of 6 on day 10, seen on day 12; taken back from now on, day 11 stays and day 12 has 6 less."""

from tests.conftest import Table


def test_from_now_leaves_the_past_and_takes_back_today(table: Table) -> None:
    table.all(
        "declare zone Oakwood --kind wild",
        "join Una --race neo-ape --body 0 --in Oakwood",
        'gm harm Una 12 --kind wound --reason "a fall"',
        'gm heal Una 6 --reason "a bauble"',
        "clock day-3",
    )
    healing = table.ok("log --tag gm.healed")["entries"][0]["position"]
    entries = table.entries(f'void {healing} --from-now --reason "it was no bauble"')
    assert [e["tag"] for e in entries] == ["gm.reversed"]
    assert table.ok("sheet Una --on day-2")["hp"] == 14
    assert table.ok("sheet Una")["hp"] == 8
    assert table.ok(f"show {healing}")["struck_by"] is None
    terms = table.ok("why Una hp")["terms"]
    assert [t["amount"] for t in terms] == [20, -12, 6, -6]
    table.ok("undo")
    assert table.ok("sheet Una")["hp"] == 14


def test_goods_that_were_given_are_taken_today(table: Table) -> None:
    table.all("declare zone Oakwood", 'gm give Oakwood 3 T1 ingots, 2 bones --reason "a find"')
    gift = table.ok("log --tag gm.gave")["entries"][0]["position"]
    table.ok(f'void {gift} --from-now --reason "the smith wants them back"')
    assert table.ok("stock Oakwood")["things"] == []


def test_what_moved_nothing_has_nothing_to_take_back(table: Table) -> None:
    table.all("declare zone Oakwood", 'note "rain"')
    table.refused('void last note --from-now --reason "no rain"')

"""What if: worlds beside the book, read, compared, played into it or dropped (DESIGN 6, COMMANDS 1.2, 6, issue 2)."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ledger.cli.acts.whatif as acts
import ledger.whatif
from ledger.cli.desk import Desk
from ledger.cup import face
from tests.conftest import JSON, Table

MARA = (
    "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 "
    '--time "bushcraft 6, hunting 6, bow 6" --in Oakwood'
)

HOUSE = """
name = "Harsh North"

[[thing]]
name = "moonstone"
"""


@pytest.fixture
def wood(table: Table) -> Table:
    """Mara in Oakwood with a spear and nine food; the clock at the dawn of day 1; entries 1 to 7."""
    table.all("declare zone Oakwood --miles 15", MARA, "gm give Mara 9 food, T1 spear --reason found")
    assert table.desk.campaign().head == 7
    return table


@pytest.fixture
def winter(wood: Table) -> Table:
    """Two cold nights by a fire: level 7, Mara in clothing of T2. Now it is day 3."""
    wood.all(
        "gm give Mara T2 clothing --reason found", "wear Mara T2 clothing", "weather --cold 7 --in Oakwood",
        "bushcraft Mara 4 fire", "camp", "gm heal Mara 25 --reason rest", "camp",
    )  # fmt: skip
    return wood


@pytest.fixture
def other(wood: Table) -> Iterator[Table]:
    """Another desk at the same book."""
    found = Table(wood.folder)
    yield found
    found.desk.close()


def stored(table: Table) -> str:
    """The book as it lies on the disk, its log with it."""
    files = [table.book, table.book.with_name(table.book.name + "-wal")]
    return hashlib.sha256(b"|".join(f.read_bytes() if f.exists() else b"" for f in files)).hexdigest()


def planned(table: Table, line: str) -> list[JSON]:
    """The entries of a line that is taken beside the book."""
    before = stored(table)
    answer = table(line)
    assert (answer["kind"], answer["exit"]) == ("planned", 0), answer["data"]
    assert stored(table) == before
    found: list[JSON] = answer["data"]["entries"]
    return found


def tags(entries: list[JSON]) -> list[str]:
    return [e["tag"] for e in entries]


def file_of(table: Table, name: str = "they-ran") -> Path:
    return table.folder / f"{name}.whatif"


def read(table: Table, name: str = "they-ran") -> Any:
    return msgspec.json.decode(file_of(table, name).read_bytes())


def without(entry: JSON, keys: tuple[str, ...]) -> JSON:
    return {k: v for k, v in entry.items() if k not in keys}


def changes(table: Table, line: str) -> dict[tuple[str, str], tuple[Any, Any]]:
    return {(c["thing"], c["field"]): (c["from"], c["to"]) for c in table.ok(line)["changes"]}


# -- a world beside the book --------------------------------------------------------------------------------------


def test_a_what_if_and_all_that_is_played_in_it_leave_the_book_as_it_was(wood: Table) -> None:
    before = stored(wood)
    assert planned(wood, 'whatif start "they ran" --reason "said Ivo"') == []
    hunted = planned(wood, 'hunt Mara --rolled 19 --whatif "they ran"')
    assert [(e["position"], e["tag"], e["command"]) for e in hunted[:2]] == [
        (8, "task.spent", "hunt Mara --rolled 19"),
        (9, "hunt.rolled", None),
    ]
    assert tags(planned(wood, "camp --whatif they-ran"))[0] == "camp.made"
    wood.ok('log --whatif "they ran"')
    wood.ok('whatif drop "they ran"')
    assert stored(wood) == before
    assert not list(wood.folder.glob("*.whatif")) + list(wood.folder.glob("*.cup"))
    assert wood.desk.campaign().head == 7


def test_its_file_keeps_the_lines_as_they_were_typed(wood: Table) -> None:
    wood.all('whatif start "They ran" --reason "said Ivo"', "hunt  Mara --rolled 19   --whatif They-Ran # by the ford")
    told = read(wood)
    assert (told["name"], told["basis"], told["from"], told["reason"]) == ("They ran", 7, None, "said Ivo")
    assert [(line["words"], line["head"]) for line in told["lines"]] == [("hunt Mara --rolled 19", told["opened"] + 3)]
    assert len(bytes.fromhex(told["secret"])) == 32


def test_every_view_is_asked_of_it_and_says_so(wood: Table) -> None:
    wood.all('whatif start "they ran"', "gm harm Mara 3 --reason fell --whatif they-ran", "camp --whatif they-ran")
    answer = wood("sheet Mara --whatif they-ran")
    assert (answer["kind"], answer["data"]["hp"]) == ("view", 25)  # 25 - 3, a night's rest gives up to 5 back
    basis = answer["basis"]
    assert (basis["world"], basis["book"], basis["date"]) == ("whatif:they ran", "Test Road", "day 2 06:00")
    assert basis["known_at"] == wood.ok("whatif list")["whatifs"][0]["last"]
    assert wood("sheet Mara")["basis"]["world"] == "book"
    assert wood.ok("sheet Mara --whatif they-ran --on day-1 --known-at 8")["hp"] == 22
    for view in (
        "log",
        "larder Oakwood",
        "why Mara hp",
        "history Mara hp",
        "stock Mara",
        "branch list",
        "check",
        "day",
    ):
        assert wood(f"{view} --whatif they-ran")["basis"]["world"] == "whatif:they ran", view
    assert {t["amount"] for t in wood.ok("why Mara hp --whatif they-ran")["terms"]} >= {25, -3}


def test_going_back_first_sets_the_days_since_aside_in_it_alone(winter: Table) -> None:
    (back,) = planned(winter, 'whatif start "they ran" --from day-2')
    assert (back["tag"], back["facts"]["verb"], back["date"]) == ("correction.made", "rollback", "day 2 06:00")
    answer = winter("party --whatif they-ran")
    assert answer["basis"]["date"] == "day 2 06:00"
    assert winter("party")["basis"]["date"] == "day 3 06:00"
    rows = winter.ok("whatif list")["whatifs"]
    basis = winter.desk.campaign().head
    dawn = 86400 + 21600
    assert rows == [
        {"name": "they ran", "from": dawn, "first": basis + 1, "last": basis + 1, "entries": 1, "reason": None}
    ]


def test_what_is_refused_in_it_leaves_its_file_alone(wood: Table) -> None:
    wood.all('whatif start "they ran"', "hunt Mara --tasks 2 --rolled 19/3 --whatif they-ran")
    before = file_of(wood).read_bytes()
    assert wood.refused("hunt Mara --rolled 9 --whatif they-ran", "EOS-DAY-01")
    wood.usage("hunt Nobody --whatif they-ran")
    assert wood("hunt Mara --rolled 9 --overrule why --whatif they-ran --dry-run")["kind"] == "planned"
    assert file_of(wood).read_bytes() == before
    assert planned(wood, "hunt Mara --rolled 9 --overrule why --whatif they-ran")[0]["overruled"][0] == "EOS-DAY-01"


def test_gm_and_corrections_and_rulings_work_in_it_as_in_the_book(wood: Table) -> None:
    wood.all("hunt Mara --rolled 3", 'whatif start "they ran"')
    (gone,) = planned(wood, 'void last hunt of Mara --reason "never was" --whatif they-ran')
    assert (gone["tag"], gone["facts"]["strikes"]) == ("correction.made", [[8, 8]])
    assert wood.ok("day --whatif they-ran")["people"][0]["used"] == 0
    assert tags(planned(wood, "undo --whatif they-ran")) == ["correction.made"]
    assert wood.ok("day --whatif they-ran")["people"][0]["used"] == 1
    assert tags(planned(wood, "gm set Oakwood hunt 18 --reason snow --whatif they-ran"))
    assert wood.ok("zone Oakwood --whatif they-ran")["hunt_target"] == 18
    assert wood.ok("zone Oakwood")["hunt_target"] == 15


def test_the_winter_with_cold_order_level_first(winter: Table) -> None:
    """Issue 2; EOS-ENV-06, EOS-ENV-07: level 7, clothing 2, a fire: clothing-first ceil((7 - 2) / 2) = 3 an hour,
    level-first ceil(7 / 2) - 2 = 2; eight hours a night (EOS-ENV-02), 5 back for rest (EOS-STAT-06).
    """
    full = winter.ok("sheet Mara")["max_hp"]
    assert full == 25
    assert winter.ok("sheet Mara --on day-3")["hp"] == full - 8 * 3 + 5 == 6
    winter.all('whatif start "a winter"')
    line = (
        'ruling cold_order level-first --reason "what would it have been" --at day-1 --whatif "a winter" --accept all'
    )
    entries = planned(winter, line)
    assert tags(entries)[:2] == ["correction.made", "ruling.adopted"]
    bites = [e for e in entries if e["tag"] == "cold.bitten"]
    assert [(e["postings"][0]["from"] - e["postings"][0]["to"]) for e in bites] == [2] * 16
    assert winter.ok('sheet Mara --whatif "a winter"')["hp"] == full - 8 * 2 + 5 == 14
    assert changes(winter, 'diff book "a winter" Mara') == {("Mara", "hp"): (6, 14)}
    assert changes(winter, 'diff "a winter" book Mara') == {("Mara", "hp"): (14, 6)}
    assert winter.ok("rulings")["rulings"] != winter.ok('rulings --whatif "a winter"')["rulings"]


def test_a_house_rule_is_tried_in_it_and_its_file_is_kept_with_the_line(wood: Table, other: Table) -> None:
    """A thing of the table's own: the book does not know it, the what-if does, after the file is gone too."""
    file = wood.folder / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    wood.ok('whatif start "they ran"')
    wood.ok(f"house {file} --reason vote --whatif they-ran")
    file.unlink()
    wood.ok("gm give Mara 2 moonstone --reason found --whatif they-ran")
    wood.usage("gm give Mara 2 moonstone --reason found")
    assert "moonstone" in {t["item"] for t in other.ok("stock Mara --whatif they-ran")["things"]}
    wood.ok("whatif promote they-ran")
    assert "moonstone" in {t["item"] for t in wood.ok("stock Mara")["things"]}


def test_a_ripple_that_waits_for_a_decision_is_a_finding_and_kept_nowhere(wood: Table) -> None:
    """EOS-HUNT-01: without the spear of entry 7 there was no hunt."""
    wood.all("hunt Mara --rolled 19", 'whatif start "they ran"')
    before = file_of(wood).read_bytes()
    line = "void 7 --reason never --whatif they-ran"
    answer = wood(line)
    assert (answer["kind"], answer["exit"]) == ("finding", 1), answer["data"]
    assert answer["data"]["ripple"]["undecided"] == [8]
    assert file_of(wood).read_bytes() == before
    assert planned(wood, f"{line} --accept all")


# -- compared -----------------------------------------------------------------------------------------------------


def test_diff_puts_it_beside_the_book_a_day_and_another_one(wood: Table) -> None:
    wood.all('whatif start "they ran"', 'whatif start "they fought"')
    wood.all("gm harm Mara 3 --reason fell --whatif they-ran", "gm harm Mara 7 --reason hit --whatif they-fought")
    assert changes(wood, 'diff book "they ran"') == {("Mara", "hp"): (25, 22)}
    assert changes(wood, 'diff "they ran" day-1') == {("Mara", "hp"): (22, 25)}
    assert changes(wood, 'diff "they ran" "they fought"') == {("Mara", "hp"): (22, 18)}
    data = wood.ok("diff book THEY-RAN")
    assert (data["from"]["world"], data["to"]["world"], data["to"]["known_at"]) == ("book", "whatif:they ran", 8)
    inside = wood.ok("diff book 8 --whatif they-ran")
    assert (inside["from"]["world"], inside["to"]["world"]) == ("book", "whatif:they ran")
    wood.usage("diff book they-hid")


# -- promoted, dropped --------------------------------------------------------------------------------------------


def test_promote_plays_its_lines_as_one_operation(winter: Table) -> None:
    """The rollback first, then the lines, exactly as they stood beside the book; one undo takes all of it back."""
    basis = winter.desk.campaign().head
    winter.all(
        'whatif start "they ran" --from day-2', "hunt Mara --rolled 19 --whatif they-ran", "camp --whatif they-ran"
    )
    beside = winter.ok("log --whatif they-ran --struck")["entries"]
    sheet = winter.ok("sheet Mara --whatif they-ran")
    before = {view: winter.ok(view) for view in ("sheet Mara", "zone Oakwood", "stock Mara")}
    answer = winter("whatif promote they-ran")
    assert (answer["kind"], answer["basis"]["world"]) == ("recorded", "book")
    entries = answer["data"]["entries"]
    assert [e["position"] for e in entries] == list(range(basis + 1, basis + 1 + len(entries)))
    assert {e["operation"] for e in entries} == {answer["data"]["operation"]} == {basis + 1}
    assert answer["data"]["clock"]["date"] == "day 3 06:00"
    its_own = ("operation", "written_at", "digest")
    assert [without(e, its_own) for e in winter.ok("log --struck")["entries"]] == [without(e, its_own) for e in beside]
    assert winter.ok("sheet Mara") == sheet
    assert not file_of(winter).exists()
    assert winter.ok("whatif list")["whatifs"] == []
    assert winter.ok("verify")["verdict"] == "intact"
    winter.ok("undo --all")
    assert {view: winter.ok(view) for view in before} == before


def test_promote_says_first_what_it_would_write(wood: Table) -> None:
    wood.all('whatif start "they ran"', "hunt Mara --rolled 19 --whatif they-ran")
    before = stored(wood)
    answer = wood("whatif promote they-ran --dry-run")
    assert (answer["kind"], answer["data"]["operation"]) == ("planned", 8)
    assert tags(answer["data"]["entries"])[:2] == ["task.spent", "hunt.rolled"]
    assert {e["digest"] for e in answer["data"]["entries"]} == {None}
    assert (stored(wood), file_of(wood).exists()) == (before, True)


def test_where_the_book_does_not_take_a_line_nothing_is_written_and_the_what_if_stays(wood: Table) -> None:
    wood.all(
        'whatif start "they ran"',
        "gm harm Mara 3 --reason fell --whatif they-ran",
        "hunt Mara --rolled 19 --whatif they-ran",
    )
    wood.ok("hunt Mara --tasks 2 --rolled 3/3")
    before = file_of(wood).read_bytes()
    data = wood.refused("whatif promote they-ran", "EOS-DAY-01")
    assert "it stops at: hunt Mara --rolled 19" in data["text"]
    assert file_of(wood).read_bytes() == before
    assert wood.ok("sheet Mara")["hp"] == 25


def test_a_ripple_of_the_book_as_it_stands_is_decided_with_promote(wood: Table) -> None:
    """Beside the book nobody had hunted with the spear of entry 7; in the book somebody has meanwhile (EOS-HUNT-01)."""
    wood.ok('whatif start "they ran"')
    planned(wood, "void 7 --reason never --whatif they-ran")
    wood.ok("hunt Mara --rolled 19")
    answer = wood("whatif promote they-ran")
    assert (answer["kind"], answer["exit"]) == ("finding", 1), answer["data"]
    assert answer["data"]["ripple"]["undecided"] == [8]
    assert file_of(wood).exists()
    answer = wood("whatif promote they-ran --keep 8")
    assert answer["kind"] == "recorded", answer["data"]
    assert answer["data"]["entries"][0]["facts"]["kept"] == [8]
    assert answer["data"]["ripple"]["undecided"] == []


def test_entries_of_its_own_that_a_line_names_are_found_again_in_a_book_that_has_grown(wood: Table) -> None:
    wood.ok('whatif start "they ran"')
    (harm,) = planned(wood, "gm harm Mara 3 --reason fell --whatif they-ran")
    (given,) = planned(wood, "gm give Mara T1 sword --reason found --whatif they-ran")
    assert (harm["position"], given["position"]) == (8, 9)
    planned(wood, "gm take Mara sword@9 --reason lost --whatif they-ran")
    planned(wood, 'void 8 --reason "it was not 9" --whatif they-ran')
    wood.all("note rain", "note hail")  # 8 and 9 of the book
    entries = wood.entries("whatif promote they-ran")
    assert [e["position"] for e in entries] == [10, 11, 12, 13]
    assert entries[2]["postings"][0]["lot"] == "sword@11"
    assert entries[3]["facts"]["strikes"] == [[10, 10]]
    assert wood.ok("sheet Mara")["hp"] == 25
    assert [e["tag"] for e in wood.ok("log --tag note.written")["entries"]] == ["note.written"] * 2
    wood.refused("undo")  # four deeds in one operation
    wood.ok("undo --all")
    assert wood.desk.campaign().head == 14


def test_a_pen_that_was_killed_before_the_file_was_gone_promotes_nothing_twice(wood: Table) -> None:
    wood.all('whatif start "they ran"', "gm harm Mara 3 --reason fell --whatif they-ran")
    left = file_of(wood).read_bytes()
    wood.ok("whatif promote they-ran")
    file_of(wood).write_bytes(left)
    data = wood.ok("whatif promote they-ran")
    assert (data["operation"], data["entries"]) == (None, [])
    assert wood.ok("sheet Mara")["hp"] == 22
    assert not file_of(wood).exists()


def test_another_pen_may_be_first(wood: Table, other: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines are played again on what it wrote: Mara has 25 - 20, then 3 less."""
    wood.all('whatif start "they ran"', "gm harm Mara 3 --reason fell --whatif they-ran")
    real = acts._Played
    raced: list[bool] = []

    def played(*said: Any) -> Any:
        found = real(*said)
        if not raced:
            raced.append(True)
            other.ok("gm harm Mara 20 --reason hit")
        return found

    monkeypatch.setattr(acts, "_Played", played)
    (entry,) = wood.entries("whatif promote they-ran")
    assert (entry["position"], entry["postings"][0]["from"], entry["postings"][0]["to"]) == (9, 5, 2)
    assert other.ok("sheet Mara")["hp"] == 2


def test_promoted_where_nothing_was_played_is_refused(wood: Table) -> None:
    wood.ok('whatif start "they ran"')
    wood.refused("whatif promote they-ran")


# -- dice ---------------------------------------------------------------------------------------------------------


def test_rehearsing_does_not_foretell_the_dice_of_the_book(wood: Table) -> None:
    """Twenty hunts in two what-ifs and in the book: three cups of their own."""
    rolls: dict[str, list[int]] = {}
    for name in ("one", "two"):
        wood.ok(f"whatif start {name}")
        wood.ok(f"hunt Mara --tasks 20 --overrule try --whatif {name}")
        rolls[name] = faces(wood.ok(f"log --whatif {name}")["entries"])
    wood.ok("hunt Mara --tasks 20 --overrule try")
    rolls["book"] = faces(wood.ok("log")["entries"])
    assert len({tuple(r) for r in rolls.values()}) == 3
    assert all(len(r) == 20 for r in rolls.values())


def faces(entries: list[JSON]) -> list[int]:
    return [e["roll"]["dice"][0]["face"] for e in entries if e["tag"] == "hunt.rolled"]


def test_a_die_that_was_not_told_is_the_books_own_when_it_is_promoted(wood: Table) -> None:
    wood.ok('whatif start "they ran"')
    wood.ok("hunt Mara --tasks 20 --overrule try --whatif they-ran")
    beside = faces(wood.ok("log --whatif they-ran")["entries"])
    dry = wood("whatif promote they-ran --dry-run")
    assert dry["data"]["entries"][-1]["roll"]["dice"][0]["face"] is None
    assert "cup" in {n["kind"] for n in dry["notices"]}
    assert not list(wood.folder.glob("*.cup"))
    promoted = faces(wood.entries("whatif promote they-ran"))
    assert promoted != beside
    wood.ok("undo")
    wood.ok("whatif start again")
    assert faces(wood.entries("hunt Mara --tasks 20 --overrule try")) != promoted  # none is fished twice


def test_dice_that_were_promised_are_not_foretold_and_are_kept_when_it_is_promoted(wood: Table) -> None:
    wood.all("dice commit --count 20", 'whatif start "they ran"')
    wood.ok("hunt Mara --tasks 20 --overrule try --whatif they-ran")
    beside = faces(wood.ok("log --whatif they-ran")["entries"])
    promoted = faces(wood.entries("whatif promote they-ran"))
    assert promoted != beside
    (shown,) = wood.entries("dice reveal")
    secret = bytes.fromhex(shown["facts"]["secret"])
    assert [face(secret, nth, 20) for nth in range(1, 21)] == promoted


def test_the_same_lines_are_the_same_world_for_another_desk(wood: Table, other: Table) -> None:
    """Byte for byte, cup dice, digests and times with it."""
    wood.all('whatif start "they ran" --from day-1', "declare zone Oakwood --miles 15 --whatif they-ran")
    wood.all(f"{MARA} --whatif they-ran", "gm give Mara T1 spear, 9 food --reason found --whatif they-ran")
    wood.all("hunt Mara --tasks 2 --whatif they-ran", "camp --whatif they-ran")
    assert other("log --struck --whatif they-ran") == wood("log --struck --whatif they-ran")
    assert other("verify")["basis"] == wood("verify")["basis"]


# -- several desks ------------------------------------------------------------------------------------------------


def test_a_line_of_another_desk_is_taken_in(wood: Table, other: Table) -> None:
    wood.ok('whatif start "they ran"')
    wood.ok("gm harm Mara 3 --reason fell --whatif they-ran")
    other.ok("gm harm Mara 4 --reason fell --whatif they-ran")
    wood.ok("gm harm Mara 5 --reason fell --whatif they-ran")
    assert wood.ok("sheet Mara --whatif they-ran")["hp"] == other.ok("sheet Mara --whatif they-ran")["hp"] == 13
    other.ok("whatif drop they-ran")
    wood.usage("sheet Mara --whatif they-ran")


def test_a_file_that_changes_under_a_line_is_read_again(
    wood: Table, other: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    wood.ok('whatif start "they ran"')
    real = acts.keep
    raced: list[bool] = []

    def keep(*said: Any) -> bytes:
        if not raced:
            raced.append(True)
            other.ok("gm harm Mara 4 --reason fell --whatif they-ran")
        return real(*said)

    monkeypatch.setattr(acts, "keep", keep)
    wood.ok("gm harm Mara 3 --reason fell --whatif they-ran")
    assert wood.ok("sheet Mara --whatif they-ran")["hp"] == 18
    assert [line["head"] for line in read(wood)["lines"]] == [8, 9]


def test_the_book_may_go_on_beside_it(wood: Table) -> None:
    wood.all(
        'whatif start "they ran"', "gm harm Mara 3 --reason fell --whatif they-ran", "gm harm Mara 10 --reason hit"
    )
    assert wood.ok("sheet Mara --whatif they-ran")["hp"] == 22
    assert wood.ok("sheet Mara")["hp"] == 15
    wood.ok("whatif promote they-ran")
    assert wood.ok("sheet Mara")["hp"] == 12


def test_a_disk_that_does_not_take_the_file_leaves_it_as_it_was(wood: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    wood.all('whatif start "they ran"', "gm harm Mara 3 --reason fell --whatif they-ran")
    before = file_of(wood).read_bytes()

    def full(*said: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ledger.whatif.os, "replace", full)
    assert "No space left" in wood.refused("gm harm Mara 4 --reason fell --whatif they-ran")["text"]
    monkeypatch.undo()
    assert file_of(wood).read_bytes() == before
    assert wood.ok("sheet Mara --whatif they-ran")["hp"] == 22
    assert sorted(p.name for p in wood.folder.iterdir() if "whatif" in p.name) == ["they-ran.whatif"]


def test_nothing_is_left_in_the_temporary_folder(wood: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratches = tmp_path / "scratches"
    scratches.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratches))
    wood.all('whatif start "they ran"', "camp --whatif they-ran", "whatif promote they-ran --dry-run")
    assert len(list(scratches.iterdir())) == 1
    wood.desk.close()
    assert list(scratches.iterdir()) == []


# -- names, seats, files that are none ----------------------------------------------------------------------------


def test_a_name_that_is_taken_is_refused_and_an_unknown_one_offers_the_nearest(wood: Table) -> None:
    wood.ok('whatif start "They ran"')
    assert wood.refused("whatif start they-ran")["state"] == "taken"
    assert wood.usage('camp --whatif "they rann"')["nearest"] == ["They ran"]
    assert wood.usage('whatif promote "they rann"')["nearest"] == ["They ran"]
    assert wood.usage('whatif drop "they rann"')["nearest"] == ["They ran"]
    wood.all("camp", "rollback --to day-1 --reason no --named flood")
    assert wood.refused("whatif start flood")["state"] == "taken"


@pytest.mark.parametrize("name", ["book", "day-9", "12", "now", '"session 4"', "?!", "last"])
def test_a_what_if_is_not_called_by_a_word_that_means_something_else(wood: Table, name: str) -> None:
    wood.usage(f"whatif start {name}")


def test_what_is_asked_of_the_book_itself_is_not_asked_beside_it(wood: Table) -> None:
    wood.ok('whatif start "they ran"')
    for line in (
        "verify",
        "export x.jsonl",
        "play x.md",
        'new "Other" --game eos',
        "whatif list",
        "dice commit --count 3",
        "shell",
    ):
        wood.usage(f"{line} --whatif they-ran")
    wood.usage("camp --whatif")
    wood.usage("camp --whatif they-ran --whatif they-ran")


def test_going_back_to_where_nothing_was_written_since_is_refused(wood: Table) -> None:
    wood.ok("camp")
    assert wood.refused("whatif start later --from day-9")["help"] == ["whatif start later"]
    wood.refused("whatif start later --from now")
    wood.usage("whatif start later --from sometime")
    assert wood.ok("whatif list")["whatifs"] == []


def test_a_session_is_a_moment_to_go_back_to(wood: Table) -> None:
    wood.all("session start 2", "hunt Mara --rolled 19", 'whatif start "they ran" --from "session 2"')
    assert wood.ok("day --whatif they-ran")["people"][0]["used"] == 0
    assert wood.ok("log --whatif they-ran --tag session.started")["entries"]  # of the table: it stays
    wood.ok("hunt Mara --rolled 3 --whatif they-ran")
    wood.ok("whatif promote they-ran")
    assert wood.ok("day")["people"][0]["used"] == 1


def test_a_player_acts_in_it_for_their_own_and_begins_drops_and_promotes_nothing(wood: Table) -> None:
    wood.all("seat ivo --plays Mara", 'whatif start "they ran"')
    assert planned(wood, "hunt Mara --rolled 3 --whatif they-ran --seat ivo")[0]["seat"] == "ivo"
    for line in (
        "whatif start other",
        "whatif promote they-ran",
        "whatif drop they-ran",
        "gm harm Mara 1 --reason x --whatif they-ran",
    ):
        wood.refused(f"{line} --seat ivo")
    assert wood.entries("whatif promote they-ran")[0]["seat"] == "ivo"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda told: b"{", "is no what-if"),
        (lambda told: b"", "is no what-if"),
        (lambda told: msgspec.json.encode(told | {"basis": 99}), "another way"),
        (lambda told: msgspec.json.encode(told | {"digest": "0" * 64}), "another way"),
        (lambda told: msgspec.json.encode(told | {"secret": "ab"}), "no secret"),
        (lambda told: msgspec.json.encode(told | {"name": "else"}), "another name"),
        (lambda told: msgspec.json.encode(told | {"more": 1}), "is no what-if"),
        (lambda told: msgspec.json.encode(told | {"v": 9}), "shape 9"),
    ],
)
def test_a_file_that_is_no_what_if_is_refused_in_words(wood: Table, change: Any, said: str) -> None:
    wood.all('whatif start "they ran"', "camp --whatif they-ran")
    file_of(wood).write_bytes(change(read(wood)))
    assert said in wood.refused("party --whatif they-ran")["text"]
    assert said in wood.refused("whatif promote they-ran")["text"]
    assert said in wood.refused("diff book they-ran")["text"]
    (row,) = wood.ok("whatif list")["whatifs"]
    assert (list(row), row["entries"]) == (["name", "from", "first", "last", "entries", "reason"], None)
    assert said in row["reason"]
    wood.ok("whatif drop they-ran")
    assert not file_of(wood).exists()


def test_a_line_in_the_file_that_is_not_accepted_any_more_is_named(wood: Table) -> None:
    wood.all('whatif start "they ran"', "camp --whatif they-ran")
    told = read(wood)
    told["lines"][0]["words"] = "hunt Nobody"
    file_of(wood).write_bytes(msgspec.json.encode(told))
    assert "hunt Nobody" in wood.refused("party --whatif they-ran")["text"]


def test_what_ifs_of_another_book_in_the_folder_are_not_listed(wood: Table) -> None:
    wood.ok('whatif start "they ran"')
    there = Desk(wood.folder / "other.campaign")
    there.stays_open = True
    try:
        assert there.answer('new "Other Road" --game eos').ok
        assert there.answer("whatif list").data == {"whatifs": []}
        assert there.answer("party --whatif they-ran").kind == "refused"
        assert there.answer("whatif start they-ran").kind == "refused"
        assert there.answer("whatif drop they-ran").kind == "refused"
    finally:
        there.close()
    assert file_of(wood).exists()


def test_a_note_may_look_at_a_what_if(wood: Table) -> None:
    wood.all('whatif start "they ran"', "gm harm Mara 3 --reason fell --whatif they-ran")
    note = wood.folder / "01.md"
    note.write_text("```campaign\nnote rain\nsheet Mara --whatif they-ran\n```\n", encoding="utf-8")
    answer = wood.desk.answer(f"play {note}")
    assert answer.kind == "recorded", answer.data
    assert any("hp: 22 of 25" in line for line in answer.eyes)
    note.write_text("```campaign\nnote rain\nsheet Mara --whatif they-hid\n```\n", encoding="utf-8")
    assert wood.desk.answer(f"play {note}").kind == "usage"


def test_a_seal_that_is_promoted_seals_the_book(wood: Table) -> None:
    wood.all('whatif start "they ran"', "note rain --whatif they-ran", "seal --whatif they-ran")
    entries = wood.entries("whatif promote they-ran")
    code = entries[1]["facts"]["seal"]
    assert wood.ok(f"verify --seal {code}")["verdict"] == "unchanged"


def test_a_what_if_is_quick_to_look_at_again(wood: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    wood.all('whatif start "they ran"', "camp --whatif they-ran")
    wood.ok("party --whatif they-ran")

    def never(*said: Any) -> None:
        raise AssertionError("built again")

    monkeypatch.setattr(acts, "world_beside", never)
    wood.ok("party --whatif they-ran")
    wood.ok("camp --whatif they-ran")
    wood.ok('diff book "they ran"')

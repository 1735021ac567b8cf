"""The two clocks at their edges: caches, one instant, the future, limits in the fold, and what goes together (issue 3, to be shown 2)."""

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from conftest import JSON, Table

from ledger import cache

MARA = 'join Mara --race human --body 5 --mind 6 --presence 6 --time "hunting 6" --in Oakwood'
IVO = 'join Ivo --race dwarf --body 4 --mind 6 --presence 5 --time "bushcraft 6, cooking 4" --in Oakwood'
VIEWS = ("party", "sheet Mara", "sheet Ivo", "larder Oakwood", "stock Oakwood", "stock Mara", "stock Ivo", "zone Oakwood",
         "site Oakwood", "bench", "day")  # fmt: skip


@pytest.fixture
def pair(table: Table) -> Table:
    """Mara (25 hit points) and Ivo (24) in Oakwood with a spear and forty preserved food."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4", MARA, IVO,
        'gm give Oakwood 40 preserved food --reason "wreck"', 'gm give Mara spear --reason "wreck"',
    )  # fmt: skip
    return table


def seen(table: Table, basis: str = "") -> dict[str, bytes]:
    return {view: msgspec.json.encode(table.ok(f"{view} {basis}".strip())) for view in VIEWS}


def numbers(table: Table, basis: str = "") -> list[tuple[object, ...]]:
    """What both have and are, without the names of lots: two books told alike in other words."""
    people = table.ok(f"party {basis}".strip())["people"]
    larder = table.ok(f"larder Oakwood {basis}".strip())
    return [*((p["name"], p["hp"], p["hunger"], p["state"], p["tasks_left"]) for p in people),
            (larder["units"], larder["fresh"], larder["spoiled"])]  # fmt: skip


def hp(table: Table, who: str = "Mara") -> Fraction:
    return Fraction(str(table.ok(f"sheet {who}")["hp"]))


def first(table: Table, line: str) -> int:
    """The position of the first entry that a line writes."""
    return int(table.entries(line)[0]["position"])


def positions(table: Table, tag: str) -> list[int]:
    return [e["position"] for e in table.ok(f"log --tag {tag}")["entries"]]


# -- the cache


@pytest.mark.parametrize(
    "line",
    ["void {gift} --reason x --accept all", "gm harm Ivo 3 --reason x --at day-1 --accept all",
     'rollback --to day-2 --reason "over again"', "correct {gift} gm give Mara 3 torches --reason x --accept all"],
)  # fmt: skip
def test_a_correction_older_than_everything_cached_is_seen_as_without_a_cache(
    pair: Table, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """A checkpoint of the head lies beside the book; what reaches back behind it is folded anew, and it is made anew after."""
    monkeypatch.setattr(cache, "FROM", 20)
    monkeypatch.setattr(cache, "EVERY", 10)
    gift = first(pair, "gm give Mara 2 torches --reason wreck")
    for n in range(4):
        pair.all(f"hunt Mara --rolled {5 + n}", "camp --hours 2")
    pair.desk.close()
    pair.ok("party")
    pair.desk.close()
    assert cache.path_of(pair.book).exists()
    pair.ok(line.format(gift=gift))
    warm = seen(pair)
    pair.desk.close()  # the cache of before the correction lies there: it is not believed
    assert seen(pair) == warm
    pair.desk.close()
    cache.path_of(pair.book).unlink(missing_ok=True)
    assert seen(pair) == warm
    monkeypatch.setattr(cache, "FROM", 1 << 40)
    pair.desk.close()
    assert seen(pair) == warm
    pair.ok("undo")
    pair.desk.close()
    monkeypatch.setattr(cache, "FROM", 20)
    undone = seen(pair)
    pair.desk.close()
    cache.path_of(pair.book).unlink(missing_ok=True)
    assert seen(pair) == undone


# -- one instant


def test_twenty_five_entries_of_one_instant_stand_as_they_were_told(pair: Table) -> None:
    """All at day 1 06:00: each known-at shows so many of them; a void in their midst takes one; one put in late stands last."""
    start = pair("log")["basis"]["known_at"]
    told = [first(pair, f"gm give Ivo {n} coin --reason g{n}") for n in range(1, 26)]
    assert told == list(range(start + 1, start + 26))
    assert {e["moment"] for e in pair.ok("log")["entries"]} == {21_600}

    def coin(basis: str = "") -> int:
        return sum(t["quantity"] for t in pair.ok(f"stock Ivo {basis}".strip())["things"] if t["item"] == "coin")

    for n, position in enumerate(told, start=1):
        assert coin(f"--known-at {position}") == n * (n + 1) // 2
    pair.ok(f"void {told[12]} --reason x")
    assert coin() == 325 - 13
    assert coin(f"--known-at {told[-1]}") == 325
    pair.ok(f"correct {told[3]} gm give Ivo 40 coin --reason y")
    assert coin() == 325 - 13 - 4 + 40
    order = [e["root"] for e in pair.ok("log --tag gm.gave")["entries"]][-24:]
    assert order == [p for p in told if p != told[12]]  # the version stands where its root stands
    pair.all("undo", "undo")
    assert coin() == 325
    terms = pair.ok("why Ivo coin")["terms"]
    assert [t["amount"] for t in terms if not t["struck"]] == list(range(1, 26))
    assert [t["amount"] for t in terms if t["struck"]] == [40]


# -- the future


@pytest.mark.parametrize("view", ["party", "sheet Mara", "larder Oakwood", "why Mara hp", "log", "zone Oakwood"])
def test_a_known_at_later_than_the_book_is_refused_with_the_newest_that_it_has(pair: Table, view: str) -> None:
    head = pair("log")["basis"]["known_at"]
    no = pair.refused(f"{view} --known-at {head + 1}")
    assert no["help"] == [f"--known-at {head}"]
    assert pair.refused(f"{view} --known-at 0")["state"] == f"{head} entries"
    assert pair(f"{view} --known-at {head}")["ok"]


def test_an_on_later_than_the_clock_is_what_is_written_aged_and_marked_as_projected(pair: Table) -> None:
    """Fresh food of day 1 is spoiled on day 9 (EOS-FOOD-03); nobody has eaten meanwhile: no tick is written."""
    pair.ok("gm give Mara 3 food --reason wreck")
    answer = pair("larder Oakwood --on day-9")
    assert answer["basis"]["projected"] is True
    assert [n["kind"] for n in answer["notices"]] == ["projected"]
    assert (answer["data"]["fresh"], answer["data"]["spoiled"], answer["data"]["preserved"]) == (0, 3, 40)
    now = pair("larder Oakwood")
    assert (now["basis"]["projected"], now["notices"], now["data"]["fresh"]) == (False, [], 3)
    head = now["basis"]["known_at"]
    pair.ok("clock day-10")
    assert pair(f"larder Oakwood --on day-9 --known-at {head}")["basis"]["projected"] is True
    lived = pair("larder Oakwood --on day-9")
    assert lived["basis"]["projected"] is False
    # Nine suppers of two, the fresh three first: 3 + 40 - 18 = 25.
    assert (lived["data"]["preserved"], lived["data"]["spoiled"]) == (25, 0)


def test_a_campaign_moment_is_no_known_at(pair: Table) -> None:
    pair.usage("party --known-at day-2")


# -- limits


def test_harm_beyond_what_there_was_undone_is_as_if_it_had_never_been(pair: Table) -> None:
    """Hunger 90 + 30 stops at 100 (EOS-STARV-04); taken back it is 90, not 70."""
    pair.ok("gm set Mara hunger 90 --reason x")
    pair.ok("gm set Mara hunger 100 --reason x")
    pair.ok("undo")
    assert pair.ok("sheet Mara")["hunger"] == 90


@pytest.mark.parametrize("how", ["void {blow} --reason x --accept all", "undo 2"])
def test_a_wound_that_was_healed_beyond_full_taken_back_equals_a_book_without_it(
    pair: Table, tmp_path: Path, how: str
) -> None:
    """25: hurt 8 is 17; healed 20 is 25, of which 8 were taken. Without the hurt 25, of which none: never 33."""
    blow = first(pair, "gm harm Mara 8 --reason branch")
    healed = first(pair, "gm heal Mara 20 --reason herbs")
    assert hp(pair) == 25
    terms = {t["position"]: t["amount"] for t in pair.ok("why Mara hp")["terms"]}
    assert (terms[blow], terms[healed]) == (-8, 8)
    pair.ok(how.format(blow=blow))
    if how.startswith("undo"):
        assert hp(pair) == 25
        return
    assert hp(pair) == 25
    after = {t["position"]: t["amount"] for t in pair.ok("why Mara hp")["terms"] if not t["struck"]}
    assert after[healed] == 0
    pair.ok("gm harm Mara 4 --reason thorn")
    assert hp(pair) == 21


def test_a_blow_with_a_floor_taken_back_equals_a_replay_without_it(pair: Table) -> None:
    """Wounds 30 and heals 6: 25 - 30 + 6 = 1; the 30 struck: 25; then 5 and 3: 23, as in a book that never had the 30."""
    blow = first(pair, "gm harm Mara 30 --reason rock")
    pair.all("gm heal Mara 6 --reason herbs", "gm harm Mara 5 --reason thorn", "gm heal Mara 3 --reason herbs")
    assert hp(pair) == -1
    pair.ok(f"void {blow} --reason x --accept all")
    # full; healed 6: 25; hurt 5: 20; healed 3: 23
    assert hp(pair) == 23
    pair.ok("undo")
    assert hp(pair) == -1


def test_a_larder_eaten_empty_and_the_gift_struck_is_a_hole_that_the_next_gain_fills(pair: Table) -> None:
    """40 struck, 2 eaten: 2 below nought, a hole; 5 found: 3, so that sums stay sums."""
    gift = positions(pair, "gm.gave")[0]
    pair.all("meal Mara 1 food", "meal Ivo 1 food")
    pair.ok(f"void {gift} --reason x --keep all")
    assert pair.ok("larder Oakwood")["units"] == -2
    assert {f["kind"] for f in pair("check")["data"]["findings"]} == {"hole"}
    pair.ok("gm give Oakwood 5 preserved food --reason found")
    assert pair.ok("larder Oakwood")["units"] == 3
    pair.all("undo", "undo")
    assert pair.ok("larder Oakwood")["units"] == 38


# -- a tick, and what came after it


def test_a_tick_struck_by_hand_does_not_take_what_came_after_it(pair: Table) -> None:
    """Mara's first supper is struck: the food is back, her later suppers and her hunts stand, and nothing brings it again."""
    pair.all("camp --hours 0", "hunt Mara --rolled 9", "camp --hours 0")
    suppers = [e["position"] for e in pair.ok("log --tag meal.eaten --of Mara")["entries"]]
    later = [e["position"] for e in pair.ok("log")["entries"] if e["position"] > suppers[0]]
    units = Fraction(str(pair.ok("larder Oakwood")["units"]))
    pair.ok(f'void {suppers[0]} --reason "she fasted" --accept all')
    left = [e["position"] for e in pair.ok("log")["entries"]]
    assert set(later) <= set(left)
    assert Fraction(str(pair.ok("larder Oakwood")["units"])) == units + 1
    pair.ok("gm harm Mara 1 --reason late --at day-1 --accept all")
    assert suppers[0] not in [e["position"] for e in pair.ok("log --tag meal.eaten")["entries"]]
    assert len(pair.ok("log --tag meal.eaten --of Mara")["entries"]) == len(suppers) - 1


def test_a_night_undone_takes_its_ticks_and_nothing_that_was_told_before_it(pair: Table) -> None:
    pair.ok("hunt Mara --rolled 9")
    before = seen(pair)
    pair.ok("camp --hours 0")
    pair.ok("undo")
    assert seen(pair) == before
    assert positions(pair, "meal.eaten") == []


# -- what goes together


def test_unconsciousness_goes_with_the_wound_and_what_merely_came_later_is_listed(pair: Table) -> None:
    """24 of Ivo: a wound of 25 leaves him unconscious; what he then could not do is not invented; what came later is asked."""
    pair.ok("gm harm Ivo 25 --reason rock")
    written = pair.ok("log")["entries"]
    blow, fell = written[-2], written[-1]
    assert (blow["tag"], fell["tag"], fell["cause"]) == ("gm.harmed", "state.changed", blow["position"])
    later = first(pair, "gm heal Ivo 4 --reason herbs")
    hunt = first(pair, "hunt Mara --rolled 9")
    woke = [e for e in pair.ok("log --tag state.changed")["entries"] if e["cause"] == later]
    assert len(woke) == 1
    planned = pair(f"void {blow['position']} --reason x --dry-run")["data"]["ripple"]
    assert planned["stands"] == [hunt]
    assert [(row["what"], row["positions"]) for row in planned["follows"]] == [("words", [later])]  # it wakes nobody now
    pair.ok(f"void {blow['position']} --reason x --accept all")
    struck = {e["position"] for e in pair.ok("log --struck")["entries"] if e["struck"]}
    assert {blow["position"], fell["position"], woke[0]["position"]} <= struck
    assert not {later, hunt} & struck
    assert pair.ok("sheet Ivo")["state"] == "well"


def test_a_broken_shelter_goes_with_the_deed_that_raised_it_and_the_cold_behind_it_follows(pair: Table) -> None:
    """Shelter and fire leave nothing of cold 2; without the task that made them two hours bite twice, at two points each."""
    made = pair.entries("bushcraft Ivo shelter, fire")
    pair.all("weather --cold 2 --in Oakwood", "camp --hours 2")
    assert positions(pair, "cold.bitten") == []
    answer = pair(f"void {made[0]['position']} --reason x --accept all")
    assert answer["ok"]
    gone = {e["position"] for e in pair.ok("log --struck")["entries"] if e["struck"]}
    assert {e["position"] for e in made} <= gone
    bites = pair.ok("log --tag cold.bitten")["entries"]
    assert [(e["who"], e["tag"]) for e in bites] == [(w, "cold.bitten") for w in ("Mara", "Ivo")] * 2
    follows = answer["data"]["ripple"]["follows"]
    assert [(r["who"], r["entries"]) for r in follows if r["what"] == "cold.bitten"] == [("Mara", 2), ("Ivo", 2)]
    pair.ok("undo")
    assert positions(pair, "cold.bitten") == []
    assert {e["position"] for e in made} <= {e["position"] for e in pair.ok("log")["entries"]}


def test_a_meal_of_what_was_never_there_goes_with_the_hunt_or_is_listed(pair: Table) -> None:
    """The hunt's harvest is the only food: it is struck, and the suppers that ate of it come out otherwise: hunger instead."""
    store = positions(pair, "gm.gave")[0]
    pair.ok(f"void {store} --reason x --accept all")
    hunt = pair.entries("hunt Mara --rolled 9")
    pair.ok('ruling starvation_gap halve --reason "vote"')
    pair.ok("camp --hours 0")
    suppers = positions(pair, "meal.eaten")
    report: JSON = pair(f"void {hunt[0]['position']} --reason x --dry-run")["data"]["ripple"]
    assert {row["what"] for row in report["follows"]} >= {"meal.eaten"}
    assert sum(row["entries"] for row in report["follows"] if row["what"] == "meal.eaten") == len(suppers) == 2
    pair.ok(f"void {hunt[0]['position']} --reason x --accept all")
    assert pair.ok("larder Oakwood")["units"] == 0
    assert pair("check")["kind"] == "view"  # no hole is left where nothing was eaten
    assert numbers(pair)[0][2] != 0  # Mara is hungry
    pair.ok("undo")
    assert numbers(pair)[0][2] == 0

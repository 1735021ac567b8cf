"""Why a number is what it is: terms that add up to it, each with its entry, its dice and its rule."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from conftest import JSON, Table

TERM = ["amount", "position", "date", "tag", "rule", "text", "roll", "struck"]

# ruff: noqa: E501
MARA = (
    'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6, bow 6" --in Oakwood'
)
NORTH_ROAD = """
declare zone Oakwood --miles 15 --zones 4
declare water "Mill Lake" --in Oakwood
join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6, bow 6, stealth 2" --combat "bow 2" --in Oakwood
join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --time "bushcraft 6, cooking 4, tailor 3" --in Oakwood
join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --time "traps 4" --in Oakwood
join Brandt --race rock-troll --body 6 --mind 4 --reflex 4 --presence 4 --aura 7 --time "fishing 4, medicine 3, main-hand melee 4" --combat "fishing 1, main-hand melee 1" --in Oakwood
session start 1 --title "Landfall"
weather --cold 2 --in Oakwood
bushcraft Ivo shelter, fire, spear, traps toolkit for Pip, fishing toolkit, cooking toolkit
bushcraft Ivo 2 cloaks, tailor toolkit, medicine toolkit, torch, food
give Ivo spear, cloak, torch --to Mara
wear Mara,Ivo cloak
hunt Mara --tasks 2 --rolled 5/3
trap Pip --rolled 9
fish Brandt --in mill-lake --rolled 8
camp
weather --cold 3 --in Oakwood
cook Ivo chore for Mara, 2 preserve, candles
craft Ivo T1 cloth
hunt Mara --tasks 2 --rolled 8/2
hunt Mara --rolled 6 --using torch
trap Pip --rolled 4
fish Brandt --in mill-lake --rolled 10
camp
treat Brandt Pip --tasks 2
craft Ivo T1 clothing for Pip
bushcraft Ivo 2 fire, 4 food
hunt Mara --rolled 7
camp
session end
"""
"""The first worked note: four survivors, three days."""


@pytest.fixture
def road(table: Table) -> Table:
    table.all(*NORTH_ROAD.strip().splitlines())
    return table


def adds_up(data: JSON) -> None:
    """The terms that are not struck add up to the value, exactly."""
    assert list(data) == ["thing", "field", "value", "terms"]
    assert all(list(term) == TERM for term in data["terms"])
    total = sum((_exact(t["amount"]) for t in data["terms"] if not t["struck"]), start=Fraction(0))
    assert total == _exact(data["value"]), data


def _exact(number: int | float | str) -> Fraction:
    return Fraction(str(number))


def amounts(data: JSON) -> list[int | float | None]:
    return [term["amount"] for term in data["terms"]]


# -- hit points -------------------------------------------------------------------------------------------------


def test_mara_has_22_hit_points_because_of_a_full_body_eight_cold_hours_and_a_night(road: Table) -> None:
    """EOS-ENV-02, EOS-ENV-03, EOS-STAT-06: 25 - 8 x ceil((3 - 1) / 2) + Body 5."""
    data = road.ok("why Mara hp --on day-2")
    adds_up(data)
    assert data["value"] == 22
    assert amounts(data) == [25, -1, -1, -1, -1, -1, -1, -1, -1, 5]
    opening, *cold, healed = data["terms"]
    assert (opening["text"], opening["tag"], opening["date"]) == ("joined at full", "character.joined", "day 1 06:00")
    assert [term["tag"] for term in cold] == ["cold.bitten"] * 8
    assert [term["date"] for term in cold] == [f"day 2 {hour:02}:00" for hour in (22, 23, 0, 1, 2, 3, 4, 5)]
    assert (healed["tag"], healed["date"]) == ("body.healed", "day 2 05:58")
    assert all(term["rule"] for term in data["terms"])
    positions = [term["position"] for term in data["terms"]]
    assert positions == sorted(set(positions))


def test_healing_that_finds_nothing_to_heal_says_what_it_offered(road: Table) -> None:
    """EOS-STAT-06: the next night Mara is 22 of 25 and Body offers 5: 3 are taken."""
    data = road.ok("why Mara hp --on day-3")
    adds_up(data)
    assert (data["value"], amounts(data)[-1]) == (25, 3)
    assert "offered 5" in data["terms"][-1]["text"]


def test_a_struck_hour_of_cold_shows_what_it_offered_and_counts_no_more(road: Table) -> None:
    bitten = road.ok("why Mara hp --on day-2")["terms"][3]["position"]
    road.ok(f'void {bitten} --reason "she sat by the embers" --accept all')
    data = road.ok("why Mara hp --on day-2")
    adds_up(data)
    assert data["value"] == 23
    struck = [term for term in data["terms"] if term["struck"]]
    assert [(term["amount"], term["position"]) for term in struck] == [(-1, bitten)]
    assert data["terms"][3] == struck[0]


def test_what_cannot_be_added_is_one_term(road: Table) -> None:
    """EOS-CHAR-05: Body x level + the base of the size."""
    data = road.ok("why Mara max_hp")
    adds_up(data)
    (term,) = data["terms"]
    assert (data["value"], term["text"]) == (25, "Body 5 x level 1 + 20")


def test_a_word_is_told_by_the_entry_that_said_it_last(road: Table) -> None:
    data = road.ok("why Mara place")
    assert data["value"] == "Oakwood"
    (term,) = data["terms"]
    assert (term["amount"], term["tag"]) == (None, "character.joined")


def test_tasks_are_counted_from_the_dawn_of_their_day(road: Table) -> None:
    """EOS-DAY-01, EOS-DAY-04: two, one more by the cook, three worked."""
    data = road.ok("why Mara tasks_left --on day-2")
    adds_up(data)
    assert (data["value"], amounts(data)) == (0, [2, 1, -1, -1, -1])
    adds_up(road.ok("why Mara tasks_left --on day-4"))
    assert road.ok("why Mara tasks_left")["value"] == 2


# -- zones ------------------------------------------------------------------------------------------------------


def test_oakwood_is_worn_by_one_for_each_day_with_a_success(road: Table) -> None:
    """EOS-HUNT-02, EOS-HUNT-05: 30 - 5 x 3; days 1, 2 (two successes count once) and 3."""
    data = road.ok("why Oakwood hunt_target")
    adds_up(data)
    assert (data["value"], amounts(data)) == (18, [15, 1, 1, 0, 1])
    base, *worn = data["terms"]
    assert base["text"] == "30 - 5 x 3"
    assert [term["tag"] for term in worn] == ["hunt.rolled"] * 4
    assert [term["date"] for term in worn] == ["day 1 06:00", "day 2 06:00", "day 2 06:00", "day 3 06:00"]
    assert [term["roll"]["total"] for term in worn] == [17, 20, 18, 19]
    assert worn[0]["rule"] == "EOS-HUNT-03"


def test_a_success_of_today_is_a_term_of_nothing_until_the_dawn(road: Table) -> None:
    data = road.ok("why Oakwood hunt_target --on day-3")
    adds_up(data)
    assert (data["value"], amounts(data)) == (17, [15, 1, 1, 0, 0])


def test_spring_brings_one_back(table: Table) -> None:
    """EOS-HUNT-06: a success on day 1, and spring on Y1-03-01, which is day 61."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6" --in Oakwood',
        'gm give Mara T1 bow --reason "hers"',
        "hunt Mara --tasks 2 --rolled 5/5",
    )
    data = table.ok("why Oakwood hunt_target --on day-70")
    adds_up(data)
    assert (data["value"], amounts(data)) == (15, [15, 1, 0, -1])
    spring = data["terms"][-1]
    assert (spring["position"], spring["rule"], spring["date"]) == (None, "EOS-HUNT-06", "day 61 06:00")


# -- things and skills ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("day", "units"), [("day-1", 15.5), ("day-2", 46), ("day-3", 56.5)])
def test_the_food_of_a_place_is_what_its_larder_counts(road: Table, day: str, units: float) -> None:
    data = road.ok(f"why Oakwood food --on {day}")
    adds_up(data)
    assert data["value"] == units
    assert data["value"] == road.ok(f"larder Oakwood --on {day}")["units"]


def test_food_that_spoils_is_a_term_with_its_lot(table: Table) -> None:
    """EOS-FOOD-01: food of day 1 is spoiled on day 9."""
    table.all("declare zone Oakwood --miles 15 --zones 4", 'gm give Oakwood 10 food --reason "the wagon"')
    assert amounts(table.ok("why Oakwood food --on day-8")) == [10]
    data = table.ok("why Oakwood food --on day-12")
    adds_up(data)
    assert (data["value"], amounts(data)) == (0, [10, -10])
    spoiled = data["terms"][1]
    assert (spoiled["position"], spoiled["rule"], spoiled["date"]) == (3, "EOS-FOOD-01", "day 9 06:00")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("why Mara hunting", 6),
        ("why Ivo cooking", 4),
        ("why Brandt fishing", 5),
        ("why Oakwood cloth fragment", 41),
        ("why Oakwood fat", 9),
        ("why Oakwood fire_days", 1),
        ("why Oakwood shelter_tier", 1),
        ("why Mara body", 5),
        ("why Pip hp", 14),
        ("why Oakwood trap_target", 17),
    ],
)
def test_skills_things_and_keys_add_up(road: Table, line: str, value: int) -> None:
    data = road.ok(line)
    adds_up(data)
    assert data["value"] == value


def test_what_has_no_such_field_is_usage_with_the_nearest(road: Table) -> None:
    assert "hunt_target" in road.usage("why Oakwood hunt_targt")["nearest"]
    road.usage("why Nobody hp")


# -- for eyes ---------------------------------------------------------------------------------------------------


def test_every_term_for_eyes_ends_in_the_line_that_voids_it(table: Table) -> None:
    table.all("declare zone Oakwood --miles 15 --zones 4", 'gm give Oakwood 10 food --reason "the wagon"')
    eyes = table.desk.answer("why Oakwood food").eyes
    assert [line.endswith('void 3 --reason "..."') for line in eyes] == [True, False]
    assert eyes[-1] == "Oakwood food = 10"
    assert table.ok('void 3 --reason "..." --dry-run')


def test_a_seat_reads_of_a_hidden_term_only_its_amount(table: Table, tmp_path: Path) -> None:
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        "seat ivo --watches",
        'gm give Oakwood 10 food --hidden --reason "under the roots"',
    )
    (term,) = table.ok("why Oakwood food --seat ivo")["terms"]
    assert (term["amount"], term["position"], term["text"]) == (10, 4, "hidden")
    assert (term["tag"], term["rule"], term["roll"]) == (None, None, None)
    assert table.ok("why Oakwood food")["terms"][0]["tag"] == "gm.gave"


def test_a_name_is_understood_as_the_book_was_known(table: Table) -> None:
    table.all("declare zone Oakwood --miles 15 --zones 4", MARA)
    table.ok('void 3 --reason "she never came" --keep all')
    table.usage("why Mara hp")
    assert table.ok("why Mara hp --known-at 3")["value"] == 25


def test_a_known_at_never_changes_its_answer(table: Table) -> None:
    table.all("declare zone Oakwood --miles 15 --zones 4", 'gm give Oakwood 10 food --reason "the wagon"')
    before = table.ok("why Oakwood food --known-at 3")
    table.ok('void 3 --reason "never" --keep all')
    assert table.ok("why Oakwood food --known-at 3") == before
    now = table.ok("why Oakwood food")
    assert (now["value"], [(t["amount"], t["struck"]) for t in now["terms"]]) == (0, [(10, True)])


# -- whatever was played ----------------------------------------------------------------------------------------


def test_an_opening_a_wound_and_two_nights_that_offer_more_than_is_missing(table: Table) -> None:
    """EOS-STAT-05, EOS-STAT-06: 25 - 8 + 5 + 3 of 5."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        MARA,
        'gm harm Mara 8 --reason "a fall"',
        'gm heal Mara 5 --reason "herbs"',
        'gm heal Mara 5 --reason "herbs"',
    )
    data = table.ok("why Mara hp")
    adds_up(data)
    assert (data["value"], amounts(data)) == (25, [25, -8, 5, 3])
    assert data["terms"][0]["text"] == "joined at full"
    assert data["terms"][3]["text"].endswith("(offered 5, 3 taken)")


def test_a_settled_dispute_is_cited(table: Table) -> None:
    table.all("declare zone Oakwood --miles 15 --zones 4", MARA)
    (harm,) = table.entries('gm harm Mara 8 --reason "a fall"')
    (opened,) = table.entries(f'dispute {harm["position"]} --reason "it was six"')
    assert f"disputed at {opened['position']}" in table.ok("why Mara hp")["terms"][1]["text"]
    (settled,) = table.entries(f'settle {opened["position"]} "the die stands"')
    assert f"settled at {settled['position']}: the die stands" in table.ok("why Mara hp")["terms"][1]["text"]
    assert table.ok(f"show {harm['position']}")["disputed_by"] == [opened["position"]]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_played_and_voided_every_sum_ends_in_its_value(table: Table, seed: int) -> None:
    dice = Random(seed)
    table.all(
        "declare zone Oakwood --miles 15 --zones 4 --hunt-depletion 2",
        MARA,
        MARA.replace("Mara", "Ivo"),
        'gm give Mara T1 bow --reason "hers"',
        'gm give Ivo T1 spear --reason "his"',
    )
    lines = (
        lambda: f"hunt Mara --rolled {dice.randint(1, 20)}",
        lambda: f'hunt Ivo --rolled {dice.randint(1, 20)} --overrule "a long day"',
        lambda: f'gm give Oakwood {dice.randint(1, 9)} food --reason "found"',
        lambda: f'gm take Mara {dice.randint(1, 3)} fat --reason "lost"',
        lambda: f'gm harm Mara {dice.randint(1, 30)} --reason "a fall"',
        lambda: f'gm heal Mara {dice.randint(1, 30)} --reason "herbs"',
        lambda: f"give Mara {dice.randint(1, 4)} food --to Ivo",
        lambda: f'gm set Mara hp {dice.randint(1, 20)} --reason "agreed"',
        lambda: f'gm award Mara {dice.randint(1, 3000)} --reason "the ford"',
        lambda: f'void {dice.randint(8, 40)} --reason "misread" --keep all',
        lambda: f'void last of {dice.choice(("Mara", "Ivo"))} --reason "misread" --keep all',
        lambda: "undo",
    )
    for _ in range(40):
        assert table(dice.choice(lines)())["kind"] in ("recorded", "refused", "usage", "finding")
    head = table.ok("verify")["entries"]
    for known_at in (head, head // 2):
        for on in ("day-1", "day-5", "day-12", "day-70"):
            for question in (
                "Mara hp", "Mara experience", "Mara tasks_left", "Mara hunting", "Mara food", "Mara fat", "Ivo food",
                "Oakwood food", "Oakwood fat", "Oakwood hunt_target", "Oakwood hunt_depletion", "Oakwood trap_target",
                "Oakwood units", "Oakwood fresh", "Oakwood spoiled", "Mara max_hp", "Oakwood miles",
            ):  # fmt: skip
                answer = table(f"why {question} --on {on} --known-at {known_at}")
                if answer["ok"] and answer["data"]["value"] is not None:
                    adds_up(answer["data"])
                assert answer["ok"] or question.split()[0] in ("Mara", "Ivo")  # who may have been voided


def test_every_key_of_a_view_has_its_why(table: Table) -> None:
    table.all(
        "declare zone Oakwood --miles 15 --zones 4 --trees 40",
        "weather --cold 2 --snow --in Oakwood",
        MARA,
        'gm give Mara T1 bow, 3 food --reason "hers"',
        "hunt Mara --rolled 9",
    )
    for view, thing in (("sheet Mara", "Mara"), ("zone Oakwood", "Oakwood"), ("site Oakwood", "Oakwood")):
        for name, value in table.ok(view).items():
            if name in ("traits", "kind") or value in ([], None):
                continue  # the race's page is the rulebook's; a zone's kind is its terrain
            data = table(f"why {thing} {name}")["data"]
            if "value" not in data:
                assert name in ("next_month", "next_spring"), (view, name, data)  # the calendar's, not the zone's
                continue
            assert data["value"] == value, (view, name)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                adds_up(data)

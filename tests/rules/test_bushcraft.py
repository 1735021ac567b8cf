"""Bushcraft: seed lines 1898 to 1926."""

import pytest

from tests.conftest import Table

IVO = 'join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --time "bushcraft 5"'
PIP = "join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6"


@pytest.fixture
def camp(table: Table) -> Table:
    """Ivo (bushcraft 5) and Pip, a small one, in the woods."""
    table.all("declare zone Oakwood --miles 15 --zones 4", f"{IVO} --in Oakwood", f"{PIP} --in Oakwood")
    return table


def gains(entry: dict) -> list[tuple]:  # type: ignore[type-arg]
    return [(p["holder"], p["item"], p["tier"], p["quantity"]) for p in entry["postings"] if p["kind"] == "gained"]


def test_one_task_does_as_many_things_as_the_level_each_a_part_of_its_own(camp: Table) -> None:
    """EOS-BUSH-02 (1902, 1904): five sub-tasks in five hours, mixed and repeated."""
    entries = camp.entries("bushcraft Ivo shelter, 2 fire, spear, torch")
    assert [e["tag"] for e in entries] == [
        "task.spent", "shelter.raised", "fire.banked", "bushcraft.made", "bushcraft.made",
    ]  # fmt: skip
    assert [e["rule"] for e in entries] == ["EOS-DAY-01", "EOS-BUSH-10", "EOS-BUSH-08", "EOS-BUSH-05", "EOS-BUSH-17"]
    assert [e["cause"] for e in entries] == [None, entries[0]["position"], None, None, None]
    assert [e["facts"]["subtasks"] for e in entries[1:]] == [1, 2, 1, 1]
    assert {e["deed"] for e in entries} == {entries[0]["position"]}


def test_more_than_the_level_is_refused_and_what_is_left_over_is_lost(camp: Table) -> None:
    """EOS-BUSH-02: the example of the book, level 5: five sub-tasks, six are refused."""
    refused = camp.refused("bushcraft Ivo 6 food", "EOS-BUSH-02")
    assert (refused["thing"], refused["state"]) == ("Ivo", "5 sub-tasks a task")
    camp.refused("bushcraft Ivo shelter, 2 fire, spear, torch, food", "EOS-BUSH-02")
    camp.ok("bushcraft Ivo 1 food")
    camp.usage("bushcraft Ivo 4 food --tasks 0")
    camp.usage("bushcraft Ivo 0.5 food")


def test_two_tasks_do_twice_as_much(camp: Table) -> None:
    """EOS-BUSH-02: ten sub-tasks in two tasks."""
    entries = camp.entries("bushcraft Ivo 10 food --tasks 2")
    assert [e["tag"] for e in entries] == ["task.spent", "task.spent", "bushcraft.made"]
    camp.refused("bushcraft Ivo food", "EOS-DAY-01")


def test_without_the_skill_nobody_does_any_of_it(camp: Table) -> None:
    """EOS-BUSH-01: level 0 is refused, a shelter too."""
    assert camp.refused("bushcraft Pip food", "EOS-BUSH-01")["state"] == "bushcraft 0"
    camp.refused("bushcraft Pip shelter", "EOS-BUSH-01")
    entries = camp.entries('bushcraft Pip food --overrule "berries everywhere"')
    assert entries[0]["overruled"] == ["EOS-BUSH-01", "EOS-BUSH-02"]
    assert gains(entries[1]) == [("Pip", "food", None, 1)]


def test_nor_does_anybody_where_nothing_lives(table: Table) -> None:
    """EOS-BUSH-01 (1900): a barren zone."""
    table.all("declare zone Ice --kind barren", f"{IVO} --in Ice")
    assert table.refused("bushcraft Ivo fire", "EOS-BUSH-01")["state"] == "barren"


@pytest.mark.parametrize(
    ("line", "rule", "gained"),
    [
        ("cloak", "EOS-BUSH-03", [("Ivo", "cloak", 1, 1)]),
        ("cordage", "EOS-BUSH-04", [("Ivo", "cordage", None, 5)]),
        ("2 cordage", "EOS-BUSH-04", [("Ivo", "cordage", None, 10)]),
        ("spear", "EOS-BUSH-05", [("Ivo", "spear", 1, 1)]),
        ("T1 spear", "EOS-BUSH-05", [("Ivo", "spear", 1, 1)]),
        ("fishing toolkit", "EOS-BUSH-06", [("Ivo", "fishing toolkit", None, 1)]),
        ("navigation toolkit", "EOS-BUSH-06", [("Ivo", "navigation toolkit", None, 1)]),
        ("tinderbox", "EOS-BUSH-07", [("Ivo", "tinderbox", None, 1)]),
        ("bushcraft toolkit", "EOS-BUSH-07", [("Ivo", "tinderbox", None, 1)]),
        ("container", "EOS-BUSH-15", [("Ivo", "container", None, 1)]),
        ("food", "EOS-BUSH-16", [("Ivo", "food", None, 1)]),
        ("4 food", "EOS-BUSH-16", [("Ivo", "food", None, 4)]),
        ("torch", "EOS-BUSH-17", [("Ivo", "torch", None, 1)]),
    ],
)
def test_what_each_sub_task_makes(camp: Table, line: str, rule: str, gained: list) -> None:  # type: ignore[type-arg]
    """EOS-BUSH-03, EOS-BUSH-04, EOS-BUSH-05, EOS-BUSH-06, EOS-BUSH-07, EOS-BUSH-15, EOS-BUSH-16, EOS-BUSH-17."""
    _, made = camp.entries(f"bushcraft Ivo {line}")
    assert (made["tag"], made["rule"], gains(made)) == ("bushcraft.made", rule, gained)
    assert [p for p in made["postings"] if p["kind"] == "spent"] == []


def test_several_of_a_thing_are_pieces_of_their_own(camp: Table) -> None:
    """EOS-BUSH-03: each cloak may be worn, given and lost alone."""
    _, made = camp.entries("bushcraft Ivo 2 cloaks")
    root = made["position"]
    assert [p["lot"] for p in made["postings"]] == [f"cloak@{root}", f"cloak@{root}.2"]


@pytest.mark.parametrize("line", ["sword", "basic fishing toolkit", "T2 spear", "T3 cloak"])
def test_bushcraft_makes_nothing_finer(camp: Table, line: str) -> None:
    """EOS-BUSH-05, EOS-BUSH-06: spears and cloaks of T1, crude kits; the rest is made by craft."""
    camp.refused(f"bushcraft Ivo {line}")


def test_a_toolkit_is_of_the_size_of_whom_it_is_for(camp: Table) -> None:
    """EOS-BUSH-06, EOS-SCALE-09: the maker's own size unless it is made for somebody."""
    camp.ok("bushcraft Ivo traps toolkit for Pip, traps toolkit")
    world = camp.desk.campaign().head_world()
    assert [lot.size for lot in world.holders["Ivo"].lots["traps toolkit"]] == ["Small", "Medium"]
    camp.ok("trap Pip --rolled 9")


def test_food_that_is_gathered_keeps_for_its_week(camp: Table) -> None:
    """EOS-BUSH-16, EOS-FOOD-01: no die, and food of day 1 is spoiled on day 9."""
    camp.ok("bushcraft Ivo 3 food --to Oakwood")
    [lot] = camp.desk.campaign().head_world().holders["Oakwood"].lots["food"]
    assert (lot.quantity, lot.harvested_on, lot.spoils_on) == (3, 1, 9)
    assert camp.ok("zone Oakwood --on day-2")["hunt_target"] == 15


def test_a_torch_gives_five_hours_of_light(camp: Table) -> None:
    """EOS-BUSH-17: a piece of its own that takes 5 slots."""
    camp.ok("bushcraft Ivo torch")
    [lot] = camp.desk.campaign().head_world().holders["Ivo"].lots["torch"]
    assert (lot.piece, lot.hours) == (True, 5)


def test_a_raft_takes_cordage_and_skill_for_each_person(camp: Table) -> None:
    """EOS-BUSH-12 (1918): bushcraft 5 makes a raft for 5 with 25 ft; EOS-BUSH-13: a skid takes 5 ft."""
    refused = camp.refused("bushcraft Ivo raft for 5")
    assert (refused["state"], refused["help"]) == ("0 ft", ["bushcraft Ivo 5 cordage"])
    camp.ok("bushcraft Ivo 5 cordage")
    camp.refused("bushcraft Ivo raft for 6", "EOS-BUSH-12")
    _, made = camp.entries("bushcraft Ivo raft for 5")
    assert [(p["kind"], p["item"], p["quantity"]) for p in made["postings"]] == [
        ("spent", "cordage", 25),
        ("gained", "raft", 1),
    ]
    [raft] = camp.desk.campaign().head_world().holders["Ivo"].lots["raft"]
    assert raft.persons == 5
    assert camp.ok("site Oakwood")["vessels"] == [raft.name]


def test_cordage_of_the_same_task_may_go_into_a_skid(camp: Table) -> None:
    """EOS-BUSH-04, EOS-BUSH-13: five feet twisted, five feet used."""
    *_, made = camp.entries("bushcraft Ivo cordage, skid")
    assert [(p["kind"], p["item"], p["quantity"]) for p in made["postings"]] == [
        ("spent", "cordage", 5),
        ("gained", "skid", 1),
    ]


# -- fire


def test_each_sub_task_banks_a_day_of_fire_and_lights_it(camp: Table) -> None:
    """EOS-BUSH-08 (1914): days bank; one goes at each dawn while the fire is lit."""
    _, banked = camp.entries("bushcraft Ivo 3 fire")
    assert (banked["tag"], banked["place"]) == ("fire.banked", "Oakwood")
    assert ("fire_days", 0, 3) in [(p["field"], p["from"], p["to"]) for p in banked["postings"]]
    assert [camp.ok(f"site Oakwood --on day-{d}")["fire_days"] for d in (1, 2, 3, 4, 5)] == [3, 2, 1, 0, 0]
    assert [camp.ok(f"site Oakwood --on day-{d}")["fire_lit"] for d in (1, 3, 4)] == [True, True, False]
    camp.ok("bushcraft Ivo 2 fire")
    assert camp.ok("site Oakwood")["fire_days"] == 5


def test_a_fire_halves_the_cold_rounded_up(camp: Table) -> None:
    """EOS-BUSH-09 (1914): cold 3 bites for 3, by a fire for 2."""
    camp.all("weather --cold 3 --in Oakwood", "bushcraft Ivo fire")
    for words, harm in (("--hours 1", 3), ("--hours 1 --by fire", 2)):
        before = camp.ok("sheet Ivo")["hp"]
        camp.ok(f"expose Ivo {words}")
        assert before - camp.ok("sheet Ivo")["hp"] == harm


def test_a_tinderbox_lets_somebody_without_the_skill_light_a_fire(camp: Table) -> None:
    """EOS-BUSH-07 (1912): the fuel is still needed."""
    camp.all('gm give Oakwood beam --reason "driftwood"', "bushcraft Ivo tinderbox for Pip --to Pip")
    camp.ok('light Pip fire --using "1 beam"')
    assert camp.ok("site Oakwood")["fire_days"] == 7


def test_a_creature_without_a_mind_makes_no_fire_but_may_improvise_a_shelter(table: Table) -> None:
    """EOS-FOOD-04 (297): Mind below 1."""
    table.all("declare zone Oakwood", "npc bear --size 2x2 --move 6 --hp 40 --mind 0 --presence 3 --in Oakwood")
    assert table.refused("bushcraft bear fire", "EOS-FOOD-04")["state"] == "no mind"
    table.refused("bushcraft bear food", "EOS-BUSH-01")
    assert table.tags("bushcraft bear shelter") == ["task.spent", "shelter.raised"]
    assert table.ok("site Oakwood")["shelter_tier"] == 1
    table.refused("bushcraft bear shelter", "EOS-BUSH-10")


def test_fire_and_shelter_may_be_raised_in_a_site_of_the_zone(camp: Table) -> None:
    """EOS-BUSH-08, EOS-BUSH-10: both belong to the very place."""
    camp.all('declare site "Bear Cave" --in Oakwood', 'bushcraft Ivo 2 shelter, fire --in "Bear Cave"')
    cave, wood = camp.ok('site "Bear Cave"'), camp.ok("site Oakwood")
    assert (cave["shelter_tier"], cave["fire_days"], cave["zone"], cave["people"]) == (2, 1, "Oakwood", [])
    assert (wood["shelter_tier"], wood["fire_days"], wood["people"]) == (0, 0, ["Ivo", "Pip"])
    assert camp.ok("zone Oakwood")["sites"] == ["Bear Cave"]

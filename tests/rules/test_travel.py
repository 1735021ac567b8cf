"""Travel: seed lines 340 to 351, 1918 to 1920, 2087 and 2300 to 2345."""

from typing import Any

import pytest

from tests.conftest import Table


def person(name: str, body: int, race: str = "human", skills: str = "", place: str = "Oakwood") -> str:
    more = f' --skills "{skills}"' if skills else ""
    return f"npc {name} --race {race} --body {body} --mind 8 --reflex 3 --presence 3 --aura 3{more} --in {place}"


@pytest.fixture
def road(table: Table) -> Table:
    """Mara (Body 5, Move 5: 10 miles) and Ivo, a dwarf (Body 4, Move 3: 7 miles), in Oakwood; Ford is far."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        "declare zone Ford --miles 20",
        person("Mara", 5, skills="navigation 4, bushcraft 4"),
        person("Ivo", 4, "dwarf"),
        'declare map "Old Map" --tier 3 --of Oakwood',
    )
    return table


def give(table: Table, things: str, to: str = "Mara") -> dict[str, Any]:
    entry: dict[str, Any] = table.entries(f'gm give {to} {things} --reason "found"')[0]
    return entry


def made(entries: list[dict[str, Any]]) -> dict[str, Any]:
    found = [e for e in entries if e["tag"] == "travel.made"]
    return {**found[-1]["facts"], "rule": found[-1]["rule"]}


def place(table: Table, who: str) -> str:
    found: str = table.ok(f"sheet {who}")["place"]
    return found


# -- on the road ------------------------------------------------------------------------------------------------


def test_by_road_a_group_goes_as_far_as_its_slowest(road: Table) -> None:
    """EOS-NAV-05 (348, 2316): Body + Move: 10 for Mara alone, 7 with Ivo; a task of each, then the miles."""
    entries = road.entries("travel Mara,Ivo --to Ford --miles 20 --by road")
    assert [e["tag"] for e in entries] == ["task.spent", "task.spent", "travel.made"]
    assert [e["cause"] for e in entries] == [None, None, entries[1]["position"]]
    facts = made(entries)
    assert (facts["rule"], facts["pace"], facts["miles"], facts["left"]) == ("EOS-NAV-05", 7, 7, 13)
    assert facts["travellers"] == ["Mara", "Ivo"]


def test_the_rest_of_the_way_waits_on_the_bench_until_they_arrive(road: Table) -> None:
    """EOS-NAV-05: 7 + 7 + 6 of 20 miles; whoever is on the way is neither here nor there."""
    road.ok("travel Mara,Ivo --to Ford --miles 20 --by road --tasks 2")
    [work] = road.ok("bench")["works"]
    assert work | {"work": ""} == {
        "work": "", "who": "Mara", "verb": "travel", "product": "Ford", "tier": None, "count": 1, "finished": 0,
        "needed": 20, "done": 14, "left": 6, "tool": "road", "place": "Oakwood", "helpers": ["Ivo"], "started_on": 1,
        "last_on": 1, "state": "open",
    }  # fmt: skip
    assert place(road, "Mara") == place(road, "Ivo") == "way from Oakwood to Ford"
    assert road.refused("travel Mara,Ivo --to Ford --miles 30")["state"] == "20 miles"
    road.ok("clock day-2")
    entries = road.entries("travel Mara,Ivo --to Ford --tasks 2")
    assert [e["tag"] for e in entries] == ["task.spent", "task.spent", "travel.made", "travel.arrived"]
    assert (made(entries)["miles"], place(road, "Mara"), place(road, "Ivo")) == (6, "Ford", "Ford")
    assert (road.ok("bench")["works"][0]["state"], road.ok("bench")["works"][0]["left"]) == ("finished", 0)
    assert road.refused("travel Mara,Ivo --to Ford")["state"] == "there"


def test_what_lies_in_the_store_and_the_fire_stay_behind(road: Table) -> None:
    """COMMANDS 1.3: on the way they have what they carry; the ground between has the weather of where they set out."""
    give(road, "10 food", "Oakwood")
    give(road, "3 food")
    road.all("weather --cold 3 --in Oakwood", "bushcraft Mara 2 fire")
    road.ok("travel Mara --to Ford --miles 30 --by wild")
    assert road.ok('larder "way from Oakwood to Ford"')["units"] == 3
    assert road.ok("larder Oakwood")["units"] == 10
    assert road.ok('site "way from Oakwood to Ford"')["fire_lit"] is False
    assert road.ok('zone "way from Oakwood to Ford"')["cold"] == 3


@pytest.mark.parametrize(("choice", "refused"), [("per-task", False), ("per-day", True)])
def test_two_travel_tasks_go_twice_as_far(road: Table, choice: str, refused: bool) -> None:
    """EOS-HUNT-14, EOS-NAV-05, ruling travel_unit (2087 against 351 and 2316)."""
    road.ok(f'ruling travel_unit {choice} --reason "vote"')
    road.ok("travel Mara --to Ford --miles 30 --by road")
    if refused:
        assert road.refused("travel Mara --to Ford", "EOS-NAV-05")["state"] == "travelled today"
        road.ok("clock day-2")
    road.ok("travel Mara --to Ford")
    assert road.ok("bench")["works"][0]["done"] == 20


def test_inside_one_zone_people_move_freely(road: Table) -> None:
    """COMMANDS 1.3: no task and no miles."""
    road.ok("declare site Cave --in Oakwood")
    assert road.tags("travel Mara --to Cave") == ["travel.arrived"]
    assert place(road, "Mara") == "Cave"
    assert road.ok("day")["people"][0]["used"] == 0


def test_what_is_missing_is_said(road: Table) -> None:
    """EOS-NAV-05: no distance, no way, no such way, nobody who is elsewhere."""
    assert road.refused("travel Mara --to Ford")["state"] == "distance unknown"
    road.usage("travel Mara --to Ford --miles 10")
    road.usage("travel Mara --to Ford --miles 10 --by air")
    road.usage("travel Mara --to Ford --miles 0 --by road")
    road.ok('gm place Ivo --to Ford --reason "ahead"')
    assert road.refused("travel Mara,Ivo --to Ford --miles 10 --by road")["state"] == "in Ford"


def test_nobody_goes_with_someone_who_cannot_move(road: Table) -> None:
    """EOS-NAV-05, EOS-GEAR-12: Move 0; carried he comes along, and only she spends a task."""
    road.ok('gm set Ivo move 0 --reason "a broken leg"')
    assert road.refused("travel Mara,Ivo --to Ford --miles 8 --by road", "EOS-NAV-05")["thing"] == "Ivo"
    entries = road.entries("travel Mara,Ivo --to Ford --miles 8 --by road --carrying Ivo")
    assert [e["tag"] for e in entries] == ["task.spent", "travel.made", "travel.arrived"]
    assert (made(entries)["carried"], place(road, "Ivo")) == (["Ivo"], "Ford")


def test_a_patient_travels_only_carried(road: Table) -> None:
    """EOS-MED-04 (2195): whoever is under treatment has no task of his own."""
    road.all(person("Kai", 5, skills="medicine 2"), 'gm give Kai medicine toolkit --reason "his"')
    road.all('gm harm Ivo 4 --reason "a fall"', "treat Kai Ivo")
    road.refused("travel Mara,Ivo --to Ford --miles 5 --by road", "EOS-MED-04")
    road.ok("travel Mara --to Ford --miles 5 --by road --carrying Ivo")


def test_the_gm_takes_miles_off_for_the_ground(road: Table) -> None:
    """EOS-NAV-12 (351): 10 - 3 = 7; a ground that leaves nothing is no way."""
    road.usage("travel Mara --to Ford --miles 20 --by road --bonus -3")
    facts = made(road.entries('travel Mara --to Ford --miles 20 --by road --bonus -3 --reason "mud"'))
    assert (facts["pace"], facts["by_gm"], facts["miles"]) == (10, -3, 7)
    assert road.refused('travel Mara --to Ford --bonus -10 --reason "a landslide"')["state"] == "0 miles"


# -- off the road -----------------------------------------------------------------------------------------------


def test_off_the_road_it_is_half_and_halves_are_exact(road: Table) -> None:
    """EOS-NAV-06 (2318): half of the slowest's 7 is 3.5; nobody navigates without toolkit and map (EOS-NAV-02)."""
    facts = made(road.entries("travel Mara,Ivo --to Ford --miles 20 --by wild"))
    assert (facts["rule"], facts["pace"], facts["left"], facts["bonus"]) == ("EOS-NAV-06", 3.5, 16.5, 0)


@pytest.mark.parametrize(("tier", "bonus"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (12, 8)])
def test_the_bonus_is_half_of_map_and_skill_rounded_up(road: Table, tier: int, bonus: int) -> None:
    """EOS-NAV-04 (2312): (tier + 4)/2; EOS-NAV-07 (2320): (5 + 5 + bonus)/2 miles for Mara alone."""
    road.ok(f"declare map old-map --tier {tier}")
    give(road, "navigation toolkit, Old Map")
    facts = made(road.entries('travel Mara --to Ford --miles 50 --by wild --navigator Mara --using "Old Map"'))
    assert (facts["rule"], facts["navigator"], facts["bonus"], facts["map"]) == ("EOS-NAV-07", "Mara", bonus, "Old Map")
    assert facts["pace"] * 2 == 10 + bonus


def test_the_group_goes_no_faster_than_its_slowest_walks_a_road(road: Table) -> None:
    """EOS-NAV-07: the navigator's (10 + 8)/2 = 9, Ivo's road pace 7: 7."""
    road.ok("declare map old-map --tier 12")
    give(road, "navigation toolkit, Old Map")
    assert made(road.entries("travel Mara,Ivo --to Ford --miles 50 --by wild"))["pace"] == 7


@pytest.mark.parametrize("things", ["navigation toolkit", "Old Map"])
def test_without_toolkit_or_map_there_is_no_bonus(road: Table, things: str) -> None:
    """EOS-NAV-02 (2306): either missing: 10/2 = 5."""
    give(road, things)
    facts = made(road.entries("travel Mara --to Ford --miles 50 --by wild"))
    assert (facts["bonus"], facts["pace"]) == (0, 5)


def test_without_the_skill_no_bonus_can_be_claimed(road: Table) -> None:
    """EOS-NAV-01 (2302): Ivo has no navigation."""
    give(road, "navigation toolkit, Old Map", "Ivo")
    lost = road.refused('travel Mara --to Ford --miles 50 --by wild --using "Lost Map"')
    assert (lost["thing"], lost["state"]) == ("Lost Map", "Old Map")
    refused = road.refused("travel Mara,Ivo --to Ford --miles 50 --by wild --navigator Ivo", "EOS-NAV-01")
    assert refused["state"] == "navigation 0"


@pytest.mark.parametrize(
    ("choice", "toolkit", "bonus"), [("required", 1, 4), ("required", 0, 0), ("not-required", 0, 4)]
)
def test_familiar_ground_is_a_map_of_the_navigator_s_own_level(
    road: Table, choice: str, toolkit: int, bonus: int
) -> None:
    """EOS-NAV-03 (2308), ruling familiar_tools: Mara has been to Ford: (4 + 4)/2."""
    road.all(
        f'ruling familiar_tools {choice} --reason "vote"',
        'gm place Mara --to Ford --reason "long ago"',
        'gm place Mara --to Oakwood --reason "and back"',
    )
    if toolkit:
        give(road, "navigation toolkit")
    assert made(road.entries("travel Mara --to Ford --miles 50 --by wild"))["bonus"] == bonus


def test_the_gm_may_say_that_ground_is_familiar(road: Table) -> None:
    """EOS-NAV-03: `--familiar`, for what was before the book."""
    give(road, "navigation toolkit")
    assert made(road.entries("travel Mara --to Ford --miles 50 --by wild --familiar"))["bonus"] == 4


def test_the_rest_of_the_way_is_navigated_as_it_was_begun(road: Table) -> None:
    """EOS-NAV-07: Ivo's map of Oakwood serves Mara on the second day too, unsaid: (10 + 4)/2 = 7 miles."""
    give(road, "navigation toolkit")
    give(road, "Old Map", "Ivo")
    road.ok('travel Mara,Ivo --to Ford --miles 20 --by wild --navigator Mara --using "Old Map"')
    facts = made(road.entries("travel Mara,Ivo --to Ford"))
    assert (facts["rule"], facts["pace"], facts["navigator"], facts["map"]) == ("EOS-NAV-07", 7, "Mara", "Old Map")


# -- on water ---------------------------------------------------------------------------------------------------

CRAFT = [("rowboat", 2), ("small sailboat", 3), ("medium sailboat", 4), ("large sailboat", 5)]


@pytest.mark.parametrize(("way", "miles"), [("downriver", 15), ("upriver", 3)])
def test_a_raft_on_a_river(road: Table, way: str, miles: int) -> None:
    """EOS-NAV-08 (2330, 2331): 15 down and 3 up, whatever anybody navigates."""
    give(road, "4 cordage, navigation toolkit, Old Map")
    give(road, "raft for 2")
    facts = made(road.entries(f"travel Mara,Ivo --to Ford --miles 90 --by {way}"))
    assert (facts["rule"], facts["pace"], facts["bonus"]) == ("EOS-NAV-08", miles, 0)


@pytest.mark.parametrize(("way", "miles"), [("downriver", 25), ("upriver", 5)])
def test_other_vessels_on_a_river(road: Table, way: str, miles: int) -> None:
    """EOS-NAV-08 (2328, 2329): 25 down and 5 up, unless the craft says so itself."""
    road.ok("declare vessel Gull --move 3 --in Oakwood")
    assert made(road.entries(f"travel Mara --to Ford --miles 90 --by {way} --vessel Gull"))["pace"] == miles
    road.ok("declare vessel Tern --down 30 --up 8 --in Oakwood")
    assert made(road.entries(f"travel Ivo --to Ford --miles 90 --by {way} --vessel Tern"))["pace"] in (30, 8)


@pytest.mark.parametrize(("craft", "moves"), [("raft for 2", 1), *CRAFT])
def test_on_open_water_the_craft_s_move_counts_as_often_as_the_bonus(road: Table, craft: str, moves: int) -> None:
    """EOS-NAV-09, EOS-NAV-10 (2337 to 2345): the bonus of Mara's map T3 and navigation 4 is 4."""
    give(road, f"navigation toolkit, Old Map, {craft}")
    facts = made(road.entries("travel Mara,Ivo --to Ford --miles 90 --by water"))
    assert (facts["rule"], facts["pace"], facts["bonus"], facts["navigator"]) == ("EOS-NAV-09", 4 * moves, 4, "Mara")


def test_the_best_of_the_crew_counts(road: Table) -> None:
    """EOS-NAV-09: a pilot of navigation 6 with the same map: (3 + 6)/2 rounded up is 5."""
    road.ok(person("Kai", 3, skills="navigation 6"))
    give(road, "2 navigation toolkits, Old Map, rowboat", "Oakwood")
    assert made(road.entries("travel Mara,Kai --to Ford --miles 90 --by water"))["pace"] == 10


def test_open_water_is_closed_to_those_without_navigation(road: Table) -> None:
    """EOS-NAV-09 (2337): bonus 0."""
    give(road, "rowboat", "Ivo")
    assert road.refused("travel Ivo --to Ford --miles 90 --by water", "EOS-NAV-09")["state"] == "navigation bonus 0"


def test_a_craft_without_a_move_is_refused(road: Table) -> None:
    """EOS-NAV-10: no shipwright's rules exist; the GM says it."""
    road.ok("declare vessel Gull --down 30 --in Oakwood")
    give(road, "navigation toolkit, Old Map")
    road.refused("travel Mara --to Ford --miles 90 --by water", "EOS-NAV-10")
    road.all("declare vessel Gull --move 4", "travel Mara --to Ford --miles 90 --by water")


def test_a_vessel_must_be_there_and_have_room(road: Table) -> None:
    """EOS-NAV-08, EOS-BUSH-12 (1918): none at all; a raft for one; --vessel on a road is usage."""
    assert road.refused("travel Mara --to Ford --miles 9 --by downriver")["state"] == "none"
    road.usage("travel Mara --to Ford --miles 9 --by road --vessel Gull")
    give(road, "raft for 1")
    assert road.refused("travel Mara,Ivo --to Ford --miles 9 --by downriver", "EOS-BUSH-12")["state"] == "for 1"


def test_the_vessel_comes_along(road: Table) -> None:
    """EOS-NAV-08: it lies where its people are: on the way, then at Ford."""
    road.ok("declare vessel Gull --in Oakwood")
    give(road, "rowboat", "Oakwood")
    road.ok("travel Mara --to Ford --miles 40 --by downriver --vessel Gull")
    assert road.ok('site "way from Oakwood to Ford"')["vessels"] == ["Gull"]
    road.ok("travel Mara --to Ford")
    assert (road.ok("site Ford")["vessels"], place(road, "Mara")) == (["Gull"], "Ford")
    road.ok("travel Ivo --to Ford --miles 25 --by downriver --vessel rowboat")
    assert len(road.ok("site Ford")["vessels"]) == 2


# -- skids and loads --------------------------------------------------------------------------------------------


def test_a_skid_takes_body_2_to_pull(road: Table) -> None:
    """EOS-BUSH-13 (1920): of Body 1 nobody pulls one; off the road it goes as fast as its puller."""
    road.ok(person("Pip", 1))
    give(road, "skid", "Pip")
    assert road.refused("travel Pip --to Ford --miles 9 --by wild --pulling skid", "EOS-BUSH-13")["state"] == "body 1"
    assert made(road.entries("travel Mara,Pip --to Ford --miles 9 --by wild --pulling skid"))["pace"] == 3
    [skid] = [t for t in road.ok("stock Mara")["things"] if t["item"] == "skid"]
    assert skid["quantity"] == 1


@pytest.mark.parametrize("load", ["beam", "chest", "water barrel", "9 food"])
def test_a_skid_carries_one_kind_of_load(road: Table, load: str) -> None:
    """EOS-BUSH-13: a beam, a chest, a barrel, loose things or a character; a second kind is refused."""
    skid = f"skid@{give(road, 'skid')['position']}"
    give(road, load)
    road.ok(f"give Mara {load} --to {skid}")
    road.refused("travel Mara --to Ford --miles 9 --by wild --pulling skid --carrying Ivo", "EOS-BUSH-13")
    road.ok("travel Mara --to Ford --miles 9 --by wild --pulling skid")


def test_a_skid_carries_one_character(road: Table) -> None:
    """EOS-BUSH-13: two are one too many; in arms each who walks carries one."""
    road.ok(person("Kai", 3))
    give(road, "skid")
    road.refused("travel Mara --to Ford --miles 9 --by wild --pulling skid --carrying Ivo,Kai", "EOS-BUSH-13")
    road.refused("travel Mara --to Ford --miles 9 --by wild --carrying Ivo,Kai", "EOS-GEAR-08")
    facts = made(road.entries("travel Mara --to Ford --miles 9 --by wild --pulling skid --carrying Ivo"))
    assert (facts["carried"], facts["pulled"] is not None) == (["Ivo"], True)


def test_whoever_pulls_a_skid_is_marked_until_they_arrive(road: Table) -> None:
    """EOS-BUSH-14 (1920): no second move and no running while it is pulled."""
    give(road, "skid")
    road.ok("travel Mara --to Ford --miles 9 --by wild --pulling skid")
    assert road.ok("sheet Mara")["conditions"] == ["pulling a skid"]
    road.ok("travel Mara --to Ford --pulling skid")
    assert road.ok("sheet Mara")["conditions"] == []
    assert road.refused("travel Ivo --to Ford --miles 9 --by wild --pulling skid")["state"] == "no skid"


def test_a_skid_that_was_let_go_holds_nobody_back(road: Table) -> None:
    """EOS-BUSH-14 (1920), EOS-TURN-11: to drop it is free, and then a turn holds two moves again."""
    give(road, "skid")
    road.all("travel Mara --to Ford --miles 9 --by wild --pulling skid", "npc wolf --size 1x1 --move 6 --hp 20",
             "fight start Mara wolf", "turn Mara", "move Mara --tiles 2")  # fmt: skip
    road.refused("move Mara --tiles 2", "EOS-BUSH-14")
    road.all("drop Mara skid", "move Mara --tiles 2")


def test_an_engine_that_stands_at_the_place_is_pulled_along(road: Table) -> None:
    """EOS-SIEGE-10 (1556): Body 4 for each tier, of all who go."""
    road.all('gm give Oakwood T2 ballista --reason "found"', 'gm set Mara body 5 --reason "x"', 'gm set Ivo body 3 --reason "x"')
    refusal = road.refused("travel Mara --to Ford --miles 3 --by wild --pulling ballista", "EOS-SIEGE-10")
    assert refusal["state"] == "Body 5 of 8"
    road.ok("travel Mara,Ivo --to Ford --miles 3 --by wild --pulling ballista")
    assert [thing["item"] for thing in road.ok("stock Mara")["things"]] == ["ballista"]


def notices(answer: dict[str, Any]) -> list[str]:
    return [n["kind"] for n in answer["notices"]]


def test_goods_in_no_slot_or_container_are_noticed(road: Table) -> None:
    """EOS-GEAR-08 (257): three food in hand; what an empty skid takes lies on it."""
    give(road, "3 food")
    assert notices(road("travel Mara --to Ford --miles 30 --by road")) == ["loose-goods"]
    give(road, "skid, 3 food", "Ivo")
    assert notices(road("travel Ivo --to Ford --miles 30 --by road --pulling skid")) == []


def test_a_struck_day_of_travel_leaves_them_that_much_behind(road: Table) -> None:
    """EOS-NAV-05: the second task is struck: 10 of 30 miles are done."""
    road.ok("travel Mara --to Ford --miles 30 --by road")
    second = road.entries("travel Mara --to Ford")[0]["position"]
    assert road(f'void {second} --reason "she rested"')["kind"] == "recorded"
    assert road.ok("bench")["works"][0]["done"] == 10

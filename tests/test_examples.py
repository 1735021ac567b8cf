"""The books' own worked examples of survival, line by line, through the same lines that a GM types.

They stand beside the project in `../shared/rules/examples-survival.jsonl`; where that is not, nothing is played. A line
of a group that is built must have a player: one without it fails, and none is passed over in silence.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import schemas.rulebook as rulebook
from ledger.locks import lock_hp
from tests.conftest import JSON, Table

EXAMPLES = Path(__file__).parents[1].parent / "shared" / "rules" / "examples-survival.jsonl"
LINES: list[JSON] = (
    [msgspec.json.decode(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines() if line]
    if EXAMPLES.exists()
    else []
)
BUILT = ("CAL", "CHAR", "STAT", "SKILL", "SCALE", "ENV", "STARV", "DAY", "FOOD", "BUSH", "COOK", "HUNT", "TRAP", "FISH",
         "MED", "CRAFT", "TAIL")  # fmt: skip
"""Groups whose every line must be played."""
LATER: dict[str, tuple[str, ...]] = {}
"""Lines whose verbs are not there yet, by group."""
CLASSES = {"small": "1/2", "medium": "1x1", "large": "2x2", "xl": "3x3"}
"""A footprint of each size."""
WORK = {"full": 2, "half": 1, "none": 0}
Player = Callable[[Table, JSON, JSON], None]


def of(group: str) -> str:
    """`HUNT` of `EOS-HUNT-02`."""
    return group.split("-")[1]


def named(line: JSON) -> str:
    return f"{line['id']} {line['why'].split(':')[0][:40]}"


@pytest.mark.skipif(not LINES, reason="the examples do not stand beside this clone")
@pytest.mark.parametrize("line", LINES, ids=named)
def test_a_line_of_the_book_comes_out(table: Table, line: JSON) -> None:
    group, given, then = of(line["id"]), line["given"], line["then"]
    if "table" in given:
        printed(table, line["id"], given, then)
    player = PLAYERS.get(line["id"])
    if player is not None and "table" not in given:
        player(table, given, then)
    elif "table" not in given:
        assert line["id"] in LATER.get(group, ()), f"nobody plays {line['id']}: {line['why']}"
        pytest.skip(f"later: {group}")


def test_a_later_line_is_dropped_from_the_list_once_it_is_played() -> None:
    later = {mechanic for ids in LATER.values() for mechanic in ids}
    assert not later & set(PLAYERS)
    assert later <= set(rulebook.mechanics("eos"))
    assert not [m for m in later if of(m) in BUILT]


# -- what players share -----------------------------------------------------------------------------------------


def printed(table: Table, mechanic: str, given: JSON, then: JSON) -> None:
    """A printed table, cell by cell, as `rules ID` shows it."""
    [expected] = then.values()
    rows: list[JSON] = table.ok(f"rules {mechanic}")["rows"][0]["table"]
    of_row = next(iter(rows[0]))
    shown = {row[of_row]: [row[column] for column in given["columns"]] for row in rows}
    assert [shown[row] for row in given["rows"]] == expected


def page(table: Table, mechanic: str) -> list[JSON]:
    rows: list[JSON] = table.ok(f"rules {mechanic}")["rows"][0]["table"]
    return rows


def zone(table: Table) -> None:
    table.ok("declare zone Oakwood --miles 15")


def figure(table: Table, name: str, *more: str) -> None:
    """A figure of the GM in Oakwood."""
    table.ok(f"npc {name} {' '.join(more)} --in Oakwood")


def master(table: Table, skills: str, tools: str = "", body: int = 6, presence: int = 0) -> None:
    """Dora, who has these skills and things, in Oakwood."""
    zone(table)
    figure(
        table, "Dora", "--race human", f"--body {body} --mind 12 --presence {presence}",
        f'--skills "{skills}"' if skills else "",
    )  # fmt: skip
    if tools:
        give(table, tools)


def give(table: Table, things: str, to: str = "Dora") -> None:
    table.ok(f"gm give {to} {things} --reason found")


def stock(table: Table, who: str = "Dora") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for thing in table.ok(f"stock {who}")["things"]:
        found[thing["item"]] = found.get(thing["item"], 0) + thing["quantity"]
    return found


def kit(grade: str, skill: str) -> str:
    return {"crude": f"{skill} toolkit", "basic": f"basic {skill} toolkit", "workshop": f"{skill} workshop"}[grade]


def used(entries: list[JSON]) -> dict[tuple[str, Any], Any]:
    """What a line used up, by item and tier."""
    found: dict[tuple[str, Any], Any] = {}
    for posting in (p for e in entries for p in e["postings"] if p["kind"] == "spent"):
        what = (posting["item"], posting["tier"])
        found[what] = found.get(what, 0) + posting["quantity"]
    return found


def highest(table: Table, thing: str, tiers: range) -> list[int]:
    """The tiers of a thing that Dora may begin."""
    return [tier for tier in tiers if table(f"craft Dora T{tier} {thing} --dry-run")["kind"] == "planned"]


# -- environment and hunger -------------------------------------------------------------------------------------


def cold(table: Table, given: JSON, then: JSON) -> None:
    """EOS-ENV-03."""
    zone(table)
    figure(table, "Mara", "--race human --body 5")
    table.ok(f"weather --cold {given['level']} --in Oakwood")
    if given["clothing"]:
        give(table, f"T{given['clothing']} clothing", "Mara")
        table.ok("wear Mara clothing")
    entries = table.entries(f"expose Mara --hours {given['hours']}")
    harm = sum(p["from"] - p["to"] for e in entries for p in e["postings"] if p["field"] == "hp")
    assert not (given["fire"] or given["shelter"])
    assert harm == then["damage"]


def starved(table: Table, days: list[tuple[str, str]], full: int, penalty: int) -> None:
    zone(table)
    figure(table, "Hob", f"--size 1x1 --hp {full} --hunger {penalty} --fed")
    give(table, "200 preserved food", "Hob")
    for eaten, work in days:
        table.ok(f"meal Hob {eaten}")
        if WORK[work]:
            table.ok(f'task Hob "digs" --tasks {WORK[work]}')
        table.ok("camp")


def close_days(table: Table, given: JSON, then: JSON) -> None:
    """EOS-STARV-01, EOS-STARV-02, EOS-STARV-03: the last day is the first on which they are dead."""
    days = [(given["eaten"], given["work"])] * given["days"]
    starved(table, days[:-1], given["max_hp"], given["penalty"])
    assert table.ok("sheet Hob")["state"] == "well"
    table.ok(f"meal Hob {given['eaten']}")
    table.ok(f'task Hob "digs" --tasks {WORK[given["work"]]}')
    table.ok("camp")
    sheet = table.ok("sheet Hob")
    assert {"penalty": sheet["hunger"], "state": sheet["state"]} == then


def percentages(table: Table, given: JSON, then: JSON) -> None:
    """EOS-STARV-04."""
    starved(table, [(day["eaten"], day["work"]) for day in given["days"]], given["max_hp"], 0)
    sheet = table.ok("sheet Hob")
    assert {"penalty": sheet["hunger"], "adjusted_max": sheet["adjusted_max_hp"]} == then


def state(table: Table, given: JSON, then: JSON) -> None:
    """EOS-STAT-07."""
    zone(table)
    figure(table, "Hob", f"--size 1x1 --hp {given['max_hp']}")
    table.ok(f"gm harm Hob {given['max_hp'] - given['hp']} --kind wound --reason dice")
    sheet = table.ok("sheet Hob")
    assert (sheet["hp"], sheet["max_hp"]) == (given["hp"], given["max_hp"])
    assert sheet["state"] == then["state"]
    table.refused('task Hob "digs"', "EOS-STAT-07")


# -- sizes ------------------------------------------------------------------------------------------------------


def base_hp(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SCALE-08: with Body 0 the base is all there is."""
    zone(table)
    figure(table, "Hob", f"--size {given['footprint']} --body 0")
    sheet = table.ok("sheet Hob")
    assert {"xl": "Extra-Large"}.get(given["size"], given["size"].title()) == sheet["size"]
    assert sheet["max_hp"] == then["base_hp"]


def food_a_day(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SCALE-02: what the sheet says, and what the larder gives."""
    zone(table)
    eaten = []
    for nth, footprint in enumerate(given["footprints"]):
        figure(table, f"Hob-{nth}", f"--size {footprint} --hp 20 --fed")
        assert table.ok(f"sheet Hob-{nth}")["food_per_day"] == then["units"][nth]
    give(table, "100 food", "Oakwood")
    for entry in table.entries("camp"):
        eaten += [p["quantity"] for p in entry["postings"] if entry["tag"] == "meal.eaten" and p["kind"] == "spent"]
    assert eaten == then["units"]


def slots(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SCALE-03: a T2 backpack, by whom it is made for; a medium one holds 8 slots."""
    zone(table)
    holds = []
    for size in given["sizes"]:
        figure(table, size, f"--size {CLASSES[size]} --body 2")
        give(table, "T2 backpack", size)
        holds.append(table.ok(f"gear {size}")["pieces"][0]["slots_max"])
    assert holds == [8 * times for times in then["mult"]]


def materials(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SCALE-04: the ingots of a T1 sword."""
    master(table, "weaponsmith 1", "weaponsmith toolkit, 20 T1 ingots")
    ingots = []
    for size in given["sizes"]:
        figure(table, size, f"--size {CLASSES[size]}")
        ingots.append(used(table.entries(f"craft Dora T1 sword for {size} --dry-run"))["ingot", 1])
    assert ingots == then["mult"]


def preserved(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SCALE-06: one point of a cook with a crude kit."""
    zone(table)
    units = []
    for size in given["sizes"]:
        figure(table, size, f'--size {CLASSES[size]} --skills "cooking 1"')
        give(table, "cooking toolkit, 20 food", size)
        table.ok(f"cook {size} preserve")
        units.append(stock(table, size)["preserved food"])
    assert units == then["mult"]


# -- characters and their day -----------------------------------------------------------------------------------


def time_points(table: Table, given: JSON, then: JSON) -> None:
    """EOS-CHAR-03: of a human, or of each of the 21 other races."""
    zone(table)
    races = ["human"] if given["race"] == "Human" else [race for race in rulebook.races() if race != "human"]
    for nth, race in enumerate(races):
        table.ok(f'join Hob-{nth} --race "{race}" --body 5 --mind 5 --reflex 5 --presence 5 --aura 5 --in Oakwood')
        assert table.ok(f"sheet Hob-{nth}")["points"]["time"] == then["time_points"]
    assert len(races) in (1, 21)


def relearned(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SKILL-08: a point of time takes the place of a combat point, which is free again."""
    zone(table)
    time, combat, mind = given["Tailor"]["time"], given["Tailor"]["combat"], given["Mind_before"]
    others = "hunting 5, bow 5, traps 5, cooking 3"
    assert 24 - time - 18 == given["time_bank"]
    table.ok(
        f"join Hob --race dwarf --body 4 --mind {mind} --reflex 4 --presence 6 --aura 6 --in Oakwood "
        f'--time "tailor {time}, {others}" --combat "tailor {combat}"'
    )
    after = f'relearn Hob --time "tailor {time + 1}, {others}" --combat "tailor {combat - 1}"'
    table.refused(after, "EOS-SKILL-08")
    assert given["at_level_up"] and given["Mind_after"] == mind + 1
    table.all("gm award Hob 2000 --reason deeds", "raise Hob mind")
    before = table.ok("sheet Hob")["points"]["combat"]
    table.ok(after)
    sheet = table.ok("sheet Hob")
    freed = sheet["points"]["combat"] - before
    assert {"accepted": True, "Tailor": sheet["skills"]["tailor"]["level"], "combat_points_freed": freed} == then


def a_day(table: Table, given: JSON, then: JSON) -> None:
    """EOS-DAY-02."""
    master(table, "")
    for task in given["tasks"]:
        table.ok(f'task Dora "{task}"')
    assert then == {"accepted": True}
    assert table.ok("day")["people"][0]["tasks"] == given["tasks"]


# -- bushcraft and cooking --------------------------------------------------------------------------------------


def sub_tasks(table: Table, given: JSON, then: JSON) -> None:
    """EOS-BUSH-02."""
    master(table, f"bushcraft {given['Bushcraft']}")
    table.refused(f"bushcraft Dora {then['subtasks'] + 1} food", "EOS-BUSH-02")
    table.ok(f"bushcraft Dora {then['subtasks']} food --tasks {given['tasks']}")
    assert stock(table)["food"] == then["subtasks"]


def cloaks(table: Table, given: JSON, then: JSON) -> None:
    """EOS-BUSH-03: where the table lets nobody wear more than the body bears."""
    master(table, "", "9 cloaks", body=given["Body"])
    table.ok("ruling overload refuse --reason vote")
    if given["armor"]:
        give(table, f"T{given['armor']} armor")
        table.ok("wear Dora armor")
    table.ok(f"wear Dora {then['cloaks']} cloaks")
    table.refused("wear Dora cloak", "EOS-GEAR-12")
    assert table.ok("sheet Dora")["cold_protection"] == then["cloaks"]


def raft(table: Table, given: JSON, then: JSON) -> None:
    """EOS-BUSH-12."""
    master(table, f"bushcraft {given['Bushcraft']}", f"{then['cordage_ft']} ft cordage")
    table.refused(f"bushcraft Dora raft for {then['persons'] + 1}", "EOS-BUSH-12")
    [_, made] = table.entries(f"bushcraft Dora raft for {then['persons']}")
    assert used([made]) == {("cordage", None): then["cordage_ft"]}
    assert stock(table) == {"raft": 1}


def cooking_points(table: Table, given: JSON, then: JSON) -> None:
    """EOS-COOK-02."""
    master(table, f"cooking {given['Cooking']}", "cooking toolkit")
    entries = table.entries(f"cook Dora --tasks {given['tasks']}")
    assert sum(e["facts"]["points"] for e in entries if e["tag"] == "cook.pooled") == then["points"]
    assert table.ok("day")["cook_points"] == {"Dora": then["points"]}


def candles(table: Table, given: JSON, then: JSON) -> None:
    """EOS-COOK-11."""
    master(table, "cooking 1", f"{kit(given['tool'], 'cooking')}, {given['fat']} fat")
    table.ok(f"cook Dora {given['points']} candles")
    left = stock(table)
    assert {"candles": left["candle"], "fat_left": left.get("fat", 0)} == then


def meals(table: Table, given: JSON, then: JSON) -> None:
    """EOS-COOK-13."""
    if "tools" in given:
        master(table, "cooking 4")
        for tool, most in zip(given["tools"], then["meals"], strict=True):
            give(table, kit(tool, "cooking"))
            table.refused(f"cook Dora {most + 1} meals", "EOS-COOK-13")
            assert table(f"cook Dora {most} meals --dry-run")["ok"]
        return
    master(table, "cooking 4", kit(given["tool"], "cooking"))
    [_, served] = table.entries(f"cook Dora {given['party'] * given['meals_each']} meals")
    assert given["declared"] and then["taste"] == "Cooking level"
    assert (served["facts"]["meals"], served["facts"]["taste"]) == (then["meals"], 4)


# -- crafts -----------------------------------------------------------------------------------------------------

MADE_BY = {"crossbow smith": "crossbow", "armorsmith": "armor", "locksmith": "lock"}


def tier_by_skill(table: Table, given: JSON, then: JSON) -> None:
    """EOS-CRAFT-03."""
    skill = given["skill"].lower()
    thing = MADE_BY[skill]
    goods = "9 T12 ingots, 9 T12 cloth, 9 lumber, 90 ft cordage"
    master(table, f"{skill} {given['level']}", f"basic {skill} toolkit, {goods}")
    assert highest(table, thing, range(1, 13)) == list(range(1, then["tier"] + 1))
    table.refused(f"craft Dora T{then['tier'] + 1} {thing}", "EOS-CRAFT-03")


ITEMS = {"ingot": "ingot", "cloth": "cloth"}
TAKES = {
    "EOS-XBOW-04": ("crossbow smith", "crossbow"),
    "EOS-ARMR-04": ("armorsmith", "armor"),
    "EOS-ARMR-05": ("armorsmith", "shield"),
    "EOS-LOCK-04": ("locksmith", "lock"),
    "EOS-WEAP-04": ("weaponsmith", "sword"),
}


def takes(mechanic: str) -> Player:
    """What a thing takes of each material: the tier itself or better, and no lower one."""
    skill, thing = TAKES[mechanic]

    def player(table: Table, given: JSON, then: JSON) -> None:
        tier = given["tier"]
        goods = f"9 T{tier - 1} ingots, 9 T{tier - 1} cloth, 9 lumber, 90 ft cordage"
        master(table, f"{skill} {tier}", f"basic {skill} toolkit, {goods}")
        table.refused(f"craft Dora T{tier} {thing}", "EOS-CRAFT-07")
        give(table, f"9 T{tier} ingots, 9 T{tier} cloth")
        spent = used(table.entries(f"craft Dora T{tier} {thing} --dry-run"))
        expected: dict[tuple[str, Any], Any] = {}
        for name, many in then.items():
            item = name.partition("_")[0]
            if many:
                expected[item, tier if item in ITEMS else None] = many
        assert spent == expected

    return player


def upgraded(table: Table, given: JSON, then: JSON) -> None:
    """EOS-METAL-03: what is needed, at two a task with a basic kit."""
    master(table, f"metalworks {given['level']}", f"{kit(given['tool'], 'metalworks')}, T{given['from']} ingot")
    entries = table.entries(f'craft Dora T{given["to"]} ingot --using "1 T{given["from"]} ingot" --dry-run')
    [needed] = [e["facts"]["needed"] for e in entries if e["tag"] == "craft.started"]
    assert needed / {"crude": 1, "basic": 2, "workshop": 4}[given["tool"]] == then[given["tool"]]


def cloth(table: Table, given: JSON, then: JSON) -> None:
    """EOS-TAIL-03."""
    tier = given["tier"]
    master(table, f"tailor {tier}", f"tailor toolkit, {then['fragments'] - 1} cloth fragments")
    table.refused(f"craft Dora T{tier} cloth", "EOS-CRAFT-06")
    give(table, "1 cloth fragment")
    table.ok(f"craft Dora T{tier} cloth")
    assert "cloth fragment" not in stock(table)


def cloth_tiers(table: Table, given: JSON, then: JSON) -> None:
    """EOS-TAIL-02: any tier up to the level, each in one task."""
    master(table, f"tailor {given['Tailor']}", "tailor toolkit, 500 cloth fragments")
    assert highest(table, "cloth", range(1, 13)) == then["tiers"]
    for tier in then["tiers"]:
        tags = [e["tag"] for e in table.entries(f"craft Dora T{tier} cloth --dry-run")]
        assert (tags.count("task.spent"), tags[-1]) == (1, "craft.finished")


def clothing_tiers(table: Table, given: JSON, then: JSON) -> None:
    """EOS-TAIL-05."""
    master(table, f"tailor {given['Tailor']}", "tailor toolkit, 12 T12 cloth")
    assert highest(table, "clothing", range(1, 13)) == then["tiers"]


def split(table: Table, given: JSON, then: JSON) -> None:
    """EOS-WOOD-02."""
    master(table, f"woodworks {given['Woodworks']}", f"{kit(given['tool'], 'woodworks')}, {given['beams']} beam")
    table.ok(f"craft Dora {then['lumber']} lumber --tasks {given['tasks']}")
    left = stock(table)
    assert (left["lumber"], left.get("beam", 0)) == (then["lumber"], then["beams"])


# -- gathering, medicine, food ----------------------------------------------------------------------------------


def number_by_miles(table: Table, given: JSON, then: JSON) -> None:
    """EOS-HUNT-02: what the zone says, and what a hunt there rolls against."""
    for miles, target in zip(given["miles"], then["tn"], strict=True):
        wood = f"Wood-{miles}"
        table.ok(f"declare zone {wood} --miles {miles}")
        table.ok(f"npc Hob-{miles} --race human --mind 1 --in {wood}")
        give(table, "T1 spear", f"Hob-{miles}")
        assert table.ok(f"zone {wood}")["hunt_target"] == target
        assert table.entries(f"hunt Hob-{miles} --rolled 1")[1]["roll"]["target"] == target


def treated(table: Table, given: JSON, then: JSON) -> None:
    """EOS-MED-02."""
    master(table, f"medicine {given['Medicine']}", kit(given["tool"], "medicine"))
    figure(table, "Hob", f"--size 1x1 --body {given['Body']} --hp {given['hp']}/{given['max_hp']}")
    assert (given["patient_tasks"], given["penalty"]) == (0, 0)
    table.ok(f"ruling medicine_rule {given['ruling']['medicine_rule']} --reason vote")
    table.all("treat Dora Hob", "camp")
    assert table.ok("sheet Hob")["hp"] == then["hp"]


def fat(table: Table, given: JSON, then: JSON) -> None:
    """EOS-FOOD-08: the 121st unit is refused."""
    zone(table)
    table.ok(f"join Bruk --race {given['race']} --body 5 --mind 5 --reflex 5 --presence 5 --aura 5 --in Oakwood")
    give(table, "200 preserved food", "Bruk")
    for _ in range(given["days"]):
        table.refused(f"meal Bruk full --store {given['extra_per_day'] + 1}", "EOS-FOOD-08")
        table.all(f"meal Bruk full --store {given['extra_per_day']}", "camp --hunger Bruk=0")
    sheet = table.ok("sheet Bruk")
    assert sheet["fat_store"] == then["fat"]
    assert sheet["fat_store"] / sheet["food_per_day"] == then["days_of_food"]
    table.refused("meal Bruk full --store 1", "EOS-FOOD-08")


# -- gear -------------------------------------------------------------------------------------------------------


def broken_down(table: Table, given: JSON, then: JSON) -> None:
    """EOS-GEAR-01."""
    master(table, "weaponsmith 1", "weaponsmith toolkit")
    figure(table, "Hob", f"--size {CLASSES[given['size']]}")
    tier = given["item"].partition(" ")[2]
    give(table, f"{tier} sword for Hob")
    tasks = [e["tag"] for e in table.entries("salvage Dora sword")].count("task.spent")
    ingots = table.ok("stock Dora")["things"]
    assert {"tasks": tasks, **{f"ingot_T{t['tier']}": t["quantity"] for t in ingots if t["item"] == "ingot"}} == then


def weapon_above_body(table: Table, given: JSON, then: JSON) -> None:
    """EOS-GEAR-05."""
    master(table, "", "T12 sword", body=given["Body"])
    assert (given["item"], given["slot"], then["refused"]) == ("1h melee T12", "right hip weapon", True)
    table.refused('wear Dora sword --slot "right hip"', "EOS-GEAR-05")


def nine_slots(table: Table, given: JSON, then: JSON) -> None:
    """EOS-GEAR-04."""
    kits = iter(("fishing toolkit", "traps toolkit", "cooking toolkit"))
    master(table, "")
    for place, things in given.items():
        for thing in things:
            item = {"toolkit": "", "1h crossbow": "crossbow"}.get(thing, thing) or next(kits)
            give(table, item)
            table.ok(f'wear Dora {item} --slot "{place.replace("_", " ")}"')
    taken = [slot for slot in table.ok("gear Dora")["pieces"] if slot["slot"]]
    assert {"accepted": True, "slots_used": len({piece["slot"] for piece in taken})} == then


def gratchen(table: Table, given: JSON, then: JSON) -> None:
    """EOS-ADV-04."""
    zone(table)
    table.ok(f"join Gritt --race {given['race']} --body 5 --mind 5 --reflex 5 --presence 5 --aura 5 --in Oakwood")
    skills = table.ok("sheet Gritt")["skills"]
    assert {name.title(): parts["level"] for name, parts in skills.items()} == then


# -- locks and maps ---------------------------------------------------------------------------------------------


def lock_number(table: Table, given: JSON, then: JSON) -> None:
    """EOS-LOCK-05, EOS-LOCK-06: the number is set by the line that finishes the lock; a gamble needs a witness."""
    tier, die = given["tier"], given.get("die")
    master(table, f"locksmith {tier}", f"locksmith workshop, T{tier} ingot", presence=given.get("Presence", 0))
    line = f"craft Dora T{tier} lock"
    while not table.ok("bench Dora")["works"] or table.ok("bench Dora")["works"][0]["left"] > 2:
        table.ok(line)
        if not table.ok("party")["people"][0]["tasks_left"]:
            table.ok("camp")
    if die is not None:
        assert given["gm_witness"]
        table.refused(f"{line} --gamble --rolled {die}", "EOS-LOCK-06")
        line += f" --gamble --witnessed --rolled {die}"
    [number] = [e["facts"]["number"] for e in table.entries(line) if e["tag"] == "lock.set"]
    assert number == then["tn"]


def map_from_memory(table: Table, given: JSON, then: JSON) -> None:
    """EOS-MAP-04."""
    tier, tasks = given["tier"], 0
    master(table, f"map making {given['Map Making']}, art 5, navigation 5", "art toolkit, navigation toolkit")
    while "map" not in stock(table):
        if not table.ok("party")["people"][0]["tasks_left"]:
            table.ok("camp")
        tasks += [e["tag"] for e in table.entries(f"chart Dora Coast --tier {tier}")].count("task.spent")
    assert tasks == then["tasks"]


def last_hand(table: Table, given: JSON, then: JSON) -> None:
    """EOS-MAP-03: a T1 map, brought up to date by the one who charted all of it."""
    updater = given["updater"]
    master(table, f"map making {updater['Map Making']}, art 5, navigation 5", "art toolkit, navigation toolkit")
    table.all("chart Dora Coast --tier 1", "chart Dora Coast --update")
    [coast] = [thing for thing in table.ok("stock Dora")["things"] if thing["item"] == "map"]
    assert updater["charted_all"] and coast["tier"] == then["tier"]


def lock_struck(table: Table, given: JSON, then: JSON) -> None:
    """EOS-LOCK-08: blows of Body 10, Reflex 8, skill 8, a T8 axe and a 10 are 44 each."""
    zone(table)
    figure(table, "Dora", '--race human --body 10 --reflex 8 --skills "main-hand melee 8"')
    give(table, "T8 axe")
    table.all("wield Dora axe", f"declare lock Door --tier {given['tn'] - 20} --in Oakwood")
    for blow in given["attacks"]:
        wound = table.entries("attack Dora Door --rolled 10")[-1]
        assert (wound["tag"], wound["facts"]["raw"], wound["facts"]["dealt"]) == ("wound.dealt", blow, 0)
    assert then == {"hp": lock_hp(table.desk.campaign().head_world(), "Door")}


# -- pages of the rulebook whose verbs have their own tests -----------------------------------------------------


def by_row(mechanic: str, of_row: str, told: str, columns: dict[str, str]) -> Player:
    """A figure off a printed page: the row of `given[told]`, or several; `columns` say how `then` calls it."""

    def player(table: Table, given: JSON, then: JSON) -> None:
        rows = {row[of_row]: row for row in page(table, mechanic)}
        wanted = given[told]
        for name, column in columns.items():
            shown = [rows[each][column] for each in wanted] if isinstance(wanted, list) else rows[wanted][column]
            assert shown == then[name]
        assert set(columns) == set(then)

    return player


def wall(table: Table, given: JSON, then: JSON) -> None:
    """EOS-ARCH-13."""
    [row] = [
        row
        for row in page(table, "EOS-ARCH-13")
        if (row["tier"], row["length_ft"]) == (given["tier"], given["length_ft"])
    ]
    assert {"area": row["area"], "stones": row["stones"]} == then


def seed(table: Table, given: JSON, then: JSON) -> None:
    """EOS-FARM-13."""
    days = {row["part of the month"]: row["days"] for row in page(table, "EOS-FARM-13")}
    names = {"planting": "plant_days", "growing": "idle_days", "harvest": "harvest_days"}
    assert given["seed"] and {names[part]: many for part, many in days.items()} == then


def river(table: Table, given: JSON, then: JSON) -> None:
    """EOS-NAV-08."""
    rows = {row["vessel"]: row for row in page(table, "EOS-NAV-08")}
    assert {way: [rows[craft][way] for craft in given["craft"]] for way in given["direction"]} == then


PLAYERS: dict[str, Player] = {
    "EOS-ADV-04": gratchen,
    "EOS-ARCH-13": wall,
    "EOS-BUSH-02": sub_tasks,
    "EOS-BUSH-03": cloaks,
    "EOS-BUSH-12": raft,
    "EOS-CHAR-03": time_points,
    "EOS-COOK-02": cooking_points,
    "EOS-COOK-11": candles,
    "EOS-COOK-13": meals,
    "EOS-CRAFT-03": tier_by_skill,
    "EOS-DAY-02": a_day,
    "EOS-ENV-03": cold,
    "EOS-FARM-13": seed,
    "EOS-FOOD-08": fat,
    "EOS-GEAR-01": broken_down,
    "EOS-GEAR-04": nine_slots,
    "EOS-GEAR-05": weapon_above_body,
    "EOS-HUNT-02": number_by_miles,
    "EOS-LOCK-05": lock_number,
    "EOS-LOCK-06": lock_number,
    "EOS-LOCK-08": lock_struck,
    "EOS-MAP-03": last_hand,
    "EOS-MAP-04": map_from_memory,
    "EOS-MED-02": treated,
    "EOS-METAL-03": upgraded,
    "EOS-NAV-08": river,
    "EOS-NAV-10": by_row("EOS-NAV-10", "vessel", "craft", {"move": "move"}),
    "EOS-SCALE-02": food_a_day,
    "EOS-SCALE-03": slots,
    "EOS-SCALE-04": materials,
    "EOS-SCALE-06": preserved,
    "EOS-SCALE-08": base_hp,
    "EOS-SCHO-02": by_row("EOS-SCHO-02", "level", "Scholar", {"pages": "pages"}),
    "EOS-SKILL-08": relearned,
    "EOS-STARV-01": close_days,
    "EOS-STARV-02": close_days,
    "EOS-STARV-03": close_days,
    "EOS-STARV-04": percentages,
    "EOS-STAT-07": state,
    "EOS-TAIL-02": cloth_tiers,
    "EOS-TAIL-03": cloth,
    "EOS-TAIL-05": clothing_tiers,
    "EOS-WOOD-02": split,
    "EOS-WOOD-03": by_row("EOS-WOOD-03", "tiles", "tiles", {"lumber": "lumber"}),
    "EOS-WOOD-13": by_row("EOS-WOOD-13", "lumber", "lumber", {"pages": "pages"}),
    **{mechanic: takes(mechanic) for mechanic in TAKES},
}
"""Mechanic -> who plays its lines; a line with a printed table is read off `rules ID`."""

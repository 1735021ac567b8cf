"""Crafting: work of T x T at crude tools, kept on the bench (seed 1744 to 1775, 2385 to 2515)."""

from typing import Any

import pytest

from tests.conftest import Table


def maker(skills: str, name: str = "Dora", race: str = "human", more: str = "") -> str:
    return (
        f'npc {name} --race "{race}" --body 6 --mind 12 --reflex 3 --presence 3 --aura 3 --skills "{skills}" '
        f"--in Oakwood {more}"
    )


@pytest.fixture
def shop(table: Table) -> Table:
    """Dora, a master of twelve levels in the crafts that are asked for, in a zone with nothing in it."""
    table.all(
        "declare zone Oakwood --miles 15",
        maker(
            "tailor 12, weaponsmith 12, metalworks 12, woodworks 12, bowyer 5, crossbow smith 8, armorsmith 8, "
            "locksmith 3"
        ),
    )
    return table


def give(table: Table, things: str, holder: str = "Dora") -> None:
    table.ok(f'gm give {holder} {things} --reason "found"')


def take(table: Table, things: str, holder: str = "Dora") -> None:
    table.ok(f'gm take {holder} {things} --reason "lost"')


def stock(table: Table, holder: str = "Dora") -> dict[tuple[str, Any], Any]:
    return {(t["item"], t["tier"]): t["quantity"] for t in table.ok(f"stock {holder}")["things"]}


def bench(table: Table, who: str = "Dora") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.ok(f"bench {who}")["works"]
    return found


TABLE_TIERS = [
    (1, 1),
    (2, 4),
    (3, 9),
    (4, 16),
    (5, 25),
    (6, 36),
    (7, 49),
    (8, 64),
    (9, 81),
    (10, 100),
    (11, 121),
    (12, 144),
]


@pytest.mark.parametrize(("tier", "days"), TABLE_TIERS)
def test_the_work_of_every_tier_is_its_square(shop: Table, tier: int, days: int) -> None:
    """EOS-CRAFT-01, EOS-TAIL-05: the printed table (lines 1750 to 1763, 2416 to 2429), at crude tools."""
    give(shop, f"tailor toolkit, T{tier} cloth")
    entries = shop.entries(f"craft Dora T{tier} clothing")
    started = next(e for e in entries if e["tag"] == "craft.started")
    assert started["facts"]["needed"] == days
    assert bench(shop)[0]["left"] == days - 1


@pytest.mark.parametrize(
    ("tool", "a_task"), [("tailor toolkit", 1), ("basic tailor toolkit", 2), ("tailor workshop", 4)]
)
def test_better_tools_do_two_and_four_times_the_work(shop: Table, tool: str, a_task: int) -> None:
    """EOS-CRAFT-02 (line 1768): 9 needed, 1, 2 or 4 of it in a task."""
    give(shop, "T3 cloth")
    give(shop, tool, "Oakwood")
    shop.ok("craft Dora T3 clothing")
    work = bench(shop)[0]
    assert (work["needed"], work["done"], work["left"], work["finished"]) == (9, a_task, 9 - a_task, 0)


def test_a_work_is_one_row_of_the_bench(shop: Table) -> None:
    """COMMANDS 5, key by key."""
    give(shop, "tailor toolkit, T2 cloth")
    entries = shop.entries("craft Dora T2 clothing")
    assert [e["tag"] for e in entries] == ["task.spent", "craft.started", "craft.worked"]
    assert [e["cause"] for e in entries] == [None, entries[0]["position"], entries[1]["position"]]
    assert bench(shop) == [
        {
            "work": f"work@{entries[1]['position']}",
            "who": "Dora",
            "verb": "craft",
            "product": "clothing",
            "tier": 2,
            "count": 1,
            "finished": 0,
            "needed": 4,
            "done": 1,
            "left": 3,
            "tool": "crude",
            "place": "Oakwood",
            "helpers": [],
            "started_on": 1,
            "last_on": 1,
            "state": "open",
        }
    ]


def test_work_goes_on_where_it_was_left_and_a_change_of_tools_is_exact(shop: Table) -> None:
    """EOS-CRAFT-05 (line 1751): 1 + 2 at a better tool + 1 of 2 = 4; materials only once; half a task is left."""
    give(shop, "tailor toolkit, 2 T2 cloth")
    shop.ok("craft Dora T2 clothing")
    give(shop, "basic tailor toolkit")
    assert shop.tags("craft Dora T2 clothing") == ["task.spent", "craft.worked"]
    shop.ok("clock day-2")
    finished = shop.entries("craft Dora T2 clothing")
    assert [e["tag"] for e in finished] == ["task.spent", "craft.worked", "craft.finished"]
    assert finished[1]["facts"]["added"] == 1 and finished[1]["facts"]["task"] == 0.5
    assert stock(shop)[("clothing", 2)] == 1
    assert stock(shop)[("cloth", 2)] == 1
    work = bench(shop)[0]
    assert (work["state"], work["finished"], work["left"], work["last_on"], work["tool"]) == (
        "finished",
        1,
        0,
        2,
        "basic",
    )


def test_the_rest_of_a_task_flows_into_the_next_thing_and_then_waits_for_that_day(shop: Table) -> None:
    """EOS-CRAFT-05: at a workshop a task is four T1 things (0.25 days each, line 1751)."""
    give(shop, "tailor workshop", "Oakwood")
    give(shop, "5 T1 cloth")
    entries = shop.entries("craft Dora T1 clothing, T1 backpack")
    assert [e["tag"] for e in entries] == [
        "task.spent",
        "craft.started",
        "craft.worked",
        "craft.finished",
        "craft.started",
        "craft.worked",
        "craft.finished",
    ]
    assert entries[4]["cause"] is None  # each thing of the line is a part of its own
    assert shop.tags("craft Dora T1 hip pouch --tasks 0") == ["craft.started", "craft.worked", "craft.finished"]
    shop.ok("craft Dora T1 clothing --tasks 0 --new")
    no = shop.refused("craft Dora T1 clothing --tasks 0")
    assert no["state"] == "no rest of a task"
    give(shop, "2 T1 cloth")
    shop.ok("craft Dora T1 clothing")
    shop.ok("clock day-2")
    shop.refused("craft Dora T1 backpack --tasks 0")


def test_where_the_table_ruled_so_a_task_makes_one_thing(shop: Table) -> None:
    """EOS-CRAFT-05 (ruling task_fraction: one-item-per-task)."""
    shop.ok('ruling task_fraction one-item-per-task --reason "vote"')
    give(shop, "tailor workshop", "Oakwood")
    give(shop, "5 T1 cloth")
    shop.ok("craft Dora 2 T1 clothing")
    assert stock(shop)[("clothing", 1)] == 1
    shop.refused("craft Dora T1 clothing --tasks 0")


def test_two_tasks_of_a_day_are_two_craft_days_unless_ruled_otherwise(shop: Table) -> None:
    """EOS-CRAFT-04 (ruling craft_day: task | calendar-day)."""
    give(shop, "tailor toolkit, T3 cloth")
    shop.ok("craft Dora T3 clothing --tasks 2")
    assert bench(shop)[0]["done"] == 2
    shop.all('ruling craft_day calendar-day --reason "vote"', "clock day-2", "craft Dora T3 clothing")
    shop.refused("craft Dora T3 clothing", "EOS-CRAFT-04")
    assert bench(shop)[0]["done"] == 3


@pytest.mark.parametrize(
    ("thing", "tier", "given"),
    [("crossbow", 8, "T9 ingot, lumber, 5 ft cordage"), ("armor", 8, "T9 ingot, T9 cloth"), ("lock", 3, "T9 ingot")],
)
def test_no_tier_above_the_skill(shop: Table, thing: str, tier: int, given: str) -> None:
    """EOS-CRAFT-03 (lines 1951, 1804, 2120): crossbow smith 8, armorsmith 8, locksmith 3."""
    skill = {"crossbow": "crossbow smith", "armor": "armorsmith", "lock": "locksmith"}[thing]
    give(shop, f"basic {skill} toolkit, {given}")
    shop.refused(f"craft Dora T{tier + 1} {thing}", "EOS-CRAFT-03")
    shop.ok(f"craft Dora T{tier} {thing}")


def test_tools_below_the_least_and_of_other_skills_do_not_serve(shop: Table) -> None:
    """EOS-CRAFT-02: a locksmith's least is basic; each skill has its own kit (line 1912)."""
    give(shop, "locksmith toolkit, metalworks toolkit, T1 ingot")
    shop.refused("craft Dora T1 lock", "EOS-CRAFT-02")
    shop.refused("craft Dora T1 sword", "EOS-CRAFT-02")
    give(shop, "basic locksmith toolkit")
    shop.refused("craft Dora T1 lock --with workshop", "EOS-CRAFT-02")
    shop.ok("craft Dora T1 lock")
    assert stock(shop)[("lock", 1)] == 1  # 1/2 of work, half a task


def test_materials_are_used_up_at_the_start(shop: Table) -> None:
    """EOS-CRAFT-06 (line 1862; ruling consume_at: start)."""
    give(shop, "weaponsmith toolkit")
    no = shop.refused("craft Dora T2 sword", "EOS-CRAFT-06")
    assert no["state"] == "0 of 1"
    give(shop, "T2 ingot")
    shop.ok("craft Dora T2 sword")
    assert ("ingot", 2) not in stock(shop)


def test_a_material_of_a_lower_tier_is_refused_a_higher_one_serves(shop: Table) -> None:
    """EOS-CRAFT-07 (line 1824), EOS-WEAP-04: the lowest that serves goes first."""
    give(shop, "weaponsmith toolkit, 3 T1 ingot")
    shop.refused("craft Dora T2 sword", "EOS-CRAFT-07")
    give(shop, "T5 ingot, T3 ingot")
    shop.ok("craft Dora T2 sword")
    assert stock(shop)[("ingot", 1)] == 3 and stock(shop)[("ingot", 5)] == 1 and ("ingot", 3) not in stock(shop)
    shop.refused('craft Dora T2 axe --using "1 T1 ingot"', "EOS-CRAFT-07")
    shop.ok('craft Dora T2 axe --using "1 T5 ingot"')
    shop.usage('craft Dora T2 dagger --using "1 feather"')


@pytest.mark.parametrize(("race", "ingots"), [("neo-tabby", 0.5), ("human", 1), ("neo-bear", 4), ("neo-daemon", 9)])
def test_materials_grow_with_the_size_of_the_wearer_and_time_does_not(shop: Table, race: str, ingots: float) -> None:
    """EOS-SCALE-04 (lines 109 to 112), EOS-CRAFT-09."""
    shop.ok(f'npc Wearer --race "{race}" --body 6 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood')
    give(shop, "weaponsmith toolkit, 10 T2 ingot")
    shop.ok("craft Dora T2 sword for Wearer")
    assert stock(shop).get(("ingot", 2), 0) == 10 - ingots
    assert bench(shop)[0]["needed"] == 4


def test_half_materials_are_exact_unless_ruled_otherwise(shop: Table) -> None:
    """EOS-SCALE-04 (ruling half_materials: exact-halves | round-up)."""
    shop.ok("npc Wearer --race neo-tabby --body 6 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood")
    give(shop, "weaponsmith toolkit, 4 T1 ingot")
    shop.ok("craft Dora T1 sword for Wearer")
    assert stock(shop)[("ingot", 1)] == 3.5
    shop.all('ruling half_materials round-up --reason "vote"', "craft Dora T1 axe for Wearer")
    assert stock(shop)[("ingot", 1)] == 2.5


def test_the_size_of_packs_and_ammunition_costs_by_ruling(shop: Table) -> None:
    """EOS-SCALE-04 (ruling size_cost_scope: gear-tools-ammunition | named-gear-only)."""
    shop.ok("npc Wearer --race neo-daemon --body 6 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood")
    give(shop, "tailor toolkit, 20 T1 cloth")
    shop.ok("craft Dora T1 backpack for Wearer")
    assert stock(shop)[("cloth", 1)] == 11
    shop.all('ruling size_cost_scope named-gear-only --reason "vote"', "craft Dora T1 backpack for Wearer")
    assert stock(shop)[("cloth", 1)] == 10


def test_the_same_line_goes_on_and_new_begins_a_second_work(shop: Table) -> None:
    """COMMANDS 3.1."""
    give(shop, "weaponsmith toolkit, 3 T3 ingot")
    shop.ok("craft Dora T3 sword")
    shop.ok("craft Dora T3 sword --new")
    assert [w["done"] for w in bench(shop)] == [1, 1]
    shop.all("clock day-2", "craft Dora T3 sword")
    assert [w["done"] for w in bench(shop)] == [2, 1]
    assert stock(shop)[("ingot", 3)] == 1


def test_unfinished_work_is_given_up_and_nothing_is_added_to_it(shop: Table) -> None:
    """EOS-CRAFT-05: progress on a cancelled project is refused; the next line starts anew."""
    give(shop, "weaponsmith toolkit, 2 T3 ingot")
    shop.ok("craft Dora T3 sword")
    shop.refused("abandon Dora axe")
    assert shop.tags("abandon Dora sword") == ["craft.abandoned"]
    shop.refused("abandon Dora sword")
    assert shop.tags("craft Dora T3 sword") == ["task.spent", "craft.started", "craft.worked"]
    assert [w["state"] for w in bench(shop)] == ["abandoned", "open"]


def test_of_two_works_of_one_name_the_one_is_named(shop: Table) -> None:
    give(shop, "weaponsmith toolkit, 2 T3 ingot")
    shop.all("craft Dora T3 sword", "craft Dora T3 sword --new")
    first = bench(shop)[0]["work"]
    assert f"abandon Dora --work {first}" in shop.refused("abandon Dora sword")["help"]
    shop.ok(f"abandon Dora --work {first}")
    assert [w["state"] for w in bench(shop)] == ["abandoned", "open"]


def test_tiers_go_on_above_twelve(table: Table) -> None:
    """EOS-CRAFT-08: a Gratchen's metalworks may reach 13: 13 x 13 = 169, less the 144 of T12 = 25."""
    table.all("declare zone Oakwood --miles 15", maker("metalworks 13", race="gratchen"))
    give(table, "metalworks toolkit, T12 ingot")
    table.ok('craft Dora T13 ingot --using "1 T12 ingot"')
    assert bench(table)[0]["needed"] == 25


@pytest.mark.parametrize(
    ("start", "tier", "tool", "needed"), [(9, 10, "basic metalworks toolkit", 19), (1, 3, "metalworks toolkit", 8)]
)
def test_an_upgrade_costs_the_difference(shop: Table, start: int, tier: int, tool: str, needed: int) -> None:
    """EOS-METAL-03 (line 2218): T9 to T10 is 100 - 81 = 19, 9.5 days with basic tools."""
    give(shop, f"{tool}, T{start} ingot")
    shop.ok(f'craft Dora T{tier} ingot --using "1 T{start} ingot"')
    assert bench(shop)[0]["needed"] == needed
    shop.refused(f'craft Dora T{tier} ingot --using "1 T{tier} ingot" --new', "EOS-METAL-03")


def test_rows_without_work_spend_no_task(shop: Table) -> None:
    """EOS-BOWY-06, EOS-BOWY-07: a lumber is a hundred shafts, an ingot thirty heads."""
    give(shop, "bowyer toolkit, metalworks toolkit, 2 lumber, T4 ingot, beam")
    assert shop.tags("craft Dora 100 shafts, 30 arrowheads") == [
        "craft.started",
        "craft.finished",
        "craft.started",
        "craft.finished",
    ]
    assert stock(shop)[("shaft", None)] == 100 and stock(shop)[("arrowhead", None)] == 30
    assert stock(shop)[("lumber", None)] == 1 and stock(shop)[("beam", None)] == 1
    assert shop.ok("bench Dora")["works"][0]["needed"] == 0


def test_arrows_are_counted_by_level_and_tool(shop: Table) -> None:
    """EOS-BOWY-05: bowyer 5 with crude tools makes 5 a task."""
    give(shop, "bowyer toolkit, 24 shafts, 20 arrowheads, 4 bone arrowheads, 24 feathers")
    shop.ok("craft Dora 24 arrows --tasks 2")
    assert stock(shop)[("arrow", None)] == 10
    assert ("feather", None) not in stock(shop)


def test_bolts_open_whole_ingots_and_keep_the_rest(shop: Table) -> None:
    """EOS-XBOW-05, EOS-XBOW-06 (ruling bolt_ingot: remainder-kept): 12 bolts open two ingots, 8 blanks are kept."""
    give(shop, "basic crossbow smith toolkit, 3 T1 ingot")
    shop.ok("craft Dora 12 bolts")
    assert stock(shop)[("ingot", 1)] == 1
    shop.ok("craft Dora 8 bolts")
    assert stock(shop)[("ingot", 1)] == 1
    assert stock(shop)[("bolt", None)] == 20


@pytest.mark.parametrize(
    ("thing", "rule"), [("pistol", "EOS-FA1-01"), ("torch", None), ("ballista", None), ("wood stove", None)]
)
def test_what_nobody_can_craft_is_refused(shop: Table, thing: str, rule: str | None) -> None:
    """COMMANDS 3.1, EOS-FA1-01: firearms, siege weapons, and what another verb makes; no overruling makes them."""
    shop.refused(f"craft Dora {thing}", rule)
    assert shop(f'craft Dora {thing} --overrule "a clever smith"')["kind"] == "refused"


def test_a_workshop_stays_where_it_is_built(shop: Table) -> None:
    """EOS-METAL-08: 20 ingots of T6, 36 of work; here by a workshop of metalworks, 4 a task."""
    give(shop, "metalworks workshop", "Oakwood")
    give(shop, "20 T6 ingot")
    shop.ok("craft Dora tailor workshop")
    assert bench(shop)[0]["needed"] == 36
    for day in range(2, 6):
        shop.all(f"clock day-{day}", "craft Dora tailor workshop --tasks 2")
    assert stock(shop, "Oakwood")[("tailor workshop", 6)] == 1
    assert bench(shop)[0]["state"] == "finished"


def test_a_work_struck_is_no_more_and_its_materials_are_back(shop: Table) -> None:
    """DESIGN 6: work@57 is named by the root of the entry that began it."""
    give(shop, "weaponsmith toolkit, T3 ingot")
    shop.ok("craft Dora T3 sword")
    shop.ok("undo")
    assert bench(shop) == []
    assert stock(shop)[("ingot", 3)] == 1

"""Mining and quarrying: seed lines 2246 to 2297."""

from typing import Any

import pytest

from tests.conftest import Table


def miner(level: int, name: str = "Ivo") -> str:
    skills = f' --skills "mining {level}"' if level else ""
    return f"npc {name} --race human --body 5 --mind 12 --reflex 3 --presence 3 --aura 3{skills} --in Oakwood"


@pytest.fixture
def pits(table: Table) -> Table:
    """A mine and a quarry in one zone."""
    table.all(
        "declare zone Oakwood --miles 15",
        'declare mine "Red Pit" --in Oakwood',
        'declare quarry "White Pit" --in Oakwood',
    )
    return table


def give(table: Table, things: str, to: str = "Ivo") -> None:
    table.ok(f'gm give {to} {things} --reason "found"')


def gained(entries: list[dict[str, Any]]) -> dict[str, Any]:
    return {p["item"]: p["quantity"] for e in entries for p in e["postings"] if p["kind"] == "gained"}


def lit(table: Table, place: str = "Oakwood", days: int = 5) -> None:
    """A fire that Dora keeps there."""
    table.all(
        'npc Dora --race human --body 5 --mind 5 --reflex 3 --presence 3 --aura 3 --skills "bushcraft 6" --in Oakwood',
        f"bushcraft Dora {days} fire --in {place}",
    )


TOOLS = [("mining toolkit", "crude"), ("basic mining toolkit", "basic"), ("mining workshop", "workshop")]
ORE_TABLE = [
    (0, (1, 2, 4)), (1, (2, 4, 8)), (2, (3, 6, 12)), (3, (4, 8, 16)), (4, (5, 10, 20)), (5, (6, 12, 24)),
    (6, (7, 14, 28)), (7, (8, 16, 32)), (8, (9, 18, 36)), (9, (10, 20, 40)), (10, (11, 22, 44)), (11, (12, 24, 48)),
    (12, (13, 26, 52)),
]  # fmt: skip


@pytest.mark.parametrize(("level", "row"), ORE_TABLE)
def test_ore_is_one_more_than_the_level_times_the_tool(pits: Table, level: int, row: tuple[int, ...]) -> None:
    """EOS-MINE-02 (2251 to 2263): the thirteen printed rows, all three columns; also without the skill."""
    pits.ok(miner(level))
    for day, ((kit, tool), ore) in enumerate(zip(TOOLS, row, strict=True), start=1):
        give(pits, kit)
        task, dug = pits.entries("mine Ivo")
        assert [task["tag"], dug["tag"], dug["rule"], dug["place"]] == [
            "task.spent", "mine.harvested", "EOS-MINE-02", "Red Pit",
        ]  # fmt: skip
        assert (dug["facts"]["tool"], dug["facts"]["dug"], gained([dug])) == (tool, ore, {"ore": ore})
        assert dug["cause"] == task["position"]
        pits.ok(f"clock day-{day + 1}")


@pytest.mark.parametrize(
    ("level", "row"),
    [(1, (2, 4)), (2, (4, 8)), (3, (6, 12)), (4, (8, 16)), (5, (10, 20)), (6, (12, 24)), (7, (14, 28)), (8, (16, 32)),
     (9, (18, 36)), (10, (20, 40)), (11, (22, 44)), (12, (24, 48))],
)  # fmt: skip
def test_stones_are_twice_the_level_times_the_tool(pits: Table, level: int, row: tuple[int, int]) -> None:
    """EOS-QUAR-01 (2280 to 2291): the twelve printed rows; the text gives a workshop four times as much."""
    pits.ok(miner(level))
    for day, ((kit, tool), stones) in enumerate(zip(TOOLS, (*row, 8 * level), strict=True), start=1):
        give(pits, kit)
        _, dug = pits.entries("quarry Ivo")
        assert (dug["tag"], dug["rule"], dug["facts"]["tool"]) == ("quarry.harvested", "EOS-QUAR-01", tool)
        assert gained([dug]) == {"stone": stones}
        pits.ok(f"clock day-{day + 1}")


def test_without_the_skill_a_quarry_gives_nothing(pits: Table) -> None:
    """EOS-QUAR-01 (2293): the level is multiplied by two; the task is spent all the same."""
    pits.ok(miner(0))
    give(pits, "mining toolkit")
    task, dug = pits.entries("quarry Ivo")
    assert (task["tag"], dug["facts"]["dug"], dug["postings"]) == ("task.spent", 0, [])


def test_nobody_digs_without_tools(pits: Table) -> None:
    """EOS-MINE-01 (2246): at least a crude kit, of the miner's own size (EOS-SCALE-09); quarrying takes the same
    one.
    """
    pits.ok(miner(3))
    assert pits.refused("mine Ivo", "EOS-MINE-01")["state"] == "without tools"
    pits.refused("quarry Ivo", "EOS-MINE-01")
    pits.ok("npc Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood")
    give(pits, "mining toolkit", "Pip")
    assert pits.refused("mine Ivo", "EOS-SCALE-09")["state"] == "Small"


def test_ten_ore_are_an_ingot_at_a_lit_fire_within_the_same_task(pits: Table) -> None:
    """EOS-MINE-03, EOS-MINE-05 (2248, 2265): 5 x 2 = 10 ore are one ingot of T1, of about two pounds."""
    pits.ok(miner(4))
    lit(pits)
    give(pits, "basic mining toolkit")
    _, dug, smelted = pits.entries("mine Ivo --smelt")
    assert (smelted["tag"], smelted["rule"], smelted["cause"]) == ("mine.smelted", "EOS-MINE-03", dug["position"])
    assert [(p["kind"], p["item"], p["tier"], p["quantity"]) for p in smelted["postings"]] == [
        ("spent", "ore", None, 10),
        ("gained", "ingot", 1, 1),
    ]
    assert smelted["facts"] == {"ingots": 1, "weighs": "2 lb"}
    *_, smelted = pits.entries("mine Ivo --smelt --rare")
    assert smelted["facts"] == {"ingots": 1, "weighs": "1 oz"}


def test_ore_of_earlier_days_counts_and_the_rest_is_kept(pits: Table) -> None:
    """EOS-MINE-03: 18 found + 5 dug = 23 are two ingots; three ore stay ore."""
    pits.ok(miner(4))
    lit(pits)
    give(pits, "mining toolkit, 18 ore")
    *_, smelted = pits.entries("mine Ivo --smelt")
    assert smelted["facts"]["ingots"] == 2
    assert {t["item"]: t["quantity"] for t in pits.ok("stock Ivo")["things"]}["ore"] == 3


def test_without_a_fire_ore_stays_ore(pits: Table) -> None:
    """EOS-MINE-03 (2267): a fire is asked; without one nothing is smelted and nothing is lost."""
    pits.ok(miner(4))
    give(pits, "basic mining toolkit")
    assert pits.tags("mine Ivo --smelt") == ["task.spent", "mine.harvested"]
    assert {t["item"]: t["quantity"] for t in pits.ok("stock Ivo")["things"]}["ore"] == 10


@pytest.mark.parametrize(("ore", "ingots", "above"), [(4, 0, 0), (5, 1, 0), (6, 1, 1), (15, 2, 1), (16, 2, 2)])
def test_the_tenth_ore_makes_the_ingot_or_must_be_exceeded(pits: Table, ore: int, ingots: int, above: int) -> None:
    """EOS-MINE-03, ruling ingot_threshold: `10-or-more`, or each ingot from more than ten (2265); five are dug each
    time.
    """
    pits.ok(miner(4))
    lit(pits)
    give(pits, f"mining toolkit, {ore} ore")
    assert sum(e["facts"].get("ingots", 0) for e in pits.entries("mine Ivo --smelt --dry-run")) == ingots
    pits.ok('ruling ingot_threshold above-10 --reason "vote"')
    assert sum(e["facts"].get("ingots", 0) for e in pits.entries("mine Ivo --smelt")) == above


def test_a_mine_runs_out_after_a_thousand_ore(pits: Table) -> None:
    """EOS-MINE-04 (2273): 1,000 in all; five are asked, three are left; then it is refused, and never fills again."""
    pits.ok(miner(4))
    give(pits, "mining toolkit")
    assert pits.ok("why red-pit left")["value"] == 1000
    pits.ok("declare mine red-pit --left 3")
    _, dug = pits.entries("mine Ivo")
    assert (dug["facts"]["dug"], dug["facts"]["left"], gained([dug])) == (3, 3, {"ore": 3})
    assert pits.ok("why red-pit left")["value"] == 0
    pits.ok("clock day-40")
    assert pits.refused("mine Ivo", "EOS-MINE-04")["state"] == "0 ore"


def test_a_quarry_runs_out_after_ten_thousand_stones(pits: Table) -> None:
    """EOS-QUAR-02, EOS-QUAR-03 (2295, 2297): clipped to what is left; a stone weighs 30 to 50 pounds."""
    pits.ok(miner(4))
    give(pits, "mining toolkit")
    assert pits.ok("why white-pit left")["value"] == 10_000
    pits.ok("declare quarry white-pit --left 5")
    _, dug = pits.entries("quarry Ivo")
    assert (gained([dug]), dug["facts"]["weighs"]) == ({"stone": 5}, "30 to 50 lb")
    assert pits.refused("quarry Ivo", "EOS-QUAR-02")["thing"] == "White Pit"


def test_of_two_mines_one_is_named(pits: Table) -> None:
    """EOS-MINE-04: each has its own ore."""
    pits.ok(miner(4))
    give(pits, "mining toolkit")
    pits.ok("declare mine Deep --in Oakwood --left 100")
    assert pits.refused("mine Ivo")["state"] == "Red Pit, Deep"
    assert pits.entries("mine Ivo --in deep")[1]["facts"]["left"] == 100


def test_each_task_of_each_miner_is_a_part(pits: Table) -> None:
    """EOS-MINE-02: two miners, two tasks each; what is dug may be sent on."""
    pits.all(miner(1), miner(2, "Kai"))
    give(pits, "mining toolkit", "Oakwood")
    entries = pits.entries("mine Ivo,Kai --tasks 2 --to Oakwood")
    assert [e["who"] for e in entries if e["cause"] is None] == ["Ivo", "Ivo", "Kai", "Kai"]
    assert {t["item"]: t["quantity"] for t in pits.ok("stock Oakwood")["things"]}["ore"] == 2 + 2 + 3 + 3
    pits.refused("mine Ivo", "EOS-DAY-01")

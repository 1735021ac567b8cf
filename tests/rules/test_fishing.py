"""Fishing: seed lines 2043 to 2053."""

import pytest

from tests.conftest import Table

BRANDT = (
    "join Brandt --race rock-troll --body 6 --mind 4 --reflex 4 --presence 4 --aura 7"
    ' --time "fishing 4" --combat "fishing 1"'
)


@pytest.fixture
def anglers(table: Table) -> Table:
    """Brandt (fishing 5, presence 4) with a crude kit of his size at a lake."""
    table.all(
        "declare zone Oakwood --miles 15",
        'declare water "Mill Lake" --in Oakwood',
        f"{BRANDT} --in Oakwood",
        'gm give Brandt fishing toolkit --reason "his"',
    )
    return table


def food(entries: list[dict]) -> int:  # type: ignore[type-arg]
    return sum(p["quantity"] for e in entries for p in e["postings"] if p["kind"] == "gained")


def test_a_catch_is_a_food_for_each_number_over_fifteen(anglers: Table) -> None:
    """EOS-FISH-02, EOS-FISH-03: 8 + 5 + 4 = 17 against 15 is 2 food."""
    task, roll, harvest = anglers.entries("fish Brandt --in mill-lake --rolled 8")
    assert [task["tag"], roll["tag"], harvest["tag"]] == ["task.spent", "fish.rolled", "fish.harvested"]
    assert [task["rule"], roll["rule"], harvest["rule"]] == ["EOS-DAY-01", "EOS-FISH-02", "EOS-FISH-03"]
    assert [task["cause"], roll["cause"], harvest["cause"]] == [None, task["position"], roll["position"]]
    assert roll["place"] == "Mill Lake"
    assert (roll["roll"]["plus"], roll["roll"]["total"], roll["roll"]["target"], roll["roll"]["margin"]) == (
        [{"name": "fishing", "value": 5}, {"name": "presence", "value": 4}],
        17,
        15,
        2,
    )
    assert [(p["holder"], p["item"], p["quantity"]) for p in harvest["postings"]] == [("Brandt", "food", 2)]
    assert harvest["facts"] == {"tool": "crude", "factor": 1}


def test_a_tie_lands_nothing(anglers: Table) -> None:
    """EOS-FISH-03: 6 + 9 = 15 against 15."""
    _, roll = anglers.entries("fish Brandt --rolled 6")
    assert (roll["roll"]["margin"], roll["roll"]["won"]) == (0, False)


@pytest.mark.parametrize("die", ["21", "0"])
def test_a_die_outside_1_to_20_is_usage(anglers: Table, die: str) -> None:
    """EOS-FISH-02: one d20 a task."""
    anglers.usage(f"fish Brandt --rolled {die}")


def test_nobody_fishes_without_a_kit(table: Table) -> None:
    """EOS-FISH-01, EOS-SCALE-09: at least a crude one, of the fisher's own size."""
    table.all("declare zone Oakwood", 'declare water "Mill Lake" --in Oakwood', f"{BRANDT} --in Oakwood")
    table.refused("fish Brandt --rolled 8", "EOS-FISH-01")
    table.all(
        "join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood",
        'gm give Oakwood fishing toolkit for Pip --reason "lost by a small one"',
    )
    assert table.refused("fish Brandt --rolled 8", "EOS-SCALE-09")["state"] == "Small"


@pytest.mark.parametrize(
    ("gift", "tool", "units"),
    [("fishing toolkit", "crude", 2), ("basic fishing toolkit", "basic", 4), ("fishing workshop", "workshop", 8)],
)
def test_tools_multiply_the_catch(anglers: Table, gift: str, tool: str, units: int) -> None:
    """EOS-FISH-03 (2053): twice with a basic kit, four times with a workshop; the best within reach is taken."""
    anglers.ok(f'gm give Brandt {gift} --reason "found"')
    entries = anglers.entries("fish Brandt --rolled 8")
    assert (entries[2]["facts"]["tool"], food(entries)) == (tool, units)


def test_a_workshop_at_the_water_serves_whoever_fishes_there(anglers: Table) -> None:
    """EOS-FISH-03: in the store of the lake, of the size of whoever fishes."""
    anglers.ok('gm give mill-lake fishing workshop for Brandt --reason "an old weir"')
    assert food(anglers.entries("fish Brandt --rolled 8")) == 8


def test_a_shore_troll_catches_twice_as_much(table: Table) -> None:
    """EOS-RACE-SHORETROLL-01 (1335): a basic kit doubles, and the race doubles again: 2 over is 8 food."""
    table.all(
        "declare zone Beach",
        "declare water Bay --in Beach",
        'join Shel --race shore-troll --body 6 --mind 5 --reflex 4 --presence 4 --aura 6 --time "fishing 5" --in Beach',
        'gm give Shel fishing toolkit --reason "hers"',
    )
    entries = table.entries("fish Shel --rolled 8")
    assert (entries[2]["facts"], food(entries)) == ({"tool": "crude", "factor": 2}, 4)
    table.ok('gm give Shel basic fishing toolkit --reason "hers"')
    entries = table.entries("fish Shel --rolled 8")
    assert (entries[2]["facts"], food(entries)) == ({"tool": "basic", "factor": 4}, 8)


def test_fish_never_become_fewer(anglers: Table) -> None:
    """EOS-FISH-04 (2047): the number is the same after any number of catches."""
    first = anglers.entries("fish Brandt --tasks 2 --rolled 20/20")
    anglers.all('gm give Brandt 16 food --reason "his"', "clock day-2")
    second = anglers.entries("fish Brandt --rolled 20")
    assert [e["roll"]["target"] for e in (*first, *second) if e["roll"]] == [15, 15, 15]
    assert all(p["kind"] == "gained" for e in first if e["tag"] == "fish.rolled" for p in e["postings"])


def test_the_gm_sets_the_number_of_a_water_up_to_impossible(anglers: Table) -> None:
    """EOS-FISH-05 (2049): 20, then nothing at all until the GM says otherwise."""
    anglers.ok("declare water mill-lake --target 20")
    _, roll = anglers.entries("fish Brandt --rolled 11")
    assert (roll["roll"]["total"], roll["roll"]["target"], roll["roll"]["won"]) == (20, 20, False)
    anglers.ok("declare water mill-lake --impossible")
    assert anglers.refused("fish Brandt --rolled 20", "EOS-FISH-05")["state"] == "impossible"
    assert food(anglers.entries('fish Brandt --rolled 20 --overrule "one old carp"')) == 9


def test_the_only_water_need_not_be_named_but_one_of_two_must(anglers: Table) -> None:
    """EOS-FISH-05: each water has a number of its own."""
    assert anglers.entries("fish Brandt --rolled 8")[1]["place"] == "Mill Lake"
    anglers.ok("declare water Brook --in Oakwood --target 12")
    refused = anglers.refused("fish Brandt --rolled 8")
    assert (refused["state"], refused["help"]) == (
        "Mill Lake, Brook",
        ['fish Brandt --in "Mill Lake"', 'fish Brandt --in "Brook"'],
    )
    assert anglers.entries("fish Brandt --in brook --rolled 8")[1]["roll"]["target"] == 12


def test_without_water_nobody_fishes(table: Table) -> None:
    """EOS-FISH-05: the world lacks it, and nothing can be overruled into existence."""
    table.all("declare zone Oakwood", f"{BRANDT} --in Oakwood", 'gm give Brandt fishing toolkit --reason "his"')
    assert table.refused('fish Brandt --rolled 8 --overrule "why not"')["state"] == "no water"


def test_two_fishers_of_one_line_are_two_parts(anglers: Table) -> None:
    """EOS-FISH-02: `fish Brandt,Mara --rolled 8/14`: 17, and 14 + 0 + 2 = 16."""
    anglers.all(
        "join Mara --race human --body 5 --mind 6 --reflex 6 --presence 2 --aura 6 --in Oakwood",
        'gm give Mara fishing toolkit --reason "hers"',
    )
    entries = anglers.entries("fish Brandt,Mara --rolled 8/14")
    assert [e["who"] for e in entries if e["cause"] is None] == ["Brandt", "Mara"]
    assert [e["roll"]["margin"] for e in entries if e["roll"]] == [2, 1]

"""Locks: made, set, gambled on, and what they bear (seed 2112 to 2146)."""

import pytest

from ledger.locks import lock_armor, lock_hp, lock_number
from tests.conftest import Table
from tests.rules.test_crafting import give, maker


@pytest.fixture
def smithy(table: Table) -> Table:
    """Dora, locksmith 7, Presence 3, with basic tools and metal."""
    table.all("declare zone Oakwood --miles 15", maker("locksmith 7, lockpicking 5, metalworks 5"))
    give(table, "basic locksmith toolkit, locksmith workshop, 4 T7 ingot")
    return table


def test_a_lock_has_its_number_when_it_is_done(smithy: Table) -> None:
    """EOS-LOCK-05, EOS-LOCK-07 (example, line 2140): T2 takes 2 days at basic tools, 1 in the workshop; 2 + 20."""
    entries = smithy.entries("craft Dora T2 lock")
    assert [e["tag"] for e in entries] == ["task.spent", "craft.started", "craft.worked", "craft.finished", "lock.set"]
    lock = entries[-1]["facts"]["lock"]
    assert entries[-1]["facts"] == {"lock": lock, "number": 22}
    assert entries[-1]["rule"] == "EOS-LOCK-05"
    world = smithy.desk.campaign().head_world()
    assert (lock_number(world, lock), lock_armor(world, lock), lock_hp(world, lock)) == (22, 22, 22)


def test_the_makers_skill_may_count_instead(smithy: Table) -> None:
    """EOS-LOCK-05 (ruling lock_tn: tier-plus-20 | skill-plus-20): skill 7 makes 27 of a T2 lock."""
    smithy.ok('ruling lock_tn skill-plus-20 --reason "vote"')
    assert smithy.entries("craft Dora T2 lock")[-1]["facts"]["number"] == 27


def test_a_gamble_is_tier_and_presence_and_a_die_that_the_gm_sees(smithy: Table) -> None:
    """EOS-LOCK-06 (line 2142): a T7 lock of Presence 5 with an 18 is 30; without a witness it is refused.

    49 / 2 days at basic tools, half in the workshop: thirteen tasks, and the die belongs to the line that finishes it.
    """
    smithy.all('gm set Dora presence 5 --reason "example"')
    for _ in range(6):
        smithy.all("craft Dora T7 lock --tasks 2", "clock +1d")
    smithy.refused("craft Dora T7 lock --gamble", "EOS-LOCK-06")
    entry = smithy.entries("craft Dora T7 lock --gamble --witnessed --rolled 18")[-1]
    assert (entry["tag"], entry["rule"], entry["facts"]["number"]) == ("lock.set", "EOS-LOCK-06", 30)
    assert entry["roll"]["plus"] == [{"name": "tier", "value": 7}, {"name": "presence", "value": 5}]
    assert entry["roll"]["total"] == 30


def test_a_die_for_a_lock_that_is_not_done_yet_is_one_too_many(smithy: Table) -> None:
    smithy.usage("craft Dora T4 lock --gamble --witnessed --rolled 18")
    smithy.usage("craft Dora T2 ingot --gamble --witnessed")


def test_a_named_lock_hangs_where_it_was_made(smithy: Table) -> None:
    """COMMANDS 1.2: `--named`; then `pick` finds it under that name."""
    smithy.ok('craft Dora T1 lock --named "cellar lock"')
    assert smithy.ok("site Oakwood")["locks"] == ["cellar lock"]
    assert lock_number(smithy.desk.campaign().head_world(), "cellar lock") == 21
    give(smithy, "basic lockpicking toolkit")
    assert smithy.tags("pick Dora cellar-lock --rolled 20") == ["pick.rolled", "lock.opened"]
    smithy.refused('craft Dora T1 lock --named "cellar lock"')


def test_a_tier_less_is_a_number_less_and_harm_is_remembered(smithy: Table) -> None:
    """EOS-LOCK-09, EOS-LOCK-08, EOS-LOCK-10 (line 2144): 22 less a tier is 21; 4 harm of before stay taken."""
    smithy.ok("declare lock Door --tier 2 --in Oakwood")
    world = smithy.desk.campaign().fold()
    world.holders["Door"].fields["damage"] = 4
    assert lock_hp(world, "Door") == 18
    smithy.ok('gm set Door tier 1 --reason "a natural 20"')
    world = smithy.desk.campaign().fold()
    world.holders["Door"].fields["damage"] = 4
    assert (lock_number(world, "Door"), lock_armor(world, "Door"), lock_hp(world, "Door")) == (21, 21, 17)


def test_locks_take_basic_tools_a_level_and_good_metal(smithy: Table) -> None:
    """EOS-LOCK-01, EOS-LOCK-02, EOS-LOCK-04: no crude kit, no tier above the level, no lesser ingot."""
    smithy.refused("craft Dora T8 lock", "EOS-CRAFT-03")
    smithy.ok('gm take Dora 4 T7 ingot --reason "sold"')
    give(smithy, "T1 ingot")
    smithy.refused("craft Dora T2 lock", "EOS-CRAFT-07")
    smithy.all(
        'gm take Dora basic locksmith toolkit --reason "lost"', 'gm take Dora locksmith workshop --reason "lost"'
    )
    smithy.refused("craft Dora T1 lock", "EOS-CRAFT-02")
    smithy.refused(
        "join Cal --race human --body 5 --mind 5 --reflex 5 --presence 5 --aura 5 "
        "--time 'metalworks 5, lockpicking 4, locksmith 1'",
        "EOS-ADV-01",
    )


def test_a_lock_is_never_mended(smithy: Table) -> None:
    """EOS-LOCK-11."""
    smithy.ok("craft Dora T1 lock")
    give(smithy, "metalworks toolkit")
    smithy.refused("repair Dora lock", "EOS-LOCK-11")


def test_nor_is_a_lock_that_was_found(smithy: Table) -> None:
    """EOS-LOCK-11, EOS-OBJ-04: one of a place, by its name."""
    smithy.ok('declare lock "cellar lock" --tier 4 --in Oakwood')
    smithy.refused('repair Dora "cellar lock"', "EOS-LOCK-11")

"""Shelters: seed line 1916."""

import pytest

from tests.conftest import Table

IVO = 'join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --time "bushcraft 5"'


@pytest.fixture
def camp(table: Table) -> Table:
    """Ivo, with bushcraft 5, in the woods."""
    table.all("declare zone Oakwood --miles 15 --zones 4", f"{IVO} --in Oakwood")
    return table


def tiers(table: Table, *days: int) -> list[int]:
    return [table.ok(f"site Oakwood --on day-{day}")["shelter_tier"] for day in days]


def test_each_sub_task_raises_a_shelter_by_a_tier(camp: Table) -> None:
    """EOS-BUSH-10: two sub-tasks, two tiers."""
    _, raised = camp.entries("bushcraft Ivo 2 shelter")
    assert (raised["tag"], raised["rule"], raised["who"], raised["place"]) == (
        "shelter.raised",
        "EOS-BUSH-10",
        "Ivo",
        "Oakwood",
    )
    [posting] = raised["postings"]
    assert (posting["holder"], posting["field"], posting["from"], posting["to"]) == ("Oakwood", "shelter_tier", 0, 2)


def test_no_higher_than_the_level_of_whoever_builds(camp: Table) -> None:
    """EOS-BUSH-10: at the cap the sub-task has no effect and is refused; the GM may let it stand."""
    camp.ok("bushcraft Ivo 4 shelter")
    refused = camp.refused("bushcraft Ivo 2 shelter", "EOS-BUSH-10")
    assert (refused["thing"], refused["state"]) == ("Oakwood", "tier 4")
    camp.ok("bushcraft Ivo shelter")
    camp.refused("bushcraft Ivo shelter --in Oakwood", "EOS-DAY-01")
    assert tiers(camp, 1) == [5]


def test_at_the_cap_nothing_is_gained(camp: Table) -> None:
    """EOS-BUSH-10: tier 5 of 5."""
    camp.ok("bushcraft Ivo 5 shelter")
    assert camp.refused("bushcraft Ivo shelter", "EOS-BUSH-10")["state"] == "tier 5"
    camp.ok('bushcraft Ivo shelter --overrule "a hollow oak"')
    assert tiers(camp, 1) == [6]


def test_a_shelter_loses_a_tier_each_week_and_is_broken_at_none(camp: Table) -> None:
    """EOS-BUSH-11: tier 2 of day 1 is 1 from day 8 and broken from day 15."""
    camp.ok("bushcraft Ivo 2 shelter")
    assert tiers(camp, 1, 7, 8, 14, 15, 99) == [2, 2, 1, 1, 0, 0]
    losses = [camp.ok(f"site Oakwood --on day-{d}")["shelter_next_loss"] for d in (1, 7, 8, 15)]
    assert losses == [8, 8, 15, None]


def test_bolstering_does_not_move_the_weeks(camp: Table) -> None:
    """EOS-BUSH-11, ruling shelter_anchor: built on day 1, bolstered on day 6: 3, and a tier less on day 8."""
    camp.all('gm give Ivo 9 food --reason "his"', "bushcraft Ivo 2 shelter", "clock day-6", "bushcraft Ivo shelter")
    assert tiers(camp, 6, 7, 8, 15) == [3, 3, 2, 1]


def test_unless_the_table_counts_from_the_last_bolster(camp: Table) -> None:
    """EOS-BUSH-11, ruling shelter_anchor last-bolster: bolstered on day 6, a tier less on day 13."""
    camp.all(
        'ruling shelter_anchor last-bolster --reason "vote"',
        'gm give Ivo 9 food --reason "his"',
        "bushcraft Ivo 2 shelter",
        "clock day-6",
        "bushcraft Ivo shelter",
    )
    assert tiers(camp, 6, 8, 12, 13) == [3, 3, 3, 2]


def test_what_broke_down_is_built_anew(camp: Table) -> None:
    """EOS-BUSH-11: the weeks count from the day on which it last rose from nothing."""
    camp.all('gm give Ivo 1400 preserved food --reason "his"', "bushcraft Ivo shelter", "clock day-10")
    assert tiers(camp, 7, 8, 10) == [1, 0, 0]
    camp.ok("bushcraft Ivo shelter")
    assert tiers(camp, 10, 16, 17) == [1, 1, 0]


def test_one_sub_task_may_bring_it_to_any_tier_by_ruling(camp: Table) -> None:
    """EOS-BUSH-10, ruling shelter_bolster up-to-level: `T3 shelter`, then the level itself; T6 is above it."""
    camp.refused("bushcraft Ivo T3 shelter", "EOS-BUSH-10")
    camp.ok('ruling shelter_bolster up-to-level --reason "vote"')
    camp.refused("bushcraft Ivo T6 shelter", "EOS-BUSH-10")
    _, raised = camp.entries("bushcraft Ivo T3 shelter")
    assert (raised["postings"][0]["from"], raised["postings"][0]["to"]) == (0, 3)
    _, raised = camp.entries("bushcraft Ivo shelter")
    assert (raised["postings"][0]["from"], raised["postings"][0]["to"]) == (3, 5)

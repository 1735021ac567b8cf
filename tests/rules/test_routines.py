"""Standing work: COMMANDS 1.4."""

from typing import Any

import pytest

from tests.conftest import Table

NPC = 'npc {} --race human --body 5 --mind 6 --reflex 3 --presence 3 --aura 3 --skills "{}" --in Oakwood'


@pytest.fixture
def camp(table: Table) -> Table:
    """Mara farms, Ivo is a bushcrafter."""
    table.all(
        "declare zone Oakwood --miles 15",
        NPC.format("Mara", "farming 3, hunting 6"),
        NPC.format("Ivo", "bushcraft 3"),
    )
    return table


def deeds(entries: list[dict[str, Any]], tag: str) -> list[dict[str, Any]]:
    return [e for e in entries if e["tag"] == tag]


def test_a_routine_is_asked_by_time_on_each_day_passed_as_a_deed_of_its_own(camp: Table) -> None:
    """COMMANDS 1.4, 3.2: after it is set nothing happens; each day that passes has its own deed, an hour before the
    meal.
    """
    [set_] = camp.entries('routine Mara "farm Mara"')
    assert (set_["tag"], set_["who"], set_["facts"]["lines"]) == ("routine.set", "Mara", ["farm Mara"])
    entries = camp.entries("camp --days 3")
    tasks = deeds(entries, "task.spent")
    assert [(e["date"], e["deed"] == e["position"], e["cause"]) for e in tasks] == [
        ("day 1 19:00", True, None), ("day 2 19:00", True, None), ("day 3 19:00", True, None),
    ]  # fmt: skip
    assert [e["facts"]["nth"] for e in deeds(entries, "farm.worked")] == [1, 2, 3]


def test_the_clock_asks_it_too_and_only_once_a_day(camp: Table) -> None:
    """COMMANDS 1.4: `clock 18:00` is before it, `clock 19:00` includes it, the rest of the day asks nothing more."""
    camp.ok('routine Ivo "bushcraft Ivo 2 fire, food"')
    assert deeds(camp.entries("clock 18:00"), "task.spent") == []
    assert len(deeds(camp.entries("clock 19:00"), "bushcraft.made")) == 1
    assert deeds(camp.entries("clock day-2"), "task.spent") == []


def test_none_ends_it(camp: Table) -> None:
    camp.all('routine Mara "farm Mara"', "camp", "routine Mara none")
    assert deeds(camp.entries("camp"), "task.spent") == []


def test_several_lines_are_several_deeds_and_a_new_routine_replaces_the_old(camp: Table) -> None:
    """COMMANDS 1.4: a line or lines, each in quotes; one alone may go without."""
    camp.ok('routine Ivo "bushcraft Ivo fire" "bushcraft Ivo food"')
    assert [e["facts"]["nth"] for e in deeds(camp.entries("camp"), "task.spent")] == [1, 2]
    camp.ok("routine Ivo bushcraft Ivo 3 food")
    assert len(deeds(camp.entries("camp"), "task.spent")) == 1


def test_what_was_worked_by_hand_comes_first(camp: Table) -> None:
    """COMMANDS 1.4: on a day whose tasks are spent, or whose share of the plot is done, the routine asks for
    nothing.
    """
    camp.all("farm Mara", 'routine Mara "farm Mara"')
    assert deeds(camp.entries("camp"), "task.spent") == []
    camp.ok('task Mara "stands guard" --tasks 2')
    assert deeds(camp.entries("camp"), "task.spent") == []
    assert len(deeds(camp.entries("camp"), "farm.worked")) == 1


def test_a_refusal_ends_the_line_that_moves_time_and_names_the_day(camp: Table) -> None:
    """COMMANDS 3.2: snow falls on day 3; a camp of five days is refused, and says how far time can go."""
    camp.all('routine Mara "farm Mara"', "camp --days 2", "weather --snow --in Oakwood")
    refused = camp.refused("camp --days 5", "EOS-FARM-02")
    assert "The routine of Mara (farm Mara) cannot be done on day 3" in refused["text"]
    assert "routine Mara none" in refused["help"]
    camp.all("routine Mara none", "camp --days 5")


def test_the_dead_and_the_unconscious_have_no_routine(camp: Table) -> None:
    """EOS-STAT-07: nobody acts in their sleep; when she wakes she goes on."""
    camp.all('routine Mara "farm Mara"', 'gm harm Mara 26 --reason "a fall"')
    assert deeds(camp.entries("camp"), "task.spent") == []
    camp.ok('gm heal Mara 26 --reason "a spring"')
    assert len(deeds(camp.entries("camp"), "farm.worked")) == 1


def test_dice_of_a_routine_fall_on_their_own_day(camp: Table) -> None:
    """COMMANDS 1.3: a side not told is drawn by the cup; dice said with the routine are usage, as is a verb of the
    GM.
    """
    camp.ok('gm give Mara spear --reason "hers"')
    camp.usage('routine Mara "hunt Mara --rolled 14"')
    camp.usage('routine Mara "gm give Mara 5 food --reason x"')
    camp.usage('routine Mara "camp"')
    camp.usage('routine Mara "dance Mara"')
    camp.ok('routine Mara "hunt Mara"')
    [rolled] = deeds(camp.entries("camp"), "hunt.rolled")
    assert rolled["roll"]["source"] == "cup"


def test_a_day_of_a_routine_can_be_struck_alone_and_the_plot_follows(camp: Table) -> None:
    """DESIGN 3: each is a deed; without the second day the third is the second task."""
    camp.ok('routine Mara "farm Mara"')
    entries = camp.entries("camp --days 3")
    second = deeds(entries, "task.spent")[1]
    assert camp(f'void {second["position"]} --reason "she was ill"')["kind"] == "recorded"
    assert camp.ok("bench Mara")["works"][0]["done"] == 2

"""Tracking: seed lines 2083 to 2087."""

from typing import Any

import pytest

from tests.conftest import Table


@pytest.fixture
def trail(table: Table) -> Table:
    """Mara (hunting 6, presence 6) behind Rook (hunting 3, presence 3)."""
    table.all(
        "declare zone Oakwood --miles 15",
        'npc Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --skills "hunting 6" --in Oakwood',
        'npc Rook --race human --body 4 --mind 6 --reflex 4 --presence 3 --aura 3 --skills "hunting 3" --in Oakwood',
    )
    return table


def days(entries: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    return [(e["facts"]["behind"], e["facts"]["held"]) for e in entries if e["tag"] == "track.rolled"]


def test_a_trail_is_a_contest_of_hunting_and_presence_for_each_day(trail: Table) -> None:
    """EOS-HUNT-10 (2083): 12 + 6 + 6 = 24 against 9 + 3 + 3 = 15, then 7 + 12 = 19 against 15: two days are held."""
    first, second = trail.entries("track Mara Rook --rolled 12/7 --against 9/9")
    assert [e["tag"] for e in (first, second)] == ["track.rolled", "track.rolled"]
    assert (first["rule"], first["cause"], second["cause"]) == ("EOS-HUNT-10", None, None)
    assert (first["roll"]["total"], first["roll"]["against"]["total"], first["roll"]["margin"]) == (24, 15, 9)
    assert first["roll"]["plus"] == [{"name": "hunting", "value": 6}, {"name": "presence", "value": 6}]
    assert days([first, second]) == [(1, True), (2, True)]
    assert trail.ok("day")["people"][0]["used"] == 0


def test_a_lost_trail_costs_a_task_for_each_other_try(trail: Table) -> None:
    """EOS-HUNT-11: 2 + 12 = 14 against 15 loses it; the next try of the same day of the trail is a daily task."""
    lost, task, again, on = trail.entries("track Mara Rook --rolled 2/12/12 --against 9/9/9")
    assert [lost["tag"], task["tag"], again["tag"], on["tag"]] == [
        "track.rolled", "task.spent", "track.rolled", "track.rolled",
    ]  # fmt: skip
    assert (again["rule"], again["cause"]) == ("EOS-HUNT-11", task["position"])
    assert days([lost, again, on]) == [(1, False), (1, True), (2, True)]
    assert trail.ok("day")["people"][0]["used"] == 1
    trail.ok('task Mara "stands guard"')
    trail.ok("track Mara Rook --rolled 2 --against 9")
    trail.refused("track Mara Rook --rolled 12 --against 9", "EOS-DAY-01")


@pytest.mark.parametrize(("choice", "held"), [("lost", False), ("kept", True)])
def test_equal_totals(trail: Table, choice: str, held: bool) -> None:
    """EOS-HUNT-10, ruling track_tie: 3 + 12 = 15 against 15."""
    trail.ok(f'ruling track_tie {choice} --reason "vote"')
    [rolled] = trail.entries("track Mara Rook --rolled 3 --against 9")
    assert (rolled["roll"]["margin"], rolled["facts"]["held"]) == (0, held)


@pytest.mark.parametrize(("choice", "tasks"), [("yes", 0), ("no", 1)])
def test_the_first_try_of_all(trail: Table, choice: str, tasks: int) -> None:
    """EOS-HUNT-11, ruling first_tracking_try_free; a trail that is held asks no task on its later days."""
    trail.ok(f'ruling first_tracking_try_free {choice} --reason "vote"')
    trail.ok("track Mara Rook --rolled 12/12 --against 9/9")
    assert trail.ok("day")["people"][0]["used"] == tasks


def test_no_gear_is_asked(trail: Table) -> None:
    """EOS-HUNT-12: Mara has nothing at all."""
    assert trail.ok("stock Mara")["things"] == []
    trail.ok("track Mara Rook --rolled 12 --against 9")


def test_weather_and_a_cold_trail_are_the_gm_s_number(trail: Table) -> None:
    """EOS-HUNT-13 (2085): -4 for two days cold: 24 - 4 = 20; or a number instead of a contest."""
    trail.usage("track Mara Rook --bonus -4 --rolled 12 --against 9")
    [rolled] = trail.entries('track Mara Rook --bonus -4 --rolled 12 --against 9 --reason "two days cold"')
    assert (rolled["roll"]["total"], rolled["roll"]["margin"]) == (20, 5)
    [rolled] = trail.entries('track Mara Rook --target 24 --rolled 12 --reason "a wolf that nobody plays"')
    assert (rolled["roll"]["target"], rolled["roll"]["against"], rolled["facts"]["held"]) == (24, None, False)


def test_days_may_be_said_where_the_cup_throws(trail: Table) -> None:
    """EOS-HUNT-10: `--days 3` are three rolls of each; of nobody but another."""
    assert trail("track Mara Rook --dry-run")["data"]["entries"][-1]["roll"]["won"] is None
    entries = trail.entries("track Mara Rook --days 3")
    assert len([e for e in entries if e["tag"] == "track.rolled"]) == 3
    trail.usage("track Mara Mara --rolled 12 --against 9")
    trail.usage("track Mara Rook --days 0")


def test_a_corrected_die_finds_the_same_days_again(trail: Table) -> None:
    """EOS-HUNT-10: asked again by a correction, the deed has its two days and their dice."""
    trail.ok('gm set Mara presence 5 --at day-1 --reason "as she joined"')
    first = trail.entries("track Mara Rook --rolled 12/4 --against 9/9")[0]
    answer = trail(f'void {first["position"] - 1} --reason "she has 6" --accept all')
    assert answer["kind"] == "recorded", answer["data"]
    rolled = [e for e in trail.ok("log --of Mara")["entries"] if e["tag"] == "track.rolled"]
    assert [e["roll"]["total"] for e in rolled] == [24, 16]

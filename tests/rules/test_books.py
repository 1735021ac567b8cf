"""Scholars: seed lines 2352 to 2375, and 2579 for blank books."""

from typing import Any

import pytest

from tests.conftest import Table


def scholar(level: int) -> str:
    skills = f' --skills "scholar {level}"' if level else ""
    return f"npc Ada --race human --body 3 --mind 12 --reflex 3 --presence 3 --aura 3{skills} --in Oakwood"


@pytest.fixture
def study(table: Table) -> Table:
    """A herbal of 320 pages."""
    table.all("declare zone Oakwood --miles 15", "declare book Herbal --pages 320 --tier 2")
    return table


def give(table: Table, things: str) -> None:
    table.ok(f'gm give Ada {things} --reason "found"')


def bench(table: Table) -> list[dict[str, Any]]:
    works: list[dict[str, Any]] = table.ok("bench Ada")["works"]
    return works


# -- reading ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "pages"), [(1, 25), (2, 50), (5, 125), (12, 300)])
def test_a_task_reads_twenty_five_pages_for_each_level(study: Table, level: int, pages: int) -> None:
    """EOS-SCHO-02 (2354): the book's own figures: 25 at level 1, 300 at level 12."""
    study.ok(scholar(level))
    give(study, "Herbal")
    task, read = study.entries("read Ada Herbal")
    assert [task["tag"], read["tag"], read["rule"], read["cause"]] == [
        "task.spent", "book.read", "EOS-SCHO-02", task["position"],
    ]  # fmt: skip
    assert (read["facts"]["book"], read["facts"]["pages"], read["facts"]["left"]) == ("Herbal", pages, 320 - pages)


def test_what_is_read_stays_read_until_the_book_is_done(study: Table) -> None:
    """EOS-SCHO-02: 125 + 125 + 70: the third task ends it; read again it begins anew."""
    study.ok(scholar(5))
    give(study, "Herbal")
    study.ok("read Ada Herbal --tasks 2")
    [work] = bench(study)
    assert (work["verb"], work["product"], work["needed"], work["done"], work["state"]) == (
        "read",
        "Herbal",
        320,
        250,
        "open",
    )
    study.ok("clock day-2")
    entries = study.entries("read Ada Herbal --tasks 2")
    assert [e["facts"]["pages"] for e in entries if e["tag"] == "book.read"] == [70]
    assert (bench(study)[0]["state"], bench(study)[0]["finished"]) == ("finished", 1)
    assert study.entries("read Ada Herbal")[1]["facts"]["left"] == 195


def test_without_the_skill_nobody_reads_or_writes(study: Table) -> None:
    """EOS-SCHO-01 (2354); the row for level 0 of the pasted table is none of it (EOS-SCHO-05)."""
    study.ok(scholar(0))
    give(study, "Herbal, scholar toolkit, blank book")
    study.refused("read Ada Herbal", "EOS-SCHO-01")
    study.refused("write Ada Journal", "EOS-SCHO-01")


def test_a_book_must_be_within_reach_and_have_pages(study: Table) -> None:
    """EOS-SCHO-02: the world lacks it."""
    study.all(scholar(3), "declare book Scroll")
    assert study.refused("read Ada Herbal")["state"] == "none"
    give(study, "Scroll")
    assert study.refused("read Ada Herbal")["state"] == "Scroll"
    assert study.refused("read Ada Scroll")["state"] == "pages unknown"


def test_free_hours_are_the_gm_s_word_and_take_no_task(study: Table) -> None:
    """EOS-SCHO-04 (2356): a task's pages, or as many as are said."""
    study.ok(scholar(3))
    give(study, "Herbal")
    study.usage("read Ada Herbal --tasks 0")
    study.usage("read Ada Herbal --tasks 0 --free")
    study.usage('read Ada Herbal --free --reason "long evenings"')
    [read] = study.entries('read Ada Herbal --tasks 0 --free --reason "long evenings"')
    assert (read["rule"], read["facts"]["pages"], read["facts"]["free"]) == ("EOS-SCHO-04", 75, True)
    [read] = study.entries('read Ada Herbal --tasks 0 --free --pages 10 --reason "by the fire"')
    assert (read["facts"]["pages"], study.ok("day")["people"][0]["used"]) == (10, 0)


# -- writing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 3, 12])
def test_a_task_writes_a_page_for_each_level_whatever_the_tier(study: Table, level: int) -> None:
    """EOS-SCHO-03 (2352): no factor for tools; lower tiers take no less time."""
    study.ok(scholar(level))
    give(study, "basic scholar toolkit, blank book")
    task, written = study.entries("write Ada Journal --tier 1")
    assert [task["tag"], written["tag"], written["rule"]] == ["task.spent", "book.written", "EOS-SCHO-03"]
    assert (written["facts"]["tier"], written["facts"]["pages"], written["facts"]["left"]) == (1, level, 100 - level)
    assert [(p["kind"], p["item"]) for p in written["postings"] if p.get("item") and p["kind"] != "changed"] == [
        ("spent", "blank book"), ("gained", "book"),
    ]  # fmt: skip


def test_a_book_grows_on_the_bench_and_can_be_read_as_far_as_it_goes(study: Table) -> None:
    """EOS-SCHO-03: two tasks of three pages; Ada reads her six pages over in one task."""
    study.ok(scholar(3))
    give(study, "scholar toolkit, blank book")
    study.ok("write Ada Journal --tier 3 --tasks 2")
    [work] = bench(study)
    assert (work["verb"], work["product"], work["tier"], work["needed"], work["done"]) == (
        "write",
        "Journal",
        3,
        100,
        6,
    )
    study.all("clock day-2", "write Ada Journal")
    assert bench(study)[0]["done"] == 9
    assert study.entries("read Ada Journal")[1]["facts"] | {} == {
        "book": "Journal",
        "pages": 9,
        "left": 0,
        "free": False,
    }


def test_a_tier_above_the_skill_is_refused_and_a_begun_one_stays(study: Table) -> None:
    """EOS-SCHO-03: tier 1 to the level; left out it is the level."""
    study.ok(scholar(3))
    give(study, "scholar toolkit, blank book")
    study.refused("write Ada Journal --tier 4", "EOS-SCHO-03")
    assert study.entries("write Ada Journal")[1]["facts"]["tier"] == 3
    assert study.refused("write Ada Journal --tier 2")["state"] == "T3"


def test_without_a_toolkit_nobody_writes(study: Table) -> None:
    """EOS-SCHO-03: at least crude; reading asks for none."""
    study.ok(scholar(3))
    give(study, "blank book, Herbal")
    study.refused("write Ada Journal", "EOS-SCHO-03")
    study.ok("read Ada Herbal")


def test_no_more_is_written_than_there_are_blank_pages(study: Table) -> None:
    """EOS-WOOD-13 (2579): a blank book has 100 pages; 150 take two of them; a full one is done."""
    study.ok(scholar(12))
    give(study, "scholar toolkit")
    assert study.refused("write Ada Journal", "EOS-WOOD-13")["state"] == "0 blank pages"
    give(study, "blank book")
    study.refused("write Ada Journal --pages 101", "EOS-WOOD-13")
    give(study, "blank book")
    study.ok("write Ada Journal --pages 150")
    assert [t["item"] for t in study.ok("stock Ada")["things"]] == ["book", "scholar toolkit"]
    give(study, "blank book")
    study.ok("write Ada Note --pages 12")
    assert bench(study)[-1]["state"] == "finished"


@pytest.mark.parametrize(("kit", "pages"), [("scholar toolkit", 4), ("basic scholar toolkit", 8)])
def test_the_table_may_be_taken_for_writing(study: Table, kit: str, pages: int) -> None:
    """EOS-SCHO-03, EOS-SCHO-05, ruling scholar_rule: by the pasted table level 3 is 4 crude and 8 basic."""
    study.all(scholar(3), 'ruling scholar_rule table --reason "vote"')
    give(study, f"{kit}, blank book")
    assert study.entries("write Ada Journal")[1]["facts"]["pages"] == pages


def test_writing_in_free_hours(study: Table) -> None:
    """EOS-SCHO-04: the same, without a task."""
    study.ok(scholar(3))
    give(study, "scholar toolkit, blank book")
    [written] = study.entries('write Ada Journal --tasks 0 --free --reason "by candle"')
    assert (written["rule"], written["facts"]["pages"], written["cause"]) == ("EOS-SCHO-04", 3, None)

"""`rollback --keep`: deeds of the abandoned days entered again at the cut; `--only`, `--of`: batches of voids (HISTORY 1.5)."""

import pytest
from conftest import JSON, Table

MARA = 'join Mara --race human --body 5 --mind 6 --presence 6 --time "hunting 6, bow 6" --in Oakwood'
IVO = 'join Ivo --race dwarf --body 4 --mind 6 --presence 5 --time "bushcraft 6, cooking 4" --in Oakwood'


@pytest.fixture
def days(table: Table) -> Table:
    """Day 1: nothing. Day 2: Mara hunts a 14 (entry `hunt`), is given a sword. Day 3: it goes to Ivo. Day 4 has begun."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4", MARA, IVO, 'gm give Oakwood 60 preserved food --reason "the wreck"',
        'gm give Mara,Ivo spear --reason "the wreck"',
        "clock day-2", "hunt Mara --rolled 14", 'gm give Mara T2 sword --reason "found"',
        "clock day-3", "give Mara sword --to Ivo", "hunt Mara --rolled 15", "clock day-4",
    )  # fmt: skip
    return table


def deeds(table: Table, tag: str) -> list[int]:
    return [e["position"] for e in table.ok(f"log --tag {tag}")["entries"]]


def deed_of(table: Table, command: str) -> int:
    """Where the deed of this line begins."""
    return int(next(e["position"] for e in table.ok("log")["entries"] if e["command"] == command))


def lots(table: Table, holder: str, item: str) -> list[str]:
    things = table.ok(f"stock {holder}")["things"]
    return [lot for thing in things if thing["item"] == item for lot in thing["lots"]]


def fields(entry: JSON, *names: str) -> list[object]:
    return [entry[name] for name in names]


def test_a_kept_deed_is_struck_with_the_rest_and_entered_again_at_the_cut_with_its_dice(days: Table) -> None:
    hunt = deed_of(days, "hunt Mara --rolled 15")
    entries = days.entries(f'rollback --to day-2 --keep {hunt} --reason "the ford"')
    assert [e["tag"] for e in entries] == ["correction.made", "task.spent", "hunt.rolled", "hunt.harvested"]
    made, task, rolled, _ = entries
    assert (made["facts"]["verb"], made["facts"]["kept"], made["facts"]["branch"]) == ("rollback", [hunt], "branch-1")
    assert made["text"].endswith(f"set aside as branch-1; entered again: {hunt}")
    assert fields(task, "date", "command", "deed", "root", "operation", "replaces") == [
        "day 2 06:00", "hunt Mara --rolled 15", task["position"], task["position"], made["position"], None,
    ]  # fmt: skip
    # The wear of the hunt of day 2 that was not kept is gone: 15 + hunting 6 + presence 6 against 15.
    assert (rolled["roll"]["total"], rolled["roll"]["target"], rolled["roll"]["source"]) == (27, 15, "table")
    assert days.ok(f"show {hunt}")["entry"]["struck"]
    assert days("log")["basis"]["date"] == "day 2 06:00"
    assert days.ok("day")["people"][0]["used"] == 1


def test_what_a_kept_deed_brought_is_what_a_later_kept_deed_is_about(days: Table) -> None:
    """The sword is the one of the entry that stands now; it goes to Ivo again."""
    gift, handed = deed_of(days, 'gm give Mara T2 sword --reason "found"'), deed_of(days, "give Mara sword --to Ivo")
    assert lots(days, "Ivo", "sword") == [f"sword@{gift}"]
    entries = days.entries(f'rollback --to day-2 --keep {handed},{gift} --reason "the ford"')
    assert [e["tag"] for e in entries] == ["correction.made", "gm.gave", "goods.moved"]  # in the order of the world
    assert entries[0]["facts"]["kept"] == [gift, handed]
    assert entries[1]["reason"] == "found"
    assert lots(days, "Ivo", "sword") == [f"sword@{entries[1]['position']}"]


def test_a_named_lot_of_a_kept_deed_is_named_anew(days: Table) -> None:
    gift = deed_of(days, 'gm give Mara T2 sword --reason "found"')
    days.ok("give Ivo sword --to Mara")
    days.ok(f"give Mara sword@{gift} --to Oakwood")
    named = deed_of(days, f"give Mara sword@{gift} --to Oakwood")
    _, given, moved = days.entries(f'rollback --to day-2 --keep {gift},{named} --reason "x"')
    assert moved["command"] == f"give Mara sword@{given['position']} --to Oakwood"
    assert lots(days, "Oakwood", "sword") == [f"sword@{given['position']}"]


def test_keep_all_enters_every_told_deed_again_and_no_time(days: Table) -> None:
    """Two hunts, a gift, a hand-over; neither the clock lines nor what they brought."""
    entries = days.entries('rollback --to day-2 --keep all --reason "one day, not two"')
    assert [e["tag"] for e in entries if e["cause"] is None] == [
        "correction.made", "task.spent", "gm.gave", "goods.moved", "task.spent",
    ]  # fmt: skip
    assert days.ok("day")["people"][0]["used"] == 2


def test_a_dry_run_keeps_nothing_and_undo_takes_both_back(days: Table) -> None:
    hunt = deed_of(days, "hunt Mara --rolled 15")
    before = days.ok("log")
    planned = days(f'rollback --to day-2 --keep {hunt} --reason "the ford" --dry-run')
    assert (planned["kind"], [e["tag"] for e in planned["data"]["entries"]]) == (
        "planned", ["correction.made", "task.spent", "hunt.rolled", "hunt.harvested"],
    )  # fmt: skip
    assert days.ok("log") == before
    views = ("party", "larder Oakwood", "zone Oakwood", "sheet Mara", "stock Ivo", "log")
    seen = [days.ok(view) for view in views[:-1]]
    days.ok(f'rollback --to day-2 --keep {hunt} --reason "the ford"')
    without = [days.ok(view) for view in views[:-1]]
    days.ok("undo")
    assert [days.ok(view) for view in views[:-1]] == seen
    days.ok("redo")
    assert [days.ok(view) for view in views[:-1]] == without
    days.ok("restore branch-1")
    assert [days.ok(view) for view in views[:-1]] == seen


def test_a_kept_deed_that_the_cut_does_not_allow_is_refused_and_nothing_is_written(days: Table) -> None:
    """A third task on day 2 (EOS-DAY-01): three hunts of three days do not go into one."""
    days.ok("hunt Mara --rolled 16")
    hunts = [e["position"] for e in days.ok("log --of Mara --tag task.spent")["entries"]]
    said = ",".join(map(str, hunts))
    no = days.refused(f'rollback --to day-2 --keep {said} --reason "x"', "EOS-DAY-01")
    assert no["thing"] == f"entry {hunts[2]}"
    assert f"Entry {hunts[2]} (hunt Mara --rolled 16) cannot be kept at day 2 06:00" in no["text"]
    assert no["help"] == [f'rollback --to "day 2 06:00" --reason "..." --keep {hunts[0]},{hunts[1]}']
    entries = days.entries(f'rollback --to day-2 --keep {said} --reason "x" --overrule "the long day"')
    assert [e["overruled"] for e in entries if e["tag"] == "task.spent"] == [[], [], ["EOS-DAY-01", "EOS-COOK-08"]]


def test_a_kept_deed_about_something_that_is_not_there_yet_is_refused(days: Table) -> None:
    """The sword was given on day 2; at the cut of day 2 nobody has it, unless the gift is kept too."""
    handed = deed_of(days, "give Mara sword --to Ivo")
    no = days.refused(f'rollback --to day-2 --keep {handed} --reason "x"')
    assert no["thing"] == f"entry {handed}"


def test_an_overrule_of_the_deed_goes_with_it_and_waives_no_more(days: Table) -> None:
    days.all("hunt Mara --rolled 3", "hunt Mara --rolled 4", 'hunt Mara --rolled 5 --overrule "the horn woke her"')
    third = deed_of(days, 'hunt Mara --rolled 5 --overrule "the horn woke her"')
    _, task, *_ = days.entries(f'rollback --to day-4 --keep {third} --reason "x"')
    assert (task["overruled"], task["reason"]) == ([], "the horn woke her")  # the first of the day needs none
    days.ok("undo")
    first, second = (deed_of(days, f"hunt Mara --rolled {n}") for n in (3, 4))
    entries = days.entries(f'rollback --to day-4 --keep {first},{second},{third} --reason "x"')
    assert [e["overruled"] for e in entries if e["tag"] == "task.spent"] == [[], [], ["EOS-DAY-01", "EOS-COOK-08"]]


def test_only_deeds_of_the_abandoned_days_are_kept(days: Table) -> None:
    """What stays, what was struck before, what time asked, a part: each is refused by its own name."""
    hunt = deed_of(days, "hunt Mara --rolled 15")
    roll = days.ok("log --tag hunt.rolled")["entries"][-1]["position"]
    meal, closed = deeds(days, "meal.eaten")[-1], deeds(days, "day.closed")[-1]
    moved = deed_of(days, "clock day-3")
    assert days.refused('rollback --to day-2 --keep 3 --reason "x"')["state"] == "stays"
    part = days.refused(f'rollback --to day-2 --keep {roll} --reason "x"')
    assert (part["state"], part["help"]) == ("part", [f"--keep {hunt}"])
    assert days.refused(f'rollback --to day-2 --keep {meal} --reason "x"')["state"] == "tick"
    assert days.refused(f'rollback --to day-2 --keep {closed} --reason "x"')["state"] == "time passed"
    assert days.refused(f'rollback --to day-2 --keep {moved} --reason "x"')["state"] == "time passed"
    note = days.entries("dispute 8 --reason why")[0]["position"]
    assert days.refused(f'rollback --to day-2 --keep {note} --reason "x"')["state"] == "stays"
    days.ok(f'void {hunt} --reason "no"')
    struck = days.refused(f'rollback --to day-2 --keep {hunt} --reason "x"')
    assert (struck["state"], struck["help"]) == ("struck", [f"restore {hunt}"])
    days.usage('rollback --to day-2 --keep 9999 --reason "x"')
    days.usage('rollback --to day-2 --keep hunt --reason "x"')


def test_a_corrected_deed_is_kept_as_it_was_corrected(days: Table) -> None:
    hunt = deed_of(days, "hunt Mara --rolled 15")
    days.ok(f'correct {hunt} hunt Mara --rolled 2 --reason "a 2"')
    entries = days.entries(f'rollback --to day-2 --keep {hunt} --reason "x"')
    assert [e["tag"] for e in entries] == ["correction.made", "task.spent", "hunt.rolled"]  # 14 against 15: nothing
    assert entries[1]["command"] == "hunt Mara --rolled 2"


def test_dice_that_the_cup_threw_are_kept_and_none_is_thrown(days: Table) -> None:
    days.ok("hunt Ivo")
    hunt = deed_of(days, "hunt Ivo")
    face = days.ok("log --tag hunt.rolled")["entries"][-1]["roll"]["dice"][0]["face"]
    entries = days.entries(f'rollback --to day-2 --keep {hunt} --reason "x"')
    rolled = next(e for e in entries if e["tag"] == "hunt.rolled")
    assert (rolled["roll"]["dice"][0]["face"], rolled["roll"]["source"]) == (face, "cup")


def test_a_kept_deed_keeps_its_line_of_the_note(bare_table: Table) -> None:
    """Played again, the line counts as recorded; the abandoned ones are played anew."""
    note = bare_table.folder / "one.md"
    lines = ['new "Note" --spring 03-01', "declare zone Oakwood --miles 15 --zones 4", MARA,
             'gm give Mara 9 food, spear --reason "wreck"', "clock day-2", "hunt Mara --rolled 14", "hunt Mara --rolled 13",
             "clock day-3"]  # fmt: skip
    note.write_text("```campaign\n" + "\n".join(lines) + "\n```\n")
    bare_table.ok(f"play {note}")
    second = deed_of(bare_table, "hunt Mara --rolled 13")
    kept = bare_table.entries(f'rollback --to day-2 --keep {second} --reason "x"')[1]
    assert kept["source"] == "one.md:8"
    again = bare_table.ok(f"play {note}")["lines"]
    assert {row["text"]: row["outcome"] for row in again[5:]} == {
        "hunt Mara --rolled 14": "recorded", "hunt Mara --rolled 13": "already", "clock day-3": "recorded",
    }  # fmt: skip


def test_rolling_back_one_person_strikes_what_she_did_and_not_that_she_is_there(days: Table) -> None:
    """README, Decisions: her joining and what the GM's hand gave her stay; her hunts and what she handed on go."""
    answer = days.ok('rollback --only Mara --reason "a guest played her" --accept all')
    made = answer["entries"][0]["facts"]
    assert made["verb"] == "rollback"
    left = [e["tag"] for e in days.ok("log --of Mara")["entries"] if e["tag"] not in ("meal.eaten", "body.healed")]
    assert "character.joined" in left and "gm.gave" in left
    assert "task.spent" not in left and "hunt.rolled" not in left
    assert len(lots(days, "Mara", "sword")) == 1
    assert days("log")["basis"]["date"] == "day 4 06:00"  # the clock stays
    days.ok("undo")
    assert len(deeds(days, "hunt.rolled")) == 2


def test_rolling_back_one_person_from_a_day_on(days: Table) -> None:
    days.ok('rollback --only Mara --to day-3 --reason "a guest played her" --accept all')
    assert [e["roll"]["dice"][0]["face"] for e in days.ok("log --tag hunt.rolled")["entries"]] == [14]


def test_a_batch_of_voids_by_position(days: Table) -> None:
    first, second = (deed_of(days, f"hunt Mara --rolled {n}") for n in (14, 15))
    days.ok(f'rollback --of {first},{second} --reason "she was ill" --accept all')
    assert deeds(days, "hunt.rolled") == []
    days.ok("undo")
    assert len(deeds(days, "hunt.rolled")) == 2


def test_a_branch_is_compared_with_the_book(table: Table) -> None:
    """COMMANDS 6: `branch compare NAME book` has the keys of `diff`."""
    table.all(
        "declare zone Oakwood", "npc Ann --race human --body 4 --mind 3 --reflex 4 --presence 3 --in Oakwood", "clock day-2",
        'gm harm Ann 3 --reason "a thorn"', 'rollback --to day-2 --reason "no thorn" --named "the thorn"',
    )  # fmt: skip
    compared = table.ok('branch compare "the thorn" book')
    assert compared == table.ok('diff "the thorn" book')
    assert [(c["thing"], c["field"], c["from"], c["to"]) for c in compared["changes"]] == [("Ann", "hp", 21, 24)]
    table.usage("branch compare nowhere book")

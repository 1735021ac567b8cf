"""Learning: stat points, months and levels laid out, and all of it anew (seed 307 to 336, 343 to 371, 891)."""

import pytest

from tests.conftest import Table

JOIN = "--body 5 --mind 5 --reflex 5 --presence 5 --aura 5 --in Oakwood"


@pytest.fixture
def school(table: Table) -> Table:
    """Mara, Mind 5: tailor 5 by time and 2 by combat, three combat points in a bow."""
    table.all(
        "declare zone Oakwood --miles 15",
        f'join Mara --race human {JOIN} --time "tailor 5, metalworks 4" --combat "tailor 2, bow 3"',
    )
    return table


def skill(table: Table, name: str, who: str = "Mara") -> tuple[int, int, int]:
    """Level, and the parts by time and combat."""
    row = table.ok(f"sheet {who}")["skills"].get(name, {"level": 0, "time": 0, "combat": 0})
    return row["level"], row["time"], row["combat"]


def points(table: Table, who: str = "Mara") -> dict[str, int]:
    found: dict[str, int] = table.ok(f"sheet {who}")["points"]
    return found


def level_up(table: Table, who: str = "Mara") -> None:
    table.ok(f'gm award {who} 2000 --reason "a long year"')


# -- stats ------------------------------------------------------------------------------------------------------


def test_a_level_brings_a_stat_point(school: Table) -> None:
    """EOS-STAT-04, EOS-STAT-05 (lines 50, 369): a Body more counts for both levels: 6 x 2 + 20."""
    school.refused("raise Mara body", "EOS-STAT-04")
    level_up(school)
    assert points(school)["stat"] == 1
    [entry] = school.entries("raise Mara body")
    assert (entry["tag"], entry["rule"], entry["facts"]) == ("stat.raised", "EOS-STAT-04", {"stat": "body"})
    sheet = school.ok("sheet Mara")
    assert (sheet["body"], sheet["max_hp"], sheet["hp"], sheet["points"]["stat"]) == (6, 32, 25, 0)
    school.refused("raise Mara body", "EOS-STAT-04")
    school.usage("raise Mara luck")


@pytest.mark.parametrize(("race", "cap"), [("human", 12), ("neo-rat", 15)])
def test_a_stat_ends_at_twelve_or_at_what_the_race_allows(school: Table, race: str, cap: int) -> None:
    """EOS-STAT-02 (line 347): 15 in the stat that a race lifts."""
    stat = {"human": "body", "neo-rat": "reflex"}[race]
    school.ok(f"join Ivo --race {race} {JOIN}")
    level_up(school, "Ivo")
    school.all(f'gm set Ivo {stat} {cap} --reason "grown"')
    school.refused(f"raise Ivo {stat}", "EOS-STAT-02")
    school.all(f'gm set Ivo {stat} {cap - 1} --reason "grown"', f"raise Ivo {stat}")


# -- points -----------------------------------------------------------------------------------------------------


def test_points_of_time_go_up_to_mind(school: Table) -> None:
    """EOS-SKILL-05, EOS-SKILL-04: a human brings 48 points, of which 39 are banked; Mind 5 is the limit of each."""
    assert points(school)["time"] == 39
    entries = school.entries('learn Mara "metalworks 1, hunting 3" --from time')
    assert [(e["tag"], e["rule"], e["facts"], e["cause"]) for e in entries] == [
        ("skill.learned", "EOS-SKILL-05", {"skill": "metalworks", "points": 1, "pool": "time", "rank": None}, None),
        ("skill.learned", "EOS-SKILL-05", {"skill": "hunting", "points": 3, "pool": "time", "rank": None}, None),
    ]
    assert skill(school, "metalworks") == (5, 5, 0)
    assert points(school)["time"] == 35
    school.refused('learn Mara "metalworks 1" --from time', "EOS-SKILL-05")
    school.ok('gm set Mara mind 6 --reason "older"')
    school.ok('learn Mara "metalworks 1" --from time')


def test_combat_points_may_go_above_mind_but_not_above_twelve(school: Table) -> None:
    """EOS-SKILL-06, EOS-SKILL-07, EOS-SKILL-02: Mind 5 at level 2 is 10 points, 5 of them laid out."""
    school.refused('learn Mara "bow 1" --from combat', "EOS-SKILL-06")
    level_up(school)
    assert points(school)["combat"] == 5
    school.ok('learn Mara "tailor 5" --from combat')
    assert skill(school, "tailor") == (12, 5, 7)
    level_up(school)
    school.refused('learn Mara "tailor 1" --from combat', "EOS-SKILL-02")


def test_months_bring_what_is_learned_with(school: Table) -> None:
    """EOS-SKILL-04, EOS-SKILL-05, EOS-RACE-HUMAN-01: two a month for a human."""
    school.ok("gm give Oakwood 400 preserved food --reason stores")
    school.ok("clock +30d")
    assert points(school)["time"] == 41


def test_an_advanced_skill_is_learned_on_what_it_builds_on(school: Table) -> None:
    """EOS-ADV-01, EOS-ADV-02, EOS-ADV-03 (line 307): armorsmith on metalworks 5 and tailor 5, both pools counted."""
    school.refused('learn Mara "armorsmith 1" --from time', "EOS-ADV-01")
    school.all('learn Mara "metalworks 1" --from time', 'learn Mara "armorsmith 2" --from time')
    school.refused('learn Mara "weaponsmith 6" --from time', "EOS-SKILL-05")


def test_what_a_gratchen_was_given_needs_nothing_the_next_point_does(school: Table) -> None:
    """EOS-ADV-04 (line 891)."""
    school.ok(f'join Gra --race gratchen {JOIN} --time "woodworks 4"')
    school.refused('learn Gra "crossbow smith 1" --from time', "EOS-ADV-04")
    school.all('learn Gra "woodworks 1, metalworks 4, crossbow smith 1" --from time')
    assert skill(school, "crossbow smith", "Gra")[0] == 2


def test_what_no_line_can_learn(school: Table) -> None:
    """EOS-CHAR-08, EOS-SKILL-03: no mind, no skill; points are whole numbers from a pool."""
    school.ok("npc wolf --size 1x1 --move 6 --hp 20")
    school.refused('learn wolf "hunting 1" --from time', "EOS-CHAR-08")
    school.usage('learn Mara "hunting 1" --from gifts')
    school.usage('learn Mara "hunting -1" --from time')
    school.usage('learn Mara "hunting 1, hunting 1" --from time')
    school.usage('learn Mara "hunting adept" --from time')


# -- anew -------------------------------------------------------------------------------------------------------


def test_a_combat_point_is_traded_for_a_point_of_time(school: Table) -> None:
    """EOS-SKILL-08 (example, line 322): Mind from 5 to 6, tailor 5 + 2 becomes 6 + 1, and a combat point is free."""
    line = 'relearn Mara --time "tailor 6, metalworks 4" --combat "tailor 1, bow 3"'
    school.refused(line, "EOS-SKILL-08")
    level_up(school)
    school.ok("raise Mara mind")
    assert points(school)["combat"] == 7
    [entry] = school.entries(line)
    assert (entry["tag"], entry["rule"], entry["facts"]) == ("skills.relearned", "EOS-SKILL-08", {"lowered": []})
    assert skill(school, "tailor") == (7, 6, 1)
    assert points(school)["combat"] == 8


def test_the_next_task_closes_the_window(school: Table) -> None:
    """EOS-SKILL-08: after the level, before the next task; a task of before does not count."""
    line = 'relearn Mara --time "tailor 5" --combat "bow 5"'
    school.ok('task Mara "stands guard"')
    level_up(school)
    school.all(line, 'task Mara "stands guard"')
    school.refused(line, "EOS-SKILL-08")


def test_every_limit_holds_anew(school: Table) -> None:
    """EOS-SKILL-08, EOS-SKILL-05, EOS-SKILL-06, EOS-SKILL-02."""
    level_up(school)
    school.refused('relearn Mara --time "tailor 6"', "EOS-SKILL-05")
    school.refused('relearn Mara --combat "bow 11"', "EOS-SKILL-06")
    skills = (
        "tailor 5, metalworks 5, hunting 5, fishing 5, cooking 5, traps 5, mining 5, logging 5, farming 5, medicine 4"
    )
    school.refused(f'relearn Mara --time "{skills}"', "EOS-SKILL-05")
    level_up(school)
    school.refused('relearn Mara --time "tailor 5" --combat "tailor 8"', "EOS-SKILL-02")
    school.usage('relearn Mara --time "tailor 5, tailor 5"')


@pytest.mark.parametrize(("choice", "refused"), [("warn", False), ("refuse", True)])
def test_a_skill_may_end_lower_than_it_was(school: Table, choice: str, refused: bool) -> None:
    """EOS-SKILL-08 (line 320; ruling respec_may_lower): the entry says which."""
    level_up(school)
    school.ok(f'ruling respec_may_lower {choice} --reason "vote"')
    line = 'relearn Mara --time "metalworks 4" --combat "bow 3"'
    if refused:
        school.refused(line, "EOS-SKILL-08")
    else:
        assert school.entries(line)[0]["facts"] == {"lowered": ["tailor"]}


@pytest.mark.parametrize(("choice", "refused"), [("refuse", True), ("checked-when-taken", False)])
def test_what_an_advanced_skill_builds_on_stays_unless_ruled_otherwise(
    school: Table, choice: str, refused: bool
) -> None:
    """EOS-ADV-01, EOS-ADV-03 (ruling prereq_invariant)."""
    school.all(
        'learn Mara "metalworks 1, armorsmith 1" --from time', f'ruling prereq_invariant {choice} --reason "vote"'
    )
    level_up(school)
    line = 'relearn Mara --time "tailor 4, metalworks 5, armorsmith 1"'
    if refused:
        school.refused(line, "EOS-ADV-01")
    else:
        school.ok(line)
        level_up(school)
        school.refused('relearn Mara --time "tailor 4, metalworks 5, armorsmith 2"', "EOS-ADV-01")

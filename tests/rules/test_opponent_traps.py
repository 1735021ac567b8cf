"""Traps for opponents (seed lines 1724 to 1738, 611, 1206, 1361)."""

import pytest

from tests.conftest import JSON, Table

PIP = 'join Pip --race human --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --time "traps 4" --in Oakwood'
BANDIT = (
    'npc bandit --count 2 --race human --body 4 --mind 3 --reflex 4 --presence 3 --skills "main-hand melee 3"'
    ' --gear "T2 axe, T2 armor, T2 shield" --in Oakwood'
)


@pytest.fixture
def snare(table: Table) -> Table:
    """Pip (Traps 4, Presence 6) with a crude kit, and two bandits of 24 hit points in armor."""
    table.all(
        "declare zone Oakwood --zones 4", "declare zone Ford", PIP, "gm give Oakwood 90 preserved food --reason stores",
        'gm give Pip traps toolkit --reason "hers"', BANDIT)
    return table


def hp(table: Table, who: str) -> object:
    return table.ok(f"sheet {who}")["hp"]


def held(table: Table, who: str) -> bool:
    return "held" in table.ok(f"sheet {who}")["conditions"]


def by_tag(entries: list[JSON], tag: str) -> JSON:
    [found] = [e for e in entries if e["tag"] == tag]
    return found


def test_a_trap_is_met_with_traps_presence_and_a_die_and_keeps_that_number(snare: Table) -> None:
    """EOS-TRAP-10: 4 + 6 + 10 = 20; it costs no task (EOS-DAY-03) and waits for ever."""
    [trap] = snare.entries('set-trap Pip "the ford" --rolled 10')
    assert (trap["tag"], trap["rule"], trap["who"], trap["place"]) == ("trap.set", "EOS-TRAP-10", "Pip", "Oakwood")
    assert (trap["roll"]["plus"], trap["roll"]["total"]) == (
        [{"name": "traps", "value": 4}, {"name": "presence", "value": 6}],
        20,
    )
    assert (trap["roll"]["target"], trap["roll"]["won"], trap["hidden"]) == (None, None, True)
    assert (trap["facts"]["trap"], trap["facts"]["difficulty"], trap["facts"]["rounds"]) == ("the ford", 20, 4)
    day = snare.ok("day")["people"][0]
    assert (day["name"], day["traps_set"], day["used"]) == ("Pip", 1, 0)
    assert snare.ok("site Oakwood")["traps"] == ["the ford"]
    snare.ok("clock day-40")
    met = snare.entries('meet-trap bandit-1 "the ford" --rolled 17')[0]
    assert (met["roll"]["total"], met["roll"]["target"]) == (20, 20)


def test_no_trap_without_a_toolkit_nor_without_a_place(table: Table) -> None:
    """EOS-TRAP-10: at least a crude kit; where it lies must be said."""
    table.all("declare zone Oakwood", PIP)
    table.refused('set-trap Pip "the ford" --rolled 10', "EOS-TRAP-10")
    table.usage("set-trap Pip --rolled 10")
    table.ok('gm give Pip traps toolkit --reason "hers"')
    table.refused('set-trap Pip "the ford" --with workshop --rolled 10', "EOS-TRAP-09")
    table.usage('set-trap Pip "the ford" --rolled 21')


def test_as_many_traps_a_day_as_the_skill(snare: Table) -> None:
    """EOS-TRAP-11: four on one day, a fifth on the next."""
    for nth in range(1, 5):
        snare.ok(f'set-trap Pip "path {nth}" --rolled 10')
    refused = snare.refused('set-trap Pip "path 5" --rolled 10', "EOS-TRAP-11")
    assert refused["state"] == "4 of 4 set"
    assert snare.ok("day 1")["people"][0]["traps_set"] == 4
    snare.ok("clock day-2")
    snare.ok('set-trap Pip "path 5" --rolled 10')
    assert [snare.ok(f"day {d}")["people"][0]["traps_set"] for d in (1, 2)] == [4, 1]


def test_without_the_skill_nobody_sets_any(snare: Table) -> None:
    """EOS-TRAP-11: skill 0."""
    snare.ok("gm give bandit-1 traps toolkit --reason found")
    snare.refused('set-trap bandit-1 "the ford" --rolled 10', "EOS-TRAP-11")


def test_gathering_with_traps_does_not_count_toward_the_limit(snare: Table) -> None:
    """EOS-TRAP-11: only those set against others."""
    snare.ok("trap Pip --rolled 9")
    assert snare.ok("day")["people"][0]["traps_set"] == 0


def test_the_trap_springs_with_the_difference_as_damage_past_armor_and_shield(snare: Table) -> None:
    """EOS-TRAP-12, EOS-TRAP-14, EOS-TRAP-15: 20 against 3 + 12 = 15 is 5 past T2 armor and T2 shield; held for 4 rounds."""
    snare.all("wield bandit-1 shield --hand off", 'set-trap Pip "the ford" --rolled 10')
    met, sprung, wound, mark = snare.entries('meet-trap bandit-1 "the ford" --rolled 12')
    assert [e["tag"] for e in (met, sprung, wound, mark)] == ["trap.met", "trap.sprung", "wound.dealt", "mark.set"]
    assert (met["rule"], met["roll"]["total"], met["roll"]["target"], met["roll"]["won"]) == ("EOS-TRAP-12", 15, 20, False)
    assert (sprung["facts"]["damage"], sprung["facts"]["rounds"], sprung["hidden"]) == (5, 4, False)
    [harm] = [p for p in wound["postings"] if p["field"] == "hp"]
    assert (harm["holder"], harm["from"], harm["to"], wound["rule"]) == ("bandit-1", 24, 19, "EOS-TRAP-15")
    assert (mark["facts"]["mark"], mark["facts"]["rounds"]) == ("held", 4)
    assert held(snare, "bandit-1")
    assert snare.ok("site Oakwood")["traps"] == []
    assert snare.refused('meet-trap bandit-2 "the ford" --rolled 1')["state"] == "sprung"


def test_the_level_at_the_time_of_setting_holds(snare: Table) -> None:
    """EOS-TRAP-14: who learns more later holds nobody longer."""
    snare.all('set-trap Pip "the ford" --rolled 10', "gm set Pip traps 9 --reason test")
    assert by_tag(snare.entries('meet-trap bandit-1 "the ford" --rolled 12'), "mark.set")["facts"]["rounds"] == 4


def test_a_tie_passes_by_and_the_table_may_rule_otherwise(snare: Table) -> None:
    """EOS-TRAP-12: ruling trap_tie: 3 + 17 = 20 against 20."""
    snare.ok('set-trap Pip "the ford" --rolled 10')
    [met] = snare.entries('meet-trap bandit-1 "the ford" --rolled 17')
    assert (met["roll"]["margin"], met["roll"]["won"], met["facts"]["sprung"]) == (0, True, False)
    snare.ok('ruling trap_tie sprung --reason "vote"')
    assert "trap.sprung" in snare.tags('meet-trap bandit-1 "the ford" --rolled 17')


def test_who_wins_passes_by_or_finds_it_and_may_take_it_apart(snare: Table) -> None:
    """EOS-TRAP-13: not noticed it waits on; noticed it may be disarmed, without dice."""
    snare.ok('set-trap Pip "the ford" --rolled 2')
    snare.refused('disarm bandit-1 "the ford"', "EOS-TRAP-13")
    [met] = snare.entries('meet-trap bandit-1 "the ford" --rolled 20')
    assert (met["rule"], met["roll"]["won"], met["facts"]["noticed"], met["hidden"]) == ("EOS-TRAP-13", True, False, True)
    snare.refused('disarm bandit-1 "the ford"', "EOS-TRAP-13")
    [met] = snare.entries('meet-trap bandit-1 "the ford" --rolled 20 --noticed')
    assert met["facts"]["noticed"] is True
    snare.refused('meet-trap bandit-1 "the ford" --rolled 1', "EOS-TRAP-13")
    [apart] = snare.entries('disarm bandit-1 "the ford"')
    assert (apart["tag"], apart["rule"], apart["roll"]) == ("trap.disarmed", "EOS-TRAP-13", None)
    assert snare.ok("site Oakwood")["traps"] == []
    snare.refused('meet-trap bandit-2 "the ford" --rolled 1')


def test_it_closes_on_nobody_who_noticed_it(snare: Table) -> None:
    """EOS-TRAP-13: `--noticed` is for whoever wins."""
    snare.ok('set-trap Pip "the ford" --rolled 10')
    snare.usage('meet-trap bandit-1 "the ford" --rolled 2 --noticed')


def test_the_trapper_takes_an_own_trap_up(snare: Table) -> None:
    """EOS-TRAP-13: whoever set it knows it, and walks round it."""
    snare.ok('set-trap Pip "the ford" --rolled 10')
    snare.refused('meet-trap Pip "the ford" --rolled 2', "EOS-TRAP-13")
    assert snare.tags('disarm Pip "the ford"') == ["trap.disarmed"]


def test_a_harmless_trap_only_holds(snare: Table) -> None:
    """EOS-TRAP-14: set to deal no damage."""
    snare.ok('set-trap Pip "the ford" --harmless --rolled 10')
    assert snare.tags('meet-trap bandit-1 "the ford" --rolled 2') == ["trap.met", "trap.sprung", "mark.set"]
    assert hp(snare, "bandit-1") == 24


def test_basic_tools_double_damage_and_rounds_but_not_the_difficulty(snare: Table) -> None:
    """EOS-TRAP-16: 20 against 15: 10 damage, 8 rounds."""
    snare.ok('gm give Pip basic traps toolkit --reason "bought"')
    [trap] = snare.entries('set-trap Pip "the ford" --rolled 10')
    assert (trap["facts"]["difficulty"], trap["facts"]["tool"]) == (20, "basic")
    entries = snare.entries('meet-trap bandit-1 "the ford" --rolled 12')
    assert by_tag(entries, "trap.sprung")["facts"]["damage"] == 10
    assert by_tag(entries, "mark.set")["facts"]["rounds"] == 8
    assert hp(snare, "bandit-1") == 14


def test_who_is_held_leaves_no_tile_but_fights_on(snare: Table) -> None:
    """EOS-TRAP-17: no move, no travel; blows as ever."""
    snare.all(
        'set-trap Pip "the ford" --rolled 10', 'meet-trap bandit-1 "the ford" --rolled 12', "fight start Pip bandit", "turn bandit-1",
    )  # fmt: skip
    snare.refused("move bandit-1 --tiles 2", "EOS-TRAP-17")
    assert "attack.rolled" in snare.tags("attack bandit-1 Pip --with axe --rolled 10 --against 12")
    snare.refused("travel bandit-1 --to Ford --miles 2 --by wild", "EOS-TRAP-17")
    [trap] = [d for d in snare.ok("due bandit-1")["due"] if d["kind"] == "trap"]
    assert (trap["thing"], trap["text"]) == ("bandit-1", "bandit-1 comes free of the trap at the ford")


@pytest.mark.parametrize(("stat", "level"), [("body", 4), ("mind", 3), ("reflex", 4), ("presence", 3), ("aura", 0)])
def test_any_one_stat_breaks_free_above_the_difficulty(snare: Table, stat: str, level: int) -> None:
    """EOS-TRAP-18: the stat, Traps 0 and 14 against 12."""
    snare.all('set-trap Pip "the ford" --rolled 2', 'meet-trap bandit-1 "the ford" --rolled 1')
    tried, *freed = snare.entries(f"escape bandit-1 --by {stat} --rolled 14")
    assert (tried["tag"], tried["rule"]) == ("escape.rolled", "EOS-TRAP-18")
    assert (tried["roll"]["total"], tried["roll"]["target"], tried["roll"]["won"]) == (14 + level, 12, True)
    assert [e["tag"] for e in freed] == ["mark.lifted"]
    assert not held(snare, "bandit-1")
    snare.refused("escape bandit-1 --by body --rolled 14")


def test_a_tie_holds_and_the_table_may_rule_otherwise(snare: Table) -> None:
    """EOS-TRAP-18: ruling escape_tie: 8 + 4 = 12 against 12."""
    snare.all('set-trap Pip "the ford" --rolled 2', 'meet-trap bandit-1 "the ford" --rolled 1')
    [tried] = snare.entries("escape bandit-1 --by body --rolled 8")
    assert (tried["roll"]["margin"], tried["roll"]["won"]) == (0, False)
    snare.usage("escape bandit-1 --by luck --rolled 8")
    snare.ok('ruling escape_tie freed --reason "vote"')
    assert snare.tags("escape bandit-1 --by body --rolled 8") == ["escape.rolled", "mark.lifted"]


def test_breaking_free_is_the_contested_action_of_a_turn(snare: Table) -> None:
    """EOS-TRAP-18: a second against dice is refused, and on another's turn it is too."""
    snare.all(
        'set-trap Pip "the ford" --rolled 10', 'meet-trap bandit-1 "the ford" --rolled 1', "fight start Pip bandit", "turn Pip",
    )  # fmt: skip
    snare.refused("escape bandit-1 --by body --rolled 1", "EOS-TURN-07")
    snare.all("turn bandit-1", "escape bandit-1 --by body --rolled 1")
    snare.refused("attack bandit-1 Pip --with axe --rolled 10 --against 12", "EOS-TURN-06")


def test_the_rounds_run_out(snare: Table) -> None:
    """EOS-TRAP-14: four rounds of combat: free as the fifth own turn begins; by the clock forty seconds later."""
    snare.ok("fight start Pip bandit")
    snare.all("turn Pip", "turn bandit-1")
    snare.all('gm give Pip basic traps toolkit --reason "x"', 'gm take Pip basic traps toolkit --reason "x"')
    snare.all("fight end", 'set-trap Pip "the ford" --rolled 10', "fight start Pip bandit", "turn Pip")
    snare.ok('meet-trap bandit-1 "the ford" --rolled 12')
    for _ in range(4):
        assert held(snare, "bandit-1")
        snare.all("turn bandit-1", "turn bandit-2", "turn Pip")
    snare.ok("turn bandit-1")
    assert not held(snare, "bandit-1")
    snare.all("fight end", 'set-trap Pip "the hill" --rolled 10', 'meet-trap bandit-2 "the hill" --rolled 12')
    assert held(snare, "bandit-2")
    snare.ok("clock +1m")
    assert not held(snare, "bandit-2")


def test_in_a_fight_a_trap_takes_three_actions_in_their_order(snare: Table) -> None:
    """EOS-TRAP-19: ready, hide (against dice), stow: two rounds at the least; it works with the last."""
    snare.all("fight start Pip bandit", "turn Pip")
    snare.refused('set-trap Pip "the gap" --rolled 10', "EOS-TRAP-19")
    snare.refused('set-trap Pip "the gap" --step hide --rolled 10', "EOS-TRAP-19")
    snare.refused('set-trap Pip "the gap" --step stow', "EOS-TRAP-19")
    snare.usage('set-trap Pip "the gap" --step polish')
    [ready] = snare.entries('set-trap Pip "the gap" --step ready')
    assert (ready["tag"], ready["rule"], ready["roll"], ready["hidden"]) == ("trap.set", "EOS-TRAP-19", None, True)
    [hide] = snare.entries('set-trap Pip "the gap" --step hide --rolled 10')
    assert (hide["roll"]["total"], hide["facts"]["step"]) == (20, "hide")
    assert snare.ok("encounter")["fighters"][0]["contested_left"] == 0
    snare.refused('set-trap Pip "the gap" --step stow', "EOS-TURN-06")
    snare.refused('meet-trap bandit-1 "the gap" --rolled 2')
    snare.all("turn bandit-1", "turn bandit-2", "turn Pip")
    [stow] = snare.entries('set-trap Pip "the gap" --step stow')
    assert stow["facts"]["difficulty"] == 20
    assert snare.ok("day")["people"][0]["traps_set"] == 1
    assert by_tag(snare.entries('meet-trap bandit-1 "the gap" --rolled 12'), "trap.sprung")["facts"]["damage"] == 5


def test_steps_are_for_fights(snare: Table) -> None:
    """EOS-TRAP-19: outside one a trap is set in one line."""
    snare.refused('set-trap Pip "the gap" --step ready', "EOS-TRAP-19")


def test_whoever_watched_is_aware_of_it(snare: Table) -> None:
    """EOS-TRAP-19: seen during any of the steps."""
    snare.all(
        "fight start Pip bandit", "turn Pip", 'set-trap Pip "the gap" --step ready', 'set-trap Pip "the gap" --step hide --rolled 10',
        "turn bandit-1", "turn bandit-2", "turn Pip", 'set-trap Pip "the gap" --step stow --seen bandit-2',
    )  # fmt: skip
    snare.refused('meet-trap bandit-2 "the gap" --rolled 1', "EOS-TRAP-19")
    assert "trap.sprung" in snare.tags('meet-trap bandit-1 "the gap" --rolled 1')


def test_traps_of_a_fight_count_toward_the_days_limit(snare: Table) -> None:
    """EOS-TRAP-11: four are set; none is begun in a fight."""
    for nth in range(1, 5):
        snare.ok(f'set-trap Pip "path {nth}" --rolled 10')
    snare.all("fight start Pip bandit", "turn Pip")
    snare.refused('set-trap Pip "the gap" --step ready', "EOS-TRAP-11")


def test_the_blind_neither_set_nor_find_traps(snare: Table) -> None:
    """EOS-TRAP-20: blinded, or in the dark without dark vision; by torchlight it goes."""
    snare.ok('gm mark Pip blind --reason "pepper"')
    snare.refused('set-trap Pip "the ford" --rolled 10', "EOS-TRAP-20")
    snare.all('gm unmark Pip blind --reason "washed"', "weather --light dark --in Oakwood")
    snare.refused('set-trap Pip "the ford" --rolled 10', "EOS-TRAP-20")
    snare.all('gm give Pip torch --reason "hers"', "light Pip torch", 'set-trap Pip "the ford" --rolled 2', "douse Pip torch")
    snare.refused('meet-trap bandit-1 "the ford" --rolled 20 --noticed', "EOS-TRAP-20")
    snare.ok('meet-trap bandit-1 "the ford" --rolled 20')


def test_a_neo_tabby_adds_ten_to_find_a_trap(snare: Table) -> None:
    """EOS-RACE-TABBY-02: 5 + 3 of the race, 10 of trap sense, and 1."""
    snare.all(
        'set-trap Pip "the ford" --rolled 10',
        "join Tia --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 5 --aura 6 --in Oakwood",
    )
    [met] = snare.entries('meet-trap Tia "the ford" --rolled 3 --noticed')
    assert met["roll"]["plus"][-1] == {"name": "trap sense", "value": 10}
    assert (met["roll"]["total"], met["roll"]["won"]) == (21, True)


def test_a_warhog_is_held_for_one_round_and_never_felled_by_a_trap(snare: Table) -> None:
    """EOS-RACE-WARHOG-02, EOS-RACE-WARHOG-03: 24 damage to 3 hit points leave 1; another kind of harm may fell it."""
    snare.all(
        "npc hog --race warhog --body 4 --presence 0 --hp 3 --in Oakwood", "gm give Pip basic traps toolkit --reason bought",
        'set-trap Pip "the ford" --rolled 3',
    )  # fmt: skip
    entries = snare.entries('meet-trap hog "the ford" --rolled 1')
    assert by_tag(entries, "trap.sprung")["facts"] | {"reveals": 0} == {
        "trap": "the ford", "by": "Pip", "damage": 24, "rounds": 1, "harmless": False, "reveals": 0,
    }  # fmt: skip
    assert by_tag(entries, "mark.set")["facts"]["rounds"] == 1
    assert hp(snare, "hog") == 1
    assert snare.ok("sheet hog")["state"] == "well"
    snare.ok("gm harm hog 1 --kind wound --reason fall")
    assert snare.ok("sheet hog")["state"] == "unconscious"


def test_the_sum_of_the_hit_points_names_the_trap(snare: Table) -> None:
    """The audit of a trap: 24 - 5."""
    snare.all('set-trap Pip "the ford" --rolled 10', 'meet-trap bandit-1 "the ford" --rolled 12')
    why = snare.ok("why bandit-1 hp")
    assert (why["value"], why["terms"][-1]["amount"], why["terms"][-1]["rule"]) == (19, -5, "EOS-TRAP-15")


def test_a_corrected_die_of_the_trap_asks_the_meeting_again(snare: Table) -> None:
    """EOS-TRAP-12: 4 + 6 + 5 = 15 against 3 + 12 = 15: a tie, and it did not close."""
    [trap] = snare.entries('set-trap Pip "the ford" --rolled 10')
    snare.ok('meet-trap bandit-1 "the ford" --rolled 12')
    snare.ok(f'correct {trap["position"]} set-trap Pip "the ford" --rolled 5 --reason "misread" --accept all')
    assert (hp(snare, "bandit-1"), held(snare, "bandit-1")) == (24, False)
    [again] = snare.ok("log --tag trap.set")["entries"]
    assert (again["root"], again["roll"]["total"], again["hidden"]) == (trap["position"], 15, True)
    assert snare.ok("site Oakwood")["traps"] == ["the ford"]


def test_a_struck_trap_closes_on_nobody(snare: Table) -> None:
    """A correction of the trap takes with it what it did: the meeting is refused, and dropped."""
    [trap] = snare.entries('set-trap Pip "the ford" --rolled 10')
    snare.ok('meet-trap bandit-1 "the ford" --rolled 12')
    snare.ok(f'void {trap["position"]} --reason "wrong map" --drop all')
    assert hp(snare, "bandit-1") == 24
    snare.ok("undo")
    assert hp(snare, "bandit-1") == 19

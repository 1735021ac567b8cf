"""The frame of a fight: sides, the order of turns, what a turn holds, what is kept for later (EOS-TURN, EOS-TACT, EOS-SHLD)."""

from typing import Any

import pytest

from projections.encounter import front_neighbours
from tests.conftest import Table

WHY = '--reason "the board"'


@pytest.fixture
def ford(table: Table) -> Table:
    """Mara (Reflex 5) and Brandt (Reflex 4) against two bandits (Reflex 4), all at one place."""
    table.all(
        "declare zone Oakwood --miles 15 --zones 4",
        "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --in Oakwood",
        "join Brandt --race rock-troll --body 6 --mind 4 --reflex 4 --presence 4 --aura 7 --in Oakwood",
        'npc bandit --count 2 --race human --body 4 --mind 3 --reflex 4 --presence 3 --skills "main-hand melee 3" '
        '--gear "T2 axe" --in Oakwood',
    )
    return table


@pytest.fixture
def fight(ford: Table) -> Table:
    """The same, with the fight begun."""
    ford.ok('fight start Mara,Brandt bandit --named "The ford" --light bright')
    return ford


def fighters(table: Table) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in table.ok("encounter")["fighters"]}


# -- the order of turns -----------------------------------------------------------------------------------------


def test_players_go_first_then_the_figures_of_the_game_master(ford: Table) -> None:
    """EOS-TURN-03 (line 699): whoever is named first, and whoever began it."""
    [entry] = ford.entries('fight start bandit Mara,Brandt --named "The ford" --light bright')
    assert (entry["tag"], entry["rule"], entry["place"]) == ("fight.opened", "EOS-TURN-03", "Oakwood")
    assert entry["facts"]["order"] == ["Mara", "Brandt", "bandit-1", "bandit-2"]
    assert entry["facts"]["sides"] == [["bandit-1", "bandit-2"], ["Mara", "Brandt"]]
    data = ford.ok("encounter")
    assert list(data) == ["name", "open", "round", "turn", "order", "light", "fighters"]
    assert (data["name"], data["open"], data["round"], data["turn"], data["light"]) == ("The ford", True, 0, None, "bright")
    assert [(row["name"], row["side"]) for row in data["fighters"]] == [
        ("Mara", 2), ("Brandt", 2), ("bandit-1", 1), ("bandit-2", 1)
    ]  # fmt: skip


def test_players_go_as_they_are_seated(ford: Table) -> None:
    """EOS-TURN-03: Brandt's seat was given first; a figure of the GM that a player has goes with the players."""
    ford.all("seat bea --plays Brandt,bandit-2", "seat ivo --plays Mara")
    ford.ok("fight start Mara,Brandt bandit")
    assert ford.ok("encounter")["order"] == ["Brandt", "bandit-2", "Mara", "bandit-1"]


def test_the_order_may_be_said(ford: Table) -> None:
    """EOS-TURN-03: as it goes round the table; nobody is left out."""
    ford.ok("fight start Mara,Brandt bandit --order bandit-2,Mara,bandit-1,Brandt")
    assert ford.ok("encounter")["order"] == ["bandit-2", "Mara", "bandit-1", "Brandt"]
    ford.ok("fight end")
    assert "bandit-1" in ford.usage("fight start Mara,Brandt bandit --order Mara,Brandt,bandit-2")["text"]
    ford.usage("fight start Mara bandit-1 --order Mara,bandit-1,Brandt")
    ford.usage("fight start Mara bandit-1 --order Mara,bandit-1 --initiative")


def test_initiative_goes_from_the_highest_total_to_the_lowest(ford: Table) -> None:
    """EOS-TURN-04 (line 701): 12 + 5 = 17, 8 + 4 = 12, 15 + 4 = 19, 3 + 4 = 7."""
    [entry] = ford.entries("fight start Mara,Brandt bandit --initiative --rolled 12/8 --against 15/3")
    assert entry["rule"] == "EOS-TURN-04"
    assert entry["facts"]["order"] == ["bandit-1", "Mara", "Brandt", "bandit-2"]
    assert [(r["who"], r["total"]) for r in entry["facts"]["initiative"]] == [
        ("Mara", 17), ("Brandt", 12), ("bandit-1", 19), ("bandit-2", 7)
    ]  # fmt: skip


def test_a_tie_is_thrown_again_at_the_end_of_the_list(ford: Table) -> None:
    """EOS-TURN-04: Mara 12 + 5 and bandit-1 13 + 4 are level at 17; 2 + 5 against 9 + 4 puts the bandit first."""
    ford.ok("fight start Mara,Brandt bandit --initiative --rolled 12/8/2 --against 13/3/9")
    assert ford.ok("encounter")["order"] == ["bandit-1", "Mara", "Brandt", "bandit-2"]


def test_a_tie_that_ties_again_is_thrown_until_it_is_none(ford: Table) -> None:
    """EOS-TURN-04: both bandits 15, both 7, then 1 against 20."""
    ford.ok("fight start Mara,Brandt bandit --initiative --rolled 12/8 --against 15/15/7/7/1/20")
    assert ford.ok("encounter")["order"] == ["bandit-2", "bandit-1", "Mara", "Brandt"]


def test_one_die_more_settles_a_tie_of_two(ford: Table) -> None:
    """EOS-TURN-04: both bandits 15 + 4 = 19; the second throws again, 3 + 4 = 7 against 19, or 16 + 4 = 20."""
    ford.ok("fight start Mara,Brandt bandit --initiative --rolled 12/8 --against 15/15/3")
    assert ford.ok("encounter")["order"] == ["bandit-1", "bandit-2", "Mara", "Brandt"]
    ford.all("fight end", "fight start Mara,Brandt bandit --initiative --rolled 12/8 --against 15/15/16")
    assert ford.ok("encounter")["order"] == ["bandit-2", "bandit-1", "Mara", "Brandt"]
    ford.ok("fight end")
    assert "never" in ford.usage("fight start bandit Mara --initiative --rolled all:9 --against 3")["text"]


def test_a_missing_throw_for_a_tie_is_named(ford: Table) -> None:
    """EOS-TURN-04: a tie is never left as it is; a die that was not told is missing, and one too many is said."""
    assert "tie of bandit-1" in ford.usage("fight start Mara,Brandt bandit --initiative --rolled 12/8 --against 15/15")["text"]
    assert "tie of bandit-1" in ford.usage("fight start Mara,Brandt bandit --initiative --rolled 12/8/1 --against 13/3")["text"]
    ford.usage("fight start Mara,Brandt bandit --initiative --rolled 12/8 --against 15/3/4")


def test_the_game_master_may_throw_once_for_a_whole_group(ford: Table) -> None:
    """EOS-TURN-04: 10 + 4 = 14 for both bandits, who do not tie with one another."""
    [entry] = ford.entries("fight start Mara,Brandt bandit --initiative --rolled 12/8 --against all:10")
    assert entry["facts"]["order"] == ["Mara", "bandit-1", "bandit-2", "Brandt"]


def test_who_fights_is_at_one_place_on_one_side_alive_and_in_no_other_fight(ford: Table) -> None:
    """EOS-TURN-03."""
    ford.all("declare zone Farwood --miles 30 --zones 8", "npc wolf --race human --body 4 --in Farwood")
    assert ford.refused("fight start Mara wolf")["state"] == "in Farwood"
    ford.usage("fight start Mara")
    ford.usage("fight start Mara,Brandt Mara")
    ford.usage("fight start Mara Nobody")
    ford.usage("fight start Mara bandit --light dim")
    ford.usage("fight start Mara bandit-1 --asleep Brandt")
    ford.ok('gm harm bandit-2 99 --reason "x"')
    assert ford.refused("fight start Mara bandit")["state"] == "dead"
    ford.ok('fight start Mara bandit-1 --named "The ford"')
    assert ford.refused("fight start Brandt bandit-1")["state"] == "in The ford"
    assert ford.refused("fight start Brandt Mara --named Oakwood")
    assert ford.refused("fight start Brandt bandit-2")["state"] == "dead"


def test_somebody_may_come_to_a_fight_that_goes_on(fight: Table) -> None:
    """EOS-TURN-03: on the side of that place in the line, with the last turn of the round."""
    fight.ok("npc wolf --race human --body 4 --in Oakwood")
    fight.ok('fight start Mara wolf --named "The ford"')
    assert fight.ok("encounter")["order"] == ["Mara", "Brandt", "bandit-1", "bandit-2", "wolf"]
    assert fighters(fight)["wolf"]["side"] == 2
    fight.refused('fight start Mara bandit --named "The ford"')


@pytest.mark.parametrize("dice", ["--against 15/15/3", "--against 15/15/3/8", "--against all:15", "--against 13/3/9"])
def test_asked_again_the_same_dice_give_the_same_order(ford: Table, dice: str) -> None:
    """What stood before the fight is struck: every throw is found again by its name."""
    award = ford.entries('gm award Brandt 10 --reason "x"')[0]["position"]
    rolled = "12/8/2" if dice.endswith("/9") else "12/8"
    ford.all(f"fight start Mara,Brandt bandit --initiative --rolled {rolled} {dice}", "turn", "turn", "turn")
    order = ford.ok("encounter")["order"]
    ripple = ford.ok(f'void {award} --reason "x"')["ripple"]
    assert (ripple["differs"], ripple["refused"]) == ([], [])
    assert ford.ok("encounter")["order"] == order


def test_a_dry_run_throws_no_die_for_the_order(ford: Table) -> None:
    answer = ford("fight start Mara,Brandt bandit --initiative --dry-run")
    assert (answer["kind"], [n["kind"] for n in answer["notices"]]) == ("planned", ["cup"])
    ford.ok("fight start Mara,Brandt bandit --initiative")
    assert sorted(ford.ok("encounter")["order"]) == ["Brandt", "Mara", "bandit-1", "bandit-2"]


def test_the_shell_shows_whose_turn_it_is(fight: Table) -> None:
    """COMMANDS 1.5: book, clock and turn."""
    from ledger.cli.acts.shell import prompt

    fight.ok("turn Brandt")
    assert prompt(fight.desk) == "Test Road, day 1 06:00, turn of Brandt (round 1) > "


# -- rounds and turns -------------------------------------------------------------------------------------------


def test_a_round_goes_from_the_first_turn_to_the_last(fight: Table) -> None:
    """EOS-TURN-01 (line 689): whoever cannot act is passed over."""
    fight.ok('gm harm bandit-1 30 --reason "a rock"')
    seen = []
    for _ in range(5):
        [entry] = fight.entries("turn")
        seen.append((entry["who"], entry["facts"]["round"]))
    assert seen == [("Mara", 1), ("Brandt", 1), ("bandit-2", 1), ("Mara", 2), ("Brandt", 2)]
    assert fight.refused("turn bandit-1", "EOS-DOWN-02")["state"] == "unconscious"


def test_a_turn_may_be_given_by_name(fight: Table) -> None:
    """EOS-TURN-01: whoever had a turn this round begins the next one by another."""
    assert [fight.entries(f"turn {who}")[0]["facts"]["round"] for who in ("Mara", "bandit-1", "Brandt", "Mara")] == [1, 1, 1, 2]
    assert fight.ok("encounter")["turn"] == "Mara"
    fight.ok("join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood")
    assert fight.refused("turn Pip")["state"] == "no fight"


def test_without_a_fight_there_is_no_turn(ford: Table) -> None:
    assert ford.refused("turn")["state"] == "no fight"
    assert ford.refused("fight end")["state"] == "no fight"
    answer = ford("encounter")
    assert (answer["kind"], answer["data"]["state"]) == ("refused", "no fight")


def test_of_two_fights_the_one_is_named(ford: Table) -> None:
    ford.all('fight start Mara bandit-1 --named "The ford"', 'fight start Brandt bandit-2 --named "The mill"')
    assert ford.usage("turn")["nearest"] == ["The ford", "The mill"]
    ford.usage("fight end")
    ford.all("turn Brandt", 'fight end "The mill"', "turn")
    assert ford.ok('encounter "The mill"')["open"] is False
    assert ford.ok("encounter")["turn"] == "Mara"


def test_a_turn_holds_two_actions_of_which_one_may_meet_dice(fight: Table) -> None:
    """EOS-TURN-06 (lines 707, 709): one against dice and one that is not, or two that are not."""
    fight.ok("turn Mara")
    assert (fighters(fight)["Mara"]["actions_left"], fighters(fight)["Mara"]["contested_left"]) == (2, 1)
    fight.ok("move Mara --tiles 2")
    assert (fighters(fight)["Mara"]["actions_left"], fighters(fight)["Mara"]["contested_left"]) == (1, 1)
    fight.ok("move Mara --tiles 2")
    assert (fighters(fight)["Mara"]["actions_left"], fighters(fight)["Mara"]["contested_left"]) == (0, 0)
    assert fight.refused("move Mara --tiles 2", "EOS-TURN-06")["state"] == "0 actions left"
    fight.all("turn Brandt", "turn bandit-1", "turn Mara", "move Mara --tiles 2")


def test_an_action_is_for_the_own_turn(fight: Table) -> None:
    """EOS-TURN-07, EOS-TACT-02: before the first turn nobody acts; on another's turn only with an action that was held."""
    fight.refused("move Mara --tiles 2", "EOS-TURN-07")
    fight.ok("turn Brandt")
    assert fight.refused("move Mara --tiles 2", "EOS-TACT-02")["state"] == "turn of Brandt"
    assert fight.tags('move Mara --tiles 2 --overrule "she was quicker"') == ["move.made"]


def test_a_second_contested_action_is_refused(fight: Table) -> None:
    """EOS-TURN-06, EOS-TURN-08, EOS-TACT-01 (line 729): an action is never traded for one that meets dice."""
    fight.all("turn bandit-1", "attack bandit-1 Mara --with axe --rolled 5 --against 9")
    assert (fighters(fight)["bandit-1"]["actions_left"], fighters(fight)["bandit-1"]["contested_left"]) == (1, 0)
    fight.refused("attack bandit-1 Mara --with axe --rolled 5 --against 9", "EOS-TURN-06")
    fight.ok("move bandit-1 --tiles 1")
    fight.ok("turn Mara")
    assert fight.refused("attack bandit-1 Mara --with axe --rolled 5 --against 9", "EOS-TURN-07")["state"] == "turn of Mara"


def test_nobody_defends_too_often(fight: Table) -> None:
    """EOS-POS-01 (line 377): a defence is no action, however many come."""
    for bandit in ("bandit-1", "bandit-2"):
        fight.all(f"turn {bandit}", f"attack {bandit} Mara --with axe --rolled 5 --against 9")
    fight.ok("turn Mara")
    assert fighters(fight)["Mara"]["actions_left"] == 2


def test_a_fight_that_is_over_leaves_nothing_behind(fight: Table) -> None:
    """EOS-CRIT-16, EOS-TURN-02: places on the board and held actions end; outside a fight nobody counts actions."""
    fight.all(f"gm place Mara --to 4,7 --facing north {WHY}", "turn Mara", "hold Mara")
    [entry] = fight.entries("fight end")
    assert (entry["tag"], entry["facts"]["rounds"]) == ("fight.closed", 1)
    row = fighters(fight)["Mara"]
    assert (row["tile"], row["facing"], row["actions_left"], row["held"], row["side"]) == (None, None, None, False, 1)
    assert fight.ok("sheet Mara")["conditions"] == []
    fight.all("move Mara --tiles 3", "move Mara --tiles 3", "move Mara --tiles 3")


def test_struck_the_fight_is_gone_and_with_it_what_it_said(fight: Table) -> None:
    fight.all("turn Mara", "undo", "turn Mara", "move Mara --tiles 1", "undo")
    assert fighters(fight)["Mara"]["actions_left"] == 2


# -- what lasts some rounds -------------------------------------------------------------------------------------


def test_a_mark_of_two_rounds_ends_as_the_turn_two_rounds_on_begins(fight: Table) -> None:
    """EOS-TURN-02, EOS-TURN-05 (line 705): set in round 1, gone as Mara's turn of round 3 begins."""
    fight.all("turn Mara", 'gm mark Mara blind --until "+2 rounds" --reason "sand"', "turn Brandt", "turn Mara")
    assert fighters(fight)["Mara"]["conditions"] == ["blind"]
    fight.ok("turn bandit-1")
    [entry] = fight.entries("turn Mara")
    assert (entry["facts"]["round"], entry["facts"]["lapsed"]) == (3, ["blind"])
    assert fighters(fight)["Mara"]["conditions"] == []


def test_what_ended_goes_on_only_by_the_first_action(fight: Table) -> None:
    """EOS-TURN-05: as the second action it is too late."""
    fight.all("turn Mara", 'gm mark Mara blessed --until "+1 rounds" --reason "a charm"', "turn Brandt", "turn Mara")
    fight.ok('gm mark Mara blessed --until "+1 rounds" --reason "at once"')
    fight.all("turn Brandt", "turn Mara", "move Mara --tiles 1")
    fight.refused('gm mark Mara blessed --until "+1 rounds" --reason "late"', "EOS-TURN-05")
    fight.ok('gm mark Mara lamed --until "+1 rounds" --reason "another"')


def test_after_the_fight_rounds_go_on_by_the_clock(fight: Table) -> None:
    """EOS-TURN-02 (line 693): ten seconds for each round that is left."""
    fight.all("turn Mara", 'gm mark Mara blind --until "+4 rounds" --reason "sand"', "turn Brandt", "turn Mara", "fight end")
    assert fight.ok("sheet Mara")["conditions"] == ["blind"]
    fight.ok('clock "+1m"')
    assert fight.ok("sheet Mara")["conditions"] == []


def test_a_flag_ends_as_the_turn_of_who_set_it_begins(fight: Table) -> None:
    """EOS-STS-11 (line 1679)."""
    fight.all("turn Mara", "sneak Mara bandit --by cover --rolled 9 --against 3/18")
    assert fighters(fight)["bandit-1"]["flags"] == ["Mara"]
    assert fighters(fight)["bandit-1"]["conditions"] == []
    fight.all("turn Brandt", "turn bandit-1")
    assert fighters(fight)["bandit-1"]["flags"] == ["Mara"]
    fight.ok("turn Mara")
    assert fighters(fight)["bandit-1"]["flags"] == []


# -- held actions -----------------------------------------------------------------------------------------------


def test_an_action_is_held_and_used_on_anothers_turn(fight: Table) -> None:
    """EOS-TACT-02 (line 731): one, which counts among the two of the turn."""
    fight.ok("turn Mara")
    assert fight.tags("hold Mara") == ["action.held"]
    row = fighters(fight)["Mara"]
    assert (row["held"], row["actions_left"], row["contested_left"]) == (True, 1, 1)
    fight.refused("hold Mara", "EOS-TACT-02")
    fight.ok("turn Brandt")
    assert fight.tags("move Mara --tiles 3 --held") == ["action.used", "move.made"]
    fight.refused("move Mara --tiles 3 --held", "EOS-TACT-02")
    fight.refused("hold Mara", "EOS-TACT-02")


def test_a_held_action_lapses_with_the_next_own_turn(fight: Table) -> None:
    """EOS-TACT-02: if it was not used it is forfeited."""
    fight.all("turn Mara", "hold Mara", "turn Brandt")
    [entry] = fight.entries("turn Mara")
    assert entry["facts"]["lapsed"] == ["held action"]
    fight.ok("turn Brandt")
    fight.refused("move Mara --tiles 3 --held", "EOS-TACT-02")


def test_what_meets_dice_is_not_held(fight: Table) -> None:
    """EOS-TACT-02: a contested roll is never reserved."""
    fight.all("turn bandit-1", "hold bandit-1", "turn Mara")
    fight.refused("attack bandit-1 Mara --with axe --rolled 5 --against 9 --held", "EOS-TACT-02")


def test_a_target_that_steps_away_first_was_never_attacked(ford: Table) -> None:
    """EOS-TACT-03 (line 733): the held move comes first, the blow is out of reach, and its action is not lost."""
    ford.all(f"gm place Mara --to 1,1 {WHY}", f"gm place bandit-1 --to 1,2 {WHY}", "fight start Mara bandit-1")
    ford.all("turn Mara", "hold Mara", "turn bandit-1", "move Mara --to 5,1 --held")
    answer = ford("attack bandit-1 Mara --with axe --rolled 5 --against 9")
    assert (answer["kind"], answer["data"]["rule"]) == ("refused", "EOS-MH-04")
    assert (fighters(ford)["bandit-1"]["actions_left"], fighters(ford)["bandit-1"]["contested_left"]) == (2, 1)


def test_outside_a_fight_nothing_is_held(ford: Table) -> None:
    assert ford.refused("hold Mara")["state"] == "no fight"
    assert ford.refused("move Mara --tiles 2 --held")["state"] == "no fight"
    ford.usage("hunt Mara --held")


# -- sleepers ---------------------------------------------------------------------------------------------------


def test_who_sleeps_wakes_with_the_own_turn(ford: Table) -> None:
    """EOS-DOWN-03 (line 740): no one sleeps through a fight."""
    ford.ok("fight start Mara,Brandt bandit --asleep Mara")
    assert fighters(ford)["Mara"]["conditions"] == ["asleep"]
    ford.all("turn Mara", "move Mara --tiles 2")
    assert fighters(ford)["Mara"]["conditions"] == []


def test_a_hyena_that_sleeps_wakes_everybody(ford: Table) -> None:
    """EOS-RACE-HYENA-04 (line 1121)."""
    ford.ok("join Grik --race neo-hyena --body 5 --mind 4 --reflex 5 --presence 4 --aura 7 --in Oakwood")
    ford.ok("fight start Mara,Grik bandit --asleep Mara,Grik")
    assert [fighters(ford)[who]["conditions"] for who in ("Mara", "Grik")] == [[], []]


def test_a_bear_that_was_asleep_takes_a_round_to_wake(ford: Table) -> None:
    """EOS-RACE-BEAR-05 (line 977): no act in the first round of an ambush."""
    ford.ok("join Bruk --race neo-bear --body 6 --mind 4 --reflex 5 --presence 4 --aura 6 --in Oakwood")
    ford.all("fight start Mara,Bruk bandit --asleep Bruk", "turn Bruk")
    ford.refused("move Bruk --tiles 2", "EOS-RACE-BEAR-05")
    ford.all("turn bandit-1", "turn Bruk", "move Bruk --tiles 2")


def test_a_troll_mends_as_its_turn_begins(ford: Table) -> None:
    """EOS-TURN-05, EOS-RACE-CAVETROLL-01: Body 6 hit points a round, lying down too."""
    ford.ok("npc troll --race cave-troll --body 6 --reflex 3 --in Oakwood")
    ford.all("fight start Mara troll", 'gm harm troll 10 --reason "a rock"')
    assert ford.tags("turn troll") == ["turn.started", "body.regenerated"]


# -- gear in a fight --------------------------------------------------------------------------------------------


@pytest.fixture
def armed(ford: Table) -> Table:
    """Mara with a sword on her hip, an axe in her pack and a shield on her back, in a fight, on her turn."""
    ford.all(
        'gm give Mara T2 sword, T2 axe, T2 shield, torch --reason "x"', "wear Mara sword, shield",
        "fight start Mara,Brandt bandit", "turn Mara",
    )  # fmt: skip
    return ford


def test_a_shield_takes_the_whole_turn(armed: Table) -> None:
    """EOS-SHLD-03 (line 393): two actions in a row; EOS-SHLD-01 no skill; EOS-SHLD-04 in hand it is armor."""
    assert armed.ok("sheet Mara")["armor_front"] == 0
    entries = armed.entries("wield Mara sword, shield")
    assert [(e["tag"], e["rule"], e["facts"]["actions"]) for e in entries] == [
        ("gear.wielded", "EOS-CGEAR-14", 0), ("gear.wielded", "EOS-SHLD-03", 2)
    ]  # fmt: skip
    assert fighters(armed)["Mara"]["actions_left"] == 0
    assert (armed.ok("sheet Mara")["armor_front"], armed.ok("sheet Mara")["armor_rear"]) == (2, 0)


def test_a_shield_is_not_taken_up_with_half_a_turn(armed: Table) -> None:
    """EOS-SHLD-03: fewer than two actions left, and not split over two turns."""
    armed.ok("move Mara --tiles 1")
    armed.refused("wield Mara shield", "EOS-SHLD-03")
    armed.ok("turn Brandt")
    armed.refused("wield Mara shield", "EOS-TACT-02")


def test_by_ruling_a_shield_may_take_the_end_of_one_turn_and_the_beginning_of_the_next(armed: Table) -> None:
    """EOS-SHLD-03, ruling shield_one_turn: two actions in a row, nothing in between."""
    armed.all('ruling shield_one_turn across-turns --reason "vote"', "move Mara --tiles 1")
    assert armed.tags("wield Mara shield") == ["action.spent"]
    armed.all("turn Brandt", "turn Mara")
    assert armed.tags("wield Mara shield") == ["gear.wielded"]
    assert fighters(armed)["Mara"]["actions_left"] == 1
    armed.all("stow Mara shield", "turn Brandt", "turn Mara", "move Mara --tiles 1", "wield Mara shield")
    armed.all("turn Brandt", "turn Mara", "move Mara --tiles 1")
    assert armed.tags("wield Mara shield") == ["action.spent"]


def test_a_shield_asks_for_the_body(ford: Table) -> None:
    """EOS-SHLD-02 (line 391): a T8 shield wants Body 8."""
    ford.ok('gm give Mara T8 shield --reason "x"')
    ford.refused("wield Mara shield", "EOS-SHLD-02")


def test_putting_a_shield_away_is_an_action(armed: Table) -> None:
    """EOS-SHLD-05 (line 713)."""
    armed.all("wield Mara shield", "turn Brandt", "turn Mara", "stow Mara shield")
    assert fighters(armed)["Mara"]["actions_left"] == 1
    assert armed.ok("sheet Mara")["armor_front"] == 0


def test_a_weapon_out_of_its_slot_is_free_and_one_out_of_the_pack_is_an_action(armed: Table) -> None:
    """EOS-CGEAR-14, EOS-TURN-09, EOS-TURN-11 (lines 253, 713, 719)."""
    armed.all("wield Mara sword", "stow Mara sword", "wield Mara sword")
    assert fighters(armed)["Mara"]["actions_left"] == 2
    armed.ok("wield Mara axe")
    assert fighters(armed)["Mara"]["actions_left"] == 1
    armed.all("move Mara --tiles 1", "drop Mara axe", "wield Mara sword", "drop Mara sword")
    armed.ok("turn Brandt")
    armed.ok("turn Mara")
    armed.ok("move Mara --tiles 1")
    armed.all("take Mara axe")
    armed.refused("take Mara sword", "EOS-TURN-06")


def test_a_loose_weapon_is_not_drawn_for_nothing(armed: Table) -> None:
    """EOS-CGEAR-14: with no action left it stays where it is."""
    armed.all("move Mara --tiles 1", "move Mara --tiles 1")
    armed.refused("wield Mara axe", "EOS-CGEAR-14")
    armed.ok("wield Mara sword")


def test_on_anothers_turn_a_worn_weapon_is_drawn_all_the_same(armed: Table) -> None:
    """EOS-TURN-11: free acts come at any time; EOS-TURN-09: lighting a torch is an action."""
    armed.ok("turn Brandt")
    armed.all("wield Mara sword", "drop Mara sword")
    armed.refused("light Mara torch", "EOS-TACT-02")
    armed.all("turn Mara", "light Mara torch")
    assert fighters(armed)["Mara"]["actions_left"] == 1


def test_the_arc_of_a_shield_covers_the_front_half_of_a_body() -> None:
    """EOS-POS-02, EOS-POS-12 (lines 379, 401): 5 of 8; the drawing of a 3x5 has 11 of 20, a 3x4 9 of 18."""
    assert [front_neighbours(*size) for size in ((1, 1), (3, 5), (3, 4), (2, 2), (1, 2))] == [
        (5, 8), (11, 20), (9, 18), (6, 12), (5, 10)
    ]  # fmt: skip


# -- corrections ------------------------------------------------------------------------------------------------


def test_a_struck_move_leaves_the_rest_of_the_fight_standing(fight: Table) -> None:
    """Counters go by the fight and its round: what comes later is asked again and answers the same."""
    fight.ok("turn Mara")
    moved = fight.entries("move Mara --tiles 2")[0]["position"]
    fight.all("move Mara --tiles 1", "turn Brandt", "move Brandt --tiles 1", "turn Mara", "move Mara --tiles 3")
    ripple = fight.ok(f'void {moved} --reason "she stood"')["ripple"]
    assert (ripple["differs"], ripple["refused"]) == ([], [])
    assert fighters(fight)["Mara"]["actions_left"] == 1


# -- shots and blows in the frame -------------------------------------------------------------------------------


def test_a_held_shot_goes_off_while_the_target_moves(ford: Table) -> None:
    """EOS-TACT-02 (line 731): the crossbow fires when they come in range; EOS-TURN-09: inside its sure zone no dice meet."""
    ford.all(
        'join Ivo --race human --body 5 --mind 6 --reflex 4 --presence 5 --aura 5 --time "main-hand crossbow 4" --in Oakwood',
        'gm give Ivo T2 crossbow, 3 bolts --reason "x"', "wield Ivo crossbow", "reload Ivo crossbow",
        "fight start Ivo bandit", "turn Ivo", "hold Ivo", "turn bandit-1", "move bandit-1 --tiles 5",
    )  # fmt: skip
    assert ford.ok("encounter")["fighters"][0]["loaded"] == [ford.ok("sheet Ivo")["held"][0]]
    assert ford.tags("attack Ivo bandit-1 --with crossbow --distance 4 --held") == [
        "action.used", "attack.declared", "wound.dealt"
    ]  # fmt: skip
    row = fighters(ford)["Ivo"]
    assert (row["held"], row["loaded"], row["actions_left"]) == (False, [], 1)


def test_nothing_comes_between_the_dice_and_the_harm(fight: Table) -> None:
    """EOS-TURN-12 (line 721): a blow is one deed, from the declaration to the wound."""
    fight.ok("turn bandit-1")
    entries = fight.entries("attack bandit-1 Mara --with axe --rolled 18 --against 2")
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled", "wound.dealt"]
    assert {e["deed"] for e in entries} == {entries[0]["position"]}
    assert [e["position"] for e in entries] == list(range(entries[0]["position"], entries[0]["position"] + 3))


def test_a_fight_leaves_nothing_for_the_audit_to_find(fight: Table) -> None:
    fight.all(f"gm place Mara --to 4,7 --facing north {WHY}", "turn Mara", "hold Mara", "turn Brandt", "fight end")
    assert fight.ok("check")["findings"] == []
    assert fight.ok("doctor")["findings"] == []

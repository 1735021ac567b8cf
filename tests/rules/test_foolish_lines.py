"""Lines that a tired table types in a fight: each is refused or not understood in words, and its help can be typed."""

import pytest

from ledger.audit.rest import unrest
from tests.blows import fighter, meadow
from tests.conftest import Table


@pytest.fixture
def field(table: Table) -> Table:
    """Ann with sword and shield, Bob with an axe, three wolves; Cid is far away, Dan is gone, Eve is dead."""
    meadow(table)
    table.ok("declare zone Far --miles 9")
    fighter(table, "Ann", "main-hand melee 3", "T2 sword, T1 shield")
    fighter(table, "Bob", "main-hand melee 3", "T2 axe")
    table.ok("npc wolf --count 3 --size 1x1 --move 6 --hp 20 --natural-weapon 2 --in Meadow")
    for name in ("Cid", "Dan", "Eve"):
        fighter(table, name)
    table.all(
        "gm place Cid --to Far --reason x", "leave Dan --reason x", "gm harm Eve 90 --reason x", "gm give Ann torch --reason x",
    )  # fmt: skip
    return table


def planned(table: Table, line: str) -> None:
    assert table(f"{line} --dry-run")["kind"] in ("planned", "view"), line


# -- help that can be typed -------------------------------------------------------------------------------------


def test_a_little_word_that_would_help_comes_with_its_line(field: Table) -> None:
    """EOS-CRIT-04: of two that may suffer each is offered as a whole line, and either is accepted."""
    line = "attack Ann Bob --rolled 1 --against 9"
    help_ = field.refused(line, "EOS-CRIT-04")["help"]
    assert help_ == [f"{line} --fumble sword", f"{line} --fumble shield"]
    for each in help_:
        planned(field, each)


def test_a_little_word_that_was_wrong_is_left_out_of_the_help(field: Table) -> None:
    """EOS-CRIT-18: `--crit dagger` gives way to `--crit axe`, and nothing else of the line is lost."""
    help_ = field.refused('attack Ann Bob --crit dagger --rolled 20 --against 9 --reason "a 20"', "EOS-CRIT-18")["help"]
    assert help_[0].startswith('attack Ann Bob --rolled 20 --against 9 --reason "a 20" --crit axe')
    planned(field, help_[0])


def test_what_somebody_lacks_is_taken_up_where_it_lies_and_given_where_it_does_not(field: Table) -> None:
    no = field.refused("attack Ann Bob --with spear")
    assert no["help"] == ["gear Ann", 'gm give Ann spear --reason "..."']
    field.ok("gm give Meadow spear --reason x")
    help_ = field.refused("wield Ann spear")["help"]
    assert help_ == ["stock Ann", "take Ann spear"]
    planned(field, help_[1])
    field.all("take Bob spear")
    help_ = field.refused("throw Ann spear --distance 1")["help"]
    assert help_ == ["stock Ann", "take Ann spear --from Bob"]
    planned(field, help_[1])


def test_of_two_fights_the_next_turn_is_named(field: Table) -> None:
    """EOS-TURN-01: `turn` alone would not say whose."""
    field.all("fight start Ann wolf-1", "fight start Bob wolf-2", "turn Ann", "move Ann --tiles 1", "move Ann --tiles 1")
    help_ = field.refused("move Ann --tiles 1", "EOS-TURN-06")["help"]
    assert help_ == ["turn wolf-1"]
    planned(field, help_[0])
    field.usage("turn")


def test_whoever_cannot_pounce_is_offered_a_move_of_their_own(field: Table) -> None:
    """EOS-RACE-PANTHER-03: a human moves five tiles."""
    help_ = field.refused("move Ann --as pounce", "EOS-RACE-PANTHER-03")["help"]
    planned(field, help_[0])


def test_whoever_has_no_skill_in_traps_hears_that_first(field: Table) -> None:
    """EOS-TRAP-11: not that a trap takes three steps in a fight."""
    field.ok("fight start Ann wolf")
    assert field.refused('set-trap Ann "the gap"', "EOS-TRAP-11")["help"] == ['learn Ann "traps 1" --from time']


# -- whom it can be -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["turn wolf", "sneak wolf Ann --by cover", "search Ann wolf", "search wolf Ann", "identify Ann wolf", "identify wolf Ann",
     "use wolf torch", "even-split wolf Ann 2", "attack wolf Ann", "attack Ann wolf", "routine wolf none"],
)  # fmt: skip
def test_where_only_one_can_act_a_group_is_asked_which(field: Table, line: str) -> None:
    assert field.usage(line)["nearest"] == ["wolf-1", "wolf-2", "wolf-3"]


@pytest.mark.parametrize(
    "line", ["throw Ann torch --to {}", "even-split Ann {} 2", "sneak Ann {} --by cover --rolled 9", "identify Ann {}"]
)
def test_nothing_is_done_to_somebody_who_is_not_there(field: Table, line: str) -> None:
    """COMMANDS 1.3: everyone is in a zone; what is done there is done to who is there."""
    assert field.refused(line.format("Cid"))["state"] == "in Far"
    assert field.refused(line.format("Dan"))["state"] == "gone"


def test_a_sneaker_passes_by_who_is_there_and_nobody_else(field: Table) -> None:
    """EOS-STS-06: of `all` neither the dead nor the gone nor who is in another zone have a die or a flag."""
    field.refused("sneak Ann Eve --by cover --rolled 9")
    [rolled, *_] = field.entries("sneak Ann all --by cover --rolled 9 --against 1/2/3/4")
    assert rolled["facts"]["whom"] == ["Bob", "wolf-1", "wolf-2", "wolf-3"]


@pytest.mark.parametrize("line", ["throw Ann torch --to Ann", "attack Ann Ann --as trade-blows", "attack Ann Ann --as exsanguination"])
def test_nobody_does_that_to_themselves(field: Table, line: str) -> None:
    field.usage(line)


@pytest.mark.parametrize("line", ["attack Ann book", "attack Ann Brawl", "attack Ann Bob --over Ann", "attack Ann Bob --over Bob"])
def test_nobody_strikes_at_a_fight_or_past_themselves(field: Table, line: str) -> None:
    field.all("fight start Ann,Bob wolf --named Brawl", "turn Ann")
    field.usage(line)


# -- numbers without end ----------------------------------------------------------------------------------------


def test_a_board_ends_somewhere(field: Table) -> None:
    """A mile each way; a tile beyond is no tile, and a line across the whole of it is soon drawn (EOS-COV-02)."""
    field.all("gm place Ann --to 0,0 --reason x", "gm place Bob --to 1000,-999 --reason x")
    field.usage("gm place Ann --to 1001,0 --reason x")
    field.usage("gm place Ann --to 99999999999999999999,0 --reason x")
    field.usage("move Ann --to 99999999999,3")
    field.usage("throw Ann torch --to 99999999999,3")
    field.usage("move Ann --tiles 99999999999 --direction left")
    field.refused("move Ann --to 1000,1000", "EOS-CMOVE-02")
    field.ok("attack Ann Bob --distance 1 --rolled 9 --against 9")


# -- marks of the book's own ------------------------------------------------------------------------------------


def test_a_fight_is_no_mark_that_is_set_or_lifted_by_hand(field: Table) -> None:
    field.ok("fight start Ann wolf --named Brawl")
    field.usage('gm unmark Ann "fight Brawl" --reason x')
    field.usage('gm mark Bob "fight Brawl" --reason x')
    assert field.refused("gm unmark Ann blind --reason x")["help"] == []


def test_the_gm_sets_and_lifts_a_flag_by_the_name_of_whose_it_is(field: Table) -> None:
    """EOS-STS-11: a capital or a hyphen in the name makes no other flag."""
    field.all("fight start Ann,Bob wolf --named Brawl", "turn Ann")
    field.ok('gm mark Bob "flag wolf-1" --reason x')
    [bob] = [f for f in field.ok("encounter")["fighters"] if f["name"] == "Bob"]
    assert bob["flags"] == ["wolf-1"]
    help_ = field.refused("gm unmark Bob blind --reason x")["help"]
    assert help_ == ['gm unmark Bob "flag wolf-1" --reason "..."']
    field.ok(help_[0])
    [bob] = [f for f in field.ok("encounter")["fighters"] if f["name"] == "Bob"]
    assert bob["flags"] == []


def test_the_throws_for_the_order_are_counted_among_the_dice(field: Table) -> None:
    """EOS-TURN-04: 12 and 7 were thrown for the order of turns."""
    field.ok("fight start Ann Bob --initiative --rolled 12 --against 7")
    stats = field.ok("dice stats")
    assert (stats["rolls"], stats["sources"]) == (2, {"table": 2, "cup": 0})
    assert [(p["who"], p["rolls"]) for p in stats["people"]] == [("Ann", 1), ("Bob", 1)]
    assert stats["dice"][0]["counts"]["12"] == stats["dice"][0]["counts"]["7"] == 1


def test_a_line_that_was_overruled_keeps_its_own_reason_too(field: Table) -> None:
    """EOS-TURN-11: what a thing does is the line's reason; why a rule was waived is the entry's. Asked again both are the same."""
    field.all("fight start Ann,Bob wolf", "turn Bob")
    field.refused('use Ann torch Bob --reason "dazzles"', "EOS-TACT-02")
    [used] = field.entries('use Ann torch Bob --reason "dazzles" --overrule "a truce"')
    assert (used["facts"]["effect"], used["reason"], used["overruled"]) == ("dazzles", "a truce", ["EOS-TACT-02"])
    [used] = field.entries('use Ann torch --overrule "a truce"')
    assert used["facts"]["effect"] is None
    assert unrest(field.desk.campaign()) == []
    field.ok('gm set Ann body 6 --at "day 1 06:00" --reason "misheard" --accept all')
    assert field.ok("log --tag thing.used")["entries"][0]["facts"]["effect"] == "dazzles"

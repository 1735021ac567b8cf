"""What a race brings into a fight (EOS-RACE): regeneration, exsanguination, traded blows, heavy throws, pounces."""

import pytest

from tests.conftest import JSON, Table

STATS = "--body 5 --mind 4 --reflex 4 --presence 3"
"""A figure of the GM: Body 5, Reflex 4; hit points 5 + the base of its size."""


@pytest.fixture
def ford(table: Table) -> Table:
    table.all("declare zone Ford --miles 5")
    return table


def npc(table: Table, name: str, race: str, more: str = "") -> None:
    table.ok(f'npc {name} --race "{race}" {STATS} {more} --in Ford')


def hp(table: Table, who: str) -> float:
    found: float = table.ok(f"sheet {who}")["hp"]
    return found


def by_tag(entries: list[JSON], tag: str) -> list[JSON]:
    return [e for e in entries if e["tag"] == tag]


# -- trolls -----------------------------------------------------------------------------------------------------


def test_a_cave_troll_mends_its_body_as_its_turn_begins(ford: Table) -> None:
    """EOS-RACE-CAVETROLL-01: 31 - 12 + 5 = 24 hit points, then 29, then no more than the wounds took: 31."""
    npc(ford, "Grub", "cave troll")
    npc(ford, "Bandit", "human")
    ford.all("gm harm Grub 12 --kind wound --reason dice", "fight start Grub Bandit")
    [mended] = by_tag(ford.entries("turn Grub"), "body.regenerated")
    assert (mended["rule"], mended["facts"]["offered"], hp(ford, "Grub")) == ("EOS-RACE-CAVETROLL-01", 5, 24)
    ford.all("turn Bandit", "turn Grub")
    assert hp(ford, "Grub") == 29
    ford.all("turn Bandit", "turn Grub")
    assert hp(ford, "Grub") == 31
    ford.ok("turn Bandit")
    assert by_tag(ford.entries("turn Grub"), "body.regenerated") == []


def test_cold_and_magic_are_not_mended_and_blows_beside_them_are(ford: Table) -> None:
    """EOS-RACE-CAVETROLL-01: of 4 by cold, 3 by magic and 2 by a blow only the 2 come back: 31 - 9 + 2 = 24."""
    npc(ford, "Grub", "cave troll")
    npc(ford, "Bandit", "human")
    for kind, by in (("cold", 4), ("magic", 3), ("wound", 2)):
        ford.ok(f"gm harm Grub {by} --kind {kind} --reason dice")
    ford.all("fight start Grub Bandit", "turn Grub")
    assert hp(ford, "Grub") == 24
    ford.ok("turn Bandit")
    assert by_tag(ford.entries("turn Grub"), "body.regenerated") == []


def test_a_forest_troll_mends_body_and_level(ford: Table) -> None:
    """EOS-RACE-FORESTTROLL-01: Body 5 and level 1 are 6 a round: 37 - 20 + 6 = 23."""
    npc(ford, "Moss", "forest troll")
    npc(ford, "Bandit", "human")
    ford.all("gm harm Moss 20 --kind wound --reason dice", "fight start Moss Bandit")
    [mended] = by_tag(ford.entries("turn Moss"), "body.regenerated")
    assert (mended["rule"], mended["facts"]["offered"], hp(ford, "Moss")) == ("EOS-RACE-FORESTTROLL-01", 6, 23)


def test_a_troll_mends_while_it_lies_there_and_may_wake(ford: Table) -> None:
    """EOS-RACE-CAVETROLL-01: at -2 hit points it mends 5 and is awake at 3; the dead mend nothing."""
    npc(ford, "Grub", "cave troll")
    npc(ford, "Bandit", "human")
    ford.all("gm harm Grub 33 --kind wound --reason dice", "fight start Grub Bandit")
    assert ford.ok("sheet Grub")["state"] == "unconscious"
    entries = ford.entries("turn Grub")
    assert [e["tag"] for e in entries] == ["turn.started", "body.regenerated", "state.changed"]
    assert (ford.ok("sheet Grub")["state"], hp(ford, "Grub")) == ("well", 3)
    ford.ok("gm harm Grub 90 --kind wound --reason dice")
    assert ford.ok("sheet Grub")["state"] == "dead"
    ford.ok("turn Bandit")
    ford.refused("turn Grub", "EOS-DOWN-04")


# -- Daywalkers -------------------------------------------------------------------------------------------------


def daywalker(table: Table, more: str = "") -> None:
    table.ok(f"npc Vlad --race daywalker {STATS} --aura 6 --skills 'unarmed melee 8' {more} --in Ford")


def test_a_daywalker_drinks_by_reflex_alone_and_heals_by_what_it_took(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-01: 12 + 4 = 16 without its unarmed 8, against 9 + 4 = 13.

    EOS-RACE-DAYWALKER-02: Aura 6 less armor T2 is 4, whatever the dice; 25 - 10 + 4 = 19.
    """
    daywalker(ford)
    npc(ford, "Bandit", "human", '--gear "T2 armor"')
    ford.ok("gm harm Vlad 10 --kind wound --reason dice")
    entries = ford.entries("attack Vlad Bandit --as exsanguination --rolled 12 --against 9")
    [rolled] = by_tag(entries, "attack.rolled")
    assert (rolled["roll"]["total"], rolled["roll"]["against"]["total"]) == (16, 13)
    [dealt] = by_tag(entries, "wound.dealt")
    assert (dealt["who"], dealt["facts"]["dealt"], dealt["rule"]) == ("Bandit", 4, "EOS-RACE-DAYWALKER-02")
    [drunk] = by_tag(entries, "blood.drunk")
    assert (drunk["cause"], hp(ford, "Bandit"), hp(ford, "Vlad")) == (dealt["position"], 21, 19)


def test_a_bite_that_loses_is_answered_and_heals_nobody(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-01: all else is as with bare hands: 5 + 4 against 15 + 4 is countered by 10 + Body 5."""
    daywalker(ford)
    npc(ford, "Bandit", "human")
    entries = ford.entries("attack Vlad Bandit --as exsanguination --rolled 5 --against 15")
    assert by_tag(entries, "blood.drunk") == []
    [dealt] = by_tag(entries, "wound.dealt")
    assert (dealt["who"], dealt["facts"]["dealt"]) == ("Vlad", 15)


def test_an_aura_of_nothing_drinks_nothing(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-02: 0 damage with Aura 0."""
    ford.ok(f"npc Vlad --race daywalker {STATS} --in Ford")
    npc(ford, "Bandit", "human")
    entries = ford.entries("attack Vlad Bandit --as exsanguination --rolled 12 --against 3")
    [dealt] = by_tag(entries, "wound.dealt")
    assert dealt["facts"]["dealt"] == 0
    assert by_tag(entries, "blood.drunk") == []


def test_no_second_die_no_weapon_no_corpse_and_nobody_else_drinks(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-01."""
    daywalker(ford)
    npc(ford, "Bandit", "human")
    npc(ford, "Ada", "human")
    ford.refused("attack Vlad Bandit --as exsanguination --rolled 12,3 --against 9", "EOS-RACE-DAYWALKER-01")
    ford.refused("attack Vlad Bandit --as exsanguination --with hands --rolled 12 --against 9", "EOS-RACE-DAYWALKER-01")
    ford.refused("attack Ada Bandit --as exsanguination --rolled 12 --against 9", "EOS-RACE-DAYWALKER-01")
    ford.refused("attack Vlad Bandit --as exsanguination --distance 2 --rolled 12 --against 9", "EOS-UNA-02")
    ford.ok("gm harm Bandit 60 --kind wound --reason dice")
    ford.refused("attack Vlad Bandit --as exsanguination --rolled 12", "EOS-RACE-DAYWALKER-01")


def test_who_drinks_a_troll_to_death_mends_as_one_from_then_on(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-03: regeneration by Body 5, and dark vision; a second one gives nothing more."""
    daywalker(ford)
    for name in ("Grub", "Grit"):
        npc(ford, name, "cave troll")
        ford.ok(f"gm harm {name} 60 --kind wound --reason dice")  # 31 - 60 = -29, dead at -31
    entries = ford.entries("attack Vlad Grub --as exsanguination --rolled 3")
    assert ford.ok("sheet Grub")["state"] == "dead"
    [gained] = by_tag(entries, "gifts.gained")
    assert (gained["facts"]["race"], gained["rule"]) == ("cave troll", "EOS-RACE-DAYWALKER-03")
    assert set(gained["facts"]["gifts"]) == {"dark_vision", "regeneration"}
    assert by_tag(ford.entries("attack Vlad Grit --as exsanguination --rolled 3"), "gifts.gained") == []
    npc(ford, "Ada", "human")
    ford.all("gm harm Vlad 7 --kind wound --reason dice", "fight start Vlad Ada", "turn Vlad")
    assert hp(ford, "Vlad") == 25 - 7 + 5


def test_stats_and_skills_of_a_race_come_once_and_the_greater_effect_stays(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-03: a rat's Reflex + 3 up to 15, a wolf's hunting 10 up to 22; no third arm of an ape."""
    daywalker(ford)
    for name, race in (("Rat", "neo-rat"), ("Wolf", "neo-wolf"), ("Ape", "neo-ape")):
        npc(ford, name, race)
        ford.all(f"gm harm {name} 49 --kind wound --reason dice", f"attack Vlad {name} --as exsanguination --rolled 3")
        assert ford.ok(f"sheet {name}")["state"] == "dead"
    sheet = ford.ok("sheet Vlad")
    assert (sheet["reflex"], sheet["skills"]["hunting"]["level"], sheet["skills"]["hunting"]["cap"]) == (7, 10, 22)
    assert sheet["traits"]["poison_immune"] is True
    assert sheet["traits"]["melee_limbs"] == 2
    assert sheet["traits"]["food_in_wilderness"] == 0


def test_a_beast_of_no_playable_race_leaves_nothing(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-03."""
    daywalker(ford)
    ford.all("npc wolf --size 1x1 --hp 10 --body 2 --reflex 2 --in Ford", "gm harm wolf 18 --kind wound --reason dice")
    entries = ford.entries("attack Vlad wolf --as exsanguination --rolled 3")
    assert ford.ok("sheet wolf")["state"] == "dead"
    assert by_tag(entries, "gifts.gained") == []


def test_a_daywalker_falls_into_a_trance_and_drops_what_it_holds(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-04: at 0 hit points, not unconscious; the sword lies where it fell. It ends with 1 hit point."""
    daywalker(ford, '--gear "T2 sword"')
    ford.ok("wield Vlad sword")
    entries = ford.entries("gm harm Vlad 25 --kind wound --reason dice")
    [changed] = by_tag(entries, "state.changed")
    assert (changed["facts"]["after"], ford.ok("sheet Vlad")["state"]) == ("trance", "trance")
    assert [t["item"] for t in ford.ok("stock Ford")["things"]] == ["sword"]
    assert ford.ok("sheet Vlad")["held"] == []
    ford.ok("gm heal Vlad 1 --reason dice")
    assert ford.ok("sheet Vlad")["state"] == "well"
    ford.ok("gm harm Vlad 26 --kind wound --reason dice")
    assert ford.ok("sheet Vlad")["state"] == "dead"


def test_in_a_trance_the_gm_moves_it_and_no_player(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-04, EOS-RACE-DAYWALKER-05: it drinks for the GM and works for nobody; no skill is left to it."""
    daywalker(ford)
    npc(ford, "Bandit", "human")
    ford.all("seat vera --plays Vlad", "gm harm Vlad 27 --kind wound --reason dice")
    ford.refused("attack Vlad Bandit --as exsanguination --rolled 12 --against 2 --seat vera", "EOS-RACE-DAYWALKER-04")
    ford.refused("task Vlad watch", "EOS-RACE-DAYWALKER-05")
    entries = ford.entries("attack Bandit Vlad --with hands --rolled 9,1 --choose 9 --against 4")
    [rolled] = by_tag(entries, "attack.rolled")
    assert rolled["roll"]["against"]["total"] == 8  # 4 + Reflex 4, without its unarmed 8
    ford.ok("gm heal Vlad 1 --reason dice")
    ford.ok("attack Vlad Bandit --as exsanguination --rolled 18 --against 2")
    assert ford.ok("sheet Vlad")["state"] == "trance"


def test_in_a_trance_nobody_fights_with_two_hands_at_once(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-05: no other abilities, such as dual wielding; the dice and stats stay."""
    daywalker(ford)
    npc(ford, "Bandit", "human")
    ford.ok("gm harm Vlad 25 --kind wound --reason dice")
    ford.usage("attack Vlad Bandit --with hands --rolled 9,4 --against 2")
    [rolled] = by_tag(ford.entries("attack Vlad Bandit --with hands --rolled 9 --against 9 --spare --against-spare"), "attack.rolled")
    assert (rolled["roll"]["total"], len(rolled["roll"]["dice"])) == (9 + 4, 1)
    [rolled] = by_tag(ford.entries("attack Bandit Vlad --with hands --rolled 3,2 --spare --against-spare"), "attack.rolled")
    assert len(rolled["roll"]["against"]["dice"]) == 1


def test_a_daywalker_reads_as_a_human(ford: Table) -> None:
    """EOS-RACE-DAYWALKER-06: what others make of it is a note; it moves no number."""
    daywalker(ford)
    before = ford.ok("sheet Vlad")
    ford.ok('note "The innkeeper takes Vlad for a human" --of Vlad')
    assert ford.ok("sheet Vlad") == before


@pytest.mark.parametrize(("choice", "left"), [("oldest-first", 28), ("newest-first", 30)])
def test_what_healing_mends_first_decides_what_a_troll_has_to_mend(ford: Table, choice: str, left: int) -> None:
    """Ruling heal_unsourced: 31 less a blow of 2 and then a chill of 4; healed by 3. The blow first: only cold is left, and
    nothing mends: 28. The chill first: 2 of the blow are open and come back: 30.
    """
    npc(ford, "Grub", "cave troll")
    npc(ford, "Bandit", "human")
    ford.all(
        f"ruling heal_unsourced {choice} --reason vote", "gm harm Grub 2 --kind wound --reason dice",
        "gm harm Grub 4 --kind cold --reason dice", "gm heal Grub 3 --reason dice", "fight start Grub Bandit", "turn Grub",
    )  # fmt: skip
    assert hp(ford, "Grub") == left


def test_by_ruling_trolls_mend_as_the_round_ends(ford: Table) -> None:
    """EOS-RACE-CAVETROLL-01: ruling regen_own_turn_start: 31 - 12 = 19, 24 as round 2 begins, 29 when the fight is over."""
    npc(ford, "Grub", "cave troll")
    npc(ford, "Bandit", "human")
    ford.all(
        "ruling regen_own_turn_start round-end --reason vote", "gm harm Grub 12 --kind wound --reason dice",
        "fight start Grub Bandit", "turn Grub", "turn Bandit",
    )  # fmt: skip
    assert hp(ford, "Grub") == 19
    entries = ford.entries("turn Grub")
    assert [(e["tag"], e["rule"]) for e in entries] == [
        ("turn.started", "EOS-TURN-05"), ("body.regenerated", "EOS-RACE-CAVETROLL-01"),
    ]  # fmt: skip
    assert by_tag(ford.entries("turn Bandit"), "body.regenerated") == []
    assert hp(ford, "Grub") == 24
    assert len(by_tag(ford.entries("fight end"), "body.regenerated")) == 1
    assert hp(ford, "Grub") == 29


# -- bears ------------------------------------------------------------------------------------------------------


def struck(table: Table, bear: str, who: str = "Bandit") -> None:
    """The bandit's bare hands take 6 of the bear: 12 + 4 against 9 + 4 is 3 over, and Body 5 is 8."""
    entries = table.entries(f"attack {who} {bear} --with hands --rolled 12,1 --choose 12 --against 9")
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled", "wound.dealt"]


def test_a_bear_shoves_who_struck_it_up_to_its_body(ford: Table) -> None:
    """EOS-RACE-BEAR-01: two dice, unarmed; EOS-RACE-BEAR-02: 5 damage against the oak, armor T2 or no; nothing by the roll."""
    npc(ford, "Bruk", "neo-bear")
    npc(ford, "Bandit", "human", '--gear "T2 armor"')
    struck(ford, "Bruk")
    before = hp(ford, "Bruk")
    entries = ford.entries("attack Bruk Bandit --as trade-blows --shove 4 --into oak --rolled 7,15 --against 10")
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled", "shove.made", "wound.dealt"]
    assert entries[1]["roll"]["total"] == 19
    assert (entries[2]["facts"]["tiles"], entries[2]["facts"]["into"], entries[2]["rule"]) == (4, "oak", "EOS-RACE-BEAR-02")
    assert entries[3]["facts"]["dealt"] == 5
    assert (hp(ford, "Bandit"), hp(ford, "Bruk")) == (20, before)


def test_on_a_board_a_shove_goes_straight_away_until_something_is_in_the_way(ford: Table) -> None:
    """EOS-RACE-BEAR-02: from 4,2 by 5 tiles to 9,2, or as --stops says; with Ada on 7,2 to 6,2, and both take Body 5."""
    npc(ford, "Bruk", "neo-bear")
    npc(ford, "Bandit", "human")
    npc(ford, "Ada", "human")
    board = ("gm place Bruk --to 2,2 --facing east --reason dice", "gm place Bandit --to 4,2 --reason dice")
    shove = "attack Bruk Bandit --as trade-blows --rolled 7,15 --against 10"
    for more, landing in (("", "9,2"), (" --stops 4,6", "4,6")):
        ford.all(*board)
        struck(ford, "Bruk")
        [shoved] = by_tag(ford.entries(shove + more), "shove.made")
        assert [(p["field"], p["to"]) for p in shoved["postings"]] == [("tile", landing)]
    ford.all(*board, "gm place Ada --to 7,2 --reason dice", "gm heal Bruk 40 --reason dice")
    struck(ford, "Bruk")
    ford.refused(shove + " --stops 4,8", "EOS-RACE-BEAR-02")
    ford.refused(shove + " --stops 7,2", "EOS-POS-04")
    entries = ford.entries(shove)
    assert (by_tag(entries, "shove.made")[0]["facts"]["to"], by_tag(entries, "shove.made")[0]["facts"]["into"]) == ("6,2", "Ada")
    assert [(e["who"], e["facts"]["dealt"]) for e in by_tag(entries, "wound.dealt")] == [("Bandit", 5), ("Ada", 5)]


def test_a_shot_from_afar_is_answered_by_no_bear(ford: Table) -> None:
    """EOS-RACE-BLACKBEAR-01, EOS-RACE-BEAR-01: a sure shot and one from hiding, from five tiles, without a board."""
    npc(ford, "Bruk", "neo-blackbear")
    npc(ford, "Bandit", "human", '--skills "main-hand crossbow 6, bow 3" --gear "T3 crossbow, T3 bow"')
    ford.all("gm give Bandit bolt, arrow --reason dice", "wield Bandit crossbow", "reload Bandit crossbow",
             "attack Bandit Bruk --with crossbow --distance 5")  # fmt: skip
    ford.refused("attack Bruk Bandit --as trade-blows --rolled 9", "EOS-RACE-BLACKBEAR-01")
    ford.all("sneak Bandit Bruk --by shadow --rolled 20 --against 1", "attack Bandit Bruk --with bow --as stealth --distance 5 --rolled 1")
    ford.refused("attack Bruk Bandit --as trade-blows --rolled 9", "EOS-RACE-BLACKBEAR-01")


def test_a_bound_bear_trades_no_blows(ford: Table) -> None:
    """EOS-UNA-01."""
    npc(ford, "Bruk", "neo-bear")
    npc(ford, "Bandit", "human")
    struck(ford, "Bruk")
    ford.ok("gm mark Bruk bound --reason rope")
    ford.refused("attack Bruk Bandit --as trade-blows --rolled 7,15 --against 10", "EOS-UNA-01")


def test_a_body_that_somebody_is_shoved_into_is_hurt_as_much(ford: Table) -> None:
    """EOS-RACE-BEAR-02."""
    npc(ford, "Bruk", "neo-bear")
    npc(ford, "Bandit", "human")
    npc(ford, "Ada", "human")
    struck(ford, "Bruk")
    ford.ok("attack Bruk Bandit --as trade-blows --shove 2 --into Ada --rolled 7,15 --against 10")
    assert (hp(ford, "Bandit"), hp(ford, "Ada")) == (20, 20)


def test_a_tied_shove_is_thrown_again_by_ruling(ford: Table) -> None:
    """EOS-RACE-BEAR-02: ruling tie_nobody: 14 + 4 and 14 + 4, then 15 + 4 against 6 + 4."""
    npc(ford, "Bruk", "neo-bear")
    npc(ford, "Bandit", "human")
    line = "attack Bruk Bandit --as trade-blows --rolled 7,14{} --against 14{}"
    struck(ford, "Bruk")
    assert "shove.made" not in ford.tags(line.format("", ""))
    struck(ford, "Bruk")
    ford.ok("ruling tie_nobody reroll --reason vote")
    assert "shove.made" in ford.tags(line.format("/15,2", "/6"))


def test_a_shove_that_loses_moves_nobody(ford: Table) -> None:
    """EOS-RACE-BEAR-01: whoever wins, no hit points go by it."""
    npc(ford, "Bruk", "neo-bear")
    npc(ford, "Bandit", "human")
    struck(ford, "Bruk")
    before = hp(ford, "Bruk")
    assert ford.tags("attack Bruk Bandit --as trade-blows --rolled 7,3 --against 10") == ["attack.declared", "attack.rolled"]
    assert hp(ford, "Bruk") == before


def test_off_a_giant_the_bear_shoves_itself(ford: Table) -> None:
    """EOS-RACE-BEAR-03."""
    npc(ford, "Bruk", "neo-bear")
    npc(ford, "Orc", "orc")
    ford.all("gm set Bruk hp 37 --reason dice", "gm set Bruk body 30 --reason dice", "gm heal Bruk 99 --reason dice")
    ford.ok("attack Orc Bruk --with hands --rolled 12,2 --choose 12 --against 9")
    [shoved] = by_tag(ford.entries("attack Bruk Orc --as trade-blows --shove 3 --rolled 7,15 --against 10"), "shove.made")
    assert (shoved["who"], shoved["rule"]) == ("Bruk", "EOS-RACE-BEAR-03")


def test_a_bear_answers_a_blow_and_nothing_else(ford: Table) -> None:
    """EOS-RACE-BEAR-01: not unprovoked, not twice, not beyond its reach of two tiles, no farther than Body."""
    npc(ford, "Bruk", "neo-bear")
    npc(ford, "Bandit", "human")
    line = "attack Bruk Bandit --as trade-blows --rolled 7,15 --against 10"
    ford.refused(line, "EOS-RACE-BEAR-01")
    struck(ford, "Bruk")
    ford.refused(f"{line} --shove 6", "EOS-RACE-BEAR-02")
    ford.refused(f"{line} --distance 3", "EOS-RACE-BEAR-01")
    ford.ok(line)
    ford.refused(line, "EOS-RACE-BEAR-01")
    ford.refused("attack Bandit Bruk --as trade-blows --rolled 7,15 --against 10", "EOS-RACE-BEAR-01")


def test_a_blackbear_strikes_back_without_defence(ford: Table) -> None:
    """EOS-RACE-BLACKBEAR-01: 11 + Reflex 4 + unarmed 3 + Body 5 less armor 2 and shield 1 is 20, one die alone."""
    npc(ford, "Nok", "neo-blackbear", "--skills 'unarmed melee 3'")
    npc(ford, "Bandit", "human", '--gear "T2 armor, T1 shield"')
    ford.ok("wield Bandit shield")
    ford.ok("attack Bandit Nok --with hands --rolled 16 --against 9")
    ford.refused("attack Nok Bandit --as trade-blows --rolled 11,3", "EOS-RACE-BLACKBEAR-01")
    entries = ford.entries("attack Nok Bandit --as trade-blows --rolled 11")
    [dealt] = by_tag(entries, "wound.dealt")
    assert (dealt["facts"]["dealt"], dealt["rule"], hp(ford, "Bandit")) == (20, "EOS-RACE-BLACKBEAR-01", 5)


def test_traded_blows_are_never_traded_again(ford: Table) -> None:
    """EOS-RACE-BEAR-01, EOS-RACE-BLACKBEAR-01: ruling trade_blows_no_chain."""
    npc(ford, "Nok", "neo-blackbear")
    npc(ford, "Nak", "neo-blackbear")
    ford.ok("attack Nak Nok --with hands --rolled 12,1 --choose 12 --against 9")
    ford.ok("attack Nok Nak --as trade-blows --rolled 3")
    ford.refused("attack Nak Nok --as trade-blows --rolled 3", "EOS-RACE-BLACKBEAR-01")


# -- Hyenas, Panthers, Wolves -----------------------------------------------------------------------------------


def hyena(table: Table) -> None:
    table.ok(f"npc Yena --race neo-hyena {STATS} --skills 'main-hand thrown 6' --gear 'T1 spear' --in Ford")
    npc(table, "Bandit", "human")


def test_a_hyena_throws_ten_tiles_far(ford: Table) -> None:
    """EOS-RACE-HYENA-02: 5 + 5; a tile more is refused (EOS-THR-04)."""
    hyena(ford)
    ford.refused("attack Yena Bandit --with spear --as thrown --distance 11 --rolled 12 --against 9", "EOS-THR-04")
    ford.ok("attack Yena Bandit --with spear --as thrown --distance 10 --rolled 12 --against 9")


def test_a_heavy_throw_that_wins_stops_who_moves(ford: Table) -> None:
    """EOS-RACE-HYENA-01, EOS-RACE-HYENA-03: held back, thrown in the bandit's turn; damage as ever."""
    hyena(ford)
    ford.all("wield Yena spear", "fight start Yena Bandit", "turn Yena", "hold Yena", "turn Bandit")
    line = "attack Yena Bandit --with spear --as heavy-throw --held --distance 6 --rolled 12 --against 9"
    ford.refused(line, "EOS-RACE-HYENA-03")  # nobody moves yet
    ford.ok("move Bandit --tiles 4")
    entries = ford.entries(line)
    [stopped] = by_tag(entries, "move.blocked")
    assert (stopped["who"], stopped["facts"]["by"], stopped["rule"]) == ("Bandit", "Yena", "EOS-RACE-HYENA-03")
    [dealt] = by_tag(entries, "wound.dealt")
    assert dealt["facts"]["dealt"] == 12 + 6 + 4 - 9 - 4 + 5 + 1


def test_a_heavy_throw_that_loses_stops_nobody(ford: Table) -> None:
    """EOS-RACE-HYENA-03."""
    hyena(ford)
    ford.all("wield Yena spear", "fight start Yena Bandit", "turn Yena", "hold Yena", "turn Bandit", "move Bandit --tiles 4")
    assert "move.blocked" not in ford.tags(
        "attack Yena Bandit --with spear --as heavy-throw --held --distance 6 --rolled 2 --against 19"
    )


def test_a_throw_stays_the_one_contested_action_of_the_round(ford: Table) -> None:
    """EOS-RACE-HYENA-01 (ruling hyena_throw_still_contested)."""
    hyena(ford)
    ford.ok("gm give Yena T1 dagger --reason dice")
    ford.all("wield Yena spear", "fight start Yena Bandit", "turn Yena")
    ford.all("attack Yena Bandit --with hands --rolled 9,8 --against 12", "hold Yena", "turn Bandit", "move Bandit --tiles 4")
    ford.refused(
        "attack Yena Bandit --with spear --as heavy-throw --held --distance 6 --rolled 12 --against 9", "EOS-RACE-HYENA-01"
    )


def test_nobody_else_throws_on_anothers_turn(ford: Table) -> None:
    """EOS-TACT-02: what meets dice is never held; EOS-RACE-HYENA-03 is for Hyenas."""
    npc(ford, "Ada", "human", "--gear 'T1 spear'")
    npc(ford, "Bandit", "human")
    ford.all("wield Ada spear", "fight start Ada Bandit", "turn Ada", "hold Ada", "turn Bandit", "move Bandit --tiles 4")
    ford.refused("attack Ada Bandit --with spear --as thrown --held --distance 4 --rolled 12 --against 9", "EOS-TACT-02")
    ford.refused("attack Ada Bandit --with spear --as heavy-throw --held --distance 4 --rolled 12 --against 9", "EOS-RACE-HYENA-03")


def test_a_hyena_asleep_is_awake_for_the_fight_and_wakes_the_rest(ford: Table) -> None:
    """EOS-RACE-HYENA-04."""
    hyena(ford)
    npc(ford, "Ada", "human")
    [opened] = ford.entries("fight start Yena,Ada Bandit --asleep Yena,Ada")
    assert opened["facts"]["asleep"] == []
    ford.ok("fight end")
    [opened] = ford.entries("fight start Ada Bandit --asleep Ada")
    assert opened["facts"]["asleep"] == ["Ada"]


def test_a_wolf_puts_its_body_behind_an_arrow(ford: Table) -> None:
    """EOS-RACE-WOLF-02: 12 + 4 against 9 + 4 is 3 over; bow T2, Body 5: 10 less armor T1 is 9."""
    npc(ford, "Fen", "neo-wolf", "--gear 'T2 bow, 3 arrows'")
    npc(ford, "Bandit", "human", "--gear 'T1 armor'")
    entries = ford.entries("attack Fen Bandit --with bow --distance 6 --rolled 12 --against 9")
    [dealt] = by_tag(entries, "wound.dealt")
    assert dealt["facts"]["dealt"] == 9


# -- Panthers, Tigers, Dragons ----------------------------------------------------------------------------------


def panther(table: Table) -> None:
    npc(table, "Nyx", "neo-panther")
    npc(table, "Bandit", "human")
    npc(table, "Ada", "human")
    table.all("fight start Nyx Bandit,Ada", "gm place Nyx --to 0,0 --reason board", "gm place Bandit --to 2,0 --reason board",
              "gm place Ada --to 5,0 --reason board", "turn Nyx")  # fmt: skip


def test_a_panther_pounces_five_tiles_over_whoever_stands_there(ford: Table) -> None:
    """EOS-RACE-PANTHER-03: exactly five, past the bandit; not four, and not onto Ada."""
    panther(ford)
    ford.refused("move Nyx --to 4,0 --as pounce", "EOS-RACE-PANTHER-03")
    ford.refused("move Nyx --to 5,0 --as pounce", "EOS-RACE-PANTHER-03")
    [made] = by_tag(ford.entries("move Nyx --to 5,1 --as pounce"), "move.made")
    assert (made["rule"], made["facts"]["tiles"], made["facts"]["to"]) == ("EOS-RACE-PANTHER-03", 5, "5,1")


def test_a_pounce_cannot_be_blocked_and_is_a_panthers_own(ford: Table) -> None:
    """EOS-RACE-PANTHER-03."""
    panther(ford)
    ford.all("turn Bandit", "hold Bandit", "turn Nyx", "move Nyx --to 5,1 --as pounce")
    ford.refused("move Bandit --to 3,1 --held --blocks Nyx --stops 2,1", "EOS-RACE-PANTHER-03")
    ford.ok("turn Ada")
    ford.refused("move Ada --to 10,0 --as pounce", "EOS-RACE-PANTHER-03")


def test_claws_lose_a_tier_by_a_twenty_and_grow_back_in_a_week(ford: Table) -> None:
    """EOS-RACE-TIGER-02: one hand from T6 (Body 5 + level 1) to T5; EOS-RACE-TIGER-03: T6 again after seven days."""
    npc(ford, "Shere", "neo-tiger", "--fed")
    npc(ford, "Bandit", "human", "--gear 'T2 sword'")
    ford.all("gm give Ford 90 preserved food --reason stores", "wield Bandit sword")
    entries = ford.entries("attack Bandit Shere --with sword --rolled 20 --crit claws --against 20,19 --against-choose 19")
    [damaged] = by_tag(entries, "gear.damaged")
    assert (damaged["who"], damaged["facts"]["was"], damaged["facts"]["tier"]) == ("Shere", 6, 5)
    assert sorted(ford.ok("sheet Shere")["natural_weapons"].values()) == [5, 6]
    ford.ok("camp --days 6")
    assert sorted(ford.ok("sheet Shere")["natural_weapons"].values()) == [5, 6]
    ford.ok("camp")
    assert sorted(ford.ok("sheet Shere")["natural_weapons"].values()) == [6, 6]


def test_a_claw_at_nothing_costs_ten_hit_points_instead(ford: Table) -> None:
    """EOS-RACE-TIGER-02, EOS-CRIT-09."""
    ford.ok("npc Cub --race neo-tiger --body 0 --mind 1 --reflex 4 --presence 1 --in Ford")  # claws of T1: level 1 alone
    npc(ford, "Bandit", "human", "--gear 'T2 sword'")
    ford.ok("wield Bandit sword")
    for hand in ("main-hand", "off-hand"):
        ford.ok(f"attack Bandit Cub --with sword --rolled 20 --crit {hand} --against 20,20 --bonus -4 --reason dice")
    assert set(ford.ok("sheet Cub")["natural_weapons"].values()) == {0}
    before = hp(ford, "Cub")
    entries = ford.entries("attack Bandit Cub --with sword --rolled 20 --crit claws --against 20,20 --bonus -4 --reason dice")
    assert by_tag(entries, "wound.dealt")[0]["facts"]["dealt"] == 10
    assert hp(ford, "Cub") <= before - 10


def test_scales_grow_back_a_tier_a_week_from_the_first_damage(ford: Table) -> None:
    """EOS-RACE-DRAGON-01, EOS-RACE-DRAGON-02: Body 5 + level 1 is T6; two 20s leave T4, T5 after a week, T6 after two."""
    npc(ford, "Wyrm", "neo-dragon")
    npc(ford, "Bandit", "human", "--gear 'T2 sword'")
    ford.ok("wield Bandit sword")
    for _ in range(2):
        ford.ok("attack Bandit Wyrm --with sword --rolled 20 --crit natural-armor --against 18,2")
    assert ford.ok("sheet Wyrm")["natural_armor"] == 4
    ford.ok("camp --days 7")
    assert ford.ok("sheet Wyrm")["natural_armor"] == 5
    ford.ok("camp --days 7")
    assert ford.ok("sheet Wyrm")["natural_armor"] == 6

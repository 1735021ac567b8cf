"""Hands: what is held, put away and drawn (seed 248 to 262, 391 to 438, 713, 943, 1283)."""

from typing import Any

import pytest

from tests.conftest import Table
from tests.rules.test_containers import give, person


@pytest.fixture
def camp(table: Table) -> Table:
    """Brandt, Body 4, with nothing in hand."""
    table.all("declare zone Oakwood --miles 15", person("Brandt"))
    return table


def hands(table: Table, who: str = "Brandt") -> dict[str, str]:
    """What is in each hand, without the numbers of the pieces."""
    held = table.ok(f"gear {who}")["hands"]
    return {hand: piece.partition("@")[0] for hand, piece in held.items() if piece}


def slot(table: Table, item: str, who: str = "Brandt") -> Any:
    return next(p for p in table.ok(f"gear {who}")["pieces"] if p["item"] == item)["slot"]


def test_a_sword_and_a_shield_are_taken_in_hand(camp: Table) -> None:
    """COMMANDS 7.2: `wield Brandt sword, shield`. EOS-CGEAR-08, EOS-SHLD-01: neither asks for a skill.

    EOS-SHLD-03, EOS-CGEAR-14, EOS-GEAR-07: a shield takes a whole turn of two actions, a worn sword none.
    """
    give(camp, "T2 sword, T3 shield", "Brandt")
    camp.ok("wear Brandt sword")
    entries = camp.entries("wield Brandt sword, shield")
    assert [(e["tag"], e["rule"], e["facts"]["hand"], e["facts"]["actions"], e["cause"]) for e in entries] == [
        ("gear.wielded", "EOS-CGEAR-14", "main", 0, None),
        ("gear.wielded", "EOS-SHLD-03", "off", 2, None),
    ]
    assert hands(camp) == {"main": "sword", "off": "shield"}
    assert camp.ok("sheet Brandt")["armor_front"] == 3


def test_a_weapon_out_of_a_pack_takes_an_action(camp: Table) -> None:
    """EOS-CGEAR-14, EOS-GEAR-07 (line 253): only what hangs in a weapon slot is drawn freely."""
    give(camp, "dagger", "Brandt")
    [entry] = camp.entries("wield Brandt dagger")
    assert entry["facts"]["actions"] == 1


@pytest.mark.parametrize(
    ("armor", "rule"), [("T5 sword", "EOS-CGEAR-07"), ("T5 shield", "EOS-SHLD-02"), ("T5 bow", "EOS-CGEAR-07")]
)
def test_the_body_is_the_limit_of_what_is_wielded(camp: Table, armor: str, rule: str) -> None:
    """EOS-CGEAR-07, EOS-SHLD-02 (example, line 391): a shield of T8 takes Body 8."""
    give(camp, armor, "Brandt")
    camp.refused(f"wield Brandt {armor}", rule)
    camp.all('gm set Brandt body 5 --reason "grown"', f"wield Brandt {armor}")


def test_crossbows_ask_for_no_body(camp: Table) -> None:
    """EOS-CGEAR-07, EOS-CGEAR-16: the weapon skills of crossbows and firearms waive it."""
    give(camp, "T9 crossbow, T9 pistol", "Brandt")
    camp.all("wield Brandt crossbow, pistol", "stow Brandt crossbow")
    assert slot(camp, "crossbow") == "right hip weapon"


def test_a_two_hander_fills_both_hands_and_what_was_there_is_put_away(camp: Table) -> None:
    """EOS-CGEAR-13: into its slot of hip or back, by itself."""
    give(camp, "T2 sword, T3 shield, T2 glaive", "Brandt")
    camp.ok("wield Brandt sword, shield")
    [entry] = camp.entries("wield Brandt glaive")
    assert [p.partition("@")[0] for p in entry["facts"]["away"]] == ["sword", "shield"]
    assert hands(camp) == {"both": "glaive"}
    assert (slot(camp, "sword"), slot(camp, "shield")) == ("right hip weapon", "back weapon")


def test_the_hand_may_be_said(camp: Table) -> None:
    """COMMANDS 3: hands `main off both tail`; what is in it makes room."""
    give(camp, "T2 sword, dagger", "Brandt")
    camp.all("wield Brandt dagger --hand off", "wield Brandt sword --hand off")
    assert hands(camp) == {"off": "sword"}
    camp.usage("wield Brandt sword --hand third")
    camp.refused("wield Brandt sword --hand both", "EOS-RACE-ORC-01")


def test_only_an_orc_holds_a_two_hander_in_the_main_hand(camp: Table) -> None:
    """EOS-RACE-ORC-01 (line 1283): with the off hand free; never in the off hand, never a bow."""
    camp.ok(person("Grash", "orc", 6))
    give(camp, "T2 glaive, T2 axe, T2 bow", "Grash")
    camp.ok("wield Grash glaive, axe")
    assert hands(camp, "Grash") == {"main": "glaive", "off": "axe"}
    camp.refused("wield Grash glaive --hand off", "EOS-RACE-ORC-01")
    camp.ok("wield Grash bow")
    assert hands(camp, "Grash") == {"both": "bow"}
    give(camp, "T2 glaive", "Brandt")
    camp.refused("wield Brandt glaive --hand main", "EOS-RACE-ORC-01")


def test_a_neo_apes_tail_holds_a_one_hander_but_no_shot(camp: Table) -> None:
    """EOS-RACE-APE-01 (line 943): a third melee hand; neither a two-hander nor a ranged weapon."""
    camp.ok(person("Koko", "neo-ape"))
    give(camp, "sword, axe, dagger, glaive, crossbow", "Koko")
    camp.ok("wield Koko sword, axe, dagger")
    assert hands(camp, "Koko") == {"main": "sword", "off": "axe", "tail": "dagger"}
    camp.refused("wield Koko glaive --hand tail", "EOS-RACE-APE-01")
    camp.refused("wield Koko crossbow --hand tail", "EOS-RACE-APE-01")
    give(camp, "shield", "Koko")
    camp.refused("wield Koko shield --hand tail", "EOS-RACE-APE-01")
    give(camp, "sword", "Brandt")
    camp.refused("wield Brandt sword --hand tail", "EOS-RACE-APE-01")


def test_gear_of_another_size_is_no_use_in_hand(camp: Table) -> None:
    """EOS-CGEAR-11, EOS-SCALE-09 (line 238)."""
    camp.ok(person("Grash", "orc", 6))
    give(camp, "sword", "Grash")
    camp.ok("give Grash sword --to Brandt")
    camp.refused("wield Brandt sword", "EOS-CGEAR-11")


def test_a_weapon_goes_back_into_its_slot(camp: Table) -> None:
    """EOS-SHLD-05, EOS-GEAR-04, EOS-CGEAR-13 (line 713)."""
    give(camp, "T2 sword, T3 shield", "Brandt")
    camp.ok("wield Brandt sword, shield")
    entries = camp.entries("stow Brandt sword, shield")
    assert [(e["tag"], e["rule"], e["facts"]["to"]) for e in entries] == [
        ("goods.stowed", "EOS-GEAR-04", "right hip weapon"),
        ("goods.stowed", "EOS-SHLD-05", "back weapon"),
    ]
    assert hands(camp) == {}
    camp.ok("wield Brandt sword")
    camp.ok('stow Brandt sword --to "left hip weapon"')
    assert slot(camp, "sword") == "left hip weapon"


def test_what_the_body_grew_too_weak_for_cannot_be_put_away(camp: Table) -> None:
    """EOS-CGEAR-09 (line 438): it is not drawn, sheathed or moved."""
    give(camp, "T4 sword", "Brandt")
    camp.all("wield Brandt sword", 'gm set Brandt body 3 --reason "a curse"')
    camp.refused("stow Brandt sword", "EOS-CGEAR-09")
    camp.refused('wear Brandt sword --slot "left hip"', "EOS-GEAR-05")


def test_work_with_tools_puts_weapons_away_by_itself(camp: Table) -> None:
    """EOS-GEAR-06, EOS-CGEAR-17 (line 259): bushcraft does, a hunt does not."""
    give(camp, "T2 sword, T3 shield, tinderbox, torch", "Brandt")
    camp.ok('npc Brandt --skills "bushcraft 2, hunting 2"')
    camp.all("wield Brandt sword, shield", "hunt Brandt --rolled 1")
    assert hands(camp) == {"main": "sword", "off": "shield"}
    task = camp.entries("bushcraft Brandt food")[0]
    assert task["tag"] == "task.spent"
    assert [(p["lot"].partition("@")[0], p["to"]) for p in task["postings"] if p["field"] == "slot"] == [
        ("sword", "right hip weapon"),
        ("shield", "back weapon"),
    ]
    assert hands(camp) == {}


def test_a_dwarf_hangs_two_of_everything(camp: Table) -> None:
    """EOS-RACE-DWARF-01, EOS-CGEAR-13 (line 835)."""
    camp.ok(person("Ivo", "dwarf"))
    give(camp, "2 axe, T3 shield, shield", "Ivo")
    camp.all("wear Ivo 2 shield", "wear Ivo axe", "wear Ivo axe")
    slots = camp.ok("gear Ivo")["slots"]
    assert (len(slots["back weapon"]), len(slots["right hip weapon"])) == (2, 2)
    give(camp, "shield", "Ivo")
    camp.refused("wear Ivo shield", "EOS-GEAR-04")


def test_armor_must_be_fitted_and_fit_the_size(camp: Table) -> None:
    """EOS-CGEAR-12, EOS-GEAR-03, EOS-ARMR-09 (lines 23, 242; ruling fit_time: one-task | free)."""
    camp.all(person("Dora") + ' --skills "armorsmith 3, tailor 2"', person("Grash", "orc", 6))
    give(camp, "T3 armor, T3 clothing", "Dora")
    camp.ok("give Dora armor, clothing --to Brandt")
    camp.refused("wear Brandt armor", "EOS-GEAR-03")
    camp.refused("fit Dora T3 clothing for Brandt", "EOS-GEAR-03")
    entries = camp.entries("fit Dora T3 armor for Brandt")
    assert [(e["tag"], e["who"]) for e in entries] == [("task.spent", "Dora"), ("gear.fitted", "Dora")]
    camp.ok("wear Brandt armor")
    camp.refused("fit Brandt armor for Dora", "EOS-ARMR-09")
    give(camp, "T1 armor for Brandt, sword", "Dora")
    camp.refused("fit Dora T1 armor for Grash", "EOS-SCALE-09")
    camp.refused("fit Dora sword for Brandt")
    camp.usage("fit Dora armor")
    camp.ok('ruling fit_time free --reason "vote"')
    assert camp.tags("fit Dora T1 armor for Dora") == ["gear.fitted"]

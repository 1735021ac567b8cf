"""Wearing: clothing, cloaks, armor, and the nine slots (seed 225 to 262, 420 to 438, 1904 to 1906)."""

import pytest

from tests.conftest import Table


def person(name: str = "Mara", race: str = "human", body: int = 4) -> str:
    return f'npc {name} --race "{race}" --body {body} --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood'


@pytest.fixture
def camp(table: Table) -> Table:
    """Mara, Body 4, with nothing on."""
    table.all("declare zone Oakwood --miles 15", person())
    return table


def give(table: Table, things: str, who: str = "Mara") -> None:
    table.ok(f'gm give {who} {things} --reason "found"')


def worn(table: Table, who: str = "Mara") -> dict[str, list[str]]:
    slots: dict[str, list[str]] = table.ok(f"gear {who}")["slots"]
    return {slot: pieces for slot, pieces in slots.items() if pieces}


def test_a_cloak_is_worn_by_anyone_of_the_size(camp: Table) -> None:
    """COMMANDS 7.1: `wear Mara,Ivo cloak`, each their own, one entry each."""
    camp.ok(person("Ivo", "dwarf"))
    give(camp, "2 cloaks", "Ivo")
    camp.ok("give Ivo cloak --to Mara")
    entries = camp.entries("wear Mara,Ivo cloak")
    assert [(e["tag"], e["who"], e["rule"], e["cause"]) for e in entries] == [
        ("gear.worn", "Mara", "EOS-BUSH-03", None),
        ("gear.worn", "Ivo", "EOS-BUSH-03", None),
    ]
    assert len(worn(camp)["worn"]) == 1 and len(worn(camp, "Ivo")["worn"]) == 1


@pytest.mark.parametrize(("armor", "cloaks"), [(2, 2), (0, 4)])
def test_body_less_armor_bears_that_many_cloaks(camp: Table, armor: int, cloaks: int) -> None:
    """EOS-BUSH-03, EOS-GEAR-12 (line 1906), where the table ruled overload: refuse."""
    camp.ok('ruling overload refuse --reason "vote"')
    give(camp, f"{cloaks + 1} cloaks")
    if armor:
        give(camp, f"T{armor} armor")
        camp.ok("wear Mara armor")
    camp.ok(f"wear Mara {cloaks} cloaks")
    camp.refused("wear Mara cloak", "EOS-GEAR-12")


def test_more_than_the_body_bears_is_worn_and_stands_still(camp: Table) -> None:
    """EOS-GEAR-12 (line 438; ruling overload: worn-but-frozen)."""
    give(camp, "5 cloaks")
    camp.ok("wear Mara 4 cloaks")
    assert camp.ok("sheet Mara")["move"] == 5
    camp.ok("wear Mara cloak")
    assert len(worn(camp)["worn"]) == 5
    assert camp.ok("sheet Mara")["move"] == 0
    camp.ok(f"drop Mara {worn(camp)['worn'][0]}")
    assert camp.ok("sheet Mara")["move"] == 5


def test_clothing_weighs_nothing_against_body(camp: Table) -> None:
    """EOS-TAIL-07 (line 2433)."""
    give(camp, "T9 clothing, 4 cloaks")
    camp.ok("wear Mara clothing, 4 cloaks")
    assert camp.ok("sheet Mara")["move"] == 5
    assert camp.ok("sheet Mara")["cold_protection"] == 9 + 4


def test_a_dwarf_bears_two_cloaks_for_each_body(table: Table) -> None:
    """EOS-RACE-DWARF-03 (line 837)."""
    table.all("declare zone Oakwood --miles 15", person("Ivo", "dwarf"), 'ruling overload refuse --reason "vote"')
    give(table, "9 cloaks", "Ivo")
    table.ok("wear Ivo 8 cloaks")
    table.refused("wear Ivo cloak", "EOS-GEAR-12")


def test_one_set_of_clothing_a_dwarf_two(camp: Table) -> None:
    """EOS-TAIL-08 (line 2431), EOS-RACE-DWARF-01; EOS-TAIL-07: Body does not matter."""
    camp.ok(person("Ivo", "dwarf"))
    give(camp, "T9 clothing, T1 clothing")
    camp.ok("wear Mara clothing")
    assert camp.ok("gear Mara")["pieces"][0]["slot"] == "worn"  # the best that fits
    camp.refused("wear Mara clothing", "EOS-TAIL-08")
    give(camp, "3 T1 clothing", "Ivo")
    camp.ok("wear Ivo 2 clothing")
    camp.refused("wear Ivo clothing", "EOS-TAIL-08")


def test_one_suit_of_armor_of_no_more_than_body_a_dwarf_two(camp: Table) -> None:
    """EOS-CGEAR-03, EOS-CGEAR-04 (line 420), EOS-RACE-DWARF-02 (line 836)."""
    camp.ok(person("Ivo", "dwarf"))
    give(camp, "T5 armor, 2 T4 armor")
    camp.refused("wear Mara T5 armor", "EOS-CGEAR-03")
    camp.ok("wear Mara T4 armor")
    camp.refused("wear Mara T4 armor", "EOS-CGEAR-04")
    give(camp, "3 T4 armor, T5 armor", "Ivo")
    camp.refused("wear Ivo T5 armor", "EOS-RACE-DWARF-02")
    camp.ok("wear Ivo 2 T4 armor")
    camp.refused("wear Ivo armor", "EOS-RACE-DWARF-02")


def test_clothing_and_armor_are_fitted(camp: Table) -> None:
    """EOS-GEAR-03 (line 242): made for Ivo, it is refitted before Mara wears it; a shield or cloak need not be."""
    camp.ok(person("Ivo"))
    give(camp, "T1 clothing, T1 armor, T1 shield", "Ivo")
    camp.ok("give Ivo clothing, armor, shield --to Mara")
    no = camp.refused("wear Mara clothing", "EOS-GEAR-03")
    assert no["state"] == "fitted to Ivo"
    camp.refused("wear Mara armor", "EOS-GEAR-03")
    camp.ok("wear Mara shield")
    camp.ok('wear Mara clothing --overrule "it is wide enough"')


def test_gear_of_another_size_serves_nobody(camp: Table) -> None:
    """EOS-SCALE-09 (line 238)."""
    camp.ok(person("Pip", "neo-tabby"))
    give(camp, "cloak", "Pip")
    camp.ok("give Pip cloak --to Mara")
    camp.refused("wear Mara cloak", "EOS-SCALE-09")


def test_nine_slots_one_item_each(camp: Table) -> None:
    """EOS-GEAR-04 (lines 248, 255): weapon, toolkit and pouch on each hip; bow, toolkit and backpack on the back."""
    give(
        camp,
        "T1 sword, T1 crossbow, T1 bow, cooking toolkit, fishing toolkit, tailor toolkit, T1 arrow pouch, "
        "T1 bolt pouch, "
        "T1 backpack, T1 axe",
    )
    camp.all(
        "wear Mara sword, cooking toolkit, arrow pouch --slot 'right hip'",
        "wear Mara crossbow, fishing toolkit, bolt pouch --slot left-hip",
        "wear Mara bow, tailor toolkit, backpack --slot back",
    )
    assert {slot: pieces[0].split("@")[0] for slot, pieces in worn(camp).items()} == {
        "right hip weapon": "sword",
        "right hip toolkit": "cooking toolkit",
        "right hip misc": "arrow pouch",
        "left hip weapon": "crossbow",
        "left hip toolkit": "fishing toolkit",
        "left hip misc": "bolt pouch",
        "back weapon": "bow",
        "back toolkit": "tailor toolkit",
        "back misc": "backpack",
    }
    no = camp.refused("wear Mara axe", "EOS-GEAR-04")
    assert "axe@" in no["text"]


def test_a_back_holds_a_two_hander_or_two_one_handers_or_a_shield(camp: Table) -> None:
    """EOS-GEAR-04, EOS-RACE-DWARF-01 (line 835): a dwarf twice that."""
    camp.ok(person("Ivo", "dwarf"))
    give(camp, "3 T1 axe, T1 shield")
    camp.ok("wear Mara 2 axes --slot back")
    camp.refused("wear Mara axe --slot back", "EOS-GEAR-04")
    camp.refused("wear Mara shield", "EOS-GEAR-04")
    camp.refused("wear Mara shield --slot left-hip", "EOS-GEAR-04")
    give(camp, "2 T1 shield, 3 T1 sword", "Ivo")
    camp.ok("wear Ivo 2 shields")
    camp.ok("wear Ivo 2 swords --slot right-hip")
    camp.refused("wear Ivo sword --slot right-hip", "EOS-GEAR-04")


def test_a_worn_weapon_is_of_no_more_than_body(table: Table) -> None:
    """EOS-GEAR-05 (line 253): Body 6 carries no T12 sword; crossbows ask for no Body."""
    table.all("declare zone Oakwood --miles 15", person(body=6))
    give(table, "T12 sword, T12 crossbow, T7 backpack")
    table.refused("wear Mara sword --slot right-hip", "EOS-GEAR-05")
    table.ok("wear Mara crossbow")
    table.refused("wear Mara backpack", "EOS-CONT-05")


def test_what_is_not_there_or_no_gear_is_refused_by_name(camp: Table) -> None:
    give(camp, "6 arrows, T1 bedroll, cloak")
    no = camp.refused("wear Mara clothing")
    assert "arrow, bedroll, cloak" in no["text"] and no["help"] == ["stock Mara"]
    camp.refused("wear Mara arrows")
    camp.refused("wear Mara bedroll", "EOS-BED-01")
    camp.ok("wear Mara cloak")
    assert camp.refused("wear Mara cloak")["state"] == "worn already"
    camp.usage("wear Mara cloak --slot nose")


def test_gear_is_one_row_a_piece(camp: Table) -> None:
    """COMMANDS 5, key by key; EOS-CONT-02: a T2 arrow pouch holds 3 x 2 slots."""
    give(camp, "T2 arrow pouch")
    camp.ok("wear Mara arrow pouch")
    name = camp.ok("gear Mara")["pieces"][0]["piece"]
    assert camp.ok("gear Mara")["pieces"] == [
        {
            "piece": name,
            "item": "arrow pouch",
            "named": None,
            "size": "Medium",
            "tier": 2,
            "full_tier": 2,
            "state": "whole",
            "slot": "right hip misc",
            "fitted_to": None,
            "loaded": None,
            "slots_used": 0,
            "slots_max": 6,
            "next_loss": None,
        }
    ]
    assert camp.ok("gear Mara")["hands"] == {"main": None, "off": None, "both": None, "tail": None}

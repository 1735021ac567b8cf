"""Containers: what goes in, how much of it, and who has it then (seed 261 to 280, 2433 to 2484, 2571 to 2579)."""

from typing import Any

import pytest

from tests.conftest import Table


def person(name: str = "Mara", race: str = "human", body: int = 4) -> str:
    return f'npc {name} --race "{race}" --body {body} --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood'


@pytest.fixture
def camp(table: Table) -> Table:
    """Mara and Ivo, Body 4, in a zone with nothing in it."""
    table.all("declare zone Oakwood --miles 15", person(), person("Ivo"))
    return table


def give(table: Table, things: str, who: str = "Mara") -> list[str]:
    """Gives things; the names of the lots that came."""
    entries = table.entries(f'gm give {who} {things} --reason "found"')
    return [p["lot"] for e in entries for p in e["postings"] if p["kind"] == "gained"]


def piece(table: Table, item: str, who: str = "Mara") -> dict[str, Any]:
    return next(p for p in table.ok(f"gear {who}")["pieces"] if p["item"] == item)


def stock(table: Table, holder: str) -> dict[str, Any]:
    return {t["item"]: t["quantity"] for t in table.ok(f'stock "{holder}"')["things"]}


# -- room -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("container", "race", "slots"),
    [
        ("T1 hip pouch", "human", 2),
        ("T3 hip pouch", "human", 6),
        ("T2 hip pouch", "neo-tabby", 2),
        ("T1 arrow pouch", "human", 3),
        ("T1 arrow pouch", "neo-tabby", 2),
        ("T2 arrow pouch", "warhog", 24),
        ("T2 backpack", "human", 8),
        ("T2 backpack", "orc", 72),
        ("T1 food backpack", "neo-tabby", 3),
        ("chest", "human", 200),
        ("food chest", "human", 300),
        ("water barrel", "human", 50),
        ("chest", "orc", 200),
        ("container", "human", 10),
    ],
)
def test_how_much_a_container_holds(camp: Table, container: str, race: str, slots: int) -> None:
    """EOS-CONT-01, EOS-CONT-02, EOS-CONT-03, EOS-CONT-04, EOS-SCALE-03: by tier and size, one kind rounded up.

    EOS-WOOD-10, EOS-WOOD-11, EOS-WOOD-12, EOS-WOOD-15: chests and barrels have their own room, whatever the size.
    """
    camp.ok(person("Owner", race))
    give(camp, container, "Owner")
    found = camp.ok("gear Owner")["pieces"][0]
    assert (found["slots_used"], found["slots_max"]) == (0, slots)


def test_arrows_are_stowed_in_a_pouch_of_their_own_and_stay_their_owners(camp: Table) -> None:
    """COMMANDS 7.2: `stow Mara 6 arrows --to arrow-pouch`; EOS-CONT-02: a T2 pouch of one kind has room for six."""
    give(camp, "T2 arrow pouch, 8 arrows")
    camp.ok("wear Mara arrow pouch")
    [entry] = camp.entries("stow Mara 6 arrows --to arrow-pouch")
    pouch = piece(camp, "arrow pouch")
    assert (entry["tag"], entry["rule"], entry["facts"]["to"]) == ("goods.stowed", "EOS-GEAR-10", pouch["piece"])
    assert (pouch["slots_used"], pouch["slots_max"]) == (6, 6)
    assert stock(camp, "Mara")["arrow"] == 8
    assert stock(camp, pouch["piece"]) == {"arrow": 6}
    camp.refused("stow Mara arrow --to arrow-pouch", "EOS-GEAR-10")


def test_a_pouch_of_one_kind_takes_nothing_else(camp: Table) -> None:
    """EOS-CONT-02, EOS-CONT-04, EOS-WOOD-11, EOS-WOOD-12."""
    give(camp, "T2 arrow pouch, food backpack, food chest, water barrel, 2 ingots, 2 food, 3 preserved food")
    camp.refused("stow Mara ingot --to arrow-pouch", "EOS-CONT-02")
    camp.refused("stow Mara ingot --to food-backpack", "EOS-CONT-04")
    camp.refused("stow Mara ingot --to food-chest", "EOS-WOOD-11")
    camp.refused("stow Mara ingot --to water-barrel", "EOS-WOOD-12")
    camp.all("stow Mara 2 food --to food-chest", "stow Mara 3 preserved food --to food-chest")
    assert piece(camp, "food chest")["slots_used"] == 5


def test_extra_small_things_stack_ten_of_a_kind_to_a_slot(camp: Table) -> None:
    """EOS-GEAR-10 (line 266; ruling xs_stack: same-kind | any-kind): 11 coin and 9 feathers are 2 and 1, or 2."""
    give(camp, "T2 hip pouch, 11 coin, 9 feathers")
    camp.all("stow Mara 11 coin --to hip-pouch", "stow Mara 9 feathers --to hip-pouch")
    assert piece(camp, "hip pouch")["slots_used"] == 3
    camp.ok('ruling xs_stack any-kind --reason "vote"')
    assert piece(camp, "hip pouch")["slots_used"] == 2


@pytest.mark.parametrize(
    ("thing", "slots"),
    [
        ("ingot", 1),
        ("torch", 5),
        ("tinderbox", 5),
        ("container", 12),
        ("lumber", 10),
        ("10 ft cordage", 10),
        ("sword", 10),
        ("T2 bow", 100),
        ("T2 tent for 1", 10),
        ("T2 tent for 12", 120),
        ("10 feathers", 1),
        ("stone", 100),
    ],
)
def test_what_each_thing_takes_of_the_room(camp: Table, thing: str, slots: int) -> None:
    """EOS-GEAR-10, EOS-GEAR-11 (lines 265 to 280), EOS-TENT-01 (line 2500): of a category the most (EOS-GEAR-09)."""
    [chest] = give(camp, "chest", "Oakwood")
    give(camp, thing)
    camp.ok(f"give Mara {thing} --to {chest}")
    assert slots_used(camp, chest) == slots


def slots_used(table: Table, chest: str) -> Any:
    table.ok(f"take Mara {chest} --from Oakwood")
    return next(p for p in table.ok("gear Mara")["pieces"] if p["piece"] == chest)["slots_used"]


def test_a_weapon_in_a_pack_takes_the_most_of_its_kind_unless_the_gm_measures_it(camp: Table) -> None:
    """EOS-GEAR-09 (line 261): ten slots, or as few as the GM says."""
    give(camp, "T2 backpack")
    [sword] = give(camp, "sword")
    camp.refused("stow Mara sword --to backpack", "EOS-GEAR-10")
    camp.all(f'gm set {sword} slots 6 --reason "a short one"', "stow Mara sword --to backpack")
    assert piece(camp, "backpack")["slots_used"] == 6


def test_what_has_no_size_in_the_book_waits_for_the_gm(camp: Table) -> None:
    """EOS-GEAR-11: of fat and bones the book says no size: nobody can overrule that, the GM says one."""
    give(camp, "T1 backpack")
    [fat] = give(camp, "3 fat")
    refused = camp.refused("stow Mara 3 fat --to backpack")
    assert refused["help"] == [f'gm set {fat} slots 1 --reason "..."']
    camp.all(refused["help"][0], "stow Mara 3 fat --to backpack")
    assert piece(camp, "backpack")["slots_used"] == 3


def test_stowing_alone_finds_the_container_that_has_room(camp: Table) -> None:
    """Ammunition goes into a pouch of its own first, everything else into a pack."""
    give(camp, "T1 backpack, T2 arrow pouch, 3 arrows, 2 ingots")
    camp.all("stow Mara 3 arrows", "stow Mara 2 ingots")
    assert piece(camp, "arrow pouch")["slots_used"] == 3
    assert piece(camp, "backpack")["slots_used"] == 2
    give(camp, "lumber")
    camp.refused("stow Mara lumber")


# -- who has it -------------------------------------------------------------------------------------------------


def test_what_is_in_a_container_goes_where_it_goes(camp: Table) -> None:
    """A pack is given away with all that is in it, and in the pouch in it."""
    give(camp, "T3 backpack, 3 coin")
    [pouch] = give(camp, "T1 hip pouch")
    camp.ok(f'gm set "{pouch}" slots 4 --reason "a flat one"')
    camp.all("stow Mara 3 coin --to hip-pouch", "stow Mara hip pouch --to backpack", "give Mara backpack --to Ivo")
    assert stock(camp, "Mara") == {}
    assert stock(camp, "Ivo") == {"backpack": 1, "hip pouch": 1, "coin": 3}
    assert stock(camp, pouch) == {"coin": 3}
    camp.ok("undo")
    assert stock(camp, "Mara") == {"backpack": 1, "hip pouch": 1, "coin": 3}


def test_food_in_a_chest_of_the_camp_is_in_the_larder(camp: Table) -> None:
    """COMMANDS 3.2: all edible food of the people and the store of a place is one larder."""
    [chest] = give(camp, "food chest", "Oakwood")
    camp.ok(f'gm give "{chest}" 5 food --reason "found"')
    assert camp.ok("larder Oakwood")["units"] == 5
    assert stock(camp, chest) == {"food": 5}


def test_things_are_used_out_of_a_pack_but_never_out_of_a_companions(camp: Table) -> None:
    """COMMANDS 1.3: within reach is what companions carry loose, never what they wear or hold or have stowed."""
    camp.ok(person("Dora") + ' --skills "tailor 3"')
    give(camp, "tailor toolkit, T1 backpack, 5 cloth fragments", "Dora")
    give(camp, "T1 backpack, 5 cloth fragments")
    camp.all("stow Dora 5 cloth fragments --to backpack", "stow Mara 5 cloth fragments --to backpack")
    camp.ok("craft Dora T1 cloth")
    camp.refused("craft Dora T1 cloth --new", "EOS-CRAFT-06")


def test_things_are_taken_out_of_a_chest_off_the_ground_and_from_the_fallen(camp: Table) -> None:
    """COMMANDS 4.3: what a body has stays; `take Mara sword --from bandit-1`. EOS-GEAR-08."""
    [chest] = give(camp, "chest", "Oakwood")
    camp.ok(f'gm give {chest} 5 coin --reason "found"')
    give(camp, "2 feathers", "Oakwood")
    give(camp, "T2 sword, axe", "Ivo")
    camp.ok("wield Ivo sword")
    [entry] = camp.entries("take Mara 2 coin --from chest")
    assert (entry["tag"], entry["who"], entry["facts"]["to"]) == ("goods.moved", "Mara", "Mara")
    camp.ok("take Mara 2 feathers")
    assert stock(camp, "Mara") == {"coin": 2, "feather": 2}
    refused = camp.refused("take Mara sword --from Ivo")
    assert refused["state"] == "worn or held"
    camp.all("take Mara axe --from Ivo", 'gm harm Ivo 24 --kind wound --reason "a fall"', "take Mara sword --from Ivo")
    assert stock(camp, "Mara") == {"axe": 1, "coin": 2, "feather": 2, "sword": 1}
    assert stock(camp, chest) == {"coin": 3}
    camp.refused("take Mara 4 coin --from chest")


def test_a_share_is_equal_and_whole_and_the_rest_stays(camp: Table) -> None:
    """COMMANDS 3: `share 120 coin party`: equal whole parts out of the common store; what does not divide stays."""
    camp.ok(person("Pip"))
    give(camp, "11 coin, 6 food", "Oakwood")
    entries = camp.entries("share 11 coin, 6 food Mara, Ivo, Pip")
    assert [(e["tag"], e["who"], e["postings"][-1]["quantity"], e["cause"]) for e in entries] == [
        *(("goods.moved", who, 3, None) for who in ("Mara", "Ivo", "Pip")),
        *(("goods.moved", who, 2, None) for who in ("Mara", "Ivo", "Pip")),
    ]
    assert stock(camp, "Oakwood") == {"coin": 2}
    camp.refused("share 2 coin Mara,Ivo,Pip")
    camp.refused("share 12 coin all")
    camp.ok("share 2 coin Mara,Pip --from Oakwood")
    assert stock(camp, "Oakwood") == {}


def test_a_workshop_is_not_carried_off(camp: Table) -> None:
    """EOS-METAL-08: it stays where it was built."""
    give(camp, "tailor workshop", "Oakwood")
    camp.refused("take Mara tailor workshop", "EOS-METAL-08")


def test_nothing_goes_into_what_holds_nothing_or_into_itself(camp: Table) -> None:
    give(camp, "sword, T1 backpack, 2 ingots")
    camp.refused("stow Mara 2 ingots --to sword")
    camp.usage("stow Mara backpack --to backpack")
    camp.usage("stow Mara 2 ingots --to nowhere")
    camp.refused("stow Mara 2 ingots --to chest")

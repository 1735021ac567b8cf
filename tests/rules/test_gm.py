"""The game master's own hand: gifts, takings, settings, harm, healing, marks, awards, places."""

import pytest

from tests.conftest import JSON, Table

MARA = "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --in Oakwood"
PIP = "join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood"
RAT = "join Ria --race neo-rat --body 4 --mind 4 --reflex 6 --presence 5 --aura 6 --in Oakwood"
WHY = '--reason "the wrecked cart"'


@pytest.fixture
def camp(table: Table) -> Table:
    """Mara, of medium size with 25 hit points, and Pip, a small one with 18, in a wild zone."""
    table.all("declare zone Oakwood --miles 15 --zones 4", "declare zone Ford", MARA, PIP)
    return table


def got(entry: JSON) -> list[tuple[object, ...]]:
    return [(p["kind"], p["holder"], p["item"], p["tier"], p["quantity"]) for p in entry["postings"]]


def test_gifts_come_into_the_world_with_their_tier_and_their_week(camp: Table) -> None:
    """EOS-CHAR-10 (line 68), EOS-FOOD-01: food of day 1 is spoiled on day 9; no tier said is T1."""
    [entry] = camp.entries(f"gm give Mara 2 T1 ingots, 20 coin, T2 sword, bow, 3 food, 1400 preserved food {WHY}")
    assert (entry["tag"], entry["rule"], entry["who"], entry["reason"]) == (
        "gm.gave",
        "EOS-CHAR-10",
        "Mara",
        "the wrecked cart",
    )
    assert got(entry) == [
        ("gained", "Mara", "ingot", 1, 2),
        ("gained", "Mara", "coin", None, 20),
        ("gained", "Mara", "sword", 2, 1),
        ("gained", "Mara", "bow", 1, 1),
        ("gained", "Mara", "food", None, 3),
        ("gained", "Mara", "preserved food", None, 1400),
    ]


def test_every_holder_is_a_part_and_a_place_holds_a_common_store(camp: Table) -> None:
    """EOS-CHAR-10: `gm give Oakwood 120 coin` is its store."""
    entries = camp.entries(f"gm give Mara,Pip 5 coin {WHY}")
    assert [(e["who"], e["cause"]) for e in entries] == [("Mara", None), ("Pip", None)]
    assert len({e["deed"] for e in entries}) == 1
    [entry] = camp.entries(f"gm give Oakwood 120 coin {WHY}")
    assert (entry["who"], entry["place"], entry["facts"]) == (None, "Oakwood", {"to": "Oakwood"})
    assert [e["who"] for e in camp.entries(f"gm give party coin {WHY}")] == ["Mara", "Pip"]


def test_gear_is_of_the_size_of_whom_it_is_for(camp: Table) -> None:
    """EOS-SCALE-09, EOS-GEAR-03: a small one's clothing, fitted to her; each piece has a fate of its own."""
    [entry] = camp.entries(f"gm give Mara 2 T1 sword, T3 clothing for Pip {WHY}")
    at = entry["position"]
    assert [p["lot"] for p in entry["postings"]] == [f"sword@{at}", f"sword@{at}.2", f"clothing@{at}"]
    world = camp.desk.campaign().head_world()
    pieces = {name: world.piece(name)[1] for name in (f"sword@{at}", f"clothing@{at}")}
    assert {n: (p.size, p.fitted_to) for n, p in pieces.items()} == {
        f"sword@{at}": ("Medium", None),
        f"clothing@{at}": ("Small", "Pip"),
    }


@pytest.mark.parametrize(
    "things", ["T3 cloak", "T2 food", "0.5 sword", "sword@3", "unicorn", "T0 sword", "-1 coin", "shelter"]
)
def test_what_cannot_be_is_not_given(camp: Table, things: str) -> None:
    """A cloak is T1 and food has no tier (EOS-BUSH-03): usage, whatever the world."""
    camp.usage(f"gm give Mara {things} {WHY}")


def test_everything_of_the_gms_hand_has_a_reason(camp: Table) -> None:
    for line in (
        "gm give Mara coin",
        "gm take Mara coin",
        "gm set Mara body 6",
        "gm harm Mara 1",
        "gm heal Mara 1",
        "gm mark Mara blind",
        "gm unmark Mara blind",
        "gm award Mara 5",
        "gm place Mara --to Ford",
    ):
        camp.usage(line)


def test_takings_leave_the_world_and_what_is_not_there_cannot_be_taken(camp: Table) -> None:
    """EOS-CHAR-10: refused with no rule, so that nothing overrules it."""
    camp.ok(f"gm give Mara T2 sword, T1 sword, 5 coin {WHY}")
    assert got(camp.entries('gm take Mara T1 sword, 2 coin --reason "stolen"')[0]) == [
        ("spent", "Mara", "sword", 1, 1),
        ("spent", "Mara", "coin", None, 2),
    ]
    no = camp.refused('gm take Mara 4 coin --reason "stolen" --overrule "really"')
    assert (no["thing"], no["state"]) == ("coin", "3 there")
    camp.refused('gm take Mara T1 sword --reason "again"')


def test_a_field_is_what_the_game_master_says(camp: Table) -> None:
    [entry] = camp.entries('gm set Mara body 6 --reason "the potion"')
    assert (entry["tag"], entry["facts"]) == ("gm.set", {"thing": "Mara", "field": "body", "to": 6})
    assert camp.ok("sheet Mara")["max_hp"] == 26
    camp.ok('gm set Oakwood hunt 18 --reason "roads"')
    assert camp.ok("zone Oakwood")["hunt_target"] == 18
    camp.ok('gm set Mara hunting 4 --reason "a teacher"')
    assert camp.ok("sheet Mara")["skills"]["hunting"]["level"] == 4


def test_a_piece_has_fields_too(camp: Table) -> None:
    """EOS-GEAR-09: the game master says the exact size of a weapon."""
    [entry] = camp.entries(f"gm give Mara T2 sword {WHY}")
    sword = f"sword@{entry['position']}"
    [entry] = camp.entries(f'gm set {sword} slots 6 --reason "a short one"')
    assert [(p["lot"], p["field"], p["to"]) for p in entry["postings"]] == [(sword, "slots", 6)]
    camp.usage(f'gm set {sword} slots many --reason "x"')
    camp.refused('gm set sword@999 slots 6 --reason "x"')


@pytest.mark.parametrize(
    ("thing", "field", "names"),
    [
        ("Mara", "max_hp", "Body x level"),
        ("Mara", "combat_level", "experience"),
        ("Oakwood", "hunt_target", "hunt_depletion"),
        ("Mara", "tasks_left", "task"),
        ("Oakwood", "trap-target", "zones"),
        ("Mara", "place", "gm place"),
    ],
)
def test_a_field_that_follows_from_others_is_refused_with_them(camp: Table, thing: str, field: str, names: str) -> None:
    assert names in camp.refused(f'gm set {thing} {field} 9 --reason "x"')["text"]


@pytest.mark.parametrize(
    "words", ["Mara bdy 6", "Mara body -1", "Mara body six", "Mara hunger 101", "Mara level 0", "Oakwood hunt -4"]
)
def test_no_field_and_no_number_is_usage(camp: Table, words: str) -> None:
    camp.usage(f'gm set {words} --reason "x"')


def test_harm_and_healing_move_hit_points(camp: Table) -> None:
    """EOS-STAT-06: 25 - 4 = 21; ten healing find only four to give back."""
    [harm] = camp.entries('gm harm Mara 4 --kind poison --reason "bad berries"')
    assert (harm["tag"], harm["text"]) == ("gm.harmed", "Mara loses 4 hit points of 4 (poison)")
    assert [(p["field"], p["from"], p["to"]) for p in harm["postings"]] == [("hp", 25, 21)]
    [heal] = camp.entries('gm heal Mara 10 --reason "the spring"')
    assert (heal["tag"], [(p["from"], p["to"]) for p in heal["postings"]]) == ("gm.healed", [(21, 25)])
    for line in ("gm harm Mara 0", "gm harm Mara -2", "gm heal Mara 0", "gm harm Mara 2 --kind love"):
        camp.usage(f'{line} --reason "x"')


def test_no_rule_burns_anyone_but_the_game_master_may(camp: Table) -> None:
    """EOS-ENV-08 (line 199): heat is not modelled; harm by fire is the game master's alone."""
    [entry] = camp.entries('gm harm Mara 3 --kind fire --reason "fell into the campfire"')
    assert (entry["rule"], entry["postings"][0]["to"]) == ("EOS-ENV-08", 22)


def test_a_neo_rat_swallows_poison_and_it_is_written(camp: Table) -> None:
    """EOS-RACE-RAT-02 (line 1180)."""
    camp.ok(RAT)
    [entry] = camp.entries('gm harm Ria 9 --kind poison --reason "bad berries"')
    assert (entry["rule"], entry["facts"]["immune"], entry["postings"]) == ("EOS-RACE-RAT-02", True, [])
    [entry] = camp.entries('gm harm Ria 9 --kind trap --reason "a pit"')
    assert entry["facts"]["immune"] is False


def test_the_dead_do_not_heal_until_the_game_master_revives_them(camp: Table) -> None:
    """EOS-STAT-07 (line 365): 18 maximum, dead at -18."""
    entries = camp.entries('gm harm Pip 36 --reason "the cliff"')
    assert [(e["tag"], e["facts"].get("after")) for e in entries] == [("gm.harmed", None), ("state.changed", "dead")]
    assert camp.refused('gm heal Pip 9 --reason "x"')["help"] == ['gm set Pip hp 1 --reason "..."']
    assert camp.tags('gm set Pip hp 1 --reason "a miracle"') == ["gm.set", "state.changed"]
    assert camp.ok("sheet Pip")["state"] == "well"


def test_marks_are_set_and_lifted(camp: Table) -> None:
    """EOS-TURN-02: outside a fight a round is about ten seconds."""
    [entry] = camp.entries('gm mark Mara Blind --until "+2 rounds" --reason "sand"')
    assert (entry["tag"], entry["facts"]) == ("mark.set", {"mark": "blind", "rounds": 2})
    assert [(p["mark"], p["until"]) for p in entry["postings"]] == [("blind", 21600 + 20)]
    assert camp.tags('gm unmark Mara blind --reason "washed out"') == ["mark.lifted"]
    assert camp.refused('gm unmark Mara blind --reason "again"')["state"] == "not blind"
    [entry] = camp.entries('gm mark party cursed --until day-3 --reason "the idol"')[:1]
    assert entry["postings"][0]["until"] == 21600 + 2 * 86400
    camp.refused('gm mark Mara cursed --until day-0 --reason "x"')
    camp.usage('gm mark Mara cursed --until "+0 rounds" --reason "x"')


def test_experience_is_awarded_to_each_and_every_2000_are_a_level(camp: Table) -> None:
    """EOS-STAT-08 (line 371), EOS-STAT-03 (line 369), EOS-STAT-04: a level and a stat point with it."""
    assert camp.tags('gm award party 500 --reason "the ford"') == ["experience.awarded", "experience.awarded"]
    entries = camp.entries('gm award Mara 3600 --reason "the dragon"')
    assert [(e["tag"], e["rule"], e["facts"]) for e in entries] == [
        ("experience.awarded", "EOS-STAT-08", {"by": 3600}),
        ("level.gained", "EOS-STAT-03", {"level": 2}),
        ("level.gained", "EOS-STAT-03", {"level": 3}),
    ]
    assert [e["cause"] for e in entries[1:]] == [entries[0]["position"]] * 2
    sheet = camp.ok("sheet Mara")
    assert (sheet["experience"], sheet["combat_level"], sheet["max_hp"], sheet["hp"]) == (4100, 3, 35, 25)
    assert sheet["points"]["stat"] == 2


def test_an_award_below_nought_is_a_correction(camp: Table) -> None:
    """EOS-STAT-03: refused; the award that was wrong is struck instead."""
    camp.refused('gm award Mara -100 --reason "oops"', "EOS-STAT-03")
    camp.usage('gm award Mara 0 --reason "nothing"')


def test_people_are_put_elsewhere_without_a_task(camp: Table) -> None:
    entries = camp.entries('gm place party --to Ford --reason "the raft"')
    assert [(e["tag"], e["who"], e["place"]) for e in entries] == [
        ("place.changed", "Mara", "Ford"),
        ("place.changed", "Pip", "Ford"),
    ]
    assert camp.ok("sheet Mara")["place"] == "Ford"
    camp.usage('gm place Mara --to Nowhere --reason "x"')
    camp.refused('gm place Mara --to Pip --reason "x"')


def test_a_chest_holds_things_and_stays_a_piece(camp: Table) -> None:
    """EOS-WOOD-10: what lies in it is its own; its tier is still that of the piece."""
    [entry] = camp.entries(f"gm give Oakwood chest {WHY}")
    chest = f"chest@{entry['position']}"
    [entry] = camp.entries(f"gm give {chest} 5 coin {WHY}")
    assert got(entry) == [("gained", chest, "coin", None, 5)]
    [entry] = camp.entries(f'gm set {chest} tier 1 --reason "axe marks"')
    assert [(p["lot"], p["field"], p["from"], p["to"]) for p in entry["postings"]] == [(chest, "tier", 2, 1)]
    camp.refused(f"gm take {chest} 6 coin {WHY}")
    assert got(camp.entries(f"gm take {chest} 5 coin {WHY}")[0]) == [("spent", chest, "coin", None, 5)]

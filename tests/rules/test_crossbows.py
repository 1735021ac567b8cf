"""Crossbows (seed 1388 to 1400, 1472 to 1480, 1566 to 1581): loaded, sure, and as hard as their tier."""

from collections.abc import Iterator

import pytest

from tests.conftest import JSON, Table

TIERS = range(1, 13)


@pytest.fixture
def range_(table: Table) -> Iterator[Table]:
    """Ivo, of Body 1 and Reflex 5, with crossbow skills 5 and 4 and two-handed 3; a bandit of Reflex 3 and melee 3."""
    table.all(
        "declare zone Oakwood --miles 15",
        "npc Ivo --race human --body 1 --reflex 5 --hp 40"
        ' --skills "main-hand crossbow 5, off-hand crossbow 4, two-handed crossbow 3" --in Oakwood',
        'npc bandit --race human --body 4 --reflex 3 --skills "main-hand melee 3" --in Oakwood',
        "gm give Ivo T2 crossbow, 9 bolts, T3 two-handed crossbow, 9 large bolts --reason loot",
    )
    yield table


def armored(table: Table, tier: int) -> None:
    """The bandit in a suit of this tier."""
    table.all(
        f"gm set bandit body {max(tier, 1)} --reason strong", f"gm give bandit T{tier} armor --reason loot",
        "wear bandit armor",
    )  # fmt: skip


def loaded(table: Table, weapon: str = "crossbow", who: str = "Ivo") -> bool | None:
    [piece] = [p for p in table.ok(f"gear {who}")["pieces"] if p["item"] == weapon]
    found: bool | None = piece["loaded"]
    return found


def count(table: Table, item: str, who: str = "Ivo") -> int:
    return sum(t["quantity"] for t in table.ok(f"stock {who}")["things"] if t["item"] == item)


def dealt(entries: list[JSON]) -> list[int]:
    return [e["facts"]["dealt"] for e in entries if e["tag"] == "wound.dealt"]


# -- loading ----------------------------------------------------------------------------------------------------


def test_an_unloaded_crossbow_does_not_shoot_and_loading_makes_it_ready(range_: Table) -> None:
    """EOS-XB1-03: one action; the shot leaves it empty again."""
    assert loaded(range_) is False
    refusal = range_.refused("attack Ivo bandit --with crossbow --distance 4", "EOS-XB1-03")
    assert refusal["state"] == "unloaded"
    range_.ok(refusal["help"][0])
    assert loaded(range_) is True
    range_.refused("reload Ivo crossbow")
    range_.ok("attack Ivo bandit --with crossbow --distance 4")
    assert loaded(range_) is False
    range_.refused("attack Ivo bandit --with crossbow --distance 4", "EOS-XB1-03")


def test_what_loading_writes(range_: Table) -> None:
    [entry] = range_.entries("reload Ivo crossbow")
    assert (entry["tag"], entry["rule"], entry["who"]) == ("weapon.loaded", "EOS-XB1-03", "Ivo")
    facts = entry["facts"]
    assert (facts["done"], facts["needed"], facts["loaded"], facts["ammunition"]) == (1, 1, True, "bolt")


def test_a_two_hander_takes_two_actions_and_keeps_what_is_done(range_: Table) -> None:
    """EOS-XB2-03: firing with one of two is refused; between the two anything may happen."""
    first = range_.entries('reload Ivo "two-handed crossbow"')[0]["facts"]
    assert (first["done"], first["needed"], first["loaded"]) == (1, 2, False)
    refusal = range_.refused('attack Ivo bandit --with "two-handed crossbow" --distance 3', "EOS-XB2-03")
    assert refusal["state"] == "1 of 2 loaded"
    range_.all("reload Ivo crossbow", "clock 12:00")
    second = range_.entries(refusal["help"][0])[0]["facts"]
    assert (second["done"], second["loaded"]) == (2, True)
    assert loaded(range_, "two-handed crossbow") is True
    range_.ok('attack Ivo bandit --with "two-handed crossbow" --distance 3')
    range_.refused('attack Ivo bandit --with "two-handed crossbow" --distance 3', "EOS-XB2-03")


def test_loading_is_an_action_that_meets_no_dice(range_: Table) -> None:
    """EOS-XB1-03, EOS-CGEAR-15: out of a worn bolt pouch one action, so a shot and its loading fill a turn."""
    range_.all(
        "gm give Ivo T1 bolt pouch --reason loot", "wear Ivo bolt pouch", "stow Ivo 2 bolts --to bolt-pouch",
        "wield Ivo crossbow", "fight start Ivo bandit --named Ford", "turn Ivo",
    )  # fmt: skip
    assert range_.entries("reload Ivo crossbow")[0]["facts"]["actions"] == 1
    ivo = range_.ok("encounter")["fighters"][0]
    assert (ivo["actions_left"], ivo["contested_left"], ivo["loaded"]) == (1, 1, [_piece(range_)])
    range_.ok("attack Ivo bandit --with crossbow --distance 5")
    ivo = range_.ok("encounter")["fighters"][0]
    assert (ivo["actions_left"], ivo["contested_left"], ivo["loaded"]) == (0, 0, [])
    pouch = _piece(range_, "bolt pouch").replace(" ", "-")
    assert [t["quantity"] for t in range_.ok(f"stock {pouch}")["things"]] == [1]
    range_.refused("reload Ivo crossbow", "EOS-TURN-06")


def _piece(table: Table, item: str = "crossbow") -> str:
    [piece] = [p["piece"] for p in table.ok("gear Ivo")["pieces"] if p["item"] == item]
    return str(piece)


def test_loose_bolts_cost_a_grasp(range_: Table) -> None:
    """EOS-CGEAR-15: from anywhere but a worn pouch of their own, one action more."""
    range_.all("wield Ivo crossbow", "fight start Ivo bandit", "turn Ivo")
    assert range_.entries("reload Ivo crossbow")[0]["facts"]["actions"] == 2
    assert range_.ok("encounter")["fighters"][0]["actions_left"] == 0


def test_a_held_action_loads_and_shoots_on_anothers_turn(range_: Table) -> None:
    """EOS-TACT-02, EOS-PROJ-06: inside the zone a shot is no contested action; beyond it it is."""
    range_.all("wield Ivo crossbow", "reload Ivo crossbow", "fight start Ivo bandit", "turn Ivo", "hold Ivo", "turn bandit")
    range_.refused("attack Ivo bandit --with crossbow --distance 6 --held --rolled 9 --against 3", "EOS-TACT-02")
    assert "wound.dealt" in range_.tags("attack Ivo bandit --with crossbow --distance 5 --held")


def test_the_two_hander_may_shoot_twice_in_three_rounds(range_: Table) -> None:
    """EOS-XB2-03 (ruling reload_counts_only): loaded; shot and one action, then one action and a shot."""
    range_.all(
        "gm give Ivo T1 large bolt pouch --reason loot", "wear Ivo large bolt pouch",
        "stow Ivo 3 large bolts --to large-bolt-pouch", 'wield Ivo "two-handed crossbow"',
        'reload Ivo "two-handed crossbow"', 'reload Ivo "two-handed crossbow"', "fight start Ivo bandit", "turn Ivo",
        'attack Ivo bandit --with "two-handed crossbow" --distance 3', 'reload Ivo "two-handed crossbow"',
        "turn bandit", "turn Ivo", 'reload Ivo "two-handed crossbow"',
        'attack Ivo bandit --with "two-handed crossbow" --distance 3',
    )  # fmt: skip


def test_the_table_may_rule_that_it_shoots_every_other_round(range_: Table) -> None:
    """EOS-XB2-03 (ruling reload_counts_only: every-other-round): loaded again in the next round, it waits for the third."""
    range_.all(
        "ruling reload_counts_only every-other-round --reason vote", "gm give Ivo T1 large bolt pouch --reason loot",
        "wear Ivo large bolt pouch", "stow Ivo 3 large bolts --to large-bolt-pouch", 'wield Ivo "two-handed crossbow"',
        'reload Ivo "two-handed crossbow"', 'reload Ivo "two-handed crossbow"', "fight start Ivo bandit", "turn Ivo",
        'attack Ivo bandit --with "two-handed crossbow" --distance 3', 'reload Ivo "two-handed crossbow"',
        "turn bandit", "turn Ivo", 'reload Ivo "two-handed crossbow"',
    )  # fmt: skip
    range_.refused('attack Ivo bandit --with "two-handed crossbow" --distance 3', "EOS-XB2-03")
    range_.all("turn bandit", "turn Ivo", 'attack Ivo bandit --with "two-handed crossbow" --distance 3')


# -- ammunition -------------------------------------------------------------------------------------------------


def test_a_bolt_is_gone_once_shot_hit_or_miss(range_: Table) -> None:
    """EOS-XB1-02: nine, a hit, a miss: seven."""
    range_.all("reload Ivo crossbow", "attack Ivo bandit --with crossbow --distance 4")
    assert count(range_, "bolt") == 8
    range_.all("reload Ivo crossbow", "attack Ivo bandit --with crossbow --distance 9 --rolled 2 --against 19")
    assert count(range_, "bolt") == 7
    assert count(range_, "bolt", "Oakwood") == 0


def test_without_bolts_there_is_no_shot_and_nothing_to_load(range_: Table) -> None:
    """EOS-XB1-02, EOS-XB2-02."""
    range_.all("gm take Ivo 9 bolts --reason lost", "gm take Ivo 9 large bolts --reason lost")
    range_.refused("reload Ivo crossbow", "EOS-XB1-02")
    range_.refused("attack Ivo bandit --with crossbow --distance 4", "EOS-XB1-02")
    range_.refused('reload Ivo "two-handed crossbow"', "EOS-XB2-02")


def test_a_loaded_crossbow_whose_bolts_were_taken_does_not_shoot(range_: Table) -> None:
    """EOS-XB1-02: the bolt is spent by the shot, and there must be one."""
    range_.all("reload Ivo crossbow", "gm take Ivo 9 bolts --reason lost")
    range_.refused("attack Ivo bandit --with crossbow --distance 4", "EOS-XB1-02")


def test_small_bolts_do_not_fit_the_two_hander_nor_large_ones_the_other(range_: Table) -> None:
    """EOS-XB2-02."""
    range_.refused('reload Ivo "two-handed crossbow" --using bolt', "EOS-XB2-02")
    range_.refused("reload Ivo crossbow --using large-bolt", "EOS-XB1-02")
    range_.ok("gm take Ivo 9 large bolts --reason lost")
    refusal = range_.refused('reload Ivo "two-handed crossbow"', "EOS-XB2-02")
    assert "a bolt does not fit" in refusal["text"]


def test_only_crossbows_and_firearms_are_loaded(range_: Table) -> None:
    range_.ok("gm give Ivo T1 sword --reason loot")
    range_.usage("reload Ivo sword")
    range_.refused("reload Ivo")
    range_.refused("reload Ivo pistol")
    range_.usage("reload Ivo crossbow --hand tail")


# -- who and how far --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["crossbow", "two-handed crossbow"])
def test_no_body_and_no_skill_is_needed_for_any_tier(table: Table, weapon: str) -> None:
    """EOS-XB1-01, EOS-XB2-01: without skill the sure zone is empty, so even one tile away takes dice."""
    bolt = "bolt" if weapon == "crossbow" else "large bolt"
    table.all(
        "declare zone Oakwood --miles 15", "npc Ivo --race human --body 0 --hp 20 --in Oakwood",
        "npc bandit --race human --body 4 --in Oakwood", f"gm give Ivo T12 {weapon}, {bolt} --reason loot",
        f"reload Ivo {weapon}",
    )  # fmt: skip
    if weapon != "crossbow":
        table.ok(f"reload Ivo {weapon}")
    entries = table.entries(f'attack Ivo bandit --with "{weapon}" --distance 1 --rolled 15 --against 2')
    assert [e["tag"] for e in entries][:2] == ["attack.declared", "attack.rolled"]
    assert dealt(entries) == [12]


@pytest.mark.parametrize("shield", ["shield"])
def test_the_two_hander_asks_for_both_hands(range_: Table, shield: str) -> None:
    """EOS-XB2-01: a shield in the way is put away first, by an action of its own."""
    range_.all(f"gm give Ivo T1 {shield} --reason loot", f"wield Ivo {shield}")
    range_.refused('reload Ivo "two-handed crossbow"', "EOS-XB2-01")
    range_.refused('attack Ivo bandit --with "two-handed crossbow" --distance 3', "EOS-XB2-01")
    range_.ok("reload Ivo crossbow")


@pytest.mark.parametrize(("weapon", "zone", "zone_rule", "beyond"), [
    ("crossbow", 5, "EOS-XB1-04", "EOS-XB1-06"), ("two-handed crossbow", 3, "EOS-XB2-04", "EOS-XB2-06"),
])  # fmt: skip
def test_as_many_tiles_as_skill_are_sure_and_beyond_dice_decide(
    range_: Table, weapon: str, zone: int, zone_rule: str, beyond: str
) -> None:  # fmt: skip
    """EOS-XB1-04, EOS-XB2-04: on the last tile of the zone no die may be told; one further two are thrown."""

    def load() -> None:
        for _ in range(1 if weapon == "crossbow" else 2):
            range_.ok(f"reload Ivo {weapon}")

    load()
    range_.usage(f'attack Ivo bandit --with "{weapon}" --distance {zone} --rolled 12')
    entries = range_.entries(f'attack Ivo bandit --with "{weapon}" --distance {zone}')
    assert [e["tag"] for e in entries] == ["attack.declared", "wound.dealt"]
    assert entries[0]["rule"] == zone_rule
    load()
    entries = range_.entries(f'attack Ivo bandit --with "{weapon}" --distance {zone + 1} --rolled 12 --against 6')
    assert [e["tag"] for e in entries] == ["attack.declared", "attack.rolled", "wound.dealt"]
    assert entries[0]["rule"] == beyond
    load()
    range_.ok(f'attack Ivo bandit --with "{weapon}" --distance 15 --rolled 1 --against 19 --fumble "{weapon}"')
    load()
    range_.refused(f'attack Ivo bandit --with "{weapon}" --distance 16 --rolled 12 --against 6', beyond)


def test_beyond_the_zone_it_rolls_like_a_bow_and_the_difference_counts_nothing(range_: Table) -> None:
    """EOS-XB1-06: 12 + 5 + 5 = 22 against 6 + 3 + 3 = 12; T2 against no armor is 2, not 12."""
    range_.ok("reload Ivo crossbow")
    rolled, wound = range_.entries("attack Ivo bandit --with crossbow --distance 12 --rolled 12 --against 6")[1:]
    roll = rolled["roll"]
    assert (roll["total"], roll["against"]["total"], roll["margin"]) == (22, 12, 10)
    assert (wound["facts"]["raw"], wound["facts"]["dealt"], wound["rule"]) == (2, 2, "EOS-XB1-05")


def test_a_tie_or_a_loss_is_a_miss_and_the_bolt_is_gone(range_: Table) -> None:
    """EOS-MELEE-02, EOS-POS-07: equal totals hurt nobody; far away nobody strikes back."""
    for rolled, against in ((6, 10), (6, 15)):
        range_.ok("reload Ivo crossbow")
        entries = range_.entries(f"attack Ivo bandit --with crossbow --distance 12 --rolled {rolled} --against {against}")
        assert dealt(entries) == []
    assert count(range_, "bolt") == 7


def test_a_second_shot_beyond_the_zone_in_one_turn_is_refused(range_: Table) -> None:
    """EOS-XB1-06, EOS-XBO-01, EOS-XBO-02: two loaded ones: two sure shots in a turn, but one contested."""
    two_loaded(range_)
    range_.all("fight start Ivo bandit", "turn Ivo")
    range_.ok("attack Ivo bandit --with crossbow --distance 9 --rolled 12 --against 6")
    range_.refused("attack Ivo bandit --with crossbow --distance 9 --rolled 12 --against 6", "EOS-XBO-02")
    range_.ok("attack Ivo bandit --with crossbow --distance 4")


@pytest.mark.parametrize(("hand", "rule"), [("main", "EOS-XB1-06"), ("off", "EOS-XBO-01")])
def test_beyond_its_zone_a_shot_wants_the_contested_action_of_the_turn(range_: Table, hand: str, rule: str) -> None:
    """EOS-XB1-06, EOS-XBO-01: the stealth check was the one; inside the zone (5 and 4 tiles) it still shoots."""
    two_loaded(range_)
    piece = range_.ok("gear Ivo")["hands"][hand]
    range_.all("fight start Ivo bandit", "turn Ivo", "sneak Ivo bandit --by cover --rolled 20 --against 1")
    range_.refused(f"attack Ivo bandit --with {piece} --distance 9 --rolled 12 --against 6", rule)
    range_.ok(f"attack Ivo bandit --with {piece} --distance 4")


def two_loaded(table: Table) -> None:
    """A second crossbow, of T3, in the off hand; both loaded."""
    table.all("gm give Ivo T3 crossbow --reason loot", "wield Ivo T2 crossbow", "wield Ivo T3 crossbow --hand off",
              "reload Ivo T2 crossbow", "reload Ivo T3 crossbow")  # fmt: skip


def test_the_off_hand_has_a_skill_a_zone_and_a_load_of_its_own(range_: Table) -> None:
    """EOS-XBO-01, EOS-XBO-03: 4 in the off hand; T3 there, T2 in the main hand."""
    two_loaded(range_)
    off = next(p["piece"] for p in range_.ok("gear Ivo")["pieces"] if p["tier"] == 3 and p["slot"] == "off")
    entries = range_.entries(f"attack Ivo bandit --with {off} --distance 5 --rolled 15 --against 2")
    assert (entries[0]["facts"]["skill"], dealt(entries)) == ("off-hand crossbow", [3])
    assert range_.ok("gear Ivo")["hands"] == {"main": _main(range_), "off": off, "both": None, "tail": None}
    range_.refused(f"attack Ivo bandit --with {off} --distance 4", "EOS-XBO-01")
    range_.ok(f"reload Ivo {off}")
    entries = range_.entries(f"attack Ivo bandit --with {off} --distance 4")
    assert (entries[0]["rule"], dealt(entries)) == ("EOS-XBO-03", [3])
    assert dealt(range_.entries("attack Ivo bandit --with crossbow --distance 5")) == [2]


def _main(table: Table) -> str:
    hand: str = table.ok("gear Ivo")["hands"]["main"]
    return hand


def test_two_loaded_crossbows_make_two_sure_shots_in_a_turn(range_: Table) -> None:
    """EOS-XBO-02: then each takes an action of its own to load."""
    two_loaded(range_)
    range_.all("fight start Ivo bandit", "turn Ivo")
    assert dealt(range_.entries("attack Ivo bandit --with crossbow --distance 4")) in ([2], [3])
    range_.ok("attack Ivo bandit --with crossbow --distance 4")
    assert range_.ok("encounter")["fighters"][0]["actions_left"] == 0
    assert range_.ok("sheet bandit")["hp"] == 24 - 2 - 3
    range_.refused(f"attack Ivo bandit --with {_main(range_)} --distance 4", "EOS-XB1-03")


def test_a_weapon_gives_way_to_the_hand_that_can_shoot(table: Table) -> None:
    """EOS-TURN-11, EOS-XBO-01: with skill in the main hand alone, the sword there is put away; with both, the free hand
    takes it.
    """
    table.all(
        "declare zone Oakwood --miles 15", 'npc Ivo --race human --body 2 --skills "main-hand crossbow 5" --in Oakwood',
        'npc Nia --race human --body 2 --skills "main-hand crossbow 5, off-hand crossbow 2" --in Oakwood',
    )  # fmt: skip
    for who, hand in (("Ivo", "main"), ("Nia", "off")):
        table.all(f"gm give {who} T1 crossbow, bolt, T1 sword --reason loot", f"wield {who} sword", f"reload {who} crossbow")
        slots = {p["item"]: p["slot"] for p in table.ok(f"gear {who}")["pieces"]}
        assert slots == {"crossbow": hand, "sword": "right hip weapon" if hand == "main" else "main"}


# -- damage -----------------------------------------------------------------------------------------------------

PRINTED_1H = {1: (1, 1), 10: (10, 10)}
"""Lines 1396: of a T1 and of a T10: the armor it passes, the damage."""


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("armor", [0, 1, 2, 4, 6, 9])
def test_every_tier_against_armor(table: Table, tier: int, armor: int) -> None:
    """EOS-XB1-05, EOS-PROJ-07, EOS-PROJ-09: the tier, less the armor that is left of what the tier passes, never below 0."""
    table.all(
        "declare zone Oakwood --miles 15", 'npc Ivo --race human --hp 20 --skills "main-hand crossbow 5" --in Oakwood',
        "npc bandit --race human --body 9 --hp 90 --in Oakwood", f"gm give Ivo T{tier} crossbow, bolt --reason loot",
        "reload Ivo crossbow",
    )  # fmt: skip
    if armor:
        armored(table, armor)
    left = armor - tier if armor > tier else 0
    expected = tier - left if tier > left else 0
    assert dealt(table.entries("attack Ivo bandit --with crossbow --distance 5")) == [expected]


@pytest.mark.parametrize(("tier", "armor", "harm"), [
    (1, 0, 1), (1, 2, 1), (1, 3, 0), (2, 4, 2), (2, 5, 1), (2, 7, 0), (3, 8, 1), (5, 10, 5), (10, 9, 10),
])  # fmt: skip
def test_the_two_hander_passes_twice_its_tier(table: Table, tier: int, armor: int, harm: int) -> None:
    """EOS-XB2-05, EOS-PROJ-08: T3 against 8: 8 - 6 = 2 of armor are left, 3 - 2 = 1."""
    table.all(
        "declare zone Oakwood --miles 15", 'npc Ivo --race human --hp 20 --skills "two-handed crossbow 5" --in Oakwood',
        "npc bandit --race human --body 9 --hp 90 --in Oakwood",
        f"gm give Ivo T{tier} two-handed crossbow, large bolt --reason loot",
        'reload Ivo "two-handed crossbow"', 'reload Ivo "two-handed crossbow"',
    )  # fmt: skip
    if armor:
        armored(table, armor)
    [wound] = table.entries('attack Ivo bandit --with "two-handed crossbow" --distance 5')[1:]
    assert (wound["facts"]["dealt"], wound["rule"]) == (harm, "EOS-XB2-05")
    assert wound["facts"]["raw"] - sum(a["value"] for a in wound["facts"]["armor"]) in (harm, min(harm, tier - armor + 2 * tier))


def test_a_shield_is_armor_from_the_front_alone(range_: Table) -> None:
    """EOS-PROJ-09, EOS-SHLD-06 (ruling xbow_armor_includes_shield): T2 against a T3 shield: 2 - (3 - 2) = 1; behind: 2."""
    range_.all("gm give bandit T3 shield --reason loot", "wield bandit shield", "reload Ivo crossbow")
    assert dealt(range_.entries("attack Ivo bandit --with crossbow --distance 5")) == [1]
    range_.ok("reload Ivo crossbow")
    assert dealt(range_.entries("attack Ivo bandit --with crossbow --distance 5 --behind")) == [2]


def test_a_shot_from_the_sure_zone_harms_no_gear(range_: Table) -> None:
    """EOS-CRIT-13: nothing falls on a 20 or a 1."""
    range_.ok("reload Ivo crossbow")
    range_.usage("attack Ivo bandit --with crossbow --distance 5 --crit armor")


def test_a_big_body_reaches_further_but_its_sure_zone_stays(table: Table) -> None:
    """EOS-SIZE-11, EOS-SIZE-12, EOS-SIZE-14, EOS-XB1-06 (ruling range_bonus_max_only): an Orc's 17 tiles; 5 are sure."""
    table.all(
        "declare zone Oakwood --miles 15",
        'npc Brukk --race orc --body 4 --reflex 5 --hp 90 --skills "main-hand crossbow 5" --in Oakwood',
        "npc bandit --race human --body 4 --hp 90 --in Oakwood", "gm give Brukk T2 crossbow, 9 bolts --reason loot",
    )  # fmt: skip
    reach = table.ok("sheet Brukk")["traits"]["weapon_range_bonus"]
    assert reach == 2
    table.ok("reload Brukk crossbow")
    table.refused("attack Brukk bandit --with crossbow --distance 18 --rolled 9 --against 2", "EOS-XB1-06")
    entries = table.entries("attack Brukk bandit --with crossbow --distance 17 --rolled 9 --against 2")
    assert dealt(entries) == [2]
    table.ok("reload Brukk crossbow")
    assert "attack.rolled" in table.tags("attack Brukk bandit --with crossbow --distance 6 --rolled 9 --against 2")
    table.all("ruling range_bonus_max_only sure-zone-too --reason vote", "reload Brukk crossbow")
    assert "attack.rolled" not in table.tags("attack Brukk bandit --with crossbow --distance 7")


def test_who_shares_a_small_ones_tile_is_hit_too_by_one_bolt(range_: Table) -> None:
    """EOS-TILE-04, EOS-TILE-05: each with its own armor: Pip 2, the bandit in T3 2 - (3 - 2) = 1."""
    range_.all("npc Pip --race neo-tabby --body 3 --hp 15 --in Oakwood", "reload Ivo crossbow")
    armored(range_, 3)
    entries = range_.entries("attack Ivo Pip --with crossbow --distance 5 --sharing bandit")
    assert [(e["who"], e["facts"]["dealt"]) for e in entries if e["tag"] == "wound.dealt"] == [("Pip", 2), ("bandit", 1)]
    assert count(range_, "bolt") == 8


def test_a_worn_down_crossbow_still_loads_and_does_as_little_as_its_tier(range_: Table) -> None:
    """EOS-CRIT-10: T0 is inert: no damage."""
    range_.all(f"gm set {_piece(range_)} tier 0 --reason broken", "reload Ivo crossbow")
    assert dealt(range_.entries("attack Ivo bandit --with crossbow --distance 5")) == [0]


def test_a_natural_one_beyond_the_zone_costs_the_crossbow_a_tier(range_: Table) -> None:
    """EOS-CRIT-04: 1 + 5 + 5 = 11 against 1 + 3 + 3 = 7 hits all the same, with T1 (EOS-CRIT-03)."""
    range_.all("reload Ivo crossbow")
    entries = range_.entries("attack Ivo bandit --with crossbow --distance 9 --rolled 1 --against 1")
    assert [e["tag"] for e in entries][:3] == ["attack.declared", "attack.rolled", "gear.damaged"]
    assert dealt(entries)[-1:] == [1]


def test_without_a_word_what_is_in_hand_and_empty_is_loaded(range_: Table) -> None:
    """EOS-XB1-03: the one that waits; of two that do, which one is asked."""
    range_.refused("reload Ivo")
    range_.ok("wield Ivo crossbow")
    [loads] = range_.entries("reload Ivo")
    assert (loads["tag"], loads["rule"], loads["facts"]["loaded"]) == ("weapon.loaded", "EOS-XB1-03", True)
    assert "loaded already" in range_.refused("reload Ivo")["text"]
    range_.all("gm give Ivo T1 crossbow --reason loot", "wield Ivo T1 crossbow --hand off")
    [loads] = range_.entries("reload Ivo")
    assert loads["rule"] == "EOS-XBO-01"
    range_.ok("attack Ivo bandit --with crossbow --distance 2")
    range_.ok("attack Ivo bandit --with crossbow --distance 2")
    asked = range_.usage("reload Ivo")["nearest"]
    assert len(asked) == 2
    range_.all(*asked)


def test_a_hand_that_is_named_says_which_of_two(range_: Table) -> None:
    """EOS-XBO-02: two are loaded one by one."""
    range_.all("gm give Ivo T1 crossbow --reason loot", "wield Ivo T2 crossbow --hand main", "wield Ivo T1 crossbow --hand off")
    [main] = range_.entries("reload Ivo --hand main")
    [off] = range_.entries("reload Ivo --hand off")
    assert (main["rule"], off["rule"]) == ("EOS-XB1-03", "EOS-XBO-01")

"""Who is in the campaign (EOS-CHAR, EOS-STAT, EOS-SKILL, EOS-SCALE), and what months bring."""

import pytest

from schemas import rulebook
from tests.conftest import Table

STATS = "--body 5 --mind 6 --reflex 5 --presence 6 --aura 3"
MARA = f'join Mara --race human {STATS} --time "hunting 6, bow 6, stealth 2" --combat "bow 2" --in Oakwood'


@pytest.fixture
def camp(table: Table) -> Table:
    table.ok("declare zone Oakwood --miles 15 --zones 4")
    return table


def moved(entry: dict[str, object]) -> dict[str, object]:
    """What an entry moved, by field."""
    postings = entry["postings"]
    assert isinstance(postings, list)
    return {p["field"]: p["to"] for p in postings if p["field"]}


# -- joining ----------------------------------------------------------------------------------------------------


def test_who_joins_is_one_entry_and_every_skill_is_an_entry_that_it_caused(camp: Table) -> None:
    """EOS-CHAR-01, EOS-SKILL-01: level 1, no experience; time and combat points of one skill are two pools."""
    joined, *learned = camp.entries(MARA)
    assert (joined["tag"], joined["who"], joined["place"], joined["rule"]) == (
        "character.joined", "Mara", "Oakwood", "EOS-CHAR-01",
    )  # fmt: skip
    assert joined["cause"] is None
    assert [(e["tag"], e["cause"], e["facts"], moved(e)) for e in learned] == [
        ("skill.learned", joined["position"], {"skill": "hunting", "points": 6, "pool": "time", "rank": None}, {"time hunting": 6}),
        ("skill.learned", joined["position"], {"skill": "bow", "points": 6, "pool": "time", "rank": None}, {"time bow": 6}),
        ("skill.learned", joined["position"], {"skill": "stealth", "points": 2, "pool": "time", "rank": None}, {"time stealth": 2}),
        ("skill.learned", joined["position"], {"skill": "bow", "points": 2, "pool": "combat", "rank": None}, {"combat bow": 2}),
    ]
    sheet = camp.ok("sheet Mara")
    assert sheet["skills"]["bow"] == {"level": 8, "time": 6, "combat": 2, "race": 0, "cap": 12}
    assert (sheet["experience"], sheet["combat_level"], sheet["hunger"]) == (0, 1, 0)


def test_the_sheet_of_someone_who_just_joined(camp: Table) -> None:
    """EOS-CHAR-05: 5 x 1 + 20; EOS-NAV-05: Body 5 + Move 5; EOS-CHAR-03: 48 - 14; EOS-CHAR-06: 6 x 1 - 2."""
    camp.ok(MARA + " --age 24")
    sheet = camp.ok("sheet Mara")
    traits = sheet.pop("traits")
    skills = sheet.pop("skills")
    assert traits["id_prefix"] == "EOS-RACE-HUMAN"
    assert list(skills) == ["hunting", "bow", "stealth"]
    assert sheet == {
        "name": "Mara", "kind": "character", "player": None, "race": "human", "size": "Medium", "tiles": 1, "age": 24,
        "place": "Oakwood", "state": "well", "hp": 25, "max_hp": 25, "adjusted_max_hp": 25, "hunger": 0,
        "experience": 0, "combat_level": 1, "body": 5, "mind": 6, "reflex": 5, "presence": 6, "aura": 3,
        "points": {"stat": 0, "time": 34, "combat": 4}, "move": 5, "road_miles": 10, "wild_miles": 5, "food_per_day": 1,
        "cold_protection": 0, "armor_front": 0, "armor_rear": 0, "natural_armor": 0, "natural_weapons": {},
        "fat_store": 0, "held": [], "worn": [], "conditions": [], "tasks_left": 2,
    }  # fmt: skip


def test_the_party_shows_characters_and_then_the_gms_figures(camp: Table) -> None:
    camp.all("npc Guard --race dwarf --body 4", MARA)
    assert camp.ok("party") == {
        "day": 1,
        "date": "day 1 06:00",
        "people": [
            {"name": "Mara", "kind": "character", "place": "Oakwood", "state": "well", "hp": 25, "max_hp": 25,
             "hunger": 0, "tasks_left": 2, "food_per_day": 1},
            {"name": "Guard", "kind": "npc", "place": None, "state": "well", "hp": 24, "max_hp": 24, "hunger": 0,
             "tasks_left": 2, "food_per_day": 1},
        ],
    }  # fmt: skip


def test_a_name_is_given_once(camp: Table) -> None:
    camp.ok(MARA)
    assert camp.refused(MARA)["state"] == "taken"
    camp.refused(f"join Oakwood --race human {STATS}")
    camp.usage(f"join party --race human {STATS}")
    camp.usage(f"join 42 --race human {STATS}")


def test_somebody_joins_in_a_place_that_there_is(camp: Table) -> None:
    camp.usage(f"join Ivo --race dwarf {STATS} --in Nowhere")
    camp.ok(MARA)
    camp.refused(f"join Ivo --race dwarf {STATS} --in Mara")
    camp.ok(f"join Ivo --race dwarf {STATS}")
    assert camp.ok("sheet Ivo")["place"] is None


def test_there_are_22_races_and_no_other(camp: Table) -> None:
    """EOS-RACE-ALL-01, EOS-SCALE-01: an unknown race is nothing the world could have."""
    assert len(rulebook.races()) == 22
    assert "neo-tabby" in camp.usage(f"join Pip --race neo-tabi {STATS}")["nearest"]


def test_a_dry_run_of_joining_writes_nothing(camp: Table) -> None:
    assert camp(MARA + " --dry-run")["kind"] == "planned"
    camp.usage("sheet Mara")


# -- stats ------------------------------------------------------------------------------------------------------


def test_25_stat_points_and_no_more(camp: Table) -> None:
    """EOS-CHAR-02: 5 + 6 + 5 + 6 + 3 are 25; one more is refused, and is written all the same if the GM says so."""
    over = "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 4"
    assert camp.refused(over, "EOS-CHAR-02")["state"] == "26 of 25 points"
    [joined] = camp.entries(over + ' --overrule "a hero"')
    assert joined["overruled"] == ["EOS-CHAR-02"]
    assert camp.ok("sheet Mara")["aura"] == 4


def test_no_stat_is_above_10_at_creation(camp: Table) -> None:
    """EOS-CHAR-02: 10 is accepted, 11 refused."""
    camp.refused("join Mara --race human --body 11", "EOS-CHAR-02")
    camp.ok("join Mara --race human --body 10 --mind 10 --reflex 5")


def test_no_stat_is_below_nought(camp: Table) -> None:
    """EOS-STAT-01, EOS-CHAR-02: a negative stat, or half of one, is no stat at all."""
    camp.usage("join Mara --race human --body -1 --mind 6")
    camp.usage("join Mara --race human --body 2.5")
    camp.usage("npc Guard --race human --body -1")


def test_points_left_over_are_lost_and_the_line_says_so(camp: Table) -> None:
    """EOS-CHAR-02, ruling unspent_creation_points: lost unless the table adopts kept."""
    answer = camp("join Mara --race human --body 5 --mind 5")
    assert [n["kind"] for n in answer["notices"]] == ["points-left"]
    assert "15 of 25" in answer["notices"][0]["text"]
    assert camp.ok("sheet Mara")["points"] == {"stat": 0, "time": 48, "combat": 5}
    camp.ok('ruling unspent_creation_points kept --reason "vote"')
    answer = camp("join Ivo --race dwarf --body 5 --mind 5")
    assert [n["kind"] for n in answer["notices"]] == ["points-left"]
    assert camp.ok("sheet Ivo")["points"] == {"stat": 15, "time": 24, "combat": 5}
    assert camp.ok("sheet Mara")["points"]["stat"] == 0
    assert camp(f"join Pip --race neo-tabby {STATS}")["notices"] == []


def test_a_body_of_nought_leaves_what_the_size_gives(camp: Table) -> None:
    """EOS-CHAR-07 (line 10): 0 x 1 + 20 hit points, no cloak, armor, shield, sword or backpack, no healing."""
    camp.ok("join Ada --race human --mind 10 --reflex 5 --presence 5 --aura 5 --in Oakwood")
    assert camp.ok("sheet Ada")["max_hp"] == 20
    assert camp.ok("sheet Ada")["road_miles"] == 5
    camp.all(
        "gm give Ada cloak, T1 armor, T1 shield, T1 sword, T1 crossbow, T1 backpack, 9 food --reason gift",
        "wear Ada crossbow",
        "gm harm Ada 5 --kind wound --reason dice",
    )
    camp.refused("wear Ada cloak", "EOS-CHAR-07")
    for thing, rule in (("armor", "EOS-CGEAR-03"), ("shield", "EOS-SHLD-02"), ("sword", "EOS-GEAR-05")):
        camp.refused(f"wear Ada {thing}", rule)
    camp.refused("wear Ada backpack", "EOS-CONT-05")
    assert "body.healed" not in camp.tags("camp")
    sheet = camp.ok("sheet Ada")
    assert (sheet["hp"], sheet["move"], sheet["road_miles"], sheet["cold_protection"]) == (15, 5, 5, 0)


def test_nobody_begins_with_money_and_there_is_no_magic_to_learn(camp: Table) -> None:
    """EOS-CHAR-10, EOS-CHAR-09: magic is no skill of the book, and Aura moves nothing."""
    camp.ok(MARA)
    assert camp.ok("stock Mara")["things"] == []
    camp.usage(f'join Ivo --race human {STATS} --time "magic 2"')
    camp.usage(f"join Ivo --race human {STATS} --mp 26")


# -- skills at creation -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("race", "granted"), [("human", 48), ("dwarf", 24)])
def test_a_character_brings_two_years_of_learning(camp: Table, race: str, granted: int) -> None:
    """EOS-CHAR-03, EOS-RACE-HUMAN-01 (lines 44, 918-919): 24 points of time, of a human 48."""
    camp.ok(f"join Ivo --race {race} {STATS}")
    assert camp.ok("sheet Ivo")["points"]["time"] == granted
    names = ("hunting", "fishing", "traps", "bow", "tailor", "cooking", "mining", "logging", "scholar")
    most = ", ".join(f"{name} 6" for name in names[: granted // 6])
    assert granted // 6 < len(names)
    camp.refused(f'join Ada --race {race} {STATS} --time "{most}, stealth 1"', "EOS-CHAR-03")
    camp.ok(f'join Ada --race {race} {STATS} --time "{most}"')
    assert camp.ok("sheet Ada")["points"]["time"] == 0


def test_points_of_time_in_one_skill_go_up_to_mind_and_combat_points_beyond(camp: Table) -> None:
    """EOS-CHAR-04, EOS-SKILL-07: Mind 6 allows 6 by time; the seventh is a combat point."""
    assert camp.refused(f'join Mara --race human {STATS} --time "bow 7"', "EOS-CHAR-04")["state"] == "Mind 6"
    camp.ok(f'join Mara --race human {STATS} --time "bow 6" --combat "bow 1"')
    assert camp.ok("sheet Mara")["skills"]["bow"]["level"] == 7


def test_combat_points_are_mind_times_level(camp: Table) -> None:
    """EOS-CHAR-06: Mind 6 x level 1."""
    over = f'join Mara --race human {STATS} --combat "bow 4, unarmed melee 3"'
    assert camp.refused(over, "EOS-CHAR-06")["state"] == "7 of 6 points"
    camp.ok(f'join Mara --race human {STATS} --combat "bow 4, unarmed melee 2"')
    assert camp.ok("sheet Mara")["points"]["combat"] == 0


def test_no_skill_is_above_twelve(camp: Table) -> None:
    """EOS-SKILL-02: Mind 7, so 7 by time and 6 by combat would be 13."""
    mind = "--body 4 --mind 7 --reflex 5 --presence 6 --aura 3"
    camp.refused(f'join Mara --race human {mind} --time "bow 7" --combat "bow 6"', "EOS-SKILL-02")
    camp.ok(f'join Mara --race human {mind} --time "bow 7" --combat "bow 5"')


def test_no_skill_is_below_nought(camp: Table) -> None:
    """EOS-SKILL-03: in neither pool."""
    camp.usage(f'join Mara --race human {STATS} --time "bow -1"')
    camp.usage(f'join Mara --race human {STATS} --combat "bow -1"')
    camp.usage(f'join Mara --race human {STATS} --time "bow 2, bow 3"')
    camp.usage(f'join Mara --race human {STATS} --time "bow adept"')


def test_without_a_mind_nothing_is_learned(camp: Table) -> None:
    """EOS-CHAR-08: Mind 0."""
    camp.refused('join Grub --race neo-rat --body 10 --reflex 10 --presence 5 --time "hunting 1"', "EOS-CHAR-08")
    camp.refused('join Grub --race neo-rat --body 10 --reflex 10 --presence 5 --combat "bow 1"', "EOS-CHAR-08")
    camp.ok("join Grub --race neo-rat --body 10 --reflex 10 --presence 5")
    assert camp.ok("sheet Grub")["points"] == {"stat": 0, "time": 24, "combat": 0}


ADVANCED = [
    ("architect", "scholar 5", "EOS-ADV-01"),
    ("armorsmith", "metalworks 5, tailor 5", "EOS-ADV-01"),
    ("bowyer", "woodworks 5", "EOS-ADV-01"),
    ("crossbow smith", "metalworks 5, woodworks 5", "EOS-ADV-01"),
    ("locksmith", "lockpicking 5, metalworks 5", "EOS-ADV-01"),
    ("map making", "art 5, navigation 5", "EOS-ADV-01"),
    ("weaponsmith", "metalworks 5", "EOS-ADV-01"),
    ("siege weapon", "scholar 5", "EOS-ADV-01"),
]


@pytest.mark.parametrize(("skill", "builds_on", "rule"), ADVANCED)
def test_an_advanced_skill_is_taken_on_what_it_builds_on(camp: Table, skill: str, builds_on: str, rule: str) -> None:
    """EOS-ADV-01, EOS-ADV-03 (line 307): 5 in each; a 4 does not do, time and combat points count together."""
    short = builds_on[::-1].replace("5", "4", 1)[::-1]
    last = builds_on.rpartition(", ")[2].removesuffix(" 5")
    camp.refused(f'join Ada --race human {STATS} --time "{skill} 1"', rule)
    camp.refused(f'join Ada --race human {STATS} --time "{short}, {skill} 1"', rule)
    camp.ok(f'join Ada --race human {STATS} --time "{short}, {skill} 1" --combat "{last} 1"')


# -- a campaign begun in the middle -----------------------------------------------------------------------------


def test_opening_balances_come_with_the_entry(camp: Table) -> None:
    """EOS-STAT-07, EOS-STARV-04: 25 less 20 percent are 20; 17 of them are left."""
    camp.ok(f"join Mara --race human {STATS} --hp 17 --hunger 20 --experience 1200")
    sheet = camp.ok("sheet Mara")
    assert (sheet["hp"], sheet["max_hp"], sheet["adjusted_max_hp"], sheet["hunger"], sheet["experience"]) == (
        17, 25, 20, 20, 1200,
    )  # fmt: skip
    camp.refused(f"join Ivo --race human {STATS} --hp 26")
    camp.refused(f"join Ivo --race human {STATS} --hunger 20 --hp 21")
    camp.usage(f"join Ivo --race human {STATS} --hunger 101")
    camp.usage(f"join Ivo --race human {STATS} --experience -1")


def test_a_level_above_one_at_the_beginning_is_the_gms_to_allow(camp: Table) -> None:
    """EOS-CHAR-01, EOS-STAT-03, EOS-STAT-04: 4,000 experience are level 3: 5 x 3 + 20 hit points, 6 x 3 points."""
    line = f"join Mara --race human {STATS} --experience 4000"
    camp.refused(line, "EOS-CHAR-01")
    camp.ok(line + ' --overrule "they played before the book"')
    sheet = camp.ok("sheet Mara")
    assert (sheet["combat_level"], sheet["max_hp"]) == (3, 35)
    assert sheet["points"] == {"stat": 2, "time": 48, "combat": 18}


def test_why_hit_points_begins_with_joining_at_full(camp: Table) -> None:
    camp.ok(MARA)
    terms = camp.ok("why Mara hp")["terms"]
    assert [(t["amount"], t["text"]) for t in terms] == [(25, "joined at full")]


# -- levels -----------------------------------------------------------------------------------------------------


def test_hit_points_are_for_all_levels_at_once(camp: Table) -> None:
    """EOS-STAT-05: Body 5 x level 2 + 20; a Body of 6 counts for both levels; what is left of them stays."""
    camp.all(MARA, 'gm award Mara 2000 --reason "the ford"')
    sheet = camp.ok("sheet Mara")
    assert (sheet["combat_level"], sheet["hp"], sheet["max_hp"], sheet["points"]["stat"]) == (2, 25, 30, 1)
    camp.ok('gm set Mara body 6 --reason "the potion"')
    assert camp.ok("sheet Mara")["max_hp"] == 32


def test_hit_points_rise_with_the_maximum_where_the_table_ruled_so(camp: Table) -> None:
    """EOS-STAT-05, ruling hp_on_levelup."""
    camp.all('ruling hp_on_levelup rises-by-gain --reason "vote"', MARA, 'gm award Mara 2000 --reason "the ford"')
    assert camp.ok("sheet Mara")["hp"] == 30


def test_a_higher_mind_counts_for_levels_gone_by_unless_the_table_ruled_otherwise(camp: Table) -> None:
    """EOS-CHAR-06, EOS-SKILL-06, ruling combat_points: 7 x 2 = 14; incrementally 6 at level 1 and 7 at level 2."""
    camp.all(MARA, 'gm set Mara mind 7 --reason "a book"', 'gm award Mara 2000 --reason "the ford"')
    assert camp.ok("sheet Mara")["points"]["combat"] == 14 - 2
    camp.ok('ruling combat_points incremental --reason "vote"')
    assert camp.ok("sheet Mara")["points"]["combat"] == 6 + 7 - 2


# -- unconscious and dead ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("full", "harm", "hp", "state"),
    [
        (100, 99, 1, "well"),
        (100, 100, 0, "unconscious"),  # EOS-STAT-07, line 742
        (100, 199, -99, "unconscious"),
        (100, 200, -100, "dead"),  # EOS-STAT-07, line 742
        (20, 40, -20, "dead"),  # EOS-STAT-07, line 365
    ],
)
def test_unconscious_at_nought_and_dead_that_far_below(camp: Table, full: int, harm: int, hp: int, state: str) -> None:
    """EOS-STAT-07: at 0 unconscious, at the maximum below 0 dead."""
    camp.ok(f"npc Guard --size 1x1 --move 5 --hp {full} --in Oakwood")
    entries = camp.entries(f'gm harm Guard {harm} --reason "a fall"')
    assert [e["tag"] for e in entries] == ["gm.harmed"] + ["state.changed"] * (state != "well")
    sheet = camp.ok("sheet Guard")
    assert (sheet["hp"], sheet["max_hp"], sheet["state"]) == (hp, full, state)
    if state != "well":
        camp.refused("hunt Guard --rolled 14", "EOS-STAT-07")


@pytest.mark.parametrize(("choice", "states"), [("at", ["dead", "dead"]), ("below", ["unconscious", "dead"])])
def test_death_comes_at_the_negative_maximum_or_below_it(camp: Table, choice: str, states: list[str]) -> None:
    """EOS-STAT-07, ruling death_at_negative_max: at -20 of 20 (line 365), or at -21 (line 742)."""
    camp.all(
        f"ruling death_at_negative_max {choice} --reason vote",
        "npc Guard --size 1x1 --move 5 --hp 20 --in Oakwood",
        "npc Scout --size 1x1 --move 5 --hp 20 --in Oakwood",
        "gm harm Guard 40 --kind wound --reason dice",
        "gm harm Scout 41 --kind wound --reason dice",
    )
    assert [camp.ok(f"sheet {who}")["state"] for who in ("Guard", "Scout")] == states


# -- size -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("footprint", "category", "food", "base_hp", "melee", "reach"),
    [
        ("1/2", "Small", 0.5, 15, -5, 0),  # line 130: 20 - 5
        ("1x1", "Medium", 1, 20, 0, 0),
        ("1x2", "Large", 2, 26, 6, 1),
        ("2x2", "Large", 4, 32, 12, 1),  # line 163: 20 + 12
        ("2x3", "Large", 6, 38, 18, 1),
        ("3x2", "Large", 6, 38, 18, 1),  # line 163: 20 + 18
        ("3x3", "Extra-Large", 9, 47, 27, 2),  # line 173: 20 + 27
        ("3x4", "Extra-Large", 12, 56, 36, 2),  # line 173: 20 + 36
        ("4x4", "Extra-Large", 16, 68, 48, 2),
        ("5x5", "Extra-Large", 25, 95, 75, 2),  # line 173: 20 + 75
    ],
)
def test_what_follows_from_a_footprint(
    camp: Table, footprint: str, category: str, food: float, base_hp: int, melee: int, reach: int
) -> None:
    """EOS-SCALE-01, EOS-SIZE-01, EOS-SCALE-02, EOS-SCALE-08, EOS-SCALE-11 (lines 79 to 173): food by the tile."""
    camp.ok(f"npc Beast --size {footprint} --move 6 --body 0")
    sheet = camp.ok("sheet Beast")
    assert (sheet["size"], sheet["tiles"], sheet["food_per_day"], sheet["max_hp"]) == (category, food, food, base_hp)
    assert (sheet["traits"]["bonus_hp_melee"], sheet["traits"]["weapon_range_bonus"]) == (melee, reach)


@pytest.mark.parametrize("footprint", ["0", "0x2", "-1", "3/2", "5/2", "2x", "big"])
def test_no_creature_has_such_a_footprint(camp: Table, footprint: str) -> None:
    """EOS-SCALE-01: nothing, or between one tile and two."""
    camp.usage(f"npc Beast --size {footprint} --move 6 --body 3")


@pytest.mark.parametrize(
    ("mechanic", "column"),
    [("EOS-SCALE-03", "slots"), ("EOS-SCALE-04", "materials"), ("EOS-SCALE-06", "preserved")],
)
def test_a_size_category_multiplies(camp: Table, mechanic: str, column: str) -> None:
    """EOS-SCALE-03, EOS-SCALE-04, EOS-SCALE-06, EOS-SCALE-07 (lines 100 to 120): by category, not by tiles."""
    [row] = camp.ok(f"rules {mechanic}")["rows"]
    assert [list(cell.values()) for cell in row["table"]] == [
        ["small", 0.5], ["medium", 1], ["large", 4], ["extra-large", 9],
    ], column  # fmt: skip


@pytest.mark.parametrize(
    ("race", "ingots"), [("gratchen", 0.5), ("human", 1), ("cave troll", 4), ("neo-bear", 4), ("orc", 9)]
)
def test_gear_takes_material_by_the_category_of_its_wearer(camp: Table, race: str, ingots: float) -> None:
    """EOS-SCALE-04, EOS-SCALE-07: a Cave Troll of 1x2 and a Neo-Bear of 2x2 are both Large: four times."""
    camp.ok(f'npc Wearer --race "{race}" --body 6 --in Oakwood')
    camp.ok('npc Smith --race human --body 6 --mind 12 --skills "weaponsmith 1" --in Oakwood')
    camp.ok('gm give Smith 9 T1 ingots, weaponsmith toolkit --reason "test"')
    camp.ok("craft Smith T1 sword for Wearer")
    left = [row["quantity"] for row in camp.ok("stock Smith")["things"] if row["item"] == "ingot"]
    assert 9 - sum(left) == ingots


# -- the GM's figures -------------------------------------------------------------------------------------------


def test_several_of_one_name_are_numbered_and_a_group(camp: Table) -> None:
    """Two bandits with the figures of COMMANDS 7.2: Body 4 x 1 + 20 hit points."""
    camp.ok(
        "npc bandit --count 2 --race human --body 4 --mind 3 --reflex 4 --presence 3 "
        '--skills "main-hand melee 3" --gear "T2 axe, T2 armor" --in Oakwood'
    )
    for name in ("bandit-1", "bandit-2"):
        sheet = camp.ok(f"sheet {name}")
        assert (sheet["kind"], sheet["max_hp"], sheet["body"], sheet["place"]) == ("npc", 24, 4, "Oakwood")
        assert sheet["skills"]["main-hand melee"]["level"] == 3
        assert [piece.partition("@")[0] for piece in (*sheet["held"], *sheet["worn"])] == ["axe", "armor"]
        assert (sheet["armor_front"], sheet["armor_rear"]) == (2, 2)
    camp.ok('gm harm bandit 1 --reason "rain of stones"')
    assert [camp.ok(f"sheet bandit-{n}")["hp"] for n in (1, 2)] == [23, 23]
    assert camp.ok("sheet bandit-1")["conditions"] == []
    camp.usage("sheet bandit")


def test_figures_without_a_race_are_as_the_gm_says(camp: Table) -> None:
    camp.ok("npc Ogre --size 2x2 --move 6 --hp 7/40 --natural-armor 3 --natural-weapon 4 --level 3")
    sheet = camp.ok("sheet Ogre")
    assert (sheet["race"], sheet["size"], sheet["tiles"], sheet["move"]) == (None, "Large", 4, 6)
    assert (sheet["hp"], sheet["max_hp"], sheet["combat_level"]) == (7, 40, 3)
    assert (sheet["natural_armor"], sheet["armor_front"], sheet["natural_weapons"]) == (3, 3, {"natural weapon": 4})
    assert sheet["points"] == {"stat": None, "time": None, "combat": None}
    camp.ok("npc Imp --size 1/2 --move 4 --hp 12")
    assert (camp.ok("sheet Imp")["hp"], camp.ok("sheet Imp")["max_hp"]) == (12, 12)


def test_the_gms_figures_have_no_limits_of_creation(camp: Table) -> None:
    """EOS-CHAR-08: skills with a Mind of nought only because the GM says so."""
    camp.ok('npc Titan --race orc --body 20 --mind 0 --skills "two-handed melee 15" --hp 17')
    sheet = camp.ok("sheet Titan")
    assert (sheet["body"], sheet["hp"], sheet["max_hp"]) == (20, 17, 88)
    assert sheet["skills"]["two-handed melee"]["level"] == 15


def test_named_again_only_what_is_said_changes(camp: Table) -> None:
    camp.ok("npc wolf --count 2 --size 1x1 --move 6 --hp 20 --body 3 --in Oakwood")
    camp.ok("npc wolf-1 --body 4 --hp 9/30")
    camp.ok("npc wolf --move 7")
    one, two = camp.ok("sheet wolf-1"), camp.ok("sheet wolf-2")
    assert (one["body"], one["hp"], one["max_hp"], one["move"]) == (4, 9, 30, 7)
    assert (two["body"], two["hp"], two["max_hp"], two["move"]) == (3, 20, 20, 7)
    camp.all("npc wolf-2 --race neo-rat", "npc wolf-2 --race human")
    traits = camp.ok("sheet wolf-2")["traits"]
    assert (traits["poison_immune"], traits["stat_bonus"], traits["time_points_per_month"]) == (False, {}, 2)
    camp.refused("npc wolf --count 2 --size 1x1 --hp 20")
    camp.refused("npc Oakwood --hp 20")


def test_a_figure_of_which_nothing_is_said_is_refused(camp: Table) -> None:
    assert camp.refused("npc ghost")["help"]
    camp.usage("npc ghost --race spectre")
    camp.usage("npc ghost --race human --count 0")
    camp.usage("npc ghost --race human --hp 9/7")
    camp.usage("npc ghost --race human --level 0")


# -- months and springs -----------------------------------------------------------------------------------------

FEED = 'gm give Oakwood 4000 preserved food --reason "stores"'


def months(camp: Table, line: str) -> list[tuple[str, int, str]]:
    return [(e["who"], e["facts"]["points"], e["rule"]) for e in camp.entries(line) if e["tag"] == "month.passed"]


def test_a_month_in_play_brings_a_point_of_time_and_a_human_two(camp: Table) -> None:
    """EOS-SKILL-04, EOS-SKILL-05, EOS-RACE-HUMAN-01: joined on day 1, a month is over at the dawn of day 31."""
    camp.all(FEED, MARA, f"join Ivo --race dwarf {STATS} --in Oakwood")
    assert months(camp, "clock day-30") == []
    assert months(camp, "clock day-31") == [("Mara", 2, "EOS-RACE-HUMAN-01"), ("Ivo", 1, "EOS-SKILL-04")]
    assert months(camp, "clock day-61") == [("Mara", 2, "EOS-RACE-HUMAN-01"), ("Ivo", 1, "EOS-SKILL-04")]
    assert camp.ok("sheet Ivo")["points"]["time"] == 26
    assert camp.ok("sheet Mara")["points"]["time"] == 34 + 4
    assert camp.ok("sheet Ivo --on day-30")["points"]["time"] == 24


def test_months_may_be_those_of_the_calendar(camp: Table) -> None:
    """EOS-SKILL-04, ruling passive_anchor: joined on day 11, the calendar's month begins on day 31."""
    camp.all(FEED, "clock day-11", f"join Ivo --race dwarf {STATS} --in Oakwood")
    camp.ok('ruling passive_anchor calendar-months --reason "vote"')
    assert months(camp, "clock day-31") == [("Ivo", 1, "EOS-SKILL-04")]
    assert months(camp, "clock day-41") == []


def test_a_month_is_as_long_as_the_gms_own_calendar_says(bare_table: Table) -> None:
    """EOS-SKILL-04, EOS-CAL-03, ruling calendar: months of 28 days; joined on day 3, over on day 31, not on day 33."""
    months = ", ".join(f'{{ name = "moon {n}", days = 28 }}' for n in range(1, 14))
    calendar = bare_table.folder / "moons.toml"
    calendar.write_text(f"months = [{months}]\n", encoding="utf-8")
    bare_table.all(
        f'new "Moons" --game eos --spring 03-01 --calendar "{calendar}"',
        "declare zone Oakwood --miles 15",
        "clock day-3",
        f"join Mara --race dwarf {STATS} --in Oakwood",
        "gm give Mara 60 preserved food --reason store",
    )
    entries = bare_table.entries("clock day-33")
    assert [e["date"] for e in entries if e["tag"] == "month.passed"] == ["day 31 06:00"]
    assert bare_table.ok("sheet Mara")["points"]["time"] == 25


def test_who_joined_later_has_months_of_their_own(camp: Table) -> None:
    """EOS-SKILL-04: joined on day 11, over on day 41."""
    camp.all(FEED, "clock day-11", f"join Ivo --race dwarf {STATS} --in Oakwood")
    assert months(camp, "clock day-40") == []
    assert months(camp, "clock day-41") == [("Ivo", 1, "EOS-SKILL-04")]


def test_the_dead_learn_nothing_more(camp: Table) -> None:
    """EOS-SKILL-04."""
    camp.all(FEED, f"join Ivo --race dwarf {STATS} --in Oakwood", 'gm harm Ivo 60 --reason "the cliff"')
    assert months(camp, "clock day-31") == []


def test_spring_comes_once_a_year(camp: Table) -> None:
    """EOS-CAL-04: day 1 is the first of the year, so spring is day 61, and again day 421."""
    tags = [(e["tag"], e["date"]) for e in camp.entries("clock day-421") if e["tag"] == "spring.came"]
    assert tags == [("spring.came", "day 61 06:00"), ("spring.came", "day 421 06:00")]


def test_years_pass_on_the_sheet_and_move_nothing_else(camp: Table) -> None:
    """EOS-CHAR-11: 24 on day 1; 25 when 360 days have passed."""
    camp.all(FEED, MARA + " --age 24", "clock day-360")
    before = camp.ok("sheet Mara")
    assert before["age"] == 24
    after = camp.ok("sheet Mara --on day-361")
    assert after["age"] == 25
    assert (after["max_hp"], after["body"]) == (before["max_hp"], before["body"])

"""The 22 races (EOS-RACE): what a page gives to somebody who joins, read back from the sheet."""

import csv
from pathlib import Path

import pytest

from schemas import rulebook
from schemas.rulebook import Race
from tests.conftest import JSON, Table

STATS = "--body 5 --mind 6 --reflex 5 --presence 5 --aura 4"
RACES = list(rulebook.races().values())
INVENTORY = Path(__file__).parents[2].parent / "shared" / "rules" / "eos-races.csv"


def joined(table: Table, race: str, more: str = STATS) -> JSON:
    """The sheet of somebody of this race."""
    table.ok(f'join Nia --race "{race}" {more}')
    return table.ok("sheet Nia")


# race, id, size, tiles, move, base hit points, melee, reach, food, natural armor: the head of every page
PAGES = [
    ("cave troll", "EOS-RACE-CAVETROLL-00", "Large", 2, 6, 26, 6, 1, 2, 0),
    ("daywalker", "EOS-RACE-DAYWALKER-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("dwarf", "EOS-RACE-DWARF-00", "Medium", 1, 3, 20, 0, 0, 1, 0),
    ("forest troll", "EOS-RACE-FORESTTROLL-00", "Large", 4, 6, 32, 12, 1, 4, 0),
    ("gratchen", "EOS-RACE-GRATCHEN-00", "Small", 0.5, 3, 15, -5, 0, 0.5, 0),
    ("human", "EOS-RACE-HUMAN-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("neo-ape", "EOS-RACE-APE-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("neo-bear", "EOS-RACE-BEAR-00", "Large", 4, 5, 32, 12, 1, 4, 0),
    ("neo-blackbear", "EOS-RACE-BLACKBEAR-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("neo-cheetah", "EOS-RACE-CHEETAH-00", "Medium", 1, 8, 20, 0, 0, 1, 0),  # 3 + Body 5
    ("neo-daemon", "EOS-RACE-DAEMON-00", "Extra-Large", 9, 6, 47, 27, 2, 9, 0),
    ("neo-dragon", "EOS-RACE-DRAGON-00", "Extra-Large", 12, 7, 56, 36, 2, 12, 6),  # Body 5 + level 1
    ("neo-hyena", "EOS-RACE-HYENA-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("neo-panther", "EOS-RACE-PANTHER-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("neo-rat", "EOS-RACE-RAT-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("neo-tabby", "EOS-RACE-TABBY-00", "Small", 0.5, 4, 15, -5, 0, 0.5, 0),
    ("neo-tiger", "EOS-RACE-TIGER-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("neo-wolf", "EOS-RACE-WOLF-00", "Medium", 1, 5, 20, 0, 0, 1, 0),
    ("orc", "EOS-RACE-ORC-00", "Extra-Large", 16, 6, 68, 48, 2, 16, 0),
    ("rock troll", "EOS-RACE-ROCKTROLL-00", "Medium", 1, 4, 20, 0, 0, 1, 5),
    ("shore troll", "EOS-RACE-SHORETROLL-00", "Extra-Large", 16, 6, 68, 48, 2, 16, 0),
    ("warhog", "EOS-RACE-WARHOG-00", "Large", 4, 6, 32, 12, 1, 4, 0),
]


@pytest.mark.parametrize(
    ("race", "mechanic", "size", "tiles", "move", "base", "melee", "reach", "food", "armor"),
    PAGES,
    ids=[page[0] for page in PAGES],
)
def test_the_figures_at_the_head_of_a_page(
    table: Table, race: str, mechanic: str, size: str, tiles: float, move: int, base: int, melee: int, reach: int,
    food: float, armor: int,
) -> None:  # fmt: skip
    """EOS-CHAR-05: Body x 1 + base; a Warhog's Body is 5 + 3 (EOS-RACE-WARHOG-01)."""
    sheet = joined(table, race)
    body = 8 if race == "warhog" else 5
    assert mechanic == sheet["traits"]["id_prefix"] + "-00"
    assert (sheet["race"], sheet["size"], sheet["tiles"]) == (race, size, tiles)
    assert (sheet["move"], sheet["body"], sheet["max_hp"], sheet["hp"]) == (move, body, body + base, body + base)
    assert (sheet["road_miles"], sheet["wild_miles"]) == (body + move, (body + move) / 2)
    assert (sheet["traits"]["bonus_hp_melee"], sheet["traits"]["weapon_range_bonus"]) == (melee, reach)
    assert (sheet["food_per_day"], sheet["natural_armor"]) == (food, armor)


@pytest.mark.parametrize("race", RACES, ids=lambda race: race.name)
def test_the_figures_of_every_race_agree_with_its_size(race: Race) -> None:
    """EOS-RACE-ALL-01: bonus -5, 0 or three a tile; food by the tile; reach 0, 0, 1, 2."""
    tiles = {"1/2": 0.5}.get(str(race.tiles), race.tiles)
    assert isinstance(tiles, int | float)
    assert race.bonus_hp_melee == (-5 if tiles < 1 else 0 if tiles == 1 else 3 * tiles)
    assert race.base_hp == 20 + race.bonus_hp_melee
    assert race.food_per_day == race.tiles
    assert race.weapon_range_bonus == {"Small": 0, "Medium": 0, "Large": 1, "Extra-Large": 2}[race.size_category]
    assert race.size_category == (
        "Small" if tiles < 1 else "Medium" if tiles == 1 else "Large" if tiles <= 6 else "Extra-Large"
    )


# -- every column -----------------------------------------------------------------------------------------------


def inventory() -> list[dict[str, str]]:
    if not INVENTORY.exists():
        return []
    with INVENTORY.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def as_column(value: object) -> str:
    """A value of the sheet as the inventory writes it."""
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case float():
            return str(value)
        case list():
            return ";".join(str(v) for v in value)
        case _:
            return str(value)


def as_names(value: dict[str, int], sign: str = "") -> str:
    return "; ".join(f"{name.replace(' ', '_')} {sign}{number}" for name, number in value.items())


@pytest.mark.parametrize("row", inventory(), ids=lambda row: row["race"])
def test_every_column_of_the_races_is_read_back_from_the_sheet(table: Table, row: dict[str, str]) -> None:
    """EOS-RACE-ALL-01: row by row, column by column."""
    sheet = joined(table, row["race"])
    traits = sheet["traits"]
    found = {column: as_column(traits[column]) for column in row if column in traits}
    found["race"] = next(r["race"] for r in inventory() if r["race"].lower() == sheet["race"])
    found["regen_per_round"] = found["regen_per_round"].replace(" ", "")
    found["size_text"] = {"0.5": "1/2"}.get(found["size_text"], found["size_text"])
    found["stat_bonus"] = as_names(traits["stat_bonus"], "+")
    found["stat_cap_special"] = as_names(traits["stat_cap_special"])
    found["skill_cap_special"] = as_names(traits["skill_cap_special"])
    found["start_skills"] = as_names(traits["start_skills"], "+" if row["race"] == "Neo-Wolf" else "")
    if row["race"] == "Neo-Panther":
        row = {**row, "size_text": "1x1"}  # EOS-RACE-PANTHER-00: printed as 1, read 1x1
        found["size_text"] = "1x1"
    assert found == row


# -- gifts at joining -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("race", "stat", "mechanic"),
    [
        ("neo-daemon", "mind", "EOS-RACE-DAEMON-01"),
        ("neo-panther", "aura", "EOS-RACE-PANTHER-01"),
        ("neo-rat", "reflex", "EOS-RACE-RAT-01"),
        ("neo-tabby", "presence", "EOS-RACE-TABBY-01"),
        ("warhog", "body", "EOS-RACE-WARHOG-01"),
    ],
)
def test_a_race_adds_three_to_one_stat_beyond_the_limit_of_creation(
    table: Table, race: str, stat: str, mechanic: str
) -> None:
    """EOS-CHAR-02, EOS-STAT-02: 10 assigned and 3 are 13, of 15 at most; 11 assigned is refused all the same."""
    table.refused(f'join Nia --race "{race}" --{stat} 11', "EOS-CHAR-02")
    others = [s for s in ("body", "mind", "reflex") if s != stat]
    sheet = joined(table, race, f"--{stat} 10 --{others[0]} 10 --{others[1]} 5")
    assert sheet[stat] == 13
    assert (sheet[others[0]], sheet[others[1]]) == (10, 5)
    assert sheet["traits"]["stat_bonus"] == {stat: 3}
    assert sheet["traits"]["stat_cap_special"] == {stat: 15}
    assert mechanic in sheet["traits"]["ability_ids"]
    terms = table.ok(f"why Nia {stat}")["terms"]
    assert sum(t["amount"] for t in terms) == 13


def test_the_higher_mind_of_a_daemon_learns_more(table: Table) -> None:
    """EOS-RACE-DAEMON-01: Mind 6 + 3: nine combat points, nine by time in one skill."""
    sheet = joined(table, "neo-daemon", f'{STATS} --time "bow 9"')
    assert sheet["points"]["combat"] == 9
    table.refused(f'join Oro --race neo-daemon {STATS} --time "bow 10"', "EOS-CHAR-04")


def test_a_daemon_may_have_fifteen_in_any_skill(table: Table) -> None:
    """EOS-RACE-DAEMON-02, EOS-SKILL-02: 9 + 6 are 15; 9 + 7 are refused."""
    sheet = joined(table, "neo-daemon", f'{STATS} --time "bow 9" --combat "bow 6"')
    assert sheet["skills"]["bow"] == {"level": 15, "time": 9, "combat": 6, "race": 0, "cap": 15}
    table.refused(f'join Oro --race neo-daemon {STATS} --time "bow 9" --combat "bow 7"', "EOS-SKILL-02")


def test_a_gratchen_begins_with_three_skills_that_need_nothing(table: Table) -> None:
    """EOS-RACE-GRATCHEN-03, EOS-ADV-04: Metalworks 1, Crossbow Smith 1, Locksmith 1, with a ceiling of 13."""
    sheet = joined(table, "gratchen")
    for skill in ("metalworks", "crossbow smith", "locksmith"):
        assert sheet["skills"][skill] == {"level": 1, "time": 0, "combat": 0, "race": 1, "cap": 13}
    assert sheet["points"]["time"] == 24


def test_a_gratchens_second_point_needs_what_the_skill_builds_on(table: Table) -> None:
    """EOS-RACE-GRATCHEN-03, EOS-ADV-04: Metalworks 1 + 4 are 5, and Woodworks 5."""
    table.refused(f'join Tik --race gratchen {STATS} --time "locksmith 1"', "EOS-ADV-04")
    table.refused(f'join Tik --race gratchen {STATS} --time "crossbow smith 1, metalworks 4"', "EOS-ADV-04")
    table.ok(f'join Tik --race gratchen {STATS} --time "crossbow smith 1, metalworks 4, woodworks 5"')
    assert table.ok("sheet Tik")["skills"]["crossbow smith"]["level"] == 2


def test_a_gratchen_goes_to_thirteen_in_metal(table: Table) -> None:
    """EOS-RACE-GRATCHEN-03, EOS-SKILL-02: 1 + 6 + 6 are 13; one more is refused; 12 elsewhere."""
    mind = "--body 4 --mind 7 --reflex 5 --presence 5 --aura 4"
    table.refused(f'join Tik --race gratchen {mind} --time "metalworks 7" --combat "metalworks 6"', "EOS-SKILL-02")
    table.ok(f'join Tik --race gratchen {mind} --time "metalworks 7" --combat "metalworks 5"')
    assert table.ok("sheet Tik")["skills"]["metalworks"]["level"] == 13
    table.refused(f'join Tok --race gratchen {mind} --time "bow 7" --combat "bow 6"', "EOS-SKILL-02")


def test_a_wolf_scents_ten_better_and_learns_it_ten_above_mind(table: Table) -> None:
    """EOS-RACE-WOLF-01: hunting 10 at the start; with Mind 2 twelve more by time, 22 in all; 13 more are refused."""
    mind = "--body 8 --mind 2 --reflex 5 --presence 5 --aura 5"
    sheet = joined(table, "neo-wolf", mind)
    assert sheet["skills"] == {"hunting": {"level": 10, "time": 0, "combat": 0, "race": 10, "cap": 22}}
    table.refused(f'join Fang --race neo-wolf {mind} --time "hunting 13"', "EOS-CHAR-04")
    table.refused(f'join Fang --race neo-wolf {mind} --time "bow 3"', "EOS-CHAR-04")
    table.refused(f'join Fang --race neo-wolf {mind} --time "hunting 12" --combat "hunting 1"', "EOS-SKILL-02")
    table.ok(f'join Fang --race neo-wolf {mind} --time "hunting 12"')
    assert table.ok("sheet Fang")["skills"]["hunting"]["level"] == 22


def test_a_gift_is_an_entry_that_cites_it(table: Table) -> None:
    """EOS-RACE-WOLF-01."""
    joined_entry, gift = table.entries(f"join Fang --race neo-wolf {STATS}")
    assert (gift["tag"], gift["cause"], gift["rule"]) == ("skill.learned", joined_entry["position"], "EOS-RACE-WOLF-01")
    assert gift["facts"] == {"skill": "hunting", "points": 10, "pool": "race", "rank": None}


# -- what follows from race and gear ----------------------------------------------------------------------------


def test_a_cheetah_runs_by_its_body_and_slower_in_armor_and_cloaks(table: Table) -> None:
    """EOS-RACE-CHEETAH-01 (line 1042): Body 5 runs 8, Body 12 15; each tier and each cloak is one less."""
    table.ok("declare zone Oakwood --miles 15 --zones 4")
    assert joined(table, "neo-cheetah", f"{STATS} --in Oakwood")["move"] == 8
    table.all('gm give Nia 2 cloaks, T2 armor --reason "test"', "wear Nia 2 cloaks")
    assert table.ok("sheet Nia")["move"] == 6
    table.ok("wear Nia armor")
    assert table.ok("sheet Nia")["move"] == 4
    table.ok("npc Dash --race neo-cheetah --body 12")
    assert table.ok("sheet Dash")["move"] == 15


def test_a_dragons_hide_and_a_tigers_claws_grow_with_body_and_level(table: Table) -> None:
    """EOS-RACE-DRAGON-01, EOS-RACE-TIGER-01: Body 5 + level 1; at level 2 seven."""
    table.all(f"join Drak --race neo-dragon {STATS}", f"join Tara --race neo-tiger {STATS}")
    assert table.ok("sheet Drak")["natural_armor"] == 6
    assert table.ok("sheet Tara")["natural_weapons"] == {"main hand": 6, "off hand": 6}
    table.ok('gm award party 2000 --reason "the tower"')
    assert table.ok("sheet Drak")["armor_front"] == 7
    assert table.ok("sheet Tara")["natural_weapons"] == {"main hand": 7, "off hand": 7}


def test_hide_armor_and_a_shield_in_hand_add_up(table: Table) -> None:
    """EOS-RACE-ROCKTROLL-01, EOS-CGEAR-05, EOS-SHLD-04: hide 5, suit 2, shield 3: 10 in front, 7 behind."""
    table.ok("declare zone Oakwood --miles 15 --zones 4")
    table.ok('npc Rokk --race "rock troll" --body 5 --gear "T2 armor, T3 shield" --in Oakwood')
    sheet = table.ok("sheet Rokk")
    assert (sheet["armor_front"], sheet["armor_rear"], sheet["natural_armor"]) == (10, 7, 5)
    assert sheet["cold_protection"] == 15
    assert [piece.partition("@")[0] for piece in sheet["held"]] == ["shield"]


def test_a_dwarf_bears_twice_as_much(table: Table) -> None:
    """EOS-RACE-DWARF-03, EOS-GEAR-12: Body 2 bears four cloaks and moves; a fifth, and Move is 0."""
    table.ok("declare zone Oakwood --miles 15 --zones 4")
    table.ok("npc Ivo --race dwarf --body 2 --in Oakwood")
    table.all('gm give Ivo 5 cloaks --reason "test"', "wear Ivo 4 cloaks")
    assert table.ok("sheet Ivo")["move"] == 3
    table.ok("wear Ivo cloak")
    assert table.ok("sheet Ivo")["move"] == 0

"""The books' tables: nothing of the inventories is lost, and every word in them means something.

What stands beside the project in `../shared/rules` is read back column by column where it is there.
"""

import csv
import re
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from schemas import rulebook
from schemas.rulebook import (
    Race,
    Skill,
    Thing,
    Way,
    difficulties,
    mechanics,
    race,
    races,
    ranks,
    rulings,
    skill,
    skills,
    thing,
    thing_names,
    thing_row,
    things,
)
from schemas.units import exact, key

RULES = Path(__file__).parents[2].parent / "shared" / "rules"
beside_the_inventories = pytest.mark.skipif(not RULES.is_dir(), reason="the inventories are not beside the project")
EOS_ID = re.compile(r"(?:EOS|RNK)-[A-Z0-9]+(?:-[A-Z0-9]+)*-\d+")


def inventory(name: str) -> list[dict[str, str]]:
    with (RULES / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rows_of(path: str) -> Iterable[dict[str, str]]:
    return inventory(path) if RULES.is_dir() else []


# Races


def test_there_are_22_races_and_the_second_game_has_none() -> None:
    assert len(races()) == 22
    assert races("ranked") == {}


@pytest.mark.parametrize("name", races())
def test_the_size_of_a_race_gives_its_food_its_hit_points_and_its_reach(name: str) -> None:
    """EOS-RACE-ALL-01, EOS-SCALE-01, EOS-SCALE-02, EOS-SCALE-08."""
    row = races()[name]
    tiles = exact(row.tiles)
    category = "Small" if tiles < 1 else "Medium" if tiles == 1 else "Large" if tiles <= 6 else "Extra-Large"
    assert row.size_category == category
    if row.width is not None and row.length is not None:
        assert row.width * row.length == tiles
    else:
        assert tiles == Fraction(1, 2)
    assert exact(row.food_per_day) == tiles
    bonus = {"Small": -5, "Medium": 0}.get(category, 3 * tiles)
    assert row.bonus_hp_melee == bonus
    assert row.base_hp == 20 + bonus
    assert row.weapon_range_bonus == {"Small": 0, "Medium": 0, "Large": 1, "Extra-Large": 2}[category]


def test_natural_armor_is_5_for_the_rock_troll_and_grows_with_the_dragon() -> None:
    """EOS-RACE-ALL-01, EOS-RACE-ROCKTROLL-01, EOS-RACE-DRAGON-01."""
    armored = {name: row.natural_armor for name, row in races().items() if row.natural_armor != 0}
    assert armored == {"rock troll": 5, "neo-dragon": "body + combat_level"}


def test_a_wolf_hunts_ten_better_and_up_to_22() -> None:
    """EOS-RACE-WOLF-01."""
    wolf = races()["neo-wolf"]
    assert wolf.start_skills == {"hunting": 10}
    assert (wolf.skill_cap, wolf.skill_cap_default, wolf.passive_over_mind) == ({"hunting": 22}, 12, 10)


def test_a_gratchen_starts_with_three_crafts_and_a_daemon_may_reach_15_in_all() -> None:
    """EOS-RACE-GRATCHEN-03, EOS-RACE-DAEMON-01, EOS-RACE-DAEMON-02."""
    gratchen, daemon = races()["gratchen"], races()["neo-daemon"]
    assert gratchen.start_skills == {"metalworks": 1, "crossbow smith": 1, "locksmith": 1}
    assert gratchen.skill_cap == {"metalworks": 13, "crossbow smith": 13, "locksmith": 13}
    assert (daemon.stat_bonus, daemon.stat_cap) == ({"mind": 3}, {"mind": 15})
    assert (daemon.skill_cap, daemon.skill_cap_default) == ({}, 15)


@pytest.mark.parametrize("words", ["rock troll", "Rock-Troll", "ROCK_TROLL"])
def test_a_race_is_found_in_any_spelling(words: str) -> None:
    found = race(words)
    assert found is not None
    assert found.name == "rock troll"


@pytest.mark.parametrize("words", ["", "elf", "troll", "humans"])
def test_a_race_that_is_not_in_the_book_is_nobody(words: str) -> None:
    assert race(words) is None


def as_printed(row: Race) -> dict[str, str]:
    """The row as the columns of the inventory have it."""

    def formula(words: int | str | None) -> str:
        return "" if words is None else str(words)

    def pairs(levels: Iterable[tuple[str, int]], sign: str = "") -> str:
        return "; ".join(f"{name.replace(' ', '_')} {sign}{level}" for name, level in levels)

    def maybe(number: int | None) -> str:
        return "" if number is None else str(number)

    is_formula = isinstance(row.natural_armor, str)
    own_cap = row.skill_cap_default != 12
    return {
        "race": row.name,
        "id_prefix": row.id_prefix,
        "line": str(row.line),
        "size_category": row.size_category,
        "size_text": row.size_text,
        "width": maybe(row.width),
        "length": maybe(row.length),
        "tiles": str(row.tiles),
        "move": str(row.move),
        "move_formula": formula(row.move_formula),
        "height_min_ft": str(row.height_min_ft),
        "height_max_ft": str(row.height_max_ft),
        "weight_min_lb": str(row.weight_min_lb),
        "weight_max_lb": str(row.weight_max_lb),
        "bonus_hp_melee": str(row.bonus_hp_melee),
        "base_hp": str(row.base_hp),
        "food_per_day": str(row.food_per_day),
        "food_in_wilderness": maybe(row.food_in_wilderness),
        "food_extra_days": str(row.food_extra_days),
        "weapon_range_bonus": str(row.weapon_range_bonus),
        "thrown_range_bonus": str(row.thrown_range_bonus),
        "natural_armor": "" if is_formula else str(row.natural_armor),
        "natural_armor_formula": formula(row.natural_armor) if row.natural_armor != 0 else "",
        "natural_armor_vs_environment": str(row.natural_armor_vs_environment),
        "natural_weapon_formula": formula(row.natural_weapon),
        "natural_heal_days_per_tier": maybe(row.natural_heal_days_per_tier),
        "life_expectancy_years": str(row.life_expectancy_years),
        "stat_bonus": pairs(row.stat_bonus.items(), "+"),
        "stat_cap_special": pairs(row.stat_cap.items()),
        "stat_cap_default": str(row.stat_cap_default),
        "start_skills": pairs(row.start_skills.items(), "+" if row.passive_over_mind else ""),
        "skill_cap_special": f"all {row.skill_cap_default}" if own_cap else pairs(row.skill_cap.items()),
        "skill_cap_default": "12",
        "passive_over_mind": maybe(row.passive_over_mind or None),
        "time_points_per_month": str(row.time_points_per_month),
        "regen_per_round": formula(row.regeneration),
        "rest_heal_multiplier": str(row.rest_heal_multiplier),
        "dark_vision": str(int(row.dark_vision)),
        "infrared": str(int(row.infrared)),
        "low_light_offset": str(row.low_light_offset),
        "stealth_defence_bonus": str(row.stealth_defence_bonus),
        "trap_sense_bonus": str(row.trap_sense_bonus),
        "trap_rounds_max": maybe(row.trap_rounds_max),
        "trap_hp_floor": maybe(row.trap_hp_floor),
        "poison_immune": str(int(row.poison_immune)),
        "fat_storage_max": str(row.fat_storage_max),
        "fat_storage_per_day": str(row.fat_storage_per_day),
        "fishing_multiplier": str(row.fishing_multiplier),
        "armor_suits_max": str(row.armor_suits_max),
        "cloaks_per_body": str(row.cloaks_per_body),
        "slot_multiplier": str(row.slot_multiplier),
        "melee_limbs": str(row.melee_limbs),
        "two_hander_in_main_hand": str(int(row.two_hander_in_main_hand)),
        "bow_adds_body": str(int(row.bow_adds_body)),
        "pounce_tiles": maybe(row.pounce_tiles or None),
        "trade_blows": maybe(row.trade_blows),
        "ability_ids": ";".join(row.ids),
        "note": row.note,
    }


IN_WORDS = ("move_formula", "natural_armor_formula", "natural_weapon_formula", "regen_per_round")


@beside_the_inventories
@pytest.mark.parametrize("column", rows_of("eos-races.csv"), ids=lambda row: row["race"])
def test_no_figure_of_a_race_is_lost(column: dict[str, str]) -> None:
    column = {**column, "race": column["race"].lower()}
    for name in ("tiles", "height_min_ft", "height_max_ft", "food_per_day"):
        column[name] = str(Fraction(column[name]))
    for name in IN_WORDS:
        column[name] = re.sub(r"\s*\+\s*", " + ", column[name])
    assert as_printed(races()[column["race"]]) == column


# Things


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("food", "food"),
        ("Preserved-Food", "preserved food"),
        ("cloth fragments", "cloth fragment"),
        ("torches", "torch"),
        ("great-axe", "great axe"),
        ("traps toolkit", "traps toolkit"),
        ("Trapping Toolkits", "traps toolkit"),
        ("crude fishing toolkit", "fishing toolkit"),
        ("basic fishing toolkit", "basic fishing toolkit"),
        ("basic map-making toolkits", "basic map making toolkit"),
        ("quarrying toolkit", "mining toolkit"),
        ("bushcraft toolkit", "tinderbox"),
        ("tailor workshop", "tailor workshop"),
        ("quarrying workshops", "mining workshop"),
        ("hip pouches", "hip pouch"),
        ("arrow pouch", "arrow pouch"),
        ("large-bolt pouches", "large bolt pouch"),
        ("food backpack", "food backpack"),
    ],
)
def test_a_thing_is_found_in_any_spelling_singular_or_plural(words: str, name: str) -> None:
    assert thing(words) == name
    assert thing(name) == name
    assert thing_row(words).name == name


@pytest.mark.parametrize(
    "words",
    [
        "",
        "boots",
        "pouch",
        "toolkit",
        "workshop",
        "basic toolkit",
        "SKILL toolkit",
        "ITEM pouch",
        "hunting toolkit",  # EOS-HUNT-07
        "basic bushcraft toolkit",  # the book is silent
        "farming workshop",  # EOS-FARM-03
        "traps workshop",  # EOS-TRAP-09
        "boots pouch",
        "crude basic fishing toolkit",
    ],
)
def test_what_the_book_does_not_have_is_no_thing(words: str) -> None:
    assert thing(words) is None
    if not words.isupper() and not re.search("SKILL|ITEM", words):
        with pytest.raises(KeyError):
            thing_row(words)


def test_a_basic_toolkit_is_two_ingots_of_t2_or_higher_for_the_skill_it_names() -> None:
    """EOS-METAL-07."""
    kit = thing_row("basic fishing toolkit")
    assert kit.is_tool_of("fishing", "basic")
    assert not kit.is_tool_of("fishing", "crude")
    assert not kit.is_tool_of("farming")
    assert (kit.tiered, kit.fixed_tier, kit.pattern) == (True, 2, False)
    [way] = kit.ways
    assert (way.by, way.skill, way.time) == ("craft", "metalworks", "tier-squared")
    [ingots] = way.materials
    assert (ingots.item, ingots.quantity, ingots.min_tier) == ("ingot", 2, 2)


def test_an_arrow_pouch_holds_three_slots_a_tier_of_arrows_only() -> None:
    """EOS-CONT-02, EOS-CONT-06."""
    pouch = thing_row("arrow pouch")
    assert (pouch.of_item, pouch.many) == ("arrow", "arrow pouches")
    assert pouch.holds is not None
    assert (pouch.holds.count, pouch.holds.per_tier, pouch.holds.one_kind) == (3, True, True)
    [cloth] = pouch.ways[0].materials
    assert (cloth.item, cloth.quantity, cloth.min_tier) == ("cloth", 1, "own")


def making(name: str) -> Way:
    way = thing_row(name).way("craft")
    assert way is not None
    return way


@pytest.mark.parametrize(
    ("name", "skill_of_it", "takes", "makes"),
    [
        ("cloth", "tailor", [("cloth fragment", 5, "tier")], 1),  # EOS-TAIL-03
        ("lumber", "woodworks", [("beam", 1, None)], 10),  # EOS-WOOD-02
        ("cordage", "tailor", [("cloth fragment", 1, None)], 10),  # EOS-TAIL-09
        ("shaft", "bowyer", [("beam", 1, None)], 100),  # EOS-BOWY-06
        ("arrowhead", "metalworks", [("ingot", 1, None)], 30),  # EOS-BOWY-07
        ("bone arrowhead", "bowyer", [("bone", 1, None)], 5),  # EOS-BOWY-09
        ("bolt", "crossbow smith", [("ingot", 1, None)], 10),  # EOS-XBOW-06
        ("large bolt", "crossbow smith", [("ingot", 1, None)], 5),  # EOS-XBOW-06
        ("bow", "bowyer", [("beam", 1, None), ("cordage", 5, None)], 1),  # EOS-BOWY-04
        ("armor", "armorsmith", [("ingot", 1, None), ("cloth", 1, None)], 1),  # EOS-ARMR-04
        ("tent", "tailor", [("cloth", 2, "person")], 1),  # EOS-TENT-01
        ("chest", "woodworks", [("lumber", 10, None)], 1),  # EOS-WOOD-09
        ("tailor workshop", "metalworks", [("ingot", 20, None)], 1),  # EOS-METAL-08
        ("wood structure", "woodworks", [("lumber", 5, "tile")], 1),  # EOS-WOOD-03
        ("stone wall", "architect", [("stone", 360, "100 sq ft")], 1),  # EOS-ARCH-07
    ],
)
def test_what_a_thing_is_made_of(
    name: str, skill_of_it: str, takes: list[tuple[str, int, str | None]], makes: int
) -> None:
    way = making(name)
    assert (way.skill, way.makes) == (skill_of_it, makes)
    assert [(each.item, each.quantity, each.per) for each in way.materials] == takes


def test_worn_cloth_gives_five_fragments_a_tier_back() -> None:
    """EOS-TAIL-04."""
    way = thing_row("cloth fragment").way("salvage")
    assert way is not None
    assert (way.skill, way.makes, way.makes_per_tier) == ("tailor", 5, True)
    assert [each.item for each in way.materials] == ["cloth"]


def test_an_arrow_takes_a_head_of_any_stuff() -> None:
    """EOS-BOWY-07, EOS-BOWY-08, EOS-BOWY-09."""
    shaft, head, feather = making("arrow").materials
    assert (shaft.item, feather.item) == ("shaft", "feather")
    assert (head.item, *head.or_items) == ("arrowhead", "bone arrowhead", "stone arrowhead")


def test_a_crossbow_is_mended_with_both_crafts_and_a_bow_only_while_it_has_a_tier() -> None:
    """EOS-XBOW-07, EOS-BOWY-11."""
    [crossbow], [bow] = thing_row("crossbow").repairs, thing_row("bow").repairs
    assert (crossbow.skills, crossbow.from_tier) == ({"metalworks": 1, "woodworks": 1}, 0)
    assert (bow.skills, bow.from_tier) == ({"woodworks": 1}, 1)
    assert thing_row("lock").repair == "never"  # EOS-LOCK-11


def test_all_names_and_plurals_mean_one_thing_each() -> None:
    assert len(things()) == 112
    words: dict[str, str] = {}
    for name, row in things().items():
        for word in {key(name), key(row.many)}:
            assert words.setdefault(word, name) == name
            assert row.pattern or thing(word) == name
    assert [name for name, row in things().items() if row.pattern] == [
        "ITEM pouch",
        "ITEM backpack",
        "SKILL toolkit",
        "basic SKILL toolkit",
    ]


@pytest.mark.parametrize("row", things().values(), ids=lambda row: row.name)
def test_every_word_of_a_thing_is_a_thing_or_a_skill(row: Thing) -> None:
    skills_named = {way.skill for way in row.ways} | set(row.used_with) | {row.of_skill} - {None}
    skills_named |= {name for repair in row.repairs for name in repair.skills}
    assert skills_named - {None} <= skills("eos").keys()
    named = [item for way in row.ways for each in way.materials for item in (each.item, *each.or_items)]
    named += [row.ammunition] if row.ammunition else []
    for item in named:
        assert thing(item) == item
    assert set(row.ids) <= mechanics("eos").keys()
    assert set(row.silent) <= {"size_class", "slots", "materials", "time_rule", "at_zero", "repair"}
    assert row.fixed_tier is None or row.tiered


def test_a_row_read_alone_is_the_row_of_the_whole_file() -> None:
    folder = Path(rulebook.__file__).parent / "eos"
    for file, table, row, read in (
        ("things.toml", "thing", Thing, things()),
        ("races.toml", "race", Race, races()),
    ):
        whole = tomllib.loads((folder / file).read_text(encoding="utf-8"))[table]
        assert list(read.values()) == [msgspec.convert(each, row, strict=True) for each in whole]


def test_a_row_with_a_word_too_many_or_a_wrong_figure_is_not_read() -> None:
    good = msgspec.to_builtins(thing_row("food"))
    for bad in ({"slot": 1}, {"kind": "meal"}, {"tiered": "yes"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**good, **bad}, Thing, strict=True)


def slots_as_printed(row: Thing) -> str:
    if row.slots is None:
        return "" if "slots" in row.silent else "-"
    text = f"{'up to ' if row.slots.up_to else ''}{row.slots.count}"
    if row.slots.per:
        return f"{text} per {row.slots.per}"
    if row.slots.each == 1:
        return text
    return f"{text} per {row.slots.each}{' ft' if row.unit == 'ft' else ''}"


def repair_as_printed(row: Thing) -> str:
    if row.repair != "creation/100":
        return row.repair or ("" if "repair" in row.silent else "-")
    return " | ".join(
        " + ".join(f"{name} {level}" for name, level in each.skills.items())
        + "; creation/100"
        + (f"; from T{each.from_tier} up" if each.from_tier else "")
        for each in row.repairs
    )


@beside_the_inventories
@pytest.mark.parametrize("column", rows_of("things.csv"), ids=lambda row: row["name"])
def test_no_column_of_a_thing_is_lost(column: dict[str, str]) -> None:
    row = things()[column["name"]]
    assert row.many == column["plural"]
    assert (row.unit or "") == column["unit"]
    assert (row.size_class or ("" if "size_class" in row.silent else "-")) == column["size_class"]
    assert slots_as_printed(row) == column["slots"]
    tier = "no" if not row.tiered else "yes" if row.fixed_tier is None else f"T{row.fixed_tier}"
    assert tier == column["tiered"]
    assert row.kind == column["kind"]

    def each_way(name: str) -> list[str | None]:
        parts = [None if part in ("", "-") else part for part in column[name].split(" | ")]
        return parts * len(row.ways) if len(parts) == 1 else parts

    assert [way.by for way in row.ways] == each_way("made_by")
    assert [way.skill for way in row.ways] == each_way("skill")
    assert [way.time for way in row.ways] == each_way("time_rule")
    for way, words in zip(row.ways, each_way("materials"), strict=True):
        parts = [part for part in (words or "").split(" + ") if re.match(r"\d", part)]
        for part, each in zip(parts, way.materials, strict=True):
            assert part.startswith(f"{each.quantity} ")
            assert all(item in part or "of any stuff" in part for item in (each.item, *each.or_items))
            assert each.per is None or (each.per in part)
            assert not isinstance(each.min_tier, int) or f"of T{each.min_tier} or higher" in part
            many = re.search(r" per (\d+)(?!\d| sq)", part)
            assert many is None or many[1] == str(way.makes)
    assert (row.at_zero or ("" if "at_zero" in row.silent else "-")) == column["at_zero"]
    assert repair_as_printed(row) == column["repair"]
    assert " ".join(row.ids) == column["ids"]
    assert row.note == column["note"]


# Skills


def test_the_advanced_skills_and_what_they_are_built_on() -> None:
    """EOS-ADV-03, EOS-SIEGE-01."""
    assert {name: row.prerequisites for name, row in skills().items() if row.advanced} == {
        "architect": {"scholar": 5},
        "armorsmith": {"metalworks": 5, "tailor": 5},
        "bowyer": {"woodworks": 5},
        "crossbow smith": {"metalworks": 5, "woodworks": 5},
        "locksmith": {"lockpicking": 5, "metalworks": 5},
        "map making": {"art": 5, "navigation": 5},
        "weaponsmith": {"metalworks": 5},
        "siege weapon": {"scholar": 5},
    }
    assert not any(row.advanced and row.untrained for row in skills().values())  # EOS-ADV-02


@pytest.mark.parametrize(
    ("name", "tools"),
    [
        ("tailor", {"crude": 1, "basic": 2, "workshop": 4}),  # EOS-CRAFT-02
        ("fishing", {"crude": 1, "basic": 2, "workshop": 4}),  # EOS-FISH-03
        ("mining", {"crude": 1, "basic": 2, "workshop": 4}),  # EOS-MINE-02
        ("art", {"crude": 1, "basic": 2}),  # EOS-ART-02
        ("medicine", {"crude": 1, "basic": 2}),  # EOS-MED-03
        ("traps", {"crude": 1, "basic": 2}),  # EOS-TRAP-09
        ("locksmith", {"basic": 1, "workshop": 2}),  # EOS-LOCK-02, EOS-LOCK-03
        ("lockpicking", {"basic": 1}),  # EOS-LPICK-01
        ("farming", {"none": 1, "crude": 2, "basic": 4}),  # EOS-FARM-03
        ("hunting", {"none": 1}),  # EOS-HUNT-07
        ("bushcraft", {}),  # EOS-BUSH-01
        ("bow", {}),
    ],
)
def test_the_tools_that_serve_a_skill_and_what_they_multiply_by(name: str, tools: dict[str, int]) -> None:
    assert skills()[name].tools == tools


@pytest.mark.parametrize("row", skills().values(), ids=lambda row: row.name)
def test_every_tool_that_a_skill_works_with_is_a_thing(row: Skill) -> None:
    if "workshop" in row.tools:
        assert thing_row(f"{row.name} workshop").is_tool_of(row.name, "workshop")
    else:
        assert thing(f"{row.name} workshop") is None
    if row.toolkit is not None:
        assert thing_row(row.toolkit).is_tool_of(row.name, "crude")
        assert thing_row(f"basic {row.toolkit}").is_tool_of(row.name, "basic")
        assert {row.toolkit, f"basic {row.toolkit}"} <= set(thing_names())
    assert {*row.prerequisites, *row.other_kits} <= skills().keys()
    assert any(name.startswith(row.id_prefix + "-") for name in mechanics("eos"))


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Hunting", "hunting"),
        ("trap", "traps"),
        ("trapping", "traps"),
        ("quarrying", "mining"),
        ("gardening", "farming"),
        ("main hand melee", "main-hand melee"),
        ("Two-Handed Crossbow", "two-handed crossbow"),
        ("unarmed", "unarmed melee"),
        ("map-making", "map making"),
        ("jewelry", None),  # a word of the book without a section
        ("", None),
    ],
)
def test_a_skill_is_found_in_any_spelling(words: str, name: str | None) -> None:
    assert skill(words) == name


def test_no_word_means_two_skills() -> None:
    for game in ("eos", "ranked"):
        words = [key(word) for row in skills(game).values() for word in (row.name, *row.also)]
        assert len(words) == len(set(words))


def test_the_gifts_and_limits_of_races_are_skills() -> None:
    for row in races().values():
        assert {*row.start_skills, *row.skill_cap} <= skills().keys()
        assert set(row.ids) <= mechanics("eos").keys()
        assert f"{row.id_prefix}-00" in mechanics("eos")


def test_the_second_game_has_its_skills_by_rank() -> None:
    """RNK-SKILL-02, RNK-SKILL-03, RNK-DIFF-01, RNK-OCC-01."""
    assert [(row.name, row.dice, row.faces) for row in ranks().values()] == [
        ("untrained", 1, 4),
        ("novice", 1, 6),
        ("adept", 2, 6),
        ("expert", 3, 6),
    ]
    assert difficulties() == {
        "simple": 3,
        "plausible": 4,
        "ambitious": 6,
        "formidable": 10,
        "insurmountable": 18,
    }
    groups = [row.group for row in skills("ranked").values()]
    assert {name: groups.count(name) for name in dict.fromkeys(groups)} == {
        "combat": 7,
        "occupation": 22,
        "power": 4,
        "movement": 2,
    }
    assert skill("Natures Blessing", "ranked") == "nature's blessing"
    assert skill("one-handed-weapon", "ranked") == "one-handed weapon"
    assert skill("hunting", "ranked") is None


# Rulings and mechanics


def test_the_rows_are_all_there() -> None:
    assert len(mechanics("eos")) == 738
    assert len(mechanics("ranked")) == 115
    assert len(rulings("eos")) + len(rulings("ranked")) == 123


@pytest.mark.parametrize("game", ["eos", "ranked"])
def test_the_default_of_a_ruling_is_a_choice_and_what_rests_on_it_is_in_the_book(game: rulebook.Game) -> None:
    for row in rulings(game).values():
        assert row.default in row.choices
        assert len(set(row.choices)) == len(row.choices)
        assert row.ids
        assert set(row.ids) <= mechanics(game).keys()


def test_a_ruling_with_one_choice_is_settled() -> None:
    assert rulings("eos")["cold_order"].adoptable
    assert not rulings("eos")["spring_day"].adoptable


@pytest.mark.parametrize("game", ["eos", "ranked"])
def test_every_mechanic_that_a_row_mentions_is_in_the_book(game: rulebook.Game) -> None:
    for row in mechanics(game).values():
        for text in (row.formula, row.failure, row.note):
            assert {name for name in EOS_ID.findall(text)} <= mechanics(game).keys(), row.id


@beside_the_inventories
@pytest.mark.parametrize(
    ("game", "files"),
    [
        ("eos", ("eos-mechanics-survival.csv", "eos-mechanics-combat.csv")),
        ("ranked", ("ranked-mechanics.csv",)),
    ],
)
def test_no_column_of_a_mechanic_is_lost(game: rulebook.Game, files: tuple[str, ...]) -> None:
    columns = [row for file in files for row in inventory(file)]
    assert [row["id"] for row in columns] == list(mechanics(game))
    for column in columns:
        row = mechanics(game)[column["id"]]
        assert (row.section, row.title, row.kind, str(row.line)) == tuple(
            column[name] for name in ("section", "title", "kind", "line")
        )
        assert row.formula == column["formula"].replace("combat helper", "EOS-CGEAR-14 and EOS-CGEAR-15")
        assert (row.inputs, row.outputs, row.time_rule, row.failure) == tuple(
            "" if column[name] == "-" else column[name] for name in ("inputs", "outputs", "time_rule", "failure")
        )
        # What a note says of how it was checked is left out.
        if not re.search(r"helper\b|\bscript\b", column["note"]):
            assert row.note == column["note"]


@beside_the_inventories
def test_no_column_of_a_ruling_is_lost() -> None:
    for game in ("eos", "ranked"):
        columns = [row for row in inventory("rulings.csv") if row["game"] == game]
        assert [
            {
                "name": row.name,
                "game": game,
                "ids": " ".join(row.ids),
                "question": row.question,
                "default": row.default,
                "choices": " | ".join(row.choices),
                "why": row.why,
            }
            for row in rulings(game).values()
        ] == columns

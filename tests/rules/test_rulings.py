"""Rulings, and the book itself: `ruling`, `rulings`, `rules`."""

from fractions import Fraction

import pytest

import schemas.rulebook as rulebook
from schemas.rulebook.tables import TABLES, table_of
from tests.conftest import JSON, Table


def test_a_reading_is_adopted_from_its_moment_on(table: Table) -> None:
    [entry] = table.entries('ruling cold_order level-first --reason "vote"')
    assert (entry["tag"], entry["facts"]["name"], entry["facts"]["choice"]) == (
        "ruling.adopted",
        "cold_order",
        "level-first",
    )
    row = next(r for r in table.ok("rulings")["rulings"] if r["name"] == "cold_order")
    assert row == {
        "name": "cold_order",
        "default": "clothing-first",
        "choices": ["clothing-first", "level-first"],
        "adopted": "level-first",
        "since": 21600,
        "position": entry["position"],
        "reason": "vote",
    }
    assert table.ok("rules EOS-ENV-06")["rows"][0]["adopted"] == "level-first"
    table.ok("ruling Cold-Order clothing-first")
    row = next(r for r in table.ok("rulings")["rulings"] if r["name"] == "cold_order")
    assert (row["adopted"], row["reason"]) == ("clothing-first", None)


@pytest.mark.parametrize("game", ["eos", "ranked"])
def test_every_ruling_of_the_book_is_listed_and_every_choice_can_be_adopted(bare_table: Table, game: str) -> None:
    bare_table.ok(f'new "Rulings" --game {game}')
    listed = {r["name"]: r for r in bare_table.ok("rulings")["rulings"]}
    rows = rulebook.rulings("ranked" if game == "ranked" else "eos")
    assert list(listed) == list(rows)
    for row in rows.values():
        assert listed[row.name]["choices"] == list(row.choices)
        for choice in row.choices:
            if row.adoptable:
                bare_table.ok(f"ruling {row.name} {choice}")
            else:
                assert bare_table.refused(f"ruling {row.name} {choice}")["state"] == "settled"


def test_an_unknown_ruling_or_choice_offers_the_nearest(table: Table) -> None:
    assert "cold_order" in table.usage("ruling cold_ordr level-first")["nearest"]
    assert table.usage("ruling cold_order level_last")["nearest"] == ["clothing-first", "level-first"]


def test_a_row_that_is_missing_in_the_source_is_ruled_by_its_id(bare_table: Table) -> None:
    """RNK-ST-02: what it does, its cost and limit are the table's own."""
    bare_table.ok('new "Harbour" --game ranked')
    [entry] = bare_table.entries('ruling RNK-ST-02 "the hearer attacks at -2" --cost 1 --limit fight --reason "vote"')
    assert entry["facts"] == {"name": "RNK-ST-02", "choice": "the hearer attacks at -2", "cost": 1, "limit": "fight"}
    row = bare_table.ok("rulings")["rulings"][-1]
    assert (row["name"], row["default"], row["choices"], row["adopted"]) == (
        "RNK-ST-02",
        None,
        [],
        "the hearer attacks at -2",
    )
    bare_table.usage('ruling RNK-ST-04 "x" --limit week')
    bare_table.usage('ruling RNK-ST-04 "x" --cost -1')
    assert bare_table.refused('ruling RNK-ST-01 "x"')["state"] == "in the book"


MISSING = (
    "RNK-ST-02",
    "RNK-ST-04",
    "RNK-ST-06",
    *(f"RNK-FT-0{n}" for n in range(1, 7)),
    "RNK-MV-03",
    "RNK-MV-05",
    "RNK-MV-06",
)


@pytest.mark.parametrize("mechanic", MISSING)
def test_every_missing_row_can_be_ruled(bare_table: Table, mechanic: str) -> None:
    bare_table.ok('new "Harbour" --game ranked')
    assert bare_table.tags(f'ruling {mechanic} "as the table says"') == ["ruling.adopted"]


def test_the_light_diagram_can_be_ruled(table: Table) -> None:
    assert table.tags('ruling EOS-LITE-03 "rings of five tiles"') == ["ruling.adopted"]


def test_the_book_is_read_by_id_by_group_and_by_word(table: Table) -> None:
    [row] = table.ok("rules EOS-HUNT-02")["rows"]
    assert list(row) == [
        "id",
        "title",
        "kind",
        "formula",
        "line",
        "note",
        "ruling",
        "choices",
        "adopted",
        "commands",
        "table",
    ]
    assert (row["id"], row["kind"], row["line"], row["ruling"], row["adopted"]) == (
        "EOS-HUNT-02",
        "derive",
        2062,
        None,
        None,
    )
    assert row["commands"] == ["declare zone", "hunt", "zone"]
    assert [r["id"] for r in table.ok("rules eos-fish")["rows"]] == [f"EOS-FISH-0{n}" for n in range(1, 6)]
    assert "EOS-TAIL-03" in [r["id"] for r in table.ok("rules cloth")["rows"]]
    assert table.ok("rules rock-troll")["rows"][0]["id"] == "EOS-RACE-ROCKTROLL-00"
    assert "EOS-ENV-06" in [r["id"] for r in table.ok("rules cold_order")["rows"]]
    assert "EOS-TAIL-03" in [r["id"] for r in table.ok("rules fragments per cloth")["rows"]]
    table.usage("rules xyzzy")


def test_the_rulebook_needs_no_book(bare_table: Table) -> None:
    answer = bare_table("rules EOS-TAIL-03")
    assert (answer["kind"], answer["basis"], answer["data"]["rows"][0]["id"]) == ("view", None, "EOS-TAIL-03")
    assert bare_table.ok("rules RNK-ST-02")["rows"][0]["note"].startswith("missing in source")


def shown(table: Table, mechanic: str) -> list[JSON]:
    found: list[JSON] = table.ok(f"rules {mechanic}")["rows"][0]["table"]
    return found


THREE = {"crude": 1, "basic": 2, "workshop": 4}


@pytest.mark.parametrize(
    "mechanic",
    [
        "EOS-CRAFT-01",
        "EOS-ARCH-05",
        "EOS-ARMR-03",
        "EOS-BOWY-03",
        "EOS-XBOW-03",
        "EOS-METAL-02",
        "EOS-TAIL-05",
        "EOS-WEAP-03",
        "EOS-WOOD-05",
    ],
)
def test_a_thing_takes_the_square_of_its_tier_and_better_tools_halve_it(table: Table, mechanic: str) -> None:
    """EOS-CRAFT-01, EOS-CRAFT-02 (tables at 1751, 1811, 1871, 1960, 2223, 2416, 2522, 2550)."""
    assert shown(table, mechanic) == [
        {"tier": 1, "crude": 1, "basic": 0.5, "workshop": 0.25},
        {"tier": 2, "crude": 4, "basic": 2, "workshop": 1},
        {"tier": 3, "crude": 9, "basic": 4.5, "workshop": 2.25},
        {"tier": 4, "crude": 16, "basic": 8, "workshop": 4},
        {"tier": 5, "crude": 25, "basic": 12.5, "workshop": 6.25},
        {"tier": 6, "crude": 36, "basic": 18, "workshop": 9},
        {"tier": 7, "crude": 49, "basic": 24.5, "workshop": 12.25},
        {"tier": 8, "crude": 64, "basic": 32, "workshop": 16},
        {"tier": 9, "crude": 81, "basic": 40.5, "workshop": 20.25},
        {"tier": 10, "crude": 100, "basic": 50, "workshop": 25},
        {"tier": 11, "crude": 121, "basic": 60.5, "workshop": 30.25},
        {"tier": 12, "crude": 144, "basic": 72, "workshop": 36},
    ]


def test_art_has_no_workshop_and_a_lock_no_crude_kit(table: Table) -> None:
    """EOS-ART-02 (table at 1843), EOS-LOCK-03 (table at 2125)."""
    art, lock = shown(table, "EOS-ART-02"), shown(table, "EOS-LOCK-03")
    assert (art[0], art[4], art[11]) == (
        {"tier": 1, "crude": 1, "basic": 0.5},
        {"tier": 5, "crude": 25, "basic": 12.5},
        {"tier": 12, "crude": 144, "basic": 72},
    )
    assert (lock[0], lock[2], lock[11]) == (
        {"tier": 1, "basic": 0.5, "workshop": 0.25},
        {"tier": 3, "basic": 4.5, "workshop": 2.25},
        {"tier": 12, "basic": 72, "workshop": 36},
    )


@pytest.mark.parametrize(
    ("mechanic", "rows"),
    [
        ("EOS-LOG-02", {0: (1, 2, 4), 1: (2, 4, 8), 6: (7, 14, 28), 12: (13, 26, 52)}),
        ("EOS-MINE-02", {0: (1, 2, 4), 1: (2, 4, 8), 6: (7, 14, 28), 12: (13, 26, 52)}),
        ("EOS-QUAR-01", {1: (2, 4), 6: (12, 24), 12: (24, 48)}),
        ("EOS-FARM-04", {1: (10, 20, 40), 6: (60, 120, 240), 12: (120, 240, 480)}),
    ],
)
def test_what_a_task_brings_grows_with_level_and_tool(
    table: Table, mechanic: str, rows: dict[int, tuple[int, ...]]
) -> None:
    """Tables at 2151, 2251, 2280, 1998."""
    found = {
        row["level"]: tuple(value for name, value in row.items() if name != "level") for row in shown(table, mechanic)
    }
    assert {level: found[level] for level in rows} == rows
    assert len(found) == (13 if 0 in rows else 12)


@pytest.mark.parametrize(
    ("mechanic", "of", "column", "values"),
    [
        ("EOS-TAIL-03", "tier", "fragments", [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]),
        ("EOS-CONT-01", "tier", "medium", [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]),
        ("EOS-CONT-02", "tier", "medium", [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36]),
        ("EOS-CONT-03", "tier", "medium", [4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48]),
        ("EOS-CONT-04", "tier", "medium", [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]),
        ("EOS-CONT-02", "tier", "small", [2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18]),
        ("EOS-BED-01", "tier", "cold_bonus", [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]),
        ("EOS-TENT-01", "persons", "cloth", [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]),
        ("EOS-TENT-01", "persons", "slots", [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]),
        ("EOS-ARCH-12", "tier", "hp", [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]),
        ("EOS-ARCH-12", "tier", "armor", [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]),
        ("EOS-CRAFT-03", "level", "tier", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("EOS-BUSH-02", "level", "sub-tasks", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("EOS-BUSH-12", "persons", "cordage_ft", [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]),
        ("EOS-COOK-02", "level", "points", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("EOS-LOCK-05", "tier", "target", [21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]),
        ("EOS-SCHO-02", "level", "pages", [25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 275, 300]),
        ("EOS-MAP-04", "tier", "tasks", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ],
)
def test_a_table_of_twelve(table: Table, mechanic: str, of: str, column: str, values: list[int]) -> None:
    """Tables at 2392, 2442, 2454, 2464, 2474, 2486, 2500, 1785 (fort_hp: 60 at tier 6), 1904, 2354."""
    rows = shown(table, mechanic)
    assert [row[of] for row in rows] == list(range(1, 13))
    assert [row[column] for row in rows] == values


@pytest.mark.parametrize(
    ("mechanic", "rows"),
    [
        (
            "EOS-HUNT-02",
            [{"miles": m, "target": t} for m, t in ((0, 30), (5, 25), (10, 20), (15, 15), (20, 10), (25, 5))],
        ),
        (
            "EOS-COOK-11",
            [
                {"tool": "crude", "fat": 1, "candles": 5},
                {"tool": "basic", "fat": 2, "candles": 10},
                {"tool": "workshop", "fat": 4, "candles": 20},
            ],
        ),
        (
            "EOS-COOK-13",
            [{"tool": "crude", "meals": 25}, {"tool": "basic", "meals": 50}, {"tool": "workshop", "meals": 100}],
        ),
        ("EOS-WOOD-03", [{"tiles": 4, "lumber": 20}, {"tiles": 20, "lumber": 100}, {"tiles": 200, "lumber": 1000}]),
        ("EOS-NAV-08", [{"vessel": "raft", "down": 15, "up": 3}, {"vessel": "other", "down": 25, "up": 5}]),
        (
            "EOS-NAV-10",
            [
                {"vessel": "raft", "move": 1},
                {"vessel": "rowboat", "move": 2},
                {"vessel": "small sailboat", "move": 3},
                {"vessel": "medium sailboat", "move": 4},
                {"vessel": "large sailboat", "move": 5},
            ],
        ),
        (
            "EOS-FARM-13",
            [
                {"part of the month": "planting", "days": 5},
                {"part of the month": "growing", "days": 20},
                {"part of the month": "harvest", "days": 5},
            ],
        ),
        ("EOS-CAL-03", [{"span": "month", "days": 30}, {"span": "year", "days": 360}]),
        ("EOS-CAL-05", [{"span": "decade", "days": 3600}, {"span": "century", "days": 36000}]),
        ("EOS-CHAR-03", [{"race": "any", "time points": 24}, {"race": "human", "time points": 48}]),
        (
            "EOS-WEAP-04",
            [
                {"thing": t, "material": "ingot", "quantity": 1, "per": None, "tier": "the thing's own or better"}
                for t in ("one-handed weapon", "two-handed weapon")
            ],
        ),
        (
            "EOS-LOCK-04",
            [{"thing": "lock", "material": "ingot", "quantity": 1, "per": None, "tier": "the thing's own or better"}],
        ),
        (
            "EOS-ARMR-05",
            [{"thing": "shield", "material": "ingot", "quantity": 1, "per": None, "tier": "the thing's own or better"}],
        ),
    ],
)
def test_a_short_table(table: Table, mechanic: str, rows: list[JSON]) -> None:
    """Lines 2062 to 2067, 1939, 1945, 2547, 2328 to 2345, 2040, 1770, 44, 2535, 2138, 1828."""
    assert shown(table, mechanic) == rows


@pytest.mark.parametrize("mechanic", ["EOS-SCALE-03", "EOS-SCALE-04", "EOS-SCALE-05", "EOS-SCALE-06"])
def test_size_multiplies_by_a_half_one_four_and_nine(table: Table, mechanic: str) -> None:
    """Lines 100 to 120."""
    assert [(row.pop("size"), *row.values()) for row in shown(table, mechanic)] == [
        ("small", 0.5),
        ("medium", 1),
        ("large", 4),
        ("extra-large", 9),
    ]


def test_food_and_hit_points_go_by_the_footprint(table: Table) -> None:
    """EOS-SCALE-02 (lines 88 to 95), EOS-SCALE-08 (lines 130 to 173), EOS-SCALE-01."""
    food = {row["footprint"]: row["food_per_day"] for row in shown(table, "EOS-SCALE-02")}
    assert food == {0.5: 0.5, "1x1": 1, "1x2": 2, "2x2": 4, "2x3": 6, "3x3": 9, "3x4": 12, "4x4": 16, "5x5": 25}
    hp = {row["footprint"]: row["base_hp"] for row in shown(table, "EOS-SCALE-08")}
    assert hp == {0.5: 15, "1x1": 20, "1x2": 26, "2x2": 32, "2x3": 38, "3x3": 47, "3x4": 56, "4x4": 68, "5x5": 95}
    sizes = {row["footprint"]: row["category"] for row in shown(table, "EOS-SCALE-01")}
    assert (sizes[0.5], sizes["1x1"], sizes["2x3"], sizes["3x3"]) == ("small", "medium", "large", "extra-large")


def test_every_large_footprint_has_the_multiplier_of_its_category(table: Table) -> None:
    """EOS-SCALE-07 (line 105): 1x2, 2x2 and 2x3 large; EOS-SCALE-11: a unit is a tile's day."""
    times = {row["footprint"]: row["multiplier"] for row in shown(table, "EOS-SCALE-07")}
    assert times == {0.5: 0.5, "1x1": 1, "1x2": 4, "2x2": 4, "2x3": 4, "3x3": 9, "3x4": 9, "4x4": 9, "5x5": 9}
    assert shown(table, "EOS-SCALE-11") == [{"unit": "food", "feeds": "1 tile", "for": "1 day"}]


def test_an_upgraded_ingot_takes_the_difference(table: Table) -> None:
    """EOS-METAL-03 (line 2218): from tier 9 to 10 with a basic tool 50 - 40.5 = 9.5."""
    row = next(row for row in shown(table, "EOS-METAL-03") if row["to"] == 10)
    assert row == {"from": 9, "to": 10, "crude": 19, "basic": 9.5, "workshop": 4.75}


def test_walls_cost_by_length_times_tier(table: Table) -> None:
    """EOS-ARCH-13 (line 1780): ten feet at tier 10 and a hundred at tier 1 are 100 square feet, 360 stones."""
    rows = {(row["tier"], row["length_ft"]): (row["area"], row["stones"]) for row in shown(table, "EOS-ARCH-13")}
    assert rows[10, 10] == (100, 360)
    assert rows[1, 100] == (100, 360)
    assert rows[12, 10] == (120, 720)


def test_cloaks_take_the_body_that_armor_leaves(table: Table) -> None:
    """EOS-BUSH-03 (line 1906): Body 4 wears two beside T2 armor, four beside none."""
    row = next(row for row in shown(table, "EOS-BUSH-03") if row["body"] == 4)
    assert (row["armor T2"], row["armor T0"], row["armor T5"]) == (2, 4, 0)


def test_a_tailor_weaves_every_tier_up_to_his_level(table: Table) -> None:
    """EOS-TAIL-02 (line 2405; ruling cloth_time: per task)."""
    row = next(row for row in shown(table, "EOS-TAIL-02") if row["level"] == 5)
    assert row == {"level": 5, "tiers": "1, 2, 3, 4, 5", "crude": 1, "basic": 2, "workshop": 4}


def test_bows_and_crossbows_take_wood_and_cordage(table: Table) -> None:
    """EOS-XBOW-04 (line 1973), EOS-ARMR-04 (line 1824), EOS-BOWY-04."""
    crossbow = [(r["material"], r["quantity"]) for r in shown(table, "EOS-XBOW-04") if r["thing"] == "crossbow"]
    assert crossbow == [("ingot", 1), ("beam or lumber", 1), ("cordage", 5)]
    assert [(r["material"], r["quantity"]) for r in shown(table, "EOS-ARMR-04")] == [("ingot", 1), ("cloth", 1)]
    assert [(r["material"], r["quantity"]) for r in shown(table, "EOS-BOWY-04")] == [
        ("beam or lumber", 1),
        ("cordage", 5),
    ]


def test_every_table_belongs_to_a_mechanic_and_is_exact() -> None:
    for mechanic in TABLES:
        assert mechanic in rulebook.mechanics("eos"), mechanic
        rows = table_of(mechanic)
        assert rows
        assert all(list(row) == list(rows[0]) for row in rows), mechanic
        assert all(isinstance(cell, int | Fraction | str | None) for row in rows for cell in row.values()), mechanic
    assert table_of("EOS-HUNT-01") is None


# -- where the book disagrees with itself -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mechanic", "ruling", "said", "choices", "cell"),
    [
        ("EOS-ARCH-12", "fort_hp", "90 is a slip for 60", ["formula"], {"tier": 6, "hp": 60}),
        ("EOS-MED-02", "medicine_rule", "(1+level)", ["text", "table"], {"level": 5, "crude": 5}),
        ("EOS-LOCK-05", "lock_tn", "skill + 20", ["tier-plus-20", "skill-plus-20"], None),
        ("EOS-TAIL-02", "cloth_time", "T*T", ["per-task", "tier-squared"], {"level": 3, "basic": 2}),
        ("EOS-ARCH-16", "tile_area", "100 sq ft = 20 tiles", ["stated-pairs"], None),
        ("EOS-SCHO-03", "scholar_rule", "1+level", ["text", "table"], None),
    ],
)
def test_where_table_and_formula_disagree_the_rules_say_so_and_which_one_stands(
    table: Table, mechanic: str, ruling: str, said: str, choices: list[str], cell: JSON | None
) -> None:
    """The note names the contradiction, the ruling by which it was read, and the table is that of the reading that stands."""
    [row] = [r for r in table.ok(f"rules {mechanic}")["rows"] if r["id"] == mechanic]
    assert said.lower() in row["note"].lower()
    assert (row["ruling"], row["choices"], row["adopted"] or choices[0]) == (ruling, choices, choices[0])
    if cell is not None:
        first = next(iter(cell))
        [found] = [r for r in row["table"] if r[first] == cell[first]]
        assert {name: found[name] for name in cell} == cell


@pytest.mark.parametrize(("choice", "after"), [("oldest-first", 21), ("newest-first", 26)])
def test_healing_that_nobody_gave_a_source_mends_the_oldest_wound_or_the_newest(
    table: Table, choice: str, after: int
) -> None:
    """Ruling heal_unsourced (EOS-RACE-CAVETROLL-01, EOS-STAT-06): 31 less a wound of 10, less 10 of the cold, healed by 10: 21. Where
    the wound is mended what the cold took is left, and no troll regenerates that; where it is open, Body 5 comes back with the turn.
    """
    table.all(
        "declare zone Oakwood --miles 15", f"ruling heal_unsourced {choice} --reason vote",
        'npc Grum --race "cave troll" --body 5 --mind 3 --reflex 3 --presence 3 --in Oakwood',
        "npc wolf --size 1x1 --move 6 --hp 20 --natural-weapon 2 --in Oakwood",
        "gm harm Grum 10 --kind wound --reason fall", "gm harm Grum 10 --kind cold --reason snow", "gm heal Grum 10 --reason luck",
        "fight start Grum wolf", "turn Grum",
    )  # fmt: skip
    assert table.ok("sheet Grum")["hp"] == after

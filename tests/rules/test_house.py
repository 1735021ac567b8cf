"""The house's own rows over the rulebook's (COMMANDS 2; DESIGN 5)."""

from pathlib import Path

import pytest

from tests.conftest import Table
from tests.rules.test_crafting import give, maker, stock

HOUSE = """
name = "Harsh North"

[[thing]]
name = "bow"
ways = [{ by = "craft", skill = "bowyer", time = "tier-squared", materials = [{ item = "lumber", quantity = 2 }] }]

[[thing]]
name = "snowshoe"
plural = "snowshoes"
kind = "clothing"
size_class = "M"
slots = { count = 4 }
tiered = true
ways = [{ by = "craft", skill = "tailor", time = "tier-squared", materials = [
    { item = "cordage", quantity = 10, per = "tier" },
] }]

[[race]]
name = "human"
food_per_day = 2

[[skill]]
name = "hunting"
tools = { none = 1 }

[[product]]
name = "cloth"
by = "level"

[[beast]]
name = "wolf"
size = "1x1"
body = 3
move = 7
hp = 18
natural_weapon = 2
skills = { stealth = 4 }
gear = [{ item = "torch", quantity = 2 }]

[[table]]
name = "weather"
faces = 100
rows = [
    { first = 1, last = 60, text = "clear" },
    { first = 61, last = 99, text = "snow" },
    { first = 100, last = 100, text = "a comet" },
]
"""


@pytest.fixture
def north(table: Table, tmp_path: Path) -> Table:
    """A table with the house's file beside its book."""
    (tmp_path / "north.toml").write_text(HOUSE, encoding="utf-8")
    table.ok("declare zone Oakwood --miles 15")
    return table


def adopt(table: Table, name: str = "north") -> None:
    table.ok(f'house "{table.folder / name}.toml" --reason "vote"')


def test_a_house_is_adopted_by_an_entry_that_holds_all_of_it(north: Table, tmp_path: Path) -> None:
    """The book needs no file: it is read once, and what is asked again looks at what was kept."""
    answer = north(f'house "{tmp_path / "north.toml"}" --reason "vote"')
    [entry] = answer["data"]["entries"]
    assert (entry["tag"], entry["facts"]["name"]) == ("house.adopted", "Harsh North")
    assert entry["facts"]["rows"] == [
        "thing bow",
        "thing snowshoe",
        "race human",
        "skill hunting",
        "product cloth",
        "beast wolf",
        "table weather",
    ]
    assert answer["basis"]["house"] == ["Harsh North"]
    (tmp_path / "north.toml").unlink()
    north.ok("npc wolf --in Oakwood")


def test_a_product_is_a_row(north: Table) -> None:
    """EOS-CRAFT-01, EOS-CRAFT-06: snowshoes come with one row: skill, time, materials, tier, size, room and fit."""
    north.usage("craft Dora T1 snowshoes")
    adopt(north)
    north.all(maker("tailor 3"), "gm give Dora tailor toolkit, 19 ft cordage --reason found")
    north.refused("craft Dora T2 snowshoes", "EOS-CRAFT-06")
    give(north, "1 ft cordage")
    tags = north.tags("craft Dora T2 snowshoe --tasks 2")
    assert tags == ["task.spent", "craft.started", "craft.worked", "task.spent", "craft.worked"]
    north.all("clock +1d", "craft Dora T2 snowshoe --tasks 2")
    assert stock(north)[("snowshoe", 2)] == 1
    assert ("cordage", None) not in stock(north)


def test_a_row_of_the_book_is_what_the_house_says_of_it(north: Table) -> None:
    """Only what it says: a bow takes two lumber and no cordage, and is a bow in everything else."""
    north.ok(maker("bowyer 5, tailor 3"))
    give(north, "bowyer toolkit, tailor toolkit, 2 lumber, 15 cloth fragments")
    north.refused("craft Dora T1 bow", "EOS-CRAFT-06")
    adopt(north)
    north.ok("craft Dora T1 bow")
    assert stock(north)[("bow", 1)] == 1
    assert north.ok("gear Dora")["pieces"][-1]["size"] == "Medium"
    north.ok("craft Dora 3 T1 cloth")
    assert stock(north)[("cloth", 1)] == 3


def test_a_house_holds_from_its_own_moment_on(north: Table) -> None:
    """Who joined before keeps the figures of then; `--on` sees the days without it."""
    joins = "--race human --body 5 --mind 5 --reflex 5 --presence 5 --aura 5 --in Oakwood"
    north.ok(f"join Mara {joins}")
    adopt(north)
    north.ok(f"join Ivo {joins}")
    assert [north.ok(f"sheet {who}")["food_per_day"] for who in ("Mara", "Ivo")] == [1, 2]
    north.ok("undo 2")
    assert north("party")["basis"]["house"] == []


def test_a_beast_has_its_figures_in_the_house(north: Table) -> None:
    """COMMANDS 2: `npc wolf` takes the figures of the house's row `wolf`, where the line says none."""
    north.refused("npc wolf --in Oakwood")
    adopt(north)
    north.ok("npc wolf --move 8 --in Oakwood")
    sheet = north.ok("sheet wolf")
    assert (sheet["body"], sheet["move"], sheet["max_hp"], sheet["skills"]["stealth"]["level"]) == (3, 8, 18, 4)
    assert stock(north, "wolf") == {("torch", None): 2}


@pytest.mark.parametrize(("die", "row"), [(1, "clear"), (60, "clear"), (62, "snow"), (100, "a comet")])
def test_a_table_of_the_house_is_rolled_on(north: Table, die: int, row: str) -> None:
    """COMMANDS 3: `roll --table weather --rolled 62`: the row it names."""
    adopt(north)
    [entry] = north.entries(f"roll --table weather --rolled {die}")
    assert (entry["tag"], entry["who"], entry["facts"]["row"]) == ("roll.made", None, row)
    assert entry["roll"]["dice"][0]["faces"] == 100
    north.usage("roll --table weather --rolled 101")
    north.refused("roll --table storms --rolled 3")


def test_the_newest_house_of_a_row_counts(north: Table, tmp_path: Path) -> None:
    """Several houses lie over one another; the same name again takes the place of what it was."""
    adopt(north)
    row = '[[beast]]\nname = "wolf"\nsize = "1x1"\nhp = {hp}\n'
    (tmp_path / "mild.toml").write_text('name = "Mild South"\n' + row.format(hp=9), encoding="utf-8")
    adopt(north, "mild")
    north.ok("npc wolf --count 1")
    assert north.ok("sheet wolf-1")["max_hp"] == 9
    (tmp_path / "mild.toml").write_text('name = "Mild South"\n' + row.format(hp=7), encoding="utf-8")
    adopt(north, "mild")
    assert north("party")["basis"]["house"] == ["Harsh North", "Mild South"]


@pytest.mark.parametrize(
    "text",
    [
        "nothing = [",
        'title = "x"',
        'name = "x"\n[[thing]]\nname = "bow"\ncolour = "red"\n',
        'name = "x"\n[[thing]]\nkind = "weapon"\n',
        'name = "x"\n[[race]]\nname = "elf"\n',
        'name = "a,b"',
        'name = "x"\n[[table]]\nname = "t"\nfaces = 6\nrows = [{ first = 1, last = 5, text = "a" }]\n',
        'name = "x"\n[[table]]\nname = "t"\nfaces = 6\nrows = [{ first = 2, last = 6, text = "a" }]\n',
    ],
)
def test_a_file_that_makes_no_house_is_usage(north: Table, tmp_path: Path, text: str) -> None:
    """No TOML, no name, an unknown column, a row without a name, a race without its figures, a table with gaps."""
    (tmp_path / "bad.toml").write_text(text, encoding="utf-8")
    north.usage(f'house "{tmp_path / "bad.toml"}" --reason "vote"')
    north.usage('house "no such file.toml" --reason "vote"')


@pytest.mark.parametrize(
    ("columns", "size", "max_hp"),
    [("tiles = 0.5", "Small", 18), ("tiles = 1", "Medium", 23), ("width = 1\nlength = 2", "Large", 29), ("tiles = 6", "Large", 41),
     ("tiles = 7", "Extra-Large", 44)],
)  # fmt: skip
def test_a_race_of_another_footprint_is_of_the_size_that_it_fills(
    north: Table, tmp_path: Path, columns: str, size: str, max_hp: int
) -> None:
    """EOS-SIZE-01, EOS-SIZE-03, EOS-SIZE-05, EOS-SIZE-06: Body 3 and 15; 20; 20 and three a tile."""
    (tmp_path / "big.toml").write_text(f'name = "Big"\n[[race]]\nname = "orc"\n{columns}\n', encoding="utf-8")
    north.all(f'house "{tmp_path / "big.toml"}" --reason "vote"', "npc Urk --race orc --body 3 --in Oakwood")
    sheet = north.ok("sheet Urk")
    assert (sheet["size"], sheet["max_hp"]) == (size, max_hp)


@pytest.mark.parametrize(
    "columns", ["tiles = 1.5", 'tiles = "3/2"', "tiles = 0", "tiles = -2", "tiles = 2.5", 'tiles = 4\nsize_category = "Medium"']
)
def test_no_race_fills_more_than_a_tile_and_less_than_two(north: Table, tmp_path: Path, columns: str) -> None:
    """EOS-SIZE-01 (line 73): such a race makes no house."""
    (tmp_path / "bad.toml").write_text(f'name = "x"\n[[race]]\nname = "orc"\n{columns}\n', encoding="utf-8")
    assert "EOS-SIZE-01" in north.usage(f'house "{tmp_path / "bad.toml"}" --reason "vote"')["text"]


def test_a_house_is_adopted_in_a_note_too(north: Table, tmp_path: Path) -> None:
    """COMMANDS 1.5: a line like any other."""
    note = tmp_path / "01.md"
    note.write_text(
        f'```campaign\nhouse "{tmp_path / "north.toml"}" --reason "vote"\nnpc wolf --in Oakwood\n```\n',
        encoding="utf-8",
    )
    north.ok(f'play "{note}"')
    assert north.ok("sheet wolf")["max_hp"] == 18


def test_a_wood_stove_is_made_as_soon_as_the_gm_says_what_it_takes(table: Table) -> None:
    """EOS-METAL-09: refused as the book stands; with the row of `examples/house/wood-stove.toml` three T2 ingots and four tasks."""
    table.all("declare zone Oakwood --miles 15", maker("metalworks 2", "Dora"))
    give(table, "basic metalworks toolkit, 3 T2 ingots")
    table.refused("craft Dora T2 wood stove")
    row = Path(__file__).parents[2] / "examples" / "house" / "wood-stove.toml"
    table.all(f'house "{row}" --reason "vote"', "craft Dora T2 wood stove --tasks 2")
    assert stock(table)[("wood stove", 2)] == 1
    assert ("ingot", 2) not in stock(table)

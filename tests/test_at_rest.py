"""At rest (DESIGN, section 7): after an accepted ripple, asking every command and tick again gives what is in force."""

import random
from pathlib import Path

import pytest

from ledger.audit.rest import unrest
from tests.conftest import Table

OPENING = (
    "declare zone Oakwood --miles 15 --zones 4",
    'declare water "Mill Lake" --in Oakwood',
    'join Mara --race human --body 5 --mind 6 --presence 6 --time "hunting 6, bushcraft 3" --in Oakwood',
    'join Ivo --race dwarf --body 4 --mind 6 --presence 5 --time "bushcraft 6, cooking 4, tailor 3" --in Oakwood',
    'join Pip --race neo-tabby --body 3 --mind 4 --presence 6 --time "traps 4, fishing 3" --in Oakwood',
    'gm give Ivo cooking toolkit, tailor toolkit, 4 food --reason "the wreck"',
    'gm give Mara spear, 3 torches --reason "the wreck"',
    'gm give Pip traps toolkit, fishing toolkit --reason "the wreck"',
)


def act(dice: random.Random, days: int) -> str:
    """One line of play, by chance."""
    d20 = lambda: dice.randint(1, 20)  # noqa: E731
    return dice.choice(
        (
            f"hunt Mara --rolled {d20()}",
            f"hunt Mara --tasks 2 --rolled {d20()}/{d20()}",
            f"trap Pip --rolled {d20()}",
            f"fish Pip --in mill-lake --rolled {d20()}",
            "bushcraft Ivo shelter, fire",
            "bushcraft Ivo 3 food",
            "bushcraft Mara torch",
            "cook Ivo chore for Mara, 1 preserve",
            "cook Ivo candles",
            "craft Ivo T1 cloth",
            f"weather --cold {dice.randint(0, 4)} --in Oakwood",
            f'gm harm {dice.choice(("Mara", "Ivo", "Pip"))} {dice.randint(1, 30)} --kind wound --reason "a fall"',
            f'gm give {dice.choice(("Mara", "Oakwood"))} {dice.randint(1, 5)} food --reason "a find"',
            "give Ivo 1 food --to Mara",
            "camp",
            "camp",
            "clock +5h",
        )
    )


def correction(dice: random.Random, table: Table) -> str:
    """A void, a line in another's place, or a late line, by chance; accepted."""
    campaign = table.desk.campaign()
    position = dice.randint(10, campaign.head)
    day = dice.randint(1, max(1, campaign.calendar.day_of(campaign.clock)))
    line = act(dice, day)
    while line.startswith(("camp", "clock")):
        line = act(dice, day)
    return dice.choice(
        (
            f'void {position} --reason "it was not so" --accept all',
            f'correct {position} {line} --reason "it was otherwise" --accept all',
            f"{line} --at day-{day} --accept all",
        )
    )


def play(folder: Path, seed: int, acts: int) -> tuple[Table, list[str]]:
    dice = random.Random(seed)
    table = Table(folder)
    table.ok('new "Rest" --spring 02-01')
    table.all(*OPENING)
    said: list[str] = []
    for n in range(acts):
        line = correction(dice, table) if n > acts // 2 and dice.random() < 0.4 else act(dice, n)
        answer = table(line)
        if answer["ok"]:
            said.append(line)
    return table, said


def check(folder: Path, seed: int, acts: int) -> None:
    table, said = play(folder, seed, acts)
    pinned = any(line.startswith("void") for line in said)
    found = unrest(table.desk.campaign())
    assert found == [], (seed, pinned, said, found[:3])
    table.desk.close()


@pytest.mark.parametrize("seed", range(25))
def test_a_book_whose_ripples_were_all_accepted_is_at_rest(tmp_path: Path, seed: int) -> None:
    check(tmp_path, seed, 30)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_many_books_are_at_rest(tmp_path: Path, seed: int) -> None:
    check(tmp_path, seed, 40)


def test_the_worked_note_is_at_rest(bare_table: Table) -> None:
    bare_table.ok(f"play {Path(__file__).parent.parent / 'examples' / 'north-road.md'}")
    assert unrest(bare_table.desk.campaign()) == []


def test_the_fight_at_the_ford_is_at_rest(bare_table: Table) -> None:
    for note in ("north-road.md", "the-ford.md"):
        bare_table.ok(f"play {Path(__file__).parent.parent / 'examples' / note}")
    assert unrest(bare_table.desk.campaign()) == []

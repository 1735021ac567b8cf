"""Blows under correction: whatever is struck or told anew, asking every line again gives what is in force."""

import random
from pathlib import Path

import pytest

from ledger.audit.rest import unrest
from tests.blows import fighter, meadow
from tests.conftest import Table

ARMS = {
    "Ann": ("sword", "hands", "sword,hands"),
    "Bob": ("axe", "hands"),
    "Mia": ("bow", "dagger"),
    "Tig": ("claws",),
}


def setting(table: Table) -> None:
    meadow(table)
    fighter(table, "Ann", "main-hand melee 5, unarmed melee 2", "T2 sword, T1 armor", body=6)
    fighter(table, "Bob", "main-hand melee 3, bow 1", "T3 axe, T2 armor", body=7)
    fighter(table, "Mia", "bow 6, main-hand melee 2", "T2 bow", body=5)
    fighter(table, "Tig", "unarmed melee 4", race="neo-tiger", body=6)
    table.all('gm give Mia 9 arrows, T1 dagger --reason "x"', "wear Mia dagger")


def attack(dice: random.Random) -> str:
    who, whom = dice.sample(list(ARMS), 2)
    line = f"attack {who} {whom} --with {dice.choice(ARMS[who])}"
    if dice.random() < 0.3:
        line += " --behind"
    if dice.random() < 0.2:
        line += dice.choice((" --spare", " --against-spare"))
    return line + dice.choice((" --fumble weapon", "", "")) + dice.choice((" --crit armor", " --crit weapon", "", "", ""))


def correction(dice: random.Random, table: Table) -> str:
    heads = [e["position"] for e in table.ok("log --tag attack.declared")["entries"]]
    if not heads:
        return attack(dice)
    at = dice.choice(heads)
    line = attack(dice)
    return dice.choice(
        (
            f'void {at} --reason "misread" --accept all',
            f'correct {at} {line} --reason "misread" --accept all',
            f'gm set {dice.choice(list(ARMS))} reflex {dice.randint(1, 9)} --at "day 1 06:00" --reason "misheard" --accept all',
        )
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_brawl_whose_ripples_were_all_accepted_is_at_rest(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    table = Table(tmp_path)
    table.ok('new "Brawl" --spring 02-01')
    setting(table)
    said: list[str] = []
    for n in range(24):
        line = correction(dice, table) if n > 9 and dice.random() < 0.4 else attack(dice)
        answer = table(line)
        assert answer["kind"] in ("recorded", "refused", "usage"), (line, answer)
        if answer["ok"]:
            said.append(line)
    found = unrest(table.desk.campaign())
    assert found == [], (seed, said, found[:3])
    assert len(said) > 8
    table.desk.close()

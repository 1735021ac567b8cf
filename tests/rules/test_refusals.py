"""A refusal for every row of the inventory that asks for one and has none beside its own mechanic (column `failure`).

Each row: the mechanic, what was before, the line that is refused or no line at all, and what decides. `USAGE` where no state
of the world could make the line right; None where the world lacks it, and nothing can be overruled into existence. A craft is
one mechanism: what every craft asks for (tools, level, materials, prerequisites) is refused by the common row, for each of them.
"""

import re
from typing import NamedTuple

import pytest

from tests.conftest import Table

USAGE = "usage"
PIECE = re.compile(r"\{(\w+)\}")
"""`{sword}`: the one sword of Dora, by its name."""


class Refusal(NamedTuple):
    row: str
    before: tuple[str, ...]
    line: str
    rule: str | None
    then: str | None = None
    """A line that is right, in the same world: the refusal is about nothing else."""


def give(things: str, who: str = "Dora") -> str:
    return f'gm give {who} {things} --reason "found"'


def npc(skills: str, name: str = "Dora", race: str = "human", more: str = "--body 6 --mind 12") -> str:
    said = f' --skills "{skills}"' if skills else ""
    return f'npc {name} --race "{race}" {more} --reflex 3 --presence 3 --aura 3{said} --in Oakwood'


def join(more: str = "", stats: str = "--body 5 --mind 5 --reflex 5 --presence 5 --aura 5") -> str:
    return f"join Cal --race human {stats} {more} --in Oakwood"


CAMPED = ("ruling starvation_gap halve --reason vote",)

ROWS = (
    # days, characters, skills
    Refusal("EOS-CAL-01", (npc("fishing 1"),), "task Dora guard --tasks -1", USAGE, "task Dora guard"),
    Refusal("EOS-CAL-01", (npc("fishing 1"),), "task Dora guard --tasks 1.5", USAGE, "task Dora guard"),
    Refusal("EOS-CHAR-09", (npc(""),), 'learn Dora "fire magic 1" --from time', USAGE),
    Refusal("EOS-STAT-01", (), join(stats="--body -1 --mind 5 --reflex 5 --presence 5 --aura 5"), USAGE, join()),
    Refusal(
        "EOS-STAT-01", (npc(""),), "gm set Dora body -1 --reason curse", USAGE, "gm set Dora body 0 --reason curse"
    ),
    Refusal("EOS-SKILL-03", (), join('--time "hunting -1"'), USAGE, join('--time "hunting 1"')),
    Refusal(
        "EOS-ADV-02",
        (npc("metalworks 5"), give("weaponsmith toolkit, T1 ingot")),
        "craft Dora T1 sword",
        "EOS-CRAFT-03",
    ),
    Refusal("EOS-SCALE-01", (), "npc Imp --size 0x1 --in Oakwood", USAGE, "npc Imp --size 1x1 --in Oakwood"),
    Refusal("EOS-SCALE-01", (), "npc Imp --race imp --in Oakwood", USAGE),
    Refusal(
        "EOS-SCALE-04",
        (npc("tailor 2"), npc("", "Bern", "neo-bear"), give("tailor toolkit, 3 T1 cloth")),
        "craft Dora T1 clothing for Bern",
        "EOS-CRAFT-06",
        "craft Dora T1 clothing for Dora",
    ),
    # the cold
    Refusal("EOS-ENV-01", (), "weather --cold -1 --in Oakwood", USAGE, "weather --cold 0 --in Oakwood"),
    Refusal("EOS-ENV-02", (npc(""),), "expose Dora --hours -1", USAGE, "expose Dora --hours 1"),
    Refusal(
        "EOS-ENV-03",
        (npc("tailor 2"), give("2 T1 clothing for Dora"), "wear Dora T1 clothing"),
        "wear Dora T1 clothing",
        "EOS-TAIL-08",
    ),
    Refusal(
        "EOS-ENV-04",
        (npc(""), give("7 cloaks"), "wear Dora 7 cloaks"),
        "travel Dora --to Meadow --miles 1 --by wild",
        "EOS-GEAR-12",
    ),
    Refusal("EOS-ENV-08", (npc(""),), "weather --heat 4 --in Oakwood", USAGE),
    Refusal(
        "EOS-ENV-08",
        (npc(""),),
        "gm harm Dora 4 --kind heat --reason noon",
        USAGE,
        "gm harm Dora 4 --kind fire --reason noon",
    ),
    # gear
    Refusal(
        "EOS-GEAR-01",
        (npc("metalworks 5"), "declare thing Bell --size-class M", give("Bell, metalworks toolkit")),
        "salvage Dora Bell",
        None,
    ),
    Refusal("EOS-FOOD-02", (npc(""), give("1 food"), *CAMPED, "camp --days 9"), "meal Dora 1 food", None),
    # traps
    Refusal(
        "EOS-TRAP-02", (npc("traps 1"), give("traps toolkit")), "trap Dora --rolled 21", USAGE, "trap Dora --rolled 20"
    ),
    Refusal(
        "EOS-TRAP-02", (npc("traps 1"), give("traps toolkit")), "trap Dora --rolled 0", USAGE, "trap Dora --rolled 1"
    ),
    # making
    Refusal(
        "EOS-CRAFT-01",
        (npc("tailor 2"), give("tailor toolkit, 9 T2 cloth")),
        "craft Dora T0 clothing",
        USAGE,
        "craft Dora T1 clothing",
    ),
    Refusal(
        "EOS-CRAFT-01",
        (npc("tailor 2"), give("tailor toolkit, 9 T2 cloth")),
        "craft Dora T1.5 clothing",
        USAGE,
        "craft Dora T2 clothing",
    ),
    Refusal(
        "EOS-CRAFT-05",
        (npc("tailor 2"), give("tailor toolkit, T2 cloth"), "craft Dora T2 clothing", "abandon Dora clothing"),
        "craft Dora T2 clothing --tasks 0",
        None,
    ),
    Refusal(
        "EOS-ARCH-01",
        (),
        join('--time "scholar 4, architect 1"'),
        "EOS-ADV-01",
        join('--time "scholar 5, architect 1"'),
    ),
    Refusal(
        "EOS-ARCH-02",
        (npc("scholar 5, architect 1"), give("360 stones")),
        "craft Dora T1 stone wall --length 10",
        "EOS-CRAFT-02",
    ),
    Refusal(
        "EOS-ARCH-03",
        (npc("scholar 5, architect 1"), give("architect toolkit, 720 stones")),
        "craft Dora T2 stone wall --length 10",
        "EOS-CRAFT-03",
        "craft Dora T1 stone wall --length 10",
    ),
    Refusal(
        "EOS-ARCH-07",
        (npc("scholar 5, architect 1"), give("architect toolkit, 359 stones")),
        "craft Dora T1 stone wall --length 10",
        "EOS-CRAFT-06",
    ),
    Refusal(
        "EOS-ARMR-01",
        (),
        join('--time "metalworks 5, tailor 4, armorsmith 1"'),
        "EOS-ADV-01",
        join('--time "metalworks 5, tailor 5, armorsmith 1"'),
    ),
    Refusal("EOS-ARMR-02", (npc("armorsmith 1"), give("T1 ingot, T1 cloth")), "craft Dora T1 armor", "EOS-CRAFT-02"),
    Refusal(
        "EOS-ARMR-02",
        (npc("armorsmith 1"), give("armorsmith toolkit, T2 ingot, T2 cloth")),
        "craft Dora T2 armor",
        "EOS-CRAFT-03",
        "craft Dora T1 armor",
    ),
    Refusal(
        "EOS-ARMR-04",
        (npc("armorsmith 2"), give("armorsmith toolkit, T2 ingot, T1 cloth")),
        "craft Dora T2 armor",
        "EOS-CRAFT-07",
        "craft Dora T1 armor",
    ),
    Refusal(
        "EOS-ARMR-04",
        (npc("armorsmith 2"), give("armorsmith toolkit, T2 ingot")),
        "craft Dora T2 armor",
        "EOS-CRAFT-06",
    ),
    Refusal(
        "EOS-ARMR-05",
        (npc("armorsmith 2"), give("armorsmith toolkit, T1 ingot")),
        "craft Dora T2 shield",
        "EOS-CRAFT-07",
        "craft Dora T1 shield",
    ),
    Refusal(
        "EOS-ARMR-06",
        (npc("metalworks 5"), give("T2 armor, metalworks toolkit"), "gm set {armor} tier 1 --reason worn"),
        "repair Dora armor",
        "EOS-REPAIR-02",
    ),
    Refusal(
        "EOS-ARMR-06",
        (npc("tailor 5"), give("T2 armor, tailor toolkit"), "gm set {armor} tier 1 --reason worn"),
        "repair Dora armor",
        "EOS-REPAIR-02",
    ),
    Refusal(
        "EOS-ARMR-07",
        (npc("tailor 5"), give("T2 shield, tailor toolkit"), "gm set {shield} tier 1 --reason worn"),
        "repair Dora shield",
        "EOS-REPAIR-02",
    ),
    Refusal("EOS-ART-01", (npc("art 1"), give("lumber")), 'craft Dora T1 art --using "1 lumber"', "EOS-CRAFT-02"),
    Refusal(
        "EOS-ART-01",
        (npc("art 1"), give("lumber, art toolkit")),
        'craft Dora T2 art --using "1 lumber"',
        "EOS-CRAFT-03",
        'craft Dora T1 art --using "1 lumber"',
    ),
    Refusal(
        "EOS-ART-02",
        (npc("art 1"), give("lumber, art toolkit")),
        'craft Dora T1 art --using "1 lumber" --with workshop',
        "EOS-CRAFT-02",
        'craft Dora T1 art --using "1 lumber"',
    ),
    Refusal(
        "EOS-BOWY-01", (), join('--time "woodworks 4, bowyer 1"'), "EOS-ADV-01", join('--time "woodworks 5, bowyer 1"')
    ),
    Refusal("EOS-BOWY-02", (npc("bowyer 1"), give("lumber, 5 ft cordage")), "craft Dora T1 bow", "EOS-CRAFT-02"),
    Refusal(
        "EOS-BOWY-02",
        (npc("bowyer 1"), give("lumber, 5 ft cordage, bowyer toolkit")),
        "craft Dora T2 bow",
        "EOS-CRAFT-03",
        "craft Dora T1 bow",
    ),
    Refusal(
        "EOS-BOWY-04",
        (npc("bowyer 1"), give("lumber, 4 ft cordage, bowyer toolkit")),
        "craft Dora T1 bow",
        "EOS-CRAFT-06",
    ),
    Refusal(
        "EOS-BOWY-10", (npc("bowyer 1"), give("shaft, arrowhead, bowyer toolkit")), "craft Dora 1 arrow", "EOS-CRAFT-06"
    ),
    Refusal(
        "EOS-BOWY-11",
        (npc("woodworks 5"), give("T2 bow, woodworks toolkit"), "gm set {bow} tier 0 --reason worn"),
        "repair Dora bow",
        "EOS-BOWY-11",
    ),
    Refusal(
        "EOS-BUSH-05",
        (
            npc("bushcraft 5, metalworks 5, woodworks 5"),
            give("spear, woodworks toolkit, metalworks toolkit"),
            "gm set {spear} tier 0 --reason worn",
        ),
        "repair Dora spear",
        "EOS-REPAIR-03",
    ),
    Refusal("EOS-BUSH-15", (npc(""), give("container")), "wear Dora container", "EOS-BUSH-15"),
    Refusal(
        "EOS-BUSH-15",
        (npc(""), give("container, 11 ingots")),
        "stow Dora 11 ingots --to container",
        "EOS-BUSH-15",
        "stow Dora 10 ingots --to container",
    ),
    Refusal(
        "EOS-COOK-04",
        (npc("cooking 2"), give("cooking toolkit, 20 food"), "cook Dora 1 preserve", *CAMPED, "camp"),
        "cook Dora 1 preserve --tasks 0",
        "EOS-COOK-03",
        "cook Dora 1 preserve",
    ),
    Refusal(
        "EOS-COOK-09",
        (npc("cooking 2"), give("cooking toolkit, 5 food"), *CAMPED, "camp --days 9"),
        "cook Dora 1 preserve",
        "EOS-COOK-10",
    ),
    Refusal(
        "EOS-XBOW-01",
        (),
        join('--time "metalworks 5, woodworks 4, crossbow smith 1"'),
        "EOS-ADV-01",
        join('--time "metalworks 5, woodworks 5, crossbow smith 1"'),
    ),
    Refusal(
        "EOS-XBOW-02",
        (npc("crossbow smith 1"), give("T2 ingot, lumber, 5 ft cordage, crossbow smith toolkit")),
        "craft Dora T2 crossbow",
        "EOS-CRAFT-03",
        "craft Dora T1 crossbow",
    ),
    Refusal(
        "EOS-XBOW-04",
        (npc("crossbow smith 2"), give("T1 ingot, lumber, 5 ft cordage, crossbow smith toolkit")),
        "craft Dora T2 crossbow",
        "EOS-CRAFT-07",
        "craft Dora T1 crossbow",
    ),
    Refusal(
        "EOS-XBOW-06", (npc("crossbow smith 2"), give("crossbow smith toolkit")), "craft Dora 5 bolts", "EOS-CRAFT-06"
    ),
    Refusal(
        "EOS-XBOW-07",
        (npc("metalworks 5"), give("T2 crossbow, metalworks toolkit"), "gm set {crossbow} tier 1 --reason worn"),
        "repair Dora crossbow",
        "EOS-REPAIR-02",
    ),
    Refusal(
        "EOS-XBOW-07",
        (npc("woodworks 5"), give("T2 crossbow, woodworks toolkit"), "gm set {crossbow} tier 1 --reason worn"),
        "repair Dora crossbow",
        "EOS-REPAIR-02",
    ),
    Refusal(
        "EOS-LOCK-01",
        (),
        join('--time "metalworks 5, lockpicking 4, locksmith 1"'),
        "EOS-ADV-01",
        join('--time "metalworks 5, lockpicking 5, locksmith 1"'),
    ),
    Refusal(
        "EOS-LOCK-02", (npc("locksmith 1"), give("T1 ingot, locksmith toolkit")), "craft Dora T1 lock", "EOS-CRAFT-02"
    ),
    Refusal(
        "EOS-LOCK-02",
        (npc("locksmith 1"), give("T2 ingot, basic locksmith toolkit")),
        "craft Dora T2 lock",
        "EOS-CRAFT-03",
        "craft Dora T1 lock",
    ),
    Refusal(
        "EOS-LOCK-04",
        (npc("locksmith 2"), give("T1 ingot, basic locksmith toolkit")),
        "craft Dora T2 lock",
        "EOS-CRAFT-07",
        "craft Dora T1 lock",
    ),
    Refusal("EOS-METAL-01", (npc("metalworks 2"), give("T1 ingot")), "craft Dora T2 ingot", "EOS-CRAFT-02"),
    Refusal(
        "EOS-METAL-02",
        (npc("metalworks 1"), give("2 T1 ingot, metalworks toolkit")),
        "craft Dora T2 ingot",
        "EOS-CRAFT-03",
    ),
    Refusal(
        "EOS-METAL-06",
        (npc("tailor 5"), give("T2 frying pan, tailor toolkit"), "gm set {frying_pan} tier 1 --reason worn"),
        "repair Dora frying-pan",
        "EOS-REPAIR-02",
    ),
    Refusal(
        "EOS-METAL-07",
        (npc("metalworks 1"), give("2 T2 ingot, metalworks toolkit")),
        "craft Dora basic mining toolkit",
        "EOS-CRAFT-03",
    ),
    Refusal(
        "EOS-METAL-07",
        (npc("metalworks 2"), give("2 T1 ingot, metalworks toolkit")),
        "craft Dora basic mining toolkit",
        "EOS-CRAFT-07",
    ),
    Refusal(
        "EOS-METAL-08",
        (npc("metalworks 5"), give("20 T6 ingot, metalworks toolkit")),
        "craft Dora metalworks workshop",
        "EOS-CRAFT-03",
    ),
    Refusal(
        "EOS-METAL-08",
        (npc("metalworks 6"), give("19 T6 ingot, metalworks toolkit")),
        "craft Dora metalworks workshop",
        "EOS-CRAFT-06",
    ),
    # gathering
    Refusal("EOS-FARM-11", (npc("traps 1, farming 1"),), "trap Dora --rolled 20", "EOS-TRAP-01"),
    Refusal("EOS-FARM-11", (npc("hunting 1, farming 1"),), "hunt Dora --rolled 20", "EOS-HUNT-01"),
    Refusal("EOS-HUNT-02", (), "declare zone Ford --miles -1", USAGE, "declare zone Ford --miles 0"),
    Refusal("EOS-HUNT-03", (npc("hunting 1"), give("spear")), "hunt Dora --rolled 21", USAGE, "hunt Dora --rolled 20"),
    Refusal("EOS-TAIL-01", (npc("tailor 1"), give("5 cloth fragment")), "craft Dora T1 cloth", "EOS-CRAFT-02"),
    Refusal(
        "EOS-TAIL-02",
        (npc("tailor 1"), give("10 cloth fragment, tailor toolkit")),
        "craft Dora T2 cloth",
        "EOS-CRAFT-03",
        "craft Dora T1 cloth",
    ),
    Refusal(
        "EOS-TAIL-03",
        (npc("tailor 2"), give("9 cloth fragment, tailor toolkit")),
        "craft Dora T2 cloth",
        "EOS-CRAFT-06",
        "craft Dora T1 cloth",
    ),
    Refusal("EOS-TAIL-04", (npc("tailor 2"), give("T2 cloth")), "salvage Dora T2 cloth", "EOS-GEAR-02"),
    Refusal(
        "EOS-TAIL-05",
        (npc("tailor 2"), give("T1 cloth, tailor toolkit")),
        "craft Dora T2 clothing",
        "EOS-CRAFT-07",
        "craft Dora T1 clothing",
    ),
    Refusal(
        "EOS-TENT-01", (npc("tailor 2"), give("2 T1 cloth, tailor toolkit")), "craft Dora T2 tent for 1", "EOS-CRAFT-07"
    ),
    Refusal(
        "EOS-TENT-03",
        (npc("tailor 2"), give("T2 tent for 1"), "gm set {tent} tier 0 --reason worn"),
        "pitch Dora tent",
        None,
    ),
    Refusal(
        "EOS-WEAP-01",
        (),
        join('--time "metalworks 4, weaponsmith 1"'),
        "EOS-ADV-01",
        join('--time "metalworks 5, weaponsmith 1"'),
    ),
    Refusal("EOS-WEAP-02", (npc("weaponsmith 1"), give("T1 ingot")), "craft Dora T1 sword", "EOS-CRAFT-02"),
    Refusal(
        "EOS-WEAP-02",
        (npc("weaponsmith 1"), give("T2 ingot, weaponsmith toolkit")),
        "craft Dora T2 sword",
        "EOS-CRAFT-03",
        "craft Dora T1 sword",
    ),
    Refusal(
        "EOS-WEAP-04",
        (npc("weaponsmith 2"), give("T1 ingot, weaponsmith toolkit")),
        "craft Dora T2 sword",
        "EOS-CRAFT-07",
        "craft Dora T1 sword",
    ),
    Refusal(
        "EOS-WEAP-05",
        (npc("hunting 1"), give("T1 sword"), "gm set {sword} tier 0 --reason worn"),
        "hunt Dora --rolled 20",
        "EOS-HUNT-01",
    ),
    Refusal(
        "EOS-WEAP-06",
        (npc("tailor 5"), give("T2 sword, tailor toolkit"), "gm set {sword} tier 1 --reason worn"),
        "repair Dora sword",
        "EOS-REPAIR-02",
    ),
    Refusal("EOS-WOOD-01", (npc("woodworks 1"), give("beam")), "craft Dora 10 lumber", "EOS-CRAFT-02"),
    Refusal("EOS-WOOD-02", (npc("tailor 1"), give("beam, woodworks toolkit")), "craft Dora 10 lumber", "EOS-CRAFT-03"),
    Refusal(
        "EOS-WOOD-03",
        (npc("woodworks 1"), give("99 lumber, woodworks toolkit")),
        "craft Dora T1 wood structure --tiles 20",
        "EOS-CRAFT-06",
        "craft Dora T1 wood structure --tiles 19",
    ),
    Refusal(
        "EOS-WOOD-05",
        (npc("woodworks 1"), give("100 lumber, woodworks toolkit")),
        "craft Dora T2 wood structure --tiles 20",
        "EOS-CRAFT-03",
        "craft Dora T1 wood structure --tiles 20",
    ),
    Refusal(
        "EOS-WOOD-09", (npc("woodworks 1"), give("10 lumber, woodworks toolkit")), "craft Dora chest", "EOS-CRAFT-03"
    ),
    Refusal(
        "EOS-WOOD-09", (npc("woodworks 2"), give("10 beams, woodworks toolkit")), "craft Dora chest", "EOS-CRAFT-06"
    ),
    Refusal(
        "EOS-WOOD-10",
        (npc(""), give("chest, 201 ingots")),
        "stow Dora 201 ingots --to chest",
        "EOS-WOOD-10",
        "stow Dora 200 ingots --to chest",
    ),
    Refusal(
        "EOS-WOOD-14",
        (
            npc("woodworks 5, metalworks 5"),
            give("wood shield, woodworks toolkit, metalworks toolkit"),
            "gm set {wood_shield} tier 1 --reason worn",
        ),
        "repair Dora wood-shield",
        "EOS-WOOD-14",
    ),
)


def piece(table: Table, word: str) -> str:
    item = word.replace("_", " ")
    return next(str(p["piece"]).replace(" ", "-") for p in table.ok("gear Dora")["pieces"] if p["item"] == item)


@pytest.mark.parametrize("case", ROWS, ids=[f"{case.row}: {case.line}" for case in ROWS])
def test_what_the_row_forbids_is_refused_and_nothing_is_written(table: Table, case: Refusal) -> None:
    table.all("declare zone Oakwood --miles 15", "declare site Meadow --in Oakwood")
    for line in case.before:
        table.ok(PIECE.sub(lambda word: piece(table, word[1]), line))
    if case.rule == USAGE:
        table.usage(case.line)
    else:
        refused = table.refused(case.line, case.rule)
        assert refused["text"] and refused["thing"]
    if case.then is not None:
        table.ok(case.then)


def test_without_a_spring_the_years_bring_no_game_back_and_the_zone_says_why(bare_table: Table) -> None:
    """EOS-CAL-04: nothing is projected; `next_spring` is not known and the view notices it."""
    bare_table.all("new Springless", "declare zone Oakwood --miles 15 --hunt-depletion 3")
    answer = bare_table("zone Oakwood --on day-800")
    assert (answer["data"]["hunt_depletion"], answer["data"]["next_spring"]) == (3, None)
    assert [n["kind"] for n in answer["notices"]].count("no-spring") == 1

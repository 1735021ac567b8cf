"""The book on the page: `rules WORD or ID`, `rulings`. `rules` needs no book of a campaign."""

import re
from collections.abc import Iterable
from typing import Any, ClassVar

import schemas.rulebook as rulebook
from ledger.cli.line import BadWords, nearest
from ledger.contents import ACTS, RULES, VIEWS
from ledger.reading import Reading
from ledger.ruling import Command, Words
from schemas.events.rulings import RulingAdopted
from schemas.rulebook import GAMES, PREFIXES, Game, Mechanic, RulingRow
from schemas.units import key, text_of

MOST_EYES = 40


class RulesQuestion(Command, tag="rules", frozen=True):
    """What the book says, by an id, a group or a word: `rules EOS-HUNT-02`, `rules EOS-TRAP`, `rules cloth`."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = "rules WORD or ID"
    examples: ClassVar[tuple[str, ...]] = ("rules EOS-HUNT-02", "rules EOS-TRAP", "rules cloth")
    what: Words


class RulingsQuestion(Command, tag="rulings", frozen=True):
    """The open readings of the book and what the table adopted: `rulings`."""

    usage: ClassVar[str] = "rulings"
    examples: ClassVar[tuple[str, ...]] = ("rulings",)


def rules(question: RulesQuestion, reading: Reading | None) -> tuple[dict[str, Any], list[str]]:
    """Mechanics of this id, of this group of ids, of this thing, skill, race or ruling, or with this word in them.

    A mechanic with a printed table shows it worked out: also spans of time (EOS-CAL-02, EOS-CAL-05) and what the sizes
    multiply by (EOS-SCALE-05, EOS-SCALE-07, EOS-SCALE-11).
    """
    said = " ".join(question.what)
    game = None if reading is None else reading.campaign.game
    games = GAMES if game is None else tuple(sorted(GAMES, key=lambda g: g != game))
    found: list[tuple[Game, Mechanic]] = []
    for each in games:
        by_id = [(each, m) for m in _by_id(said, each)]
        if by_id:
            found = by_id
            break
    if not found:
        for each in games if game is None else games[:1]:
            found += [(each, m) for m in _by_word(said, each)]
    if not found:
        words = [m.id for g in games for m in rulebook.mechanics(g).values()] + [t for t in rulebook.thing_names()]
        words += [r.name for g in games for r in rulebook.rulings(g).values()] + list(rulebook.skills())
        raise BadWords(f"the books know nothing of {said}", None, nearest(said, words))
    rows = [_row(g, m, reading) for g, m in found]
    return {"rows": rows}, _eyes(rows)


def _by_id(said: str, game: Game) -> list[Mechanic]:
    """A mechanic by its id, or all of a group: `EOS-TRAP`, `trap-03`."""
    mechanics = rulebook.mechanics(game)
    wanted = said.upper().replace(" ", "-")
    prefix = PREFIXES[game]
    for name in (wanted, f"{prefix}{wanted}"):
        if name in mechanics:
            return [mechanics[name]]
    if not wanted.startswith(prefix):
        return []
    return [m for m in mechanics.values() if m.id.startswith(f"{wanted.rstrip('-')}-")]


def _by_word(said: str, game: Game) -> Iterable[Mechanic]:
    mechanics = rulebook.mechanics(game)
    ids = _named_ids(said, game)
    if ids:
        return [mechanics[i] for i in dict.fromkeys(ids) if i in mechanics]
    compared = key(said)
    return [m for m in mechanics.values() if compared in key(f"{m.id} {m.section} {m.title} {m.formula} {m.note}")]


def _named_ids(said: str, game: Game) -> list[str]:
    """The mechanics on which a thing, a race, a ruling or a skill rests, where the word is one of these."""
    ruling = next((r for r in rulebook.rulings(game).values() if key(r.name) == key(said)), None)
    if ruling is not None:
        return list(ruling.ids)
    skill = rulebook.skill(said, game)
    if skill is not None:
        prefix = rulebook.skills(game)[skill].id_prefix
        return [m for m in rulebook.mechanics(game) if m.startswith(f"{prefix}-")]
    thing, race = rulebook.thing(said), rulebook.race(said)
    if thing is not None:
        return [m for m in rulebook.thing_row(thing).ids if m.startswith(PREFIXES[game])]
    return [m for m in rulebook.mechanics(game) if m.startswith(f"{race.id_prefix}-")] if race is not None else []


def _row(game: Game, mechanic: Mechanic, reading: Reading | None) -> dict[str, Any]:
    from schemas.rulebook.tables import table_of

    ruling = _ruling_of(game, mechanic)
    return {
        "id": mechanic.id,
        "title": mechanic.title,
        "kind": mechanic.kind,
        "formula": mechanic.formula,
        "line": mechanic.line,
        "note": mechanic.note or None,
        "ruling": ruling.name if ruling is not None else None,
        "choices": list(ruling.choices) if ruling is not None else [],
        "adopted": _adopted(ruling.name if ruling is not None else mechanic.id, reading),
        "commands": commands_for(mechanic.id),
        "table": table_of(mechanic.id),
    }


def _ruling_of(game: Game, mechanic: Mechanic) -> RulingRow | None:
    """The open reading that a mechanic rests on: of several, the one that its own note names first."""
    rows = {r.name: r for r in rulebook.rulings(game).values() if mechanic.id in r.ids}
    for name in re.findall(r"RULING (\w+)", mechanic.note + mechanic.failure):
        if name in rows:
            return rows[name]
    return next(iter(rows.values()), None)


def _adopted(name: str, reading: Reading | None) -> str | None:
    """What the table adopted for a reading or a missing row; None where it did not."""
    return None if reading is None else reading.world.get("book").word(f"ruling {name}") or None


def _eyes(rows: list[dict[str, Any]]) -> list[str]:
    if len(rows) > MOST_EYES:
        return [f"{row['id']:<20} {row['title']}" for row in rows]
    eyes: list[str] = []
    for row in rows:
        eyes.append(f"{row['id']}  {row['title']} ({row['kind']}, line {row['line']})")
        eyes.append(f"  {row['formula']}")
        if row["note"]:
            eyes.append(f"  {row['note']}")
        if row["ruling"]:
            adopted = f", adopted: {row['adopted']}" if row["adopted"] else ""
            eyes.append(f"  ruling {row['ruling']}: {' | '.join(row['choices'])}{adopted}")
        if row["commands"]:
            eyes.append(f"  played with {', '.join(row['commands'])}")
        eyes += _table_eyes(row["table"]) if row["table"] and len(rows) == 1 else []
    return eyes


def _table_eyes(table: list[dict[str, Any]]) -> list[str]:
    """A table in columns, as wide as their words."""
    names = list(table[0])
    cells = [names] + [[_cell(row[name]) for name in names] for row in table]
    widths = [max(len(line[nth]) for line in cells) for nth in range(len(names))]
    return ["  " + "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]


def _cell(value: Any) -> str:
    return "-" if value is None else value if isinstance(value, str) else text_of(value)


def rulings(question: RulingsQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Every open reading: its default, its choices, what the table adopted, since when, by which entry and why.

    A row that is missing in the source is listed once the table has ruled it.
    """
    game = rulebook.game_named(reading.campaign.game)
    tags = reading.campaign.history.tags
    adopted: dict[str, tuple[RulingAdopted, int, int, str]] = {}
    for entry, event in reading.entries([p for p in reading.positions() if tags[p] == "ruling.adopted"]):
        if isinstance(event, RulingAdopted):
            adopted[event.name] = (event, entry.moment, entry.position, entry.reason)
    rows = [_ruling_row(r.name, r.default, r.choices, adopted.get(r.name)) for r in rulebook.rulings(game).values()]
    known = {row["name"] for row in rows}
    rows += [_ruling_row(name, None, (), found) for name, found in adopted.items() if name not in known]
    book = reading.world.holders.get("book")
    house = [name for name in book.word("house").split("\n") if name] if book is not None else []
    eyes = [
        f"{row['name']}: {row['adopted'] or row['default']}"
        + (f" (position {row['position']})" if row["position"] else "")
        for row in sorted(rows, key=lambda row: row["position"] is None)
    ]
    return {"rulings": rows, "house": house}, eyes


def _ruling_row(
    name: str, default: str | None, choices: tuple[str, ...], adopted: tuple[RulingAdopted, int, int, str] | None
) -> dict[str, Any]:
    return {
        "name": name,
        "default": default,
        "choices": list(choices),
        "adopted": adopted[0].choice if adopted else None,
        "since": adopted[1] if adopted else None,
        "position": adopted[2] if adopted else None,
        "reason": (adopted[3] or None) if adopted else None,
    }


# -- which lines play a mechanic --------------------------------------------------------------------------------

DAY = "weather expose meal light camp clock task day due larder party"
MAKING = "craft repair salvage fit pitch bench"
FIGHT = "fight start turn move face hold throw fall attack use camp encounter"
GROUPS: dict[str, str] = {
    "EOS-CAL": "new calendar show camp clock due",
    **dict.fromkeys(("EOS-DAY", "EOS-ENV", "EOS-STARV", "EOS-FOOD"), DAY),
    "EOS-ENV-01": "weather",
    **dict.fromkeys(
        ("EOS-CHAR", "EOS-STAT", "EOS-SKILL", "EOS-ADV", "EOS-SIZE"), "join npc raise learn relearn gm award sheet"
    ),
    "EOS-CHAR-10": "gm give gm take",
    "EOS-CHAR-11": "note join sheet",
    "EOS-STAT-08": "gm award",
    "EOS-SCALE": "join npc craft cook buy sheet",
    "EOS-SCALE-05": "buy",
    "EOS-SCALE-10": "note",
    "EOS-RACE": "join npc sheet",
    **dict.fromkeys(
        ("EOS-GEAR", "EOS-CGEAR", "EOS-CONT", "EOS-SHLD"), "wear wield stow give take drop fit salvage gear stock"
    ),
    "EOS-HUNT": "hunt track declare zone zone",
    "EOS-HUNT-02": "declare zone hunt zone",
    "EOS-HUNT-15": "declare zone",
    **{f"EOS-HUNT-{n}": "track" for n in (10, 11, 12, 13)},
    "EOS-TRAP": "trap set-trap meet-trap disarm escape declare zone zone",
    "EOS-FISH": "fish declare water",
    "EOS-FISH-05": "declare water",
    "EOS-MINE": "mine declare mine",
    "EOS-QUAR": "quarry declare quarry",
    "EOS-LOG": "fell light declare zone",
    "EOS-BUSH": "bushcraft light douse site bench",
    "EOS-COOK": "cook bench",
    "EOS-COOK-15": "sell",
    "EOS-FARM": "farm routine bench",
    "EOS-CRAFT": MAKING,
    "EOS-REPAIR": "repair",
    "EOS-ARCH": f"{MAKING} declare structure",
    "EOS-METAL-09": "gm give declare thing",
    **dict.fromkeys(
        ("EOS-ARMR", "EOS-ART", "EOS-BOWY", "EOS-XBOW", "EOS-METAL", "EOS-TAIL", "EOS-BED", "EOS-WEAP", "EOS-WOOD"),
        MAKING,
    ),
    "EOS-TENT": f"{MAKING} stow",
    "EOS-TAIL-10": "note",
    "EOS-BOWY-08": "gm give",
    "EOS-LPICK": "pick declare lock",
    "EOS-LOCK": "craft pick attack declare lock",
    "EOS-OBJ": "attack declare structure",
    "EOS-MAP": "chart declare map",
    "EOS-NAV": "travel declare vessel",
    "EOS-SCHO": "read write declare book",
    "EOS-MED": "treat camp",
    **dict.fromkeys(
        ("EOS-TILE", "EOS-POS", "EOS-COV", "EOS-CMOVE", "EOS-TURN", "EOS-TACT", "EOS-FALL", "EOS-DOWN"), FIGHT
    ),
    "EOS-MAGIC": "use gm harm gm heal gm mark gm set",
    "EOS-MAGIC-01": "use gm harm gm heal gm mark gm set",
    **dict.fromkeys(
        (
            "EOS-MELEE",
            "EOS-PROJ",
            "EOS-DUAL",
            "EOS-CRIT",
            "EOS-NATW",
            "EOS-BOW",
            "EOS-XB1",
            "EOS-XB2",
            "EOS-XBO",
            "EOS-FA1",
            "EOS-FA2",
            "EOS-FAO",
            "EOS-MH",
            "EOS-OHM",
            "EOS-OHT",
            "EOS-THR",
            "EOS-THM",
            "EOS-UNA",
            "EOS-SIEGE",
        ),
        "attack reload",
    ),
    "EOS-SPLIT": "even-split attack",
    "EOS-SIEGE-10": "travel",
    "EOS-SIZE-13": "wear attack travel",
    "EOS-TURN-10": "throw",
    "EOS-FA1-01": "gm give",
    **dict.fromkeys(
        ("EOS-STL", "EOS-STS", "EOS-DARK", "EOS-LOWL", "EOS-LITE"), "sneak search identify attack move light weather"
    ),
    "EOS-LITE-03": "ruling",
    **dict.fromkeys(("EOS-RACE-CAVETROLL", "EOS-RACE-FORESTTROLL"), "join turn"),
    "EOS-RACE-DAYWALKER": "attack join",
    "EOS-RACE-DAYWALKER-06": "note",
    **dict.fromkeys(("EOS-RACE-BEAR", "EOS-RACE-BLACKBEAR"), "attack meal camp join"),
    "EOS-RACE-HYENA": "attack join",
    **dict.fromkeys(("EOS-RACE-CHEETAH", "EOS-RACE-PANTHER"), "move attack join"),
    **dict.fromkeys(("EOS-RACE-DWARF", "EOS-RACE-APE", "EOS-RACE-ORC"), "wear wield join"),
    "EOS-RACE-RAT": "meal join",
    "EOS-RACE-RAT-02": "gm harm",
    "EOS-RACE-SHORETROLL": "fish join",
    "EOS-RACE-ROCKTROLL": "camp expose join",
    **dict.fromkeys(("RNK-SKILL", "RNK-OCC"), "join roll"),
    "RNK-SKILL-01": "note",
    "RNK-DIFF": "roll",
    **dict.fromkeys(
        ("RNK-ATK", "RNK-DEF", "RNK-HIT", "RNK-DMG", "RNK-SEQ", "RNK-ARM", "RNK-SHD", "RNK-EX", "RNK-HP"),
        "attack sheet",
    ),
    "RNK-ACT": "turn take",
    "RNK-MV": "move",
    **dict.fromkeys(
        ("RNK-1H", "RNK-2H", "RNK-PA", "RNK-BOW", "RNK-XB", "RNK-SL", "RNK-UN", "RNK-MP", "RNK-NB", "RNK-ST"),
        "attack use reload escape",
    ),
    "RNK-FT": "ruling use",
    **{f"RNK-ST-0{n}": "ruling use" for n in (2, 4, 6)},
    **{f"RNK-MV-0{n}": "ruling move" for n in (3, 5, 6)},
}
"""The beginning of an id -> the verbs that play it; the longest beginning counts (COMMANDS 8)."""


def commands_for(mechanic: str) -> list[str]:
    """The verbs that serve a mechanic, as far as the project has them."""
    start = mechanic
    while start and start not in GROUPS:
        start = start.rpartition("-")[0]
    verbs = {**RULES, **VIEWS, **ACTS}
    words = GROUPS.get(start, "").split()
    found: list[str] = []
    while words:
        two = " ".join(words[:2])
        if len(words) > 1 and two in verbs:
            found.append(two)
            words = words[2:]
        else:
            found += [words[0]] if words[0] in verbs else []
            words = words[1:]
    return found

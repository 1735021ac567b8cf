"""`help`, `help VERB`: how a line is typed. It needs no book."""

from typing import Any, ClassVar

from ledger.cli.answer import Answer
from ledger.cli.desk import Desk
from ledger.cli.line import BadWords, Word, nearest
from ledger.cli.parse import READING, WRITING, fields_of, option_of
from ledger.contents import ACTS, RULES, VIEWS, Row, rows_of, rules_of, views_of
from ledger.rules import USUAL
from ledger.ruling import Command, Words

ROOMS = (
    ("what writes", RULES, "ledger.rules"),
    ("what reads", VIEWS, "ledger.cli.views"),
    ("the book", ACTS, "ledger.cli.acts"),
)


class Help(Command, tag="help", frozen=True):
    """Show how a line is typed: `help`, `help hunt`, `help gm give`."""

    words: ClassVar[tuple[str, ...]] = ("what",)
    usage: ClassVar[str] = "help [VERB]"
    examples: ClassVar[tuple[str, ...]] = ("help", "help hunt", "help gm give")
    what: Words = ()


def help_(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Every verb, or all about one, as the game of the book has it. Usage: there is no such verb."""
    own_game = desk.campaign().game if desk.has_book() else None
    game = own_game or USUAL
    said = " ".join(word.text.lower() for word in words if not word.is_option)
    verbs = {verb: (row, room) for _, table, room in ROOMS for verb, row in table.items()}
    if not said:
        return _everything(own_game)
    known = said if said in verbs else said.replace("-", " ")
    if known in verbs:
        row, room = verbs[known]
        own = {"ledger.rules": rules_of(game), "ledger.cli.views": views_of(game)}.get(room, {})
        return _about(known, own.get(known, row), room)
    seconds = [verb for verb in verbs if verb.startswith(f"{known} ")]
    if seconds:
        return _some(known, {verb: verbs[verb][0] for verb in seconds})
    raise BadWords(f"there is no verb {said}", words[0].column, nearest(said, verbs) or ("help",))


def _everything(game: str | None) -> Answer:
    """Every verb; for eyes those that the book at hand takes, all of them where there is none."""
    eyes: list[str] = []
    data: list[dict[str, Any]] = []
    for title, table, _ in ROOMS:
        eyes += ["", title] if eyes else [title]
        for verb, row in sorted(table.items()):
            games = list(rows_of(verb))
            if game is None or game in games:
                eyes.append(f"  {verb:<18} {row.help}")
            data.append({"verb": verb, "help": row.help, "games": games})
    eyes += ["", "help VERB says how its line is typed; rules WORD what the book says"]
    return Answer("view", {"verbs": data}, eyes=eyes)


def _some(first: str, rows: dict[str, Row]) -> Answer:
    data = [{"verb": verb, "help": row.help, "games": list(rows_of(verb))} for verb, row in rows.items()]
    return Answer("view", {"verbs": data}, eyes=[f"{verb:<18} {row.help}" for verb, row in rows.items()])


def _about(verb: str, row: Row, room: str) -> Answer:
    import importlib

    cls: type[Command] = getattr(importlib.import_module(f"{room}.{row.module}"), row.words)
    text = (cls.__doc__ or row.help).strip().splitlines()[0]
    own = [
        {"name": f"--{option_of(name)}", "kind": field.kind, "required": field.required}
        for name, field in fields_of(cls).items()
        if name not in cls.words
    ]
    dice = [{"name": f"--{side}", "kind": "throws", "required": False} for side in cls.dice]
    common = READING if room == "ledger.cli.views" else WRITING if room == "ledger.rules" else {}
    data = {
        "verb": verb,
        "usage": cls.usage or verb,
        "text": text,
        "options": own + dice,
        "common": [f"--{name}" for name in common],
        "examples": list(cls.examples),
        "games": list(rows_of(verb)),
        "gm": cls.gm,
        "reason": cls.reasoned,
    }
    eyes = [cls.usage or verb, f"  {text}"]
    if own or dice:
        eyes.append("  " + ", ".join(str(option["name"]) for option in own + dice))
    if common:
        does = "reads" if room == "ledger.cli.views" else "writes"
        eyes.append(f"  as on every line that {does}: " + " ".join(f"--{name}" for name in common))
    eyes += [f"  e.g. {example}" for example in cls.examples]
    eyes += ["  the GM's alone" + (", with --reason" if cls.reasoned else "")] if cls.gm else []
    return Answer("view", data, eyes=eyes)

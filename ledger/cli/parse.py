"""From words to a command: one grammar for the terminal, the shell and session notes.

The fields of a command say how its line reads: those named in `words` stand in order, every other is a little word of its
own name. What is the same on every line (`--at`, `--json`, ...) is read here too.
"""

import itertools
import types
import typing
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from ledger.cli.dice_words import parse_throws
from ledger.cli.lexicon import Lexicon
from ledger.cli.line import BadWords, Word, bare, joined, nearest, split
from ledger.cli.thing_words import parse_chores, parse_people, parse_skills, parse_things
from ledger.ruling import Command, Kind
from projections.encounter import read_tile, tile_text
from projections.wear import SLOTS
from schemas.calendar import parse_moment
from schemas.things import StandingLine
from schemas.units import Moment, check_name, key, parse_number, stored

GLOBAL = {"book": "text", "seat": "text", "json": "flag"}
WRITING = {
    "at": "moment", "reason": "text", "overrule": "text", "hidden": "flag", "dry-run": "flag", "whatif": "text",
    "accept": "choice", "keep": "choice", "drop": "choice",
}  # fmt: skip
READING = {"on": "on", "known-at": "text", "branch": "text", "whatif": "text"}
CORRECTING = {**{k: v for k, v in WRITING.items() if k != "at"}}
SIDES = ("rolled", "against", "damage", "against-damage")


class FieldKind(NamedTuple):
    """A field of a command: its name, how its words are read, and whether it must be said."""

    field: str
    kind: str
    required: bool


class Parsed(NamedTuple):
    """A line as it was understood: its command (None if only the verb's words were asked), and what stood beside it."""

    verb: str
    command: Any
    options: dict[str, Any]
    columns: dict[str, int]


@cache
def fields_of(words: type[Command]) -> dict[str, FieldKind]:
    """The fields of a command and how each is read."""
    hints = typing.get_type_hints(words, include_extras=True)
    found: dict[str, FieldKind] = {}
    for info in msgspec.structs.fields(words):
        kind = _kind_of(hints[info.name])
        found[info.name] = FieldKind(info.name, kind, info.required)
    return found


def _kind_of(hint: Any) -> str:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        for some in typing.get_args(hint):
            if some is not type(None):
                try:
                    return _kind_of(some)
                except TypeError:
                    continue
    for mark in getattr(hint, "__metadata__", ()):
        if isinstance(mark, Kind):
            return mark.name
    raise TypeError(f"{hint} does not say how it is read")


def option_of(field: str) -> str:
    """`in_` is --in, `hunt_depletion` is --hunt-depletion."""
    return field.rstrip("_").replace("_", "-")


def options_of(words: type[Command], common: dict[str, str]) -> dict[str, FieldKind]:
    """Every little word of a line: the command's own, the dice it takes, and the common ones."""
    found = {name: FieldKind("", kind, False) for name, kind in {**GLOBAL, **common}.items()}
    for side in words.dice:
        found[side] = FieldKind("", "throws", False)
    for field in fields_of(words).values():
        if field.field not in words.words:
            found[option_of(field.field)] = field
    return found


class Context(NamedTuple):
    """What words mean here: the names of the campaign, the moment `now`, how a session and an entry are looked up."""

    lexicon: Lexicon
    now: Moment
    session: Callable[[int, str], Moment | None] | None = None
    entry: Callable[[str], int] | None = None


def read_line(verb: str, cls: type[Command], words: Sequence[Word], common: dict[str, str], context: Context) -> Parsed:
    """The command that these words (behind the verb) make. BadWords for what no state of the world could make right."""
    options = options_of(cls, common)
    context = _seen_from(words, options, context)
    standing: list[Word] = []
    values: dict[str, Any] = {}
    told: dict[str, Any] = {}
    columns: dict[str, int] = {}
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if not word.is_option:
            standing.append(word)
            continue
        name, _, glued = word.text[2:].partition("=")
        option = options.get(name)
        if option is None:
            close = nearest(name, options, 3)
            raise BadWords(f"{verb} has no --{name}", word.column, tuple(f"--{c}" for c in close))
        if name in columns:
            raise BadWords(f"--{name} is said twice", word.column)
        columns[name] = word.column
        if option.kind == "flag":
            if glued:
                raise BadWords(f"--{name} takes no value", word.column)
            value: Any = True
        else:
            if glued:
                given = Word(glued, word.column + len(name) + 3, True)
            elif not waiting or (waiting[0].is_option and option.kind != "text"):
                raise BadWords(f"--{name} needs a value", word.column)
            else:
                given = waiting.pop(0)
                while option.kind in ("things", "people", "throws", "choice") and waiting and not waiting[0].is_option and (
                    given.commas and given.commas[-1] == len(given.text) - 1
                ):  # fmt: skip
                    more = waiting.pop(0)
                    given = Word(f"{given.text} {more.text}", given.column, True)
            value = _read(option.kind, [given], f"--{name}", context)
        if option.field:
            values[option.field] = value
        else:
            told[name] = value
    _standing(verb, cls, standing, values, columns, context)
    for field in fields_of(cls).values():
        if field.required and field.field not in values:
            said = "--" + option_of(field.field) if field.field not in cls.words else field.field.rstrip("_").upper()
            raise BadWords(f"{verb} needs {said}: {cls.usage}", None)
    try:
        command = cls(**values)
    except (TypeError, ValueError) as wrong:
        raise BadWords(str(wrong)) from None
    return Parsed(verb, command, told, columns)


def _seen_from(words: Sequence[Word], options: dict[str, FieldKind], context: Context) -> Context:
    """`--at` says when a line happens: what else it says of time (`+1d`, `18:00`) counts from there."""
    if "at" in options and options["at"].kind == "moment":
        for word, after in itertools.pairwise(words):
            if word.is_option and word.text == "--at" and not after.is_option:
                return context._replace(now=_read("moment", [after], "--at", context))
    return context


def _standing(
    verb: str, cls: type[Command], words: list[Word], values: dict[str, Any], columns: dict[str, int], context: Context
) -> None:
    """The words that stand without a little word, in the order of the command's fields."""
    fields = fields_of(cls)
    for nth, name in enumerate(cls.words):
        field = fields[name]
        if not words:
            return
        if field.kind in ("people", "person", "holders") or (field.kind == "known" and "," in words[0].text):
            words = joined(words, 0)
        takes_rest = (
            field.kind in ("things", "mendings", "chores", "ration", "words", "lines", "entry", "standing", "sides")
            and nth == len(cls.words) - 1
        )
        taken = words if takes_rest else words[:1]
        if field.kind == "things" and not takes_rest:
            taken = words[: len(words) - _people_at_end(words, context)]
            if not taken:
                raise BadWords(f"{verb} needs things and people: {cls.usage}", words[0].column)
        columns[name] = taken[0].column
        values[name] = _read(field.kind, taken, name.rstrip("_").upper(), context)
        words = words[len(taken) :]
    if words:
        raise BadWords(f"{verb} does not take “{words[0].text}”: {cls.usage}", words[0].column)


def _people_at_end(words: list[Word], context: Context) -> int:
    """How many words at the end of a line name people: `party`, `Mara,Ivo`, `Mara, Ivo`."""
    count = 1
    while count < len(words):
        before = words[-count - 1].text
        if not before.endswith(",") or context.lexicon.person(before.rstrip(",").split(",")[-1]) is None:
            break
        count += 1
    return min(count, len(words))


def _read(kind: str, words: Sequence[Word], called: str, context: Context) -> Any:
    word = words[0]
    try:
        return _READERS[kind](words, called, context)
    except BadWords as wrong:
        if kind in ("things", "mendings", "chores", "ration", "words", "standing"):
            raise
        raise BadWords(wrong.text, word.column if wrong.column is None else wrong.column, wrong.nearest) from None
    except ValueError as wrong:
        raise BadWords(f"{called}: {wrong}", word.column) from None


def _people(words: Sequence[Word], called: str, context: Context) -> tuple[str, ...]:
    names = parse_people(words[0])
    return tuple(_person_named(name, words[0], context) for name in names)


def _person_named(name: str, word: Word, context: Context) -> str:
    found = context.lexicon.person(name)
    if found is None:
        raise BadWords(f"nobody is called {name}", word.column, context.lexicon.people_near(name))
    return found


def _sides(words: Sequence[Word], called: str, context: Context) -> tuple[tuple[str, ...], ...]:
    """Each word is a side; a comma at its end takes the next word along."""
    found: list[tuple[str, ...]] = []
    waiting = list(words)
    while waiting:
        waiting = joined(waiting, 0)
        found.append(_people(waiting[:1], called, context))
        waiting = waiting[1:]
    return tuple(found)


def _person(words: Sequence[Word], called: str, context: Context) -> str:
    if "," in words[0].text:
        raise BadWords(f"{called} is one name here", words[0].column)
    return _person_named(words[0].text, words[0], context)


def _holders(words: Sequence[Word], called: str, context: Context) -> tuple[str, ...]:
    word = words[0]
    names = (context.lexicon.person(name) or _known([Word(name, word.column)], called, context)
             for name in parse_people(word))  # fmt: skip
    return tuple(names)


def _known(words: Sequence[Word], called: str, context: Context) -> str:
    text = words[0].text
    found = context.lexicon.known(text)
    if found is None and "@" in text:
        item, _, number = text.rpartition("@")
        thing = context.lexicon.thing(item)
        if thing is not None and number.replace(".", "", 1).isdigit():
            return f"{thing}@{number}"
    if found is None:
        raise BadWords(f"nothing is called {text}", words[0].column, context.lexicon.near(text))
    return found


def _spot(words: Sequence[Word], called: str, context: Context) -> str:
    """A tile of a board, else a place."""
    tile = read_tile(words[0].text)
    return tile_text(tile) if tile is not None else _known(words, called, context)


def _store(words: Sequence[Word], called: str, context: Context) -> str:
    """A name or piece of the campaign, else the name of a thing that holds others, or of a slot."""
    try:
        return _known(words, called, context)
    except BadWords:
        item = context.lexicon.thing(words[0].text)
        slot = key(words[0].text).replace("-", " ")
        if item is None and slot not in (*SLOTS, *(s.rpartition(" ")[0] for s in SLOTS)):
            raise
        return item or slot


def _repairs(words: Sequence[Word], called: str, context: Context) -> Any:
    """Things, and buildings and locks by their names."""
    return parse_things(words, Lexicon(context.lexicon.world, context.lexicon.game, ("structure", "lock")))


def _about(words: Sequence[Word], called: str, context: Context) -> str:
    """A name of the campaign, else a position or another reference to an entry, as its position."""
    from ledger.ruling import Usage

    text = words[0].text
    known = context.lexicon.known(text)
    if known is not None:
        return known
    if context.entry is None:
        raise BadWords(f"nothing is called {text}", words[0].column)
    try:
        return str(context.entry(text))
    except Usage as wrong:
        near = wrong.nearest if text[:1].isdigit() else context.lexicon.near(text)
        raise BadWords(
            wrong.text if text[:1].isdigit() else f"nothing is called {text}", words[0].column, near
        ) from None


def _name(words: Sequence[Word], called: str, context: Context) -> str:
    known = context.lexicon.known(words[0].text)
    return known if known is not None else check_name(words[0].text)


def _whole(words: Sequence[Word], called: str, context: Context) -> int:
    number = parse_number(words[0].text)
    if not isinstance(number, int):
        raise BadWords(f"{called} is a whole number, not {words[0].text}", words[0].column)
    return number


def _moment(bound: typing.Literal["first", "last"]) -> Callable[[Sequence[Word], str, Context], Moment]:
    def read(words: Sequence[Word], called: str, context: Context) -> Moment:
        from schemas.calendar import session_named

        text = words[0].text
        number = session_named(text)
        if number is not None:
            found = context.session(number, bound) if context.session else None
            if found is None:
                raise BadWords(f"there is no session {number}", words[0].column)
            return found
        return parse_moment(text, context.now, context.lexicon.world.calendar, bound)

    return read


def _things(words: Sequence[Word], called: str, context: Context) -> Any:
    told = [Word(w.text, w.column, False, w.commas) if called.startswith("--") else w for w in words]
    return parse_things(told[0].text if called.startswith("--") else words, context.lexicon)


RATIONS = ("full", "half", "none", "fat")


def _ration(words: Sequence[Word], called: str, context: Context) -> Any:
    """A ration by its word, else food by the unit."""
    text = words[0].text.lower()
    return text if len(words) == 1 and text in RATIONS else _things(words, called, context)


def _skills(words: Sequence[Word], called: str, context: Context) -> Any:
    return parse_skills(words[0].text, context.lexicon.skill, context.lexicon.skill_names())


def _text(words: Sequence[Word], called: str, context: Context) -> str:
    text = words[0].text.strip()
    if not text:
        raise BadWords(f"{called} is empty", words[0].column)
    return text


def _grade(words: Sequence[Word], called: str, context: Context) -> str:
    text = words[0].text.lower()
    if text not in ("crude", "basic", "workshop"):
        raise BadWords(
            f"{called} is crude, basic or workshop", words[0].column, nearest(text, ("crude", "basic", "workshop"))
        )
    return text


def _entry(words: Sequence[Word], called: str, context: Context) -> int:
    """The position that a reference means, as it stands now."""
    if context.entry is None:
        raise BadWords(f"{called} names an entry of a book", words[0].column)
    return context.entry(" ".join(w.text for w in words))


NO_ROUTINE = ("camp", "clock", "new", "routine", "seal", "session start", "session end", "assert", "note", "dispute")
"""Verbs that no day asks again."""


def _standing_lines(words: Sequence[Word], called: str, context: Context) -> tuple[StandingLine, ...]:
    """Lines of a routine, each in quotes (one alone may go without); `none` is no line."""
    if len(words) == 1 and words[0].text.strip().lower() == "none":
        return ()
    if not any(" " in w.text for w in words):
        words = [Word(" ".join(w.text for w in words), words[0].column, True)]
    return tuple(_standing_line(word, context) for word in words)


def _standing_line(word: Word, context: Context) -> StandingLine:
    from ledger.cli.desk import verb_of_line
    from ledger.contents import RULES
    from ledger.rules import command_of

    try:
        verb, rest = verb_of_line(split(word.text))
        if verb not in RULES or verb in NO_ROUTINE:
            raise BadWords(f"{verb} is nothing that a day asks again", 1, ("farm", "hunt", "bushcraft"))
        cls = command_of(verb, context.lexicon.game)
        if cls.gm or cls.reasoned:
            raise BadWords(f"{verb} is nothing that a day asks again", 1, ("farm", "hunt", "bushcraft"))
        parsed = read_line(verb, cls, rest, {}, context)
        if parsed.options:
            said = next(iter(parsed.options))
            raise BadWords(f"a routine says no --{said}: its dice fall on their own day", parsed.columns.get(said))
    except BadWords as wrong:
        raise wrong.within(word.inner_column) from None
    return StandingLine(bare(word.text), verb, msgspec.json.encode(parsed.command).decode())


def _choice(words: Sequence[Word], called: str, context: Context) -> tuple[int, ...] | str:
    text = words[0].text
    if text.strip().lower() == "all":
        return "all"
    return tuple(_whole([Word(piece.strip(), words[0].column)], called, context) for piece in text.split(","))


_READERS: dict[str, Callable[[Sequence[Word], str, Context], Any]] = {
    "people": _people,
    "sides": _sides,
    "spot": _spot,
    "person": _person,
    "holders": _holders,
    "known": _known,
    "store": _store,
    "mendings": _repairs,
    "about": _about,
    "place": _known,
    "name": _name,
    "things": _things,
    "chores": lambda words, called, context: parse_chores(words),
    "ration": _ration,
    "throws": lambda words, called, context: parse_throws(words[0].text),
    "moment": _moment("first"),
    "until": _moment("first"),
    "on": _moment("last"),
    "whole": _whole,
    "figure": lambda words, called, context: stored(parse_number(words[0].text)),
    "text": _text,
    "words": lambda words, called, context: tuple(w.text for w in words),
    "lines": lambda words, called, context: tuple(words),
    "skills": _skills,
    "standing": _standing_lines,
    "entry": _entry,
    "grade": _grade,
    "choice": _choice,
}

"""The words of things, skills and people: what stands in a THINGS tail, a skill list and a WHO."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol

from ledger.cli.line import BadWords, Word, nearest, split
from schemas.things import Chore, Wanted
from schemas.units import Number, check_name, key, parse_number, stored

RANKS = ("untrained", "novice", "adept", "expert")
MOST_THINGS = 999_999_999
MOST_PARTS = 1_000_000
MOST_PERSONS = 9999
HIGHEST_TIER = 99
HIGHEST_LEVEL = 9999


class Catalog(Protocol):
    """What things there are: the rulebook's, the house's and those the campaign has named."""

    def thing(self, words: str) -> str | None:
        """The name of a thing in any spelling, singular or plural; None where there is none such."""

    def unit(self, name: str) -> str | None:
        """The unit that a thing is counted in (`ft`), if it has one."""

    def names(self) -> Iterable[str]:
        """All names, for suggestions."""


def parse_things(words: Sequence[Word] | str, catalog: Catalog) -> tuple[Wanted, ...]:
    """THINGS: `[NUMBER] [UNIT] [T<tier>] NAME [for WHOM or NUMBER]`, with commas between.

    Comes in as the words of the line's tail or, for an option, as its word or text; no words are no things,
    an empty text is BadWords. Numbers are exact (`0.5`, `1/2`) and above 0; a unit may stand where the thing
    has it. Quotes are optional, around one name or around a whole list.
    BadWords: an unknown thing (with the nearest names), a number that is none, nought or too large, a `for`
    with nobody behind it, a comma with nothing beside it; each with its column.
    """
    if isinstance(words, str):
        told = split(words, remarks=False)
        if not told:
            raise BadWords("a thing is missing here", 1)
        return tuple(_things(told, catalog))
    return tuple(_things(words, catalog))


def parse_skills(
    text: str, skill: Callable[[str], str | None], names: Iterable[str] = ()
) -> tuple[tuple[str, int | str], ...]:
    """Skills with their levels or ranks: "hunting 6, bow 2" is (("hunting", 6), ("bow", 2)); "sling adept".

    `skill` gives the name of a skill in any spelling, or None; `names` are for suggestions. Levels are whole
    numbers from 0. BadWords: an unknown skill, a skill without a level, a level below 0, a skill named twice.
    """
    found: dict[str, int | str] = {}
    at = 0
    for piece in text.split(","):
        column = at + 1 + len(piece) - len(piece.lstrip()) if piece.strip() else at + 1
        name, level = _skill(piece.split(), column, skill, names)
        if name in found:
            raise BadWords(f"{name} is named twice", column)
        found[name] = level
        at += len(piece) + 1
    return tuple(found.items())


def parse_people(word: Word | str) -> tuple[str, ...]:
    """The names of a WHO: "Mara,Ivo" is ("Mara", "Ivo"), as they were typed. An empty one is BadWords."""
    text, at = (word, 1) if isinstance(word, str) else (word.text, word.inner_column)
    people = []
    for piece in text.split(","):
        name = " ".join(piece.split())
        if not name:
            raise BadWords("a name is missing here; several are written Mara,Ivo", at)
        people.append(name)
        at += len(piece) + 1
    return tuple(people)


CHORES = {
    "chore": "chore", "chores": "chore", "preserve": "preserve", "candle": "candles", "candles": "candles",
    "meal": "meals", "meals": "meals",
}  # fmt: skip


def parse_chores(words: Sequence[Word]) -> tuple[Chore, ...]:
    """What a cook does: `[NUMBER] chore|preserve|candles|meals [for WHOM]`, with commas between.

    BadWords: any other word, a number that is not whole and above 0, a chore for nobody.
    """
    found = []
    for item, column in _items(words):
        if not item:
            raise BadWords("a chore is missing beside this comma", column)
        said, of, persons = _for_whom(item)
        if persons is not None:
            raise BadWords("a chore is done for somebody by name", column)
        number: Number = 1
        if _is_number(said[0]):
            number, said = _quantity(said[0]), said[1:]
        if not isinstance(number, int):
            raise BadWords(f"points are whole, not {item[0].text}", item[0].column)
        word = _phrase(said)
        what = CHORES.get(key(word))
        if what is None:
            near = nearest(word, CHORES) if word else ("preserve", "candles")
            raise BadWords(f'a cook does chore, preserve, candles or meals, not "{_short(word)}"', column, near)
        if (what == "chore") != (of is not None):
            text = "chore for whom? Say chore for Mara" if what == "chore" else f"{what} is for nobody in particular"
            raise BadWords(text, column)
        found.append(Chore(what, number, of))
    return tuple(found)


# Things


def _things(words: Sequence[Word], catalog: Catalog) -> Iterator[Wanted]:
    if not words:
        return
    for item, column in _items(words):
        if not item:
            raise BadWords("a thing is missing beside this comma", column)
        if len(item) == 1 and item[0].quoted:
            yield from _quoted_things(item[0], catalog)
        else:
            yield _thing_or_name(item, catalog)


def _items(words: Sequence[Word]) -> Iterator[tuple[list[Word], int]]:
    """The words between the commas that stand outside quotes, and where each item begins."""
    item: list[Word] = []
    column = words[0].column
    for word in words:
        start = 0
        for end in (*word.commas, len(word.text)):
            if end > start or (word.quoted and not word.commas):
                item.append(Word(word.text[start:end], word.column + start, word.quoted))
            if end < len(word.text):
                yield item, item[0].column if item else word.column + end
                item, column, start = [], word.column + end, end + 1
    yield item, item[0].column if item else column


def _quoted_things(word: Word, catalog: Catalog) -> Iterator[Wanted]:
    """Quotes are optional: `"Silver Bell"` is a name, `"T2 axe, T2 armor"` a list that somebody quoted."""
    try:
        inner = [
            Word(part.text, part.column + word.column, part.quoted, part.commas)
            for part in split(word.text, remarks=False)
        ]
        if not inner:
            raise BadWords("a thing is missing between these quotes", word.column)
        found = tuple(_things(inner, catalog))
    except BadWords:
        name = catalog.thing(word.text)
        if name is None:
            raise
        found = (Wanted(name),)
    yield from found


def _thing_or_name(item: list[Word], catalog: Catalog) -> Wanted:
    """An item by the grammar; if that fails, a name of its own that only looks like it (`Sign for Sale`)."""
    try:
        return _thing(item, catalog)
    except BadWords:
        name = catalog.thing(_phrase(item)) if len(item) > 1 else None
        if name is None:
            raise
        return Wanted(name)


def _thing(item: list[Word], catalog: Catalog) -> Wanted:
    words, of, persons = _for_whom(item)
    quantity: Number = 1
    counted = _is_number(words[0])
    if counted:
        quantity, words = _quantity(words[0]), words[1:]
    unit = None
    if counted and len(words) > 1 and not _has_tier(words[0]):
        unit = _unit_before(words, catalog)
        words = words[1:] if unit else words
    tier = None
    if words and _has_tier(words[0]):
        tier, words = _tier(words[0]), words[1:]
    if not words:
        said = _phrase(item)
        raise BadWords(f'"{_short(said)}" of what? The thing is missing', item[0].column)
    name, lot = _named(words, catalog)
    return Wanted(name, stored(quantity), tier, of, persons, lot, counted)


def _for_whom(item: list[Word]) -> tuple[list[Word], str | None, int | None]:
    """The item without its `for WHOM or NUMBER`, the person, the number of persons."""
    places = [place for place, word in enumerate(item) if place and _is_bare(word, "for")]
    if not places:
        return item, None, None
    place = places[-1]
    whom = item[place + 1 :]
    if not whom:
        raise BadWords("for whom? A name or a number of persons is missing", item[place].column)
    if len(whom) > 1:
        name = _short(_phrase(whom))
        raise BadWords(f'a name of several words is quoted or hyphenated: for "{name}"', whom[0].column)
    if _is_number(whom[0]):
        return item[:place], None, _persons(whom[0])
    try:
        return item[:place], check_name(whom[0].text), None
    except ValueError as error:
        raise BadWords(str(error), whom[0].column) from None


def _unit_before(words: list[Word], catalog: Catalog) -> str | None:
    """The unit that the first word is, if the thing named behind it has that unit."""
    behind = words[2:] if len(words) > 2 and _has_tier(words[1]) else words[1:]
    name = catalog.thing(_phrase(behind).split("@", 1)[0])
    unit = catalog.unit(name) if name is not None else None
    return unit if unit is not None and key(unit) == key(words[0].text) else None


def _named(words: list[Word], catalog: Catalog) -> tuple[str, str | None]:
    said, mark, piece = _phrase(words).partition("@")
    name = catalog.thing(said) if said.strip() else None
    if name is None:
        near = nearest(said, catalog.names())
        raise BadWords(f'there is no thing "{_short(said)}"', words[0].column, near)
    if not mark:
        return name, None
    match = _PIECE.fullmatch(piece)
    if match is None:
        raise BadWords(
            f'"{_short(said)}@{_short(piece)}" names no lot; one is named like food@43 or sword@77.2',
            words[0].column,
        )
    entry, second = match.groups()
    return name, f"{name}@{entry}" if second in (None, "1") else f"{name}@{entry}.{second}"


_PIECE = re.compile(r"([1-9][0-9]{0,9})(?:\.([1-9][0-9]{0,5}))?")
_TIER = re.compile(r"[tT]([+-]?[0-9]+)")


def _quantity(word: Word) -> Number:
    try:
        number = parse_number(word.text)
    except ValueError as error:
        raise BadWords(str(error), word.column) from None
    if number <= 0:
        raise BadWords(f"how many is a number above 0, not {word.text}", word.column)
    if number > MOST_THINGS or Fraction(number).denominator > MOST_PARTS:
        raise BadWords(f"{word.text} is beyond counting; {MOST_THINGS} are the most", word.column)
    return number


def _persons(word: Word) -> int:
    if not re.fullmatch("[0-9]{1,4}", word.text) or not 1 <= int(word.text) <= MOST_PERSONS:
        text = _short(word.text)
        raise BadWords(f'"{text}" is no number of persons; 1 to {MOST_PERSONS} are', word.column)
    return int(word.text)


def _tier(word: Word) -> int:
    digits = word.text[1:]
    if not re.fullmatch("[0-9]{1,2}", digits) or int(digits) < 1:
        text = _short(word.text)
        raise BadWords(f'"{text}" is no tier; tiers are written T1, T2 up to T{HIGHEST_TIER}', word.column)
    return int(digits)


def _has_tier(word: Word) -> bool:
    return not word.quoted and _TIER.fullmatch(word.text) is not None


def _is_number(word: Word) -> bool:
    """Whether a word can only be meant as a number, good or bad: `3`, `-1`, `1/2`, `½`, `.5`."""
    if word.quoted:
        return False
    digits = word.text.lstrip("+-−")
    return (
        bool(digits)
        and digits not in ("/", ".")
        and all(character in "./" or unicodedata.category(character) in ("Nd", "No") for character in digits)
    )


def _is_bare(word: Word, text: str) -> bool:
    return not word.quoted and word.text.casefold() == text


def _phrase(words: Iterable[Word]) -> str:
    return " ".join(word.text for word in words)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "..."


# Skills


def _skill(
    words: list[str], column: int, skill: Callable[[str], str | None], names: Iterable[str]
) -> tuple[str, int | str]:
    if not words:
        raise BadWords('a skill is missing here; skills are written "hunting 6, bow 2"', column)
    *before, last = words
    level = _level(last)
    name = skill(" ".join(before)) if before else None
    if name is not None and level is not None:
        return name, level
    whole = skill(" ".join(words))
    if whole is not None:
        raise BadWords(f'{whole} needs a level, in one word with it: "{whole} 2"', column)
    if name is not None:
        if re.fullmatch("[-−][0-9]+", last):
            raise BadWords(f"a level is never below 0: {name} {_short(last)}", column)
        raise BadWords(f'"{_short(last)}" is no level of {name}', column)
    if not before and level is not None:
        raise BadWords(f'"{_short(last)}" is a level without a skill', column)
    said = " ".join(before if before and level is not None else words)
    names = tuple(names)
    raise BadWords(f'there is no skill "{_short(said)}"', column, nearest(said, names) or tuple(sorted(names)))


def _level(word: str) -> int | str | None:
    if re.fullmatch("[0-9]{1,4}", word):
        return int(word)
    return word.casefold() if word.casefold() in RANKS else None

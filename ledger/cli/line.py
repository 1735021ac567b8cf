"""One line, one sentence: how it falls into words, and what is said when a word is wrong."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

import msgspec

from schemas.units import LONGEST_NAME, key


class BadWords(Exception):
    """What no state of the world could make right: a word, name, number or quote that cannot be read.

    `column` counts characters from 1 in the text that was read; `nearest` are spellings that would have been
    understood. `file` and `line` are set where the words come from a note.
    """

    def __init__(
        self,
        text: str,
        column: int | None = None,
        nearest: tuple[str, ...] = (),
        *,
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.column = column
        self.nearest = nearest
        self.file = file
        self.line = line

    def within(self, column: int) -> "BadWords":
        """The same, where the text that was read begins at `column` of a longer one."""
        inner = 1 if self.column is None else self.column
        return BadWords(self.text, column + inner - 1, self.nearest, file=self.file, line=self.line)


class Word(msgspec.Struct, frozen=True, gc=False):
    """One word of a line without its quotes.

    `column` is where it begins in the line, from 1, its opening quote included. `quoted`: some of it stood in
    quotes. `commas` are the places in `text`, from 0, of the commas that stood outside quotes.
    """

    text: str
    column: int
    quoted: bool = False
    commas: tuple[int, ...] = ()

    @property
    def inner_column(self) -> int:
        """Where the text itself begins in the line: behind the quote, if there is one."""
        return self.column + self.quoted

    @property
    def is_option(self) -> bool:
        """A little word such as `--in`."""
        return not self.quoted and self.text.startswith("--")


def split(line: str, remarks: bool = True) -> list[Word]:
    """The words of one line, without its remark.

    " and ' and typographic quotes hold several words together; an apostrophe inside a word (Mara's) belongs
    to it. `#` at the start of a word begins a remark, save with `remarks=False` (the value of an option).
    BadWords: a quote that is never closed, a `\\` with nothing below it, a control character.
    """
    line = line.rstrip("\r\n")
    refuse_controls(line)
    scan = _scan(line, remarks)
    if scan.unclosed is not None:
        quote = line[scan.unclosed]
        raise BadWords(f"the quote {quote} is never closed", scan.unclosed + 1)
    if remarks and _goes_on(line, scan):
        raise BadWords("the line goes on below, but nothing stands there", len(line[: scan.end].rstrip()))
    return scan.words


def joined(words: Sequence[Word], index: int = 0) -> list[Word]:
    """The same words, where the names that begin at `index` have become one: `Mara, Ivo` is `Mara,Ivo`.

    A comma outside quotes takes the next word along, but never a little word; a word that begins with a comma
    joins the one before it. For WHO and WHOM only: the commas of THINGS part things.
    """
    before, rest = list(words[:index]), list(words[index:])
    if not rest:
        return before
    whole, taken = rest[0], 1
    for following in rest[1:]:
        if following.is_option or not (_ends_open(whole) or _starts_open(following)):
            break
        shifted = tuple(len(whole.text) + place for place in following.commas)
        whole = Word(
            whole.text + following.text,
            whole.column,
            whole.quoted or following.quoted,
            whole.commas + shifted,
        )
        taken += 1
    return [*before, whole, *rest[taken:]]


def bare(line: str) -> str:
    """The words of a line as lines of notes are matched by: without the remark, spaces single, in NFC.

    Any text comes in and nothing is refused; `bare(bare(line)) == bare(line)`.
    """
    line = unicodedata.normalize("NFC", line)
    return " ".join(line[: _scan(line, remarks=True).end].split())


def unfinished(line: str) -> bool:
    """Whether the line goes on below: it ends in `\\`, before a remark if it has one, never inside it."""
    return _goes_on(line, _scan(line, remarks=True))


def extent(line: str) -> tuple[int, int | None]:
    """How many characters stand before the remark; where a quote begins, from 0, that is not closed."""
    scan = _scan(line, remarks=True)
    return scan.end, scan.unclosed


def line_of(arguments: Sequence[str]) -> str:
    """The line that says what a terminal handed over word by word, with quotes where they are needed.

    `split(line_of(arguments))` has the same texts, save that line breaks and tabs have become spaces.
    """
    return " ".join(_typed(argument) for argument in arguments)


def nearest(word: str, candidates: Iterable[str], n: int = 3) -> tuple[str, ...]:
    """Up to `n` of the candidates that look most like the word, the best first, case and hyphens aside."""
    from difflib import get_close_matches

    spellings: dict[str, str] = {}
    for candidate in candidates:
        spellings.setdefault(key(candidate), candidate)
    return tuple(spellings[found] for found in get_close_matches(key(word[:LONGEST_NAME]), spellings, n=n))


def typable(line: str, names: Iterable[str]) -> str:
    """A line of help as it can be typed: names of several words in quotes, a reason where the GM's hand asks for one."""
    for name in sorted((n for n in names if " " in n), key=len, reverse=True):
        pieces = line.split('"')
        pieces[::2] = [
            re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda found: f'"{found[0]}"', p) for p in pieces[::2]
        ]
        line = '"'.join(pieces)
    asks = line.startswith("gm ") and " " in line[3:] and "--reason" not in line
    return f'{line} --reason "..."' if asks else line


def completed(typed: str, word: str) -> str:
    """A line of help that is no more than a little word: the line as it was typed, with it; `leave --crit out`: without it.

    What the line said under that little word goes. Anything else is a line already.
    """
    said = word.split()
    leaves = len(said) == 3 and said[0] == "leave" and said[2] == "out"
    if not said or not (said[0].startswith("--") or leaves):
        return word
    name, kept, passing = said[1] if leaves else said[0], [], False
    for each in split(typed):
        if each.is_option:
            passing = each.text == name
        if not passing:
            kept.append(each.text)
    line = line_of(kept)
    return line if leaves else f"{line} {word}"


def refuse_controls(line: str) -> None:
    """BadWords if the line holds a control character other than a tab, or half a character."""
    if line.isascii() and line.isprintable():
        return
    for place, character in enumerate(line):
        if character != "\t" and unicodedata.category(character) in ("Cc", "Cs"):
            what = f"U+{ord(character):04X}"
            raise BadWords(f"a control character ({what}) cannot stand in a line", place + 1)


# How a line is read

_DOUBLE = {'"': '"', "“": "“”", "”": "“”", "„": "“”"}
_SINGLE = {"'": "'", "‘": "’'"}
_SINGLE_CLOSERS = tuple(_SINGLE.values())
_CLOSERS = {closers: re.compile(f"[{closers}]") for closers in (*_DOUBLE.values(), *_SINGLE_CLOSERS)}
_QUOTES = "\"“”„'‘’"
_BEFORE_SINGLE = ",/=:+(" + _QUOTES
_AFTER_SINGLE = ",/=:;.!?)" + _QUOTES


class _Scan(msgspec.Struct, gc=False):
    """`end`: where the remark begins, else the length. `unclosed`: where a quote begins that never ends."""

    words: list[Word]
    end: int
    unclosed: int | None = None


def _scan(line: str, remarks: bool) -> _Scan:
    scan = _Scan([], len(line))
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
        elif remarks and line[at] == "#":
            scan.end = at
            break
        else:
            at = _scan_word(line, at, scan)
    return scan


def _scan_word(line: str, start: int, scan: _Scan) -> int:
    pieces: list[str] = []
    commas: list[int] = []
    size, at, quoted = 0, start, False
    while at < len(line) and not line[at].isspace():
        closers = _closers(line, at, start)
        if closers:
            end = _closing(line, at + 1, closers)
            if end is None:
                scan.unclosed, end = at, len(line)
            piece, quoted, after = line[at + 1 : end], True, end + 1
        else:
            piece, after = line[at], at + 1
            if piece == ",":
                commas.append(size)
        pieces.append(piece)
        size, at = size + len(piece), after
    scan.words.append(Word("".join(pieces), start + 1, quoted, tuple(commas)))
    return at


def _closers(line: str, at: int, start: int) -> str:
    """What closes the quote that opens here; "" where none opens, as at an apostrophe inside a word."""
    double = _DOUBLE.get(line[at])
    if double:
        return double
    opens = at == start or line[at - 1] in _BEFORE_SINGLE
    return _SINGLE.get(line[at], "") if opens else ""


def _closing(line: str, start: int, closers: str) -> int | None:
    for found in _CLOSERS[closers].finditer(line, start):
        if closers not in _SINGLE_CLOSERS or _ends_word(line, found.end()):
            return found.start()
    return None


def _ends_word(line: str, at: int) -> bool:
    return at >= len(line) or line[at].isspace() or line[at] in _AFTER_SINGLE


def _goes_on(line: str, scan: _Scan) -> bool:
    return line[: scan.end].rstrip().endswith("\\")


def _ends_open(word: Word) -> bool:
    return bool(word.commas) and word.commas[-1] == len(word.text) - 1


def _starts_open(word: Word) -> bool:
    return bool(word.commas) and word.commas[0] == 0


def _typed(argument: str) -> str:
    if not argument:
        return '""'
    text = "".join(" " if character.isspace() else character for character in argument)
    if " " not in text and not text.startswith("#") and not text.endswith("\\") and not _has_quotes(text):
        return text
    # A " inside is written '"' and glued on, as a terminal has it.
    return "'\"'".join(f'"{piece}"' for piece in text.split('"'))


def _has_quotes(text: str) -> bool:
    return any(_closers(text, at, 0) for at in range(len(text)))

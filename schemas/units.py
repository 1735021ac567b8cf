"""The measures: moments, exact numbers and names, and how each of them is read and written.

No number is ever a float in the ledger: halves and thirds are exact (`Number`), and a stored one is an
integer or the text of a fraction (`Amount`).
"""

import re
import unicodedata
from fractions import Fraction

Moment = int
"""Seconds of campaign time from the campaign's first midnight."""

Amount = int | str
"""A number as it is stored: an integer, or a fraction as text, such as "31/2"."""

Number = int | Fraction
"""A number in memory."""

LONGEST_NUMBER = 30
LONGEST_NAME = 80
TAKEN_NAMES = ("party", "all", "none", "gm", "last", "now", "book")


# Numbers


def exact(amount: Amount | Number) -> Number:
    """A stored or reckoned number as the exact one: "31/2" is a Fraction, "4/2" and Fraction(2) are 2.

    Text that is no number raises ValueError.
    """
    if isinstance(amount, int):
        return int(amount)
    if isinstance(amount, str):
        return _read(amount)
    return amount.numerator if amount.denominator == 1 else amount


def stored(number: Number) -> Amount:
    """The number as the book keeps it: an integer, or "31/2" where it is not whole."""
    if isinstance(number, int):
        return int(number)
    if number.denominator == 1:
        return number.numerator
    return f"{number.numerator}/{number.denominator}"


def text_of(number: Number) -> str:
    """The number for eyes: "15", "15.5" where it ends in decimals, else "7/3"."""
    number = exact(number)
    if isinstance(number, int):
        return str(number)
    places = _decimal_places(number.denominator)
    if places is None:
        return f"{number.numerator}/{number.denominator}"
    digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def shown(number: Number) -> int | float | str:
    """The number as `--json` prints it: 15, 15.5, or the text "7/3".

    Only for the printing edge: this is the one place where a float is made, and only where its shortest
    decimal is exactly the number. A decimal too long for that is given as the text of its digits.
    """
    number = exact(number)
    if isinstance(number, int):
        return number
    if _decimal_places(number.denominator) is not None:
        try:
            decimal = float(number)
        except OverflowError:
            return text_of(number)
        if Fraction(repr(decimal)) == number:
            return decimal
    return text_of(number)


UNCOUNTED = (
    "food", "fat", "cloth", "lumber", "cordage", "paper", "ink", "armor", "clothing", "art", "furniture", "jewelry", "ammunition",
)  # fmt: skip
"""Words of things that have no plural of their own; `preserved food` goes by its last word."""


def plural(noun: str) -> str:
    """The word for several, as the books have it: `hit points`, `torches`, `dice`; `food` stays food."""
    first, _, last = noun.rpartition(" ")
    if last in UNCOUNTED:
        return noun
    if last == "die":
        return f"{first} dice".strip()
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if last.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def counted(number: Number, noun: str) -> str:
    """A number with its noun, for eyes: `1 hit point`, `0.5 hit point`, `0 hit points`, `8 cloth fragments`."""
    number = exact(number)
    return f"{text_of(number)} {noun if number and -1 <= number <= 1 else plural(noun)}"


def parse_number(text: str) -> Number:
    """A number as it is typed: "3", "0.5", ".5", "15.50", "1/2", each with a sign if need be.

    ValueError in plain words for what is no number, is longer than 30 characters, or divides by 0.
    """
    words = text.strip()
    if not words:
        raise ValueError("a number is missing, such as 3, 0.5 or 1/2")
    if len(words) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(words)} characters is too long; {LONGEST_NUMBER} are the most")
    return _read(words)


_NUMBER = r"([+-]?)(?:([0-9]+)(?:/([0-9]+))?|([0-9]*)\.([0-9]+))"


def _read(words: str) -> Number:
    match = re.fullmatch(_NUMBER, words)
    if match is None:
        raise ValueError(f"{quoted(words)} is no number; write it like 3, 0.5 or 1/2")
    sign, whole, divisor, before, after = match.groups()
    if after is not None:
        number = Fraction(int(before + after), 10 ** len(after))
    elif divisor is None:
        number = Fraction(int(whole))
    elif int(divisor) == 0:
        raise ValueError(f"{quoted(words)} divides by 0")
    else:
        number = Fraction(int(whole), int(divisor))
    return exact(-number if sign == "-" else number)


def _decimal_places(denominator: int) -> int | None:
    """How many decimals a fraction in lowest terms needs; None where they never end."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    return max(twos, fives) if denominator == 1 else None


# Names

_APOSTROPHES = "'\u2018\u2019\u201b\u02bb\u02bc\u2032\uff07"
_QUOTES = '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a'
_HYPHENS = "-_\u2010\u2011"
# What joins or dresses a sign without being seen: emoji and Persian names need it, a comparison does not.
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_FOR_COMPARING = str.maketrans({**dict.fromkeys(_APOSTROPHES + _JOINERS, None), **dict.fromkeys(_HYPHENS, " ")})


def key(name: str) -> str:
    """What names are compared by: `key("Old Mill") == key("old_mill") == key("OLD-MILL") == "old-mill"`.

    Unicode NFC, without case and apostrophes; runs of space, hyphen and underscore are one hyphen, and none
    stands at the ends. Accents count. Any text comes in, nothing is refused; what is only signs is "".
    """
    if name.isascii():
        return "-".join(name.lower().translate(_FOR_COMPARING).split())
    folded = _folded(name)
    # Taking an apostrophe away may bring a letter and its accent together, so once is not always enough.
    while (again := _folded(folded)) != folded:
        folded = again
    return folded


def _folded(name: str) -> str:
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return unicodedata.normalize("NFC", "-".join(folded.translate(_FOR_COMPARING).split()))


def check_name(name: str) -> str:
    """The spelling to keep: NFC, without space at the ends; any script, accents and emoji are fine.

    ValueError that says what is wrong: nothing in it to read, more than 80 characters, a control character or
    other unseen sign, one of , / @ = or a quote, a leading hyphen, a bare number, or a word that is taken.
    """
    spelling = unicodedata.normalize("NFC", name.strip())
    if not spelling:
        raise ValueError("a name is missing")
    if len(spelling) > LONGEST_NAME:
        raise ValueError(f"a name of {len(spelling)} characters is too long; {LONGEST_NAME} are the most")
    for sign in spelling:
        if trouble := _trouble_with(sign):
            raise ValueError(f"the name {quoted(spelling)} holds {trouble}; write it without")
    if spelling.startswith("-"):
        raise ValueError(f"the name {quoted(spelling)} begins with a hyphen; write it without")
    compared = key(spelling)
    if all(unicodedata.category(sign)[0] in "PM" for sign in compared):
        raise ValueError(f"the name {quoted(spelling)} has no letter in it")
    if _is_bare_number(compared) or _is_bare_number(spelling):
        raise ValueError(f"the name {quoted(spelling)} is a bare number; add a word, as in wolf-1")
    if compared in TAKEN_NAMES:
        raise ValueError(f"{quoted(spelling)} cannot be a name: {' '.join(TAKEN_NAMES)} are taken")
    return spelling


def _trouble_with(sign: str) -> str | None:
    """What keeps one sign out of names, in words; None where it may stand."""
    if sign in ",/@=":
        return f"a {sign}"
    if sign in _QUOTES:
        return f"a quote ({sign})"
    if sign == "\x1b":
        return "a terminal escape (U+001B)"
    match unicodedata.category(sign):
        case "Cc" | "Zl" | "Zp":
            return f"a control character (U+{ord(sign):04X})"
        case "Cf" if sign not in _JOINERS:
            return f"a sign that is not seen (U+{ord(sign):04X})"
        case "Cs":
            return f"half a character (U+{ord(sign):04X})"
    return None


def _is_bare_number(name: str) -> bool:
    return name.isdecimal() or re.fullmatch(_NUMBER, name) is not None


# Words in messages


def quoted(text: str) -> str:
    """What a person typed, safe to print in a message: in quotes, cut short, unseen signs spelled out."""
    short = text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "..."
    seen = (sign if sign in _JOINERS or sign.isprintable() else f"\\u{ord(sign):04x}" for sign in short)
    return '"' + "".join(seen) + '"'

"""Exact numbers and names: COMMANDS 1.1 (names) and 1.6 (numbers)."""

import json
import re
import unicodedata
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import schemas.rulebook as rulebook
from schemas.units import Number, check_name, counted, exact, key, parse_number, plural, quoted, shown, stored, text_of

HALF = Fraction(1, 2)
numbers = st.one_of(st.integers(), st.fractions(max_denominator=1000))


# Numbers


@pytest.mark.parametrize(
    ("amount", "number"),
    [
        (15, 15),
        (0, 0),
        (-3, -3),
        ("31/2", Fraction(31, 2)),
        ("-17/2", Fraction(-17, 2)),
        ("4/2", 2),
        ("7", 7),
    ],
)
def test_a_stored_amount_is_read_as_exactly_what_it_says(amount: int | str, number: Number) -> None:
    read = exact(amount)
    assert read == number
    assert type(read) is type(number)


def test_a_fraction_that_is_whole_becomes_an_integer() -> None:
    assert type(exact(Fraction(6, 3))) is int
    assert type(stored(Fraction(6, 3))) is int


def test_what_is_not_whole_is_stored_as_the_text_of_a_fraction() -> None:
    assert stored(15) == 15
    assert stored(Fraction(31, 2)) == "31/2"
    assert stored(Fraction(-1, 3)) == "-1/3"


@pytest.mark.parametrize(
    ("number", "for_programs", "for_eyes"),
    [
        (15, 15, "15"),
        (Fraction(30, 2), 15, "15"),
        (Fraction(31, 2), 15.5, "15.5"),
        (Fraction(-31, 2), -15.5, "-15.5"),
        (HALF, 0.5, "0.5"),
        (Fraction(1, 8), 0.125, "0.125"),
        (Fraction(1, 10), 0.1, "0.1"),
        (Fraction(1, 20), 0.05, "0.05"),
        (Fraction(-3, 40), -0.075, "-0.075"),
        (Fraction(7, 3), "7/3", "7/3"),
        (Fraction(-7, 3), "-7/3", "-7/3"),
        (Fraction(1, 6), "1/6", "1/6"),
    ],
)
def test_a_number_is_shown_as_integer_as_decimal_or_as_text(
    number: Number, for_programs: int | float | str, for_eyes: str
) -> None:
    assert shown(number) == for_programs
    assert type(shown(number)) is type(for_programs)
    assert text_of(number) == for_eyes


def test_a_decimal_that_no_float_can_hold_is_shown_digit_by_digit() -> None:
    number = 10**20 + HALF
    assert shown(number) == "100000000000000000000.5"
    assert shown(10**400 + HALF) == "1" + "0" * 400 + ".5"


@given(numbers)
def test_a_number_comes_back_from_the_book_as_it_went_in(number: Number) -> None:
    written = msgspec.json.encode(stored(number))
    assert exact(msgspec.json.decode(written, type=int | str)) == number


@given(numbers)
def test_a_shown_number_says_exactly_the_number(number: Number) -> None:
    printed = json.dumps(shown(number)).strip('"')
    assert Fraction(printed) == number
    assert Fraction(text_of(number)) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        ("0.5", HALF),
        (".5", HALF),
        ("1/2", HALF),
        ("15.50", Fraction(31, 2)),
        ("4/2", 2),
        ("2.0", 2),
        ("007", 7),
        ("-2", -2),
        ("+2", 2),
        (" 3 ", 3),
        ("0", 0),
    ],
)
def test_a_typed_number_is_read_exactly(text: str, number: Number) -> None:
    read = parse_number(text)
    assert read == number
    assert type(read) is type(number)


@pytest.mark.parametrize(
    "text",
    [
        *["", "  ", "three", "1e3", "1_000", "1,5", "5.", ".", "1/2/3", "1.5/2", "--1", "0x10", "nan", "inf"],
        *["1/0", "½", "٣", "３", "²", "3 4", "3\n4", "\x1b[31m", "9" * 31],
    ],
)
def test_what_is_no_number_is_refused_in_plain_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"number|divides by 0") as refusal:
        parse_number(text)
    assert "\x1b" not in str(refusal.value)


@given(st.text())
def test_reading_a_number_answers_or_refuses_and_nothing_else(text: str) -> None:
    try:
        assert isinstance(parse_number(text), int | Fraction)
    except ValueError as refusal:
        assert str(refusal)


# Names


def is_safe(message: str) -> bool:
    """Whether a terminal shows a message and obeys none of it; what joins an emoji may stand."""
    return re.sub("[\u200c\u200d\ufe0e\ufe0f]", "", message).isprintable()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Old Mill", "old-mill"),
        ("Old Mill", "OLD_MILL"),
        ("Old  Mill", "old - mill"),
        ("Hunter's Rest", "hunters rest"),
        ("Hunter\u2019s Rest", "Hunter's rest"),
        ("Hunter\u02bcs Rest", "hunters_rest"),
        ("Zoë", "Zoe\u0308"),
        ("ZOË", "zoë"),
        ("Straße", "STRASSE"),
        ("Мара", "мАРА"),
        ("Old\u00a0Mill", "old\u2011mill"),
        ("\u2764\ufe0f", "\u2764"),
        ("  Mara ", "mara"),
    ],
)
def test_two_spellings_of_one_name(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Zoë", "Zoe"), ("Mara", "Мара"), ("wolf-1", "wolf-11"), ("OldMill", "Old Mill")]
)
def test_two_names_that_stay_apart(one: str, other: str) -> None:
    assert key(one) != key(other)


def test_the_key_of_a_name_is_lower_case_with_hyphens() -> None:
    assert key("Old Mill") == "old-mill"
    assert key("'") == key("- _") == key("") == ""


@given(st.text())
def test_the_key_of_a_key_is_itself(name: str) -> None:
    assert key(key(name)) == key(name)


@given(st.text(st.characters(categories=["L", "Mn"])))
def test_a_name_is_the_same_composed_and_decomposed(name: str) -> None:
    assert key(unicodedata.normalize("NFC", name)) == key(unicodedata.normalize("NFD", name))


@pytest.mark.parametrize(
    "name",
    [
        *[
            "Mara",
            "Old Mill",
            "Hunter's Rest",
            "wolf-1",
            "Zoë",
            "Мара",
            "真理",
            "مريم",
            "Ærøskøbing",
            "T-Rex",
        ],
        *["🐺", "👩\u200d🌾", "❤️", "🩷", "R2", "Mara #2", "4 winds", "a" * 80, "partying", "Book of Hours"],
    ],
)
def test_a_name_in_any_script_keeps_its_spelling(name: str) -> None:
    assert check_name(name) == name


def test_a_name_is_kept_composed_and_trimmed() -> None:
    assert check_name("  Zoe\u0308\n") == "Zoë"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "missing"),
        ("   ", "missing"),
        ("Mara,Ivo", "holds a ,"),
        ("Mara/Ivo", "holds a /"),
        ("food@43", "holds a @"),
        ("hp=3", "holds a ="),
        ('The "Rat"', "a quote"),
        ("The \u201cRat\u201d", "a quote"),
        ("\u00abRat\u00bb", "a quote"),
        ("-mara", "begins with a hyphen"),
        ("--seat", "begins with a hyphen"),
        ("12", "bare number"),
        ("0.5", "bare number"),
        ("+3", "bare number"),
        ("١٢", "bare number"),
        ("'12'", "bare number"),
        ("'", "no letter"),
        ("...", "no letter"),
        ("_", "no letter"),
        ("\u0301", "no letter"),
        ("\u200d", "no letter"),
        ("Ma\nra", r"control character \(U\+000A\)"),
        ("Ma\tra", "control character"),
        ("Ma\x00ra", "control character"),
        ("Ma\u2028ra", "control character"),
        ("\x1b[31mMara", "terminal escape"),
        ("Ma\x9b31mra", "control character"),
        ("Mara\u202eavI", r"not seen \(U\+202E\)"),
        ("Ma\u2066ra", "not seen"),
        ("Ma\u200bra", "not seen"),
        ("Ma\ud800ra", "half a character"),
        ("a" * 81, "81 characters"),
    ],
)
def test_a_name_that_cannot_stand_in_a_line_is_refused_with_its_reason(name: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        check_name(name)
    assert is_safe(str(refusal.value))


@pytest.mark.parametrize("word", ["party", "all", "none", "gm", "last", "now", "book"])
def test_the_words_of_the_table_cannot_be_names_in_any_spelling(word: str) -> None:
    for spelling in (word, word.upper(), f" {word} ", f"'{word}'", f"{word}_"):
        with pytest.raises(ValueError, match="are taken"):
            check_name(spelling)


@given(st.text())
def test_a_name_that_was_checked_passes_again_unchanged(name: str) -> None:
    try:
        spelling = check_name(name)
    except ValueError as refusal:
        assert is_safe(str(refusal))
    else:
        assert check_name(spelling) == spelling
        assert key(spelling) == key(name)
        assert not re.search(r"[,/@=\x00-\x1f]", spelling)


def test_what_was_typed_is_quoted_so_that_no_terminal_obeys_it() -> None:
    assert quoted("Mara") == '"Mara"'
    assert quoted("\x1b[31m") == '"\\u001b[31m"'
    assert quoted("a" * 200) == '"' + "a" * 80 + '..."'


# Numbers with their nouns


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "hit point", "1 hit point"),
        (2, "hit point", "2 hit points"),
        (0, "task", "0 tasks"),
        (Fraction(1, 2), "T1 cloth", "0.5 T1 cloth"),
        (Fraction(3, 2), "mile", "1.5 miles"),
        (10, "preserved food", "10 preserved food"),
        (2, "die", "2 dice"),
        (3, "entry", "3 entries"),
        (3, "day", "3 days"),
    ],
)
def test_a_number_is_said_with_its_noun(number: Number, noun: str, said: str) -> None:
    assert counted(number, noun) == said


@pytest.mark.parametrize("row", rulebook.things().values(), ids=lambda row: row.name)
def test_every_thing_of_the_books_has_the_plural_that_the_books_give(row: rulebook.Thing) -> None:
    assert plural(row.name) == row.many

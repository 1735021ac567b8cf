"""COMMANDS 1.1: THINGS, skill lists, names."""

from collections.abc import Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cli.line import BadWords, split
from ledger.cli.thing_words import parse_people, parse_skills, parse_things
from schemas.things import Wanted
from schemas.units import key

PLURALS = {
    "food": "food", "preserved food": "preserved food", "ingot": "ingots", "cordage": "cordage",
    "clothing": "clothing", "raft": "rafts", "basic fishing toolkit": "basic fishing toolkits",
    "traps toolkit": "traps toolkits", "fire": "fires", "bullet": "bullets", "sword": "swords", "axe": "axes",
    "armor": "armor", "shelter": "shelters", "torch": "torches", "arrow": "arrows", "tent": "tents",
    "two-handed crossbow": "two-handed crossbows", "Silver Bell": "Silver Bells", "Sign for Sale": "Signs",
    "100 Year Wine": "100 Year Wines", "coin": "coins", "arrow pouch": "arrow pouches", "chore": "chores",
}  # fmt: skip


class Shelf:
    """A small catalog with things of the book and of the campaign."""

    def thing(self, words: str) -> str | None:
        spellings = {key(spelling): name for name, more in PLURALS.items() for spelling in (name, more)}
        return spellings.get(key(words))

    def unit(self, name: str) -> str | None:
        return "ft" if name == "cordage" else None

    def names(self) -> Iterable[str]:
        return PLURALS


SHELF = Shelf()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("food", Wanted("food")),
        ("3 food", Wanted("food", 3, counted=True)),
        ("600 food", Wanted("food", 600, counted=True)),
        ("1400 preserved food", Wanted("preserved food", 1400, counted=True)),
        ("1 food", Wanted("food", 1, counted=True)),
        ("0.5 T1 ingot", Wanted("ingot", "1/2", tier=1, counted=True)),
        ("1/2 t1 ingots", Wanted("ingot", "1/2", tier=1, counted=True)),
        ("1.50 food", Wanted("food", "3/2", counted=True)),
        ("2.0 food", Wanted("food", 2, counted=True)),
        ("10 ft cordage", Wanted("cordage", 10, counted=True)),
        ("10 FT T1 cordage", Wanted("cordage", 10, tier=1, counted=True)),
        ("10 cordage", Wanted("cordage", 10, counted=True)),
        ("10 ft cordage@43", Wanted("cordage", 10, lot="cordage@43", counted=True)),
        ("T3 clothing for Pip", Wanted("clothing", tier=3, of="Pip")),
        ('T3 clothing for "Old Bob"', Wanted("clothing", tier=3, of="Old Bob")),
        ("raft for 4", Wanted("raft", persons=4)),
        ("2 T2 tents for 12", Wanted("tent", 2, tier=2, persons=12, counted=True)),
        ("basic fishing toolkit", Wanted("basic fishing toolkit")),
        ("Basic-Fishing_Toolkits", Wanted("basic fishing toolkit")),
        ("traps toolkit for Pip", Wanted("traps toolkit", of="Pip")),
        ("2 fire", Wanted("fire", 2, counted=True)),
        ("1 T3 bullet", Wanted("bullet", tier=3, counted=True)),
        ("food@43", Wanted("food", lot="food@43")),
        ("3 food@43", Wanted("food", 3, lot="food@43", counted=True)),
        ("traps toolkit@12", Wanted("traps toolkit", lot="traps toolkit@12")),
        ("swords@77.2", Wanted("sword", lot="sword@77.2")),
        ("sword@77.1", Wanted("sword", lot="sword@77")),
        ('"Silver Bell"', Wanted("Silver Bell")),
        ("silver-bell", Wanted("Silver Bell")),
        ('2 "Silver Bell"', Wanted("Silver Bell", 2, counted=True)),
        ("T2 two handed crossbow", Wanted("two-handed crossbow", tier=2)),
        ("Sign for Sale", Wanted("Sign for Sale")),
        ('"Sign for Sale"', Wanted("Sign for Sale")),
        ("100 Year Wine", Wanted("100 Year Wine")),
    ],
)
def test_a_thing_is_said_as_at_the_table(text: str, wanted: Wanted) -> None:
    assert parse_things(split(text), SHELF) == (wanted,)
    assert parse_things(text, SHELF) == (wanted,)


@pytest.mark.parametrize(
    "text",
    [
        "T2 axe, 20 coins, food",
        '"T2 axe, 20 coins, food"',
        'T2 axe, "20 coins", food',
        "T2 axe ,20 coin,food",
    ],
)
def test_commas_part_things_and_quotes_are_optional(text: str) -> None:
    assert parse_things(split(text), SHELF) == (
        Wanted("axe", tier=2),
        Wanted("coin", 20, counted=True),
        Wanted("food"),
    )


def test_no_words_are_no_things_but_an_empty_text_is_a_mistake() -> None:
    assert parse_things([], SHELF) == ()
    with pytest.raises(BadWords):
        parse_things(" ", SHELF)
    with pytest.raises(BadWords):
        parse_things(split('""'), SHELF)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("0 food", 1),
        ("-1 food", 1),
        ("0/3 food", 1),
        ("1/0 food", 1),
        ("food, 0.0 coin", 7),
        ("9999999999 food", 1),
        ("1" * 400 + " food", 1),
        ("1.2.3 food", 1),
        ("３ food", 1),
        ("½ food", 1),
        ("3", 1),
        ("1,400 food", 1),
        ("T2", 1),
        ("2 T2", 1),
        ("T0 axe", 1),
        ("T100 axe", 1),
        ("2 T-1 axe", 3),
        ("raft for 0", 10),
        ("raft for 1/2", 10),
        ("raft for -4", 10),
        ("raft for", 6),
        ("clothing for Old Bob", 14),
        ("clothing for party", 14),
        ("food,", 5),
        ("food,,axe", 6),
        (",food", 1),
        ("food@", 1),
        ("food@0", 1),
        ("food@4.x", 1),
        ("@43", 1),
        ("axe, 2 sworrd", 8),
        ("10 ft axe", 4),
        ("ft cordage", 1),
    ],
)
def test_what_cannot_be_meant_is_named_with_its_column(text: str, column: int) -> None:
    with pytest.raises(BadWords) as caught:
        parse_things(split(text), SHELF)
    assert caught.value.column == column


def test_an_unknown_thing_offers_the_nearest_ones() -> None:
    with pytest.raises(BadWords) as caught:
        parse_things(split("axe, 2 T1 sworrd"), SHELF)
    assert (caught.value.column, caught.value.nearest[0]) == (11, "sword")
    with pytest.raises(BadWords) as caught:
        parse_things(split('give "axe, 2 sworrd"')[1:], SHELF)
    assert caught.value.column == 14


@given(st.text(alphabet=st.one_of(st.sampled_from("T123 ,./@-½\"'"), st.characters()), max_size=30))
def test_reading_things_raises_nothing_but_bad_words(text: str) -> None:
    try:
        parse_things(text, SHELF)
    except BadWords as bad:
        assert bad.column is not None and bad.column >= 1


PHRASES = st.lists(
    st.sampled_from(["3", "0.5", "T2", "ft", "food", "cordage", "for", "Pip", ",", '"axe', '"', "'", "@4"])
)


@given(PHRASES)
def test_words_of_things_in_any_order_raise_nothing_but_bad_words(words: list[str]) -> None:
    try:
        parse_things(" ".join(words), SHELF)
    except BadWords as bad:
        assert bad.column is not None and bad.column >= 1


SKILLS = ("hunting", "bow", "sling", "main-hand melee", "one-handed weapon", "traps")


def skill(words: str) -> str | None:
    return {key(name): name for name in SKILLS}.get(key(words))


@pytest.mark.parametrize(
    ("text", "skills"),
    [
        ("hunting 6, bow 2", (("hunting", 6), ("bow", 2))),
        ("sling adept", (("sling", "adept"),)),
        ("One-Handed Weapon EXPERT", (("one-handed weapon", "expert"),)),
        ("main hand melee 4,traps 0", (("main-hand melee", 4), ("traps", 0))),
    ],
)
def test_skills_are_lists(text: str, skills: tuple[tuple[str, int | str], ...]) -> None:
    assert parse_skills(text, skill, SKILLS) == skills


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("hunting 6, huntin 2", 12, 'no skill "huntin"'),
        ("hunting 6, Hunting 2", 12, "named twice"),
        ("bow 1, hunting -1", 8, "never below 0"),
        ("hunting", 1, "needs a level"),
        ("hunting six", 1, '"six" is no level'),
        ("hunting 1.5", 1, '"1.5" is no level'),
        ("hunting 99999", 1, "is no level"),
        ("6", 1, "a level without a skill"),
        ("", 1, "a skill is missing"),
        ("hunting 6,", 11, "a skill is missing"),
    ],
)
def test_a_skill_that_cannot_be_read_is_named(text: str, column: int, says: str) -> None:
    with pytest.raises(BadWords, match=says) as caught:
        parse_skills(text, skill, SKILLS)
    assert caught.value.column == column


def test_an_unknown_skill_offers_the_nearest_ones() -> None:
    with pytest.raises(BadWords) as caught:
        parse_skills("huntin 2", skill, SKILLS)
    assert caught.value.nearest == ("hunting",)


@given(st.text(alphabet=st.one_of(st.sampled_from("hunting 6,-bow"), st.characters()), max_size=30))
def test_reading_skills_raises_nothing_but_bad_words(text: str) -> None:
    try:
        parse_skills(text, skill, SKILLS)
    except BadWords as bad:
        assert bad.column is not None


def test_several_names_stand_with_commas_between() -> None:
    assert parse_people("Mara") == ("Mara",)
    assert parse_people("Mara,Ivo, Old Bob") == ("Mara", "Ivo", "Old Bob")
    assert parse_people(split("Fen,Fen,Ash")[0]) == ("Fen", "Fen", "Ash")


@pytest.mark.parametrize(("text", "column"), [("", 1), ("Mara,", 6), ("Mara,,Ivo", 6), (",Ivo", 1)])
def test_a_missing_name_is_named_with_its_column(text: str, column: int) -> None:
    with pytest.raises(BadWords) as caught:
        parse_people(text)
    assert caught.value.column == column


@given(st.text(alphabet=st.one_of(st.sampled_from("ab, "), st.characters()), max_size=20))
def test_reading_names_raises_nothing_but_bad_words(text: str) -> None:
    with suppress(BadWords):
        assert all(parse_people(text))

"""COMMANDS 1.1: one line, one sentence."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cli.line import (
    BadWords,
    Word,
    bare,
    extent,
    joined,
    line_of,
    nearest,
    split,
    unfinished,
)

LINES = st.text(alphabet=st.one_of(st.sampled_from("ab \t\"'“”‘’„#,\\\n/"), st.characters()), max_size=40)


def texts(line: str) -> list[str]:
    return [word.text for word in split(line)]


def test_spaces_part_words_and_columns_count_from_one() -> None:
    assert split("hunt  Mara --rolled 14") == [
        Word("hunt", 1),
        Word("Mara", 7),
        Word("--rolled", 12),
        Word("14", 21),
    ]


@pytest.mark.parametrize(
    "line",
    [
        'declare water "Mill Lake" --in Oakwood',
        "declare water 'Mill Lake' --in Oakwood",
        "declare water “Mill Lake” --in Oakwood",
        "declare water ‘Mill Lake’ --in Oakwood",
        "declare water „Mill Lake“ --in Oakwood",
    ],
)
def test_quotes_of_any_kind_hold_words_together(line: str) -> None:
    assert split(line)[2] == Word("Mill Lake", 15, quoted=True)
    assert texts(line) == ["declare", "water", "Mill Lake", "--in", "Oakwood"]


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_an_apostrophe_inside_a_word_belongs_to_it(apostrophe: str) -> None:
    name = f"Mara{apostrophe}s"
    assert texts(f"declare site {name} dogs{apostrophe} --in Oakwood")[2:4] == [name, f"dogs{apostrophe}"]
    assert texts(f"note '{name} turn' --of 3") == ["note", f"{name} turn", "--of", "3"]
    assert texts(f'note "{name} turn"') == ["note", f"{name} turn"]


def test_quotes_may_stand_inside_quotes_of_the_other_kind() -> None:
    assert texts("""note 'she said "no"' "it's" """) == ["note", 'she said "no"', "it's"]


def test_an_empty_pair_of_quotes_is_an_empty_word() -> None:
    assert split('hunt Mara --reason ""')[3] == Word("", 20, quoted=True)


@pytest.mark.parametrize(
    ("line", "column"), [('note "no end', 6), ("note 'no end", 6), ("note “no end", 6), ('a b"c', 4)]
)
def test_a_quote_that_is_never_closed_is_named_with_its_column(line: str, column: int) -> None:
    with pytest.raises(BadWords, match="never closed") as caught:
        split(line)
    assert caught.value.column == column


def test_a_hash_at_the_start_of_a_word_begins_a_remark() -> None:
    line = "hunt Mara#2 --rolled 14   # 17: it's a \"tie"
    assert texts(line) == ["hunt", "Mara#2", "--rolled", "14"]
    assert line[: extent(line)[0]].rstrip() == "hunt Mara#2 --rolled 14"
    assert extent('note "# not this') == (16, 5)
    assert texts("# only this") == []
    assert texts('note "# not this"') == ["note", "# not this"]
    assert [word.text for word in split("#3 bell", remarks=False)] == ["#3", "bell"]


@pytest.mark.parametrize("written", ["Mara,Ivo", "Mara, Ivo", "Mara ,Ivo", "Mara , Ivo", "Mara,  Ivo"])
def test_a_comma_takes_the_next_word_along(written: str) -> None:
    words = joined(split(f"wear {written} cloak"), 1)
    assert [word.text for word in words] == ["wear", "Mara,Ivo", "cloak"]
    assert words[1].column == 6


def test_a_list_of_names_may_have_quoted_names_in_it() -> None:
    words = joined(split('wear Mara, "Old Bob", Ivo cloak, axe'), 1)
    assert [word.text for word in words] == ["wear", "Mara,Old Bob,Ivo", "cloak,", "axe"]
    assert words[1].commas == (4, 12)


def test_a_comma_never_takes_a_little_word_along_nor_a_quoted_comma_anything() -> None:
    assert [word.text for word in joined(split("camp Mara, --days 2"), 1)] == ["camp", "Mara,", "--days", "2"]
    assert [word.text for word in joined(split('note "first," then'), 1)] == ["note", "first,", "then"]
    assert joined(split("camp"), 1) == [Word("camp", 1)]


def test_lines_of_notes_are_matched_without_remark_and_with_single_spaces() -> None:
    assert bare("  hunt\tMara   --rolled 14  # a tie ") == "hunt Mara --rolled 14"
    assert bare('note "a # b"') == 'note "a # b"'
    assert bare("join Zoe\u0308") == bare("join Zo\u00eb")


def test_a_backslash_at_the_end_goes_on_below_unless_a_remark_holds_it() -> None:
    assert unfinished("hunt Mara \\")
    assert unfinished("hunt Mara \\  # below")
    assert not unfinished("hunt Mara # below \\")
    assert not unfinished('note "C:\\"')
    with pytest.raises(BadWords) as caught:
        split("hunt Mara \\")
    assert caught.value.column == 11


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\n", "\x7f", "\x85", "\ud800"])
def test_control_characters_are_refused_with_their_column(sign: str) -> None:
    with pytest.raises(BadWords, match="control character") as caught:
        split(f"hunt M{sign}ara")
    assert caught.value.column == 7


def test_the_nearest_names_are_offered_the_best_first() -> None:
    names = ["Oakwood", "Old Mill", "Mill Lake", "Meadow"]
    assert nearest("oakwod", names)[0] == "Oakwood"
    assert nearest("old_mil", names)[0] == "Old Mill"
    assert nearest("xyzzy", names) == ()


def test_bad_words_inside_a_word_are_placed_in_the_line() -> None:
    assert BadWords("no", 3, ("a",)).within(10).column == 12
    assert BadWords("no").within(10).column == 10


def test_what_a_terminal_hands_over_becomes_the_line_that_would_be_typed() -> None:
    line = line_of(["join", "Mara", "--time", "hunting 6, bow 2", "--reason", ""])
    assert line == 'join Mara --time "hunting 6, bow 2" --reason ""'
    assert texts(line_of(["note", 'it\'s "so"', "#3"])) == ["note", 'it\'s "so"', "#3"]


@given(LINES)
def test_splitting_raises_nothing_but_bad_words(line: str) -> None:
    try:
        words = split(line)
    except BadWords as bad:
        assert bad.column is not None and 1 <= bad.column <= len(line)
        return
    assert all(word.text[place] == "," for word in joined(words, 0) for place in word.commas)


@given(LINES)
def test_bare_words_are_bare(line: str) -> None:
    assert bare(bare(line)) == bare(line)


@given(LINES)
def test_bare_words_are_the_same_words(line: str) -> None:
    try:
        words = [" ".join(text.split()) for text in texts(line)]
    except BadWords:
        return
    plain = [" ".join(unicodedata.normalize("NFC", word).split()) for word in words]
    assert [" ".join(word.split()) for word in texts(bare(line))] == plain


@given(st.lists(LINES.filter(lambda text: text.isprintable()), max_size=4))
def test_a_terminal_s_words_come_back_from_their_line(arguments: list[str]) -> None:
    flat = ["".join(" " if sign.isspace() else sign for sign in argument) for argument in arguments]
    assert texts(line_of(arguments)) == flat

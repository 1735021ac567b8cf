"""COMMANDS 1.3: dice are faces as they fell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cli.dice_words import Throws, parse_throws
from ledger.cli.line import BadWords


@pytest.mark.parametrize(
    ("text", "throws"),
    [
        ("14", ((14,),)),
        ("14,9", ((14, 9),)),
        ("14/9", ((14,), (9,))),
        ("5,5/2,6", ((5, 5), (2, 6))),
        ("4,5,1/2,2,3/6,1,1/3,3,2", ((4, 5, 1), (2, 2, 3), (6, 1, 1), (3, 3, 2))),
        (" 14 , 9 / 3 ", ((14, 9), (3,))),
        ("1000/1", ((1000,), (1,))),
    ],
)
def test_a_comma_joins_dice_of_one_throw_and_a_slash_parts_throws(
    text: str, throws: tuple[tuple[int, ...], ...]
) -> None:
    assert parse_throws(text) == Throws(throws)


@pytest.mark.parametrize("text", ["all:9", "ALL: 9", " all : 9 "])
def test_all_is_one_die_for_a_whole_group(text: str) -> None:
    assert parse_throws(text) == Throws(((9,),), all=True)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("x", 1),
        ("14,x", 4),
        ("14, x", 5),
        ("14//9", 4),
        ("/9", 1),
        ("14,", 4),
        ("0", 1),
        ("14/1001", 4),
        ("-3", 1),
        ("+3", 1),
        ("1.5", 1),
        ("１４", 1),
        ("99999999999999999999", 1),
        ("14 9", 1),
        ("all:", 5),
        ("all:x", 5),
        ("all:9/4", 6),
        ("all", 1),
    ],
)
def test_what_no_die_shows_is_named_with_its_column(text: str, column: int) -> None:
    with pytest.raises(BadWords) as caught:
        parse_throws(text)
    assert caught.value.column == column


@given(st.text(alphabet=st.one_of(st.sampled_from("0123456789,/ al:"), st.characters()), max_size=30))
def test_reading_dice_raises_nothing_but_bad_words(text: str) -> None:
    try:
        throws = parse_throws(text)
    except BadWords as bad:
        assert bad.column is not None and bad.column >= 1
        return
    assert all(1 <= face <= 1000 for throw in throws.throws for face in throw)


@given(st.lists(st.lists(st.integers(1, 1000), min_size=1), min_size=1))
def test_faces_come_back_as_they_were_told(throws: list[list[int]]) -> None:
    text = "/".join(",".join(map(str, throw)) for throw in throws)
    assert parse_throws(text).throws == tuple(map(tuple, throws))

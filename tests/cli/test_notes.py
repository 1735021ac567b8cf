"""COMMANDS 1.5: which lines of a session note are played, and where they stand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cli.line import BadWords
from ledger.cli.notes import Note, NoteLine, read_note

NOTE = """\
---
session: 3
title: "The ford"
seat: ivo   # he writes
weather: grey
---
# The ford

They came to the river.

```campaign
hunt Mara --rolled 14   # a tie

# nothing but a remark
  camp
```

```text
hunt Nobody
```

~~~campaign evening
clock 18:00
~~~
"""


def played(text: str) -> list[tuple[int, int, str]]:
    return [(line.number, line.column, line.text) for line in read_note(text.encode(), "n.md").lines]


def mistake(data: bytes, name: str = "notes/03.md") -> BadWords:
    with pytest.raises(BadWords) as caught:
        read_note(data, name)
    return caught.value


def test_a_note_has_front_matter_and_fences_marked_campaign() -> None:
    assert read_note(NOTE.encode(), "notes/03.md") == Note(
        name="03.md",
        session=3,
        title="The ford",
        seat="ivo",
        lines=(
            NoteLine(12, 1, "hunt Mara --rolled 14   # a tie"),
            NoteLine(15, 3, "camp"),
            NoteLine(23, 1, "clock 18:00"),
        ),
    )


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_of_any_system_and_a_byte_order_mark_are_fine(newline: str, mark: str) -> None:
    data = (mark + NOTE.replace("\n", newline)).encode()
    assert read_note(data, "03.md") == read_note(NOTE.encode(), "03.md")


@pytest.mark.parametrize("info", ["Campaign", "campaigns", "{campaign}", "text campaign", "", "campaign-x", "python"])
def test_other_fences_are_not_played(info: str) -> None:
    assert played(f"```{info}\nhunt Mara\n```\n") == []


def test_a_fence_that_is_shown_inside_another_or_in_a_comment_is_not_played() -> None:
    assert played("````text\n```campaign\nhunt Mara\n```\n````\n") == []
    assert played("<!--\n```campaign\nhunt Mara\n```\n-->\n") == []
    assert played("    ```campaign\n    hunt Mara\n    ```\n") == []


def test_a_fence_without_an_end_is_read_to_the_end_of_the_file() -> None:
    assert played("```campaign\nhunt Mara\ncamp") == [(2, 1, "hunt Mara"), (3, 1, "camp")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- first\n\n  ```campaign\n  hunt Mara\n    camp\n  ```\n", [(4, 3, "hunt Mara"), (5, 5, "camp")]),
        ("> ```campaign\n> hunt Mara\n>camp\n> ```\n", [(2, 3, "hunt Mara"), (3, 2, "camp")]),
        ("1. a\n   > ~~~ campaign\n   > hunt Mara\n", [(3, 6, "hunt Mara")]),
        ("-\t```campaign\n\thunt Mara\n", [(2, 2, "hunt Mara")]),
        ("   ```campaign\n   hunt Mara\n", [(2, 4, "hunt Mara")]),
        ("prose\n```campaign\nhunt Mara\n```\nprose", [(3, 1, "hunt Mara")]),
    ],
)
def test_fences_in_lists_and_quotes_keep_their_line_and_column(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert played(text) == expected


def test_a_backslash_at_the_end_of_a_line_goes_on_below() -> None:
    text = "```campaign\n  craft Ivo T1 cloth, \\\n    chest \\  # big\n  --in Mill\ncamp\n```\n"
    note = read_note(text.encode(), "n.md")
    first, second = note.lines
    assert (first.number, first.column, first.text) == (2, 3, "craft Ivo T1 cloth, chest --in Mill")
    assert first.where(1) == (2, 3)
    assert first.where(first.text.index("chest") + 1) == (3, 5)
    assert first.where(first.text.index("Mill") + 1) == (4, 8)
    assert first.where(None) == (2, 3)
    assert (second.number, second.text) == (5, "camp")


def test_a_quote_may_reach_over_lines_that_are_tied_together() -> None:
    text = '```campaign\nnote "it rained, \\\n# and \\\nthe ford" # wet \\\ncamp\n```\n'
    assert played(text) == [(2, 1, 'note "it rained, # and the ford" # wet \\'), (5, 1, "camp")]


def test_a_line_of_thousands_of_rows_is_read_quickly() -> None:
    before = time.perf_counter()
    assert len(played("```campaign\n" + "hunt Mara \\\n" * 5_000 + "camp")) == 1
    assert len(played('```campaign\nnote "' + "hunt Mara \\\n" * 5_000 + 'camp"')) == 1
    assert time.perf_counter() - before < 5


def test_a_backslash_in_a_remark_is_a_remark() -> None:
    assert played("```campaign\ncamp # C:\\\n# x \\\nhunt Mara\n```\n") == [
        (2, 1, "camp # C:\\"),
        (4, 1, "hunt Mara"),
    ]


def test_a_line_that_goes_on_below_the_fence_is_a_mistake() -> None:
    bad = mistake(b"```campaign\ncamp\nhunt Mara \\\n```\n")
    assert (bad.file, bad.line, bad.column) == ("notes/03.md", 3, 1)


@pytest.mark.parametrize("data", [b"Zo\xeb\n", "Zoë".encode("utf-16")])
def test_a_file_that_is_not_utf_8_is_named(data: bytes) -> None:
    bad = mistake(data)
    assert "save it as UTF-8" in bad.text
    assert bad.file == "notes/03.md"


def test_the_first_byte_that_is_not_utf_8_is_placed() -> None:
    bad = mistake("\ufeffZoë\r\nM\u00fcller ".encode() + b"Zo\xeb\n")
    assert (bad.line, bad.column) == (2, 10)


@pytest.mark.parametrize("sign", ["\x00", "\x1b[31m", "\x07", "\x0b"])
def test_control_characters_are_refused_in_a_line_to_play_and_nowhere_else(sign: str) -> None:
    bad = mistake(f"```campaign\n  hunt{sign} Mara\n```\n".encode())
    assert (bad.file, bad.line, bad.column) == ("notes/03.md", 2, 7)
    assert played(f"prose {sign}\n\n```campaign\ncamp\n```\n") == [(4, 1, "camp")]


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nA rule across the page.\n\n---\n\n```campaign\ncamp\n```\n",
        "---\n```campaign\ncamp\n```\n---\n",
        "---\ntitle: x\n- ```campaign\n  camp\n  ```\n---\n",
        "---\ntitle: never closed\n\n```campaign\ncamp\n```\n",
    ],
)
def test_two_rules_across_the_page_hide_no_fence(text: str) -> None:
    note = read_note(text.encode(), "n.md")
    assert (note.title, [line.text for line in note.lines]) == (None, ["camp"])


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("title: The ford", "The ford"),
        ("title: 'Ivo: the # ford'", "Ivo: the # ford"),
        ("title: The ford # wet", "The ford"),
        ("title:", None),
        ('title: ""', None),
        ("Title: The ford", None),
    ],
)
def test_front_matter_is_plain(row: str, expected: str | None) -> None:
    assert read_note(f"---\n{row}\n---\n".encode(), "n.md").title == expected


def test_a_session_that_is_no_number_is_a_mistake() -> None:
    bad = mistake(b"---\ntitle: x\nsession: three\n---\n")
    assert (bad.line, bad.column) == (3, 10)
    assert read_note(b"---\nsession: '12'\n...\n", "n.md").session == 12


def test_an_empty_note_has_nothing_to_play() -> None:
    assert read_note(b"", "03.md") == Note("03.md")


@pytest.mark.parametrize("marker", ["> ", "- ", "1. "])
def test_however_deep_a_fence_lies_it_is_played_or_refused_never_lost(marker: str) -> None:
    for depth in range(1, 80):
        lead = marker * depth
        inner = lead if marker == "> " else " " * len(lead)
        note = f"{lead}```campaign\n{inner}camp\n{inner}```\n"
        try:
            assert [text for _, _, text in played(note)] == ["camp"], depth
        except BadWords as bad:
            assert (bad.line, bad.column) == (1, len(lead) + 1)
            assert depth > 20


@pytest.mark.parametrize("marker", [">", "- ", "> - ", "* 1. "])
def test_deep_nesting_is_no_matter(marker: str) -> None:
    assert played(marker * 20_000 + "x\n\n```campaign\ncamp\n```\n") == [(4, 1, "camp")]
    stairs = "".join("  " * step + f"- {step}\n" for step in range(400))
    assert played(stairs + "\n```campaign\ncamp\n```\n") == [(403, 1, "camp")]


def test_a_note_of_ten_megabytes_is_read_quickly() -> None:
    prose = "The party walked on, through *wet* leaves [and](x) `mud`, until the light was gone.\n" * 11_500
    text = "".join(f"{prose}\n```campaign\ncamp --days {n}\n```\n\n" for n in range(1, 11))
    assert len(text) > 9_500_000
    before = time.perf_counter()
    lines = played(text)
    assert [text for _, _, text in lines] == [f"camp --days {n}" for n in range(1, 11)]
    assert time.perf_counter() - before < 5


PIECES = ["```campaign", "```", "> ", "- ", "  ", "\t", "camp", "\n", "\\\n", "#", "---\n", "<!--", "-->",
          "session: 1", "é", "\x00"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_reading_a_note_raises_nothing_but_bad_words(pieces: list[str]) -> None:
    text = "".join(pieces)
    rows = text.split("\n")
    try:
        note = read_note(text.encode(), "n.md")
    except BadWords as bad:
        assert bad.file == "n.md" and bad.line is not None and bad.column is not None
        return
    for line in note.lines:
        head = line.text[: line.more[0].offset] if line.more else line.text
        assert rows[line.number - 1][line.column - 1 :].startswith(head.rstrip())


@given(st.binary(max_size=60))
def test_any_bytes_are_a_note_or_bad_words(data: bytes) -> None:
    try:
        read_note(data, "n.md")
    except BadWords as bad:
        assert bad.line is not None and bad.column is not None

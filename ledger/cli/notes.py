"""Session notes: which lines of a Markdown file are played, and where each of them stands.

The file is read as CommonMark, so that a fence in a list, in a quote or in a comment is what it looks like.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from ledger.cli.line import BadWords, extent, refuse_controls

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

FENCE = "campaign"
DEEPEST = 60
"""Levels of lists (two each) and quotes (one); a fence to play below is refused, all else passed over."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """Where a piece of a line comes from: `offset` of its text is `number`:`column` of the file."""

    offset: int
    number: int
    column: int


class NoteLine(msgspec.Struct, frozen=True, gc=False):
    """One line to play. `number` and `column` (from 1) are where its text begins in the file.

    Lines that `\\` ties together are one, with a space between; `more` says where the later ones come from.
    """

    number: int
    column: int
    text: str
    more: tuple[Place, ...] = ()

    def where(self, column: int | None) -> tuple[int, int]:
        """Line and column in the file of a column (from 1) of the text."""
        offset = 0 if column is None else column - 1
        place = Place(0, self.number, self.column)
        for later in self.more:
            if later.offset <= offset:
                place = later
        return place.number, place.column + offset - place.offset


class Note(msgspec.Struct, frozen=True, gc=False):
    """What a note says: its file name without folder, its front matter, its lines to play in order."""

    name: str
    session: int | None = None
    title: str | None = None
    seat: str | None = None
    lines: tuple[NoteLine, ...] = ()


def read_note(data: bytes, name: str) -> Note:
    """The note in the bytes of a file; `name` is the file as messages shall call it.

    Only fences whose first word is exactly `campaign` are played; blank lines and mere remarks are left out.
    BadWords with file, line and column: bytes that are not UTF-8, a control character in a line to play, a
    `\\` with nothing below it, a `session:` that is no number, a fence to play that lies too deep in lists.
    """
    try:
        rows = _NEWLINE.split(_text(data))
        front, session, title, seat = _front_matter(rows)
        lines: tuple[NoteLine, ...] = ()
        if any(FENCE in row for row in rows):
            lines = tuple(_lines(rows, front))
    except BadWords as bad:
        raise BadWords(bad.text, bad.column, bad.nearest, file=name, line=bad.line) from None
    return Note(re.split(r"[/\\]", name)[-1], session, title, seat, lines)


_NEWLINE = re.compile("\r\n?|\n")
_BOM = b"\xef\xbb\xbf"


def _text(data: bytes) -> str:
    data = data.removeprefix(_BOM)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = _NEWLINE.split(data[: error.start].decode("utf-8"))
        byte = data[error.start]
        raise BadWords(
            f"byte {byte:#04x} is not UTF-8; save it as UTF-8", len(before[-1]) + 1, line=len(before)
        ) from None


# Front matter

_FRONT_ROW = re.compile(r"\s*(?:#.*|-[^`~]*|[\w-]+\s*:.*)?|\s+[^`~]*")
_FRONT_KEY = re.compile(r"(session|title|seat)\s*:(.*)")


def _front_matter(rows: list[str]) -> tuple[int, int | None, str | None, str | None]:
    """How many rows it takes (0 where the note has none), and the session, title and seat it names."""
    end = _front_end(rows)
    session: int | None = None
    words: dict[str, str] = {}
    for number, row in enumerate(rows[1 : max(end - 1, 1)], start=2):
        match = _FRONT_KEY.fullmatch(row)
        if match is None:
            continue
        named, value = match[1], _front_value(match[2])
        if named != "session":
            words[named] = value
        elif value:
            session = _session(value, number, row)
    return end, session, words.get("title") or None, words.get("seat") or None


def _front_end(rows: list[str]) -> int:
    if rows[0].rstrip() != "---":
        return 0
    for place, row in enumerate(rows[1:], start=1):
        if row.rstrip() in ("---", "..."):
            return place + 1
        # Two rules across the page with prose or a fence between them are no front matter.
        if not _FRONT_ROW.fullmatch(row):
            return 0
    return 0


def _front_value(text: str) -> str:
    value = text.strip()
    if value[:1] in ("'", '"') and value.find(value[0], 1) > 0:
        return value[1 : value.index(value[0], 1)].strip()
    return re.split(r"(?:^|\s)#", value, maxsplit=1)[0].strip()


def _session(value: str, number: int, row: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", value):
        column = len(row) - len(row.partition(":")[2].lstrip()) + 1
        raise BadWords("session: is a number, such as 3", column, line=number)
    return int(value)


# Fences


def _lines(rows: list[str], front: int) -> Iterator[NoteLine]:
    """The lines to play, in the order of the file."""
    shown = "\n".join([""] * front + rows[front:])
    for token in _blocks(shown):
        if token.map is None:
            continue
        if token.type == "fence" and token.info.split()[:1] == [FENCE] and token.content:
            yield from _fence_lines(rows, token.map[0] + 1, token.content)
        elif token.type == _TOO_DEEP:
            _refuse_too_deep(rows, *token.map)


def _blocks(text: str) -> "list[Token]":
    """The blocks of the text in the order of their lines; what is inside a paragraph is not looked at."""
    from markdown_it import MarkdownIt

    # The reader's own limit gives up the rest of the file without a word; ours passes over one container.
    reader = MarkdownIt("commonmark", {"maxNesting": 2 * DEEPEST})
    reader.block.ruler.before("table", _TOO_DEEP, _pass_over)
    return reader.block.parse(text, reader, {}, _Kept()) or []


class _Kept(list["Token"]):
    """The few blocks that are looked at; millions of paragraphs are let go as they come."""

    def append(self, token: "Token") -> None:
        if token.type in ("fence", _TOO_DEEP):
            super().append(token)


_TOO_DEEP = "too_deep"


def _pass_over(state: "StateBlock", start: int, end: int, silent: bool) -> bool:
    """A block rule: what lies deeper than DEEPEST is one token, up to the first row that is outdented."""
    if silent or state.level < DEEPEST:
        return False
    row = start + 1
    while row < end and (state.isEmpty(row) or state.sCount[row] >= state.blkIndent):
        row += 1
    token = state.push(_TOO_DEEP, "", 0)
    token.map = [start, row]
    state.line = row
    return True


def _refuse_too_deep(rows: list[str], start: int, end: int) -> None:
    for number in range(start, end):
        match = _DEEP_FENCE.search(rows[number])
        if match:
            raise BadWords("this fence lies too deep in lists and quotes", match.start() + 1, line=number + 1)


_DEEP_FENCE = re.compile(rf"(?:`{{3,}}|~{{3,}})[ \t]*{FENCE}(?:\s|$)")


_BLANKS = " \t"


def _fence_lines(rows: list[str], first: int, content: str) -> Iterator[NoteLine]:
    """`first` is the row, from 0, on which the content begins."""
    text = ""
    read = 0  # What stands before this is known to end outside quotes.
    places: list[Place] = []
    for row, inside in enumerate(content.removesuffix("\n").split("\n"), start=first):
        words = inside.strip(_BLANKS)
        # Markdown takes the list's or quote's indent away; what is left is the end of the row.
        column = len(rows[row].rstrip(_BLANKS)) - len(words) + 1
        _refuse_controls_at(words, row + 1, column)
        places.append(Place(len(text), row + 1, column))
        text += words
        end, quote = extent(text[read:])
        told = text[: read + end].rstrip()
        if told.endswith("\\"):
            text = told[:-1].rstrip()
            text += " " if text else ""
            read = len(text) if quote is None else min(read + quote, len(text))
            continue
        if told:
            yield NoteLine(places[0].number, places[0].column, text.rstrip(), tuple(places[1:]))
        text, read, places = "", 0, []
    if places:
        last = places[-1]
        raise BadWords("the line goes on below, but the fence ends", last.column, line=last.number)


def _refuse_controls_at(words: str, number: int, column: int) -> None:
    try:
        refuse_controls(words)
    except BadWords as bad:
        raise BadWords(bad.text, column + (bad.column or 1) - 1, line=number) from None

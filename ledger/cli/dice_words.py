"""The words of dice: faces as they fell. A comma joins the dice of one throw, a slash parts throws."""

import re

import msgspec

from ledger.cli.line import BadWords

HIGHEST_FACE = 1000
"""No die has more faces; which faces the die at hand has is looked at when it is asked for."""


class Throws(msgspec.Struct, frozen=True, gc=False):
    """Throws in the order the line names them, each the faces of its dice. `all`: one for a whole group."""

    throws: tuple[tuple[int, ...], ...]
    all: bool = False


def parse_throws(text: str) -> Throws:
    """`14`, `14,9` (one throw of two dice), `14/9` (two throws), `5,5/2,6`, `all:9` (one for everybody).

    Faces are whole numbers from 1 to 1000 in the digits 0 to 9; spaces around them do not matter. Anything
    else is BadWords that quotes the piece and gives its column in `text`.
    """
    everybody = _ALL.match(text)
    start = everybody.end() if everybody else 0
    throws = []
    at = start
    for throw in text[start:].split("/"):
        throws.append(_faces(throw, at))
        at += len(throw) + 1
    if everybody and len(throws) > 1:
        raise BadWords("`all:` is one throw for everybody, without a slash", text.index("/", start) + 1)
    return Throws(tuple(throws), everybody is not None)


_ALL = re.compile(r"\s*all\s*:", re.IGNORECASE)
_FACE = re.compile(r"[0-9]{1,4}")


def _faces(throw: str, at: int) -> tuple[int, ...]:
    faces = []
    for piece in throw.split(","):
        faces.append(_face(piece, at))
        at += len(piece) + 1
    return tuple(faces)


def _face(piece: str, at: int) -> int:
    word = piece.strip()
    column = at + 1 + len(piece) - len(piece.lstrip()) if word else at + 1
    if not word:
        raise BadWords("a die is missing here; faces are written like 14, 14,9 or 14/9", column)
    if not _FACE.fullmatch(word):
        shown = word if len(word) <= 20 else word[:20] + "..."
        raise BadWords(f'"{shown}" is no face of a die; faces are written like 14, 14,9 or 14/9', column)
    face = int(word)
    if not 1 <= face <= HIGHEST_FACE:
        raise BadWords(f"no die shows {face}; faces go from 1 to {HIGHEST_FACE}", column)
    return face

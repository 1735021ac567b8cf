"""Digests and seal codes: pure arithmetic on stored bytes.

The running digest of entry n is c(n) = sha256(c(n-1) + sha256(stored bytes of n)), where `+` joins raw bytes
and c(0) is 32 zero bytes. Entry n carries c(n-1) in hex under `before`, so the digest of the last entry, the
head, fixes the whole history. A seal is a position and the first 80 bits of its digest, written so that it
can be read aloud.
"""

import re
from collections.abc import Iterable
from hashlib import sha256

import msgspec

ZERO = bytes(32)
"""c(0): the digest before the first entry."""

SEAL_BYTES = 10
"""How much of a digest a seal keeps: 80 bits, sixteen letters of Crockford's base 32."""

Seal = tuple[int, bytes]
"""A position and the first ten bytes of its digest."""


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """As much of a stored entry as its digests need. `event` is bytes, exactly as they are stored."""

    position: int
    before: str
    event_sha: str
    event: msgspec.Raw


class EventTag(msgspec.Struct, frozen=True, gc=False):
    """As much of a stored event as names it: its tag, such as `hunt.rolled`."""

    type: str


read_envelope = msgspec.json.Decoder(Envelope).decode
"""Stored bytes -> Envelope. DecodeError where they are no JSON, ValidationError where a part is missing."""

read_tag = msgspec.json.Decoder(EventTag).decode
"""The event's bytes -> EventTag; raises as `read_envelope` does."""


UNREADABLE = (msgspec.DecodeError, RecursionError)
"""What reading bytes that a hand has been at may raise; the second for brackets in brackets in brackets."""


def stored_digest(stored: bytes) -> bytes:
    """sha256 of an entry's stored bytes: what stands in for them where an export hides an entry."""
    return sha256(stored).digest()


def link_digest(before: bytes, of_stored: bytes) -> bytes:
    """c(n) from c(n-1) and the sha256 of the stored bytes of n; all 32 bytes."""
    return sha256(before + of_stored).digest()


def link(before: bytes, stored: bytes) -> bytes:
    """c(n) from c(n-1) and the stored bytes of n; 32 bytes."""
    return sha256(before + sha256(stored).digest()).digest()


def event_digest(event: bytes) -> str:
    """The 16 hex digits kept as `event_sha`: by them an edited event is told from an edited header."""
    return sha256(event).hexdigest()[:16]


class Chain:
    """The running digest, entry by entry: `position` and `digest` of the last one added."""

    __slots__ = ("digest", "position")

    def __init__(self, position: int = 0, digest: bytes = ZERO) -> None:
        self.position = position
        self.digest = digest

    @property
    def before(self) -> str:
        """What the next entry carries under `before`: 64 hex digits."""
        return self.digest.hex()

    def add(self, stored: bytes) -> bytes:
        """Add the next entry's stored bytes; gives its digest, 32 bytes."""
        self.position += 1
        self.digest = link(self.digest, stored)
        return self.digest


def follows(rows: Iterable[tuple[int, bytes]]) -> bool:
    """Whether these entries, from the first on, are as they were written, in a few microseconds each; `verify` says what
    was done to the one that is not. Only what a tail tells that is gone, or edited in its header, is not seen.
    """
    chain, event, event_sha = Chain(), b"", event_digest(b"")
    for position, stored in rows:
        try:
            envelope = read_envelope(stored)
        except UNREADABLE:
            return False
        if position != chain.position + 1 or envelope.position != position or envelope.before != chain.before:
            return False
        event, event_sha = bytes(envelope.event), envelope.event_sha
        chain.add(stored)
    return event_digest(event) == event_sha


# Seal codes ---------------------------------------------------------------------------------------------

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUE = {letter: value for value, letter in enumerate(_LETTERS)} | {"O": 0, "I": 1, "L": 1}
_AS_DIGITS = str.maketrans("OIL", "011")
_HYPHENS = re.compile(r"[\s\-‐‑–—]+")
_EXAMPLE = "a seal looks like 43-7Q4K-0ZTM-9W2C-HD5X"
_LONGEST_POSITION = 12


def code(position: int, digest: bytes) -> str:
    """The seal of a position (1 or more) from its digest (ten bytes or more): `43-7Q4K-0ZTM-9W2C-HD5X`."""
    if position < 1 or len(digest) < SEAL_BYTES:
        raise ValueError("only an entry that is written can be sealed")
    number = int.from_bytes(digest[:SEAL_BYTES], "big")
    letters = "".join(_LETTERS[number >> shift & 31] for shift in range(75, -1, -5))
    return "-".join((str(position), *(letters[start : start + 4] for start in range(0, 16, 4))))


def read_code(text: str) -> Seal:
    """A seal as somebody copied it: any case, O as 0, I and L as 1, hyphens between the groups or none.

    Raises ValueError in plain words where it is no seal.
    """
    letters = _HYPHENS.sub("", text.strip()).upper()
    number_text, digest_text = letters[:-16], letters[-16:]
    parts = [part for part in _HYPHENS.split(text.strip()) if part]
    if len(parts) > 1 and len(parts[0]) != len(number_text):
        raise ValueError(f"{text!r} is no seal: behind the position stand sixteen letters; {_EXAMPLE}")
    if not number_text:
        raise ValueError(f"{text!r} is too short for a seal; {_EXAMPLE}")
    for letter in digest_text:
        if letter not in _VALUE:
            raise ValueError(f"{text!r} is no seal: {letter!r} is not one of its letters; {_EXAMPLE}")
    digits = number_text.translate(_AS_DIGITS)
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _LONGEST_POSITION or int(digits) < 1:
        raise ValueError(f"{text!r} is no seal: it begins with a position, counted from 1; {_EXAMPLE}")
    number = 0
    for letter in digest_text:
        number = number << 5 | _VALUE[letter]
    return int(digits), number.to_bytes(SEAL_BYTES, "big")

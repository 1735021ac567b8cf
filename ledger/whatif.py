"""What if: a world beside the book, in a file of its own; the book does not know of it.

`NAME.whatif` lies beside the book: the position from which it goes on, the moment to which it goes back first, its
lines as they were typed, and a secret for a cup of its own, so that rehearsing does not foretell the book's dice. Read,
it is a scratch book in a folder that is gone afterwards: the book's entries up to the basis, and behind them the lines,
asked anew.
"""

import os
import secrets
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from ledger.campaign import Campaign, Operation
from ledger.cup import SECRET_BYTES, Cup, LentCup, fresh_secret
from ledger.journal import Fresh, Journal, create
from ledger.ruling import Refused, Usage
from schemas.units import Moment, key

SUFFIX = ".whatif"
LONGEST_FILE = 100
LARGEST_FILE = 1 << 24
"""Bytes: far more than lines that somebody typed."""
SHAPE = 1
NAME = "whatif"


class KeptFile(msgspec.Struct, frozen=True, gc=False):
    """A file that a line named, as it read when the line was typed."""

    name: str
    text: str


class PlayedLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of a what-if as it was typed, its seat and its time; `head` is the last position it wrote there."""

    words: str
    written_at: str
    head: int
    seat: str | None = None
    files: tuple[KeptFile, ...] = ()


class WhatIf(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, rename={"from_": "from"}):
    """A file beside the book. `book` and `digest` are the digests of the book's first entry and of the basis, in hex.

    `since` are the words of the moment to which it goes back first (`from` that moment), None if to none; `opened` is
    its head before the first line.
    """

    name: str
    book: str
    basis: int
    digest: str
    secret: str
    started_at: str
    opened: int
    from_: Moment | None = None
    since: str | None = None
    reason: str = ""
    lines: tuple[PlayedLine, ...] = ()
    v: int = SHAPE

    @property
    def head(self) -> int:
        """The last position of its world."""
        return self.lines[-1].head if self.lines else self.opened

    @property
    def operation(self) -> str:
        """The id of the one operation that it is in the book once it is promoted: never twice."""
        return sha256(f"{self.secret} promoted".encode()).hexdigest()[:20]


_read = msgspec.json.Decoder(WhatIf).decode


class Found(NamedTuple):
    """A what-if as it lies beside the book, and the bytes of its file."""

    path: Path
    whatif: WhatIf
    stored: bytes


# -- the file ---------------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """`"They ran"` is they-ran. Usage for a name of signs only."""
    found = "".join(c for c in key(name) if c.isalnum() or c in "-.").strip(".-")[:LONGEST_FILE]
    if not found:
        raise Usage("The name of a what-if has letters or digits in it.")
    return found


def path_of(book: Path, name: str) -> Path:
    """Where a what-if of this name lies, beside the book's file."""
    return book.with_name(slug(name) + SUFFIX)


def begin(campaign: Campaign, name: str, *, from_: Moment | None, since: str | None, reason: str) -> WhatIf:
    """A what-if of the book as it stands, not kept yet."""
    head = campaign.head
    return WhatIf(
        name=name, book=campaign.digest_at(1).hex(), basis=head, digest=campaign.digest_at(head).hex(),
        secret=fresh_secret().hex(), started_at=campaign.now(), opened=head, from_=from_, since=since, reason=reason,
    )  # fmt: skip


def named(campaign: Campaign, name: str) -> Found:
    """The what-if of this name beside the book. Usage: there is none; refused: a file that cannot be read or goes on
    from entries that this book does not have.
    """
    path = path_of(campaign.path, name)
    try:
        with path.open("rb") as file:
            stored = file.read(LARGEST_FILE)
    except FileNotFoundError:
        names = [f.whatif.name for f in listed(campaign) if isinstance(f, Found)]
        from difflib import get_close_matches

        near = get_close_matches(key(name), [key(n) for n in names], 3)
        raise Usage(
            f"There is no what-if {name}: it is begun with whatif start.",
            nearest=tuple(n for k in near for n in names if key(n) == k) or (f'whatif start "{name}" --from MOMENT',),
        ) from None
    except OSError as wrong:
        raise _bad(path, f"cannot be read: {wrong.strerror}") from None
    return Found(path, checked(campaign, path, stored), stored)


def is_named(campaign: Campaign, name: str) -> bool:
    """Whether a file of this name lies beside the book."""
    try:
        return path_of(campaign.path, name).exists()
    except Usage:
        return False


def checked(campaign: Campaign, path: Path, stored: bytes) -> WhatIf:
    """What a file says, if it says it of this book; else it is refused in words."""
    try:
        whatif = _read(stored)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise _bad(path, f"is no what-if: {wrong}") from None
    if whatif.v != SHAPE:
        raise _bad(path, f"is of shape {whatif.v}, which this ledger does not read")
    if slug(whatif.name) != path.name.removesuffix(SUFFIX):
        raise _bad(path, f"holds a what-if of another name ({whatif.name})")
    try:
        whole = len(bytes.fromhex(whatif.secret)) == SECRET_BYTES
    except ValueError:
        whole = False
    if not whole:
        raise _bad(path, "has no secret for its dice")
    if whatif.book != campaign.digest_at(1).hex():
        raise _bad(path, "belongs to another book")
    if not 1 <= whatif.basis <= campaign.head or whatif.digest != campaign.digest_at(whatif.basis).hex():
        raise _bad(path, f"goes on from entry {whatif.basis} of a book that went another way")
    return whatif


def _bad(path: Path, what: str) -> Refused:
    return Refused(f"{path.name} {what}.", thing=path.name, state="not readable", help=("whatif list",))


def listed(campaign: Campaign) -> Iterator[Found | Refused]:
    """Every what-if of this book in the order in which they began, and what is wrong with files that are none."""
    found: list[Found] = []
    for path in sorted(campaign.path.parent.glob(f"*{SUFFIX}")):
        try:
            stored = path.read_bytes()
            if _another_books(campaign, stored):
                continue
            found.append(Found(path, checked(campaign, path, stored), stored))
        except OSError as wrong:
            yield _bad(path, f"cannot be read: {wrong.strerror}")
        except Refused as no:
            yield no
    yield from sorted(found, key=lambda f: (f.whatif.started_at, f.whatif.name))


class _Book(msgspec.Struct, frozen=True, gc=False):
    book: str


def _another_books(campaign: Campaign, stored: bytes) -> bool:
    try:
        return msgspec.json.decode(stored, type=_Book).book != campaign.digest_at(1).hex()
    except (msgspec.DecodeError, RecursionError):
        return False


class Changed(Exception):
    """The file is not the one that a line was asked on: another desk has been at it."""


def keep(path: Path, whatif: WhatIf, before: bytes | None) -> bytes:
    """Writes the file whole or not at all, over the bytes `before` or, if None, where there is none; gives its bytes.

    Changed if something else stands there; refused if the disk does not take it.
    """
    stored = msgspec.json.format(msgspec.json.encode(whatif), indent=1) + b"\n"
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            file.write(stored)
            file.flush()
            os.fsync(file.fileno())
        if before is None:
            os.link(draft, path)
        elif path.read_bytes() != before:
            raise Changed
        else:
            os.replace(draft, path)
    except (FileExistsError, FileNotFoundError):
        raise Changed from None
    except OSError as wrong:
        raise Refused(
            f"{path.name} cannot be written: {wrong.strerror}.", thing=path.name, state="not writable"
        ) from None
    finally:
        draft.unlink(missing_ok=True)
    return stored


# -- the world --------------------------------------------------------------------------------------------------


class Beside(Campaign):
    """A scratch book in a folder of its own, which goes with it: the entries of `book`, behind them what is played.

    `stored` are the bytes of the what-if's file that it was made of. `spans` are its heads: of the basis, before the
    first line, behind each line. `written_at` is the time of what is asked next, None for now.
    """

    book: Campaign
    stored: bytes = b""
    name: str = ""
    secret: str = ""
    spans: list[int]
    written_at: str | None = None
    folder: TemporaryDirectory[str]

    def now(self) -> str:
        return super().now() if self.written_at is None else self.written_at

    def _rows(self, operation: Operation) -> list[Fresh]:
        if self.secret:  # the same lines are the same entries, whoever asks them and when
            operation.op = sha256(f"{self.secret} {operation.base}".encode()).hexdigest()[:20]
        return super()._rows(operation)

    def close(self) -> None:
        super().close()
        self.folder.cleanup()


def scratch(book: Campaign, upto: int, cup: Cup, more: Iterable[Fresh] = ()) -> Beside:
    """A copy of the book's entries 1 to `upto`, in a folder that goes when it is closed; behind them `more`, which are not
    written yet.
    """
    written = () if book.journal is None else book.journal.tagged(0, upto)
    folder: TemporaryDirectory[str] = TemporaryDirectory(prefix="whatif-")
    try:
        path = Path(folder.name) / f"{NAME}.campaign"
        journal: Journal = create(path, chain(((tag, stored) for _, tag, stored in written), more))
        world = Beside(path, journal, write=True)
    except BaseException:
        folder.cleanup()
        raise
    world.folder, world.book, world.spans = folder, book, [upto]
    world._cup = cup
    return world


def world_beside(book: Campaign, found: Found) -> Beside:
    """The scratch book of a what-if, before anything of it is played."""
    whatif = found.whatif
    world = scratch(book, whatif.basis, LentCup(lambda: bytes.fromhex(whatif.secret)))
    world.world_name = f"whatif:{whatif.name}"
    world.stored, world.name, world.secret = found.stored, whatif.name, whatif.secret
    world.written_at = whatif.started_at
    return world

"""Where a book lies: a file, or a campaign on a PostgreSQL server (`postgresql://USER@HOST:PORT/DATABASE/CAMPAIGN`).

What lies beside a book (its `.cup`, `.cache` and `.whatif` files) is found from its path with `with_name` and `parent`. A book
on a server has none of its own, so it stands for a path in a folder of this machine: CAMPAIGN_BESIDE, else
`~/.local/share/campaign`, and in it one folder for each database.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

SCHEMES = ("postgresql://", "postgres://")
CAMPAIGN = "campaign"
"""The campaign of a server's address that names none, and of every file: the library's originator id."""
_UNSAFE = re.compile(r"[^\w.-]+")


if TYPE_CHECKING:
    _Here = Path
else:
    _Here = type(Path())


class ServerBook(_Here):
    """A book on a server: the path that it stands for on this machine, its `url` (without the campaign), its `campaign`."""

    url: str
    campaign: str

    def with_name(self, name: str) -> Path:  # type: ignore[override]  # files, whatever the book is
        """What lies beside it: a file of this machine."""
        return Path(str(self)).with_name(name)

    @property
    def parent(self) -> Path:  # type: ignore[override]  # a folder of this machine
        return Path(str(self)).parent

    def exists(self, **_: object) -> bool:
        """Whether the campaign was begun on its server; raises JournalError where the server cannot be asked."""
        from ledger.journal import NoBook, open_book

        try:
            open_book(self).close()
        except NoBook:
            return False
        return True

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return book_at, (address(self),)


def book_at(text: str | Path) -> Path:
    """The book that `--book` or CAMPAIGN_BOOK names. Raises ValueError, in plain words, for what is no server's address."""
    if isinstance(text, Path) or not text.startswith(SCHEMES):
        return Path(text)
    parts = urlsplit(text)
    names = [unquote(name) for name in parts.path.split("/") if name]
    if len(names) > 2:
        raise ValueError("a server's address is postgresql://USER@HOST:PORT/DATABASE/CAMPAIGN")
    database, campaign = (*names, CAMPAIGN)[:2] if names else ("", CAMPAIGN)
    try:
        port = parts.port
    except ValueError:
        raise ValueError("a server's port is a number from 1 to 65535") from None
    if "\0" in text or "\0" in campaign or "\0" in database:
        raise ValueError("a server's address holds no NUL")
    said = dict(parse_qsl(parts.query))
    host = parts.hostname or said.get("host") or os.environ.get("PGHOST") or "local"
    where = f"{host}_{port or said.get('port') or os.environ.get('PGPORT') or 5432}_{database or 'default'}"
    folder = Path(os.environ.get("CAMPAIGN_BESIDE") or _home()) / _safe(where)
    book = ServerBook(folder / (_safe(campaign) + ".campaign"))
    book.url = _url(parts, f"/{quote(database, safe='')}")
    book.campaign = campaign
    return book


def address(book: Path) -> str:
    """A book's address as it is typed behind `--book`."""
    if not isinstance(book, ServerBook):
        return str(book)
    parts = urlsplit(book.url)
    return _url(parts, f"{parts.path}/{quote(book.campaign, safe='')}")


def shown(book: Path) -> str:
    """The same for eyes: without a password."""
    return re.sub(r"(?<=://)([^/@:]*):[^/@]*@", r"\1@", address(book))


def prepare(book: ServerBook) -> None:
    """Makes the folder of this machine that lies beside a book on a server, where it can be made."""
    with suppress(OSError):
        book.parent.mkdir(parents=True, exist_ok=True, mode=0o700)


def _url(parts: SplitResult, path: str) -> str:
    return f"{parts.scheme}://{parts.netloc}{path}" + (f"?{parts.query}" if parts.query else "")


def _home() -> Path:
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "campaign"


def _safe(name: str) -> str:
    """A name as a file's: other signs become their number, so that no two names meet."""
    quoted = _UNSAFE.sub(lambda found: "".join(f"%{ord(sign):x}" for sign in found.group()), name)
    if quoted.startswith("."):
        quoted = f"%2e{quoted[1:]}"
    if len(quoted) > 100:
        from hashlib import sha256

        quoted = quoted[:80] + "-" + sha256(name.encode()).hexdigest()[:16]
    return quoted

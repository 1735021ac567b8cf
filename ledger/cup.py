"""The dice: the only file that knows chance.

Die n of a book comes from a secret that lies beside it (`BOOK.cup`), never in it: a draw that was not written comes up
again, and a copy of the book does not foretell the original's dice.
"""

import hmac
import os
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

SECRET_BYTES = 32


class Cup:
    """Draws die n: the same n always shows the same face.

    A book that has no secret beside it gets one with the first draw that is written (`keep`), not before.
    """

    def __init__(self, book: Path) -> None:
        self._path = cup_path(book)
        self._secret: bytes | None = None
        self._kept = False

    def secret(self) -> bytes:
        """What the draws come from."""
        if self._secret is None:
            found = _read(self._path)
            self._kept = found is not None
            self._secret = secrets.token_bytes(SECRET_BYTES) if found is None else found
        return self._secret

    def keep(self) -> bool:
        """Lays a secret that was drawn from beside the book; False if another pen has laid its own there meanwhile:
        then that one is the book's, and what was drawn has to be drawn again.
        """
        if self._secret is None or self._kept:
            return True
        path = self._path
        draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.write_text(self._secret.hex() + "\n", encoding="ascii")
        try:
            os.link(draft, path)
            self._kept = True
        except FileExistsError:
            if _read(path) is None:  # a file that holds no secret
                os.replace(draft, path)
                self._kept = True
            else:
                self._secret = None
        finally:
            draft.unlink(missing_ok=True)
        return self._kept

    def die(self, nth: int, faces: int) -> int:
        """Face of die `nth` (from 1) of this book, 1 to `faces`, each as likely as the others."""
        limit = (1 << 64) - (1 << 64) % faces
        for again in range(1000):
            drawn = hmac.new(self.secret(), f"{nth}/{faces}/{again}".encode(), sha256).digest()
            number = int.from_bytes(drawn[:8], "big")
            if number < limit:
                return number % faces + 1
        raise AssertionError("a thousand draws above the limit do not happen")


class LentCup(Cup):
    """The cup of a world beside a book: its draws come from a secret that it is lent, and it lays none beside anything."""

    def __init__(self, lend: Callable[[], bytes]) -> None:
        self._lend = lend
        self._secret = None
        self._kept = True

    def secret(self) -> bytes:
        """What the draws come from; asked for with the first draw."""
        return self._lend()


def fresh_secret() -> bytes:
    """A secret of its own for a world beside a book."""
    return secrets.token_bytes(SECRET_BYTES)


def _read(path: Path) -> bytes | None:
    try:
        return bytes.fromhex(path.read_text(encoding="ascii").strip()) or None
    except (FileNotFoundError, ValueError):
        return None


def cup_path(book: Path) -> Path:
    """Where a book's secret lies."""
    return book.with_name(book.stem + ".cup")

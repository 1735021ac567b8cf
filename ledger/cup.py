"""The dice: the only file that knows chance.

Die n of a book comes from a secret that lies beside it (`BOOK.cup`), never in it: a draw that was not written comes up
again, and a copy of the book does not foretell the original's dice.
"""

import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path

SECRET_BYTES = 32


class Cup:
    """Draws die n: the same n always shows the same face."""

    def __init__(self, book: Path) -> None:
        self._path = cup_path(book)
        self._secret: bytes | None = None

    def secret(self) -> bytes:
        """What the draws come from; made at the first draw of a book that has none beside it."""
        if self._secret is None:
            self._secret = self._shaken()
        return self._secret

    def _shaken(self) -> bytes:
        path = self._path
        try:
            secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
        except (FileNotFoundError, ValueError):
            secret = secrets.token_bytes(SECRET_BYTES)
            draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
            draft.write_text(secret.hex() + "\n", encoding="ascii")
            try:
                os.link(draft, path)  # another pen may have been first: then its secret is the one
            except FileExistsError:
                secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
            finally:
                draft.unlink()
        return secret

    def die(self, nth: int, faces: int) -> int:
        """Face of die `nth` (from 1) of this book, 1 to `faces`, each as likely as the others."""
        limit = (1 << 64) - (1 << 64) % faces
        for again in range(1000):
            drawn = hmac.new(self.secret(), f"{nth}/{faces}/{again}".encode(), sha256).digest()
            number = int.from_bytes(drawn[:8], "big")
            if number < limit:
                return number % faces + 1
        raise AssertionError("a thousand draws above the limit do not happen")


def cup_path(book: Path) -> Path:
    """Where a book's secret lies."""
    return book.with_name(book.stem + ".cup")

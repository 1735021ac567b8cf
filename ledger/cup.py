"""The dice: the only file that knows chance.

Die n of a book comes from a secret that lies beside it (`BOOK.cup`), never in it: a draw that was not written comes
up again, and a copy of the book does not foretell the original's dice (whoever copies the `.cup` along, foretells
them).

**How a die falls.** For n = 0, 1, 2, ... take HMAC-SHA256(secret, "NUMBER/FACES/n"), all in decimal; its first
eight bytes are a big-endian number. The first one below 2^64 - 2^64 mod FACES counts; the face is that number mod
FACES, plus 1.

**Which number a die has.** Every die the cup throws for a book has the next number, from 1, in the order of
throwing; none is used twice, and none goes back, whatever is struck, undone or rolled back. A throw
(`schemas.dice.Thrown`) carries the number of its first die; the others of that throw follow on. The first entry of
a deed carries as `cup` how many had fallen after it. A throw that is kept (a deed asked again, a new version) keeps
its numbers.

**How dice are promised.** `dice commit` draws a fresh secret of 32 random bytes for the next COUNT dice and writes
only sha256(secret + "campaign dice/HEAD/FIRST/COUNT"): HEAD is the digest of everything before that operation in 64
hex digits, FIRST the number of the first die. 256 random bits stand between the promise and the dice, and no
outcome goes into it. Dice FIRST to FIRST + COUNT - 1 come from that secret for as long as it is not shown; all
others from the book's own one, which is never shown. `dice reveal` writes the secret; from there on it is used for
no die.

**What it proves**: that every die was settled when it was promised, and that none was drawn again, left out or
changed since. It does not prove that whoever keeps `BOOK.cup` has not looked (the secret is theirs until it is
shown), nor that they took the first secret that came.

**What lies in `BOOK.cup`**: lines of text. One of 64 hex digits is the book's own secret (of several the first);
one of 64 and 64 is a promise and its secret. Lines are only ever added, and are on the disk before the book has the
entry, so that a pen that is killed in between leaves a line that no entry asks for, never a promise without its
secret.
"""

import hmac
import os
import secrets
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from schemas.dice import Promise

SECRET_BYTES = 32


class Lost(Exception):
    """The secret of a promise is not beside the book any more: its file was lost or replaced."""

    def __init__(self, promise: Promise) -> None:
        super().__init__(promise)
        self.promise = promise


class Cup:
    """Draws die n: the same n always shows the same face.

    A book that has no secret beside it gets one with the first draw that is written (`keep`), not before.
    """

    promises = True
    """Whether dice can be promised of it."""

    def __init__(self, book: Path) -> None:
        self._path = cup_path(book)
        self._secret: bytes | None = None
        self._kept = False
        self._promised: dict[str, bytes] = {}
        self._fresh: dict[str, bytes] = {}

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
        if self._fresh:
            _add(self._path, *(f"{commitment} {secret.hex()}" for commitment, secret in self._fresh.items()))
            self._fresh.clear()
        if self._secret is None or self._kept:
            return True
        path = self._path
        draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.write_text(self._secret.hex() + "\n", encoding="ascii")
        try:
            os.link(draft, path)
            self._kept = True
        except FileExistsError:
            if _read(path) is None:  # a file that holds promises only, or no secret at all
                _add(path, self._secret.hex())
            self._kept = _read(path) == self._secret
            if not self._kept:
                self._secret = None
        finally:
            draft.unlink(missing_ok=True)
        return self._kept

    def die(self, nth: int, faces: int, promise: Promise | None = None) -> int:
        """Face of die `nth` (from 1) of this book, 1 to `faces`, each as likely as the others; under a promise from
        its secret. Raises Lost where that is gone.
        """
        return face(self.secret() if promise is None else self.promised(promise), nth, faces)

    def promise(self, head: str, first: int, count: int) -> str:
        """Promises dice from a fresh secret, which `keep` lays beside the book; gives the commitment, 64 hex
        digits.
        """
        secret = secrets.token_bytes(SECRET_BYTES)
        commitment = commitment_of(secret, head, first, count)
        self._promised[commitment] = self._fresh[commitment] = secret
        return commitment

    def promised(self, promise: Promise) -> bytes:
        """The secret of a promise. Raises Lost where what lies beside the book does not fit it."""
        secret = self._promised.get(promise.commitment) or _promises(self._path).get(promise.commitment)
        if secret is None or commitment_of(secret, promise.head, promise.first, promise.count) != promise.commitment:
            raise Lost(promise)
        self._promised[promise.commitment] = secret
        return secret


def face(secret: bytes, nth: int, faces: int) -> int:
    """How die `nth` with so many faces falls from this secret, 1 to `faces`."""
    limit = (1 << 64) - (1 << 64) % faces
    for again in range(1000):
        drawn = hmac.new(secret, f"{nth}/{faces}/{again}".encode(), sha256).digest()
        number = int.from_bytes(drawn[:8], "big")
        if number < limit:
            return number % faces + 1
    raise AssertionError("a thousand draws above the limit do not happen")


def commitment_of(secret: bytes, head: str, first: int, count: int) -> str:
    """What a promise writes instead of its secret: 64 hex digits."""
    return sha256(secret + f"campaign dice/{head}/{first}/{count}".encode()).hexdigest()


class Promised:
    """What a book has promised of its dice, as it is written, whatever was struck since: the cup never goes back."""

    def __init__(self, promises: Iterable[Promise] = (), shown: Mapping[int, int] | None = None) -> None:
        self.promises = list(promises)
        self.shown = dict(shown or {})
        """How many dice had fallen under a promise when it was shown, by its position."""

    def copy(self) -> "Promised":
        """One of its own, to which an operation adds."""
        return Promised(self.promises, self.shown)

    def under(self, nth: int) -> Promise | None:
        """The promise under which die `nth` falls if it is thrown now; None if it is the book's own."""
        newest = self.promises[-1] if self.promises else None
        if newest is None or newest.position in self.shown or not newest.first <= nth <= newest.last:
            return None
        return newest

    def of(self, nth: int) -> Promise | None:
        """The promise under which die `nth` fell, shown since or not."""
        for promise, after in zip(self.promises, [*self.promises[1:], None], strict=True):
            end = promise.first + self.shown.get(promise.position, promise.count)
            if promise.first <= nth < (end if after is None else min(end, after.first)):
                return promise
        return None

    def fallen(self, promise: Promise, cup_at: int) -> int:
        """How many dice fell under an unshown promise when the cup had thrown `cup_at`: none after the next
        promise.
        """
        after = next((p.first for p in self.promises if p.position > promise.position), cup_at + 1)
        return max(0, min(promise.count, cup_at + 1 - promise.first, after - promise.first))

    def unshown(self) -> list[Promise]:
        """Promises whose secret was not shown, oldest first."""
        return [p for p in self.promises if p.position not in self.shown]


class Hand:
    """The cup as one operation throws it: under the promises that hold there, looked up with the first die."""

    def __init__(self, cup: Cup, promised: Callable[[], Promised]) -> None:
        self.cup = cup
        self.promised = promised

    def die(self, nth: int, faces: int) -> int:
        """Face of die `nth` of the book; raises Lost where it was promised and the secret is gone."""
        return self.cup.die(nth, faces, self.promised().under(nth))


class LentCup(Cup):
    """The cup of a world beside a book: its draws come from a secret that it is lent, and it lays none beside
    anything.

    With the cup of the `book` itself, dice that were promised are those of the promise; without it none is
    foretold.
    """

    promises = False

    def __init__(self, lend: Callable[[], bytes], book: Cup | None = None) -> None:
        self._lend = lend
        self._book = book
        self._secret = None
        self._kept = True

    def secret(self) -> bytes:
        """What the draws come from; asked for with the first draw."""
        return self._lend()

    def keep(self) -> bool:
        """Nothing is laid beside anything."""
        return True

    def promised(self, promise: Promise) -> bytes:
        """The secret of a promise, if this is the book's own cup; else the one that was lent."""
        return self.secret() if self._book is None else self._book.promised(promise)


def fresh_secret() -> bytes:
    """A secret of its own for a world beside a book."""
    return secrets.token_bytes(SECRET_BYTES)


def _lines(path: Path) -> list[list[str]]:
    """The words of each line of a cup's file, none if there is no such file."""
    try:
        return [line.split() for line in path.read_text(encoding="ascii", errors="replace").split("\n")]
    except FileNotFoundError:
        return []


def _bytes(word: str) -> bytes | None:
    try:
        found = bytes.fromhex(word)
    except ValueError:
        return None
    return found if len(found) == SECRET_BYTES else None


def _read(path: Path) -> bytes | None:
    """The book's own secret, the first one in its file."""
    return next((found for words in _lines(path) if len(words) == 1 and (found := _bytes(words[0]))), None)


def _promises(path: Path) -> dict[str, bytes]:
    """The secrets of promises by what was promised."""
    return {words[0]: found for words in _lines(path) if len(words) == 2 and (found := _bytes(words[1]))}


def _add(path: Path, *lines: str) -> None:
    """Adds lines in one go, on the disk when it returns; a line that a killed pen left torn is ended first."""
    there = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        text = ("\n" + "".join(f"{line}\n" for line in lines)).encode("ascii")
        if os.write(there, text) != len(text):
            raise OSError(f"{path.name} could not be written whole")
        os.fsync(there)
    finally:
        os.close(there)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def cup_path(book: Path) -> Path:
    """Where a book's secret lies."""
    return book.with_name(book.stem + ".cup")

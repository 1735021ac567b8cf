"""A second verifier, for players: one file, nothing but Python's own library, nothing of the ledger's.

    python standalone_verifier.py EXPORT [--seal CODE]...

Reads the JSON lines that `campaign export` writes and says whether they are what was written: the chain of digests,
seals that you kept (`43-7Q4K-0ZTM-9W2C-HD5X`), and the dice that were promised before they fell and shown after.
Exit 0 if nothing was found, 3 if something was, 2 if the file or a seal cannot be read. It has no code in common
with the ledger's own verifier; where the two disagree, one of them is wrong.

The words. Every line is an entry: `{"position": 7, "stored": "..."}`, or, where its words are not for you,
`{"position": 7, "sha256": "..."}`. With s(n) the sha256 of the stored text of entry n in UTF-8 (or the one given
instead), c(n) = sha256(c(n-1) + s(n)) of raw bytes, and c(0) is 32 zero bytes. A stored text is a JSON object;
among its members are `position` (n), `before` (c(n-1) in hex), `event` and `event_sha`, the first 16 hex digits of
the sha256 of the event's text as it stands there. The head is c of the last entry. A seal is a position and the
first 80 bits of its c, in the letters 0123456789ABCDEFGHJKMNPQRSTVWXYZ, five bits each.

Dice. An entry's `dice` are throws: `label`, `faces`, `fell` (a list each), `source`, and for `source` "cup" the
number `die` of the first of them; the others follow on. The numbers of a book go 1, 2, 3, ... in the order of
writing, and the entry's `cup` says how many there were after it. A throw may stand again, with its numbers, where a
deed is asked again. `dice.committed` promises dice `first` to `first + count - 1`: its `commitment` is sha256 of 32
secret bytes followed by the text "campaign dice/HEAD/FIRST/COUNT", HEAD being c(n-1) in hex for n the first entry
of its operation. `dice.revealed` shows the `secret` of the promise `of` that position. Between the two, die NUMBER
with FACES sides falls so: of HMAC-SHA256(secret, "NUMBER/FACES/0"), "NUMBER/FACES/1", ... the first whose first
eight bytes are, as a number, below 2^64 - 2^64 mod FACES; the face is that number mod FACES, plus 1.

What is found is named with the first position concerned: `payload` (an event is not what was written, or a die not
what was promised), `metadata` (a header), `swapped`, `deleted`, `cut` (a sealed tail is gone), `forked` (two
histories), `rewritten` (all holds, but is not what was sealed). Nothing found is `intact`, or with a seal
`unchanged`; without a seal nothing is claimed about a tail that was cut off, nor about a book that was written anew
from end to end.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Found(NamedTuple):
    """The verdict; `position` is the first one concerned, None if nothing was found."""

    verdict: str
    position: int | None
    head: str
    entries: int
    text: str
    dice: int
    """How many promised dice were recomputed and fell as promised."""

    @property
    def whole(self) -> bool:
        return self.verdict in ("intact", "unchanged")


class BadSeal(Exception):
    """Words that are no seal."""


class Damage(Exception):
    """The first thing that is not as it was written."""

    def __init__(self, verdict: str, position: int, text: str) -> None:
        super().__init__(text)
        self.verdict, self.position, self.text = verdict, position, text


def verify(lines: Iterable[str | bytes], seals: Sequence[str] = ()) -> Found:
    """The verdict on an export's lines and the seals that somebody kept. Raises BadSeal."""
    kept: dict[int, set[str]] = {}
    for text in seals:
        position, code = read_seal(text)
        kept.setdefault(position, set()).add(code)
    rows = list(read(lines))
    digests = [bytes(32)]
    for row in rows:
        digests.append(sha(digests[-1] + row.sha))
    head, dice = digests[-1].hex(), Dice()
    damage: Damage | None = None
    held = 0  # as many entries as stand in line
    try:
        for n in range(1, len(rows) + 1):
            Chain(rows, digests, kept).check(n)
            held = n
    except Damage as found:
        damage = found
    wrong = broken_seal(rows, digests, kept, held)
    if wrong is not None and (damage is None or wrong.position < damage.position):
        damage = wrong
    if damage is None:
        damage = dice.check(rows, digests)
    beyond = [position for position in sorted(kept) if position > len(rows)]
    if damage is None and beyond:
        damage = Damage("cut", len(rows) + 1, f"{beyond[0]} was sealed; from {len(rows) + 1} on it is cut off")
    if damage is not None:
        return Found(damage.verdict, damage.position, head, len(rows), damage.text, 0)
    if kept:
        return Found("unchanged", None, head, len(rows), f"up to {max(kept)} this is what was sealed", dice.recomputed)
    text = "the chain holds; without a seal nothing is said about a tail that was cut off"
    return Found("intact", None, head, len(rows), text, dice.recomputed)


# Reading ------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A line: the entry's text, or None where only its sha256 was given; `members` are those of the JSON object,
    each with its text, None if it cannot be read."""

    position: int
    sha: bytes
    stored: str | None
    members: dict[str, tuple[Any, str]] | None


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def read(lines: Iterable[str | bytes]) -> Iterator[Row]:
    """The lines of an export; a line that is none stands as an unreadable entry in its place."""
    count = 0
    for line in lines:
        text = line.decode("utf-8", "surrogateescape") if isinstance(line, bytes) else line
        if not text.strip():
            continue
        count += 1
        try:
            said = json.loads(text)
            position, stored, blank = said["position"], said.get("stored"), said.get("sha256")
            if type(position) is not int or (stored is None) == (blank is None):
                raise ValueError("no line of an export")
            if stored is None:
                digest = bytes.fromhex(blank)
                if len(digest) != 32:
                    raise ValueError("no sha256")
                yield Row(position, digest, None, None)
            else:
                yield Row(position, sha(stored.encode()), stored, members_of(stored))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            yield Row(count, sha(b""), "", None)


def members_of(stored: str) -> dict[str, tuple[Any, str]] | None:
    """The members of a stored entry, each with its text as it stands there; None if it is no entry."""
    decode = json.JSONDecoder().raw_decode
    found: dict[str, tuple[Any, str]] = {}
    blank = re.compile(r"[ \t\n\r]*")

    def skip(at: int) -> int:
        space = blank.match(stored, at)
        assert space is not None
        return space.end()

    try:
        at = skip(0)
        if stored[at] != "{":
            return None
        at = skip(at + 1)
        while stored[at] != "}":
            name, at = decode(stored, at)
            at = skip(at)
            if stored[at] != ":" or not isinstance(name, str):
                return None
            start = skip(at + 1)
            value, end = decode(stored, start)
            found[name] = (value, stored[start:end])
            at = skip(end)
            if stored[at] == ",":
                at = skip(at + 1)
                if stored[at] == "}":
                    return None
            elif stored[at] != "}":
                return None
        if skip(at + 1) != len(stored):
            return None
    except (ValueError, IndexError, RecursionError):
        return None
    types = {"position": int, "before": str, "event_sha": str}
    if "event" not in found or any(
        name not in found or type(found[name][0]) is not kind for name, kind in types.items()
    ):
        return None
    return found


def value(row: Row, name: str) -> Any:
    """A member of an entry, None if it has none."""
    return row.members[name][0] if row.members is not None and name in row.members else None


def event_of(row: Row) -> dict[str, Any]:
    found = value(row, "event")
    return found if isinstance(found, dict) else {}


def sha_of_event(row: Row) -> str:
    assert row.members is not None
    return hashlib.sha256(row.members["event"][1].encode("utf-8", "surrogateescape")).hexdigest()[:16]


# The chain ----------------------------------------------------------------------------------------------


class Chain:
    """Looks at one entry after another; the neighbours are the witnesses of what was done."""

    def __init__(self, rows: list[Row], digests: list[bytes], seals: dict[int, set[str]]) -> None:
        self.rows, self.digests, self.seals = rows, digests, seals

    def check(self, n: int) -> None:
        """Whether what stands in place n is entry n, and follows. Raises Damage."""
        row = self.rows[n - 1]
        if row.position != n:
            self.misnumbered(n)
        if row.stored is None:
            return
        if row.members is None:
            raise self.unreadable(n, row.stored)
        if value(row, "position") != n:
            self.misplaced(n)
        if value(row, "before") != self.digests[n - 1].hex():
            self.unlinked(n)
        if value(row, "event_sha") != sha_of_event(row):
            mended = row.stored.replace(value(row, "event_sha"), sha_of_event(row), 1)
            if self.next_follows(n, self.digests[n - 1], mended):
                raise Damage("metadata", n, f"entry {n}: the digest of its event was edited")
            raise Damage("payload", n, f"entry {n}: its event was edited")

    def next_follows(self, n: int, before: bytes, stored: str) -> bool:
        """Whether entry n + 1 was written behind this text of entry n, which was written behind `before`."""
        after = self.rows[n] if n < len(self.rows) else None
        return after is not None and value(after, "before") == sha(before + sha(stored.encode())).hex()

    def misnumbered(self, n: int) -> None:
        stands = self.rows[n - 1].position
        if stands < 1:
            raise Damage("metadata", n, f"where {n} belongs stands {stands}")
        if stands < n:
            raise Damage("forked", stands, f"{stands} stands there twice")
        if any(row.position == n for row in self.rows[n:]):
            raise Damage("swapped", n, f"{stands} stands where {n} belongs, and {n} comes later")
        raise Damage("deleted", n, f"{n} is missing")

    def misplaced(self, n: int) -> None:
        row = self.rows[n - 1]
        says = value(row, "position")
        if value(row, "before") == self.digests[n - 1].hex():
            raise Damage("metadata", n, f"entry {n} says that it is {says}")
        elsewhere = any(value(other, "position") == n for other in self.rows[n - 1 :])
        if not elsewhere:
            raise Damage("deleted", n, f"{n} is missing; {says} was put in its place")
        if says < n:
            raise Damage("forked", says, f"two entries say that they are {says}")
        raise Damage("swapped", n, f"in place {n} stands {says}")

    def unlinked(self, n: int) -> None:
        """Entry n names another past than the one that stands before it: either of the two was edited."""
        row = self.rows[n - 1]
        assert row.stored is not None
        sound = value(row, "event_sha") == sha_of_event(row)
        has_witness = n < len(self.rows) and self.rows[n].stored is not None
        try:
            own_past = bytes.fromhex(value(row, "before"))
        except ValueError:
            own_past = b""
        if has_witness and not self.next_follows(n, own_past, row.stored):
            mended = row.stored.replace(value(row, "before"), self.digests[n - 1].hex(), 1)
            if self.next_follows(n, self.digests[n - 1], mended):
                raise Damage("metadata", n, f"entry {n}: the digest of what is before it was edited")
            if not sound:
                raise Damage("payload", n, f"entry {n} was edited, header and event")
            raise Damage("forked", n, f"entry {n} is of another history than its neighbours")
        vouched = self.vouched_for(n)
        if vouched == n - 1:
            if has_witness:
                raise Damage("forked", n, f"from {n} on it is another history")
            raise Damage("metadata" if sound else "payload", n, f"entry {n} does not follow from {n - 1}")
        if not has_witness and not sound:
            raise Damage("payload", n, f"entry {n} was edited")
        raise Damage("metadata", vouched + 1, f"a header of {vouched + 1} to {n - 1} was edited")

    def vouched_for(self, n: int) -> int:
        """The last position before n that an entry behind it, or a seal, fixes."""
        for position in range(n - 1, 0, -1):
            if position < n - 1 and self.rows[position].stored is not None:
                return position
            if self.seals.get(position) == {code_of(self.digests[position])}:
                return position
        return 0

    def unreadable(self, n: int, stored: str) -> Damage:
        """Header or event: if it is still JSON, or a piece of it the event that the header vouches for, it is the
        header.
        """
        try:
            if isinstance(json.loads(stored), dict):
                return Damage("metadata", n, f"entry {n}: its header is not that of an entry")
        except (ValueError, RecursionError):
            pass
        for brace in list(re.finditer(r"\{", stored[1:10_000]))[:50]:
            try:
                end = json.JSONDecoder().raw_decode(stored, brace.start() + 1)[1]
            except (ValueError, RecursionError):
                continue
            text = stored[brace.start() + 1 : end].encode("utf-8", "surrogateescape")
            digits = hashlib.sha256(text).hexdigest()[:16]
            if digits[:8] in stored or digits[8:] in stored:
                return Damage("metadata", n, f"entry {n}: its header cannot be read")
        return Damage("payload", n, f"entry {n} cannot be read")


# Seals --------------------------------------------------------------------------------------------------


def read_seal(text: str) -> tuple[int, str]:
    """Position and sixteen letters of a seal as somebody copied it. Raises BadSeal."""
    plain = re.sub(r"[\s\-\u2010-\u2014]+", "", text).upper().translate(str.maketrans("OIL", "011"))
    number, code = plain[:-16], plain[-16:]
    if not re.fullmatch(r"0*[1-9][0-9]{0,11}", number) or any(letter not in LETTERS for letter in code):
        raise BadSeal(f"{text!r} is no seal; one looks like 43-7Q4K-0ZTM-9W2C-HD5X")
    return int(number), code


def code_of(digest: bytes) -> str:
    number = int.from_bytes(digest[:10], "big")
    return "".join(LETTERS[number >> shift & 31] for shift in range(75, -5, -5))


def broken_seal(rows: list[Row], digests: list[bytes], seals: dict[int, set[str]], held: int) -> Damage | None:
    """The first seal that does not fit, of those within what stands in line."""
    for position in sorted(seals):
        if position > held or seals[position] == {code_of(digests[position])}:
            continue
        if len(seals[position]) > 1:
            return Damage("forked", position, f"different seals were given for {position}")
        given = {
            read_seal(str(event_of(row).get("seal")))
            for row in rows[:held]
            if event_of(row).get("type") in ("book.sealed", "session.ended") and event_of(row).get("seal")
        }
        if given and not any((position, code) in given for code in seals[position]):
            return Damage("forked", position, f"this book never gave that seal for {position}")
        return Damage("rewritten", position, f"all holds, but {position} is not what was sealed")
    return None


# Dice ---------------------------------------------------------------------------------------------------


class Thrown(NamedTuple):
    label: str
    faces: int
    fell: int
    position: int


class Dice:
    """The cup's dice by number, and what was promised of them."""

    def __init__(self) -> None:
        self.recomputed = 0
        self.dice: dict[int, Thrown] = {}
        self.last = 0
        self.promises: dict[int, dict[str, Any]] = {}
        self.holding: int | None = None
        self.under: dict[int, list[int]] = {}
        self.blanks = False
        self.wrong: list[Damage] = []

    def check(self, rows: list[Row], digests: list[bytes]) -> Damage | None:
        """The first die or promise that is not as it should be."""
        for row in rows:
            if row.stored is None:
                self.blanks = True
                continue
            try:
                self.throws(row)
                kind = event_of(row).get("type")
                if kind == "dice.committed":
                    operation = value(row, "operation") or row.position
                    self.promise(row.position, event_of(row), digests[operation - 1].hex())
                elif kind == "dice.revealed":
                    self.show(row.position, event_of(row))
            except (KeyError, TypeError, ValueError, IndexError) as error:
                self.finds(row.position, f"the dice of entry {row.position} cannot be read ({error})")
            if self.wrong:
                return min(self.wrong, key=lambda found: found.position)
        return None

    def finds(self, position: int, text: str) -> None:
        self.wrong.append(Damage("payload", position, text))

    def throws(self, row: Row) -> None:
        counted = value(row, "cup") or 0
        for throw in value(row, "dice") or ():
            if throw.get("source", "table") != "cup":
                continue
            first = throw.get("die", 0)
            if not first and not counted:
                if self.promises:
                    self.finds(row.position, f"a throw of entry {row.position} is the cup's and has no number")
                continue
            for nth, (faces, fell) in enumerate(zip(throw["faces"], throw["fell"], strict=True)):
                number = first + nth if first else self.last + 1
                self.die(number, Thrown(throw["label"], faces, fell, row.position))
        if counted and counted != self.last:
            if not self.blanks:
                self.finds(row.position, f"entry {row.position} counts {counted} dice, {self.last} are written")
            self.last = max(self.last, counted)

    def die(self, number: int, thrown: Thrown) -> None:
        if number > self.last:
            if number != self.last + 1 and not self.blanks:
                self.finds(thrown.position, f"die {number} of entry {thrown.position} is out of turn")
            self.last, self.dice[number] = number, thrown
            if self.holding is not None:
                promise = self.promises[self.holding]
                if promise["first"] <= number < promise["first"] + promise["count"]:
                    self.under[self.holding].append(number)
        elif number in self.dice:
            if self.dice[number][:3] != thrown[:3]:
                self.finds(thrown.position, f"die {number} of entry {thrown.position} fell otherwise before")
        elif not self.blanks:
            self.finds(thrown.position, f"die {number} of entry {thrown.position} never fell")

    def promise(self, position: int, event: dict[str, Any], before: str) -> None:
        first, due = event["first"], self.last + 1
        if first < due or (first > due and not self.blanks):
            self.finds(position, f"entry {position} promises dice from {first} on, {self.last} had fallen")
        if event["head"] != before:
            self.finds(position, f"the promise of entry {position} was not made for this book")
        self.last = max(self.last, first - 1)
        self.promises[position], self.holding, self.under[position] = event, position, []

    def show(self, position: int, event: dict[str, Any]) -> None:
        of = event["of"]
        if of not in self.promises:
            if not self.blanks:
                self.finds(position, f"entry {position} shows a promise that {of} did not make")
            return
        if self.holding == of:
            self.holding = None
        promise = self.promises[of]
        secret = bytes.fromhex(event["secret"])
        context = f"campaign dice/{promise['head']}/{promise['first']}/{promise['count']}"
        if len(secret) != 32 or sha(secret + context.encode()).hex() != promise["commitment"]:
            self.finds(position, f"entry {position} shows another secret than {of} promised")
            return
        for number in self.under[of]:
            die = self.dice[number]
            if die.fell != face(secret, number, die.faces):
                promised = face(secret, number, die.faces)
                self.finds(
                    die.position, f"die {number} of entry {die.position} shows {die.fell}, promised was {promised}"
                )
        if event["fell"] != len(self.under[of]) and not self.blanks:
            self.finds(position, f"entry {position} counts {event['fell']} dice, {len(self.under[of])} are written")
        self.recomputed += len(self.under[of])


def keyed(secret: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 of a key of up to 64 bytes, as RFC 2104 has it."""
    key = secret.ljust(64, b"\0")
    inner = sha(bytes(byte ^ 0x36 for byte in key) + message)
    return sha(bytes(byte ^ 0x5C for byte in key) + inner)


def face(secret: bytes, number: int, faces: int) -> int:
    """How die `number` falls."""
    attempt = 0
    while True:
        drawn = int.from_bytes(keyed(secret, f"{number}/{faces}/{attempt}".encode())[:8], "big")
        if drawn < 2**64 - 2**64 % faces:
            return drawn % faces + 1
        attempt += 1


# The command line ---------------------------------------------------------------------------------------


def main(words: Sequence[str]) -> int:
    """Prints the verdict; 0 if nothing was found, 3 if something was, 2 if it cannot be asked."""
    file, seals, waiting = None, [], list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--seal" and waiting:
            seals.append(waiting.pop(0))
        elif word.startswith("--seal="):
            seals.append(word.removeprefix("--seal="))
        elif file is None and not word.startswith("-"):
            file = word
        else:
            file = None
            break
    if file is None:
        print("python standalone_verifier.py EXPORT [--seal CODE]...", file=sys.stderr)
        return 2
    try:
        with open(file, "rb") as lines:
            found = verify(lines, seals)
    except OSError as error:
        print(f"{file} cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    except BadSeal as bad:
        print(bad, file=sys.stderr)
        return 2
    at = "" if found.position is None else f" at {found.position}"
    print(f"{found.verdict}{at}: {found.text}")
    print(f"entries: {found.entries}")
    print(f"head: {found.head}")
    print(f"promised dice recomputed: {found.dice}")
    return 0 if found.whole else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

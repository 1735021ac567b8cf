"""Makes the published vectors: small exports, whole and damaged, with what a verifier must say of each.

    python tests/vectors/make_vectors.py

Nothing of the ledger is used: digests, seals and dice are worked out here from the words of DESIGN 7 and COMMANDS
1.6 and 6 with Python's own library, and each verdict is written down by hand. The same files come out at every run.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SECRET = bytes(range(32))
OTHER = bytes(range(100, 132))
COUNT = 4

JSON = dict[str, Any]
Change = Callable[[int, JSON], None]
"""Changes entry n of a book before it is written: its header, and the event in it."""


def compact(said: object) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def fell(secret: bytes, number: int, faces: int) -> int:
    """How a die falls. None of the draws here lies above the limit, which one in 2^59 would."""
    drawn = int.from_bytes(hmac.new(secret, f"{number}/{faces}/0".encode(), "sha256").digest()[:8], "big")
    assert drawn < 2**64 - 2**64 % faces
    return drawn % faces + 1


def seal(position: int, digest: bytes) -> str:
    number = int.from_bytes(digest[:10], "big")
    letters = ""
    for _ in range(16):
        number, rest = divmod(number, 32)
        letters = LETTERS[rest] + letters
    return "-".join([str(position), *(letters[n : n + 4] for n in (0, 4, 8, 12))])


class Book:
    """The book of the vectors: 13 entries, written one behind the other. A seal in it is filled in as it is
    written.
    """

    def __init__(self, change: Change | None = None, digests: dict[int, bytes] | None = None) -> None:
        self.stored: list[str] = []
        self.digests = [bytes(32)]
        self.change = change
        cup = {"source": "cup"}
        one: JSON = {"label": "Mara hunts", "faces": [20], "fell": [fell(SECRET, 1, 20)], **cup, "die": 1}
        pair = {"label": "the fall", "faces": [6, 8], "fell": [fell(SECRET, 2, 6), fell(SECRET, 3, 8)], **cup, "die": 2}
        own: JSON = {"label": "Ivo hunts", "faces": [20], "fell": [fell(OTHER, 4, 20)], **cup, "die": 4}
        told = {"label": "Ivo hunts", "faces": [20], "fell": [14], "source": "table", "die": 0}
        self.write({"type": "book.opened", "title": "Vectors", "game": "eos"}, rank=0)
        self.write({"type": "place.declared", "place": "Oakwood"})
        self.write({"type": "session.started", "number": 1, "title": 'Zoë\'s "ford"'})
        head = self.digests[-1].hex()
        promise = sha(SECRET + f"campaign dice/{head}/1/{COUNT}".encode()).hex()
        self.write({"type": "dice.committed", "first": 1, "count": COUNT, "head": head, "commitment": promise})
        self.write({"type": "hunt.rolled", "who": "Mara", "total": one["fell"][0]}, dice=[one], cup=1)
        self.write({"type": "hunt.rolled", "who": "Ivo", "total": 14}, dice=[told])
        self.write(
            {"type": "note.written", "text": "hidden from Ivo"}, hidden=True, salt="00112233445566778899aabbccddeeff"
        )
        self.write({"type": "fall.rolled", "who": "Ivo"}, dice=[pair], cup=3)
        given = digests or {n: d for n, d in enumerate(self.digests)}
        self.write({"type": "session.ended", "number": 1, "seal": seal(8, given[8])})
        self.write({"type": "dice.revealed", "of": 4, "secret": SECRET.hex(), "first": 1, "count": COUNT, "fell": 3})
        self.write({"type": "hunt.rolled", "who": "Ivo", "total": own["fell"][0]}, dice=[own], cup=4)
        self.write({"type": "hunt.rolled", "who": "Mara", "total": one["fell"][0] + 1}, dice=[one], root=5)
        given = digests or {n: d for n, d in enumerate(self.digests)}
        self.write({"type": "book.sealed", "seal": seal(12, given[12])})

    def write(self, event: JSON, **header: Any) -> None:
        n = len(self.stored) + 1
        entry = {
            "position": n,
            "before": self.digests[-1].hex(),
            "moment": 21600,
            "event": event,
            "reason": "",
            **header,
        }
        if self.change is not None:
            self.change(n, entry)
        text = compact(entry.pop("event"))
        entry["event_sha"] = sha(text.encode()).hex()[:16]
        first = compact(entry)
        stored = f'{first[:-1]},"event":{text}}}'
        self.stored.append(stored)
        self.digests.append(sha(self.digests[-1] + sha(stored.encode())))

    def lines(self, blanks: Iterable[int] = ()) -> list[JSON]:
        return [
            {"position": n, "sha256": sha(s.encode()).hex()} if n in blanks else {"position": n, "stored": s}
            for n, s in enumerate(self.stored, start=1)
        ]


WHOLE = Book()
D = WHOLE.digests
VECTORS: list[JSON] = []


def head_of(lines: list[JSON | str]) -> str:
    """The head that follows from lines as they are; one that is no line stands for nothing."""
    digest = bytes(32)
    for line in lines:
        if isinstance(line, str):
            digest = sha(digest + sha(b""))
        else:
            own = bytes.fromhex(line["sha256"]) if "sha256" in line else sha(line["stored"].encode())
            digest = sha(digest + own)
    return digest.hex()


def vector(
    name: str,
    lines: Iterable[JSON | str],
    verdict: str,
    position: int | None,
    says: str,
    *,
    dice: int = 0,
    seals: Iterable[str] = (),
) -> None:
    """One export with what is to be said of it."""
    rows = list(lines)
    text = "".join((row if isinstance(row, str) else compact(row)) + "\n" for row in rows)
    (HERE / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
    VECTORS.append(
        {
            "file": f"{name}.jsonl",
            "says": says,
            "seals": list(seals),
            "verdict": verdict,
            "position": position,
            "head": head_of(rows),
            "entries": len(rows),
            "dice": dice,
        }
    )


def at(position: int, **header: Any) -> Change:
    """Changes the header of one entry, or with `event=` members of its event."""

    def change(n: int, entry: JSON) -> None:
        if n == position:
            entry["event"] |= header.pop("event", {})
            entry.update(header)

    return change


def edited(n: int, before: str, after: str) -> list[JSON]:
    """The whole book with a piece of one entry's text replaced, and nothing else."""
    lines = WHOLE.lines()
    assert lines[n - 1]["stored"].count(before) == 1, before
    lines[n - 1]["stored"] = lines[n - 1]["stored"].replace(before, after)
    return lines


def renumbered(lines: list[JSON]) -> list[JSON]:
    return [{**line, "position": n} for n, line in enumerate(lines, start=1)]


def throw(**said: Any) -> JSON:
    return {"label": "Mara hunts", "faces": [20], "fell": [fell(SECRET, 1, 20)], "source": "cup", "die": 1, **said}


def make() -> None:
    """Writes every vector, and vectors.json."""
    lines, s8, s12, s13 = WHOLE.lines(), seal(8, D[8]), seal(12, D[12]), seal(13, D[13])
    other = Book(at(6, moment=21601))
    vector("whole", lines, "intact", None, "nobody touched it", dice=3)
    vector("sealed", lines, "unchanged", None, "two seals that fit", dice=3, seals=(s8, s13))
    vector(
        "sealed-loosely",
        lines,
        "unchanged",
        None,
        "a seal as somebody copied it",
        dice=3,
        seals=(s12.lower().replace("-", " "),),
    )
    vector(
        "hidden", WHOLE.lines({7}), "unchanged", None, "a player's export without the words of 7", dice=3, seals=(s13,)
    )
    vector("hidden-die", WHOLE.lines({5}), "intact", None, "die 1 is left out, two are shown", dice=2)
    vector("hidden-promise", WHOLE.lines({4}), "intact", None, "the promise is left out: no die can be recomputed")

    vector("payload", edited(6, '"total":14', '"total":19'), "payload", 6, "a total edited in the event")
    vector(
        "payload-broken", edited(6, '"type":"hunt.rolled"', '"type":"hunt.roll'), "payload", 6, "an event broken in two"
    )
    vector("payload-last", edited(13, '"book.sealed"', '"book.seated"'), "payload", 13, "the last event edited")
    vector("payload-line", [*lines[:5], "no line", *lines[6:]], "payload", 6, "a line that is none")
    sha6 = json.loads(WHOLE.stored[5])["event_sha"]
    event6 = compact(json.loads(WHOLE.stored[5])["event"]).replace('"total":14', '"total":19')
    mended = edited(6, '"total":14', '"total":19')
    mended[5]["stored"] = mended[5]["stored"].replace(sha6, sha(event6.encode()).hex()[:16])
    vector("metadata-and-event", mended, "metadata", 6, "an event edited together with its digest in the header")
    vector("metadata", edited(6, '"moment":21600', '"moment":21601'), "metadata", 6, "a moment edited in the header")
    vector("metadata-sha", edited(6, sha6, "0" * 16), "metadata", 6, "the digest of an event edited")
    vector("metadata-before", edited(6, D[5].hex(), "0" * 64), "metadata", 6, "the digest of what is before edited")
    vector(
        "metadata-number", edited(6, '{"position":6', '{"position":60'), "metadata", 6, "an entry's own number edited"
    )
    vector(
        "metadata-behind-hidden",
        [*WHOLE.lines({7})[:5], *mended[5:6], *WHOLE.lines({7})[6:]],
        "metadata",
        6,
        "edited before an entry that is left out, which vouches for it all the same",
    )
    vector("swapped", [*lines[:5], lines[6], lines[5], *lines[7:]], "swapped", 6, "two lines exchanged")
    vector(
        "swapped-renumbered",
        renumbered([*lines[:5], lines[6], lines[5], *lines[7:]]),
        "swapped",
        6,
        "two entries exchanged, the lines numbered anew",
    )
    vector("deleted", [*lines[:5], *lines[6:]], "deleted", 6, "a line left out")
    vector(
        "deleted-renumbered",
        renumbered([*lines[:5], *lines[6:]]),
        "deleted",
        6,
        "a line left out, the lines numbered anew",
    )
    vector("deleted-two", [*lines[:5], *lines[7:]], "deleted", 6, "two lines left out")
    vector("cut", lines[:10], "cut", 11, "the tail cut off, which was sealed", seals=(s12,))
    vector("cut-unseen", lines[:10], "intact", None, "the tail cut off: without a seal nothing is said", dice=3)
    vector("forked-twice", [*lines[:6], lines[5], *lines[6:]], "forked", 6, "a line that stands there twice")
    says = "from 7 on the lines of another book; 6 is sealed"
    vector("forked-from", [*lines[:6], *other.lines()[6:]], "forked", 7, says, seals=(seal(6, D[6]),))
    parted = Book(lambda n, entry: entry.update(moment=21601) if n in (6, 7) else None)
    vector(
        "forked-amid",
        [*lines[:6], parted.lines()[6], *lines[7:]],
        "forked",
        7,
        "one line of another book amid its neighbours",
    )
    vector("forked-seal", other.lines(), "forked", 8, "a book that parted from the sealed one before 8", seals=(s8,))
    vector(
        "forked-seals",
        lines,
        "forked",
        8,
        "two different seals for one position",
        seals=(s8, seal(8, other.digests[8])),
    )
    anew = Book(at(6, event={"total": 19}), dict(enumerate(D)))
    vector(
        "rewritten", anew.lines(), "rewritten", 8, "written anew from 6 on, with the seals it had given", seals=(s8,)
    )
    vector("rewritten-unseen", anew.lines(), "intact", None, "the same without a seal: nothing is said", dice=3)

    one = fell(SECRET, 1, 20)
    vector(
        "die-wrong",
        Book(at(5, dice=[throw(fell=[one % 20 + 1])])).lines()[:11],
        "payload",
        5,
        "a die that was not what was promised",
    )
    vector(
        "die-out-of-turn",
        Book(at(5, dice=[throw(die=2, fell=[fell(SECRET, 2, 20)])], cup=2)).lines(),
        "payload",
        5,
        "a die thrown past",
    )
    vector(
        "die-used-again",
        Book(at(12, dice=[throw(label="Ivo hunts")], root=0)).lines(),
        "payload",
        12,
        "a number used for two dice",
    )
    vector(
        "die-kept-otherwise",
        Book(at(12, dice=[throw(fell=[one % 20 + 1])])).lines(),
        "payload",
        12,
        "a kept die that fell otherwise",
    )
    vector(
        "die-unnumbered",
        Book(at(6, dice=[throw(label="Ivo hunts", die=0)])).lines(),
        "payload",
        6,
        "a die of the cup without a number",
    )
    vector("die-miscounted", Book(at(8, cup=4)).lines(), "payload", 8, "four dice counted, three written")
    vector(
        "die-after",
        Book(at(11, dice=[{**throw(label="Ivo hunts", die=4), "fell": [fell(SECRET, 4, 20)]}])).lines(),
        "intact",
        None,
        "a die thrown after the secret was shown is of no promise, however it fell",
        dice=3,
    )
    vector(
        "promise-other-secret",
        Book(at(10, event={"secret": OTHER.hex()})).lines(),
        "payload",
        10,
        "another secret than was promised",
    )
    vector(
        "promise-other-book",
        Book(at(4, event={"head": "ab" * 32})).lines(),
        "payload",
        4,
        "a promise made for another book",
    )
    late = sha(SECRET + f"campaign dice/{D[3].hex()}/0/{COUNT}".encode()).hex()
    vector(
        "promise-too-late",
        Book(at(4, event={"first": 0, "commitment": late})).lines(),
        "payload",
        4,
        "a promise of dice before the next",
    )
    vector("promise-none", Book(at(10, event={"of": 3})).lines(), "payload", 10, "a promise shown that was never made")
    vector(
        "promise-miscounted",
        Book(at(10, event={"fell": 2})).lines(),
        "payload",
        10,
        "one die fewer said to have fallen",
    )
    (HERE / "vectors.json").write_text(json.dumps(VECTORS, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make()

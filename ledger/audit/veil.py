"""What a seat may read of what is hidden from it: that it is there, its place in the book, and the sums it moved."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ledger.reading import Reading
from ledger.rules import command_of
from ledger.ruling import Usage
from ledger.seats import NOBODYS, acting, plays, seats
from projections.days import TRAPS_SET
from projections.encounter import FIGHT, fight_in, fighters, order_of, read_tile
from projections.sight import DARK, is_blind, level_named, light_on, sees_in_the_dark
from projections.world import Finding, Holder
from schemas.entry import NO_COMMAND, Entry, Event
from schemas.units import key

REVEALED = "entry.revealed"
EFFECTS = ("trap.sprung", "trap.disarmed", "stance.used", "power.used")
"""Entries by which something hidden takes effect: their `reveals` names what is hidden no more, by root or by name."""
SECRET_TAGS = ("trap.set", "trap.met")
"""Entries that are hidden by what they are, and move nothing that a seat may see."""
NOT_ACTING = ("note", "leave", "group", "rename", *NOBODYS)
"""Verbs whose first name does nothing itself: it learns nothing by being named."""
KEPT = (
    "position", "moment", "rank", "behind", "date", "deed", "root", "replaces", "cause", "operation", "session",
    "struck", "hidden", "written_at", "digest",
)  # fmt: skip
"""Keys of an entry that every seat may read; what its postings moved comes with them, without whose it is."""
SUMS = ("kind", "field", "from", "to", "quantity")
WORDS = "hidden"
SECRET_FIELDS = (TRAPS_SET,)
"""Counts that would tell a seat of something that has not taken effect."""
SECRET_STARTS = ("had flag ", "uses ", "left ", "shown ")
"""The same of stances: which row was used, and how often it may still be."""


UNSEEN = "a way that is not seen"
BOARD_FIELDS = ("tile", "tile_in", "facing", "path")
"""Fields that say where somebody stands on a board, and looks."""
BOARD_FACTS = ("start", "to", "path", "stops", "facing", "crossed")
"""Facts of entries that say the same."""


class _Of(msgspec.Struct, frozen=True, gc=False):
    of: int | None = None


class _Effect(msgspec.Struct, frozen=True, gc=False):
    reveals: tuple[int | str, ...] = ()


class _Known(msgspec.Struct, frozen=True, gc=False):
    """As much of a hidden event as says who may read it."""

    type: str
    of: str | int | None = None
    known_to: tuple[str, ...] | None = None


def is_gm(reading: Reading) -> bool:
    """Whether the seat that reads is the GM's own, or one that was given the GM's role."""
    seat = reading.seat
    return seat is None or key(seat) == "gm" or seats(reading.world).get(key(seat)) == "gm"


def revealed(reading: Reading) -> set[int | str]:
    """Positions whose entries were revealed by the reading's known-at, and names of what has taken effect (`trap@57`)."""
    tags, out = reading.campaign.history.tags, reading.order.out
    wanted = [p for p in range(1, reading.known_at + 1) if tags[p] in (REVEALED, *EFFECTS) and not out[p]]
    found: set[int | str] = set()
    for entry in reading.campaign.entries(wanted):
        if tags[entry.position] != REVEALED:
            found.update(msgspec.json.decode(entry.event, type=_Effect).reveals)
            continue
        of = msgspec.json.decode(entry.event, type=_Of).of
        if of is not None:
            found.add(of)
    return found


class Veil:
    """Says of each entry whether the reading's seat may see it whole."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._gm = is_gm(reading)
        self._seat = key(reading.seat or "gm")
        self._revealed: set[int | str] = set() if self._gm else revealed(reading)
        self._own = set() if self._gm else {h.name for h in plays(reading.world, self._seat)}
        self._at: dict[int, bool] = {}
        self._boards: dict[str, bool] = {}

    @property
    def sees_all(self) -> bool:
        return self._gm

    def hides(self, entry: Entry) -> bool:
        """Whether its words are between the GM and whoever did it, typed it or knows of it."""
        if self._gm or not entry.hidden or key(entry.seat or "gm") == self._seat:
            return False
        known = msgspec.json.decode(entry.event, type=_Known)
        root = entry.root or entry.position
        shown: set[int | str] = {entry.position, root, entry.deed or entry.position}
        if known.type in SECRET_TAGS:
            shown.add(known.of if isinstance(known.of, str) and known.of else f"trap@{root}")
        if shown & self._revealed:
            return False
        names = known.known_to if known.type in SECRET_TAGS else self._actors(entry)
        return not self._own.intersection(names or ())

    def hides_at(self, position: int) -> bool:
        """The same of a position; what no entry brought is open."""
        if self._gm:
            return False
        if position not in self._at:
            entry = self._reading.campaign.entry(position)
            self._at[position] = entry is not None and self.hides(entry)
        return self._at[position]

    def _actors(self, entry: Entry) -> list[str]:
        """Who acts in the deed of an entry; nobody in the GM's own."""
        campaign = self._reading.campaign
        first = entry if entry.command != NO_COMMAND else campaign.entry(self._first(entry))
        if first is None or first.command == NO_COMMAND:
            return []
        try:
            verb = msgspec.json.decode(first.command)["verb"]
            cls = command_of(verb, campaign.game)
            if cls.gm or verb in NOT_ACTING:
                return []
            return acting(self._reading.world, msgspec.json.decode(first.command, type=cls)) or []
        except (KeyError, Usage, msgspec.ValidationError):
            return []

    def _first(self, entry: Entry) -> int:
        """The newest version of the entry that carries the command of a deed."""
        history, deed = self._reading.campaign.history, entry.deed or entry.position
        root = history.roots[deed]
        return max(p for p in range(deed, self._reading.known_at + 1) if history.roots[p] == root)

    def dims(self, entry: Entry, event: Event) -> bool:
        """EOS-DARK-17: whether an entry tells of tiles, or of where somebody looks, which the seat's figures do not see."""
        if self._gm or key(entry.seat or "gm") == self._seat or not told_of_board(event):
            return False
        fight = getattr(event, "fight", None)
        return self._in_the_dark(fight if isinstance(fight, str) else self._fight_of(event.who))

    def _dims_at(self, position: int) -> bool:
        """The same of a position."""
        found = next(iter(self._reading.entries([position])), None) if not self._gm and position else None
        return found is not None and self.dims(*found)

    def _fight_of(self, who: str | None) -> str | None:
        fight = None if who is None else fight_in(self._reading.world, self._reading.world.get(who))
        return None if fight is None else fight.name

    def _in_the_dark(self, fight: str | None) -> bool:
        """Whether the board of a fight is hidden from the seat."""
        if fight is None:
            return False
        if fight not in self._boards:
            holder = self._reading.world.get(fight)
            self._boards[fight] = holder.kind == FIGHT and not sees_the_board(self._reading, holder)
        return self._boards[fight]

    def open_marks(self, holder: Holder, marks: Iterable[str]) -> list[str]:
        """Of somebody's marks those that the seat may know of: not one that a hidden entry set."""
        return [m for m in marks if m not in holder.marks or not self.hides_at(holder.marks[m].position)]

    def open_findings(self, position: int, findings: Iterable[Finding]) -> list[Finding]:
        """Of what an entry moved only the sums, where it is hidden."""
        if not self.hides_at(position):
            dim = any(f.field in BOARD_FIELDS for f in findings) and self._dims_at(position)
            return [f for f in findings if not dim or f.field not in BOARD_FIELDS]
        return [f for f in findings if f.mark is None and is_sum(f.holder, f.field, f.before, f.after, f.item)]


def sees_the_board(reading: Reading, fight: Holder) -> bool:
    """EOS-DARK-17: the GM sees the board, and a seat one of whose figures does not stand blind in the dark.

    Of a fight that is over only its light is left: in the dark dark vision saw.
    """
    if is_gm(reading):
        return True
    world, moment = reading.world, reading.on
    own = [who for who in plays(world, reading.seat or "") if who.name in order_of(fight)]
    if not fight.fields.get("open"):
        said = fight.fields.get("light")
        lights = [light_on(world, who, moment) for who in fighters(world, fight)] if said is None else [level_named(said)]
        return DARK not in lights or any(map(sees_in_the_dark, own))
    dark = [who for who in fighters(world, fight) if light_on(world, who, moment) == DARK]
    if not dark and not any(is_blind(world, who, moment) for who in own):
        return True
    return any(not is_blind(world, who, moment) for who in own)


def told_of_board(event: Event) -> bool:
    """Whether an entry says where on a board somebody stands, goes or looks."""
    if getattr(event, "facing", None) is not None or getattr(event, "path", None):
        return True
    tiles = (getattr(event, name, None) for name in ("start", "to", "stops"))
    if any(isinstance(tile, str) and read_tile(tile) is not None for tile in tiles):
        return True
    return any(getattr(posting, "field", None) in BOARD_FIELDS for posting in event.postings)


def dimmed(event: Event) -> Event:
    """The same entry without what it says of the board."""
    fields: dict[str, Any] = {name: None for name in event.__struct_fields__ if name in BOARD_FACTS}
    for name in fields:
        value = getattr(event, name)
        if isinstance(value, tuple):
            fields[name] = ()
        elif value is not None and (name == "facing" or type(event).__name__ == "PlaceChanged"):
            fields[name] = UNSEEN
    return msgspec.structs.replace(event, **fields)


def is_sum(holder: str | None, field: str | None, before: Any, after: Any, item: str | None = None) -> bool:
    """Whether something that moved is a number which every seat may see: goods, hit points, but nothing of a trap."""
    if holder is not None and holder.startswith("trap@"):
        return False
    if item is not None:
        return True
    if field is None or field in SECRET_FIELDS or field.startswith(SECRET_STARTS):
        return False
    return not isinstance(before, str) and not isinstance(after, str)


def veiled(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of an entry with everything hidden but its place and its sums; none of what has not taken effect."""
    found: dict[str, Any] = {name: value if name in KEPT else None for name, value in entry.items()}
    found["text"] = WORDS
    found["overruled"] = []
    found["facts"] = {}
    moved = [] if entry["tag"] in SECRET_TAGS else entry["postings"]
    found["postings"] = [
        {name: value if name in SUMS else None for name, value in posting.items()}
        for posting in moved
        if posting["kind"] in ("gained", "spent")
        or (posting["kind"] == "changed" and is_sum(posting["holder"], posting["field"], posting["from"], posting["to"]))
    ]
    return found

"""All that a rule may look at: what the entries in force add up to, up to one place in their order.

A world is folded from lines; it never opens the rulebook and never refuses. What time does to things is not in it: that
is asked of (world, moment) by the rooms beside this one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from schemas.calendar import HOUR_SECONDS, Calendar
from schemas.entry import Line
from schemas.postings import AnyPosting, Changed, Gained, Marked, Moved, Put, Spent, Unmarked
from schemas.units import Moment, Number, exact, key

PEOPLE = ("character", "npc")
"""Kinds of holders that act."""
PLACES = ("zone", "site", "water", "mine", "quarry", "structure", "terrain")
"""Kinds of holders in which someone or something can be."""
RATIO = re.compile(r"-?[0-9]+/[0-9]+")
"""The text of a fraction, as an `Amount` is stored."""
COUNTS_KEPT = 4
"""How many periods of one count a world remembers; older ones are read by looking at their own day."""


class Lot:
    """Things of one kind that came into the world together; a piece if it is one thing with a fate of its own."""

    __slots__ = (
        "fields", "fitted_to", "full_tier", "harvested_on", "hours", "in_use", "item", "lit_since", "made_with", "mended",
        "name", "named", "persons", "piece", "position", "quantity", "since", "size", "slot", "spoils_at", "spoils_on", "tier",
        "used_days", "used_months", "wears_days", "worn_since",
    )  # fmt: skip

    def __init__(self, name: str, p: Gained, quantity: Number, position: int, since: Moment) -> None:
        self.name = name
        self.item = p.item
        self.quantity = quantity
        self.tier = p.tier
        self.full_tier = p.tier
        self.piece = p.pieces
        self.size = p.size
        self.fitted_to = p.fitted_to
        self.persons = p.persons
        self.named = p.named
        self.harvested_on = p.harvested_on
        self.spoils_on = p.spoils_on
        self.spoils_at: Moment | None = None
        self.hours: Number | None = None if p.hours is None else exact(p.hours)
        self.slot: str | None = None
        self.lit_since: Moment | None = None
        self.position = position
        self.since = since
        self.fields: dict[str, Number | str | None] | None = None
        self.made_with = p.made_with
        self.wears_days = p.wears_days
        self.in_use = p.in_use
        self.worn_since: int | None = None
        self.used_days = 0
        self.used_months = 0
        self.mended = 0

    def part(self, quantity: Number) -> "Lot":
        """So much of this lot, under the same name."""
        lot = object.__new__(Lot)
        for slot, value in zip(Lot.__slots__, _state_of(self), strict=True):
            setattr(lot, slot, value)
        lot.quantity = quantity
        return lot

    def same_as(self, other: "Lot") -> bool:
        same: bool = _state_of(self) == _state_of(other)
        return same


_state_of: Callable[[Lot], Any] = attrgetter(*Lot.__slots__)
_moving: Callable[[Lot], Any] = attrgetter("quantity", "hours", "slot", "lit_since")
"""What goods, movements and lights change of a lot that is no piece; only postings about it by name change more."""


def light_left(lot: Lot, moment: Moment) -> Number:
    """EOS-BUSH-17, EOS-COOK-12: hours of light left in each; one that is lit burns down: asked, not written."""
    hours = lot.hours or 0
    if lot.lit_since is None:
        return hours
    return max(0, exact(hours - Fraction(moment - lot.lit_since, HOUR_SECONDS)))


class Mark(NamedTuple):
    """What a holder is marked with: `value`, since when, and until when (None: until it is unmarked)."""

    value: Number | str | None
    since: Moment
    until: Moment | None
    position: int


class Holder:
    """Anything that has something: a person, a place, a piece of gear that holds things, `book` itself."""

    __slots__ = ("counts", "fields", "holes", "lots", "marks", "name", "wounds")

    def __init__(self, name: str) -> None:
        self.name = name
        self.fields: dict[str, Number | str | None] = {}
        self.lots: dict[str, list[Lot]] = {}
        self.counts: dict[str, dict[int, Number]] = {}
        self.marks: dict[str, Mark] = {}
        self.holes: dict[str, Number] = {}
        self.wounds: list[tuple[str, Number]] = []

    def copy(self, lots: bool = True) -> "Holder":
        """One of its own, to be changed or kept apart."""
        other = Holder(self.name)
        other.fields = {f: _apart(v) for f, v in self.fields.items()}
        if lots:
            other.lots = {item: [lot.part(lot.quantity) for lot in own] for item, own in self.lots.items()}
        other.counts = {field: dict(counts) for field, counts in self.counts.items()}
        other.marks = dict(self.marks)
        other.holes = dict(self.holes)
        other.wounds = list(self.wounds)
        return other

    def kept(self) -> "Kept":
        """What `take_back` needs: cheaper than a copy where somebody has hundreds of lots."""
        other = self.copy(lots=False)
        lots: dict[str, list[tuple[Lot, Any]]] = {}
        for item, own in self.lots.items():
            lots[item] = [(lot.part(lot.quantity), None) if lot.piece else (lot, _moving(lot)) for lot in own]
        return Kept(other, lots)

    def same_as(self, other: "Holder | None") -> bool:
        """Whether both stand alike, in everything that can be asked of them."""
        if other is None:
            return False
        return (
            self.fields == other.fields
            and self.counts == other.counts
            and self.marks == other.marks
            and self.holes == other.holes
            and self.wounds == other.wounds
            and self.lots.keys() == other.lots.keys()
            and all(
                len(lots) == len(other.lots[item])
                and all(a.same_as(b) for a, b in zip(lots, other.lots[item], strict=True))
                for item, lots in self.lots.items()
            )
        )

    @property
    def kind(self) -> str:
        """`character npc zone site water mine quarry structure group book ...`, or `nobody` if nothing brought it in."""
        return str(self.fields.get("kind", "nobody"))

    def number(self, field: str, default: Number = 0) -> Number:
        value = self.fields.get(field, default)
        return default if value is None or isinstance(value, str) else value

    def word(self, field: str, default: str = "") -> str:
        value = self.fields.get(field)
        return value if isinstance(value, str) else default

    def count(self, field: str, period: int) -> Number:
        return self.counts.get(field, {}).get(period, 0)

    def all_lots(self) -> Iterator[Lot]:
        for lots in self.lots.values():
            yield from lots


class Finding(NamedTuple):
    """What a fold made of one posting: for every part of it that moved something, from what to what."""

    position: int
    kind: str
    holder: str
    item: str | None = None
    tier: int | None = None
    quantity: Number | None = None
    lot: str | None = None
    field: str | None = None
    before: Number | str | None = None
    after: Number | str | None = None
    mark: str | None = None
    until: Moment | None = None
    source: str | None = None


def _apart(value: Any) -> Any:
    """A field's value, copied if it has a state of its own (a zone's wear)."""
    return value.copy() if hasattr(value, "copy") else value


class Kept(NamedTuple):
    """A holder as it was, its lots beside it: pieces as copies, stacks as themselves with what moves of them."""

    holder: Holder
    lots: dict[str, list[tuple[Lot, Any]]]

    def again(self) -> Holder:
        """The holder as it was kept."""
        holder = self.holder
        for item, rows in self.lots.items():
            own = holder.lots[item] = []
            for lot, moving in rows:
                if moving is not None:
                    lot.quantity, lot.hours, lot.slot, lot.lit_since = moving
                own.append(lot)
        return holder


class Saved(NamedTuple):
    """What `take_back` gives back: the holders that were touched since, and everything small."""

    holders: dict[str, Kept | Holder | None]
    people: list[str]
    names: dict[str, str]
    calendar: Calendar
    moment: Moment
    position: int
    root: int
    lots_named: dict[str, int]


class NotedHolders(dict[str, Holder]):
    """Holders that note into the world's `reads` whose state is looked at."""

    def __init__(self, world: "World", holders: dict[str, Holder]) -> None:
        super().__init__(holders)
        self._world = world

    def __getitem__(self, name: str) -> Holder:
        if self._world.reads is not None:
            self._world.reads.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        if self._world.reads is not None:
            self._world.reads.add(name)
        return super().get(name, default)

    def values(self) -> Any:
        if self._world.reads is not None:
            self._world.reads.update(self)
        return super().values()

    def items(self) -> Any:
        if self._world.reads is not None:
            self._world.reads.update(self)
        return super().items()


class World:
    """The campaign at one place in its order.

    `holders` by their spelling; `names` finds a spelling by its compared form. `position` and `moment` are those of the
    last line folded. With `trace` a list, every fold writes there what it found.
    """

    def __init__(self, calendar: Calendar | None = None) -> None:
        self.calendar = calendar or Calendar()
        self.holders: dict[str, Holder] = {}
        self.names: dict[str, str] = {}
        self.people: list[str] = []
        self.moment: Moment = 0
        self.position = 0
        self.root = 0
        self.trace: list[Finding] | None = None
        self.reads: set[str] | None = None
        self._saved: Saved | None = None
        self._lots_named: dict[str, int] = {}

    # -- reading ------------------------------------------------------------------------------------------------

    def find(self, word: str) -> str | None:
        """The spelling under which the book knows this name, or None."""
        found = self.names.get(key(word))
        if self.reads is not None:
            self.reads.add(found or word)
        return found

    def get(self, name: str) -> Holder:
        """The holder of this spelling; an empty one, not kept, if there is none."""
        return self.holders.get(name) or Holder(name)

    def holder(self, name: str) -> Holder:
        """The holder of this spelling, made if need be: folds are total."""
        found = self.holders.get(name)
        if found is None:
            found = self.holders[name] = Holder(name)
        return found

    def of_kind(self, *kinds: str) -> list[Holder]:
        """Holders of these kinds, in the order in which they came into the book."""
        return [h for h in self.holders.values() if h.fields.get("kind") in kinds]

    def piece(self, name: str) -> tuple[Holder, Lot] | None:
        """Where the lot or piece of this name is now; of a lot that was parted, the first part."""
        item = name.rpartition("@")[0]
        for holder in self.holders.values():
            for lot in holder.lots.get(item, ()):
                if lot.name == name:
                    return holder, lot
        return None

    def ruling(self, name: str, default: str) -> str:
        """What the table adopted for an open reading, else its default."""
        book = self.holders.get("book")
        return book.word(f"ruling {name}", default) if book else default

    def place_of(self, who: str) -> str | None:
        """Where someone is: a zone or something in it; None for someone who is nowhere yet."""
        return self.get(who).word("place") or None

    def zone_of(self, place: str) -> str:
        """The zone that a place is or lies in."""
        seen = place
        for _ in range(20):
            inside = self.get(seen).word("in")
            if not inside or self.get(seen).kind == "zone":
                return seen
            seen = inside
        return seen

    def at(self, place: str) -> list[Holder]:
        """People who are at this very place, in the order they joined, the dead and the gone too."""
        if self.reads is not None:
            return self._at_read(place)
        return [h for n in self.people if (h := self.holders[n]).fields.get("place") == place]

    def _at_read(self, place: str) -> list[Holder]:
        """The same, where it is noted what was read: of people elsewhere no more than that they are elsewhere."""
        assert self.reads is not None
        here: list[Holder] = []
        for name in self.people:
            holder = dict.__getitem__(self.holders, name)
            if holder.fields.get("place") == place:
                self.reads.add(name)
                here.append(holder)
            else:
                self.reads.add(f"{name} place")
        return here

    @property
    def day(self) -> int:
        return self.calendar.day_of(self.moment)

    # -- folding ------------------------------------------------------------------------------------------------

    def fold(self, line: Line) -> None:
        """Takes one line in, in order."""
        self.position = line.position
        self.root = line.root or line.position
        self.moment = line.moment
        postings = line.event.postings
        if postings:
            if self._lots_named:
                self._lots_named = {}
            if self._saved is not None:
                self._fold_saving(postings)
                return
            folds = FOLDS
            for p in postings:
                folds[type(p)](self, p)

    # -- trying out

    def begin(self) -> None:
        """From here on what is folded can be taken back."""
        self._saved = Saved(
            {}, list(self.people), dict(self.names), self.calendar, self.moment, self.position, self.root, self._lots_named
        )  # fmt: skip

    def take_back(self) -> None:
        """The world as it was at `begin`."""
        saved = self._saved
        assert saved is not None
        self._saved = None
        for name, holder in saved.holders.items():
            if holder is None:
                self.holders.pop(name, None)
            else:
                self.holders[name] = holder.again() if isinstance(holder, Kept) else holder
        self.people, self.names, self.calendar = saved.people, saved.names, saved.calendar
        self.moment, self.position, self.root, self._lots_named = (
            saved.moment,
            saved.position,
            saved.root,
            saved.lots_named,
        )

    def _fold_saving(self, postings: Sequence[AnyPosting]) -> None:
        saved = self._saved
        assert saved is not None
        reads, self.reads = self.reads, None
        for p in postings:
            by_name = "@" in p.holder
            for name in self.touched(p):
                kept = saved.holders.get(name)
                if name not in saved.holders:
                    holder = self.holders.get(name)
                    saved.holders[name] = None if holder is None else holder.copy() if by_name else holder.kept()
                elif by_name and isinstance(kept, Kept):
                    saved.holders[name] = self._kept_whole(kept)
            FOLDS[type(p)](self, p)
        self.reads = reads

    def _kept_whole(self, kept: Kept) -> Holder:
        """A kept holder with copies of its stacks as they were, before a posting about one of them by name."""
        holder = kept.holder
        for item, rows in kept.lots.items():
            own = holder.lots[item] = []
            for lot, moving in rows:
                whole = lot
                if moving is not None:
                    whole = lot.part(lot.quantity)
                    whole.quantity, whole.hours, whole.slot, whole.lit_since = moving
                own.append(whole)
        return holder

    def touched(self, p: AnyPosting) -> set[str]:
        """Names of the holders that a posting may move."""
        from projections.holdings import reachable

        names = {_own(self, p.holder)}
        if isinstance(p, (Spent, Moved)) and p.reach != "own":
            names.update(h.name for h, _ in reachable(self, p.holder, p.reach))
        if isinstance(p, Moved):
            names.add(p.to)
        place = self.place_of(p.holder) if isinstance(p, (Gained, Spent)) else None
        if place:
            names.add(place)
        for name in [n for n in names if "@" in n]:
            piece = self.piece(name)
            if piece is not None:
                names.add(piece[0].name)
        return names

    def found(self, finding: Finding) -> None:
        if self.trace is not None:
            self.trace.append(finding)

    def next_lot(self, item: str) -> str:
        """`food@43` for the first lot of food that entry 43 brings, `food@43.2` for the second."""
        nth = self._lots_named[item] = self._lots_named.get(item, 0) + 1
        return f"{item}@{self.root}" if nth == 1 else f"{item}@{self.root}.{nth}"


Fold = Callable[[World, AnyPosting], None]
FieldFold = Callable[[World, Holder, Changed], None]

FIELDS: dict[str, FieldFold] = {}
"""Fields with limits or a shape of their own; every other is a plain sum. Filled by the rooms."""


def field_fold(*names: str) -> Callable[[FieldFold], FieldFold]:
    """Says that `Changed` of these fields is folded by this function."""

    def enter(fold: FieldFold) -> FieldFold:
        for name in names:
            FIELDS[name] = fold
        return fold

    return enter


PUTS: dict[str, Callable[[World, Holder, Put], None]] = {}
"""Fields that do more when they are put than take the value. Filled by the rooms."""


def put_fold(*names: str) -> Callable[[Callable[[World, Holder, Put], None]], Callable[[World, Holder, Put], None]]:
    """Says that `Put` of these fields is folded by this function."""

    def enter(fold: Callable[[World, Holder, Put], None]) -> Callable[[World, Holder, Put], None]:
        for name in names:
            PUTS[name] = fold
        return fold

    return enter


def within(value: Number, p: Changed) -> Number:
    """The value cut to the limits that the deed brought along."""
    if p.not_below is not None:
        value = max(value, exact(p.not_below))
    if p.not_above is not None:
        value = min(value, exact(p.not_above))
    return value


def _own(world: World, name: str) -> str:
    """`work@`, `sword@` in a posting is what this very entry brings into the world: `work@57`."""
    return f"{name}{world.root}" if name.endswith("@") else name


def fold_changed(world: World, p: AnyPosting) -> None:
    assert isinstance(p, Changed)
    holder = None if "@" in p.holder else world.holders.get(p.holder)
    if holder is None:
        if "@" in p.holder and _fold_piece(world, p):
            return
        holder = world.holder(_own(world, p.holder))
    special = FIELDS.get(p.field)
    if special is not None:
        special(world, holder, p)
        return
    by = p.by if type(p.by) is int else exact(p.by)
    if p.period is not None:
        counts = holder.counts.setdefault(p.field, {})
        before = counts.get(p.period, 0)
        after = counts[p.period] = before + by
        if len(counts) > COUNTS_KEPT:
            del counts[min(counts)]
    else:
        before = holder.number(p.field)
        after = before + by
        if p.not_below is not None or p.not_above is not None:
            # A limit of the deed's own never moves a value the other way.
            after = max(min(before, after), within(after, p)) if by < 0 else min(max(before, after), within(after, p))
        holder.fields[p.field] = after
    if world.trace is not None:
        world.found(Finding(world.position, "changed", holder.name, field=p.field, before=before, after=after,
                            quantity=by, source=p.source))  # fmt: skip


def fold_put(world: World, p: AnyPosting) -> None:
    assert isinstance(p, Put)
    if "@" in p.holder and _fold_piece(world, p):
        return
    holder = world.holder(_own(world, p.holder))
    to: Number | str | None = exact(p.to) if isinstance(p.to, str) and RATIO.fullmatch(p.to) else p.to
    before = holder.fields.get(p.field)
    if p.field == "kind":
        _enter(world, holder, str(to))
    special = PUTS.get(p.field)
    if special is not None:
        special(world, holder, p)
    else:
        holder.fields[p.field] = to
    if world.trace is not None:
        world.found(Finding(world.position, "changed", holder.name, field=p.field, before=before,
                            after=holder.fields.get(p.field)))  # fmt: skip


def _enter(world: World, holder: Holder, kind: str) -> None:
    """The first entry that says what something is brings its name into the book."""
    world.names.setdefault(key(holder.name), holder.name)
    if kind in PEOPLE and holder.name not in world.people:
        world.people.append(holder.name)


def _fold_piece(world: World, p: Changed | Put) -> bool:
    """A posting about one piece of gear (`sword@41`): its tier, its slot, its hours. False if there is no such piece."""
    found = world.piece(_own(world, p.holder))
    if found is None:
        return False
    _, lot = found
    before: Number | str | None = getattr(lot, p.field) if p.field in Lot.__slots__ else (lot.fields or {}).get(p.field)
    after: Number | str | None
    if isinstance(p, Put):
        after = exact(p.to) if isinstance(p.to, str) and p.to[:1].isdigit() and "/" in p.to else p.to
    else:
        full = lot.full_tier if p.field == "tier" else None
        base = before if isinstance(before, int) or (before is not None and not isinstance(before, str)) else 0
        after = within(base + exact(p.by), p)
        if p.fill and full is not None:
            after = full
        if p.field == "tier":
            after = max(0, after)
    if p.field == "lit_since":
        lot.hours = light_left(lot, world.moment)
    if isinstance(p, Changed) and p.field == "tier" and p.fill:
        _mended(world, lot)
    if p.field == "slot":
        hung(world, lot, after if isinstance(after, str) else None)
    elif p.field in Lot.__slots__:
        setattr(lot, p.field, after)
    else:
        lot.fields = {**(lot.fields or {}), p.field: after}
    if world.trace is not None:
        world.found(Finding(world.position, "changed", p.holder, item=lot.item, lot=lot.name, field=p.field,
                            before=before, after=after))  # fmt: skip
    return True


PITCHED = "pitched"
"""The slot of a tent that stands."""


def hung(world: World, lot: Lot, slot: str | None) -> None:
    """A piece goes into a slot, or out of it; EOS-TENT-03: a tent's days in use are counted while it stands pitched."""
    if lot.wears_days is not None and (lot.slot == PITCHED) != (slot == PITCHED):
        if slot == PITCHED:
            lot.worn_since = world.day
        elif lot.worn_since is not None:
            lot.used_days += world.day - lot.worn_since
            lot.used_months += world.calendar.months_passed(lot.worn_since, world.day)
            lot.worn_since = None
    lot.slot = slot


def _mended(world: World, lot: Lot) -> None:
    """EOS-REPAIR-01, EOS-METAL-04: a repair begins the clock of decay anew, or it runs on (ruling decay_restart).

    EOS-TENT-04: a tent's days in use are always counted anew.
    """
    from projections.wear import losses

    anew = not lot.in_use or world.ruling("decay_restart", "from-repair") == "from-repair"
    if anew:
        lot.used_days = lot.used_months = lot.mended = 0
        if lot.worn_since is not None:
            lot.worn_since = world.day
    else:
        lot.mended = losses(world, lot, world.day)


def fold_marked(world: World, p: AnyPosting) -> None:
    assert isinstance(p, Marked)
    world.holder(p.holder).marks[p.mark] = Mark(p.value, world.moment, p.until, world.position)
    if world.trace is not None:
        world.found(Finding(world.position, "marked", p.holder, mark=p.mark, until=p.until, after=p.value))


def fold_unmarked(world: World, p: AnyPosting) -> None:
    assert isinstance(p, Unmarked)
    gone = world.holder(p.holder).marks.pop(p.mark, None)
    if world.trace is not None:
        world.found(Finding(world.position, "unmarked", p.holder, mark=p.mark, before=gone.value if gone else None))


def _unfolded(world: World, p: AnyPosting) -> None:
    raise AssertionError(f"no room folds {type(p).__name__}")


FOLDS: dict[type, Fold] = {
    Gained: _unfolded,
    Spent: _unfolded,
    Moved: _unfolded,
    Changed: fold_changed,
    Put: fold_put,
    Marked: fold_marked,
    Unmarked: fold_unmarked,
}

"""All that a rule may look at: what the entries in force add up to, up to one place in their order.

A world is folded from lines; it never opens the rulebook and never refuses. What time does to things is not in it: that
is asked of (world, moment) by the rooms beside this one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from schemas.calendar import HOUR_SECONDS, Calendar
from schemas.entry import Line
from schemas.postings import AnyPosting, Changed, Gained, Marked, Moved, Put, Spent, Unmarked
from schemas.units import Moment, Number, exact, key

PEOPLE = ("character", "npc")
"""Kinds of holders that act."""
PLACES = ("zone", "site", "water", "mine", "quarry", "structure", "terrain")
"""Kinds of holders in which someone or something can be."""
UNNAMED = ("trap",)
"""Kinds of holders that no line names: what is hidden must not be found by its name."""
RATIO = re.compile(r"-?[0-9]{1,400}/[1-9][0-9]{0,400}")
"""The text of a fraction, as an `Amount` is stored."""
COUNTS_KEPT = 4
"""How many periods of one count a world remembers; older ones are read by looking at their own day."""


if TYPE_CHECKING:
    Quantity = Number
    Fields = dict[str, Number | str | None]
else:
    Fields = dict[str, Any]
    Quantity = Any  # kept by the cache as it stands, fractions too (ledger/cache.py)


class Lot(msgspec.Struct, array_like=True, gc=False, eq=False):
    """Things of one kind that came into the world together; a piece if it is one thing with a fate of its own."""

    name: str
    item: str
    quantity: Quantity
    """A whole number or a fraction."""
    position: int
    since: Moment
    tier: int | None = None
    full_tier: int | None = None
    piece: bool = False
    size: str | None = None
    fitted_to: str | None = None
    persons: int | None = None
    named: str | None = None
    harvested_on: int | None = None
    spoils_on: int | None = None
    hours: Quantity | None = None
    made_with: str | None = None
    wears_days: int | None = None
    in_use: bool = True
    spoils_at: Moment | None = None
    slot: str | None = None
    lit_since: Moment | None = None
    fields: Fields | None = None
    worn_since: int | None = None
    used_days: int = 0
    used_months: int = 0
    mended: int = 0

    def part(self, quantity: Number) -> "Lot":
        """So much of this lot, under the same name."""
        lot = copy(self)
        lot.quantity = quantity
        return lot

    def same_as(self, other: "Lot") -> bool:
        return msgspec.structs.astuple(self) == msgspec.structs.astuple(other)


LOT_FIELDS = frozenset(Lot.__struct_fields__)


def brought(name: str, p: Gained, quantity: Number, position: int, since: Moment) -> Lot:
    """The lot that a posting brings into the world."""
    return Lot(  # by place, not by name: this is the hottest line of a fold
        name, p.item, quantity, position, since, p.tier, p.tier, p.pieces, p.size, p.fitted_to, p.persons, p.named,
        p.harvested_on, p.spoils_on, None if p.hours is None else exact(p.hours), p.made_with, p.wears_days, p.in_use,
    )  # fmt: skip


_quantity: Callable[[Lot], Any] = attrgetter("quantity")
_moving: Callable[[Lot], Any] = attrgetter("quantity", "hours", "slot", "lit_since")
"""What goods, movements and lights change of a lot that is no piece; only postings about it by name change more."""


def light_left(lot: Lot, moment: Moment) -> Number:
    """EOS-BUSH-17, EOS-COOK-12: hours of light left in each; one that is lit burns down: asked, not written."""
    hours = lot.hours or 0
    if lot.lit_since is None:
        return hours
    return max(0, exact(hours - Fraction(moment - lot.lit_since, HOUR_SECONDS)))


class Mark(NamedTuple):
    """What a holder is marked with: `value`, since when, and until when (None: until it is unmarked).

    `position` is the root of the entry that set it.
    """

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
        """What `take_back` needs: cheaper than a copy where somebody has hundreds of lots. Lots are kept by `keep_lots`."""
        return Kept(self.copy(lots=False), list(self.lots), {})

    def same_as(self, other: "Holder | None") -> bool:
        """Whether both stand alike, in everything that can be asked of them."""
        return (
            other is not None
            and self.same_beside_lots(other)
            and self.lots.keys() == other.lots.keys()
            and all(same_lots(lots, other.lots[item]) for item, lots in self.lots.items())
        )

    def same_beside_lots(self, other: "Holder") -> bool:
        """Whether both stand alike in everything but what they have."""
        return (
            self.fields == other.fields
            and self.counts == other.counts
            and self.marks == other.marks
            and self.holes == other.holes
            and self.wounds == other.wounds
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


def same_lots(some: Sequence[Lot], others: Sequence[Lot]) -> bool:
    """Whether two rows of lots are alike, lot by lot; what differs is mostly how much there is, which is looked at first."""
    return (
        len(some) == len(others)
        and list(map(_quantity, some)) == list(map(_quantity, others))
        and all(map(Lot.same_as, some, others))
    )


def same_since(some: Sequence[Lot], others: Sequence[Lot], moment: Moment) -> bool:
    """Whether two rows that were alike are so still, after goods came and went from a moment on: what moves of each lot is
    compared, and of those that came since everything.
    """
    if len(some) != len(others) or list(map(_moving, some)) != list(map(_moving, others)):
        return False
    for one, other in zip(reversed(some), reversed(others), strict=True):
        if one.since < moment and other.since < moment:
            return True
        if not one.same_as(other):
            return False
    return True


class Kept(NamedTuple):
    """A holder as it was, and beside it of its items those that were touched since, as they lay (None: there was nothing
    of it). What changed of a lot itself is in the world's `changed`.
    """

    holder: Holder
    order: list[str]
    lots: dict[str, list[Lot] | None]

    def keep_lots(self, holder: Holder, items: Iterable[str]) -> None:
        """Keeps these items of the holder as they are now, each before anything touches it."""
        for item in items:
            if item not in self.lots:
                own = holder.lots.get(item)
                self.lots[item] = None if own is None else list(own)

    def again(self, now: Holder) -> Holder:
        """The holder as it was kept; what nothing touched it has as it is `now`."""
        holder = self.holder
        for item in self.order:
            own = self.lots.get(item)
            holder.lots[item] = now.lots[item] if own is None else own
        return holder


def items_of(p: AnyPosting) -> tuple[str, ...] | None:
    """The items of which a posting may move lots; None for all of them (what lies in a container goes along)."""
    if isinstance(p, Gained):
        return (p.item,)
    if isinstance(p, Spent):
        return (p.item, *p.then)
    return None if isinstance(p, Moved) or "@" in p.holder else ()


class Saved(NamedTuple):
    """What `take_back` gives back: the holders that were touched since, and everything small."""

    holders: dict[str, Kept | None]
    people: list[str]
    names: dict[str, str]
    calendar: Calendar
    moment: Moment
    position: int
    root: int
    lots_named: dict[str, int]
    changed: dict[int, tuple[Lot, Lot]]
    """Lots that changed since, each with what it was."""


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
        holders = self.holders
        return [h for n in self.people if (h := holders[n]).fields.get("place") == place]

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
            {}, list(self.people), dict(self.names), self.calendar, self.moment, self.position, self.root,
            self._lots_named, {},
        )  # fmt: skip

    def changing(self, lot: Lot) -> None:
        """Said before anything changes a lot that is there, so that it can be taken back."""
        if self._saved is not None and id(lot) not in self._saved.changed:
            self._saved.changed[id(lot)] = (lot, copy(lot))

    def take_back(self) -> None:
        """The world as it was at `begin`."""
        saved = self._saved
        assert saved is not None
        self._saved = None
        for lot, was in saved.changed.values():
            for field in Lot.__struct_fields__:
                setattr(lot, field, getattr(was, field))
        for name, holder in saved.holders.items():
            if holder is None:
                self.holders.pop(name, None)
            else:
                self.holders[name] = holder.again(self.holders[name])
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
            items = items_of(p)
            for name in self.touched(p):
                holder = self.holders.get(name)
                if name not in saved.holders:
                    saved.holders[name] = None if holder is None else holder.kept()
                kept = saved.holders[name]
                if kept is not None and holder is not None:
                    kept.keep_lots(holder, holder.lots if items is None else items)
            FOLDS[type(p)](self, p)
        self.reads = reads

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
    name, field, period = p.holder, p.field, p.period
    holder = None if "@" in name else world.holders.get(name)
    if holder is None:
        if "@" in name and _fold_piece(world, p):
            return
        holder = world.holder(_own(world, name))
    special = FIELDS.get(field)
    if special is not None:
        special(world, holder, p)
        return
    by = p.by if type(p.by) is int else exact(p.by)
    if period is not None:
        counts = holder.counts.get(field)
        if counts is None:
            counts = holder.counts[field] = {}
        before = counts.get(period, 0)
        after = counts[period] = before + by
        if len(counts) > COUNTS_KEPT:
            del counts[min(counts)]
    else:
        before = holder.number(field)
        after = before + by
        if p.not_below is not None or p.not_above is not None:
            # A limit of the deed's own never moves a value the other way.
            after = max(min(before, after), within(after, p)) if by < 0 else min(max(before, after), within(after, p))
        holder.fields[field] = after
    if world.trace is not None:
        world.found(Finding(world.position, "changed", holder.name, field=field, before=before, after=after,
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
    """The first entry that says what something is brings its name into the book; traps have none that could be guessed."""
    if kind not in UNNAMED:
        world.names.setdefault(key(holder.name), holder.name)
    if kind in PEOPLE and holder.name not in world.people:
        world.people.append(holder.name)


def _fold_piece(world: World, p: Changed | Put) -> bool:
    """A posting about one piece of gear (`sword@41`): its tier, its slot, its hours. False if there is no such piece."""
    found = world.piece(_own(world, p.holder))
    if found is None:
        return False
    _, lot = found
    world.changing(lot)
    before: Number | str | None = getattr(lot, p.field) if p.field in LOT_FIELDS else (lot.fields or {}).get(p.field)
    after: Number | str | None
    if isinstance(p, Put):
        after = exact(p.to) if isinstance(p.to, str) and RATIO.fullmatch(p.to) else p.to
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
    elif p.field in LOT_FIELDS:
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
    world.holder(p.holder).marks[p.mark] = Mark(p.value, world.moment, p.until, world.root)
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

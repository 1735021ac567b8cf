"""A second reading of a book, slow and alone: plain sqlite3 and json, nothing of the ledger or its projections.

It filters and orders the entries by asking the three rules of DESIGN 6 one entry at a time, and adds up their postings
by recounting: lots in one flat list, wear and fire and shelter day by day from the beginning. What it finds is what the
views must say. It knows the readings that the book leaves open only as their defaults.
"""

import json
import sqlite3
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

JSON = dict[str, Any]

DAY_SECONDS = 86_400
COMMAND_RANK = 99
CORRECTION = "correction.made"
PEOPLE = ("character", "npc")
LEVEL_EXPERIENCE = 2000
"""EOS-STAT-03."""
WEEK_DAYS = 7
KEPT_FOREVER = 10**9
ROTTED_DAYS = 15
"""Food so many days past spoiling may be run together by the ledger; it is compared as one heap."""
EDIBLE = ("food", "preserved food")
ABSOLUTE = ("kind", "place", "in", "race", "player", "state", "who", "verb", "product")


# -- the book ---------------------------------------------------------------------------------------------------


def entries_of(path: Path) -> list[JSON]:
    """Every entry of the file, in the order of position."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as book:
        rows = book.execute("SELECT state FROM stored_events ORDER BY originator_version").fetchall()
    return [json.loads(state) for (state,) in rows]


def root_of(entry: JSON) -> int:
    return int(entry.get("root") or entry["position"])


def deed_of(entry: JSON) -> int:
    return int(entry.get("deed") or entry["position"])


def is_correction(entry: JSON) -> bool:
    return bool(entry["event"]["type"] == CORRECTION)


def is_renaming(entry: JSON) -> bool:
    """Names are spelt anew everywhere, in what is written already too."""
    return bool(entry["event"]["type"] == "name.changed")


def strikes(correction: JSON, entry: JSON) -> bool:
    """Whether this correction names that entry: its position, or its whole deed."""
    event = correction["event"]
    ranges = [*event.get("strikes", ()), *event.get("took", ())]
    return any(first <= entry["position"] <= last for first, last in ranges) or (
        not is_correction(entry) and deed_of(entry) in event.get("deeds", ())
    )


class Force:
    """The three rules, asked by recursion: is this entry out?"""

    def __init__(self, entries: list[JSON], known_at: int) -> None:
        self.entries = [e for e in entries if e["position"] <= known_at]
        self.at = {e["position"]: e for e in self.entries}
        self.corrections = [e for e in self.entries if is_correction(e)]
        self._holds: dict[int, bool] = {}
        self._out: dict[int, bool] = {}

    def holds(self, correction: JSON) -> bool:
        """Rule 1: a correction holds unless a holding, later one strikes it."""
        position = correction["position"]
        if position not in self._holds:
            self._holds[position] = not any(
                self.holds(later)
                for later in self.corrections
                if later["position"] > position and strikes(later, correction)
            )
        return self._holds[position]

    def is_out(self, entry: JSON) -> bool:
        """Rule 2: out if a holding correction strikes it, or its root is out, or what caused it is."""
        position = entry["position"]
        if position not in self._out:
            self._out[position] = (
                any(strikes(c, entry) and self.holds(c) for c in self.corrections)
                or (root_of(entry) != position and self.is_out(self.at[root_of(entry)]))
                or (bool(entry.get("cause")) and self.is_out(self.at[entry["cause"]]))
            )
        return self._out[position]

    def standing(self) -> list[JSON]:
        """Rule 3: of the versions of a root that are not out, the newest; in the order (moment, rank, behind)."""
        newest: dict[int, JSON] = {}
        for entry in self.entries:
            if not self.is_out(entry):
                newest[root_of(entry)] = entry
        return sorted(newest.values(), key=self.place_of)

    def place_of(self, entry: JSON) -> tuple[int, int, int, int]:
        """The place in the order; what a later rollback left of days after its cut (the table's) stands at the cut."""
        moment, rank, behind, root = order_of(entry)
        cuts = [c["clock"] for c in self.rollbacks() if c["position"] > entry["position"]]
        return min([moment, *cuts]), rank, behind, root

    def rollbacks(self) -> list[JSON]:
        return [c for c in self.corrections if c.get("clock") is not None and not self.is_out(c)]

    def clock(self) -> int:
        """The latest moment to which an entry in force moved time since the last rollback that holds."""
        last, clock = 0, 0
        for entry in sorted(self.standing(), key=lambda e: int(e["position"])):
            moved = entry.get("clock")
            if moved is None:
                continue
            if is_correction(entry):
                last, clock = entry["position"], moved
            elif entry["position"] > last:
                clock = max(clock, moved)
        return clock


def order_of(entry: JSON) -> tuple[int, int, int, int]:
    """A version stands where its root stands; a line put in stands just behind its neighbour."""
    rank = entry.get("rank")
    return (
        entry["moment"],
        COMMAND_RANK if rank is None else rank,
        entry.get("behind") or entry["position"],
        root_of(entry),
    )


def in_force(entries: list[JSON], known_at: int) -> list[int]:
    """Positions in force as the book stood at a position, in order; corrections too."""
    return [e["position"] for e in Force(entries, known_at).standing()]


def clock_at(entries: list[JSON], known_at: int) -> int:
    """What the clock showed as the book stood at a position."""
    return Force(entries, known_at).clock()


# -- time -------------------------------------------------------------------------------------------------------


class Dates:
    """Days counted from dawn to dawn, and the date of each, found by walking the year."""

    def __init__(self, told: JSON) -> None:
        self.lengths: list[int] = [m["days"] for m in told["months"]]
        self.dawn: int = told["dawn_seconds"]
        self.start: tuple[int, int, int] = tuple(told["start"])
        self.spring: tuple[int, int] | None = tuple(told["spring"]) if told["spring"] else None

    def day(self, moment: int) -> int:
        return (moment - self.dawn) // DAY_SECONDS + 1

    def dates(self, until: int) -> Iterator[tuple[int, int, int]]:
        """(day, month, day of the month) from day 1 to `until`."""
        _, month, of_month = self.start
        for day in range(1, until + 1):
            yield day, month, of_month
            of_month += 1
            if of_month > self.lengths[month - 1]:
                month, of_month = month % len(self.lengths) + 1, 1


# -- what the entries add up to ---------------------------------------------------------------------------------


class Lot:
    """One lot or piece; `order` is the root that brought it."""

    def __init__(self, holder: str, name: str, p: JSON, quantity: Fraction, order: int) -> None:
        self.holder, self.name, self.item, self.quantity, self.order = holder, name, p["item"], quantity, order
        self.tier: int | None = p.get("tier")
        self.spoils_on: int | None = p.get("spoils_on")
        self.piece: bool = p.get("pieces", False)
        self.hours = None if p.get("hours") is None else Fraction(p["hours"])
        self.size: str | None = p.get("size")
        self.slot: str | None = None
        self.lit_since: int | None = None

    def keeps_until(self) -> int:
        return KEPT_FOREVER if self.spoils_on is None else self.spoils_on


class Sum:
    """The book at the end of a moment, as it was known at a position."""

    def __init__(self, entries: list[JSON], on: int | None, known_at: int) -> None:
        force = Force(entries, known_at)
        self.clock = force.clock()
        self.on = self.clock if on is None else on
        self.fields: dict[str, dict[str, Any]] = {}
        self.marks: dict[str, dict[str, int | None]] = {}
        self.counts: dict[tuple[str, str, int], Fraction] = {}
        self.holes: dict[tuple[str, str], Fraction] = {}
        self.lots: list[Lot] = []
        self.people: list[str] = []
        self.happened: dict[tuple[str, str], list[tuple[int, JSON]]] = {}
        """What was posted of wear, fire and shelter: (holder, field) -> (day, posting), recounted when asked."""
        self.dates = Dates({"months": [{"days": 30}] * 12, "dawn_seconds": 21_600, "start": [1, 1, 1], "spring": None})
        self._now = 0
        self._root = 0
        self._named: dict[str, int] = {}
        standing = force.standing()
        renamed = [e["event"] for e in sorted(standing, key=lambda e: int(e["position"])) if is_renaming(e)]
        self.spellings: dict[str, str] = {event["before"]: event["after"] for event in renamed}
        for entry in standing:
            if force.place_of(entry)[0] <= self.on:
                self._now, self._root, self._named = entry["moment"], root_of(entry), {}
                for posting in entry["event"].get("postings", ()):
                    spelt = {k: self.spellings.get(v, v) if isinstance(v, str) else v for k, v in posting.items()}
                    getattr(self, "_" + posting["type"])(spelt)

    # -- asked

    @property
    def day(self) -> int:
        return self.dates.day(self.on)

    def field(self, holder: str, name: str, default: Any = None) -> Any:
        value = self.fields.get(holder, {}).get(name)
        return default if value is None else value

    def number(self, holder: str, name: str, default: int = 0) -> Fraction:
        value = self.fields.get(holder, {}).get(name)
        return (
            Fraction(default) if value is None or (isinstance(value, str) and not is_number(value)) else Fraction(value)
        )

    def of_kind(self, *kinds: str) -> list[str]:
        return [h for h, fields in self.fields.items() if fields.get("kind") in kinds]

    def place(self, who: str) -> str | None:
        found = self.field(who, "place")
        return None if not found else str(found)

    def zone(self, place: str) -> str:
        while self.field(place, "kind") != "zone" and self.field(place, "in"):
            place = self.field(place, "in")
        return place

    def max_hp(self, who: str) -> Fraction:
        """EOS-CHAR-05, EOS-STAT-03, EOS-STAT-05: Body for each level, and the base of the size."""
        if self.field(who, "full_hp") is not None:
            return self.number(who, "full_hp")
        level = self.number(who, "level", 1) + self.number(who, "experience") // LEVEL_EXPERIENCE
        return self.number(who, "body") * level + self.number(who, "base_hp")

    def adjusted(self, who: str) -> Fraction:
        """EOS-STARV-04: less the percent of hunger, exactly."""
        return self.max_hp(who) * (100 - self.number(who, "hunger")) / 100

    def state(self, who: str) -> str:
        if self.field(who, "dead"):
            return "dead"
        for mark in ("gone", "trance"):
            if mark in self.marks.get(who, {}):
                return mark
        return "unconscious" if self.field(who, "hp") is not None and self.number(who, "hp") <= 0 else "well"

    def skills(self, who: str) -> dict[str, dict[str, Fraction]]:
        """EOS-SKILL-01: what was learnt of each skill from time, combat and race, and the level that it makes."""
        found: dict[str, dict[str, Fraction]] = {}
        for name in self.fields.get(who, {}):
            part, _, skill = name.partition(" ")
            if part in ("time", "combat", "race") and skill:
                row = found.setdefault(skill, dict.fromkeys(("level", "time", "combat", "race"), Fraction(0)))
                row[part] += self.number(who, name)
                row["level"] += self.number(who, name)
        return found

    def tasks_used(self, who: str, day: int | None = None) -> Fraction:
        return self.counts.get((who, "tasks", self.day if day is None else day), Fraction(0))

    def held(self, holder: str) -> list[Lot]:
        return [lot for lot in self.lots if lot.holder == holder and lot.quantity]

    def larder(self, place: str) -> dict[str, Fraction]:
        """EOS-FOOD-01, EOS-FOOD-07: what the people and the store of a place could eat, and what is spoiled."""
        holders = [w for w in self.people if self.place(w) == place] + [place]
        found = dict.fromkeys(("fresh", "preserved", "spoiled"), Fraction(0))
        for lot in self.lots:
            if lot.holder in holders and lot.item in EDIBLE:
                if lot.spoils_on is not None and self.day >= lot.spoils_on:
                    found["spoiled"] += lot.quantity
                else:
                    found["preserved" if lot.item == "preserved food" else "fresh"] += lot.quantity
        for (holder, item), missing in self.holes.items():
            if holder in holders and item in EDIBLE:
                found["fresh" if item == "food" else "preserved"] -= missing
        found["units"] = found["fresh"] + found["preserved"]
        return found

    def depletion(self, zone: str, craft: str) -> Fraction:
        """EOS-HUNT-05, EOS-HUNT-06, EOS-TRAP-06, EOS-TRAP-07: each day of success, from the next dawn on; a spring
        gives one back for hunting, a month for traps."""
        told = self.happened.get((zone, f"{craft} success"), [])
        good_days = {p.get("period", day) for day, p in told}
        opened = self.happened.get((zone, f"{craft}_depletion"), [])
        worn = Fraction(0)
        for day, month, of_month in self.dates.dates(self.day):
            if day - 1 in good_days:
                worn += 1
            back = (month, of_month) == self.dates.spring if craft == "hunt" else of_month == 1 and day > 1
            if back and worn > 0:
                worn = max(Fraction(0), worn - 1)
            for said, p in opened:
                if said == day:
                    worn = Fraction(p["to"] or 0) if p["type"] == "put" else worn + Fraction(p["by"])
        return worn

    def hunt_base(self, zone: str) -> Fraction:
        """EOS-HUNT-02: 30, and 5 less for each whole 5 miles from town, never under 5; or the number declared."""
        if self.field(zone, "hunt") is not None:
            return self.number(zone, "hunt")
        return max(Fraction(5), Fraction(30 - 5 * (self.number(zone, "miles") // 5)))

    def trap_base(self, zone: str) -> Fraction:
        """EOS-TRAP-04, EOS-TRAP-05: 20 in cities and on roads, in the wild one less a zone away, never under 1."""
        if self.field(zone, "trap") is not None:
            return self.number(zone, "trap")
        if self.field(zone, "terrain", "wild") in ("city", "road"):
            return Fraction(20)
        return max(Fraction(1), 20 - self.number(zone, "zones"))

    def fire(self, place: str) -> tuple[Fraction, bool]:
        """EOS-BUSH-08: days of fire banked, one burned at each dawn while lit; and whether it burns."""
        left, lit = Fraction(0), False
        said = [*self.happened.get((place, "fire"), ()), *self.happened.get((place, "fire_lit"), ())]
        said += self.happened.get((place, "fire_days"), ())
        said.sort(key=lambda s: s[1]["nth"])
        for day in range(1, self.day + 1):
            if lit and left:
                left = max(Fraction(0), left - 1)
                lit = left > 0
            for told, p in said:
                if told != day:
                    continue
                lit = lit and left > 0
                if p["field"] == "fire_lit":
                    lit = bool(p["to"])
                elif p["field"] == "fire_days":
                    left = Fraction(p["to"] or 0)
                else:
                    left = max(Fraction(0), left + Fraction(p["by"]))
        return left, lit and left > 0

    def shelter(self, place: str) -> int:
        """EOS-BUSH-10, EOS-BUSH-11: up to its builder's tier; one lost each week since it rose from nothing."""
        tier, since = 0, 0
        said = [*self.happened.get((place, "shelter"), ()), *self.happened.get((place, "shelter_tier"), ())]
        said.sort(key=lambda s: s[1]["nth"])
        for day in range(1, self.day + 1):
            if tier and (day - since) % WEEK_DAYS == 0:
                tier -= 1
            for told, p in said:
                if told != day:
                    continue
                if p["field"] == "shelter_tier":
                    tier, since = int(Fraction(p["to"] or 0)), day
                    continue
                higher = tier + int(Fraction(p["by"]))
                if p.get("not_above") is not None:
                    higher = max(tier, min(higher, int(Fraction(p["not_above"]))))
                if not tier:
                    since = day
                tier = max(0, higher)
        return tier

    # -- folded, each kind of posting

    def _own(self, name: str) -> str:
        return f"{name}{self._root}" if name.endswith("@") else name

    def _note(self, holder: str, field: str, p: JSON) -> None:
        told = self.happened.setdefault((holder, field), [])
        told.append((self.dates.day(self._now), {**p, "nth": sum(map(len, self.happened.values()))}))

    def _put(self, p: JSON) -> None:
        holder, field, to = self._own(p["holder"]), p["field"], p.get("to")
        if holder not in self.fields and (lot := self._piece(holder)) is not None:
            if hasattr(lot, field):
                setattr(lot, field, to)
            return
        fields = self.fields.setdefault(holder, {})
        if field in ("fire_lit", "fire_days", "shelter_tier", "hunt_depletion", "trap_depletion"):
            self._note(holder, field, {"to": None, **p})
        elif field == "hp":
            fields["hp"] = Fraction(to or 0)
            fields["dead"] = None
            self._die(holder)
        elif field in ("body", "experience", "base_hp", "full_hp", "level", "hunger"):
            fields[field] = None if to is None else Fraction(to)
            self._cut(holder)
        else:
            fields[field] = to
        if field == "calendar" and holder == "book":
            self.dates = Dates(json.loads(str(to)))
        if field == "kind" and to in PEOPLE and holder not in self.people:
            self.people.append(holder)

    def _changed(self, p: JSON) -> None:
        holder, field, by = self._own(p["holder"]), p["field"], Fraction(p.get("by", 0))
        p = {"by": 0, **p}
        if holder not in self.fields and (lot := self._piece(holder)) is not None:
            if field in ("tier", "hours"):
                low = Fraction(p["not_below"]) if "not_below" in p else None
                value = Fraction(getattr(lot, field) or 0) + by
                value = value if low is None else max(low, value)
                setattr(lot, field, max(0, int(value)) if field == "tier" else value)
            return
        fields = self.fields.setdefault(holder, {})
        if field == "hp":
            self._hp(holder, by, p)
        elif field == "hunger":
            fields["hunger"] = max(Fraction(0), min(Fraction(100), self.number(holder, "hunger") + by))
            self._cut(holder)
        elif field in ("body", "experience", "base_hp", "full_hp", "level"):
            fields[field] = max(Fraction(0), limited(self.number(holder, field) + by, p))
            self._cut(holder)
        elif field in ("hunt success", "trap success", "hunt_depletion", "trap_depletion", "fire", "shelter"):
            self._note(holder, field, p)
        elif p.get("period") is not None:
            key = (holder, field, p["period"])
            self.counts[key] = self.counts.get(key, Fraction(0)) + by
        else:
            before = self.number(holder, field)
            after = before + by
            if by < 0:
                after = min(before, limited(after, p)) if "not_below" in p or "not_above" in p else after
            elif "not_below" in p or "not_above" in p:
                after = max(before, limited(after, p))
            fields[field] = after

    def _hp(self, who: str, by: Fraction, p: JSON) -> None:
        """EOS-STAT-07: down to where the deed stops; up to the adjusted maximum; the dead do not heal."""
        before = self.number(who, "hp")
        if p.get("fill"):
            after = self.adjusted(who)
        elif by < 0:
            after = min(before, limited(before + by, p))
        elif self.field(who, "dead"):
            after = before
        else:
            after = max(before, min(before + by, self.adjusted(who)))
        self.fields[who]["hp"] = after
        self._die(who)

    def _cut(self, who: str) -> None:
        """EOS-STARV-10: hit points above the maximum are cut off."""
        if self.field(who, "hp") is not None:
            self.fields[who]["hp"] = min(self.number(who, "hp"), self.adjusted(who))
            self._die(who)

    def _die(self, who: str) -> None:
        hp, full = self.number(who, "hp"), self.adjusted(who)
        if (hp <= 0 and hp <= -full) or full <= 0:
            self.fields[who]["dead"] = 1

    def _marked(self, p: JSON) -> None:
        self.marks.setdefault(p["holder"], {})[p["mark"]] = p.get("until")

    def _unmarked(self, p: JSON) -> None:
        self.marks.get(p["holder"], {}).pop(p["mark"], None)

    def _piece(self, name: str) -> Lot | None:
        return next((lot for lot in self.lots if lot.name == name and lot.quantity), None) if "@" in name else None

    def _name(self, item: str) -> str:
        nth = self._named[item] = self._named.get(item, 0) + 1
        return f"{item}@{self._root}" if nth == 1 else f"{item}@{self._root}.{nth}"

    def _gained(self, p: JSON) -> None:
        holder, item, quantity = self._own(p["holder"]), p["item"], Fraction(p.get("quantity", 1))
        self.fields.setdefault(holder, {})
        if p.get("pieces"):
            for _ in range(int(quantity)):
                self.lots.append(Lot(holder, self._name(item), p, Fraction(1), self._root))
            return
        name = self._name(item)
        for digger in (holder, self.place(holder)):
            if digger is not None:
                missing = self.holes.get((digger, item), Fraction(0))
                filled = min(missing, quantity)
                self.holes[digger, item] = missing - filled
                quantity -= filled
        if quantity:
            self.lots.append(Lot(holder, name, p, quantity, self._root))

    def _near(self, who: str, reach: str) -> list[tuple[str, bool]]:
        """Whose things someone may use, nearest first, and whether only what hangs loose."""
        place = self.place(who)
        if reach == "own":
            return [(who, False)]
        if reach == "within":
            if place is None:
                return [(who, False)]
            others = [
                o for o in self.people if o != who and self.place(o) == place and "gone" not in self.marks.get(o, {})
            ]
            return [(who, False), (place, False), *((o, True) for o in others)]
        place = place or who
        return [*((o, False) for o in self.people if self.place(o) == place), (place, False)]

    def _serving(self, p: JSON, spoiled_too: bool) -> list[Lot]:
        """The lots that serve, in the order in which they go."""
        day = self.dates.day(self._now)
        reach = p.get("reach", "own")
        found: list[tuple[tuple[int, ...], Lot]] = []
        for nth, item in enumerate((p["item"], *p.get("then", ()))):
            for near, (holder, loose_only) in enumerate(self._near(self._own(p["holder"]), reach)):
                for lot in self.held(holder):
                    if lot.item != item:
                        continue
                    if p.get("lot") is not None:
                        if lot.name != p["lot"]:
                            continue
                    else:
                        tier, wanted = lot.tier or 0, p.get("tier")
                        if loose_only and lot.slot:
                            continue
                        if wanted is not None and (tier != wanted if p.get("exact") else tier < wanted):
                            continue
                        if not spoiled_too and day >= lot.keeps_until() + p.get("grace", 0):
                            continue
                    away = 0 if reach == "larder" else near
                    found.append(((nth, away, 1 if lot.slot else 0, lot.tier or 0, lot.keeps_until(), lot.order), lot))
        return [lot for _, lot in sorted(found, key=lambda f: f[0])]

    def _spent(self, p: JSON) -> None:
        left = Fraction(p.get("quantity", 1))
        for lot in self._serving(p, p.get("spoiled", False) or p["item"] not in (*EDIBLE, "fat")):
            if not left:
                break
            if p.get("hours"):
                left -= self._burn(lot, left)
            else:
                taken = min(left, lot.quantity)
                lot.quantity -= taken
                left -= taken
        if left and not p.get("hours") and p.get("lot") is None and p.get("tier") is None:
            holder = self._own(p["holder"])
            if p.get("reach", "own") != "own":
                holder = self.place(holder) or holder
            hole = (holder, p["item"])
            self.holes[hole] = self.holes.get(hole, Fraction(0)) + left

    def _burn(self, lot: Lot, left: Fraction) -> Fraction:
        each = lot.hours or Fraction(1)
        if lot.lit_since is not None:
            each = max(Fraction(0), (lot.hours or 0) - Fraction(self._now - lot.lit_since, 3600))
        burnt = min(left, each * lot.quantity)
        if lot.piece:
            lot.hours = each - burnt
            lot.lit_since = None if lot.lit_since is None else self._now
            if not lot.hours:
                lot.quantity = Fraction(0)
        else:
            lot.quantity -= burnt / each
        return burnt

    def _moved(self, p: JSON) -> None:
        left = Fraction(p.get("quantity", 1))
        self.fields.setdefault(p["to"], {})
        for lot in self._serving(p, True):
            if not left:
                break
            taken = min(left, lot.quantity)
            left -= taken
            lot.quantity -= taken
            same = next((o for o in self.held(p["to"]) if o.name == lot.name and not o.piece), None)
            if same is not None:
                same.quantity += taken
                continue
            part = Lot.__new__(Lot)
            part.__dict__.update(lot.__dict__)
            part.holder, part.quantity, part.slot = p["to"], taken, None
            self.lots.append(part)


def is_number(text: str) -> bool:
    return text.lstrip("-").replace("/", "", 1).isdigit()


def limited(value: Fraction, p: JSON) -> Fraction:
    if p.get("not_below") is not None:
        value = max(value, Fraction(p["not_below"]))
    if p.get("not_above") is not None:
        value = min(value, Fraction(p["not_above"]))
    return value


class Oracle:
    """A book, read anew from its file each time it is asked."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def ask(self, on: int | None = None, known_at: int | None = None) -> Sum:
        """What it adds up to at the end of a moment (None: the clock), known at a position (None: the head)."""
        entries = entries_of(self.path)
        return Sum(entries, on, len(entries) if known_at is None else known_at)

    def in_force(self, known_at: int | None = None) -> list[int]:
        entries = entries_of(self.path)
        return in_force(entries, len(entries) if known_at is None else known_at)

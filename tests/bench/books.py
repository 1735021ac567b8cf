"""A book of any length, made of entries as the rules write them: six people, forty zones, ten thousand live lots, days and
nights of hunting, meals, cold and rest; a thousand corrections and a thousand late entries (nine in ten about what was written
within the 2,000 entries before, one in ten about anything) and a session that was rolled back.

    python -m tests.bench.books FILE ENTRIES [SEED]
"""

import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from ledger.journal import create
from ledger.seals import ZERO, event_digest, link

DAY = 86_400
PEOPLE = ("Mara", "Ivo", "Pip", "Brandt", "Nia", "Ada")
Raw = dict[str, Any]


def _put(holder: str, field: str, to: Any) -> Raw:
    return {"type": "put", "holder": holder, "field": field, "to": to}


def _changed(holder: str, field: str, by: int, **more: Any) -> Raw:
    return {"type": "changed", "holder": holder, "field": field, "by": by, **more}


def _gained(holder: str, item: str, quantity: int, **more: Any) -> Raw:
    return {"type": "gained", "holder": holder, "item": item, "quantity": quantity, **more}


class Writer:
    """Entries one after another, each with the digest of those before."""

    def __init__(self) -> None:
        self.position, self.digest = 0, ZERO
        self.moments = [0]
        self.deeds = [0]

    def written_at(self) -> str:
        """Three entries share a time, as the entries of one operation do."""
        seconds = 1_764_000_000 + self.position // 3
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.000Z"

    def entry(
        self, moment: int, event: Raw, rank: int = 99, deed: int = 0, cause: int = 0, **more: Any
    ) -> tuple[str, bytes]:
        self.position += 1
        self.moments.append(moment)
        self.deeds.append(deed or self.position)
        body = msgspec.json.encode(event)
        header = {
            "position": self.position, "before": self.digest.hex(), "moment": moment, "written_at": self.written_at(),
            "event_sha": event_digest(body), "op": f"{self.position // 3:020x}", "event": msgspec.Raw(body), "rank": rank,
            "edition": "eos 1", "session": 1,
        }  # fmt: skip
        if deed:
            header["deed"] = deed
        if cause:
            header["cause"] = cause
        stored = msgspec.json.encode(header | more)
        self.digest = link(self.digest, stored)
        return str(event["type"]), stored


CORRECTIONS, LATE, LOTS, SESSION = 1_000, 1_000, 10_000, 500
THINGS = ("bone", "feather", "wood", "stone", "hide", "sinew", "cordage", "clay", "iron ingot", "cloth")


def rows(entries: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """The stored rows of a book of so many entries."""
    dice, w = random.Random(seed), Writer()
    zones = [f"Zone {n}" for n in range(40)]
    dawn = 21_600
    yield from _opening(w, dawn, zones, dice)
    every = max(2, entries // CORRECTIONS)
    began = w.position
    due_correction, due_late = w.position + every, w.position + every + every // 2
    rolled_back, session_at = False, 0
    day = 0
    while w.position < entries:
        day += 1
        if not rolled_back and w.position > began + (entries - began) // 2:
            if not session_at:
                session_at = day
                first = w.position + 1
            elif w.position > first + SESSION:
                rolled_back = True
                cut = dawn + (session_at - 1) * DAY
                yield w.entry(cut, {"type": "correction.made", "verb": "rollback", "summary": "Rolled back", "branch": "branch-1",
                                    "strikes": [[first, w.position]], "reaches_back_to": cut}, clock=cut,
                              reason="we play it again")  # fmt: skip
                day = session_at
        for row in _day(w, dice, dawn, day, zones):
            yield row
            at_end = w.position >= entries
            if at_end:
                return
            now = w.moments[w.position]
            if w.position >= due_correction:
                due_correction += every
                struck = _about(w, dice, began)
                deed = w.deeds[struck]
                yield w.entry(now, {"type": "correction.made", "verb": "void", "summary": f"Voided: entry {deed}", "strikes":
                                    [[deed, deed]], "deeds": [deed], "reaches_back_to": w.moments[deed]},
                              reason="rolled twice")  # fmt: skip
            elif w.position >= due_late:
                due_late += every
                then = w.moments[_about(w, dice, began)]
                who = dice.choice(PEOPLE)
                harm: Raw = {"type": "gm.harmed", "who": who, "rule": "EOS-ENV-08", "kind": "thorn", "by": 1,
                             "postings": [_changed(who, "hp", -1, source="thorn")]}  # fmt: skip
                yield w.entry(then, harm, words=f"gm harm {who} 1", reason="forgotten")


def _about(w: Writer, dice: random.Random, began: int) -> int:
    """Which entry somebody comes back to: nine times in ten one of the last 2,000."""
    if dice.random() < 0.9:
        return dice.randint(max(began, w.position - 2_000), w.position)
    return dice.randint(began, w.position)


def _opening(w: Writer, dawn: int, zones: list[str], dice: random.Random) -> Iterator[tuple[str, bytes]]:
    from schemas.calendar import Calendar

    calendar = msgspec.structs.replace(Calendar(), spring=(3, 1))
    opening = [
        _put("book", "kind", "book"), _put("book", "title", "Long Winter"), _put("book", "game", "eos"),
        _put("book", "calendar", msgspec.json.encode(calendar).decode()),
    ]  # fmt: skip
    yield w.entry(dawn, {"type": "book.opened", "rule": "EOS-CAL-03", "title": "Long Winter", "game": "eos", "to": dawn,
                         "postings": opening}, rank=0, clock=dawn)  # fmt: skip
    for zone in zones:
        put = [_put(zone, "kind", "zone"), _put(zone, "terrain", "wild"), _put(zone, "miles", 15), _put(zone, "zones", 4)]
        yield w.entry(dawn, {"type": "place.declared", "place": zone, "name": zone, "kind": "zone", "postings": put})
    for who in PEOPLE:
        stats = [_put(who, "kind", "character"), _put(who, "race", "human"), _put(who, "size", "Medium"), _put(who, "tiles", 1),
                 _put(who, "food_per_day", 1), _put(who, "place", zones[0])]  # fmt: skip
        stats += [_changed(who, s, 5) for s in ("body", "mind", "reflex", "presence", "aura")]
        stats += [_changed(who, "base_hp", 20), _changed(who, "time hunting", 5), _changed(who, "hp", 0, fill=True, source="x")]
        yield w.entry(dawn, {"type": "character.joined", "who": who, "race": "human", "postings": stats})
    for n in range(LOTS // 50):
        zone = zones[n % len(zones)]
        goods = [_gained(zone, dice.choice(THINGS), dice.randint(1, 9)) for _ in range(50)]
        yield w.entry(dawn, {"type": "gm.gave", "place": zone, "to": zone, "rule": "EOS-CHAR-10", "postings": goods},
                      words=f"gm give {zone}", reason="what the wreck held")  # fmt: skip


def _day(w: Writer, dice: random.Random, dawn: int, day: int, zones: list[str]) -> Iterator[tuple[str, bytes]]:
    """A day: each hunts, eats, freezes for two hours, rests; then it closes."""
    start = dawn + (day - 1) * DAY
    for who in PEOPLE:
        zone = dice.choice(zones)
        roll: Raw = {"who": who, "dice": [{"faces": 20, "face": dice.randint(1, 20), "kept": True}],
                     "plus": [{"name": "hunting", "value": 5}, {"name": "presence", "value": 5}],
                     "total": 21, "target": 15, "margin": 6, "won": True}  # fmt: skip
        task: Raw = {"type": "task.spent", "who": who, "place": zone, "rule": "EOS-DAY-01", "task": "hunt", "day": day,
                     "nth": 1, "postings": [_changed(who, "tasks", 1, source="hunt", period=day)]}  # fmt: skip
        yield w.entry(start, task, words=f"hunt {who}")
        deed = w.position
        rolled: Raw = {"type": "hunt.rolled", "who": who, "place": zone, "rule": "EOS-HUNT-03", "roll": roll, "v": 2,
                       "postings": [_changed(zone, "hunt success", 1, period=day)]}  # fmt: skip
        yield w.entry(start, rolled, deed=deed, cause=deed)
        goods = [_gained(who, "food", 1, harvested_on=day, spoils_on=day + 8), _gained(who, "fat", 1), _gained(who, "bone", 1)]
        yield w.entry(start, {"type": "hunt.harvested", "who": who, "place": zone, "rule": "EOS-HUNT-04", "postings": goods},
                      deed=deed, cause=w.position)  # fmt: skip
    for who in PEOPLE:
        eaten = [{"type": "spent", "holder": who, "item": "food", "quantity": 1, "reach": "larder", "then": ["preserved food"]},
                 {"type": "spent", "holder": who, "item": "fat", "quantity": 1},
                 {"type": "spent", "holder": who, "item": "bone", "quantity": 1},
                 _changed(who, "eaten", 1, period=day)]  # fmt: skip
        yield w.entry(start + 50_400, {"type": "meal.eaten", "who": who, "place": zones[0], "rule": "EOS-FOOD-07", "day": day,
                                       "need": 1, "eaten": 1, "ration": "full",
                                       "postings": eaten}, rank=10, tick={"name": "meal", "subject": who})  # fmt: skip
    for hour in range(2):
        for who in PEOPLE:
            bite = [_changed(who, "hp", -1, source="cold")]
            yield w.entry(start + 57_600 + 3_600 * hour, {"type": "cold.bitten", "who": who, "place": zones[0],
                          "rule": "EOS-ENV-02", "level": 2, "protection": 1, "postings": bite}, rank=20,
                          tick={"name": "cold", "subject": who})  # fmt: skip
    for who in PEOPLE:
        yield w.entry(start + 86_280, {"type": "body.healed", "who": who, "place": zones[0], "rule": "EOS-STAT-06", "day": day, "rest": 5,
                      "postings": [_changed(who, "hp", 5, source="rest")]}, rank=40,
                      tick={"name": "healing", "subject": who})  # fmt: skip
    yield w.entry(start + 86_340, {"type": "day.closed", "rule": "EOS-CAL-06", "day": day, "to": start + DAY}, rank=50,
                  clock=start + DAY, tick={"name": "day", "subject": ""})  # fmt: skip


def write_book(path: Path, entries: int, seed: int = 1) -> None:
    create(path, rows(entries, seed)).close()


if __name__ == "__main__":
    write_book(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)

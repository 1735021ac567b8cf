"""A book of any length, made of entries as the rules write them: six people, forty zones, a year and more of days."""

import random
from collections.abc import Iterator
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

    def entry(
        self, moment: int, event: Raw, rank: int = 99, deed: int = 0, cause: int = 0, **more: Any
    ) -> tuple[str, bytes]:
        self.position += 1
        body = msgspec.json.encode(event)
        header = {
            "position": self.position, "before": self.digest.hex(), "moment": moment, "written_at": "2026-11-29T17:28:00.000Z",
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


def rows(entries: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """The stored rows of a book of so many entries."""
    from schemas.calendar import Calendar

    dice, w = random.Random(seed), Writer()
    zones = [f"Zone {n}" for n in range(40)]
    dawn = 21_600
    calendar = msgspec.structs.replace(Calendar(), spring=(3, 1))
    opening = [
        _put("book", "kind", "book"), _put("book", "title", "Long Winter"), _put("book", "game", "eos"),
        _put("book", "calendar", msgspec.json.encode(calendar).decode()),
    ]  # fmt: skip
    yield w.entry(dawn, {"type": "book.opened", "rule": "EOS-CAL-03", "title": "Long Winter", "game": "eos", "to": dawn,
                         "postings": opening}, rank=0, clock=dawn)  # fmt: skip
    for zone in zones:
        put = [
            _put(zone, "kind", "zone"),
            _put(zone, "terrain", "wild"),
            _put(zone, "miles", 15),
            _put(zone, "zones", 4),
        ]
        yield w.entry(dawn, {"type": "place.declared", "place": zone, "kind": "zone", "postings": put})
    for who in PEOPLE:
        stats = [_put(who, "kind", "character"), _put(who, "race", "human"), _put(who, "size", "Medium"), _put(who, "tiles", 1),
                 _put(who, "food_per_day", 1), _put(who, "place", zones[0])]  # fmt: skip
        stats += [_changed(who, s, 5) for s in ("body", "mind", "reflex", "presence", "aura")] + [
            _changed(who, "base_hp", 20)
        ]
        stats += [_changed(who, "time hunting", 5), _changed(who, "hp", 0, fill=True, source="joined at full")]
        yield w.entry(dawn, {"type": "character.joined", "who": who, "race": "human", "postings": stats})
    day = 0
    while w.position < entries:
        day += 1
        start = dawn + (day - 1) * DAY
        for who in PEOPLE:
            zone = dice.choice(zones)
            roll: Raw = {"who": who, "dice": [{"faces": 20, "face": dice.randint(1, 20), "kept": True}],
                         "plus": [{"name": "hunting", "value": 5}, {"name": "presence", "value": 5}],
                         "total": 21, "target": 15, "margin": 6, "won": True}  # fmt: skip
            task: Raw = {"type": "task.spent", "who": who, "place": zone, "rule": "EOS-DAY-01", "task": "hunt", "day": day,
                         "nth": 1, "postings": [_changed(who, "tasks", 1, source="hunt", period=day)]}  # fmt: skip
            yield w.entry(start, task)
            deed = w.position
            rolled: Raw = {"type": "hunt.rolled", "who": who, "place": zone, "rule": "EOS-HUNT-03", "roll": roll, "v": 2,
                           "postings": [_changed(zone, "hunt success", 1, period=day)]}  # fmt: skip
            yield w.entry(start, rolled, deed=deed, cause=deed)
            goods = [
                _gained(who, "food", 2, harvested_on=day, spoils_on=day + 8),
                _gained(who, "fat", 1),
                _gained(who, "bone", 1),
            ]
            harvest: Raw = {
                "type": "hunt.harvested",
                "who": who,
                "place": zone,
                "rule": "EOS-HUNT-04",
                "postings": goods,
            }
            yield w.entry(start, harvest, deed=deed, cause=deed + 1)
        for who in PEOPLE:
            eaten = [{"type": "spent", "holder": who, "item": "food", "quantity": 1, "reach": "larder", "then": ["preserved food"]},
                     _changed(who, "eaten", 1, period=day)]  # fmt: skip
            yield w.entry(start + 50_400, {"type": "meal.eaten", "who": who, "place": zones[0], "rule": "EOS-FOOD-07",
                                           "postings": eaten}, rank=10, tick={"name": "meal", "subject": who})  # fmt: skip
        for hour in range(2):
            for who in PEOPLE:
                bite = [_changed(who, "hp", -1, source="cold")]
                yield w.entry(start + 57_600 + 3_600 * hour, {"type": "cold.bitten", "who": who, "place": zones[0],
                              "rule": "EOS-ENV-02", "level": 2, "postings": bite}, rank=20,
                              tick={"name": "cold", "subject": who})  # fmt: skip
        for who in PEOPLE:
            yield w.entry(start + 86_280, {"type": "body.healed", "who": who, "place": zones[0], "rule": "EOS-STAT-06",
                          "postings": [_changed(who, "hp", 5, source="rest")]}, rank=40,
                          tick={"name": "healing", "subject": who})  # fmt: skip
        yield w.entry(start + 86_340, {"type": "day.closed", "rule": "EOS-CAL-06", "day": day, "to": start + DAY}, rank=50,
                      clock=start + DAY, tick={"name": "day", "subject": ""})  # fmt: skip


def write_book(path: Path, entries: int) -> None:
    create(path, rows(entries)).close()

"""A year in the wild (examples/wild): six people, 360 days from the shipwreck, played once and looked at on every day."""

import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from oracle import Oracle

from ledger.cli.desk import Desk
from ledger.reading import Reading
from projections.world import Finding, World
from schemas.calendar import Calendar
from schemas.entry import Line
from tests.conftest import Table
from tests.test_oracle_views import Asked

JSON = dict[str, Any]

WILD = Path(__file__).parent.parent / "examples" / "wild"
BEFORE, AFTER = sorted(WILD.glob("0[1-6]*.md")), sorted(WILD.glob("0[78]*.md"))
PEOPLE = ("Nia", "Dagna", "Fizz", "Urs", "Skrit", "Stig")
LAST_DAY = 360
RAT_DAYS = 7
"""EOS-RACE-RAT-03: a Neo-Rat eats food for a week longer."""
PLAYS_SECONDS = 30


@dataclass
class Year:
    """The played year: the table, what the correction answered, what it took, and what stood before it."""

    table: Table
    seconds: float
    ripple: JSON
    before: int
    """The position up to which the six had lost Skrit."""


def correction() -> str:
    """The one line that is typed at the desk, between the sixth note and the seventh."""
    [line] = re.findall(r"^\$ campaign (correct .*)$", AFTER[0].read_text(encoding="utf-8"), re.MULTILINE)
    return str(line)


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Year]:
    folder = tmp_path_factory.mktemp("wild")
    for note in (*BEFORE, *AFTER):
        shutil.copy(note, folder)
    table = Table(folder, folder / "year.campaign")
    began = time.perf_counter()
    for note in BEFORE:
        table.ok(f"play {folder / note.name}")
    before = table.desk.campaign().head
    rippled = table.ok(correction())
    for note in AFTER:
        table.ok(f"play {folder / note.name}")
    yield Year(table, time.perf_counter() - began, rippled["ripple"], before)
    table.desk.close()


def test_the_year_plays_in_under_thirty_seconds(year: Year) -> None:
    assert year.seconds < PLAYS_SECONDS
    assert year.table.ok("party")["day"] == LAST_DAY + 1


def test_played_again_there_is_nothing_new(year: Year) -> None:
    head = year.table.desk.campaign().head
    for note in (*BEFORE, *AFTER):
        assert year.table.ok(f"play {year.table.folder / note.name}")["operation"] is None
    assert year.table.desk.campaign().head == head


# -- every one of its days ---------------------------------------------------------------------------------------

WON = {
    "hunt.harvested", "trap.harvested", "fish.harvested", "mine.harvested", "quarry.harvested", "fell.harvested",
    "farm.harvested", "bushcraft.made",
}  # fmt: skip
"""What the land gives, to somebody's task."""
MADE = {"mine.smelted", "cook.preserved", "craft.finished", "map.drawn", "book.written"}
"""What is made of something else."""
GIVEN = {"gm.gave", "trade.done", "goods.moved"}
"""What the table gave, or paid for; what changes hands is the same lot."""


@dataclass
class Days:
    """What was found at the close of every day; `sources`: what brought something into the world."""

    closed: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    sources: Counter[str] = field(default_factory=Counter)
    brought: Counter[str] = field(default_factory=Counter)


class Walk:
    """The history, entry by entry, with a second account, lot by lot, of all that came and went."""

    def __init__(self, events: dict[int, Any], calendar: Calendar) -> None:
        self.seen, self.events, self.calendar = Days(), events, calendar
        self.lots: dict[str, Fraction] = defaultdict(Fraction)
        self.spoils_on: dict[str, Any] = {}
        self.tasks: Counter[tuple[str, int]] = Counter()
        self.freed: Counter[tuple[str, int]] = Counter()

    def __call__(self, world: World, line: Line, findings: list[Finding]) -> None:
        tag, event, day = line.event.type, self.events[line.position], self.calendar.day_of(line.moment)
        for f in findings:
            if f.item is None or f.kind not in ("gained", "spent"):
                continue
            lot, quantity = str(f.lot), Fraction(f.quantity or 0)
            if f.kind == "gained":
                self.seen.sources[tag] += 1
                self.seen.brought[f.item] += int(quantity)
                self.lots[lot] += quantity
                [self.spoils_on[lot]] = {
                    own.spoils_on for own in world.holders[f.holder].lots[f.item] if own.name == lot
                }
            else:
                self.lots[lot] -= quantity
                self.check(self.lots[lot] >= 0, f"day {day}: {tag} takes more of {lot} than ever came")
                if tag == "meal.eaten" and f.item == "food":
                    last = self.spoils_on[lot] - 1 + RAT_DAYS * (event.who == "Skrit")
                    self.check(day <= last, f"day {day}: {event.who} eats {lot}, good until day {last}")
        if tag == "task.spent":
            self.tasks[str(event.who), day] += 1
        if tag == "cook.freed":
            self.freed[str(event.whom), day] += 1
        if tag == "day.closed":
            self.close(world, day)

    def check(self, holds: bool, text: str) -> None:
        if not holds:
            self.seen.wrong.append(text)

    def close(self, world: World, day: int) -> None:
        self.seen.closed.append(day)
        held: dict[str, Fraction] = defaultdict(Fraction)
        for name, holder in world.holders.items():
            for own in (lot for lots in holder.lots.values() for lot in lots):
                held[own.name] += Fraction(own.quantity)
                self.check(own.quantity >= 0, f"day {day}: {name} has {own.quantity} of {own.name}")
            self.check(not any(holder.holes.values()), f"day {day}: {name} owes {holder.holes}")
        for lot in {*held, *self.lots}:
            self.check(held[lot] == self.lots[lot], f"day {day}: {held[lot]} of {lot}, not {self.lots[lot]}")
        for who in PEOPLE:
            self.check(self.tasks[who, day] <= 2 + min(1, self.freed[who, day]), f"day {day}: {who} is overworked")
            body = world.holders[who]
            self.check(0 <= body.number("hunger") <= 100, f"day {day}: {who} hungers {body.number('hunger')}")


@pytest.fixture(scope="module")
def days(year: Year) -> Days:
    campaign = year.table.desk.campaign()
    reading = Reading(campaign)
    events = {entry.position: event for entry, event in reading.entries(reading.positions())}
    walk = Walk(events, campaign.calendar)
    reading.walk(walk)
    return walk.seen


def test_on_every_day_nothing_is_negative_nothing_from_nowhere_and_nobody_over_their_tasks(days: Days) -> None:
    """EOS-DAY-01, EOS-FOOD-01, EOS-CRAFT-06: each lot is what came of it less what went; 360 days are closed, once each."""
    assert days.closed == list(range(1, LAST_DAY + 1))
    assert days.wrong == []
    assert set(days.sources) <= WON | MADE | GIVEN


def quantity(posting: JSON) -> Fraction:
    return Fraction(str(posting["quantity"]))


def test_what_is_made_took_what_the_book_says(year: Year, days: Days) -> None:
    """EOS-MINE-03, EOS-MINE-04, EOS-COOK-09, EOS-TAIL-03, EOS-ARCH-07, EOS-METAL-08: ten ore an ingot, a thousand ore in all."""
    spent: dict[str, Fraction] = defaultdict(Fraction)
    gained: dict[str, Fraction] = defaultdict(Fraction)
    upgraded = Fraction(0)
    for entry in year.table.ok("log")["entries"]:
        for p in entry["postings"]:
            if p["kind"] in ("gained", "spent"):
                (gained if p["kind"] == "gained" else spent)[f"{entry['tag']} {p['item']}"] += quantity(p)
                if entry["tag"] == "craft.started" and p["item"] == entry["facts"]["product"] == "ingot":
                    upgraded += quantity(p)
    assert gained["mine.harvested ore"] == 1000  # the pit is worked out
    assert spent["mine.smelted ore"] == 10 * gained["mine.smelted ingot"]
    assert gained["cook.preserved preserved food"] == spent["cook.preserved food"]
    assert spent["craft.started stone"] == 360  # one unit of wall
    assert gained["craft.finished ingot"] == upgraded == 47


def test_the_views_are_those_of_a_cold_replay_on_sixty_random_days(year: Year) -> None:
    """Each day asked of the open table, and of a desk that has neither memory nor cache."""
    dice = random.Random(60)
    views = [*(f"sheet {who}" for who in PEOPLE), "party", "larder Haven", "stock Dagna", "stock Fizz", "zone Haven",
             "site Haven", "bench", "day"]  # fmt: skip
    for day in dice.sample(range(1, LAST_DAY + 1), 60):
        asked = [f"{dice.choice(views)} --on day-{day}"]
        warm = [year.table.desk.answer(line).as_json() for line in asked]
        for cached in year.table.folder.glob("*.cache*"):
            cached.unlink()
        desk = Desk(year.table.desk.book)
        desk.stays_open = True
        assert [desk.answer(line).as_json() for line in asked] == warm
        desk.close()


@pytest.mark.parametrize("day", [37, 106, 215, 360])
def test_another_process_says_the_same(year: Year, day: int) -> None:
    line = f"party --on day-{day} --json"
    ran = subprocess.run(
        [sys.executable, "-m", "ledger", *line.split(), "--book", str(year.table.desk.book)],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert msgspec.json.decode(ran.stdout)["data"] == year.table.ok(f"party --on day-{day}")


def test_the_views_are_those_of_a_second_slow_reading(year: Year) -> None:
    """tests/oracle.py: plain sqlite3 and json, nothing of the ledger; with Skrit's death, as known before, and without."""
    dice = random.Random(6)
    head = year.table.desk.campaign().head
    oracle = Oracle(Path(str(year.table.desk.book)))
    calendar = year.table.desk.campaign().calendar
    for day in dice.sample(range(1, LAST_DAY + 1), 3):
        moment = calendar.dawn_of(day + 1) - 60
        Asked(year.table.desk, oracle.ask(moment, head), f"--on day-{day}").everything()


# -- its landmarks -----------------------------------------------------------------------------------------------


def test_the_fifth_day_without_food_killed_skrit_as_the_book_stood_then(year: Year) -> None:
    """EOS-STARV-01, EOS-STARV-05: five days of nothing and full work, 20 points each: 100, and no hit points left to have."""
    then = f"--known-at {year.before}"
    hungers = [year.table.ok(f"sheet Skrit --on day-{day} {then}")["hunger"] for day in range(100, 106)]
    assert hungers == [0, 20, 40, 60, 80, 100]
    assert year.table.ok(f"sheet Skrit --on day-105 {then}")["state"] == "dead"
    assert year.table.ok(f"sheet Skrit {then}")["state"] == "dead"


def test_the_nine_rules_the_death_away_two_hundred_days_later(year: Year) -> None:
    """DESIGN 6: 9 + 5 + 6 = 20 against 18 brings 10 food; from that night on he eats, and recovers 5 a working day
    (EOS-STARV-11); 20 from day 101.
    """
    assert [year.table.ok(f"sheet Skrit --on day-{day}")["hunger"] for day in range(101, 107)] == [20, 15, 10, 5, 0, 0]
    assert year.table.ok("sheet Skrit")["state"] == "well"
    deaths = year.table.ok("log --of Skrit --tag state.changed --struck")["entries"]
    assert [(e["date"][:7], e["struck"]) for e in deaths] == [("day 105", True)]


def test_what_rippled_from_the_nine(year: Year) -> None:
    """Nobody's deed but the GM's award comes out otherwise; meals, hunger and months follow, and the larder is shared by one more."""
    ripple = year.ripple
    assert {(d["now"]["tag"], d["now"]["who"]) for d in ripple["differs"]} == {
        ("experience.awarded", "Skrit"), ("level.gained", "Skrit"),
    }  # fmt: skip
    assert ripple["refused"] == []
    follows = Counter((f["what"], f["who"]) for f in ripple["follows"])
    assert {("meal.eaten", "Skrit"), ("month", "Skrit"), ("hunger.changed", "Stig")} <= set(follows)
    assert len(ripple["stands"]) > 200


def test_the_blue_armor_goes_back_to_the_pit_and_to_the_hunts(year: Year) -> None:
    """EOS-ARMR-04, EOS-METAL-03, EOS-MINE-03, EOS-TAIL-03: T5 armor of a T5 ingot, of a T1 ingot, of ten ore; and of a T5 cloth,
    of 25 fragments, of two hunts.
    """
    [armor] = [p for p in year.table.ok("gear Nia")["pieces"] if p["item"] == "armor"]
    assert (armor["tier"], armor["slot"], armor["fitted_to"]) == (5, "worn", "Nia")
    steps = year.table.ok(f"trace {armor['piece'].replace(' ', '-')}")["steps"]
    by_lot = {s["lot"]: s for s in steps}
    whole = by_lot[armor["piece"]]
    tags: Counter[str] = Counter()

    def back(lot: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        step = by_lot[lot]
        tags[step["tag"]] += 1
        here = (*path, f"{step['tag']} {step['item']}")
        if not step["from_lots"]:
            yield here
        for origin in step["from_lots"]:
            yield from back(origin, here)

    roads = set(back(whole["lot"], ()))
    armory = "craft.finished armor"
    assert roads == {
        (armory, "craft.finished ingot", "mine.smelted ingot", "mine.harvested ore"),
        (armory, "craft.finished cloth", "hunt.harvested cloth fragment"),
    }
    for lot in whole["from_lots"]:
        made = year.table.ok(f"show {by_lot[lot]['position']}")["entry"]
        assert [p["tier"] for p in made["postings"] if p["kind"] == "gained"] == [5]


def test_what_stands_in_haven(year: Year) -> None:
    """EOS-WOOD-03, EOS-ARCH-13, EOS-METAL-08, EOS-MINE-04: a hut of 20 tiles, a wall of 30 ft, a workshop half the price; a pit
    worked out.
    """
    site = year.table.ok("site Haven")
    assert site["structures"] == ["Long-Hut", "Landwall"]
    assert [name.partition("@")[0] for name in site["workshops"]] == ["metalworks workshop"]
    year.table.refused("mine Dagna --in red-pit")


def test_the_sea_journey_is_eight_watches_of_twelve_miles(year: Year) -> None:
    """EOS-NAV-04, EOS-NAV-09, EOS-NAV-10: ceil((3 + 5) / 2) = 4 times Move 3; 96 miles."""
    made = [e for e in year.table.ok("log --tag travel.made --from day-349")["entries"] if e["tag"] == "travel.made"]
    assert [(e["facts"]["miles"], e["facts"]["left"]) for e in made] == [(12, 96 - 12 * n) for n in range(1, 9)]
    assert {p["place"] for p in year.table.ok("party")["people"]} == {"Port Amber"}


def test_the_chain_of_the_year_holds_and_nothing_is_owed(year: Year) -> None:
    assert year.table.ok("verify")["verdict"] == "intact"
    assert year.table.ok("check") == {"asserts": [], "findings": []}
    assert year.table.ok("doctor")["findings"] == []

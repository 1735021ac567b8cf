"""The day in any order: Hypothesis types whatever the rules of survival know, for three people in two zones.

Whatever is typed, the desk answers, and the world stays one: nothing is below nought, no lot gives more than it had, nobody
works a third task without a cook and five hours of light, nobody eats food after its day.
"""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import note as note_down
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from ledger.cli.desk import Desk
from schemas.calendar import Calendar

JSON = dict[str, Any]

PEOPLE = ("Mara", "Ivo", "Pip")
ZONES = ("Oakwood", "Ford")
PLACES = (*ZONES, "Mill-Lake", "Red-Pit", "White-Pit", "Meadow")
GOOD_DAYS = 7
"""EOS-FOOD-01: the days after its own on which food is still food."""
RAT = "Pip"
"""EOS-RACE-RAT-03: a week longer."""
CALENDAR = Calendar()
ORE = 40
"""EOS-MINE-04: all that the pit holds."""

OPENING = """
new "Any Day" --spring 01-08
declare zone Oakwood --miles 25 --zones 19 --trees 40
declare zone Ford --miles 15 --zones 4
declare water Mill-Lake --in Oakwood
declare mine Red-Pit --in Oakwood --left 40
declare quarry White-Pit --in Oakwood --left 400
declare site Meadow --in Oakwood
declare vessel Gull --move 3 --down 25 --up 5 --in Oakwood
declare lock "cellar lock" --tier 1 --in Oakwood
declare map "Old Map" --tier 3 --of Ford
declare book Herbal --pages 60 --tier 2
join Mara --race human --body 5 --mind 6 --reflex 4 --presence 6 --aura 4 --in Oakwood
learn Mara "hunting 6, farming 6, navigation 6, art 5, map making 3, scholar 6, lockpicking 6, traps 3, medicine 4" --from time
learn Mara "bow 3, tailor 3" --from combat
join Ivo --race dwarf --body 5 --mind 6 --reflex 4 --presence 4 --aura 6 --in Oakwood
learn Ivo "bushcraft 6, cooking 6, metalworks 6, woodworks 6" --from time
learn Ivo "tailor 5, mining 1" --from combat
join Pip --race neo-rat --body 4 --mind 6 --reflex 6 --presence 5 --aura 4 --in Oakwood
learn Pip "traps 6, fishing 6, logging 6, mining 6" --from time
learn Pip "cooking 3, bushcraft 3" --from combat
bushcraft Ivo cooking toolkit, traps toolkit for Pip, fishing toolkit for Pip, logging toolkit for Pip, 2 tinderbox
bushcraft Ivo mining toolkit for Pip, woodworks toolkit, metalworks toolkit, tailor toolkit, navigation toolkit for Mara, spear
gm give Oakwood 40 food, 4 T2 ingot, 20 cloth fragment, 3 fat, 2 torch, 6 candle --reason "begun in the middle"
gm give Mara "Old Map", Herbal, basic lockpicking toolkit, medicine toolkit, art toolkit, spear --reason "begun in the middle"
ruling starvation_gap halve --reason vote
""".strip().splitlines()

who, other = st.sampled_from(PEOPLE), st.sampled_from((*PEOPLE, "party", "Mara,Ivo"))
die, few = st.integers(1, 20), st.integers(1, 3)
place = st.sampled_from(PLACES)
thing = st.sampled_from(
    (
        "food", "2 food", "fat", "torch", "candle", "cloak", "spear", "T2 ingot", "T1 ingot", "ore", "3 ore", "beam", "lumber",
        "5 cloth fragment", "T1 cloth", "10 ft cordage", "clothing", "backpack", "chest", "preserved food", "stone", "tinderbox", "tent",
    )
)  # fmt: skip
TASKS = """
hunt {who} --rolled {d}
hunt {who} --tasks 2 --rolled {d}/{e}
hunt {who} --in {place} --rolled {d}
trap {who} --rolled {d}
trap {who} --in {place} --rolled {d}
fish {who} --in Mill-Lake --rolled {d}
mine {who} --in Red-Pit --smelt
mine {who} --in Red-Pit
quarry {who} --in White-Pit
fell {who}
fell {who} --tasks {n}
farm {who} --in Meadow
farm {who} --in Meadow --seed
task {who} guard --tasks {n}
read {who} Herbal
read {who} Herbal --tasks {n}
chart {who} Coast --tier {n}
chart {who} Copy --copy Old-Map
write {who} Journal
pick {who} cellar-lock --rolled {d}
pick {who} cellar-lock --rolled {d}/{e}
treat {who} {other}
bushcraft {who} shelter, {n} fire
bushcraft {who} {n} food
bushcraft {who} torch, cloak
bushcraft {who} {n} cordage
bushcraft {who} skid
bushcraft {who} container, {n} shelter
repair {who} {thing}
salvage {who} {thing}
fit {who} clothing for {other}
track {who} {other} --rolled {d} --against {e}
travel {who} --to Ford --miles 12 --by wild --navigator Mara --using Old-Map
travel {other} --to Ford --miles {n} --by road
travel {who} --to Oakwood --miles {n} --by wild
travel party --to Ford --miles 9 --by water --vessel Gull
{task} --overrule table-says-so
""".strip().splitlines()
MAKING = """
craft {who} T1 cloth
craft {who} T{n} clothing for {other}
craft {who} T1 backpack
craft {who} 10 lumber
craft {who} chest
craft {who} 20 ft cordage
craft {who} T3 ingot --using T2-ingot
craft {who} basic mining toolkit --tasks {n}
craft {who} T1 bedroll
craft {who} blank book
abandon {who} chest
craft {who} T1 cloth --tasks 0
cook {who} chore for {other}
cook {who} {n} preserve
cook {who} candles
cook {who} 1 preserve --tasks 0
cook {who} 5 meals
cook {who} chore for {other}, 2 preserve
cook {who} {n} candles --tasks 0
""".strip().splitlines()
KEEPING = """
give {who} {thing} --to {other}
give {who} {thing} --to Oakwood
take {who} {thing} --from Oakwood
drop {who} {thing}
share {n} food party
wear {who} cloak
wear {who} {thing}
wield {who} spear
stow {who} {thing} --to backpack
buy {who} {thing} --price {n}
sell {who} {thing} --price {n}
light {who} torch
light {who} candle
light {who} fire
light {who} fire --using beam
douse {who} fire
douse {who} torch
pitch {who} tent
meal {who} half
meal {who} none
meal {who} {n} food
gm give {who} {thing} --reason "a find"
gm take {who} {thing} --reason "thieves"
gm harm {who} {n} --kind fall --reason ice
gm heal {who} {n} --reason luck
weather --cold {n} --in Oakwood
weather --snow --cold 4 --night 6 --in Oakwood
weather --clear --in Oakwood
expose {who} --hours {n}
gm award {who} 2000 --reason won
gm place {who} --to Ford --reason lost
gm place {who} --to Oakwood --reason found
raise {who} mind
learn {who} "tailor 1" --from time
gm set {who} mind 0 --reason curse
ruling starvation_gap ask --reason vote
ruling craft_day calendar-day --reason vote
ruling cook_pool carries-over --reason vote
ruling zone_increment each-success --reason vote
""".strip().splitlines()
TIME = """
camp
camp --hunger Mara=5,Ivo=5,Pip=5
camp --days {n} --hunger Mara=5,Ivo=5,Pip=5
camp --days 4
camp --days 7
camp --outside {who}
clock 18:00
clock +2h
clock dusk
routine {who} "bushcraft {who} 2 food"
routine {who} "fell {who}" "fell {who}"
routine {who} none
leave {who} --reason tired
undo --all
redo
""".strip().splitlines()


class AnyDay(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.desk = Desk(Path(self.folder.name) / "any.campaign")
        self.desk.stays_open = True
        for line in OPENING:
            answer = self.desk.answer(line)
            assert answer.kind == "recorded", f"{line}: {answer.data}"
        self.mindless = False

    def type(self, line: str) -> None:
        self.mindless |= " mind 0 " in line
        before = self.desk.campaign().head
        answer = self.desk.answer(line)
        note_down(f"{line}  ({answer.kind})")
        assert answer.kind in ("recorded", "refused", "usage", "finding"), f"{line}: {answer.data}"
        text = answer.as_json()
        assert "Traceback" not in text
        if answer.kind != "recorded":
            assert self.desk.campaign().head == before

    @rule(
        who=who,
        other=other,
        place=place,
        thing=thing,
        d=die,
        e=die,
        n=few,
        line=st.sampled_from(TASKS),
        task=st.sampled_from(TASKS[:-1]),
    )
    def work(self, line: str, task: str, **words: Any) -> None:
        self.type(line.format(task=task.format(**words), **words))

    @rule(who=who, other=other, thing=thing, n=few, line=st.sampled_from(MAKING))
    def make(self, line: str, **words: Any) -> None:
        self.type(line.format(**words))

    @rule(who=who, other=other, thing=thing, n=few, line=st.sampled_from(KEEPING))
    def keep(self, line: str, **words: Any) -> None:
        self.type(line.format(**words))

    @rule(who=who, n=few, line=st.sampled_from(TIME))
    def pass_time(self, line: str, **words: Any) -> None:
        self.type(line.format(**words))

    # -- what holds whatever was typed

    def ask(self, view: str) -> JSON:
        answer = self.desk.answer(view)
        assert answer.kind == "view", f"{view}: {answer.data}"
        data: JSON = msgspec.json.decode(answer.as_json())["data"]
        return data

    def teardown(self) -> None:
        try:
            entries = self.ask("log")["entries"]
            self.nothing_from_nowhere(entries)
            self.no_third_task_without_a_cook_and_a_light(entries)
            self.no_food_after_its_day(entries)
            self.nobody_works_more_than_a_day_allows(entries)
            self.what_is_there_is_counted()
            assert self.ask("doctor")["findings"] == []
        finally:
            self.desk.close()
            self.folder.cleanup()

    def what_is_there_is_counted(self) -> None:
        for holder in (*PEOPLE, *PLACES):
            for row in self.ask(f"stock {holder}")["things"]:
                assert Fraction(str(row["quantity"])) > 0, f"{holder}: {row}"
        for person in self.ask("party")["people"]:
            assert 0 <= person["hunger"] <= 100
            assert Fraction(str(person["hp"])) <= Fraction(str(person["max_hp"]))
        for zone in ZONES:
            assert all(self.ask(f"zone {zone}")[key] >= 0 for key in ("hunt_depletion", "trap_depletion"))

    def nothing_from_nowhere(self, entries: Sequence[JSON]) -> None:
        left: dict[str, Fraction] = defaultdict(Fraction)
        for entry in entries:
            for p in entry["postings"]:
                if p["kind"] in ("gained", "spent") and p["lot"]:
                    left[p["lot"]] += Fraction(str(p["quantity"])) * (1 if p["kind"] == "gained" else -1)
                    assert left[p["lot"]] >= 0, f"{entry['text']} ({entry['position']}): {p['lot']}"
        dug = (p["quantity"] for e in entries if e["tag"] == "mine.harvested" for p in e["postings"] if p["item"] == "ore")
        assert sum(dug) <= ORE

    def no_third_task_without_a_cook_and_a_light(self, entries: Sequence[JSON]) -> None:
        """EOS-DAY-01, EOS-DAY-04, EOS-COOK-05, EOS-COOK-08."""
        worked: Counter[tuple[str, int]] = Counter()
        freed: Counter[tuple[str, int]] = Counter()
        for entry in entries:
            day = CALENDAR.day_of(entry["moment"])
            if entry["tag"] == "cook.freed":
                freed[entry["facts"]["whom"], day] += 1
            if entry["tag"] != "task.spent":
                continue
            key = (entry["who"], entry["facts"]["day"])
            worked[key] += 1
            if worked[key] <= 2 or self.overruled(entry, entries):
                continue
            assert worked[key] == 3 and freed[key] == 1, f"{entry['text']} ({entry['position']}): no cook"
            burnt = [p for p in entry["postings"] if p["kind"] == "spent" and p["item"] in ("torch", "candle")]
            assert burnt or any(p["field"] == "hours" for p in entry["postings"]), f"{entry['text']}: in the dark"

    def nobody_works_more_than_a_day_allows(self, entries: Sequence[JSON]) -> None:
        """EOS-DAY-01, EOS-DAY-04: as the page of the day counts it; beyond that goes only what the game master overruled."""
        page = self.ask("day")
        for row in page["people"]:
            waived = sum(
                e["tag"] == "task.spent"
                and (e["who"], e["facts"]["day"]) == (row["name"], page["day"])
                and self.overruled(e, entries)
                for e in entries
            )
            assert Fraction(str(row["used"])) <= Fraction(str(row["allowed"])) + waived, row

    @staticmethod
    def overruled(entry: JSON, entries: Sequence[JSON]) -> bool:
        return any(e["overruled"] for e in entries if e["position"] == entry["deed"])

    def no_food_after_its_day(self, entries: Sequence[JSON]) -> None:
        """EOS-FOOD-01, EOS-FOOD-03, EOS-RACE-RAT-03."""
        of_day: dict[str, int] = {}
        for entry in entries:
            day = CALENDAR.day_of(entry["moment"])
            for p in entry["postings"]:
                if p["item"] != "food" or not p["lot"]:
                    continue
                if p["kind"] == "gained":
                    of_day.setdefault(p["lot"], day)
                if p["kind"] == "spent" and entry["tag"] in ("meal.eaten", "cook.freed", "cook.preserved"):
                    eater = entry["facts"].get("whom") or entry["who"]
                    weeks = 2 if entry["tag"] != "cook.preserved" and (eater == RAT or self.mindless) else 1
                    assert self.overruled(entry, entries) or day - of_day[p["lot"]] <= GOOD_DAYS * weeks, entry["text"]


QUIET = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("block", range(2))
def test_whatever_is_typed_in_a_day_the_world_stays_one(block: int) -> None:
    """50 campaigns of 40 lines, in two parts."""
    run_state_machine_as_test(seeded(block)(AnyDay), settings=QUIET)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100, 140))
def test_whatever_is_typed_in_a_season_the_world_stays_one(block: int) -> None:
    """2,000 campaigns of 120 lines."""
    run_state_machine_as_test(seeded(block)(AnyDay), settings=settings(QUIET, max_examples=50, stateful_step_count=120))

"""Hide and claws grow back, a tier a week (seed 1094, 1233, 1310)."""

import pytest

from ledger.campaign import NOTHING_TOLD, LineDice
from ledger.rules.eos.healing import HEALING, heal
from ledger.ruling import Asked, Scene
from projections.sheet import natural_armor, natural_weapons
from projections.world import World
from schemas.entry import Line, LineFacts
from schemas.events.healing import BodyHealed
from schemas.postings import Changed
from tests.conftest import Table


@pytest.fixture
def den(table: Table) -> Table:
    """A Rock Troll, T5 hide, and a Neo-Tiger of Body 4, T5 claws."""
    figures = "--body 4 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood"
    table.all(
        "declare zone Oakwood --miles 15",
        f"npc Brandt --race rock-troll {figures}",
        f"npc Kaa --race neo-tiger {figures}",
    )
    return table


def struck(world: World, who: str, part: str, day: int) -> None:
    """A critical roll against a part of the body, on a day."""
    postings = (Changed(who, f"hurt {part}", 1, source="a critical roll"),)
    moment = world.calendar.dawn_of(day)
    world.fold(Line(world.position + 1, moment, LineFacts("gear.damaged", postings)))


def days(world: World, first: int, last: int, who: str) -> dict[int, list[str]]:
    """What each night from one day to another brings back."""
    found: dict[int, list[str]] = {}
    for day in range(first, last + 1):
        world.moment = HEALING.moments(world.calendar, day)[0]
        if who not in HEALING.subjects(world, world.moment):
            continue
        scene = Scene(world, world.moment, LineDice(NOTHING_TOLD, (), None, 0))
        for event in heal(Asked("body.healed", who), scene):
            assert isinstance(event, BodyHealed)
            world.fold(Line(world.position + 1, world.moment, LineFacts("body.healed", event.postings)))
            found[day] = list(event.grown)
    return found


def test_a_hide_loses_tiers_by_blows_and_shows_it(den: Table) -> None:
    """EOS-GEAR-13: never below none, however often it is struck."""
    world = den.desk.campaign().fold()
    struck(world, "Kaa", "off hand", 1)
    assert natural_weapons(world.get("Kaa")) == {"main hand": 5, "off hand": 4}
    for _ in range(7):
        struck(world, "Brandt", "natural armor", 1)
    assert natural_armor(world.get("Brandt")) == 0


@pytest.mark.parametrize(
    ("ruling", "nights"), [("first-damage", [7, 14]), ("last-damage", [9, 16])]
)  # fmt: skip
def test_a_tier_comes_back_each_week_from_the_damage(den: Table, ruling: str, nights: list[int]) -> None:
    """EOS-GEAR-13, EOS-RACE-ROCKTROLL-02 (ruling natural_heal_anchor_first_damage): struck on day 1 and again on day 3."""
    den.ok(f'ruling natural_heal_anchor_first_damage {ruling} --reason "vote"')
    world = den.desk.campaign().fold()
    struck(world, "Brandt", "natural armor", 1)
    struck(world, "Brandt", "natural armor", 3)
    assert days(world, 3, 30, "Brandt") == {night: ["natural armor"] for night in nights}


def test_the_sheet_of_an_unhurt_one_is_as_it_was(den: Table) -> None:
    assert den.ok("sheet Brandt")["natural_armor"] == 5
    assert den.ok("sheet Kaa")["natural_weapons"] == {"main hand": 5, "off hand": 5}

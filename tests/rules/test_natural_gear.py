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


def test_magic_makes_hide_and_claws_whole_at_once(den: Table) -> None:
    """EOS-RACE-ROCKTROLL-02, EOS-RACE-TIGER-03, EOS-RACE-DRAGON-02 (lines 1094, 1233, 1310): as a healing bauble does."""
    figures = "--body 4 --mind 3 --reflex 3 --presence 3 --aura 3 --in Oakwood"
    den.all(f"npc Smok --race neo-dragon {figures}", f"npc Ann --race human {figures} --gear \"T1 sword\"")
    for who, what in (("Brandt", "natural-armor"), ("Kaa", "off-hand"), ("Smok", "natural-armor")):
        den.ok(f"attack Ann {who} --rolled 20 --crit {what} --against 19,1 --spare")
    assert den.ok("sheet Kaa")["natural_weapons"] == {"main hand": 5, "off hand": 4}
    den.ok("gm heal Brandt,Kaa,Smok 1 --reason rest")
    assert (den.ok("sheet Brandt")["natural_armor"], den.ok("sheet Smok")["natural_armor"]) == (4, 4)
    den.usage("gm heal Brandt 1 --kind fire --reason bauble")
    entries = den.entries("gm heal Brandt,Kaa,Smok 1 --kind magic --reason bauble")
    assert [e["rule"] for e in entries] == ["EOS-RACE-ROCKTROLL-02", "EOS-RACE-TIGER-03", "EOS-RACE-DRAGON-02"]
    assert entries[1]["facts"]["grown"] == ["off hand"]
    assert (den.ok("sheet Brandt")["natural_armor"], den.ok("sheet Smok")["natural_armor"]) == (5, 5)
    assert den.ok("sheet Kaa")["natural_weapons"] == {"main hand": 5, "off hand": 5}


def test_what_the_gm_sets_of_a_hide_is_what_it_is(den: Table) -> None:
    """EOS-GEAR-13: hurt or not; what is taken of it grows back from that day on."""
    den.ok("npc Ann --race human --body 4 --reflex 3 --gear \"T1 sword\" --in Oakwood")
    den.ok("attack Ann Brandt --rolled 20 --crit natural-armor --against 19,1 --spare")
    den.ok("gm set Brandt natural_armor 5 --reason bauble")
    assert den.ok("sheet Brandt")["natural_armor"] == 5
    den.ok("gm set Kaa natural_weapon 3 --reason curse")
    assert den.ok("sheet Kaa")["natural_weapons"] == {"main hand": 3, "off hand": 3}
    den.ok("clock day-8")
    assert den.ok("sheet Kaa")["natural_weapons"] == {"main hand": 4, "off hand": 4}

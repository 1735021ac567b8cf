"""Zones and sites on the page."""

from projections.world import World
from projections.zones import ready_mark
from schemas.entry import Line, LineFacts
from schemas.postings import Marked
from tests.conftest import Table


def test_every_key_of_a_zone_is_there(table: Table) -> None:
    """EOS-HUNT-02, EOS-TRAP-05, EOS-LOG-03: what is not known is null."""
    table.all("declare zone Oakwood --miles 15 --zones 4", 'declare site "Bear Cave" --in Oakwood')
    assert table.ok("zone Oakwood") == {
        "name": "Oakwood",
        "kind": "wild",
        "miles": 15,
        "zones": 4,
        "hunt_base": 15,
        "hunt_depletion": 0,
        "hunt_target": 15,
        "trap_base": 16,
        "trap_depletion": 0,
        "trap_target": 16,
        "trees_left": None,
        "cold": 0,
        "night_cold": 0,
        "snow": False,
        "light": None,
        "ready": [],
        "sites": ["Bear Cave"],
        "next_month": 31,
        "next_spring": 61,
    }


def test_a_zone_shows_its_weather_while_it_lasts(table: Table) -> None:
    """EOS-ENV-01: cold by day and by night, snow, light, until the moment that was said."""
    table.ok("declare zone Oakwood --trees 400")
    table.ok("weather --cold 3 --night 6 --snow --light 20 --in Oakwood --until day-3")
    zone = table.ok("zone Oakwood")
    assert [zone[k] for k in ("trees_left", "cold", "night_cold", "snow", "light")] == [400, 3, 6, True, 20]
    zone = table.ok("zone Oakwood --on day-3")
    assert [zone[k] for k in ("cold", "night_cold", "snow", "light")] == [0, 0, False, None]


def test_without_a_spring_the_zone_says_why_it_does_not_recover(bare_table: Table) -> None:
    """EOS-CAL-04, EOS-HUNT-06: a book opened without --spring."""
    bare_table.all('new "Long Winter" --game eos', "declare zone Oakwood --hunt-depletion 3")
    answer = bare_table("zone Oakwood --on day-721")
    assert (answer["data"]["next_spring"], answer["data"]["hunt_depletion"]) == (None, 3)
    assert [n["kind"] for n in answer["notices"]] == ["no-spring", "projected"]
    assert "--spring" in bare_table.desk.answer("zone Oakwood").eyes[-1]


def test_what_lies_in_a_zone_shows_the_numbers_of_the_zone(table: Table) -> None:
    """EOS-HUNT-09: inside one zone people move freely."""
    table.all("declare zone Oakwood", 'declare water "Mill Lake" --in Oakwood')
    assert table.ok("zone mill-lake")["name"] == "Oakwood"


def test_every_key_of_a_site_is_there(table: Table) -> None:
    """EOS-BUSH-08, EOS-BUSH-11: fire, shelter, and what is there."""
    table.all(
        "declare zone Oakwood",
        'declare water "Mill Lake" --in Oakwood',
        'declare mine "Red Pit" --in Oakwood',
        "declare structure Mill --in Oakwood --tier 3 --tiles 20 --of wood",
        "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --in Oakwood",
    )
    [given] = table.entries('gm give Oakwood fishing workshop --reason "a weir"')
    assert table.ok("site Oakwood") == {
        "name": "Oakwood",
        "zone": "Oakwood",
        "kind": "zone",
        "shelter_tier": 0,
        "shelter_next_loss": None,
        "fire_lit": False,
        "fire_days": 0,
        "tents": [],
        "structures": ["Mill"],
        "workshops": [f"fishing workshop@{given['position']}"],
        "waters": ["Mill Lake"],
        "mines": ["Red Pit"],
        "locks": [],
        "traps": [],
        "vessels": [],
        "people": ["Mara"],
    }
    assert table.refused("site Mara")["state"] == "character"
    table.usage("site Nowhere")


def test_a_farms_ready_bow_stands_until_its_mark_ends() -> None:
    """EOS-FARM-09, EOS-FARM-10: one mark for hunting, one for traps, each until its own moment."""
    world = World()
    for position, mark in ((1, "ready hunt"), (2, "ready trap Mara")):
        world.fold(Line(position, 0, LineFacts("farm.readied", (Marked("Meadow", mark, until=100 * position),))))
    meadow = world.get("Meadow")
    assert [ready_mark(meadow, craft, 99) for craft in ("hunt", "trap")] == ["ready hunt", "ready trap Mara"]
    assert [ready_mark(meadow, craft, 100) for craft in ("hunt", "trap")] == [None, "ready trap Mara"]

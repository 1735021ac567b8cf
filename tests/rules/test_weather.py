"""Weather: the cold of a zone is what the game master says, from then to the next word (seed 184)."""

from tests.conftest import Table


def test_weather_is_said_of_a_zone_until_the_next_word(table: Table) -> None:
    """EOS-ENV-01: a level by day, another by night, snow and light."""
    table.ok("declare zone Oakwood --miles 15")
    [entry] = table.entries("weather --cold 3 --night 6 --snow --light 20 --in Oakwood --until day-9")
    assert (entry["tag"], entry["rule"], entry["place"]) == ("weather.declared", "EOS-ENV-01", "Oakwood")
    assert entry["facts"]["said"] == "cold 3, by night 6, until day 9 06:00, snow, light 20"
    assert {p["field"]: p["to"] for p in entry["postings"]} == {
        "cold": 3,
        "night_cold": 6,
        "snow": 1,
        "light": 20,
        "weather_until": 21600 + 8 * 86400,
    }
    [entry] = table.entries("weather --cold 2 --clear")
    assert {p["field"]: p["to"] for p in entry["postings"]} == {
        "cold": 2,
        "night_cold": None,
        "snow": 0,
        "weather_until": None,
    }


def test_without_a_place_it_is_the_weather_where_the_party_is(table: Table) -> None:
    """EOS-ENV-01: refused if the party is in several zones."""
    table.all("declare zone Oakwood", "declare zone Ford")
    assert table.refused("weather --cold 1")["state"] == "Ford and Oakwood"
    table.ok("join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --in Oakwood")
    [entry] = table.entries("weather --cold 1")
    assert entry["place"] == "Oakwood"
    table.ok("join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --in Ford")
    table.refused("weather --cold 1")


def test_no_level_is_below_nought(table: Table) -> None:
    """EOS-ENV-01: negative cold is usage; so is a light that is none, and a line that says nothing."""
    table.ok("declare zone Oakwood")
    for words in (
        "--cold -1",
        "--night -2",
        "--light 0",
        "--light 101",
        "--light dim",
        "--snow --clear",
        "",
        "--cold cold",
    ):
        table.usage(f"weather {words} --in Oakwood")
    table.refused("weather --cold 3 --until day-0 --in Oakwood")


def test_weather_of_a_site_is_the_weather_of_its_zone(table: Table) -> None:
    """EOS-ENV-01."""
    table.all("declare zone Oakwood", "declare site Cave --in Oakwood")
    [entry] = table.entries("weather --cold 1 --in Cave")
    assert entry["place"] == "Oakwood"

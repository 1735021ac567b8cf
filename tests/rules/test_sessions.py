"""Sessions, seats, notes and the calendar: what the table says of itself."""

import pytest

from ledger.seals import code
from tests.conftest import Table

IVO = "join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --in Oakwood"
PIP = "join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --in Oakwood"
WOLF = "npc wolf --size 1x1 --move 6 --hp 12 --in Oakwood"


def test_a_session_begins_once_and_ends_with_a_seal(table: Table) -> None:
    """DESIGN 7: the seal is the position and 80 bits of the digest of all that was written before."""
    [started] = table.entries('session start 1 --title "Landfall"')
    assert (started["tag"], started["session"], started["facts"]) == (
        "session.started",
        1,
        {"number": 1, "title": "Landfall"},
    )
    assert table.refused("session start 2")["help"] == ["session end"]
    table.ok("declare zone Oakwood")
    [ended] = table.entries("session end")
    campaign = table.desk.campaign()
    before = ended["position"] - 1
    seal = code(before, campaign.digest_at(before))
    assert (ended["tag"], ended["session"], ended["text"]) == (
        "session.ended",
        1,
        f"Session 1 ends; the seal is {seal}",
    )
    table.refused("session end")
    assert table.ok("session list") == {
        "sessions": [
            {
                "session": 1,
                "title": "Landfall",
                "first": started["position"],
                "last": ended["position"],
                "started": 21600,
                "ended": 21600,
                "seal": seal,
            }
        ]
    }


def test_a_session_without_a_number_is_the_next_one(table: Table) -> None:
    table.all("session start 4", "session end")
    [entry] = table.entries("session start")
    assert entry["facts"] == {"number": 5, "title": None}
    table.ok("session end")
    assert table.refused("session start 4")["state"] == "played"
    table.usage("session start -1")


def test_the_entries_of_a_session_know_it(table: Table) -> None:
    table.ok("session start 1")
    [entry] = table.entries("declare zone Oakwood")
    assert entry["session"] == 1
    table.ok("session end")
    [entry] = table.entries("declare zone Ford")
    assert entry["session"] is None


@pytest.fixture
def seated(table: Table) -> Table:
    """Ivo and Pip are played by ivo; a wolf is the game master's; kim watches."""
    table.all("declare zone Oakwood --miles 15", IVO, PIP, WOLF, "seat ivo --plays Ivo,Pip", "seat kim --watches")
    return table


def test_a_seat_plays_figures_and_gives_them_back(seated: Table) -> None:
    assert seated.ok("seat list") == {
        "seats": [
            {"name": "ivo", "role": "player", "plays": ["Ivo", "Pip"]},
            {"name": "kim", "role": "watches", "plays": []},
        ]
    }
    [entry] = seated.entries("seat ivo --gives Pip")
    assert (entry["tag"], entry["facts"]) == (
        "seat.given",
        {"name": "ivo", "role": "player", "plays": [], "gives": ["Pip"]},
    )
    assert [s["plays"] for s in seated.ok("seat list")["seats"]] == [["Ivo"], []]
    assert seated.ok("sheet Ivo")["player"] == "ivo"
    assert seated.ok("sheet Pip")["player"] is None


def test_the_game_masters_figure_becomes_a_players(seated: Table) -> None:
    seated.ok("seat ivo --plays wolf")
    people = {p["name"]: p["kind"] for p in seated.ok("party")["people"]}
    assert people["wolf"] == "character"


def test_a_seat_that_plays_somebody_elses_figure_is_refused(seated: Table) -> None:
    assert seated.refused("seat mara --plays Ivo")["state"] == "played by ivo"
    seated.refused("seat kim --gives Ivo")
    seated.usage("seat mara")
    seated.usage("seat mara --gm --watches")
    seated.usage("seat gm --watches")


def test_a_players_seat_writes_acts_of_its_own_characters_alone(seated: Table) -> None:
    """COMMANDS 1.4: gm, declare, weather, ruling and corrections are the game master's; nothing overrules it."""
    seated.ok('gm give Ivo spear --reason "found"')
    assert seated.entries("hunt Ivo --rolled 14 --seat ivo")[0]["seat"] == "ivo"
    assert seated.refused("hunt wolf --rolled 14 --seat ivo")["state"] == "played by the GM"
    for line in (
        'gm give Ivo 5 coin --reason "please"',
        "declare zone Ford",
        "weather --cold 0",
        "ruling cold_order level-first",
        "session end",
        "seat ivo --plays wolf",
        'void 3 --reason "no"',
        "undo",
        "camp",
    ):
        assert seated.refused(f"{line} --seat ivo")["state"] == "the GM's", line
    assert seated.refused("hunt Ivo --rolled 14 --seat kim")["state"] == "watches"
    assert seated.refused("hunt Ivo --rolled 14 --seat bob")["state"] == "not given"
    seated.refused('weather --cold 0 --seat ivo --overrule "I may"')
    assert seated.ok("sheet Ivo --seat ivo")["name"] == "Ivo"
    assert seated.entries("weather --cold 0 --seat gm")[0]["seat"] == "gm"


def test_a_note_happened_and_moves_no_number(seated: Table) -> None:
    """EOS-SCALE-10 (line 124), EOS-TAIL-10 (line 2437), EOS-CHAR-11: discretion is written in words."""
    [entry] = seated.entries('note "The innkeeper lets Ivo sleep in the barn" --of Ivo')
    assert (entry["tag"], entry["who"], entry["postings"]) == ("note.written", "Ivo", [])
    assert entry["text"] == "The innkeeper lets Ivo sleep in the barn"
    [entry] = seated.entries('note "cocked die, we let it stand" --of 2')
    assert entry["facts"] == {"text": "cocked die, we let it stand", "of": 2, "about": None}
    seated.ok('note "rain all day"')
    seated.usage('note "what" --of 999')
    seated.usage('note "what" --of Nobody')
    seated.usage('note ""')


def test_the_calendar_shows_the_day_and_what_comes_next(table: Table) -> None:
    """EOS-CAL-03 (line 2040), EOS-CAL-04 (line 2072): thirty days a month, spring on the day the table set."""
    assert table.ok("calendar show --on day-40") == {
        "day": 40,
        "date": "Y1-02-10",
        "weekday": "fifth day",
        "month": "second month",
        "season": "winter",
        "year": 1,
        "dawn": "06:00",
        "dusk": "18:00",
        "next_month": 61,
        "next_spring": 61,
    }
    assert table.ok("calendar show --on day-61")["next_spring"] == 421
    assert table.ok("calendar show --on day-361")["year"] == 2


def test_without_a_spring_there_is_none_to_come(bare_table: Table) -> None:
    """EOS-CAL-04: nothing is made up."""
    bare_table.ok('new "Bare" --game eos')
    assert bare_table.ok("calendar show")["next_spring"] is None


def test_another_calendar_is_adopted_from_its_moment_on(table: Table) -> None:
    """EOS-CAL-03 (rulings calendar, spring_day): two months of forty days; day 1 keeps its date."""
    year = table.folder / "year.toml"
    year.write_text('months = [{name = "Thaw", days = 40}, {name = "Frost", days = 40}]\n')
    [entry] = table.entries(f"calendar adopt {year} --spring 02-01")
    assert (entry["tag"], entry["facts"]) == ("calendar.adopted", {"months": 2, "year_days": 80, "spring": "on 02-01"})
    shown = table.ok("calendar show --on day-41")
    assert (shown["month"], shown["date"], shown["next_month"], shown["next_spring"]) == ("Frost", "Y1-02-01", 81, 121)
    year.write_text("months = []")
    table.usage(f"calendar adopt {year}")
    table.usage("calendar adopt nowhere.toml")
    table.usage("calendar adopt --spring 13-01")
    table.usage("calendar adopt")


def test_a_seat_outlives_a_rollback_and_brings_nobody_back(seated: Table) -> None:
    """DESIGN 6: entries of the table are never struck by it; the wolf that it plays is nobody again."""
    seated.ok("seat ivo --plays wolf")
    seated.ok('rollback --to day-1 --reason "anew"')
    assert seated.ok("party")["people"] == []
    assert [s["name"] for s in seated.ok("seat list")["seats"]] == ["ivo", "kim"]
    seated.all("declare zone Oakwood --miles 15", IVO)
    assert seated.ok("party")["people"][0]["kind"] == "character"

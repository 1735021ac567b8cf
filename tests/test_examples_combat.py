"""The books' own worked examples of the fight, line by line, through the same lines that a GM types.

They stand beside the project in `../shared/rules/examples-combat.jsonl`; where that is not, nothing is played. Every line
of Eos has a player: one function to a kind of example (`when`), or to one mechanic where its kind has several.
"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from tests.blows import blow, fighter, meadow
from tests.conftest import JSON, Table

EXAMPLES = Path(__file__).parents[1].parent / "shared" / "rules" / "examples-combat.jsonl"
LINES: list[JSON] = [
    line
    for line in (map(msgspec.json.decode, EXAMPLES.read_text(encoding="utf-8").splitlines()) if EXAMPLES.exists() else ())
    if line["source"] == "eos"
]
Player = Callable[[Table, JSON, JSON], None]


def named(line: JSON) -> str:
    return f"{line['id']} {line['when']} {line['line']}"


@pytest.mark.skipif(not LINES, reason="the examples do not stand beside this clone")
@pytest.mark.parametrize("line", LINES, ids=named)
def test_a_line_of_the_book_comes_out(table: Table, line: JSON) -> None:
    player = PLAYERS.get(line["id"], PLAYERS.get(line["when"]))
    assert player is not None, f"nobody plays {line['id']} {line['when']}"
    meadow(table)
    player(table, line["given"], line["then"])


# -- bodies -----------------------------------------------------------------------------------------------------

FOOTPRINTS = {"Small": "1/2", "3x2": "2x3", "Extra-Large": "3x3"}


def sized(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SIZE-03, EOS-SIZE-05, EOS-SIZE-06: base hit points: the full ones less Body 1 x level 1; EOS-SIZE-09, EOS-SIZE-10."""
    size = FOOTPRINTS.get(given["size"], given["size"])
    table.ok(f"npc Ogre --size {size} --body 1 --reflex 4 --move 6 --in Meadow")
    sheet = table.ok("sheet Ogre")
    if "base_hp" in then:
        assert sheet["max_hp"] - 1 == then["base_hp"]
        return
    fighter(table, "Bob", "main-hand melee 9")
    done = blow(table, "attack Ogre Bob --with hands --rolled 20,2 --against 10 --against-with main-hand-melee")
    wound = next(e for e in done["entries"] if e["tag"] == "wound.dealt")
    assert sum(p["value"] for p in wound["facts"]["parts"] if p["name"] == "size") == then["size_mod"]


def death(table: Table, given: JSON, then: JSON) -> None:
    """EOS-DOWN-04: full hit points are lost, then as many again."""
    table.ok(f"npc Bob --hp {given['max_hp']} --size 1x1 --in Meadow")
    full = given["max_hp"]
    table.ok(f'gm harm Bob {full - 1} --reason "x"')
    assert table.ok("sheet Bob")["state"] == "well"
    table.ok('gm harm Bob 1 --reason "x"')
    sheet = table.ok("sheet Bob")
    assert (sheet["state"], sheet["hp"]) == ("unconscious", then["unconscious_at"])
    table.ok(f'gm harm Bob {full - 1} --reason "x"')
    assert table.ok("sheet Bob")["state"] == "unconscious"
    table.ok('gm harm Bob 1 --reason "x"')
    sheet = table.ok("sheet Bob")
    assert (sheet["state"], sheet["hp"]) == ("dead", then["dead_at"])


# -- gear -------------------------------------------------------------------------------------------------------


def worn(table: Table, given: JSON, then: JSON) -> None:
    """EOS-CGEAR-04, EOS-RACE-DWARF-02: suits one after another, then cloaks; what is allowed leaves them free to move."""
    dwarf = "armors" not in given and ("suits" in given or given["armor"] > given["body"])
    fighter(table, "Bob", race="dwarf" if dwarf else "human", body=given["body"])
    suits = given.get("armors") or given.get("suits") or [given["armor"]]
    answers = []
    for tier in suits:
        table.ok(f'gm give Bob T{tier} armor for Bob --reason "x"')
        answers.append(table(f"wear Bob T{tier} armor"))
    if then.get("refused"):
        assert answers[-1]["kind"] == "refused"
        wanted = {"armor_stack": "EOS-CGEAR-04", "body_below_tier": "EOS-CGEAR-03"}[then["reason"]]
        assert answers[-1]["data"]["rule"] in (wanted, "EOS-RACE-DWARF-02")
        return
    assert all(answer["ok"] for answer in answers)
    if given.get("cloaks"):
        table.ok(f'gm give Bob {given["cloaks"]} cloaks --reason "x"')
        table.ok(f"wear Bob {given['cloaks']} cloaks")
    assert table.ok("sheet Bob")["move"] > 0


def front(table: Table, given: JSON, then: JSON) -> None:
    """EOS-CGEAR-05."""
    fighter(table, "Bob", gear=f"T{given['armor']} armor, T{given['shield']} shield", body=10)
    assert table.ok("sheet Bob")["armor_front"] == then["armor_total"]


def heavy(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SHLD-02: Body as high as the shield's tier, and no lower."""
    for body, may in ((then["body_needed"], True), (then["body_needed"] - 1, False)):
        fighter(table, f"Bob-{body}", body=body)
        table.ok(f'gm give Bob-{body} T{given["shield_tier"]} shield --reason "x"')
        line = f"wield Bob-{body} shield"
        if may:
            table.ok(line)
        else:
            table.refused(line, "EOS-SHLD-02")


def hung(table: Table, given: JSON, then: JSON) -> None:
    """EOS-CGEAR-16: a weapon in a worn slot."""
    fighter(table, "Bob", body=given["body"])
    table.ok(f'gm give Bob T{given["weapon_tier"]} sword --reason "x"')
    assert table("wear Bob sword")["data"]["rule"] in ("EOS-GEAR-05", "EOS-CGEAR-16")
    assert then["refused"] and then["reason"] == "body_below_tier"


# -- shots ------------------------------------------------------------------------------------------------------


def dim(table: Table, given: JSON, then: JSON) -> None:
    """EOS-LOWL-05: what the target's roll gains."""
    fighter(table, "Mia", "bow 6", "T2 bow")
    fighter(table, "Bob", "main-hand melee 3", "T1 axe")
    table.ok('gm give Mia 5 arrows --reason "x"')

    def gained(tiles: int) -> int:
        roll = blow(table, f"attack Mia Bob --distance {tiles} --light {given['low_light']} --rolled 5 --against 6")["rolls"][0]
        total: int = roll["against"]["total"]
        return total - (6 + 3 + 4)

    assert gained(given["distance"]) == then["defender_bonus"]
    assert gained(then["free_range"]) == 0
    assert gained(then["free_range"] + 1) == 1


SHOOTERS = {
    "EOS-XB1": ("crossbow", "bolt", "main-hand crossbow"),
    "EOS-XB2": ("two-handed crossbow", "large bolt", "two-handed crossbow"),
    "EOS-FA1": ("firearm", "bullet", "main-hand firearm"),
    "EOS-FA2": ("two-handed firearm", "large bullet", "two-handed firearm"),
}


def shooter(table: Table, name: str, kind: str, tier: int, skill: int, bullets: str = "") -> None:
    """Someone with a loaded crossbow or firearm in hand."""
    item, feed, of = SHOOTERS[kind]
    fighter(table, name, f"{of} {skill}" if skill else "", f"T{tier} {item}", body=1)
    table.ok(f'gm give {name} {bullets or f"9 {feed}s"} --reason "x"')


def load(table: Table, name: str, kind: str) -> None:
    item = SHOOTERS[kind][0]
    for _ in range(2 if "two" in item else 1):
        table.ok(f"reload {name} {item}")


def zone_of(kind: str) -> Player:
    def play(table: Table, given: JSON, then: JSON) -> None:
        """EOS-XB1-04, EOS-XB2-04, EOS-FA1-05, EOS-FA2-03: to that tile no dice, on the next there are."""
        shooter(table, "Mia", kind, 1, given["skill"])
        fighter(table, "Bob", "main-hand melee 3", "T1 axe")
        load(table, "Mia", kind)
        assert "attack.rolled" not in table.tags(f"attack Mia Bob --distance {then['tiles']}")
        load(table, "Mia", kind)
        assert "attack.rolled" in table.tags(f"attack Mia Bob --distance {then['tiles'] + 1} --rolled 5 --against 9")

    return play


def bolt(kind: str) -> Player:
    def play(table: Table, given: JSON, then: JSON) -> None:
        """EOS-XB1-05, EOS-XB2-05: what a bolt does to somebody bare, and through as much armor as it passes."""
        shooter(table, "Mia", kind, given["tier"], 5)
        table.ok("npc Bob --size 1x1 --hp 90 --body 0 --in Meadow")
        table.ok(f"npc Hide --size 1x1 --hp 90 --body 0 --natural-armor {then['armor_reduction']} --in Meadow")
        table.ok(f"npc Thick --size 1x1 --hp 90 --body 0 --natural-armor {then['armor_reduction'] + 1} --in Meadow")
        expected = then["damage_before_armor"]
        for name, dealt in (("Bob", expected), ("Hide", expected), ("Thick", expected - 1)):
            load(table, "Mia", kind)
            wound = table.entries(f"attack Mia {name} --distance 2")[-1]
            assert (wound["who"], wound["facts"]["dealt"]) == (name, dealt)

    return play


def bullet(kind: str) -> Player:
    def play(table: Table, given: JSON, then: JSON) -> None:
        """EOS-FA1-06, EOS-FA2-04, EOS-FA1-07: each bullet up to the full tier of the firearm, through any armor."""
        tiers = given.get("ammo_tiers") or [given["ammo_tier"]]
        damages = then["damage"] if isinstance(then["damage"], list) else [then["damage"]]
        own = given["firearm_tier"]
        _, feed, _ = SHOOTERS[kind]
        shooter(table, "Mia", kind, own, 5, ", ".join(f"T{tier} {feed}" for tier in tiers))
        table.ok("npc Bob --size 1x1 --hp 900 --body 0 --natural-armor 9 --in Meadow")
        for tier, damage in zip(tiers, damages, strict=True):
            if tier > own:
                assert page(table, f"{kind}-06" if kind == "EOS-FA1" else f"{kind}-04")[own - 1][f"T{tier}"] == damage
                continue
            load(table, "Mia", kind)
            wound = table.entries(f'attack Mia Bob --distance 2 --using "1 T{tier} {feed}"')[-1]
            assert wound["facts"]["dealt"] == damage

    return play


def page(table: Table, mechanic: str) -> list[JSON]:
    rows: list[JSON] = table.ok(f"rules {mechanic}")["rows"][0]["table"]
    return rows


def hyena(table: Table, given: JSON, then: JSON) -> None:
    """EOS-RACE-HYENA-02."""
    fighter(table, "Hya", "", "T1 spear", race=given["race"].lower())
    fighter(table, "Bob", "main-hand melee 3", "T1 axe")
    table.refused(f"attack Hya Bob --as thrown --distance {then['thrown'] + 1} --rolled 2 --against 3", "EOS-THR-04")
    table.ok(f"attack Hya Bob --as thrown --distance {then['thrown']} --rolled 2 --against 3")


# -- races ------------------------------------------------------------------------------------------------------


def human(table: Table, given: JSON, then: JSON) -> None:
    """EOS-RACE-HUMAN-01: two a month, those of the start too."""
    table.ok("join Nia --race human --body 5 --mind 6 --reflex 5 --presence 5 --aura 4 --in Meadow")
    assert table.ok("sheet Nia")["points"]["time"] == then["points"]
    assert then["points"] == given["months"] * 2


def cheetah(table: Table, given: JSON, then: JSON) -> None:
    """EOS-RACE-CHEETAH-01: Move 3 and Body, less armor."""
    fighter(table, "Che", gear=f"T{given['armor']} armor" if given["armor"] else "", race="neo-cheetah", body=given["body"])
    assert table.ok("sheet Che")["move"] == then["move"]
    assert then["move"] - then["bonus"] == 3


def daemon(table: Table, given: JSON, then: JSON) -> None:
    """EOS-RACE-DAEMON-01: a Mind of 3 above the human one brings three combat points a level more."""
    stats = "--body 5 --mind 6 --reflex 5 --presence 5 --aura 4"
    table.ok(f"join Hum --race human {stats} --in Meadow")
    table.ok(f"join Dae --race {given['race'].lower()} {stats} --in Meadow")
    more = table.ok("sheet Dae")["points"]["combat"] - table.ok("sheet Hum")["points"]["combat"]
    assert more == then["extra_combat_skill_points_per_level"]


def fishing(table: Table, given: JSON, then: JSON) -> None:
    """EOS-RACE-SHORETROLL-01: fish for each number over the target."""
    tool = {"stone": "fishing toolkit", "basic": "basic fishing toolkit", "workshop": "fishing workshop"}[given["tool"]]
    fighter(table, "Sho", "fishing 10", race="shore-troll")
    to = "Meadow" if "workshop" in tool else "Sho"
    table.all("declare water Mere --in Meadow --target 15", f'gm give {to} {tool} for Sho --reason "x"')
    entries = table.entries("fish Sho --in Mere --rolled 15")
    over = next(e["roll"]["margin"] for e in entries if e["roll"])
    food = sum(p["quantity"] for e in entries for p in e["postings"] if p["kind"] == "gained" and p["item"] == "food")
    assert Fraction(food, over) == then["multiplier"]


# -- falls, engines, what stands still --------------------------------------------------------------------------


def fell(table: Table, given: JSON, then: JSON) -> None:
    """EOS-FALL-01, EOS-FALL-02, EOS-FALL-03: in feet and in tiles, through any armor."""
    table.ok("npc Bob --size 1x1 --hp 900 --body 0 --natural-armor 9 --in Meadow")
    for word in ("feet", "tiles"):
        if word in given:
            [wound] = table.entries(f"fall Bob --{word} {given[word]}")
            assert wound["facts"]["dealt"] == then["damage"]


def split_evenly(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SPLIT-01: as many 20s and 1s for each."""
    n = given["n"]
    for name in ("Bob", "Mia"):
        fighter(table, name, gear="T9 axe, T9 armor", body=9)
    entries = table.entries(f'even-split Bob Mia {n} --crit "{n} armor" --against-crit "{n} armor"')
    lost = {(e["who"], e["facts"]["cause"]): e["facts"]["was"] - e["facts"]["tier"] for e in entries if e["tag"] == "gear.damaged"}
    assert {lost["Bob", "crit"], lost["Mia", "crit"]} == {then["crits_each"]}
    assert {lost["Bob", "fumble"], lost["Mia", "fumble"]} == {then["fumbles_each"]}


def siege_page(mechanic: str, column: str, told: str) -> Player:
    def play(table: Table, given: JSON, then: JSON) -> None:
        """EOS-SIEGE-08, EOS-SIEGE-09: a row of the printed table."""
        [row] = [row for row in page(table, mechanic) if row["tier"] == given["tier"]]
        assert row[column] == then[told]

    return play


def siege_range(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SIEGE-07: the printed row; its first cell is shot, and one tile further is refused."""
    tier = given["tier"]
    [row] = [row for row in page(table, "EOS-SIEGE-07") if row["tier"] == tier]
    assert [row[f"Scholar {scholar}"] for scholar in given["scholar"]] == then["tiles"]
    crew = [f"Hob-{nth}" for nth in range((tier + 1) // 2)]
    table.ok(f'npc Ada --race human --body 4 --skills "scholar {given["scholar"][0]}, siege weapon 12" --in Meadow')
    for name in crew:
        table.ok(f"npc {name} --race human --body 4 --in Meadow")
    table.all(f"gm give Meadow T{tier} ballista --reason found", "declare structure Keep --tier 9 --in Meadow --tiles 20")
    line = f"attack Ada Keep --with ballista --crew {','.join(crew)} --rolled 9"
    table.refused(f"{line} --distance {then['tiles'][0] + 1}", "EOS-SIEGE-07")
    table.ok(f"{line} --distance {then['tiles'][0]}")


def moved(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SIEGE-10: so much Body together, and no less."""
    table.ok("declare zone Ford --miles 16")
    bodies = given.get("bodies") or [then["body_total"]]
    names = [f"Hob-{nth}" for nth in range(len(bodies))]
    for name, body in zip(names, bodies, strict=True):
        table.ok(f"npc {name} --size 1x1 --hp 20 --move 6 --body {body} --in Meadow")
    table.ok(f"gm give Hob-0 T{given['tier']} ballista --reason found")
    table.ok(f"gm set Hob-0 body {bodies[0] - 1} --reason weak")
    table.refused(f"travel {','.join(names)} --to Ford --miles 1 --by road", "EOS-SIEGE-10")
    table.ok(f"gm set Hob-0 body {bodies[0]} --reason strong")
    table.ok(f"travel {','.join(names)} --to Ford --miles 1 --by road")


def mounted(table: Table, given: JSON, then: JSON) -> None:
    """EOS-SIZE-13: Body as high as its tier."""
    tier = given["siege_tier"]
    table.ok(f'npc Ogre --size 3x3 --hp 90 --body {then["body_needed"] - 1} --skills "scholar 5, siege weapon 12" --in Meadow')
    table.ok(f"gm give Ogre T{tier} ballista --reason found")
    table.refused("wear Ogre ballista", "EOS-SIZE-13")
    table.all(f"gm set Ogre body {then['body_needed']} --reason grown", "wear Ogre ballista")


CLASS_OF = {"XS": "coin", "S": "T1 ingot", "M": "lamp", "L": "stone", "XL": "beam"}


def flung(table: Table, given: JSON, then: JSON) -> None:
    """EOS-TURN-10: a thing of each size class."""
    table.ok(f"npc Bob --race {given['race'].lower()} --body 5 --in Meadow")
    for size, thing in CLASS_OF.items():
        table.ok(f"gm give Bob {thing} --reason loot")
        line = f"throw Bob {thing} --distance 1"
        if size in then["item_classes"]:
            table.ok(line)
        else:
            table.refused(line, "EOS-TURN-10")


def held_shot(table: Table, given: JSON, then: JSON) -> None:
    """EOS-TACT-02: a crossbow that is held back shoots in the middle of the enemy's turn."""
    assert given["held"].startswith("fire crossbow")
    shooter(table, "Mia", "EOS-XB1", 2, 5)
    fighter(table, "Bob", gear="T1 axe")
    load(table, "Mia", "EOS-XB1")
    table.all("fight start Mia Bob", "turn Mia", "hold Mia", "turn Bob", "move Bob --tiles 2")
    tags = table.tags("attack Mia Bob --distance 5 --held")
    assert ("wound.dealt" in tags, "attack.rolled" in tags) == (then["fires_during_move"], False)
    table.ok("attack Bob Mia --with axe --distance 1 --rolled 5 --against 9")


def soaked(table: Table, given: JSON, then: JSON) -> None:
    """EOS-OBJ-04: a blow of so much does nothing, one more does one."""
    tn = given["target_number"]
    table.all(f"declare lock Door --tier {tn - 20} --in Meadow", "npc Bob --size 1x1 --hp 90 --reflex 0 --body 0 --in Meadow")
    table.ok(f"gm set Bob body {tn - 10} --reason strong")
    first = table.entries("attack Bob Door --with 'main hand' --rolled 10")[-1]["facts"]
    second = table.entries("attack Bob Door --with 'main hand' --rolled 11")[-1]["facts"]
    assert (first["raw"], first["dealt"], second["dealt"]) == (then["soaked_per_attack"], 0, 1)


def groping(table: Table, given: JSON, then: JSON) -> None:
    """EOS-DARK-12: what a blind figure does, by the faces of a d20, as `rules` prints it."""
    rows = table.ok("rules EOS-DARK-12")["rows"][0]["table"]
    assert {row["d20"]: row["act"].replace("-", "_") for row in rows} == given["bands"]
    assert len(rows) == then["rows"]


def tied(table: Table, given: JSON, then: JSON) -> None:
    """EOS-TURN-04: two level for first throw again, and one of them is first, the other second."""
    assert given["tied_for"] == "first"
    for name in ("Ann", "Bob", "Cid"):
        fighter(table, name)
    table.ok("fight start Ann,Cid Bob --initiative --rolled 15/2/4 --against 15/9")
    assert dict(zip(("Bob", "Ann"), then["after_reroll"], strict=True)) == {"Bob": "first", "Ann": "second"}
    assert table.ok("encounter")["order"] == ["Bob", "Ann", "Cid"]


def arc(table: Table, given: JSON, then: JSON) -> None:
    """EOS-POS-12: round a long body every neighbouring tile is tried; the shield counts from the protected ones."""
    table.ok(f"npc Drak --size {given['width']}x{given['length']} --body 4 --reflex 4 --move 5 --hp 50 --in Meadow")
    fighter(table, "Ann", gear="T1 sword")
    table.ok('gm place Drak --to 10,10 --facing north --reason "x"')
    sides = {True: 0, False: 0}
    for x in range(5, 16):
        for y in range(5, 16):
            if not table(f'gm place Ann --to {x},{y} --facing north --reason "x"')["ok"]:
                continue
            tried = table("attack Ann Drak --rolled 10 --against 10 --dry-run")
            if tried["kind"] == "planned":
                sides[tried["data"]["entries"][0]["facts"]["behind"]] += 1
    assert sides == {False: then["protected"], True: then["unprotected"]}


def fattened(table: Table, given: JSON, then: JSON) -> None:
    """EOS-RACE-BEAR-04, EOS-RACE-BLACKBEAR-02: so much a day more than it needs, until it is full; then it lives on that."""
    bear = "neo-bear" if given["extra_per_day"] > 3 else "neo-blackbear"
    fighter(table, "Bruk", race=bear, more="--fed")
    need = table.ok("sheet Bruk")["food_per_day"]
    for _ in range(then["days_to_fill"]):
        assert table.ok("sheet Bruk")["fat_store"] < given["extra_per_day"] * then["days_to_fill"]
        table.all(f"gm give Bruk {need + given['extra_per_day']} food --reason x",
                  f"meal Bruk {need} food --store {given['extra_per_day']}", "camp")  # fmt: skip
    full = table.ok("sheet Bruk")["fat_store"]
    assert full == given["stored"] + given["extra_per_day"] * then["days_to_fill"]
    for _ in range(then["lasts_days"]):
        table.all("meal Bruk fat", "camp")
    sheet = table.ok("sheet Bruk")
    assert (sheet["fat_store"], sheet["hunger"]) == (0, 0)
    table.refused("meal Bruk fat", None)


PLAYERS: dict[str, Player] = {
    "derive_sheet": sized,
    "derive_status": death,
    "equip": worn,
    "EOS-SHLD-02": heavy,
    "EOS-CGEAR-05": front,
    "EOS-CGEAR-16": hung,
    "EOS-LOWL-05": dim,
    "EOS-TURN-04": tied,
    "EOS-POS-12": arc,
    "EOS-RACE-BEAR-04": fattened,
    "EOS-RACE-BLACKBEAR-02": fattened,
    "EOS-DARK-12": groping,
    "EOS-RACE-HYENA-02": hyena,
    "EOS-RACE-HUMAN-01": human,
    "EOS-RACE-CHEETAH-01": cheetah,
    "EOS-RACE-DAEMON-01": daemon,
    "EOS-RACE-SHORETROLL-01": fishing,
    "EOS-TACT-02": held_shot,
    "EOS-FALL-01": fell,
    "EOS-SPLIT-01": split_evenly,
    "EOS-SIEGE-07": siege_range,
    "EOS-SIEGE-08": siege_page("EOS-SIEGE-08", "turns", "turns"),
    "EOS-SIEGE-09": siege_page("EOS-SIEGE-09", "crew", "crew"),
    "EOS-SIEGE-10": moved,
    "EOS-SIZE-13": mounted,
    "EOS-TURN-10": flung,
    "EOS-OBJ-04": soaked,
    "EOS-XB1-04": zone_of("EOS-XB1"),
    "EOS-XB2-04": zone_of("EOS-XB2"),
    "EOS-FA1-05": zone_of("EOS-FA1"),
    "EOS-FA2-03": zone_of("EOS-FA2"),
    "EOS-XB1-05": bolt("EOS-XB1"),
    "EOS-XB2-05": bolt("EOS-XB2"),
    "EOS-FA1-06": bullet("EOS-FA1"),
    "EOS-FA2-04": bullet("EOS-FA2"),
}
"""By mechanic, else by the kind of example."""

"""Two eyes on one fight: what a player's seat learns of a trap, a check or a mark that the GM keeps (COMMANDS 1.4, 4.3)."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import JSON, Table

SECRETS = ("the ford", "the-ford", "Pip", "trap", "EOS-TRAP", "toolkit")
"""Words that would give the trap away: where, who, what."""
VIEWS = (
    "log", "log --tag trap", "log --of Pip", "log --struck", "replay", "replay --of Pip", "recap 1", "due", "due Pip",
    "site Oakwood", "day", "day 1", "party", "encounter", "sheet bandit-1", "sheet Pip", "history Pip", "history bandit-1",
    "history bandit-1 conditions", "history Oakwood", "diff {before} last", "diff {before} last Pip", "diff {before} book",
    "stock Pip", "bench", "zone Oakwood", "larder Oakwood", "why Pip hp", "why bandit-1 hp", "dice stats", "check", "disputes",
    "late", "calendar show", "gear Pip",
)  # fmt: skip


@pytest.fixture
def eyes(table: Table) -> Table:
    """Pip's trapper is Pip's player's; Ivo's player sits beside; the bandits are the GM's."""
    table.all(
        "declare zone Oakwood --zones 4",
        'join Pip --race human --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --time "traps 4, stealth 2" --in Oakwood',
        "join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --in Oakwood",
        'npc bandit --count 2 --race human --body 4 --mind 3 --reflex 4 --presence 3 --gear "T2 axe, T2 armor" --in Oakwood',
        'gm give Pip traps toolkit --reason "hers"', "seat pip --plays Pip", "seat ivo --plays Ivo",
        "gm give Oakwood 90 preserved food --reason stores", "session start 1",
    )  # fmt: skip
    return table


def head(table: Table) -> int:
    position: int = table.desk.campaign().head
    return position


def texts(value: Any) -> Iterator[str]:
    """Every word that an answer says, but the line as it was typed and the basis."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in ("command", "basis", "digest", "head"):
                yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def answers(table: Table, line: str) -> tuple[JSON, str]:
    """What a line answers as programs read it, and for eyes."""
    answer = table.desk.answer(line)
    import msgspec

    as_json: JSON = msgspec.json.decode(answer.as_json())
    return as_json, "\n".join(answer.eyes)


def test_a_trap_that_waits_changes_nothing_that_another_seat_can_see(eyes: Table) -> None:
    """EOS-TRAP-10: every view of Ivo's seat is as before, but that something is hidden at a position."""
    before = head(eyes)
    views = [view.format(before=before) for view in VIEWS]
    quiet = [v for v in views if not v.startswith(("log", "replay", "recap", "encounter"))]
    earlier = {v: answers(eyes, f"{v} --seat ivo")[0]["data"] for v in quiet if not v.startswith("diff")}
    [trap] = eyes.entries('set-trap Pip "the ford" --rolled 13 --seat pip')
    for view in views:
        if view == "encounter":
            continue
        answer, shown = answers(eyes, f"{view} --seat ivo")
        after = {"log": -1, "replay": -1}.get(view)
        said = answer["data"]["entries" if view == "log" else "steps"][after] if after else answer["data"]
        if view in earlier:
            assert said == earlier[view], view
        if view.startswith("diff"):
            assert said["changes"] == [], view
        assert "the ford" not in " ".join(texts(answer["data"])), view
        assert "the ford" not in shown, view
        assert "trap.set" not in " ".join(texts(answer["data"])), view
    entry = eyes.ok("log --seat ivo")["entries"][-1]
    assert (entry["position"], entry["moment"], entry["hidden"]) == (trap["position"], trap["moment"], True)
    assert (entry["text"], entry["postings"], entry["facts"]) == ("hidden", [], {})
    for name in ("tag", "who", "place", "rule", "roll", "command", "seat", "source", "reason"):
        assert entry[name] is None, name
    assert not [w for w in texts(entry) if any(secret in w for secret in SECRETS)]
    assert eyes.ok("replay --seat ivo")["steps"][-1]["text"] == "hidden"
    assert f"something is hidden ({trap['position']})" in eyes.ok("recap 1 --seat ivo")["markdown"]
    assert eyes.ok(f"show {trap['position']} --seat ivo")["entry"] == entry


def test_words_find_nothing_that_is_hidden(eyes: Table) -> None:
    """`show last set-trap of Pip` would say what and who."""
    eyes.ok('set-trap Pip "the ford" --rolled 13')
    eyes.usage("show last set-trap of Pip --seat ivo")
    assert eyes.ok("show last set-trap of Pip --seat pip")["entry"]["tag"] == "trap.set"
    found = eyes("history the-for --seat ivo")
    assert "the ford" not in " ".join(texts(found["data"]))


def test_the_gm_and_the_one_who_set_it_see_it_all(eyes: Table) -> None:
    """It is kept between the GM and the actor, whoever typed it."""
    [trap] = eyes.entries('set-trap Pip "the ford" --rolled 13')
    for seat in ("", " --seat pip"):
        entry = eyes.ok(f"log{seat}")["entries"][-1]
        assert (entry["tag"], entry["roll"]["total"], entry["facts"]["trap"]) == ("trap.set", 23, "the ford")
        assert eyes.ok(f"site Oakwood{seat}")["traps"] == ["the ford"]
        assert eyes.ok(f"day{seat}")["people"][0]["traps_set"] == 1
    assert eyes.ok("site Oakwood --seat ivo")["traps"] == []
    assert eyes.ok("day --seat ivo")["people"][0]["traps_set"] == 0
    assert trap["hidden"] is True


def test_whoever_passes_a_trap_by_learns_nothing_of_it(eyes: Table) -> None:
    """EOS-TRAP-13: not close enough: neither seat reads the meeting; found, the finder's seat does, and no other."""
    eyes.all("seat bob --plays bandit-2", 'set-trap Pip "the ford" --rolled 13')
    eyes.ok('meet-trap Ivo "the ford" --rolled 20')
    assert eyes.ok("log --seat ivo")["entries"][-1]["text"] == "hidden"
    assert eyes.ok("site Oakwood --seat ivo")["traps"] == []
    eyes.ok('meet-trap Ivo "the ford" --rolled 20 --noticed')
    assert eyes.ok("log --seat ivo")["entries"][-1]["tag"] == "trap.met"
    assert eyes.ok("site Oakwood --seat ivo")["traps"] == ["the ford"]
    assert eyes.ok("log --seat bob")["entries"][-1]["text"] == "hidden"
    assert eyes.ok("site Oakwood --seat bob")["traps"] == []


def test_a_trap_that_closes_is_hidden_no_more(eyes: Table) -> None:
    """Until it takes effect: then every seat reads who set it and with which die, also in the sums."""
    [trap] = eyes.entries('set-trap Pip "the ford" --rolled 13')
    eyes.ok('meet-trap bandit-1 "the ford" --rolled 12')
    entries = {e["position"]: e for e in eyes.ok("log --seat ivo")["entries"]}
    assert (entries[trap["position"]]["tag"], entries[trap["position"]]["roll"]["total"]) == ("trap.set", 23)
    tags = [entries[p]["tag"] for p in sorted(entries) if p > trap["position"]]
    assert tags == ["trap.met", "trap.sprung", "wound.dealt", "mark.set"]
    assert eyes.ok("day --seat ivo")["people"][0]["traps_set"] == 1
    assert eyes.ok("why bandit-1 hp --seat ivo")["terms"][-1]["tag"] == "wound.dealt"
    before = trap["position"]
    early = eyes.ok(f"log --seat ivo --known-at {before}")["entries"][-1]
    assert early["text"] == "hidden"  # as the book stood before it closed


def test_reveal_lifts_it_and_undo_hides_it_again(eyes: Table) -> None:
    """`reveal POS`, and what a correction does to it."""
    [trap] = eyes.entries('set-trap Pip "the ford" --rolled 13')
    eyes.ok(f"reveal {trap['position']}")
    assert eyes.ok("site Oakwood --seat ivo")["traps"] == ["the ford"]
    eyes.ok("undo")
    assert eyes.ok("site Oakwood --seat ivo")["traps"] == []
    eyes.ok('meet-trap bandit-1 "the ford" --rolled 12')
    assert eyes.ok(f"show {trap['position']} --seat ivo")["entry"]["tag"] == "trap.set"
    eyes.ok("undo")
    assert eyes.ok(f"show {trap['position']} --seat ivo")["entry"]["tag"] is None


def test_the_steps_of_a_trap_in_a_fight_are_hidden_alike(eyes: Table) -> None:
    """EOS-TRAP-19: three entries; sprung, all of them are shown."""
    eyes.all("fight start Pip,Ivo bandit", "turn Pip")
    steps = [
        eyes.entries('set-trap Pip "the gap" --step ready')[0], eyes.entries('set-trap Pip "the gap" --step hide --rolled 13')[0],
    ]  # fmt: skip
    eyes.all("turn Ivo", "turn bandit-1", "turn bandit-2", "turn Pip")
    steps.append(eyes.entries('set-trap Pip "the gap" --step stow')[0])
    for step in steps:
        assert eyes.ok(f"show {step['position']} --seat ivo")["entry"]["text"] == "hidden"
        assert eyes.ok(f"show {step['position']} --seat pip")["entry"]["tag"] == "trap.set"
    eyes.ok('meet-trap bandit-1 "the gap" --rolled 2')
    assert [eyes.ok(f"show {s['position']} --seat ivo")["entry"]["tag"] for s in steps] == ["trap.set"] * 3


def test_a_hidden_check_leaves_no_flag_that_the_victim_can_see(eyes: Table) -> None:
    """`sneak ... --hidden`: the flag is on nobody's page but the GM's and the sneaker's."""
    eyes.all("fight start Pip,Ivo bandit", "turn bandit-1")
    eyes.ok("sneak bandit-1 Ivo --by shadow --rolled 20 --against 1 --hidden")
    whole = eyes.ok("encounter")["fighters"]
    assert [f["flags"] for f in whole if f["name"] == "Ivo"] == [["bandit-1"]]
    mine = eyes.ok("encounter --seat ivo")["fighters"]
    assert [f["flags"] for f in mine if f["name"] == "Ivo"] == [[]]
    assert eyes.ok("sheet Ivo --seat ivo")["conditions"] == [
        c for c in eyes.ok("sheet Ivo")["conditions"] if not c.startswith("flag")
    ]
    for view in ("history Ivo", "history Ivo conditions", f"diff {head(eyes) - 2} last Ivo", "log"):
        assert "flag" not in " ".join(texts(answers(eyes, f"{view} --seat ivo")[0]["data"])), view
        assert "flag" not in answers(eyes, f"{view} --seat ivo")[1], view


def test_a_hidden_mark_is_on_no_page_of_a_seat(eyes: Table) -> None:
    """`gm mark ... --hidden`: not even for the player of whoever carries it."""
    eyes.ok("gm mark Ivo cursed --hidden --reason curse")
    assert "cursed" in eyes.ok("sheet Ivo")["conditions"]
    assert "cursed" not in eyes.ok("sheet Ivo --seat ivo")["conditions"]
    assert eyes.ok("log --seat ivo")["entries"][-1]["postings"] == []


def test_hidden_harm_counts_and_says_no_word(eyes: Table) -> None:
    """COMMANDS 1.4: a sheet counts everything; its `why` says hidden: -3."""
    eyes.ok("gm harm Ivo 3 --kind poison --hidden --reason cup")
    full = eyes.ok("sheet Ivo --seat ivo")
    assert full["hp"] == full["max_hp"] - 3
    term = eyes.ok("why Ivo hp --seat ivo")["terms"][-1]
    assert (term["amount"], term["text"], term["tag"], term["rule"]) == (-3, "hidden", None, None)
    [posting] = eyes.ok("log --seat ivo")["entries"][-1]["postings"]
    assert (posting["field"], posting["to"] - posting["from"], posting["holder"]) == ("hp", -3, None)


def test_a_seat_that_asks_for_a_trap_is_told_the_same_whether_or_not_it_is_there(eyes: Table) -> None:
    """EOS-TRAP-13: the refusal gives nothing away."""
    eyes.ok('set-trap Pip "the ford" --rolled 13')
    there = eyes.refused('disarm Ivo "the ford" --seat ivo', "EOS-TRAP-13")
    nowhere = eyes.refused('disarm Ivo "the fork" --seat ivo', "EOS-TRAP-13")
    assert there["text"].replace("ford", "fork") == nowhere["text"]
    assert (there["state"], there["help"][0].replace("ford", "fork")) == (nowhere["state"], nowhere["help"][0])


def test_an_abandoned_day_hides_what_it_hid(eyes: Table) -> None:
    """`branch show` has the keys of `log`, and its veil."""
    eyes.all("camp", 'set-trap Pip "the ford" --rolled 13', "rollback --to day-2 --reason again")
    shown = eyes.ok("branch show branch-1 --seat ivo")["entries"]
    assert "hidden" in [e["text"] for e in shown]
    assert "the ford" not in " ".join(texts(shown))
    assert "trap.set" in [e["tag"] for e in eyes.ok("branch show branch-1")["entries"]]
    assert "the ford" not in " ".join(texts(eyes.ok("diff branch-1 book --seat ivo")))


def test_an_export_for_a_seat_leaves_the_bytes_out_until_it_closes(eyes: Table) -> None:
    """And follows the same head."""
    [trap] = eyes.entries('set-trap Pip "the ford" --rolled 13')
    first, second = eyes.folder / "one.jsonl", eyes.folder / "two.jsonl"
    assert eyes.ok(f"export {first} --seat ivo")["hidden"] == 1
    assert "the ford" not in first.read_text(encoding="utf-8")
    eyes.ok('meet-trap bandit-1 "the ford" --rolled 12')
    assert eyes.ok(f"export {second} --seat ivo")["hidden"] == 0
    assert trap["position"]


def test_a_corrected_meeting_hides_the_trap_again(eyes: Table) -> None:
    """A 12 that was a 20: the trap did not close, and is as hidden as it was; and the other way round."""
    [trap] = eyes.entries('set-trap Pip "the ford" --rolled 13')
    met = eyes.entries('meet-trap bandit-1 "the ford" --rolled 12')[0]["position"]
    eyes.ok(f'correct {met} meet-trap bandit-1 "the ford" --rolled 20 --reason "misread"')
    [again] = eyes.ok("log --tag trap.met")["entries"]
    assert (again["roll"]["total"], again["hidden"]) == (23, True)
    assert eyes.ok(f"show {trap['position']} --seat ivo")["entry"]["text"] == "hidden"
    assert eyes.ok(f"show {again['position']} --seat ivo")["entry"]["text"] == "hidden"
    eyes.ok(f'correct {met} meet-trap bandit-1 "the ford" --rolled 12 --reason "it was a 12"')
    tags = [(e["tag"], e["hidden"]) for e in eyes.ok("log --seat ivo")["entries"] if e["position"] > trap["position"]]
    assert [t for t in tags if t[0] in ("trap.met", "trap.sprung", "wound.dealt", "mark.set")] == [
        ("trap.met", False), ("trap.sprung", False), ("wound.dealt", False), ("mark.set", False),
    ]  # fmt: skip

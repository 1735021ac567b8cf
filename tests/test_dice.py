"""Dice that can be proven: promised before they fall, shown after, recomputed by anyone; none is fished for or
foretold.
"""

import hmac
import json
import os
import re
import shutil
import signal
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ledger.audit import standalone_verifier
from ledger.audit.exports import export_lines
from ledger.audit.verify import verify_book
from ledger.campaign import Campaign
from ledger.cli.desk import Desk
from ledger.cup import Cup, commitment_of, cup_path, face
from ledger.journal import open_book
from tests.conftest import Table

JSON = dict[str, Any]
MARA = 'join Mara --race human --body 5 --mind 5 --reflex 5 --presence 5 --aura 4 --time "hunting 5" --in Oakwood'
PEOPLE = (
    "declare zone Oakwood --miles 15",
    MARA,
    'gm give Mara bow, 400 preserved food --reason "to begin with"',
    "wear Mara bow",
)

WORKED = "hunt Mara --tasks 2 --rolled 1/1"


def fell(secret: bytes, number: int, faces: int = 20) -> int:
    """How a die falls, worked out from the words at the head of ledger/cup.py."""
    attempt = 0
    while True:
        drawn = int.from_bytes(hmac.new(secret, f"{number}/{faces}/{attempt}".encode(), sha256).digest()[:8], "big")
        if drawn < 2**64 - 2**64 % faces:
            return drawn % faces + 1
        attempt += 1


class Played(Table):
    """A table with Mara and her bow, whose cup is looked into as only the GM could."""

    @property
    def cup(self) -> Path:
        return cup_path(self.book)

    def stored(self) -> list[JSON]:
        """The entries as they lie in the book."""
        with open_book(self.book) as journal:
            return [json.loads(stored) for _, stored in journal.read()]

    def dice(self) -> list[tuple[int, str, int]]:
        """(number, label, face) of every die that a deed's first entry says the cup threw."""
        return [
            (throw["die"] + nth, throw["label"], die)
            for entry in self.stored()
            for throw in entry.get("dice", ())
            if throw["source"] == "cup"
            for nth, die in enumerate(throw["fell"])
        ]

    def numbers(self) -> list[int]:
        return [number for number, _, _ in self.dice()]

    def faces(self, line: str) -> list[int]:
        """What the throws of a line showed."""
        return [e["roll"]["dice"][0]["face"] for e in self.entries(line) if e["roll"] is not None]

    def days(self, count: int) -> None:
        """So many days on which Mara hunts twice: two dice a day."""
        for _ in range(count):
            self.all("hunt Mara --tasks 2", "camp")

    def facts(self, line: str) -> JSON:
        found: JSON = self.entries(line)[0]["facts"]
        return found

    def verdict(self) -> tuple[str, int | None, str]:
        found = self.ok("verify")
        return found["verdict"], found["position"], found["text"]

    def anew(self) -> None:
        """As after a night: nothing is known but what lies in the folder."""
        self.desk.close()
        self.desk = Desk(self.book)
        self.desk.stays_open = True

    def note(self, *lines: str) -> JSON:
        """A note of these lines, played."""
        path = self.folder / f"{len(list(self.folder.glob('*.md')))}.md"
        path.write_text("```campaign\n" + "\n".join(lines) + "\n```\n", encoding="utf-8")
        return self(f"play {path}")


@pytest.fixture
def play(tmp_path: Path) -> Any:
    found = Played(tmp_path)
    found.all('new "Test Road" --game eos --spring 03-01', *PEOPLE)
    yield found
    found.desk.close()


# -- promised and shown


def test_what_was_promised_is_shown_and_anyone_recomputes_every_die(play: Played) -> None:
    play.days(1)
    base = play.ok("log")["entries"][-1]
    promise = play.entries("dice commit --count 200")[0]
    commitment = promise["facts"]["commitment"]
    assert promise["tag"] == "dice.committed"
    assert promise["facts"] == {
        "first": 3,
        "count": 200,
        "head": play.desk.campaign().digest_at(promise["position"] - 1).hex(),
        "commitment": commitment,
        "instead": None,
    }
    assert base["position"] == promise["position"] - 1
    play.days(2)
    shown = play.entries("dice reveal")[0]
    secret = bytes.fromhex(shown["facts"]["secret"])
    assert shown["tag"] == "dice.revealed"
    assert shown["facts"] == {"of": promise["position"], "secret": secret.hex(), "first": 3, "count": 200, "fell": 4}
    assert len(secret) == 32
    assert sha256(secret + f"campaign dice/{promise['facts']['head']}/3/200".encode()).hexdigest() == commitment
    assert [number for number, _, _ in play.dice()] == [1, 2, 3, 4, 5, 6]
    assert [die for number, _, die in play.dice() if number > 2] == [fell(secret, n) for n in (3, 4, 5, 6)]
    assert play.verdict()[2].endswith(" 4 promised dice were recomputed and fell as promised.")


def test_a_promise_gives_nothing_away(play: Played) -> None:
    promises = []
    for _ in range(3):
        promises.append(play.facts("dice commit --count 1"))
        written = b"".join(s for _, s in play.desk.campaign().journal.read())
        lines = [line.split() for line in play.cup.read_text().splitlines() if line]
        secrets = dict(line for line in lines if len(line) == 2)
        # The secret is 256 bits of chance, and the book has no trace of it.
        secret = secrets[promises[-1]["commitment"]]
        assert re.fullmatch("[0-9a-f]{64}", secret)
        assert secret.encode() not in written and bytes.fromhex(secret) not in written
        play.all("hunt Mara", "camp")
    assert len({p["commitment"] for p in promises}) == 3
    # And it is no digest of the faces: the same dice could have come of any promise.
    assert not any(sha256(str(f).encode()).hexdigest() == p["commitment"] for f in range(1, 21) for p in promises)


def test_a_dry_run_promises_and_shows_nothing(play: Played) -> None:
    assert play.facts("dice commit --count 5 --dry-run")["commitment"] == ""
    assert not play.cup.exists()
    play.ok("dice commit --count 5")
    assert play.facts("dice reveal --dry-run")["secret"] == ""
    secret = play.cup.read_text().split()[1]
    assert secret not in str(play("dice reveal --dry-run"))
    assert play.facts("dice reveal")["secret"] == secret


def test_after_it_is_shown_the_cup_goes_over_to_another_secret(play: Played) -> None:
    play.ok("dice commit --count 200")
    play.days(1)
    secret = bytes.fromhex(play.facts("dice reveal")["secret"])
    play.days(20)
    later = [(number, die) for number, _, die in play.dice() if number > 2]
    assert [number for number, _ in later] == list(range(3, 43))
    # Forty dice that all came from what everybody knows would be 20 to the power of 40.
    assert [die for _, die in later] != [fell(secret, number) for number, _ in later]
    own = next(bytes.fromhex(line) for line in play.cup.read_text().split("\n") if len(line) == 64)
    assert [die for _, die in later] == [fell(own, number) for number, _ in later]
    again = play.facts("dice commit --count 2")
    assert again["first"] == 43
    play.days(1)
    assert play.facts("dice reveal")["secret"] != secret.hex()
    assert play.verdict()[0] == "intact"


def test_dice_beyond_the_count_are_not_of_the_promise(play: Played) -> None:
    of = play.entries("dice commit --count 3")[0]["position"]
    play.days(2)
    shown = play.facts("dice reveal")
    assert (shown["of"], shown["fell"]) == (of, 3)
    secret = bytes.fromhex(shown["secret"])
    assert [die for _, _, die in play.dice()[:3]] == [fell(secret, n) for n in (1, 2, 3)]
    assert "3 promised dice" in play.verdict()[2]


def test_a_promise_is_shown_before_the_next_is_made_unless_all_of_it_fell(play: Played) -> None:
    first = play.entries("dice commit --count 2")[0]["position"]
    no = play.refused("dice commit --count 2")
    assert (no["thing"], no["state"], no["help"]) == (f"the promise of entry {first}", "0 of 2 fell", ["dice reveal"])
    play.ok("hunt Mara")
    assert play.refused("dice commit")["state"] == "1 of 2 fell"
    play.all("hunt Mara", "camp")
    second = play.entries("dice commit")[0]
    assert second["facts"]["count"] == 200
    play.days(1)
    assert [e["facts"]["of"] for e in play.entries("dice reveal")] == [first, second["position"]]
    assert "4 promised dice" in play.verdict()[2]


def test_nothing_is_shown_that_was_not_promised(play: Played) -> None:
    assert play.refused("dice reveal")["state"] == "nothing promised"
    play.all("dice commit", "dice reveal")
    assert play.refused("dice reveal")["help"] == ["dice commit --count 200"]
    assert "0 promised dice" in play.verdict()[2]


@pytest.mark.parametrize(
    "line", ["dice commit --count 0", "dice commit --count -3", "dice commit --count 1000001", "dice commit 5"]
)
def test_a_number_of_dice_that_cannot_be_is_a_usage_error(play: Played, line: str) -> None:
    play.usage(line)


@pytest.mark.parametrize("line", ["dice commit", "dice reveal"])
def test_dice_are_promised_by_the_gm_at_the_clock(play: Played, line: str) -> None:
    play.days(1)
    play.all("seat ivo --plays Mara", "dice commit --count 1", "hunt Mara")
    assert play.refused(f"{line} --at day-1")["state"] == "elsewhere"
    assert play(f"{line} --seat ivo")["kind"] == "refused"


def test_a_whole_note_may_promise_play_and_show(play: Played) -> None:
    played = play.note(
        "dice commit --count 10",
        "hunt Mara --tasks 2",
        "dice reveal",
        "camp",
        "hunt Mara",
        "dice commit --count 1",
        "hunt Mara",
    )
    assert played["kind"] == "recorded", played
    shown = next(e["event"] for e in play.stored() if e["event"]["type"] == "dice.revealed")
    secret = bytes.fromhex(shown["secret"])
    assert shown["fell"] == 2
    assert [die for _, _, die in play.dice()[:2]] == [fell(secret, 1), fell(secret, 2)]
    play.ok("dice reveal")
    assert "3 promised dice" in play.verdict()[2]


# -- numbers


def test_each_die_has_the_next_number_and_a_deed_says_how_many_had_fallen(play: Played) -> None:
    play.all("hunt Mara --tasks 2 --rolled 3/4", "camp", "hunt Mara", "hunt Mara", "camp", "hunt Mara --tasks 2")
    throws = [
        (e.get("cup", 0), [(t["source"], t["die"], t["fell"]) for t in e["dice"]])
        for e in play.stored()
        if e.get("dice")
    ]
    told, one, two, both = throws
    assert told == (0, [("table", 0, [3]), ("table", 0, [4])])
    assert [(one[0], one[1][0][1]), (two[0], two[1][0][1])] == [(1, 1), (2, 2)]
    assert (both[0], [t[1] for t in both[1]]) == (4, [3, 4])


def test_a_voided_roll_is_not_fished_again(play: Played) -> None:
    play.all(WORKED, "camp", "dice commit --count 10")
    hunted = play.entries("hunt Mara")[0]["position"]
    play.ok(f'void {hunted} --reason "rolled too early"')
    play.ok("hunt Mara")
    play.ok("undo")
    play.ok("hunt Mara")
    play.ok("camp")
    play.ok("hunt Mara")
    play.ok('rollback --to day-2 --reason "again"')
    play.anew()
    play.ok("hunt Mara")
    assert play.numbers() == [1, 2, 3, 4, 5]
    secret = bytes.fromhex(play.facts("dice reveal")["secret"])
    assert [die for _, _, die in play.dice()] == [fell(secret, n) for n in range(1, 6)]
    assert "5 promised dice" in play.verdict()[2]


def test_a_promise_that_is_undone_or_rolled_back_binds_all_the_same(play: Played) -> None:
    play.all(WORKED, "camp")
    of = play.entries("dice commit --count 10")[0]["position"]
    play.ok("undo")
    play.ok("hunt Mara")
    play.ok('rollback --to day-2 --reason "again"')
    assert play.refused("dice commit")["thing"] == f"the promise of entry {of}"
    shown = play.facts("dice reveal")
    assert (shown["of"], shown["fell"]) == (of, 1)
    assert "1 promised die was" in play.verdict()[2]


def test_a_corrected_roll_takes_the_next_die_also_after_the_night(play: Played) -> None:
    play.ok("dice commit --count 10")
    hunted = play.entries("hunt Mara --rolled 2")[0]["position"]
    play.ok(f'correct {hunted} hunt Mara --reason "the die was cocked" --accept all')
    play.anew()
    play.ok("hunt Mara")
    assert play.numbers() == [1, 2]
    play.ok("dice reveal")
    assert "2 promised dice" in play.verdict()[2]


def test_a_deed_asked_again_keeps_its_die_with_its_number(play: Played) -> None:
    play.ok("dice commit --count 10")
    first = play.entries("hunt Mara --rolled 20")[0]["position"]
    play.ok("hunt Mara")
    # With the first hunt struck the zone is not yet hunted: the second comes out otherwise, with the same die.
    play.ok(f'void {first} --reason "it was Ivo" --accept all')
    play.ok("dice reveal")
    assert play.verdict()[0] == "intact"
    assert Counter(play.numbers()).keys() == {1}


# -- what was not written comes up again


def test_a_die_that_was_not_written_comes_up_again(play: Played) -> None:
    play.all("hunt Mara", "dice commit --count 10")
    play.ok("hunt Mara --dry-run")
    assert play.note("hunt Mara", "hunt Nobody")["kind"] != "recorded"
    play.refused("hunt Mara --tasks 3", "EOS-DAY-01")
    play.anew()
    play.ok("hunt Mara")
    secret = bytes.fromhex(play.facts("dice reveal")["secret"])
    assert play.dice()[-1] == (2, "Mara hunts", fell(secret, 2))


def test_a_lost_race_changes_no_die_unless_the_other_pen_used_it(play: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    play.ok("dice commit --count 10")
    append, meanwhile = Campaign._append, ['note "another pen"', "hunt Mara"]

    def late(self: Campaign, *arguments: Any) -> None:
        if meanwhile:
            line, meanwhile[:] = meanwhile[0], meanwhile[1:]
            rest, meanwhile[:] = list(meanwhile), []
            other = Desk(play.book)
            assert other.answer(line).ok
            meanwhile[:] = rest
        append(self, *arguments)

    monkeypatch.setattr(Campaign, "_append", late)
    play.ok("hunt Mara")
    assert meanwhile == []
    monkeypatch.undo()
    assert play.numbers() == [1, 2]
    play.anew()
    secret = bytes.fromhex(play.facts("dice reveal")["secret"])
    assert [die for _, _, die in play.dice()] == [fell(secret, 1), fell(secret, 2)]
    assert "2 promised dice" in play.verdict()[2]


def test_two_pens_promise_at_once_and_one_of_them_is_told(play: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    append = Campaign._append
    others: list[str] = []

    def late(self: Campaign, *arguments: Any) -> None:
        if not others:
            others.append("dice commit --count 7")
            assert Desk(play.book).answer(others[0]).ok
        append(self, *arguments)

    monkeypatch.setattr(Campaign, "_append", late)
    assert play("dice commit --count 9")["kind"] == "refused"
    monkeypatch.undo()
    play.ok("hunt Mara")
    assert play.facts("dice reveal")["count"] == 7
    assert "1 promised die was" in play.verdict()[2]


# -- the secret beside the book


def test_a_copy_of_the_book_foretells_nothing(play: Played, tmp_path: Path) -> None:
    play.all("hunt Mara", "camp", "dice commit --count 100")
    play.desk.close()
    (tmp_path / "copy").mkdir()
    shutil.copy(play.book, tmp_path / "copy" / "test.campaign")
    copy = Played(tmp_path / "copy")
    no = copy.refused("hunt Mara")
    assert (no["state"], no["help"]) == ("lost", ["dice commit --count 200"])
    assert "told" not in no["text"] and "its .cup file was lost or replaced" in no["text"]
    # Rehearsed all the same, on a promise of its own:
    copy.ok("dice commit --count 100")
    copy.days(20)
    play.anew()
    play.days(20)
    rehearsed, original = copy.dice()[1:], play.dice()[1:]
    assert [number for number, _, _ in rehearsed] == [number for number, _, _ in original]
    assert rehearsed != original
    assert copy.verdict()[0] == play.verdict()[0] == "intact"
    copy.desk.close()


def test_a_world_beside_the_book_foretells_nothing_and_promises_nothing(play: Played) -> None:
    play.ok("dice commit --count 100")
    play.ok("whatif start they-ran")
    rehearsed = []
    for _ in range(10):
        rehearsed += play.faces("hunt Mara --tasks 2 --whatif they-ran")
        play.ok("camp --whatif they-ran")
    original = []
    for _ in range(10):
        original += play.faces("hunt Mara --tasks 2")
        play.ok("camp")
    assert len(rehearsed) == len(original) == 20
    assert rehearsed != original
    assert not play("dice reveal --whatif they-ran")["ok"]


def test_a_lost_secret_is_said_to_be_lost_and_a_new_promise_takes_its_place(play: Played) -> None:
    of = play.entries("dice commit --count 10")[0]["position"]
    play.ok("hunt Mara")
    play.desk.close()
    away = play.cup.rename(play.folder / "away")
    play.anew()
    no = play.refused("dice reveal")
    assert (no["thing"], no["state"]) == (f"the promise of entry {of}", "broken")
    assert "cannot be kept" in no["text"]
    assert play.refused("hunt Mara")["state"] == "lost"
    play.ok("hunt Mara --rolled 12")  # what is told needs no cup
    instead = play.facts("dice commit --count 10")
    assert (instead["instead"], instead["first"]) == (of, 2)
    play.ok("camp")
    play.days(1)
    answer = play("dice reveal")
    assert [e["facts"]["of"] for e in answer["data"]["entries"]] == [play.stored()[-1]["event"]["of"]]
    assert [n["kind"] for n in answer["notices"]] == ["cup"]
    assert play.refused("dice reveal")["state"] == "broken"
    # The old file is found, and with it the first promise is shown after all.
    play.desk.close()
    with play.cup.open("a") as cup:
        cup.write("\n" + away.read_text())
    play.anew()
    shown = play.facts("dice reveal")
    assert (shown["of"], shown["fell"]) == (of, 1)
    assert "3 promised dice" in play.verdict()[2]


def test_a_secret_that_was_replaced_is_not_shown_for_the_promised_one(play: Played) -> None:
    commitment = play.facts("dice commit --count 10")["commitment"]
    play.desk.close()
    play.cup.write_text(f"{commitment} {'ab' * 32}\n")
    play.anew()
    assert play.refused("dice reveal")["state"] == "broken"
    assert play.refused("hunt Mara")["state"] == "lost"


@pytest.mark.parametrize("when", ["before the book", "after the book"])
def test_a_pen_killed_amid_a_promise_breaks_none(play: Played, when: str) -> None:
    play.ok("hunt Mara")
    play.desk.close()
    child = os.fork()
    if child == 0:
        append = Campaign._append

        def killed(self: Campaign, *arguments: Any) -> None:
            if when == "after the book":
                append(self, *arguments)
            os.kill(os.getpid(), signal.SIGKILL)

        Campaign._append = killed  # type: ignore[method-assign, assignment]
        try:
            Desk(play.book).answer("dice commit --count 10")
        finally:
            os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    play.anew()
    assert len(play.cup.read_text().split()) == 3  # the secret was laid down before the book had the entry
    if when == "before the book":
        play.ok("dice commit --count 10")
    play.ok("hunt Mara")
    assert play.facts("dice reveal")["fell"] == 1
    assert "1 promised die was" in play.verdict()[2]


def test_a_line_torn_by_a_crash_costs_no_other(play: Played) -> None:
    play.ok("hunt Mara")
    play.desk.close()
    own = play.cup.read_text().strip()
    with play.cup.open("a") as cup:
        cup.write("ab" * 40 + " 12")
    play.anew()
    play.all("dice commit --count 1", "hunt Mara")
    assert play.dice()[1][2] == fell(bytes.fromhex(play.facts("dice reveal")["secret"]), 2)
    assert play.cup.read_text().split()[0] == own


def test_promises_alone_do_not_stand_in_for_the_books_own_secret(play: Played) -> None:
    play.all("dice commit --count 1", "hunt Mara", "hunt Mara", "camp")
    promise, own = (line.split() for line in play.cup.read_text().split("\n") if line)
    assert (len(promise), len(own)) == (2, 1)
    play.anew()
    play.ok("hunt Mara")
    assert [die for _, _, die in play.dice()] == [
        fell(bytes.fromhex(promise[1]), 1), fell(bytes.fromhex(own[0]), 2), fell(bytes.fromhex(own[0]), 3),
    ]  # fmt: skip


def test_each_face_is_as_likely_as_the_others() -> None:
    counts = Counter(face(bytes(32), n, 6) for n in range(1, 12001))
    # 12,000 throws, 2,000 a face, deviation 40.8: five of them.
    assert all(abs(counts[f] - 2000) < 204 for f in range(1, 7))
    assert [face(b"k" * 32, n, 20) for n in range(1, 50)] == [fell(b"k" * 32, n) for n in range(1, 50)]
    assert commitment_of(b"k" * 32, "00" * 32, 1, 2) != commitment_of(b"k" * 32, "00" * 32, 1, 3)


def test_the_cup_lays_nothing_beside_the_book_until_it_is_asked_to_keep(tmp_path: Path) -> None:
    cup = Cup(tmp_path / "a.campaign")
    cup.promise("00" * 32, 1, 5)
    cup.die(1, 20)
    assert list(tmp_path.iterdir()) == []
    assert cup.keep()
    assert [len(line.split()) for line in (tmp_path / "a.cup").read_text().splitlines() if line] == [2, 1]


# -- verified from outside


def test_a_players_export_is_recomputed_by_the_second_verifier(play: Played) -> None:
    play.ok("dice commit --count 200")
    play.days(1)
    play.ok('note "an ambush" --hidden')
    play.days(1)
    play.all("dice reveal", "seat ivo --plays Mara", "seal")
    with open_book(play.book) as journal:
        hidden = [e["position"] for e in play.stored() if e.get("hidden")]
        lines = list(export_lines(journal, hidden))
        own = verify_book(journal)
    assert hidden
    found = standalone_verifier.verify(lines, [play.stored()[-1]["event"]["seal"]])
    assert (found.verdict, found.dice, found.head, found.entries) == ("unchanged", 4, own.head, own.entries)


# -- what the table sees


def test_show_and_why_say_under_which_promise_a_die_fell(play: Played) -> None:
    def said(line: str) -> list[str]:
        return [n["text"] for n in play(line)["notices"] if n["kind"] == "cup"]

    def rolled(entries: list[JSON]) -> JSON:
        return next(e for e in entries if e["roll"] is not None)

    loose = rolled(play.entries("hunt Mara"))["position"]
    of = play.entries("dice commit --count 1")[0]["position"]
    under = rolled(play.entries("hunt Mara"))["position"]
    play.ok("camp")
    told = rolled(play.entries("hunt Mara --rolled 12"))["position"]
    assert said(f"show {loose}") == ["Die 1 of the cup: thrown under no promise."]
    assert said(f"show {under}") == [f"Die 2 of the cup: promised in entry {of} before it fell, not shown yet."]
    assert said(f"show {told}") == []
    play.ok("dice reveal")
    assert said(f"show {under}") == [
        f"Die 2 of the cup: promised in entry {of} before it fell, shown since: verify recomputes it."
    ]


def test_stats_count_what_fell_and_average_it_exactly(play: Played) -> None:
    play.all("session start 1", "hunt Mara --tasks 2 --rolled 3/4", "session end", "camp")
    struck = play.entries("hunt Mara --rolled 20")[0]["position"]
    play.all(f'void {struck} --reason "cocked"', "session start 2", "hunt Mara --rolled 17", "hunt Mara")
    drawn = play.dice()[0][2]
    stats = play.ok("dice stats")
    assert set(stats) == {"rolls", "sources", "dice", "people"}
    assert (stats["rolls"], stats["sources"]) == (4, {"table": 3, "cup": 1})
    [row] = stats["dice"]
    assert set(row) == {"faces", "count", "mean", "expected", "counts"}
    assert (row["faces"], row["count"], row["expected"]) == (20, 4, 10.5)
    assert Fraction(row["mean"]) == Fraction(3 + 4 + 17 + drawn, 4)
    assert {int(f): n for f, n in row["counts"].items() if n} == Counter([3, 4, 17, drawn])
    assert [(p["who"], p["rolls"]) for p in stats["people"]] == [("Mara", 4)]
    first = play.ok("dice stats --of Mara --session 1")
    assert (first["rolls"], first["dice"][0]["mean"]) == (2, 3.5)
    assert play.ok("dice stats --session 9") == {
        "rolls": 0,
        "sources": {"table": 0, "cup": 0},
        "dice": [],
        "people": [],
    }
    play.usage("dice stats --of Nobody")


def test_a_mean_of_thirds_is_a_ratio(play: Played) -> None:
    play.all("hunt Mara --tasks 2 --rolled 1/2", "camp", "hunt Mara --rolled 2")
    assert play.ok("dice stats")["dice"][0]["mean"] == "5/3"

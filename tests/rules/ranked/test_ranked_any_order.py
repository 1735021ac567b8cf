"""Fights of the second game in any order: Hypothesis drives real lines through a real desk, dice from the cup.

After every line actions, limits and hit points hold together; in the end everything is undone, and the book says again what
it said before.
"""

import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

import schemas.rulebook as rulebook
from ledger.audit.rest import unrest
from schemas.rulebook.actions import actions
from tests.conftest import JSON, Table

PEOPLE = ("Fen", "Ash", "Rook", "Vex")
EVERYTHING = ", ".join(
    f"{row.name} expert" for row in rulebook.skills("ranked").values() if row.group in ("combat", "power", "movement")
)
STRIKES = sorted({row.id for row in actions() if row.verb == "attack"})
POWERS = sorted({row.id for row in actions() if row.verb == "use" and not row.missing})
people = st.sampled_from(PEOPLE)
seldom = st.sampled_from((None,) * 9 + PEOPLE[:1])
"""Somebody whose turn it may not be."""
VIEWS = (*(f"sheet {who}" for who in PEOPLE), *(f"gear {who}" for who in PEOPLE), "party")


class Fights(RuleBasedStateMachine):
    """Four experts of everything, two of them in armor, and every line that the second game has."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.table = Table(Path(self.folder.name))
        self.table.ok('new "Any Order" --game ranked')
        for nth, who in enumerate(PEOPLE):
            worn = ("--armor wood --shield medium --gear sword", "--armor metal", "--gear \"axe, dagger\"", "")[nth]
            self.table.ok(f'npc {who} --ranks "{EVERYTHING}" --hp 60 {worn}')
        self.opened = self.table.desk.campaign().head
        self.told: list[str] = []
        self.first = self.shown()
        self.table.ok("fight start Fen,Ash Rook,Vex")
        self.table.ok("turn Fen")

    def shown(self) -> bytes:
        return msgspec.json.encode([self.table.ok(view) for view in VIEWS])

    def say(self, line: str) -> JSON:
        answer = self.table(line)
        assert answer["kind"] in ("recorded", "refused", "usage"), (line, answer, self.told)
        if answer["kind"] == "refused":
            assert answer["data"]["text"], line
            assert self.table.desk.campaign().head == self.head, line
        else:
            self.told.append(line)
        return answer

    @property
    def head(self) -> int:
        head: int = self.table.desk.campaign().head
        return head

    def acting(self, other: str | None) -> str:
        """Whose turn it is, or somebody else who tries; a new fight and a new turn where there is none."""
        fight = self.table("encounter")["data"]
        if not fight.get("open"):
            self.say("fight start Fen,Ash Rook,Vex")
            fight = self.table.ok("encounter")
        if fight["turn"] is None or not self.table.ok(f"sheet {fight['turn']}")["actions_left"]:
            self.say("turn")
        turn: str | None = self.table.ok("encounter")["turn"]
        return other or turn or "Fen"

    # -- lines

    @rule(other=seldom, whom=st.permutations(PEOPLE), row=st.sampled_from(STRIKES), far=st.booleans(), craft=st.booleans())
    def attack(self, other: str | None, whom: list[str], row: str, far: bool, craft: bool) -> None:
        [action] = [r for r in actions() if r.id == row]
        who = self.acting(other)
        targets = [name for name in whom if name != who][: 1 + action.cows if action.cows else max(1, action.targets)]
        if not action.different and not action.cows and len(targets) != action.attacks:
            targets = targets[:1]
        as_ = f"{row},mythical-weaponcraft" if craft else row
        if action.bolt:
            self.say(f"reload {who} bolt")
        self.say(f"attack {who} {','.join(targets)} --as {as_}{' --distance 4' if far and action.sight else ''}")

    @rule(other=seldom, whom=people, as_=st.sampled_from(["counterpunch", "counterpunch,haymaker", "vigilant-stance",
                                                          "standard-attack,pommel-strike", "standard-attack"]))  # fmt: skip
    def answer(self, other: str | None, whom: str, as_: str) -> None:
        turn = self.acting(None)
        line = f"attack {turn} {whom} --as {as_}" if as_.startswith("standard") else f"attack {whom} {turn} --as {as_} --held"
        self.say(line)

    @rule(other=seldom, row=st.sampled_from(POWERS), whom=people, hidden=st.booleans())
    def power(self, other: str | None, row: str, whom: str, hidden: bool) -> None:
        [action] = [r for r in actions() if r.id == row]
        who = self.acting(other)
        words = ""
        if action.heals or action.shapes == "ally":
            words = whom
        if action.shapes:
            words += " --form bear --size 1.5"
        if action.challenges:
            words = f"{whom} --answer refused"
        if action.summons:
            words = f"Olaf-{who} --with polearm"
        self.say(f"use {who} {row} {words}{' --hidden' if hidden else ''}")

    @rule(what=st.sampled_from(["dismiss", "revert"]))
    def end_power(self, what: str) -> None:
        self.say(f"use {self.acting(None)} {what}")

    @rule(to=st.sampled_from(["pier", "pier", "high-ground --as pole-vault", "pier --as untrained-run"]))
    def move(self, to: str) -> None:
        who = self.acting(None)
        self.say(f"escape {who}")
        self.say(f"move {who} --to {to}")

    @rule(other=seldom, bolt=st.sampled_from(["bolt", "blunt-bolt", "serrated-bolt"]))
    def load(self, other: str | None, bolt: str) -> None:
        who = self.acting(other)
        self.say(f"reload {who} {bolt}")
        self.say(f"attack {who} {'Vex' if who != 'Vex' else 'Fen'} --with crossbow --distance 3")

    @rule(what=st.sampled_from(["sword", "axe", "dagger", "one-handed-weapon"]))
    def pick_up(self, what: str) -> None:
        self.say(f"take {self.acting(None)} {what}")

    @rule(who=st.one_of(st.none(), people))
    def turn(self, who: str | None) -> None:
        self.say("turn" if who is None else f"turn {who}")

    @rule(whom=people)
    def mend(self, whom: str) -> None:
        self.say(f'gm heal {whom} 50 --reason "a spring"')

    @rule(night=st.booleans())
    def over(self, night: bool) -> None:
        self.say("fight end")
        if night:
            self.say("camp")

    @rule()
    def take_back(self) -> None:
        if self.told and self.say("undo")["kind"] == "recorded":
            self.say("redo")

    @rule(back=st.integers(1, 12))
    def strike(self, back: int) -> None:
        """A deed of before never happened; what follows from it is taken as it comes out now."""
        deeds = [d for d in self.deeds() if d > self.opened]
        if deeds:
            self.table(f'void {deeds[-min(back, len(deeds))]} --accept all --reason "misread"')

    def deeds(self) -> list[int]:
        """Deeds in force, oldest first."""
        history = self.table.desk.campaign().history
        order = history.at(history.head)
        found = {history.roots[history.deeds[p]] for p in order.positions if history.tags[p] != "correction.made"}
        return sorted(found)

    # -- what always holds

    @invariant()
    def holds(self) -> None:
        if not hasattr(self, "table"):
            return
        world = self.table.desk.campaign().head_world()
        for who in PEOPLE:
            sheet = self.table.ok(f"sheet {who}")
            assert sheet["actions_left"] is None or 0 <= sheet["actions_left"] <= 2, (sheet, self.told)
            assert sheet["hp"] <= sheet["max_hp"] == 60
            assert sheet["state"] == ("well" if sheet["hp"] > 0 else "unconscious"), (sheet, self.told)
            for name, row in sheet["uses"].items():
                assert 0 < row["used"] <= row["limit"], (name, row, self.told)
                assert row["left"] == row["limit"] - row["used"]
            holder = world.holders[who]
            assert sum(1 for lot in holder.all_lots() if lot.slot == "main") <= 1

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        for who in PEOPLE:
            why: Any = self.table.ok(f"why {who} hp")
            assert sum(t["amount"] for t in why["terms"] if not t["struck"]) == why["value"] == self.table.ok(f"sheet {who}")["hp"]
        assert self.table.ok("check")["findings"] == []
        assert unrest(self.table.desk.campaign()) == [], self.told
        assert self.table.ok("verify")["verdict"] == "intact"
        for _ in range(400):
            if self.shown() == self.first or self.table("undo --all")["kind"] != "recorded":
                break
        assert self.shown() == self.first, self.told
        self.table.desk.close()
        self.folder.cleanup()


def run(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Fights,
        settings=settings(max_examples=examples, stateful_step_count=steps, deadline=None,
                          suppress_health_check=list(HealthCheck)),
    )  # fmt: skip


def test_fights_in_any_order() -> None:
    run(8, 25)


@pytest.mark.soak
def test_many_long_fights_in_any_order() -> None:
    run(200, 80)

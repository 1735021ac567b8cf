"""Fights of Eos in any order, told from a seed: real lines through a real desk, sensible ones and foolish ones, and corrections.

After every line turns hold no more than they may, ammunition only goes down, and what is hidden is read by no seat before it
shows; in the end hit points add up, every line asked again gives what is in force, and undone as a whole the book says again
what it said before.
"""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ledger.audit.rest import unrest
from projections.encounter import open_fights, period, round_in
from projections.world import Holder
from tests.conftest import JSON, Table

Line = Callable[["Fray"], str]
PLAYERS = {
    "Ann": ("human", "main-hand melee 4, off-hand melee 2, main-hand thrown 2", "T2 sword, T1 shield, T2 armor"),
    "Pip": ("neo-tabby", "traps 4, stealth 4, bow 5", "T2 bow"),
    "Ivo": ("dwarf", "main-hand crossbow 3, off-hand crossbow 2, main-hand melee 2", "T2 crossbow"),
}
FIGURES = {
    "Ogg": ("cave-troll", "two-handed melee 3", "T2 glaive"),
    "Bru": ("neo-bear", "unarmed melee 4", ""),
    "Hye": ("neo-hyena", "unarmed melee 2, main-hand melee 2", "T1 club"),
    "Vam": ("daywalker", "unarmed melee 3, stealth 3", "T1 dagger"),
    "Gra": ("gratchen", "stealth 3, main-hand melee 2", "T1 sword"),
    "Tig": ("neo-tiger", "unarmed melee 4", ""),
    "Gun": ("human", "main-hand firearm 3, off-hand firearm 2, two-handed crossbow 2", "T2 pistol"),
}
GIVEN = {
    "Ann": "T1 dagger, 2 spears",
    "Pip": "7 arrows, traps toolkit, T1 dagger",
    "Ivo": "6 bolts, T1 crossbow, T2 axe, T1 shield",
    "Gun": "4 T1 bullets, 2 T3 bullets, 4 large bolts, T1 pistol, T2 two-handed crossbow",
}
MISSILES = ("arrow", "bolt", "bullet", "large bolt")
THINGS = (
    "sword", "dagger", "spear", "shield", "axe", "crossbow", "bow", "glaive", "club", "pistol", "two-handed-crossbow", "armor",
    "torch", "hands", "claws", "tail", "jaws", "natural weapons",
)  # fmt: skip
SECRETS = ("zwickmuehle", "fuchsgrube", "schattenfalle")
"""Names of traps; no player's seat reads one before the trap shows itself."""
TILES = ("1,1", "1,2", "2,2", "3,2", "4,7", "1,1", "-3,0", "0,0")
REASON = '--reason "it was so"'
VIEWS = ("party", "sheet {who}", "gear {who}", "stock {who}", "stock Meadow", "site Meadow", "zone Meadow", "day", "larder Meadow")
SEEN = (
    "log", "log --struck", "replay", "site Meadow", "day", "due", "encounter", "history Meadow", "history Pip", "diff 2 book",
    "late", "dice stats", "party", "stock Pip", "why Pip hp", "check", "disputes", "bench",
)  # fmt: skip


class Fray:
    """A meadow, three players at their seats and some figures of the GM's, and lines at random."""

    def __init__(self, folder: Path, seed: int, lenient: bool = False) -> None:
        self.dice, self.lenient = random.Random(seed), lenient
        self.table = Table(folder)
        self.said: list[str] = []
        self.kinds: Counter[str] = Counter()
        self.names = [*PLAYERS, *self.dice.sample(list(FIGURES), 3)]
        self.table.all('new "Fray" --game eos --spring 03-01', "declare zone Meadow --miles 1 --zones 2")
        for name in self.names:
            race, skills, gear = (PLAYERS | FIGURES)[name]
            stats = " ".join(f"--{stat} {self.dice.randint(2, 7)}" for stat in ("body", "mind", "reflex", "presence", "aura"))
            worn = f' --gear "{gear}"' if gear else ""
            self.table.ok(f'npc {name} --race {race} {stats} --skills "{skills}"{worn} --in Meadow')
            if name in GIVEN:
                self.table.ok(f"gm give {name} {GIVEN[name]} {REASON}")
            if name in PLAYERS:
                self.table.ok(f"seat {name.lower()} --plays {name}")
        self.table.all(
            f"gm give Ann 2 torches {REASON}", f"gm give Meadow 60 preserved food, traps toolkit {REASON}",
            'declare terrain "heap of stones" --in Meadow',
        )  # fmt: skip
        self.opened = self.head
        self.missiles = self.ammunition()
        self.first = self.shown()

    @property
    def head(self) -> int:
        head: int = self.table.desk.campaign().head
        return head

    def in_force(self) -> bool:
        """Whether anything stands of what was said since the beginning, beside steps of undo and redo."""
        history = self.table.desk.campaign().history
        out, steps = history.at(history.head).out, {c.position for c in history.corrections if c.verb in ("undo", "redo")}
        return any(not out[p] for p in range(self.opened + 1, history.head + 1) if p not in steps)

    def shown(self) -> dict[str, bytes]:
        views = [view.format(who=who) for view in VIEWS for who in (self.names if "{who}" in view else [""])]
        return {view: msgspec.json.encode(self.table.ok(view)) for view in views}

    def ammunition(self) -> Counter[str]:
        """How much of each missile there is in the world."""
        found: Counter[str] = Counter()
        for holder in self.table.desk.campaign().head_world().holders.values():
            for lot in holder.all_lots():
                assert lot.quantity > 0, (holder.name, lot.name, self.said)
                if lot.item in MISSILES:
                    found[f"T{lot.tier} {lot.item}"] += int(lot.quantity)
        return found

    def say(self, line: str) -> JSON:
        """One line; it is written, refused or not understood, and nothing else."""
        before = self.head
        answer = self.table(line)
        self.kinds[answer["kind"]] += 1
        assert answer["kind"] in ("recorded", "refused", "usage", "finding"), (line, answer["data"], self.said)
        if answer["kind"] == "recorded":
            self.said.append(line)
            self.holds(line, answer)
        else:
            assert self.head == before, line
        return answer

    def insist(self, line: str) -> None:
        """A line that the GM has its way with: what forbids it is overruled, and it is written or lacks something."""
        if self.say(line)["data"].get("rule"):
            self.say(f'{line} --overrule "we let it"')

    def tell(self, times: int) -> None:
        kinds, weights = zip(*LINES, strict=True)
        for _ in range(times):
            say = self.insist if self.lenient else self.say
            say(self.dice.choices(kinds, weights)[0](self))

    # -- what always holds

    def holds(self, line: str, answer: JSON) -> None:
        world = self.table.desk.campaign().head_world()
        for fight in open_fights(world):
            for name in fight.word("order").split(","):
                self.turn_holds(fight, world.get(name))
        now = self.ammunition()
        if line.split()[0] not in ("undo", "redo", "void", "correct"):
            for item, many in now.items():
                assert many <= self.missiles[item], (line, item, self.said)
            fired = sum((self.missiles - now).values())
            assert fired in (0, 1, 2), (line, self.missiles, now)
            if fired:
                assert line.startswith("attack"), line
        self.missiles = now
        for fight in open_fights(world):
            shown = self.table.ok(f'encounter "{fight.name}"')
            for row in shown["fighters"]:
                assert 0 <= row["contested_left"] <= row["actions_left"] <= 2, (row, self.said)
                assert row["hp"] <= row["max_hp"]
        for name in self.names:
            sheet = self.table.ok(f"sheet {name}")
            assert sheet["hp"] <= sheet["adjusted_max_hp"] <= sheet["max_hp"], (sheet, self.said)
            if sheet["state"] == "well":
                assert sheet["hp"] > 0, (sheet, self.said)
        if self.dice.random() < 0.15:
            self.nothing_shows()

    def turn_holds(self, fight: Holder, who: Holder) -> None:
        """EOS-TURN-06: two actions in a turn, one of them against dice; unless the GM overrules it."""
        if self.lenient:
            return
        for nth in range(1, round_in(fight) + 1):
            assert who.count("actions", period(fight, nth)) <= 2, (who.name, self.said)
            assert who.count("contested", period(fight, nth)) <= 1, (who.name, self.said)

    def nothing_shows(self) -> None:
        """COMMANDS 1.4: who set a trap may read of it, and the GM; everybody else once it has taken effect."""
        known: dict[str, set[str]] = {name: set() for name in SECRETS}
        for entry in self.table.ok("log --struck")["entries"]:
            for name in (n for n in SECRETS if n in str((entry["facts"], entry["text"]))):
                told = (entry["who"], *(entry["facts"].get("known_to") or ())) if entry["hidden"] else PLAYERS
                known[name].update(told)
        seat = self.dice.choice(list(PLAYERS))
        secret = [name for name in SECRETS if seat not in known[name]]
        for view in SEEN:
            words = str(self.table(f"{view} --seat {seat.lower()}")["data"])
            for name in secret:
                assert name not in words, (view, seat, name, words, self.said)

    # -- words of a line

    def who(self) -> str:
        """Mostly whose turn it is."""
        turn = self.fights[0].word("turn") if self.fights else ""
        return turn if turn and self.dice.random() < 0.75 else self.dice.choice(self.names)

    def whom(self) -> str:
        return self.dice.choice(self.names)

    def thing(self, who: str = "") -> str:
        """Mostly what somebody has."""
        there = [lot.item for lot in self.table.desk.campaign().head_world().get(who).all_lots()] if who else []
        return self.dice.choice(there if there and self.dice.random() < 0.8 else THINGS).replace(" ", "-")

    @property
    def fights(self) -> list[Holder]:
        return open_fights(self.table.desk.campaign().head_world())

    def d20(self, times: int = 1, over: str = "/") -> str:
        return over.join(str(self.dice.choice((1, 20, *range(1, 21)))) for _ in range(times))

    def maybe(self, *words: str, chance: float = 0.2) -> str:
        return "".join(f" {word}" for word in words if self.dice.random() < chance)

    # -- lines

    def attack(self) -> str:
        who, whom = self.who(), self.whom()
        line = f"attack {who} {whom}"
        if self.dice.random() < 0.5:
            line += f" --with {self.thing(who)}"
            line += self.maybe(f",{self.thing(who)}", chance=0.15).replace(" ", "")
        line += self.maybe(
            "--behind", "--cover", "--against-cover", f"--distance {self.dice.choice((0, 1, 2, 5, 9, 14, 30))}", "--spare",
            "--against-spare", f"--light {self.dice.choice((1, 3, 90, 'dark'))}", f"--sharing {self.whom()}",
            f"--over {self.whom()}", f"--against-with {self.thing(whom)}", "--held",
            f"--as {self.dice.choice(('stealth', 'thrown', 'heavy-throw', 'trade-blows', 'exsanguination'))}",
            chance=0.04,
        )  # fmt: skip
        line += self.maybe(
            f"--crit {self.dice.choice(('armor', 'weapon', 'shield', 'natural', 'hands'))}",
            f"--fumble {self.dice.choice(('weapon', 'armor', 'hands'))}",
            f"--against-crit {self.dice.choice(('armor', 'weapon', 'hands'))}",
            f"--against-fumble {self.dice.choice(('weapon', 'armor', 'hands'))}",
            f"--rolled {self.d20(self.dice.choice((1, 1, 2)), ',')} --against {self.d20()}",
            chance=0.15,
        )  # fmt: skip
        return line

    def move(self) -> str:
        how = self.dice.choice(
            (f"--tiles {self.dice.randint(0, 9)}", f"--to {self.dice.choice(TILES)}", "--direction forward-left --tiles 2", "--climb",
             "--blind", f"--blind --rolled {self.d20()}", "--as pounce", "--tiles 2 --bump wall",
             f"--to {self.dice.choice(TILES)} --held --blocks {self.whom()} --stops {self.dice.choice(TILES)}", "--tiles 1 --held")
        )  # fmt: skip
        return f"move {self.who()} {how}"

    def small(self) -> str:
        who, whom = self.who(), self.whom()
        return self.dice.choice(
            (
                f"face {who} {self.dice.choice((whom, 'north', 'forward-left'))}",
                f"hold {who}",
                f"reload {who}", f"reload {who}",
                f"reload {who} {self.dice.choice(('crossbow', 'pistol', 'two-handed-crossbow', 'bow'))}",
                f"reload {who} crossbow --hand {self.dice.choice(('main', 'off'))}",
                f'reload {who} pistol --using "T3 bullet"',
                f"sneak {who} {whom} --by {self.dice.choice(('shadow', 'cover', 'distraction', 'behind'))}",
                f"search {who} {whom}",
                f"identify {who} {whom}{self.maybe('--held')}",
                f"use {who} torch",
                f"use {who} torch {whom} --held {REASON}",
                f"throw {who} {self.thing(who)} {self.dice.choice(('--to 2,2', '--distance 2', f'--to {whom}'))}",
                f"light {who} torch",
                f"fall {whom} --tiles {self.dice.randint(0, 5)}",
                f"even-split {who} {whom} {self.dice.randint(1, 5)}",
                f'even-split {who} {whom} 2 --crit "1 armor" --against-fumble "1 weapon"',
                "turn",
            )
        )

    def gear(self) -> str:
        who, whom = self.who(), self.whom()
        thing = self.thing(who)
        return self.dice.choice(
            (
                f"wield {who} {thing}", f"wield {who} {thing} --hand {self.dice.choice(('main', 'off', 'both', 'tail'))}",
                f"wear {who} {thing}", f"wield {who} {thing}, shield", f"stow {who} {thing}", f"take {who} {thing}",
                f"take {who} {thing} --from {whom}", f"drop {who} {thing}", f"give {who} {thing} --to {whom}",
                f"give {who} 1 {self.dice.choice(MISSILES)} --to {whom}", f"drop {who} 2 {self.dice.choice(MISSILES)}",
            )
        )  # fmt: skip

    def trap(self) -> str:
        who, name = self.who(), self.dice.choice(SECRETS)
        return self.dice.choice(
            (
                f"set-trap {self.dice.choice(('Pip', who))} {name}{self.maybe('--harmless')}",
                f"set-trap Pip {name} --step {self.dice.choice(('ready', 'hide', 'stow'))}",
                f"meet-trap {who} {name}{self.maybe('--noticed')}",
                f"disarm {who} {name}",
                f"escape {who}",
            )
        )

    def frame(self) -> str:
        some = self.dice.sample(self.names, self.dice.randint(2, len(self.names)))
        cut = self.dice.randint(1, len(some) - 1)
        if self.fights and self.dice.random() < 0.9:
            return self.dice.choice(("turn",) * 14 + (f"turn {self.whom()}", "fight end"))
        return f"fight start {','.join(some[:cut])} {','.join(some[cut:])}" + self.maybe(
            "--initiative", "--light dark", "--light 3", f"--asleep {some[0]}", "--named Brawl", chance=0.15
        )

    def hand(self) -> str:
        whom, many = self.whom(), self.dice.randint(1, 6)
        return self.dice.choice(
            (
                f"gm harm {whom} {many} {REASON}", f"gm heal {whom} {many} {REASON}", f"gm heal {whom} {many} {REASON}",
                f"gm place {whom} --to {self.dice.choice(TILES)} --facing north {REASON}",
                f'gm mark {whom} blind --until "+2 rounds" {REASON}', f"gm unmark {whom} blind {REASON}",
                f"gm set {whom} reflex {many} {REASON}",
            )
        )  # fmt: skip

    def correction(self) -> str:
        history = self.table.desk.campaign().history
        out = history.at(history.head).out
        deeds = [p for p in range(self.opened + 1, history.head + 1) if history.deeds[p] == p and not out[p]]
        deeds = [p for p in deeds if history.tags[p] != "correction.made"]
        if not deeds:  # an undo would take the beginning back
            return self.hand()
        at, decided = self.dice.choice(deeds), self.dice.choice(("--accept all", "--accept all", "--drop all"))
        return self.dice.choice(
            (f"void {at} {REASON} {decided}", f"void last {REASON} {decided}", "undo --all",
             "redo" if self.said[-1].startswith("undo") else "undo --all",
             f"correct {at} {self.attack()} {REASON} {decided}")
        )  # fmt: skip

    # -- the end

    def over(self) -> None:
        """What holds of a book that is done, and what stands when all of it is taken back."""
        table = self.table
        for name in self.names:
            why = table.ok(f"why {name} hp")
            terms = [t["amount"] for t in why["terms"] if not t["struck"]]
            assert sum(terms) == why["value"] == table.ok(f"sheet {name}")["hp"], (why, self.said)
        assert table.ok("check")["findings"] == []
        assert table.ok("verify")["verdict"] == "intact"
        found = unrest(table.desk.campaign())
        assert found == [], (self.said, found[:3])
        while self.in_force():
            table.ok("undo --all")
        for (view, then), now in zip(self.first.items(), self.shown().values(), strict=True):
            assert now == then, (view, self.said)
        table.desk.close()


LINES: tuple[tuple[Line, float], ...] = (
    (Fray.attack, 10),
    (Fray.move, 4),
    (Fray.small, 7),
    (Fray.gear, 4),
    (Fray.trap, 3),
    (Fray.frame, 6),
    (Fray.hand, 2),
    (Fray.correction, 1.5),
)


STANCES = ("riposte", "defensive stance", "vigilant stance", "fundamental footwork", "bob and weave")
LOOKED_AT = ("log", "log --struck", "replay", "sheet Fen", "encounter", "history Fen", "diff 2 book", "party", "dice stats", "why Fen hp")


def secrets_of_stances(folder: Path, seed: int, lines: int) -> int:
    """A brawl of the second game; how often a stance of Fen's was hidden from Ash's player while that player looked."""
    dice, table, hidden = random.Random(seed), Table(folder), 0
    table.ok('new "Brawl" --game ranked')
    for name in ("Fen", "Ash", "Rook"):
        ranks = "one-handed weapon expert, polearm expert, unarmed combat expert"
        table.all(f'npc {name} --ranks "{ranks}" --hp 90 --gear "sword, dagger"', f"seat {name.lower()} --plays {name}")
    table.ok("fight start Fen Ash,Rook")
    for _ in range(lines):
        who, whom = dice.sample(("Fen", "Ash", "Rook"), 2)
        line = dice.choice(
            ("turn", "turn Fen", f"use Fen {dice.choice(STANCES).replace(' ', '-')} --hidden", f"attack {who} {whom}",
             f"attack {who} Fen", f"attack Fen {whom} --as vigilant-stance --held", f"attack {who} {whom} --with polearm")
        )  # fmt: skip
        assert table(line)["kind"] in ("recorded", "refused", "usage"), line
        entries = table.ok("log --struck")["entries"]
        shown = str([(e["text"], e["facts"]) for e in entries if not e["hidden"]])
        secret = {n for n in STANCES if n not in shown and any(e["hidden"] and n in e["text"] for e in entries)}
        hidden += len(secret)
        for view in LOOKED_AT if secret else ():
            words = str(table(f"{view} --seat ash")["data"])
            assert not [name for name in secret if name in words], (view, secret, words)
    table.desk.close()
    return hidden


def fray(folder: Path, seed: int, lines: int, lenient: bool = False) -> Fray:
    told = Fray(folder, seed, lenient)
    told.tell(lines)
    told.over()
    return told


@pytest.mark.parametrize("seed", range(4))
def test_in_any_order_a_fight_keeps_its_laws(tmp_path: Path, seed: int) -> None:
    told = fray(tmp_path, seed, 70)
    assert told.kinds["recorded"] > 15


def test_in_any_order_a_gm_who_overrules_everything_finds_the_book_at_rest(tmp_path: Path) -> None:
    """COMMANDS 1.4: written all the same, and asked again only that is waived."""
    told = fray(tmp_path, 7, 50, lenient=True)
    assert any("--overrule" in line for line in told.said)


def test_in_any_order_a_hidden_stance_is_read_by_nobody_else(tmp_path: Path) -> None:
    """COMMANDS 1.4, 4.4: until it answers a blow."""
    assert secrets_of_stances(tmp_path, 1, 30) > 10


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 400))
def test_in_any_order_long_fights_keep_their_laws(tmp_path: Path, seed: int) -> None:
    fray(tmp_path, seed, 200)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(400, 500))
def test_in_any_order_long_fights_of_a_gm_who_overrules_stay_at_rest(tmp_path: Path, seed: int) -> None:
    fray(tmp_path, seed, 120, lenient=True)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 200))
def test_in_any_order_hidden_stances_are_read_by_nobody_else(tmp_path: Path, seed: int) -> None:
    secrets_of_stances(tmp_path, seed, 80)

"""Campaigns told at random, from a seed: real lines through a real desk, and corrections of all kinds among them."""

import os
import random
from collections.abc import Callable
from pathlib import Path

from ledger.cli.answer import Answer
from ledger.cli.desk import Desk

JOINS = {
    "Mara": '--race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6, traps 4, stealth 2"',
    "Ivo": '--race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --time "bushcraft 6, cooking 4, tailor 3"',
    "Pip": '--race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --time "traps 4, hunting 2"',
    "Brandt": '--race rock-troll --body 6 --mind 4 --reflex 4 --presence 4 --aura 7 --time "fishing 4, medicine 3"',
}
OPENING = (
    'new "Test Road" --game eos --spring 03-01',
    "declare zone Oakwood --miles 15 --zones 4",
    'declare water "Mill Lake" --in Oakwood',
    'ruling starvation_gap halve --reason "as we read it"',
    f"join Mara {JOINS['Mara']} --in Oakwood",
    f"join Ivo {JOINS['Ivo']} --in Oakwood",
    'gm give Mara,Ivo T1 spear, cloak --reason "begun with"',
    "gm give Oakwood 60 preserved food, traps toolkit, fishing toolkit, cooking toolkit, tailor toolkit --reason x",
    "clock day-2",
)
"""A zone, a lake, two people with spears and food; told on day 1, so that a rollback to day 2 leaves them."""
QUICK = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None
"""Where books lie whose disk is not what is tested."""
DECIDED = ("--keep all", "--accept all", "--drop all")
REASON = '--reason "it was so"'


class Teller:
    """Tells a campaign line by line. `written` are the lines that were written, `tries` all that was typed."""

    def __init__(self, book: Path, seed: int, opening: tuple[str, ...] = OPENING) -> None:
        self.dice = random.Random(seed)
        self.book = book
        self.desk = Desk(book)
        self.desk.stays_open = True
        self.written: list[str] = []
        self.tries = 0
        for line in opening:
            answer = self.desk.answer(line)
            assert answer.kind == "recorded", f"{line}: {answer.data}"
            self.written.append(line)
        self.opened = self.head

    def close(self) -> None:
        self.desk.close()

    @property
    def head(self) -> int:
        return int(self.desk.campaign().head)

    @property
    def people(self) -> list[str]:
        return list(self.desk.campaign().head_world().people) or ["Mara"]

    def tell(self, times: int, acts: "tuple[Act, ...] | None" = None) -> None:
        """So many lines that are written; what is refused is typed in vain."""
        for _ in range(times):
            self.act(acts)

    def act(self, acts: "tuple[Act, ...] | None" = None) -> Answer:
        """One line that is written; what it was stands last in `written`."""
        for _ in range(60):
            kinds, weights = zip(*(acts or ACTS), strict=True)
            line = self.dice.choices(kinds, weights)[0](self)
            if self.written[-1].startswith("undo") and self.dice.random() < 0.4:
                line = "redo"
            self.tries += 1
            answer = self.desk.answer(line)
            assert answer.kind in ("recorded", "refused", "usage", "finding"), f"{line}: {answer.kind} {answer.data}"
            if answer.kind == "recorded":
                self.written.append(line)
                return answer
        raise AssertionError(f"nothing can be written any more after {self.written[-8:]}")

    # -- words of a line

    def who(self) -> str:
        return self.dice.choice(self.people)

    def some(self) -> str:
        people = self.people
        return ",".join(self.dice.sample(people, self.dice.randint(1, min(2, len(people)))))

    def die(self, times: int = 1) -> str:
        return "/".join(str(self.dice.randint(1, 20)) for _ in range(times))

    def since(self) -> int:
        """A position from which on something may be struck: seldom one of the opening."""
        return max(2 if self.dice.random() < 0.05 else min(self.opened + 1, self.head), self.head - 40)

    def position(self) -> int:
        return self.dice.randint(self.since(), self.head)

    def deed(self) -> int:
        """A position at which one of the last deeds that people did begins."""
        history, head = self.desk.campaign().history, self.head
        deeds = [p for p in range(self.since(), head + 1) if history.deeds[p] == p and history.ranks[p] == 99]
        out = history.at(head).out
        standing = [p for p in deeds if not out[p] and history.tags[p] != "correction.made"]
        return self.dice.choice(standing if standing and self.dice.random() < 0.8 else deeds or [head])

    def earlier(self) -> str:
        """A moment of a day that has been, at dawn or in its midst, not before day 2."""
        calendar = self.desk.campaign().calendar
        day = max(2, calendar.day_of(self.desk.campaign().clock) - self.dice.choice((0, 0, 1, 1, 2, 4)))
        return self.dice.choice((f"day-{day}", f'"day {day} 12:00"'))

    def decided(self) -> str:
        return self.dice.choice(DECIDED)

    def branch(self) -> str:
        names = [c.branch for c in self.desk.campaign().history.corrections if c.branch]
        return self.dice.choice(names) if names else "branch-1"

    def rolls(self) -> str:
        """Somebody's task."""
        who = self.some()
        throws = self.die(who.count(",") + 1)
        return self.dice.choice(
            (
                f"hunt {who} --rolled {throws}",
                f"hunt {who} --rolled {throws}",
                f"trap {who} --rolled {throws}",
                f"fish {who} --in mill-lake --rolled {throws}",
            )
        )

    def gift(self) -> str:
        thing = self.dice.choice(
            ("food", "food", "preserved food", "fat", "bone", "cloth fragment", "T2 axe", "cloak", "torch")
        )
        number = (
            f"{self.dice.randint(1, 9)} "
            if thing in ("food", "preserved food", "fat", "bone", "cloth fragment")
            else ""
        )
        return f"gm give {self.dice.choice((self.who(), 'Oakwood'))} {number}{thing} {REASON}"

    def passes_on(self) -> str:
        thing = self.dice.choice(("food", "fat", "bone", "spear", "cloak", "preserved food"))
        number = "" if thing in ("spear", "cloak") else f"{self.dice.choice(('0.5', '1', '2', '5'))} "
        if self.dice.random() < 0.4:
            return f"drop {self.who()} {number}{thing}"
        return f"give {self.who()} {number}{thing} --to {self.dice.choice((self.who(), 'Oakwood'))}"

    def makes(self) -> str:
        return self.dice.choice(
            (
                "bushcraft Ivo shelter, fire",
                "bushcraft Ivo 2 fire, torch",
                "bushcraft Ivo shelter",
                "bushcraft Ivo food, fire",
                "cook Ivo 2 preserve",
                "cook Ivo chore for Mara",
                "cook Ivo candles",
                "craft Ivo T1 cloth",
                f'task {self.who()} "stands guard"',
                f"wear {self.who()} cloak",
                f"treat Brandt {self.who()}",
                f"meal {self.who()} half",
                "light Mara torch",
            )
        )

    def hand(self) -> str:
        """The GM's own hand on a body or a place."""
        number = self.dice.randint(1, 9)
        return self.dice.choice(
            (
                f"gm harm {self.who()} {number} {REASON}",
                f"gm heal {self.who()} {number} {REASON}",
                f"gm set {self.who()} hp {number} {REASON}",
                f"gm award {self.who()} {number * 300} {REASON}",
                f"gm set {self.who()} body {number} {REASON}",
                f"gm set {self.who()} hunger {number * 5} {REASON}",
                f"weather --cold {number % 4} --in Oakwood",
                f"declare site cave-{number} --in Oakwood --shelter {number % 4}",
                f'note "nothing moved" --of {self.who()}',
                "session start",
                "session end",
                f"join {(name := self.dice.choice(('Pip', 'Brandt')))} {JOINS[name]} --in Oakwood",
            )
        )

    def time(self) -> str:
        return self.dice.choice(("camp", "camp", "camp", "clock +2h", "clock 18:00", "clock +1d", "camp --days 2"))

    def leap(self) -> str:
        return self.dice.choice(("clock +30d", "camp --days 9"))

    def void(self) -> str:
        return f"void {self.dice.choice((self.deed, self.position))()} {REASON} {self.decided()}"

    def void_last(self) -> str:
        return f"void {self.dice.choice(('last', 'last hunt', 'last gm give'))} {REASON} {self.decided()}"

    def revert(self) -> str:
        return f"revert {self.dice.choice((self.deed, self.position))()} {REASON} {self.decided()}"

    def again(self) -> str:
        line = self.gift() if self.dice.random() < 0.5 else f"{self.rolls()} {REASON}"
        return f"correct {self.deed()} {line} {self.decided()}"

    def late(self) -> str:
        return f"{self.dice.choice((self.rolls, self.gift, self.hand))()} --at {self.earlier()} {self.decided()}"

    def undo(self) -> str:
        return self.dice.choice(("undo", "undo", "undo --all", "undo 2 --all"))

    def rollback(self) -> str:
        return f"rollback --to {self.earlier()} {REASON}"

    def restore(self) -> str:
        return f"restore {self.branch()}"

    def give_back(self) -> str:
        return f"restore {self.position()} {self.decided()}"


Act = tuple[Callable[[Teller], str], float]
PLAY: tuple[Act, ...] = (
    (Teller.rolls, 10),
    (Teller.gift, 4),
    (Teller.passes_on, 4),
    (Teller.makes, 7),
    (Teller.hand, 5),
    (Teller.time, 7),
)
WALKS: tuple[Act, ...] = (
    (Teller.undo, 2),
    (lambda _: "redo", 0.5),
    (Teller.rollback, 2),
    (Teller.restore, 1.5),
)
"""Corrections that lead to a world that was."""
RIPPLES: tuple[Act, ...] = (
    (Teller.void, 3),
    (Teller.void_last, 1),
    (Teller.revert, 0.7),
    (Teller.again, 1),
    (Teller.late, 1.5),
    (Teller.give_back, 0.7),
)
"""Corrections that lead to a world that never was, each decided at once."""
ACTS = (*PLAY, *WALKS, *RIPPLES)

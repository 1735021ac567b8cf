"""Acts and corrections of every kind in any order (issue 3, to be shown 1): Hypothesis drives real lines through a real desk.

Against an oracle that is not the same code (tests/oracle.py: plain JSON, filtered and sorted, added up anew): every view at
random (on, known-at) says the same; a known-at never changes its answer; undo then redo is the identity; the void of a void
restores; a restored rollback is what was, byte for byte; a checkpoint on equals off; one line read at a time equals many.
"""

import random
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import note as note_down
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from oracle import Force, Oracle, entries_of
from telling import DECIDED, QUICK, REASON, Teller
from test_oracle_views import Asked

import ledger.campaign
import ledger.journal
from ledger import cache as checkpoints
from ledger.cache import packed
from ledger.cli.answer import Answer
from ledger.cli.desk import Desk
from projections.world import World

HOUSE = 'name = "second edition"\n[[race]]\nname = "human"\nfood_per_day = 2\n'
NEVER = 1 << 60


@cache
def template() -> "tempfile.TemporaryDirectory[str]":
    """A folder with the book with which each campaign begins, and its cup: made once."""
    folder = tempfile.TemporaryDirectory(dir=QUICK)
    Teller(Path(folder.name) / "book.campaign", 0).close()
    return folder


# -- lines that the telling does not know


def undo(t: Teller) -> str:
    """So many steps, seldom into the opening: nobody is there then to tell of."""
    history, opened = t.desk.campaign().history, t.opened
    out = history.at(history.head).out
    since = sum(1 for p in range(opened + 1, history.head + 1) if history.operations[p] == p and not out[p])
    if not since and t.dice.random() < 0.9:
        return t.gift()
    return f"undo {min(t.dice.randint(1, 4), max(1, since))} --all"


def redo(t: Teller) -> str:
    return f"redo {t.dice.choice((1, 1, 1, 2, 3))}"


def rollback_keeping(t: Teller) -> str:
    kept = {t.deed() for _ in range(t.dice.randint(1, 3))}
    return f"rollback --to {t.earlier()} --keep {','.join(map(str, kept))} {REASON}"


def rollback_of(t: Teller) -> str:
    return f"rollback --of {t.deed()},{t.position()} {REASON} {t.decided()}"


def rollback_only(t: Teller) -> str:
    return f"rollback --only {t.who()} --to {t.earlier()} {REASON} {t.decided()}"


def late_hand(t: Teller) -> str:
    return f"{t.hand()} --at {t.earlier()} {t.decided()}"


def one_by_one(t: Teller) -> str:
    """A void that is decided on deed by deed, as far as this names them."""
    named = ",".join(str(t.deed()) for _ in range(2))
    return f"void {t.deed()} {REASON} --keep {named} --{t.dice.choice(('accept', 'drop'))} all"


def rename(t: Teller) -> str:
    return t.dice.choice(
        ("rename Mara Mira", "rename Mara Maria", "rename Mira Mara", "rename Ivo Iwo", "rename Oakwood Oakholt",
         'rename "Mill Lake" "Old Mill"', "rename Oakholt Oakwood")
    )  # fmt: skip


def dispute(t: Teller) -> str:
    return f"dispute {t.position()} {REASON}"


def settle(t: Teller) -> str:
    opened = t.desk.campaign().history.rare.get("dispute.opened", [2])
    return f'settle {t.dice.choice(opened)} "it stands"'


def agree(t: Teller) -> str:
    return f"assert {t.who()} {t.dice.choice(('hp', 'hunger', 'body'))} = {t.dice.randint(1, 25)} --on {t.earlier()}"


def session(t: Teller) -> str:
    return t.dice.choice(("session start", "session end", "seal"))


def adopt(t: Teller) -> str:
    late = t.dice.choice(("", f"--at {t.earlier()} "))
    house = t.book.with_name("house.toml")
    house.write_text(HOUSE, encoding="utf-8")
    what = t.dice.choice((f'house "{house}"', "ruling cold_order level-first", "ruling cold_order clothing-first"))
    return f"{what} {late}{REASON} {t.decided()}"


def whatif(t: Teller) -> str:
    name = t.dice.choice(("elsewise", "elsewise", "other"))
    said = t.dice.choice((
        f"whatif start {name} --from {t.earlier()}", f"whatif start {name}", f"whatif promote {name} {t.decided()}",
        f"whatif drop {name}", *(f"{line(t)} --whatif {name}" for line in (Teller.rolls, Teller.gift, Teller.time, Teller.void)),
    ))  # fmt: skip
    return said


def note(t: Teller) -> str:
    """A note grows by a line, at its end or in its midst, and is played again."""
    path = t.book.with_name("note.md")
    lines = path.read_text(encoding="utf-8").splitlines()[1:-1] if path.exists() else []
    line = t.dice.choice((Teller.rolls, Teller.gift, Teller.hand, Teller.time))(t)
    lines.insert(t.dice.choice((len(lines), len(lines), t.dice.randint(0, len(lines)))), line)
    path.write_text("\n".join(["```campaign", *lines, "```"]) + "\n", encoding="utf-8")
    return f'play "{path}" {t.decided()}'


Line = Callable[[Teller], str]
ACTS: tuple[Line, ...] = (
    *(Teller.rolls,) * 5, *(Teller.gift,) * 3, *(Teller.passes_on,) * 2, *(Teller.makes,) * 4, *(Teller.hand,) * 3,
    *(Teller.time,) * 5, note, note, session, adopt, rename, agree, dispute, settle, whatif, whatif,
)  # fmt: skip
CORRECTIONS: tuple[Line, ...] = (
    Teller.void, Teller.void, Teller.void_last, Teller.revert, Teller.again, Teller.again, Teller.late, Teller.late,
    Teller.give_back, Teller.give_back, Teller.restore, undo, undo, redo, redo, Teller.rollback, rollback_keeping,
    rollback_of, rollback_only, late_hand, one_by_one,
)  # fmt: skip
MEANWHILE: tuple[Line, ...] = (Teller.rolls, Teller.gift, Teller.passes_on, Teller.time, Teller.void)
"""What goes again when a branch comes back: nothing of the table."""
SEEDS = st.integers(0, 1 << 20)


class Known(NamedTuple):
    """The book as it stood at a position: what was in force, its world, and what a view said."""

    head: int
    in_force: list[int]
    world: bytes
    view: str
    said: bytes


class AnyOrder(RuleBasedStateMachine):
    """One campaign. Every line is recorded, or refused with nothing written."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(dir=QUICK)
        for path in Path(template().name).iterdir():
            shutil.copy(path, self.folder.name)
        self.teller = Teller(Path(self.folder.name) / "book.campaign", 0, opening=())
        self.teller.written.append("opened")
        self.teller.opened = self.teller.head
        self.known: list[Known] = []
        self.chance = random.Random(0)

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        """What is checked at the end is chosen from this."""
        self.chance = random.Random(seed)

    # -- telling

    def type(self, line: str) -> str:
        """Types a line; what is not recorded has written nothing. Its kind."""
        teller = self.teller
        before = teller.head
        answer = teller.desk.answer(line)
        note_down(f"{line}  ({answer.kind})")
        assert answer.kind in ("recorded", "planned", "refused", "usage", "finding", "view"), f"{line}: {answer.data}"
        if answer.kind == "recorded":
            teller.written.append(line)
        else:
            assert teller.head == before, f"{line}: {answer.kind} and yet something was written"
        return answer.kind

    @rule(seed=SEEDS, line=st.sampled_from(ACTS))
    def act(self, seed: int, line: Line) -> None:
        self.teller.dice = random.Random(seed)
        path = self.teller.book.with_name("note.md")
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if self.type(line(self.teller)) != "recorded" and path.exists():
            path.write_text(before, encoding="utf-8")  # what cannot be played is taken out of the note again

    @rule(seed=SEEDS, line=st.sampled_from(CORRECTIONS))
    def correct(self, seed: int, line: Line) -> None:
        self.teller.dice = random.Random(seed)
        self.type(line(self.teller))

    # -- laws

    def state(self, upto: int) -> tuple[list[int], bytes]:
        """What is in force of the first positions, and the whole world, byte for byte."""
        campaign = self.teller.desk.campaign()
        order = campaign.history.at(campaign.head)
        return [p for p in order.positions if p <= upto], placeless(campaign.fold())

    @rule(steps=st.integers(1, 3))
    def undo_and_redo(self, steps: int) -> None:
        """Undo, then redo, is the identity."""
        head = self.teller.head
        before = self.state(head)
        if head > self.teller.opened + 1 and self.type(f"undo {steps} --all") == "recorded":
            assert self.type("redo") == "recorded"
            assert self.state(head) == before

    @rule(seed=SEEDS, decided=st.sampled_from(DECIDED))
    def void_and_void_the_void(self, seed: int, decided: str) -> None:
        """The strike of a strike gives back what was struck."""
        self.teller.dice = random.Random(seed)
        head = self.teller.head
        before = self.state(head)
        if self.type(f"void {self.teller.deed()} {REASON} {decided}") == "recorded":
            assert self.type("undo") == "recorded"
            assert self.state(head) == before

    @rule(seed=SEEDS, acts=st.integers(0, 2))
    def there_and_back(self, seed: int, acts: int) -> None:
        """A branch that is restored is what it was, whatever was played meanwhile; names and the table's words stay."""
        teller = self.teller
        teller.dice = random.Random(seed)
        head, views = teller.head, ["party", f"sheet {teller.who()}", "larder Oakwood"]
        before, said = self.state(head), [self.said(view) for view in views]
        if self.type(teller.rollback()) != "recorded":
            return
        branch = teller.desk.campaign().history.corrections[-1].branch
        for _ in range(acts):
            late = f"{Teller.gift(teller)} --at {teller.earlier()} {teller.decided()}"
            self.type(teller.dice.choice((*(make(teller) for make in MEANWHILE), late)))
        assert self.type(f"restore {branch}") == "recorded"
        assert self.state(head) == before
        assert [self.said(view) for view in views] == said

    def said(self, view: str, basis: str = "") -> bytes:
        return data_of(self.teller.desk.answer(f"{view} {basis}".strip()))

    @precondition(lambda self: len(self.known) < 6)
    @rule(seed=SEEDS)
    def remember(self, seed: int) -> None:
        """What is known at this position now is known of it for ever."""
        campaign = self.teller.desk.campaign()
        head = campaign.head
        view = random.Random(seed).choice(("party", f"sheet {self.teller.people[0]}", "larder Oakwood", "zone Oakwood"))
        self.known.append(
            Known(head, list(campaign.history.at(head).positions), packed(campaign.fold(None, head)), view, self.said(view))
        )

    # -- at the end

    def teardown(self) -> None:
        try:
            if self.teller.written != ["opened"]:
                self.known_stays_known()
                self.oracle_agrees()
                self.caches_and_pages_change_nothing()
        finally:
            self.teller.close()
            self.folder.cleanup()

    def known_stays_known(self) -> None:
        campaign = self.teller.desk.campaign()
        for was in self.known:
            assert list(campaign.history.at(was.head).positions) == was.in_force
            assert packed(campaign.fold(None, was.head)) == was.world
            assert self.said(was.view, f"--known-at {was.head}") == was.said, f"{was.view} --known-at {was.head}"

    def oracle_agrees(self) -> None:
        teller, chance = self.teller, self.chance
        campaign = teller.desk.campaign()
        entries = entries_of(teller.book)
        calendar, history = campaign.calendar, campaign.history
        for known_at in {campaign.head, *(chance.randint(1, campaign.head) for _ in range(3))}:
            force = Force(entries, known_at)
            order = history.at(known_at)
            assert list(order.positions) == [e["position"] for e in force.standing()], known_at
            assert order.clock == force.clock()
        oracle = Oracle(teller.book)
        for known_at in (campaign.head, chance.randint(teller.opened, campaign.head)):
            clock = history.at(known_at).clock
            on = chance.choice((None, calendar.dawn_of(chance.randint(1, calendar.day_of(clock))) - 60,
                                chance.randint(21_600, max(21_600, clock))))  # fmt: skip
            basis = f"--known-at {known_at}" + ("" if on is None else f' --on "{calendar.text(on)}"')
            Asked(teller.desk, oracle.ask(on, known_at), basis).everything()

    def caches_and_pages_change_nothing(self) -> None:
        """With a checkpoint beside the book, and with one line read at a time, the views say the same, byte for byte."""
        teller, book = self.teller, self.teller.book
        who = self.chance.choice(teller.people)
        views = ("party", f"sheet {who}", f"stock {who}", "larder Oakwood", "zone Oakwood", "site Oakwood", "stock Oakwood")
        warm = [self.said(view) for view in views]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(checkpoints, "FROM", 1)
            patch.setattr(checkpoints, "EVERY", 1)
            for _ in range(2):  # the first lays one beside the book, the second begins with it
                assert said_by(book, views) == warm
            checkpoints.path_of(book).unlink(missing_ok=True)
            patch.setattr(checkpoints, "FROM", NEVER)
            patch.setattr(ledger.campaign, "FULL_TELLING", 1)
            patch.setattr(ledger.journal, "AT_ONCE", 1)
            assert said_by(book, views) == warm


def said_by(book: Path, views: tuple[str, ...]) -> list[bytes]:
    """What a desk says that has just opened the book."""
    desk = Desk(book)
    desk.stays_open = True
    answers = [desk.answer(view) for view in views]
    desk.close()
    return [data_of(answer) for answer in answers]


def data_of(answer: Answer) -> bytes:
    assert answer.kind in ("view", "usage", "refused"), answer.data
    return msgspec.json.encode([answer.kind, msgspec.json.decode(answer.as_json())["data"]])


def placeless(world: World) -> bytes:
    """A world as bytes, without the position and time of the last entry that was folded: that one may be a correction."""
    world.position = world.root = world.moment = 0
    return packed(world)


QUIET = settings(
    max_examples=50, stateful_step_count=40, deadline=None, database=None, print_blob=False,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


@pytest.mark.parametrize("block", range(4))
def test_in_any_order_the_laws_of_history_hold(block: int) -> None:
    """200 books of 40 acts, in four parts."""
    run_state_machine_as_test(seeded(block)(AnyOrder), settings=QUIET)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(100, 500))
def test_in_any_order_the_laws_of_history_hold_of_twenty_thousand_books(block: int) -> None:
    run_state_machine_as_test(seeded(block)(AnyOrder), settings=QUIET)

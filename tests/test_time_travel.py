"""Checkpoints never change an answer: every (on, known-at) of every book is the plain fold of what is in force (DESIGN 8)."""

import os
import random
from pathlib import Path

import pytest

from ledger import cache
from ledger.campaign import Campaign
from projections.history import up_to
from projections.world import Holder, Lot, World
from tests.conftest import Table
from tests.telling import Teller

QUESTIONS = 300
SOAK_QUESTIONS = int(os.environ.get("SOAK_QUESTIONS", "5000"))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints in books of a few dozen entries, as often as can be."""
    for name, value in (("FROM", 1), ("EVERY", 7), ("AT_HEAD", 3), ("SHARE", 0.01)):
        monkeypatch.setattr(cache, name, value)


def plain(campaign: Campaign, on: int, known_at: int) -> World:
    """The fold of everything in force, from nothing."""
    world = World()
    history = campaign.history
    for line in campaign.lines(up_to(history, history.at(known_at), on)):
        world.fold(line)
    return world


def same(one: World, other: World) -> bool:
    """Whether two worlds are alike in everything that can be asked of them."""
    return cache.packed(one) == cache.packed(other)


def ask(book: Path, chance: random.Random, questions: int) -> int:
    """Random questions, each of a campaign opened anew; how many of them a checkpoint served."""
    served = 0
    for _ in range(questions):
        with Campaign.open(book) as campaign:
            known_at = chance.randint(1, campaign.head)
            clock = campaign.history.at(known_at).clock
            moments = campaign.history.moments[1:]
            on = chance.choice([clock, chance.randint(0, max(moments) + 1), chance.choice(moments), chance.choice(moments) - 1])
            last = None if on is None else on + 1
            served += any(True for _ in campaign._cache.serving(campaign.history, known_at, last))
            found, wanted = campaign.fold(on, known_at), plain(campaign, on, known_at)
            assert same(found, wanted), (book, on, known_at)
            if chance.random() < 0.3:
                wanted = plain(campaign, max(moments) + 1, campaign.head)
                wanted.moment = campaign.clock
                assert same(campaign.head_world(), wanted)
    return served


def tell(folder: Path, chance: random.Random, lines: int) -> Path:
    """A random book, told line by line, with what people correct, undo and roll back."""
    teller = Teller(folder / "told.campaign", chance.randrange(1 << 30))
    for _ in range(lines):
        teller.tell(1)
    teller.desk.close()
    return folder / "told.campaign"


def test_any_moment_as_known_at_any_position_is_the_plain_fold(tmp_path: Path) -> None:
    chance = random.Random(12)
    served = 0
    for nth in range(3):
        folder = tmp_path / str(nth)
        folder.mkdir()
        served += ask(tell(folder, chance, 25), chance, QUESTIONS // 3)
    assert served > QUESTIONS // 3, "the checkpoints were hardly asked"


@pytest.mark.soak
def test_thousands_of_questions_on_random_books_are_the_plain_fold(tmp_path: Path) -> None:
    seed = int(os.environ.get("SOAK_SEED", random.randrange(1 << 30)))
    print(f"SOAK_SEED={seed}")
    chance = random.Random(seed)
    asked = served = 0
    while asked < SOAK_QUESTIONS:
        folder = tmp_path / str(asked)
        folder.mkdir()
        served += ask(tell(folder, chance, 60), chance, 200)
        asked += 200
    print(f"{asked} questions, {served} served by a checkpoint")


def test_a_cache_that_is_lost_torn_or_of_other_folds_changes_no_answer(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.all("declare zone Oakwood", *(f'gm give Oakwood {n} food --reason "found"' for n in range(1, 30)), "clock day-2",
              *(f'gm give Oakwood {n} bone --reason "found"' for n in range(1, 30)), "clock day-3", 'note "on"')  # fmt: skip
    table.desk.close()
    path = cache.path_of(table.book)
    with Campaign.open(table.book) as campaign:
        wanted = cache.packed(campaign.head_world())
    assert path.exists()
    with Campaign.open(table.book) as campaign:
        assert campaign._cache.rows()
        assert cache.packed(campaign.head_world()) == wanted
        assert campaign._history is None, "the head's checkpoint needs no headers"
    whole = path.read_bytes()
    for torn in (b"", b"no cache", whole[:2000], whole[: len(whole) // 2], whole[:4096] + bytes(len(whole) - 4096),
                 whole.replace(b"Oakwood", b"Elmwood")):  # fmt: skip
        path.write_bytes(torn)
        with Campaign.open(table.book) as campaign:
            assert cache.packed(campaign.head_world()) == wanted
            assert len(campaign.history) == campaign.head
    monkeypatch.setattr(cache, "fingerprint", lambda: "other folds")
    with Campaign.open(table.book) as campaign:
        assert campaign._cache.rows() == []
        assert cache.packed(campaign.head_world()) == wanted


def test_a_cache_of_another_book_is_not_this_ones(tmp_path: Path) -> None:
    one, other = Table(tmp_path / "a"), Table(tmp_path / "b")
    for table, thing in ((one, "food"), (other, "bone")):
        table.folder.mkdir()
        table.all('new "Road" --spring 03-01', "declare zone Oakwood",
                  *(f'gm give Oakwood {n} {thing} --reason "found"' for n in range(1, 30)), "clock day-2", 'note "on"')  # fmt: skip
        table.desk.close()
    with Campaign.open(one.book) as campaign:
        campaign.head_world()
    cache.path_of(other.book).write_bytes(cache.path_of(one.book).read_bytes())
    with Campaign.open(other.book) as campaign:
        assert "bone" in campaign.head_world().get("Oakwood").lots
        assert "food" not in campaign.head_world().get("Oakwood").lots


def test_the_cache_is_at_most_a_tenth_of_its_book(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "SHARE", 2)
    for day in range(2, 30):
        table.all(*(f'gm give Oakwood {n} {thing} --reason "found"' for n in (1, 2) for thing in ("food", "bone")) if day > 2
                  else ("declare zone Oakwood",), f"clock day-{day}")  # fmt: skip
        with Campaign.open(table.book) as campaign:
            campaign.head_world()
    table.desk.close()
    assert cache.path_of(table.book).stat().st_size <= table.book.stat().st_size // 2


def test_everything_of_a_world_is_kept_in_a_checkpoint() -> None:
    """Whoever adds to a holder or to the world adds it to the checkpoint, and here."""
    assert Holder.__slots__ == ("counts", "fields", "holes", "lots", "marks", "name", "wounds")
    kept = {"calendar", "holders", "names", "people", "moment", "position", "root"}
    of_the_moment = {"trace", "reads", "_saved", "_lots_named"}
    assert set(vars(World())) == kept | of_the_moment
    assert Lot.__struct_config__.array_like

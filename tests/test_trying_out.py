"""What is tried out in a world is taken back whole, whatever was posted: the ripple leans on it (projections.world)."""

import random

import pytest

from ledger.cache import packed
from projections.world import World
from schemas.entry import Line, LineFacts
from schemas.postings import AnyPosting, Changed, Gained, Marked, Moved, Put, Spent, Unmarked

import projections.rooms  # noqa: F401  isort: skip

PEOPLE = ("Mara", "Ivo")
HOLDERS = (*PEOPLE, "Oakwood")


def opening() -> list[AnyPosting]:
    return [
        Put("Oakwood", "kind", "zone"),
        *(Put(who, "kind", "character") for who in PEOPLE), *(Put(who, "place", "Oakwood") for who in PEOPLE),
    ]  # fmt: skip


def posting(dice: random.Random, world: World) -> AnyPosting:
    """Any posting: about goods, about a lot by its name, about a body, a mark."""
    who, to = dice.choice(HOLDERS), dice.choice(HOLDERS)
    item, n = dice.choice(("food", "preserved food", "fat", "torch", "sword", "chest")), dice.randint(1, 4)
    lots = [lot.name for h in world.holders.values() for lot in h.all_lots()]
    named = dice.choice(lots) if lots else "sword@1"
    kinds = (
        Gained(who, item, n, spoils_on=dice.choice((None, 3, 40)) if item == "food" else None,
               pieces=item in ("torch", "sword", "chest"), tier=dice.choice((None, 1, 2)), hours=2 if item == "torch" else None),
        Spent(who, item, n, reach=dice.choice(("own", "within", "larder")), then=("preserved food",) if item == "food" else ()),
        Spent(who, "torch", 1, hours=True, reach="within"),
        Moved(who, item, to, n), Moved(who, named.rpartition("@")[0], to, 1, lot=named),
        Moved(who, item, next((name for name in lots if name.startswith("chest")), to), 1),
       
        Changed(named, "tier", -1), Put(named, "slot", dice.choice(("off", None))), Put(named, "lit_since", 21_600),
        Changed(who, "hp", -n), Changed(who, "tasks", 1, period=n), Put(who, "body", n), Marked(who, "blind", 1), Unmarked(who, "blind"),
    )  # fmt: skip
    return dice.choice(kinds)


def told(position: int, moment: int, *postings: AnyPosting) -> Line:
    return Line(position, moment, LineFacts("note.written", postings, 1), 0)


def whole(world: World) -> bytes:
    return packed(world)


@pytest.mark.parametrize("block", range(5))
def test_what_is_tried_out_is_taken_back_to_the_last_lot_and_in_its_order(block: int) -> None:
    """500 worlds of 30 lines, after each a trial of up to six postings; what goes on is as if nothing had been tried."""
    for seed in range(block * 100, block * 100 + 100):
        dice = random.Random(seed)
        tried, plain = World(), World()
        lines = [told(1, 21_600, *opening())]
        for n in range(2, 32):
            for line in lines:
                tried.fold(line)
                plain.fold(line)
            before = whole(plain)
            tried.begin()
            for k in range(dice.randint(1, 6)):
                tried.fold(told(1000 + n + k, 21_600 + n * 40_000, posting(dice, tried)))
            tried.take_back()
            assert whole(tried) == before, f"seed {seed}, line {n}"
            lines = [told(n, 21_600 + n * 40_000, *(posting(dice, plain) for _ in range(dice.randint(1, 3))))]

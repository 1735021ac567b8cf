"""Things and rows that the books leave to the GM (EOS-TURN-11, EOS-MAGIC-01, EOS-LITE-03): `use`."""

from collections.abc import Iterator
from typing import ClassVar

import schemas.rulebook as rulebook
from ledger import house
from ledger.fight import fight_of, period, spend_action, use_held
from ledger.ruling import Command, Flag, People, Person, Said, Scene, Text
from projections.holdings import reachable
from projections.wear import HANDS
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.using import ThingUsed
from schemas.postings import AnyPosting, Changed
from schemas.rulebook import Mechanic
from schemas.units import key, quoted

MISSING = "missing in source"
MAGIC = "EOS-MAGIC-01"
USED = "used"


class Use(Command, tag="use", frozen=True):
    """Use a thing: `use Mara healing-bauble Pip --reason "heals 10"`; what it does is entered by the GM's hand."""

    words: ClassVar[tuple[str, ...]] = ("who", "what", "whom")
    usage: ClassVar[str] = 'use WHO WHAT [WHOM] [--held] [--reason "what it does"]'
    examples: ClassVar[tuple[str, ...]] = ('use Mara healing-bauble Pip --reason "heals 10"',)
    who: Person
    what: Text
    whom: People = ()
    held: Flag = False


def use(command: Use, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TURN-11: what is worn or held is used freely, at any time; what is not takes an action to get at (EOS-TURN-09).

    What it does is the GM's to say: by `--reason`, and `gm harm heal mark set`. A row that is missing in the source
    (EOS-LITE-03) and spells (EOS-MAGIC-01) are refused until the GM rules them. Lacking: a thing that is not there.
    """
    who = scene.person(command.who)
    scene.able(who)
    whom = tuple(h.name for h in scene.people(command.whom)) if command.whom else ()
    row = missing_row(command.what)
    if row is not None:
        yield from ruled(command, scene, who, whom, row)
        return
    lot = thing_had(scene, who, command.what)
    if lot is None:
        check_is_thing(command, scene, who)
        yield used(scene, who, command.what, None, whom, effect_of(scene, MAGIC), MAGIC)
        return
    spent: tuple[AnyPosting, ...] = ()
    if lot.slot not in (*HANDS, *worn_slots(lot)):
        if command.held:
            yield use_held(scene, who, f"the {lot.item}")
        spent = spend_action(scene, who, False, f"the {lot.item}", held=command.held)
    yield used(scene, who, lot.named or lot.item, lot.name, whom, scene.reason or None, "EOS-TURN-11", spent)


def worn_slots(lot: Lot) -> tuple[str, ...]:
    """Wherever it is worn: any slot but that of a tent that stands."""
    return (lot.slot,) if lot.slot and lot.slot != "pitched" else ()


def used(
    scene: Scene, who: Holder, what: str, piece: str | None, whom: tuple[str, ...], effect: str | None, rule: str,
    postings: tuple[AnyPosting, ...] = (),
) -> ThingUsed:  # fmt: skip
    return ThingUsed(
        who=who.name, place=scene.world.place_of(who.name), rule=rule, what=what, piece=piece, whom=whom, effect=effect,
        postings=postings,
    )  # fmt: skip


# -- what the book has no rule for ------------------------------------------------------------------------------


def missing_row(word: str) -> Mechanic | None:
    """A mechanic that the book names and has no rule for, by its id or its title."""
    return next(
        (
            m
            for m in rulebook.mechanics("eos").values()
            if key(word) in (key(m.id), key(m.title)) and (m.formula.startswith(MISSING) or m.note.startswith(MISSING))
        ),
        None,
    )


def ruled(command: Use, scene: Scene, who: Holder, whom: tuple[str, ...], row: Mechanic) -> Iterator[Event | Said]:
    """A missing row, once the table ruled it: its cost in actions, its limit a turn, a fight or a day."""
    if effect_of(scene, row.id) is None:
        refuse_unruled(scene, row, command.what)
    spent: tuple[AnyPosting, ...] = ()
    cost = scene.world.get("book").number(f"ruling {row.id} cost")
    if command.held:
        yield use_held(scene, who, row.title)
    if cost:
        spent = spend_action(scene, who, False, row.title, int(cost), held=command.held)
    spent = (*spent, *limited(scene, who, row))
    yield used(scene, who, row.title, None, whom, effect_of(scene, row.id), row.id, spent)


def limited(scene: Scene, who: Holder, row: Mechanic) -> tuple[AnyPosting, ...]:
    """Once a turn, a fight or a day, as the ruling says; counted by its period."""
    limit = scene.world.get("book").word(f"ruling {row.id} limit")
    fight = fight_of(scene, who)
    at = scene.day if limit == "day" else None if fight is None else int(fight.number("root")) if limit == "fight" else period(fight)
    if not limit or at is None:
        return ()
    field = f"{USED} {row.id}"
    if who.count(field, at):
        scene.refuse(
            row.id, f"{who.name} has used {row.title} this {limit} already.", thing=row.title, state=f"once a {limit}",
        )  # fmt: skip
    return (Changed(who.name, field, 1, source=row.title, period=at),)


def effect_of(scene: Scene, mechanic: str) -> str | None:
    """What the table ruled that a row does; None where it did not."""
    return scene.world.ruling(mechanic, "") or None


def refuse_unruled(scene: Scene, row: Mechanic, word: str) -> None:
    scene.refuse(
        row.id, f"{row.title} is missing in the book: it does nothing until the GM rules it.", thing=word, state=MISSING,
        help=(f'ruling {row.id} "what it does" --reason "why"',),
    )  # fmt: skip


def check_is_thing(command: Use, scene: Scene, who: Holder) -> None:
    """What nobody has within reach: a thing is lacking; a word that is no thing is a spell (EOS-MAGIC-01)."""
    world = scene.world
    known = world.find(command.what)
    item = house.thing(world, command.what)
    if item is not None or (known is not None and world.get(known).kind in ("thing", "book", "map", "vessel")):
        raise scene.lacks(
            f"{who.name} has no {item or known} within reach.", thing=item or known, state="none",
            help=(f"gm give {who.name} {item or known}",),
        )  # fmt: skip
    if effect_of(scene, MAGIC) is None:
        scene.refuse(
            MAGIC,
            f"{command.what} is nothing that {who.name} has, and this edition has no spells: the GM rules what it does.",
            thing=command.what, state="no spells",
            help=(f'ruling {MAGIC} "what magic does" --reason "why"', f"declare thing {quoted(command.what)}"),
        )  # fmt: skip


def thing_had(scene: Scene, who: Holder, word: str) -> Lot | None:
    """The piece or lot of this name that somebody has or can reach: worn or held first."""
    name = key(word)
    found: list[Lot] = []
    item = house.thing(scene.world, word)
    for _, holder in enumerate(h for h, _ in reachable(scene.world, who.name)):
        for lot in holder.all_lots():
            names = (key(lot.item), key(lot.name), key(lot.named) if lot.named else "")
            if (name in names or lot.item == item) and lot.quantity > 0:
                found.append(lot)
    return min(found, key=lambda lot: (lot.slot is None, lot.position), default=None)

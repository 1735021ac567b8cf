"""Running and jumping (RNK-MV), and the pole vault (RNK-PA-05): `move WHO --to AREA --as ROW`."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.fight import fight_of
from ledger.ranks import (
    HIGH_GROUND,
    SOURCE_LACKS,
    START,
    able,
    at_least,
    check_row,
    check_ruled,
    cost_of,
    costs,
    dice_of,
    difficulty_named,
    row_for,
    spending,
    spent,
    throw,
)
from ledger.ruling import Command, People, Said, Scene, Text, Usage, Whole, because, part
from projections.conditions import is_marked
from projections.ranked import rank
from projections.world import Holder
from schemas.entry import Event
from schemas.events.fights import MoveMade
from schemas.events.marks import MarkSet
from schemas.events.rolling import RollMade
from schemas.postings import AnyPosting, Marked, Put, Unmarked
from schemas.rulebook.actions import Action, actions
from schemas.units import key

HIGH = HIGH_GROUND
FALLEN = "prone"


class Move(Command, tag="move", frozen=True):
    """Run to another area, or get onto high ground: `move Fen --to "the pier"`, `move Fen --to high-ground --as pole-vault`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "move WHO --to AREA|high-ground [--as ROW] [--areas N] [--difficulty WORD] [--cost N] [--rolled DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        'move Fen --to "the pier"',
        "move Fen --to high-ground --as pole-vault",
        "move Fen --to high-ground --as untrained-jump --difficulty plausible --cost 1 --rolled 3",
    )
    who: People
    to: Text | None = None
    as_: Text | None = None
    areas: Whole | None = None
    difficulty: Text | None = None
    cost: Whole | None = None


def move(command: Move, scene: Scene) -> Iterator[Event | Said]:
    """RNK-MV-01, RNK-MV-02, RNK-MV-04: a run by the best row of one's rank, an area or two; RNK-PA-05: a vault.

    Refused: somebody pinned down (RNK-BOW-02), a rank below the row's, what the source lacks and nobody ruled (RNK-MV-03,
    RNK-MV-06), a jump without the GM's difficulty and cost (RNK-MV-05), too few actions (RNK-ACT-01). Usage: no area, more
    areas than the row has.
    """
    for who in scene.people(command.who):
        able(scene, who)
        row = said_row(command, who)
        if is_marked(who, "pinned", scene.moment):
            scene.refuse(
                "RNK-BOW-02", f"{who.name} is pinned down by an arrow.", thing=who.name, state="pinned",
                help=(f"escape {who.name}",),
            )  # fmt: skip
        check_row(scene, who, row)
        if row.rolls:
            yield from jumped(command, who, row, scene)
        else:
            yield from ran(command, who, row, scene)


def said_row(command: Move, who: Holder) -> Action:
    """The row that was said; else to high ground a jump, elsewhere the farthest run of one's rank."""
    if command.as_ is not None:
        return row_for(who, command.as_, ("move",))
    if command.to is not None and key(command.to) == key(HIGH):
        return row_for(who, "untrained jump", ("move",))
    have = rank(who, "running")
    runs = [row for row in actions() if row.skill == "running" and not row.missing and at_least(have, row.rank)]
    return runs[-1]


def begun(who: Holder, row: Action, scene: Scene, cost: int) -> tuple[Event | None, list[AnyPosting]]:
    postings = spending(scene, who, row, cost)
    if costs(scene, who, cost):
        return spent(scene, who, row.name, cost, postings), []
    return None, postings


def made(who: Holder, row: Action, scene: Scene, to: str, areas: int | None, postings: list[AnyPosting]) -> MoveMade:
    """The entry of a move: to an area, or up."""
    fight = fight_of(scene, who)
    if key(to) == key(HIGH):
        moved: list[AnyPosting] = [Marked(who.name, HIGH)]
    else:
        moved = [Put(who.name, "area", None if key(to) == key(START) else to)]
        if is_marked(who, HIGH, scene.moment):
            moved.append(Unmarked(who.name, HIGH))
    return MoveMade(
        who=who.name, place=scene.world.place_of(who.name), rule=row.id, fight=None if fight is None else fight.name,
        start=who.word("area") or None, to=to, form=row.name, areas=areas, postings=(*postings, *moved),
    )  # fmt: skip


def where_to(command: Move, row: Action) -> str:
    """The area, in one spelling. Usage: none was said; a vault or a jump that does not end on high ground."""
    if row.high_ground:
        if command.to is not None and key(command.to) != key(HIGH):
            raise Usage(f"{row.name} leads to high ground, not to {command.to}.", nearest=("--to high-ground",))
        return HIGH
    if command.to is None:
        raise Usage(f"Where to? {command.usage}")
    if key(command.to) == key(HIGH):
        raise Usage(f"{row.name} leads to another area; up go a jump or a pole vault.", nearest=("--as pole-vault",))
    return key(command.to).replace("-", " ")


def ran(command: Move, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """A run, a vault, or what the table ruled where the source lacks a row."""
    if row.missing:
        check_ruled(scene, row)
    elif command.cost is not None:
        raise Usage(f"{row.name} costs what the book says; --cost is for what it lacks.")
    if command.difficulty is not None:
        raise Usage(f"{row.name} takes no roll.")
    to = where_to(command, row) if not row.missing or command.to is None else key(command.to).replace("-", " ")
    most = row.areas
    if command.areas is not None and (command.areas < 1 or (most is not None and command.areas > most)):
        raise Usage(f"{row.name} goes 1 to {most} areas, not {command.areas}.")
    head, postings = begun(who, row, scene, cost_of(scene, row) if command.cost is None else command.cost)
    event = made(who, row, scene, to, command.areas or most, postings)
    if head is None:
        yield part(event)
        return
    yield part(head)
    yield because(event, head)


def jumped(command: Move, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """RNK-MV-05: a skill roll; who fails falls down. The GM says the difficulty, and the cost unless a ruling does."""
    to = where_to(command, row)
    ruled = scene.world.get("book").fields.get(f"ruling {row.id} cost")
    cost = command.cost if command.cost is not None else ruled if isinstance(ruled, int) else None
    if cost is not None and cost < 0:
        raise Usage(f"--cost is 0 or more actions, not {cost}.")
    target = None if command.difficulty is None else difficulty_named(command.difficulty)
    if target is None or cost is None:
        scene.refuse(
            row.id, f"The source breaks off in {row.name}: the GM says how hard it is and what it costs.", thing=row.name,
            state=SOURCE_LACKS,
            help=(f"move {who.name} --to high-ground --as untrained-jump --difficulty plausible --cost 1",),
        )  # fmt: skip
    head, postings = begun(who, row, scene, cost or 0)
    thrown = throw(
        scene, who.name, f"{who.name} jumps", dice_of(rank(who, row.skill)), target=None if target is None else target[1],
        at_least=True,
    )  # fmt: skip
    place = scene.world.place_of(who.name)
    roll = RollMade(who=who.name, place=place, rule=row.id, roll=thrown, by=row.skill, row=target[0] if target else "",
                    postings=tuple(postings))  # fmt: skip
    if head is not None:
        yield part(head)
        yield because(roll, head)
    else:
        yield part(roll)
    if thrown.won is False:
        yield because(
            MarkSet(who=who.name, place=place, rule=row.id, mark=FALLEN, postings=(Marked(who.name, FALLEN),)), roll
        )
    else:
        yield because(made(who, row, scene, to, None, []), roll)

"""Logging (EOS-LOG): `fell`, beams of a zone's trees."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.gathering import receiver, tasks_meant
from ledger.ruling import Command, Grade, People, Place, Said, Scene, Things, Whole, part
from ledger.tools import factor, tool_for
from projections.pools import skill
from projections.world import Holder
from projections.zones import trees_left
from schemas.entry import Event
from schemas.events.felling import FellHarvested
from schemas.postings import AnyPosting, Changed, Gained
from schemas.units import stored


class Fell(Command, tag="fell", frozen=True):
    """Fell trees of a zone for beams: `fell Ivo --in Oakwood`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = (
        "fell WHO [--in PLACE] [--with crude|basic|workshop] [--tasks N] [--using LIGHT] [--to HOLDER]"
    )
    examples: ClassVar[tuple[str, ...]] = ("fell Ivo --in Oakwood", "fell Ivo --tasks 2 --to Oakwood")
    who: People
    in_: Place | None = None
    with_: Grade | None = None
    tasks: Whole = 1
    using: Things = ()
    to: Place | None = None


def fell(command: Fell, scene: Scene) -> Iterator[Event | Said]:
    """EOS-LOG-02: (1 + Logging) x tool of beams a task, also without the skill, as far as trees stand (EOS-LOG-03).

    Refused: no toolkit (EOS-LOG-01) or only one of another size (EOS-SCALE-09), a zone whose counted trees are felled
    (EOS-LOG-03), no task left (EOS-DAY-01), not able to act (EOS-STAT-07). A beam is seven days of fire (EOS-LOG-04).
    """
    tasks = tasks_meant("fell", command.tasks)
    for logger in scene.people(command.who):
        for _ in range(tasks):
            yield from fell_once(command, logger, scene)


def fell_once(command: Fell, logger: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One task of one logger: a part of its own."""
    scene.able(logger)
    place = scene.where(logger, command.in_)
    zone = scene.zone(place)
    to = receiver(scene, logger, place, command.to)
    tool = tool_for(scene, logger, "logging", "EOS-LOG-01", command.with_, at=place)
    left = trees_left(zone)
    if left is not None and not left:
        scene.refuse(
            "EOS-LOG-03",
            f"No tree is left in {zone.name}.",
            thing=zone.name,
            state="0 trees",
            help=(f"declare zone {zone.name} --trees N",),
        )
    yield part(spend_task(scene, logger, "fell", place, light=command.using))
    grown = (1 + skill(logger, "logging")) * factor("logging", tool, scene.world)
    felled = grown if left is None else min(grown, left)
    postings: list[AnyPosting] = []
    if felled and left is not None:
        postings.append(Changed(zone.name, "trees", stored(-felled), source="fell", not_below=0))
    if felled:
        postings.append(Gained(to, "beam", stored(felled)))
    yield FellHarvested(
        who=logger.name,
        place=place,
        rule="EOS-LOG-02",
        tool=tool,
        felled=stored(felled),
        left=None if left is None else stored(left),
        postings=tuple(postings),
    )

"""Work that no rule covers: `task` (EOS-DAY)."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.ruling import Command, People, Place, Said, Scene, Text, Things, Usage, Whole, part
from schemas.entry import Event


class Task(Command, tag="task", frozen=True):
    """Spend a daily task on work that no rule covers: `task Mara "stands guard"`."""

    words: ClassVar[tuple[str, ...]] = ("who", "work")
    usage: ClassVar[str] = "task WHO WORK [--tasks N] [--in PLACE] [--using LIGHT]"
    examples: ClassVar[tuple[str, ...]] = ('task Mara "stands guard"', 'task Mara,Ivo "digs a well" --tasks 2')
    who: People
    work: Text
    tasks: Whole = 1
    in_: Place | None = None
    using: Things = ()


def task(command: Task, scene: Scene) -> Iterator[Event | Said]:
    """EOS-DAY-01, EOS-DAY-02: a task of five hours (EOS-CAL-01), whatever it is; EOS-DAY-03: what is free needs none.

    Refused: no task left (EOS-DAY-01, EOS-DAY-04), a patient at rest (EOS-MED-04), not able to act (EOS-STAT-07).
    """
    if command.tasks < 1:
        raise Usage(f"--tasks is 1 or more, not {command.tasks}.")
    for who in scene.people(command.who):
        for _ in range(command.tasks):
            scene.able(who)
            yield part(spend_task(scene, who, command.work, scene.where(who, command.in_), light=command.using))

"""Daily tasks: what a day is made of."""

from typing import ClassVar

from schemas.entry import Event


class TaskSpent(Event, tag="task.spent", frozen=True, kw_only=True):
    """EOS-DAY-01: one of the tasks of this day goes on something; it counts for the day in which it begins."""

    says: ClassVar[str] = "{who} spends task {nth} of day {day}: {task}"
    task: str
    day: int
    nth: int

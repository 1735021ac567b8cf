"""Lockpicking (EOS-LPICK): hours at a lock, until it opens."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.allowance import spend_task, tasks_allowed, tasks_used
from ledger.locks import is_open, lock_number
from ledger.ruling import Command, Figure, Grade, Known, People, Said, Scene, Things, Usage, Whole, part
from ledger.tools import best_tool
from projections.days import PICKS
from projections.pools import skill
from projections.world import PEOPLE, Holder
from schemas.entry import Event
from schemas.events.lockpicking import LockOpened, PickRolled
from schemas.postings import Changed, Put
from schemas.units import Amount, Number, counted, exact, stored, text_of

MINUTES = "pick minutes"
"""Count of a day: minutes at locks."""
HOUR, OFF_A_NUMBER = 60, 5
TRIES_A_DAY = 10
TASK_MINUTES = 300


class Pick(Command, tag="pick", frozen=True):
    """Pick a lock, hour after hour: `pick Pip cellar-lock --rolled 4/9/17`."""

    words: ClassVar[tuple[str, ...]] = ("who", "lock")
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "pick WHO LOCK [--hours N] [--with basic] [--bonus N] [--target N] [--using LIGHT] [--rolled DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = ("pick Pip cellar-lock --rolled 4/9/17", "pick Pip cellar-lock --hours 3")
    who: People
    lock: Known
    hours: Whole | None = None
    with_: Grade | None = None
    bonus: Figure | None = None
    target: Figure | None = None
    using: Things = ()


def pick(command: Pick, scene: Scene) -> Iterator[Event | Said]:
    """EOS-LPICK-02: Lockpicking + Presence + d20 against the lock's number, an hour a try, until it opens or the
    hours end.

    Refused: no basic toolkit (EOS-LPICK-01), an eleventh try of the day (EOS-LPICK-04), hours that would cost a task
    that is spent already (EOS-LPICK-05). The farming table printed in this section is none of it (EOS-LPICK-06).
    Usage: fewer hours than one.
    """
    if command.hours is not None and command.hours < 1:
        raise Usage(f"--hours is 1 or more, not {command.hours}.")
    pickers = scene.people(command.who)
    for picker in pickers:
        told = scene.dice.waiting(label(picker), "rolled") if len(pickers) == 1 else 1
        for _ in range(command.hours or told or 1):
            yield from pick_once(command, picker, scene)
            if is_open(scene.world, command.lock):
                break


def label(picker: Holder) -> str:
    return f"{picker.name} picks"


def pick_once(command: Pick, picker: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One try: a part of its own, with the task that a fifth hour costs."""
    scene.able(picker)
    number = number_of(command, picker, scene)
    tools(command, picker, scene)
    tries = picker.count(PICKS, scene.day)
    if tries >= TRIES_A_DAY:
        scene.refuse(
            "EOS-LPICK-04",
            f"{picker.name} has tried locks {counted(tries, 'time')} on day {scene.day}.",
            thing=picker.name,
            state=f"{text_of(tries)} of {TRIES_A_DAY} tries",
            help=("camp",),
        )
    may_lose = check_hours(picker, scene)
    plus: list[tuple[str, Number]] = [
        ("lockpicking", skill(picker, "lockpicking")),
        ("presence", picker.number("presence")),
    ]
    if command.bonus is not None:
        plus.append(("bonus", exact(command.bonus)))
    roll = scene.roll(picker.name, label(picker), plus, target=number)
    minutes = minutes_of(roll.margin)
    place = scene.world.place_of(picker.name)
    before = picker.count(MINUTES, scene.day)
    rolled = PickRolled(
        who=picker.name,
        place=place,
        rule="EOS-LPICK-02",
        roll=roll,
        lock=command.lock,
        nth=int(tries) + 1,
        minutes=None if minutes is None else stored(minutes),
        postings=()
        if minutes is None
        else (
            Changed(picker.name, PICKS, 1, source="pick", period=scene.day),
            Changed(picker.name, MINUTES, stored(minutes), source="pick", period=scene.day),
        ),
    )
    yield part(rolled)
    if minutes is None:
        return
    if may_lose and (before + minutes) // TASK_MINUTES > before // TASK_MINUTES:
        yield spend_task(scene, picker, "pick", place, rule="EOS-LPICK-05", light=command.using)
    if roll.won:
        yield LockOpened(
            who=picker.name,
            place=place,
            rule="EOS-LPICK-02",
            lock=command.lock,
            postings=(Put(command.lock, "open", 1),),
        )


def number_of(command: Pick, picker: Holder, scene: Scene) -> Number:
    """EOS-LPICK-02: the lock's number, or the GM's --target. Refused: what is no lock, one elsewhere, one that is
    open.
    """
    number = lock_number(scene.world, command.lock)
    if number is None:
        kind = scene.world.get(command.lock).kind
        raise scene.lacks(
            f"{command.lock} is no lock.",
            thing=command.lock,
            state=kind,
            help=(f'declare lock "{command.lock}" --tier N --in PLACE',),
        )
    scene.where(picker, place_of_lock(command.lock, scene))
    if is_open(scene.world, command.lock):
        raise scene.lacks(f"{command.lock} is open already.", thing=command.lock, state="open")
    return number if command.target is None else exact(command.target)


def place_of_lock(lock: str, scene: Scene) -> str | None:
    """Where a lock is: the place it hangs in; a loose one where the one is who has it."""
    world = scene.world
    if lock in world.holders and world.holders[lock].kind == "lock":
        return world.holders[lock].word("in") or None
    found = world.piece(lock)
    if found is None:
        return None
    return world.place_of(found[0].name) if found[0].kind in PEOPLE else found[0].name


def tools(command: Pick, picker: Holder, scene: Scene) -> None:
    """EOS-LPICK-01: basic tools of the picker's size; a crude kit does not serve."""
    if command.with_ in (None, "basic") and best_tool(scene.world, picker.name, "lockpicking", "basic") is not None:
        return
    scene.refuse(
        "EOS-LPICK-01",
        f"{picker.name} has no basic lockpicking toolkit within reach.",
        thing=picker.name,
        state="without basic tools",
        help=("craft SMITH basic lockpicking toolkit",),
    )


def check_hours(picker: Holder, scene: Scene) -> bool:
    """EOS-LPICK-05: every five hours of a day cost one of its tasks; False where there is none to lose.

    Ruling pick_budget: an hour that would cost a task already spent is refused, or costs nothing.
    """
    before = picker.count(MINUTES, scene.day)
    if (before + HOUR) // TASK_MINUTES == before // TASK_MINUTES:
        return True
    used, allowed = tasks_used(picker, scene.day), tasks_allowed(picker, scene.day)
    if used < allowed:
        return True
    if scene.world.ruling("pick_budget", "refuse") == "refuse":
        scene.refuse(
            "EOS-LPICK-05",
            f"Another hour would cost {picker.name} a task, and {text_of(used)} of {text_of(allowed)} are spent on day "
            f"{scene.day}.",
            thing=picker.name,
            state=f"{text_of(used)} of {text_of(allowed)} tasks used",
            help=("camp",),
        )
    return False


def minutes_of(margin: Amount | None) -> Number | None:
    """EOS-LPICK-03: an hour; on success five minutes less for each number rolled over, down to a few seconds."""
    if margin is None:
        return None
    over = exact(margin)
    return HOUR if over <= 0 else max(0, HOUR - OFF_A_NUMBER * over)

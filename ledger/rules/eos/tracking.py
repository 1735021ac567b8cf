"""Tracking (EOS-HUNT-10): following somebody's trail, a roll for each day."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from ledger.allowance import spend_task
from ledger.ruling import Command, Figure, People, Person, Place, Said, Scene, Things, Usage, Whole, part
from ledger.shadows import needs_eyes
from projections.conditions import is_marked
from projections.pools import skill
from projections.world import Holder
from schemas.dice import Roll
from schemas.entry import Event
from schemas.events.tracking import TrackRolled
from schemas.postings import AnyPosting, Marked, Unmarked
from schemas.units import Number, exact, stored


class Track(Command, tag="track", frozen=True):
    """Follow somebody's trail, a roll for each day: `track Mara Rook --rolled 12/7 --against 9/9`."""

    words: ClassVar[tuple[str, ...]] = ("who", "whom")
    dice: ClassVar[tuple[str, ...]] = ("rolled", "against")
    usage: ClassVar[str] = (
        "track WHO WHOM [--days N] [--bonus N] [--target N] [--using LIGHT] [--in PLACE] [--rolled DICE]"
        " [--against DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "track Mara Rook --rolled 12/7 --against 9/9",
        'track Mara Rook --bonus -4 --reason "two days of rain" --rolled 12 --against 9',
    )
    who: People
    whom: Person
    days: Whole | None = None
    bonus: Figure | None = None
    target: Figure | None = None
    using: Things = ()
    in_: Place | None = None


def track(command: Track, scene: Scene) -> Iterator[Event | Said]:
    """EOS-HUNT-10: one contest for each day of following, and for each day that the other is ahead.

    EOS-HUNT-11: whoever has lost the trail tries again for a task. EOS-HUNT-12: no gear is asked. EOS-HUNT-13: --bonus
    is the GM's word on weather and a cold trail. Refused: no task left for another try (EOS-DAY-01), not able to act.
    Usage: to follow oneself, fewer days than one.
    """
    if command.days is not None and command.days < 1:
        raise Usage(f"--days is 1 or more, not {command.days}.")
    trackers = scene.people(command.who)
    prey = scene.people((command.whom,))
    if len(prey) > 1 or prey[0] in trackers:
        raise Usage("One trail is followed, of one other: track WHO WHOM.", nearest=("track Mara Rook",))
    for tracker in trackers:
        scene.able(tracker)
        needs_eyes(scene, tracker, "follow a trail")
        days = command.days or (scene.dice.waiting(label(tracker, prey[0]), "rolled") if len(trackers) == 1 else 1) or 1
        for _ in range(days):
            yield from track_day(command, tracker, prey[0], scene)


def track_day(command: Track, tracker: Holder, prey: Holder, scene: Scene) -> Iterator[Event | Said]:
    """One day of the trail: a part of its own, with the task that another try takes (EOS-HUNT-11)."""
    place = scene.world.place_of(tracker.name)
    if command.in_ is not None or place is None:
        place = scene.where(tracker, command.in_)
    costs = costs_task(tracker, prey, scene)
    if costs:
        yield part(spend_task(scene, tracker, "track", place, light=command.using))
    roll = contest(command, tracker, prey, scene)
    behind = int(exact(trail(tracker, prey))) + 1
    rolled = TrackRolled(
        who=tracker.name,
        place=place,
        rule="EOS-HUNT-11" if costs else "EOS-HUNT-10",
        roll=roll,
        whom=prey.name,
        behind=behind,
        held=roll.won,
        postings=() if roll.won is None else marks(tracker, prey, behind, roll.won),
    )
    yield rolled if costs else part(rolled)


def label(tracker: Holder, prey: Holder) -> str:
    return f"{tracker.name} tracks {prey.name}"


def costs_task(tracker: Holder, prey: Holder, scene: Scene) -> bool:
    """EOS-HUNT-11: a try after a lost trail is a task; the first of all is free (ruling first_tracking_try_free)."""
    if is_marked(tracker, f"lost {prey.name}", scene.moment):
        return True
    on_it = is_marked(tracker, f"trail {prey.name}", scene.moment)
    return not on_it and scene.world.ruling("first_tracking_try_free", "yes") == "no"


def trail(tracker: Holder, prey: Holder) -> Number:
    """How many days of a trail somebody has held."""
    for name in (f"lost {prey.name}", f"trail {prey.name}"):
        mark = tracker.marks.get(name)
        if mark is not None and mark.value is not None and not isinstance(mark.value, str):
            return mark.value
    return 0


def contest(command: Track, tracker: Holder, prey: Holder, scene: Scene) -> Roll:
    """EOS-HUNT-10: both with Hunting + Presence; --target is the GM's number for a trail that nobody lays."""
    plus: list[tuple[str, Number]] = [("hunting", skill(tracker, "hunting")), ("presence", tracker.number("presence"))]
    if command.bonus is not None:
        plus.append(("bonus", exact(command.bonus)))
    if command.target is not None:
        return settled(scene.roll(tracker.name, label(tracker, prey), plus, target=exact(command.target)), scene)
    hidden: tuple[tuple[str, Number], ...] = (
        ("hunting", skill(prey, "hunting")),
        ("presence", prey.number("presence")),
    )
    against = scene.roll(prey.name, f"{prey.name} leaves {tracker.name} behind", hidden, side="against")
    return settled(scene.roll(tracker.name, label(tracker, prey), plus, against=against), scene)


def settled(roll: Roll, scene: Scene) -> Roll:
    """Equal totals lose the trail, or keep it (ruling track_tie)."""
    if roll.margin is not None and not exact(roll.margin) and scene.world.ruling("track_tie", "lost") == "kept":
        return msgspec.structs.replace(roll, won=True)
    return roll


def marks(tracker: Holder, prey: Holder, behind: int, held: bool) -> tuple[AnyPosting, ...]:
    """What the day leaves: so many days of the trail are held, or it is lost after as many as before."""
    on, lost = f"trail {prey.name}", f"lost {prey.name}"
    now, then, days = (on, lost, behind) if held else (lost, on, behind - 1)
    gone = (Unmarked(tracker.name, then),) if then in tracker.marks else ()
    return (*gone, Marked(tracker.name, now, stored(days)))

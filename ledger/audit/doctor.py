"""Impossible states, found and named, each with the entry that made it: asked by `doctor`."""

from ledger.audit.asserts import Found, impossible
from ledger.reading import Reading
from projections.pools import adjusted_max_hp, state
from projections.wear import worn
from projections.world import PEOPLE, Finding, Holder, World
from schemas.entry import Line
from schemas.units import counted, exact, text_of

MOST_TASKS = 3
ACTS = ("task.spent",)


def ailments(reading: Reading) -> list[Found]:
    """Everything in force that cannot be, in the order of history: a `hole`, `nobody`, too many `tasks`, the `dead` or
    unconscious at work, `hp` above the maximum, one piece in two places, more `worn` than a body bears.

    What the GM overruled is no ailment.
    """
    found = impossible(reading)
    pieces: dict[str, str] = {}

    def look(world: World, line: Line, findings: list[Finding]) -> None:
        for f in findings:
            holder = world.holders.get(f.holder)
            if holder is None or holder.kind not in PEOPLE:
                continue
            if f.field == "tasks":
                found.extend(_tasks(world, holder, line))
            elif f.field == "hp" and f.after is not None and not isinstance(f.after, str):
                full = adjusted_max_hp(world, holder)
                if f.after > full:
                    text = f"{holder.name} has {counted(f.after, 'hit point')} of {text_of(full)}"
                    found.append(Found("hp", line.position, holder.name, text))

    world = reading.walk(look)
    for holder in world.holders.values():
        for lot in holder.all_lots():
            if lot.piece and pieces.setdefault(lot.name, holder.name) != holder.name:
                text = f"{lot.name} is with {pieces[lot.name]} and with {holder.name}"
                found.append(Found("twice", lot.position, lot.name, text))
            if lot.quantity < 0:
                text = f"{holder.name} has {text_of(lot.quantity)} of {lot.name}"
                found.append(Found("hole", lot.position, holder.name, text))
        if holder.kind in PEOPLE:
            suits = [lot for lot in worn(holder) if lot.item == "armor"]
            most = int(exact(holder.number("armor_suits_max", 1))) or 1
            if len(suits) > most:
                text = f"{holder.name} wears {counted(len(suits), 'suit')} of armor, {most} at most"
                found.append(Found("worn", suits[-1].position, holder.name, text))
    overruled = {e.position for e, _ in reading.entries([f.position for f in found]) if e.overruled}
    overruled |= _overruled_deeds(reading, [f.position for f in found])
    history = reading.campaign.history
    return sorted((f for f in found if f.position not in overruled), key=lambda f: history.key(f.position))


def _tasks(world: World, who: Holder, line: Line) -> list[Found]:
    found = []
    day = world.day
    used, freed = who.count("tasks", day), min(1, who.count("freed", day))
    if used > 2 + freed or used > MOST_TASKS:
        text = f"{who.name} works {counted(used, 'task')} on day {day}, {text_of(2 + freed)} at most"
        found.append(Found("tasks", line.position, who.name, text))
    if line.event.type in ACTS and state(who) in ("dead", "unconscious"):
        found.append(Found("dead", line.position, who.name, f"{who.name} is {state(who)} and works on day {day}"))
    return found


def _overruled_deeds(reading: Reading, positions: list[int]) -> set[int]:
    """Of these entries, those whose deed the GM overruled."""
    deeds = {p: reading.campaign.history.deeds[p] for p in positions}
    waived = {e.position for e, _ in reading.entries(sorted(set(deeds.values()))) if e.overruled}
    return {p for p, deed in deeds.items() if deed in waived}

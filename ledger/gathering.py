"""Gathering: what hunting, traps and fishing have in common. `VERB WHO [--in] [--with] [--tasks] [--rolled]`."""

from ledger.ruling import Scene, Usage
from projections.pools import skill
from projections.world import Holder
from projections.zones import hunt_target, ready_mark, trap_target
from schemas.dice import Roll
from schemas.postings import AnyPosting, Unmarked
from schemas.units import Amount, Number, exact

READY_TARGET = 0
"""EOS-FARM-09: the number to beat of one hunt or line of traps at a farm that animals have eaten of."""


def tasks_meant(verb: str, tasks: int) -> int:
    """How many tasks the line is about. Usage: fewer than one, as gathering leaves nothing over for later."""
    if tasks < 1:
        raise Usage(f"{verb} takes one task or more, not {tasks}.", nearest=(f"{verb} WHO --tasks 1",))
    return tasks


def is_beast(who: Holder) -> bool:
    """EOS-FOOD-05: a figure of the GM that is of no playable race, or without a mind: it forages with what it has."""
    return who.kind == "npc" and (not who.word("race") or who.number("mind") < 1)


def number_to_beat(
    scene: Scene, zone: Holder, craft: str, told: Amount | None
) -> tuple[Number, tuple[AnyPosting, ...]]:
    """Of a `hunt` or `trap`: the GM's `--target`, a farm's ready bow, else the zone's number; and what that uses up.

    EOS-FARM-09, EOS-FARM-12: a ready bow is a mark `ready hunt` or `ready trap` on the zone, used once.
    """
    if told is not None:
        return exact(told), ()
    ready = ready_mark(zone, craft, scene.moment)
    if ready is not None:
        return READY_TARGET, (Unmarked(zone.name, ready),)
    return (hunt_target if craft == "hunt" else trap_target)(scene.world, zone, scene.day), ()


def gather_roll(scene: Scene, who: Holder, craft: str, says: str, target: Number, bonus: Amount | None) -> Roll:
    """d20 + the skill + Presence against a number (EOS-HUNT-03, EOS-TRAP-02, EOS-FISH-02), and the GM's `--bonus`.

    A beast without the skill has presence alone (EOS-FOOD-05).
    """
    level = skill(who, craft)
    plus: list[tuple[str, Number]] = [] if is_beast(who) and not level else [(craft, level)]
    plus.append(("presence", who.number("presence")))
    if bonus is not None:
        plus.append(("bonus", exact(bonus)))
    return scene.roll(who.name, f"{who.name} {says}", plus, target=target)


def receiver(scene: Scene, who: Holder, place: str, to: str | None) -> str:
    """Who gets what was made at `place`: the one who worked, or `--to` somebody or a store in the same zone."""
    if to is None:
        return who.name
    world = scene.world
    holder = world.get(to)
    if "@" in to and to not in world.holders:
        found = world.piece(to)
        holder = found[0] if found else holder
    at = world.place_of(holder.name) or holder.name
    if world.zone_of(at) != world.zone_of(place):
        raise scene.lacks(
            f"{to} is not in {world.zone_of(place)}, where {who.name} is.", thing=to, state=f"in {at}",
            help=(f"give {who.name} food --to {to}",),
        )  # fmt: skip
    return to


def times(margin: Amount | None, factor: int = 1) -> int:
    """For each number rolled over, so many."""
    return int(exact(margin or 0)) * factor

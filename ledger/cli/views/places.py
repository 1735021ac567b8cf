"""Places on the page: `zone`, `site`."""

from typing import Any, ClassVar

from ledger.reading import Reading
from ledger.ruling import Command, Place, Refused
from projections.zones import HUNT, TRAP, depletion, hunt_base, hunt_target, trap_base, trap_target


class ZoneQuestion(Command, tag="zone", frozen=True):
    words: ClassVar[tuple[str, ...]] = ("name",)
    usage: ClassVar[str] = "zone NAME"
    name: Place


def zone(question: ZoneQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-HUNT-02, EOS-TRAP-05: a zone's numbers as they are on the day looked at."""
    world, day = reading.world, reading.day
    holder = world.get(world.zone_of(question.name))
    if holder.kind != "zone":
        raise Refused(f"{question.name} is no zone on {reading.calendar.text(reading.on)}.", thing=question.name)
    data = {
        "name": holder.name,
        "kind": holder.word("terrain", "wild"),
        "miles": holder.fields.get("miles"),
        "zones": holder.fields.get("zones"),
        "hunt_base": hunt_base(holder),
        "hunt_depletion": depletion(world, holder, HUNT, day),
        "hunt_target": hunt_target(world, holder, day),
        "trap_base": trap_base(holder),
        "trap_depletion": depletion(world, holder, TRAP, day),
        "trap_target": trap_target(world, holder, day),
    }
    return data, [f"{name}: {value}" for name, value in data.items()]

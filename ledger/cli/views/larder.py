"""The larder on the page: `larder`."""

from typing import Any, ClassVar

from ledger.reading import Reading
from ledger.ruling import Command, Place, Usage
from projections.larder import in_play, larder
from projections.world import PEOPLE
from schemas.units import counted, text_of


class LarderQuestion(Command, tag="larder", frozen=True):
    """The food of the people and the store of a place: `larder Oakwood --on day-8`."""

    words: ClassVar[tuple[str, ...]] = ("place",)
    usage: ClassVar[str] = "larder [PLACE]"
    examples: ClassVar[tuple[str, ...]] = ("larder", "larder Oakwood --on day-8")
    place: Place | None = None


def place_of_party(reading: Reading) -> str:
    """Where the party is; Usage if it is apart or nowhere."""
    world = reading.world
    places = {p for h in world.of_kind("character") if in_play(h) and (p := world.place_of(h.name))}
    if len(places) != 1:
        where = "apart" if places else "nowhere"
        raise Usage(f"The party is {where}: say which place.", nearest=tuple(f"larder {p}" for p in sorted(places)))
    return places.pop()


def view(question: LarderQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-FOOD-01, EOS-FOOD-07: units that can be eaten, what is spoiled, how many days they last, lot by lot."""
    world = reading.world
    place = question.place or place_of_party(reading)
    if world.get(place).kind in PEOPLE:
        place = world.place_of(place) or place
    found = larder(world, place, reading.on)
    data: dict[str, Any] = {
        "place": place,
        "units": found.units,
        "fresh": found.fresh,
        "preserved": found.preserved,
        "spoiled": found.spoiled,
        "days_left": found.days_left,
        "first_spoils": found.first_spoils,
        "lots": [
            {
                "lot": lot.name,
                "item": lot.item,
                "quantity": lot.quantity,
                "holder": holder.name,
                "harvested_on": lot.harvested_on,
                "spoils_on": lot.spoils_on,
                "state": state,
            }
            for holder, lot, state in found.lots
        ],
    }
    lasts = "" if found.days_left is None else f", enough for {counted(found.days_left, 'day')}"
    eyes = [
        f"{place}: {counted(found.units, 'unit')} "
        f"({text_of(found.fresh)} fresh, {text_of(found.preserved)} preserved){lasts}"
        + (f"; {text_of(found.spoiled)} spoiled" if found.spoiled else "")
    ]
    for holder, lot, state in found.lots:
        spoils = "" if lot.spoils_on is None else f", spoils on day {lot.spoils_on}"
        eyes.append(f"  {lot.name}: {text_of(lot.quantity)} {lot.item} of {holder.name}, {state}{spoils}")
    return data, eyes

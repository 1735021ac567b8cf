"""Places on the page: `zone`, `site`."""

from typing import Any, ClassVar

from ledger import house
from ledger.audit.veil import Veil
from ledger.reading import Reading
from ledger.ruling import Command, Place, Refused
from ledger.seats import plays
from projections.cold import tents
from projections.conditions import is_marked
from projections.places import cold, fire_days, fire_lit, lying_in, shelter_next_loss, shelter_tier, weather
from projections.world import Holder, Lot, World
from projections.zones import (
    HUNT,
    TRAP,
    depletion,
    hunt_base,
    hunt_target,
    ready_mark,
    trap_base,
    trap_target,
    trees_left,
)
from schemas.units import counted, text_of

TRAP_KIND, WAITS = "trap", ("ready", "hide", "armed")
"""Traps that were set against others, and the steps at which they lie there."""
PLACES = ("zone", "site", "water", "mine", "quarry", "structure", "terrain")
NO_SPRING = "no spring: the book was opened without --spring, so worn zones do not recover from hunting"


class ZoneQuestion(Command, tag="zone", frozen=True):
    """A zone: the numbers to beat, wear, weather, sites."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    usage: ClassVar[str] = "zone NAME"
    examples: ClassVar[tuple[str, ...]] = ("zone Oakwood", "zone Oakwood --on day-1")
    name: Place


class SiteQuestion(Command, tag="site", frozen=True):
    """A place: its shelter and fire, what stands there, who is there."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    usage: ClassVar[str] = "site PLACE"
    examples: ClassVar[tuple[str, ...]] = ("site Oakwood", 'site "Bear Cave" --on day-8')
    name: Place


def zone(question: ZoneQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-HUNT-02, EOS-TRAP-05: a zone's numbers on the day looked at; of something in it, those of its zone."""
    world, day = reading.world, reading.day
    holder = world.get(world.zone_of(question.name))
    if holder.kind != "zone":
        date, here = reading.calendar.text(reading.on), world.place_of(question.name)
        if here is not None:
            raise Refused(f"{question.name} is no place, but in {here} on {date}.", thing=question.name, state=f"in {here}",
                          help=(f"zone {here}",))  # fmt: skip
        known = holder.kind != "nobody"
        raise Refused(f"{question.name} {'lies in no zone' if known else 'is not in the book'} on {date}.",
                      thing=question.name, state=holder.kind if known else "unknown")  # fmt: skip
    spring = reading.calendar.next_spring(day)
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
        "trees_left": trees_left(holder),
        "cold": cold(holder, reading.on, night=False),
        "night_cold": cold(holder, reading.on, night=True),
        "snow": bool(weather(holder, "snow", reading.on)),
        "light": weather(holder, "light", reading.on),
        "ready": [craft for craft in ("hunt", "trap") if ready_mark(holder, craft, reading.on)],
        "sites": names(lying_in(world, holder.name, "site", deep=True)),
        "next_month": reading.calendar.next_month(day),
        "next_spring": spring,
    }
    if spring is None:
        reading.notices.append(("no-spring", f"There is {NO_SPRING}."))
    return data, zone_page(data)


def zone_page(data: dict[str, Any]) -> list[str]:
    """A zone for eyes: what it is, what to beat there, its weather, what of the year is next."""
    of = "" if data["miles"] is None else f", {counted(data['miles'], 'mile')} from a town"
    size = "" if data["zones"] is None else f", {counted(data['zones'], 'zone')}"
    eyes = [f"{data['name']}: {data['kind']}{of}{size}"]
    for craft, name in (("hunt", "hunting"), ("trap", "trapping")):
        worn = data[f"{craft}_depletion"]
        base = words_of(data[f"{craft}_base"])
        eyes.append(
            f"{name}: {words_of(data[f'{craft}_target'])} to beat"
            + (f" ({base}, and {text_of(worn)} of wear)" if worn else "")
        )
    eyes += [f"ready for one easy {' and one easy '.join(data['ready'])}"] if data["ready"] else []
    eyes += [f"trees left: {words_of(data['trees_left'])}"] if data["trees_left"] is not None else []
    snow, light = (", snow" if data["snow"] else ""), (f", {data['light']}" if data["light"] else "")
    eyes.append(f"weather: cold {words_of(data['cold'])}, at night {words_of(data['night_cold'])}{snow}{light}")
    eyes += [f"sites: {words_of(data['sites'])}"] if data["sites"] else []
    eyes.append(f"next month: day {data['next_month']}")
    spring = data["next_spring"]
    return [*eyes, f"next spring: {f'day {spring}' if spring is not None else NO_SPRING}"]


def site(question: SiteQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-BUSH-08, EOS-BUSH-10, EOS-BUSH-11: a place as it is on the day looked at, and what is there."""
    world, day = reading.world, reading.day
    place = world.get(question.name)
    if place.kind not in PLACES:
        raise Refused(f"{question.name} is no place on {reading.calendar.text(reading.on)}.", thing=question.name,
                      state=place.kind)  # fmt: skip
    name = place.name
    data = {
        "name": name,
        "zone": world.zone_of(name),
        "kind": place.kind,
        "shelter_tier": shelter_tier(place, day),
        "shelter_next_loss": shelter_next_loss(place, day),
        "fire_lit": fire_lit(place, day),
        "fire_days": fire_days(place, day),
        "tents": [lot.name for lot in tents(world, name, reading.on)],
        "structures": names(lying_in(world, name, "structure")),
        "workshops": [lot.name for lot in pieces_at(world, place) if lot.item.endswith(" workshop")],
        "waters": names(lying_in(world, name, "water")),
        "mines": names(lying_in(world, name, "mine", "quarry")),
        "locks": names(lying_in(world, name, "lock")),
        "traps": traps_known(reading, name),
        "vessels": names(lying_in(world, name, "vessel"))
        + [lot.named or lot.name for lot in pieces_at(world, place) if floats(lot.item, world)],
        "people": [h.name for h in world.at(name) if not is_marked(h, "gone", reading.on)],
    }
    left = place.fields.get("left")
    more = [] if left is None else [f"left in it: {words_of(left)} {'ore' if place.kind == 'mine' else 'stones'}"]
    return data, [*site_page(data), *more]


def site_page(data: dict[str, Any]) -> list[str]:
    """A place for eyes: shelter and fire, then what and who is there; what is not there is left out."""
    within = f" in {data['zone']}" if data["zone"] not in (None, data["name"]) else ""
    eyes = [f"{data['name']}: {data['kind']}{within}"]
    falls = "" if data["shelter_next_loss"] is None else f", a tier less on day {data['shelter_next_loss']}"
    eyes.append(f"shelter: T{text_of(data['shelter_tier'])}{falls}" if data["shelter_tier"] else "shelter: none")
    wood = f"wood for {counted(data['fire_days'], 'day')}" if data["fire_days"] else "no wood"
    eyes.append(f"fire: {'lit' if data['fire_lit'] else 'out'}, {wood}")
    found = ("tents", "structures", "workshops", "waters", "mines", "locks", "traps", "vessels")
    eyes += [f"{what}: {words_of(data[what])}" for what in found if data[what]]
    return [*eyes, f"people: {words_of(data['people'])}"]


def traps_known(reading: Reading, place: str) -> list[str]:
    """EOS-TRAP-10: where the traps of a place lie that wait for somebody, as far as the seat knows of them."""
    veil, own = Veil(reading), set(plays_names(reading))
    return [
        trap.word("at")
        for trap in lying_in(reading.world, place, TRAP_KIND)
        if trap.word("step") in WAITS
        and (veil.sees_all or own & aware_of(trap) or not veil.hides_at(int(trap.name.rpartition("@")[2])))
    ]


def plays_names(reading: Reading) -> list[str]:
    return [h.name for h in plays(reading.world, reading.seat)] if reading.seat is not None else []


def aware_of(trap: Holder) -> set[str]:
    """Who knows of a trap: the trapper, who watched, who found it."""
    return {field[len("aware ") :] for field, value in trap.fields.items() if field.startswith("aware ") and value}


def names(holders: list[Holder]) -> list[str]:
    return [h.name for h in holders]


def pieces_at(world: World, place: Holder) -> list[Lot]:
    """What lies at a place, and then what the people there have."""
    return [lot for holder in (place, *world.at(place.name)) for lot in holder.all_lots()]


def floats(item: str, world: World) -> bool:
    """EOS-NAV-08: whether a thing is a vessel: of the books, or declared as one."""
    if world.get(item).kind == "vessel":
        return True
    try:
        return "EOS-NAV-08" in house.thing_row(world, item).ids
    except KeyError:
        return False


def words_of(value: Any) -> str:
    match value:
        case None:
            return "—"
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case list():
            return ", ".join(value) or "none"
        case _:
            return text_of(value)

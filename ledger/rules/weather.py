"""Weather: how cold, bright and white a zone is, as the game master says."""

from typing import ClassVar

from ledger.lighting import read_light
from ledger.ruling import Answer, Command, Flag, Place, Scene, Text, Until, Usage, Whole
from projections.pools import state
from projections.world import Holder
from schemas.events.declaring import WeatherDeclared
from schemas.postings import Put
from schemas.units import Amount, Moment


class Weather(Command, tag="weather", frozen=True):
    """Say the weather of a zone: `weather --cold 3 --night 6 --snow --in Oakwood --until day-9`."""

    gm: ClassVar[bool] = True
    usage: ClassVar[str] = (
        "weather [--cold N] [--night N] [--snow | --clear] [--light bright|dark|1..100] [--in ZONE] [--until MOMENT]"
    )
    examples: ClassVar[tuple[str, ...]] = ("weather --cold 3 --night 6 --in Oakwood", "weather --clear --in Oakwood")
    cold: Whole | None = None
    night: Whole | None = None
    snow: Flag = False
    clear: Flag = False
    light: Text | None = None
    in_: Place | None = None
    until: Until | None = None


def weather(command: Weather, scene: Scene) -> Answer:
    """EOS-ENV-01: the cold of a zone by day, and by night if another was said, from here to the next declaration.

    EOS-FARM-02: snow stays until `--clear`. A level below nought is usage; an end that is over is refused.
    """
    zone = zone_meant(command.in_, scene)
    told: dict[str, Amount | None] = {}
    if _is_over(zone, scene.moment):
        told |= {"cold": 0, "night_cold": None, "snow": 0, "light": None, "weather_until": None}
    if command.cold is not None:
        told |= {"cold": _level(command.cold, "cold"), "night_cold": None, "weather_until": None}
    if command.night is not None:
        told["night_cold"] = _level(command.night, "night")
    if command.snow and command.clear:
        raise Usage("Snow falls or it is clear, not both.")
    if command.snow or command.clear:
        told["snow"] = int(command.snow)
    if command.light is not None:
        told["light"] = read_light(command.light)
    if not told and command.until is None:
        raise Usage("What weather? Say --cold, --night, --snow, --clear or --light.", nearest=Weather.examples)
    if command.until is not None:
        if command.until <= scene.moment:
            raise scene.lacks(
                f"{scene.date(command.until)} is over: it is {scene.date()}.", thing="until", state=scene.date()
            )
        told["weather_until"] = command.until
    postings = tuple(Put(zone.name, field, value) for field, value in told.items())
    rule = "EOS-ENV-01" if scene.game == "eos" else None
    return [WeatherDeclared(place=zone.name, said=_said(told, scene), rule=rule, postings=postings)]


def zone_meant(place: str | None, scene: Scene) -> Holder:
    """The zone of `--in`, else the one where the party is, else the only one. Refused: they are apart, or nowhere."""
    world = scene.world
    if place is not None:
        zone = scene.zone(place)
        if zone.kind != "zone":
            raise scene.lacks(f"{place} lies in no zone.", thing=place, state=world.get(place).kind)
        return zone
    party = [h for h in world.of_kind("character") if state(h) not in ("dead", "gone")]
    zones = {world.zone_of(p) for h in party if (p := world.place_of(h.name))}
    if not zones:
        zones = {z.name for z in world.of_kind("zone")}
    if len(zones) != 1:
        where = " and ".join(sorted(zones)) or "nowhere"
        raise scene.lacks(
            f"Which zone? The party is in {where}: say --in PLACE.",
            thing="zone",
            state=where,
            help=tuple(f"weather --in {z}" for z in sorted(zones)),
        )
    return world.get(zones.pop())


def _is_over(zone: Holder, moment: Moment) -> bool:
    until = zone.fields.get("weather_until")
    return isinstance(until, int) and moment >= until


def _said(told: dict[str, Amount | None], scene: Scene) -> str:
    """The weather in words: `cold 3, by night 6, snow, light 20, until day 9 06:00`."""
    words = []
    for field, value in told.items():
        if field == "snow":
            words.append("snow" if value else "no snow")
        elif field == "weather_until" and isinstance(value, int):
            words.append(f"until {scene.date(value)}")
        elif value is not None:
            words.append(f"{'by night' if field == 'night_cold' else field} {value}")
    return ", ".join(words)


def _level(level: int, option: str) -> int:
    if level < 0:
        raise Usage(f"--{option} is a level of 0 or more, not {level} (EOS-ENV-01).")
    return level

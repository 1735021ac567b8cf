"""What the game master (GM) declares: places, their weather, and things that the party did not make."""

from typing import ClassVar

from schemas.entry import Event


class PlaceDeclared(Event, tag="place.declared", frozen=True, kw_only=True):
    """EOS-HUNT-02, EOS-TRAP-05: a zone, water, mine, site, structure, terrain or lock, new or changed."""

    says: ClassVar[str] = "{name} is declared ({kind}): {said}"
    name: str
    kind: str
    said: str = ""


class ThingDeclared(Event, tag="thing.declared", frozen=True, kw_only=True):
    """EOS-GEAR-10: a vessel, book, map or thing that the books do not list; `gm give` hands it out."""

    says: ClassVar[str] = "{name} is declared ({kind}): {said}"
    name: str
    kind: str
    said: str = ""


class WeatherDeclared(Event, tag="weather.declared", frozen=True, kw_only=True):
    """EOS-ENV-01: cold, snow and light of a zone from here on, until the next word or until `until`."""

    says: ClassVar[str] = "The weather in {place}: {said}"
    said: str = ""

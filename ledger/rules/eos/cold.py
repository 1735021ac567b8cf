"""Cold (EOS-ENV): hour by hour, by night and where a line says so."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ledger.ruling import Answer, Asked, Command, Figure, People, Said, Scene, Text, TickRule, Usage, part
from projections.cold import Exposure, bites, campfire, exposure, level_at, roof, tonight, whole_hours
from projections.larder import in_play
from projections.world import Holder, World
from schemas.calendar import HOUR_SECONDS, Calendar
from schemas.entry import Event
from schemas.events.cold import ColdBitten
from schemas.postings import Changed
from schemas.units import Moment, exact, stored

MEANS = ("shelter", "fire")
LONGEST_EXPOSURE = 1000


class Expose(Command, tag="expose", frozen=True):
    """Hours in the cold, by day or where no camp is made: `expose Mara,Ivo --hours 3 --by shelter`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "expose WHO --hours N [--by shelter|fire]"
    examples: ClassVar[tuple[str, ...]] = ("expose Mara,Ivo --hours 3", "expose Pip --hours 2 --by shelter")
    who: People
    hours: Figure = 1
    by: Text | None = None


def expose(command: Expose, scene: Scene) -> Iterator[Event | Said]:
    """EOS-ENV-02: one entry for every hour and person that the cold hurts, at the level of their zone (EOS-ENV-01).

    Nothing protects but what is worn, and what `--by` names. Usage: hours below 0. Refused: a fire that does not burn
    (EOS-BUSH-08), a shelter that does not stand (EOS-BUSH-11).
    """
    hours = exact(command.hours)
    if not 0 <= hours <= LONGEST_EXPOSURE:
        raise Usage(f"--hours is 0 to {LONGEST_EXPOSURE}, not {command.hours}.")
    means = means_of(command.by)
    for who in scene.people(command.who):
        if not in_play(who):
            raise scene.lacks(
                f"{who.name} is {'dead' if who.fields.get('dead') else 'gone'} and feels no cold.", thing=who.name
            )
        check_means(means, who, scene)
        for _ in range(whole_hours(scene.world, hours)):
            if not in_play(who):
                break
            hour = exposure(
                scene.world, who, scene.moment, shelter="shelter" in means, fire="fire" in means, resting=False
            )
            if hour.harm:
                yield part(bitten(who, hour, scene))


def means_of(by: str | None) -> tuple[str, ...]:
    """`shelter`, `fire`, or both with a comma."""
    means = tuple(word.strip().lower() for word in by.split(",")) if by else ()
    for word in means:
        if word not in MEANS:
            raise Usage(f"--by is shelter or fire, not {word}.", nearest=MEANS)
    return means


def check_means(means: Sequence[str], who: Holder, scene: Scene) -> None:
    """EOS-BUSH-08, EOS-BUSH-11: what does not burn or stand protects nobody."""
    place = scene.world.place_of(who.name) or "nowhere"
    if "fire" in means and not campfire(scene.world, who, scene.moment):
        scene.refuse(
            "EOS-BUSH-08",
            f"No fire burns at {place}.",
            thing=place,
            state="no fire",
            help=(f"light {who.name} fire", f"bushcraft {who.name} fire"),
        )
    if "shelter" in means and not roof(scene.world, who, scene.moment):
        scene.refuse(
            "EOS-BUSH-11",
            f"No shelter stands at {place}.",
            thing=place,
            state="no shelter",
            help=(f"bushcraft {who.name} shelter",),
        )


def bitten(who: Holder, hour: Exposure, scene: Scene) -> ColdBitten:
    """EOS-ENV-09: cold takes current hit points; what follows from them follows by itself."""
    return ColdBitten(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-ENV-06" if hour.shelter or hour.fire else "EOS-ENV-02",
        level=stored(hour.level),
        protection=stored(hour.protection),
        shelter=hour.shelter,
        fire=hour.fire,
        postings=(Changed(who.name, "hp", stored(-hour.harm), source="cold"),),
    )


# -- the tick ---------------------------------------------------------------------------------------------------


def night_moments(calendar: Calendar, day: int) -> Sequence[Moment]:
    """Every whole hour before the next dawn, so far as the day goes back; an hour bites at its start."""
    dawn = calendar.dawn_of(day + 1)
    return range(dawn - 24 * HOUR_SECONDS, dawn, HOUR_SECONDS)


def cold_ones(world: World, moment: Moment) -> list[str]:
    """Everyone, not only who eats of a larder, whom this hour of the night hurts."""
    if not bites(world, moment):
        return []
    return [
        n
        for n in world.people
        if (h := world.holders[n]).fields.get("hp") is not None
        and level_at(world, h, moment)
        and in_play(h)
        and tonight(world, h, moment).harm
    ]


def night(asked: Asked, scene: Scene) -> Answer:
    """EOS-ENV-02: an hour of this night on one person."""
    who = scene.world.holders[asked.subject]
    hour = tonight(scene.world, who, scene.moment)
    return [bitten(who, hour, scene)] if hour.harm else []


NIGHT = TickRule("cold.bitten", 20, night_moments, cold_ones, night)

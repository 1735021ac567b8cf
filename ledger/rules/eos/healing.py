"""Healing (EOS-STAT-06): what a night of rest gives back, and what medics add to it."""

from collections.abc import Sequence

from ledger.ruling import Answer, Asked, Scene, TickRule
from projections.cold import at_rest, hibernates
from projections.days import EXCUSED
from projections.larder import in_play
from projections.natural import growing
from projections.pools import adjusted_max_hp
from projections.world import Holder, World
from schemas.calendar import MINUTE_SECONDS, Calendar
from schemas.events.healing import BodyHealed
from schemas.postings import Changed
from schemas.units import Moment, Number, exact, stored

BEFORE_DAWN = 2 * MINUTE_SECONDS


def healing_moments(calendar: Calendar, day: int) -> Sequence[Moment]:
    return (calendar.dawn_of(day + 1) - BEFORE_DAWN,)


def rest_of(who: Holder, moment: Moment) -> Number:
    """EOS-STAT-06, EOS-DOWN-08: Body a day; twice that of a bear asleep (EOS-RACE-BEAR-05, EOS-RACE-BLACKBEAR-03)."""
    body = who.number("body")
    return body * who.number("rest_heal_multiplier", 1) if hibernates(who) and at_rest(who, moment) else body


def medicine_of(who: Holder, day: int) -> Number:
    """EOS-MED-02, EOS-MED-06: what all medics of the day did, for a patient who worked on nothing (EOS-MED-04).

    Work that the game master let pass when the patient was treated is none.
    """
    return 0 if who.count("tasks", day) > who.count(EXCUSED, day) else who.count("medicine", day)


def hurt_ones(world: World, moment: Moment) -> list[str]:
    """Everyone below what hunger leaves of their maximum, whom a night mends at all."""
    day = world.calendar.day_of(moment)
    return [
        n
        for n in world.people
        if (h := world.holders[n]).fields.get("hp") is not None
        and in_play(h)
        and (mends(world, h, moment) or growing(h, day))
    ]


def mends(world: World, who: Holder, moment: Moment) -> bool:
    """Whether there is anything to heal, and anything that heals it."""
    day = world.calendar.day_of(moment)
    return who.number("hp") < adjusted_max_hp(world, who) and bool(rest_of(who, moment) or medicine_of(who, day))


def heal(asked: Asked, scene: Scene) -> Answer:
    """EOS-STAT-06, EOS-STARV-10: offered; the fold takes what is missing to the adjusted maximum.

    EOS-GEAR-13: a week after the damage hide and claws have a tier back, and so every week (EOS-RACE-DRAGON-02,
    EOS-RACE-ROCKTROLL-02, EOS-RACE-TIGER-03).
    """
    who = scene.world.holders[asked.subject]
    rest = medicine = exact(0)
    if mends(scene.world, who, scene.moment):
        rest, medicine = rest_of(who, scene.moment), medicine_of(who, scene.day)
    grown = growing(who, scene.day)
    offers = [Changed(who.name, "hp", stored(rest), source="rest")] if rest else []
    if medicine:
        offers.append(Changed(who.name, "hp", stored(medicine), source="medicine"))
    return [
        BodyHealed(
            who=who.name,
            place=scene.world.place_of(who.name),
            rule="EOS-STAT-06" if rest else "EOS-MED-02" if medicine else "EOS-GEAR-13",
            day=scene.day,
            rest=stored(rest),
            medicine=stored(medicine),
            grown=tuple(grown),
            postings=(*offers, *(Changed(who.name, f"hurt {part}", -1, source="time") for part in grown)),
        )
    ]


HEALING = TickRule("body.healed", 40, healing_moments, hurt_ones, heal)

"""Places: who stands where; a site's fire and shelter.

A fire burns one banked day at each dawn while lit; a shelter loses a tier each whole week: asked, not written.
"""

from projections.structures import KIND as STRUCTURE
from projections.structures import is_wall, next_loss, tier_now
from projections.world import Finding, Holder, World, field_fold, put_fold
from schemas.calendar import whole_weeks
from schemas.postings import Changed, Put
from schemas.units import Number, exact


def fire_days(place: Holder, day: int) -> Number:
    """EOS-BUSH-08, EOS-LOG-04: days of fire left at a place; one goes at each dawn while it is lit."""
    banked = place.number("fire")
    if not place.number("fire_lit"):
        return banked
    return max(0, banked - (day - int(place.number("fire_day"))))


def fire_lit(place: Holder, day: int) -> bool:
    """Whether a fire burns at a place: lit, and not yet burned down."""
    return bool(place.number("fire_lit")) and fire_days(place, day) > 0


def _settle_fire(place: Holder, day: int) -> None:
    left = fire_days(place, day)
    if place.number("fire_lit") and not left:
        place.fields["fire_lit"] = 0
    place.fields["fire"] = left
    place.fields["fire_day"] = day


@field_fold("fire")
def fire_banked(world: World, place: Holder, p: Changed) -> None:
    _settle_fire(place, world.day)
    before = place.number("fire")
    after = place.fields["fire"] = max(0, before + exact(p.by))
    if world.trace is not None:
        world.found(Finding(world.position, "changed", place.name, field="fire_days", before=before, after=after,
                            quantity=exact(p.by), source=p.source))  # fmt: skip


@put_fold("fire_lit")
def fire_put(world: World, place: Holder, p: Put) -> None:
    _settle_fire(place, world.day)
    place.fields["fire_lit"] = 1 if p.to else 0


@put_fold("fire_days")
def fire_days_put(world: World, place: Holder, p: Put) -> None:
    _settle_fire(place, world.day)
    place.fields["fire"] = exact(p.to or 0)


def lying_in(world: World, place: str, *kinds: str, deep: bool = False) -> list[Holder]:
    """What of these kinds lies in a place, in the order of the book; `deep`: also in what lies in it."""
    found = [h for h in world.of_kind(*kinds) if h.fields.get("in") == place]
    if deep:
        found = [h for h in world.of_kind(*kinds) if h.name != place and world.zone_of(h.name) == place]
    return found


def shelter_tier(place: Holder, day: int) -> int:
    """EOS-BUSH-11: a tier less for each whole week since it last rose from nothing (ruling shelter_anchor)."""
    built = built_tier(place, day)
    base = place.number("shelter")
    if not base:
        return built
    return max(built, int(base) - whole_weeks(day - int(place.number("shelter_day"))))


def built_tier(place: Holder, day: int) -> int:
    """EOS-WOOD-06, EOS-ARCH-08, EOS-ARCH-09: under the roof of a building is as good as in a shelter of its tier."""
    return int(tier_now(place, day)) if place.kind == STRUCTURE and not is_wall(place) else 0


def shelter_next_loss(place: Holder, day: int) -> int | None:
    """The first day with a lower tier, or None where no shelter stands."""
    tier = shelter_tier(place, day)
    if not tier:
        return None
    if tier == built_tier(place, day):
        return next_loss(place, day)
    since = int(place.number("shelter_day"))
    return since + 7 * (whole_weeks(day - since) + 1)


@field_fold("shelter")
def shelter_raised(world: World, place: Holder, p: Changed) -> None:
    """EOS-BUSH-10: higher by so many tiers, up to what its builder can."""
    day = world.day
    before = shelter_tier(place, day)
    after = int(before + exact(p.by))
    if p.not_above is not None:
        after = max(before, min(after, int(exact(p.not_above))))
    after = max(0, after)
    anew = not before or world.ruling("shelter_anchor", "first-build") == "last-bolster"
    if anew:
        place.fields["shelter"], place.fields["shelter_day"] = after, day
    else:
        place.fields["shelter"] = place.number("shelter") + after - before
    if world.trace is not None:
        world.found(Finding(world.position, "changed", place.name, field="shelter_tier", before=before, after=after,
                            quantity=exact(p.by), source=p.source))  # fmt: skip


@put_fold("shelter_tier")
def shelter_put(world: World, place: Holder, p: Put) -> None:
    place.fields["shelter"], place.fields["shelter_day"] = exact(p.to or 0), world.day


def weather(zone: Holder, field: str, moment: int) -> Number | str | None:
    """What was declared of a zone's weather (`snow`, `light`), as long as that holds; None if nothing was."""
    until = zone.fields.get("weather_until")
    return None if isinstance(until, int) and moment >= until else zone.fields.get(field)


def cold(place: Holder, moment: int, night: bool) -> Number:
    """EOS-ENV-01: the level declared for a zone, by night the night's if one was said; none declared is 0."""
    until = place.fields.get("weather_until")
    if isinstance(until, int) and moment >= until:
        return 0
    if night and place.fields.get("night_cold") is not None:
        return place.number("night_cold")
    return place.number("cold")


# -- ground that is known ---------------------------------------------------------------------------------------


def has_been(world: World, who: Holder, place: str) -> bool:
    """EOS-NAV-03, EOS-MAP-04: whether somebody has been to a place, or anywhere in its zone."""
    return f"been {place}" in who.fields or f"been {world.zone_of(place)}" in who.fields


@put_fold("place")
def came(world: World, who: Holder, p: Put) -> None:
    """Whoever comes to a place has been there, and in its zone, from then on."""
    who.fields["place"] = p.to
    if isinstance(p.to, str):
        who.fields[f"been {p.to}"] = who.fields[f"been {world.zone_of(p.to)}"] = 1

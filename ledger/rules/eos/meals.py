"""Meals (EOS-FOOD, EOS-STARV-08): what is served by itself at the end of the day, and what is said otherwise."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from ledger.ruling import Answer, Asked, Command, Figure, People, Ration, Said, Scene, TickRule, Usage, part
from projections.holdings import EDIBLE, chosen, edible
from projections.larder import (
    EATEN,
    MEALS,
    SUPPER_BEFORE_DAWN,
    day_of_food,
    eats,
    finds_its_own,
    food_need,
    grace_days,
    helping,
    ration,
    served,
    within_reach,
)
from projections.world import Holder, World
from schemas.calendar import Calendar
from schemas.entry import Event
from schemas.events.meals import MealEaten
from schemas.postings import AnyPosting, Changed, Spent
from schemas.things import Wanted
from schemas.units import Moment, Number, counted, exact, stored, text_of

SHARES: dict[str, Fraction] = {"none": Fraction(0), "half": Fraction(1, 2), "full": Fraction(1)}
FAT_STORE, STORED = "fat_store", "fat stored"


class Meal(Command, tag="meal", frozen=True):
    """Say what somebody eats today, where it differs from what a camp would serve: `meal Pip half`, `meal Bruk fat`."""

    words: ClassVar[tuple[str, ...]] = ("who", "what")
    usage: ClassVar[str] = "meal WHO [full|half|none|fat | FOOD] [--store UNITS]"
    examples: ClassVar[tuple[str, ...]] = (
        "meal Pip half",
        "meal Ivo none",
        "meal Bruk 4 food --store 12",
        "meal Bruk fat",
    )
    who: People
    what: Ration = "full"
    store: Figure | None = None


# -- said -------------------------------------------------------------------------------------------------------


def meal(command: Meal, scene: Scene) -> Iterator[Event | Said]:
    """EOS-STARV-08, EOS-FOOD-07: a meal by hand; nothing else is served to someone who has had one.

    Refused: food that is spoiled for the eater (EOS-FOOD-01, EOS-FOOD-03), fat beyond what a bear stores (EOS-FOOD-08);
    lacking: as much food as the line says.
    """
    for who in scene.people(command.who):
        if not eats_at_all(who, scene):
            continue
        if command.what == "fat":
            yield part(from_fat(command, who, scene))
        else:
            yield part(by_hand(command, who, scene))


def eats_at_all(who: Holder, scene: Scene) -> bool:
    """The dead eat nothing (EOS-STAT-07)."""
    if who.fields.get("dead"):
        scene.refuse("EOS-STAT-07", f"{who.name} is dead and eats nothing.", thing=who.name, state="dead")
        return False
    return True


def by_hand(command: Meal, who: Holder, scene: Scene) -> MealEaten:
    """What the line says somebody eats, and stores, out of the larder of the place."""
    world, day = scene.world, scene.day
    need = food_need(world, who)
    lots: Sequence[Wanted] = ()
    if isinstance(command.what, str):
        eaten = exact(SHARES[command.what] * Fraction(day_of_food(who)))
        if command.what == "none" and who.count(EATEN, day):
            raise scene.lacks(
                f"{who.name} has eaten on day {day} already.", thing=who.name, state="fed", help=("camp",)
            )
    else:
        lots = command.what
        eaten = sum((food_of(wanted) for wanted in lots), start=0)
    put_by = fat_to_store(command, who, eaten + who.count(EATEN, day), need, scene) if command.store is not None else 0
    named = [w for w in lots if w.lot is not None or w.item != EDIBLE[0]]
    plain = eaten + put_by - sum((exact(w.quantity) for w in named), start=0)
    spends = (*from_lots(named, who, scene), *from_larder(who, plain, scene))
    postings: list[AnyPosting] = [*spends, *sat_down(who, eaten, day, "meal")]
    if put_by:
        postings += [
            Changed(
                who.name, FAT_STORE, stored(put_by), source="meal", not_above=stored(who.number("fat_storage_max"))
            ),
            Changed(who.name, STORED, stored(put_by), source="meal", period=day),
        ]
    total = eaten + who.count(EATEN, day)
    return MealEaten(
        who=who.name,
        place=world.place_of(who.name),
        rule="EOS-FOOD-08" if put_by else "EOS-STARV-08",
        day=day,
        need=stored(need),
        eaten=stored(eaten),
        ration=ration(world, total, need),
        stored=stored(put_by),
        postings=tuple(postings),
    )


def food_of(wanted: Wanted) -> Number:
    """Units that a named thing is worth. Usage: what nobody eats."""
    if wanted.item not in EDIBLE:
        raise Usage(
            f"A meal is of food, not of {wanted.item}.", nearest=("half", "full", "none", "food", "preserved food")
        )
    return exact(wanted.quantity)


def sat_down(who: Holder, eaten: Number, day: int, source: str) -> tuple[AnyPosting, ...]:
    """The counts of a meal: that there was one, and what it came to."""
    return (
        Changed(who.name, MEALS, 1, source=source, period=day),
        Changed(who.name, EATEN, stored(eaten), source=source, period=day),
    )


def from_lots(lots: Sequence[Wanted], who: Holder, scene: Scene) -> tuple[AnyPosting, ...]:
    """The food that the line names, kind by kind or lot by lot (ruling eat_order).

    Refused: a lot that is spoiled for this eater (EOS-FOOD-01, EOS-FOOD-03).
    """
    spends: list[AnyPosting] = []
    grace = grace_days(who)
    for wanted in lots:
        units = exact(wanted.quantity)
        found = chosen(scene.world, who.name, (wanted.item,), lot=wanted.lot, reach="larder", grace=grace)
        bad = False
        lot = found[0][1] if found else None
        if wanted.lot is not None and lot is not None and not edible(lot, scene.day, grace, scene.moment):
            scene.refuse(
                "EOS-FOOD-03" if grace else "EOS-FOOD-01",
                f"{lot.name} is spoiled since day {lot.spoils_on}"
                + (f", too long for {who.name} too." if grace else f", and {who.name} cannot eat it."),
                thing=lot.name,
                state="spoiled",
                help=(f"meal {who.name} {text_of(units)} food",),
            )
            bad = True
        there = sum(
            (each.quantity for _, each in found if bad or edible(each, scene.day, grace, scene.moment)), start=0
        )
        if there < units:
            raise short(who, units, there, scene, wanted.lot or wanted.item)
        spends.append(
            Spent(who.name, wanted.item, wanted.quantity, lot=wanted.lot, reach="larder", grace=grace, spoiled=bad)
        )
    return tuple(spends)


def short(who: Holder, units: Number, there: Number, scene: Scene, what: str = "food") -> Exception:
    """EOS-FOOD-07: a larder never goes below nothing."""
    place = scene.world.place_of(who.name) or who.name
    has = f"has {text_of(there)}" if there else "has none"
    return scene.lacks(
        f"{who.name} would eat {text_of(units)} {what}; the larder of {place} {has} that {who.name} can eat.",
        thing=what,
        state=text_of(there),
        help=(f"meal {who.name} none", f"hunt {who.name}", f"bushcraft {who.name} food"),
    )


def from_larder(who: Holder, units: Number, scene: Scene) -> tuple[AnyPosting, ...]:
    """EOS-FOOD-07: units of what spoils first, preserved food last; lot by lot where the table wants it (eat_order)."""
    if not units:
        return ()
    world, grace = scene.world, grace_days(who)
    there = within_reach(world, who, scene.moment)
    if there < units:
        raise short(who, units, there, scene)
    if world.ruling("eat_order", "soonest-to-spoil") == "named-lot":
        return tuple(by_lot(who, units, grace, scene))
    food, preserved = EDIBLE
    return (Spent(who.name, food, stored(units), reach="larder", grace=grace, then=(preserved,)),)


def by_lot(who: Holder, units: Number, grace: int, scene: Scene) -> Iterator[AnyPosting]:
    """The same food with its lots named, so that they stay named whatever is corrected before."""
    left = units
    for _, lot in chosen(scene.world, who.name, EDIBLE, reach="larder", grace=grace, with_spoiled=False):
        if not left:
            return
        taken = min(left, lot.quantity)
        left -= taken
        yield Spent(who.name, lot.item, stored(taken), lot=lot.name, reach="larder", grace=grace)


# -- fat --------------------------------------------------------------------------------------------------------


def fat_to_store(command: Meal, who: Holder, eaten: Number, need: Number, scene: Scene) -> Number:
    """EOS-FOOD-08, EOS-RACE-BEAR-04, EOS-RACE-BLACKBEAR-02: what a bear eats beyond its need, as its fat.

    Refused: nobody but bears, before the day's need is eaten, above the day's limit or the limit of all.
    """
    units = exact(command.store or 0)
    if units <= 0:
        raise Usage(f"--store is above 0, not {command.store}.")
    most, a_day = who.number("fat_storage_max"), who.number("fat_storage_per_day")
    has, today = who.number(FAT_STORE), who.count(STORED, scene.day)
    if not most:
        scene.refuse("EOS-FOOD-08", f"{who.name} stores no fat; only bears do.", thing=who.name, state="no fat store")
    elif eaten < need:
        scene.refuse(
            "EOS-FOOD-08",
            f"{who.name} has eaten {text_of(eaten)} of {text_of(need)} on day {scene.day}; "
            "only what is eaten beyond is stored.",
            thing=who.name,
            state="not full",
            help=(f"meal {who.name} {text_of(need)} food --store {text_of(units)}",),
        )
    elif today + units > a_day:
        scene.refuse(
            "EOS-FOOD-08",
            f"{who.name} stores {text_of(a_day)} a day at most; {text_of(today)} are stored on day {scene.day}.",
            thing=who.name,
            state=f"{text_of(today)} of {text_of(a_day)} today",
            help=(f"meal {who.name} --store {text_of(a_day - today)}",) if today < a_day else ("camp",),
        )
    elif has + units > most:
        scene.refuse(
            "EOS-FOOD-08",
            f"{who.name} stores {text_of(most)} at most and has {text_of(has)}.",
            thing=who.name,
            state=f"{text_of(has)} of {text_of(most)} stored",
            help=(f"meal {who.name} --store {text_of(most - has)}",) if has < most else (),
        )
    return units


def from_fat(command: Meal, who: Holder, scene: Scene) -> MealEaten:
    """EOS-FOOD-08: a day of food out of a bear's fat, in place of eating; it never spoils."""
    if command.store is not None:
        raise Usage("Fat is eaten or stored, not both.")
    need, has = day_of_food(who), who.number(FAT_STORE)
    if has < need:
        raise scene.lacks(
            f"{who.name} has {counted(has, 'unit')} of fat stored; a day takes {text_of(need)}.",
            thing=who.name,
            state=f"{text_of(has)} stored",
            help=(f"meal {who.name} full",),
        )
    day = scene.day
    return MealEaten(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-FOOD-08",
        day=day,
        need=stored(need),
        eaten=stored(need),
        ration=ration(scene.world, need + who.count(EATEN, day), need),
        source="fat",
        postings=(
            Changed(who.name, FAT_STORE, stored(-need), source="meal", not_below=0),
            *sat_down(who, need, day, "fat"),
        ),
    )


# -- the tick ---------------------------------------------------------------------------------------------------


def supper_moments(calendar: Calendar, day: int) -> Sequence[Moment]:
    return (calendar.dawn_of(day + 1) - SUPPER_BEFORE_DAWN,)


def unserved(world: World, moment: Moment) -> list[str]:
    """Everyone who eats of a larder and has had no meal today, in the order they joined."""
    day = world.calendar.day_of(moment)
    return [n for n in world.people if eats(world, h := world.holders[n]) and not served(h, day)]


def supper(asked: Asked, scene: Scene) -> Answer:
    """EOS-FOOD-07: the larder serves, each in turn; what falls short is written, and it never goes below nothing.

    Refused where the table wants to be asked who eats of a short one (ruling meal_order_when_short).
    """
    world, day = scene.world, scene.day
    who = world.holders[asked.subject]
    place = world.place_of(who.name)
    if finds_its_own(world, who):
        need = day_of_food(who)
        return [
            MealEaten(
                who=who.name,
                place=place,
                rule="EOS-RACE-APE-02",
                day=day,
                need=stored(need),
                eaten=stored(need),
                ration="full",
                source="the wild",
                postings=sat_down(who, need, day, "the wild"),
            )
        ]
    need, eaten = food_need(world, who), helping(world, who, scene.moment)
    if eaten is None:
        scene.refuse(
            "EOS-FOOD-07",
            f"The larder of {place or who.name} does not feed everybody on day {day}: say who eats what.",
            thing=place or who.name,
            state=f"{text_of(within_reach(world, who, scene.moment))} units",
            help=(f"meal {who.name} full", f"meal {who.name} half", f"meal {who.name} none"),
        )
        eaten = 0
    return [
        MealEaten(
            who=who.name,
            place=place,
            rule="EOS-FOOD-07",
            day=day,
            need=stored(need),
            eaten=stored(eaten),
            ration=ration(world, eaten, need),
            postings=(*from_larder(who, eaten, scene), *sat_down(who, eaten, day, "supper")),
        )
    ]


SUPPER = TickRule("meal.eaten", 10, supper_moments, unserved, supper)

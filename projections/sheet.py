"""A person's sheet: what follows from the numbers of a body, the gifts of its race and what it wears: all asked."""

import re
from fractions import Fraction
from typing import NamedTuple

from projections.cold import protection
from projections.conditions import standing
from projections.natural import hurt
from projections.pools import combat_level, skill, skills, spent_points
from projections.wear import HANDS, armor_tier, cloaks, held, overloaded, worn
from projections.world import Holder, World
from schemas.calendar import Calendar
from schemas.units import Moment, Number, exact

SKILL_CEILING = 12
STAT_CEILING = 12
SHIELDS = ("shield", "wood shield")


# -- points -----------------------------------------------------------------------------------------------------


class Points(NamedTuple):
    """What is still to spend: stat points, points of time, combat points."""

    stat: Number
    time: Number
    combat: Number


def points(world: World, who: Holder) -> Points:
    """EOS-STAT-04: a stat point for every level above 1, and what creation left (ruling unspent_creation_points).

    EOS-SKILL-05: points of time bank; EOS-SKILL-06: Mind x level combat points, or those that each level brought
    (ruling combat_points).
    """
    level = combat_level(who)
    incremental = world.ruling("combat_points", "retroactive") == "incremental"
    combat = who.number("combat_points") if incremental else who.number("mind") * level
    return Points(
        stat=level - 1 + who.number("stat_points") - who.number("stat_spent"),
        time=who.number("time_points") - spent_points(who, "time"),
        combat=combat - spent_points(who, "combat"),
    )


def stat_cap(who: Holder, stat: str) -> Number:
    """EOS-STAT-02: 12, or what the race allows in its own."""
    return who.number(f"stat_cap {stat}", who.number("stat_cap_default", STAT_CEILING))


def skill_cap(who: Holder, name: str) -> Number:
    """EOS-SKILL-02: 12 in all, or what the race allows."""
    return who.number(f"skill_cap {name}", who.number("skill_cap_default", SKILL_CEILING))


def time_cap(who: Holder, name: str) -> Number:
    """EOS-CHAR-04: points of time in one skill go up to Mind; EOS-RACE-WOLF-01: ten higher in what the race gave."""
    over = who.number("passive_over_mind") if who.number(f"race {name}") else 0
    return who.number("mind") + over


def skill_rows(who: Holder) -> dict[str, dict[str, Number]]:
    """EOS-SKILL-01: every skill, its parts and its ceiling."""
    return {name: {**parts, "cap": skill_cap(who, name)} for name, parts in skills(who).items() if skill(who, name)}


# -- moving -----------------------------------------------------------------------------------------------------


def move(who: Holder) -> Number | None:
    """Tiles a move: the race's, or by formula (EOS-RACE-CHEETAH-01); EOS-GEAR-12: 0 if overloaded. None: not known."""
    formula = who.word("move_formula")
    if not formula and who.fields.get("move") is None:
        return None
    if overloaded(who):
        return 0
    return max(0, reckoned(formula, who)) if formula else who.number("move")


def road_miles(who: Holder) -> Number | None:
    """EOS-NAV-05: Body + Move by road; none without Move."""
    tiles = move(who)
    return None if tiles is None else who.number("body") + tiles if tiles else 0


def wild_miles(who: Holder) -> Number | None:
    """EOS-NAV-06: half of that off the road, exactly."""
    road = road_miles(who)
    return None if road is None else exact(Fraction(road) / 2)


# -- armor and cold ---------------------------------------------------------------------------------------------


def cold_protection(who: Holder, resting: bool = False) -> Number:
    """EOS-ENV-03, EOS-ENV-04, EOS-ENV-05: what clothing, cloaks and hide hold off in an hour; at rest a bedroll too."""
    return protection(who, resting)


def natural_tier(who: Holder, part: str) -> Number:
    """EOS-RACE-ROCKTROLL-01, EOS-RACE-DRAGON-01, EOS-RACE-TIGER-01: the whole tier of hide, claws or what the GM gave."""
    field = "natural_armor" if part == "natural armor" else "natural_weapon"
    formula = who.word(field)
    return reckoned(formula, who) if formula else who.number(field)


def natural_armor(who: Holder) -> Number:
    """EOS-RACE-ROCKTROLL-01, EOS-RACE-DRAGON-01: the tier of the hide, less what blows took of it (EOS-GEAR-13)."""
    return max(0, natural_tier(who, "natural armor") - hurt(who, "natural armor"))


def natural_weapons(who: Holder) -> dict[str, Number]:
    """EOS-RACE-TIGER-01: the tier of each natural weapon: of claws each hand's; what the GM gave is one of its own.

    EOS-GEAR-13: less what blows took of each.
    """
    if who.fields.get("natural_weapon") is None:
        return {}
    parts = ("main hand", "off hand") if who.word("natural_weapon") else ("natural weapon",)
    return {part: max(0, natural_tier(who, part) - hurt(who, part)) for part in parts}


def shield_tier(who: Holder) -> int:
    """EOS-SHLD-04: the tier of the shield in hand; one that is put away is nothing."""
    return sum(lot.tier or 0 for item in SHIELDS for lot in who.lots.get(item, ()) if lot.slot in HANDS)


def armor_rear(who: Holder) -> Number:
    """EOS-CGEAR-02: what a blow from behind meets: the suit worn and the hide under it."""
    return armor_tier(who) + natural_armor(who)


def armor_front(who: Holder) -> Number:
    """EOS-CGEAR-05: the same and the shield in hand."""
    return armor_rear(who) + shield_tier(who)


# -- the rest ---------------------------------------------------------------------------------------------------


def age(who: Holder, calendar: Calendar, day: int) -> Number | None:
    """EOS-CHAR-11: the age at joining and the whole years since; it moves no other number. None: never said."""
    at_joining = who.fields.get("age")
    if at_joining is None or isinstance(at_joining, str):
        return None
    return at_joining + max(0, day - int(who.number("joined_on", day))) // calendar.year_days


UNSAID = ("group ", "fight ", "struck by ", "stance ", "summoned by ")
"""How marks begin that are no condition, or that have a place of their own."""


def conditions(who: Holder, moment: Moment) -> list[str]:
    """What someone is marked with: not their groups and fights, and not what the state says already."""
    return [mark for mark in standing(who, moment) if mark != "gone" and not mark.startswith(UNSAID)]


def held_pieces(who: Holder) -> list[str]:
    """Names of the pieces in hand."""
    return [lot.name for lot in held(who)]


def worn_pieces(who: Holder) -> list[str]:
    """Names of the pieces worn, put on or in a slot."""
    return [lot.name for lot in worn(who)]


USUAL: dict[str, Number | str | bool | None] = {
    "width": None, "length": None, "move": None, "move_formula": None, "bonus_hp_melee": 0, "base_hp": 0,
    "food_per_day": None, "food_in_wilderness": None, "food_extra_days": 0, "weapon_range_bonus": 0,
    "thrown_range_bonus": 0, "natural_armor": 0, "natural_armor_vs_environment": 0, "natural_weapon": None,
    "natural_heal_days_per_tier": None, "stat_cap_default": 12, "skill_cap_default": 12, "passive_over_mind": 0,
    "time_points_per_month": 1, "regeneration": None, "rest_heal_multiplier": 1, "dark_vision": False,
    "infrared": False,
    "low_light_offset": 0, "stealth_defence_bonus": 0, "trap_sense_bonus": 0, "trap_rounds_max": None,
    "trap_hp_floor": None, "poison_immune": False, "fat_storage_max": 0, "fat_storage_per_day": 0,
    "fishing_multiplier": 1, "armor_suits_max": 1, "cloaks_per_body": 1, "slot_multiplier": 1, "melee_limbs": 2,
    "two_hander_in_main_hand": False, "bow_adds_body": False, "pounce_tiles": 0, "trade_blows": None,
    "exsanguination": False, "undeath": False, "throws_as_uncontested": False, "heavy_throw": False, "alert_asleep": False,
}  # fmt: skip
"""Fields that a race may bring, and what holds where it brings none: the common figures of EOS-RACE-ALL-01."""


def trait(who: Holder, field: str) -> Number | str | bool | None:
    """One figure of somebody's race, as it was written when they joined."""
    usual = USUAL[field]
    value = who.fields.get(field)
    if value is None:
        return usual
    return bool(value) if isinstance(usual, bool) else value


def traits(who: Holder) -> dict[str, Number | str | bool | None]:
    """All of them, under the names of their fields."""
    return {field: trait(who, field) for field in USUAL}


def gifts(who: Holder, column: str) -> dict[str, Number]:
    """What a race gives or allows by name: of `stat_bonus`, `stat_cap`, `skill_cap`, or `race` for skills."""
    start = column + " "
    return {f[len(start) :]: who.number(f) for f in who.fields if f.startswith(start) and who.fields[f] is not None}


def reckoned(formula: str, who: Holder) -> Number:
    """A formula in the words of the sheet: `body + combat_level`, `3 + body - (armor_tier + cloaks)`."""
    words: dict[str, Number] = {
        "body": who.number("body"), "combat_level": combat_level(who), "armor_tier": armor_tier(who),
        "cloaks": cloaks(who),
    }  # fmt: skip
    total: Number = 0
    sign, signs = 1, [1]
    for token in re.findall(r"[a-z_]+|[0-9]+|[-+()]", formula):
        match token:
            case "+" | "-":
                sign = signs[-1] * (1 if token == "+" else -1)
            case "(":
                signs.append(sign)
            case ")":
                signs.pop()
                sign = signs[-1]
            case _:
                total += sign * (int(token) if token.isdigit() else words[token])
                sign = signs[-1]
    return total

"""People on the page: `party`, `sheet`."""

from typing import Any, ClassVar

from ledger import house
from ledger.allowance import tasks_allowed, tasks_used
from ledger.audit.veil import Veil
from ledger.reading import Reading
from ledger.ruling import Command, Person, Refused, Usage
from projections.conditions import is_marked
from projections.fields import shown_value
from projections.pools import STATS, adjusted_max_hp, combat_level, max_hp, state
from projections.sheet import (
    age,
    armor_front,
    armor_rear,
    cold_protection,
    conditions,
    gifts,
    held_pieces,
    move,
    natural_armor,
    natural_weapons,
    points,
    road_miles,
    skill_rows,
    traits,
    wild_miles,
    worn_pieces,
)
from projections.world import PEOPLE, Holder, World
from schemas.units import Number, counted, exact


class PartyQuestion(Command, tag="party", frozen=True):
    """Everyone in play: where they are and how they fare."""

    usage: ClassVar[str] = "party"
    examples: ClassVar[tuple[str, ...]] = ("party", "party --on day-3")


class SheetQuestion(Command, tag="sheet", frozen=True):
    """All the figures of one person."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "sheet WHO"
    examples: ClassVar[tuple[str, ...]] = ("sheet Mara", "sheet Mara --on day-12")
    who: Person


def party(question: PartyQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Characters, then the GM's figures, each in the order they joined; the dead too, but not those who left."""
    world = reading.world
    people = sorted((world.holders[n] for n in world.people), key=lambda who: who.kind != "character")
    rows = [
        {
            "name": who.name,
            "kind": who.kind,
            "place": world.place_of(who.name),
            "state": state(who),
            "hp": hit_points(who),
            "max_hp": max_hp(who),
            "hunger": who.number("hunger"),
            "tasks_left": tasks_left(who, reading.day),
            "food_per_day": amount(who.fields.get("food_per_day")),
        }
        for who in people
        if state(who) != "gone"
    ]
    date = reading.calendar.text(reading.on)
    eyes = [date] + [
        f"  {r['name']}: {shown_value(r['hp'])} of {shown_value(r['max_hp'])} hit points, {r['state']}, "
        f"in {r['place'] or 'no place yet'}, {counted(r['tasks_left'], 'task')} left"
        for r in rows
    ]
    return {"day": reading.day, "date": date, "people": rows}, eyes


def sheet(question: SheetQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-STAT-05, EOS-SKILL-01, EOS-RACE-ALL-01: every figure of someone on a moment; what is not known is null."""
    world = reading.world
    who = one_person(question.who, reading)
    race = who.word("race") or None
    left = points(world, who)
    player = who.word("player") or None
    data: dict[str, Any] = {
        "name": who.name,
        "kind": who.kind,
        "player": player,
        "race": race,
        "size": who.word("size") or None,
        "tiles": amount(who.fields.get("tiles")),
        "age": age(who, reading.calendar, reading.day),
        "place": world.place_of(who.name),
        "state": state(who),
        "hp": hit_points(who),
        "max_hp": max_hp(who),
        "adjusted_max_hp": adjusted_max_hp(world, who),
        "hunger": who.number("hunger"),
        "experience": who.number("experience"),
        "combat_level": combat_level(who),
        **{stat: who.number(stat) for stat in STATS},
        "skills": skill_rows(who),
        "points": left._asdict() if who.kind == "character" else {"stat": None, "time": None, "combat": None},
        "move": move(who),
        "road_miles": road_miles(who),
        "wild_miles": wild_miles(who),
        "food_per_day": amount(who.fields.get("food_per_day")),
        "cold_protection": cold_protection(who),
        "armor_front": armor_front(who),
        "armor_rear": armor_rear(who),
        "natural_armor": natural_armor(who),
        "natural_weapons": natural_weapons(who),
        "traits": race_page(who, world),
        "fat_store": who.number("fat_store"),
        "held": held_pieces(who),
        "worn": worn_pieces(who),
        "conditions": Veil(reading).open_marks(who, conditions(who, reading.on)),
        "tasks_left": tasks_left(who, reading.day),
    }
    return data, page(data)


def page(data: dict[str, Any]) -> list[str]:
    """A sheet for eyes: who, how they fare, stats, skills, points, ways, armor, gear; what is not known is a dash."""

    def said(name: str) -> str:
        return "—" if data[name] is None else shown_value(data[name])

    def several(values: Any) -> str:
        return ", ".join(values) or "nothing"

    titles = [data["race"] or data["kind"], data["size"], None if data["age"] is None else f"aged {said('age')}"]
    played = f", played by {data['player']}" if data["player"] else ""
    lines = [f"{data['name']}, {', '.join(t for t in titles if t)}, in {data['place'] or 'no place yet'}{played}"]
    most = "" if data["adjusted_max_hp"] == data["max_hp"] else f" (at most {said('adjusted_max_hp')} for hunger)"
    lines.append(
        f"hp: {said('hp')} of {said('max_hp')}{most}, {data['state']}; hunger {said('hunger')}%; "
        f"{counted(data['tasks_left'], 'task')} left today"
    )
    lines.append("stats: " + ", ".join(f"{stat} {said(stat)}" for stat in STATS))
    lines.append(f"level: {said('combat_level')}, with {said('experience')} experience")
    lines.append("skills: " + several(f"{skill} {shown_value(row['level'])}" for skill, row in data["skills"].items()))
    if data["points"]["time"] is not None:
        lines.append("points left: " + ", ".join(f"{pool} {shown_value(n)}" for pool, n in data["points"].items()))
    lines.append(
        f"way: moves {said('move')}, {said('road_miles')} miles by road, {said('wild_miles')} in the wild; "
        f"eats {said('food_per_day')} food a day"
    )
    lines.append(
        f"armor: {said('armor_front')} in front, {said('armor_rear')} behind; against cold {said('cold_protection')}"
    )
    natural = [f"armor {said('natural_armor')}"] if data["natural_armor"] else []
    natural += [f"{part} {shown_value(tier)}" for part, tier in (data["natural_weapons"] or {}).items()]
    lines += [f"natural: {', '.join(natural)}"] if natural else []
    lines.append(f"gear: in hand {several(data['held'])}; worn {several(data['worn'])}")
    lines += [f"fat stored: {said('fat_store')}"] if data["fat_store"] else []
    lines += [f"marks: {', '.join(data['conditions'])}"] if data["conditions"] else []
    return lines


def one_person(word: str, reading: Reading) -> Holder:
    """Whom the word means on this moment. Usage: several. Refused: nobody yet."""
    world = reading.world
    holder = world.get(word)
    if holder.kind in PEOPLE:
        return holder
    if word == "party":
        names = tuple(n for n in world.people if world.holders[n].kind == "character")
    else:
        group = f"group {word}"
        names = tuple(n for n in world.people if word == "all" or is_marked(world.holders[n], group, reading.on))
    if len(names) == 1:
        return world.holders[names[0]]
    if names:
        raise Usage(f"{word} are several; a sheet is one person's.", nearest=tuple(f"sheet {n}" for n in names[:4]))
    raise Refused(f"{word} is not in the book on {reading.calendar.text(reading.on)}.", thing=word, state="unknown",
                  help=("party",))  # fmt: skip


def tasks_left(who: Holder, day: int) -> Number:
    """EOS-DAY-01: what is left of today's tasks; the dead and those who left have none."""
    if state(who) in ("dead", "gone"):
        return 0
    return max(0, tasks_allowed(who, day) - tasks_used(who, day))


def hit_points(who: Holder) -> Number | None:
    return None if who.fields.get("hp") is None else who.number("hp")


def amount(value: Any) -> Any:
    """A number as it stands in the world; None for what was never said."""
    return None if value is None else exact(value)


def race_page(who: Holder, world: World) -> dict[str, Any]:
    """EOS-RACE-ALL-01: every column of the races' table: what a rule looks at as it was written when they joined, the
    rest of the page from the rulebook, the house's rows before it.
    """
    race = house.race(world, who.word("race")) if who.word("race") else None
    own = traits(who)
    armor, ceiling = own.pop("natural_armor"), own.pop("skill_cap_default")
    skill_caps: dict[str, Any] = dict(gifts(who, "skill_cap"))
    if ceiling != 12:
        skill_caps["all"] = ceiling
    return {
        "id_prefix": race.id_prefix if race else None,
        "line": race.line if race else None,
        "size_category": who.word("size") or None,
        "size_text": race.size_text if race else None,
        "tiles": amount(who.fields.get("tiles")),
        "height_min_ft": race.height_min_ft if race else None,
        "height_max_ft": race.height_max_ft if race else None,
        "weight_min_lb": race.weight_min_lb if race else None,
        "weight_max_lb": race.weight_max_lb if race else None,
        "life_expectancy_years": race.life_expectancy_years if race else None,
        "natural_armor": None if isinstance(armor, str) else armor,
        "natural_armor_formula": armor or None,
        "natural_weapon_formula": own.pop("natural_weapon"),
        "regen_per_round": own.pop("regeneration"),
        **own,
        "passive_over_mind": own["passive_over_mind"] or None,
        "pounce_tiles": own["pounce_tiles"] or None,
        "stat_bonus": gifts(who, "stat_bonus"),
        "stat_cap_special": gifts(who, "stat_cap"),
        "start_skills": dict(race.start_skills) if race else {},
        "skill_cap_special": skill_caps,
        "skill_cap_default": 12,
        "ability_ids": list(race.ids) if race else [],
        "note": race.note if race else "",
    }

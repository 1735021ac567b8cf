"""People on the page of the second game: `party`, `sheet`."""

from typing import Any, ClassVar

from ledger.audit.veil import Veil
from ledger.cli.views.people import PartyQuestion, hit_points, one_person
from ledger.fight import actions_left
from ledger.ranks import limits
from ledger.reading import Reading
from ledger.ruling import Command, Person
from projections.fields import shown_value
from projections.pools import max_hp
from projections.ranked import condition, defence_bonus, ranks, reduction, stances, summons
from projections.sheet import conditions
from projections.world import Holder
from schemas.events.ranked import PowerUsed, StanceTaken
from schemas.units import counted

__all__ = ["PartyQuestion", "SheetQuestion", "party", "sheet"]


class SheetQuestion(Command, tag="sheet", frozen=True):
    """All the figures of one person."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "sheet WHO"
    examples: ClassVar[tuple[str, ...]] = ("sheet Fen", "sheet Fen --on day-12")
    who: Person


def party(question: PartyQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Characters, then the GM's figures, each in the order they joined; hunger, tasks and food are of the other game."""
    world = reading.world
    people = sorted((world.holders[n] for n in world.people), key=lambda who: who.kind != "character")
    rows = [
        {
            "name": who.name,
            "kind": who.kind,
            "place": world.place_of(who.name),
            "state": condition(who, reading.on),
            "hp": hit_points(who),
            "max_hp": max_hp(who),
            "hunger": None,
            "tasks_left": None,
            "food_per_day": None,
        }
        for who in people
        if condition(who, reading.on) != "gone"
    ]
    date = reading.calendar.text(reading.on)
    eyes = [date] + [
        f"  {r['name']}: {shown_value(r['hp'])} of {shown_value(r['max_hp'])} hit points, {r['state']}"
        f"{f', in {place}' if (place := r['place']) else ''}"
        for r in rows
    ]
    return {"day": reading.day, "date": date, "people": rows}, eyes


def sheet(question: SheetQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """RNK-SKILL-03, RNK-ARM-01, RNK-SHD-01, RNK-ACT-02: every figure of someone on a moment; what is not known is null.

    A seat is not shown the stances that somebody else has hidden, nor their uses.
    """
    world = reading.world
    who = one_person(question.who, reading)
    hidden = hidden_rows(who, reading)
    data: dict[str, Any] = {
        "name": who.name,
        "kind": who.kind,
        "player": who.word("player") or None,
        "place": world.place_of(who.name),
        "state": condition(who, reading.on),
        "hp": hit_points(who),
        "max_hp": max_hp(who),
        "ranks": ranks(who),
        "armor": who.word("armor") or None,
        "shield": who.word("shield") or None,
        "reduction": reduction(who),
        "defence_bonus": defence_bonus(who),
        "actions_left": actions_left(world, reading.campaign.game, who),
        "uses": {name: row for name, row in limits(world, who, reading.on).items() if name not in hidden},
        "stances": [s.name for s in stances(world, who, reading.on) if s.name not in hidden],
        "summons": summons(world, who, reading.on),
        "conditions": conditions(who, reading.on),
    }
    return data, page(data)


def hidden_rows(who: Holder, reading: Reading) -> set[str]:
    """Rows that somebody used under the hand, as far as this seat may not know of them."""
    veil = Veil(reading)
    tags = reading.campaign.history.tags
    wanted = [p for p in reading.positions() if tags[p] in ("stance.taken", "power.used", "healing.given")]
    found: set[str] = set()
    for entry, event in reading.entries(wanted):
        if event.who != who.name or not entry.hidden or not veil.hides(entry):
            continue
        if isinstance(event, StanceTaken):
            found.add(event.stance)
        elif isinstance(event, PowerUsed):
            found.add(event.power)
    return found


def page(data: dict[str, Any]) -> list[str]:
    """A sheet for eyes; what is not known is a dash."""

    def several(values: Any) -> str:
        return ", ".join(values) or "nothing"

    played = f", played by {data['player']}" if data["player"] else ""
    lines = [f"{data['name']}, {data['kind']}, in {data['place'] or 'no place yet'}{played}"]
    left = "" if data["actions_left"] is None else f"; {counted(data['actions_left'], 'action')} left this turn"
    lines.append(f"hp: {shown_value(data['hp'])} of {shown_value(data['max_hp'])}, {data['state']}{left}")
    lines.append("ranks: " + several(f"{skill} {rank}" for skill, rank in data["ranks"].items()))
    lines.append(
        f"armor: {data['armor'] or 'none'} (less {shown_value(data['reduction'])}); "
        f"shield: {data['shield'] or 'none'} (defence {shown_value(data['defence_bonus'])} more)"
    )
    used = [f"{name} {row['used']} of {row['limit']} this {row['per']}" for name, row in data["uses"].items()]
    lines += [f"used: {', '.join(used)}"] if used else []
    lines += [f"stances: {', '.join(data['stances'])}"] if data["stances"] else []
    lines += [f"summoned: {', '.join(data['summons'])}"] if data["summons"] else []
    lines += [f"marks: {', '.join(data['conditions'])}"] if data["conditions"] else []
    return lines



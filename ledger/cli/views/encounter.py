"""A fight on the page: `encounter`."""

from typing import Any, ClassVar

from ledger.audit.veil import Veil, sees_the_board
from ledger.fight import actions_left, contested_left
from ledger.reading import Reading
from ledger.ruling import Command, Name, Refused, Usage
from ledger.shots import loaded_pieces
from projections.conditions import is_marked
from projections.encounter import (
    FIGHT,
    FLAG_MARK,
    HELD,
    fighters,
    flags_on,
    open_fights,
    order_of,
    round_in,
    side_in,
    tile_of,
    tile_text,
    turn_in,
)
from projections.places import weather
from projections.pools import max_hp, state
from projections.sheet import conditions
from projections.world import Holder
from schemas.units import Number, counted, exact, key, text_of


class EncounterQuestion(Command, tag="encounter", frozen=True):
    """The fight that goes on, or the last one; of several the one that is named."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    usage: ClassVar[str] = "encounter [NAME]"
    examples: ClassVar[tuple[str, ...]] = ("encounter", 'encounter "The ford"')
    name: Name | None = None


def view(question: EncounterQuestion, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-TURN-01, EOS-TURN-06, EOS-POS-02: the fighters in the order of their turns, with all that a turn has left.

    EOS-DARK-17: in the dark only seats whose figures see are shown where everybody stands and looks.
    """
    fight = fight_asked(question, reading)
    shown = sees_the_board(reading, fight)
    veil = Veil(reading)
    rows = [fighter(reading, fight, who, shown, veil) for who in fighters(reading.world, fight)]
    data = {
        "name": fight.name,
        "open": bool(fight.fields.get("open")),
        "round": round_in(fight),
        "turn": turn_in(fight),
        "order": order_of(fight),
        "light": light(reading, fight),
        "fighters": rows,
    }
    return data, page(data)


def fight_asked(question: EncounterQuestion, reading: Reading) -> Holder:
    """The fight that is meant. Refused: there is none of that name, or none yet. Usage: several go on."""
    fights = reading.world.of_kind(FIGHT)
    if question.name is not None:
        named = [f for f in fights if key(f.name) == key(question.name)]
        if named:
            return named[0]
        raise Refused(f"There is no fight called {question.name}.", thing=question.name, state="no fight",
                      help=tuple(f'encounter "{f.name}"' for f in fights[-3:]))  # fmt: skip
    going_on = open_fights(reading.world)
    if len(going_on) > 1:
        raise Usage("Which fight? Several go on.", nearest=[f.name for f in going_on])
    if not fights:
        raise Refused("There was no fight yet.", thing="fight", state="no fight", help=("fight start SIDE SIDE",))
    return going_on[0] if going_on else max(fights, key=lambda f: f.number("root"))


def light(reading: Reading, fight: Holder) -> Number | str | None:
    """As it was said of the fight, else the zone's: `bright`, `dark`, or a level; None where nobody said."""
    said = fight.fields.get("light")
    if said is None and fight.word("in"):
        zone = reading.world.get(reading.world.zone_of(fight.word("in")))
        found = weather(zone, "light", reading.on)
        said = found if isinstance(found, int | str) else None
    return said


def fighter(reading: Reading, fight: Holder, who: Holder, shown: bool, veil: Veil) -> dict[str, Any]:
    """One fighter's figures; what a turn has left is null once the fight is over, and what is hidden is left out."""
    marks = veil.open_marks(who, conditions(who, reading.on))
    world, game = reading.world, reading.campaign.game
    tile = tile_of(world, who)
    going_on = bool(fight.fields.get("open"))
    return {
        "name": who.name,
        "side": side_in(fight, who),
        "hp": None if who.fields.get("hp") is None else who.number("hp"),
        "max_hp": max_hp(who),
        "state": state(who),
        "tile": tile_text(tile) if shown and tile is not None else None,
        "facing": (who.word("facing") or None) if shown else None,
        "actions_left": actions_left(world, game, who) if going_on else None,
        "contested_left": contested_left(world, game, who) if going_on else None,
        "held": is_marked(who, HELD, reading.on) and bool(veil.open_marks(who, (HELD,))),
        "flags": [name for name in flags_on(who, reading.on) if f"{FLAG_MARK}{name}" in marks],
        "conditions": [m for m in marks if m != HELD and not m.startswith(FLAG_MARK)],
        "loaded": loaded_pieces(world, who) + ([who.word("loaded")] if who.word("loaded") else []),
    }


def page(data: dict[str, Any]) -> list[str]:
    """A fight for eyes: whose turn, then a line for each."""
    when = f"round {data['round']}" if data["round"] else "before the first turn"
    turn = f", turn of {data['turn']}" if data["turn"] else ""
    how = f", light {data['light']}" if data["light"] is not None else ""
    eyes = [f"{data['name']}: {when}{turn}{how}" if data["open"] else f"{data['name']}: over, in round {data['round']}"]
    for row in data["fighters"]:
        said = [
            f"{text_of(exact(row['hp'] or 0))} of {text_of(exact(row['max_hp']))} hit points",
            *([row["state"]] if row["state"] != "well" else []),
            *([f"at {row['tile']}"] if row["tile"] else []),
            *([f"facing {row['facing']}"] if row["facing"] else []),
            *([f"{counted(row['actions_left'], 'action')} left"] if row["actions_left"] is not None else []),
            *(["holds an action"] if row["held"] else []),
            *([f"flagged by {', '.join(row['flags'])}"] if row["flags"] else []),
            *row["conditions"],
            *([f"loaded: {', '.join(row['loaded'])}"] if row["loaded"] else []),
        ]
        side = f" (side {row['side']})" if row["side"] is not None else ""
        eyes.append(f"  {row['name']}{side}: {', '.join(said)}")
    return eyes

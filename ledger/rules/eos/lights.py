"""Fires and lights: `light`, `douse` (EOS-BUSH-07, EOS-BUSH-08, EOS-LOG-04, EOS-LITE-01)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from ledger.fight import paid, use_held
from ledger.ruling import Command, Flag, People, Place, Said, Scene, Text, Things, Usage, part
from ledger.tools import best_tool
from projections.conditions import is_marked
from projections.holdings import chosen, reach_quantity
from projections.larder import MINDLESS_BELOW
from projections.lights import CANDLE_LIT
from projections.places import fire_days, fire_lit
from projections.pools import skill
from projections.world import Holder, Lot, light_left
from schemas.calendar import HOUR_SECONDS
from schemas.entry import Event
from schemas.events.lights import LightLit, LightOut
from schemas.postings import AnyPosting, Changed, Gained, Marked, Put, Spent, Unmarked
from schemas.units import Number, counted, exact, stored, text_of

BEAM_DAYS = 7
PIECES = ("torch",)
CANDLE = "candle"
KINDS = ("fire", *PIECES, CANDLE)


class Light(Command, tag="light", frozen=True):
    """Light a fire, a torch or a candle: `light Ivo fire --using "1 beam"`, `light Mara torch`."""

    words: ClassVar[tuple[str, ...]] = ("who", "what")
    usage: ClassVar[str] = 'light WHO fire|torch|candle [--in PLACE] [--using "N beam"] [--held]'
    examples: ClassVar[tuple[str, ...]] = ('light Ivo fire --using "1 beam"', "light Mara torch")
    who: People
    what: Text
    in_: Place | None = None
    using: Things = ()
    held: Flag = False


class Douse(Command, tag="douse", frozen=True):
    """Put a fire or a light out; what is left of it is kept: `douse Mara torch`, `douse Ivo fire`."""

    words: ClassVar[tuple[str, ...]] = ("who", "what")
    usage: ClassVar[str] = "douse WHO fire|torch|candle [--in PLACE]"
    examples: ClassVar[tuple[str, ...]] = ("douse Mara torch", "douse Ivo fire")
    who: People
    what: Text
    in_: Place | None = None


def light(command: Light, scene: Scene) -> Iterator[Event | Said]:
    """EOS-BUSH-08, EOS-LOG-04: a fire on banked days or beams; EOS-BUSH-17: a torch; EOS-COOK-12: a candle of an hour.

    Refused: Mind below 1 (EOS-FOOD-04), no bushcraft and no tinderbox (EOS-BUSH-07), no wood (EOS-BUSH-08).
    """
    kind, lot = kind_of(command.what)
    if command.using and kind != "fire":
        raise Usage("--using is for fires: a torch or a candle burns itself.")
    for who in scene.people(command.who):
        scene.able(who)
        if "mind" in who.fields and who.number("mind") < MINDLESS_BELOW:
            scene.refuse(
                "EOS-FOOD-04",
                f"{who.name} has Mind {text_of(who.number('mind'))} and makes no fire.",
                thing=who.name,
                state="Mind below 1",
            )
        if command.held:
            yield part(use_held(scene, who, f"lighting a {kind}"))
        if kind == "fire":
            event = fire(command, who, scene)
        elif kind == CANDLE:
            event = candle(command, who, lot, scene)
        else:
            event = torch(command, who, kind, lot, scene)
        event = paid(scene, who, event, f"lighting a {kind}", held=command.held)  # EOS-TURN-09
        yield event if command.held else part(event)


def kind_of(what: str) -> tuple[str, str | None]:
    """`torch`, or `torch@41` as its kind and the piece."""
    kind, _, number = what.lower().strip().partition("@")
    if kind not in KINDS:
        raise Usage(f"What burns is a fire, a torch or a candle, not {what}.", nearest=KINDS)
    if number and kind == "fire":
        raise Usage("A fire is of its place.", nearest=("fire",))
    return kind, f"{kind}@{number}" if number else None


def _tinder(who: Holder, place: str, scene: Scene) -> str:
    """EOS-BUSH-07: the line that brings a tinderbox: a bushcrafter of the zone makes one, else somebody has to learn it."""
    world = scene.world
    for name in world.people:
        there = world.place_of(name)
        if there and world.zone_of(there) == world.zone_of(place) and skill(world.holders[name], "bushcraft") >= 1:
            return f"bushcraft {name} tinderbox --to {who.name}"
    return f'learn {who.name} "bushcraft 1" --from time'


def fire(command: Light, who: Holder, scene: Scene) -> LightLit:
    """EOS-BUSH-07, EOS-BUSH-08: lit by a bushcrafter or with a tinderbox, on wood that is banked or brought."""
    place = scene.where(who, command.in_)
    here = scene.world.get(place)
    if skill(who, "bushcraft") < 1 and not tinderbox(who, scene):
        scene.refuse(
            "EOS-BUSH-07",
            f"{who.name} has neither bushcraft nor a tinderbox to make fire with.",
            thing=who.name,
            state="no tinderbox",
            help=(_tinder(who, place, scene),),
        )
    fuel: list[AnyPosting] = []
    days: Number = 0
    for wanted in command.using:
        if wanted.item != "beam":
            raise Usage(f"Fires burn beams, not {wanted.item}.", nearest=('--using "1 beam"',))
        beams = exact(wanted.quantity)
        there = reach_quantity(scene.world, who.name, "beam")
        if there < beams:
            raise scene.lacks(
                f"{who.name} has {counted(there, 'beam')} within reach, not {text_of(beams)}.",
                thing="beam",
                state=counted(there, "beam"),
                help=(f"fell {who.name}",),
            )
        days += BEAM_DAYS * beams
        fuel.append(Spent(who.name, "beam", wanted.quantity, lot=wanted.lot, reach="within"))
    if days:
        fuel.append(Changed(place, "fire", stored(days), source="beam"))
    elif fire_lit(here, scene.day):
        raise scene.lacks(
            f"A fire burns at {place} already.",
            thing=place,
            state="lit",
            help=(f'light {who.name} fire --using "1 beam"',),
        )
    elif not fire_days(here, scene.day):
        scene.refuse(
            "EOS-BUSH-08",
            f"No wood is banked at {place} for a fire.",
            thing=place,
            state="0 days of fire",
            help=(f"bushcraft {who.name} fire", f'light {who.name} fire --using "1 beam"'),
        )
    return LightLit(
        who=who.name,
        place=place,
        rule="EOS-LOG-04" if days else "EOS-BUSH-08",
        what="fire",
        fuel="beam" if days else None,
        postings=(*fuel, Put(place, "fire_lit", 1)),
    )


def tinderbox(who: Holder, scene: Scene) -> bool:
    """EOS-BUSH-07: a crude bushcraft toolkit under either of its names."""
    world = scene.world
    return bool(reach_quantity(world, who.name, "tinderbox")) or best_tool(world, who.name, "bushcraft") is not None


def torch(command: Light, who: Holder, kind: str, lot: str | None, scene: Scene) -> LightLit:
    """EOS-BUSH-17: five hours; how far it has burned is asked of the piece."""
    piece = next((p for p in pieces(who, kind, lot, scene) if p.lit_since is None), None)
    if piece is None:
        raise scene.lacks(
            f"{who.name} has no {kind} within reach that could be lit.",
            thing=lot or kind,
            state="none",
            help=(f"bushcraft {who.name} {kind}",),
        )
    return LightLit(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-LITE-01",
        what=piece.name,
        postings=(Put(piece.name, "lit_since", scene.moment),),
    )


def pieces(who: Holder, kind: str, lot: str | None, scene: Scene) -> list[Lot]:
    """Lights of a kind within reach with any hour left, nearest and oldest first."""
    found = chosen(scene.world, who.name, (kind,), lot=lot, reach="within")
    return [each for _, each in found if light_left(each, scene.moment) > 0]


def candle(command: Light, who: Holder, lot: str | None, scene: Scene) -> LightLit:
    """EOS-COOK-12: a candle out of the pack burns its hour, and is gone."""
    if is_marked(who, CANDLE_LIT, scene.moment):
        raise scene.lacks(
            f"{who.name} has a candle lit already.", thing=who.name, state="lit", help=(f"douse {who.name} candle",)
        )
    found = pieces(who, CANDLE, lot, scene)
    if not found:
        raise scene.lacks(
            f"{who.name} has no candle within reach.", thing=lot or CANDLE, state="none", help=("cook COOK candles",)
        )
    hours = exact(found[0].hours or 1)
    until = scene.moment + int(hours * HOUR_SECONDS)
    return LightLit(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-LITE-01",
        what=CANDLE,
        postings=(
            Spent(who.name, CANDLE, 1, lot=found[0].name, reach="within"),
            Marked(who.name, CANDLE_LIT, stored(hours), until),
        ),
    )


# -- out --------------------------------------------------------------------------------------------------------


def douse(command: Douse, scene: Scene) -> Iterator[Event | Said]:
    """EOS-LITE-02: a fire keeps its banked days, a light the hours that are left. Lacking: one that burns."""
    kind, lot = kind_of(command.what)
    for who in scene.people(command.who):
        scene.able(who)
        yield part(
            fire_out(command, who, scene)
            if kind == "fire"
            else candle_out(who, scene)
            if kind == CANDLE
            else torch_out(who, kind, lot, scene)
        )


def fire_out(command: Douse, who: Holder, scene: Scene) -> LightOut:
    place = scene.where(who, command.in_)
    here = scene.world.get(place)
    if not fire_lit(here, scene.day):
        raise scene.lacks(f"No fire burns at {place}.", thing=place, state="out", help=(f"light {who.name} fire",))
    return LightOut(
        who=who.name,
        place=place,
        rule="EOS-BUSH-08",
        what="fire",
        left=stored(fire_days(here, scene.day)),
        postings=(Put(place, "fire_lit", 0),),
    )


def torch_out(who: Holder, kind: str, lot: str | None, scene: Scene) -> LightOut:
    burning = next((p for p in pieces(who, kind, lot, scene) if p.lit_since is not None), None)
    if burning is None:
        raise scene.lacks(
            f"{who.name} has no {kind} that burns.", thing=lot or kind, state="out", help=(f"light {who.name} {kind}",)
        )
    return LightOut(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-LITE-02",
        what=burning.name,
        left=stored(light_left(burning, scene.moment)),
        postings=(Put(burning.name, "lit_since", None),),
    )


def candle_out(who: Holder, scene: Scene) -> LightOut:
    mark = who.marks.get(CANDLE_LIT)
    if mark is None or mark.until is None or not is_marked(who, CANDLE_LIT, scene.moment):
        raise scene.lacks(
            f"{who.name} has no candle that burns.", thing=CANDLE, state="out", help=(f"light {who.name} candle",)
        )
    left = stored(Fraction(mark.until - scene.moment, HOUR_SECONDS))
    return LightOut(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-LITE-02",
        what=CANDLE,
        left=left,
        postings=(Unmarked(who.name, CANDLE_LIT), Gained(who.name, CANDLE, hours=left)),
    )

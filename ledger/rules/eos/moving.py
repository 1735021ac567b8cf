"""Moving in a fight (EOS-CMOVE, EOS-DARK, EOS-TACT): `move`, where one looks (`face`), an action kept for later (`hold`)."""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from ledger.board import (
    check_free,
    check_on_board,
    cross,
    crowd,
    in_the_way,
    path_to,
    read_facing,
    read_relative,
    steps,
    turned,
)
from ledger.fight import spend_action, use_held
from ledger.ruling import Command, Flag, People, Person, Said, Scene, Text, Usage, Whole, part
from ledger.shadows import HELD_FAST, OTHER, STAY, blind_act, is_blind, seen_by_heat
from ledger.skids import pulls
from ledger.strike import armor_of, wound
from projections.conditions import is_marked
from projections.encounter import (
    BOARD_TILES,
    CROSSED,
    DIRECTIONS,
    HELD,
    Tile,
    body_on,
    fight_in,
    fighters,
    had_turn,
    period,
    read_tile,
    tile_of,
    tile_text,
    turn_in,
    way_of,
)
from projections.sheet import move as moves_of
from projections.sheet import trait
from projections.wear import overloaded
from projections.world import Holder
from schemas.entry import Event
from schemas.events.fights import ActionHeld, FacingSet, MoveBlocked, MoveMade
from schemas.postings import AnyPosting, Changed, Marked, Put
from schemas.units import Number, counted, text_of

POUNCE = "pounce"
LONG_WAY = 100
"""Tiles beyond which no way round others is looked for: no move is as long as that."""


class Move(Command, tag="move", frozen=True):
    """Move in a fight: `move Mara --tiles 4`, on a board `move Mara --to 5,7`, blind `move Mara --direction left --tiles 3`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "move WHO [--tiles N] [--to X,Y] [--direction forward-left] [--climb] [--bump WHAT] [--blind --rolled N] "
        "[--as pounce] [--held [--blocks WHOM --stops X,Y]]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "move Mara --tiles 4",
        "move Mara --to 5,7",
        "move Mara --direction forward-left --tiles 3 --bump wall",
        "move wolf-1 --blind --rolled 7",
        "move Ivo --to 5,4 --held --blocks wolf-1 --stops 4,4",
    )
    who: People
    tiles: Whole | None = None
    to: Text | None = None
    direction: Text | None = None
    climb: Flag = False
    bump: Text | None = None
    blind: Flag = False
    as_: Text | None = None
    held: Flag = False
    blocks: Person | None = None
    stops: Text | None = None


class Face(Command, tag="face", frozen=True):
    """Say at the end of a turn where somebody looks: `face Mara bandit-1`, `face Mara north`."""

    words: ClassVar[tuple[str, ...]] = ("who", "what")
    usage: ClassVar[str] = "face WHO WHOM|north|forward-left"
    examples: ClassVar[tuple[str, ...]] = ("face Mara bandit-1", "face Mara north-east")
    who: People
    what: Text


class Hold(Command, tag="hold", frozen=True):
    """Keep an action that meets no dice for somebody else's turn: `hold Ivo`, later a line with `--held`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = "hold WHO"
    examples: ClassVar[tuple[str, ...]] = ("hold Ivo", "move Ivo --to 5,4 --held --blocks wolf-1 --stops 4,4")
    who: People


class Way(NamedTuple):
    """A move as it comes out: tiles meant and made, where to, and what stopped it."""

    meant: int | None
    made: int | None
    start: Tile | None = None
    end: Tile | None = None
    path: tuple[Tile, ...] = ()
    to: str | None = None
    direction: str | None = None
    bumped: str | None = None


# -- move -------------------------------------------------------------------------------------------------------


def move(command: Move, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CMOVE-02: so many tiles as the race moves, an action of the turn that meets no dice; on a board from tile to tile.

    EOS-TACT-03: a held move that takes somebody out of reach comes before the blow's line: the blow is then refused, and its
    action is still there.

    Refused: farther (EOS-CMOVE-02), through others or terrain (EOS-CMOVE-01), onto a tile that is taken (EOS-POS-04,
    EOS-TILE-01), overloaded (EOS-CGEAR-10), caught in a trap (EOS-TRAP-17), a second move with a skid (EOS-BUSH-14), to a
    tile of one's choice while blind (EOS-DARK-11), a pounce of other than its tiles (EOS-RACE-PANTHER-03).
    """
    check_words(command)
    for who in scene.people(command.who):
        scene.able(who)
        if command.held:
            yield part(use_held(scene, who, "a move"))
        check_free_to_move(scene, who)
        events = list(moved(command, who, scene))
        head, rest = events[0], events[1:]
        yield head if command.held else part(head)
        yield from rest
        yield from seen_by_heat(scene, scene.world.get(who.name))
        if command.blocks is not None and head.who == who.name:
            yield blocked(command, who, scene)


def check_words(command: Move) -> None:
    """Usage: what no move can be."""
    if command.tiles is not None and command.tiles < 0:
        raise Usage(f"--tiles is 0 or more, not {command.tiles}.")
    if command.tiles is not None and command.tiles > BOARD_TILES:
        raise Usage(f"{command.tiles} tiles are beyond any board; {BOARD_TILES} are the most.")
    if command.as_ is not None and command.as_ != POUNCE:
        raise Usage(f"A move has no form {command.as_}.", nearest=(POUNCE,))
    if sum(value is not None for value in (command.to, command.direction)) + command.blind > 1:
        raise Usage("A move goes --to a tile, in a --direction, or --blind: one of these.")
    if command.tiles is None and command.to is None and not command.blind and command.as_ is None:
        raise Usage(f"How far? {Move.usage}", nearest=Move.examples[:2])
    if command.to is not None and read_tile(command.to) is None and ("," in command.to or command.to.strip().lstrip("-").isdecimal()):
        raise Usage(f"--to is a tile such as 5,7, or a name, not {command.to}.", nearest=Move.examples[1:2])
    if command.stops is not None and command.blocks is None:
        raise Usage("--stops says where --blocks stops somebody.")
    if command.blocks is not None and not command.held:
        raise Usage("Who steps into somebody's way uses a held action: --held.", nearest=Move.examples[-1:])


def check_free_to_move(scene: Scene, who: Holder) -> None:
    """EOS-CGEAR-10: the overloaded do not move; EOS-TRAP-17: nor who is caught; EOS-BUSH-14: once a turn with a skid."""
    if overloaded(who):
        scene.refuse(
            "EOS-CGEAR-10", f"{who.name} carries more than the body bears and cannot move.", thing=who.name,
            state="overloaded", help=(f"drop {who.name} cloak", f"sheet {who.name}"),
        )  # fmt: skip
    if is_marked(who, HELD_FAST, scene.moment):
        scene.refuse(
            "EOS-TRAP-17", f"{who.name} is held and does not leave the tile.", thing=who.name, state="held",
            help=(f"escape {who.name} --by body",),
        )  # fmt: skip
    fight = fight_in(scene.world, who)
    if fight is not None and pulls(who, scene.moment) and who.count("moves", period(fight)):
        scene.refuse(
            "EOS-BUSH-14", f"{who.name} pulls a skid and has moved this turn.", thing=who.name, state="moved once",
            help=("turn",),
        )  # fmt: skip


def moved(command: Move, who: Holder, scene: Scene) -> Iterator[MoveMade | Event]:
    """One person's move, and the harm of running into something."""
    fight = fight_in(scene.world, who)
    roll, direction = None, command.direction
    if command.blind:
        roll = scene.roll(who.name, f"{who.name} gropes about", ())
        face = roll.dice[0].face
        direction = None if face is None else blind_act(face)
        if face is None or direction in (STAY, OTHER):
            yield MoveMade(
                who=who.name, place=scene.world.place_of(who.name), rule="EOS-DARK-12", roll=roll,
                fight=fight.name if fight else None, tiles=0 if face else None, form=direction,
            )  # fmt: skip
            return
    way = way_taken(command, who, direction, scene)
    check_length(command, who, way, scene)
    across = crossed(who, way, scene)
    yield MoveMade(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=rule_of(command, way),
        roll=roll,
        fight=fight.name if fight else None,
        tiles=way.made,
        start=None if way.start is None else tile_text(way.start),
        to=way.to if way.end is None else tile_text(way.end),
        direction=way.direction,
        path=tuple(tile_text(tile) for tile in way.path),
        form=command.as_,
        climbed=command.climb,
        bumped=way.bumped,
        crossed=tuple(h.name for h in across),
        postings=(
            *spend_action(scene, who, False, "a move", held=command.held),
            *(() if fight is None else (Changed(who.name, "moves", 1, period=period(fight)),)),
            *tile_postings(command, who, way, fight),
            *(Marked(h.name, CROSSED) for h in ((who, *across) if across else ())),
        ),
    )
    if way.bumped is not None and way.meant is not None:
        yield wound(
            scene, who, (("tiles meant", way.meant),), kind="bump", weapon=way.bumped, rule="EOS-DARK-08",
            armor=armor_of(scene, who, shield=False),
        )  # fmt: skip


def rule_of(command: Move, way: Way) -> str:
    if command.as_ == POUNCE:
        return "EOS-RACE-PANTHER-03"
    if command.blind:
        return "EOS-DARK-12"
    if way.direction is not None:
        return "EOS-DARK-11"
    return "EOS-FALL-04" if command.climb else "EOS-CMOVE-02"


def tile_postings(command: Move, who: Holder, way: Way, fight: Holder | None) -> Iterator[AnyPosting]:
    """The tile arrived at, and the way there, which others may block or cross."""
    if way.end is None or way.start is None:
        return
    yield Put(who.name, "tile", tile_text(way.end))
    if fight is not None:
        path = " ".join(tile_text(tile) for tile in (way.start, *way.path))
        yield Put(who.name, "path", f"{period(fight)} {command.as_ or 'move'} {path}")


def check_length(command: Move, who: Holder, way: Way, scene: Scene) -> None:
    """EOS-CMOVE-02, EOS-RACE-PANTHER-03: how far one move goes. EOS-TACT-04: a blocker no farther. Unknown: the GM sets it."""
    meant = way.meant
    if meant is None:
        return
    if command.as_ == POUNCE:
        exactly = pounce_tiles(who, scene)
        if meant != exactly:
            scene.refuse(
                "EOS-RACE-PANTHER-03", f"A pounce goes {counted(exactly, 'tile')}, no more and no less, not {meant}.",
                thing=who.name, state=counted(meant, "tile"), help=(f"move {who.name} --tiles {meant}",),
            )  # fmt: skip
        return
    most = farthest(who, scene)
    if meant > most:
        scene.refuse(
            "EOS-TACT-04" if command.blocks else "EOS-CMOVE-02",
            f"{who.name} moves {counted(most, 'tile')} at the most in one move, not {meant}.",
            thing=who.name,
            state=f"move {text_of(most)}",
            help=(f"move {who.name} --tiles {text_of(most // 1)}",),
        )


def farthest(who: Holder, scene: Scene) -> Number:
    """EOS-CMOVE-02, EOS-RACE-CHEETAH-01: tiles of one move. Refused: a figure whose move nobody said."""
    most = moves_of(who)
    if most is None:
        raise scene.lacks(
            f"How far {who.name} moves was never said.", thing=who.name, state="no move",
            help=(f'gm set {who.name} move 5 --reason "..."',),
        )  # fmt: skip
    return most


def pounce_tiles(who: Holder, scene: Scene) -> int:
    """EOS-RACE-PANTHER-03. Refused: who is no Neo-Panther."""
    tiles = trait(who, "pounce_tiles")
    if not isinstance(tiles, int) or not tiles:
        scene.refuse(
            "EOS-RACE-PANTHER-03", f"{who.name} cannot pounce; only a Neo-Panther can.", thing=who.name, state="no pounce",
            help=(f"move {who.name} --tiles {text_of(farthest(who, scene) // 1)}",),
        )  # fmt: skip
        return 5
    return tiles


# -- which way --------------------------------------------------------------------------------------------------


def way_taken(command: Move, who: Holder, direction: str | None, scene: Scene) -> Way:
    """The tiles of this move, from what was said and where everybody stands."""
    if direction is not None:
        return blind_way(command, who, direction, scene)
    goal = None if command.to is None else read_tile(command.to)
    if command.to is not None:
        check_sees_the_way(who, scene)
    if goal is None:
        on = tile_of(scene.world, who)
        if on is not None and not command.bump and not command.climb and (command.tiles or command.as_):
            raise scene.lacks(
                f"{who.name} stands on the board, at {tile_text(on)}: where to?", thing=who.name,
                state=f"at {tile_text(on)}", help=(f"move {who.name} --to {tile_text((on[0] + 1, on[1]))}",),
            )  # fmt: skip
        made = pounce_tiles(who, scene) if command.tiles is None and command.as_ == POUNCE else command.tiles
        return Way(made, None if command.bump else made, to=command.to, bumped=command.bump)
    start = check_on_board(scene, who)
    return chosen_way(command, who, start, goal, scene)


def check_sees_the_way(who: Holder, scene: Scene) -> None:
    """EOS-DARK-11: a blind player character goes so far in one of eight directions; a figure of the GM may go by a sound."""
    if is_blind(scene, who) and who.kind == "character":
        scene.refuse(
            "EOS-DARK-11",
            f"{who.name} is blind and says no more than how far and in which of eight directions.",
            thing=who.name,
            state="blind",
            help=(f"move {who.name} --direction forward --tiles 3",),
        )


def chosen_way(command: Move, who: Holder, start: Tile, goal: Tile, scene: Scene) -> Way:
    """EOS-CMOVE-01: to a tile of one's choice, round whoever stands in between; a pounce goes over them."""
    straight = steps(start, goal)
    but = (command.blocks,) if command.blocks else ()
    rule = "EOS-RACE-PANTHER-03" if command.as_ == POUNCE else None
    if command.tiles is not None and command.tiles < straight:
        raise Usage(f"From {tile_text(start)} to {tile_text(goal)} it is {counted(straight, 'tile')}, not {command.tiles}.")
    if goal != start:
        check_free(scene, who, goal, but=but, rule=rule)
    if command.as_ == POUNCE:
        return Way(straight, straight, start, goal, (goal,))
    most = int(max(farthest(who, scene), straight))
    if straight > LONG_WAY:
        return Way(straight, straight, start, goal, (goal,), bumped=command.bump)
    path = path_to(scene, who, goal, most, but)
    if path is None:
        scene.refuse(
            "EOS-CMOVE-01",
            f"There is no way for {who.name} from {tile_text(start)} to {tile_text(goal)} in {counted(most, 'tile')}: "
            "others or terrain stand in between.",
            thing=tile_text(goal),
            state="no way",
            help=("encounter",),
        )
        path = [goal]
    made = max(len(path), command.tiles or 0)
    return Way(made, made, start, goal, tuple(path), bumped=command.bump)


def blind_way(command: Move, who: Holder, direction: str, scene: Scene) -> Way:
    """EOS-DARK-11, EOS-DARK-08: so many tiles one way from where one looks; on a board up to what stands there."""
    relative = read_relative(direction)
    meant = int(farthest(who, scene)) if command.tiles is None else command.tiles
    start, looks = tile_of(scene.world, who), way_of(scene.world, who)
    if start is None:
        return Way(meant, None if command.bump else meant, direction=relative, bumped=command.bump)
    if looks is None:
        raise scene.lacks(
            f"Nobody said where {who.name} looks.", thing=who.name, state="no facing",
            help=(f'gm place {who.name} --facing north --reason "..."',),
        )  # fmt: skip
    step = DIRECTIONS[turned(looks, relative)]
    crowded = crowd(scene, who)
    path: list[Tile] = []
    bumped = command.bump
    at = start
    for nth in range(1, meant + 1):
        ahead = (at[0] + step[0], at[1] + step[1])
        body = body_on(who, ahead, looks)
        last = nth == meant
        taken = in_the_way(who, body, crowded) if last else _first(body, crowded)
        if taken is not None:
            bumped = taken[1].name
            break
        at = ahead
        path.append(at)
    return Way(meant, len(path), start, at, tuple(path), direction=relative, bumped=bumped)


def _first(body: list[Tile], crowded: dict[Tile, list[Holder]]) -> tuple[str, Holder] | None:
    """EOS-CMOVE-01: nobody is run through."""
    return next((("EOS-CMOVE-01", others[0]) for tile in body if (others := crowded.get(tile))), None)


def crossed(who: Holder, way: Way, scene: Scene) -> list[Holder]:
    """EOS-DARK-13: the blind whose way of this round this way crosses; EOS-DARK-15: who sees passes by."""
    fight = fight_in(scene.world, who)
    if fight is None or way.start is None or way.end is None or way.start == way.end or not is_blind(scene, who):
        return []
    found = []
    for other in fighters(scene.world, fight):
        theirs = path_of(other, fight)
        if other is who or theirs is None or len(theirs) < 2 or not is_blind(scene, other):
            continue
        if cross((way.start, way.end), (theirs[0], theirs[-1])):
            found.append(other)
    return found


def path_of(who: Holder, fight: Holder) -> list[Tile] | None:
    """The tiles of somebody's last move of this round, its start first; None without one."""
    words = who.word("path").split()
    if len(words) < 3 or words[0] != str(period(fight)):
        return None
    return [tile for word in words[2:] if (tile := read_tile(word)) is not None]


# -- stepping into the way --------------------------------------------------------------------------------------


def blocked(command: Move, who: Holder, scene: Scene) -> MoveBlocked:
    """EOS-TACT-04: the mover stops on the way, beside the blocker, one tile on at the least, and loses the rest.

    Refused: somebody who did not move this turn, a way that the blocker does not stand in, a stop that is not on it, a
    pounce (EOS-RACE-PANTHER-03). Usage: no tile.
    """
    mover = scene.person(command.blocks or "")
    if mover is who:
        raise Usage(f"{who.name} does not block {who.name}.")
    fight = fight_in(scene.world, who)
    path = None if fight is None else path_of(mover, fight)
    if fight is not None and (turn_in(fight) != mover.name or not had_turn(fight, mover) or not mover.count("moves", period(fight))):
        scene.refuse(
            "EOS-TACT-04", f"{mover.name} has not moved this turn: there is no way to step into.", thing=mover.name,
            state="no move", help=(f"move {mover.name} --tiles 4",),
        )  # fmt: skip
    if mover.word("path").split()[1:2] == [POUNCE] and path is not None:
        scene.refuse(
            "EOS-RACE-PANTHER-03", f"{mover.name} pounced and cannot be blocked.", thing=mover.name, state=POUNCE
        )
    stops = command.stops
    postings: tuple[AnyPosting, ...] = ()
    here = tile_of(scene.world, who)
    if path is not None and here is not None:
        tile = stopping_tile(command, who, mover, path, here, scene)
        stops = tile_text(tile)
        kept = path[: path.index(tile) + 1] if tile in path else path[:1]
        postings = (
            Put(mover.name, "tile", stops),
            Put(mover.name, "path", " ".join((*mover.word("path").split()[:2], *map(tile_text, kept)))),
        )
    return MoveBlocked(
        who=mover.name,
        place=scene.world.place_of(mover.name),
        rule="EOS-TACT-04",
        fight=fight.name if fight else None,
        by=who.name,
        stops=stops,
        postings=postings,
    )


def stopping_tile(command: Move, who: Holder, mover: Holder, path: list[Tile], here: Tile, scene: Scene) -> Tile:
    """The tile of the mover's way, before the blocker, where it ends."""
    mine = set(body_on(who, here, way_of(scene.world, who)))
    looks = way_of(scene.world, mover)
    at = next((nth for nth, tile in enumerate(path) if mine & set(body_on(mover, tile, looks))), None)
    if command.stops is not None and read_tile(command.stops) is None:
        raise Usage(f"--stops is a tile such as 4,4, not {command.stops}.")
    said = None if command.stops is None else read_tile(command.stops)
    if at is None and said is None:
        scene.refuse(
            "EOS-TACT-04", f"{who.name} at {tile_text(here)} does not stand in the way of {mover.name}.", thing=who.name,
            state="not in the way", help=tuple(f"move {who.name} --to {tile_text(t)} --held" for t in path[2:3]),
        )  # fmt: skip
        return path[-1]
    tile = said if said is not None else path[max(1, (at or 0) - 1)]
    if tile not in path[1:] or (at is not None and path.index(tile) >= max(at, 2)):
        least = tile == path[0] or at == 1
        scene.refuse(
            "EOS-TACT-04",
            f"{mover.name} gets one tile on at the least, to {tile_text(path[1])}."
            if least
            else f"{mover.name} does not stop at {tile_text(tile)}: the way goes "
            f"{', '.join(map(tile_text, path))}, and {who.name} stands at {tile_text(here)}.",
            thing=mover.name,
            state=f"way {', '.join(map(tile_text, path))}",
            help=("encounter",),
        )
    return tile


# -- face and hold ----------------------------------------------------------------------------------------------


def face(command: Face, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TURN-13, EOS-STL-06: where somebody looks until the next turn; no action, at the end of the own turn.

    EOS-DARK-10, EOS-DARK-05: the blind turn one of eight ways, or to a sound, before their first action too. EOS-DARK-14:
    whose way was crossed turns anew at the end of that turn. Refused: on another's turn (EOS-TURN-13), keeping to
    somebody while blind (EOS-DARK-10).
    """
    for who in scene.people(command.who):
        scene.able(who)
        fight = fight_in(scene.world, who)
        again = is_marked(who, CROSSED, scene.moment)
        if fight is not None and turn_in(fight) != who.name and not again:
            turn = turn_in(fight)
            scene.refuse(
                "EOS-TURN-13",
                f"{who.name} turns at the end of an own turn; it is {f'the turn of {turn}' if turn else 'nobody’s yet'}.",
                thing=who.name,
                state=f"turn of {turn}" if turn else "before the first turn",
                help=(f"turn {who.name}",),
            )
        facing = facing_of(command.what, who, scene)
        if facing == who.name:
            raise Usage(f"{who.name} cannot face {who.name}.")
        own = fight is not None and turn_in(fight) == who.name
        # The blind may turn to what they heard as their turn begins, and go on from there.
        begins = fight is not None and is_blind(scene, who) and not who.count("actions", period(fight))
        ends = own and not begins
        yield part(
            FacingSet(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="EOS-DARK-14" if again and not own else "EOS-DARK-10" if is_blind(scene, who) else "EOS-TURN-13",
                fight=fight.name if fight else None,
                facing=facing,
                postings=(
                    Put(who.name, "facing", facing),
                    *((Changed(who.name, "faced", 1, period=period(fight)),) if fight is not None and ends else ()),
                ),
            )
        )


def facing_of(what: str, who: Holder, scene: Scene) -> str:
    """A direction of the board, one seen from where somebody looks, or a name; for the blind a sound in words."""
    sightless = is_blind(scene, who)
    try:
        relative = read_relative(what)
    except Usage:
        relative = None
    if relative is not None:
        looks = way_of(scene.world, who)
        if looks is None:
            raise scene.lacks(
                f"Nobody said where {who.name} looks now.", thing=who.name, state="no facing",
                help=(f"face {who.name} north",),
            )  # fmt: skip
        return turned(looks, relative)
    if not sightless:
        return read_facing(scene, what)
    try:
        facing = read_facing(scene, what)
    except Usage:
        return what  # a sound, a smell: the blind go by it
    if facing not in DIRECTIONS:
        scene.refuse(
            "EOS-DARK-10",
            f"{who.name} is blind and cannot keep to {facing}.",
            thing=who.name,
            state="blind",
            help=(f"face {who.name} forward-left", f'face {who.name} "the scream"'),
        )
    return facing


def hold(command: Hold, scene: Scene) -> Iterator[Event | Said]:
    """EOS-TACT-02: one action of this turn is kept for others' turns, and lapses with the next own one.

    Refused: a second one, on another's turn (EOS-TACT-02), no action left (EOS-TURN-06).
    """
    for who in scene.people(command.who):
        scene.able(who)
        fight = fight_in(scene.world, who)
        if fight is None:
            raise scene.lacks(
                f"{who.name} is in no fight.", thing=who.name, state="no fight", help=("fight start SIDE SIDE",)
            )
        if is_marked(who, HELD, scene.moment):
            scene.refuse(
                "EOS-TACT-02", f"{who.name} holds an action already; one is the most.", thing=who.name,
                state="one held", help=(f"move {who.name} --tiles 1 --held",),
            )  # fmt: skip
        yield part(
            ActionHeld(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="EOS-TACT-02",
                fight=fight.name,
                postings=(*spend_action(scene, who, False, "a held action"), Marked(who.name, HELD)),
            )
        )

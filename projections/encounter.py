"""Fights: who is in one, on whose side, whose turn it is, who stands on which tile and looks where; both games.

A fight is a holder of the kind `fight`; its field `side NAME` is the side of somebody. Who is in it carries the mark
`fight NAME`. A board
has x to the east and y to the north; a body's tile is its south-west corner.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from projections.conditions import is_marked
from projections.pools import state
from projections.world import Holder, World, put_fold
from schemas.postings import Put
from schemas.units import Moment, Number

FIGHT = "fight"
FIGHT_MARK = "fight "
FLAG_MARK = "flag "
HELD = "held action"
"""The mark of somebody who keeps an action for another's turn."""
CROSSED = "crossed"
"""EOS-DARK-14: the mark of somebody whose way was crossed in the dark this turn."""
ASLEEP = "asleep"
STRUCK = "struck by "
"""EOS-RACE-BEAR-01: the mark of a bear that somebody has just hurt, with the tiles between them as its value."""
WAKING = "waking"
"""EOS-RACE-BEAR-05: the mark of who is not fully awake in the first round of an ambush."""
LAPSED = "lapsed"
"""The field in which somebody's turn keeps what ended as it began."""
ACTIONS_A_TURN = 2
"""EOS-TURN-06, RNK-ACT-01: what a turn holds, in both games."""
ROUND_SECONDS = 10
"""EOS-TURN-02: a round is about ten seconds where a clock must say it."""
ROUNDS_IN_A_FIGHT = 10_000
"""Room for the rounds of one fight in the number of a period."""

Tile = tuple[int, int]

DIRECTIONS: dict[str, Tile] = {
    "north": (0, 1), "north-east": (1, 1), "east": (1, 0), "south-east": (1, -1),
    "south": (0, -1), "south-west": (-1, -1), "west": (-1, 0), "north-west": (-1, 1),
}  # fmt: skip
"""The eight ways that someone may look, clockwise."""
RELATIVE = {
    "forward": 0, "forward-right": 1, "right": 2, "backward-right": 3,
    "backward": 4, "backward-left": 5, "left": 6, "forward-left": 7,
}  # fmt: skip
"""EOS-DARK-10, EOS-DARK-11: the eight ways from where one looks, in eighths of a turn clockwise."""


# -- folded -----------------------------------------------------------------------------------------------------


@put_fold("open")
def open_put(world: World, holder: Holder, p: Put) -> None:
    """A fight is known to its counters by the root of the entry that opened it; other things just open."""
    holder.fields["open"] = None if p.to is None else p.to
    if p.to and holder.kind == FIGHT:
        holder.fields.setdefault("root", world.root)


@put_fold("tile")
def tile_put(world: World, holder: Holder, p: Put) -> None:
    """A tile is on the board of the place where someone is."""
    holder.fields["tile"] = p.to
    holder.fields["tile_in"] = holder.fields.get("place") or holder.fields.get("in") if p.to is not None else None


# -- who is in a fight ------------------------------------------------------------------------------------------


def open_fights(world: World) -> list[Holder]:
    """Fights that are not over, oldest first."""
    return [h for h in world.of_kind(FIGHT) if h.fields.get("open")]


def fight_in(world: World, who: Holder) -> Holder | None:
    """The open fight that someone is in, or None."""
    for mark in who.marks:
        if mark.startswith(FIGHT_MARK):
            fight = world.get(mark[len(FIGHT_MARK) :])
            if fight.kind == FIGHT and fight.fields.get("open"):
                return fight
    return None


def order_of(fight: Holder) -> list[str]:
    """EOS-TURN-03: names in the order in which turns go round."""
    return [name for name in fight.word("order").split(",") if name]


def fighters(world: World, fight: Holder) -> list[Holder]:
    """Everyone in a fight, in the order of their turns."""
    return [world.get(name) for name in order_of(fight)]


def side_in(fight: Holder, who: Holder) -> int | None:
    """The number of someone's side, from 1; None for who is not in this fight."""
    side = fight.fields.get(f"side {who.name}")
    return side if isinstance(side, int) else None


def turn_in(fight: Holder) -> str | None:
    """Whose turn it is; None before the first."""
    return fight.word("turn") or None


def round_in(fight: Holder) -> int:
    """EOS-TURN-01: the round, from 1; 0 before the first turn."""
    return int(fight.number("round"))


def period(fight: Holder, nth_round: int | None = None) -> int:
    """The number of a fighter's own turn in a round: counters of a turn go by it, and end with it by themselves."""
    root = int(fight.number("root"))
    return root * ROUNDS_IN_A_FIGHT + (round_in(fight) if nth_round is None else nth_round)


def had_turn(fight: Holder, who: Holder, nth_round: int | None = None) -> bool:
    """Whether someone's turn of this round has begun."""
    return bool(who.count("turns", period(fight, nth_round)))


def turn_allows(who: Holder, fight: Holder, most: int = ACTIONS_A_TURN) -> int:
    """RNK-ACT-04, EOS-TURN-06: the actions of someone's turn, less what a stun took; RNK-PA-06: or one at the most."""
    now = period(fight)
    left = max(0, most - int(who.count("stunned", now)))
    return min(left, 1) if who.count("capped", now) else left


def turn_left(world: World, who: Holder, most: int = ACTIONS_A_TURN) -> int | None:
    """EOS-TURN-06, RNK-ACT-01: actions that someone has left this turn; None outside a fight."""
    fight = fight_in(world, who)
    return None if fight is None else max(0, turn_allows(who, fight, most) - int(who.count("actions", period(fight))))


def next_period(fight: Holder, who: Holder) -> int:
    """The period of someone's next own turn: of this round, if theirs is still to come."""
    return period(fight, round_in(fight) + 1 if had_turn(fight, who) or not round_in(fight) else None)


def flags_on(who: Holder, moment: Moment) -> list[str]:
    """EOS-STS-11: whose flags someone carries."""
    return [m[len(FLAG_MARK) :] for m in who.marks if m.startswith(FLAG_MARK) and is_marked(who, m, moment)]


def last_round(who: Holder, mark: str) -> int | None:
    """The round in which a mark that was set for some rounds of a fight ends; None for any other mark."""
    found = who.marks.get(mark)
    words = str(found.value).split() if found is not None and isinstance(found.value, str) else []
    if len(words) == 2 and words[0] == "round" and words[1].isdigit():
        return int(words[1])
    if len(words) == 2 and words[1] in ("round", "rounds") and words[0].isdigit():
        return int(words[0]) + 1
    return None


def lapsed_at_turn(fight: Holder, who: Holder) -> list[str]:
    """EOS-TURN-05: marks that ended as someone's turn of this round began."""
    number, _, marks = who.word(LAPSED).partition(" ")
    return marks.split(",") if number == str(period(fight)) else []


# -- the board --------------------------------------------------------------------------------------------------


BOARD_TILES = 1000
"""The farthest tile of a board each way, about a mile: what lies further is no fight any more."""
LONGEST_NUMBER = 6


def read_tile(text: str) -> Tile | None:
    """`4,7` as a tile; None for what is none, and for what no board is large enough."""
    x, comma, y = text.replace(" ", "").partition(",")
    if not comma or not all(number.removeprefix("-").isdecimal() and len(number) <= LONGEST_NUMBER for number in (x, y)):
        return None
    tile = int(x), int(y)
    return tile if max(map(abs, tile)) <= BOARD_TILES else None


def tile_text(tile: Tile) -> str:
    return f"{tile[0]},{tile[1]}"


def tile_of(world: World, who: Holder) -> Tile | None:
    """The tile of someone on the board of their place; None where they stand on none."""
    text = who.word("tile")
    if not text or who.fields.get("tile_in") != (who.fields.get("place") or who.fields.get("in")):
        return None
    return read_tile(text)


def footprint(who: Holder) -> tuple[int, int]:
    """EOS-SIZE-02: tiles across and tiles long, as someone stands in a fight; a small one has a tile to itself too."""
    width, length = who.fields.get("width"), who.fields.get("length")
    if isinstance(width, int) and isinstance(length, int) and width > 0 and length > 0:
        return width, length
    return 1, 1


def way_of(world: World, who: Holder) -> Tile | None:
    """EOS-TURN-13: where someone looks, as a step: a direction, or toward whom they keep turning to. None: not said."""
    facing = who.word("facing")
    if not facing:
        return None
    if facing in DIRECTIONS:
        return DIRECTIONS[facing]
    here, there = tile_of(world, who), tile_of(world, world.get(facing))
    if here is None or there is None or here == there:
        return None
    return there[0] - here[0], there[1] - here[1]


def nearest_way(step: Tile) -> str:
    """The one of the eight directions that lies nearest to a step; of two as near, the straight one."""
    def turned(name: str) -> tuple[Fraction, bool]:
        x, y = DIRECTIONS[name]
        dot = x * step[0] + y * step[1]
        length = (x * x + y * y) * (step[0] * step[0] + step[1] * step[1])
        return (Fraction(dot * abs(dot), length or 1), not (x and y))  # the cosine, squared with its sign

    return max(DIRECTIONS, key=turned)


def body_on(who: Holder, tile: Tile, way: Tile | None) -> list[Tile]:
    """EOS-SIZE-02: the tiles that a body fills from this one; a long body lies along the way it looks."""
    width, length = footprint(who)
    across, along = (width, length)
    if way is not None and abs(way[0]) > abs(way[1]):
        across, along = length, width
    return [(tile[0] + x, tile[1] + y) for x in range(across) for y in range(along)]


def body_tiles(world: World, who: Holder) -> list[Tile]:
    """The tiles that someone fills; none for who is on no board."""
    tile = tile_of(world, who)
    return [] if tile is None else body_on(who, tile, way_of(world, who))


def steps_between(a: Iterable[Tile], b: Sequence[Tile]) -> int:
    """EOS-POS-03: the fewest steps from one body to the other, diagonals counting one (ruling chebyshev_distance)."""
    return min(max(abs(x - u), abs(y - v)) for x, y in a for u, v in b)


def board_distance(world: World, a: Holder, b: Holder) -> int | None:
    """Steps between two bodies on one board; None where one of them is on none."""
    here, there = body_tiles(world, a), body_tiles(world, b)
    if not here or not there or a.fields.get("tile_in") != b.fields.get("tile_in"):
        return None
    return steps_between(here, there)


def on_board(world: World, place: str | None) -> Iterator[Holder]:
    """Everybody with a tile at a place: people, and terrain."""
    if place is None:
        return
    yield from (h for h in world.at(place) if h.fields.get("tile"))
    yield from (h for h in world.of_kind("terrain") if h.fields.get("tile") and h.word("in") == place)


def stands(who: Holder) -> bool:
    """EOS-POS-05: whether a body keeps others off its tile: the fallen do not; terrain does."""
    return who.kind == "terrain" or state(who) in ("well", "trance")


def occupants(world: World, place: str | None, tiles: Iterable[Tile], but: Sequence[str] = ()) -> list[Holder]:
    """EOS-POS-04: who or what fills any of these tiles: people on their feet, and terrain."""
    wanted = set(tiles)
    return [
        h for h in on_board(world, place)
        if h.name not in but and stands(h) and wanted & set(body_tiles(world, h))
    ]  # fmt: skip


def sharing(world: World, who: Holder) -> list[Holder]:
    """EOS-TILE-01: who stands on a tile of this body too, on their feet."""
    tiles = body_tiles(world, who)
    here = world.place_of(who.name)
    return [h for h in occupants(world, here, tiles, (who.name,)) if h.kind != "terrain"] if tiles else []


def between(world: World, a: Holder, b: Holder) -> list[Holder]:
    """EOS-COV-02, EOS-COV-05: who or what stands in the straight line from one body to the other, nearest first."""
    here, there = body_tiles(world, a), body_tiles(world, b)
    if not here or not there:
        return []
    start, end = min(
        ((s, e) for s in here for e in there), key=lambda p: (max(abs(p[0][0] - p[1][0]), abs(p[0][1] - p[1][1])), p)
    )
    ends = {*here, *there}
    found: list[Holder] = []
    standing = [h for h in on_board(world, world.place_of(a.name)) if stands(h) and h.name not in (a.name, b.name)]
    bodies = [(h, set(body_tiles(world, h))) for h in standing]
    for tile in line(start, end):
        if tile not in ends:
            found += [h for h, body in bodies if tile in body and h not in found]
    return found


def line(start: Tile, end: Tile) -> list[Tile]:
    """The tiles that the straight line between the middles of two tiles passes through, in order, both ends too."""
    across = range(min(start[0], end[0]), max(start[0], end[0]) + 1)
    along = range(min(start[1], end[1]), max(start[1], end[1]) + 1)
    found: list[tuple[Number, Tile]] = []
    wide, tall = end[0] - start[0], end[1] - start[1]
    steep = abs(tall) > abs(wide)
    for at in along if steep else across:
        # Where the line passes the middle of this row or column; it keeps within a tile of that.
        near = start[0] + (at - start[1]) * wide // tall if steep else start[1] + (at - start[0]) * tall // (wide or 1)
        for beside in range(near - 2, near + 4):
            tile = (beside, at) if steep else (at, beside)
            if tile[0] in across and tile[1] in along and (entered := _enters(start, end, tile)) is not None:
                found.append((entered, tile))
    return [tile for _, tile in sorted(found)]


def _enters(start: Tile, end: Tile, tile: Tile) -> Number | None:
    """How far along, from 0 to 1, a line enters a tile; None if it passes by, or only touches a corner."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        step = end[axis] - start[axis]
        near, far = Fraction(2 * (tile[axis] - start[axis]) - 1, 2), Fraction(2 * (tile[axis] - start[axis]) + 1, 2)
        if step == 0:
            if not near < 0 < far:
                return None
            continue
        first, last = sorted((near / step, far / step))
        low, high = max(low, first), min(high, last)
    return low if low < high or start == end else None


# -- front and rear ---------------------------------------------------------------------------------------------


def front_neighbours(width: int, length: int) -> tuple[int, int]:
    """EOS-POS-12: how many of the tiles around a body lie in front of its middle, and how many there are.

    The row ahead of it with both corners, and both flanks down to its centre-line: 5 of 8 for one tile, 9 of 18 for 3x4.
    """
    return width + 2 + 2 * -(-length // 2), 2 * (width + length) + 4


def is_in_front(world: World, target: Holder, attacker: Holder) -> bool | None:
    """EOS-POS-02, EOS-POS-12: whether one stands in the other's front arc: level with its middle, or ahead of that.

    Whom the target keeps turning to is in front. None where the board or the facing does not say.
    """
    way = way_of(world, target)
    body, other = body_tiles(world, target), body_tiles(world, attacker)
    if target.word("facing") == attacker.name:
        return True
    if way is None or not body or not other:
        return None
    nearest = steps_between(other, body)
    close = [t for t in other if steps_between([t], body) == nearest]
    return any(in_front_of(body, way, tile) for tile in close)


def in_front_of(body: Sequence[Tile], way: Tile, tile: Tile) -> bool:
    """EOS-POS-12: whether a tile lies level with the middle of a body, or ahead of it, as it looks."""
    twice_middle = (
        min(x for x, _ in body) + max(x for x, _ in body),
        min(y for _, y in body) + max(y for _, y in body),
    )
    return (2 * tile[0] - twice_middle[0]) * way[0] + (2 * tile[1] - twice_middle[1]) * way[1] >= 0

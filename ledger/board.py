"""The board of a fight: which tiles are free, how someone gets from one to another, and which way one looks."""

from collections.abc import Iterable, Sequence

from ledger.ruling import Refused, Scene, Usage
from projections.encounter import (
    DIRECTIONS,
    RELATIVE,
    Tile,
    body_on,
    body_tiles,
    nearest_way,
    on_board,
    stands,
    tile_of,
    tile_text,
    way_of,
)
from projections.world import PEOPLE, Holder
from schemas.units import key

STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


# -- looking ----------------------------------------------------------------------------------------------------


def read_facing(scene: Scene, text: str) -> str:
    """EOS-TURN-13: one of the eight directions, or the name of somebody or something to keep turning to. Else usage."""
    word = key(text).replace(" ", "-")
    if word in DIRECTIONS:
        return word
    known = scene.world.find(text)
    if known is None or scene.world.get(known).kind not in (*PEOPLE, "terrain", "site", "structure"):
        raise Usage(f"Faces {text}? Say a direction or a name.", nearest=tuple(DIRECTIONS)[:4])
    return known


def turned(way: Tile, relative: str) -> str:
    """EOS-DARK-10: one of the eight ways seen from where somebody looks, as a direction of the board."""
    names = list(DIRECTIONS)
    return names[(names.index(nearest_way(way)) + RELATIVE[relative]) % len(names)]


def read_relative(text: str) -> str:
    """EOS-DARK-11: one of the eight relative directions. Else usage."""
    word = key(text).replace(" ", "-").removeprefix("diagonally-")
    if word not in RELATIVE:
        raise Usage(f"There is no direction {text}.", nearest=tuple(RELATIVE))
    return word


# -- who is in the way ------------------------------------------------------------------------------------------


def crowd(scene: Scene, who: Holder, but: Sequence[str] = ()) -> dict[Tile, list[Holder]]:
    """Who or what keeps which tile of a board, beside somebody: people on their feet, and terrain."""
    found: dict[Tile, list[Holder]] = {}
    place = who.word("in") if who.kind == "terrain" else scene.world.place_of(who.name)
    for other in on_board(scene.world, place):
        if other.name != who.name and other.name not in but and stands(other):
            for tile in body_tiles(scene.world, other):
                found.setdefault(tile, []).append(other)
    return found


def in_the_way(who: Holder, body: Iterable[Tile], crowded: dict[Tile, list[Holder]]) -> tuple[str, Holder] | None:
    """EOS-POS-04, EOS-POS-05, EOS-TILE-01: why a body may not stand there, and because of whom; None: it may.

    A tile holds one creature and one small one beside it; terrain holds nobody.
    """
    for tile in body:
        others = crowded.get(tile, [])
        ground = next((o for o in others if o.kind == "terrain"), None)
        if ground is not None or (others and who.kind == "terrain"):
            return "EOS-CMOVE-01", ground or others[0]
        if not others:
            continue
        small = [o for o in (who, *others) if o.word("size") == "Small"]
        if len(others) > 1:
            return "EOS-TILE-01", others[-1]
        if not small:
            plain = all(o.word("size", "Medium") == "Medium" for o in (who, others[0]))
            return "EOS-POS-04" if plain else "EOS-TILE-01", others[0]
    return None


def check_free(
    scene: Scene, who: Holder, tile: Tile, facing: str | None = None, but: Sequence[str] = (), rule: str | None = None
) -> None:
    """Refuses a tile where a body may not stand: EOS-POS-04, EOS-TILE-01, terrain by EOS-CMOVE-01; or as `rule` says."""
    way = DIRECTIONS.get(facing) if facing is not None else way_of(scene.world, who)
    taken = in_the_way(who, body_on(who, tile, way), crowd(scene, who, but))
    if taken is None:
        return
    mechanic, other = taken
    scene.refuse(
        rule or mechanic,
        f"{tile_text(tile)} is taken: {other.name} is there"
        + (", and a tile holds one small one beside another, no more." if mechanic == "EOS-TILE-01" else "."),
        thing=tile_text(tile),
        state=f"{other.name} there",
        help=("encounter",),
    )


# -- the way there ----------------------------------------------------------------------------------------------


def path_to(scene: Scene, who: Holder, goal: Tile, most: int, but: Sequence[str] = ()) -> list[Tile] | None:
    """EOS-CMOVE-01: the tiles of a shortest way round everybody, the goal last, in no more than `most` steps.

    Of ways as short the one nearest to the straight line. None: there is none. Who shares a tile now may be left behind.
    """
    start = tile_of(scene.world, who)
    if start is None:
        return None
    way = way_of(scene.world, who)
    beside = {h.name for tile in body_on(who, start, way) for h in crowd(scene, who).get(tile, ())}
    taken = set(crowd(scene, who, (*but, *beside)))

    def free(tile: Tile) -> bool:
        return tile in (goal, start) or not taken & set(body_on(who, tile, way))

    far: dict[Tile, int] = {goal: 0}
    edge = [goal]
    for steps in range(1, most + 1):
        if start in far:
            break
        edge = [
            after
            for tile in edge
            for after in neighbours(tile)
            if after not in far and free(after) and far.setdefault(after, steps) == steps
        ]
    if start not in far:
        return None
    path: list[Tile] = []
    at = start
    while at != goal:
        closer = [tile for tile in neighbours(at) if far.get(tile, most + 1) == far[at] - 1]
        at = min(closer, key=lambda tile: (off_line(start, goal, tile), tile))
        path.append(at)
    return path


def neighbours(tile: Tile) -> list[Tile]:
    return [(tile[0] + x, tile[1] + y) for x, y in STEPS]


def off_line(start: Tile, end: Tile, tile: Tile) -> int:
    """How far a tile lies off a straight line, as an area."""
    return abs((end[0] - start[0]) * (tile[1] - start[1]) - (end[1] - start[1]) * (tile[0] - start[0]))


def steps(start: Tile, end: Tile) -> int:
    """EOS-POS-03: steps from tile to tile, diagonals counting one."""
    return max(abs(start[0] - end[0]), abs(start[1] - end[1]))


def check_on_board(scene: Scene, who: Holder) -> Tile:
    """The tile of somebody. Refused: who stands on none."""
    tile = tile_of(scene.world, who)
    if tile is None:
        raise no_tile(scene, who)
    return tile


def no_tile(scene: Scene, who: Holder) -> Refused:
    return scene.lacks(
        f"{who.name} is on no tile of a board: say --tiles, or set the board.",
        thing=who.name,
        state="no tile",
        help=(f"gm place {who.name} --to 4,7", f"move {who.name} --tiles 1"),
    )


def cross(a: tuple[Tile, Tile], b: tuple[Tile, Tile]) -> bool:
    """EOS-DARK-13: whether two straight ways cross or touch."""

    def turn(p: Tile, q: Tile, r: Tile) -> int:
        value = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (value > 0) - (value < 0)

    def on(p: Tile, q: Tile, r: Tile) -> bool:
        return min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])

    (p, q), (r, s) = a, b
    if turn(p, q, r) != turn(p, q, s) and turn(r, s, p) != turn(r, s, q):
        return True
    return any(
        turn(*ends, point) == 0 and on(*ends, point) for ends, point in (((p, q), r), ((p, q), s), ((r, s), p), ((r, s), q))
    )

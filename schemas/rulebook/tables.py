"""The printed tables of Eos, worked out from their formulas: what `rules ID` shows, and the figures that rules share.

A table is a list of rows, each with its columns by name; the first says what the row is of. Numbers are exact.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

import schemas.rulebook as rulebook
from schemas.units import Number, exact

Cell = Number | str | None
Table = list[dict[str, Cell]]

TIERS = range(1, 13)
"""The tiers and levels that the book prints; every formula goes on past them (EOS-CRAFT-08)."""
LEVELS = range(0, 13)
SIZES: dict[str, Number] = {"small": Fraction(1, 2), "medium": 1, "large": 4, "extra-large": 9}
"""EOS-SCALE-03, EOS-SCALE-04, EOS-SCALE-05, EOS-SCALE-06: what each size category multiplies by."""
FOOTPRINTS: dict[str, Number] = {
    "1/2": Fraction(1, 2),
    "1x1": 1,
    "1x2": 2,
    "2x2": 4,
    "2x3": 6,
    "3x3": 9,
    "3x4": 12,
    "4x4": 16,
    "5x5": 25,
}
"""EOS-SCALE-01, EOS-SCALE-02: the footprints that creatures have, in tiles."""
TOOLS = {"crude": 1, "basic": 2, "workshop": 4}
VESSEL_MOVE = {"raft": 1, "rowboat": 2, "small sailboat": 3, "medium sailboat": 4, "large sailboat": 5}
"""EOS-NAV-10: Move of the vessels that the book names."""
RIVER_MILES = {"raft": (15, 3), "other": (25, 5)}
"""EOS-NAV-08: miles of a day downstream and upstream."""


BLIND_ACTS: tuple[tuple[int, int, str], ...] = (
    (1, 2, "forward-left"), (3, 4, "forward"), (5, 6, "forward-right"), (7, 8, "right"), (9, 10, "backward-right"),
    (11, 12, "backward"), (13, 14, "backward-left"), (15, 16, "left"), (17, 18, "stay-quiet"), (19, 20, "other-action"),
)  # fmt: skip
"""EOS-DARK-12: what a figure of the GM does that cannot see, by a d20: from, to, what."""


# -- the formulas -----------------------------------------------------------------------------------------------


def work(tier: int) -> int:
    """EOS-CRAFT-01: work for one thing of a tier, in tasks with a crude tool."""
    return tier * tier


def craft_days(tier: int, factor: int) -> Number:
    """EOS-CRAFT-01, EOS-CRAFT-02: tasks that one thing takes with a tool of this factor."""
    return exact(Fraction(work(tier), factor))


def upgrade_days(from_tier: int, to_tier: int, factor: int) -> Number:
    """EOS-METAL-03: tasks that raise an ingot from a tier to a higher one."""
    return exact(Fraction(work(to_tier) - work(from_tier), factor))


def fragments(tier: int) -> int:
    """EOS-TAIL-03, EOS-TAIL-04: cloth fragments that go into one cloth, and come out of it."""
    return 5 * tier


def base_hp(tiles: Number) -> Number:
    """EOS-SCALE-08: hit points of a footprint: small 15, medium 20, larger 20 and three for each tile."""
    return 15 if tiles < 1 else 20 if tiles == 1 else 20 + 3 * tiles


def category(tiles: Number) -> str:
    """EOS-SCALE-01: the size category of a footprint."""
    return "small" if tiles < 1 else "medium" if tiles == 1 else "large" if tiles <= 6 else "extra-large"


def hunt_number(miles: Number) -> Number:
    """EOS-HUNT-02: what a hunt must beat so many miles from town: 30, five less each whole five miles, at least 5."""
    return max(5, 30 - 5 * (miles // 5))


def trap_number(zones: int) -> int:
    """EOS-TRAP-05: what traps must beat in the wild, so many zones from the nearest city or road."""
    return max(1, 20 - zones)


def wall_stones(length_ft: Number, tier: int) -> Number:
    """EOS-ARCH-07, EOS-ARCH-13: stones for a wall: 360 for each begun hundred square feet of length times tier."""
    return 360 * -(-(length_ft * tier) // 100)


# -- the tables -------------------------------------------------------------------------------------------------


def _by(name: str, rows: Iterable[int], **columns: Callable[[int], Cell]) -> Table:
    return [{name: row, **{column: of(row) for column, of in columns.items()}} for row in rows]


def _by_tool(name: str, rows: Iterable[int], factors: dict[str, int], cell: Callable[[int, int], Cell]) -> Table:
    return [{name: row, **{tool: cell(row, factor) for tool, factor in factors.items()}} for row in rows]


def _tools_of(skill: str) -> dict[str, int]:
    factors = rulebook.skills()[skill].tools
    return {str(grade): factor for grade, factor in factors.items()}


def _craft(skill: str) -> Callable[[], Table]:
    return lambda: _by_tool("tier", TIERS, _tools_of(skill), craft_days)


def _firearms() -> Table:
    """EOS-FA1-06, EOS-FA2-04: the arm's tier down, the bullet's across; bullets above the arm are printed too."""
    return [{"tier": arm, **{f"T{bullet}": 2 * arm + 2 * bullet for bullet in TIERS}} for arm in TIERS]


def _lock_days() -> Table:
    """EOS-LOCK-03: half the common time with a basic tool, a quarter in a workshop."""
    return _by_tool("tier", TIERS, _tools_of("locksmith"), lambda tier, factor: exact(Fraction(work(tier), 2 * factor)))


def _yield(skill: str, levels: Iterable[int], cell: Callable[[int], int]) -> Callable[[], Table]:
    """What a task brings by level and tool: `cell` is the crude tool's."""
    return lambda: _by_tool("level", levels, _tools_of(skill), lambda level, factor: cell(level) * factor)


def _quarry() -> Table:
    """EOS-QUAR-01: two stones for each level of mining, times the tool; the printed table has no workshop."""
    return _by_tool("level", TIERS, {"crude": 1, "basic": 2}, lambda level, factor: 2 * level * factor)


def _multipliers(name: str) -> Callable[[], Table]:
    return lambda: [{"size": size, name: factor} for size, factor in SIZES.items()]


def _footprints(**columns: Callable[[Number], Cell]) -> Callable[[], Table]:
    return lambda: [
        {"footprint": footprint, "tiles": tiles, **{name: of(tiles) for name, of in columns.items()}}
        for footprint, tiles in FOOTPRINTS.items()
    ]


def _materials(*things: str) -> Callable[[], Table]:
    """What goes into a medium creature's thing, from its row; `tier` is the least that serves."""

    def table() -> Table:
        found: Table = []
        for name in things:
            way = rulebook.thing_row(name).way("craft") or rulebook.thing_row(name).ways[0]
            for material in way.materials:
                tier = {"own": "the thing's own or better", "lower": "the tier below"}.get(
                    str(material.min_tier), material.min_tier
                )
                found.append(
                    {
                        "thing": name,
                        "material": " or ".join((material.item, *material.or_items)),
                        "quantity": exact(material.quantity),
                        "per": material.per,
                        "tier": tier,
                    }
                )
        return found

    return table


def _holds(thing: str) -> Callable[[], Table]:
    """EOS-CONT-01, EOS-CONT-02, EOS-CONT-03, EOS-CONT-04: slots by tier, for a medium wearer and the other sizes."""

    def table() -> Table:
        holds = rulebook.thing_row(thing).holds
        assert holds is not None
        found: Table = []
        for tier in TIERS:
            row: dict[str, Cell] = {"tier": tier}
            for size in ("medium", "small", "large", "extra-large"):
                slots = exact(holds.count * tier * SIZES[size])
                row[size] = -(-slots // 1) if holds.one_kind else slots
            found.append(row)
        return found

    return table


def _words(columns: Sequence[str], *rows: Sequence[Cell]) -> Callable[[], Table]:
    return lambda: [dict(zip(columns, row, strict=True)) for row in rows]


def _cloaks() -> Table:
    """EOS-BUSH-03: cloaks that a Body carries beside armor of a tier."""
    return [{"body": body, **{f"armor T{armor}": max(0, body - armor) for armor in range(0, 13)}} for body in TIERS]


def _upgrades() -> Table:
    """EOS-METAL-03: from each tier to the next."""
    return [
        {
            "from": tier - 1,
            "to": tier,
            **{tool: upgrade_days(tier - 1, tier, factor) for tool, factor in _tools_of("metalworks").items()},
        }
        for tier in TIERS
    ]


def _tiers_up_to(level: int) -> Cell:
    return ", ".join(str(tier) for tier in range(1, level + 1))


TABLES: dict[str, Callable[[], Table]] = {
    "EOS-CAL-02": _words(("span", "days"), ("week", 7)),
    "EOS-CAL-03": _words(("span", "days"), ("month", 30), ("year", 360)),
    "EOS-CAL-05": _words(("span", "days"), ("decade", 3600), ("century", 36000)),
    "EOS-CHAR-03": _words(("race", "time points"), ("any", 24), ("human", 48)),
    "EOS-SCALE-01": _footprints(category=category),
    "EOS-SCALE-02": _footprints(food_per_day=lambda tiles: tiles),
    "EOS-SCALE-03": _multipliers("slots"),
    "EOS-SCALE-04": _multipliers("materials"),
    "EOS-SCALE-05": _multipliers("price"),
    "EOS-SCALE-06": _multipliers("preserved"),
    "EOS-SCALE-07": _footprints(category=category, multiplier=lambda tiles: SIZES[category(tiles)]),
    "EOS-SCALE-08": _footprints(base_hp=base_hp),
    "EOS-SCALE-11": _words(("unit", "feeds", "for"), ("food", "1 tile", "1 day")),
    "EOS-STARV-01": _words(("food", "work", "hunger"), ("none", "full", 20)),
    "EOS-STARV-02": _words(("food", "work", "hunger"), ("half", "full", 10)),
    "EOS-STARV-03": _words(("food", "work", "hunger"), ("half", "half", 5)),
    "EOS-STARV-11": _words(("food", "work", "hunger"), ("full", "full", -5)),
    "EOS-STARV-12": _words(("food", "work", "hunger"), ("full", "half", -10)),
    "EOS-STARV-13": _words(("food", "work", "hunger"), ("full", "none", -20)),
    "EOS-HUNT-02": lambda: _by("miles", range(0, 30, 5), target=hunt_number),
    "EOS-HUNT-04": lambda: _by(
        "margin", TIERS, food=lambda n: 5 * n, fat=lambda n: n, bone=lambda n: n, **{"cloth fragment": lambda n: 4 * n}
    ),
    "EOS-TRAP-03": lambda: _by(
        "margin", TIERS, food=lambda n: n, feather=lambda n: 5 * n, **{"cloth fragment": lambda n: n}
    ),
    "EOS-TRAP-05": lambda: _by("zones", range(0, 21), target=trap_number),
    "EOS-LOG-02": _yield("logging", LEVELS, lambda level: 1 + level),
    "EOS-MINE-02": _yield("mining", LEVELS, lambda level: 1 + level),
    "EOS-QUAR-01": _quarry,
    "EOS-FARM-04": _yield("farming", TIERS, lambda level: 10 * level),
    "EOS-FARM-13": _words(("part of the month", "days"), ("planting", 5), ("growing", 20), ("harvest", 5)),
    "EOS-BUSH-02": lambda: _by("level", TIERS, **{"sub-tasks": lambda level: level}),
    "EOS-BUSH-03": _cloaks,
    "EOS-BUSH-12": lambda: _by("persons", TIERS, cordage_ft=lambda persons: 5 * persons),
    "EOS-COOK-02": lambda: _by("level", TIERS, points=lambda level: level),
    "EOS-COOK-09": lambda: [
        {"tool": tool, **{size: exact(factor * times) for size, times in SIZES.items()}}
        for tool, factor in TOOLS.items()
    ],
    "EOS-COOK-11": lambda: [{"tool": tool, "fat": factor, "candles": 5 * factor} for tool, factor in TOOLS.items()],
    "EOS-COOK-13": lambda: [{"tool": tool, "meals": 25 * factor} for tool, factor in TOOLS.items()],
    "EOS-CRAFT-01": lambda: _by_tool("tier", TIERS, TOOLS, craft_days),
    "EOS-CRAFT-02": lambda: [
        {"skill": row.name, **{grade: row.tools.get(grade) for grade in ("none", "crude", "basic", "workshop")}}
        for row in rulebook.skills().values()
        if row.tools
    ],
    "EOS-CRAFT-03": lambda: _by("level", TIERS, tier=lambda level: level),
    "EOS-CRAFT-08": lambda: _by(
        "tier", range(13, 19), work=work, fragments=fragments, lock=lambda t: t + 20, fortification=lambda t: 10 * t
    ),
    "EOS-CRAFT-09": _multipliers("materials"),
    "EOS-REPAIR-01": lambda: _by_tool(
        "tier", TIERS, TOOLS, lambda tier, factor: exact(Fraction(work(tier), 100 * factor))
    ),
    "EOS-ARCH-05": _craft("architect"),
    "EOS-ARCH-07": lambda: _by("hundreds of square feet", TIERS, stones=lambda units: 360 * units),
    "EOS-ARCH-12": lambda: _by("tier", TIERS, hp=lambda tier: 10 * tier, armor=lambda tier: 10 * tier),
    "EOS-ARCH-13": lambda: [
        {"tier": tier, "length_ft": length, "area": length * tier, "stones": wall_stones(length, tier)}
        for length in (10, 100)
        for tier in TIERS
    ],
    "EOS-ARMR-03": _craft("armorsmith"),
    "EOS-ARMR-04": _materials("armor"),
    "EOS-ARMR-05": _materials("shield"),
    "EOS-ART-02": _craft("art"),
    "EOS-BOWY-03": _craft("bowyer"),
    "EOS-BOWY-04": _materials("bow"),
    "EOS-BOWY-05": _yield("bowyer", TIERS, lambda level: level),
    "EOS-XBOW-03": _craft("crossbow smith"),
    "EOS-XBOW-04": _materials("crossbow", "two-handed crossbow"),
    "EOS-LOCK-03": _lock_days,
    "EOS-LOCK-04": _materials("lock"),
    "EOS-LOCK-05": lambda: _by("tier", TIERS, target=lambda tier: tier + 20),
    "EOS-LOCK-07": lambda: _by("tier", TIERS, armor=lambda tier: tier + 20, hp=lambda tier: tier + 20),
    "EOS-MAP-04": lambda: _by("tier", TIERS, tasks=lambda tier: tier),
    "EOS-MED-02": lambda: _by_tool("level", TIERS, {"crude": 1, "basic": 2}, lambda level, factor: level * factor),
    "EOS-METAL-02": _craft("metalworks"),
    "EOS-METAL-03": _upgrades,
    "EOS-METAL-07": lambda: [{"thing": "basic toolkit", **{t: craft_days(2, f) for t, f in TOOLS.items()}}],
    "EOS-METAL-08": lambda: [{"thing": "workshop", **{t: craft_days(6, f) for t, f in TOOLS.items()}}],
    "EOS-DARK-12": lambda: [{"d20": f"{low}-{high}", "act": act} for low, high, act in BLIND_ACTS],
    "EOS-NAV-08": lambda: [{"vessel": v, "down": down, "up": up} for v, (down, up) in RIVER_MILES.items()],
    "EOS-NAV-10": lambda: [{"vessel": v, "move": move} for v, move in VESSEL_MOVE.items()],
    "EOS-SCHO-02": lambda: _by("level", TIERS, pages=lambda level: 25 * level),
    "EOS-TAIL-02": lambda: _by(
        "level", TIERS, tiers=_tiers_up_to, crude=lambda level: 1, basic=lambda level: 2, workshop=lambda level: 4
    ),
    "EOS-TAIL-03": lambda: _by("tier", TIERS, fragments=fragments),
    "EOS-TAIL-04": lambda: _by("tier", TIERS, fragments=fragments),
    "EOS-TAIL-05": _craft("tailor"),
    "EOS-TAIL-09": lambda: _by("fragments", range(1, 11), cordage_ft=lambda n: 10 * n),
    "EOS-CONT-01": _holds("hip pouch"),
    "EOS-CONT-02": _holds("arrow pouch"),
    "EOS-CONT-03": _holds("backpack"),
    "EOS-CONT-04": _holds("food backpack"),
    "EOS-BED-01": lambda: _by("tier", TIERS, cold_bonus=lambda tier: 2 * tier),
    "EOS-TENT-01": lambda: _by("persons", TIERS, cloth=lambda n: 2 * n, slots=lambda n: 10 * n),
    "EOS-WEAP-03": _craft("weaponsmith"),
    "EOS-WEAP-04": _materials("one-handed weapon", "two-handed weapon"),
    "EOS-WOOD-02": lambda: [{"tool": tool, "beams": factor, "lumber": 10 * factor} for tool, factor in TOOLS.items()],
    "EOS-WOOD-03": lambda: _by("tiles", (4, 20, 200), lumber=lambda tiles: 5 * tiles),
    "EOS-WOOD-05": _craft("woodworks"),
    "EOS-FALL-01": lambda: _by(
        "tiles", range(1, 9), feet=lambda tiles: 5 * tiles, damage=lambda tiles: 0 if tiles < 2 else 2 ** (tiles - 2)
    ),
    "EOS-FA1-06": lambda: _firearms(),
    "EOS-FA2-04": lambda: _firearms(),
    "EOS-OBJ-01": lambda: _by("tier", TIERS, hp=lambda tier: 10 * tier, armor=lambda tier: 10 * tier),
    "EOS-SIEGE-07": lambda: [
        {"tier": tier, **{f"Scholar {scholar}": 10 * (tier + scholar) for scholar in range(5, 13)}} for tier in TIERS
    ],
    "EOS-SIEGE-08": lambda: _by("tier", TIERS, turns=lambda tier: 2 * tier),
    "EOS-SIEGE-09": lambda: _by("tier", TIERS, crew=lambda tier: -(-tier // 2)),
    "EOS-SIEGE-10": lambda: _by("tier", TIERS, body=lambda tier: 4 * tier),
    "EOS-WOOD-13": lambda: _by("lumber", range(10, 60, 10), pages=lambda lumber: 10 * lumber),
}
"""Mechanic id -> its table."""


def table_of(mechanic: str) -> Table | None:
    """The table of a mechanic, worked out; None for one that has none."""
    make = TABLES.get(mechanic)
    return make() if make is not None else None

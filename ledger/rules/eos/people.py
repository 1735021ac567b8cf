"""Who is in the campaign (EOS-CHAR, EOS-STAT, EOS-SKILL, EOS-SCALE): `join`, and the GM's own figures, `npc`."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar, NamedTuple

import msgspec

from ledger import house
from ledger.goods import gained
from ledger.ruling import (
    Command,
    Flag,
    Name,
    Place,
    Said,
    Scene,
    Skills,
    Text,
    Things,
    Usage,
    Whole,
    because,
    part,
)
from projections.pools import STATS, XP_PER_LEVEL
from projections.sheet import USUAL
from projections.world import PEOPLE, PLACES, Holder, Lot, World
from schemas.entry import Event
from schemas.events.gm import GmGave
from schemas.events.goods import GearWorn
from schemas.events.people import CharacterJoined, NpcEntered, Pool, SkillLearned
from schemas.house import Beast
from schemas.postings import AnyPosting, Changed, Marked, Put
from schemas.rulebook import Race
from schemas.rulebook.tables import base_hp, category
from schemas.units import Number, counted, exact, parse_number, stored, text_of

CREATION_POINTS = 25
CREATION_MAX = 10
"""EOS-CHAR-02: stat points at creation, and the most of them in one stat."""
CREATION_MONTHS = 24
"""EOS-CHAR-03: the months of learning that a character brings along."""
MEDIUM_HP = 20
MOST_AT_ONCE = 200


class Join(Command, tag="join", frozen=True):
    """Bring a character into play: stats, skills and the gifts of the race."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = (
        'join WHO --race RACE --body N --mind N --reflex N --presence N --aura N [--time "SKILL N, ..."] '
        '[--combat "SKILL N, ..."] [--age N] [--in PLACE] [--hp N] [--hunger N] [--experience N]'
    )
    examples: ClassVar[tuple[str, ...]] = (
        "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 "
        '--time "hunting 6, bow 6" --combat "bow 2" --age 24 --in Oakwood',
    )
    who: Name
    race: Text
    body: Whole = 0
    mind: Whole = 0
    reflex: Whole = 0
    presence: Whole = 0
    aura: Whole = 0
    time: Skills = ()
    combat: Skills = ()
    age: Whole | None = None
    in_: Place | None = None
    hp: Whole | None = None
    hunger: Whole = 0
    experience: Whole = 0


class Npc(Command, tag="npc", frozen=True):
    """Bring figures of the GM into play, or change what is said of one: `npc bandit --count 2 --race human`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = (
        "npc NAME [--count N] [--race RACE] [--body N --mind N ...] [--size 2x2] [--move N] [--hp N|LEFT/FULL] "
        '[--natural-armor N] [--natural-weapon N] [--level N] [--skills "SKILL N, ..."] [--gear THINGS] [--fed] '
        "[--in PLACE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        'npc bandit --count 2 --race human --body 4 --mind 3 --skills "main-hand melee 3" --gear "T2 axe, T2 armor"',
        "npc wolf --count 3 --size 1x1 --move 6 --hp 20 --natural-weapon 2",
    )
    who: Name
    count: Whole | None = None
    race: Text | None = None
    body: Whole | None = None
    mind: Whole | None = None
    reflex: Whole | None = None
    presence: Whole | None = None
    aura: Whole | None = None
    size: Text | None = None
    move: Whole | None = None
    hp: Text | None = None
    natural_armor: Whole | None = None
    natural_weapon: Whole | None = None
    level: Whole | None = None
    skills: Skills = ()
    gear: Things = ()
    fed: Flag = False
    age: Whole | None = None
    hunger: Whole | None = None
    experience: Whole | None = None
    in_: Place | None = None


# -- a character joins ------------------------------------------------------------------------------------------


def join(command: Join, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CHAR-01: level 1 and no experience; then the race's figures and gifts, and each skill that was learned.

    Refused: more than 25 stat points or 10 in one (EOS-CHAR-02), more points than there are (EOS-CHAR-03, EOS-CHAR-06),
    a skill above Mind (EOS-CHAR-04), skills without a mind (EOS-CHAR-08), above the ceiling (EOS-SKILL-02), without
    what it builds on (EOS-ADV-01, EOS-ADV-04), a level above 1 (EOS-CHAR-01); no race, figures below nought are usage.
    There is no magic to learn and nothing that Aura does (EOS-CHAR-09), no money to begin with (EOS-CHAR-10).
    """
    race = race_said(command.race, scene)
    check_figures(command)
    check_new(command.who, scene)
    check_place(command.in_, scene)
    level = 1 + command.experience // XP_PER_LEVEL
    if level != 1:
        scene.refuse("EOS-CHAR-01", f"{command.who} would begin at level {level}; a character begins at level 1.",
                     thing=command.who, state=f"{command.experience} experience",
                     help=(f"join {command.who} ... --experience {XP_PER_LEVEL - 1}",
                           f'join {command.who} ... --overrule "the campaign began before the book"'))  # fmt: skip
    left = stat_points_left(command, level, scene)
    mind = command.mind + race.stat_bonus.get("mind", 0)
    check_skills(command, race, mind, level, scene)
    check_hp(command, race, level, scene)
    joined = CharacterJoined(
        who=command.who, place=command.in_, rule="EOS-CHAR-01", race=race.name, age=command.age,
        postings=(
            Put(command.who, "kind", "character"),
            *race_postings(command.who, race),
            *stat_postings(command, race),
            *opening_postings(command, race, mind, left, scene),
        ),
    )  # fmt: skip
    yield joined
    for learned in skills_learned(command, race):
        yield because(learned, joined)


def race_said(text: str, scene: Scene) -> Race:
    """The race that is meant. Usage: none of the 22."""
    race = house.race(scene.world, text)
    if race is None:
        from difflib import get_close_matches

        names = house.races(scene.world)
        raise Usage(f"There is no race {text}.", nearest=tuple(get_close_matches(text.lower(), names, 3)) or names)
    return race


def check_figures(command: Join) -> None:
    """EOS-STAT-01, EOS-SKILL-03: nothing is below nought. Usage, as no world could make it right."""
    for name in (*STATS, "experience", "hunger", "age"):
        value = getattr(command, name)
        if value is not None and value < 0:
            raise Usage(f"--{name} is never below 0, not {value}.")
    if command.hunger > 100:
        raise Usage(f"--hunger is a percent, 0 to 100, not {command.hunger}.")


def check_new(name: str, scene: Scene) -> None:
    """Refuses a name that the book has given already."""
    known = scene.world.find(name)
    if known is not None:
        kind = scene.world.get(known).kind
        raise scene.lacks(f"The name {known} is taken ({kind}).", thing=known, state="taken",
                          help=(f"sheet {known}",) if kind in PEOPLE else ())  # fmt: skip


def check_place(place: str | None, scene: Scene) -> None:
    if place is not None and scene.world.get(place).kind not in PLACES:
        raise scene.lacks(f"{place} is no place to be in.", thing=place, state=scene.world.get(place).kind,
                          help=(f'declare zone "{place} Wood" --miles 5',))  # fmt: skip


# -- stats ------------------------------------------------------------------------------------------------------


def stat_points_left(command: Join, level: int, scene: Scene) -> int:
    """EOS-CHAR-02: 25 points, at most 10 in one stat; EOS-STAT-02: 12 in one at most; EOS-STAT-04: one more a level.

    What is left over of them: the notice `points-left`.
    """
    earned = level - 1
    stats: dict[str, int] = {name: getattr(command, name) for name in STATS}
    for name, value in stats.items():
        if value > CREATION_MAX + min(earned, 2):
            scene.refuse(
                "EOS-CHAR-02", f"{command.who} puts {value} into {name}; {CREATION_MAX} is the most at creation.",
                thing=command.who, state=f"{name} {value}", help=(f"join {command.who} ... --{name} {CREATION_MAX}",),
            )  # fmt: skip
    total, most = sum(stats.values()), CREATION_POINTS + earned
    if total > most:
        scene.refuse("EOS-CHAR-02", f"{command.who} spends {total} stat points; there are {most}.",
                     thing=command.who, state=f"{total} of {most} points")  # fmt: skip
    left = max(0, CREATION_POINTS - total)
    if left:
        kept = scene.world.ruling("unspent_creation_points", "lost") == "kept"
        scene.notice("points-left", f"{command.who} leaves {left} of {CREATION_POINTS} stat points unspent: "
                     + ("they are kept." if kept else "they are lost (ruling unspent_creation_points)."))  # fmt: skip
    return left


def stat_postings(command: Join, race: Race) -> Iterator[AnyPosting]:
    """EOS-CHAR-02: what was assigned; then the race's own, not bound by the limit of 10.

    EOS-RACE-DAEMON-01, EOS-RACE-PANTHER-01, EOS-RACE-RAT-01, EOS-RACE-TABBY-01, EOS-RACE-WARHOG-01: three more in one.
    """
    for name in STATS:
        yield Changed(command.who, name, getattr(command, name), source="assigned")
        for stat, bonus in race.stat_bonus.items():
            if stat == name:
                yield Changed(command.who, stat, bonus, source=race.name)


def opening_postings(command: Join, race: Race, mind: int, left: int, scene: Scene) -> Iterator[AnyPosting]:
    """Points to learn with, the opening balances, and hit points (EOS-CHAR-05), as Body and base are there by then."""
    who = command.who
    yield Changed(who, "time_points", CREATION_MONTHS * race.time_points_per_month, source="creation")
    yield Changed(who, "combat_points", mind, source="creation")
    if left and scene.world.ruling("unspent_creation_points", "lost") == "kept":
        yield Changed(who, "stat_points", left, source="creation")
    over = sum(getattr(command, name) for name in STATS) - CREATION_POINTS
    if over > 0:
        yield Changed(who, "stat_spent", over, source="creation")
    yield Put(who, "joined_on", scene.day)
    if command.age is not None:
        yield Put(who, "age", command.age)
    if command.in_ is not None:
        yield Put(who, "place", command.in_)
    if command.experience:
        yield Changed(who, "experience", command.experience, source="opening")
    if command.hunger:
        yield Changed(who, "hunger", command.hunger, source="opening")
    if command.hp is None:
        yield Changed(who, "hp", fill=True, source="joined at full")
    else:
        yield Changed(who, "hp", command.hp, source="opening")


def check_hp(command: Join, race: Race, level: int, scene: Scene) -> None:
    """EOS-CHAR-05, EOS-STAT-05: what is left of hit points is at most Body x level + the base of the size."""
    body = command.body + race.stat_bonus.get("body", 0)
    full = Fraction(body * level + race.base_hp) * (100 - command.hunger) / 100
    if command.hp is not None and command.hp > full:
        raise scene.lacks(f"{command.who} has at most {counted(exact(full), 'hit point')}, not {command.hp}.",
                          thing=command.who, state=f"{text_of(exact(full))} at most",
                          help=(f"join {command.who} ... --hp {int(full)}",))  # fmt: skip


# -- the race's figures -----------------------------------------------------------------------------------------

FIGURES = tuple(column for column in USUAL if column != "base_hp")
"""Columns of a race that a rule may look at; each is a field of the person under the same name."""
ALWAYS = ("move", "food_per_day", "natural_armor", "time_points_per_month", "stat_cap_default", "skill_cap_default")
"""Those posted even where they are what most races have."""


def race_postings(who: str, race: Race) -> Iterator[AnyPosting]:
    """EOS-RACE-ALL-01: every figure of the race's page that a rule looks at is written into the book.

    EOS-RACE-CAVETROLL-00, EOS-RACE-DAYWALKER-00, EOS-RACE-DWARF-00, EOS-RACE-FORESTTROLL-00, EOS-RACE-GRATCHEN-00,
    EOS-RACE-HUMAN-00, EOS-RACE-APE-00, EOS-RACE-BEAR-00, EOS-RACE-BLACKBEAR-00, EOS-RACE-CHEETAH-00,
    EOS-RACE-DAEMON-00, EOS-RACE-DRAGON-00, EOS-RACE-HYENA-00, EOS-RACE-PANTHER-00, EOS-RACE-RAT-00, EOS-RACE-TABBY-00,
    EOS-RACE-TIGER-00, EOS-RACE-WOLF-00, EOS-RACE-ORC-00, EOS-RACE-ROCKTROLL-00, EOS-RACE-SHORETROLL-00,
    EOS-RACE-WARHOG-00: the 22 pages. A larger edition of the rulebook never changes who has joined.
    """
    yield Put(who, "race", race.name)
    yield Put(who, "size", race.size_category)
    yield Put(who, "tiles", race.tiles)
    for column in FIGURES:
        value = getattr(race, column)
        if value is not None and (column in ALWAYS or value != USUAL[column]):
            yield Put(who, column, int(value) if isinstance(value, bool) else value)
    for column in ("stat_bonus", "stat_cap", "skill_cap"):
        for name, value in getattr(race, column).items():
            yield Put(who, f"{column} {name}", value)
    yield Changed(who, "base_hp", race.base_hp, source=race.size_category)


# -- skills -----------------------------------------------------------------------------------------------------


def points(said: Skills, option: str) -> dict[str, int]:
    """EOS-SKILL-03: points by skill, none below 0. Usage: a rank of the other game, a skill said twice."""
    found: dict[str, int] = {}
    for name, level in said:
        if not isinstance(level, int):
            raise Usage(f"--{option}: a level is a number in this game, not {level}.")
        if name in found:
            raise Usage(f"--{option} says {name} twice.")
        found[name] = level
    return {name: level for name, level in found.items() if level}


def skills_learned(command: Join, race: Race) -> Iterator[SkillLearned]:
    """EOS-SKILL-01: an entry for each skill and pool: the race's gifts, points of time, points of combat.

    EOS-RACE-GRATCHEN-03: three at level 1, used without what they build on; EOS-RACE-WOLF-01: ten in hunting.
    """
    for skill, level in race.start_skills.items():
        yield learned(command.who, command.in_, skill, level, "race", f"{race.id_prefix}-{_GIFT[race.name]}")
    for skill, level in points(command.time, "time").items():
        yield learned(command.who, command.in_, skill, level, "time", "EOS-CHAR-03")
    for skill, level in points(command.combat, "combat").items():
        yield learned(command.who, command.in_, skill, level, "combat", "EOS-CHAR-06")


_GIFT = {"gratchen": "03", "neo-wolf": "01"}
"""Which mechanic of a race gives skills."""


def learned(who: str, place: str | None, skill: str, level: int, pool: Pool, rule: str | None) -> SkillLearned:
    return SkillLearned(who=who, place=place, rule=rule, skill=skill, points=level, pool=pool,
                        postings=(Changed(who, f"{pool} {skill}", level, source=pool),))  # fmt: skip


def check_skills(command: Join, race: Race, mind: int, level: int, scene: Scene) -> None:
    """Every limit at creation, pool by pool, then on the sums; EOS-SKILL-07: combat points may go above Mind."""
    who = command.who
    time, combat = points(command.time, "time"), points(command.combat, "combat")
    if mind < 1 and (time or combat):
        scene.refuse("EOS-CHAR-08", f"{who} has Mind {mind} and learns no skill.", thing=who, state=f"Mind {mind}",
                     help=(f"join {who} ... --mind 1",))  # fmt: skip
    check_time(who, time, race, mind, scene)
    most = mind * level
    if sum(combat.values()) > most:
        scene.refuse("EOS-CHAR-06", f"{who} spends {sum(combat.values())} combat points; Mind {mind} gives {most}.",
                     thing=who, state=f"{sum(combat.values())} of {most} points")  # fmt: skip
    total = {s: time.get(s, 0) + combat.get(s, 0) + race.start_skills.get(s, 0)
             for s in dict.fromkeys((*race.start_skills, *time, *combat))}  # fmt: skip
    check_ceiling(who, total, race, scene)
    check_prerequisites(who, total, {*time, *combat}, race, scene)


def check_time(who: str, time: dict[str, int], race: Race, mind: int, scene: Scene) -> None:
    """EOS-CHAR-03: 24 points of time, of a human 48 (EOS-RACE-HUMAN-01); EOS-CHAR-04: none above Mind in one skill.

    EOS-RACE-WOLF-01: a wolf's scent may be learned ten above Mind.
    """
    most = CREATION_MONTHS * race.time_points_per_month
    spent = sum(time.values())
    if spent > most:
        scene.refuse("EOS-CHAR-03", f"{who} spends {counted(spent, 'point')} of time; a {race.name} has {most} at creation.",
                     thing=who, state=f"{spent} of {most} points")  # fmt: skip
    for skill, level in time.items():
        cap = mind + (race.passive_over_mind if skill in race.start_skills else 0)
        if level > cap:
            rest = f'join {who} ... --time "{skill} {cap}" --combat "{skill} {level - cap}"'
            scene.refuse("EOS-CHAR-04", f"{who} learns {skill} {level} by time; Mind allows {cap}.", thing=who,
                         state=f"Mind {mind}", help=(rest,))  # fmt: skip


def check_ceiling(who: str, total: dict[str, int], race: Race, scene: Scene) -> None:
    """EOS-SKILL-02: 12; EOS-RACE-DAEMON-02: 15; EOS-RACE-GRATCHEN-03: 13 in three; EOS-RACE-WOLF-01: hunting 22."""
    for skill, level in total.items():
        cap = race.skill_cap.get(skill, race.skill_cap_default)
        if level > cap:
            scene.refuse("EOS-SKILL-02", f"{who} would have {skill} {level}; {cap} is the most for a {race.name}.",
                         thing=who, state=f"{skill} {level}")  # fmt: skip


def check_prerequisites(who: str, total: dict[str, int], chosen: Iterable[str], race: Race, scene: Scene) -> None:
    """EOS-ADV-01, EOS-ADV-02, EOS-ADV-03: an advanced skill is taken on what it builds on, pools counted together.

    EOS-ADV-04: a level that the race gives needs none of it, the next one does.
    """
    rows = house.skills(scene.world)
    for skill in [s for s in total if s in chosen]:
        for need, least in rows[skill].prerequisites.items():
            if total.get(need, 0) < least:
                given = skill in race.start_skills
                scene.refuse(
                    "EOS-ADV-04" if given else "EOS-ADV-01",
                    f"{who} learns {skill}, which builds on {need} {least}; {need} is {total.get(need, 0)}.",
                    thing=who, state=f"{need} {total.get(need, 0)}", help=(f'join {who} ... --time "{need} {least}"',),
                )  # fmt: skip


# -- the GM's figures -------------------------------------------------------------------------------------------


class Footprint(NamedTuple):
    """EOS-SCALE-01: the tiles that someone fills, and the size category that follows."""

    tiles: Number
    width: int | None = None
    length: int | None = None

    @property
    def category(self) -> str:
        """EOS-SIZE-01: below a tile Small, one Medium, two to six Large, more Extra-Large."""
        return category(self.tiles).title()

    @property
    def bonus(self) -> int:
        """EOS-SCALE-08, EOS-RACE-ALL-01: what size adds to base hit points and melee: -5, 0, or three a tile.

        EOS-SIZE-03, EOS-SIZE-04, EOS-SIZE-05, EOS-SIZE-06: so that a small one has 15, a medium one 20, a bigger one more.
        """
        return int(base_hp(self.tiles)) - MEDIUM_HP

    @property
    def reach(self) -> int:
        """EOS-RACE-ALL-01: what size adds to the range of weapons."""
        return {"Small": 0, "Medium": 0, "Large": 1, "Extra-Large": 2}[self.category]


def footprint(text: str) -> Footprint:
    """`2x2`, `1/2`, `1`. Usage: nothing, or between one tile and two (EOS-SCALE-01)."""
    match = re.fullmatch(r"([1-9][0-9]?) ?[xX×] ?([1-9][0-9]?)", text.strip())
    if match:
        width, length = int(match[1]), int(match[2])
        return Footprint(width * length, width, length)
    try:
        tiles = parse_number(text)
    except ValueError:
        tiles = 0
    if tiles <= 0 or 1 < tiles < 2 or (tiles > 1 and not isinstance(tiles, int)):
        raise Usage(f"--size is a footprint in tiles, such as 1/2, 1x1, 2x2 or 3x4, not {text}.",
                    nearest=("1x1", "2x2"))  # fmt: skip
    return Footprint(tiles, 1 if tiles == 1 else None, 1 if tiles == 1 else None)


def npc(command: Npc, scene: Scene) -> Iterator[Event | Said]:
    """Figures of the GM: of a race, or with figures of their own; nothing is bound by the limits of creation.

    `--count N` makes NAME-1, NAME-2, ... and the group NAME. Named again, only what is said changes. EOS-CHAR-07: with
    Body 0 it bears nothing. EOS-CHAR-08: with a Mind below 1 it has skills only because the GM says so. EOS-CHAR-09: no
    magic. Refused: a name that is something else, figures missing.
    """
    beast = house.beast(scene.world, command.who) if scene.world.find(command.who) is None else None
    if beast is not None:
        command = with_beast(command, beast)
    check_npc(command)
    check_place(command.in_, scene)
    race = race_said(command.race, scene) if command.race is not None else None
    world = scene.world
    known = world.find(command.who)
    if known is not None and command.count is None:
        for holder in figures(known, scene):
            yield from told_again(holder, command, race, scene)
        return
    group = command.who if command.count is not None else None
    if known is not None:
        raise scene.lacks(f"{known} is in the book already; to change what is said of it, leave --count out.",
                          thing=known, state="taken", help=(f"npc {known}",))  # fmt: skip
    names = [command.who] if command.count is None else [f"{command.who}-{n}" for n in range(1, command.count + 1)]
    for name in names:
        check_new(name, scene)
    if race is None and command.size is None and command.hp is None and command.body is None:
        raise scene.lacks(
            f"The house has no row {command.who}: say its race or its figures.", thing=command.who, state="unknown",
            help=(f"npc {command.who} --race human --body 4 --mind 3",
                  f"npc {command.who} --size 1x1 --move 6 --hp 20 --natural-weapon 2"),
        )  # fmt: skip
    for name in names:
        yield from entered(name, group, command, race, scene)


def with_beast(command: Npc, beast: Beast) -> Npc:
    """The figures of the house's row, where the line says none of its own."""
    told: dict[str, object] = {}
    for column in ("race", "size", *STATS, "move", "natural_armor", "natural_weapon", "level"):
        if getattr(command, column) is None:
            told[column] = getattr(beast, column)
    if command.hp is None and beast.hp is not None:
        told["hp"] = str(beast.hp)
    return msgspec.structs.replace(
        command, **told, skills=command.skills or tuple(beast.skills.items()), gear=command.gear or beast.gear
    )


def check_npc(command: Npc) -> None:
    """Usage: figures below nought, a count of none."""
    for name in (*STATS, "move", "natural_armor", "natural_weapon", "experience", "hunger", "age"):
        value = getattr(command, name)
        if value is not None and value < 0:
            raise Usage(f"--{name.replace('_', '-')} is never below 0, not {value}.")
    if command.level is not None and command.level < 1:
        raise Usage(f"--level is 1 or more, not {command.level}.")
    if command.hunger is not None and command.hunger > 100:
        raise Usage(f"--hunger is a percent, 0 to 100, not {command.hunger}.")
    if command.count is not None and not 1 <= command.count <= MOST_AT_ONCE:
        raise Usage(f"--count is 1 to {MOST_AT_ONCE}, not {command.count}.")
    if command.size is not None:
        footprint(command.size)
    points(command.skills, "skills")
    hp_said(command.hp)


def hp_said(text: str | None) -> tuple[int | None, int | None]:
    """`40`: (40, None); `7/40`: seven of forty."""
    if text is None:
        return None, None
    match = re.fullmatch(r"(-?[0-9]{1,6})(?: ?/ ?([0-9]{1,6}))?", text.strip())
    if match is None:
        raise Usage(f"--hp is what is left, or LEFT/FULL such as 7/40, not {text}.")
    left, full = int(match[1]), int(match[2]) if match[2] else None
    if full is not None and left > full:
        raise Usage(f"--hp {text}: {left} is more than {full}.")
    return left, full


def figures(name: str, scene: Scene) -> list[Holder]:
    """The GM's figures of this name: one, or a group. Refused: a character, a place."""
    kind = scene.world.get(name).kind
    if kind not in ("npc", "group"):
        raise scene.lacks(f"{name} is no figure of the GM's but a {kind}.", thing=name, state=kind,
                          help=(f"npc {name}-2 ...", f"gm set {name} FIELD VALUE"))  # fmt: skip
    return scene.people((name,))


def entered(name: str, group: str | None, command: Npc, race: Race | None, scene: Scene) -> Iterator[Event | Said]:
    """One new figure: a part of its own, with its skills and gear."""
    postings: list[AnyPosting] = []
    if group is not None:
        postings += [Put(group, "kind", "group")]
    postings.append(Put(name, "kind", "npc"))
    if group is not None:
        postings.append(Marked(name, f"group {group}"))
    if race is not None:
        postings += race_postings(name, race)
    postings += size_postings(name, command, race)
    for stat in STATS:
        value = getattr(command, stat)
        postings.append(Changed(name, stat, value or 0, source="the GM"))
    for field in ("move", "natural_armor", "natural_weapon", "age"):
        if getattr(command, field) is not None:
            postings.append(Put(name, field, getattr(command, field)))
    postings.append(Put(name, "joined_on", scene.day))
    if command.fed:
        postings.append(Put(name, "fed", 1))
    if command.in_ is not None:
        postings.append(Put(name, "place", command.in_))
    if command.level is not None:
        postings.append(Changed(name, "level", command.level, source="the GM"))
    if command.experience:
        postings.append(Changed(name, "experience", command.experience, source="opening"))
    left, full = hp_said(command.hp)
    if full is None and race is None:
        left, full = None, left
    if full is not None:
        postings.append(Changed(name, "full_hp", full, source="the GM"))
    if command.hunger:
        postings.append(Changed(name, "hunger", command.hunger, source="opening"))
    if left is None:
        postings.append(Changed(name, "hp", fill=True, source="entered at full"))
    else:
        postings.append(Changed(name, "hp", left, source="opening"))
    head = NpcEntered(who=name, place=command.in_, race=race.name if race else None, postings=tuple(postings))
    yield part(head)
    if race is not None:
        for skill, level in race.start_skills.items():
            rule = f"{race.id_prefix}-{_GIFT[race.name]}"
            yield because(learned(name, command.in_, skill, level, "race", rule), head)
    for skill, level in points(command.skills, "skills").items():
        yield because(learned(name, command.in_, skill, level, "race", None), head)
    yield from geared(name, command, head, scene)


def size_postings(name: str, command: Npc, race: Race | None) -> Iterator[AnyPosting]:
    """EOS-SCALE-01, EOS-SCALE-02, EOS-SCALE-08: category, food and base hit points follow from the footprint.

    EOS-SCALE-11: a unit of food is a day of one tile. Without a race or a size it is a medium one.
    """
    if command.size is None and race is not None:
        return
    place = footprint(command.size or "1x1")
    yield Put(name, "size", place.category)
    yield Put(name, "tiles", stored(place.tiles))
    if place.width is not None:
        yield Put(name, "width", place.width)
        yield Put(name, "length", place.length)
    yield Put(name, "food_per_day", stored(place.tiles))
    yield Put(name, "bonus_hp_melee", place.bonus)
    yield Put(name, "weapon_range_bonus", place.reach)
    yield Put(name, "base_hp", MEDIUM_HP + place.bonus)


def told_again(holder: Holder, command: Npc, race: Race | None, scene: Scene) -> Iterator[Event | Said]:
    """One known figure: what is said is put, all else stands."""
    name = holder.name
    postings: list[AnyPosting] = []
    if race is not None:
        postings += race_changed(holder, race)
    if command.size is not None:
        postings += size_postings(name, command, race)
    for field in (*STATS, "move", "natural_armor", "natural_weapon", "level", "experience", "hunger", "age"):
        value = getattr(command, field)
        if value is not None:
            postings.append(Put(name, field, value))
    if command.fed:
        postings.append(Put(name, "fed", 1))
    if command.in_ is not None:
        postings.append(Put(name, "place", command.in_))
    left, full = hp_said(command.hp)
    if full is not None:
        postings.append(Put(name, "full_hp", full))
    if left is not None:
        if full is None and race is None and not holder.word("race"):
            postings.append(Put(name, "full_hp", left))
        postings.append(Put(name, "hp", left))
    for skill, level in points(command.skills, "skills").items():
        postings.append(Put(name, f"race {skill}", level))
    place = command.in_ or scene.world.place_of(name)
    head = NpcEntered(who=name, place=place, race=race.name if race else None, postings=tuple(postings))
    yield part(head)
    yield from geared(name, command, head, scene)


def race_changed(holder: Holder, race: Race) -> Iterator[Put]:
    """Another race for a known figure: its page, and nothing left of the page before."""
    page = race_postings(holder.name, race)
    told = [p if isinstance(p, Put) else Put(holder.name, "base_hp", race.base_hp) for p in page]
    said = {p.field for p in told}
    for field in holder.fields:
        named = field.partition(" ")[0] in ("stat_bonus", "stat_cap", "skill_cap")
        if (field in FIGURES or named) and field not in said:
            yield Put(holder.name, field)
    yield from told


# -- what they carry --------------------------------------------------------------------------------------------


def geared(name: str, command: Npc, head: Event, scene: Scene) -> Iterator[Event | Said]:
    """Gear of the GM's figures, in their size; what can be worn or held is, the first weapon in the main hand."""
    if not command.gear:
        return
    given = GmGave(who=name, place=head.place, to=name,
                   postings=tuple(gained(scene, name, wanted) for wanted in command.gear))  # fmt: skip
    had = {lot.name for lot in scene.world.get(name).all_lots()}
    yield because(given, head)
    lots = [lot for lot in scene.world.get(name).all_lots() if lot.name not in had and lot.piece]
    hands = {lot.slot for lot in scene.world.get(name).all_lots() if lot.slot}
    ready = list(_in_slots(scene.world, sorted(lots, key=lambda lot: lot.position), hands))
    if ready:
        yield because(
            GearWorn(
                who=name, place=head.place, pieces=tuple(lot.name for lot, _ in ready),
                slot=", ".join(dict.fromkeys(slot for _, slot in ready)),
                postings=tuple(Put(lot.name, "slot", slot) for lot, slot in ready),
            ),
            given,
        )  # fmt: skip


def _in_slots(world: World, lots: list[Lot], taken: set[str]) -> Iterator[tuple[Lot, str]]:
    """EOS-GEAR-04: where each piece goes; what has no place stays loose."""
    for lot in lots:
        try:
            row = house.thing_row(world, lot.item)
        except KeyError:
            continue
        slot: str | None = None
        if row.name in ("armor", "clothing", "cloak"):
            slot = "worn"
        elif row.kind == "armor":
            slot = "off" if not taken & {"off", "both"} else None
        elif row.kind == "weapon" and row.hands == 1:
            slot = "main" if not taken & {"main", "both"} else "off" if not taken & {"off", "both"} else None
        elif row.kind == "weapon" and row.hands == 2:
            slot = "both" if not taken & {"main", "off", "both"} else None
        if slot is not None:
            taken.add(slot)
            yield lot, slot

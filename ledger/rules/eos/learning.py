"""Learning (EOS-STAT, EOS-SKILL, EOS-ADV): what levels and months bring is laid out."""

from collections.abc import Iterator
from typing import ClassVar

from ledger.learning import check_built_on, check_ceiling, check_mind
from ledger.ruling import Command, People, Said, Scene, Skills, Text, Usage, part
from projections.pools import STATS, may_relearn, skills
from projections.pools import skill as level_of
from projections.sheet import points, stat_cap
from projections.world import Holder
from schemas.entry import Event
from schemas.events.learning import SkillsRelearned, StatRaised
from schemas.events.people import SkillLearned
from schemas.postings import AnyPosting, Changed
from schemas.units import Number, counted, stored, text_of

POOLS = ("time", "combat")


class Raise(Command, tag="raise", frozen=True):
    """Spend a stat point that a level brought: `raise Mara body`."""

    words: ClassVar[tuple[str, ...]] = ("who", "stat")
    usage: ClassVar[str] = "raise WHO body|mind|reflex|presence|aura"
    examples: ClassVar[tuple[str, ...]] = ("raise Mara body",)
    who: People
    stat: Text


class Learn(Command, tag="learn", frozen=True):
    """Lay out points on skills, so many more of each: `learn Mara "tailor 2" --from time`."""

    words: ClassVar[tuple[str, ...]] = ("who", "skills")
    usage: ClassVar[str] = 'learn WHO "SKILL N, ..." --from time|combat'
    examples: ClassVar[tuple[str, ...]] = ('learn Mara "tailor 2" --from time',)
    who: People
    skills: Skills
    from_: Text


class Relearn(Command, tag="relearn", frozen=True):
    """Lay all points out anew, after a level and before the next task: `relearn Mara --time "..." --combat "..."`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    usage: ClassVar[str] = 'relearn WHO --time "SKILL N, ..." --combat "SKILL N, ..."'
    examples: ClassVar[tuple[str, ...]] = ('relearn Mara --time "tailor 6" --combat "tailor 1, bow 1"',)
    who: People
    time: Skills = ()
    combat: Skills = ()


def raise_(command: Raise, scene: Scene) -> Iterator[Event | Said]:
    """EOS-STAT-04: one stat point into a stat. Refused: none left, above its cap (EOS-STAT-02). Usage: no such stat."""
    stat = command.stat.lower()
    if stat not in STATS:
        raise Usage(f"There is no stat {command.stat}.", nearest=STATS)
    for who in scene.people(command.who):
        left, cap = points(scene.world, who).stat, stat_cap(who, stat)
        if left < 1:
            scene.refuse(
                "EOS-STAT-04",
                f"{who.name} has {text_of(left)} stat points to spend; a level brings one.",
                thing=who.name,
                state=f"{text_of(left)} points",
                help=(f"gm award {who.name} 2000",),
            )
        if who.number(stat) + 1 > cap:
            scene.refuse(
                "EOS-STAT-02",
                f"{who.name} has {stat} {text_of(who.number(stat))}; {text_of(cap)} is the most.",
                thing=who.name,
                state=f"{stat} {text_of(who.number(stat))}",
            )
        yield part(
            StatRaised(
                who=who.name,
                place=scene.world.place_of(who.name),
                rule="EOS-STAT-04",
                stat=stat,
                postings=(
                    Changed(who.name, "stat_spent", 1, source="level"),
                    Changed(who.name, stat, 1, source="level"),
                ),
            )
        )


def learn(command: Learn, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SKILL-05, EOS-SKILL-06: so many points more, out of those that months or levels brought.

    Refused: too few points left, above Mind by time (EOS-SKILL-05), above the ceiling (EOS-SKILL-02), an advanced skill
    without what it builds on (EOS-ADV-01, EOS-ADV-04), no mind (EOS-CHAR-08). Usage: no such pool.
    """
    if command.from_ not in POOLS:
        raise Usage(f"--from is time or combat, not {command.from_}.", nearest=POOLS)
    told = said(command.skills, "learn")
    if not told:
        raise Usage(f"What is learned? {command.usage}")
    for who in scene.people(command.who):
        check_able(who, scene)
        for name, more in told.items():
            yield part(learned(command.from_, who, name, more, scene))


def learned(pool: str, who: Holder, name: str, more: int, scene: Scene) -> SkillLearned:
    """One skill, as far as every limit goes."""
    left = points(scene.world, who).time if pool == "time" else points(scene.world, who).combat
    rule = "EOS-SKILL-05" if pool == "time" else "EOS-SKILL-06"
    if more > left:
        scene.refuse(
            rule,
            f"{who.name} has {counted(left, 'point')} of {pool} left, not {more}.",
            thing=who.name,
            state=f"{text_of(left)} points",
            help=(f"sheet {who.name}",),
        )
    if pool == "time":
        check_mind(who, name, who.number(f"time {name}") + more, scene)
    level = level_of(who, name) + more
    check_ceiling(who, name, level, scene)
    check_built_on(who, {n: row["level"] for n, row in skills(who).items()}, [name], scene)
    return SkillLearned(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule=rule,
        skill=name,
        points=more,
        pool="time" if pool == "time" else "combat",
        postings=(Changed(who.name, f"{pool} {name}", more, source=pool),),
    )


def check_able(who: Holder, scene: Scene) -> None:
    """EOS-CHAR-08: a creature without a mind learns nothing."""
    if who.number("mind") < 1:
        scene.refuse(
            "EOS-CHAR-08",
            f"{who.name} has Mind {text_of(who.number('mind'))} and learns nothing.",
            thing=who.name,
            state=f"Mind {text_of(who.number('mind'))}",
        )


def said(told: Skills, verb: str) -> dict[str, int]:
    """Points by skill, none below 0 (EOS-SKILL-03). Usage: a rank of the other game, a skill said twice."""
    found: dict[str, int] = {}
    for name, level in told:
        if not isinstance(level, int):
            raise Usage(f"{verb}: points are a number in this game, not {level}.")
        if name in found:
            raise Usage(f"{verb} says {name} twice.")
        found[name] = level
    return {name: level for name, level in found.items() if level}


# -- anew -------------------------------------------------------------------------------------------------------


def relearn(command: Relearn, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SKILL-08: the whole spread anew, in the window that a level opened, up to the next task.

    Refused: no level since the last task, more points than there are (EOS-SKILL-05, EOS-SKILL-06), and every limit of
    `learn`; a skill lower than it was by ruling respec_may_lower: refuse, else the entry says it. A redistribution may
    not take away what an advanced skill builds on (ruling prereq_invariant), or only what rises is asked.
    """
    time, combat = said(command.time, "--time"), said(command.combat, "--combat")
    for who in scene.people(command.who):
        check_able(who, scene)
        check_window(who, scene)
        yield part(relearned(who, time, combat, scene))


def check_window(who: Holder, scene: Scene) -> None:
    if not may_relearn(who):
        scene.refuse(
            "EOS-SKILL-08",
            f"{who.name} has gained no level since the last task; only then are points laid out anew.",
            thing=who.name,
            state="no level gained",
            help=(f'learn {who.name} "SKILL N" --from time',),
        )


def relearned(who: Holder, time: dict[str, int], combat: dict[str, int], scene: Scene) -> SkillsRelearned:
    """The new spread as changes to the old one, pool by pool."""
    before = skills(who)
    totals = {"time": who.number("time_points"), "combat": points(scene.world, who).combat + spent(before, "combat")}
    for pool, told, rule in (("time", time, "EOS-SKILL-05"), ("combat", combat, "EOS-SKILL-06")):
        if sum(told.values()) > totals[pool]:
            scene.refuse(
                rule,
                f"{who.name} lays out {counted(sum(told.values()), 'point')} of {pool}; there are {text_of(totals[pool])}.",
                thing=who.name,
                state=f"{text_of(totals[pool])} points",
            )
    names = list(dict.fromkeys([*before, *time, *combat]))
    after = {n: before.get(n, {}).get("race", 0) + time.get(n, 0) + combat.get(n, 0) for n in names}
    for name in names:
        check_mind(who, name, time.get(name, 0), scene)
        check_ceiling(who, name, after[name], scene)
    rising = [n for n in names if after[n] > before.get(n, {}).get("level", 0)]
    laid = [n for n in names if time.get(n, 0) + combat.get(n, 0)]
    only_rising = scene.world.ruling("prereq_invariant", "refuse") == "checked-when-taken"
    check_built_on(who, after, rising if only_rising else laid, scene)
    lowered = tuple(n for n in names if after[n] < before.get(n, {}).get("level", 0))
    if lowered and scene.world.ruling("respec_may_lower", "warn") == "refuse":
        scene.refuse(
            "EOS-SKILL-08",
            f"{who.name} would have less {' and less '.join(lowered)} than before.",
            thing=who.name,
            state=f"{lowered[0]} {text_of(before[lowered[0]]['level'])}",
        )
    postings: list[AnyPosting] = []
    for pool, told in (("time", time), ("combat", combat)):
        for name in names:
            by: Number = told.get(name, 0) - before.get(name, {}).get(pool, 0)
            if by:
                postings.append(Changed(who.name, f"{pool} {name}", stored(by), source="relearned"))
    return SkillsRelearned(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-SKILL-08",
        lowered=lowered,
        postings=tuple(postings),
    )


def spent(rows: dict[str, dict[str, Number]], pool: str) -> Number:
    return sum((row[pool] for row in rows.values()), start=0)

"""Hit points, hunger, experience, points: the numbers of a body, and the formulas over them."""

from fractions import Fraction

from projections.world import Finding, Holder, World, field_fold, put_fold, within
from schemas.postings import Changed, Put
from schemas.units import Number, exact

STATS = ("body", "mind", "reflex", "presence", "aura")
XP_PER_LEVEL = 2000


# -- asked ------------------------------------------------------------------------------------------------------


def combat_level(holder: Holder) -> int:
    """EOS-STAT-03: one, and one more for each 2,000 experience; figures of the GM may begin higher."""
    return int(holder.number("level", 1)) + int(holder.number("experience")) // XP_PER_LEVEL


def max_hp(holder: Holder) -> Number:
    """EOS-CHAR-05, EOS-STAT-05, EOS-DOWN-07: Body x level + the base of the size, now and for all levels; or as the GM gave it."""
    fields = holder.fields
    if fields.get("full_hp") is not None:
        return holder.number("full_hp")
    body, base = fields.get("body"), fields.get("base_hp")
    if type(body) is int and type(base) is int and not fields.get("experience") and "level" not in fields:
        return body + base  # most are of the first level, and this is asked at every wound
    return holder.number("body") * combat_level(holder) + holder.number("base_hp")


def adjusted_max_hp(world: World, holder: Holder) -> Number:
    """EOS-STARV-04: the maximum, less the percent of hunger, exactly (ruling starvation_rounding)."""
    full = max_hp(holder)
    if not holder.fields.get("hunger"):
        return full
    cut = exact(Fraction(full) * (100 - holder.number("hunger")) / 100)
    return cut // 1 if world.ruling("starvation_rounding", "exact") == "floor" else cut


def is_dead(holder: Holder) -> bool:
    """EOS-STAT-07, EOS-STARV-05: dead once, dead until struck or revived by the GM."""
    return bool(holder.fields.get("dead"))


def state(holder: Holder) -> str:
    """`well unconscious dead gone` (EOS-STAT-07, EOS-DOWN-01); a Daywalker who falls is in `trance`
    (EOS-RACE-DAYWALKER-04). RNK-ST-01: a summoned character `fades`: at 0 it is gone."""
    if is_dead(holder):
        return "dead"
    if "gone" in holder.marks:
        return "gone"
    hp = holder.fields.get("hp")
    if hp is not None and not isinstance(hp, str) and hp <= 0:
        if holder.fields.get("fades"):
            return "gone"
        return "trance" if holder.fields.get("undeath") else "unconscious"
    return "well"


def skill(holder: Holder, name: str) -> Number:
    """EOS-SKILL-01: time, combat and race parts together."""
    fields = holder.fields
    level: Number = 0
    for part in ("time ", "combat ", "race "):
        value = fields.get(part + name)
        if value is not None and not isinstance(value, str):
            level += value
    return level


def spent_points(holder: Holder, part: str) -> Number:
    """Points laid out on skills from one pool: `time` or `combat`."""
    start = part + " "
    return sum((holder.number(f) for f in holder.fields if f.startswith(start)), start=0)


def skills(holder: Holder) -> dict[str, dict[str, Number]]:
    """Every skill someone has: its level, and the parts from time, combat and race."""
    found: dict[str, dict[str, Number]] = {}
    for field, value in holder.fields.items():
        part, _, name = field.partition(" ")
        if part in ("time", "combat", "race") and name and value is not None and not isinstance(value, str):
            row = found.setdefault(name, {"level": 0, "time": 0, "combat": 0, "race": 0})
            row[part] += value
            row["level"] += value
    return found


def may_relearn(holder: Holder) -> bool:
    """EOS-SKILL-08: whether a level was gained and no task begun since: then all points may be laid out anew."""
    since = holder.fields.get("level_day")
    if not isinstance(since, int):
        return False
    begun = sum((n for day, n in holder.counts.get("tasks", {}).items() if day >= since), start=0)
    return begun == holder.number("level_tasks")


# -- folded -----------------------------------------------------------------------------------------------------


@field_fold("hp")
def hp_changed(world: World, holder: Holder, p: Changed) -> None:
    """Harm goes down to where its deed stops, healing up to the adjusted maximum; the dead do not heal."""
    fields = holder.fields
    before = fields.get("hp", 0)
    if type(before) is not int:
        before = holder.number("hp")
    full = adjusted_max_hp(world, holder) if fields.get("hunger") else max_hp(holder)
    by = p.by if type(p.by) is int else exact(p.by)
    if p.fill:
        after = full
    elif p.source == REGENERATION:
        after = before if is_dead(holder) else _regenerated(holder, before, by, full)
    elif by < 0:
        after = before + by
        if p.not_below is not None or p.not_above is not None:
            after = min(before, within(after, p))
        holder.wounds.append((p.source, before - after))
    elif is_dead(holder):
        after = before
    else:
        after = max(before, min(before + by, full))
        _mend(world, holder, after - before)
    _settle_hp(world, holder, before, after, full, p.source, by)


REGENERATION = "regeneration"
"""The source under which a troll mends."""
NOT_OF_COMBAT = frozenset(("cold", "fire", "poison", "magic"))
"""Sources of harm that are not physical, which no troll regenerates; falls and traps are."""


def combat_wounds(holder: Holder) -> Number:
    """EOS-RACE-CAVETROLL-01, EOS-RACE-FORESTTROLL-01: damage of combat that is not healed yet."""
    return sum((open_hp for source, open_hp in holder.wounds if source not in NOT_OF_COMBAT), start=0)


def _regenerated(holder: Holder, before: Number, by: Number, full: Number) -> Number:
    """What blows took comes back, oldest first, as far as the maximum lets it; other harm stays."""
    left = healed = max(0, min(by, combat_wounds(holder), full - before))
    kept: list[tuple[str, Number]] = []
    for source, open_hp in holder.wounds:
        closed = 0 if source in NOT_OF_COMBAT else min(open_hp, left)
        left -= closed
        if open_hp > closed:
            kept.append((source, open_hp - closed))
    holder.wounds = kept
    return before + healed


def _mend(world: World, holder: Holder, healed: Number) -> None:
    if not healed or not holder.wounds:
        return
    newest = world.ruling("heal_unsourced", "oldest-first") == "newest-first"
    while healed and holder.wounds:
        at = -1 if newest else 0
        source, open_hp = holder.wounds[at]
        closed = min(open_hp, healed)
        healed -= closed
        if closed == open_hp:
            holder.wounds.pop(at)
        else:
            holder.wounds[at] = (source, open_hp - closed)


def _settle_hp(
    world: World, holder: Holder, before: Number, after: Number, full: Number, source: str, offered: Number | None
) -> None:
    holder.fields["hp"] = after
    if after <= 0 or full <= 0:
        _die(world, holder, after, full)
    if world.trace is not None:
        world.found(Finding(world.position, "changed", holder.name, field="hp", before=before, after=after,
                            quantity=offered, source=source))  # fmt: skip


def _die(world: World, holder: Holder, hp: Number, full: Number) -> None:
    """EOS-DOWN-04, EOS-DOWN-05: at the negative of what hunger leaves of the maximum (EOS-STARV-06, EOS-DOWN-06).

    RNK-HP-01: the second book knows no death: who is `undying` is beaten, and no number kills them.
    """
    if (hp > 0 and full > 0) or holder.fields.get("undying"):
        return
    below = world.ruling("death_at_negative_max", "at") == "below"
    if full <= 0 or (hp < -full if below else hp <= -full):
        holder.fields["dead"] = 1


@field_fold("hunger")
def hunger_changed(world: World, holder: Holder, p: Changed) -> None:
    """EOS-STARV-04: percent, from 0 to 100; hit points above the new maximum are cut off (EOS-STARV-10)."""
    before = holder.number("hunger")
    after = max(0, min(100, before + exact(p.by)))
    holder.fields["hunger"] = after
    if world.trace is not None:
        world.found(Finding(world.position, "changed", holder.name, field="hunger", before=before, after=after,
                            quantity=exact(p.by), source=p.source))  # fmt: skip
    _cut_hp(world, holder, "hunger")


def _cut_hp(world: World, holder: Holder, source: str) -> None:
    """Hit points never stand above the adjusted maximum; what hunger cut off comes back only by ruling clamp_hp.

    EOS-STARV-06: with the maximum the threshold of death comes nearer, and may reach who lies unconscious.
    """
    if "hp" not in holder.fields:
        return
    hp, full = holder.number("hp"), adjusted_max_hp(world, holder)
    lost = holder.number("hp_cut")
    after = hp
    if hp > full:
        after = full
        holder.fields["hp_cut"] = lost + hp - full
    elif lost and source == "hunger" and world.ruling("clamp_hp", "clamp") == "clamp-and-restore":
        after = hp + min(lost, max(full - hp, 0))
        holder.fields["hp_cut"] = lost - (after - hp)
    if after != hp or full <= 0:
        _settle_hp(world, holder, hp, after, full, source, None)
    else:
        _die(world, holder, hp, full)


@field_fold("body", "experience", "base_hp", "full_hp", "level")
def full_changed(world: World, holder: Holder, p: Changed) -> None:
    """What the maximum follows from. Hit points stay, or rise with it (ruling hp_on_levelup), cut if it falls."""
    full_before, level_before = max_hp(holder), combat_level(holder)
    before = holder.number(p.field)
    after = holder.fields[p.field] = max(0, within(before + exact(p.by), p))
    if world.trace is not None:
        world.found(Finding(world.position, "changed", holder.name, field=p.field, before=before, after=after,
                            quantity=exact(p.by), source=p.source))  # fmt: skip
    _level_moved(world, holder, level_before)
    _full_moved(world, holder, full_before, p.field)


def _level_moved(world: World, holder: Holder, level_before: int) -> None:
    """EOS-SKILL-06, read incrementally (ruling combat_points): each level brings the Mind of its own day."""
    gained = combat_level(holder) - level_before
    if gained and "combat_points" in holder.fields:
        holder.fields["combat_points"] = holder.number("combat_points") + holder.number("mind") * gained
    if gained > 0:
        day = world.day
        holder.fields["level_day"], holder.fields["level_tasks"] = day, holder.count("tasks", day)


def _full_moved(world: World, holder: Holder, full_before: Number, field: str) -> None:
    if "hp" not in holder.fields:
        return
    gain = max_hp(holder) - full_before
    if gain > 0 and not is_dead(holder) and world.ruling("hp_on_levelup", "unchanged") == "rises-by-gain":
        hp = holder.number("hp")
        _settle_hp(world, holder, hp, hp + gain, adjusted_max_hp(world, holder), field, gain)
    _cut_hp(world, holder, field)


@put_fold("body", "experience", "base_hp", "full_hp", "level", "hunger")
def full_put(world: World, holder: Holder, p: Put) -> None:
    full_before, level_before = max_hp(holder), combat_level(holder)
    holder.fields[p.field] = None if p.to is None else exact(p.to)
    _level_moved(world, holder, level_before)
    if p.field == "hunger":
        _cut_hp(world, holder, "hunger")
    else:
        _full_moved(world, holder, full_before, p.field)


@put_fold("hp")
def hp_put(world: World, holder: Holder, p: Put) -> None:
    """The GM's own hand: the number as said, and life with it if it is above the threshold."""
    holder.fields["hp"] = hp = exact(p.to or 0)
    holder.fields.pop("dead", None)
    _die(world, holder, hp, adjusted_max_hp(world, holder))

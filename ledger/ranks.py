"""The second game, for every rule of it: ranks and their dice, rows and who may use them, limits, actions, armor."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

import schemas.rulebook as rulebook
from ledger.fight import fight_of, spend_action, turn_of
from ledger.ruling import Scene, Usage
from projections.conditions import is_marked
from projections.encounter import fight_in
from projections.ranked import RANK, USES, condition, period_of, rank, used
from projections.world import Holder, World
from schemas.dice import Die, Plus, Roll
from schemas.events.fights import ActionSpent
from schemas.postings import AnyPosting, Changed, Put
from schemas.rulebook.actions import Action, actions, armors, by_name, shields
from schemas.units import Amount, Number, counted, exact, key, stored

SOURCE_LACKS = "missing in source"


# -- ranks and dice ---------------------------------------------------------------------------------------------


def rank_named(word: str) -> str:
    """RNK-SKILL-03: a rank in any spelling. Usage: there is no such."""
    found = next((name for name in rulebook.ranks() if key(name) == key(word)), None)
    if found is None:
        raise Usage(f"A rank is {', '.join(rulebook.ranks())}, not {word}.", nearest=tuple(rulebook.ranks()))
    return found


def at_least(have: str, need: str) -> bool:
    """RNK-SKILL-03: untrained < novice < adept < expert."""
    order = list(rulebook.ranks())
    return order.index(have) >= order.index(need)


def dice_of(name: str) -> tuple[int, ...]:
    """RNK-SKILL-02: untrained 1d4, novice 1d6, adept 2d6, expert 3d6."""
    row = rulebook.ranks()[name]
    return (row.faces,) * row.dice


def combat_skills() -> list[str]:
    """The skills that an attack is met with (RNK-DEF-02)."""
    return [row.name for row in rulebook.skills("ranked").values() if row.weapon]


def best_skill(who: Holder, names: Iterable[str]) -> str:
    """The skill of the highest rank; of several the first of the book."""
    order = list(rulebook.ranks())
    return max(names, key=lambda name: order.index(rank(who, name)))


def skill_named(word: str, among: Sequence[str] | None = None) -> str:
    """A skill in any spelling. Usage: there is no such, or none of these."""
    found = rulebook.skill(word, "ranked")
    if found is None or (among is not None and found not in among):
        names = list(among or rulebook.skills("ranked"))
        text = f"There is no skill {word}." if found is None else f"{found} is not a skill for this."
        raise Usage(text, nearest=tuple(get_close_matches(word.lower(), names, 3, 0.4)) or tuple(names[:8]))
    return found


def throw(
    scene: Scene, who: str, label: str, faces: tuple[int, ...], plus: Iterable[tuple[str, Number]] = (), *,
    side: str = "rolled", target: Number | None = None, at_least: bool = False,
) -> Roll:  # fmt: skip
    """RNK-SKILL-02: the sum of all dice and every `plus`. `won`: above the target, or at it where that is the least.

    In a dry run whose dice were not told, faces and total are None.
    """
    fell, source = scene.dice.throw(label, faces, side)
    terms = tuple(Plus(name, stored(value)) for name, value in plus)
    aim = None if target is None else stored(target)
    known = [face for face in fell if face is not None]
    dice = tuple(Die(f, face) for f, face in zip(faces, fell, strict=True))
    if len(known) < len(fell):
        return Roll(who=who, dice=dice, plus=terms, target=aim, source="cup")
    total = sum(known) + sum((exact(t.value) for t in terms), start=0)
    margin = None if target is None else total - target
    return Roll(
        who=who, dice=dice, plus=terms, total=stored(total), target=aim,
        margin=None if margin is None else stored(margin),
        won=None if margin is None else margin >= 0 if at_least else margin > 0,
        source="table" if source == "table" else "cup",
    )  # fmt: skip


def against(mine: Roll, theirs: Roll, won: bool | None = None) -> Roll:
    """RNK-HIT-01: a roll set against another: the margin is the hit result; it is won above 0, or as said."""
    if mine.total is None or theirs.total is None:
        return msgspec.structs.replace(mine, against=theirs)
    margin = exact(mine.total) - exact(theirs.total)
    return msgspec.structs.replace(
        mine, against=theirs, margin=stored(margin), won=margin > 0 if won is None else won
    )  # fmt: skip


def difficulty_named(word: str) -> tuple[str, int]:
    """RNK-DIFF-01: a difficulty and the least roll that succeeds. Usage: there is no such."""
    found = next(((name, least) for name, least in rulebook.difficulties().items() if key(name) == key(word)), None)
    if found is None:
        raise Usage(
            f"A difficulty is {', '.join(rulebook.difficulties())}, not {word}.", nearest=tuple(rulebook.difficulties())
        )
    return found


# -- armor ------------------------------------------------------------------------------------------------------


def worn(field: str, word: str) -> tuple[str | None, int]:
    """RNK-ARM-01, RNK-ARM-02, RNK-SHD-01: armor or a shield of the book, and its figure. Usage: the book has no other."""
    table = armors() if field == "armor" else shields()
    found = next((name for name in table if key(name) == key(word)), None)
    if found is None:
        raise Usage(f"The book has no {word} {field}: {', '.join(table)}.", nearest=tuple(table))
    return (None if found == "none" else found), table[found]


FIGURE = {"armor": "reduction", "shield": "defence_bonus"}
"""The number that each of them brings along."""


def field_set(name: str, field: str, value: str) -> tuple[str, Amount, tuple[Put, ...]] | None:
    """What the GM sets by name: armor or a shield with its figure, a rank in a skill; None for any other field."""
    if key(field) in FIGURE:
        found, figure = worn(key(field), value)
        return key(field), found or "none", (Put(name, key(field), found), Put(name, FIGURE[key(field)], figure))
    skill = rulebook.skill(field, "ranked")
    if skill is None:
        return None
    told = rank_named(value)
    return skill, told, (Put(name, f"{RANK}{skill}", told),)


# -- rows -------------------------------------------------------------------------------------------------------


def rows_named(word: str) -> tuple[Action, ...]:
    """Every row of this name (several skills have a standard attack), or of this id. Usage: there is none."""
    found = by_name().get(key(word))
    if found is None:
        near = get_close_matches(key(word), by_name(), 3, 0.5)
        raise Usage(f"No skill has a row {word}.", nearest=tuple(near))
    return found


def row_for(who: Holder, word: str, verb: Sequence[str], skill: str | None = None) -> Action:
    """The row that is meant: of the skill that was said, else of the best of the skills whose rank is enough for it, or of
    the best skill where none is.

    Usage: no such row, one that another line says, one that the skill does not have.
    """
    rows = rows_named(word)
    fitting = [row for row in rows if row.verb in verb]
    if not fitting:
        raise Usage(f"{rows[0].name} is {_how_said(rows[0], who)}.", nearest=(_line(rows[0], who),))
    if skill is not None:
        own = [row for row in fitting if row.skill == skill]
        if not own and not all(is_power(row) for row in fitting):
            raise Usage(
                f"{skill} has no row {fitting[0].name}; it is one of {', '.join(row.skill for row in fitting)}.",
                nearest=tuple(row.skill for row in fitting),
            )
        fitting = own or fitting
    fitting = [row for row in fitting if at_least(rank(who, row.skill), row.rank)] or fitting
    best = best_skill(who, [row.skill for row in fitting])
    return next(row for row in fitting if row.skill == best)


def _how_said(row: Action, who: Holder) -> str:
    how = {
        "attack": "an attack", "use": "no attack, but used", "move": "a move", "reload": "a way to load",
        "attached": "said with another row, on its line", "passive": "always in force: nobody says it",
    }  # fmt: skip
    return how[row.verb]


def _line(row: Action, who: Holder) -> str:
    name = key(row.name)
    lines = {
        "attack": f"attack {who.name} WHOM --as {name}", "use": f"use {who.name} {name}",
        "move": f"move {who.name} --to PLACE --as {name}", "reload": f"reload {who.name} {key(row.loads or '')}",
        "attached": f"attack {who.name} WHOM --as standard-attack,{name}", "passive": f"sheet {who.name}",
    }  # fmt: skip
    if row.blesses:
        return f"use {who.name} healer WHOM --as {name}"
    return lines[row.verb]


def is_power(row: Action) -> bool:
    """Whether a row is of a mystical power."""
    return rulebook.skills("ranked")[row.skill].group == "power"


# -- who may --------------------------------------------------------------------------------------------------


def able(scene: Scene, who: Holder) -> None:
    """RNK-HP-01, RNK-ST-01: whoever is beaten, has left or has faded back into a story does nothing."""
    if condition(who, scene.moment) == "gone" and "gone" not in who.marks:
        raise scene.lacks(f"{who.name} has gone back into the story.", thing=who.name, state="gone")
    scene.able(who)


def there(scene: Scene, who: Holder) -> None:
    """Refuses somebody who is gone as the aim of anything."""
    if condition(who, scene.moment) in ("gone", "dead"):
        raise scene.lacks(f"{who.name} is not there any more.", thing=who.name, state=condition(who, scene.moment))


def check_row(scene: Scene, who: Holder, row: Action, times: int = 1) -> None:
    """RNK-SKILL-03, RNK-ACT-02: refuses a rank below the row's, and more uses than it has, each by the row's id.

    A row that is missing in the source waits for a ruling, and goes by what that says.
    """
    have = rank(who, row.skill)
    if not at_least(have, row.rank) and not (row.name == "standard attack" and knows_only(who) == row.skill):
        scene.refuse(
            row.id,
            f"{row.name} takes {article(row.rank)} in {row.skill}; {who.name} is {have}.",
            thing=who.name,
            state=f"{have} in {row.skill}",
            help=tuple(f"attack {who.name} WHOM --with {key(s)}" for s in able_in(who)) or ("rules " + row.id,),
        )
    limit, per = limit_of(scene, row)
    if limit is None or per is None:
        return
    now = used(scene.world, who, row.id, per, scene.moment)
    if now + times > limit:
        often = {1: "once", 2: "twice", 3: "three times"}.get(limit, f"{limit} times")
        scene.refuse(
            row.id,
            f"{row.name} can be used {often} a {per}; {who.name} has used it {counted(now, 'time')} this {per}.",
            thing=who.name,
            state=f"{now} of {limit} this {per}",
            help={"turn": ("turn",), "fight": ("fight end",), "day": ("camp",)}[per],
        )


def article(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def able_in(who: Holder) -> list[str]:
    """The combat skills in which someone may attack."""
    return [name for name in combat_skills() if at_least(rank(who, name), "novice")]


def knows_only(who: Holder) -> str | None:
    """RNK-ST-07: the skill of an Imaginary Character, whose standard attack it has without a rank."""
    return who.word("attacks untrained") or None


def limit_of(scene: Scene, row: Action) -> tuple[int | None, str | None]:
    """How often, in which period: as the book says, or the ruling about what it lacks."""
    if not row.missing:
        return row.limit, row.per
    per = scene.world.get("book").word(f"ruling {row.id} limit")
    return (1, per) if per else (None, None)


def cost_of(scene: Scene, row: Action) -> int:
    """How many actions: as the book says, or the ruling about what it lacks."""
    ruled = scene.world.get("book").fields.get(f"ruling {row.id} cost") if row.missing else None
    return ruled if isinstance(ruled, int) else row.cost or 0


def check_ruled(scene: Scene, row: Action) -> str:
    """RNK-ST-02, RNK-FT-01, RNK-MV-03: what the table ruled where the source lacks a row. Refused by name until then."""
    text = scene.world.get("book").word(f"ruling {row.id}")
    if not text:
        scene.refuse(
            row.id,
            f"{row.name} ({row.skill}) is missing in the source; the table rules what it does.",
            thing=row.name,
            state=SOURCE_LACKS,
            help=(f'ruling {row.id} "what it does" --cost 1 --limit fight --reason "vote"',),
        )
    return text


def spending(scene: Scene, who: Holder, row: Action, cost: int | None = None, *, held: bool = False) -> list[AnyPosting]:
    """RNK-ACT-01, RNK-ACT-02: postings for the actions and the use; refused where too few actions are left.

    RNK-ACT-03: a row with a dash in the column of costs spends none. Outside a fight nothing counts but days.
    """
    actions = cost_of(scene, row) if cost is None else cost
    found: list[AnyPosting] = list(spend_action(scene, who, False, row.name, actions, held=held)) if actions else []
    return found + counting(scene, who, row)


def counting(scene: Scene, who: Holder, row: Action) -> list[AnyPosting]:
    """RNK-ACT-02: the posting that counts a use; none where the row has no limit, or no fight counts it."""
    limit, per = limit_of(scene, row)
    now = None if per is None else period_of(scene.world, who, per, scene.moment)
    return [] if limit is None or now is None else [Changed(who.name, USES + row.id, 1, source=row.name, period=now)]


def spent(scene: Scene, who: Holder, what: str, cost: int, postings: Sequence[AnyPosting]) -> ActionSpent:
    """The entry by which actions go on something."""
    fight = fight_of(scene, who)
    return ActionSpent(
        who=who.name, place=scene.world.place_of(who.name), rule="RNK-ACT-01", fight=None if fight is None else fight.name,
        what=what, cost=cost, postings=tuple(postings),
    )  # fmt: skip


def costs(scene: Scene, who: Holder, cost: int) -> bool:
    """Whether an act spends actions that anybody counts."""
    return bool(cost) and fight_of(scene, who) is not None


def own_turn(scene: Scene, who: Holder, row: Action) -> None:
    """Refuses outside a fight, and on another's turn."""
    fight = fight_of(scene, who)
    if fight is None:
        raise scene.lacks(
            f"{row.name} lasts for a fight, and {who.name} is in none.", thing=who.name, state="no fight",
            help=("fight start SIDE SIDE",),
        )  # fmt: skip
    turn = turn_of(scene, who)
    if turn != who.name:
        scene.refuse(
            "RNK-ACT-01", f"It is {turn}'s turn, not {who.name}'s: {row.name} has to wait." if turn else
            f"No turn of {fight.name} has begun: {row.name} has to wait.",
            thing=who.name, state=f"turn of {turn}" if turn else "before the first turn", help=(f"turn {who.name}",),
        )  # fmt: skip


# -- where ------------------------------------------------------------------------------------------------------


HIGH_GROUND = "high ground"
"""RNK-PA-05, RNK-MV-05: the mark of who got up there."""
START = "where the fight began"
"""RNK-PA-02: the area of everybody who has not moved in a fight; who goes there is in no other."""


def same_area(a: Holder, b: Holder) -> bool:
    """Whether two are in one area of a fight; nobody has moved who is in none."""
    return a.word("area") == b.word("area")


def check_near(scene: Scene, who: Holder, whom: Holder, row: Action, said: Number | None, near: int) -> None:
    """RNK-PA-02, RNK-PA-08: refuses somebody in another area, or farther off than the row reaches."""
    if not same_area(who, whom) and said is None:
        there_ = whom.word("area") or START
        scene.refuse(
            row.id, f"{whom.name} is in another area ({there_}); {row.name} strikes who is near.", thing=whom.name,
            state=f"in {there_}", help=(f"move {who.name} --to {key(there_)}",),
        )  # fmt: skip
    if said is not None and said > near:
        scene.refuse(
            row.id, f"{whom.name} is {counted(said, 'tile')} off; {row.name} reaches {counted(near, 'tile')}.",
            thing=whom.name, state=f"{counted(said, 'tile')} off",
            help=(f"attack {who.name} {whom.name} --with {key(row.skill)} --as {key(row.name)} --distance {near}",),
        )  # fmt: skip


UNSEEN = ("unseen", "hidden", "invisible", "out of sight")
"""Marks of somebody who cannot be seen."""


def check_seen(scene: Scene, who: Holder, whom: Holder, row: Action) -> None:
    """RNK-BOW-01, RNK-BOW-02: refuses what takes sight of somebody who is not seen, and the blind."""
    unseen = next((mark for mark in UNSEEN if is_marked(whom, mark, scene.moment)), None)
    blind = is_marked(who, "blind", scene.moment)
    if blind or unseen:
        scene.refuse(
            row.id,
            f"{who.name} is blind." if blind else f"{who.name} cannot see {whom.name}, who is {unseen}.",
            thing=who.name if blind else whom.name,
            state="blind" if blind else unseen,
            help=(f"gm unmark {who.name if blind else whom.name} {'blind' if blind else unseen}",),
        )


# -- names on a line --------------------------------------------------------------------------------------------


def each_named(scene: Scene, names: Sequence[str]) -> list[Holder]:
    """People as they are named, one after another; somebody named twice is there twice. A group is all of it."""
    return [holder for name in names for holder in scene.people((name,))]


def figure(amount: Amount | None) -> Number | None:
    return None if amount is None else exact(amount)


def in_one_fight(world: World, a: Holder, b: Holder) -> bool:
    """Whether two are in the same fight, or both in none."""
    mine, theirs = fight_in(world, a), fight_in(world, b)
    return (mine.name if mine else None) == (theirs.name if theirs else None)


def limits(world: World, who: Holder, moment: int) -> dict[str, dict[str, int | str]]:
    """RNK-ACT-02: every row with a limit that was used in its turn, fight or day: how often, of how many, in which."""
    found: dict[str, dict[str, int | str]] = {}
    book = world.get("book")
    for row in actions():
        ruled = book.word(f"ruling {row.id} limit") if row.missing else ""
        limit, per = (1, ruled) if ruled else (row.limit, row.per)
        if limit is None or not per:
            continue
        now = used(world, who, row.id, per, moment)
        if now:
            name = row.name if row.name not in found else f"{row.name} ({row.skill})"
            found[name] = {"used": now, "limit": limit, "left": max(0, limit - now), "per": per}
    return found

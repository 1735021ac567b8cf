"""What is used and does not strike: stances, healing, arms of a patron, shapes, summons, challenges (RNK-MP, NB, ST, UN).

What a story does to things outside a fight (RNK-ST-08) has no cost, dice or limits in the source: it is a `note`.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import ClassVar

from ledger.exchange import REFUSED, SINGLE_COMBAT, leaves
from ledger.fight import fight_of, joins, side_of
from ledger.ranks import (
    able,
    check_row,
    check_ruled,
    check_seen,
    combat_skills,
    cost_of,
    costs,
    counting,
    own_turn,
    row_for,
    skill_named,
    spending,
    spent,
    there,
    throw,
)
from ledger.ruling import Command, Figure, People, Said, Scene, Text, Usage, because, part
from projections.conditions import is_marked
from projections.ranked import RANK, SHAPED, STANCE, SUMMONED, condition, stance_value, stances, summons
from projections.world import Holder
from schemas.calendar import HOUR_SECONDS, MINUTE_SECONDS
from schemas.entry import Event
from schemas.events.marks import MarkLifted, MarkSet
from schemas.events.ranked import CharacterSummoned, HealingGiven, PowerUsed, StanceTaken
from schemas.postings import AnyPosting, Changed, Marked, Put, Unmarked
from schemas.rulebook.actions import Action, by_name, figures, throw_of
from schemas.units import check_name, exact, key, stored, text_of

DISMISS, REVERT = "dismiss", "revert"
"""What ends a power: an action that sends a character back, or gives a shape back."""
SUMMONED_MINUTES = 30
SMALLEST, LARGEST = Fraction(1, 2), Fraction(3, 2)
"""RNK-NB-03, RNK-NB-05: a shape in parts of the own size."""
ANSWERS = ("refused", "accepted")


class Use(Command, tag="use", frozen=True):
    """Use a row that does not strike: `use Ash healer Fen --rolled 3`, `use Fen riposte --hidden`."""

    words: ClassVar[tuple[str, ...]] = ("who", "row", "whom")
    dice: ClassVar[tuple[str, ...]] = ("rolled",)
    usage: ClassVar[str] = (
        "use WHO ROW [WHOM] [--as ROW] [--with SKILL] [--form WORD] [--size N] [--answer refused|accepted] [--rolled DICE]"
        "  or  use WHO dismiss NAME  or  use WHO revert [WHOM]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "use Fen riposte --hidden",
        "use Ash healer Fen --as blessed-healing",
        'use Sil summon-storied-character "Sir Olaf" --with polearm',
        'use Sil dismiss "Sir Olaf"',
        "use Oro spirit-shape --form bear --size 1.5",
        "use Fen the-noble-art Rook --answer refused",
    )
    who: People
    row: Text
    whom: Text | None = None
    as_: Text | None = None
    with_: Text | None = None
    form: Text | None = None
    size: Figure | None = None
    answer: Text | None = None


def use(command: Use, scene: Scene) -> Iterator[Event | Said]:
    """RNK-ACT-01, RNK-ACT-02, RNK-ACT-03: a row's rank, cost and limit are checked and counted; then it does what it does.

    Refused: a rank below the row's, a row used up, one that is missing in the source and not ruled (the row's id), too
    few actions, another's turn (RNK-ACT-01). Usage: an attack, a move, a bolt; words that the row does not take.
    """
    for who in scene.people(command.who):
        able(scene, who)
        ending = key(command.row)
        if ending == DISMISS:
            yield from dismissed(command, who, scene)
        elif ending == REVERT:
            yield from reverted(command, who, scene)
        else:
            row = row_for(who, command.row, ("use",), None)
            check_words(command, row)
            if row.heals is not None:
                whom_healed(command, row, scene)
            if (blessing := blessing_of(command, who, row)) is not None:
                check_row(scene, who, blessing)
            check_row(scene, who, row)
            yield from doing(row)(command, who, row, scene)


Doing = Callable[[Use, Holder, Action, Scene], Iterator[Event | Said]]


def doing(row: Action) -> Doing:
    """What kind of power a row is, by the columns that it has."""
    if row.missing:
        return ruled
    kinds: tuple[tuple[object, Doing], ...] = (
        (row.heals, healed), (row.stance, taken), (row.summons, summoned), (row.shapes, shaped),
        (row.challenges, challenged), (row.familiar, familiar),
    )  # fmt: skip
    return next(do for column, do in kinds if column)


def check_words(command: Use, row: Action) -> None:
    """Usage: a little word that this row has no use for."""
    takes = {
        "form": row.shapes is not None or row.familiar,
        "size": row.shapes is not None,
        "answer": bool(row.challenges),
        "with_": row.summons is not None,
        "as_": row.heals is not None,
    }
    for field, wanted in takes.items():
        if getattr(command, field) is not None and not wanted:
            raise Usage(f"{row.name} takes no --{field.rstrip('_')}.")
    alone = (row.stance is not None) or row.shapes == "self"
    if alone and command.whom is not None:
        raise Usage(f"{row.name} is one's own: use WHO {key(row.name)}.")


def begun(command: Use, who: Holder, row: Action, scene: Scene) -> tuple[Event | None, list[AnyPosting]]:
    """The entry of the actions spent, and what the next entry posts where there is none."""
    cost = cost_of(scene, row)
    postings = spending(scene, who, row, cost)
    if costs(scene, who, cost):
        return spent(scene, who, row.name, cost, postings), []
    return None, postings


def led(head: Event | None, event: Event) -> Iterator[Event | Said]:
    """The actions and what they bring; without actions that begins the part itself."""
    if head is None:
        yield part(event)
    else:
        yield part(head)
        yield because(event, head)


# -- stances ----------------------------------------------------------------------------------------------------


def taken(command: Use, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """RNK-1H-04, RNK-PA-03, RNK-PA-04, RNK-UN-02, RNK-UN-04, RNK-MP-02, RNK-MP-04: in a fight, on one's own turn.

    A riposte is not spent until it answers. Refused: no fight, the same stance twice.
    """
    assert row.stance is not None
    own_turn(scene, who, row)
    if any(s.row == row.id for s in stances(scene.world, who, scene.moment)):
        scene.refuse(
            row.id, f"{who.name} is in this stance already: {row.name}.", thing=who.name, state=row.name, help=("turn",)
        )
    waits = row.stance == "answered"
    head, postings = (None, []) if waits else begun(command, who, row, scene)
    place = scene.world.place_of(who.name)
    mark = Marked(who.name, STANCE + row.name, stance_value(row.id, row.stance, scene.world, who))
    fresh: list[AnyPosting] = [*postings, mark, *forgotten(who, row)]
    event: Event = StanceTaken(who=who.name, place=place, rule=row.id, stance=row.name, until=row.stance, times=row.times,
                               postings=tuple(fresh))  # fmt: skip
    if row.lessens or row.arms:
        event = PowerUsed(who=who.name, place=place, rule=row.id, power=row.name, postings=tuple(fresh))
    yield from led(head, event)


def forgotten(who: Holder, row: Action) -> Iterator[AnyPosting]:
    """What a stance of this name has done before is forgotten when it is taken anew."""
    if row.times is not None or who.fields.get(f"left {row.name}") is not None:
        yield Put(who.name, f"left {row.name}", row.times)
    if who.fields.get(f"shown {row.name}"):
        yield Put(who.name, f"shown {row.name}", None)
    if row.strikes and who.fields.get("watched"):
        yield Put(who.name, "watched", None)


# -- healing ----------------------------------------------------------------------------------------------------


def healed(command: Use, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """RNK-MP-01, RNK-MP-03: dice for each who is healed, up to the maximum; RNK-MP-05: twice the most, without dice.

    Refused: somebody who is not seen. Usage: nobody, or more than the row heals.
    """
    blessing = blessing_of(command, who, row)
    people = whom_healed(command, row, scene)
    for whom in people:
        there(scene, whom)
        if whom is not who:
            check_seen(scene, who, whom, row)
    head, postings = begun(command, who, row, scene)
    if blessing is not None:
        postings += counting(scene, who, blessing)
    if head is not None:
        yield part(head)
    dice = throw_of(row.heals)
    assert dice is not None
    for whom in people:
        roll = None if blessing is not None else throw(scene, who.name, f"{who.name} heals {whom.name}", dice.all)
        amount = 2 * dice.most if roll is None else None if roll.total is None else exact(roll.total)
        offered = () if amount is None else (Changed(whom.name, "hp", stored(amount), source=row.name),)
        event = HealingGiven(
            who=who.name, place=scene.world.place_of(who.name), rule=row.id if blessing is None else blessing.id, roll=roll,
            whom=whom.name, power=row.name, amount=None if amount is None else stored(amount), blessed=blessing is not None,
            postings=(*postings, *offered),
        )  # fmt: skip
        yield part(event) if head is None else because(event, head)
        head, postings = head or event, []


def blessing_of(command: Use, who: Holder, row: Action) -> Action | None:
    """RNK-MP-05: what is attached to a healing. Usage: something that blesses none."""
    if command.as_ is None:
        return None
    blessing = row_for(who, command.as_, ("attached",))
    if not blessing.blesses:
        raise Usage(f"{blessing.name} goes with an attack, not with {row.name}.")
    return blessing


def whom_healed(command: Use, row: Action, scene: Scene) -> list[Holder]:
    """Whom the line heals. Usage: nobody, or more than the row does."""
    people = named(command, scene)
    if not people or len(people) > row.targets:
        raise Usage(f"{row.name} heals {'one' if row.targets == 1 else f'1 to {row.targets}'}, not {len(people)}.")
    return people


def named(command: Use, scene: Scene) -> list[Holder]:
    """Whom the line names: `Fen`, `Fen,Ash`, a group. Usage: nobody of that name."""
    if command.whom is None:
        return []
    found: list[Holder] = []
    for word in command.whom.split(","):
        if not word.strip():
            continue
        if scene.world.find(word) is None and key(word) not in ("party", "all"):
            raise Usage(f"Nobody is called {word.strip()}.", nearest=tuple(scene.world.people[:8]))
        found += scene.people((word.strip(),))
    return list({h.name: h for h in found}.values())


def one_named(command: Use, who: Holder, row: Action, scene: Scene) -> Holder:
    """The one whom the line names. Usage: nobody, several, oneself."""
    people = named(command, scene)
    if len(people) != 1 or people[0] is who:
        raise Usage(f"{row.name} is for one other: use {who.name} {key(row.name)} WHOM.")
    there(scene, people[0])
    return people[0]


# -- challenges, familiars --------------------------------------------------------------------------------------


def challenged(command: Use, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """RNK-UN-08: refused: -6 to attacks for the rest of the day; accepted: nobody else may interfere, as the GM sees it.

    Usage: no answer, another answer. Refused: somebody who is not seen.
    """
    whom = one_named(command, who, row, scene)
    answer = next((a for a in ANSWERS if command.answer is not None and key(command.answer) == a), None)
    if answer is None:
        raise Usage(f"What does {whom.name} answer? --answer refused or --answer accepted.", nearest=ANSWERS)
    check_seen(scene, who, whom, row)
    head, postings = begun(command, who, row, scene)
    place = scene.world.place_of(who.name)
    event = PowerUsed(who=who.name, place=place, rule=row.id, power=row.name, whom=whom.name, words=answer,
                      postings=tuple(postings))  # fmt: skip
    yield from led(head, event)
    if answer == "refused":
        until = scene.calendar.dawn_of(scene.day + 1)
        yield because(mark_set(scene, whom, REFUSED + who.name, row, until, row.challenges), event)
    else:
        for one, other in ((whom, who), (who, whom)):
            yield because(mark_set(scene, one, f"{SINGLE_COMBAT}{other.name}", row), event)


def mark_set(
    scene: Scene, whom: Holder, mark: str, row: Action, until: int | None = None, value: int | str | None = None
) -> MarkSet:  # fmt: skip
    return MarkSet(
        who=whom.name, place=scene.world.place_of(whom.name), rule=row.id, mark=mark,
        postings=(Marked(whom.name, mark, value, until),),
    )  # fmt: skip


def familiar(command: Use, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """RNK-NB-01: a small companion, of which the source gives no figures: `npc` enters it where it needs some."""
    name = command.whom or command.form
    head, postings = begun(command, who, row, scene)
    mark = "spirit familiar" if name is None else f"spirit familiar {name}"
    event = PowerUsed(
        who=who.name, place=scene.world.place_of(who.name), rule=row.id, power=row.name, words=name,
        postings=(*postings, Marked(who.name, mark)),
    )  # fmt: skip
    yield from led(head, event)


# -- shapes -----------------------------------------------------------------------------------------------------


def shaped(command: Use, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """RNK-NB-03, RNK-NB-05: a form of half to one and a half times the own size; an ally's lasts an hour. Which forms fit
    a spirit (RNK-NB-00) is the table's to say: the book's list is open.

    Refused: another size, somebody of the other side. Usage: no form, no ally.
    """
    if command.form is None:
        raise Usage(f"Which form? use {who.name} {key(row.name)} --form bear --size 1.5", nearest=("--form bear",))
    whom = who if row.shapes == "self" else one_named(command, who, row, scene)
    size = exact(command.size) if command.size is not None else 1
    if not SMALLEST <= size <= LARGEST:
        scene.refuse(
            row.id, f"{text_of(size)} times the size is too {'small' if size < SMALLEST else 'large'}: half to one and a half.",
            thing=whom.name, state=text_of(size),
            help=(f"use {who.name} {key(row.name)}{'' if whom is who else f' {whom.name}'} --form {command.form} --size 1.5",),
        )  # fmt: skip
    mine, theirs = side_of(scene, who), side_of(scene, whom)
    if whom is not who and mine is not None and theirs is not None and mine != theirs:
        scene.refuse(row.id, f"{whom.name} is no ally of {who.name}.", thing=whom.name, state="the other side")
    head, postings = begun(command, who, row, scene)
    until = None if row.hours is None else scene.moment + row.hours * HOUR_SECONDS
    before = [Unmarked(whom.name, mark) for mark in shapes(whom)]
    event = PowerUsed(
        who=who.name, place=scene.world.place_of(who.name), rule=row.id, power=row.name,
        whom=None if whom is who else whom.name, words=command.form, size=stored(size),
        postings=(*postings, *before, Marked(whom.name, SHAPED + command.form, stored(size), until)),
    )  # fmt: skip
    yield from led(head, event)


def shapes(who: Holder) -> list[str]:
    """The marks of the shapes that someone has."""
    return [mark for mark in who.marks if mark.startswith(SHAPED)]


def reverted(command: Use, who: Holder, scene: Scene) -> Iterator[Event | Said]:
    """RNK-NB-03, RNK-NB-05: an action gives someone their own shape back. Refused: somebody who has it."""
    row = by_name()["spirit-shape"][0]
    whom = who if command.whom is None else (named(command, scene) or [who])[0]
    mark = next((m for m in shapes(whom) if is_marked(whom, m, scene.moment)), None)
    if mark is None:
        raise scene.lacks(f"{whom.name} has no other shape.", thing=whom.name, state="as ever",
                          help=(f"use {who.name} spirit-shape --form bear",))  # fmt: skip
    rule = row.id if whom is who else "RNK-NB-05"
    yield from ended(who, "revert", 1, scene, MarkLifted(
        who=whom.name, place=scene.world.place_of(whom.name), rule=rule, mark=mark, postings=(Unmarked(whom.name, mark),),
    ))  # fmt: skip


def ended(who: Holder, what: str, cost: int, scene: Scene, event: Event) -> Iterator[Event | Said]:
    """An action by which something ends; outside a fight it costs nothing."""
    from ledger.fight import spend_action

    postings = spend_action(scene, who, False, what, cost)
    yield from led(spent(scene, who, what, cost, postings) if costs(scene, who, cost) else None, event)


# -- who steps out of a story -----------------------------------------------------------------------------------


def summoned(command: Use, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """RNK-ST-01, RNK-ST-03, RNK-ST-05, RNK-ST-07: a character with a sheet of its own, on the teller's side, for half an
    hour, a fight, or until its hit points are gone.

    Refused: no combat skill chosen (RNK-ST-07), a name that is taken. Usage: no name.
    """
    if command.whom is None:
        raise Usage(f'Who is summoned? use {who.name} {key(row.name)} "Sir Olaf" --with polearm')
    name = summoned_name(command.whom, who, scene)
    if command.with_ is None:
        scene.refuse(
            "RNK-ST-07", f"Which combat skill has {name}?", thing=name, state="no skill chosen",
            help=(f'use {who.name} {key(row.name)} "{name}" --with polearm',),
        )  # fmt: skip
    skill = skill_named(command.with_ or "one-handed weapon", combat_skills())
    figure = figures()[row.summons or ""]
    head, postings = begun(command, who, row, scene)
    until = scene.moment + SUMMONED_MINUTES * MINUTE_SECONDS
    place, fight = scene.world.place_of(who.name), fight_of(scene, who)
    old = scene.world.get(name)
    made: list[AnyPosting] = [
        *postings,
        Put(name, "kind", "npc"),
        Put(name, "undying", 1),
        Put(name, "fades", 1),
        Put(name, "food_per_day", 0),
        Put(name, "full_hp", figure.hp),
        Put(name, "hp", figure.hp),
        *(Put(name, field, None) for field in old.fields if field.startswith(RANK) and field != RANK + skill),
        Put(name, RANK + skill, figure.rank),
        Put(name, "attacks untrained", skill if figure.rank == "untrained" else None),
        *(Unmarked(name, mark) for mark in old.marks if mark == "gone" or mark.startswith(SUMMONED)),
        Marked(name, SUMMONED + who.name, until=until),
    ]
    if place is not None:
        made.append(Put(name, "place", place))
    if who.word("area"):
        made.append(Put(name, "area", who.word("area")))
    if fight is not None:
        made += joins(scene, fight, name, side_of(scene, who) or 1, who.name)
    event = CharacterSummoned(
        who=who.name, place=place, rule=row.id, summoned=name, figure=figure.name, skill=skill, rank=figure.rank,
        hp=figure.hp, until=until, postings=tuple(made),
    )  # fmt: skip
    yield from led(head, event)


def summoned_name(said: str, who: Holder, scene: Scene) -> str:
    """The name of who is summoned: a new one, or one that went back into the story. Refused: a name that is taken."""
    try:
        name = check_name(said)
    except ValueError as wrong:
        raise Usage(f"{wrong}.") from None
    known = scene.world.find(name)
    if known is None:
        return name
    holder = scene.world.get(known)
    if any(m.startswith(SUMMONED) for m in holder.marks) and condition(holder, scene.moment) == "gone":
        return known
    raise scene.lacks(f"The name {known} is taken ({holder.kind}).", thing=known, state="taken", help=(f"sheet {known}",))


def dismissed(command: Use, who: Holder, scene: Scene) -> Iterator[Event | Said]:
    """RNK-ST-01: an action sends a summoned character back. Refused: nobody of that name was summoned by this teller."""
    mine = summons(scene.world, who, scene.moment)
    found = None if command.whom is None else scene.world.find(command.whom)
    if command.whom is None and len(mine) == 1:
        found = mine[0]
    if found is None or found not in mine:
        raise scene.lacks(
            f"{who.name} has not summoned {command.whom or 'anybody'}." if not mine or command.whom else
            f"Whom? {who.name} has summoned {', '.join(mine)}.",
            thing=command.whom or who.name, state=", ".join(mine) or "nobody summoned",
            help=tuple(f'use {who.name} dismiss "{name}"' for name in mine),
        )  # fmt: skip
    whom = scene.world.get(found)
    yield from ended(who, DISMISS, 1, scene, leaves(scene, whom, f"{who.name} dismisses {found}", "RNK-ST-01"))


# -- what the source lacks --------------------------------------------------------------------------------------


def ruled(command: Use, who: Holder, row: Action, scene: Scene) -> Iterator[Event | Said]:
    """RNK-ST-02, RNK-ST-04, RNK-ST-06, RNK-FT-01, RNK-FT-02, RNK-FT-03, RNK-FT-04, RNK-FT-05, RNK-FT-06: by the table's
    ruling: cost and limit are counted, what it does is said by the GM (`gm`). Refused by name until there is one.
    """
    text = check_ruled(scene, row)
    whom = named(command, scene) if command.whom is not None else []
    head, postings = begun(command, who, row, scene)
    event = PowerUsed(
        who=who.name, place=scene.world.place_of(who.name), rule=row.id, power=row.name,
        whom=", ".join(h.name for h in whom) or None, words=text or None, postings=tuple(postings),
    )  # fmt: skip
    yield from led(head, event)

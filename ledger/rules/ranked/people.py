"""Who is in a campaign of the second game: `join`, and the GM's own figures, `npc` (RNK-SKILL, RNK-HP, RNK-ARM)."""

import re
from collections.abc import Iterator
from typing import ClassVar

from ledger import house
from ledger.ranks import FIGURE, rank_named, worn
from ledger.ruling import Command, Name, Place, Said, Scene, Skills, Text, Usage, Whole, because, part
from projections.ranked import HANDS, RANK, TRAIT
from projections.world import PEOPLE, PLACES, Holder
from schemas.entry import Event
from schemas.events.gm import GmGave
from schemas.events.goods import GearWielded
from schemas.events.people import CharacterJoined, NpcEntered, SkillLearned
from schemas.postings import AnyPosting, Changed, Gained, Marked, Put
from schemas.units import check_name, key, parse_number

TRAITS = ("natural weapon", "protective exterior")
"""RNK-UN-00, RNK-BOW-04: the traits that rows of the book speak of; their own rules are missing in the source."""
MOST_AT_ONCE = 200
MOST_PIECES = 100


class Join(Command, tag="join", frozen=True):
    """Bring a character into play: ranks, hit points, armor, shield and traits."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = (
        'join WHO --hp N|LEFT/FULL [--ranks "SKILL RANK, ..."] [--armor wood|metal] [--shield medium] '
        "[--traits natural-weapon] [--gear NAMES] [--in PLACE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        'join Fen --ranks "one-handed weapon adept" --hp 20 --armor wood --shield medium --traits natural-weapon',
    )
    who: Name
    hp: Text
    ranks: Skills = ()
    armor: Text | None = None
    shield: Text | None = None
    traits: Text | None = None
    gear: Text | None = None
    in_: Place | None = None


class Npc(Command, tag="npc", frozen=True):
    """Bring figures of the GM into play, or change what is said of one: `npc Rook --ranks "sling novice" --hp 30`."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = (
        'npc NAME [--count N] [--hp N|LEFT/FULL] [--ranks "SKILL RANK, ..."] [--armor wood|metal] [--shield medium] '
        "[--traits natural-weapon] [--gear NAMES] [--in PLACE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        'npc Rook --ranks "two-handed weapon expert" --hp 30 --armor wood --gear "great axe"',
        'npc guard --count 3 --ranks "polearm novice" --hp 12',
    )
    who: Name
    count: Whole | None = None
    hp: Text | None = None
    ranks: Skills = ()
    armor: Text | None = None
    shield: Text | None = None
    traits: Text | None = None
    gear: Text | None = None
    in_: Place | None = None


def join(command: Join, scene: Scene) -> Iterator[Event | Said]:
    """RNK-HP-01: hit points stand on the sheet; RNK-SKILL-02: a rank in each skill that was learned, an entry each.

    Refused: a name that is taken. Usage: an unknown rank, armor, shield or trait, no hit points.
    """
    check_place(command.in_, scene)
    check_new(command.who, scene)
    joined = CharacterJoined(
        who=command.who,
        place=command.in_,
        rule="RNK-HP-01",
        postings=(Put(command.who, "kind", "character"), *opening(command.who, command, scene)),
    )
    yield joined
    yield from learned_and_given(command.who, command, joined, scene)


def npc(command: Npc, scene: Scene) -> Iterator[Event | Said]:
    """The same without a seat: one or several; named again, only what is said changes.

    Refused: a character, a name that is taken, a new one without hit points. Usage as of `join`; a count of none.
    """
    check_place(command.in_, scene)
    if command.count is not None and not 1 <= command.count <= MOST_AT_ONCE:
        raise Usage(f"--count is 1 to {MOST_AT_ONCE}, not {command.count}.")
    known = scene.world.find(command.who)
    if known is not None and command.count is None:
        for who in figures(known, scene):
            yield from told_again(who, command, scene)
        return
    if known is not None:
        raise scene.lacks(f"{known} is in the book already; named again without --count, what is said changes.",
                          thing=known, state="taken", help=(f"npc {known} ...",))  # fmt: skip
    if command.hp is None:
        raise scene.lacks(
            f"How many hit points has {command.who}? The book gives none (RNK-HP-01).",
            thing=command.who, state="no hit points", help=(f"npc {command.who} --hp 20",),
        )  # fmt: skip
    group = None if command.count is None else command.who
    names = [command.who] if command.count is None else [f"{command.who}-{n}" for n in range(1, command.count + 1)]
    for name in names:
        check_new(name, scene)
    for name in names:
        groups: tuple[AnyPosting, ...] = () if group is None else (Put(group, "kind", "group"),)
        marks: tuple[AnyPosting, ...] = () if group is None else (Marked(name, f"group {group}"),)
        head = NpcEntered(
            who=name, place=command.in_, rule="RNK-HP-01",
            postings=(*groups, Put(name, "kind", "npc"), *marks, *opening(name, command, scene)),
        )  # fmt: skip
        yield part(head)
        yield from learned_and_given(name, command, head, scene)


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


def figures(name: str, scene: Scene) -> list[Holder]:
    """The GM's figures of this name: one, or a group. Refused: a character, a place."""
    kind = scene.world.get(name).kind
    if kind not in ("npc", "group"):
        raise scene.lacks(f"{name} is no figure of the GM's but a {kind}.", thing=name, state=kind,
                          help=(f"npc {name}-2 ...", f"gm set {name} FIELD VALUE"))  # fmt: skip
    return scene.people((name,))


# -- what is said of somebody -----------------------------------------------------------------------------------


def hp_said(text: str) -> tuple[int, int]:
    """`20`: twenty of twenty; `7/40`: seven of forty. Usage: no number, none at all, more than full."""
    match = re.fullmatch(r"(-?[0-9]{1,6})(?: ?/ ?([0-9]{1,6}))?", text.strip())
    if match is None:
        raise Usage(f"--hp is how many hit points, or LEFT/FULL such as 7/40, not {text}.")
    left = int(match[1])
    full = int(match[2]) if match[2] else left
    if full < 1 or left > full:
        raise Usage(f"--hp {text}: {'full is 1 or more' if full < 1 else f'{left} is more than {full}'}.")
    return left, full


def opening(who: str, command: Join | Npc, scene: Scene) -> Iterator[AnyPosting]:
    """RNK-HP-01, RNK-ARM-01, RNK-ARM-02, RNK-SHD-01: what a sheet begins with.

    The book knows no death: someone is beaten at 0 and below, and never dies of a number.
    """
    assert command.hp is not None
    left, full = hp_said(command.hp)
    yield Put(who, "undying", 1)
    yield Put(who, "food_per_day", 0)  # nobody eats by this book
    yield from told(who, command)
    yield Put(who, "joined_on", scene.day)
    yield Changed(who, "full_hp", full, source="the sheet")
    if left == full:
        yield Changed(who, "hp", fill=True, source="joined at full" if isinstance(command, Join) else "entered at full")
    else:
        yield Changed(who, "hp", left, source="opening")


def told(who: str, command: Join | Npc) -> Iterator[AnyPosting]:
    """Armor, shield, traits and place, where the line says them."""
    for field in ("armor", "shield"):
        word = getattr(command, field)
        if word is not None:
            name, figure = worn(field, word)
            yield Put(who, field, name)
            yield Put(who, FIGURE[field], figure)
    if command.traits is not None:
        wanted = traits_said(command.traits)
        for trait in TRAITS:
            if trait in wanted:
                yield Put(who, TRAIT + trait, 1)
            elif isinstance(command, Npc):
                yield Put(who, TRAIT + trait, None)
    if command.in_ is not None:
        yield Put(who, "place", command.in_)


def traits_said(text: str) -> list[str]:
    """RNK-UN-00: traits by name, `none` for none. Usage: one that no row speaks of."""
    found = []
    for piece in text.split(","):
        trait = next((t for t in TRAITS if key(t) == key(piece)), None)
        if trait is not None:
            found.append(trait)
        elif key(piece) != "none":
            raise Usage(f"The book knows no trait {piece.strip()}.", nearest=tuple(key(t) for t in TRAITS))
    return found


def ranks_said(command: Join | Npc) -> dict[str, str]:
    """RNK-SKILL-03: ranks by skill. Usage: a number, an unknown rank, a skill twice."""
    found: dict[str, str] = {}
    for skill, word in command.ranks:
        if not isinstance(word, str):
            raise Usage(f"--ranks: {skill} has a rank in this game (novice, adept, expert), not {word}.")
        found[skill] = rank_named(word)
    return found


def learned_and_given(who: str, command: Join | Npc, head: Event, scene: Scene) -> Iterator[Event | Said]:
    """An entry for each rank; then what is carried, weapons in hand."""
    for skill, rank in ranks_said(command).items():
        yield because(
            SkillLearned(who=who, place=command.in_, rule="RNK-SKILL-02", skill=skill, rank=rank,
                         postings=(Put(who, RANK + skill, rank),)),
            head,
        )  # fmt: skip
    yield from geared(who, command, head, scene)


def geared(who: str, command: Join | Npc, head: Event, scene: Scene) -> Iterator[Event | Said]:
    """Weapons by any name, as the book has no table of them: the first in the main hand, a second in the off hand."""
    if command.gear is None:
        return
    postings: list[AnyPosting] = []
    for item, count in gear_said(command.gear, scene):
        if house.thing(scene.world, item) is None and scene.world.find(item) is None:
            postings.append(Put(item, "kind", "thing"))
        postings.append(Gained(who, item, count, pieces=True))
    given = GmGave(who=who, place=head.place, to=who, postings=tuple(postings))
    before = {lot.name for lot in scene.world.get(who).all_lots()}
    yield because(given, head)
    taken = {lot.slot for lot in scene.world.get(who).all_lots() if lot.slot}
    new = [lot for lot in scene.world.get(who).all_lots() if lot.name not in before and lot.slot is None]
    for lot in new:
        free = next((hand for hand in HANDS[:2] if hand not in taken and "both" not in taken), None)
        if free is None:
            return
        taken.add(free)
        yield because(
            GearWielded(who=who, place=head.place, piece=lot.name, hand=free, postings=(Put(lot.name, "slot", free),)),
            given,
        )


def gear_said(text: str, scene: Scene) -> list[tuple[str, int]]:
    """Things by name and number, in the spelling of the book. Usage: no name, half a thing. Refused: a person's name."""
    found: list[tuple[str, int]] = []
    for piece in text.split(","):
        words = piece.split()
        count = 1
        if len(words) > 1 and words[0].isdigit():
            number = parse_number(words[0])
            if not isinstance(number, int) or not 1 <= number <= MOST_PIECES:
                raise Usage(f"--gear: 1 to {MOST_PIECES} of a thing, not {words[0]}.")
            count, words = number, words[1:]
        try:
            name = check_name(" ".join(words))
        except ValueError as wrong:
            raise Usage(f"--gear: {wrong}.") from None
        known = scene.world.find(name)
        if known is not None and scene.world.get(known).kind != "thing" and house.thing(scene.world, name) is None:
            kind = scene.world.get(known).kind
            raise scene.lacks(f"The name {known} is taken ({kind}).", thing=known, state="taken")
        found.append((house.thing(scene.world, name) or known or name, count))
    return found


def told_again(who: Holder, command: Npc, scene: Scene) -> Iterator[Event | Said]:
    """One known figure: what is said is put, all else stands."""
    postings: list[AnyPosting] = list(told(who.name, command))
    if command.hp is not None:
        left, full = hp_said(command.hp)
        postings += [Put(who.name, "full_hp", full), Put(who.name, "hp", left)]
    place = command.in_ or scene.world.place_of(who.name)
    head = NpcEntered(who=who.name, place=place, rule="RNK-HP-01", postings=tuple(postings))
    yield part(head)
    yield from learned_and_given(who.name, command, head, scene)



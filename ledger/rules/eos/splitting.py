"""An even split (EOS-SPLIT): dozens of rounds in which nobody is hurt, told as so many 20s and 1s for each side."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from ledger import house
from ledger.arms import BARE, NATURAL
from ledger.fight import check_here
from ledger.objects import broken, object_named, tiers_off
from ledger.ruling import Command, Known, Person, Said, Scene, Text, Usage, Whole, because
from ledger.slots import row_of
from projections.natural import PARTS
from projections.sheet import SHIELDS, natural_armor, natural_weapons
from projections.wear import HANDS, held, on_body
from projections.world import PEOPLE, Holder, Lot
from schemas.dice import Plus
from schemas.entry import Event
from schemas.events.combat import GearDamaged, WoundDealt
from schemas.events.shots import FightSplit
from schemas.postings import Changed
from schemas.units import Number, counted, key, stored, text_of

A_HIT = 10
"""EOS-SPLIT-02, EOS-CRIT-09, EOS-UNA-08: hit points for a 20 on bare hands or on a natural weapon at T0."""
HIDE = ("natural-armor", "hide")


class EvenSplit(Command, tag="even-split", frozen=True):
    """Dozens of rounds in one: `even-split Brandt Ogre 5 --crit "3 armor, 2 shield" --fumble "5 sword"`."""

    words: ClassVar[tuple[str, ...]] = ("who", "whom", "number")
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = (
        'even-split WHO WHOM N [--crit "N PIECE, ..."] [--fumble "N PIECE, ..."]'
        ' [--against-crit "N PIECE, ..."] [--against-fumble "N PIECE, ..."]'
    )
    examples: ClassVar[tuple[str, ...]] = (
        'even-split Brandt Ogre 5 --crit "3 armor, 2 shield" --fumble "5 sword" --against-crit "5 armor"'
        ' --against-fumble "5 club"',
    )
    who: Person
    whom: Known
    number: Whole
    crit: Text | None = None
    fumble: Text | None = None
    against_crit: Text | None = None
    against_fumble: Text | None = None


class Loss(NamedTuple):
    """What one side loses: a piece or a part of the body by tiers, or hit points (`hits` of ten)."""

    who: Holder
    piece: str
    cause: str
    by: str
    was: Number
    tier: Number
    hits: int = 0


class Tiers:
    """The tiers of all that may be hit, as the split goes on: what one step takes the next does not find."""

    def __init__(self) -> None:
        self._now: dict[str, Number] = {}

    def of(self, name: str, tier: Number) -> Number:
        return self._now.setdefault(name, tier)

    def less(self, name: str, steps: Number) -> tuple[Number, Number]:
        """From what to what; never below none."""
        was = self._now[name]
        self._now[name] = max(0, was - steps)
        return was, self._now[name]


def even_split(command: EvenSplit, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SPLIT-01: each side has N natural 20s, spent on the other's gear or declined, and N natural 1s, which its own
    shield and weapons pay. EOS-SPLIT-02: nobody is hurt, but for ten hit points for each 20 on bare hands or a natural
    weapon at T0. EOS-SPLIT-03: weapons may be switched at any step, so what hangs in a weapon slot counts as in hand.

    A wall or a lock loses a tier for each 20 (EOS-OBJ-02, EOS-LOCK-09) and strikes nothing back. Refused: gear that they
    do not have on them (EOS-CRIT-18), hide under armor (EOS-CRIT-07), claws behind weapons (EOS-CRIT-08), 1s that nothing
    pays (EOS-CRIT-04). Usage: N below 1, more steps than N.
    """
    if command.number < 1:
        raise Usage(f"A split is of 1 or more, not {command.number}.", nearest=("even-split WHO WHOM 5",))
    who = scene.person(command.who)
    scene.able(who)
    whom = scene.world.get(command.whom)
    tiers = Tiers()
    if whom.kind in PEOPLE:
        if whom is who:
            raise Usage("Nobody splits with themselves.")
        scene.able(whom)
        check_here(scene, who, whom)
        losses = [
            *crits(command.crit, "--crit", who, whom, command.number, tiers, scene),
            *crits(command.against_crit, "--against-crit", whom, who, command.number, tiers, scene),
            *fumbles(command.fumble, "--fumble", who, command.number, tiers, scene),
            *fumbles(command.against_fumble, "--against-fumble", whom, command.number, tiers, scene),
        ]
        yield from told(command, who, losses, scene)
        return
    if command.against_crit is not None or command.against_fumble is not None or command.crit is not None:
        raise Usage(f"{command.whom} has no gear and rolls no dice.", nearest=(f"even-split {who.name} {command.whom} 5",))
    target = object_named(scene, who, command.whom, None)
    losses = fumbles(command.fumble, "--fumble", who, command.number, tiers, scene)
    split = split_of(command, who, scene)
    yield split
    yield because(tiers_off(scene, who, target, command.number, "crit"), split)
    gone = broken(scene, who, object_named(scene, who, command.whom, None, standing=False))
    if gone is not None:
        yield because(gone, split)
    for loss in losses:
        yield because(event_of(loss, scene), split)


def told(command: EvenSplit, who: Holder, losses: Sequence[Loss], scene: Scene) -> Iterator[Event | Said]:
    split = split_of(command, who, scene)
    yield split
    for loss in losses:
        yield because(event_of(loss, scene), split)


def split_of(command: EvenSplit, who: Holder, scene: Scene) -> FightSplit:
    return FightSplit(
        who=who.name,
        place=scene.world.place_of(who.name),
        rule="EOS-SPLIT-01",
        whom=command.whom,
        number=command.number,
    )


def event_of(loss: Loss, scene: Scene) -> GearDamaged | WoundDealt:
    """What is written of one loss."""
    place = scene.world.place_of(loss.who.name)
    if loss.hits:
        harm = A_HIT * loss.hits
        return WoundDealt(
            who=loss.who.name,
            place=place,
            rule="EOS-SPLIT-02",
            dealt=harm,
            kind="crit",
            weapon=loss.piece,
            by=loss.by,
            raw=harm,
            parts=(Plus(f"{counted(loss.hits, 'hit')} on the {loss.piece}", harm),),
            postings=(Changed(loss.who.name, "hp", -harm, source="crit"),),
        )
    steps = stored(loss.tier - loss.was)
    part = loss.piece in PARTS
    return GearDamaged(
        who=loss.who.name,
        place=place,
        rule="EOS-SPLIT-01",
        piece=loss.piece,
        cause=loss.cause,
        was=stored(loss.was),
        tier=stored(loss.tier),
        by=loss.by,
        postings=(
            Changed(loss.who.name, f"hurt {loss.piece}", stored(loss.was - loss.tier), source=loss.cause)
            if part
            else Changed(loss.piece, "tier", steps, source=loss.cause),
        ),
    )


# -- 20s --------------------------------------------------------------------------------------------------------


def crits(
    said: str | None, option: str, by: Holder, whom: Holder, number: int, tiers: Tiers, scene: Scene
) -> list[Loss]:  # fmt: skip
    """EOS-CRIT-01: 20s of one side on what the other has equipped; those that are not spent are declined."""
    found: list[Loss] = []
    for many, word in steps_of(said, option, number):
        found += crit(word, many, by, whom, tiers, scene)
    return found


def crit(word: str, many: int, by: Holder, whom: Holder, tiers: Tiers, scene: Scene) -> list[Loss]:
    """So many 20s on one thing."""
    said = key(word)
    if said in HIDE:
        return [on_hide(many, by, whom, tiers, scene)]
    if said in BARE or said in NATURAL:
        return on_body_itself(word, many, by, whom, tiers, scene)
    lots = equipped(word, whom, scene)
    if not lots:
        if said == "armor" and natural_armor(whom):
            return [on_hide(many, by, whom, tiers, scene)]
        scene.refuse(
            "EOS-CRIT-18",
            f"{whom.name} has no {word} on: what is carried otherwise, or not there, no 20 reaches.",
            thing=word,
            state="not equipped",
            help=(f"gear {whom.name}",),
        )
        return []
    return tier_losses(lots, many, whom, "crit", by.name, tiers)


def tier_losses(lots: Sequence[Lot], many: int, who: Holder, cause: str, by: str, tiers: Tiers) -> list[Loss]:
    """EOS-CRIT-10: a tier for each, the better piece first; at none there is nothing left to lose."""
    found: list[Loss] = []
    for lot in lots:
        there = tiers.of(lot.name, lot.tier or 0)
        steps = min(many, int(there))
        if steps:
            was, left = tiers.less(lot.name, steps)
            found.append(Loss(who, lot.name, cause, by, was, left))
            many -= steps
    return found


def on_hide(many: int, by: Holder, whom: Holder, tiers: Tiers, scene: Scene) -> Loss:
    """EOS-CRIT-06, EOS-CRIT-07: hide, once the suit over it is gone or at T0."""
    over = next((lot for lot in on_body(whom, "armor") if tiers.of(lot.name, lot.tier or 0) > 0), None)
    if over is not None:
        scene.refuse(
            "EOS-CRIT-07",
            f"{over.name} covers the hide of {whom.name} until it is at T0.",
            thing=over.name,
            state=f"T{text_of(tiers.of(over.name, over.tier or 0))}",
            help=(f'even-split {by.name} {whom.name} N --crit "N armor"',),
        )
    name = f"{whom.name} natural armor"
    tiers.of(name, natural_armor(whom))
    was, left = tiers.less(name, many)
    return Loss(whom, "natural armor", "crit", by.name, was, left)


def on_body_itself(word: str, many: int, by: Holder, whom: Holder, tiers: Tiers, scene: Scene) -> list[Loss]:
    """EOS-CRIT-08, EOS-CRIT-09, EOS-UNA-08: claws by their tiers, then ten hit points a hit; bare hands ten at once.

    Refused: while a weapon or shield above T0 is in hand (bare hands: any weapon at all, EOS-CRIT-18).
    """
    armed = next((lot for lot in arms_of(whom, scene) if lot.slot in HANDS and tiers.of(lot.name, lot.tier or 0) > 0), None)
    claws = natural_weapons(whom)
    if armed is not None and (claws or armed.item not in SHIELDS):
        scene.refuse(
            "EOS-CRIT-08" if claws else "EOS-CRIT-18",
            f"{whom.name} holds {armed.name}: the {word} can be hit once that is at T0 or away.",
            thing=armed.name,
            state="in hand",
            help=(f'even-split {by.name} {whom.name} N --crit "N {armed.item}"',),
        )
    found: list[Loss] = []
    for part, tier in sorted(claws.items(), key=lambda row: -row[1]):
        name = f"{whom.name} {part}"
        steps = min(many, int(tiers.of(name, tier)))
        if steps:
            was, left = tiers.less(name, steps)
            found.append(Loss(whom, part, "crit", by.name, was, left))
            many -= steps
    if many:
        found.append(Loss(whom, "natural weapon" if claws else "hands", "crit", by.name, 0, 0, many))
    return found


# -- 1s ---------------------------------------------------------------------------------------------------------


def fumbles(said: str | None, option: str, who: Holder, number: int, tiers: Tiers, scene: Scene) -> list[Loss]:
    """EOS-CRIT-04: every 1 is paid, by a shield or weapon of one's own; EOS-CRIT-17: where nothing is left, by nothing.

    EOS-SPLIT-02: bare hands and claws at T0 cost no hit points here.
    """
    able = [lot for lot in arms_of(who, scene) if tiers.of(lot.name, lot.tier or 0) > 0]
    if said is None:
        if len(able) > 1:
            scene.refuse(
                "EOS-CRIT-04",
                f"{who.name} has {', '.join(lot.name for lot in able)}: say which pays for {counted(number, '1')}.",
                thing=who.name,
                state="no choice",
                help=(f'{option} "{number} {able[0].item}"',),
            )
        if able:
            return tier_losses(able[:1], number, who, "fumble", who.name, tiers)
        return claws_pay(number, who, tiers)
    found: list[Loss] = []
    steps = steps_of(said, option, number)
    for many, word in steps:
        if key(word) in BARE or key(word) in NATURAL:
            if able:
                scene.refuse(
                    "EOS-CRIT-04",
                    f"{who.name} holds {able[0].name}; a 1 costs a shield or a weapon.",
                    thing=able[0].name,
                    state="in hand",
                )
            found += claws_pay(many, who, tiers)
            continue
        lots = [lot for lot in equipped(word, who, scene) if lot in arms_of(who, scene)]
        if not lots:
            scene.refuse(
                "EOS-CRIT-04",
                f"{who.name} has no {word} in hand or in a weapon slot to pay with.",
                thing=word,
                state="not equipped",
                help=(f"gear {who.name}",),
            )
            continue
        found += tier_losses(lots, many, who, "fumble", who.name, tiers)
    left = [lot for lot in arms_of(who, scene) if tiers.of(lot.name, lot.tier or 0) > 0]
    paid = sum(many for many, _ in steps)
    if paid < number and left:
        scene.refuse(
            "EOS-CRIT-04",
            f"{who.name} pays for {paid} of {counted(number, '1')}; {left[0].name} has tiers left.",
            thing=who.name,
            state=f"{paid} of {number}",
            help=(f'{option} "{number} {left[0].item}"',),
        )
    return found


def claws_pay(many: int, who: Holder, tiers: Tiers) -> list[Loss]:
    """EOS-NATW-01: claws lose tiers; EOS-SPLIT-02: at T0, and with bare hands, nothing."""
    found: list[Loss] = []
    for part, tier in sorted(natural_weapons(who).items(), key=lambda row: -row[1]):
        name = f"{who.name} {part}"
        steps = min(many, int(tiers.of(name, tier)))
        if steps:
            was, left = tiers.less(name, steps)
            found.append(Loss(who, part, "fumble", who.name, was, left))
            many -= steps
    return found


# -- what is meant ----------------------------------------------------------------------------------------------


def steps_of(said: str | None, option: str, number: int) -> list[tuple[int, str]]:
    """`3 armor, 2 shield` as numbers and words. Usage: no number, one below 1, more together than the split has."""
    found: list[tuple[int, str]] = []
    for piece in (said or "").split(","):
        if not piece.strip():
            if said is not None:
                raise Usage(f'{option} is "N PIECE, ...", as in {option} "{number} armor".')
            continue
        first, _, rest = piece.strip().partition(" ")
        many, word = (int(first), rest.strip()) if first.isdecimal() else (1, piece.strip())
        if many < 1 or not word:
            raise Usage(f'{option} is "N PIECE, ...", as in {option} "{number} armor".')
        found.append((many, word))
    total = sum(many for many, _ in found)
    if total > number:
        raise Usage(f"{option} spends {total} of {number}.")
    return found


def equipped(word: str, who: Holder, scene: Scene) -> list[Lot]:
    """What a word means of all that somebody wears, holds or has in a weapon slot; the best of a kind first.

    `armor`, `weapon`, `shield`, the name of a thing, of a piece. Usage: nothing is called so.
    """
    arms = arms_of(who, scene)
    said = key(word)
    match said:
        case "armor":
            lots = on_body(who, "armor")
        case "shield":
            lots = [lot for lot in arms if lot.item in SHIELDS]
        case "weapon":
            lots = [lot for lot in arms if lot.item not in SHIELDS]
        case _:
            item = word.rpartition("@")[0] or house.thing(scene.world, word)
            if item is None and not any(key(lot.named or "") == said for lot in who.all_lots()):
                raise Usage(f"Nothing is called {word}.", nearest=("armor", "weapon", "shield"))
            lots = [
                lot
                for lot in (*arms, *on_body(who, "armor"))
                if lot.name == word or ("@" not in word and lot.item == item) or (lot.named and key(lot.named) == said)
            ]
    return sorted(lots, key=lambda lot: (lot.slot not in HANDS, -(lot.tier or 0), lot.position))


def arms_of(who: Holder, scene: Scene) -> list[Lot]:
    """EOS-SPLIT-03: weapons and shields in hand, and those that hang in weapon slots."""
    found = [*held(who), *(lot for lot in who.all_lots() if (lot.slot or "").endswith(" weapon"))]
    rows = ((lot, row_of(scene.world, lot)) for lot in found)
    return [lot for lot, row in rows if row is not None and row.kind in ("weapon", "armor") and lot.tier is not None]

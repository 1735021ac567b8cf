"""Stealth (EOS-STL, EOS-STS): `sneak`, `search`; and knowing in the dark who is there: `identify` (EOS-DARK-04)."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

import msgspec

from ledger.fight import check_here, fight_of, had_turn, is_behind, period, sharing, side_of, spend_action, use_held
from ledger.fight import distance as tiles_between
from ledger.lighting import read_light
from ledger.ruling import Command, Figure, Flag, People, Person, Said, Scene, Text, Usage
from ledger.shadows import (
    HAD_FLAG,
    LOST_CHECK,
    could_see,
    flag_lifted,
    flag_mark,
    hiding_bonus,
    is_blind,
    lost_check,
    sees,
    stamp,
    unaware,
    vigilance,
)
from projections.conditions import is_marked
from projections.encounter import is_in_front
from projections.pools import skill, state
from projections.sheet import trait
from projections.world import Holder
from schemas.dice import Roll
from schemas.entry import Event
from schemas.events.marks import MarkSet
from schemas.events.stealth import Defence, FoeIdentified, StealthRolled
from schemas.postings import AnyPosting, Marked, Put
from schemas.units import Amount, Moment, Number, exact, stored, text_of

MEANS = ("shadow", "cover", "distraction", "behind")
DARKNESS = "darkness"
NEAR_TILES = 30
"""EOS-STS-05: from so near on everybody rolls."""
ROUND_SECONDS = 10
"""EOS-STS-02, EOS-TURN-02: how long a flag lasts where nobody takes turns."""
ADJACENT = 1


class Sneak(Command, tag="sneak", frozen=True):
    """Sneak past others: `sneak Mara bandit --by shadow --rolled 9 --against 10/15`."""

    words: ClassVar[tuple[str, ...]] = ("who", "whom")
    dice: ClassVar[tuple[str, ...]] = ("rolled", "against")
    usage: ClassVar[str] = (
        "sneak WHO WHOM --by shadow|cover|distraction|behind [--distance N] [--light N] [--bonus N] [--rolled DICE]"
        " [--against DICE]"
    )
    examples: ClassVar[tuple[str, ...]] = (
        "sneak Mara bandit --by shadow --rolled 9 --against 10/15",
        "sneak Mara bandit --by cover --rolled 9 --against all:10",
    )
    who: Person
    whom: People
    by: Text | None = None
    distance: Figure | None = None
    light: Text | None = None
    bonus: Figure | None = None


class Search(Command, tag="search", frozen=True):
    """Look for somebody who sneaked past: `search bandit-1 Mara --rolled 11 --against 4`."""

    words: ClassVar[tuple[str, ...]] = ("who", "whom")
    dice: ClassVar[tuple[str, ...]] = ("rolled", "against")
    usage: ClassVar[str] = "search WHO WHOM [--distance N] [--light N] [--bonus N] [--rolled DICE] [--against DICE]"
    examples: ClassVar[tuple[str, ...]] = ("search bandit-1 Mara --rolled 11 --against 4",)
    who: Person
    whom: Person
    distance: Figure | None = None
    light: Text | None = None
    bonus: Figure | None = None


class Identify(Command, tag="identify", frozen=True):
    """Make out who is there by other senses than sight: `identify Mara shadow`."""

    words: ClassVar[tuple[str, ...]] = ("who", "whom")
    usage: ClassVar[str] = "identify WHO WHOM [--distance N] [--held]"
    examples: ClassVar[tuple[str, ...]] = ("identify Mara shadow",)
    who: Person
    whom: Person
    distance: Figure | None = None
    held: Flag = False


# -- sneak ------------------------------------------------------------------------------------------------------


class Seeker(NamedTuple):
    """One who might notice: why they cannot (None: they roll), and what the bad light adds against them."""

    who: Holder
    why: str | None
    bonus: Number


def sneak(command: Sneak, scene: Scene) -> Iterator[Event | Said]:
    """EOS-STL-01, EOS-STS-06: d20 + Presence + Stealth, one throw, against each one's; who rolls under carries a flag.

    EOS-STS-08: whoever stays behind cover, or moves out of every line of sight, needs no check and no line for it.

    EOS-STS-07: `--against all:9` is one die for a group. EOS-LOWL-03: low light helps whoever sneaks. EOS-TILE-07: who
    shares a tile with one of them rolls too; EOS-TILE-10: if both notice there is no flag. EOS-STS-11: a flag lasts until
    the sneaker's next turn. EOS-STS-04, EOS-STL-03: the contested action is gone either way.
    Refused: in plain view (EOS-STS-01), from in front (EOS-STL-05), in shadows from a Gratchen (EOS-RACE-GRATCHEN-02), farther
    off than 30 tiles from all of them (EOS-STS-05), no contested action left (EOS-TURN-06; EOS-STS-04 after a check that was
    lost), the unconscious (EOS-STAT-07).
    """
    who = scene.person(command.who)
    scene.able(who)
    light = None if command.light is None else read_light(command.light)
    said = None if command.distance is None else exact(command.distance)
    named = [h for h in scene.people(command.whom) if h is not who]
    if not named:
        raise Usage("Nobody sneaks past themselves: sneak WHO WHOM.", nearest=Sneak.examples)
    targets = with_sharers(scene, who, those_there(scene, who, named))
    by = check_hidden(command, who, targets, scene, said)
    check_near(who, targets, scene, said)
    moved = moved_first(scene, who)
    spent = spend_action(scene, who, True, "sneaking", second="EOS-STS-04" if lost_check(scene, who) else None)
    seekers = [seeker(scene, who, target, said, light) for target in targets]
    plus: list[tuple[str, Number]] = [("stealth", skill(who, "stealth")), ("presence", who.number("presence"))]
    if command.bonus is not None:
        plus.append(("bonus", exact(command.bonus)))
    common = {s.bonus for s in seekers if s.why is None}
    if len(common) == 1 and (bonus := common.pop()):
        plus.append(("low light", bonus))
        seekers = [s._replace(bonus=0) for s in seekers]
    roll = scene.roll(who.name, f"{who.name} sneaks", plus)
    defences = [defence(scene, who, s, roll) for s in seekers]
    rolling = [d for d in defences if d.roll is not None]
    if len(rolling) == 1 and len(defences) == 1:
        roll = against(roll, rolling[0])
    flagged = [d.who for d in defences if d.noticed is False]
    known = roll.total is not None and all(d.roll is None or d.roll.total is not None for d in defences)
    rolled = StealthRolled(
        who=who.name, place=scene.world.place_of(who.name), rule="EOS-STS-06", roll=roll, whom=tuple(t.name for t in targets),
        by=by, defences=tuple(defences), unnoticed_by=tuple(flagged) if known else (),
        exposed=moved and by not in ("cover", DARKNESS),
        postings=(*spent, *((Put(who.name, LOST_CHECK, stamp(scene, who)),) if spent and known and not flagged else ())),
    )  # fmt: skip
    yield rolled
    if not known:
        return
    for target in targets:
        mark = flag_mark(who)
        if target.name in flagged:
            yield flag_set(scene, target, who, fight_of(scene, who) is not None)
        elif is_marked(target, mark, scene.moment):
            yield flag_lifted(scene, target, who, "EOS-STS-11")


def flag_set(scene: Scene, target: Holder, who: Holder, turns: bool) -> MarkSet:
    """EOS-STS-11: a flag stands until the sneaker's next turn; where nobody takes turns for ten seconds (EOS-STS-02)."""
    until: Moment | None = None if turns else scene.moment + ROUND_SECONDS
    mark = flag_mark(who)
    return MarkSet(
        who=target.name, place=scene.world.place_of(target.name), rule="EOS-STS-11", mark=mark,
        postings=(Marked(target.name, mark, None, until), Put(target.name, f"{HAD_FLAG}{who.name}", 1)),
    )  # fmt: skip


def those_there(scene: Scene, who: Holder, named: Sequence[Holder]) -> list[Holder]:
    """Of those named who could notice at all: not the dead, who has left, who is in another zone. Lacking: nobody is left."""
    def zone(holder: Holder) -> str | None:
        place = scene.world.place_of(holder.name)
        return None if place is None else scene.world.zone_of(place)

    found = [h for h in named if state(h) not in ("dead", "gone") and (zone(h) == zone(who) or None in (zone(h), zone(who)))]
    if not found:
        check_here(scene, who, named[0])
        raise scene.lacks(
            f"{named[0].name} is {state(named[0])} and notices nobody.", thing=named[0].name, state=state(named[0])
        )
    return found


def with_sharers(scene: Scene, who: Holder, targets: Sequence[Holder]) -> list[Holder]:
    """EOS-TILE-07: whoever stands on a tile with one of them, on their side, may notice too."""
    found = list(targets)
    for target in targets:
        for other in sharing(scene.world, target):
            if other not in found and other is not who and side_of(scene, other) == side_of(scene, target):
                found.append(other)
    return found


def check_hidden(
    command: Sneak, who: Holder, targets: Sequence[Holder], scene: Scene, said: Number | None
) -> str | None:  # fmt: skip
    """What hides the one who sneaks: as said, from behind where the board says so, or the eyes of nobody.

    EOS-STS-01: something must. EOS-STL-05, EOS-STS-10: from behind it is always allowed, even if they know of it.
    """
    by = None if command.by is None else command.by.strip().lower()
    if by is not None and by not in MEANS:
        raise Usage(f"--by is shadow, cover, distraction or behind, not {command.by}.", nearest=MEANS)
    looking = [t for t in targets if unaware(scene, t) is None and sees(scene, t, who, said)]
    if by is None:
        if not looking:
            return DARKNESS if targets else None
        if all(is_behind(scene, who, t) for t in looking):
            return "behind"
        scene.refuse(
            "EOS-STS-01",
            f"{who.name} is in plain view of {', '.join(t.name for t in looking)}: shadow, cover or a distraction must hide "
            "a sneaker, or their back be turned.",
            thing=who.name, state="in plain view",
            help=tuple(f"sneak {who.name} {targets[0].name} --by {means}" for means in MEANS),
        )  # fmt: skip
        return None
    if by == "behind":
        front = [t for t in looking if is_in_front(scene.world, t, who) and not is_behind(scene, who, t)]
        if front:
            scene.refuse(
                "EOS-STL-05", f"{who.name} stands in front of {front[0].name}, not behind.", thing=front[0].name,
                state="in front", help=tuple(f"sneak {who.name} {targets[0].name} --by {m}" for m in MEANS[:3]),
            )  # fmt: skip
    if by == "shadow":
        warm = next((t for t in looking if trait(t, "infrared") and not is_behind(scene, who, t)), None)
        if warm is not None:
            scene.refuse(
                "EOS-RACE-GRATCHEN-02", f"{warm.name} sees heat: shadows hide nobody from it; full cover does.",
                thing=warm.name, state="sees heat",
                help=(f"sneak {who.name} {warm.name} --by cover", f"sneak {who.name} {warm.name} --by behind"),
            )  # fmt: skip
    return by


def check_near(who: Holder, targets: Sequence[Holder], scene: Scene, said: Number | None) -> None:
    """EOS-STS-05: beyond thirty tiles nobody rolls yet."""
    far = [tiles_between(scene, who, t, said) for t in targets]
    if all(f is not None and f > NEAR_TILES for f in far):
        away = min(f for f in far if f is not None)
        scene.refuse(
            "EOS-STS-05", f"At {text_of(away)} tiles nobody rolls yet; from {NEAR_TILES} on everybody does.",
            thing=who.name, state=f"{text_of(away)} tiles away", help=(f"sneak {who.name} {targets[0].name} --distance {NEAR_TILES}",),
        )  # fmt: skip


def seeker(scene: Scene, who: Holder, target: Holder, said: Number | None, light: Amount | None) -> Seeker:
    """Whether one of them rolls, and against how much bad light. EOS-DARK-15: the sighted always have their dice."""
    far = tiles_between(scene, target, who, said)
    why = unaware(scene, target)
    if why is None and not could_see(scene, target, who, far, light):
        why = "blind"
    if why is None and far is not None and far > NEAR_TILES:
        why = "far"
    return Seeker(target, why, 0 if why is not None else hiding_bonus(scene, who, target, far, light))


def defence(scene: Scene, who: Holder, seeker: Seeker, roll: Roll) -> Defence:
    """EOS-STS-06: their Presence + Stealth + d20. EOS-RACE-TABBY-03: ten more for a Neo-Tabby. Who cannot roll is flagged,
    but for those too far off to be sneaked past yet.
    """
    if seeker.why is not None:
        return Defence(seeker.who.name, noticed=None if seeker.why == "far" else False, why=seeker.why)
    target = seeker.who
    own = scene.roll(
        target.name, f"{target.name} against the stealth of {who.name}", stealth_of(target), side="against"
    )
    if roll.total is None or own.total is None:
        return Defence(target.name, roll=own)
    met = exact(roll.total) + seeker.bonus
    return Defence(target.name, met=stored(met), roll=own, noticed=exact(own.total) >= met)


def stealth_of(who: Holder) -> list[tuple[str, Number]]:
    """EOS-STS-06: Stealth and Presence; EOS-RACE-TABBY-03: vigilance."""
    plus: list[tuple[str, Number]] = [("stealth", skill(who, "stealth")), ("presence", who.number("presence"))]
    if vigilance(who):
        plus.append(("vigilance", vigilance(who)))
    return plus


def against(roll: Roll, met: Defence) -> Roll:
    """The throw with the one that it met, where there is only one."""
    own = met.roll
    if own is None or own.total is None or roll.total is None or met.met is None:
        return msgspec.structs.replace(roll, against=own)
    margin = exact(met.met) - exact(own.total)
    return msgspec.structs.replace(roll, against=own, margin=stored(margin), won=margin > 0)


def moved_first(scene: Scene, who: Holder) -> bool:
    """EOS-STS-03: whether an action of this turn was spent before the check."""
    fight = fight_of(scene, who)
    return fight is not None and had_turn(fight, who) and bool(who.count("actions", period(fight)))


# -- search -----------------------------------------------------------------------------------------------------


def search(command: Search, scene: Scene) -> Iterator[Event | Said]:
    """EOS-STS-18: whoever carries a flag spends a contested action to find who left it: the same contest, won on a tie.

    Refused: no flag of theirs, no contested action left (EOS-STS-18), another's turn (EOS-TURN-07).
    """
    who = scene.person(command.who)
    hidden = scene.person(command.whom)
    scene.able(who)
    if who is hidden:
        raise Usage("Nobody looks for themselves: search WHO WHOM.", nearest=Search.examples)
    if not is_marked(who, flag_mark(hidden), scene.moment):
        scene.refuse(
            "EOS-STS-18", f"{who.name} carries no flag of {hidden.name} and has nobody to look for.", thing=who.name,
            state="no flag", help=(f"sneak {hidden.name} {who.name} --by shadow",),
        )  # fmt: skip
    light = None if command.light is None else read_light(command.light)
    said = None if command.distance is None else exact(command.distance)
    spent = spend_action(scene, who, True, "a search", second="EOS-STS-18")
    plus = stealth_of(who)
    if command.bonus is not None:
        plus.append(("bonus", exact(command.bonus)))
    theirs: list[tuple[str, Number]] = [("stealth", skill(hidden, "stealth")), ("presence", hidden.number("presence"))]
    bonus = hiding_bonus(scene, hidden, who, tiles_between(scene, who, hidden, said), light)
    if bonus:
        theirs.append(("low light", bonus))
    met = scene.roll(hidden.name, f"{hidden.name} stays hidden from {who.name}", theirs, side="against")
    roll = scene.roll(who.name, f"{who.name} looks for {hidden.name}", plus, against=met)
    if roll.margin is not None and not exact(roll.margin):
        roll = msgspec.structs.replace(roll, won=True)  # EOS-STL-01: a flag needs the target to roll under
    yield StealthRolled(
        who=who.name, place=scene.world.place_of(who.name), rule="EOS-STS-18", roll=roll, whom=(hidden.name,), search=True,
        postings=spent,
    )  # fmt: skip
    if roll.won:
        yield flag_lifted(scene, who, hidden, "EOS-STS-18")


# -- identify ---------------------------------------------------------------------------------------------------


def identify(command: Identify, scene: Scene) -> Iterator[Event | Said]:
    """EOS-DARK-04: an action that meets no dice tells who it is that somebody feels beside them.

    Refused: somebody who is not beside them (EOS-DARK-04), no action left (EOS-TURN-06), the unconscious (EOS-STAT-07).
    """
    who = scene.person(command.who)
    whom = scene.person(command.whom)
    scene.able(who)
    check_here(scene, who, whom)
    if who is whom:
        raise Usage("Everybody knows themselves: identify WHO WHOM.", nearest=Identify.examples)
    far = tiles_between(scene, who, whom, None if command.distance is None else exact(command.distance))
    if far is not None and far > ADJACENT and (is_blind(scene, who) or not sees(scene, who, whom, far)):
        scene.refuse(
            "EOS-DARK-04", f"{whom.name} is {text_of(far)} tiles away; in the dark only who stands beside one is felt.",
            thing=whom.name, state=f"{text_of(far)} tiles away", help=(f"move {who.name} --tiles N",),
        )  # fmt: skip
    if command.held:
        yield use_held(scene, who, "making out who is there")
    spent: tuple[AnyPosting, ...] = spend_action(scene, who, False, "making out who is there", held=command.held)
    yield FoeIdentified(
        who=who.name, place=scene.world.place_of(who.name), rule="EOS-DARK-04", whom=whom.name, postings=spent
    )

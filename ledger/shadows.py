"""What rules ask about sight, stealth and snares: who sees whom, what darkness forbids, who is held; stealth attacks.

The numbers are in `projections.sight`; here are the refusals, and the blow that a flag or a blind foe gives away.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ledger.fight import distance as tiles_between
from ledger.fight import fight_of, period, reach
from ledger.ruling import Said, Scene, because
from ledger.strike import Side, armor_of, damage_parts, kind_of, throw, weapon_word, wound
from projections import sight
from projections.conditions import is_marked
from projections.encounter import ASLEEP, FLAG_MARK, between, fighters, is_in_front
from projections.pools import state
from projections.sheet import trait
from projections.world import Holder, World
from schemas.dice import Roll
from schemas.entry import Event
from schemas.events.combat import AttackRolled
from schemas.events.marks import MarkLifted
from schemas.postings import AnyPosting, Put, Unmarked
from schemas.rulebook.tables import BLIND_ACTS
from schemas.units import Amount, Moment, Number, exact, text_of

HELD_FAST = "held"
"""The mark of who is caught in a trap; the trap is in the field `held by`."""
HELD_BY = "held by"
TRAP = "trap"
"""The kind of a trap that was set against others."""

STAY, OTHER = "stay-quiet", "other-action"


def blind_act(face: int) -> str:
    """EOS-DARK-12: one of eight ways to go, `stay-quiet` or `other-action`, for the face of a d20."""
    return next(act for low, high, act in BLIND_ACTS if low <= face <= high)


# -- seeing -----------------------------------------------------------------------------------------------------


def sees(
    scene: Scene, viewer: Holder, target: Holder, distance: Number | None = None, light: Amount | None = None
) -> bool:
    """EOS-DARK-01, EOS-DARK-06, EOS-DARK-07, EOS-STS-19: whether one sees another; `light` as a line says it of the target."""
    return sight.sees(scene.world, viewer, target, scene.moment, tiles=distance, said=light)


def is_blind(scene: Scene, who: Holder) -> bool:
    """EOS-DARK-01: whether somebody has the status Blind, of darkness or of something else."""
    return sight.is_blind(scene.world, who, scene.moment)


def needs_eyes(scene: Scene, who: Holder, what: str, rule: str = "EOS-DARK-02") -> None:
    """EOS-DARK-02, EOS-TRAP-20: refuses what nobody does without seeing: reading, traps, tracks."""
    if not is_blind(scene, who):
        return
    marked = is_marked(who, sight.BLIND, scene.moment)
    scene.refuse(
        rule,
        f"{who.name} {'is blind' if marked else 'sees nothing in this darkness'} and cannot {what}.",
        thing=who.name,
        state="blind",
        help=(f"gm unmark {who.name} blind",) if marked else (f"light {who.name} torch",),
    )


def check_sight(
    scene: Scene, who: Holder, target: Holder, distance: Number | None = None, light: Amount | None = None
) -> None:
    """EOS-DARK-03: whoever does not see the target strikes with any weapon only as far as with bare hands.

    EOS-DARK-06: out of a lit place nobody shoots into the dark; the other way it is allowed.
    """
    far = tiles_between(scene, who, target, distance)
    if sees(scene, who, target, far, light):
        return
    within = reach(who, 1)
    if far is None or far <= within:
        return
    lit = not is_blind(scene, who) and not is_marked(who, f"{FLAG_MARK}{target.name}", scene.moment)
    if lit:
        scene.refuse(
            "EOS-DARK-06",
            f"{who.name} stands in the light and sees nothing of {target.name} in the dark, {text_of(far)} tiles away.",
            thing=target.name, state="in the dark", help=(f"light {who.name} torch", f"move {who.name} --tiles N"),
        )  # fmt: skip
        return
    scene.refuse(
        "EOS-DARK-03",
        f"{who.name} does not see {target.name} and strikes no farther than {text_of(within)}, not {text_of(far)} tiles.",
        thing=who.name, state="blind", help=(f"move {who.name} --tiles N", f"light {who.name} torch"),
    )  # fmt: skip


def low_light(
    scene: Scene, who: Holder, target: Holder, distance: Number | None = None, light: Amount | None = None
) -> Number:
    """EOS-LOWL-04, EOS-LOWL-05: what bad light adds to the defence against a shot or throw of `who`.

    EOS-DARK-16: nothing against dark vision. Darkness itself is no low light: `check_sight` refuses there.
    """
    if sight.sees_in_the_dark(who):
        return 0
    far = tiles_between(scene, who, target, distance)
    level = sight.light_on(scene.world, target, scene.moment, viewer=who, tiles=far, said=light)
    return sight.beyond_twice(level, far) if level != sight.DARK else 0


# -- hiding -----------------------------------------------------------------------------------------------------


def hiding_bonus(
    scene: Scene, who: Holder, target: Holder, distance: Number | None = None, light: Amount | None = None
) -> Number:
    """EOS-LOWL-03: one for each tile that somebody who hides is past the low light, against this target.

    EOS-RACE-PANTHER-02: a Neo-Panther counts from a level five lower, or has five more (ruling low_light_effective).
    EOS-DARK-16: nothing against dark vision.
    """
    if sight.sees_in_the_dark(target):
        return 0
    far = tiles_between(scene, target, who, distance)
    level = sight.light_on(scene.world, who, scene.moment, viewer=target, tiles=far, said=light)
    if level >= sight.BRIGHT:
        return 0
    offset = who.number("low_light_offset")
    blends = -offset if offset < 0 else offset
    if blends and scene.world.ruling("low_light_effective", "shifted-level") == "flat-5":
        return sight.beyond_light(level, far) + blends
    return sight.beyond_light(max(0, int(level - blends)), far)


def vigilance(who: Holder) -> Number:
    """EOS-RACE-TABBY-03: what a race adds against those who sneak."""
    return who.number("stealth_defence_bonus")


def unaware(scene: Scene, who: Holder) -> str | None:
    """Why somebody rolls nothing against a sneaker: `asleep unconscious`; None for everybody else.

    EOS-RACE-HYENA-04: whoever is on watch asleep rolls; EOS-RACE-DAYWALKER-05: so does who is in a trance.
    EOS-STS-05: the blind are passed over.
    """
    if state(who) not in ("well", "trance"):
        return state(who)
    if is_marked(who, ASLEEP, scene.moment) and not trait(who, "alert_asleep"):
        return "asleep"
    return None


def flag_mark(initiator: Holder | str) -> str:
    """EOS-STS-11: the mark that the one who did not notice carries."""
    return f"{FLAG_MARK}{initiator if isinstance(initiator, str) else initiator.name}"


def flagged_by(scene: Scene, who: Holder) -> list[Holder]:
    """Everybody who carries somebody's flag: in their fight, else where they are."""
    fight = fight_of(scene, who)
    place = scene.world.place_of(who.name)
    near = fighters(scene.world, fight) if fight is not None else []
    near = near + [h for h in (scene.world.at(place) if place else ()) if h not in near]
    return [h for h in near if is_marked(h, flag_mark(who), scene.moment)]


def flag_lifted(scene: Scene, victim: Holder, initiator: Holder, rule: str) -> MarkLifted:
    """EOS-STS-12: the entry by which a flag is gone."""
    mark = flag_mark(initiator)
    return MarkLifted(
        who=victim.name, place=scene.world.place_of(victim.name), rule=rule, mark=mark,
        postings=(Unmarked(victim.name, mark),),
    )  # fmt: skip


def seen_by_heat(scene: Scene, mover: Holder) -> Iterator[MarkLifted]:
    """EOS-RACE-GRATCHEN-02: whoever moves across a Gratchen's line of sight is hidden from it no more.

    Asked after a move on a board: behind it, or behind full cover on the line, the flag stays.
    """
    for victim in flagged_by(scene, mover):
        crosses = trait(victim, "infrared") and is_in_front(scene.world, victim, mover)
        if crosses and not any(h.kind == "terrain" for h in between(scene.world, victim, mover)):
            yield flag_lifted(scene, victim, mover, "EOS-RACE-GRATCHEN-02")


# -- held -------------------------------------------------------------------------------------------------------


def is_held(who: Holder, moment: Moment) -> bool:
    """EOS-TRAP-14: whether a trap holds somebody where they are."""
    return is_marked(who, HELD_FAST, moment)


def check_free(scene: Scene, who: Holder, what: str = "leaves no tile") -> None:
    """EOS-TRAP-17: whoever is held cannot leave the tile; they fight and defend as ever."""
    if is_held(who, scene.moment):
        scene.refuse(
            "EOS-TRAP-17", f"{who.name} is held by a trap and {what}.", thing=who.name, state=HELD_FAST,
            help=(f"escape {who.name} --by body",),
        )  # fmt: skip


def trap_that_holds(world: World, who: Holder) -> Holder | None:
    """The trap that closed on somebody; None where something else holds them."""
    name = who.word(HELD_BY)
    trap = world.holders.get(name) if name else None
    return trap if trap is not None and trap.kind == TRAP else None


# -- the blow of one who is not seen ----------------------------------------------------------------------------


def could_see(
    scene: Scene, viewer: Holder, target: Holder, distance: Number | None = None, light: Amount | None = None
) -> bool:
    """Whether somebody would see another but for a flag: neither blind nor looking into darkness."""
    world, moment = scene.world, scene.moment
    if is_marked(viewer, sight.BLIND, moment):
        return False
    if sight.sees_in_the_dark(viewer):
        return True
    return sight.light_on(world, target, moment, viewer=viewer, tiles=distance, said=light) != sight.DARK


class Chance(NamedTuple):
    """A free blow at somebody who does not see it coming: whom it meets, and whether they have dice after all.

    `borrows`: whether the shield of who shares the tile covers them (EOS-TILE-08: not who intercepts).
    """

    victims: tuple[Holder, ...]
    contested: bool
    rule: str
    postings: tuple[AnyPosting, ...] = ()
    borrows: bool = True


BLIND_STRIKE = "blind strike"
STRUCK_HIDDEN = "struck hidden"
HAD_FLAG = "had flag "
LOST_CHECK = "lost check"
"""EOS-STL-03: the round in which somebody's stealth check was noticed by all."""


def stamp(scene: Scene, who: Holder) -> str | None:
    """The round of somebody's fight; None where nobody counts rounds."""
    fight = fight_of(scene, who)
    return None if fight is None else str(period(fight))


def lost_check(scene: Scene, who: Holder) -> bool:
    """EOS-STL-03, EOS-STS-04: whether a stealth check that was lost took the contested action of this turn."""
    now = stamp(scene, who)
    return now is not None and who.word(LOST_CHECK) == now


def spent_at(scene: Scene, who: Holder) -> str:
    """EOS-STL-04: when somebody struck from hiding: the round, or the moment where nobody counts rounds."""
    return stamp(scene, who) or f"moment {scene.moment}"


def chance(
    scene: Scene, who: Holder, whom: Holder, *, sharers: Sequence[Holder] = (), intercept: Holder | None = None,
    tiles: Number | None = None,
) -> Chance:  # fmt: skip
    """EOS-STL-02, EOS-STS-12: the free attack that a flag gives, or EOS-DARK-09: one a round on somebody blind.

    EOS-TILE-09: a small one and who shares its tile are struck alike; EOS-TILE-08: who noticed may intercept, with dice.
    EOS-DARK-15: the sighted have their dice against the blind. Refused: no flag (EOS-STL-02), one that lapsed (EOS-STS-12)
    or was spent (EOS-STL-04), both on the tile noticed (EOS-TILE-10), a second blow at the blind in a round (EOS-DARK-09),
    an interception by who noticed nothing (EOS-TILE-08).
    """
    mates = [h for h in sharers if h is not whom and h is not who]
    flag = flag_mark(who)
    flagged = [h for h in (whom, *mates) if is_marked(h, flag, scene.moment)]
    if intercept is not None:
        return intercepted(scene, who, whom, mates, flagged, intercept)
    struck = Put(who.name, STRUCK_HIDDEN, spent_at(scene, who))
    if whom in flagged:
        full = is_blind(scene, who) and not is_blind(scene, whom) and could_see(scene, whom, who, tiles)
        small = whom.word("size", "Medium") == "Small"
        victims = (whom, *(h for h in mates if small and h in flagged))
        return Chance(victims, full, "EOS-DARK-15" if full else "EOS-STS-12", (struck,))
    if not could_see(scene, whom, who, tiles):
        return Chance((whom,), False, "EOS-DARK-09", (struck, *once_a_round(scene, who, whom)))
    no_chance(scene, who, whom, mates, bool(flagged))
    return Chance((whom,), False, "EOS-STS-12", (struck,))


def intercepted(
    scene: Scene, who: Holder, whom: Holder, mates: Sequence[Holder], flagged: Sequence[Holder], intercept: Holder
) -> Chance:  # fmt: skip
    """EOS-TILE-08: one of two on a tile noticed, and turns the free blow into a contested one against them alone."""
    if intercept is not whom and intercept not in mates:
        scene.refuse(
            "EOS-TILE-08", f"{intercept.name} shares no tile with {whom.name} and intercepts nothing.", thing=intercept.name,
            state="elsewhere", help=(f"attack {who.name} {whom.name} --as stealth --sharing {intercept.name}",),
        )  # fmt: skip
    if intercept in flagged:
        scene.refuse(
            "EOS-TILE-08", f"{intercept.name} noticed nothing and intercepts nothing.", thing=intercept.name, state="flagged",
            help=(f"attack {who.name} {whom.name} --as stealth",),
        )  # fmt: skip
    if not flagged:
        no_chance(scene, who, whom, mates, False)
    return Chance((intercept,), True, "EOS-TILE-08", (Put(who.name, STRUCK_HIDDEN, spent_at(scene, who)),), borrows=False)


def once_a_round(scene: Scene, who: Holder, whom: Holder) -> tuple[AnyPosting, ...]:
    """EOS-DARK-09: the free blow at the blind, once a round for each attacker, or each victim (ruling
    blind_free_attack_per_attacker).
    """
    now = stamp(scene, who)
    if now is None:
        return ()
    by_attacker = scene.world.ruling("blind_free_attack_per_attacker", "per-attacker") == "per-attacker"
    one = who if by_attacker else whom
    if one.word(BLIND_STRIKE) == now:
        scene.refuse(
            "EOS-DARK-09",
            f"{who.name} has used the free blow at the blind this round; another takes a stealth check."
            if by_attacker
            else f"{whom.name} has been struck blind this round; another takes a stealth check.",
            thing=one.name, state="used this round", help=(f"sneak {who.name} {whom.name} --by shadow", "turn"),
        )  # fmt: skip
    return (Put(one.name, BLIND_STRIKE, now),)


def no_chance(scene: Scene, who: Holder, whom: Holder, mates: Sequence[Holder], other: bool) -> None:
    """Why there is no free blow: refused under the mechanic that ended it. EOS-STS-09: cover alone gives none."""
    help = (f"sneak {who.name} {whom.name} --by shadow", f"attack {who.name} {whom.name}")
    if who.word(STRUCK_HIDDEN) == spent_at(scene, who):
        scene.refuse(
            "EOS-STL-04", f"{who.name} has struck from hiding this round, and everybody knows where from.", thing=who.name,
            state="revealed", help=help,
        )  # fmt: skip
    elif mates and not other:
        scene.refuse(
            "EOS-TILE-10", f"{whom.name} and {', '.join(h.name for h in mates)} noticed {who.name}: there is no free blow.",
            thing=whom.name, state="noticed", help=help,
        )  # fmt: skip
    elif whom.fields.get(f"{HAD_FLAG}{who.name}"):
        scene.refuse(
            "EOS-STS-12", f"The flag of {who.name} on {whom.name} has lapsed.", thing=whom.name, state="lapsed", help=help
        )
    else:
        scene.refuse(
            "EOS-STL-02", f"{whom.name} carries no flag of {who.name}: a stealth check comes first.", thing=whom.name,
            state="no flag", help=help,
        )  # fmt: skip


def unseen_blow(
    scene: Scene, side: Side, given: Chance, declared: Event, *, behind: bool, sharers: Sequence[Holder] = (),
    distance: Number | None = None, choose: int | None = None,
) -> Iterator[Event | Said]:  # fmt: skip
    """EOS-STL-07, EOS-STL-08, EOS-STL-09, EOS-STS-14, EOS-STS-15: the throw is the difference; armor alone is in the way.

    EOS-STS-16, EOS-STS-17: crossbows and firearms throw nothing and gain nothing. EOS-CRIT-13: a 20 and a 1 do nothing to
    gear. EOS-STS-13: a shield helps from the front alone (ruling stealth_front_shield_counts); EOS-POS-11: never behind.
    EOS-STL-07 with ruling stealth_size_mod: size counts. EOS-TILE-09: one throw for both on a tile.
    """
    who = side.who
    counts = scene.world.ruling("stealth_front_shield_counts", "counts") == "counts"
    roll: Roll | None = None
    if side.shot is None:
        roll = throw(scene, side, f"{who.name} strikes from hiding", "rolled", choose)
        if roll.total is not None:
            roll = msgspec.structs.replace(roll, margin=roll.total, won=True)
    for victim in given.victims:
        struck = scene.world.get(victim.name)
        rolled = AttackRolled(
            who=who.name, place=scene.world.place_of(who.name), rule=given.rule, roll=roll, whom=struck.name, skill=side.skill,
            behind=behind, outcome=None if roll is not None and roll.total is None else "undefended",
        )  # fmt: skip
        yield because(rolled, declared)
        if rolled.outcome is None:
            return
        mates = [h for h in sharers if h is not struck and h is not who] if given.borrows and not behind and counts else []
        armor = armor_of(scene, struck, behind=behind, shield=counts, allies=mates)
        difference: Number = 0 if roll is None or roll.total is None else exact(roll.total)
        rule = "EOS-STS-16" if side.shot is not None else stealth_rule(side)
        through = side.shot.damage(armor.total) if side.shot is not None else None
        if side.shot is not None:
            armor = armor.shot_at(side.shot)
        dealt = wound(
            scene, struck, damage_parts(scene, side, difference), kind=kind_of(side), weapon=weapon_word(side), by=who.name,
            rule=rule, armor=armor, dealt=through, distance=distance,
        )  # fmt: skip
        yield because(dealt, rolled)


def stealth_rule(side: Side) -> str:
    """The mechanic of a blow from hiding: EOS-STL-09 of a bow, EOS-STL-08 of what is thrown, EOS-STL-07 of the rest."""
    kind = side.arms[0].strike.kind
    return "EOS-STL-09" if kind == "bow" else "EOS-STL-08" if kind == "thrown" else "EOS-STL-07"


def given_away(scene: Scene, who: Holder, victims: Sequence[Holder], declared: Event) -> Iterator[Said]:
    """EOS-STL-04, EOS-STS-12: after the blow everybody who could see it loses the flag; the blind and the screened do not."""
    names = {h.name for h in victims}
    for holder in flagged_by(scene, who):
        screened = any(h.kind == "terrain" for h in between(scene.world, holder, who))
        if holder.name in names or (could_see(scene, holder, who) and not screened):
            yield because(flag_lifted(scene, holder, who, "EOS-STL-04"), declared)

"""Weapons that shoot by themselves: crossbows, firearms, siege engines; what they are loaded with, how far, how hard.

Only their own: whom a shot may be aimed at, cover, the dice of both sides and what wounds do is asked of `ledger.strike`.
"""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from ledger.fight import fight_of, round_of
from ledger.ruling import Said, Scene, Usage
from ledger.sizes import size_of
from ledger.slots import ammunition_actions, row_of
from projections.holdings import lots_within
from projections.pools import skill
from projections.world import Holder, Lot, World
from schemas.entry import Event
from schemas.postings import AnyPosting, Put, Spent
from schemas.rulebook import Thing
from schemas.things import Wanted
from schemas.units import Moment, Number, counted, exact, text_of

Kind = Literal["crossbow", "firearm", "siege"]
BOW_RANGE = 15
"""EOS-XB1-06, EOS-FA1-09: beyond the sure zone they reach as far as a bow."""
LOADED, LOADING, WITH_TIER = "loaded", "loading", "loaded_tier"
"""Fields of a piece: 1 when it is ready, the actions of loading done so far, the tier of the bullet in it."""
FIRED_AT, FIRED_FIGHT, FIRED_ROUND = "fired_at", "fired_fight", "fired_round"
"""Fields of a piece: when an engine shot; in which fight and round a weapon did."""
SIEGE_SKILL = "siege weapon"
SCHOLAR_NEEDED = 5
ROUND_SECONDS = 10
"""EOS-TURN-02: a round is about ten seconds where a clock must say it."""


def kind_of(row: Thing | None) -> Kind | None:
    """`crossbow firearm siege`, by the skill it is used with; None for every other thing."""
    skills = row.used_with if row is not None else ()
    kinds: tuple[Kind, ...] = ("crossbow", "firearm", "siege")
    return next((kind for kind in kinds if any(kind in name for name in skills)), None)


# -- how hard ---------------------------------------------------------------------------------------------------


def pierces(row: Thing, tier: Number) -> Number:
    """EOS-PROJ-07, EOS-PROJ-08: the armor that a bolt passes: the crossbow's tier, of a two-hander twice that."""
    return tier * (row.hands or 1)


def crossbow_damage(tier: Number, armor: Number, pierced: Number) -> Number:
    """EOS-XB1-05, EOS-XB2-05, EOS-PROJ-09: its tier, less the armor that is left of what it passes; never below 0."""
    return max(0, tier - max(0, armor - pierced))


def firearm_damage(firearm: Number, bullet: Number) -> Number:
    """EOS-FA1-06, EOS-FA2-04, EOS-PROJ-10: both tiers twice; neither armor nor shield counts.

    EOS-FA1-08: a damaged firearm counts with the tier it has now.
    """
    return 2 * firearm + 2 * bullet


def siege_damage(tier: Number, difference: Number) -> Number:
    """EOS-SIEGE-06: ten for each tier and the difference of the roll; armor is still to be taken off."""
    return 10 * tier + difference


def falling_damage(tiles: int) -> int:
    """EOS-FALL-01: nothing for one tile, 1 for two, and twice as much with each tile more."""
    return 0 if tiles <= 1 else 2 ** (tiles - 2)


# -- how far ----------------------------------------------------------------------------------------------------


def sure_tiles(world: World, who: Holder, row: Thing, level: Number) -> Number:
    """EOS-XB1-04, EOS-XB2-04, EOS-XBO-03, EOS-FA1-05, EOS-FAO-01: as many tiles as skill in it, so far no shot misses.

    EOS-FA2-03: twice that for a two-handed firearm (ruling firearm_2h_double). A big body does not widen the zone
    (ruling range_bonus_max_only). EOS-XB1-01: without skill there is none.
    """
    if level < 1:
        return 0
    if kind_of(row) == "firearm" and row.hands == 2 and world.ruling("firearm_2h_double", "double") == "double":
        level = 2 * level
    wide = world.ruling("range_bonus_max_only", "reach-only") == "sure-zone-too"
    return level + (who.number("weapon_range_bonus") if wide else 0)


def reach_tiles(world: World, who: Holder, row: Thing, level: Number) -> Number:
    """EOS-XB1-06, EOS-XB2-06, EOS-FA2-05, EOS-SIZE-11, EOS-SIZE-12: a bow's fifteen and a big body's one or two, or
    the sure zone where that is wider.
    """
    return max(BOW_RANGE + who.number("weapon_range_bonus"), sure_tiles(world, who, row, level))


def siege_tiles(tier: Number, scholar: Number) -> Number:
    """EOS-SIEGE-07: ten for each tier and for each level of Scholar."""
    return 10 * (tier + scholar)


def siege_turns(tier: Number) -> Number:
    """EOS-SIEGE-08: two turns of reloading for each tier."""
    return 2 * tier


def siege_crew(tier: Number) -> Number:
    """EOS-SIEGE-09: half as many people as tiers, rounded up; nobody less than one."""
    return max(1, -(-tier // 2))


def siege_body(tier: Number) -> Number:
    """EOS-SIEGE-10: the Body of all who move it together."""
    return 4 * tier


# -- loading ----------------------------------------------------------------------------------------------------


def loads_in(row: Thing | None) -> int:
    """EOS-XB1-03, EOS-XB2-03, EOS-FA1-04, EOS-FA2-02: actions until it is loaded: one for each hand; 0: never loaded."""
    if row is None or kind_of(row) not in ("crossbow", "firearm"):
        return 0
    return row.hands or 1


def loading(lot: Lot) -> int:
    """Actions of loading that are done; progress is kept (EOS-XB2-03)."""
    done = (lot.fields or {}).get(LOADING)
    return done if isinstance(done, int) else 0


def is_loaded(lot: Lot) -> bool:
    return bool((lot.fields or {}).get(LOADED))


def loaded_tier(lot: Lot) -> int | None:
    """The tier of the bullet that was chosen when it was loaded; None where nobody chose."""
    tier = (lot.fields or {}).get(WITH_TIER)
    return tier if isinstance(tier, int) else None


def shown_loaded(world: World, lot: Lot) -> bool | None:
    """What `gear` says: whether it is loaded; None for what is never loaded."""
    row = row_of(world, lot)
    if kind_of(row) == "siege":
        return seconds_left(lot, world.moment) <= 0
    return is_loaded(lot) if loads_in(row) else None


def loaded_pieces(world: World, who: Holder) -> list[str]:
    """What somebody has that is ready to shoot, by the names of the pieces, in the order in which it came."""
    found = [lot for lot in who.all_lots() if loads_in(row_of(world, lot)) and is_loaded(lot)]
    return [lot.name for lot in sorted(found, key=lambda lot: (lot.position, lot.name))]


def emptied(lot: Lot) -> tuple[AnyPosting, ...]:
    """A shot leaves it unloaded."""
    told = (Put(lot.name, WITH_TIER, None),) if loaded_tier(lot) is not None else ()
    return (Put(lot.name, LOADED, 0), Put(lot.name, LOADING, 0), *told)


class Rules(NamedTuple):
    """The mechanics of one kind of weapon, as refusals name them."""

    ammunition: str
    loading: str
    zone: str
    damage: str
    beyond: str
    hands: str


RULES_OF: dict[tuple[str, int], Rules] = {
    ("crossbow", 1): Rules("EOS-XB1-02", "EOS-XB1-03", "EOS-XB1-04", "EOS-XB1-05", "EOS-XB1-06", "EOS-XB1-01"),
    ("crossbow", 2): Rules("EOS-XB2-02", "EOS-XB2-03", "EOS-XB2-04", "EOS-XB2-05", "EOS-XB2-06", "EOS-XB2-01"),
    ("firearm", 1): Rules("EOS-FA1-03", "EOS-FA1-04", "EOS-FA1-05", "EOS-FA1-06", "EOS-FA1-09", "EOS-FA1-02"),
    ("firearm", 2): Rules("EOS-FA2-01", "EOS-FA2-02", "EOS-FA2-03", "EOS-FA2-04", "EOS-FA2-05", "EOS-FA2-01"),
}
OFF_HAND: dict[str, Rules] = {
    "crossbow": Rules("EOS-XB1-02", "EOS-XBO-01", "EOS-XBO-03", "EOS-XB1-05", "EOS-XB1-06", "EOS-XB1-01"),
    "firearm": Rules("EOS-FA1-03", "EOS-FAO-01", "EOS-FAO-01", "EOS-FA1-06", "EOS-FA1-09", "EOS-FA1-02"),
}
"""EOS-XBO-01, EOS-FAO-01: the off hand has a skill, a zone and a loaded state of its own; the rest mirrors the main hand."""
TWO_OF: dict[str, str] = {"crossbow": "EOS-XBO-02", "firearm": "EOS-FAO-01"}
"""By which mechanic of two that are shot in one turn only one goes beyond its zone."""

BOW = Rules("EOS-BOW-03", "EOS-BOW-04", "EOS-BOW-05", "EOS-BOW-07", "EOS-BOW-05", "EOS-BOW-01")
"""A bow is fed in the same way."""


def rules_of(row: Thing, hand: str | None = None) -> Rules:
    """The mechanics of a crossbow or firearm, held in this hand."""
    kind = kind_of(row)
    assert kind in ("crossbow", "firearm")
    if hand == "off" and row.hands == 1:
        return OFF_HAND[kind]
    return RULES_OF[kind, row.hands or 1]


def skill_of(row: Thing, hand: str | None) -> str:
    """EOS-XBO-01, EOS-FAO-01: the skill that a weapon is shot with in this hand."""
    if hand == "off":
        return next((name for name in row.used_with if name.startswith("off-hand")), row.used_with[0])
    return row.used_with[0]


# -- ammunition -------------------------------------------------------------------------------------------------


class Feed(NamedTuple):
    """What a weapon is fed with: the lot, and the actions that it takes to grasp one of it (EOS-CGEAR-15)."""

    lot: Lot
    actions: int

    def spent(self, who: Holder) -> Spent:
        """One of it is gone for good."""
        inside = self.lot.slot if self.lot.slot is not None and "@" in self.lot.slot else None
        return Spent(inside or who.name, self.lot.item, 1, lot=self.lot.name)


AMMUNITION = ("arrow", "bolt", "large bolt", "bullet", "large bullet")


def feed(scene: Scene, who: Holder, lot: Lot, row: Thing, using: tuple[Wanted, ...] = ()) -> Feed:
    """The ammunition of a shot: as the line says, else the lowest tier that serves, out of a pouch first, oldest first.

    Refused: none there, or none that fits (EOS-XB1-02, EOS-XB2-02, EOS-FA1-03, EOS-FA2-01), a bullet above the full
    tier of the firearm (EOS-FA1-07), another than the one it is loaded with. Usage: more than one for a shot.
    """
    item = row.ammunition
    assert item is not None
    rules = rules_of(row) if kind_of(row) is not None else BOW
    said = wanted_of(using)
    tier = said.tier if said is not None else None
    if tier is None:
        tier = loaded_tier(lot)
    elif loaded_tier(lot) not in (None, tier):
        scene.refuse(
            rules.loading,
            f"{lot.name} is loaded with a T{loaded_tier(lot)} {item}, not T{tier}.",
            thing=lot.name,
            state=f"T{loaded_tier(lot)} loaded",
        )
    if said is not None and said.item != item:
        scene.refuse(
            rules.ammunition,
            f"{lot.name} shoots {item}s; a {said.item} does not fit.",
            thing=said.item,
            state=f"for {item}s",
            help=(f'gm give {who.name} {item} --reason "..."',),
        )
        item = said.item
    named = said.lot if said is not None else None
    there = [each for each in who.lots.get(item, ()) if named in (None, each.name) and tier in (None, each.tier)]
    limit = lot.full_tier if kind_of(row) == "firearm" else None
    fit = [each for each in there if limit is None or (each.tier or 0) <= limit]
    if there and not fit:
        least = min(each.tier or 0 for each in there)
        scene.refuse(
            "EOS-FA1-07",
            f"{lot.name} takes bullets up to T{limit}, its full tier; {who.name} has T{least} at the least.",
            thing=lot.name,
            state=f"full tier {limit}",
            help=(f'gm give {who.name} T{limit} {item} --reason "..."',),
        )
        fit = there
    if not fit:
        others = sorted(other for other in AMMUNITION if other != item and who.lots.get(other))
        scene.refuse(
            rules.ammunition,
            f"{who.name} has no {'' if tier is None else f'T{tier} '}{item} for {lot.name}"
            + (f"; a {others[0]} does not fit." if others else "."),
            thing=item,
            state=f"0 {item}s",
            help=(f'gm give {who.name} 10 {item} --reason "..."', f"stock {who.name}"),
        )
        raise scene.lacks(f"{who.name} has no {item}.", thing=item, state=f"0 {item}s", help=(f"stock {who.name}",))
    world = scene.world
    best = min(fit, key=lambda each: (each.tier or 0, ammunition_actions(world, who, each), each.position))
    return Feed(best, ammunition_actions(world, who, best))


def wanted_of(using: tuple[Wanted, ...]) -> Wanted | None:
    """The one thing that a line uses for a shot. Usage: several, or more than one of it."""
    if not using:
        return None
    if len(using) > 1 or exact(using[0].quantity) != 1:
        raise Usage("A shot uses one: --using bolt, or --using a bullet of one tier.", nearest=("--using bullet",))
    return using[0]


# -- a shot -----------------------------------------------------------------------------------------------------


class Shot(NamedTuple):
    """A shot of a crossbow or firearm that may be made: `sure` needs no dice and no contested action (EOS-PROJ-06)."""

    lot: Lot
    row: Thing
    rules: Rules
    skill: str
    level: Number
    sure: bool
    bullet: Number
    ammunition: str
    postings: tuple[AnyPosting, ...]

    @property
    def rule(self) -> str:
        """The mechanic of the shot: of its sure zone, or of what lies beyond."""
        return self.rules.zone if self.sure else self.rules.beyond

    def damage(self, armor: Number) -> Number:
        """What gets through this armor (worn, hide and shield, xbow_armor_includes_shield); no difference counts."""
        tier = self.lot.tier or 0
        if kind_of(self.row) == "firearm":
            return firearm_damage(tier, self.bullet)
        return crossbow_damage(tier, armor, pierces(self.row, tier))

    def armor_left(self, armor: Number) -> Number:
        """EOS-PROJ-09, EOS-PROJ-10: the armor that still counts: none against a firearm, never below 0."""
        if kind_of(self.row) == "firearm":
            return 0
        return max(0, armor - pierces(self.row, self.lot.tier or 0))

    @property
    def raw(self) -> Number:
        """What it does before any armor."""
        tier = self.lot.tier or 0
        return firearm_damage(tier, self.bullet) if kind_of(self.row) == "firearm" else tier


def aimed(
    scene: Scene, who: Holder, lot: Lot, row: Thing, hand: str | None, distance: Number | None,
    using: tuple[Wanted, ...] = (),
) -> Shot:  # fmt: skip
    """A shot over so many tiles (None: within reach, one tile), and what it uses up.

    Refused: no ammunition or a wrong one (EOS-XB1-02, EOS-XB2-02, EOS-FA1-03, EOS-FA1-07), an unloaded weapon
    (EOS-XB1-03, EOS-XB2-03, EOS-FA1-04, EOS-FA2-02, EOS-XBO-01, EOS-FAO-01), a target beyond all reach (EOS-XB1-06,
    EOS-XB2-06, EOS-FA1-09, EOS-FA2-05).
    """
    rules = rules_of(row, hand)
    name = skill_of(row, hand)
    level = skill(who, name)
    tiles = 1 if distance is None else distance
    most = reach_tiles(scene.world, who, row, level)
    if tiles > most:
        scene.refuse(
            rules.beyond,
            f"{lot.name} reaches {counted(most, 'tile')}, not {text_of(tiles)}.",
            thing=lot.name,
            state=f"{counted(tiles, 'tile')} away",
            help=(f"move {who.name} --tiles {text_of(tiles - most)}",),
        )
    fed = feed(scene, who, lot, row, using)
    if not is_loaded(lot):
        done, needed = loading(lot), loads_in(row)
        scene.refuse(
            rules.loading,
            f"{lot.name} is not loaded"
            + (f": {done} of {counted(needed, 'action')} done." if needed > 1 else "."),
            thing=lot.name,
            state=f"{done} of {needed} loaded" if needed > 1 else "unloaded",
            help=(f"reload {who.name} {lot.name}",),
        )
    fight = fight_of(scene, who)
    now = round_of(scene, who) or 1
    check_every_other(scene, lot, row, rules, fight.name if fight is not None else None, now)
    in_round = (Put(lot.name, FIRED_FIGHT, fight.name), Put(lot.name, FIRED_ROUND, now)) if fight is not None else ()
    sure = tiles <= sure_tiles(scene.world, who, row, level)
    return Shot(lot, row, rules, name, level, sure, fed.lot.tier or 0, fed.lot.name, (fed.spent(who), *emptied(lot), *in_round))


def other_shot(scene: Scene, who: Holder, lot: Lot) -> str | None:
    """EOS-XBO-02, EOS-FAO-01: the mechanic of two one-handers of a kind, where the other one has shot this round.

    None: it has not, or this is no one-handed crossbow or firearm.
    """
    fight, row = fight_of(scene, who), row_of(scene.world, lot)
    if fight is None or row is None or row.hands != 1:
        return None
    kind = kind_of(row)

    def fired_now(each: Lot) -> bool:
        fields, other = each.fields or {}, row_of(scene.world, each)
        return (
            each.name != lot.name and other is not None and other.hands == 1 and kind_of(other) == kind
            and fields.get(FIRED_FIGHT) == fight.name and fields.get(FIRED_ROUND) == round_of(scene, who)
        )  # fmt: skip

    return TWO_OF.get(kind or "") if any(map(fired_now, who.all_lots())) else None


def check_every_other(scene: Scene, lot: Lot, row: Thing, rules: Rules, fight: str | None, now: int) -> None:
    """EOS-XB2-03, EOS-FA2-02 (ruling reload_counts_only): actions alone decide, or a two-hander rests every other round."""
    fields = lot.fields or {}
    last = fields.get(FIRED_ROUND)
    counts = scene.world.ruling("reload_counts_only", "actions-only") == "actions-only"
    if counts or row.hands != 2 or fight is None or fields.get(FIRED_FIGHT) != fight or not isinstance(last, int):
        return
    if now - last < 2:
        scene.refuse(
            rules.loading,
            f"{lot.name} has shot in round {last}; this table lets it shoot every other round.",
            thing=lot.name,
            state=f"shot in round {last}",
            help=("turn",),
        )


# -- engines ----------------------------------------------------------------------------------------------------

MOUNT_SLOT = "back weapon"


def is_mounted(who: Holder, lot: Lot) -> bool:
    """EOS-SIZE-13: whether a huge creature bears this engine on its back."""
    return lot.slot == MOUNT_SLOT and lot in who.lots.get(lot.item, ())


def seconds_left(lot: Lot, moment: Moment, fight: str | None = None, round_: int = 1) -> int:
    """EOS-SIEGE-08: how long it is still reloading; turns of one fight are counted, else ten seconds are a turn."""
    fields = lot.fields or {}
    since = fields.get(FIRED_AT)
    if not isinstance(since, int):
        return 0
    turns = int(siege_turns(lot.tier or 0))
    passed = fields.get(FIRED_ROUND)
    if fight is not None and fields.get(FIRED_FIGHT) == fight and isinstance(passed, int):
        return max(0, turns - (round_ - passed)) * ROUND_SECONDS
    return max(0, turns * ROUND_SECONDS - (moment - since) - (round_ - 1) * ROUND_SECONDS)


def fired(lot: Lot, moment: Moment, fight: str | None, round_: int) -> tuple[AnyPosting, ...]:
    """From now on it is being reloaded."""
    here = (Put(lot.name, FIRED_FIGHT, fight), Put(lot.name, FIRED_ROUND, round_)) if fight is not None else ()
    return (Put(lot.name, FIRED_AT, moment), *here)


def mountable(scene: Scene, who: Holder, lot: Lot) -> None:
    """EOS-SIZE-13: a huge creature bears an engine whose tier neither Body nor Siege Weapon skill falls short of.

    Refused: anybody smaller, Body or skill below its tier. Whether the slot on the back is free, the slots say.
    """
    tier = lot.tier or 0
    if size_of(who) != "Extra-Large":
        scene.refuse(
            "EOS-SIZE-13",
            f"{who.name} is {size_of(who).lower()}; engines are borne by the extra-large alone.",
            thing=who.name,
            state=size_of(who),
        )
    for name, have in (("Body", who.number("body")), ("Siege Weapon skill", skill(who, SIEGE_SKILL))):
        if have < tier:
            scene.refuse(
                "EOS-SIZE-13",
                f"{lot.name} is T{tier}; {who.name} has {name} {text_of(have)}.",
                thing=lot.name,
                state=f"{name} {text_of(have)}",
            )


def engine_within(scene: Scene, who: Holder, named: str) -> tuple[Holder, Lot] | None:
    """The engine that is meant (`ballista`, `ballista@41`), within reach of its operator: their own, one that stands at
    the place, one that companions have.
    """
    item = named.rpartition("@")[0] or named
    found = [
        (holder, lot)
        for holder, lot in lots_within(scene.world, who.name, item)
        if named in (item, lot.name) and kind_of(row_of(scene.world, lot)) == "siege"
    ]
    return found[0] if found else None


def check_operator(scene: Scene, who: Holder, lot: Lot) -> None:
    """EOS-SIEGE-01: Scholar 5 and any skill with engines; EOS-SIEGE-02: as much of it as the engine has tiers."""
    scholar, level, tier = skill(who, "scholar"), skill(who, SIEGE_SKILL), lot.tier or 0
    if scholar < SCHOLAR_NEEDED or level < 1:
        scene.refuse(
            "EOS-SIEGE-01",
            f"Engines take Scholar {SCHOLAR_NEEDED} and the skill Siege Weapon; {who.name} has {text_of(scholar)} and "
            f"{text_of(level)}.",
            thing=who.name,
            state=f"scholar {text_of(scholar)}, siege weapon {text_of(level)}",
            help=(f'learn {who.name} "siege weapon 1" --from combat',),
        )
    if level < tier:
        scene.refuse(
            "EOS-SIEGE-02",
            f"{lot.name} is T{tier}; {who.name} has Siege Weapon {text_of(level)}.",
            thing=who.name,
            state=f"siege weapon {text_of(level)}",
            help=(f'learn {who.name} "siege weapon {tier}" --from combat',),
        )


# -- what stands and does not defend ----------------------------------------------------------------------------


def at_object(command: Any, scene: Scene, who: Holder, thing: str) -> Iterator[Event | Said]:
    """`attack` at a wall, a lock, a tile: see `ledger.objects`."""
    from ledger.objects import at_object as struck

    return struck(command, scene, who, thing)


def engine_at(command: Any, scene: Scene, who: Holder, whom: Holder) -> Iterator[Event | Said]:
    """`attack` with a siege engine at somebody: see `ledger.objects`."""
    from ledger.objects import engine_at as shot

    return shot(command, scene, who, whom)

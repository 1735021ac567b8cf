"""The game master's (GM's) own hand (`gm ...`): what happens because the GM says so. Every line of it has a reason."""

import re
from collections.abc import Callable, Iterator
from typing import ClassVar

from ledger import house
from ledger.board import check_free, read_facing
from ledger.fight import fight_of, lasting
from ledger.goods import gained
from ledger.ranks import field_set
from ledger.ruling import (
    Answer,
    Command,
    Figure,
    Holders,
    Known,
    People,
    Said,
    Scene,
    Spot,
    Text,
    Things,
    Usage,
    Whole,
    because,
    part,
)
from projections.conditions import is_marked
from projections.encounter import FIGHT_MARK, FLAG_MARK, Tile, lapsed_at_turn, open_fights, period, read_tile, tile_text
from projections.holdings import EDIBLE, chosen, edible
from projections.natural import PARTS, hurt
from projections.pools import STATS, XP_PER_LEVEL, combat_level, is_dead
from projections.sheet import natural_tier, natural_weapons
from projections.world import PEOPLE, PLACES, Holder, Lot
from schemas.entry import Event
from schemas.events.gm import ExperienceAwarded, GmGave, GmHarmed, GmHealed, GmTook, LevelGained, PlaceChanged
from schemas.events.gm import GmSet as SetByGm
from schemas.events.marks import MarkLifted, MarkSet
from schemas.postings import AnyPosting, Changed, Gained, Marked, Put, Spent, Unmarked
from schemas.things import Wanted
from schemas.units import Amount, Moment, exact, key, parse_number, stored, text_of

HARM_KINDS = ("cold", "fire", "poison", "magic", "fall", "trap", "wound")


class GmGive(Command, tag="gm give", frozen=True):
    """Give things to people, places or chests: `gm give Mara 2 T1 ingots, 20 coin --reason "the wrecked cart"`."""

    words: ClassVar[tuple[str, ...]] = ("to", "things")
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm give WHO|PLACE THINGS --reason "why"'
    examples: ClassVar[tuple[str, ...]] = (
        'gm give Mara 2 T1 ingots, 20 coin --reason "the wrecked cart"',
        'gm give Oakwood 1400 preserved food --reason "stores"',
    )
    to: Holders
    things: Things


class GmTake(Command, tag="gm take", frozen=True):
    """Take things out of the world: `gm take Ivo sword --reason "stolen"`."""

    words: ClassVar[tuple[str, ...]] = ("of", "things")
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm take WHO|PLACE THINGS --reason "why"'
    examples: ClassVar[tuple[str, ...]] = ('gm take Ivo sword --reason "stolen in the night"',)
    of: Holders
    things: Things


class GmSet(Command, tag="gm set", frozen=True):
    """Set a field of someone, a place, a piece or work in hand: `gm set Mara body 6`, `gm set sword@41 slots 6`."""

    words: ClassVar[tuple[str, ...]] = ("thing", "field", "value")
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm set WHO|PLACE|PIECE FIELD VALUE --reason "why"'
    examples: ClassVar[tuple[str, ...]] = (
        'gm set Mara body 6 --reason "the potion"',
        'gm set sword@41 slots 6 --reason "short"',
    )
    thing: Known
    field: Text
    value: Text


class GmHarm(Command, tag="gm harm", frozen=True):
    """Take hit points: `gm harm Pip 4 --kind poison --reason "bad berries"`."""

    words: ClassVar[tuple[str, ...]] = ("who", "by")
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm harm WHO N [--kind cold|fire|poison|magic|fall|trap|wound] --reason "why"'
    examples: ClassVar[tuple[str, ...]] = ('gm harm Pip 4 --kind poison --reason "bad berries"',)
    who: People
    by: Figure
    kind: Text = "wound"


class GmHeal(Command, tag="gm heal", frozen=True):
    """Give hit points back, up to the maximum: `gm heal Pip 6 --reason "the spring"`; by magic hide and claws too."""

    words: ClassVar[tuple[str, ...]] = ("who", "by")
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm heal WHO N [--kind magic] --reason "why"'
    examples: ClassVar[tuple[str, ...]] = (
        'gm heal Pip 6 --reason "the holy spring"', 'gm heal Brandt 10 --kind magic --reason "a healing bauble"',
    )  # fmt: skip
    who: People
    by: Figure
    kind: Text | None = None


class GmMark(Command, tag="gm mark", frozen=True):
    """Mark someone: `gm mark Mara blind --until "+2 rounds" --reason "sand"`."""

    words: ClassVar[tuple[str, ...]] = ("who", "mark")
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm mark WHO MARK [--until MOMENT|"+N rounds"] --reason "why"'
    examples: ClassVar[tuple[str, ...]] = ('gm mark Mara blind --until "+2 rounds" --reason "sand in the eyes"',)
    who: People
    mark: Text
    until: Text | None = None


class GmUnmark(Command, tag="gm unmark", frozen=True):
    """Lift a mark: `gm unmark Mara blind --reason "washed out"`."""

    words: ClassVar[tuple[str, ...]] = ("who", "mark")
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm unmark WHO MARK --reason "why"'
    examples: ClassVar[tuple[str, ...]] = ('gm unmark Mara blind --reason "washed out"',)
    who: People
    mark: Text


class GmAward(Command, tag="gm award", frozen=True):
    """Award experience, so much to each: `gm award party 500 --reason "the ford"`."""

    words: ClassVar[tuple[str, ...]] = ("who", "by")
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm award WHO N --reason "why"'
    examples: ClassVar[tuple[str, ...]] = ('gm award party 500 --reason "the ford"',)
    who: People
    by: Whole


class GmPlace(Command, tag="gm place", frozen=True):
    """Put people elsewhere, without a task: `gm place party --to Ford --reason "the raft"`; on a board onto a tile."""

    words: ClassVar[tuple[str, ...]] = ("who",)
    gm: ClassVar[bool] = True
    reasoned: ClassVar[bool] = True
    usage: ClassVar[str] = 'gm place WHO --to PLACE|X,Y [--facing north|WHOM] --reason "why"'
    examples: ClassVar[tuple[str, ...]] = (
        'gm place party --to Ford --reason "the raft carried them"',
        'gm place Mara --to 4,7 --facing north --reason "the board"',
    )
    who: Holders
    to: Spot | None = None
    facing: Text | None = None


# -- things -----------------------------------------------------------------------------------------------------


def gm_give(command: GmGive, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CHAR-10: coin, loot, finds and firearms (EOS-FA1-01) come into the world; each holder is a part.

    Usage: a tier that a thing cannot have, half a piece.
    """
    for holder in holders(command.to, scene):
        postings = tuple(gained(scene, holder.name, wanted) for wanted in command.things)
        _not_in_itself(holder, postings)
        yield part(
            GmGave(
                who=_who(holder),
                place=_where(holder, scene),
                to=holder.name,
                rule=_eos("EOS-CHAR-10", scene),
                postings=postings,
            )
        )


def gm_take(command: GmTake, scene: Scene) -> Iterator[Event | Said]:
    """EOS-CHAR-10: things leave the world: of the tier said, edible food before spoiled.

    Refused, and not to be overruled: what is not there.
    """
    for holder in holders(command.of, scene):
        postings = tuple(_taken(holder, wanted, scene) for wanted in command.things)
        yield part(
            GmTook(
                who=_who(holder),
                place=_where(holder, scene),
                of=holder.name,
                rule=_eos("EOS-CHAR-10", scene),
                postings=postings,
            )
        )


def holders(words: tuple[str, ...], scene: Scene) -> list[Holder]:
    """Whom or what the words mean: people, a group, `party`; places, chests and other pieces, which hold things too."""
    found: list[Holder] = []
    for word in words:
        known = scene.world.find(word)
        kind = scene.world.holders[known].kind if known is not None else ""
        if known is not None and kind not in (*PEOPLE, "group"):
            meant = [scene.world.holders[known]]
        elif "@" in word:
            if scene.world.piece(word) is None:
                raise scene.lacks(f"{word} is nowhere in the world.", thing=word, state="gone")
            meant = [scene.world.get(word)]
        else:
            meant = scene.people((word,))
        found += [holder for holder in meant if holder.name not in [h.name for h in found]]
    return found


def _taken(holder: Holder, wanted: Wanted, scene: Scene) -> Spent:
    """The posting that takes this much of it; refused if it is not there."""
    lots = [
        lot
        for _, lot in chosen(
            scene.world,
            holder.name,
            (wanted.item,),
            tier=wanted.tier,
            lot=wanted.lot,
            exact_tier=wanted.tier is not None,
        )
    ]
    amount = exact(wanted.quantity)
    there = sum((lot.quantity for lot in lots), start=0)
    if there < amount:
        what = wanted.lot or f"{f'T{wanted.tier} ' if wanted.tier else ''}{wanted.item}"
        raise scene.lacks(
            f"{holder.name} has {text_of(there)} {what}, not {text_of(amount)}.",
            thing=what,
            state=f"{text_of(there)} there",
        )
    fresh = sum((lot.quantity for lot in lots if edible(lot, scene.day)), start=0)
    return Spent(
        holder.name,
        wanted.item,
        wanted.quantity,
        tier=wanted.tier,
        lot=wanted.lot,
        exact=wanted.tier is not None,
        spoiled=wanted.item in EDIBLE and (wanted.lot is not None or fresh < amount),
    )


def _not_in_itself(holder: Holder, postings: tuple[Gained, ...]) -> None:
    if "@" in holder.name and any(p.item == holder.name.partition("@")[0] and not p.pieces for p in postings):
        raise Usage(f"{holder.name} cannot hold itself.")


def _who(holder: Holder) -> str | None:
    return holder.name if holder.kind in PEOPLE else None


def _where(holder: Holder, scene: Scene) -> str | None:
    if holder.kind in PEOPLE:
        return scene.world.place_of(holder.name)
    return holder.name if holder.kind in PLACES else None


def _eos(rule: str, scene: Scene) -> str | None:
    return rule if scene.game == "eos" else None


# -- harm, healing, marks ---------------------------------------------------------------------------------------


def gm_harm(command: GmHarm, scene: Scene) -> Iterator[Event | Said]:
    """EOS-ENV-08: harm of any kind by the GM's word, heat too (`fire`), which no rule of the book deals.

    EOS-RACE-RAT-02: who is immune to poison is not hurt by it, and that is written. Usage: no harm, another kind.
    """
    by = _above_nought(command.by, "Harm")
    if command.kind not in HARM_KINDS:
        raise Usage(f"There is no harm of the kind {command.kind}.", nearest=HARM_KINDS)
    for holder in scene.people(command.who):
        immune = command.kind == "poison" and bool(holder.number("poison_immune"))
        postings = () if immune else (Changed(holder.name, "hp", stored(-exact(by)), source=command.kind),)
        rule = "EOS-RACE-RAT-02" if immune else "EOS-ENV-08" if command.kind == "fire" else None
        yield part(
            GmHarmed(
                who=holder.name,
                place=scene.world.place_of(holder.name),
                kind=command.kind,
                by=by,
                immune=immune,
                rule=rule and _eos(rule, scene),
                postings=postings,
            )
        )


MAGIC = "magic"
WHOLE_AGAIN = {
    "neo-dragon": "EOS-RACE-DRAGON-02", "rock troll": "EOS-RACE-ROCKTROLL-02", "neo-tiger": "EOS-RACE-TIGER-03",
}  # fmt: skip
"""By which mechanic magic restores what a race is armed with by nature."""


def gm_heal(command: GmHeal, scene: Scene) -> Iterator[Event | Said]:
    """EOS-STAT-06: healing by the GM's word, up to the maximum. Refused: the dead, until `gm set` revives them.

    EOS-RACE-DRAGON-02, EOS-RACE-ROCKTROLL-02, EOS-RACE-TIGER-03, EOS-GEAR-13: magic makes hide and claws whole at once.
    Usage: another kind.
    """
    by = _above_nought(command.by, "Healing")
    if command.kind is not None and key(command.kind) != MAGIC:
        raise Usage(f"Healing is by magic, or of no kind; not {command.kind}.", nearest=("--kind magic",))
    for holder in scene.people(command.who):
        if is_dead(holder):
            raise scene.lacks(
                f"{holder.name} is dead and does not heal.",
                thing=holder.name,
                state="dead",
                help=(f"gm set {holder.name} hp 1",),
            )
        grown = [each for each in PARTS if hurt(holder, each)] if command.kind is not None else []
        yield part(
            GmHealed(
                who=holder.name,
                place=scene.world.place_of(holder.name),
                rule=WHOLE_AGAIN.get(holder.word("race"), "EOS-GEAR-13") if grown else None,
                by=by,
                kind=MAGIC if command.kind is not None else None,
                grown=tuple(grown),
                postings=(
                    Changed(holder.name, "hp", by, source="the GM"),
                    *(Changed(holder.name, f"hurt {each}", stored(-hurt(holder, each)), source=MAGIC) for each in grown),
                ),
            )
        )


def gm_mark(command: GmMark, scene: Scene) -> Iterator[Event | Said]:
    """A mark that someone carries until a moment, for some rounds, or until it is lifted.

    EOS-TURN-05: what ended as a turn began is made to go on only before the first action of that turn. Refused: later.
    """
    mark = _mark(command.mark, scene)
    until, rounds = _until(command.until, scene)
    for holder in scene.people(command.who):
        value, until = (None, until) if rounds is None else lasting(scene, holder, rounds)
        check_goes_on(scene, holder, mark)
        yield part(
            MarkSet(
                who=holder.name,
                place=scene.world.place_of(holder.name),
                mark=mark,
                rounds=rounds,
                postings=(Marked(holder.name, mark, value, until),),
            )
        )


def check_goes_on(scene: Scene, who: Holder, mark: str) -> None:
    """EOS-TURN-05: refuses to let go on what ended at the start of this turn, once an action was taken."""
    fight = fight_of(scene, who)
    if fight is None or mark not in lapsed_at_turn(fight, who) or is_marked(who, mark, scene.moment):
        return
    if who.count("actions", period(fight)):
        scene.refuse(
            "EOS-TURN-05",
            f"{mark} of {who.name} ended as this turn began; only the first action of the turn makes it go on.",
            thing=who.name,
            state="acted this turn",
        )


def gm_unmark(command: GmUnmark, scene: Scene) -> Iterator[Event | Said]:
    """Lifts a mark. Refused: someone who does not carry it."""
    mark = _mark(command.mark, scene)
    for holder in scene.people(command.who):
        if not is_marked(holder, mark, scene.moment):
            raise scene.lacks(
                f"{holder.name} is not marked {mark}.",
                thing=holder.name,
                state=f"not {mark}",
                help=tuple(f"gm unmark {holder.name} {_spelt(m)}" for m in holder.marks if not m.startswith(("group ", FIGHT_MARK))),
            )
        yield part(
            MarkLifted(
                who=holder.name,
                place=scene.world.place_of(holder.name),
                mark=mark,
                postings=(Unmarked(holder.name, mark),),
            )
        )


def _above_nought(amount: Amount, what: str) -> Amount:
    if exact(amount) <= 0:
        raise Usage(f"{what} is a number above 0, not {amount}.")
    return amount


def _mark(text: str, scene: Scene) -> str:
    """A mark as it is kept: lower case, single spaces; a flag with the name of whose it is (EOS-STS-11).

    Usage: `gone`, groups and fights have lines of their own.
    """
    first, _, name = text.strip().partition(" ")
    if key(first) == FLAG_MARK.strip() and (known := scene.world.find(name)) is not None:
        return f"{FLAG_MARK}{known}"
    mark = key(text).replace("-", " ")
    if not mark:
        raise Usage("A mark is a word, such as blind.")
    if mark == "gone" or mark.startswith("group "):
        raise Usage(f"The mark {mark} has a line of its own.", nearest=("leave", "group"))
    if mark.startswith(FIGHT_MARK):
        raise Usage(f"Who is in a fight is said by lines of its own, not by the mark {mark}.", nearest=("fight start", "fight end"))
    return mark


def _spelt(mark: str) -> str:
    """A mark as a word of a line."""
    return f'"{mark}"' if " " in mark else mark


def _until(text: str | None, scene: Scene) -> tuple[Moment | None, int | None]:
    """A moment, or `+2 rounds` as their number. Refused: a moment that is over."""
    from schemas.calendar import parse_moment

    if text is None:
        return None, None
    rounds = re.fullmatch(r"\+ ?([1-9][0-9]{0,3}) ?rounds?", text.strip().lower())
    if rounds:
        return None, int(rounds[1])
    try:
        until = parse_moment(text, scene.moment, scene.calendar, "first")
    except ValueError as wrong:
        raise Usage(f'--until: {wrong}; or "+2 rounds"') from None
    if until <= scene.moment:
        raise scene.lacks(f"{scene.date(until)} is over: it is {scene.date()}.", thing="until", state=scene.date())
    return until, None


# -- experience and places --------------------------------------------------------------------------------------


def gm_award(command: GmAward, scene: Scene) -> Iterator[Event | Said]:
    """EOS-STAT-08: so much experience to each. EOS-STAT-03: a level for every 2,000; EOS-STAT-04: with it a stat point.

    Refused: an award below nought (EOS-STAT-03), which is a correction and no award. Usage: an award of nothing.
    """
    if command.by < 0:
        scene.refuse(
            "EOS-STAT-03",
            f"An award of {command.by} takes experience away; strike the award that was wrong.",
            thing="experience",
            state=str(command.by),
            help=("void last gm award", "gm set WHO experience N"),
        )
    if not command.by:
        raise Usage("An award is a number above 0.")
    if command.by > HIGHEST_AWARD:
        raise Usage(f"An award of {command.by} is beyond counting; {HIGHEST_AWARD} is the most.")
    for holder in scene.people(command.who):
        award = ExperienceAwarded(
            who=holder.name,
            place=scene.world.place_of(holder.name),
            by=command.by,
            rule=_eos("EOS-STAT-08", scene),
            postings=(Changed(holder.name, "experience", command.by, source="award"),),
        )
        before = combat_level(holder)
        after = before - int(holder.number("experience")) // XP_PER_LEVEL
        after += max(0, int(holder.number("experience")) + command.by) // XP_PER_LEVEL
        yield part(award)
        for level in range(before + 1, after + 1 if scene.game == "eos" else before + 1):
            yield because(LevelGained(who=holder.name, place=award.place, level=level, rule="EOS-STAT-03"), award)


def gm_place(command: GmPlace, scene: Scene) -> Iterator[Event | Said]:
    """Where people are, by the GM's word: no task and no time. On a board onto a tile, looking one way; terrain too.

    Refused: what is no place; a tile that is taken (EOS-POS-04, EOS-TILE-01). Usage: neither a place nor a way to look.
    """
    if command.to is None and command.facing is None:
        raise Usage("Where to? Say --to PLACE, --to X,Y or --facing.", nearest=GmPlace.examples)
    facing = None if command.facing is None else read_facing(scene, command.facing)
    tile = None if command.to is None else read_tile(command.to)
    if tile is not None or command.to is None:
        for holder in on_the_board(command.who, scene):
            yield part(placed(holder, tile, facing, scene))
        return
    kind = scene.world.get(command.to).kind
    if kind not in PLACES:
        raise scene.lacks(
            f"{command.to} is no place to be in.",
            thing=command.to,
            state=kind,
            help=tuple(f"gm place {','.join(command.who)} --to {z.name}" for z in scene.world.of_kind("zone"))[:3],
        )
    for holder in scene.people(command.who):
        look = () if facing is None else (Put(holder.name, "facing", facing),)
        yield part(
            PlaceChanged(
                who=holder.name, place=command.to, to=command.to, postings=(Put(holder.name, "place", command.to), *look)
            )
        )


def on_the_board(words: tuple[str, ...], scene: Scene) -> list[Holder]:
    """Who or what is set on a board: people, and terrain of the place."""
    found: list[Holder] = []
    for word in words:
        known = scene.world.find(word)
        if known is not None and scene.world.get(known).kind == "terrain":
            found.append(scene.world.get(known))
        else:
            found += [who for who in scene.people((word,)) if who not in found]
    return found


def placed(holder: Holder, tile: Tile | None, facing: str | None, scene: Scene) -> PlaceChanged:
    """One body on its tile."""
    place = holder.word("in") if holder.kind == "terrain" else scene.where(holder)
    if tile is not None:
        check_free(scene, holder, tile, facing)
    postings: tuple[AnyPosting, ...] = () if tile is None else (Put(holder.name, "tile", tile_text(tile)),)
    if facing is not None:
        if facing == holder.name:
            raise Usage(f"{holder.name} cannot look at itself.")
        postings = (*postings, Put(holder.name, "facing", facing))
    return PlaceChanged(
        who=holder.name if holder.kind in PEOPLE else None,
        place=place,
        to=place if tile is None else tile_text(tile),
        thing=holder.name if holder.kind not in PEOPLE else None,
        facing=facing,
        fight=board_of(scene, holder),
        postings=postings,
    )


def board_of(scene: Scene, holder: Holder) -> str | None:
    """The fight on whose board somebody, or some terrain, is set."""
    fight = fight_of(scene, holder)
    if fight is None and holder.kind not in PEOPLE:
        fight = next((f for f in open_fights(scene.world) if f.word("in") == holder.word("in")), None)
    return None if fight is None else fight.name


# -- setting ----------------------------------------------------------------------------------------------------

SHEET_NUMBERS = {
    **dict.fromkeys(STATS, 0),
    "hp": None,
    "hunger": 0,
    "experience": 0,
    "level": 1,
    "base_hp": 0,
    "full_hp": 0,
    "natural_reach": 1,
    "age": 0,
    "tiles": 0,
    "move": 0,
    "food_per_day": 0,
    "fat_store": 0,
    "natural_armor": 0,
    "natural_weapon": 0,
}
"""Numbers of a sheet and the least each can be (hit points may be any)."""
ZONE_NUMBERS = dict.fromkeys(
    ("miles", "zones", "hunt", "trap", "trees", "cold", "night_cold", "snow", "hunt_depletion", "trap_depletion"), 0
)
SITE_NUMBERS = dict.fromkeys(
    ("fire_days", "shelter_tier", "left", "target", "tier", "tiles", "length", "pages", "slots"), 0
)
PIECE_NUMBERS = dict.fromkeys(
    ("tier", "full_tier", "hours", "slots", "quantity", "spoils_on", "harvested_on", "persons"), 0
)
HIGHEST_AWARD = 1_000_000
"""Experience in one award: 500 levels."""
WORDS_SET = {"race", "size", "terrain", "light", "slot", "fitted_to", "named", "of", "size_class", "armor", "shield"}
OTHER_NAMES = {"kind": "terrain", "trees_left": "trees", "shelter": "shelter_tier", "fire": "fire_days"}
"""How views call fields of a place, and how the world does."""
DERIVED = {
    "max_hp": "Body x level + the base of the size (body, experience, level, base_hp, full_hp)",
    "adjusted_max_hp": "max_hp less the percent of hunger (hunger)",
    "combat_level": "level and experience",
    "state": "hp and max_hp (hp)",
    "points": "the age of the book, experience and what was learned (relearn)",
    "road_miles": "Body and Move (body, move)",
    "wild_miles": "Body and Move (body, move)",
    "cold_protection": "what is worn (wear)",
    "armor_front": "what is worn (wear)",
    "armor_rear": "what is worn (wear)",
    "held": "what is in hand (wield)",
    "worn": "what is worn (wear)",
    "conditions": "the marks (gm mark, gm unmark)",
    "tasks_left": "the tasks of the day (task)",
    "hunt_base": "the miles from town, or the GM's number (miles, hunt)",
    "hunt_target": "its base and depletion (miles, hunt, hunt_depletion)",
    "trap_base": "the zones from the nearest road, or the GM's number (zones, trap)",
    "trap_target": "its base and depletion (zones, trap, trap_depletion)",
    "shelter_next_loss": "the week of the shelter (shelter_tier)",
    "fire_lit": "light and douse (fire_days)",
    "units": "the food that is there (gm give, gm take)",
    "days_left": "the food that is there (gm give, gm take)",
    "next_loss": "what the piece is made of and when (tier)",
    "next_month": "the calendar",
    "next_spring": "the calendar",
    "ready": "what the farms readied",
}
"""Fields that nobody sets, and what each follows from."""
OTHER_LINES = {"name": "rename", "place": "gm place", "player": "seat", "in": "gm place", "dead": "gm set WHO hp 1"}


OWN_FIELDS: dict[str, Callable[[str, str, str], tuple[str, Amount, tuple[Put, ...]] | None]] = {"ranked": field_set}
"""Fields of people that a game sets in its own way: name, field and value to what is said and posted, or None."""


def gm_set(command: GmSet, scene: Scene) -> Answer:
    """Any field of a sheet, zone, piece or work, from here on what the GM says.

    Refused: a field that follows from others, naming them. Usage: an unknown field, a word where a number stands.
    """
    name, field = command.thing, key(command.field).replace("-", "_")
    if field in DERIVED:
        raise scene.lacks(f"{field} of {name} follows from {DERIVED[field]}.", thing=field, state="derived")
    if field in OTHER_LINES:
        raise scene.lacks(
            f"{field} of {name} is not set: {OTHER_LINES[field]} does it.",
            thing=field,
            state="said otherwise",
            help=(OTHER_LINES[field],),
        )
    piece = scene.world.piece(name) if "@" in name else None
    holder = scene.world.get(name)
    if piece is None and holder.kind == "nobody":
        raise scene.lacks(f"{name} is nowhere in the world.", thing=name, state="gone")
    if not piece and holder.kind in PEOPLE and field == "race" and house.race(scene.world, command.value) is None:
        raise Usage(f"There is no race {command.value}.", nearest=_near(command.value, house.races(scene.world)))
    own = OWN_FIELDS.get(scene.game)
    told = own(name, command.field, command.value) if own is not None and holder.kind in PEOPLE else None
    if told is not None:
        named, value, postings = told
        return [SetByGm(who=name, place=_where(holder, scene), thing=name, field=named, to=value, postings=postings)]
    field, to = _piece_field(piece[1], field, command.value) if piece else _field(holder, field, command, scene)
    natural = () if piece else _natural(holder, field, to, scene.day)
    event = SetByGm(
        who=_who(holder),
        place=_where(holder, scene),
        thing=name,
        field=field.removeprefix("time "),
        to="none" if to is None else to,
        postings=natural or (Put(name, field, to),),
    )
    return [event]


def _natural(holder: Holder, field: str, to: Amount | None, day: int) -> tuple[Put, ...]:
    """EOS-GEAR-13: the tier of hide or claws as the GM says it: up to the whole the rest is hurt, above it the whole is that.

    What was not hurt before grows back from this `day` on.

    () for every other field, and where nothing is hurt and no formula stands behind the number.
    """
    parts = ("natural armor",) if field == "natural_armor" else tuple(natural_weapons(holder)) if field == "natural_weapon" else ()
    if to is None or isinstance(to, str) or not any(hurt(holder, part) or holder.word(field) for part in parts):
        return ()
    left = max(0, natural_tier(holder, parts[0]) - exact(to))
    whole = () if exact(to) <= natural_tier(holder, parts[0]) else (Put(holder.name, field, to),)
    since = tuple(Put(holder.name, f"hurt {part} since", day) for part in parts if left and not hurt(holder, part))
    return (*whole, *(Put(holder.name, f"hurt {part}", stored(left)) for part in parts), *since)


def _field(holder: Holder, field: str, command: GmSet, scene: Scene) -> tuple[str, Amount | None]:
    person = holder.kind in PEOPLE
    if person and field == "kind":
        raise Usage(f"{holder.name} is a {holder.kind}, and stays one.", nearest=(f"seat NAME --plays {holder.name}",))
    numbers = SHEET_NUMBERS if person else {**ZONE_NUMBERS, **SITE_NUMBERS}
    if not person:
        field = OTHER_NAMES.get(field, field)
    skill = house.skill(scene.world, command.field) if person and field not in numbers else None
    if skill is not None:
        return _skill_field(holder, skill, _number(command.value, skill, 0))
    if field in numbers:
        value = None if key(command.value) == "none" else _number(command.value, field, numbers[field])
        if field == "hunger" and value is not None and exact(value) > 100:
            raise Usage("Hunger is a percent, 0 to 100.")
        if value is None and (person or field in ("fire_days", "shelter_tier", "hunt_depletion", "trap_depletion")):
            raise Usage(f"{field} is a number.")
        return field, value
    if field == "light" and not person:
        return field, _value(command.value)
    spaced = field.replace("_", " ")
    for known in (field, spaced):
        if known in holder.fields and not known.startswith(("worn ", "ruling ")):
            number = not isinstance(holder.fields[known], str)
            return known, _number(command.value, known, 0) if number and known not in WORDS_SET else _value(
                command.value
            )
    if field in WORDS_SET:
        return field, _value(command.value)
    raise Usage(
        f"There is no field {command.field} of {holder.name}.", nearest=_near(field, (*numbers, *holder.fields))
    )


def _skill_field(holder: Holder, skill: str, level: Amount) -> tuple[str, Amount]:
    """EOS-SKILL-01: a skill's level is the sum of its parts; what the GM changes is the part from time."""
    rest = holder.number(f"combat {skill}") + holder.number(f"race {skill}")
    return f"time {skill}", stored(exact(level) - rest)


def _piece_field(lot: Lot, field: str, text: str) -> tuple[str, Amount | None]:
    if key(text) == "none":
        return field, None
    if field in PIECE_NUMBERS:
        return field, _number(text, field, 0)
    if field in (*WORDS_SET, *(lot.fields or {})):
        return field, _value(text)
    raise Usage(
        f"There is no field {field} of {lot.name}.",
        nearest=_near(field, (*PIECE_NUMBERS, "slot", "fitted_to", "named")),
    )


def _number(text: str, field: str, least: int | None) -> Amount:
    try:
        number = parse_number(text)
    except ValueError as wrong:
        raise Usage(f"{field}: {wrong}.") from None
    if least is not None and number < least:
        raise Usage(f"{field} is {least} or more, not {text}.")
    return stored(number)


def _value(text: str) -> Amount | None:
    try:
        return stored(parse_number(text))
    except ValueError:
        return None if key(text) == "none" else text


def _near(word: str, words: tuple[str, ...]) -> tuple[str, ...]:
    from difflib import get_close_matches

    return tuple(get_close_matches(word, [w for w in words if " " not in w], 3)) or tuple(words[:8])

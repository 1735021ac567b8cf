"""The contract of a rule: a command is a wish, a rule is a function of (command, scene) that answers with events or refuses.

Always in the order look, refuse, roll, move, say. A rule with several parts yields its events one by one: each is in the
world before the next is asked, so a second task sees the first. The events of the answer cause one another in their order,
unless one is wrapped: `part(event)` begins a part of its own, `because(event, of)` is caused by an earlier one.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol

import msgspec

from projections.conditions import is_marked
from projections.encounter import fight_in
from projections.pools import is_dead, state
from projections.wear import held
from projections.world import PEOPLE, Holder, World
from schemas.calendar import Calendar
from schemas.dice import Die, Plus, Promise, Roll
from schemas.entry import Event
from schemas.postings import Moved
from schemas.things import Chore, StandingLine, Wanted
from schemas.units import Amount, Moment, Number, counted, exact, key, stored


class Refused(Exception):
    """What this world forbids or lacks. `rule` is the mechanic that forbids it, None for what the world lacks."""

    def __init__(
        self, text: str, *, rule: str | None = None, thing: str | None = None, state: str | None = None,
        help: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__(text)
        self.text, self.rule, self.thing, self.state, self.help = text, rule, thing, state, tuple(help)


class Usage(Exception):
    """What no state of the world could make right: unknown words, names and moments, dice that cannot have fallen."""

    def __init__(self, text: str, nearest: Iterable[str] = (), column: int | None = None) -> None:
        super().__init__(text)
        self.text, self.nearest, self.column = text, tuple(nearest), column


# -- the words of a command -------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """How the words of a field are read: `people`, `things`, `throws`, `moment`, ..."""

    name: str


Sides = Annotated[tuple[tuple[str, ...], ...], Kind("sides")]
"""The sides of a fight, a word each: names or groups, several with commas."""
People = Annotated[tuple[str, ...], Kind("people")]
"""WHO: names, groups, `party`, `all`; resolved when the rule is asked (`scene.people`)."""
Person = Annotated[str, Kind("person")]
Holders = Annotated[tuple[str, ...], Kind("holders")]
"""WHO, or places and pieces that hold things: `Mara,Ivo`, `party`, `Oakwood`, `chest@41`."""
Place = Annotated[str, Kind("place")]
Spot = Annotated[str, Kind("spot")]
"""A place, or a tile of a board: `Ford`, `4,7`."""
Known = Annotated[str, Kind("known")]
"""Any name or lot that the book knows: a person, a place, a piece."""
Store = Annotated[str, Kind("store")]
"""The same, or the name of a kind of container (`arrow pouch`): the one that whoever acts has (`ledger.containers`)."""
Name = Annotated[str, Kind("name")]
"""A name, known or new."""
Things = Annotated[tuple[Wanted, ...], Kind("things")]
Chores = Annotated[tuple[Chore, ...], Kind("chores")]
"""What a cook's points go on: `chore for Mara, 2 preserve, candles`."""
Ration = Annotated[str | tuple[Wanted, ...], Kind("ration")]
"""What someone eats: `full half none fat`, or food by the unit: `4 food`, `1 food@43`."""
Mendings = Annotated[tuple[Wanted, ...], Kind("mendings")]
"""Things to repair, and buildings by their names."""
Throws = Annotated[tuple[tuple[int, ...], ...], Kind("throws")]
When = Annotated[Moment, Kind("moment")]
"""A moment at which something begins: a bare day is its dawn."""
Until = Annotated[Moment, Kind("until")]
"""A moment at which something ends: a bare day is its dawn."""
Whole = Annotated[int, Kind("whole")]
Figure = Annotated[Amount, Kind("figure")]
Text = Annotated[str, Kind("text")]
Words = Annotated[tuple[str, ...], Kind("words")]
"""What is left of the line, word by word."""
StandingLines = Annotated[tuple[StandingLine, ...], Kind("standing")]
"""Lines that time asks again: `"farm Mara"`; `none` is no line."""
Skills = Annotated[tuple[tuple[str, int | str], ...], Kind("skills")]
Flag = Annotated[bool, Kind("flag")]
Grade = Annotated[str, Kind("grade")]


class Command(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="verb"):
    """A wish in the imperative. `words` names the fields that stand on the line without a little word, in order; every
    other field is `--its-name` (a trailing underscore is left out: `in_` is `--in`).

    `usage` is the line as `help` shows it, `serves` the mechanics for `rules`; `gm` commands are the GM's alone.
    """

    words: ClassVar[tuple[str, ...]] = ()
    usage: ClassVar[str] = ""
    examples: ClassVar[tuple[str, ...]] = ()
    dice: ClassVar[tuple[str, ...]] = ()
    """The sides that dice may be told for on the line: `rolled`, `against`."""
    gm: ClassVar[bool] = False
    reasoned: ClassVar[bool] = False
    """Whether `--reason` must be said."""
    adopts: ClassVar[bool] = False
    """Whether it adopts a rule: entered late it holds for everything of its moment, and stands before the rest."""


def verb_of(command: type[Command] | Command) -> str:
    tag = command.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


# -- what a rule answers ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """An event with its place in the answer: the head of a part, or caused by an earlier event of it."""

    event: Event
    part: bool = False
    of: Event | None = None


Answer = Iterable[Event | Said]
Rule = Callable[[Any, "Scene"], Answer]


def part(event: Event) -> Said:
    """The head of a part of its own: one person, one task, one thing of the line."""
    return Said(event, part=True)


def because(event: Event, of: Event) -> Said:
    """An event caused by `of` and not by the one before it."""
    return Said(event, of=of)


# -- dice -------------------------------------------------------------------------------------------------------


class Dice(Protocol):
    """Where dice come from: told on the line, kept with the deed, or drawn by the cup."""

    def throw(self, label: str, faces: tuple[int, ...], side: str) -> tuple[tuple[int | None, ...], str]:
        """The faces that fell for this label, and their source; None in a dry run that was not told."""
        ...

    def waiting(self, label: str, side: str) -> int:
        """How many throws of a side were told for what is asked now and again: hours at a lock, days on a trail."""
        ...

    def told(self, label: str, side: str) -> int | None:
        """How many dice the next throw of this label has that were told or kept; None where the cup draws as many as asked."""
        ...


class Standing(NamedTuple):
    """A promise of dice that was not shown yet: how many of them fell, and its secret in hex.

    `secret` is None where it is lost, and empty in a dry run, which shows nothing.
    """

    promise: Promise
    fell: int
    secret: str | None


class Promises(Protocol):
    """The cup's dice, promised before they fall and shown after. Asked only at the clock, in the book itself."""

    def unshown(self) -> Sequence[Standing]:
        """Promises not shown yet, oldest first; only the newest may have dice that did not fall."""
        ...

    def make(self, count: int) -> Promise:
        """Promises the next dice; the commitment is empty in a dry run."""
        ...


FALLEN = {"eos": "EOS-STAT-07", "ranked": "RNK-HP-01"}
"""The mechanic by which someone without hit points falls, game by game."""
DECLARES = {"eos": ("EOS-DOWN-02", "EOS-DOWN-04")}
"""The mechanics that refuse what the unconscious and the dead declare in a fight, where a game has its own for that."""


def dropped(world: World, who: str, after: str) -> tuple[Moved, ...]:
    """EOS-RACE-DAYWALKER-04: who falls into a trance lets go of weapons and shields where they fell."""
    place = world.place_of(who)
    if after != "trance" or place is None:
        return ()
    return tuple(Moved(who, lot.item, to=place, quantity=1, lot=lot.name) for lot in held(world.get(who)))


# -- what a rule looks at ---------------------------------------------------------------------------------------


class Scene:
    """All that a rule may look at and do: the world at its moment, dice by label, refusals that the GM may waive."""

    def __init__(
        self, world: World, moment: Moment, dice: Dice, *, overruled: frozenset[str] | None = None, waive: bool = False,
        reason: str = "", seat: str | None = None, game: str = "eos",
        look: Callable[[Moment], World] | None = None, promises: Promises | None = None,
        hides: Callable[[int], bool] | None = None,
    ) -> None:  # fmt: skip
        self._look = look
        self.promises = promises
        self._hides = hides
        self.world = world
        self.moment = moment
        self.dice = dice
        self.reason = reason
        self.seat = seat
        self.game = game
        self.waived: list[str] = []
        self.notices: list[tuple[str, str]] = []
        self.unthrown: dict[str, str] = {}
        """Sides that throw no dice here, and why: told with a die that is left over."""
        self._overruled = overruled or frozenset()
        self._waive = waive

    @property
    def calendar(self) -> Calendar:
        return self.world.calendar

    @property
    def day(self) -> int:
        """The day in which this moment lies, dawn to dawn."""
        return self.calendar.day_of(self.moment)

    def date(self, moment: Moment | None = None) -> str:
        return self.calendar.text(self.moment if moment is None else moment)

    def world_on(self, moment: Moment) -> World:
        """The world as it was on another moment, for what is agreed about it; the scene's own where it cannot be asked."""
        if self._look is None or moment == self.moment:
            return self.world
        return self._look(moment)

    def hides(self, position: int) -> bool:
        """Whether an entry's words are hidden from other seats; asked again, what was said of it is believed."""
        return self._hides is None or self._hides(position)

    # -- refusing

    def refuse(
        self, rule: str, text: str, *, thing: str | None = None, state: str | None = None, help: Sequence[str] = ()
    ) -> None:
        """The rulebook forbids it: raises, unless the GM overruled this mechanic; then it goes on, marked."""
        if self._waive or rule in self._overruled:
            if rule not in self.waived:
                self.waived.append(rule)
            return
        raise Refused(text, rule=rule, thing=thing, state=state, help=help)

    def lacks(
        self, text: str, *, thing: str | None = None, state: str | None = None, help: Sequence[str] = ()
    ) -> "Refused":
        """What the world lacks; nothing can be overruled into existence. Raise what comes back."""
        return Refused(text, thing=thing, state=state, help=help)

    def notice(self, kind: str, text: str) -> None:
        self.notices.append((kind, text))

    # -- who and where

    def people(self, words: Sequence[str]) -> list[Holder]:
        """WHO, resolved: names in the order of the line, groups and `party` and `all` by joining; nobody is refused."""
        found: list[Holder] = []
        for word in words:
            for holder in self._people_of(word):
                if holder not in found:
                    found.append(holder)
        if not found:
            raise self.lacks(
                f"Nobody is in {', '.join(words)} on {self.date()}.", thing=", ".join(words), state="empty",
                help=("party",),
            )  # fmt: skip
        return found

    def person(self, word: str) -> Holder:
        """WHO where it can only be one. Usage: a group, or `party`, of several."""
        found = self.people((word,))
        if len(found) > 1:
            raise Usage(f"{word} are {len(found)}; say which one.", nearest=tuple(h.name for h in found[:3]))
        return found[0]

    def _people_of(self, word: str) -> list[Holder]:
        world = self.world
        known = world.find(word)
        if known is not None:
            holder = world.holders[known]
            if holder.kind in PEOPLE:
                return [holder]
            if holder.kind == "group":
                return [
                    world.holders[n] for n in world.people if is_marked(world.holders[n], f"group {known}", self.moment)
                ]
        if key(word) in ("party", "all"):
            kinds = ("character",) if key(word) == "party" else PEOPLE
            return [
                h for n in world.people if (h := world.holders[n]).kind in kinds and state(h) not in ("dead", "gone")
            ]  # fmt: skip
        raise self.lacks(
            f"{word} is not in the book on {self.date()}.", thing=word, state="unknown", help=("join", "npc")
        )

    def able(self, who: Holder, entranced: bool = False, declares: bool = False) -> None:
        """EOS-STAT-07, RNK-HP-01: no task, roll or move by the unconscious or the dead; nor by someone who left.

        EOS-DOWN-02, EOS-DOWN-04: nor do they declare anything in a fight, or an attack (`declares`).

        EOS-RACE-DAYWALKER-04: in a trance the GM moves them, no player; EOS-RACE-DAYWALKER-05: to what the trance knows
        (`entranced`), and to nothing else.
        """
        how = state(who)
        if how == "well":
            return
        if how == "trance":
            self._entranced(who, entranced)
            return
        if how == "gone":
            raise self.lacks(f"{who.name} has left the campaign.", thing=who.name, state=how)
        hp = who.number("hp")
        rule = FALLEN[self.game]
        if self.game in DECLARES and (declares or fight_in(self.world, who) is not None):
            rule = DECLARES[self.game][is_dead(who)]
        self.refuse(
            rule, f"{who.name} is {how} at {counted(hp, 'hit point')} and cannot act.", thing=who.name, state=how,
            help=() if is_dead(who) else (f"gm heal {who.name} {stored(1 - hp)}",),
        )  # fmt: skip

    def _entranced(self, who: Holder, entranced: bool) -> None:
        book = self.world.get("book")
        if self.seat is not None and book.fields.get(f"seat {key(self.seat)}") != "gm":
            self.refuse("EOS-RACE-DAYWALKER-04", f"{who.name} is in a trance, and the GM's until it ends.",
                        thing=who.name, state="trance", help=(f"gm heal {who.name} {stored(1 - who.number('hp'))}",))  # fmt: skip
        elif not entranced:
            self.refuse("EOS-RACE-DAYWALKER-05", f"{who.name} is in a trance, which knows nothing but moving and drinking.",
                        thing=who.name, state="trance", help=(f"attack {who.name} WHOM --as exsanguination",))  # fmt: skip

    def where(self, who: Holder, place: str | None = None) -> str:
        """The place of an act: `--in`, else where the one who acts is. Elsewhere than in their zone is refused."""
        world = self.world
        here = world.place_of(who.name)
        if place is None:
            if here is None:
                raise self.lacks(f"{who.name} is nowhere yet: say --in PLACE.", thing=who.name, state="nowhere",
                                 help=(f"gm place {who.name} --to {self._any_zone()}",))  # fmt: skip
            return here
        if here is not None and world.zone_of(here) != world.zone_of(place):
            raise self.lacks(
                f"{who.name} is in {here}, not in {place}.", thing=who.name, state=f"in {here}",
                help=(f"travel {who.name} --to {place}", f"gm place {who.name} --to {place}"),
            )  # fmt: skip
        return place

    def _any_zone(self) -> str:
        """The first zone of the book, for a line of help; the word PLACE where there is none."""
        return next((name for name, holder in self.world.holders.items() if holder.kind == "zone"), "PLACE")

    def zone(self, place: str) -> Holder:
        """The zone that a place is or lies in."""
        return self.world.get(self.world.zone_of(place))

    # -- rolling

    def roll(
        self, who: str, label: str, plus: Iterable[tuple[str, Number]], *, target: Number | None = None,
        against: Roll | None = None, faces: tuple[int, ...] = (20,), choose: int | None = None, side: str = "rolled",
    ) -> Roll:  # fmt: skip
        """Throws and adds up. `won` is whether the total beats the target or the other side's total (a tie does not).

        One die of several counts (`choose`, else the highest). In a dry run that was not told, `won` is None.
        """
        fell, source = self.dice.throw(label, faces, side)
        terms = tuple(Plus(name, stored(value)) for name, value in plus)
        meets = (
            target if target is not None else None if against is None or against.total is None else exact(against.total)
        )
        aim = None if target is None else stored(target)
        known = [face for face in fell if face is not None]
        if len(known) < len(fell):
            dice = tuple(Die(f, None) for f in faces)
            return Roll(who=who, dice=dice, plus=terms, target=aim, against=against, source="cup")
        kept = choose if choose is not None else max(known)
        at = known.index(kept)
        dice = tuple(Die(f, face, n == at) for n, (f, face) in enumerate(zip(faces, known, strict=True)))
        total = kept + sum((exact(t.value) for t in terms), start=0)
        margin = None if meets is None else total - meets
        return Roll(
            who=who, dice=dice, plus=terms, total=stored(total), target=aim, against=against,
            margin=None if margin is None else stored(margin), won=None if margin is None else margin > 0,
            source="table" if source == "table" else "cup",
        )  # fmt: skip


# -- time -------------------------------------------------------------------------------------------------------


class Asked(msgspec.Struct, frozen=True, gc=False, tag_field="verb", tag="tick"):
    """What time asks: this tick of this subject, at the scene's moment."""

    tick: str
    subject: str = ""


class TickRule(NamedTuple):
    """A rule asked by time. `moments` are those of one day, in order; `subjects` who is due at one of them.

    `rank` is its place among the ticks of one moment (EOS-CAL-06); nobody is asked whom nothing makes due.
    """

    name: str
    rank: int
    moments: Callable[[Calendar, int], Sequence[Moment]]
    subjects: Callable[[World, Moment], Iterable[str]]
    rule: Callable[[Asked, Scene], Answer]

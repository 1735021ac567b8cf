"""Sessions and seats."""

from typing import ClassVar

import msgspec

from ledger.ruling import Answer, Command, Flag, People, Scene, Text, Usage, Whole
from ledger.seats import PLAYER, seat_field, seats
from projections.pools import state
from projections.world import Holder
from schemas.calendar import calendar_from_toml, parse_month_day
from schemas.events.sessions import CalendarAdopted, SeatGiven, SessionEnded, SessionStarted
from schemas.postings import AnyPosting, Put
from schemas.units import check_name

MOST_SESSIONS = 1_000_000


class SessionStart(Command, tag="session start", frozen=True):
    """Begin a session of play: `session start 1 --title "Landfall"`; without a number it is the next one."""

    words: ClassVar[tuple[str, ...]] = ("number",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "session start [NUMBER] [--title TEXT]"
    examples: ClassVar[tuple[str, ...]] = ('session start 1 --title "Landfall"',)
    number: Whole | None = None
    title: Text | None = None


class SessionEnd(Command, tag="session end", frozen=True):
    """End the session of play, with its seal: `session end`."""

    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "session end"
    examples: ClassVar[tuple[str, ...]] = ("session end",)


class Seat(Command, tag="seat", frozen=True):
    """Give a seat at the table: `seat ivo --plays Ivo,Pip`, `seat ivo --gives Pip`, `seat kim --watches`."""

    words: ClassVar[tuple[str, ...]] = ("name",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "seat NAME [--plays WHO] [--gives WHO] [--gm | --watches]"
    examples: ClassVar[tuple[str, ...]] = ("seat ivo --plays Ivo,Pip", "seat ivo --gives Pip", "seat kim --watches")
    name: Text
    plays: People = ()
    gives: People = ()
    gm_: Flag = False
    watches: Flag = False


class CalendarAdopt(Command, tag="calendar adopt", frozen=True):
    """Count the days by another calendar from here on: `calendar adopt year.toml`, or say when spring comes."""

    words: ClassVar[tuple[str, ...]] = ("calendar",)
    gm: ClassVar[bool] = True
    usage: ClassVar[str] = "calendar adopt [FILE] [--spring MM-DD]"
    examples: ClassVar[tuple[str, ...]] = ("calendar adopt year.toml", "calendar adopt --spring 03-01")
    calendar: Text | None = None
    spring: Text | None = None


def calendar_adopt(command: CalendarAdopt, scene: Scene) -> Answer:
    """EOS-CAL-03, EOS-CAL-04 (rulings calendar, spring_day): months, weekdays and seasons of a file, a day of spring.

    Day 1 keeps its date. Usage: what makes no year, a date of day 1 or of spring that the year does not have.
    """
    if command.calendar is None and command.spring is None:
        raise Usage("Which calendar? Say a file, or --spring MM-DD.", nearest=CalendarAdopt.examples)
    now = scene.calendar
    try:
        found = calendar_from_toml(command.calendar) if command.calendar is not None else now
        spring = parse_month_day(command.spring) if command.spring is not None else now.spring
        found = msgspec.structs.replace(found, start=now.start, spring=spring)
    except ValueError as wrong:
        raise Usage(str(wrong)) from None
    return [
        CalendarAdopted(
            months=len(found.months),
            year_days=found.year_days,
            spring="is not set" if found.spring is None else "on {:02}-{:02}".format(*found.spring),
            rule="EOS-CAL-03" if scene.game == "eos" else None,
            postings=(Put("book", "calendar", msgspec.json.encode(found).decode()),),
        )
    ]


def session_start(command: SessionStart, scene: Scene) -> Answer:
    """Opens a session. Refused: one is open, or one of this number has been."""
    book = scene.world.get("book")
    is_open = book.fields.get("session")
    if is_open is not None:
        raise scene.lacks(
            f"Session {is_open} is open.", thing="session", state=f"session {is_open}", help=("session end",)
        )
    played = [int(field[8:]) for field in book.fields if field.startswith("session ")]
    number = command.number if command.number is not None else max(played, default=0) + 1
    if not 0 <= number <= MOST_SESSIONS:
        raise Usage(f"Sessions are numbered 0, 1, 2 and so on, not {number}.")
    if number in played:
        raise scene.lacks(
            f"Session {number} has been played.",
            thing=f"session {number}",
            state="played",
            help=(f"session start {max(played) + 1}",),
        )
    postings = (Put("book", "session", number), Put("book", f"session {number}", command.title or f"session {number}"))
    return [SessionStarted(number=number, title=command.title, postings=postings)]


def session_end(command: SessionEnd, scene: Scene) -> Answer:
    """Ends the open session. Refused: none is open."""
    number = scene.world.get("book").fields.get("session")
    if not isinstance(number, int):
        raise scene.lacks("No session is open.", thing="session", state="none", help=("session start",))
    return [SessionEnded(number=number, postings=(Put("book", "session", None),))]


def seat(command: Seat, scene: Scene) -> Answer:
    """Says who sits where. `--plays` makes a figure a player's, `--gives` hands it back to the game master,
    with all its history; a figure handed back goes on eating of the larder.

    Refused: a figure that another seat plays, or that this one gives without playing it.
    """
    name = _seat_name(command.name, scene)
    had = seats(scene.world).get(name)
    if command.gm_ and command.watches:
        raise Usage("A seat is the GM's or it watches, not both.")
    role = "gm" if command.gm_ else "watches" if command.watches else had or PLAYER
    if command.plays and role != PLAYER:
        role = _becomes_player(command)
    if had is None and not (command.plays or command.gm_ or command.watches):
        raise Usage(f"What does {name} do at the table? Say --plays, --gm or --watches.", nearest=Seat.examples)
    if had is not None and had == role and not command.plays and not command.gives:
        raise scene.lacks(f"The seat of {name} is that already.", thing=name, state=role)
    postings: list[AnyPosting] = []
    if had != role:
        postings.append(Put("book", seat_field(name), role))
    plays = scene.people(command.plays) if command.plays else []
    gives = scene.people(command.gives) if command.gives else []
    for holder in plays:
        postings += _played(holder, name, scene)
    for holder in gives:
        postings += _given_back(holder, name, scene)
    return [
        SeatGiven(
            name=name,
            role=role,
            plays=tuple(h.name for h in plays),
            gives=tuple(h.name for h in gives),
            postings=tuple(postings),
        )
    ]


def _becomes_player(command: Seat) -> str:
    if command.gm_ or command.watches:
        raise Usage("A seat that plays is a player's: leave --gm and --watches out.")
    return PLAYER


def _seat_name(text: str, scene: Scene) -> str:
    for name in seats(scene.world):
        if seat_field(name) == seat_field(text):
            return name
    try:
        return check_name(text)
    except ValueError as wrong:
        raise Usage(f"A seat: {wrong}.") from None


def _played(holder: Holder, name: str, scene: Scene) -> list[AnyPosting]:
    other = holder.word("player")
    if other and other != name:
        raise scene.lacks(
            f"{holder.name} is played by {other}.",
            thing=holder.name,
            state=f"played by {other}",
            help=(f"seat {other} --gives {holder.name}",),
        )
    if state(holder) == "gone":
        raise scene.lacks(f"{holder.name} has left the campaign.", thing=holder.name, state="gone")
    return [Put(holder.name, "player", name)]


def _given_back(holder: Holder, name: str, scene: Scene) -> list[AnyPosting]:
    if holder.word("player") != name:
        raise scene.lacks(
            f"{name} does not play {holder.name}.",
            thing=holder.name,
            state=f"played by {holder.word('player') or 'the GM'}",
        )
    return [Put(holder.name, "player", None)]

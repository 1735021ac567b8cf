"""The table itself on the page: `session list`, `seat list`, `calendar show`."""

from typing import Any, ClassVar

from ledger.reading import Reading
from ledger.ruling import Command
from ledger.seats import plays, seats
from schemas.events.sessions import SeatGiven, SessionEnded, SessionStarted
from schemas.units import key

SESSION_TAGS = ("session.started", "session.ended")


class SessionList(Command, tag="session list", frozen=True):
    """The sessions of play, with their seals: `session list`."""

    usage: ClassVar[str] = "session list"
    examples: ClassVar[tuple[str, ...]] = ("session list",)


class SeatList(Command, tag="seat list", frozen=True):
    """Who sits at the table and plays whom: `seat list`."""

    usage: ClassVar[str] = "seat list"
    examples: ClassVar[tuple[str, ...]] = ("seat list",)


class CalendarShow(Command, tag="calendar show", frozen=True):
    """The day looked at in the year's terms, and which month and spring come next: `calendar show --on day-40`."""

    usage: ClassVar[str] = "calendar show [--on MOMENT]"
    examples: ClassVar[tuple[str, ...]] = ("calendar show", "calendar show --on day-40")


def session_list(question: SessionList, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Every session: `first` and `last` are positions, `started` and `ended` moments; None while it is open."""
    tags = reading.campaign.history.tags
    positions = sorted(p for p in reading.positions() if tags[p] in SESSION_TAGS)
    sessions: dict[int, dict[str, Any]] = {}
    for entry, event in reading.entries(positions):
        if isinstance(event, SessionStarted):
            sessions[event.number] = {
                "session": event.number,
                "title": event.title,
                "first": entry.position,
                "last": None,
                "started": entry.moment,
                "ended": None,
                "seal": None,
            }
        elif isinstance(event, SessionEnded) and event.number in sessions:
            sessions[event.number] |= {"last": entry.position, "ended": entry.moment, "seal": event.seal}
    eyes = [_session_text(s, reading) for s in sessions.values()]
    return {"sessions": list(sessions.values())}, eyes or ["no sessions yet"]


def _session_text(session: dict[str, Any], reading: Reading) -> str:
    title = f": {session['title']}" if session["title"] else ""
    text = f"session {session['session']}{title}, from {reading.calendar.text(session['started'])}"
    if session["last"] is None:
        return f"{text}, open"
    return f"{text} to {reading.calendar.text(session['ended'])}, seal {session['seal']}"


def seat_list(question: SeatList, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """Every seat that was given, and the figures it plays."""
    tags = reading.campaign.history.tags
    spelled: dict[str, str] = {}
    for _, event in reading.entries([p for p in reading.positions() if tags[p] == "seat.given"]):
        if isinstance(event, SeatGiven):
            spelled.setdefault(key(event.name), event.name)
    rows = [
        {"name": spelled.get(name, name), "role": role, "plays": [h.name for h in plays(reading.world, name)]}
        for name, role in seats(reading.world).items()
    ]
    return {"seats": rows}, [f"{r['name']} ({r['role']}): {', '.join(r['plays']) or 'nobody'}" for r in rows] or [
        "the GM alone"
    ]


def calendar_show(question: CalendarShow, reading: Reading) -> tuple[dict[str, Any], list[str]]:
    """EOS-CAL-03, EOS-CAL-04: date, weekday, month, season; the days on which the next month and spring begin."""
    calendar, day = reading.calendar, reading.day
    data = {
        "day": day,
        "date": calendar.date_text(day),
        "weekday": calendar.weekday(day),
        "month": calendar.month_name(day),
        "season": calendar.season(day),
        "year": calendar.date(day)[0],
        "dawn": _clock(calendar.dawn_seconds),
        "dusk": _clock(calendar.dusk_seconds),
        "next_month": calendar.next_month(day),
        "next_spring": calendar.next_spring(day),
    }
    spring = data["next_spring"]
    eyes = [
        calendar.long_text(reading.on),
        f"dawn {data['dawn']}, dusk {data['dusk']}; next month on day {data['next_month']}",
        f"spring on day {spring}" if spring is not None else "no spring is set: zones do not recover from hunting",
    ]
    return data, eyes


def _clock(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds % 3600 // 60:02}"

"""Opening a book."""

from typing import ClassVar

import msgspec

from ledger.ruling import Answer, Command, Scene, Text
from schemas.calendar import Calendar
from schemas.events.book import BookOpened
from schemas.postings import Put


class New(Command, tag="new", frozen=True):
    """Opens a book: `new "North Road" --game eos --spring 03-01 --start Y1-03-10`. Without `--spring` zones do not recover."""

    words: ClassVar[tuple[str, ...]] = ("title",)
    usage: ClassVar[str] = "new TITLE [--game eos|ranked] [--spring MM-DD] [--start DATE] [--calendar FILE]"
    title: Text
    game: Text = "eos"
    spring: Text | None = None
    start: Text | None = None
    calendar: Text | None = None


def new(command: New, scene: Scene) -> Answer:
    """EOS-CAL-03, EOS-CAL-04: a calendar of twelve months of thirty days unless a file says otherwise (ruling calendar)."""
    if "book" in scene.world.holders:
        raise scene.lacks("This book is open already.", thing=command.title, state="open")
    calendar = calendar_of(command)
    return [
        BookOpened(
            title=command.title,
            game=command.game,
            to=calendar.dawn_of(1),
            rule="EOS-CAL-03" if command.game == "eos" else None,
            postings=(
                Put("book", "kind", "book"),
                Put("book", "title", command.title),
                Put("book", "game", command.game),
                Put("book", "calendar", msgspec.json.encode(calendar).decode()),
            ),
        )
    ]


def calendar_of(command: New) -> Calendar:
    """The calendar that the line asks for; Usage if its words make none."""
    from ledger.ruling import Usage
    from schemas.calendar import calendar_from_toml, parse_date, parse_month_day

    if command.game not in ("eos", "ranked"):
        raise Usage(f"There is no game called {command.game}.", nearest=("eos", "ranked"))
    try:
        calendar = calendar_from_toml(command.calendar) if command.calendar else Calendar()
        if command.start is not None:
            calendar = msgspec.structs.replace(calendar, start=parse_date(command.start))
        if command.spring is not None:
            calendar = msgspec.structs.replace(calendar, spring=parse_month_day(command.spring))
    except ValueError as wrong:
        raise Usage(str(wrong)) from None
    return calendar

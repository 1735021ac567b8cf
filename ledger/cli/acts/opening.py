"""`new`: the one line that needs no book."""

import os
from pathlib import Path
from typing import Any

import msgspec

from ledger.cli.answer import Answer, recorded
from ledger.cli.desk import SUFFIX, Desk
from ledger.cli.files import text_of
from ledger.cli.line import BadWords, Word
from ledger.cli.parse import CORRECTING
from ledger.contents import rules_of
from ledger.journal import BookThere
from ledger.rules.opening import New  # the same words, read without a book
from ledger.ruling import Command, Refused
from projections.world import World
from schemas.units import check_name, key

LONGEST_FILE = 100


def new(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Opens a book beside the terminal (`north-road.campaign`), or at `--book FILE`. Refused if it is there."""
    from ledger.campaign import Campaign

    parsed = desk.parse("new", words, New, CORRECTING, World(), 0, "eos")
    command = with_calendar(parsed.command)
    path = path_for(desk, command.title)
    if path.exists():
        raise Refused(f"{path.name} is there already.", thing=path.name, state="there", help=(f"--book {path}",))
    dry = bool(parsed.options.get("dry-run"))
    campaign = Campaign.unwritten(path)
    wish = desk.wish(parsed._replace(command=command), line)
    try:
        _, operation = campaign.operate(lambda op: op.tell(wish), dry=dry)
    except BookThere as there:
        raise Refused(there.text, thing=path.name, state="there") from None
    if not dry:
        desk.take(campaign, path)
    answer = recorded(campaign, operation, dry=dry)
    if command.spring is None and "hunt" in rules_of(command.game):
        answer.notices.append(("no-spring", "Without --spring zones do not recover from hunting."))
    return answer


def with_calendar(command: Any) -> Any:
    """The command with its calendar file read into it: what is asked again must not look at files."""
    if command.calendar is None:
        return command
    try:
        text = text_of(command.calendar, 1 << 20)
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadWords(f"the calendar file {command.calendar} cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None
    return msgspec.structs.replace(command, calendar=text)


def path_for(desk: Desk, title: str) -> Path:
    """`"North Road"` is north-road.campaign, unless a file was named (`--book`, CAMPAIGN_BOOK)."""
    try:
        check_name(title)
    except ValueError as wrong:
        raise BadWords(f"a book's name: {wrong}") from None
    if desk.book is not None:
        return desk.book
    if os.environ.get("CAMPAIGN_BOOK"):
        return desk.path()
    name = "".join(c for c in key(title) if c.isalnum() or c in "-.").strip(".-")[:LONGEST_FILE] or "campaign"
    return Path(name + SUFFIX)

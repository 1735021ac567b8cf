"""`calendar adopt FILE`: a rule decides it, but its file is read here, so that what is asked again looks at no file."""

from ledger.cli.acts.opening import with_calendar
from ledger.cli.answer import Answer, recorded
from ledger.cli.desk import Desk
from ledger.cli.line import Word
from ledger.cli.parse import WRITING
from ledger.rules.sessions import CalendarAdopt
from ledger.ruling import Command


def adopt(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Adopts the calendar of a file, at the clock or at `--at`. Usage: a file that cannot be read or makes no year."""
    campaign = desk.campaign(write=True)
    parsed = desk.parse(
        "calendar adopt", words, cls, WRITING, campaign.head_world(), campaign.clock, campaign.game, campaign
    )
    wish = desk.wish(parsed._replace(command=with_calendar(parsed.command)), line)
    dry = bool(parsed.options.get("dry-run"))
    _, operation = campaign.operate(lambda op: op.tell(wish), dry=dry)
    return recorded(campaign, operation, dry=dry, seat=wish.seat)


__all__ = ["CalendarAdopt", "adopt"]

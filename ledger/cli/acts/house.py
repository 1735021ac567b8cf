"""`house FILE`: a rule decides it, but its file is read here, so that what is asked again looks at no file."""

from typing import Any

import msgspec

from ledger.cli.answer import Answer, recorded
from ledger.cli.desk import Desk
from ledger.cli.files import text_of
from ledger.cli.line import BadWords, Word
from ledger.cli.parse import WRITING
from ledger.rules.house import HouseFile
from ledger.ruling import Command
from schemas.house import LARGEST_FILE


def adopt(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Adopts the house of a file, at the clock or at `--at`. Usage: a file that cannot be read or makes no house."""
    campaign = desk.campaign(write=True)
    parsed = desk.parse("house", words, cls, WRITING, campaign.head_world(), campaign.clock, campaign.game, campaign)
    wish = desk.wish(parsed._replace(command=with_file(parsed.command)), line)
    if wish.at is not None and wish.at < campaign.clock:
        from ledger.cli.acts.corrections import write_late

        return write_late(desk, campaign, wish, parsed.options)
    dry = bool(parsed.options.get("dry-run"))
    _, operation = campaign.operate(lambda op: op.tell(wish), dry=dry)
    return recorded(campaign, operation, dry=dry, seat=wish.seat)


def with_file(command: Any) -> Any:
    """The command with the text of its file in it."""
    try:
        text = text_of(command.file, LARGEST_FILE)
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadWords(f"the house file {command.file} cannot be read: {getattr(wrong, 'strerror', None) or wrong}") from None
    return msgspec.structs.replace(command, file=text)


__all__ = ["HouseFile", "adopt", "with_file"]

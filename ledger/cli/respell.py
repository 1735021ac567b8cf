"""Names that were spelt anew (`rename`): shown by their new spelling wherever they are printed."""

import re
from typing import Any

import schemas.events
from ledger.campaign import Campaign
from ledger.cli.answer import Answer
from schemas.events.disputes import NameChanged


def spellings(campaign: Campaign, known_at: int) -> dict[str, str]:
    """First spelling -> the one that holds, as known at a position."""
    out = campaign.order(known_at).out
    found: dict[str, str] = {}
    for entry in campaign.entries(
        p for p in campaign.history.rare.get("name.changed", ()) if p <= known_at and not out[p]
    ):
        event = schemas.events.read(entry.event)
        if isinstance(event, NameChanged):
            found[event.before] = event.after
    return found


def respell(answer: Answer, names: dict[str, str]) -> None:
    """Puts the new spellings into an answer, in its data and in its lines for eyes."""
    if not names:
        return
    longest_first = sorted(names, key=len, reverse=True)
    words = re.compile(r"(?<!\w)(?:" + "|".join(re.escape(n) for n in longest_first) + r")(?!\w)")

    def spelt(text: str) -> str:
        return words.sub(lambda m: names[m[0]], text)

    def through(value: Any) -> Any:
        if isinstance(value, str):
            return spelt(value)
        if isinstance(value, dict):
            return {through(k): through(v) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [through(v) for v in value]
        return value

    if not _is_about_renaming(answer):
        answer.data = through(answer.data)
        answer.eyes = [spelt(line) for line in answer.eyes]


def _is_about_renaming(answer: Answer) -> bool:
    """The answer to `rename` itself names both spellings."""
    return answer.command.startswith("rename ")

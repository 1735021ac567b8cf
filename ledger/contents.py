"""The table of contents: every verb, and where it is decided. Names only, resolved on use, so that a line starts fast.

A mechanic adds its rows to `RULES` (what writes by a rule) and to `TICKS` (what a dawn brings); a view its row to
`VIEWS`; what is asked of the book itself stands in `ACTS`. Two words where the vocabulary has two (`gm give`).
"""

from typing import NamedTuple

BOTH = ("eos", "ranked")
EOS = ("eos",)


class Row(NamedTuple):
    """`module` (under its room), the struct that the words are read into, the function that answers, a line of help."""

    module: str
    words: str
    answer: str
    help: str
    games: tuple[str, ...] = EOS


RULES: dict[str, Row] = {
    "new": Row("opening", "New", "new", "open a new book", BOTH),
    "hunt": Row("eos.hunting", "Hunt", "hunt", "hunt game in a zone"),
}
"""verb -> module under ledger.rules, its command, its rule."""

TICKS: tuple[tuple[str, str], ...] = ()
"""What time asks in Eos: (module under ledger.rules, name of a TickRule); each says its own rank."""

VIEWS: dict[str, Row] = {
    "zone": Row("places", "ZoneQuestion", "zone", "a zone: numbers to beat, wear, weather, sites", BOTH),
}
"""noun -> module under ledger.cli.views, its question, its answer."""

ACTS: dict[str, Row] = {
    "new": Row("opening", "New", "new", "open a new book", BOTH),
    "verify": Row("trust", "Verify", "verify", "check that nothing was rewritten", BOTH),
}
"""verb -> module under ledger.cli.acts, its words, what it does: corrections, notes, the shell, trust."""

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
    "void": Row("corrections", "Void", "do_void", "strike an entry and what it caused", BOTH),
    "undo": Row("corrections", "Undo", "do_undo", "take back the last operation", BOTH),
    "redo": Row("corrections", "Redo", "do_redo", "take back the last undo", BOTH),
    "rollback": Row("corrections", "Rollback", "do_rollback", "go back to a day; what was played since is kept as a branch", BOTH),
    "restore": Row("corrections", "Restore", "do_restore", "bring a branch back", BOTH),
    "branch list": Row("corrections", "BranchList", "do_branch_list", "the branches that rollbacks set aside", BOTH),
    "branch show": Row("corrections", "BranchShow", "do_branch_show", "the entries of a branch", BOTH),
    "new": Row("opening", "New", "new", "open a new book", BOTH),
    "verify": Row("trust", "Verify", "verify", "check that nothing was rewritten", BOTH),
}
"""verb -> module under ledger.cli.acts, its words, what it does: corrections, notes, the shell, trust."""

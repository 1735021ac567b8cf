"""The command line: `campaign VERB ...`, the same lines as in the shell and in session notes."""

import sys
from collections.abc import Sequence

import click

from ledger.contents import ACTS, RULES, VIEWS


class Lines(click.Group):
    """Every verb is a line of the one grammar; click shows what there is and hands the words over."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({**RULES, **VIEWS, **ACTS})

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, table in (("What writes", RULES), ("What reads", VIEWS), ("The book itself", ACTS)):
            with formatter.section(title):
                formatter.write_dl([(verb, row.help) for verb, row in sorted(table.items())])


@click.command(cls=Lines, context_settings={"help_option_names": ["--help", "-h"]})
def lines() -> None:
    """An event-sourced ledger for tabletop campaigns: every roll is written once, every number can be explained.

    Every line begins with a verb. `campaign help VERB` says how one is typed.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one line from the terminal and leaves with its exit code (COMMANDS 1.6)."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("--help", "-h"):
        lines.main(args=["--help"], prog_name="campaign", standalone_mode=True)
        return
    if words[-1] in ("--help", "-h"):
        words = ["help", *[w for w in words[:-1] if not w.startswith("-")][:2]]
    from ledger.cli.terminal import run

    sys.exit(run(words))

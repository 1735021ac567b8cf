"""One line from the terminal: answers on stdout, refusals and usage on stderr."""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from ledger.cli.answer import Answer
from ledger.cli.desk import Desk
from ledger.cli.line import BadWords, line_of
from ledger.cli.progress import shown

STOPPED = "Stopped. The line stands whole or not at all; campaign show last shows the newest entry."
INTERRUPTED = 130
"""The exit of what Ctrl-C stopped, as shells have it."""


def run(words: Sequence[str]) -> int:
    """Answers the words of one line, prints the answer, and gives its exit code."""
    as_json = "--json" in words
    desk = Desk()
    try:
        try:
            line = line_of(words)
        except BadWords as wrong:
            from ledger.cli.desk import usage

            answer = usage(wrong.text, wrong.nearest, None)
            answer.command = " ".join(words)
        else:
            with shown():
                answer = desk.answer_whole(line)
        show(answer, as_json)
        return answer.exit
    except KeyboardInterrupt:
        sys.stderr.write(STOPPED + "\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has gone; that is no failure of the line.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    finally:
        desk.close()


def show(answer: Answer, as_json: bool) -> None:
    """Prints an answer for programs or for eyes."""
    if answer.shown:
        return
    if as_json:
        sys.stdout.write(answer.as_json() + "\n")
        sys.stdout.flush()
        return
    out = sys.stdout if answer.ok or answer.kind == "finding" else sys.stderr
    for line in answer.eyes:
        out.write(safe(line) + "\n")
    for kind, text in answer.notices:
        sys.stdout.write(safe(f"({kind}) {text}") + "\n")
    out.flush()


def safe(text: str) -> str:
    """Text without signs that would steer a terminal, or turn the order of its letters around."""
    return _STEERING.sub("�", text)


_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters; embeddings, overrides and isolates of the writing direction. A mere mark of it stays, as words of
right-to-left scripts are written with them."""


__all__ = ["Path", "run", "safe", "show"]

"""One line from the terminal: answers on stdout, refusals and usage on stderr."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ledger.cli.answer import Answer
from ledger.cli.desk import Desk
from ledger.cli.line import BadWords, line_of


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
            answer = desk.answer_whole(line)
        show(answer, as_json)
        return answer.exit
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
    """Text without signs that would steer a terminal."""
    return "".join(c if c >= " " and c != "\x7f" and not "\x80" <= c <= "\x9f" else "�" for c in text)


__all__ = ["Path", "run", "safe", "show"]

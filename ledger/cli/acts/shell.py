"""`shell`: line after line at one desk, for people or, with `--json`, for programs."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, ClassVar, TextIO

from ledger.cli.answer import Answer
from ledger.cli.desk import Desk, usage
from ledger.cli.line import BadWords, Word, split, unfinished
from ledger.cli.parse import CORRECTING, READING, WRITING, options_of
from ledger.cli.progress import shown
from ledger.contents import ACTS, RULES, VIEWS, rules_of, views_of
from ledger.rules import USUAL
from ledger.ruling import Command
from projections.encounter import open_fights, round_in, turn_in
from projections.world import World

LEAVE = ("quit", "exit")
DELIMITERS = " \t\n,"
HISTORY = 1000


class Shell(Command, tag="shell", frozen=True):
    """A prompt for line after line; `shell --json` reads lines from standard input and prints one object a line."""

    usage: ClassVar[str] = "shell [--json]"
    examples: ClassVar[tuple[str, ...]] = ("shell", "shell --json")


def shell(desk: Desk, cls: type[Command], words: list[Word], line: str) -> Answer:
    """Answers lines until `quit`, `exit` or the end of the input; then nothing is left to print."""
    if desk.stays_open:
        raise BadWords("this is a shell already")
    desk.parse("shell", words, cls, {}, World(), 0, "eos")
    as_json = any(word.is_option and word.text == "--json" for word in split(line))
    desk.stays_open = True
    try:
        if as_json:
            serve(desk, sys.stdin, sys.stdout)
        else:
            talk(desk)
    finally:
        desk.stays_open = False
    return Answer("view", {}, shown=True)


# For programs ------------------------------------------------------------------------------------------------


def serve(desk: Desk, lines: TextIO, out: TextIO) -> None:
    """One object a line on `out`, at once; `\\` at a line's end goes on below, blank lines and remarks say nothing."""
    for stream, errors in ((lines, "surrogateescape"), (out, "strict")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors)
    for line in tied(lines):
        if not _says_something(line):
            continue
        if line.strip() in LEAVE:
            return
        answer = _not_utf8(line) or desk.answer_whole(line)
        out.write(answer.as_json() + "\n")
        out.flush()


def tied(lines: Iterable[str]) -> Iterator[str]:
    """The lines, those that go on below tied together; a last one that does not come to its end as it is."""
    text = ""
    for line in lines:
        text += line.rstrip("\r\n")
        if unfinished(text):
            text = text.rstrip()[:-1].rstrip() + " "
            continue
        yield text
        text = ""
    if text:
        yield text.rstrip() + " \\"


def _says_something(line: str) -> bool:
    stripped = line.strip()
    return bool(stripped) and not stripped.startswith("#")


def _not_utf8(line: str) -> Answer | None:
    for place, character in enumerate(line, start=1):
        if "\ud800" <= character <= "\udfff":
            answer = usage(f"byte {ord(character) & 0xFF:#04x} at column {place} is not UTF-8", (), None)
            answer.command = line.encode("utf-8", "replace").decode()
            return answer
    return None


# For people --------------------------------------------------------------------------------------------------


def talk(desk: Desk) -> None:
    """Shows book and clock, reads a line, answers it. Ctrl-C abandons a line, Ctrl-D ends."""
    from ledger.cli.terminal import STOPPED, show

    with completing(desk):
        print("Lines as in a terminal, without `campaign`. help VERB says how one is typed; quit ends.")
        while True:
            try:
                line = _ask(prompt(desk))
            except EOFError:
                print()
                return
            except KeyboardInterrupt:
                print()
                continue
            if line.strip() in LEAVE:
                return
            if _says_something(line):
                try:
                    with shown():
                        answer = desk.answer_whole(line)
                except KeyboardInterrupt:
                    desk.close()  # what it was in the midst of is read anew
                    print(STOPPED.replace("campaign show", "show"))
                    continue
                show(answer, as_json=False)


def _ask(words: str) -> str:
    text = input(words)
    while unfinished(text):
        text = text.rstrip()[:-1].rstrip() + " " + input("... ")
    return text


def prompt(desk: Desk) -> str:
    """`North Road, day 3 06:00 > `: the book, its clock, and whose turn it is in a fight."""
    world = _world(desk)
    book = world.holders.get("book") if world is not None else None
    if world is None or book is None:
        return "no book > "
    campaign = desk.campaign()
    turns = [f"turn of {turn} (round {round_in(fight)})" for fight in open_fights(world) if (turn := turn_in(fight))]
    said = [book.word("title"), str(campaign.calendar.text(campaign.clock)), *turns]
    return ", ".join(said) + " > "


def _world(desk: Desk) -> World | None:
    from ledger.journal import JournalError
    from ledger.ruling import Usage

    try:
        world: World = desk.campaign().head_world()
    except (Usage, JournalError, ValueError):
        return None
    return world


class completing:
    """While it is open, the Tab key completes verbs, little words, names and things; earlier lines come back."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.found: list[str] = []
        self._readline: Any = None
        self._before: tuple[Callable[[str, int], str | None] | None, str] = (None, "")

    def __enter__(self) -> "completing":
        try:
            import readline
        except ImportError:
            return self
        self._readline = readline
        self._before = (readline.get_completer(), readline.get_completer_delims())
        readline.set_completer_delims(DELIMITERS)
        readline.set_completer(self.complete)
        readline.set_history_length(HISTORY)
        readline.parse_and_bind("tab: complete")
        return self

    def __exit__(self, *_: object) -> None:
        if self._readline is not None:
            self._readline.set_completer(self._before[0])
            self._readline.set_completer_delims(self._before[1])

    def complete(self, text: str, nth: int) -> str | None:
        """The nth word that begins with `text` at the cursor's place in the line, as readline asks for them."""
        if nth == 0:
            before = self._readline.get_line_buffer()[: self._readline.get_begidx()]
            self.found = completions(before, text, _world(self.desk))
        return self.found[nth] if nth < len(self.found) else None


def completions(before: str, text: str, world: World | None) -> list[str]:
    """What may stand at this place of a line: verbs first, then names, things and the verb's little words."""
    said = before.split()
    verbs = {**RULES, **VIEWS, **ACTS}
    if not said:
        wanted: Iterable[str] = [*dict.fromkeys(verb.split()[0] for verb in verbs), "help", *LEAVE]
        return _beginning(text, wanted)
    seconds = [verb.split()[1] for verb in verbs if " " in verb and verb.split()[0] == said[0]]
    if len(said) == 1 and seconds:
        return _beginning(text, seconds)
    if text.startswith("-"):
        verb = " ".join(said[:2]) if " ".join(said[:2]) in verbs else said[0]
        return _beginning(text, little_words(verb, USUAL if world is None else world.get("book").word("game", USUAL)))
    if said[0] == "help":
        return _beginning(text, dict.fromkeys(verb.split()[0] for verb in verbs))
    return _beginning(text, names(world))


def _beginning(text: str, words: Iterable[str]) -> list[str]:
    return sorted({word + " " for word in words if word.lower().startswith(text.lower())})


def names(world: World | None) -> list[str]:
    """Everyone and everything that a line may name, in one word each: spaces are hyphens."""
    import schemas.rulebook as rulebook

    known = [] if world is None else [h.name for h in world.holders.values() if h.name != "book"]
    return [name.replace(" ", "-") for name in (*known, "party", "all", *rulebook.thing_names())]


@cache
def little_words(verb: str, game: str = USUAL) -> list[str]:
    """`--in`, `--at` ... of a verb in a game; none of a verb that it does not have."""
    import importlib

    rooms = ((rules_of(game), "rules", WRITING), (views_of(game), "cli.views", READING), (ACTS, "cli.acts", CORRECTING))
    for table, room, common in rooms:
        row = table.get(verb)
        if row is not None:
            cls = getattr(importlib.import_module(f"ledger.{room}.{row.module}"), row.words)
            return [f"--{name}" for name in options_of(cls, common)]
    return []

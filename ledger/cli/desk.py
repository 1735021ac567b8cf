"""The desk: one book open, one seat, line after line."""

import itertools
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from ledger.cli.answer import Answer, basis_of, recorded
from ledger.cli.dice_words import Throws as ToldThrows
from ledger.cli.lexicon import Lexicon
from ledger.cli.line import BadWords, Word, completed, line_of, nearest, split, typable
from ledger.cli.parse import READING, SIDES, WRITING, Context, Parsed, read_line
from ledger.contents import ACTS, BOOKLESS, RULES, VIEWS, Row, views_of
from ledger.ruling import Command, Refused, Usage
from schemas.units import Moment, key

SUFFIX = ".campaign"
MOST_MEANT = 8
"""So many names may be what was meant; more of them are the list of what there is."""


class Desk:
    """Where lines are typed. `book` is the file, None until one is found or opened; `seat` None is the GM."""

    def __init__(self, book: Path | None = None, seat: str | None = None) -> None:
        from ledger.campaign import Campaign

        self._campaign: Campaign | None = None
        self._writes = False
        self.book = book
        self.seat = seat
        self.stays_open = False

    # -- the book

    def path(self) -> Path:
        """The book's file: `--book`, else CAMPAIGN_BOOK, else the one in the folder (what `backup --from` has set aside
        there is not played on). Usage if there is none, or several."""
        if self.book is not None:
            return self.book
        named = os.environ.get("CAMPAIGN_BOOK")
        if named:
            return self._book_at(named)
        found = sorted(p for p in Path(".").glob(f"*{SUFFIX}") if not _replaced(p))
        if len(found) == 1:
            return found[0]
        if not found:
            raise Usage("There is no book in this folder: open one with new, or name it with --book FILE.",
                        nearest=('new "North Road" --game eos',))  # fmt: skip
        raise Usage(
            "There are several books in this folder: name one with --book FILE.", nearest=[str(f) for f in found]
        )

    @staticmethod
    def _book_at(named: str) -> Path:
        """A file, or a campaign on a server. Usage: an address that is none."""
        from ledger.address import book_at

        try:
            return book_at(named)
        except ValueError as wrong:
            raise Usage(f"{wrong}.".replace("..", ".")) from None

    def has_book(self) -> bool:
        """Whether there is a book to look into, and no more than one that could be meant."""
        try:
            return self.path().exists()
        except Usage:
            return False

    def campaign(self, write: bool = False) -> Any:
        """The open book; opened anew if it was open only to read."""
        from ledger.campaign import Campaign

        if self._campaign is not None and (self._writes or not write):
            self._campaign.refresh()
            return self._campaign
        self.close()
        if write:
            self._check_chain()
        self._campaign = Campaign.open(self.path(), write=write)
        self._writes = write
        return self._campaign

    def _check_chain(self) -> None:
        """Raises Damaged for a book that is not as it was written: it is still read, but nothing is added to it."""
        from ledger.journal import Damaged, open_book
        from ledger.seals import follows

        with open_book(self.path()) as journal:
            if not follows(journal.read()):
                raise Damaged(f"{journal.path.name} is not as it was written.")

    def take(self, campaign: Any, path: Path) -> None:
        """From here on this is the open book."""
        if self._campaign is not campaign:
            self.close()
        self._campaign, self._writes, self.book = campaign, True, path

    def close(self) -> None:
        if self._campaign is not None:
            self._campaign.close()
            self._campaign = None

    # -- lines

    def answer(self, line: str, **more: Any) -> Answer:
        """Answers one line, whatever it says; never raises for what a person typed."""
        command = line.strip().encode(errors="replace").decode()  # what was no text is shown as question marks
        try:
            answer = self._answer(line, **more)
        except BadWords as wrong:
            answer = usage(wrong.text, wrong.nearest, _where(wrong, more))
        except Usage as wrong:
            answer = usage(wrong.text, wrong.nearest, None)
        except Refused as no:
            answer = refused(self._typable(no, command))
        except Exception as failed:
            answer = self._failed(failed)
        answer.command = command
        with suppress(BadWords):
            answer.command = kept_words(line)
        if answer.basis is None and self._campaign is not None and answer.kind != "damaged":
            try:
                answer.basis = self._basis()
            except Exception as failed:
                answer = self._failed(failed)
                answer.command = command
        self._respell(answer)
        if not self.stays_open:
            self.close()
        return answer

    def _typable(self, no: Refused, typed: str) -> Refused:
        """The same refusal, its lines of help as they can be typed: a little word that would help as part of its line."""
        if any(verb in RULES for verb in (typed.split(" ")[0], " ".join(typed.split()[:2]))):
            no.help = tuple(completed(typed, line) for line in no.help)
        if self._campaign is not None and self._campaign.head:
            names = list(self._campaign.head_world().names.values())
            no.help = tuple(typable(line, names) for line in no.help)
        return no

    def _respell(self, answer: Answer) -> None:
        """Shows the names that were spelt anew by their new spelling, everywhere."""
        campaign = self._campaign
        if campaign is None or not campaign.head or answer.basis is None:
            return
        at_head = int(answer.basis["known_at"]) == campaign.head
        if at_head and not campaign.head_world().get("book").fields.get("renames"):
            return  # an earlier known-at may know a name that was taken back since
        if str(answer.basis["world"]).startswith("whatif:") and campaign.world_name == "book":
            return  # spelt by its own world already
        from ledger.cli.respell import respell, spellings

        respell(answer, spellings(campaign, int(answer.basis["known_at"])))

    def answer_whole(self, line: str, **more: Any) -> Answer:
        """The same, where a fault of the ledger itself is said in words too; CAMPAIGN_TRACE=1 shows where it is."""
        try:
            return self.answer(line, **more)
        except BrokenPipeError:
            raise
        except Exception as fault:
            if os.environ.get("CAMPAIGN_TRACE"):
                raise
            self.close()
            text = (
                f"The ledger itself failed on this line ({type(fault).__name__}: {fault}); nothing of it was written. "
                "That is a fault of the ledger, not yours: `verify` says whether the book is whole."
            )
            answer = refused(Refused(text, thing="ledger", state="fault", help=("verify",)))
            answer.command = line.strip()
            return answer

    def _basis(self) -> dict[str, Any] | None:
        from ledger.reading import Reading

        campaign = self._campaign
        return basis_of(Reading(campaign, seat=self.seat)) if campaign is not None and campaign.head else None

    def _failed(self, failed: Exception) -> Answer:
        from ledger.journal import BookThere, Busy, Damaged, JournalFailed, NoBook

        if isinstance(failed, BrokenPipeError):
            raise failed  # whoever read the shell's answers has gone
        if isinstance(failed, NoBook):
            return usage(failed.text, (), None)
        if isinstance(failed, Damaged):
            return self._damage() or damaged("damaged", failed.text)
        if isinstance(failed, (BookThere, Busy, JournalFailed)):
            return refused(Refused(failed.text, thing="book", state=type(failed).__name__.lower()))
        found = self._damage()
        if found is not None:
            return found
        if isinstance(failed, msgspec.ValidationError | msgspec.DecodeError):
            return damaged("payload", f"An entry of this book cannot be read: {failed}.")
        raise failed

    def _damage(self) -> Answer | None:
        """What the chain says of a book that cannot be read: the first position that is not as it was written, if any."""
        from ledger.audit.verify import verify_book
        from ledger.journal import Damaged, JournalError, open_book

        try:
            with open_book(self.path()) as journal:
                found = verify_book(journal)
                if found.whole:
                    journal.check_pages()
        except Damaged as torn:
            return damaged("damaged", torn.text)
        except (JournalError, Usage):
            return None
        return None if found.whole else damaged(found.verdict, found.text, found.position, found.head, found.entries)

    def _answer(self, line: str, **more: Any) -> Answer:
        words = split(line)
        if not words:
            raise BadWords("nothing was said: a line begins with a verb, such as hunt or sheet")
        verb, rest = verb_of_line(words)
        rest = self._globals(rest)
        if any(word.is_option and word.text.partition("=")[0] == "--whatif" for word in rest):
            from ledger.cli.acts.whatif import answer_beside

            return answer_beside(self, self.campaign(), verb, line)
        if verb in ACTS:
            return self.act(verb, rest, line)
        if verb in RULES:
            return self.write(verb, rest, line, **more)
        return self.view(verb, rest)

    def _globals(self, words: list[Word]) -> list[Word]:
        """Takes `--book FILE` out, which says where everything else is looked up."""
        kept: list[Word] = []
        waiting = list(words)
        while waiting:
            word = waiting.pop(0)
            if word.is_option and word.text == "--book" and waiting:
                book = self._book_at(waiting.pop(0).text)
                if book != self.book:
                    self.close()
                    self.book = book
            elif word.is_option and word.text == "--json":
                continue
            else:
                kept.append(word)
        return kept

    def parse(self, verb: str, words: list[Word], cls: type[Command], common: dict[str, str], world: Any, now: Moment,
              game: str, campaign: Any = None, drafts: Sequence[Any] = ()) -> Parsed:  # fmt: skip
        """The command of these words, understood on this world; `drafts` are entries of the campaign not yet written."""
        session, entry = (session_bound(campaign, drafts), entry_of(campaign)) if campaign is not None else (None, None)
        context = Context(Lexicon(world, game), now, session, entry)
        return read_line(verb, cls, words, common, context)

    # -- what writes by a rule

    def write(self, verb: str, words: list[Word], line: str, **more: Any) -> Answer:
        from ledger.rules import command_of

        campaign = self.campaign(write=not is_dry(words))
        parsed = self.parse(verb, words, command_of(verb, campaign.game), WRITING, campaign.head_world(), campaign.clock,
                            campaign.game, campaign)  # fmt: skip
        dry = bool(parsed.options.get("dry-run"))
        wish = self.wish(parsed, line)
        if wish.at is not None and wish.at < campaign.clock:
            from ledger.cli.acts.corrections import write_late

            return write_late(self, campaign, wish, parsed.options)
        _, operation = campaign.operate(lambda op: op.tell(wish), dry=dry)
        return recorded(campaign, operation, dry=dry, seat=wish.seat)

    def wish(
        self, parsed: Parsed, line: str, note: Any = None, behind: int | None = None, *, reason_given: bool = False
    ) -> Any:
        """A parsed line as the campaign asks it. Usage: a reason that is missing, a seat that may not."""
        from ledger.campaign import Told, Wish

        options = parsed.options
        sides: dict[str, tuple[tuple[int, ...], ...]] = {}
        everybody: set[str] = set()
        for side in SIDES:
            told = options.get(side)
            if isinstance(told, ToldThrows):
                sides[side] = told.throws
                if told.all:
                    everybody.add(side)
        reason = options.get("reason", "")
        if parsed.command.reasoned and not reason and not reason_given:
            raise BadWords(f'{parsed.verb} asks for --reason "why"')
        modified = any(getattr(parsed.command, field, None) is not None for field in ("bonus", "target"))
        if modified and not parsed.command.gm and not reason and not reason_given:
            raise BadWords('--bonus and --target ask for --reason "why"')
        seat = options.get("seat", self.seat)
        return Wish(
            command=parsed.command, words=kept_words(line), told=Told(sides, frozenset(everybody)), at=options.get("at"),
            behind=behind, reason=reason, overrule=options.get("overrule", ""), hidden=bool(options.get("hidden")),
            seat=None if seat is None or key(seat) == "gm" else seat, note=note,
        )  # fmt: skip

    # -- what reads

    def reading(self, options: dict[str, Any], campaign: Any) -> Any:
        """The basis that a view's little words ask for. Usage: a position or time that is no place of the record."""
        from ledger.reading import Reading

        known_at, world_name = None, None
        if options.get("branch") is not None:
            known_at, name = branch_position(campaign, options["branch"])
            world_name = f"branch:{name}"
        if options.get("known-at") is not None:
            known_at = known_position(campaign, options["known-at"])
        seat = options.get("seat", self.seat)
        check_seat(campaign, seat)
        return Reading(campaign, options.get("on"), known_at, world_name=world_name, seat=seat)

    def view(self, verb: str, words: list[Word]) -> Answer:
        import importlib

        row = VIEWS[verb]
        if verb not in BOOKLESS or self.has_book():
            row = self.view_row(verb, self.campaign().game)
        module = importlib.import_module(f"ledger.cli.views.{row.module}")
        if verb in BOOKLESS and not self.has_book():
            parsed = self.parse(verb, words, getattr(module, row.words), READING, None, 0, "eos")
            data, eyes = getattr(module, row.answer)(parsed.command, None)
            return Answer("view", data, eyes=eyes)
        campaign = self.campaign()
        parsed = self._question(verb, words, getattr(module, row.words), campaign)
        reading = self.reading(parsed.options, campaign)
        found = getattr(module, row.answer)(parsed.command, reading)
        answer = (
            found if isinstance(found, Answer) else Answer("view", found[0], basis=basis_of(reading), eyes=found[1])
        )
        answer.notices += reading.notices
        if reading.projected:
            answer.notices.append(
                ("projected", f"{reading.calendar.text(reading.on)} is ahead of the clock: what is written, aged.")
            )
        return answer

    @staticmethod
    def view_row(verb: str, game: str) -> Row:
        """The row of a noun in a game. Usage: a noun of the other game."""
        from ledger.rules import not_of

        rows = views_of(game)
        if verb not in rows:
            raise not_of(verb, VIEWS[verb].games, game, rows)
        return rows[verb]

    def _question(self, verb: str, words: list[Word], cls: type[Command], campaign: Any) -> Parsed:
        """The words of a view in the names of the book as it was known; a name of today only is understood too."""
        from ledger.reading import Reading

        known_at = None
        for nth, word in enumerate(words):
            name, glued, value = word.text.partition("=")
            if word.is_option and name in ("--known-at", "--branch") and (glued or nth + 1 < len(words)):
                said = value if glued else words[nth + 1].text
                known_at = (
                    known_position(campaign, said) if name == "--known-at" else branch_position(campaign, said)[0]
                )
        if known_at is not None:
            then = Reading(campaign, None, known_at)
            with suppress(BadWords):
                return self.parse(verb, words, cls, READING, then.world, then.clock, campaign.game, campaign)
        return self.parse(verb, words, cls, READING, campaign.head_world(), campaign.clock, campaign.game, campaign)

    # -- what is done to the book itself

    def act(self, verb: str, words: list[Word], line: str) -> Answer:
        import importlib

        row = ACTS[verb]
        module = importlib.import_module(f"ledger.cli.acts.{row.module}")
        self._check_seat(verb, words, getattr(module, row.words))
        answer: Answer = getattr(module, row.answer)(self, getattr(module, row.words), words, line)
        return answer

    def _check_seat(self, verb: str, words: list[Word], cls: type[Command]) -> None:
        """Refuses what is done to the book by a seat that may not."""
        from ledger.seats import plays_under_rules

        said = [after.text for word, after in itertools.pairwise(words) if word.is_option and word.text == "--seat"]
        seat = said[-1] if said else self.seat
        if seat is not None and cls.gm:
            plays_under_rules(self.campaign().head_world(), seat, verb, cls.gm)


# -- words of the desk ------------------------------------------------------------------------------------------


def _replaced(path: Path) -> bool:
    """Whether this is a book that `backup --from` has set aside: north-road.before-1.campaign."""
    return path.stem.rpartition(".before-")[2].isdigit() and ".before-" in path.stem


def verb_of_line(words: list[Word]) -> tuple[str, list[Word]]:
    """The verb (of one word or two) and what stands behind it; little words of every line may stand before it."""
    ahead: list[Word] = []
    rest = list(words)
    while rest and rest[0].is_option:
        ahead.append(rest.pop(0))
        if ahead[-1].text in ("--book", "--seat") and rest:
            ahead.append(rest.pop(0))
    if not rest:
        raise BadWords("a line begins with a verb, such as hunt or sheet")
    verbs = {**RULES, **VIEWS, **ACTS}
    first = rest[0].text
    if len(rest) > 1 and f"{first} {rest[1].text}" in verbs:
        return f"{first} {rest[1].text}", ahead + rest[2:]
    if first in verbs:
        return first, ahead + rest[1:]
    seconds = [v for v in verbs if v.startswith(first + " ")]
    if seconds:
        second = rest[1] if len(rest) > 1 and not rest[1].is_option else None
        said = f"{first} does not know {second.text}" if second else f"{first} needs a second word"
        close = nearest(f"{first} {second.text}", seconds) if second else ()
        raise BadWords(said, (second or rest[0]).column, close or tuple(seconds[:8]))
    raise BadWords(f"there is no verb {first}", rest[0].column, nearest(first, verbs) or ("help",))


def usage(text: str, near: tuple[str, ...], where: dict[str, Any] | None) -> Answer:
    """The answer to what no state of the world could make right."""
    sentence = text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!", ")")) else ".")
    eyes = [sentence]
    if near:  # a whole list is no guess
        eyes.append(f"There are: {', '.join(near)}." if len(near) > MOST_MEANT else f"Did you mean: {', '.join(near)}?")
    return Answer("usage", {"text": sentence, "nearest": list(near), "where": where}, eyes=eyes)


def damaged(
    verdict: str, text: str, position: int | None = None, head: str | None = None, entries: int | None = None
) -> Answer:
    """The answer of a file that is no book, that cannot be read, or that is not what was written."""
    data = {"verdict": verdict, "position": position, "head": head, "entries": entries, "text": text}
    return Answer("damaged", data, eyes=[text])


def refused(no: Refused, where: dict[str, Any] | None = None) -> Answer:
    """The answer to what this world forbids or lacks."""
    data = {
        "rule": no.rule,
        "thing": no.thing,
        "state": no.state,
        "help": list(no.help),
        "text": no.text,
        "where": where,
    }
    eyes = [no.text + (f"  [{no.rule}]" if no.rule else "")]
    eyes += [f"  try: {line}" for line in no.help]
    if no.rule:
        eyes.append(f'  {"or: " if no.help else "try:"} --overrule "why"')
    return Answer("refused", data, eyes=eyes)


def _where(wrong: BadWords, more: dict[str, Any]) -> dict[str, Any] | None:
    if wrong.file is None and wrong.line is None:
        return None
    return {"file": wrong.file, "line": wrong.line, "column": wrong.column}


def is_dry(words: Sequence[Word]) -> bool:
    """Whether a line only plans: it is answered in a folder that may not be written to, too."""
    return any(word.is_option and word.text == "--dry-run" for word in words)


def kept_words(line: str) -> str:
    """A line as it is kept: its words, without the remark and the little words of the terminal."""
    from ledger.cli.line import bare

    kept: list[Word] = []
    waiting = split(line)
    dropped = False
    while waiting:
        word = waiting.pop(0)
        if word.is_option and word.text == "--json":
            dropped = True
        elif word.is_option and word.text == "--book" and waiting:
            waiting.pop(0)
            dropped = True
        else:
            kept.append(word)
    return line_of([w.text for w in kept]) if dropped else bare(line)


def known_position(campaign: Any, text: str) -> int:
    """`--known-at`: a position, or a time in ISO UTC. Refused: 0 and what is ahead of the book; usage: anything else."""
    text = text.strip()
    if text.isascii() and text.isdigit():
        position = int(text) if len(text) < 12 else 1 << 40
    else:
        from datetime import UTC, datetime

        try:
            time = datetime.fromisoformat(text)
        except ValueError:
            raise BadWords(
                f"--known-at takes a position or a time such as 2026-03-01T20:00Z, not {text}", None
            ) from None
        time = time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
        position = campaign.history.position_at(time.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
        if position < 1:
            raise Refused(
                f"Nothing had been written by {text}.", thing="book", state="not begun", help=("--known-at 1",)
            )
        return int(position)
    if position < 1 or position > campaign.head:
        raise Refused(f"The book has positions 1 to {campaign.head}; {text} is not among them.", thing="book",
                      state=f"{campaign.head} entries", help=(f"--known-at {campaign.head}",))  # fmt: skip
    return position


def check_seat(campaign: Any, seat: str | None) -> None:
    """Usage: a seat that nobody was given reads nothing."""
    from ledger.seats import seats

    if seat is None or key(seat) == "gm" or not campaign.head:
        return
    given = seats(campaign.head_world())
    if key(seat) not in given:
        raise Usage(f"Nobody has the seat {seat}.", nearest=nearest(seat, given) or tuple(given)[:3])


def branch_position(campaign: Any, name: str) -> tuple[int, str]:
    """The position before the rollback that made a branch, and the branch's own spelling."""
    named = {c.branch: c.position - 1 for c in campaign.history.corrections if c.branch}
    for branch, position in named.items():
        if key(branch) == key(name):
            return position, branch
    raise BadWords(f"there is no branch {name}", None, nearest(name, named))


def entry_of(campaign: Any) -> Any:
    """Looks up the position that a reference means (`42`, `last hunt of Mara`)."""

    def look(text: str) -> int:
        from ledger.references import find

        return find(campaign, (text,))

    return look


def session_bound(campaign: Any, drafts: Sequence[Any] = ()) -> Any:
    """Looks up where a session begins (`first`) or ends (`last`), by its number: in the book, then in `drafts`."""

    def look(number: int, bound: str) -> Moment | None:
        tag = "session.started" if bound == "first" else "session.ended"
        history = campaign.history
        order = history.at(campaign.head)
        found: Moment | None = None
        for position in range(1, campaign.head + 1):
            if history.tags[position] in (tag, "session.started") and not order.out[position]:
                entry = campaign.entry(position)
                number_said = msgspec.json.decode(entry.event).get("number")
                if number_said == number and (history.tags[position] == tag or found is None):
                    found = entry.moment
        for draft in drafts:
            written = draft.head.event.type
            if written in (tag, "session.started") and getattr(draft.event, "number", None) == number:
                found = draft.moment if written == tag or found is None else found
        return found

    return look


@contextmanager
def at_desk(book: Path | None, seat: str | None) -> Iterator[Desk]:
    """A desk that is cleared at the end."""
    desk = Desk(book, seat)
    try:
        yield desk
    finally:
        desk.close()

"""Scholars (EOS-SCHO): books read and written, by the page."""

from collections.abc import Generator, Iterator
from typing import ClassVar

from ledger.allowance import spend_task
from ledger.papers import figure, names_within, paper, title
from ledger.ruling import (
    Command,
    Figure,
    Flag,
    Grade,
    Name,
    People,
    Place,
    Said,
    Scene,
    Text,
    Things,
    Usage,
    Whole,
    part,
)
from ledger.shadows import needs_eyes
from ledger.tools import tool_for
from ledger.work import begun, ended, gone_on, in_hand
from projections.bench import KIND
from projections.holdings import reach_quantity
from projections.pools import skill
from projections.world import Holder, Lot
from schemas.entry import Event
from schemas.events.books import BookRead, BookWritten
from schemas.postings import AnyPosting, Changed, Gained, Put, Spent
from schemas.units import Number, exact, stored, text_of

READ_A_LEVEL = 25
BLANK_PAGES = 100
"""EOS-WOOD-13: pages of a blank book."""
BLANK = "blank book"


class Read(Command, tag="read", frozen=True):
    """Read a book, page by page: `read Ada Herbal`. In free hours: `read Ada Herbal --tasks 0 --free --reason
    "..."`.
    """

    words: ClassVar[tuple[str, ...]] = ("who", "book")
    usage: ClassVar[str] = 'read WHO BOOK [--tasks N | --tasks 0 --free --reason "why"] [--pages N] [--using LIGHT]'
    examples: ClassVar[tuple[str, ...]] = (
        "read Ada Herbal",
        'read Ada Herbal --tasks 0 --free --reason "long evenings"',
    )
    who: People
    book: Text
    tasks: Whole = 1
    free: Flag = False
    pages: Figure | None = None
    using: Things = ()


class Write(Command, tag="write", frozen=True):
    """Write a book, page by page, on blank ones: `write Ada Journal --tier 3`."""

    words: ClassVar[tuple[str, ...]] = ("who", "book")
    usage: ClassVar[str] = (
        'write WHO BOOK [--tier N] [--pages N] [--with crude|basic] [--tasks N | --tasks 0 --free --reason "why"]'
        " [--using LIGHT] [--in PLACE]"
    )
    examples: ClassVar[tuple[str, ...]] = ("write Ada Journal --tier 3", "write Ada Journal --tasks 2")
    who: People
    book: Name
    tier: Whole | None = None
    pages: Whole | None = None
    with_: Grade | None = None
    tasks: Whole = 1
    free: Flag = False
    using: Things = ()
    in_: Place | None = None


# -- reading ----------------------------------------------------------------------------------------------------


def read(command: Read, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SCHO-02: 25 pages for each level of Scholar in a task; the rest of the book waits on the bench.

    Refused: no skill (EOS-SCHO-01), no task left (EOS-DAY-01); lacking: such a book within reach. Usage: no task
    that is not said to be free (EOS-SCHO-04), free hours without a reason.
    """
    spells = hours_meant("read", command.tasks, command.free, scene)
    if command.pages is not None and (exact(command.pages) <= 0 or not command.free):
        raise Usage("--pages says how many are read in free hours: 1 or more, with --free.")
    for reader in scene.people(command.who):
        for _ in range(spells):
            left = yield from read_once(command, reader, scene)
            if not left:
                break


def read_once(command: Read, reader: Holder, scene: Scene) -> Generator[Event | Said, None, Number]:
    """One task, or one spell of free hours, of one reader: a part of its own. Gives back how many pages are left."""
    scene.able(reader)
    needs_eyes(scene, reader, "read")
    level = literate(reader, scene)
    book = book_of(command.book, reader, scene)
    length = figure(scene.world, book, "pages")
    if length is None or isinstance(length, str):
        raise scene.lacks(
            f"Nobody said how many pages {title(book)} has.",
            thing=title(book),
            state="pages unknown",
            help=(f'declare book "{title(book)}" --pages N',),
        )
    place = scene.world.place_of(reader.name)
    works = in_hand(scene.world, "read", reader.name, title(book))
    done = works[0].number("done") if works else 0
    if not command.free:
        yield part(spend_task(scene, reader, "read", place, light=command.using))
    pace = exact(command.pages) if command.pages is not None else READ_A_LEVEL * level
    pages = min(length - done, pace)
    left = length - done - pages
    event = BookRead(
        who=reader.name,
        place=place,
        rule="EOS-SCHO-04" if command.free else "EOS-SCHO-02",
        book=title(book),
        pages=stored(pages),
        left=stored(left),
        free=command.free,
        postings=progress(works, reader, "read", title(book), length, pages, left, place, scene),
    )
    yield part(event) if command.free else event
    return left


def book_of(name: str, reader: Holder, scene: Scene) -> Lot:
    """The book of this name within reach. Refused: none, with those that are there."""
    found = paper(scene.world, reader.name, "book", name)
    if found is None:
        there = ", ".join(names_within(scene.world, reader.name, "book")) or "none"
        raise scene.lacks(
            f"{reader.name} has no book called {name} within reach; there is {there}.",
            thing=name,
            state=there,
            help=(f'gm give {reader.name} "{name}" --reason "..."',),
        )
    return found


def literate(who: Holder, scene: Scene) -> Number:
    """EOS-SCHO-01: nobody reads or writes without the skill; the table's row for level 0 is none of it
    (EOS-SCHO-05).
    """
    level = skill(who, "scholar")
    if level < 1:
        scene.refuse(
            "EOS-SCHO-01",
            f"{who.name} can neither read nor write.",
            thing=who.name,
            state="scholar 0",
            help=(f'learn {who.name} "scholar 1" --from time',),
        )
    return max(1, level)


def hours_meant(verb: str, tasks: int, free: bool, scene: Scene) -> int:
    """EOS-SCHO-04: how many spells a line is about: its tasks, or one of free hours if the GM says why."""
    if free:
        if tasks:
            raise Usage(f"In free hours no task is spent: {verb} WHO BOOK --tasks 0 --free.")
        if not scene.reason:
            raise Usage('--free is the GM\'s word: say --reason "why".')
        return 1
    if tasks < 1:
        raise Usage(f'{verb} takes one task or more; in free hours: --tasks 0 --free --reason "why".')
    return tasks


def progress(
    works: list[Holder],
    who: Holder,
    verb: str,
    book: str,
    length: Number,
    pages: Number,
    left: Number,
    place: str | None,
    scene: Scene,
    **more: Number | str | None,
) -> tuple[AnyPosting, ...]:
    """The pages on the bench: a work that begins, goes on, or is done."""
    if not works:
        begin = begun(who.name, verb, book, length, scene.day, done=pages, at=place, **more)
        return (*begin, *ended(f"{KIND}@")) if left <= 0 else begin
    moved = gone_on(works[0].name, pages, scene.day, verb)
    if works[0].number("needed") != length:
        moved = (*moved, Put(works[0].name, "needed", stored(length)))
    return (*moved, *ended(works[0].name)) if left <= 0 else moved


# -- writing ----------------------------------------------------------------------------------------------------


def write(command: Write, scene: Scene) -> Iterator[Event | Said]:
    """EOS-SCHO-03: a page for each level of Scholar in a task, of any tier up to the level; what is written stays.

    The book begins on blank ones of a hundred pages each (EOS-WOOD-13). Refused: no skill (EOS-SCHO-01), no toolkit
    or a tier above the skill (EOS-SCHO-03), more pages than are blank (EOS-WOOD-13), no task left (EOS-DAY-01).
    """
    spells = hours_meant("write", command.tasks, command.free, scene)
    if (command.tier is not None and command.tier < 1) or (command.pages is not None and command.pages < 1):
        raise Usage("--tier and --pages are 1 or more.")
    for writer in scene.people(command.who):
        for _ in range(spells):
            left = yield from write_once(command, writer, scene)
            if not left:
                break


def write_once(command: Write, writer: Holder, scene: Scene) -> Generator[Event | Said, None, Number]:
    """One task, or one spell of free hours, of one writer: a part of its own. Gives back how many pages are left."""
    scene.able(writer)
    needs_eyes(scene, writer, "write")
    level = literate(writer, scene)
    place = scene.where(writer, command.in_)
    grade = tool_for(scene, writer, "scholar", "EOS-SCHO-03", command.with_)
    works = in_hand(scene.world, "write", writer.name, command.book)
    tier = tier_of(command, writer, works, level, scene)
    length: Number
    blank: tuple[Spent, ...] = ()
    if works:
        book, length = begun_book(works[0], writer, scene), works[0].number("needed")
    else:
        book, (length, blank) = "book@", blank_pages(command, writer, scene)
    if not command.free:
        yield part(spend_task(scene, writer, "write", place, light=command.using))
    done = works[0].number("done") if works else 0
    pages = min(length - done, pace(level, grade, scene))
    left = length - done - pages
    new: tuple[AnyPosting, ...] = (
        () if works else (*blank, Gained(writer.name, "book", 1, tier=tier, pieces=True, named=command.book))
    )
    event = BookWritten(
        who=writer.name,
        place=place,
        rule="EOS-SCHO-04" if command.free else "EOS-SCHO-03",
        book=command.book,
        tier=tier,
        pages=stored(pages),
        left=stored(left),
        free=command.free,
        postings=(
            *new,
            Changed(book, "pages", stored(pages), source="write"),
            *progress(works, writer, "write", command.book, length, pages, left, place, scene, tier=tier, tool=grade),
        ),
    )
    yield part(event) if command.free else event
    return left


def begun_book(work: Holder, writer: Holder, scene: Scene) -> str:
    """The book that a work is on: it came into the world with the work's first page. Refused: it is not within
    reach.
    """
    book = f"book@{work.name.partition('@')[2]}"
    if paper(scene.world, writer.name, "book", book) is None:
        raise scene.lacks(
            f"{work.word('product')} ({book}) is not within reach of {writer.name}.",
            thing=book,
            state="elsewhere",
            help=(f"abandon {writer.name} --work {work.name}",),
        )
    return book


def tier_of(command: Write, writer: Holder, works: list[Holder], level: Number, scene: Scene) -> int:
    """EOS-SCHO-03: the tier as it was begun or said, else the writer's own level; lower takes no less time."""
    tier = int(works[0].number("tier")) if works else command.tier or int(level)
    if command.tier not in (None, tier):
        raise scene.lacks(
            f"{command.book} is begun as T{tier}.",
            thing=command.book,
            state=f"T{tier}",
            help=(f'write {writer.name} "{command.book}"',),
        )
    if tier > level:
        scene.refuse(
            "EOS-SCHO-03",
            f"{writer.name} has scholar {text_of(level)} and writes no T{tier}.",
            thing=writer.name,
            state=f"scholar {text_of(level)}",
            help=(f'write {writer.name} "{command.book}" --tier {text_of(level)}',),
        )
    return tier


def blank_pages(command: Write, writer: Holder, scene: Scene) -> tuple[Number, tuple[Spent, ...]]:
    """EOS-WOOD-13: how long the book will be, and the blank ones that it takes: a hundred pages each."""
    there = reach_quantity(scene.world, writer.name, BLANK) * BLANK_PAGES
    length = command.pages if command.pages is not None else BLANK_PAGES
    if there < length:
        scene.refuse(
            "EOS-WOOD-13",
            f"{writer.name} has {text_of(there)} blank pages within reach, not {length}.",
            thing=BLANK,
            state=f"{text_of(there)} blank pages",
            help=("craft JOINER blank book",),
        )
    books = min(-(-length // BLANK_PAGES), there // BLANK_PAGES)
    return length, (Spent(writer.name, BLANK, stored(books), reach="within"),) if books else ()


def pace(level: Number, grade: str, scene: Scene) -> Number:
    """EOS-SCHO-03: a page for each level; by the pasted table (ruling scholar_rule, EOS-SCHO-05) 1 + level, times
    the tool.
    """
    if scene.world.ruling("scholar_rule", "text") == "text":
        return level
    return (1 + level) * TABLE_FACTORS[grade]


TABLE_FACTORS = {"crude": 1, "basic": 2, "workshop": 4}
"""EOS-SCHO-05: the columns of the table that is printed under Scholar without a word about it."""

"""Writes the book and the export of this version that are kept here and read byte for byte from then on.

    python -m tests.books.make_this_version NAME        writes tests/books/NAME.campaign and NAME.jsonl; never over one that is there

Run it once, when a version is finished: what it writes is never edited (`test_kept_books`).
"""

import sys
from pathlib import Path

from ledger.cli.desk import Desk

FOLDER = Path(__file__).parent
LINES = (
    'new "Kept Road" --game eos --spring 03-01',
    "declare zone Oakwood --miles 15 --zones 4",
    'declare water "Mill Lake" --in Oakwood',
    "session start",
    'join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --aura 3 --time "hunting 6, bow 6" --in Oakwood',
    'join Ivo --race dwarf --body 4 --mind 6 --reflex 4 --presence 5 --aura 6 --time "bushcraft 6, cooking 4" --in Oakwood',
    'join Pip --race neo-tabby --body 3 --mind 4 --reflex 6 --presence 6 --aura 6 --time "traps 4" --in Oakwood',
    'gm give Mara,Ivo T1 spear, cloak --reason "begun with"',
    'gm give Oakwood 40 preserved food, traps toolkit, cooking toolkit, fishing toolkit --reason "the wreck"',
    "hunt Mara --tasks 2 --rolled 14/3",
    "bushcraft Ivo fire, 3 food",
    "camp",
    'gm give Pip traps toolkit --reason "for small hands"',
    "trap Pip --rolled 12",
    "cook Ivo 1 preserve",
    'note "the bridge is out"',
    'gm harm Mara 2 --reason "a fall"',
    "camp",
    "hunt Mara --rolled 9",
    'void last hunt of Mara --reason "the die was cocked" --keep all',
    "undo",
    'rename Oakwood "Old Oakwood"',
    "assert Mara body = 5",
    "camp",
    "camp",
    'rollback --to day-3 --reason "we play it again"',
    "hunt Mara --rolled 17",
    "camp",
    'gm harm Ivo 1 --at day-2 --reason "forgotten"',
    "dice commit --count 20",
    "seal",
    "session end",
)


def main() -> None:
    name = sys.argv[1]
    book, export = FOLDER / f"{name}.campaign", FOLDER / f"{name}.jsonl"
    if book.exists() or export.exists():
        sys.exit(f"{name} is kept already; what is kept is never written again")
    desk = Desk(book)
    for line in LINES:
        answer = desk.answer(line)
        if not answer.ok:
            book.unlink(missing_ok=True)
            sys.exit(f"{line}: {answer.eyes}")
    answer = desk.answer(f"export {export}")
    if not answer.ok:
        sys.exit(str(answer.eyes))
    for ending in (".cup", ".cache"):
        book.with_suffix(ending).unlink(missing_ok=True)


if __name__ == "__main__":
    main()

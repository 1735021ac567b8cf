"""Books and exports of earlier versions, kept in tests/books/: read byte for byte from the day they were written."""

import shutil
from pathlib import Path

import pytest

from ledger.audit.verify import verify_book
from ledger.cli.desk import Desk
from ledger.journal import open_book

KEPT = sorted((Path(__file__).parent / "books").glob("*.campaign"))


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_kept_book_and_its_export_are_the_same_bytes(kept: Path, tmp_path: Path) -> None:
    book = tmp_path / kept.name
    shutil.copy(kept, book)
    export = kept.with_suffix(".jsonl")
    assert Desk(book).answer(f"export {tmp_path / 'again.jsonl'}").ok
    assert (tmp_path / "again.jsonl").read_bytes() == export.read_bytes()
    assert Desk(tmp_path / "read.campaign").answer(f"import {export}").ok
    with open_book(book) as one, open_book(tmp_path / "read.campaign") as other:
        assert list(one.tagged()) == list(other.tagged())
        assert verify_book(one).verdict == "intact"
    assert book.read_bytes() == kept.read_bytes()


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_every_view_of_a_kept_book_is_answered_and_it_can_be_written_on(kept: Path, tmp_path: Path) -> None:
    book = tmp_path / kept.name
    shutil.copy(kept, book)
    desk = Desk(book)
    for line in ("party", "sheet Mara", "log", "log --struck", "why Mara hp", "check", "doctor", "branch list", "late", "disputes"):
        assert desk.answer(line).kind in ("view", "finding"), line
    assert desk.answer('note "on we go"').ok
    assert desk.answer("verify").ok

"""Verify: what a hand did to a book is named, with its place; seals, and exports that leave entries out."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.audit.exports import BadExport, export_lines, import_lines
from ledger.audit.verify import Verdict, verify, verify_book, verify_export
from ledger.journal import Fresh, create, open_book
from ledger.seals import SEAL_BYTES, ZERO, Chain, code, event_digest, link, read_code


def entries(*words: str, at: int = 0, before: bytes = ZERO, tag: str = "note.made") -> list[Fresh]:
    """A book's entries, or the ones behind `at`, shaped as the pen stores them."""
    chain, rows = Chain(at, before), []
    for word in words:
        event = msgspec.json.encode({"type": tag, "text": word})
        header = {
            "position": chain.position + 1,
            "before": chain.before,
            "moment": 21600,
            "event_sha": event_digest(event),
            "event": msgspec.Raw(event),
            "reason": "the table's",
        }
        stored = msgspec.json.encode(header)
        chain.add(stored)
        rows.append((tag, stored))
    return rows


WORDS = ("landfall", "camp", "hunt", "Zoë", "craft", "camp again")


def digest(rows: list[Fresh], upto: int) -> bytes:
    """c(upto), written out as COMMANDS 1.6 has it."""
    running = bytes(32)
    for _, stored in rows[:upto]:
        running = hashlib.sha256(running + hashlib.sha256(stored).digest()).digest()
    return running


def seal(rows: list[Fresh], position: int) -> tuple[int, bytes]:
    return read_code(code(position, digest(rows, position)))


@pytest.fixture
def book(tmp_path: Path) -> Path:
    create(tmp_path / "a.campaign", entries(*WORDS)).close()
    return tmp_path / "a.campaign"


def by_hand(book: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    """What somebody with another program does to a book, its triggers out of the way."""
    with closing(sqlite3.connect(book)) as hand:
        for (name,) in hand.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            hand.execute(f"DROP TRIGGER {name}")
        for statement, values in statements:
            hand.execute(statement, values)
        hand.commit()


def put(book: Path, position: int, stored: bytes) -> None:
    by_hand(book, ("UPDATE stored_events SET state = ? WHERE originator_version = ?", (stored, position)))


def verdict(book: Path, *seals: tuple[int, bytes]) -> tuple[str, int | None]:
    with open_book(book) as journal:
        found = verify_book(journal, seals)
    return found.verdict, found.position


# The whole book -----------------------------------------------------------------------------------------


def test_a_book_nobody_touched_is_intact_and_claims_no_more(book: Path) -> None:
    head = digest(entries(*WORDS), 6).hex()
    with open_book(book) as journal:
        found = verify_book(journal)
        assert journal.head_digest().hex() == head
    assert found == Verdict(
        "intact",
        None,
        head,
        6,
        "The chain of 6 entries holds. Without a seal nothing is said about a tail that was cut off.",
    )
    assert found.whole


def test_with_a_seal_that_fits_it_is_unchanged(book: Path) -> None:
    rows = entries(*WORDS)
    assert verdict(book, seal(rows, 6)) == ("unchanged", None)
    assert verdict(book, seal(rows, 2), seal(rows, 4)) == ("unchanged", None)


def test_an_empty_book_is_intact(tmp_path: Path) -> None:
    create(tmp_path / "a.campaign").close()
    assert verdict(tmp_path / "a.campaign") == ("intact", None)


# One byte -----------------------------------------------------------------------------------------------


DEEP = b'{"a":' * 50_000 + b"1" + b"}" * 50_000


def _flipped(stored: bytes) -> Iterator[tuple[str, bytes]]:
    """Every copy of an entry with one byte changed, and whether it lies in the event or in the header."""
    start = stored.index(b'"event":') + len(b'"event":')
    end = stored.index(b',"reason"')
    for at in range(len(stored)):
        for bit in (0x01, 0x10, 0x80):
            changed = stored[:at] + bytes([stored[at] ^ bit]) + stored[at + 1 :]
            yield ("payload" if start <= at < end else "metadata"), changed


@pytest.mark.parametrize("position", [1, 3, 4])
def test_any_byte_that_is_flipped_is_named_with_its_entry_and_its_part(position: int) -> None:
    rows = [(n, stored) for n, (_, stored) in enumerate(entries(*WORDS), start=1)]
    for part, changed in _flipped(rows[position - 1][1]):
        found = verify([*rows[: position - 1], (position, changed), *rows[position:]])
        assert (found.verdict, found.position) == (part, position), changed


def test_the_last_entry_edited_in_its_event_is_found_without_a_seal(book: Path) -> None:
    put(book, 6, entries(*WORDS)[5][1].replace(b"camp again", b"camp twice"))
    assert verdict(book) == ("payload", 6)


def test_the_last_entry_edited_in_its_header_is_found_by_a_seal_only(book: Path) -> None:
    rows = entries(*WORDS)
    put(book, 6, rows[5][1].replace(b"21600", b"21601"))
    assert verdict(book) == ("intact", None)
    assert verdict(book, seal(rows, 5)) == ("unchanged", None)
    assert verdict(book, seal(rows, 6)) == ("rewritten", 6)


def test_an_edit_is_found_at_its_place_though_a_later_seal_fails_too(book: Path) -> None:
    rows = entries(*WORDS)
    put(book, 3, rows[2][1].replace(b"hunt", b"hurt"))
    assert verdict(book, seal(rows, 5)) == ("payload", 3)
    put(book, 3, rows[2][1].replace(b"21600", b"21601"))
    assert verdict(book, seal(rows, 3)) == ("metadata", 3)
    assert verdict(book, seal(rows, 2), seal(rows, 6)) == ("metadata", 3)


def test_an_entry_that_was_made_text_by_an_editor_is_read_as_the_same_bytes(book: Path) -> None:
    by_hand(book, ("UPDATE stored_events SET state = CAST(state AS TEXT) WHERE originator_version = 4", ()))
    assert verdict(book) == ("intact", None)


def test_the_tag_in_the_table_is_held_against_the_entry(book: Path) -> None:
    by_hand(book, ("UPDATE stored_events SET topic = 'hunt.rolled' WHERE originator_version = 6", ()))
    assert verdict(book) == ("metadata", 6)


def test_an_entry_emptied_or_overwritten_with_rubbish_cannot_be_read(book: Path) -> None:
    for rubbish in (b"", b"\xff\xfe", b"{}", DEEP):
        put(book, 2, rubbish)
        # What parses and lacks its header was edited there; of anything else the event is lost too.
        assert verdict(book) == ("metadata" if rubbish in (b"{}",) else "payload", 2)
    by_hand(book, ("UPDATE stored_events SET state = NULL WHERE originator_version = 2", ()))
    assert verdict(book) == ("payload", 2)


# Whole entries ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), [(2, 3), (1, 6), (3, 6), (5, 6)])
def test_two_entries_in_each_others_place_are_swapped(book: Path, one: int, other: int) -> None:
    rows = entries(*WORDS)
    put(book, one, rows[other - 1][1])
    put(book, other, rows[one - 1][1])
    assert verdict(book) == ("swapped", one)


@pytest.mark.parametrize("gone", [1, 3, 5])
def test_an_entry_taken_out_is_deleted_whether_the_gap_is_closed_or_not(book: Path, gone: int) -> None:
    by_hand(book, ("DELETE FROM stored_events WHERE originator_version = ?", (gone,)))
    assert verdict(book) == ("deleted", gone)
    for later in range(gone + 1, 7):
        by_hand(
            book,
            (
                "UPDATE stored_events SET originator_version = ? WHERE originator_version = ?",
                (later - 1, later),
            ),
        )
    assert verdict(book) == ("deleted", gone)


def test_an_entry_lifted_into_another_sequence_is_deleted_from_this_one(book: Path) -> None:
    by_hand(book, ("UPDATE stored_events SET originator_id = 'other' WHERE originator_version = 3", ()))
    assert verdict(book) == ("deleted", 3)


def test_an_entry_copied_over_another_one_has_deleted_it(book: Path) -> None:
    put(book, 4, entries(*WORDS)[1][1])
    assert verdict(book) == ("deleted", 4)


def test_a_cut_tail_is_told_by_a_seal_and_by_nothing_else(book: Path) -> None:
    by_hand(book, ("DELETE FROM stored_events WHERE originator_version > 4", ()))
    rows = entries(*WORDS)
    assert verdict(book) == ("intact", None)
    assert verdict(book, seal(rows, 4)) == ("unchanged", None)
    assert verdict(book, seal(rows, 6)) == ("cut", 5)
    by_hand(book, ("DELETE FROM stored_events", ()))
    assert verdict(book, seal(rows, 6)) == ("cut", 1)


def test_a_tail_that_was_written_anew_with_its_chain_is_told_by_a_seal(book: Path) -> None:
    rows = entries(*WORDS)
    anew = entries("hunt, won", "Zoë", "craft", "camp again", at=2, before=digest(rows, 2))
    for position, (_, stored) in enumerate(anew, start=3):
        put(book, position, stored)
    assert verdict(book) == ("intact", None)
    assert verdict(book, seal(rows, 2)) == ("unchanged", None)
    assert verdict(book, seal(rows, 5)) == ("rewritten", 5)
    with open_book(book) as journal:
        assert "from 3 to 5" in verify_book(journal, [seal(rows, 2), seal(rows, 5)]).text


# Two books ----------------------------------------------------------------------------------------------


def test_an_entry_pushed_in_makes_two_claim_one_position(book: Path) -> None:
    rows = entries(*WORDS)
    for later in range(6, 2, -1):
        by_hand(
            book,
            (
                "UPDATE stored_events SET originator_version = ? WHERE originator_version = ?",
                (later + 1, later),
            ),
        )
    pushed_in = entries("never said", at=2, before=digest(rows, 2))[0]
    by_hand(book, ("INSERT INTO stored_events VALUES ('campaign', 3, ?, ?)", pushed_in))
    assert verdict(book) == ("forked", 3)


def test_an_entry_of_a_book_that_parted_earlier_is_forked(book: Path) -> None:
    other = entries("landfall", "mutiny", "hunt", "Brandt", "craft", "camp again")
    put(book, 4, other[3][1])
    assert verdict(book) == ("forked", 4)


def test_seals_of_two_books_for_one_position_say_that_they_parted(book: Path) -> None:
    rows, other = entries(*WORDS), entries("landfall", "mutiny", "hunt", "Zoë")
    assert verdict(book, seal(rows, 4), seal(other, 4)) == ("forked", 4)


def test_a_book_that_never_gave_the_seal_parted_and_one_that_did_was_written_anew() -> None:
    def sealed_at_three(second: str, third_seal: bytes | None = None) -> list[Fresh]:
        rows = entries("landfall", second, "camp")
        given = code(3, third_seal or digest(rows, 3))
        return rows + entries(given, at=3, before=digest(rows, 3), tag="book.sealed")

    honest, parted = sealed_at_three("hunt"), sealed_at_three("mutiny")
    anew = sealed_at_three("hunt, won", third_seal=digest(honest, 3))
    for rows, word in ((honest, "unchanged"), (parted, "forked"), (anew, "rewritten")):
        found = verify([(n, stored) for n, (_, stored) in enumerate(rows, start=1)], [seal(honest, 3)])
        assert found.verdict == word


def test_a_page_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    create(tmp_path / "a.campaign", entries(*("x" * 500 for _ in range(200)))).close()
    with (tmp_path / "a.campaign").open("r+b") as file:
        page = file.read().index(b'"position":150,') // 4096
        file.seek(page * 4096)
        file.write(b"\xff" * 4096)
    with open_book(tmp_path / "a.campaign") as journal:
        found = verify_book(journal)
    assert found.verdict == "payload"
    assert found.position == found.entries + 1
    assert "cannot be read" in found.text


# Exports ------------------------------------------------------------------------------------------------


def exported(book: Path, *hidden: int) -> list[str]:
    with open_book(book) as journal:
        return list(export_lines(journal, hidden))


def test_an_export_makes_the_same_book_again_digest_for_digest(book: Path, tmp_path: Path) -> None:
    lines = exported(book)
    assert json.loads(lines[3]) == {"position": 4, "stored": entries(*WORDS)[3][1].decode()}
    with create(tmp_path / "again.campaign", import_lines(lines)) as again, open_book(book) as first:
        assert list(again.tagged()) == list(first.tagged())
        assert again.head_digest() == first.head_digest()


def test_an_export_that_hides_an_entry_follows_to_the_same_head(book: Path) -> None:
    rows = entries(*WORDS)
    lines = exported(book, 2, 3)
    assert json.loads(lines[1]) == {"position": 2, "sha256": hashlib.sha256(rows[1][1]).hexdigest()}
    found = verify_export(lines, [seal(rows, 6)])
    assert (found.verdict, found.head, found.entries) == ("unchanged", digest(rows, 6).hex(), 6)


def test_an_edit_beside_a_hidden_entry_does_not_pass(book: Path) -> None:
    rows = entries(*WORDS)
    lines = exported(book, 3)
    lines[1] = json.dumps({"position": 2, "stored": rows[1][1].replace(b"21600", b"21601").decode()})
    found = verify_export(lines)
    assert (found.verdict, found.position) == ("metadata", 2)
    assert "2 to 3" in found.text


def test_an_export_with_lines_out_of_order_missing_or_twice(book: Path) -> None:
    lines = exported(book)
    cases = {
        ("swapped", 3): [*lines[:2], lines[3], lines[2], *lines[4:]],
        ("deleted", 3): [*lines[:2], *lines[3:]],
        ("forked", 3): [*lines[:3], lines[2], *lines[3:]],
        ("payload", 3): [*lines[:2], "{not a line", *lines[3:]],
    }
    for expected, changed in cases.items():
        found = verify_export(changed)
        assert (found.verdict, found.position) == expected


def test_blank_lines_and_bytes_are_fine_in_an_export(book: Path) -> None:
    assert verify_export([b"\n", *(line.encode() + b"\r\n" for line in exported(book)), b""]).verdict == "intact"


def test_no_book_is_made_of_an_export_that_leaves_anything_out(book: Path, tmp_path: Path) -> None:
    lines = exported(book)
    bad = {
        "left out": exported(book, 4),
        "holds position 3": [lines[0], *lines[2:]],
        "no line of an export": [*lines, "and they lived happily"],
        "does not follow": [
            *lines[:5],
            json.dumps({"position": 6, "stored": entries("x", at=5)[0][1].decode()}),
        ],
        "cannot be read": [json.dumps({"position": 1, "stored": "{}"})],
    }
    for words, changed in bad.items():
        with pytest.raises(BadExport, match=words):
            create(tmp_path / "again.campaign", import_lines(changed))
        assert not (tmp_path / "again.campaign").exists()


def test_what_is_no_text_is_not_exported_with_a_loss(book: Path) -> None:
    put(book, 2, b"\xff\xfe")
    with pytest.raises(ValueError, match="entry 2"):
        exported(book)


# Seals --------------------------------------------------------------------------------------------------


def test_a_seal_is_read_as_people_write_it() -> None:
    sealed = (43, bytes.fromhex("3dc93077d25a62cd6aa3"))
    for text in (
        code(*sealed),
        code(*sealed).lower(),
        code(*sealed).replace("-", " "),
        code(*sealed).replace("-", ""),
    ):
        assert read_code(text) == sealed
    # The last four letters are 0, 1, 1, 0: five bits each, so the ones stand at bits 10 and 5.
    assert read_code("1O-0000-oooo-0000-0iLo") == (10, (1 << 10 | 1 << 5).to_bytes(10, "big"))


def test_a_seal_is_sixteen_letters_of_crockfords_base_32() -> None:
    assert code(7, bytes(10)) == "7-0000-0000-0000-0000"
    assert code(7, b"\xff" * 32) == "7-ZZZZ-ZZZZ-ZZZZ-ZZZZ"
    # 00001 00010 00011 00100 ... : each letter is five bits, first bit first
    assert code(7, int("".join(f"{n:05b}" for n in range(16, 32)), 2).to_bytes(10, "big")) == "7-GHJK-MNPQ-RSTV-WXYZ"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "43",
        "43-7Q4K-0ZTM-9W2C",
        "43-7Q4K-0ZTM-9W2C-HD5X9",
        "0-7Q4K-0ZTM-9W2C-HD5X",
        "7Q4K-0ZTM-9W2C-HD5X",
        "43-7Q4K-0ZTM-9W2C-HDUX",
        "x-7Q4K-0ZTM-9W2C-HD5X",
        "43-7Q4K-0ZTM-9W2C-HD5é",
        "٤-7Q4K-0ZTM-9W2C-HD5X",
    ],
)
def test_what_is_no_seal_is_told_so_with_one_that_is(text: str) -> None:
    with pytest.raises(ValueError, match="43-7Q4K-0ZTM-9W2C-HD5X"):
        read_code(text)


@given(st.integers(1, 10**9), st.binary(min_size=SEAL_BYTES, max_size=32))
def test_every_seal_is_read_back(position: int, of: bytes) -> None:
    assert read_code(code(position, of)) == (position, of[:SEAL_BYTES])


@given(st.text(max_size=40))
def test_reading_a_seal_raises_nothing_but_plain_words(text: str) -> None:
    try:
        read_code(text)
    except ValueError as error:
        assert "seal" in str(error)


def test_the_running_digest_is_that_of_the_commands() -> None:
    stored = b'{"position":1}'
    assert link(ZERO, stored) == hashlib.sha256(bytes(32) + hashlib.sha256(stored).digest()).digest()
    assert Chain().before == "0" * 64

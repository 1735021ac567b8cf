"""Fights of the second game for tests: who stands in them, and what of an answer is looked at."""

from typing import Protocol

from tests.conftest import JSON, Table


class Fighting(Protocol):
    """Begins a fight: Fen of these ranks, with `more` on the line, against Rook, Vex and Kit; it is Fen's turn."""

    def __call__(
        self, ranks: str, more: str = "", rook: str = "one-handed weapon adept", rook_more: str = ""
    ) -> Table: ...


def begun(table: Table, ranks: str, more: str, rook: str, rook_more: str) -> Table:
    """Fen has 30 hit points; Rook is adept with one-handed weapons and has 40, Vex is untrained and has 12, Kit 15."""
    table.all(
        f'join Fen --ranks "{ranks}" --hp 30 {more}',
        f'npc Rook --ranks "{rook}" --hp 40 {rook_more}',
        "npc Vex --hp 12",
        'npc Kit --ranks "one-handed weapon novice" --hp 15',
        "fight start Fen Rook,Vex,Kit --order Fen,Rook,Vex,Kit",
        "turn Fen",
    )
    return table


def hp(table: Table, who: str) -> int:
    """Hit points as the sheet says them."""
    value: int = table.ok(f"sheet {who}")["hp"]
    return value


def left(table: Table, who: str) -> int | None:
    """Actions left this turn."""
    value: int | None = table.ok(f"sheet {who}")["actions_left"]
    return value


def margin(entries: list[JSON]) -> int:
    """The hit result of the first attack among these entries."""
    value: int = next(e["roll"]["margin"] for e in entries if e["tag"] == "attack.rolled")
    return value


def dealt(entries: list[JSON]) -> list[int]:
    """What each wound among these entries took."""
    return [e["facts"]["dealt"] for e in entries if e["tag"] == "wound.dealt"]

"""What the tests of blows share: fighters on a meadow, and what an attack did."""

from typing import Any

from tests.conftest import Table

JSON = dict[str, Any]


def meadow(table: Table) -> None:
    """A zone to fight in."""
    table.ok("declare zone Meadow --miles 1 --zones 1")


def fighter(
    table: Table, name: str, skills: str = "", gear: str = "", *, body: int = 4, reflex: int = 4, race: str = "human",
    more: str = "",
) -> None:  # fmt: skip
    """Someone of the GM's with Body, Reflex, skills and gear in hand: Mind 3, Presence 3, Aura 3."""
    line = f"npc {name} --race {race} --body {body} --mind 3 --reflex {reflex} --presence 3 --aura 3 --in Meadow"
    if skills:
        line += f' --skills "{skills}"'
    if gear:
        line += f' --gear "{gear}"'
    table.ok(f"{line} {more}")


def hp(table: Table, name: str) -> Any:
    return table.ok(f"sheet {name}")["hp"]


def blow(table: Table, line: str) -> JSON:
    """What an attack did: the roll, the outcome, gear and wounds in order, each with its facts."""
    entries = table.entries(line)
    rolled = [e for e in entries if e["tag"] == "attack.rolled"]
    return {
        "tags": [e["tag"] for e in entries],
        "declared": entries[0]["facts"],
        "rolls": [e["roll"] for e in rolled],
        "outcomes": [e["facts"]["outcome"] for e in rolled],
        "facts": [e["facts"] for e in rolled],
        "wounds": [(e["who"], e["facts"]["dealt"]) for e in entries if e["tag"] == "wound.dealt"],
        "gear": [(e["who"], e["facts"]["piece"].partition("@")[0], e["facts"]["tier"]) for e in entries if e["tag"] == "gear.damaged"],
        "rules": [e["rule"] for e in entries],
        "entries": entries,
    }

"""The sentence of an entry, for eyes: from its event's `says` and what the fold found."""

from collections.abc import Sequence
from typing import Any

from projections.world import RATIO, Finding
from schemas.dice import Roll
from schemas.entry import Event
from schemas.postings import Changed, Gained, Moved, Spent
from schemas.units import Number, counted, exact, text_of


def sentence(event: Event, findings: Sequence[Finding] = ()) -> str:
    """One sentence in the table's words; never raises, whatever the event holds.

    A number whose place names a noun is counted: `{points:hit point}` is `1 hit point`, `2 hit points`.
    """
    try:
        return type(event).says.format_map(_Words(event, findings)).removesuffix(": ")
    except (KeyError, IndexError, ValueError, AttributeError, TypeError):
        return type(event).says or type(event).__name__


class _Words(dict[str, Any]):
    """What a sentence may name: the event's fields, and `gained`, `spent`, `lost`, `healed` as the fold found them."""

    def __init__(self, event: Event, findings: Sequence[Finding]) -> None:
        super().__init__()
        self._event = event
        self._findings = findings

    def __missing__(self, name: str) -> Any:
        own = hasattr(self._event, name)
        if name in ("gained", "spent") and not own:
            return amounts(f for f in (self._findings or offered(self._event)) if f.kind == name or _up(name, f))
        if name in ("lost", "healed") and not own:
            return _Counted(abs(_moved(self._findings or offered(self._event), "hp")))
        if name == "changed" and not own:
            return changes(self._findings)
        if name == "at" and not own:
            return self._event.place or "nowhere"
        value = getattr(self._event, name)
        if isinstance(value, Roll):
            return roll_text(value)
        if value is None:
            return "nobody" if name == "who" else "—"
        if isinstance(value, str) and RATIO.fullmatch(value):
            return text_of(exact(value))
        if isinstance(value, tuple):
            return ", ".join(str(v) for v in value) or "none"
        if isinstance(value, int) and not isinstance(value, bool):
            return _Counted(value)
        if isinstance(value, str) and RATIO.fullmatch(value):
            return _Counted(exact(value))
        return value


def _up(name: str, f: Finding) -> bool:
    """Whether it is what somebody takes up from their own feet: it only changes its slot."""
    return name == "spent" and f.kind == "changed" and f.field == "slot" and f.item is not None and f.quantity is not None


class _Counted:
    """A number in a sentence: alone, or with the noun that its place names."""

    def __init__(self, number: Number) -> None:
        self._number = number

    def __format__(self, noun: str) -> str:
        return counted(self._number, noun) if noun else text_of(self._number)


def offered(event: Event) -> list[Finding]:
    """What an entry asked of the world, in the shape of findings: for entries that are struck, or not folded."""
    found = []
    for p in event.postings:
        if isinstance(p, Gained):
            found.append(Finding(0, "gained", p.holder, p.item, p.tier, exact(p.quantity)))
        elif isinstance(p, (Spent, Moved)):
            found.append(Finding(0, "spent", p.holder, p.item, p.tier, exact(p.quantity)))
        elif isinstance(p, Changed):
            found.append(Finding(0, "changed", p.holder, field=p.field, before=0, after=exact(p.by)))
    return found


def _moved(findings: Sequence[Finding], field: str) -> Any:
    return sum((exact(f.after or 0) - exact(f.before or 0) for f in findings if f.field == field), start=0)


def amounts(findings: Any) -> str:
    """`10 food, 2 fat`: what was gained or spent, added up by thing and tier."""
    sums: dict[tuple[str, int | None], Any] = {}
    for f in findings:
        if f.item is not None and f.quantity is not None:
            sums[(f.item, f.tier)] = sums.get((f.item, f.tier), 0) + f.quantity
    said = (counted(n, f"T{tier} {item}" if tier else item) for (item, tier), n in sums.items())
    return ", ".join(said) or "nothing"


def changes(findings: Sequence[Finding]) -> str:
    """`shelter tier 0 to 1, fire lit`: what moved, from what to what, in the table's words."""
    return ", ".join(_change(f) for f in findings if f.field and f.before != f.after) or "nothing"


LIT = "fire_lit"


def _change(f: Finding) -> str:
    if f.field == LIT:
        return "fire lit" if f.after else "fire out"
    return f"{WORDS.get(f.field or '', (f.field or '').replace('_', ' '))} {_shown(f.before)} to {_shown(f.after)}"


WORDS = {"fire_days": "days of fire", "hp": "hit points"}
"""Fields whose key is no word of the table."""


def _shown(value: Any) -> str:
    return "nothing" if value is None else value if isinstance(value, str) else text_of(exact(value))


def roll_text(roll: Roll) -> str:
    """`14 + hunting 6 + presence 6 = 26 against 17: success`."""
    dice = " and ".join("?" if d.face is None else f"{d.face}" + ("" if d.kept else " (dropped)") for d in roll.dice)
    plus = "".join(
        f" {'-' if str(p.value).startswith('-') else '+'} {p.name} {str(p.value).lstrip('-')}" for p in roll.plus
    )
    if roll.total is None:
        return f"{dice}{plus}, not thrown yet"
    text = f"{dice}{plus} = {roll.total}"
    meets = roll.target if roll.target is not None else roll.against.total if roll.against else None
    if meets is not None:
        text += f" against {meets}: {'success' if roll.won else 'no success'}"
    return text + (" (cup)" if roll.source == "cup" else "")

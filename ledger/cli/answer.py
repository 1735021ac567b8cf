"""What comes back: one answer to a line, for programs (JSON) and for eyes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import msgspec

import schemas.events
from ledger.campaign import Campaign, Draft, Operation
from ledger.reading import Reading
from projections.chronicle import sentence
from projections.world import Finding
from schemas.calendar import Calendar
from schemas.dice import Roll
from schemas.entry import Entry, Event
from schemas.units import exact, key, shown

EXITS = {"recorded": 0, "planned": 0, "view": 0, "refused": 1, "finding": 1, "usage": 2, "damaged": 3}
RATIO = re.compile(r"-?[0-9]{1,400}/[1-9][0-9]{0,400}")


@dataclass
class Answer:
    """An answer of one kind (COMMANDS 1.6). `eyes` are its lines for people; `text` what goes wrong, for stderr."""

    kind: str
    data: dict[str, Any]
    command: str = ""
    basis: dict[str, Any] | None = None
    notices: list[tuple[str, str]] = field(default_factory=list)
    eyes: list[str] = field(default_factory=list)
    plan: Operation | None = None
    shown: bool = False
    """Whether all of it has been printed already, as a shell does."""

    @property
    def exit(self) -> int:
        return EXITS[self.kind]

    @property
    def ok(self) -> bool:
        return self.exit == 0

    def as_json(self) -> str:
        """The one object that programs read: always the same seven keys."""
        return msgspec.json.encode(
            {
                "ok": self.ok,
                "kind": self.kind,
                "exit": self.exit,
                "command": self.command,
                "notices": [{"kind": kind, "text": text} for kind, text in self.notices],
                "basis": self.basis,
                "data": plain(self.data),
            },
            order=None,
        ).decode()


def plain(value: Any) -> Any:
    """Numbers as COMMANDS 1.6 prints them, all the way down; what is stored as text of a ratio too."""
    if isinstance(value, Fraction):
        return shown(value)
    if isinstance(value, str):
        return shown(exact(value)) if RATIO.fullmatch(value) else value
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, msgspec.Struct):
        return plain(msgspec.to_builtins(value))
    return value


def basis_of(reading: Reading) -> dict[str, Any]:
    """Which book, day and state of the record an answer rests on, so that it can be asked again."""
    world = reading.world
    book = world.holders.get("book")
    return {
        "book": book.word("title") if book else None,
        "game": book.word("game") if book else None,
        "edition": f"{book.word('game')} 1" if book else None,
        "house": [name for name in book.word("house").split("\n") if name] if book else [],
        "world": reading.world_name,
        "on": reading.on,
        "date": world.calendar.text(reading.on),
        "projected": reading.projected,
        "known_at": reading.known_at,
        "head": reading.campaign.digest_at(reading.known_at).hex(),
    }


def roll_json(roll: Roll | None) -> dict[str, Any] | None:
    """A roll with every key."""
    if roll is None:
        return None
    return {
        "who": roll.who,
        "dice": [{"faces": d.faces, "face": d.face, "kept": d.kept} for d in roll.dice],
        "plus": [{"name": p.name, "value": plain(p.value)} for p in roll.plus],
        "total": roll.total,
        "target": roll.target,
        "against": roll_json(roll.against),
        "margin": roll.margin,
        "won": roll.won,
        "source": roll.source,
    }


def posting_json(f: Finding) -> dict[str, Any]:
    """A posting as the fold found it."""
    return {
        "kind": f.kind, "holder": f.holder, "item": f.item, "tier": f.tier, "quantity": f.quantity if f.item else None,
        "lot": f.lot, "field": f.field, "from": f.before, "to": f.after, "mark": f.mark, "until": f.until,
    }  # fmt: skip


HEADER = ("type", "v", "who", "place", "rule", "roll", "postings")


def facts_of(event: Event) -> dict[str, Any]:
    """What an event says of its own, beside its header."""
    return {
        name: msgspec.to_builtins(getattr(event, name)) for name in event.__struct_fields__ if name not in HEADER
    }  # fmt: skip


def draft_json(
    draft: Draft, operation: Operation, calendar: Calendar, digest: str | None, written_at: str | None
) -> dict[str, Any]:
    """An entry that was just written, or that would be."""
    event, wish = draft.event, draft.wish
    first = draft.deed == draft.position
    return {
        "position": draft.position,
        "moment": draft.moment,
        "rank": draft.rank,
        "behind": draft.behind or draft.position,
        "date": calendar.text(draft.moment),
        "tag": schemas.events.tag_of(event),
        "deed": draft.deed,
        "root": draft.root or draft.position,
        "replaces": None,
        "cause": draft.cause or None,
        "who": event.who,
        "place": event.place,
        "text": sentence(event, draft.findings),
        "rule": event.rule,
        "operation": operation.base + 1,
        "command": wish.words if wish and first and not draft.tick else None,
        "session": draft.session,
        "seat": (wish.seat if wish else None) or "gm",
        "source": f"{wish.note.note}:{wish.note.line}" if wish and wish.note else None,
        "overruled": list(draft.overruled),
        "reason": (wish.reasons(draft.overruled)[0] or None) if wish and first else None,
        "hidden": bool(wish and wish.hidden) or event.is_hidden(),
        "struck": False,
        "roll": roll_json(event.roll),
        "postings": [posting_json(f) for f in draft.findings],
        "facts": facts_of(event),
        "written_at": written_at,
        "digest": digest,
    }


def entry_json(entry: Entry, event: Event, findings: Sequence[Finding], reading: Reading) -> dict[str, Any]:
    """An entry of the book, with what the fold finds in it under the reading's basis."""
    position = entry.position
    root = entry.root or position
    campaign = reading.campaign
    return {
        "position": position,
        "moment": entry.moment,
        "rank": entry.rank,
        "behind": entry.behind or position,
        "date": reading.calendar.text(entry.moment),
        "tag": schemas.events.tag_of(event),
        "deed": entry.deed or position,
        "root": root,
        "replaces": campaign.version_before(position) if root != position else None,
        "cause": entry.cause or None,
        "who": event.who,
        "place": event.place,
        "text": sentence(event, findings),
        "rule": event.rule,
        "operation": entry.operation or position,
        "command": entry.words or None,
        "session": entry.session,
        "seat": entry.seat or "gm",
        "source": f"{entry.note.note}:{entry.note.line}" if entry.note else None,
        "overruled": list(entry.overruled),
        "reason": entry.reason or None,
        "hidden": entry.hidden,
        "struck": bool(reading.order.out[position]),
        "roll": roll_json(event.roll),
        "postings": [posting_json(f) for f in findings],
        "facts": facts_of(event),
        "written_at": entry.written_at,
        "digest": campaign.digest_at(position).hex(),
    }


def answering_in_secret(campaign: Campaign, operation: Operation, seat: str | None) -> set[int]:
    """Positions of a dry run that would tell a player's seat of something hidden before it takes effect, and what follows.

    What answers is revealed by the line itself, not by its rehearsal.
    """
    from ledger.audit.veil import EFFECTS
    from ledger.seats import plays, seats

    world = campaign.head_world()
    if seat is None or key(seat) == "gm" or seats(world).get(key(seat)) == "gm":
        return set()
    own = {who.name for who in plays(world, seat)}
    found: set[int] = set()
    for draft in operation.drafts:
        secret = schemas.events.tag_of(draft.event) in EFFECTS and getattr(draft.event, "reveals", None)
        if (secret and draft.event.who not in own) or draft.cause in found:
            found.add(draft.position)
    return found


def close_up(entries: list[dict[str, Any]]) -> None:
    """Numbers planned entries without a gap where some are left out."""
    if not entries:
        return
    first = entries[0]["position"]
    names = {e["position"]: first + nth for nth, e in enumerate(entries)}
    for entry in entries:
        for name in ("position", "cause", "deed", "root", "behind", "operation"):
            entry[name] = names.get(entry[name], entry[name])


def recorded(campaign: Campaign, operation: Operation, *, dry: bool, seat: str | None = None) -> Answer:
    """The answer to a line that wrote, or that would have written."""
    calendar = operation.calendar if dry else campaign.calendar
    unseen = answering_in_secret(campaign, operation, seat) if dry else set()
    entries = [
        draft_json(d, operation, calendar, None if dry else campaign.digest_at(d.position).hex(),
                   None if dry else operation.written_at)
        for d in operation.drafts if d.position not in unseen
    ]  # fmt: skip
    if unseen:
        close_up(entries)
    clock = operation.clock
    data: dict[str, Any] = {
        "operation": operation.base + 1 if operation.drafts else None,
        "entries": entries,
        "clock": {"moment": clock, "date": calendar.text(clock)},
        "ripple": None,
    }
    eyes = [
        f"{e['position']:>5}  {e['date']:<12}  {e['text']}" + (f"  [{e['rule']}]" if e["rule"] else "") for e in entries
    ]
    if dry and eyes:
        eyes.append("Nothing is written: this was a dry run.")
    eyes = eyes or ["Nothing came of it, and nothing is written."]
    return Answer("planned" if dry else "recorded", data, notices=list(operation.notices), eyes=eyes, plan=operation)

"""Whether a book is at rest: every command and tick asked again, with its dice, gives word for word what is in force.

That holds after an accepted ripple. It need not hold for what was kept, for a book that another edition of the rules
wrote, or for what a tick's struck entry left behind.
"""

from typing import NamedTuple

from ledger.audit.ripple import Change, Decisions, Group, Outcome, Walk, headed, pairs, renamed
from ledger.campaign import Campaign
from ledger.rules import ticks_of
from ledger.ruling import TickRule
from projections.world import World
from schemas.entry import Event
from schemas.units import Moment


class Unrest(NamedTuple):
    """A deed, or a tick of a subject at a moment, that would come out differently today."""

    position: int | None
    moment: Moment
    text: str


def unrest(campaign: Campaign) -> list[Unrest]:
    """Everything in force that would not be written again as it is, in order; empty for a book at rest."""
    return _Rest(campaign).all()


class _Rest:
    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.walk = Walk(campaign, Change(), Decisions(), campaign.head + 1, True)
        self.walk.book_world = self.walk.my_world = self.world = World()
        self.found: list[Unrest] = []

    def all(self) -> list[Unrest]:
        campaign = self.campaign
        positions = set(self.walk.order.positions)
        groups = self.walk._groups(positions, positions, (0, 0, 0, 0))
        slots = self.walk._slots((0, 0, 0, 0))
        slot_of = {(moment, tick.name): n for n, (moment, _, tick) in enumerate(slots)}
        by_slot: dict[int, list[Group]] = {}
        steps: list[tuple[tuple[int, int, int, int], Group | int]] = [
            ((m, rank, 0, 0), n) for n, (m, rank, _) in enumerate(slots)
        ]
        for group in groups:
            slot = slot_of.get((group.key[0], group.tick.name)) if group.tick else None
            if slot is None:
                steps.append((group.key, group))
            else:
                by_slot.setdefault(slot, []).append(group)
        steps.sort(key=lambda s: s[0])
        assert ticks_of(campaign.game) is not None
        for _, step in steps:
            if isinstance(step, int):
                moment, _, tick = slots[step]
                self._tick(tick, moment, by_slot.get(step, []))
            else:
                self._deed(step)
        return self.found

    def _deed(self, group: Group) -> None:
        if group.tick is None and self.walk._asked_again(group):
            answer, _ = self.walk._ask(self.world, group.first)
            self._compare(group, answer)
        self._fold(group)

    def _tick(self, tick: TickRule, moment: Moment, written: list[Group]) -> None:
        self.world.moment = moment
        groups = {g.tick.subject: g for g in written if g.tick is not None}
        for subject in dict.fromkeys([*tick.subjects(self.world, moment), *groups]):
            if subject not in groups:
                if (tick.name, moment, subject) in self.walk.pinned_ticks:
                    continue
                answer, _ = self.walk._ask_tick(self.world, tick, subject, moment)
                if answer.drafts:
                    self.found.append(Unrest(None, moment, f"{tick.name} of {subject} would be new"))
                continue
            group = groups.pop(subject)
            if group.deed not in self.walk.pinned:
                due = subject in tick.subjects(self.world, moment)
                answer = self.walk._ask_tick(self.world, tick, subject, moment)[0] if due else Outcome()
                self._compare(group, answer)
            self._fold(group)
            self.world.moment = moment

    def _compare(self, group: Group, answer: Outcome) -> None:
        written: list[Event] = [event for _, event in group.book]
        if answer.refused is not None:
            self.found.append(Unrest(group.deed, group.key[0], f"refused: {answer.refused.text}"))
        elif len(answer.events) != len(written) or len(pairs(headed(group.book), answer.headed)) != len(written):
            self.found.append(
                Unrest(group.deed, group.key[0], f"{len(answer.events)} entries instead of {len(written)}")
            )
        else:
            # What a corrected deed brought is named by the entry that was written for it, not by where it is tried out.
            names = {d.position: e.root or e.position for d, (e, _) in zip(answer.drafts, group.book, strict=True)}
            for (entry, event), new in zip(group.book, answer.events, strict=True):
                if not _same(event, renamed(new, names)):
                    self.found.append(Unrest(entry.position, entry.moment, f"{new} instead of {event}"))

    def _fold(self, group: Group) -> None:
        self.walk._fold(self.world, group.book)


def _same(written: Event, answered: Event) -> bool:
    """Alike word for word; a seal is filled in as it is written."""
    return written == answered or type(written).seals

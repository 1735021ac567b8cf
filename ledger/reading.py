"""A question about the book: which day is looked at, how much of the book had been written, and what follows."""

from collections.abc import Callable, Iterator
from functools import cached_property

import schemas.events
from ledger.campaign import Campaign, Operation
from projections.history import Order, up_to
from projections.world import Finding, World
from schemas.calendar import Calendar
from schemas.entry import Entry, Event, Line
from schemas.units import Moment


class Reading:
    """What a view asks: the campaign on a moment, as known at a position, by a seat.

    `on` is None for the clock of that known-at. `branch` names the world in the basis; `projected` says that the moment
    is ahead of the clock.
    """

    def __init__(
        self, campaign: Campaign, on: Moment | None = None, known_at: int | None = None, *, world_name: str | None = None,
        seat: str | None = None,
    ) -> None:  # fmt: skip
        self.campaign = campaign
        self.known_at = campaign.head if known_at is None else known_at
        self.clock = campaign.clock if self.known_at == campaign.head else self.order.clock
        self.asked_on = on
        self.on = self.clock if on is None else on
        self.world_name = world_name or campaign.world_name
        self.seat = seat
        self.notices: list[tuple[str, str]] = []

    @cached_property
    def order(self) -> Order:
        """What is in force as known, and in which order."""
        return self.campaign.history.at(self.known_at)

    @property
    def projected(self) -> bool:
        return self.on > self.clock

    @cached_property
    def world(self) -> World:
        """Everything in force up to the moment, aged to it."""
        campaign = self.campaign
        if self.known_at == campaign.head and self.on == self.clock:
            return campaign.head_world()
        world = campaign.fold(self.on, self.known_at)
        world.moment = self.on
        return world

    @property
    def calendar(self) -> Calendar:
        return self.world.calendar

    @property
    def day(self) -> int:
        return self.calendar.day_of(self.on)

    def positions(self) -> list[int]:
        """Positions in force up to the moment, in order."""
        return list(up_to(self.campaign.history, self.order, self.on))

    def walk(self, seen: Callable[[World, Line, list[Finding]], None], on: Moment | None = None) -> World:
        """Folds everything in force up to the moment; after each line `seen` gets the world and what was found in it."""
        campaign = self.campaign
        world = World()
        findings: list[Finding] = []
        positions = list(up_to(campaign.history, self.order, self.on if on is None else on))
        for line in campaign.lines(positions):
            world.trace = findings
            world.fold(line)
            world.trace = None
            seen(world, line, findings)
            findings.clear()
        world.moment = self.on if on is None else on
        return world

    def found_in(self, positions: set[int]) -> dict[int, list[Finding]]:
        """What the fold finds in each of these entries, under this basis."""
        found: dict[int, list[Finding]] = {}

        def keep(world: World, line: Line, findings: list[Finding]) -> None:
            if line.position in positions:
                found[line.position] = list(findings)

        if positions:
            self.walk(keep)
        return found

    def entries(self, positions: list[int]) -> Iterator[tuple[Entry, Event]]:
        """Entries with their events, in the newest shape."""
        for entry in self.campaign.entries(positions):
            yield entry, schemas.events.read(entry.event)


class Midway(Reading):
    """A question asked amid an operation, of the world that it has made so far; what is written is that of the head."""

    def __init__(self, operation: Operation, on: Moment | None = None, *, seat: str | None = None) -> None:
        super().__init__(operation.campaign, on, seat=seat)
        self.operation = operation
        self.clock = operation.clock
        self.on = self.clock if on is None else on

    @cached_property
    def world(self) -> World:
        if self.on == self.clock:
            return self.operation.world
        return self.operation.world_on(self.on)

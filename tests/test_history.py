"""What is in force, in which order, and what the clock shows (DESIGN 4 and 6, HISTORY 1), on headers made by hand."""

import random

import pytest
from oracle import clock_at, in_force

from projections.history import REPLACED, History, runs, up_to
from schemas.entry import CLOCK_RANK, COMMAND_RANK, Head, HeadFacts, Strike

DAY = 86_400


def dawn(day: int) -> int:
    """06:00 of a day: the first dawn is 21,600 seconds after the campaign's first midnight."""
    return 21_600 + (day - 1) * DAY


class Pages:
    """A book of headers only: every call writes the next one and gives its position."""

    def __init__(self) -> None:
        self.history = History()
        self.heads: list[Head] = []

    def _write(self, head: Head) -> int:
        self.history.add(head)
        self.heads.append(head)
        return head.position

    @property
    def next(self) -> int:
        return self.history.head + 1

    def act(
        self,
        moment: int = 0,
        *,
        rank: int = COMMAND_RANK,
        behind: int = 0,
        root: int = 0,
        deed: int = 0,
        cause: int = 0,
        clock: int | None = None,
        tag: str = "note.written",
        at: str = "",
        operation: int = 0,
    ) -> int:
        return self._write(
            Head(self.next, moment, at, HeadFacts(tag), rank, behind, root, deed, cause, operation, clock)
        )

    def strike(
        self,
        *spans: int | tuple[int, int],
        verb: str = "void",
        deeds: tuple[int, ...] = (),
        clock: int | None = None,
        branch: str | None = None,
        moment: int = 0,
        took: tuple[Strike, ...] = (),
    ) -> int:
        strikes = tuple(Strike(*s) if isinstance(s, tuple) else Strike(s, s) for s in spans)
        facts = HeadFacts("correction.made", verb, strikes, took, deeds, branch)
        return self._write(Head(self.next, moment, "", facts, clock=clock))

    def world(self, known_at: int | None = None) -> list[int]:
        """The positions in force that are no corrections, in their order."""
        history = self.history
        order = history.at(history.head if known_at is None else known_at)
        return [p for p in order.positions if history.tags[p] != "correction.made"]

    def clock(self, known_at: int | None = None) -> int:
        return self.history.at(self.history.head if known_at is None else known_at).clock

    def as_read(self) -> list[dict[str, object]]:
        """The same pages as the oracle reads them from a file."""
        return [
            {
                "position": h.position,
                "moment": h.moment,
                "rank": h.rank,
                "behind": h.behind,
                "root": h.root,
                "deed": h.deed,
                "cause": h.cause,
                "clock": h.clock,
                "event": {
                    "type": h.event.type,
                    "strikes": [list(s) for s in map(tuple_of, h.event.strikes)],
                    "took": [list(s) for s in map(tuple_of, h.event.took)],
                    "deeds": list(h.event.deeds),
                },
            }
            for h in self.heads
        ]


def tuple_of(strike: Strike) -> tuple[int, int]:
    return strike.first, strike.last


@pytest.fixture
def pages() -> Pages:
    return Pages()


def ten(pages: Pages) -> None:
    for _ in range(10):
        pages.act()


# -- the worked examples of HISTORY 1.1


def test_a_rollback_that_is_undone_leaves_a_void_from_before_it_in_force(pages: Pages) -> None:
    """HISTORY 1.1 (a): void 8 is #11; #12 strikes 7 to 10; #13 strikes #12: in force 1 to 7, 9, 10."""
    ten(pages)
    assert pages.strike(8) == 11
    assert pages.strike((7, 10), verb="rollback", branch="branch-1") == 12
    assert pages.world() == [1, 2, 3, 4, 5, 6]
    pages.strike(12, verb="undo")
    assert pages.world() == [1, 2, 3, 4, 5, 6, 7, 9, 10]


def test_a_void_that_is_undone_puts_nothing_back_into_days_that_were_rolled_back(pages: Pages) -> None:
    """HISTORY 1.1 (b): the same, but #13 strikes #11: in force 1 to 6."""
    ten(pages)
    pages.strike(8)
    pages.strike((7, 10), verb="rollback", branch="branch-1")
    pages.strike(11, verb="revert")
    assert pages.world() == [1, 2, 3, 4, 5, 6]


def nested(pages: Pages) -> None:
    """HISTORY 1.1 (c), up to #26: each entry is a day that passes, from its dawn to the next."""
    for day in range(1, 21):
        pages.act(dawn(day), rank=CLOCK_RANK, clock=dawn(day + 1))
    pages.strike((13, 20), verb="rollback", branch="branch-1", clock=dawn(13), moment=dawn(21))
    for day in (13, 14, 15):
        pages.act(dawn(day), rank=CLOCK_RANK, clock=dawn(day + 1))
    pages.strike((14, 20), 23, 24, verb="rollback", branch="branch-2", clock=dawn(14), moment=dawn(16))
    pages.act(dawn(14), rank=CLOCK_RANK, clock=dawn(15))


def test_a_rollback_within_a_rollback_leaves_one_line_of_days(pages: Pages) -> None:
    """HISTORY 1.1 (c): back to the end of day 12, days 13 to 15 played, back to the end of 13, day 14 played."""
    nested(pages)
    assert pages.world() == [*range(1, 13), 22, 26]
    pages.strike((21, 26), verb="restore")
    assert pages.world() == list(range(1, 21))
    pages.strike(27, verb="undo")
    assert pages.world() == [*range(1, 13), 22, 26]


def test_the_clock_follows_every_turn_of_nested_rollbacks(pages: Pages) -> None:
    """DESIGN 4: the clock is the latest closed day, clock entry or rollback in force."""
    nested(pages)
    assert [pages.clock(known) for known in (1, 20, 21, 22, 24, 25, 26)] == [
        dawn(2),
        dawn(21),
        dawn(13),
        dawn(14),
        dawn(16),
        dawn(14),
        dawn(15),
    ]
    pages.strike((21, 26), verb="restore")
    assert pages.clock() == dawn(21)
    pages.strike(27, verb="undo")
    assert pages.clock() == dawn(15)


def test_a_rollback_into_a_jump_of_400_days_sets_the_clock_there_and_time_goes_on_from_it(pages: Pages) -> None:
    """HISTORY 1.3: the clock in one entry at the jump's start or end would stand on day 401 or on day 1."""
    jump = pages.act(dawn(1), rank=CLOCK_RANK, clock=dawn(401), tag="clock.moved")
    for day in range(1, 401):
        pages.act(dawn(day + 1) - 60, rank=50, clock=dawn(day + 1), tag="day.closed")
    assert pages.clock() == dawn(401)
    closed_200 = 1 + 200
    pages.strike((closed_200, 401), verb="rollback", branch="branch-1", clock=dawn(200))
    assert pages.clock() == dawn(200)
    assert pages.world() == [jump, *range(2, closed_200)]
    camp = pages.act(dawn(200), rank=CLOCK_RANK, clock=dawn(201), tag="camp.made")
    closed = pages.act(dawn(201) - 60, rank=50, clock=dawn(201), tag="day.closed")
    assert pages.clock() == dawn(201)
    assert pages.world() == [jump, *range(2, closed_200), camp, closed]
    assert pages.clock(401) == dawn(401)


def test_an_undone_step_of_time_leaves_the_clock_where_the_one_before_it_had_set_it(pages: Pages) -> None:
    pages.act(dawn(1), rank=CLOCK_RANK, clock=dawn(2))
    pages.act(dawn(2), rank=CLOCK_RANK, clock=dawn(5))
    pages.strike(2, verb="undo")
    assert pages.clock() == dawn(2)
    pages.strike(3, verb="redo")
    assert pages.clock() == dawn(5)


# -- HISTORY 1.5 and 1.7


def test_a_rollback_leaves_what_was_learnt_about_earlier_days(pages: Pages) -> None:
    """HISTORY 1.5: a wrong gift of day 1, voided on day 5, rolled back to day 3: the gift stays out."""
    larder = pages.act(dawn(1), tag="gm.gave")
    gift = pages.act(dawn(1), tag="gm.gave")
    days = [pages.act(dawn(day), rank=CLOCK_RANK, clock=dawn(day + 1)) for day in (1, 2, 3, 4)]
    void = pages.strike(gift, moment=dawn(5))
    assert void == 7
    pages.strike((days[2], days[3]), verb="rollback", branch="branch-1", clock=dawn(3), moment=dawn(5))
    assert pages.world() == [days[0], larder, days[1]]


def test_the_rounds_of_a_correction_give_the_gift_that_each_names(pages: Pages) -> None:
    """HISTORY 1.7: gift of 40 (#1), corrected to 25 (#2, #3). Revert that: 40. Undo: 25. Void: 0. Undo: 25."""
    forty = pages.act(dawn(1))
    pages.strike(verb="correct")
    twenty_five = pages.act(dawn(1), root=forty, behind=forty, deed=forty)
    assert pages.world() == [twenty_five]
    revert = pages.strike((2, 3), verb="revert")
    assert pages.world() == [forty]
    pages.strike(revert, verb="undo")
    assert pages.world() == [twenty_five]
    void = pages.strike(forty, deeds=(forty,))
    assert pages.world() == []
    pages.strike(void, verb="undo")
    assert pages.world() == [twenty_five]


def test_a_harvest_that_a_correction_added_goes_when_the_hunt_goes(pages: Pages) -> None:
    """HISTORY 1.7 (a): rule 2 sees what was written after the hunt was."""
    hunt = pages.act(dawn(1), tag="hunt.rolled")
    pages.strike(verb="correct")
    pages.act(dawn(1), root=hunt, deed=hunt, behind=hunt, tag="hunt.rolled")
    pages.act(dawn(1), deed=hunt, cause=hunt, behind=hunt, tag="hunt.harvested")
    assert pages.world() == [3, 4]
    pages.strike(hunt)
    assert pages.world() == []


def test_what_a_rollback_leaves_of_later_days_stands_at_its_cut_from_then_on(pages: Pages) -> None:
    """DESIGN 6: entries of the table are never struck by it; a session that ended on an abandoned day has ended before
    the next one starts on the day that is played anew.
    """
    started = pages.act(dawn(1), tag="session.started")
    pages.act(dawn(1), rank=CLOCK_RANK, clock=dawn(3))
    gift = pages.act(dawn(3), tag="gm.gave")
    ended = pages.act(dawn(3), tag="session.ended")
    pages.strike(2, gift, verb="rollback", branch="branch-1", clock=dawn(1), moment=dawn(1))
    again = pages.act(dawn(1), tag="session.started")
    assert pages.world() == [started, ended, again]
    order = pages.history.at(6)
    assert list(up_to(pages.history, order, dawn(1))) == [started, ended, 5, again]
    assert list(up_to(pages.history, order, None, (dawn(1), COMMAND_RANK, again, again))) == [started, ended, 5]
    assert pages.world(4) == [2, started, gift, ended]
    pages.strike((5, 6), verb="restore")
    assert pages.world() == [2, started, gift, ended]


# -- the three rules


def test_rule_1_the_newest_correction_speaks_first(pages: Pages) -> None:
    one = pages.act()
    voided = pages.strike(one)
    undone = pages.strike(voided, verb="undo")
    assert pages.world() == [one]
    pages.strike(undone, verb="redo")
    assert pages.world() == []


def test_rule_1_a_correction_that_is_struck_strikes_nothing(pages: Pages) -> None:
    first, second = pages.act(), pages.act()
    earlier = pages.strike(first)
    pages.strike(earlier, second)
    assert pages.world() == [first]


def test_rule_2_what_a_struck_entry_caused_goes_with_it_all_the_way_up_and_nothing_else_of_its_deed(
    pages: Pages,
) -> None:
    task = pages.act(deed=0)
    roll = pages.act(deed=task, cause=task)
    harvest = pages.act(deed=task, cause=roll)
    second_task = pages.act(deed=task)
    second_roll = pages.act(deed=task, cause=second_task)
    pages.strike(roll)
    assert pages.world() == [task, second_task, second_roll]
    pages.strike(task)
    assert pages.world() == [second_task, second_roll]
    assert harvest not in pages.world()


def test_rule_2_a_deed_struck_whole_takes_every_part_also_one_that_is_written_later(pages: Pages) -> None:
    task = pages.act()
    pages.act(deed=task)
    pages.act()
    pages.strike(task, deeds=(task,))
    pages.act(deed=task)
    assert pages.world() == [3]


def test_rule_2_a_struck_root_takes_versions_that_are_written_later(pages: Pages) -> None:
    first = pages.act()
    pages.strike(first)
    pages.act(root=first)
    assert pages.world() == []


def test_rule_3_the_newest_version_that_is_not_out_is_the_entry(pages: Pages) -> None:
    first, other = pages.act(), pages.act()
    second = pages.act(root=first, behind=first)
    third = pages.act(root=first, behind=first)
    assert pages.world() == [third, other]
    pages.strike(third)
    assert pages.world() == [second, other]
    pages.strike(second)
    assert pages.world() == [first, other]


def test_rule_3_what_a_replaced_version_caused_stays_until_it_is_struck_itself(pages: Pages) -> None:
    roll = pages.act()
    harvest = pages.act(deed=roll, cause=roll)
    again = pages.act(root=roll, behind=roll, deed=roll)
    assert pages.world() == [again, harvest]
    assert pages.history.at(3).out[roll] == REPLACED
    pages.strike(roll)
    assert pages.world() == []


def test_what_went_with_a_correction_is_struck_like_what_was_asked(pages: Pages) -> None:
    asked, took, stays = pages.act(), pages.act(), pages.act()
    pages.strike(asked, took=(Strike(took, took),))
    assert pages.world() == [stays]


# -- the order


def test_of_one_moment_ticks_come_first_in_the_days_order_and_people_last(pages: Pages) -> None:
    """DESIGN 4: the order is (moment, rank, behind)."""
    deed = pages.act(dawn(2))
    spring = pages.act(dawn(2), rank=70)
    month = pages.act(dawn(2), rank=60)
    camp = pages.act(dawn(2), rank=CLOCK_RANK, clock=dawn(3))
    before = pages.act(dawn(2) - 60)
    assert pages.world() == [before, camp, month, spring, deed]


def test_a_version_stands_in_the_place_of_its_root(pages: Pages) -> None:
    """HISTORY 1.8: gift of 5, then eat 5; the gift corrected to 6 stands before the meal still."""
    gift, meal = pages.act(dawn(1)), pages.act(dawn(1))
    again = pages.act(dawn(1), root=gift, behind=gift, deed=gift)
    assert pages.world() == [again, meal]


def test_a_line_put_in_between_stands_just_behind_its_neighbour_and_several_stand_as_they_were_written(
    pages: Pages,
) -> None:
    first, last = pages.act(dawn(1)), pages.act(dawn(1))
    between, after_it = pages.act(dawn(1), behind=first), pages.act(dawn(1), behind=first)
    assert pages.world() == [first, between, after_it, last]


def test_a_version_of_a_line_put_in_between_stays_before_the_line_put_in_after_it(pages: Pages) -> None:
    """HISTORY 1.8: an inserted line stands at (place of its neighbour, own position), a version at its root's."""
    first, last = pages.act(dawn(1)), pages.act(dawn(1))
    between, after_it = pages.act(dawn(1), behind=first), pages.act(dawn(1), behind=first)
    again = pages.act(dawn(1), behind=first, root=between, deed=between)
    assert pages.world() == [first, again, after_it, last]


def test_what_is_known_of_a_moment_ends_with_it_and_of_a_place_just_before_it(pages: Pages) -> None:
    first = pages.act(dawn(1))
    second = pages.act(dawn(2))
    late = pages.act(dawn(1))
    third = pages.act(dawn(3))
    history, order = pages.history, pages.history.at(4)
    assert list(order.positions) == [first, late, second, third]
    assert list(up_to(history, order, dawn(1) - 1)) == []
    assert list(up_to(history, order, dawn(1))) == [first, late]
    assert list(up_to(history, order, dawn(2))) == [first, late, second]
    assert list(up_to(history, order, dawn(9))) == [first, late, second, third]
    assert list(up_to(history, order, None)) == [first, late, second, third]
    assert list(up_to(history, order, None, history.key(late))) == [first]
    assert list(up_to(history, order, None, history.key(second))) == [first, late]
    assert list(up_to(history, order, None, (dawn(2), COMMAND_RANK, 0, 0))) == [first, late]
    assert list(up_to(history, order, None, (dawn(9), 0, 0, 0))) == [first, late, second, third]


def test_a_time_of_writing_is_looked_up_as_the_newest_position_written_by_then(pages: Pages) -> None:
    for at in ("2026-03-01T20:00:00.000Z", "2026-03-01T20:00:00.000Z", "2026-03-01T20:05:00.000Z"):
        pages.act(at=at)
    position_at = pages.history.position_at
    assert position_at("2026-03-01T19:59:59.999Z") == 0
    assert position_at("2026-03-01T20:00:00.000Z") == 2
    assert position_at("2026-03-01T20:04:00.000Z") == 2
    assert position_at("2026-03-02T00:00:00.000Z") == 3


def test_positions_are_told_as_the_runs_that_they_make() -> None:
    assert list(runs([])) == []
    assert list(runs([4])) == [(4, 4)]
    assert list(runs([1, 2, 3, 7, 9, 10])) == [(1, 3), (7, 7), (9, 10)]


# -- what was known never changes


def test_what_was_in_force_at_a_position_stays_so_whatever_is_written_after_it(pages: Pages) -> None:
    nested(pages)
    before = [(pages.world(known), pages.clock(known)) for known in range(1, 27)]
    pages.strike((21, 26), verb="restore")
    pages.act(dawn(1), root=3, behind=3)
    pages.strike((1, 28))
    assert [(pages.world(known), pages.clock(known)) for known in range(1, 27)] == before


def test_a_history_with_entries_that_are_not_written_leaves_the_books_own_alone(pages: Pages) -> None:
    ten(pages)
    other = pages.history.copy()
    other.add(Head(11, 0, "", HeadFacts("correction.made", "void", (Strike(1, 10),))))
    assert list(other.at(11).positions) == [11]
    assert pages.history.head == 10
    assert pages.world() == list(range(1, 11))


def random_pages(dice: random.Random, length: int) -> Pages:
    """Deeds with causes and parts, ticks, late lines, versions, and corrections that strike anything, at random."""
    pages = Pages()
    clock = 1
    for _ in range(length):
        head = pages.history.head
        throw = dice.random()
        if head and throw < 0.2:
            first = dice.randint(1, head)
            spans = [(first, dice.randint(first, min(head, first + dice.choice((0, 0, 1, 8)))))]
            if dice.random() < 0.3:
                spans.append((dice.randint(1, head), head))
            if dice.random() < 0.3:
                clock = dice.randint(1, clock)
                pages.strike(*spans, verb="rollback", branch=f"branch-{head}", clock=dawn(clock))
            else:
                deed = pages.history.deeds[dice.randint(1, head)]
                told = dice.random() < 0.3 and pages.heads[deed - 1].event.type != "correction.made"
                pages.strike(*spans, deeds=(deed,) if told else ())
        elif head and throw < 0.35:
            root = pages.history.roots[dice.randint(1, head)]
            old = pages.heads[root - 1]
            if old.event.type != "correction.made":
                pages.act(
                    old.moment,
                    rank=old.rank,
                    behind=old.behind or root,
                    root=root,
                    deed=old.deed or root,
                    cause=old.cause,
                )
        elif head and throw < 0.6:
            cause = dice.randint(max(1, head - 4), head)
            old = pages.heads[cause - 1]
            if old.event.type != "correction.made":
                pages.act(old.moment, rank=old.rank, deed=old.deed or cause, cause=cause if dice.random() < 0.7 else 0)
        elif throw < 0.75:
            pages.act(dawn(clock), rank=CLOCK_RANK, clock=dawn(clock + 1))
            clock += 1
        else:
            late = dice.random() < 0.3
            behind = dice.randint(1, head) if head and late else 0
            pages.act(
                dawn(dice.randint(1, clock) if late else clock), behind=behind, rank=dice.choice((10, 20, 99, 99, 99))
            )
    return pages


def agrees(seed: int, length: int) -> None:
    pages = random_pages(random.Random(seed), length)
    read = pages.as_read()
    for known_at in {1, pages.history.head // 2 or 1, pages.history.head}:
        assert list(pages.history.at(known_at).positions) == in_force(read, known_at), f"seed {seed} at {known_at}"
        assert pages.clock(known_at) == clock_at(read, known_at), f"seed {seed} at {known_at}"


def test_two_passes_find_what_the_three_rules_say_word_for_word() -> None:
    """In force, in order, and the clock, on random books, as by a reading that asks the rules one entry at a time."""
    for seed in range(600):
        agrees(seed, 25)
    for seed in range(600, 620):
        agrees(seed, 150)


@pytest.mark.soak
def test_two_passes_find_what_the_three_rules_say_on_many_books() -> None:
    for seed in range(10_000, 14_000):
        agrees(seed, 60)

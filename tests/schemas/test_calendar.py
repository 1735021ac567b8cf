"""Days, dates and moments: EOS-CAL-02, EOS-CAL-03, EOS-CAL-04 and COMMANDS 1.3."""

import re
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.calendar import (
    Calendar,
    Month,
    Season,
    calendar_from_toml,
    parse_date,
    parse_moment,
    parse_month_day,
    session_named,
    whole_weeks,
)

PLAIN = Calendar()
NORTH = Calendar(start=(1, 3, 10), spring=(3, 1))
UNEVEN = calendar_from_toml(
    """
    months = [{name = "Thaw", days = 31}, {name = "Seed", days = 28}, {name = "Frost", days = 6}]
    weekdays = ["Moonday", "Fireday", "Restday"]
    seasons = [{name = "wet", from = "01-20"}, {name = "dry", from = "02-15"}]
    dawn = "05:30"
    dusk = "20:15"
    """
)
CALENDARS = [PLAIN, NORTH, UNEVEN, Calendar(dawn_seconds=0, start=(1492, 12, 30), spring=(12, 30))]

calendars = st.sampled_from(CALENDARS)
moments = st.integers(0, 10**10)
days = st.integers(1, 100_000)
DAY_3_DAWN = 194_400


def moment(text: str, bound: str = "first", now: int = DAY_3_DAWN, calendar: Calendar = PLAIN) -> int:
    """A moment in seconds, read at dawn of day 3 unless the test says otherwise."""
    return parse_moment(text, now, calendar, "last" if bound == "last" else "first")


def is_safe(message: str) -> bool:
    """Whether a terminal shows a message and obeys none of it; what joins an emoji may stand."""
    return re.sub("[\u200c\u200d\ufe0e\ufe0f]", "", message).isprintable()


# A day runs from dawn to dawn


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "day 0 00:00"),
        (21_599, "day 0 05:59:59"),
        (21_600, "day 1 06:00"),
        (2 * 86_400 + 21_540, "day 2 05:59"),
        (2 * 86_400 + 21_600, "day 3 06:00"),
        (194_400, "day 3 06:00"),
        (194_412, "day 3 06:00:12"),
        (2 * 86_400 - 60, "day 2 23:59"),
        (2 * 86_400, "day 2 00:00"),
    ],
)
def test_the_hours_before_dawn_belong_to_the_day_that_ends(seconds: int, text: str) -> None:
    assert PLAIN.text(seconds) == text
    assert moment(text) == seconds


def test_a_day_begins_at_dawn_and_ends_a_second_before_the_next() -> None:
    assert PLAIN.dawn_of(1) == 21_600
    assert PLAIN.dusk_of(1) == 64_800
    assert PLAIN.last_second_of(1) == 107_999
    assert PLAIN.day_of(107_999) == 1
    assert PLAIN.day_of(108_000) == 2


def test_the_cold_hours_of_a_night_stand_in_their_order_on_one_day() -> None:
    hours = [22, 23, 0, 1, 2, 3, 4, 5]
    night = [PLAIN.moment_of(12, hour) for hour in hours]
    assert [later - earlier for earlier, later in pairwise(night)] == [3600] * 7
    assert {PLAIN.day_of(hour) for hour in night} == {12}
    assert PLAIN.moment_of(12, 5, 59) == PLAIN.dawn_of(13) - 60


@pytest.mark.parametrize(("hour", "minute"), [(24, 0), (-1, 0), (18, 60), (18, -1)])
def test_an_hour_that_no_clock_shows_has_no_moment(hour: int, minute: int) -> None:
    with pytest.raises(ValueError, match="clock never shows"):
        PLAIN.moment_of(1, hour, minute)


@given(calendars, days)
def test_the_dawn_of_a_day_lies_in_that_day(calendar: Calendar, day: int) -> None:
    assert calendar.day_of(calendar.dawn_of(day)) == day
    assert calendar.day_of(calendar.last_second_of(day)) == day
    assert calendar.day_of(calendar.dusk_of(day)) == day


@given(calendars, moments, moments)
def test_days_keep_the_order_of_moments(calendar: Calendar, one: int, other: int) -> None:
    earlier, later = sorted((one, other))
    assert calendar.day_of(earlier) <= calendar.day_of(later)


@given(calendars, moments, moments)
def test_the_text_of_a_moment_is_read_back_as_that_moment(calendar: Calendar, at: int, now: int) -> None:
    date_and_hour = calendar.long_text(at).split(",")[0]
    for text in (calendar.text(at), calendar.text(at).replace(" ", "-"), date_and_hour):
        assert moment(text, "first", now, calendar) == at
        assert moment(text, "last", now, calendar) == at


# Dates


@pytest.mark.parametrize(
    ("day", "date"),
    [
        (0, (0, 12, 30)),
        (1, (1, 1, 1)),
        (30, (1, 1, 30)),
        (31, (1, 2, 1)),
        (360, (1, 12, 30)),
        (361, (2, 1, 1)),
    ],
)
def test_a_year_is_twelve_months_of_thirty_days(day: int, date: tuple[int, int, int]) -> None:
    assert PLAIN.date(day) == date
    assert PLAIN.day_number(*date) == day


def test_a_campaign_may_start_late_in_the_year() -> None:
    assert NORTH.date(1) == (1, 3, 10)
    assert NORTH.date(21) == (1, 3, 30)
    assert NORTH.date(22) == (1, 4, 1)
    assert NORTH.day_number(2, 1, 1) == 360 - 69 + 1


def test_months_of_other_lengths_are_counted_as_the_file_says() -> None:
    assert UNEVEN.year_days == 65
    assert [UNEVEN.date(day) for day in (31, 32, 59, 60, 65, 66)] == [
        (1, 1, 31),
        (1, 2, 1),
        (1, 2, 28),
        (1, 3, 1),
        (1, 3, 6),
        (2, 1, 1),
    ]


@given(calendars, days)
def test_a_date_and_its_day_lead_to_one_another(calendar: Calendar, day: int) -> None:
    assert calendar.day_number(*calendar.date(day)) == day
    assert calendar.date(day) < calendar.date(day + 1)


def test_weekdays_follow_one_another_from_the_first_date_on() -> None:
    assert [PLAIN.weekday(day) for day in (1, 2, 7, 8)] == [
        "first day",
        "second day",
        "seventh day",
        "first day",
    ]
    assert [UNEVEN.weekday(day) for day in (1, 2, 3, 4)] == ["Moonday", "Fireday", "Restday", "Moonday"]
    assert NORTH.weekday(1) == PLAIN.weekday(70)


def test_four_seasons_turn_from_spring_on() -> None:
    turns = {(1, 1): "winter", (2, 30): "winter", (3, 1): "spring", (5, 30): "spring", (6, 1): "summer"}
    turns |= {(9, 1): "autumn", (11, 30): "autumn", (12, 1): "winter"}
    for calendar in (PLAIN, NORTH):
        assert {turn: calendar.season(calendar.day_number(2, *turn)) for turn in turns} == turns


def test_where_spring_comes_late_the_seasons_come_late() -> None:
    calendar = Calendar(spring=(4, 15))
    assert [calendar.season(calendar.day_number(1, 4, day)) for day in (14, 15)] == ["winter", "spring"]
    assert [calendar.season(calendar.day_number(1, 7, day)) for day in (14, 15)] == ["spring", "summer"]


def test_a_season_of_the_file_lasts_until_the_next_one_also_over_the_turn_of_the_year() -> None:
    assert [UNEVEN.season(UNEVEN.day_number(1, 1, day)) for day in (1, 19, 20)] == ["dry", "dry", "wet"]
    assert [UNEVEN.season(UNEVEN.day_number(1, 2, day)) for day in (14, 15)] == ["wet", "dry"]


def test_the_long_text_says_all_that_the_calendar_says() -> None:
    assert PLAIN.long_text(194_400) == "Y1-01-03 06:00, third day, first month, winter"
    assert NORTH.long_text(NORTH.moment_of(1, 5, 59)) == "Y1-03-10 05:59, seventh day, third month, spring"


@pytest.mark.parametrize(
    ("date", "reason"),
    [
        ((1, 13, 1), "no month 13: a year has 12; try Y1-12-01"),
        ((1, 0, 1), "no month 0"),
        ((1, 1, 31), r"no day 31 in month 1 \(first month\): it has 30; try Y1-01-30"),
        ((1, 1, 0), "no day 0"),
    ],
)
def test_a_date_that_the_year_does_not_have_is_refused(date: tuple[int, int, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        PLAIN.day_number(*date)


# Weeks, months and springs that pass


def test_exactly_seven_days_are_a_week() -> None:
    assert [whole_weeks(days) for days in (0, 6, 7, 13, 14)] == [0, 0, 1, 1, 2]


def test_a_month_has_passed_when_the_next_ones_first_day_has_dawned() -> None:
    assert PLAIN.months_passed(1, 30) == 0
    assert PLAIN.months_passed(30, 31) == 1
    assert PLAIN.months_passed(31, 31) == 0
    assert PLAIN.months_passed(31, 60) == 0
    assert PLAIN.months_passed(0, 1) == 1
    assert PLAIN.months_passed(1, 721) == 24
    assert PLAIN.months_passed(721, 1) == 0
    assert NORTH.months_passed(1, 21) == 0
    assert NORTH.months_passed(1, 22) == 1


def test_the_next_month_begins_after_this_one() -> None:
    assert [PLAIN.next_month(day) for day in (1, 30, 31)] == [31, 31, 61]
    assert NORTH.next_month(1) == 22
    assert UNEVEN.next_month(32) == 60


def test_spring_comes_once_a_year_on_its_date() -> None:
    calendar = Calendar(spring=(3, 30))
    assert calendar.next_spring(1) == 90
    assert calendar.next_spring(89) == 90
    assert calendar.next_spring(90) == 450
    assert list(calendar.springs_between(10, 460)) == [90, 450]
    assert list(calendar.springs_between(90, 450)) == [450]
    assert list(calendar.springs_between(90, 449)) == []
    assert len(calendar.springs_between(1, 360 * 30)) == 30
    assert list(calendar.springs_between(460, 10)) == []


def test_a_spring_that_was_over_when_the_campaign_began_comes_in_the_next_year() -> None:
    assert NORTH.next_spring(1) == 1 - 9 + 360


def test_without_a_spring_day_no_spring_comes() -> None:
    assert PLAIN.next_spring(1) is None
    assert list(PLAIN.springs_between(1, 10_000)) == []


@given(calendars, st.integers(1, 400), st.integers(0, 800))
def test_months_and_springs_are_those_that_a_walk_from_day_to_day_meets(
    calendar: Calendar, start: int, length: int
) -> None:
    walked = range(start + 1, start + length + 1)
    dates = {day: calendar.date(day) for day in walked}
    assert calendar.months_passed(start, start + length) == sum(date[2] == 1 for date in dates.values())
    springs = [day for day in walked if dates[day][1:] == calendar.spring]
    assert list(calendar.springs_between(start, start + length)) == springs


# Moments as they are typed

DAY_12_AT_18 = 11 * 86_400 + 64_800


@pytest.mark.parametrize(
    "text",
    [
        *[
            "day 12 18:00",
            "day-12-18:00",
            "day-12 18:00",
            "DAY 12 18:00",
            "  day   12  18:00 ",
            "day_12_18:00",
        ],
        *["day 12 dusk", "day-12-dusk", "day-12 Dusk", "day 012 18:00:00"],
        *["Y1-01-12-18:00", "Y1-01-12 18:00", "y1-1-12 18:00", "Y1-01-12 dusk"],
        *["+9d12h", "+9d 12h", "+ 228h", "+8d36h", "+9d11h60m", "+13680m"],
    ],
)
def test_every_spelling_of_one_moment(text: str) -> None:
    for bound in ("first", "last"):
        assert moment(text, bound) == DAY_12_AT_18


def test_a_bare_day_is_its_dawn_where_something_begins_and_its_last_second_where_it_is_looked_at() -> None:
    for text in ("day 12", "day-12", "Day_12", "Y1-01-12", "y1-1-12"):
        assert PLAIN.text(moment(text, "first")) == "day 12 06:00"
        assert PLAIN.text(moment(text, "last")) == "day 12 05:59:59"


def test_day_0_begins_with_the_campaigns_first_midnight() -> None:
    assert moment("day 0", "first") == 0
    assert moment("day-0", "last") == 21_599
    assert moment("Y0-12-30 02:00") == 7_200


@pytest.mark.parametrize(
    ("text", "now", "date"),
    [
        ("18:00", "day 3 06:00", "day 3 18:00"),
        ("6:30", "day 3 20:00", "day 3 06:30"),
        ("02:00", "day 3 20:00", "day 3 02:00"),
        ("18:00", "day 3 02:00", "day 3 18:00"),
        ("05:59:30", "day 3 06:00", "day 3 05:59:30"),
        ("dawn", "day 3 06:00", "day 3 06:00"),
        ("dawn", "day 3 02:00", "day 3 06:00"),
        ("dusk", "day 3 06:00", "day 3 18:00"),
        ("now", "day 3 06:00:12", "day 3 06:00:12"),
        ("+0h", "day 3 06:00", "day 3 06:00"),
        ("+3d", "day 3 02:00", "day 6 02:00"),
        ("+2h", "day 3 05:00", "day 4 07:00"),
        ("+30m", "day 3 05:45", "day 4 06:15"),
    ],
)
def test_an_hour_alone_is_of_the_day_that_the_clock_shows(text: str, now: str, date: str) -> None:
    assert PLAIN.text(moment(text, now=moment(now))) == date


def test_dawn_and_dusk_are_those_of_the_calendar() -> None:
    assert UNEVEN.text(moment("day 2 dawn", calendar=UNEVEN)) == "day 2 05:30"
    assert UNEVEN.text(moment("day 2 dusk", calendar=UNEVEN)) == "day 2 20:15"
    assert UNEVEN.text(moment("day 2 05:30", calendar=UNEVEN)) == "day 2 05:30"
    assert moment("day 2 05:29", calendar=UNEVEN) == moment("day 3", calendar=UNEVEN) - 60


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Y1-13-01", "no month 13"),
        ("Y1-01-31", "no day 31 in month 1"),
        ("Y1-00-01", "no month 0"),
        ("25:00", "never shows 25:00"),
        ("24:00", "never shows 24:00"),
        ("18:61", "never shows 18:61"),
        ("day 12 18:61", "never shows 18:61"),
        ("day 12 18:00:60", "never shows 18:00:60"),
        ("day -1", "before the campaign"),
        ("day--1", "before the campaign"),
        ("day 0 dawn", "before the campaign"),
        ("day 0 18:00", "before the campaign"),
        ("Y0-01-01", "before the campaign"),
        ("session 4", "a place in the book"),
        ("day 9999999999", "more than nine digits"),
        ("+99999999999h", "more than nine digits"),
        ("9" * 5000, "too long"),
        ("+999999999d", "beyond day 999999999"),
        ("", "is no moment"),
        ("  ", "is no moment"),
        ("12", "is no moment"),
        ("tomorrow", "is no moment"),
        ("-3d", "is no moment"),
        ("+", "is no moment"),
        ("+3", "is no moment"),
        ("+2rounds", "is no moment"),
        ("+2 rounds", "is no moment"),
        ("+2h3d", "is no moment"),
        ("+1.5h", "is no moment"),
        ("day", "is no moment"),
        ("day 12 noonish", "is no moment"),
        ("day 12 now", "is no moment"),
        ("day 1.5", "is no moment"),
        ("day ١٢", "is no moment"),
        ("18:00pm", "is no moment"),
        ("1-01-12", "is no moment"),
        ("Y1-01", "is no moment"),
        ("day 12\x1b[31m", "is no moment"),
    ],
)
def test_what_is_no_moment_is_refused_and_told_what_works(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as refusal:
        moment(text)
    said = str(refusal.value)
    assert "try " in said or "such as" in said
    assert is_safe(said)


@given(st.one_of(st.text(), st.text("dayY01289:-+hm nowuskdsession", max_size=20)), calendars)
def test_reading_a_moment_answers_within_the_campaign_or_refuses(text: str, calendar: Calendar) -> None:
    try:
        assert parse_moment(text, DAY_3_DAWN, calendar, "last") >= 0
    except ValueError as refusal:
        assert is_safe(str(refusal))


def test_a_session_is_named_by_its_number() -> None:
    assert [session_named(text) for text in ("session 4", "Session-4", " session  12 ")] == [4, 4, 12]
    others = ("session", "session four", "sessions 4", "session -4", "session 4 5", "4", "session ٤")
    assert {session_named(text) for text in (*others, "session 9999999999")} == {None}


def test_start_and_spring_are_read_as_their_numbers() -> None:
    assert parse_date("Y1-03-10") == (1, 3, 10)
    assert parse_month_day("03-01") == (3, 1)
    for text in ("", "Y1-03", "1-03-10", "Y1-03-10 18:00", "soon"):
        with pytest.raises(ValueError, match="is no date; try Y1-03-10"):
            parse_date(text)
    for text in ("", "03", "Y1-03-01", "3rd of May"):
        with pytest.raises(ValueError, match="is no month and day; try 03-01"):
            parse_month_day(text)


# The calendar itself


def test_a_calendar_is_kept_in_the_book_as_it_is() -> None:
    for calendar in CALENDARS:
        assert msgspec.json.decode(msgspec.json.encode(calendar), type=Calendar) == calendar


def test_a_calendar_file_says_only_what_differs() -> None:
    assert calendar_from_toml('dawn = "05:00"') == Calendar(dawn_seconds=5 * 3600)
    assert (
        Calendar(
            months=(Month("Thaw", 31), Month("Seed", 28), Month("Frost", 6)),
            weekdays=("Moonday", "Fireday", "Restday"),
            seasons=(Season("wet", 1, 20), Season("dry", 2, 15)),
            dawn_seconds=19_800,
            dusk_seconds=72_900,
        )
        == UNEVEN
    )


def test_spring_and_start_must_be_dates_of_their_calendar() -> None:
    with pytest.raises(ValueError, match="no day 29 in month 2"):
        msgspec.structs.replace(UNEVEN, spring=(2, 29))
    with pytest.raises(ValueError, match="no month 13"):
        Calendar(start=(1, 13, 1))
    with pytest.raises(ValueError, match="cannot start in year 0"):
        Calendar(start=(0, 1, 1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "says nothing"),
        ("months", "is no TOML"),
        ("months = 3", "months: it should be a list, not a whole number"),
        ("month = 3", "no such key as month"),
        ("months = []", "a year of 0 months"),
        ('months = [{name = "Thaw"}]', r"months\[0\]: it lacks days"),
        (
            'months = [{name = "Thaw", days = "x"}]',
            r"months\[0\].days: it should be a whole number, not text",
        ),
        ('months = [{name = "Thaw", days = 2.5}]', "not a number with decimals"),
        ('months = [{name = "Thaw", days = true}]', "not true or false"),
        ('months = [{name = "Thaw", days = 0}]', "Thaw has 0 days"),
        ('months = [{name = "Thaw", days = 1001}]', "Thaw has 1001 days"),
        ('months = [{name = "", days = 30}]', "a name is missing"),
        ('months = [{name = "\\u202e", days = 30}]', "a sign that is not seen"),
        ('months = [{name = "A", days = 3}, {name = "a", days = 3}]', "two months named"),
        ("months = [{name = 'A', days = " + "9" * 5000 + "}]", "a number too long"),
        ("months = " + "[" * 50_000, "brackets too deep"),
        ("#" * 100_001, "too long"),
        ("weekdays = []", "a week of 0 days"),
        ('weekdays = ["A", 3]', r"weekdays\[1\]: it should be text"),
        ('seasons = [{name = "dry", from = "13-01"}]', "no month 13"),
        ('seasons = [{name = "dry", from = "03-31"}]', "no day 31 in month 3"),
        ('seasons = [{name = "dry", from = "March"}]', "is no month and day"),
        ('seasons = [{name = "dry"}]', "it lacks from"),
        ('seasons = [{name = "a", from = "01-01"}, {name = "b", from = "01-01"}]', "begin on one day"),
        ('dawn = "19:00"', "dawn must come before dusk"),
        ('dawn = "25:00"', "never shows 25:00"),
        ('dawn = "early"', "write it like 06:00"),
        ("dawn = 06:00:00", "it should be text, not an hour"),
    ],
)
def test_a_calendar_file_that_makes_no_year_is_refused_in_plain_words(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        calendar_from_toml(text)

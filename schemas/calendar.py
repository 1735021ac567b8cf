"""The calendar: months, seasons and weekdays, and how moments, days, dates and text become one another.

A day runs from its dawn to the next dawn, and so do its hours: with dawn at 06:00, moment 0 is `day 0 00:00`,
moment 21600 is `day 1 06:00`, and `day 2 05:59` is the last minute of day 2. Day numbers count dawns.
"""

import re
from typing import Literal

import msgspec

from schemas.units import Moment, check_name, key, quoted

Date = tuple[int, int, int]
"""Year, month and day of the month, each counted from 1."""

MonthDay = tuple[int, int]
"""A month and a day in it, each counted from 1: what comes back every year."""

Bound = Literal["first", "last"]
"""Which moment a bare day means: its first where something begins, its last where something is looked at."""

MINUTE_SECONDS = 60
HOUR_SECONDS = 3600
DAY_SECONDS = 86400
WEEK_DAYS = 7
LAST_DAY = 999_999_999


class Month(msgspec.Struct, frozen=True, gc=False):
    """A month of the year and its length."""

    name: str
    days: int


class Season(msgspec.Struct, frozen=True, gc=False):
    """A season and the month and day with which it begins; it lasts until the next one begins."""

    name: str
    month: int
    day: int


# fmt: off
_COUNTED = (
    "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)
# fmt: on
_QUARTERS = ("spring", "summer", "autumn", "winter")


class Calendar(msgspec.Struct, frozen=True, gc=False):
    """EOS-CAL-02, EOS-CAL-03, EOS-CAL-04: how the days of a campaign are counted and called.

    `start` is the date of day 1. `spring` is the date on which spring comes each year, None where the table
    has not said it. Without `seasons` the year has four of equal length, the first of them from spring on, or
    from a sixth of the year (03-01) where no spring is set. Dawn and dusk are seconds from midnight. What
    cannot be a year raises ValueError in plain words.
    """

    months: tuple[Month, ...] = tuple(Month(f"{word} month", 30) for word in _COUNTED)
    weekdays: tuple[str, ...] = tuple(f"{word} day" for word in _COUNTED[:WEEK_DAYS])
    seasons: tuple[Season, ...] = ()
    dawn_seconds: int = 6 * HOUR_SECONDS
    dusk_seconds: int = 18 * HOUR_SECONDS
    start: Date = (1, 1, 1)
    spring: MonthDay | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.months) <= 100:
            raise ValueError(f"a year of {len(self.months)} months; it needs 1 to 100")
        for month in self.months:
            if not 1 <= month.days <= 1000:
                raise ValueError(f"{month.name} has {month.days} days; a month needs 1 to 1000")
        if not 1 <= len(self.weekdays) <= 100:
            raise ValueError(f"a week of {len(self.weekdays)} days; it needs 1 to 100")
        if not 0 <= self.dawn_seconds < self.dusk_seconds < DAY_SECONDS:
            raise ValueError("dawn must come before dusk, both on the clock, such as 06:00 and 18:00")
        for season in self.seasons:
            self._check_month_day(season.month, season.day)
        if len({(season.month, season.day) for season in self.seasons}) < len(self.seasons):
            raise ValueError("two seasons begin on one day")
        if self.spring is not None:
            self._check_month_day(*self.spring)
        year, month_number, day_of_month = self.start
        if not 1 <= year <= LAST_DAY:
            raise ValueError(f"the campaign cannot start in year {year}; try Y1-01-01")
        self._check_month_day(month_number, day_of_month)

    # Moments and days

    def day_of(self, moment: Moment) -> int:
        """The day that a moment lies in: the hours before dawn belong to the day that is ending."""
        return (moment - self.dawn_seconds) // DAY_SECONDS + 1

    def dawn_of(self, day: int) -> Moment:
        """The first moment of a day."""
        return self.dawn_seconds + (day - 1) * DAY_SECONDS

    def dusk_of(self, day: int) -> Moment:
        """The moment of a day at which the light goes."""
        return self.dusk_seconds + (day - 1) * DAY_SECONDS

    def last_second_of(self, day: int) -> Moment:
        """The last moment of a day, one second before the next dawn."""
        return self.dawn_of(day + 1) - 1

    def moment_of(self, day: int, hour: int, minute: int = 0, second: int = 0) -> Moment:
        """The moment at which the clock of a day shows an hour; hours before dawn end the day.

        ValueError for an hour past 23, a minute or a second past 59.
        """
        clock = _clock_seconds(hour, minute, second)
        if clock < self.dawn_seconds:
            return day * DAY_SECONDS + clock
        return (day - 1) * DAY_SECONDS + clock

    # Days and dates

    @property
    def year_days(self) -> int:
        """How many days a year has: 360 unless the calendar says otherwise (EOS-CAL-03)."""
        return sum(month.days for month in self.months)

    def date(self, day: int) -> Date:
        """The year, month and day of the month of a day; day 1 has the date `start`."""
        years, left = divmod(self._days_since_year_one(self.start) + day - 1, self.year_days)
        number = 1
        for month in self.months:
            if left < month.days:
                break
            left -= month.days
            number += 1
        return years + 1, number, left + 1

    def day_number(self, year: int, month: int, day_of_month: int) -> int:
        """The day that has a date. ValueError for a month or a day of it that the year does not have."""
        self._check_month_day(month, day_of_month, year)
        days = self._days_since_year_one((year, month, day_of_month))
        return days - self._days_since_year_one(self.start) + 1

    def weekday(self, day: int) -> str:
        """The name of a day's weekday; weeks are counted from Y1-01-01, which is the first weekday."""
        return self.weekdays[(self._days_since_year_one(self.start) + day - 1) % len(self.weekdays)]

    def month_name(self, day: int) -> str:
        """The name of the month that a day lies in."""
        return self.months[self.date(day)[1] - 1].name

    def season(self, day: int) -> str:
        """The name of the season that a day lies in."""
        _, month, day_of_month = self.date(day)
        if self.seasons:
            begun = [season for season in self.seasons if (season.month, season.day) <= (month, day_of_month)]
            # Before the year's first season begins, the one that began last in the old year goes on.
            return max(begun or self.seasons, key=lambda season: (season.month, season.day)).name
        spring_begins = self.year_days // 6 if self.spring is None else self._days_since_year_one((1, *self.spring))
        since_spring = (self._days_since_year_one((1, month, day_of_month)) - spring_begins) % self.year_days
        return _QUARTERS[since_spring * len(_QUARTERS) // self.year_days]

    # Months and springs that pass

    def months_passed(self, from_day: int, to_day: int) -> int:
        """How many months of the calendar began after `from_day` and up to `to_day`; 0 if that is no span."""
        return max(0, self._month_count(to_day) - self._month_count(from_day))

    def next_month(self, day: int) -> int:
        """The first day of the month after the one that a day lies in."""
        _, month, day_of_month = self.date(day)
        return day + self.months[month - 1].days - day_of_month + 1

    def next_spring(self, day: int) -> int | None:
        """EOS-CAL-04: the first day after `day` on which spring comes; None where no spring is set."""
        if self.spring is None:
            return None
        this_year = self.day_number(self.date(day)[0], *self.spring)
        return this_year if this_year > day else this_year + self.year_days

    def springs_between(self, from_day: int, to_day: int) -> range:
        """EOS-CAL-04: the days after `from_day` and up to `to_day` on which spring comes; len() counts them.

        None of them where no spring is set: the caller says so (EOS-HUNT-06).
        """
        first = self.next_spring(from_day)
        return range(0) if first is None else range(first, to_day + 1, self.year_days)

    # Text

    def text(self, moment: Moment) -> str:
        """A moment as every answer shows it: `day 3 06:00`, with seconds only where there are any."""
        return f"day {self.day_of(moment)} {_clock_text(moment)}"

    def on_text(self, moment: Moment) -> str:
        """A moment that is looked at, for eyes: the last second of a day is the day itself, `day 3`."""
        day = self.day_of(moment)
        return f"day {day}" if moment == self.last_second_of(day) else self.text(moment)

    def date_text(self, day: int) -> str:
        """A day's date: `Y1-01-03`."""
        year, month, day_of_month = self.date(day)
        return f"Y{year}-{month:02}-{day_of_month:02}"

    def long_text(self, moment: Moment) -> str:
        """A moment with all the calendar says of it: `Y1-01-03 06:00, third day, first month, winter`."""
        day = self.day_of(moment)
        date = f"{self.date_text(day)} {_clock_text(moment)}"
        return f"{date}, {self.weekday(day)}, {self.month_name(day)}, {self.season(day)}"

    # What these lean on

    def _days_since_year_one(self, date: Date) -> int:
        year, month, day_of_month = date
        before = sum(earlier.days for earlier in self.months[: month - 1])
        return (year - 1) * self.year_days + before + day_of_month - 1

    def _month_count(self, day: int) -> int:
        year, month, _ = self.date(day)
        return year * len(self.months) + month

    def _check_month_day(self, month: int, day_of_month: int, year: int | None = None) -> None:
        begin = "" if year is None else f"Y{year}-"
        if not 1 <= month <= len(self.months):
            last = len(self.months)
            raise ValueError(f"there is no month {month}: a year has {last}; try {begin}{last:02}-01")
        named = self.months[month - 1]
        if not 1 <= day_of_month <= named.days:
            raise ValueError(
                f"there is no day {day_of_month} in month {month} ({named.name}): it has {named.days}; "
                f"try {begin}{month:02}-{named.days:02}"
            )


def whole_weeks(days: int) -> int:
    """EOS-CAL-02: how many weeks of 7 days have passed in so many days; exactly 7 are one."""
    return days // WEEK_DAYS


# Moments as they are typed

LONGEST_MOMENT = 60
_TRY = 'try "day 12 18:00", day-12, Y1-01-12, 18:00, dawn or +2h'
# Patterns are text, made ready on first use: most starts of the program read no moment.
_DAY = r"day[ _-]([0-9]+)(?:[ _-](.+))?"
_DAY_BEFORE_ALL = r"day[ _-]*-[0-9]+.*"
_DATE = r"y([0-9]+)-([0-9]+)-([0-9]+)(?:[ _-](.+))?"
_CLOCK = r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?"
_LATER = r"\+ ?(?=[0-9])(?:([0-9]+) ?d ?)?(?:([0-9]+) ?h ?)?(?:([0-9]+) ?m)?"
_SESSION = r"session[ _-]([0-9]{1,9})"


def parse_moment(text: str, now: Moment, calendar: Calendar, bound: Bound) -> Moment:
    """A moment in any spelling: `day 12 18:00`, `day-12-dusk`, `Y1-01-12-18:00`, `18:00`, `now`, `+1d2h30m`.

    A bare day or date is its first moment for the bound "first" and its last second for "last"; of day 0 the
    first moment is 0. `18:00`, `dawn` and `dusk` alone are those of the day that `now` lies in, also where
    they are over: at `day 3 02:00`, `dawn` is `day 3 06:00`, twenty hours before, and `05:00` is to come.

    ValueError, with what works, for anything else: unknown dates and hours, a moment before the campaign's
    first midnight, numbers of more than nine digits, and sessions, whose place only the book knows
    (`session_named`).
    """
    words = _words(text)
    if words == "now":
        return now
    moment = _later(words, now)
    if moment is None:
        moment = _dated(words, now, calendar, bound)
    if moment < 0:
        raise ValueError(
            f"{quoted(text)} is before the campaign, which begins at {calendar.text(0)}; "
            f'try "{calendar.text(calendar.dawn_of(1))}"'
        )
    if calendar.day_of(moment) > LAST_DAY:
        raise ValueError(f"{quoted(text)} is beyond day {LAST_DAY}, the last that can be told; {_TRY}")
    return moment


def session_named(text: str) -> int | None:
    """The number in `session 4` or `session-4`; None for every other text. The book knows where that is."""
    match = re.fullmatch(_SESSION, " ".join(text.split()).lower())
    return int(match[1]) if match else None


def parse_date(text: str) -> Date:
    """The three numbers of `Y1-03-10`, as `--start` takes them; ValueError for every other text.

    Whether a calendar has that date, the calendar says when it is given as its `start`.
    """
    match = re.fullmatch(_DATE, _words(text))
    if match is None or match[4] is not None:
        raise ValueError(f"{quoted(text)} is no date; try Y1-03-10")
    return int(match[1]), int(match[2]), int(match[3])


def parse_month_day(text: str) -> MonthDay:
    """The two numbers of `03-01`, as `--spring` takes them; ValueError for every other text.

    Whether a calendar has that day, the calendar says when it is given as its `spring`.
    """
    match = re.fullmatch(r"([0-9]+)-([0-9]+)", _words(text))
    if match is None:
        raise ValueError(f"{quoted(text)} is no month and day; try 03-01")
    return int(match[1]), int(match[2])


def _words(text: str) -> str:
    words = " ".join(text.split()).lower()
    if len(words) > LONGEST_MOMENT:
        raise ValueError(f"{quoted(text)} is too long for a moment; {_TRY}")
    if re.search(r"[0-9]{10}", words):
        raise ValueError(f"a number in {quoted(text)} has more than nine digits; {_TRY}")
    return words


def _later(words: str, now: Moment) -> Moment | None:
    match = re.fullmatch(_LATER, words)
    if match is None:
        return None
    days, hours, minutes = (int(number or 0) for number in match.groups())
    return now + days * DAY_SECONDS + hours * HOUR_SECONDS + minutes * MINUTE_SECONDS


def _dated(words: str, now: Moment, calendar: Calendar, bound: Bound) -> Moment:
    hour: str | None
    if match := re.fullmatch(_DAY, words):
        day, hour = int(match[1]), match[2]
    elif match := re.fullmatch(_DATE, words):
        day, hour = calendar.day_number(int(match[1]), int(match[2]), int(match[3])), match[4]
    elif re.fullmatch(_DAY_BEFORE_ALL, words):
        raise ValueError(f"{quoted(words)} is before the campaign, whose days count from 1; try day-1")
    elif session_named(words) is not None:
        raise ValueError(f"{quoted(words)} is a place in the book, no moment of its own here; {_TRY}")
    else:
        day, hour = calendar.day_of(now), words
    if hour is not None:
        return _at(day, hour, words, calendar)
    if bound == "last":
        return calendar.last_second_of(day)
    begins_before_all = calendar.dawn_of(day) < 0 <= calendar.last_second_of(day)
    return 0 if begins_before_all else calendar.dawn_of(day)


def _at(day: int, hour: str, words: str, calendar: Calendar) -> Moment:
    """The moment that an hour's word names on a day; `words` is the whole text, for the message."""
    if hour == "dawn":
        return calendar.dawn_of(day)
    if hour == "dusk":
        return calendar.dusk_of(day)
    match = re.fullmatch(_CLOCK, hour)
    if match is None:
        raise ValueError(f"{quoted(words)} is no moment; {_TRY}")
    return calendar.moment_of(day, int(match[1]), int(match[2]), int(match[3] or 0))


def _clock_seconds(hour: int, minute: int, second: int) -> int:
    if not (0 <= hour <= 23 and 0 <= minute <= 59 and 0 <= second <= 59):
        shown = f"{hour:02}:{minute:02}" + (f":{second:02}" if second else "")
        raise ValueError(f"the clock never shows {shown}; hours go from 00:00 to 23:59, such as 18:00")
    return hour * HOUR_SECONDS + minute * MINUTE_SECONDS + second


def _clock_text(moment: Moment) -> str:
    minutes, second = divmod(moment % DAY_SECONDS, MINUTE_SECONDS)
    hour, minute = divmod(minutes, MINUTE_SECONDS)
    return f"{hour:02}:{minute:02}:{second:02}" if second else f"{hour:02}:{minute:02}"


# A calendar from a file

LONGEST_FILE = 100_000


class _MonthRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    days: int


class _SeasonRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    begins: str = msgspec.field(name="from")


class _CalendarFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    months: list[_MonthRow] | None = None
    weekdays: list[str] | None = None
    seasons: list[_SeasonRow] | None = None
    dawn: str | None = None
    dusk: str | None = None


def calendar_from_toml(text: str) -> Calendar:
    """EOS-CAL-03: the calendar in a TOML text; what it leaves out is as in the default calendar.

    Keys: `months = [{name = "Thaw", days = 31}]`, `weekdays = ["Moonday"]`, `seasons = [{name = "dry", from =
    "03-01"}]`, `dawn = "06:00"`, `dusk = "18:00"`. Start and spring belong to the campaign, not to the file.
    ValueError in plain words for what is no TOML, has other keys, says a name twice or makes no year.
    """
    read = _read_file(text)
    default = Calendar()
    months, weekdays, seasons = default.months, default.weekdays, default.seasons
    if read.months is not None:
        names = _names("month", [row.name for row in read.months])
        months = tuple(Month(name, row.days) for name, row in zip(names, read.months, strict=True))
    if read.weekdays is not None:
        weekdays = _names("weekday", read.weekdays)
    if read.seasons is not None:
        names = _names("season", [row.name for row in read.seasons])
        begins = [parse_month_day(row.begins) for row in read.seasons]
        seasons = tuple(Season(name, *begin) for name, begin in zip(names, begins, strict=True))
    return Calendar(
        months=months,
        weekdays=weekdays,
        seasons=seasons,
        dawn_seconds=default.dawn_seconds if read.dawn is None else _hour_in_file("dawn", read.dawn),
        dusk_seconds=default.dusk_seconds if read.dusk is None else _hour_in_file("dusk", read.dusk),
    )


def _read_file(text: str) -> _CalendarFile:
    import tomllib  # only a new calendar is read from a file; every other start does without

    if len(text) > LONGEST_FILE:
        raise ValueError(f"a calendar of {len(text)} characters is too long; {LONGEST_FILE} are the most")
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        raise ValueError(f"the calendar is no TOML: {trouble}") from None
    except (ValueError, RecursionError):
        raise ValueError("the calendar holds a number too long, or brackets too deep, to be one") from None
    if not said:
        raise ValueError("the calendar says nothing; it needs months, weekdays, seasons, dawn or dusk")
    try:
        return msgspec.convert(said, _CalendarFile)
    except msgspec.ValidationError as trouble:
        raise ValueError(f"the calendar cannot be read: {_plain(str(trouble))}") from None


_WHERE = r"(.*) - at `\$\.?(.*)`"
_PLAIN = {
    "`": "",
    "Object contains unknown field": "no such key as",
    "Object missing required field": "it lacks",
}
_KINDS = {
    "array": "a list",
    "object": "a table",
    "str": "text",
    "int": "a whole number",
    "float": "a number with decimals",
    "bool": "true or false",
    "datetime": "a date and hour",
    "date": "a date",
    "time": "an hour",
}


def _plain(trouble: str) -> str:
    """What the reader of files found amiss, in the words of a calendar's file."""
    match = re.fullmatch(_WHERE, trouble)
    where, said = (f"{match[2]}: " if match else "", match[1] if match else trouble)
    if kinds := re.fullmatch(r"Expected `(\w+)(?: \| null)?`, got `([\w.]+)`", said):
        wanted, got = (_KINDS.get(kind, f"a {kind}") for kind in kinds.groups())
        return f"{where}it should be {wanted}, not {got}"
    for word, plain in _PLAIN.items():
        said = said.replace(word, plain)
    return where + said


def _names(kind: str, names: list[str]) -> tuple[str, ...]:
    spellings: list[str] = []
    for name in names:
        try:
            spelling = check_name(name)
        except ValueError as trouble:
            raise ValueError(f"a {kind} of the calendar: {trouble}") from None
        if key(spelling) in map(key, spellings):
            raise ValueError(f"the calendar has two {kind}s named {quoted(spelling)}")
        spellings.append(spelling)
    return tuple(spellings)


def _hour_in_file(kind: str, text: str) -> int:
    match = re.fullmatch(_CLOCK, text.strip())
    if match is None:
        raise ValueError(f"the calendar's {kind} is {quoted(text)}; write it like 06:00")
    return _clock_seconds(int(match[1]), int(match[2]), int(match[3] or 0))

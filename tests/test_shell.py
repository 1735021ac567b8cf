"""The shell: line after line at one desk, for people and for programs."""

import io
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.cli.acts.shell import completions, prompt, serve, talk, tied
from ledger.cli.desk import Desk
from tests.conftest import Table

PROJECT = Path(__file__).parents[1]
JSON = dict[str, Any]


@pytest.fixture
def desk(table: Table) -> Desk:
    table.all("declare zone Oakwood --miles 15", 'declare water "Mill Lake" --in Oakwood')
    return table.desk


def served(desk: Desk, *lines: str) -> list[JSON]:
    """What `shell --json` answers to these lines."""
    out = io.StringIO()
    serve(desk, io.StringIO("".join(line + "\n" for line in lines)), out)
    return [msgspec.json.decode(line) for line in out.getvalue().splitlines()]


def said(lines: list[str], before: Callable[[], None] | None = None) -> Callable[[str], str]:
    """An `input` that types these lines; "^C" is Ctrl-C, and behind the last of them comes Ctrl-D."""
    waiting = iter(lines)

    def typed(prompt: str = "") -> str:
        print(prompt, end="")
        line = next(waiting, None)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        return line

    return typed


# -- for programs


def test_every_line_has_one_object_and_the_shell_goes_on_after_an_error(desk: Desk) -> None:
    answers = served(desk, "zone Oakwood", "huntt Mara", "weather --cold 2 --in Oakwood", "zone Oakwood")
    assert [a["kind"] for a in answers] == ["view", "usage", "recorded", "view"]
    assert [a["command"] for a in answers][:2] == ["zone Oakwood", "huntt Mara"]
    assert all(list(a) == ["ok", "kind", "exit", "command", "notices", "basis", "data"] for a in answers)


def test_a_line_may_go_on_below_and_blank_lines_and_remarks_say_nothing(desk: Desk) -> None:
    answers = served(desk, "", "# a remark", "zone \\", "   Oakwood   # where they are", "quit", "zone Oakwood")
    assert [a["command"] for a in answers] == ["zone Oakwood"]


def test_a_last_line_that_goes_on_below_is_usage() -> None:
    assert list(tied(["zone \\\n"])) == ["zone \\"]


def test_bytes_that_are_not_utf_8_are_usage_and_nothing_is_written(desk: Desk) -> None:
    head = desk.campaign().head
    lines = io.TextIOWrapper(io.BytesIO(b'note "caf\xe9"\nzone Oakwood\n'))
    out = io.StringIO()
    serve(desk, lines, out)
    answers = [msgspec.json.decode(line) for line in out.getvalue().splitlines()]
    assert [a["kind"] for a in answers] == ["usage", "view"]
    assert desk.campaign().head == head


def test_the_answers_come_at_once_so_that_a_program_can_talk_to_it(tmp_path: Path) -> None:
    shell = subprocess.Popen(
        [sys.executable, "-m", "ledger", "shell", "--json", "--book", str(tmp_path / "x.campaign")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PROJECT, text=True, encoding="utf-8",
    )  # fmt: skip
    assert shell.stdin is not None
    assert shell.stdout is not None
    for line, kind in (('new "Zoë’s Road" --game eos', "recorded"), ("zone Nowhere", "usage")):
        shell.stdin.write(line + "\n")
        shell.stdin.flush()
        assert msgspec.json.decode(shell.stdout.readline())["kind"] == kind
    rest, _ = shell.communicate(timeout=20)
    assert (rest, shell.returncode) == ("", 0)


def test_a_shell_in_a_shell_is_usage(table: Table) -> None:
    table.usage("shell")


# -- for people


@pytest.fixture
def prompts(desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    def type_in(*lines: str) -> str:
        monkeypatch.setattr("builtins.input", said(list(lines)))
        talk(desk)
        shown = capsys.readouterr()
        return shown.out + shown.err

    yield type_in


def test_the_prompt_shows_the_book_and_its_clock(desk: Desk, tmp_path: Path) -> None:
    assert prompt(desk) == "Test Road, day 1 06:00 > "
    assert prompt(Desk(tmp_path / "none.campaign")) == "no book > "


def test_lines_are_answered_until_quit_or_the_end(prompts: Callable[..., str]) -> None:
    assert "wild" in prompts("zone Oakwood", "quit", "huntt")
    assert "huntt" not in prompts("exit", "huntt")
    assert "There is no verb huntt" in prompts("huntt")


def test_ctrl_c_abandons_the_line_and_not_the_shell(prompts: Callable[..., str]) -> None:
    shown = prompts("zone \\", "^C", "zone Oakwood")
    assert shown.count("Test Road, day 1 06:00 > ") == 3
    assert "wild" in shown


# -- what Tab offers


@pytest.mark.parametrize(
    ("before", "text", "offered"),
    [
        ("", "hu", ["hunt "]),
        ("", "qui", ["quit "]),
        ("gm ", "aw", ["award "]),
        ("declare ", "wa", ["water "]),
        ("zone ", "oak", ["Oakwood "]),
        ("hunt Mara ", "--rol", ["--rolled "]),
        ("declare zone Elmwood ", "--mi", ["--miles "]),
        ("zone Oakwood ", "--kno", ["--known-at "]),
        ("gm give Oakwood 3 ", "preserved", ["preserved-food "]),
        ("weather --in ", "mill", ["Mill-Lake "]),
        ("help ", "hun", ["hunt "]),
        ("nonsense ", "--a", []),
    ],
)
def test_tab_completes_verbs_little_words_names_and_things(
    desk: Desk, before: str, text: str, offered: list[str]
) -> None:
    assert completions(before, text, desk.campaign().head_world()) == offered


def test_a_completed_name_is_understood(desk: Desk) -> None:
    offered = completions("zone ", "mill", desk.campaign().head_world())[0]
    assert desk.answer(f"weather --cold 1 --in {offered}").exit == desk.answer('weather --cold 1 --in "Mill Lake"').exit

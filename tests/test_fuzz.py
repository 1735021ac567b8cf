"""Whatever is typed or read from a file is answered: an entry, a refusal, usage; never a traceback, never a hang (COMMANDS 1.6)."""

import os
import random
import string
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.cli.desk import Desk
from ledger.contents import ACTS, RULES, VIEWS
from tests.conftest import Table

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "60"))
SOAK_EXAMPLES = int(os.environ.get("SOAK_EXAMPLES", "3000"))
KINDS = {"recorded", "planned", "view", "refused", "finding", "usage", "damaged"}
SLOWEST = 20.0
"""Seconds that one line may take at the most, on a machine that does other things too."""
LEFT_OUT = {"shell", "backup", "export", "play", "import", "doctor", "new"}
"""Verbs that write or read files; what they read is fuzzed by itself."""
VERBS = sorted((RULES.keys() | VIEWS.keys() | ACTS.keys()) - LEFT_OUT)
NASTY = (
    "'; DROP TABLE stored_events; --", "\x1b[2J\x1b]0;x\x07", "\u202egnp.exe", "\u200f\u200e", "../../etc/passwd", "/dev/stdin",
    "9" * 5_000, "-" + "9" * 400, "1e999", "0x10", "\x00", "\x7f\x80\x9f", "((((" * 2_000, "[" * 10_000, '"' * 999,
    "\ud800", "ﷺ" * 50, "İ", "ß", "%s%n{0}{who}", "--", "-", "=", "--=", "--rolled=", "day-0", "day--1", "day-" + "9" * 60,
    "1/0", "0/0", "1/" + "9" * 300, "Mara", "all", "Oakwood", "+1", "d0", "d20+", "999999999999999999999d20", "\n", "\t",
)  # fmt: skip
WORDS = st.one_of(
    st.sampled_from(NASTY), st.text(max_size=12), st.text(string.digits + "/,+-d@:", max_size=8),
    st.sampled_from(["Mara", "Ivo", "Oakwood", "food", "3 food", "--in", "--rolled", "--on", "--known-at", "--at", "--reason",
                     "--dry-run", "--seat", "--overrule", "--tasks", "--hidden", "day-2", "12", "last", "spear", "camp"]),
)  # fmt: skip


def check(desk: Desk, line: str) -> None:
    """One line is answered, soon, in words that steer no terminal."""
    t0 = time.monotonic()
    answer = desk.answer(line)
    assert answer.kind in KINDS
    assert time.monotonic() - t0 < SLOWEST, line[:200]
    assert "Traceback" not in "".join(answer.eyes)
    answer.as_json()


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder = tmp_path_factory.mktemp("fuzz")
    found = Table(folder)
    found.all('new "North Road" --spring 03-01', "declare zone Oakwood --miles 15",
              "join Mara --race human --body 5 --mind 6 --reflex 5 --presence 6 --in Oakwood",
              "join Ivo --race dwarf --body 5 --mind 6 --reflex 5 --presence 6 --in Oakwood")  # fmt: skip
    os.chdir(folder)
    return found.desk


SETTINGS = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)


@SETTINGS
@given(verb=st.sampled_from(VERBS), words=st.lists(WORDS, max_size=6), quoted=st.booleans())
def test_any_line_is_answered(desk: Desk, verb: str, words: list[str], quoted: bool) -> None:
    check(desk, " ".join([verb, *(f'"{word}"' if quoted else word for word in words)]))


@SETTINGS
@given(line=st.text(max_size=60))
def test_any_text_is_answered(desk: Desk, line: str) -> None:
    check(desk, line)


@SETTINGS
@given(
    moment=WORDS, view=st.sampled_from(["party", "sheet Mara", "zone Oakwood", "log", "why Mara hp"]),
    word=st.sampled_from(["--on", "--known-at", "--branch"]),
)  # fmt: skip
def test_any_moment_and_any_known_at_is_answered(desk: Desk, moment: str, view: str, word: str) -> None:
    check(desk, f'{view} {word} "{moment}"')


@SETTINGS
@given(dice=st.lists(WORDS, min_size=1, max_size=3))
def test_any_dice_are_answered(desk: Desk, dice: list[str]) -> None:
    check(desk, f"hunt Mara --dry-run --rolled {'/'.join(dice)}")
    check(desk, f"roll {' '.join(dice)} --dry-run")


@SETTINGS
@given(lines=st.lists(WORDS, max_size=8), fence=st.sampled_from(["```campaign\n", "```", "~~~campaign\n", "", "> ```campaign\n"]))
def test_any_note_is_answered(desk: Desk, lines: list[str], fence: str) -> None:
    Path("note.md").write_text(fence + "\n".join(lines) + "\n```\n", encoding="utf-8", errors="surrogatepass")
    check(desk, "play note.md --dry-run")


@SETTINGS
@given(
    text=st.one_of(st.text(max_size=200), st.binary(max_size=200)),
    verb=st.sampled_from(
        ["import {} --book never.campaign", "verify --file {}", "calendar adopt {} --dry-run", "house {} --dry-run"]
    ),
)
def test_any_file_is_answered(desk: Desk, text: str | bytes, verb: str) -> None:
    Path("file.txt").write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    fresh = Desk(desk.book) if "import" not in verb else Desk()
    check(fresh, verb.format("file.txt"))
    assert not Path("never.campaign").exists()


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_names_that_steer_are_refused_or_kept_as_text(desk: Desk, name: str) -> None:
    for line in (f'declare zone "{name}"', f'gm give "{name}" food --reason x', f'rename Ivo "{name}" --dry-run', f"sheet {name}",
                 f'note "{name}"', f'export "{name}/x" --seat "{name}"', f'whatif start "{name}" --dry-run'):  # fmt: skip
        check(desk, line)


def test_deep_brackets_and_long_files_end_soon(desk: Desk) -> None:
    Path("deep.jsonl").write_text('{"position":1,"stored":' + "[" * 100_000 + "\n")
    check(Desk(), "import deep.jsonl --book never.campaign")
    Path("deep.toml").write_text("a = " + "[" * 20_000)
    check(desk, "house deep.toml --dry-run")
    check(desk, "calendar adopt deep.toml --dry-run")
    Path("long.md").write_text("```campaign\n" + "note x\n" * 20_000 + "```\n")
    check(desk, "play long.md --dry-run --book other.campaign")
    Path("wide.md").write_text("> " * 3_000 + "```campaign\n")
    check(desk, "play wide.md --dry-run")


@pytest.mark.soak
def test_atheris_finds_no_line_that_is_not_answered(tmp_path: Path) -> None:
    """Guided by what it covers of the parser, where Atheris is installed (pip install atheris)."""
    pytest.importorskip("atheris", reason="Atheris is not installed: lines are fuzzed by Hypothesis alone")
    seconds = int(float(os.environ.get("SOAK_SECONDS", "60")))
    found = subprocess.run(
        [sys.executable, "-m", "tests.guided", f"-max_total_time={seconds}", f"-artifact_prefix={tmp_path}/", "-timeout=20"],
        cwd=Path(__file__).parents[1], capture_output=True, text=True,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr[-3000:]
    print("\n", [line for line in found.stderr.split("\n") if line.startswith("Done")])


@pytest.mark.soak
def test_a_hundred_megabytes_are_answered(desk: Desk) -> None:
    with Path("huge.jsonl").open("wb") as file:
        for _ in range(100):
            file.write(b"x" * 1_000_000)
    for line in ("import huge.jsonl --book never.campaign", "verify --file huge.jsonl", "play huge.jsonl", "house huge.jsonl"):
        desk_of_its_own = Desk(desk.book) if "import" not in line else Desk()
        answer = desk_of_its_own.answer(line)
        assert answer.kind in KINDS
    Path("huge.jsonl").unlink()


@pytest.mark.soak
def test_thousands_of_random_lines_are_answered(desk: Desk) -> None:
    seed = int(os.environ.get("SOAK_SEED", "0")) or random.randrange(1, 1 << 30)
    print(f"\nSOAK_SEED={seed}")
    chance = random.Random(seed)
    ends = time.monotonic() + float(os.environ.get("SOAK_SECONDS", "60"))
    kinds: dict[str, int] = {}
    for _ in range(SOAK_EXAMPLES):
        if time.monotonic() > ends:
            break
        words = [chance.choice((*NASTY, "Mara", "Oakwood", "3", "food", "--in", "--rolled", "--on", "day-2", "--reason x"))
                 for _ in range(chance.randint(0, 5))]  # fmt: skip
        line = " ".join([chance.choice(VERBS), *words])
        check(desk, line)
        kind = desk.answer("party").kind
        kinds[kind] = kinds.get(kind, 0) + 1
    print(sum(kinds.values()), "lines")

"""Sessions shown in Markdown, typed line by line: what they show is what comes back.

A seal's code is another one in every play, as entries carry the time at which they were written. Where a page shows
one, the code that this play gave for the same position stands in its place, also where it is typed.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
LEFT_OUT = "..."
CODE = re.compile(r"\b([0-9]+)(?:-[0-9A-Z]{4}){4}\b")


def steps(page: Path) -> list[tuple[str, list[str]]]:
    """Every `$ campaign ...` of a page with the lines shown under it, in order."""
    found: list[tuple[str, list[str]]] = []
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def typed(line: str, folder: Path) -> list[str]:
    """What `campaign ...` prints in this folder, answers and refusals."""
    words = shlex.split(line)
    assert words[0] == "campaign", line
    ran = subprocess.run(
        [sys.executable, "-m", "ledger", *words[1:]], cwd=folder, capture_output=True, text=True, timeout=60
    )
    return (ran.stdout + ran.stderr).rstrip("\n").splitlines()


def check_shown(line: str, shown: list[str], said: list[str]) -> None:
    """Fails unless what came back is what is shown; `...` stands for any lines left out, and the rest is in order."""
    came = f"{line}\n" + "\n".join(said)
    pieces: list[list[str]] = [[]]
    for row in shown:
        if row == LEFT_OUT:
            pieces.append([])
        else:
            pieces[-1].append(row)
    if len(pieces) == 1:
        assert said == shown, came
        return
    first, *rest = pieces
    assert said[: len(first)] == first, came
    at = len(first)
    for piece in rest:
        if piece:
            places = [k for k in range(at, len(said) - len(piece) + 1) if said[k : k + len(piece)] == piece]
            assert places, f"{piece} is not in\n{came}"
            at = places[0] + len(piece)


def play_page(page: Path, folder: Path) -> None:
    """Types every line of a page in a folder of its own and compares what comes back."""
    given: dict[str, str] = {}  # the codes of this play, by the positions that they seal

    def as_given(text: str) -> str:
        return CODE.sub(lambda code: given.get(code[1], code[0]), text)

    for line, shown in steps(page):
        said = typed(as_given(line), folder)
        given |= {code[1]: code[0] for row in said for code in CODE.finditer(row)}
        check_shown(line, [as_given(row) for row in shown], said)

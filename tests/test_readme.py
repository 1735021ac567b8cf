"""The README's sessions, typed line by line: what they show is what comes back."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def steps() -> list[tuple[str, list[str]]]:
    """Every `$ campaign ...` of the README with the lines shown under it, in order."""
    found: list[tuple[str, list[str]]] = []
    for block in BLOCK.findall(README.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def test_every_session_of_the_readme_comes_out_as_it_is_shown(tmp_path: Path) -> None:
    assert len(steps()) > 12
    for line, shown in steps():
        words = shlex.split(line)
        assert words[0] == "campaign"
        ran = subprocess.run(
            [sys.executable, "-m", "ledger", *words[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        said = (ran.stdout + ran.stderr).rstrip("\n").splitlines()
        pieces: list[list[str]] = [[]]
        for row in shown:
            if row == "...":
                pieces.append([])
            else:
                pieces[-1].append(row)
        at = 0
        for nth, piece in enumerate(pieces):
            if nth == 0:
                assert said[: len(piece)] == piece, f"{line}\n" + "\n".join(said)
                at = len(piece)
            elif piece:
                places = [k for k in range(at, len(said) - len(piece) + 1) if said[k : k + len(piece)] == piece]
                assert places, f"{line}: {piece} is not in\n" + "\n".join(said)
                at = places[0] + len(piece)
        if len(pieces) == 1:
            assert said == pieces[0], f"{line}\n" + "\n".join(said)


def test_the_make_targets_that_the_readme_names_are_there() -> None:
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make (\w+)", README.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target

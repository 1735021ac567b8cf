"""The README's sessions, typed line by line: what they show is what comes back."""

import re
from pathlib import Path

from tests.sessions import play_page, steps

README = Path(__file__).parent.parent / "README.md"


def test_every_session_of_the_readme_comes_out_as_it_is_shown(tmp_path: Path) -> None:
    assert len(steps(README)) > 12
    play_page(README, tmp_path)


def test_the_make_targets_that_the_readme_names_are_there() -> None:
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make (\w+)", README.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target

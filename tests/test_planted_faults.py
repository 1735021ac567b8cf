"""Each planted fault (`tests.planted`) is caught by the tests that are named for it: a suite that cannot fail proves nothing."""

import os
import re
import subprocess
import sys

import pytest

from tests.planted import FAULTS
from tests.test_journal import PROJECT


@pytest.mark.soak
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str) -> None:
    words = FAULTS[fault][1].split()
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not soak", *words],
        cwd=PROJECT, env=os.environ | {"PLANTED": fault}, capture_output=True, text=True,
    )  # fmt: skip
    assert found.returncode == 1, f"{fault} went unnoticed:\n{found.stdout[-2000:]}{found.stderr[-2000:]}"
    print(f"\n{fault}: caught by", *re.findall(r"^FAILED (\S+)", found.stdout, re.M))

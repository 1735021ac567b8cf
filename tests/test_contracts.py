"""The rooms of the house and the direction of imports (DESIGN, section 2)."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_imports_go_one_way() -> None:
    lint = Path(sys.executable).parent / "lint-imports"
    found = subprocess.run([str(lint), "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-3000:] + found.stderr[-1000:]
    assert "0 broken" in found.stdout


def test_only_one_module_throws_dice() -> None:
    """`ledger.cup` is the only file that knows chance; the pen and the journal use secrets for names only."""
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in ("ledger", "projections", "schemas")
        for path in (ROOT / folder).rglob("*.py")
        if "import random" in (text := path.read_text(encoding="utf-8")) or "hmac" in text
    }
    assert users == {"ledger/cup.py"}

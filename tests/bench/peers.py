"""What one holder has at a date half-way through N harvests, asked of those that are installed: a cold process each."""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path


def journal(path: Path, harvests: int) -> None:
    """Plain-text accounting: a harvest a transaction, 400 a day."""
    with path.open("w") as file:
        for n in range(harvests):
            day = n // 400
            date = f"{2000 + day // 336}-{1 + day // 28 % 12:02d}-{1 + day % 28:02d}"
            file.write(f"{date} harvest {n}\n    Mara:Food  {1 + n % 9} FOOD\n    Zone:Oakwood\n\n")


def table(harvests: int = 200_000) -> list[str]:
    """A line for each peer: its seconds, or that it is not installed."""
    lines = []
    with tempfile.TemporaryDirectory(prefix="peers-") as name:
        path = Path(name) / "book.journal"
        journal(path, harvests)
        until = f"{2000 + harvests // 800 // 336}-06-01"
        for program, words in (
            ("ledger", ["-f", str(path), "balance", "Mara", "--end", until]),
            ("hledger", ["-f", str(path), "balance", "Mara", "--end", until]),
            ("bean-query", []),
        ):
            if shutil.which(program) is None or not words:
                lines.append(f"{program:<12} not installed here")
                continue
            t0 = time.perf_counter()
            subprocess.run([program, *words], stdout=subprocess.DEVNULL, check=True)
            lines.append(f"{program:<12} {time.perf_counter() - t0:.2f} s at {harvests:,} harvests")
    return lines


if __name__ == "__main__":
    print("\n".join(table()))

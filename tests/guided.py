"""Lines and notes made by Atheris, guided by what they cover; run by the soak where Atheris is installed."""

import os
import sys
import tempfile
from pathlib import Path

import atheris  # type: ignore[import-not-found]  # in the soak alone, where it is installed

with atheris.instrument_imports(include=["ledger.cli", "ledger.notes", "schemas.units", "schemas.calendar"]):
    import ledger.cli.line
    import ledger.cli.notes
    import ledger.cli.parse
    import ledger.cli.thing_words
    import ledger.notes  # noqa: F401  (instrumented as it is imported)
    from ledger.cli.desk import Desk

KINDS = {"recorded", "planned", "view", "refused", "finding", "usage", "damaged"}
LEFT_OUT = ("shell", "backup", "export", "import", "doctor", "new", "play")


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="guided-"))
    os.chdir(folder)
    desk = Desk(folder / "x.campaign")
    desk.stays_open = True
    for line in ('new "North Road" --spring 03-01', "declare zone Oakwood", "join Mara --race human --body 5 --in Oakwood"):
        desk.answer(line)

    def one(data: bytes) -> None:
        text = data[1:].decode("utf-8", "replace")
        if data[:1] < b"\x40":
            Path("note.md").write_text("```campaign\n" + text + "\n```\n", encoding="utf-8")
            text = "play note.md"
        elif any(verb in text for verb in LEFT_OUT):
            return
        answer = desk.answer(text + " --dry-run")
        assert answer.kind in KINDS
        answer.as_json()

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

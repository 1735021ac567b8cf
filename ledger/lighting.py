"""How bright it is, as it is said on a line."""

from ledger.ruling import Usage
from schemas.units import Amount

BRIGHTEST = 100


def read_light(text: str) -> Amount:
    """EOS-LOWL-01: `bright`, `dark`, or a level of low light from 1 to 100. Else usage."""
    word = text.strip().lower()
    if word in ("bright", "dark"):
        return word
    if word.isascii() and word.isdigit() and 1 <= int(word) <= BRIGHTEST:
        return int(word)
    raise Usage(f"--light is bright, dark or 1 to {BRIGHTEST}, not {text}.", nearest=("bright", "dark"))

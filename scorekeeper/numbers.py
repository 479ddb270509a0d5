"""Small whole numbers in texts that clients send: ids, versions, counts."""


def whole_number(text: str, digits: int) -> int | None:
    """Return the number that 1 to `digits` ASCII digits write, None for any other text: no sign, no white space."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None

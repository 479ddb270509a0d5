"""PDFs parsed for tests: words with their boxes, tagged structure."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2


@dataclass(frozen=True)
class Word:
    """A word on a page: its text and box, in points from the page's bottom left corner."""

    text: str
    page: int
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class Paper:
    """A PDF: its words, and its pages' sizes in points."""

    words: list[Word]
    sizes: list[tuple[float, ...]]

    @property
    def text(self) -> str:
        """Return all words, separated by spaces."""
        return " ".join(word.text for word in self.words)

    def of_page(self, number: int) -> list[Word]:
        """Return the words of a page, counted from 0."""
        return [word for word in self.words if word.page == number]


def read(data: bytes, scale: float = 1) -> Paper:
    """Parse a PDF; one in large letters is scaled down first, for letters far apart would count as several words."""
    document = pypdfium2.PdfDocument(data)
    words: list[Word] = []
    sizes: list[tuple[float, ...]] = []
    for number in range(len(document)):
        page = document[number]
        sizes.append(tuple(side * scale for side in page.get_size()))
        text = page.get_textpage()
        words += _words(text, number, scale)
        text.close()
        page.close()
    document.close()
    return Paper(words, sizes)


def _words(text: Any, number: int, scale: float) -> list[Word]:
    found: list[Word] = []
    letters: list[tuple[str, tuple[float, ...]]] = []

    def end() -> None:
        if letters:
            boxes = [box for _letter, box in letters]
            found.append(
                Word(
                    "".join(letter for letter, _box in letters),
                    number,
                    min(b[0] for b in boxes),
                    min(b[1] for b in boxes),
                    max(b[2] for b in boxes),
                    max(b[3] for b in boxes),
                )
            )
            letters.clear()

    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        if letter.strip() in ("", "\ufffe"):
            end()
            continue
        box = tuple(side * scale for side in text.get_charbox(index))
        if letters and (
            box[0] < letters[-1][1][0] or box[0] - letters[-1][1][2] > 3 or abs(box[1] - letters[-1][1][1]) > 8
        ):
            end()  # a new line or cell
        letters.append((letter, box))
    end()
    return found


def overlapping(words: list[Word], slack: float = 0.6) -> list[tuple[str, str]]:
    """Return the pairs of words on one page whose boxes overlap by more than `slack` points in both directions."""
    found = []
    ordered = sorted(words, key=lambda word: (word.page, word.bottom))
    for i, one in enumerate(ordered):
        for other in ordered[i + 1 :]:
            if other.page != one.page or other.bottom > one.top - slack:
                break
            if min(one.right, other.right) - max(one.left, other.left) > slack:
                found.append((one.text, other.text))
    return found


def outside(paper: Paper, margin: float) -> list[str]:
    """Return the words that are nearer to the edge of their page than `margin` points."""
    found = []
    for word in paper.words:
        width, height = paper.sizes[word.page]
        if word.left < margin or word.bottom < margin or word.right > width - margin or word.top > height - margin:
            found.append(word.text)
    return found


def structure(data: bytes) -> list[tuple[str, dict[str, str]]]:
    """Return the tagged elements of a PDF in order: type, and attributes as text, alternative text among them."""
    with pikepdf.open(BytesIO(data)) as pdf:
        found: list[tuple[str, dict[str, str]]] = []
        _walk(pdf.Root.StructTreeRoot, found)
        return found


def _walk(node: Any, found: list[tuple[str, dict[str, str]]]) -> None:
    if not isinstance(node, pikepdf.Dictionary):
        return
    if "/S" in node:
        attributes = {"alt": str(node.Alt)} if "/Alt" in node else {}
        for each in _listed(node.get("/A")):
            attributes |= {str(key)[1:]: str(value) for key, value in each.items()}
        found.append((str(node.S)[1:], attributes))
    for kid in _listed(node.get("/K")):
        _walk(kid, found)


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, pikepdf.Array) else [value]

"""What an answer says to whoever reads it."""

import html
import re

from ..browser import Answer

_PROBLEM = re.compile(r'id="?problem"?.*?<p>(.*?)</p>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def sentence_in(answer: Answer) -> str:
    """Return the sentence of a problem document or an error page; an empty text if there is none."""
    if "problem+json" in answer.headers.get("content-type", ""):
        return str(answer.json.get("detail", ""))
    found = _PROBLEM.search(answer.text)
    return html.unescape(_TAG.sub("", found[1])).strip() if found else ""

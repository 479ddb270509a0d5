"""The games and their rules, for everybody: no key needed."""

from collections.abc import Mapping
from hashlib import sha256

from flask import Response, request

from ..services.json_output import encode
from ..services.variants import VariantJson, VariantsJson, variant_document, variants_document
from .operations import Operation
from .responses import json_answer


@Operation("GET", "/variants", answer=VariantsJson, conditional=True, worded=True)
def read_variants() -> Response:
    """Show every game."""
    return _tagged(variants_document())


@Operation("GET", "/variants/<variant>", answer=VariantJson, conditional=True, worded=True)
def read_variant(variant: str) -> Response:
    """Show a game with its rules, house rules and what its source leaves open."""
    return _tagged(variant_document(variant))


def _tagged(document: Mapping[str, object]) -> Response:
    """Return a document with the hash of its content as ETag; 304 to a client that has it."""
    response = json_answer(document)
    response.set_etag(
        str(int.from_bytes(sha256(encode(document)).digest()[:8], "big"))
    )  # a number, like the tags of games
    response.headers["Cache-Control"] = "public, no-cache"
    response.vary.add("Accept-Language")
    response.make_conditional(request)
    return response

"""The blueprint of the API. It reads no cookie, so its requests need no CSRF token."""

from flask import Blueprint

from ..extensions import limiter

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
limiter.shared_limit("600/minute", scope="api")(blueprint)

"""The API's blueprint: no cookie counts here, so none can be abused, and no token against that is needed."""

from flask import Blueprint

from ..extensions import csrf, limiter

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
csrf.exempt(blueprint)
limiter.shared_limit("600/minute", scope="api")(blueprint)

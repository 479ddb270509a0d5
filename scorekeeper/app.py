"""The application factory: configuration, extensions, blueprints."""

import os
from collections.abc import Callable
from typing import Any, TypeAlias

from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix

from . import api, web
from .config.data_dir import secret_key
from .config.paths import STATIC, TEMPLATES, TRANSLATIONS
from .config.settings import Settings, read_settings
from .extensions import (
    add_retry_after,
    babel,
    choose_locale,
    compress,
    compress_pages,
    csrf,
    current_reader,
    limiter,
)
from .http import metrics, rate_limits
from .http.converters import DatabaseInteger
from .http.hosts import ValidHostRequest
from .http.rate_storage import storage_uri
from .services import wording
from .services.bounds import LARGEST_FORM, MOST_FIELDS
from .services.live.hub import MAX_PER_NETWORK, MAX_STREAMS, Hub
from .services.monitoring.health import LastTrouble
from .services.server_rules import read_server_rules
from .store.database import db, engine_options, prepare, release
from .web.forms import check_form

Function: TypeAlias = Callable[..., Any]


class _App(Flask):
    """Flask without async views, so that it need not inspect each function in each request."""

    request_class = ValidHostRequest

    def ensure_sync(self, func: Function) -> Function:
        """Return `func` unchanged."""
        return func

    def log_exception(self, exc_info: Any) -> None:
        """Log an error with the pattern of the address, because the address itself may have a key."""
        rule = request.url_rule.rule if request.url_rule else "an address that is none"
        self.logger.error("Error in %s %s", request.method, rule, exc_info=exc_info)


def create_app(settings: Settings | None = None) -> Flask:
    """Return the Flask application for `settings`, by default those of the environment.

    The database must have been migrated: `store.migrate.upgrade`.

    Raises:
        SettingsError: a setting is invalid, the secret key cannot be read or written, or the file of house rules is
            wrong.
    """
    settings = settings or read_settings(os.environ)
    app = _App("scorekeeper", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.config.update(_configuration(settings))
    app.url_map.converters["int"] = DatabaseInteger
    app.url_map.merge_slashes = False  # it would redirect to the client's Host
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask documents it; its types are narrower
    if settings.trusted_proxies:
        n = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]  # as Flask documents it
    db.init_app(app)
    with app.app_context():
        prepare(db.engine)
        app.teardown_appcontext(release)
        app.extensions["trouble"] = LastTrouble(db.engine)
        per_network = MAX_PER_NETWORK if settings.ratelimit_enabled else MAX_STREAMS
        app.extensions["live"] = Hub(db.engine, most=settings.threads // 2, per_network=per_network)
    metrics.register(app)  # before all that is to be measured
    app.before_request(wording.show_faces_of)
    app.before_request(check_form)
    csrf.init_app(app)
    limiter.init_app(app)
    app.after_request(add_retry_after)
    compress.init_app(app)
    app.after_request(compress_pages)
    babel.init_app(app, locale_selector=choose_locale)
    wording.word_for(current_reader)
    web.register(app)
    api.register(app)
    rate_limits.register(app)
    return app


def _configuration(settings: Settings) -> dict[str, object]:
    """Return the configuration of Flask and its extensions."""
    return {
        "SECRET_KEY": secret_key(settings.data_dir),
        "SCOREKEEPER": settings,
        "HOUSE_RULES": read_server_rules(settings.house_rules),
        "SQLALCHEMY_DATABASE_URI": settings.database_url,
        "SQLALCHEMY_ENGINE_OPTIONS": engine_options(settings.database_url),
        "MAX_CONTENT_LENGTH": 1024 * 1024,
        "MAX_FORM_MEMORY_SIZE": LARGEST_FORM,  # bytes of a form without its files
        "MAX_FORM_PARTS": MOST_FIELDS,
        "SESSION_COOKIE_NAME": "__Host-session" if settings.secure_cookies else "session",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": settings.secure_cookies,
        "WTF_CSRF_CHECK_DEFAULT": False,  # `check_form` checks
        "WTF_CSRF_TIME_LIMIT": None,
        "RATELIMIT_ENABLED": settings.ratelimit_enabled,
        "RATELIMIT_STORAGE_URI": storage_uri(settings.limits_url),
        "BABEL_TRANSLATION_DIRECTORIES": str(TRANSLATIONS),
        "COMPRESS_ALGORITHM": ["br", "zstd", "gzip", "deflate"],
        "COMPRESS_BR_LEVEL": 5,  # the lowest that beats the other algorithms; a fraction of a millisecond
        "COMPRESS_STREAMS": False,
        "COMPRESS_REGISTER": False,  # `compress_pages` calls it
        "COMPRESS_MIMETYPES": ["text/html"],  # not JSON: compression would change the ETag, which is the version
        "SEND_FILE_MAX_AGE_DEFAULT": 365 * 24 * 3600,
    }

"""The name of a JSON object, wherever one is passed on as it is."""

from typing import Any

Document = dict[str, Any]

"""The API's description of itself: OpenAPI 3.1, with examples."""

"""Tests of our scripts outside a browser."""

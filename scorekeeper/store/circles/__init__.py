"""Queries of circles: people and seats, evenings, seasons, club evenings, and what is kept of their games."""

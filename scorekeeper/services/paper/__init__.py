"""Prepare sheets for printing: wording, print queue, cache of PDFs."""

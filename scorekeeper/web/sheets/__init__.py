"""Pages and PDFs for printing."""

"""Games as files: exported, imported."""

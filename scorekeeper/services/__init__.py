"""What people do with games: load, ask the rules, save, in one transaction."""

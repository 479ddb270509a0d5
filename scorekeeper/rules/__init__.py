"""The games: plain Python, without a framework, a store or a clock."""

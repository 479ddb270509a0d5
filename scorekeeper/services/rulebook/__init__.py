"""The rules of a game in words, from the data that the referee uses: for pages, paper and `docs/rules`."""

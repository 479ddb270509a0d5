"""The referee's pages: `routes.py` has the addresses, `pages.py` the questions, `verdict.py` the worded answer."""

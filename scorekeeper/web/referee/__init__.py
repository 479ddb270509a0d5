"""The referee on pages: `asking.py` has the addresses, `pages.py` the questions, `verdict.py` words the answer."""

"""Is it a meld, what may its jokers stand for, and if it is none, why not?"""

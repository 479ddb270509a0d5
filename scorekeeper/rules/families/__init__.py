"""What games of one family share: their rules' sentences and parts, a module for each family.

A game's file takes them by name, `"NO-05": tiles.FOURTEEN_EACH`. Rules stand in the order of play, parts at the end.
"""

"""Upper limits of input: far more than a table needs, and cheap to parse.

Every input of variable length has its bound here. What a game's packs allow is checked by the rules.
"""

MOST_PLAYERS = 20
"""Players at one time. No game can be dealt to more than fifteen."""

MOST_PEOPLE = 60
"""People who ever sat in one game: each of them has a total in each round."""

MOST_CARDS = 200
"""Cards in one round, or in one list of a situation. No game's packs hold more than 112."""

MOST_MELDS = MOST_CARDS
"""Melds of one player, or on one table."""

MOST_KEYS = 600
"""Keys of one JSON object."""

MOST_CHANGES = 4_900
"""Revisions after which a game takes no more changes but being deleted and restored.

Fewer than an import takes, so that every game can be exported and imported again.
"""

MOST_REVISIONS = 5_000
"""Revisions of a game in an import."""

MOST_RULINGS = 1_000
"""Rulings that a game keeps."""

MOST_ERRORS = 100
"""Problems that one answer lists."""

MOST_VALUES = 200_000
"""Values in a JSON body; beyond that the error does not name the list that is too long."""

MOST_VALUES_OF_A_PART = 25_000
"""Values in one item of an import; the longest question is 999 rounds of 20 players."""

MOST_VALUES_OF_A_FILE = 1_000_000
"""Values in an import. A game has about one in fifteen bytes."""

LONGEST_NAME, LONGEST_GAME_NAME, LONGEST_TEXT = 40, 80, 200
"""Characters, after trimming and in NFC."""

LONGEST_WORD = 200
"""Characters of a key, and of a text that is one of a few words."""

LONGEST_FIELD = 4_000
"""Characters in a field for cards of a page's form: 200 cards with what each joker stands for are about 2,000."""

MOST_FIELDS = 1_000
"""Fields of a page's form; a game of 60 people has about 250 in its settings."""

LARGEST_FORM = 128 * 1024
"""Bytes of a page's form, files apart."""

"""Translated sentences of the scripts, sent as a small script of data that browsers cache."""

from ...rules.card_names import CARD_NAMES, TILE_NAMES
from ...rules.errors import N_
from ..text import _

WORDS = {
    "who": N_("Say who went out, or how else the round ended."),
    "missing": N_("{name} is missing."),
    "next": N_("Next: {name}"),
    "twice": N_("{name} has points and penalties. Subtract the penalties, or clear them if the points include them."),
    "takeOff": N_("{points} − {cost} = {sum}"),
    "rulingCosts": N_("A ruling takes {points} off."),
    "pointsInclude": N_("Points include it"),
    "ruled": N_("{points} − {cost} ruling = {sum}"),
    "ruledIn": N_("{points}, including the ruling’s −{cost}"),
    "draftBack": N_("Your draft from {time} is back."),
    "afresh": N_("Start over"),
    "sameTab": N_("This round is also open in another tab. Both show the same."),
    "otherTab": N_("Another tab is also entering a round. Your entry here stays."),
    "otherTabSaved": N_("Another tab changed this round meanwhile: {shown}. To replace that, save again."),
    "savedThere": N_("This round was saved in another tab."),
    "nextRound": N_("Next round"),
    "elsewhere": N_("Something changed elsewhere while this page was open. What you typed is still here."),
    "shownOut": N_("This phone can no longer enter rounds."),
    "stillHere": N_("What you typed is still here, but it can’t be saved."),
    "toBoard": N_("Show the scoreboard"),
    "stay": N_("Continue here"),
    "asAt": N_("Offline: scores as of {time}."),
    "round": N_("Round {number}"),
    "isNext": N_("Round {number} is next."),
    "unsentPoints": N_("{points} not sent"),
    "wins": N_("{name} wins."),
    "teamWins": N_("{names} win."),
    "shareWin": N_("{names} share the win."),
    "dealAgain": N_("Deal again."),
    "target": N_("target"),
    "limit": N_("limit"),
    "out": N_("out"),
    "mayComeBack": N_("may come back in"),
    "mayComeBackWith": N_("may come back in with {points}"),
    "comesBack": N_("Comes back in"),
    "comesBackWith": N_("Comes back in with {points}"),
    "unsentEnd": N_("The scoreboard shows the end when it is sent."),
    "unsentGoesOn": N_("With this the game goes on. The scoreboard shows it when it is sent."),
    "notSent": N_("not sent"),
    "voidUnsent": N_("void, not sent"),
    "wentOut": N_("went out"),
    # Translators: a button, a verb: correct this round
    "correct": N_("Correct"),
    "wholeRound": N_("The whole round, with its rules"),
    "why": N_("Why (optional)"),
    "correctRound": N_("Correct round {number}"),
    "ratingPoints": N_("Rating points: {points}"),
    "changePoints": N_("Change the {points} of {name}"),
    "correctionNeedsNetwork": N_("Correcting round {number} needs the network: this phone has no form for it."),
    "ownPoints": N_("Your points, round {number}"),
    "ownKept": N_("Your points are kept on this device."),
    "voidRound": N_("Void this round"),
    "voidMeans": N_("It keeps its number and points, but doesn’t count. You can undo this."),
    "voidIt": N_("Void it"),
    "keptRound": N_("Round {number} is kept on this device."),
    "keptCorrection": N_("The correction of round {number} is kept on this device."),
    "correctionSent": N_("The correction is saved now."),
    "keptVoid": N_("Round {number} is void. Kept on this device until you’re online."),
    "keptUndo": N_("The last change of round {number} is undone. Kept on this device until you’re online."),
    "keptUndoneEnd": N_("The game goes on. Kept on this device until you’re online."),
    "undoing": N_("Undo the last change of round {number}"),
    "undoingEnd": N_("Undo the end of the game"),
    "undoMeanwhile": N_("Nothing was undone: another phone has changed the game meanwhile."),
    "undoRoundMeanwhile": N_(
        "Nothing was undone: another phone has changed the game meanwhile. Round {number} is now: {now}."
    ),
    "undoNeedsNetwork": N_("The last change was no round. Go online to undo it."),
    "undoMoreNeedsNetwork": N_("Offline you can undo one change. Go online to undo more."),
    "undoWaits": N_("The server refused an entry. Open it or delete it first, then undo."),
    "redoNeedsNetwork": N_("Go online to redo this."),
    "unsent": N_("Not sent yet ({number})"),
    "unsentWhat": N_("Rounds not sent yet"),
    "unsentGoes": N_("Kept on this device and sent as soon as you’re online."),
    "unsentWaits": N_("Kept on this device. The server refused one entry: open it. Later entries wait for it."),
    "installing": N_(
        "Safari deletes unsent rounds after a week without a visit. "
        "Those entered in the installed app stay: Share → Add to Home Screen."
    ),
    "gotIt": N_("Got it"),
    # Translators: a button, a verb: change an entry that was not sent yet
    "changeIt": N_("Change"),
    "openIt": N_("Open and save again"),
    "discard": N_("Delete"),
    "discardSure": N_("Delete it?"),
    "meanwhile": N_("Another phone entered this round meanwhile. Open it to compare both and choose."),
    "correction": N_("Correction of round {number}"),
    "voiding": N_("Round {number} is void"),
    "changedMeanwhile": N_("The game has changed on another phone meanwhile. Look at both, then choose."),
    "voidMeanwhile": N_("The game has changed on another phone meanwhile. Round {number} is now: {now}."),
    "voidAlready": N_("Round {number} was voided on another phone meanwhile."),
    "voidAllTheSame": N_("Void it anyway"),
    "refused": N_("The server refused it. Open it and save again to see why."),
    "formTooOld": N_("Players or rules have changed. Go online once to update this form."),
    "less": N_("one less"),
    "more": N_("one more"),
    "cards": N_("Cards"),
    "tiles": N_("Tiles"),
    "spades": N_("spades"),
    "black": N_("black"),
    "red": N_("red"),
    "orange": N_("orange"),
    "blue": N_("blue"),
    "hearts": N_("hearts"),
    "diamonds": N_("diamonds"),
    "clubs": N_("clubs"),
    "readAloud": N_("Read aloud"),
    "stopReading": N_("Stop reading"),
    # Translators: a key 68 pixels wide, which begins the line of the next meld; “New line” where that is shorter
    "newMeld": N_("New meld"),
    "takeAway": N_("Remove {card}"),
    **CARD_NAMES,
    **{f"tile{suit}": name for suit, name in TILE_NAMES.items()},
}
"""Sentences by the key that scripts use; scripts fill in what is in braces."""
_OF_WORKER = {
    **{key: WORDS[key] for key in ("asAt", "refused")},
    "otherLanguage": N_("This page stays in its earlier language until you open it online."),
}


def words() -> dict[str, str]:
    """Return all sentences in the reader's language."""
    return {key: _(sentence) for key, sentence in WORDS.items()}


def worker_words() -> dict[str, str]:
    """Return the sentences of the service worker, which has no page to take them from."""
    return {key: _(sentence) for key, sentence in _OF_WORKER.items()}

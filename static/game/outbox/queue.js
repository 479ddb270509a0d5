// The entries of the outbox as data: where each is sent, and what follows for the later ones. No DOM, no storage.
//
// An entry adds a round, or corrects (`what: "correct"`) or voids (`"void"`) the saved round `number`, or undoes the last
// change (`"undo"`): `undoes` is what that was, `before` its round before it. `version` is the version of the game that the
// entry was made on, `meant` the number of the next round then, `id` its idempotency key.
// A player's own points in the open round `number` (`"own"`) change no version: they wait for nothing, nothing waits for them.

const LAST = { correct: "edit", void: "void" };

export const isOwn = ({ what }) => what === "own";

export const addressOf = ({ game, what, number }) => {
  if (what === "undo") return `${game}/undo`;
  if (what === "own") return `${game}/rounds/open/own`;
  return what ? `${game}/rounds/${number}/${LAST[what]}` : `${game}/rounds`;
};

export const bodyOf = ({ fields, id, version, meant }, token) => [
  ...fields,
  ["csrf_token", token],
  ["entry_id", id],
  ["version", version],
  ["meant", meant],
];

// Return the version and the next round's number after an entry is saved.
export const targetAfter = ({ version, meant, what, undoes }) => {
  const rounds = what ? -Number(undoes === "add") : 1;
  return { version: version + 1, meant: meant + rounds };
};

// Return the oldest entry that may be sent, null if there is none; a blocked one blocks all later ones of its game.
export const nextOf = (entries, isBlocked) => {
  const stopped = new Set();
  for (const entry of entries) {
    if ((isOwn(entry) || !stopped.has(entry.game)) && !isBlocked(entry)) return entry;
    if (!isOwn(entry)) stopped.add(entry.game);
  }
  return null;
};

const laterOf = (entries, gone) =>
  isOwn(gone) ? [] : entries.filter((entry) => entry.game === gone.game && entry.order > gone.order && !isOwn(entry));

// Return the changes of the entries that were made on top of `was`, now that it has the target of `now`: pairs of an
// entry's key and its new target. It stops at the first entry that was made on something else.
export const chained = (entries, was, now) => {
  const later = laterOf(entries, was);
  const end = later.findIndex(({ version, setup }, at) => version !== was.version + at + 1 || setup !== was.setup);
  return (end < 0 ? later : later.slice(0, end)).map(({ order, version, meant }) => [
    order,
    { version: version + now.version - was.version, meant: meant + now.meant - was.meant },
  ]);
};

// Return the changes of the later entries when one is taken out of the queue. If it was refused because the game had
// changed elsewhere, their targets stay.
export const closedUp = (entries, gone) => {
  if (gone.refused?.there) return [];
  const { version, meant } = targetAfter(gone);
  return laterOf(entries, gone).map((entry) => [
    entry.order,
    { version: entry.version + gone.version - version, meant: entry.meant + gone.meant - meant },
  ]);
};

// Return the entry whose correction of the saved round `number` a further correction changes, null if there is none.
export const correctionOf = (entries, number) => {
  const last = entries.filter((entry) => entry.number === number).at(-1);
  return last?.what === "correct" ? last : null;
};

// Return whether an entry undoes the last change of the saved round `number`: nobody knows here how it was typed before.
export const isUndone = (entries, number) => entries.some((entry) => entry.what === "undo" && entry.number === number);

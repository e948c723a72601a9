/** What an archive may hold, all in all: both its files and what they are packed into lie in memory. */
export const maxContentBytes = 1024 ** 3;
export const maxEntries = 100_000;
/** Entries, and the folders that their paths merely imply. */
export const maxNodes = 2 * maxEntries;

/** Maximum total content of an archive: both its files and their compressed form are in memory. */
export const maxContentBytes = 1024 ** 3;
export const maxEntries = 100_000;
/** Entries, and the folders that their paths imply. */
export const maxNodes = 2 * maxEntries;

/** The maximum total size of an archive's files, which are in memory together with the archive. */
export const maxContentBytes = 1024 ** 3;
export const maxEntries = 100_000;
/** The maximum number of entries plus the folders that their paths imply. */
export const maxNodes = 2 * maxEntries;

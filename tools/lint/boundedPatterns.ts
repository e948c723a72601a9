/** Patterns that may take more than linear time, with the limit on their input. */
export const boundedPatterns: ReadonlyMap<string, string> = new Map([
  [String.raw`/^!\[[^\]\n]*\]\(([^)\n]+)\)\n+/gm`, 'README.md and CHANGELOG.md, which are ours'],
  [String.raw`/(?<!!)\[([^\]\n]*)\]\(([^)\n]+)\)/g`, 'README.md and CHANGELOG.md, which are ours'],
]);

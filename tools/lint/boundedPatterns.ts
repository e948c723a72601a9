/** Patterns that can take more than linear time, by what bounds their input before they meet it. */
export const boundedPatterns: ReadonlyMap<string, string> = new Map([
  [String.raw`/^!\[[^\]\n]*\]\(([^)\n]+)\)\n+/gm`, 'README.md and CHANGELOG.md, which are ours'],
  [String.raw`/(?<!!)\[([^\]\n]*)\]\(([^)\n]+)\)/g`, 'README.md and CHANGELOG.md, which are ours'],
]);

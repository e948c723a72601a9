/**
 * Whether Git, to which a path is a pattern (gitglossary, pathspec), takes it for none of the other paths for sure: `[slug].png`
 * is that file and `s.png`, too. All are relative to the same folder.
 */
export function namesOnlyItself(path: string, others: readonly string[]): boolean {
  const first = path.search(/[*?[\\]/);
  if (first === -1) return true;
  const before = path.slice(0, first);
  const behind = path.slice(1 + Math.max(...['*', '?', ']', '\\'].map((sign) => path.lastIndexOf(sign))));
  return others.every((other) => other === path || !other.startsWith(before) || !other.endsWith(behind));
}

/**
 * True if Git, which treats a path as a pattern (gitglossary, pathspec), certainly matches none of the other paths:
 * `[slug].png` matches that file and also `s.png`. All paths are relative to the same folder.
 */
export function namesOnlyItself(path: string, others: readonly string[]): boolean {
  const first = path.search(/[*?[\\]/);
  if (first === -1) return true;
  const before = path.slice(0, first);
  const behind = path.slice(1 + Math.max(...['*', '?', ']', '\\'].map((sign) => path.lastIndexOf(sign))));
  return others.every((other) => other === path || !other.startsWith(before) || !other.endsWith(behind));
}

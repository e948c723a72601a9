/** Whether every system can hold the text: databases refuse half of a surrogate pair, and NUL. */
export function isSoundText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The same for all names and texts in a value that was read from JSON. */
export function holdsSoundTexts(value: unknown): boolean {
  if (typeof value === 'string') return isSoundText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isSoundText(name) && holdsSoundTexts(each));
}

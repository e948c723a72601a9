/** True if every system can store the text: databases refuse lone surrogates and NUL. */
export function isSoundText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The same for all names and texts in parsed JSON. */
export function holdsSoundTexts(value: unknown): boolean {
  if (typeof value === 'string') return isSoundText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isSoundText(name) && holdsSoundTexts(each));
}

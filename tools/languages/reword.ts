import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTexts, sorted, type Texts } from './bundles.ts';

/**
 * Changes an English sentence everywhere: in the code, as the key of its translations, in package.nls.json, in tests,
 * and in documents. Translations stay the same.
 * @returns the changed files with their new content; nothing is written yet
 * @throws Error if the old sentence isn't in the interface, or the new one already is
 */
export function reworded(folder: string, old: string, wanted: string): Map<string, string> {
  const changed = new Map<string, string>();
  const change = (patterns: readonly string[], edit: (content: string) => string): void => {
    for (const file of globSync(patterns, { cwd: folder, exclude: ['CHANGELOG.md'] }).toSorted()) {
      const content = readFileSync(path.join(folder, file), 'utf8');
      const edited = edit(content);
      if (edited !== content) changed.set(file, edited);
    }
  };

  if (isShown(folder, wanted)) throw new Error(`“${wanted}” is already in use`);
  change(['src/**/*.ts'], (content) => inLiterals(content, old, wanted));
  change(['l10n/*.json'], (content) => withTexts(content, (texts) => renamed(texts, old, wanted)));
  change(['package.nls.json'], (content) =>
    withTexts(content, (texts) => mapped(texts, ([key, text]) => [key, text === old ? wanted : text])),
  );
  if (changed.size === 0) throw new Error(`“${old}” isn't a sentence of the user interface`);
  change(['test/**/*.ts', 'tools/**/*.ts'], (content) =>
    inProse(inLiterals(content, old, wanted), old, wanted),
  );
  change(['docs/**/*.md', '*.md'], (content) => inProse(inLabels(content, old, wanted), old, wanted));
  return changed;
}

/** Writes the files that `reworded` changed. */
export function writeReworded(folder: string, changed: ReadonlyMap<string, string>): void {
  for (const [file, content] of changed) writeFileSync(path.join(folder, file), content);
}

function isShown(folder: string, text: string): boolean {
  const bundles = globSync('l10n/*.json', { cwd: folder });
  const keys = bundles.flatMap((file) => Object.keys(readTexts(path.join(folder, file))));
  const words = Object.values(readTexts(path.join(folder, 'package.nls.json')));
  return words.includes(text) || keys.some((key) => key === text || key.startsWith(`${text}/`));
}

/** Shorter texts, such as Cancel, are also parts of sentences that have nothing to do with them. */
const minSentenceWords = 4;

const quotes = ["'", '"', '`'] as const;

function inLiterals(content: string, old: string, wanted: string): string {
  // Outside of messages, a lower-case word such as `convert` is an identifier.
  const before = /^[a-z]+$/.test(old) ? 'say(' : '';
  return quotes.reduce(
    (text, quote) => text.replaceAll(before + literal(quote, old), () => before + literal(quote, wanted)),
    content,
  );
}

function literal(quote: string, text: string): string {
  return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

function inLabels(content: string, old: string, wanted: string): string {
  return [
    ['**', '**'],
    ['“', '”'],
    ['`', '`'],
  ].reduce(
    (text, [left, right]) => text.replaceAll(left + old + right, () => left + wanted + right),
    content,
  );
}

/** Replaces a sentence in a longer text, which may break its lines anywhere. */
function inProse(content: string, old: string, wanted: string): string {
  const words = old.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).split(' ');
  if (words.length < minSentenceWords) return content;
  return content.replaceAll(new RegExp(words.join(String.raw`\s+`), 'g'), () => wanted);
}

/** Counted messages have a key for each category, such as `{0} file/one`. */
function renamed(texts: Texts, old: string, wanted: string): Texts {
  const result = mapped(texts, ([key, text]) => {
    const [message, ...category] = key.split(/(?=\/[a-z]+$)/);
    return [message === old ? wanted + category.join('') : key, text];
  });
  return sorted(result);
}

function mapped(texts: Texts, change: (entry: [string, string]) => [string, string]): Texts {
  return Object.fromEntries(Object.entries(texts).map(change));
}

function withTexts(content: string, change: (texts: Texts) => Texts): string {
  return `${JSON.stringify(change(JSON.parse(content)), null, 2)}\n`;
}

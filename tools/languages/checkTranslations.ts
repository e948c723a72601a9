import type { Texts } from './bundles.ts';

/** Finds faults in translations: texts that are missing, unused, or still English, or whose markup differs. */
export function findProblems(english: Texts, translations: Texts, sameWords: ReadonlySet<string>): string[] {
  const translated = new Map(Object.entries(translations));
  const wanted = Object.entries(english).flatMap(([key, text]) => {
    const translation = translated.get(key);
    if (translation === undefined || translation.trim() === '') return [`missing: ${key}`];
    if (translation === text && hasWords(text) && !sameWords.has(text)) return [`untranslated: ${key}`];
    return signs.flatMap(({ name, of }) =>
      of(text) === of(translation) ? [] : [`${name} differ: ${key} → ${translation}`],
    );
  });
  const unused = [...translated.keys()].filter((key) => !Object.hasOwn(english, key));
  return [...wanted, ...unused.map((key) => `unused: ${key}`)];
}

/** True if a text contains words besides its placeholders. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(placeholder, ''));
}

const placeholder = /\{\d+\}/g;

/** Markup that must be the same in each language. */
const signs: readonly { readonly name: string; readonly of: (text: string) => string }[] = [
  { name: 'placeholders', of: every(placeholder) },
  { name: 'code spans', of: every(/`[^`]*`/g) },
  { name: 'icons', of: every(/\$\([^)]*\)/g) },
  { name: 'links', of: every(/\]\([^)]*\)/g) },
  { name: 'addresses', of: every(/https?:\/\/[\w/-]+(?:\.[\w/-]+)*/g) },
  { name: 'bold words', of: (text) => String(text.split('**').length) },
  // An ellipsis at the end of a command announces further questions.
  { name: 'last characters', of: (text) => String(text.endsWith('…')) },
];

/** The set of matches of a pattern, whose order differs between languages. */
function every(pattern: RegExp): (text: string) => string {
  return (text) => [...new Set([...text.matchAll(pattern)].map(([sign]) => sign))].toSorted().join(' ');
}

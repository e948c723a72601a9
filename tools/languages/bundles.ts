import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Messages } from './messages.ts';

/** Texts by their keys. */
export type Texts = Readonly<Record<string, string>>;

/** The texts to translate: the messages in the code, and the texts of package.json. */
export interface Translatable {
  readonly l10n: Texts;
  readonly package: Texts;
}

/** The languages that have a file of translations, by VS Code's names. */
export function languagesOf(folder: string): string[] {
  const names = ['l10n/bundle.l10n.*.json', 'package.nls.*.json'].flatMap((each) =>
    globSync(each, { cwd: folder }),
  );
  return [
    ...new Set(names.map((name) => /\.([a-z]{2}(?:-[a-z]+)?)\.json$/.exec(name)?.[1] ?? '')),
  ].toSorted();
}

/** The texts that a language has to translate, in English. A counted message has one text for each plural category. */
export function englishFor(language: string, messages: Messages, packageTexts: Texts): Translatable {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const counted = messages.counted.flatMap(({ one, other }) =>
    categories.map((category) => {
      const message = category === 'one' ? one : other;
      return [`${message}/${category}`, message];
    }),
  );
  const l10n = Object.fromEntries([...messages.said.map((message) => [message, message]), ...counted]);
  return { l10n: sorted(l10n), package: packageTexts };
}

/** The translations of a language; empty if there are none yet. */
export function translationsOf(folder: string, language: string): Translatable {
  const files = filesOf(folder, language);
  return { l10n: readTexts(files.l10n), package: readTexts(files.package) };
}

/** Keeps only the translations of existing texts, in the order of these texts. */
export function writeTranslations(
  folder: string,
  language: string,
  english: Translatable,
  translations: Translatable,
): void {
  const files = filesOf(folder, language);
  for (const part of ['l10n', 'package'] as const) {
    const kept = Object.keys(english[part]).flatMap((key) => {
      const text = new Map(Object.entries(translations[part])).get(key);
      return text === undefined ? [] : [[key, text]];
    });
    writeFileSync(files[part], `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  }
}

/** Reads a file of texts. */
export function readTexts(file: string): Texts {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function filesOf(folder: string, language: string): Readonly<Record<keyof Translatable, string>> {
  return {
    l10n: path.join(folder, `l10n/bundle.l10n.${language}.json`),
    package: path.join(folder, `package.nls.${language}.json`),
  };
}

export function sorted(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

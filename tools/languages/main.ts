// npm run l10n -- <language> [<file>]: prints the missing texts of a language as JSON, to be translated and passed back
// as a file.
// npm run l10n -- --outdated: lists the translations that are older than their English.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withSources } from '../lint/sources.ts';
import {
  englishFor,
  readTexts,
  type Texts,
  type Translatable,
  translationsOf,
  writeTranslations,
} from './bundles.ts';
import { messagesOf } from './messages.ts';
import { outdated } from './outdated.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { outdated: { type: 'boolean', default: false } },
});
const [language, file] = positionals;
const folder = process.cwd();
if (values.outdated) {
  for (const { language: found, key } of outdated(folder)) console.log(`${found}: ${key}`);
  process.exit();
}
if (language === undefined || !/^[a-z]{2}(?:-[a-z]+)?$/.test(language)) {
  throw new Error('Pass a language by its VS Code name, such as de, zh-cn, or pt-br');
}

const english = englishFor(language, await withSources(folder, messagesOf), readTexts('package.nls.json'));
const before = translationsOf(folder, language);
const added: Partial<Translatable> = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
const unknown = Object.keys(added).filter((key) => key !== 'l10n' && key !== 'package');
if (unknown.length > 0)
  throw new Error(`The file may contain l10n and package, but not ${unknown.join(', ')}`);
const translations = {
  l10n: { ...before.l10n, ...added.l10n },
  package: { ...before.package, ...added.package },
};
writeTranslations(folder, language, english, translations);
console.log(
  JSON.stringify(
    {
      l10n: missing(english.l10n, translations.l10n),
      package: missing(english.package, translations.package),
    },
    null,
    2,
  ),
);

function missing(texts: Texts, translated: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !Object.hasOwn(translated, key)));
}

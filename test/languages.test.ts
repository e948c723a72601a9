import assert from 'node:assert/strict';
import {
  englishFor,
  languagesOf,
  readTexts,
  type Translatable,
  translationsOf,
} from '../tools/languages/bundles.ts';
import { type Messages, messagesOf, repeatedSentences } from '../tools/languages/messages.ts';
import { findProblems } from '../tools/languages/checkTranslations.ts';
import sameWords from '../tools/languages/sameWords.json' with { type: 'json' };
import { withSources } from '../tools/lint/sources.ts';

const folder = process.cwd();

/** Advice for a language whose translations don't match the messages. */
const advice = (language: string): string =>
  `\`npm run l10n -- ${language}\` removes what is unused and prints what is missing; docs/adding-a-command-or-setting.md tells more. ` +
  `What is the same in both languages is listed in tools/languages/sameWords.json.`;

describe('The messages in the code', () => {
  let messages: Messages;
  let repeated: string[];

  before(async () => {
    [messages, repeated] = await withSources(folder, (sources) => [
      messagesOf(sources),
      repeatedSentences(sources),
    ]);
  });

  it('exist in one place each', () => {
    assert.deepEqual(repeated, []);
  });

  it('have both plural forms for a count', () => {
    const without = messages.counted.filter(
      ({ one, other }) => !one.includes('{0}') || !other.includes('{0}'),
    );
    assert.deepEqual(without, [], 'Some languages have the form of 1 for other counts, too.');
  });

  for (const language of languagesOf(folder)) {
    it(`are translated into ${language}, with the texts of package.json`, () => {
      const english = englishFor(language, messages, readTexts('package.nls.json'));
      const translations = translationsOf(folder, language);
      const same = new Set([...sameWords.all, ...(new Map(Object.entries(sameWords)).get(language) ?? [])]);
      const found = (['l10n', 'package'] satisfies (keyof Translatable)[]).flatMap((part) =>
        findProblems(english[part], translations[part], same),
      );
      assert.deepEqual(found, [], advice(language));
    });

    it(`have one pair of quotation marks in ${language}`, () => {
      const { l10n, package: manifest } = translationsOf(folder, language);
      const texts = [...Object.values(l10n), ...Object.values(manifest)].join(' ');
      assert.equal(new Set(texts.match(/[“”„«»「」『』‹›]/g)).size, 2);
    });
  }
});

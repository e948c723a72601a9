import assert from 'node:assert/strict';
import { findProblems } from '../../../tools/languages/checkTranslations.ts';

const objectionsTo = (english: string, translation: string): string[] =>
  findProblems({ key: english }, { key: translation }, new Set()).map((text) => text.split(':')[0] ?? '');

describe('The check of translations', () => {
  it('finds missing, empty and unused texts', () => {
    assert.deepEqual(findProblems({ Open: 'Open', Close: 'Close' }, { Close: ' ', Shut: 'Zu' }, new Set()), [
      'missing: Open',
      'missing: Close',
      'unused: Shut',
    ]);
  });

  it('finds English text and markup that differs', () => {
    for (const [english, translation, found] of [
      ['Folder: {0}', 'Folder: {0}', 'untranslated'],
      ['{0} of {1}', '{0} von {2}', 'placeholders differ'],
      ['See `a.b`.', 'Siehe `a.c`.', 'code spans differ'],
      ['See `#a.b#`.', 'Siehe #a.b#.', 'code spans differ'],
      ['$(gear) Set', '$(tools) Setzen', 'icons differ'],
      ['[Open](command:a)', '[Öffnen](command:b)', 'links differ'],
      ['Such as https://a.example', 'Etwa https://b.example', 'addresses differ'],
      ['**All** of it', 'Alles', 'bold words differ'],
      ['Convert To…', 'Konvertieren in', 'last characters differ'],
    ] as const) {
      assert.deepEqual(objectionsTo(english, translation), [found]);
    }
    assert.deepEqual(objectionsTo('{0} of {1}', '{1} / {0}'), []);
  });
});

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import {
  sizeText,
  english,
  figure,
  untrusted,
  joined,
  listed,
  say,
  sayCount,
  sentences,
  speak,
  verbatim,
} from '../../../../src/vscode/text/safeText.ts';
import { languageOf } from '../../../support/languageOf.ts';
import { root } from '../../../support/paths.ts';

/** Returns the texts in a language with these translations. */
function spoken<T>(tag: string, bundle: Readonly<Record<string, string>>, words: () => T): T {
  speak(languageOf(tag, bundle));
  try {
    return words();
  } finally {
    speak(english);
  }
}

const counted = (count: number): string =>
  sayCount(count, { one: '{0} file of {1}', other: '{0} files of {1}' }, untrusted('a.zip'));

describe('Safe text', () => {
  it('is English by default', () => {
    assert.equal(say('Saved {0}, {1} smaller.', untrusted('a {1}.png'), 3), 'Saved a {1}.png, 3 smaller.');
    assert.equal(figure(1234.5), '1,234.5');
  });

  it('is in the selected language', () => {
    spoken('de', { 'Saved {0}.': '{0} ist gespeichert.' }, () => {
      assert.equal(say('Saved {0}.', untrusted('a.png')), 'a.png ist gespeichert.');
      assert.equal(figure(1234.5), '1.234,5');
      assert.equal(verbatim('KB'), 'KB');
    });
  });

  it('has short numbers in the form of each language', () => {
    const tags = readdirSync(path.join(root, 'l10n')).flatMap(
      (name) => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1] ?? [],
    );
    assert.ok(tags.length > 1);
    for (const tag of ['en', ...tags]) {
      spoken(tag, {}, () => {
        for (const value of [0, 7, 999])
          assert.equal(figure(value), new Intl.NumberFormat(tag).format(value));
        const ungrouped = { useGrouping: false };
        assert.equal(figure(1920, ungrouped), new Intl.NumberFormat(tag, ungrouped).format(1920));
      });
    }
  });

  it('has the plural form for a count', () => {
    assert.deepEqual([0, 1, 1234].map(counted), [
      '0 files of a.zip',
      '1 file of a.zip',
      '1,234 files of a.zip',
    ]);
  });

  it('has a form for each plural category of another language', () => {
    const polish = {
      '{0} file of {1}/one': '{0} plik z {1}',
      '{0} files of {1}/few': '{0} pliki z {1}',
      '{0} files of {1}/many': '{0} plików z {1}',
    };
    assert.deepEqual(
      spoken('pl', polish, () => [1, 2, 5, 22].map(counted)),
      ['1 plik z a.zip', '2 pliki z a.zip', '5 plików z a.zip', '22 pliki z a.zip'],
    );
    const japanese = { '{0} files of {1}/other': '{1} 内の {0} 個のファイル' };
    assert.deepEqual(
      spoken('ja', japanese, () => [1, 2].map(counted)),
      ['a.zip 内の 1 個のファイル', 'a.zip 内の 2 個のファイル'],
    );
  });

  it('forms lists in the language’s style', () => {
    const [a, b, c] = [verbatim('A'), verbatim('B'), verbatim('C')];
    const all = (): string[] => [
      listed([a, b, c]),
      listed([a, b], 'disjunction'),
      joined([a, b, c], ', '),
      sentences([a, b]),
    ];
    assert.deepEqual(all(), ['A, B, and C', 'A or B', 'A, B, C', 'A B']);
    const japanese = { '{0}, {1}': '{0}、{1}', '{0} {1}': '{0}{1}' };
    assert.deepEqual(spoken('ja', japanese, all), ['A、B、C', 'AまたはB', 'A、B、C', 'AB']);
  });

  it('has sizes in the language’s units', () => {
    assert.deepEqual([69 * 1024, 133].map(sizeText), ['69 KB', '133 B']);
    assert.deepEqual(
      spoken('fr', {}, () => [69 * 1024, 4.9 * 1024 ** 2, 133].map(sizeText)),
      ['69 Ko', '4,9 Mo', '133 o'],
    );
  });

  it('is joined without empty parts', () => {
    assert.equal(joined([verbatim('B'), undefined, untrusted(''), verbatim('KB')], ', '), 'B, KB');
  });
});

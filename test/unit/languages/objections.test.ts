import assert from 'node:assert/strict';
import { objections } from '../../../tools/languages/objections.ts';

const objectionsTo = (english: string, translation: string, same: readonly string[] = []): string[] =>
  objections({ key: english }, { key: translation }, new Set(same)).map((text) => text.split(':')[0] ?? '');

describe('The check of translations', () => {
  it('finds what is missing, empty or no longer used', () => {
    assert.deepEqual(objections({ Open: 'Open', Close: 'Close' }, { Close: ' ', Shut: 'Zu' }, new Set()), [
      'missing: Open',
      'missing: Close',
      'unused: Shut',
    ]);
  });

  it('finds what is still English, unless the words are the same in both languages', () => {
    assert.deepEqual(objectionsTo('Folder: {0}', 'Folder: {0}'), ['untranslated']);
    assert.deepEqual(objectionsTo('Name: {0}', 'Name: {0}', ['Name: {0}']), []);
    assert.deepEqual(objectionsTo('{0} ({1})', '{0} ({1})'), []);
  });

  it('finds signs that differ, wherever they stand in the sentence', () => {
    assert.deepEqual(objectionsTo('{0} of {1}', '{1} / {0}'), []);
    assert.deepEqual(objectionsTo('{0} of {1}', '{0} von {2}'), ['placeholders differ']);
    assert.deepEqual(objectionsTo('See `a.b`.', 'Siehe `a.c`.'), ['code spans differ']);
    assert.deepEqual(objectionsTo('See `#a.b#`.', 'Siehe #a.b#.'), ['code spans differ']);
    assert.deepEqual(objectionsTo('$(gear) Set', '$(tools) Setzen'), ['icons differ']);
    assert.deepEqual(objectionsTo('[Open](command:a)', '[Öffnen](command:b)'), ['links differ']);
    assert.deepEqual(objectionsTo('Such as https://a.example', 'Etwa https://b.example'), [
      'addresses differ',
    ]);
    assert.deepEqual(objectionsTo('**All** of it', 'Alles'), ['bold words differ']);
    assert.deepEqual(objectionsTo('Convert To…', 'Konvertieren in'), ['last signs differ']);
  });
});

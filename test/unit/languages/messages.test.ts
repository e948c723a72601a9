import assert from 'node:assert/strict';
import { englishFor } from '../../../tools/languages/bundles.ts';
import { messagesOf } from '../../../tools/languages/messages.ts';
import { lintedSource } from '../../support/lintedSource.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const declarations = `
declare function say(message: string, ...parameters: unknown[]): string;
declare function sayCount(count: number, forms: object, ...parameters: unknown[]): string;
declare const name: string;
declare const id: 'a' | 'b';
const table = { a: 'It’s {0}', b: 'Saved' } as const;
`;

describe('The messages of code', () => {
  const folder = useTemporaryFolder();

  it('are the literals that it says, and those of the tables that it says them of', async () => {
    const text = `${declarations}
say('Open');
say(table[id], name);
sayCount(2, { one: '{0} file', other: '{0} files' });
`;
    assert.deepEqual(await lintedSource(folder.path, text, (source) => messagesOf([source])), {
      said: ['It’s {0}', 'Open', 'Saved'],
      counted: [{ one: '{0} file', other: '{0} files' }],
    });
  });

  it('are not guessed where the compiler can’t tell them', async () => {
    const said = lintedSource(folder.path, `${declarations}\nsay(name);\n`, (source) => messagesOf([source]));
    await assert.rejects(said, /It is not clear which messages are said here/);
    const counted = `${declarations}\nsayCount(1, { one: id, other: 'b' });\n`;
    await assert.rejects(
      lintedSource(folder.path, counted, (source) => messagesOf([source])),
      /It is not clear which messages/,
    );
  });

  it('have in each language a text for each category of its counts', () => {
    const messages = { said: ['Open'], counted: [{ one: '{0} file', other: '{0} files' }] };
    const keysFor = (language: string): string[] => Object.keys(englishFor(language, messages, {}).l10n);
    assert.deepEqual(keysFor('ja'), ['Open', '{0} files/other']);
    assert.deepEqual(keysFor('de'), ['Open', '{0} file/one', '{0} files/other']);
    assert.deepEqual(keysFor('fr'), ['Open', '{0} file/one', '{0} files/many', '{0} files/other']);
  });
});

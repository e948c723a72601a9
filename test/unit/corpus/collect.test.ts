import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { collect } from '../../../tools/corpus/collect.ts';
import { image } from '../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('What is collected of a folder', () => {
  const folder = useTemporaryFolder();
  const at = (...names: string[]): string => path.join(folder.path, ...names);
  const targets = async (programs = false): Promise<string[]> =>
    (await collect(folder.path, programs)).map((file) => `${file.path}: ${file.format} to ${file.target}`);

  it('is of the format that the content shows, whatever the name says', async () => {
    mkdirSync(at('below'));
    copyFileSync(image('gray.png'), at('below', 'gray.jpg'));
    assert.deepEqual(await targets(), [`${path.join('below', 'gray.jpg')}: png to tiff`]);
  });

  it('is of the format that the name says where the content shows none, but may be that', async () => {
    writeFileSync(at('table.csv'), 'a,b\n1,2\n');
    writeFileSync(at('no.pcx'), 'This begins as no PCX does.');
    assert.deepEqual(await targets(), ['table.csv: csv to xlsx']);
  });

  it('leaves out what is converted to nothing that is judged', async () => {
    writeFileSync(at('notes.txt'), 'Some words.');
    writeFileSync(at('unknown'), 'Some words.');
    assert.deepEqual(await targets(), []);
  });

  it('has more where the user’s programs convert, too', async () => {
    writeFileSync(at('page.fodt'), '<?xml version="1.0"?><office:document/>');
    assert.deepEqual(await targets(), []);
    assert.deepEqual(await targets(true), ['page.fodt: fodt to txt']);
  });

  it('follows no links', async () => {
    mkdirSync(at('folder'));
    symlinkSync(image('gray.png'), at('folder', 'gray.png'));
    symlinkSync(at('folder'), at('again'));
    assert.deepEqual(await targets(), []);
  });
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readText } from '../../../../src/engines/data/text.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('readText', () => {
  const folder = useTemporaryFolder();
  const text = 'a,ä\r\n1,😀\r\n';
  const read = async (bytes: Buffer): Promise<string> => {
    const file = path.join(folder.path, 'a.csv');
    await writeFile(file, bytes);
    return readText(file, 'csv');
  };
  const utf16 = Buffer.from(text, 'utf16le');

  it('reads UTF-8 and UTF-16 with and without a byte order mark', async () => {
    assert.equal(await read(Buffer.from(text)), text);
    assert.equal(await read(Buffer.from(`\ufeff${text}`)), text);
    assert.equal(await read(utf16), text);
    assert.equal(await read(Buffer.from(`\ufeff${text}`, 'utf16le')), text);
    assert.equal(await read(Buffer.from(utf16).swap16()), text);
    assert.equal(await read(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()), text);
  });

  it('refuses what is in an older encoding', async () => {
    await assert.rejects(read(Buffer.from(text.replace('😀', 'é'), 'latin1')), {
      code: 'conversion.invalid_input',
    });
  });
});

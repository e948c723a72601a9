import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isTruncated, withoutDirectStreams } from '../../../../src/engines/pdf/preflight.ts';
import { document } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('A PDF', () => {
  const folder = useTemporaryFolder();
  const whole = readFileSync(document('text.pdf'));
  const isCut = async (bytes: Uint8Array): Promise<boolean> => {
    const file = path.join(folder.path, 'file.pdf');
    writeFileSync(file, bytes);
    return isTruncated(file);
  };

  it('is truncated if it ends within an object', async () => {
    const lastObject = whole.lastIndexOf('endobj');
    assert.equal(await isCut(whole.subarray(0, lastObject)), true);
    assert.equal(await isCut(whole.subarray(0, whole.indexOf('stream') + 100)), true);
    assert.equal(await isCut(Buffer.from('%PDF-1.7\n1 0 obj')), true);
  });

  it('is complete if it lacks only its end marker, or isn’t a PDF', async () => {
    assert.equal(await isCut(whole), false);
    assert.equal(await isCut(whole.subarray(0, whole.lastIndexOf('endobj') + 6)), false);
    assert.equal(await isCut(Buffer.from('%PDF-1.7\n1 0 obj << >> endobj endobject')), false);
    assert.equal(await isCut(Buffer.from('an object')), false);
  });
});

const megabyte = 1024 ** 2;

describe('withoutDirectStreams', () => {
  const folder = useTemporaryFolder();

  async function repaired(text: string): Promise<string | undefined> {
    const file = path.join(folder.path, 'a.pdf');
    await writeFile(file, text);
    return (await withoutDirectStreams(file))?.toString();
  }

  it('blanks streams within dictionaries, and keeps those of objects', async () => {
    const own = '4 0 obj << /Length 1 >>\nstream\nx\nendstream\nendobj\n';
    assert.equal(
      await repaired(`${own}<< /N << /Length 0 >>\nstream\n\nendstream>>\n>>\n${own}`),
      `${own}<< /N << /Length 0 >>\n${' '.repeat('stream\n\nendstream'.length)}>>\n>>\n${own}`,
    );
  });

  it('leaves a file without direct streams alone', async () => {
    assert.equal(await repaired('<< /Length 1 >>\nstream\nx\nendstream\nendobj\n<< >>'), undefined);
    assert.equal(await repaired('endstream'), undefined);
    assert.equal(await repaired(''), undefined);
  });

  it('finds a stream whose end falls between two blocks', async () => {
    const text = 'stream\nendstream\r\n >>';
    for (let shift = 0; shift <= text.length; shift += 1) {
      assert.equal(await repaired(' '.repeat(megabyte - shift) + text).then((found) => found?.trim()), '>>');
    }
  });
});

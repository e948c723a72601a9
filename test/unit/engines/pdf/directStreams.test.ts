import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutDirectStreams } from '../../../../src/engines/pdf/repair/directStreams.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

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

import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExtractedFolder, extractBeside } from '../../../../src/vscode/convert/extraction.ts';
import { LocalService } from '../../../../src/vscode/localService/localService.ts';
import { eventually } from '../../../support/eventually.ts';
import { gzipBomb, pythonArchive, zipBomb, zipOfEntries } from '../../../support/service/hostileArchives.ts';
import { bundle } from '../../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('The extraction of a huge archive', () => {
  const folder = useTemporaryFolder();
  const local = new LocalService({ scriptPath: bundle, log: () => undefined });
  after(() => local.dispose());

  async function extract(
    name: string,
    bytes: Uint8Array,
    signal = AbortSignal.any([]),
  ): Promise<ExtractedFolder> {
    const archive = path.join(folder.path, name);
    await writeFile(archive, bytes);
    return extractBeside(local, archive, signal);
  }

  for (const [name, make] of [
    ['bomb.zip', zipBomb],
    ['bomb.tar.gz', async () => gzipBomb()],
    ['many.zip', async () => zipOfEntries(100_001)],
  ] as const) {
    it(`is refused for ${name}, and leaves nothing`, async () => {
      const message = 'The archive’s contents are too large to unpack.';
      await assert.rejects(extract(name, await make()), { code: 'conversion.limit_exceeded', message });
      assert.deepEqual(await readdir(folder.path), [name]);
    });
  }

  it('writes 100,000 files whose names differ only in case or in forbidden characters', async () => {
    const bytes = await pythonArchive(`
z = zipfile.ZipFile(out, 'w')
for n in range(100000):
    z.writestr(''.join('aA<>'[n >> 2 * bit & 3] for bit in range(9)), '')
z.close()`);
    const extracted = await extract('names.zip', bytes);
    assert.equal(extracted.files, 100_000);
    const names = await readdir(extracted.path);
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 100_000);
  });

  it('leaves nothing if it is canceled while files are written', async () => {
    await local.start();
    const abort = new AbortController();
    const extracted = extract('many.zip', await zipOfEntries(100_000), abort.signal);
    await eventually(
      async () => readdir(folder.path, { recursive: true }),
      (names) => names.length > 100,
    );
    abort.abort();
    await assert.rejects(extracted, { name: 'AbortError' });
    assert.deepEqual(await readdir(folder.path), ['many.zip']);
  });
});

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CodedError } from '../../../../src/contract/errors.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { hashSources, openSource, type SourceContent } from '../../../../src/jobs/queue/sourceFiles.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const files = new DiskFileStore();
const memory = Buffer.alloc(1000);
const bytes = randomBytes(2500);

describe('The content of a source', () => {
  const folder = useTemporaryFolder();
  let path: string;
  let source: SourceContent;

  beforeEach(async () => {
    path = join(folder.path, 'source');
    await writeFile(path, bytes);
    const uri = pathToFileURL(path).href;
    const facts = await files.facts(uri);
    assert.ok(facts);
    source = openSource(files, { uri, facts });
  });
  afterEach(() => source.reader.close());

  /** Reads the bytes up to the end or to a failure. */
  const readAll = async (): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    try {
      for (;;) {
        const count = await source.reader.read(memory);
        if (count === 0) break;
        pieces.push(Buffer.from(memory.subarray(0, count)));
      }
    } catch (error) {
      assert.equal(source.failure(), error);
      assert.ok(error instanceof CodedError && error.code === 'source.changed');
    }
    return Buffer.concat(pieces);
  };

  it('is read to its end', async () => {
    assert.deepEqual(await readAll(), bytes);
    assert.equal(source.failure(), undefined);
  });

  for (const [change, make] of [
    ['grew', async () => appendFile(path, 'more')],
    ['shrank', async () => truncate(path, 2400)],
    ['is empty', async () => truncate(path, 0)],
    ['was rewritten', async () => utimes(path, 1, 1)],
  ] as const) {
    it(`holds its last bytes back if it ${change} meanwhile`, async () => {
      const first = await source.reader.read(memory);
      assert.equal(first, 1000);
      await make();
      const rest = await readAll();
      assert.ok(rest.length <= 1400, `${rest.length}`);
      assert.ok(source.failure() !== undefined);
    });
  }

  it('doesn’t include bytes that were appended after its last bytes were read', async () => {
    for (let read = 0; read < bytes.length;) read += await source.reader.read(memory);
    await appendFile(path, 'more');
    assert.equal((await readAll()).length, 0);
    assert.ok(source.failure() !== undefined);
  });

  it('is hashed completely, unless nobody waits for the hash any longer', async () => {
    const uri = pathToFileURL(path).href;
    const facts = await files.facts(uri);
    assert.ok(facts);
    const one = { uri, facts };
    const expected = createHash('sha256').update(bytes).update(bytes).digest('hex');
    assert.equal(await hashSources(files, [one, one], new AbortController().signal), expected);
    const abort = new AbortController();
    const asked = Promise.withResolvers<void>();
    const read = async (): Promise<number> => {
      asked.resolve();
      return new Promise(() => {});
    };
    const silent = Object.assign(new DiskFileStore(), { read: () => ({ read, close: async () => {} }) });
    const hashing = hashSources(silent, [one], abort.signal);
    await asked.promise;
    abort.abort(new Error('Cancelled'));
    await assert.rejects(hashing, { message: 'Cancelled' });
  });
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import {
  PictureFolders,
  PictureMaker,
  type Previewer,
} from '../../../../src/vscode/pictures/pictureMaker.ts';
import { becomes } from '../../../support/eventually.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const facts = { format: 'heic', width: 4, height: 3 };
const signal = new AbortController().signal;

describe('PictureMaker', () => {
  const folder = useTemporaryFolder();
  let folders: PictureFolders;

  beforeEach(() => {
    folders = new PictureFolders(folder.path);
  });

  afterEach(() => folders.dispose());

  const fileOf = (content: string, name = 'a.heic') => {
    const file = path.join(folder.path, name);
    writeFileSync(file, content);
    return { uri: pathToFileURL(file).href, name, mayRunPrograms: false };
  };

  /** A previewer whose pictures repeat the file's content, and the requests that it received. */
  const repeating = () => {
    const requests: Parameters<Previewer['preview']>[0][] = [];
    const preview: Previewer['preview'] = async (request) => {
      requests.push(request);
      await writeFile(request.outputPath, `drawn ${await readFile(request.inputPath, 'utf8')}`);
      return facts;
    };
    return { requests, maker: new PictureMaker(new DiskFileStore(), folders, { preview }) };
  };

  it('puts a picture of a copy into the folder, and leaves nothing else', async () => {
    const { requests, maker } = repeating();
    await using own = await folders.make();
    const picture = await maker.make(fileOf('cat', 'a[page=3]{}.heic'), 2, own.path, signal);
    assert.deepEqual({ ...picture, file: '' }, { ...facts, file: '', sizeBytes: 3 });
    assert.equal(readFileSync(path.join(own.path, picture.file), 'utf8'), 'drawn cat');
    const [request] = requests;
    assert.equal(request?.fileName, 'a[page=3]{}.heic');
    assert.equal(request?.page, 2);
    assert.equal(request?.mayRunPrograms, false);
    assert.equal(path.basename(request?.inputPath ?? ''), 'input');
    assert.ok(!existsSync(path.dirname(request?.inputPath ?? '')));
  });

  it('deletes a picture that is no longer shown', async () => {
    const { maker } = repeating();
    await using own = await folders.make();
    const shown = new AbortController();
    await maker.make(fileOf('cat'), 1, own.path, shown.signal);
    assert.equal(readdirSync(own.path).length, 1);
    shown.abort();
    await becomes(() => readdirSync(own.path), []);
  });

  it('leaves nothing if no picture can be made', async () => {
    const maker = new PictureMaker(new DiskFileStore(), folders, {
      preview: async () => Promise.reject(new Error('no')),
    });
    await using own = await folders.make();
    await assert.rejects(maker.make(fileOf('cat'), 1, own.path, signal), { message: 'no' });
    assert.deepEqual(readdirSync(own.path), []);
    assert.equal(readdirSync(path.dirname(own.path)).filter((name) => name.startsWith('p-')).length, 1);
  });

  it('ignores folders, missing files, and endless files', async () => {
    const { requests, maker } = repeating();
    await using own = await folders.make();
    const large = fileOf('');
    truncateSync(path.join(folder.path, 'a.heic'), 600 * 1024 ** 2);
    for (const [uri, code] of [
      [pathToFileURL(folder.path).href, 'file.unreadable'],
      [pathToFileURL(path.join(folder.path, 'gone.heic')).href, 'file.missing'],
      [large.uri, 'file.too_large_to_show'],
    ] as const) {
      await assert.rejects(maker.make({ uri, name: 'a.heic', mayRunPrograms: false }, 1, own.path, signal), {
        code,
      });
    }
    assert.deepEqual(requests, []);
  });

  it('has one private folder per window, which is deleted with it', async () => {
    const [one, other] = [await folders.make(), await folders.make()];
    const root = path.dirname(one.path);
    assert.equal(path.dirname(other.path), root);
    assert.ok(existsSync(path.join(root, 'lease.json')));
    folders.dispose();
    await becomes(() => existsSync(root), false);
  });
});

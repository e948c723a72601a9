import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { countEntries, entriesOf } from '../../../../tools/referenceDecoders/archiveHashes.ts';
import { archive } from '../../../support/service/fixtures.ts';
import {
  gzipBomb,
  lyingZip,
  tarOf,
  zipBomb,
  zipOf,
  zipOfEntries,
} from '../../../support/service/hostileArchives.ts';
import { StandaloneService } from '../../../support/service/standalone.ts';

describe('A hostile archive', () => {
  let folder: string;
  let service: StandaloneService;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hostile-archives-'));
    service = await StandaloneService.start([], { TMPDIR: folder });
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const failure = (name: string, bytes: Uint8Array, to = '7z'): Promise<unknown> =>
    service.api.ending({ name, bytes }, to);

  const outside = {
    error: 'conversion.invalid_input',
    detail: 'The archive can’t be unpacked: an entry is outside its folder.',
  };
  const behind = {
    error: 'conversion.invalid_input',
    detail: 'The archive can’t be unpacked: the path of an entry leads through a link.',
  };
  const damaged = { error: 'conversion.invalid_input', detail: 'The archive is damaged and can’t be read.' };
  const tooMuch = {
    error: 'conversion.limit_exceeded',
    detail: 'The archive’s contents are too large to unpack.',
  };

  for (const entry of ['../evil.txt', 'a/../../evil.txt', '..\\evil.txt', 'C:\\evil.txt', 'c:/evil.txt']) {
    it(`can’t write to ${entry}`, async () => {
      assert.deepEqual(await failure('a.zip', await zipOf(entry)), outside);
      assert.deepEqual(await failure('a.tar', await tarOf(`add(${JSON.stringify(entry)})`), 'zip'), outside);
    });
  }

  it('has its absolute paths made relative', async () => {
    const bytes = await tarOf(`add(${JSON.stringify(path.join(folder, 'evil.txt'))})`, `add('kept')`);
    const files = (await service.api.convert({ name: 'a.tar', bytes }, 'zip')).output;
    const paths = (await entriesOf(files, 'zip')).map(({ path }) => path);
    assert.ok(paths.includes('kept') && paths.includes(path.join(folder, 'evil.txt').slice(1)), paths.join());
  });

  it('can’t reach anything through a link', async () => {
    const target = JSON.stringify(folder);
    const tar = await tarOf(`add('a', tarfile.SYMTYPE, ${target})`, `add('a/evil.txt')`);
    assert.deepEqual(await failure('a.tar', tar, 'zip'), behind);
    const sameName = await tarOf(`add('a', tarfile.SYMTYPE, '/etc/passwd')`, `add('a')`);
    assert.match(JSON.stringify(await failure('a.tar', sameName, 'zip')), /a link and another entry/);
    const hardLink = await tarOf(`add('a', tarfile.LNKTYPE, '/etc/passwd')`);
    assert.deepEqual(await failure('a.tar', hardLink, 'zip'), damaged);
  });

  it('loses its links and devices', async () => {
    const bytes = await tarOf(
      `add('kept')`,
      `add('link', tarfile.SYMTYPE, '/etc/passwd')`,
      `add('device', tarfile.CHRTYPE)`,
      `add('pipe', tarfile.FIFOTYPE)`,
      `add('-x', tarfile.SYMTYPE, '*')`,
    );
    const { output } = await service.api.convert({ name: 'a.tar', bytes }, 'zip');
    assert.deepEqual(
      (await entriesOf(output, 'zip')).map(({ path }) => path),
      ['kept'],
    );
  });

  it('is unpacked literally if its names look like patterns or switches', async () => {
    const bytes = await tarOf(
      `add('@list')`,
      `add('-sdel')`,
      `add('*', tarfile.SYMTYPE, 'x')`,
      `add('new\\nline')`,
    );
    const { output } = await service.api.convert({ name: 'a.tar', bytes }, '7z');
    const paths = (await entriesOf(output, '7z')).map(({ path }) => path);
    assert.deepEqual(paths, ['-sdel', '@list', 'new\nline']);
  });

  it('is refused if it unpacks to gibibytes', async () => {
    assert.deepEqual(await failure('a.zip', await zipBomb()), tooMuch);
    assert.deepEqual(await failure('a.tar.gz', gzipBomb(), 'zip'), tooMuch);
  });

  it('is reported as damaged if it lies about its size', async () => {
    assert.deepEqual(await failure('a.zip', await lyingZip()), damaged);
  });

  it('is refused with 100,001 entries, but not with 100,000', async () => {
    assert.deepEqual(await failure('a.zip', await zipOfEntries(100_001)), tooMuch);
    const many = { name: 'a.zip', bytes: await zipOfEntries(100_000) };
    assert.equal(await countEntries((await service.api.convert(many, 'tar')).output), 100_000);
  });

  it('is reported as damaged if it is truncated or not an archive', async () => {
    for (const name of ['tree.zip', 'tree.7z', 'tree.tar.gz', 'tree.tar.bz2', 'tree.tar.xz', 'links.rar']) {
      const whole = await readFile(archive(name));
      const cut = whole.subarray(0, Math.floor(whole.length * 0.6));
      assert.deepEqual(await failure(name, cut, 'tar'), damaged, name);
    }
    for (const name of [
      'a.zip',
      'a.7z',
      'a.tar',
      'a.tar.zst',
      'a.rar',
      'a.iso',
      'a.cab',
      'a.cpio',
      'a.wim',
    ]) {
      assert.deepEqual(await failure(name, Buffer.from('no archive'), 'tar.xz'), damaged, name);
    }
  });

  it('never leaves its own file on disk', async () => {
    const files = await readdir(folder, { recursive: true });
    assert.deepEqual(
      files.filter((file) => /evil|kept|hello/.test(file)),
      [],
    );
  });
});

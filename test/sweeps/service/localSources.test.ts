import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import type { FileFacts } from '../../../src/jobs/core/fileStore.ts';
import { sample } from '../../support/service/fixtures.ts';
import { useLocalJobs } from '../../support/service/localJobs.ts';
import { openFiles } from '../../support/service/processes.ts';
import { decode, decodeFile, psnr } from '../../support/service/raster.ts';
import { headerBytes, noise, recording, samplesOf } from '../../support/service/recordings.ts';

const megabyte = 1024 ** 2;

/** Changes of a recording. Each resolves to the samples that it has then. */
const changes: Readonly<Record<string, (file: string, elsewhere: string) => Promise<Buffer>>> = {
  replaced: async (file, elsewhere) => {
    const other = path.join(elsewhere, 'other.wav');
    await writeFile(other, recording('two'));
    await rename(other, file);
    return noise('two');
  },
  'written over': async (file) => {
    await writeFile(file, recording('two'), { flag: 'r+' });
    return noise('two');
  },
  'appended to': async (file) => {
    const more = noise('two', 4 * megabyte);
    await appendFile(file, more);
    return Buffer.concat([noise('one'), more]);
  },
  truncated: async (file) => {
    await truncate(file, headerBytes + 4 * megabyte);
    return noise('one', 4 * megabyte);
  },
};

describe('The sources of jobs on this computer', () => {
  const own = useLocalJobs();

  it('are read where they are if they are large, and copied if they are small', async () => {
    await writeFile(own().at('large.wav'), recording('one'));
    const large = await own().startHeld('large.wav', 'flac');
    assert.deepEqual(readdirSync(large.folder), ['output']);
    assert.ok(large.workers.flatMap(openFiles).includes(own().at('large.wav')));
    large.resume();
    assert.equal((await own().ended(large.id))?.name, 'done');
    assert.ok((await samplesOf(own().at('large.flac'))).equals(noise('one')));

    await writeFile(own().at('small.wav'), recording('two', 8 * megabyte));
    const small = await own().startHeld('small.wav', 'flac');
    assert.deepEqual(readdirSync(small.folder), ['input', 'output']);
    assert.ok(!small.workers.flatMap(openFiles).includes(own().at('small.wav')));
    small.resume();
    assert.equal((await own().ended(small.id))?.name, 'done');
    assert.deepEqual(await own().names(), ['large.flac', 'large.wav', 'small.flac', 'small.wav']);
  });

  for (const [how, change] of Object.entries(changes)) {
    it(`are converted in one version if they are ${how} meanwhile`, async () => {
      await writeFile(own().at('a.wav'), recording('one'));
      const { id, resume } = await own().startHeld('a.wav', 'flac');
      const expected = await change(own().at('a.wav'), own().folder);
      resume();
      assert.equal((await own().ended(id))?.name, 'done');
      assert.ok((await samplesOf(own().at('a.flac'))).equals(expected));
      assert.deepEqual(await own().names(), ['a.flac', 'a.wav']);
    });
  }

  it('are reported if they never stop changing', async () => {
    const [file, uri] = [own().at('a.wav'), own().uri('a.wav')];
    /** Files that grow whenever someone looks at them. */
    class GrowingFiles extends DiskFileStore {
      override async facts(of: string): Promise<FileFacts | undefined> {
        if (of === uri) await appendFile(file, 'more');
        return super.facts(of);
      }
    }
    await own().reopen({ files: new GrowingFiles() });
    await writeFile(file, recording('one'));
    const state = await own().convert('a.wav', 'flac');
    assert.ok(state?.name === 'failed');
    assert.equal(state.problem.code, 'source.changed');
    assert.deepEqual(await own().names(), ['a.wav']);
  });

  it('are reported if they are deleted, before or during the conversion', async () => {
    const gone = await own().convert('a.wav', 'flac');
    assert.ok(gone?.name === 'failed');
    assert.equal(gone.problem.code, 'file.missing');

    await writeFile(own().at('a.wav'), recording('one'));
    const { id, resume } = await own().startHeld('a.wav', 'flac');
    await rm(own().at('a.wav'));
    resume();
    const state = await own().ended(id);
    assert.ok(state?.name === 'failed');
    assert.equal(state.problem.code, 'file.missing');
    assert.deepEqual(await own().names(), []);
  });

  it('may be links, which stay, and get their results beside them', async () => {
    const elsewhere = path.join(own().folder, 'elsewhere');
    await mkdir(elsewhere);
    await copyFile(sample('cat.png'), path.join(elsewhere, 'cat.png'));
    await writeFile(path.join(elsewhere, 'large.wav'), recording('one'));
    for (const name of ['cat.png', 'large.wav']) await symlink(path.join(elsewhere, name), own().at(name));
    assert.equal((await own().convert('cat.png', 'webp'))?.name, 'done');
    const made = await decode(await readFile(own().at('cat.webp')), 'webp');
    assert.ok(psnr(made, await decodeFile(sample('cat.png'), 'png')) > 30);

    const { id, resume } = await own().startHeld('large.wav', 'flac');
    // The link now names another file.
    await writeFile(path.join(elsewhere, 'other.wav'), recording('two'));
    await symlink(path.join(elsewhere, 'other.wav'), path.join(own().folder, 'link'));
    await rename(path.join(own().folder, 'link'), own().at('large.wav'));
    resume();
    assert.equal((await own().ended(id))?.name, 'done');
    assert.ok((await samplesOf(own().at('large.flac'))).equals(noise('two')));
    assert.equal(await readlink(own().at('large.wav')), path.join(elsewhere, 'other.wav'));
    assert.deepEqual(await own().names(), ['cat.png', 'cat.webp', 'large.flac', 'large.wav']);
    assert.deepEqual((await readdir(elsewhere)).toSorted(), ['cat.png', 'large.wav', 'other.wav']);
  });
});

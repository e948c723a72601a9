import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import {
  appendFile,
  copyFile,
  mkdir,
  readFile,
  readdir,
  readlink,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import type { FileFacts } from '../../../src/jobs/core/fileStore.ts';
import { sample } from '../../support/service/fixtures.ts';
import { useLocalJobs } from '../../support/service/localJobs.ts';
import { openFiles } from '../../support/service/processes.ts';
import { decode, decodeFile, psnr } from '../../support/service/raster.ts';
import { noise, recording, samplesOf } from '../../support/service/recordings.ts';

const megabyte = 1024 ** 2;

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

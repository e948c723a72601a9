import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tierLimits } from '../../../../src/contract/tiers.ts';
import type { Job, JobRequest } from '../../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import type { PictureFinder } from '../../../../src/jobs/queue/shownPictures.ts';
import { picturesIn } from '../../../../src/references/references.ts';
import { convertRequest, useJobsHarness } from '../../../support/jobs/jobsHarness.ts';

const png = randomBytes(400_001);
const dataUri = (type: string, bytes: Buffer): string =>
  `data:image/${type};base64,${bytes.toString('base64')}`;

describe('The pictures that a text shows', () => {
  const harness = useJobsHarness();
  const hidden = new Set<string>();
  const pictures: PictureFinder = {
    find: async (text, format, isFile) => picturesIn(text, format, '', isFile),
    mayBeSent: (uri, service) => service === 'local' || !hidden.has(uri),
  };

  const requestFor = (source: string, changes: Partial<JobRequest> = {}): JobRequest =>
    convertRequest(source, { picturesFrom: pathToFileURL(harness.folder).href, ...changes });

  const sent = (): string => harness.network.accepted.at(-1)?.content.toString() ?? '';

  const run = async (text: string | Buffer, changes: Partial<JobRequest> = {}): Promise<Job> => {
    const window = await harness.open({ pictures });
    return harness.run(window, requestFor(await harness.file('guide.md', text), changes));
  };

  it('are submitted as data URIs, and the file stays as it is', async () => {
    await mkdir(join(harness.folder, 'img'));
    await harness.file('img/a.png', png);
    await harness.file('b b.jpg', 'jpeg');
    const text = '\uFEFF# Ü\n![a](img/a.png?x=1) [l](img/a.png) ![b](b%20b.jpg)\n';
    const { missingPictures, sourceBytes } = await run(text);
    assert.ok(
      sent() ===
        `\uFEFF# Ü\n![a](${dataUri('png', png)}) [l](img/a.png) ![b](${dataUri('jpeg', Buffer.from('jpeg'))})\n`,
    );
    assert.equal(sourceBytes, Buffer.byteLength(sent()));
    assert.equal(missingPictures, undefined);
    assert.equal(await harness.read('guide.md'), text);
  });

  it('keep other bytes of a text that isn’t UTF-8', async () => {
    await harness.file('a.png', 'x');
    await run(Buffer.from('\xe9 ![](a.png)\xfc', 'latin1'));
    const expected = Buffer.from(`\xe9 ![](${dataUri('png', Buffer.from('x'))})\xfc`, 'latin1');
    assert.ok(harness.network.accepted.at(-1)?.content.equals(expected));
  });

  it('are named if they aren’t found, are outside, behind a link, not pictures, or must stay here', async () => {
    await mkdir(join(harness.folder, 'real'));
    await harness.file('real/a.png', 'x');
    await harness.file('secret.txt', 'x');
    hidden.add(await harness.file('private.png', 'x'));
    await symlink(join(harness.folder, 'real'), join(harness.folder, 'linked'));
    await symlink(join(harness.folder, 'real/a.png'), join(harness.folder, 'link.png'));
    await writeFile(join(harness.folder, '../outside.png'), 'x');
    const addresses = [
      'gone.png',
      '../outside.png',
      '%2e%2e/outside.png',
      '..\\outside.png',
      'linked/a.png',
      'link.png',
      'secret.txt',
      'private.png',
      'real',
    ];
    const text = addresses.map((address) => `<img src="${address}">`).join('\n');
    const { missingPictures, state } = await run(text);
    assert.equal(state.name, 'done');
    assert.deepEqual(missingPictures, addresses);
    assert.equal(sent(), text);
    await run(text, { service: 'local' });
    assert.ok(harness.local.begun.at(-1)?.content.toString().includes('base64,'));
  });

  it('are left out if the text would exceed the plan’s size with them', async () => {
    harness.network.tier = { ...tierLimits.free, maxFileBytes: 100 };
    await harness.file('large.png', 'x'.repeat(60));
    await harness.file('small.png', 'x');
    const { missingPictures, state } = await run('![](large.png)![](small.png)');
    assert.equal(state.name, 'done');
    assert.deepEqual(missingPictures, ['large.png']);
    assert.equal(sent(), `![](large.png)![](${dataUri('png', Buffer.from('x'))})`);
  });

  it('are read again for a retry', async () => {
    const window = await harness.open({ pictures });
    const source = await harness.file('guide.md', '![](late.png)');
    harness.network.onPoll.push(() => ({ status: 'Failed' }));
    const job = await harness.run(window, requestFor(source));
    assert.deepEqual(job.missingPictures, ['late.png']);
    await harness.file('late.png', 'x');
    window.jobs.retry([job.id]);
    const retried = await harness.settle(window, job.id);
    assert.equal(retried.missingPictures, undefined);
    assert.equal(sent(), `![](${dataUri('png', Buffer.from('x'))})`);
  });

  it('stay as they are when their text’s result is saved beside another, and when it is undone', async () => {
    await harness.file('a.png', 'x');
    await harness.file('guide.txt', 'mine');
    const window = await harness.open({ pictures });
    const source = await harness.file('guide.md', '![](a.png)');
    const { state } = await harness.run(window, requestFor(source));
    assert.equal(state.name, 'done');
    assert.deepEqual(await harness.names(), ['a.png', 'guide (1).txt', 'guide.md', 'guide.txt']);
    assert.deepEqual(await window.jobs.undo(), { removed: 1, restored: 0, kept: 0 });
    assert.deepEqual(await harness.names(), ['a.png', 'guide.md', 'guide.txt']);
    const left = await Promise.all(
      ['a.png', 'guide.md', 'guide.txt'].map(async (name) => harness.read(name)),
    );
    assert.deepEqual(left, ['x', '![](a.png)', 'mine']);
  });

  it('are embedded only once the user has chosen what to do about a taken name', async () => {
    await harness.file('a.png', 'x');
    await harness.file('guide.txt', 'mine');
    const window = await harness.open({ pictures });
    const source = await harness.file('guide.md', '![](a.png)');
    const placement = { ...convertRequest(source).placement, onCollision: 'ask' } as const;
    const { id, state } = await harness.run(window, requestFor(source, { placement }));
    assert.equal(state.name, 'needsName');
    assert.equal(harness.network.accepted.length, 0);
    window.jobs.resolveCollisions([id], 'rename');
    assert.equal((await harness.settle(window, id)).state.name, 'done');
    assert.equal(sent(), `![](${dataUri('png', Buffer.from('x'))})`);
    assert.equal(await harness.read('guide.txt'), 'mine');
  });

  it('aren’t submitted if the job is canceled while they are read', async () => {
    await harness.file('a.png', 'x');
    const disk = new DiskFileStore();
    const reading = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const files = Object.assign(new DiskFileStore(), {
      read: (uri: string) => {
        const reader = disk.read(uri);
        if (!uri.endsWith('a.png')) return reader;
        return {
          read: async (memory: Buffer) => {
            reading.resolve();
            await held.promise;
            return reader.read(memory);
          },
          close: () => reader.close(),
        };
      },
    });
    const window = await harness.open({ pictures, files });
    const [job] = window.jobs.add([requestFor(await harness.file('guide.md', '![](a.png)'))]);
    const id = job?.id ?? '';
    await harness.clock.runUntil(reading.promise);
    const canceled = window.jobs.cancel([id]);
    held.resolve();
    await harness.clock.runUntil(canceled);
    const { state } = await harness.settle(window, id);
    assert.deepEqual(state.name === 'canceled' && state.spent, false);
    assert.equal(harness.network.accepted.length, 0);
    assert.deepEqual(await harness.names(), ['a.png', 'guide.md']);
  });

  it('aren’t submitted if one of them changes meanwhile', async () => {
    const picture = join(harness.folder, 'a.png');
    await harness.file('a.png', 'x');
    await harness.file('b.png', png);
    const disk = new DiskFileStore();
    // The first picture changes while the second one is read.
    const files = Object.assign(new DiskFileStore(), {
      read: (uri: string) => {
        const reader = disk.read(uri);
        if (!uri.endsWith('b.png')) return reader;
        return {
          read: async (memory: Buffer) => {
            await utimes(picture, 1, 1);
            return reader.read(memory);
          },
          close: () => reader.close(),
        };
      },
    });
    const window = await harness.open({ pictures, files });
    const { state } = await harness.run(
      window,
      requestFor(await harness.file('guide.md', '![](a.png)![](b.png)')),
    );
    assert.equal(state.name === 'failed' ? state.problem.code : state.name, 'source.changed');
    assert.equal(harness.network.accepted.length, 0);
  });

  it('aren’t embedded for other jobs', async () => {
    await harness.file('a.png', 'x');
    await run('![](a.png)', { picturesFrom: undefined });
    assert.equal(sent(), '![](a.png)');
  });
});

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import type { Job, Placement } from '../../../../src/jobs/core/job.ts';
import { convertRequest, useJobs } from '../../../support/jobs/jobsHarness.ts';

const dataOf = (content: string, type = 'png'): string =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;

describe('Pictures embedded in a Markdown text', () => {
  const { harness, window } = useJobs();
  let source: string;

  beforeEach(async () => {
    source = await harness.file('my (report).docx');
  });

  const convert = async (text: string, placement: Partial<Placement> = {}): Promise<Job> => {
    harness.local.output = Buffer.from(text);
    const request = convertRequest(source, { service: 'local', targetFormat: 'md' });
    return harness.run(window, {
      ...request,
      placement: { ...request.placement, separatesPictures: true, ...placement },
    });
  };

  it('become files in a folder beside the text', async () => {
    const [cat, dog] = [dataOf('cat'), dataOf('dog', 'jpeg')];
    await convert(`# Report\n\n![A cat](${cat}) and ![](${dog} "A dog")\n\n<img src="${cat}">\n`);
    assert.equal(
      await harness.read('my (report).md'),
      '# Report\n\n![A cat](my%20%28report%29_files/image1.png) and ' +
        '![](my%20%28report%29_files/image2.jpg "A dog")\n\n<img src="my%20%28report%29_files/image1.png">\n',
    );
    assert.equal(await harness.read('my (report)_files/image1.png'), 'cat');
    assert.equal(await harness.read('my (report)_files/image2.jpg'), 'dog');
    assert.deepEqual(await harness.names(), ['my (report).docx', 'my (report).md', 'my (report)_files']);
  });

  it('are removed when the batch is undone, even in a later session', async () => {
    await convert(`![](${dataOf('cat')})`);
    await window.jobs.close();
    const next = await harness.open();
    assert.deepEqual(await harness.clock.runUntil(next.jobs.undo()), { removed: 2, restored: 0, kept: 0 });
    assert.deepEqual(await harness.names(), ['my (report).docx']);
  });

  it('stay after undo if somebody has changed them', async () => {
    await convert(`![](${dataOf('cat')})`);
    await writeFile(path.join(harness.folder, 'my (report)_files/image1.png'), 'retouched');
    assert.deepEqual(await harness.clock.runUntil(window.jobs.undo()), { removed: 1, restored: 0, kept: 1 });
    assert.equal(await harness.read('my (report)_files/image1.png'), 'retouched');
  });

  it('get a folder of their own when the document is converted again', async () => {
    await convert(`![](${dataOf('cat')})`);
    await convert(`![](${dataOf('dog')})`);
    assert.equal(await harness.read('my (report)_files/image1.png'), 'cat');
    assert.equal(await harness.read('my (report) (1)_files/image1.png'), 'dog');
    assert.match(
      await harness.read('my (report) (1).md'),
      /\(my%20%28report%29%20%281%29_files\/image1\.png\)/,
    );
  });

  it('are added to the folder without overwriting anything when the text is overwritten', async () => {
    await convert(`![](${dataOf('cat')}) ![](${dataOf('dog')})`);
    await convert(`![](${dataOf('cat')}) ![](${dataOf('cow')})`, { onCollision: 'overwrite' });
    const folder = 'my%20%28report%29_files';
    assert.equal(
      await harness.read('my (report).md'),
      `![](${folder}/image1.png) ![](${folder}/image2%20%281%29.png)`,
    );
    assert.equal(await harness.read('my (report)_files/image2.png'), 'dog');
    assert.equal(await harness.read('my (report)_files/image2 (1).png'), 'cow');
    await harness.clock.runUntil(window.jobs.undo());
    assert.equal(await harness.read('my (report).md'), `![](${folder}/image1.png) ![](${folder}/image2.png)`);
    assert.equal(await harness.read('my (report)_files/image1.png'), 'cat');
  });

  it('stay in the text if the user wants that, in code, and in unknown formats', async () => {
    const cat = `![](${dataOf('cat')})`;
    await convert(cat, { separatesPictures: false });
    assert.equal(await harness.read('my (report).md'), cat);
    const text = `\`${cat}\`\n\n\`\`\`md\n${cat}\n\`\`\`\n\n![](${dataOf('cat', 'exe')})\n`;
    await convert(text);
    assert.equal(await harness.read('my (report) (1).md'), text);
    assert.deepEqual(await harness.names(), ['my (report) (1).md', 'my (report).docx', 'my (report).md']);
  });

  it('aren’t lost, and leave nothing behind, if the text can’t be saved', async () => {
    const disk = new DiskFileStore();
    const files = new Proxy(disk, {
      get: (_, name) =>
        name === 'moveToFree'
          ? async (from: string, to: string) => {
              if (to.endsWith('.md')) throw new Error('The disk is gone');
              return disk.moveToFree(from, to);
            }
          : Reflect.get(disk, name, disk).bind(disk),
    });
    const { jobs } = await harness.open({ files });
    const text = `![](${dataOf('cat')})`;
    harness.local.output = Buffer.from(text);
    const request = convertRequest(source, { service: 'local', targetFormat: 'md' });
    const [job] = jobs.add([{ ...request, placement: { ...request.placement, separatesPictures: true } }]);
    const [ended] = await harness.clock.runUntil(jobs.settled([job?.id ?? '']));
    assert.ok(ended?.state.name === 'failed' && ended.state.keptOutput !== undefined);
    assert.equal(await readFile(new URL(ended.state.keptOutput), 'utf8'), text);
    assert.deepEqual(await harness.names(), ['my (report).docx']);
  });

  it('are saved once if the window is killed before the text has its name', async () => {
    const disk = new DiskFileStore();
    const isHeld = Promise.withResolvers<void>();
    const files = new Proxy(disk, {
      get: (_, name) =>
        name === 'moveToFree'
          ? async (from: string, to: string) => {
              if (!to.endsWith('.md')) return disk.moveToFree(from, to);
              isHeld.resolve();
              return harness.never();
            }
          : Reflect.get(disk, name, disk).bind(disk),
    });
    const killed = await harness.open({ files });
    harness.local.output = Buffer.from(`![](${dataOf('cat')})`);
    const request = convertRequest(source, { service: 'local', targetFormat: 'md' });
    const placement = { ...request.placement, separatesPictures: true };
    const [job] = killed.jobs.add([{ ...request, placement }]);
    await harness.clock.runUntil(isHeld.promise);
    killed.kill();
    const next = await harness.open();
    await harness.settle(next, job?.id ?? '');
    assert.equal(await harness.read('my (report).md'), '![](my%20%28report%29_files/image1.png)');
    await harness.clock.runUntil(next.jobs.undo());
    assert.deepEqual(await harness.names(), ['my (report).docx']);
  });
});

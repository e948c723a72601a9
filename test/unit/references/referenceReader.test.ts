import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readingBudgetMs, ReferenceReader } from '../../../src/references/referenceReader.ts';
import { FakeClock, turn } from '../../support/fakeClock.ts';
import { root } from '../../support/paths.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const script = path.join(root, 'src/references/workerMain.ts');
const replacements = [{ from: '/site/hero.png', to: '/site/hero.webp' }];
const page = { path: '/site/index.md', text: '![](hero.png) and [](other.png)' };
/** A text that takes a Markdown parser hours. */
const endless = { path: '/site/hostile.md', text: `![](hero.png) ${'*a_'.repeat(600_000)}` };

describe('ReferenceReader', () => {
  const folder = useTemporaryFolder();
  let clock: FakeClock;
  let reader: ReferenceReader;

  beforeEach(() => {
    clock = new FakeClock();
    reader = new ReferenceReader(script, clock);
  });

  afterEach(() => reader.dispose());

  const project = { top: '/site', replacements, isFile: async (): Promise<boolean> => true };

  it('finds references in a child process, which asks for files', async () => {
    const asked: string[] = [];
    const isFile = async (file: string): Promise<boolean> => asked.push(file) > 0;
    const found = await reader.references(page, { ...project, isFile });
    assert.deepEqual(found?.edits, [
      { start: 4, end: 12, text: 'hero.webp', from: '/site/hero.png', isSure: true },
    ]);
    assert.equal(await reader.mayRefer(page.text, replacements), true);
    assert.deepEqual(
      await reader.ignored(
        [{ folder: '/site', text: '*.log' }],
        [
          { path: '/site/a.log', isFolder: false },
          { path: '/site/a.md', isFolder: false },
        ],
      ),
      [true, false],
    );
    assert.deepEqual(asked, []);
  });

  it('gives up on a slow text without blocking others, and reads the next', async () => {
    const hostile = reader.references(endless, project);
    const next = reader.references(page, project);
    // This thread isn't blocked, and sends its requests in its next turn.
    await turn();
    await clock.advance(readingBudgetMs);
    assert.equal(await hostile, undefined);
    assert.equal((await next)?.edits.length, 1);
  });

  it('doesn’t count waiting for the file system as the text’s time', async () => {
    const moved = [{ from: '/site/img/hero.png', to: '/site/img/hero.webp' }];
    const file = { path: '/site/index.md', text: '![](else/hero.png)' };
    const found = await reader.references(file, {
      top: '/site',
      replacements: moved,
      isFile: async () => {
        await clock.advance(2 * readingBudgetMs);
        return false;
      },
    });
    assert.deepEqual(found?.edits, []);
  });

  it('gives up on a text that takes too much memory', async () => {
    const small = new ReferenceReader(script, clock, 64);
    const large = { path: '/site/large.js', text: `"hero.png";[${'{a:[1,2,3]},'.repeat(100_000)}]` };
    assert.equal(await small.references(large, project), undefined);
    assert.equal((await small.references(page, project))?.edits.length, 1);
    small.dispose();
  });

  it('gives up on a text that aborts its process', async () => {
    // Node.js aborts a process if one of its threads can't be stopped when it runs out of memory.
    const aborting = path.join(folder.path, 'aborting.mjs');
    await writeFile(aborting, 'process.abort();');
    assert.equal(await new ReferenceReader(aborting, clock).references(page, project), undefined);
  });

  it('rejects if the process fails, since no text took too long', async () => {
    const broken = new ReferenceReader(`${script}.missing`, clock);
    await assert.rejects(broken.references(page, project), {
      message: 'The process that parses texts failed.',
    });
  });

  it('ends its process with the parent process, even while a parser runs', async () => {
    const child = fork(script, ['768'], { serialization: 'advanced' });
    child.send({ ask: 'references', file: endless, top: '/site', replacements });
    child.disconnect();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('stops at once when canceled', async () => {
    const canceled = new AbortController();
    const hostile = reader.references(endless, project, canceled.signal);
    canceled.abort(new Error('enough'));
    await assert.rejects(hostile, { message: 'enough' });
    assert.equal((await reader.references(page, project))?.edits.length, 1);
  });
});

import assert from 'node:assert/strict';
import type { Job } from '../../../src/jobs/core/job.ts';
import { states } from '../../../src/jobs/core/states.ts';
import { LastOptions, RecentTargets } from '../../../src/planning/recentChoices.ts';
import { jobWith } from '../../support/jobs/jobWith.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

const converted = (source: string, targetFormat: string, changes: Partial<Job> = {}): Job =>
  jobWith({
    source: `file:///files/${source}`,
    targetFormat,
    state: states.saved(0, `file:///files/out.${targetFormat}`, 1),
    ...changes,
  });

describe('RecentTargets', () => {
  it('remembers the latest first, without duplicates, across sessions', async () => {
    const store = new MemoryStore();
    const recent = new RecentTargets(store);
    for (const format of ['webp', 'png', 'webp']) await recent.add([converted('a.jpg', format)]);
    assert.deepEqual(new RecentTargets(store).of(['jpg']), ['webp', 'png']);
  });

  it('remembers the targets for each kind of file', async () => {
    const recent = new RecentTargets(new MemoryStore());
    await recent.add([
      converted('a.heic', 'jpg'),
      converted('b.md', 'docx'),
      converted('c.csv', 'json'),
      converted('scan', 'tiff', { sourceFormat: 'pdf' }),
    ]);
    assert.deepEqual(recent.of(['png']), ['jpg']);
    assert.deepEqual(recent.of(['svg']), []);
    assert.deepEqual(recent.of(['mp4']), []);
    assert.deepEqual(recent.of(['xlsx']), ['json']);
    assert.deepEqual(recent.of(['docx']), ['tiff']);
    assert.deepEqual(recent.of(['html']), ['docx']);
    assert.deepEqual(recent.of(['pptx']), []);
    assert.deepEqual(recent.of(['png', 'xlsx']), ['json', 'jpg']);
  });

  it('remembers only completed conversions', async () => {
    const recent = new RecentTargets(new MemoryStore());
    await recent.add([
      converted('a.png', 'webp', { state: states.canceled(0, false) }),
      converted('b.png', 'avif', { state: states.waiting() }),
      converted('c.png', 'gif', { state: states.doneWithoutOutput(0, 'skipped') }),
      converted('d.png', 'pdf', { tool: 'combine' }),
      converted('e.png', 'jxl'),
    ]);
    assert.deepEqual(recent.of(['png']), ['jxl']);
  });

  it('is bounded, and treats corrupt storage as empty', async () => {
    const store = new MemoryStore();
    const recent = new RecentTargets(store);
    await recent.add(Array.from({ length: 50 }, (_, index) => converted('a.png', `format${index}`)));
    await recent.add([converted('a.mp3', 'wav')]);
    assert.equal(recent.of(['png']).length, 20);
    assert.deepEqual(recent.of(['mp3']), ['wav']);
    await store.update('recentTargets', ['webp']);
    assert.deepEqual(recent.of(['png']), []);
  });
});

const toWebp = { tool: 'convert', targetFormat: 'webp' } as const;
const compress = { tool: 'compress', targetFormat: undefined } as const;

describe('LastOptions', () => {
  it('remembers what was set for each pair across sessions', async () => {
    const store = new MemoryStore();
    const last = new LastOptions(store);
    await last.remember(toWebp, ['jpg', 'png'], { quality: 70 });
    await last.remember(compress, ['png'], { lossless: true });
    await last.remember(toWebp, ['jpg'], { quality: 60 });
    const again = new LastOptions(store);
    assert.deepEqual(again.of(toWebp, ['jpg', 'png']), { quality: 60 });
    assert.deepEqual(again.of(toWebp, ['png']), { quality: 70 });
    assert.deepEqual(again.of(toWebp, ['gif', 'png']), { quality: 70 });
    assert.deepEqual(again.of(compress, ['png']), { lossless: true });
    assert.deepEqual(again.of({ tool: 'convert', targetFormat: 'avif' }, ['png']), {});
  });

  it('forgets what was reset to the defaults', async () => {
    const last = new LastOptions(new MemoryStore());
    await last.remember(toWebp, ['jpg'], { quality: 70 });
    await last.remember(toWebp, ['jpg'], {});
    assert.deepEqual(last.of(toWebp, ['jpg']), {});
  });

  it('stores no secrets', async () => {
    const store = new MemoryStore();
    await new LastOptions(store).remember(toWebp, ['zip'], { newPassword: 'hush', level: 9 });
    assert.deepEqual(new LastOptions(store).of(toWebp, ['zip']), { level: 9 });
    assert.doesNotMatch(JSON.stringify(store.get('lastOptions')), /hush/);
  });

  it('keeps the earlier options if new ones can’t be stored', async () => {
    const store = new MemoryStore();
    const last = new LastOptions(store);
    await last.remember(toWebp, ['jpg'], { quality: 70 });
    store.update = async () => Promise.reject(new Error('full'));
    await last.remember(toWebp, ['jpg'], { quality: 60 });
    assert.deepEqual(last.of(toWebp, ['jpg']), { quality: 70 });
  });

  it('is bounded, and treats corrupt storage as empty', async () => {
    const store = new MemoryStore();
    const last = new LastOptions(store);
    for (let index = 0; index < 150; index += 1) await last.remember(toWebp, [`f${index}`], { index });
    assert.deepEqual([last.of(toWebp, ['f0']), last.of(toWebp, ['f149'])], [{}, { index: 149 }]);
    await store.update('lastOptions', [['convert jpg webp', 'no options']]);
    assert.deepEqual(last.of(toWebp, ['jpg']), {});
  });
});

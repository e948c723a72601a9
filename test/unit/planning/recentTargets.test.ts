import assert from 'node:assert/strict';
import { RecentTargets } from '../../../src/planning/recentTargets.ts';
import type { Job } from '../../../src/jobs/core/job.ts';
import { states } from '../../../src/jobs/core/states.ts';
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

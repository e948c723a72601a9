import assert from 'node:assert/strict';
import type { Traits } from '../../../../src/contract/losses.ts';
import type { Job, JobState } from '../../../../src/jobs/core/job.ts';
import type { JobOptions, ServiceId } from '../../../../src/jobs/core/service.ts';
import { withLosses } from '../../../../src/vscode/batch/lostProperties.ts';
import { offerWith } from '../../../support/formats/offerWith.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const saved: JobState = {
  name: 'done',
  endedAt: 0,
  outcome: 'saved',
  output: 'file:///a.jpg',
  outputBytes: 1,
};
const losses = ['transparency', 'animation', 'vector', 'news'];
const offer = offerWith({
  catalogs: new Map([['local', { conversions: [{ from: 'png', to: 'jpg', losses }], compressions: [] }]]),
});
const networkOffer = offerWith({
  catalogs: new Map([
    [
      'network',
      { conversions: [{ from: 'png', to: 'jpg', losses: ['news', 'animation'] }], compressions: [] },
    ],
  ]),
});
const everything = { transparency: true, animation: true, vector: true };

const converted = (id: string, changes: Partial<Job> = {}): Job =>
  jobWith({
    id,
    service: 'local',
    source: `file:///${id}.png`,
    targetFormat: 'jpg',
    state: saved,
    ...changes,
  });

/** The losses of each job, and the names of the files that were probed. */
async function noted(
  ended: readonly Job[],
  traitsOf: (name: string) => Promise<Traits> = async () => everything,
): Promise<{ losses: unknown[]; probed: string[] }> {
  const known = new Map(ended.map((job) => [job.id, job]));
  const probed: string[] = [];
  const jobs = {
    get: (id: string) => known.get(id),
    noteLosses: (id: string, losses: readonly string[]) =>
      void known.set(id, { ...converted(id), ...known.get(id), losses }),
  };
  const local = {
    probe: async ({ fileName }: { fileName: string }) => {
      probed.push(fileName);
      return traitsOf(fileName);
    },
  };
  const offers = { here: async () => offer, current: async () => networkOffer };
  const context = { jobs, local, offers };
  const losses = (await withLosses(context, ended)).map((job) => job.losses);
  return { losses, probed };
}

/** The losses of a file that has everything, after a conversion with options. */
async function withOptions(options: JobOptions, service: ServiceId = 'local'): Promise<unknown> {
  const traits = { ...everything, news: true };
  return (await noted([converted('a', { options, service })], async () => traits)).losses;
}

describe('The losses of ended jobs', () => {
  it('are what their files have and their results lack, but not what everybody expects', async () => {
    const { losses } = await noted([converted('a'), converted('b')], async (name) =>
      name === 'a.png' ? everything : { transparency: false },
    );
    assert.deepEqual(losses, [['transparency', 'animation'], []]);
  });

  it('depend on the service that converted the file', async () => {
    const remote = converted('a', { service: 'network' });
    const { losses } = await noted([remote], async () => ({ ...everything, news: true }));
    assert.deepEqual(losses, [['news', 'animation']]);
  });

  it('leave out what the given options can prevent', async () => {
    assert.deepEqual(await withOptions({ frames: 'all' }), [['transparency', 'news']]);
    assert.deepEqual(await withOptions({ quality: 80 }), [['transparency', 'animation', 'news']]);
    assert.deepEqual(await withOptions({ quality: 80 }, 'network'), [['news']]);
    assert.deepEqual(await withOptions({}, 'network'), [['news', 'animation']]);
  });

  it('are only looked for in files on disk that were converted, and only once', async () => {
    const { losses, probed } = await noted([
      converted('compressed', { tool: 'compress', targetFormat: undefined }),
      converted('canceled', { state: { name: 'canceled', endedAt: 0, spent: false } }),
      converted('skipped', { state: { ...saved, outcome: 'skipped' } }),
      converted('known', { losses: ['animation'] }),
      converted('virtual', { source: 'vscode-vfs://github/virtual.png' }),
      converted('lossless', { targetFormat: 'webp' }),
    ]);
    assert.deepEqual([losses.filter(Boolean), probed], [[['animation']], []]);
  });

  it('are looked for in the first fifty files', async () => {
    const many = Array.from({ length: 60 }, (_, index) => converted(`${index}`));
    const { losses, probed } = await noted(many);
    assert.deepEqual([losses.filter(Boolean).length, probed.length], [50, 50]);
  });

  it('stay unknown if the local service ends', async () => {
    const { losses } = await noted([converted('a'), converted('b'), converted('c')], async (name) =>
      name === 'b.png' ? Promise.reject(new Error('The local service exited')) : everything,
    );
    assert.deepEqual(losses, [['transparency', 'animation'], undefined, undefined]);
  });
});

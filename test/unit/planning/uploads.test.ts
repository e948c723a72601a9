import assert from 'node:assert/strict';
import type { Offer } from '../../../src/planning/offer.ts';
import {
  affordable,
  matchesGlobs,
  UploadConsents,
  withoutUploads,
  withUploads,
} from '../../../src/planning/uploads.ts';
import type { Work } from '../../../src/planning/work.ts';
import { type PlanCost, planWork, uploadsOf, type WorkPlan } from '../../../src/planning/workPlan.ts';
import { both, catalogs, file, local, select } from '../../support/formats/selections.ts';
import { MemoryStore } from '../../support/memoryStore.ts';

const toWebp: Work = { tool: 'convert', targetFormat: 'webp' };
const toPdf: Work = { tool: 'convert', targetFormat: 'pdf' };
/** A network with the same abilities as this computer. */
const alike: Offer = { ...both, catalogs: new Map([...catalogs, ['network', local]] as const) };
const cost = (perFile: Record<string, number>): PlanCost => ({
  uploads: 0,
  minCredits: 0,
  perFile: new Map(Object.entries(perFile)),
});
const placesOf = ({ planned }: WorkPlan): string[] =>
  planned.map(({ uri, service }) => `${uri.at(-5)} ${service}`);

describe('A plan with uploads', () => {
  const plan = planWork(select(alike, file('a.png'), file('b.svg'), file('c.png')), toWebp);

  it('knows which of its files this computer could handle', () => {
    assert.deepEqual(
      uploadsOf(plan).map(({ couldRunLocally }) => couldRunLocally),
      [true, true, true],
    );
    const away = planWork(select(both, file('a.docx')), toPdf);
    assert.deepEqual(
      uploadsOf(away).map(({ couldRunLocally }) => couldRunLocally),
      [undefined],
    );
    const ordered = planWork(select({ ...alike, runOn: 'networkOnly' }, file('a.png')), toWebp);
    assert.equal(uploadsOf(ordered)[0]?.couldRunLocally, undefined);
  });

  /** The files that this many credits can pay for. */
  const paid = (credits: number): unknown[] =>
    affordable(plan, cost({ png: 1, svg: 3 }), credits).map(({ uri }) => uri.at(-5));

  it('sorts files by the available credits, each with its cost', () => {
    assert.deepEqual([0, 1, 3, 4, 9].map(paid), [[], ['a'], ['a'], ['a', 'b'], ['a', 'b', 'c']]);
  });

  it('can be limited to some uploads, with the rest on this computer or waiting for credits', () => {
    const some = uploadsOf(plan).slice(0, 1);
    assert.deepEqual(placesOf(withUploads(plan, some, 'here')), ['a network', 'b local', 'c local']);
    const parked = withUploads(plan, some, 'parked');
    assert.deepEqual(placesOf(parked), ['a network', 'b network', 'c network']);
    assert.deepEqual(
      parked.planned.map(({ awaitsCredits }) => awaitsCredits),
      [undefined, true, true],
    );
    assert.deepEqual(uploadsOf(withUploads(plan, [], 'here')), []);
  });

  it('can run without uploads, which refuses what only the network can do', () => {
    const problem = { code: 'upload.not_confirmed', detail: '' } as const;
    const away = planWork(select(both, file('a.docx')), toPdf);
    assert.deepEqual(withoutUploads(away, problem).planned, []);
    assert.deepEqual(withoutUploads(away, problem).refused, [
      { uri: 'file:///files/a.docx', service: 'network', problem },
    ]);
    assert.deepEqual(placesOf(withoutUploads(plan, problem)), ['a local', 'b local', 'c local']);
    assert.deepEqual(withoutUploads(plan, problem).refused, []);
  });
});

describe('A glob for files that are never uploaded', () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['**/private/**', 'clients/private/scan.png', true],
    ['**/private/**', '/home/me/private/scan.png', true],
    ['/home/me/private/**', '/home/me/private/a/scan.png', true],
    ['**/private/**', 'clients/privately/scan.png', false],
    ['*.pdf', 'clients/contract.pdf', true],
    ['*.pdf', 'clients/contract.png', false],
    ['*.pdf', 'clients/CONTRACT.PDF', true],
    ['**/.hidden/*', 'clients/.hidden/scan.png', true],
    ['{taxes,salaries}/**', 'salaries/2024/may.png', true],
    ['  *.pdf ', 'contract.pdf', true],
    ['', 'contract.pdf', false],
    ['!*.pdf', 'clients/contract.pdf', false],
    ['!*.pdf', 'clients/contract.png', true],
    ['./private/**', 'private/scan.png', true],
    ['+(private|secret)/**', 'anything.png', true],
  ];
  for (const [glob, path, expected] of cases) {
    it(`“${glob}” ${expected ? 'matches' : 'doesn’t match'} ${path}`, () => {
      assert.equal(matchesGlobs([glob], [path]), expected);
    });
  }

  it('is enough if it is one of many, or matches one of the paths', () => {
    assert.ok(matchesGlobs(['*.gif', '*.png'], ['a/b.png']));
    assert.ok(matchesGlobs(['private/**'], ['/somewhere/private/b.png', 'private/b.png']));
    assert.ok(!matchesGlobs([], ['a/b.png']));
  });

  it('matches accents in any Unicode form', () => {
    const [composed, decomposed] = ['Entw\u00fcrfe', 'Entwu\u0308rfe'];
    assert.ok(matchesGlobs([`**/${composed}/**`], [`a/${decomposed}/b.png`]));
    assert.ok(matchesGlobs([`${decomposed}.png`], [`a/${composed}.png`]));
  });

  it('matches every file if it can’t be parsed', () => {
    assert.ok(matchesGlobs(['x'.repeat(70_000)], ['a.png']));
  });
});

const origin = 'https://files.example';

describe('UploadConsents', () => {
  it('are stored by workspace and origin', async () => {
    const [user, one, other] = [new MemoryStore(), new MemoryStore(), new MemoryStore()];
    const consents = new UploadConsents(one, user);
    assert.equal(consents.has(origin), false);
    await consents.give(origin);
    await consents.give('https://second.example');
    assert.equal(consents.has(origin), true);
    assert.equal(consents.has('https://other.example'), false);
    assert.equal(consents.has(undefined), false);
    assert.equal(new UploadConsents(other, user).has(origin), false);
  });

  it('apply anywhere to jobs of another workspace', async () => {
    const user = new MemoryStore();
    await new UploadConsents(new MemoryStore(), user).give(origin);
    const elsewhere = new UploadConsents(new MemoryStore(), user);
    assert.equal(elsewhere.hasAnywhere(origin), true);
    assert.equal(elsewhere.hasAnywhere('https://other.example'), false);
  });

  it('are empty if the store has something else', () => {
    const store = new MemoryStore();
    void store.update('uploadConsents', 'yes');
    assert.equal(new UploadConsents(store, store).has(origin), false);
  });
});

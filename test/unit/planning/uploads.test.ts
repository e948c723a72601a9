import assert from 'node:assert/strict';
import type { Offer } from '../../../src/planning/offer.ts';
import { affordable, withoutUploads, withUploads } from '../../../src/planning/uploads.ts';
import type { Work } from '../../../src/planning/work.ts';
import { type PlanCost, planWork, uploadsOf, type WorkPlan } from '../../../src/planning/workPlan.ts';
import { both, catalogs, file, local, select } from '../../support/formats/selections.ts';

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
      uploadsOf(plan).map(({ canStayHere }) => canStayHere),
      [true, true, true],
    );
    const away = planWork(select(both, file('a.docx')), toPdf);
    assert.deepEqual(
      uploadsOf(away).map(({ canStayHere }) => canStayHere),
      [undefined],
    );
    const ordered = planWork(select({ ...alike, runOn: 'networkOnly' }, file('a.png')), toWebp);
    assert.equal(uploadsOf(ordered)[0]?.canStayHere, undefined);
  });

  /** The files that this many credits can pay for. */
  const paid = (credits: number): unknown[] =>
    affordable(plan, cost({ png: 1, svg: 3 }), credits).map(({ uri }) => uri.at(-5));

  it('sorts files by the available credits, each with its cost', () => {
    assert.deepEqual([0, 1, 3, 4, 9].map(paid), [[], ['a'], ['a'], ['a', 'b'], ['a', 'b', 'c']]);
  });

  it('can be limited to some uploads, with the rest on this computer or not at all', () => {
    const some = uploadsOf(plan).slice(0, 1);
    assert.deepEqual(placesOf(withUploads(plan, some, 'here')), ['a network', 'b local', 'c local']);
    assert.deepEqual(placesOf(withUploads(plan, some, 'leftOut')), ['a network']);
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

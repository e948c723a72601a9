import assert from 'node:assert/strict';
import { rules } from '../../../tools/conformance/rules/index.ts';
import { sectionsOf } from '../../support/docs/page.ts';

const page = sectionsOf('api.md');
const document = statementsOf(page);
const additions = statementsOf(sectionsOf('api-extensions.md'));
const covered = new Set<string>(rules.flatMap(({ sections }) => sections));
const notTested = page.find(({ heading }) => heading === 'Not tested')?.rows ?? [];
const excused = new Set(notTested.map(([rule = '']) => rule));

function statementsOf(sections: ReturnType<typeof sectionsOf>): string[] {
  return sections.flatMap(({ heading, rules: numbered }) =>
    [...numbered].flatMap(([number, rows]) =>
      rows.length === 0 ? `${heading} ${number}` : rows.map(([row]) => `${heading} ${number}, ${row}`),
    ),
  );
}

describe('The conformance rules', () => {
  it('have unique ids made of a subject and a claim', () => {
    const ids = rules.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids.filter((id) => !/^[a-z]+\.[a-z]+(?:-[a-z]+)*$/.test(id)),
      [],
    );
  });

  it('are based on rules in docs/api.md and docs/api-extensions.md, under different headings', () => {
    assert.deepEqual(
      [...covered].filter((section) => !document.includes(section) && !additions.includes(section)),
      [],
    );
    assert.deepEqual(
      additions.filter((section) => document.includes(section)),
      [],
    );
  });

  it('cover every rule and row of docs/api.md that a client can observe', () => {
    assert.deepEqual(
      document.filter((statement) => !covered.has(statement) && !excused.has(statement)),
      [],
    );
  });

  it('cover nothing that docs/api.md excludes, each with its reason', () => {
    assert.deepEqual(
      [...excused].filter((statement) => covered.has(statement) || !document.includes(statement)),
      [],
    );
    assert.ok(notTested.length > 0 && notTested.every(([, reason = '']) => /^[A-Z].+\.$/.test(reason)));
  });

  it('are marked as costly if they need credits', () => {
    const costly = rules.filter(({ needs }) => typeof needs?.credits === 'number' || needs?.jobDelayMs);
    assert.ok(costly.length > 0);
    assert.deepEqual(
      costly.filter(({ spends }) => !spends),
      [],
    );
  });
});

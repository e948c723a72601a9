import assert from 'node:assert/strict';
import { rules } from '../../../src/conformance/rules/index.ts';
import { statements, unobservable } from '../../../src/conformance/statements.ts';

const document = Object.entries(statements).flatMap(([heading, items]) =>
  items.map((item) => `${heading}, ${item}`),
);
const covered = new Set<string>(rules.flatMap(({ sections }) => sections));
const excused = new Set(Object.keys(unobservable));

describe('The conformance rules', () => {
  it('have ids of their own, made of a subject and a claim', () => {
    const ids = rules.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids.filter((id) => !/^[a-z]+\.[a-z]+(?:-[a-z]+)*$/.test(id)),
      [],
    );
  });

  it('rest on statements that the document has', () => {
    assert.deepEqual(
      [...covered].filter((section) => !document.includes(section)),
      [],
    );
  });

  it('judge every statement and row that a client can observe', () => {
    assert.deepEqual(
      document.filter((statement) => !covered.has(statement) && !excused.has(statement)),
      [],
    );
  });

  it('judge nothing that is said to be out of sight, each with its reason', () => {
    assert.deepEqual(
      [...excused].filter((statement) => covered.has(statement) || !document.includes(statement)),
      [],
    );
    assert.ok(Object.values(unobservable).every((reason) => /^[A-Z].+\.$/.test(reason)));
  });

  it('say what they claim in one sentence', () => {
    assert.deepEqual(
      rules.filter(({ statement }) => !/^[A-Z0-9].+\.$/.test(statement)).map(({ id }) => id),
      [],
    );
  });

  it('count as costly when they need credits to be there', () => {
    const costly = rules.filter(({ needs }) => typeof needs.credits === 'number' || needs.jobDelayMs);
    assert.ok(costly.length > 0);
    assert.deepEqual(
      costly.filter(({ spends }) => !spends),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { strayCitations } from '../../support/docs/citations.ts';

describe('The check for broken citations', () => {
  it('accepts citations of existing pages, headings, and rules', () => {
    for (const good of [
      '/** The codes (api.md, Errors 2). */',
      '/** Both (api.md, Errors 1; api.md, Limits). */',
      '/** Several (api.md, Endpoints 5 to 8; api.md, Authentication 1 and 3). */',
      ' * as recommended (api.md, Client\n * behavior 2).',
      "/** Which may follow (architecture.md, A job's states). */",
      'README.md, what it is',
    ]) {
      assert.deepEqual(strayCitations(good), []);
    }
  });

  it('finds citations of anything else', () => {
    for (const [stray, found] of [
      ['(api.md, Faults 1)', 'api.md, Faults 1)'],
      ['(api.md, Errors 99)', 'api.md, Errors 99)'],
      ['(api.md, Errors 2 and 99)', 'api.md, Errors 2 and 99)'],
      ['(api.md, Errorsome)', 'api.md, Errorsome)'],
      ['(api.md, Error\n * 2)', 'api.md, Error 2)'],
      ['(nowhere.md, Errors 2)', 'nowhere.md, Errors 2)'],
      ['(Errors, rule 1)', 'rule 1,(Errors,'],
      ['(Errors)', '(Errors)'],
      ['(Limits, Tier limits)', '(Limits,,Tier limits'],
      ['the house\n * document', 'house document'],
      ['(What the service does, 3)', 'What the service does, 3'],
      ['(Versioning, 4)', 'Versioning, 4'],
    ] as const) {
      assert.equal(strayCitations(stray).join(), found);
    }
  });
});

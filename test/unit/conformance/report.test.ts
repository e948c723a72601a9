import assert from 'node:assert/strict';
import { resultLine, tally, totalsLine } from '../../../src/conformance/report.ts';
import { aResult, aRule } from '../../support/conformance/rules.ts';

describe('The report of a conformance run', () => {
  it('has a line a rule: id, outcome, evidence and sections', () => {
    const rule = aRule({ id: 'jobs.example', sections: ['Jobs 1', 'Jobs 2'] });
    assert.equal(
      resultLine(aResult({ rule, outcome: 'not observable', evidence: 'It takes a server.' })),
      'jobs.example  not observable  It takes a server.  (Jobs 1; Jobs 2)',
    );
  });

  it('ends with the numbers', () => {
    const results = (['pass', 'pass', 'fail', 'not observable'] as const).map((outcome) =>
      aResult({ outcome }),
    );
    assert.equal(totalsLine(tally(results)), '2 passed, 1 failed, 1 skipped');
  });
});

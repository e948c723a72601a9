import assert from 'node:assert/strict';
import { proveCases, type CaseResult } from './matrix.ts';
import { type MatrixCase, caseName } from './matrixCases.ts';
import { MatrixServices } from './services.ts';
import { scaled } from '../../test/support/run/slowness.ts';

/** Defines a suite that proves these cases, with one test for each. */
export function describeCases(title: string, cases: readonly MatrixCase[]): void {
  describe(title, function () {
    this.timeout(scaled(3_600_000));
    let verdicts: readonly CaseResult[] = [];

    before(async () => {
      const services = await MatrixServices.start();
      try {
        verdicts = await proveCases(services.apiOf, cases);
      } finally {
        await services.stop();
      }
    });

    for (const tested of cases) {
      it(`keep the content: ${caseName(tested)}, by ${tested.engine}`, () => {
        const verdict = verdicts.find((each) => each.tested === tested);
        assert.ok(verdict && verdict.fault === undefined, verdict?.fault ?? 'not run');
      });
    }
  });
}

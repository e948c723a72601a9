import assert from 'node:assert/strict';
import { proveRows, type Verdict } from './matrix.ts';
import { type Row, rowName } from './rows.ts';
import { MatrixServices } from './services.ts';
import { scaled } from '../../test/support/run/slowness.ts';

/** A suite that proves these rows, one test each. */
export function describeRows(title: string, rows: readonly Row[]): void {
  describe(title, function () {
    this.timeout(scaled(3_600_000));
    let verdicts: readonly Verdict[] = [];

    before(async () => {
      const services = await MatrixServices.start();
      try {
        verdicts = await proveRows(services.apiOf, rows);
      } finally {
        await services.stop();
      }
    });

    for (const row of rows) {
      it(`is proven: ${rowName(row)}, by ${row.engine}`, () => {
        const verdict = verdicts.find((each) => each.row === row);
        assert.ok(verdict && verdict.fault === undefined, verdict?.fault ?? 'not run');
      });
    }
  });
}

import assert from 'node:assert/strict';
import type { UniversalPackage } from '../../test/support/service/universalPackage.ts';
import { proveRows, type Verdict } from './matrix.ts';
import { type Row, rowName } from './rows.ts';
import { MatrixServices } from './services.ts';

/** A suite that proves these rows, one test each, with the package of this clone or another one. */
export function describeRows(
  title: string,
  rows: readonly Row[],
  makePackage?: () => Promise<UniversalPackage>,
): void {
  describe(title, function () {
    this.timeout(3_600_000);
    let verdicts: readonly Verdict[] = [];

    before(async () => {
      const made = await makePackage?.();
      const services = await MatrixServices.start(made?.scriptPath);
      try {
        verdicts = await proveRows(services.apiOf, rows);
      } finally {
        await services.stop();
        await made?.dispose();
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

import assert from 'node:assert/strict';
import { proveRows, type Verdict } from '../matrix/matrix.ts';
import { representative } from '../matrix/representative.ts';
import { rowName, rows as all } from '../matrix/rows.ts';
import { MatrixServices } from '../matrix/services.ts';

const rows = representative(all);

describe('Every row of the registry, and each format of the programs', function () {
  this.timeout(1_800_000);
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

import assert from 'node:assert/strict';
import { proveRows, type Verdict } from '../matrix/matrix.ts';
import { rowName, rows } from '../matrix/rows.ts';
import { StandaloneService } from '../support/service/standalone.ts';

describe('Every row of the registry', function () {
  this.timeout(900_000);
  let verdicts: readonly Verdict[] = [];

  before(async () => {
    const service = await StandaloneService.start();
    try {
      verdicts = await proveRows(service.api, rows);
    } finally {
      await service.stop();
    }
  });

  for (const row of rows) {
    it(`is proven: ${rowName(row)}`, () => {
      const verdict = verdicts.find((each) => each.row === row);
      assert.ok(verdict && verdict.fault === undefined, verdict?.fault ?? 'not run');
    });
  }
});

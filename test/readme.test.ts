import assert from 'node:assert/strict';
import { readmeWithTable } from './matrix/formatTable.ts';

describe('README.md', () => {
  it('lists the formats of the registry', async () => {
    const { current, fresh } = await readmeWithTable();
    assert.equal(current, fresh, 'Run `npm run matrix -- --write`.');
  });
});

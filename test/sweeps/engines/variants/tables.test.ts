import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { variantsFolder, variantsIn } from './frozen.ts';

/** Folders whose files are tested together. */
const others = /^(?:abilities|documents)\//;

describe('The tables of variants', () => {
  it('list each file, and each expected content', () => {
    const tables = globSync('*.json', { cwd: variantsFolder }).map((file) => file.replace('.json', ''));
    const rows = tables.flatMap((table) => [...variantsIn(table)]);
    const listed = rows.flatMap(([name, { expected }]) => [
      name,
      ...(expected === undefined ? [] : [`expected/${expected}`]),
    ]);
    const files = globSync('*/*.*', { cwd: variantsFolder }).filter((file) => !others.test(file));
    const own = [...new Set(listed)].filter((name) => !name.startsWith('../'));
    assert.deepEqual(own.toSorted(), files.toSorted());
  });
});

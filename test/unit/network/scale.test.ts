import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { scaleInputs, scaleRows } from '../../../tools/bench/network/scale.ts';

const page = readFileSync('docs/scale.md', 'utf8').replaceAll(/ +\|/g, ' |');

describe('docs/scale.md', () => {
  it('has the rows that the model computes', () => {
    for (const row of scaleRows()) assert.ok(page.includes(row), row);
  });

  it('has the model’s input', () => {
    const { api, database, worker } = scaleInputs;
    const documented = [
      api.submission,
      api.poll,
      database.submission,
      database.poll,
      database.attempt,
      worker.attempt,
    ];
    for (const seconds of documented)
      assert.ok(page.includes(`| ${Number((1000 * seconds).toFixed(2))} ms |`), String(seconds));
    assert.ok(page.includes(`| ${api.gibibyte} s |`));
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { scaleInputs, scaleRows } from '../../../tools/bench/network/scale.ts';
import { scaleLimits, scaleNeeds } from '../../../tools/bench/network/scaleModel.ts';

const page = readFileSync('docs/scale.md', 'utf8').replaceAll(/ +\|/g, ' |');

describe('docs/scale.md', () => {
  it('tells what the model computes', () => {
    for (const row of scaleRows()) assert.ok(page.includes(row), row);
  });

  it('tells the figures that the model is given', () => {
    const { api, database, worker } = scaleInputs;
    const told = [
      api.submission,
      api.poll,
      database.submission,
      database.poll,
      database.attempt,
      worker.attempt,
    ];
    for (const seconds of told)
      assert.ok(page.includes(`| ${Number((1000 * seconds).toFixed(2))} ms |`), String(seconds));
    assert.ok(page.includes(`| ${api.gibibyte} s |`));
  });
});

describe('The model of a network’s size', () => {
  it('needs what its jobs take of processors, and two API nodes at least', () => {
    assert.equal(scaleNeeds(scaleInputs, 0).apiNodes, 2);
    const [one, ten] = [scaleNeeds(scaleInputs, 100), scaleNeeds(scaleInputs, 1000)];
    assert.ok(Math.abs(ten.jobsPerSecond / one.jobsPerSecond - 10) < 1e-9);
    const withoutBytes = { ...scaleInputs, job: { ...scaleInputs.job, megabytes: 0 } };
    assert.ok(scaleNeeds(withoutBytes, 1000).apiNodes < ten.apiNodes);
  });

  it('tells the lowest limit first, at which its number of workers needs just as much', () => {
    const limits = scaleLimits(scaleInputs);
    assert.deepEqual(
      limits,
      limits.toSorted((one, other) => one.jobsPerSecond - other.jobsPerSecond),
    );
    const rows = limits.find(({ what }) => what.startsWith('rows'));
    assert.ok(rows);
    const { millionRows } = scaleNeeds(scaleInputs, rows.workers);
    assert.ok(Math.abs(millionRows / (scaleInputs.mostRows / 1e6) - 1) < 0.05);
  });
});

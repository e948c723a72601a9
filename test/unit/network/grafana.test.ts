import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { deployedQueries, metricsIn } from '../../support/network/promql.ts';

const position = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });
const panel = z.object({
  id: z.number(),
  datasource: z.object({ uid: z.string() }),
  gridPos: position,
  targets: z.array(z.object({ refId: z.string() })),
});
const dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ name: z.string() })) }),
  panels: z.array(panel),
});
const { panels, templating } = dashboard.parse(JSON.parse(readFileSync('deploy/grafana.json', 'utf8')));

// A test of running nodes compares the queries with their metrics.
describe('deploy/grafana.json', () => {
  it('has valid queries, which show all documented metrics', () => {
    const page = readFileSync('docs/running-a-network.md', 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `fun_'));
    const documented = rows.flatMap((row) => row.split('|')[1]?.match(/fun_\w+/g) ?? []);
    const shown = deployedQueries().flatMap(metricsIn);
    const families = new Set(shown.map((name) => name.replace(/_(?:bucket|count)$/, '')));
    assert.deepEqual([...families].toSorted(), documented.toSorted());
  });

  it('has panels that don’t overlap, with data from the selected source', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    assert.equal(new Set(cells).size, cells.length);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const { gridPos, datasource, targets } of panels) {
      assert.ok(gridPos.x + gridPos.w <= 24);
      assert.deepEqual(
        templating.list.map(({ name }) => `\${${name}}`),
        [datasource.uid],
      );
      assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length);
    }
  });
});

import { parser } from '@prometheus-io/lezer-promql';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const query = z.string();
const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: query })) })) });
const autoscaling = z.object({
  spec: z.object({ triggers: z.array(z.object({ metadata: z.object({ query }) })) }),
});

/** Returns the queries of the dashboard and of the autoscaling rule in deploy/. */
export function deployedQueries(): string[] {
  const { panels } = dashboard.parse(JSON.parse(readFileSync('deploy/grafana.json', 'utf8')));
  const { spec } = autoscaling.parse(parse(readFileSync('deploy/kubernetes/autoscaling.yaml', 'utf8')));
  return [
    // Grafana replaces the variable with a duration.
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m'))),
    ...spec.triggers.map(({ metadata }) => metadata.query),
  ];
}

/** Returns the names of the metrics in a PromQL query. @throws AssertionError if the query is invalid */
export function metricsIn(query: string): string[] {
  const names: string[] = [];
  parser.parse(query).iterate({
    enter: ({ type, from, to }) => {
      assert.ok(!type.isError, `${query} is invalid at ${from}`);
      if (type.name === 'Identifier') names.push(query.slice(from, to));
    },
  });
  return names;
}

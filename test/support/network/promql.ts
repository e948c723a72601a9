import { parser } from '@prometheus-io/lezer-promql';
import assert from 'node:assert/strict';

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

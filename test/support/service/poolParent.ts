import { WorkerPool } from '../../../src/service/worker/pool.ts';
import { systemClock } from '../../../src/util/clock.ts';

// A process with a worker that does one thing. By default, the worker blocks its thread forever, for tests that kill
// the process.
const [, , scriptPath = '', how = 'spin'] = process.argv;
const budget = { maxMs: 600_000, maxMemoryBytes: Infinity, maxOutputBytes: Infinity };
const pool = new WorkerPool({
  scriptPath,
  budgetOf: () => budget,
  maxMemoryBytes: Infinity,
  clock: systemClock,
  idleMs: 600_000,
  maxRuns: 50,
  maxRestingRssBytes: Infinity,
});
const paths = { inputPath: '', inputBytes: 0, fileName: '', outputPath: '' };
await pool.run(
  { tool: 'convert', engine: 'image', from: how, to: '', options: {}, ...paths },
  new AbortController().signal,
);
pool.dispose();

// Runs the network service with slow jobs, or at another time of its windows of credits.
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

/** The minimum duration of a job in milliseconds, and the offset of the date for windows of credits. */
const { TEST_JOB_DELAY_MS: delayMs = '0', TEST_CLOCK_OFFSET_SECONDS: offsetSeconds = '0' } = process.env;

const bundle: typeof import('../../../src/network/runNetwork.ts') = createRequire(import.meta.url)(
  '../../../dist/networkNode.cjs',
);

await bundle.runNetwork(process.argv.slice(2), (node) => {
  const { engines, wallet } = node;
  const { runner } = engines;
  const now = wallet.now.bind(wallet);
  wallet.now = async (database) => (await now(database)) + 1000 * Number(offsetSeconds);
  return {
    ...node,
    engines: {
      ...engines,
      runner: {
        run: async (work, signal, onProgress) => {
          const minTime = delay(Number(delayMs), undefined, { signal });
          const [result] = await Promise.all([runner.run(work, signal, onProgress), minTime]);
          return result;
        },
      },
    },
  };
});

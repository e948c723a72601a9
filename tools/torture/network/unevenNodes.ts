import type { Cluster } from '../../../test/support/network/cluster.ts';

const apart = 150_000;
const dates = (offsetMs: number): string => `
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...args) { if (args.length > 0) super(...args); else super(Real.now() + ${offsetMs}); }
    static now() { return Real.now() + ${offsetMs}; }
    static [Symbol.hasInstance](value) { return value instanceof Real; }
  };`;

/**
 * Starts two API nodes and three workers. Their clocks differ by up to five minutes, and one worker finds no programs.
 */
export async function startUnevenNodes(cluster: Cluster, databaseUrl: string): Promise<void> {
  const settings = (offsetMs: number) => ({
    FUN_DATABASE_URL: databaseUrl,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(dates(offsetMs))}`,
  });
  const withPrograms = { PATH: process.env['PATH'] };
  await Promise.all([
    cluster.startApi(settings(-apart)),
    cluster.startApi(settings(apart)),
    cluster.startWorker(settings(apart)),
    cluster.startWorker({ ...settings(-apart), ...withPrograms }),
    cluster.startWorker({ ...settings(0), ...withPrograms }),
  ]);
}

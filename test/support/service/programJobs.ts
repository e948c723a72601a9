import path from 'node:path';
import type { MechanismId } from '../../../src/engines/api/program.ts';
import type { EngineTask } from '../../../src/engines/api/task.ts';
import type { Budget } from '../../../src/service/worker/budget.ts';
import { WorkerPool } from '../../../src/service/worker/pool.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { confinementBy, launchAs, type makeJob, type User } from './sandboxes.ts';
import { bundle } from './standalone.ts';

/** A pool of the real workers, run by the user, in which each job has this budget. */
export function poolAs(user: User, budget: Budget): WorkerPool {
  return new WorkerPool({
    scriptPath: bundle,
    launch: launchAs(user),
    budgetOf: () => budget,
    maxMemoryBytes: Infinity,
    clock: systemClock,
    idleMs: 60_000,
    maxRuns: 50,
    maxRestingRssBytes: 200 * 1024 ** 2,
  });
}

/** Work that a program does in a sandbox, in the folder of this job. */
export async function programWork(
  mechanism: MechanismId,
  { folder, input }: ReturnType<typeof makeJob>,
  by: Pick<EngineTask, 'engine' | 'from' | 'to'> & { readonly program: string },
): Promise<EngineTask> {
  return {
    ...by,
    tool: 'convert',
    confinement: await confinementBy(mechanism, by.program),
    options: {},
    inputPath: input,
    inputBytes: 0,
    fileName: `a.${by.from}`,
    outputPath: path.join(folder, 'output'),
  };
}

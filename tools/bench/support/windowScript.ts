import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DiskFileStore } from '../../../src/jobs/core/diskFileStore.ts';
import { Jobs } from '../../../src/jobs/jobs.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { convertRequest } from '../../../test/support/jobs/jobsHarness.ts';
import { cpuSecondsOf } from '../../../test/support/service/processes.ts';
import { bundle } from '../../../test/support/service/standalone.ts';
import { Script } from './script.ts';

/** Files that a window converts on this computer. */
interface WindowTask {
  readonly storageFolder: string;
  /** URIs. */
  readonly sources: readonly string[];
  readonly targetFormat: string;
  /** The service's initial state: not running, started, or warmed up with a few files. */
  readonly service: 'off' | 'started' | 'warm';
  /** True to give the user's other work priority, as by default; false for normal priority. */
  readonly isBelowNormal?: boolean;
}

export interface WindowFigures {
  readonly seconds: number;
  /** The processor time and memory of this process, the service, and its workers. */
  readonly cpuSeconds: number;
  /** The maximum memory growth of the window's process. */
  readonly memoryBytes: number;
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
}

const log = (): void => {};

/** The part of `session.ts` that works without VS Code. */
async function convertAll(task: WindowTask): Promise<WindowFigures> {
  const share = { isBelowNormal: task.isBelowNormal ?? false };
  const local = new LocalService({ scriptPath: bundle, share: () => share, log });
  const jobs = new Jobs({
    services: async () => local,
    files: new DiskFileStore(),
    storageFolder: task.storageFolder,
    clock: systemClock,
    log,
  });
  const convert = async (sources: readonly string[]): Promise<void> => {
    const requests = sources.map((source) =>
      convertRequest(source, { service: 'local', targetFormat: task.targetFormat }),
    );
    const ended = await jobs.settled(jobs.add(requests).map(({ id }) => id));
    const failed = ended.find(({ state }) => state.name !== 'done');
    if (failed !== undefined) throw new Error(`A job failed: ${JSON.stringify(failed.state)}`);
  };
  await jobs.restore();
  if (task.service === 'started') await local.start();
  const { maxParallelJobs } = await local.limits();
  if (task.service === 'warm') await convert(task.sources.slice(0, 2 * maxParallelJobs));
  const cpuBefore = cpuSecondsOf(process.pid);
  const rssBefore = process.memoryUsage.rss();
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const startedAt = performance.now();
  await convert(task.sources);
  const seconds = (performance.now() - startedAt) / 1000;
  delays.disable();
  const figures = {
    seconds,
    cpuSeconds: cpuSecondsOf(process.pid) - cpuBefore,
    memoryBytes: process.resourceUsage().maxRSS * 1024 - rssBefore,
    loopP99Ms: delays.percentile(99) / 1e6 - 5,
    loopMaxMs: delays.max / 1e6 - 5,
  };
  await jobs.close();
  local.dispose();
  return figures;
}

export const windowScript = new Script<WindowTask, WindowFigures>(import.meta.filename, convertAll);

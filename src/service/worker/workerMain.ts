import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { isConversionError } from '../../engines/api/conversionError.ts';
import type { EngineTask, ProgressListener } from '../../engines/api/task.ts';
import { engineNamed } from '../../engines/index.ts';
import { once } from '../../util/memoize.ts';
import { internalFault, sanitizeFault, printError } from '../faults.ts';
import { watchdogRole } from '../roles.ts';
import { type WorkerAnswer, type WorkerRequest, PoolChannel, watchedTask } from './workerMessages.ts';

/**
 * Runs conversions from the pool, one at a time, until the watchdog finds that the parent process has ended.
 * @param preloaded the engine to load before the first conversion arrives
 */
export function startWorker(scriptPath: string, preloaded: string | undefined): void {
  // Libraries log details of files to the console, which nobody reads. Faults are reported separately.
  globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));
  const watch = once(() => {
    const watchdog = new Worker(scriptPath, { argv: [watchdogRole] });
    watchdog.unref();
    return watchdog;
  });
  const pool = new PoolChannel();
  const run = async ({ task }: WorkerRequest): Promise<void> => {
    watch().postMessage(watchedTask(task));
    const message = await answer(task, (progress) => pool.answer({ progress }));
    watch().postMessage(undefined);
    pool.answer({ ...message, rssBytes: process.memoryUsage.rss() });
  };
  pool.onRequest((request) => void run(request));
  if (preloaded === undefined) watch();
  // The user may be waiting for the engine, and the watchdog would take processor time meanwhile. If the engine fails
  // to load here, it fails again when it is needed, and the failure is reported then.
  else void engineNamed(preloaded).load().then(watch, watch);
}

async function answer(task: EngineTask, onProgress: ProgressListener): Promise<WorkerAnswer> {
  try {
    const engine = await engineNamed(task.engine).load();
    return { result: (await engine(task, onProgress)) ?? {} };
  } catch (error) {
    if (isConversionError(error)) return { fault: sanitizeFault(error.fault) };
    printError(error);
    return { fault: internalFault };
  }
}

import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { isConversionError } from '../../engines/api/conversionError.ts';
import { engineNamed } from '../../engines/index.ts';
import { internalFault } from '../faults.ts';
import { plainFault } from '../faults.ts';
import { printError } from '../faults.ts';
import { watchdogRole } from '../roles.ts';
import type { WorkerAnswer, WorkerRequest } from './messages.ts';

/**
 * Runs conversions that come over IPC, one at a time, until the watchdog finds the parent gone.
 * @param preloaded the engine that is loaded until the first comes
 */
export function startWorker(scriptPath: string, preloaded: string | undefined): void {
  // Libraries tell the console what they make of a file, which is nobody's to read; a fault goes another way.
  globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));
  new Worker(scriptPath, { argv: [watchdogRole] }).unref();
  process.on('message', (request: WorkerRequest) => {
    void answer(request).then((message) =>
      process.send?.({ ...message, rssBytes: process.memoryUsage.rss() }),
    );
  });
  // What fails here fails again, and is told, once there is work for it.
  if (preloaded !== undefined)
    void engineNamed(preloaded)
      .load()
      .catch(() => undefined);
}

async function answer({ work }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    const engine = await engineNamed(work.engine).load();
    return { result: (await engine(work)) ?? {} };
  } catch (error) {
    if (isConversionError(error)) return { fault: plainFault(error.fault) };
    printError(error);
    return { fault: internalFault };
  }
}

// node guard.ts FOLDER: waits for the end of the run that holds its standard input, then ends the run's leftover
// processes and removes its folder.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { processesNaming } from '../service/processes.ts';

const patienceMs = 10_000;
const intervalMs = 50;

const [, , folder = ''] = process.argv;

const leftovers = (): number[] => processesNaming(folder).filter((pid) => pid !== process.pid);

process.stdin.resume();
await once(process.stdin, 'close');

// Processes that start while others end are only found by the next check.
const deadline = Date.now() + patienceMs;
for (let left = leftovers(); left.length > 0 && Date.now() < deadline; left = leftovers()) {
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
  }
  await delay(intervalMs);
}
await rm(folder, { recursive: true, force: true, maxRetries: 5 });

import { watchdogRole } from '../../../src/localService/worker/messages.ts';
import { startWatchdog } from '../../../src/localService/worker/watchdog.ts';
import { Worker } from 'node:worker_threads';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { WorkerRequest } from '../../../src/localService/worker/messages.ts';

const memory: Buffer[] = [];

// A worker that does what the format of its input says: it stands where the bundle would, in the pool's tests.
if (process.argv[2] === watchdogRole) startWatchdog();
else if (process.argv[2] === 'swell') swell();
else {
  new Worker(import.meta.filename, { argv: [watchdogRole] }).unref();
  process.on('message', ({ work }: WorkerRequest) => misbehave(work.from, work.outputPath));
}

function misbehave(how: string, outputPath: string): void {
  switch (how) {
    case 'spin':
      for (;;);
    case 'crash':
      process.kill(process.pid, 'SIGSEGV');
      return;
    case 'swell':
      swell();
      return;
    case 'keep':
      memory.push(Buffer.alloc(250 * 1024 * 1024, 1));
      process.send?.({});
      return;
    case 'flood':
      writeFileSync(outputPath, Buffer.alloc(5 * 1024 * 1024));
      return;
    case 'spawn':
      // What an engine started must die with the worker.
      writeFileSync(outputPath, String(spawn('sleep', ['600'], { stdio: 'ignore' }).pid));
      return;
    case 'spawnSwelling':
      // Its own memory stays small.
      spawn(process.execPath, [import.meta.filename, 'swell'], { stdio: 'ignore' });
      return;
    case 'complain':
      process.stderr.write('\u001B[2J$(x) of its\ninput');
      process.send?.({});
      return;
    case 'refuse':
      process.send?.({ fault: { code: 'conversion.invalid_input', detail: 'No.' } });
      return;
    default:
      writeFileSync(outputPath, String(process.pid));
      process.send?.({});
  }
}

function swell(): void {
  setInterval(() => memory.push(Buffer.alloc(50 * 1024 * 1024, 1)), 20);
}

import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { EngineWork } from '../../../src/engines/api/work.ts';
import { watchdogRole } from '../../../src/service/roles.ts';
import type { WorkerRequest } from '../../../src/service/worker/workerMessages.ts';
import { startWatchdog } from '../../../src/service/worker/watchdog.ts';

const memory: Buffer[] = [];
const keptBytes = 250 * 1024 * 1024;

/** The file whose existence releases a waiting worker. */
const releasing = (outputPath: string): string => `${outputPath}.release`;

// A worker whose behavior depends on its input's format: it replaces the bundle in the pool's tests.
if (process.argv[2] === watchdogRole) startWatchdog();
else if (process.argv[2] === 'swell') swell();
else if (process.argv[2] === 'swellWhileHeld') {
  process.stdin.once('end', () => process.exit()).resume();
  swell();
} else {
  new Worker(import.meta.filename, { argv: [watchdogRole] }).unref();
  process.on('message', ({ work }: WorkerRequest) => misbehave(work));
}

const lies: Readonly<Record<string, Parameters<NonNullable<typeof process.send>>[0]>> = {
  'lie of a fault': { fault: { id: 'no.such.fault', parameters: [{}] } },
  'say nothing': null,
  'count less than nothing': { result: { pages: -1_000_000 } },
  'count half a page': { result: { pages: 0.5 } },
  'name a script': { result: { extension: '../a.sh' } },
};

function misbehave({ from: how, outputPath, threads }: EngineWork): void {
  if (how in lies) {
    process.send?.(lies[how]);
    return;
  }
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
      keep();
      answer(outputPath);
      return;
    case 'keepUntilReleased':
      keep();
      whenReleased(outputPath, () => answer(outputPath));
      return;
    case 'giveBackWhenReleased': {
      const borrowed = new ArrayBuffer(keptBytes);
      new Uint8Array(borrowed).fill(1);
      whenReleased(outputPath, () => {
        borrowed.transfer(0);
        answer(outputPath);
      });
      return;
    }
    case 'tellThreads':
      writeFileSync(outputPath, String(threads));
      process.send?.({});
      return;
    case 'flood':
      writeFileSync(outputPath, Buffer.alloc(5 * 1024 * 1024));
      return;
    case 'spawn':
      // A process that an engine started must die with the worker.
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
    case 'spawnSwellingSession': {
      const stdio = ['pipe', 'ignore', 'ignore'] as const;
      spawn(process.execPath, [import.meta.filename, 'swellWhileHeld'], {
        stdio: [...stdio],
        detached: true,
      });
      return;
    }
    case 'spawnSwellingOrphan':
      spawn('sh', ['-c', '"$0" "$@" &', process.execPath, import.meta.filename, 'swell'], {
        stdio: 'ignore',
      });
      return;
    case 'refuse':
      process.send?.({ fault: { id: 'image.unreadable', parameters: [] } });
      return;
    default:
      answer(outputPath);
  }
}

function whenReleased(outputPath: string, act: () => void): void {
  const waiting = setInterval(() => {
    if (!existsSync(releasing(outputPath))) return;
    clearInterval(waiting);
    act();
  }, 20);
}

function answer(outputPath: string): void {
  writeFileSync(outputPath, String(process.pid));
  process.send?.({ rssBytes: process.memoryUsage.rss() });
}

function keep(): void {
  memory.push(Buffer.alloc(keptBytes, 1));
}

function swell(): void {
  setInterval(() => memory.push(Buffer.alloc(50 * 1024 * 1024, 1)), 20);
}

import { spawn } from 'node:child_process';
import { existsSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { EngineTask } from '../../../src/engines/api/task.ts';
import { watchdogRole } from '../../../src/service/roles.ts';
import { answerFd, PoolChannel, watchedTask } from '../../../src/service/worker/workerMessages.ts';
import { startWatchdog } from '../../../src/service/worker/watchdog.ts';

let pool: PoolChannel | undefined;
const memory: Buffer[] = [];
const keptBytes = 250 * 1024 * 1024;

/** The file whose existence releases a waiting worker. */
const releasing = (outputPath: string): string => `${outputPath}.release`;

// A worker whose behavior depends on its input's format. The pool's tests run it instead of the real worker.
if (process.argv[2] === watchdogRole) startWatchdog();
else if (process.argv[2] === 'swell') swell();
else if (process.argv[2] === 'swellWhileHeld') {
  process.stdin.once('end', () => process.exit()).resume();
  swell();
} else {
  const watchdog = new Worker(import.meta.filename, { argv: [watchdogRole] });
  watchdog.unref();
  pool = new PoolChannel();
  pool.onRequest(({ task: work }) => {
    watchdog.postMessage(watchedTask(work));
    misbehave(work);
  });
}

const lies: Readonly<Record<string, object | null>> = {
  'lie about a fault': { fault: { id: 'no.such.fault', parameters: [{}] } },
  'say nothing': null,
  'count negative pages': { result: { pages: -1_000_000 } },
  'count half a page': { result: { pages: 0.5 } },
  'report more than everything': { progress: 2 },
  'name a script': { result: { extension: '../a.sh' } },
};

function misbehave({ from: how, outputPath, threads }: EngineTask): void {
  if (how in lies) {
    writeSync(answerFd, `${JSON.stringify(lies[how])}\n`);
    return;
  }
  switch (how) {
    case 'answer endlessly': {
      const stdio = ['ignore', 'ignore', 'ignore', answerFd] as const;
      spawn('sh', ['-c', 'yes 1 | tr -d "\\n" >&3'], { stdio: [...stdio] });
      return;
    }
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
    case 'reportWhenReleased':
      whenReleased(outputPath, () => pool?.answer({ progress: 0.5 }));
      return;
    case 'tellThreads':
      writeFileSync(outputPath, String(threads));
      pool?.answer({});
      return;
    case 'flood':
      writeFileSync(outputPath, Buffer.alloc(5 * 1024 * 1024));
      return;
    case 'leave a hole':
      writeFileSync(outputPath, '');
      truncateSync(outputPath, 5 * 1024 * 1024);
      pool?.answer({});
      return;
    case 'spawn':
      // A process that an engine started must die with the worker.
      writeFileSync(outputPath, String(spawn('sleep', ['600'], { stdio: 'ignore' }).pid));
      return;
    case 'spawnSwelling':
      // The worker's own memory use stays small; only its child's grows.
      spawn(process.execPath, [import.meta.filename, 'swell'], { stdio: 'ignore' });
      return;
    case 'complain':
      process.stderr.write('\u001B[2J$(x) of its\ninput');
      pool?.answer({});
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
      pool?.answer({ fault: { id: 'image.unreadable', parameters: [] } });
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
  pool?.answer({ rssBytes: process.memoryUsage.rss() });
}

function keep(): void {
  memory.push(Buffer.alloc(keptBytes, 1));
}

function swell(): void {
  setInterval(() => memory.push(Buffer.alloc(50 * 1024 * 1024, 1)), 20);
}

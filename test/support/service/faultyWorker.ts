import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { fault } from '../../../src/contract/fault.ts';
import { internalFault } from '../../../src/service/faults.ts';
import { watchdogRole } from '../../../src/service/roles.ts';
import {
  type WorkerAnswer,
  type WorkerRequest,
  PoolChannel,
} from '../../../src/service/worker/workerMessages.ts';
import { startWatchdog } from '../../../src/service/worker/watchdog.ts';

const memory: Buffer[] = [];

// A worker with faults that a fuzzer must detect. It runs instead of the real one, and its input selects the fault.
if (process.argv[2] === watchdogRole) startWatchdog();
else {
  new Worker(import.meta.filename, { argv: [watchdogRole] }).unref();
  const pool = new PoolChannel();
  pool.onRequest((request) => {
    const answer = answerTo(request);
    if (answer) pool.answer(answer);
  });
}

function answerTo({ work: { inputPath, outputPath } }: WorkerRequest): WorkerAnswer | undefined {
  writeFileSync(outputPath, '[]');
  switch (readFileSync(inputPath, 'utf8')) {
    case 'die':
      process.kill(process.pid, 'SIGSEGV');
      return;
    case 'hang':
      return;
    case 'swell':
      setInterval(() => memory.push(Buffer.alloc(50 * 1024 * 1024, 1)), 10);
      return;
    case 'stumble':
      process.stderr.write(`${new TypeError('Unexpected value 3').stack}\n`);
      return { fault: internalFault };
    case 'refuse':
      return { fault: fault('document.empty') };
    case 'write nothing':
      writeFileSync(outputPath, '');
      return {};
    case 'write half':
      writeFileSync(outputPath, '[');
      return {};
    case 'leave':
      writeFileSync(path.join(os.tmpdir(), 'left'), '');
      return {};
    case 'escape':
      writeFileSync(path.join(path.dirname(outputPath), '../../../escaped'), '');
      return {};
    case 'change the source':
      writeFileSync(inputPath, 'x');
      return {};
    default:
      return {};
  }
}

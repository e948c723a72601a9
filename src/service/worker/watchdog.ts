import { lstatSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { killGroup } from '../../util/childProcess.ts';
import { systemCode } from '../../util/files.ts';
import { measureFolder, sizeOf } from '../../util/folders.ts';
import { measureProcessTree } from './processTree.ts';
import type { Beat, WatchedTask } from './workerMessages.ts';

/** File descriptor of the pipe on which a worker's watchdog reports what the worker uses. */
export const watchdogFd = 4;

/** The number of files and folders that a program's job may have. LibreOffice creates a few hundred. */
export const maxEntries = 10_000;

/** FFmpeg uses a few hundred threads on the largest computers. */
export const maxThreads = 500 + 10 * availableParallelism();

const beatMs = 250;

/**
 * Runs in a thread beside a conversion, which may block the worker's main thread for minutes. Measures the worker and
 * its work, for the pool, whose process has other things to do. Ends the worker when the pool's process has ended.
 */
export function startWatchdog(): void {
  let task: WatchedTask | undefined;
  parentPort?.on('message', (message: WatchedTask | undefined) => (task = message));
  parentPort?.unref();
  const beat = async (): Promise<void> => {
    report({ rssBytes: process.memoryUsage.rss(), ...(task && (await measure(task))) });
    setTimeout(() => void beat(), beatMs);
  };
  setTimeout(() => void beat(), beatMs);
}

async function measure({ outputPath, hasProgram }: WatchedTask): Promise<Omit<Beat, 'rssBytes'>> {
  if (!hasProgram) return { outputPath, writtenBytes: fileSize(outputPath) };
  const { deletedBytes, ...tree } = await measureProcessTree(process.pid, maxThreads);
  const folder = measureFolder(path.dirname(outputPath), maxEntries);
  return {
    outputPath,
    writtenBytes: folder.bytes + deletedBytes,
    program: { ...tree, entries: folder.entries, isComplete: tree.isComplete && folder.isComplete },
  };
}

function fileSize(file: string): number {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  return facts ? sizeOf(facts) : 0;
}

function report(beat: Beat): void {
  try {
    writeSync(watchdogFd, `${JSON.stringify(beat)}\n`);
  } catch (error) {
    // The parent process is busy.
    if (systemCode(error) === 'EAGAIN') return;
    killGroup(process.pid);
    // In a PID namespace, the process may not lead a group, so killing the group may not end it.
    process.kill(process.pid, 'SIGKILL');
  }
}

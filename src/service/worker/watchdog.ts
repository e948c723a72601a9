import { writeSync } from 'node:fs';
import { killGroup } from '../../util/childProcess.ts';

/** File descriptor of the pipe on which a worker's watchdog reports memory. */
export const watchdogFd = 4;

const beatMs = 250;

/**
 * Runs in a thread beside a conversion, which may block the worker's main thread for minutes. It reports the process's
 * memory to the parent process, and ends the worker when the parent process has ended.
 */
export function startWatchdog(): void {
  setInterval(() => {
    try {
      writeSync(watchdogFd, `${process.memoryUsage.rss()}\n`);
    } catch (error) {
      const busyParent = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (busyParent) return;
      killGroup(process.pid);
      // In a PID namespace, the process may not lead a group, so killing the group may not end it.
      process.kill(process.pid, 'SIGKILL');
    }
  }, beatMs);
}

import { writeSync } from 'node:fs';
import { killGroup } from '../../util/killGroup.ts';
import { watchdogFd } from './messages.ts';

const beatMs = 250;

/**
 * Runs in a thread beside a conversion, which may hold the worker's main thread for minutes. It tells the parent how
 * much memory the process takes, and ends the process once there is no parent to read it.
 */
export function startWatchdog(): void {
  setInterval(() => {
    try {
      writeSync(watchdogFd, `${process.memoryUsage.rss()}\n`);
    } catch (error) {
      const busyParent = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (busyParent) return;
      killGroup(process.pid);
      // In processes of its own, it leads no group.
      process.kill(process.pid, 'SIGKILL');
    }
  }, beatMs);
}

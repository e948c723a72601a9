import type { Processes } from '../../src/util/lease.ts';

/** A fake process on a machine that never reuses process ids. */
export function fakeProcesses(
  pid: number,
  isRunning: (pid: number) => boolean,
  startedAt: (pid: number) => string = () => 'long ago',
): Processes {
  return { pid, isRunning, startedAt: async (other) => startedAt(other) };
}

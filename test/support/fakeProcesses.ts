import type { Processes } from '../../src/util/leaseHolder.ts';

/** A process as a test has it, on a machine where no number was ever used twice. */
export function fakeProcesses(
  pid: number,
  isRunning: (pid: number) => boolean,
  startedAt: (pid: number) => string = () => 'long ago',
): Processes {
  return { pid, isRunning, startedAt: async (other) => startedAt(other) };
}

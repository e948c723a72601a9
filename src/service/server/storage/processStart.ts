import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** When a process started, as text to compare, where the system tells: a number may have passed to another process. */
export function processStart(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // Field 22; the second field is a name in parentheses that may hold spaces and parentheses itself.
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    if (process.platform === 'darwin') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
  } catch {
    // No such process, or not ours to look at.
  }
  return undefined;
}

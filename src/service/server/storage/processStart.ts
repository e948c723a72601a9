import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** When a process started, as text to compare, where the system tells: a number may have passed to another process. */
export function processStart(pid: number, platform: NodeJS.Platform = process.platform): string | undefined {
  try {
    if (platform === 'linux') {
      // Field 22; the second field is a name in parentheses that may hold spaces and parentheses itself.
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    if (platform === 'darwin') {
      // Language and time zone may be others in another window, and the text must not.
      const env = { LC_ALL: 'C', TZ: 'UTC' };
      return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim();
    }
  } catch {
    // No such process, or not ours to look at.
  }
  return undefined;
}

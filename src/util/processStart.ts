import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** When a process started, as text to compare, where the system tells: a number may have passed to another process. */
export async function processStart(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  try {
    if (platform === 'linux') {
      // Field 22; the second field is a name in parentheses that may hold spaces and parentheses itself.
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    }
    if (platform === 'darwin') {
      // Language and time zone may be others in another window, and the text must not.
      const env = { LC_ALL: 'C', TZ: 'UTC' };
      const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { env });
      return stdout.trim();
    }
  } catch {
    // No such process, or not ours to look at.
  }
  return undefined;
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process's start time, as text to compare, if the system reports it: its id may belong to another process by now. */
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
      // The text must not depend on the language and time zone of a window.
      const env = { LC_ALL: 'C', TZ: 'UTC' };
      const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { env });
      return stdout.trim();
    }
  } catch {
    // The process doesn't exist, or access is denied.
  }
  return undefined;
}

import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const kibibyte = 1024;

/**
 * How many bytes of memory the processes of a group take together, shared ones counted in each; 0 on Windows, which has
 * no such groups.
 */
export async function groupMemory(group: number): Promise<number> {
  if (process.platform === 'win32') return 0;
  const kibibytes = await (process.platform === 'linux' ? fromProc(group) : fromPs(group)).catch(() => [0]);
  return kibibyte * kibibytes.reduce((sum, each) => sum + each, 0);
}

/** Small systems, such as containers, lack `ps`. */
async function fromProc(group: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const statuses = await Promise.all(
    // A process may be gone by now.
    pids.map(async (pid) => readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')),
  );
  return statuses
    .filter((status) => Number(/^NSpgid:\s+(\d+)/m.exec(status)?.[1]) === group)
    .map((status) => Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
}

async function fromPs(group: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pgid=,rss=']);
  const lines = stdout.trim().split('\n');
  return lines.flatMap((line) => {
    const [pgid, rss = 0] = line.trim().split(/\s+/).map(Number);
    return pgid === group ? [rss] : [];
  });
}

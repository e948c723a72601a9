import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const kibibyte = 1024;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly kibibytes: number;
}

/**
 * Total memory of a process and everything that it started in bytes, counting shared pages in each: its descendants,
 * even in sessions or sandboxes of their own, and its process group, even if their parent is gone. 0 on Windows, where
 * measuring is expensive.
 */
export async function treeMemory(pid: number, platform = process.platform): Promise<number> {
  if (platform === 'win32') return 0;
  const all = await allProcesses(platform).catch(() => []);
  const tree = new Set([pid]);
  // A parent may follow its children in the list.
  for (let size = 0; size < tree.size;) {
    size = tree.size;
    for (const each of all) if (tree.has(each.parent) || each.group === pid) tree.add(each.pid);
  }
  return all.reduce((sum, each) => (tree.has(each.pid) ? sum + each.kibibytes * kibibyte : sum), 0);
}

async function allProcesses(platform: NodeJS.Platform): Promise<Process[]> {
  return platform === 'linux' ? fromProc() : fromPs();
}

/**
 * Small systems, such as containers, lack `ps`. This doesn't touch the disk, and reading hundreds of files
 * synchronously takes a third of the time.
 */
function fromProc(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    const status = statusOf(pid);
    const number = (field: RegExp): number => Number(field.exec(status)?.[1] ?? 0);
    return {
      pid: Number(pid),
      parent: number(/^PPid:\t(\d+)/m),
      // In a sandbox, a group has several ids; the first is the one outside.
      group: number(/^NSpgid:\t(\d+)/m),
      kibibytes: number(/^VmRSS:\s+(\d+)/m),
    };
  });
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    // The process is gone.
    return '';
  }
}

async function fromPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, group = 0, kibibytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, group, kibibytes };
    });
}

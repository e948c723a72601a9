import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { promisify } from 'node:util';

const kibibyte = 1024;
/** The unit in which the system counts a file's blocks (inode(7)). */
const blockBytes = 512;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly kibibytes: number;
  readonly threads: number;
}

/** The resources that a process and everything that it started use. */
interface TreeUse {
  /** Counts shared pages once per process. On Linux, includes files in memory (memfd_create(2)), mapped or not. */
  readonly memoryBytes: number;
  /** The number of threads. On macOS, the number of processes, because counting threads requires a privilege there. */
  readonly threads: number;
}

const unknown: TreeUse = { memoryBytes: 0, threads: 0 };

/**
 * Measures a process, its descendants, and its process group. Descendants count even in their own session or sandbox,
 * and members of the group even if their parent has ended. All values are 0 on Windows, where measuring takes too long.
 */
export async function measureProcessTree(pid: number, platform = process.platform): Promise<TreeUse> {
  if (platform === 'win32') return unknown;
  const all = await allProcesses(platform).catch(() => []);
  const tree = new Set([pid]);
  // Repeats until nothing is added, because a parent may come after its children in the list.
  for (let size = 0; size < tree.size;) {
    size = tree.size;
    for (const each of all) if (tree.has(each.parent) || each.group === pid) tree.add(each.pid);
  }
  const own = all.filter((each) => tree.has(each.pid));
  const pagesBytes = own.reduce((sum, { kibibytes }) => sum + kibibytes * kibibyte, 0);
  return {
    memoryBytes: pagesBytes + (platform === 'linux' ? memoryFileBytes(own) : 0),
    threads: own.reduce((sum, { threads }) => sum + threads, 0),
  };
}

async function allProcesses(platform: NodeJS.Platform): Promise<Process[]> {
  return platform === 'linux' ? fromProc() : fromPs();
}

/**
 * Reads /proc, because small systems such as containers lack `ps`. /proc isn't on disk, and reading hundreds of its
 * files synchronously takes a third of the time.
 */
function fromProc(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    const status = statusOf(pid);
    const number = (field: RegExp): number => Number(field.exec(status)?.[1] ?? 0);
    return {
      pid: Number(pid),
      parent: number(/^PPid:\t(\d+)/m),
      // In a sandbox, a process group has several ids. The first is the one outside.
      group: number(/^NSpgid:\t(\d+)/m),
      kibibytes: number(/^VmRSS:\s+(\d+)/m),
      threads: number(/^Threads:\t(\d+)/m),
    };
  });
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    // The process has ended.
    return '';
  }
}

/** The size of the files in memory that these processes have open. Each file counts once. */
function memoryFileBytes(processes: readonly Process[]): number {
  const files = new Map<number, number>();
  for (const { pid } of processes) {
    const folder = `/proc/${pid}/fd`;
    for (const name of namesIn(folder)) {
      const file = memoryFile(`${folder}/${name}`);
      if (file) files.set(file.ino, file.blocks * blockBytes);
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function memoryFile(descriptor: string): { readonly ino: number; readonly blocks: number } | undefined {
  try {
    return readlinkSync(descriptor).startsWith('/memfd:') ? statSync(descriptor) : undefined;
  } catch {
    // The file has been closed.
    return undefined;
  }
}

async function fromPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, group = 0, kibibytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, group, kibibytes, threads: 1 };
    });
}

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { systemCode } from '../../util/files.ts';
import { blockBytes } from '../../util/folders.ts';

const kibibyte = 1024;

/** The resources that a process and everything that it started use. */
interface TreeUse {
  /**
   * Counts shared pages of files once per process. On Linux, includes memory that processes share and files in memory
   * (memfd_create(2)), even if none of it is mapped.
   */
  readonly memoryBytes: number;
  /** The size of files that have no name any longer but are open or mapped. Only known on Linux. */
  readonly deletedBytes: number;
  /** The number of threads. On macOS, the number of processes, because counting threads requires a privilege there. */
  readonly threads: number;
  /** False if a program hides something, so that it may use more. */
  readonly isComplete: boolean;
}

const unknown: TreeUse = { memoryBytes: 0, deletedBytes: 0, threads: 0, isComplete: true };

/**
 * Measures a process, its descendants, and its process group. Descendants count even in their own session or sandbox,
 * and members of the group even if their parent has ended. All values are 0 on Windows, where measuring takes too long.
 * @param maxThreads if there are more, their files aren't looked at, because that takes too long beside so many
 */
export async function measureProcessTree(
  pid: number,
  maxThreads: number,
  platform = process.platform,
): Promise<TreeUse> {
  if (platform === 'win32') return unknown;
  const all = platform === 'linux' ? fromProc() : await fromPs().catch(() => []);
  const own = treeOf(pid, all);
  const threads = sum(own.map((each) => each.threads));
  const ownBytes = sum(own.map((each) => each.ownBytes));
  if (platform !== 'linux' || threads > maxThreads) return { ...unknown, memoryBytes: ownBytes, threads };
  const { memoryBytes, ...use } = new ProcessFiles(own).use;
  return { ...use, memoryBytes: ownBytes + memoryBytes, threads };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Memory that no other process shares, and mapped files. */
  readonly ownBytes: number;
  readonly threads: number;
  /** True if this is a program in a sandbox, other than the sandbox's first process, which belongs to the sandbox. */
  readonly isConfined: boolean;
}

function treeOf(pid: number, all: readonly Process[]): Process[] {
  // In a namespace, the group is 0 for processes whose group was created outside of it.
  const group = all.find((each) => each.pid === pid)?.group;
  const tree = new Set([pid]);
  // Repeats until nothing is added, because a parent may come after its children in the list.
  for (let size = 0; size < tree.size;) {
    size = tree.size;
    for (const each of all) if (tree.has(each.parent) || each.group === group) tree.add(each.pid);
  }
  return all.filter((each) => tree.has(each.pid));
}

/** Reads /proc synchronously, because that takes a third of the time. Small systems such as containers lack `ps`. */
function fromProc(): Process[] {
  const ownDepth = namespaceIds(read('/proc/self/status')).length;
  return numbersIn('/proc').map((pid) => {
    const status = read(`/proc/${pid}/status`);
    // A process whose first thread has ended lives on in its other threads, and reports its memory only there.
    const memory = status.includes('VmRSS:') ? status : statusOfThread(pid, status);
    const ids = namespaceIds(status);
    return {
      pid,
      parent: valueOf(status, 'PPid'),
      // In a sandbox, a process group has several ids. The first is the one outside.
      group: valueOf(status, 'NSpgid'),
      ownBytes: (valueOf(memory, 'VmRSS') - valueOf(memory, 'RssShmem')) * kibibyte,
      threads: valueOf(status, 'Threads'),
      isConfined: ids.length > ownDepth && ids.at(-1) !== '1',
    };
  });
}

function statusOfThread(pid: number, status: string): string {
  const threads = valueOf(status, 'Threads') > 1 ? numbersIn(`/proc/${pid}/task`) : [];
  const texts = threads.map((thread) => read(`/proc/${pid}/task/${thread}/status`));
  return texts.find((text) => text.includes('VmRSS:')) ?? '';
}

/** The ids of a process in its own and all outer namespaces, from the outside in. */
function namespaceIds(status: string): string[] {
  return /^NSpid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/) ?? [];
}

/** The number in a line of a process's status, which is 0 if there is none. */
function valueOf(status: string, name: string): number {
  const at = status.indexOf(`\n${name}:`);
  return at === -1 ? 0 : Number.parseInt(status.slice(at + name.length + 2), 10);
}

/**
 * The most open files and mappings that are looked at, so that measuring takes a fraction of a second. LibreOffice has
 * 3,000.
 */
const maxLooks = 100_000;

/** Names of mapped files that are in memory: shared memory with and without a name, and memfd_create(2). */
const inMemory = /^\/(?:dev\/(?:zero|shm\/)|SYSV|memfd:|anon_hugepage)/;

/** The memory that processes use, and the files that they use without a name in a folder. */
class ProcessFiles {
  /** The size of each file, by its inode. */
  readonly #memory = new Map<number, number>();
  readonly #deleted = new Map<number, number>();
  #looks = 0;
  #isComplete = true;

  constructor(processes: readonly Process[]) {
    for (const each of processes) {
      // Each thread may have its own table of open files, and the first one may have ended.
      const threads = numbersIn(`/proc/${each.pid}/task`).map((id) => `/proc/${each.pid}/task/${id}`);
      for (const thread of threads) this.#lookAtDescriptors(`${thread}/fd`, each);
      this.#lookAtMappings(firstText(threads.map((thread) => `${thread}/maps`)), each);
    }
  }

  get use(): Pick<TreeUse, 'memoryBytes' | 'deletedBytes' | 'isComplete'> {
    const [memoryBytes, deletedBytes] = [sum(this.#memory.values()), sum(this.#deleted.values())];
    return { memoryBytes, deletedBytes, isComplete: this.#isComplete };
  }

  #lookAtDescriptors(folder: string, { isConfined }: Process): void {
    try {
      for (const name of readdirSync(folder)) {
        const facts = this.#facts(`${folder}/${name}`);
        if (facts?.isFile() === true && facts.nlink === 0)
          this.#kind(linkAt(`${folder}/${name}`)).set(facts.ino, facts.blocks * blockBytes);
      }
    } catch (error) {
      // A program can prevent other processes of its user from looking at its open files.
      if (isConfined && systemCode(error) === 'EACCES') this.#isComplete = false;
    }
  }

  #lookAtMappings(maps: string, { pid }: Process): void {
    const mapped = new Map<number, number>();
    for (const line of maps.split('\n')) {
      if (!line.endsWith(' (deleted)') && !line.includes(' /dev/shm/')) continue;
      const [range = '', , , , id, ...name] = line.split(/\s+/);
      const [from = 0, to = 0] = range.split('-').map((address) => Number.parseInt(address, 16));
      const inode = Number(id);
      mapped.set(inode, (mapped.get(inode) ?? 0) + to - from);
      // Only root may look at the mapped file itself. For others, the mapped part counts.
      const facts = this.#facts(`/proc/${pid}/map_files/${range}`);
      const bytes = facts ? facts.blocks * blockBytes : (mapped.get(inode) ?? 0);
      const kind = this.#kind(name.join(' '));
      kind.set(inode, Math.max(bytes, kind.get(inode) ?? 0));
    }
  }

  #kind(name: string): Map<number, number> {
    return inMemory.test(name) ? this.#memory : this.#deleted;
  }

  /**
   * Facts about an open file; none if it has been closed, only root may look at it, or too many have been looked at.
   * @throws Error `EACCES` if the program prevents it
   */
  #facts(link: string): Stats | undefined {
    this.#looks += 1;
    if (this.#looks > maxLooks) {
      this.#isComplete = false;
      return undefined;
    }
    try {
      return statSync(link);
    } catch (error) {
      if (systemCode(error) === 'EACCES') throw error;
      return undefined;
    }
  }
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}

/** The first of these files that has a text. */
function firstText(files: readonly string[]): string {
  for (const file of files) {
    const text = read(file);
    if (text !== '') return text;
  }
  return '';
}

/** The text of a file in /proc; empty if its process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function linkAt(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

/** The numbers among a folder's names. */
function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

async function fromPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, group = 0, kibibytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, group, ownBytes: kibibytes * kibibyte, threads: 1, isConfined: false };
    });
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { localRole } from '../../../src/service/roles.ts';

/** The kernel's unit of processor time in /proc, on every supported architecture. */
const tickSeconds = 0.01;

/** The processes whose parent is `pid` (Linux). */
export function childrenOf(pid: number): number[] {
  return processes().filter((each) => parentOf(each) === pid);
}

/** A process's descendants. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** The running local services among a process's descendants; by default, those that this process started. */
export function localServices(pid = process.pid): number[] {
  return descendantsOf(pid).filter(
    (each) => isRunning(each) && commandLineOf(each).endsWith(`\0${localRole}\0`),
  );
}

/** The processor time in seconds that a process and its descendants have used, including ended ones (Linux). */
export function cpuSecondsOf(pid: number): number {
  const ticks = [pid, ...descendantsOf(pid)].flatMap((each) => fieldsOf(each)?.slice(11, 15) ?? []);
  return ticks.reduce((sum, each) => sum + Number(each) * tickSeconds, 0);
}

/** The Unix sockets that a process has open, by path (Linux); none if it is gone. */
export function socketsOf(pid: number): string[] {
  try {
    return openSockets(pid);
  } catch {
    return [];
  }
}

function openSockets(pid: number): string[] {
  const sockets = new Set(openFiles(pid));
  const lines = readFileSync(`/proc/${pid}/net/unix`, 'latin1').split('\n');
  return lines.flatMap((line) => {
    const [, , , , , , inode = '', path = ''] = line.trim().split(/ +/);
    return sockets.has(`socket:[${inode}]`) && path.startsWith('/') ? [path] : [];
  });
}

/**
 * The addresses at which a process has sockets that others can reach, or that reach others: TCP, UDP, and Unix sockets
 * with a path or that listen (Linux). Channels between a process and its parent aren't among them.
 */
export function addressesOf(pid: number): string[] {
  const own = new Set(openFiles(pid));
  const rows = (table: string): string[][] =>
    readFileSync(`/proc/${pid}/net/${table}`, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/ +/));
  const isOwn = (inode = ''): boolean => own.has(`socket:[${inode}]`);
  const internet = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    rows(table).flatMap((row) => (isOwn(row[9]) ? [`${table} ${row[1]}`] : [])),
  );
  const unix = rows('unix').flatMap(([, , , flags = '', , , inode, at]) => {
    const isReachable = at !== undefined || (Number.parseInt(flags, 16) & listeningFlag) > 0;
    return isOwn(inode) && isReachable ? [`unix ${at}`] : [];
  });
  return [...internet, ...unix];
}

/** Linux's flag of a Unix socket that accepts connections. */
const listeningFlag = 0x1_0000;

/** The paths of what a process has open (Linux). Files that it closes meanwhile are ignored. */
export function openFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

/** True if a process runs; false for a zombie. */
export function isRunning(pid: number): boolean {
  return stateOf(pid) !== undefined && stateOf(pid) !== 'Z';
}

/** The processes whose home folder is in this folder, and their descendants (Linux). */
export function processesAt(folder: string): number[] {
  return processes().filter((pid) => isRunning(pid) && environmentOf(pid).includes(`\0HOME=${folder}`));
}

/** The processes whose command line or environment names this folder or a path in it; none on systems without /proc. */
export function processesNaming(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return processes().filter(
    (pid) => isRunning(pid) && (environmentOf(pid) + commandLineOf(pid)).includes(folder),
  );
}

/** The name of a process's program, without its path. */
export function commandOf(pid: number): string {
  return readOf(pid, 'comm').trim();
}

/** A process's command line, separated by NUL; empty if it is gone. */
export function commandLineOf(pid: number): string {
  return readOf(pid, 'cmdline');
}

function environmentOf(pid: number): string {
  return `\0${readOf(pid, 'environ')}`;
}

function readOf(pid: number, file: 'comm' | 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function parentOf(pid: number): number | undefined {
  return Number(fieldsOf(pid)?.[1]);
}

function stateOf(pid: number): string | undefined {
  return fieldsOf(pid)?.[0];
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The fields of /proc/PID/stat after the name. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

import { readdirSync, readFileSync } from 'node:fs';

/** The processes whose parent is `pid` (Linux). */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);
}

/** Whether a process runs; one that has ended and was not waited for does not. */
export function isRunning(pid: number): boolean {
  return stateOf(pid) !== undefined && stateOf(pid) !== 'Z';
}

function parentOf(pid: number): number | undefined {
  return Number(fieldsOf(pid)?.[1]);
}

function stateOf(pid: number): string | undefined {
  return fieldsOf(pid)?.[0];
}

/** The fields of /proc/PID/stat behind the name. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

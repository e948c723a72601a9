import { readdirSync, readFileSync } from 'node:fs';

/** A clock tick, Linux's unit for processor time. */
const tickSeconds = 1 / 100;
const pageBytes = 4096;

/** The resources that a process and its descendants have used, according to Linux. */
interface Usage {
  /** Processor time in seconds, including ended child processes. */
  readonly cpuSeconds: number;
  /** The memory in use. */
  readonly rssBytes: number;
}

/** The total usage of a process and its descendants so far. */
export function usageOf(pid: number): Usage {
  const all = processes();
  const family = new Set([pid]);
  // A parent may be listed after its child, because process ids wrap around.
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  }
  const ours = all.filter((each) => family.has(each.pid));
  return {
    cpuSeconds: ours.reduce((sum, { ticks }) => sum + ticks, 0) * tickSeconds,
    rssBytes: ours.reduce((sum, { pages }) => sum + pages, 0) * pageBytes,
  };
}

function processes(): { pid: number; parent: number; ticks: number; pages: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The fields after the name, which may contain any character.
        const fields =
          readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
        const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
        return [{ pid: Number(name), parent: fields[1] ?? 0, ticks, pages: fields[21] ?? 0 }];
      } catch {
        return [];
      }
    });
}

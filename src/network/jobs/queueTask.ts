import { isProgramId } from '../../engines/programs/programs.ts';
import type { StoredWork } from './storedWork.ts';

/** What the queue calls the doing of a job that needs no program. */
const task = 'job';

function taskWith(programs: Iterable<string>): string {
  return [task, ...[...new Set(programs)].toSorted()].join('+');
}

/** What the queue calls the doing of this work: workers take what their programs can do. */
export function taskOf({ engine, helper }: Pick<StoredWork, 'engine' | 'helper'>): string {
  return taskWith([engine, ...(helper ? [helper.engine] : [])].filter(isProgramId));
}

/** All that a worker with these programs can do. */
export function tasksWith(programs: readonly string[]): ReadonlySet<string> {
  return new Set([task, ...programs.flatMap((one) => programs.map((other) => taskWith([one, other])))]);
}

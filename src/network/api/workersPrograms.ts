import type { ProgramFinder } from '../../engines/programs/programFinder.ts';
import { isProgramId } from '../../engines/programs/programs.ts';
import type { Queryable } from '../database/database.ts';

/** Finds the programs of all live workers. Only the workers know the paths of their programs. */
export function workersPrograms(database: Queryable, deadAfterMs: number): ProgramFinder {
  return async () => {
    const { rows } = await database.query<{ id: string }>(
      `select distinct unnest(programs) as id from network.workers
       where beat_at >= now() - $1 * interval '1 millisecond'`,
      [deadAfterMs],
    );
    return new Map(rows.flatMap(({ id }) => (isProgramId(id) ? [[id, id] as const] : [])));
  };
}

import type { JobRequest } from '../../jobs/core/job.ts';
import { baseName } from '../../jobs/files/fileUri.ts';
import { foreign, joined, sayCount, type Words } from './words.ts';

/** More would fill the screen. */
const maxNames = 10;

/** The file that a job works on by its name, or how many there are. */
export function sourceName({ source, combined }: Pick<JobRequest, 'source' | 'combined'>): Words {
  const count = combined?.sources.length ?? 1;
  return count === 1 ? fileName(source) : filesText(count);
}

/** The first of several files that a job works on, where there are several, below one another. */
export function sourceNames({ combined }: Pick<JobRequest, 'combined'>): Words | undefined {
  const sources = combined?.sources ?? [];
  if (sources.length < 2) return undefined;
  const more = sources.length - maxNames;
  return joined(
    [
      ...sources.slice(0, maxNames).map(({ path }) => foreign(path)),
      more > 0 ? sayCount(more, { one: 'and {0} more', other: 'and {0} more' }) : undefined,
    ],
    '\n',
  );
}

/** How many files there are. */
export function filesText(count: number): Words {
  return sayCount(count, { one: '{0} file', other: '{0} files' });
}

/** How many of all files something is about. */
export function shareText(count: number, all: number): Words {
  return sayCount(all, { one: '{1} of {0} file', other: '{1} of {0} files' }, count);
}

/** How many files are of the format already that others become. */
export function alreadyText(count: number, format: Words): Words {
  return sayCount(count, { one: '{0} is already {1}', other: '{0} are already {1}' }, format);
}

/** The name of a file, by its URI. */
export function fileName(uri: string): Words {
  return foreign(baseName(uri));
}

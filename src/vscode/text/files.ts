import type { JobRequest } from '../../jobs/core/job.ts';
import { baseName } from '../../jobs/files/fileUri.ts';
import { untrusted, joined, sayCount, type SafeText } from './safeText.ts';

/** Maximum number of names in a tooltip, because more would fill the screen. */
const maxNames = 10;

/** The name of a job's file. If it has several, their number. */
export function sourceName({ source, combined }: Pick<JobRequest, 'source' | 'combined'>): SafeText {
  const count = combined?.sources.length ?? 1;
  return count === 1 ? fileName(source) : filesText(count);
}

/** The names of a job's first files, one per line, if it has several. */
export function sourceNames({ combined }: Pick<JobRequest, 'combined'>): SafeText | undefined {
  const sources = combined?.sources ?? [];
  if (sources.length < 2) return undefined;
  const more = sources.length - maxNames;
  return joined(
    [
      ...sources.slice(0, maxNames).map(({ path }) => untrusted(path)),
      more > 0 ? sayCount(more, { one: 'and {0} more', other: 'and {0} more' }) : undefined,
    ],
    '\n',
  );
}

export function filesText(count: number): SafeText {
  return sayCount(count, { one: '{0} file', other: '{0} files' });
}

/** The number of affected files out of all files, as text. */
export function shareText(count: number, all: number): SafeText {
  return sayCount(all, { one: '{1} of {0} file', other: '{1} of {0} files' }, count);
}

/** The number of files that already have the target format, as text. */
export function alreadyText(count: number, format: SafeText): SafeText {
  return sayCount(count, { one: '{0} is already {1}', other: '{0} are already {1}' }, format);
}

export function fileName(uri: string): SafeText {
  return untrusted(baseName(uri));
}

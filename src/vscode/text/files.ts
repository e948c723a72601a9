import type { JobRequest } from '../../jobs/core/job.ts';
import { baseName } from '../../jobs/files/fileUri.ts';
import { countText } from './amounts.ts';
import { foreign, say, type Words } from './words.ts';

/** The file that a job works on by its name, or how many there are. */
export function sourceName({ source, combined }: Pick<JobRequest, 'source' | 'combined'>): Words {
  const count = combined?.sources.length ?? 1;
  return count === 1 ? fileName(source) : say('{0} files', countText(count));
}

/** The name of a file, by its URI. */
export function fileName(uri: string): Words {
  return foreign(baseName(uri));
}

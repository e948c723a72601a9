import { namesText } from '../text/batches.ts';
import { fileName } from '../text/files.ts';
import { joined, say, sayCount, type Words } from '../text/words.ts';

/** How many rules there are. */
export function rulesText(count: number): Words {
  return sayCount(count, { one: '{0} rule', other: '{0} rules' });
}

/** That rules failed with files, by their URIs, and why, as far as it is the same for all. */
export function failedRulesText(sources: readonly string[], reasons: readonly Words[]): Words {
  const different = [...new Set(reasons)];
  const failed = say('The rules of this workspace failed with {0}.', namesText(sources.map(fileName)));
  return different.length === 1 ? joined([failed, different[0]], ' ') : failed;
}

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { languagesOf } from './bundles.ts';

/** A text of package.json whose English changed after it was translated. */
interface Outdated {
  readonly language: string;
  readonly key: string;
}

/**
 * Finds outdated translations by the dates of lines in git. Messages in the code can't become outdated, because their
 * English is the key.
 * @throws Error outside a git repository
 */
export function outdated(folder: string): Outdated[] {
  const english = changesOf(folder, 'package.nls.json');
  return languagesOf(folder).flatMap((language) =>
    [...changesOf(folder, `package.nls.${language}.json`)].flatMap(([key, translated]) => {
      const source = english.get(key);
      const isNewer =
        source !== undefined && source.commit !== translated.commit && source.time > translated.time;
      return isNewer ? [{ language, key }] : [];
    }),
  );
}

interface Change {
  readonly commit: string;
  /** In seconds. */
  readonly time: number;
}

/** The last change of each text in a file. Lines that aren't committed yet share one commit of zeros. */
function changesOf(folder: string, file: string): Map<string, Change> {
  const changes = new Map<string, Change>();
  let commit = '';
  let time = 0;
  const blame = execFileSync('git', ['blame', '-M', '--line-porcelain', '--', file], {
    cwd: path.resolve(folder),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  for (const line of blame.split('\n')) {
    const [, hash, seconds, key] =
      /^([\da-f]{40}) |^author-time (\d+)$|^\t\s*("(?:[^"\\]|\\.)*"):/.exec(line) ?? [];
    if (hash !== undefined) commit = hash;
    if (seconds !== undefined) time = Number(seconds);
    if (key !== undefined) changes.set(JSON.parse(key), { commit, time });
  }
  return changes;
}

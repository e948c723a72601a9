import { type CorpusKind, corpusKinds } from './kinds.ts';
import type { CorpusVerdict } from './verdict.ts';

/** A file and its verdict. */
export interface CorpusResult {
  readonly path: string;
  readonly format: string;
  readonly kind: CorpusKind;
  readonly verdict: CorpusVerdict;
}

interface Counts {
  files: number;
  /** Includes disputed files. */
  agreements: number;
  disputed: number;
  disagreements: number;
  /** The number of files that another program reads. */
  refusals: number;
  crashes: number;
  hangs: number;
  unverified: number;
}

/** The last line of output: the results of the whole run, and of each kind that has files. */
export type Summary = Counts & { byKind: Partial<Record<CorpusKind, Counts>> };

const countedAs: Readonly<Record<CorpusVerdict['is'], readonly (keyof Counts)[]>> = {
  agreement: ['agreements'],
  disputed: ['agreements', 'disputed'],
  disagreement: ['disagreements'],
  refusal: ['refusals'],
  crash: ['crashes'],
  hang: ['hangs'],
  unverified: ['unverified'],
};

export function summaryOf(results: readonly CorpusResult[]): Summary {
  const kinds = corpusKinds.flatMap((kind) => {
    const ofKind = results.filter((each) => each.kind === kind);
    return ofKind.length === 0 ? [] : [[kind, countsOf(ofKind)] as const];
  });
  return { ...countsOf(results), byKind: Object.fromEntries(kinds) };
}

function countsOf(results: readonly CorpusResult[]): Counts {
  const counts = {
    files: results.length,
    agreements: 0,
    disputed: 0,
    disagreements: 0,
    refusals: 0,
    crashes: 0,
    hangs: 0,
    unverified: 0,
  };
  for (const { verdict } of results) for (const count of countedAs[verdict.is]) counts[count] += 1;
  return counts;
}

/** True if a result is our fault. A refusal isn't, because the file is at least not converted wrongly. */
export function isFault({ verdict }: CorpusResult): boolean {
  return verdict.is === 'disagreement' || verdict.is === 'crash' || verdict.is === 'hang';
}

/** A line for each problem of a file; none for a file without problems. */
export function linesOf({ path, format, verdict }: CorpusResult): string[] {
  const line = (said: string): string => `${verdict.is}  ${path} (${format})  ${said}`;
  switch (verdict.is) {
    case 'agreement':
    case 'unverified':
      return [];
    case 'disputed':
    case 'disagreement':
      return verdict.differences.map(line);
    case 'refusal':
      return [line(`${verdict.sentence} Read by: ${verdict.readers.join(', ')}`)];
    case 'crash':
    case 'hang':
      return [line(verdict.sentence)];
  }
}

import type { ConversionOutcome } from './convertFile.ts';
import { type CorpusKind, corpusKinds } from './collect.ts';

/** Another program's judgment: it read the file, and found different content if `difference` is set. */
export interface DecoderResult {
  readonly program: string;
  readonly difference?: string;
}

/** The verdict on a file. `disputed` counts as agreement: one program agrees with us, and others don't. */
type CorpusVerdict =
  | { readonly is: 'agreement' | 'unverified' }
  | {
      readonly is: 'disputed' | 'disagreement' | 'refusal' | 'crash' | 'hang';
      /** One for each line to print. */
      readonly sentences: readonly string[];
    };

/** A file and its verdict. */
export interface CorpusResult {
  readonly path: string;
  readonly format: string;
  readonly kind: CorpusKind;
  readonly verdict: CorpusVerdict;
}

/**
 * Compares the service's result for a file with other programs' opinions. Programs that refuse the file or don't
 * support its format have no opinion. If all of them refuse it, our refusal is no fault.
 */
export function verdictOf(outcome: ConversionOutcome, opinions: readonly DecoderResult[]): CorpusVerdict {
  switch (outcome.is) {
    case 'crashed':
      return { is: 'crash', sentences: [outcome.sentence] };
    case 'hung':
      return { is: 'hang', sentences: [outcome.sentence] };
    case 'outOfMemory':
    case 'refused': {
      const readers = opinions.map(({ program }) => program);
      if (readers.length === 0) return { is: 'unverified' };
      return { is: 'refusal', sentences: [`${outcome.sentence} Read by: ${readers.join(', ')}`] };
    }
    case 'converted': {
      if (opinions.length === 0) return { is: 'unverified' };
      const sentences = opinions.flatMap(({ program, difference }) =>
        difference === undefined ? [] : [`${program}: ${difference}`],
      );
      if (sentences.length === 0) return { is: 'agreement' };
      return { is: sentences.length < opinions.length ? 'disputed' : 'disagreement', sentences };
    }
  }
}

/** The counts of a run, in the order in which they are printed, with the verdicts that each counts. */
const counts = {
  agreements: ['agreement', 'disputed'],
  disputed: ['disputed'],
  disagreements: ['disagreement'],
  /** The number of files that another program reads. */
  refusals: ['refusal'],
  crashes: ['crash'],
  hangs: ['hang'],
  unverified: ['unverified'],
} as const satisfies Record<string, readonly CorpusVerdict['is'][]>;

/** The last line of output: the results of the whole run, and of each kind that has files. */
export function summaryOf(results: readonly CorpusResult[]): object {
  const byKind = corpusKinds.flatMap((kind) => {
    const ofKind = results.filter((each) => each.kind === kind);
    return ofKind.length === 0 ? [] : [[kind, countsOf(ofKind)] as const];
  });
  return { ...countsOf(results), byKind: Object.fromEntries(byKind) };
}

function countsOf(results: readonly CorpusResult[]): object {
  const of = (verdicts: readonly string[]): number =>
    results.filter(({ verdict }) => verdicts.includes(verdict.is)).length;
  const all = Object.entries(counts).map(([name, verdicts]) => [name, of(verdicts)] as const);
  return { files: results.length, ...Object.fromEntries(all) };
}

/** True if a result is our fault. A refusal isn't, because the file is at least not converted wrongly. */
export function isFault({ verdict }: CorpusResult): boolean {
  return verdict.is === 'disagreement' || verdict.is === 'crash' || verdict.is === 'hang';
}

/** A line for each problem of a file; none for a file without problems. */
export function linesOf({ path, format, verdict }: CorpusResult): string[] {
  const sentences = 'sentences' in verdict ? verdict.sentences : [];
  return sentences.map((said) => `${verdict.is}  ${path} (${format})  ${said}`);
}

import type { ConversionOutcome } from './convertFile.ts';
import type { CorpusKind } from './collect.ts';

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

/** True if a result is our fault. A refusal isn't, because the file is at least not converted wrongly. */
export function isFault({ verdict }: CorpusResult): boolean {
  return verdict.is === 'disagreement' || verdict.is === 'crash' || verdict.is === 'hang';
}

/** A line for each problem of a file; none for a file without problems. */
export function linesOf({ path, format, verdict }: CorpusResult): string[] {
  const sentences = 'sentences' in verdict ? verdict.sentences : [];
  return sentences.map((said) => `${verdict.is}  ${path} (${format})  ${said}`);
}

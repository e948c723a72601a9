/** The service's result for a file. */
export type ConversionOutcome =
  | { readonly is: 'converted'; readonly output: Buffer }
  | { readonly is: 'refused' | 'crashed' | 'hung'; readonly sentence: string };

/** Another program's judgment: it read the file, and found different content if `difference` is set. */
export interface DecoderResult {
  readonly program: string;
  readonly difference?: string;
}

/** The verdict on a file. `disputed` counts as agreement: one program agrees with us, and others don't. */
export type CorpusVerdict =
  | { readonly is: 'agreement' | 'unverified' }
  | { readonly is: 'disputed' | 'disagreement'; readonly differences: readonly string[] }
  | { readonly is: 'refusal'; readonly sentence: string; readonly readers: readonly string[] }
  | { readonly is: 'crash' | 'hang'; readonly sentence: string };

/**
 * Compares the service's result for a file with other programs' opinions. Programs that refuse the file or don't
 * support its format have no opinion. If all of them refuse it, our refusal is no fault.
 */
export function verdictOf(outcome: ConversionOutcome, opinions: readonly DecoderResult[]): CorpusVerdict {
  switch (outcome.is) {
    case 'crashed':
      return { is: 'crash', sentence: outcome.sentence };
    case 'hung':
      return { is: 'hang', sentence: outcome.sentence };
    case 'refused': {
      const readers = opinions.map(({ program }) => program);
      if (readers.length === 0) return { is: 'unverified' };
      return { is: 'refusal', sentence: outcome.sentence, readers };
    }
    case 'converted': {
      if (opinions.length === 0) return { is: 'unverified' };
      const differences = opinions.flatMap(({ program, difference }) =>
        difference === undefined ? [] : [`${program}: ${difference}`],
      );
      if (differences.length === 0) return { is: 'agreement' };
      return { is: differences.length < opinions.length ? 'disputed' : 'disagreement', differences };
    }
  }
}

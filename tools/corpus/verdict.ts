/** What the service made of a file. */
export type Outcome =
  | { readonly is: 'converted'; readonly output: Buffer }
  | { readonly is: 'refused' | 'crashed' | 'hung'; readonly sentence: string };

/** What another program says: it read the file, and has something else in it where `difference` says so. */
export interface Opinion {
  readonly program: string;
  readonly difference?: string;
}

/** What a file came to. `disputed` counts as agreed: one program has what we have, others have something else. */
export type Verdict =
  | { readonly is: 'agreement' | 'unjudged' }
  | { readonly is: 'disputed' | 'disagreement'; readonly differences: readonly string[] }
  | { readonly is: 'refusal'; readonly sentence: string; readonly readers: readonly string[] }
  | { readonly is: 'crash' | 'hang'; readonly sentence: string };

/**
 * Holds what the service made of a file against what other programs say of it. Those that refuse the file, or do not know
 * its format, have no opinion; a refusal that all of them share is nobody's fault.
 */
export function verdictOf(outcome: Outcome, opinions: readonly Opinion[]): Verdict {
  switch (outcome.is) {
    case 'crashed':
      return { is: 'crash', sentence: outcome.sentence };
    case 'hung':
      return { is: 'hang', sentence: outcome.sentence };
    case 'refused': {
      const readers = opinions.map(({ program }) => program);
      if (readers.length === 0) return { is: 'unjudged' };
      return { is: 'refusal', sentence: outcome.sentence, readers };
    }
    case 'converted': {
      if (opinions.length === 0) return { is: 'unjudged' };
      const differences = opinions.flatMap(({ program, difference }) =>
        difference === undefined ? [] : [`${program}: ${difference}`],
      );
      if (differences.length === 0) return { is: 'agreement' };
      return { is: differences.length < opinions.length ? 'disputed' : 'disagreement', differences };
    }
  }
}

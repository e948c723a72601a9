import { isConversionError } from './conversionError.ts';
import type { EngineDescription } from './engineDescription.ts';
import type { Cost } from './row.ts';

/** What most operations cost (api.md, Credits 1). */
export const oneCredit: Cost = async () => 1;

/**
 * "A multi-page document costs 1 credit per page" (the same), of the pages that `counter` counts. A file whose pages
 * can't be counted costs one until its job fails for the same reason, which gives it back.
 */
export const creditPerPage =
  (counter: EngineDescription): Cost =>
  async (work, run) => {
    try {
      return (await run({ ...work, engine: counter.id })).pages ?? 1;
    } catch (error) {
      if (isConversionError(error)) return 1;
      throw error;
    }
  };

import { isConversionError } from './conversionError.ts';
import type { EngineDescription } from './engineDescription.ts';
import type { Cost } from './conversion.ts';

/** The usual cost of an operation (api.md, Credits 1). */
export const oneCredit: Cost = async () => 1;

/** The job reads the file in the same way, fails for the same reason, and is refunded. */
const sharedCodes: ReadonlySet<string> = new Set([
  'conversion.invalid_input',
  'conversion.password_needed',
  'conversion.unsupported_kind',
]);

function failsTheJob(error: unknown): boolean {
  return isConversionError(error) && (sharedCodes.has(error.code) || error.fault.id === 'pdf.pages');
}

/**
 * "A multi-page document costs 1 credit per page" (the same), with pages counted by `counter`. A file that can't be
 * read costs one credit until its job fails.
 * @throws ConversionError if counting exceeded its time or memory, or crashed: the job might still succeed
 */
export const creditPerPage =
  (counter: EngineDescription): Cost =>
  async (work, run) => {
    try {
      return (await run({ ...work, engine: counter.id })).pages ?? 1;
    } catch (error) {
      if (failsTheJob(error)) return 1;
      throw error;
    }
  };

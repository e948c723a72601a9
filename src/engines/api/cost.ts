import { isConversionError } from './conversionError.ts';
import type { EngineDescription } from './engineDescription.ts';
import type { Cost } from './conversion.ts';

/** The usual cost of a job (api.md, "Credits"). */
export const oneCredit: Cost = async () => 1;

/** If counting fails with one of these codes, the job will fail for the same reason and be refunded. */
const sharedCodes: ReadonlySet<string> = new Set([
  'conversion.invalid_input',
  'conversion.password_needed',
  'conversion.unsupported_kind',
]);

function failsTheJob(error: unknown): boolean {
  return isConversionError(error) && (sharedCodes.has(error.code) || error.fault.id === 'pdf.pages');
}

/**
 * Charges one credit per page (api.md, "Credits"), as counted by `counter`. A file that can't be read costs one credit,
 * which is refunded when its job fails.
 * @throws ConversionError if counting exceeds its time or memory limit or crashes, because the job might still succeed
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

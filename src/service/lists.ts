import { combinationsField } from '../contract/combinations.ts';
import { fields } from '../contract/dialect.ts';
import type { FoundPrograms } from '../engines/programs/findPrograms.ts';
import { isProgramId } from '../engines/programs/programs.ts';
import {
  combinations,
  installableCompressions,
  installableConversions,
  offeredCompressions,
  offeredConversions,
} from '../engines/registry.ts';

/** The usual cost of a job (api.md, Credits 1). An estimate depends on the formats, not on the number of pages. */
export const creditsPerOperation = 1;

/** The body of `GET /convert/conversions`. */
export function conversionList(found: FoundPrograms) {
  return {
    [fields.installable.read[0]]: installableConversions(found).map(({ from, to, engine }) => ({
      [fields.pairFrom.read[0]]: from,
      [fields.pairTo.read[0]]: to,
      [fields.program.read[0]]: engine,
    })),
    [fields.list.read[0]]: offeredConversions(found).map(({ from, to, engine, lossy, losses }) => ({
      [fields.pairFrom.read[0]]: from,
      [fields.pairTo.read[0]]: to,
      [fields.lossy.read[0]]: lossy,
      [fields.losses.read[0]]: losses,
      ...(isProgramId(engine) ? { [fields.program.read[0]]: engine } : {}),
      [fields.estimate.read[0]]: creditsPerOperation,
    })),
  };
}

/** The body of `GET /compress`. */
export function compressionList(found: FoundPrograms) {
  return {
    [fields.installable.read[0]]: installableCompressions(found).map(({ format, engine }) => ({
      [fields.format.read[0]]: format,
      [fields.program.read[0]]: engine,
    })),
    formats: offeredCompressions(found).map(({ format, lossy }) => ({
      [fields.format.read[0]]: format,
      [fields.lossy.read[0]]: lossy,
      [fields.estimate.read[0]]: creditsPerOperation,
    })),
  };
}

/** The body of `GET /combine` (api-extensions.md, Combining 2). */
export function combinationList() {
  return {
    [combinationsField]: combinations.map(({ to, from }) => ({
      [fields.pairTo.read[0]]: to,
      [fields.pairFrom.read[0]]: from,
    })),
  };
}

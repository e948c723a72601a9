import { type Fault, fault } from '../../contract/faults/fault.ts';
import { ConversionError, isConversionError } from './conversionError.ts';

/** Kinds of files that error messages name. */
type Noun =
  | 'archive'
  | 'book'
  | 'database'
  | 'document'
  | 'font'
  | 'image'
  | 'table'
  | 'notebook'
  | 'PDF'
  | 'workbook'
  | 'zip';

/** Creates the error for a file that violates its own format because bytes are missing or wrong. */
export function damaged(what: Noun, cause?: unknown): ConversionError {
  return new ConversionError(fault(`damaged.${what}`), { cause });
}

/** Creates the error for a file whose password is missing or, if `given`, wrong. */
export function locked(given: boolean, cause?: unknown): ConversionError {
  return new ConversionError(fault(given ? 'file.otherPassword' : 'file.locked'), { cause });
}

/** Throws a ConversionError if there is a fault. */
export function throwFault(found: Fault | undefined): void {
  if (found !== undefined) throw new ConversionError(found);
}

/**
 * Runs `work`, and adds the file's name to its fault, for jobs that process several files.
 * @throws ConversionError, and all other errors of `work`
 */
export async function withFileName<T>(fileName: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConversionError(error)) throw error;
    throw new ConversionError({ ...error.fault, file: fileName }, { cause: error });
  }
}

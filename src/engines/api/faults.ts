import { type Fault, fault } from '../../contract/faults/fault.ts';
import { ConversionError, isConversionError } from './conversionError.ts';

/** Nouns for a file in messages. */
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
  | 'SVG'
  | 'workbook'
  | 'zip';

/** The file violates its own format: bytes are missing or wrong. */
export function damaged(what: Noun, cause?: unknown): ConversionError {
  return new ConversionError(fault(`damaged.${what}`), { cause });
}

/** The file needs a password, which is missing or wrong. */
export function locked(given: boolean, cause?: unknown): ConversionError {
  return new ConversionError(fault(given ? 'file.otherPassword' : 'file.locked'), { cause });
}

/** Throws the given fault, if any. */
export function throwFault(found: Fault | undefined): void {
  if (found !== undefined) throw new ConversionError(found);
}

/**
 * Adds the file's name to the fault, for work on several.
 * @throws ConversionError, and other rejections of the work
 */
export async function withFileName<T>(fileName: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConversionError(error)) throw error;
    throw new ConversionError({ ...error.fault, file: fileName }, { cause: error });
  }
}

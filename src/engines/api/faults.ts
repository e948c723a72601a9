import { type Fault, fault } from '../../contract/faults/fault.ts';
import { ConversionError, isConversionError } from './conversionError.ts';

/** What a person calls the file. */
type Noun = 'archive' | 'book' | 'document' | 'font' | 'image' | 'PDF' | 'SVG' | 'workbook' | 'zip';

/** The file breaks the rules of its own format: bytes are missing or wrong. */
export function damaged(what: Noun, cause?: unknown): ConversionError {
  return new ConversionError(fault(`damaged.${what}`), { cause });
}

/** The file opens with its password only, and that was not given, or not the right one. */
export function locked(given: boolean, cause?: unknown): ConversionError {
  return new ConversionError(fault(given ? 'file.otherPassword' : 'file.locked'), { cause });
}

/** Throws the fault that a file is found to have, if it has one. */
export function throwFault(found: Fault | undefined): void {
  if (found !== undefined) throw new ConversionError(found);
}

/** Names the file among several that work fails at. @throws ConversionError, and what else the work rejects with */
export async function withFileName<T>(fileName: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConversionError(error)) throw error;
    throw new ConversionError({ ...error.fault, file: fileName }, { cause: error });
  }
}

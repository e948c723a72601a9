import { type Fault, fault, faultCode, type FaultCode, faultSentence } from '../../contract/fault.ts';

/**
 * The error of a failed conversion. It has the fault, the job's error code, and the English sentence as its message.
 */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly fault: Fault;
  readonly code: FaultCode;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(faultSentence(fault), options);
    this.fault = fault;
    this.code = faultCode(fault);
  }
}

/** True for a `ConversionError` of any bundle. `instanceof` wouldn't work, because each bundle has its own class. */
export function isConversionError(error: unknown): error is ConversionError {
  return error instanceof Error && error.name === 'ConversionError';
}

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

import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged, isConversionError, locked } from '../api/conversionError.ts';

/** The maximum size of a document's unpacked content. */
export const maxMegabytes = 200;

/** The limits passed to officeparser. */
export const decompressionLimits = {
  maxUncompressedBytes: maxMegabytes * 1024 ** 2,
  maxZipEntries: 10_000,
  maxXmlElements: 2_000_000,
  maxTableCells: 500_000,
};

/** Converts an error of a reader to the error of the job, based on officeparser's error codes. */
export function documentFault(error: unknown): ConversionError {
  if (isConversionError(error)) return error;
  switch (codeOf(error)) {
    case 'PASSWORD_REQUIRED':
      return locked(false, error);
    case 'PASSWORD_INCORRECT':
      return locked(true, error);
    case 'DOCUMENT_DECRYPTION_FAILED':
      return new ConversionError(fault('document.encrypted'), { cause: error });
    case 'ZIP_SIZE_LIMIT_EXCEEDED':
    case 'ZIP_ENTRY_INVALID_SIZE':
      return new ConversionError(fault('document.size', maxMegabytes), { cause: error });
    case 'ZIP_ENTRY_COUNT_LIMIT_EXCEEDED':
      return new ConversionError(fault('document.parts'), { cause: error });
    case 'XML_ELEMENT_LIMIT_EXCEEDED':
    case 'MAX_NESTING_DEPTH_EXCEEDED':
    case 'OUTPUT_TOO_LARGE':
      return tooDeep(error);
    default:
      return error instanceof RangeError ? tooDeep(error) : damaged('document', error);
  }
}

/** Converts a `RangeError`, which means that a document is nested too deeply for recursion, and keeps other errors. */
export function depthFault(error: unknown): unknown {
  return error instanceof RangeError ? tooDeep(error) : error;
}

function tooDeep(cause: unknown): ConversionError {
  return new ConversionError(fault('document.depth'), { cause });
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('officeIssue' in error)) return undefined;
  const issue = error.officeIssue;
  return typeof issue === 'object' && issue !== null && 'code' in issue ? issue.code : undefined;
}

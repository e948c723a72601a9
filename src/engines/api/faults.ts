import { ConversionError, isConversionError } from './conversionError.ts';

/** What a person calls the file. */
type Noun = 'archive' | 'book' | 'document' | 'font' | 'image' | 'PDF' | 'SVG' | 'workbook' | 'zip';

/** The file breaks the rules of its own format: bytes are missing or wrong. */
export function damaged(what: Noun, cause?: unknown): ConversionError {
  const detail = `The ${what} is damaged and can’t be read.`;
  return new ConversionError('conversion.invalid_input', detail, { cause });
}

/** The file is whole, but of a kind of its format that nothing here reads: `kind` names it ("A TIFF in CIELAB colors"). */
export function unsupportedKind(kind: string, cause?: unknown): ConversionError {
  const detail = `${kind} can’t be read here. Save it as another kind in the program that it came from, and try again.`;
  return new ConversionError('conversion.unsupported_kind', detail, { cause });
}

/** The file opens with its password only, and that was not given, or not the right one. */
export function locked(given: boolean, cause?: unknown): ConversionError {
  const detail = given
    ? 'The password does not open the file.'
    : 'The file is locked: its password is needed.';
  return new ConversionError('conversion.password_needed', detail, { cause });
}

/** Names the file among several that work fails at. @throws ConversionError, and what else the work rejects with */
export async function withFileName<T>(fileName: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConversionError(error)) throw error;
    throw new ConversionError(error.code, `${fileName}: ${error.message}`, { cause: error });
  }
}

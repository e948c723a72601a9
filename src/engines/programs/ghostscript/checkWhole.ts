import { readFile } from 'node:fs/promises';
import { ConversionError } from '../../api/conversionError.ts';

const conforming = '%!PS-Adobe-';

/**
 * Ghostscript makes what it can of half a file. One that follows the conventions says where it ends (Adobe, PostScript
 * Language Document Structuring Conventions, 5.1).
 * @throws ConversionError
 */
export async function checkWhole(path: string): Promise<void> {
  const text = await readFile(path, 'latin1');
  if (!text.startsWith(conforming) || /[\r\n]%%(?:EOF|Trailer)/.test(text)) return;
  throw new ConversionError('conversion.invalid_input', 'The PostScript was cut off: its end is missing.');
}

import { OfficeParser } from 'officeparser';
import { damaged, isConversionError } from '../../api/conversionError.ts';
import { decompressionLimits, documentFault } from '../faults.ts';
import type { Document } from '../tree/document.ts';
import { checkMarkup, maxCellsFor } from '../tree/limits.ts';
import { decrypted } from './decrypt.ts';
import { documentOfOffice } from './read.ts';
import { readableRtf } from './rtf.ts';
import { readableSlides } from './slides.ts';

export { decrypted };

/** The formats that officeparser reads. */
export type OfficeSource = 'rtf' | 'pptx' | 'tex';

/** The number of bytes at the end of an RTF file in which to look for its last brace, since padding may follow. */
const rtfTailBytes = 512;

/** Reads a document. @throws ConversionError */
export async function readOffice(bytes: Buffer, from: OfficeSource, password?: string): Promise<Document> {
  try {
    const tree = await OfficeParser.parseOffice(await readable(bytes, from, password), {
      fileType: from,
      extractAttachments: true,
      ignoreComments: true,
      includeBreakNodes: true,
      decompressionLimits: { ...decompressionLimits, maxTableCells: maxCellsFor(bytes.length) },
    });
    return documentOfOffice(tree);
  } catch (error) {
    throw isConversionError(error) ? error : documentFault(error);
  }
}

/** Returns a document as officeparser reads it best. */
async function readable(bytes: Buffer, from: OfficeSource, password: string | undefined): Promise<Buffer> {
  switch (from) {
    case 'rtf': {
      // officeparser accepts any text, and truncated files.
      const end = bytes.toString('latin1', Math.max(0, bytes.length - rtfTailBytes));
      const isWhole = bytes.toString('latin1', 0, 5) === '{\\rtf' && /\}[\s\0]*$/.test(end); // eslint-disable-line no-control-regex
      if (!isWhole) throw damaged('document');
      return readableRtf(bytes);
    }
    case 'pptx': {
      const plain = await decrypted(bytes, from, password);
      checkMarkup(plain);
      return readableSlides(plain);
    }
    default:
      return bytes;
  }
}

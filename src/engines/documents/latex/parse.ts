import { OfficeParser } from 'officeparser';
import { decompressionLimits, documentFault } from '../faults.ts';
import type { Document } from '../tree/document.ts';
import { maxCellsFor } from '../tree/limits.ts';
import { documentOfLatex } from './read.ts';

/** Reads LaTeX. @throws ConversionError */
export async function readLatex(bytes: Buffer): Promise<Document> {
  try {
    const tree = await OfficeParser.parseOffice(bytes, {
      fileType: 'tex',
      extractAttachments: true,
      ignoreComments: true,
      includeBreakNodes: true,
      decompressionLimits: { ...decompressionLimits, maxTableCells: maxCellsFor(bytes.length) },
    });
    return documentOfLatex(tree);
  } catch (error) {
    throw documentFault(error);
  }
}

import { writeEpub } from './books/write.ts';
import type { DocumentOptions, DocumentTarget } from './documents.ts';
import { documentFault } from './faults.ts';
import { writeHtml } from './html/write.ts';
import { writeMarkdown } from './markdown/write.ts';
import { writeOpenDocument } from './openDocument/write.ts';
import { writeText } from './plainText.ts';
import { writeRtf } from './rtf/write.ts';
import type { Document } from './tree/document.ts';
import { writeWord } from './word/write.ts';

type Writer = (document: Document, options: DocumentOptions) => Promise<string | Uint8Array> | string;

const writers: Readonly<Record<DocumentTarget, Writer>> = {
  docx: writeWord,
  epub: writeEpub,
  html: writeHtml,
  md: writeMarkdown,
  odt: writeOpenDocument,
  rtf: writeRtf,
  txt: writeText,
};

/** Writes a document in the target format. @throws ConversionError */
export async function writeDocument(
  document: Document,
  to: DocumentTarget,
  options: DocumentOptions,
): Promise<string | Uint8Array> {
  try {
    return await writers[to](document, options);
  } catch (error) {
    // A `RangeError` means that the document is nested too deeply for a library's recursion.
    throw error instanceof RangeError ? documentFault(error) : error;
  }
}

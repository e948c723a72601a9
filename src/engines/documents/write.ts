import type { DocumentOptions, DocumentTarget } from './documents.ts';
import { depthFault } from './faults.ts';
import { writeText } from './plainText.ts';
import type { Document } from './tree/document.ts';

type Writer = (document: Document, options: DocumentOptions) => Promise<string | Uint8Array> | string;

/** Load the writer of a format when it is needed, since they are slow to load together. */
const writers: Readonly<Record<DocumentTarget, () => Promise<Writer>>> = {
  docx: async () => (await import('./word/write.ts')).writeWord,
  epub: async () => (await import('./books/write.ts')).writeEpub,
  html: async () => (await import('./html/write.ts')).writeHtml,
  md: async () => (await import('./markdown/write.ts')).writeMarkdown,
  odt: async () => (await import('./openDocument/write.ts')).writeOpenDocument,
  rtf: async () => (await import('./rtf/write.ts')).writeRtf,
  txt: async () => writeText,
};

/** Writes a document in the target format. @throws ConversionError */
export async function writeDocument(
  document: Document,
  to: DocumentTarget,
  options: DocumentOptions,
): Promise<string | Uint8Array> {
  try {
    const write = await writers[to]();
    return await write(document, options);
  } catch (error) {
    throw depthFault(error);
  }
}

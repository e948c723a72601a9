import { type Beginning, beginsSo } from './signature.ts';
import { mediaFormatOfHead, pictureOfBrands } from './sniffMedia.ts';
import { formats } from './table.ts';
import { xmlRoot } from './xmlRoot.ts';

/** Number of bytes read from the start of a file. */
export const headBytes = 4096;

/** Signatures of formats; those at the start of a file take precedence. */
const signatures = formats
  .flatMap(({ id, signature }) =>
    typeof signature === 'string' ? [] : signature.sufficient.map((beginning) => ({ id, beginning })),
  )
  .toSorted((a, b) => placeOf(a.beginning) - placeOf(b.beginning));

const zipStarts = formats.flatMap(({ id, mediaType, marks }) =>
  marks !== undefined && 'zipStart' in marks ? [{ id, mediaType, start: marks.zipStart }] : [],
);

/** Size of a ZIP entry's header before its name (APPNOTE.TXT, 4.3.7). */
const entryHeaderBytes = 30;

/** The format that these bytes identify, or `undefined`. */
export function formatOfHead(head: Buffer): string | undefined {
  const text = head.toString('latin1');
  const format = signatures.find(({ beginning }) => beginsSo(text, beginning))?.id;
  if (format === 'zip') return documentInZip(text) ?? format;
  return format ?? pictureOfBrands(head) ?? mediaFormatOfHead(head) ?? formatOfXml(head.toString('utf8'));
}

function documentInZip(text: string): string | undefined {
  return zipStarts.find(({ mediaType, start }) =>
    start === 'mediaType'
      ? text.startsWith(`mimetype${mediaType}`, entryHeaderBytes)
      : hasEntryIn(text, `${start.folder}/`),
  )?.id;
}

function hasEntryIn(text: string, folder: string): boolean {
  for (let at = text.indexOf(folder); at !== -1; at = text.indexOf(folder, at + 1)) {
    if (at >= entryHeaderBytes && text.startsWith('PK', at - entryHeaderBytes)) return true;
  }
  return false;
}

/** Works for all encodings that include ASCII, read as UTF-8. */
function formatOfXml(text: string): string | undefined {
  const root = xmlRoot(text);
  if (root === 'FictionBook') return /^\uFEFF?\s*<\?xml/.test(text) ? 'fb2' : undefined;
  return root !== undefined && /^(?:\w+:)?svg$/i.test(root) ? 'svg' : undefined;
}

function placeOf([first]: Beginning): number {
  return typeof first?.at === 'number' ? first.at : 0;
}

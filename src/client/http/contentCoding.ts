import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { formatRow, mediaTypeOf } from '../../contract/formats/table.ts';
import type { AnswerHeaders } from './answerHeaders.ts';

/** What undoes a content coding (RFC 9110, 8.4.1). */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/** Files that are packed in gzip themselves: some servers give the coding of the file for that of its transfer. */
const packedTypes: ReadonlySet<string | undefined> = new Set([mediaTypeOf('gz'), 'application/x-gzip']);

/** Whether a body comes in a coding, although none was asked for. */
export function isCoded(headers: AnswerHeaders): boolean {
  return decoderOf(headers) !== undefined;
}

/** The body without the coding of its transfer. It fails where the coded bytes are cut off or damaged. */
export function decoded(headers: AnswerHeaders, body: Readable): Readable {
  const decoder = decoderOf(headers)?.();
  if (decoder === undefined) return body;
  // Whoever reads the decoder is told of the failure of either.
  return pipeline(body, decoder, () => {});
}

function decoderOf(headers: AnswerHeaders): (() => Transform) | undefined {
  const fileName = headers.get('content-disposition')?.trim() ?? '';
  if (packedTypes.has(headers.mediaType) || isPackedName(fileName)) return undefined;
  return decoders.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
}

/** Whether a disposition ends in the name, be it quoted, of a file that is in gzip. */
function isPackedName(disposition: string): boolean {
  const format = formatOfFileName(disposition.replace(/["']$/, ''));
  return format === 'gz' || (format !== undefined && formatRow(format)?.container === 'gz');
}

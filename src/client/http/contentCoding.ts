import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { formatById, mediaTypeOf } from '../../contract/formats/table.ts';
import type { ResponseHeaders } from './responseHeaders.ts';

/** Decoders of content codings (RFC 9110, 8.4.1). */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
]);

/** Types of files that are gzip themselves: some servers report the file's own compression as a content coding. */
const packedTypes: ReadonlySet<string | undefined> = new Set([mediaTypeOf('gz'), 'application/x-gzip']);

/** True if a body has a content coding, although the request didn't ask for one. */
export function hasContentCoding(headers: ResponseHeaders): boolean {
  return decoderOf(headers) !== undefined;
}

/** The decoded body. It fails if the coded bytes are cut off or damaged. */
export function decodeContent(headers: ResponseHeaders, body: Readable): Readable {
  const decoder = decoderOf(headers)?.();
  if (decoder === undefined) return body;
  // Readers of the decoder see the failure of either stream, so this callback has nothing to report.
  return pipeline(body, decoder, () => {});
}

function decoderOf(headers: ResponseHeaders): (() => Transform) | undefined {
  const fileName = headers.get('content-disposition')?.trim() ?? '';
  if (packedTypes.has(headers.mediaType) || isPackedName(fileName)) return undefined;
  return decoders.get(headers.get('content-encoding')?.trim().toLowerCase() ?? '');
}

/** True if a `Content-Disposition` header ends in a file name, quoted or not, with a gzip file's extension. */
function isPackedName(disposition: string): boolean {
  const format = formatOfFileName(disposition.replace(/["']$/, ''));
  return format === 'gz' || (format !== undefined && formatById(format)?.container === 'gz');
}

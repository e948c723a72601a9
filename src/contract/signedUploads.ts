import { ShapeError } from './errors.ts';
import { asNumber, asObject, asText } from './read.ts';

/** The size of the parts of our network's uploads. The last part may be smaller. */
export const uploadPartBytes = 16 * 1024 ** 2;
/** The smallest file that our network accepts in parts. For smaller ones, the additional requests aren't worth it. */
export const minSignedUploadBytes = 2 * uploadPartBytes;
/** A client keeps a part in memory, so it doesn't accept larger ones. */
const maxPartBytes = 64 * 1024 ** 2;

/** An upload that a service has prepared. */
export interface NewUpload {
  readonly id: string;
  readonly partBytes: number;
}

/** A `PUT` request that a store accepts without the service's key. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws ShapeError */
export function parseNewUpload(body: unknown): NewUpload {
  const { id, partBytes } = asObject(body) ?? {};
  const [name, bytes] = [asText(id), asNumber(partBytes) ?? 0];
  if (name && Number.isSafeInteger(bytes) && bytes > 0 && bytes <= maxPartBytes)
    return { id: name, partBytes: bytes };
  throw new ShapeError('id', 'upload');
}

/** @throws ShapeError */
export function parseSignedRequest(body: unknown): SignedRequest {
  const { url, headers } = asObject(body) ?? {};
  const address = asText(url) ?? '';
  const entries = Object.entries(asObject(headers) ?? {}).flatMap(([name, value]) => {
    const text = asText(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  if (URL.canParse(address)) return { url: address, headers: Object.fromEntries(entries) };
  throw new ShapeError('url', 'upload');
}

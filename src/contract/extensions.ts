import { ShapeError } from './errors.ts';
import { asNumber, asObject, asText } from './read.ts';

/** The header with a submission's idempotency key (api-extensions.md, Repeated submissions). */
export const idempotencyKeyHeader = 'Idempotency-Key';

/**
 * Query parameter of a job's status: the number of seconds that the service may wait for the job to end
 * (api-extensions.md, Long polls).
 */
export const waitQuery = 'wait';

/** Query parameter of a download, with the value 1: the service may redirect to its store (Signed downloads). */
export const signedQuery = 'signed';

/** Form field of a submission: the identifier of the signed upload with its file (Signed uploads). */
export const uploadField = 'upload';

/** Query parameters of a new upload and of the address of a part (Signed uploads). */
export const bytesQuery = 'bytes';
export const sha256Query = 'sha256';

/** The API extensions that a service announces (api-extensions.md, Announcement). */
export interface Extensions {
  /** The time for which the service remembers a submission's idempotency key, in seconds; absent if it ignores keys. */
  readonly idempotencyKeySeconds?: number;
  /**
   * The longest time that the service waits for a job to end before it answers, in seconds; absent if it always answers
   * immediately.
   */
  readonly longPollSeconds?: number;
  /** The address of the identity provider where people sign in to get a key; absent if there is none. */
  readonly authUrl?: string;
  /** True if downloads can be redirected to signed addresses of the service's store. */
  readonly signedDownloads?: boolean;
  /** The size in bytes from which files can be uploaded to the service's store in signed parts; absent if none can. */
  readonly signedUploads?: number;
}

/** The extensions that our network supports. The standalone service, which stands in for it, supports the same ones. */
export const ownExtensions = { idempotencyKeySeconds: 86_400, longPollSeconds: 20 } as const;

/** Reads an announcement. Ignores values that aren't a positive number or a web address. */
export function parseExtensions(body: unknown): Extensions {
  const announced = asObject(body) ?? {};
  const positive = (name: 'idempotencyKeySeconds' | 'longPollSeconds' | 'signedUploads'): Extensions => {
    const value = asNumber(announced[name]);
    return value !== undefined && value > 0 ? { [name]: value } : {};
  };
  const authUrl = asText(announced['authUrl']) ?? '';
  const isWeb = URL.canParse(authUrl) && /^https?:$/.test(new URL(authUrl).protocol);
  return {
    ...positive('idempotencyKeySeconds'),
    ...positive('longPollSeconds'),
    ...(isWeb && { authUrl }),
    ...(announced['signedDownloads'] === true && { signedDownloads: true }),
    ...positive('signedUploads'),
  };
}

/** True if an address leads to this computer. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return /^(?:localhost|\[?::1\]?|127(?:\.\d+){3})$/.test(hostname);
}

/**
 * The account pages that a service announces. A service on another computer can't mean pages on this one: there, any
 * user of this computer could ask for passwords.
 */
export function accountPages({ authUrl }: Extensions, baseUrl: URL): URL | undefined {
  const pages = authUrl === undefined ? undefined : new URL(authUrl);
  return pages && isLoopback(pages) && !isLoopback(baseUrl) ? undefined : pages;
}

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

/**
 * Headers that stores expect: the type and checksum of the content, and those of Amazon, Google, and Microsoft. Cookies
 * or the header `Host` would let a service make a request to any other server in the user's name. Clients send `Host`
 * and `Content-Length` themselves.
 */
const storeHeader = /^(?:content-type|content-md5|x-(?:amz|goog|ms)-[a-z0-9-]+)$/;
/** A signature of one request, unlike a password or a token, which a server would accept for any request. */
const signature = /^(?:AWS4|GOOG4)-[A-Z0-9-]+ [ -~]+$/;
/** Printable ASCII, which can't end the header. */
const headerValue = /^[ -~]+$/;

/**
 * Accepts no other headers than stores need. Without one that is part of the signature, the store would refuse the
 * request, so others aren't dropped.
 * @throws ShapeError
 */
export function parseSignedRequest(body: unknown): SignedRequest {
  const { url, headers } = asObject(body) ?? {};
  const address = asText(url) ?? '';
  if (!URL.canParse(address)) throw new ShapeError('url', 'upload');
  const entries = Object.entries(asObject(headers) ?? {}).map(([given, value]) => {
    const [name, text] = [given.toLowerCase(), asText(value) ?? ''];
    const allowed = name === 'authorization' ? signature : storeHeader.test(name) ? headerValue : undefined;
    if (allowed?.test(text) !== true) throw new ShapeError('headers', 'upload');
    return [name, text] as const;
  });
  return { url: address, headers: Object.fromEntries(entries) };
}

import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { formatOfFileName, formatFactsOfFileName } from '../../contract/formats/naming.ts';
import { piecesOf } from '../../util/bytes.ts';
import type { JobRequest } from '../core/job.ts';
import type { ServiceId } from '../core/service.ts';
import { submittedNames } from '../core/jobFiles.ts';
import type { FileFacts, FileStore } from '../core/fileStore.ts';
import { inFolder, isWithin, namesBetween } from '../core/fileUri.ts';
import { encodedBytes, openSource, type Source, type SourcePart } from './sourceFiles.ts';

/** Larger texts are submitted without embedded pictures. */
const maxTextBytes = 16 * 1024 ** 2;
/** Maximum size of all pictures of a text together, in Base64. */
const maxPictureBytes = 100 * 1024 ** 2;
/** Characters that no file name contains, or that make a name a path on Windows. */
const isUnsafe = /[\\\0]/;

/** A place in a text that shows a picture. Offsets are in UTF-16 code units. */
interface ShownPicture {
  readonly start: number;
  readonly end: number;
  /** The picture's address, as written in the text. */
  readonly address: string;
  /**
   * The path of the picture's file below the folder that may contain pictures, starting with `/`; `undefined` if the
   * address leads elsewhere.
   */
  readonly file: string | undefined;
}

/** Finds the pictures that texts show. */
export interface PictureFinder {
  /** Finds the pictures of a text, in order. Resolves to `undefined` if that takes too long. */
  readonly find: (
    text: { readonly path: string; readonly text: string },
    format: 'html' | 'md',
    isFile: (path: string) => Promise<boolean>,
    signal: AbortSignal,
  ) => Promise<readonly ShownPicture[] | undefined>;
  /** False for a picture that must not be sent to a service. */
  readonly mayBeSent: (uri: string, service: ServiceId) => boolean;
}

/** The properties of a request that determine its pictures. */
export type IllustratedRequest = Pick<JobRequest, 'source' | 'sourceFormat' | 'picturesFrom' | 'service'>;

/** A source with its embedded pictures. */
interface IllustratedSource {
  readonly source: Source;
  readonly pictures: number;
  /** Addresses of pictures that weren't found, or are too large. */
  readonly missing: readonly string[];
}

/**
 * Embeds the pictures that a source shows as data URIs. Only pictures in the folder `picturesFrom` that aren't reached
 * through links are embedded, and the result has at most `maxResultBytes`. The file itself doesn't change.
 * @throws FileError, SourceError, or the signal's reason
 */
export async function withShownPictures(
  { files, finder }: { readonly files: FileStore; readonly finder: PictureFinder },
  { picturesFrom: folder, ...request }: IllustratedRequest,
  source: Source,
  maxResultBytes: number,
  signal: AbortSignal,
): Promise<IllustratedSource> {
  const plain = { source, pictures: 0, missing: [] };
  const format = formatOfFileName(submittedNames(request)[0] ?? '');
  if (folder === undefined || (format !== 'html' && format !== 'md')) return plain;
  if (source.facts.sizeBytes > maxTextBytes || !isWithin(source.uri, folder)) return plain;
  const bytes = await buffer(piecesOf(openSource(files, source).reader));
  // In Latin-1, each byte is one character, so texts in other encodings keep their bytes.
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(encoding);
  const seen = new Map<string, SourcePart | undefined>();
  const isFile = async (path: string): Promise<boolean> => {
    if (!seen.has(path)) seen.set(path, await pictureAt(files, folder, path));
    const uri = seen.get(path)?.uri;
    return uri !== undefined && finder.mayBeSent(uri, request.service);
  };
  const path = `/${namesBetween(folder, source.uri).join('/')}`;
  const shown = await finder.find({ path, text }, format, isFile, signal);
  const parts: (Buffer | SourcePart)[] = [];
  const missing = new Set<string>();
  let [at, left] = [0, Math.min(maxPictureBytes, maxResultBytes - bytes.length)];
  for (const { start, end, address, file } of shown ?? []) {
    const picture = file === undefined ? undefined : seen.get(file);
    if (picture === undefined || encodedBytes(picture) > left) {
      missing.add(address);
      continue;
    }
    left -= encodedBytes(picture);
    const scheme = `data:${formatFactsOfFileName(picture.uri)?.mediaType};base64,`;
    parts.push(Buffer.from(text.slice(at, start) + scheme, encoding), picture);
    at = end;
  }
  if (parts.length === 0) return { ...plain, missing: [...missing] };
  parts.push(Buffer.from(text.slice(at), encoding));
  return { source: { ...source, parts }, pictures: (parts.length - 1) / 2, missing: [...missing] };
}

/** The number of pictures in these sources. Unreadable sources have none. */
export async function countPictures(
  parts: { readonly files: FileStore; readonly finder: PictureFinder },
  requests: readonly IllustratedRequest[],
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (const request of requests) {
    try {
      const facts = await parts.files.facts(request.source);
      if (facts?.kind !== 'file') continue;
      const source = { uri: request.source, fileName: '', facts };
      count += (await withShownPictures(parts, request, source, Infinity, signal)).pictures;
    } catch {
      signal.throwIfAborted();
    }
  }
  return count;
}

/** The picture at a path in a folder; `undefined` if a link leads to it. */
async function pictureAt(files: FileStore, folder: string, path: string): Promise<SourcePart | undefined> {
  if (formatFactsOfFileName(path)?.mediaType.startsWith('image/') !== true || isUnsafe.test(path))
    return undefined;
  let uri = folder;
  let facts: FileFacts | undefined;
  for (const name of path.slice(1).split('/')) {
    uri = inFolder(uri, name);
    facts = await files.facts(uri).catch(() => undefined);
    if (facts === undefined || facts.isLink) return undefined;
  }
  return facts?.kind === 'file' && facts.sizeBytes > 0 ? { uri, facts } : undefined;
}

import { randomUUID } from 'node:crypto';

// URIs are split as text: `URL` would normalize other schemes' URIs.

/** The URI of a file's folder; a root keeps its slash. */
export function folderOf(uri: string): string {
  const { path, rest } = parts(uri);
  const folder = path.slice(0, path.lastIndexOf('/'));
  return folder + (/^[^:/]+:(?:\/\/[^/]*)?$/.test(folder) ? '/' : '') + rest;
}

/** The decoded name of a file. */
export function baseName(uri: string): string {
  const { path } = parts(uri);
  return decoded(path.slice(path.lastIndexOf('/') + 1));
}

/** The URI of a name in a folder. */
export function inFolder(folderUri: string, name: string): string {
  const { path, rest } = parts(folderUri);
  return `${path.replace(/\/$/, '')}/${encodeURIComponent(name)}${rest}`;
}

/** True if a URI is a folder's or below it, judging by names. */
export function isWithin(uri: string, folderUri: string): boolean {
  const folder = fileKey(folderUri);
  return fileKey(uri) === folder || fileKey(uri).startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The decoded names of the folders from one to another within it. */
export function namesBetween(folderUri: string, innerUri: string): string[] {
  return segments(innerUri).slice(segments(folderUri).length).map(decoded);
}

/** A key that is equal for URIs of the same file, however their characters are encoded. */
export function fileKey(uri: string): string {
  const { path, rest } = parts(uri);
  return path.split('/').map(decoded).map(encodeURIComponent).join('/') + rest;
}

/** A unique hidden name that is recognizably ours; `id` is a UUID. */
export function temporaryName(id: string = randomUUID()): string {
  return `.fun-${id}.part`;
}

function segments(uri: string): string[] {
  return parts(uri)
    .path.split('/')
    .filter((name) => name !== '');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A `%` that encodes nothing is literal.
    return name;
  }
}

function parts(uri: string): { path: string; rest: string } {
  const end = uri.search(/[?#]/);
  return end === -1 ? { path: uri, rest: '' } : { path: uri.slice(0, end), rest: uri.slice(end) };
}

import { randomUUID } from 'node:crypto';
import { percentDecoded } from '../../util/text.ts';

// URIs are split as text, because `URL` would normalize those of schemes other than `file:`.

/** The URI of a file's folder. A root folder keeps its slash. */
export function folderOf(uri: string): string {
  const { path, rest } = parts(uri);
  const folder = path.slice(0, path.lastIndexOf('/'));
  return folder + (/^[^:/]+:(?:\/\/[^/]*)?$/.test(folder) ? '/' : '') + rest;
}

/** The decoded name of a file. */
export function baseName(uri: string): string {
  const { path } = parts(uri);
  return percentDecoded(path.slice(path.lastIndexOf('/') + 1));
}

/** The URI of the file or folder with this name in a folder. */
export function inFolder(folderUri: string, name: string): string {
  const { path, rest } = parts(folderUri);
  return `${path.replace(/\/$/, '')}/${encodeURIComponent(name)}${rest}`;
}

/** True if a URI is the folder's own or one below it. Compares only the texts. */
export function isWithin(uri: string, folderUri: string): boolean {
  const folder = fileKey(folderUri);
  return fileKey(uri) === folder || fileKey(uri).startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The decoded names of the folders on the path from one folder to another inside it. */
export function namesBetween(folderUri: string, innerUri: string): string[] {
  return segments(innerUri).slice(segments(folderUri).length).map(percentDecoded);
}

/** A key that is equal for all URIs of the same file, however their characters are encoded. */
export function fileKey(uri: string): string {
  const { path, rest } = parts(uri);
  return path.split('/').map(percentDecoded).map(encodeURIComponent).join('/') + rest;
}

/** A unique name for a hidden file, by which the extension recognizes its own. `id` is a UUID. */
export function temporaryName(id: string = randomUUID()): string {
  return `.fun-${id}.part`;
}

/** True for a name that `temporaryName` made. */
export function isTemporaryName(name: string): boolean {
  return /^\.fun-[\w-]+\.part$/.test(name);
}

function segments(uri: string): string[] {
  return parts(uri)
    .path.split('/')
    .filter((name) => name !== '');
}

function parts(uri: string): { path: string; rest: string } {
  const end = uri.search(/[?#]/);
  return end === -1 ? { path: uri, rest: '' } : { path: uri.slice(0, end), rest: uri.slice(end) };
}

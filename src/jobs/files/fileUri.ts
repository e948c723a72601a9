import { randomUUID } from 'node:crypto';

// URIs are taken apart as text: `URL` would rewrite what another scheme means by its own.

/** The URI of the folder that a file is in; the one of a root keeps its slash. */
export function folderOf(uri: string): string {
  const { path, rest } = parts(uri);
  const folder = path.slice(0, path.lastIndexOf('/'));
  return folder + (/^[^:/]+:(?:\/\/[^/]*)?$/.test(folder) ? '/' : '') + rest;
}

/** The decoded name of a file. */
export function baseName(uri: string): string {
  const { path } = parts(uri);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    // A `%` that encodes nothing stands for itself.
    return name;
  }
}

/** The URI of a name in a folder. */
export function inFolder(folderUri: string, name: string): string {
  const { path, rest } = parts(folderUri);
  return `${path.replace(/\/$/, '')}/${encodeURIComponent(name)}${rest}`;
}

/** A hidden name that is recognisably ours and that nothing else has. */
export function temporaryName(): string {
  return `.fun-${randomUUID()}.part`;
}

function parts(uri: string): { path: string; rest: string } {
  const end = uri.search(/[?#]/);
  return end === -1 ? { path: uri, rest: '' } : { path: uri.slice(0, end), rest: uri.slice(end) };
}

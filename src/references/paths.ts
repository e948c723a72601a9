// In this file, a path is the decoded path of a URI: absolute, with `/` between names.

/** The folder that contains a file or folder, without a trailing slash; empty for the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last name in a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path that a relative path leads to from a folder; `undefined` if it leads above the root. */
export function joinPath(folder: string, relative: string): string | undefined {
  const names = folder.split('/');
  for (const name of relative.split('/')) {
    if (name === '..') {
      if (names.length < 2) return undefined;
      names.pop();
    } else if (name !== '.' && name !== '') {
      names.push(name);
    }
  }
  return names.join('/');
}

/** The relative path from a folder to a file, without a leading `./`. */
export function relativePath(folder: string, file: string): string {
  const from = folder.split('/');
  const to = file.split('/');
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

/** The folders from the one that contains a file up to `top`, the nearest first. */
export function foldersUpTo(file: string, top: string): string[] {
  const folders: string[] = [];
  for (let folder = parentOf(file); folder.length >= top.length; folder = parentOf(folder)) {
    folders.push(folder);
    if (folder === '') break;
  }
  return folders;
}

/** A percent-encoded path for URLs that needs no further escapes in any syntax. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodedName).join('/');
}

/**
 * A key that is equal for all Unicode compositions of a path. macOS returns paths in another composition than people
 * type.
 */
export function pathKey(path: string): string {
  return path.normalize('NFC');
}

function encodedName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

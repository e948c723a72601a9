// Paths are those of URIs, decoded: absolute, with `/` between names.

/** The folder that a file or folder is in, without a slash at its end; empty for what is at the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path that a relative one leads to from a folder; `undefined` where it leads above the root. */
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

/** The way from a folder to a file, without `./` in front. */
export function relativePath(folder: string, file: string): string {
  const from = folder.split('/');
  const to = file.split('/');
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

/** The folders from that of a file up to one that it is below, the nearest first. */
export function foldersUpTo(file: string, top: string): string[] {
  const folders: string[] = [];
  for (let folder = parentOf(file); folder.length >= top.length; folder = parentOf(folder)) {
    folders.push(folder);
    if (folder === '') break;
  }
  return folders;
}

/** A path as part of a URL that no syntax has to escape once more. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodedName).join('/');
}

/** What percent-encoding stands for; the text itself where it is none. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The same text for a path however its characters are composed: macOS hands out another form than people type. */
export function pathKey(path: string): string {
  return path.normalize('NFC');
}

function encodedName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

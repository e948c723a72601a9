import { folderOf } from '../../jobs/files/fileUri.ts';

/** The URI of the innermost folder that all these files are in; `undefined` where they have none but a root in common. */
export function commonFolder(uris: readonly string[]): string | undefined {
  const [first, ...others] = uris;
  if (first === undefined) return undefined;
  let folder = folderOf(first);
  for (const uri of others) {
    while (!isIn(folder, uri)) {
      const outer = folderOf(folder);
      if (outer === folder) return undefined;
      folder = outer;
    }
  }
  return folder.endsWith('/') ? undefined : folder;
}

function isIn(folder: string, uri: string): boolean {
  return uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

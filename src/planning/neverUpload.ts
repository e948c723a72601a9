import { readGlob } from '../util/glob.ts';

/**
 * True if a glob matches the file under any of its paths (`/` between folders). A glob without a slash matches the
 * file's name. Case and Unicode composition don't matter, as macOS stores decomposed names. An invalid glob matches
 * every file, so that nothing is uploaded against the user's intent.
 */
export function isNamedBy(globs: readonly string[], paths: readonly string[]): boolean {
  return globs.some((each) => {
    const glob = each.trim().normalize('NFC');
    if (glob === '') return false;
    const matches = readGlob(glob, { ignoreCase: true });
    const byName = !glob.includes('/');
    return (
      matches === undefined || paths.some((path) => matches((byName ? nameOf(path) : path).normalize('NFC')))
    );
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
